//! `katydid play` and `katydid demo`: a board in the terminal, or in a pipe.
//!
//! Input is read line by line. On a terminal the board has colours and there is a prompt; in a pipe
//! both are left out, and the end of the input ends the game politely.

mod engine;
pub mod help;
mod play_session;
mod screen;
mod side;
mod solving;

use super::quantities::seconds;
use anstream::AutoStream;
use anyhow::Result;
use engine::Engine;
use katydid::catalogue::Catalogue;
use katydid::rules::Game;
use katydid::variant::Variant;
use play_session::PlaySession;
use screen::{Screen, look};
use side::Side;
use std::io::{BufRead as _, IsTerminal as _, Write as _, stdin, stdout};
use std::sync::Arc;
use std::time::Duration;

/// The game when none is chosen.
const DEFAULT_GAME: &str = "chess";
/// Longer lines are no moves and no positions.
const LONGEST_LINE: usize = 1000;

/// The arguments of `play`.
#[derive(Debug, clap::Args)]
pub struct PlayArguments {
    /// The game (a name, or a number of the menu; on a terminal you are asked)
    variant: Option<String>,
    /// The side you have
    #[arg(long, value_enum, default_value = "white")]
    side: Side,
    /// The position to begin with
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Pieces for positions of the game hurdlers, as in X=moose:A,Y=kangaroo:CE:enemy
    #[arg(long, default_value = "")]
    pieces: String,
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

impl PlayArguments {
    /// Plays until the player leaves.
    pub fn run(self, catalogue: Arc<Catalogue>) -> Result<()> {
        let mut screen = AutoStream::auto(stdout());
        let interactive = stdin().is_terminal();
        let Some(variant) = self.game(&catalogue, &mut screen, interactive)? else {
            return Ok(());
        };
        let variant = super::with_pieces(&variant, &self.pieces)?;
        let game = Game::set_up(&variant, self.fen.as_deref(), [])?;
        let mut engine = Engine::new()?;
        engine.searcher.settings.skill = self.level;
        engine.move_time = self.time;
        engine.depth = self.depth;
        let mut look = look(&screen, self.letters);
        look.flipped = self.side == Side::Black;
        let mut session = PlaySession::new(catalogue, screen, game, engine, self.side, look);
        session.greet()?;
        session.engine_turns()?;
        loop {
            if interactive {
                session.prompt()?;
            }
            let Some(line) = read_line()? else {
                session.say("Good-bye.")?;
                return Ok(());
            };
            if !session.obey(&line)? {
                return Ok(());
            }
        }
    }

    /// The game to play: the one named, or chosen from the menu by a person.
    fn game(
        &self,
        catalogue: &Catalogue,
        screen: &mut Screen,
        interactive: bool,
    ) -> Result<Option<Arc<Variant>>> {
        if let Some(word) = &self.variant {
            return help::choose(catalogue, word).map(Some);
        }
        if !interactive {
            return help::choose(catalogue, DEFAULT_GAME).map(Some);
        }
        writeln!(screen, "{}", help::menu(catalogue)?)?;
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
                    match help::choose(catalogue, word) {
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
    pub fn run(self, catalogue: Arc<Catalogue>) -> Result<()> {
        let screen = AutoStream::auto(stdout());
        let variant = help::choose(&catalogue, &self.variant)?;
        let mut engine = Engine::new()?;
        engine.move_time = self.time;
        let look = look(&screen, self.letters);
        let game = Game::new(&variant);
        let mut session = PlaySession::new(catalogue, screen, game, engine, Side::None, look);
        session.greet_demo()?;
        for _ in 0..self.turns {
            if !session.engine_turn()? {
                break;
            }
        }
        session.obey("pgn").map(|_| ())
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
