//! Compiles the rules of repetition and of counted moves (`[ends]` and `[counting]` in variant files).

use super::letters::Letters;
use crate::base::PieceType;
use crate::variant::course::{CountingRule, RepetitionRule};
use crate::variant::definition::{
    CountingDefinition, Draws, Ends, PerpetualCheck, Repetition, Text, letters_of, words_of,
};
use crate::variant::error::LoadError;
use crate::variant::source::Source;

/// The largest value of `repetitions` in a file.
const MOST_OCCURRENCES: u8 = 20;

/// The largest limit of counted moves: twice that, in half-moves, plus the number of pieces fits in eight bits.
const MOST_MOVES: u8 = 80;

/// Compiles the rule of repetition.
pub(super) fn repetition(ends: &Ends, source: &Source) -> Result<RepetitionRule, LoadError> {
    let occurrences = ends.repetitions;
    if occurrences != 0 && !(2..=MOST_OCCURRENCES).contains(&occurrences) {
        return Err(source.error_in_file(format!(
            "`repetitions` in [ends] is {occurrences} (expected 0, or 2 to {MOST_OCCURRENCES})"
        )));
    }
    let rule = RepetitionRule {
        occurrences,
        result: match (ends.repetition, ends.draws) {
            (Repetition::Draw, Draws::White) => Repetition::White,
            (Repetition::Draw, Draws::Black) => Repetition::Black,
            (result, _) => result,
        },
        perpetual_check_loses: ends.perpetual_check == PerpetualCheck::Loses,
    };
    let decides = rule.perpetual_check_loses || ends.repetition != Repetition::Draw;
    if occurrences == 0 && decides {
        let message = "`repetitions` in [ends] is 0, but `repetition` or `perpetual_check` gives a repetition a result";
        return Err(source.error_in_file(message));
    }
    Ok(rule)
}

/// Compiles the counting rule; `None` if the file sets no counts for a bare king.
pub(super) fn counting(
    counting: &CountingDefinition,
    letters: &Letters<'_>,
) -> Result<Option<CountingRule>, LoadError> {
    let (text, source) = (&counting.bare, letters.source);
    let mut rule = CountingRule {
        bare: Vec::new(),
        otherwise: 0,
        board: counting.board,
        board_pieces: counting.board_pieces,
        from_pieces: counting.from_pieces,
    };
    if rule.board > MOST_MOVES {
        return Err(source.error_in_file(format!("`board` in [counting] is over {MOST_MOVES}")));
    }
    for (column, word) in words_of(text.get_ref()) {
        let end = word.find(|c: char| c.is_ascii_digit());
        let (pieces, number) = word.split_at(end.unwrap_or(word.len()));
        let Some(moves) = number.parse().ok().filter(|moves| *moves <= MOST_MOVES) else {
            return Err(source.error(text, column, format!(
                "found '{word}', expected letters and a number of moves, 0 to {MOST_MOVES}, as in RR8"
            )));
        };
        match letters.repeated(text, column, pieces)? {
            Some((kind, least)) => rule.bare.push((kind, least, moves)),
            None => rule.otherwise = moves,
        }
    }
    let counts = !text.get_ref().trim().is_empty();
    if !counts && (rule.board > 0 || rule.board_pieces.is_some() || rule.from_pieces) {
        let message = "`board`, `board_pieces` and `from_pieces` in [counting] need `bare`";
        return Err(source.error_in_file(message));
    }
    Ok(counts.then_some(rule))
}

impl Letters<'_> {
    /// Parses a word such as `RR`: returns the piece type and the number of letters; `None` for an empty word.
    fn repeated(
        &self,
        text: &Text,
        column: usize,
        word: &str,
    ) -> Result<Option<(PieceType, u32)>, LoadError> {
        let letters: Vec<String> = letters_of(word).collect();
        let Some(letter) = letters.first() else {
            return Ok(None);
        };
        if letters.iter().any(|other| other != letter) {
            let message = format!("found '{word}', expected one letter, perhaps several times");
            return Err(self.source.error(text, column, message));
        }
        Ok(Some((
            self.one(text, column, letter)?,
            letters.len() as u32,
        )))
    }
}
