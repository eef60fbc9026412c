//! Parser of PGN into trees. Texts written by [`Tree::text`](super::Tree::text) are read back unchanged; of other programs' texts
//! comments, annotations, variations and unknown tags are kept.

use super::tree::Tree;
use super::words::{Kind, Word, words};
use crate::catalogue::Catalogue;
use crate::position::Position;
use crate::rules::{self, Progress, TurnBuilder, leg_of_san, turn_effects};
use crate::variant::DeclaredPieces;

/// The maximum nesting depth of variations.
pub(super) const DEEPEST: usize = 64;
/// The tags for game and start.
const SET_UP: [&str; 4] = ["Variant", "FEN", "SetUp", "Pieces"];

/// An error in a PGN text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("PGN line {line}: {reason}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub reason: String,
}

/// All games of a text.
///
/// ```
/// let trees = katydid::pgn::read("1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 *").unwrap();
/// assert_eq!(trees[0].nodes.len(), 5);
/// assert_eq!(trees[0].nodes[0].comment, "best");
/// ```
///
/// # Errors
/// [`PgnError`] for the first thing that cannot be understood.
pub fn read(text: &str) -> Result<Vec<Tree>, PgnError> {
    let words = words(text).map_err(|(line, reason)| PgnError { line, reason })?;
    let mut trees = Vec::new();
    let mut rest = &words[..];
    while !rest.is_empty() {
        let (tree, length) = game(rest)?;
        trees.push(tree);
        rest = &rest[length..];
    }
    Ok(trees)
}

/// The first game of some words, and its number of words.
fn game(words: &[Word]) -> Result<(Tree, usize), PgnError> {
    let is_tag = |word: &&Word| matches!(word.kind, Kind::Tag(..));
    let tags = words.iter().take_while(is_tag).count();
    let line = words.first().map_or(1, |word| word.line);
    let wrong = |reason: String| PgnError { line, reason };
    let mut tree = Tree::new(first_position(&words[..tags]).map_err(wrong)?);
    for word in &words[..tags] {
        if let Kind::Tag(name, value) = &word.kind
            && !SET_UP.contains(&name.as_str())
        {
            tree.tags.push((name.clone(), value.clone()));
        }
    }
    let mut reader = Reader::new(tree);
    for (index, word) in words[tags..].iter().enumerate() {
        let wrong = |reason| PgnError {
            line: word.line,
            reason,
        };
        match &word.kind {
            Kind::Result(result) => {
                reader.end().map_err(wrong)?;
                reader.tree.result.clone_from(result);
                return Ok((reader.tree, tags + index + 1));
            }
            // A new game begins although this one has no result.
            Kind::Tag(..) => return Ok((reader.ended(word.line)?, tags + index)),
            kind => reader.take(kind).map_err(wrong)?,
        }
    }
    let last = words.last().map_or(1, |word| word.line);
    Ok((reader.ended(last)?, words.len()))
}

/// The start position, from the tags.
fn first_position(tags: &[Word]) -> Result<Position, String> {
    let tag = |wanted: &str| {
        tags.iter().find_map(|word| match &word.kind {
            Kind::Tag(name, value) if name == wanted => Some(value.as_str()),
            _ => None,
        })
    };
    let catalogue = Catalogue::embedded();
    let name = tag("Variant").unwrap_or("chess").to_ascii_lowercase();
    let name = match name.as_str() {
        "standard" | "normal" => "chess".to_owned(),
        _ => catalogue.name_of_alias(&name).unwrap_or(name),
    };
    let variant = catalogue
        .variant(&name)
        .map_err(|error| format!("tag Variant: {error}"))?;
    let pieces = DeclaredPieces::parse(tag("Pieces").unwrap_or_default())
        .map_err(|error| format!("tag Pieces: {error}"))?;
    let variant = variant
        .with_pieces(&pieces)
        .map_err(|reason| format!("tag Pieces: {reason}"))?;
    let fen = tag("FEN").unwrap_or(&variant.start);
    rules::position(&variant, fen).map_err(|error| format!("tag FEN: {error}"))
}

/// A tree that grows word by word.
struct Reader {
    tree: Tree,
    /// The turn read last.
    at: Option<usize>,
    /// For each open variation, the turn to continue from when it is closed.
    open: Vec<Option<usize>>,
    /// The turn behind it, as far as it is read.
    next: TurnBuilder,
    /// Whether a comment would be the first one behind a turn.
    fresh: bool,
}

impl Reader {
    fn new(tree: Tree) -> Self {
        Self {
            next: TurnBuilder::new(&tree.first),
            tree,
            at: None,
            open: Vec::new(),
            fresh: false,
        }
    }

    fn take(&mut self, kind: &Kind) -> Result<(), String> {
        match kind {
            Kind::Comment(text) => self.comment(text),
            Kind::Nag(nag) => {
                if let Some(at) = self.at {
                    self.tree.nodes[at].nags.push(*nag);
                }
            }
            Kind::Turn(text) => self.turn(text)?,
            Kind::Open => {
                self.complete()?;
                let at = self
                    .at
                    .ok_or("a variation opens before any turn (expected a turn)")?;
                if self.open.len() == DEEPEST {
                    return Err(format!(
                        "variations are nested too deep (expected at most {DEEPEST})"
                    ));
                }
                self.open.push(Some(at));
                self.go_to(self.tree.nodes[at].parent);
            }
            Kind::Close => {
                self.complete()?;
                let back = self.open.pop();
                self.go_to(back.ok_or("')' closes no variation")?);
            }
            Kind::Tag(..) | Kind::Result(_) => {}
        }
        Ok(())
    }

    fn go_to(&mut self, node: Option<usize>) {
        self.at = node;
        self.next = TurnBuilder::new(self.tree.position(node));
        self.fresh = false;
    }

    /// A comment belongs to the turn before it. A first comment that only states the turn's effects is dropped, because they follow from
    /// the turn.
    fn comment(&mut self, text: &str) {
        let told = match self.at {
            Some(at) if self.fresh => {
                let node = &self.tree.nodes[at];
                let effects = turn_effects(self.tree.position(node.parent), &node.turn);
                !text.is_empty() && effects == text
            }
            _ => false,
        };
        self.fresh = false;
        let into = match self.at {
            _ if told => return,
            Some(at) => &mut self.tree.nodes[at].comment,
            None => &mut self.tree.comment,
        };
        if !into.is_empty() && !text.is_empty() {
            into.push(' ');
        }
        into.push_str(text);
    }

    /// Legs joined by commas, or one of several words that make a turn.
    fn turn(&mut self, text: &str) -> Result<(), String> {
        let read = self.next.push_text(text, leg_of_san);
        if let Progress::Complete(turn) = read.map_err(|error| error.to_string())? {
            let node = self.tree.add(self.at, turn);
            self.go_to(Some(node));
            self.fresh = true;
        }
        Ok(())
    }

    fn complete(&self) -> Result<(), String> {
        if self.next.is_begun() {
            Err("a turn is not complete (expected its next move)".to_owned())
        } else {
            Ok(())
        }
    }

    fn end(&self) -> Result<(), String> {
        self.complete()?;
        if self.open.is_empty() {
            Ok(())
        } else {
            Err("the game ends inside a variation (expected ')')".to_owned())
        }
    }

    /// The tree of a game that breaks off without a result.
    fn ended(mut self, line: usize) -> Result<Tree, PgnError> {
        self.end().map_err(|reason| PgnError { line, reason })?;
        "*".clone_into(&mut self.tree.result);
        Ok(self.tree)
    }
}
