//! Games as PGN text. Turns are written as coordinate texts: they are the one notation that all our games
//! have.

use super::engine::Score;
use super::game::{Finished, How, Played};
use std::fmt::Write as _;

/// What goes into the comments besides score, depth and time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each stands for a flag of the command line"
)]
pub struct Details {
    /// Nodes.
    pub nodes: bool,
    /// The deepest leg.
    pub seldepth: bool,
    /// Nodes a second.
    pub nps: bool,
    /// The line.
    pub pv: bool,
    /// Time left.
    pub time_left: bool,
}

/// What the tags say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags {
    /// The event.
    pub event: String,
    /// The site.
    pub site: String,
    /// The date, as `2026.01.31`.
    pub date: String,
    /// The round, from 1.
    pub round: usize,
    /// White's and Black's name.
    pub names: [String; 2],
    /// White's and Black's time control.
    pub controls: [String; 2],
}

/// The width of lines of moves.
const WIDTH: usize = 80;

/// A game as PGN, an empty line after it.
pub fn game(finished: &Finished, tags: &Tags, details: Details) -> String {
    let mut text = header(finished, tags);
    text.push('\n');
    let mut line = String::new();
    for word in words(finished, details) {
        if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
            let _ = writeln!(text, "{line}");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    let _ = writeln!(text, "{line}\n");
    text
}

fn header(finished: &Finished, tags: &Tags) -> String {
    let pos = finished.game.first();
    let variant = pos.variant();
    let end = &finished.end;
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", &tags.event);
    tag("Site", &tags.site);
    tag("Date", &tags.date);
    tag("Round", &tags.round.to_string());
    tag("White", &tags.names[0]);
    tag("Black", &tags.names[1]);
    tag("Result", end.result());
    let fen = pos.fen();
    if fen != variant.start {
        tag("SetUp", "1");
        tag("FEN", &fen);
    }
    if variant.name != "chess" {
        tag("Variant", &variant.name);
    }
    tag("PlyCount", &finished.game.turns().len().to_string());
    if tags.controls[0] == tags.controls[1] {
        tag("TimeControl", &tags.controls[0]);
    } else {
        tag("WhiteTimeControl", &tags.controls[0]);
        tag("BlackTimeControl", &tags.controls[1]);
    }
    tag("Termination", termination(end.how));
    text
}

/// The value of the tag `Termination`.
const fn termination(how: How) -> &'static str {
    match how {
        How::Rules | How::Resignation => "normal",
        How::Adjudication => "adjudication",
        How::Crash => "abandoned",
        How::Illegal => "illegal move",
        How::Time => "time forfeit",
        How::Stall => "stalled connection",
        How::Disagreement => "rules infraction",
    }
}

/// Numbers, turns, comments and the result, each a word that is not broken.
fn words(finished: &Finished, details: Details) -> Vec<String> {
    let mut words = Vec::new();
    let first = finished.game.first();
    let (mut number, mut mover) = (first.state().fullmove_number, first.side_to_move());
    let turns = finished.game.turns();
    let white = katydid::base::Color::White;
    for (index, turn) in turns.iter().enumerate() {
        if mover == white {
            words.push(format!("{number}."));
        } else {
            if index == 0 {
                words.push(format!("{number}..."));
            }
            number += 1;
        }
        mover = !mover;
        words.push(turn.text.clone());
        let mut comment = match index.checked_sub(finished.opening) {
            None => "book".to_owned(),
            Some(own) => finished
                .played
                .get(own)
                .map_or_else(String::new, |played| comment(played, details)),
        };
        if index + 1 == turns.len() {
            let _ = write!(comment, ", {}", finished.end.reason);
        }
        words.push(format!("{{{comment}}}"));
    }
    if turns.is_empty() {
        words.push(format!("{{{}}}", finished.end.reason));
    }
    words.push(finished.end.result().to_owned());
    words
}

/// Score, depth and time of a turn: `+0.31/14 0.251s`.
fn comment(played: &Played, details: Details) -> String {
    let told = &played.comment;
    let mut text = match told.score {
        None => "0.00".to_owned(),
        Some(Score::Centipawns(value)) => format!("{:+.2}", f64::from(value) / 100.0),
        Some(Score::Mate(turns)) if turns > 0 => format!("+M{turns}"),
        Some(Score::Mate(turns)) => format!("-M{}", -turns),
    };
    let depth = told.depth.unwrap_or(0);
    let seconds = played.used.as_secs_f64();
    let _ = write!(text, "/{depth} {seconds:.3}s");
    if details.nodes
        && let Some(nodes) = told.nodes
    {
        let _ = write!(text, ", n={nodes}");
    }
    if details.seldepth
        && let Some(seldepth) = told.seldepth
    {
        let _ = write!(text, ", sd={seldepth}");
    }
    if details.nps
        && let Some(nodes) = told.nodes
    {
        let _ = write!(text, ", nps={:.0}", nodes as f64 / seconds.max(1e-3));
    }
    if details.time_left
        && let Some(left) = played.left
    {
        let _ = write!(text, ", tl={:.3}s", left.as_secs_f64());
    }
    if details.pv && !told.pv.is_empty() {
        let _ = write!(text, ", pv=\"{}\"", told.pv);
    }
    for line in &told.lines {
        let line = line.replace(['{', '}', '"'], "");
        let _ = write!(text, ", line=\"{line}\"");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::engine::Comment;
    use super::super::game::End;
    use super::*;
    use katydid::catalogue::Catalogue;
    use katydid::rules::Game;
    use std::time::Duration;

    #[test]
    fn a_game_is_written_with_opening_comments_and_reason() {
        let variant = Catalogue::embedded().variant("demichess").expect("a game");
        let game = Game::set_up(variant, None, ["e2e4", "e7e5", "d2d3"]).expect("turns");
        let played = Played {
            comment: Comment {
                score: Some(Score::Centipawns(-31)),
                depth: Some(9),
                nodes: Some(1234),
                ..Comment::default()
            },
            used: Duration::from_millis(250),
            left: None,
        };
        let finished = Finished {
            game,
            opening: 2,
            played: vec![played],
            end: End {
                winner: None,
                how: How::Adjudication,
                culprit: None,
                reason: "Draw by adjudication".to_owned(),
            },
        };
        let tags = Tags {
            names: ["A".to_owned(), "B \"x\"".to_owned()],
            ..Tags::default()
        };
        let details = Details {
            nodes: true,
            ..Details::default()
        };
        let text = game_text(&finished, &tags, details);
        assert!(text.contains("[Variant \"demichess\"]\n"), "{text}");
        assert!(text.contains("[Black \"B \\\"x\\\"\"]\n"), "{text}");
        let moves = "1. e2e4 {book} e7e5 {book} 2. d2d3\n\
                     {-0.31/9 0.250s, n=1234, Draw by adjudication} 1/2-1/2\n\n";
        assert!(text.ends_with(moves), "{text}");
    }

    use super::game as game_text;
}
