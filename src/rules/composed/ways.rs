//! The ways of a move: over whom it can lead from its first square to its last.

use crate::base::{Move, MoveKind};
use crate::position::Position;
use crate::rules::relay;
use crate::variant::{Hurdles, MoveTables, written};

/// All ways of a move, by the man's own movement and those that it receives, each the men leapt over, sorted as they
/// are written; empty for a man that does not hop.
pub fn all(pos: &Position, mv: Move) -> Vec<Hurdles> {
    let man = pos.at(mv.from()).filter(|_| mv.kind() != MoveKind::Drop);
    man.map_or_else(Vec::new, |man| {
        let (from, to) = (mv.from(), mv.to());
        let occupied = pos.occupied() & pos.same_board(from);
        let by = |tables: &MoveTables| tables.to(to, occupied).ways(from, to, occupied);
        let mut ways = by(pos.variant().moves_of(man));
        if pos.variant().rules.capabilities.relay {
            ways.extend(relay::given(pos, from, man).into_iter().flat_map(by));
            ways.sort_by(|a, b| written(a).cmp(written(b)));
            ways.dedup();
        }
        ways
    })
}
