//! `katydid check`: is this a variant file?

use super::output;
use anyhow::Result;
use katydid::catalogue::Catalogue;
use std::path::PathBuf;
use std::process::ExitCode;

/// Checks files one after the other, so that a file may inherit from one before it. Each right file
/// gets a line `OK`, each wrong one `file:line:column: message`; a wrong one makes the exit code 1.
pub fn run(files: &[PathBuf]) -> Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for file in files {
        match Catalogue::embedded().add(file) {
            Ok(names) => output::line(format_args!("OK {}", names.join(" ")))?,
            Err(error) => {
                output::line(error)?;
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}
