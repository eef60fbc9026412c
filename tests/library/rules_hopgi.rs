//! Hopgi, sentence by sentence: small positions, a turn, and what must come of it.

use katydid::position::Position;
use katydid::rules::{
    self, Game, Outcome, Reason, legal_turns, play_text, turn_of_text, turn_text,
};
use katydid::variant::Variant;
use katydid_trust::games;
use std::collections::BTreeMap;
use std::sync::Arc;

fn variant() -> Arc<Variant> {
    games().variant("hopgi").expect("an embedded game")
}

/// The FEN of pieces written as letter and square (`Pf2 +rb3`), with hands and the side to move.
fn fen(pieces: &str, hands: &str, side: char) -> String {
    let placed: BTreeMap<&str, &str> = pieces
        .split_whitespace()
        .map(|piece| {
            let (letter, square) = piece.split_at(piece.len() - 2);
            (square, letter)
        })
        .collect();
    let holes = ["a1", "b1", "a2", "b2", "a5", "e1"];
    let row = |rank: u8| -> String {
        (b'a'..=b'g')
            .map(|file| {
                let square = format!("{}{rank}", file as char);
                let empty = if holes.contains(&square.as_str()) {
                    "*"
                } else {
                    "1"
                };
                (*placed.get(square.as_str()).unwrap_or(&empty)).to_owned()
            })
            .collect()
    };
    let rows: Vec<String> = (1..=7).rev().map(row).collect();
    format!("{}[{hands}] {side} - - 0 1", rows.join("/"))
}

fn set_up(pieces: &str, hands: &str, side: char) -> Position {
    rules::position(&variant(), &fen(pieces, hands, side)).expect("a position of the game")
}

/// The texts of all turns.
fn texts(pos: &Position) -> Vec<String> {
    let turns = legal_turns(pos);
    turns.iter().map(|turn| turn_text(pos, turn)).collect()
}

/// The arrival squares of the piece on a square, by first legs; promotions marked.
fn arrivals(pos: &Position, from: &str) -> Vec<String> {
    let mut found: Vec<String> = texts(pos)
        .into_iter()
        .filter(|text| text.starts_with(from))
        .map(|text| text.split(',').next().unwrap_or_default()[2..].to_owned())
        .collect();
    found.sort();
    found.dedup();
    found
}

/// The texts of all turns that begin with a leg.
fn turns_after(pos: &Position, leg: &str) -> Vec<String> {
    let mut found: Vec<String> = texts(pos)
        .into_iter()
        .filter(|text| text.starts_with(leg))
        .collect();
    found.sort();
    found
}

/// The first fields of the FEN after a turn: placement with hands, and the side to move.
fn after(pos: &Position, text: &str) -> String {
    let next = play_text(pos, text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(next.key(), next.recomputed_key(), "{text}");
    next.fen().split(' ').take(2).collect::<Vec<_>>().join(" ")
}

fn complaint(pos: &Position, text: &str) -> String {
    turn_of_text(pos, text)
        .expect_err("an illegal turn")
        .to_string()
}

/// Quiet squares of the pawn alone, then its captures when enemies stand all around.
fn pawn(letter: &str, square: &str) -> (Vec<String>, Vec<String>) {
    let side = if letter == "P" { 'w' } else { 'b' };
    // Kings far enough away never to be next to the pawn.
    let kings = if square == "f3" || square == "f2" {
        "Wa7 wa3"
    } else {
        "Wg1 wd1"
    };
    let lone = set_up(&format!("{letter}{square} {kings}"), "", side);
    let quiet = arrivals(&lone, square);
    let bytes = square.as_bytes();
    let enemy = if letter == "P" { "p" } else { "P" };
    let mut pieces = format!("{letter}{square} {kings}");
    for (file, rank) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
        let at = format!(
            "{}{}",
            (bytes[0] as i8 + file) as u8 as char,
            (bytes[1] as i8 + rank) as u8 as char
        );
        pieces.extend([" ", enemy, &at]);
    }
    let crowded = set_up(&pieces, "", side);
    let near = |to: &String| {
        let to = to.as_bytes();
        to[0].abs_diff(bytes[0]) + to[1].abs_diff(bytes[1]) == 1
    };
    let captures = arrivals(&crowded, square)
        .into_iter()
        .filter(near)
        .collect();
    (quiet, captures)
}

#[test]
fn pawns_go_as_in_the_inventors_diagrams() {
    let diagrams = [
        ("P", "f2", "e3 g3", "f3"),
        ("P", "c6", "b5 b7", "b6"),
        ("P", "f6", "e5 e7 g7", "e6 f7"),
        ("p", "b6", "c5 c7", "c6"),
        ("p", "f6", "e5 g5 g7", "f5 g6"),
        ("p", "f3", "e2 g2", "f2"),
    ];
    for (letter, square, quiet, captures) in diagrams {
        let found = pawn(letter, square);
        assert_eq!(found.0.join(" "), quiet, "{letter}{square} moves");
        assert_eq!(found.1.join(" "), captures, "{letter}{square} captures");
    }
}

#[test]
fn kings_step_and_every_piece_hops() {
    let pos = set_up("Wd4 wg7", "", 'w');
    assert_eq!(arrivals(&pos, "d4"), ["c4", "d3", "d5", "e4"]);
    let pos = set_up("Fd4 wg7", "", 'w');
    assert_eq!(arrivals(&pos, "d4"), ["c3", "c5", "e3", "e5"]);
    // Hurdles of both colours, a quiet landing, a capture, and an own piece that is no target.
    let pos = set_up("Wd4 Pd5 pe4 rc6 Pe6 wg7", "", 'w');
    assert_eq!(arrivals(&pos, "d4"), ["c4", "c6", "d3", "e4", "f3", "f5"]);
    let pos = set_up("+Pd4 pd5 Wg1 wa7", "", 'w');
    assert_eq!(
        arrivals(&pos, "d4"),
        ["c3", "c5", "c6", "d5", "e3", "e5", "e6"]
    );
}

#[test]
fn sliders_reach_three_squares() {
    let pos = set_up("Ra7 Wg1 wd1", "", 'w');
    assert_eq!(arrivals(&pos, "a7"), ["a6+", "b7+", "c7+", "d7+"]);
    let pos = set_up("+Bc3 Wg1 wd1", "", 'w');
    assert_eq!(
        arrivals(&pos, "c3"),
        ["b3", "b4", "c2", "c4", "d2", "d3", "d4", "e5", "f6"]
    );
    let pos = set_up("+Rd4 Wg1 wg7", "", 'w');
    assert_eq!(arrivals(&pos, "d4").len(), 3 * 4 + 4);
}

#[test]
fn nothing_passes_the_closed_corner_in_either_direction() {
    for (from, to) in [("b3", "c2"), ("c2", "b3")] {
        for letter in ["F", "+P", "B", "+R"] {
            let pos = set_up(&format!("{letter}{from} Wg5 wg7"), "", 'w');
            let found = arrivals(&pos, from);
            assert!(!found.iter().any(|at| at == to), "{letter}{from} {found:?}");
        }
    }
    // Slides through the corner: a4-b3-c2-d1 and back.
    let pos = set_up("Ba4 Wg5 wg7", "", 'w');
    assert_eq!(arrivals(&pos, "a4"), ["b3+", "b5+", "c6+", "d7+"]);
    let pos = set_up("Bd1 Wg5 wg7", "", 'w');
    assert_eq!(arrivals(&pos, "d1"), ["c2", "e2", "f3", "g4"]);
    // Hops whose diagonal leg would cross it: b4 over b3 to c2, and d2 over c2 to b3.
    let pos = set_up("Wb4 pb3 wg7", "", 'w');
    assert!(!arrivals(&pos, "b4").contains(&"c2".to_owned()));
    let pos = set_up("Wd2 pc2 wg7", "", 'w');
    assert!(!arrivals(&pos, "d2").contains(&"b3".to_owned()));
    // A hop beside the corner is open: c3 over b3 to a4, c3 over c2 to d1.
    let pos = set_up("Wc3 pb3 pc2 wg7", "", 'w');
    let found = arrivals(&pos, "c3");
    assert!(
        found.contains(&"a4".to_owned()) && found.contains(&"d1".to_owned()),
        "{found:?}"
    );
    // Straight steps and drops next to it are free.
    let pos = set_up("Wb3 wg7", "R", 'w');
    assert!(arrivals(&pos, "b3").contains(&"c3".to_owned()));
    assert!(after(&pos, "R@c2").contains("/**R4/"));
    let pos = set_up("Wc2 wg7", "R", 'w');
    assert!(after(&pos, "R@b3").contains("/1R5/"));
    let pos = set_up("Pc2 Wg5 wg7", "", 'w');
    assert_eq!(arrivals(&pos, "c2"), ["d3"]);
}

#[test]
fn promotion_is_forced_on_entering_and_on_leaving_the_zone() {
    // Entering by a step, by a capture, by a hop.
    let pos = set_up("Pb3 Wg5 wg7", "", 'w');
    assert_eq!(arrivals(&pos, "b3"), ["a4+"]);
    let pos = set_up("Pb4 pa4 Wg5 wg7", "", 'w');
    assert_eq!(arrivals(&pos, "b4"), ["a3+", "a4+"]);
    assert_eq!(after(&pos, "b4a4"), "6w/7/*5W/+P6/7/**5/**2*2[P] b");
    let pos = set_up("Pc4 rb4 Wg5 wg7", "", 'w');
    assert!(arrivals(&pos, "c4").contains(&"a3+".to_owned()));
    // Leaving: a dropped piece promotes when it moves, and may be written without the sign.
    let pos = set_up("Ra7 Wg5 wg7", "", 'w');
    assert_eq!(after(&pos, "a7b7"), after(&pos, "a7b7+"));
    assert!(after(&pos, "a7b7").starts_with("1+R4w/"));
    // Black's zone is the other one; kings and promoted pieces have nothing to become.
    let pos = set_up("rf2 pc2 wg6 Wa7 Fb3", "", 'b');
    assert_eq!(
        arrivals(&pos, "f2"),
        ["d2", "e2", "f1+", "f3", "f4", "f5", "g2"]
    );
    let pos = set_up("+Pb4 Wa6 wg7", "", 'w');
    assert_eq!(arrivals(&pos, "b4"), ["a3", "c3", "c5"]);
    assert!(arrivals(&pos, "a6").contains(&"a7".to_owned()));
    // The enemy's zone is nothing special.
    let pos = set_up("Pc2 Rf2 Wa7 wg7", "", 'w');
    assert!(arrivals(&pos, "f2").contains(&"f1".to_owned()));
}

#[test]
fn drops_never_promote_but_the_next_move_does() {
    let pos = set_up("Wg1 wd1", "P", 'w');
    let next = play_text(&pos, "P@a4").unwrap();
    assert!(next.fen().starts_with("7/7/*6/P6/"), "{}", next.fen());
    let waited = play_text(&next, "d1c1").unwrap();
    // From a4 a white pawn's forward is off the board: it can only hop.
    assert_eq!(arrivals(&waited, "a4"), Vec::<String>::new());
    let pos = set_up("Ba4 Wg1 wd1", "", 'w');
    assert_eq!(arrivals(&pos, "a4"), ["b3+", "b5+", "c6+", "d7+"]);
}

#[test]
fn captured_pieces_are_demoted_and_change_sides() {
    let pos = set_up("Rd4 +rd5 Wg1 wa7", "Pp", 'w');
    assert!(after(&pos, "d4d5").contains("[RPp] b"));
    let pos = set_up("+rd4 +Pd5 Wg1 wa7", "R", 'b');
    assert!(after(&pos, "d4d5").contains("[Rp] w"));
    // Kings go to nobody's hand.
    let pos = set_up("Rd4 wd5 fa7 Wg1", "", 'w');
    assert!(after(&pos, "d4d5").contains("[] b"));
}

#[test]
fn drops_go_to_every_empty_square() {
    let pos = set_up("Wg1 wd1", "RRP", 'w');
    let drops: Vec<String> = texts(&pos)
        .into_iter()
        .filter(|text| text.contains('@'))
        .collect();
    assert_eq!(drops.len(), 2 * 41);
    assert!(after(&pos, "R@a3").ends_with("[RP] b"));
    assert!(
        complaint(&pos, "B@a3").contains("hand"),
        "{}",
        complaint(&pos, "B@a3")
    );
    assert!(
        complaint(&pos, "R@g1").contains("not empty"),
        "{}",
        complaint(&pos, "R@g1")
    );
    assert!(
        complaint(&pos, "R@a1").contains("no square"),
        "{}",
        complaint(&pos, "R@a1")
    );
}

#[test]
fn linked_kings_move_in_either_order() {
    let pos = set_up("Wd4 Ff2 wa7", "", 'w');
    let all: Vec<String> = texts(&pos);
    assert!(all.iter().all(|text| text.contains(',')), "{all:?}");
    assert!(all.contains(&"d4d5,f2g3".to_owned()) && all.contains(&"f2g3,d4d5".to_owned()));
    assert_eq!(after(&pos, "d4d5,f2g3"), after(&pos, "f2g3,d4d5"));
    assert!(complaint(&pos, "d4d5").contains("another leg has to follow"));
    assert!(complaint(&pos, "d4d5,f2g3,a7a6").contains("complete after 2 of 3 legs"));
    assert!(
        complaint(&pos, "d4d5,d5d6").contains("other king"),
        "{}",
        complaint(&pos, "d4d5,d5d6")
    );
    // Another piece's move links nothing.
    let pos = set_up("Wd4 Ff2 Rg6 wa7", "P", 'w');
    assert!(complaint(&pos, "g6g5,d4d5").contains("complete after 1 of 2 legs"));
    assert!(complaint(&pos, "d4d5,P@a3").contains("other king"));
    // A single king moves alone.
    let pos = set_up("Wd4 wa7", "", 'w');
    assert_eq!(turns_after(&pos, "d4d5"), ["d4d5"]);
}

#[test]
fn the_second_king_is_judged_after_the_first() {
    // It hops over the first one that has just come beside it.
    let pos = set_up("Wd4 Fd2 wa7", "", 'w');
    assert!(turns_after(&pos, "d4d3").contains(&"d4d3,d2c4".to_owned()));
    assert!(!turns_after(&pos, "d4d5").contains(&"d4d5,d2c4".to_owned()));
    // It goes where the first one stood.
    let pos = set_up("Wd4 Fe5 wa7", "", 'w');
    assert!(turns_after(&pos, "d4d3").contains(&"d4d3,e5d4".to_owned()));
}

#[test]
fn both_legs_may_capture() {
    let pos = set_up("Wd4 Ff2 pd5 rg3 wa7", "", 'w');
    assert_eq!(after(&pos, "d4d5,f2g3"), "w6/7/*2W3/7/6F/**5/**2*2[RP] b");
}

#[test]
fn a_second_king_without_a_move_ends_the_turn() {
    // The Ferz on c2 has d1 and d3 (b3 is walled off, b1 a hole): own pieces stand there, no hurdle helps.
    let pieces = "Fc2 Pd1 Pd3 Wg4 wa7";
    let pos = set_up(pieces, "", 'w');
    assert_eq!(turns_after(&pos, "g4g5"), ["g4g5"]);
    let next = play_text(&pos, "g4g5").unwrap();
    assert_eq!(next.side_to_move(), katydid::base::Color::Black);
    assert_eq!(next.state().owed, None);
}

#[test]
fn the_last_kings_capture_ends_the_game_at_once() {
    // By a first leg: the other king need not move any more.
    let pos = set_up("Wd4 Ff2 wd5", "", 'w');
    assert_eq!(turns_after(&pos, "d4d5"), ["d4d5"]);
    let over = play_text(&pos, "d4d5").unwrap();
    let white_wins = Some(Outcome::win(
        katydid::base::Color::White,
        Reason::KingsCaptured,
    ));
    assert_eq!(rules::outcome(&over), white_wins);
    assert!(legal_turns(&over).is_empty());
    assert!(complaint(&over, "f2g3").contains("over"));
    // By a second leg, both kings in one turn, and by another piece.
    let pos = set_up("Wd4 Ff2 wd5 fg3", "", 'w');
    let over = play_text(&pos, "d4d5,f2g3").unwrap();
    assert_eq!(rules::outcome(&over), white_wins);
    let pos = set_up("Rd4 Ff2 wd5", "", 'w');
    assert_eq!(
        rules::outcome(&play_text(&pos, "d4d5").unwrap()),
        white_wins
    );
    // One king left: the game goes on.
    let pos = set_up("Rd4 Ff2 wd5 fa7", "", 'w');
    assert_eq!(rules::outcome(&play_text(&pos, "d4d5").unwrap()), None);
}

#[test]
fn kings_may_stay_under_attack_and_a_side_without_a_move_draws() {
    let pos = set_up("Wd4 rd7 wa7", "", 'w');
    assert!(turns_after(&pos, "d4d5").contains(&"d4d5".to_owned()));
    // The Ferz on c2 behind its own two pieces, which cannot move either.
    let pos = set_up("Fc2 Pd1 Pd3 pe4 pc4 pe2 pc1 wa7", "", 'w');
    let left: Vec<String> = texts(&pos);
    assert_eq!(left, Vec::<String>::new());
    assert_eq!(rules::outcome(&pos), Some(Outcome::draw(Reason::NoMove)));
}

#[test]
fn a_piece_dropped_on_a_promotion_square_promotes_when_it_moves() {
    let pos = set_up("Wg1 wd1", "BRb", 'w');
    let dropped = play_text(&pos, "R@a7").unwrap();
    assert!(dropped.fen().starts_with("R6/7/"), "{}", dropped.fen());
    let waited = play_text(&dropped, "d1c1").unwrap();
    assert_eq!(arrivals(&waited, "a7"), ["a6+", "b7+", "c7+", "d7+"]);
    assert!(after(&waited, "a7a6").starts_with("7/+R6/"));
    // Black's pieces do the same on Black's squares, and only there.
    let pos = set_up("Wg7 wd5", "pr", 'b');
    let waited = play_text(&play_text(&pos, "R@f1").unwrap(), "g7g6").unwrap();
    assert!(arrivals(&waited, "f1").iter().all(|to| to.ends_with('+')));
    let pos = set_up("Wg7 wd5", "r", 'b');
    let waited = play_text(&play_text(&pos, "R@a7").unwrap(), "g7g6").unwrap();
    assert!(arrivals(&waited, "a7").iter().all(|to| !to.ends_with('+')));
}

#[test]
fn hops_link_kings_too_and_a_first_leg_can_free_the_second_king() {
    let pos = set_up("Wd4 Pd5 Ff2 wa7", "", 'w');
    assert!(complaint(&pos, "d4c6").contains("another leg has to follow"));
    assert!(turns_after(&pos, "d4c6").contains(&"d4c6,f2g3".to_owned()));
    // The Ferz on c2 is walled in until the Wazir stands beside it as a hurdle.
    let pos = set_up("Fc2 Pd1 Pd3 Wc4 wa7", "", 'w');
    assert_eq!(turns_after(&pos, "c4b4"), ["c4b4"]);
    assert_eq!(turns_after(&pos, "c4c3"), ["c4c3,c2b4", "c4c3,c2d4"]);
    // It cannot begin the turn itself.
    assert_eq!(arrivals(&pos, "c2"), Vec::<String>::new());
}

#[test]
fn both_orders_of_a_linked_turn_are_counted() {
    let pos = set_up("Wd4 Ff2 wa7", "", 'w');
    // Four squares of each king from everywhere they stand after the other's move, but for those
    // that meet.
    let turns = legal_turns(&pos).len() as u64;
    assert_eq!(rules::perft(&pos, 1), turns);
    let begun_by = |from: &str| {
        texts(&pos)
            .iter()
            .filter(|text| text.starts_with(from))
            .count()
    };
    assert!(begun_by("d4") >= 12 && begun_by("f2") >= 12);
    assert_eq!(begun_by("d4") + begun_by("f2"), legal_turns(&pos).len());
}

#[test]
fn the_board_alone_is_no_repetition_when_hands_differ() {
    let start = fen("Wg1 wb7", "PPPrrr", 'w');
    let mut game = Game::set_up(&variant(), Some(&start), []).unwrap();
    let board = |game: &Game| {
        let fen = game.position().fen();
        fen.split('[').next().unwrap_or_default().to_owned()
    };
    let first = board(&game);
    for _ in 0..2 {
        // Each side captures what the other one drops, so a Pawn and a Rook change hands.
        for text in ["P@b6", "R@f1", "g1f1", "b7b6", "f1g1", "b6b7"] {
            assert_eq!(game.outcome(), None, "{text}");
            game.play(text).unwrap();
        }
        assert_eq!(board(&game), first);
    }
    assert_eq!(game.outcome(), None);
    assert!(
        game.position().fen().contains("[RRPrpp]"),
        "{}",
        game.position().fen()
    );
}

#[test]
fn partial_and_over_long_turns_leave_the_position_and_say_why() {
    let pos = set_up("Wd4 Ff2 wa7", "P", 'w');
    for (text, why) in [
        ("d4d5", "another leg has to follow"),
        ("d4d5,", "leg"),
        (",d4d5", "leg"),
        ("P@a3,d4d5", "complete after 1 of 2 legs"),
        ("d4d5,f2g3,f2g3", "complete after 2 of 3 legs"),
        ("d4d5,P@a3", "other king"),
    ] {
        let reason = complaint(&pos, text);
        assert!(reason.contains(why), "{text}: {reason}");
    }
}

#[test]
fn repetition_counts_hands_and_turns() {
    let start = fen("Wd4 Ff2 wa7 ff7", "P", 'w');
    let mut game = Game::set_up(&variant(), Some(&start), []).unwrap();
    for round in 0..2 {
        for text in ["d4d5,f2g3", "a7a6,f7g6", "d5d4,g3f2", "a6a7,g6f7"] {
            assert_eq!(game.outcome(), None, "{round} {text}");
            game.play(text).unwrap();
        }
    }
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Repetition)));
    assert_eq!(game.position().state().halfmove_clock, 8);
    // The same pieces with another hand are another position.
    let one = set_up("Wd4 wa7", "P", 'w');
    for hands in ["", "p", "PP", "R"] {
        assert_ne!(one.key(), set_up("Wd4 wa7", hands, 'w').key(), "{hands}");
    }
}

#[test]
fn pawns_that_go_in_circles_repeat_positions() {
    // A black pawn's forward is down from g7 and right from f6, so it comes back though each of its
    // moves begins the count of turns anew.
    let start = fen("Wa4 pf6 fd7", "", 'b');
    let mut game = Game::set_up(&variant(), Some(&start), []).unwrap();
    for round in 0..2 {
        for text in ["f6g7", "a4a3", "g7f6", "a3a4"] {
            assert_eq!(game.outcome(), None, "{round} {text}");
            game.play(text).unwrap();
        }
    }
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Repetition)));
}

#[test]
fn a_hundred_turns_without_progress_draw_and_drops_begin_anew() {
    let late = |pieces: &str, hands: &str| {
        let fen = fen(pieces, hands, 'w').replace(" 0 1", " 99 80");
        Game::set_up(&variant(), Some(&fen), []).unwrap()
    };
    let draw = Some(Outcome::draw(Reason::MoveCount));
    let clock_after = |pieces: &str, text: &str| {
        let mut game = late(pieces, "P");
        game.play(text).unwrap();
        (game.position().state().halfmove_clock, game.outcome())
    };
    assert_eq!(clock_after("Wd4 wa7 Rg4", "g4g5"), (100, draw));
    assert_eq!(clock_after("Wd4 Ff2 wa7", "d4d5,f2g3"), (100, draw));
    assert_eq!(clock_after("Wd4 wa7", "P@a3"), (0, None));
    assert_eq!(clock_after("Wd4 wa7 Rg4 pg5", "g4g5"), (0, None));
    assert_eq!(clock_after("Wd4 wa7 Rb4", "b4a4"), (0, None));
    assert_eq!(clock_after("Wd4 wa7 Pg4", "g4f5"), (0, None));
    // A Guardian is no pawn; either leg of a linked turn resets.
    assert_eq!(clock_after("Wd4 wa7 +Pg4", "g4f5"), (100, draw));
    assert_eq!(clock_after("Wd4 Ff2 pd5 wa7", "d4d5,f2g3"), (0, None));
    assert_eq!(clock_after("Wd4 Ff2 pg3 wa7", "d4d5,f2g3"), (0, None));
}

#[test]
fn strange_set_ups_are_refused_with_the_reason() {
    let refused = |pieces: &str, hands: &str| {
        let error = rules::position(&variant(), &fen(pieces, hands, 'w'));
        error.err().expect("no position of the game").to_string()
    };
    assert!(refused("Wd4 Wd5 wa7", "").contains("2 kings W"));
    assert!(refused("Rd4", "").contains("neither side has a king"));
    assert!(refused("Wd4 wa7", "W").contains("hands"));
    assert!(refused("Wd4 wa7 Pd3", &"P".repeat(255)).contains("more than 255"));
    assert!(rules::position(&variant(), "7/7/*6/7/7/7/**2*2[] w - - 0 1").is_err());
    // A side that has lost its kings has lost the game, whoever is to move.
    let pos = set_up("Wd4", "r", 'b');
    assert!(rules::outcome(&pos).is_some_and(|end| end.result() == "1-0"));
    assert!(legal_turns(&pos).is_empty());
}

#[test]
fn both_sides_judge_the_start_alike() {
    let start = rules::start(&variant());
    let passed = start.fen().replace(" w ", " b ");
    let black = rules::position(&variant(), &passed).unwrap();
    let eval = katydid::eval::evaluate;
    assert_eq!(eval(&start), eval(&black));
    assert_eq!(start.values(), katydid::base::TaperedScore::ZERO);
}

#[test]
fn a_game_of_the_family_is_made_by_file_alone() {
    let readme = include_str!("../../variants/README.md");
    let text = readme
        .split("```toml\n")
        .filter_map(|block| block.split("```").next())
        .find(|block| block.starts_with("name = \"little-drops\""))
        .expect("the worked example of the page");
    let file = ("little-drops.toml".to_owned(), text.to_owned());
    games().add_texts(vec![file]).expect("a sound file");
    let little = games().variant("little-drops").unwrap();
    let pos = rules::start(&little);
    assert_eq!(
        rules::perft(&pos, 2),
        rules::divide(&pos, 2).map(|(_, count)| count).sum::<u64>()
    );
    let pos = rules::position(&little, "3k2/1P4/6/6/6/3K2[r] w - - 0 1").unwrap();
    let next = play_text(&pos, "b5b6").unwrap();
    assert!(next.fen().starts_with("1+P1k2/"), "{}", next.fen());
    let next = play_text(&next, "R@b1").unwrap();
    assert!(next.fen().contains("1r1K2[]"), "{}", next.fen());
}

#[test]
fn zones_and_corners_that_make_no_sense_are_refused_with_the_place() {
    let refused = |text: &str| {
        let text = format!("name = \"mixed\"\ninherits = \"chess\"\n{text}\n");
        let file = ("mixed.toml".to_owned(), text);
        let error = games().add_texts(vec![file]);
        error.expect_err("a file that makes no sense").to_string()
    };
    assert!(
        refused("[zones]\nwhite = \"a9\"").starts_with("mixed.toml:4:10: 'a9' is not a square")
    );
    assert!(refused("[zones]\nwhite = \"a8\"").starts_with("mixed.toml:4:10: a promotion zone"));
    assert!(
        refused("[board]\nclosed = [\"b3c3\"]")
            .starts_with("mixed.toml:4:12: 'b3c3' is no closed corner")
    );
}
