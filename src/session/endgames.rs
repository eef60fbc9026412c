//! The endgame tables that the search looks positions up in.

use super::Session;
use crate::base::{MATE, Value as Score};
use crate::position::Position;
use crate::protocol::Key;
use crate::search::{EndgameTables, Endgames};
use crate::tables::{SMALL, Tables, Value};
use std::path::PathBuf;
use std::sync::Arc;

/// The tables with the most pieces to look up.
struct Limited {
    tables: Tables,
    pieces: u32,
}

impl EndgameTables for Limited {
    fn prepare(&self, root: &Position) -> u32 {
        // Made before the search, so that no search makes a table inside its tree.
        if self.pieces as usize >= SMALL {
            self.tables.prepare_small(root);
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

impl Session {
    /// Takes the tables of the folder that the options name; without a folder none.
    pub(super) fn load_tables(&mut self) {
        let path = self.options.text(Key::TablePath);
        let pieces = self.options.number(Key::TablePieces).max(0) as u32;
        self.endgames = (!path.is_empty() && pieces > 0).then(|| {
            let tables = Tables::new(Some(PathBuf::from(path)));
            Endgames(Arc::new(Limited { tables, pieces }))
        });
    }
}
