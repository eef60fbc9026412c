//! Engines that speak UCI.

use super::engine::{Answer, Comment, Player, Process, Question, Thought, Trouble};
use super::peer::Dialect;
use katydid::base::Color;
use katydid::rules::turn_text;
use katydid::search::Score;
use katydid::variant::Variant;
use regex::Regex;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long an engine that is late may take to obey `stop` before it counts as stalled.
pub const GRACE: Duration = Duration::from_secs(10);

pub struct Uci {
    process: Process,
    dialect: Dialect,
    known: BTreeSet<String>,
    introduced: Option<String>,
    variant: Option<String>,
    line_pattern: Option<Regex>,
}

impl Uci {
    /// Greets the engine and sets its options, in the order given.
    ///
    /// # Errors
    /// [`Trouble`] if it does not greet back.
    pub fn greet(
        mut process: Process,
        dialect: Dialect,
        options: &[(String, String)],
        patience: super::engine::Patience,
        line_pattern: Option<Regex>,
    ) -> Result<Self, Trouble> {
        let mut known = BTreeSet::new();
        let mut introduced = None;
        process.say("uci");
        process.expect("uci", patience.startup, |line| {
            if let Some(name) = line.strip_prefix("id name ") {
                introduced = Some(name.trim().to_owned());
            }
            if let Some(name) = option_name(line) {
                known.insert(name.to_ascii_lowercase());
            }
            line.trim() == "uciok"
        })?;
        for (name, value) in options {
            if value.is_empty() || (value == "true" && is_button(name)) {
                process.say(&format!("setoption name {name}"));
            } else {
                process.say(&format!("setoption name {name} value {value}"));
            }
        }
        let mut engine = Self {
            process,
            dialect,
            known,
            introduced,
            variant: None,
            line_pattern,
        };
        engine.ping(patience.startup)?;
        Ok(engine)
    }

    /// The options of the list that the engine has not offered.
    pub fn unknown(&self, options: &[(String, String)]) -> Vec<String> {
        options
            .iter()
            .filter(|(name, _)| !self.known.contains(&name.to_ascii_lowercase()))
            .map(|(name, _)| name.clone())
            .collect()
    }

    fn ping(&mut self, patience: Duration) -> Result<(), Trouble> {
        self.process.say("isready");
        let ready = |line: &str| line.trim() == "readyok";
        self.process.expect("isready", patience, ready)
    }

    fn position(&self, question: &Question<'_>) -> String {
        let mut text = format!("position fen {}", self.dialect.fen(question.first));
        if question.first == question.game.position().variant().start && self.dialect.is_ours() {
            "position startpos".clone_into(&mut text);
        }
        for (index, played) in question.game.turns().iter().enumerate() {
            let word = if index == 0 { " moves" } else { "" };
            let turn = turn_text(question.game.position_after(index), &played.turn);
            let _ = write!(text, "{word} {}", self.dialect.translate(&turn));
        }
        text
    }
}

impl Player for Uci {
    fn new_game(&mut self, variant: &Arc<Variant>, question: &Question<'_>) -> Result<(), Trouble> {
        self.process.forget();
        let name = self.dialect.name(&variant.name).to_owned();
        if self.variant.as_ref() != Some(&name) {
            if self.known.contains("uci_variant") {
                let command = format!("setoption name UCI_Variant value {name}");
                self.process.say(&command);
            } else if variant.name != "chess" {
                let reason = format!("a UCI engine without UCI_Variant cannot play {name}");
                return Err(Trouble::Unfit(reason));
            }
            self.variant = Some(name);
        }
        self.process.say("ucinewgame");
        self.ping(question.patience.ping)
    }

    fn think(&mut self, question: &Question<'_>) -> Result<Thought, Trouble> {
        let position = self.position(question);
        self.process.say(&position);
        let started = Instant::now();
        self.process.say(&go(question));
        let deadline = question.deadline();
        let mut until = started + deadline.unwrap_or(question.patience.stall);
        let mut stopped = false;
        let mut comment = Comment::default();
        loop {
            let Some((at, line)) = self.process.hear(until)? else {
                if stopped || deadline.is_none() {
                    return Err(Trouble::Silent("go".to_owned()));
                }
                stopped = true;
                self.process.say("stop");
                until = Instant::now() + question.patience.ping.min(GRACE);
                continue;
            };
            if let Some(pattern) = &self.line_pattern
                && pattern.is_match(&line)
            {
                comment.lines.push(line.clone());
            }
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("info") => read_info(words, &mut comment),
                Some("bestmove") => {
                    return Ok(Thought {
                        answer: self.answer(words.next()),
                        used: at.saturating_duration_since(started),
                        comment,
                    });
                }
                _ => {}
            }
        }
    }

    fn finish(&mut self, _: &str, _: &str) {}

    fn introduced(&self) -> Option<&str> {
        self.introduced.as_deref()
    }

    fn process(&mut self) -> &mut Process {
        &mut self.process
    }
}

impl Uci {
    fn answer(&self, word: Option<&str>) -> Answer {
        match word {
            None | Some("(none)" | "0000" | "none") => {
                Answer::Disagrees("says that it has no move".to_owned())
            }
            Some(text) => Answer::Turn(self.dialect.translate_back(text)),
        }
    }
}

/// The `go` command of a question.
fn go(question: &Question<'_>) -> String {
    let mut text = "go".to_owned();
    let own = question.clocks[question.side.index()];
    if own.is_some() {
        for (color, letter) in [(Color::White, 'w'), (Color::Black, 'b')] {
            // An opponent without a clock is taken to have as much time.
            if let Some(clock) = question.clocks[color.index()].or(own) {
                let left = clock.left().as_millis();
                let _ = write!(text, " {letter}time {left}");
            }
        }
        for (color, letter) in [(Color::White, 'w'), (Color::Black, 'b')] {
            if let Some(clock) = question.clocks[color.index()].or(own) {
                let increment = clock.increment().as_millis();
                let _ = write!(text, " {letter}inc {increment}");
            }
        }
        if let Some(turns) = own.and_then(|clock| clock.turns_left()) {
            let _ = write!(text, " movestogo {turns}");
        }
    }
    if let Some(time) = question.move_time() {
        let _ = write!(text, " movetime {}", time.as_millis());
    }
    if let Some(nodes) = question.limits.nodes {
        let _ = write!(text, " nodes {nodes}");
    }
    if let Some(depth) = question.limits.depth {
        let _ = write!(text, " depth {depth}");
    }
    text
}

/// The name in a line `option name NAME type ...`.
fn option_name(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix("option name ")?;
    let end = rest.find(" type ").unwrap_or(rest.len());
    Some(rest[..end].trim())
}

/// Whether an option of this name is pressed rather than set.
fn is_button(name: &str) -> bool {
    name.eq_ignore_ascii_case("clear hash")
}

/// Takes what an `info` line says of the best line.
fn read_info<'a>(words: impl Iterator<Item = &'a str>, comment: &mut Comment) {
    let mut words = words.peekable();
    let mut new = Comment::default();
    let mut bound = false;
    while let Some(word) = words.next() {
        match word {
            "depth" => new.depth = next_number(&mut words),
            "seldepth" => new.seldepth = next_number(&mut words),
            "nodes" => new.nodes = next_number(&mut words),
            "multipv" if next_number::<u32>(&mut words) != Some(1) => return,
            "score" => match words.next() {
                Some("cp") => new.score = next_number(&mut words).map(Score::Centipawns),
                Some("mate") => new.score = next_number(&mut words).map(Score::Mate),
                _ => {}
            },
            "lowerbound" | "upperbound" => bound = true,
            "string" => break,
            "pv" => {
                new.pv = words.by_ref().collect::<Vec<_>>().join(" ");
            }
            _ => {}
        }
    }
    comment.nodes = new.nodes.or(comment.nodes);
    if new.score.is_some() && !(bound && comment.score.is_some()) {
        comment.score = new.score;
        comment.depth = new.depth.or(comment.depth);
        comment.seldepth = new.seldepth.or(comment.seldepth);
        comment.pv = new.pv;
    }
}

fn next_number<'a, T: std::str::FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    words.next().and_then(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> Comment {
        let mut comment = Comment::default();
        for line in lines {
            read_info(line.split_ascii_whitespace(), &mut comment);
        }
        comment
    }

    #[test]
    fn the_last_exact_score_of_the_first_line_counts() {
        let comment = told(&[
            "depth 7 seldepth 9 multipv 1 score cp 13 nodes 1000 pv e2e4 e7e5",
            "depth 8 seldepth 9 multipv 1 score cp 90 lowerbound nodes 1500 pv e2e4",
            "depth 7 multipv 2 score cp -50 nodes 1600 pv a2a3",
            "depth 8 currmove e2e4",
            "string score cp 77",
        ]);
        assert_eq!(comment.score, Some(Score::Centipawns(13)));
        assert_eq!((comment.depth, comment.nodes), (Some(7), Some(1500)));
        assert_eq!(comment.pv, "e2e4 e7e5");
        assert_eq!(
            told(&["depth 3 score mate -2"]).score,
            Some(Score::Mate(-2))
        );
        assert_eq!(told(&["depth x score cp", "score"]), Comment::default());
    }

    #[test]
    fn names_of_options_may_have_spaces() {
        let line = "option name Clear Hash type button";
        assert_eq!(option_name(line), Some("Clear Hash"));
        assert_eq!(option_name("id name X"), None);
    }
}
