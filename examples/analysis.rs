//! The three best lines of a position. `cargo run --release --example analysis chess "FEN"`

use katydid::{Catalogue, Game, Limits, Score, Searcher, turn_san, turns_of_line};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let variant = Catalogue::new().variant(words.next().as_deref().unwrap_or("chess"))?;
    let game = Game::set_up(&variant, words.next().as_deref(), [])?;
    let mut searcher = Searcher::new(16)?;
    searcher.settings.multi_pv = 3;
    let limits = Limits {
        depth: Some(4),
        ..Limits::default()
    };
    for line in searcher.search(&game, limits, |_| ())?.lines {
        let score = match line.score {
            Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
            Score::Mate(turns) => format!("mate in {turns}"),
        };
        let turns = turns_of_line(game.position(), &line.pv).into_iter();
        let texts = turns.filter_map(|at| Some(turn_san(at.before(), &at.turn()?)));
        println!("{score} {}", texts.collect::<Vec<_>>().join(" "));
    }
    Ok(())
}
