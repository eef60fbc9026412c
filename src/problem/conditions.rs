//! The conditions of a problem by their names, both Katydid's and Popeye's. `rules::conditions` defines the conditions.
//!
//! A problem's condition is a text: Katydid's name, and behind it the squares to which it applies if it takes squares (`magic-squares d5 h8`), budgets
//! (`bgl 4.5 4`), or a limit (`role-exchange 2`).

use super::error::{ProblemError, quoted};
use super::option_values::squares_of;
use super::vocabulary;
use super::words::{Meaning, Word, Words, look_up};
use crate::base::{Bitboard, Color, Square};
use crate::rules::conditions::{named, specs};
use crate::variant::{Budgets, ConditionSpec, condition_parts};

/// Katydid's names of the conditions that problems can use.
pub fn names() -> Vec<&'static str> {
    let of_games = specs().map(|spec| spec.name);
    of_games.chain(OF_DIAGRAMS.map(|(name, _)| name)).collect()
}

/// The condition by which squares do not belong to the board.
pub const HOLES: &str = "holes";

/// The condition by which the king of the side that is not to move may be in check in the diagram.
pub const LESE_MAJESTE: &str = "lese-majeste";

/// The conditions that apply to diagrams and are no rules of games, each with Popeye's name.
const OF_DIAGRAMS: [(&str, &str); 2] = [(HOLES, "Hole"), (LESE_MAJESTE, "LeseMajeste")];

/// The conditions of a diagram, those that are no rules of games set apart.
pub(super) struct Apart {
    /// The squares that do not belong to the board.
    pub holes: Bitboard,
    /// Whether the side to move may be able to capture the king, which it must not do.
    pub lese_majeste: bool,
    /// The conditions that games have.
    pub of_games: Vec<String>,
}

impl Apart {
    pub fn of(conditions: &[String]) -> Self {
        let parts = || conditions.iter().map(|text| condition_parts(text));
        let holes = parts().filter(|(name, _)| *name == HOLES);
        let holes = holes.flat_map(|(_, squares)| squares.split(' '));
        let is_of_diagram = |name| OF_DIAGRAMS.iter().any(|(other, _)| *other == name);
        let of_games = conditions.iter().zip(parts());
        let of_games = of_games.filter(|(_, (name, _))| !is_of_diagram(*name));
        Self {
            holes: holes
                .filter_map(|square| square.parse::<Square>().ok())
                .collect(),
            lese_majeste: parts().any(|(name, _)| name == LESE_MAJESTE),
            of_games: of_games.map(|(text, _)| text.clone()).collect(),
        }
    }
}

/// Whether squares belong to a condition.
fn has_squares(name: &str) -> bool {
    name == HOLES || named(name).is_some_and(|spec| spec.has_squares)
}

/// A condition with its squares.
fn on(name: &str, squares: &[Square]) -> String {
    let squares = squares.iter().map(ToString::to_string);
    let words: Vec<String> = std::iter::once(name.to_owned()).chain(squares).collect();
    words.join(" ")
}

/// A condition with the budgets behind it: White's and Black's, or one for both. Without any nothing is limited.
fn with_budgets(name: &str, words: &mut Words<'_>) -> String {
    let mut text = name.to_owned();
    for _ in Color::ALL {
        let next = words.peek().filter(|word| Budgets::read(word.text).is_ok());
        if let Some(word) = next {
            words.next();
            text = text + " " + word.text;
        }
    }
    if text == name {
        text += " - -";
    }
    text
}

/// A condition with the number behind it that limits how often it can be used, if there is one.
///
/// # Errors
/// If the number is greater than 255.
fn with_limit(name: &str, words: &mut Words<'_>) -> Result<String, ProblemError> {
    let is_number = |word: &Word<'_>| word.text.bytes().all(|byte| byte.is_ascii_digit());
    let Some(word) = words.peek().filter(is_number) else {
        return Ok(name.to_owned());
    };
    words.next();
    let most: u8 = word.text.parse().map_err(|_| {
        let text = quoted(word.text);
        words.error(
            word,
            format!("{text} behind the condition {name} (expected at most 255)"),
        )
    })?;
    Ok(format!("{name} {most}"))
}

/// Reads what belongs to a condition: squares, in words such as `d5` or `a6h6`, budgets such as `4.5`, or a limit such as `2`.
///
/// # Errors
/// If squares are missing, or a limit is too great.
fn with_parameters(name: &'static str, words: &mut Words<'_>) -> Result<String, ProblemError> {
    if named(name).is_some_and(|spec| spec.has_budgets) {
        return Ok(with_budgets(name, words));
    }
    if named(name).is_some_and(|spec| spec.has_limit) {
        return with_limit(name, words);
    }
    if !has_squares(name) {
        return Ok(name.to_owned());
    }
    let mut squares = Vec::new();
    while let Some(more) = words.peek().and_then(|word| squares_of(word.text)) {
        words.next();
        for square in more {
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
    }
    if squares.is_empty() {
        let reason = format!("no squares behind the condition {name} (expected some, as in d5h8)");
        return Err(match words.peek() {
            Some(word) => words.error(word, reason),
            None => words.error_at_end(reason),
        });
    }
    Ok(on(name, &squares))
}

/// Popeye's old condition `Maximummer`: it limits Black, and White where the sides have changed roles in a duplex. It becomes a condition
/// of the game by [`of_roles`].
const MAXIMUMMER: &str = "maximummer";

/// The conditions of the game for a diagram in which the sides have or have not changed roles.
pub(super) fn of_roles(names: &[String], swapped: bool) -> Vec<String> {
    let maximummer = if swapped {
        "white-maximummer"
    } else {
        "black-maximummer"
    };
    let mut found: Vec<String> = Vec::new();
    for name in names {
        let name = if name == MAXIMUMMER { maximummer } else { name };
        if !found.iter().any(|other| other == name) {
            found.push(name.to_owned());
        }
    }
    found
}

/// Popeye's name of a condition: one word, or two.
#[derive(Clone, Copy)]
struct PopeyeName {
    word: &'static str,
    further: Option<&'static str>,
    name: &'static str,
}

fn popeye_names() -> impl Iterator<Item = PopeyeName> {
    let maximummer = PopeyeName {
        word: "Maximummer",
        further: None,
        name: MAXIMUMMER,
    };
    let of_games = specs().flat_map(|spec| {
        spec.popeye.iter().map(move |name| {
            let (word, further) = match name.split_once(' ') {
                Some((word, further)) => (word, Some(further)),
                None => (*name, None),
            };
            PopeyeName {
                word,
                further,
                name: spec.name,
            }
        })
    });
    let of_diagrams = OF_DIAGRAMS.map(|(name, word)| PopeyeName {
        word,
        further: None,
        name,
    });
    of_games.chain([maximummer]).chain(of_diagrams)
}

/// Removes repeated words; keeps the order of the first occurrences.
fn each_once(words: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut all: Vec<&'static str> = Vec::new();
    for word in words {
        if !all.contains(&word) {
            all.push(word);
        }
    }
    all
}

/// A condition given on the command line by Katydid's name, with its squares behind it; letter case is ignored.
///
/// # Errors
/// If Katydid has no such condition, or if squares are missing or too many.
pub(super) fn of_text(text: &str) -> Result<String, ProblemError> {
    let mut words = Words::of_argument(text);
    let found = words.next().map(|word| of_name(word.text));
    let name = found.unwrap_or_else(|| of_name(text))?;
    let condition = with_parameters(name, &mut words)?;
    match words.next() {
        None => Ok(condition),
        Some(word) => {
            let reason = format!(
                "{} behind the condition {name} (expected nothing)",
                quoted(word.text)
            );
            Err(words.error(word, reason))
        }
    }
}

/// Katydid's name of a condition; letter case is ignored.
fn of_name(text: &str) -> Result<&'static str, ProblemError> {
    let known = names();
    let mut found = known.iter().filter(|name| name.eq_ignore_ascii_case(text));
    found.next().copied().ok_or_else(|| {
        let known = known.join(" ");
        ProblemError::new(format!(
            "{} is no condition (expected one of: {known})",
            quoted(text)
        ))
    })
}

/// Looks up the first word of a condition of Popeye's, supported or not.
pub(super) fn meaning(word: Word<'_>) -> Meaning<()> {
    let known = popeye_names().map(|name| name.word);
    let all = each_once(known.chain(vocabulary::CONDITIONS.iter().copied()));
    look_up(word, all.into_iter().map(|name| (name, ())))
}

/// Reads the rest of one of Popeye's conditions, whose first word is `word`.
///
/// # Errors
/// If `word` is not a condition, or the condition is not supported.
pub(super) fn read_word(word: Word<'_>, words: &mut Words<'_>) -> Result<String, ProblemError> {
    let (full, ()) = words.meant(word, meaning(word), || {
        let known = each_once(popeye_names().map(|name| name.word));
        let known = word.language.list(known);
        format!("is no condition (expected one of: {known})")
    })?;
    let mut called = popeye_names().filter(|name| name.word == full).peekable();
    if called.peek().is_none() {
        let reason = format!("Popeye's condition {full} is not supported");
        return Err(words.error(word, reason));
    }
    let next = words
        .peek()
        .and_then(|next| further_word(next).map(|further| (next, further)));
    let further = next.map(|(_, further)| further);
    match (called.find(|name| name.further == further), next) {
        (Some(name), next) => {
            if next.is_some() {
                words.next();
            }
            with_parameters(name.name, words)
        }
        (None, Some((at, further))) => {
            let reason = format!("Popeye's condition {full} {further} is not supported");
            Err(words.error(at, reason))
        }
        (None, None) => {
            let reason =
                format!("Popeye's condition {full} without a further word is not supported");
            Err(words.error(word, reason))
        }
    }
}

/// The full second word of a condition. An abbreviation must have at least four letters, or it could be mistaken for a command.
fn further_word(word: Word<'_>) -> Option<&'static str> {
    let known = popeye_names().filter_map(|name| name.further);
    let all = each_once(known.chain(vocabulary::CONDITION_WORDS.iter().copied()));
    match look_up(word, all.into_iter().map(|name| (name, ()))) {
        Meaning::One(full, ()) if word.spells(full) => Some(full),
        Meaning::One(full, ()) if word.text.len() >= 4 && meaning(word) == Meaning::Unknown => {
            Some(full)
        }
        _ => None,
    }
}

/// Whether `word`, which `words` begins with, is the first word of one of Popeye's conditions and a further word of such follows.
fn goes_on(word: Word<'_>, words: &Words<'_>) -> bool {
    let mut behind = words.clone();
    behind.next();
    matches!(meaning(word), Meaning::One(..)) && behind.peek().and_then(further_word).is_some()
}

/// Removes repeated conditions, and replaces Andernach with Anti-Andernach (captors and quiet movers change colour) by
/// Super-Andernach, which does both.
pub(super) fn combined(given: &[String]) -> Vec<String> {
    let turning = || {
        given
            .iter()
            .filter_map(|name| named(name))
            .filter(|spec| spec.recolours())
    };
    let both = turning().any(|one| turning().any(|other| one.complements(other)));
    let whole = specs().find(|spec| both && spec.complements(spec));
    let mut combined: Vec<String> = Vec::new();
    for name in given {
        let turns = named(name).is_some_and(ConditionSpec::recolours);
        let name = whole
            .filter(|_| turns)
            .map_or(name.as_str(), |spec| spec.name);
        if !combined.iter().any(|other| other == name) {
            combined.push(name.to_owned());
        }
    }
    combined
}

/// Reads `none`, or a list of conditions by Katydid's or Popeye's names, up to the first word that is not one.
///
/// # Errors
/// If a condition is not supported, or there is no condition.
pub(super) fn read_list(words: &mut Words<'_>) -> Result<Vec<String>, ProblemError> {
    let mut read = Vec::new();
    while let Some(word) = words.peek() {
        if read.is_empty() && word.text.eq_ignore_ascii_case("none") {
            words.next();
            return Ok(Vec::new());
        }
        if let Ok(name) = of_name(word.text)
            && !goes_on(word, words)
        {
            words.next();
            read.push(with_parameters(name, words)?);
            continue;
        }
        match meaning(word) {
            Meaning::Unknown => break,
            Meaning::Several(_) if !read.is_empty() => break,
            _ => {}
        }
        words.next();
        read.push(read_word(word, words)?);
    }
    if read.is_empty() {
        return Err(match words.peek() {
            Some(word) => {
                let known = names().join(" ");
                let text = quoted(word.text);
                let reason = format!("{text} is no condition (expected none or some of: {known})");
                words.error(word, reason)
            }
            None => words.error_at_end("no condition behind 'condition' (expected some, or none)"),
        });
    }
    Ok(combined(&read))
}

/// The conditions after checking that none occurs twice.
///
/// # Errors
/// The first duplicate.
pub(super) fn without_repetition(given: Vec<String>) -> Result<Vec<String>, ProblemError> {
    let name = |at: usize| condition_parts(&given[at]).0;
    let again = (1..given.len()).find(|at| (0..*at).any(|before| name(before) == name(*at)));
    match again {
        Some(at) => {
            let reason = format!("the condition {} twice (expected each once)", name(at));
            Err(ProblemError::new(reason))
        }
        None => Ok(given),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_stand_behind_conditions_that_have_some() {
        let read = |text: &str| of_text(text).map_err(|error| error.to_string());
        assert_eq!(read("Circe").as_deref(), Ok("circe"));
        let squares = "magic-squares d5 h8";
        assert_eq!(read("magic-squares d5h8 d5").as_deref(), Ok(squares));
        assert_eq!(read("holes a1").as_deref(), Ok("holes a1"));
        let missing = read("wormholes").expect_err("no squares");
        assert!(
            missing.contains("squares") && missing.contains("wormholes"),
            "{missing}"
        );
        assert_eq!(read("BGL 4.5 4").as_deref(), Ok("bgl 4.5 4"));
        assert_eq!(read("bgl 27,42").as_deref(), Ok("bgl 27,42"));
        assert_eq!(read("bgl").as_deref(), Ok("bgl - -"));
        assert_eq!(read("role-exchange").as_deref(), Ok("role-exchange"));
        assert_eq!(read("role-exchange 02").as_deref(), Ok("role-exchange 2"));
        let often = read("role-exchange 256").expect_err("too great");
        assert!(often.contains("'256'") && often.contains("255"), "{often}");
        let many = read("bgl 1 2 3").expect_err("three budgets");
        assert!(many.contains("'3'") && many.contains("bgl"), "{many}");
        let idle = read("circe d5").expect_err("squares of nothing");
        assert!(idle.contains("'d5'") && idle.contains("circe"), "{idle}");
        let wrong = read("magic-squares d9").expect_err("no square");
        assert!(wrong.contains("magic-squares"), "{wrong}");
    }

    #[test]
    fn conditions_of_diagrams_are_set_apart() {
        let given = ["holes a1 h8", "magic-squares d5", "lese-majeste"].map(str::to_owned);
        let apart = Apart::of(&given);
        assert_eq!(
            apart.holes,
            Bitboard::from(Square::at(0, 0)) | Square::at(7, 7).into()
        );
        assert!(apart.lese_majeste);
        assert_eq!(apart.of_games, ["magic-squares d5"]);
        assert!(!Apart::of(&given[..2]).lese_majeste);
    }
}
