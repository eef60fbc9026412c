//! Whether the captures on one square that a move starts win or lose material.

use crate::base::{Bitboard, Kind, MAX_KINDS, Move, MoveKind, Square, Value};
use crate::position::Position;
use crate::rules::Rules;
use crate::variant::Atlas;

/// What each kind is worth in exchanges, in centipawns.
#[derive(Clone, Debug)]
pub struct Worth([Value; MAX_KINDS]);

/// Kings are worth more than everything else together.
const KING_WORTH: Value = 10_000;

impl Worth {
    /// The values of a variant's men, between opening and endgame.
    pub fn of(atlas: &Atlas) -> Self {
        let mut worth = [0; MAX_KINDS];
        for (index, man) in atlas.men.iter().enumerate() {
            worth[index] = if atlas.royals().contains(Kind::new(index)) {
                KING_WORTH
            } else {
                Value::midpoint(man.value.opening(), man.value.endgame())
            };
        }
        Self(worth)
    }

    /// The value of a kind.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> Value {
        self.0[kind.index()]
    }

    /// The value of what stands on a square.
    #[inline(always)]
    pub fn at(&self, pos: &Position, square: Square) -> Value {
        pos.at(square).map_or(0, |man| self.kind(man.kind()))
    }

    /// Whether a move and the captures that can follow on its arrival square win at least
    /// `threshold`: the swap algorithm, with attackers found anew after each capture because hoppers
    /// come and go with their hurdles. A man that shoots leaves nothing to be retaken.
    pub fn wins<R: Rules>(&self, pos: &Position, mv: Move, threshold: Value) -> bool {
        if has_effects::<R>(pos, mv) {
            return self.wins_with_effects::<R>(pos, mv, threshold);
        }
        let to = mv.to();
        let mut gain = match mv.sort() {
            MoveKind::Castle => return threshold <= 0,
            MoveKind::EnPassant => pos.atlas().pawn.map_or(0, |pawn| self.kind(pawn)),
            _ => self.at(pos, to),
        };
        if mv.sort() == MoveKind::Drop {
            gain = 0;
        }
        let standing = match (mv.sort(), mv.kind(), pos.at(mv.from())) {
            (MoveKind::Drop, Some(kind), _) => self.kind(kind),
            (MoveKind::Promotion, Some(kind), Some(man)) => {
                gain += self.kind(kind) - self.kind(man.kind());
                self.kind(kind)
            }
            (_, _, Some(man)) => self.kind(man.kind()),
            _ => return threshold <= 0,
        };
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        balance = standing - balance;
        if balance <= 0 || mv.sort() == MoveKind::Shot {
            return true;
        }
        let mut men = pos.men() & !Bitboard::from(mv.from()) | to.into();
        let mut side = pos.turn();
        let mut winning = true;
        loop {
            side = !side;
            let present = pos.side(side) & men & !Bitboard::from(to);
            let attackers = pos.attackers(to, side, men, present);
            let Some((from, worth)) = self.least(pos, attackers) else {
                break;
            };
            winning = !winning;
            balance = worth - balance;
            let shoots = pos
                .at(from)
                .is_some_and(|man| pos.atlas().shooters.contains(man.kind()));
            // Well off even if the captor is lost in turn; and a man that shoots cannot be retaken.
            if balance < i32::from(winning) || shoots {
                break;
            }
            men &= !Bitboard::from(from);
        }
        winning
    }

    /// The least valuable of some men.
    fn least(&self, pos: &Position, men: Bitboard) -> Option<(Square, Value)> {
        men.into_iter()
            .map(|square| (square, self.at(pos, square)))
            .min_by_key(|(_, worth)| *worth)
    }
}

/// Whether a move may do more than move and capture. The captures that answer a plain one are then
/// taken for plain too.
#[inline(always)]
pub(super) fn has_effects<R: Rules>(pos: &Position, mv: Move) -> bool {
    if !R::SIDE_EFFECTS {
        return false;
    }
    let atlas = pos.atlas();
    !atlas.changes.conditions.is_empty()
        || pos
            .at(mv.from())
            .is_some_and(|man| atlas.hurdlers.contains(man.kind()))
}
