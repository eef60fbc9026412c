//! "Passed pawns must be pushed", doubled and isolated ones are weak.

use super::balance::balance;
use super::mobility::Reach;
use super::tally::Tally;
use crate::base::{Bitboard, Color, Square, Value};
use crate::position::Position;
use crate::variant::term;

/// All squares ahead of some squares, seen from a side.
fn front(squares: Bitboard, color: Color) -> Bitboard {
    // Each step doubles the distance that is filled: one rank, two, four, all.
    match color {
        Color::White => {
            let mut fill = squares.0 << 8;
            fill |= fill << 8;
            fill |= fill << 16;
            Bitboard(fill | fill << 32)
        }
        Color::Black => {
            let mut fill = squares.0 >> 8;
            fill |= fill >> 8;
            fill |= fill >> 16;
            Bitboard(fill | fill >> 32)
        }
    }
}

/// The squares one step behind some squares, seen from a side.
const fn back(squares: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => squares.south(),
        Color::Black => squares.north(),
    }
}

/// All squares of the files of some squares.
pub fn files(squares: Bitboard) -> Bitboard {
    front(squares, Color::White) | front(squares, Color::Black) | squares
}

/// The pawns of a position that go straight ahead, and what follows from where they stand; all by side.
#[derive(Clone, Debug)]
pub struct Pawns {
    /// The pawns.
    pub men: [Bitboard; 2],
    /// All squares ahead of them.
    pub front: [Bitboard; 2],
    /// All squares of their files.
    pub files: [Bitboard; 2],
}

impl Pawns {
    /// The pawns of a position; `None` where pawns turn: files do not tell passed ones there, and the square tables value
    /// how near a pawn is to promotion.
    pub fn of(pos: &Position) -> Option<Self> {
        let pawn = pos.variant().rules.straight_pawn()?;
        let men = Color::ALL.map(|color| pos.pieces(color, pawn));
        Some(Self {
            men,
            front: Color::ALL.map(|color| front(men[color.index()], color)),
            files: men.map(files),
        })
    }

    /// The squares that no pawn of a side can ever attack on its way ahead.
    pub fn never_attacked_by(&self, color: Color) -> Bitboard {
        let front = self.front[color.index()];
        !(front.east() | front.west())
    }
}

/// The pawn structure, White minus Black.
pub fn structure<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    let Some(pawns) = &reach.pawns else {
        return T::default();
    };
    let camps = &pos.variant().tables.camps;
    balance(|us| {
        let ours = pawns.men[us.index()];
        let their_front = pawns.front[(!us).index()];
        let free = pawns.never_attacked_by(!us) & !their_front;
        let behind_own = front(ours, !us);
        let files = pawns.files[us.index()];
        let neighbours = files.east() | files.west();
        let doubled = (ours & behind_own).count() as i32;
        let isolated = (ours & !neighbours).count() as i32;
        let guards = reach.by_pawns[us.index()];
        let beside = ours.east() | ours.west();
        // An enemy pawn attacks the square of their next step, and no pawn of ours can ever come to protect it.
        let held_up = back(reach.by_pawns[(!us).index()], us) & ours;
        let backward = (held_up & neighbours & !front(beside, us) & !beside).count() as i32;
        let values = &pos.variant().values;
        let mut side = T::of(values, term::DOUBLED_PAWN, doubled);
        side += T::of(values, term::ISOLATED_PAWN, isolated);
        side += T::of(
            values,
            term::SPACE,
            space(reach, ours, us, camps[us.index()]),
        );
        side += T::of(values, term::BACKWARD_PAWN, backward);
        side += T::of(values, term::PHALANX_PAWN, (ours & beside).count() as i32);
        side += T::of(values, term::SUPPORTED_PAWN, (ours & guards).count() as i32);
        let passed = ours & free & !behind_own;
        for square in passed {
            side += passer(pos, reach, us, square);
        }
        let guarded = (passed & guards).count() as i32;
        side += T::of(values, term::PASSED_GUARDED, guarded);
        side
    })
}

/// Safe squares in the middle files of the own camp; those count twice that lie up to three squares behind a pawn and that no
/// enemy looks at.
fn space<T: Tally>(reach: &Reach<T>, ours: Bitboard, us: Color, camp: Bitboard) -> i32 {
    let them = (!us).index();
    let safe = camp & !ours & !reach.by_pawns[them];
    let mut behind = ours | back(ours, us);
    behind |= back(back(behind, us), us);
    let sheltered = safe & behind & !reach.attacked[them];
    (safe.count() + sheltered.count()) as i32
}

/// King steps between two squares.
fn distance(a: Square, b: Square) -> Value {
    Value::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}

/// What one passed pawn is worth beyond its square.
fn passer<T: Tally>(pos: &Position, reach: &Reach<T>, us: Color, square: Square) -> T {
    let (rank, forward) = match us {
        Color::White => (square.rank(), 1),
        Color::Black => (pos.variant().rules.ranks - 1 - square.rank(), -1),
    };
    let way = Value::from(rank.saturating_sub(1));
    let values = &pos.variant().values;
    let mut worth = T::of(values, term::PASSED_PAWN, way * way);
    let board = pos.variant().rules.board.squares();
    let stop = square.offset(0, forward);
    let Some(stop) = stop.filter(|stop| board.contains(*stop)) else {
        return worth;
    };
    if pos.at(stop).is_none() && !reach.attacked[(!us).index()].contains(stop) {
        worth += T::of(values, term::PASSED_FREE, way * way);
    }
    let kings = [us, !us].map(|side| {
        let kings = pos.royals(side).into_iter();
        kings.map(|king| distance(king, stop)).min()
    });
    if let [Some(ours), Some(theirs)] = kings {
        let nearer = (theirs - ours).clamp(-4, 4);
        worth += T::of(values, term::PASSED_ESCORT, way * nearer);
    }
    worth
}
