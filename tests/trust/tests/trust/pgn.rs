//! PGN between this program and python-chess, node for node.

use crate::skip::skip;
use katydid::catalogue::Catalogue;
use katydid::pgn::{self, Tree};
use katydid::rules;
use katydid_trust::annotated::{Outlined, outline, tree};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Random games of each kind.
const GAMES: u64 = 60;
/// Turns of their main lines.
const TURNS: u32 = 40;

/// Reads games and prints, for each, a line with its nodes as [`outline`] has them, what is said of the game, and the game as
/// python-chess writes it.
const READER: &str = r#"
import chess.pgn, json, sys

sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")
brace = lambda text: "{" + text + "}" if text else ""
while (game := chess.pgn.read_game(sys.stdin)) is not None:
    nodes, waiting = [], [(node, 0) for node in reversed(game.variations)]
    while waiting:
        node, depth = waiting.pop()
        nodes.append({
            "depth": depth,
            "turn": node.move.uci(),
            "before": brace(node.starting_comment),
            "comment": brace(node.comment),
            "nags": sorted(node.nags),
        })
        waiting.extend((other, depth + 1) for other in reversed(node.variations))
    print(json.dumps({
        "errors": [str(error) for error in game.errors],
        "result": game.headers["Result"],
        "comment": brace(game.comment),
        "nodes": nodes,
        "text": str(game),
    }))
"#;

/// A game as python-chess reads it.
#[derive(serde::Deserialize)]
struct ReadGame {
    errors: Vec<String>,
    result: String,
    comment: String,
    nodes: Vec<Outlined>,
    text: String,
}

/// The games of a text as python-chess reads them; `None` where it is not installed.
fn read_by_python(text: &str) -> Option<Vec<ReadGame>> {
    let known = Command::new("python3")
        .args(["-c", "import chess.pgn"])
        .output();
    if !known.is_ok_and(|output| output.status.success()) {
        skip("no python-chess");
        return None;
    }
    let mut child = Command::new("python3")
        .args(["-c", READER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 runs");
    let mut input = child.stdin.take().expect("it is piped");
    let text = text.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("all is read");
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    let games = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    Some(games.collect())
}

/// The nodes of a tree with each annotation once, as python-chess keeps them.
fn nodes(tree: &Tree) -> Vec<Outlined> {
    let mut nodes = outline(tree);
    for node in &mut nodes {
        node.nags.sort_unstable();
        node.nags.dedup();
    }
    nodes
}

#[test]
fn python_chess_reads_what_is_written_and_is_read() {
    let catalogue = Catalogue::new();
    let mut trees = Vec::new();
    // python-chess 1.11 mixes up the hands of two variations that begin with drops.
    for (game, deepest) in [("chess", 3), ("crazyhouse", 0)] {
        let start = rules::start(&catalogue.variant(game).expect("embedded"));
        trees.extend((0..GAMES).map(|seed| tree(&start, TURNS, deepest, seed)));
    }
    let texts: Vec<String> = trees
        .iter()
        .map(|tree| tree.text(false).expect("not too deep"))
        .collect();
    let Some(games) = read_by_python(&texts.join("\n")) else {
        return;
    };
    assert_eq!(games.len(), trees.len());
    for ((game, tree), text) in games.iter().zip(&trees).zip(&texts) {
        assert!(game.errors.is_empty(), "{:?}: {text}", game.errors);
        assert_eq!(game.result, tree.result, "{text}");
        assert_eq!(game.comment, tree.comment.written(), "{text}");
        assert_eq!(game.nodes, nodes(tree), "{text}");
        let back = pgn::read(&catalogue, &game.text);
        assert!(back.remarks.is_empty(), "{:?}: {}", back.remarks, game.text);
        assert_eq!(back.games.len(), 1, "{}", game.text);
        assert_eq!(nodes(&back.games[0]), game.nodes, "{}", game.text);
    }
}
