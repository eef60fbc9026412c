//! What all handlers share.

use super::sessions::Sessions;
use std::path::PathBuf;
use std::sync::Arc;

/// What the program was started with.
#[derive(Debug, Default)]
pub struct Options {
    /// The game that the page begins with.
    pub game: Option<String>,
    /// PGN files of a match that the page shows.
    pub follow: Vec<PathBuf>,
}

/// What all handlers share.
#[derive(Clone)]
pub struct Shared {
    /// What the pages keep here.
    pub sessions: Arc<Sessions>,
    /// What the program was started with.
    pub options: Arc<Options>,
}
