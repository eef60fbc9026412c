//! The result of a search as text and as JSON. Scores are from White's point of view.

use katydid::base::{Color, Move};
use katydid::position::Position;
use katydid::rules::{leg_san, leg_text, turns_of_line, written_legs};
use katydid::search::{Info, Score};
use serde_json::{Value, json};

/// Score, depth and turns of a search result, on one line.
pub fn opinion(pos: &Position, info: &Info) -> String {
    let score = score(info.score, pos.side_to_move());
    let turns = turns(pos, &info.pv, leg_san).join(" ");
    format!("{score}, depth {}: {turns}", info.depth)
}

/// A search result as a JSON object.
pub fn opinion_json(pos: &Position, info: &Info) -> Value {
    json!({
        "line": info.multipv,
        "score": score_json(info.score, pos.side_to_move()),
        "depth": info.depth,
        "seldepth": info.seldepth,
        "nodes": info.nodes,
        "ms": info.time.as_millis() as u64,
        "turns": turns(pos, &info.pv, leg_san),
        "coordinates": turns(pos, &info.pv, leg_text),
    })
}

/// A score for people.
pub fn score(score: Score, turn: Color) -> String {
    match from_white(score, turn) {
        Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Mate(_) => {
            let (winner, turns) = winner(score, turn);
            format!("{} wins in {turns}", winner.name())
        }
    }
}

/// A score as `{"centipawns": 31}`, or as `{"mate": -3}` if Black wins in three turns.
pub fn score_json(score: Score, turn: Color) -> Value {
    match from_white(score, turn) {
        Score::Centipawns(value) => json!({ "centipawns": value }),
        Score::Mate(turns) => json!({ "mate": turns }),
    }
}

/// A score in the form of the PGN command `%eval`: pawns, or `#-3`.
pub fn score_of_pgn(score: Score, turn: Color) -> String {
    match from_white(score, turn) {
        Score::Centipawns(value) => format!("{:.2}", f64::from(value) / 100.0),
        Score::Mate(turns) => format!("#{turns}"),
    }
}

/// The side that wins by force, and in how many turns.
fn winner(score: Score, turn: Color) -> (Color, i32) {
    match score {
        Score::Mate(turns) if turns < 0 => (!turn, -turns),
        Score::Mate(turns) | Score::Centipawns(turns) => (turn, turns),
    }
}

/// Converts a score of the side to move to White's point of view.
fn from_white(score: Score, turn: Color) -> Score {
    match (turn, score) {
        (Color::White, score) => score,
        (Color::Black, Score::Centipawns(value)) => Score::Centipawns(-value),
        (Color::Black, Score::Mate(turns)) => Score::Mate(-turns),
    }
}

/// The turns of a line; the legs of one turn are joined by commas.
fn turns(pos: &Position, legs: &[Move], written: fn(&Position, Move) -> String) -> Vec<String> {
    let turns = turns_of_line(pos, legs).into_iter();
    turns
        .map(|turn| written_legs(turn.before(), turn.legs(), written).join(","))
        .collect()
}
