//! Whether the captures on one square that a move starts win or lose material.

use super::{drops, params};
use crate::base::{Bitboard, Color, MAX_PIECE_TYPES, Move, MoveKind, PieceType, Square, Value};
use crate::position::Position;
use crate::rules::Rules;
use crate::variant::{BareKing, MAX_HELD, Variant};

/// What each piece type is worth in exchanges, in centipawns.
#[derive(Clone, Debug)]
pub struct Worth {
    /// By piece type: the man lost to its side, and gained by the captor if it goes to the hand.
    values: [Value; MAX_PIECE_TYPES],
    /// Whether sides can have kings to spare: kings are captured, and all of them have to be.
    spare_kings: bool,
    /// By side and piece type: from where a man dropped there can promote with its next move.
    launches: [[Bitboard; MAX_HELD]; 2],
}

/// Kings are worth more than everything else together.
const KING_WORTH: Value = 10_000;

impl Worth {
    /// The values of a variant's men, between opening and endgame.
    pub fn of(variant: &Variant) -> Self {
        let mut worth = [0; MAX_PIECE_TYPES];
        let value = |piece_type: PieceType| {
            let value = variant.values.piece_types[piece_type.index()];
            Value::midpoint(value.opening(), value.endgame())
        };
        for (index, worth) in worth.iter_mut().enumerate().take(variant.rules.piece_types) {
            let (piece_type, demoted) = (PieceType::new(index), variant.rules.demoted[index]);
            *worth = match piece_type {
                _ if variant.rules.royals.contains(piece_type) => KING_WORTH,
                _ if variant.rules.hand.contains(demoted) => value(piece_type) + value(demoted),
                _ => value(piece_type),
            };
        }
        Self {
            values: worth,
            spare_kings: variant.rules.capabilities.royal_capture,
            launches: Color::ALL.map(|color| {
                std::array::from_fn(|index| drops::launches(variant, color, PieceType::new(index)))
            }),
        }
    }

    /// The value of a piece type.
    #[inline(always)]
    pub fn worth_of(&self, piece_type: PieceType) -> Value {
        self.values[piece_type.index()]
    }

    /// From where a man of a piece type could promote with its next move, if nothing stood in its way.
    pub fn launches(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.launches[color.index()][piece_type.index()]
    }

    /// The value of what stands on a square.
    #[inline(always)]
    pub fn at(&self, pos: &Position, square: Square) -> Value {
        let Some(man) = pos.at(square) else {
            return 0;
        };
        let worth = self.worth_of(man.piece_type());
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
        let mut gain = match mv.kind() {
            MoveKind::Castle => return threshold <= 0,
            MoveKind::EnPassant => pos
                .variant()
                .rules
                .pawn
                .map_or(0, |pawn| self.worth_of(pawn)),
            _ => self.at(pos, to),
        };
        if mv.kind() == MoveKind::Drop {
            gain = 0;
        }
        let standing = match (mv.kind(), mv.piece_type(), pos.at(mv.from())) {
            (MoveKind::Drop, Some(piece_type), _) => self.worth_of(piece_type),
            (MoveKind::Promotion, Some(piece_type), Some(man)) => {
                gain += self.worth_of(piece_type) - self.worth_of(man.piece_type());
                self.worth_of(piece_type)
            }
            (_, _, Some(_)) => self.at(pos, mv.from()),
            _ => return threshold <= 0,
        };
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        balance = standing - balance;
        if balance <= 0 || mv.kind() == MoveKind::Shot {
            return true;
        }
        let mut occupied = pos.occupied() & !Bitboard::from(mv.from()) | to.into();
        let mut side = pos.side_to_move();
        let mut winning = true;
        loop {
            side = !side;
            let present = pos.by_color(side) & occupied & !Bitboard::from(to);
            let attackers = pos.attackers(to, side, occupied, present);
            let Some((from, worth)) = self.least(pos, attackers) else {
                break;
            };
            winning = !winning;
            balance = worth - balance;
            let shoots = pos
                .at(from)
                .is_some_and(|man| pos.variant().rules.shooters.contains(man.piece_type()));
            // Well off even if the captor is lost in turn; and a man that shoots cannot be retaken.
            if balance < i32::from(winning) || shoots {
                break;
            }
            occupied &= !Bitboard::from(from);
        }
        winning
    }

    /// The least valuable of some men.
    fn least(&self, pos: &Position, occupied: Bitboard) -> Option<(Square, Value)> {
        occupied
            .into_iter()
            .map(|square| (square, self.at(pos, square)))
            .min_by_key(|(_, worth)| *worth)
    }
}

/// Whether a move takes the last man of a side that loses for it, with men to spare should the king
/// take back.
#[inline(always)]
fn bares(pos: &Position, mv: Move) -> bool {
    pos.by_color(!pos.side_to_move()).count() == 2
        && pos.variant().rules.bare_king == BareKing::Loses
        && pos.by_color(pos.side_to_move()).count() > 2
        && (mv.kind() == MoveKind::EnPassant
            || mv.kind() != MoveKind::Drop && pos.by_color(!pos.side_to_move()).contains(mv.to()))
}

/// Whether a move may do more than move and capture. The captures that answer a plain one are then
/// taken for plain too.
#[inline(always)]
pub(super) fn has_effects<R: Rules>(pos: &Position, mv: Move) -> bool {
    if !R::SIDE_EFFECTS {
        return false;
    }
    let variant = pos.variant();
    !variant.rules.conditions.is_empty()
        || pos
            .at(mv.from())
            .is_some_and(|man| variant.rules.hurdlers.contains(man.piece_type()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Catalogue;
    use crate::rules::{self, Orthodox, RoyalCapture};

    /// Whether the first leg `from` `to` wins at least a threshold in exchanges.
    fn wins(fen: &str, from: &str, to: &str, threshold: Value) -> bool {
        let variant = Catalogue::embedded().variant("hopgi").expect("a game");
        let pos = rules::position(variant, fen).expect("a position");
        let legs = rules::legal_moves(&pos);
        let leg = legs
            .iter()
            .find(|mv| mv.from().to_string() == from && mv.to().to_string() == to)
            .expect("a legal leg");
        Worth::of(variant).wins::<RoyalCapture>(&pos, *leg, threshold)
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
            let variant = Catalogue::embedded().variant("demichess").expect("a game");
            let pos = rules::position(variant, fen).expect("a position");
            let list = rules::legal_moves(&pos);
            let takes = |mv: &&Move| pos.at(mv.to()).is_some();
            let capture = list.iter().find(takes).expect("a capture");
            Worth::of(variant).wins::<Orthodox<false>>(&pos, *capture, 5000)
        };
        // The Snail is guarded by its king: with a second Oyster that does not matter.
        assert!(takes("8/8/8/4ks2/5O2/8/8/K6O w - - 0 1"));
        assert!(!takes("8/8/8/4ks2/5O2/8/8/K7 w - - 0 1"));
        assert!(!takes("7p/8/8/4ks2/5O2/8/8/K6O w - - 0 1"));
    }
}
