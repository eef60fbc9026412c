//! Games of an engine against itself, for their quiet positions.
//!
//! Each game begins with random turns and goes on with searches of this many nodes until it is over or as good as over.
//! What it is depends on the seed, its number and the engine alone: a run that was interrupted goes on where it was,
//! and machines that are given different seeds share the work.

use super::data::{Header, Record, Sample};
use super::store::Store;
use super::thinker::{Choice, HASH_MB, Thinker};
use crate::openings::{level_by_odds, random_turn};
use crate::self_play;
use crate::verdict::MOST_SCORE;
use anyhow::{Context as _, Result, ensure};
use katydid::base::MoveKind;
use katydid::catalogue::Catalogue;
use katydid::position::Position;
use katydid::rules::{Game, Turn, in_check, is_capture};
use katydid::variant::Variant;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

/// Openings that are tried for a game before it is left out.
const OPENINGS: u32 = 50;

/// The arguments of `datagen`.
#[derive(Clone, Debug, clap::Args)]
pub struct DatagenArguments {
    /// The game
    pub variant: String,
    /// Games in total, those that the file holds already included
    #[arg(short, long, default_value_t = 1000)]
    pub games: u64,
    /// The seed; different seeds give different games
    #[arg(short, long, default_value_t = 1)]
    pub seed: u64,
    /// Nodes searched for each turn
    #[arg(short, long, default_value_t = 5000)]
    pub nodes: u64,
    /// The fewest random turns of an opening
    #[arg(long, default_value_t = 4)]
    pub least_plies: u32,
    /// The most random turns of an opening
    #[arg(long, default_value_t = 10)]
    pub most_plies: u32,
    /// The most centipawns by which one side may be ahead behind the opening; 1,100 more, and the game is as good as over
    #[arg(long, default_value_t = 400)]
    pub level: i32,
    /// The most non-pawn pieces that are taken off the side ahead, at random, where the opening is not that level
    #[arg(long, default_value_t = 0)]
    pub odds: u32,
    /// Play only the K-th of every N games, as K/N: N machines share the games of a seed, `merge` puts their files together
    #[arg(long, default_value = "1/1")]
    pub shard: Shard,
    /// Games at a time (default: as many as there are processors)
    #[arg(short, long)]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub choice: Choice,
    /// The commit of the engine, written into the file; of another engine its name too
    #[arg(long, default_value = env!("CARGO_PKG_VERSION"))]
    pub commit: String,
    /// The file, which is gone on with if it is there
    #[arg(short, long)]
    pub output: PathBuf,
}

/// Which of the games a machine plays: the K-th of every N.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// From 1 to `of`.
    number: u64,
    of: u64,
}

impl Shard {
    /// All games.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    const fn has(self, game: u64) -> bool {
        game % self.of == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let shard = numbers.map(|(number, of)| Self { number, of });
        shard
            .filter(|shard| (1..=shard.of).contains(&shard.number))
            .with_context(|| format!("'{text}' (expected K/N, with K from 1 to N)"))
    }
}

impl DatagenArguments {
    /// Plays the games that the file lacks.
    ///
    /// # Errors
    /// If there is no such game, the file holds other games, or it cannot be written.
    pub fn run(&self) -> Result<()> {
        self.run_in(&Catalogue::new())
    }

    /// The same for a game of a catalogue.
    ///
    /// # Errors
    /// The same.
    pub fn run_in(&self, catalogue: &Catalogue) -> Result<()> {
        let variant = catalogue.variant(&self.variant)?;
        ensure!(self.nodes > 0, "--nodes must be positive");
        ensure!(
            self.least_plies <= self.most_plies,
            "--least-plies must not be more than --most-plies"
        );
        let header = Header {
            game: self.variant.clone(),
            engine: self.commit.clone(),
            seed: self.seed,
            nodes: self.nodes,
            plies: (self.least_plies, self.most_plies),
            odds: self.odds,
            scores: None,
        };
        let store = Store::open(&self.output, header)?;
        let wanted: Vec<u64> = (0..self.games)
            .filter(|number| self.shard.has(*number) && !store.has(*number))
            .collect();
        // As small as ours, since it is emptied for each game.
        let table = [("Hash".to_owned(), HASH_MB.to_string())];
        store.fill(
            &wanted,
            self.threads,
            || self.choice.start(&variant, &table),
            |thinker, number| self.game(&variant, number, thinker),
        )
    }

    /// The game of a number; none where no level opening is found.
    fn game(
        &self,
        variant: &Arc<Variant>,
        number: u64,
        thinker: &mut Thinker,
    ) -> Result<Option<Record>> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(number);
        thinker.forget();
        for _ in 0..OPENINGS {
            if let Some(game) = self.opening(variant, &mut rng, thinker)? {
                let played = self.play(game, thinker)?;
                return Ok(played.map(|(points, samples)| Record {
                    number,
                    points,
                    samples,
                }));
            }
        }
        Ok(None)
    }

    /// A game that has begun with random turns and is not decided by them.
    fn opening(
        &self,
        variant: &Arc<Variant>,
        rng: &mut ChaCha8Rng,
        thinker: &mut Thinker,
    ) -> Result<Option<Game>> {
        let mut game = Game::new(variant);
        for _ in 0..rng.random_range(self.least_plies..=self.most_plies) {
            let Some(turn) = random_turn(game.position(), rng) else {
                return Ok(None);
            };
            game.push(turn);
            if game.outcome().is_some() {
                return Ok(None);
            }
        }
        level_by_odds(game, self.level, self.odds, rng, |game| {
            let found = thinker.think(game, self.nodes)?;
            Ok(found.map(|(_, score)| score))
        })
    }

    /// Plays a game to its end: White's points, and the quiet positions on the way.
    fn play(&self, game: Game, thinker: &mut Thinker) -> Result<Option<(f64, Vec<Sample>)>> {
        let mut samples = Vec::new();
        let think = |game: &Game| thinker.think(game, self.nodes);
        let points = self_play::points(game, self.level, think, |game, turn, score| {
            let pos = game.position();
            if is_quiet(pos, turn) && score.abs() < MOST_SCORE {
                let fen = pos.fen();
                samples.push(Sample { fen, score });
            }
        })?;
        Ok(points.map(|points| (points, samples)))
    }
}

/// Whether nothing is about to happen: no check, and a turn that neither captures nor promotes. A drop is quiet: in games with
/// hands it is the best turn of most positions from which the use of pieces in hand can be learned.
fn is_quiet(pos: &Position, turn: &Turn) -> bool {
    let mut legs = turn.legs().iter();
    !in_check(pos) && legs.all(|leg| !is_capture(pos, *leg) && leg.kind() != MoveKind::Promotion)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::workshop::data::Positions;
    use katydid::rules::{self, turn_of_text};
    use std::path::Path;

    /// A few quick games.
    pub fn arguments(variant: &str, games: u64, output: PathBuf) -> DatagenArguments {
        DatagenArguments {
            variant: variant.to_owned(),
            games,
            seed: 5,
            nodes: 300,
            least_plies: 2,
            most_plies: 6,
            level: 600,
            odds: 0,
            shard: Shard::WHOLE,
            threads: Some(2),
            choice: Choice::default(),
            commit: "test".to_owned(),
            output,
        }
    }

    #[test]
    fn games_are_gone_on_with_and_are_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["demichess", "hopgi", "progressive"] {
            let at_once = folder.path().join(format!("{name}-once"));
            let in_parts = folder.path().join(format!("{name}-parts"));
            arguments(name, 4, at_once.clone()).run().expect("games");
            for games in [2, 4] {
                arguments(name, games, in_parts.clone())
                    .run()
                    .expect("games");
                // As if the machine had been switched off.
                let text = std::fs::read_to_string(&in_parts).expect("a file");
                let cut = text.find("end ").expect("an end") + 2;
                std::fs::write(&in_parts, &text[..cut]).expect("a file");
            }
            arguments(name, 4, in_parts.clone()).run().expect("games");
            let games_of = |path: &Path| {
                let read = Positions::read(path).expect("a whole file");
                assert!(read.complete);
                read.games
            };
            let games = games_of(&at_once);
            assert_eq!(games, games_of(&in_parts), "{name}");
            assert!(games.iter().any(|game| !game.samples.is_empty()), "{name}");
        }
    }

    #[test]
    fn a_drop_is_quiet_and_a_promotion_is_not() {
        let crazyhouse = Catalogue::new().variant("crazyhouse").expect("a game");
        let quiet = |text: &str| {
            let fen = "4k3/P7/8/8/8/2pR4/8/4K3[N] w - - 0 1";
            let pos = rules::position(&crazyhouse, fen).expect("a position");
            is_quiet(&pos, &turn_of_text(&pos, text).expect("a turn"))
        };
        assert!(quiet("N@e4") && quiet("d3d5"));
        assert!(!quiet("a7a8q") && !quiet("d3c3"));
    }

    #[test]
    fn other_games_are_not_mixed_in() {
        let folder = tempfile::tempdir().expect("a folder");
        let output = folder.path().join("games");
        arguments("demichess", 1, output.clone())
            .run()
            .expect("a game");
        let mut other = arguments("demichess", 2, output);
        other.nodes = 301;
        let error = other.run().expect_err("another number of nodes");
        assert!(
            error.to_string().contains("it holds other games"),
            "{error}"
        );
    }
}
