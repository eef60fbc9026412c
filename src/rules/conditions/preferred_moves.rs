//! Conditions that limit a side to its longest moves, its shortest moves, or captures (if it has any). They compare all moves
//! that are legal by the other rules. Checks are as in chess. The length of a move is the distance between the centres of its
//! squares; if a captor moves on (`take-and-make`), between its first and its last one; for castling, the distances of king and
//! rook are added. Source: the conditions
//! `BlackMaximummer`, `BlackMinimummer` and `BlackMustCapture` of Popeye and their kin.

use super::Condition;
use crate::base::{Color, Move, Square};
use crate::position::Position;
use crate::rules;
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::variant::{ConditionSpec, Example, MoveKinds, Stage};

/// The kind of moves to which a side is limited.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Preference {
    /// The longest moves of the side.
    Long,
    /// The shortest moves of the side.
    Short,
    /// The captures of the side.
    Captures,
}

/// A condition that limits a side to the moves that it prefers.
pub struct PreferredMoves {
    /// The side that is limited; `None` for both.
    side: Option<Color>,
    preference: Preference,
    spec: &'static ConditionSpec,
}

/// Declares conditions of the type [`PreferredMoves`].
macro_rules! preferred {
    ($($(#[$doc:meta])* $item:ident $side:expr, $preference:ident, $name:literal $popeye:expr, $excludes:expr, $summary:literal, $fen:literal $mv:literal;)*) => {
        $($(#[$doc])*
        pub const $item: PreferredMoves = PreferredMoves {
            side: $side,
            preference: Preference::$preference,
            spec: &ConditionSpec {
                popeye: &$popeye,
                excludes: &$excludes,
                vetoes: MoveKinds::ALL,
                compares: true,
                ranks: [
                    matches!($side, None | Some(Color::White)),
                    matches!($side, None | Some(Color::Black)),
                ],
                is_bounded: true,
                ..ConditionSpec::new(
                    $name,
                    Stage::Aftermath,
                    $summary,
                    Example { fen: $fen, mv: $mv, after: None },
                )
            },
        };)*
    };
}

preferred! {
    /// Black plays his longest moves.
    BLACK_MAXIMUMMER Some(Color::Black), Long, "black-maximummer" ["BlackMaximummer"], [],
        "Black may only play the longest of his legal moves", "r3k3/8/8/8/8/8/8/4K3 b - - 0 1" "a8a2";
    /// White plays his longest moves.
    WHITE_MAXIMUMMER Some(Color::White), Long, "white-maximummer" ["WhiteMaximummer"], [],
        "White may only play the longest of his legal moves", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1" "a1a2";
    /// Black plays his shortest moves.
    BLACK_MINIMUMMER Some(Color::Black), Short, "black-minimummer" ["BlackMinimummer"], ["black-maximummer"],
        "Black may only play the shortest of his legal moves", "r3k3/8/8/8/8/8/8/4K3 b - - 0 1" "a8a2";
    /// White plays his shortest moves.
    WHITE_MINIMUMMER Some(Color::White), Short, "white-minimummer" ["WhiteMinimummer"], ["white-maximummer"],
        "White may only play the shortest of his legal moves", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1" "a1a8";
    /// Black captures if he can.
    BLACK_MUST_CAPTURE Some(Color::Black), Captures, "black-must-capture" ["BlackMustCapture"], ["no-capture", "benedict"],
        "Black has to capture if he can", "r3k3/8/8/8/8/8/8/N3K3 b - - 0 1" "a8a2";
    /// White captures if he can.
    WHITE_MUST_CAPTURE Some(Color::White), Captures, "white-must-capture" ["WhiteMustCapture"], ["no-capture", "benedict"],
        "White has to capture if he can", "n3k3/8/8/8/8/8/8/R3K3 w - - 0 1" "a1a2";
}

impl Condition for PreferredMoves {
    fn spec(&self) -> &'static ConditionSpec {
        self.spec
    }

    fn rank(&self, pos: &Position, mv: Move, outlook: &dyn Outlook) -> Option<u32> {
        let side = pos.side_to_move();
        if self.side.is_some_and(|concerned| concerned != side) {
            return None;
        }
        let length = || length(mv, outlook.last_square(pos, mv));
        Some(match self.preference {
            Preference::Long => u32::MAX - length(),
            Preference::Short => length(),
            Preference::Captures => u32::from(!rules::is_capture(pos, mv)),
        })
    }

    fn judge(&self, draft: &Draft<'_>, moved: &Moved, outlook: &dyn Outlook) -> Result<(), Veto> {
        let pos = draft.pos;
        let rank = |mv| self.rank(pos, mv, outlook);
        match rank(moved.mv) {
            Some(own) if own > 0 => {
                if outlook.has_move(pos, &|mv| rank(mv).is_some_and(|other| other < own)) {
                    Err(Veto)
                } else {
                    Ok(())
                }
            }
            _ => Ok(()),
        }
    }
}

/// The squared length of a move that ends on `to`; in castling the ways of king and rook add up to 4 or 5 squares.
fn length(mv: Move, to: Square) -> u32 {
    let from = mv.from();
    if mv.castles() {
        return if to.file() > from.file() { 16 } else { 25 };
    }
    let apart = |one: u8, other: u8| u32::from(one.abs_diff(other));
    let (files, ranks) = (apart(from.file(), to.file()), apart(from.rank(), to.rank()));
    files * files + ranks * ranks
}
