//! `katydid play` and `katydid demo`: a board in the terminal, or in a pipe.
//!
//! Input is read line by line. On a terminal the board has colours and there is a prompt; in a pipe
//! both are left out, and the end of the input ends the game politely.

mod board;
mod commands;
mod engine;
mod pages;
mod save;
mod table;

use anstream::{AutoStream, ColorChoice};
use anyhow::{Result, bail};
use board::Look;
use commands::Command;
use engine::Engine;
use katydid::base::Color;
use katydid::rules::Game;
use katydid::variant::Variant;
use std::io::{BufRead as _, ErrorKind, IsTerminal as _, Stdout, Write as _, stdin, stdout};
use std::time::Duration;
use table::Table;

/// The game when none is chosen.
const DEFAULT_GAME: &str = "chess";
/// Longer lines are no moves and no positions.
const LONGEST_LINE: usize = 1000;

/// Standard output, which drops colours where they are not wanted.
type Screen = AutoStream<Stdout>;

/// The arguments of `play`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The game (a name, or a number of the menu; on a terminal you are asked)
    variant: Option<String>,
    /// The side you have
    #[arg(long, value_enum, default_value = "white")]
    side: Side,
    /// The position to begin with
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The engine's strength, 0-20
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=20), default_value = "20")]
    level: u8,
    /// The engine's time for a move, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "2")]
    time: Duration,
    /// The engine's depth
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Letters instead of figures
    #[arg(long)]
    letters: bool,
}

/// The arguments of `demo`.
#[derive(Debug, clap::Args)]
pub struct DemoArguments {
    /// The game (a name, or a number of the menu)
    #[arg(default_value = "grasshopper")]
    variant: String,
    /// The turns to show
    #[arg(long, default_value = "16")]
    turns: usize,
    /// The time for a move, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "0.3")]
    time: Duration,
    /// Letters instead of figures
    #[arg(long)]
    letters: bool,
}

/// Who has a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Side {
    /// The player has White, the engine Black.
    White,
    /// The player has Black, the engine White.
    Black,
    /// The player has both sides.
    Both,
    /// The engine has both sides.
    None,
}

impl Side {
    /// Whether the player has a colour.
    const fn has(self, color: Color) -> bool {
        match self {
            Self::White => matches!(color, Color::White),
            Self::Black => matches!(color, Color::Black),
            Self::Both => true,
            Self::None => false,
        }
    }
}

/// A time in seconds, from a hundredth to a day.
fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.01..=86_400.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err(format!(
            "'{text}' is no time (expected seconds from 0.01 to 86400)"
        )),
    }
}

impl Arguments {
    /// Plays until the player leaves.
    pub fn run(self) -> Result<()> {
        polite(self.play())
    }

    fn play(self) -> Result<()> {
        let mut screen = AutoStream::auto(stdout());
        let interactive = stdin().is_terminal();
        let Some(variant) = self.game(&mut screen, interactive)? else {
            return Ok(());
        };
        let game = Game::set_up(variant, self.fen.as_deref(), [])?;
        let mut engine = Engine::new()?;
        engine.set_level(self.level);
        engine.move_time = self.time;
        engine.depth = self.depth;
        let mut look = look(&screen, self.letters);
        look.flipped = self.side == Side::Black;
        let mut table = Table::new(screen, game, engine, self.side, look);
        table.greet()?;
        table.engine_turns()?;
        loop {
            if interactive {
                table.prompt()?;
            }
            let Some(line) = read_line()? else {
                table.say("Good-bye.")?;
                return Ok(());
            };
            let command = Command::read(&line);
            if command == Command::Quit {
                table.say("Good-bye.")?;
                return Ok(());
            }
            table.obey(&command)?;
        }
    }

    /// The game to play: the one named, or chosen from the menu by a person.
    fn game(&self, screen: &mut Screen, interactive: bool) -> Result<Option<&'static Variant>> {
        if let Some(word) = &self.variant {
            return pages::choose(word).map(Some);
        }
        if !interactive {
            return pages::choose(DEFAULT_GAME).map(Some);
        }
        writeln!(screen, "{}", pages::menu()?)?;
        loop {
            write!(
                screen,
                "Which game (a number or a name; Enter: {DEFAULT_GAME})? "
            )?;
            screen.flush()?;
            let Some(line) = read_line()? else {
                return Ok(None);
            };
            match line.trim() {
                "quit" | "q" | "exit" => return Ok(None),
                word => {
                    let word = if word.is_empty() { DEFAULT_GAME } else { word };
                    match pages::choose(word) {
                        Ok(variant) => return Ok(Some(variant)),
                        Err(error) => writeln!(screen, "{error:#}")?,
                    }
                }
            }
        }
    }
}

impl DemoArguments {
    /// Shows the engine playing itself.
    pub fn run(self) -> Result<()> {
        polite(self.show())
    }

    fn show(self) -> Result<()> {
        let screen = AutoStream::auto(stdout());
        let variant = pages::choose(&self.variant)?;
        let mut engine = Engine::new()?;
        engine.move_time = self.time;
        let look = look(&screen, self.letters);
        let mut table = Table::new(screen, Game::new(variant), engine, Side::None, look);
        table.greet_demo()?;
        for _ in 0..self.turns {
            if !table.engine_turn()? {
                break;
            }
        }
        table.obey(&Command::Pgn)
    }
}

/// A reader that has gone away is no failure.
fn polite(result: Result<()>) -> Result<()> {
    match result {
        Err(error)
            if error
                .downcast_ref::<std::io::Error>()
                .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe) =>
        {
            Ok(())
        }
        other => other,
    }
}

/// How to draw on this screen.
fn look(screen: &Screen, letters: bool) -> Look {
    let coloured = screen.current_choice() != ColorChoice::Never;
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default()
        .to_ascii_uppercase();
    let unicode = locale.contains("UTF-8") || locale.contains("UTF8");
    Look {
        coloured,
        symbols: coloured && unicode && !letters,
        flipped: false,
    }
}

/// The next line of the input; `None` at its end. What is no UTF-8 is replaced, so that it is refused
/// as a move and not as an input.
fn read_line() -> Result<Option<String>> {
    let mut line = Vec::new();
    if stdin().lock().read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    line.truncate(LONGEST_LINE);
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

/// The side of a word.
fn side(word: &str) -> Result<Side> {
    match <Side as clap::ValueEnum>::from_str(word, true) {
        Ok(side) => Ok(side),
        Err(_) => bail!("'{word}' is no side (expected white, black, both or none)"),
    }
}
