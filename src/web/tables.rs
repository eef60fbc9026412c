//! Exact values of a position and its turns, from endgame tables.

use super::place::Place;
use super::reply::{Answer, Asked, at_length};
use super::sessions::locked;
use super::shared::Shared;
use axum::Json;
use axum::extract::State;
use katydid::rules::{turn_san, turn_text};
use katydid::tables::Value;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub struct AskedTables {
    place: Place,
}

/// A value: `win`, `draw` or `loss`, and the distance to the end of the game in half-moves.
#[derive(Serialize)]
struct Worth {
    word: &'static str,
    distance: Option<u16>,
}

impl From<Value> for Worth {
    fn from(value: Value) -> Self {
        Self {
            word: value.word(),
            distance: value.distance(),
        }
    }
}

/// A legal turn with its value for the side that plays it.
#[derive(Serialize)]
struct RatedTurn {
    text: String,
    san: String,
    value: Option<Worth>,
}

/// The table values of a position and its turns.
#[derive(Serialize)]
pub struct LookedUp {
    /// The value for the side to move; `None` if no table has the position.
    value: Option<Worth>,
    /// The legal turns, best first.
    turns: Vec<RatedTurn>,
}

/// `/api/tables`: the values of a position and its turns in endgame tables.
pub async fn look_up(
    State(shared): State<Shared>,
    Asked(asked): Asked<AskedTables>,
) -> Answer<LookedUp> {
    let session = shared.sessions.of(&asked.place.session)?;
    at_length(|| {
        let standing = asked
            .place
            .standing(&shared.catalogue, &mut locked(&session).kept)?;
        let pos = standing.game.position();
        let value = shared.tables.probe(pos).map(Worth::from);
        let rated = value.is_some().then(|| shared.tables.turns(pos));
        for error in shared.tables.take_complaints() {
            log::error!("{error}");
        }
        let turns = rated.unwrap_or_default().into_iter();
        let turns = turns.map(|rated| RatedTurn {
            text: turn_text(pos, &rated.turn),
            san: turn_san(pos, &rated.turn),
            value: rated.value.map(Worth::from),
        });
        Ok(Json(LookedUp {
            value,
            turns: turns.collect(),
        }))
    })
}
