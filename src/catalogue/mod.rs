//! The games that can be played: those embedded in the binary and those the user adds.
//!
//! - `embedded`: the files in the program
//! - `entry`: the texts of a game, and the compiled game
//! - `entries`: the entries of all games, and how games are added
//! - `inherited`: a game with the files it inherits from, compiled

mod embedded;
mod entries;
mod entry;
mod inherited;

use crate::board::BoardTables;
use crate::variant::armies::{Armies, Matchup};
use crate::variant::{Layer, LoadError, Variant};
use embedded::alias;
pub use embedded::{EMBEDDED, FITTED, MORE};
use entries::Entries;
pub use entries::Loaded;
use entry::Entry;
use inherited::{Inherited, MAX_LAYERS};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A set of variants, by name. They are compiled on first use and kept as long as the catalogue.
pub struct Catalogue {
    /// Look-up tables that the variants share.
    board_tables: Arc<BoardTables>,
    entries: Mutex<Entries>,
    /// Read on first use, because most games have no armies.
    armies: OnceLock<Mutex<Armies>>,
}

impl Default for Catalogue {
    fn default() -> Self {
        Self::new()
    }
}

impl Catalogue {
    /// A catalogue with the embedded games.
    pub fn new() -> Self {
        Self {
            board_tables: Arc::default(),
            entries: Mutex::new(Entries::embedded()),
            armies: OnceLock::new(),
        }
    }

    /// A copy with the same games; games added to the copy are not added to this catalogue.
    #[must_use]
    pub fn copy(&self) -> Self {
        let armies = OnceLock::new();
        if let Some(known) = self.armies.get() {
            let known = known.lock().unwrap_or_else(PoisonError::into_inner);
            armies.get_or_init(|| Mutex::new(known.clone()));
        }
        Self {
            board_tables: Arc::clone(&self.board_tables),
            entries: Mutex::new(self.entries().clone()),
            armies,
        }
    }

    /// Whether a name or alias belongs to a game of the program, not to one that the user has added.
    pub fn is_embedded(&self, name: &str) -> bool {
        let name = alias(name).unwrap_or(name);
        self.entries().get(name).is_some_and(|entry| !entry.added)
    }

    /// A catalogue in which one game has only its parents' fitted weights: the starting point of a fit.
    pub fn unfitted(name: &str) -> Self {
        let catalogue = Self::new();
        catalogue.unfit(name);
        catalogue
    }

    /// Drops a game's own fitted weights; its parents' weights stay. Positions that already exist keep their old weights.
    pub fn unfit(&self, name: &str) {
        let mut entries = self.entries();
        if let Some(entry) = entries.get_mut(name) {
            entry.fitted = None;
        }
        for entry in entries.values_mut() {
            entry.variant = None;
        }
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        let entries = self.entries.lock();
        entries.unwrap_or_else(PoisonError::into_inner)
    }

    /// The names of the games that have a file, without the [further ones](Self::more_names), sorted.
    pub fn names(&self) -> Vec<String> {
        self.names_where(|entry| !entry.more)
    }

    /// The names of the further games (`variants/more`), sorted.
    pub fn more_names(&self) -> Vec<String> {
        self.names_where(|entry| entry.more)
    }

    /// The names of all games that have a file: the further ones after the others.
    pub fn all_names(&self) -> Vec<String> {
        [self.names(), self.more_names()].concat()
    }

    fn names_where(&self, is_listed: impl Fn(&Entry) -> bool) -> Vec<String> {
        let entries = self.entries();
        let listed = entries
            .iter()
            .filter(|(name, entry)| !Matchup::is_named_by(name) && is_listed(entry));
        listed.map(|(name, _)| name.clone()).collect()
    }

    fn known_armies(&self) -> MutexGuard<'_, Armies> {
        let embedded =
            || Mutex::new(Armies::of(embedded::ARMIES).expect("a test reads the embedded armies"));
        let armies = self.armies.get_or_init(embedded).lock();
        armies.unwrap_or_else(PoisonError::into_inner)
    }

    /// The names of all armies, sorted.
    pub fn armies(&self) -> Vec<String> {
        self.known_armies().names()
    }

    /// The title of an army.
    pub fn title_of_army(&self, name: &str) -> Option<String> {
        Some(self.known_armies().get(name)?.title.clone())
    }

    /// The game of a name or alias, or a game with two armies (`chess:clobberers-v-rookies`).
    ///
    /// # Errors
    /// [`LoadError::Unknown`] for an unknown name; [`LoadError::Invalid`] for a broken user file.
    pub fn variant(&self, name: &str) -> Result<Arc<Variant>, LoadError> {
        let mut entries = self.entries();
        let name = alias(name)
            .filter(|_| !entries.contains_key(name))
            .unwrap_or(name);
        if let Some(variant) = entries.get(name).and_then(|entry| entry.variant.clone()) {
            return Ok(variant);
        }
        if Matchup::is_named_by(name) {
            entries.add_matchup(name, &self.known_armies(), &self.board_tables)?;
        }
        let Some(entry) = entries.get(name).cloned() else {
            return Err(entries.unknown(name));
        };
        let variant = Arc::new(Inherited::of(&entries, &entry)?.compile(&self.board_tables)?);
        if let Some(entry) = entries.get_mut(name) {
            entry.variant = Some(Arc::clone(&variant));
        }
        Ok(variant)
    }

    /// Adds a variant file, or every `.toml` file of a folder in the order of their names. A file replaces a game of the same
    /// name. Only files that are refused, and files that inherit from one of them, are left out.
    ///
    /// # Errors
    /// [`LoadError`] if the path cannot be read, or is a folder without variant files.
    pub fn load(&self, path: &Path) -> Result<Loaded, LoadError> {
        let files = files_of(path)?;
        if files.is_empty() {
            return Err(LoadError::Io {
                path: path.to_owned(),
                reason: "no `.toml` file in this folder".to_owned(),
            });
        }
        let (mut texts, mut refused) = (Vec::new(), Vec::new());
        for file in files {
            match text_of(&file) {
                Ok(text) => texts.push(text),
                Err(error) => refused.push(error),
            }
        }
        let mut armies = self.known_armies();
        let mut loaded = self.entries().load(texts, &mut armies, &self.board_tables);
        loaded.refused.splice(0..0, refused);
        Ok(loaded)
    }

    /// Adds a file or a folder as [`Catalogue::load`] does, but only if all of it is valid, and returns the names of the games.
    ///
    /// # Errors
    /// [`LoadError`] for the first file that cannot be read or understood; then no file is added.
    pub fn add(&self, path: &Path) -> Result<Vec<String>, LoadError> {
        self.add_texts(texts_of(path)?)
    }

    /// Adds variant texts (file name and content), as [`Catalogue::add`] does for files.
    ///
    /// # Errors
    /// [`LoadError`] for the first text that cannot be understood; none is added then.
    pub fn add_texts(&self, texts: Vec<(String, String)>) -> Result<Vec<String>, LoadError> {
        let mut entries = self.entries();
        let mut trial = entries.clone();
        let mut armies = self.known_armies();
        let mut known = armies.clone();
        let loaded = trial.load(texts, &mut known, &self.board_tables);
        match loaded.refused.into_iter().next() {
            None => {
                *entries = trial;
                *armies = known;
                Ok(loaded.names)
            }
            Some(error) => Err(error),
        }
    }

    /// Replaces the fitted weights of games by a file `NAME.toml`, or by every such file of a folder.
    /// Games that inherit from these games change, too. Positions that already exist keep their old weights.
    ///
    /// # Errors
    /// [`LoadError`] for the first file that cannot be read or understood, or whose name is not that of a game.
    pub fn weigh(&self, path: &Path) -> Result<Vec<String>, LoadError> {
        let texts = texts_of(path)?;
        let mut entries = self.entries();
        let mut trial = entries.clone();
        let mut names = Vec::new();
        for (file, text) in texts {
            let stem = Path::new(&file).file_stem().unwrap_or_default();
            let name = stem.to_string_lossy().into_owned();
            trial.add_matchup(&name, &self.known_armies(), &self.board_tables)?;
            let Some(entry) = trial.get(&name) else {
                return Err(trial.unknown(&name));
            };
            let weighed = Entry {
                fitted: Some((file, text)),
                ..entry.clone()
            };
            Inherited::of(&trial, &weighed)?.compile(&self.board_tables)?;
            trial.insert(name.clone(), weighed);
            names.push(name);
        }
        for entry in trial.values_mut() {
            entry.variant = None;
        }
        *entries = trial;
        Ok(names)
    }

    /// The names of the games that a game inherits from, nearest first.
    pub fn ancestors(&self, name: &str) -> Vec<String> {
        let entries = self.entries();
        let parent = |name: &String| {
            let entry = entries.get(name)?;
            let layer = Layer::new(&entry.file, &entry.text).ok()?;
            Some(layer.text_of("inherits")?.into_inner())
        };
        let first = parent(&name.to_owned());
        let mut ancestors: Vec<String> = std::iter::successors(first, parent)
            .take(MAX_LAYERS)
            .collect();
        ancestors.retain(|name| entries.contains_key(name));
        ancestors
    }

    /// The name of the game that is called `name`, by its own name, an alias or its name in XBoard.
    pub fn name_of_alias(&self, name: &str) -> Option<String> {
        let names = self.all_names();
        let has_armies = Matchup::is_named_by(name) && self.variant(name).is_ok();
        if has_armies || names.iter().any(|known| known == name) {
            return Some(name.to_owned());
        }
        if let Some(game) = alias(name) {
            return Some(game.to_owned());
        }
        names.into_iter().find(|known| {
            self.variant(known)
                .is_ok_and(|variant| variant.presentation.xboard_name == name)
        })
    }
}

/// A file, or every `.toml` file of a folder in the order of their names.
fn files_of(path: &Path) -> Result<Vec<PathBuf>, LoadError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files: Vec<PathBuf> = Vec::new();
    for item in std::fs::read_dir(path).map_err(|error| unreadable(path, &error))? {
        let file = item.map_err(|error| unreadable(path, &error))?.path();
        if file
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

/// A file's name and content.
fn text_of(file: &Path) -> Result<(String, String), LoadError> {
    let text = std::fs::read_to_string(file).map_err(|error| unreadable(file, &error))?;
    Ok((file.display().to_string(), text))
}

fn unreadable(path: &Path, error: &std::io::Error) -> LoadError {
    LoadError::Io {
        path: path.to_owned(),
        reason: error.to_string(),
    }
}

/// The files of a path with their texts; an error if one cannot be read.
fn texts_of(path: &Path) -> Result<Vec<(String, String)>, LoadError> {
    files_of(path)?.iter().map(|file| text_of(file)).collect()
}

/// The embedded games, for the tests of the library: each is compiled once.
#[cfg(test)]
pub fn games() -> &'static Catalogue {
    static GAMES: std::sync::LazyLock<Catalogue> = std::sync::LazyLock::new(Catalogue::new);
    &GAMES
}

#[cfg(test)]
mod tests {
    use super::embedded::ALIASES;
    use super::*;
    use crate::eval::evaluate;
    use crate::rules;

    #[test]
    fn mirrored_games_start_level() {
        for name in games().names() {
            let game = games().variant(&name).expect("a game");
            let placement = game.start.split(' ').next().unwrap_or_default();
            let ranks: Vec<&str> = placement.split('/').collect();
            if ranks[0] == ranks[ranks.len() - 1].to_lowercase() {
                let value = evaluate(&rules::start(&game));
                assert!(value.abs() <= 30, "{name}: {value}");
            }
        }
    }

    #[test]
    fn further_names_lead_to_the_game() {
        for (further, name) in ALIASES {
            assert_eq!(games().variant(further).expect("a game").name, *name);
            assert_eq!(games().name_of_alias(further).as_deref(), Some(*name));
            assert!(!games().names().iter().any(|known| known == further));
        }
        let own = "name = \"eag\"\ninherits = \"chess\"\n".to_owned();
        let catalogue = Catalogue::new();
        catalogue
            .add_texts(vec![("eag.toml".to_owned(), own)])
            .expect("a game");
        assert_eq!(catalogue.variant("eag").expect("a game").name, "eag");
    }
}
