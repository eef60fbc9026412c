//! `StartMoveNumber` and `UpToMoveNumber`: the numbers of first moves. The expected ones are those under which Popeye plays these moves.

use katydid::base::Move;
use katydid::catalogue::Catalogue;
use katydid::problem::{Options, Resources, SetPlay, Solution, Stipulation, Task, Verdict, solve};
use katydid::rules::{self, position};
use std::sync::atomic::AtomicBool;

const CASTLING: &str = "1r4k1/P7/8/2p1p3/3P4/8/8/R3K2R w KQ - 0 1";

/// The solution of a position of chess, and the texts of its first moves: keys or lines.
fn solved(fen: &str, stipulation: &str, options: Options) -> (Solution, String) {
    let variant = Catalogue::new().variant("chess").expect("a game");
    let stipulation: Stipulation = stipulation.parse().expect("a stipulation");
    let first = position(&variant, fen).expect("a position");
    let task = Task::of_position(&first, stipulation, options);
    let stop = AtomicBool::new(false);
    let resources = Resources::of_memory(1 << 20, &stop);
    let solution = solve(&task, &resources, &|_| ());
    let keys = solution.keys.iter().map(|key| key.mv);
    let lines = solution.lines.iter().map(|line| line[0]);
    let text = |mv: Move| rules::leg_text(&first, mv);
    let mut texts: Vec<String> = keys.chain(lines).map(text).collect();
    texts.dedup();
    let texts = texts.join(" ");
    (solution, texts)
}

fn numbered(start: Option<u32>, end: Option<u32>) -> Options {
    Options {
        start_move_number: start,
        up_to_move_number: end,
        ..Options::default()
    }
}

#[test]
fn moves_are_numbered_from_the_first_square_to_the_last_one() {
    for (start, end, moves) in [
        (None, Some(2), "a1a5 a1a6"),
        (Some(5), Some(8), "a1a2 a1b1 a1c1 a1d1"),
        (Some(9), Some(10), "e1c1 e1g1"),
        (Some(11), Some(15), "e1d1 e1d2 e1e2 e1f1 e1f2"),
        (Some(16), Some(19), "h1f1 h1g1 h1h7 h1h8"),
        (Some(25), Some(27), "d4c5 d4d5 d4e5"),
        (Some(25), Some(26), "d4d5 d4e5"),
        (Some(28), Some(30), "a7a8n a7a8q a7a8r"),
        (Some(35), None, "a7b8b"),
        (Some(36), None, ""),
    ] {
        let (solution, found) = solved(CASTLING, "~1", numbered(start, end));
        assert_eq!(found, moves, "{start:?} {end:?}");
        assert!(!solution.complete);
    }
}

#[test]
fn the_verdict_is_partial_where_first_moves_are_left_out() {
    let stipulation: Stipulation = "~1".parse().expect("a stipulation");
    let (solution, _) = solved(CASTLING, "~1", numbered(Some(9), Some(11)));
    assert_eq!(Verdict::of(&stipulation, &solution, 1), Verdict::Partial);
    assert_eq!(
        (solution.first_moves.done, solution.first_moves.total),
        (3, 35)
    );
    let (solution, _) = solved(CASTLING, "~1", numbered(Some(1), Some(35)));
    assert!(solution.complete);
    assert_eq!(solution.keys.len(), 35);
}

#[test]
fn moves_that_leave_the_king_in_check_have_numbers() {
    // 1 to 4 are the king's steps, of which 3 and 4 go along the line of the rook that gives check; 5 is the rook's.
    let fen = "7k/8/8/8/8/8/4R3/4K1r1 w - - 0 1";
    let (_, found) = solved(fen, "~1", numbered(None, Some(1)));
    assert_eq!(found, "e1f2");
    let (solution, found) = solved(fen, "~1", numbered(Some(3), None));
    assert_eq!(found, "");
    assert!(!solution.complete);
}

#[test]
fn help_play_numbers_set_play_first() {
    let fen = "7k/8/8/3p4/8/8/4R3/4K3 b - - 0 1";
    let set = |start, end| {
        let options = Options {
            set_play: true,
            ..numbered(Some(start), Some(end))
        };
        let (solution, found) = solved(fen, "h~1", options);
        let Some(SetPlay::Lines(lines)) = solution.set_play else {
            panic!("no set play");
        };
        (lines.len(), found)
    };
    assert_eq!(set(1, 17), (17, String::new()));
    assert_eq!(set(17, 18), (1, "d5d4".to_owned()));
    assert_eq!(set(18, 19), (0, "d5d4 h8g7".to_owned()));
}

#[test]
fn lines_and_keys_begin_with_the_moves_selected() {
    let all = |stipulation: &str, fen: &str| {
        let (every, _) = solved(fen, stipulation, Options::default());
        let part = |start, end| {
            let (solution, _) = solved(fen, stipulation, numbered(start, end));
            solution.keys.len() + solution.lines.len()
        };
        let halves = part(None, Some(4)) + part(Some(5), None);
        assert_eq!(
            halves,
            every.keys.len() + every.lines.len(),
            "{stipulation}"
        );
        assert!(halves > 0, "{stipulation}");
    };
    all("h#1.5", "7k/8/5K2/8/8/8/8/Q7 w - - 0 1");
    all("#2", "7k/8/5K2/8/8/8/8/Q7 w - - 0 1");
    all("ser-#2", "7k/8/5K2/8/8/8/8/Q7 w - - 0 1");
}
