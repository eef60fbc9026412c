//! Parser of twins: Popeye's words and, on the command line, Katydid's own notation.

use super::conditions;
use super::error::{ProblemError, quoted};
use super::option_values::squares_of;
use super::piece_list;
use super::pieces::PieceText;
use super::stipulation::{Stipulation, StipulationError};
use super::twin::{Change, Mirror, RawChange, own_change};
use super::words::{Meaning, Word, Words, look_up};
use crate::base::Square;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RawTwin {
    /// The label, if given.
    pub label: Option<String>,
    /// Whether the diagram itself is not solved (zero position).
    pub zero: bool,
    /// Whether the changes apply to the previous twin instead of the diagram.
    pub continued: bool,
    pub changes: Vec<RawChange>,
}

impl RawTwin {
    /// Reads a twin from a command-line argument.
    ///
    /// # Errors
    /// The word that is not a change.
    pub fn of_argument(text: &str) -> Result<Self, ProblemError> {
        let mut twin = Self {
            label: None,
            zero: false,
            continued: false,
            changes: Vec::new(),
        };
        let mut rest = text.trim();
        for zero in ["zeroposition ", "zero "] {
            let start = rest.get(..zero.len());
            if !twin.zero && start.is_some_and(|start| start.eq_ignore_ascii_case(zero)) {
                twin.zero = true;
                rest = rest[zero.len()..].trim_start();
            }
        }
        if let Some((before, changes)) = rest.split_once(')') {
            let (plus, label) = match before.trim().strip_prefix('+') {
                Some(label) => (true, label.trim()),
                None => (false, before.trim()),
            };
            let is_label = matches!(label.as_bytes(), [b'a'..=b'z' | b'A'..=b'Z']);
            if !is_label {
                let expected = "expected a letter and a bracket, as in b) a2-a3";
                let reason = format!("twin {} ({expected})", quoted(text));
                return Err(ProblemError::new(reason));
            }
            twin.label = Some(label.to_ascii_lowercase());
            twin.continued = plus;
            rest = changes.trim();
        }
        let joined = join_operators(rest);
        let mut words = Words::of_argument(&joined);
        let (continued, changes) = read(&mut words, true)
            .map_err(|error| ProblemError::new(format!("twin {}: {error}", quoted(text))))?;
        if let Some(word) = words.peek() {
            let word = quoted(word.text);
            let reason = format!("twin {}: {word} is no change", quoted(text));
            return Err(ProblemError::new(format!("{reason} ({EXPECTED})")));
        }
        if changes.is_empty() {
            let reason = format!("twin {} changes nothing ({EXPECTED})", quoted(text));
            return Err(ProblemError::new(reason));
        }
        twin.continued |= continued;
        twin.changes = changes;
        Ok(twin)
    }
}

/// The end of an error message: examples of changes.
const EXPECTED: &str = "expected changes as in: bBe3, -e5, a2-a3, a3<->b4, R=>B, h#3, condition circe, none, rotate 90, \
                        mirror a1<->h1, shift a1 b1, polish";

/// Replaces commas by blanks and removes blanks around arrows.
fn join_operators(text: &str) -> String {
    let mut plain = text.replace(',', " ");
    for (long, short) in [("<-->", "<->"), ("-->", "-"), ("==>", "=>"), ("->", "-")] {
        // `<->` ends with `->` and must not be changed.
        plain = match long {
            "->" => plain
                .replace("<->", "\u{0}")
                .replace(long, short)
                .replace('\u{0}', "<->"),
            _ => plain.replace(long, short),
        };
    }
    let mut words: Vec<String> = Vec::new();
    for word in plain.split_whitespace() {
        let arrow = |text: &str| ["<->", "=>", "-"].contains(&text);
        let opens = |text: &str| ["<->", "=>"].iter().any(|arrow| text.ends_with(arrow));
        let closes = ["<->", "=>"].iter().any(|arrow| word.starts_with(arrow));
        match words.last_mut() {
            Some(last) if arrow(word) || closes || opens(last) || last.ends_with('-') => {
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words.join(" ")
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Begin {
    Continued,
    Stipulation,
    SStipulation,
    Condition,
    None,
    Move,
    Exchange,
    Remove,
    Substitute,
    Add,
    Rotate,
    Mirror,
    Shift,
    Polish,
}

const WORDS: [(&str, Begin); 14] = [
    ("Continued", Begin::Continued),
    ("Stipulation", Begin::Stipulation),
    ("SStipulation", Begin::SStipulation),
    ("Condition", Begin::Condition),
    ("None", Begin::None),
    ("Move", Begin::Move),
    ("Exchange", Begin::Exchange),
    ("Remove", Begin::Remove),
    ("Substitute", Begin::Substitute),
    ("Add", Begin::Add),
    ("Rotate", Begin::Rotate),
    ("Mirror", Begin::Mirror),
    ("Shift", Begin::Shift),
    ("PolishType", Begin::Polish),
];

/// Reads changes up to the first other word, and whether they continue the previous twin. With `own`, Katydid's notation is accepted
/// too.
///
/// # Errors
/// If the arguments of a change are wrong.
pub(super) fn read(
    words: &mut Words<'_>,
    own: bool,
) -> Result<(bool, Vec<RawChange>), ProblemError> {
    let mut continued = false;
    let mut changes: Vec<RawChange> = Vec::new();
    while let Some(word) = words.peek() {
        if own && let Some(change) = own_change(word.text) {
            words.next();
            changes.push(change);
            continue;
        }
        if own && let Some(more) = squares_of(word.text) {
            let last = changes.last_mut();
            if let Some(RawChange::Put(_, _, squares) | RawChange::Plain(Change::Remove(squares))) =
                last
            {
                words.next();
                squares.extend(more);
                continue;
            }
        }
        let begin = match look_up(word, WORDS) {
            Meaning::One(full, begin) if own || begin != Begin::None => {
                words.next();
                let word = word.named(full);
                (begin, word)
            }
            _ if own && stipulation_ahead(words) => (Begin::Stipulation, word),
            _ => break,
        };
        match begin {
            (Begin::Continued, _) => continued = true,
            (begin, word) => change(begin, word, words, &mut changes)?,
        }
    }
    Ok((continued, changes))
}

/// Whether a stipulation comes next.
fn stipulation_ahead(words: &Words<'_>) -> bool {
    stipulation(&mut words.clone()).is_ok()
}

/// Reads a stipulation, which may contain blanks.
///
/// # Errors
/// Why the text is not a stipulation; the error names the place of the first word.
pub(super) fn stipulation(words: &mut Words<'_>) -> Result<Stipulation, ProblemError> {
    let Some(first) = words.peek() else {
        return Err(words.error_at_end("no stipulation (expected one as in h#2.5)"));
    };
    let mut text = String::new();
    let mut ahead = words.clone();
    let mut wrong: Option<StipulationError> = None;
    while let Some(word) = ahead.next().filter(|_| text.len() < 20) {
        text.push_str(word.text);
        match text.parse() {
            Ok(stipulation) => {
                *words = ahead;
                return Ok(stipulation);
            }
            Err(error) => _ = wrong.get_or_insert(error),
        }
    }
    let reason = wrong.map_or_else(String::new, |error| error.to_string());
    Err(words.error(first, reason))
}

/// Reads a structured stipulation, which may hold blanks: the side that begins, and the longest text that is a plan.
///
/// # Errors
/// Why the text is not a plan; the error names the place of the first word.
pub(super) fn structured(words: &mut Words<'_>) -> Result<Stipulation, ProblemError> {
    let Some(first) = words.next() else {
        return Err(words.error_at_end("no side (expected White or Black and a plan)"));
    };
    let sides = [("White", "white "), ("Black", "black ")];
    let (_, side) = words.meant(first, look_up(first, sides), || {
        "is no side (expected White or Black and a plan)".to_owned()
    })?;
    let mut text = side.to_owned();
    let mut ahead = words.clone();
    let mut read = None;
    let mut wrong = None;
    let mut last = None;
    while let Some(word) = ahead.next().filter(|_| text.len() < 200) {
        text.push_str(word.text);
        match text.parse::<Stipulation>() {
            Ok(stipulation) => read = Some((stipulation, ahead.clone())),
            Err(error) => {
                _ = wrong.get_or_insert_with(|| error.clone());
                last = Some(error);
                if read.is_some() && !continues(word) {
                    break;
                }
            }
        }
    }
    match (read, wrong) {
        (Some((stipulation, behind)), _) => {
            let goes_on = behind
                .peek()
                .is_some_and(|next| next.text.starts_with(['&', '|']));
            if let Some(error) = last.filter(|_| goes_on) {
                return Err(words.error(first, error.to_string()));
            }
            *words = behind;
            Ok(stipulation)
        }
        (None, Some(error)) => Err(words.error(first, error.to_string())),
        (None, None) => Err(words.error_at_end("no plan (expected one as in 3a[#]d)")),
    }
}

/// Whether a word can continue a plan that could also end before it.
fn continues(word: Word<'_>) -> bool {
    word.text.starts_with(['&', '|', '[', '{'])
}

/// Reads the arguments of a change.
fn change(
    begin: Begin,
    word: Word<'_>,
    words: &mut Words<'_>,
    changes: &mut Vec<RawChange>,
) -> Result<(), ProblemError> {
    let plain = match begin {
        Begin::Continued => return Ok(()),
        Begin::Stipulation => Change::Stipulation(stipulation(words)?),
        Begin::SStipulation => Change::Stipulation(structured(words)?),
        Begin::Condition => Change::Conditions(conditions::read_list(words)?),
        Begin::None => Change::Conditions(Vec::new()),
        Begin::Move => Change::Move(square(word, words)?, square(word, words)?),
        Begin::Exchange => Change::Exchange(square(word, words)?, square(word, words)?),
        Begin::Shift => Change::Shift(square(word, words)?, square(word, words)?),
        Begin::Polish => Change::Polish,
        Begin::Remove => {
            let first = words.required(word, "squares")?;
            let mut squares = squares_of(first.text).ok_or_else(|| not_a_square(first, words))?;
            while let Some(more) = words.peek().and_then(|word| squares_of(word.text)) {
                words.next();
                squares.extend(more);
            }
            Change::Remove(squares)
        }
        Begin::Rotate => {
            let angle = words.required(word, "90, 180 or 270")?;
            let quarters = match angle.text {
                "90" => 1,
                "180" => 2,
                "270" => 3,
                other => {
                    let reason = format!("rotate {} (expected 90, 180 or 270)", quoted(other));
                    return Err(words.error(angle, reason));
                }
            };
            Change::Rotate(quarters)
        }
        Begin::Mirror => Change::Mirror(mirror(word, words)?),
        Begin::Substitute => {
            let from = walk(word, words)?;
            changes.push(RawChange::Substitute(from, walk(word, words)?));
            return Ok(());
        }
        Begin::Add => {
            let pieces = piece_list::read(words)?;
            if pieces.is_empty() {
                let reason = "nobody to add (expected White, Black or Neutral and pieces, as in add black bb3)";
                return Err(words.error(word, reason));
            }
            let puts = pieces
                .into_iter()
                .map(|pieces| RawChange::Put(pieces.owner, pieces.piece, pieces.squares));
            changes.extend(puts);
            return Ok(());
        }
    };
    changes.push(RawChange::Plain(plain));
    Ok(())
}

fn not_a_square(word: Word<'_>, words: &Words<'_>) -> ProblemError {
    let reason = format!(
        "{} is no square (expected one of a1 to h8)",
        quoted(word.text)
    );
    words.error(word, reason)
}

fn square(of: Word<'_>, words: &mut Words<'_>) -> Result<Square, ProblemError> {
    let word = words.required(of, "a square")?;
    let square = squares_of(word.text).filter(|squares| squares.len() == 1);
    let square = square.and_then(|squares| squares.first().copied());
    square.ok_or_else(|| not_a_square(word, words))
}

fn mirror(of: Word<'_>, words: &mut Words<'_>) -> Result<Mirror, ProblemError> {
    let expected = "expected a1<->h1, a1<->a8, a1<->h8 or a8<->h1";
    let word = words.required(of, "the squares that change places")?;
    let plain = word.text.to_ascii_lowercase().replace("<-->", "<->");
    let found = Mirror::TEXTS.iter().find(|(text, _)| *text == plain);
    found.map(|(_, mirror)| *mirror).ok_or_else(|| {
        let reason = format!("mirror {} ({expected})", quoted(word.text));
        words.error(word, reason)
    })
}

fn walk(of: Word<'_>, words: &mut Words<'_>) -> Result<PieceText, ProblemError> {
    let word = words.required(of, "a walk")?;
    PieceText::of_walk(word.language, word.text).map_err(|reason| words.error(word, reason))
}
