//! Which techniques of the search are sound in a game: decided once a search, from what the game has.

use crate::variant::Variant;

/// Whether passing may stand for a move in null-move pruning: whether a side to move would rather move
/// than pass, zugzwang aside.
///
/// Not where turns have several legs by a schedule, since passing then gives the opponent a whole turn;
/// nor under conditions by which moving costs something: the piece its allegiance (Antiandernach,
/// Superandernach) or its rank (Einstein), or its side the paralysis of other pieces (Madrasi).
pub fn null_move_is_sound(variant: &Variant) -> bool {
    let rules = &variant.rules;
    !rules.capabilities.schedule && !rules.conditions.moving_costs()
}

#[cfg(test)]
mod tests {
    use super::null_move_is_sound;
    use crate::catalogue::Catalogue;

    #[test]
    fn passing_stands_for_a_move_where_moving_costs_nothing() {
        let sound = |game| null_move_is_sound(Catalogue::embedded().variant(game).expect("a game"));
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
        ] {
            assert!(!sound(game), "{game}");
        }
    }
}
