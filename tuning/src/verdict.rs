//! What a search says of a position, as openings, games and scores of positions ask it.

use katydid::base::Color;
use katydid::position::Position;
use katydid::rules::{Game, Turn};
use katydid::search::{Limits, Score, Searcher};

/// A score counts as no more than this, in centipawns; mates do.
pub const MOST_SCORE: i32 = 3000;

/// The turn that a search of this many nodes finds, and its score in White's view.
pub fn search(game: &Game, nodes: u64, searcher: &mut Searcher) -> Option<(Turn, i32)> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let best = searcher.search(game, limits, |_| {}).ok()?.best;
    let score = match best.score {
        Score::Centipawns(score) => score.clamp(-MOST_SCORE, MOST_SCORE),
        Score::Mate(turns) => turns.signum() * MOST_SCORE,
    };
    Some((best.turn?, sign_of(game.position()) * score))
}

/// 1 where White is to move, -1 where Black is.
pub fn sign_of(pos: &Position) -> i32 {
    match pos.side_to_move() {
        Color::White => 1,
        Color::Black => -1,
    }
}
