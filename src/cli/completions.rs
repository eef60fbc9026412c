//! `katydid completions`: completion scripts for shells, with the names of games, armies, conditions and pieces.
//!
//! The generator offers values for whole words. Values in the middle of a word (`H=gr`, `circe,mad`) are offered by functions that are
//! put into its scripts.

use super::ProgramArguments;
use anyhow::{Context as _, Result};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Command, CommandFactory as _};
use clap_complete::Shell;
use katydid::betza;
use katydid::catalogue::Catalogue;
use katydid::problem::OPTIONS;
use katydid::rules::conditions;
use std::fmt::Write as _;

/// The script for a shell. It is generated into memory first, because the generator panics on write errors.
pub fn script(shell: Shell, catalogue: &Catalogue) -> Result<String> {
    let values = Values {
        games: catalogue.all_names(),
        armies: catalogue.armies(),
        conditions: conditions::specs()
            .map(|spec| spec.name.to_owned())
            .collect(),
        pieces: betza::names().map(str::to_owned).collect(),
    };
    let mut command = ProgramArguments::command();
    command = command.mut_args(|argument| values.offered(argument, "katydid"));
    command = command.mut_subcommands(|command| values.added_to(command));
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "katydid", &mut script);
    let mut script = String::from_utf8(script).context("the completions")?;
    if shell == Shell::Fish {
        script.push_str(&positionals_for_fish(&command));
    }
    Ok(values.within_words(shell, script))
}

/// The values of positional arguments, which the generator leaves out for fish.
fn positionals_for_fish(command: &Command) -> String {
    let mut lines = String::new();
    for outer in command.get_subcommands() {
        let name = outer.get_name();
        let condition = format!("__fish_katydid_using_subcommand {name}");
        let inner = outer.get_subcommands().map(|inner| {
            let name = inner.get_name();
            (
                format!("{condition}; and __fish_seen_subcommand_from {name}"),
                inner,
            )
        });
        // These take files, too.
        let files = if TAKES_FILES.contains(&name) {
            ""
        } else {
            " -f"
        };
        for (condition, command) in std::iter::once((condition.clone(), outer)).chain(inner) {
            for argument in command.get_positionals() {
                let values = argument.get_possible_values();
                let values: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
                if !values.is_empty() {
                    let values = values.join(" ");
                    let _ = writeln!(
                        lines,
                        "complete -c katydid -n \"{condition}\"{files} -a \"{values}\""
                    );
                }
            }
        }
    }
    lines
}

/// Sub-commands whose first argument can be a file.
const TAKES_FILES: [&str; 7] = [
    "analyse", "check", "convert", "import", "pages", "pictures", "tune",
];

/// What is offered.
struct Values {
    games: Vec<String>,
    armies: Vec<String>,
    conditions: Vec<String>,
    pieces: Vec<String>,
}

impl Values {
    fn added_to(&self, command: Command) -> Command {
        let name = command.get_name().to_owned();
        let command = command.mut_subcommands(|inner| self.added_to(inner));
        command.mut_args(|argument| self.offered(argument, &name))
    }

    /// An argument of a command with the values to complete.
    fn offered(&self, argument: Arg, command: &str) -> Arg {
        let values = match argument.get_id().as_str() {
            // A new game, or one of another program.
            "name" if matches!(command, "new" | "import") => return argument,
            "game" | "games" | "variant" | "name" | "subject" | "inherits" => self.games.clone(),
            "command" if command == "man" => {
                let program = ProgramArguments::command();
                let names = program.get_subcommands().map(Command::get_name);
                names.map(str::to_owned).collect()
            }
            "white" | "black" => self.armies.clone(),
            "condition" => self.conditions.clone(),
            "option" if command == "solve" => OPTIONS
                .iter()
                .map(|option| option.word.to_owned())
                .collect(),
            "piece" | "pieces" => self.named_pieces(),
            _ => return argument,
        };
        argument.value_parser(PossibleValuesParser::new(values))
    }

    fn named_pieces(&self) -> Vec<String> {
        self.pieces.iter().map(|name| format!("X={name}")).collect()
    }

    /// Puts into a generated script what completes the middle of a word.
    fn within_words(&self, shell: Shell, script: String) -> String {
        let (pieces, conditions) = (self.pieces.join(" "), self.conditions.join(" "));
        let fill = |text: &str| {
            text.replace("PIECES", &pieces)
                .replace("CONDITIONS", &conditions)
        };
        match shell {
            Shell::Bash => {
                let script = script.replace("complete -F _katydid ", "complete -F _katydid_word ");
                fill(BASH) + &script
            }
            Shell::Zsh => {
                let named = format!(":({})'", self.named_pieces().join(" "));
                let listed = format!(":({conditions})'");
                // A colon in the name of a value would end it.
                script
                    .replace(":L=BETZA[:EFFECTS]:", r":L=BETZA[\:EFFECTS]:")
                    .replace(&named, &fill(r#":{compset -P "*=" && compadd -- PIECES}'"#))
                    .replace(&listed, &fill(":_values -s , condition CONDITIONS'"))
            }
            Shell::Fish => {
                let lines = |values: &[String]| {
                    let lines: Vec<String> =
                        values.iter().map(|value| format!("{value}\\t''")).collect();
                    format!("-a \"{}\"", lines.join("\n"))
                };
                let script = script
                    .replace(&lines(&self.named_pieces()), "-a \"(__katydid_pieces)\"")
                    .replace(&lines(&self.conditions), "-a \"(__katydid_conditions)\"");
                fill(FISH) + &script
            }
            _ => script,
        }
    }
}

/// The word at the cursor is taken from the line, because Bash parts it at `=` and `:`; what is offered replaces the last part.
const BASH: &str = r#"_katydid_word() {
    local line="${COMP_LINE:0:COMP_POINT}" word option part
    word="${line##* }"
    line="${line%"$word"}"
    line="${line%"${line##*[! ]}"}"
    option="${line##* }"
    if [[ $word == --*=* ]]; then
        option="${word%%=*}"
        word="${word#*=}"
    fi
    # What stands before the part that is completed, as far as it is in the last part of the word.
    case "$option" in
        --piece | --pieces)
            if [[ $word == *=* ]]; then
                part="${word##*=}"
                line="${word%"$part"}"
                [[ $COMP_WORDBREAKS == *=* ]] && line=
                COMPREPLY=($(compgen -P "$line" -W "PIECES" -- "$part"))
                return 0
            fi
            ;;
        --condition)
            part="${word##*,}"
            COMPREPLY=($(compgen -P "${word%"$part"}" -W "CONDITIONS" -- "$part"))
            return 0
            ;;
    esac
    if [[ $COMP_CWORD -eq 2 && $word != -* ]]; then
        case "${COMP_WORDS[1]}" in
            check | convert | import | tune | pages | pictures)
                COMPREPLY=($(compgen -f -- "$word"))
                compopt -o filenames 2>/dev/null
                return 0
                ;;
        esac
    fi
    _katydid "$@"
}

"#;

const FISH: &str = r#"# Names of pieces behind the last "=" of the word at the cursor.
function __katydid_pieces
    set -l word (commandline -ct | string replace -r '^--pieces?=' '')
    set -l before X=
    string match -q '*=*' -- $word; and set before (string replace -r '[^=]*$' '' -- $word)
    for name in PIECES
        echo $before$name
    end
end

# Names of conditions behind the last comma.
function __katydid_conditions
    set -l before (commandline -ct | string replace -r '^--condition=' '' | string replace -r '[^,]*$' '')
    for name in CONDITIONS
        echo $before$name
    end
end

"#;
