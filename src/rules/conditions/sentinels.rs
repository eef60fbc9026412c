//! Sentinels (French: Sentinelles): a piece other than a pawn, kings included, leaves a pawn of its own side on its departure
//! square, unless that square is on the first or the last rank, its side has eight pawns already, or the move itself has
//! put a piece there (by a rebirth). The side is that of the piece before the move. A castling king leaves no pawn.
//! Source: the condition `Sentinelles` of Popeye, with at most eight pawns per side and sixteen in all.

use super::Condition;
use crate::base::{Bitboard, Color, MoveKind, Piece, PieceType};
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Need, Possible, Stage};

/// A piece that moves leaves a pawn on its departure square.
pub const SENTINELS: Sentinels = Sentinels;

/// The condition `sentinels`.
pub struct Sentinels;

/// The number of pawns from which on a side leaves no further pawn.
const MOST_PAWNS: u32 = 8;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["Sentinelles"],
    on_capture: Footprint::Anywhere,
    on_quiet: Footprint::Anywhere,
    needs: &[Need::Pawns],
    makes_possible: &[Possible::MorePieces],
    ..ConditionSpec::new(
        "sentinels",
        Stage::Aftermath,
        "a piece that is no pawn leaves a pawn of its side where it moves away, unless on the first or last rank or with \
         eight pawns on the board",
        Example {
            fen: "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: Some("4k3/8/8/3N4/8/2P5/8/4K3"),
        },
    )
};

impl Condition for Sentinels {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        let from = moved.mv.from();
        let rules = &draft.pos.variant().rules;
        let (Some(pawn), Some(mover)) = (rules.pawn, draft.pos.at(from)) else {
            return Ok(());
        };
        let side = mover.color();
        let ends = rules.first_rank_of(side) | rules.last_rank_of(side);
        let stays = moved.mv.kind() == MoveKind::Shot || draft.at(from).is_some();
        if stays || rules.pawns.contains(mover.piece_type()) || ends.contains(from) {
            return Ok(());
        }
        let own = pawns(draft, pawn, side);
        if own < MOST_PAWNS && own + pawns(draft, pawn, !side) < 2 * MOST_PAWNS {
            // On the mover's board; that of a neutral piece is neutral.
            draft.set(from, Some(mover.with_type(pawn)));
            draft.changed = true;
        }
        Ok(())
    }
}

/// The number of pawns that a side has in the draft.
fn pawns(draft: &Draft<'_>, pawn: PieceType, side: Color) -> u32 {
    let is_pawn = |piece: &Piece| piece.color() == side && piece.piece_type() == pawn;
    let touched = draft.touched();
    let untouched = draft.pos.pieces(side, pawn) & !touched;
    let changed: Bitboard = touched
        .into_iter()
        .filter(|square| draft.at(*square).as_ref().is_some_and(is_pawn))
        .collect();
    untouched.count() + changed.count()
}
