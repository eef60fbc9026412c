//! Goals other than mate: how near each side is to squares that it has to reach, to a number of checks, or to the loss of pieces that it
//! must keep. In games won by losing pieces the whole evaluation changes its sign instead (`RuleSet::fewer_is_better`).

use super::balance::balance;
use super::mobility::Reach;
use super::tally::Tally;
use crate::base::{Bitboard, Color, PieceTypeSet};
use crate::position::Position;
use crate::variant::{GoalEvent, GoalResult, GoalRule, Variant, term};

/// The cap of distances to goal squares, in king steps.
const FAR: i32 = 8;

/// Whether this term scores a goal: goals that end in a win or loss, except wins by losing pieces.
fn counts(goal: &GoalRule) -> bool {
    goal.result != GoalResult::Draw && !goal.wins_by_loss()
}

/// Whether a game has goals that this term scores.
pub fn matter(variant: &Variant) -> bool {
    variant.rules.goals.iter().any(counts)
}

/// The score for nearness to the goals, White minus Black.
pub fn nearness<T: Tally>(pos: &Position, reach: &Reach<T>) -> T {
    let mut sum = T::default();
    for goal in pos.variant().rules.goals.iter().filter(|goal| counts(goal)) {
        let side = |us: Color| match goal.event {
            GoalEvent::Reach { by, squares, .. } => {
                race(pos, reach, us, pos.by_types(by), squares[us.index()])
            }
            GoalEvent::Checks => checks(pos, us),
            GoalEvent::Lost { kinds, left } => {
                let mut side = T::default();
                for kind in kinds.iter() {
                    side += spare(pos, us, std::iter::once(kind).collect(), left);
                }
                side
            }
            GoalEvent::LostAll { kinds, left } => spare(pos, us, kinds, left),
        };
        let wins = matches!(goal.event, GoalEvent::Reach { .. } | GoalEvent::Checks);
        // The weight of spare pieces is negative, so it is added in games where losing pieces loses.
        if (goal.result == GoalResult::Wins) == wins {
            sum += balance(side);
        } else {
            sum -= balance(side);
        }
    }
    sum
}

/// Scores the distance of `runners` to `squares` in king steps, twice: over all squares, and over squares without own pieces or enemy
/// attacks.
fn race<T: Tally>(
    pos: &Position,
    reach: &Reach<T>,
    us: Color,
    runners: Bitboard,
    squares: Bitboard,
) -> T {
    let values = &pos.variant().values;
    let runners = runners & pos.by_color(us);
    let steps_over = |open: Bitboard| {
        let mut there = runners;
        (0..FAR).find(|_| {
            let arrived = there.intersects(squares);
            there |= there.grown() & open;
            arrived
        })
    };
    let mut side = T::of(
        values,
        term::GOAL_STEP,
        steps_over(Bitboard::ALL).unwrap_or(FAR),
    );
    let open =
        pos.variant().rules.board.squares() & !pos.by_color(us) & !reach.attacked[(!us).index()];
    if let Some(steps) = steps_over(open) {
        let to_move = i32::from(us == pos.side_to_move());
        side += T::of(values, term::GOAL_WAY, 24 / (2 * steps - to_move).max(1));
    }
    side
}

/// Scores the checks that a side has given; each counts more the fewer are left to win.
fn checks<T: Tally>(pos: &Position, us: Color) -> T {
    let variant = pos.variant();
    let nearness = |left: u8| (12 / i32::from(left.max(1))).pow(2);
    let given = nearness(pos.state().checks_left[us.index()]) - nearness(variant.rules.checks);
    T::of(&variant.values, term::CHECK_GIVEN, given)
}

/// Scores how few pieces of `kinds` a side can still lose before it loses the game, as 12 divided by their number.
fn spare<T: Tally>(pos: &Position, us: Color, kinds: PieceTypeSet, left: u32) -> T {
    let standing = (pos.by_types(kinds) & pos.by_color(us)).count();
    let held = kinds.iter().map(|kind| u32::from(pos.hand(us).count(kind)));
    let spare = (standing + held.sum::<u32>()).saturating_sub(left);
    T::of(
        &pos.variant().values,
        term::LAST_SPARE,
        12 / spare.max(1) as i32,
    )
}

#[cfg(test)]
mod tests {
    use crate::catalogue::games;
    use crate::eval::Trace;
    use crate::rules;
    use crate::variant::{Term, term};

    /// How often a weight counts in a position, White minus Black.
    fn count(game: &str, term: Term, fen: &str) -> i32 {
        let game = games().variant(game).unwrap();
        Trace::of(&rules::position(&game, fen).unwrap()).count(term)
    }

    #[test]
    fn ways_are_those_that_the_enemy_does_not_attack() {
        let hill = |term, fen| count("kingofthehill", term, fen);
        // White needs three steps, Black three, both paths free: 24 / (2 * 3 - 1) for the side to move, 24 / (2 * 3) for the other.
        let free = "k7/8/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(hill(term::GOAL_STEP, free), 0);
        assert_eq!(hill(term::GOAL_WAY, free), 24 / 5 - 24 / 6);
        // A guarded rook on the second rank closes White's path over safe squares, but does not change the distance.
        let barred = "k7/8/8/8/8/6p1/7r/4K3 w - - 0 1";
        assert_eq!(hill(term::GOAL_STEP, barred), 0);
        assert_eq!(hill(term::GOAL_WAY, barred), -24 / 6);
    }

    #[test]
    fn the_fewer_checks_are_left_the_more_each_counts() {
        let given = |left: &str| {
            let fen = format!("4k3/8/8/8/8/8/8/R3K3 w - - {left} 0 1");
            count("3check", term::CHECK_GIVEN, &fen)
        };
        let counts = ["3+3", "2+3", "1+3", "1+2"].map(given);
        assert_eq!(counts, [0, 36 - 16, 144 - 16, 144 - 36]);
    }

    #[test]
    fn the_last_piece_of_a_kind_counts_most() {
        // White has one knight against two and two bishops against one; the other pieces are equal in number.
        let fen = "qqnnkrrb/pppppppp/8/8/8/8/PPPPPPPP/QQNRKRBB w - - 0 1";
        let last = count("extinction", term::LAST_SPARE, fen);
        assert_eq!(last, 12 - 6 + 6 - 12);
    }
}
