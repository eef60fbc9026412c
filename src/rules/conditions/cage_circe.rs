//! Cage Circe: a captured piece other than a king is reborn on an empty square from which it has no legal move without capture, its
//! side being to move. The side that captures chooses the square; if there is none, the piece leaves the game. A pawn that is reborn on its last
//! rank promotes, as the captor's side chooses, to a type that has no such move there. On its own first rank a pawn steps and captures as elsewhere.
//! Castling is no move of the rook. Source: the condition `CageCirce` of Popeye.

use super::Condition;
use crate::base::{Bitboard, MAX_PIECE_TYPES, Piece, PieceType, Square};
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, MoveKinds, Possible, Stage};
use arrayvec::ArrayVec;

/// A captured piece is reborn where it cannot move.
pub const CAGE_CIRCE: CageCirce = CageCirce;

/// The condition `cage-circe`.
pub struct CageCirce;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["CageCirce", "Circe Cage"],
    on_capture: Footprint::Anywhere,
    chooses: MoveKinds::CAPTURE,
    promotes: true,
    victims_return: true,
    frees_pawns: true,
    makes_possible: &[Possible::PawnsOnEndRanks],
    // Conditions that forbid moves without capture because of the resulting position, or offer choices for them.
    excludes: &[
        "checkless",
        "no-checks",
        "exclusive",
        "isardam",
        "facing-kings",
        "white-edgemover",
        "black-edgemover",
        "grid",
        "koeko",
        "makpong",
        "single-box",
        "wormholes",
    ],
    ..ConditionSpec::new(
        "cage-circe",
        Stage::VictimRebirth,
        "a captured piece is reborn on a square from which it has no move without capture; the captor chooses",
        Example {
            fen: "4k3/8/8/8/3b4/8/1P6/2KR4 w - - 0 1",
            mv: "d1d4",
            after: Some("4k3/8/8/8/3R4/8/1P6/b1K5"),
        },
    )
};

impl Condition for CageCirce {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn choices(&self, draft: &Draft<'_>, moved: &Moved, outlook: &dyn Outlook) -> Bitboard {
        let Some(victim) = captured(draft, moved) else {
            return Bitboard::EMPTY;
        };
        let rules = &draft.pos.variant().rules;
        let promotions = if rules.rank_pawn == Some(victim.piece_type()) {
            rules.rank_promotions(victim.color())
        } else {
            &[]
        };
        if promotions.is_empty() {
            return outlook.cages(draft, &[victim], Bitboard::ALL);
        }
        let last = rules.last_rank_of(victim.color());
        let promoted = promotions
            .iter()
            .map(|into| draft.promoted_to(*into, victim));
        let promoted: ArrayVec<Piece, MAX_PIECE_TYPES> = promoted.collect();
        outlook.cages(draft, &[victim], !last) | outlook.cages(draft, &promoted, last)
    }

    fn lets_promote(
        &self,
        draft: &Draft<'_>,
        at: Square,
        into: PieceType,
        outlook: &dyn Outlook,
    ) -> bool {
        let promoted = draft.at(at).map(|pawn| draft.promoted_to(into, pawn));
        let mut before = draft.clone();
        before.set(at, None);
        promoted.is_some_and(|piece| outlook.cages(&before, &[piece], at.into()).any())
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        if let Some(victim) = captured(draft, moved)
            && let Some(cage) = moved.choice
        {
            draft.rebear(cage, victim);
            draft.taken = None;
        }
        Ok(())
    }
}

/// The captured piece, unless it is a king or has been reborn already.
fn captured(draft: &Draft<'_>, moved: &Moved) -> Option<Piece> {
    let victim = moved.victim.filter(|_| draft.taken.is_some());
    let (_, piece) = victim?;
    (!draft.pos.is_royal(piece.piece_type())).then_some(piece)
}
