//! Conditions: rules that hold for every move, each in a file of its own, in any combination.
//!
//! A condition is a constant that implements [`Condition`]. Its [`ConditionSpec`] says what the compiler
//! and the fast paths must know of it; its hooks say what it does. One line in `register!` below makes it
//! known to variant files, move generation, legality, notation and search.
//!
//! To add one, follow `madrasi.rs` if it keeps pieces from moving or capturing, `circe.rs` if it changes what
//! a capture does, `andernach.rs` if it changes the moving piece.

use super::draft::{Draft, Impossible, Moved};
use super::interface::GenType;
use crate::base::{Bitboard, Color, MoveList, Square};
use crate::position::Position;
use crate::variant::{ConditionId, ConditionSpec, Stage};

/// What a condition does. Every hook has a default that does nothing.
pub trait Condition: Sync {
    /// What must be known of it without asking it. A hook below is called only if the specification says
    /// that it is there: `act` always, `immobile` if it immobilises, `allows_capture` if it immobilises or
    /// limits captures, `add_moves` and `further_attackers` if it widens.
    fn spec(&self) -> &'static ConditionSpec;

    /// The pieces of a side that can neither move nor capture.
    fn immobile(&self, pos: &Position, color: Color) -> Bitboard {
        let _ = (pos, color);
        Bitboard::EMPTY
    }

    /// Whether a piece may capture on a square that its movement reaches: not if it is immobile.
    fn allows_capture(&self, pos: &Position, from: Square, to: Square) -> bool {
        let _ = (pos, from, to);
        true
    }

    /// Adds pseudo-legal moves of the pieces on `origins` that their own movement does not have. A move that
    /// stands in the list already must not be added again.
    fn add_moves(&self, pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList) {
        let _ = (pos, gen_type, origins, list);
    }

    /// The pieces of a side that could capture on a square although their own movement does not lead there.
    fn further_attackers(&self, pos: &Position, to: Square, by: Color) -> Bitboard {
        let _ = (pos, to, by);
        Bitboard::EMPTY
    }

    /// The squares whose change can matter to whether a side attacks a square, beyond those that matter to the movement
    /// of its pieces; asked only if the condition has a say in attacks. All squares unless it knows better.
    fn watched(&self, pos: &Position, square: Square, by: Color) -> Bitboard {
        let _ = (pos, square, by);
        Bitboard::ALL
    }

    /// What it does in a move that is on its way, at the stage of its specification.
    ///
    /// # Errors
    /// `Impossible` if that cannot be done: the move is forbidden then. Only a condition whose
    /// specification says that it forbids may answer so.
    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Impossible> {
        let _ = (draft, moved);
        Ok(())
    }

    /// What it does to the rook after castling; castling captures nothing and changes nobody else.
    fn after_castling(&self, draft: &mut Draft<'_>, rook: Square) {
        let _ = (draft, rook);
    }
}

/// Declares the files of conditions and lists what they define.
macro_rules! register {
    ($($file:ident: $($item:ident),+;)*) => {
        $(mod $file;)*

        /// All conditions; a [`ConditionId`] is an index into this list.
        static ALL: &[&dyn Condition] = &[$($(&$file::$item),+),*];
    };
}

register! {
    andernach: ANDERNACH, ANTIANDERNACH, SUPERANDERNACH;
    circe: CIRCE;
    anticirce: ANTICIRCE;
    einstein: EINSTEIN;
    madrasi: MADRASI;
    patrol: PATROL;
}

/// The specifications of all conditions, for the compiler of variants.
pub fn specs() -> Vec<&'static ConditionSpec> {
    ALL.iter().map(|condition| condition.spec()).collect()
}

/// The specification of a condition.
pub fn spec(id: ConditionId) -> &'static ConditionSpec {
    hooks(id).spec()
}

fn hooks(id: ConditionId) -> &'static dyn Condition {
    ALL[usize::from(id.0)]
}

fn of(pos: &Position) -> impl Iterator<Item = &'static dyn Condition> {
    pos.variant()
        .rules
        .conditions
        .ids()
        .iter()
        .map(|id| hooks(*id))
}

/// The pieces of a side that the conditions keep from moving.
pub fn immobile(pos: &Position, color: Color) -> Bitboard {
    of(pos).fold(Bitboard::EMPTY, |all, condition| {
        all | condition.immobile(pos, color)
    })
}

/// Whether the conditions allow a capture that the movement of a piece allows.
pub fn allow_capture(pos: &Position, from: Square, to: Square) -> bool {
    of(pos).all(|condition| condition.allows_capture(pos, from, to))
}

/// Adds the moves that the conditions give pieces beyond their own.
pub fn add_moves(pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList) {
    for condition in of(pos) {
        condition.add_moves(pos, gen_type, origins, list);
    }
}

/// The pieces of a side that the conditions let capture on a square, beyond their own movement.
pub fn further_attackers(pos: &Position, to: Square, by: Color) -> Bitboard {
    of(pos).fold(Bitboard::EMPTY, |all, condition| {
        all | condition.further_attackers(pos, to, by)
    })
}

/// The squares whose change can matter to an attack of a side on a square, as far as conditions look at them.
pub fn watched(pos: &Position, square: Square, by: Color) -> Bitboard {
    of(pos).fold(Bitboard::EMPTY, |all, condition| {
        all | condition.watched(pos, square, by)
    })
}

/// Lets a condition act in a move.
///
/// # Errors
/// `Impossible` if it forbids the move.
#[inline(always)]
pub fn act(id: ConditionId, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Impossible> {
    hooks(id).act(draft, moved)
}

/// When a condition acts.
pub fn stage(id: ConditionId) -> Stage {
    hooks(id).spec().stage
}

/// Lets the conditions act on a rook that has castled.
pub fn after_castling(draft: &mut Draft<'_>, rook: Square) {
    for condition in of(draft.pos) {
        condition.after_castling(draft, rook);
    }
}
