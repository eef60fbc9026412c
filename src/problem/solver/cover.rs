//! The search for a cover: can the moves that are left do all that a picture needs?
//!
//! Each need of a picture is a bit, and a piece has choices: what it does from a square, with the moves that it takes to come there. Each
//! piece makes at most one choice. The need with the fewest pieces is met first, and a search ends where a need has none (an exact
//! cover with overlaps, as in D. Knuth, "Dancing Links", 2000).

/// The number of steps after which the search gives up and a cover counts as possible.
const MOST_STEPS: u32 = 400;
/// The side whose units meet one need each.
pub const BLOCKS: u8 = 0;
/// The side whose units meet any number of needs.
pub const ATTACKS: u8 = 1;

/// What a piece can do for a picture, and the moves that it needs for that.
#[derive(Clone, Copy)]
pub struct Choice {
    pub cost: u8,
    pub mask: u32,
}

/// A piece while a cover is searched.
#[derive(Clone, Copy)]
pub struct Unit {
    /// `BLOCKS` or `ATTACKS`: the index of the budget for its moves.
    pub side: u8,
    /// What its choice costs less, because that is counted in advance.
    pub paid: u8,
    /// What it does without a move, or by its choice.
    pub mask: u32,
    /// Its choices, ascending by cost; none once it has made one.
    pub start: u32,
    pub end: u32,
}

impl Unit {
    /// The choices within the budget: their costs and masks.
    fn able(self, choices: &[Choice], budget: [u32; 2]) -> impl Iterator<Item = (u32, u32)> {
        let most = budget[usize::from(self.side)];
        let choices = choices[self.start as usize..self.end as usize].iter();
        let choices = choices.map(move |choice| {
            let cost = choice.cost - choice.cost.min(self.paid);
            (u32::from(cost), choice.mask)
        });
        choices.take_while(move |(cost, _)| *cost <= most)
    }
}

/// Whether moves within the budgets meet all needs of `full`. The units are as before afterwards.
pub fn can_cover(choices: &[Choice], units: &mut [Unit], full: u32, budget: [u32; 2]) -> bool {
    let mut steps = MOST_STEPS;
    search(choices, units, full, budget, &mut steps)
}

fn search(
    choices: &[Choice],
    units: &mut [Unit],
    full: u32,
    budget: [u32; 2],
    steps: &mut u32,
) -> bool {
    let open = full & !units.iter().fold(0, |all, unit| all | unit.mask);
    if open == 0 {
        return true;
    }
    let Some(need) = rarest(choices, units, open, budget) else {
        return false;
    };
    for at in 0..units.len() {
        let unit = units[at];
        let side = usize::from(unit.side);
        for (cost, mask) in unit.able(choices, budget) {
            if mask & need == 0 {
                continue;
            }
            if *steps == 0 {
                return true;
            }
            *steps -= 1;
            units[at] = Unit {
                mask,
                end: unit.start,
                ..unit
            };
            let mut left = budget;
            left[side] -= cost;
            let can = search(choices, units, full, left, steps);
            units[at] = unit;
            if can {
                return true;
            }
        }
    }
    false
}

/// A need that few units can meet; `None` if the needs cannot all be met: one by no unit, or those that only blocks can meet cost too much.
fn rarest(choices: &[Choice], units: &[Unit], open: u32, budget: [u32; 2]) -> Option<u32> {
    let (mut once, mut twice, mut attacked) = (0, 0, 0);
    let mut block_costs = [u8::MAX; u32::BITS as usize];
    let mut blockers = 0;
    for unit in units {
        let mut able = 0;
        for (cost, mask) in unit.able(choices, budget) {
            able |= mask;
            if unit.side == BLOCKS && mask & open != 0 {
                let known = &mut block_costs[mask.trailing_zeros() as usize];
                *known = (*known).min(cost as u8);
            } else if able & open == open {
                break;
            }
        }
        able &= open;
        twice |= once & able;
        once |= able;
        if unit.side == BLOCKS {
            blockers += u32::from(able != 0);
        } else {
            attacked |= able;
        }
    }
    let mut blocked = open & !attacked;
    let only_blocked = blocked;
    let mut left = budget[usize::from(BLOCKS)];
    while blocked != 0 {
        left = left.checked_sub(block_costs[blocked.trailing_zeros() as usize].into())?;
        blocked &= blocked - 1;
    }
    if open & !once != 0 || only_blocked.count_ones() > blockers {
        return None;
    }
    // Attacks first: what is left for blocks is bounded best.
    let needs = [
        open & !only_blocked & !twice,
        open & !twice,
        open & !only_blocked,
        open,
    ];
    let first = needs.into_iter().find(|needs| *needs != 0)?;
    Some(first & first.wrapping_neg())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    /// Whether some choice of each unit from `at` on, or none, meets all needs.
    fn tried_out(
        choices: &[Choice],
        units: &[Unit],
        at: usize,
        open: u32,
        budget: [u32; 2],
    ) -> bool {
        let Some(unit) = units.get(at) else {
            return open == 0;
        };
        let side = usize::from(unit.side);
        tried_out(choices, units, at + 1, open & !unit.mask, budget)
            || unit.able(choices, budget).any(|(cost, mask)| {
                let mut left = budget;
                left[side] -= cost;
                tried_out(choices, units, at + 1, open & !mask, left)
            })
    }

    #[test]
    fn covers_are_found_where_trying_all_choices_finds_them() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let mut number = |below: u32| rng.random_range(0..below);
        let (mut found, mut none) = (0, 0);
        for _ in 0..4000 {
            let mut choices = Vec::new();
            let mut units = Vec::new();
            for _ in 0..2 + number(3) {
                let side = number(2) as u8;
                let start = choices.len() as u32;
                let mut costs: Vec<u8> = (0..number(4)).map(|_| number(4) as u8).collect();
                costs.sort_unstable();
                for cost in costs {
                    let mask = match side {
                        BLOCKS => 1 << number(6),
                        _ => number(64),
                    };
                    choices.push(Choice { cost, mask });
                }
                units.push(Unit {
                    side,
                    paid: u8::from(side == ATTACKS && number(4) == 0),
                    mask: number(64) & number(64) & number(64),
                    start,
                    end: choices.len() as u32,
                });
            }
            let budget = [number(4), number(4)];
            let full = number(64);
            let expected = tried_out(&choices, &units, 0, full, budget);
            assert_eq!(can_cover(&choices, &mut units, full, budget), expected);
            *(if expected { &mut found } else { &mut none }) += 1;
        }
        assert!(found > 500 && none > 500, "{found} {none}");
    }
}
