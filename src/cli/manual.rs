//! `katydid man`: the manual pages, of the program and of each sub-command.

use super::{ProgramArguments, output};
use anyhow::{Context as _, Result, anyhow};
use clap::{ArgAction, CommandFactory as _};
use clap_mangen::Man;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The manual section for games.
const SECTION: &str = "6";

/// An entry of a section of the pages: what it is about (in roff), the text, the sub-commands whose pages have it (none: all).
type Entry = (&'static str, &'static str, &'static [&'static str]);

/// The exit status, where the text after the help does not have it.
const STATUS: &[Entry] = &[
    ("0", "Everything was done.", &[]),
    (
        "1",
        "Something went wrong; a line on standard error says what.",
        &[],
    ),
    ("1", "A variant file is wrong.", &["check"]),
    (
        "1",
        "The variant file that was written is no valid game yet.",
        &["import"],
    ),
    ("1", "A table is wrong.", &["tables"]),
    ("2", "The command line is wrong.", &[]),
    ("130", "It was stopped by Ctrl-C.", &["tables"]),
];

const ENVIRONMENT: &[Entry] = &[
    (
        r"\fBKATYDID_VARIANTS\fR",
        "Variant files, or folders of them, to load at the start, separated as in PATH.",
        &[],
    ),
    (
        r"\fBKATYDID_TABLES\fR",
        r"The folder of endgame tables (default: \fItables\fR in the current folder).",
        &["play", "demo", "analyse", "web", "tables"],
    ),
    (
        r"\fBKATYDID_LOG\fR",
        r"What is logged on standard error: \fBerror\fR, \fBwarn\fR (usual), \fBinfo\fR, \fBdebug\fR or \fBtrace\fR.",
        &[],
    ),
    (
        r"\fBNO_COLOR\fR, \fBCLICOLOR\fR, \fBTERM\fR",
        "Whether the terminal has colours.",
        &["play", "demo"],
    ),
    (
        r"\fBLC_ALL\fR, \fBLC_CTYPE\fR, \fBLANG\fR",
        "Whether boards in the terminal have figures (UTF-8) or letters.",
        &["play", "demo", "rules"],
    ),
    (
        r"\fBXDG_DATA_HOME\fR",
        r"Where games and typed lines are kept, instead of \fI~/.local/share\fR.",
        &["play", "xboard"],
    ),
    (
        r"\fBXDG_CACHE_HOME\fR",
        r"Where pictures are kept, instead of \fI~/.cache\fR.",
        &["xboard"],
    ),
];

const FILES: &[Entry] = &[
    (
        r"\fI~/.local/share/katydid/games.pgn\fR",
        r"Games played in XBoard when it was started by \fBkatydid xboard\fR.",
        &["xboard"],
    ),
    (
        r"\fI~/.local/share/katydid/history\fR",
        r"The last 200 lines that were typed in \fBkatydid play\fR.",
        &["play"],
    ),
    (
        r"\fI~/.cache/katydid/\fR",
        "Pictures of the pieces for XBoard.",
        &["xboard"],
    ),
    (
        r"\fIkatydid.pgn\fR",
        r"The file, in the current folder, to which \fBsave\fR adds games in the terminal.",
        &["play"],
    ),
    (
        r"\fItables/GAME/SIGNATURE.ktb\fR",
        "An endgame table.",
        &["tables", "play", "analyse", "web"],
    ),
    (
        r"\fINAME.toml\fR",
        "The variant file that is written, in the current folder.",
        &["new", "import"],
    ),
    (
        r"\fIweights/GAME.toml\fR, \fIweights/GAME.positions\fR",
        "The fitted weights, beside the variant file, and the games from which they were fitted.",
        &["tune"],
    ),
    (
        r"\fIFOLDER/GAME.md\fR, \fIFOLDER/pictures/\fR",
        "The pages of games, and the diagrams of all of them.",
        &["pages"],
    ),
];

/// A section with the entries for the page of a sub-command (with a name), or of the program; empty if there are none.
fn section(title: &str, entries: &[Entry], command: Option<&str>) -> String {
    let applies = |of: &[&str]| of.is_empty() || command.is_some_and(|name| of.contains(&name));
    // What holds for one sub-command alone is no status of the program.
    let all = command.is_none() && title != STATUS_TITLE;
    let mut text = String::new();
    for (what, meaning, of) in entries {
        if all || applies(of) {
            let _ = write!(text, ".TP\n{what}\n{meaning}\n");
        }
    }
    if text.is_empty() {
        return text;
    }
    let title = if title.contains(' ') {
        format!("\"{title}\"")
    } else {
        title.to_owned()
    };
    format!(".SH {title}\n{text}")
}

const STATUS_TITLE: &str = "EXIT STATUS";

/// The synopsis: every option with the name of its value, which the generator of the pages leaves out.
fn synopsis(command: &clap::Command, path: &[&str]) -> String {
    let escaped = |text: &str| text.replace('-', "\\-");
    let mut parts = vec![format!("\\fB{}\\fR", escaped(&path.join(" ")))];
    let shown = |argument: &&clap::Arg| !argument.is_hide_set();
    for argument in command
        .get_opts()
        .filter(shown)
        .chain(command.get_positionals())
    {
        let names = argument.get_value_names().unwrap_or_default();
        let names: Vec<String> = names.iter().map(|name| format!("\\fI{name}\\fR")).collect();
        let mut text = names.join(" ");
        if let Some(long) = argument.get_long() {
            text = format!("\\fB\\-\\-{}\\fR {text}", escaped(long));
        }
        let repeats = argument
            .get_num_args()
            .is_some_and(|number| number.max_values() > 1);
        if repeats || matches!(argument.get_action(), ArgAction::Append) {
            text.push_str(" ...");
        }
        parts.push(if argument.is_required_set() {
            text
        } else {
            format!("[{text}]")
        });
    }
    let flags = command.get_arguments().filter(|argument| {
        !argument.is_positional()
            && !argument.get_action().takes_values()
            && !argument.is_hide_set()
    });
    let flags = flags.filter_map(clap::Arg::get_long);
    parts.splice(
        1..1,
        flags.map(|long| format!("[\\fB\\-\\-{}\\fR]", escaped(long))),
    );
    if command.has_subcommands() {
        parts.push("[\\fIsubcommand\\fR]".to_owned());
    }
    parts.join(" ")
}

/// Examples for the pages of the sub-commands: command line and explanation.
const EXAMPLES: &[(&str, &str)] = &[
    ("katydid play hopgi", "Play Hopgi in the terminal."),
    (
        "katydid play grasshopper --side black --level 5",
        "Play Black against a weak engine.",
    ),
    (
        "katydid demo progressive --turns 10",
        "Watch ten turns of Progressive Chess.",
    ),
    (
        "katydid analyse grasshopper --time 5 --lines 3",
        "The three best lines of the start position.",
    ),
    (
        "katydid analyse games.pgn --output annotated.pgn",
        "Annotate the games of a file.",
    ),
    (
        "katydid solve --fen 8/8/8/8/8/3K4/R7/3k4 --stipulation '#1'",
        "Find every mate in one.",
    ),
    (
        "katydid solve --file problems.txt",
        "Solve the problems of a file in Popeye's language.",
    ),
    (
        "katydid tables plan chess KQvKR",
        "What tables of an ending would take.",
    ),
    ("katydid tables build chess KQvKR", "Build them."),
    (
        "katydid tables probe chess '8/8/8/4k3/8/8/8/KR6 w - -'",
        "The value of a position and of its turns.",
    ),
    (
        "katydid tables stats ag KAvK",
        "How many positions are won, drawn and lost.",
    ),
    ("katydid tables longest chess KRvK", "The longest win."),
    (
        "katydid tables verify chess KQvK",
        "Compare each value with those of its successors.",
    ),
    ("katydid tables list", "The table files of the folder."),
    (
        "katydid perft grasshopper 4",
        "Count the games of four turns.",
    ),
    (
        "katydid perft chess 2 --divide",
        "Count them for each first turn.",
    ),
    (
        "katydid bench",
        "The fingerprint of the search, and its speed.",
    ),
    (
        "katydid new my-game --inherits chess",
        "Write a commented variant file to begin with.",
    ),
    (
        "katydid import variants.ini my-variant",
        "Make a variant file of a definition of Fairy-Stockfish's.",
    ),
    (
        "katydid schema",
        "A JSON schema of variant files for editors.",
    ),
    ("katydid variants", "The games, one a line."),
    ("katydid variants ag", "The rules of a game."),
    (
        "katydid rules hopgi",
        "How the pieces of a game move, and how it ends.",
    ),
    (
        "katydid tune mygame.toml",
        "Fit what the pieces of a game of your own are worth.",
    ),
    (
        "katydid check mygame.toml",
        "What a variant file describes, or what is wrong in it.",
    ),
    ("katydid web dynamo", "Play Dynamo in the browser."),
    (
        "katydid web --match games.pgn",
        "Watch a match that writes its games into a file.",
    ),
    (
        "katydid web --openings ~/games",
        "Show what was played in one's own games, position by position.",
    ),
    (
        "katydid xboard grasshopper --minutes 5",
        "Play Grasshopper Chess in XBoard.",
    ),
    (
        "katydid convert saved.pgn",
        "Print the games of a file as they were played.",
    ),
    (
        "katydid pictures pictures",
        "Write the pictures of all pieces into a folder.",
    ),
    (
        "katydid --variants mygame.toml pages rules mygame",
        "Write the rules page of a game of your own.",
    ),
    ("katydid completions bash", "The completions for Bash."),
    ("katydid man solve", "The manual page of a sub-command."),
];

/// The arguments of `man`.
#[derive(Debug, clap::Args)]
pub struct ManualArguments {
    /// A sub-command (without one: the page of the program)
    command: Option<String>,
    /// Write all pages into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    folder: Option<PathBuf>,
}

impl ManualArguments {
    /// Prints a page or writes all of them.
    pub fn run(&self) -> Result<()> {
        if let Some(folder) = &self.folder {
            return write(folder);
        }
        let pages = pages()?;
        let wanted = self.command.as_ref();
        let wanted = wanted.map_or_else(|| "katydid".to_owned(), |name| format!("katydid-{name}"));
        let page = pages.into_iter().find(|(name, _)| *name == wanted);
        let (_, page) = page.ok_or_else(|| anyhow!("no manual page {wanted}"))?;
        output::text(page)
    }
}

fn write(folder: &Path) -> Result<()> {
    let pages = pages()?;
    let write = || -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        pages.iter().try_for_each(|(name, page)| {
            std::fs::write(folder.join(format!("{name}.{SECTION}")), page)
        })
    };
    write().with_context(|| format!("cannot write manual pages into '{}'", folder.display()))
}

/// All pages with their names: the program's page, then the pages of its sub-commands.
fn pages() -> Result<Vec<(String, String)>> {
    let mut program = ProgramArguments::command();
    program.build();
    let mut pages = Vec::new();
    add_pages(&program, &["katydid"], &mut pages)?;
    Ok(pages)
}

/// Adds the pages of a command and of its sub-commands; `path` is the words of the command.
fn add_pages(
    command: &clap::Command,
    path: &[&str],
    pages: &mut Vec<(String, String)>,
) -> Result<()> {
    pages.push((path.join("-"), page(command, path)?));
    for inner in command.get_subcommands() {
        if inner.get_name() != "help" {
            add_pages(inner, &[path, &[inner.get_name()]].concat(), pages)?;
        }
    }
    Ok(())
}

fn page(command: &clap::Command, path: &[&str]) -> Result<String> {
    let mut page = Vec::new();
    let name = path.join("-");
    let shown = command.clone().display_name(name.clone());
    let source = concat!("katydid ", env!("CARGO_PKG_VERSION"));
    let manual = Man::new(shown).title(name).section(SECTION);
    manual.source(source).manual("Games").render(&mut page)?;
    let mut text = String::from_utf8(page).context("a manual page")?;
    text = text.replace(".SH EXTRA\nExit status: ", ".SH \"EXIT STATUS\"\n");
    text = text.replace(".SH EXTRA\n", ".SH NOTES\n");
    // `help` has no page.
    let help = format!("{}\\-help({SECTION})", path.join("\\-"));
    text = text.replace(&help, &format!("{} help", path.join(" ")));
    let is_program = path.len() == 1;
    text = with_synopsis(&text, &synopsis(command, path));
    if !text.contains(".SH \"EXIT STATUS\"") {
        text.push_str(&section(STATUS_TITLE, STATUS, path.get(1).copied()));
    }
    text.push_str(&section("ENVIRONMENT", ENVIRONMENT, path.get(1).copied()));
    text.push_str(&section("FILES", FILES, path.get(1).copied()));
    text.push_str(&examples(path));
    text.push_str(".SH \"SEE ALSO\"\n");
    text.push_str(if is_program {
        "\\fBxboard\\fR(6)\n"
    } else {
        "\\fBkatydid\\fR(6)\n"
    });
    Ok(text)
}

/// A page with another synopsis.
fn with_synopsis(page: &str, synopsis: &str) -> String {
    const TITLE: &str = ".SH SYNOPSIS\n";
    let Some((before, rest)) = page.split_once(TITLE) else {
        return page.to_owned();
    };
    let rest = rest.find("\n.SH").map_or("", |end| &rest[end..]);
    format!("{before}{TITLE}{synopsis}{rest}")
}

/// The examples of a command; for the program the first of each sub-command.
fn examples(path: &[&str]) -> String {
    let mut text = ".SH EXAMPLES\n".to_owned();
    let mut last = "";
    for (line, meaning) in EXAMPLES {
        let words = line.split(' ').skip(1);
        let options = if line.starts_with("katydid --") { 2 } else { 0 };
        let words: Vec<&str> = words.skip(options).collect();
        let wanted = match path {
            ["katydid"] => words[0] != last,
            _ => words.starts_with(&path[1..]),
        };
        if wanted {
            let line = line.replace('-', "\\-").replace('\'', "\\(aq");
            let _ = write!(text, ".TP\n\\fB{line}\\fR\n{meaning}\n");
        }
        last = words[0];
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::documents::parses;

    #[test]
    fn every_command_has_a_page_with_an_example() {
        let pages = pages().expect("the pages");
        assert!(pages.len() > 10);
        for (name, page) in &pages {
            assert!(page.starts_with(".ie"), "{page}");
            let examples = page.split_once(".SH EXAMPLES\n").expect(name).1;
            assert!(examples.starts_with(".TP\n"), "{name} has no example");
            for title in ["\"EXIT STATUS\"", "ENVIRONMENT"] {
                assert!(page.contains(&format!(".SH {title}\n")), "{name}: {title}");
            }
        }
    }

    #[test]
    fn a_synopsis_names_the_values() {
        let pages = pages().expect("the pages");
        let page = |wanted: &str| {
            let found = pages.iter().find(|(name, _)| name == wanted);
            found.map(|(_, page)| page.as_str()).unwrap_or_default()
        };
        assert!(page("katydid-play").contains("[\\fB\\-\\-side\\fR \\fISIDE\\fR]"));
        assert!(page("katydid-check").contains(" \\fIFILE\\fR ..."));
        assert!(page("katydid-play").contains("history"));
        assert!(!page("katydid-check").contains("history"));
        assert!(page("katydid").contains("history"));
    }

    #[test]
    fn examples_are_understood() {
        for (line, _) in EXAMPLES {
            assert_eq!(parses(line), Ok(()), "{line}");
        }
    }
}
