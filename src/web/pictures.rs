//! The pieces as pictures.

use super::place::variant;
use super::reply::Refusal;
use super::shared::Shared;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use katydid::base::{Color, Piece};
use katydid::pictures::svg;
use serde::Deserialize;

/// The query of a picture's address.
#[derive(Deserialize)]
pub struct Declared {
    #[serde(default)]
    pieces: String,
}

/// `/pieces/GAME/wQ.svg?pieces=...`: the picture of a piece of a game.
pub async fn picture(
    State(shared): State<Shared>,
    Path((game, file)): Path<(String, String)>,
    Query(declared): Query<Declared>,
) -> Result<Response, Refusal> {
    let missing = || Refusal::new(StatusCode::NOT_FOUND, format!("no picture {game}/{file}"));
    let name = file.strip_suffix(".svg").ok_or_else(missing)?;
    let (color, letter) = match name.split_at_checked(1) {
        Some(("w", letter)) => (Color::White, letter),
        Some(("b", letter)) => (Color::Black, letter),
        _ => return Err(missing()),
    };
    if !shared.sessions.knows(&declared.pieces) {
        return Err(missing());
    }
    let variant = variant(&shared.catalogue, &game, &declared.pieces)?.with_all_pieces();
    let piece_type = variant.type_of_letter(letter).ok_or_else(missing)?;
    let text = svg(&variant, Piece::new(color, piece_type));
    // The page requests pictures with every move. Pictures of embedded games never change; other games may be edited.
    let caching = if shared.catalogue.is_embedded(&game) {
        "private, max-age=3600"
    } else {
        "no-cache"
    };
    let headers = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, caching)];
    Ok((headers, text).into_response())
}
