//! Files for a test alone, which go when it ends, also if it fails.

use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A file in a folder of its own.
pub struct Scratch {
    path: PathBuf,
    _folder: TempDir,
}

impl Scratch {
    /// A file with some text.
    pub fn new(name: &str, text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file for the test");
        Self {
            path,
            _folder: folder,
        }
    }
}

impl std::ops::Deref for Scratch {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}
