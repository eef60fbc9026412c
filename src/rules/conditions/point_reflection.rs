//! Point reflection: if two pieces, of either side, stand on squares that mirror each other through the middle of the
//! board, each moves, captures and checks like the other piece. King and rook castle only by their own movements. Source:
//! the condition `PointReflection` of Popeye.

use super::Condition;
use super::Borrowed;
use crate::base::{Bitboard, Color, Piece, Square};
use crate::position::Position;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Possible, Stage};

/// Pieces that mirror each other through the middle of the board exchange their movements.
pub const POINT_REFLECTION: PointReflection = PointReflection;

/// The condition `point-reflection`.
pub struct PointReflection;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["PointReflection"],
    lends_movement: true,
    vetoes: MoveKinds::CASTLING,
    makes_possible: &[Possible::PawnsOnEndRanks],
    ..ConditionSpec::new(
        "point-reflection",
        Stage::MoverType,
        "two pieces that stand opposite to each other through the middle of the board exchange their movements",
        Example {
            fen: "4k3/6n1/8/8/8/8/1R6/4K3 w - - 0 1",
            mv: "b2c4",
            after: Some("4k3/6n1/8/8/2R5/8/8/4K3"),
        },
    )
};

impl Condition for PointReflection {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn borrowed(&self, pos: &Position, color: Color) -> Borrowed {
        let types = pos.variant().rules.all_types();
        let own = pos.by_color(color);
        types
            .map(|giver| {
                let gives = |from: &Square| {
                    let other = pos.at(opposite(pos, *from));
                    other.is_some_and(|other| other.piece_type() == giver)
                };
                (giver, own.into_iter().filter(gives).collect::<Bitboard>())
            })
            .filter(|(_, receivers)| receivers.any())
            .collect()
    }

    fn judge(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        let pos = draft.pos;
        let castling = &pos.variant().rules.castling;
        let rook = castling.of_move(pos.side_to_move(), moved.mv).rook.0;
        let piece_type = |square| pos.at(square).map(Piece::piece_type);
        let other = piece_type(opposite(pos, rook));
        if other.is_none() || other == piece_type(rook) {
            Ok(())
        } else {
            Err(Veto)
        }
    }
}

/// The square that mirrors another through the middle of the board.
fn opposite(pos: &Position, square: Square) -> Square {
    let rules = &pos.variant().rules;
    Square::at(rules.files - 1 - square.file(), rules.ranks - 1 - square.rank())
}
