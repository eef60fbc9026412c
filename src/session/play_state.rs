//! The state of a game in which the engine plays a side: clocks, limits, engagement, draw offers.

use crate::base::Color;
use crate::protocol::TimeControl;
use crate::rules::Turn;
use crate::search::{Clock, Limits};
use std::time::{Duration, Instant};

/// Whether the game is open, paused or over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Status {
    /// The game goes on.
    #[default]
    Open,
    /// The front-end has paused the game.
    Paused,
    Over,
}

#[derive(Debug, Default)]
pub(super) struct PlayState {
    pub engine: Option<Color>,
    /// Whether every position is analysed.
    pub analysing: bool,
    /// Whether the game is open, paused or over.
    pub status: Status,
    /// Whether the front-end plays on after the end of the game because it has refused the result.
    pub refused: bool,
    pub time_control: Option<TimeControl>,
    /// The clocks as last set or computed: the engine's, the opponent's.
    pub clocks: [Option<Duration>; 2],
    pub depth: Option<u32>,
    pub node_rate: Option<u64>,
    /// First turns that the analysis of the current position leaves out.
    pub excluded: Vec<Turn>,
    /// The expected reply to the engine's last turn (ponder turn).
    pub expected: Option<Turn>,
    /// When the engine's clock started for its turn.
    pub since: Option<Instant>,
    /// Whether a draw offer of the opponent is pending.
    pub offered: bool,
    /// The number of consecutive hopeless scores, for resigning.
    pub hopeless: u32,
}

impl PlayState {
    /// Resets everything that belongs to the old position; engagement and clocks stay.
    pub(super) fn forget_position(&mut self) {
        self.status = Status::Open;
        self.refused = false;
        self.expected = None;
        self.excluded.clear();
        self.offered = false;
        self.hopeless = 0;
    }

    /// Sets another time control. A time control with sessions also sets both clocks to the time of one session.
    pub(super) fn set_time_control(&mut self, control: TimeControl) {
        self.time_control = Some(control);
        self.clocks = match control {
            TimeControl::Session { base, .. } => [Some(base); 2],
            TimeControl::PerTurn(_) => [None; 2],
        };
    }

    /// The limits for the engine's search of its own turn.
    pub(super) fn limits(&self, turns_played: usize) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            ..Limits::default()
        };
        match self.time_control {
            // Cute Chess rounds `st` down to whole seconds, so for a turn below one second it sends `st 0` and the real time by `time`.
            Some(TimeControl::PerTurn(Duration::ZERO)) => {
                limits.move_time = Some(self.clocks[0].unwrap_or_default());
            }
            Some(TimeControl::PerTurn(time)) => limits.move_time = Some(time),
            Some(TimeControl::Session {
                turns, increment, ..
            }) => {
                limits.clock = Clock {
                    left: self.clocks[0],
                    increment,
                    opponent: self.clocks[1],
                    turns_to_go: turns_to_go(turns, turns_played),
                };
            }
            None => limits.clock.left = self.clocks[0],
        }
        if let Some(rate) = self.node_rate.filter(|rate| *rate > 0) {
            limits.nodes = Some(nodes_for(&limits, rate));
            limits.clock = Clock::default();
            limits.move_time = None;
        }
        let bounded = limits.clock.left.is_some()
            || limits.move_time.is_some()
            || limits.depth.is_some()
            || limits.nodes.is_some();
        if !bounded {
            limits.move_time = Some(Duration::from_secs(5));
        }
        limits
    }
}

/// The turns left until the next time control.
pub(super) fn turns_to_go(turns: u32, played: usize) -> Option<u32> {
    let session = usize::try_from(turns).ok().filter(|turns| *turns > 0)?;
    u32::try_from(session - played % session).ok()
}

/// The node limit that corresponds to the time of one turn at a fixed rate.
fn nodes_for(limits: &Limits, rate: u64) -> u64 {
    let time = limits.move_time.unwrap_or_else(|| {
        let turns = limits.clock.turns_to_go.unwrap_or(30).clamp(1, 30);
        limits.clock.left.unwrap_or(Duration::from_secs(5)) / turns + limits.clock.increment / 2
    });
    (time.as_secs_f64() * rate as f64).max(1.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_of_no_whole_second_lasts_what_the_clock_has() {
        let mut state = PlayState::default();
        state.set_time_control(TimeControl::PerTurn(Duration::ZERO));
        assert_eq!(state.limits(0).move_time, Some(Duration::ZERO));
        state.clocks[0] = Some(Duration::from_millis(100));
        assert_eq!(state.limits(0).move_time, Some(Duration::from_millis(100)));
        state.set_time_control(TimeControl::PerTurn(Duration::from_secs(2)));
        state.clocks[0] = Some(Duration::from_millis(100));
        assert_eq!(state.limits(0).move_time, Some(Duration::from_secs(2)));
    }
}
