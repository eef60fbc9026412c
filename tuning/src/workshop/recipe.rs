//! How shipped weights were found, as a file: plays the games that are missing, fits, and writes the weights.

use super::fit::Settings;
use super::{datagen, tune};
use anyhow::{Context as _, Result};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The folders of recipes and of weights, from the root of the project.
const RECIPES: &str = "tuning/recipes";
const WEIGHTS: &str = "variants/weights";

/// The arguments of `recipe`.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// A game with a recipe in `tuning/recipes/`, or a recipe's file
    pub name: String,
    /// The folder that keeps games
    #[arg(short, long, default_value = "target/positions")]
    pub data: PathBuf,
    /// The file of weights to write, instead of `variants/weights/NAME.toml`
    #[arg(short, long)]
    pub output: Option<PathBuf>,
    /// Games at a time (default: as many as there are processors)
    #[arg(short, long)]
    pub threads: Option<usize>,
}

/// A recipe.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Recipe {
    /// The game.
    game: String,
    /// The commit of the engine that played.
    engine: String,
    /// Seeds, and how many games of each: a file for each.
    games: Vec<(u64, u64)>,
    /// Nodes searched for each turn.
    nodes: u64,
    /// The fewest and the most random turns of an opening.
    plies: (u32, u32),
    /// The most centipawns by which one side may be ahead behind the opening.
    level: i32,
    /// The share of the result in what is to be told.
    result: f64,
    /// How much the prior weighs.
    prior: f64,
}

impl Arguments {
    /// Plays what is missing and fits.
    ///
    /// # Errors
    /// If there is no such recipe or it is not understood, and as `datagen` and `tune`.
    pub fn run(&self) -> Result<()> {
        let named = Path::new(RECIPES).join(format!("{}.toml", self.name));
        let path = if named.exists() {
            named
        } else {
            PathBuf::from(&self.name)
        };
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("{}: no recipe of that name in {RECIPES}", path.display()))?;
        let recipe: Recipe = toml::from_str(&text).with_context(|| path.display().to_string())?;
        std::fs::create_dir_all(&self.data).with_context(|| self.data.display().to_string())?;
        let mut files = Vec::new();
        for (seed, games) in &recipe.games {
            let file = self.data.join(format!("{}-{seed}.positions", recipe.game));
            self.datagen(&recipe, *seed, *games, file.clone()).run()?;
            files.push(file);
        }
        let weights = format!("{}.toml", recipe.game);
        let output = self.output.clone();
        let tune = tune::Arguments {
            variant: recipe.game.clone(),
            data: files,
            settings: Settings {
                result: recipe.result,
                prior: recipe.prior,
                ..Settings::USUAL
            },
            output: output.unwrap_or_else(|| Path::new(WEIGHTS).join(weights)),
            losses: None,
        };
        tune.run()
    }

    fn datagen(
        &self,
        recipe: &Recipe,
        seed: u64,
        games: u64,
        output: PathBuf,
    ) -> datagen::Arguments {
        datagen::Arguments {
            variant: recipe.game.clone(),
            games,
            seed,
            nodes: recipe.nodes,
            least_plies: recipe.plies.0,
            most_plies: recipe.plies.1,
            level: recipe.level,
            shard: datagen::Shard::WHOLE,
            threads: self.threads,
            engine: recipe.engine.clone(),
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
        let text = "game = \"demichess\"\nengine = \"test\"\ngames = [[1, 12], [2, 12]]\nnodes = 300\n\
                    plies = [2, 6]\nlevel = 600\nresult = 0.6\nprior = 3.0\n";
        std::fs::write(&recipe, text).expect("a file");
        let output = folder.path().join("demichess.toml");
        let arguments = Arguments {
            name: recipe.display().to_string(),
            data: folder.path().join("games"),
            output: Some(output.clone()),
            threads: Some(2),
        };
        arguments.run().expect("weights");
        let first = std::fs::read_to_string(&output).expect("weights");
        // The games are there, and give the same again.
        arguments.run().expect("weights");
        assert_eq!(first, std::fs::read_to_string(&output).expect("weights"));
        let catalogue = Catalogue::new();
        let weighed = catalogue
            .weigh(&output)
            .expect("weights that are understood");
        assert_eq!(weighed, ["demichess"]);
    }
}
