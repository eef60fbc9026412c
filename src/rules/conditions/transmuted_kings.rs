//! Transmuted kings: a king that enemy pieces observe moves and captures like these pieces, and not like a king. The enemy
//! pieces observe it as they move (`annan`); enemy kings observe as kings, unless their target is shielded
//! (`shielded-kings`). A king that moves like a pawn does not promote. Source: the conditions
//! `TransmutedKings`, `WhiteTransmutedKing` and `BlackTransmutedKing` of Popeye.

use super::madrasi::observed_by_pieces;
use super::shielded_kings::shields;
use super::{Borrowed, Condition};
use crate::base::{Bitboard, Color};
use crate::position::Position;
use crate::variant::{ConditionSpec, Example, Stage};

/// A king of either side moves like the enemy pieces that observe it.
pub const TRANSMUTED_KINGS: TransmutedKings = TransmutedKings {
    side: None,
    spec: &ConditionSpec {
        excludes: &["white-transmuted-king", "black-transmuted-king"],
        ..spec(
            "transmuted-kings",
            &["TransmutedKings"],
            "a king in check moves as the pieces do that attack it, and only so",
        )
    },
};

/// White's king moves like the black pieces that observe it.
pub const WHITE_TRANSMUTED_KING: TransmutedKings = TransmutedKings {
    side: Some(Color::White),
    spec: &spec(
        "white-transmuted-king",
        &["WhiteTransmutedKing"],
        "White's king in check moves as the pieces do that attack it, and only so",
    ),
};

/// Black's king moves like the white pieces that observe it.
pub const BLACK_TRANSMUTED_KING: TransmutedKings = TransmutedKings {
    side: Some(Color::Black),
    spec: &ConditionSpec {
        example: Example {
            fen: "r3k3/8/8/8/8/4R3/8/4K3 b - - 0 1",
            mv: "e8f7",
            after: None,
        },
        ..spec(
            "black-transmuted-king",
            &["BlackTransmutedKing"],
            "Black's king in check moves as the pieces do that attack it, and only so",
        )
    },
};

/// A condition by which kings move like the enemy pieces that observe them.
pub struct TransmutedKings {
    /// The side whose king is transmuted; `None` for both.
    side: Option<Color>,
    spec: &'static ConditionSpec,
}

const fn spec(
    name: &'static str,
    popeye: &'static [&'static str],
    summary: &'static str,
) -> ConditionSpec {
    ConditionSpec {
        popeye,
        lends_movement: true,
        transmutes_kings: true,
        ..ConditionSpec::new(
            name,
            Stage::MoverType,
            summary,
            Example {
                fen: "r3k3/8/8/8/8/4r3/8/4K3 w - - 0 1",
                mv: "e1f2",
                after: None,
            },
        )
    }
}

impl Condition for TransmutedKings {
    fn spec(&self) -> &'static ConditionSpec {
        self.spec
    }

    fn borrowed(&self, pos: &Position, color: Color) -> Borrowed {
        let kings = pos.royals(color);
        if self.side.is_some_and(|side| side != color) {
            return Borrowed::new();
        }
        let shielded = kings.into_iter().filter(|king| shields(pos, *king, color));
        let shielded: Bitboard = shielded.collect();
        let types = pos.variant().rules.all_types();
        types
            .map(|one| {
                let observed = observed_by_pieces(pos, one, !color) & kings;
                let from_kings = pos.is_royal(one);
                (one, if from_kings { observed & !shielded } else { observed })
            })
            .filter(|(_, receivers)| receivers.any())
            .collect()
    }
}
