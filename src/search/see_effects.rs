//! Static exchange evaluation for moves with side effects.
//!
//! A captor may change sides (Andernach) or be reborn elsewhere (Anticirce), its victim may be reborn (Circe), and a hop may win a
//! piece without capturing it. The swap algorithm assumes one square and unchanged pieces, so every capture of an exchange is played
//! by the rules instead, and the change of material counts. In Dynamo there are no recaptures; a moved piece counts as lost if it can
//! be pushed off the board.

use super::see::SeeValues;
use crate::base::{Bitboard, Color, Move, Piece, Square, Value};
use crate::position::{Delta, Position};
use crate::rules::{Rules, can_be_pushed_off};

/// The number of captures in reply that are followed after the move.
const REPLIES: u8 = 2;

impl SeeValues {
    /// Whether a move, followed by the best captures on the squares that it changes, wins at least `threshold` centipawns.
    pub fn see_ge_with_effects<R: Rules>(
        &self,
        pos: &Position,
        (mv, delta): (Move, &Delta),
        threshold: Value,
    ) -> bool {
        let change = self.change(pos.side_to_move(), delta);
        if change < threshold {
            return false;
        }
        if R::PUSHES {
            return change - self.at_edge(pos, mv, delta) >= threshold;
        }
        // A cheap bound first: a move loses at most the attacked pieces on the squares that it changes.
        let risk = self.at_risk(pos, delta);
        if change - risk >= threshold {
            return true;
        }
        let next = pos.after(delta);
        change - self.best_reply::<R>(&next, exposed(&next, delta), REPLIES) >= threshold
    }

    /// An upper bound on what a move can lose: the value of the own pieces (without kings and iron pieces) on changed squares that the
    /// enemy attacks, in centipawns.
    fn at_risk(&self, pos: &Position, delta: &Delta) -> Value {
        let us = pos.side_to_move();
        let safe = pos.variant().rules.royals.union(pos.variant().rules.iron);
        let occupied = delta
            .edits
            .iter()
            .fold(pos.occupied(), |occupied, edit| match edit.after {
                Some(_) => occupied | edit.square.into(),
                None => occupied & !Bitboard::from(edit.square),
            });
        // Attackers are computed in the position before the move. Pieces that the move gives to the enemy are missing there, so then every
        // piece counts as attacked.
        let gifts = delta
            .edits
            .iter()
            .any(|edit| edit.after.is_some_and(|piece| piece.color() != us));
        let present = pos.by_color(!us) & occupied & !delta.squares();
        let mut risk = 0;
        for edit in &delta.edits {
            let Some(piece) = edit.after.filter(|piece| piece.color() == us) else {
                continue;
            };
            if safe.contains(piece.piece_type()) {
                continue;
            }
            if gifts || pos.attackers(edit.square, !us, occupied, present).any() {
                risk += self.of_type(piece.piece_type());
            }
        }
        risk
    }

    /// Dynamo: the value of the most valuable moved piece (kings excepted) that can be pushed off the board, in centipawns.
    fn at_edge(&self, pos: &Position, mv: Move, delta: &Delta) -> Value {
        let us = pos.side_to_move();
        let arrived = delta.edits.iter().filter_map(|edit| {
            let piece = edit.after.filter(|piece| piece.color() == us)?;
            Some((edit.square, piece.piece_type()))
        });
        arrived
            .filter(|(_, piece_type)| !pos.is_royal(*piece_type))
            .filter(|(square, _)| can_be_pushed_off(pos, mv, *square))
            .map(|(_, piece_type)| self.of_type(piece_type))
            .max()
            .unwrap_or(0)
    }

    /// The change of material by a delta, in centipawns from the view of `us`.
    pub fn change(&self, us: Color, delta: &Delta) -> Value {
        let signed = |piece: Option<Piece>| match piece {
            Some(piece) if piece.color() == us => self.of_type(piece.piece_type()),
            Some(piece) => -self.of_type(piece.piece_type()),
            None => 0,
        };
        delta
            .edits
            .iter()
            .map(|edit| signed(edit.after) - signed(edit.before))
            .sum()
    }

    /// The most material that the side to move can win by a capture on `squares`, in centipawns; 0 if no capture wins, as none is
    /// compulsory. On each square, the cheapest attacker and a king (which never changes sides) are tried.
    fn best_reply<R: Rules>(&self, pos: &Position, squares: Bitboard, replies: u8) -> Value {
        let us = pos.side_to_move();
        let mut best = 0;
        for square in squares {
            let attackers = pos.attackers_now(square, us);
            if attackers.is_empty() {
                continue;
            }
            let kings = attackers & pos.royals(us);
            let king = kings.first().filter(|_| !pos.is_attacked(square, !us));
            let cheapest = (attackers & !kings)
                .into_iter()
                .min_by_key(|from| self.at(pos, *from));
            for from in [cheapest, king].into_iter().flatten() {
                let Some(delta) = capture::<R>(pos, from, square) else {
                    continue;
                };
                let mut gain = self.change(us, &delta);
                if gain > best && replies > 1 {
                    let next = pos.after(&delta);
                    gain -= self.best_reply::<R>(&next, exposed(&next, &delta), replies - 1);
                }
                best = best.max(gain);
            }
        }
        best
    }
}

/// The squares changed by a move on which a piece of the side that moved can be captured. Kings are left out, because legality already
/// covers their safety.
fn exposed(next: &Position, delta: &Delta) -> Bitboard {
    let mover = !next.side_to_move();
    delta.squares() & next.capturable(mover) & !next.royals(mover)
}

/// The changes that the capture `from`-`to` makes, if the conditions allow it.
fn capture<R: Rules>(pos: &Position, from: Square, to: Square) -> Option<Delta> {
    use crate::base::MoveKind;
    let variant = pos.variant();
    let piece = pos.at(from)?;
    let piece_type = piece.piece_type();
    if variant.rules.shooters.contains(piece_type) {
        return R::delta_if_possible(pos, Move::new(from, to, MoveKind::Shot));
    }
    let promotions = variant.rules.promotions_by(piece, from, to);
    if !promotions.is_empty() && variant.rules.pawns.contains(piece_type) {
        return promotions.iter().find_map(|piece_type| {
            R::delta_if_possible(pos, Move::promotion(from, to, *piece_type))
        });
    }
    R::delta_if_possible(pos, Move::new(from, to, MoveKind::Normal))
}

#[cfg(test)]
mod tests {
    use super::SeeValues;
    use crate::catalogue::games;
    use crate::rules::{Effects, leg_of_san, position};
    use crate::search::drafted::Drafted;

    fn wins(game: &str, fen: &str, text: &str, threshold: i32) -> bool {
        let variant = games().variant(game).expect("a game");
        let pos = position(&variant, fen).expect("a position");
        let mv = leg_of_san(&pos, text).expect("a legal move");
        SeeValues::of(pos.variant()).see_ge::<Effects>(&mut Drafted::default(), &pos, mv, threshold)
    }

    #[test]
    fn a_captor_in_andernach_gives_itself_away() {
        // Knight takes knight: a knight is won, but the captor changes sides.
        let knights = "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1";
        assert!(!wins("andernach", knights, "c3d5", 0));
        // Pawn takes queen is a good trade, although the pawn changes sides and so counts twice.
        let queen = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
        assert!(wins("andernach", queen, "e4d5", 300));
        // Promotion by capture makes a queen for the opponent.
        let promotion = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        assert!(!wins("andernach", promotion, "a7b8q", 0));
        // A king keeps its colour.
        assert!(wins(
            "andernach",
            "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1",
            "e1e2",
            200
        ));
    }

    #[test]
    fn a_piece_attacked_by_its_equal_is_safe_in_andernach() {
        let rooks = "3rk3/8/8/8/8/8/8/R3K3 w - - 0 1";
        assert!(wins("andernach", rooks, "a1d1", 0));
    }

    #[test]
    fn a_victim_reborn_in_circe_is_no_gain() {
        let knights = "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1";
        assert!(wins("circe", knights, "c3d5", 0));
        assert!(!wins("circe", knights, "c3d5", 1));
        let blocked = "4k1b1/8/8/3n4/8/2N5/8/4K3 w - - 0 1";
        assert!(wins("circe", blocked, "c3d5", 0));
        // A captor that is reborn on b1 when recaptured is safe; if b1 is occupied, it is lost.
        let safe = "4k1b1/8/2p5/3n4/8/2N5/8/4K3 w - - 0 1";
        assert!(wins("circe", safe, "c3d5", 200));
        let prey = "4k1b1/8/2p5/3p4/8/2N5/8/1B2K3 w - - 0 1";
        assert!(!wins("circe", prey, "c3d5", 0));
    }

    #[test]
    fn an_anticirce_captor_is_taken_at_home_if_at_all() {
        // The pawn on d5 is defended twice, but the capturing knight is reborn on b1, out of reach.
        let defended = "3rk3/8/2p5/3p4/8/2N5/8/4K3 w - - 0 1";
        assert!(wins("anticirce", defended, "c3d5", 50));
    }

    #[test]
    fn a_hop_wins_the_piece_it_turns() {
        let quiet = "1k6/8/8/4r3/3A4/8/8/2K5 w - - 0 1";
        let own = "1k6/8/8/4R3/3A4/8/8/2K5 w - - 0 1";
        assert!(!wins("ag", own, "d4f6", 0));
        assert!(wins("ag", quiet, "d4f6", 500));
        // The king attacks both the hopper and the recoloured rook, but can take only one of them.
        assert!(wins("ag", "8/8/4k3/4r3/3A4/8/8/K7 w - - 0 1", "d4f6", 0));
    }
}
