//! Engines that speak the protocol of XBoard (CECP, protocol version 2).

use super::engine::{Answer, Comment, Patience, Player, Process, Question, Thought, Trouble};
use super::peer::Dialect;
use super::uci::GRACE;
use katydid::base::Color;
use katydid::position::Position;
use katydid::rules::{Game, Progress, TurnBuilder, leg_of_text, leg_text, legs_text, written_legs};
use katydid::search::Score;
use katydid::variant::Variant;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long to wait for `feature done=1` from engines that may not send it.
const FEATURES: Duration = Duration::from_secs(2);

/// XBoard's null move.
const NULL: &str = "@@@@";

/// What an engine says it can do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each stands for a feature of the protocol"
)]
struct Features {
    done: Option<bool>,
    setboard: bool,
    usermove: bool,
    ping: bool,
    memory: bool,
    smp: bool,
    myname: Option<String>,
    variants: BTreeSet<String>,
    options: BTreeSet<String>,
}

pub struct Cecp {
    process: Process,
    dialect: Dialect,
    features: Features,
    pings: u32,
    /// Turns of the game that the engine has been sent.
    told: usize,
    /// Whether the engine answers turns by itself.
    playing: bool,
}

impl Cecp {
    /// Greets the engine and sets its options, in the order given.
    ///
    /// # Errors
    /// [`Trouble`] if it does not get ready.
    pub fn greet(
        mut process: Process,
        dialect: Dialect,
        options: &[(String, String)],
        patience: Patience,
    ) -> Result<Self, Trouble> {
        process.say("xboard");
        process.say("protover 2");
        let mut features = Features::default();
        let started = Instant::now();
        loop {
            // Only an engine that has said `done=0` may take its time.
            let wait = match features.done {
                Some(false) => patience.startup.max(FEATURES),
                _ => FEATURES,
            };
            let Some((_, line)) = process.hear(started + wait)? else {
                break;
            };
            if let Some(rest) = line.trim().strip_prefix("feature ") {
                features.read(rest);
                if features.done == Some(true) {
                    break;
                }
            }
        }
        let mut engine = Self {
            process,
            dialect,
            features,
            pings: 0,
            told: 0,
            playing: false,
        };
        for (name, value) in options {
            engine.set(name, value);
        }
        engine.ping(patience.startup)?;
        Ok(engine)
    }

    /// The options of the list that the engine has not offered.
    pub fn unknown(&self, options: &[(String, String)]) -> Vec<String> {
        let is_known = |name: &str| match name.to_ascii_lowercase().as_str() {
            "hash" => self.features.memory,
            "threads" => self.features.smp,
            lower => self.features.options.contains(lower),
        };
        options
            .iter()
            .filter(|(name, _)| !is_known(name))
            .map(|(name, _)| name.clone())
            .collect()
    }

    /// Sets an option; memory and cores, which the protocol has commands for, by the names of UCI.
    fn set(&mut self, name: &str, value: &str) {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is("hash") && self.features.memory {
            self.process.say(&format!("memory {value}"));
        } else if is("threads") && self.features.smp {
            self.process.say(&format!("cores {value}"));
        } else {
            self.process.say(&format!("option {name}={value}"));
        }
    }

    fn ping(&mut self, patience: Duration) -> Result<(), Trouble> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let answer = format!("pong {}", self.pings);
        let ask = format!("ping {}", self.pings);
        self.process.say(&ask);
        let is_answer = |line: &str| line.trim() == answer;
        self.process.expect(&ask, patience, is_answer)
    }

    /// Sends the turn of an index: to XBoard each leg is a ply, with null moves between the legs.
    fn tell(&mut self, game: &Game, index: usize) {
        let legs = game.turns()[index].turn.legs();
        for (number, text) in written_legs(game.position_after(index), legs, leg_text)
            .iter()
            .enumerate()
        {
            if number > 0 {
                self.tell_ply(NULL);
            }
            self.tell_ply(&self.dialect.translate(text));
        }
    }

    fn tell_ply(&mut self, text: &str) {
        if self.features.usermove {
            self.process.say(&format!("usermove {text}"));
        } else {
            self.process.say(text);
        }
    }

    /// Tells the turns that the engine does not know yet and gets it to think. The last turn starts an
    /// engine that is playing already; `go` starts one that is not.
    fn ask(&mut self, question: &Question<'_>) {
        let game = question.game;
        let turns = game.turns().len();
        let missing = self.told.min(turns)..turns;
        self.told = turns;
        let goes_on = self.playing && missing.len() == 1;
        if self.playing && !goes_on {
            self.process.say("force");
        }
        if !goes_on {
            for index in missing.clone() {
                self.tell(game, index);
            }
        }
        let side = question.side;
        for (command, color) in [("time", side), ("otim", !side)] {
            let clock = question.clocks[color.index()].or(question.clocks[side.index()]);
            if let Some(clock) = clock {
                let centiseconds = clock.left().as_millis() / 10;
                self.process.say(&format!("{command} {centiseconds}"));
            }
        }
        if goes_on {
            self.tell(game, missing.start);
        } else {
            self.process.say("go");
        }
        self.playing = true;
    }

    /// The commands that set the limits.
    fn limits(question: &Question<'_>, side: Color) -> Result<Vec<String>, Trouble> {
        let mut commands = Vec::new();
        if question.limits.nodes.is_some() {
            let reason = "a CECP engine cannot be limited by nodes".to_owned();
            return Err(Trouble::Unfit(reason));
        }
        if let Some(clock) = question.clocks[side.index()] {
            let turns = clock.turns_left().unwrap_or(0);
            let base = clock.left().as_millis().div_ceil(1000);
            let (minutes, seconds) = (base / 60, base % 60);
            let increment = clock.increment().as_secs_f64();
            let base = if seconds == 0 {
                format!("{minutes}")
            } else {
                format!("{minutes}:{seconds:02}")
            };
            commands.push(format!("level {turns} {base} {increment}"));
        }
        if let Some(time) = question.limits.move_time {
            commands.push(format!("st {}", time.as_secs_f64()));
        }
        if let Some(depth) = question.limits.depth {
            commands.push(format!("sd {depth}"));
        }
        Ok(commands)
    }

    /// Reads a line while the engine thinks. `parts` holds the parts of its turn so far.
    fn read(
        &self,
        line: &str,
        question: &Question<'_>,
        parts: &mut Parts,
        comment: &mut Comment,
    ) -> Option<Answer> {
        let line = line.trim();
        let mut words = line.split_ascii_whitespace();
        let lower = line.to_ascii_lowercase();
        match words.next()? {
            "move" => {
                let text = words.next()?;
                let pos = question.game.position();
                let text = castling(pos, text).unwrap_or_else(|| self.dialect.translate_back(text));
                return part(parts, &text).map(Answer::Turn);
            }
            "resign" => return Some(Answer::Resigns),
            "1-0" | "0-1" | "1/2-1/2" => {
                return Some(Answer::Disagrees(format!("claims '{line}'")));
            }
            "Illegal" => return Some(Answer::Disagrees(format!("says '{line}'"))),
            _ => {}
        }
        if lower.starts_with("error (illegal move") {
            return Some(Answer::Disagrees(format!("says '{line}'")));
        }
        if let Some(rest) = lower.strip_prefix("my move is") {
            let text = rest.trim_start_matches([':', ' ']).trim();
            return Some(Answer::Turn(self.dialect.translate_back(text)));
        }
        read_thinking(line, comment);
        None
    }
}

impl Player for Cecp {
    fn new_game(&mut self, variant: &Arc<Variant>, question: &Question<'_>) -> Result<(), Trouble> {
        self.process.forget();
        self.process.say("force");
        self.process.say("new");
        let name = self.dialect.name(&variant.name).to_owned();
        let plain = matches!(name.as_str(), "chess" | "normal");
        if !plain && !self.features.variants.contains(&name) {
            let reason = format!("the engine does not offer the variant {name}");
            return Err(Trouble::Unfit(reason));
        }
        if !plain {
            self.process.say(&format!("variant {name}"));
        }
        self.process.say("post");
        self.process.say("easy");
        // The opponent is a program too, and sends the null moves inside its own turns.
        self.process.say("computer");
        self.process.say("force");
        for command in Self::limits(question, question.side)? {
            self.process.say(&command);
        }
        self.told = 0;
        self.playing = false;
        if question.first != variant.start {
            if !self.features.setboard {
                let reason =
                    "the engine cannot set up a position: use openings with moves".to_owned();
                return Err(Trouble::Unfit(reason));
            }
            let command = format!("setboard {}", self.dialect.fen(question.first));
            self.process.say(&command);
        }
        self.ping(question.patience.ping)
    }

    fn think(&mut self, question: &Question<'_>) -> Result<Thought, Trouble> {
        let started = Instant::now();
        self.ask(question);
        let deadline = question.deadline();
        let mut until = started + deadline.unwrap_or(question.patience.stall);
        let mut hurried = false;
        let mut comment = Comment::default();
        let mut parts = Parts::of(question.game);
        loop {
            let Some((at, line)) = self.process.hear(until)? else {
                if hurried || deadline.is_none() {
                    return Err(Trouble::Silent("go".to_owned()));
                }
                hurried = true;
                self.process.say("?");
                until = Instant::now() + question.patience.ping.min(GRACE);
                continue;
            };
            if let Some(answer) = self.read(&line, question, &mut parts, &mut comment) {
                self.told += usize::from(matches!(answer, Answer::Turn(_)));
                return Ok(Thought {
                    answer,
                    used: at.saturating_duration_since(started),
                    comment,
                });
            }
        }
    }

    fn finish(&mut self, result: &str, why: &str) {
        self.process.say(&format!("result {result} {{{why}}}"));
        self.process.say("force");
        self.playing = false;
    }

    fn introduced(&self) -> Option<&str> {
        self.features.myname.as_deref()
    }

    fn process(&mut self) -> &mut Process {
        &mut self.process
    }
}

impl Features {
    /// Takes what a `feature` line says.
    fn read(&mut self, line: &str) {
        for (name, value) in assignments(line) {
            let on = value == "1";
            match name {
                "done" => self.done = Some(on),
                "setboard" => self.setboard = on,
                "usermove" => self.usermove = on,
                "ping" => self.ping = on,
                "memory" => self.memory = on,
                "smp" => self.smp = on,
                "myname" => self.myname = Some(value.to_owned()),
                "variants" => {
                    let names = value.split(',').map(|name| name.trim().to_owned());
                    self.variants.extend(names);
                }
                "option" => {
                    // Everything before the type: `Move Overhead -spin 10 0 5000`.
                    let end = value.find(" -").unwrap_or(value.len());
                    self.options.insert(value[..end].to_ascii_lowercase());
                }
                _ => {}
            }
        }
    }
}

/// The `name=value` parts of a line; values may stand in quotes.
fn assignments(line: &str) -> Vec<(&str, &str)> {
    let mut parts = Vec::new();
    let mut rest = line.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        parts.push((name.trim(), value));
        rest = next.trim_start();
    }
    parts
}

/// The king's two-step of castling that was written with the letter O.
fn castling(pos: &Position, text: &str) -> Option<String> {
    let file = match text.trim_end_matches(['+', '#']) {
        "O-O" | "0-0" | "o-o" => 'g',
        "O-O-O" | "0-0-0" | "o-o-o" => 'c',
        _ => return None,
    };
    let king = pos.royals(pos.side_to_move()).first()?;
    Some(format!("{king}{file}{}", king.rank() + 1))
}

/// The parts of a turn that an engine has sent.
struct Parts {
    /// Whole legs.
    turn: TurnBuilder,
    /// The first part of a move in two parts.
    way_there: Option<String>,
}

impl Parts {
    fn of(game: &Game) -> Self {
        Self {
            turn: TurnBuilder::new(game.position()),
            way_there: None,
        }
    }
}

/// Adds a part to a turn and returns the turn when it is complete, or cannot become one.
///
/// XBoard has turns of one move: a move in two parts ends its first part with a comma (a shot comes as the
/// way there and the way back), and the legs of a longer turn are kept apart by null moves of the other side.
fn part(parts: &mut Parts, text: &str) -> Option<String> {
    if text == NULL {
        return None;
    }
    if let Some(way_there) = text.strip_suffix(',') {
        parts.way_there = Some(way_there.to_owned());
        return None;
    }
    let leg = match parts.way_there.take() {
        Some(there) if is_way_back(&there, text) => there,
        Some(there) => return Some(format!("{there},{text}")),
        None => text.to_owned(),
    };
    let told = leg_of_text(parts.turn.now(), &leg).and_then(|mv| parts.turn.push(mv));
    let told_so_far = || legs_text(parts.turn.before(), parts.turn.legs());
    match told {
        Ok(Progress::Begun) => None,
        Ok(Progress::Complete(_)) => Some(told_so_far()),
        // No leg, hence no turn either; unless the engine sends a whole turn at once.
        Err(_) if parts.turn.is_begun() => Some(format!("{},{leg}", told_so_far())),
        Err(_) => Some(leg),
    }
}

fn is_way_back(there: &str, text: &str) -> bool {
    there.is_ascii() && there.len() == 4 && text == format!("{}{}", &there[2..], &there[..2])
}

/// Takes a line of thinking: ply, score, centiseconds, nodes, line.
fn read_thinking(line: &str, comment: &mut Comment) {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let [depth, score, _time, nodes, pv @ ..] = words.as_slice() else {
        return;
    };
    // Some programs mark the depth of a line in progress.
    let depth = depth.trim_end_matches(['.', '+', '-', '?', '!', '&']);
    let (Ok(depth), Ok(score), Ok(nodes)) = (depth.parse(), score.parse::<i32>(), nodes.parse())
    else {
        return;
    };
    comment.depth = Some(depth);
    comment.score = Some(match score {
        100_000.. => Score::Mate(score - 100_000),
        ..=-100_000 => Score::Mate(score + 100_000),
        _ => Score::Centipawns(score),
    });
    comment.nodes = Some(nodes);
    comment.pv = pv.join(" ");
}

#[cfg(test)]
mod tests {
    use super::*;
    use katydid::catalogue::Catalogue;

    #[test]
    fn features_may_be_quoted_and_repeated() {
        let mut features = Features::default();
        features
            .read("ping=1 setboard=1 usermove=0 myname=\"A = B\" variants=\"normal,demichess\"");
        features.read("option=\"Move Overhead -spin 10 0 500\" option=\"Clear -button\" done=1");
        assert!(features.ping && features.setboard && !features.usermove);
        assert_eq!(features.myname.as_deref(), Some("A = B"));
        assert!(features.variants.contains("demichess"));
        assert!(features.options.contains("move overhead") && features.options.contains("clear"));
        assert_eq!(features.done, Some(true));
    }

    #[test]
    fn thinking_is_read_and_other_lines_are_not() {
        let mut comment = Comment::default();
        read_thinking(" 9    12    113    294915  1. Nc3  c6", &mut comment);
        assert_eq!(comment.score, Some(Score::Centipawns(12)));
        assert_eq!((comment.depth, comment.nodes), (Some(9), Some(294_915)));
        read_thinking("# 1 2 3 4", &mut comment);
        read_thinking("pong 3", &mut comment);
        assert_eq!(comment.depth, Some(9));
        read_thinking("12. -100003 5 77 d8h4", &mut comment);
        assert_eq!(comment.score, Some(Score::Mate(-3)));
    }

    #[test]
    fn castling_by_letters() {
        let variant = Catalogue::new().variant("chess").expect("chess");
        let game = Game::set_up(&variant, None, ["e2e4"]).expect("a turn");
        let pos = game.position();
        assert_eq!(castling(pos, "O-O").as_deref(), Some("e8g8"));
        assert_eq!(castling(pos, "0-0-0+").as_deref(), Some("e8c8"));
        assert_eq!(castling(pos, "e7e5"), None);
    }

    #[test]
    fn turns_in_parts_are_put_together() {
        let game = |name: &str, turns: &[&str]| {
            let variant = Catalogue::new().variant(name).expect("a game");
            Game::set_up(&variant, None, turns.iter().copied()).expect("turns")
        };
        let told = |game: &Game, texts: &[&str]| -> Vec<Option<String>> {
            let mut parts = Parts::of(game);
            texts.iter().map(|text| part(&mut parts, text)).collect()
        };
        let double = game("doublemove-demichess", &["e2e4"]);
        let whole = Some("e7e5,d7d5".to_owned());
        let texts = ["e7e5", "@@@@", "d7d5"];
        assert_eq!(told(&double, &texts), [None, None, whole]);
        let wrong = Some("e7e2".to_owned());
        assert_eq!(told(&double, &["e7e2"]), [wrong]);
        let shot = Some("c4e6".to_owned());
        let betza = "e2e4 d7d5 e4d5 d8d5 d1e3 d5b5 b2b3 e7e6 b1c3 b5b6 g1f3 g8f6 f1d3 f8c5 e3e2 b8c6 \
                     c1a3 c5d6 d3b5 e8g8 b5c4 f8e8";
        let turns: Vec<&str> = betza.split_ascii_whitespace().collect();
        let rifle = game("demirifle-fide", &turns);
        assert_eq!(told(&rifle, &["c4e6,", "e6c4"]), [None, shot]);
    }
}
