//! The turns that were played in a position in the user's games.

use super::openings::Tally;
use super::place::Place;
use super::reply::{Answer, Asked, at_length};
use super::sessions::locked;
use super::shared::Shared;
use axum::Json;
use axum::extract::State;
use katydid::rules::{turn_or_null, turn_san};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub struct AskedOpenings {
    place: Place,
}

/// A turn with its algebraic notation and its tally.
#[derive(Serialize)]
struct Named {
    san: String,
    #[serde(flatten)]
    tally: Tally,
}

/// The turns that were played in a position.
#[derive(Serialize)]
pub struct Found {
    turns: Vec<Named>,
    /// The number of games read so far.
    games: usize,
    /// Whether files are still being read.
    reading: bool,
    /// The files that cannot be read.
    problems: Vec<String>,
}

/// `/api/openings`: the turns that were played in a position.
pub async fn look_up(
    State(shared): State<Shared>,
    Asked(asked): Asked<AskedOpenings>,
) -> Answer<Found> {
    let session = shared.sessions.of(&asked.place.session)?;
    at_length(|| {
        let kept = &mut locked(&session).kept;
        let standing = asked.place.standing(&shared.catalogue, kept)?;
        let pos = standing.game.position();
        let named = |tally: Tally| {
            let turn = turn_or_null(pos, &tally.text).ok()?;
            let san = turn_san(pos, &turn);
            Some(Named { san, tally })
        };
        let turns = shared
            .openings
            .played(pos)
            .into_iter()
            .filter_map(named)
            .collect();
        let (games, reading, problems) = shared.openings.progress();
        Ok(Json(Found {
            turns,
            games,
            reading,
            problems,
        }))
    })
}
