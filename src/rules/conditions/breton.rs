//! Breton chess: the side that captures removes one of its own pieces of the captured piece's type, if it has one. It
//! chooses which piece, and each choice is a separate move. The captor counts by its type before promotion, and can be the
//! piece that is removed. Kings are never removed. Check is as in chess.
//! Source: M. Le Coz, "Échecs bretons", as Popeye plays `Breton`.

use super::Condition;
use crate::base::{Bitboard, Piece};
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, MoveKinds, Stage};

/// The side that captures loses a piece of the captured piece's type.
pub const BRETON: Breton = Breton;

/// The condition `breton`.
pub struct Breton;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["Breton"],
    on_capture: Footprint::Anywhere,
    chooses: MoveKinds::CAPTURE,
    moving_costs: true,
    ..ConditionSpec::new(
        "breton",
        Stage::OwnLoss,
        "when a piece is captured, the side that captures removes a piece of its own of the same type, if it has one",
        Example {
            fen: "3rk3/8/8/8/8/8/8/3RK2R w - - 0 1",
            mv: "d1d8/h1",
            after: Some("3Rk3/8/8/8/8/8/8/4K3"),
        },
    )
};

impl Condition for Breton {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn choices(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Bitboard {
        let Some((_, victim)) = moved.victim else {
            return Bitboard::EMPTY;
        };
        let (pos, piece_type) = (draft.pos, victim.piece_type());
        if pos.is_royal(piece_type) {
            return Bitboard::EMPTY;
        }
        let from = moved.mv.from();
        let others = pos.pieces(moved.piece.color(), piece_type) & !Bitboard::from(from);
        let before = pos.at(from).map(Piece::piece_type);
        if before == Some(piece_type) {
            others | moved.at.into()
        } else {
            others
        }
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        if let Some(square) = moved.choice {
            draft.set(square, None);
            draft.changed = true;
            moved.is_gone = square == moved.at;
        }
        Ok(())
    }
}
