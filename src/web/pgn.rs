//! Import and export of games with variations.

use super::place::variant;
use super::reply::{Answer, Asked, Refusal, at_length};
use super::shared::Shared;
use super::view::{LastTurn, told};
use axum::Json;
use axum::extract::State;
use katydid::catalogue::Catalogue;
use katydid::pgn::{Comment, Games, Loss, Tree};
use katydid::rules::{self, turn_or_null};
use serde::{Deserialize, Serialize};

/// The maximum number of turns in an answer; of the games beyond it only the tags are sent.
const MOST_TURNS: usize = 20_000;
/// The maximum number of remarks sent.
const MOST_REMARKS: usize = 100;

/// A PGN text.
#[derive(Deserialize)]
pub struct AskedRead {
    pgn: String,
    /// The number of the only game that is wanted, from 1.
    only: Option<usize>,
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
    comment: CommentText,
    #[serde(default)]
    result: String,
    nodes: Vec<NodeText>,
}

/// A comment as the page holds it: its words, and the names and values of its commands.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct CommentText {
    text: String,
    commands: Vec<(String, String)>,
}

/// A turn of a game with variations.
#[derive(Serialize, Deserialize)]
struct NodeText {
    /// The index of the previous turn in the list of nodes.
    parent: Option<usize>,
    /// The coordinate text.
    text: String,
    /// The comment before the turn, at the beginning of a variation.
    #[serde(default)]
    before: CommentText,
    #[serde(default)]
    comment: CommentText,
    #[serde(default)]
    nags: Vec<u8>,
    /// Notation and effects of the turn; only in answers.
    #[serde(skip_deserializing)]
    told: Option<LastTurn>,
}

/// A game of a PGN text.
#[derive(Serialize)]
struct ReadGame {
    /// The number of the game in the text, from 1.
    number: usize,
    turns: usize,
    /// The number of moves of the main line: pairs of turns, where the first and the last pair may be incomplete.
    moves: usize,
    /// Whether the turns are included; false if the answer would be too long.
    whole: bool,
    #[serde(flatten)]
    tree: TreeText,
}

/// The games of a PGN text, with remarks on the parts that are not understood.
#[derive(Serialize)]
pub struct ReadGames {
    games: Vec<ReadGame>,
    remarks: Vec<String>,
}

/// A PGN text.
#[derive(Serialize)]
pub struct Written {
    pgn: String,
}

/// `/api/pgn/read`: the games of a text.
pub async fn read(
    State(shared): State<Shared>,
    Asked(asked): Asked<AskedRead>,
) -> Answer<ReadGames> {
    at_length(|| {
        let (mut games, mut remarks) = (Vec::new(), Vec::new());
        let (mut sent, mut lost) = (0, false);
        for raw in Games::new(asked.pgn.as_bytes()).map_err(Refusal::of)? {
            let raw = raw.map_err(Refusal::of)?;
            if asked.only.is_some_and(|only| only != raw.number) {
                continue;
            }
            let (tree, told) = raw.tree(&shared.catalogue);
            lost |= told.iter().any(|remark| remark.loss == Loss::MainLine);
            remarks.extend(told.iter().map(ToString::to_string));
            let Some(mut tree) = tree else {
                continue;
            };
            let (turns, moves) = (tree.nodes.len(), moves(&tree));
            let whole = games.is_empty() || sent + turns <= MOST_TURNS;
            if whole {
                sent += turns;
            } else {
                tree.nodes.clear();
            }
            games.push(ReadGame {
                number: raw.number,
                turns,
                moves,
                whole,
                tree: tree_text(&tree),
            });
        }
        // A text without any move is refused, so that the page keeps its game.
        if games.is_empty() || lost && games.iter().all(|game: &ReadGame| game.turns == 0) {
            let reason = remarks.into_iter().next();
            return Err(Refusal::of(
                reason.unwrap_or_else(|| "the PGN holds no game".to_owned()),
            ));
        }
        remarks.truncate(MOST_REMARKS);
        Ok(Json(ReadGames { games, remarks }))
    })
}

/// The number of moves of the main line.
fn moves(tree: &Tree) -> usize {
    let number = |at: Option<usize>| usize::from(tree.position(at).state().fullmove_number);
    let mut last = None;
    let mut before = None;
    for (index, node) in tree.nodes.iter().enumerate() {
        // The main line continues with the first child of its last turn.
        if node.parent == last {
            before = Some(last);
            last = Some(index);
        }
    }
    before.map_or(0, |before| number(before) + 1 - number(None))
}

/// `/api/pgn/write`: a game as PGN, with the effects of turns in comments.
pub async fn write(State(shared): State<Shared>, Asked(asked): Asked<TreeText>) -> Answer<Written> {
    at_length(|| {
        let tree = tree(&shared.catalogue, &asked)?;
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
            before: (&node.before).into(),
            comment: (&node.comment).into(),
            nags: node.nags.clone(),
            told: Some(told(before, &node.turn)),
        }
    });
    TreeText {
        game: variant.base().name.clone(),
        pieces: variant.declared_text().to_owned(),
        fen: tree.first.fen(),
        tags: tree.tags.clone(),
        comment: (&tree.comment).into(),
        result: tree.result.clone(),
        nodes: nodes.collect(),
    }
}

impl From<&Comment> for CommentText {
    fn from(comment: &Comment) -> Self {
        Self {
            text: comment.text.clone(),
            commands: comment.commands.clone(),
        }
    }
}

impl From<&CommentText> for Comment {
    fn from(comment: &CommentText) -> Self {
        Self {
            text: comment.text.clone(),
            commands: comment.commands.clone(),
        }
    }
}

/// The tree of a game that the page has sent.
fn tree(catalogue: &Catalogue, text: &TreeText) -> Result<Tree, Refusal> {
    let variant = variant(catalogue, &text.game, &text.pieces)?;
    let first = rules::position(&variant, &text.fen).map_err(Refusal::of)?;
    let mut tree = Tree::new(first);
    tree.tags.clone_from(&text.tags);
    tree.comment = (&text.comment).into();
    tree.result.clone_from(&text.result);
    for node in &text.nodes {
        if node.parent.is_some_and(|parent| parent >= tree.nodes.len()) {
            return Err(Refusal::of(
                "parent: expected the number of an earlier turn",
            ));
        }
        let before = tree.position(node.parent);
        let turn = turn_or_null(before, &node.text).map_err(Refusal::of)?;
        let after = turn.after(before);
        let place = tree.add(node.parent, turn, after);
        tree.nodes[place].before = (&node.before).into();
        tree.nodes[place].comment = (&node.comment).into();
        tree.nodes[place].nags.clone_from(&node.nags);
    }
    Ok(tree)
}
