//! What every implementation of the rules offers: the trait that search and perft are compiled for.

use super::check_info::CheckInfo;
use super::outcome::Outcome;
use crate::base::{Bitboard, Color, Move, MoveList, Square};
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

/// An implementation of the rules. All functions are stateless.
pub trait Rules: 'static {
    /// Whether moves can change other squares than departure and arrival, so that material has to be
    /// counted by what a move really does.
    const SIDE_EFFECTS: bool = false;
    /// Whether a turn can have several legs.
    const LEGS: bool;
    /// Whether pieces push and pull instead of capturing.
    const PUSHES: bool = false;
    /// Whether games can end by perpetual check or counted moves.
    const COURSE: bool = false;

    /// Adds the pseudo-legal moves of the pieces on `origins` (drops: if all squares are asked for).
    fn generate(pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList);

    /// What the legality of this position's moves depends on, computed once.
    fn check_info(pos: &Position) -> CheckInfo;

    /// Whether the side to move is in check, as its [`CheckInfo`] says but cheaper where nothing else of it is
    /// needed. Where kings are captured: whether its last king is attacked.
    #[inline(always)]
    fn must_evade(pos: &Position) -> bool {
        Self::check_info(pos).in_check
    }

    /// [`Self::check_info`] where it is known already whether the side to move [must evade](Self::must_evade).
    #[inline(always)]
    fn check_info_knowing(pos: &Position, must_evade: bool) -> CheckInfo {
        let _ = must_evade;
        Self::check_info(pos)
    }

    /// Whether a pseudo-legal move is legal.
    fn is_legal(pos: &Position, check_info: &CheckInfo, mv: Move) -> bool;

    /// [`Self::is_legal`], as far as it is known without what the move changes; `None` if [`Self::is_safe_after`] decides.
    #[inline(always)]
    fn legality_at_sight(pos: &Position, check_info: &CheckInfo, mv: Move) -> Option<bool> {
        Some(Self::is_legal(pos, check_info, mv))
    }

    /// Whether a move that changes this keeps the kings of its side safe.
    #[inline(always)]
    fn is_safe_after(pos: &Position, check_info: &CheckInfo, delta: &Delta) -> bool {
        let _ = (pos, check_info, delta);
        true
    }

    /// What a legal move changes.
    fn delta(pos: &Position, mv: Move) -> Delta;

    /// What a capture changes that a piece's movement allows; `None` if the conditions of the game forbid it.
    /// Whether the king is safe afterwards is not asked.
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

    /// Whether a side is in check: one of its royal pieces is attacked, in games of mate.
    fn is_checked(pos: &Position, color: Color) -> bool;

    /// What [`Self::can_give_check`] goes by, computed once a position: the check info of the other side, as if it were to
    /// move, with `in_check` set also where the movement of a piece attacks a king and only a condition keeps it from that.
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

    /// Whether a pseudo-legal move could give check; true where it would have to be played to know.
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

    /// The result, if a rule of the variant has ended the game before the side to move can move
    /// (repetition, move count and dead positions aside).
    fn immediate_end(pos: &Position) -> Option<Outcome>;

    /// The result when the side to move has no legal move.
    fn no_move_outcome(pos: &Position) -> Outcome;

    /// The number of legal moves (legs). Overridden where moves can be counted faster than listed.
    fn count(pos: &Position) -> u64 {
        count_by_listing::<Self>(pos)
    }

    /// The number of legal turns. Those of several legs are walked through.
    fn count_turns(pos: &Position) -> u64 {
        if !Self::LEGS || !pos.variant().rules.capabilities.several_legs() {
            return Self::count(pos);
        }
        let mut list = MoveList::new();
        Self::legal(pos, &mut list);
        let mut after = pos.clone();
        list.iter()
            .map(|mv| {
                after.clone_from(pos);
                Self::advance(&mut after, *mv);
                let same_turn = after.side_to_move() == pos.side_to_move();
                if same_turn && Self::immediate_end(&after).is_none() {
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

    /// Plays a legal move in a position, which becomes the one after it.
    #[inline(always)]
    fn advance(pos: &mut Position, mv: Move) {
        let delta = Self::delta(pos, mv);
        pos.apply(&delta);
    }

    /// The position after a legal move.
    #[inline(always)]
    fn play(pos: &Position, mv: Move) -> Position {
        let mut next = pos.clone();
        Self::advance(&mut next, mv);
        next
    }
}

/// The number of legal moves, by listing them.
pub(super) fn count_by_listing<R: Rules + ?Sized>(pos: &Position) -> u64 {
    let mut list = MoveList::new();
    R::generate(pos, GenType::All, Bitboard::ALL, &mut list);
    let check_info = R::check_info(pos);
    let legal = |mv: &&Move| R::is_legal(pos, &check_info, **mv);
    list.iter().filter(legal).count() as u64
}
