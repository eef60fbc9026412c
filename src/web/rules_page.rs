//! The rules of a game: its text, its pieces with diagrams of how they move, its ends.

use super::movement::{Diagram, diagrams};
use super::names;
use super::place::variant;
use super::reply::{Answer, Asked};
use super::shared::Shared;
use super::view::{Board, board};
use axum::Json;
use axum::extract::State;
use katydid::base::{Color, Piece, PieceType};
use katydid::variant::{Effect, Variant};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Which game.
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
struct PiecePage {
    /// What the page calls a White one.
    piece: String,
    letter: String,
    name: String,
    picture: String,
    /// Betza's notation.
    movement: String,
    /// Its special properties, in words.
    facts: Vec<String>,
    diagrams: Vec<Diagram>,
}

/// `/api/rules`: the page of a game.
pub async fn page(State(shared): State<Shared>, Asked(asked): Asked<AskedRules>) -> Answer<Page> {
    let variant = variant(&shared.catalogue, &asked.game, &asked.pieces)?.with_all_pieces();
    let base = variant.base();
    let shown = &base.presentation;
    Ok(Json(Page {
        name: base.name.clone(),
        title: shown.title.clone(),
        inventor: shown.inventor.clone(),
        summary: shown.summary.clone(),
        rules: shown.rules.trim().to_owned(),
        board: board(&variant),
        pieces: variant
            .rules
            .all_types()
            .map(|piece_type| piece(&variant, piece_type))
            .collect(),
    }))
}

fn piece(variant: &Arc<Variant>, piece_type: PieceType) -> PiecePage {
    let text = &variant.presentation.piece_types[piece_type.index()];
    let key = names::piece_name(variant, Piece::new(Color::White, piece_type));
    let picture = names::pieces_by_name(variant).remove(&key);
    PiecePage {
        letter: text.letter.clone(),
        name: text.name.clone(),
        picture: picture.map_or_else(String::new, |piece| piece.picture),
        movement: text.movement.clone(),
        facts: facts(variant, piece_type),
        diagrams: diagrams(variant, piece_type),
        piece: key,
    }
}

/// The special properties of a piece, from the tables of its game.
fn facts(variant: &Variant, piece_type: PieceType) -> Vec<String> {
    let rules = &variant.rules;
    let royal = rules.royals.contains(piece_type);
    let captured = rules.capabilities.royal_capture;
    let properties = [
        (royal && captured, "royal: captured, not mated"),
        (royal && !captured, "royal"),
        (
            rules.shooters.contains(piece_type),
            "captures without moving",
        ),
        (rules.iron.contains(piece_type), "cannot be captured"),
        (
            rules.relays.contains(piece_type),
            "gives its moves to the pieces of its side that it guards",
        ),
        (
            rules.linked.contains(piece_type),
            "if it moves, the other king moves too",
        ),
    ];
    let properties = properties.into_iter().filter(|(is_so, _)| *is_so);
    let mut facts: Vec<String> = properties.map(|(_, words)| words.to_owned()).collect();
    for effect in &rules.hurdle_effects[piece_type.index()].effects {
        let what = match effect {
            Effect::Andernach => "changes colour",
            Effect::Circe => "goes home",
            Effect::Einstein => "changes type",
        };
        facts.push(format!("the piece it hops over {what}"));
    }
    if let Some(into) = rules.promoted[piece_type.index()] {
        facts.push(format!("promotes to {}", variant.name_of(into)));
    }
    if rules.pawn == Some(piece_type) && !rules.promotions.is_empty() {
        let names = rules.promotions.iter().map(|into| variant.name_of(*into));
        facts.push(format!(
            "promotes to {}",
            names.collect::<Vec<_>>().join(", ")
        ));
    }
    if rules.hand.contains(piece_type) {
        facts.push("can be dropped from the hand".to_owned());
    }
    facts
}
