//! Time management: a time budget for the turn, which the course of the search stretches or shortens.

use super::limits::Limits;
use super::params;
use std::time::{Duration, Instant};

/// Converts a parameter in hundredths to its value.
pub fn hundredths(parameter: i32) -> f64 {
    f64::from(parameter) / 100.0
}

/// The minimum time of a search, even if the clock is empty: about the time of one iteration.
const SHORTEST: Duration = Duration::from_micros(200);

/// The time that a search may use.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    started: Instant,
    /// The time after which no new iteration starts, to be multiplied by the `effort` of [`Self::is_enough`]; `None` without a clock.
    optimum: Option<Duration>,
    /// The time after which the search stops in any case; `None` without a time limit.
    maximum: Option<Duration>,
}

impl Budget {
    /// The budget for a search; `overhead` is the time lost outside the engine at each turn.
    pub fn new(limits: &Limits, overhead: Duration) -> Self {
        let fixed = Self {
            started: limits.since.unwrap_or_else(Instant::now),
            optimum: None,
            maximum: limits
                .move_time
                .map(|exact| exact.saturating_sub(overhead.min(exact / 2))),
        };
        let Some(left) = limits.clock.left.filter(|_| fixed.maximum.is_none()) else {
            return fixed;
        };
        let clock = left.saturating_sub(overhead).as_secs_f64();
        // A reserve against delays outside the program, which can recur at each turn. If the clock holds less than the reserve, only a
        // proportional part of the increment is planned, so that the clock fills again.
        let delays = f64::from(params::time_overheads()) * overhead.as_secs_f64();
        let reserve = delays.max(f64::from(params::time_reserve()) / 1000.0);
        let usable = (clock - reserve).max(0.0);
        let filled = (clock / reserve.max(0.001)).min(1.0);
        let increment = limits.clock.increment.as_secs_f64() * filled;
        let turns = limits
            .clock
            .turns_to_go
            .map_or(f64::from(params::time_turns()), |turns| {
                f64::from(turns.clamp(1, 40)) + 0.6
            });
        let plan = usable / turns + increment * hundredths(params::time_increment());
        let share = if limits.clock.turns_to_go == Some(1) {
            0.8
        } else {
            hundredths(params::time_share())
        };
        let maximum = (plan * hundredths(params::time_stretch()))
            .min(usable * share)
            .max(plan.min(clock * share))
            .max(SHORTEST.as_secs_f64());
        let optimum = (plan * hundredths(params::time_optimum())).min(maximum);
        Self {
            optimum: Some(Duration::from_secs_f64(optimum)),
            maximum: Some(Duration::from_secs_f64(maximum)),
            ..fixed
        }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The number of nodes between two tests of the clock, a power of two. In games with slow rules a node takes about 10 microseconds.
    pub fn check_interval(&self) -> u64 {
        match self.maximum {
            Some(maximum) if maximum < Duration::from_millis(1) => 8,
            Some(maximum) if maximum < Duration::from_millis(50) => 32,
            _ => 512,
        }
    }

    /// Whether the maximum time is used up.
    pub fn is_spent(&self) -> bool {
        self.maximum
            .is_some_and(|maximum| self.elapsed() >= maximum)
    }

    /// Whether no new iteration should start because the planned time is used up. `effort` scales that time: 1 for an ordinary search, more
    /// if the best move changes often, less if it is stable.
    pub fn is_enough(&self, effort: f64) -> bool {
        self.optimum
            .is_some_and(|optimum| self.elapsed() >= optimum.mul_f64(effort.clamp(0.2, 3.0)))
    }

    /// Whether the search plays on a clock, so that unused time is saved for later turns.
    pub const fn has_clock(&self) -> bool {
        self.optimum.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Clock;

    fn budget(left: u64, increment: u64, turns_to_go: Option<u32>) -> Budget {
        let clock = Clock {
            left: Some(Duration::from_millis(left)),
            increment: Duration::from_millis(increment),
            opponent: None,
            turns_to_go,
        };
        Budget::new(
            &Limits {
                clock,
                ..Limits::default()
            },
            Duration::from_millis(10),
        )
    }

    #[test]
    fn a_turn_never_takes_more_than_the_clock_has() {
        for left in [1, 5, 20, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 60_000] {
                for turns_to_go in [None, Some(1), Some(2), Some(40), Some(10_000)] {
                    let budget = budget(left, increment, turns_to_go);
                    let maximum = budget.maximum.unwrap();
                    assert!(budget.optimum.unwrap() <= maximum);
                    let usable = Duration::from_millis(left.saturating_sub(10).max(1));
                    assert!(maximum <= usable.mul_f64(0.9).max(Duration::from_millis(1)));
                }
            }
        }
    }

    #[test]
    fn an_empty_clock_fills_by_its_increment() {
        let of = |left| {
            let clock = Clock {
                left: Some(Duration::from_millis(left)),
                increment: Duration::from_millis(1),
                ..Clock::default()
            };
            let limits = Limits {
                clock,
                ..Limits::default()
            };
            Budget::new(&limits, Duration::from_millis(10)).maximum
        };
        let [full, half, empty] = [110, 55, 10].map(|left| of(left).unwrap());
        assert!(full <= Duration::from_millis(1), "{full:?}");
        assert!(half < full && empty < half, "{half:?} {empty:?}");
        assert_eq!(empty, SHORTEST);
    }

    #[test]
    fn the_time_runs_from_the_request_on() {
        let before = Instant::now();
        let limits = Limits {
            since: before.checked_sub(Duration::from_secs(2)),
            move_time: Some(Duration::from_secs(1)),
            ..Limits::default()
        };
        assert!(Budget::new(&limits, Duration::ZERO).is_spent());
    }

    #[test]
    fn an_exact_time_is_kept_less_the_overhead() {
        let limits = Limits {
            move_time: Some(Duration::from_millis(500)),
            ..Limits::default()
        };
        let budget = Budget::new(&limits, Duration::from_millis(30));
        assert_eq!(budget.maximum, Some(Duration::from_millis(470)));
    }
}
