//! A game of one's own: chess with a Nightrider for the queen. variants/README.md has all keys. `cargo run --example new_game`

use katydid::{Catalogue, Game, diagram, legal_turns, turn_san};

const GAME: &str = r#"
name = "nightriders"
inherits = "chess"
start = "rnbykbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBYKBNR w KQkq - 0 1"
without = "Q"

[[piece]]
letter = "Y"
name = "Nightrider"
movement = "NN"

[pawns]
promotion = "YRBN"
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let catalogue = Catalogue::new();
    // An error names the line and the column of the text.
    catalogue.add_texts(vec![("nightriders.toml".to_owned(), GAME.to_owned())])?;
    let game = Game::new(&catalogue.variant("nightriders")?);
    let pos = game.position();
    println!(
        "{}",
        diagram::board(pos, diagram::Marks::default(), diagram::Look::FRAMED)
    );
    let texts = legal_turns(pos)
        .into_iter()
        .map(|turn| turn_san(pos, &turn));
    println!("{}", texts.collect::<Vec<_>>().join(" "));
    Ok(())
}
