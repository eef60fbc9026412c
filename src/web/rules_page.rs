//! The rules of a game: its text, its pieces with diagrams of how they move, its ends.

use super::legs::Grip;
use super::names;
use super::place::variant;
use super::reply::{Answer, Asked};
use super::shared::Shared;
use super::view::{Board, board};
use axum::Json;
use axum::extract::State;
use katydid::base::{Bitboard, Color, Piece, PieceType};
use katydid::game_page::{MoveDiagram, move_diagrams};
use katydid::variant::Variant;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The requested game.
#[derive(Deserialize)]
pub struct AskedRules {
    game: String,
    #[serde(default)]
    pieces: String,
}

#[derive(Serialize)]
pub struct Page {
    name: String,
    title: String,
    inventor: String,
    summary: String,
    rules: String,
    board: Board,
    pieces: Vec<PiecePage>,
}

/// A piece and how it moves.
#[derive(Serialize)]
pub struct PiecePage {
    /// The page's name of the White piece.
    piece: String,
    letter: String,
    name: String,
    pub picture: String,
    /// Betza's notation.
    movement: String,
    /// Its special properties, in words.
    facts: Vec<String>,
    diagrams: Vec<Diagram>,
}

/// A diagram of a piece's moves, alone on the board or with pieces to hop over.
#[derive(Serialize)]
struct Diagram {
    from: String,
    others: Vec<String>,
    moves: Vec<String>,
    captures: Vec<String>,
    /// Arrows for other pieces that are pushed and pulled.
    arrows: Vec<Grip>,
    caption: &'static str,
}

/// `/api/rules`: the rules of a game.
pub async fn page(State(shared): State<Shared>, Asked(asked): Asked<AskedRules>) -> Answer<Page> {
    let variant = variant(&shared.catalogue, &asked.game, &asked.pieces)?.with_all_pieces();
    let base = variant.base();
    let shown = &base.presentation;
    Ok(Json(Page {
        name: base.name.clone(),
        title: shown.title.clone(),
        inventor: shown.inventor.clone(),
        summary: shown.summary.clone(),
        rules: base.rules_text(),
        board: board(&variant),
        pieces: variant
            .rules
            .all_types()
            .map(|piece_type| piece(&variant, piece_type))
            .collect(),
    }))
}

/// The description of a piece with its diagrams.
pub fn piece(variant: &Arc<Variant>, piece_type: PieceType) -> PiecePage {
    let text = &variant.presentation.piece_types[piece_type.index()];
    let key = names::piece_name(variant, Piece::new(Color::White, piece_type));
    let picture = names::pieces_by_name(variant).remove(&key);
    PiecePage {
        letter: text.letter.clone(),
        name: text.name.clone(),
        picture: picture.map_or_else(String::new, |piece| piece.picture),
        movement: text.movement.clone(),
        facts: variant.facts(piece_type),
        diagrams: move_diagrams(variant, piece_type)
            .iter()
            .map(diagram)
            .collect(),
        piece: key,
    }
}

fn diagram(shown: &MoveDiagram) -> Diagram {
    let texts = |squares: Bitboard| {
        let squares = squares.into_iter();
        squares.map(|square| square.to_string()).collect()
    };
    let arrows = shown.arrows.iter().map(|(from, to)| Grip {
        from: from.to_string(),
        to: to.map_or_else(|| "edge".to_owned(), |to| to.to_string()),
    });
    Diagram {
        from: shown.from.to_string(),
        others: texts(shown.others),
        moves: texts(shown.moves),
        captures: texts(shown.captures),
        arrows: arrows.collect(),
        caption: shown.caption,
    }
}
