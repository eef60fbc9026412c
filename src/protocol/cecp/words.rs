//! Numbers and lines of CECP: time controls, thinking output, option announcements.

use super::super::command::{Report, TimeControl};
use super::super::options::{Audience, OptionKind, Options};
use crate::base::Color;
use crate::position::Position;
use crate::rules::line_text;
use crate::search::Score;
use crate::variant::Variant;
use std::time::Duration;

/// Mates are told as this many centipawns and the distance in moves.
const MATE_SCORE: i32 = 100_000;

/// A score as thinking output has it.
pub fn score(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(distance) if distance > 0 => MATE_SCORE + distance,
        Score::Mate(distance) => distance - MATE_SCORE,
    }
}

/// A line of thinking output: depth, score, centiseconds, nodes, then seldepth, kilonodes a second and
/// table hits, a tab, and the line.
pub fn thinking(report: &Report) -> String {
    let info = &report.info;
    format!(
        "{} {} {} {} {} {} 0\t{}",
        info.depth,
        score(info.score),
        info.time.as_millis() / 10,
        info.nodes,
        info.seldepth,
        info.nps() / 1000,
        line_text(&report.root, &info.pv).join(" "),
    )
}

/// A time in the form `MINUTES` or `MINUTES:SECONDS`.
fn minutes(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or((text, "0"));
    let minutes: u64 = minutes.parse().ok()?;
    let seconds: u64 = seconds.parse().ok().filter(|seconds| *seconds < 60)?;
    (minutes <= 100_000).then(|| Duration::from_secs(60 * minutes + seconds))
}

/// A number of seconds, perhaps with a fraction.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text
        .parse()
        .ok()
        .filter(|seconds: &f64| (0.0..1e7).contains(seconds))?;
    Some(Duration::from_secs_f64(seconds))
}

/// The control of `level MOVES TIME INCREMENT`.
pub fn level(words: &[&str]) -> Option<TimeControl> {
    let [turns, base, increment] = words else {
        return None;
    };
    Some(TimeControl::Session {
        turns: turns.parse().ok().filter(|turns| *turns <= 10_000)?,
        base: minutes(base)?,
        increment: seconds(increment)?,
    })
}

/// The control of `st SECONDS`.
pub fn per_turn(text: &str) -> Option<TimeControl> {
    seconds(text).map(TimeControl::PerTurn)
}

/// A clock in centiseconds; a flag that has fallen is a clock at zero.
pub fn clock(text: &str) -> Option<Duration> {
    let centiseconds: i64 = text.parse().ok()?;
    Some(Duration::from_millis(
        u64::try_from(centiseconds.min(1 << 40)).unwrap_or(0) * 10,
    ))
}

/// The result of `result RESULT {COMMENT}`.
pub fn result(text: &str) -> &'static str {
    let word = text.split_whitespace().next().unwrap_or_default();
    let known = ["1-0", "0-1", "1/2-1/2"].into_iter();
    known
        .into_iter()
        .find(|known| *known == word)
        .unwrap_or("*")
}

/// Blanks behind the announcement of a text: XBoard 4.9.1 writes the values of texts into the memory of that line,
/// and breaks down if they are longer (`StringFeature` and `GenericReadout` of its sources).
const ROOM_FOR_TEXT: usize = 400;

/// The `feature option` lines.
pub fn option_features(options: &Options) -> impl Iterator<Item = String> + '_ {
    options.shown_to(Audience::Cecp).map(|spec| {
        let kind = match &spec.kind {
            OptionKind::Check { default } => format!("check {}", u8::from(*default)),
            OptionKind::Spin { default, min, max } => format!("spin {default} {min} {max}"),
            // The program's name can have chosen already.
            OptionKind::Combo { choices, .. } => {
                let present = options.text(spec.key);
                let mark = |choice: &String| {
                    if choice == present {
                        format!("*{choice}")
                    } else {
                        choice.clone()
                    }
                };
                format!(
                    "combo {}",
                    choices.iter().map(mark).collect::<Vec<_>>().join(" /// ")
                )
            }
            OptionKind::Text => "string ".to_owned(),
            OptionKind::Path => "path ".to_owned(),
            OptionKind::Button => "button".to_owned(),
        };
        let room = match spec.kind {
            OptionKind::Text | OptionKind::Path => ROOM_FOR_TEXT,
            _ => 0,
        };
        format!("feature option=\"{} -{kind}\"{:room$}", spec.label(), "")
    })
}

/// The FEN of an `edit` session: pieces in the old set-up language, White's then Black's. `chosen` is the game by which the
/// position will be set up.
pub fn edited(pos: &Position, chosen: &'static Variant, lines: &[String]) -> String {
    let variant = pos.variant();
    let size = usize::from(variant.rules.files) * usize::from(variant.rules.ranks);
    let mut squares = vec![String::new(); size];
    let index = |text: &str| {
        let square: crate::base::Square = text.parse().ok()?;
        let inside = square.file() < variant.rules.files && square.rank() < variant.rules.ranks;
        inside.then(|| {
            usize::from(square.rank()) * usize::from(variant.rules.files)
                + usize::from(square.file())
        })
    };
    for square in pos.occupied() {
        if let (Some(piece), Some(at)) = (pos.at(square), index(&square.to_string())) {
            squares[at] = pos.piece_text(piece);
        }
    }
    // A small `x` clears a square, and a large one too unless a piece has that letter.
    let no_x = chosen.with_all_pieces().type_of_letter("X").is_none();
    let mut color = Color::White;
    for line in lines {
        match line.as_str() {
            "#" => squares.fill(String::new()),
            "c" => color = !color,
            _ => {
                let (piece, square) = line.split_at_checked(1).unwrap_or((line, ""));
                if let Some(at) = index(square) {
                    squares[at] = match color {
                        _ if piece == "x" || piece == "X" && no_x => String::new(),
                        Color::White => piece.to_ascii_uppercase(),
                        Color::Black => piece.to_ascii_lowercase(),
                    };
                }
            }
        }
    }
    let rows = squares
        .chunks(usize::from(variant.rules.files))
        .enumerate()
        .rev()
        .map(|(rank, row)| {
            let hole = |file: usize| {
                !variant
                    .rules
                    .board
                    .squares()
                    .contains(crate::base::Square::at(file as u8, rank as u8))
            };
            let piece = |(file, piece): (usize, &String)| match piece.as_str() {
                "" if hole(file) => "*".to_owned(),
                "" => "1".to_owned(),
                piece => piece.to_owned(),
            };
            row.iter().enumerate().map(piece).collect::<String>()
        });
    let placement = rows.collect::<Vec<_>>().join("/");
    format!("{placement} {} KQkq - 0 1", pos.side_to_move().letter())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_in_all_their_forms() {
        let session = |turns, base, increment: f64| TimeControl::Session {
            turns,
            base: Duration::from_secs(base),
            increment: Duration::from_secs_f64(increment),
        };
        assert_eq!(level(&["40", "5", "0"]), Some(session(40, 300, 0.0)));
        assert_eq!(level(&["0", "0:30", "0.5"]), Some(session(0, 30, 0.5)));
        for wrong in [
            &["40", "5"][..],
            &["-1", "5", "0"],
            &["40", "5:70", "0"],
            &["40", "x", "0"],
        ] {
            assert_eq!(level(wrong), None, "{wrong:?}");
        }
        assert_eq!(clock("1234"), Some(Duration::from_millis(12_340)));
        assert_eq!(clock("-50"), Some(Duration::ZERO));
        assert_eq!(clock("soon"), None);
    }

    #[test]
    fn mates_are_far_from_other_scores() {
        assert_eq!(score(Score::Mate(3)), 100_003);
        assert_eq!(score(Score::Mate(-2)), -100_002);
        assert_eq!(score(Score::Centipawns(-31)), -31);
    }

    #[test]
    fn an_edited_board_becomes_a_fen() {
        let variant = crate::catalogue::Catalogue::embedded()
            .variant("chess")
            .expect("chess");
        let pos = crate::rules::start(variant);
        let lines = ["#", "Ke1", "Pa2", "c", "Ke8", "Qd8", "xd8", "Rh8"].map(str::to_owned);
        let fen = edited(&pos, variant, &lines);
        let placed = crate::rules::position(variant, &fen).expect("a position");
        assert!(
            placed.fen().starts_with("4k2r/8/8/8/8/8/P7/4K3 w k"),
            "{}",
            placed.fen()
        );
    }
}
