//! Atomic: a capture is an explosion. Captor and captured piece leave the board, and so do all pieces except pawns next to the square of
//! the capture. A capture that would blow up the captor's own king is illegal, and an attack by such a capture is no check. Unless the
//! loss of a king ends the game, no king may be blown up. Source: the rules of lichess.org.

use super::Condition;
use crate::base::{MoveKind, Piece, Square};
use crate::position::Position;
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, MoveKinds, Stage};

/// Captures are explosions.
pub const ATOMIC: Atomic = Atomic {
    spec: &SPEC,
    kings_stand: false,
};

/// Captures are explosions that kings survive, who do not capture each other (Atomar, the rules of chess.com).
pub const ATOMAR: Atomic = Atomic {
    spec: &ATOMAR_SPEC,
    kings_stand: true,
};

/// The conditions `atomic` and `atomar`.
pub struct Atomic {
    spec: &'static ConditionSpec,
    /// Whether explosions do not reach kings, and kings do not capture kings.
    kings_stand: bool,
}

static SPEC: ConditionSpec = ConditionSpec {
    on_capture: Footprint::Anywhere,
    vetoes: MoveKinds::CAPTURE.or(MoveKinds::CASTLING),
    vetoes_checks: true,
    ..ConditionSpec::new(
        "atomic",
        Stage::Aftermath,
        "a capture removes captor and captured piece and every piece next to its square but pawns; it may not remove the own \
         king, nor, without the goal that kings are lost, the other one",
        Example {
            fen: "4k3/8/2p1r3/3n4/8/2N5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: Some("4k3/8/2p5/8/8/8/8/4K3"),
        },
    )
};

static ATOMAR_SPEC: ConditionSpec = ConditionSpec {
    on_capture: Footprint::Anywhere,
    limits_captures: true,
    excludes: &["atomic"],
    ..ConditionSpec::new(
        "atomar",
        Stage::Aftermath,
        "a capture removes captor and captured piece and every piece next to its square but pawns and kings; kings do not capture \
         each other",
        Example {
            fen: "8/2p5/3kr3/3n4/8/2N5/8/4K3 w - - 0 1",
            mv: "c3d5",
            after: Some("8/2p5/3k4/8/8/8/8/4K3"),
        },
    )
};

impl Condition for Atomic {
    fn spec(&self) -> &'static ConditionSpec {
        self.spec
    }

    fn allows_capture(&self, pos: &Position, from: Square, to: Square) -> bool {
        let royal = |square| {
            let piece: Option<Piece> = pos.at(square);
            piece.is_some_and(|piece| pos.is_royal(piece.piece_type()))
        };
        !(self.kings_stand && royal(from) && royal(to))
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        if !moved.captures {
            return Ok(());
        }
        let rules = &draft.pos.variant().rules;
        let center = match moved.victim {
            Some((square, _)) if moved.mv.kind() == MoveKind::Shot => square,
            _ => moved.at,
        };
        let neighbours = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
        let blown_up = neighbours.filter_map(|(files, ranks)| rules.board.offset(center, files, ranks));
        let shooter = (center != moved.at).then_some(moved.at);
        for square in blown_up.filter(|square| *square != moved.at || shooter.is_none()).chain(shooter) {
            let is_reached = |piece| square == moved.at || !rules.pawns.contains(piece);
            let Some(piece) = draft.at(square).filter(|piece| is_reached(piece.piece_type())) else {
                continue;
            };
            let is_king = rules.royals.contains(piece.piece_type());
            if self.kings_stand && is_king || rules.wall == Some(piece.piece_type()) {
                continue;
            }
            let spared = !rules.king_loss_ends || piece.color() == moved.piece.color();
            if spared && rules.royals.contains(piece.piece_type()) {
                return Err(Veto);
            }
            remove(draft, square);
        }
        moved.is_gone = draft.at(moved.at).is_none();
        Ok(())
    }
}

fn remove(draft: &mut Draft<'_>, square: Square) {
    draft.set(square, None);
    draft.changed = true;
}
