//! What reads bytes: each target is given some and must neither panic nor take long.

use crate::random_game;
use katydid::betza;
use katydid::pgn;
use katydid::problem::popeye;
use katydid::rules;
use katydid::session::Session;
use std::io::Cursor;
use std::sync::Arc;

/// Something that reads.
pub struct Target {
    /// Its name, and that of its folder of examples.
    pub name: &'static str,
    /// Gives it bytes; panics where it breaks a promise.
    pub feed: fn(&[u8]),
    /// Whether it compiles games, which stay in memory for the life of the process.
    pub keeps_games: bool,
    /// How long it may take, in milliseconds: a second for each line that is answered.
    pub patience: u64,
}

/// All targets. What the browser's server reads has one in `tests/program/faults.rs` of the program, which needs the program.
pub const TARGETS: &[Target] = &[
    Target {
        name: "uci",
        feed: uci,
        keeps_games: false,
        patience: 4_000,
    },
    Target {
        name: "cecp",
        feed: cecp,
        keeps_games: false,
        patience: 4_000,
    },
    Target {
        name: "fen",
        feed: fen,
        keeps_games: false,
        patience: 1_000,
    },
    Target {
        name: "variant",
        feed: variant,
        keeps_games: true,
        patience: 1_000,
    },
    Target {
        name: "betza",
        feed: movement,
        keeps_games: false,
        patience: 1_000,
    },
    Target {
        name: "pgn",
        feed: games,
        keeps_games: false,
        patience: 1_000,
    },
    Target {
        name: "problem",
        feed: problem,
        keeps_games: true,
        patience: 1_000,
    },
    Target {
        name: "pieces",
        feed: pieces,
        keeps_games: true,
        patience: 1_000,
    },
];

/// The target of a name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A conversation, cut short where it asks for work that takes long by its nature.
fn conversation(first: &str, bytes: &[u8]) {
    let mut lines = first.as_bytes().to_vec();
    for line in bytes.split(|byte| *byte == b'\n').take(60) {
        let lower = line.to_ascii_lowercase();
        let has = |word: &[u8]| lower.windows(word.len()).any(|part| part == word);
        // Counting and the benchmark are asked for with a size, and take the time that this size takes; big tables and
        // hundreds of threads have a test of their own.
        if has(b"perft")
            || has(b"bench")
            || has(b"hash")
            || has(b"threads")
            || has(b"memory")
            || has(b"cores")
        {
            continue;
        }
        lines.extend_from_slice(line);
        lines.push(b'\n');
    }
    let mut session =
        Session::new(Arc::default(), Box::new(std::io::sink())).expect("memory for a small table");
    session.run(Cursor::new(lines));
}

fn uci(bytes: &[u8]) {
    conversation("uci\n", bytes);
}

fn cecp(bytes: &[u8]) {
    conversation("xboard\nprotover 2\nst 0.01\n", bytes);
}

/// The first line names a game, the second is a FEN, the others are texts of turns. What is accepted has to come back.
fn fen(bytes: &[u8]) {
    let text = text(bytes);
    let mut lines = text.lines();
    let game = lines.next().unwrap_or_default().trim();
    let Ok(variant) = crate::games().variant(game) else {
        return;
    };
    let Ok(mut pos) = rules::position(&variant, lines.next().unwrap_or_default()) else {
        return;
    };
    for line in lines.take(8) {
        if !pos.state().mid_turn() {
            let fen = pos.fen();
            let read = rules::position(pos.variant(), &fen).map(|pos| pos.fen());
            assert_eq!(read.as_ref(), Ok(&fen), "{game}");
        }
        assert_eq!(pos.key(), pos.recomputed_key(), "{game}: {}", pos.fen());
        let _ = rules::turn_of_san(&pos, line);
        let Ok(next) = rules::play_text(&pos, line) else {
            continue;
        };
        pos = next;
    }
}

fn variant(bytes: &[u8]) {
    let text = text(bytes);
    if let Err(reason) = random_game::judge("fuzzed", &text) {
        // A file without a name is refused as a whole.
        panic!("{reason}");
    }
}

/// A movement is understood, or refused with a column of the text.
fn movement(bytes: &[u8]) {
    let text = text(bytes);
    if let Err(error) = betza::parse(&text) {
        let columns = text.chars().count() + 1;
        assert!(
            (1..=columns).contains(&error.column),
            "column {} of {columns}",
            error.column
        );
        assert!(!error.to_string().is_empty());
    }
}

/// What is read as games can be written, and is read again as the same games.
fn games(bytes: &[u8]) {
    for raw in pgn::Games::new(bytes).expect("no system").flatten() {
        let (Some(tree), _) = raw.tree(crate::games()) else {
            continue;
        };
        let written = tree.text(false).expect("what is read is not too deep");
        let read = pgn::read(crate::games(), &written);
        assert!(read.remarks.is_empty(), "{:?} in {written}", read.remarks);
        assert_eq!(read.games.len(), 1, "{written}");
        let again = read.games[0].text(false);
        assert_eq!(again.as_deref(), Ok(written.as_str()));
    }
}

fn problem(bytes: &[u8]) {
    for problem in popeye::read(crate::games(), &text(bytes)) {
        match problem {
            Ok(problem) => {
                let _ = problem.phases();
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// A declaration of pieces, and a FEN behind a line end.
fn pieces(bytes: &[u8]) {
    let text = text(bytes);
    let (declared, fen) = text.split_once('\n').unwrap_or((&text, ""));
    let hurdlers = crate::games()
        .variant("hurdlers")
        .expect("an embedded game");
    match katydid::variant::DeclaredPieces::parse(declared) {
        Ok(pieces) => {
            if let Ok(variant) = hurdlers.with_pieces(&pieces) {
                let _ = rules::position(&variant, fen);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
