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

/// Costs up to this one are told apart in the unions of a list.
const MOST_COST: usize = 7;

/// What a piece can do for a picture, and the moves that it needs for that.
#[derive(Clone, Copy)]
pub struct Choice {
    pub cost: u8,
    pub mask: u32,
}

/// The choices of one piece for one picture: a range of `Choices::all`, ascending by cost.
#[derive(Clone, Copy)]
struct List {
    start: u32,
    end: u32,
    /// What the choices of at most each cost do together; the last stands for all costs.
    within: [u32; MOST_COST + 1],
}

impl List {
    const EMPTY: Self = Self {
        start: 0,
        end: 0,
        within: [0; MOST_COST + 1],
    };

    /// What the choices of at most this cost can do together, or more.
    #[inline]
    fn able(&self, cost: u32) -> u32 {
        self.within[(cost as usize).min(MOST_COST)]
    }
}

/// The choices of pieces, in lists.
pub struct Choices {
    all: Vec<Choice>,
    lists: Vec<List>,
}

impl Choices {
    /// The number of the list without choices.
    pub const NONE: u32 = 0;

    pub fn new() -> Self {
        Self {
            all: Vec::new(),
            lists: vec![List::EMPTY],
        }
    }

    /// Adds a list, ascending by cost. Returns its number.
    pub fn add(&mut self, choices: impl IntoIterator<Item = Choice>) -> u32 {
        let start = self.all.len();
        self.all.extend(choices);
        let mut within = [0; MOST_COST + 1];
        for choice in &self.all[start..] {
            for within in &mut within[usize::from(choice.cost).min(MOST_COST)..] {
                *within |= choice.mask;
            }
        }
        self.lists.push(List {
            start: start as u32,
            end: self.all.len() as u32,
            within,
        });
        self.lists.len() as u32 - 1
    }

    /// The number of lists, to [truncate](Self::truncate) to.
    pub fn len(&self) -> usize {
        self.lists.len()
    }

    /// Forgets the lists behind the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.lists.truncate(len.max(1));
        let end = self.lists.last().map_or(0, |list| list.end);
        self.all.truncate(end as usize);
    }

    /// The choices of a unit within the budget: their costs and masks.
    fn of(&self, unit: Unit, budget: [u32; 2]) -> impl Iterator<Item = (u32, u32)> {
        let most = budget[usize::from(unit.side)];
        let list = self.lists[unit.list as usize];
        let choices = self.all[list.start as usize..list.end as usize].iter();
        let choices = choices.map(move |choice| {
            let cost = choice.cost - choice.cost.min(unit.paid);
            (u32::from(cost), choice.mask)
        });
        choices.take_while(move |(cost, _)| *cost <= most)
    }

    /// What the choices of a unit within the budget can do together, or more.
    #[inline]
    pub fn able(&self, unit: Unit, budget: [u32; 2]) -> u32 {
        let most = budget[usize::from(unit.side)] + u32::from(unit.paid);
        self.lists[unit.list as usize].able(most)
    }
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
    /// The list of its choices; none once it has made one.
    pub list: u32,
}

/// Whether moves within the budgets meet all needs of `full`. The units are as before afterwards.
pub fn can_cover(choices: &Choices, units: &mut [Unit], full: u32, budget: [u32; 2]) -> bool {
    let mut steps = MOST_STEPS;
    search(choices, units, full, budget, &mut steps)
}

fn search(
    choices: &Choices,
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
        if choices.able(unit, budget) & need == 0 {
            continue;
        }
        let side = usize::from(unit.side);
        for (cost, mask) in choices.of(unit, budget) {
            if mask & need == 0 {
                continue;
            }
            if *steps == 0 {
                return true;
            }
            *steps -= 1;
            units[at] = Unit {
                mask,
                list: Choices::NONE,
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
fn rarest(choices: &Choices, units: &[Unit], open: u32, budget: [u32; 2]) -> Option<u32> {
    let (mut once, mut twice, mut attacked) = (0, 0, 0);
    let mut blockers = 0;
    for unit in units {
        let able = choices.able(*unit, budget) & open;
        twice |= once & able;
        once |= able;
        if unit.side != BLOCKS {
            attacked |= able;
        } else if able != 0 {
            blockers += 1;
        }
    }
    let only_blocked = open & !attacked;
    if open & !once != 0 || only_blocked.count_ones() > blockers {
        return None;
    }
    if only_blocked != 0 && least_moves(choices, units, only_blocked) > budget[usize::from(BLOCKS)]
    {
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

/// A lower bound on the moves by which blocks meet all needs of `blocked`: a need costs one move for each number of moves that does not
/// suffice for it.
fn least_moves(choices: &Choices, units: &[Unit], blocked: u32) -> u32 {
    let mut within = [0; MOST_COST];
    for unit in units.iter().filter(|unit| unit.side == BLOCKS) {
        for (within, cost) in within.iter_mut().zip(0..) {
            *within |= choices.able(*unit, [cost; 2]);
        }
    }
    let costs = within.iter().map(|met| (blocked & !met).count_ones());
    costs.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    /// Whether some choice of each unit from `at` on, or none, meets all needs.
    fn tried_out(
        choices: &Choices,
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
            || choices.of(*unit, budget).any(|(cost, mask)| {
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
            let mut choices = Choices::new();
            let mut units = Vec::new();
            for _ in 0..2 + number(3) {
                let side = number(2) as u8;
                let mut list = Vec::new();
                let mut costs: Vec<u8> = (0..number(4)).map(|_| number(4) as u8).collect();
                costs.sort_unstable();
                for cost in costs {
                    let mask = match side {
                        BLOCKS => 1 << number(6),
                        _ => number(64),
                    };
                    list.push(Choice { cost, mask });
                }
                units.push(Unit {
                    side,
                    paid: u8::from(number(4) == 0),
                    mask: number(64) & number(64) & number(64),
                    list: choices.add(list),
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
