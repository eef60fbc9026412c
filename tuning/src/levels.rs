//! Playing levels against each other: games of each level against the one below, of the lowest against a beginner and a random player, and
//! the table of `docs/playing.md` that is made of their results.
//!
//! Nodes limit the searches, not time, and openings and chance depend on the seed alone, so that the results do not depend on the machine.

use crate::armies::{share, with_table};
use crate::openings::random_turn;
use crate::self_play;
use crate::verdict::{search, sign_of};
use anyhow::{Context as _, Result, ensure};
use katydid::catalogue::Catalogue;
use katydid::position::Position;
use katydid::rules::{Game, Turn, legal_turns};
use katydid::search::{FULL_SKILL, Searcher};
use katydid::variant::Variant;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Write as _};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The table of a search in mebibytes.
const HASH_MB: usize = 4;
/// Random turns at the beginning of a game.
const OPENING: usize = 4;
/// Centipawns by which an opening may be from level without the game counting as decided.
const LEVEL: i32 = 900;
/// The probability that the beginner sees a reply.
const SEEN: f64 = 0.75;
/// The lines of the page between which the table stands.
const MARKS: [&str; 2] = ["<!-- levels -->\n", "<!-- end -->\n"];

/// The arguments of `levels`.
#[derive(Clone, Debug, clap::Args)]
pub struct LevelsArguments {
    /// The games
    #[arg(default_values = ["chess", "demichess", "hopgi"])]
    variants: Vec<String>,
    /// Games of each level against the one below, half of them with colours exchanged
    #[arg(long, default_value_t = 60)]
    games: u32,
    /// The most nodes of a turn: what the highest level searches
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// The seed of openings and chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file of results, which is added to
    #[arg(long, default_value = "tuning/levels.toml")]
    results: PathBuf,
    /// The page that gets the table
    #[arg(long, default_value = "docs/playing.md")]
    page: PathBuf,
}

/// The results of all steps.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Results {
    nodes: u64,
    seed: u64,
    /// Games of each step.
    games: u32,
    #[serde(default, rename = "step")]
    steps: Vec<Step>,
}

/// Games of two players, counted for the first.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    game: String,
    first: Player,
    second: Player,
    wins: u32,
    draws: u32,
    losses: u32,
}

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Player {
    /// Any legal turn.
    Random,
    /// The turn after which no reply that the beginner sees costs material; one reply of four is not seen.
    Beginner,
    #[serde(untagged)]
    Level(u8),
}

impl Display for Player {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random => f.write_str("random turns"),
            Self::Beginner => f.write_str("a beginner"),
            Self::Level(level) => write!(f, "{level}"),
        }
    }
}

/// A player at the board.
struct Seat {
    player: Player,
    searcher: Searcher,
    random: ChaCha8Rng,
}

impl Seat {
    fn new(player: Player, seed: u64) -> Result<Self> {
        let mut searcher = Searcher::new(HASH_MB)?;
        if let Player::Level(level) = player {
            searcher.settings.skill = level;
        }
        let random = ChaCha8Rng::seed_from_u64(seed);
        Ok(Self {
            player,
            searcher,
            random,
        })
    }

    /// The turn of the player, and a score in White's view.
    fn think(&mut self, game: &Game, nodes: u64) -> Option<(Turn, i32)> {
        let pos = game.position();
        match self.player {
            Player::Level(_) => search(game, nodes, &mut self.searcher),
            Player::Random => Some((random_turn(pos, &mut self.random)?, material(pos))),
            Player::Beginner => {
                let turn = beginner(pos, &mut self.random)?;
                Some((turn, material(pos)))
            }
        }
    }
}

/// What the pieces are worth together, in White's view.
fn material(pos: &Position) -> i32 {
    pos.values().mg()
}

/// The turn of a beginner, which is found by a look at each turn and at three of four replies, counting what the pieces are worth. A win at once is seen.
fn beginner(pos: &Position, random: &mut ChaCha8Rng) -> Option<Turn> {
    let sign = sign_of(pos);
    let after = |pos: &Position, turn: &Turn| {
        let mut game = Game::at(pos.clone());
        game.push(turn.clone());
        game
    };
    let mut best: (i32, Vec<Turn>) = (i32::MIN, Vec::new());
    for turn in legal_turns(pos) {
        let game = after(pos, &turn);
        let value = if let Some(outcome) = game.outcome() {
            let of = |winner| {
                if winner == pos.side_to_move() {
                    i32::MAX
                } else {
                    i32::MIN
                }
            };
            outcome.winner.map_or(0, of)
        } else {
            let replies = legal_turns(game.position()).into_iter();
            let seen = replies.filter(|_| random.random_bool(SEEN));
            let worst = seen.map(|reply| {
                let after = after(game.position(), &reply);
                sign * material(after.position())
            });
            worst.min().unwrap_or(sign * material(game.position()))
        };
        if value > best.0 || best.1.is_empty() {
            best = (value, Vec::new());
        }
        if value == best.0 {
            best.1.push(turn);
        }
    }
    best.1.choose(random).cloned()
}

impl LevelsArguments {
    /// Plays the steps that the file lacks and writes the page.
    ///
    /// # Errors
    /// If there is no such game, a file cannot be read or written, or the results are of other arguments.
    pub fn run(&self) -> Result<()> {
        ensure!(
            self.games > 0 && self.games.is_multiple_of(2),
            "--games {}: expected an even number from 2",
            self.games
        );
        let mut results = Results {
            nodes: self.nodes,
            seed: self.seed,
            games: self.games,
            steps: Vec::new(),
        };
        if self.results.exists() {
            let read = Results::read(&self.results)?;
            let same = (read.nodes, read.seed, read.games) == (self.nodes, self.seed, self.games);
            ensure!(
                same,
                "{}: made with --nodes {} --seed {} --games {}",
                self.results.display(),
                read.nodes,
                read.seed,
                read.games
            );
            results.steps = read.steps;
        }
        let catalogue = Catalogue::new();
        for name in &self.variants {
            let variant = catalogue.variant(name)?;
            for (first, second) in steps() {
                if results.of(name, first, second).is_some() {
                    continue;
                }
                let step = self.play(&variant, first, second)?;
                println!(
                    "{name}: {first} against {second}: +{} ={} -{}",
                    step.wins, step.draws, step.losses
                );
                results.steps.push(step);
                fs::write(&self.results, toml::to_string(&results)?)
                    .with_context(|| self.results.display().to_string())?;
            }
        }
        let page = read(&self.page)?;
        fs::write(&self.page, with_table(&page, MARKS, &results.table())?)
            .with_context(|| self.page.display().to_string())
    }

    /// The games of two players.
    fn play(&self, variant: &Arc<Variant>, first: Player, second: Player) -> Result<Step> {
        let points: Vec<f64> = (0..self.games)
            .into_par_iter()
            .map(|number| {
                let exchanged = number % 2 == 1;
                let players = if exchanged {
                    [second, first]
                } else {
                    [first, second]
                };
                let white = self.points(variant, players, u64::from(number / 2))?;
                anyhow::Ok(if exchanged { 1.0 - white } else { white })
            })
            .collect::<Result<_>>()?;
        let mut counts = [0; 3];
        for points in points {
            counts[(points * 2.0) as usize] += 1;
        }
        let [losses, draws, wins] = counts;
        Ok(Step {
            game: variant.name.clone(),
            first,
            second,
            wins,
            draws,
            losses,
        })
    }

    /// White's points in a game whose opening depends on the seed and a number.
    fn points(&self, variant: &Arc<Variant>, players: [Player; 2], number: u64) -> Result<f64> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number);
        let mut game = Game::new(variant);
        for _ in 0..OPENING {
            if let Some(turn) = random_turn(game.position(), &mut random) {
                game.push(turn);
            }
        }
        let [mut white, mut black] = [
            Seat::new(players[0], random.random())?,
            Seat::new(players[1], random.random())?,
        ];
        let think = |game: &Game| {
            let seat = if sign_of(game.position()) > 0 {
                &mut white
            } else {
                &mut black
            };
            Ok(seat.think(game, self.nodes))
        };
        let points = self_play::points(game, LEVEL, think, |_, _, _| {})?;
        points.context("a search without an answer")
    }
}

/// Who meets whom: the lowest level two players that are no engines, each other level the one below.
fn steps() -> impl Iterator<Item = (Player, Player)> {
    let lowest = [Player::Random, Player::Beginner].map(|other| (Player::Level(0), other));
    let levels = (1..=FULL_SKILL).map(|level| (Player::Level(level), Player::Level(level - 1)));
    lowest.into_iter().chain(levels)
}

impl Results {
    fn read(path: &Path) -> Result<Self> {
        toml::from_str(&read(path)?).with_context(|| path.display().to_string())
    }

    fn of(&self, game: &str, first: Player, second: Player) -> Option<&Step> {
        let mut steps = self.steps.iter();
        steps.find(|step| step.game == game && (step.first, step.second) == (first, second))
    }

    /// The table in Markdown: wins, draws and losses, and the share of the points with its interval.
    fn table(&self) -> String {
        let mut games: Vec<&str> = self.steps.iter().map(|step| step.game.as_str()).collect();
        games.dedup();
        let mut text = String::from("| |");
        for game in &games {
            let _ = write!(text, " `{game}` |");
        }
        let _ = write!(text, "\n|---|{}\n", "---|".repeat(games.len()));
        for (first, second) in steps() {
            let _ = write!(text, "| {first} against {second} |");
            for game in &games {
                let cell = self.of(game, first, second).map(|step| {
                    let Step {
                        wins,
                        draws,
                        losses,
                        ..
                    } = step;
                    let (share, error) = share([*losses, *draws, *wins]);
                    format!(
                        "{wins}-{draws}-{losses}, {:.0} % ± {:.0}",
                        100.0 * share,
                        100.0 * error
                    )
                });
                let _ = write!(text, " {} |", cell.unwrap_or_default());
            }
            text.push('\n');
        }
        text
    }
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}
