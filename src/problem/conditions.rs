//! The names of a problem's conditions, both Katydid's and Popeye's. `rules::conditions` defines the conditions.

use super::error::{ProblemError, quoted};
use super::vocabulary;
use super::words::{Meaning, Word, Words, look_up};
use crate::rules::conditions::{named, specs};
use crate::variant::ConditionSpec;

/// Katydid's names of the conditions that problems can use.
pub fn names() -> Vec<&'static str> {
    specs().map(|spec| spec.name).collect()
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
    of_games.chain([maximummer])
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

/// Katydid's name of a condition given on the command line; letter case is ignored.
///
/// # Errors
/// If Katydid has no such condition.
pub(super) fn of_name(text: &str) -> Result<&'static str, ProblemError> {
    let found = specs().find(|spec| spec.name.eq_ignore_ascii_case(text));
    found.map(|spec| spec.name).ok_or_else(|| {
        let known = names().join(" ");
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
pub(super) fn read_word(
    word: Word<'_>,
    words: &mut Words<'_>,
) -> Result<&'static str, ProblemError> {
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
            Ok(name.name)
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

/// Removes repeated conditions, and replaces Andernach with Anti-Andernach (captors and quiet movers change colour) by
/// Super-Andernach, which does both.
pub(super) fn combined(given: &[&'static str]) -> Vec<String> {
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
        let name = whole.filter(|_| turns).map_or(*name, |spec| spec.name);
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
        if let Ok(name) = of_name(word.text) {
            words.next();
            read.push(name);
            // A name of Katydid's that is also the first word of a two-word name of Popeye's is read as Katydid's.
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

/// Copies the names after checking that none occurs twice.
///
/// # Errors
/// The first duplicate.
pub(super) fn without_repetition(names: &[&'static str]) -> Result<Vec<String>, ProblemError> {
    let again = (1..names.len()).find(|at| names[..*at].contains(&names[*at]));
    match again {
        Some(at) => {
            let reason = format!("the condition {} twice (expected each once)", names[at]);
            Err(ProblemError::new(reason))
        }
        None => Ok(names.iter().map(|name| (*name).to_owned()).collect()),
    }
}
