//! Responses and errors.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use katydid::base::with_present_spelling;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::time::timeout;

/// The longest request, in bytes.
pub const MOST_BYTES: usize = 256 << 10;
/// The longest request with a PGN, in bytes.
pub const MOST_PGN_BYTES: usize = 16 << 20;

/// The time limit for the body of a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// A refused request.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    reason: String,
}

/// The JSON object of a refusal.
#[derive(Serialize)]
struct Words {
    error: String,
}

impl Refusal {
    /// A refusal with the given status.
    pub fn new(status: StatusCode, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self { status, reason }
    }

    /// A refusal of a well-formed request that cannot be carried out.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "`map_err` hands errors over by value"
    )]
    pub fn of(reason: impl ToString) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, reason.to_string())
    }

    /// A refusal because a number is out of its range.
    pub fn range(what: &str, found: f64, least: usize, most: usize) -> Self {
        Self::of(format!(
            "{what}: found {found}, expected a number from {least} to {most}"
        ))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(Words { error: self.reason })).into_response()
    }
}

/// The response of a handler.
pub type Answer<T> = Result<Json<T>, Refusal>;

/// Runs work that may take seconds (long games, waiting for an earlier search) without blocking other requests.
pub fn at_length<T>(work: impl FnOnce() -> T) -> T {
    tokio::task::block_in_place(work)
}

/// The message for a request that is too large.
fn too_large() -> String {
    format!(
        "the request is too large: the page takes PGN texts of up to {} MB, and {} kB of anything else \
         (`katydid convert FILE` reads PGN files of any size)",
        MOST_PGN_BYTES >> 20,
        MOST_BYTES >> 10
    )
}

/// The JSON object of a request.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let read = timeout(PATIENCE, Json::from_request(request, state)).await;
        let read = read.map_err(|_| {
            let seconds = PATIENCE.as_secs();
            Refusal::new(
                StatusCode::REQUEST_TIMEOUT,
                format!("the request did not arrive whole within {seconds} seconds"),
            )
        })?;
        let refused = |error: JsonRejection| {
            if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
                return Refusal::new(error.status(), too_large());
            }
            Refusal::new(error.status(), with_present_spelling(&error.body_text()))
        };
        read.map(|Json(asked)| Self(asked)).map_err(refused)
    }
}
