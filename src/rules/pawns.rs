//! Moves of usual pawns, those that step by ranks as in chess, generated as whole sets.

use super::arena::Arena;
use super::interface::GenType;
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Square};
use crate::board::Topology;
use crate::position::Position;
use crate::variant::{FirstRank, Variant};

/// The square `ranks` ranks behind another one, as `color` sees it. The result has to be on the board.
#[inline(always)]
pub fn behind(square: Square, color: Color, ranks: u8) -> Square {
    let step = 8 * ranks;
    match color {
        Color::White => Square::new((square.index() as u8).wrapping_sub(step)),
        Color::Black => Square::new(square.index() as u8 + step),
    }
}

/// The targets of the pawns of one side, as one set for each sort of move.
pub struct PawnTargets {
    /// Squares reached by one step ahead.
    pub single: Bitboard,
    /// Squares reached by two steps ahead.
    pub double: Bitboard,
    /// Squares reached by three steps ahead.
    pub triple: Bitboard,
    /// Captures towards the h-file.
    pub east: Bitboard,
    /// Captures towards the a-file.
    pub west: Bitboard,
}

impl PawnTargets {
    /// The targets of `pawns`, which all belong to the side `color`.
    #[inline(always)]
    pub fn of(pos: &Position, arena: &Arena, pawns: Bitboard, color: Color) -> Self {
        let variant = pos.variant();
        let vacant = arena.vacant;
        let first = variant.rules.first_rank_of(color);
        let free = variant.rules.first_rank == FirstRank::Triple;
        let movers = pawns & !variant.rules.stuck_pawns_of(color);
        // In games of two boards a passed square has to be empty on the pawn's own board only, the arrival square on both.
        let passed = movers.ahead(color) & arena.open;
        let (mut double, mut triple) = (Bitboard::EMPTY, Bitboard::EMPTY);
        if variant.rules.double_step {
            let third = variant.rules.nth_rank_of(color, 2);
            double |= (passed & third).ahead(color) & vacant;
        }
        if free && pawns.intersects(first) {
            let step = (movers & first).ahead(color) & arena.open;
            let second_step = step.ahead(color) & arena.open;
            double |= second_step & vacant;
            triple = second_step.ahead(color) & vacant;
        }
        let forward = movers.ahead(color);
        let round = arena.round_board(pos);
        Self {
            single: passed & vacant,
            double,
            triple,
            east: eastward(round, forward) & arena.enemies,
            west: westward(round, forward) & arena.enemies,
        }
    }
}

/// Shifts a set one file towards the h-file; on a cylinder (`round`) across the edge.
#[inline(always)]
fn eastward(round: Option<&Topology>, set: Bitboard) -> Bitboard {
    round.map_or_else(|| set.east(), |board| board.east(set))
}

/// Shifts a set one file towards the a-file; on a cylinder (`round`) across the edge.
#[inline(always)]
fn westward(round: Option<&Topology>, set: Bitboard) -> Bitboard {
    round.map_or_else(|| set.west(), |board| board.west(set))
}

/// The square of the pawn that reaches `to` by an eastward or westward capture.
#[inline(always)]
fn captor(round: Option<&Topology>, to: Square, color: Color, east: bool) -> Square {
    let back = behind(to, color, 1);
    let index = back.index() as u8;
    match round {
        None => Square::new(if east {
            index.wrapping_sub(1)
        } else {
            index + 1
        }),
        Some(board) => board
            .offset(back, if east { -1 } else { 1 }, 0)
            .unwrap_or(back),
    }
}

/// Adds the pawn moves of `pawns`, pieces of the side to move that move like pawns. `promotes` says whether they promote
/// on the last rank.
#[inline(always)]
pub fn pawn_moves(
    pos: &Position,
    arena: &Arena,
    pawns: Bitboard,
    gen_type: GenType,
    promotes: bool,
    list: &mut MoveList,
) {
    let us = pos.side_to_move();
    let variant = pos.variant();
    if pawns.is_empty() {
        return;
    }
    let last = if promotes {
        variant.rules.last_rank_of(us)
    } else {
        Bitboard::EMPTY
    };
    let targets = PawnTargets::of(pos, arena, pawns, us);
    if gen_type.noisy() {
        let round = arena.round_board(pos);
        for (set, east) in [(targets.east, true), (targets.west, false)] {
            for to in set {
                push_pawn(variant, us, captor(round, to, us, east), to, last, list);
            }
        }
        for to in targets.single & last {
            push_pawn(variant, us, behind(to, us, 1), to, last, list);
        }
        if pos.state().en_passant.any() {
            en_passant(pos, round, pawns, list);
        }
    }
    if gen_type.quiet() {
        for to in targets.single & !last {
            list.push(Move::new(behind(to, us, 1), to, MoveKind::Normal));
        }
        for to in targets.double {
            list.push(Move::new(behind(to, us, 2), to, MoveKind::MultiStep));
        }
        for to in targets.triple {
            list.push(Move::new(behind(to, us, 3), to, MoveKind::MultiStep));
        }
    }
}

#[inline(always)]
fn push_pawn(
    variant: &Variant,
    us: Color,
    from: Square,
    to: Square,
    last: Bitboard,
    list: &mut MoveList,
) {
    if last.contains(to) {
        for piece_type in variant.rules.rank_promotions(us) {
            list.push(Move::promotion(from, to, *piece_type));
        }
    } else {
        list.push(Move::new(from, to, MoveKind::Normal));
    }
}

/// Adds the en passant captures of the given pawns of the side to move.
pub fn en_passant(pos: &Position, round: Option<&Topology>, pawns: Bitboard, list: &mut MoveList) {
    let us = pos.side_to_move();
    for to in pos.state().en_passant {
        for east in [true, false] {
            let hit = pawns.ahead(us);
            let hit = if east {
                eastward(round, hit)
            } else {
                westward(round, hit)
            };
            if hit.contains(to) {
                let from = captor(round, to, us, east);
                if !pos.variant().rules.stuck_pawns_of(us).contains(from) {
                    list.push(Move::new(from, to, MoveKind::EnPassant));
                }
            }
        }
    }
}

/// The squares from which pawns of the side `color` capture on `to`.
#[inline(always)]
pub fn origins_of_captures(board: &Topology, to: Square, color: Color) -> Bitboard {
    let back = Bitboard::from(to).ahead(!color);
    board.east(back) | board.west(back)
}

/// The square of the pawn that a capture en passant on `square` takes: the first piece ahead of `square`, as `passed_by` sees it,
/// unless the en passant field names the pawn's square.
pub fn passer(pos: &Position, square: Square, passed_by: Color) -> Option<Square> {
    if pos.variant().rules.capabilities.free_moves
        && let Some(at) = (pos.state().en_passant & pos.occupied()).first()
    {
        return Some(at);
    }
    passer_on_file(pos, square, passed_by)
}

/// The square of the first piece ahead of `square` on its file, as `passed_by` sees it.
pub fn passer_on_file(pos: &Position, square: Square, passed_by: Color) -> Option<Square> {
    let ahead = match passed_by {
        Color::White => 1,
        Color::Black => -1,
    };
    let mut at = square;
    while let Some(next) = at.offset(0, ahead) {
        if pos.at(next).is_some() {
            return Some(next);
        }
        at = next;
    }
    None
}
