//! The same FEN at every door of the program: each reads all dialects alike, and each says what is wrong.

use crate::engine::Engine;
use crate::scratch::Scratch;
use crate::web_server::server;
use serde_json::json;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// A position as another program writes it, as this one does, and a turn that is legal there but not at the start.
struct Row {
    game: &'static str,
    sent: &'static str,
    fen: &'static str,
    turn: &'static str,
}

const ROWS: &[Row] = &[
    Row {
        game: "crazyhouse",
        sent: "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPPPPPP/RNBQKBNR/P b KQkq - 0 2",
        fen: "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPPPPPP/RNBQKBNR[P] b KQkq - 0 2",
        turn: "d8d5",
    },
    Row {
        game: "crazyhouse",
        sent: "r1bq1b1r/ppppk1pp/5n2/6N1/1P2P2n/8/P1P2P1P/R1BQ1K1R[N3Pbp] w - - 0 1",
        fen: "r1bq1b1r/ppppk1pp/5n2/6N1/1P2P2n/8/P1P2P1P/R1BQ1K1R[NPPPbp] w - - 0 1",
        turn: "N@e6",
    },
    Row {
        game: "chess",
        sent: "4k2r/8/8/8/8/8/8/R3K3 w Ah - hmvc 4; fmvn 9; id \"a rook's way\";",
        fen: "4k2r/8/8/8/8/8/8/R3K3 w Qk - 4 9",
        turn: "e1c1",
    },
    Row {
        game: "chess",
        sent: "4k3/8/8/8/3pP3/8/8/4K3 b KKqq e3",
        fen: "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        turn: "d4e3",
    },
];

/// What no door accepts, and what each of them says.
const REFUSED: (&str, &str) = (
    "4k3/8/8/8/8/8/8/4K3 w GBgb - 0 1",
    "found 'GBgb', expected '-' or letters of KQkq or HAha: a rook on the g-file castles in Chess960 alone",
);

/// Runs the program and returns what it writes to both outputs.
fn run(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_katydid"))
        .args(arguments)
        .env_remove("KATYDID_VARIANTS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    let output = child.wait_with_output().expect("the program ends");
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).expect("the output is text")
}

fn pgn(game: &str, fen: &str) -> String {
    let fen = fen.replace('"', "\\\"");
    format!("[Variant \"{game}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n")
}

#[test]
fn uci_and_xboard_read_all_dialects() {
    let mut uci = Engine::start();
    uci.say("uci");
    let mut xboard = Engine::start();
    xboard.say("xboard");
    xboard.say("protover 2");
    for row in ROWS {
        uci.say(&format!("setoption name UCI_Variant value {}", row.game));
        uci.say(&format!("position fen {}", row.sent));
        assert_eq!(uci.fen(), row.fen, "{}", row.sent);
        for line in ["new", "force"] {
            xboard.say(line);
        }
        let game = if row.game == "chess" {
            "normal"
        } else {
            row.game
        };
        xboard.say(&format!("variant {game}"));
        xboard.say(&format!("setboard {}", row.sent));
        xboard.say(&format!("usermove {}", row.turn));
        xboard.say("ping 1");
        let lines = xboard.until("pong 1");
        let wrong = |line: &&String| line.contains("llegal") || line.starts_with("Error");
        assert_eq!(lines.iter().find(wrong), None, "{}", row.sent);
    }
    let (fen, reason) = REFUSED;
    let before = uci.fen();
    let lines = uci.ask(&format!("position fen {fen}"));
    assert!(lines.iter().any(|line| line.contains(reason)), "{lines:?}");
    assert_eq!(uci.fen(), before);
    xboard.say(&format!("setboard {fen}"));
    xboard.say("ping 2");
    let lines = xboard.until("pong 2");
    assert!(lines.iter().any(|line| line.contains(reason)), "{lines:?}");
}

/// A game of Crazyhouse as other programs and people write it, and in coordinates.
const SENT: &str = "e2-e4 d7d5 exd5 Qxd5 @e4 Ng8-f6 \u{2658}f3 nc6 D2D3 Bg4! Be2 0-0-0 O-O";
const PLAYED: &str = "e2e4 d7d5 e4d5 d8d5 P@e4 g8f6 g1f3 b8c6 d2d3 c8g4 f1e2 e8c8 e1g1";

#[test]
fn both_protocols_read_all_spellings_of_moves() {
    let mut uci = Engine::start();
    uci.say("uci");
    uci.say("setoption name UCI_Variant value crazyhouse");
    uci.say(&format!("position startpos moves {PLAYED}"));
    let reached = uci.fen();
    assert!(reached.starts_with("2kr1b1r/"), "{reached}");
    uci.say("position startpos");
    uci.say(&format!("position startpos moves {SENT}"));
    assert_eq!(uci.fen(), reached);
    for answer in ["accepted", "rejected"] {
        let mut xboard = Engine::start();
        for line in ["xboard", "protover 2", "new", "force"] {
            xboard.say(line);
        }
        xboard.say(&format!("{answer} highlight"));
        xboard.say("variant crazyhouse");
        for text in SENT.split(' ') {
            xboard.say(&format!("usermove {text}"));
        }
        xboard.say("d");
        xboard.say("ping 1");
        let lines = xboard.until("pong 1");
        let fen = lines.iter().find(|line| line.contains("Fen: "));
        assert!(
            fen.is_some_and(|line| line.ends_with(&reached)),
            "{lines:?}"
        );
    }
}

#[test]
fn the_commands_read_all_dialects() {
    for Row {
        game, sent, fen, ..
    } in ROWS
    {
        let shown = run(&["play", game, "--side", "both", "--fen", sent], "fen\n");
        assert!(shown.contains(fen), "{shown}");
        let shown = run(
            &["play", game, "--side", "both"],
            &format!("fen {sent}\nfen\n"),
        );
        assert!(shown.contains(fen), "{shown}");
        let counts = |fen: &str| run(&["perft", game, "1", "--divide", "--fen", fen], "");
        let turns = |text: String| text.lines().filter(|line| line.contains(": ")).count();
        assert!(turns(counts(sent)) > 3, "{sent}");
        assert_eq!(turns(counts(sent)), turns(counts(fen)), "{sent}");
        let arguments = ["solve", game, "--stipulation", "~1", "--json"];
        let solved = |fen: &str| run(&[&arguments[..], &["--fen", fen]].concat(), "");
        let board = fen.split(' ').next().unwrap_or_default();
        assert!(solved(sent).contains(board), "{}", solved(sent));
        let file = Scratch::new("sent.pgn", &pgn(game, sent));
        let converted = run(&["convert", &file.display().to_string()], "");
        assert!(
            converted.contains(&format!("[FEN \"{fen}\"]")),
            "{converted}"
        );
    }
    let (fen, reason) = REFUSED;
    let file = Scratch::new("refused.pgn", &pgn("chess", fen));
    for (arguments, input) in [
        (vec!["play", "chess", "--fen", fen], ""),
        (
            vec!["play", "chess", "--side", "both"],
            &*format!("fen {fen}\n"),
        ),
        (vec!["perft", "chess", "1", "--fen", fen], ""),
        (vec!["solve", "--stipulation", "~1", "--fen", fen], ""),
        (vec!["convert", &file.display().to_string()], ""),
    ] {
        let told = run(&arguments, input);
        assert!(told.contains(reason), "{arguments:?}: {told}");
    }
}

#[test]
fn the_page_reads_all_dialects() {
    let server = server(&[]);
    let game = |game: &str, fen: &str| {
        let place = json!({"session": "a1", "game": game, "fen": fen});
        server.post("/api/game", &json!({"place": place}).to_string())
    };
    let read = |game: &str, fen: &str| {
        let text = json!({"pgn": pgn(game, fen)});
        server.post("/api/pgn/read", &text.to_string())
    };
    for row in ROWS {
        for reply in [game(row.game, row.sent), read(row.game, row.sent)] {
            let expected = format!("\"fen\":\"{}\"", row.fen);
            assert!(reply.body.contains(&expected), "{}", reply.body);
        }
    }
    let (fen, reason) = REFUSED;
    for reply in [game("chess", fen), read("chess", fen)] {
        assert!(reply.body.contains(reason), "{}", reply.body);
    }
}
