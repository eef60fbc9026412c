//! `katydid variants`: lists the games.

use super::output;
use anyhow::Result;
use katydid::catalogue::Catalogue;

/// The arguments of `variants`.
#[derive(Debug, clap::Args)]
pub struct VariantsArguments {
    /// Show everything about one game
    name: Option<String>,
}

impl VariantsArguments {
    /// Prints the list, or one game.
    pub fn run(&self) -> Result<()> {
        let catalogue = Catalogue::embedded();
        if let Some(name) = &self.name {
            return show(catalogue, name);
        }
        let names = catalogue.names();
        let width = names.iter().map(String::len).max().unwrap_or(0);
        for name in names {
            let summary = &catalogue.variant(&name)?.presentation.summary;
            output::line(format_args!("{name:width$}  {summary}"))?;
        }
        Ok(())
    }
}

fn show(catalogue: &Catalogue, name: &str) -> Result<()> {
    let variant = catalogue.variant(name)?;
    let shown = &variant.presentation;
    output::line(format_args!("{} ({name})", shown.title))?;
    if !shown.inventor.is_empty() {
        output::line(format_args!("by {}", shown.inventor))?;
    }
    output::line(format_args!("\n{}\n\nPieces:", shown.rules.trim()))?;
    for piece in &shown.piece_types {
        output::line(format_args!(
            "  {:2} {:20} {}",
            piece.letter, piece.name, piece.movement
        ))?;
    }
    output::line(format_args!("\nStart: {}", variant.start))
}
