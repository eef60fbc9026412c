//! Moves that are typed.

use super::place::Place;
use super::reply::{Answer, Asked, Refusal, at_length};
use super::sessions::locked;
use super::shared::Shared;
use axum::Json;
use axum::extract::State;
use katydid::rules::{self, leg_of_san, leg_text, play, turn_goes_on};
use serde::{Deserialize, Serialize};

/// A typed move.
#[derive(Deserialize)]
pub struct AskedText {
    place: Place,
    text: String,
}

/// The legs of a typed move.
#[derive(Serialize)]
pub struct Typed {
    /// Coordinate texts.
    legs: Vec<String>,
}

/// `/api/type`: the legs that a text means, in coordinates or notation.
pub async fn typed(State(shared): State<Shared>, Asked(asked): Asked<AskedText>) -> Answer<Typed> {
    let session = shared.sessions.of(&asked.place.session)?;
    let standing = at_length(|| asked.place.standing(&mut locked(&session).kept))?;
    let us = standing.game.position().side_to_move();
    let mut now = standing.now.clone();
    let one_leg = now.variant().rules.capabilities.dynamo;
    let mut legs = Vec::new();
    let parts = asked
        .text
        .split(|c: char| c.is_whitespace() || c == ',' && !one_leg);
    for part in parts.filter(|part| !part.is_empty()) {
        if !legs.is_empty() && !turn_goes_on(us, &now) {
            return Err(Refusal::of(format!(
                "the turn is complete before '{}'; one turn at a time",
                rules::quotable(part)
            )));
        }
        let leg = leg_of_san(&now, part).map_err(Refusal::of)?;
        legs.push(leg_text(&now, leg));
        now = play(&now, leg);
    }
    if legs.is_empty() {
        return Err(Refusal::of(
            "nothing is typed (expected a move as in e2e4 or Nf3)",
        ));
    }
    Ok(Json(Typed { legs }))
}
