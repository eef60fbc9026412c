//! Messigny chess: instead of a move a side may exchange one of its pieces for an enemy piece of the same type; the two change places. The pieces
//! exchanged by one move take no part in an exchange by the next one. Kings may be exchanged, too, unless the condition leaves them out. An
//! exchange is no capture; pieces that were exchanged count as moved. It may give check and answer one. Source: the condition `MessignyChess`
//! of Popeye.

use super::Condition;
use crate::base::Bitboard;
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Remembered, Stage};

/// A piece may change places with an enemy one instead of moving.
pub const MESSIGNY: Messigny = Messigny {
    spec: &ConditionSpec {
        popeye: &["MessignyChess"],
        exchanges_kings: true,
        ..spec(
            "messigny",
            "instead of a move a piece and an enemy piece of the same type may change places (`g8b1`), but not those that the last move has exchanged",
        )
    },
};

/// As [`MESSIGNY`], kings left out.
pub const MESSIGNY_REX_EXCLUSIVE: Messigny = Messigny {
    spec: &ConditionSpec {
        popeye: &["MessignyChess RexExclusive"],
        excludes: &["messigny"],
        ..spec(
            "messigny-rex-exclusive",
            "as `messigny`, but kings change places with none",
        )
    },
};

const fn spec(name: &'static str, summary: &'static str) -> ConditionSpec {
    ConditionSpec {
        on_quiet: Footprint::Anywhere,
        exchanges_pieces: true,
        remembers: Some(Remembered::Exchanged),
        ..ConditionSpec::new(
            name,
            Stage::Aftermath,
            summary,
            Example {
                fen: "4k1n1/8/8/8/8/8/8/1N2K3 w - - 0 1",
                mv: "g8b1",
                after: Some("4k1N1/8/8/8/8/8/8/1n2K3"),
            },
        )
    }
}

/// The conditions `messigny` and `messigny-rex-exclusive`.
pub struct Messigny {
    spec: &'static ConditionSpec,
}

impl Condition for Messigny {
    fn spec(&self) -> &'static ConditionSpec {
        self.spec
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        let mv = moved.mv;
        draft.memory.exchanged = if mv.is_exchange() {
            Bitboard::from(mv.from()) | Bitboard::from(mv.to())
        } else {
            Bitboard::EMPTY
        };
        Ok(())
    }
}
