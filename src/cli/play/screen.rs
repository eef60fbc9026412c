//! Input and output of a game: line by line or on the whole screen; colours and the style of boards.

use super::window::{View, Window, Words};
use crate::cli::wrapping::wrapped_to;
use anstream::{AutoStream, ColorChoice};
use anyhow::Result;
use katydid::diagram::{self, Look, Palette, Squares};
use std::io::{BufRead as _, IsTerminal as _, Stdout, Write as _, stdin, stdout};

/// The maximum length of an input line; no move or position is longer.
const LONGEST_LINE: usize = 1000;

/// The interface to the player.
pub enum Screen {
    /// Line by line, for a pipe or a simple terminal.
    Lines(Lines),
    /// On the whole screen of a terminal.
    Window(Box<Window>),
}

/// Output line by line on standard output; colours are dropped if they are not wanted.
pub struct Lines {
    out: AutoStream<Stdout>,
    /// The columns of the terminal; `None` for a pipe.
    columns: Option<usize>,
    /// Whether a person types the input.
    interactive: bool,
}

impl Screen {
    /// An interface line by line.
    pub fn lines() -> Self {
        let size = crossterm::terminal::size().ok();
        let columns = size.filter(|_| stdout().is_terminal());
        Self::Lines(Lines {
            out: AutoStream::auto(stdout()),
            columns: columns.map(|(columns, _)| columns.into()),
            interactive: stdin().is_terminal(),
        })
    }

    /// Opens the whole screen if input and output are a terminal that can move its cursor; otherwise the interface line by line.
    pub fn open() -> Result<Self> {
        let dumb = ["", "dumb", "unknown"];
        let term = std::env::var("TERM").unwrap_or_default();
        let is_able = cfg!(windows) || !dumb.contains(&term.as_str());
        if is_able && stdin().is_terminal() && stdout().is_terminal() {
            return Ok(Self::Window(Box::new(Window::open()?)));
        }
        Ok(Self::lines())
    }

    /// Whether a person types the input.
    pub fn is_interactive(&self) -> bool {
        match self {
            Self::Lines(lines) => lines.interactive,
            Self::Window(_) => true,
        }
    }

    pub const fn is_window(&self) -> bool {
        matches!(self, Self::Window(_))
    }

    /// Prints text, wrapped to the width of the terminal.
    pub fn say(&mut self, text: &str) -> Result<()> {
        match self {
            Self::Window(window) => window.say(text),
            Self::Lines(lines) => {
                let text = text.trim_end();
                match lines.columns {
                    Some(columns) => {
                        writeln!(lines.out, "{}", wrapped_to(text, columns).join("\n"))?;
                    }
                    None => writeln!(lines.out, "{text}")?,
                }
                Ok(lines.out.flush()?)
            }
        }
    }

    /// Shows the board and the state of the game.
    pub fn show(&mut self, view: View) -> Result<()> {
        if let Self::Window(window) = self {
            return window.show(view);
        }
        let picture = diagram::board(&view.pos, view.marks, view.look);
        self.say(&format!("\n{picture}"))?;
        if view.status.is_empty() {
            return Ok(());
        }
        self.say(&view.status)
    }

    /// Shows the engine's current line; only on the whole screen.
    pub fn think(&mut self, text: impl FnOnce() -> String) {
        if let Self::Window(window) = self {
            window.think(text());
        }
    }

    /// Whether the player has interrupted the engine's search.
    pub fn is_interrupted(&mut self) -> bool {
        match self {
            Self::Lines(_) => false,
            Self::Window(window) => window.is_interrupted(),
        }
    }

    /// Runs `work` while Ctrl-C sends a signal to the program.
    pub fn interruptible<T>(&mut self, work: impl FnOnce() -> T) -> Result<T> {
        match self {
            Self::Lines(_) => Ok(work()),
            Self::Window(window) => Ok(window.terminal.outside(work)?),
        }
    }

    /// The next line of the player; `None` at the end of the input.
    pub fn read<'a>(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Words<'a>,
    ) -> Result<Option<String>> {
        match self {
            Self::Window(window) => window.read(prompt, &words()),
            Self::Lines(lines) => {
                if lines.interactive {
                    write!(lines.out, "{prompt}")?;
                    lines.out.flush()?;
                }
                read_line()
            }
        }
    }
}

/// The next line of the input; `None` at its end. Invalid UTF-8 is replaced, so that the line is refused
/// as a move instead of ending the input.
fn read_line() -> Result<Option<String>> {
    let mut line = Vec::new();
    if stdin().lock().read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    line.truncate(LONGEST_LINE);
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

/// The style of boards on standard output.
pub fn look(letters: bool) -> Look {
    let wanted = AutoStream::choice(&stdout()) != ColorChoice::Never;
    let term = std::env::var("TERM").unwrap_or_default();
    let is_true = std::env::var_os("COLORTERM").is_some();
    let palette = if wanted {
        palette(&term, is_true)
    } else {
        None
    };
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default()
        .to_ascii_uppercase();
    let unicode = locale.contains("UTF-8") || locale.contains("UTF8");
    Look {
        squares: palette.map_or(Squares::Plain, Squares::Coloured),
        symbols: palette.is_some() && unicode && !letters,
        flipped: false,
    }
}

/// The colours of a terminal by its name in `TERM`; `None` for DEC's video terminals.
fn palette(term: &str, is_true: bool) -> Option<Palette> {
    let many = [
        "256",
        "direct",
        "kitty",
        "alacritty",
        "foot",
        "ghostty",
        "wezterm",
    ];
    if is_true || cfg!(windows) || many.iter().any(|name| term.contains(name)) {
        Some(Palette::Of256)
    } else if term.is_empty()
        || term == "dumb"
        || term == "unknown"
        || term.starts_with("vt")
        || term.ends_with("-m")
    {
        None
    } else {
        Some(Palette::Of16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_have_the_colours_of_their_kind() {
        assert_eq!(palette("xterm-256color", false), Some(Palette::Of256));
        assert_eq!(palette("linux", false), Some(Palette::Of16));
        assert_eq!(palette("xterm", true), Some(Palette::Of256));
        for plain in ["vt100", "vt220", "dumb", "", "xterm-m"] {
            assert_eq!(palette(plain, false), None, "{plain}");
        }
    }
}
