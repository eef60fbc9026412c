//! `katydid play` and `katydid demo`: a board in the terminal, or in a pipe.
//!
//! On a terminal the game uses the whole screen (`window`). In a pipe, on simple terminals, and with `--plain` input is
//! read line by line; the end of the input ends the program without an error.

mod engine;
mod families;
pub mod help;
mod play_session;
mod screen;
mod side;
mod solving;
mod target;
mod typed_words;
mod window;

use super::quantities::seconds;
use anyhow::Result;
use engine::Engine;
pub use families::families;
use katydid::catalogue::Catalogue;
use katydid::rules::Game;
use katydid::variant::Variant;
use play_session::PlaySession;
pub use screen::{Screen, look};
use side::Side;
use std::sync::Arc;
use std::time::Duration;

/// The game if none is chosen.
const DEFAULT_GAME: &str = "chess";

/// The arguments of `play`.
#[derive(Debug, clap::Args)]
pub struct PlayArguments {
    /// The game (a name, or a number of the menu; on a terminal you are asked)
    pub(super) variant: Option<String>,
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
    /// Line by line, without taking the whole screen of a terminal
    #[arg(long)]
    plain: bool,
}

/// The arguments of `demo`.
#[derive(Debug, clap::Args)]
pub struct DemoArguments {
    /// The game (a name, or a number of the menu)
    #[arg(default_value = "grasshopper")]
    pub(super) variant: String,
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
        // Errors in the arguments are reported before the screen is switched.
        let named = self
            .variant
            .as_deref()
            .map(|word| help::choose(&catalogue, word));
        let named = named.transpose()?;
        let mut screen = if self.plain {
            Screen::lines()
        } else {
            Screen::open()?
        };
        let Some(variant) =
            named.map_or_else(|| chosen(&catalogue, &mut screen), |it| Ok(Some(it)))?
        else {
            return Ok(());
        };
        let variant = super::with_pieces(&variant, &self.pieces)?;
        let game = Game::set_up(&variant, self.fen.as_deref(), [])?;
        let mut engine = Engine::new()?;
        engine.searcher.settings.skill = self.level;
        engine.move_time = self.time;
        engine.depth = self.depth;
        let mut look = look(self.letters);
        look.flipped = self.side == Side::Black;
        let mut session = PlaySession::new(catalogue, screen, game, engine, self.side, look);
        session.greet()?;
        session.engine_turns()?;
        loop {
            let Some(line) = session.read()? else {
                session.say("Good-bye.")?;
                return Ok(());
            };
            if !session.obey(&line)? {
                return Ok(());
            }
        }
    }
}

/// The game that a person chooses from the menu; `DEFAULT_GAME` if nobody can be asked.
fn chosen(catalogue: &Catalogue, screen: &mut Screen) -> Result<Option<Arc<Variant>>> {
    if let Screen::Window(window) = screen {
        return window::menu::choose(&mut window.terminal, catalogue, DEFAULT_GAME);
    }
    if !screen.is_interactive() {
        return help::choose(catalogue, DEFAULT_GAME).map(Some);
    }
    screen.say(&help::menu(catalogue)?)?;
    let prompt = format!("Which game (a number or a name; Enter: {DEFAULT_GAME})? ");
    loop {
        let Some(line) = screen.read(&prompt, window::Words::none)? else {
            return Ok(None);
        };
        match line.trim() {
            "quit" | "q" | "exit" => return Ok(None),
            word => {
                let word = if word.is_empty() { DEFAULT_GAME } else { word };
                match help::choose(catalogue, word) {
                    Ok(variant) => return Ok(Some(variant)),
                    Err(error) => screen.say(&format!("{error:#}"))?,
                }
            }
        }
    }
}

impl DemoArguments {
    /// Shows the engine playing itself.
    pub fn run(self, catalogue: Arc<Catalogue>) -> Result<()> {
        let screen = Screen::lines();
        let variant = help::choose(&catalogue, &self.variant)?;
        let mut engine = Engine::new()?;
        engine.move_time = self.time;
        let look = look(self.letters);
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
