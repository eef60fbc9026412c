//! The commands of a problem file.

use super::forsyth;
use crate::base::{Color, Square};
use crate::problem::conditions;
use crate::problem::diagram::Diagram;
use crate::problem::error::{ProblemError, quoted};
use crate::problem::options::{self, Given, Options};
use crate::problem::piece_list;
use crate::problem::pieces::{Letters, PieceText};
use crate::problem::problem::Problem;
use crate::problem::stipulation::Stipulation;
use crate::problem::twin_words::{self, RawTwin};
use crate::problem::words::{Meaning, Word, Words, look_up};
use crate::variant::DeclaredPieces;
use std::collections::BTreeMap;

/// A word that begins a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PopeyeCommand {
    Begin,
    Next,
    PopeyeEnd,
    Title,
    Author,
    Origin,
    Remark,
    Award,
    Protocol,
    Stipulation,
    Condition,
    Option,
    Pieces,
    Forsyth,
    Twin,
    Zero,
    /// A command of Popeye's that is not supported.
    Foreign,
}

const WORDS: [(&str, PopeyeCommand); 20] = [
    ("BeginProblem", PopeyeCommand::Begin),
    ("NextProblem", PopeyeCommand::Next),
    ("EndProblem", PopeyeCommand::PopeyeEnd),
    ("Title", PopeyeCommand::Title),
    ("Author", PopeyeCommand::Author),
    ("Origin", PopeyeCommand::Origin),
    ("Remark", PopeyeCommand::Remark),
    ("Award", PopeyeCommand::Award),
    ("Protocol", PopeyeCommand::Protocol),
    ("Stipulation", PopeyeCommand::Stipulation),
    ("Condition", PopeyeCommand::Condition),
    ("Option", PopeyeCommand::Option),
    ("Pieces", PopeyeCommand::Pieces),
    ("Forsyth", PopeyeCommand::Forsyth),
    ("Twin", PopeyeCommand::Twin),
    ("ZeroPosition", PopeyeCommand::Zero),
    ("SStipulation", PopeyeCommand::Foreign),
    ("LaTeX", PopeyeCommand::Foreign),
    ("LaTeXPieces", PopeyeCommand::Foreign),
    ("GridLines", PopeyeCommand::Foreign),
];

/// The end of a problem in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PopeyeEnd {
    /// Another one follows.
    Next,
    /// It is the last one.
    Last,
    /// The file ends in the middle of it.
    Missing,
}

/// A partially read problem.
#[derive(Default)]
struct Draft {
    title: Vec<String>,
    author: Vec<String>,
    origin: Vec<String>,
    award: Vec<String>,
    remarks: Vec<String>,
    stipulation: Option<Stipulation>,
    conditions: Vec<&'static str>,
    options: Options,
    given: Vec<Given>,
    /// The pieces, with colours, by squares from a8 to h1.
    pieces: BTreeMap<(u8, u8), (Color, PieceText)>,
    twins: Vec<RawTwin>,
}

/// Reads problems one after the other.
pub(super) struct Reader<'a> {
    words: Words<'a>,
}

impl<'a> Reader<'a> {
    pub const fn new(text: &'a str) -> Self {
        Self {
            words: Words::of_file(text),
        }
    }

    /// Reads the word that begins the file.
    ///
    /// # Errors
    /// The file begins with another word.
    pub fn begin(&mut self) -> Result<(), ProblemError> {
        let Some(word) = self.words.next() else {
            return Err(self
                .words
                .error_at_end("the file is empty (expected BeginProblem)"));
        };
        if look_up(word.text, WORDS) == Meaning::One("BeginProblem", PopeyeCommand::Begin) {
            return Ok(());
        }
        let reason = format!("{} (expected BeginProblem)", quoted(word.text));
        Err(self.words.error(word, reason))
    }

    /// The error for an unexpected end of file.
    pub fn no_end(&self) -> ProblemError {
        let reason = "the file ends here (expected NextProblem or EndProblem)";
        self.words.error_at_end(reason)
    }

    /// Reads a problem and its end. After an error everything up to the next problem is skipped.
    pub fn problem(&mut self, number: usize) -> (Result<Problem, ProblemError>, PopeyeEnd) {
        let begin = self.words.peek();
        let mut draft = Draft::default();
        let mut wrong = None;
        let end = loop {
            let Some(word) = self.words.next() else {
                break PopeyeEnd::Missing;
            };
            let command = look_up(word.text, WORDS);
            // After an error the letters of a walk may be separate words.
            if wrong.is_some() && word.text.len() < 3 {
                continue;
            }
            match command {
                Meaning::One(_, PopeyeCommand::Next) => break PopeyeEnd::Next,
                Meaning::One(_, PopeyeCommand::PopeyeEnd) => break PopeyeEnd::Last,
                Meaning::One(_, command) if is_text(command) => {
                    draft.text(command, self.words.rest_of_line());
                }
                _ if wrong.is_some() => {}
                command => wrong = self.command(command, word, &mut draft).err(),
            }
        };
        let problem = match wrong {
            Some(error) => Err(error),
            None => draft.finish(number).map_err(|error| {
                let place = begin.and_then(|begin| self.words.place(begin));
                error.at(place)
            }),
        };
        (problem, end)
    }

    /// Reads the arguments of a command.
    fn command(
        &mut self,
        meaning: Meaning<PopeyeCommand>,
        word: Word<'a>,
        draft: &mut Draft,
    ) -> Result<(), ProblemError> {
        let words = &mut self.words;
        let command = match meaning {
            Meaning::One(name, PopeyeCommand::Foreign) => {
                let reason = format!("Popeye's command {name} is not supported");
                return Err(words.error(word, reason));
            }
            Meaning::One(_, command) => command,
            Meaning::Several(names) => {
                let names = names.join(" ");
                let reason = format!("{} is not unique: {names}", quoted(word.text));
                return Err(words.error(word, reason));
            }
            Meaning::Unknown => return Err(words.error(word, unknown(word))),
        };
        match command {
            PopeyeCommand::Stipulation => draft.stipulation = Some(twin_words::stipulation(words)?),
            PopeyeCommand::Condition => draft.read_conditions(words)?,
            PopeyeCommand::Option => draft.read_options(words)?,
            PopeyeCommand::Pieces => {
                for pieces in piece_list::read(words)? {
                    draft.put(pieces);
                }
            }
            PopeyeCommand::Forsyth => {
                let text = words.required(word, "a placement from a8 to h1")?;
                let pieces =
                    forsyth::read(text.text).map_err(|reason| words.error(text, reason))?;
                for pieces in pieces {
                    draft.put(pieces);
                }
            }
            // Protocol files are not supported; the name is ignored.
            PopeyeCommand::Protocol => _ = words.required(word, "the name of a file")?,
            PopeyeCommand::Twin | PopeyeCommand::Zero => {
                draft.read_twin(word, command == PopeyeCommand::Zero, words)?;
            }
            _ => {
                let reason = format!(
                    "{} inside a problem (expected NextProblem)",
                    quoted(word.text)
                );
                return Err(words.error(word, reason));
            }
        }
        Ok(())
    }
}

/// Whether a command takes the rest of its line as it is.
const fn is_text(command: PopeyeCommand) -> bool {
    matches!(
        command,
        PopeyeCommand::Title
            | PopeyeCommand::Author
            | PopeyeCommand::Origin
            | PopeyeCommand::Remark
            | PopeyeCommand::Award
    )
}

/// The message for a word that is not a command: what it is instead, if known.
fn unknown(word: Word<'_>) -> String {
    let known = WORDS
        .iter()
        .filter(|(_, command)| *command != PopeyeCommand::Foreign);
    let known: Vec<&str> = known.map(|(name, _)| *name).collect();
    let known = known.join(" ");
    format!(
        "{} is not understood here (expected more of the command before, or one of: {known})",
        quoted(word.text)
    )
}

/// Whether a word is only a command, not an item of the list that is being read.
fn is_command<T>(word: Word<'_>, item: &Meaning<T>) -> bool {
    let command = look_up(word.text, WORDS);
    match item {
        Meaning::One(..) => false,
        Meaning::Several(_) | Meaning::Unknown => matches!(command, Meaning::One(..)),
    }
}

impl Draft {
    fn text(&mut self, command: PopeyeCommand, line: &str) {
        let list = match command {
            PopeyeCommand::Title => &mut self.title,
            PopeyeCommand::Author => &mut self.author,
            PopeyeCommand::Origin => &mut self.origin,
            PopeyeCommand::Award => &mut self.award,
            PopeyeCommand::Remark => &mut self.remarks,
            _ => return,
        };
        list.push(line.to_owned());
    }

    fn read_conditions(&mut self, words: &mut Words<'_>) -> Result<(), ProblemError> {
        while let Some(word) = words.peek() {
            if is_command(word, &conditions::meaning(word.text)) {
                break;
            }
            words.next();
            self.conditions.push(conditions::read_word(word, words)?);
        }
        Ok(())
    }

    fn read_options(&mut self, words: &mut Words<'_>) -> Result<(), ProblemError> {
        while let Some(word) = words.peek() {
            if is_command(word, &options::meaning(word.text)) {
                break;
            }
            words.next();
            self.given.push(self.options.read_word(word, words)?);
        }
        Ok(())
    }

    fn read_twin(
        &mut self,
        word: Word<'_>,
        zero: bool,
        words: &mut Words<'_>,
    ) -> Result<(), ProblemError> {
        if zero && !self.twins.is_empty() {
            let reason = "ZeroPosition behind a twin (expected it before the first)";
            return Err(words.error(word, reason));
        }
        let (continued, changes) = twin_words::read(words, false)?;
        if changes.is_empty() {
            let reason = "a twin that changes nothing (expected changes, as in Move a3 b4)";
            return Err(words.error(word, reason));
        }
        self.twins.push(RawTwin {
            label: None,
            zero,
            continued,
            changes,
        });
        Ok(())
    }

    /// Puts pieces on squares; a later piece replaces an earlier one.
    fn put(&mut self, pieces: piece_list::Pieces) {
        for square in pieces.squares {
            let place = (7 - square.rank(), square.file());
            self.pieces
                .insert(place, (pieces.color, pieces.piece.clone()));
        }
    }

    /// The problem, when everything has been read.
    fn finish(self, number: usize) -> Result<Problem, ProblemError> {
        let stipulation = self.stipulation.ok_or_else(|| {
            ProblemError::new("the problem has no stipulation (expected one as in Stipulation h#3)")
        })?;
        let mut letters = Letters::new([], &DeclaredPieces::default());
        let in_twins = self.twins.iter().flat_map(|twin| &twin.changes);
        let in_twins = in_twins.flat_map(|change| change.pieces());
        let standing = self.pieces.values().map(|(_, piece)| piece);
        standing
            .chain(in_twins)
            .for_each(|piece| letters.note(piece));
        let mut diagram = Diagram::default();
        for ((from_top, file), (color, piece)) in &self.pieces {
            let letter = letters.of(piece).map_err(ProblemError::new)?;
            diagram.put(Square::at(*file, 7 - from_top), *color, &letter);
        }
        let joined = |texts: &[String]| (!texts.is_empty()).then(|| texts.join("; "));
        let mut problem = Problem {
            number: Some(number),
            title: joined(&self.title),
            author: joined(&self.author),
            origin: joined(&self.origin),
            award: joined(&self.award),
            remarks: self.remarks,
            game: None,
            conditions: conditions::combined(&self.conditions),
            pieces: DeclaredPieces::default(),
            diagram,
            stipulation,
            options: self.options,
            twins: Vec::new(),
            zero_position: false,
        };
        problem.add_twins(self.twins, &mut letters)?;
        problem.pieces = letters.declarations()?;
        problem.check(&self.given)?;
        Ok(problem)
    }
}
