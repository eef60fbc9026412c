//! Make & Take: a capturing piece first moves as the piece that it captures would move in its place without capture (a pawn
//! forward as its own side sees it), and captures from there by its own movement. It stands in no line of its own capture. Pieces that cannot move like
//! their victim capture nothing. A piece on the square from which an enemy king castles attacks that king from where it
//! would castle to, with a rook of that side in the corner. Source: Popeye's condition `Make&TakeChess`.

use super::{Condition, Starts, captured};
use crate::base::{Bitboard, Piece, PieceType, Square};
use crate::board::between;
use crate::position::Position;
use crate::rules::arena::Arena;
use crate::rules::pawns::PawnTargets;
use crate::rules::relay;
use crate::variant::{CastlingWay, ConditionSpec, Example, Stage};

/// A captor moves like its victim before it captures.
pub const MAKE_AND_TAKE: MakeAndTake = MakeAndTake;

/// The condition `make-and-take`.
pub struct MakeAndTake;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["Make&TakeChess"],
    starts_elsewhere: true,
    limits_captures: true,
    excludes: &["mars-circe", "phantom", "phantom-rex"],
    ..ConditionSpec::new(
        "make-and-take",
        Stage::MoverType,
        "a captor first moves as its victim would without capture, and captures from where it then stands",
        Example {
            fen: "4k3/8/8/8/3n4/8/8/R3K3 w - - 0 1",
            mv: "a1d4",
            after: None,
        },
    )
};

impl Condition for MakeAndTake {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn start(&self, pos: &Position, from: Square, starts: &mut Starts) {
        let Some(piece) = pos.at(from) else {
            return;
        };
        let types = pos.variant().rules.all_types();
        let victims = types.filter(|one| pos.pieces(!piece.color(), *one).any());
        starts.captures = victims
            .map(|victim| first_steps(pos, from, piece, victim))
            .fold(Bitboard::EMPTY, |all, squares| all | squares);
    }

    fn allows_capture(&self, pos: &Position, from: Square, to: Square) -> bool {
        let Some(piece) = pos.at(from) else {
            return false;
        };
        // An empty square is one that a king passes in castling, if no pawn has passed it.
        let victim = captured(pos, from, to).and_then(|(square, _)| pos.at(square));
        let king = || pos.variant().rules.royals.iter().next();
        let Some(victim) = victim.map(Piece::piece_type).or_else(king) else {
            return false;
        };
        let occupied = pos.occupied() & pos.same_board(from);
        let starts = first_steps(pos, from, piece, victim);
        starts.into_iter().any(|start| {
            let occupied = Starts::occupied(occupied, from, start);
            let mut movements = relay::movements(pos, from, piece).into_iter();
            movements.any(|tables| tables.capture.targets(start, occupied).contains(to))
        })
    }
}

/// The squares to which an enemy piece of the type `victim` could move without capture if it stood in the place of a piece.
fn first_steps(pos: &Position, from: Square, piece: Piece, victim: PieceType) -> Bitboard {
    let rules = &pos.variant().rules;
    let them = !piece.color();
    let occupied = pos.occupied() & pos.same_board(from);
    let tables = pos.variant().moves_of(Piece::new(them, victim));
    let mut steps = tables.quiet.targets(from, occupied) & pos.vacant();
    if rules.castling_kings.contains(victim) {
        let ways = [true, false].map(|kingside| rules.castling.way(them, kingside));
        let castles = |way: &&CastlingWay| {
            let rook = Some(Piece::new(them, way.castler));
            way.king.0 == from
                && pos.at(way.rook.0) == rook
                && !occupied.intersects(between(from, way.rook.0))
        };
        let ways = ways.into_iter().flatten().filter(castles);
        steps |= ways.map(|way| way.king.1).collect::<Bitboard>();
    }
    if rules.rank_pawn != Some(victim) {
        return steps;
    }
    let arena = Arena::of(pos, them).on(pos, pos.same_board(from));
    let pawn = PawnTargets::of(pos, &arena, from.into(), them);
    steps | pawn.single | pawn.double | pawn.triple
}
