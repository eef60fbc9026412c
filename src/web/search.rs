//! Searches: infinite analysis, and the engine's moves.

use super::legs::grips;
use super::names;
use super::place::Place;
use super::reply::{Answer, Asked, Refusal, at_length};
use super::sessions::{Session, SharedSession, locked};
use super::shared::Shared;
use super::stream::stream;
use super::variants::threads;
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use katydid::base::Color;
use katydid::position::Position;
use katydid::rules::{
    Game, Turn, leg_san, leg_text, legs_text, turn_effects, turn_san, turns_of_line, written_legs,
};
use katydid::search::{Bound, Clock, Info, Limits, Score, SearchNews, Searcher, Settings};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// The maximum size of the transposition table, in mebibytes.
const MOST_HASH: usize = 1024;
const MOST_LINES: usize = 20;
/// The maximum time on a clock or for a move, in seconds: one day.
const MOST_SECONDS: f64 = 86_400.0;
/// The maximum number of turns of a line that are sent.
const LONGEST_LINE: usize = 24;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedSearch {
    place: Place,
    #[serde(default = "one")]
    lines: usize,
    #[serde(default = "default_hash")]
    hash: usize,
    #[serde(default = "one")]
    threads: usize,
    /// The strength, 0-20; `None` for full strength, as in analysis.
    level: Option<u8>,
    /// The depth limit.
    depth: Option<u32>,
    /// Seconds for the move.
    seconds: Option<f64>,
    clock: Option<AskedClock>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedClock {
    left: f64,
    increment: f64,
    opponent: f64,
}

const fn one() -> usize {
    1
}

const fn default_hash() -> usize {
    64
}

impl AskedSearch {
    fn settings(&self) -> Result<Settings, Refusal> {
        let within = |what: &str, found: usize, least: usize, most: usize| {
            if (least..=most).contains(&found) {
                Ok(found)
            } else {
                Err(Refusal::range(what, found as f64, least, most))
            }
        };
        within("hash", self.hash, 1, MOST_HASH)?;
        let level = self
            .level
            .map_or(Ok(20), |level| within("level", level.into(), 0, 20))?;
        Ok(Settings {
            threads: within("threads", self.threads, 1, threads())?,
            multi_pv: within("lines", self.lines, 1, MOST_LINES)?,
            skill: level as u8,
            analysing: self.level.is_none(),
            ..Settings::default()
        })
    }

    fn limits(&self) -> Result<Limits, Refusal> {
        let clock = match &self.clock {
            None => Clock::default(),
            Some(clock) => Clock {
                left: Some(time("clock left", clock.left)?),
                increment: time("clock increment", clock.increment)?,
                opponent: Some(time("clock opponent", clock.opponent)?),
                turns_to_go: None,
            },
        };
        let move_time = match self.seconds {
            None => None,
            Some(seconds) => Some(time("seconds", seconds)?),
        };
        let ends = self.depth.is_some() || move_time.is_some() || self.clock.is_some();
        Ok(Limits {
            clock,
            move_time,
            depth: self.depth,
            infinite: !ends,
            ..Limits::default()
        })
    }
}

fn time(what: &str, seconds: f64) -> Result<Duration, Refusal> {
    if (0.0..=MOST_SECONDS).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(Refusal::range(what, seconds, 0, MOST_SECONDS as usize))
    }
}

/// `/api/search`: searches a position and streams the results; an earlier search of the page ends.
pub async fn search(
    State(shared): State<Shared>,
    Asked(asked): Asked<AskedSearch>,
) -> Result<Response, Refusal> {
    let (mut settings, limits) = (asked.settings()?, asked.limits()?);
    settings.endgames.clone_from(&shared.endgames);
    let session = shared.sessions.of(&asked.place.session)?;
    let (sender, receiver) = unbounded_channel();
    // May wait for an earlier search to end, and for memory.
    let (game, ticket) = at_length(|| {
        let mut session = locked(&session);
        let standing = asked.place.standing(&shared.catalogue, &mut session.kept)?;
        let game = standing.to_search();
        let (ticket, _) = session.begin();
        start(&mut session, &game, (settings, asked.hash), limits, sender)?;
        Ok((game, ticket))
    })?;
    let told = move |news| told(&game, news);
    Ok(stream(receiver, told, ends(session, ticket)))
}

fn start(
    session: &mut Session,
    game: &Game,
    (settings, hash): (Settings, usize),
    limits: Limits,
    sender: UnboundedSender<SearchNews>,
) -> Result<(), Refusal> {
    if session.searcher.is_none() {
        session.searcher = Some(Searcher::new(hash).map_err(Refusal::of)?);
    }
    if let Some(searcher) = &mut session.searcher {
        searcher.resize(hash).map_err(Refusal::of)?;
        searcher.settings = settings;
        // Sending fails only if the stream has ended, which also stops the search.
        searcher.start(game, limits, move |news| _ = sender.send(news));
    }
    Ok(())
}

/// Returns a function that ends the search with number `ticket`, to be called when its stream is over.
pub fn ends(session: SharedSession, ticket: u64) -> impl FnOnce() + Send + 'static {
    move || at_length(|| locked(&session).end(ticket))
}

/// A request to end the search of a page.
#[derive(Deserialize)]
pub struct AskedStop {
    session: String,
}

/// `/api/stop`: ends the search or solution of a page; a search still sends its best turn.
pub async fn stop(State(shared): State<Shared>, Asked(asked): Asked<AskedStop>) -> Answer<Value> {
    let session = shared.sessions.of(&asked.session)?;
    at_length(|| locked(&session).stop());
    Ok(Json(json!({})))
}

fn told(game: &Game, news: SearchNews) -> Value {
    let pos = game.position();
    match news {
        SearchNews::Info(info) => info_told(pos, &info),
        SearchNews::Fewer { threads, wanted } => {
            json!({ "kind": "fewer", "threads": threads, "wanted": wanted })
        }
        SearchNews::Failed(error) => json!({ "kind": "failed", "error": error.to_string() }),
        SearchNews::Best(best) => {
            let legs = best.turn.as_ref().map_or(&[][..], Turn::legs);
            json!({
                "kind": "best",
                "text": legs_text(pos, legs),
                "legs": written_legs(pos, legs, leg_text),
                "score": score(best.score, pos.side_to_move()),
            })
        }
    }
}

fn info_told(pos: &Position, info: &Info) -> Value {
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => "at least",
        Bound::Upper => "at most",
    };
    let arrow = info.pv.first().map(|leg| grips(pos, *leg));
    json!({
        "kind": "line",
        "line": info.multipv,
        "depth": info.depth,
        "seldepth": info.seldepth,
        "score": score(info.score, pos.side_to_move()),
        "bound": bound,
        "nodes": info.nodes,
        "nps": info.nps(),
        "ms": info.time.as_millis() as u64,
        "hashfull": info.hashfull,
        "arrow": arrow,
        "turns": line(pos, info),
    })
}

/// The turns of a line, each with the position after it.
fn line(pos: &Position, info: &Info) -> Vec<Value> {
    let turns = turns_of_line(pos, &info.pv).into_iter().take(LONGEST_LINE);
    let shown = turns.map(|turn| {
        let (before, legs) = (turn.before(), turn.legs());
        json!({
            "text": legs_text(before, legs),
            "legs": written_legs(before, legs, leg_text),
            "san": turn.turn().map_or_else(
                || written_legs(before, legs, leg_san).join(","),
                |turn| turn_san(before, &turn),
            ),
            "number": before.state().fullmove_number,
            "color": names::side(before.side_to_move()),
            "effects": turn.turn().map(|turn| turn_effects(before, &turn)),
        })
    });
    shown.collect()
}

/// A score from White's point of view: in words, in pawns, and as a share of the evaluation bar.
pub fn score(score: Score, turn: Color) -> Value {
    let white = if turn == Color::White { 1 } else { -1 };
    match score {
        Score::Centipawns(value) => {
            let value = white * value;
            let share = Score::Centipawns(value).share();
            json!({ "text": format!("{:+.2}", f64::from(value) / 100.0), "value": value, "share": share })
        }
        Score::Mate(turns) => {
            let wins = (turns > 0) == (turn == Color::White);
            let (sign, share) = if wins { ("+", 1.0) } else { ("-", 0.0) };
            let text = format!("{sign}M{}", turns.abs());
            json!({ "text": text, "mate": turns * white, "share": share })
        }
    }
}
