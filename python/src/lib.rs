//! The library for Python: the module `katydid._katydid`, which the package `katydid` re-exports.
//!
//! Everything that reads text raises an exception with the message of the library; a panic becomes an exception too. Searches and
//! solving run without the interpreter's lock and end when Python has a signal (Ctrl-C).

#![allow(
    clippy::needless_pass_by_value,
    reason = "PyO3 hands the arguments of Python functions over by value"
)]

mod consequence;
mod engine;
mod game;
mod problem;
mod variant;

use pyo3::prelude::*;

/// Exceptions of the package. All but `SearchError` are also `ValueError`s.
#[allow(
    missing_docs,
    reason = "the macro has the text for Python as its last argument"
)]
mod error {
    use pyo3::create_exception;
    use pyo3::exceptions::{PyRuntimeError, PyValueError};

    create_exception!(
        katydid,
        Error,
        PyValueError,
        "Input that cannot be read. Base of the other errors of input."
    );
    create_exception!(
        katydid,
        FenError,
        Error,
        "A FEN is not a position of its game."
    );
    create_exception!(
        katydid,
        MoveError,
        Error,
        "A turn cannot be read or is not legal."
    );
    create_exception!(
        katydid,
        VariantError,
        Error,
        "A variant is unknown, or a variant file is wrong."
    );
    create_exception!(
        katydid,
        ProblemError,
        Error,
        "A chess problem cannot be read."
    );
    create_exception!(
        katydid,
        SearchError,
        PyRuntimeError,
        "A search has no memory or no thread, or ended without a result."
    );
}

/// The native part of the package `katydid`.
#[pymodule]
fn _katydid(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Error", py.get_type::<error::Error>())?;
    module.add("FenError", py.get_type::<error::FenError>())?;
    module.add("MoveError", py.get_type::<error::MoveError>())?;
    module.add("VariantError", py.get_type::<error::VariantError>())?;
    module.add("ProblemError", py.get_type::<error::ProblemError>())?;
    module.add("SearchError", py.get_type::<error::SearchError>())?;
    module.add_class::<variant::Variant>()?;
    module.add_class::<variant::PieceType>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<game::Outcome>()?;
    module.add_class::<consequence::Consequence>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::Line>()?;
    module.add_class::<engine::SearchResult>()?;
    module.add_function(wrap_pyfunction!(variant::variants, module)?)?;
    module.add_function(wrap_pyfunction!(variant::variant, module)?)?;
    module.add_function(wrap_pyfunction!(variant::load, module)?)?;
    module.add_function(wrap_pyfunction!(variant::load_text, module)?)?;
    module.add_function(wrap_pyfunction!(problem::solve_parts, module)?)?;
    module.add_function(wrap_pyfunction!(problem::solve_text, module)?)
}
