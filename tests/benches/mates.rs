//! How many of the suite's wins in one turn are found within a second each, and how soon:
//! `cargo bench -p katydid-benches --bench mates`.

use katydid::catalogue::Catalogue;
use katydid::rules::Game;
use katydid::search::{Limits, Score, Searcher};
use std::time::{Duration, Instant};

const SUITE: &str = include_str!("../suites/serial-mates.txt");
/// The time for each position.
const TIME: Duration = Duration::from_secs(1);

fn main() {
    let mut searcher = Searcher::new(16).expect("a small table");
    let mut times = Vec::new();
    let mut positions = 0;
    for line in SUITE.lines().filter(|line| !line.starts_with('#')) {
        let (variant, rest) = line.split_once("; ").expect("a variant");
        let (fen, _) = rest.split_once("; ").expect("a position");
        let variant = Catalogue::new().variant(variant).expect("a game");
        let game = Game::set_up(&variant, Some(fen), []).expect("a position");
        let limits = Limits {
            move_time: Some(TIME),
            ..Limits::default()
        };
        let started = Instant::now();
        let result = searcher.search(&game, limits, |_| {}).expect("a result");
        positions += 1;
        if result.best.score == Score::Mate(1) {
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
