//! Imitators: each of these marks, which belong to nobody, goes with every move, as far and in the same direction. A move is only legal if all imitators can: a
//! rider's path from the imitator has to be empty, a hopper's needs its hurdle there, and the square where the imitator ends must be empty and on the board; the square
//! that the piece leaves counts as empty, that of a captured piece does not. In castling imitators follow the king, then the rook. A king is not in check by a piece whose capture the
//! imitators could not follow. A pawn may promote to an imitator (`i`), which goes with the moves after that. Pieces pass imitators, but a move is illegal after which a piece, such as a reborn one, stands on the square of one. Drops and captures from afar move no imitator. Where they
//! start is said by `imitators` in `[zones]`; positions name their squares (`imitators:d4-e5`). Source: T. Kok (1939), as Popeye plays
//! `Imitator`.

use super::Condition;
use crate::base::{Bitboard, MoveKind, Square};
use crate::board::between;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, MoveKinds, Remembered, Stage};

/// Marks that go with every move, which is only legal if they can.
pub const IMITATORS: Imitators = Imitators;

/// The condition `imitators`.
pub struct Imitators;

static SPEC: ConditionSpec = ConditionSpec {
    popeye: &["Imitator"],
    on_capture: Footprint::Anywhere,
    on_quiet: Footprint::Anywhere,
    vetoes: MoveKinds::MOVES,
    vetoes_checks: true,
    defines_check: true,
    has_squares: true,
    remembers: Some(Remembered::Imitators),
    // How an imitator follows a piece that moves on, or by the movement of another one, is not said here.
    excludes: &[
        "annan",
        "orphans",
        "friends",
        "transmuted-kings",
        "white-transmuted-king",
        "black-transmuted-king",
        "take-and-make",
        "circe-take-and-make",
        "make-and-take",
        "wormholes",
        "mars-circe",
        "phantom",
        "phantom-rex",
    ],
    ..ConditionSpec::new(
        "imitators",
        Stage::CaptorMovesOn,
        "imitators go with every move, as far and in the same direction; a move that they cannot follow is illegal",
        Example {
            fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 imitators:d5",
            mv: "a1a5",
            after: None,
        },
    )
};

impl Condition for Imitators {
    fn spec(&self) -> &'static ConditionSpec {
        &SPEC
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        let before = draft.memory.imitators;
        let after = before.into_iter().map(|at| follow(draft, moved, at));
        let after: Option<Bitboard> = after.collect();
        draft.memory.imitators = after.ok_or(Veto)?;
        if Some(moved.piece.piece_type()) == draft.pos.variant().rules.imitator {
            draft.memory.imitators |= moved.at.into();
            draft.set(moved.at, None);
            moved.is_gone = true;
        }
        Ok(())
    }

    fn judge(&self, draft: &Draft<'_>, _: &Moved, _: &dyn Outlook) -> Result<(), Veto> {
        if draft.memory.imitators.intersects(draft.occupied()) {
            Err(Veto)
        } else {
            Ok(())
        }
    }
}

/// The square to which an imitator on a square follows a move; `None` if it cannot.
fn follow(draft: &Draft<'_>, moved: &Moved, imitator: Square) -> Option<Square> {
    let pos = draft.pos;
    let rules = &pos.variant().rules;
    let (from, to) = (moved.mv.from(), moved.mv.to());
    let others = pos.occupied() & !Bitboard::from(from);
    let shifted = |at: Square, from: Square, to: Square| {
        let step = |one: u8, other: u8| other.wrapping_sub(one).cast_signed();
        let (files, ranks) = (step(from.file(), to.file()), step(from.rank(), to.rank()));
        let end = rules.board.offset(at, files, ranks);
        end.filter(|end| rules.board.squares().contains(*end))
    };
    // The squares over which an imitator on `at` follows a piece that goes straight.
    let straight = |at: Square, from: Square, to: Square, blocked: Bitboard| {
        let end = shifted(at, from, to)?;
        let path = between(at, end) | end.into();
        (!path.intersects(blocked)).then_some(end)
    };
    match moved.mv.kind() {
        MoveKind::Drop | MoveKind::Shot => Some(imitator),
        MoveKind::Castle => {
            let way = rules.castling.of_move(moved.piece.color(), moved.mv);
            let beside = straight(imitator, way.king.0, way.king.1, others)?;
            let castled = others & !Bitboard::from(way.rook.0) | way.king.1.into();
            straight(beside, way.rook.0, way.rook.1, castled)
        }
        _ => {
            let end = shifted(imitator, from, to)?;
            let piece = pos.at(from)?;
            if rules.rank_pawn == Some(piece.piece_type()) {
                return straight(imitator, from, to, others);
            }
            let tables = pos.variant().moves_of(piece);
            let [quiet, capture] = tables.targets(imitator, others);
            let reached = if moved.captures { capture } else { quiet };
            (reached.contains(end) && !others.contains(end)).then_some(end)
        }
    }
}
