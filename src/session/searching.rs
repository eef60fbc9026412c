//! Starting and ending searches, for whatever purpose.

use super::Session;
use super::input::{Input, Relay};
use crate::base::Move;
use crate::position::{Position, move_text};
use crate::protocol::{Event, GoLimits, Key, Refusal, Report};
use crate::rules::{self, Turn, legal_moves, legal_turns, outcome};
use crate::search::{Best, Clock, Info, Limits};
use std::sync::Arc;
use std::time::Duration;

/// What a search is for.
#[derive(Clone)]
pub(super) enum Purpose {
    /// Asked for by the front-end, which is told the result.
    Request,
    /// The engine's own turn.
    Play,
    /// Thinking on the opponent's time about the position after the expected turn.
    Ponder(Box<Turn>),
    /// Analysis.
    Analysis,
    /// Looking for a turn to recommend.
    Hint,
}

/// The search that is running.
#[derive(Clone)]
pub(super) struct Running {
    /// Its number.
    pub search: u64,
    /// What it is for.
    pub purpose: Purpose,
    /// Whether it waits for the opponent's turn.
    pub pondering: bool,
    /// Where it began.
    pub root: Position,
}

/// How long the session waits for news before it asks whether the search still lives.
const PATIENCE: Duration = Duration::from_millis(200);

impl Session {
    /// One search of the position, whose result the front-end is told.
    pub(super) fn search_on_request(&mut self, limits: &GoLimits) {
        self.settle();
        if legal_turns_missing(self.game.position()) {
            let outcome = self.game.outcome();
            self.tell(&Event::Chosen {
                turn: None,
                ponder: None,
                score: None,
                outcome,
            });
            return;
        }
        let limits = self.limits_of(limits);
        self.note(format!("search: {limits:?}"));
        let game = self.game.clone();
        self.start(Purpose::Request, &game, limits);
    }

    /// Starts a search; nothing may be running.
    pub(super) fn start(&mut self, purpose: Purpose, game: &rules::Game, limits: Limits) {
        self.serial += 1;
        self.latest = None;
        let relay = Relay {
            search: self.serial,
            sender: self.sender.clone(),
        };
        self.running = Some(Running {
            search: self.serial,
            purpose,
            pondering: limits.ponder,
            root: game.position().clone(),
        });
        self.searcher.start(game, limits, Arc::new(relay));
    }

    /// Resolves the limits of a request for the position as it stands.
    fn limits_of(&mut self, asked: &GoLimits) -> Limits {
        let pos = self.game.position();
        let us = pos.side_to_move();
        let mut only = Vec::new();
        let mut strangers = Vec::new();
        for text in &asked.only {
            match rules::turn_of_text(pos, text) {
                Ok(turn) => only.extend(turn.legs.first().copied()),
                Err(error) => strangers.push(error.to_string()),
            }
        }
        for reason in strangers {
            let what = "searchmoves (left out)".to_owned();
            self.refuse(Refusal::Other { what, reason });
        }
        Limits {
            clock: Clock {
                left: asked.time[us.index()],
                increment: asked.increment[us.index()].unwrap_or_default(),
                opponent: asked.time[(!us).index()],
                turns_to_go: asked.turns_to_go,
            },
            move_time: asked.move_time,
            depth: asked.depth,
            nodes: asked.nodes,
            mate: asked.mate,
            infinite: asked.infinite || never_ends(asked),
            ponder: asked.ponder,
            only,
            except: Vec::new(),
        }
    }

    /// Ends the running search, if any: the result of one on request is told, others are dropped.
    /// Lines that arrive meanwhile wait for their turn.
    pub(super) fn settle(&mut self) {
        let Some(running) = &self.running else { return };
        self.searcher.stop();
        if !matches!(running.purpose, Purpose::Request) {
            self.running = None;
            self.searcher.wait();
            return;
        }
        while let Some(running) = self.running.clone() {
            match self.inbox.recv_timeout(PATIENCE) {
                Ok(news @ Input::Search(..)) => self.take(news),
                Ok(other) => self.backlog.push_back(other),
                Err(_) if self.searcher.is_running() => {}
                Err(_) => self.lost(&running),
            }
        }
    }

    /// A search has died without a result: any legal turn is better than silence.
    fn lost(&mut self, running: &Running) {
        log::error!("a search has ended without a result");
        let best = Best {
            turn: Vec::new(),
            ponder: Vec::new(),
            score: crate::search::Score::Centipawns(0),
        };
        self.search_best(running.search, &best);
    }

    /// The expected turn was played.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(running) = &mut self.running {
            running.pondering = false;
            self.searcher.ponder_hit();
        }
    }

    /// Progress of a search.
    pub(super) fn search_info(&mut self, search: u64, info: Info) {
        let Some(running) = self.running.as_ref().filter(|it| it.search == search) else {
            return;
        };
        let line = turn_texts(&running.root, &info.pv);
        let told = !matches!(running.purpose, Purpose::Hint);
        let report = Report { info, line };
        self.latest = Some(report.clone());
        if told {
            self.tell(&Event::Thinking(report));
        }
    }

    /// The end of a search.
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
                let ponder = turn
                    .as_ref()
                    .and_then(|turn| turn_texts(&turn.after, &best.ponder).into_iter().next());
                self.tell(&Event::Chosen {
                    turn: turn.map(|turn| turn.text),
                    ponder,
                    score: Some(best.score),
                    outcome: None,
                });
            }
            Purpose::Play => self.play_chosen(turn, best),
            Purpose::Hint => {
                self.tell(&Event::Hint(turn.map(|turn| turn.text)));
                self.consider();
            }
            Purpose::Ponder(_) | Purpose::Analysis => {}
        }
    }

    /// Passes the options that concern the search on.
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
        };
        self.searcher.settings = settings;
    }
}

/// Whether nothing in a request ends the search: then it is one without end.
fn never_ends(asked: &GoLimits) -> bool {
    asked.time == [None; 2]
        && asked.move_time.is_none()
        && asked.depth.is_none()
        && asked.nodes.is_none()
        && asked.mate.is_none()
}

/// Whether the side to move has nothing to play.
pub(super) fn legal_turns_missing(pos: &Position) -> bool {
    legal_moves(pos).is_empty()
}

/// The turn of a search's result. A search that gives none although there are legal turns (the game
/// may be drawn already) gets the first.
fn chosen_turn(root: &Position, best: &Best) -> Option<Turn> {
    let text = turn_texts(root, &best.turn).into_iter().next();
    text.and_then(|text| rules::turn_of_text(root, &text).ok())
        .or_else(|| {
            let over = outcome(root).is_some();
            if !over {
                log::error!("the search has found no turn");
            }
            legal_turns(root).into_iter().next()
        })
}

/// Legs as the texts of turns, as far as they are legal one after the other.
pub(super) fn turn_texts(root: &Position, legs: &[Move]) -> Vec<String> {
    let mut texts = Vec::new();
    let mut turn = String::new();
    let mut pos = root.clone();
    for leg in legs {
        if !legal_moves(&pos).contains(leg) {
            log::error!(
                "{} is no leg of {}",
                move_text(pos.variant(), *leg),
                pos.fen()
            );
            break;
        }
        if !turn.is_empty() {
            turn.push(',');
        }
        turn.push_str(&move_text(pos.variant(), *leg));
        let after = rules::play(&pos, *leg);
        if after.side_to_move() != pos.side_to_move() || legal_turns_missing(&after) {
            texts.push(std::mem::take(&mut turn));
        }
        pos = after;
    }
    if !turn.is_empty() {
        texts.push(turn);
    }
    texts
}
