//! Positions with one turn that short searches overlook.

use crate::epd;
use crate::verdict::{MOST_SCORE, sign_of};
use crate::workshop::data::Positions;
use crate::workshop::thinker::{Choice, Thinker};
use anyhow::{Context as _, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use katydid::base::Color;
use katydid::catalogue::Catalogue;
use katydid::rules::{self, Game, Turn, turn_text};
use katydid::variant::Variant;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// Candidates that are tried at a time.
const BATCH: usize = 64;

/// The arguments of `suite collect`.
#[derive(Clone, Debug, clap::Args)]
pub struct CollectArguments {
    /// The file of positions
    data: PathBuf,
    /// How many positions to find, if there are this many
    #[arg(short, long, default_value_t = 100)]
    count: usize,
    /// Another engine that has to agree: it overlooks the turn in short searches and finds it in long ones, too
    #[command(flatten)]
    choice: Choice,
    /// Nodes of a short search
    #[arg(long, default_value_t = 1500)]
    short: u64,
    /// Nodes of a long search
    #[arg(long, default_value_t = 200_000)]
    long: u64,
    /// The fewest centipawns that the turn of a short search loses
    #[arg(long, default_value_t = 50)]
    loss: i32,
    /// The seed of the order in which positions are tried
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The file to write
    #[arg(short, long)]
    output: PathBuf,
}

impl CollectArguments {
    /// Looks for the positions and writes them as EPD, with the turn as `bm` and what overlooking it loses in `c0`.
    ///
    /// # Errors
    /// If a file cannot be read or written, or the other engine does not answer.
    pub fn run(&self) -> Result<()> {
        ensure!(
            self.long >= self.short,
            "--long must not be less than --short"
        );
        let data = Positions::read(&self.data)?;
        let variant = Catalogue::new().variant(&data.header.game)?;
        let samples = data.games.into_iter().flat_map(|game| game.samples);
        let mut fens: Vec<String> = samples.map(|sample| sample.fen).collect();
        // The same position comes once, and the order depends on the seed alone.
        fens.sort_unstable();
        fens.dedup();
        fens.shuffle(&mut ChaCha8Rng::seed_from_u64(self.seed));
        let mut lines = Vec::new();
        let bar = ProgressBar::new(self.count as u64);
        bar.set_style(ProgressStyle::with_template(
            "{wide_bar} {pos}/{len} positions {elapsed} {eta}",
        )?);
        for batch in fens.chunks(BATCH) {
            let found: Vec<String> = batch
                .par_iter()
                .map_init(
                    || self.engines(&variant),
                    |engines, fen| match engines {
                        Ok(engines) => self.line(&variant, fen, engines),
                        Err(error) => Err(anyhow::anyhow!("{error:#}")),
                    },
                )
                .filter_map(Result::transpose)
                .collect::<Result<_>>()?;
            lines.extend(found);
            lines.truncate(self.count);
            bar.set_position(lines.len() as u64);
            // What is found is kept, should the run be cut off.
            let text = lines.join("\n") + "\n";
            std::fs::write(&self.output, text)
                .with_context(|| format!("--output {}", self.output.display()))?;
            if lines.len() == self.count {
                break;
            }
        }
        bar.finish();
        Ok(())
    }

    /// The engines that have to agree: this one, and the other one if there is one.
    fn engines(&self, variant: &Arc<Variant>) -> Result<Vec<Thinker>> {
        let mut engines = vec![Choice::default().start(variant, &[])?];
        if self.choice.engine.is_some() {
            engines.push(self.choice.start(variant, &[])?);
        }
        Ok(engines)
    }

    /// The line of a position, if all engines overlook the same turn.
    fn line(
        &self,
        variant: &Arc<Variant>,
        fen: &str,
        engines: &mut [Thinker],
    ) -> Result<Option<String>> {
        let game = Game::at(rules::position(variant, fen)?);
        if game.outcome().is_some() {
            return Ok(None);
        }
        let mut best: Option<Turn> = None;
        let mut least_loss = MOST_SCORE;
        for engine in engines {
            let Some((turn, loss)) = self.overlooked(&game, engine)? else {
                return Ok(None);
            };
            if best.as_ref().is_some_and(|best| *best != turn) {
                return Ok(None);
            }
            best = Some(turn);
            least_loss = least_loss.min(loss);
        }
        let pos = game.position();
        Ok(best.map(|best| {
            let (epd, best) = (epd::line(pos), turn_text(pos, &best));
            format!("{epd} bm {best}; c0 \"overlooking it loses {least_loss}\";")
        }))
    }

    /// The turn that an engine finds in a long search and overlooks in a short one, and how many centipawns the latter loses.
    fn overlooked(&self, game: &Game, engine: &mut Thinker) -> Result<Option<(Turn, i32)>> {
        let sign = sign_of(game.position());
        let mut think = |game: &Game, nodes: u64| -> Result<Option<(Turn, i32)>> {
            engine.forget();
            let found = engine.think(game, nodes)?;
            Ok(found.map(|(turn, score)| (turn, sign * score)))
        };
        let Some((short, _)) = think(game, self.short)? else {
            return Ok(None);
        };
        // Most positions have nothing to find; that is seen sooner.
        let Some((early, _)) = think(game, (self.long / 8).max(1))? else {
            return Ok(None);
        };
        if early == short {
            return Ok(None);
        }
        let Some((long, score)) = think(game, self.long)? else {
            return Ok(None);
        };
        if long == short {
            return Ok(None);
        }
        let mut other = game.clone();
        other.push(short);
        let after = match other.outcome() {
            Some(outcome) => outcome.winner.map_or(0, |winner| match winner {
                Color::White => sign * MOST_SCORE,
                Color::Black => -sign * MOST_SCORE,
            }),
            None => match think(&other, (self.long / 2).max(1))? {
                Some((_, score)) => score,
                None => return Ok(None),
            },
        };
        let loss = score - after;
        Ok((loss >= self.loss).then_some((long, loss)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::solve;
    use crate::workshop::datagen;

    #[test]
    fn what_is_collected_is_overlooked_by_short_searches_and_found_by_long_ones() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("games");
        datagen::tests::arguments("demichess", 4, data.clone())
            .run()
            .expect("games");
        let arguments = CollectArguments {
            data,
            count: 5,
            choice: Choice::default(),
            short: 50,
            long: 8000,
            loss: 30,
            seed: 1,
            output: folder.path().join("suite"),
        };
        arguments.run().expect("a suite");
        let text = std::fs::read_to_string(&arguments.output).expect("a suite");
        arguments.run().expect("once more");
        let again = std::fs::read_to_string(&arguments.output).expect("a suite");
        assert_eq!(text, again);
        let variant = Catalogue::new().variant("demichess").expect("a game");
        let tasks = solve::read(&arguments.output, &variant).expect("tasks");
        assert!(tasks.len() == 5, "{text}");
        let mut engine = Choice::default().start(&variant, &[]).expect("memory");
        for task in tasks {
            assert!(task.loss >= 30, "{}", task.loss);
            for (nodes, finds) in [(50, false), (8000, true)] {
                engine.forget();
                let found = engine.think(&task.game, nodes).expect("an answer");
                let (turn, _) = found.expect("a turn");
                assert_eq!(turn == task.best, finds, "{nodes} nodes");
            }
        }
    }
}
