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
mod tests {
    use super::*;
    use crate::catalogue::games;
    use crate::rules::turn_text;

    fn read(text: &str) -> Reading {
        super::read(games(), text)
    }

    /// The turns of a tree: the main line, its variations in brackets.
    fn turns(tree: &Tree) -> String {
        let mut words = Vec::new();
        line(tree, &tree.followers(), None, &mut words);
        words.join(" ")
    }

    fn line(tree: &Tree, followers: &[Vec<usize>], mut at: Option<usize>, words: &mut Vec<String>) {
        while let Some((main, others)) = followers[at.map_or(0, |at| at + 1)].split_first() {
            words.push(word(tree, *main));
            for other in others {
                words.push(format!("({}", word(tree, *other)));
                line(tree, followers, Some(*other), words);
                if let Some(last) = words.last_mut() {
                    last.push(')');
                }
            }
            at = Some(*main);
        }
    }

    fn word(tree: &Tree, node: usize) -> String {
        let node = &tree.nodes[node];
        turn_text(tree.position(node.parent), &node.turn)
    }

    fn remarks(text: &str) -> Vec<String> {
        read(text).remarks.iter().map(ToString::to_string).collect()
    }

    /// The turns of the only game of a text without remarks.
    fn clean(text: &str) -> String {
        let read = read(text);
        assert!(read.remarks.is_empty(), "{text}: {:?}", read.remarks);
        assert_eq!(read.games.len(), 1, "{text}");
        turns(&read.games[0])
    }

    #[test]
    fn a_bad_game_is_kept_as_far_as_it_goes_and_spoils_no_other() {
        let text = "[Event \"a\"]\n\n1. e4 e5 2. Ke3 {bad} Nc6 (2... d6) 1-0\n\n[Event \"b\"]\n\n1. d4 d5 0-1\n";
        let read = read(text);
        assert_eq!(
            read.games.iter().map(turns).collect::<Vec<_>>(),
            ["e2e4 e7e5", "d2d4 d7d5"]
        );
        assert_eq!(
            (read.games[0].result.as_str(), read.games[1].result.as_str()),
            ("1-0", "0-1")
        );
        assert!(read.games[0].nodes[1].comment.is_empty());
        let told = remarks(text);
        assert_eq!(told.len(), 1);
        assert!(
            told[0].starts_with("game 1, line 3: 'Ke3' is not a legal move"),
            "{told:?}"
        );
        assert_eq!(read.remarks[0].loss, Loss::MainLine);
    }

    #[test]
    fn a_bad_variation_spoils_no_main_line() {
        for text in [
            "1. e4 e5 (1... c5 2. Ke3 d6 (2... e6 1-0) {x}) 2. Nf3 *",
            "1. e4 e5 (1... c5 (1... Nf9) 2. Kf9) 2. Nf3",
        ] {
            let read = read(text);
            assert_eq!(turns(&read.games[0]), "e2e4 e7e5 (c7c5) g1f3", "{text}");
            assert!(!read.remarks.is_empty());
            let in_variations = |remark: &Remark| remark.loss == Loss::Variation;
            assert!(read.remarks.iter().all(in_variations), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_set_up_is_told_with_its_line() {
        let text = "[Event \"a\"]\n[Variant \"ludo\"]\n\n1. e4 *\n\n[FEN \"8/8 w\"]\n\n1. e4 *\n\n[Pieces \"?\"]\n\n*\n\n[Event \"d\"]\n\n1. e4 *";
        assert_eq!(read(text).games.len(), 1);
        let told = remarks(text);
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(
            told[0].starts_with("game 1, line 2: tag Variant: unknown variant 'ludo'"),
            "{told:?}"
        );
        assert!(told[1].starts_with("game 2, line 6: tag FEN: "), "{told:?}");
        assert!(
            told[2].starts_with("game 3, line 10: tag Pieces: "),
            "{told:?}"
        );
    }

    #[test]
    fn tags_are_found_in_any_case_and_by_any_name() {
        let from_position = "[Variant \"From Position\"]\n[FEN \"8/P6k/8/8/8/8/8/4K3 b - - 0 1\"]\n[SetUp \"1\"]\n\n1... Kg6 *";
        assert_eq!(clean(from_position), "h7g6");
        let name = |text: &str| read(text).games[0].first.variant().name.clone();
        for (tags, meant) in [
            ("[variant \"CrazyHouse\"]", "crazyhouse"),
            ("[Variant \"\"]", "chess"),
            ("[Variant \"Chess960\"]", "fischerandom"),
            ("[Variant \"?\"]\n[VariantName \"zh\"]", "crazyhouse"),
            ("[Variant \"Standard\"]\n[fen \"startpos\"]", "chess"),
        ] {
            assert_eq!(name(&format!("{tags}\n\n1. e4 *")), meant, "{tags}");
        }
    }

    #[test]
    fn moves_are_read_in_all_spellings() {
        for (text, meant) in [
            (
                "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. @e4 *",
                "e2e4 d7d5 e4d5 d8d5 P@e4",
            ),
            (
                "[Variant \"zh\"]\n\n1. e4 d5 2. exd5 Qxd5 3. p@e4 *",
                "e2e4 d7d5 e4d5 d8d5 P@e4",
            ),
            (
                "1. e2-e4 e7-e5 2. Ng1-f3 Nb8\u{2013}c6",
                "e2e4 e7e5 g1f3 b8c6",
            ),
            (
                "1. e4 d5 2. e4:d5 Qd8\u{d7}d5 3. ng1f3",
                "e2e4 d7d5 e4d5 d8d5 g1f3",
            ),
            ("1. e4 d5 2. ed5 Q:d5", "e2e4 d7d5 e4d5 d8d5"),
            (
                "1. e4 a6 2. e5 d5 3. exd6 e.p. h6",
                "e2e4 a7a6 e4e5 d7d5 e5d6 h7h6",
            ),
            (
                "1. e4 a6 2. e5 d5 3. exd6e.p.! h6",
                "e2e4 a7a6 e4e5 d7d5 e5d6 h7h6",
            ),
            (
                "1. e4 a6 2. e5 d5 3. ed6(ep)+ h6",
                "e2e4 a7a6 e4e5 d7d5 e5d6 h7h6",
            ),
            (
                "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 o-o",
                "e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1 e8g8",
            ),
            (
                "1. \u{2659}e4 e5 2. \u{2658}f3 \u{265e}c6",
                "e2e4 e7e5 g1f3 b8c6",
            ),
            ("1. e4 f5 2. Qh5 ch g6", "e2e4 f7f5 d1h5 g7g6"),
            ("1e4 e5 2d4 exd4", "e2e4 e7e5 d2d4 e5d4"),
            (
                "[Variant \"alice\"]\n[FEN \"4k3/8/8/8/8/8/5P2/4K3|8/8/8/8/8/5P2/8/8 w - - 0 1\"]\n\n1. 2f4 *",
                "f2f4",
            ),
        ] {
            assert_eq!(clean(text), meant, "{text}");
        }
        for becoming in [
            "a8=Q", "a8Q", "a8(Q)", "a8=q", "a8=(Q)", "a8/Q", "a8q", "a7-a8=Q+", "a8=Q+-",
        ] {
            let text = format!("[FEN \"8/P6k/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. {becoming} *");
            assert_eq!(clean(&text), "a7a8q", "{becoming}");
        }
    }

    #[test]
    fn null_moves_are_turns_where_they_can_be() {
        for text in [
            "1. e4 -- 2. d4 *",
            "1. e4 Z0 2. d4 *",
            "1. e4 null 2. d4 *",
            "1. e4 @@@@ 2. d4",
            "1. e4 0000 2. d4",
        ] {
            assert_eq!(clean(text), "e2e4 0000 d2d4", "{text}");
        }
        assert_eq!(clean("1. e4 e5 (1... -- 2. d4) *"), "e2e4 e7e5 (0000 d2d4)");
        let in_check = "1. e4 f6 2. Qh5 -- 3. d4 *";
        assert_eq!(turns(&read(in_check).games[0]), "e2e4 f7f6 d1h5");
        assert!(remarks(in_check)[0].contains("'--': a null move leaves the king attacked"));
        let series = "[Variant \"progressive\"]\n\n1. e4 2. -- *\n\n1. e4 *";
        assert_eq!(read(series).games.len(), 2);
    }

    #[test]
    fn comments_belong_to_the_turn_that_they_stand_by() {
        let tree = |text: &str| read(text).games.remove(0);
        let sicilian = tree("1. e4 e5 ({the Sicilian} 1... c5 {good}) 2. Nf3 *");
        let comments: Vec<(&str, &str)> = sicilian
            .nodes
            .iter()
            .map(|node| (node.before.text.as_str(), node.comment.text.as_str()))
            .collect();
        assert_eq!(
            comments,
            [("", ""), ("", ""), ("the Sicilian", "good"), ("", "")]
        );
        let nested = tree("{a} 1. e4 {b} e5 ({c} {d} 1... c5 ({e} 1... c6)) ({f}) {g} *");
        assert_eq!(nested.comment.text, "a");
        assert_eq!(nested.nodes[1].comment.text, "f g");
        assert_eq!(nested.nodes[2].before.text, "c d");
        assert_eq!(nested.nodes[3].before.text, "e");
        let clock = tree("1. e4 {[%clk 0:05:00][%eval 0.2]} e5 {[%cal Ge7e5] held} *");
        assert_eq!(clock.nodes[0].comment.commands.len(), 2);
        assert_eq!(
            (
                clock.nodes[0].comment.text.as_str(),
                clock.nodes[1].comment.text.as_str()
            ),
            ("", "held")
        );
    }

    #[test]
    fn signs_of_judgement_are_annotations_wherever_they_stand() {
        for (text, nags) in [
            ("1. e4 e5 2. Nf3 += Nc6 *", &[14][..]),
            ("1. e4 e5 2. Nf3 N Nc6 *", &[146]),
            ("1. e4 e5 2. Nf3 D Nc6 *", &[220]),
            ("1. e4 e5 2. Nf3 = Nc6 *", &[10]),
            ("1. e4 e5 2. Nf3!? \u{221e} {x} $36 Nc6 *", &[5, 13, 36]),
            ("1. e4 e5 2. Nf3+- Nc6 *", &[18]),
            ("1. e4 e5 2. Nf3 -/+ Nc6 *", &[17]),
            ("1. e4 e5 2. Nf3 $999 Nc6 *", &[]),
            ("1. e4 e5 2. Nf3 hm Nc6 *", &[]),
        ] {
            let tree = &read(text).games[0];
            assert_eq!(turns(tree), "e2e4 e7e5 g1f3 b8c6", "{text}");
            assert_eq!(tree.nodes[2].nags, nags, "{text}");
        }
        assert_eq!(
            remarks("1. e4 hm e5 ho *"),
            ["game 1, line 1: 'hm' is no move (such words are left out)"]
        );
    }

    #[test]
    fn superfluous_brackets_are_overlooked() {
        for (text, meant) in [
            ("1. e4 (1. d4))) *", "e2e4 (d2d4)"),
            ("1. e4 ((1. d4) 1. c4) e5 *", "e2e4 (d2d4) (c2c4) e7e5"),
            ("1. e4 () e5 (()) 2. d4", "e2e4 e7e5 d2d4"),
            ("1. e4 ) e5 *)", "e2e4 e7e5"),
            ("(1. e4 e5) *", "e2e4 e7e5"),
            ("1. e4 [1. d4 d5] e5 *", "e2e4 (d2d4 d7d5) e7e5"),
            ("1. e4 e5 1-0 (1... c5) *", "e2e4 e7e5 (c7c5)"),
            ("1. e4 e5 (1... c5 1-0) 2. Nf3 *", "e2e4 e7e5 (c7c5) g1f3"),
        ] {
            assert_eq!(clean(text), meant, "{text}");
        }
        let unclosed = remarks("1. e4 (1. d4");
        assert!(unclosed[0].contains("inside a variation"), "{unclosed:?}");
        assert_eq!(turns(&read("(1. d4) 1. e4 *").games[0]), "e2e4");
        let deep = remarks(&format!("1. e4 {} *", "(1. d4 ".repeat(70)));
        assert!(
            deep.iter().any(|told| told.contains("too deep")),
            "{deep:?}"
        );
        assert!(remarks("1. e4 {open")[0].contains("a comment has no end"));
    }

    #[test]
    fn words_around_moves_are_left_out_and_those_in_the_place_of_a_move_end_the_line() {
        for (text, meant) in [
            (
                "[Event \"x\"]\n\nOpening: 1. e4 e5\n2. Nf3 *",
                "e2e4 e7e5 g1f3",
            ),
            ("[Event \"x\"]\n\nMoves: e4 e5", "e2e4 e7e5"),
            ("[Event \"x\"]\n\nW: 1. e4 B: e5", "e2e4 e7e5"),
            ("some text 1. e4 e5 *", "e2e4 e7e5"),
            (
                "[Event \"x\"]\n--------\n1. d4\n----- x -----\n1... d5 *",
                "d2d4 d7d5",
            ),
            ("1. e4N d5 2. exd!? *", "e2e4 d7d5 e4d5"),
            ("1. e4 d5 2. ed Qxd5", "e2e4 d7d5 e4d5 d8d5"),
            (
                "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. \u{41e}-\u{41e} *",
                "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1",
            ),
            ("1. e4 e5 2. xyz Nc6 3. Bb5 *", "e2e4 e7e5"),
            ("1. e4 e5 2. Nf3 castles 3. Bb5 *", "e2e4 e7e5 g1f3"),
            (
                "Move  White  Black\n----  -----  -----\n  1.  e4  (0:00)  e5  (1:02)\n{Black resigns} 1-0",
                "e2e4 e7e5",
            ),
        ] {
            assert_eq!(turns(&read(text).games[0]), meant, "{text}");
        }
        let lost = remarks("1. e4 e5 2. Nf3 castles 3. Bb5 *");
        assert!(
            lost.last()
                .is_some_and(|told| told.contains("'castles' is no move")),
            "{lost:?}"
        );
        let nags = |text: &str| {
            read(text).games[0]
                .nodes
                .last()
                .map(|node| node.nags.clone())
        };
        assert_eq!(nags("1. e4 e5 2. Nf3N"), Some(vec![NOVELTY]));
        assert_eq!(nags("1. e4 ( $142 1. d4) *"), Some(vec![142]));
    }

    #[test]
    fn results_that_contradict_each_other_are_told() {
        let text = "[Result \"0-1\"]\n\n1. e4 1-0";
        assert_eq!(read(text).games[0].result, "1-0");
        assert!(remarks(text)[0].contains("it says 0-1, the moves end with 1-0"));
        assert!(clean("[Result \"1-0\"]\n\n1. e4 *") == "e2e4");
    }
}
