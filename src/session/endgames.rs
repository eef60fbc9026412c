//! The endgame tables that the search looks positions up in.

use super::Session;
use crate::base::{MATE, Value as Score};
use crate::position::Position;
use crate::protocol::Key;
use crate::search::{EndgameTables, Endgames};
use crate::tables::{SMALL, Tables, Value};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Endgame tables, limited to those with at most `pieces` pieces.
struct Limited {
    tables: Arc<Tables>,
    pieces: u32,
}

impl EndgameTables for Limited {
    fn prepare(&self, root: &Position, wait: Option<&AtomicBool>) -> u32 {
        if (self.pieces as usize) < SMALL {
            return self.pieces;
        }
        // A search never builds a table inside its tree, and with a clock it does not wait for one: a later search finds the table ready.
        if let Some(stop) = wait {
            self.tables.prepare_small(root, stop);
        } else if self.tables.lacks_small(root) {
            let (tables, root) = (Arc::clone(&self.tables), root.clone());
            let work = move || _ = tables.prepare_small(&root, &AtomicBool::new(false));
            let builder = std::thread::Builder::new().name("tables".to_owned());
            if let Err(error) = builder.spawn(work) {
                log::error!("no thread for endgame tables: {error}");
            }
        }
        self.pieces
    }

    fn value(&self, pos: &Position) -> Option<Score> {
        let value = self.tables.probe_ready(pos)?;
        for error in self.tables.take_complaints() {
            log::error!("{error}");
        }
        Some(match value {
            Value::Win(distance) => MATE - Score::from(distance),
            Value::Draw => 0,
            Value::Loss(distance) => Score::from(distance) - MATE,
        })
    }
}

/// The tables of at most `pieces` pieces, for [`crate::search::Settings::endgames`]; without a folder the small ones, built in memory.
/// `None` if `pieces` excludes all of them.
pub fn endgame_tables(tables: &Arc<Tables>, pieces: u32) -> Option<Endgames> {
    let most = if tables.folder().is_some() {
        pieces
    } else {
        SMALL as u32
    };
    let (tables, pieces) = (Arc::clone(tables), pieces.min(most));
    (pieces > 0).then(|| Endgames(Arc::new(Limited { tables, pieces })))
}

impl Session {
    /// Opens the tables that the options name.
    pub(super) fn load_tables(&mut self) {
        let path = self.options.text(Key::TablePath);
        let folder = (!path.is_empty()).then(|| PathBuf::from(path));
        let pieces = self.options.number(Key::TablePieces).max(0) as u32;
        self.endgames = endgame_tables(&Arc::new(Tables::new(folder)), pieces);
    }
}
