//! The commands of a problem file.

use super::forsyth;
use crate::base::Square;
use crate::problem::conditions;
use crate::problem::diagram::{Diagram, Owner};
use crate::problem::error::{ProblemError, quoted};
use crate::problem::languages::Language;
use crate::problem::options::{self, Given, Options};
use crate::problem::piece_list;
use crate::problem::pieces::{Letters, PieceText};
use crate::problem::problem::Problem;
use crate::problem::stipulation::Stipulation;
use crate::problem::twin::RawChange;
use crate::problem::twin_words::{self, RawTwin};
use crate::problem::words::{Meaning, Word, Words, look_up};
use crate::variant::{DeclaredPieces, Variant};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The words that begin commands.
const COMMANDS: [&str; 19] = [
    "BeginProblem",
    "NextProblem",
    "EndProblem",
    "Title",
    "Author",
    "Origin",
    "Remark",
    "Award",
    "Protocol",
    "LaTeX",
    "LaTeXPieces",
    "Stipulation",
    "SStipulation",
    "Condition",
    "Option",
    "Pieces",
    "Forsyth",
    "Twin",
    "ZeroPosition",
];

/// Commands of Popeye's that are not supported.
const FOREIGN: [&str; 1] = ["GridLines"];

fn meaning(word: Word<'_>) -> Meaning<()> {
    let all = COMMANDS.into_iter().chain(FOREIGN);
    look_up(word, all.map(|name| (name, ())))
}

/// The end of a problem in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PopeyeEnd {
    /// Another problem follows.
    Next,
    Last,
    /// The file ends in the middle of the problem.
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
    conditions: Vec<String>,
    options: Options,
    given: Vec<Given>,
    /// The pieces by (7 - rank, file), so that they are in order from a8 to h1.
    pieces: BTreeMap<(u8, u8), (Owner, PieceText)>,
    /// For a stipulation that leads from one diagram to another: the pieces of the first diagram.
    start: Option<BTreeMap<(u8, u8), (Owner, PieceText)>>,
    /// Squares on which a piece has replaced another.
    replaced: Vec<Square>,
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
    /// If the file begins with another word.
    pub fn begin(&mut self) -> Result<(), ProblemError> {
        let begin = Language::ALL.map(|language| language.list(["BeginProblem"]));
        let expected = format!("(expected {})", begin.join(" or "));
        let Some(word) = self.words.next() else {
            let reason = format!("the file is empty {expected}");
            return Err(self.words.error_at_end(reason));
        };
        let begins = |language: &Language| {
            let meaning = meaning(word.in_language(*language));
            meaning == Meaning::One("BeginProblem", ())
        };
        let Some(language) = Language::ALL.into_iter().find(begins) else {
            let reason = format!("{} {expected}", quoted(word.text));
            return Err(self.words.error(word, reason));
        };
        self.words.language = language;
        Ok(())
    }

    pub fn no_end(&self) -> ProblemError {
        let reason = "the file ends here (expected NextProblem or EndProblem)";
        self.words.error_at_end(reason)
    }

    /// Reads a problem on the problem board, and the word that ends it. After an error everything up to the next problem is skipped.
    pub fn problem(
        &mut self,
        number: usize,
        board: &Arc<Variant>,
    ) -> (Result<Problem, ProblemError>, PopeyeEnd) {
        let begin = self.words.peek();
        let mut draft = Draft::default();
        let mut wrong = None;
        let end = loop {
            let Some(word) = self.words.next() else {
                break PopeyeEnd::Missing;
            };
            let command = meaning(word);
            // After an error short words are skipped: they may be letters of walks, not commands.
            if wrong.is_some() && word.text.len() < 3 {
                continue;
            }
            if let Meaning::One(name, ()) = command
                && let Some(lines) = draft.lines(name)
            {
                lines.push(self.words.rest_of_line().to_owned());
                continue;
            }
            match command {
                Meaning::One("NextProblem", ()) => break PopeyeEnd::Next,
                Meaning::One("EndProblem", ()) => break PopeyeEnd::Last,
                _ if wrong.is_some() => {}
                command => wrong = self.command(command, word, &mut draft).err(),
            }
        };
        let problem = match wrong {
            Some(error) => Err(error),
            None => draft.finish(number, board).map_err(|error| {
                let place = begin.and_then(|begin| self.words.place(begin));
                error.at(place)
            }),
        };
        (problem, end)
    }

    /// Reads the arguments of a command.
    fn command(
        &mut self,
        meaning: Meaning<()>,
        word: Word<'a>,
        draft: &mut Draft,
    ) -> Result<(), ProblemError> {
        let words = &mut self.words;
        let (name, ()) = words.meant(word, meaning, || {
            let known = word.language.list(COMMANDS);
            format!(
                "is not understood here (expected more of the command before, or one of: {known})"
            )
        })?;
        match name {
            "Stipulation" => {
                let stipulation = twin_words::stipulation(words)?;
                if stipulation.leads_to_other_diagram() && draft.start.is_none() {
                    draft.start = Some(std::mem::take(&mut draft.pieces));
                }
                draft.stipulation = Some(stipulation);
            }
            "SStipulation" => draft.stipulation = Some(twin_words::structured(words)?),
            "Condition" => draft.read_conditions(words)?,
            "Option" => draft.read_options(words)?,
            "Pieces" => {
                for pieces in piece_list::read(words)? {
                    draft.put(pieces);
                }
            }
            "Forsyth" => {
                let text = words.required(word, "a placement from a8 to h1")?;
                let pieces = forsyth::read(text.language, text.text)
                    .map_err(|reason| words.error(text, reason))?;
                for pieces in pieces {
                    draft.put(pieces);
                }
            }
            // Protocol files are not supported; the name is ignored.
            "Protocol" => _ = words.required(word, "the name of a file")?,
            // Problems come from strangers, so the file is not written either.
            "LaTeX" => {
                words.required(word, "the name of a file")?;
                words.rest_of_line();
                skip_names_of_pieces(words);
                let note = "LaTeX writes no file: solve --latex prints a document";
                draft.options.notes.push(note.to_owned());
            }
            "LaTeXPieces" => skip_names_of_pieces(words),
            "Twin" | "ZeroPosition" => draft.read_twin(word, name == "ZeroPosition", words)?,
            _ if FOREIGN.contains(&name) => {
                let reason = format!("Popeye's command {name} is not supported");
                return Err(words.error(word, reason));
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

/// Skips walks, each with the rest of its line: how LaTeX is to show the piece, and its name.
fn skip_names_of_pieces(words: &mut Words<'_>) {
    let is_walk =
        |word: &Word<'_>| word.text.len() < 3 && word.language.english_walk(word.text).is_some();
    while words.peek().is_some_and(|word| is_walk(&word)) {
        words.next();
        words.rest_of_line();
    }
}

/// Whether a word is a command and cannot be an item of the list that is being read.
fn is_command<T>(word: Word<'_>, item: &Meaning<T>) -> bool {
    !matches!(item, Meaning::One(..)) && matches!(meaning(word), Meaning::One(..))
}

impl Draft {
    /// The list that collects the lines of `command`, if its argument is the rest of a line (`Title`); otherwise `None`.
    fn lines(&mut self, command: &str) -> Option<&mut Vec<String>> {
        match command {
            "Title" => Some(&mut self.title),
            "Author" => Some(&mut self.author),
            "Origin" => Some(&mut self.origin),
            "Award" => Some(&mut self.award),
            "Remark" => Some(&mut self.remarks),
            _ => None,
        }
    }

    fn read_conditions(&mut self, words: &mut Words<'_>) -> Result<(), ProblemError> {
        while let Some(word) = words.peek() {
            if is_command(word, &conditions::meaning(word)) {
                break;
            }
            words.next();
            self.conditions.push(conditions::read_word(word, words)?);
        }
        Ok(())
    }

    fn read_options(&mut self, words: &mut Words<'_>) -> Result<(), ProblemError> {
        while let Some(word) = words.peek() {
            if is_command(word, &options::meaning(word)) {
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
            let piece = (pieces.owner, pieces.piece.clone());
            if self.pieces.insert(place, piece).is_some() {
                self.replaced.push(square);
            }
        }
    }

    /// Builds the problem after its last word has been read.
    fn finish(self, number: usize, board: &Arc<Variant>) -> Result<Problem, ProblemError> {
        let stipulation = self.stipulation.ok_or_else(|| {
            ProblemError::new("the problem has no stipulation (expected one as in Stipulation h#3)")
        })?;
        let mut letters = Letters::new([], &DeclaredPieces::default());
        let in_twins = self.twins.iter().flat_map(|twin| &twin.changes);
        let in_twins = in_twins.flat_map(|change| change.pieces());
        let before = self.start.iter().flatten().map(|(_, (_, piece))| piece);
        let standing = self.pieces.values().map(|(_, piece)| piece).chain(before);
        standing
            .chain(in_twins)
            .for_each(|piece| letters.note(piece));
        // Some walks (orphans, friends) get their movement from a condition, which they imply.
        let pieces = || {
            let in_twins = self.twins.iter().flat_map(|twin| &twin.changes);
            let in_twins = in_twins.flat_map(|change| change.pieces());
            self.pieces.values().map(|(_, piece)| piece).chain(in_twins)
        };
        let mut implied = BTreeSet::new();
        let mut idle = false;
        for piece in pieces() {
            if let PieceText::Walk(walk, _) = piece {
                implied.extend(walk.condition());
                idle |= walk.movement == "-" && walk.condition().is_none();
            }
        }
        let in_twins = self.twins.iter().flat_map(|twin| &twin.changes);
        let put = in_twins.filter_map(RawChange::owner);
        let owners = self.pieces.values().map(|(owner, _)| *owner).chain(put);
        let owners: Vec<Owner> = owners.collect();
        let chameleons = owners.iter().any(|one| matches!(one, Owner::Chameleon(_)));
        if chameleons && owners.contains(&Owner::Neutral) {
            let reason = "chameleons and neutral pieces together (expected one of them)";
            return Err(ProblemError::new(reason));
        }
        let half_neutrals = pieces().filter_map(PieceText::not_half_neutral);
        let half_neutrals: Vec<PieceText> = half_neutrals.collect();
        if implied.len() + usize::from(idle) > 1 {
            let reason = "orphans, friends and dummies together (expected only one of these walks)";
            return Err(ProblemError::new(reason));
        }
        let mut drawn = |pieces: &BTreeMap<(u8, u8), (Owner, PieceText)>| {
            let mut diagram = Diagram::default();
            for ((from_top, file), (owner, piece)) in pieces {
                let letter = letters.of(piece).map_err(ProblemError::new)?;
                diagram.put(Square::at(*file, 7 - from_top), *owner, &letter);
            }
            Ok::<_, ProblemError>(diagram)
        };
        let diagram = drawn(&self.pieces)?;
        let start = self.start.as_ref().map(drawn).transpose()?;
        // Pawns promote to the walks on the board, though not to half-neutral pieces.
        for piece in &half_neutrals {
            letters.of(piece).map_err(ProblemError::new)?;
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
            variant: Arc::clone(board),
            conditions: conditions::combined(&self.conditions),
            pieces: DeclaredPieces::default(),
            diagram,
            start,
            stipulation,
            options: self.options,
            twins: Vec::new(),
            zero_position: false,
        };
        problem.add_twins(self.twins, &mut letters)?;
        implied.extend(chameleons.then_some("chameleons"));
        problem.imply(implied);
        problem.pieces = letters.declarations()?;
        problem.check(&self.given)?;
        let replaced = self.replaced.iter();
        let notes = replaced.map(|at| format!("{at} has two pieces: the second one stays"));
        problem.options.notes.extend(notes);
        Ok(problem)
    }
}
