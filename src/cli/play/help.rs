//! Help texts: commands, menu of games, rules of a game.

use crate::cli::choice;
use anyhow::Result;
use katydid::betza;
use katydid::catalogue::Catalogue;
use katydid::diagram::Look;
use katydid::rules::conditions;
use katydid::variant::Variant;
use std::fmt::Write as _;
use std::sync::Arc;
use unicode_width::UnicodeWidthStr as _;

/// The text of the command `help`.
pub const HELP: &str = "\
Moves: coordinates (e2e4, a7a8q, P@d4) or notation (Nf3, exd5, a8=Q, O-O, P@d4).
Turns of several legs: all at once, joined by commas (f1f2,d1e2), or leg by leg.
Where you have both sides, -- is a null move: the other side moves.

  moves [e2]      legal moves, all or of e2   board       show the board
  hint            what the engine would play  undo        take back
  score           the engine's opinion        flip        turn the board
  go              the engine takes this side  fen         show the position
  side white      your side (or both, none)   fen FEN     set a position up
  level 0-20      the engine's strength       rules       the rules [of a game]
  time SECONDS    its time for a move         pieces      the pieces of the game
  depth N|off     its depth                   games       list of games
  thinking on|off show its score and line     new GAME    another game
  symbols|letters figures or letters          resign      give up
  pgn             show the game as PGN        save [FILE] add it to a file
  effects on|off  moves as Ad4-f6(e5=w)       help        this page
  solve h#2 [10]  a problem (for 10 s at most)tables      values of the moves
  quit            leave
";

/// The games with their numbers and descriptions.
pub fn menu(catalogue: &Catalogue) -> Result<String> {
    let names = catalogue.names();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for (index, name) in names.iter().enumerate() {
        let summary = &catalogue.variant(name)?.presentation.summary;
        let _ = writeln!(text, "{:3}  {name:width$}  {summary}", index + 1);
    }
    Ok(text)
}

/// The game with a name, or with a number in the menu.
pub fn choose(catalogue: &Catalogue, word: &str) -> Result<Arc<Variant>> {
    let names = catalogue.names();
    let numbered = word
        .parse()
        .ok()
        .and_then(|number: usize| names.get(number.checked_sub(1)?));
    choice::game(catalogue, numbered.map_or(word, String::as_str))
}

/// The rules of a game: its rules text, or else its summary with pieces, special rules, conditions and ends in words.
pub fn rules(variant: &Variant, look: Look) -> String {
    let shown = &variant.presentation;
    let inventor = match shown.inventor.as_str() {
        "" => String::new(),
        name => format!(" by {name}"),
    };
    let text = match shown.rules.trim() {
        "" => shown.summary.trim(),
        text => text,
    };
    let name = if shown.title == variant.name {
        String::new()
    } else {
        format!(" ({})", variant.name)
    };
    format!(
        "{}{inventor}{name}\n\n{text}\n\n{}",
        shown.title,
        in_words(variant, look)
    )
}

/// What the keys of a game say, in words: pieces, special rules, conditions and ends.
pub fn in_words(variant: &Variant, look: Look) -> String {
    let mut page = pieces(variant, look);
    for special in variant.special_rules() {
        let _ = writeln!(page, "\n{special}");
    }
    for id in variant.rules.conditions.ids() {
        let condition = conditions::spec(*id);
        let _ = writeln!(page, "\n{}: {}.", condition.name, condition.summary);
    }
    let _ = writeln!(page, "\nEnds: {}", variant.ends().join("; "));
    page
}

/// The pieces with their movements and special properties in words.
fn pieces(variant: &Variant, look: Look) -> String {
    let mut text = String::new();
    for piece_type in variant.rules.all_types() {
        let piece = &variant.presentation.piece_types[piece_type.index()];
        let movement = variant.movement_in_words(piece_type);
        let name =
            betza::name_of(&piece.movement).map_or_else(String::new, |name| format!("{name}, "));
        let has_figure = look.symbols && !piece.symbol.is_ascii() && piece.symbol.width() == 1;
        let figure = if has_figure {
            format!("{} ", piece.symbol)
        } else {
            String::new()
        };
        let _ = writeln!(
            text,
            "{figure}{:2} {} ({name}{}): {movement}",
            piece.letter, piece.name, piece.movement
        );
        for fact in variant.facts(piece_type) {
            let _ = writeln!(text, "     {fact}");
        }
    }
    text
}
