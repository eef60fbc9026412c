//! The goals of stipulations, and the parser of their length in moves.

use crate::base::Square;
use std::fmt;

/// The maximum number of moves of a stipulation.
pub const MOST_MOVES: u32 = 400;

/// The goal of the last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Goal {
    /// `#`: the other side is in check and has no legal move.
    Mate,
    /// `=`: the other side is not in check and has no legal move.
    Stalemate,
    /// `##`: both sides are in check and have no legal move; the side that moved had one before.
    DoubleMate,
    /// `##!`: as `##`, but the side that moved was mated before.
    CounterMate,
    /// `!#`: the side that moved would be in check without a legal move if it were its turn again.
    AutoMate,
    /// `#=`: the other side has no legal move.
    MateOrStalemate,
    /// `==`: stalemate, and the side that moved would have no legal move either if it were its turn again.
    DoubleStalemate,
    /// `!=`: the side that moved would have no legal move if it were its turn again; the other side is not in check.
    AutoStalemate,
    /// `+`: the other side is in check.
    Check,
    /// `x`: the move was a capture.
    Capture,
    /// `%`: the move was a capture after which fewer pieces stand on the board.
    WinOfPiece,
    /// `c81`: after all effects of the move, the piece that moved stands on the last rank of its side.
    LastRank,
    /// `zd4`: after all effects of the move, the piece that moved stands on the square.
    Target(Square),
    /// `00`: the move was castling.
    Castling,
    /// `ep`: the move was a capture in passing.
    EnPassant,
    /// `~`: any legal move.
    Any,
    /// The position of the diagram is reached: the goal of proof games.
    Diagram,
}

impl Goal {
    pub(super) const TEXTS: [(&'static str, Self); 15] = [
        ("##!", Self::CounterMate),
        ("##", Self::DoubleMate),
        ("!#", Self::AutoMate),
        ("#=", Self::MateOrStalemate),
        ("#", Self::Mate),
        ("==", Self::DoubleStalemate),
        ("=", Self::Stalemate),
        ("!=", Self::AutoStalemate),
        ("+", Self::Check),
        ("x", Self::Capture),
        ("%", Self::WinOfPiece),
        ("c81", Self::LastRank),
        ("00", Self::Castling),
        ("ep", Self::EnPassant),
        ("~", Self::Any),
    ];

    /// The goal at the beginning of a text in lower case, and the rest of the text; `None` if the text begins with no goal.
    ///
    /// # Errors
    /// If its square is wrong.
    pub(super) fn at_start(text: &str) -> Result<Option<(Self, &str)>, String> {
        for (sign, goal) in Self::TEXTS {
            if let Some(rest) = text.strip_prefix(sign) {
                return Ok(Some((goal, rest)));
            }
        }
        if let Some(rest) = text.strip_prefix("dia") {
            return Ok(Some((Self::Diagram, rest)));
        }
        let Some(square) = text.strip_prefix('z') else {
            return Ok(None);
        };
        let name = square.get(..2).unwrap_or(square);
        let at = name.parse().map_err(|_| {
            let name = name.escape_debug();
            format!("expected a square behind z, found '{name}'")
        })?;
        Ok(Some((Self::Target(at), &square[2..])))
    }

    /// Whether the side that reaches the goal exposes its own king to check, so that its other moves are illegal.
    pub const fn exposes_own_king(self) -> bool {
        matches!(self, Self::DoubleMate | Self::CounterMate | Self::AutoMate)
    }

    /// Whether a move that reaches the goal always gives check.
    pub const fn needs_check(self) -> bool {
        matches!(
            self,
            Self::Mate | Self::Check | Self::DoubleMate | Self::CounterMate
        )
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Target(square) = self {
            return write!(f, "z{square}");
        }
        let named = Self::TEXTS.iter().find(|(_, goal)| goal == self);
        f.write_str(named.map_or("", |(text, _)| text))
    }
}

/// Parses the number after a goal: whole moves, and whether half a move is added.
///
/// # Errors
/// What was expected.
pub(super) fn length(text: &str) -> Result<(u32, bool), String> {
    let halves = [".5", "\u{bd}", "-1/2"];
    let whole = halves.iter().find_map(|half| text.strip_suffix(half));
    let (whole, half) = whole.map_or((text, false), |whole| (whole, true));
    let whole = whole.strip_suffix(".0").unwrap_or(whole);
    let digits = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    let moves = whole.parse().ok().filter(|_| digits);
    let fits = |moves: &u32| *moves <= MOST_MOVES;
    moves
        .filter(fits)
        .map(|moves| (moves, half))
        .ok_or_else(|| format!("expected a number of moves up to {MOST_MOVES}, perhaps with .5"))
}
