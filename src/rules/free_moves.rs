//! Special first moves of pieces, and pawns that do not move as in chess: their steps that pass squares and their captures en passant.

use super::arena::Arena;
use super::interface::GenType;
use super::zones;
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece, PieceType, Square};
use crate::board::between;
use crate::position::{Delta, Position};

/// Adds first moves, passing steps and en passant captures of the pieces on `origins`; [`zones::piece_moves`] adds all other moves.
#[inline(never)]
pub fn add_moves(
    pos: &Position,
    arena: &Arena,
    gen_type: GenType,
    origins: Bitboard,
    in_check: impl Fn() -> bool,
    list: &mut MoveList,
) {
    let us = pos.side_to_move();
    let tables = &pos.variant().tables.free[us.index()];
    let first = list.len();
    for moves in &tables.moves {
        let mut origins = pos.pieces(us, moves.piece_type) & origins & moves.from;
        if moves.unmoved {
            origins &= still_unmoved(pos, moves.piece_type, &in_check);
        }
        for from in origins {
            let mut targets = moves.targets.targets(from, arena.occupied) & arena.vacant;
            if tables.overlap {
                targets &= !other_targets(pos, arena, moves.piece_type, from, &list[first..]);
            }
            add_arrivals(pos, gen_type, from, targets, moves.passes, list);
        }
    }
    if gen_type.noisy() && pos.state().en_passant.any() {
        for (piece_type, targets) in &tables.passing {
            for from in pos.pieces(us, *piece_type) & origins {
                let hits = targets.targets(from, arena.occupied) & pos.state().en_passant;
                for to in hits & arena.vacant {
                    list.push(Move::new(from, to, MoveKind::EnPassant));
                }
            }
        }
    }
}

/// The empty squares to which a piece goes by its other moves: those that are not in these tables, and those in `listed`.
#[cold]
fn other_targets(
    pos: &Position,
    arena: &Arena,
    piece_type: PieceType,
    from: Square,
    listed: &[Move],
) -> Bitboard {
    let piece = Piece::new(pos.side_to_move(), piece_type);
    let listed = listed.iter().filter(|mv| mv.from() == from);
    let listed: Bitboard = listed.map(|mv| mv.to()).collect();
    listed
        | pos
            .variant()
            .moves_of(piece)
            .quiet
            .targets(from, arena.occupied)
}

/// Whether the piece that makes a move could move straight back from an empty board. Such a step of a pawn is no progress.
#[inline(always)]
pub fn can_step_back(pos: &Position, mv: Move, piece: Piece) -> bool {
    pos.variant().rules.rank_pawn.is_none() && mv.kind() == MoveKind::Normal && {
        let quiet = &pos.variant().moves_of(piece).quiet;
        quiet.targets(mv.to(), Bitboard::EMPTY).contains(mv.from())
    }
}

/// The unmoved pieces that may make first moves now: a royal piece makes none in check.
fn still_unmoved(pos: &Position, piece_type: PieceType, in_check: impl Fn() -> bool) -> Bitboard {
    let unmoved = pos.state().unmoved;
    let rules = &pos.variant().rules;
    let royal = rules.royals.contains(piece_type) && !rules.capabilities.royal_capture;
    if royal && unmoved.intersects(pos.pieces(pos.side_to_move(), piece_type)) && in_check() {
        return Bitboard::EMPTY;
    }
    unmoved
}

/// Removes the unmoved marks of all squares that a leg changes, and (by the key `aimed`) of enemy pieces that the mover then
/// attacks, as if the board between were empty.
#[cold]
pub fn remove_marks(pos: &Position, mv: Move, delta: &mut Delta) {
    if mv.is_pass() {
        return;
    }
    let changed = delta.squares() | mv.from().into() | mv.to().into();
    let unmoved = &mut delta.state.unmoved;
    *unmoved &= !changed;
    let mover = pos.at(mv.from()).filter(|_| mv.kind() != MoveKind::Drop);
    let Some(mover) = mover.filter(|_| unmoved.any()) else {
        return;
    };
    for (piece_type, by) in &pos.variant().rules.aimed {
        if by.contains(mover.piece_type()) {
            let tables = &pos.variant().tables.moves[mover.index()].capture;
            let aimed = tables.targets(mv.to(), Bitboard::EMPTY);
            *unmoved &= !(aimed & pos.pieces(!mover.color(), *piece_type));
        }
    }
}

/// Adds the moves of one piece to the empty squares `targets`.
fn add_arrivals(
    pos: &Position,
    gen_type: GenType,
    from: Square,
    targets: Bitboard,
    passes: bool,
    list: &mut MoveList,
) {
    let promoting = pos
        .at(from)
        .and_then(|piece: Piece| zones::promoting(pos, piece, from))
        .filter(|(promotion, _)| !promotion.by_capture);
    let mut plain = targets;
    if let Some((promotion, zone)) = promoting {
        plain &= !(zone & promotion.must);
        if gen_type.noisy() {
            for to in targets & zone {
                zones::push_promotions(pos, promotion, from, to, list);
            }
        }
    }
    if gen_type.quiet() {
        for to in plain {
            let kind = if passes && between(from, to).any() {
                MoveKind::MultiStep
            } else {
                MoveKind::Normal
            };
            list.push(Move::new(from, to, kind));
        }
    }
}

/// The pawns of a side that could capture en passant on a square by their movement tables.
#[cold]
pub fn takers(pos: &Position, by: Color, square: Square) -> Bitboard {
    let tables = pos.variant().tables.free[by.index()].passing.iter();
    tables.fold(Bitboard::EMPTY, |all, (piece_type, targets)| {
        let pawns = pos.pieces(by, *piece_type).into_iter();
        let takes = |from: &Square| targets.targets(*from, pos.occupied()).contains(square);
        all | pawns.filter(takes).collect::<Bitboard>()
    })
}
