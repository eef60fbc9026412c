//! What a drop can be good for, so that the good ones among a hundred are tried first.

use super::exchange::Worth;
use super::params;
use crate::base::{Bitboard, Color, Kind, Move, MoveKind, Piece, Square};
use crate::geometry::between;
use crate::position::Position;
use crate::variant::MAX_HELD;

/// What drops do on each square, for each kind that the side to move has in hand.
pub struct Drops {
    /// From where the man attacks an enemy king.
    attacks: [Bitboard; MAX_HELD],
    /// From where it guards an attacked man of its own side.
    guards: [Bitboard; MAX_HELD],
    /// From where it can promote with its next move.
    launches: [Bitboard; MAX_HELD],
    /// Squares in the way of an attack on a king of its own side.
    blocks: Bitboard,
    /// Squares where the enemy takes for nothing.
    loose: Bitboard,
}

impl Drops {
    /// What drops do here; `None` if there is nothing to be dropped.
    pub fn of(pos: &Position, worth: &Worth) -> Option<Self> {
        let us = pos.turn();
        let hand = pos.hand(us);
        if hand.is_empty() || pos.state().mid_turn() {
            return None;
        }
        let men = pos.men();
        let hit = pos.reach(!us);
        let mut drops = Self {
            attacks: [Bitboard::EMPTY; MAX_HELD],
            guards: [Bitboard::EMPTY; MAX_HELD],
            launches: [Bitboard::EMPTY; MAX_HELD],
            blocks: blocks(pos, us),
            loose: hit & !pos.reach(us),
        };
        for (kind, _) in hand.iter() {
            let man = Piece::new(us, kind);
            let origins = |targets: Bitboard| {
                targets
                    .into_iter()
                    .fold(Bitboard::EMPTY, |all, to| all | pos.origins(to, man, men))
            };
            drops.attacks[kind.index()] = origins(pos.royals(!us));
            drops.guards[kind.index()] = origins(hit & pos.side(us));
            drops.launches[kind.index()] = worth.launches(us, kind);
        }
        Some(drops)
    }

    /// What speaks for a drop, and against it, in points of history.
    pub fn score(&self, mv: Move) -> i32 {
        let Some(kind) = mv.kind().filter(|_| mv.sort() == MoveKind::Drop) else {
            return 0;
        };
        let on = |set: Bitboard| i32::from(set.contains(mv.to()));
        let kind = kind.index();
        params::drop_attack() * on(self.attacks[kind])
            + params::drop_guard() * on(self.guards[kind] | self.blocks)
            + params::drop_launch() * on(self.launches[kind])
            - params::drop_loose() * on(self.loose)
    }
}

/// The squares between the kings of a side and what attacks them.
fn blocks(pos: &Position, us: Color) -> Bitboard {
    let (men, theirs) = (pos.men(), pos.side(!us));
    pos.royals(us)
        .into_iter()
        .fold(Bitboard::EMPTY, |all, king| {
            let attackers = pos.attackers(king, !us, men, theirs);
            attackers
                .into_iter()
                .fold(all, |all, from| all | between(from, king))
        })
}

/// The squares from where a man of a kind could go to its promotion zone on an empty board.
pub fn launches(atlas: &crate::variant::Atlas, color: Color, kind: Kind) -> Bitboard {
    if atlas.promoted[kind.index()].is_none() {
        return Bitboard::EMPTY;
    }
    let zone = atlas.zones.promotion[color.index()];
    let gait = atlas.gait(Piece::new(color, kind));
    let reaches = |from: &Square| {
        gait.quiet
            .targets(*from, Bitboard::from(*from))
            .intersects(zone)
    };
    let squares = atlas.board.squares().into_iter().filter(reaches);
    squares.fold(Bitboard::EMPTY, |all, from| all | from.into())
}
