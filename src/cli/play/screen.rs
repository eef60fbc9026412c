//! Output to the terminal: colours and the style of boards.

use anstream::{AutoStream, ColorChoice};
use katydid::diagram::{Look, Squares};
use std::io::Stdout;

/// Standard output, which drops colours where they are not wanted.
pub type Screen = AutoStream<Stdout>;

/// How to draw on this screen.
pub fn look(screen: &Screen, letters: bool) -> Look {
    let coloured = screen.current_choice() != ColorChoice::Never;
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default()
        .to_ascii_uppercase();
    let unicode = locale.contains("UTF-8") || locale.contains("UTF8");
    Look {
        squares: if coloured {
            Squares::Coloured
        } else {
            Squares::Plain
        },
        symbols: coloured && unicode && !letters,
        flipped: false,
    }
}
