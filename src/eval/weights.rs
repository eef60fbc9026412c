//! The numbers of the evaluation, each with its meaning; set by hand, in centipawns.

use crate::base::{Phased, Value};

macro_rules! weights {
    ($($name:ident = $opening:literal, $endgame:literal, $meaning:literal;)*) => {
        $(#[doc = $meaning]
        pub const $name: Phased = Phased::new($opening, $endgame);)*

        /// Name, opening value, endgame value and meaning of every weight.
        pub const WEIGHTS: &[(&str, Value, Value, &str)] =
            &[$((stringify!($name), $opening, $endgame, $meaning)),*];
    };
}

weights! {
    LEAP_MOBILITY = 5, 5, "A safe square within a leap.";
    LINE_MOBILITY = 3, 4, "A safe square along a line.";
    HOP_MOBILITY = 3, 3, "A safe square behind a hurdle.";
    RING_ATTACK = 7, 2, "An attack on a square beside the enemy king, for each further attacker again.";
    DOUBLED_PAWN = -10, -18, "A pawn with a pawn of its own in front of it.";
    ISOLATED_PAWN = -12, -14, "A pawn without neighbours on the next files.";
    PASSED_PAWN = 6, 14, "A pawn that no enemy pawn can stop, for each rank it has come beyond the second.";
    PASSED_GUARDED = 4, 10, "A passed pawn that another pawn protects.";
    SHIELD_PAWN = 9, 0, "A pawn right in front of its castled king.";
    HAND_MAN = 12, 12, "Percent that a man in hand is worth beyond its value on the board.";
    LAST_MAN = -90, -90, "Having only one man besides the king where a bare king loses.";
    FEW_MEN = -25, -25, "Having only two men besides the king where a bare king loses.";
    LONE_ROYAL = -350, -350, "Having lost one of two kings.";
}

/// The right to move.
pub const TEMPO: Value = 14;
