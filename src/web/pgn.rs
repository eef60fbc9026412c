//! Games with variations in and out.

use super::place::variant;
use super::reply::{Answer, Asked, Refusal, at_length};
use super::view::{LastTurn, told};
use axum::Json;
use katydid::pgn::{self, Tree};
use katydid::rules::{self, turn_of_text};
use serde::{Deserialize, Serialize};

/// A PGN text.
#[derive(Deserialize)]
pub struct AskedRead {
    pgn: String,
}

/// A game with variations, as the page holds it.
#[derive(Serialize, Deserialize)]
pub struct TreeText {
    game: String,
    #[serde(default)]
    pieces: String,
    fen: String,
    #[serde(default)]
    tags: Vec<(String, String)>,
    #[serde(default)]
    comment: String,
    #[serde(default)]
    result: String,
    nodes: Vec<NodeText>,
}

/// A turn of it.
#[derive(Serialize, Deserialize)]
struct NodeText {
    /// The place of the turn before in the list.
    parent: Option<usize>,
    /// The coordinate text.
    text: String,
    #[serde(default)]
    comment: String,
    #[serde(default)]
    nags: Vec<u8>,
    /// What else is known of the turn; the page need not send it.
    #[serde(skip_deserializing)]
    told: Option<LastTurn>,
}

#[derive(Serialize)]
pub struct Games {
    games: Vec<TreeText>,
}

/// A PGN text.
#[derive(Serialize)]
pub struct Written {
    pgn: String,
}

/// `/api/pgn/read`: the games of a text.
pub async fn read(Asked(asked): Asked<AskedRead>) -> Answer<Games> {
    at_length(|| {
        let trees = pgn::read(&asked.pgn).map_err(Refusal::of)?;
        if trees.is_empty() {
            return Err(Refusal::of("the PGN holds no game"));
        }
        let games = trees.iter().map(tree_text).collect();
        Ok(Json(Games { games }))
    })
}

/// `/api/pgn/write`: a game as PGN, with its effects in comments.
pub async fn write(Asked(asked): Asked<TreeText>) -> Answer<Written> {
    at_length(|| {
        let tree = tree(&asked)?;
        let pgn = tree.text(true).map_err(Refusal::of)?;
        Ok(Json(Written { pgn }))
    })
}

pub fn tree_text(tree: &Tree) -> TreeText {
    let variant = tree.first.variant();
    let nodes = tree.nodes.iter().map(|node| {
        let before = tree.position(node.parent);
        NodeText {
            parent: node.parent,
            text: rules::turn_text(before, &node.turn),
            comment: node.comment.clone(),
            nags: node.nags.clone(),
            told: Some(told(before, &node.turn)),
        }
    });
    TreeText {
        game: variant.base().name.clone(),
        pieces: variant.declared_text().to_owned(),
        fen: tree.first.fen(),
        tags: tree.tags.clone(),
        comment: tree.comment.clone(),
        result: tree.result.clone(),
        nodes: nodes.collect(),
    }
}

/// The tree that the page has sent.
fn tree(text: &TreeText) -> Result<Tree, Refusal> {
    let variant = variant(&text.game, &text.pieces)?;
    let first = rules::position(&variant, &text.fen).map_err(Refusal::of)?;
    let mut tree = Tree::new(first);
    tree.tags.clone_from(&text.tags);
    tree.comment.clone_from(&text.comment);
    tree.result.clone_from(&text.result);
    // Where the same turn was sent twice the tree has it once.
    let mut places: Vec<usize> = Vec::new();
    for node in &text.nodes {
        let unknown = || Refusal::of("parent: expected the number of an earlier turn");
        let parent = match node.parent {
            Some(parent) => Some(*places.get(parent).ok_or_else(unknown)?),
            None => None,
        };
        let turn = turn_of_text(tree.position(parent), &node.text).map_err(Refusal::of)?;
        let place = tree.add(parent, turn);
        tree.nodes[place].comment.clone_from(&node.comment);
        tree.nodes[place].nags.clone_from(&node.nags);
        places.push(place);
    }
    Ok(tree)
}
