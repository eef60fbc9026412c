//! The conditions of a problem, by the names of this project and by Popeye's: all that `rules::conditions` lists.

use super::error::{ProblemError, quoted};
use super::vocabulary;
use super::words::{Meaning, Word, Words, look_up};
use crate::rules::conditions::{named, specs};
use crate::variant::ConditionSpec;

/// The conditions of the problem board, by their names here.
pub fn names() -> Vec<&'static str> {
    specs().map(|spec| spec.name).collect()
}

/// A condition as Popeye names it: a word, and perhaps one that follows it.
#[derive(Clone, Copy)]
struct PopeyeName {
    word: &'static str,
    further: Option<&'static str>,
    spec: &'static ConditionSpec,
}

fn popeye_names() -> impl Iterator<Item = PopeyeName> {
    specs().flat_map(|spec| {
        spec.popeye.iter().map(move |name| {
            let (word, further) = match name.split_once(' ') {
                Some((word, further)) => (word, Some(further)),
                None => (*name, None),
            };
            PopeyeName {
                word,
                further,
                spec,
            }
        })
    })
}

/// Some words, each once.
fn each_once(words: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut all: Vec<&'static str> = Vec::new();
    for word in words {
        if !all.contains(&word) {
            all.push(word);
        }
    }
    all
}

/// The name of a condition, as given on the command line.
///
/// # Errors
/// That there is no such condition here.
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

/// The word of Popeye's that begins the name of a condition, supported or not.
pub(super) fn meaning(word: Word<'_>) -> Meaning<()> {
    let known = popeye_names().map(|name| name.word);
    let all = each_once(known.chain(vocabulary::CONDITIONS.iter().copied()));
    look_up(word, all.into_iter().map(|name| (name, ())))
}

/// Reads one of Popeye's conditions with what follows it.
///
/// # Errors
/// That the word is none, or not supported.
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
            Ok(name.spec.name)
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

/// What can follow a condition. Four letters of a beginning are enough to tell it from commands.
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

/// Two conditions that turn movers and captors (Andernach and Anti-Andernach) are the one that does both
/// (Super-Andernach). A condition given twice holds once.
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

/// Reads `none`, or names of conditions, ours or Popeye's, up to a word that is none.
///
/// # Errors
/// What is not supported, or that there is no condition.
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
            // Popeye's words for some of them are the same, and can be followed by more.
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

/// The names, if each stands there once.
///
/// # Errors
/// The one that does not.
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
