//! `katydid variants`: lists the games.

use super::output;
use super::play::help;
use anyhow::Result;
use katydid::catalogue::Catalogue;
use katydid::diagram::Look;

/// The arguments of `variants`.
#[derive(Debug, clap::Args)]
pub struct VariantsArguments {
    /// Show everything about one game
    name: Option<String>,
}

impl VariantsArguments {
    /// Prints the list, or one game.
    pub fn run(&self, catalogue: &Catalogue) -> Result<()> {
        if let Some(name) = &self.name {
            let variant = catalogue.variant(name)?;
            let rules = help::rules(&variant, Look::FRAMED);
            return output::line(format_args!("{rules}\nStart: {}", variant.start));
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
