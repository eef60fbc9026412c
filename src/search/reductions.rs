//! Late move reductions: moves late in the order are first searched to a lower depth.

use super::counters::Technique;
use super::history::PieceTo;
use super::move_class::is_noisy;
use super::node_info::NodeInfo;
use super::params;
use super::thread::ThreadData;
use crate::base::{Move, MoveKind};
use crate::position::Position;
use crate::rules::Rules;

/// Natural logarithms of 0 to 63 in thousandths, with 0 for the logarithm of 0.
const LOGARITHMS: [i32; 64] = logarithms();

/// Computes the logarithms with integers alone, so that they are the same on every machine: each number is scaled into [1, 2), and
/// repeated squaring yields its binary logarithm bit by bit.
const fn logarithms() -> [i32; 64] {
    const ONE: u64 = 1 << 30;
    let mut table = [0; 64];
    let mut number = 1;
    while number < 64 {
        let whole = (number as u64).ilog2();
        let mut rest = ((number as u64) << 30) >> whole;
        let mut binary = (whole as u64) << 16;
        let mut bit = 1 << 15;
        while bit > 0 {
            rest = (rest * rest) >> 30;
            if rest >= 2 * ONE {
                rest >>= 1;
                binary += bit;
            }
            bit >>= 1;
        }
        // ln 2 = 0.693147.
        table[number] = ((binary * 693_147) / (65_536 * 1000)) as i32;
        number += 1;
    }
    table
}

/// The base reduction of move `number` (from 1) in plies: grows with the product of the logarithms of depth and number.
pub fn reduction(depth: i32, number: usize) -> i32 {
    let product = LOGARITHMS[depth.clamp(0, 63) as usize] * LOGARITHMS[number.min(63)];
    let hundredths = params::reduction_base() + product / (100 * params::reduction_divisor());
    hundredths / 100
}

pub struct LateMove<'a> {
    /// The base reduction, by depth and move number.
    pub reduction: i32,
    pub history: i32,
    /// Whether the node is an expected cut node.
    pub cut: bool,
    /// Whether the node's move from the transposition table is a capture or promotion.
    pub table_noisy: bool,
    /// 1 if the move answers a check, plus 1 if it gives one.
    pub checks: i32,
    /// The extra reduction of a drop, in plies; 0 for other moves.
    pub drop: i32,
    pub info: &'a NodeInfo,
}

impl<R: Rules> ThreadData<'_, R> {
    /// The reduction of a late move in plies; `ply` is the node's distance from the root, in legs.
    pub fn late_reduction(&self, ply: usize, late: &LateMove<'_>) -> i32 {
        let mut plies = late.reduction - late.history / params::reduction_history();
        plies -= params::reduction_pv() * i32::from(late.info.pv);
        plies += params::reduction_cut() * i32::from(late.cut);
        plies += i32::from(!late.info.improving);
        plies += i32::from(late.table_noisy);
        plies -= late.checks;
        let by_cutoffs = self.stack[ply + 1].cutoffs > params::cutoff_count() as u32;
        if by_cutoffs {
            plies += params::reduction_failures();
        }
        plies += late.drop;
        self.count_reasons(late, by_cutoffs);
        plies.max(0)
    }

    /// Counts, in tests only, how often each reason to reduce a late move more or less occurs.
    #[inline(always)]
    fn count_reasons(&self, late: &LateMove<'_>, by_cutoffs: bool) {
        if !cfg!(test) {
            return;
        }
        let history = late.history / params::reduction_history();
        for (technique, fires) in [
            (Technique::ReducedByHistory, history < 0),
            (Technique::SparedByHistory, history > 0),
            (Technique::SparedInPv, late.info.pv),
            (Technique::ReducedInCutNode, late.cut),
            (Technique::ReducedWhereWorsening, !late.info.improving),
            (Technique::ReducedAfterNoisy, late.table_noisy),
            (Technique::SparedForCheck, late.checks > 0),
            (Technique::ReducedByCutoffs, by_cutoffs),
            (Technique::ReducedDrop, late.drop > 0),
        ] {
            self.counters.count(technique, fires);
        }
    }

    /// The extra reduction of a drop in plies, smaller near an enemy king; 0 for moves that are not drops.
    #[inline(always)]
    pub fn drop_reduction(pos: &Position, mv: Move) -> i32 {
        if mv.kind() != MoveKind::Drop {
            return 0;
        }
        let near = pos.royals(!pos.side_to_move()).grown().grown();
        params::drop_reduction() - params::drop_near() * i32::from(near.contains(mv.to()))
    }

    /// The reduction in plies of root move `number` (from 0).
    pub fn root_reduction(&self, root: &Position, mv: Move, depth: i32, number: usize) -> i32 {
        if depth < params::reduction_depth() || number < 2 || is_noisy(root, mv) {
            return 0;
        }
        let history = self
            .history
            .quiet(root.side_to_move(), mv, PieceTo::of(root, mv), [None; 3]);
        let plies = reduction(depth, number + 1) - params::reduction_root();
        (plies - history / params::reduction_history()).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::{LOGARITHMS, reduction};

    #[test]
    fn the_table_holds_natural_logarithms() {
        for (number, logarithm) in LOGARITHMS.iter().enumerate().skip(1) {
            let exact = (number as f64).ln() * 1000.0;
            assert!((f64::from(*logarithm) - exact).abs() <= 1.0, "ln {number}");
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_number() {
        assert_eq!(reduction(1, 1), 0);
        for depth in 1..63 {
            for number in 1..63 {
                assert!(reduction(depth, number) <= reduction(depth + 1, number));
                assert!(reduction(depth, number) <= reduction(depth, number + 1));
            }
        }
    }
}
