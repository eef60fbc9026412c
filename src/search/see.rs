//! Static exchange evaluation (SEE): estimates the material that a move wins or loses by captures on its arrival square.

use super::drafted::Drafted;
use super::params;
use crate::base::{
    Bitboard, MAX_PIECE_TYPES, Move, MoveKind, Piece, PieceType, PieceTypeSet, Square, Value,
};
use crate::position::Position;
use crate::rules::{Rules, receiving_attackers};
use crate::variant::{BareKing, Variant};

/// Piece values for static exchange evaluation, in centipawns.
#[derive(Clone, Debug)]
pub struct SeeValues {
    /// By piece type: the piece's value and, in games where captured pieces go to the hand, also the value that the captor gets in hand.
    values: [Value; MAX_PIECE_TYPES],
    /// By piece type: how much less a promoted pawn of this type counts, because its captor gets only a pawn in hand.
    promoted: [Value; MAX_PIECE_TYPES],
    /// Piece types that cannot be recaptured: rifles, which do not move when they capture, and iron pieces.
    unretaken: PieceTypeSet,
    /// Whether kings can be captured, so that a king can be exchanged as long as its side has another.
    spare_kings: bool,
    /// 2 where a captured piece goes to the captor's hand, so that it counts twice, else 1.
    times_counted: Value,
}

/// The value of a side's last king, larger than that of all other pieces together.
const KING_VALUE: Value = 10_000;

impl SeeValues {
    /// The values for a variant: the mean of middlegame and endgame value, or the endgame value if it is larger (as for pawns, part of whose
    /// middlegame value is in other evaluation terms).
    pub fn of(variant: &Variant) -> Self {
        let mut values = [0; MAX_PIECE_TYPES];
        let value = |piece_type: PieceType| {
            let value = variant.values.piece_types[piece_type.index()];
            Value::midpoint(value.mg(), value.eg()).max(value.eg())
        };
        for (index, slot) in values
            .iter_mut()
            .enumerate()
            .take(variant.rules.piece_types)
        {
            let (piece_type, demoted) = (PieceType::new(index), variant.rules.demoted[index]);
            *slot = match piece_type {
                _ if variant.rules.royals.contains(piece_type) => KING_VALUE,
                _ if variant.rules.hand.contains(demoted) => value(piece_type) + value(demoted),
                _ => value(piece_type),
            };
        }
        let pawn = variant
            .rules
            .pawn
            .filter(|pawn| variant.rules.hand.contains(*pawn));
        let promoted = std::array::from_fn(|index| match pawn {
            Some(pawn) if variant.rules.hand.contains(variant.rules.demoted[index]) => {
                value(variant.rules.demoted[index]) - value(pawn)
            }
            _ => 0,
        });
        Self {
            values,
            promoted,
            unretaken: variant.rules.shooters.union(variant.rules.iron),
            spare_kings: variant.rules.capabilities.royal_capture,
            times_counted: 1 + Value::from(!variant.rules.hand.is_empty()),
        }
    }

    /// How many times a captured piece counts: a factor for margins that limit losses in exchanges.
    #[inline(always)]
    pub const fn times_counted(&self) -> Value {
        self.times_counted
    }

    #[inline(always)]
    pub fn of_type(&self, piece_type: PieceType) -> Value {
        self.values[piece_type.index()]
    }

    /// The value of the piece on a square; 0 if the square is empty.
    #[inline(always)]
    pub fn at(&self, pos: &Position, square: Square) -> Value {
        let Some(piece) = pos.at(square) else {
            return 0;
        };
        let value = self.of_type(piece.piece_type());
        if self.spare_kings && value == KING_VALUE && pos.royals(piece.color()).many() {
            return params::spare_king_worth();
        }
        if piece.is_promoted() {
            return value - self.promoted[piece.piece_type().index()];
        }
        value
    }

    /// Whether a move, followed by the best captures of both sides on its arrival square, wins at least `threshold` centipawns. Kept out of
    /// line, since it is large where moves have consequences and asked for in many places.
    #[inline(never)]
    pub fn see_ge<R: Rules>(
        &self,
        drafted: &mut Drafted,
        pos: &Position,
        mv: Move,
        threshold: Value,
    ) -> bool {
        if has_effects::<R>(pos, mv) {
            let delta = drafted.delta::<R>(pos, mv);
            return self.see_ge_with_effects::<R>(pos, (mv, delta), threshold);
        }
        let several_legs = R::LEGS && pos.variant().rules.capabilities.several_legs();
        if !several_legs && bares(pos, mv) {
            return true;
        }
        let Some((gain, standing)) = self.stakes(pos, mv) else {
            return threshold <= 0;
        };
        let surplus = gain - threshold;
        if surplus < 0 {
            return false;
        }
        // A rifle does not move, so it cannot be recaptured on the square of its capture.
        let balance = standing - surplus;
        balance <= 0
            || mv.kind() == MoveKind::Shot
            || R::SIDE_EFFECTS && leaves_iron(pos, mv)
            || self.wins_swap(pos, mv, balance)
    }

    /// The immediate gain of a move, and the value of the piece that it puts at risk on its arrival square; `None` for castling, which risks
    /// nothing.
    #[inline(always)]
    fn stakes(&self, pos: &Position, mv: Move) -> Option<(Value, Value)> {
        let gain = match mv.kind() {
            MoveKind::Castle => return None,
            MoveKind::Drop => 0,
            MoveKind::EnPassant => pos
                .variant()
                .rules
                .pawn
                .map_or(0, |pawn| self.of_type(pawn)),
            _ => self.at(pos, mv.to()),
        };
        match (mv.kind(), mv.piece_type(), pos.at(mv.from())) {
            (MoveKind::Drop, Some(piece_type), _) => Some((gain, self.of_type(piece_type))),
            (MoveKind::Promotion, Some(piece_type), Some(piece)) => {
                let promoted = self.of_type(piece_type);
                Some((gain + promoted - self.of_type(piece.piece_type()), promoted))
            }
            (_, _, Some(_)) => Some((gain, self.at(pos, mv.from()))),
            _ => None,
        }
    }

    /// The swap algorithm: whether the side of the move comes out ahead after captures on the arrival square. Attackers are computed anew
    /// after each capture, because a capture can add or remove the hurdles of hoppers.
    #[inline(always)]
    fn wins_swap(&self, pos: &Position, mv: Move, balance: Value) -> bool {
        let to = mv.to();
        let mut balance = balance;
        let mut occupied = pos.occupied() & !Bitboard::from(mv.from()) | to.into();
        let mut side = pos.side_to_move();
        let mut winning = true;
        loop {
            side = !side;
            let present = pos.by_color(side) & occupied & !Bitboard::from(to);
            let mut attackers = pos.attackers(to, side, occupied, present);
            if pos.variant().rules.capabilities.relay {
                attackers = receiving_attackers(pos, to, side, attackers) & present;
            }
            let Some((from, value)) = self.least(pos, attackers) else {
                break;
            };
            winning = !winning;
            balance = value - balance;
            let unretaken = pos
                .at(from)
                .is_some_and(|piece| self.unretaken.contains(piece.piece_type()));
            // The captor's side is ahead even if the captor is lost, or the captor cannot be recaptured.
            if balance < i32::from(winning) || unretaken {
                break;
            }
            occupied &= !Bitboard::from(from);
        }
        winning
    }

    fn least(&self, pos: &Position, pieces: Bitboard) -> Option<(Square, Value)> {
        pieces
            .into_iter()
            .map(|square| (square, self.at(pos, square)))
            .min_by_key(|(_, value)| *value)
    }
}

/// Whether a move leaves an iron piece (which cannot be captured) on its arrival square.
fn leaves_iron(pos: &Position, mv: Move) -> bool {
    let mover = || pos.at(mv.from()).map(Piece::piece_type);
    let arrives = mv.piece_type().or_else(mover);
    arrives.is_some_and(|piece_type| pos.variant().rules.iron.contains(piece_type))
}

/// Whether a move wins by baring the enemy king: a bare king loses, the move captures the last other piece, and even after a recapture
/// the mover keeps a piece.
#[inline(always)]
fn bares(pos: &Position, mv: Move) -> bool {
    pos.by_color(!pos.side_to_move()).count() == 2
        && pos.variant().rules.bare_king == BareKing::Loses
        && pos.by_color(pos.side_to_move()).count() > 2
        && (mv.kind() == MoveKind::EnPassant
            || mv.kind() != MoveKind::Drop && pos.by_color(!pos.side_to_move()).contains(mv.to()))
}

/// Whether a move may change more than the moving and the captured piece (side effects). For a move without side effects, exchange
/// evaluation assumes that its replies have none either.
#[inline(always)]
pub fn has_effects<R: Rules>(pos: &Position, mv: Move) -> bool {
    if !R::SIDE_EFFECTS {
        return false;
    }
    let variant = pos.variant();
    R::PUSHES
        || !variant.rules.conditions.is_empty()
        || variant.rules.capabilities.two_boards
        || pos
            .at(mv.from())
            .is_some_and(|piece| variant.rules.hurdlers.contains(piece.piece_type()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::games;
    use crate::rules::{self, Orthodox, RoyalCapture};

    /// Whether the leg from `from` to `to` wins at least `threshold` centipawns by exchange evaluation, in Hopgi.
    fn wins(fen: &str, from: &str, to: &str, threshold: Value) -> bool {
        let variant = games().variant("hopgi").expect("a game");
        let pos = rules::position(&variant, fen).expect("a position");
        let legs = rules::legal_moves(&pos);
        let leg = legs
            .iter()
            .find(|mv| mv.from().to_string() == from && mv.to().to_string() == to)
            .expect("a legal leg");
        SeeValues::of(&variant).see_ge::<RoyalCapture>(
            &mut Drafted::default(),
            &pos,
            *leg,
            threshold,
        )
    }

    #[test]
    fn a_king_to_spare_is_worth_more_than_any_piece_and_less_than_the_last() {
        // A Rook captures the Wazir King on d5, which a Rook guards: a gain, whether or not the Ferz King is left.
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
    fn a_king_takes_a_guarded_piece_at_a_loss_and_a_guarded_king_evenly() {
        let pawn = "3r3/7/*2p3/3W3/7/**5/**2*F1[] w - - 0 1";
        assert!(!wins(&pawn.replace("3r3/7", "f2r2w/7"), "d4", "d5", 0));
        let king = "f2r3/7/*2w3/3W3/7/**5/**2*F1[] w - - 0 1";
        assert!(wins(king, "d4", "d5", 0) && !wins(king, "d4", "d5", 1));
        // The last king of a side must not capture a guarded piece.
        let last = "f2r3/7/*2w3/3W3/7/**5/**2*2[] w - - 0 1";
        assert!(!wins(last, "d4", "d5", 0));
    }

    #[test]
    fn pieces_that_come_to_the_hand_count_for_both_sides() {
        // A Rook captures a guarded Bishop: 620 lost, 520 won, counting values on the board and in hand.
        let pos = "f2r2w/7/*2b3/7/3R3/**5/**2*FW[] w - - 0 1";
        assert!(wins(pos, "d3", "d5", -200) && !wins(pos, "d3", "d5", 0));
        // A Dragon King is exchanged for a Rook: it counts less, because its captor gets only a Rook in hand.
        let pos = "f2r2w/7/*2r3/7/3+R3/**5/**2*FW[] w - - 0 1";
        assert!(wins(pos, "d3", "d5", -150) && !wins(pos, "d3", "d5", 0));
    }

    #[test]
    fn taking_the_last_piece_wins_if_a_piece_is_left_to_win_with() {
        let takes = |fen: &str| {
            let variant = games().variant("demichess").expect("a game");
            let pos = rules::position(&variant, fen).expect("a position");
            let list = rules::legal_moves(&pos);
            let takes = |mv: &&Move| pos.at(mv.to()).is_some();
            let capture = list.iter().find(takes).expect("a capture");
            SeeValues::of(&variant).see_ge::<Orthodox<false>>(
                &mut Drafted::default(),
                &pos,
                *capture,
                5000,
            )
        };
        // The Snail is guarded by its king, but White's second CrabSnail survives the recapture.
        assert!(takes("8/8/8/4ks2/5O2/8/8/K6O w - - 0 1"));
        assert!(!takes("8/8/8/4ks2/5O2/8/8/K7 w - - 0 1"));
        assert!(!takes("7p/8/8/4ks2/5O2/8/8/K6O w - - 0 1"));
    }
}
