//! Whether the captures on one square that a move starts win or lose material.

use super::{drops, params};
use crate::base::{Bitboard, Color, Kind, MAX_KINDS, Move, MoveKind, Square, Value};
use crate::position::Position;
use crate::rules::Rules;
use crate::variant::{Atlas, BareKing, Family, MAX_HELD};

/// What each kind is worth in exchanges, in centipawns.
#[derive(Clone, Debug)]
pub struct Worth {
    /// By kind: the man lost to its side, and gained by the captor if it goes to the hand.
    men: [Value; MAX_KINDS],
    /// Whether sides can have kings to spare: kings are captured, and all of them have to be.
    spare_kings: bool,
    /// By side and kind: from where a man dropped there can promote with its next move.
    launches: [[Bitboard; MAX_HELD]; 2],
}

/// Kings are worth more than everything else together.
const KING_WORTH: Value = 10_000;

impl Worth {
    /// The values of a variant's men, between opening and endgame.
    pub fn of(atlas: &Atlas) -> Self {
        let mut worth = [0; MAX_KINDS];
        let value = |kind: Kind| {
            let value = atlas.men[kind.index()].value;
            Value::midpoint(value.opening(), value.endgame())
        };
        for (index, worth) in worth.iter_mut().enumerate().take(atlas.men.len()) {
            let (kind, demoted) = (Kind::new(index), atlas.demoted[index]);
            *worth = match kind {
                _ if atlas.royals().contains(kind) => KING_WORTH,
                _ if atlas.hand.contains(demoted) => value(kind) + value(demoted),
                _ => value(kind),
            };
        }
        Self {
            men: worth,
            spare_kings: atlas.family == Family::Hopgi,
            launches: Color::ALL.map(|color| {
                std::array::from_fn(|index| drops::launches(atlas, color, Kind::new(index)))
            }),
        }
    }

    /// The value of a kind.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> Value {
        self.men[kind.index()]
    }

    /// From where a man of a kind could promote with its next move, if nothing stood in its way.
    pub fn launches(&self, color: Color, kind: Kind) -> Bitboard {
        self.launches[color.index()][kind.index()]
    }

    /// The value of what stands on a square.
    #[inline(always)]
    pub fn at(&self, pos: &Position, square: Square) -> Value {
        let Some(man) = pos.at(square) else {
            return 0;
        };
        let worth = self.kind(man.kind());
        if self.spare_kings && worth == KING_WORTH && pos.royals(man.color()).many() {
            return params::spare_king_worth();
        }
        worth
    }

    /// Whether a move and the captures that can follow on its arrival square win at least
    /// `threshold`: the swap algorithm, with attackers found anew after each capture because hoppers
    /// come and go with their hurdles. A man that shoots leaves nothing to be retaken.
    pub fn wins<R: Rules>(&self, pos: &Position, mv: Move, threshold: Value) -> bool {
        if has_effects::<R>(pos, mv) {
            return self.wins_with_effects::<R>(pos, mv, threshold);
        }
        if !R::LEGS && bares(pos, mv) {
            return true;
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
            (_, _, Some(_)) => self.at(pos, mv.from()),
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

/// Whether a move takes the last man of a side that loses for it, with men to spare should the king
/// take back.
#[inline(always)]
fn bares(pos: &Position, mv: Move) -> bool {
    pos.side(!pos.turn()).count() == 2
        && pos.atlas().bare_king == BareKing::Loses
        && pos.side(pos.turn()).count() > 2
        && (mv.sort() == MoveKind::EnPassant
            || mv.sort() != MoveKind::Drop && pos.side(!pos.turn()).contains(mv.to()))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{self, Hopgi, Orthodox};
    use crate::variant::Catalogue;

    /// Whether the first leg `from` `to` wins at least a threshold in exchanges.
    fn wins(fen: &str, from: &str, to: &str, threshold: Value) -> bool {
        let atlas = Catalogue::embedded().atlas("hopgi").expect("a game");
        let pos = rules::position(atlas, fen).expect("a position");
        let legs = rules::legal_moves(&pos);
        let leg = legs
            .iter()
            .find(|mv| mv.from().to_string() == from && mv.to().to_string() == to)
            .expect("a legal leg");
        Worth::of(atlas).wins::<Hopgi>(&pos, *leg, threshold)
    }

    #[test]
    fn a_king_to_spare_is_worth_more_than_any_man_and_less_than_the_last() {
        // The Wazir King on d5, guarded by a Rook, for a Rook: well spent, with and without a Ferz left.
        let spare = "3r3/7/*2w3/7/3R3/**5/**2*FW[] w - - 0 1";
        assert!(wins(spare, "d3", "d5", 300));
        assert!(wins(
            spare.replace("/7/3R3", "/f6/3R3").as_str(),
            "d3",
            "d5",
            300
        ));
        let two = "f2r3/7/*2w3/7/3R3/**5/**2*FW[] w - - 0 1";
        assert!(wins(two, "d3", "d5", 300) && !wins(two, "d3", "d5", 1000));
        assert!(wins(spare, "d3", "d5", 9000));
    }

    #[test]
    fn a_king_takes_a_guarded_man_at_a_loss_and_a_guarded_king_evenly() {
        let pawn = "3r3/7/*2p3/3W3/7/**5/**2*F1[] w - - 0 1";
        assert!(!wins(&pawn.replace("3r3/7", "f2r2w/7"), "d4", "d5", 0));
        let king = "f2r3/7/*2w3/3W3/7/**5/**2*F1[] w - - 0 1";
        assert!(wins(king, "d4", "d5", 0) && !wins(king, "d4", "d5", 1));
        // The last king takes nothing that is guarded.
        let last = "f2r3/7/*2w3/3W3/7/**5/**2*2[] w - - 0 1";
        assert!(!wins(last, "d4", "d5", 0));
    }

    #[test]
    fn men_that_come_to_the_hand_count_for_both_sides() {
        // A Rook for a guarded Bishop: 620 lost, 520 won, in board and hand.
        let pos = "f2r2w/7/*2b3/7/3R3/**5/**2*FW[] w - - 0 1";
        assert!(wins(pos, "d3", "d5", -200) && !wins(pos, "d3", "d5", 0));
        // A Dragon King for a Rook costs no more than what the captor can drop.
        let pos = "f2r2w/7/*2r3/7/3+R3/**5/**2*FW[] w - - 0 1";
        assert!(wins(pos, "d3", "d5", -150) && !wins(pos, "d3", "d5", 0));
    }

    #[test]
    fn taking_the_last_man_wins_if_a_man_is_left_to_win_with() {
        let takes = |fen: &str| {
            let atlas = Catalogue::embedded().atlas("demichess").expect("a game");
            let pos = rules::position(atlas, fen).expect("a position");
            let list = rules::legal_moves(&pos);
            let takes = |mv: &&Move| pos.at(mv.to()).is_some();
            let capture = list.iter().find(takes).expect("a capture");
            Worth::of(atlas).wins::<Orthodox<false>>(&pos, *capture, 5000)
        };
        // The Snail is guarded by its king: with a second Oyster that does not matter.
        assert!(takes("8/8/8/4ks2/5O2/8/8/K6O w - - 0 1"));
        assert!(!takes("8/8/8/4ks2/5O2/8/8/K7 w - - 0 1"));
        assert!(!takes("7p/8/8/4ks2/5O2/8/8/K6O w - - 0 1"));
    }
}
