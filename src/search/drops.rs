//! What speaks for and against a drop on a square, so that the good ones among a hundred come first.

use super::params;
use crate::base::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Square};
use crate::board::between;
use crate::position::Position;
use crate::variant::{MAX_HELD, Variant};

/// From where pieces dropped can promote with their next move if nothing stands in their way, by side and
/// piece type: worked out once a search.
pub struct LaunchSquares([[Bitboard; MAX_HELD]; 2]);

impl LaunchSquares {
    /// Those of a game.
    pub fn of(variant: &Variant) -> Self {
        Self(Color::ALL.map(|color| {
            std::array::from_fn(|index| launch_squares(variant, color, PieceType::new(index)))
        }))
    }

    /// Those of the pieces of a piece type.
    const fn of_type(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.0[color.index()][piece_type.index()]
    }
}

/// What drops do on each square, for each piece type that the side to move has in hand.
pub struct Drops {
    /// From where the piece attacks an enemy king.
    attacks: [Bitboard; MAX_HELD],
    /// From where it guards an attacked piece of its own side.
    guards: [Bitboard; MAX_HELD],
    /// From where it can promote with its next move if nothing stands in its way.
    launches: [Bitboard; MAX_HELD],
    /// Squares in the way of an attack on a king of its own side.
    blocks: Bitboard,
    /// Squares where the enemy takes for nothing.
    loose: Bitboard,
}

impl Drops {
    /// What drops do here; `None` if there is nothing to be dropped.
    pub fn of(pos: &Position, launch_squares: &LaunchSquares) -> Option<Self> {
        let us = pos.side_to_move();
        let hand = pos.hand(us);
        if hand.is_empty() || pos.state().mid_turn() {
            return None;
        }
        let occupied = pos.occupied();
        let hit = pos.attacked_by(!us);
        let mut drops = Self {
            attacks: [Bitboard::EMPTY; MAX_HELD],
            guards: [Bitboard::EMPTY; MAX_HELD],
            launches: [Bitboard::EMPTY; MAX_HELD],
            blocks: blocks(pos, us),
            loose: hit & !pos.attacked_by(us),
        };
        for (piece_type, _) in hand.iter() {
            let piece = Piece::new(us, piece_type);
            let origins = |targets: Bitboard| {
                targets.into_iter().fold(Bitboard::EMPTY, |all, to| {
                    all | pos.origins(to, piece, occupied)
                })
            };
            drops.attacks[piece_type.index()] = origins(pos.royals(!us));
            drops.guards[piece_type.index()] = origins(hit & pos.by_color(us));
            drops.launches[piece_type.index()] = launch_squares.of_type(us, piece_type);
        }
        Some(drops)
    }

    /// What speaks for a drop, and against it, in points of history.
    pub fn score(&self, mv: Move) -> i32 {
        let Some(piece_type) = mv.piece_type().filter(|_| mv.kind() == MoveKind::Drop) else {
            return 0;
        };
        let on = |set: Bitboard| i32::from(set.contains(mv.to()));
        let piece_type = piece_type.index();
        params::drop_attack() * on(self.attacks[piece_type])
            + params::drop_guard() * on(self.guards[piece_type] | self.blocks)
            + params::drop_launch() * on(self.launches[piece_type])
            - params::drop_loose() * on(self.loose)
    }
}

/// The squares between the kings of a side and what attacks them.
fn blocks(pos: &Position, us: Color) -> Bitboard {
    let (occupied, theirs) = (pos.occupied(), pos.by_color(!us));
    pos.royals(us)
        .into_iter()
        .fold(Bitboard::EMPTY, |all, king| {
            let attackers = pos.attackers(king, !us, occupied, theirs);
            attackers
                .into_iter()
                .fold(all, |all, from| all | between(from, king))
        })
}

/// From where a piece of a piece type could go to its promotion zone on an empty board.
fn launch_squares(variant: &Variant, color: Color, piece_type: PieceType) -> Bitboard {
    if variant.rules.promoted[piece_type.index()].is_none() {
        return Bitboard::EMPTY;
    }
    let zone = variant.rules.zones.promotion[color.index()];
    let tables = variant.moves_of(Piece::new(color, piece_type));
    let reaches = |from: &Square| {
        tables
            .quiet
            .targets(*from, Bitboard::from(*from))
            .intersects(zone)
    };
    let squares = variant.rules.board.squares().into_iter().filter(reaches);
    squares.fold(Bitboard::EMPTY, |all, from| all | from.into())
}
