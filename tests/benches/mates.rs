//! How many of the suite's wins in one turn are found within a second each, and how soon:
//! `cargo bench -p katydid-benches --bench mates`.

use katydid::catalogue::Catalogue;
use katydid::rules::Game;
use katydid::search::{Best, Info, Limits, Listener, Score, Searcher};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const SUITE: &str = include_str!("../suites/serial-mates.txt");
/// The time for each position.
const TIME: Duration = Duration::from_secs(1);

/// Remembers the score of the turn chosen.
#[derive(Default)]
struct Answer(Mutex<Option<Score>>);

impl Listener for Answer {
    fn info(&self, _: &Info) {}
    fn best(&self, best: &Best) {
        if let Ok(mut score) = self.0.lock() {
            *score = Some(best.score);
        }
    }
}

fn main() {
    let mut searcher = Searcher::new(16).expect("a small table");
    let mut times = Vec::new();
    let mut positions = 0;
    for line in SUITE.lines().filter(|line| !line.starts_with('#')) {
        let (variant, rest) = line.split_once("; ").expect("a variant");
        let (fen, _) = rest.split_once("; ").expect("a position");
        let variant = Catalogue::embedded().variant(variant).expect("a game");
        let game = Game::set_up(variant, Some(fen), []).expect("a position");
        let limits = Limits {
            move_time: Some(TIME),
            ..Limits::default()
        };
        let answer = Arc::new(Answer::default());
        let started = Instant::now();
        searcher.start(&game, limits, Arc::clone(&answer) as Arc<dyn Listener>);
        searcher.wait();
        positions += 1;
        if answer
            .0
            .lock()
            .is_ok_and(|score| *score == Some(Score::Mate(1)))
        {
            times.push(started.elapsed());
        }
    }
    times.sort();
    let share = 100.0 * times.len() as f64 / f64::from(positions.max(1));
    println!("{} of {positions} wins found ({share:.0} %)", times.len());
    if let (Some(median), Some(slowest)) = (times.get(times.len() / 2), times.last()) {
        println!("median {median:?}, slowest {slowest:?}");
    }
}
