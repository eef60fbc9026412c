//! Time controls, and the clock that the referee keeps from outside the engines.

use anyhow::{Context as _, Result, ensure};
use std::time::Duration;

/// Turns in so much time, and what is added after each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Turns in a session; `None`: the whole game.
    pub turns: Option<u32>,
    /// Time for a session.
    pub base: Duration,
    /// Time added after each turn.
    pub increment: Duration,
}

/// The limits that an engine is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    pub control: Option<TimeControl>,
    /// A fixed time for each turn.
    pub move_time: Option<Duration>,
    /// A fixed time for each leg of a turn.
    pub leg_time: Option<Duration>,
    /// Nodes for each turn.
    pub nodes: Option<u64>,
    /// Depth for each turn.
    pub depth: Option<u32>,
    /// How late an answer may be; `None`: not at all on a clock, [`FIXED_TIME_MARGIN`] with a fixed time.
    pub margin: Option<Duration>,
}

/// The default margin with a fixed time for each turn: nothing is lost on the board by being late there.
pub const FIXED_TIME_MARGIN: Duration = Duration::from_millis(200);

impl Limits {
    /// How late an answer may be.
    pub fn margin(&self) -> Duration {
        let usual = match self.move_time.or(self.leg_time) {
            Some(_) => FIXED_TIME_MARGIN,
            None => Duration::ZERO,
        };
        self.margin.unwrap_or(usual)
    }

    /// The fixed time for a turn of this many legs.
    pub fn time_for(&self, legs: u8) -> Option<Duration> {
        let legs = u32::from(legs.max(1));
        self.move_time.or(self.leg_time.map(|time| time * legs))
    }

    /// Whether anything ends a search.
    pub const fn is_some(&self) -> bool {
        self.control.is_some()
            || self.move_time.is_some()
            || self.leg_time.is_some()
            || self.nodes.is_some()
            || self.depth.is_some()
    }
}

impl TimeControl {
    /// Reads `[turns/][minutes:]seconds[+increment]`; `inf` is no clock at all.
    ///
    /// # Errors
    /// Says what is not a time control.
    pub fn parse(text: &str) -> Result<Option<Self>> {
        if matches!(text, "inf" | "infinite") {
            return Ok(None);
        }
        let (turns, rest) = match text.split_once('/') {
            Some((turns, rest)) => {
                let number: u32 = turns
                    .parse()
                    .with_context(|| format!("'{turns}' in tc={text} is no number of turns"))?;
                ((number > 0).then_some(number), rest)
            }
            None => (None, text),
        };
        let (base, increment) = match rest.split_once('+') {
            Some((base, increment)) => (base, seconds(increment)?),
            None => (rest, Duration::ZERO),
        };
        let base = match base.split_once(':') {
            Some((minutes, rest)) => seconds(minutes)? * 60 + seconds(rest)?,
            None => seconds(base)?,
        };
        ensure!(!(base + increment).is_zero(), "tc={text} leaves no time");
        Ok(Some(Self {
            turns,
            base,
            increment,
        }))
    }
}

/// Reads a number of seconds, as in `0.25` or `10s`.
///
/// # Errors
/// Says what is not a number of seconds.
pub fn seconds(text: &str) -> Result<Duration> {
    let number: f64 = text
        .strip_suffix('s')
        .unwrap_or(text)
        .parse()
        .with_context(|| format!("'{text}' is no number of seconds"))?;
    Duration::try_from_secs_f64(number).with_context(|| format!("'{text}' is no length of time"))
}

/// The clock of one side during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    margin: Duration,
    left: Duration,
    turns_left: Option<u32>,
}

impl Clock {
    /// A clock at the start of a game; `None` without a time control.
    pub fn new(limits: &Limits) -> Option<Self> {
        let control = limits.control?;
        Some(Self {
            control,
            margin: limits.margin(),
            left: control.base,
            turns_left: control.turns,
        })
    }

    pub const fn left(&self) -> Duration {
        self.left
    }

    /// The time added after each turn.
    pub const fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Turns until more time is given; `None`: never.
    pub const fn turns_left(&self) -> Option<u32> {
        self.turns_left
    }

    /// Takes the time of a turn off and adds what the turn earns.
    ///
    /// # Errors
    /// The time by which the turn was too late, margin not counted.
    pub fn spend(&mut self, used: Duration) -> Result<(), Duration> {
        if used > self.left + self.margin {
            return Err(used.saturating_sub(self.left));
        }
        self.left = self.left.saturating_sub(used) + self.control.increment;
        if let Some(turns) = &mut self.turns_left {
            *turns -= 1;
            if *turns == 0 {
                self.turns_left = self.control.turns;
                self.left += self.control.base;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    fn control(text: &str) -> TimeControl {
        TimeControl::parse(text)
            .expect("a time control")
            .expect("a clock")
    }

    #[test]
    fn time_controls_are_read() {
        let all = [
            ("10+0.1", None, 10_000, 100),
            ("40/1:30", Some(40), 90_000, 0),
            ("0/2:00.5+1", None, 120_500, 1000),
            ("0.2s+0.01s", None, 200, 10),
        ];
        for (text, turns, base, increment) in all {
            let expected = TimeControl {
                turns,
                base: ms(base),
                increment: ms(increment),
            };
            assert_eq!(control(text), expected, "{text}");
        }
        assert_eq!(TimeControl::parse("inf").expect("no clock"), None);
        for wrong in [
            "", "x", "0", "-1", "1+", "/5", "1:2:3", "5+-1", "nan", "1e99",
        ] {
            assert!(TimeControl::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn increments_and_sessions_add_time() {
        let limits = Limits {
            control: Some(control("2/1+0.1")),
            ..Limits::default()
        };
        let mut clock = Clock::new(&limits).expect("a clock");
        assert_eq!(clock.spend(ms(300)), Ok(()));
        assert_eq!((clock.left(), clock.turns_left()), (ms(800), Some(1)));
        assert_eq!(clock.spend(ms(800)), Ok(()));
        assert_eq!((clock.left(), clock.turns_left()), (ms(1100), Some(2)));
        assert_eq!(clock.spend(ms(1103)), Err(ms(3)));
    }

    #[test]
    fn the_margin_forgives_but_gives_nothing() {
        let limits = Limits {
            control: Some(control("1")),
            margin: Some(ms(50)),
            ..Limits::default()
        };
        let mut clock = Clock::new(&limits).expect("a clock");
        assert_eq!(clock.spend(ms(1040)), Ok(()));
        assert_eq!(clock.left(), Duration::ZERO);
        assert_eq!(clock.spend(ms(51)), Err(ms(51)));
    }
}
