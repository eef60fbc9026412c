//! The games, and the variant files that are added to them.

use crate::error::VariantError;
use katydid::{Catalogue, LoadError};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

/// The games of the process: the embedded ones and those that were loaded.
pub static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::new);

/// The exception of a variant that cannot be had.
fn raised(error: LoadError) -> PyErr {
    VariantError::new_err(error.to_string())
}

/// The game of a name.
pub fn game_of(name: &str) -> PyResult<Arc<katydid::Variant>> {
    CATALOGUE.variant(name).map_err(raised)
}

/// A game: its names, rules page, start position and pieces.
#[pyclass(frozen, module = "katydid")]
pub struct Variant(pub Arc<katydid::Variant>);

#[pymethods]
impl Variant {
    /// The name: that of UCI, and of `variants()`.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> &str {
        &self.0.presentation.title
    }

    /// The inventor of the game.
    #[getter]
    fn inventor(&self) -> &str {
        &self.0.presentation.inventor
    }

    /// One line for menus.
    #[getter]
    fn summary(&self) -> &str {
        &self.0.presentation.summary
    }

    /// The rules for people; empty for a game of a file that has none.
    #[getter]
    fn rules(&self) -> &str {
        &self.0.presentation.rules
    }

    /// The start position.
    #[getter]
    fn start_fen(&self) -> &str {
        &self.0.start
    }

    /// Whether captured pieces can be dropped.
    #[getter]
    fn captures_to_hand(&self) -> bool {
        self.0.rules.capabilities.drops
    }

    /// The types of piece, in the order of the file.
    #[getter]
    fn piece_types(&self) -> Vec<PieceType> {
        let texts = self.0.presentation.piece_types.iter();
        texts
            .map(|text| PieceType {
                letter: text.letter.clone(),
                name: text.name.clone(),
                movement: text.movement.clone(),
            })
            .collect()
    }

    fn __repr__(&self) -> String {
        format!("<katydid.Variant '{}'>", self.0.name)
    }
}

/// A type of piece.
#[pyclass(frozen, get_all, module = "katydid")]
pub struct PieceType {
    letter: String,
    name: String,
    movement: String,
}

#[pymethods]
impl PieceType {
    fn __repr__(&self) -> String {
        format!(
            "<katydid.PieceType {} '{}' {}>",
            self.letter, self.name, self.movement
        )
    }
}

/// The names of all games, sorted.
#[pyfunction]
pub fn variants() -> Vec<String> {
    let mut names = CATALOGUE.all_names();
    names.sort();
    names
}

/// The game of a name.
#[pyfunction]
pub fn variant(name: &str) -> PyResult<Variant> {
    game_of(name).map(Variant)
}

/// Adds a variant file, or all files of a folder, and returns the names of the games; all or none are added.
#[pyfunction]
pub fn load(path: PathBuf) -> PyResult<Vec<String>> {
    CATALOGUE.add(&path).map_err(raised)
}

/// Adds the game of a text, as a variant file has it, and returns its name. Errors name the place in `file`.
#[pyfunction]
#[pyo3(signature = (text, file = "text"))]
pub fn load_text(text: String, file: &str) -> PyResult<String> {
    let names = CATALOGUE.add_texts(vec![(file.to_owned(), text)]);
    Ok(names.map_err(raised)?.remove(0))
}
