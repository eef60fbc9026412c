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
    RING_ATTACKER = 14, 0, "Danger units: a man that attacks squares beside the enemy king.";
    RING_ATTACK = 5, 0, "Danger units: each such attack.";
    WEAK_RING = 9, 0, "Danger units: an attacked square beside the king that only the king guards.";
    SAFE_CHECK = 16, 0, "Danger units: a square from which a man can check and not be taken.";
    PAWN_THREAT = 45, 35, "An enemy officer that a pawn attacks.";
    HANGING = 24, 26, "An enemy man that is attacked and not defended.";
    PRESSED = 22, 22, "An enemy officer that a clearly cheaper officer attacks.";
    DOUBLED_PAWN = -10, -18, "A pawn with a pawn of its own in front of it.";
    ISOLATED_PAWN = -12, -14, "A pawn without neighbours on the next files.";
    PASSED_PAWN = 2, 6, "A pawn that no enemy pawn can stop, times the square of its way beyond the second rank.";
    PASSED_FREE = 1, 4, "The same again if the square ahead is empty and not attacked.";
    PASSED_ESCORT = 0, 3, "A rank of a passed pawn times how much nearer our king is to it than theirs.";
    PASSED_GUARDED = 4, 10, "A passed pawn that another pawn protects.";
    SHIELD_PAWN = 9, 0, "A pawn right in front of its castled king.";
    HAND_MAN = 12, 12, "Percent that a man in hand is worth beyond its value on the board.";
    LAST_MAN = -90, -90, "Having only one man besides the king where a bare king loses.";
    FEW_MEN = -25, -25, "Having only two men besides the king where a bare king loses.";
    LONE_ROYAL = -350, -350, "Having lost one of two kings.";
}

/// The right to move.
pub const TEMPO: Value = 14;
