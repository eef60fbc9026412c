//! Sets up placements and generates their successors, by the ordinary rules.

use super::index::{Item, Items};
use super::material::Material;
use super::value::Value;
use crate::base::{Color, Move, MoveList, Piece, PieceType, Square};
use crate::position::{Delta, Position};
use crate::rules::{Outcome, Rules, dead_position};
use crate::variant::Variant;
use std::sync::Arc;

/// Whether a position is legal and the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The king of the side that is not to move could be captured.
    Illegal,
    /// The game is over.
    Over(Value),
    /// The game goes on.
    Open,
}

/// A reusable position: setting it up again avoids allocation and reference counting.
pub struct Walker {
    empty: Position,
    pos: Position,
    after: Position,
    list: MoveList,
}

/// The placement of a position; `None` if it has too many pieces for `Items`.
pub fn items_of(pos: &Position) -> Option<Items> {
    let mut items = Items::new();
    for square in pos.occupied() {
        items.try_push(item(pos.at(square)?, square)).ok()?;
    }
    Some(items)
}

const fn item(piece: Piece, square: Square) -> Item {
    Item {
        piece: piece.index() as u8,
        place: square.index() as u8 | (piece.is_on_board_b() as u8) << 6,
    }
}

/// The material of a placement.
pub fn material_of(items: &[Item]) -> Material {
    let each = items.iter().map(|item| usize::from(item.piece));
    each.fold(Material::default(), Material::with)
}

/// The piece of an item.
pub fn piece_of(item: Item) -> Piece {
    let color = Color::ALL[usize::from(item.piece >> 4 & 1)];
    let piece = Piece::new(color, PieceType::new(usize::from(item.piece)));
    if item.place & 64 == 0 {
        piece
    } else {
        piece.crossed()
    }
}

/// The value of a finished game for side `us`, at distance 0.
pub fn value_of(outcome: Outcome, us: Color) -> Value {
    match outcome.winner {
        None => Value::Draw,
        Some(winner) if winner == us => Value::Win(0),
        Some(_) => Value::Loss(0),
    }
}

impl Walker {
    /// A walker for positions of a game.
    pub fn new(variant: &Arc<Variant>) -> Self {
        let empty = Position::empty(variant);
        Self {
            pos: empty.clone(),
            after: empty.clone(),
            empty,
            list: MoveList::new(),
        }
    }

    /// The position that was set up last.
    pub const fn position(&self) -> &Position {
        &self.pos
    }

    /// Sets up a placement, without castling rights or en passant squares.
    pub fn set(&mut self, items: &[Item], side: Color) {
        self.pos.clone_from(&self.empty);
        let mut state = *self.empty.state();
        state.side_to_move = side;
        let mut delta = Delta::new(state);
        for item in items {
            delta.edit(Square::new(item.place), None, Some(piece_of(*item)));
        }
        self.pos.apply(&delta);
    }

    /// Sets up a position.
    pub fn set_position(&mut self, pos: &Position) {
        self.pos.clone_from(pos);
    }

    /// Returns the standing of the position. While the game goes on, `visit` gets each legal move: the position, the move and its delta.
    #[inline]
    pub fn look<R: Rules>(&mut self, mut visit: impl FnMut(&Position, Move, &Delta)) -> Standing {
        let pos = &self.pos;
        let us = pos.side_to_move();
        if R::is_checked(pos, !us) {
            return Standing::Illegal;
        }
        let end = R::immediate_end(pos);
        if let Some(end) = end.filter(|end| end.reason.is_final()) {
            return Standing::Over(value_of(end, us));
        }
        self.list.clear();
        R::legal(pos, &mut self.list);
        if self.list.is_empty() {
            return Standing::Over(value_of(R::no_move_outcome(pos), us));
        }
        if let Some(end) = end.or_else(|| dead_position(pos)) {
            return Standing::Over(value_of(end, us));
        }
        for mv in &self.list {
            visit(pos, *mv, &R::delta(pos, *mv));
        }
        Standing::Open
    }

    /// The position after a delta, with its state and hands.
    pub fn after(&mut self, delta: &Delta) -> &Position {
        self.after.clone_from(&self.pos);
        self.after.apply(delta);
        &self.after
    }
}

/// The piece that a delta moves, as it was, and its new place; `None` if the delta does anything else.
#[inline]
pub fn moved_piece(delta: &Delta) -> Option<(Item, u8)> {
    let [one, other] = delta.edits.as_slice() else {
        return None;
    };
    let (from, to) = if one.after.is_none() {
        (one, other)
    } else {
        (other, one)
    };
    if from.after.is_some() || to.before.is_some() {
        return None;
    }
    let gone = item(from.before?, from.square);
    let came = item(to.after?, to.square);
    (gone.piece == came.piece).then_some((gone, came.place))
}

/// The placement after a delta. `Items` has room for all pieces that one turn can add.
#[inline]
pub fn changed(items: &Items, delta: &Delta) -> Items {
    let mut after = items.clone();
    for edit in &delta.edits {
        if let Some(before) = edit.before {
            let gone = item(before, edit.square);
            if let Some(at) = after.iter().position(|item| *item == gone) {
                after.swap_remove(at);
            }
        }
    }
    for edit in &delta.edits {
        if let Some(piece) = edit.after {
            let _ = after.try_push(item(piece, edit.square));
        }
    }
    after
}
