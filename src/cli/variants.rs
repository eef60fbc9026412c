//! `katydid variants`: what can be played.

use anyhow::Result;
use katydid::catalogue::Catalogue;

/// The arguments of `variants`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Show everything about one game
    name: Option<String>,
}

impl Arguments {
    /// Prints the list, or one game.
    pub fn run(&self) -> Result<()> {
        let catalogue = Catalogue::embedded();
        if let Some(name) = &self.name {
            return show(catalogue, name);
        }
        let names = catalogue.names();
        let width = names.iter().map(String::len).max().unwrap_or(0);
        for name in names {
            println!(
                "{name:width$}  {}",
                catalogue.variant(&name)?.presentation.summary
            );
        }
        Ok(())
    }
}

fn show(catalogue: &Catalogue, name: &str) -> Result<()> {
    let variant = catalogue.variant(name)?;
    println!("{} ({name})", variant.presentation.title);
    if !variant.presentation.inventor.is_empty() {
        println!("by {}", variant.presentation.inventor);
    }
    println!("\n{}", variant.presentation.rules.trim());
    println!("\nMen:");
    for man in &variant.presentation.piece_types {
        println!("  {:2} {:20} {}", man.letter, man.name, man.movement);
    }
    println!("\nStart: {}", variant.start);
    Ok(())
}
