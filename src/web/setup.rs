//! Set-up positions of the board editor: their FEN and its validation.

use super::names;
use super::place::variant;
use super::reply::{Answer, Asked, Refusal};
use super::shared::Shared;
use axum::Json;
use axum::extract::State as Extract;
use katydid::base::{Piece, Square};
use katydid::position::{Hand, Position, Setup, State};
use katydid::rules;
use katydid::variant::Variant;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A position as the editor holds it.
#[derive(Deserialize)]
pub struct AskedSetup {
    game: String,
    #[serde(default)]
    pieces: String,
    /// The pieces by square.
    squares: BTreeMap<String, String>,
    /// The number of pieces in hand, by piece.
    #[serde(default)]
    hands: BTreeMap<String, u8>,
    /// The fields of the FEN after the pieces, with single blanks between them.
    rest: String,
}

/// The response.
#[derive(Serialize)]
pub struct Judged {
    /// The FEN: in the engine's form, or as it was composed if it is illegal.
    fen: String,
    /// The engine's error message, if the position is illegal.
    error: Option<String>,
}

/// `/api/setup`: the FEN of a position from the editor, and its error.
pub async fn judge(
    Extract(shared): Extract<Shared>,
    Asked(asked): Asked<AskedSetup>,
) -> Answer<Judged> {
    let variant = variant(&shared.catalogue, &asked.game, &asked.pieces)?;
    let shown = variant.with_all_pieces();
    let setup = Setup {
        pieces: pieces(&shown, &asked.squares)?,
        hands: hands(&shown, &asked.hands)?,
        state: State::default(),
        has_castling_field: true,
        castling: None,
        legs: None,
        checks: None,
        memory: None,
    };
    let placement = Position::place(&shown, &setup).placement();
    let fen = format!("{placement} {}", asked.rest.trim());
    Ok(Json(match rules::position(&variant, &fen) {
        Ok(pos) => Judged {
            fen: pos.fen(),
            error: None,
        },
        Err(error) => Judged {
            fen,
            error: Some(error.to_string()),
        },
    }))
}

fn pieces(
    variant: &Variant,
    squares: &BTreeMap<String, String>,
) -> Result<Vec<(Square, Piece)>, Refusal> {
    let mut pieces: Vec<(Square, Piece)> = Vec::new();
    for (square, name) in squares {
        let (at, on_board_b) = names::read_square(square)
            .filter(|(at, _)| variant.rules.board.squares().contains(*at))
            .ok_or_else(|| Refusal::of(format!("'{square}' is no square of the board")))?;
        let piece = read_piece(variant, name)?;
        let piece = if on_board_b { piece.crossed() } else { piece };
        if pieces.iter().any(|(other, _)| *other == at) {
            return Err(Refusal::of(format!(
                "{at} is occupied on both boards (expected one piece at most)"
            )));
        }
        pieces.push((at, piece));
    }
    Ok(pieces)
}

fn hands(variant: &Variant, held: &BTreeMap<String, u8>) -> Result<[Hand; 2], Refusal> {
    let mut hands = [Hand::default(); 2];
    for (name, count) in held {
        let piece = read_piece(variant, name)?;
        if !variant.rules.hand.contains(piece.piece_type()) {
            return Err(Refusal::of(format!("'{name}' cannot be in hand")));
        }
        let hand = &mut hands[piece.color().index()];
        *hand = hand.with(piece.piece_type(), *count);
    }
    Ok(hands)
}

fn read_piece(variant: &Variant, text: &str) -> Result<Piece, Refusal> {
    names::read_piece(variant, text).ok_or_else(|| {
        let known = variant.letters();
        Refusal::of(format!(
            "'{}' is no piece (expected w or b and one of: {known})",
            rules::quotable(text)
        ))
    })
}
