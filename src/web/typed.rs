//! Moves that are typed.

use super::place::Place;
use super::reply::{Answer, Asked, Refusal, at_length};
use super::sessions::locked;
use super::shared::Shared;
use axum::Json;
use axum::extract::State;
use katydid::rules::{is_null, leg_of_san, leg_text, turn_or_null, turn_text, written_legs};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub struct AskedText {
    place: Place,
    text: String,
}

/// The legs of a typed move.
#[derive(Serialize)]
pub struct Typed {
    /// The legs as coordinate texts.
    legs: Vec<String>,
    /// The text of a null move, which has no legs.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
}

/// `/api/type`: parses a typed move in coordinates or algebraic notation, or a null move `--`.
pub async fn typed(State(shared): State<Shared>, Asked(asked): Asked<AskedText>) -> Answer<Typed> {
    let session = shared.sessions.of(&asked.place.session)?;
    let standing = at_length(|| {
        asked
            .place
            .standing(&shared.catalogue, &mut locked(&session).kept)
    })?;
    let mut turn = standing.next;
    if is_null(&asked.text) && !turn.is_begun() {
        let null = turn_or_null(turn.before(), &asked.text).map_err(Refusal::of)?;
        let turn = Some(turn_text(turn.before(), &null));
        let legs = Vec::new();
        return Ok(Json(Typed { legs, turn }));
    }
    let begun = turn.legs().len();
    turn.push_typed(&asked.text, leg_of_san)
        .map_err(Refusal::of)?;
    let mut legs = written_legs(turn.before(), turn.legs(), leg_text);
    legs.drain(..begun);
    if legs.is_empty() {
        return Err(Refusal::of(
            "nothing is typed (expected a move as in e2e4 or Nf3)",
        ));
    }
    Ok(Json(Typed { legs, turn: None }))
}
