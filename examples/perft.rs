//! Counts the lines of a position. `cargo run --release --example perft chess 4`

use katydid::{Catalogue, Game, legal_turns, perft, turn_text};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let variant = Catalogue::new().variant(words.next().as_deref().unwrap_or("demichess"))?;
    let depth = words.next().map_or(Ok(2), |word| word.parse::<u32>())?;
    let game = Game::new(&variant);
    let pos = game.position();
    for turn in legal_turns(pos) {
        let below = depth.saturating_sub(1);
        println!(
            "{} {}",
            turn_text(pos, &turn),
            perft(&turn.after(pos), below)
        );
    }
    println!("{}", perft(pos, depth));
    Ok(())
}
