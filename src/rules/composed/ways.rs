//! The ways of a move: the different lists of pieces that it can leap over between its squares.

use crate::base::{Move, MoveKind};
use crate::position::Position;
use crate::rules::{chains, starts};
use crate::variant::{Hurdles, MoveTables, written};

/// All ways of a move, by the piece's own movement and by received movement, sorted by their text. Each way lists the
/// squares of the pieces leapt over. Empty for a piece that does not hop.
pub fn all(pos: &Position, mv: Move) -> Vec<Hurdles> {
    if chains::is_of_chains(pos, mv) {
        let ways = chains::ways_between(pos, mv).into_iter();
        return ways.map(|way| way.names()).collect();
    }
    let piece = pos.at(mv.from()).filter(|_| mv.kind() != MoveKind::Drop);
    piece.map_or_else(Vec::new, |piece| {
        let (from, to) = (mv.from(), mv.to());
        let occupied = pos.occupied() & pos.same_board(from);
        let by = |tables: &MoveTables| tables.to(to, occupied).ways(from, to, occupied);
        if !pos.variant().rules.capabilities.relay {
            return by(pos.variant().moves_of(piece));
        }
        let captures = pos.occupied().contains(to);
        let mut ways = Vec::new();
        starts::for_each(
            pos,
            from,
            piece,
            occupied,
            &mut |tables, start, occupied, capture| {
                if capture == captures {
                    ways.extend(tables.to(to, occupied).ways(start, to, occupied));
                }
            },
        );
        ways.sort_by(|a, b| written(a).cmp(written(b)));
        ways.dedup();
        ways
    })
}
