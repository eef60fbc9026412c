//! Data shared by all handlers.

use super::sessions::Sessions;
use katydid::catalogue::Catalogue;
use katydid::search::Endgames;
use std::path::PathBuf;
use std::sync::Arc;

/// The program's arguments.
#[derive(Debug, Default)]
pub struct Options {
    /// The game that the page begins with.
    pub game: Option<String>,
    /// PGN files of a match that the page shows.
    pub follow: Vec<PathBuf>,
}

/// Data shared by all handlers.
#[derive(Clone)]
pub struct Shared {
    /// The games.
    pub catalogue: Arc<Catalogue>,
    /// Endgame tables for all searches.
    pub endgames: Option<Endgames>,
    /// The state of the pages.
    pub sessions: Arc<Sessions>,
    /// The program's arguments.
    pub options: Arc<Options>,
}
