//! Isardam: a move is illegal if after it a piece other than a king, of either side, is observed by an enemy piece of its own
//! type, as in Madrasi. The rule also holds for the capture of a king: a piece whose capture of the king would be illegal does
//! not check. A pawn that has just made its double step past an enemy pawn is observed by that pawn en passant. If a diagram
//! has an observed pair, the next move has to end it. Source: the condition `Isardam` of Popeye, type A.

use super::Condition;
use super::madrasi::{acting_as, observed};
use crate::base::{Color, MoveKind};
use crate::board::between;
use crate::position::Position;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Stage};

/// A move is illegal if a piece would be paralysed after it by the rule of Madrasi.
pub const ISARDAM: Isardam = Isardam;

/// The condition `isardam`.
pub struct Isardam;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["Isardam"],
    vetoes: MoveKinds::ALL,
    vetoes_checks: true,
    ..ConditionSpec::new(
        "isardam",
        Stage::Aftermath,
        "a move is illegal if after it a piece is attacked by an enemy piece of its own type, kings aside; a capture of the \
         king that were illegal so is no check",
        Example {
            fen: "4k3/8/8/8/7r/8/8/R3K3 w - - 0 1",
            mv: "a1a4",
            after: None,
        },
    )
};

impl Condition for Isardam {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn judge(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        let next = draft.position();
        if has_observed(&next) || is_observed_in_passing(&next, moved) {
            Err(Veto)
        } else {
            Ok(())
        }
    }
}

/// Whether a piece is observed by an enemy piece of its own type. Observation need not be mutual.
fn has_observed(pos: &Position) -> bool {
    let rules = &pos.variant().rules;
    let mut types = rules.all_types().filter(|one| !pos.is_royal(*one));
    types.any(|one| {
        let acting = |color: Color| acting_as(pos, one, color) & !pos.royals(color);
        let observes = |by: Color| observed(pos, one, by).intersects(acting(!by));
        let has = |color: &Color| acting_as(pos, one, *color).any();
        Color::ALL.iter().all(has) && Color::ALL.into_iter().any(observes)
    })
}

/// Whether an enemy pawn could capture the pawn that has just moved, en passant, by its movement alone.
fn is_observed_in_passing(pos: &Position, moved: &Moved) -> bool {
    let piece_type = moved.piece.piece_type();
    let pawns = pos.variant().rules.pawns;
    if moved.mv.kind() != MoveKind::MultiStep || !pawns.contains(piece_type) {
        return false;
    }
    let by = !moved.piece.color();
    let passed = between(moved.mv.from(), moved.mv.to());
    let alike = pos.pieces(by, piece_type);
    passed
        .into_iter()
        .any(|square| super::en_passant_takers(pos, square, by).intersects(alike))
}
