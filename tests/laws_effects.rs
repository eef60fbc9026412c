//! Laws of the games whose moves have effects, tried from random set-ups, where rare things meet.
//! `tests/laws.rs` has the laws of all games.

use katydid::base::{Bitboard, Color, Move, MoveKind, MoveList, PieceType, Square};
use katydid::catalogue::Catalogue;
use katydid::position::Position;
use katydid::rules::{self, Effects, GenType, Rules};
use katydid::variant::Variant;
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;
use std::sync::LazyLock;

static GAMES: LazyLock<Vec<&'static Variant>> = LazyLock::new(|| {
    let catalogue = Catalogue::embedded();
    let extra = [
        "conditions = [\"andernach\", \"circe\"]",
        "conditions = [\"anticirce\", \"einstein\"]",
        "conditions = [\"madrasi\", \"superandernach\", \"circe\"]",
        "conditions = [\"einstein\", \"andernach\", \"circe\"]\ncastling = { rights_return = true }",
        "conditions = [\"anticirce\", \"antiandernach\", \"circe\"]",
        "conditions = [\"andernach\", \"circe\"]",
    ];
    let mixtures = extra.iter().enumerate().map(|(index, conditions)| {
        let parent = [
            "hurdlers",
            "aceg",
            "hurdlers",
            "aceg",
            "hurdlers",
            "demirifle",
        ][index % 6];
        let text = format!("name = \"mixture-{index}\"\ninherits = \"{parent}\"\n{conditions}\n");
        (format!("mixture-{index}.toml"), text)
    });
    catalogue.add_texts(mixtures.collect()).expect("mixtures");
    catalogue
        .names()
        .iter()
        .map(|name| catalogue.variant(name).expect("a variant"))
        .filter(|variant| variant.rules.capabilities.side_effects)
        .collect()
});

/// A random position of a game, if the dice give a legal one.
fn random_position(variant: &'static Variant, rng: &mut ChaCha8Rng) -> Option<Position> {
    let mut board = [[' '; 8]; 8];
    let mut put = |letter: char, color: Color, rng: &mut ChaCha8Rng| {
        let (file, rank) = (rng.random_range(0..8), rng.random_range(0..8));
        if board[rank][file] == ' ' {
            board[rank][file] = match color {
                Color::White => letter,
                Color::Black => letter.to_ascii_lowercase(),
            };
        }
    };
    let men: Vec<char> = (0..variant.rules.piece_types)
        .filter(|index| !variant.rules.royals.contains(PieceType::new(*index)))
        .filter_map(|index| {
            variant.presentation.piece_types[index]
                .letter
                .chars()
                .next()
        })
        .collect();
    for _ in 0..rng.random_range(3..19) {
        let letter = men[rng.random_range(0..men.len())];
        let color = Color::ALL[rng.random_range(0..2)];
        put(letter, color, rng);
    }
    let rook = variant.rules.castlers[0].and_then(|rook| variant.letter_of(rook).chars().next());
    let rook = rook.unwrap_or(men[0]);
    // Half of the kings stand at home with what they need to castle.
    for (color, rank) in [(Color::White, 0), (Color::Black, 7)] {
        let case = |letter: char| match color {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        };
        let row = &mut board[rank];
        if rng.random() {
            row[4] = case('K');
            row[0] = case(rook);
            row[7] = case(rook);
        } else {
            row[rng.random_range(0..8)] = case('K');
        }
    }
    let rows: Vec<String> = board
        .iter()
        .rev()
        .map(|row| {
            row.iter()
                .map(|c| if *c == ' ' { '1' } else { *c })
                .collect()
        })
        .collect();
    let turn = ['w', 'b'][rng.random_range(0..2)];
    rules::position(variant, &format!("{} {turn} KQkq - 0 1", rows.join("/"))).ok()
}

/// Hands a law the positions of a short random game from a random set-up.
fn along(index: usize, seed: u64, mut law: impl FnMut(&Position)) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let variant = GAMES[index % GAMES.len()];
    let Some(mut pos) = (0..50).find_map(|_| random_position(variant, &mut rng)) else {
        return;
    };
    for _ in 0..24 {
        law(&pos);
        let list = rules::legal_moves(&pos);
        if list.is_empty() {
            return;
        }
        pos = rules::play(&pos, list[rng.random_range(0..list.len())]);
    }
}

fn in_check(pos: &Position, color: Color) -> bool {
    let mut state = *pos.state();
    state.side_to_move = color;
    Effects::in_check(&pos.after(&katydid::position::Delta::new(state)))
}

fn pseudo_legal(pos: &Position) -> MoveList {
    let mut list = MoveList::new();
    Effects::generate(pos, GenType::All, Bitboard::ALL, &mut list);
    list
}

fn is_castling(mv: Move) -> bool {
    mv.kind() == MoveKind::Castle
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 160, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn keys_and_fens_stand_for_the_position(index in 0usize..64, seed: u64) {
        along(index, seed, |pos| {
            let fen = pos.fen();
            assert_eq!(pos.key(), pos.recomputed_key(), "{fen}");
            let read = rules::position(pos.variant(), &fen).expect("our own FEN");
            assert_eq!(read.fen(), fen);
            assert_eq!(read.key(), pos.key(), "{fen}");
            assert_eq!(read.values(), pos.values(), "{fen}");
        });
    }

    #[test]
    fn every_move_has_a_text_of_its_own(index in 0usize..64, seed: u64) {
        along(index, seed, |pos| {
            let list = rules::legal_moves(pos);
            let texts: HashSet<String> = list.iter().map(|mv| rules::leg_text(pos, *mv)).collect();
            assert_eq!(texts.len(), list.len(), "{}", pos.fen());
        });
    }

    /// Whatever spares the look at the board after a move must not change the judgement.
    #[test]
    fn moves_are_legal_if_no_own_king_is_attacked_afterwards(index in 0usize..64, seed: u64) {
        along(index, seed, |pos| {
            let check_info = Effects::check_info(pos);
            for mv in pseudo_legal(pos).iter().filter(|mv| !is_castling(**mv)) {
                let after = Effects::play(pos, *mv);
                let safe = !in_check(&after, pos.side_to_move());
                assert_eq!(Effects::is_legal(pos, &check_info, *mv), safe, "{} {mv:?}", pos.fen());
            }
        });
    }

    #[test]
    fn counting_agrees_with_listing(index in 0usize..64, seed: u64) {
        along(index, seed, |pos| {
            let mut list = MoveList::new();
            Effects::legal(pos, &mut list);
            assert_eq!(Effects::count(pos), list.len() as u64, "{}", pos.fen());
        });
    }

    /// Men come from nowhere else than the board, kings stay where the game has them stay, and rights
    /// mean men at home.
    #[test]
    fn deltas_keep_the_board_in_order(index in 0usize..64, seed: u64) {
        along(index, seed, |pos| {
            for mv in rules::legal_moves(pos) {
                let delta = Effects::delta(pos, mv);
                let mut squares = Bitboard::EMPTY;
                for edit in &delta.edits {
                    assert!(!squares.contains(edit.square), "{} {mv:?}", pos.fen());
                    squares |= edit.square.into();
                }
                let after = pos.after(&delta);
                let lost = pos.occupied().count() - after.occupied().count();
                assert!(lost <= 2, "{} {mv:?}", pos.fen());
                for color in Color::ALL {
                    if !pos.variant().rules.any_kings {
                        assert_eq!(after.royals(color).count(), 1, "{} {mv:?}", pos.fen());
                    }
                    let rank = 7 * color as u8;
                    let at_home = after.royals(color).contains(Square::at(4, rank));
                    let any = katydid::position::Rights::all(color);
                    assert!(at_home || !after.state().rights.has_any(any), "{} {mv:?}", pos.fen());
                }
            }
        });
    }
}
