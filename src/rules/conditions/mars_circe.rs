//! Mars Circe: pieces, kings included, capture from their home squares alone. Phantom Chess: pieces, kings only by `phantom-rex`, move and
//! capture from their home squares as well. The piece leaves its own square first; if its home is occupied, no move starts there. A pawn's
//! double step from its home passes the square before it. Source: Popeye's conditions `MarsCirce` and `PhantomChess`.

use super::{Condition, Starts};
use crate::base::{Bitboard, Square};
use crate::position::Position;
use crate::variant::{ConditionSpec, Example, Need, Stage};

/// A condition by which moves start on home squares.
pub struct MarsCirce {
    /// Whether captures start on the home square alone, and other moves as usual; if not, all moves may start on either square.
    captures_alone: bool,
    /// Whether it holds for kings, too.
    kings: bool,
    spec: &'static ConditionSpec,
}

const fn spec(
    name: &'static str,
    popeye: &'static [&'static str],
    summary: &'static str,
    example: Example,
) -> ConditionSpec {
    ConditionSpec {
        popeye,
        starts_elsewhere: true,
        needs: &[Need::Homes],
        ..ConditionSpec::new(name, Stage::MoverType, summary, example)
    }
}

/// Captures start on the home square.
pub const MARS_CIRCE: MarsCirce = MarsCirce {
    captures_alone: true,
    kings: true,
    spec: &spec(
        "mars-circe",
        &["MarsCirce", "MarsCirce RexInclusive"],
        "a piece captures as if it stood on its home square, if that is free",
        Example {
            fen: "4k3/8/7n/8/R7/8/8/4K3 w - - 0 1",
            mv: "a4h6",
            after: Some("4k3/8/7R/8/8/8/8/4K3"),
        },
    ),
};

/// Moves start on the square of the piece or on its home square.
pub const PHANTOM: MarsCirce = MarsCirce {
    captures_alone: false,
    kings: false,
    spec: &spec(
        "phantom",
        &["PhantomChess", "PhantomChess RexExclusive"],
        "a piece other than a king may also move as if it stood on its home square, if that is free",
        Example {
            fen: "4k3/8/8/4n3/8/2N5/8/4K3 w - - 0 1",
            mv: "c3f3",
            after: Some("4k3/8/8/4n3/8/5N2/8/4K3"),
        },
    ),
};

/// As [`PHANTOM`], kings included.
pub const PHANTOM_REX: MarsCirce = MarsCirce {
    kings: true,
    spec: &ConditionSpec {
        excludes: &["phantom"],
        ..spec(
            "phantom-rex",
            &["PhantomChess RexInclusive"],
            "a piece may also move as if it stood on its home square, if that is free",
            Example {
                fen: "4k3/8/8/8/8/2K5/8/8 w - - 0 1",
                mv: "c3f1",
                after: Some("4k3/8/8/8/8/8/8/5K2"),
            },
        )
    },
    ..PHANTOM
};

impl Condition for MarsCirce {
    fn spec(&self) -> &'static ConditionSpec {
        self.spec
    }

    fn start(&self, pos: &Position, from: Square, starts: &mut Starts) {
        let Some(piece) = pos.at(from) else {
            return;
        };
        if !self.kings && pos.is_royal(piece.piece_type()) {
            return;
        }
        let home = pos.variant().rules.homes.of(piece, from);
        let free = (pos.vacant() | from.into()) & home.into();
        if self.captures_alone {
            starts.captures = starts.captures & !Bitboard::from(from) | free;
        } else {
            starts.captures |= free;
            starts.quiets |= free;
        }
    }
}
