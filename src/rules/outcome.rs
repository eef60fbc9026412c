//! How games end.

use crate::base::Color;
use std::fmt;

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The king is in check and there is no legal move.
    Checkmate,
    /// The side to move is not in check but has no move.
    Stalemate,
    /// The loser has nothing but a king.
    BareKing,
    /// Neither side can ever win.
    DeadPosition,
    /// The third occurrence of a position.
    Repetition,
    /// A repetition by the game's own rule, which is not the draw by the third occurrence.
    Repeated,
    /// Every move of one side between the occurrences of a position gave check.
    PerpetualCheck,
    /// The limit of the endgame counting rule is reached.
    Counted,
    /// The move limit is reached: too many moves without a capture, a pawn move or other progress.
    MoveCount,
    /// All royal pieces have been captured.
    KingsCaptured,
    /// The side to move has no move (in games without check).
    NoMove,
    /// One side has reached a square that ends the game, or both sides have.
    Reached,
    /// A side has given the number of checks that wins.
    Checks,
    /// A side has lost all its pieces of one type, or all but the number that the game sets.
    KindLost,
    /// A side has lost all its pieces, or all but the number that the game sets.
    AllLost,
    /// A player gave up.
    Resignation,
    /// The players agreed.
    Agreement,
    /// A player's time ran out.
    Time,
}

impl Reason {
    /// The reason in words, as in `1-0 {checkmate}`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::BareKing => "bare king",
            Self::DeadPosition => "neither side can win",
            Self::Repetition => "third repetition",
            Self::Repeated => "repetition",
            Self::PerpetualCheck => "perpetual check",
            Self::Counted => "the count is over",
            Self::MoveCount => "no progress for too long",
            Self::KingsCaptured => "all kings captured",
            Self::NoMove => "no legal move",
            Self::Reached => "goal reached",
            Self::Checks => "enough checks",
            Self::KindLost => "all pieces of a kind lost",
            Self::AllLost => "all pieces lost",
            Self::Resignation => "resignation",
            Self::Agreement => "draw agreed",
            Self::Time => "time",
        }
    }

    /// Whether the last move ended the game, even if the side to move has legal moves.
    pub const fn is_final(self) -> bool {
        matches!(
            self,
            Self::KingsCaptured | Self::Reached | Self::Checks | Self::KindLost | Self::AllLost
        )
    }
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Outcome {
    /// The winner; none in a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: Reason,
}

impl Outcome {
    /// A win.
    pub const fn win(winner: Color, reason: Reason) -> Self {
        Self {
            winner: Some(winner),
            reason,
        }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Self {
        Self {
            winner: None,
            reason,
        }
    }

    /// The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{", self.result())?;
        match self.winner {
            Some(winner) => write!(f, "{} wins: {}}}", winner.name(), self.reason.words()),
            None => write!(f, "Draw: {}}}", self.reason.words()),
        }
    }
}
