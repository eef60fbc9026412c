//! A bound for proof games: the least number of moves in which each side can bring its pieces to their squares in the diagram.
//!
//! For each occupied square of the diagram the bound takes the least number of moves in which a piece of that side could come
//! there on an empty board. Different squares need different pieces, so the sum is a lower bound; castling can save two moves.
//! The bound is for pieces that do not hop, one royal piece type and no conditions; otherwise nothing is excluded.

use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::position::Position;

/// Whether the bound allows `pos` to become `target` in `half_moves` half-moves.
pub fn can_become(pos: &Position, target: &Position, half_moves: u32) -> bool {
    let variant = pos.variant();
    let hops = |piece_type: PieceType| {
        let stands = (pos.by_type(piece_type) | target.by_type(piece_type)).any();
        stands && variant.moves_of(Piece::new(Color::White, piece_type)).hops
    };
    let royals = variant
        .rules
        .all_types()
        .filter(|one| pos.is_royal(*one))
        .count();
    if !variant.rules.conditions.is_empty() || royals > 1 || variant.rules.all_types().any(hops) {
        return true;
    }
    let us = pos.side_to_move();
    Color::ALL.into_iter().all(|color| {
        let moves = |side: Color| half_moves.div_ceil(2) - u32::from(side != us) * (half_moves % 2);
        let (now, then) = (pos.by_color(color).count(), target.by_color(color).count());
        let pawns = |pos: &Position| {
            let pawn = variant.rules.rank_pawn;
            pawn.map_or(0, |pawn| pos.pieces(color, pawn).count())
        };
        then <= now
            && now - then <= moves(!color)
            && pawns(target) <= pawns(pos)
            && needed(pos, target, color).is_some_and(|needed| needed <= moves(color))
    })
}

/// The lower bound of a side, in moves; `None` if it can never have the pieces of the diagram.
fn needed(pos: &Position, target: &Position, color: Color) -> Option<u32> {
    let rules = &pos.variant().rules;
    let mut sum = 0;
    for piece_type in rules.all_types() {
        let piece = Piece::new(color, piece_type);
        let own = pos.pieces(color, piece_type);
        let goals = target.pieces(color, piece_type);
        let mut pawns = Bitboard::EMPTY;
        if let Some(pawn) = rules
            .rank_pawn
            .filter(|pawn| *pawn != piece_type && !pos.is_royal(piece_type))
        {
            pawns = pos.pieces(color, pawn);
        }
        for to in goals & !own {
            let by_own = own
                .into_iter()
                .filter_map(|from| steps(pos, piece, from, to));
            let by_pawn = pawns.into_iter().map(|from| pawn_steps(color, from, 7));
            sum += by_own.chain(by_pawn).min()?;
        }
    }
    let castles = [true, false].into_iter().any(|kingside| {
        pos.state()
            .rights
            .has_any(crate::position::Rights::wing(color, kingside))
    });
    Some(if castles { sum.saturating_sub(2) } else { sum })
}

/// The least number of moves in which a pawn reaches `rank`, counted from its own side.
fn pawn_steps(color: Color, from: Square, rank: u8) -> u32 {
    let own = if color == Color::White {
        from.rank()
    } else {
        7 - from.rank()
    };
    u32::from(rank.saturating_sub(own)) - u32::from(own == 1 && rank > 2)
}

/// The least number of moves from one square to another on an empty board, for pieces of chess; one move for other pieces.
fn steps(pos: &Position, piece: Piece, from: Square, to: Square) -> Option<u32> {
    let variant = pos.variant();
    let piece_type = piece.piece_type();
    let (files, ranks) = (
        from.file().abs_diff(to.file()),
        from.rank().abs_diff(to.rank()),
    );
    if variant.rules.rank_pawn == Some(piece_type) {
        let ahead = if piece.color() == Color::White {
            to.rank().checked_sub(from.rank())
        } else {
            from.rank().checked_sub(to.rank())
        };
        let ahead = ahead.filter(|ahead| *ahead > 0 && files <= *ahead)?;
        let own = if piece.color() == Color::White {
            to.rank()
        } else {
            7 - to.rank()
        };
        let doubles = ahead >= files + 2;
        let double = u32::from(ahead) - u32::from(doubles && own == ahead + 1);
        return Some(double);
    }
    if pos.is_royal(piece_type) {
        return Some(files.max(ranks).into());
    }
    let tables = variant.moves_of(piece);
    let once = |square: Square| {
        let moves = tables.quiet.targets(square, Bitboard::EMPTY);
        moves | tables.capture.targets(square, Bitboard::EMPTY)
    };
    let mut reached = Bitboard::from(from);
    for moves in 1..=6 {
        let next = reached
            .into_iter()
            .fold(reached, |all, square| all | once(square));
        if next.contains(to) {
            return Some(moves);
        }
        if next == reached {
            return None;
        }
        reached = next;
    }
    Some(1)
}
