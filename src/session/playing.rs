//! The game in which the engine plays a side by itself: clocks, pondering, analysis, draws, resignation.

use super::Session;
use super::searching::{Purpose, legal_turns_missing};
use crate::base::{Color, Move};
use crate::protocol::{Command, Event, Key, Level, Refusal};
use crate::rules::{self, Game, Turn};
use crate::search::{Best, Clock, Limits, Score};
use std::time::{Duration, Instant};

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Status {
    /// It does.
    #[default]
    Open,
    /// It does, but the front-end wants no thinking now.
    Paused,
    /// It is over: nothing is played any more.
    Over,
}

/// The state of playing and analysing.
#[derive(Debug, Default)]
pub(super) struct Match {
    /// The side the engine plays.
    pub engine: Option<Color>,
    /// Whether every position is analysed.
    pub analysing: bool,
    /// Whether the game goes on.
    pub status: Status,
    level: Option<Level>,
    /// The clocks as they stood when they were last told or computed: the engine's, the opponent's.
    clocks: [Option<Duration>; 2],
    depth: Option<u32>,
    node_rate: Option<u64>,
    excluded: Vec<String>,
    /// What the engine expects as answer to its last turn.
    pub expected: Option<String>,
    /// When the search for the engine's own turn began to cost the engine time.
    since: Option<Instant>,
    /// Whether the opponent's last word was an offer of a draw.
    offered: bool,
    /// How many own turns in a row were hopeless.
    hopeless: u32,
}

/// A score below this, so many turns in a row, is a reason to resign.
const RESIGN: (i32, u32) = (-900, 3);
/// An offered draw is accepted at this score or below.
const ACCEPT_DRAW: i32 = -20;
/// How long to think about a hint.
const HINT_TIME: Duration = Duration::from_millis(300);

impl Match {
    /// A new variant: no position, hence no expectations; engagement and clocks stay.
    pub(super) fn forget_position(&mut self) {
        self.status = Status::Open;
        self.expected = None;
        self.excluded.clear();
        self.offered = false;
        self.hopeless = 0;
    }

    /// The limits of the engine's own turn.
    fn limits(&self, turns_played: usize) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            ..Limits::default()
        };
        match self.level {
            Some(Level::PerTurn(time)) => limits.move_time = Some(time),
            Some(Level::Session {
                turns, increment, ..
            }) => {
                limits.clock = Clock {
                    left: self.clocks[0],
                    increment,
                    opponent: self.clocks[1],
                    turns_to_go: turns_to_go(turns, turns_played),
                };
            }
            Some(Level::Unlimited) | None => limits.clock.left = self.clocks[0],
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

/// Turns left in a session of so many, after so many own turns.
fn turns_to_go(turns: u32, played: usize) -> Option<u32> {
    let session = usize::try_from(turns).ok().filter(|turns| *turns > 0)?;
    u32::try_from(session - played % session).ok()
}

/// Nodes that stand for the time of one turn at a rate a second.
fn nodes_for(limits: &Limits, rate: u64) -> u64 {
    let time = limits.move_time.unwrap_or_else(|| {
        let turns = limits.clock.turns_to_go.unwrap_or(30).clamp(1, 30);
        limits.clock.left.unwrap_or(Duration::from_secs(5)) / turns + limits.clock.increment / 2
    });
    (time.as_secs_f64() * rate as f64).max(1.0) as u64
}

impl Session {
    /// The commands of playing and analysing.
    pub(super) fn play_command(&mut self, command: Command) {
        match command {
            Command::Play(text) => self.opponent_plays(&text),
            Command::TakeBack(count) => self.take_back(count),
            Command::Over => {
                self.settle();
                self.play.status = Status::Over;
            }
            Command::Engage(side) => {
                self.settle();
                self.play.engine = side;
                self.resume();
                self.consider();
            }
            Command::Analyse(on) => {
                self.settle();
                self.play.analysing = on;
                self.play.excluded.clear();
                self.apply_settings();
                self.consider();
            }
            Command::Level(level) => {
                self.play.level = Some(level);
                if let Level::Session { base, .. } = level {
                    self.play.clocks = [Some(base); 2];
                } else {
                    self.play.clocks = [None; 2];
                }
            }
            Command::Clocks { engine, opponent } => {
                self.play.clocks[0] = engine.or(self.play.clocks[0]);
                self.play.clocks[1] = opponent.or(self.play.clocks[1]);
            }
            Command::DepthLimit(depth) => self.play.depth = depth,
            Command::NodeRate(rate) => self.play.node_rate = rate,
            Command::Exclude(turns) => {
                self.settle();
                self.play.excluded = turns;
                self.consider();
            }
            Command::OfferDraw => self.draw_offered(),
            Command::Hint => self.hint(),
            Command::Pause => {
                self.settle();
                self.play.status = Status::Paused;
            }
            Command::Resume => {
                self.resume();
                self.consider();
            }
            other => log::error!("{other:?} is not a command of playing"),
        }
    }

    fn resume(&mut self) {
        if self.play.status == Status::Paused {
            self.play.status = Status::Open;
        }
    }

    /// Starts what the state of the game asks for, if nothing is running: the engine's own turn,
    /// analysis, or thinking on the opponent's time.
    pub(super) fn consider(&mut self) {
        if self.running.is_some() || self.play.status == Status::Paused {
            return;
        }
        let missing = legal_turns_missing(self.game.position());
        if self.play.analysing {
            if !missing {
                self.analyse();
            }
            return;
        }
        let Some(engine) = self
            .play
            .engine
            .filter(|_| self.play.status == Status::Open)
        else {
            return;
        };
        if self.game.outcome().is_some() || missing {
            self.tell_outcome();
        } else if engine == self.game.position().side_to_move() {
            self.think();
        } else if self.options.flag(Key::Ponder) {
            self.ponder();
        }
    }

    /// Tells the result if there is one, once.
    fn tell_outcome(&mut self) {
        if self.play.status == Status::Over {
            return;
        }
        if let Some(outcome) = self.game.outcome() {
            self.play.status = Status::Over;
            self.tell(&Event::Over(outcome));
        }
    }

    /// The engine's own turn.
    fn think(&mut self) {
        let limits = self.play.limits(self.own_turns());
        self.play.since = Some(Instant::now());
        let game = self.game.clone();
        self.start(Purpose::Play, &game, limits);
    }

    fn own_turns(&self) -> usize {
        // The engine moves every other turn, and is to move now.
        self.game.turns().len() / 2
    }

    /// Thinks about the position after the expected answer.
    fn ponder(&mut self) {
        let Some(turn) = self
            .play
            .expected
            .as_ref()
            .and_then(|text| rules::turn_of_text(self.game.position(), text).ok())
        else {
            return;
        };
        let mut game = self.game.clone();
        game.push(turn.clone());
        if game.outcome().is_some() {
            return;
        }
        let mut limits = self.play.limits(self.own_turns());
        limits.ponder = true;
        self.start(Purpose::Ponder(Box::new(turn)), &game, limits);
    }

    fn analyse(&mut self) {
        let pos = self.game.position();
        let except: Vec<Move> = self
            .play
            .excluded
            .iter()
            .filter_map(|text| rules::turn_of_text(pos, text).ok())
            .filter_map(|turn| turn.legs.first().copied())
            .collect();
        let limits = Limits {
            infinite: true,
            except,
            ..Limits::default()
        };
        let game = self.game.clone();
        self.start(Purpose::Analysis, &game, limits);
    }

    /// The turn of the opponent.
    fn opponent_plays(&mut self, text: &str) {
        let turn = match rules::turn_of_text(self.game.position(), text) {
            Ok(turn) => turn,
            Err(error) => {
                let reason = error.to_string();
                return self.refuse(Refusal::Turn {
                    text: text.to_owned(),
                    reason,
                });
            }
        };
        let expected = self.running.as_ref().is_some_and(
            |running| matches!(&running.purpose, Purpose::Ponder(it) if it.text == turn.text),
        );
        if !expected {
            self.settle();
        }
        self.push(turn, false, None);
        if expected && self.game.outcome().is_none() {
            self.turn_pondering_into_playing();
        } else {
            self.settle();
            self.tell_outcome();
            self.consider();
        }
    }

    fn turn_pondering_into_playing(&mut self) {
        if let Some(running) = &mut self.running {
            running.purpose = Purpose::Play;
            running.pondering = false;
            self.play.since = Some(Instant::now());
            self.searcher.ponder_hit();
        }
    }

    fn push(&mut self, turn: Turn, by_engine: bool, ponder: Option<String>) {
        let text = turn.text.clone();
        self.game.push(turn);
        self.play.excluded.clear();
        self.play.expected.clone_from(&ponder);
        self.tell(&Event::Played {
            turn: text,
            by_engine,
            ponder,
        });
    }

    /// The engine has chosen its own turn.
    pub(super) fn play_chosen(&mut self, turn: Option<Turn>, best: &Best) {
        let Some(turn) = turn else {
            return self.tell_outcome();
        };
        self.count_time();
        if self.gives_up(best.score) {
            self.play.status = Status::Over;
            return self.tell(&Event::Resigned);
        }
        self.answer_draw(best.score);
        let ponder = super::searching::turn_texts(&turn.after, &best.ponder)
            .into_iter()
            .next();
        self.push(turn, true, ponder);
        self.tell_outcome();
        self.consider();
    }

    /// Takes the time of the engine's turn off its clock, in case nobody tells the clocks.
    fn count_time(&mut self) {
        let spent = self
            .play
            .since
            .take()
            .map(|since| since.elapsed())
            .unwrap_or_default();
        if let (
            Some(Level::Session {
                turns,
                base,
                increment,
            }),
            Some(left),
        ) = (self.play.level, self.play.clocks[0])
        {
            let mut left = left.saturating_sub(spent) + increment;
            if turns_to_go(turns, self.own_turns()) == Some(1) {
                left += base;
            }
            self.play.clocks[0] = Some(left);
        }
    }

    fn gives_up(&mut self, score: Score) -> bool {
        let (limit, turns) = RESIGN;
        let hopeless = match score {
            Score::Centipawns(value) => value < limit,
            Score::Mate(distance) => distance < 0,
        };
        self.play.hopeless = if hopeless { self.play.hopeless + 1 } else { 0 };
        self.options.flag(Key::Resign) && self.play.hopeless >= turns
    }

    fn answer_draw(&mut self, score: Score) {
        let fair = match score {
            Score::Centipawns(value) => value <= ACCEPT_DRAW,
            Score::Mate(distance) => distance < 0,
        };
        if std::mem::take(&mut self.play.offered) && fair {
            self.tell(&Event::DrawOffered);
        }
    }

    /// The opponent offers a draw: judged by the last own score, or when the engine next moves.
    fn draw_offered(&mut self) {
        let us = self.play.engine;
        let searched = self.latest.as_ref().map(|report| report.info.score);
        match searched {
            // The latest report speaks of the engine's own view unless the opponent is to move there.
            Some(score) if us.is_some() => {
                self.play.offered = true;
                self.answer_draw(score);
            }
            _ => self.play.offered = true,
        }
    }

    fn take_back(&mut self, count: usize) {
        self.settle();
        let mut game: Game = self.game.clone();
        for _ in 0..count {
            game.undo();
        }
        self.play.expected = None;
        self.play.hopeless = 0;
        self.change_game(game);
    }

    /// Recommends a turn: the expected one, or the best of a short search.
    fn hint(&mut self) {
        let expected = self
            .play
            .expected
            .clone()
            .filter(|text| rules::turn_of_text(self.game.position(), text).is_ok());
        let thought = self
            .running
            .as_ref()
            .filter(|running| running.root.key() == self.game.position().key())
            .and_then(|_| self.latest.as_ref()?.line.first().cloned());
        if let Some(turn) = expected.or(thought) {
            return self.tell(&Event::Hint(Some(turn)));
        }
        if self.running.is_some() || legal_turns_missing(self.game.position()) {
            return self.tell(&Event::Hint(None));
        }
        let limits = Limits {
            move_time: Some(HINT_TIME),
            ..Limits::default()
        };
        let game = self.game.clone();
        self.start(Purpose::Hint, &game, limits);
    }
}
