//! Trees of PGN texts. Texts written by [`Tree::text`](super::Tree::text) are read back unchanged; of other programs' texts all that
//! is understood is kept, and a [`Remark`] names what is not.

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
/// The tags for game, start and result: what they say is kept elsewhere.
const SET_UP: [&str; 6] = ["Variant", "VariantName", "FEN", "SetUp", "Pieces", "Result"];

/// Which moves of a game were left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loss {
    /// None.
    Nothing,
    /// Those of a variation, from some turn on.
    Variation,
    /// Those of the main line, from some turn on, or the whole game.
    MainLine,
}

/// Something in a text that is not understood, and was left out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}, line {line}: {reason}")]
pub struct Remark {
    /// Which game of the text, from 1.
    pub game: usize,
    /// The line, from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub reason: String,
    /// Which moves were left out with it.
    pub loss: Loss,
}

/// The games of a text, and what was left out of them.
#[derive(Clone, Default)]
pub struct Reading {
    /// The games of which at least the first position is understood.
    pub games: Vec<Tree>,
    /// What is not understood.
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
    // A text in memory has no errors of the system.
    for raw in Games::new(text.as_bytes()).into_iter().flatten().flatten() {
        let (tree, remarks) = raw.tree(catalogue);
        reading.games.extend(tree);
        reading.remarks.extend(remarks);
    }
    reading
}

impl RawGame {
    /// The game as a tree, and what was left out of it; no tree if its first position is not understood.
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

    /// What tag and text say of the result, if that differs.
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

/// What has become of a line of moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Its next turn is expected.
    Read,
    /// There was a result: further turns are left out.
    Over,
    /// A turn was not understood: the rest is left out.
    Broken,
}

/// A variation that is open.
struct Open {
    /// The turn to continue from when it is closed.
    back: Option<usize>,
    /// What the line around it was.
    state: State,
    /// Whether that line is a variation without a turn yet: then this bracket is superfluous.
    begins: bool,
    /// Whether it opens before the first turn of the game, which it contains: the bracket is superfluous.
    is_superfluous: bool,
}

/// A tree that grows token by token.
struct Reader<'a> {
    raw: &'a RawGame,
    tree: Tree,
    remarks: Vec<Remark>,
    /// The turn read last.
    at: Option<usize>,
    state: State,
    open: Vec<Open>,
    /// Brackets that are open in a part that is left out.
    ignored: usize,
    /// The turn behind it, as far as it is read.
    next: Option<TurnBuilder>,
    /// The comment before the next turn, at the beginning of a variation.
    before: Comment,
    /// Whether a variation has no turn yet.
    begins: bool,
    /// Whether a comment would be the first one behind a turn.
    fresh: bool,
    /// Whether a word was not understood.
    strange: bool,
    /// A word behind the last turn that was not understood, and its line: perhaps the next turn.
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

    /// A remark on what loses the rest of the line that is read.
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
            // A word behind a move number stands for a move, and so may the two files of a pawn's capture.
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

    /// Reads a turn; one that is not understood ends its line. So does a word that was left out in the place of a turn, as the
    /// number of the next turn shows.
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

    /// Reads a turn, perhaps with the sign of a novelty glued to it: `e4N`.
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

    /// Begins a variation on the turn before.
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

    /// Ends a variation; a bracket too many is ignored.
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
        // Words without a turn belong to the turn that they would have replaced.
        if let Some(at) = self.at.filter(|_| !self.begins) {
            let before = std::mem::take(&mut self.before);
            self.tree.nodes[at].comment.add(before);
        }
    }

    /// A comment belongs to the turn before it, at the beginning of a variation to the turn behind. A first comment that only states the
    /// turn's effects is dropped, because they follow from the turn.
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

    /// Legs joined by commas, or one of several words that make a turn.
    fn turn(&mut self, text: &str) -> Result<(), String> {
        let at = self.tree.position(self.at);
        let (turn, after) = if is_null(text) && self.next.is_none() {
            let turn = Turn::null(at).map_err(|reason| format!("'{text}': {reason}"))?;
            let after = turn.after(at);
            (turn, after)
        } else {
            let mut next = self.next.take().unwrap_or_else(|| TurnBuilder::new(at));
            // A number may be glued to its turn.
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

    /// Leaves out a turn that is begun.
    fn complete(&mut self, line: usize) {
        if self.next.take().is_some() {
            let reason = "a turn is not complete (expected its next move)".to_owned();
            self.lost(line, reason);
        }
    }

    /// The tree of the whole game.
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

/// Whether a word can be a pawn's capture named by its files alone: `ed`.
fn names_two_files(word: &str) -> bool {
    matches!(word.as_bytes(), [from @ b'a'..=b'h', to @ b'a'..=b'h'] if from.abs_diff(*to) == 1)
}

#[cfg(test)]
mod tests;
