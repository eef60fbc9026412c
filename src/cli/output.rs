//! Output of the sub-commands: results on standard output, errors on standard error.
//!
//! A closed pipe (`| head`) is not a failure: the program ends quietly and successfully. The printing macros of the standard library
//! would panic, so the program does not use them.

use super::wrapping::wrapped_to;
use anyhow::{Context as _, Error, Result};
use crossterm::terminal;
use std::fmt::Display;
use std::fs::File;
use std::io::{ErrorKind, IsTerminal as _, Write as _, stderr, stdout};
use std::path::Path;
use std::process::ExitCode;

/// Writes a line to standard output.
pub fn line(text: impl Display) -> Result<()> {
    Ok(writeln!(stdout(), "{text}")?)
}

/// Writes text to standard output.
pub fn text(text: impl Display) -> Result<()> {
    Ok(write!(stdout(), "{text}")?)
}

/// Writes text for people, wrapped between words where standard output is a terminal.
pub fn prose(text: impl Display) -> Result<()> {
    line(for_terminal(&text.to_string(), stdout().is_terminal()))
}

/// A text as lines that a terminal does not break.
fn for_terminal(text: &str, is_terminal: bool) -> String {
    match terminal::size() {
        Ok((columns, _)) if is_terminal => wrapped_to(text, columns.into()).join("\n"),
        _ => text.trim_end().to_owned(),
    }
}

/// The destination of results: standard output or a file.
pub struct Sink(Option<File>);

impl Sink {
    /// Opens standard output, or creates a file (an existing one is overwritten).
    pub fn open(path: Option<&Path>) -> Result<Self> {
        let file = path.map(|path| {
            File::create(path).with_context(|| format!("cannot write '{}'", path.display()))
        });
        Ok(Self(file.transpose()?))
    }

    /// Writes a line and flushes it.
    pub fn line(&mut self, text: impl Display) -> Result<()> {
        match &mut self.0 {
            Some(file) => Ok(writeln!(file, "{text}")?),
            None => line(text).and_then(|()| Ok(stdout().flush()?)),
        }
    }
}

/// Writes a line to standard error, wrapped between words where that is a terminal; errors are ignored.
pub fn complain(text: impl Display) {
    let text = for_terminal(&text.to_string(), stderr().is_terminal());
    let _ = writeln!(stderr(), "{text}");
}

/// Whether an error means that standard output is a closed pipe.
pub fn is_unread(error: &Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// Flushes the output, reports an error, and returns the exit code.
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
