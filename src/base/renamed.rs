//! Names whose spelling has changed: errors about a former name give the present one.

/// Former spellings of keys, options, flags and parameters, each with the present one.
const RENAMED: [(&str, &str); 6] = [
    ("man", "piece"),
    ("men", "pieces"),
    ("Men", "Pieces"),
    ("both_shades", "both_square_colours"),
    ("shade_pawn", "pawn_on_own_square_colour"),
    ("shot_officer", "shot_piece"),
];

/// The present spelling of `word`, if it is a former spelling.
///
/// ```
/// assert_eq!(katydid::base::renamed("man"), Some("piece"));
/// assert_eq!(katydid::base::renamed("piece"), None);
/// ```
pub fn renamed(word: &str) -> Option<&'static str> {
    let found = RENAMED.iter().find(|(former, _)| *former == word);
    found.map(|(_, now)| *now)
}

/// A note for a message, with the present spelling of a former word; empty for other words.
///
/// ```
/// assert_eq!(katydid::base::renamed_note("man"), " (it is `piece` now)");
/// ```
pub fn renamed_note(word: &str) -> String {
    renamed(word).map_or_else(String::new, |now| format!(" (it is `{now}` now)"))
}

/// Adds the present spelling to a deserialiser's message about an unknown field, if the field has been renamed.
///
/// ```
/// let message = "unknown field `men`, expected `game` or `pieces`";
/// assert_eq!(
///     katydid::base::with_present_spelling(message),
///     "unknown field `men` (it is `pieces` now), expected `game` or `pieces`"
/// );
/// ```
pub fn with_present_spelling(message: &str) -> String {
    let found = message.split_once("unknown field `");
    let Some((field, _)) = found.and_then(|(_, rest)| rest.split_once('`')) else {
        return message.to_owned();
    };
    let quoted = format!("`{field}`");
    message.replacen(&quoted, &format!("{quoted}{}", renamed_note(field)), 1)
}
