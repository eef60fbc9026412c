//! Chameleons: a piece that has moved becomes the next one of the circle knight, bishop, rook, queen, knight. In Chameleon Chess all pieces of the
//! circle do. By the condition `chameleons` only those do that a position marks by `~` behind the letter; a marked pawn promotes to a marked piece,
//! another pawn to either. A promoted piece and a rook that castles stay what they are. Source: the attribute `Chameleon` and the condition
//! `ChameleonChess` of Popeye.

use super::Condition;
use crate::base::{Bitboard, MoveKind};
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Need, Possible, Stage};

/// Marked pieces that move change in the circle of chameleons.
pub const CHAMELEONS: Chameleons = Chameleons { spec: &MARKED };
/// All pieces that move change in the circle of chameleons.
pub const CHAMELEON_CHESS: Chameleons = Chameleons { spec: &ALL };

/// The conditions `chameleons` and `chameleon-chess`.
pub struct Chameleons {
    spec: &'static ConditionSpec,
}

static MARKED: ConditionSpec = ConditionSpec {
    moving_costs: true,
    needs: &[Need::Pawns],
    makes_possible: &[Possible::OtherTypes],
    chameleons: true,
    chooses: MoveKinds::PROMOTION,
    // Conditions that promote pawns, which become no chameleons by that here, and some beside which Popeye's chameleons do otherwise.
    excludes: &[
        "neutrals",
        "symmetry-circe",
        "antipodean-circe",
        "pwc",
        "equipollents-circe",
        "circe-take-and-make",
        "wormholes",
        "influencer",
        "einstein",
        "breton",
        "multicaptures",
        "geneva",
    ],
    ..ConditionSpec::new(
        "chameleons",
        Stage::MoverType,
        "a piece marked `~` becomes the next one by moving: knight, bishop, rook, queen, knight",
        Example {
            fen: "4k3/8/8/3n4/8/2N~5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: Some("4k3/8/8/3B~4/8/8/8/4K3"),
        },
    )
};

static ALL: ConditionSpec = ConditionSpec {
    popeye: &["ChameleonChess"],
    moving_costs: true,
    needs: &[Need::Pawns],
    makes_possible: &[Possible::OtherTypes],
    excludes: &["chameleons"],
    ..ConditionSpec::new(
        "chameleon-chess",
        Stage::MoverType,
        "a piece becomes the next one by moving: knight, bishop, rook, queen, knight",
        Example {
            fen: "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: Some("4k3/8/8/3B4/8/8/8/4K3"),
        },
    )
};

impl Condition for Chameleons {
    fn spec(&self) -> &'static ConditionSpec {
        self.spec
    }

    /// An ordinary pawn promotes to an ordinary piece or a chameleon: the square from which it comes stands for the first, its arrival square for the
    /// second.
    fn choices(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Bitboard {
        let variant = draft.pos.variant();
        let piece_type = moved.piece.piece_type();
        let both = self.spec.chameleons
            && moved.mv.kind() == MoveKind::Promotion
            && !variant.is_chameleon(moved.piece)
            && variant.rules.ladder.cycled(piece_type) != piece_type;
        if both {
            Bitboard::from(moved.mv.from()) | moved.mv.to().into()
        } else {
            Bitboard::EMPTY
        }
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        let variant = draft.pos.variant();
        if moved.choice == Some(moved.mv.to()) {
            moved.become_piece(draft, moved.piece.apart());
            return Ok(());
        }
        let changes = !self.spec.chameleons || variant.is_chameleon(moved.piece);
        let piece_type = moved.piece.piece_type();
        if changes && moved.mv.kind() != MoveKind::Promotion && !draft.pos.is_royal(piece_type) {
            let next = variant.rules.ladder.cycled(piece_type);
            moved.become_piece(draft, moved.piece.with_type(next));
        }
        Ok(())
    }
}
