//! Playing a side: clocks, pondering, analysis, draw offers, resignation.

use super::Session;
use super::play_state::{Status, turns_to_go};
use super::running::Purpose;
use crate::base::Color;
use crate::protocol::{Event, Key, Refusal, TimeControl};
use crate::rules::{Game, Turn, legal_moves};
use crate::search::{Best, Limits, Score};
use std::time::{Duration, Instant};

/// The score, and the number of consecutive turns below it, at which the engine resigns.
const RESIGN: (i32, u32) = (-900, 3);
/// The highest score at which the engine accepts an offered draw.
const ACCEPT_DRAW: i32 = -20;
/// How long to think about a hint.
const HINT_TIME: Duration = Duration::from_millis(300);

impl Session {
    /// Ends the game, because the front-end has announced a result.
    pub(super) fn game_over(&mut self, result: &'static str) {
        self.end_search();
        self.archive(result);
        self.play.status = Status::Over;
    }

    /// Sets the side that the engine plays, if any. Engaging the engine in a game with a result refuses that result.
    pub(super) fn engage(&mut self, side: Option<Color>) {
        self.end_search();
        self.play.engine = side;
        if side == Some(self.game.position().side_to_move()) {
            self.play_on();
        }
        self.resume();
    }

    /// Continues a game that is over, on the front-end's wish, as long as there are legal moves.
    fn play_on(&mut self) {
        if legal_moves(self.game.position()).is_empty() {
            return;
        }
        self.play.refused = self.game.outcome().is_some();
        if self.play.status == Status::Over {
            self.play.status = Status::Open;
        }
    }

    pub(super) fn analysis_mode(&mut self, on: bool) {
        self.end_search();
        self.play.analysing = on;
        self.play.excluded.clear();
        self.apply_settings();
        self.consider();
    }

    /// Sets the first turns that the analysis of the current position leaves out.
    pub(super) fn exclude(&mut self, turns: Vec<Turn>) {
        self.end_search();
        self.play.excluded = turns;
        self.consider();
    }

    /// Ends the search; nothing is searched until [`resume`](Self::resume).
    pub(super) fn pause(&mut self) {
        self.end_search();
        self.play.status = Status::Paused;
    }

    /// Ends a pause, if there is one, and starts the search that the game requires.
    pub(super) fn resume(&mut self) {
        if self.play.status == Status::Paused {
            self.play.status = Status::Open;
        }
        self.consider();
    }

    /// If no search is running, starts the one that the state requires: own turn, analysis, or pondering.
    pub(super) fn consider(&mut self) {
        if self.running.is_some() || self.play.status == Status::Paused {
            return;
        }
        let missing = legal_moves(self.game.position()).is_empty();
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
        let over = self.game.outcome().is_some() && !self.play.refused;
        if over || missing {
            self.tell_outcome();
        } else if engine == self.game.position().side_to_move() {
            self.think();
        } else if self.options.flag(Key::Ponder) {
            self.ponder();
        }
    }

    /// Reports the result of the game, once; nothing if the game goes on.
    fn tell_outcome(&mut self) {
        let open = self.play.refused && !legal_moves(self.game.position()).is_empty();
        if self.play.status == Status::Over || open {
            return;
        }
        if let Some(outcome) = self.game.outcome() {
            self.play.status = Status::Over;
            self.tell(&Event::Over(outcome));
        }
    }

    /// Starts the search for the engine's own turn.
    fn think(&mut self) {
        let limits = self.play.limits(self.own_turns());
        self.play.since = self.line_read.or_else(|| Some(Instant::now()));
        let game = self.game.clone();
        self.start(Purpose::Play, &game, limits);
    }

    fn own_turns(&self) -> usize {
        // The engine moves every other turn, and is to move now.
        self.game.turns().len() / 2
    }

    /// Ponders on the position after the expected reply.
    fn ponder(&mut self) {
        let Some(turn) = self.expected_turn() else {
            return;
        };
        let mut game = self.game.clone();
        game.push(turn.clone());
        if game.outcome().is_some() {
            return;
        }
        let mut limits = self.play.limits(self.own_turns());
        limits.ponder = true;
        self.start(Purpose::Ponder(turn), &game, limits);
    }

    fn analyse(&mut self) {
        let except = self.play.excluded.iter().map(Turn::first).collect();
        let limits = Limits {
            infinite: true,
            except,
            ..Limits::default()
        };
        let game = self.game.clone();
        self.start(Purpose::Analysis, &game, limits);
    }

    /// The expected turn of the opponent in the current position.
    fn expected_turn(&self) -> Option<Turn> {
        let expected = self.play.expected.as_ref();
        expected
            .filter(|turn| turn.is_legal_in(self.game.position()))
            .cloned()
    }

    pub(super) fn opponent_plays(&mut self, turn: Turn) {
        if !turn.is_legal_in(self.game.position()) {
            return self.refuse(Refusal::Other {
                what: "a turn".to_owned(),
                reason: "it belongs to another position".to_owned(),
            });
        }
        let expected = self
            .running
            .as_ref()
            .is_some_and(|running| matches!(&running.purpose, Purpose::Ponder(it) if *it == turn));
        if !expected {
            self.end_search();
        }
        if self.play.status == Status::Over {
            self.play_on();
        }
        self.push(turn, false, None);
        if expected && self.game.outcome().is_none() {
            self.turn_pondering_into_playing();
        } else {
            self.end_search();
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

    fn push(&mut self, turn: Turn, by_engine: bool, ponder: Option<Turn>) {
        self.game.push(turn.clone());
        self.play.refused &= self.game.outcome().is_some();
        self.play.excluded.clear();
        self.play.expected.clone_from(&ponder);
        self.tell(&Event::Played {
            turn,
            by_engine,
            ponder,
        });
    }

    /// Plays the turn that the engine's search has chosen.
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
        self.push(turn, true, best.ponder.clone());
        self.tell_outcome();
        self.consider();
    }

    /// Subtracts the engine's time from its clock, in case the front-end does not set the clocks.
    fn count_time(&mut self) {
        let spent = self
            .play
            .since
            .take()
            .map(|since| since.elapsed())
            .unwrap_or_default();
        if let (
            Some(TimeControl::Session {
                turns,
                base,
                increment,
            }),
            Some(left),
        ) = (self.play.time_control, self.play.clocks[0])
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

    /// Handles a draw offer: accepted or declined by the engine's last score, or later, at its next turn.
    pub(super) fn draw_offered(&mut self) {
        let us = self.play.engine;
        let searched = self.latest.as_ref().map(|report| report.info.score);
        match searched {
            // The latest score is from the engine's view unless the opponent was to move at the root.
            Some(score) if us.is_some() => {
                self.play.offered = true;
                self.answer_draw(score);
            }
            _ => self.play.offered = true,
        }
    }

    pub(super) fn take_back(&mut self, count: usize) {
        self.end_search();
        let mut game: Game = self.game.clone();
        for _ in 0..count {
            game.undo();
        }
        self.change_game(game);
    }

    /// Recommends a turn: the expected one, or the best of a short search.
    pub(super) fn hint(&mut self) {
        let pos = self.game.position();
        let thought = || {
            let report = self.latest.as_ref().filter(|_| self.running.is_some())?;
            let here = report.root.key() == pos.key();
            Turn::first_of(&report.root, &report.info.pv).filter(|_| here)
        };
        if let Some(turn) = self.expected_turn().or_else(thought) {
            return self.tell(&Event::Hint(Some(turn)));
        }
        if self.running.is_some() || legal_moves(self.game.position()).is_empty() {
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
