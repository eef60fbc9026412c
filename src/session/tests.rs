//! The session without a protocol: commands in, events out.

use super::{Session, View};
use crate::base::Color;
use crate::protocol::{Command, Event, GoLimits, Level, Protocol, Refusal, Reply};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Writes events down.
struct Recorder(Arc<Mutex<Vec<Event>>>);

impl Protocol for Recorder {
    fn read(&mut self, _: &str, _: &View<'_>) -> Vec<Reply> {
        Vec::new()
    }

    fn write(&mut self, event: &Event, _: &View<'_>) -> Vec<Reply> {
        if !matches!(event, Event::Thinking(_)) {
            self.0.lock().unwrap().push(event.clone());
        }
        Vec::new()
    }
}

struct Table {
    session: Session,
    events: Arc<Mutex<Vec<Event>>>,
}

impl Table {
    fn new() -> Self {
        let events = Arc::default();
        let mut session = Session::new(Box::new(std::io::sink())).unwrap();
        session.protocol = Some(Box::new(Recorder(Arc::clone(&events))));
        let mut table = Self { session, events };
        table.ask(Command::Level(Level::PerTurn(Duration::from_millis(20))));
        table
    }

    fn ask(&mut self, command: Command) {
        self.session.command(command);
    }

    fn play(&mut self, text: &str) {
        self.ask(Command::Play(text.to_owned()));
    }

    /// Lets the search speak until an event comes that is wanted, and gives all events up to it.
    fn until(&mut self, wanted: impl Fn(&Event) -> bool) -> Vec<Event> {
        loop {
            let mut events = self.events.lock().unwrap();
            if let Some(at) = events.iter().position(&wanted) {
                return events.drain(..=at).collect();
            }
            drop(events);
            let input = self
                .session
                .inbox
                .recv_timeout(Duration::from_mins(1))
                .expect("the session has something to do");
            self.session.take(input);
        }
    }

    /// The events told so far.
    fn told(&mut self) -> Vec<Event> {
        std::mem::take(&mut *self.events.lock().unwrap())
    }

    fn turns(&self) -> Vec<String> {
        let turns = self.session.game.turns().iter();
        turns.map(|turn| turn.text.clone()).collect()
    }
}

fn by_engine(event: &Event) -> bool {
    matches!(
        event,
        Event::Played {
            by_engine: true,
            ..
        }
    )
}

#[test]
fn the_engine_answers_for_the_side_it_plays() {
    let mut table = Table::new();
    table.ask(Command::Engage(Some(Color::Black)));
    table.play("e2e4");
    let events = table.until(by_engine);
    assert!(matches!(&events[0], Event::Played { turn, by_engine: false, .. } if turn == "e2e4"));
    assert_eq!(table.turns().len(), 2);
    table.ask(Command::Engage(Some(Color::White)));
    table.until(by_engine);
    assert_eq!(table.turns().len(), 3);
    table.ask(Command::Engage(None));
    table.play(&legal(&table));
    assert!(
        table.session.running.is_none(),
        "in force mode nothing is searched"
    );
}

/// Any legal turn.
fn legal(table: &Table) -> String {
    crate::rules::legal_turns(table.session.game.position())[0]
        .text
        .clone()
}

#[test]
fn an_illegal_turn_changes_nothing() {
    let mut table = Table::new();
    table.ask(Command::Engage(Some(Color::Black)));
    table.play("e2e5");
    assert!(
        matches!(&table.told()[..], [Event::Refused(Refusal::Turn { text, .. })] if text == "e2e5")
    );
    assert!(table.turns().is_empty() && table.session.running.is_none());
}

#[test]
fn the_game_ends_with_its_last_turn() {
    let mut table = Table::new();
    for turn in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        table.play(turn);
    }
    assert!(matches!(table.told().last(), Some(Event::Over(_))));
    table.ask(Command::Engage(Some(Color::White)));
    assert!(
        table.told().is_empty() && table.session.running.is_none(),
        "once told is enough"
    );
    table.ask(Command::TakeBack(2));
    table.until(by_engine);
}

#[test]
fn an_expected_turn_turns_pondering_into_playing() {
    let mut table = Table::new();
    table.ask(Command::SetOption {
        name: "Ponder".to_owned(),
        value: Some("true".to_owned()),
    });
    table.ask(Command::Level(Level::PerTurn(Duration::from_millis(100))));
    table.ask(Command::Engage(Some(Color::White)));
    let expected = loop {
        let mut events = table.until(by_engine);
        if let Some(Event::Played {
            ponder: Some(turn), ..
        }) = events.pop()
        {
            break turn;
        }
        table.play(&legal(&table));
    };
    let pondering = table.session.running.clone().expect("it ponders");
    table.play(&expected);
    let playing = table.session.running.clone().expect("it goes on");
    assert_eq!(pondering.search, playing.search, "the same search goes on");
    table.until(by_engine);
    // Anything else ends the pondering and starts a search of its own.
    let before = table.session.serial;
    let other = crate::rules::legal_turns(table.session.game.position())
        .into_iter()
        .find(|turn| Some(&turn.text) != table.session.play.expected.as_ref());
    table.play(&other.expect("there is another turn").text);
    assert!(table.session.serial > before);
    table.until(by_engine);
}

#[test]
fn analysis_follows_the_board_and_plays_nothing() {
    let mut table = Table::new();
    table.ask(Command::Analyse(true));
    let first = table.session.serial;
    assert!(table.session.running.is_some());
    table.play("e2e4");
    table.ask(Command::Exclude(vec!["e7e5".to_owned()]));
    table.ask(Command::TakeBack(1));
    table.ask(Command::SetUp {
        fen: None,
        turns: vec!["d2d4".to_owned()],
    });
    assert_eq!(
        table.session.serial,
        first + 4,
        "each change starts a new search"
    );
    table.ask(Command::Analyse(false));
    assert!(table.session.running.is_none());
    assert_eq!(table.turns(), ["d2d4"]);
}

#[test]
fn moving_now_plays_what_was_found() {
    let mut table = Table::new();
    table.ask(Command::Level(Level::PerTurn(Duration::from_secs(1000))));
    table.ask(Command::Engage(Some(Color::White)));
    table.ask(Command::Stop);
    table.until(by_engine);
}

#[test]
fn a_pause_stops_thinking_and_time() {
    let mut table = Table::new();
    table.ask(Command::Engage(Some(Color::White)));
    table.ask(Command::Pause);
    assert!(table.session.running.is_none());
    table.ask(Command::Resume);
    table.until(by_engine);
}

#[test]
fn hints_come_from_a_short_search() {
    let mut table = Table::new();
    table.ask(Command::Hint);
    let events = table.until(|event| matches!(event, Event::Hint(_)));
    assert!(matches!(&events[0], Event::Hint(Some(turn)) if turn.len() == 4));
    assert!(table.turns().is_empty());
}

#[test]
fn a_hopeless_game_is_resigned_if_the_option_is_on() {
    let mut table = Table::new();
    table.ask(Command::SetOption {
        name: "Resign".to_owned(),
        value: Some("true".to_owned()),
    });
    table.ask(Command::SetUp {
        fen: Some("k7/8/8/8/8/8/1QR5/K7 b - - 0 1".to_owned()),
        turns: Vec::new(),
    });
    table.ask(Command::Engage(Some(Color::Black)));
    let mut white = ["b2b3", "b3b4", "b4b5", "b5b6"].into_iter();
    loop {
        let events = table.until(|event| by_engine(event) || *event == Event::Resigned);
        if events.last() == Some(&Event::Resigned) {
            break;
        }
        table.play(white.next().expect("it gives up within four turns"));
    }
    assert!(table.session.running.is_none());
}

#[test]
fn an_offered_draw_is_taken_when_the_own_game_is_bad() {
    let mut table = Table::new();
    table.ask(Command::SetUp {
        fen: Some("k7/8/8/8/8/8/1Q6/K7 b - - 0 1".to_owned()),
        turns: Vec::new(),
    });
    table.ask(Command::Engage(Some(Color::Black)));
    table.ask(Command::OfferDraw);
    let events = table.until(by_engine);
    assert!(events.contains(&Event::DrawOffered), "{events:?}");
    // With the better game it is not.
    let mut table = Table::new();
    table.ask(Command::SetUp {
        fen: Some("k7/8/8/8/8/8/1Q6/K7 w - - 0 1".to_owned()),
        turns: Vec::new(),
    });
    table.ask(Command::Engage(Some(Color::White)));
    table.ask(Command::OfferDraw);
    let events = table.until(by_engine);
    assert!(!events.contains(&Event::DrawOffered), "{events:?}");
}

#[test]
fn a_request_ends_with_its_choice_even_if_something_else_is_asked() {
    let mut table = Table::new();
    table.ask(Command::Search(GoLimits {
        infinite: true,
        ..GoLimits::default()
    }));
    table.ask(Command::Variant("grasshopper".to_owned()));
    let events = table.told();
    assert!(matches!(&events[0], Event::Chosen { turn: Some(_), .. }));
    assert_eq!(events[1], Event::VariantChanged);
}
