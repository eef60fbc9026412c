//! Which implementation of the rules serves a game, by what the game combines.

use crate::variant::Variant;

/// An implementation of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Captures by displacement, castling, en passant: nothing else changes.
    Orthodox,
    /// As orthodox, with men that capture from afar.
    Rifle,
    /// Moves with side effects.
    Effects,
    /// Kings are captured.
    RoyalCapture,
    /// Several moves a turn.
    Serial,
}

impl Family {
    /// The implementation for a game.
    pub const fn of(variant: &Variant) -> Self {
        let has = &variant.rules.capabilities;
        if has.royal_capture {
            Self::RoyalCapture
        } else if has.schedule {
            Self::Serial
        } else if has.side_effects {
            Self::Effects
        } else if has.shots {
            Self::Rifle
        } else {
            Self::Orthodox
        }
    }
}
