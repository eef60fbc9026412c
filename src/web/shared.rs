//! Data shared by all handlers.

use super::sessions::Sessions;
use katydid::catalogue::Catalogue;
use katydid::search::Endgames;
use katydid::tables::Tables;
use std::path::PathBuf;
use std::sync::Arc;

/// The program's arguments.
#[derive(Debug, Default)]
pub struct Options {
    /// The game that the page begins with.
    pub game: Option<String>,
    /// The folder of the endgame tables.
    pub tables: Option<PathBuf>,
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
    /// Endgame tables for people.
    pub tables: Arc<Tables>,
    /// The state of the pages.
    pub sessions: Arc<Sessions>,
    /// The program's arguments.
    pub options: Arc<Options>,
}
