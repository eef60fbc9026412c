//! Finds the symmetries of a signature: reflections and rotations of the board, with or without exchange of the colours.
//!
//! Movements and home squares are compared square by square. All other rules are tested in random positions: a symmetry has to map
//! the successors of a position onto the successors of the position's image.

use super::index::{Item, Items, Transform, moved};
use super::material::Material;
use super::walker::{Standing, Walker, changed};
use crate::base::{Bitboard, Color, Square};
use crate::rules::Rules;
use crate::variant::{Effect, GoalEvent, Variant};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use std::sync::Arc;

/// The number of random positions in which a symmetry is tested.
const SAMPLES: usize = 160;
/// The number of random occupancies with which movements are compared.
const ARRANGEMENTS: usize = 6;

/// The symmetries of a signature, as sets of bits that index a list of transforms.
#[derive(Clone, Copy, Debug)]
pub struct Symmetries {
    /// The transforms that are symmetries without exchange of the colours.
    pub plain: u64,
    /// The transforms that are symmetries if the colours are exchanged.
    pub exchanging: u64,
}

/// A position and its successors.
struct Sample {
    items: Items,
    side: Color,
    leads_to: (Standing, Vec<(Items, u64)>),
}

/// A random placement of the pieces of a material.
pub fn random_items(rng: &mut ChaCha8Rng, variant: &Variant, material: Material) -> Items {
    let squares: Vec<Square> = variant.rules.board.squares().into_iter().collect();
    let boards = if variant.rules.capabilities.two_boards {
        2
    } else {
        1
    };
    let mut taken = Bitboard::EMPTY;
    let mut items = Items::new();
    for piece in material.kinds() {
        for _ in 0..material.count(piece.index()) {
            let mut square = squares[rng.random_range(0..squares.len())];
            while taken.contains(square) {
                square = squares[rng.random_range(0..squares.len())];
            }
            taken |= square.into();
            let board: u8 = rng.random_range(0..boards);
            items.push(Item {
                piece: piece.index() as u8,
                place: square.index() as u8 | board << 6,
            });
        }
    }
    items
}

/// The image of a placement under a transform, if `exchange` with the colours exchanged.
fn image(items: &[Item], transform: &Transform, exchange: bool) -> Items {
    let each = items.iter().map(|item| Item {
        piece: item.piece ^ if exchange { 16 } else { 0 },
        place: moved(transform, item.place),
    });
    each.collect()
}

/// The image of a square, whichever board it comes to.
fn to(transform: &Transform, square: Square) -> Square {
    Square::new(moved(transform, square.index() as u8))
}

fn set_image(set: Bitboard, transform: &Transform) -> Bitboard {
    set.into_iter()
        .map(|square| to(transform, square))
        .collect()
}

fn leads_to<R: Rules>(
    walker: &mut Walker,
    items: &Items,
    side: Color,
) -> (Standing, Vec<(Items, u64)>) {
    walker.set(items, side);
    let mut next = Vec::new();
    let standing = walker.look::<R>(|_, _, delta| {
        let mut after = changed(items, delta);
        after.sort_unstable();
        next.push((after, delta.state.legal_en_passant.0));
    });
    next.sort_unstable();
    next.dedup();
    (standing, next)
}

/// Tests which transforms are symmetries of a material, judged by one turn from random positions.
pub fn of_one_turn<R: Rules>(
    variant: &Arc<Variant>,
    material: Material,
    transforms: &[Transform],
) -> Symmetries {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut walker = Walker::new(variant);
    let draw = |_| {
        let items = random_items(&mut rng, variant, material);
        let side = Color::ALL[rng.random_range(0..2)];
        let leads_to = leads_to::<R>(&mut walker, &items, side);
        Sample {
            items,
            side,
            leads_to,
        }
    };
    let samples: Vec<Sample> = (0..SAMPLES).map(draw).collect();
    let number = |transform: &Transform| transforms.iter().position(|other| other == transform);
    let after = |first: usize, second: usize| {
        number(&transforms[first].map(|place| moved(&transforms[second], place)))
    };
    let mut holds = |transform: &Transform, exchange| {
        fits_pieces(variant, material, transform, exchange)
            && samples
                .iter()
                .all(|sample| carries::<R>(&mut walker, sample, transform, exchange))
    };
    let mut plain = vec![0];
    for (candidate, transform) in transforms.iter().enumerate().skip(1) {
        if plain.contains(&candidate) || !holds(transform, false) {
            continue;
        }
        // Products of symmetries are symmetries: close the set under composition.
        plain.push(candidate);
        let mut met = 0;
        while met < plain.len() {
            for index in 0..=met {
                for product in [
                    after(plain[index], plain[met]),
                    after(plain[met], plain[index]),
                ] {
                    plain.extend(product.filter(|product| !plain.contains(product)));
                }
            }
            met += 1;
        }
    }
    let exchanging = (0..transforms.len()).find(|candidate| holds(&transforms[*candidate], true));
    let cosets = plain.iter().filter_map(|own| after(exchanging?, *own));
    let bits =
        |set: &mut dyn Iterator<Item = usize>| set.fold(0, |bits, index| bits | 1_u64 << index);
    Symmetries {
        exchanging: bits(&mut cosets.collect::<Vec<_>>().into_iter()),
        plain: bits(&mut plain.into_iter()),
    }
}

/// Whether a transform maps the successors of `sample` onto the successors of its image.
fn carries<R: Rules>(
    walker: &mut Walker,
    sample: &Sample,
    transform: &Transform,
    exchange: bool,
) -> bool {
    let side = if exchange { !sample.side } else { sample.side };
    let (standing, found) = leads_to::<R>(walker, &image(&sample.items, transform, exchange), side);
    let (expected_standing, expected) = &sample.leads_to;
    if standing != *expected_standing || found.len() != expected.len() {
        return false;
    }
    expected.iter().all(|(items, passed)| {
        let mut items = image(items, transform, exchange);
        items.sort_unstable();
        let passed = set_image(Bitboard(*passed), transform).0;
        found.binary_search(&(items, passed)).is_ok()
    })
}

/// Whether a transform preserves movements, the direction of pawns and home squares.
fn fits_pieces(
    variant: &Variant,
    material: Material,
    transform: &Transform,
    exchange: bool,
) -> bool {
    let rules = &variant.rules;
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut occupied = vec![Bitboard::EMPTY];
    let board = rules.board.squares();
    occupied.extend(
        (0..ARRANGEMENTS).map(|_| Bitboard(rng.random::<u64>() & rng.random::<u64>()) & board),
    );
    let has_homes = rules.conditions.victims_return()
        || rules.conditions.captures_reach_far()
        || rules.hurdlers.iter().any(|hurdler| {
            rules.hurdle_effects[hurdler.index()]
                .effects
                .contains(&Effect::Circe)
        });
    let to = |square| to(transform, square);
    let aims_alike = rules.goals.iter().all(|goal| match goal.event {
        GoalEvent::Reach { squares, .. } => {
            let images = squares.map(|set| set_image(set, transform));
            images
                == if exchange {
                    [squares[1], squares[0]]
                } else {
                    squares
                }
        }
        _ => true,
    });
    aims_alike
        && material.kinds().all(|piece| {
            let other = if exchange { piece.flipped() } else { piece };
            let (moves, other_moves) = (variant.moves_of(piece), variant.moves_of(other));
            // Pawns must stay on their rank, which decides promotions and first moves.
            let is_pawn = rules.pawns.contains(piece.piece_type());
            board.into_iter().all(|square| {
                let there = to(square);
                let goes_alike = occupied.iter().all(|occupied| {
                    let image = set_image(*occupied, transform);
                    let quiet = set_image(moves.quiet.targets(square, *occupied), transform);
                    let capture = set_image(moves.capture.targets(square, *occupied), transform);
                    quiet == other_moves.quiet.targets(there, image)
                        && capture == other_moves.capture.targets(there, image)
                });
                let rank = if exchange {
                    rules.ranks - 1 - square.rank()
                } else {
                    square.rank()
                };
                // The homes of kings are not compared: kings are seldom reborn, and the random positions test that.
                let goes_home = has_homes && !rules.royals.contains(piece.piece_type());
                goes_alike
                    && (!is_pawn || there.rank() == rank)
                    && (!goes_home
                        || to(rules.homes.of(piece, square)) == rules.homes.of(other, there))
            })
        })
}
