//! The trait `Rules`, which every implementation of the rules has. Search and perft are compiled once for each implementation.

use super::check_info::CheckInfo;
use super::outcome::Outcome;
use crate::base::{Bitboard, Color, Move, MoveList, Square};
use crate::position::{Delta, Position, State};

/// Which pseudo-legal moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenType {
    /// Captures and promotions.
    Noisy,
    /// All moves except captures and promotions.
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

/// An implementation of the rules. All functions are stateless.
pub trait Rules: 'static {
    /// Whether moves can change squares other than departure and arrival. Then a change of material is known only
    /// from the delta of a move.
    const SIDE_EFFECTS: bool = false;
    /// Whether a turn can have several legs.
    const LEGS: bool;
    /// Whether pieces push and pull instead of capturing.
    const PUSHES: bool = false;
    /// Whether games can end by perpetual check or counted moves.
    const COURSE: bool = false;

    /// Adds the pseudo-legal moves of the pieces on `origins` to `list`; drops too, if `origins` is all squares.
    fn generate(pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList);

    /// The data for legality tests of the moves of `pos`, computed once per position.
    fn check_info(pos: &Position) -> CheckInfo;

    /// Whether the side to move is in check; in games in which kings are captured, whether its last king is attacked. The same as
    /// the field `in_check` of [`Self::check_info`], but often cheaper.
    #[inline(always)]
    fn must_evade(pos: &Position) -> bool {
        Self::check_info(pos).in_check
    }

    /// [`Self::check_info`], given the result of [`Self::must_evade`] to save time.
    #[inline(always)]
    fn check_info_knowing(pos: &Position, must_evade: bool) -> CheckInfo {
        let _ = must_evade;
        Self::check_info(pos)
    }

    /// Whether a pseudo-legal move is legal.
    fn is_legal(pos: &Position, check_info: &CheckInfo, mv: Move) -> bool;

    /// [`Self::is_legal`] without computing the move's delta; `None` if only [`Self::is_safe_after`] can tell.
    #[inline(always)]
    fn legality_at_sight(pos: &Position, check_info: &CheckInfo, mv: Move) -> Option<bool> {
        Some(Self::is_legal(pos, check_info, mv))
    }

    /// Whether the kings of the side to move are safe after a move with this `delta`.
    #[inline(always)]
    fn is_safe_after(pos: &Position, check_info: &CheckInfo, delta: &Delta) -> bool {
        let _ = (pos, check_info, delta);
        true
    }

    /// The changes that a legal move makes.
    fn delta(pos: &Position, mv: Move) -> Delta;

    /// The changes that a pseudo-legal capture makes; `None` if the conditions of the game forbid the capture. The safety of the king
    /// is not tested.
    #[inline(always)]
    fn delta_if_possible(pos: &Position, mv: Move) -> Option<Delta> {
        Some(Self::delta(pos, mv))
    }

    /// Whether the conditions of the game let a piece capture on a square that its movement reaches.
    #[inline(always)]
    fn may_capture(pos: &Position, from: Square, to: Square) -> bool {
        let _ = (pos, from, to);
        true
    }

    /// Whether a side is in check: one of its royal pieces is attacked. False in games in which kings are captured.
    fn is_checked(pos: &Position, color: Color) -> bool;

    /// The data for [`Self::can_give_check`], computed once per position: the check info of the other side, as if that side were
    /// to move. `in_check` is also set if a piece's movement attacks a king and only a condition prevents the check.
    fn check_watch(pos: &Position) -> CheckInfo {
        let us = pos.side_to_move();
        let mut passed = pos.clone();
        passed.pass();
        let mut watch = Self::check_info(&passed);
        if pos.variant().rules.judges_whole_board {
            let mut kings = pos.royals(!us).into_iter();
            watch.in_check |= kings.any(|king| pos.is_attacked(king, us));
        }
        watch
    }

    /// Whether a pseudo-legal move could give check; true if only playing the move could tell.
    #[inline(always)]
    fn can_give_check(pos: &Position, watch: &CheckInfo, mv: Move) -> bool {
        let _ = (pos, watch, mv);
        true
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    fn in_check(pos: &Position) -> bool {
        Self::is_checked(pos, pos.side_to_move())
    }

    /// The result if a rule of the variant has already ended the game, even if the side to move has legal moves.
    /// Repetition, move count and dead positions are not tested.
    fn immediate_end(pos: &Position) -> Option<Outcome>;

    /// The result when the side to move has no legal move.
    fn no_move_outcome(pos: &Position) -> Outcome;

    /// The number of legal moves (legs). Overridden where moves can be counted faster than listed.
    fn count(pos: &Position) -> u64 {
        count_by_listing::<Self>(pos)
    }

    /// The number of legal turns. Turns of several legs are counted by playing their legs.
    fn count_turns(pos: &Position) -> u64 {
        count_turns_by_legs::<Self>(pos)
    }

    /// The legal moves.
    fn legal(pos: &Position, list: &mut MoveList) {
        Self::generate(pos, GenType::All, Bitboard::ALL, list);
        let check_info = Self::check_info(pos);
        list.retain(|mv| Self::is_legal(pos, &check_info, *mv));
    }

    /// The legal moves of the pieces on `origins`; with `watch`, as for [`Self::can_give_check`], only those that could give check.
    fn legal_by(pos: &Position, origins: Bitboard, watch: Option<&CheckInfo>, list: &mut MoveList) {
        Self::generate(pos, GenType::All, origins, list);
        if let Some(watch) = watch {
            list.retain(|mv| Self::can_give_check(pos, watch, *mv));
        }
        let check_info = Self::check_info(pos);
        list.retain(|mv| Self::is_legal(pos, &check_info, *mv));
    }

    /// The legal moves; none if a rule of the variant has ended the game.
    fn playable(pos: &Position, list: &mut MoveList) {
        if Self::immediate_end(pos).is_none() {
            Self::legal(pos, list);
        }
    }

    /// Whether the side to move has a legal move; stops at the first.
    fn can_move(pos: &Position) -> bool {
        let check_info = Self::check_info(pos);
        let mut list = MoveList::new();
        Self::generate(pos, GenType::All, Bitboard::ALL, &mut list);
        list.iter().any(|mv| Self::is_legal(pos, &check_info, *mv))
    }

    /// The state after a legal move that only takes a piece to another square and captures what stands there, so that it is played
    /// without a delta; `None` if the move does more.
    #[inline(always)]
    fn relocation(pos: &Position, mv: Move) -> Option<State> {
        let _ = (pos, mv);
        None
    }

    /// Plays a legal move; `pos` becomes the position after it.
    #[inline(always)]
    fn advance(pos: &mut Position, mv: Move) {
        if let Some(state) = Self::relocation(pos, mv) {
            pos.relocate(mv.from(), mv.to(), state);
        } else {
            let delta = Self::delta(pos, mv);
            pos.apply(&delta);
        }
    }

    /// The position after a legal move.
    #[inline(always)]
    fn play(pos: &Position, mv: Move) -> Position {
        let mut next = pos.clone();
        Self::advance(&mut next, mv);
        next
    }
}

/// Whether each legal leg ends the turn.
fn ends_turn(pos: &Position) -> bool {
    let has = &pos.variant().rules.capabilities;
    !has.several_legs() || has.schedule && !has.linked && pos.state().legs_left <= 1
}

/// The number of legal turns, by playing the legs of those that have several.
pub(super) fn count_turns_by_legs<R: Rules + ?Sized>(pos: &Position) -> u64 {
    if !R::LEGS || ends_turn(pos) {
        return R::count(pos);
    }
    let mut list = MoveList::new();
    R::legal(pos, &mut list);
    let mut after = pos.clone();
    list.iter()
        .map(|mv| {
            after.clone_from(pos);
            R::advance(&mut after, *mv);
            let same_turn = after.side_to_move() == pos.side_to_move();
            if same_turn && R::immediate_end(&after).is_none() {
                R::count_turns(&after)
            } else {
                1
            }
        })
        .sum()
}

/// The number of legal moves, by listing them.
pub(super) fn count_by_listing<R: Rules + ?Sized>(pos: &Position) -> u64 {
    let mut list = MoveList::new();
    R::legal(pos, &mut list);
    list.len() as u64
}
