//! Both sides alike: the mirrored position has mirrored moves and the same value for the side to move.

use super::ensure;
use crate::mirror::Mirror;
use katydid::base::{Color, Move, PieceType, Square};
use katydid::eval;
use katydid::position::Position;
use katydid::rules;
use katydid::variant::Variant;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

type Mirrors = HashMap<usize, (Weak<Variant>, Option<Mirror>)>;
/// The mirrors of games that were asked about, by the address of the game, which stays taken as long as there is a reference.
static MIRRORS: LazyLock<Mutex<Mirrors>> = LazyLock::new(Mutex::default);

fn mirror_of(variant: &Arc<Variant>) -> Option<Mirror> {
    let mut known = MIRRORS.lock().unwrap_or_else(PoisonError::into_inner);
    let address = Arc::as_ptr(variant).addr();
    let asked = || (Arc::downgrade(variant), Mirror::of(variant));
    known.entry(address).or_insert_with(asked).1
}

/// What is good for White is as good for Black on the mirrored board. By a half turn the estimates of what squares are
/// worth are not the same, since they are sampled with other crowds.
pub(super) fn mirrored_value(pos: &Position) -> Result<(), String> {
    let Some(mirror) = mirror_of(pos.variant()).filter(|mirror| *mirror == Mirror::Own) else {
        return Ok(());
    };
    let other = mirror.position(pos);
    ensure!(
        other.values() == -pos.values(),
        "the values are {:?}, mirrored {:?}",
        pos.values(),
        other.values()
    );
    let (value, turned) = (eval::evaluate(pos), eval::evaluate(&other));
    ensure!(
        value == turned,
        "the evaluation is {value}, mirrored {turned} ({mirror:?})"
    );
    Ok(())
}

/// A move as it is compared: which of several ways over the same squares it goes is not, nor by which of several kings a pass is
/// named.
type Seen = (Square, Square, u8, Option<usize>);

fn seen(from: Square, to: Square, mv: Move) -> Seen {
    let (from, to) = if mv.is_pass() {
        (Square::at(0, 0), Square::at(0, 0))
    } else {
        (from, to)
    };
    (
        from,
        to,
        mv.kind() as u8,
        mv.piece_type().map(PieceType::index),
    )
}

/// What White can play Black can play on the mirrored board.
pub(super) fn mirrored_moves(pos: &Position) -> Result<(), String> {
    let variant = pos.variant();
    let has = variant.rules.capabilities;
    let castling = &variant.rules.castling;
    let castlers = Color::ALL.map(|color| [true, false].map(|wing| castling.castler(color, wing)));
    let Some(mirror) = mirror_of(variant).filter(|_| !has.dynamo && castlers[0] == castlers[1])
    else {
        return Ok(());
    };
    let turned = |square: Square| mirror.square(variant, square);
    let own = rules::legal_moves(pos);
    let own = own
        .iter()
        .map(|mv| seen(turned(mv.from()), turned(mv.to()), *mv));
    let mut own: Vec<Seen> = own.collect();
    let other = rules::legal_moves(&mirror.position(pos));
    let mut other: Vec<Seen> = other
        .iter()
        .map(|mv| seen(mv.from(), mv.to(), *mv))
        .collect();
    own.sort_unstable();
    other.sort_unstable();
    ensure!(
        own == other,
        "{} moves, mirrored {}; expected and missing there: {}; there and unexpected: {} ({mirror:?})",
        own.len(),
        other.len(),
        only(&own, &other),
        only(&other, &own)
    );
    Ok(())
}

/// Some that only the first list has, as squares.
fn only(a: &[Seen], b: &[Seen]) -> String {
    let alone = a.iter().filter(|mv| !b.contains(mv)).take(3);
    let texts: Vec<String> = alone.map(|mv| format!("{}{}", mv.0, mv.1)).collect();
    texts.join(" ")
}
