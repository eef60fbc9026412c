//! NNUE inference with incremental updates: a perspective network whose output is added to the hand-written evaluation. Network,
//! quantisation and file format are in `variant::nnue`.

use crate::base::{Bitboard, Color, MAX_PIECE_TYPES, Piece, PieceType, Square, Value};
use crate::position::{Hand, Position};
use crate::variant::nnue::{Layer, Network, WIDTH};
use std::sync::Arc;

/// The accumulators of both perspectives for the last evaluated position. The next position usually differs by a few pieces, so
/// only the feature weights of those pieces are added and subtracted.
pub struct Accumulator {
    network: Arc<Network>,
    /// The accumulators of White's and of Black's perspective.
    views: [Layer; 2],
    /// The pieces that the accumulators contain, by square.
    pieces: [Option<Piece>; Square::COUNT],
    /// The same pieces as sets, by type (`white`: all white pieces). Comparing sets finds changed squares without a loop over the board.
    types: [Bitboard; MAX_PIECE_TYPES],
    white: Bitboard,
    /// The pieces in hand that the accumulators contain, by side.
    hands: [Hand; 2],
}

impl Accumulator {
    /// Accumulators of the empty board.
    pub fn new(network: &Arc<Network>) -> Self {
        Self {
            views: [*network.bias(); 2],
            network: Arc::clone(network),
            pieces: [None; Square::COUNT],
            types: [Bitboard::EMPTY; MAX_PIECE_TYPES],
            white: Bitboard::EMPTY,
            hands: [Hand::default(); 2],
        }
    }

    /// The output for a position, in centipawns from White's view.
    #[inline(always)]
    pub fn correction(&mut self, pos: &Position) -> Value {
        self.turn_to(pos);
        let [white, black] = &self.views;
        match pos.side_to_move() {
            Color::White => self.network.output([white, black]),
            Color::Black => -self.network.output([black, white]),
        }
    }

    /// Updates both accumulators to a position.
    #[inline(always)]
    fn turn_to(&mut self, pos: &Position) {
        let [mut white, mut black] = self.views;
        for square in self.changed(pos) {
            let now = pos.at(square);
            let before = std::mem::replace(&mut self.pieces[square.index()], now);
            // Branch-free: an empty square has feature weights too, all zero. A branch on whether a piece came, left or was captured would
            // often be mispredicted.
            let rows = |view| [now, before].map(|piece| self.network.row(view, piece, square));
            exchange(&mut white, rows(Color::White));
            exchange(&mut black, rows(Color::Black));
        }
        self.views = [white, black];
        if self.network.inputs().hands > 0 {
            for color in Color::ALL {
                let hand = pos.hand(color);
                if hand != self.hands[color.index()] {
                    self.take_in_hand(color, hand);
                }
            }
        }
    }

    /// Updates both accumulators for a new hand of a side.
    fn take_in_hand(&mut self, color: Color, hand: Hand) {
        let inputs = self.network.inputs();
        let before = std::mem::replace(&mut self.hands[color.index()], hand);
        for index in 0..inputs.types.min(Hand::PIECE_TYPES) {
            let piece_type = PieceType::new(index);
            let piece = Piece::new(color, piece_type);
            let [before, now] =
                [before, hand].map(|hand| usize::from(hand.count(piece_type)).min(inputs.hands));
            for (view, cells) in Color::ALL.into_iter().zip(&mut self.views) {
                for nth in before..now {
                    let row = self.network.held(view, piece, nth);
                    exchange(cells, [row, &[0; WIDTH]]);
                }
                for nth in now..before {
                    let row = self.network.held(view, piece, nth);
                    exchange(cells, [&[0; WIDTH], row]);
                }
            }
        }
    }

    /// Returns the squares whose piece differs from the previous position, and stores the sets of the new position.
    #[inline(always)]
    fn changed(&mut self, pos: &Position) -> Bitboard {
        let white = pos.by_color(Color::White);
        let mut changed = std::mem::replace(&mut self.white, white) ^ white;
        // Branch-free: a branch on whether the set of a type has changed would be mispredicted.
        for (index, before) in self.types[..self.network.inputs().types]
            .iter_mut()
            .enumerate()
        {
            let now = pos.by_type(PieceType::new(index));
            changed |= std::mem::replace(before, now) ^ now;
        }
        changed
    }
}

/// Adds the feature weights of the new content of a square and subtracts those of the old.
#[inline(always)]
fn exchange(accumulator: &mut Layer, [now, before]: [&Layer; 2]) {
    // One expression over the whole array, so that the compiler vectorises it.
    *accumulator = std::array::from_fn(|index| {
        let came = accumulator[index].wrapping_add(now[index]);
        came.wrapping_sub(before[index])
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SplitMix64;
    use crate::catalogue::games;
    use crate::eval::trace::tests::random_game;
    use crate::eval::{Evaluator, evaluate, is_corrected};
    use crate::rules;
    use crate::variant::nnue::tests::random;

    #[test]
    fn cells_that_follow_a_game_are_those_of_its_positions() {
        let network = Arc::new(random(MAX_PIECE_TYPES, 3));
        let mut chance = SplitMix64::new(18);
        for name in games().names() {
            let variant = games().variant(&name).unwrap();
            let mut accumulator = Accumulator::new(&network);
            let game = random_game(rules::start(&variant), &mut chance);
            for pos in game.iter().chain(game.iter().rev().step_by(3)) {
                let correction = accumulator.correction(pos);
                let afresh = Accumulator::new(&network).correction(pos);
                assert_eq!(correction, afresh, "{name} {}", pos.fen());
            }
        }
    }

    #[test]
    fn both_sides_are_corrected_alike() {
        let chess = games().variant("chess").unwrap();
        let network = Arc::new(random(6, 0));
        let correction = |fen: &str| {
            let pos = rules::position(&chess, fen).unwrap();
            Accumulator::new(&network).correction(&pos)
        };
        let white = correction("4k3/1p6/8/3n4/8/8/P5B1/R3K3 w - - 0 1");
        let black = correction("r3k3/p5b1/8/8/3N4/8/1P6/4K3 b - - 0 1");
        assert_ne!(white, 0);
        assert_eq!(white, -black);
    }

    #[test]
    fn pieces_in_hand_are_seen_from_either_side() {
        let crazyhouse = games().variant("crazyhouse").unwrap();
        let mut accumulator = Accumulator::new(&Arc::new(random(6, 2)));
        let mut correction = |fen: &str| {
            let pos = rules::position(&crazyhouse, fen).unwrap();
            accumulator.correction(&pos)
        };
        let white = correction("4k3/8/8/8/8/8/8/4K3[QPPn] w - - 0 1");
        assert_eq!(white, -correction("4k3/8/8/8/8/8/8/4K3[qppN] b - - 0 1"));
        assert_ne!(white, correction("4k3/8/8/8/8/8/8/4K3[QPP] w - - 0 1"));
        // Pieces in hand beyond the number that the network has inputs for change nothing.
        assert_eq!(white, correction("4k3/8/8/8/8/8/8/4K3[QPPPPn] w - - 0 1"));
    }

    #[test]
    fn lone_kings_are_left_to_the_themes() {
        for (game, fen, has_say) in [
            ("chess", "8/8/8/4k3/8/8/8/KQ6 w - - 0 1", false),
            ("chess", "8/p7/8/4k3/8/8/8/KQ6 w - - 0 1", true),
            ("chess", "8/8/8/4k3/8/8/8/K7 w - - 0 1", true),
            // In `demichess` a bare king has already lost, so no lone king has to be mated.
            ("demichess", "8/8/8/4k3/8/8/8/KO6 w - - 0 1", true),
        ] {
            let variant = games().variant(game).unwrap();
            let pos = rules::position(&variant, fen).unwrap();
            assert_eq!(is_corrected(&pos), has_say, "{game} {fen}");
        }
        let chess = games().variant("chess").unwrap();
        let pos = rules::position(&chess, "8/8/8/4k3/8/8/8/KQ6 w - - 0 1").unwrap();
        let corrected = Evaluator::with_network(&chess).evaluate(&pos);
        assert_eq!(corrected, evaluate(&pos));
    }
}
