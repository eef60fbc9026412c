//! What the evaluation terms of the evaluation count, in positions where a player would see it.

use katydid::eval::Trace;
use katydid::rules;
use katydid::variant::{Variant, WeightKey, term};
use katydid_trust::games;
use std::sync::Arc;

fn game(name: &str) -> Arc<Variant> {
    games().variant(name).expect("a game")
}

/// How many of what a weight counts White has more than Black.
fn count(game: &Arc<Variant>, weight: impl Into<WeightKey>, fen: &str) -> i32 {
    let pos = rules::position(game, fen).expect(fen);
    Trace::of(&pos).count(weight)
}

/// The weight of a piece of chess.
fn of(letter: &str, term: katydid::variant::Term) -> WeightKey {
    term.of(game("chess").type_of_letter(letter).expect("a piece"))
}

#[test]
fn pawns_beside_behind_and_before_each_other() {
    let chess = game("chess");
    let fen = "4k3/8/8/8/3P4/2P1P3/8/4K3 w - - 0 1";
    assert_eq!(count(&chess, term::SUPPORTED_PAWN, fen), 1, "d4");
    assert_eq!(count(&chess, term::PHALANX_PAWN, fen), 0);
    let fen = "4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1";
    assert_eq!(count(&chess, term::PHALANX_PAWN, fen), 2);
    assert_eq!(count(&chess, term::SUPPORTED_PAWN, fen), 0);
    // The pawn of d3 stays behind its neighbours, and that of c5 or e5 keeps it there.
    let fen = "4k3/8/8/2p5/2P1P3/3P4/8/4K3 w - - 0 1";
    assert_eq!(count(&chess, term::BACKWARD_PAWN, fen), 1);
    // Nothing keeps it there, or a neighbour is behind it still, or it has no neighbours.
    for free in [
        "4k3/8/8/8/2P1P3/3P4/8/4K3 w - - 0 1",
        "4k3/8/8/2p5/4P3/2PP4/8/4K3 w - - 0 1",
        "4k3/8/8/2p5/8/3P4/8/4K3 w - - 0 1",
    ] {
        assert_eq!(count(&chess, term::BACKWARD_PAWN, free), 0, "{free}");
    }
}

#[test]
fn pawns_seen_from_the_kings() {
    let chess = game("chess");
    let counts = |terms: &[katydid::variant::Term], fen: &str| -> Vec<i32> {
        terms.iter().map(|term| count(&chess, *term, fen)).collect()
    };
    let home = [
        term::HOME_PAWN_0,
        term::HOME_PAWN_1,
        term::HOME_PAWN_2,
        term::HOME_PAWN_3,
    ];
    let storm = [
        term::STORM_PAWN_0,
        term::STORM_PAWN_1,
        term::STORM_PAWN_2,
        term::STORM_PAWN_3,
    ];
    let cover = [
        term::COVER_PAWN_1,
        term::COVER_PAWN_2,
        term::COVER_PAWN_3,
        term::COVER_PAWN_FAR,
    ];
    // The king on g1 has pawns on f2, g2, h3 and h5 at hand; those of a4, d4 and e4 are far from him. The other one stands on b8.
    let fen = "1k6/8/8/7P/P2PP3/7P/5PP1/6K1 w - - 0 1";
    assert_eq!(counts(&home, fen), [1, 3, 1, 1]);
    assert_eq!(counts(&storm, fen), [0, 1, 1, 1]);
    assert_eq!(counts(&cover, fen), [2, 1, 0, 1]);
    // Seen from Black the same, and pawns behind their king cover nothing.
    let fen = "6k1/5pp1/7p/p2pp3/7p/8/8/1K6 w - - 0 1";
    assert_eq!(counts(&home, fen), [-1, -3, -1, -1]);
    assert_eq!(counts(&storm, fen), [0, -1, -1, -1]);
    assert_eq!(counts(&cover, fen), [-2, -1, 0, -1]);
    assert_eq!(counts(&cover, "1k6/8/8/6K1/6P1/8/8/8 w - - 0 1"), [0; 4]);
}

#[test]
fn posts_of_pieces() {
    let chess = game("chess");
    let outpost = |fen: &str| count(&chess, of("N", term::OUTPOST), fen);
    assert_eq!(outpost("4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1"), 1);
    assert_eq!(outpost("4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1"), 0, "c6");
    assert_eq!(outpost("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1"), 0, "no pawn");
    assert_eq!(outpost("4k3/8/8/8/3N4/4P3/8/4K3 w - - 0 1"), 0, "too near");
    assert_eq!(outpost("4k3/8/8/4p3/3n4/8/8/4K3 b - - 0 1"), -1);
    let files = |fen: &str| {
        [term::OPEN_FILE, term::HALF_OPEN_FILE].map(|term| count(&chess, of("R", term), fen))
    };
    assert_eq!(files("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), [1, 0]);
    assert_eq!(files("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1"), [0, 1]);
    assert_eq!(files("4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1"), [0, 0]);
    let pair = |fen: &str| count(&chess, of("B", term::BOTH_SQUARE_COLOURS), fen);
    assert_eq!(pair("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1"), 1);
    assert_eq!(pair("4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1"), 0);
    assert_eq!(pair("2b1kb2/8/8/8/8/8/8/2B1KB2 w - - 0 1"), 0);
}

#[test]
fn room_and_kings_without_pawns() {
    let chess = game("chess");
    // The knight in the corner has two squares, of which the pawn of c4 attacks one.
    let fen = "4k3/8/8/8/2p5/8/8/N3K3 w - - 0 1";
    assert_eq!(count(&chess, of("N", term::LEAP_MOBILITY), fen), 1);
    assert_eq!(count(&chess, of("N", term::CRAMPED), fen), 3);
    // Danger is counted where somebody attacks: the files e and f are open at the king of f8, not g.
    let pos = rules::position(&chess, "5k2/6p1/8/8/8/8/8/K3R3 w - - 0 1").expect("a position");
    let trace = Trace::of(&pos);
    let units = &trace.dangers.first().expect("a danger").units;
    assert!(units.contains(&(term::OPEN_KING.into(), 2)), "{units:?}");
    let rook = chess.type_of_letter("R").expect("a piece");
    assert!(
        units.contains(&(term::LINE_ATTACKER.of(rook), 1)),
        "{units:?}"
    );
}

/// What the rules of a game hold for a piece: it is shot, it rises again, it stands still.
#[test]
fn fates_of_pieces() {
    let rifle = game("demirifle");
    // The snail shoots straight ahead, one square or two; the enemy crab is in its range, then the pawn.
    let shot = |fen: &str| [term::SHOT_PIECE, term::SHOT_PAWN].map(|term| count(&rifle, term, fen));
    assert_eq!(shot("4k3/8/8/8/c7/8/S7/4K3 w - - 0 1"), [1, 0]);
    assert_eq!(shot("4k3/8/8/8/8/p7/S7/4K3 w - - 0 1"), [0, 1]);
    assert_eq!(shot("4k3/8/8/8/8/8/S7/3cK3 w - - 0 1"), [0, 0]);
    assert_eq!(
        shot("4k3/8/8/s7/8/S7/8/4K3 w - - 0 1"),
        [0, 0],
        "each other"
    );
    // The knight of c3 would be reborn on g1, which is empty or not.
    let circe = game("circe");
    let knight = term::RISES.of(circe.type_of_letter("N").expect("a piece"));
    let rises = |fen: &str| count(&circe, knight, fen);
    assert_eq!(rises("4k3/8/5b2/8/8/2N5/8/4K3 w - - 0 1"), 1);
    assert_eq!(rises("4k3/8/5b2/8/8/2N5/8/4K1R1 w - - 0 1"), 0);
    assert_eq!(
        rises("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1"),
        0,
        "nobody attacks it"
    );
    // Both rooks stand still, and the bishop goes where it likes.
    let madrasi = game("madrasi");
    let rook = term::STANDS_STILL.of(madrasi.type_of_letter("R").expect("a piece"));
    assert_eq!(count(&madrasi, rook, "4k3/8/8/8/r6R/8/8/4K2B w - - 0 1"), 0);
    let fen = "4k3/8/8/8/r6R/8/8/R3K3 w - - 0 1";
    assert_eq!(count(&madrasi, rook, fen), 1, "two of them against one");
}

#[test]
fn colour_bound_pieces_and_those_that_slide_along_files_are_known_by_their_moves() {
    let letters = |name: &str| {
        let variant = game(name);
        let tables = &variant.tables;
        [tables.color_bound, tables.file_sliders].map(|pieces| {
            pieces
                .iter()
                .map(|piece| variant.letter_of(piece))
                .collect::<Vec<_>>()
                .join(" ")
        })
    };
    assert_eq!(letters("chess"), ["B", "R Q"].map(str::to_owned));
    assert_eq!(
        letters("grasshopper")[0],
        "B",
        "grasshoppers change square colours"
    );
}
