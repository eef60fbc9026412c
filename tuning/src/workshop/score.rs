//! Other scores for the positions of games: those of a longer search, or of another engine.
//!
//! A game gives one result for all its positions; a search gives a score for each. Weights fitted to the scores of a stronger
//! engine converge faster than those fitted to results alone.

use super::data::{Positions, Record, Sample, Scores};
use super::store::Store;
use super::thinker::{Choice, Thinker};
use anyhow::{Context as _, Result, ensure};
use katydid::catalogue::Catalogue;
use katydid::rules::{self, Game};
use katydid::variant::Variant;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The arguments of `score`.
#[derive(Clone, Debug, clap::Args)]
pub struct ScoreArguments {
    /// The file of positions
    pub data: PathBuf,
    #[command(flatten)]
    pub choice: Choice,
    /// What the file says of the engine, as its name and commit
    #[arg(long)]
    pub by: String,
    /// Nodes searched for each position
    #[arg(short, long, default_value_t = 5000)]
    pub nodes: u64,
    /// Keep one position of this many
    #[arg(long, default_value_t = 1)]
    pub every: u32,
    /// Positions at a time (default: as many as there are processors)
    #[arg(short, long)]
    pub threads: Option<usize>,
    /// The file to write, which is gone on with if it is there
    #[arg(short, long)]
    pub output: PathBuf,
}

impl ScoreArguments {
    /// Writes the games of a file with other scores.
    ///
    /// # Errors
    /// If a file cannot be read or written, or the engine does not answer.
    pub fn run(&self) -> Result<()> {
        ensure!(self.nodes > 0, "the nodes of scores must be positive");
        ensure!(
            self.every > 0,
            "of how many positions one is kept (every) must be positive"
        );
        let data = Positions::read(&self.data)?;
        ensure!(
            data.complete,
            "{}: it has no end; go on with `datagen` first",
            self.data.display()
        );
        let variant = Catalogue::new().variant(&data.header.game)?;
        let mut header = data.header.clone();
        header.scores = Some(Scores {
            by: self.by.clone(),
            nodes: self.nodes,
            every: self.every,
        });
        let store = Store::open(&self.output, header)?;
        let games: BTreeMap<u64, Record> = data
            .games
            .into_iter()
            .map(|game| (game.number, game))
            .collect();
        let wanted = games.keys().copied();
        let wanted: Vec<u64> = wanted.filter(|number| !store.has(*number)).collect();
        store.fill(
            &wanted,
            self.threads,
            || self.choice.start(&variant, &[]),
            |thinker, number| {
                let game = games.get(&number).context("a game that is not there")?;
                self.scored(&variant, game, thinker).map(Some)
            },
        )
    }

    /// A game with other scores. Which positions are kept depends on the game's number, so that all ages of games are among them.
    fn scored(
        &self,
        variant: &Arc<Variant>,
        game: &Record,
        thinker: &mut Thinker,
    ) -> Result<Record> {
        let every = self.every as usize;
        let first = (game.number % u64::from(self.every)) as usize;
        let mut samples = Vec::new();
        thinker.forget();
        for sample in game.samples.iter().skip(first).step_by(every) {
            let fen = sample.fen.clone();
            let game = Game::at(rules::position(variant, &fen)?);
            if game.outcome().is_some() {
                continue;
            }
            if let Some((_, score)) = thinker.think(&game, self.nodes)? {
                samples.push(Sample { fen, score });
            }
        }
        Ok(Record {
            samples,
            ..game.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workshop::datagen;

    #[test]
    fn scores_change_and_positions_and_results_do_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("games");
        datagen::tests::arguments("demichess", 4, data.clone())
            .run()
            .expect("games");
        let arguments = ScoreArguments {
            data: data.clone(),
            choice: Choice::default(),
            by: "test".to_owned(),
            nodes: 900,
            every: 2,
            threads: Some(2),
            output: folder.path().join("scored"),
        };
        arguments.run().expect("scores");
        let read = |path| Positions::read(path).expect("games");
        let (before, after) = (read(&data), read(&arguments.output));
        let scores = after.header.scores.clone().expect("who gave them");
        assert_eq!((scores.by.as_str(), scores.nodes), ("test", 900));
        assert_eq!(before.games.len(), after.games.len());
        let mut others = 0;
        for (game, scored) in before.games.iter().zip(&after.games) {
            assert_eq!(
                (game.number, game.points.to_bits()),
                (scored.number, scored.points.to_bits())
            );
            let kept = game
                .samples
                .iter()
                .skip((game.number % 2) as usize)
                .step_by(2);
            for (sample, scored) in kept.zip(&scored.samples) {
                assert_eq!(sample.fen, scored.fen);
                others += usize::from(sample.score != scored.score);
            }
        }
        assert!(others > 10, "{others} other scores");
        // A recipe can say what the command line would not.
        for (every, nodes) in [(0, 900), (2, 0)] {
            let wrong = ScoreArguments {
                nodes,
                every,
                ..arguments.clone()
            };
            let error = wrong.run().expect_err("nothing to do");
            assert!(error.to_string().contains("must be positive"), "{error}");
        }
        // Nothing is left to do.
        arguments.run().expect("the same");
        assert_eq!(read(&arguments.output), after);
    }
}
