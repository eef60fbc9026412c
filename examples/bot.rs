//! A bot: the engine plays both sides, a thousand nodes a turn. `cargo run --example bot hopgi`

use katydid::{Catalogue, Game, Limits, Searcher, turn_effects, turn_san};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1);
    let variant = Catalogue::new().variant(name.as_deref().unwrap_or("grasshopper"))?;
    let mut game = Game::new(&variant);
    let mut searcher = Searcher::new(16)?;
    for _ in 0..4 {
        let limits = Limits {
            nodes: Some(1000),
            ..Limits::default()
        };
        let Some(turn) = searcher.search(&game, limits, |_| ())?.best.turn else {
            break;
        };
        let pos = game.position();
        println!("{} {}", turn_san(pos, &turn), turn_effects(pos, &turn));
        game.push(turn);
    }
    match game.outcome() {
        Some(outcome) => println!("{outcome}"),
        None => println!("{}", game.position().fen()),
    }
    Ok(())
}
