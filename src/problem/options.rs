//! What is wanted beside the solution, and what the diagram does not show.

use super::error::{ProblemError, quoted};
use super::task::Wishes;
use super::vocabulary;
use super::words::{Meaning, Word, Words, look_up};
use crate::base::{Color, Square};
use std::time::Duration;

/// A double step (or, from the first rank, one of three squares) that was the last move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PawnStep {
    /// Where the pawn came from.
    pub from: Square,
    /// The squares that it passed.
    pub passed: Vec<Square>,
    /// Where it stands.
    pub to: Square,
}

impl PawnStep {
    /// Reads `d7d6d5`: three or four squares of one file, one behind the other.
    fn of_squares(squares: &[Square]) -> Option<Self> {
        let [from, passed @ .., to] = squares else {
            return None;
        };
        let steps = squares.windows(2).map(|pair| {
            let same_file = pair[0].file() == pair[1].file();
            same_file.then(|| pair[1].rank() as i8 - pair[0].rank() as i8)
        });
        let steps: Vec<i8> = steps.collect::<Option<_>>()?;
        let straight = steps
            .iter()
            .all(|step| step.abs() == 1 && *step == steps[0]);
        let own_rank = match steps[0] {
            1 => from.rank(),
            _ => 7 - from.rank(),
        };
        let starts = (passed.len() == 1 && own_rank <= 1) || (passed.len() == 2 && own_rank == 0);
        (straight && starts).then(|| Self {
            from: *from,
            passed: passed.to_vec(),
            to: *to,
        })
    }

    /// Whose pawn it was.
    pub const fn color(&self) -> Color {
        if self.to.rank() > self.from.rank() {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The passed squares as a FEN writes them.
    pub fn field(&self) -> String {
        self.passed.iter().map(Square::to_string).collect()
    }
}

/// The options of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option that a composer switches"
)]
pub struct Options {
    /// Set play.
    pub set_play: bool,
    /// Tries.
    pub tries: bool,
    /// At most this many refutations of a try, at least 1.
    pub defences: u32,
    /// The play after keys, tries and in set play.
    pub variations: bool,
    /// Variations without threats.
    pub no_threat: bool,
    /// Variations without those shorter than the rest.
    pub no_short_variations: bool,
    /// The diagram is the position after the key.
    pub post_key: bool,
    /// Solve for both sides.
    pub duplex: bool,
    /// Solve for the other side only.
    pub half_duplex: bool,
    /// Help play begins with White, half a move later.
    pub white_to_play: bool,
    /// Stop after this many keys or lines.
    pub max_solutions: Option<usize>,
    /// Stop after this time for each position.
    pub max_time: Option<Duration>,
    /// Squares of kings and rooks that have moved.
    pub no_castling: Vec<Square>,
    /// The last move.
    pub en_passant: Option<PawnStep>,
    /// In self and reflex play White solves by reaching the goal himself, too.
    pub quodlibet: bool,
    /// No longer lines once there are shorter ones.
    pub stop_on_short: bool,
    /// No diagram in the output.
    pub no_board: bool,
    /// Progress is told.
    pub move_numbers: bool,
    /// Pieces are written with Popeye's letters.
    pub popeye_letters: bool,
    /// How many solutions are intended, at least 1.
    pub intended: usize,
    /// Words that change nothing in this problem, with the reason: to be told, not to be passed over in silence.
    pub notes: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            set_play: false,
            tries: false,
            defences: 1,
            variations: false,
            no_threat: false,
            no_short_variations: false,
            post_key: false,
            duplex: false,
            half_duplex: false,
            white_to_play: false,
            max_solutions: None,
            max_time: None,
            no_castling: Vec::new(),
            en_passant: None,
            quodlibet: false,
            stop_on_short: false,
            no_board: false,
            move_numbers: false,
            popeye_letters: false,
            intended: 1,
            notes: Vec::new(),
        }
    }
}

/// What an option word means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OptionWord {
    SetPlay,
    Try,
    Defence,
    Variation,
    NoThreat,
    NoShortVariations,
    PostKeyPlay,
    Duplex,
    HalfDuplex,
    WhiteToPlay,
    MaxSolutions,
    MaxTime,
    NoCastling,
    EnPassant,
    Quodlibet,
    StopOnShortSolutions,
    NoBoard,
    MoveNumbers,
    PopeyeLetters,
    Solutions,
    Intelligent,
    /// Accepted, and changes nothing.
    Idle,
    /// A word of Popeye's that is not supported.
    Foreign,
}

const WORDS: [(&str, OptionWord); 23] = [
    ("SetPlay", OptionWord::SetPlay),
    ("Try", OptionWord::Try),
    ("Defence", OptionWord::Defence),
    ("Variation", OptionWord::Variation),
    ("NoThreat", OptionWord::NoThreat),
    ("NoShortVariations", OptionWord::NoShortVariations),
    ("PostKeyPlay", OptionWord::PostKeyPlay),
    ("Duplex", OptionWord::Duplex),
    ("HalfDuplex", OptionWord::HalfDuplex),
    ("WhiteToPlay", OptionWord::WhiteToPlay),
    ("MaxSolutions", OptionWord::MaxSolutions),
    ("MaxTime", OptionWord::MaxTime),
    ("NoCastling", OptionWord::NoCastling),
    ("EnPassant", OptionWord::EnPassant),
    ("Quodlibet", OptionWord::Quodlibet),
    ("StopOnShortSolutions", OptionWord::StopOnShortSolutions),
    ("NoBoard", OptionWord::NoBoard),
    ("MoveNumbers", OptionWord::MoveNumbers),
    ("PopeyeLetters", OptionWord::PopeyeLetters),
    ("Solutions", OptionWord::Solutions),
    ("Intelligent", OptionWord::Intelligent),
    ("NoWk", OptionWord::Idle),
    ("NoBk", OptionWord::Idle),
];

/// The option words that stand alone and are about what is solved, not about how a text of it looks.
pub const SWITCHES: [&str; 11] = [
    "Variation",
    "Try",
    "SetPlay",
    "NoThreat",
    "NoShortVariations",
    "PostKeyPlay",
    "Duplex",
    "HalfDuplex",
    "WhiteToPlay",
    "Quodlibet",
    "StopOnShortSolutions",
];

/// An option word that was read, for errors found later.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Given {
    /// What it means.
    pub option: OptionWord,
    /// The word in full.
    pub name: &'static str,
    /// Where it stands, in a file.
    pub place: Option<crate::variant::Place>,
}

/// What a word means as an option.
pub(super) fn meaning(word: &str) -> Meaning<OptionWord> {
    let foreign = vocabulary::OPTIONS.iter();
    let foreign = foreign.map(|name| (*name, OptionWord::Foreign));
    look_up(word, WORDS.into_iter().chain(foreign))
}

/// Squares written one behind the other: `a1`, `e8h8`.
pub(super) fn squares_of(text: &str) -> Option<Vec<Square>> {
    if text.is_empty() || !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    let squares = (0..text.len() / 2).map(|at| text[2 * at..2 * at + 2].to_ascii_lowercase());
    squares.map(|square| square.parse().ok()).collect()
}

impl Options {
    /// Reads the words of one `--option`.
    ///
    /// # Errors
    /// The word that is none, or what is missing behind it.
    pub(super) fn read_argument(&mut self, text: &str) -> Result<Vec<Given>, ProblemError> {
        let mut words = Words::of_argument(text);
        let mut given = Vec::new();
        while let Some(word) = words.next() {
            given.push(self.read_word(word, &mut words)?);
        }
        Ok(given)
    }

    /// Reads one option with its arguments.
    ///
    /// # Errors
    /// The word that is none, or what is missing behind it.
    pub(super) fn read_word(
        &mut self,
        word: Word<'_>,
        words: &mut Words<'_>,
    ) -> Result<Given, ProblemError> {
        let (name, option) = match meaning(word.text) {
            Meaning::One(name, OptionWord::Foreign) => {
                let reason = format!("Popeye's option {name} is not supported");
                return Err(words.error(word, reason));
            }
            Meaning::One(name, option) => (name, option),
            Meaning::Several(names) => {
                let names = names.join(" ");
                let reason = format!("{} is not unique: {names}", quoted(word.text));
                return Err(words.error(word, reason));
            }
            Meaning::Unknown => {
                let known: Vec<&str> = WORDS.iter().map(|(name, _)| *name).collect();
                let known = known.join(" ");
                let text = quoted(word.text);
                let reason = format!("{text} is no option (expected one of: {known})");
                return Err(words.error(word, reason));
            }
        };
        let word = word.named(name);
        self.set(option, word, words)?;
        Ok(Given {
            option,
            name,
            place: words.place(word),
        })
    }

    fn set(
        &mut self,
        option: OptionWord,
        word: Word<'_>,
        words: &mut Words<'_>,
    ) -> Result<(), ProblemError> {
        match option {
            OptionWord::SetPlay => self.set_play = true,
            OptionWord::Try => self.tries = true,
            OptionWord::Defence => self.defences = number(word, words)?,
            OptionWord::Variation => self.variations = true,
            OptionWord::NoThreat => self.no_threat = true,
            OptionWord::NoShortVariations => self.no_short_variations = true,
            OptionWord::PostKeyPlay => self.post_key = true,
            OptionWord::Duplex => self.duplex = true,
            OptionWord::HalfDuplex => self.half_duplex = true,
            OptionWord::WhiteToPlay => self.white_to_play = true,
            OptionWord::MaxSolutions => self.max_solutions = Some(number(word, words)? as usize),
            OptionWord::MaxTime => {
                self.max_time = Some(Duration::from_secs(u64::from(number(word, words)?)));
            }
            OptionWord::NoCastling => self.no_castling.extend(unmoved_squares(word, words)?),
            OptionWord::EnPassant => self.en_passant = Some(pawn_step(word, words)?),
            OptionWord::Quodlibet => self.quodlibet = true,
            OptionWord::StopOnShortSolutions => self.stop_on_short = true,
            OptionWord::NoBoard => self.no_board = true,
            OptionWord::MoveNumbers => self.move_numbers = true,
            OptionWord::PopeyeLetters => self.popeye_letters = true,
            OptionWord::Solutions => self.intended = number(word, words)? as usize,
            OptionWord::Intelligent => {
                // Popeye allows a number here.
                let digits = |word: &Word<'_>| word.text.bytes().all(|byte| byte.is_ascii_digit());
                if words.peek().as_ref().is_some_and(digits) {
                    words.next();
                }
            }
            OptionWord::Idle | OptionWord::Foreign => {}
        }
        Ok(())
    }

    /// What the solver is asked to find.
    pub fn wishes(&self) -> Wishes {
        Wishes {
            set_play: self.set_play,
            tries: self.tries.then_some(self.defences),
            variations: self.variations,
            post_key: self.post_key,
            quodlibet: self.quodlibet,
            stop_on_short: self.stop_on_short,
            most_solutions: self.max_solutions,
        }
    }
}

/// The number behind a word, from 1.
fn number(word: Word<'_>, words: &mut Words<'_>) -> Result<u32, ProblemError> {
    let expected = "a number from 1 to 999999999";
    let found = words.required(word, expected)?;
    let digits = found.text.bytes().all(|byte| byte.is_ascii_digit());
    let number = found.text.parse().ok().filter(|_| digits);
    let number = number.filter(|number| (1..=999_999_999).contains(number));
    number.ok_or_else(|| {
        let reason = format!(
            "{} behind {} (expected {expected})",
            quoted(found.text),
            word.text
        );
        words.error(found, reason)
    })
}

/// Where kings and rooks castle from.
fn unmoved_squares(word: Word<'_>, words: &mut Words<'_>) -> Result<Vec<Square>, ProblemError> {
    let expected = "squares of kings and rooks, as in a1 or e8h8";
    let mut found = Vec::new();
    loop {
        let next = if found.is_empty() {
            words.required(word, expected)?
        } else {
            match words.peek() {
                Some(next) if squares_of(next.text).is_some() => next,
                _ => return Ok(found),
            }
        };
        let at_home =
            |square: &Square| [0, 7].contains(&square.rank()) && [0, 4, 7].contains(&square.file());
        let squares = squares_of(next.text).filter(|squares| squares.iter().all(at_home));
        let squares = squares.ok_or_else(|| {
            let text = quoted(next.text);
            let reason = format!("{text} behind NoCastling (expected {expected})");
            words.error(next, reason)
        })?;
        if !found.is_empty() {
            words.next();
        }
        found.extend(squares);
    }
}

/// The last move.
fn pawn_step(word: Word<'_>, words: &mut Words<'_>) -> Result<PawnStep, ProblemError> {
    let expected = "the squares of a double step, as in d7d6d5";
    let first = words.required(word, expected)?;
    let wrong = |words: &Words<'_>| {
        let text = quoted(first.text);
        words.error(
            first,
            format!("{text} behind EnPassant (expected {expected})"),
        )
    };
    let mut squares = squares_of(first.text).ok_or_else(|| wrong(words))?;
    while let Some(more) = words.peek().and_then(|next| squares_of(next.text)) {
        words.next();
        squares.extend(more);
    }
    PawnStep::of_squares(&squares).ok_or_else(|| wrong(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_are_options_that_stand_alone() {
        for word in SWITCHES {
            let found = meaning(word);
            assert!(
                matches!(found, Meaning::One(name, _) if name == word),
                "{word}"
            );
            assert_ne!(read(word), Ok(Options::default()), "{word}");
        }
    }

    fn read(text: &str) -> Result<Options, String> {
        let mut options = Options::default();
        let read = options.read_argument(text);
        read.map(|_| options).map_err(|error| error.to_string())
    }

    #[test]
    fn words_switch_options() {
        let options = read(
            "SetPlay try Defe 2 Vari NoThreat nosh Post Duplex WhiteToPlay MaxSol 3 MaxTime 60",
        )
        .expect("they are all options");
        assert!(options.set_play && options.tries && options.variations && options.no_threat);
        assert!(options.no_short_variations && options.post_key && options.duplex);
        assert!(options.white_to_play && !options.half_duplex);
        assert_eq!((options.defences, options.max_solutions), (2, Some(3)));
        assert_eq!(options.max_time, Some(Duration::from_mins(1)));
        assert_eq!(options.wishes().tries, Some(2));
        let options = read(
            "HalfDuplex Quod Stop NoBoard Move PopeyeLetters Solutions 4 Intelligent 5 NoWk NoBk",
        )
        .expect("they are all options");
        assert!(options.half_duplex && options.quodlibet && options.stop_on_short);
        assert!(options.no_board && options.move_numbers && options.popeye_letters);
        assert_eq!(options.intended, 4);
        assert_eq!(read("Intelligent"), Ok(Options::default()));
    }

    #[test]
    fn squares_are_read() {
        let options = read("NoCastling a1 e8h8 EnPassant d7d6d5").expect("options");
        let names = options.no_castling.iter().map(Square::to_string);
        assert_eq!(names.collect::<String>(), "a1e8h8");
        let step = options.en_passant.expect("a step");
        assert_eq!(
            (step.field(), step.color()),
            ("d6".to_owned(), Color::Black)
        );
        let step = read("EnPassant e1 e2 e3 e4").expect("options").en_passant;
        assert_eq!(step.map(|step| step.field()), Some("e2e3".to_owned()));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, told) in [
            ("Setplya", "'Setplya' is no option"),
            ("No", "'No' is not unique: NoThreat"),
            ("NullMoves", "Popeye's option NullMoves is not supported"),
            ("nulls", "'nulls' is no option"),
            ("MaxTime", "nothing behind MaxTime"),
            ("MaxTime x", "'x' behind MaxTime (expected a number"),
            ("Defence 0", "'0' behind Defence"),
            ("MaxSol 99999999999", "'99999999999' behind MaxSolutions"),
            ("NoCastling d1", "'d1' behind NoCastling"),
            ("NoCastling", "nothing behind NoCastling"),
            ("EnPassant d7d5", "'d7d5' behind EnPassant"),
            ("EnPassant d6d5d4", "'d6d5d4' behind EnPassant"),
            ("EnPassant d7e6d5", "'d7e6d5' behind EnPassant"),
            ("EnPassant é7d6d5", "behind EnPassant"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
