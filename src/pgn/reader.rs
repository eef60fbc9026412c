//! Reads PGN texts as trees. Texts written by [`Tree::text`](super::Tree::text) are read back unchanged. From texts of other programs
//! everything that is understood is kept, with a [`Remark`] for each part that is not.

use super::comment::Comment;
use super::game_name::game_of;
use super::games::{Games, RawGame};
use super::lexer::{Kind, LONGEST_COMMENT, MoveNumber, Token};
use super::signs::{NOVELTY, result_of_tag};
use super::tree::Tree;
use crate::base::Color;
use crate::catalogue::Catalogue;
use crate::position::Position;
use crate::rules::{
    self, Progress, Turn, TurnBuilder, is_null, leg_of_san, quotable, turn_effects,
};
use crate::variant::{DeclaredPieces, Variant};
use std::sync::Arc;

/// The maximum nesting depth of variations.
pub(super) const DEEPEST: usize = 64;
/// The tags for game, start and result, which a tree does not keep as tags.
const SET_UP: [&str; 6] = ["Variant", "VariantName", "FEN", "SetUp", "Pieces", "Result"];

/// How much of a game was left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loss {
    /// No moves.
    Nothing,
    /// The rest of a variation.
    Variation,
    /// The rest of the main line, or the whole game.
    MainLine,
}

/// A part of a text that was not understood and was left out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}, line {line}: {reason}")]
pub struct Remark {
    /// The number of the game in the text, from 1.
    pub game: usize,
    /// The line, from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub reason: String,
    /// The moves that were left out because of this part.
    pub loss: Loss,
}

/// The games of a text, with remarks on the parts that were left out.
#[derive(Clone, Default)]
pub struct Reading {
    /// The games of which at least the first position is understood.
    pub games: Vec<Tree>,
    /// The parts that are not understood.
    pub remarks: Vec<Remark>,
}

/// All games of a text.
///
/// ```
/// let text = "1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 Nf9 *";
/// let read = katydid::pgn::read(&katydid::Catalogue::new(), text);
/// assert_eq!(read.games[0].nodes.len(), 5);
/// assert_eq!(read.games[0].nodes[0].comment.text, "best");
/// assert!(read.remarks[0].to_string().starts_with("game 1, line 1: 'Nf9'"));
/// ```
pub fn read(catalogue: &Catalogue, text: &str) -> Reading {
    let mut reading = Reading::default();
    // Reading from memory cannot fail.
    for raw in Games::new(text.as_bytes()).into_iter().flatten().flatten() {
        let (tree, remarks) = raw.tree(catalogue);
        reading.games.extend(tree);
        reading.remarks.extend(remarks);
    }
    reading
}

impl RawGame {
    /// The game as a tree, with remarks on the parts that were left out; no tree if its first position is not understood.
    pub fn tree(&self, catalogue: &Catalogue) -> (Option<Tree>, Vec<Remark>) {
        let first = match self.first_position(catalogue) {
            Ok(first) => first,
            Err(remark) => return (None, vec![remark]),
        };
        let mut tree = Tree::new(first);
        let in_set_up = |name: &str| SET_UP.iter().any(|known| known.eq_ignore_ascii_case(name));
        for tag in &self.tags {
            let known = |(name, _): &(String, String)| name.eq_ignore_ascii_case(&tag.name);
            if !in_set_up(&tag.name) && !tree.tags.iter().any(known) {
                let value = self.tag(&tag.name).unwrap_or_default();
                tree.tags.push((tag.name.clone(), value.to_owned()));
            }
        }
        let mut reader = Reader::new(tree, self);
        for token in &self.tokens {
            reader.take(token);
        }
        let (mut tree, mut remarks) = reader.ended();
        self.result().clone_into(&mut tree.result);
        remarks.extend(self.contradiction());
        remarks.extend(self.cut.map(|line| {
            let reason = "the game is too long, the rest of it is left out".to_owned();
            self.remark(line, reason, Loss::MainLine)
        }));
        (Some(tree), remarks)
    }

    fn remark(&self, line: usize, reason: String, loss: Loss) -> Remark {
        Remark {
            game: self.number,
            line,
            reason,
            loss,
        }
    }

    /// The game that the tags name, with the pieces that they declare.
    ///
    /// # Errors
    /// Why there is no such game.
    pub fn variant(&self, catalogue: &Catalogue) -> Result<Arc<Variant>, Remark> {
        let lost = |(line, reason)| self.remark(line, reason, Loss::MainLine);
        let variant = game_of(catalogue, self).map_err(lost)?;
        let (text, line) = self.tag_and_line("Pieces").unwrap_or_default();
        let wrong = |reason: String| lost((line, format!("tag Pieces: {reason}")));
        let pieces = DeclaredPieces::parse(text).map_err(|error| wrong(error.to_string()))?;
        variant.with_pieces(&pieces).map_err(wrong)
    }

    /// The start position, from the tags.
    fn first_position(&self, catalogue: &Catalogue) -> Result<Position, Remark> {
        let variant = self.variant(catalogue)?;
        let (fen, line) = self.tag_and_line("FEN").unwrap_or_default();
        let fen = match fen.trim() {
            "" | "?" | "startpos" => &variant.start,
            fen => fen,
        };
        rules::position(&variant, fen)
            .map_err(|error| self.remark(line, format!("tag FEN: {error}"), Loss::MainLine))
    }

    /// A remark if the tag `Result` contradicts the result after the moves.
    fn contradiction(&self) -> Option<Remark> {
        let (value, line) = self.tag_and_line("Result")?;
        let written = self.last_result().filter(|result| *result != "*")?;
        let tag = result_of_tag(value).filter(|result| *result != "*")?;
        (tag != written).then(|| {
            let reason = format!("tag Result: it says {tag}, the moves end with {written}");
            self.remark(line, reason, Loss::Nothing)
        })
    }
}

/// The state of the line (main line or variation) that is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The next turn is expected.
    Read,
    /// There was a result; further turns are left out.
    Over,
    /// A turn was not understood; the rest of the line is left out.
    Broken,
}

/// An open variation.
struct Open {
    /// The node from which the enclosing line continues.
    back: Option<usize>,
    /// The state of the enclosing line.
    state: State,
    /// Whether the enclosing variation has no turn yet, so that this bracket is superfluous.
    begins: bool,
    /// Whether the bracket stands before the first turn of the game; it is then superfluous.
    is_superfluous: bool,
}

/// A tree that grows token by token.
struct Reader<'a> {
    raw: &'a RawGame,
    tree: Tree,
    remarks: Vec<Remark>,
    /// The node of the turn read last.
    at: Option<usize>,
    state: State,
    open: Vec<Open>,
    /// The number of open brackets in a part that is left out.
    ignored: usize,
    /// The turn after `at`, as far as it is read.
    next: Option<TurnBuilder>,
    /// The comment before the next turn, at the beginning of a variation.
    before: Comment,
    /// Whether the current variation has no turn yet.
    begins: bool,
    /// Whether no comment has followed the last turn yet.
    fresh: bool,
    /// Whether a word was not understood and has a remark; further such words get none.
    strange: bool,
    /// A word after the last turn that was not understood, and its line; it may stand for the next turn.
    perhaps: Option<(String, usize)>,
    /// Annotations before the next turn.
    nags: Vec<u8>,
}

impl<'a> Reader<'a> {
    fn new(tree: Tree, raw: &'a RawGame) -> Self {
        Self {
            raw,
            tree,
            remarks: Vec::new(),
            at: None,
            state: State::Read,
            open: Vec::new(),
            ignored: 0,
            next: None,
            before: Comment::default(),
            begins: false,
            fresh: false,
            strange: false,
            perhaps: None,
            nags: Vec::new(),
        }
    }

    /// Adds a remark on a fault for which the rest of the current line is left out.
    fn lost(&mut self, line: usize, reason: String) {
        let inside = !self.open.is_empty() || self.ignored > 0;
        let loss = if inside {
            Loss::Variation
        } else {
            Loss::MainLine
        };
        self.remark(line, reason, loss);
    }

    fn remark(&mut self, line: usize, reason: String, loss: Loss) {
        self.remarks.push(self.raw.remark(line, reason, loss));
    }

    fn take(&mut self, token: &Token) {
        let line = token.line;
        match &token.kind {
            Kind::Open if self.ignored > 0 || self.state != State::Read => self.ignored += 1,
            Kind::Close if self.ignored > 0 => self.ignored -= 1,
            Kind::Open => self.open(line),
            Kind::Close => {
                self.complete(line);
                self.close();
            }
            _ if self.ignored > 0 || self.state == State::Broken => {}
            Kind::Result(_) if !self.open.is_empty() => self.state = State::Over,
            Kind::Comment(text) => self.comment(text),
            Kind::Unclosed => {
                self.remark(
                    line,
                    "a comment has no end (expected '}')".to_owned(),
                    Loss::Nothing,
                );
            }
            Kind::CutComment => self.remark(
                line,
                format!("a comment is longer than {LONGEST_COMMENT} bytes (its end is left out)"),
                Loss::Nothing,
            ),
            Kind::Nag(nag) => match self.at.filter(|_| !self.begins) {
                Some(at) => self.tree.nodes[at].nags.push(*nag),
                None => self.nags.push(*nag),
            },
            Kind::WrongNag(text) => {
                let text = quotable(text);
                self.remark(
                    line,
                    format!("'{text}' is no annotation (expected $0 to $255)"),
                    Loss::Nothing,
                );
            }
            _ if self.state == State::Over => {}
            Kind::Turn(text) => self.turn_or_end(token, text),
            // A word after a move number is meant as a move. Two files alone (`ed`) can be a pawn capture.
            Kind::Word(text) if names_two_files(text) && self.turn(text).is_ok() => {}
            Kind::Word(text) if token.number.is_some_and(|number| number.dots > 0) => {
                self.turn_or_end(token, text);
            }
            Kind::Word(text) => {
                self.perhaps.get_or_insert_with(|| (text.clone(), line));
                if self.strange {
                    return;
                }
                self.strange = true;
                let text = quotable(text);
                self.remark(
                    line,
                    format!("'{text}' is no move (such words are left out)"),
                    Loss::Nothing,
                );
            }
            Kind::Tag(..) | Kind::Result(_) => {}
        }
    }

    /// Reads a turn; a turn that is not understood ends its line. The line also ends if the move number shows that a turn is
    /// missing, because a word that was left out stood for it.
    fn turn_or_end(&mut self, token: &Token, text: &str) {
        let side = self.tree.position(self.at).side_to_move();
        let is_of_other = |number: MoveNumber| number.is_blacks() != (side == Color::Black);
        let read = match self.perhaps.take() {
            Some((word, line)) if token.number.is_some_and(is_of_other) => {
                Err((line, format!("'{}' is no move", quotable(&word))))
            }
            _ => self
                .turn_or_novelty(text)
                .map_err(|reason| (token.line, reason)),
        };
        if let Err((line, reason)) = read {
            self.state = State::Broken;
            self.lost(line, reason);
        }
    }

    /// Reads a turn, perhaps with the sign of a novelty directly after it: `e4N`.
    fn turn_or_novelty(&mut self, text: &str) -> Result<(), String> {
        let next = self.next.clone();
        let Err(reason) = self.turn(text) else {
            return Ok(());
        };
        let plain = text
            .strip_suffix('N')
            .filter(|plain| plain.ends_with(|c: char| c.is_ascii_digit()));
        self.next = next;
        if plain.is_some_and(|plain| self.turn(plain).is_ok())
            && let Some(at) = self.at
        {
            self.tree.nodes[at].nags.push(NOVELTY);
            return Ok(());
        }
        Err(reason)
    }

    /// Begins a variation, which replaces the last turn.
    fn open(&mut self, line: usize) {
        let first = self.at.is_none() && !self.begins;
        let refused = if self.next.is_some() {
            Some("a variation opens in the middle of a turn (expected its next move)".to_owned())
        } else if self.open.len() == DEEPEST {
            Some(format!(
                "variations are nested too deep (expected at most {DEEPEST})"
            ))
        } else if first && !self.raw.moves().is_empty() {
            Some("a variation opens before any turn (expected a turn)".to_owned())
        } else {
            None
        };
        if let Some(reason) = refused {
            self.ignored = 1;
            self.lost(line, reason);
            return;
        }
        self.open.push(Open {
            back: self.at,
            state: self.state,
            begins: self.begins,
            is_superfluous: first,
        });
        if first {
            return;
        }
        if !self.begins {
            self.at = self.at.and_then(|at| self.tree.nodes[at].parent);
        }
        self.begins = true;
        self.fresh = false;
    }

    /// Ends a variation; a surplus closing bracket is ignored.
    fn close(&mut self) {
        let Some(open) = self.open.pop() else {
            return;
        };
        if open.is_superfluous {
            return;
        }
        (self.at, self.state, self.begins) = (open.back, open.state, open.begins);
        self.perhaps = None;
        self.nags.clear();
        self.next = None;
        self.fresh = false;
        // Comments of a variation without turns go to the turn that it would have replaced.
        if let Some(at) = self.at.filter(|_| !self.begins) {
            let before = std::mem::take(&mut self.before);
            self.tree.nodes[at].comment.add(before);
        }
    }

    /// Adds a comment to the turn before it, or at the beginning of a variation to the turn after it. The first comment after a turn is
    /// dropped if it only states the turn's effects.
    fn comment(&mut self, text: &str) {
        let fresh = std::mem::take(&mut self.fresh);
        if let Some(at) = self.at.filter(|_| fresh && !text.is_empty()) {
            let node = &self.tree.nodes[at];
            if turn_effects(self.tree.position(node.parent), &node.turn) == text {
                return;
            }
        }
        let into = match self.at {
            _ if self.begins => &mut self.before,
            Some(at) => &mut self.tree.nodes[at].comment,
            None => &mut self.tree.comment,
        };
        into.add(Comment::read(text));
    }

    /// Reads a word that is a whole turn (legs joined by commas), or one of several words of a turn.
    fn turn(&mut self, text: &str) -> Result<(), String> {
        let at = self.tree.position(self.at);
        let (turn, after) = if is_null(text) && self.next.is_none() {
            let turn = Turn::null(at).map_err(|reason| format!("'{text}': {reason}"))?;
            let after = turn.after(at);
            (turn, after)
        } else {
            let mut next = self.next.take().unwrap_or_else(|| TurnBuilder::new(at));
            // A move number may stand directly before its turn.
            let unnumbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
            let read = next.push_text(text, leg_of_san).or_else(|error| {
                let glued = unnumbered.len() < text.len();
                let again = glued.then(|| next.push_text(unnumbered, leg_of_san));
                again.and_then(Result::ok).ok_or(error)
            });
            let Progress::Complete(turn) = read.map_err(|error| error.to_string())? else {
                self.next = Some(next);
                return Ok(());
            };
            (turn, next.now().clone())
        };
        let node = self.tree.add(self.at, turn, after);
        self.tree.nodes[node].before = std::mem::take(&mut self.before);
        self.tree.nodes[node].nags = std::mem::take(&mut self.nags);
        self.perhaps = None;
        self.at = Some(node);
        self.begins = false;
        self.fresh = true;
        Ok(())
    }

    /// Drops an incomplete turn, with a remark.
    fn complete(&mut self, line: usize) {
        if self.next.take().is_some() {
            let reason = "a turn is not complete (expected its next move)".to_owned();
            self.lost(line, reason);
        }
    }

    /// Finishes the tree when all tokens have been read.
    fn ended(mut self) -> (Tree, Vec<Remark>) {
        let line = self.raw.tokens.last().map_or(1, |token| token.line);
        self.complete(line);
        if !self.open.is_empty() || self.ignored > 0 {
            let reason = "the game ends inside a variation (expected ')')".to_owned();
            self.remark(line, reason, Loss::Nothing);
        }
        while !self.open.is_empty() {
            self.close();
        }
        (self.tree, self.remarks)
    }
}

/// Whether a word may be a pawn capture written by its files alone: `ed`.
fn names_two_files(word: &str) -> bool {
    matches!(word.as_bytes(), [from @ b'a'..=b'h', to @ b'a'..=b'h'] if from.abs_diff(*to) == 1)
}

#[cfg(test)]
mod tests;
