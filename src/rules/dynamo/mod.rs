//! Dynamo: pieces do not capture but push and pull, and a piece that crosses the edge leaves the game. A king that the
//! opponent could push or pull over the edge is in check.
//!
//! - `displacement`: how a [`Move`] encodes the pieces that it displaces
//! - `generation`: the pseudo-legal legs
//! - `danger`: whether a piece could be pushed or pulled off the board
//!
//! The push and pull targets are computed when the variant is compiled ([`crate::variant::PushPullTables`]).

mod danger;
mod displacement;
mod generation;

pub use danger::can_be_pushed_off;
pub use displacement::{Displacement, Displacements, displaced};
pub use generation::{enemy_sent_off, push_pull_targets};

use super::castling::rights_of_square;
use super::check_info::CheckInfo;
use super::consequence_log::{Consequence, ConsequenceLog, Event, Role};
use super::endings;
use super::interface::{GenType, Rules};
use super::outcome::Outcome;
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece, Square};
use crate::position::{Delta, Position};
use crate::variant::Variant;
use danger::Pieces;

/// Whether pieces push and pull instead of capturing. Then a leg displaces one piece or two, pieces can be pushed over the
/// edge, and a text with a comma is one leg.
pub const fn pushes_and_pulls(variant: &Variant) -> bool {
    variant.rules.capabilities.dynamo
}

/// The rules of Dynamo; one royal king per side.
pub struct Dynamo;

fn king(pos: &Position, color: Color) -> Square {
    // `rules::position` makes sure that each side has exactly one king.
    pos.royals(color).first().unwrap_or(Square::at(0, 0))
}

/// Whether the squares that the king leaves, passes and reaches are safe on the board before the move.
fn may_castle(pos: &Position, mv: Move) -> bool {
    let us = pos.side_to_move();
    let way = pos.variant().rules.castling.of_move(us, mv);
    let pieces = Pieces::of(pos);
    let mut squares = (way.passed | way.king.1.into()).into_iter();
    !squares.any(|square| pieces.can_be_sent_off(square, !us))
}

/// The promoted form of `piece`, if the leg promotes and `index` is 0: only the first displaced piece can promote.
fn promoted(piece: Piece, mv: Move, index: usize) -> Option<Piece> {
    let into = mv.piece_type().filter(|_| index == 0);
    into.map(|piece_type| piece.with_type(piece_type))
}

/// Reports the consequences of a leg to a log.
pub fn report(pos: &Position, mv: Move, log: &mut impl ConsequenceLog) {
    let pieces = displaced(mv);
    let us = pos.side_to_move();
    let is_own = |piece: &Displacement| pos.at(piece.from).is_some_and(|it| it.color() == us);
    let mover = pieces.iter().position(is_own);
    let mut numbered: Vec<(usize, &Displacement)> = pieces.iter().enumerate().collect();
    // A piece leaves its square before another one arrives there.
    if let [first, second] = pieces[..]
        && first.to == Some(second.from)
    {
        numbered.reverse();
    }
    for (index, Displacement { from, to }) in numbered {
        let Some(piece) = pos.at(*from) else { continue };
        let role = if Some(index) == mover {
            Role::Mover
        } else {
            Role::Displaced
        };
        let mut add = |square, event| {
            log.add(|| Consequence::new(role, piece, square, event));
        };
        add(*from, to.map_or(Event::PushedOff, Event::Moves));
        if let Some((to, into)) = to.zip(promoted(piece, mv, index)) {
            add(to, Event::Promotes(into));
        }
    }
}

impl Rules for Dynamo {
    const SIDE_EFFECTS: bool = true;
    const LEGS: bool = false;
    const PUSHES: bool = true;

    fn generate(pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList) {
        generation::generate(pos, gen_type, origins, list);
    }

    fn check_info(pos: &Position) -> CheckInfo {
        let us = pos.side_to_move();
        CheckInfo {
            in_check: Self::is_checked(pos, us),
            touch: pos.variant().tables.push_pull.relevant(king(pos, us), !us),
            ..CheckInfo::NONE
        }
    }

    fn must_evade(pos: &Position) -> bool {
        Self::in_check(pos)
    }

    fn is_legal(pos: &Position, check_info: &CheckInfo, mv: Move) -> bool {
        if mv.kind() == MoveKind::Castle && (check_info.in_check || !may_castle(pos, mv)) {
            return false;
        }
        let touches = |square: Square| check_info.touch.contains(square);
        let pieces = displaced(mv);
        let matters = |piece: &Displacement| touches(piece.from) || piece.to.is_some_and(touches);
        if !check_info.in_check && !pieces.iter().any(matters) {
            return true;
        }
        let us = pos.side_to_move();
        let home = king(pos, us);
        let moved = pieces.iter().find(|piece| piece.from == home);
        match moved.map_or(Some(home), |piece| piece.to) {
            Some(king) => !Pieces::after(pos, &pieces).can_be_sent_off(king, !us),
            None => false,
        }
    }

    fn delta(pos: &Position, mv: Move) -> Delta {
        let rules = &pos.variant().rules;
        let pieces = displaced(mv);
        let pawn = pos.variant().rules.rank_pawn;
        let is_pawn = |piece: &Displacement| pos.at(piece.from).map(Piece::piece_type) == pawn;
        let progress = pieces
            .iter()
            .any(|piece| piece.to.is_none() || is_pawn(piece));
        let mut delta = Delta::new(pos.state().next_turn(progress));
        let squares: Bitboard = pieces
            .iter()
            .flat_map(|piece| [Some(piece.from), piece.to])
            .flatten()
            .collect();
        for square in squares {
            let arrived = pieces.iter().position(|piece| piece.to == Some(square));
            let after = arrived.and_then(|index| {
                let piece = pos.at(pieces[index].from)?;
                Some(promoted(piece, mv, index).unwrap_or(piece))
            });
            delta.edit(square, pos.at(square), after);
            let rights = &mut delta.state.rights;
            *rights = rights.without(rights_of_square(rules, square));
        }
        delta
    }

    fn is_checked(pos: &Position, color: Color) -> bool {
        Pieces::of(pos).can_be_sent_off(king(pos, color), !color)
    }

    fn immediate_end(pos: &Position) -> Option<Outcome> {
        endings::bare_king(pos)
    }

    fn no_move_outcome(pos: &Position) -> Outcome {
        endings::mate_or_stalemate(pos, Self::in_check(pos))
    }
}
