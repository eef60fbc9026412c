//! `katydid xboard`: XBoard with a game, its pictures and the settings it needs.

use super::folders::{cache_folder, data_folder};
use super::{output, pictures};
use anyhow::{Context as _, Result, anyhow};
use katydid::catalogue::Catalogue;
use katydid::protocol::cecp::is_judged;
use katydid::variant::Variant;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;

/// Folders outside PATH in which XBoard may be installed.
const GAMES: [&str; 3] = ["/usr/games", "/usr/local/games", "/usr/local/bin"];

/// The width that XBoard needs for pieces in hand, in squares.
const HOLDINGS: usize = 4;
/// The size of a square, in pixels, at which XBoard's menus fit into the window.
const SQUARE: usize = 50;

/// The arguments of `xboard`.
#[derive(Debug, clap::Args)]
pub struct XboardArguments {
    /// The game
    #[arg(default_value = "chess")]
    pub(super) game: String,
    /// Minutes on each clock, for the whole game
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=600))]
    minutes: u32,
    /// Print the command instead of running it
    #[arg(long)]
    print: bool,
    /// Further options for XBoard, behind `--`
    #[arg(last = true)]
    options: Vec<String>,
}

impl XboardArguments {
    /// Starts XBoard and waits for its end.
    pub fn run(&self, catalogue: &Catalogue, files: &[PathBuf]) -> Result<ExitCode> {
        let variant = super::choice::game(catalogue, &self.game)?;
        let name = variant.name.clone();
        let xboard = find().context("XBoard is not installed (on Debian: apt install xboard)")?;
        let folder = cache_folder()?.join("pictures").join(&name);
        pictures::write(catalogue, &folder, std::slice::from_ref(&name))?;
        let settings = self.settings(&variant, &folder, files)?;
        if self.print {
            let quoted = settings
                .iter()
                .map(|word| format!("'{}'", word.replace('\'', "'\\''")));
            output::line(format_args!(
                "{} {}",
                xboard.display(),
                quoted.collect::<Vec<_>>().join(" ")
            ))?;
            return Ok(ExitCode::SUCCESS);
        }
        let status = Command::new(&xboard).args(settings).status();
        let status = status.with_context(|| format!("cannot start {}", xboard.display()))?;
        Ok(if status.success() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }

    /// XBoard's options for this game; the user's saved settings of XBoard are not changed.
    fn settings(
        &self,
        variant: &Arc<Variant>,
        pictures: &Path,
        files: &[PathBuf],
    ) -> Result<Vec<String>> {
        let judged = is_judged(variant);
        let games = data_folder()?;
        std::fs::create_dir_all(&games)
            .with_context(|| format!("cannot make '{}'", games.display()))?;
        let games = games.join("games.pgn");
        let mut words = vec!["-fcp".to_owned(), engine(judged, &games, files)?];
        let mut option =
            |name: &str, value: &str| words.extend([name.to_owned(), value.to_owned()]);
        if variant.name != "chess" {
            option("-variant", &variant.presentation.xboard_name);
        }
        // XBoard's window has the width of eight squares; further columns make the squares smaller.
        let columns = usize::from(variant.rules.files)
            + if variant.rules.hand.is_empty() {
                0
            } else {
                HOLDINGS
            };
        if columns > 8 {
            option("-boardSize", &(SQUARE * columns).div_ceil(8).to_string());
        }
        option("-testLegality", if judged { "true" } else { "false" });
        option("-pieceImageDirectory", &text(pictures)?);
        option("-trueColors", "false");
        option("-showTargetSquares", "true");
        option("-highlightDragging", "true");
        option("-sweepPromotions", "true");
        // XBoard's clocks count plies as moves, so a number of moves per session is not possible.
        option("-timeControl", &self.minutes.to_string());
        option("-timeIncrement", "0");
        option("-saveSettingsOnExit", "false");
        words.extend(self.options.iter().cloned());
        Ok(words)
    }
}

fn text(path: &Path) -> Result<String> {
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| anyhow!("'{}' is no text that XBoard can read", path.display()))
}

/// The engine's command line; XBoard splits it at blanks that are not quoted.
fn engine(judged: bool, games: &Path, files: &[PathBuf]) -> Result<String> {
    let program = std::env::current_exe().context("where this program is")?;
    let mut line = format!("\"{}\" --save-games \"{}\"", text(&program)?, text(games)?);
    for file in files {
        let file = std::fs::canonicalize(file)
            .with_context(|| format!("--variants {}", file.display()))?;
        line = format!("{line} --variants \"{}\"", text(&file)?);
    }
    if !judged {
        line.push_str(" --effects");
    }
    Ok(line)
}

fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(GAMES.map(PathBuf::from));
    let name = format!("xboard{}", std::env::consts::EXE_SUFFIX);
    folders
        .map(|folder| folder.join(&name))
        .find(|file| file.is_file())
}
