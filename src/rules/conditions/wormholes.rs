//! Wormholes: a piece, kings included, that arrives on a wormhole goes on to another one that is empty, which its side chooses; if there is
//! none, it cannot move to the first. Having captured nothing it does not go back to where it came from. A king or rook that comes home so
//! counts as reborn there. In castling nothing goes on. A pawn on a wormhole of its own first rank captures and makes a single step. Where
//! the squares are is said by `wormholes` in `[zones]`. Source: the condition `Wormholes` of Popeye.

use super::Condition;
use crate::base::{Bitboard, MoveKind};
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, MoveKinds, Possible, Stage};

/// A piece that arrives on a wormhole goes on to another one.
pub const WORMHOLES: Wormholes = Wormholes;

/// The condition `wormholes`.
pub struct Wormholes;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["Wormholes"],
    on_capture: Footprint::Anywhere,
    on_quiet: Footprint::Anywhere,
    vetoes: MoveKinds::QUIET.or(MoveKinds::CAPTURE),
    vetoes_by_act: true,
    vetoes_checks: true,
    chooses: MoveKinds::QUIET.or(MoveKinds::CAPTURE),
    promotes: true,
    has_squares: true,
    makes_possible: &[Possible::PawnsOnEndRanks],
    ..ConditionSpec::new(
        "wormholes",
        Stage::CaptorMovesOn,
        "a piece that comes to a wormhole goes on to another one that is empty, which its side chooses; `wormholes` in `[zones]` lists them",
        Example {
            fen: "4k3/8/8/8/3p4/8/8/3RK3 w - - 0 1",
            mv: "d1d4/e5",
            after: Some("4k3/8/8/4R3/8/8/8/4K3"),
        },
    )
};

impl Condition for Wormholes {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn choices(&self, draft: &Draft<'_>, moved: &Moved, _: &dyn Outlook) -> Bitboard {
        if !arrives(draft, moved) {
            return Bitboard::EMPTY;
        }
        let open = draft.pos.variant().rules.zones.wormholes & !draft.occupied();
        if moved.captures || moved.mv.kind() == MoveKind::Promotion {
            open
        } else {
            open & !Bitboard::from(moved.mv.from())
        }
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        if arrives(draft, moved) {
            let to = moved.choice.ok_or(Veto)?;
            moved.go_on(draft, to);
            draft.reborn |= to.into();
        }
        Ok(())
    }
}

/// Whether the moving piece has come to a wormhole.
fn arrives(draft: &Draft<'_>, moved: &Moved) -> bool {
    let holes = draft.pos.variant().rules.zones.wormholes;
    holes.contains(moved.at) && moved.mv.kind() != MoveKind::Shot && !moved.is_gone
}
