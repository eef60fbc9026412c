//! Games of a match as PGN text, with what the engines said of their turns. Turns are written as coordinate texts,
//! which engines understand.

use super::game::{Finished, How, Played};
use katydid::pgn::{Notation, Pgn, Roster};
use katydid::rules::Game;
use katydid::search::Score;
use std::fmt::Write as _;

/// What goes into the comments besides score, depth and time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each stands for a flag of the command line"
)]
pub struct Details {
    pub nodes: bool,
    /// The deepest leg.
    pub seldepth: bool,
    /// Nodes a second.
    pub nps: bool,
    /// The line.
    pub pv: bool,
    pub time_left: bool,
}

/// What the tags say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags {
    pub event: String,
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

/// The first tags of a game.
fn roster(tags: &Tags) -> Roster {
    Roster {
        event: tags.event.clone(),
        site: tags.site.clone(),
        date: tags.date.clone(),
        round: tags.round.to_string(),
        players: tags.names.clone(),
    }
}

/// A game that goes on as PGN, an empty line after it.
pub fn begun(game: &Game, tags: &Tags) -> String {
    Pgn::new(game, roster(tags), Notation::Coordinates).text()
}

/// A game as PGN, an empty line after it.
pub fn game(finished: &Finished, tags: &Tags, details: Details) -> String {
    let roster = roster(tags);
    let mut further = vec![("PlyCount", finished.game.turns().len().to_string())];
    let [white, black] = &tags.controls;
    if white == black {
        further.push(("TimeControl", white.clone()));
    } else {
        further.push(("WhiteTimeControl", white.clone()));
        further.push(("BlackTimeControl", black.clone()));
    }
    let end = &finished.end;
    further.push(("Termination", termination(end.how).to_owned()));
    let mut comments = comments(finished, details);
    let mut closing = String::new();
    match comments.last_mut() {
        Some(last) => {
            let _ = write!(last, ", {}", end.reason);
        }
        None => closing.clone_from(&end.reason),
    }
    let pgn = Pgn {
        further,
        result: end.result(),
        comments,
        closing,
        ..Pgn::new(&finished.game, roster, Notation::Coordinates)
    };
    pgn.text()
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

/// What is said of each turn.
fn comments(finished: &Finished, details: Details) -> Vec<String> {
    let book = (0..finished.opening).map(|_| "book".to_owned());
    let played = finished.played.iter();
    let own = played.map(|played| comment(played, details));
    book.chain(own).collect()
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
    use super::super::game::ArenaEnd;
    use super::*;
    use katydid::catalogue::Catalogue;
    use katydid::rules::Game;
    use std::time::Duration;

    #[test]
    fn a_game_is_written_with_opening_comments_and_reason() {
        let variant = Catalogue::new().variant("demichess").expect("a game");
        let game = Game::set_up(&variant, None, ["e2e4", "e7e5", "d2d3"]).expect("turns");
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
            end: ArenaEnd {
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
