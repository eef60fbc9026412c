//! "What the evaluation terms miss": the correction of a small network that has learnt from games, where a game has one.

use crate::base::{Bitboard, Color, MAX_PIECE_TYPES, Piece, PieceType, Square, Value};
use crate::position::Position;
use crate::variant::nnue::{Layer, Network};

/// The cells of both views for the position seen last. The next one differs by a few pieces, and only these are added and taken away.
pub struct Accumulator {
    network: &'static Network,
    /// White's view and Black's.
    views: [Layer; 2],
    /// The pieces that are in them.
    pieces: [Option<Piece>; Square::COUNT],
    /// The same by type, and White's.
    types: [Bitboard; MAX_PIECE_TYPES],
    white: Bitboard,
}

impl Accumulator {
    /// Accumulator that have seen no piece yet.
    pub const fn new(network: &'static Network) -> Self {
        Self {
            network,
            views: [*network.bias(); 2],
            pieces: [None; Square::COUNT],
            types: [Bitboard::EMPTY; MAX_PIECE_TYPES],
            white: Bitboard::EMPTY,
        }
    }

    /// What the network adds to the value of a position, in centipawns of White's view.
    #[inline(always)]
    pub fn correction(&mut self, pos: &Position) -> Value {
        self.turn_to(pos);
        let [white, black] = &self.views;
        match pos.side_to_move() {
            Color::White => self.network.output([white, black]),
            Color::Black => -self.network.output([black, white]),
        }
    }

    /// Makes the cells those of a position.
    #[inline(always)]
    fn turn_to(&mut self, pos: &Position) {
        let [mut white, mut black] = self.views;
        for square in self.changed(pos) {
            let now = pos.at(square);
            let before = std::mem::replace(&mut self.pieces[square.index()], now);
            // An empty square has cells too, all of them zero: whether a piece comes, goes or is taken cannot be foretold.
            let rows = |view| [now, before].map(|piece| self.network.row(view, piece, square));
            exchange(&mut white, rows(Color::White));
            exchange(&mut black, rows(Color::Black));
        }
        self.views = [white, black];
    }

    /// The squares on which a position differs from the one before in pieces or their owners, which is left behind.
    #[inline(always)]
    fn changed(&mut self, pos: &Position) -> Bitboard {
        let white = pos.by_color(Color::White);
        let mut changed = std::mem::replace(&mut self.white, white) ^ white;
        // All at once and without a branch: which type has moved cannot be foretold.
        for (index, before) in self.types[..self.network.types()].iter_mut().enumerate() {
            let now = pos.by_type(PieceType::new(index));
            changed |= std::mem::replace(before, now) ^ now;
        }
        changed
    }
}

/// Adds what is now on a square to cells and takes away what was there.
#[inline(always)]
fn exchange(cells: &mut Layer, [now, before]: [&Layer; 2]) {
    // As a whole, so that the compiler takes many cells at a time.
    *cells = std::array::from_fn(|index| {
        let came = cells[index].wrapping_add(now[index]);
        came.wrapping_sub(before[index])
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SplitMix64;
    use crate::catalogue::Catalogue;
    use crate::eval::trace::tests::random_game;
    use crate::eval::{Evaluator, evaluate, is_corrected};
    use crate::rules;
    use crate::variant::nnue::tests::random;

    #[test]
    fn cells_that_follow_a_game_are_those_of_its_positions() {
        let network: &'static Network = Box::leak(Box::new(random(MAX_PIECE_TYPES)));
        let mut chance = SplitMix64::new(18);
        for name in Catalogue::embedded().names() {
            let variant = Catalogue::embedded().variant(&name).unwrap();
            let mut cells = Accumulator::new(network);
            let game = random_game(rules::start(variant), &mut chance);
            for pos in game.iter().chain(game.iter().rev().step_by(3)) {
                let correction = cells.correction(pos);
                let afresh = Accumulator::new(network).correction(pos);
                assert_eq!(correction, afresh, "{name} {}", pos.fen());
            }
        }
    }

    #[test]
    fn both_sides_are_corrected_alike() {
        let chess = Catalogue::embedded().variant("chess").unwrap();
        let network: &'static Network = Box::leak(Box::new(random(6)));
        let correction = |fen: &str| {
            let pos = rules::position(chess, fen).unwrap();
            Accumulator::new(network).correction(&pos)
        };
        let white = correction("4k3/1p6/8/3n4/8/8/P5B1/R3K3 w - - 0 1");
        let black = correction("r3k3/p5b1/8/8/3N4/8/1P6/4K3 b - - 0 1");
        assert_ne!(white, 0);
        assert_eq!(white, -black);
    }

    #[test]
    fn lone_kings_are_left_to_the_themes() {
        for (game, fen, has_say) in [
            ("chess", "8/8/8/4k3/8/8/8/KQ6 w - - 0 1", false),
            ("chess", "8/p7/8/4k3/8/8/8/KQ6 w - - 0 1", true),
            ("chess", "8/8/8/4k3/8/8/8/K7 w - - 0 1", true),
            // Here the king without pieces has lost.
            ("demichess", "8/8/8/4k3/8/8/8/KO6 w - - 0 1", true),
        ] {
            let variant = Catalogue::embedded().variant(game).unwrap();
            let pos = rules::position(variant, fen).unwrap();
            assert_eq!(is_corrected(&pos), has_say, "{game} {fen}");
        }
        let chess = Catalogue::embedded().variant("chess").unwrap();
        let pos = rules::position(chess, "8/8/8/4k3/8/8/8/KQ6 w - - 0 1").unwrap();
        let corrected = Evaluator::with_network(chess).evaluate(&pos);
        assert_eq!(corrected, evaluate(&pos));
    }
}
