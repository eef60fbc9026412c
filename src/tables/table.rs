//! A table: the values of all positions of a signature, by position number, in memory or in blocks of a file.

use super::TableError;
use super::file::FileValues;
use super::index::{Index, Transform};
use super::value::Value;
use std::path::Path;
use std::sync::Arc;

/// The values of all positions of a signature.
pub struct Table {
    index: Arc<Index>,
    store: Store,
}

enum Store {
    /// The codes of the values ([`Value::code`]), by position number.
    Memory(Vec<u16>),
    File(Box<FileValues>),
}

impl Table {
    /// A table in memory, from its codes.
    pub(super) const fn in_memory(index: Arc<Index>, codes: Vec<u16>) -> Self {
        Self {
            index,
            store: Store::Memory(codes),
        }
    }

    /// A table in a file.
    pub(super) fn in_file(index: Arc<Index>, values: FileValues) -> Self {
        Self {
            index,
            store: Store::File(Box::new(values)),
        }
    }

    /// The numbering of the positions.
    pub const fn index(&self) -> &Arc<Index> {
        &self.index
    }

    /// The code of the value stored for a position number.
    fn code(&self, number: u64) -> u16 {
        match &self.store {
            Store::Memory(codes) => codes.get(number as usize).copied().unwrap_or(0),
            Store::File(values) => values.code(number),
        }
    }

    /// The value at a position number; `None` if the number belongs to no legal position.
    #[inline]
    pub fn get(&self, number: u64) -> Option<Value> {
        Value::of_code(self.code(number))
    }

    /// Checks a table's file for damage by reading all of it.
    ///
    /// # Errors
    /// [`TableError::File`], which names the first damaged block.
    pub fn check(&self) -> Result<(), TableError> {
        match &self.store {
            Store::Memory(_) => Ok(()),
            Store::File(values) => values.check(),
        }
    }

    /// Writes a table to a file with several threads. The file is renamed to `path` only when it is complete.
    ///
    /// # Errors
    /// [`TableError::File`] if the file cannot be written.
    pub fn write(
        &self,
        path: &Path,
        game: &str,
        digest: u64,
        signature: &str,
        exchange: Option<Transform>,
        threads: usize,
    ) -> Result<(), TableError> {
        let (index, code) = (&self.index, |number| self.code(number));
        super::file::write(
            path, game, digest, signature, index, exchange, code, threads,
        )
    }
}
