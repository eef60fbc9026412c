//! Grid chess: the board is divided into cells of two squares by two; a piece, kings included, moves, captures and
//! checks only from one cell to another. In castling only the king's squares count. Source: W. Stead, "Grid Chess"
//! (1953).

use super::Condition;
use crate::base::{Bitboard, Square};
use crate::position::Position;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Stage};

/// Pieces move only from one cell to another.
pub const GRID: Grid = Grid;

/// The condition `grid`.
pub struct Grid;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["GridChess"],
    limits_captures: true,
    vetoes: MoveKinds::QUIET.or(MoveKinds::CAPTURE),
    ..ConditionSpec::new(
        "grid",
        Stage::Aftermath,
        "the board has cells of two squares by two; a piece moves, captures and checks only from one cell to another",
        Example {
            fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            mv: "a1a2",
            after: None,
        },
    )
};

impl Condition for Grid {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn allows_capture(&self, _: &Position, from: Square, to: Square) -> bool {
        leaves_cell(from, to)
    }

    fn judge(&self, _: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        if leaves_cell(moved.mv.from(), moved.mv.to()) {
            Ok(())
        } else {
            Err(Veto)
        }
    }
}

/// Whether two squares belong to different cells.
fn leaves_cell(from: Square, to: Square) -> bool {
    !cell(from).contains(to)
}

/// The cell of a square.
pub(super) fn cell(square: Square) -> Bitboard {
    let first = |line: u8| line & !1;
    let (file, rank) = (first(square.file()), first(square.rank()));
    (Bitboard::file(file) | Bitboard::file(file + 1)) & (Bitboard::rank(rank) | Bitboard::rank(rank + 1))
}
