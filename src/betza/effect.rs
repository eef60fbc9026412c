//! Detection of redundant terms: terms whose moves are all allowed by other terms of the text.

use super::lexer::Token;
use super::{BetzaError, Leg, Modes, Path, Stride, Travel, Via};
use std::collections::HashMap;

/// The paths of the terms of a text, sorted by their strides; each with the number of its term.
type ByStrides<'a> = HashMap<Vec<Stride>, Vec<(usize, &'a Path)>>;

/// Refuses a redundant term ([`redundant`]).
pub(super) fn check(terms: &[(Vec<Path>, Token)]) -> Result<(), BetzaError> {
    match redundant(terms) {
        Some((number, expected)) => Err(terms[number].1.instead_of(expected)),
        None => Ok(()),
    }
}

/// The number of the first term that adds nothing to earlier terms or, if there is none, of the first that adds nothing to all other terms;
/// with what is expected in its place. `None` if every term adds something.
///
/// Pawns are usually written `fcFfceF`: a later term with an additional `e` does not make the earlier one redundant.
pub(super) fn redundant(terms: &[(Vec<Path>, Token)]) -> Option<(usize, &'static str)> {
    let mut known = ByStrides::new();
    for (number, (paths, _)) in terms.iter().enumerate() {
        for path in paths {
            known.entry(strides(path)).or_default().push((number, path));
        }
    }
    let idle = |all: bool| {
        terms.iter().enumerate().find(|(number, (paths, _))| {
            paths.iter().all(|path| {
                let among = |(other, rival): &(usize, &Path)| {
                    let same_passing = rival.modes.en_passant == path.modes.en_passant;
                    other < number || (all && other > number && same_passing)
                };
                let rivals = known.get(&strides(path)).into_iter().flatten();
                let rivals = rivals.copied().filter(among);
                is_covered(path, rivals.map(|(_, rival)| rival))
            })
        })
    };
    let before =
        idle(false).map(|(number, _)| (number, "a term that adds something to those before it"));
    before.or_else(|| {
        idle(true).map(|(number, _)| (number, "a term that adds something to the others"))
    })
}

/// The strides of a path, leg by leg.
fn strides(path: &Path) -> Vec<Stride> {
    let before = path.legs.iter().map(|leg| leg.stride);
    before.chain([path.last]).collect()
}

/// Whether other paths with the same strides together allow all modes of a path.
fn is_covered<'a>(path: &Path, rivals: impl Iterator<Item = &'a Path>) -> bool {
    if path.is_chain() {
        // Chains cover only their like.
        let mut rivals = rivals;
        return rivals.any(|rival| rival == path);
    }
    let mut left = path.modes;
    for rival in rivals.filter(|rival| !rival.is_chain() && goes_for(rival, path)) {
        let Modes {
            quiet,
            capture,
            en_passant,
            initial: _,
            destroy: _,
            tame: _,
        } = rival.modes;
        left.quiet &= !quiet;
        left.capture &= !capture;
        left.en_passant &= !en_passant;
    }
    !(left.quiet || left.capture || left.en_passant)
}

/// Whether the path `one` can be followed whenever the path `other` can.
fn goes_for(one: &Path, other: &Path) -> bool {
    let legs = one.legs.iter().zip(&other.legs);
    (!one.modes.initial || other.modes.initial)
        && travels_for(one.travel, other.travel)
        && legs.into_iter().all(|(one, other)| turns_for(*one, *other))
}

/// Whether the leg `one` reaches its last square whenever `other`, of the same stride, does.
fn turns_for(one: Leg, other: Leg) -> bool {
    let passes = one.via == Via::Any && matches!(other.via, Via::Empty | Via::Occupied);
    travels_for(one.travel, other.travel) && (one.via == other.via || passes)
}

/// Whether the way of travelling `one` reaches all squares that `other` reaches with the same stride.
fn travels_for(one: Travel, other: Travel) -> bool {
    let holds = |range: u8, other: u8| range == 0 || (other != 0 && other <= range);
    match (one, other) {
        (Travel::Leap, Travel::Lame | Travel::MustJump)
        | (
            Travel::Bent { .. } | Travel::Around { .. } | Travel::Slide { .. },
            Travel::Leap | Travel::Lame | Travel::MustJump,
        )
        | (Travel::Slide { range: 0 }, Travel::Matched)
        | (Travel::HopBehind { .. }, Travel::HopBeyond { range: 2 }) => true,
        (
            Travel::Bent { range, bend },
            Travel::Bent {
                range: other,
                bend: turns,
            },
        ) => bend == turns && holds(range, other),
        (
            Travel::Around { range },
            Travel::Around { range: other } | Travel::Slide { range: other },
        )
        | (Travel::Slide { range }, Travel::Slide { range: other })
        | (Travel::HopBehind { range }, Travel::HopBehind { range: other })
        | (Travel::HopBeyond { range }, Travel::HopBeyond { range: other }) => holds(range, other),
        (Travel::HopBeyond { range }, Travel::HopBehind { range: other }) => {
            range == 0 || (other != 0 && other < range)
        }
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use std::path::Path;

    /// Texts to test besides those of the variant files, separated by blanks.
    const OTHERS: &str = "fmWfceFifmW2 fmWfcFifmnDfceF fmceF isO3K WF FA RF BW RK BD0 QN mRcpR mBcpB mN0cpN0 gR gN0gC0 \
        gK2gN2 gW gQ3 pR4 pN0 pasQ pabsQ pafsQ pafpQ gQpafgQ jD jAnN nDnA NmpafsafF K3cpafK faR fnafD \
        cabK mcafW mcpafK flbrF fblF sfQ fsQ lvK svK fhN bhlhN fsN lbfrN hrN hlNC ffsZ W12 R1 Q1 K0 NN \
        WWFF mWcW mWicW fKlK zB zR3 qNN mqCC oR oNU mUcK jR fjQ3";

    /// Adds the movement texts of all files under `folder` to `texts`.
    fn in_use(folder: &Path, texts: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("the folder can be listed").path();
            if path.is_dir() {
                in_use(&path, texts);
                continue;
            }
            if path.extension().is_some_and(|extension| extension == "net") {
                continue;
            }
            let file = std::fs::read_to_string(&path).expect("the file is text");
            for line in file.lines() {
                let Some((key, value)) = line.split_once(" = ") else {
                    continue;
                };
                if ["movement", "every_piece_also", "xboard"].contains(&key) {
                    texts.push(value.trim_matches('"').to_owned());
                }
            }
        }
    }

    /// The reason why a redundant character is accepted; `None` if there is no reason.
    fn excuse(text: &[char], at: usize) -> Option<&'static str> {
        let letter = text[at];
        let twin = |other: Option<&char>| other == Some(&letter);
        let doubled = twin(text.get(at + 1)) || (at > 0 && twin(text.get(at - 1)));
        let terms = text.iter().filter(|c| c.is_ascii_uppercase()).count();
        let hops = text[..at].iter().any(|mode| "gp".contains(*mode));
        match letter {
            'f' | 'b' | 'l' | 'r' if doubled => Some("the doubled letter of Betza's articles"),
            'm' | 'c' if terms > 1 => Some("modes that keep terms from overlapping: mWcK is WcK"),
            _ if letter.is_ascii_uppercase() => Some("terms that could be one: fWbW is fbW"),
            '2' if hops => Some("the range that XBoard wants of a leaper that hops"),
            _ => None,
        }
    }

    /// The characters of a text, with their columns, that change nothing and have no [`excuse`].
    fn idle(text: &str) -> Vec<(usize, char)> {
        let letters: Vec<char> = text.chars().collect();
        let whole = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let changes = |at: &usize| {
            let mut fewer = letters.clone();
            fewer.remove(*at);
            let fewer: String = fewer.iter().collect();
            parse(&fewer).as_ref() != Ok(&whole)
        };
        (0..letters.len())
            .filter(|at| !changes(at) && excuse(&letters, *at).is_none())
            .map(|at| (at + 1, letters[at]))
            .collect()
    }

    #[test]
    fn every_character_in_use_has_an_effect() {
        let mut texts: Vec<String> = OTHERS.split(' ').map(str::to_owned).collect();
        let others = texts.len();
        let variants = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants");
        in_use(&variants, &mut texts);
        assert!(texts.len() > others + 60);
        for text in texts {
            assert_eq!(idle(&text), [], "{text}");
        }
    }

    #[test]
    fn every_character_of_short_texts_has_an_effect() {
        let letters: Vec<char> = "iafbsvhmcpgnjeWDFNKRO012".chars().collect();
        let mut texts = vec![String::new()];
        let mut found = Vec::new();
        for _ in 0..4 {
            texts = texts
                .iter()
                .flat_map(|text| letters.iter().map(move |letter| format!("{text}{letter}")))
                .collect();
            for text in texts.iter().filter(|text| parse(text).is_ok()) {
                let idle = idle(text);
                if !idle.is_empty() {
                    found.push(format!("{text} {idle:?}"));
                }
            }
        }
        assert!(found.is_empty(), "{}", found.join("\n"));
    }

    #[test]
    fn idle_terms_are_refused() {
        for (text, column) in [
            ("KW", 2),
            ("WR", 1),
            ("RW", 2),
            ("R3R", 1),
            ("WmWcN", 3),
            ("NcN", 3),
            ("mWcWFW", 6),
            ("WiW", 3),
            ("WFK", 3),
            ("KsK", 3),
            ("ffNfhN", 3),
            ("DnD", 3),
            ("fceFfcF", 7),
            ("gQgK", 4),
            ("pQgQ", 4),
            ("pWgW", 4),
            ("mpafWpafW", 9),
        ] {
            let error = parse(text).expect_err(text);
            assert_eq!(error.column, column, "{text}: {error}");
            assert!(error.expected.starts_with("a term that adds"), "{text}");
        }
        for text in ["RK", "fRW", "WnD", "iWmW", "gQ3pW3", "fcFfceF"] {
            assert!(parse(text).is_ok(), "{text}");
        }
    }
}
