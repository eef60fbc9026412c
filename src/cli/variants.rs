//! `katydid variants`: lists the games.

use super::play::{families, help};
use super::{choice, output};
use anyhow::Result;
use crossterm::terminal;
use katydid::catalogue::Catalogue;
use katydid::diagram::Look;
use katydid::variant::Variant;
use serde_json::{Value, json};
use std::io::{IsTerminal as _, stdout};

/// The arguments of `variants`.
#[derive(Debug, clap::Args)]
pub struct VariantsArguments {
    /// Show everything about one game
    pub(super) name: Option<String>,
    /// List the armies, two of which make a game, as in `chess:clobberers-v-fide`
    #[arg(long)]
    armies: bool,
    /// List the further games
    #[arg(long, conflicts_with = "armies")]
    more: bool,
    /// One JSON object a line for each game
    #[arg(long)]
    json: bool,
}

impl VariantsArguments {
    /// Prints the list, or one game.
    pub fn run(&self, catalogue: &Catalogue) -> Result<()> {
        let further = catalogue.more_names();
        if self.json {
            let names = if self.more {
                further
            } else {
                catalogue.names()
            };
            for name in self.name.clone().map_or(names, |name| vec![name]) {
                output::line(json(&*choice::game(catalogue, &name)?))?;
            }
            return Ok(());
        }
        if let Some(name) = &self.name {
            let variant = choice::game(catalogue, name)?;
            let rules = help::rules(&variant, Look::FRAMED);
            return output::prose(format_args!("{rules}\nStart: {}", variant.start));
        }
        if self.armies {
            for name in catalogue.armies() {
                let title = catalogue.title_of_army(&name).unwrap_or_default();
                output::prose(format_args!("{name:14}  {title}"))?;
            }
            return Ok(());
        }
        let mut families = families(catalogue);
        families.retain(|(_, games)| (*games == further) == self.more);
        let names = families.iter().flat_map(|(_, games)| games);
        let width = names.map(String::len).max().unwrap_or(0);
        // What does not fit goes on below the summary.
        let columns = match terminal::size() {
            Ok((columns, _)) if stdout().is_terminal() => columns.into(),
            _ => usize::MAX,
        };
        let indent = " ".repeat(width + 4);
        let options = textwrap::Options::new(columns.max(40)).subsequent_indent(&indent);
        for (family, games) in families {
            output::line(family)?;
            for name in games {
                let summary = &catalogue.variant(&name)?.presentation.summary;
                let game = format!("  {name:width$}  {summary}");
                output::line(textwrap::fill(&game, &options))?;
            }
        }
        if !self.more && stdout().is_terminal() {
            let further = further.len();
            output::line(format_args!(
                "\n{further} further games: katydid variants --more"
            ))?;
        }
        Ok(())
    }
}

/// A game as a JSON object: names, texts, board, start position, pieces.
pub fn json(variant: &Variant) -> Value {
    let (rules, shown) = (&variant.rules, &variant.presentation);
    let pieces = rules.all_types().map(|piece_type| {
        let text = &shown.piece_types[piece_type.index()];
        json!({
            "letter": text.letter,
            "name": text.name,
            "movement": text.movement,
            "facts": variant.facts(piece_type),
        })
    });
    json!({
        "name": variant.name,
        "title": shown.title,
        "inventor": shown.inventor,
        "summary": shown.summary,
        "rules": shown.rules.trim(),
        "files": rules.files,
        "ranks": rules.ranks,
        "start": variant.start,
        "pieces": pieces.collect::<Vec<_>>(),
    })
}
