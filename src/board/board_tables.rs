//! The look-up tables of boards, shared by the variants of one catalogue.

use super::lines::{Behaviour, LineTable, Sets};
use super::rays::{RaySet, Rays};
use super::topology::Topology;
use crate::base::InUse;
use std::convert::Infallible;
use std::ops::Deref;

/// The line tables and rays that are in use now, held by weak references.
#[derive(Debug, Default)]
pub struct BoardTables {
    lines: InUse<(Topology, Behaviour), Sets>,
    rays: InUse<(Topology, (i8, i8)), RaySet>,
}

impl BoardTables {
    /// A board that shares the tables of `self`.
    pub const fn on<'a>(&'a self, topology: &'a Topology) -> Board<'a> {
        Board {
            topology,
            tables: self,
        }
    }
}

/// A board, with the tables that it shares with other users of an equal board.
#[derive(Clone, Copy)]
pub struct Board<'a> {
    topology: &'a Topology,
    tables: &'a BoardTables,
}

impl Board<'_> {
    /// Another board that shares the same tables.
    pub const fn with<'b>(&'b self, topology: &'b Topology) -> Board<'b> {
        Board {
            topology,
            tables: self.tables,
        }
    }

    /// The table of a line movement.
    pub fn lines(&self, behaviour: Behaviour) -> LineTable {
        let key = (self.topology.clone(), behaviour);
        let make = || Ok::<_, Infallible>(LineTable::new(self.topology, behaviour).sets);
        let Ok(sets) = self.tables.lines.get_or_make(key, make);
        LineTable { sets }
    }

    /// The rays of a stride `(files, ranks)`.
    pub fn rays(&self, stride: (i8, i8)) -> Rays {
        let key = (self.topology.clone(), stride);
        let make = || Ok::<_, Infallible>(Rays::new(self.topology, stride).rays);
        let Ok(rays) = self.tables.rays.get_or_make(key, make);
        Rays { rays }
    }
}

impl Deref for Board<'_> {
    type Target = Topology;

    fn deref(&self) -> &Topology {
        self.topology
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn tables_are_shared_while_they_are_in_use() {
        let tables = BoardTables::default();
        let board = tables.on(Topology::STANDARD);
        let slide = Behaviour::Slide { range: 0 };
        let (one, other) = (board.lines(slide), board.lines(slide));
        assert!(Arc::ptr_eq(&one.sets, &other.sets));
        let (one, other) = (board.rays((1, 2)), board.rays((1, 2)));
        assert!(Arc::ptr_eq(&one.rays, &other.rays));
        let weak = Arc::downgrade(&one.rays);
        drop((one, other));
        assert_eq!(weak.strong_count(), 0);
    }
}
