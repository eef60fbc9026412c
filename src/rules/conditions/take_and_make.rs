//! Take & Make: a capturing piece, kings included, goes on in the same move, from the square of the capture, as the captured
//! piece would move without capturing (the captor's departure square counts as empty); if it cannot, the capture is illegal.
//! Like a captured pawn it goes in that pawn's direction, up to two squares from that pawn's second rank. A pawn promotes
//! where it ends, not where it captures, and may not end on its own first rank. Check is as in chess: a king is attacked
//! whether or not the captor could go on. Source: H. Laue, feenschach 2005, as Popeye plays `Take&MakeChess`.

use super::Condition;
use crate::base::{Bitboard, MoveKind, Piece, Square};
use crate::rules::arena::Arena;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::rules::pawns::PawnTargets;
use crate::variant::{ConditionSpec, Example, Footprint, MoveKinds, Stage};

/// A captor moves on at once, in the way of the captured piece.
pub const TAKE_AND_MAKE: TakeAndMake = TakeAndMake;

/// The condition `take-and-make`.
pub struct TakeAndMake;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["Take&MakeChess"],
    on_capture: Footprint::Anywhere,
    vetoes: MoveKinds::CAPTURE,
    vetoes_by_act: true,
    chooses: MoveKinds::CAPTURE,
    is_bounded: true,
    captors_move_on: true,
    ..ConditionSpec::new(
        "take-and-make",
        Stage::CaptorMovesOn,
        "a capturing piece, kings included, goes on at once as the captured piece would move from there without \
         capturing; if it cannot, the capture is illegal, though not a check",
        Example {
            fen: "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1",
            mv: "d1d5/e7",
            after: Some("4k3/4R3/8/8/8/8/8/4K3"),
        },
    )
};

impl Condition for TakeAndMake {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn choices(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Bitboard {
        let Some((_, victim)) = captured(draft, moved) else {
            return Bitboard::EMPTY;
        };
        let rules = &draft.pos.variant().rules;
        let makes = quiet_targets(draft, victim, moved.at, moved.mv.from());
        if rules.rank_pawn == Some(moved.piece.piece_type()) {
            makes & !rules.first_rank_of(moved.piece.color())
        } else {
            makes
        }
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        if captured(draft, moved).is_none() {
            return Ok(());
        }
        let to = moved.choice.ok_or(Veto)?;
        moved.go_on(draft, to);
        let rules = &draft.pos.variant().rules;
        if rules.rank_pawn == Some(moved.piece.piece_type())
            && !rules.rank_promotions(moved.piece.color()).is_empty()
        {
            let arrives = rules.last_rank_of(moved.piece.color()).contains(to);
            if arrives != (moved.mv.kind() == MoveKind::Promotion) {
                return Err(Veto);
            }
        }
        moved.promote(draft);
        Ok(())
    }
}

/// The captured piece, by whose movement the captor goes on; `None` for a king, whose capture only tests for check.
fn captured(draft: &Draft<'_>, moved: &Moved) -> Option<(Square, Piece)> {
    let victim = moved.victim;
    victim.filter(|(_, piece)| !draft.pos.is_royal(piece.piece_type()))
}

/// The empty squares to which `piece` could move from `from` without capturing. In games of two boards only pieces on the board of
/// the square `captor` block the way.
pub(super) fn quiet_targets(
    draft: &Draft<'_>,
    piece: Piece,
    from: Square,
    captor: Square,
) -> Bitboard {
    let variant = draft.pos.variant();
    let board = draft.pos.same_board(captor);
    let occupied = draft.occupied() & board;
    let vacant = variant.rules.board.squares() & !draft.occupied();
    if variant.rules.rank_pawn == Some(piece.piece_type()) {
        let arena = Arena {
            occupied,
            open: variant.rules.board.squares() & !occupied,
            vacant,
            enemies: Bitboard::EMPTY,
            wraps: false,
        };
        let targets = PawnTargets::of(draft.pos, &arena, from.into(), piece.color());
        return targets.single | targets.double | targets.triple;
    }
    variant.moves_of(piece).quiet.targets(from, occupied) & vacant
}
