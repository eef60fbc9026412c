//! The files from which a definition was merged, so that errors can name file, line and column.

use super::definition::{Text, key_tables};
use super::error::{LoadError, Place};
use super::keys::{Key, KeyTable};
use crate::base::{alike, similarity, with_present_spelling};
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The files of one game: its own file, its fitted weights, and the files that it inherits from.
///
/// Places in a merged definition are offsets into the concatenation of all these texts.
#[derive(Clone, Debug)]
pub struct Source {
    files: Arc<[File]>,
    /// The index of the game's own file in `files`. Before it come its fitted weights, after it the files that it inherits.
    own: usize,
    /// The offset of the value of `inherits` in the own file; 0 if the game does not inherit.
    inherits: usize,
    /// Whether some pieces of the own file were left out, so that keys without use are no errors.
    partial: bool,
}

/// What is wrong with an inherited value.
#[derive(Clone, Copy)]
enum Fault<'a> {
    /// It does not fit the game, as the message says.
    Unfit,
    /// It names a piece by a letter that the game does not have.
    NoPiece(&'a str),
}

/// The least similarity of a key of another table that is proposed.
const SURE: f64 = 0.9;

/// The longest part of an inherited line that errors quote, in characters.
const SHOWN: usize = 60;

/// One of the files of a game.
#[derive(Debug)]
struct File {
    name: String,
    text: String,
    /// The offset of the text in the concatenation. The first text begins at 1, because 0 means no place.
    start: usize,
}

impl Source {
    /// A source from the names and texts of files; `own` is the index of the game's own file.
    pub(super) fn new<'a>(files: impl Iterator<Item = (&'a str, &'a str)>, own: usize) -> Self {
        let mut next = 1;
        let files = files.map(|(name, text)| {
            let start = next;
            next += text.len() + 1;
            File {
                name: name.to_owned(),
                text: text.to_owned(),
                start,
            }
        });
        Self {
            files: files.collect(),
            own,
            inherits: 0,
            partial: false,
        }
    }

    /// A source without text, for pieces that are declared in no file.
    pub(super) fn without_file(name: &str) -> Self {
        Self::new(std::iter::once((name, "")), 0)
    }

    /// The same source, with `inherits` (the offset of that key's value in the own file) set.
    pub(super) fn inheriting_at(self, inherits: usize) -> Self {
        Self { inherits, ..self }
    }

    /// The same source for a game with only some of the file's pieces, so that keys without use are no errors.
    pub(super) fn partial(&self) -> Self {
        Self {
            partial: true,
            ..self.clone()
        }
    }

    /// The offset at which the text of a file begins in the concatenation.
    pub(super) fn start_of(&self, file: usize) -> usize {
        self.files[file].start
    }

    /// The index of the file that contains an offset.
    fn file_at(&self, at: usize) -> Option<usize> {
        self.files
            .partition_point(|file| file.start <= at)
            .checked_sub(1)
    }

    /// Whether a value stands in the game's own file; always false if pieces of that file were left out.
    pub fn is_own<T>(&self, value: &Spanned<T>) -> bool {
        !self.partial && self.file_at(value.span().start) == Some(self.own)
    }

    /// Whether a value stands in a file that the game inherits from.
    pub fn is_inherited<T>(&self, value: &Spanned<T>) -> bool {
        self.file_at(value.span().start) > Some(self.own)
    }

    /// An error at a column of a quoted text: column 1 is the first character, column 0 the quotation mark.
    pub fn error<T>(
        &self,
        at: &Spanned<T>,
        column: usize,
        message: impl Into<String>,
    ) -> LoadError {
        self.error_at(at.span().start, column, message.into(), Fault::Unfit)
    }

    /// The error for a text that names a piece which the game does not have. If the text is in the game's own file, it says `message`.
    pub(super) fn no_piece(
        &self,
        at: &Text,
        column: usize,
        letter: &str,
        message: String,
    ) -> LoadError {
        self.error_at(at.span().start, column, message, Fault::NoPiece(letter))
    }

    /// An error at an offset. If the offset is in an inherited file, the error is reported at `inherits` in the own file instead, with the
    /// fault of the inherited value: that is the file which the author of the game can change.
    fn error_at(&self, at: usize, column: usize, message: String, fault: Fault<'_>) -> LoadError {
        let Some(index) = self.file_at(at) else {
            let own = &self.files[self.own];
            return own.invalid(Place::of(&own.text, 0), message);
        };
        let file = &self.files[index];
        if index <= self.own {
            let quote = usize::from(column > 0);
            let place = Place::of(&file.text, at - file.start);
            let message = self.with_inherited_keys(message);
            return file.invalid(place.right(quote + column.saturating_sub(1)), message);
        }
        let own = &self.files[self.own];
        let inherits = self.inherits.saturating_sub(own.start);
        let parent = own.text.get(inherits + 1..).unwrap_or_default();
        let parent = parent.split(['"', '\'']).next().unwrap_or_default();
        let entry = Entry::of(&file.text, at - file.start);
        let (inherited, remedy) = match fault {
            Fault::Unfit => (format!("does not fit: {message}"), entry.remedy()),
            Fault::NoPiece(letter) => (
                format!("names a piece that this game does not have: {letter}"),
                entry.remedy_without(letter),
            ),
        };
        let message = format!(
            "inherits `{parent}`, whose `{}` {inherited}; {remedy} ({}:{})",
            entry.shown(),
            file.name,
            Place::of(&file.text, at - file.start)
        );
        own.invalid(Place::of(&own.text, inherits).right(1), message)
    }

    /// An error about keys that `message` names in backticks. It is placed at the first of them that the own file has, or else at the first
    /// that a file has from which the game inherits.
    pub fn error_in_file(&self, message: impl Into<String>) -> LoadError {
        let message = message.into();
        let keys = keys_named(&message);
        let mut files = self.files[self.own..].iter();
        let at = files.find_map(|file| Some(file.start + file.place_of(&keys)?));
        self.error_at(at.unwrap_or_default(), 0, message, Fault::Unfit)
    }

    /// As [`Self::error_in_file`], but `None` if the own file has none of the keys.
    pub fn error_at_own_key(&self, message: &str) -> Option<LoadError> {
        let own = &self.files[self.own];
        let at = own.place_of(&keys_named(message))?;
        Some(self.error_at(own.start + at, 0, message.to_owned(), Fault::Unfit))
    }

    /// A message about keys that exclude each other, with the place of the first of them that is inherited, and the line that overrides it.
    fn with_inherited_keys(&self, message: String) -> String {
        if !EXCLUSIONS.iter().any(|words| message.contains(words)) {
            return message;
        }
        let own = &self.files[self.own];
        let inherited = keys_named(&message).into_iter().find_map(|key| {
            let files = &mut self.files[self.own + 1..].iter();
            let is_own = own.place_of(&[key]).is_some();
            files.find_map(|file| Some((file, file.place_of(&[key]).filter(|_| !is_own)?)))
        });
        match inherited {
            None => message,
            Some((file, at)) => {
                let entry = Entry::of(&file.text, at);
                let place = Place::of(&file.text, at);
                let (line, remedy) = (entry.shown(), entry.remedy());
                format!(
                    "{message}. `{line}` is inherited ({}:{place}); {remedy}",
                    file.name
                )
            }
        }
    }

    /// Converts an error of the TOML reader: a value of the wrong type, or an unknown key.
    pub(super) fn refused(&self, error: &toml::de::Error) -> LoadError {
        let at = error.span().map_or(0, |span| span.start);
        let message = match self.file_at(at) {
            Some(index) => {
                let file = &self.files[index];
                Entry::of(&file.text, at - file.start).refused(error.message())
            }
            None => plain(error.message()),
        };
        self.error_at(at, 0, message, Fault::Unfit)
    }

    /// The error for something that a game must have and lacks.
    pub fn missing(&self, what: &str) -> LoadError {
        let message = format!("{what} is missing, here and in what is inherited");
        self.error_at(0, 0, message, Fault::Unfit)
    }
}

/// A line of a file with a key and its value.
struct Entry<'a> {
    /// The whole line.
    line: &'a str,
    key: &'a str,
    /// The head of the table that contains the key, with brackets; empty on the top level.
    table: &'a str,
}

impl<'a> Entry<'a> {
    /// The entry whose value is at byte offset `at` of a text.
    fn of(text: &'a str, at: usize) -> Self {
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let line = text[start..].lines().next().unwrap_or_default().trim();
        let mut lines_before = text[..start].lines().rev().map(str::trim);
        // A line can have several keys, and a list several lines.
        let before = text[..at].rsplit_once('=').map(|(before, _)| before);
        let is_first = text[start..at].trim().is_empty() && line.contains('=');
        let before = if is_first {
            line.split('=').next()
        } else {
            before
        };
        let words = before.unwrap_or_default().trim_end();
        let no_letter = |c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-';
        Self {
            line,
            key: words.rsplit(no_letter).next().unwrap_or_default(),
            table: lines_before
                .find(|line| line.starts_with('['))
                .unwrap_or_default(),
        }
    }

    /// The [remedy](Self::remedy) where the value is a text of letters, one of which the game does not have: the text without it.
    fn remedy_without(&self, letter: &str) -> String {
        let value = self.line.split('"').nth(1).unwrap_or_default();
        let rest = value.replace(letter, "");
        let is_of_letters = rest.chars().all(|c| c.is_ascii_uppercase() || c == '+');
        let is_whole = self.line.starts_with(self.key) && is_of_letters;
        if rest.is_empty() || !is_whole {
            return self.remedy();
        }
        format!("say `{} = \"{rest}\"`{}", self.key, self.place())
    }

    /// The table of the key in words, behind a blank; nothing for the top level.
    fn place(&self) -> String {
        if self.table.is_empty() {
            String::new()
        } else {
            format!(" in {}", self.table)
        }
    }

    /// A hint how the author of a game can override this inherited key.
    fn remedy(&self) -> String {
        let (key, table, place) = (self.key, self.table, self.place());
        match key {
            "white" | "black" if table == "[castling]" => {
                format!("say `white = \"\"` and `black = \"\"`{place}")
            }
            "promotion" | "dead" | "hand" | "not_on_end_ranks" | "one_a_file" | "no_mate"
            | "linked" | "left" | "white" | "black" => {
                format!("say `{key} = \"\"`{place}, or list what this game has")
            }
            "conditions" | "closed" | "goals" => format!("say `{key} = []`{place}"),
            _ => match self.default() {
                Some(default) => format!("say `{key} = {default}`{place}"),
                None => format!("give `{key}` anew{place}"),
            },
        }
    }

    /// The declaration of the key; `None` if there is none.
    fn declared(&self) -> Option<Key> {
        let path = self.table.trim_matches(['[', ']']);
        let tables = key_tables().into_iter();
        // Goals may stand in the line of their list.
        let is_here =
            |table: &KeyTable| table.path == path || table.path == "ends.goals" && path == "ends";
        let find = |table: KeyTable| table.keys.into_iter().find(|key| key.name == self.key);
        tables.filter(is_here).find_map(find)
    }

    /// The default value of the key as a file writes it, if it is a word, a number or a switch.
    fn default(&self) -> Option<String> {
        let key = self.declared()?;
        let default = key.absent.strip_prefix('`')?.strip_suffix('`')?;
        let is_word = default.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        let is_written = default.parse::<i32>().is_ok() || default.parse::<bool>().is_ok();
        match (is_written, is_word && !default.is_empty()) {
            (true, _) => Some(default.to_owned()),
            (false, true) => Some(format!("\"{default}\"")),
            (false, false) => None,
        }
    }

    /// A message of the TOML reader about the value, in the terms of variant files.
    fn refused(&self, message: &str) -> String {
        let split = message.trim().strip_prefix("invalid ").and_then(|rest| {
            let (_, rest) = rest.split_once(": ")?;
            rest.rsplit_once(", expected ")
        });
        let Some(((found, expected), key)) = split.zip(self.declared()) else {
            let of_key = format!("` of `{}`, expected", self.key);
            let message = plain(message);
            let times = usize::from(message.starts_with("unknown value"));
            return message.replacen("`, expected", &of_key, times);
        };
        let found = match found.split_once(' ') {
            Some(("string", text)) => format!("the text {text}"),
            Some((_, number)) => number.rsplit(' ').next().unwrap_or(number).replace('`', ""),
            None if found == "map" => "a table".to_owned(),
            None => "a list".to_owned(),
        };
        let range = key.range();
        let expected = match expected {
            "a boolean" => "true or false".to_owned(),
            "a string" => "a text in quotes".to_owned(),
            "a map" => "a table".to_owned(),
            "a sequence" if key.name == "goals" => "a list, as in [{ reach = \"e4\" }]".to_owned(),
            "a sequence" if range.is_empty() => "a list, as in [\"a\", \"b\"]".to_owned(),
            "a sequence" => format!("a list of whole numbers, each {range}, as in [0, 10, 20]"),
            _ if !range.is_empty() => format!("a whole number, {range}"),
            other => other.to_owned(),
        };
        format!("`{}` is {found} (expected {expected})", key.name)
    }

    /// The line, or its beginning.
    fn shown(&self) -> String {
        match self.line.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}...", &self.line[..end]),
            None => self.line.to_owned(),
        }
    }
}

impl File {
    /// The byte offset of the first of some keys that the text has, each given with its table.
    fn place_of(&self, keys: &[(&str, &str)]) -> Option<usize> {
        let root = DeTable::parse(&self.text).ok()?.into_inner();
        keys.iter().find_map(|(table, key)| {
            let tables = tables_at(&root, table);
            let mut keys = tables.iter().filter_map(|table| table.get_key_value(*key));
            keys.next().map(|(key, _)| key.span().start)
        })
    }

    fn invalid(&self, place: Place, message: String) -> LoadError {
        LoadError::Invalid {
            file: self.name.clone(),
            place,
            message,
        }
    }
}

/// The words of messages about keys that exclude each other.
const EXCLUSIONS: [&str; 3] = ["contradict each other", "exclude each other", "excludes"];

/// The keys that a message names in backticks, each with the table in which it stands: one that the message names, or else any.
fn keys_named(message: &str) -> Vec<(&'static str, &'static str)> {
    let tables = key_tables();
    let mut found = Vec::new();
    for quoted in message.split('`').skip(1).step_by(2) {
        let name = quoted.split('=').next().unwrap_or_default().trim();
        let with_key = tables.iter().filter_map(|table| {
            let key = table.keys.iter().find(|key| key.name == name)?;
            Some((table.path, key.name))
        });
        let (named, others): (Vec<_>, Vec<_>) = with_key
            .partition(|(path, _)| !path.is_empty() && message.contains(&format!("[{path}]")));
        found.extend(if named.is_empty() { others } else { named });
    }
    found
}

/// The tables of a file at a path such as `ends.goals`.
fn tables_at<'t, 'a>(root: &'t DeTable<'a>, path: &str) -> Vec<&'t DeTable<'a>> {
    let steps = path.split('.').filter(|step| !step.is_empty());
    steps.fold(vec![root], |tables, step| {
        let values = tables.into_iter().filter_map(|table| table.get(step));
        let inner = values.flat_map(|value| match value.get_ref() {
            DeValue::Table(table) => vec![table],
            DeValue::Array(list) => {
                let tables = list.iter().filter_map(|one| one.get_ref().as_table());
                tables.collect()
            }
            _ => Vec::new(),
        });
        inner.collect()
    })
}

/// Rewrites a message of the TOML reader in the terms of variant files.
fn plain(message: &str) -> String {
    let message = message.trim().replace('\n', "; ");
    let mut message = with_present_spelling(&message);
    for (word, meant) in [
        (
            "string values must be quoted, expected literal string",
            "found no value (expected a number, true, false, or a text in quotes)",
        ),
        ("unknown field", "unknown key"),
        ("unknown variant", "unknown value"),
        (
            "data did not match any variant of untagged enum WeightDefinition",
            "found no weight (expected a whole number, or two in brackets for opening and endgame, as in [10, 20])",
        ),
    ] {
        message = message.replacen(word, meant, 1);
    }
    with_place_of_key(message)
}

/// A message about an unknown key, with the tables to which it belongs, or else with the keys that are spelt alike.
fn with_place_of_key(message: String) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let is_unknown = |key: &&str| message.starts_with(&format!("unknown key `{key}`, expected"));
    let Some(key) = quoted.next().filter(is_unknown) else {
        return message;
    };
    let tables = key_tables();
    // Tables are no values: where a value is expected they are not meant.
    let is_value = |name: &&str| tables.iter().all(|table| table.path != *name);
    let names = tables
        .iter()
        .flat_map(|table| &table.keys)
        .map(|key| key.name);
    let rated = names
        .filter(is_value)
        .map(|name| (similarity(key, name), name));
    let nearest = rated.max_by(|(one, _), (other, _)| one.total_cmp(other));
    let best_here = quoted
        .clone()
        .map(|name| similarity(key, name))
        .fold(0.0, f64::max);
    let hint = match nearest {
        Some((_, name)) if name == key => format!(" here (`{key}` {})", places_of(&tables, name)),
        Some((rate, name)) if rate >= SURE && rate > best_here => {
            format!(
                " (did you mean `{name}`, which {}?)",
                places_of(&tables, name)
            )
        }
        _ => match alike(key, quoted) {
            Some(meant) => format!(" (did you mean {meant}?)"),
            None => return message,
        },
    };
    message.replacen("`,", &format!("`{hint},"), 1)
}

/// Where a key stands, as `belongs in [drops] or [zones]`.
fn places_of(tables: &[KeyTable], key: &str) -> String {
    let has_it = |table: &&KeyTable| table.keys.iter().any(|it| it.name == key);
    let place = |table: &KeyTable| match table.path {
        "piece" => "[[piece]]".to_owned(),
        "ends.goals" => "a table of `goals` in [ends]".to_owned(),
        table => format!("[{table}]"),
    };
    let (top, inner): (Vec<_>, Vec<_>) = tables
        .iter()
        .filter(has_it)
        .partition(|table| table.path.is_empty());
    let inner: Vec<String> = inner.into_iter().map(place).collect();
    let inner = inner.join(" or ");
    match (top.is_empty(), inner.is_empty()) {
        (true, _) => format!("belongs in {inner}"),
        (false, true) => "stands at the beginning of the file, before all tables".to_owned(),
        (false, false) => {
            format!("stands at the beginning of the file, before all tables, or in {inner}")
        }
    }
}

/// An error at byte offset `at` of a single file.
pub(super) fn error_in_text(file: &str, text: &str, at: usize, message: String) -> LoadError {
    LoadError::Invalid {
        file: file.to_owned(),
        place: Place::of(text, at),
        message,
    }
}

/// The error for a text that is not valid TOML.
pub(super) fn no_toml(file: &str, text: &str, error: &toml::de::Error) -> LoadError {
    let span = error.span().unwrap_or_default();
    let message = match text.get(span.clone()) {
        Some(key) if error.message().trim() == "duplicate key" => format!("the key `{key}` twice"),
        _ => plain(error.message()),
    };
    error_in_text(file, text, span.start, message)
}
