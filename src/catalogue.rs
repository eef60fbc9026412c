//! The games that can be played: those embedded in the binary and those the user adds.

use crate::rules;
use crate::variant::nnue::Network;
use crate::variant::{Definition, LoadError, Place, Source, Variant, compile, fitted, letters_of};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

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
    "chess" "demichess" "grasshopper" "demi-fide" "demirifle-fide"
);

/// Games that have the network of another: the same pieces by the same rules, their armies exchanged.
const EXCHANGED: &[(&str, &str)] = &[
    ("fide-demi", "demi-fide"),
    ("fide-demirifle", "demirifle-fide"),
];

/// How deep files may inherit from each other.
const MAX_DEPTH: usize = 8;

#[derive(Clone)]
struct Entry {
    file: String,
    text: String,
    /// The text of its fitted weights.
    fitted: Option<String>,
    /// The bytes of its network.
    network: Option<&'static [u8]>,
    /// Whether it is the user's.
    added: bool,
    variant: Option<&'static Variant>,
}

impl Entry {
    /// What the game's file says, and what was fitted on top of it: the worth of pieces, and the weights of evaluation terms if `weighed`.
    fn definition(&self, weighed: bool) -> Result<Definition, LoadError> {
        let own = Definition::parse(&self.file, &self.text)?;
        let Some(text) = &self.fitted else {
            return Ok(own);
        };
        let file = format!("weights/{}", self.file);
        let fitted = fitted(&file, text)?;
        let fitted = if weighed {
            fitted
        } else {
            fitted.without_weights()
        };
        Ok(own.overridden_by(&fitted))
    }

    /// The same game with other fitted weights, which a file says.
    fn weighed(
        &self,
        entries: &BTreeMap<String, Self>,
        name: &str,
        file: &str,
        text: &str,
    ) -> Result<Self, LoadError> {
        let weights = fitted(file, text)?;
        let source = Source { file, text };
        let game = inherit_and_compile(entries, self)?;
        for piece in &weights.pieces {
            let letter: &String = piece.letter.as_ref();
            if game.type_of_letter(letter).is_none() {
                let known = game.letters();
                let message = format!("{name} has no piece '{letter}' (its pieces are {known})");
                return Err(source.error(&piece.letter, 1, message));
            }
        }
        let weighed = Self {
            fitted: Some(text.to_owned()),
            ..self.clone()
        };
        // The game was sound: what is wrong now is wrong in the file of weights.
        match inherit_and_compile(entries, &weighed) {
            Ok(_) => Ok(weighed),
            Err(LoadError::Invalid { message, .. }) => Err(source.error_in_file(message)),
            Err(error) => Err(error),
        }
    }

    /// The error of a start position that the rules of the game refuse.
    fn start_error(&self, reason: &str) -> LoadError {
        let source = Source {
            file: &self.file,
            text: &self.text,
        };
        let message = format!("the start position: {reason}");
        match Definition::parse(&self.file, &self.text) {
            Ok(Definition {
                start: Some(start), ..
            }) => source.error(&start, 0, message),
            Ok(_) => LoadError::Invalid {
                file: self.file.clone(),
                place: Place { line: 1, column: 1 },
                message,
            },
            Err(error) => error,
        }
    }
}

/// A set of variants, by name. They are compiled on first use and kept for the life of the process.
pub struct Catalogue {
    entries: Mutex<BTreeMap<String, Entry>>,
}

static SHARED: LazyLock<Catalogue> = LazyLock::new(Catalogue::new);

impl Default for Catalogue {
    fn default() -> Self {
        Self::new()
    }
}

impl Catalogue {
    /// A catalogue of its own, with the embedded games.
    pub fn new() -> Self {
        let entry = |(name, text): &(&str, &str)| {
            let fitted = FITTED.iter().find(|(game, _)| game == name);
            let exchanged = EXCHANGED.iter().find(|(game, _)| game == name);
            let taught = exchanged.map_or(name, |(_, taught)| taught);
            let network = NETWORKS.iter().find(|(game, _)| game == taught);
            let entry = Entry {
                file: format!("{name}.toml"),
                text: (*text).to_owned(),
                fitted: fitted.map(|(_, text)| (*text).to_owned()),
                network: network.map(|(_, bytes)| *bytes),
                added: false,
                variant: None,
            };
            ((*name).to_owned(), entry)
        };
        Self {
            entries: Mutex::new(EMBEDDED.iter().map(entry).collect()),
        }
    }

    /// A catalogue of its own, in which one game has its fitted weights from its parents alone: where a fit begins.
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

    /// The catalogue of the process: the embedded games, and what has been added.
    pub fn embedded() -> &'static Self {
        &SHARED
    }

    fn entries(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Entry>> {
        self.entries
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The names of all games, sorted.
    pub fn names(&self) -> Vec<String> {
        self.entries().keys().cloned().collect()
    }

    /// The game of a name, or of the alias that XBoard uses for it.
    ///
    /// # Errors
    /// [`LoadError::Unknown`] for an unknown name; [`LoadError::Invalid`] for a broken user file.
    pub fn variant(&self, name: &str) -> Result<&'static Variant, LoadError> {
        let mut entries = self.entries();
        if let Some(variant) = entries.get(name).and_then(|entry| entry.variant) {
            return Ok(variant);
        }
        let Some(entry) = entries.get(name).cloned() else {
            let known = entries.keys().cloned().collect::<Vec<_>>().join(" ");
            let name = name.chars().take(60).collect();
            return Err(LoadError::Unknown { name, known });
        };
        let variant: &'static Variant = Box::leak(Box::new(inherit_and_compile(&entries, &entry)?));
        if let Some(entry) = entries.get_mut(name) {
            entry.variant = Some(variant);
        }
        Ok(variant)
    }

    /// Adds a variant file, or every `.toml` file of a folder in the order of their names, and gives
    /// the names of the games read. A file replaces a game of the same name.
    ///
    /// # Errors
    /// [`LoadError`] for the first thing that cannot be read or understood; nothing of that file is
    /// kept then.
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
        let mut names = Vec::new();
        for (file, text) in texts {
            let definition = Definition::parse(&file, &text)?;
            let source = Source {
                file: &file,
                text: &text,
            };
            let name = definition
                .name
                .as_ref()
                .map(|name| name.as_ref().clone())
                .ok_or_else(|| source.missing("`name`"))?;
            trial.insert(
                name.clone(),
                Entry {
                    file,
                    text,
                    fitted: None,
                    network: None,
                    added: true,
                    variant: None,
                },
            );
            names.push(name);
        }
        for name in &names {
            if let Some(entry) = trial.get(name).cloned() {
                let variant: &'static Variant =
                    Box::leak(Box::new(inherit_and_compile(&trial, &entry)?));
                rules::check_start(variant).map_err(|reason| entry.start_error(&reason))?;
                if let Some(entry) = trial.get_mut(name) {
                    entry.variant = Some(variant);
                }
            }
        }
        *entries = trial;
        Ok(names)
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
            let Some(entry) = trial.get(&name) else {
                let known = trial.keys().cloned().collect::<Vec<_>>().join(" ");
                return Err(LoadError::Unknown { name, known });
            };
            let weighed = entry.weighed(&trial, &name, &file, &text)?;
            trial.insert(name.clone(), weighed);
            names.push(name);
        }
        for entry in trial.values_mut() {
            entry.variant = None;
        }
        *entries = trial;
        Ok(names)
    }

    /// The game whose name in XBoard this is.
    pub fn name_of_alias(&self, alias: &str) -> Option<String> {
        let names = self.names();
        if names.iter().any(|name| name == alias) {
            return Some(alias.to_owned());
        }
        names.into_iter().find(|name| {
            self.variant(name)
                .is_ok_and(|variant| variant.presentation.xboard_name == alias)
        })
    }
}

/// A file, or every `.toml` file of a folder in the order of their names: what it is called and what it says.
fn texts_of(path: &Path) -> Result<Vec<(String, String)>, LoadError> {
    let unreadable = |path: &Path, error: &std::io::Error| LoadError::Io {
        path: path.to_owned(),
        reason: error.to_string(),
    };
    let mut files: Vec<PathBuf> = Vec::new();
    if path.is_dir() {
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
    } else {
        files.push(path.to_owned());
    }
    let mut texts = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|error| unreadable(&file, &error))?;
        texts.push((file.display().to_string(), text));
    }
    Ok(texts)
}

fn inherit_and_compile(
    entries: &BTreeMap<String, Entry>,
    entry: &Entry,
) -> Result<Variant, LoadError> {
    let source = Source {
        file: &entry.file,
        text: &entry.text,
    };
    // A fit knows all weights of its time. Of those that came later it says nothing, and what they are for a parent
    // is not what they are here.
    let mut weighed = entry.fitted.is_none();
    // What a network was taught it knows of the games that are embedded: not of what a user's file makes of them.
    let mut network = entry.network;
    let mut chain = vec![entry.definition(true)?];
    while let Some(parent) = chain.last().and_then(|child| child.inherits.clone()) {
        let known = || entries.keys().cloned().collect::<Vec<_>>().join(" ");
        let found = entries.get(parent.as_ref()).ok_or_else(|| {
            let message = format!(
                "no variant '{}' to inherit from (expected one of: {})",
                parent.as_ref(),
                known()
            );
            source.error(&parent, 1, message)
        })?;
        if chain.len() >= MAX_DEPTH {
            return Err(source.error(&parent, 1, "variants inherit from each other in a circle"));
        }
        chain.push(found.definition(weighed)?);
        weighed &= found.fitted.is_none();
        network = network.filter(|_| !found.added);
    }
    let (own, inherited) = chain
        .split_first()
        .ok_or_else(|| source.missing("`name`"))?;
    let inherited = inherited
        .iter()
        .rev()
        .fold(Definition::default(), Definition::overridden_by);
    if let Some(without) = &own.without {
        let known = |letter: &String| {
            inherited
                .pieces
                .iter()
                .any(|piece| piece.letter.as_ref() == letter)
        };
        if let Some(letter) = letters_of(without.as_ref()).find(|letter| !known(letter)) {
            let message = format!("no inherited piece has the letter '{letter}'");
            return Err(source.error(without, 1, message));
        }
    }
    let merged = inherited.overridden_by(own);
    let mut variant = compile(
        &merged,
        &rules::conditions::specs().collect::<Vec<_>>(),
        &source,
    )?;
    if let Some(bytes) = network {
        let network = Network::read(bytes)
            .map_err(|error| source.error_in_file(format!("its network: {error}")))?;
        variant.network = Some(Box::leak(Box::new(network)));
    }
    Ok(variant)
}
