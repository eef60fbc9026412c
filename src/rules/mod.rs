//! What moves a position has and what they do: one type per rule family behind one trait.
//!
//! [`Rules`] is what the search is generic over. Code that is not in a hurry uses the free functions
//! of this module, which pick the family of the position's variant at run time.
//!
//! ```
//! use katydid::{rules, variant::Catalogue};
//! let variant = Catalogue::embedded().variant("grasshopper").unwrap();
//! let start = rules::start(variant);
//! assert_eq!(rules::perft(&start, 2), 782);
//! let next = rules::play_text(&start, "h3h4").unwrap();
//! assert!(next.fen().ends_with(" b KQkq - 0 1"));
//! ```

mod annotation;
mod check_info;
mod common;
mod coordinate;
mod effects;
mod family;
mod game;
mod hopgi;
mod orthodox;
mod outcome;
mod perft;
mod san;
mod serial;
mod setup;
mod turn;

pub use annotation::{leg_with_effects, side_effects};
pub use check_info::CheckInfo;
pub use common::dead as dead_position;
pub use coordinate::{
    MoveError, is_to_promoted_form, leg_of_text, leg_text, legs_text, line_text, play_text,
    quotable, turn_of_text, turn_text,
};
pub use effects::{Effects, converts};
pub use family::Family;
pub use game::{Game, GameError, Played};
pub use hopgi::RoyalCapture;
pub use orthodox::Orthodox;
pub use outcome::{Outcome, Reason};
pub use perft::{divide, perft};
pub use san::{leg_of_san, leg_san, turn_of_san, turn_san, turn_san_legs, turn_with_effects};
pub use serial::Serial;
pub use setup::{check_start, position, start};
pub use turn::{Turn, legal_turns, turn_goes_on, turns_of_line};

use crate::base::{Bitboard, Move, MoveList};
use crate::position::{Delta, Position};

/// Which pseudo-legal moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenType {
    /// Captures and promotions.
    Noisy,
    /// Everything else.
    Quiet,
    /// All moves.
    All,
}

impl GenType {
    /// Whether captures and promotions are wanted.
    pub const fn noisy(self) -> bool {
        !matches!(self, Self::Quiet)
    }

    /// Whether quiet moves are wanted.
    pub const fn quiet(self) -> bool {
        !matches!(self, Self::Noisy)
    }
}

/// The rules of one family of games. All functions are stateless.
pub trait Rules: 'static {
    /// Whether giving up a move tells something about a position.
    const NULL_MOVE: bool;
    /// Whether moves change other squares than departure and arrival, so that material has to be
    /// counted by what a move really does.
    const SIDE_EFFECTS: bool = false;
    /// Whether a turn can have several legs.
    const LEGS: bool;

    /// Adds the pseudo-legal moves of the men on `origins` (drops: if all squares are asked for).
    fn generate(pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList);

    /// What the legality of this position's moves depends on, computed once.
    fn check_info(pos: &Position) -> CheckInfo;

    /// Whether the side to move has to see to its king: what its [`CheckInfo`] says of a check, without the
    /// rest of it.
    #[inline(always)]
    fn must_evade(pos: &Position) -> bool {
        Self::check_info(pos).in_check
    }

    /// Whether a pseudo-legal move is legal.
    fn is_legal(pos: &Position, check_info: &CheckInfo, mv: Move) -> bool;

    /// What a legal move changes.
    fn delta(pos: &Position, mv: Move) -> Delta;

    /// What a capture changes that a man's movement allows, unless the conditions of the game forbid it.
    /// Whether its king is safe is not asked.
    #[inline(always)]
    fn delta_if_possible(pos: &Position, mv: Move) -> Option<Delta> {
        Some(Self::delta(pos, mv))
    }

    /// Whether the side to move is in check.
    fn in_check(pos: &Position) -> bool;

    /// The result, if a rule of the variant has ended the game before the side to move can move
    /// (repetition, move count and dead positions aside).
    fn immediate_end(pos: &Position) -> Option<Outcome>;

    /// The result when the side to move has no legal move.
    fn no_move_outcome(pos: &Position) -> Outcome;

    /// Whether a side to move would rather move than pass, zugzwang aside: what null-move pruning
    /// takes for granted.
    #[inline(always)]
    fn gains_by_moving(pos: &Position) -> bool {
        let _ = pos;
        Self::NULL_MOVE
    }

    /// The number of legal moves (legs). Families override it where they can count faster than they
    /// can list.
    fn count(pos: &Position) -> u64 {
        let mut list = MoveList::new();
        Self::generate(pos, GenType::All, Bitboard::ALL, &mut list);
        let check_info = Self::check_info(pos);
        list.iter()
            .filter(|mv| Self::is_legal(pos, &check_info, **mv))
            .count() as u64
    }

    /// The number of legal turns. Those of several legs are walked through.
    fn count_turns(pos: &Position) -> u64 {
        if !Self::LEGS {
            return Self::count(pos);
        }
        let mut list = MoveList::new();
        Self::legal(pos, &mut list);
        list.iter()
            .map(|mv| {
                let after = Self::play(pos, *mv);
                if after.side_to_move() == pos.side_to_move() {
                    Self::count_turns(&after)
                } else {
                    1
                }
            })
            .sum()
    }

    /// The legal moves.
    fn legal(pos: &Position, list: &mut MoveList) {
        Self::generate(pos, GenType::All, Bitboard::ALL, list);
        let check_info = Self::check_info(pos);
        list.retain(|mv| Self::is_legal(pos, &check_info, *mv));
    }

    /// Whether the side to move has a legal move; stops at the first.
    fn can_move(pos: &Position) -> bool {
        let check_info = Self::check_info(pos);
        let mut list = MoveList::new();
        Self::generate(pos, GenType::All, Bitboard::ALL, &mut list);
        list.iter().any(|mv| Self::is_legal(pos, &check_info, *mv))
    }

    /// The position after a legal move.
    #[inline(always)]
    fn play(pos: &Position, mv: Move) -> Position {
        pos.after(&Self::delta(pos, mv))
    }
}

/// Runs an expression with `$rules` naming the rules of the family.
#[macro_export]
macro_rules! with_rules {
    ($variant:expr, $rules:ident => $body:expr) => {
        match $crate::rules::Family::of($variant) {
            $crate::rules::Family::Orthodox => {
                type $rules = $crate::rules::Orthodox<false>;
                $body
            }
            $crate::rules::Family::Rifle => {
                type $rules = $crate::rules::Orthodox<true>;
                $body
            }
            $crate::rules::Family::RoyalCapture => {
                type $rules = $crate::rules::RoyalCapture;
                $body
            }
            $crate::rules::Family::Serial => {
                type $rules = $crate::rules::Serial;
                $body
            }
            $crate::rules::Family::Effects => {
                type $rules = $crate::rules::Effects;
                $body
            }
        }
    };
}

/// The legal moves (legs) of a position; none if a rule of the variant has ended the game.
pub fn legal_moves(pos: &Position) -> MoveList {
    let mut list = MoveList::new();
    with_rules!(pos.variant(), R => {
        if R::immediate_end(pos).is_none() {
            R::legal(pos, &mut list);
        }
    });
    list
}

/// The legal moves of the man on one square.
pub fn legal_moves_from(pos: &Position, from: crate::base::Square) -> MoveList {
    let mut list = legal_moves(pos);
    list.retain(|mv| mv.kind() != crate::base::MoveKind::Drop && mv.from() == from);
    list
}

/// What a legal move changes.
pub fn delta(pos: &Position, mv: Move) -> Delta {
    with_rules!(pos.variant(), R => R::delta(pos, mv))
}

/// The position after a legal move.
#[must_use]
pub fn play(pos: &Position, mv: Move) -> Position {
    pos.after(&delta(pos, mv))
}

/// Whether the side to move is in check.
pub fn in_check(pos: &Position) -> bool {
    with_rules!(pos.variant(), R => R::in_check(pos))
}

/// Whether a legal move takes a man of either side from the board.
pub fn is_capture(pos: &Position, mv: Move) -> bool {
    use crate::base::MoveKind;
    match mv.kind() {
        MoveKind::Drop | MoveKind::Castle => false,
        MoveKind::EnPassant | MoveKind::Shot => true,
        _ => pos.occupied().contains(mv.to()),
    }
}

/// The result of the position by itself: no legal move, a rule of the variant, or a dead position.
pub fn outcome(pos: &Position) -> Option<Outcome> {
    with_rules!(pos.variant(), R => {
        let mut list = MoveList::new();
        R::legal(pos, &mut list);
        if list.is_empty() {
            // A side that cannot move is judged first; where the variant has ended the game already
            // (all kings captured), that stands.
            return Some(R::immediate_end(pos).filter(|end| end.reason.is_final_capture()).unwrap_or_else(|| R::no_move_outcome(pos)));
        }
        R::immediate_end(pos).or_else(|| common::dead(pos))
    })
}
