//! Signs for annotations and results, in the spellings of other programs.

use crate::rules::is_null;

/// The signs of annotations 1 to 6 in PGN's import format.
pub const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Signs and their annotations (PGN standard, section 10, and the numbers that databases add). Longer signs come before the signs
/// that are their suffixes.
const GLYPHS: [(&str, u8); 45] = [
    ("=/\u{221e}", 44),
    ("=\u{221e}", 44),
    ("\u{221e}/=", 44),
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("+--", 20),
    ("+-", 18),
    ("-+", 19),
    ("+=", 14),
    ("=+", 15),
    ("[]", 7),
    ("!?", 5),
    ("?!", 6),
    ("!!", 3),
    ("??", 4),
    ("!", 1),
    ("?", 2),
    ("\u{203c}", 3),
    ("\u{2047}", 4),
    ("\u{2049}", 5),
    ("\u{2048}", 6),
    ("\u{25a1}", 7),
    ("\u{25a2}", 7),
    ("=", 10),
    ("\u{221e}", 13),
    ("\u{2a72}", 14),
    ("\u{b1}=", 14),
    ("\u{2a71}", 15),
    ("\u{b1}", 16),
    ("\u{2213}", 17),
    ("\u{2a00}", 22),
    ("\u{2299}", 22),
    ("\u{25cb}", 26),
    ("\u{27f3}", 32),
    ("\u{2191}", 36),
    ("\u{2192}", 40),
    ("\u{2bf9}", 44),
    ("\u{21c6}", 132),
    ("\u{21c4}", 132),
    ("\u{2a01}", 138),
    ("\u{2295}", 138),
    ("\u{2206}", 140),
    ("\u{394}", 140),
];

/// The annotation of a novelty.
pub(super) const NOVELTY: u8 = 146;

/// Words that stand for annotations; not case sensitive, except the first two.
const WORDS: [(&str, u8); 6] = [
    ("N", NOVELTY),
    ("D", 220),
    ("TN", NOVELTY),
    ("RR", 145),
    ("zz", 22),
    ("\u{2313}", 142),
];

/// Words and signs after a move that follow from the rules and are dropped.
const EMPTY: [&str; 18] = [
    "+", "++", "#", "##", "+!", "e.p", "ep", "ch", "dis", "dbl", "mate", "mat", "matt", "\u{2020}",
    "\u{2021}", "~", "&", "|",
];

/// The annotations (one or none) of a word or sign between moves; `None` if it is unknown.
pub(super) fn annotation(word: &str) -> Option<Vec<u8>> {
    let words = WORDS
        .iter()
        .find(|(known, _)| *known == word || known.len() > 1 && known.eq_ignore_ascii_case(word));
    let found = words.or_else(|| GLYPHS.iter().find(|(sign, _)| *sign == word));
    if let Some((_, nag)) = found {
        return Some(vec![*nag]);
    }
    EMPTY
        .iter()
        .any(|known| known.eq_ignore_ascii_case(word))
        .then(Vec::new)
}

/// Cuts the signs off the end of a move. Returns the move and the annotations. Other signs, as `???`, are dropped.
pub(super) fn without_signs(word: &str) -> (&str, Vec<u8>) {
    let mut nags = Vec::new();
    let mut rest = word;
    loop {
        let praise = rest.trim_end_matches(['!', '?']);
        let sign = &rest[praise.len()..];
        if !sign.is_empty() {
            if let Some(index) = SIGNS.iter().position(|known| *known == sign) {
                nags.insert(0, index as u8 + 1);
            }
            rest = praise;
            continue;
        }
        // A null move with a check sign (`--+`) ends like a glyph, and so does a move over no piece (`Re3/-+`).
        let mut glyphs = GLYPHS.iter().filter(|_| !is_null(rest));
        let glyph = glyphs.find_map(|(sign, nag)| {
            let before = rest.strip_suffix(sign)?;
            (!before.is_empty() && !before.ends_with('/')).then_some((before, *nag))
        });
        match glyph {
            Some((before, nag)) => {
                nags.insert(0, nag);
                rest = before;
            }
            None => return (rest, nags),
        }
    }
}

/// The points of one side in a result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Points {
    Won,
    Half,
    Lost,
}

/// The spellings of a side's points. Zero may be the letter O.
const POINTS: [(&str, Points); 10] = [
    ("1/2", Points::Half),
    ("1\u{2044}2", Points::Half),
    ("\u{bd}", Points::Half),
    ("0.5", Points::Half),
    ("0,5", Points::Half),
    (".5", Points::Half),
    ("1", Points::Won),
    ("0", Points::Lost),
    ("O", Points::Lost),
    ("o", Points::Lost),
];

/// The result at the beginning of a text, and its length in bytes: `1-0`, `1/2`, `½ : ½`, `0.5-0.5` and so on, also with other
/// dashes and with blanks.
pub(super) fn result(text: &str) -> Option<(&'static str, usize)> {
    if text.starts_with('*') {
        return Some(("*", 1));
    }
    // Games won by forfeit.
    for (forfeit, result) in [("+:-", "1-0"), ("-:+", "0-1")] {
        if text.strip_prefix(forfeit).is_some_and(ends) {
            return Some((result, forfeit.len()));
        }
    }
    let side = |text: &str| {
        let mut known = POINTS.iter();
        let found = known.find(|(spelling, _)| text.starts_with(spelling));
        found.map(|(spelling, points)| (*points, spelling.len()))
    };
    let (white, length) = side(text)?;
    let rest = &text[length..];
    let both = || {
        let behind = rest.trim_start_matches([' ', '\t']);
        let dash = behind
            .chars()
            .next()
            .filter(|c| matches!(c, '-' | ':' | '\u{2010}'..='\u{2015}' | '\u{2212}'))?;
        let behind = behind[dash.len_utf8()..].trim_start_matches([' ', '\t']);
        let (black, length) = side(behind)?;
        let end = text.len() - behind.len() + length;
        let result = match (white, black) {
            (Points::Won, Points::Lost) => "1-0",
            (Points::Lost, Points::Won) => "0-1",
            (Points::Half, Points::Half) => "1/2-1/2",
            _ => return None,
        };
        ends(&text[end..]).then_some((result, end))
    };
    both().or_else(|| (white == Points::Half && ends(rest)).then_some(("1/2-1/2", length)))
}

/// The result that is the whole value of a tag; `None` if it is not a result.
pub(super) fn result_of_tag(value: &str) -> Option<&'static str> {
    let value = value.trim();
    match result(value) {
        Some((result, length)) if length == value.len() => Some(result),
        _ => named_draw(value),
    }
}

/// The result for a word that means a draw.
pub(super) fn named_draw(word: &str) -> Option<&'static str> {
    let draw = ["draw", "drawn", "remis"];
    let is_it = draw.iter().any(|known| known.eq_ignore_ascii_case(word));
    is_it.then_some("1/2-1/2")
}

/// Whether a word can end where `text` begins.
fn ends(text: &str) -> bool {
    let next = text.chars().next();
    next.is_none_or(|c| c.is_whitespace() || "(){}[];*,.!?$<>\"".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_all_spellings() {
        for (text, meant) in [
            ("1-0", "1-0"),
            ("0-1", "0-1"),
            ("O-1", "0-1"),
            ("1\u{2013}0", "1-0"),
            ("1 - 0", "1-0"),
            ("1:0", "1-0"),
            ("1/2", "1/2-1/2"),
            ("1/2-1/2", "1/2-1/2"),
            ("1/2 : 1/2", "1/2-1/2"),
            ("\u{bd}-\u{bd}", "1/2-1/2"),
            ("\u{bd}", "1/2-1/2"),
            ("0.5-0.5", "1/2-1/2"),
            ("0,5:0,5", "1/2-1/2"),
            ("1\u{2044}2-1\u{2044}2", "1/2-1/2"),
            ("+:-", "1-0"),
            ("-:+", "0-1"),
            ("*", "*"),
        ] {
            assert_eq!(result(text), Some((meant, text.len())), "{text}");
            assert_eq!(result_of_tag(text), Some(meant), "{text}");
        }
        for text in [
            "0-0", "0-0-0", "O-O", "1-1", "1", "0", "1-0-0", "1/2x", "e4", "", "-",
        ] {
            assert_eq!(result(text), None, "{text}");
        }
        assert_eq!(result("1-0)"), Some(("1-0", 3)));
        assert_eq!(result_of_tag("Draw"), Some("1/2-1/2"));
        assert_eq!(result_of_tag("1-0 by force"), None);
    }

    #[test]
    fn signs_leave_the_move() {
        for (word, rest, nags) in [
            ("e4", "e4", &[][..]),
            ("e4!?", "e4", &[5]),
            ("e4!?+=", "e4", &[5, 14]),
            ("Qh5+-", "Qh5", &[18]),
            ("Qh5+", "Qh5+", &[]),
            ("Qh5+!", "Qh5+", &[1]),
            ("e4=", "e4", &[10]),
            ("e4-/+", "e4", &[17]),
            ("e8=Q+/-", "e8=Q", &[16]),
            ("e4???", "e4", &[]),
            ("e4\u{221e}", "e4", &[13]),
            ("e4\u{25a1}", "e4", &[7]),
            ("O-O=", "O-O", &[10]),
            ("h2f2/-", "h2f2/-", &[]),
            ("--+", "--+", &[]),
            ("Re3/-+", "Re3/-+", &[]),
            ("--!?", "--", &[5]),
        ] {
            assert_eq!(without_signs(word), (rest, nags.to_vec()), "{word}");
        }
        assert_eq!(annotation("+="), Some(vec![14]));
        assert_eq!(annotation("N"), Some(vec![146]));
        assert_eq!(annotation("n"), None);
        assert_eq!(annotation("+"), Some(Vec::new()));
        assert_eq!(annotation("hello"), None);
    }
}
