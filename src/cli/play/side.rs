//! The sides of player and engine.

use katydid::base::Color;

/// Which sides the player has; the engine has the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Side {
    /// The player has White, the engine Black.
    White,
    /// The player has Black, the engine White.
    Black,
    /// The player has both sides.
    Both,
    /// The engine has both sides.
    None,
}

impl Side {
    /// Whether the player has the side `color`.
    pub const fn has(self, color: Color) -> bool {
        match self {
            Self::White => matches!(color, Color::White),
            Self::Black => matches!(color, Color::Black),
            Self::Both => true,
            Self::None => false,
        }
    }
}
