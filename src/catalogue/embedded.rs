//! The files that are embedded in the program.
//!
//! All files of a folder of `variants/` are (`build.rs`). The games of the folder itself have an order, in which they are listed.

/// The files of a folder: names without their extension, sorted, and contents.
macro_rules! folder {
    ($name:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $name, ".rs"))
    };
}

macro_rules! embed {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../variants/", $name, ".toml")))),*]
    };
}

/// The embedded games: variant name and text.
pub const EMBEDDED: &[(&str, &str)] = embed!(
    "chess" "crazyhouse" "grasshopper" "demichess" "demirifle" "demirifle-fide" "fide-demirifle" "demi-fide" "fide-demi"
    "hopgi" "progressive-demichess" "doublemove-demichess" "progressive" "doublemove"
    "ag" "eg" "cg" "acg" "aeg" "cag" "ceg" "ecg" "aceg" "aecg" "caeg" "ecag" "ag-rex" "andernach-leo" "hurdlers"
    "dynamo" "dynamo-demichess"
    "relay-demichess" "relaydemi-fide" "fide-relaydemi" "conduit" "conduit-fide" "fide-conduit"
    "cylinder" "cylinder-demichess" "iron-crab" "alice" "alice-demichess"
    "andernach" "antiandernach" "superandernach" "circe" "anticirce" "einstein" "madrasi"
    "circe-andernach" "madrasi-andernach" "ag-andernach" "eg-einstein" "cg-circe" "aceg-all"
);

/// Further embedded games: found by name as the others, listed apart.
pub const MORE: &[(&str, &str)] = folder!("more");

/// What has been found of the worth of pieces and the weights of evaluation terms, by game: files that are laid over the game's own.
pub const FITTED: &[(&str, &str)] = folder!("weights");

/// The armies.
pub(super) const ARMIES: &[(&str, &str)] = folder!("armies");

/// The NNUE files, by game.
const NETWORKS: &[(&str, &[u8])] = folder!("networks");

/// Games that have the network of another: the same pieces by the same rules with the armies exchanged, or games of a family, on
/// whose positions it was trained.
const SHARED: &[(&str, &str)] = &[
    ("fide-demi", "demi-fide"),
    ("fide-demirifle", "demirifle-fide"),
    ("eg", "ag"),
    ("cg", "ag"),
    ("acg", "ag"),
    ("aeg", "ag"),
    ("cag", "ag"),
    ("ceg", "ag"),
    ("ecg", "ag"),
    ("aceg", "ag"),
    ("aecg", "ag"),
    ("caeg", "ag"),
    ("ecag", "ag"),
];

/// Further names of games. Effects of neighbouring letters A and E commute, and so do C and E behind A: some orders of the letters are
/// the same piece.
pub(super) const ALIASES: &[(&str, &str)] = &[("eag", "aeg"), ("ceag", "caeg"), ("eacg", "aecg")];

/// The game of a further name.
pub(super) fn alias(name: &str) -> Option<&'static str> {
    let found = ALIASES.iter().find(|(further, _)| *further == name);
    found.map(|(_, game)| *game)
}

/// The network of a game.
pub(super) fn network_of(game: &str) -> Option<&'static [u8]> {
    let shared = SHARED.iter().find(|(other, _)| *other == game);
    let trained = shared.map_or(game, |(_, trained)| trained);
    let network = NETWORKS.iter().find(|(other, _)| *other == trained);
    network.map(|(_, bytes)| *bytes)
}
