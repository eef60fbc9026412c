//! The mate-picture bound: can the moves that are left still build any mate?
//!
//! A picture is a square of the king to be mated, together with a piece that attacks or blocks each of its flight squares and one that gives
//! check. The bound asks for every square that the king can reach in time whether such a picture can be built: an attacking piece
//! counts with everything that it attacks from a square within its reach on an empty board, a piece of the king's side with the flight
//! square that it blocks there, and each with the moves that it needs. Pawns count the captures and promotions on their way. A search
//! for a cover, within the moves that either side has left, decides. Everything is taken at its widest, so that a picture is
//! excluded only if there is none.

use super::cover::{ATTACKS, BLOCKS, Choice, Choices, Unit, can_cover};
use super::mate_net::MateNet;
use super::reach::Reach;
use crate::base::{Bitboard, Square};
use crate::position::Position;
use crate::problem::task::Task;
use crate::variant::RuleSet;
use arrayvec::ArrayVec;

/// The bit of the king's own square in a mask; the bits above it are its flights.
const KING: u32 = 1;

/// What a piece can do for pictures of one square of the king.
#[derive(Clone, Copy, Default)]
struct Part {
    /// The list of its choices; none before they are computed.
    list: u32,
    /// What the piece covers without a move.
    standing: u32,
}

/// The bound for one problem. Each thread has its own, since tables are filled when they are needed.
pub struct MatePictures<'a> {
    net: &'a MateNet,
    reach: Reach<'a>,
    rules: &'a RuleSet,
    /// By colour, kind, departure square and square of the king.
    table: Vec<Part>,
    choices: Choices,
    /// The moves that the king to be mated needs from one square to another.
    king_moves: Vec<[u8; 64]>,
}

impl<'a> MatePictures<'a> {
    /// The bound for mates by the attacker of a mate-net bound; `None` if pieces can change otherwise than by promotion.
    pub fn of(task: &'a Task, net: &'a MateNet) -> Option<Self> {
        let variant = task.position.variant();
        let rules = &variant.rules;
        if !net.condition_bounds.only_movement() || rules.castling.anywhere {
            return None;
        }
        let reach = Reach::of(task);
        let mut pictures = Self {
            net,
            rules,
            table: vec![Part::default(); reach.places() * Square::COUNT],
            reach,
            choices: Choices::new(),
            king_moves: vec![[u8::MAX; 64]; Square::COUNT],
        };
        let king = task.position.royals(!net.attacker()).first()?;
        let king = task.position.at(king)?;
        for from in rules.board.squares() {
            let place = pictures.reach.place(king, from, 0);
            for (moves, layer) in pictures.reach.layers(place).iter().enumerate() {
                for to in layer.iter().flat_map(|(_, squares)| *squares) {
                    let known = &mut pictures.king_moves[from.index()][to.index()];
                    *known = (*known).min(u8::try_from(moves).unwrap_or(u8::MAX));
                }
            }
        }
        Some(pictures)
    }

    /// The squares among `kings` on which the king can still be mated, if the attacker has `attacks` moves left and the king's side
    /// `defences`. Unless `all` are asked for, squares behind the first possible one are not tested and stay.
    pub fn possible(
        &mut self,
        pos: &Position,
        attacks: u32,
        defences: u32,
        kings: Bitboard,
        all: bool,
    ) -> Bitboard {
        let attacker = self.net.attacker();
        let Some(king) = pos.royals(!attacker).first() else {
            return kings;
        };
        let mut pieces: ArrayVec<(bool, usize), 64> = ArrayVec::new();
        for color in [attacker, !attacker] {
            let victims = pos.by_color(!color) & !pos.royals(!color);
            let captures = victims.count() as usize;
            for square in pos.by_color(color) {
                if square == king {
                    continue;
                }
                let Some(piece) = pos.at(square) else {
                    continue;
                };
                let place = self.reach.place(piece, square, captures);
                pieces.push((color == attacker, place));
            }
        }
        let royals = pos.royals(attacker);
        let mut possible = Bitboard::EMPTY;
        for at in kings {
            let moves = u32::from(self.king_moves[king.index()][at.index()]);
            if moves > defences {
                continue;
            }
            let zone = self.net.flights(at) | at.into();
            let forced = u32::from(self.kings_apart() && (royals & zone).any());
            if forced > attacks {
                continue;
            }
            let mut units: ArrayVec<Unit, 64> = ArrayVec::new();
            for (attacks, place) in &pieces {
                let part = self.part(*attacks, *place, at);
                units.push(Unit {
                    side: if *attacks { ATTACKS } else { BLOCKS },
                    paid: 0,
                    mask: part.standing,
                    list: part.list,
                });
            }
            let full = (1 << zone.count()) - 1;
            let budget = [defences - moves, attacks - forced];
            if can_cover(&self.choices, &mut units, full, budget) {
                possible |= at.into();
                if !all {
                    return kings & !Bitboard((1 << at.index()) - 1);
                }
            }
        }
        possible
    }

    /// Whether kings can never stand side by side.
    fn kings_apart(&self) -> bool {
        !self.rules.conditions.qualify_attacks()
    }

    /// What a piece can do, from the table.
    #[inline]
    fn part(&mut self, attacks: bool, place: usize, king: Square) -> Part {
        let index = place * Square::COUNT + king.index();
        let known = self.table[index];
        if known.list != Choices::NONE {
            return known;
        }
        self.compute(attacks, place, king)
    }

    #[cold]
    fn compute(&mut self, attacks: bool, place: usize, king: Square) -> Part {
        let from = Square::new((place % Square::COUNT) as u8);
        let flights = self.net.flights(king);
        let mut found: Vec<Choice> = Vec::new();
        let mut standing = 0;
        let apart = self.kings_apart();
        for (moves, layer) in self.reach.layers(place).iter().enumerate() {
            let moves = u8::try_from(moves).unwrap_or(u8::MAX);
            for (piece_type, squares) in layer {
                let royal = self.rules.royals.contains(*piece_type);
                let apart = royal && attacks && apart;
                let cost = moves - u8::from(moves > 0 && apart && flights.contains(from));
                for at in *squares {
                    let mask = if !attacks {
                        mask(flights, king, flights & at.into())
                    } else if at == king || apart && flights.contains(at) {
                        0
                    } else {
                        mask(
                            flights,
                            king,
                            self.net.piece(*piece_type).attack[at.index()],
                        )
                    };
                    if moves == 0 && at == from {
                        standing = mask;
                    }
                    let is_known = found
                        .iter()
                        .any(|known| known.cost <= cost && mask & !known.mask == 0);
                    if mask != 0 && !is_known && (at != from || moves > 0) {
                        found.retain(|known| known.cost < cost || known.mask & !mask != 0);
                        found.push(Choice { cost, mask });
                    }
                }
            }
        }
        found.sort_by_key(|choice| choice.cost);
        let part = Part {
            list: self.choices.add(found),
            standing,
        };
        self.table[place * Square::COUNT + king.index()] = part;
        part
    }
}

/// The mask of the squares in `covered`: the king's own, then its flights in their order.
fn mask(flights: Bitboard, king: Square, covered: Bitboard) -> u32 {
    let own = if covered.contains(king) { KING } else { 0 };
    let flights = flights.into_iter().enumerate();
    flights
        .filter(|(_, square)| covered.contains(*square))
        .fold(own, |mask, (at, _)| mask | KING << (at + 1))
}
