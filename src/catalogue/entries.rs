//! The entries of a catalogue, and how games are added.

use super::embedded;
use super::entry::Entry;
use super::inherited::{Inherited, MAX_LAYERS};
use crate::base::expected;
use crate::board::BoardTables;
use crate::rules;
use crate::variant::armies::{Armies, Matchup};
use crate::variant::{Layer, LoadError, Variant, merge};
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// The entries, by name of the game.
#[derive(Clone)]
pub(super) struct Entries(BTreeMap<String, Entry>);

impl Deref for Entries {
    type Target = BTreeMap<String, Entry>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Entries {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Entries {
    /// The entries of the embedded games.
    pub(super) fn embedded() -> Self {
        let entry = |more| {
            move |(name, text): &(&str, &str)| {
                ((*name).to_owned(), Entry::embedded(name, text, more))
            }
        };
        let games = embedded::EMBEDDED.iter().map(entry(false));
        let more = embedded::MORE.iter().map(entry(true));
        Self(games.chain(more).collect())
    }

    /// Adds the valid texts, each given with its file name; refuses the others one by one.
    pub(super) fn load(
        &mut self,
        texts: Vec<(String, String)>,
        armies: &mut Armies,
        tables: &Arc<BoardTables>,
    ) -> Loaded {
        let mut loaded = Loaded::default();
        // The added games, each with the entry that it replaces.
        let mut added: Vec<(String, Option<Entry>)> = Vec::new();
        let is_army = |(file, text): &(String, String)| Armies::is_army(file, text);
        let (new_armies, texts): (Vec<_>, Vec<_>) = texts.into_iter().partition(is_army);
        for (file, text) in new_armies {
            match armies.add(&file, &text) {
                Ok(name) => loaded.armies.push(name),
                Err(error) => loaded.refused.push(error),
            }
        }
        if !loaded.armies.is_empty() {
            // An added army may have replaced one that these games use.
            let games: Vec<String> = self.keys().cloned().collect();
            for name in games.iter().filter(|name| Matchup::is_named_by(name)) {
                self.remove(name);
                let _ = self.add_matchup(name, armies, tables);
            }
            for entry in self.values_mut() {
                entry.variant = None;
            }
        }
        for (file, text) in texts {
            match name_of(&file, &text, &added) {
                Ok(name) => {
                    let before = self.insert(name.clone(), Entry::added(file, text));
                    added.push((name, before));
                }
                Err(error) => loaded.refused.push(error),
            }
        }
        for (name, _) in &added {
            // If this parent with armies cannot be made, the file that names it is refused below.
            if let Some(parent) = self.parent_of(name) {
                let _ = self.add_matchup(&parent, armies, tables);
            }
        }
        // Parents first: a game whose parent is refused is refused, too.
        added.sort_by_key(|(name, _)| self.ancestors(name));
        for (name, before) in added {
            match self.checked(&name, tables) {
                Ok(variant) => {
                    if let Some(entry) = self.get_mut(&name) {
                        entry.variant = Some(variant);
                    }
                    loaded.names.push(name);
                }
                Err(error) => {
                    loaded.refused.push(error);
                    match before {
                        Some(before) => self.insert(name, before),
                        None => self.remove(&name),
                    };
                }
            }
        }
        loaded
    }

    /// Adds the entry of a game with two armies, if `name` names one.
    pub(super) fn add_matchup(
        &mut self,
        name: &str,
        armies: &Armies,
        tables: &Arc<BoardTables>,
    ) -> Result<(), LoadError> {
        if !Matchup::is_named_by(name) || self.contains_key(name) {
            return Ok(());
        }
        let matchup = Matchup::read(name, armies)?;
        let Some(entry) = self.get(matchup.game) else {
            return Err(self.unknown(matchup.game));
        };
        let base = Inherited::of(self, entry)?.compile(tables)?;
        let entry = Entry::added(format!("the game {name}"), matchup.file(&base)?);
        self.insert(name.to_owned(), entry);
        self.checked(name, tables)
            .map(|_| ())
            .inspect_err(|_| drop(self.remove(name)))
    }

    /// The game that a game inherits from.
    fn parent_of(&self, name: &str) -> Option<String> {
        let entry = self.get(name)?;
        let layer = Layer::new(&entry.file, &entry.text).ok()?;
        layer.text_of("inherits").map(toml::Spanned::into_inner)
    }

    /// How many games a game inherits from, directly or not.
    fn ancestors(&self, name: &str) -> usize {
        std::iter::successors(Some(name.to_owned()), |name| self.parent_of(name))
            .take(MAX_LAYERS)
            .count()
    }

    /// Compiles the game of an entry and checks that its rules accept the start position.
    fn checked(&self, name: &str, tables: &Arc<BoardTables>) -> Result<Arc<Variant>, LoadError> {
        let Some(entry) = self.get(name) else {
            return Err(self.unknown(name));
        };
        let game = Inherited::of(self, entry)?;
        let variant = Arc::new(game.compile(tables)?);
        rules::check_start(&variant).map_err(|error| game.start_error(&error))?;
        Ok(variant)
    }

    /// The error for a name that no game has.
    pub(super) fn unknown(&self, name: &str) -> LoadError {
        let known = self.keys().filter(|name| !Matchup::is_named_by(name));
        LoadError::Unknown {
            name: name.chars().take(60).collect(),
            expected: expected(name, known.map(String::as_str)),
        }
    }
}

/// The outcome of loading variant files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Loaded {
    /// The names of the games that were added, parents before the games that inherit from them.
    pub names: Vec<String>,
    /// The names of the armies that were added.
    pub armies: Vec<String>,
    /// The errors of the other files.
    pub refused: Vec<LoadError>,
}

/// The name that a text gives to its game; an error if another added text has the same name.
fn name_of(file: &str, text: &str, added: &[(String, Option<Entry>)]) -> Result<String, LoadError> {
    let layer = Layer::new(file, text)?;
    let Some(name) = layer.text_of("name") else {
        return Err(merge(vec![layer])?.1.missing("`name`"));
    };
    if Matchup::is_named_by(name.get_ref()) {
        let message = format!(
            "the name '{}' has another character than a-z, 0-9 and '-'",
            name.get_ref()
        );
        return Err(layer.error(&name, message));
    }
    if added.iter().any(|(other, _)| other == name.get_ref()) {
        let message = format!(
            "the game '{}' twice (expected one file for each)",
            name.get_ref()
        );
        return Err(layer.error(&name, message));
    }
    Ok(name.into_inner())
}
