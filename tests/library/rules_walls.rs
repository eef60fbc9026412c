//! Walls and gating: what their rules say, played.

use katydid::rules::{self, Game, Outcome, Reason, leg_of_san, turn_of_san};
use katydid::variant::Variant;
use katydid_trust::games;
use std::sync::Arc;

fn variant(name: &str) -> Arc<Variant> {
    games().variant(name).expect("a game")
}

fn after(name: &str, fen: &str, turns: &str) -> String {
    let pos = rules::position(&variant(name), fen).expect("a position");
    let play = |pos, turn: &str| rules::play_text(&pos, turn).expect(turn);
    turns.split(' ').fold(pos, play).fen()
}

fn refused(name: &str, fen: &str, turn: &str) -> String {
    let pos = rules::position(&variant(name), fen).expect("a position");
    let error = rules::turn_of_text(&pos, turn).expect_err(turn);
    error.to_string()
}

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_duck_moves_in_the_second_part_of_each_turn() {
    let placed = after("duck", CHESS, "e2e4,*@e5 e7e6,*@e3 d2d4,d4a3");
    assert_eq!(
        placed,
        "rnbqkbnr/pppp1ppp/4p3/8/3PP3/*7/PPP2PPP/RNBQKBNR b KQkq - 0 2"
    );
    let blocked = "rnbqkbnr/pppp1ppp/8/4p3/4P3/4*3/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    for (turn, reason) in [
        ("e2e3,*@e5", "no piece on e2"),
        ("d2e3,*@e2", "cannot go to e3"),
        ("d2d4", "the turn is not complete"),
        ("d2d4,*@e3", "empty square now"),
    ] {
        let error = refused("duck", blocked, turn);
        assert!(error.contains(reason), "{turn}: {error}");
    }
    let pos = rules::position(&variant("duck"), blocked).expect("a position");
    let turn = turn_of_san(&pos, "Nf3,*@h5").expect("a turn");
    assert_eq!(rules::turn_text(&pos, &turn), "g1f3,*@h5");
}

/// The duck on the square that a pawn has passed prevents its capture, elsewhere it does not.
#[test]
fn a_duck_on_the_passed_square_prevents_en_passant() {
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    let field = |turn: &str| {
        after("duck", fen, turn)
            .split(' ')
            .nth(3)
            .map(str::to_owned)
    };
    assert_eq!(field("d7d5,*@a1").as_deref(), Some("d6"));
    assert_eq!(field("d7d5,*@d6").as_deref(), Some("-"));
    let taken = after("duck", fen, "d7d5,*@a1 e5d6,*@a2");
    assert!(taken.starts_with("4k3/8/3P4/8/8/8/*7/4K3 b"), "{taken}");
}

#[test]
fn the_capture_of_the_king_ends_a_turn_and_a_side_without_a_move_wins() {
    let duck = variant("duck");
    let mut game = Game::set_up(&duck, Some("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"), []).unwrap();
    game.play("e7e8").expect("the king is captured");
    let white = katydid::base::Color::White;
    assert_eq!(
        game.outcome(),
        Some(Outcome::win(white, Reason::KingsCaptured))
    );
    // All pawns are blocked, one of them by the duck, and so is what stands behind them.
    let stuck = "7k/8/8/8/p1p5/P*P5/PPP5/KB6 w - - 0 1";
    let game = Game::set_up(&duck, Some(stuck), []).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::win(white, Reason::NoMove)));
}

#[test]
fn captors_turn_to_stone_and_kings_capture_nothing() {
    let fen = "4k3/8/8/3p4/8/2N5/4p3/4K3 w - - 0 1";
    let taken = after("petrified", fen, "c3d5");
    assert!(taken.starts_with("4k3/8/8/3*4/8/8/4p3/4K3 b"), "{taken}");
    let error = refused("petrified", fen, "e1e2");
    assert!(error.contains("cannot go to e2"), "{error}");
    // Kings attack nothing, so that they may stand side by side.
    let beside = after("petrified", "8/8/8/3k4/8/3K4/8/8 w - - 0 1", "d3d4");
    assert!(beside.starts_with("8/8/8/3k4/3K4/8/8/8 b"), "{beside}");
}

#[test]
fn a_piece_leaves_a_wall_behind() {
    let trail = after("snailtrail", "6p/7/7/7/7/7/P6 w - - 0 1", "a1b2 g7g6");
    assert_eq!(trail, "6*/6p/7/7/7/1P5/*6 w - - 2 2");
}

const SEIRAWAN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1";

#[test]
fn a_piece_comes_in_where_another_leaves() {
    let entered = after("seirawan", SEIRAWAN, "g1f3h b8c6e");
    assert_eq!(
        entered,
        "rebqkbnr/pppppppp/2n5/8/8/5N2/PPPPPPPP/RNBQKBHR[Eh] w KQBCDFkqcdfg - 2 2"
    );
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1";
    for (turn, rank, rights) in [
        ("e1g1h", "R3HRK1[Ehe]", "Akq"),
        ("h1e1h", "R4RKH[Ehe]", "Akq"),
        ("e1c1e", "2KRE2R[Hhe]", "Hkq"),
        ("a1e1e", "E1KR3R[Hhe]", "Hkq"),
    ] {
        let fen = after("seirawan", castles, turn);
        let rank = format!("r3k2r/8/8/8/8/8/8/{rank} b {rights} - 1 1");
        assert_eq!(fen, rank, "{turn}");
    }
    let pos = rules::position(&variant("seirawan"), castles).expect("a position");
    for (san, text) in [
        ("O-O", "e1g1"),
        ("O-O/He1", "e1g1h"),
        ("O-O/H", "e1g1h"),
        ("O-O/Hh1", "h1e1h"),
        ("Rg1/E", "h1g1e"),
        ("Rg1", "h1g1"),
    ] {
        let leg = leg_of_san(&pos, san).expect(san);
        assert_eq!(rules::leg_text(&pos, leg), text, "{san}");
    }
    // Nothing is left to come in: the marks go, too.
    let last = "r3k2r/8/8/8/8/8/8/R3K2R[Hh] w KQkq - 0 1";
    let fen = after("seirawan", last, "h1g1h");
    assert_eq!(fen, "r3k2r/8/8/8/8/8/8/R3K1RH[h] b Qkq - 1 1");
    let error = refused("seirawan", &fen.replace(" b Qkq", " w Qkq"), "a1b1h");
    assert!(error.contains("'a1b1h'"), "{error}");
}

/// A pinned piece may not move, even if the piece that comes in would stand in its place. Compared with pyffish.
#[test]
fn a_piece_that_comes_in_stops_no_check() {
    let pinned = "k7/8/8/8/8/8/8/r2NK3[Hh] w DE - 0 1";
    let pos = rules::position(&variant("seirawan"), pinned).expect("a position");
    assert!(rules::play_text(&pos, "d1c3h").is_err());
    assert!(rules::play_text(&pos, "d1c3").is_err());
}

#[test]
fn s_house_drops_what_it_captures() {
    let fen = "4k3/8/8/3p4/8/2N5/8/4K3[H] w E - 0 1";
    let taken = after("shouse", fen, "c3d5 e8d8 P@e4");
    assert!(
        taken.starts_with("3k4/8/8/3N4/4P3/8/8/4K3[H] b E"),
        "{taken}"
    );
    let error = refused("seirawan", fen, "H@e4");
    assert!(error.contains("'H@e4'"), "{error}");
}
