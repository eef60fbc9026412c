//! Games of several moves a turn: progressive and double-move chess and DemiChess.
//!
//! Each leg is an ordinary legal move of the game without turns; here stands only when a turn is over
//! and what that means. How long turns are, what a check does to a turn and which pawns can be taken en
//! passant is said by the variant file.
//!
//! ```
//! use katydid::{rules, variant::Catalogue};
//! let start = rules::start(Catalogue::embedded().variant("progressive").unwrap());
//! let next = rules::play_text(&start, "e2e4").unwrap();
//! assert!(next.fen().ends_with(" b KQkq - 0 1 2/2"));
//! let next = rules::play_text(&next, "d7d5,d5e4").unwrap();
//! assert!(next.fen().ends_with(" w KQkq - 0 2 3/3"));
//! ```

mod turn;

use super::{CheckInfo, GenType, Orthodox, Outcome, Rules};
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
    fn generate(pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList) {
        Leg::generate(pos, gen_type, origins, list);
    }

    #[inline(always)]
    fn check_info(pos: &Position) -> CheckInfo {
        Leg::check_info(pos)
    }

    fn is_legal(pos: &Position, check_info: &CheckInfo, mv: Move) -> bool {
        if !Leg::is_legal(pos, check_info, mv) {
            return false;
        }
        let late = pos.state().legs_left <= 1;
        late || turn::check_rule(pos) == TurnCheck::Ends || !turn::gives_check(pos, mv)
    }

    fn delta(pos: &Position, mv: Move) -> Delta {
        turn::delta(pos, mv)
    }

    fn in_check(pos: &Position) -> bool {
        Leg::in_check(pos)
    }

    fn immediate_end(pos: &Position) -> Option<Outcome> {
        // A bare king is judged at the start of a turn.
        if pos.state().mid_turn() {
            return None;
        }
        Leg::immediate_end(pos)
    }

    fn no_move_outcome(pos: &Position) -> Outcome {
        Leg::no_move_outcome(pos)
    }
}
