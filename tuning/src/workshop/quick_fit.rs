//! A quick fit of a user's game: games of the engine against itself for some minutes, a fit with an interval for each value, and
//! games of the engine with the new values against the one without.
//!
//! A game with the pieces of a game that it inherits from may use its network: the network is kept if it wins such a match, too.
//!
//! Games and weights lie in the folder `weights` beside the file of the game. A run that was interrupted goes on with its games.

use super::data::{Positions, write_whole};
use super::datagen::{DatagenArguments, Shard};
use super::fit::{Outcome, Settings, fit};
use super::model::{About, Numbers, Part, Row};
use super::thinker::{Choice, HASH_MB};
use super::weights_file;
use crate::openings::random_turn;
use crate::self_play;
use crate::stats::elo::Strength;
use crate::verdict::search;
use anyhow::{Context as _, Result, ensure};
use katydid::base::Color;
use katydid::catalogue::Catalogue;
use katydid::rules::{self, Game};
use katydid::search::Searcher;
use katydid::variant::Variant;
use katydid::variant::nnue::Network;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The share of the time for the games that are learned from; the rest is for the match.
const LEARNING: f64 = 0.75;
/// The share of the time after which the match of the values ends, where a network is tried too.
const VALUES: f64 = 0.87;
/// The least steepness, for a hundred centipawns. Games that inherit from another with quite other aims begin with values that tell next to
/// nothing of results.
const LEAST_STEEPNESS: f64 = 0.15;
/// Games of the first part of a run, which shows how long a game takes.
const FIRST: u64 = 16;
/// The longest part of a run between two looks at the clock.
const PART: f64 = 30.0;
/// Groups of games, each of which is left out once for the intervals (delete-a-group jackknife).
const GROUPS: u64 = 6;
/// One game of this many is held out.
const HELD_OUT: u64 = 10;
/// Half the width of a 95 % interval in standard errors.
const NORMAL: f64 = 1.96;
/// The fewest games of the match, also where the time is over.
const LEAST_GAMES: u32 = 20;
/// Random turns of the openings of the match.
const OPENING: usize = 6;
/// Centipawns by which openings may be from level.
const LEVEL: i32 = 400;

/// The arguments of `fit`.
#[derive(Clone, Debug, clap::Args)]
pub struct FitArguments {
    /// The variant file, or the name of a game
    game: String,
    /// How long it may take, about
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// Nodes searched for each turn
    #[arg(long, default_value_t = 400)]
    nodes: u64,
    /// Games at a time (default: as many as there are processors)
    #[arg(short, long)]
    threads: Option<usize>,
}

/// The positions of some games, with the numbers of their games.
struct Games {
    rows: Vec<(u64, Row)>,
    learned: Vec<Row>,
    held_out: Vec<Row>,
}

impl FitArguments {
    /// Plays, fits, writes and plays against the former values.
    ///
    /// # Errors
    /// If there is no such game, or a file cannot be read or written.
    pub fn run(&self) -> Result<()> {
        ensure!(self.minutes > 0.0, "--minutes must be positive");
        let started = Instant::now();
        let catalogue = Catalogue::new();
        let (name, folder) = self.game(&catalogue)?;
        let folder = folder.join("weights");
        std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let positions = folder.join(format!("{name}.positions"));
        let data = self.play(&catalogue, &name, &positions, started)?;
        let variant = catalogue.variant(&name)?;
        let numbers = Numbers::of(&variant);
        let games = Games::of(&numbers, &data)?;
        let settings = Settings {
            result: 0.4,
            prior: 1.0,
            least_steepness: LEAST_STEEPNESS,
            ..Settings::USUAL
        };
        println!(
            "{} games, {} positions: fitting",
            data.games.len(),
            games.rows.len()
        );
        let outcome = fit(
            &numbers,
            &games.learned,
            &games.held_out,
            &settings,
            |_, _| {},
        );
        let intervals = intervals(&numbers, &outcome, &games, &settings);
        let text = weights_file::text(&numbers, &outcome, &[data.header], &settings);
        let comments = intervals
            .lines()
            .fold(String::new(), |text, line| text + "# " + line + "\n");
        let output = folder.join(format!("{name}.toml"));
        write_whole(&output, &(comments + &text))?;
        print!("{intervals}");
        println!("written: {}", output.display());
        let weighed = Catalogue::new();
        if Path::new(&self.game).exists() {
            weighed.add(Path::new(&self.game))?;
        }
        weighed.weigh(&output)?;
        let until = |share: f64| started + Duration::from_secs_f64(self.minutes * 60.0 * share);
        let fitted = weighed.variant(&name)?;
        let Some(network) = inherited_network(&weighed, &fitted)? else {
            return self
                .gain("new against former values", &variant, &fitted, until(1.0))
                .map(drop);
        };
        self.gain(
            "new against former values",
            &variant,
            &fitted,
            until(VALUES),
        )?;
        let game = network.header().game.clone();
        let with = fitted.with_network(Some(network));
        let match_of = format!("with the network of {game} against without");
        if self.gain(&match_of, &fitted, &Arc::new(with), until(1.0))? {
            let text = std::fs::read_to_string(&output)?;
            write_whole(&output, &with_network(&text, &game))?;
            println!("written: `network = \"{game}\"` in {}", output.display());
        }
        Ok(())
    }

    /// The game, and the folder of its file.
    fn game(&self, catalogue: &Catalogue) -> Result<(String, PathBuf)> {
        let path = Path::new(&self.game);
        if !path.exists() {
            return Ok((catalogue.variant(&self.game)?.name.clone(), PathBuf::new()));
        }
        ensure!(path.is_file(), "{}: expected one file", path.display());
        let names = catalogue.add(path)?;
        let name = names.into_iter().next().context("the file is no game")?;
        Ok((name, path.parent().unwrap_or(Path::new("")).to_owned()))
    }

    /// Plays until it is time to fit: the games in the file and those that are added.
    fn play(
        &self,
        catalogue: &Catalogue,
        name: &str,
        output: &Path,
        started: Instant,
    ) -> Result<Positions> {
        let mut games = match Positions::read(output) {
            Ok(known) => known.games.last().map_or(0, |game| game.number + 1),
            Err(_) => 0,
        };
        let before = games;
        let seconds = self.minutes * 60.0 * LEARNING;
        loop {
            let elapsed = started.elapsed().as_secs_f64();
            let rate = (games - before) as f64 / elapsed.max(0.001);
            let more = match games - before {
                0 => FIRST,
                _ => (rate * (seconds - elapsed).min(PART)) as u64,
            };
            if games > before && (more == 0 || elapsed >= seconds) {
                break;
            }
            games += more;
            let datagen = DatagenArguments {
                variant: name.to_owned(),
                games,
                seed: 1,
                nodes: self.nodes,
                least_plies: 4,
                most_plies: 8,
                level: LEVEL,
                odds: 8,
                shard: Shard::WHOLE,
                threads: self.threads,
                choice: Choice::default(),
                commit: env!("CARGO_PKG_VERSION").to_owned(),
                output: output.to_owned(),
            };
            datagen.run_in(catalogue)?;
            println!(
                "{games} games, {:.0} of {seconds:.0} s",
                started.elapsed().as_secs_f64()
            );
        }
        Positions::read(output)
    }

    /// Plays an engine with `after` against one with `before` until the time is over, prints the result, and returns whether the gain
    /// is beyond its interval.
    fn gain(
        &self,
        match_of: &str,
        before: &Arc<Variant>,
        after: &Arc<Variant>,
        until: Instant,
    ) -> Result<bool> {
        let mut searchers = [Searcher::new(HASH_MB)?, Searcher::new(HASH_MB)?];
        let mut random = ChaCha8Rng::seed_from_u64(2);
        let mut results = [0_u32; 3];
        while Instant::now() < until || results.iter().sum::<u32>() < LEAST_GAMES {
            let mut opening = Game::new(before);
            for _ in 0..OPENING {
                if let Some(turn) = random_turn(opening.position(), &mut random) {
                    opening.push(turn);
                }
            }
            if opening.outcome().is_some() {
                continue;
            }
            for new in Color::ALL {
                for searcher in &mut searchers {
                    searcher.clear();
                }
                let think = |game: &Game| {
                    if game.position().side_to_move() != new {
                        return Ok(search(game, self.nodes, &mut searchers[0]));
                    }
                    let fen = game.position().fen();
                    let same = Game::set_up(after, Some(&fen), [])?;
                    Ok(search(&same, self.nodes, &mut searchers[1]))
                };
                let played = self_play::points(opening.clone(), LEVEL, think, |_, _, _| {})?;
                let white = played.unwrap_or(0.5);
                let points = if new == Color::White {
                    white
                } else {
                    1.0 - white
                };
                results[(points * 2.0) as usize] += 1;
            }
        }
        let [losses, draws, wins] = results;
        println!(
            "{match_of}, {} nodes a turn: +{wins} ={draws} -{losses}",
            self.nodes
        );
        let Some(strength) = Strength::of_games(losses, draws, wins) else {
            return Ok(false);
        };
        let elo = strength.elo;
        println!("Elo gained: {:+.0} ± {:.0}", elo.value, elo.error);
        Ok(elo.value > elo.error)
    }
}

/// The network of the nearest game that a game inherits from, if that game has one and the same pieces, and the game itself none.
fn inherited_network(catalogue: &Catalogue, game: &Variant) -> Result<Option<Arc<Network>>> {
    let letters = |variant: &Variant| -> Vec<String> {
        let types = variant.presentation.piece_types.iter();
        types.map(|piece| piece.letter.clone()).collect()
    };
    if game.network.is_some() {
        return Ok(None);
    }
    for parent in catalogue.ancestors(&game.name) {
        let parent = catalogue.variant(&parent)?;
        if letters(&parent) != letters(game) {
            return Ok(None);
        }
        if let Some(network) = &parent.network {
            return Ok(Some(Arc::clone(network)));
        }
    }
    Ok(None)
}

/// A file of weights that names a network, behind its comments.
fn with_network(text: &str, game: &str) -> String {
    let head = text.lines().take_while(|line| line.starts_with('#'));
    let head: usize = head.map(|line| line.len() + 1).sum();
    let (head, rest) = text.split_at(head);
    format!("{head}\nnetwork = \"{game}\"\n{rest}")
}

impl Games {
    fn of(numbers: &Numbers, data: &Positions) -> Result<Self> {
        let mut rows = Vec::new();
        for game in &data.games {
            for sample in &game.samples {
                let pos = rules::position(numbers.variant(), &sample.fen)?;
                let row = numbers.row(&pos, game.points, f64::from(sample.score));
                rows.push((game.number, row));
            }
        }
        let pick = |held: bool| -> Vec<Row> {
            let rows = rows.iter();
            let rows = rows.filter(|(game, _)| (game % HELD_OUT == 0) == held);
            rows.map(|(_, row)| row.clone()).collect()
        };
        let (learned, held_out) = (pick(false), pick(true));
        ensure!(
            !learned.is_empty() && !held_out.is_empty(),
            "too few games (expected more minutes)"
        );
        Ok(Self {
            rows,
            learned,
            held_out,
        })
    }

    /// The positions that are learned from without those of a group of games.
    fn without(&self, group: u64) -> Vec<Row> {
        let rows = self.rows.iter();
        let rows =
            rows.filter(|(game, _)| game % HELD_OUT != 0 && game / HELD_OUT % GROUPS != group);
        rows.map(|(_, row)| row.clone()).collect()
    }
}

/// The value of each piece with its 95 % interval, a line each: what would differ with other games, not what the prior holds.
fn intervals(numbers: &Numbers, outcome: &Outcome, games: &Games, settings: &Settings) -> String {
    let partial: Vec<Outcome> = (0..GROUPS)
        .map(|group| games.without(group))
        .filter(|rows| !rows.is_empty())
        .map(|rows| fit(numbers, &rows, &games.held_out, settings, |_, _| {}))
        .collect();
    let error = |index: usize| {
        let count = partial.len() as f64;
        let values = || partial.iter().map(|outcome| outcome.numbers[index]);
        let mean = values().sum::<f64>() / count;
        let squares: f64 = values().map(|value| (value - mean).powi(2)).sum();
        NORMAL * (squares * (count - 1.0) / count).sqrt()
    };
    let mut text = String::new();
    for (index, number) in numbers.all.iter().enumerate() {
        let About::Value(piece) = number.about else {
            continue;
        };
        let (value, error) = (outcome.numbers[index], error(index));
        if number.part == Part::Endgame {
            let _ = writeln!(text, " / {value:.0} ± {error:.0}");
        } else {
            let name = numbers.variant().name_of(piece);
            let _ = write!(text, "{name}: {value:.0} ± {error:.0}");
        }
    }
    text
}
