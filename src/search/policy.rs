//! Decides which search techniques are sound in a game, once per search, from the variant's rules.

use crate::variant::Variant;

/// Whether null-move pruning is sound: whether, apart from zugzwang, some move is better than passing.
///
/// It is unsound if a schedule gives turns several legs (passing gives up the whole turn), if captures are compulsory, and with
/// conditions that make moving costly: the moved piece changes sides (Antiandernach, Superandernach) or type (Einstein), or frees a
/// paralysed piece (Madrasi).
pub fn null_move_is_sound(variant: &Variant) -> bool {
    let rules = &variant.rules;
    !rules.capabilities.schedule && !rules.must_capture && !rules.conditions.moving_costs()
}

#[cfg(test)]
mod tests {
    use super::null_move_is_sound;
    use crate::catalogue::games;

    #[test]
    fn passing_stands_for_a_move_where_moving_costs_nothing() {
        let sound = |game| null_move_is_sound(&games().variant(game).expect("a game"));
        for game in [
            "chess",
            "demichess",
            "grasshopper",
            "hopgi",
            "ag",
            "andernach",
            "circe",
        ] {
            assert!(sound(game), "{game}");
        }
        for game in [
            "doublemove",
            "progressive",
            "antiandernach",
            "superandernach",
            "einstein",
            "madrasi",
            "giveaway",
        ] {
            assert!(!sound(game), "{game}");
        }
    }
}
