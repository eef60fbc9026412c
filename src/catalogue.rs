//! The games that can be played: those embedded in the binary and those the user adds.

use crate::board::BoardTables;
use crate::rules::{self, StartError};
use crate::variant::armies::{Armies, Matchup};
use crate::variant::nnue::Network;
use crate::variant::{Definition, Layer, LoadError, Source, Variant, compile, merge};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

macro_rules! embed {
    ($include:ident $folder:literal $extension:literal: $($name:literal)*) => {
        &[$(($name, $include!(concat!("../variants/", $folder, $name, $extension)))),*]
    };
}

/// The embedded files: variant name and text.
pub const EMBEDDED: &[(&str, &str)] = embed!(include_str "" ".toml":
    "chess" "crazyhouse" "grasshopper" "demichess" "demirifle" "demirifle-fide" "fide-demirifle" "demi-fide" "fide-demi"
    "hopgi" "progressive-demichess" "doublemove-demichess" "progressive" "doublemove"
    "ag" "eg" "cg" "acg" "aeg" "cag" "ceg" "ecg" "aceg" "aecg" "caeg" "ecag" "ag-rex" "andernach-leo" "hurdlers"
    "dynamo" "dynamo-demichess"
    "relay-demichess" "relaydemi-fide" "fide-relaydemi" "conduit" "conduit-fide" "fide-conduit"
    "cylinder" "cylinder-demichess" "iron-crab" "alice" "alice-demichess"
    "andernach" "antiandernach" "superandernach" "circe" "anticirce" "einstein" "madrasi"
    "circe-andernach" "madrasi-andernach" "ag-andernach" "eg-einstein" "cg-circe" "aceg-all"
);

/// Further embedded games, from `variants/more/`: found by name as the others, listed apart.
pub const MORE: &[(&str, &str)] = embed!(include_str "more/" ".toml":
    "3check"
    "5check"
    "ai-wok"
    "almost"
    "amazon"
    "antichess"
    "asean"
    "atomic"
    "benedict"
    "berolina"
    "breakthrough"
    "cambodian"
    "chaturanga"
    "chessgi"
    "chigorin"
    "clobber"
    "codrus"
    "coregal"
    "dragon"
    "euroshogi"
    "extinction"
    "fischerandom"
    "fox-and-hounds"
    "gardner"
    "georgian"
    "giveaway"
    "gorogoro"
    "hoppelpoppel"
    "horde"
    "judkins"
    "karouk"
    "kinglet"
    "kingofthehill"
    "knightmate"
    "legan"
    "loop"
    "losalamos"
    "losers"
    "makruk"
    "mini"
    "minishogi"
    "misere"
    "monster"
    "newzealand"
    "nightrider"
    "nocastle"
    "nocheckatomic"
    "paradigm"
    "pawnback"
    "pawnsideways"
    "perfect"
    "placement"
    "pocketknight"
    "raazuvaa"
    "race-demichess"
    "racingkings"
    "shatranj"
    "sortofalmost"
    "spartan"
    "suicide"
    "threekings"
    "torishogi"
    "torpedo"
);

/// What has been found of the worth of pieces and the weights of evaluation terms, by game: files that are laid over the game's own.
pub const FITTED: &[(&str, &str)] = embed!(include_str "weights/" ".toml":
    "chess" "grasshopper" "demichess" "demirifle" "hopgi" "ag" "eg" "cg" "andernach" "circe" "einstein" "madrasi"
    "crazyhouse" "aceg-all" "aceg" "acg" "aecg" "aeg" "ag-andernach" "ag-rex" "alice-demichess" "alice" "anticirce"
    "caeg" "cag" "ceg" "cg-circe" "circe-andernach" "conduit-fide" "conduit" "cylinder-demichess" "cylinder" "demi-fide"
    "demirifle-fide" "doublemove-demichess" "dynamo-demichess" "dynamo" "ecag" "ecg" "eg-einstein" "hurdlers" "madrasi-andernach" "relay-demichess"
    "relaydemi-fide" "andernach-leo" "iron-crab"
);

/// The NNUE files, by game.
const NETWORKS: &[(&str, &[u8])] = embed!(include_bytes "networks/" ".net":
    "chess" "demichess" "grasshopper" "demi-fide" "demirifle-fide" "crazyhouse"
);

/// Games that have the network of another: the same pieces by the same rules, their armies exchanged.
const EXCHANGED: &[(&str, &str)] = &[
    ("fide-demi", "demi-fide"),
    ("fide-demirifle", "demirifle-fide"),
];

/// Further names of games. Effects of neighbouring letters A and E commute, and so do C and E behind A: some orders of the letters are
/// the same piece.
const ALIASES: &[(&str, &str)] = &[("eag", "aeg"), ("ceag", "caeg"), ("eacg", "aecg")];

/// The most files that a game may be made of, those of fitted weights included.
const MAX_LAYERS: usize = 16;

/// The game of a further name.
fn alias(name: &str) -> Option<&'static str> {
    let found = ALIASES.iter().find(|(further, _)| *further == name);
    found.map(|(_, game)| *game)
}

#[derive(Clone)]
struct Entry {
    file: String,
    text: String,
    /// The file name and the text of its fitted weights.
    fitted: Option<(String, String)>,
    /// The bytes of its network.
    network: Option<&'static [u8]>,
    /// Whether it is the user's.
    added: bool,
    /// Whether it is one of the further games.
    more: bool,
    variant: Option<Arc<Variant>>,
}

impl Entry {
    /// The entry of the file and text given, with nothing else.
    fn added(file: String, text: String) -> Self {
        Self {
            file,
            text,
            fitted: None,
            network: None,
            added: true,
            more: false,
            variant: None,
        }
    }
}

/// A set of variants, by name. They are compiled on first use and kept as long as the catalogue.
pub struct Catalogue {
    /// Shared by the variants.
    board_tables: Arc<BoardTables>,
    entries: Mutex<BTreeMap<String, Entry>>,
    /// Read when they are needed first: most games have none.
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
        let entry = |more: bool, (name, text): &(&str, &str)| {
            let fitted = FITTED.iter().find(|(game, _)| game == name);
            let exchanged = EXCHANGED.iter().find(|(game, _)| game == name);
            let taught = exchanged.map_or(name, |(_, taught)| taught);
            let network = NETWORKS.iter().find(|(game, _)| game == taught);
            let entry = Entry {
                file: format!("{}{name}.toml", if more { "more/" } else { "" }),
                text: (*text).to_owned(),
                fitted: fitted
                    .map(|(_, text)| (format!("weights/{name}.toml"), (*text).to_owned())),
                network: network.map(|(_, bytes)| *bytes),
                added: false,
                more,
                variant: None,
            };
            ((*name).to_owned(), entry)
        };
        let games = EMBEDDED.iter().map(|game| entry(false, game));
        let more = MORE.iter().map(|game| entry(true, game));
        Self {
            board_tables: Arc::default(),
            entries: Mutex::new(games.chain(more).collect()),
            armies: OnceLock::new(),
        }
    }

    /// A catalogue with the same games, to which others can be added.
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

    /// Whether a name is that of a game of the program, not of one that was added, or a further name of it.
    pub fn is_embedded(&self, name: &str) -> bool {
        let name = alias(name).unwrap_or(name);
        self.entries().get(name).is_some_and(|entry| !entry.added)
    }

    /// A catalogue in which one game has its fitted weights from its parents alone: where a fit begins.
    pub fn unfitted(name: &str) -> Self {
        let catalogue = Self::new();
        catalogue.unfit(name);
        catalogue
    }

    /// Leaves a game the weights of its parents alone. Positions set up before keep the weights they had.
    pub fn unfit(&self, name: &str) {
        let mut entries = self.entries();
        if let Some(entry) = entries.get_mut(name) {
            entry.fitted = None;
        }
        for entry in entries.values_mut() {
            entry.variant = None;
        }
    }

    fn entries(&self) -> MutexGuard<'_, BTreeMap<String, Entry>> {
        let entries = self.entries.lock();
        entries.unwrap_or_else(PoisonError::into_inner)
    }

    /// The names of the games that have a file, sorted, but for the further ones.
    pub fn names(&self) -> Vec<String> {
        self.names_where(|entry| !entry.more)
    }

    /// The names of the further games, sorted.
    pub fn more_names(&self) -> Vec<String> {
        self.names_where(|entry| entry.more)
    }

    /// The names of all games that have a file: the further ones behind the others.
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
        let embedded = || Mutex::new(Armies::embedded().expect("a test reads the embedded armies"));
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

    /// The game of a name, of a further name that it has, or one with two armies (`chess:clobberers-v-rookies`).
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
            add_matchup(&mut entries, name, &self.known_armies(), &self.board_tables)?;
        }
        let Some(entry) = entries.get(name).cloned() else {
            return Err(unknown(name, &entries));
        };
        let variant = Arc::new(Inherited::of(&entries, &entry)?.compile(&self.board_tables)?);
        if let Some(entry) = entries.get_mut(name) {
            entry.variant = Some(Arc::clone(&variant));
        }
        Ok(variant)
    }

    /// Adds a variant file, or every `.toml` file of a folder in the order of their names. A file replaces a game of the same
    /// name. A file that is refused, or inherits from one that is, costs none of the others.
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
        let mut loaded = load_texts(&mut self.entries(), texts, &mut armies, &self.board_tables);
        loaded.refused.splice(0..0, refused);
        Ok(loaded)
    }

    /// Adds a file or a folder as [`Catalogue::load`] does, if all of it is sound, and gives the names of the games.
    ///
    /// # Errors
    /// [`LoadError`] for the first thing that cannot be read or understood; nothing is kept then.
    pub fn add(&self, path: &Path) -> Result<Vec<String>, LoadError> {
        self.add_texts(texts_of(path)?)
    }

    /// Adds variant texts (file name and content), as [`Catalogue::add`] does for files.
    ///
    /// # Errors
    /// [`LoadError`] for the first text that cannot be understood; none is kept then.
    pub fn add_texts(&self, texts: Vec<(String, String)>) -> Result<Vec<String>, LoadError> {
        let mut entries = self.entries();
        let mut trial = entries.clone();
        let mut armies = self.known_armies();
        let mut known = armies.clone();
        let loaded = load_texts(&mut trial, texts, &mut known, &self.board_tables);
        match loaded.refused.into_iter().next() {
            None => {
                *entries = trial;
                *armies = known;
                Ok(loaded.names)
            }
            Some(error) => Err(error),
        }
    }

    /// Lays fitted weights over games, in place of those they have: the file `NAME.toml`, or every such file of a folder.
    /// Games that inherit from these change with them. Positions set up before keep the weights they had.
    ///
    /// # Errors
    /// [`LoadError`] for the first file that cannot be read or understood, or that is named as no game is.
    pub fn weigh(&self, path: &Path) -> Result<Vec<String>, LoadError> {
        let texts = texts_of(path)?;
        let mut entries = self.entries();
        let mut trial = entries.clone();
        let mut names = Vec::new();
        for (file, text) in texts {
            let stem = Path::new(&file).file_stem().unwrap_or_default();
            let name = stem.to_string_lossy().into_owned();
            add_matchup(&mut trial, &name, &self.known_armies(), &self.board_tables)?;
            let Some(entry) = trial.get(&name) else {
                let known = trial.keys().cloned().collect::<Vec<_>>().join(" ");
                return Err(LoadError::Unknown { name, known });
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

    /// The game whose name, further name, or name in XBoard this is.
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

/// The outcome of loading variant files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Loaded {
    /// The names of the games that were added, parents before the games that inherit from them.
    pub names: Vec<String>,
    /// The names of the armies that were added.
    pub armies: Vec<String>,
    /// What is wrong with the other files.
    pub refused: Vec<LoadError>,
}

/// Adds texts to the entries of a catalogue, each that is sound.
fn load_texts(
    entries: &mut BTreeMap<String, Entry>,
    texts: Vec<(String, String)>,
    armies: &mut Armies,
    tables: &Arc<BoardTables>,
) -> Loaded {
    let mut loaded = Loaded::default();
    // What each name stood for before.
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
        // Games of former armies of these names are made anew.
        let games: Vec<String> = entries.keys().cloned().collect();
        for name in games.iter().filter(|name| Matchup::is_named_by(name)) {
            entries.remove(name);
            let _ = add_matchup(entries, name, armies, tables);
        }
        for entry in entries.values_mut() {
            entry.variant = None;
        }
    }
    for (file, text) in texts {
        match name_of(&file, &text, &added) {
            Ok(name) => {
                let before = entries.insert(name.clone(), Entry::added(file, text));
                added.push((name, before));
            }
            Err(error) => loaded.refused.push(error),
        }
    }
    for (name, _) in &added {
        // A parent with armies that cannot be made is no parent: the file that names it is refused below.
        if let Some(parent) = parent_of(entries, name) {
            let _ = add_matchup(entries, &parent, armies, tables);
        }
    }
    // Parents before their children, which can be none without them.
    added.sort_by_key(|(name, _)| ancestors(entries, name));
    for (name, before) in added {
        match checked(entries, &name, tables) {
            Ok(variant) => {
                if let Some(entry) = entries.get_mut(&name) {
                    entry.variant = Some(variant);
                }
                loaded.names.push(name);
            }
            Err(error) => {
                loaded.refused.push(error);
                match before {
                    Some(before) => entries.insert(name, before),
                    None => entries.remove(&name),
                };
            }
        }
    }
    loaded
}

/// The name of the game of a text, which no other text that is added with it may have.
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

/// The game that a game inherits from.
fn parent_of(entries: &BTreeMap<String, Entry>, name: &str) -> Option<String> {
    let entry = entries.get(name)?;
    let layer = Layer::new(&entry.file, &entry.text).ok()?;
    layer.text_of("inherits").map(toml::Spanned::into_inner)
}

fn unknown(name: &str, entries: &BTreeMap<String, Entry>) -> LoadError {
    let known = entries.keys().filter(|name| !Matchup::is_named_by(name));
    LoadError::Unknown {
        name: name.chars().take(60).collect(),
        known: known.cloned().collect::<Vec<_>>().join(" "),
    }
}

/// Adds the entry of a game with two armies, if the name is that of one.
fn add_matchup(
    entries: &mut BTreeMap<String, Entry>,
    name: &str,
    armies: &Armies,
    tables: &Arc<BoardTables>,
) -> Result<(), LoadError> {
    if !Matchup::is_named_by(name) || entries.contains_key(name) {
        return Ok(());
    }
    let matchup = Matchup::read(name, armies)?;
    let Some(entry) = entries.get(matchup.game) else {
        return Err(unknown(matchup.game, entries));
    };
    let base = Inherited::of(entries, entry)?.compile(tables)?;
    let entry = Entry::added(format!("the game {name}"), matchup.file(&base)?);
    entries.insert(name.to_owned(), entry);
    checked(entries, name, tables)
        .map(|_| ())
        .inspect_err(|_| drop(entries.remove(name)))
}

/// How many games a game inherits from, directly or not.
fn ancestors(entries: &BTreeMap<String, Entry>, name: &str) -> usize {
    std::iter::successors(Some(name.to_owned()), |name| parent_of(entries, name))
        .take(MAX_LAYERS)
        .count()
}

/// The game of an entry, with a start position that its rules accept.
fn checked(
    entries: &BTreeMap<String, Entry>,
    name: &str,
    tables: &Arc<BoardTables>,
) -> Result<Arc<Variant>, LoadError> {
    let Some(entry) = entries.get(name) else {
        return Err(unknown(name, entries));
    };
    let game = Inherited::of(entries, entry)?;
    let variant = Arc::new(game.compile(tables)?);
    rules::check_start(&variant).map_err(|error| game.start_error(&error))?;
    Ok(variant)
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

/// What a file is called and what it says.
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

/// The files of a path with their texts, if all can be read.
fn texts_of(path: &Path) -> Result<Vec<(String, String)>, LoadError> {
    files_of(path)?.iter().map(|file| text_of(file)).collect()
}

/// A game with everything that it inherits.
struct Inherited {
    definition: Definition,
    source: Source,
    /// The bytes of its network. It was trained for the games that are embedded: a game that inherits from an added one has
    /// none.
    network: Option<&'static [u8]>,
}

impl Inherited {
    fn of(entries: &BTreeMap<String, Entry>, entry: &Entry) -> Result<Self, LoadError> {
        let mut network = entry.network;
        // A fit sets all weights of its time. For those that came later the usual ones hold, not those of a parent.
        let mut weighed = true;
        let mut layers = Vec::new();
        let mut next = Some(entry);
        while let Some(entry) = next {
            if let Some((file, text)) = &entry.fitted {
                let fitted = Layer::fitted(file, text)?;
                layers.push(if weighed {
                    fitted
                } else {
                    fitted.without_weights()
                });
                weighed = false;
            }
            let own = Layer::new(&entry.file, &entry.text)?;
            next = own.text_of("inherits").map_or(Ok(None), |parent| {
                let known = || entries.keys().map(String::as_str).collect::<Vec<_>>();
                let name = parent.get_ref();
                match entries.get(name) {
                    Some(_) if layers.len() >= MAX_LAYERS => {
                        Err("variants inherit from each other in a circle".to_owned())
                    }
                    Some(found) => Ok(Some(found)),
                    None => Err(format!(
                        "no variant '{name}' to inherit from (expected one of: {})",
                        known().join(" ")
                    )),
                }
                .map_err(|message| own.error(&parent, message))
            })?;
            network = network.filter(|_| !next.is_some_and(|parent| parent.added));
            layers.push(own);
        }
        let (definition, source) = merge(layers)?;
        Ok(Self {
            definition,
            source,
            network,
        })
    }

    fn compile(&self, board_tables: &Arc<BoardTables>) -> Result<Variant, LoadError> {
        let Self {
            definition, source, ..
        } = self;
        let conditions: Vec<_> = rules::conditions::specs().collect();
        let mut variant = compile(definition, &conditions, source, board_tables)?;
        if let Some(bytes) = self.network {
            let network = Network::read(bytes)
                .map_err(|error| source.error_in_file(format!("its network: {error}")))?;
            variant.network = Some(Arc::new(network));
        }
        Ok(variant)
    }

    /// The error of a start position that the rules of the game refuse.
    fn start_error(&self, error: &StartError) -> LoadError {
        let message = format!("the start position: {}", error.reason);
        match &self.definition.start {
            Some(start) => self.source.error(start, error.column, message),
            None => self.source.error_in_file(message),
        }
    }
}

/// The embedded games, for the tests of the library: each is compiled once.
#[cfg(test)]
pub fn games() -> &'static Catalogue {
    static GAMES: std::sync::LazyLock<Catalogue> = std::sync::LazyLock::new(Catalogue::new);
    &GAMES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::evaluate;

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
