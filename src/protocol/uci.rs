//! UCI, the Universal Chess Interface: stateless except for the answer to `uci`.
//!
//! Like other engines it adds some commands for people: `d`, `eval`, `bench`, `flip`, `compiler`, `help`. A line that is
//! not understood is answered by `info string` and changes nothing.

use super::command::{Command, Event, Refusal};
use super::envelope::{self, Line};
use super::interface::{Protocol, Reply, View};
use super::options::Key;
use crate::base::Color;
use crate::rules::{Game, Turn, line_text, quotable, turn_of_san, turn_text};
use crate::search::{Limits, Score};
use crate::variant::Variant;
use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::SplitAsciiWhitespace;
use std::time::Duration;

/// Commands that UCI does not have.
const FOR_PEOPLE: &[&str] = &["d", "eval", "flip", "compiler", "bench", "help"];

/// The text that `help` prints.
const HELP: &str = "\
Katydid speaks UCI and XBoard's protocol (CECP); a front-end says `uci` or `xboard` first.
  uci                                     list the options, with their values and ranges
  setoption name UCI_Variant value NAME   choose the game; so for every option
  position startpos|fen FEN [moves M...]  set up a position
  go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N]
     [mate N] [infinite] [ponder] [searchmoves M...]
  go perft N        count the legal turns to depth N
  stop, ponderhit   end a search, or tell that the expected turn was played
  d                 show the board, the FEN and the result
  eval              explain the evaluation
  bench [DEPTH]     search fixed positions and count nodes
  flip              swap the sides
  compiler          tell what the program was compiled with
  quit              leave
`katydid play` is a board for people; `katydid --help` lists the rest.";

/// The UCI protocol.
#[derive(Debug, Default)]
pub struct Uci;

/// The words of a line.
type Words<'a> = Peekable<SplitAsciiWhitespace<'a>>;

impl Protocol for Uci {
    fn read(&mut self, line: &str, view: &View<'_>) -> Vec<Reply> {
        let line = from_command(line);
        let mut words = line.split_ascii_whitespace().peekable();
        let word = words.next().unwrap_or_default();
        let command = match word {
            "position" => parse_position(&mut words, view),
            "go" => return parse_go(&mut words, view),
            "d" => Ok(Command::Show),
            "eval" => Ok(Command::Evaluate),
            "flip" => Ok(Command::Flip),
            "compiler" => Ok(Command::Compiler),
            "bench" => parse_bench(&mut words),
            "help" => return HELP.lines().map(Reply::line).collect(),
            _ => return read_envelope(line, view),
        };
        match command {
            Ok(command) => vec![Reply::Do(command)],
            Err(reason) => vec![complaint(&reason)],
        }
    }

    fn write(&mut self, event: &Event, view: &View<'_>) -> Vec<Reply> {
        let text = match event {
            Event::Thinking(report) => {
                let show_wdl = view.options.flag(Key::ShowWdl);
                let line = line_text(&report.root, &report.info.pv);
                envelope::info_line(&report.info, &line, show_wdl)
            }
            Event::Chosen {
                turn,
                ponder,
                score,
            } => return chosen(turn.as_ref(), ponder.as_ref(), *score, view),
            Event::VariantChanged => {
                envelope::info_string(&variant_line(view.game.first().variant()))
            }
            Event::VariantsAdded(names) => {
                let line = format!("variants loaded: {}", names.join(" "));
                let again = view
                    .options
                    .specs()
                    .filter(|spec| spec.key == Key::Variant)
                    .map(|spec| Reply::line(envelope::option_line(spec)));
                return [Reply::line(envelope::info_string(&line))]
                    .into_iter()
                    .chain(again)
                    .collect();
            }
            Event::Text(text) => return text.lines().map(Reply::line).collect(),
            Event::Note(text) => {
                let lines = text.lines().filter(|line| !line.is_empty());
                return lines
                    .map(|line| Reply::Line(envelope::info_string(line)))
                    .collect();
            }
            Event::Debug(text) => envelope::info_string(text),
            Event::Refused(refusal) => return vec![complaint(&refusal_text(refusal))],
            Event::Hint(Some(turn)) => {
                let turn = turn_text(view.game.position(), turn);
                envelope::info_string(&format!("hint {turn}"))
            }
            Event::Counted(turn, count) => {
                format!("{}: {count}", turn_text(view.game.position(), turn))
            }
            Event::CountedAll(count) => {
                let total = format!("Nodes searched: {count}");
                return vec![Reply::line(""), Reply::Line(total)];
            }
            // UCI shows nothing for these events; most of them come from a game that the session plays, which UCI never asks for.
            Event::Played { .. }
            | Event::PiecesDeclared
            | Event::MenuChanged
            | Event::Introduction
            | Event::Settled
            | Event::Over(_)
            | Event::Resigned
            | Event::DrawOffered
            | Event::Hint(None) => return Vec::new(),
        };
        vec![Reply::Line(text)]
    }
}

/// The rest of a line, beginning with its first command word: UCI demands that unknown words before it are ignored. Commands for
/// people are recognised only as the first word of a line.
fn from_command(line: &str) -> &str {
    let mut rest = line;
    loop {
        let (word, after) = rest
            .split_once(|letter: char| letter.is_ascii_whitespace())
            .unwrap_or((rest, ""));
        if matches!(word, "position" | "go") || envelope::is_word(word) {
            return rest;
        }
        if after.is_empty() || FOR_PEOPLE.contains(&word) && rest.len() == line.len() {
            return line;
        }
        rest = after;
    }
}

fn complaint(reason: &str) -> Reply {
    Reply::Line(envelope::info_string(&format!("error: {reason}")))
}

/// The message for a refused position.
fn unchanged(reason: &str) -> String {
    format!("{reason}; the position stays as it was")
}

fn refusal_text(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Position { reason } => unchanged(reason),
        Refusal::Option { reason, .. } => reason.clone(),
        Refusal::Other { what, reason } => format!("{what}: {reason}"),
    }
}

/// Answers a line whose first word is one of the envelope's.
fn read_envelope(line: &str, view: &View<'_>) -> Vec<Reply> {
    let command = match envelope::parse(line) {
        Some(Line::Uci) => return introduction(view),
        Some(Line::IsReady) => return vec![Reply::line("readyok")],
        Some(Line::Debug(on)) => Command::Debug(on),
        Some(Line::SetOption { name, value }) => Command::SetOption { name, value },
        Some(Line::NewGame) => Command::NewGame,
        Some(Line::Stop) => Command::Stop,
        Some(Line::PonderHit) => Command::PonderHit,
        Some(Line::Quit) => Command::Quit,
        // The program needs no registration.
        Some(Line::Register) => return Vec::new(),
        None => {
            let reason = format!("unknown command '{}' (try 'help')", quotable(line));
            return vec![complaint(&reason)];
        }
    };
    vec![Reply::Do(command)]
}

/// The lines that answer `uci`.
fn introduction(view: &View<'_>) -> Vec<Reply> {
    let name = concat!("Katydid ", env!("CARGO_PKG_VERSION"));
    envelope::id_lines(name, "the Katydid developers")
        .into_iter()
        .chain([String::new()])
        .chain(envelope::option_lines(view.options))
        .chain(["uciok".to_owned()])
        .map(Reply::Line)
        .collect()
}

/// Information for front-ends about a variant that they may not know.
fn variant_line(variant: &Variant) -> String {
    let pocket: u8 = variant.rules.hand.iter().map(|_| 1).sum();
    format!(
        "variant {} files {} ranks {} pocket {pocket} template {} startpos {}",
        variant.name,
        variant.rules.files,
        variant.rules.ranks,
        variant.presentation.xboard_parent,
        variant.start
    )
}

fn chosen(turn: Option<&Turn>, ponder: Option<&Turn>, score: Score, view: &View<'_>) -> Vec<Reply> {
    let Some(turn) = turn else {
        let info = format!("info depth 0 score {}", envelope::score_words(score));
        return vec![Reply::Line(info), Reply::line("bestmove (none)")];
    };
    let pos = view.game.position();
    let mut line = format!("bestmove {}", turn_text(pos, turn));
    if let Some(ponder) = ponder {
        let _ = write!(line, " ponder {}", turn_text(&turn.after(pos), ponder));
    }
    vec![Reply::Line(line)]
}

/// Parses the arguments of `position`: `startpos|fen FEN [moves M...]`.
fn parse_position(words: &mut Words<'_>, view: &View<'_>) -> Result<Command, String> {
    let fen = match words.next() {
        Some("startpos") => None,
        Some("fen") => {
            let mut fields = Vec::new();
            while let Some(field) = words.next_if(|word| *word != "moves") {
                fields.push(field);
            }
            if fields.is_empty() {
                return Err("position fen: found nothing, expected a FEN".to_owned());
            }
            Some(fields.join(" "))
        }
        found => {
            let found = quotable(found.unwrap_or_default());
            return Err(format!(
                "position: found '{found}', expected startpos or fen"
            ));
        }
    };
    match words.next() {
        None | Some("moves") => {}
        Some(found) => {
            let found = quotable(found);
            return Err(format!(
                "position startpos: found '{found}', expected moves"
            ));
        }
    }
    match Game::set_up(view.variant, fen.as_deref(), words) {
        Ok(game) => Ok(Command::SetUp(Box::new(game))),
        Err(error) => Err(unchanged(&error.to_string())),
    }
}

fn parse_bench(words: &mut Words<'_>) -> Result<Command, String> {
    let depth = match words.next() {
        None => None,
        Some(_) if words.peek().is_some() => {
            return Err("bench: expected at most a depth".to_owned());
        }
        Some(text) => match text.parse() {
            Ok(depth @ 1..=100) => Some(depth),
            _ => {
                return Err(format!(
                    "bench: found '{}', expected a depth from 1 to 100",
                    quotable(text)
                ));
            }
        },
    };
    Ok(Command::Bench { depth })
}

/// The words that can follow `go`.
const GO_WORDS: &[&str] = &[
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "movetime",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

/// The maximum depth of perft; deeper counts would never end.
const MOST_PERFT: i64 = 20;

/// Times are clamped to a year, in milliseconds.
const LONGEST: i64 = 366 * 24 * 3600 * 1000;

/// Parses `go`. Impossible numbers, unknown words and illegal turns are reported; the rest of the line is carried out.
fn parse_go(words: &mut Words<'_>, view: &View<'_>) -> Vec<Reply> {
    let us = view.game.position().side_to_move();
    let mut limits = Limits::default();
    let mut notes = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "searchmoves" => {
                while let Some(text) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    match turn_of_san(view.game.position(), text) {
                        Ok(turn) => limits.only.push(turn.first()),
                        Err(error) => notes.push(format!("searchmoves (left out): {error}")),
                    }
                }
            }
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "perft" => return vec![parse_perft(words)],
            _ if GO_WORDS.contains(&word) => match number(word, words) {
                Ok(found) => notes.extend(limit(word, found, us, &mut limits)),
                Err(reason) => notes.push(format!("go {reason}; left out")),
            },
            _ => notes.push(format!("go: unknown word '{}' left out", quotable(word))),
        }
    }
    // A side whose own time is missing has as much as the other one.
    limits.clock.left = limits.clock.left.or(limits.clock.opponent);
    let notes = notes.iter().map(|note| complaint(note));
    notes.chain([Reply::Do(Command::Search(limits))]).collect()
}

/// Sets the search limit that `word` names to its number; `us` is the side to move. An impossible number is replaced by the nearest
/// possible one. Returns a message about such a replacement.
fn limit(word: &str, (text, found): (&str, i64), us: Color, limits: &mut Limits) -> Option<String> {
    let sensible = match word {
        "wtime" | "btime" | "winc" | "binc" | "movetime" => found.clamp(0, LONGEST),
        "movestogo" => found.clamp(0, u32::MAX.into()),
        "depth" | "mate" => found.clamp(1, u32::MAX.into()),
        _ => found.max(1),
    };
    let time = Duration::from_millis(sensible as u64);
    let is_ours = word.starts_with(us.letter());
    match word {
        "wtime" | "btime" if is_ours => limits.clock.left = Some(time),
        "wtime" | "btime" => limits.clock.opponent = Some(time),
        "winc" | "binc" if is_ours => limits.clock.increment = time,
        "winc" | "binc" => {}
        "movetime" => limits.move_time = Some(time),
        // Some front-ends send 0 for "no further time control".
        "movestogo" => {
            limits.clock.turns_to_go = Some(sensible as u32).filter(|turns| *turns > 0);
        }
        "depth" => limits.depth = Some(sensible as u32),
        "mate" => limits.mate = Some(sensible as u32),
        _ => limits.nodes = Some(sensible as u64),
    }
    // Front-ends send negative times for clocks that have run out.
    let run_out = matches!(word, "wtime" | "btime") && found < 0;
    let is_other = text.parse() != Ok(sensible);
    (is_other && !run_out)
        .then(|| format!("go {word}: found {}, taken as {sensible}", quotable(text)))
}

fn parse_perft(words: &mut Words<'_>) -> Reply {
    match number("perft", words) {
        Ok((_, depth @ 0..=MOST_PERFT)) => Reply::Do(Command::Perft(depth as u32)),
        Ok((text, _)) => complaint(&format!(
            "go perft: found {}, expected a depth from 0 to {MOST_PERFT}; nothing is counted",
            quotable(text)
        )),
        Err(reason) => complaint(&format!("go {reason}; nothing is counted")),
    }
}

/// The number after a word of `go`, and its text. Fractions are cut off; numbers beyond 64 bits are clamped.
fn number<'a>(name: &str, words: &mut Words<'a>) -> Result<(&'a str, i64), String> {
    let Some(text) = words.next_if(|word| !GO_WORDS.contains(word)) else {
        return Err(format!("{name}: found nothing, expected a number"));
    };
    let is_number = text.contains(|letter: char| letter.is_ascii_digit());
    let decimal = || text.parse::<f64>().ok().filter(|_| is_number);
    text.parse()
        .ok()
        .or_else(|| decimal().map(|number| number as i64))
        .map(|number| (text, number))
        .ok_or_else(|| format!("{name}: found '{}', expected a number", quotable(text)))
}
