//! Lines that no front-end should send. Each must be answered by an error that says what is wrong, or
//! be passed over where the protocol wants that; the process lives and the position stays as it is.

use crate::engine::Engine;

/// What the engine owes the front-end for a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owed {
    /// A message that quotes something and says what is wrong.
    Error,
    /// Nothing in particular: the line may be understood or passed over, but changes no position.
    Calm,
}
use Owed::{Calm, Error};

/// Positions and moves that are wrong, as FEN fields and moves behind `position`.
const POSITIONS: &[&str] = &[
    "",
    "startpos e2e4",
    "startpos moves e2e5",
    "startpos moves e2e4 e7e5 e1e3",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 c8g4 zzzz",
    "fen 4k3/8/8/8/8/8/8/4RK2 b - - 0 1 moves 0000",
    "startpos moves e2e4,e7e5",
    "startpos moves e7e8q",
    "startpos moves P@e4",
    "startpos moves e2e4q",
    "startpos moves \u{1F600}\u{1F600}",
    "startpos moves e2",
    "startpos moves ,,,,",
    "startpos moves e2é4",
    "fen",
    "fen moves e2e4",
    "fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "fen k7/8/8/8/8/8/8/8 w - - 0 1",
    "fen KK5k/8/8/8/8/8/8/8 w - - 0 1",
    "fen kk5K/8/8/8/8/8/8/8 w - - 0 1",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
    "fen rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "fen rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "fen rnbqkbnr/pppppppp/8/7/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "fen rnbqkbnr/pppppppp/08/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "fen rnbqkbnr/ppppyppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "fen rnbqkbnr/ppp*pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "fen rnbqkbnr/ppp+pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qq] w KQkq - 0 1",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[ w KQkq - 0 1",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w XYZ - 0 1",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq z9 0 1",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq é3 0 1",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999999999 1",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 one",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 9/3",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1/1 extra",
    "fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
    "fen ééééééé/8/8/8/8/8/8/8 w - - 0 1",
    "fen //////// w - - 0 1",
];

/// Lines of UCI that are wrong in other ways.
const UCI_LINES: &[(&str, Owed)] = &[
    ("position", Error),
    ("position elsewhere", Error),
    ("xyzzy", Error),
    ("UCI", Error),
    ("isreadyisready", Error),
    ("stop it", Calm),
    ("uci \0", Calm),
    ("\0\0\0", Error),
    ("\u{202e}\u{fffd}", Error),
    ("debug perhaps", Error),
    ("setoption", Error),
    ("setoption name", Error),
    ("setoption name Nonsense value 1", Error),
    ("setoption name Hash", Error),
    ("setoption name Hash value", Error),
    ("setoption name Hash value 0", Error),
    ("setoption name Hash value -5", Error),
    ("setoption name Hash value 99999999999999999999999", Error),
    ("setoption name Hash value a lot", Error),
    ("setoption name Threads value 0", Error),
    ("setoption name Threads value 100000", Error),
    ("setoption name MultiPV value 4294967297", Error),
    ("setoption name Ponder value maybe", Error),
    ("setoption name Skill Level value 21", Error),
    ("setoption name UCI_Elo value 9000", Error),
    ("setoption name UCI_Variant value ludo", Error),
    ("setoption name UCI_Variant value", Error),
    ("setoption name VariantPath value /nowhere/at/all", Error),
    ("setoption name Debug Log File value /nowhere/at/all", Error),
    ("setoption name value value value", Error),
    ("go depth", Error),
    ("go depth x", Error),
    ("go depth -1", Error),
    ("go depth 99999999999999999999", Error),
    ("go nodes 1e9", Calm),
    ("go movetime soon", Error),
    ("go wtime 1 btime", Error),
    ("go wtime 99999999999999999999999999 btime 1", Error),
    ("go perft", Error),
    ("go perft -1", Error),
    ("go perft 4294967295", Error),
    ("go mate often", Error),
    ("bench -3", Error),
    ("bench 1 2 3", Error),
    ("ponderhit", Calm),
    ("stop", Calm),
    ("register later", Calm),
    ("", Calm),
    ("   \t ", Calm),
    ("\r", Calm),
];

/// Asks and checks that nothing but words has come of it.
fn provoke(engine: &mut Engine, line: &str, owed: Owed, fen: &str) -> Option<String> {
    let answer = engine.ask(line);
    let error = answer
        .iter()
        .any(|line| line.starts_with("info string error: ") && line.len() > 25);
    if owed == Error && !error {
        return Some(format!("{line:?} is answered by {answer:?}"));
    }
    let now = engine.fen();
    (now != fen).then(|| format!("after {line:?} the position is {now}"))
}

#[test]
fn uci_survives_every_hostile_line() {
    let mut engine = Engine::start();
    engine.say("uci");
    engine.until("uciok");
    engine.say("position startpos moves e2e4 e7e5 g1f3");
    let fen = engine.fen();
    let positions = POSITIONS
        .iter()
        .map(|line| (format!("position {line}"), Error));
    let others = UCI_LINES
        .iter()
        .map(|(line, owed)| ((*line).to_owned(), *owed));
    let wrong: Vec<String> = positions
        .chain(others)
        .filter_map(|(line, owed)| provoke(&mut engine, &line, owed, &fen))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    engine.quit();
}

#[test]
fn hands_too_full_together_are_refused() {
    let mut engine = Engine::start();
    engine.say("setoption name UCI_Variant value hopgi");
    let fen = engine.fen();
    let owed = "position fen r6/w6/*6/f6/7/**5/**BF*WR[<150 P><150 p>] w - - 0 1";
    assert_eq!(provoke(&mut engine, owed, Error, &fen), None);
    engine.quit();
}

#[test]
fn large_numbers_are_no_trap() {
    let mut engine = Engine::start();
    for limits in [
        "depth 300 nodes 2000",
        "depth 4294967296 nodes 2000",
        "nodes 1 depth 255",
        "mate 300 nodes 2000",
        "movestogo 300 wtime 100 btime 100",
        "wtime 9223372036854775807 btime 1 nodes 2000",
        "nodes 18446744073709551615 movetime 20",
        "movetime 0",
        "wtime 0 btime 0",
        "winc -100 wtime 50 btime 50",
        "searchmoves e2e5 zzzz nodes 2000",
        "nonsense depth 2",
    ] {
        engine.say(&format!("go {limits}"));
        engine.until("bestmove ");
    }
    engine.quit();
}

#[test]
fn odd_bytes_and_endless_lines_are_passed_over() {
    let mut engine = Engine::start();
    engine.say("position startpos moves d2d4");
    let fen = engine.fen();
    engine.say_bytes(&[0xff, 0xfe, 0x00, 0x80, b' ', 0xc3]);
    engine.say_bytes(&vec![b'x'; 1 << 20]);
    let mut long = b"position startpos moves".to_vec();
    for _ in 0..100_000 {
        long.extend_from_slice(b" e2e4");
    }
    engine.say_bytes(&long);
    engine.say_bytes(&[b'\r'; 100]);
    let errors = engine.ask("debug off");
    assert_eq!(errors.len(), 3, "{errors:?}");
    assert!(
        errors
            .iter()
            .all(|line| line.starts_with("info string error: ") && line.len() < 200)
    );
    assert_eq!(engine.fen(), fen);
    engine.quit();
}

#[test]
fn hostile_lines_do_not_disturb_a_search() {
    let mut engine = Engine::start();
    engine.say("position startpos moves e2e4");
    engine.say("go infinite");
    for line in [
        "xyzzy",
        "setoption name Nonsense value 1",
        "debug perhaps",
        "\0",
    ] {
        engine.say(line);
        let lines = engine.until("info string error: ");
        assert!(
            !lines.iter().any(|line| line.starts_with("bestmove")),
            "{line}: {lines:?}"
        );
    }
    engine.say("stop");
    engine.until("bestmove ");
    engine.quit();
}

#[test]
fn the_input_may_end_at_any_point() {
    for lines in [
        &[][..],
        &["uci"],
        &["xboard"],
        &["go infinite"],
        &["go ponder wtime 1000 btime 1000"],
        &["go depth 100", "isready"],
        &["position startpos moves e2e4", "go movetime 100000"],
    ] {
        let mut engine = Engine::start();
        for line in lines {
            engine.say(line);
        }
        let searching = lines.iter().any(|line| line.starts_with("go"));
        let left = engine.close();
        let told = left
            .iter()
            .filter(|line| line.starts_with("bestmove "))
            .count();
        assert_eq!(told, usize::from(searching), "{lines:?}: {left:?}");
    }
}

/// Lines of CECP that are wrong in other ways than positions and moves.
const CECP_LINES: &[(&str, Owed)] = &[
    ("usermove", Error),
    ("setboard", Error),
    ("xyzzy", Error),
    ("NEW", Error),
    ("\0\0\0", Error),
    ("\u{202e}\u{fffd}", Error),
    ("level", Error),
    ("level x y z", Error),
    ("level 40", Error),
    ("st", Error),
    ("st -1", Error),
    ("sd x", Error),
    ("sd 99999999999999999999999", Error),
    ("nps many", Error),
    ("time soon", Error),
    ("otim", Error),
    ("memory 0", Error),
    ("memory -4", Error),
    ("memory 99999999999999999999999", Error),
    ("cores 0", Error),
    ("cores 100000", Error),
    ("option Nonsense=1", Error),
    ("option MultiPV=0", Error),
    ("option MultiPV", Error),
    ("option Skill Level=21", Error),
    ("option Resign=perhaps", Error),
    ("option VariantPath=/nowhere/at/all", Error),
    ("option", Error),
    ("variant ludo", Error),
    ("variant", Error),
    ("exclude zzzz", Calm),
    ("include", Calm),
    ("lift z9", Calm),
    ("put", Calm),
    ("hover \u{1F600}", Calm),
    ("accepted", Calm),
    ("rejected nonsense", Calm),
    ("rating a b", Calm),
    ("result", Calm),
    ("exit", Calm),
    (".", Calm),
    ("?", Calm),
    ("draw", Calm),
    ("ping", Calm),
    ("", Calm),
    ("   \t ", Calm),
];

/// Sends a line of CECP and returns what is said before the answer to `ping`.
fn ask_cecp(engine: &mut Engine, line: &str) -> Vec<String> {
    engine.say(line);
    engine.say("ping 77");
    let mut lines = engine.until("pong 77");
    lines.pop();
    lines
}

/// As [`provoke`], in force mode: the old position stands if its turn can be played and taken back
/// without a word.
fn provoke_cecp(engine: &mut Engine, line: &str, owed: Owed) -> Option<String> {
    let answer = ask_cecp(engine, line);
    let error = answer.iter().any(|line| {
        ["Error (", "Illegal move", "tellusererror "]
            .iter()
            .any(|start| line.starts_with(start))
    });
    if owed == Error && !error {
        return Some(format!("{line:?} is answered by {answer:?}"));
    }
    // Both turns are legal only after 1.e4 d5 2.Nf3 with Black to move.
    engine.say("force");
    let mut after = ask_cecp(engine, "usermove d5e4");
    after.extend(ask_cecp(engine, "usermove f3g1"));
    after.extend(ask_cecp(engine, "undo"));
    after.extend(ask_cecp(engine, "undo"));
    let spoken: Vec<&String> = after
        .iter()
        .filter(|line| line.starts_with("Illegal") || line.starts_with("Error"))
        .collect();
    (!spoken.is_empty()).then(|| format!("after {line:?} the old position is lost: {spoken:?}"))
}

#[test]
fn cecp_survives_every_hostile_line() {
    let mut engine = Engine::start();
    engine.say("xboard");
    engine.say("protover 2");
    engine.until("feature done=1");
    for line in [
        "new",
        "force",
        "usermove e2e4",
        "usermove d7d5",
        "usermove g1f3",
    ] {
        engine.say(line);
    }
    let fens = POSITIONS
        .iter()
        .filter_map(|line| line.strip_prefix("fen "))
        .filter(|fen| !fen.starts_with("moves"))
        .map(|fen| (format!("setboard {fen}"), Error));
    let moves = POSITIONS
        .iter()
        .filter_map(|line| line.strip_prefix("startpos moves ")?.split(' ').next_back())
        .map(|text| (format!("usermove {text}"), Error));
    let others = CECP_LINES
        .iter()
        .map(|(line, owed)| ((*line).to_owned(), *owed));
    let wrong: Vec<String> = fens
        .chain(moves)
        .chain(others)
        .filter_map(|(line, owed)| provoke_cecp(&mut engine, &line, owed))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    engine.quit();
}
