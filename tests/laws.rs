//! Laws that hold in every position of every game, tried along random games.

use katydid::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece};
use katydid::catalogue::Catalogue;
use katydid::position::{Delta, HandEdit, Position, Rights};
use katydid::rules::{self, Game, GenType, Rules};
use katydid::variant::Variant;
use katydid::{eval, with_rules};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;
use std::path::Path;
use std::sync::LazyLock;

/// Movements and effects of hoppers that no game has: hops that bend, that leap two men, that lead to one square over
/// different men.
const HOPPERS: [(&str, &str); 8] = [
    ("moose", "A"),
    ("eagle", "EAC"),
    ("sparrow-lion", "AE"),
    ("kangaroo", "CA"),
    ("double-grasshopper", "A"),
    ("contragrasshopper", "E"),
    ("equihopper", "AEC"),
    ("nonstop-equihopper", "A"),
];

/// The embedded games, those of `variants/examples/`, which combine rules, and a Boyer array of each of the hoppers.
static GAMES: LazyLock<&Catalogue> = LazyLock::new(|| {
    let games = Catalogue::embedded();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/examples");
    games.add(&examples).expect("sound examples");
    let arrays = HOPPERS.map(|(movement, effect)| {
        let text = format!(
            "name = \"boyer-{movement}\"\ninherits = \"ag\"\n[[man]]\nletter = \"A\"\n\
             movement = \"{movement}\"\neffect = \"{effect}\"\n"
        );
        (movement.to_owned(), text)
    });
    games.add_texts(arrays.to_vec()).expect("sound arrays");
    games
});

fn variant(index: usize) -> &'static Variant {
    variant_that(index, |_| true)
}

/// One of the variants for which a law holds.
fn variant_that(index: usize, is_meant: fn(&Variant) -> bool) -> &'static Variant {
    let variants: Vec<&Variant> = GAMES
        .names()
        .iter()
        .map(|name| GAMES.variant(name).expect("a sound variant"))
        .filter(|variant| is_meant(variant))
        .collect();
    variants[index % variants.len()]
}

/// Whether a move can be judged by looking at the kings after it, whatever it drops.
fn is_judged_after_moves(variant: &Variant) -> bool {
    let has = variant.rules.capabilities;
    !has.side_effects && !has.several_legs() && !has.royal_capture && !has.two_boards
}

/// Whether there are two boards, and moves do nothing but move, capture and go over to the other one.
fn has_two_plain_boards(variant: &Variant) -> bool {
    let has = variant.rules.capabilities;
    has.two_boards && !has.side_effects && !has.several_legs() && !has.royal_capture
}

/// Whether moves do nothing but move and capture, one move a turn.
fn is_plain(variant: &Variant) -> bool {
    let has = variant.rules.capabilities;
    is_judged_after_moves(variant) && !has.drops
}

/// Plays a random game and hands each position to the law.
fn along_a_game(
    variant: &'static Variant,
    seed: u64,
    plies: usize,
    mut law: impl FnMut(&Position),
) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut pos = rules::start(variant);
    for _ in 0..plies {
        law(&pos);
        let list = rules::legal_moves(&pos);
        if list.is_empty() {
            return;
        }
        // Captures more often than chance would have them, so that games get somewhere.
        let noisy: Vec<_> = list
            .iter()
            .filter(|mv| rules::is_capture(&pos, **mv))
            .collect();
        let mv = if !noisy.is_empty() && rng.random_ratio(1, 3) {
            *noisy[rng.random_range(0..noisy.len())]
        } else {
            list[rng.random_range(0..list.len())]
        };
        pos = rules::play(&pos, mv);
    }
}

/// The position with colours exchanged and the board turned to match.
fn mirrored(pos: &Position) -> Position {
    let mut state = *pos.state();
    state.side_to_move = !state.side_to_move;
    state.en_passant = Bitboard::EMPTY;
    state.rights = Rights::NONE;
    let mut mirrored = Position::empty(pos.variant());
    for square in pos.occupied() {
        let mut delta = Delta::new(state);
        let at = pos.variant().rules.mirrored(square);
        delta.edit(at, None, pos.at(square).map(Piece::flipped));
        mirrored.apply(&delta);
    }
    for color in Color::ALL {
        for (piece_type, count) in pos.hand(color).iter() {
            let mut delta = Delta::new(state);
            delta.hands.push(HandEdit {
                color: !color,
                piece_type,
                count,
            });
            mirrored.apply(&delta);
        }
    }
    mirrored
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn keys_are_kept_up_to_date(index in 0usize..64, seed: u64) {
        along_a_game(variant(index), seed, 120, |pos| assert_eq!(pos.key(), pos.recomputed_key(), "{}", pos.fen()));
    }

    /// The key asked for before a move is played is that of the position after it, if the move does no more
    /// than such a key can know.
    #[test]
    fn likely_keys_are_those_after_plain_moves(index in 0usize..64, seed: u64) {
        let variant = variant_that(index, is_plain);
        along_a_game(variant, seed, 60, |pos| {
            for mv in rules::legal_moves(pos).iter().filter(|mv| mv.kind() == MoveKind::Normal) {
                let after = rules::play(pos, *mv);
                let plain = after.state().rights == pos.state().rights
                    && after.state().en_passant.is_empty();
                let likely = pos.likely_key(mv.from(), mv.to());
                assert_eq!(likely == after.key(), plain, "{} {mv:?}", pos.fen());
            }
        });
    }

    #[test]
    fn a_fen_read_back_is_the_same_position(index in 0usize..64, seed: u64) {
        let variant = variant(index);
        along_a_game(variant, seed, 120, |pos| {
            if pos.state().mid_turn() {
                return;
            }
            let fen = pos.fen();
            let read = rules::position(pos.variant(), &fen).expect("our own FEN");
            assert_eq!(read.fen(), fen);
            assert_eq!(read.key(), pos.key(), "{} {fen}", variant.name);
            assert_eq!(read.values(), pos.values(), "{} {fen}", variant.name);
            assert_eq!(read.phase(), pos.phase(), "{} {fen}", variant.name);
        });
    }

    #[test]
    fn no_two_moves_share_a_text(index in 0usize..64, seed: u64) {
        along_a_game(variant(index), seed, 80, |pos| {
            let list = rules::legal_moves(pos);
            for mv in &list {
                let read = rules::leg_of_text(pos, &rules::leg_text(pos, *mv));
                assert_eq!(read.as_ref(), Ok(mv), "{}", pos.fen());
            }
            let texts: HashSet<String> = list.iter().map(|mv| rules::leg_text(pos, *mv)).collect();
            assert_eq!(texts.len(), list.len(), "{}", pos.fen());
        });
    }

    /// Moves that are said not to give check give none.
    #[test]
    fn no_check_is_overlooked(index in 0usize..64, seed: u64) {
        along_a_game(variant(index), seed, 80, |pos| {
            let them = !pos.side_to_move();
            with_rules!(pos.variant(), R => {
                let passed = katydid::problem::passed(pos);
                if pos.variant().rules.capabilities.several_legs() || R::is_checked(pos, them) {
                    return;
                }
                let mut watch = R::check_info(&passed);
                watch.in_check |= pos.royals(them).into_iter().any(|king| pos.is_attacked(king, !them));
                for mv in &rules::legal_moves(pos) {
                    let checks = R::is_checked(&R::play(pos, *mv), them);
                    assert!(!checks || R::can_give_check(pos, &watch, *mv), "{} {mv:?}", pos.fen());
                }
            });
        });
    }

    #[test]
    fn counting_listing_and_staging_agree(index in 0usize..64, seed: u64) {
        along_a_game(variant(index), seed, 80, |pos| {
            with_rules!(pos.variant(), R => {
                let mut legal = MoveList::new();
                R::legal(pos, &mut legal);
                if !pos.variant().rules.capabilities.several_legs() {
                    assert_eq!(R::count(pos), legal.len() as u64, "{}", pos.fen());
                }
                let mut staged = MoveList::new();
                R::generate(pos, GenType::Noisy, Bitboard::ALL, &mut staged);
                R::generate(pos, GenType::Quiet, Bitboard::ALL, &mut staged);
                let mut all = MoveList::new();
                R::generate(pos, GenType::All, Bitboard::ALL, &mut all);
                let sorted = |list: &MoveList| {
                    let mut bits: Vec<_> = list.iter().map(|mv| mv.bits()).collect();
                    bits.sort_unstable();
                    bits
                };
                assert_eq!(sorted(&staged), sorted(&all), "{}", pos.fen());
            });
        });
    }

    /// The check info that spares the look at the king must neither let an exposed king through nor forbid
    /// a safe move.
    #[test]
    fn check_info_judges_as_trying_does(index in 0usize..64, seed: u64) {
        along_a_game(variant_that(index, is_judged_after_moves), seed, 100, |pos| {
            with_rules!(pos.variant(), R => {
                let mut all = MoveList::new();
                R::generate(pos, GenType::All, Bitboard::ALL, &mut all);
                let check_info = R::check_info(pos);
                for mv in all.iter().filter(|mv| mv.kind() != MoveKind::Castle) {
                    let after = R::play(pos, *mv);
                    let exposed = R::is_checked(&after, pos.side_to_move());
                    assert_eq!(R::is_legal(pos, &check_info, *mv), !exposed, "{} {mv:?}", pos.fen());
                }
            });
        });
    }

    /// On two boards a move is legal if the king is safe after it, and, where it stands on the board of the move, also
    /// before the moved man has gone over.
    #[test]
    fn moves_on_two_boards_are_judged_twice(index in 0usize..64, seed: u64) {
        along_a_game(variant_that(index, has_two_plain_boards), seed, 100, |pos| {
            with_rules!(pos.variant(), R => {
                let us = pos.side_to_move();
                let mut all = MoveList::new();
                R::generate(pos, GenType::All, Bitboard::ALL, &mut all);
                let check_info = R::check_info(pos);
                let on_board = |mv: &&Move| !matches!(mv.kind(), MoveKind::Castle | MoveKind::Drop);
                for mv in all.iter().filter(on_board) {
                    let after = R::play(pos, *mv);
                    let mut back = Delta::new(*after.state());
                    let moved = after.at(mv.to());
                    back.edit(mv.to(), moved, moved.map(Piece::crossed));
                    let before = after.after(&back);
                    let on_b = pos.board_b().contains(mv.from());
                    let own = before.royals(us).into_iter().filter(|king| before.board_b().contains(*king) == on_b);
                    let exposed = own.into_iter().any(|king| before.is_attacked(king, !us)) || R::is_checked(&after, us);
                    assert_eq!(R::is_legal(pos, &check_info, *mv), !exposed, "{} {mv:?}", pos.fen());
                }
            });
        });
    }

    /// What is good for White is as good for Black on the mirrored board.
    #[test]
    fn the_evaluation_has_no_favourite_colour(index in 0usize..64, seed: u64) {
        along_a_game(variant(index), seed, 120, |pos| {
            let mirrored = mirrored(pos);
            assert_eq!(mirrored.values(), -pos.values(), "{}", pos.fen());
            assert_eq!(eval::evaluate(&mirrored), eval::evaluate(pos), "{}", pos.fen());
        });
    }

    #[test]
    fn undoing_brings_the_record_back(index in 0usize..64, seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Game::new(variant(index));
        let mut fens = vec![game.position().fen()];
        for _ in 0..12 {
            let turns = rules::legal_turns(game.position());
            if turns.is_empty() || turns.len() > 5000 {
                break;
            }
            let turn = turns[rng.random_range(0..turns.len())].clone();
            let text = rules::turn_text(game.position(), &turn);
            let expected = turn.after(game.position()).fen();
            let played = game.play(&text).expect("a legal turn");
            assert_eq!(played.turn, turn);
            let after = played.after.fen();
            assert_eq!(after, expected);
            fens.push(after);
        }
        while game.undo().is_some() {
            fens.pop();
            assert_eq!(Some(&game.position().fen()), fens.last());
        }
        assert_eq!(game.record().occurrences(), 1);
    }
}
