//! Orphans and friends: pieces without movement of their own (`dummy`) that move, capture and check like the pieces that
//! observe them: orphans like enemy observers, friends like observers of their own side. An observer may itself be
//! an orphan (or friend) that moves like its own observer, and so on. An orphan or friend that moves
//! like a pawn does not promote and does not capture en passant. Source: the walks `Orphan` and `Friend` of Popeye.

use super::madrasi::observed_by_own;
use super::{Borrowed, Condition};
use crate::base::{Bitboard, Color, MoveKind, Piece, PieceType};
use crate::position::Position;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Stage};

/// Pieces without movement move like the enemy pieces that observe them.
pub const ORPHANS: Dependants = Dependants {
    of_enemies: true,
    spec: &spec(
        "orphans",
        "pieces without movement of their own move as the enemy pieces that observe them",
    ),
};

/// Pieces without movement move like the pieces of their side that observe them.
pub const FRIENDS: Dependants = Dependants {
    of_enemies: false,
    spec: &spec(
        "friends",
        "pieces without movement of their own move as the pieces of their side that observe them",
    ),
};

/// The condition `orphans` or `friends`.
pub struct Dependants {
    of_enemies: bool,
    spec: &'static ConditionSpec,
}

/// The example is a move of chess: every piece has movement there, so the condition changes nothing.
const UNCHANGED: Example = Example {
    fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
    mv: "a1a8",
    after: Some("R3k3/8/8/8/8/8/8/4K3"),
};

const fn spec(name: &'static str, summary: &'static str) -> ConditionSpec {
    ConditionSpec {
        lends_movement: true,
        vetoes: MoveKinds::CAPTURE,
        ..ConditionSpec::new(name, Stage::MoverType, summary, UNCHANGED)
    }
}

/// The pieces of a side without movement of their own, except pawns and walls.
fn dependants(pos: &Position, color: Color) -> Bitboard {
    pos.by_types(pos.variant().tables.idle[color.index()]) & pos.by_color(color)
}

impl Dependants {
    /// Those among the orphans or friends `all` of both sides that move like a type.
    fn moving_like(
        &self,
        pos: &Position,
        all: [Bitboard; 2],
        piece_type: PieceType,
    ) -> [Bitboard; 2] {
        let giver = |color: Color| if self.of_enemies { !color } else { color };
        let mut found = Color::ALL.map(|color| {
            let seen = observed_by_own(pos, piece_type, giver(color));
            seen & all[color.index()]
        });
        loop {
            let before = found;
            for color in Color::ALL {
                let by = giver(color);
                let capture = &pos.variant().moves_of(Piece::new(by, piece_type)).capture;
                let seen = before[by.index()]
                    .into_iter()
                    .map(|from| capture.targets(from, pos.occupied()))
                    .fold(Bitboard::EMPTY, |all, targets| all | targets);
                found[color.index()] |= seen & all[color.index()];
            }
            if found == before {
                return found;
            }
        }
    }
}

impl Condition for Dependants {
    fn spec(&self) -> &'static ConditionSpec {
        self.spec
    }

    fn borrowed(&self, pos: &Position, color: Color) -> Borrowed {
        let all = Color::ALL.map(|color| dependants(pos, color));
        if all[color.index()].is_empty() {
            return Borrowed::new();
        }
        let idle = pos.variant().tables.idle[color.index()];
        let types = pos.variant().rules.all_types();
        let active = types.filter(|one| !idle.contains(*one) && pos.by_type(*one).any());
        active
            .map(|one| (one, self.moving_like(pos, all, one)[color.index()]))
            .filter(|(_, receivers)| receivers.any())
            .collect()
    }

    fn judge(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        let pos = draft.pos;
        let idle = dependants(pos, pos.side_to_move()).contains(moved.mv.from());
        if idle && moved.mv.kind() == MoveKind::EnPassant {
            Err(Veto)
        } else {
            Ok(())
        }
    }
}
