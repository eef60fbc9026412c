//! The lines for XBoard: features, thinking, messages, complaints.

use super::menu;
use crate::protocol::command::{Command, Refusal, Report};
use crate::protocol::interface::{Reply, View};
use crate::protocol::options::{Audience, OptionKind, Options};
use crate::rules::{self, MoveError, line_text, quotable};
use crate::search::Score;

/// The features announced, apart from names, variants and options.
const FEATURES: &str = "feature ping=1 setboard=1 playother=1 usermove=1 time=1 draw=1 sigint=0 \
reuse=1 analyze=1 colors=0 name=1 san=0 nps=1 debug=1 memory=1 smp=1 exclude=1 pause=1 \
egt=\"katydid\" highlight=1";

/// A mate score in centipawns; the distance in moves is added.
const MATE_SCORE: i32 = 100_000;

/// The number of blanks added to the announcement of a text option: XBoard 4.9.1 stores the option's value in the memory of that
/// line, and crashes if the value is longer (`StringFeature` and `GenericReadout` of its sources).
const ROOM_FOR_TEXT: usize = 400;

/// Words in an `Illegal move` line that make XBoard ignore it and leave the move on its board.
const OVERLOOKED: [&str; 15] = [
    "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random",
    "depth", "accepted", "protover", "draw", "analyze",
];

/// The reply that consists of one line.
pub fn line(text: impl Into<String>) -> Vec<Reply> {
    vec![Reply::line(text)]
}

/// Replies of one line each.
pub fn lines(lines: impl IntoIterator<Item = String>) -> Vec<Reply> {
    lines.into_iter().map(Reply::Line).collect()
}

/// The `Error` line of CECP.
pub fn error(reason: &str, found: &str) -> Vec<Reply> {
    line(format!("Error ({reason}): {}", quotable(found)))
}

/// The answer to `protover`. Front-ends wait two seconds for its first line, so it is written before the games are listed.
pub fn announcement() -> Vec<Reply> {
    vec![Reply::line("feature done=0"), Reply::Do(Command::Introduce)]
}

/// The rest of the answer to `protover`: features, games and options.
pub fn introduction(view: &View<'_>) -> Vec<Reply> {
    let name = concat!("feature myname=\"Katydid ", env!("CARGO_PKG_VERSION"), "\"");
    let begin = [FEATURES, name].map(str::to_owned);
    let options = option_features(view.options);
    let features = begin
        .into_iter()
        .chain([menu::all(view.catalogue)])
        .chain(options);
    lines(features.chain(["feature done=1".to_owned()]))
}

fn option_features(options: &Options) -> impl Iterator<Item = String> + '_ {
    options.shown_to(Audience::Cecp).map(|spec| {
        let mut room = 0;
        let kind = match &spec.kind {
            OptionKind::Check { default } => format!("check {}", u8::from(*default)),
            OptionKind::Spin { default, min, max } => format!("spin {default} {min} {max}"),
            // The value may differ from the default: the name by which the program was started may have chosen it.
            OptionKind::Combo { choices, .. } => {
                let present = options.text(spec.key);
                let star = |choice: &String| if choice == present { "*" } else { "" };
                let choices = choices.iter().map(|it| format!("{}{it}", star(it)));
                format!("combo {}", choices.collect::<Vec<_>>().join(" /// "))
            }
            OptionKind::Button => "button".to_owned(),
            OptionKind::Text | OptionKind::Path => {
                room = ROOM_FOR_TEXT;
                let path = spec.kind == OptionKind::Path;
                let kind = if path { "path" } else { "string" };
                format!("{kind} {}", options.text(spec.key))
            }
        };
        format!("feature option=\"{} -{kind}\"{:room$}", spec.label(), "")
    })
}

/// A line of thinking output: depth, score, centiseconds, nodes, then seldepth, kilonodes a second and
/// table hits, a tab, and the line.
pub fn thinking(report: &Report) -> Vec<Reply> {
    let info = &report.info;
    let (depth, nodes, seldepth) = (info.depth, info.nodes, info.seldepth);
    let (time, rate) = (info.time.as_millis() / 10, info.nps() / 1000);
    let moves = line_text(&report.root, &info.pv).join(" ");
    let score = score(info.score);
    line(format!(
        "{depth} {score} {time} {nodes} {seldepth} {rate} 0\t{moves}"
    ))
}

fn score(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(distance) => distance + MATE_SCORE * if distance > 0 { 1 } else { -1 },
    }
}

/// The answer to `.` during analysis: time, nodes, depth, moves left, moves in all, the move looked at.
pub fn stat(view: &View<'_>) -> Vec<Reply> {
    let Some(report) = view.latest.filter(|_| view.searching) else {
        return Vec::new();
    };
    let info = &report.info;
    let (time, nodes, depth) = (info.time.as_millis() / 10, info.nodes, info.depth);
    let moves = rules::legal_moves(view.game.position()).len();
    let looked_at = line_text(&report.root, &info.pv);
    let looked_at = looked_at.first().map_or("", String::as_str);
    line(format!(
        "stat01: {time} {nodes} {depth} 0 {moves} {looked_at}"
    ))
}

/// Comments, which XBoard shows in its debug file.
pub fn comments(text: &str) -> Vec<Reply> {
    lines(text.lines().map(|text| format!("# {text}")))
}

/// A message in a window. XBoard puts a blank in front, and reads `\n` as a line break only after two backslashes.
pub fn note(text: &str) -> Vec<Reply> {
    let text = text.trim_end().replace('\\', "/").replace('\n', "\\n");
    line(format!("telluser \\\\{text}"))
}

/// Reports an illegal move, which XBoard then takes back.
pub fn illegal(reason: &str, text: &str) -> Vec<Reply> {
    let text = quotable(text);
    let overlooked = |word: &&str| reason.contains(*word) || text.contains(*word);
    line(if OVERLOOKED.iter().any(overlooked) {
        let text: String = text.replace('?', "").chars().take(8).collect();
        format!("Illegal move: {text}")
    } else {
        format!("Illegal move ({reason}): {text}")
    })
}

/// Reports a move that cannot be played. XBoard ignores a line that names hurdles because of the words in it, so
/// a second line follows.
pub fn refused(error: &MoveError, text: &str) -> Vec<Reply> {
    let MoveError::Ambiguous { choices, .. } = error else {
        return illegal(&error.to_string(), text);
    };
    let text = quotable(text);
    let named = format!("Illegal move (ambiguous, name the hurdle: {choices}): {text}");
    lines([named, format!("Illegal move: {text}")])
}

/// Reports an illegal position.
pub fn illegal_position(reason: &str) -> Vec<Reply> {
    line(format!("tellusererror Illegal position: {reason}"))
}

/// Reports a command that the session has refused.
pub fn refusal(refusal: &Refusal) -> Vec<Reply> {
    match refusal {
        Refusal::Position { reason } => illegal_position(reason),
        Refusal::Option { reason, name } => error(reason, &format!("option {name}")),
        Refusal::Other { what, reason } => error(reason, what),
    }
}
