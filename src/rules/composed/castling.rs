//! Castling and castling rights in games in which pieces are reborn, change colour or change type.

use super::danger;
use crate::base::{Color, Move, MoveKind, Piece, PieceType, Square};
use crate::position::{Position, Rights};
use crate::rules::castling::rights_of_square;
use crate::rules::draft::Draft;
use crate::variant::MoveKinds;

/// Whether the king may castle: it does not leave, pass or reach an attacked square, judged on the board
/// before the move, and every king is safe on the board after the move.
pub fn is_legal(pos: &Position, mv: Move, draft: &Draft<'_>) -> bool {
    let us = pos.side_to_move();
    if pos.variant().rules.royals.is_empty() {
        return true;
    }
    let way = pos.variant().rules.castling.of_move(us, mv);
    let conditions = &pos.variant().rules.conditions;
    let by_surroundings = conditions.veto_checks() && conditions.may_veto(MoveKinds::CASTLING);
    if by_surroundings || conditions.define_check() {
        // Such a condition may judge check by the surroundings of the king, so the king is put on each square that it passes.
        let checked = |square: Square| danger::in_check(&on_its_way(pos, way.king.0, square), us);
        return !way.passed.into_iter().any(checked)
            && !danger::exposes(pos, draft.edits(), &draft.memory);
    }
    let attacked = |square: Square| danger::is_attacked(pos, square, !us);
    !way.passed.into_iter().any(attacked)
        && !attacked(way.king.1)
        && !danger::exposes(pos, draft.edits(), &draft.memory)
}

/// The position with a castling king on a square that it passes.
fn on_its_way(pos: &Position, home: Square, square: Square) -> Position {
    let mut draft = Draft::new(pos);
    let king = pos.at(home);
    draft.set(home, None);
    draft.set(square, king);
    draft.position()
}

/// The castling rights after a move.
#[inline]
pub fn rights_after(pos: &Position, mv: Move, draft: &Draft<'_>) -> Rights {
    let mut rights = pos.state().rights;
    let rules = &pos.variant().rules;
    let touched = draft.touched() & rules.castling.squares;
    if touched.is_empty() {
        return rights;
    }
    if pos.variant().rules.rights_return {
        return returning_rights(pos, mv, draft);
    }
    if rules.dropped_castle && mv.kind() == MoveKind::Drop {
        return rights.with(rights_of_drop(pos.side_to_move(), draft));
    }
    for square in touched {
        rights = rights.without(rights_of_square(rules, square));
    }
    rights
}

/// The castling rights that a side gains by dropping its king or a castling piece on its home square.
fn rights_of_drop(us: Color, draft: &Draft<'_>) -> Rights {
    let rules = &draft.pos.variant().rules;
    let home = rules.castling.kings[us.index()];
    let has = |square: Square, is: &dyn Fn(PieceType) -> bool| {
        let own = |piece: &Piece| piece.color() == us && !piece.is_on_board_b();
        let piece = draft.at(square).filter(own);
        piece.is_some_and(|piece| is(piece.piece_type()))
    };
    let dropped = draft.touched();
    [true, false]
        .into_iter()
        .fold(Rights::NONE, |rights, kingside| {
            let way = rules.castling.way(us, kingside).filter(|way| {
                has(home, &|king| rules.castling_kings.contains(king))
                    && has(way.rook.0, &|castler| castler == way.castler)
                    && (dropped.contains(home) || dropped.contains(way.rook.0))
            });
            way.map_or(rights, |_| rights.with(Rights::wing(us, kingside)))
        })
}

/// The rights after a move in games in which castling rights return: a king reborn on its home square counts as
/// unmoved, and so does a rook that appears on a rook's home by rebirth, colour change or type change.
fn returning_rights(pos: &Position, mv: Move, draft: &Draft<'_>) -> Rights {
    let mut rights = pos.state().rights;
    if rights == Rights::NONE && draft.reborn.is_empty() {
        // Without an unmoved king, or a king that is reborn now, no right returns.
        return rights;
    }
    for color in Color::ALL {
        rights = king_rights(pos, draft, color, rights);
        for kingside in [true, false] {
            let right = Rights::wing(color, kingside);
            rights = if !rights.has(Rights::unmoved(color)) {
                rights.without(right)
            } else if has_unmoved_rook(pos, mv, draft, color, kingside) {
                rights.with(right)
            } else {
                rights.without(right)
            };
        }
    }
    rights
}

/// The castling rights after a move, as far as they depend on the king of `color`.
fn king_rights(pos: &Position, draft: &Draft<'_>, color: Color, rights: Rights) -> Rights {
    let home = pos.variant().rules.castling.kings[color.index()];
    let is_king = |piece: Option<Piece>| {
        piece.is_some_and(|m| {
            m.color() == color
                && !m.is_on_board_b()
                && pos.variant().rules.castling_kings.contains(m.piece_type())
        })
    };
    if !is_king(draft.at(home)) {
        rights.without(Rights::all(color))
    } else if draft.reborn.contains(home) {
        // A king reborn at home counts as unmoved. If it left home by this very move, it keeps its rights.
        rights.with(Rights::unmoved(color))
    } else if is_king(pos.at(home)) {
        rights
    } else {
        rights.without(Rights::all(color))
    }
}

/// Whether an unmoved rook stands in a corner after the move.
fn has_unmoved_rook(
    pos: &Position,
    mv: Move,
    draft: &Draft<'_>,
    color: Color,
    kingside: bool,
) -> bool {
    let Some(way) = pos.variant().rules.castling.way(color, kingside) else {
        return false;
    };
    let (corner, rook) = (way.rook.0, Some(Piece::new(color, way.castler)));
    // A dropped rook gives no right by itself.
    if draft.at(corner).map(Piece::plain) != rook
        || mv.kind() == MoveKind::Drop && mv.to() == corner
    {
        return false;
    }
    if draft.reborn.contains(corner) {
        return true;
    }
    if !draft.touched().contains(corner) {
        return pos.state().rights.has(Rights::wing(color, kingside));
    }
    // The move has changed the corner: a rook that another piece has turned into counts as unmoved, a rook that has moved
    // to the corner does not.
    !(corner == mv.to() && pos.at(mv.from()).map(Piece::plain) == rook)
}
