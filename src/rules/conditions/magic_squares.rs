//! Magic squares: a piece other than a king that comes to a magic square, by its own move, by a rebirth or in castling, changes colour.
//! Pieces that stand there or are dropped there do not. Where the squares are is said by `magic` in `[zones]`. Source: the condition
//! `MagicSquares` of Popeye (its type 1).

use super::Condition;
use crate::base::{MoveKind, Square};
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Possible, Stage};

/// A piece that comes to a magic square changes colour.
pub const MAGIC_SQUARES: MagicSquares = MagicSquares;

/// The condition `magic-squares`.
pub struct MagicSquares;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["MagicSquares"],
    on_capture: Footprint::Anywhere,
    on_quiet: Footprint::Anywhere,
    has_squares: true,
    makes_possible: &[Possible::OtherColours],
    ..ConditionSpec::new(
        "magic-squares",
        Stage::Aftermath,
        "a piece that comes to a magic square changes colour, kings aside; `magic` in `[zones]` lists the squares",
        Example {
            fen: "4k3/8/8/8/8/8/8/R2QK3 w - - 0 1",
            mv: "d1d4",
            after: Some("4k3/8/8/8/3q4/8/8/R3K3"),
        },
    )
};

impl Condition for MagicSquares {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        for square in draft.touched() & draft.pos.variant().rules.zones.magic {
            let goes = square == moved.at && moved.mv.kind() != MoveKind::Shot && !moved.is_gone;
            let comes = goes || draft.reborn.contains(square) || draft.pos.at(square).is_none();
            if comes {
                turn(draft, square);
            }
        }
        if let Some(piece) = draft.at(moved.at).filter(|_| !moved.is_gone) {
            moved.piece = piece;
        }
        Ok(())
    }

    fn after_castling(&self, draft: &mut Draft<'_>, rook: Square) {
        if draft.pos.variant().rules.zones.magic.contains(rook) {
            turn(draft, rook);
        }
    }
}

/// Changes the colour of the piece on a square, if there is one and it is not royal.
fn turn(draft: &mut Draft<'_>, square: Square) {
    let royal = |piece| draft.pos.is_royal(piece);
    if let Some(piece) = draft.at(square).filter(|one| !royal(one.piece_type())) {
        draft.change(square, piece.flipped());
    }
}
