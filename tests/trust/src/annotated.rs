//! Games with random variations, comments, annotations and tags, as people and programs write them.

use katydid::pgn::{Comment, Tree};
use katydid::position::Position;
use katydid::rules::{self, Turn};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

/// Positions with more turns than this end a line.
const MOST_TURNS: usize = 2_000;

/// Words of comments and tags: with every sign that means something elsewhere in a PGN.
const WORDS: [&str; 18] = [
    "good", "e4", "1.", "1-0", "*", "$7", "(x", "y)", "[a", "b]", "%", ";", "\"q\"", "\\", "½",
    "棋", "!?", "--",
];
/// Commands of comments, with a value.
const COMMANDS: [(&str, &str); 6] = [
    ("clk", "0:05:00.5"),
    ("emt", "0:00:03"),
    ("eval", "-0.25,12"),
    ("eval", "#-3"),
    ("cal", "Gd4d5,Rf7f8"),
    ("csl", "Ya1,Gh8"),
];
/// How games end.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// A random game from a position with variations that are nested so deep, the same for the same seed.
pub fn tree(first: &Position, turns: u32, deepest: u32, seed: u64) -> Tree {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut tree = Tree::new(first.clone());
    for number in 0..rng.random_range(0..3) {
        tree.tags.push((format!("Tag{number}"), words(&mut rng)));
    }
    tree.comment = comment(&mut rng);
    RESULTS[rng.random_range(0..RESULTS.len())].clone_into(&mut tree.result);
    line(&mut tree, None, turns, deepest, &mut rng);
    tree
}

/// Adds a line of turns behind a node, with variations that are nested so deep.
fn line(tree: &mut Tree, from: Option<usize>, turns: u32, deepest: u32, rng: &mut ChaCha8Rng) {
    let mut at = from;
    for _ in 0..turns {
        let Some(main) = add(tree, at, false, rng) else {
            return;
        };
        if deepest > 0 && rng.random_ratio(1, 4) {
            for _ in 0..rng.random_range(1..3) {
                if let Some(other) = add(tree, at, true, rng) {
                    let turns = rng.random_range(0..3);
                    line(tree, Some(other), turns, deepest - 1, rng);
                }
            }
        }
        at = Some(main);
    }
}

/// Adds a random turn, seldom a null move, with what is said of it; none if the game is over.
fn add(tree: &mut Tree, at: Option<usize>, varies: bool, rng: &mut ChaCha8Rng) -> Option<usize> {
    let pos = tree.position(at);
    let turn = random_turn(pos, rng)?;
    let after = turn.after(pos);
    let node = tree.add(at, turn, after);
    let node_data = &mut tree.nodes[node];
    if varies {
        node_data.before = comment(rng);
    }
    node_data.comment = comment(rng);
    if rng.random_ratio(1, 4) {
        node_data.nags = (0..rng.random_range(1..3)).map(|_| rng.random()).collect();
    }
    Some(node)
}

fn random_turn(pos: &Position, rng: &mut ChaCha8Rng) -> Option<Turn> {
    if rng.random_ratio(1, 12)
        && let Ok(null) = Turn::null(pos)
    {
        return Some(null);
    }
    let turns = rules::legal_turns(pos);
    let few = !turns.is_empty() && turns.len() <= MOST_TURNS;
    few.then(|| turns[rng.random_range(0..turns.len())].clone())
}

/// A comment, empty more often than not.
fn comment(rng: &mut ChaCha8Rng) -> Comment {
    let mut comment = Comment::default();
    if rng.random_ratio(1, 5) {
        comment.text = words(rng);
    }
    while rng.random_ratio(1, 6) {
        let (name, value) = COMMANDS[rng.random_range(0..COMMANDS.len())];
        comment.commands.push((name.to_owned(), value.to_owned()));
    }
    comment
}

fn words(rng: &mut ChaCha8Rng) -> String {
    let count = rng.random_range(1..7);
    let words: Vec<&str> = (0..count)
        .map(|_| WORDS[rng.random_range(0..WORDS.len())])
        .collect();
    words.join(" ")
}

/// The nodes of a tree, each line before its variations: depth, turn, and what is said of it.
pub fn outline(tree: &Tree) -> Vec<Outlined> {
    let followers = tree.followers();
    let mut nodes = Vec::new();
    let mut waiting: Vec<(usize, usize)> = Vec::new();
    let push = |waiting: &mut Vec<(usize, usize)>, at: Option<usize>, depth| {
        let behind = &followers[at.map_or(0, |at| at + 1)];
        waiting.extend(behind.iter().rev().map(|node| (*node, depth)));
    };
    push(&mut waiting, None, 0);
    while let Some((index, depth)) = waiting.pop() {
        let node = &tree.nodes[index];
        nodes.push(Outlined {
            depth,
            turn: rules::turn_text(tree.position(node.parent), &node.turn),
            before: node.before.written(),
            comment: node.comment.written(),
            nags: node.nags.clone(),
        });
        push(&mut waiting, Some(index), depth + 1);
    }
    nodes
}

/// A node in texts.
#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize)]
pub struct Outlined {
    /// The number of turns before it.
    pub depth: usize,
    /// Its turn in coordinates.
    pub turn: String,
    /// The comment before it, in braces.
    pub before: String,
    /// The comment behind it, in braces.
    pub comment: String,
    /// Its annotations.
    pub nags: Vec<u8>,
}
