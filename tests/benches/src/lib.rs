//! Positions and acts that both benchmarks measure.
//!
//! `speed` (divan) measures time, to be quoted as a ratio to another engine run beside it on the same
//! machine; `instructions` (gungraun under valgrind) counts instructions, which do not depend on what
//! else the machine does.

use katydid::base::{Bitboard, MoveList};
use katydid::catalogue::Catalogue;
use katydid::position::Position;
use katydid::rules::{self, GenType, Rules};
use katydid::with_rules;

/// Variant and a typical middle-game position of it (`None`: the start position).
pub const POSITIONS: &[(&str, Option<&str>)] = &[
    (
        "chess",
        Some("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 4 9"),
    ),
    (
        "grasshopper",
        Some("rnbqkbnr/ggggg2g/1ppp1ppp/p3p2g/G2P1G1P/PPP1PPP1/1GGGGKgG/RNBQ1BNR w kq - 0 6"),
    ),
    (
        "demichess",
        Some("s2oklcs/ppc2ppp/2p1p3/3p4/2PPl3/1P2PC2/P4PPP/S1LOKLCS w KQkq - 2 8"),
    ),
    (
        "demirifle-fide",
        Some("r3k2r/ppp2ppp/2npbq2/2b1p3/4P3/2CP1C2/PPP2PPP/S1LOKL1S w KQkq - 2 8"),
    ),
    (
        "ag",
        Some("rnbqkbnr/aaaaa2a/1ppp1ppp/p3p2a/A2P1A1P/PPP1PPP1/1AAAAKaA/RNBQ1BNR w kq - 0 6"),
    ),
    (
        "andernach",
        Some("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 4 9"),
    ),
    (
        "circe",
        Some("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 4 9"),
    ),
];

/// The position of an entry of [`POSITIONS`].
///
/// # Panics
/// If there is no such variant or position: the table above is wrong then.
pub fn position(variant: &str, fen: Option<&str>) -> Position {
    let variant = Catalogue::new()
        .variant(variant)
        .expect("an embedded variant");
    fen.map_or_else(
        || rules::start(&variant),
        |fen| rules::position(&variant, fen).expect("a position"),
    )
}

/// The middle-game position of a variant of [`POSITIONS`].
///
/// # Panics
/// If the variant has none.
pub fn middle_game(variant: &str) -> Position {
    let (_, fen) = POSITIONS
        .iter()
        .find(|entry| entry.0 == variant)
        .expect("a listed variant");
    let pos = position(variant, *fen);
    // Whatever is set up on first use has been set up before anything is measured.
    std::hint::black_box((apply(&pos), attacks(&pos), evaluate(&pos)));
    pos
}

/// Lists the legal moves and counts them.
pub fn generate(pos: &Position) -> usize {
    let mut list = MoveList::new();
    with_rules!(pos.variant(), R => R::legal(pos, &mut list));
    list.len()
}

/// Counts the legal moves as perft counts the leaves: without listing them, where that is possible.
pub fn count(pos: &Position) -> u64 {
    with_rules!(pos.variant(), R => R::count(pos))
}

/// Lists the legal moves and counts them; each is worked out before it is judged. Only for games with side effects, in which no
/// king castles.
pub fn generate_drafted(pos: &Position) -> usize {
    let mut list = MoveList::new();
    with_rules!(pos.variant(), R => {
        R::generate(pos, GenType::All, Bitboard::ALL, &mut list);
        let check_info = R::check_info(pos);
        list.retain(|mv| R::is_safe_after(pos, &check_info, &R::delta(pos, *mv)));
    });
    list.len()
}

/// Plays every legal move and mixes the keys.
pub fn apply(pos: &Position) -> u64 {
    let mut list = MoveList::new();
    with_rules!(pos.variant(), R => {
        R::legal(pos, &mut list);
        list.iter().fold(0, |mixed, mv| mixed ^ R::play(pos, *mv).key())
    })
}

/// Asks of every square whether each side attacks it.
pub fn attacks(pos: &Position) -> u32 {
    let squares = pos.variant().rules.board.squares();
    squares
        .into_iter()
        .map(|square| {
            let [white, black] =
                katydid::base::Color::ALL.map(|color| u32::from(pos.is_attacked(square, color)));
            white + black
        })
        .sum()
}

/// The static evaluation.
pub fn evaluate(pos: &Position) -> i32 {
    katydid::eval::evaluate(pos)
}
