//! Ghost Chess: a captured piece comes back as soon as a move leaves the square of its capture empty; from then on it cannot be captured, and moves and captures
//! as before. Of several pieces captured on one square the last comes back first. En passant and captures from afar leave the square empty at once. A position
//! marks the pieces that have come back by `~` and names those that wait, each with its square, those of one square in the order of their captures:
//! `ghosts:Nd5-qe4`. In Haunted Chess what comes back can be captured again, and only the last piece captured on a square comes back. Kings do not come back.
//! Source: the conditions `GhostChess` and `HauntedChess` of Popeye.

use super::Condition;
use crate::base::Bitboard;
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Remembered, Stage};

/// Captured pieces come back when their squares are empty, and cannot be captured then.
pub const GHOST_CHESS: Ghosts = Ghosts {
    spec: &ConditionSpec {
        popeye: &["GhostChess"],
        ghosts: true,
        excludes: &["neutrals", "chameleons", "haunted-chess"],
        ..spec(
            "ghost-chess",
            "a captured piece comes back when the square of its capture is empty, and cannot be captured then",
            "4k3/8/8/3R4/8/8/8/4K3 w - - 0 1 ghosts:bd5",
            "4k3/8/8/3b~3R/8/8/8/4K3",
        )
    },
};

/// Captured pieces come back when their squares are empty.
pub const HAUNTED_CHESS: Ghosts = Ghosts {
    spec: &ConditionSpec {
        popeye: &["HauntedChess"],
        ..spec(
            "haunted-chess",
            "a captured piece comes back when the square of its capture is empty",
            "4k3/8/8/3R4/8/8/8/4K3 w - - 0 1 ghosts:bd5",
            "4k3/8/8/3b3R/8/8/8/4K3",
        )
    },
};

const fn spec(
    name: &'static str,
    summary: &'static str,
    fen: &'static str,
    after: &'static str,
) -> ConditionSpec {
    ConditionSpec {
        on_capture: Footprint::Anywhere,
        on_quiet: Footprint::Anywhere,
        victims_return: true,
        remembers: Some(Remembered::Ghosts),
        ..ConditionSpec::new(
            name,
            Stage::Aftermath,
            summary,
            Example {
                fen,
                mv: "d5h5",
                after: Some(after),
            },
        )
    }
}

/// The conditions `ghost-chess` and `haunted-chess`.
pub struct Ghosts {
    spec: &'static ConditionSpec,
}

impl Condition for Ghosts {
    fn spec(&self) -> &'static ConditionSpec {
        self.spec
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        let taken = moved.victim.filter(|_| draft.taken.is_some());
        if let Some((square, victim)) = taken
            && !draft.pos.is_royal(victim.piece_type())
        {
            if !self.spec.ghosts {
                draft.memory.ghosts.take(square);
            }
            draft.memory.ghosts.add(square, victim);
        }
        let waiting: Bitboard = draft.memory.ghosts.iter().map(|(square, _)| square).collect();
        for square in waiting & !draft.occupied() {
            if let Some(ghost) = draft.memory.ghosts.take(square) {
                let ghost = if self.spec.ghosts {
                    ghost.apart()
                } else {
                    ghost
                };
                draft.rebear(square, ghost);
                draft.changed = true;
            }
        }
        Ok(())
    }
}
