//! A network from games to a match: plays what the recipe asks for, trains, plays against the present in each game of the
//! family, and writes the network where it gains. An interrupted run continues; failures are written down too.

use super::data::write_whole;
use super::recipe::{NETWORKS, RECIPES, Recipe, RecipeArguments};
use super::thinker::{Choice, HASH_MB};
use crate::openings::OpeningsArguments;
use crate::self_play;
use crate::stats::Pentanomial;
use crate::stats::elo::Strength;
use crate::stats::sprt::{Model, Sprt, SprtVerdict};
use crate::verdict::search;
use anyhow::{Context as _, Result};
use katydid::base::Color;
use katydid::catalogue::Catalogue;
use katydid::rules::Game;
use katydid::search::Searcher;
use katydid::variant::Variant;
use katydid::variant::nnue::Network;
use rayon::prelude::*;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of experiments, from the root of the project.
const EXPERIMENTS: &str = "tuning/experiments";
/// The hypotheses of the match: a network that gains nothing, and one that gains enough for its kilobytes.
const SPRT: Sprt = Sprt {
    elo0: 0.0,
    elo1: 30.0,
    alpha: 0.05,
    beta: 0.05,
    model: Model::Logistic,
};
/// Pairs before the first look at the ratio.
const LEAST_PAIRS: usize = 100;
/// Pairs between two looks.
const BATCH: usize = 10;
/// The seed of the openings, another than those of the games learned from.
const SEED: u64 = 46;
/// Random openings that are tried for a pair.
const TRIES: u64 = 1000;
/// The centipawns by which a game is adjudicated, less 1,100.
const LEVEL: i32 = 500;

/// The arguments of `net`.
#[derive(Clone, Debug, clap::Args)]
pub struct NetArguments {
    /// A game: its recipe is `tuning/recipes/NAME-network.toml`, which is written if there is none
    pub name: String,
    /// In a new recipe: further games with the same pieces that share the network
    #[arg(long, num_args = 1..)]
    pub family: Vec<String>,
    /// In a new recipe: how many games are played of each
    #[arg(short, long, default_value_t = 20_000)]
    pub games: u64,
    /// In a new recipe: nodes searched for each turn
    #[arg(short, long, default_value_t = 200)]
    pub nodes: u64,
    /// In a new recipe: the commit of this program
    #[arg(long, default_value = env!("CARGO_PKG_VERSION"))]
    pub commit: String,
    /// Nodes searched for each turn of the match
    #[arg(long, default_value_t = 8000)]
    pub match_nodes: u64,
    /// Pairs of games after which a match is over
    #[arg(long, default_value_t = 400)]
    pub pairs: usize,
    /// Pairs in each game of a family, to be judged together (default: each game has a match of its own)
    #[arg(long)]
    pub pool: Option<usize>,
    /// With `--pool`: games that have matches of their own
    #[arg(long, num_args = 1.., requires = "pool")]
    pub alone: Vec<String>,
    /// The folder that keeps games, the network and the results of matches
    #[arg(short, long, default_value = "target/positions")]
    pub data: PathBuf,
    /// The root of the project, which has the folders of recipes, networks and experiments
    #[arg(long, default_value = ".")]
    pub root: PathBuf,
    /// The engine that plays the games, where the recipe wants another one
    #[command(flatten)]
    pub choice: Choice,
    /// Games at a time (default: as many as there are processors)
    #[arg(short, long)]
    pub threads: Option<usize>,
}

/// A match of the network against the present.
struct Match {
    game: String,
    results: Results,
    /// Whether it is judged together with others.
    is_pooled: bool,
    gains: bool,
}

/// The games of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Results {
    /// Twice the points of the network in the two games of each pair.
    pairs: Vec<[u8; 2]>,
}

impl Results {
    fn pentanomial(&self) -> Pentanomial {
        let mut counts = Pentanomial::default();
        for [one, other] in &self.pairs {
            counts[usize::from(one + other)] += 1;
        }
        counts
    }

    /// Games with a result: 0 lost, 1 drawn, 2 won.
    fn count(&self, result: u8) -> usize {
        let games = self.pairs.as_flattened().iter();
        games.map(|points| usize::from(*points == result)).sum()
    }

    /// Whether the network is accepted or refused after this many pairs at most; none while the match is to continue.
    fn verdict(&self, most: usize) -> Option<bool> {
        if self.pairs.len() < LEAST_PAIRS.min(most) {
            return None;
        }
        let pairs = self.pentanomial();
        match SPRT.verdict(SPRT.llr(&pairs)) {
            SprtVerdict::H1 => Some(true),
            SprtVerdict::H0 => Some(false),
            SprtVerdict::Continue if self.pairs.len() < most => None,
            SprtVerdict::Continue => {
                let elo = Strength::of_pairs(&pairs).map(|strength| strength.elo);
                Some(elo.is_some_and(|elo| elo.value > elo.error))
            }
        }
    }

    /// The rows of a file, a pair in each.
    fn text(&self) -> String {
        self.pairs
            .iter()
            .fold(String::new(), |mut text, [one, other]| {
                let _ = writeln!(text, "{one} {other}");
                text
            })
    }

    fn parse(text: &str) -> Option<Self> {
        let pair = |line: &str| {
            let (one, other) = line.split_once(' ')?;
            let points = |text: &str| text.parse().ok().filter(|points| *points <= 2);
            Some([points(one)?, points(other)?])
        };
        let pairs = text.lines().map(pair).collect::<Option<_>>()?;
        Some(Self { pairs })
    }
}

/// The arguments of `share`.
#[derive(Clone, Debug, clap::Args)]
pub struct ShareArguments {
    /// The game that has the network
    name: String,
    /// Games with the same pieces
    #[arg(required = true)]
    games: Vec<String>,
    /// Variant files to add
    #[arg(long)]
    variants: Vec<PathBuf>,
    /// Pairs of games in each
    #[arg(long, default_value_t = 12)]
    pairs: usize,
    /// Nodes searched for each turn
    #[arg(long, default_value_t = 8000)]
    nodes: u64,
    /// The folder that keeps what was played
    #[arg(short, long, default_value = "target/positions")]
    data: PathBuf,
    /// Games at a time (default: as many as there are processors)
    #[arg(short, long)]
    threads: Option<usize>,
}

impl ShareArguments {
    /// Plays games with the network of another game against games without it, judges them together, and prints the results of the
    /// experiment.
    ///
    /// # Errors
    /// If there is no such game or network, or a file cannot be read or written.
    pub fn run(&self) -> Result<()> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0));
        pool.build()?.install(|| self.run_here())
    }

    fn run_here(&self) -> Result<()> {
        std::fs::create_dir_all(&self.data).with_context(|| self.data.display().to_string())?;
        let catalogue = Catalogue::new();
        for path in &self.variants {
            catalogue.add(path)?;
        }
        let variant = catalogue.variant(&self.name)?;
        let network = variant
            .network
            .as_ref()
            .with_context(|| format!("{}: it has no network", self.name))?;
        let mut matches = Vec::new();
        for game in &self.games {
            let without = catalogue.variant(game)?.with_network(None);
            let contest = Contest {
                network: &self.name,
                nodes: self.nodes,
                most: self.pairs,
                data: &self.data,
            };
            let results = contest.results(&Arc::new(without), network, Some(self.pairs))?;
            matches.push(Match {
                game: game.clone(),
                is_pooled: true,
                gains: false,
                results,
            });
        }
        let pool = judge_together(&mut matches);
        println!(
            "# The network of {}, judged together: {}",
            self.name,
            told(&pool)
        );
        print!("{}", results_of(&matches, self.nodes));
        Ok(())
    }
}

/// Games of the engine with a network against the engine without it.
struct Contest<'a> {
    /// The game of the network.
    network: &'a str,
    /// Nodes searched for each turn.
    nodes: u64,
    /// The most pairs.
    most: usize,
    /// The folder that keeps what was played.
    data: &'a Path,
}

impl NetArguments {
    /// Finds the network.
    ///
    /// # Errors
    /// If there is no such game, the recipe is not understood, or a file cannot be read or written.
    pub fn run(&self) -> Result<()> {
        let threads = self.threads.unwrap_or(0);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build()?.install(|| self.run_here())
    }

    fn run_here(&self) -> Result<()> {
        let catalogue = Catalogue::new();
        catalogue.variant(&self.name)?;
        let path = self.root.join(RECIPES);
        let path = path.join(format!("{}-network.toml", self.name));
        if !path.exists() {
            write_whole(&path, &self.new_recipe())?;
            println!("written: {}", path.display());
        }
        let output = self.data.join(format!("{}.net", self.name));
        let recipe = RecipeArguments {
            name: path.display().to_string(),
            data: self.data.clone(),
            output: Some(output.clone()),
            choice: self.choice.clone(),
            threads: self.threads,
        };
        recipe.run()?;
        let (_, recipe) = recipe.read()?;
        let bytes = std::fs::read(&output).with_context(|| output.display().to_string())?;
        let network = Arc::new(Network::read(&bytes)?);
        let mut matches = Vec::new();
        for game in [&recipe.game].into_iter().chain(&recipe.family) {
            let variant = catalogue.variant(game)?;
            let pairs = self.pool.filter(|_| !self.alone.contains(game));
            let contest = Contest {
                network: &self.name,
                nodes: self.match_nodes,
                most: self.pairs,
                data: &self.data,
            };
            let results = contest.results(&variant, &network, pairs)?;
            matches.push(Match {
                game: game.clone(),
                is_pooled: pairs.is_some(),
                gains: results.verdict(self.pairs).unwrap_or(false),
                results,
            });
        }
        let pool = judge_together(&mut matches);
        tell(&matches);
        write_whole(
            &self.experiment()?,
            &self.report(&recipe, &network, &matches, &pool),
        )?;
        let gains = matches.iter().filter(|played| played.gains);
        let gains: Vec<_> = gains.map(|played| played.game.as_str()).collect();
        if gains.is_empty() {
            println!("it gains in no game: not written");
            return Ok(());
        }
        let shipped = self.root.join(NETWORKS).join(format!("{}.net", self.name));
        std::fs::write(&shipped, bytes).with_context(|| shipped.display().to_string())?;
        println!(
            "written: {}; it gains in: {} (the key `network` in the files of the others names it)",
            shipped.display(),
            gains.join(" ")
        );
        Ok(())
    }

    /// The recipe of a network that has none. The rounds are few, since few positions are soon learned by heart.
    fn new_recipe(&self) -> String {
        let family = match &self.family[..] {
            [] => String::new(),
            family => format!("family = {family:?}\n"),
        };
        format!(
            "# The network of {0}.\ngame = {0:?}\n{family}commit = {1:?}\ngames = [[7001, {2}]]\nnodes = {3}\nplies = [4, 12]\n\
             level = 500\nnetwork = {{ result = 0.25, rounds = 6, step = 0.001, seed = 1 }}\n",
            self.name, self.commit, self.games, self.nodes
        )
    }

    /// The experiment's file: the one there is, or the next number.
    fn experiment(&self) -> Result<PathBuf> {
        let folder = self.root.join(EXPERIMENTS);
        let end = format!("-network-{}.toml", self.name);
        let mut last = 0;
        for file in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let name = file?.file_name();
            let name = name.to_string_lossy();
            if name.ends_with(&end) {
                return Ok(folder.join(&*name));
            }
            let number = name
                .split('-')
                .next()
                .and_then(|number| number.parse().ok());
            last = last.max(number.unwrap_or(0));
        }
        Ok(folder.join(format!("{:02}{end}", last + 1)))
    }

    /// The experiment of the matches.
    fn report(
        &self,
        recipe: &Recipe,
        network: &Network,
        matches: &[Match],
        pool: &Results,
    ) -> String {
        let against = if recipe.refines() {
            "it and with the one before"
        } else {
            "and without it"
        };
        let mut text = format!(
            "title = \"The network of {}\"\nabout = '''\n{}\n\nThe same engine with {against}: eight random turns, at most \
             0.60 pawns from level, colours exchanged, adjudicated at sixteen pawns. SPRT of {} and {} Elo after {LEAST_PAIRS} pairs, \
             {} pairs at most.\n'''\n",
            recipe.game,
            network.header().trained,
            SPRT.elo0,
            SPRT.elo1,
            self.pairs,
        );
        if !pool.pairs.is_empty() {
            let _ = write!(
                text,
                "conclusion = '''\nJudged together: {}.\n'''\n",
                told(pool)
            );
        }
        text += &results_of(matches, self.match_nodes);
        text
    }
}

impl Contest<'_> {
    /// The match in a game, with what was played of it before.
    fn results(
        &self,
        variant: &Arc<Variant>,
        network: &Arc<Network>,
        pairs: Option<usize>,
    ) -> Result<Results> {
        let with = Arc::new(variant.with_network(Some(Arc::clone(network))));
        // Another network plays another match.
        let path = self.data.join(format!(
            "{}-{}-{:08x}-{}.pairs",
            self.network,
            variant.name,
            crc32fast::hash(&network.bytes()),
            self.nodes
        ));
        let mut results = match std::fs::read_to_string(&path) {
            Ok(text) => Results::parse(&text).with_context(|| {
                format!("{}: expected two results a line, 0 to 2", path.display())
            })?,
            Err(_) => Results::default(),
        };
        let is_over = |results: &Results| match pairs {
            Some(pairs) => results.pairs.len() >= pairs,
            None => results.verdict(self.most).is_some(),
        };
        while !is_over(&results) {
            let first = results.pairs.len();
            let last = pairs.unwrap_or(self.most).min(first + BATCH);
            let played = (first..last).into_par_iter().map_init(
                || Ok::<_, anyhow::Error>([Searcher::new(HASH_MB)?, Searcher::new(HASH_MB)?]),
                |searchers, number| match searchers {
                    Ok(searchers) => self.pair([variant, &with], number as u64, searchers),
                    Err(error) => Err(anyhow::anyhow!("{error}")),
                },
            );
            results.pairs.extend(played.collect::<Result<Vec<_>>>()?);
            write_whole(&path, &results.text())?;
        }
        println!("{}: {}", variant.name, told(&results));
        Ok(results)
    }

    /// A pair of games from one opening: twice the points of the second variant.
    fn pair(
        &self,
        variants: [&Arc<Variant>; 2],
        number: u64,
        searchers: &mut [Searcher; 2],
    ) -> Result<[u8; 2]> {
        let usual = OpeningsArguments::usual(&variants[0].name, SEED);
        let first = Game::new(variants[0]);
        let opening = (number * TRIES..(number + 1) * TRIES).find_map(|index| {
            usual
                .candidate(&first, index, &mut searchers[0])
                .transpose()
        });
        let opening =
            opening.with_context(|| format!("{}: no level opening found", variants[0].name))??;
        let mut points = [0; 2];
        for (points, side) in points.iter_mut().zip(Color::ALL) {
            for searcher in &mut *searchers {
                searcher.clear();
            }
            // The same game for the other engine, which knows other positions of it.
            let mut twin = Game::new(variants[1]);
            for played in opening.turns() {
                twin.push(played.turn.clone());
            }
            let twin = RefCell::new(twin);
            let think = |game: &Game| {
                let [before, after] = &mut *searchers;
                Ok(if game.position().side_to_move() == side {
                    search(&twin.borrow(), self.nodes, after)
                } else {
                    search(game, self.nodes, before)
                })
            };
            let white = self_play::points(opening.clone(), LEVEL, think, |_, turn, _| {
                twin.borrow_mut().push(turn.clone());
            })?;
            let white = (2.0 * white.unwrap_or(0.5)) as u8;
            *points = if side == Color::White {
                white
            } else {
                2 - white
            };
        }
        Ok(points)
    }
}

/// Judges the pooled matches together, and returns their results.
fn judge_together(matches: &mut [Match]) -> Results {
    let pooled = matches.iter().filter(|played| played.is_pooled);
    let pool = Results {
        pairs: pooled
            .flat_map(|played| played.results.pairs.clone())
            .collect(),
    };
    let gains = pool.verdict(pool.pairs.len()).unwrap_or(false);
    for played in matches.iter_mut().filter(|played| played.is_pooled) {
        played.gains = gains;
    }
    pool
}

fn tell(matches: &[Match]) {
    for Match {
        game,
        gains,
        results,
        ..
    } in matches
    {
        let verdict = if *gains {
            "it gains"
        } else {
            "it does not gain"
        };
        println!("{game}: {}: {verdict}", told(results));
    }
}

/// Matches as results of an experiment.
fn results_of(matches: &[Match], nodes: u64) -> String {
    let mut text = String::new();
    for played in matches {
        let results = &played.results;
        let [losses, draws, wins] = [0, 1, 2].map(|result| results.count(result));
        let _ = write!(
            text,
            "\n[[result]]\ngame = {:?}\nlimit = \"{} nodes\"\ngames = {}\nwins = {wins}\ndraws = {draws}\nlosses = {losses}\n",
            played.game,
            nodes,
            2 * results.pairs.len(),
        );
        if let Some((elo, error)) = elo_of(results) {
            let _ = writeln!(text, "elo = {elo:.0}\ninterval = {error:.0}");
        }
        let kept = match (played.gains, played.is_pooled) {
            (true, false) => "yes",
            (true, true) => "yes, judged together",
            (false, _) => "no",
        };
        let _ = writeln!(text, "kept = {kept:?}");
    }
    text
}

/// Results, for people.
fn told(results: &Results) -> String {
    let [losses, draws, wins] = [0, 1, 2].map(|result| results.count(result));
    let elo = elo_of(results).map_or_else(
        || "not bounded".to_owned(),
        |(elo, error)| format!("{elo:+.0} ± {error:.0}"),
    );
    format!("{wins}-{draws}-{losses}, {elo} Elo")
}

/// Elo and its interval, where both have bounds.
fn elo_of(results: &Results) -> Option<(f64, f64)> {
    let elo = Strength::of_pairs(&results.pentanomial())?.elo;
    elo.error.is_finite().then_some((elo.value, elo.error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_ends_when_it_is_decided() {
        let results = |pair: [u8; 2], count| Results {
            pairs: [vec![pair; count], vec![[2, 0], [0, 2], [1, 0]]].concat(),
        };
        assert_eq!(results([2, 2], 50).verdict(400), None);
        assert_eq!(results([2, 2], 100).verdict(400), Some(true));
        assert_eq!(results([0, 1], 100).verdict(400), Some(false));
        let played = results([1, 2], 4);
        assert_eq!(Results::parse(&played.text()), Some(played));
        assert_eq!(Results::parse("0 3\n"), None);
    }

    #[test]
    fn a_run_is_resumed_and_writes_recipe_experiment_and_network() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().to_owned();
        for folder in [RECIPES, NETWORKS, EXPERIMENTS] {
            std::fs::create_dir_all(root.join(folder)).expect("a folder");
        }
        std::fs::write(root.join(EXPERIMENTS).join("07-other.toml"), "").expect("a file");
        let arguments = NetArguments {
            name: "ag".to_owned(),
            family: vec!["eg".to_owned()],
            games: 60,
            nodes: 50,
            commit: "test".to_owned(),
            match_nodes: 50,
            pairs: 2,
            pool: None,
            alone: Vec::new(),
            data: root.join("data"),
            root: root.clone(),
            choice: Choice::default(),
            threads: Some(2),
        };
        arguments.run().expect("a network");
        let path = root.join(EXPERIMENTS).join("08-network-ag.toml");
        let read = || std::fs::read_to_string(&path).expect("an experiment");
        let first = read();
        for expected in ["game = \"ag\"", "game = \"eg\"", "games = 4", "engine test"] {
            assert!(first.contains(expected), "{first}");
        }
        // Nothing is left to be played.
        arguments.run().expect("a network");
        assert_eq!(first, read());
        let pooled = NetArguments {
            pool: Some(2),
            alone: vec!["ag".to_owned()],
            ..arguments
        };
        pooled.run().expect("a network");
        let together = read().contains("Judged together");
        assert!(together, "{}", read());
        let first = read();
        let is_written = root.join(NETWORKS).join("ag.net").exists();
        assert_eq!(is_written, first.contains("kept = \"yes"));
    }
}
