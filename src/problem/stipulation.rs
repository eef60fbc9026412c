//! Stipulations: `#3`, `h#2.5`, `ser-h=6`.
//!
//! ```text
//! stipulation = ["exact-"] play goal number [".5"]
//!             | "dia" number [".5"]
//! play        = "" | "s" | "r" | "semi-r" | "h" | "hs" | "hr" | "ser-" | "ser-h" | "ser-s" | "ser-r" | "reci-h" ["(" goal ")"]
//! goal        = "#" | "=" | "#=" | "==" | "!=" | "+" | "x" | "z" square | "00" | "ep" | "~"
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

use crate::base::Square;
use std::fmt;
use std::str::FromStr;

/// The maximum number of moves.
pub const MOST_MOVES: u32 = 400;

/// How the two sides work with or against each other. White is the side that the stipulation calls so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Play {
    /// White reaches the goal against every defence.
    Direct,
    /// White forces Black to reach the goal.
    SelfPlay,
    /// As self play, and both sides have to reach the goal whenever possible.
    Reflex,
    /// As self play, and Black has to reach the goal whenever possible.
    SemiReflex,
    /// Both sides work together, White reaches the goal.
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
}

impl Play {
    /// All kinds of play with their texts, those that begin like others first.
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
            Self::Direct | Self::SelfPlay | Self::Reflex | Self::SemiReflex
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
        !self.is_battle() && !self.is_help()
    }

    /// In series play, the number of moves that belong to the series: all, or all but the reply.
    pub const fn series_length(self, moves: usize) -> Option<usize> {
        match self {
            Self::Series => Some(moves),
            _ if self.is_series() => Some(moves.saturating_sub(1)),
            _ => None,
        }
    }
}

/// The goal of the last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Goal {
    /// `#`: the other side is in check and has no legal move.
    Mate,
    /// `=`: the other side is not in check and has no legal move.
    Stalemate,
    /// `#=`: the other side has no legal move.
    MateOrStalemate,
    /// `==`: stalemate, and the mover, if it were to move again, had no legal move either.
    DoubleStalemate,
    /// `!=`: the mover, if it were to move again, had no legal move; the other side is not in check.
    AutoStalemate,
    /// `+`: the other side is in check.
    Check,
    /// `x`: the move was a capture.
    Capture,
    /// `zd4`: the piece that moved stands on the square when all effects are over.
    Target(Square),
    /// `00`: the move was castling.
    Castling,
    /// `ep`: the move was a capture in passing.
    EnPassant,
    /// `~`: any legal move.
    Any,
    /// The diagram: the goal of proof games.
    Diagram,
}

impl Goal {
    const TEXTS: [(&'static str, Self); 10] = [
        ("#=", Self::MateOrStalemate),
        ("#", Self::Mate),
        ("==", Self::DoubleStalemate),
        ("=", Self::Stalemate),
        ("!=", Self::AutoStalemate),
        ("+", Self::Check),
        ("x", Self::Capture),
        ("00", Self::Castling),
        ("ep", Self::EnPassant),
        ("~", Self::Any),
    ];

    /// Whether a move that reaches the goal always gives check.
    pub const fn needs_check(self) -> bool {
        matches!(self, Self::Mate | Self::Check)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Target(square) = self {
            return write!(f, "z{square}");
        }
        let named = Self::TEXTS.iter().find(|(_, goal)| goal == self);
        f.write_str(named.map_or("", |(text, _)| text))
    }
}

/// A stipulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Stipulation {
    /// Whether only lines of the full length are solutions.
    pub exact: bool,
    /// How the sides play.
    pub play: Play,
    /// The goal of the last move.
    pub goal: Goal,
    /// In reciprocal play Black's goal, if it is another one.
    pub other_goal: Option<Goal>,
    /// Whole moves, from 0 (`h#0.5`) to [`MOST_MOVES`].
    pub moves: u32,
    /// Whether half a move is added: the side that would answer begins.
    pub half: bool,
}

impl Stipulation {
    /// Half-moves of lines of the full length: those of both sides in help play; in series play those of the
    /// series alone; in battle play those up to and with White's last move.
    pub const fn half_moves(&self) -> u32 {
        if self.play.is_help() {
            2 * self.moves + self.half as u32
        } else if self.play.is_series() {
            self.moves
        } else {
            2 * self.moves - 1
        }
    }

    /// Whether the side that the stipulation calls White makes the first move.
    pub const fn white_begins(&self) -> bool {
        match self.play {
            Play::Help | Play::ReciprocalHelp => self.half,
            Play::HelpSelf | Play::HelpReflex => !self.half,
            Play::SeriesHelp => false,
            _ => true,
        }
    }

    /// The stipulation of the set play in help play: without the first half-move; `None` if nothing is left.
    #[must_use]
    pub const fn without_first_half_move(self) -> Option<Self> {
        if !self.play.is_help() || matches!(self.play, Play::ProofGame) || self.half_moves() <= 1 {
            return None;
        }
        let half_moves = self.half_moves() - 1;
        Some(Self {
            moves: half_moves / 2,
            half: half_moves % 2 == 1,
            ..self
        })
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Play::TEXTS.iter().find(|(_, play)| *play == self.play);
        let play = named.map_or("", |(text, _)| text);
        let exact = if self.exact { "exact-" } else { "" };
        let half = if self.half { ".5" } else { "" };
        if self.play == Play::ProofGame {
            return write!(f, "dia{}{half}", self.moves);
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
    if let Some((moves, half)) = plain.strip_prefix("dia").map(length).transpose()? {
        return Ok(Stipulation {
            exact: false,
            play: Play::ProofGame,
            goal: Goal::Diagram,
            other_goal: None,
            moves,
            half,
        });
    }
    let begins = ["pser-", "phser-"];
    let begins = begins.into_iter().find(|other| plain.starts_with(other));
    let holds = ["dia", "a=>b"]
        .into_iter()
        .find(|other| plain.contains(other));
    if let Some(other) = begins.or(holds) {
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
    };
    if half && !play.is_help() {
        return Err("half a move goes only with h, hs and hr".to_owned());
    }
    if exact && play.is_battle() {
        return Err("exact- goes only with help and series play".to_owned());
    }
    if moves == 0 && !half {
        return Err("expected at least one move".to_owned());
    }
    Ok(stipulation)
}

/// Cuts out the goal in parentheses that stands behind `reci-h`.
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

/// Cuts play and goal off; the rest is the number.
fn play_and_goal(text: &str) -> Result<(Play, Goal, &str), String> {
    for (prefix, play) in Play::TEXTS {
        let Some(rest) = text.strip_prefix(prefix) else {
            continue;
        };
        for (sign, goal) in Goal::TEXTS {
            if let Some(number) = rest.strip_prefix(sign) {
                if sign == "#" && number.starts_with('#') {
                    return Err("the goal ## is not supported".to_owned());
                }
                return Ok((play, goal, number));
            }
        }
        if let Some(square) = rest.strip_prefix('z') {
            let name = square.get(..2).unwrap_or(square);
            let square: Square = name.parse().map_err(|_| {
                let name = name.escape_debug();
                format!("expected a square behind z, found '{name}'")
            })?;
            return Ok((play, Goal::Target(square), &rest[3..]));
        }
    }
    let expected = "expected [exact-][s|r|semi-r|h|hs|hr|ser-|ser-h|ser-s|ser-r] and one of \
                    # = #= == != + x zSQUARE 00 ep ~ with a number, as in h#2.5";
    Err(expected.to_owned())
}

fn length(text: &str) -> Result<(u32, bool), String> {
    let halves = [".5", "\u{bd}", "-1/2"];
    let whole = halves.iter().find_map(|half| text.strip_suffix(half));
    let (whole, half) = whole.map_or((text, false), |whole| (whole, true));
    let whole = whole.strip_suffix(".0").unwrap_or(whole);
    let digits = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    let moves = whole.parse().ok().filter(|_| digits);
    let fits = |moves: &u32| *moves <= MOST_MOVES;
    moves
        .filter(fits)
        .map(|moves| (moves, half))
        .ok_or_else(|| format!("expected a number of moves up to {MOST_MOVES}, perhaps with .5"))
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
            ("exact-ser-#4", "exact-ser-#4", 4),
        ] {
            let read: Stipulation = text.parse().expect(text);
            assert_eq!(read.to_string(), written);
            assert_eq!(read.half_moves(), half_moves, "{text}");
            assert_eq!(read.to_string().parse(), Ok(read));
        }
    }

    #[test]
    fn what_is_no_stipulation_is_refused() {
        let wrong = "# #0 #1.5 ser-#2.5 h#0 ##2 zi92 z k#2 #2x #-1 #401 exact-#2 pser-#2 reci-h(y)#2 dia ser-dia3 \
                     a=>b4 h#2.25 #999999999999 #+2";
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
