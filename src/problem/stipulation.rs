//! Stipulations: `#3`, `h#2.5`, `ser-h=6`.
//!
//! ```text
//! stipulation = ["exact-"] play goal number [".5"]
//!             | "dia" number [".5"]
//! play        = "" | "s" | "r" | "semi-r" | "h" | "hs" | "hr" | "ser-" | "ser-h" | "ser-s" | "ser-r" | "reci-h" ["(" goal ")"]
//! goal        = "#" | "=" | "#=" | "==" | "!=" | "##" | "##!" | "!#" | "+" | "x" | "%" | "c81"
//!             | "z" square | "00" | "ep" | "~"
//! ```
//!
//! Letter case and blanks do not matter; `sh#5`, `ss#5` and `ser.h#5` are read as `ser-h#5`, `ser-s#5` and `ser-h#5`.
//! The words are those of the Codex for Chess Composition.
//!
//! ```
//! use katydid::problem::{Goal, Play, Stipulation};
//! let stipulation: Stipulation = "H#2.5".parse().unwrap();
//! assert_eq!((stipulation.play, stipulation.goal), (Play::Help, Goal::Mate));
//! assert_eq!(stipulation.half_moves(), 5);
//! assert_eq!(stipulation.to_string(), "h#2.5");
//! assert!("ser-#2.5".parse::<Stipulation>().is_err());
//! ```

use super::goal::length;
pub use super::goal::{Goal, MOST_MOVES};
use super::plan::{self, Plan};
use crate::base::Color;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Whether the two sides play with or against each other. White here is the side that the stipulation calls White.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Play {
    /// White reaches the goal against every defence.
    Direct,
    /// White forces Black to reach the goal.
    SelfPlay,
    /// Self play in which both sides have to reach the goal whenever they can.
    Reflex,
    /// Self play in which Black has to reach the goal whenever he can.
    SemiReflex,
    /// Both sides work together until White reaches the goal.
    Help,
    /// Both sides work together until all of Black's moves reach the goal.
    HelpSelf,
    /// Both sides work together until Black has a move that reaches the goal.
    HelpReflex,
    /// Both sides work together until Black can reach his goal himself, or help White to reach the goal of the stipulation.
    ReciprocalHelp,
    /// Both sides play from the array to the diagram.
    ProofGame,
    /// White makes all moves.
    Series,
    /// Black makes a series, then White reaches the goal by one move.
    SeriesHelp,
    /// White makes a series, then all of Black's moves reach the goal.
    SeriesSelf,
    /// White makes a series, then Black has a move that reaches the goal.
    SeriesReflex,
    /// Battle play that follows the stipulation's plan.
    PlannedBattle,
    /// Help or series play that follows the stipulation's plan.
    PlannedLine,
}

impl Play {
    /// All kinds of play with their texts; longer texts come before their prefixes.
    const TEXTS: [(&'static str, Self); 19] = [
        ("reci-h", Self::ReciprocalHelp),
        ("ser-h", Self::SeriesHelp),
        ("ser-s", Self::SeriesSelf),
        ("ser-r", Self::SeriesReflex),
        ("ser-", Self::Series),
        ("ser.h", Self::SeriesHelp),
        ("ser.s", Self::SeriesSelf),
        ("ser.r", Self::SeriesReflex),
        ("ser.", Self::Series),
        ("semi-r", Self::SemiReflex),
        ("semir", Self::SemiReflex),
        ("sh", Self::SeriesHelp),
        ("ss", Self::SeriesSelf),
        ("hs", Self::HelpSelf),
        ("hr", Self::HelpReflex),
        ("h", Self::Help),
        ("s", Self::SelfPlay),
        ("r", Self::Reflex),
        ("", Self::Direct),
    ];

    /// Whether Black plays against White (battle play with keys, defences, variations).
    pub const fn is_battle(self) -> bool {
        matches!(
            self,
            Self::Direct | Self::SelfPlay | Self::Reflex | Self::SemiReflex | Self::PlannedBattle
        )
    }

    /// Whether Black's moves, not White's, are to reach the goal.
    pub const fn ends_with_black(self) -> bool {
        matches!(
            self,
            Self::SelfPlay
                | Self::Reflex
                | Self::SemiReflex
                | Self::HelpSelf
                | Self::HelpReflex
                | Self::SeriesSelf
                | Self::SeriesReflex
        )
    }

    /// Whether in all of the play the same side is to reach the goal.
    pub const fn has_one_goal(self) -> bool {
        !matches!(
            self,
            Self::Reflex
                | Self::HelpReflex
                | Self::SeriesReflex
                | Self::ReciprocalHelp
                | Self::ProofGame
                | Self::PlannedBattle
                | Self::PlannedLine
        )
    }

    /// Whether the sides alternate and work together.
    pub const fn is_help(self) -> bool {
        matches!(
            self,
            Self::Help | Self::HelpSelf | Self::HelpReflex | Self::ReciprocalHelp | Self::ProofGame
        )
    }

    /// Whether one side makes several moves in a row.
    pub const fn is_series(self) -> bool {
        !self.is_battle() && !self.is_help() && !matches!(self, Self::PlannedLine)
    }

    /// The number of moves that one side makes in a row in a series line of `moves` moves: all, or all but the last. `None` for other play.
    pub const fn series_length(self, moves: usize) -> Option<usize> {
        match self {
            Self::Series => Some(moves),
            _ if self.is_series() => Some(moves.saturating_sub(1)),
            _ => None,
        }
    }
}

/// A stipulation.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Stipulation {
    /// Whether only lines of the full length are solutions.
    pub exact: bool,
    /// How the sides play.
    pub play: Play,
    /// The goal of the last move.
    pub goal: Goal,
    /// In reciprocal play Black's goal, if it differs from `goal`.
    pub other_goal: Option<Goal>,
    /// Whole moves, from 0 (`h#0.5`) to [`MOST_MOVES`].
    pub moves: u32,
    /// Whether half a move is added, so that the other side begins.
    pub half: bool,
    /// The play as a tree, for structured stipulations; `None` if `play` defines it.
    pub plan: Option<Arc<Plan>>,
}

impl Stipulation {
    /// The full length in half-moves: in help play of both sides; in series play of the series alone; in battle play up to
    /// White's last move, itself included.
    pub fn half_moves(&self) -> u32 {
        if let Some(plan) = &self.plan {
            plan.half_moves()
        } else if self.play.is_help() {
            2 * self.moves + self.half as u32
        } else if self.play.is_series() {
            self.moves
        } else {
            2 * self.moves - 1
        }
    }

    /// Whether play leads from one diagram to another.
    pub fn leads_to_other_diagram(&self) -> bool {
        self.plan
            .as_ref()
            .is_some_and(|plan| plan.is_between_diagrams())
    }

    /// Whether the side that the stipulation calls White makes the first move.
    pub fn white_begins(&self) -> bool {
        if let Some(plan) = &self.plan {
            return plan.begins == Color::White;
        }
        match self.play {
            Play::Help | Play::ReciprocalHelp => self.half,
            Play::HelpSelf | Play::HelpReflex => !self.half,
            Play::SeriesHelp => false,
            _ => true,
        }
    }

    /// The stipulation of set play in help play, one half-move shorter; `None` if nothing is left or there is no set play.
    #[must_use]
    pub fn without_first_half_move(&self) -> Option<Self> {
        if !self.play.is_help() || matches!(self.play, Play::ProofGame) || self.half_moves() <= 1 {
            return None;
        }
        let half_moves = self.half_moves() - 1;
        Some(Self {
            moves: half_moves / 2,
            half: half_moves % 2 == 1,
            ..self.clone()
        })
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(plan) = &self.plan {
            return f.write_str(&plan.text);
        }
        let named = Play::TEXTS.iter().find(|(_, play)| *play == self.play);
        let play = named.map_or("", |(text, _)| text);
        let exact = if self.exact { "exact-" } else { "" };
        let half = if self.half { ".5" } else { "" };
        if self.play == Play::ProofGame {
            return write!(f, "{exact}dia{}{half}", self.moves);
        }
        write!(f, "{exact}{play}")?;
        if let Some(other) = self.other_goal {
            write!(f, "({other})")?;
        }
        write!(f, "{}{}{half}", self.goal, self.moves)
    }
}

/// A text is not a stipulation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{found}' is no stipulation ({expected})")]
pub struct StipulationError {
    /// The text, shortened if it is long.
    pub found: String,
    /// What was expected, or what is not supported.
    pub expected: String,
}

impl FromStr for Stipulation {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Self, StipulationError> {
        read(text).map_err(|expected| StipulationError {
            found: text.chars().take(40).flat_map(char::escape_debug).collect(),
            expected,
        })
    }
}

fn read(text: &str) -> Result<Stipulation, String> {
    let plain: String = text.split_whitespace().collect();
    let plain = plain.to_lowercase();
    let exact = plain.strip_prefix("exact-");
    let games = exact.unwrap_or(&plain);
    if let Some((moves, half)) = games.strip_prefix("dia").map(length).transpose()? {
        return Ok(Stipulation {
            exact: exact.is_some(),
            play: Play::ProofGame,
            goal: Goal::Diagram,
            other_goal: None,
            moves,
            half,
            plan: None,
        });
    }
    let sides = ["white", "black"];
    let plan = if sides.into_iter().any(|side| plain.starts_with(side)) {
        Some(Plan::parse(&plain)?)
    } else {
        plan::of_plain(&plain)?
    };
    if let Some(plan) = plan {
        return Ok(planned(plan));
    }
    let holds = ["dia", "a=>b"]
        .into_iter()
        .find(|other| plain.contains(other));
    if let Some(other) = holds {
        return Err(format!("{other} is not supported"));
    }
    let (exact, rest) = match plain.strip_prefix("exact-") {
        Some(rest) => (true, rest),
        None => (false, plain.as_str()),
    };
    let (rest, other) = without_other_goal(rest)?;
    let (play, goal, number) = play_and_goal(&rest)?;
    let (moves, half) = length(number)?;
    let stipulation = Stipulation {
        exact,
        play,
        goal,
        other_goal: other,
        moves,
        half,
        plan: None,
    };
    let goals = other.into_iter().chain([goal]);
    if play == Play::ReciprocalHelp && goals.into_iter().any(Goal::exposes_own_king) {
        return Err("in reciprocal play ## ##! !# are not supported".to_owned());
    }
    if half && !play.is_help() {
        return Err("half a move goes only with h, hs and hr".to_owned());
    }
    if moves == 0 && !half {
        return Err("expected at least one move".to_owned());
    }
    Ok(stipulation)
}

/// The stipulation of a plan.
fn planned(plan: Plan) -> Stipulation {
    let play = if plan.is_battle() {
        Play::PlannedBattle
    } else {
        Play::PlannedLine
    };
    Stipulation {
        exact: false,
        play,
        goal: plan.goal().unwrap_or(Goal::Any),
        other_goal: None,
        moves: plan.half_moves().div_ceil(2),
        half: false,
        plan: Some(Arc::new(plan)),
    }
}

/// Removes Black's goal, in parentheses after `reci-h`, from the text and parses it.
fn without_other_goal(text: &str) -> Result<(String, Option<Goal>), String> {
    const BEGIN: &str = "reci-h(";
    let Some((goal, rest)) = text
        .strip_prefix(BEGIN)
        .and_then(|rest| rest.split_once(')'))
    else {
        return Ok((text.to_owned(), None));
    };
    let named = Goal::TEXTS.iter().find(|(name, _)| *name == goal);
    let (_, goal) =
        named.ok_or_else(|| format!("expected a goal in parentheses, found '{goal}'"))?;
    Ok((format!("reci-h{rest}"), Some(*goal)))
}

/// Parses play and goal; the third result is the remaining text, the number of moves.
fn play_and_goal(text: &str) -> Result<(Play, Goal, &str), String> {
    for (prefix, play) in Play::TEXTS {
        let Some(rest) = text.strip_prefix(prefix) else {
            continue;
        };
        if let Some((goal, number)) = Goal::at_start(rest)? {
            return Ok((play, goal, number));
        }
    }
    let expected = "expected [exact-][s|r|semi-r|h|hs|hr|ser-|ser-h|ser-s|ser-r] and one of \
                    # = #= == != ## ##! !# + x % c81 zSQUARE 00 ep ~ with a number, as in h#2.5";
    Err(expected.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_written() {
        for (text, written, half_moves) in [
            ("#3", "#3", 5),
            ("S#2", "s#2", 3),
            ("r = 2", "r=2", 3),
            ("semi-r#2", "semi-r#2", 3),
            ("h#0.5", "h#0.5", 1),
            ("hs#2.5", "hs#2.5", 5),
            ("h#5\u{bd}", "h#5.5", 11),
            ("h#5-1/2", "h#5.5", 11),
            ("hr+3", "hr+3", 6),
            ("ser-h#17", "ser-h#17", 17),
            ("sh=5", "ser-h=5", 5),
            ("ss#5", "ser-s#5", 5),
            ("ser.h#5", "ser-h#5", 5),
            ("ser-zd45", "ser-zd45", 5),
            ("ser-x3", "ser-x3", 3),
            ("h!=2", "h!=2", 4),
            ("h==2.5", "h==2.5", 5),
            ("#=2", "#=2", 3),
            ("h001", "h001", 2),
            ("hep2", "hep2", 4),
            ("h~1", "h~1", 2),
            ("##!2", "##!2", 3),
            ("h##2", "h##2", 4),
            ("ser-!#11", "ser-!#11", 11),
            ("%1", "%1", 1),
            ("hc813", "hc813", 6),
            ("exact-ser-#4", "exact-ser-#4", 4),
            ("dia4", "dia4", 8),
            ("exact-dia4.5", "exact-dia4.5", 9),
            ("exact-#2", "exact-#2", 3),
            ("pser-h#3", "pser-h#3", 6),
            ("2->ser-h#3", "2->ser-h#3", 6),
            ("a=>b2.5", "a=>b2.5", 5),
            ("ser-dia4", "ser-dia4", 4),
            ("ser-hdia2", "ser-hdia2", 3),
            ("ser-ha=>b2", "ser-ha=>b2", 3),
            ("White 3h[ 1a[x]d ]h", "white 3h[1a[x]d]h", 4),
            ("black - 3:5d[#]a{!+}", "black -3:5d[#]a{!+}", 5),
            (
                "white 4hh[#] & (3s[=] | 1h[#]h)",
                "white 4hh[#]&(3s[=]|1h[#]h)",
                4,
            ),
        ] {
            let read: Stipulation = text.parse().expect(text);
            assert_eq!(read.to_string(), written);
            assert_eq!(read.half_moves(), half_moves, "{text}");
            assert_eq!(read.to_string().parse(), Ok(read));
        }
    }

    #[test]
    fn what_is_no_stipulation_is_refused() {
        let wrong = "# #0 #1.5 ser-#2.5 h#0 ###2 reci-h##2 exact-##2 zi92 z k#2 #2x #-1 #401 exact-# pser-#0 reci-h(y)#2 dia ser-dia3.5 sdia3 \
                     a=>b h#2.25 #999999999999 #+2 white# white3a[#]d] white3a[#d black5h[#] 1->#3";
        for text in wrong.split(' ').chain([""]) {
            let error = text.parse::<Stipulation>().expect_err(text);
            assert!(error.to_string().contains(&format!("'{text}'")), "{error}");
        }
    }

    #[test]
    fn set_play_lacks_the_first_half_move() {
        let of = |text: &str| {
            let stipulation: Stipulation = text.parse().expect("a stipulation");
            stipulation
                .without_first_half_move()
                .map(|set| set.to_string())
        };
        assert_eq!(of("h#2"), Some("h#1.5".to_owned()));
        assert_eq!(of("h#2.5"), Some("h#2".to_owned()));
        assert_eq!(of("h#0.5"), None);
        assert_eq!(of("#2"), None);
    }
}
