//! Movements with names: the hoppers of chess problems, each with its Betza text.
//!
//! Sources: the list of walks in the manual of Popeye 4.104; A. Dickins, *A Guide to Fairy Chess*; the definitions
//! of juliasfairies.com. `eagle-lion`, `moose-lion` and `sparrow-lion` are to eagle, moose and sparrow what the lion is to
//! the grasshopper.

/// The text of a piece that never moves.
pub(super) const NOTHING: &str = "-";

/// The names and their texts.
const NAMED: &[(&str, &str)] = &[
    ("grasshopper", "gQ"),
    ("rookhopper", "gR"),
    ("bishopper", "gB"),
    ("grasshopper-2", "gafafQ"),
    ("grasshopper-3", "gafafafQ"),
    ("nightrider-hopper", "gN0"),
    ("camelrider-hopper", "gC0"),
    ("zebrarider-hopper", "gZ0"),
    ("gnurider-hopper", "gN0gC0"),
    ("kinghopper", "gK2"),
    ("knighthopper", "gN2"),
    ("lion", "pQ"),
    ("rook-lion", "pR"),
    ("bishop-lion", "pB"),
    ("nightrider-lion", "pN0"),
    ("leo", "mQcpQ"),
    ("pao", "mRcpR"),
    ("vao", "mBcpB"),
    ("nao", "mN0cpN0"),
    ("moose", "gafsQ"),
    ("rook-moose", "gafsR"),
    ("bishop-moose", "gafsB"),
    ("eagle", "gasQ"),
    ("rook-eagle", "gasR"),
    ("bishop-eagle", "gasB"),
    ("sparrow", "gabsQ"),
    ("rook-sparrow", "gabsR"),
    ("bishop-sparrow", "gabsB"),
    ("moose-lion", "pafsQ"),
    ("eagle-lion", "pasQ"),
    ("sparrow-lion", "pabsQ"),
    ("contragrasshopper", "gafK"),
    ("kangaroo", "pafgQ"),
    ("kangaroo-lion", "pafpQ"),
    ("dolphin", "gQpafgQ"),
    ("double-grasshopper", "gafyagafQgafyabgafQ"),
    ("double-rookhopper", "gafyagafRgafyabgafR"),
    ("double-bishopper", "gafyagafBgafyabgafB"),
    ("equihopper", "paifQgN2gC2gZ2"),
    ("nonstop-equihopper", "gK2gD2gA2gH2gG2gN2gC2gZ2"),
    ("orix", "paifQ"),
    ("dummy", NOTHING),
];

/// The Betza text of a movement that is given by a name or by a Betza text.
///
/// ```
/// # use katydid::betza::text_of;
/// assert_eq!(text_of("moose"), "gafsQ");
/// assert_eq!(text_of("gafsQ"), "gafsQ");
/// ```
#[must_use]
pub fn text_of(movement: &str) -> &str {
    let known = NAMED.iter().find(|(name, _)| *name == movement);
    known.map_or(movement, |(_, text)| text)
}

/// The name of a movement text, if it has one.
pub fn name_of(text: &str) -> Option<&'static str> {
    let known = NAMED.iter().find(|(_, known)| *known == text);
    known.map(|(name, _)| *name)
}

/// Whether a text is meant as a name: it has no capital letter, or only its first letter is one and the last is small, as no movement text
/// has it. Unknown texts of up to three letters count as unfinished movement texts.
pub(super) fn is_name(text: &str) -> bool {
    let begun = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let capitals = text.len() - begun.len();
    (text.len() > 3
        && (capitals == 0 || capitals == 1 && begun.ends_with(|c: char| c.is_ascii_lowercase()))
        || NAMED.iter().any(|(name, _)| *name == text))
        && begun
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// The names of all movements that have one.
pub fn names() -> impl Iterator<Item = &'static str> {
    NAMED.iter().map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn every_name_has_a_text_that_is_read() {
        for (name, text) in NAMED {
            assert!(is_name(name), "{name}");
            let movement = parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(parse(name), Ok(movement), "{name}");
        }
    }

    #[test]
    fn an_unknown_name_is_quoted() {
        for name in ["mose", "Moose", "Zebra"] {
            let error = parse(name).unwrap_err().to_string();
            let quoted = format!("'{name}'");
            assert!(
                error.contains(&quoted) && error.contains("moose"),
                "{error}"
            );
        }
    }
}
