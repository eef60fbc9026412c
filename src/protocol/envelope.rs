//! The UCI envelope: the one place that uses `vampirc-uci`.
//!
//! The crate parses UCI words and writes options and `info` lines. It was made for orthodox chess: it silently cuts a move list at the
//! first drop or comma, loses promotions to fairy pieces, and panics on numbers above 255 where it stores a byte. So `position`, `go`
//! and `bestmove` are handled elsewhere; each trap has a test below that fails when the crate is fixed and the wrapper can shrink.

use super::options::{OptionKind, Options, Spec};
use crate::search::{Bound, Info, Score};
use vampirc_uci::{Duration, UciInfoAttribute, UciMessage, UciOptionConfig, parse_one};

/// The lines of a front-end that the envelope understands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    Uci,
    Debug(bool),
    IsReady,
    SetOption { name: String, value: Option<String> },
    NewGame,
    Stop,
    PonderHit,
    Quit,
    Register,
}

/// The words that are passed to the crate, and whether arguments may follow.
const WORDS: &[(&str, bool)] = &[
    ("uci", false),
    ("debug", true),
    ("isready", false),
    ("setoption", true),
    ("ucinewgame", false),
    ("stop", false),
    ("ponderhit", false),
    ("quit", false),
    ("register", true),
];

/// Whether lines that begin with `word` are parsed by the envelope.
pub(super) fn is_word(word: &str) -> bool {
    WORDS.iter().any(|(known, _)| *known == word)
}

/// Parses a line; `None` if it does not begin with one of `WORDS` or is incomplete. Words after a command without arguments are
/// ignored.
pub(super) fn parse(line: &str) -> Option<Line> {
    let line = line.trim();
    let (word, _) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    // The crate accepts any word that begins with a UCI word.
    let (word, more) = WORDS.iter().find(|(known, _)| *known == word)?;
    let line = if *more { line } else { word };
    match parse_one(line) {
        UciMessage::Uci => Some(Line::Uci),
        UciMessage::Debug(on) => Some(Line::Debug(on)),
        UciMessage::IsReady => Some(Line::IsReady),
        UciMessage::SetOption { name, value } => Some(Line::SetOption {
            name,
            value: value.map(|value| value.trim().to_owned()),
        }),
        UciMessage::UciNewGame => Some(Line::NewGame),
        UciMessage::Stop => Some(Line::Stop),
        UciMessage::PonderHit => Some(Line::PonderHit),
        UciMessage::Quit => Some(Line::Quit),
        UciMessage::Register { .. } => Some(Line::Register),
        _ => None,
    }
}

/// The lines `id name` and `id author`.
pub(super) fn id_lines(name: &str, author: &str) -> [String; 2] {
    [UciMessage::id_name(name), UciMessage::id_author(author)].map(|message| message.to_string())
}

/// The line that describes an option.
pub(super) fn option_line(spec: &Spec) -> String {
    let name = spec.name.to_owned();
    let config = match spec.kind.clone() {
        OptionKind::Check { default } => UciOptionConfig::Check {
            name,
            default: Some(default),
        },
        OptionKind::Spin { default, min, max } => UciOptionConfig::Spin {
            name,
            default: Some(default),
            min: Some(min),
            max: Some(max),
        },
        OptionKind::Combo { default, choices } => UciOptionConfig::Combo {
            name,
            default: Some(default),
            var: choices,
        },
        // An empty text has to be written out, or the front-end reads the next word as the default.
        OptionKind::Text | OptionKind::Path => UciOptionConfig::String {
            name,
            default: Some("<empty>".to_owned()),
        },
        OptionKind::Button => UciOptionConfig::Button { name },
    };
    UciMessage::Option(config).to_string()
}

/// The option lines of the whole table, as UCI shows it.
pub(super) fn option_lines(options: &Options) -> impl Iterator<Item = String> {
    options.shown_to(super::Audience::Uci).map(option_line)
}

/// A message for people. Line ends are replaced, because they would end the protocol line.
pub(super) fn info_string(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    UciMessage::info_string(text).to_string()
}

/// The words after `score`.
pub(super) fn score_words(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(turns) => format!("mate {turns}"),
    }
}

/// The `info` line of a report. Depths, scores and moves use the crate's escape hatch `Any`, because its own attributes store them in
/// bytes and in moves of orthodox chess.
pub(super) fn info_line(info: &Info, line: &[String], show_wdl: bool) -> String {
    let any = |name: &str, value: String| UciInfoAttribute::Any(name.to_owned(), value);
    let mut score = score_words(info.score);
    match info.bound {
        Bound::Exact => (),
        Bound::Lower => score.push_str(" lowerbound"),
        Bound::Upper => score.push_str(" upperbound"),
    }
    let millis = i64::try_from(info.time.as_millis()).unwrap_or(i64::MAX);
    let mut attributes = vec![
        any("depth", info.depth.to_string()),
        any("seldepth", info.seldepth.to_string()),
        any("multipv", info.multipv.to_string()),
        any("score", score),
    ];
    if show_wdl {
        let (win, draw, loss) = info.wdl;
        attributes.push(any("wdl", format!("{win} {draw} {loss}")));
    }
    attributes.extend([
        UciInfoAttribute::Nodes(info.nodes),
        UciInfoAttribute::Nps(info.nps()),
        any("hashfull", info.hashfull.to_string()),
        any("tbhits", info.table_hits.to_string()),
        // Cannot overflow in practice: the crate's duration holds three hundred million years.
        UciInfoAttribute::Time(Duration::try_milliseconds(millis).unwrap_or(Duration::MAX)),
    ]);
    if !line.is_empty() {
        attributes.push(any("pv", line.join(" ")));
    }
    UciMessage::Info(attributes).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(line: &str) -> Option<(String, Option<String>)> {
        match parse(line) {
            Some(Line::SetOption { name, value }) => Some((name, value)),
            _ => None,
        }
    }

    #[test]
    fn the_words_of_the_envelope_are_understood() {
        assert_eq!(parse("uci"), Some(Line::Uci));
        assert_eq!(parse("  isready "), Some(Line::IsReady));
        assert_eq!(parse("stop at once"), Some(Line::Stop));
        assert_eq!(parse("debug on"), Some(Line::Debug(true)));
        assert_eq!(parse("debug off"), Some(Line::Debug(false)));
        assert_eq!(parse("ucinewgame"), Some(Line::NewGame));
        assert_eq!(parse("register later"), Some(Line::Register));
        let named =
            |name: &str, value: Option<&str>| Some((name.to_owned(), value.map(str::to_owned)));
        assert_eq!(
            option("setoption name Clear Hash"),
            named("Clear Hash", None)
        );
        assert_eq!(
            option("setoption name Debug Log File value my own file.txt "),
            named("Debug Log File", Some("my own file.txt"))
        );
    }

    #[test]
    fn half_lines_and_longer_words_are_not() {
        for line in [
            "isreadyy",
            "stopped",
            "debug",
            "setoption",
            "setoption name",
            "",
            "go",
        ] {
            assert_eq!(parse(line), None, "{line}");
        }
    }

    /// Trap: the crate drops everything from the first move it cannot read, silently.
    #[test]
    fn the_crate_still_cuts_move_lists() {
        let UciMessage::Position { moves, .. } =
            parse_one("position startpos moves e2e4 P@e5 e4e5")
        else {
            panic!("the crate reads the beginning of the line");
        };
        assert_eq!(moves.len(), 1, "or the wrapper may hand `position` over");
    }

    /// Trap: the crate reads a promotion to a fairy piece as no promotion.
    #[test]
    fn the_crate_still_loses_fairy_promotions() {
        let UciMessage::Position { moves, .. } = parse_one("position startpos moves a7a8g") else {
            panic!("the crate reads the beginning of the line");
        };
        assert_eq!(moves[0].promotion, None);
    }

    /// Trap: a depth above 255 does not fit the crate's byte.
    #[test]
    fn the_crate_still_panics_on_large_depths() {
        let panicked = std::panic::catch_unwind(|| parse_one("go depth 300")).is_err();
        assert!(panicked, "or the wrapper may hand `go` over");
        assert_eq!(
            parse("go depth 300"),
            None,
            "the wrapper never shows it to the crate"
        );
    }

    /// Trap: `lower_bound: Some(false)` is printed as `lowerbound`, and mates are kept in an `i8`.
    #[test]
    fn bounds_and_long_mates_are_written_by_the_wrapper() {
        let info = Info {
            depth: 300,
            seldepth: 301,
            multipv: 1,
            score: Score::Mate(-200),
            bound: Bound::Exact,
            wdl: (1, 2, 997),
            nodes: 5_000,
            time: std::time::Duration::from_secs(1),
            hashfull: 7,
            table_hits: 3,
            pv: Vec::new(),
        };
        let line = ["f1f2,d1e2".to_owned(), "P@e4".to_owned()];
        assert_eq!(
            info_line(&info, &line, true),
            "info depth 300 seldepth 301 multipv 1 score mate -200 wdl 1 2 997 nodes 5000 nps 5000 \
             hashfull 7 tbhits 3 time 1000 pv f1f2,d1e2 P@e4"
        );
        let upper = Info {
            score: Score::Centipawns(-12),
            bound: Bound::Upper,
            ..info
        };
        assert!(info_line(&upper, &[], false).contains(" score cp -12 upperbound nodes "));
    }
}
