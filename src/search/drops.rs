//! Move ordering of drops: a position can have a hundred drops, and histories alone sort them poorly.

use super::params;
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece, PieceType, Square};
use crate::board::between;
use crate::position::Position;
use crate::rules::drop_squares;
use crate::variant::{MAX_HELD, MoveKinds, Variant};

/// Launch squares, by side and piece type: squares from which a dropped piece could promote with its next move on an empty board.
/// Computed once per search.
pub struct LaunchSquares([[Bitboard; MAX_HELD]; 2]);

impl LaunchSquares {
    /// The launch squares of a game.
    pub fn of(variant: &Variant) -> Self {
        Self(Color::ALL.map(|color| {
            std::array::from_fn(|index| launch_squares(variant, color, PieceType::new(index)))
        }))
    }

    const fn of_type(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.0[color.index()][piece_type.index()]
    }
}

/// Squares on which a drop is good or bad in a position, for scoring drops.
pub struct Drops {
    /// By piece type: squares from which the dropped piece attacks an enemy king.
    attacks: [Bitboard; MAX_HELD],
    /// By piece type: squares from which the dropped piece guards an own piece that is attacked.
    guards: [Bitboard; MAX_HELD],
    /// By piece type: squares from which the dropped piece can promote with its next move.
    launches: [Bitboard; MAX_HELD],
    /// Squares between an own king and a piece that attacks it.
    blocks: Bitboard,
    /// Squares that the enemy attacks and the own side does not guard.
    loose: Bitboard,
}

impl Drops {
    /// The squares for a position; `None` if the side to move has nothing to drop.
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

    /// Whether a move is one of the drops that [`safe_checks`] generates.
    pub fn is_safe_check(&self, mv: Move) -> bool {
        let dropped = mv.piece_type().filter(|_| mv.kind() == MoveKind::Drop);
        dropped.is_some_and(|piece_type| {
            (self.attacks[piece_type.index()] & !self.loose).contains(mv.to())
        })
    }

    /// The score of a drop for move ordering, in history points; 0 for other moves.
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

/// Whether drops are possible regardless of other moves. They are not where compulsory captures or conditions may forbid them, which is
/// decided when all moves are generated.
pub fn stand_alone(variant: &Variant) -> bool {
    !variant.rules.must_capture && !variant.rules.conditions.may_veto(MoveKinds::DROP)
}

/// Whether drops that give check can be generated apart from the other moves.
pub fn checks_stand_alone(variant: &Variant) -> bool {
    variant.rules.drops.on_empty_squares && stand_alone(variant)
}

/// Adds the drops that attack an enemy king from a safe square: one that the enemy does not attack, or the own side guards.
pub fn safe_checks(pos: &Position, list: &mut MoveList) {
    let us = pos.side_to_move();
    let hand = pos.hand(us);
    if hand.is_empty() || pos.state().mid_turn() || !checks_stand_alone(pos.variant()) {
        return;
    }
    let (occupied, loose) = (pos.occupied(), loose(pos, us));
    for (piece_type, _) in hand.iter() {
        let region = drop_squares(pos, piece_type) & !loose;
        let mut squares = Bitboard::EMPTY;
        for king in pos.royals(!us) {
            squares |= pos.origins(king, Piece::new(us, piece_type), occupied);
        }
        list.extend(
            (squares & region)
                .into_iter()
                .map(|to| Move::drop(piece_type, to)),
        );
    }
}

/// The squares that the enemy of `us` attacks and `us` does not guard.
fn loose(pos: &Position, us: Color) -> Bitboard {
    pos.attacked_by(!us) & !pos.attacked_by(us)
}

/// The squares between the kings of a side and their attackers.
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

/// The squares from which a piece reaches its promotion zone with one move on an empty board; none if it cannot promote.
fn launch_squares(variant: &Variant, color: Color, piece_type: PieceType) -> Bitboard {
    if variant
        .rules
        .promotion(Piece::new(color, piece_type))
        .into
        .is_empty()
    {
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
