//! `katydid check`: checks variant files.

use super::output;
use anyhow::Result;
use katydid::catalogue::Catalogue;
use std::path::PathBuf;
use std::process::ExitCode;

/// Checks files in order, so that a file may inherit from an earlier one. Prints `OK` or `file:line:column: message` for each; the exit
/// code is 1 if any is wrong.
pub fn run(catalogue: &Catalogue, files: &[PathBuf]) -> Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for file in files {
        match catalogue.add(file) {
            Ok(names) => output::line(format_args!("OK {}", names.join(" ")))?,
            Err(error) => {
                output::line(error)?;
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}
