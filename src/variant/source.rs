//! The files from which a definition was merged, so that errors can name file, line and column.

use super::definition::{Text, key_tables};
use super::error::{LoadError, Place};
use super::keys::KeyTable;
use crate::base::{alike, with_present_spelling};
use std::sync::Arc;
use toml::Spanned;

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
        let message = message.into();
        let inherited = format!("does not fit: {message}");
        self.error_at(at.span().start, column, message, &inherited)
    }

    /// The error for a text that names a piece which the game does not have. If the text is in the game's own file, it says `message`.
    pub(super) fn no_piece(
        &self,
        at: &Text,
        column: usize,
        letter: &str,
        message: String,
    ) -> LoadError {
        let inherited = format!("names a piece that this game does not have: {letter}");
        self.error_at(at.span().start, column, message, &inherited)
    }

    /// An error at an offset. If the offset is in an inherited file, the error is reported at `inherits` in the own file instead, with the
    /// message `inherited`: that is the file which the author of the game can change.
    fn error_at(&self, at: usize, column: usize, message: String, inherited: &str) -> LoadError {
        let Some(index) = self.file_at(at) else {
            return self.error_in_file(message);
        };
        let file = &self.files[index];
        if index <= self.own {
            let quote = usize::from(column > 0);
            let place = Place::of(&file.text, at - file.start);
            return file.invalid(place.right(quote + column.saturating_sub(1)), message);
        }
        let own = &self.files[self.own];
        let inherits = self.inherits.saturating_sub(own.start);
        let parent = own.text.get(inherits + 1..).unwrap_or_default();
        let parent = parent.split(['"', '\'']).next().unwrap_or_default();
        let entry = Entry::of(&file.text, at - file.start);
        let message = format!(
            "inherits `{parent}`, whose `{}` {inherited}; {} ({}:{})",
            entry.line.chars().take(60).collect::<String>(),
            entry.remedy(),
            file.name,
            Place::of(&file.text, at - file.start)
        );
        own.invalid(Place::of(&own.text, inherits).right(1), message)
    }

    /// An error about the own file as a whole. It is placed at the first key that `message` names in backticks and the file has.
    pub fn error_in_file(&self, message: impl Into<String>) -> LoadError {
        let (own, message) = (&self.files[self.own], message.into());
        let mut keys = message.split('`').skip(1).step_by(2);
        let at = keys.find_map(|key| place_of_key(&own.text, key));
        own.invalid(Place::of(&own.text, at.unwrap_or(0)), message)
    }

    /// Converts an error of the TOML reader: a value of the wrong type, or an unknown key.
    pub(super) fn refused(&self, error: &toml::de::Error) -> LoadError {
        let at = error.span().map_or(0, |span| span.start);
        let mut message = plain(error.message());
        if let Some(index) = self.file_at(at) {
            let file = &self.files[index];
            let key = Entry::of(&file.text, at - file.start).key;
            message = message.replacen(
                "`, expected",
                &format!("` of `{key}`, expected"),
                usize::from(message.starts_with("unknown value")),
            );
        }
        let inherited = format!("does not fit: {message}");
        self.error_at(at, 0, message, &inherited)
    }

    /// The error for something that a game must have and lacks.
    pub fn missing(&self, what: &str) -> LoadError {
        self.error_in_file(format!("{what} is missing, here and in what is inherited"))
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
        Self {
            line,
            key: line.split('=').next().unwrap_or_default().trim(),
            table: lines_before
                .find(|line| line.starts_with('['))
                .unwrap_or_default(),
        }
    }

    /// A hint how the author of a game can override this inherited key.
    fn remedy(&self) -> String {
        let (key, table) = (self.key, self.table);
        let place = if table.is_empty() {
            String::new()
        } else {
            format!(" in {table}")
        };
        match key {
            "white" | "black" if table == "[castling]" => {
                format!("say `white = \"\"` and `black = \"\"`{place}")
            }
            "promotion" | "dead" | "hand" | "not_on_end_ranks" | "one_a_file" | "no_mate"
            | "linked" | "left" | "white" | "black" => {
                format!("say `{key} = \"\"`{place}, or list what this game has")
            }
            "conditions" | "closed" => format!("say `{key} = []`{place}"),
            _ => format!("give `{key}` anew{place}"),
        }
    }
}

impl File {
    fn invalid(&self, place: Place, message: String) -> LoadError {
        LoadError::Invalid {
            file: self.name.clone(),
            place,
            message,
        }
    }
}

/// The byte offset of a key in a text, where `=` follows it.
fn place_of_key(text: &str, key: &str) -> Option<usize> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut places = text.match_indices(key).map(|(at, _)| at);
    places.find(|at| {
        let behind = text[at + key.len()..].trim_start_matches([' ', '\t']);
        !key.is_empty() && !text[..*at].ends_with(is_letter) && behind.starts_with('=')
    })
}

/// Rewrites a message of the TOML reader in the terms of variant files.
fn plain(message: &str) -> String {
    let message = message.trim().replace('\n', "; ");
    let mut message = with_present_spelling(&message);
    for (word, meant) in [
        ("unknown field", "unknown key"),
        ("unknown variant", "unknown value"),
        ("expected u8", "expected 0 to 255"),
        ("expected u16", "expected 0 to 65535"),
        ("expected a map", "expected a table"),
        (
            "expected a sequence",
            "expected a list, as in [\"a\", \"b\"]",
        ),
        ("expected a string", "expected a text in quotes"),
    ] {
        message = message.replacen(word, meant, 1);
    }
    with_place_of_key(message)
}

/// A message about an unknown key, with the keys that are spelt alike, or else with the table to which the key belongs.
fn with_place_of_key(message: String) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let is_unknown = |key: &&str| message.starts_with(&format!("unknown key `{key}`, expected"));
    let Some(key) = quoted.next().filter(is_unknown) else {
        return message;
    };
    let hint = if let Some(meant) = alike(key, quoted) {
        format!(" (did you mean {meant}?)")
    } else {
        let tables = key_tables();
        let has_it = |table: &&KeyTable| table.keys.iter().any(|it| it.name == key);
        match tables.iter().find(has_it).map(|table| table.path) {
            None => return message,
            Some("") => {
                format!(" here (`{key}` stands at the beginning of the file, before all tables)")
            }
            Some("piece") => format!(" here (`{key}` belongs in [[piece]])"),
            Some("ends.goals") => {
                format!(" here (`{key}` belongs in a table of `goals` in [ends])")
            }
            Some(table) => format!(" here (`{key}` belongs in [{table}])"),
        }
    };
    message.replacen("`,", &format!("`{hint},"), 1)
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
    let at = error.span().map_or(0, |span| span.start);
    error_in_text(file, text, at, plain(error.message()))
}
