//! Parrain Circe: the move after a capture brings the captured piece back. The piece is reborn as far from the square of its capture, and in the same
//! direction, as that move goes, or in Contra Parrain in the opposite direction. It leaves the game if that square is occupied after the move, or off the board. In
//! castling the steps of king and rook are added up; drops and captures by rifles have no length. A pawn reborn on its last rank promotes, and the side that moves
//! chooses; on its own first rank it steps and captures as elsewhere. Kings do not come back. Source: the conditions `ParrainCirce` and `ContraParrain` of Popeye.

use super::Condition;
use crate::base::{MoveKind, Square};
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Possible, Remembered, Stage};

/// A captured piece is reborn by the length of the next move.
pub const PARRAIN_CIRCE: ParrainCirce = ParrainCirce {
    backwards: false,
    spec: &ConditionSpec {
        popeye: &["ParrainCirce", "Circe Parrain"],
        ..spec(
            "parrain-circe",
            "a captured piece is reborn after the next move, as far from the square of its capture and in the same direction as that move goes",
            "4k3/7p/8/8/8/8/2N1N3/4K3 b - - 0 1 waiting:Ra3",
            Some("4k3/8/8/7p/8/8/2N1N3/R3K3"),
        )
    },
};

/// As [`PARRAIN_CIRCE`], in the opposite direction.
pub const CONTRA_PARRAIN: ParrainCirce = ParrainCirce {
    backwards: true,
    spec: &ConditionSpec {
        popeye: &["ContraParrain", "Circe ContraParrain"],
        excludes: &["parrain-circe"],
        ..spec(
            "contra-parrain",
            "a captured piece is reborn after the next move, as far from the square of its capture as that move goes, in the opposite direction",
            "4k3/7p/8/8/8/8/2N1N3/4K3 b - - 0 1 waiting:Ra3",
            Some("4k3/8/8/R6p/8/8/2N1N3/4K3"),
        )
    },
};

const fn spec(
    name: &'static str,
    summary: &'static str,
    fen: &'static str,
    after: Option<&'static str>,
) -> ConditionSpec {
    ConditionSpec {
        on_capture: Footprint::Anywhere,
        on_quiet: Footprint::Anywhere,
        victims_return: true,
        promotes: true,
        frees_pawns: true,
        remembers: Some(Remembered::Waiting),
        makes_possible: &[Possible::PawnsOnEndRanks],
        ..ConditionSpec::new(
            name,
            Stage::Aftermath,
            summary,
            Example {
                fen,
                mv: "h7h5",
                after,
            },
        )
    }
}

/// The conditions `parrain-circe` and `contra-parrain`.
pub struct ParrainCirce {
    backwards: bool,
    spec: &'static ConditionSpec,
}

impl Condition for ParrainCirce {
    fn spec(&self) -> &'static ConditionSpec {
        self.spec
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        if let Some((square, piece)) = draft.memory.waiting.take()
            && let Some(home) = self.home(draft, moved, square)
            && draft.at(home).is_none()
        {
            draft.rebear(home, piece);
            draft.changed = true;
        }
        let is_king = |piece| draft.pos.is_royal(piece);
        draft.memory.waiting = moved
            .victim
            .filter(|(_, victim)| draft.taken.is_some() && !is_king(victim.piece_type()));
        Ok(())
    }
}

impl ParrainCirce {
    /// The square of the rebirth of a piece that was captured on `square`.
    fn home(&self, draft: &Draft<'_>, moved: &Moved, square: Square) -> Option<Square> {
        let rules = &draft.pos.variant().rules;
        let files = |from: Square, to: Square| to.file().wrapping_sub(from.file()).cast_signed();
        let (from, to) = (moved.mv.from(), moved.mv.to());
        let (files, ranks) = match moved.mv.kind() {
            MoveKind::Drop | MoveKind::Shot => (0, 0),
            MoveKind::Castle => {
                let way = rules.castling.of_move(moved.piece.color(), moved.mv);
                let (king, rook) = (way.king, way.rook);
                (files(king.0, king.1) + files(rook.0, rook.1), 0)
            }
            _ => {
                let at = if rules.conditions.captors_move_on() {
                    moved.at
                } else {
                    to
                };
                let ranks = at.rank().wrapping_sub(from.rank()).cast_signed();
                (files(from, at), ranks)
            }
        };
        let sign = if self.backwards { -1 } else { 1 };
        let home = rules.board.offset(square, sign * files, sign * ranks);
        home.filter(|home| rules.board.squares().contains(*home))
    }
}
