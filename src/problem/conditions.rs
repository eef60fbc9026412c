//! The conditions of a problem, by the names of this project and by Popeye's.

use super::error::{ProblemError, quoted};
use super::vocabulary;
use super::words::{Meaning, Word, Words, look_up};

/// The conditions of the problem board, by their names here.
pub const NAMES: [&str; 7] = [
    "andernach",
    "antiandernach",
    "superandernach",
    "circe",
    "anticirce",
    "einstein",
    "madrasi",
];

/// Popeye's names.
const POPEYE: [(&str, &str); 6] = [
    ("AndernachChess", "andernach"),
    ("AntiAndernachChess", "antiandernach"),
    ("Circe", "circe"),
    ("AntiCirce", "anticirce"),
    ("EinsteinChess", "einstein"),
    ("Madrasi", "madrasi"),
];

/// The name of a condition, as given on the command line.
///
/// # Errors
/// That there is no such condition here.
pub(super) fn of_name(text: &str) -> Result<&'static str, ProblemError> {
    let found = NAMES
        .into_iter()
        .find(|name| name.eq_ignore_ascii_case(text));
    found.ok_or_else(|| {
        let known = NAMES.join(" ");
        ProblemError::new(format!(
            "{} is no condition (expected one of: {known})",
            quoted(text)
        ))
    })
}

/// What a word of Popeye's means as a condition; an empty name for those that are not supported.
pub(super) fn meaning(word: &str) -> Meaning<&'static str> {
    let foreign = vocabulary::CONDITIONS.iter().map(|name| (*name, ""));
    look_up(word, POPEYE.into_iter().chain(foreign))
}

/// Reads one of Popeye's conditions with what follows it.
///
/// # Errors
/// That the word is none, or not supported.
pub(super) fn read_word(
    word: Word<'_>,
    words: &mut Words<'_>,
) -> Result<&'static str, ProblemError> {
    let (full, name) = match meaning(word.text) {
        Meaning::One(full, "") => {
            let reason = format!("Popeye's condition {full} is not supported");
            return Err(words.error(word, reason));
        }
        Meaning::One(full, name) => (full, name),
        Meaning::Several(names) => {
            let names = names.join(" ");
            let reason = format!("{} is not unique: {names}", quoted(word.text));
            return Err(words.error(word, reason));
        }
        Meaning::Unknown => {
            let known: Vec<&str> = POPEYE.iter().map(|(name, _)| *name).collect();
            let known = known.join(" ");
            let text = quoted(word.text);
            let reason = format!("{text} is no condition (expected one of: {known})");
            return Err(words.error(word, reason));
        }
    };
    if let Some(next) = words.peek()
        && let Some((further, calvet)) = further_word(next.text)
    {
        if !calvet || name != "anticirce" {
            let reason = format!("Popeye's condition {full} {further} is not supported");
            return Err(words.error(next, reason));
        }
        words.next();
    }
    Ok(name)
}

/// What can follow a condition, and whether it is the type Calvet of Anticirce. Four letters of a beginning are enough to
/// tell it from commands.
fn further_word(word: &str) -> Option<(&'static str, bool)> {
    let further = vocabulary::CONDITION_WORDS
        .iter()
        .map(|name| (*name, false));
    match look_up(word, further.chain([("Calvet", true)])) {
        Meaning::One(full, calvet) if full.len() == word.len() => Some((full, calvet)),
        Meaning::One(full, calvet) if word.len() >= 4 && meaning(word) == Meaning::Unknown => {
            Some((full, calvet))
        }
        _ => None,
    }
}

/// Both Andernach and Anti-Andernach are Super-Andernach, which holds each of them. A condition given twice holds once.
pub(super) fn combined(names: &[&'static str]) -> Vec<String> {
    let both = ["andernach", "antiandernach"];
    let is_super =
        names.contains(&"superandernach") || both.iter().all(|name| names.contains(name));
    let mut combined: Vec<String> = Vec::new();
    for name in names {
        let name = if is_super && both.contains(name) {
            "superandernach"
        } else {
            name
        };
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
    let mut names = Vec::new();
    while let Some(word) = words.peek() {
        if names.is_empty() && word.text.eq_ignore_ascii_case("none") {
            words.next();
            return Ok(Vec::new());
        }
        if let Ok(name) = of_name(word.text) {
            words.next();
            names.push(name);
            // Popeye's words for some of them are the same, and can be followed by more.
            continue;
        }
        match meaning(word.text) {
            Meaning::Unknown => break,
            Meaning::Several(_) if !names.is_empty() => break,
            _ => {}
        }
        words.next();
        names.push(read_word(word, words)?);
    }
    if names.is_empty() {
        return Err(match words.peek() {
            Some(word) => {
                let known = NAMES.join(" ");
                let text = quoted(word.text);
                let reason = format!("{text} is no condition (expected none or some of: {known})");
                words.error(word, reason)
            }
            None => words.error_at_end("no condition behind 'condition' (expected some, or none)"),
        });
    }
    Ok(combined(&names))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<&'static str, String> {
        let mut words = Words::of_argument(text);
        let word = words.next().expect("a word");
        read_word(word, &mut words).map_err(|error| error.to_string())
    }

    #[test]
    fn popeyes_names_are_read() {
        for (text, name) in [
            ("andern", "andernach"),
            ("AntiAndernachChess", "antiandernach"),
            ("CIRCE", "circe"),
            ("anticirce calvet", "anticirce"),
            ("anticirce Calv", "anticirce"),
            ("Einst", "einstein"),
            ("madrasi Option", "madrasi"),
        ] {
            assert_eq!(read(text), Ok(name));
        }
        for (text, told) in [
            ("Isard", "Popeye's condition Isardam is not supported"),
            (
                "Circe mirror",
                "Popeye's condition Circe Mirror is not supported",
            ),
            (
                "Madrasi RexInclusive",
                "Popeye's condition Madrasi RexInclusive is not supported",
            ),
            (
                "AntiCirce Cheylan",
                "Popeye's condition AntiCirce Cheylan is not supported",
            ),
            (
                "Circe Calvet",
                "Popeye's condition Circe Calvet is not supported",
            ),
            ("circ x", "'circ' is not unique: "),
            ("xyz", "'xyz' is no condition"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(told), "{text}: {error}");
        }
    }

    #[test]
    fn both_andernachs_are_super() {
        assert_eq!(
            combined(&["andernach", "circe", "antiandernach"]),
            ["superandernach", "circe"]
        );
        assert_eq!(combined(&["circe", "circe"]), ["circe"]);
    }
}
