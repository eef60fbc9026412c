//! The files that are embedded in the program.
//!
//! `build.rs` embeds every file of each folder of `variants/`. Games of the top folder are listed in the order of [`EMBEDDED`].

/// The files of a folder, sorted by name: names without extension, and contents.
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

/// Further embedded games (`variants/more`): found by name like those of [`EMBEDDED`], but listed apart.
pub const MORE: &[(&str, &str)] = folder!("more");

/// Files of fitted piece values and evaluation weights, by game; they are merged over the game's own file.
pub const FITTED: &[(&str, &str)] = folder!("weights");

/// The armies: names and texts.
pub(super) const ARMIES: &[(&str, &str)] = folder!("armies");

/// The NNUE files, by game.
const NETWORKS: &[(&str, &[u8])] = folder!("networks");

/// Aliases of games. Adjacent effects A and E commute, and so do C and E after an A, so that some orders of the letters mean
/// the same piece.
pub(super) const ALIASES: &[(&str, &str)] = &[("eag", "aeg"), ("ceag", "caeg"), ("eacg", "aecg")];

/// The game that an alias stands for.
pub(super) fn alias(name: &str) -> Option<&'static str> {
    let found = ALIASES.iter().find(|(further, _)| *further == name);
    found.map(|(_, game)| *game)
}

/// The network file of a game.
pub(super) fn network_of(game: &str) -> Option<&'static [u8]> {
    let network = NETWORKS.iter().find(|(other, _)| *other == game);
    network.map(|(_, bytes)| *bytes)
}

/// The games that have a network of their own.
pub(super) fn games_with_networks() -> Vec<&'static str> {
    NETWORKS.iter().map(|(game, _)| *game).collect()
}
