//! The commands of XBoard: one table of words, the arguments they take, and what they do.

use super::output::{announcement, error, stat};
use super::ply::NULL;
use super::standing::turn_of_xboard;
use super::{Cecp, go};
use crate::base::{Color, Square};
use crate::protocol::command::{Command, TimeControl};
use crate::protocol::interface::{Reply, View};
use crate::rules;
use std::time::Duration;

/// What a command does.
enum Action {
    /// Nothing; no answer is due.
    Ignore,
    /// Makes a session command from the arguments; `None` if the arguments are wrong.
    Do(fn(&str) -> Option<Command>),
    /// Changes the state of the conversation, or looks at the game.
    Talk(fn(&mut Cecp, &str, &View<'_>) -> Vec<Reply>),
}

use Action::{Do, Ignore, Talk};

/// A row of the table: one command.
struct Row {
    word: &'static str,
    /// The arguments expected, for error messages.
    arguments: &'static str,
    action: Action,
}

/// One command a line: word, arguments, action.
macro_rules! table {
    ($($word:literal $arguments:literal $action:expr;)*) => {
        &[$(Row { word: $word, arguments: $arguments, action: $action }),*]
    };
}

const COMMANDS: &[Row] = table! {
    "protover" "2"          Talk(|_, _, _| announcement());
    "ping"     "NUMBER"     Talk(Cecp::ping);
    "post"     ""           Talk(|cecp, _, _| cecp.show_thinking(true));
    "nopost"   ""           Talk(|cecp, _, _| cecp.show_thinking(false));
    "computer" ""           Talk(|cecp, _, _| cecp.meet_engine());
    "hard"     ""           Do(|_| set("Ponder", "true"));
    "easy"     ""           Do(|_| set("Ponder", "false"));
    "memory"   "MEGABYTES"  Do(|size| set("Hash", size));
    "egtpath"  "TYPE PATH"  Do(tables);
    "cores"    "NUMBER"     Do(|number| set("Threads", number));
    "option"   "NAME=VALUE" Do(option);
    "quit"     ""           Do(|_| Some(Command::Quit));

    "new"      ""           Talk(|cecp, _, _| cecp.new_game());
    "variant"  "NAME"       Talk(|cecp, name, view| cecp.choose(view, name));
    "setboard" "FEN"        Talk(Cecp::set_board);
    "edit"     ""           Talk(|cecp, _, _| cecp.edit());
    "usermove" "MOVE"       Talk(Cecp::user_move);
    "undo"     ""           Talk(|cecp, _, view| cecp.step_back(view));
    "remove"   ""           Talk(|cecp, _, view| cecp.take_back(view));
    "result"   "RESULT"     Do(|text| Some(Command::Over(result(text))));
    "draw"     ""           Do(|_| Some(Command::OfferDraw));

    "force"     ""          Talk(|cecp, _, _| cecp.give_up_waiting(Command::Engage(None)));
    // These words once set the side to move and gave the engine the other side.
    "white"     ""          Talk(|cecp, _, _| cecp.give_up_waiting(Command::Engage(Some(Color::Black))));
    "black"     ""          Talk(|cecp, _, _| cecp.give_up_waiting(Command::Engage(Some(Color::White))));
    "go"        ""          Talk(|cecp, _, view| cecp.engage(false, view));
    "playother" ""          Talk(|cecp, _, view| cecp.engage(true, view));
    "pause"     ""          Do(|_| Some(Command::Pause));
    "resume"    ""          Do(|_| Some(Command::Resume));
    "?"         ""          Do(|_| Some(Command::Stop));
    "hint"      ""          Do(|_| Some(Command::Hint));
    "bk"        ""          Talk(|_, _, _| vec![Reply::line(" no book"), Reply::line("")]);

    "level" "MOVES TIME INCREMENT" Do(level);
    "st"    "SECONDS"       Do(|text| seconds(text).map(TimeControl::PerTurn).map(Command::TimeControl));
    "sd"    "DEPTH"         Do(|text| number(text, 1).map(|depth| Command::DepthLimit(Some(depth))));
    "nps"   "RATE"          Do(|text| number(text, i64::MIN).map(node_rate));
    "time"  "CENTISECONDS"  Do(|text| clock(text).map(|time| clocks(Some(time), None)));
    "otim"  "CENTISECONDS"  Do(|text| clock(text).map(|time| clocks(None, Some(time))));

    "analyze" ""            Talk(|cecp, _, _| cecp.give_up_waiting(Command::Analyse(true)));
    "exit"    ""            Do(|_| Some(Command::Analyse(false)));
    "exclude" "MOVE"        Talk(|_, text, view| exclude(text, true, view));
    "include" "MOVE"        Talk(|_, text, view| exclude(text, false, view));
    "."       ""            Talk(|_, _, view| stat(view));

    "lift"    "SQUARE"      Talk(Cecp::lift);
    "put"     "SQUARE"      Talk(Cecp::put);
    "hover"   "SQUARE"      Ignore;

    // Not part of the protocol: prints the board, for debugging.
    "d"       ""            Do(|_| Some(Command::Show));

    "xboard"   ""           Ignore;
    // Only XBoard and WinBoard have the feature `highlight`, so its answer identifies them.
    "accepted" "FEATURE"    Talk(Cecp::accepted);
    "rejected" "FEATURE"    Talk(|cecp, feature, _| if feature == "highlight" { cecp.meet_another() } else { Vec::new() });
    "random"   ""           Ignore;
    "name"     "NAME"       Ignore;
    "rating"   "OURS THEIRS" Ignore;
    "ics"      "HOST"       Ignore;
    "setscore" "SCORE DEPTH" Ignore;
    "partner"  "NAME"       Ignore;
    "ptell"    "TEXT"       Ignore;
};

/// Carries out a line of the front-end.
pub fn run(cecp: &mut Cecp, text: &str, view: &View<'_>) -> Vec<Reply> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let Some(row) = COMMANDS.iter().find(|row| row.word == word) else {
        return if is_move(word) {
            cecp.user_move(word, view)
        } else {
            error("unknown command", text)
        };
    };
    match row.action {
        Ignore => Vec::new(),
        Talk(talk) => talk(cecp, rest, view),
        Do(command) => match command(rest) {
            Some(command) => go(command),
            None => error(&format!("expected {word} {}", row.arguments), text),
        },
    }
}

/// Whether a line is a move without a command word, as older front-ends send it.
fn is_move(word: &str) -> bool {
    let square = |at: usize| {
        let text = word.get(at..at + 2);
        text.is_some_and(|text| text.parse::<Square>().is_ok())
    };
    let drop = word.get(1..).is_some_and(|rest| rest.starts_with('@'));
    word == NULL || (square(2) && (square(0) || drop))
}

fn set(name: &str, value: &str) -> Option<Command> {
    option(&format!("{name}={value}"))
}

/// `egtpath KIND FOLDER`: sets the folder of the endgame tables, if KIND is the one that the features announce.
fn tables(text: &str) -> Option<Command> {
    let (kind, path) = text.split_once(' ')?;
    (kind == "katydid").then(|| set("TablePath", path.trim()))?
}

/// Parses the argument of `option`: `NAME` or `NAME=VALUE`.
#[expect(clippy::unnecessary_wraps, reason = "rows of the table give an option")]
fn option(text: &str) -> Option<Command> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (text, None),
    };
    Some(Command::SetOption {
        name: name.trim().to_owned(),
        value,
    })
}

/// The result at the beginning of `RESULT {COMMENT}`.
fn result(text: &str) -> &'static str {
    let known = ["1-0", "0-1", "1/2-1/2"].into_iter();
    known
        .clone()
        .find(|known| text.split_whitespace().next() == Some(known))
        .unwrap_or("*")
}

/// The number at the beginning of a text, if it is at least `least`.
fn number<T: std::str::FromStr + PartialOrd + Copy>(text: &str, least: T) -> Option<T> {
    let number = text.split_whitespace().next()?.parse().ok()?;
    (number >= least).then_some(number)
}

/// The rate of `nps`, in nodes per second; a rate below 1 means real time.
fn node_rate(rate: i64) -> Command {
    Command::NodeRate(u64::try_from(rate).ok().filter(|rate| *rate > 0))
}

/// Parses the arguments of `level`, `MOVES TIME INCREMENT`; TIME is `MINUTES` or `MINUTES:SECONDS`.
fn level(text: &str) -> Option<Command> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [turns, base, increment] = words[..] else {
        return None;
    };
    let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
    let minutes: u64 = minutes.parse().ok().filter(|it| *it <= 100_000)?;
    let rest: u64 = rest.parse().ok().filter(|it| *it < 60)?;
    Some(Command::TimeControl(TimeControl::Session {
        turns: turns.parse().ok().filter(|turns| *turns <= 10_000)?,
        base: Duration::from_secs(60 * minutes + rest),
        increment: seconds(increment)?,
    }))
}

/// A number of seconds, perhaps with a fraction.
fn seconds(text: &str) -> Option<Duration> {
    let seconds = number(text, 0.0).filter(|seconds| *seconds < 1e7)?;
    Some(Duration::from_secs_f64(seconds))
}

/// A clock in centiseconds; a negative number (the flag has fallen) counts as 0.
fn clock(text: &str) -> Option<Duration> {
    let centiseconds = number(text, i64::MIN)?.clamp(0, 1 << 40);
    Some(Duration::from_millis(centiseconds.unsigned_abs() * 10))
}

fn clocks(engine: Option<Duration>, opponent: Option<Duration>) -> Command {
    Command::Clocks { engine, opponent }
}

/// `exclude` and `include`: leaves a move, or `all`, out of the analysis, or takes it back in.
fn exclude(text: &str, out: bool, view: &View<'_>) -> Vec<Reply> {
    let pos = view.game.position();
    let mut excluded = view.excluded.to_vec();
    if text == "all" {
        excluded = if out {
            rules::legal_turns(pos)
        } else {
            Vec::new()
        };
    } else {
        match turn_of_xboard(pos, text) {
            Ok(turn) => {
                excluded.retain(|other| *other != turn);
                excluded.extend(out.then_some(turn));
            }
            Err(reason) => return error(&reason.to_string(), text),
        }
    }
    go(Command::Exclude(excluded))
}
