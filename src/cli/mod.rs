//! The command line.
//!
//! Each larger sub-command has a file with its arguments and their method `run`.

mod analyse;
mod author;
mod check;
mod choice;
mod completions;
mod convert;
#[cfg(test)]
mod documents;
mod folders;
mod import;
mod interrupt;
mod manual;
mod opinion;
pub mod output;
mod pages;
mod perft;
mod pictures;
mod play;
pub mod processor;
mod quantities;
mod solve;
mod status_line;
mod tables;
mod tune;
mod variants;
#[cfg(feature = "web")]
mod web;
mod wrapping;
mod xboard;

use anyhow::{Context as _, Result, anyhow, bail};
use clap::error::{ContextKind, ContextValue};
use clap::{Parser, Subcommand};
use katydid::base::renamed;
use katydid::catalogue::{Catalogue, Loaded};
use katydid::protocol::DEFAULT_VARIANT;
use katydid::session::Session;
use katydid::variant::armies::Matchup;
use katydid::variant::{DeclaredPieces, Variant};
use std::io::{BufReader, IsTerminal as _, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// The environment variable that names variant files or folders, separated as in PATH.
const VARIABLE: &str = "KATYDID_VARIANTS";

/// The flag that names variant files or folders.
const FLAG: &str = "--variants";

/// Katydid plays chess variants with hoppers, rifles, colour changes, drops and several moves a turn.
///
/// Without a command it speaks UCI or XBoard's protocol on standard input and output.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub struct ProgramArguments {
    /// A variant file, or a folder of them, to load at start (may be given several times)
    #[arg(long, value_name = "PATH", global = true)]
    variants: Vec<PathBuf>,
    /// Fitted weights to play with in place of a game's own: a file named as its game, or a folder of them (may be given
    /// several times)
    #[arg(long, value_name = "PATH", global = true)]
    weights: Vec<PathBuf>,
    /// White's army, as in `chess:clobberers-v-fide` (`katydid variants --armies` lists them)
    #[arg(long, value_name = "ARMY", global = true)]
    white: Option<String>,
    /// Black's army
    #[arg(long, value_name = "ARMY", global = true)]
    black: Option<String>,
    /// In XBoard's menu, show the games that XBoard cannot judge (its legality testing has to be off)
    #[arg(long)]
    effects: bool,
    /// In XBoard, add games to this file when they are over
    #[arg(long, value_name = "FILE")]
    save_games: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<SubCommand>,
}

/// The sub-commands; without one the program speaks a protocol.
#[derive(Debug, Subcommand)]
enum SubCommand {
    /// Play on a board in the terminal
    Play(play::PlayArguments),
    /// Watch a short game of the engine against itself
    Demo(play::DemoArguments),
    /// Analyse a position, or annotate the games of a PGN file
    Analyse(analyse::AnalyseArguments),
    /// Solve chess problems
    Solve(solve::SolveArguments),
    /// Build endgame tables and look positions up
    Tables(tables::TablesArguments),
    /// Count the legal turns of a position to a depth
    Perft(perft::PerftArguments),
    /// Search fixed positions of every game and count nodes
    Bench {
        /// Search no position deeper than this
        depth: Option<u32>,
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
    /// List the games
    Variants(variants::VariantsArguments),
    /// Show the rules of a game: how its pieces move and capture, what is special, how it ends
    Rules {
        /// The game
        game: String,
        /// Pieces for positions of the game hurdlers, as in X=moose:A,Y=kangaroo:CE:enemy
        #[arg(long, default_value = "")]
        pieces: String,
    },
    /// Fit the values of a game's pieces in some minutes, by games of the engine against itself
    Tune(tune::TuneArguments),
    /// Write a variant file to begin with
    New(author::NewArguments),
    /// Make a variant file of a definition for Fairy-Stockfish (variants.ini), and name the keys without an equivalent
    Import(import::ImportArguments),
    /// Print a JSON schema of variant files, by which editors complete keys and mark mistakes
    Schema,
    /// Check variant files: prints what a game is, or what is wrong and where
    Check {
        /// A file or a folder of them
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// One JSON object a line for each game
        #[arg(long)]
        json: bool,
    },
    /// Play, analyse and solve in the browser: prints the address of the board and opens it
    #[cfg(feature = "web")]
    Web(web::WebArguments),
    /// Play in XBoard: starts it with the game, its pictures and the settings it needs
    Xboard(xboard::XboardArguments),
    /// Read games that XBoard has saved, and print them as they were played
    Convert(convert::ConvertArguments),
    /// Write the pictures of the pieces for XBoard into a folder
    Pictures(pictures::PicturesArguments),
    /// Write rules pages of games into a folder: Markdown with diagrams of how the pieces move
    Pages(pages::PagesArguments),
    /// Print the completions of commands for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a manual page, or write all of them
    Man(manual::ManualArguments),
}

/// Parses the arguments of the process. On an error prints it and ends the process; if a flag has been renamed, the error
/// proposes its new name.
pub fn arguments() -> ProgramArguments {
    let mut words: Vec<_> = std::env::args_os().collect();
    // XBoard adds an empty argument to a command line that ends with a quote.
    words.pop_if(|word| word.is_empty());
    if let Some(translated) = solve::arguments_of_popeye(&words) {
        words = translated;
    }
    ProgramArguments::try_parse_from(words).unwrap_or_else(|mut error| {
        let renamed = match error.get(ContextKind::InvalidArg) {
            Some(ContextValue::String(flag)) => flag.strip_prefix("--").and_then(renamed),
            _ => None,
        };
        if let Some(flag) = renamed {
            let flag = ContextValue::String(format!("--{flag}"));
            error.insert(ContextKind::SuggestedArg, flag);
        }
        error.exit()
    })
}

impl ProgramArguments {
    /// Adds the armies of `--white` and `--black` to the name of the sub-command's game.
    fn name_armies(&mut self) -> Result<()> {
        if self.white.is_none() && self.black.is_none() {
            return Ok(());
        }
        let chess = || DEFAULT_VARIANT.to_owned();
        let game = match &mut self.command {
            Some(SubCommand::Play(arguments)) => arguments.variant.get_or_insert_with(chess),
            Some(SubCommand::Demo(arguments)) => &mut arguments.variant,
            Some(SubCommand::Perft(arguments)) => &mut arguments.variant,
            Some(SubCommand::Variants(arguments)) => arguments.name.get_or_insert_with(chess),
            #[cfg(feature = "web")]
            Some(SubCommand::Web(arguments)) => arguments.game.get_or_insert_with(chess),
            Some(SubCommand::Xboard(arguments)) => &mut arguments.game,
            _ => bail!(
                "--white and --black go with a command that plays a game (UCI and XBoard have the options White Army and Black Army)"
            ),
        };
        *game = Matchup::name(game, self.white.as_deref(), self.black.as_deref());
        Ok(())
    }

    /// Runs the sub-command or the protocol.
    pub fn run(mut self) -> Result<ExitCode> {
        self.name_armies()?;
        let catalogue = Arc::new(Catalogue::new());
        let complaints = load_variants(&catalogue, &self.variants, self.command.is_none())?;
        for path in &self.weights {
            let weighed = catalogue.weigh(path);
            weighed.with_context(|| format!("--weights {}", path.display()))?;
        }
        match self.command {
            None => session(
                catalogue,
                self.effects,
                self.save_games.as_deref(),
                complaints,
            )?,
            Some(SubCommand::Play(arguments)) => arguments.run(catalogue)?,
            Some(SubCommand::Demo(arguments)) => arguments.run(catalogue)?,
            Some(SubCommand::Perft(arguments)) => arguments.run(&catalogue)?,
            Some(SubCommand::Bench { depth, json }) => {
                let count = katydid::bench::run(&catalogue, depth)?;
                output::line(if json {
                    count.json().to_string()
                } else {
                    count.to_string()
                })?;
            }
            Some(SubCommand::Variants(arguments)) => arguments.run(&catalogue)?,
            Some(SubCommand::Rules { game, pieces }) => {
                let variant = with_pieces(&choice::game(&catalogue, &game)?, &pieces)?;
                let mut screen = play::Screen::lines();
                screen.say(&play::help::rules(&variant, play::look(true)))?;
            }
            Some(SubCommand::Analyse(arguments)) => return arguments.run(&catalogue),
            Some(SubCommand::Solve(arguments)) => return Ok(arguments.run(&catalogue)),
            Some(SubCommand::Tune(arguments)) => return arguments.run(),
            Some(SubCommand::New(arguments)) => arguments.run(&catalogue)?,
            Some(SubCommand::Import(arguments)) => return arguments.run(&catalogue),
            Some(SubCommand::Schema) => author::schema()?,
            Some(SubCommand::Check { files, json }) => {
                return check::run(&catalogue, &files, json);
            }
            #[cfg(feature = "web")]
            Some(SubCommand::Web(arguments)) => arguments.run(catalogue)?,
            Some(SubCommand::Xboard(arguments)) => {
                return arguments.run(&catalogue, &self.variants);
            }
            Some(SubCommand::Tables(arguments)) => return arguments.run(&catalogue),
            Some(SubCommand::Convert(arguments)) => return arguments.run(&catalogue),
            Some(SubCommand::Pictures(arguments)) => arguments.run(&catalogue)?,
            Some(SubCommand::Pages(arguments)) => arguments.run(&catalogue)?,
            Some(SubCommand::Completions { shell }) => {
                output::text(completions::script(shell, &catalogue)?)?;
            }
            Some(SubCommand::Man(arguments)) => arguments.run()?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Loads the variant files named by the environment, then those of the command line. Returns the errors, each with the source of the
/// path, and writes them to standard error.
///
/// # Errors
/// If no game can be loaded from a path, unless `start` is set because a front-end waits for the program.
fn load_variants(
    catalogue: &Catalogue,
    paths: &[PathBuf],
    start: bool,
) -> Result<Vec<(&'static str, String)>> {
    let named = std::env::var_os(VARIABLE).unwrap_or_default();
    let named = std::env::split_paths(&named).filter(|path| *path != PathBuf::new());
    let named: Vec<PathBuf> = named.collect();
    let mut complaints = Vec::new();
    let sources = named.iter().map(|path| (VARIABLE, path));
    for (source, path) in sources.chain(paths.iter().map(|path| (FLAG, path))) {
        let loaded = catalogue.load(path);
        let loaded = loaded.unwrap_or_else(|error| Loaded {
            refused: vec![error],
            ..Loaded::default()
        });
        // A path that has become wrong must not prevent front-ends from starting the engine.
        let is_fatal = loaded.names.is_empty() && !start;
        if is_fatal && let [error] = &loaded.refused[..] {
            bail!("{source}: {error}");
        }
        for error in &loaded.refused {
            output::complain(format_args!("katydid: {source}: {error}"));
            complaints.push((source, error.to_string()));
        }
        if is_fatal {
            bail!("{source} {}: no game in it", path.display());
        }
    }
    Ok(complaints)
}

/// A game with the pieces that a text declares.
fn with_pieces(variant: &Arc<Variant>, text: &str) -> Result<Arc<Variant>> {
    let pieces = DeclaredPieces::parse(text)?;
    if !pieces.is_empty() && !variant.takes_pieces() {
        bail!(
            "--pieces: {} takes no declared pieces (hurdlers does)",
            variant.name
        );
    }
    variant
        .with_pieces(&pieces)
        .map_err(|reason| anyhow!("--pieces: {reason}"))
}

/// Whether the program was started as `katydid-effects`, which shows the games that XBoard cannot judge.
fn named_for_effects() -> bool {
    let name = std::env::args_os().next().unwrap_or_default();
    let stem = Path::new(&name).file_stem().unwrap_or_default();
    stem.to_string_lossy().ends_with("-effects")
}

/// Runs a session with a front-end.
fn session(
    catalogue: Arc<Catalogue>,
    effects: bool,
    save_games: Option<&Path>,
    complaints: Vec<(&str, String)>,
) -> Result<()> {
    if stdin().is_terminal() {
        output::line(format_args!(
            "Katydid {} - a front-end says 'uci' or 'xboard', people say 'help' or 'quit'; \
             'katydid play' shows a board.",
            env!("CARGO_PKG_VERSION")
        ))?;
    }
    let mut session = Session::new(catalogue, Box::new(stdout()))?;
    for (what, reason) in complaints {
        session.complain(what, reason);
    }
    if effects || named_for_effects() {
        session.show_other_games();
    }
    if let Some(file) = save_games {
        session.save_games_to(&file.to_string_lossy());
    }
    session.run(BufReader::new(stdin()));
    Ok(())
}
