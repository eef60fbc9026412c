//! The session without a protocol: commands in, events out.

use super::input::Input;
use super::{Session, View};
use crate::base::Color;
use crate::protocol::{Command, Event, Protocol, Refusal, Reply, TimeControl};
use crate::rules::{Game, Turn, legal_turns, turn_of_text, turn_text};
use crate::search::{Limits, SearchError, SearchNews, Searcher};
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

struct Conversation {
    session: Session,
    events: Arc<Mutex<Vec<Event>>>,
}

impl Conversation {
    fn new() -> Self {
        let events = Arc::default();
        let mut session = Session::new(Arc::default(), Box::new(std::io::sink())).unwrap();
        session.protocol = Some(Box::new(Recorder(Arc::clone(&events))));
        let mut talk = Self { session, events };
        talk.ask(Command::TimeControl(TimeControl::PerTurn(
            Duration::from_millis(20),
        )));
        talk
    }

    fn ask(&mut self, command: Command) {
        self.session.command(command);
    }

    fn play(&mut self, text: &str) {
        self.ask(Command::Play(self.turn(text)));
    }

    fn turn(&self, text: &str) -> Turn {
        turn_of_text(self.session.game.position(), text).expect("a legal turn")
    }

    fn set_up(&mut self, fen: Option<&str>, turns: &[&str]) {
        let turns = turns.iter().copied();
        let game = Game::set_up(&self.session.variant, fen, turns).expect("a game");
        self.ask(Command::SetUp(Box::new(game)));
    }

    /// Runs the search until a wanted event comes, and returns all events up to it.
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

    fn told(&mut self) -> Vec<Event> {
        std::mem::take(&mut *self.events.lock().unwrap())
    }

    fn turns(&self) -> Vec<String> {
        let game = &self.session.game;
        let turns = game.turns().iter().enumerate();
        turns
            .map(|(index, played)| turn_text(game.position_after(index), &played.turn))
            .collect()
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
    let mut talk = Conversation::new();
    talk.ask(Command::Engage(Some(Color::Black)));
    talk.play("e2e4");
    let events = talk.until(by_engine);
    let first = turn_of_text(talk.session.game.first(), "e2e4").unwrap();
    assert!(matches!(&events[0], Event::Played { turn, by_engine: false, .. } if *turn == first));
    assert_eq!(talk.turns().len(), 2);
    talk.ask(Command::Engage(Some(Color::White)));
    talk.until(by_engine);
    assert_eq!(talk.turns().len(), 3);
    talk.ask(Command::Engage(None));
    talk.ask(Command::Play(legal(&talk)));
    assert!(
        talk.session.running.is_none(),
        "in force mode nothing is searched"
    );
}

fn legal(talk: &Conversation) -> Turn {
    legal_turns(talk.session.game.position()).swap_remove(0)
}

#[test]
fn a_turn_of_another_position_changes_nothing() {
    let mut talk = Conversation::new();
    talk.ask(Command::Engage(Some(Color::Black)));
    let game = Game::set_up(&talk.session.variant, None, ["e2e4"]).unwrap();
    let turn = turn_of_text(game.position(), "e7e5").unwrap();
    talk.ask(Command::Play(turn));
    assert!(matches!(
        &talk.told()[..],
        [Event::Refused(Refusal::Other { .. })]
    ));
    assert!(talk.turns().is_empty() && talk.session.running.is_none());
}

#[test]
fn the_game_ends_with_its_last_turn() {
    let mut talk = Conversation::new();
    for turn in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        talk.play(turn);
    }
    assert!(matches!(talk.told().last(), Some(Event::Over(_))));
    talk.ask(Command::Engage(Some(Color::White)));
    assert!(
        talk.told().is_empty() && talk.session.running.is_none(),
        "once told is enough"
    );
    talk.ask(Command::TakeBack(2));
    talk.until(by_engine);
}

#[test]
fn an_expected_turn_turns_pondering_into_playing() {
    let mut talk = Conversation::new();
    talk.ask(Command::SetOption {
        name: "Ponder".to_owned(),
        value: Some("true".to_owned()),
    });
    talk.ask(Command::TimeControl(TimeControl::PerTurn(
        Duration::from_millis(100),
    )));
    talk.ask(Command::Engage(Some(Color::White)));
    let expected = loop {
        let mut events = talk.until(by_engine);
        if let Some(Event::Played {
            ponder: Some(turn), ..
        }) = events.pop()
        {
            break turn;
        }
        talk.ask(Command::Play(legal(&talk)));
    };
    let pondering = talk.session.running.clone().expect("it ponders");
    talk.ask(Command::Play(expected));
    let playing = talk.session.running.clone().expect("it goes on");
    assert_eq!(pondering.search, playing.search, "the same search goes on");
    talk.until(by_engine);
    // Any turn but the expected one ends the pondering and starts another search.
    let before = talk.session.serial;
    let other = legal_turns(talk.session.game.position())
        .into_iter()
        .find(|turn| Some(turn) != talk.session.play.expected.as_ref());
    talk.ask(Command::Play(other.expect("there is another turn")));
    assert!(talk.session.serial > before);
    talk.until(by_engine);
}

#[test]
fn analysis_follows_the_board_and_plays_nothing() {
    let mut talk = Conversation::new();
    talk.ask(Command::Analyse(true));
    let first = talk.session.serial;
    assert!(talk.session.running.is_some());
    talk.play("e2e4");
    talk.ask(Command::Exclude(vec![talk.turn("e7e5")]));
    talk.ask(Command::TakeBack(1));
    talk.set_up(None, &["d2d4"]);
    assert_eq!(
        talk.session.serial,
        first + 4,
        "each change starts a new search"
    );
    talk.ask(Command::Analyse(false));
    assert!(talk.session.running.is_none());
    assert_eq!(talk.turns(), ["d2d4"]);
}

#[test]
fn moving_now_plays_what_was_found() {
    let mut talk = Conversation::new();
    talk.ask(Command::TimeControl(TimeControl::PerTurn(
        Duration::from_secs(1000),
    )));
    talk.ask(Command::Engage(Some(Color::White)));
    talk.ask(Command::Stop);
    talk.until(by_engine);
}

#[test]
fn a_pause_stops_thinking_and_time() {
    let mut talk = Conversation::new();
    talk.ask(Command::Engage(Some(Color::White)));
    talk.ask(Command::Pause);
    assert!(talk.session.running.is_none());
    talk.ask(Command::Resume);
    talk.until(by_engine);
}

#[test]
fn hints_come_from_a_short_search() {
    let mut talk = Conversation::new();
    talk.ask(Command::Hint);
    let events = talk.until(|event| matches!(event, Event::Hint(_)));
    assert!(matches!(&events[0], Event::Hint(Some(turn)) if turn.legs().len() == 1));
    assert!(talk.turns().is_empty());
}

#[test]
fn a_hopeless_game_is_resigned_if_the_option_is_on() {
    let mut talk = Conversation::new();
    talk.ask(Command::SetOption {
        name: "Resign".to_owned(),
        value: Some("true".to_owned()),
    });
    talk.set_up(Some("k7/8/8/8/8/8/1QR5/K7 b - - 0 1"), &[]);
    talk.ask(Command::Engage(Some(Color::Black)));
    let mut white = ["b2b3", "b3b4", "b4b5", "b5b6"].into_iter();
    loop {
        let events = talk.until(|event| by_engine(event) || *event == Event::Resigned);
        if events.last() == Some(&Event::Resigned) {
            break;
        }
        talk.play(white.next().expect("it gives up within four turns"));
    }
    assert!(talk.session.running.is_none());
}

#[test]
fn an_offered_draw_is_taken_when_the_own_game_is_bad() {
    let mut talk = Conversation::new();
    talk.set_up(Some("k7/8/8/8/8/8/1Q6/K7 b - - 0 1"), &[]);
    talk.ask(Command::Engage(Some(Color::Black)));
    talk.ask(Command::OfferDraw);
    let events = talk.until(by_engine);
    assert!(events.contains(&Event::DrawOffered), "{events:?}");
    // The engine refuses a draw in a better position.
    let mut talk = Conversation::new();
    talk.set_up(Some("k7/8/8/8/8/8/1Q6/K7 w - - 0 1"), &[]);
    talk.ask(Command::Engage(Some(Color::White)));
    talk.ask(Command::OfferDraw);
    let events = talk.until(by_engine);
    assert!(!events.contains(&Event::DrawOffered), "{events:?}");
}

#[test]
fn a_request_ends_with_its_choice_even_if_something_else_is_asked() {
    let mut talk = Conversation::new();
    talk.ask(Command::Search(Limits {
        infinite: true,
        ..Limits::default()
    }));
    talk.ask(Command::Variant("grasshopper".to_owned()));
    let events = talk.told();
    assert!(matches!(&events[0], Event::Chosen { turn: Some(_), .. }));
    assert_eq!(events[1], Event::VariantChanged);
}

#[test]
fn declared_pieces_leave_no_variants_behind() {
    let mut talk = Conversation::new();
    let set = |name: &str, value: &str| Command::SetOption {
        name: name.to_owned(),
        value: Some(value.to_owned()),
    };
    talk.ask(set("UCI_Variant", "hurdlers"));
    // Each number's bits choose the leaps of another piece.
    let leaps = "fW bW sW fF bF fN bN fD bD fA bA fH bH C".split(' ');
    let mut seen = Vec::new();
    for number in 1..=10_000_u32 {
        let chosen = leaps.clone().enumerate();
        let chosen = chosen.filter(|(bit, _)| number >> bit & 1 != 0);
        let pieces: String = chosen.map(|(_, leap)| leap).collect();
        let pieces = format!("X={pieces}");
        talk.ask(set("Pieces", &pieces));
        assert_eq!(talk.session.variant.declared_text(), pieces);
        seen.push(Arc::downgrade(&talk.session.variant));
        if number % 100 == 0 {
            talk.set_up(Some("4k3/8/8/8/8/8/8/X3K3 w - - 0 1"), &[]);
            let first = talk.session.game.first();
            seen.push(Arc::downgrade(first.variant()));
        }
        talk.told();
    }
    talk.ask(set("Pieces", ""));
    talk.set_up(None, &[]);
    let alive = seen.iter().filter(|variant| variant.strong_count() > 0);
    assert_eq!(alive.count(), 0);
}

#[test]
fn a_search_that_cannot_start_is_reported_and_a_legal_turn_given() {
    let mut talk = Conversation::new();
    talk.session.searcher = Searcher::without_threads();
    talk.ask(Command::Search(Limits::default()));
    let events = talk.until(|event| matches!(event, Event::Chosen { .. }));
    assert!(
        matches!(
            &events[..],
            [
                Event::Refused(Refusal::Other { .. }),
                Event::Chosen { turn: Some(_), .. }
            ]
        ),
        "{events:?}"
    );
    talk.ask(Command::Engage(Some(Color::White)));
    let events = talk.until(by_engine);
    assert!(matches!(&events[0], Event::Refused(_)), "{events:?}");
}

#[test]
fn a_search_that_is_lost_is_reported_with_the_turn_that_it_had_found() {
    let mut talk = Conversation::new();
    talk.ask(Command::Search(Limits {
        infinite: true,
        ..Limits::default()
    }));
    while talk.session.latest.is_none() {
        let input = talk.session.inbox.recv().expect("a report");
        talk.session.take(input);
    }
    let report = talk.session.latest.clone().expect("a report");
    let search = talk.session.serial;
    let lost = SearchNews::Failed(SearchError::Lost);
    talk.session.take(Input::Search(search, lost));
    let events = talk.until(|event| matches!(event, Event::Chosen { .. }));
    let [
        Event::Refused(Refusal::Other { reason, .. }),
        Event::Chosen {
            turn: Some(turn), ..
        },
    ] = &events[..]
    else {
        panic!("{events:?}");
    };
    assert_eq!(reason, "the search has ended without a result");
    assert_eq!(turn.legs(), &report.info.pv[..1]);
}
