//! How shipped weights and networks were found, as a file: plays the games that are missing, fits, and writes what is found.

use super::fit::Settings;
use super::thinker::Choice;
use super::{datagen, score, train, tune};
use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The folders of recipes, of weights and of networks, from the root of the project.
pub const RECIPES: &str = "tuning/recipes";
const WEIGHTS: &str = "variants/weights";
pub const NETWORKS: &str = "variants/networks";

/// The arguments of `recipe`.
#[derive(Clone, Debug, clap::Args)]
pub struct RecipeArguments {
    /// A game with a recipe in `tuning/recipes/`, or a recipe's file
    pub name: String,
    /// The folder that keeps games
    #[arg(short, long, default_value = "target/positions")]
    pub data: PathBuf,
    /// The file to write, instead of `variants/weights/NAME.toml` or `variants/networks/NAME.net`
    #[arg(short, long)]
    pub output: Option<PathBuf>,
    /// The engine that plays or gives scores, where the recipe wants another one
    #[command(flatten)]
    pub choice: Choice,
    /// Games at a time (default: as many as there are processors)
    #[arg(short, long)]
    pub threads: Option<usize>,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    pub game: String,
    /// For a network: further games with the same pieces that share it. As many games of each are played as of the first.
    #[serde(default)]
    pub family: Vec<String>,
    /// The commit of the engine that played, or that watched another one play, where `games` does not say.
    commit: String,
    /// The engine that played, if that is another one.
    player: Option<String>,
    /// A file for each.
    games: Vec<Games>,
    /// Nodes searched for each turn.
    nodes: u64,
    /// The fewest and the most random turns of an opening.
    plies: (u32, u32),
    /// The most centipawns by which one side may be ahead behind the opening.
    level: i32,
    /// The most non-pawn pieces that the side ahead gives.
    #[serde(default)]
    odds: u32,
    /// For weights: the share of the game's result in the target.
    result: Option<f64>,
    /// For weights: how much the prior weighs.
    prior: Option<f64>,
    /// For weights: whether the scores are in centipawns of another engine.
    #[serde(default)]
    rescale: bool,
    /// For weights: the least steepness, for a hundred centipawns.
    #[serde(default)]
    least_steepness: f64,
    /// For a network: what it goes by, and how it learns.
    network: Option<train::Plan>,
    /// The weights to begin at, where they are not those of the game's parents: of an earlier generation, from the root of the
    /// project.
    #[serde(default)]
    start: Vec<PathBuf>,
    /// Who returns the positions other scores.
    scores: Option<Scores>,
}

impl Recipe {
    /// Whether the recipe goes on from the network that the game has.
    pub fn refines(&self) -> bool {
        self.network.as_ref().is_some_and(|plan| plan.refine)
    }
}

/// Seed and number of games, `[1, 800]` in a recipe; where another commit than the recipe's has played them, `[1, 800, "0bb0cc1"]`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
enum Games {
    OfRecipe(u64, u64),
    OfCommit(u64, u64, String),
}

/// Other scores that positions are to get.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Scores {
    /// The engine that is asked, if that is another one.
    by: Option<String>,
    /// Nodes searched for each position.
    nodes: u64,
    /// Of this many positions one is kept.
    every: u32,
}

impl RecipeArguments {
    /// The recipe and its file.
    ///
    /// # Errors
    /// If there is no such recipe or it is not understood.
    pub fn read(&self) -> Result<(PathBuf, Recipe)> {
        let named = Path::new(RECIPES).join(format!("{}.toml", self.name));
        let path = if named.exists() {
            named
        } else {
            PathBuf::from(&self.name)
        };
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("{}: no recipe of that name in {RECIPES}", path.display()))?;
        let recipe = toml::from_str(&text).with_context(|| path.display().to_string())?;
        Ok((path, recipe))
    }

    /// Plays what is missing and fits.
    ///
    /// # Errors
    /// If there is no such recipe or it is not understood, and as `datagen` and `tune`.
    pub fn run(&self) -> Result<()> {
        let (path, recipe) = self.read()?;
        std::fs::create_dir_all(&self.data).with_context(|| self.data.display().to_string())?;
        if let Some(player) = &recipe.player {
            ensure!(
                self.choice.engine.is_some(),
                "the games are to be played by {player}: say with --engine where it is"
            );
        }
        let mut files = Vec::new();
        let names = [&recipe.game].into_iter().chain(&recipe.family);
        for (name, games) in
            names.flat_map(|name| recipe.games.iter().map(move |games| (name, games)))
        {
            let (seed, count, commit) = match games {
                Games::OfRecipe(seed, count) => (*seed, *count, &recipe.commit),
                Games::OfCommit(seed, count, commit) => (*seed, *count, commit),
            };
            let file = self.data.join(format!("{name}-{seed}.positions"));
            if !file.exists() && recipe.player.is_none() {
                eprintln!(
                    "{name}: the games of this recipe were played by {commit}; a program of another commit plays others"
                );
            }
            self.datagen(&recipe, name, (seed, count), commit, file.clone())
                .run()?;
            files.push(match &recipe.scores {
                None => file,
                Some(scores) => self.scored(file, commit, scores)?,
            });
        }
        let output = |folder: &str, extension: &str| {
            let name = format!("{}.{extension}", recipe.game);
            let given = self.output.clone();
            given.unwrap_or_else(|| Path::new(folder).join(name))
        };
        match (recipe.network, recipe.result.zip(recipe.prior)) {
            (None, Some((result, prior))) if recipe.family.is_empty() => tune::TuneArguments {
                variant: recipe.game.clone(),
                data: files,
                weights: recipe.start.clone(),
                settings: Settings {
                    result,
                    prior,
                    rescale: recipe.rescale,
                    least_steepness: recipe.least_steepness,
                    ..Settings::USUAL
                },
                output: output(WEIGHTS, "toml"),
                losses: None,
            }
            .run(),
            (Some(plan), None) => train::TrainArguments {
                variant: recipe.game.clone(),
                family: recipe.family.clone(),
                data: files,
                plan,
                output: output(NETWORKS, "net"),
                losses: None,
            }
            .run(),
            _ => bail!(
                "{}: expected `result` and `prior` for the weights of one game, or `network`",
                path.display()
            ),
        }
    }

    fn scored(&self, data: PathBuf, commit: &str, scores: &Scores) -> Result<PathBuf> {
        let output = data.with_extension("scored");
        let other = scores.by.as_ref();
        if let Some(by) = other {
            ensure!(
                self.choice.engine.is_some(),
                "the scores are to come from {by}: say with --engine where it is"
            );
        }
        let arguments = score::ScoreArguments {
            data,
            choice: self.choice.if_wanted(other.is_some()),
            by: other.map_or_else(|| format!("Katydid {commit}"), Clone::clone),
            nodes: scores.nodes,
            every: scores.every,
            threads: self.threads,
            output: output.clone(),
        };
        arguments.run()?;
        Ok(output)
    }

    fn datagen(
        &self,
        recipe: &Recipe,
        name: &str,
        (seed, games): (u64, u64),
        commit: &str,
        output: PathBuf,
    ) -> datagen::DatagenArguments {
        datagen::DatagenArguments {
            variant: name.to_owned(),
            games,
            seed,
            nodes: recipe.nodes,
            least_plies: recipe.plies.0,
            most_plies: recipe.plies.1,
            level: recipe.level,
            odds: recipe.odds,
            shard: datagen::Shard::WHOLE,
            threads: self.threads,
            choice: self.choice.if_wanted(recipe.player.is_some()),
            commit: recipe.player.as_deref().unwrap_or(commit).to_owned(),
            output,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katydid::catalogue::Catalogue;

    #[test]
    fn a_recipe_gives_weights_that_the_engine_takes() {
        let folder = tempfile::tempdir().expect("a folder");
        let recipe = folder.path().join("recipe.toml");
        let text = "game = \"demichess\"\ncommit = \"test\"\ngames = [[1, 12], [2, 12, \"another\"]]\nnodes = 300\n\
                    plies = [2, 6]\nlevel = 600\nresult = 0.6\nprior = 3.0\n";
        std::fs::write(&recipe, text).expect("a file");
        let output = folder.path().join("demichess.toml");
        let arguments = RecipeArguments {
            name: recipe.display().to_string(),
            data: folder.path().join("games"),
            output: Some(output.clone()),
            choice: Choice::default(),
            threads: Some(2),
        };
        arguments.run().expect("weights");
        let first = std::fs::read_to_string(&output).expect("weights");
        for engine in ["engine test", "engine another"] {
            assert!(first.contains(engine), "{first}");
        }
        // The games are there, and give the same again.
        arguments.run().expect("weights");
        assert_eq!(first, std::fs::read_to_string(&output).expect("weights"));
        let catalogue = Catalogue::new();
        let weighed = catalogue
            .weigh(&output)
            .expect("weights that are understood");
        assert_eq!(weighed, ["demichess"]);

        // With scores of a longer search, and with those of an engine that is not there.
        let scores = |by: &str| format!("{text}scores = {{ {by}nodes = 600, every = 2 }}\n");
        std::fs::write(&recipe, scores("")).expect("a file");
        arguments.run().expect("weights");
        let other = std::fs::read_to_string(&output).expect("weights");
        assert!(
            other.contains("Scores: Katydid test, 600 nodes, one position of 2."),
            "{other}"
        );
        std::fs::write(&recipe, format!("{text}player = \"another player\"\n")).expect("a file");
        let error = arguments.run().expect_err("no engine").to_string();
        assert!(
            error.contains("another player: say with --engine"),
            "{error}"
        );
        std::fs::write(&recipe, scores("by = \"another engine\", ")).expect("a file");
        let error = arguments.run().expect_err("no engine").to_string();
        assert!(
            error.contains("another engine: say with --engine"),
            "{error}"
        );
    }
}
