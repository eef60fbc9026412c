//! Promotion zones: counts the pieces that can enter their promotion zone, or move inside or out of it, to a safe square next move.

use super::balance::balance;
use super::mobility::Reach;
use super::tally::Tally;
use crate::base::{Bitboard, Piece, PieceType, Square};
use crate::position::Position;
use crate::variant::{Variant, term};

/// Whether the term applies: the promotion zones of the game are not plain ranks.
pub const fn matter(variant: &Variant) -> bool {
    !variant.rules.zones.is_straight()
}

/// The score for pieces that can promote with their next move, White minus Black.
pub fn pressure<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    let variant = pos.variant();
    let able = balance(|us| {
        let zone = variant.rules.zones.promotion[us.index()];
        let free = !pos.by_color(us) & !reach.attacked[(!us).index()];
        let mut able = 0;
        for index in 0..variant.rules.piece_types {
            if !variant
                .rules
                .promotion(Piece::new(us, PieceType::new(index)))
                .into
                .is_empty()
                && variant.rules.rank_pawn != Some(PieceType::new(index))
            {
                let piece_type = PieceType::new(index);
                able += able_pieces(pos, reach, Piece::new(us, piece_type), zone, free);
            }
        }
        able
    });
    T::of(&variant.values, term::ZONE_REACH, able)
}

/// The number of pieces equal to `piece` that can move to a square of `free` (safe squares), from the zone or into it.
fn able_pieces<T: Tally>(
    pos: &Position,
    reach: &Reach<T>,
    piece: Piece,
    zone: Bitboard,
    free: Bitboard,
) -> i32 {
    let occupied = pos.pieces(piece.color(), piece.piece_type());
    let tables = pos.variant().moves_of(piece);
    // A cheap test first: `reach` has the capture targets of the whole type, which are also its quiet targets if `tables.same`.
    let reached = reach.by_type[piece.color().index()][piece.piece_type().index()];
    let near = !tables.same
        || pos.variant().rules.pawn == Some(piece.piece_type())
        || reached.intersects(zone & free);
    if occupied.is_empty() || !near && !occupied.intersects(zone) {
        return 0;
    }
    let able = |from: &Square| {
        let goal = free
            & if zone.contains(*from) {
                Bitboard::ALL
            } else {
                zone
            };
        let quiet = tables.quiet.targets(*from, pos.occupied());
        let hits = if tables.same {
            quiet
        } else {
            tables.capture.targets(*from, pos.occupied())
        };
        (quiet & pos.vacant() & goal).any() || (hits & pos.by_color(!piece.color()) & goal).any()
    };
    occupied.into_iter().filter(able).count() as i32
}
