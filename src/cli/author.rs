//! `katydid new` and `katydid schema`: help for authors of variant files.

use super::output;
use anyhow::{Context as _, Result, bail};
use katydid::catalogue::Catalogue;
use katydid::rules::conditions::specs;
use katydid::variant::{Key, KeyTable, TERMS, Takes, key_tables};
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// The arguments of `new`.
#[derive(Debug, clap::Args)]
pub struct NewArguments {
    /// The name of the game: letters a to z, digits and hyphens
    name: String,
    /// The game that it changes
    #[arg(long, value_name = "GAME", default_value = "chess")]
    pub(super) inherits: String,
    /// The file to write (default: NAME.toml in this folder)
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl NewArguments {
    /// Writes a first variant file, and prints the next steps.
    pub fn run(self, catalogue: &Catalogue) -> Result<()> {
        let parent = super::choice::game(catalogue, &self.inherits)?;
        let fits =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        let name = &self.name;
        if name.is_empty() || name.len() > 40 || !name.chars().all(fits) {
            bail!("'{name}' is no name of a game (expected at most 40 of a to z, 0 to 9 and -)");
        }
        if catalogue.variant(name).is_ok() {
            bail!("there is a game '{name}' already");
        }
        let path = self
            .output
            .unwrap_or_else(|| PathBuf::from(format!("{name}.toml")));
        let made = File::options().write(true).create_new(true).open(&path);
        let mut file = match made {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                bail!("{} is there already", path.display())
            }
            made => made.with_context(|| path.display().to_string())?,
        };
        let start = katydid::rules::start(&parent).fen();
        let text = template(name, &parent.name, &start);
        file.write_all(text.as_bytes())
            .with_context(|| path.display().to_string())?;
        let shown = path.display();
        output::line(format_args!(
            "{shown} is a game like {}. Change it, then:",
            parent.name
        ))?;
        output::line(format_args!("  katydid check {shown}"))?;
        output::line(format_args!("  katydid --variants {shown} play {name}"))?;
        Ok(())
    }
}

/// A file that changes nothing of its parent, with the keys that authors use most in comments.
fn template(name: &str, parent: &str, start: &str) -> String {
    format!(
        r#"# A game for Katydid. What begins with # is ignored. `katydid schema` prints all keys with their meanings and defaults.
# Among the documents of Katydid (in share/doc/katydid where it is installed) variants/README.md is the manual of such files, and
# docs/lessons.md makes games step by step.
# `katydid schema > katydid.schema.json` lets editors complete the keys and mark mistakes, by this line:
#:schema katydid.schema.json

name = "{name}"
inherits = "{parent}"
title = "{name}"
summary = "One line for menus"
# rules = "What is different, in sentences. Without it `katydid rules` tells the rules by the keys."

# The start position; capital letters are White's pieces.
# start = "{start}"

# Each piece has a table of its own. A letter that {parent} has is changed, another one is added.
# [[piece]]
# letter = "Z"
# name = "Zebra"
# movement = "Z"         # Betza notation: R rook, B bishop, N knight, K king's step, NN nightrider, mR cB and so on
# home = "b1 g1"         # where Circe and the like let it be reborn

# Pieces that {parent} has and this game has not.
# without = "N"

# [pawns]
# promotion = "QRBN"

# [ends]
# stalemate = "loses"
# bare_king = "loses"
# dead = "BN"            # single pieces that cannot mate
"#
    )
}

/// Prints a JSON schema of variant files, for editors.
pub fn schema() -> Result<()> {
    let tables = key_tables();
    let of = |path: &str| tables.iter().find(|table| table.path == path);
    let mut root = of("").map(object).unwrap_or_default();
    for table in tables.iter().filter(|table| !table.path.is_empty()) {
        let mut inner = closed(&object(table));
        if let Some((outer, key)) = table.path.split_once('.') {
            if let Some(outer) = root.get_mut(outer) {
                outer["properties"][key]["items"] = inner;
            }
            continue;
        }
        if table.path == "piece" {
            inner = json!({ "type": "array", "items": inner });
        }
        inner["description"] = root[table.path]["description"].clone();
        root.insert(table.path.to_owned(), inner);
    }
    let mut whole = closed(&root);
    whole["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    whole["title"] = json!("A game for Katydid");
    output::line(format_args!("{whole:#}"))
}

/// The keys of a table as properties.
fn object(table: &KeyTable) -> Map<String, Value> {
    let property = |key| {
        let takes = table.takes(key);
        let mut property = any_of(takes.iter().map(|takes| kind(takes, key)));
        match (table.path, key.name) {
            (path, "weights") => {
                property = json!({ "type": "object", "properties": weights(path == "piece") });
            }
            ("piece", "letter") => property["pattern"] = json!("^\\+?[A-Z]$"),
            ("", "name") => property["pattern"] = json!("^[a-z0-9-]{1,40}$"),
            ("", "conditions") => {
                let names: Vec<&str> = specs().map(|spec| spec.name).collect();
                property["items"] = json!({ "enum": names });
            }
            _ => {}
        }
        if key.lists_squares {
            property["pattern"] = json!(SQUARES);
        }
        let is_table = table.path.is_empty() && takes.contains(&Takes::Table);
        property["description"] = if is_table {
            json!(without_links(key.meaning))
        } else {
            json!(description(key))
        };
        (key.name.to_owned(), property)
    };
    table.keys.iter().map(property).collect()
}

/// The texts that list squares: squares, ranks and files, with blanks between them.
const SQUARES: &str = r"^\s*(([a-h][1-8]|\*[1-8]|[a-h]\*)(\s+|$))*$";

/// What a key means, what its squares are written like, and what holds without it, without Markdown's links.
fn description(key: &Key) -> String {
    let squares = if key.lists_squares {
        " Squares are listed with blanks between them: `a1 b2` are two squares, `*4` is a rank, `e*` a file; there are no ranges."
    } else {
        ""
    };
    let absent = match key.absent.as_str() {
        "an error" => "Required.".to_owned(),
        absent => format!("If absent: {absent}."),
    };
    without_links(&format!("{}{squares} {absent}", key.meaning))
}

/// A text whose links into the manual of variant files are words: `[goals](#goals)` is `goals (in the manual, variants/README.md)`.
fn without_links(text: &str) -> String {
    let mut words = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](#") {
        let (before, linked) = before.rsplit_once('[').unwrap_or(("", before));
        let end = after.find(')').map_or(after.len(), |end| end + 1);
        words.extend([before, linked, " (in the manual, variants/README.md)"]);
        rest = &after[end..];
    }
    words.push_str(rest);
    // In tables a bar is escaped.
    words.replace(r"\|", "|")
}

/// The schema of a kind of value that a key takes.
fn kind(takes: &Takes, key: &Key) -> Value {
    match takes {
        Takes::Text => json!({ "type": "string" }),
        Takes::Words(words) => json!({ "enum": words }),
        Takes::Number => numbers(key),
        Takes::Switch => json!({ "type": "boolean" }),
        Takes::List if !key.ranges.is_empty() => json!({ "type": "array", "items": numbers(key) }),
        Takes::List => json!({ "type": "array" }),
        Takes::Table => json!({ "type": "object" }),
    }
}

/// The schema of the numbers that a key takes, as one schema: editors offer a key once for each alternative.
fn numbers(key: &Key) -> Value {
    let least = key.ranges.iter().map(RangeInclusive::start).min();
    let most = key.ranges.iter().map(RangeInclusive::end).max();
    let mut schema = json!({ "type": "integer", "minimum": least, "maximum": most });
    let gap = key
        .ranges
        .windows(2)
        .flat_map(|pair| pair[0].end() + 1..*pair[1].start());
    let gap: Vec<i64> = gap.collect();
    if !gap.is_empty() {
        schema["not"] = json!({ "enum": gap });
    }
    schema
}

/// The schema of values that fit one of some schemas.
fn any_of(schemas: impl Iterator<Item = Value>) -> Value {
    let schemas: Vec<Value> = schemas.collect();
    match &schemas[..] {
        [schema] => schema.clone(),
        _ => json!({ "anyOf": schemas }),
    }
}

/// An object schema that allows no other properties.
fn closed(properties: &Map<String, Value>) -> Value {
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

/// The weights of the evaluation; with `by_piece` only those that can be set per piece.
fn weights(by_piece: bool) -> Map<String, Value> {
    let terms = TERMS.iter().filter(|term| !by_piece || term.by_piece);
    let shown = terms.map(|term| {
        let weight = if term.tapered {
            json!({ "type": "array", "items": { "type": "number" }, "description": term.meaning })
        } else {
            json!({ "type": "number", "description": term.meaning })
        };
        (term.key.to_owned(), weight)
    });
    shown.collect()
}
