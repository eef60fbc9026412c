//! `katydid completions`: completion scripts for shells, with the names of games, conditions and pieces.

use super::ProgramArguments;
use anyhow::{Context as _, Result};
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory as _};
use katydid::betza;
use katydid::catalogue::Catalogue;
use katydid::rules::conditions;

/// The script for a shell. It is generated into memory first, because the generator panics on write errors.
pub fn script(shell: clap_complete::Shell, catalogue: &Catalogue) -> Result<String> {
    let games = catalogue.all_names();
    let mut command = ProgramArguments::command();
    command = command.mut_subcommands(|command| with_values(command, &games));
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "katydid", &mut script);
    String::from_utf8(script).context("the completions")
}

/// Adds the possible values to the arguments of a command and its sub-commands.
fn with_values(command: Command, games: &[String]) -> Command {
    let is_manual = command.get_name() == "man";
    let command = command.mut_subcommands(|inner| with_values(inner, games));
    command.mut_args(|argument| match argument.get_id().as_str() {
        "game" | "games" | "variant" | "name" | "subject" => listed(argument, games.to_vec()),
        "command" if is_manual => {
            let program = ProgramArguments::command();
            let names = program.get_subcommands().map(Command::get_name);
            listed(argument, names.map(str::to_owned).collect())
        }
        "condition" => {
            let names = conditions::specs().map(|spec| spec.name.to_owned());
            listed(argument, names.collect())
        }
        "piece" | "pieces" => {
            let pieces = betza::names().map(|name| format!("X={name}"));
            listed(argument, pieces.collect())
        }
        _ => argument,
    })
}

fn listed(argument: Arg, values: Vec<String>) -> Arg {
    argument.value_parser(PossibleValuesParser::new(values))
}
