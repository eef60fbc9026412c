//! The page about a game, in Markdown with drawings: its rules, its pieces and how they move, how games end.
//!
//! - `moves`, `pushes`: diagrams of how a piece moves
//! - `scenes`: diagrams of moves that change other pieces
//! - `drawing`: boards as SVG
//!
//! ```
//! use katydid::{catalogue::Catalogue, game_page::Pages};
//! let game = Catalogue::new().variant("grasshopper").unwrap();
//! let mut pages = Pages::default();
//! let text = pages.page(&game);
//! assert!(text.starts_with("# Grasshopper Chess\n") && text.contains("](pictures/grasshopper.svg)"));
//! assert!(pages.pictures().any(|(name, _)| name == "grasshopper.svg"));
//! ```

mod drawing;
mod moves;
mod pushes;
mod scenes;

use crate::base::PieceType;
use crate::position::Position;
use crate::rules::{self, conditions};
use crate::variant::Variant;
pub use moves::{MoveDiagram, move_diagrams};

/// A position as an SVG drawing with coordinates.
pub fn board(pos: &Position, title: &str) -> String {
    drawing::position(pos, None, title)
}
use scenes::Scene;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::sync::Arc;

/// A set of pages with common drawings: a piece that moves alike in several games is drawn once.
#[derive(Default, Debug)]
pub struct Pages {
    /// The drawings by their file names.
    drawings: BTreeMap<String, String>,
    /// The file name of each drawing, by its SVG text.
    names: HashMap<String, String>,
}

impl Pages {
    /// The page of a game. Its drawings are in the folder `pictures` beside it.
    pub fn page(&mut self, variant: &Arc<Variant>) -> String {
        let shown = &variant.presentation;
        let mut text = format!("# {}\n\n{}\n\n", shown.title, escaped(&shown.summary));
        if !shown.inventor.is_empty() {
            let _ = writeln!(text, "By {}.", escaped(&shown.inventor));
        }
        let name = &variant.name;
        let _ = writeln!(
            text,
            "Play it: `katydid web {name}` or `katydid play {name}`.\n"
        );
        let start = drawing::position(&rules::start(variant), None, "The start position");
        let start = self.draw("start", start);
        let _ = writeln!(
            text,
            "![The start position]({start})\n\n`{}`\n",
            variant.start
        );
        let _ = writeln!(text, "## Rules\n\n{}", paragraphs(&variant.rules_text()));
        self.conditions(&mut text, variant);
        text.push_str(
            "## Pieces\n\nA filled dot is a square to which the piece moves and on which it captures, a ring one to which it only moves, a \
             cross one on which it only captures, a square another piece. White goes up the board.\n\n",
        );
        for piece_type in variant.rules.all_types() {
            self.piece(&mut text, variant, piece_type);
        }
        text.push_str("## How it ends\n\n");
        for end in variant.ends() {
            let _ = writeln!(text, "- {}", escaped(&end));
        }
        text
    }

    /// The drawings of all pages so far, by their file names in the folder `pictures`.
    pub fn pictures(&self) -> impl Iterator<Item = (&str, &str)> {
        let drawings = self.drawings.iter();
        drawings.map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// Stores a drawing under the name `wish`, numbered if that name is in use; returns its path from the page.
    fn draw(&mut self, wish: &str, drawing: String) -> String {
        let drawings = &mut self.drawings;
        let name = self.names.entry(drawing).or_insert_with_key(|drawing| {
            let stem = file_stem(wish);
            let names = (2..).map(|number| format!("{stem}-{number}.svg"));
            let mut names = [format!("{stem}.svg")].into_iter().chain(names);
            let free = names.find(|name| !drawings.contains_key(name));
            let name = free.expect("numbers do not end");
            drawings.insert(name.clone(), drawing.clone());
            name
        });
        format!("pictures/{name}")
    }

    /// Writes what each condition does, with its example.
    fn conditions(&mut self, text: &mut String, variant: &Arc<Variant>) {
        for id in variant.rules.conditions.ids() {
            let condition = conditions::spec(*id);
            let _ = writeln!(
                text,
                "**{}**: {}.\n",
                condition.name,
                escaped(condition.summary)
            );
            if let Some(scene) = scenes::example(variant, condition) {
                self.scene(text, condition.name, &scene);
            }
        }
    }

    fn piece(&mut self, text: &mut String, variant: &Arc<Variant>, piece_type: PieceType) {
        let shown = &variant.presentation.piece_types[piece_type.index()];
        let words = Some(variant.movement_in_words(piece_type)).filter(|words| !words.is_empty());
        let _ = write!(
            text,
            "### {} ({})\n\nIt {} (Betza: `{}`).",
            shown.name,
            shown.letter,
            words.unwrap_or_else(|| "does not move".to_owned()),
            shown.movement
        );
        for fact in variant.facts(piece_type) {
            let _ = write!(text, " {}.", sentence(&fact));
        }
        text.push_str("\n\n");
        let diagrams = move_diagrams(variant, piece_type);
        let cells = diagrams.iter().map(|diagram| {
            let title = format!("{}, {}", shown.name, diagram.caption);
            let drawing = drawing::movement(variant, piece_type, diagram, &title);
            (diagram.caption.to_owned(), self.draw(&shown.name, drawing))
        });
        let cells: Vec<_> = cells.collect();
        table(text, &cells);
        if let Some(scene) = scenes::effect(variant, piece_type) {
            text.push_str("What its hop does:\n\n");
            self.scene(text, &shown.name, &scene);
        }
    }

    fn scene(&mut self, text: &mut String, name: &str, scene: &Scene) {
        let mut cell = |words: &str, drawing: String| {
            let file = self.draw(&format!("{name} {words}"), drawing);
            (words.to_owned(), file)
        };
        let words = if scene.after.is_some() {
            "before"
        } else {
            "forbidden"
        };
        let before = drawing::position(&scene.before, Some(scene.arrow), words);
        let mut cells = vec![cell(words, before)];
        if let Some(after) = &scene.after {
            cells.push(cell("after", drawing::position(after, None, "after")));
        }
        table(text, &cells);
    }
}

/// Writes drawings side by side, each with a caption.
fn table(text: &mut String, cells: &[(String, String)]) {
    let row = |part: &dyn Fn(&(String, String)) -> String| {
        let parts = cells.iter().map(part).collect::<Vec<_>>();
        format!("| {} |\n", parts.join(" | "))
    };
    text.push_str(&row(&|(caption, _)| caption.clone()));
    text.push_str(&row(&|_| "---".to_owned()));
    text.push_str(&row(&|(caption, file)| format!("![{caption}]({file})")));
    text.push('\n');
}

/// Escapes Markdown's special characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if matches!(c, '*' | '_' | '`' | '<' | '[' | '|') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// The rules as paragraphs. A line break after a sentence is kept on the page.
fn paragraphs(rules: &str) -> String {
    let mut text = escaped(rules.trim());
    text.push('\n');
    for end in ['.', ':'] {
        let broken = text.replace(&format!("{end}\n"), &format!("{end}  \n"));
        text = broken.replace(&format!("{end}  \n\n"), &format!("{end}\n\n"));
    }
    text.trim_end().to_owned() + "\n"
}

/// A phrase, escaped, with a capital letter at its beginning.
fn sentence(phrase: &str) -> String {
    let phrase = escaped(phrase);
    let mut chars = phrase.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + chars.as_str()
    })
}

/// Words as a file name.
fn file_stem(words: &str) -> String {
    let words = words.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-").to_ascii_lowercase()
}
