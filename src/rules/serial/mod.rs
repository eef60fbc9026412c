//! Games of several moves a turn: progressive and double-move chess and DemiChess.
//!
//! Each leg is an ordinary legal move of the game without turns; here stands only when a turn is over
//! and what that means. How long turns are, what a check does to a turn and which pawns can be taken en
//! passant is said by the variant file.
//!
//! ```
//! use katydid::{rules, variant::Catalogue};
//! let start = rules::start(Catalogue::embedded().atlas("progressive").unwrap());
//! let next = rules::play_text(&start, "e2e4").unwrap();
//! assert!(next.fen().ends_with(" b KQkq - 0 1 2/2"));
//! let next = rules::play_text(&next, "d7d5,d5e4").unwrap();
//! assert!(next.fen().ends_with(" w KQkq - 0 2 3/3"));
//! ```

mod turn;

use super::{Guard, Orthodox, Outcome, Rules, Want};
use crate::base::{Bitboard, Move, MoveList};
use crate::position::{Delta, Position};
use crate::variant::TurnCheck;

/// The rules of the single legs.
type Leg = Orthodox<true>;

/// The rules of games of several moves a turn.
pub struct Serial;

impl Rules for Serial {
    // Passing gives the opponent a whole turn: it tells nothing.
    const NULL_MOVE: bool = false;
    const LEGS: bool = true;

    #[inline(always)]
    fn generate(pos: &Position, want: Want, origins: Bitboard, list: &mut MoveList) {
        Leg::generate(pos, want, origins, list);
    }

    #[inline(always)]
    fn guard(pos: &Position) -> Guard {
        Leg::guard(pos)
    }

    fn is_legal(pos: &Position, guard: &Guard, mv: Move) -> bool {
        if !Leg::is_legal(pos, guard, mv) {
            return false;
        }
        let late = pos.state().left <= 1;
        late || turn::check_rule(pos) == TurnCheck::Ends || !turn::gives_check(pos, mv)
    }

    fn delta(pos: &Position, mv: Move) -> Delta {
        turn::delta(pos, mv)
    }

    fn in_check(pos: &Position) -> bool {
        Leg::in_check(pos)
    }

    fn ended(pos: &Position) -> Option<Outcome> {
        // A bare king is judged at the start of a turn.
        if pos.state().mid_turn() {
            return None;
        }
        Leg::ended(pos)
    }

    fn stuck(pos: &Position) -> Outcome {
        Leg::stuck(pos)
    }
}
