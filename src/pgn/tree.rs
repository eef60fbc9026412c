//! Games with variations, comments and annotations.

use super::comment::Comment;
use crate::position::Position;
use crate::rules::Turn;

/// A turn in a tree.
#[derive(Clone)]
pub struct Node {
    /// The node of the previous turn; `None` for a first turn.
    pub parent: Option<usize>,
    /// The turn; may be a null move.
    pub turn: Turn,
    /// The position after the turn.
    pub after: Position,
    /// The comment before the turn, at the beginning of a variation.
    pub before: Comment,
    /// The comment after the turn.
    pub comment: Comment,
    /// Numeric annotations: 1 is a good move (`!`), 2 a mistake (`?`), and so on.
    pub nags: Vec<u8>,
}

/// A game with variations.
#[derive(Clone)]
pub struct Tree {
    /// Names and values of tags, without those for game, start position and result.
    pub tags: Vec<(String, String)>,
    /// The first position.
    pub first: Position,
    /// The comment before the first turn.
    pub comment: Comment,
    /// The turns, each after its parent. Of several turns with one parent, the first continues the line and the others are variations.
    pub nodes: Vec<Node>,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

impl Tree {
    /// A tree without turns.
    pub fn new(first: Position) -> Self {
        Self {
            tags: Vec::new(),
            first,
            comment: Comment::default(),
            nodes: Vec::new(),
            result: String::new(),
        }
    }

    /// The position after a node; the first position for `None`.
    pub fn position(&self, node: Option<usize>) -> &Position {
        node.and_then(|node| self.nodes.get(node))
            .map_or(&self.first, |node| &node.after)
    }

    /// Adds a turn after a node, with the position after it, and returns its number. The same turn can follow a node twice.
    pub fn add(&mut self, parent: Option<usize>, turn: Turn, after: Position) -> usize {
        self.nodes.push(Node {
            parent,
            turn,
            after,
            before: Comment::default(),
            comment: Comment::default(),
            nags: Vec::new(),
        });
        self.nodes.len() - 1
    }

    /// The children of each node: index 0 has those of the first position, index n + 1 those of node n.
    pub fn followers(&self) -> Vec<Vec<usize>> {
        let mut followers = vec![Vec::new(); self.nodes.len() + 1];
        for (index, node) in self.nodes.iter().enumerate() {
            followers[node.parent.map_or(0, |parent| parent + 1)].push(index);
        }
        followers
    }

    /// The nodes of the main line.
    pub fn main_line(&self) -> Vec<usize> {
        let followers = self.followers();
        let mut line: Vec<usize> = Vec::new();
        while let Some(next) = followers[line.last().map_or(0, |last| last + 1)].first() {
            line.push(*next);
        }
        line
    }

    /// The value of a tag. Names are not case sensitive.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self
            .tags
            .iter()
            .find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}
