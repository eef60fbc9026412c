//! What the sub-commands write for people: results on standard output, complaints on standard error.
//!
//! A reader who has seen enough (`| head`) is no failure: the program ends quietly and with success. Standard
//! library macros that print panic instead, so none of them is used in the program.

use anyhow::{Error, Result};
use std::fmt::Display;
use std::io::{ErrorKind, Write as _, stderr, stdout};
use std::process::ExitCode;

/// Writes a line to standard output.
pub fn line(text: impl Display) -> Result<()> {
    Ok(writeln!(stdout(), "{text}")?)
}

/// Writes text to standard output.
pub fn text(text: impl Display) -> Result<()> {
    Ok(write!(stdout(), "{text}")?)
}

/// Writes a line to standard error. Where nobody reads it there is nobody to be told so.
pub fn complain(text: impl Display) {
    let _ = writeln!(stderr(), "{text}");
}

/// Whether an error only says that nobody reads the output any more.
pub fn is_unread(error: &Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// The exit code of the program, after everything that is left has been written and an error has been told.
pub fn finish(result: Result<ExitCode>) -> ExitCode {
    let result = result.and_then(|code| {
        stdout().flush()?;
        Ok(code)
    });
    match result {
        Ok(code) => code,
        Err(error) if is_unread(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(format_args!("katydid: {error:#}"));
            ExitCode::FAILURE
        }
    }
}
