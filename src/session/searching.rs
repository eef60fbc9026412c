//! Starting and ending searches, for whatever purpose.

use super::Session;
use super::input::Input;
use super::running::{Purpose, Running};
use crate::position::Position;
use crate::protocol::{Event, Key, Refusal, Report};
use crate::rules::{self, Turn, legal_turns, outcome, turns_of_line};
use crate::search::{Best, Info, Limits, Score, SearchError};
use std::time::Duration;

impl Session {
    /// Starts a search on request, whose result is reported.
    pub(super) fn search_on_request(&mut self, limits: Limits) {
        self.end_search();
        self.note(format!("search: {limits:?}"));
        let game = self.game.clone();
        self.start(Purpose::Request, &game, limits);
    }

    /// Starts a search; nothing may be running.
    pub(super) fn start(&mut self, purpose: Purpose, game: &rules::Game, mut limits: Limits) {
        limits.since = self.line_read;
        self.serial += 1;
        self.latest = None;
        self.running = Some(Running {
            search: self.serial,
            purpose,
            pondering: limits.ponder,
            root: game.position().clone(),
        });
        let (search, sender) = (self.serial, self.sender.clone());
        // An error means that the session has ended, and the report is not needed.
        let forward = move |news| _ = sender.send(Input::Search(search, news));
        self.searcher.start(game, limits, forward);
    }

    /// Stops the running search, if any, and waits for its end. Only the result of a requested search is reported. Lines that arrive
    /// meanwhile are queued.
    pub(super) fn end_search(&mut self) {
        let Some(running) = &self.running else { return };
        if matches!(running.purpose, Purpose::Request) {
            return self.stop_search();
        }
        self.searcher.stop();
        self.running = None;
        self.searcher.wait();
    }

    /// Stops the running search, if any; its result is reported or played before the next line is read.
    pub(super) fn stop_search(&mut self) {
        let Some(search) = self.running.as_ref().map(|running| running.search) else {
            return;
        };
        self.searcher.stop();
        // The end of one search may start another one, which ponders.
        while self.running.as_ref().is_some_and(|it| it.search == search) {
            match self.inbox.recv() {
                Ok(news @ Input::Search(..)) => self.take(news),
                Ok(other) => self.backlog.push_back(other),
                // The session holds a sender itself, so the channel never closes.
                Err(_) => return,
            }
        }
    }

    /// Handles a search that ended without a result: reports the error and, if the front-end waits for a turn, the first turn of the
    /// last report, or else the first legal turn.
    pub(super) fn search_failed(&mut self, search: u64, error: &SearchError) {
        if self.running.as_ref().is_none_or(|it| it.search != search) {
            return;
        }
        self.refuse(Refusal::Other {
            what: "the search".to_owned(),
            reason: error.to_string(),
        });
        let best = self.latest.as_ref().filter(|it| it.info.multipv == 1);
        let turn = best.and_then(|it| Turn::first_of(&it.root, &it.info.pv));
        let score = best.map_or(Score::Centipawns(0), |report| report.info.score);
        let best = Best {
            turn,
            ponder: None,
            score,
        };
        self.search_best(search, &best);
    }

    /// Handles a ponder hit: the expected turn was played.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(running) = &mut self.running {
            running.pondering = false;
            self.searcher.ponder_hit();
        }
    }

    /// Handles a progress report of the search with number `search`.
    pub(super) fn search_info(&mut self, search: u64, mut info: Info) {
        let Some(running) = self.running.as_ref().filter(|it| it.search == search) else {
            return;
        };
        let told = !matches!(running.purpose, Purpose::Hint);
        let root = Box::new(running.root.clone());
        let legal = turns_of_line(&root, &info.pv);
        let legal = legal.iter().map(|turn| turn.legs().len()).sum();
        if legal < info.pv.len() {
            log::error!("{:?} is no line of {}", info.pv, root.fen());
            info.pv.truncate(legal);
        }
        let report = Report { root, info };
        self.latest = Some(report.clone());
        if told {
            self.tell(&Event::Thinking(report));
        }
    }

    /// Handles the end of the search with number `search`.
    pub(super) fn search_best(&mut self, search: u64, best: &Best) {
        if self.running.as_ref().is_none_or(|it| it.search != search) {
            return;
        }
        let Some(running) = self.running.take() else {
            return;
        };
        let turn = chosen_turn(&running.root, best);
        match running.purpose {
            Purpose::Request => {
                self.tell(&Event::Chosen {
                    turn,
                    ponder: best.ponder.clone(),
                    score: best.score,
                });
            }
            Purpose::Play => self.play_chosen(turn, best),
            Purpose::Hint => {
                self.tell(&Event::Hint(turn));
                self.consider();
            }
            Purpose::Ponder(_) | Purpose::Analysis => {}
        }
    }

    /// Passes the options that concern the search on to the searcher.
    pub(super) fn apply_settings(&mut self) {
        let number = |key| self.options.number(key);
        let settings = crate::search::Settings {
            threads: number(Key::Threads).max(1) as usize,
            multi_pv: number(Key::MultiPv).max(1) as usize,
            move_overhead: Duration::from_millis(number(Key::MoveOverhead).max(0) as u64),
            skill: number(Key::SkillLevel).clamp(0, 20) as u8,
            elo: self
                .options
                .flag(Key::LimitStrength)
                .then(|| number(Key::Elo).max(0) as u32),
            analysing: self.options.flag(Key::AnalyseMode) || self.play.analysing,
            network: self.options.flag(Key::Network),
            endgames: self.endgames.clone(),
        };
        self.searcher.settings = settings;
    }
}

/// The turn of a search's result; if the search gives none (the game may be drawn already), the first legal turn. `None` if there
/// are no legal turns.
fn chosen_turn(root: &Position, best: &Best) -> Option<Turn> {
    best.turn.clone().or_else(|| {
        if outcome(root).is_none() {
            log::error!("the search has found no turn");
        }
        legal_turns(root).into_iter().next()
    })
}
