//! The first moves that `StartMoveNumber` and `UpToMoveNumber` select.
//!
//! Popeye numbers first moves in the order in which it plays them, those that leave the own king in check included: the pieces from a1 to h8, the moves of
//! each in reverse of the order in which they are generated. Here the same order is made from squares and vectors. It agrees for leapers, riders and
//! hoppers that move along one family of vectors, for queens, kings and pawns; other moves have a number, too, but not always the same one.

use crate::base::{Move, MoveList, PieceType};
use crate::position::Position;
use crate::problem::stipulation::Play;
use crate::problem::task::Task;
use crate::rules;
use std::cmp::Reverse;
use std::ops::RangeInclusive;

/// The pieces to which a pawn promotes first.
const PROMOTIONS: [&str; 4] = ["Q", "N", "R", "B"];

/// Adds the legal moves of a position to the first list, the pseudo-legal ones to the second.
pub type ListMoves<'a> = &'a dyn Fn(&Position, &mut MoveList, &mut MoveList);

/// The first moves that are searched. In help play the moves of set play are numbered before those of the play.
#[derive(Default)]
pub struct FirstMoves {
    /// Those of the play; `None` if all are searched.
    play: Option<Vec<Move>>,
    /// Those of set play; `None` if all are searched.
    set_play: Option<Vec<Move>>,
    /// Whether a legal move is not searched.
    pub leave_out: bool,
}

impl FirstMoves {
    /// The first moves that the options of a task select.
    pub fn of(task: &Task, list: ListMoves<'_>) -> Self {
        let options = &task.options;
        let (start, end) = (options.start_move_number, options.up_to_move_number);
        let mut first_moves = Self::default();
        if start.is_none() && end.is_none() {
            return first_moves;
        }
        let numbers = start.unwrap_or(1)..=end.unwrap_or(u32::MAX);
        let mut last = 0;
        let numbers_set_play = options.set_play
            && task.stipulation.play == Play::Help
            && task.stipulation.without_first_half_move().is_some()
            && !rules::in_check(&task.position);
        if numbers_set_play {
            let set_position = task.set_position();
            first_moves.set_play =
                Some(first_moves.selected(list, &set_position, &mut last, &numbers));
        }
        first_moves.play = Some(first_moves.selected(list, &task.position, &mut last, &numbers));
        first_moves
    }

    /// The moves of a position whose numbers are within `numbers`; `last` is the last number given.
    fn selected(
        &mut self,
        list: ListMoves<'_>,
        pos: &Position,
        last: &mut u32,
        numbers: &RangeInclusive<u32>,
    ) -> Vec<Move> {
        let (mut legal, mut pseudo_legal) = (MoveList::new(), MoveList::new());
        list(pos, &mut legal, &mut pseudo_legal);
        let mut all = numbered(pos, &legal, &pseudo_legal);
        all.retain(|_| {
            *last += 1;
            numbers.contains(last)
        });
        self.leave_out |= legal.iter().any(|mv| !all.contains(mv));
        all
    }

    /// Whether lines, keys and tries that begin with `mv` are searched for.
    pub fn contain(&self, in_set_play: bool, mv: Move) -> bool {
        let selected = if in_set_play {
            &self.set_play
        } else {
            &self.play
        };
        selected.as_ref().is_none_or(|moves| moves.contains(&mv))
    }
}

/// The moves of a position in the order of their numbers.
fn numbered(pos: &Position, legal: &[Move], pseudo_legal: &[Move]) -> Vec<Move> {
    // Choices that conditions offer are among the legal moves alone.
    let others = legal.iter().filter(|mv| !pseudo_legal.contains(mv));
    let mut all: Vec<Move> = pseudo_legal.iter().chain(others).copied().collect();
    sort_by_number(pos, &mut all);
    all
}

/// Sorts moves of a position in the order in which Popeye plays them.
pub fn sort_by_number(pos: &Position, moves: &mut [Move]) {
    let variant = pos.variant();
    let pawns = variant.rules.pawns;
    let place_in_promotions = |to: PieceType| {
        let letter = variant.letter_of(to);
        let place = PROMOTIONS.iter().position(|first| *first == letter);
        (place.unwrap_or(PROMOTIONS.len()), to.index())
    };
    moves.sort_by_key(|mv| {
        let from = mv.from();
        let mover = pos.at(from);
        let pawn = mover.is_some_and(|piece| pawns.contains(piece.piece_type()));
        let promotion = mv.piece_type().map(place_in_promotions);
        let place = Reverse(place_generated(*mv, pawn));
        (from.rank(), from.file(), place, promotion, mv.detail())
    });
}

/// The place of a move among those of its piece, in the order in which Popeye generates them: its group, its direction, its length.
fn place_generated(mv: Move, pawn: bool) -> (u8, i8, u8) {
    const DIRECTIONS: i8 = 16;
    let file = mv.to().file() as i8 - mv.from().file() as i8;
    let rank = mv.to().rank() as i8 - mv.from().rank() as i8;
    let length = file.unsigned_abs().max(rank.unsigned_abs());
    if mv.castles() {
        return (u8::MAX, i8::from(!mv.castles_kingside()), 0);
    }
    match (file, rank) {
        // Pawns capture first, on the lower file first, and make the double step last.
        (0, _) if pawn => (1, 0, length),
        _ if pawn => (0, file, 0),
        // Lines of rooks: to the right, up, to the left, down.
        (1.., 0) => (0, 0, length),
        (0, 1..) => (0, 1, length),
        (_, 0) => (0, 2, length),
        (0, _) => (0, 3, length),
        // Other vectors: clockwise from the left.
        _ => {
            let shorter = file.unsigned_abs().min(rank.unsigned_abs());
            let steps = greatest_common_divisor(length, shorter);
            let group = length / steps * 8 + shorter / steps;
            let file = file / steps as i8;
            let direction = if rank > 0 { file } else { DIRECTIONS - file };
            (group, direction, steps)
        }
    }
}

fn greatest_common_divisor(greater: u8, lesser: u8) -> u8 {
    if lesser == 0 {
        greater
    } else {
        greatest_common_divisor(lesser, greater % lesser)
    }
}
