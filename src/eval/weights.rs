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
    LEAP_MOBILITY = 5, 4, "A safe square within a leap.";
    LINE_MOBILITY = 3, 4, "A safe square along a line.";
    HOP_MOBILITY = 3, 3, "A safe square behind a hurdle.";
    LINE_ATTACKER = 14, 0, "Danger units: a man with lines that attacks squares beside the enemy king.";
    LEAP_ATTACKER = 3, 0, "Danger units: a man without lines that attacks squares beside the enemy king.";
    RING_ATTACK = 5, 0, "Danger units: each such attack.";
    WEAK_RING = 9, 0, "Danger units: an attacked square beside the king that only the king defends.";
    SAFE_CHECK = 18, 0, "Danger units: a square from which a man can check and not be taken.";
    PAWN_THREAT = 45, 35, "An enemy officer that a pawn attacks.";
    HANGING = 30, 48, "An enemy man that is attacked and not defended.";
    PRESSED = 26, 23, "An enemy officer that a clearly cheaper officer attacks.";
    DOUBLED_PAWN = -15, -23, "A pawn with a pawn of its own in front of it.";
    ISOLATED_PAWN = -11, -15, "A pawn without neighbours on the next files.";
    PASSED_PAWN = 2, 6, "A pawn that no enemy pawn can stop, times the square of its way beyond the second rank.";
    PASSED_FREE = 3, 3, "The same again if the square ahead is empty and not attacked.";
    PASSED_ESCORT = 1, 8, "A rank of a passed pawn times how much nearer our king is to it than theirs.";
    PASSED_GUARDED = 7, 11, "A passed pawn that another pawn protects.";
    SHIELD_PAWN = 8, -6, "A pawn right in front of its castled king.";
    HAND_MAN = -35, -35, "Percent of its value on the board that a man in hand gains, or waiting to be dropped, loses.";
    LAST_MAN = -75, -65, "Having only one man besides the king where a bare king loses.";
    FEW_MEN = -30, -45, "Having only two men besides the king where a bare king loses.";
    HAND_TEMPO = 10, 10, "Having the move and a man to drop.";
    ROYAL_HIT = 30, 30, "Danger units: a king under attack.";
    ROYAL_RING = 5, 5, "Danger units: an attacked square that a king could step to.";
    ROYAL_DROP = 8, 8, "Danger units: a safe square from where a man in hand would attack a king, at most three for each piece type.";
    ROYAL_BOXED = 14, 14, "Danger units: a king without a safe square to step to.";
    LONE_DANGER = 180, 180, "Percent of the danger to a king that is the last one.";
    ZONE_REACH = 16, 16, "A man that can promote with its next move, on a square that is not attacked.";
    MAO_HOP = 3, 3, "A square that a man can hop to.";
    LONE_ROYAL = -350, -350, "Having lost one of two kings.";
}

/// The right to move.
pub const TEMPO: Value = 14;
