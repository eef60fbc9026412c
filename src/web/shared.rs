//! Data shared by all handlers.

use super::openings::Openings;
use super::sessions::Sessions;
use katydid::catalogue::Catalogue;
use katydid::search::Endgames;
use katydid::tables::Tables;
use std::collections::HashSet;
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
    /// PGN files, and folders of them, whose openings the page shows.
    pub openings: Vec<PathBuf>,
}

/// Data shared by all handlers.
#[derive(Clone)]
pub struct Shared {
    /// The games.
    pub catalogue: Arc<Catalogue>,
    /// The names of the games that exist from the start; a game that is made on the page cannot replace them.
    pub given: Arc<HashSet<String>>,
    /// Endgame tables for all searches.
    pub endgames: Option<Endgames>,
    /// Endgame tables that the page displays.
    pub tables: Arc<Tables>,
    /// The openings of the user's games.
    pub openings: Arc<Openings>,
    /// The state of the pages.
    pub sessions: Arc<Sessions>,
    /// The program's arguments.
    pub options: Arc<Options>,
}

impl Shared {
    /// Whether a game that exists from the start has the name `name`, or has it as a further name.
    pub fn is_given(&self, name: &str) -> bool {
        self.given.contains(name) || self.catalogue.is_embedded(name)
    }
}
