//! Converts other programs' spellings of moves into that of [`super::san`].
//!
//! Typographic dashes and capture signs, figurines, `e.p.` and `ch` behind a move, old signs of check; also the texts
//! of null moves.

use crate::base::Square;

/// Texts of null moves: PGN's and those of UCI, XBoard, databases and other programs.
const NULL_TEXTS: [&str; 6] = ["--", "0000", "@@@@", "Z0", "null", "(null)"];

/// Words behind a move that are ignored.
const TRAILERS: [&str; 8] = ["(e.p.)", "(ep)", "e.p.", "e.p", "/ep", "ep", "ch", "mate"];

/// The chess figurines of Unicode and their letters.
const FIGURINES: [(char, char); 12] = [
    ('\u{2654}', 'K'),
    ('\u{2655}', 'Q'),
    ('\u{2656}', 'R'),
    ('\u{2657}', 'B'),
    ('\u{2658}', 'N'),
    ('\u{2659}', 'P'),
    ('\u{265a}', 'K'),
    ('\u{265b}', 'Q'),
    ('\u{265c}', 'R'),
    ('\u{265d}', 'B'),
    ('\u{265e}', 'N'),
    ('\u{265f}', 'P'),
];

/// Whether a text stands for a null move: a turn in which nothing moves.
pub fn is_null(text: &str) -> bool {
    let text = with_ascii_signs(text.trim());
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    NULL_TEXTS
        .iter()
        .any(|null| null.eq_ignore_ascii_case(text))
}

/// Replaces typographic signs by ASCII: dashes (`-`), captures (`x`), checks (`+`) and figurines (letters).
pub fn with_ascii_signs(text: &str) -> String {
    let plain = |c: char| match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        '\u{d7}' => Some('x'),
        // The Cyrillic and Greek letters O, in castling.
        '\u{41e}' | '\u{43e}' | '\u{39f}' => Some('O'),
        '\u{2020}' | '\u{2021}' => Some('+'),
        // Variation selectors and characters without width.
        '\u{fe00}'..='\u{fe0f}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => None,
        _ => {
            let figurine = FIGURINES.iter().find(|(figurine, _)| *figurine == c);
            Some(figurine.map_or(c, |(_, letter)| *letter))
        }
    };
    text.chars().filter_map(plain).collect()
}

/// A move text in ASCII, without the ignored words behind the move.
pub(super) fn usual(text: &str) -> String {
    let mut text = with_ascii_signs(text.trim());
    loop {
        let plain = text.trim_end_matches(['!', '?', '+', '#']);
        let shorter = TRAILERS.iter().find_map(|word| {
            let before = plain.strip_suffix(word)?.trim_end();
            ends_move(before.trim_end_matches(['+', '#'])).then(|| before.to_owned())
        });
        match shorter {
            Some(shorter) => text = shorter,
            None => return text,
        }
    }
}

/// Whether a text ends like a move: with a square, or with a square and the letter of a promotion.
fn ends_move(text: &str) -> bool {
    let square = |text: &str| {
        let at = text.len().checked_sub(2);
        at.and_then(|at| text.get(at..))
            .is_some_and(|it| it.to_ascii_lowercase().parse::<Square>().is_ok())
    };
    let promotion = || {
        let before = text.strip_suffix(|c: char| c.is_ascii_uppercase())?;
        Some(square(before.trim_end_matches('=')))
    };
    square(text) || promotion().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_a_move_is_taken_off() {
        for (text, meant) in [
            ("exd6e.p.", "exd6"),
            ("exd6 ep", "exd6"),
            ("exd6(e.p.)+", "exd6"),
            ("exd6+ e.p.", "exd6+"),
            ("Qh5ch", "Qh5"),
            ("e8=Qmate", "e8=Q"),
            ("e8=Q", "e8=Q"),
            ("\u{2658}f3", "Nf3"),
            ("O\u{2013}O", "O-O"),
            ("e4\u{d7}d5", "e4xd5"),
            ("Nf3!?", "Nf3!?"),
            ("step", "step"),
            ("\u{e9}", "\u{e9}"),
        ] {
            assert_eq!(usual(text), meant, "{text}");
        }
    }

    #[test]
    fn null_moves_have_many_texts() {
        for text in [
            "--",
            "\u{2013}\u{2013}",
            "--+",
            "--!?",
            "Z0",
            "z0",
            "NULL",
            "@@@@",
            "0000",
        ] {
            assert!(is_null(text), "{text}");
        }
        for text in ["", "-", "O-O", "0-0", "a1a1"] {
            assert!(!is_null(text), "{text}");
        }
    }
}
