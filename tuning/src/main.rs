//! Measuring Katydid: matches between engines with Katydid's rules as the referee, and openings for them.
//!
//! The command line of `arena` is that of fastchess; without a sub-command it is taken as one, so that the
//! binary can stand in for that program.

mod arena;
mod armies;
mod compose;
mod epd;
mod experiments;
mod levels;
mod openings;
mod self_play;
mod stats;
mod suite;
mod verdict;
mod workshop;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// The version of fastchess whose command line and output are followed.
const FASTCHESS: &str = "1.8.1";

/// Measures chess variant engines.
#[derive(Debug, Parser)]
#[command(about, disable_version_flag = true)]
struct Cli {
    #[command(subcommand)]
    command: TuningCommand,
}

/// What to do.
#[derive(Debug, Subcommand)]
enum TuningCommand {
    /// Play a match between two engines (options as in fastchess; see README.md)
    #[command(disable_help_flag = true)]
    Arena {
        /// -engine cmd= name= ... -each tc= ... -variant NAME ...
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// Make a list of random openings that are nearly level
    Openings(openings::OpeningsArguments),
    /// Play games of the engine against itself and keep their quiet positions
    Datagen(workshop::datagen::DatagenArguments),
    /// Put files of positions together that machines have played with different shards
    Merge(workshop::merge::MergeArguments),
    /// Give positions the scores of a longer search or of another engine
    Score(workshop::score::ScoreArguments),
    /// Fit the values and weights of a game to such positions
    Tune(workshop::tune::TuneArguments),
    /// Fit the values of a user's game in some minutes: plays, fits, writes, and plays against the former values
    Fit(workshop::quick_fit::FitArguments),
    /// Train the network of a game on such positions
    Train(workshop::train::TrainArguments),
    /// Fit the chances of win, draw and loss of games to such positions, and write them into their files
    Chances(workshop::chances::ChancesArguments),
    /// Find numbers of the search by games between engines that differ in them a little
    Spsa(workshop::spsa::SpsaArguments),
    /// Positions with one turn to be found, and the nodes that an engine needs for it
    #[command(subcommand)]
    Suite(suite::Command),
    /// Look for problems with one solution and play worth showing among random positions
    Compose(compose::ComposeArguments),
    /// Write the page of all experiments
    Experiments {
        /// Write the page of strength instead
        #[arg(long)]
        strength: bool,
        /// The folder of the files
        #[arg(default_value = "tuning/experiments")]
        folder: std::path::PathBuf,
    },
    /// Play army against army and write the table of docs/armies.md
    Armies(armies::ArmiesArguments),
    /// Play each level against the one below and write the table of docs/playing.md
    Levels(levels::LevelsArguments),
    /// Draw what fits have found
    Plot(workshop::plot::PlotArguments),
    /// Compare piece values that are derived from movements with the fitted ones
    Values(workshop::piece_values::ValuesArguments),
    /// Play what a recipe of `tuning/recipes/` asks for, fit, and write the weights of the game
    Recipe(workshop::recipe::RecipeArguments),
    /// Play games with the network of another game against games without it
    Share(workshop::factory::ShareArguments),
    /// Find the network of a game or of a family: plays, trains, plays against the present, writes network, recipe and experiment
    Net(workshop::factory::NetArguments),
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let first = words.first().map(|word| word.trim_start_matches('-'));
    let is_asked = words.len() == 1 && matches!(first, Some("version" | "v" | "V"));
    if is_asked {
        let version = env!("CARGO_PKG_VERSION");
        println!("fastchess {FASTCHESS} command line; katydid-tuning {version}");
        return ExitCode::SUCCESS;
    }
    let stands_in = words.first().is_some_and(|word| word.starts_with('-'))
        && !matches!(first, Some("help" | "h"));
    let outcome = if stands_in {
        arena::run(&words)
    } else {
        match Cli::parse().command {
            TuningCommand::Arena { words } => arena::run(&words),
            TuningCommand::Experiments { strength, folder } => {
                let page = if strength {
                    experiments::strength
                } else {
                    experiments::page
                };
                page(&folder).map(|page| print!("{page}"))
            }
            TuningCommand::Openings(arguments) => arguments.run(),
            TuningCommand::Datagen(arguments) => arguments.run(),
            TuningCommand::Merge(arguments) => arguments.run(),
            TuningCommand::Score(arguments) => arguments.run(),
            TuningCommand::Tune(arguments) => arguments.run(),
            TuningCommand::Fit(arguments) => arguments.run(),
            TuningCommand::Train(arguments) => arguments.run(),
            TuningCommand::Chances(arguments) => arguments.run(),
            TuningCommand::Spsa(arguments) => arguments.run(),
            TuningCommand::Suite(command) => command.run(),
            TuningCommand::Armies(arguments) => arguments.run(),
            TuningCommand::Compose(arguments) => arguments.run(),
            TuningCommand::Levels(arguments) => arguments.run(),
            TuningCommand::Plot(arguments) => arguments.run(),
            TuningCommand::Recipe(arguments) => arguments.run(),
            TuningCommand::Share(arguments) => arguments.run(),
            TuningCommand::Net(arguments) => arguments.run(),
            TuningCommand::Values(arguments) => arguments.run(),
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("katydid-tuning: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shortest command lines are read: no default is one that its option refuses.
    #[test]
    fn defaults_are_values_of_their_options() {
        for line in [
            "net ag",
            "recipe ag",
            "share ag eg",
            "armies",
            "levels",
            "values a.positions",
            "compose h#2",
        ] {
            let words = ["katydid-tuning"].into_iter().chain(line.split(' '));
            let read = Cli::try_parse_from(words);
            assert!(read.is_ok(), "{line}: {:?}", read.err());
        }
    }
}
