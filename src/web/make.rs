//! Games made by the user on the page: the page writes a variant file, which is tried or added to the catalogue.

use super::names::{self, ShownPiece};
use super::reply::{Answer, Asked, Refusal, at_length};
use super::rules_page::{PiecePage, piece};
use super::shared::Shared;
use super::view::{Board, board, squares};
use axum::Json;
use axum::extract::State;
use katydid::base::{Color, Piece, PieceType};
use katydid::catalogue::Catalogue;
use katydid::pictures::svg;
use katydid::rules::{self, start};
use katydid::variant::Variant;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A variant file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedGame {
    text: String,
    /// Whether the game is added to the catalogue; otherwise it is only tried.
    #[serde(default)]
    keep: bool,
    /// The letter of the piece whose moves are shown.
    #[serde(default)]
    shown: String,
}

/// The game of the file, as the page needs it.
#[derive(Serialize)]
pub struct Made {
    name: String,
    board: Board,
    pieces: BTreeMap<String, ShownPiece>,
    squares: BTreeMap<String, String>,
    /// The letters of the pieces to which White's pawns promote.
    promotion: String,
    /// The letters of the pieces with which kings castle.
    castlers: String,
    /// The movements of the pieces that take the king's part in castling, by letter.
    castling_kings: BTreeMap<String, String>,
    /// The start position.
    fen: String,
    warnings: Vec<String>,
    shown: Option<PiecePage>,
}

/// `/api/make`: tries a variant file, or adds its game.
pub async fn make(State(shared): State<Shared>, Asked(asked): Asked<AskedGame>) -> Answer<Made> {
    at_length(|| {
        let file: Option<toml::Table> = asked.text.parse().ok();
        let name = file.as_ref().and_then(|file| file.get("name")?.as_str());
        if let Some(name) = name.filter(|name| shared.is_given(name)) {
            return Err(Refusal::of(format!(
                "there is a game '{name}' already (expected another name)"
            )));
        }
        let variant = added(&shared.catalogue.copy(), &asked.text)?;
        if asked.keep {
            added(&shared.catalogue, &asked.text)?;
        }
        Ok(Json(made(&variant, &asked.shown)))
    })
}

/// Adds the only game of a text to the catalogue.
fn added(catalogue: &Catalogue, text: &str) -> Result<Arc<Variant>, Refusal> {
    let texts = vec![("game.toml".to_owned(), text.to_owned())];
    let names = catalogue.add_texts(texts).map_err(Refusal::of)?;
    let name = names
        .first()
        .ok_or_else(|| Refusal::of("the file is no game"))?;
    catalogue.variant(name).map_err(Refusal::of)
}

fn made(variant: &Arc<Variant>, shown: &str) -> Made {
    let pos = start(variant);
    let mut pieces = names::pieces_by_name(variant);
    for color in Color::ALL {
        for piece_type in variant.rules.all_types() {
            let piece = Piece::new(color, piece_type);
            if let Some(shown) = pieces.get_mut(&names::piece_name(variant, piece)) {
                shown.picture = picture(variant, piece);
            }
        }
    }
    let article = |piece_type| {
        let mut article = piece(variant, piece_type);
        article.picture = picture(variant, Piece::new(Color::White, piece_type));
        article
    };
    let letters = |types: &[PieceType]| types.iter().map(|of| variant.letter_of(*of)).collect();
    let castling = &variant.rules.castling;
    let castlers = castling.ways.iter().flatten().flatten();
    let castlers: BTreeSet<PieceType> = castlers.map(|way| way.castler).collect();
    let is_castling_king = |of: &PieceType| variant.rules.castling_kings.contains(*of);
    let kings = variant
        .rules
        .all_types()
        .filter(is_castling_king)
        .map(|king| {
            let text = &variant.presentation.piece_types[king.index()];
            (text.letter.clone(), text.movement.clone())
        });
    Made {
        name: variant.name.clone(),
        board: board(variant),
        pieces,
        squares: squares(&pos),
        promotion: letters(variant.rules.rank_promotions(Color::White)),
        castlers: letters(&castlers.into_iter().collect::<Vec<_>>()),
        castling_kings: if castling.exists() {
            kings.collect()
        } else {
            BTreeMap::new()
        },
        fen: pos.fen(),
        warnings: variant
            .notes
            .iter()
            .cloned()
            .chain(rules::warnings(variant))
            .collect(),
        shown: variant.type_of_letter(shown).map(article),
    }
}

/// A picture as a `data:` address, because the server has no pictures for games that are only tried.
fn picture(variant: &Arc<Variant>, piece: Piece) -> String {
    format!(
        "data:image/svg+xml,{}",
        names::escaped(&svg(variant, piece))
    )
}
