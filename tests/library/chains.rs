//! Betza's letters for captures on the way (`c` before `a`), of pieces of the own side (`d`), hops over these alone and tame captures (`t`),
//! and captured pieces that are put down (`u`). The moves are worked out by hand from their definitions.

use katydid::catalogue::Catalogue;
use katydid::position::Position;
use katydid::rules::{self, Game};

/// The game of chess in which X has a movement, in a position.
fn set_up(movement: &str, fen: &str) -> Position {
    let text = format!(
        "name = \"mine\"\ninherits = \"chess\"\n[[piece]]\nletter = \"X\"\nmovement = \"{movement}\"\n[ends]\ndead = \"\"\n"
    );
    let games = Catalogue::new();
    let added = games.add_texts(vec![("mine.toml".to_owned(), text)]);
    added.unwrap_or_else(|error| panic!("{movement}: {error}"));
    let game = games.variant("mine").expect("the game");
    rules::position(&game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The texts of all moves of the piece on a square, sorted.
fn moves(pos: &Position, from: &str) -> String {
    let legs = rules::legal_moves_from(pos, from.parse().expect("a square"));
    let mut texts: Vec<String> = legs.iter().map(|leg| rules::leg_text(pos, *leg)).collect();
    texts.sort();
    texts.join(" ")
}

/// The placement after a turn.
fn after(pos: &Position, turn: &str) -> String {
    let next = rules::play_text(pos, turn).unwrap_or_else(|error| panic!("{error}"));
    next.placement()
}

fn check(movement: &str, fen: &str, from: &str, expected: &str, played: &[(&str, &str)]) {
    let pos = set_up(movement, fen);
    assert_eq!(moves(&pos, from), expected, "{movement} in {fen}");
    for (turn, placement) in played {
        assert_eq!(after(&pos, turn), *placement, "{movement}: {turn}");
    }
}

/// `caK`: one step onto an enemy, which is captured, then one step in any direction but back.
#[test]
fn a_capture_on_the_way() {
    check(
        "fcaK",
        "4k3/8/8/4n3/4p3/4X3/8/K7 w - - 0 1",
        "e3",
        "e3d3 e3d4 e3d5 e3e5 e3f3 e3f4 e3f5",
        &[
            ("e3d3", "4k3/8/8/4n3/8/3X4/8/K7"),
            ("e3e5", "4k3/8/8/4X3/8/8/8/K7"),
        ],
    );
    // A piece of its own side is not captured, and nothing is there to capture on an empty square.
    check("caK", "4k3/8/8/8/4P3/4X3/8/K7 w - - 0 1", "e3", "", &[]);
}

/// The Lion of Chu Shogi: two king's steps in any directions, each of which may capture, and a leap to where they lead.
#[test]
fn the_lion_captures_twice_and_without_moving() {
    let lion = "KNADcaKcabK";
    let fen = "4k3/8/8/8/8/1p6/Xp6/7K w - - 0 1";
    check(
        lion,
        fen,
        "a2",
        "a2a1/- a2a1/b2 a2a2/b2 a2a2/b3 a2a3/- a2a3/b2 a2a3/b3 a2a4/- a2a4/b3 a2b1/- a2b1/b2 a2b2/- a2b2/b3 a2b3/- a2b3/b2 \
         a2b4/- a2b4/b3 a2c1/- a2c1/b2 a2c2/- a2c2/b2 a2c2/b3 a2c3/- a2c3/b2 a2c3/b3 a2c4/- a2c4/b3",
        &[
            ("a2a2/b3", "4k3/8/8/8/8/8/Xp6/7K"),
            ("a2b3/b2", "4k3/8/8/8/8/1X6/8/7K"),
            ("a2c4/b3", "4k3/8/8/8/2X5/8/1p6/7K"),
        ],
    );
}

/// A king is in check by a capture on the way as by any other, and such a check is met by the capture, by leaving, or by a piece that the
/// chain cannot capture.
#[test]
fn captures_on_the_way_give_check_and_mate() {
    // The king next to a locust that needs an empty square behind it: f8 stands at the edge, e8 has d8 and others behind.
    let pos = set_up("cafK", "8/4k3/4X3/8/8/8/8/K7 b - - 0 1");
    assert!(rules::in_check(&pos));
    assert_eq!(moves(&pos, "e7"), "e7d8 e7e6 e7e8 e7f8");
    let edge = set_up("cafK", "4k3/4X3/8/8/8/8/8/K7 b - - 0 1");
    assert!(!rules::in_check(&edge));
    let text = "name = \"mine\"\ninherits = \"chess\"\n[[piece]]\nletter = \"X\"\nmovement = \"mWcaK\"\n[ends]\ndead = \"\"\n";
    let games = Catalogue::new();
    games
        .add_texts(vec![("mine.toml".to_owned(), text.to_owned())])
        .expect("a game");
    let game = games.variant("mine").expect("the game");
    // On g7 the locust attacks g8, f8, h8, f7 and h7; the rook guards it.
    let mut play = Game::set_up(&game, Some("6k1/8/6X1/8/8/8/8/K5R1 w - - 0 1"), []).unwrap();
    play.play("g6g7").expect("a quiet step");
    let end = play.outcome().expect("mate");
    assert_eq!(end.winner, Some(katydid::base::Color::White));
}

/// `d`: captures pieces of its own side, alone or besides; never a royal one.
#[test]
fn captures_of_the_own_side() {
    let fen = "4k3/8/8/3pP3/3XP3/3P4/8/3K4 w - - 0 1";
    check(
        "dK",
        fen,
        "d4",
        "d4d3 d4e4 d4e5",
        &[("d4d3", "4k3/8/8/3pP3/4P3/3X4/8/3K4")],
    );
    check(
        "mdW",
        fen,
        "d4",
        "d4c4 d4d3 d4e4",
        &[("d4e4", "4k3/8/8/3pP3/4X3/3P4/8/3K4")],
    );
    check("mcdW", fen, "d4", "d4c4 d4d3 d4d5 d4e4", &[]);
    check("dR", "4k3/8/8/8/8/3X4/8/3K4 w - - 0 1", "d3", "", &[]);
    // On the way: the piece of its own side leaves the board, then one step straight on.
    check(
        "dafW",
        fen,
        "d4",
        "d4d2 d4f4",
        &[("d4f4", "4k3/8/8/3pP3/5X2/3P4/8/3K4")],
    );
}

/// `t` beside `p` or `g` before `a`: hops over pieces of its own side alone. In a last leg: captures everything but kings.
#[test]
fn hops_over_the_own_side_and_tame_captures() {
    let fen = "4k3/8/3p4/3p4/1pPXPp2/3P4/8/3K4 w - - 0 1";
    check("tpafR", fen, "d4", "d4b4 d4d2 d4f4", &[]);
    check("tgafR", fen, "d4", "d4b4 d4d2 d4f4", &[]);
    check("pafR", fen, "d4", "d4b4 d4d2 d4d6 d4f4", &[]);
    let pos = set_up("tR", "4k3/4p3/8/8/4X3/8/8/K7 w - - 0 1");
    assert!(moves(&pos, "e4").contains("e4e7"));
    let pos = set_up("tR", "4k3/8/8/8/4X3/8/8/K7 b - - 0 1");
    assert!(!rules::in_check(&pos), "tame pieces give no check");
    let pos = set_up("R", "4k3/8/8/8/4X3/8/8/K7 b - - 0 1");
    assert!(rules::in_check(&pos));
}

/// `u`: the piece that the term captures is put down on the square where the leg with `u` begins.
#[test]
fn captured_pieces_are_put_down() {
    // Changes places with an enemy or with a piece of its own side.
    check(
        "ucR",
        "4k3/8/3n4/8/3X1P2/8/8/3K4 w - - 0 1",
        "d4",
        "d4d6",
        &[("d4d6", "4k3/8/3X4/8/3n1P2/8/8/3K4")],
    );
    check(
        "udR",
        "4k3/8/3n4/8/3X1P2/8/8/3K4 w - - 0 1",
        "d4",
        "d4d1 d4f4",
        &[
            ("d4f4", "4k3/8/3n4/8/3P1X2/8/8/3K4"),
            ("d4d1", "4k3/8/3n4/8/3K1P2/8/8/3X4"),
        ],
    );
    // An enemy king changes no place, and this is no check.
    let pos = set_up("ucR", "3k4/8/8/8/3X4/8/8/3K4 b - - 0 1");
    assert!(!rules::in_check(&pos));
    // Over empty squares to one beside, then onto a piece of its own side, which comes to that square.
    check(
        "fafudR",
        "7k/3P4/8/8/3X4/8/8/3K4 w - - 0 1",
        "d4",
        "d4d7/d5 d4d7/d6",
        &[("d4d7/d6", "7k/3X4/3P4/8/8/8/8/3K4")],
    );
    // What is captured with the first step stays where it was: a hop over an enemy alone.
    check(
        "cafumW",
        "4k3/8/8/3n4/2PX4/8/8/3K4 w - - 0 1",
        "d4",
        "d4d6",
        &[("d4d6", "4k3/8/3X4/3n4/2P5/8/8/3K4")],
    );
}

/// Two pieces captured in one move come both to the hand; a swap is no capture.
#[test]
fn hands_and_clocks() {
    let text = "name = \"mine\"\ninherits = \"crazyhouse\"\nwithout = \"N\"\nstart = \"r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R[] w KQkq - 0 1\"\n\
[[piece]]\nletter = \"X\"\nmovement = \"KcaKudN\"\n[pawns]\npromotion = \"QRB\"\n[drops]\nhand = \"PBRQ\"\n";
    let games = Catalogue::new();
    games
        .add_texts(vec![("mine.toml".to_owned(), text.to_owned())])
        .expect("a game");
    let game = games.variant("mine").expect("the game");
    let pos =
        rules::position(&game, "4k3/8/8/3r4/3b4/3X4/5P2/4K3[] w - - 7 9").expect("a position");
    let next = rules::play_text(&pos, "d3d5/d4").expect("two captures");
    assert_eq!(next.fen(), "4k3/8/8/3X4/8/8/5P2/4K3[BR] b - - 0 9");
    let next = rules::play_text(&pos, "d3f2").expect("a swap");
    assert_eq!(next.fen(), "4k3/8/8/3r4/3b4/3P4/5X2/4K3[] b - - 8 9");
}
