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
    /// The opponent has nothing but a king.
    BareKing,
    /// Neither side can ever win.
    DeadPosition,
    /// The third occurrence of a position.
    Repetition,
    /// A position has come back as often as decides the game, or draws it.
    Repeated,
    /// A side has given check with all its moves between the occurrences of a position.
    PerpetualCheck,
    /// The count of moves in the endgame is over.
    Counted,
    /// Too many moves without anything irreversible.
    MoveCount,
    /// All royal pieces have been captured.
    KingsCaptured,
    /// The side to move has no move (in games without check).
    NoMove,
    /// A side has reached a square that ends the game, or both have.
    Reached,
    /// A side has given as many checks as the game counts.
    Checks,
    /// A side has lost its pieces of a kind.
    KindLost,
    /// A side has lost its pieces.
    AllLost,
    /// A player gave up.
    Resignation,
    /// The players agreed.
    Agreement,
    /// A player's time ran out.
    Time,
}

impl Reason {
    /// The words for people, as they stand in `1-0 {words}`.
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

    /// Whether the last move itself ended the game, before the question of moves arises.
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
    /// Why.
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
