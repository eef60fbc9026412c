//! Finds the game that the tags of a PGN name, in the spellings of sites and programs.

use super::games::RawGame;
use crate::catalogue::Catalogue;
use crate::variant::Variant;
use std::sync::Arc;

/// Names of chess, games from a given position included.
const CHESS: [&str; 13] = [
    "",
    "chess",
    "standard",
    "normal",
    "regular",
    "classic",
    "classical",
    "orthodox",
    "fide",
    "international",
    "western",
    "fromposition",
    "nocastle",
];

/// Short names and the games of the catalogue that they stand for.
const SHORT: [(&str, &str); 5] = [
    ("koth", "kingofthehill"),
    ("threecheck", "3check"),
    ("zh", "crazyhouse"),
    ("wild23", "crazyhouse"),
    ("w23", "crazyhouse"),
];

/// Names of Chess960.
const CHESS960: [&str; 9] = [
    "chess960",
    "960",
    "fischerandom",
    "fischerrandom",
    "fischer",
    "freestyle",
    "frc",
    "wildfr",
    "wild22",
];

/// The numbers of those wild variants of chess servers that are chess from another start position.
const WILD: [u8; 9] = [0, 1, 2, 3, 4, 5, 8, 19, 20];

/// The game that the tags name.
///
/// # Errors
/// The line of the tag, and why there is no such game.
pub(super) fn game_of(
    catalogue: &Catalogue,
    raw: &RawGame,
) -> Result<Arc<Variant>, (usize, String)> {
    let named = |name| {
        raw.tag_and_line(name)
            .filter(|(value, _)| !is_unsaid(value))
    };
    let (name, line) = named("Variant")
        .or_else(|| named("VariantName"))
        .unwrap_or(("chess", raw.line()));
    let has_position = raw.tag("FEN").is_some();
    variant(catalogue, name, has_position)
        .map_err(|reason| (line, format!("tag Variant: {reason}")))
}

fn is_unsaid(value: &str) -> bool {
    matches!(value.trim(), "" | "?" | "-")
}

/// The game that a PGN calls `name`.
fn variant(catalogue: &Catalogue, name: &str, has_position: bool) -> Result<Arc<Variant>, String> {
    let plain = plain(name);
    // The name may end with a note that the game began from a position: `Crazyhouse - From Position`.
    let alone = plain.strip_suffix("fromposition").unwrap_or(&plain);
    let short = SHORT.iter().find(|(short, _)| *short == alone);
    let wild = alone
        .strip_prefix("wild")
        .or_else(|| alone.strip_prefix('w'));
    let wild = wild.and_then(|number| number.trim_end_matches('a').parse::<u8>().ok());
    let is_wild = wild.is_some_and(|number| WILD.contains(&number));
    if (is_wild || alone == "nocastle") && !has_position {
        return Err(format!("'{name}' needs a tag FEN with its first position"));
    }
    if is_wild || CHESS.contains(&alone) {
        return catalogue
            .variant("chess")
            .map_err(|error| error.to_string());
    }
    if CHESS960.contains(&alone) {
        return catalogue
            .variant("fischerandom")
            .map_err(|error| error.to_string());
    }
    if let Some((_, known)) = short {
        return catalogue.variant(known).map_err(|error| error.to_string());
    }
    let known = known_as(catalogue, alone);
    catalogue
        .variant(known.as_deref().unwrap_or(name))
        .map_err(|error| error.to_string())
}

/// The game whose name, alias or title equals `wanted`, ignoring case, blanks and the word `chess`.
fn known_as(catalogue: &Catalogue, wanted: &str) -> Option<String> {
    let wanted = without_chess(wanted);
    let is_it = |name: &str| without_chess(&plain(name)) == wanted;
    let names = catalogue.all_names();
    let by_name = names.iter().find(|name| is_it(name));
    let shown = |name: &&String| {
        catalogue.variant(name).is_ok_and(|variant| {
            let shown = &variant.presentation;
            is_it(&shown.xboard_name) || is_it(&shown.title)
        })
    };
    by_name.or_else(|| names.iter().find(shown)).cloned()
}

/// A name in lower case, reduced to letters and digits.
fn plain(name: &str) -> String {
    let name = name.chars().filter(|c| c.is_alphanumeric());
    name.flat_map(char::to_lowercase).collect()
}

fn without_chess(name: &str) -> &str {
    let rest = name
        .strip_suffix("chess")
        .or_else(|| name.strip_prefix("chess"));
    rest.filter(|rest| !rest.is_empty()).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::games;

    #[test]
    fn names_of_all_dialects() {
        let name = |text: &str| variant(games(), text, true).map(|variant| variant.name.clone());
        for (text, meant) in [
            ("From Position", "chess"),
            ("Standard", "chess"),
            ("normal", "chess"),
            ("wild/5", "chess"),
            ("wild 8a", "chess"),
            ("nocastle", "chess"),
            ("Crazyhouse", "crazyhouse"),
            ("CRAZY HOUSE", "crazyhouse"),
            ("crazy-house", "crazyhouse"),
            ("zh", "crazyhouse"),
            ("Crazyhouse - From Position", "crazyhouse"),
            ("Grasshopper Chess", "grasshopper"),
            ("Demi-Chess", "demichess"),
            ("Circe Chess", "circe"),
            ("Alice", "alice"),
            ("andernach-always", "superandernach"),
            ("ag", "ag"),
            ("Chess960", "fischerandom"),
            ("wild/fr", "fischerandom"),
            ("Atomic", "atomic"),
            ("King of the Hill", "kingofthehill"),
            ("Three-check", "3check"),
            ("Racing Kings", "racingkings"),
            ("Antichess", "antichess"),
            ("Horde", "horde"),
        ] {
            assert_eq!(name(text).as_deref(), Ok(meant), "{text}");
        }
        for (text, reason) in [("Xiangqi", "'Xiangqi'"), ("wild/30", "'wild/30'")] {
            let error = name(text).expect_err(text);
            assert!(error.contains(reason), "{error}");
        }
        assert!(variant(games(), "wild/5", false).is_err_and(|error| error.contains("tag FEN")));
    }
}
