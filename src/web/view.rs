//! A position as the page needs it.

use super::legs::{Leg, Motion, legs};
use super::names::{self, ShownPiece};
use super::place::{Place, Standing};
use super::reply::{Answer, Asked, at_length};
use super::sessions::locked;
use super::shared::Shared;
use super::words::effects;
use axum::Json;
use axum::extract::State;
use katydid::base::{Bitboard, Color, Move, Piece, Square};
use katydid::position::Position;
use katydid::rules::{self, delta, moved_squares, turn_effects, turn_san, turn_text};
use katydid::variant::{Effect, Variant};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Deserialize)]
pub struct AskedGame {
    place: Place,
    /// Whether only the pieces are needed, without legal legs, as for a preview of another position.
    #[serde(default)]
    glance: bool,
}

/// The shape of a board.
#[derive(Serialize)]
pub struct Board {
    files: u8,
    ranks: u8,
    /// Squares within the files and ranks that the board lacks.
    holes: Vec<String>,
    /// Pairs of diagonal neighbours that are walled off from each other.
    closed: Vec<[String; 2]>,
    /// Whether the first and the last file are neighbours.
    wraps: bool,
    /// The number of boards: 1 or 2.
    boards: u8,
    /// Whether pieces can leave the board over the edge.
    edge: bool,
}

/// A piece in hand.
#[derive(Serialize)]
pub struct Held {
    piece: String,
    count: u8,
}

/// The changes of the last turn, or of the legs played of the current one.
#[derive(Default, Serialize)]
struct Last {
    /// Squares from which pieces moved, and to which.
    moved: Vec<String>,
    /// Other squares that changed.
    changed: Vec<String>,
    /// The last complete turn, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<LastTurn>,
    /// The changes of each leg of the last turn, or of the legs played of the current one.
    legs: Vec<Motion>,
}

/// A turn that was played.
#[derive(Serialize)]
pub struct LastTurn {
    /// The coordinate text.
    pub text: String,
    /// The algebraic notation.
    pub san: String,
    /// The effects besides movement and capture, in notation.
    pub effects: String,
    /// A description in words.
    pub words: String,
    /// The move number.
    pub number: u16,
    /// The side that played the turn.
    pub color: &'static str,
}

/// Where a piece would be reborn.
#[derive(Serialize)]
struct Home {
    /// After a capture.
    #[serde(skip_serializing_if = "Option::is_none")]
    captured: Option<String>,
    /// After a hop over it with the effect C.
    #[serde(skip_serializing_if = "Option::is_none")]
    leapt: Option<String>,
}

#[derive(Serialize)]
pub struct GameEnd {
    result: &'static str,
    winner: Option<&'static str>,
    reason: &'static str,
    text: String,
}

/// A position with its legal legs.
#[derive(Serialize)]
pub struct View {
    game: String,
    title: String,
    board: Board,
    /// All pieces of the game by their names.
    pieces: BTreeMap<String, ShownPiece>,
    /// The pieces by square.
    squares: BTreeMap<String, String>,
    /// The pieces in hand; none in games without drops.
    hands: BTreeMap<&'static str, Vec<Held>>,
    fen: String,
    /// The side to move.
    turn: &'static str,
    number: u16,
    /// The number of legs left in this turn, in games with several moves per turn.
    legs_left: u8,
    /// Whether turns can have several legs.
    several: bool,
    /// The linked king that still has to move in this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    owed: Option<String>,
    /// The squares of kings in check.
    check: Vec<String>,
    /// The squares of pieces that a condition immobilises.
    still: Vec<String>,
    /// The squares on which pieces would be reborn, by their squares.
    homes: BTreeMap<String, Home>,
    /// The pieces to which other pieces lend their movement by guarding them, each with these guards.
    lent: BTreeMap<String, Vec<String>>,
    last: Last,
    legs: Vec<Leg>,
    /// The notation of the legs played of an incomplete turn.
    begun: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<GameEnd>,
}

/// `/api/game`: a position; without the name of a game one of the game that the page begins with.
pub async fn game(
    State(shared): State<Shared>,
    Asked(mut asked): Asked<AskedGame>,
) -> Answer<View> {
    if asked.place.game.is_empty() {
        let usual = shared.options.game.as_deref();
        usual.unwrap_or("chess").clone_into(&mut asked.place.game);
    }
    let session = shared.sessions.of(&asked.place.session)?;
    at_length(|| {
        let standing = if asked.glance {
            asked.place.standing(&shared.catalogue, &mut None)?
        } else {
            asked
                .place
                .standing(&shared.catalogue, &mut locked(&session).kept)?
        };
        shared.sessions.declare(&asked.place.pieces);
        Ok(Json(view(&standing, !asked.glance)))
    })
}

/// The view of a position, with or without its legal legs.
pub fn view(standing: &Standing, with_legs: bool) -> View {
    let next = &standing.next;
    let pos = next.now();
    let variant = pos.variant();
    let base = variant.base();
    let end = standing.game.outcome().filter(|_| !next.is_begun());
    let state = pos.state();
    let is_decided = rules::outcome(pos).is_some() && !next.is_begun();
    View {
        game: base.name.clone(),
        title: base.presentation.title.clone(),
        board: board(variant),
        pieces: pieces(variant),
        squares: squares(pos),
        hands: hands(pos),
        fen: pos.fen(),
        turn: names::side(pos.side_to_move()),
        number: state.fullmove_number,
        legs_left: state.legs_left,
        several: variant.rules.capabilities.several_legs(),
        owed: state.owed.map(|owed| variant.name_of(owed)),
        check: check(pos),
        still: still(pos),
        homes: homes(pos),
        lent: lent(pos),
        last: last(standing),
        legs: if with_legs && !is_decided {
            legs(pos)
        } else {
            Vec::new()
        },
        begun: rules::written_legs(next.before(), next.legs(), rules::leg_san),
        end: end.map(|end| GameEnd {
            result: end.result(),
            winner: end.winner.map(names::side),
            reason: end.reason.words(),
            text: end.to_string(),
        }),
    }
}

/// The shape of a game's board.
pub fn board(variant: &Variant) -> Board {
    let rules = &variant.rules;
    let inside = |square: &Square| square.file() < rules.files && square.rank() < rules.ranks;
    let is_hole = |square: &Square| !rules.board.squares().contains(*square);
    let holes = Square::all().filter(inside).filter(is_hole);
    let closed = rules.board.closed().iter();
    Board {
        files: rules.files,
        ranks: rules.ranks,
        holes: holes.map(|square| square.to_string()).collect(),
        closed: closed
            .map(|(one, other)| [one.to_string(), other.to_string()])
            .collect(),
        wraps: rules.capabilities.wraps,
        boards: if rules.capabilities.two_boards { 2 } else { 1 },
        edge: rules::pushes_and_pulls(variant),
    }
}

/// All pieces that can be set up, and those of the variant itself.
fn pieces(variant: &Arc<Variant>) -> BTreeMap<String, ShownPiece> {
    let mut pieces = names::pieces_by_name(&variant.with_all_pieces());
    pieces.extend(names::pieces_by_name(variant));
    pieces
}

/// The pieces by square.
pub fn squares(pos: &Position) -> BTreeMap<String, String> {
    let pieces = pos.occupied().into_iter();
    let named = pieces.filter_map(|at| {
        let piece = pos.at(at)?;
        Some((
            names::square_of(pos.variant(), at, Some(piece)),
            names::piece_name(pos.variant(), piece),
        ))
    });
    named.collect()
}

/// The pieces in hand; none in games without drops.
pub fn hands(pos: &Position) -> BTreeMap<&'static str, Vec<Held>> {
    let rules = &pos.variant().rules;
    if rules.hand.is_empty() {
        return BTreeMap::new();
    }
    let held = |color: Color| {
        let order = rules.hand_order.iter();
        let held = order.map(|piece_type| Held {
            piece: names::piece_name(pos.variant(), Piece::new(color, *piece_type)),
            count: pos.hand(color).count(*piece_type),
        });
        (names::side(color), held.collect())
    };
    Color::ALL.map(held).into_iter().collect()
}

/// The kings of the side to move if it is in check; of several kings the attacked ones, where that can be determined.
fn check(pos: &Position) -> Vec<String> {
    if !rules::in_check(pos) {
        return Vec::new();
    }
    let us = pos.side_to_move();
    let kings = pos.royals(us);
    let attacked: Bitboard = kings
        .into_iter()
        .filter(|king| pos.is_attacked(*king, !us))
        .collect();
    let shown = if attacked.is_empty() { kings } else { attacked };
    shown
        .into_iter()
        .map(|king| names::square_of(pos.variant(), king, pos.at(king)))
        .collect()
}

/// The squares of the pieces of both sides that a condition immobilises.
fn still(pos: &Position) -> Vec<String> {
    let all = Color::ALL.map(|color| rules::conditions::immobile(pos, color));
    let squares = (all[0] | all[1]).into_iter();
    squares
        .map(|at| names::square_of(pos.variant(), at, pos.at(at)))
        .collect()
}

/// The squares on which pieces would be reborn if they were captured, or leapt over with the effect C.
fn homes(pos: &Position) -> BTreeMap<String, Home> {
    let rules = &pos.variant().rules;
    let effects = rules.hurdle_effects.iter();
    let mut sends = effects.filter(|it| it.effects.contains(&Effect::Circe));
    let is_sent = sends.next().is_some();
    let pieces = pos.occupied().into_iter();
    let homes = pieces.filter_map(|at| {
        let piece = pos.at(at)?;
        let name = |to: Square| names::square_of(pos.variant(), to, Some(piece));
        let home = rules.homes.of(piece, at);
        let is_free = is_sent && pos.at(home).is_none() && !pos.is_royal(piece.piece_type());
        let home = Home {
            captured: rules::conditions::rebirth(pos, at).map(name),
            leapt: is_free.then(|| name(home)),
        };
        let is_any = home.captured.is_some() || home.leapt.is_some();
        is_any.then(|| (name(at), home))
    });
    homes.collect()
}

/// The pieces to which other pieces lend their movement by guarding them, each with these guards.
fn lent(pos: &Position) -> BTreeMap<String, Vec<String>> {
    if !pos.variant().rules.capabilities.relay {
        return BTreeMap::new();
    }
    let name = |at: Square| names::square_of(pos.variant(), at, pos.at(at));
    let pieces = pos.occupied().into_iter();
    let given = pieces.map(|at| (at, rules::givers(pos, at)));
    let given = given.filter(|(_, givers)| givers.any());
    given
        .map(|(at, givers)| (name(at), givers.into_iter().map(name).collect()))
        .collect()
}

/// The changes of the last turn, or of the legs played of the current one.
fn last(standing: &Standing) -> Last {
    let Some((before, legs)) = standing.game.last_legs(&standing.next) else {
        return Last::default();
    };
    let turn = standing.game.turns().split_last().map(|(last, earlier)| {
        let before = standing.game.position_after(earlier.len());
        told(before, &last.turn)
    });
    Last {
        turn,
        legs: motions(before, legs),
        ..marks(before, legs, standing.next.now())
    }
}

/// The effects of legs, one by one.
fn motions(before: &Position, legs: &[Move]) -> Vec<Motion> {
    rules::steps(before, legs)
        .map(|(at, leg)| Motion::of(&at, leg, &delta(&at, leg)))
        .collect()
}

fn marks(before: &Position, legs: &[Move], now: &Position) -> Last {
    let touched = legs
        .iter()
        .fold(Bitboard::EMPTY, |all, leg| all | moved_squares(*leg));
    let (mut moved, mut changed) = (Vec::new(), Vec::new());
    for square in Square::all() {
        let (one, other) = (before.at(square), now.at(square));
        if !touched.contains(square) && one == other {
            continue;
        }
        let mut boards: Vec<bool> = [one, other]
            .into_iter()
            .flatten()
            .map(|piece| names::is_on_board_b(now.variant(), piece))
            .collect();
        boards.dedup();
        if boards.is_empty() {
            boards.push(false);
        }
        let list = if touched.contains(square) {
            &mut moved
        } else {
            &mut changed
        };
        list.extend(boards.into_iter().map(|b| names::square(square, b)));
    }
    Last {
        moved,
        changed,
        ..Last::default()
    }
}

/// A turn in notation and in words.
pub fn told(before: &Position, turn: &rules::Turn) -> LastTurn {
    let words = rules::written_legs(before, turn.legs(), |at, leg| {
        let mut sentence = rules::leg_long(at, leg);
        for effect in effects(at, leg) {
            sentence.push_str(", ");
            sentence.push_str(&effect.words);
        }
        sentence
    });
    LastTurn {
        text: turn_text(before, turn),
        san: turn_san(before, turn),
        effects: turn_effects(before, turn),
        words: words.join("; "),
        number: before.state().fullmove_number,
        color: names::side(before.side_to_move()),
    }
}
