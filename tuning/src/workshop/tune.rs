//! Fits the weights of a game to positions of its games, and writes them.

use super::data::{Header, Positions};
use super::fit::{Settings, fit};
use super::model::{Numbers, Row};
use super::weights_file;
use anyhow::{Context as _, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use katydid::catalogue::Catalogue;
use katydid::rules;
use rayon::prelude::*;
use std::path::PathBuf;

/// One game of this many is held out.
const HELD_OUT: u64 = 10;

/// The arguments of `tune`.
#[derive(Clone, Debug, clap::Args)]
pub struct TuneArguments {
    /// The game
    pub variant: String,
    /// Files of positions of the game
    #[arg(short, long, required = true, num_args = 1..)]
    pub data: Vec<PathBuf>,
    /// Weights to begin at, where they are not those of its parents that are built in: its own of an earlier generation, or its
    /// parents' new ones; a file named as its game, or a folder of them (may be given several times)
    #[arg(short, long)]
    pub weights: Vec<PathBuf>,
    #[command(flatten)]
    pub settings: Settings,
    /// The file of weights to write
    #[arg(short, long)]
    pub output: PathBuf,
    /// A file for the losses of each round, as JSON
    #[arg(long)]
    pub losses: Option<PathBuf>,
}

/// The positions of some files.
#[derive(Default)]
struct Rows {
    learned: Vec<Row>,
    held_out: Vec<Row>,
    headers: Vec<Header>,
}

impl TuneArguments {
    /// Fits the weights of a game and writes them.
    ///
    /// # Errors
    /// If there is no such game, a file cannot be read or is of another game, or what is found cannot be written.
    pub fn run(&self) -> Result<()> {
        // Not from what an earlier fit has found: the same positions give the same weights again.
        let catalogue = Catalogue::new();
        catalogue.unfit(&self.variant);
        for path in &self.weights {
            catalogue.weigh(path)?;
        }
        let variant = catalogue.variant(&self.variant)?;
        ensure!(
            (0.0..=1.0).contains(&self.settings.result),
            "--result must be from 0 to 1"
        );
        let numbers = Numbers::of(&variant);
        let rows = self.rows(&numbers)?;
        let bar = ProgressBar::new(u64::from(self.settings.rounds));
        bar.set_style(ProgressStyle::with_template(
            "{wide_bar} round {pos}/{len} {msg} {eta}",
        )?);
        let outcome = fit(
            &numbers,
            &rows.learned,
            &rows.held_out,
            &self.settings,
            |number, round| {
                bar.set_position(u64::from(number));
                bar.set_message(format!("{:.6} {:.6}", round.learned, round.held_out));
            },
        );
        bar.finish_and_clear();
        if let Some(path) = &self.losses {
            std::fs::write(path, serde_json::to_string_pretty(&outcome)?)
                .with_context(|| path.display().to_string())?;
        }
        let text = weights_file::text(&numbers, &outcome, &rows.headers, &self.settings);
        std::fs::write(&self.output, text).with_context(|| self.output.display().to_string())?;
        let (before, after) = outcome.held_out();
        println!(
            "{}: {} + {} positions, steepness {:.3}, held-out loss {before:.6} to {after:.6} ({:+.2} %)",
            self.variant,
            outcome.positions.0,
            outcome.positions.1,
            outcome.steepness,
            100.0 * (after / before - 1.0)
        );
        Ok(())
    }

    /// Reads the files.
    fn rows(&self, numbers: &Numbers) -> Result<Rows> {
        let mut found = Rows::default();
        for path in &self.data {
            let data = Positions::read(path)?;
            ensure!(
                data.header.game == self.variant,
                "{}: its games are of {}",
                path.display(),
                data.header.game
            );
            for game in &data.games {
                let rows = game.samples.par_iter().map(|sample| {
                    let pos = rules::position(numbers.variant(), &sample.fen)?;
                    Ok(numbers.row(&pos, game.points, f64::from(sample.score)))
                });
                let rows: Vec<Row> = rows
                    .collect::<Result<_, katydid::position::FenError>>()
                    .with_context(|| format!("{}: game {}", path.display(), game.number))?;
                if game.number % HELD_OUT == 0 {
                    found.held_out.extend(rows);
                } else {
                    found.learned.extend(rows);
                }
            }
            found.headers.push(data.header);
        }
        ensure!(
            !found.learned.is_empty() && !found.held_out.is_empty(),
            "too few games: some are learned from, one of {HELD_OUT} is held out"
        );
        Ok(found)
    }
}
