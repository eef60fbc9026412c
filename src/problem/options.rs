//! The options of problems: each is declared here and nowhere else. Field, default, reading, the list of words and the table of
//! docs/problems-input.md come from the declaration.

use super::error::ProblemError;
use super::option_values::{OptionValue as _, PawnStep, number_follows};
use super::vocabulary;
use super::words::{Meaning, Word, Words, look_up};
use crate::base::Square;
use std::time::Duration;

/// An option as people read about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionText {
    /// The word.
    pub word: &'static str,
    /// The words behind it; empty for options that stand alone.
    pub argument: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// Whether it is switched on by its word and changes what is solved, not how the solution is written.
    pub is_switch: bool,
}

/// Declares the options. Each begins with `switch` (its word stands alone and changes what is solved), `layout` (its word
/// stands alone and changes only how the solution is found or written) or `value` (something stands behind its word).
macro_rules! options {
    (@is_switch switch) => { true };
    (@is_switch layout) => { false };
    (@is_switch value) => { false };
    (@default) => { Default::default() };
    (@default $default:expr) => { $default };
    ($(
        $(#[doc = $doc:literal])+
        $kind:ident $word:ident $($argument:literal)? => $field:ident: $type:ty $(= $default:expr)?;
    )*) => {
        /// The options of a problem.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Options {
            $($(#[doc = $doc])+ pub $field: $type,)*
            /// Options that change nothing in this problem, with the reason: the program prints them.
            pub notes: Vec<String>,
        }

        impl Default for Options {
            fn default() -> Self {
                Self {
                    $($field: options!(@default $($default)?),)*
                    notes: Vec::new(),
                }
            }
        }

        /// What an option word means.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum OptionWord {
            $($word,)*
            /// Accepted, and changes nothing.
            Ignored,
            /// A word of Popeye's that is not supported.
            Foreign,
        }

        /// The options, in the order in which they are offered.
        pub const OPTIONS: &[OptionText] = &[$(OptionText {
            word: stringify!($word),
            argument: concat!($($argument)?),
            meaning: concat!($($doc),+).trim_ascii_start(),
            is_switch: options!(@is_switch $kind),
        }),*];

        const WORDS: &[(&str, OptionWord)] = &[$((stringify!($word), OptionWord::$word),)*];

        impl Options {
            /// Reads what stands behind a word.
            fn set(
                &mut self,
                option: OptionWord,
                word: Word<'_>,
                words: &mut Words<'_>,
            ) -> Result<(), ProblemError> {
                match option {
                    $(OptionWord::$word => self.$field.read(word, words),)*
                    OptionWord::Ignored => {
                        // Popeye allows a number behind `Intelligent`.
                        if word.text == INTELLIGENT && number_follows(words) {
                            words.next();
                        }
                        Ok(())
                    }
                    OptionWord::Foreign => Ok(()),
                }
            }
        }
    };
}

options! {
    /// The play after keys, tries and in set play.
    switch Variations => variations: bool;
    /// Tries.
    switch Try => tries: bool;
    /// Set play.
    switch SetPlay => set_play: bool;
    /// Variations without threats.
    switch NoThreat => no_threat: bool;
    /// Variations without those shorter than the rest.
    switch NoShortVariations => no_short_variations: bool;
    /// The diagram is the position after the key.
    switch PostKeyPlay => post_key: bool;
    /// Solve for both sides.
    switch Duplex => duplex: bool;
    /// Solve for the other side only.
    switch HalfDuplex => half_duplex: bool;
    /// Help play begins with White, half a move later: `h#3` means `h#2.5`.
    switch WhiteToPlay => white_to_play: bool;
    /// In self and reflex play White solves by reaching the goal, too.
    switch Quodlibet => quodlibet: bool;
    /// A move by which the side that is not to reach the goal reaches it ends play without a solution.
    switch GoalIsEnd => goal_is_end: bool;
    /// Play ends without a solution where the side that is to reach the goal has nothing but its king.
    switch KeepMatingPiece => keep_mating_piece: bool;
    /// No longer lines once there are shorter ones.
    switch StopOnShortSolutions => stop_on_short: bool;
    /// Tries, with at most N refutations; `Try` alone means 1.
    value Defence "N" => defences: Option<u32>;
    /// In direct play White's moves fail that neither give check nor threaten to solve in at most N moves.
    value Threat "N" => threat: Option<u32>;
    /// Stop after N keys or lines.
    value MaxSolutions "N" => max_solutions: Option<usize>;
    /// Only first moves from number N on. Numbers go from a1 to h8, as Popeye plays first moves; each position is numbered anew.
    value StartMoveNumber "N" => start_move_number: Option<u32>;
    /// Only first moves up to number N.
    value UpToMoveNumber "N" => up_to_move_number: Option<u32>;
    /// Stop after S seconds for each position.
    value MaxTime "S" => max_time: Option<Duration>;
    /// These kings or rooks have moved.
    value NoCastling "e8h8" => no_castling: Vec<Square>;
    /// The last move was this double step.
    value EnPassant "d7d6d5" => en_passant: Option<PawnStep>;
    /// N solutions are intended. If the option is absent the verdict is that for 1, and help and series play only counts them.
    value Solutions "N" => intended: Option<usize>;
    /// Help and series play is searched without the pictures of mates and stalemates that are within reach; the solutions are the same.
    layout NoIntelligent => no_intelligent: bool;
    /// Pieces are written with Popeye's letters: S, LI, hccG.
    layout PopeyeLetters => popeye_letters: bool;
    /// No diagram in the output.
    layout NoBoard => no_board: bool;
    /// Progress is printed where there is no terminal, too.
    layout MoveNumbers => move_numbers: bool;
}

const INTELLIGENT: &str = "Intelligent";

/// Options of Popeye's that are accepted and change nothing.
const IGNORED: [&str; 3] = [INTELLIGENT, "NoWk", "NoBk"];

/// The words of all options that are accepted.
fn accepted() -> impl Iterator<Item = (&'static str, OptionWord)> {
    let ignored = IGNORED.map(|word| (word, OptionWord::Ignored));
    WORDS.iter().copied().chain(ignored)
}

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
pub(super) fn meaning(word: Word<'_>) -> Meaning<OptionWord> {
    let foreign = vocabulary::OPTIONS.iter();
    let foreign = foreign.map(|name| (*name, OptionWord::Foreign));
    look_up(word, accepted().chain(foreign))
}

impl Options {
    /// The most refutations of a try; `None` without tries.
    pub fn most_refutations(&self) -> Option<u32> {
        self.defences.or(self.tries.then_some(1))
    }

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
        let (name, option) = words.meant(word, meaning(word), || {
            let known = word.language.list(accepted().map(|(name, _)| name));
            format!("is no option (expected one of: {known})")
        })?;
        if option == OptionWord::Foreign {
            let reason = format!("Popeye's option {name} is not supported");
            return Err(words.error(word, reason));
        }
        let word = word.named(name);
        self.set(option, word, words)?;
        Ok(Given {
            option,
            name,
            place: words.place(word),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Color;

    #[test]
    fn switches_are_options_that_stand_alone() {
        for OptionText { word, .. } in OPTIONS.iter().filter(|option| option.is_switch) {
            let word = *word;
            let found = meaning(Words::of_argument(word).next().expect("a word"));
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
    fn numbers_are_read() {
        let options = read("Defe 2 MaxSol 3 MaxTime 60 Solutions 4").expect("they are options");
        assert_eq!(
            (options.defences, options.max_solutions),
            (Some(2), Some(3))
        );
        assert_eq!(options.max_time, Some(Duration::from_mins(1)));
        assert_eq!(options.intended, Some(4));
        assert_eq!(read("Intelligent 5 NoWk NoBk"), Ok(Options::default()));
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
