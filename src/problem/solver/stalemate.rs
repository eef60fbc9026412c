//! A bound for stalemates: which moves can immobilise all pieces of the other side?
//!
//! A slider or leaper that captures as it moves keeps a legal move after almost every enemy move, because it can capture a blocker.
//! Only its capture or a pin can immobilise it; for a pin the enemy move has to arrive behind the piece on the line from its king,
//! or to open that line. If such a piece can move, only the enemy moves that could immobilise it need to be searched.

use super::mate_net::{moves_are_plain, only_slides};
use crate::base::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Square};
use crate::board::{Lines, between, full_lines};
use crate::position::Position;
use crate::problem::stipulation::Goal;
use crate::problem::task::Task;
use crate::variant::{MoveTables, Variant};
use arrayvec::ArrayVec;

/// The maximum number of pieces considered; more would not weaken the bound.
const ENOUGH: usize = 4;

/// The mobile pieces of one side, each with the enemy moves that could immobilise it.
#[derive(Default)]
pub struct Free(ArrayVec<Stops, ENOUGH>);

/// The enemy moves that could immobilise a piece.
struct Stops {
    /// Arrival squares: the piece's own, and those behind it on the line from its king.
    to: Bitboard,
    /// Departure squares: those on the line of the piece and its king.
    from: Bitboard,
}

/// Whether the bound holds for a task: all pieces are sliders, leapers or pawns, and moves have no side effects.
pub fn holds(task: &Task) -> bool {
    let pos = &task.position;
    let variant = pos.variant();
    let rules = &variant.rules;
    let promotions = rules.all_types().filter(|one| rules.can_become(*one));
    let mut types = promotions.chain(rules.all_types().filter(|one| pos.by_type(*one).any()));
    task.stipulation.goal == Goal::Stalemate
        && moves_are_plain(rules)
        && rules.conditions.is_empty()
        && Color::ALL.iter().all(|color| !pos.royals(*color).many())
        && types.all(|one| {
            Color::ALL
                .iter()
                .all(|color| slides(tables(variant, one, *color)))
        })
}

impl Free {
    /// Collects up to `ENOUGH` mobile pieces of the side to move, which must not be in check.
    pub fn of(pos: &Position, mut can_move: impl FnMut(Square) -> bool) -> Self {
        let us = pos.side_to_move();
        let king = pos.royals(us).first();
        let mut free = Self::default();
        for square in pos.by_color(us) {
            if free.0.is_full() {
                break;
            }
            let captures_as_it_moves = pos
                .at(square)
                .is_some_and(|piece| tables(pos.variant(), piece.piece_type(), us).same);
            if captures_as_it_moves && king != Some(square) && can_move(square) {
                free.0.push(Stops::of(square, king));
            }
        }
        free
    }

    /// Whether a move of the other side could immobilise all these pieces.
    pub fn can_be_stopped_by(&self, mv: Move) -> bool {
        let special = matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant);
        let stopped = |piece: &Stops| piece.to.contains(mv.to()) || piece.from.contains(mv.from());
        special || self.0.iter().all(stopped)
    }
}

impl Stops {
    fn of(piece: Square, king: Option<Square>) -> Self {
        let mut stops = Self {
            to: piece.into(),
            from: Bitboard::EMPTY,
        };
        let Some(king) = king else {
            return stops;
        };
        let lines = full_lines(king, Lines::QUEEN);
        if lines.contains(piece) {
            let is_behind = |square: &Square| between(king, *square).contains(piece);
            let behind: Bitboard = lines.into_iter().filter(is_behind).collect();
            stops.to |= behind;
            stops.from = behind | between(king, piece);
        }
        stops
    }
}

fn tables(variant: &Variant, piece_type: PieceType, color: Color) -> &MoveTables {
    variant.moves_of(Piece::new(color, piece_type))
}

fn slides(tables: &MoveTables) -> bool {
    only_slides(&tables.quiet) && only_slides(&tables.capture)
}
