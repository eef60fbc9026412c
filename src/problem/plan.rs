//! Structured stipulations: play as a tree of branches, in the notation of Popeye's command `SStipulation`.
//!
//! ```text
//! plan       = ("white" | "black") expression
//! expression = operand [("&" | "|") expression]
//! operand    = "(" expression ")" | "!" operand | "-" operand | branch | goal
//! branch     = [least ":"] most play
//! play       = "a" {part} ["?+?"] ["d" {part}]      attack: the side to move reaches what the parts ask, against every defence
//!            | "d" {part} ["a" {part}]              defence: the side to move cannot prevent that
//!            | "h" {part} ["?+?"] "h" {part}        help: both sides move in turn
//!            | "s" {part}                           series: one side moves, the other one does not
//! part       = "[" [">"] ["/"] expression "]"       what a half-move of this kind is to reach, with the other side to move
//!            | "{" expression "}"                   what has to hold before the half-move that follows
//! ```
//!
//! `least` and `most` count half-moves. `>` ends the play if the expression holds, `/` leaves its moves out of the solution, `-`
//! lets the other side move instead, and a side with `?+?` moves only if it is in check. Every other stipulation can be written as a
//! plan; those without a search of their own are converted to plans.

use super::goal::{Goal, MOST_MOVES, length};
use crate::base::Color;

/// The maximum nesting depth of expressions.
const MOST_LEVELS: usize = 12;

/// A structured stipulation.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Plan {
    /// The text of the stipulation as given.
    pub text: String,
    /// The side that moves first: the side that is named, or the other one if the expression begins with `-`.
    pub begins: Color,
    /// The expression that has to hold.
    pub(super) root: Expr,
}

/// An expression of a plan: a condition that a position fulfils or not, made of goals and branches of play.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub(super) enum Expr {
    /// The last move has reached the goal.
    Goal(Goal),
    Not(Box<Self>),
    And(Box<Self>, Box<Self>),
    Or(Box<Self>, Box<Self>),
    /// The expression, tested with the other side to move.
    Pass(Box<Self>),
    Branch(Box<Branch>),
}

/// The kind of play in a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) enum Manner {
    Attack,
    Defence,
    Series,
    Help,
}

/// A branch: a number of half-moves of one kind of play.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub(super) struct Branch {
    /// The number of the branch in the plan.
    pub id: u16,
    pub manner: Manner,
    /// The minimum number of half-moves; before it, forks are not tested.
    pub least: u32,
    pub most: u32,
    /// Forks and constraints of the half-moves of the beginning side (`a`, `d`, `h` or `s`) and of the other side.
    pub parts: [Parts; 2],
    /// Whether the side that does not begin moves only if it is in check.
    pub parries: bool,
}

/// Forks and constraints of one side's half-moves in a branch.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default)]
pub(super) struct Parts {
    pub forks: Vec<Fork>,
    /// Expressions that have to hold before the next half-move.
    pub constraints: Vec<Expr>,
}

/// An expression (`[...]`) by which a branch continues or ends after a half-move.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub(super) struct Fork {
    /// Whether the branch ends as soon as the expression holds (`>`).
    pub ends: bool,
    /// Whether the moves of the expression are left out of the solution (`/`).
    pub hidden: bool,
    pub expr: Expr,
}

impl Expr {
    /// Whether the expression consists of goals only, without branches.
    pub fn is_goal(&self) -> bool {
        match self {
            Self::Goal(_) => true,
            Self::Branch(_) => false,
            Self::Not(one) | Self::Pass(one) => one.is_goal(),
            Self::And(one, other) | Self::Or(one, other) => one.is_goal() && other.is_goal(),
        }
    }

    /// Whether the expression is a goal, or goals that have to be reached at once.
    fn is_conjunction(&self) -> bool {
        match self {
            Self::Goal(_) => true,
            Self::And(one, other) => one.is_conjunction() && other.is_conjunction(),
            _ => false,
        }
    }

    /// Whether the expression can hold only after a move that gives check.
    pub fn needs_check(&self) -> bool {
        match self {
            Self::Goal(goal) => goal.needs_check(),
            Self::And(one, other) => one.needs_check() || other.needs_check(),
            Self::Or(one, other) => one.needs_check() && other.needs_check(),
            _ => false,
        }
    }

    /// The length of the longest line, in half-moves.
    fn half_moves(&self) -> u32 {
        match self {
            Self::Goal(_) => 0,
            Self::Not(one) | Self::Pass(one) => one.half_moves(),
            Self::And(one, other) | Self::Or(one, other) => {
                one.half_moves().max(other.half_moves())
            }
            Self::Branch(branch) => {
                let parts = branch.parts.iter();
                let forks = parts.flat_map(|parts| &parts.forks);
                let deepest = forks.map(|fork| fork.expr.half_moves()).max();
                branch.most + deepest.unwrap_or(0)
            }
        }
    }

    /// Collects all goals, except those in constraints.
    fn goals(&self, found: &mut Vec<Goal>) {
        match self {
            Self::Goal(goal) => found.push(*goal),
            Self::Not(one) | Self::Pass(one) => one.goals(found),
            Self::And(one, other) | Self::Or(one, other) => {
                one.goals(found);
                other.goals(found);
            }
            Self::Branch(branch) => {
                let forks = branch.parts.iter().flat_map(|parts| &parts.forks);
                forks.for_each(|fork| fork.expr.goals(found));
            }
        }
    }
}

impl Plan {
    /// Reads a plan without blanks, in lower case.
    ///
    /// # Errors
    /// What was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let sides = [("white", Color::White), ("black", Color::Black)];
        let side = sides
            .into_iter()
            .find_map(|(name, color)| Some((text.strip_prefix(name)?, color)));
        let (rest, begins) = side.ok_or("expected white or black")?;
        let mut reader = Reader {
            rest,
            branches: 0,
            levels: 0,
        };
        let mut root = reader.expression()?;
        if !reader.rest.is_empty() {
            return Err(reader.expected("an operator or the end of the stipulation"));
        }
        let joins_battles = match &root {
            Expr::And(one, other) | Expr::Or(one, other) => !is_line(one) || !is_line(other),
            _ => false,
        };
        if joins_battles {
            return Err("the first operator joins only help and series play".to_owned());
        }
        let mut begins = begins;
        while let Expr::Pass(inner) = root {
            root = *inner;
            begins = !begins;
        }
        if root.is_goal() {
            return Err("expected a branch, as in white 3a[#]d".to_owned());
        }
        let side = &text[..text.len() - rest.len()];
        let text = format!("{side} {rest}");
        Ok(Self { text, begins, root })
    }

    /// The plan with `text` as the text of its stipulation.
    #[must_use]
    pub fn named(self, text: &str) -> Self {
        Self {
            text: text.to_owned(),
            ..self
        }
    }

    /// Whether play leads from another diagram to the diagram of the problem (`a=>b`).
    pub fn is_between_diagrams(&self) -> bool {
        self.text.contains("a=>b")
    }

    /// The same play, with the other side beginning.
    #[must_use]
    pub fn by_other_side(&self) -> Self {
        Self {
            begins: !self.begins,
            ..self.clone()
        }
    }

    /// The length of the longest line, in half-moves.
    pub fn half_moves(&self) -> u32 {
        self.root.half_moves()
    }

    /// Whether the first moves are keys: the plan begins with an attack against defences, or with a defence.
    pub fn is_battle(&self) -> bool {
        match &self.root {
            Expr::Branch(branch) => match branch.manner {
                Manner::Attack => !branch.parries,
                Manner::Defence => true,
                Manner::Series | Manner::Help => false,
            },
            _ => false,
        }
    }

    /// Whether help or series play has set play: play without its first half-move; in a series, and where the other side only
    /// parries checks, the other side's play at the end of it.
    pub fn has_set_play(&self) -> bool {
        let Expr::Branch(branch) = &self.root else {
            return false;
        };
        let follows = |fork: &Fork| !fork.expr.is_goal();
        let ends_by_other_side = branch.parts[0].forks.iter().any(follows);
        match branch.manner {
            _ if self.is_battle() => false,
            Manner::Help if self.is_between_diagrams() => false,
            Manner::Help if !branch.parries => branch.most > 1,
            _ => ends_by_other_side,
        }
    }

    /// The goals that the last move of each line reaches; none if lines end in different ways.
    pub fn last_goals(&self) -> Vec<Goal> {
        let mut goals = Vec::new();
        if let Expr::Branch(branch) = &self.root {
            let forks = branch.parts.iter().flat_map(|parts| &parts.forks);
            let forks: Vec<&Fork> = forks.collect();
            if let [fork] = forks[..]
                && fork.expr.is_conjunction()
            {
                fork.expr.goals(&mut goals);
            }
        }
        goals
    }

    /// The goal, if there is only one.
    pub fn goal(&self) -> Option<Goal> {
        let mut goals = Vec::new();
        self.root.goals(&mut goals);
        let first = *goals.first()?;
        goals.iter().all(|goal| *goal == first).then_some(first)
    }
}

/// Whether an expression is help or series play.
fn is_line(expr: &Expr) -> bool {
    match expr {
        Expr::Branch(branch) => matches!(branch.manner, Manner::Help | Manner::Series),
        Expr::Pass(one) => is_line(one),
        Expr::And(one, other) | Expr::Or(one, other) => is_line(one) && is_line(other),
        _ => false,
    }
}

/// An operator between two expressions.
type Join = fn(Box<Expr>, Box<Expr>) -> Expr;

/// A function that writes a plan for a goal and a number of moves.
type Shape = fn(&str, u32) -> String;

struct Reader<'a> {
    rest: &'a str,
    branches: u16,
    levels: usize,
}

impl Reader<'_> {
    fn takes(&mut self, sign: &str) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expected(&self, what: &str) -> String {
        let found: String = self.rest.chars().take(8).collect();
        format!("expected {what} before '{}'", found.escape_debug())
    }

    fn close(&mut self, sign: &str) -> Result<(), String> {
        if self.takes(sign) {
            Ok(())
        } else {
            Err(self.expected(sign))
        }
    }

    fn expression(&mut self) -> Result<Expr, String> {
        self.levels += 1;
        if self.levels > MOST_LEVELS {
            return Err(format!("expected at most {MOST_LEVELS} levels"));
        }
        let one = self.operand()?;
        let join: Option<Join> = if self.takes("&") {
            Some(Expr::And)
        } else if self.takes("|") {
            Some(Expr::Or)
        } else {
            None
        };
        let joined = match join {
            Some(join) => {
                let other = self.expression()?;
                if one.is_goal() != other.is_goal() {
                    return Err(self.expected("two goals or two branches beside an operator"));
                }
                join(Box::new(one), Box::new(other))
            }
            None => one,
        };
        self.levels -= 1;
        Ok(joined)
    }

    fn operand(&mut self) -> Result<Expr, String> {
        if self.takes("(") {
            let inner = self.expression()?;
            self.close(")")?;
            return Ok(inner);
        }
        let digit = self.rest.starts_with(|c: char| ('1'..='9').contains(&c));
        if digit {
            return Ok(Expr::Branch(Box::new(self.branch()?)));
        }
        // As in Popeye, `!=` in a plan means "not stalemate", not the goal `!=` (auto-stalemate).
        let around: Option<fn(Box<Expr>) -> Expr> = if self.takes("!") {
            Some(Expr::Not)
        } else if self.takes("-") {
            Some(Expr::Pass)
        } else {
            None
        };
        if let Some(around) = around {
            self.levels += 1;
            if self.levels > MOST_LEVELS {
                return Err(format!("expected at most {MOST_LEVELS} levels"));
            }
            let operand = self.operand()?;
            self.levels -= 1;
            return Ok(around(Box::new(operand)));
        }
        match Goal::at_start(self.rest)? {
            Some((goal, _)) if goal.exposes_own_king() => {
                Err(format!("the goal {goal} is not supported in plans"))
            }
            Some((goal, rest)) => {
                self.rest = rest;
                Ok(Expr::Goal(goal))
            }
            None => Err(self.expected("a branch or a goal")),
        }
    }

    fn number(&mut self) -> Result<u32, String> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit());
        let (digits, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let number = digits.parse().ok();
        let number = number.filter(|number| (1..=MOST_MOVES).contains(number));
        let number =
            number.ok_or_else(|| self.expected(&format!("a number from 1 to {MOST_MOVES}")))?;
        self.rest = rest;
        Ok(number)
    }

    fn branch(&mut self) -> Result<Branch, String> {
        let first = self.number()?;
        let (least, most) = if self.takes(":") {
            let most = self.number()?;
            (first.min(most), most)
        } else {
            (0, first)
        };
        let id = self.branches;
        self.branches += 1;
        let (manner, other) = if self.takes("a") {
            (Manner::Attack, "d")
        } else if self.takes("d") {
            (Manner::Defence, "a")
        } else if self.takes("h") {
            (Manner::Help, "h")
        } else if self.takes("s") {
            (Manner::Series, "")
        } else {
            return Err(self.expected("a, d, h or s"));
        };
        let begins = self.parts()?;
        let parries = matches!(manner, Manner::Attack | Manner::Help) && self.takes("?+?");
        let answers = if !other.is_empty() && self.takes(other) {
            self.parts()?
        } else if manner == Manner::Help || parries {
            return Err(self.expected(other));
        } else {
            Parts::default()
        };
        Ok(Branch {
            id,
            manner,
            least,
            most,
            parts: [begins, answers],
            parries,
        })
    }

    fn parts(&mut self) -> Result<Parts, String> {
        let mut parts = Parts::default();
        loop {
            if self.takes("[") {
                let ends = self.takes(">");
                let hidden = self.takes("/");
                let expr = self.expression()?;
                self.close("]")?;
                parts.forks.push(Fork { ends, hidden, expr });
            } else if self.takes("{") {
                parts.constraints.push(self.expression()?);
                self.close("}")?;
            } else {
                return Ok(parts);
            }
        }
    }
}

/// Converts a stipulation that has no specialised search to a plan. `text` is in lower case without blanks. `None` if it has a
/// specialised search or is not a stipulation.
///
/// # Errors
/// What is wrong with the text.
pub(super) fn of_plain(text: &str) -> Result<Option<Plan>, String> {
    let Some(plan) = plain(text)? else {
        return Ok(None);
    };
    let plan = plan.replacen(' ', "", 1);
    Plan::parse(&plan).map(|plan| Some(plan.named(text)))
}

/// Splits a text into goal and number of moves.
fn goal_and_moves(text: &str) -> Result<(&str, u32), String> {
    let (_, number) = Goal::at_start(text)?.ok_or("expected a goal")?;
    let goal = &text[..text.len() - number.len()];
    if goal.starts_with('!') {
        return Err(format!("the goal {goal} is not supported here"));
    }
    let moves = number.parse().ok();
    let moves = moves.filter(|moves| (1..=MOST_MOVES / 2).contains(moves));
    let most = MOST_MOVES / 2;
    let moves = moves.ok_or_else(|| format!("expected a number of moves from 1 to {most}"))?;
    Ok((goal, moves))
}

fn plain(text: &str) -> Result<Option<String>, String> {
    if let Some((number, rest)) = text.split_once("->") {
        let number: u32 = number
            .parse()
            .map_err(|_| "expected a number of moves before ->".to_owned())?;
        let inner = match plain(rest)? {
            Some(inner) => inner,
            None => series(rest)?.ok_or("expected series play behind ->")?,
        };
        let (begins, inner) = match inner.split_once(' ') {
            Some(("white", inner)) => ("black", inner),
            Some((_, inner)) => ("white", inner),
            None => return Ok(None),
        };
        return Ok(Some(format!("{begins} {number}s[{inner}]")));
    }
    if let Some(rest) = text.strip_prefix("ser-reci-h") {
        let (other, rest) = match rest.strip_prefix('(') {
            Some(rest) => {
                let (other, rest) = rest.split_once(')').ok_or("expected )")?;
                (Some(other), rest)
            }
            None => (None, rest),
        };
        let (goal, moves) = goal_and_moves(rest)?;
        let other = other.unwrap_or(goal);
        let end = format!("1h[{other}]h&2hh[{goal}]");
        return Ok(Some(if moves == 1 {
            format!("black {end}")
        } else {
            format!("black {}s[-({end})]", moves - 1)
        }));
    }
    if let Some(rest) = text.strip_prefix("a=>b") {
        let (moves, half) = length(rest)?;
        let half_moves = 2 * moves + u32::from(half);
        let play = if half { "h[dia]h" } else { "hh[dia]" };
        return Ok(Some(format!("black {half_moves}{play}")));
    }
    let arrivals = [
        ("ser-dia", "white", "dia"),
        ("ser-a=>b", "white", "dia"),
        ("ser-hdia", "white", "1h[dia]h"),
        ("ser-ha=>b", "black", "1h[dia]h"),
    ];
    for (begin, side, end) in arrivals {
        if let Some(number) = text.strip_prefix(begin) {
            let (moves, half) = length(number)?;
            if half {
                return Err("half a move goes only with play of both sides".to_owned());
            }
            return Ok(Some(format!("{side} {moves}s[{end}]")));
        }
    }
    let exact = text.strip_prefix("exact-");
    if exact.is_some_and(|rest| {
        ["h", "ser", "dia"]
            .iter()
            .any(|play| rest.starts_with(play))
    }) {
        return Ok(None);
    }
    // Longer beginnings come first, because the first one that fits is taken.
    let shapes: [(&str, Shape); 13] = [
        ("exact-semi-r", |g, n| {
            format!("white {0}:{0}a[>1a[{g}]d]d", 2 * n - 1)
        }),
        ("exact-s", |g, n| format!("white {0}:{0}ad[{g}]", 2 * n)),
        ("exact-r", |g, n| {
            format!("white {0}:{0}a[>1a[{g}]d]d{{!1a[{g}]d}}", 2 * n - 1)
        }),
        ("exact-", |g, n| format!("white {0}:{0}a[{g}]d", 2 * n - 1)),
        ("phser-s", |g, n| {
            format!("white {}h[>1d[{g}]a]?+?h", 2 * n - 1)
        }),
        ("phser-r", |g, n| {
            format!("white {}h[>1a[{g}]d]?+?h{{!1a[{g}]d}}", 2 * n - 1)
        }),
        ("phser-", |g, n| format!("white {}h[{g}]?+?h", 2 * n - 1)),
        ("pser-hs", |g, n| {
            format!("black {}h[1h[>1d[{g}]a]h]?+?h", 2 * n - 1)
        }),
        ("pser-h", |g, n| {
            format!("black {}h[1h[{g}]h]?+?h", 2 * n - 1)
        }),
        ("pser-s", |g, n| {
            format!("white {}a[1d[{g}]a]?+?d[{g}]", 2 * n - 1)
        }),
        ("pser-r", |g, n| {
            format!("white {}a[>1a[{g}]d]?+?d{{!1a[{g}]d}}", 2 * n - 1)
        }),
        ("pser-", |g, n| format!("white {}a[{g}]?+?d", 2 * n - 1)),
        ("ser-hs", |g, n| format!("black {n}s[1h[>1d[{g}]a]h]")),
    ];
    for (begin, shape) in shapes {
        let Some(rest) = text.strip_prefix(begin) else {
            continue;
        };
        let (goal, moves) = goal_and_moves(rest)?;
        return Ok(Some(shape(goal, moves)));
    }
    Ok(None)
}

/// Converts series play after `->` (an introductory series) to a plan.
fn series(text: &str) -> Result<Option<String>, String> {
    let shapes: [(&str, Shape); 4] = [
        ("ser-h", |g, n| format!("black {n}s[1h[{g}]h]")),
        ("ser-s", |g, n| format!("white {n}s[>1d[{g}]a]")),
        ("ser-r", |g, n| {
            format!("white {n}s[>1a[{g}]d]{{!1a[{g}]d}}")
        }),
        ("ser-", |g, n| format!("white {n}s[{g}]")),
    ];
    for (begin, shape) in shapes {
        if let Some(rest) = text.strip_prefix(begin) {
            let (goal, moves) = goal_and_moves(rest)?;
            return Ok(Some(shape(goal, moves)));
        }
    }
    Ok(None)
}
