//! Fairy-Stockfish's definitions as texts: sections of keys and values; a section can inherit from an earlier one.

use anyhow::{Result, bail};
use std::collections::BTreeMap;

/// Fairy-Stockfish's built-in games, from which sections can inherit, as far as Katydid can express them; written from their rules.
const BUILT_IN: &str = include_str!("built_in.ini");

/// Former names of keys with their present names.
const RENAMED: [(&str, &str); 5] = [
    ("whiteFlag", "flagRegionWhite"),
    ("blackFlag", "flagRegionBlack"),
    ("castlingRookPiece", "castlingRookPieces"),
    ("whiteDropRegion", "dropRegionWhite"),
    ("blackDropRegion", "dropRegionBlack"),
];

/// The keys of a game, inherited ones included.
pub type Keys = BTreeMap<String, String>;

/// A section: its name, the section from which it inherits, its keys.
struct Section {
    name: String,
    parent: Option<String>,
    keys: Vec<(String, String)>,
}

/// The built-in games, followed by the sections of a file.
pub struct Definitions {
    sections: Vec<Section>,
    built_in: usize,
}

impl Definitions {
    /// Reads a file.
    ///
    /// # Errors
    /// The number of a line that is not a section, a key with a value, or a comment.
    pub fn read(text: &str) -> Result<Self> {
        let mut sections = sections(BUILT_IN)?;
        let built_in = sections.len();
        sections.extend(self::sections(text)?);
        Ok(Self { sections, built_in })
    }

    /// The names of the sections in the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let own = self.sections.iter().skip(self.built_in);
        own.map(|section| section.name.as_str())
    }

    /// All keys of a game. A section inherits from the last earlier section with the name of its parent.
    ///
    /// # Errors
    /// If there is no such section.
    pub fn keys(&self, name: &str) -> Result<Keys> {
        let mut keys = Keys::new();
        let mut next = Some(name);
        let mut before = self.sections.len();
        while let Some(name) = next {
            let mut earlier = self.sections[..before].iter();
            let Some(index) = earlier.rposition(|section| section.name == name) else {
                bail!(
                    "no definition '{name}' (expected one of the file, or a game of Fairy-Stockfish's that a variant file can express)"
                );
            };
            let section = &self.sections[index];
            // Of a key that stands twice in a section the last value counts.
            for (key, value) in section.keys.iter().rev() {
                keys.entry(key.clone()).or_insert_with(|| value.clone());
            }
            next = section.parent.as_deref();
            before = index;
        }
        Ok(keys)
    }
}

fn sections(text: &str) -> Result<Vec<Section>> {
    let mut sections: Vec<Section> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(title) = line
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            let (name, parent) = match title.split_once(':') {
                Some((name, parent)) => (name, Some(parent.trim().to_owned())),
                None => (title, None),
            };
            sections.push(Section {
                name: name.trim().to_owned(),
                parent,
                keys: Vec::new(),
            });
            continue;
        }
        let (Some((key, value)), Some(section)) = (line.split_once('='), sections.last_mut())
        else {
            bail!(
                "line {}: '{line}' (expected `[name]`, `[name:parent]` or `key = value`)",
                number + 1
            );
        };
        let key = key.trim();
        let present = RENAMED.iter().find(|(former, _)| *former == key);
        let key = present.map_or(key, |(_, present)| present);
        section.keys.push((key.to_owned(), value.trim().to_owned()));
    }
    Ok(sections)
}
