//! Sets of squares in words: whole ranks and files by their names, other squares one by one.

use crate::base::{Bitboard, Square};

/// A set of squares of a board in words, as in `ranks 2 to 4`, `the e-file`, `rank 8 and e7` or `every square`.
pub(super) fn squares_in_words(board: Bitboard, squares: Bitboard) -> String {
    let squares = squares & board;
    if squares == board {
        return "every square".to_owned();
    }
    let rows = |row: fn(u8) -> Bitboard| -> (Vec<u8>, Bitboard) {
        let whole = (0..8).filter(|number| {
            let row = row(*number) & board;
            row.any() && (row & !squares).is_empty()
        });
        let whole: Vec<u8> = whole.collect();
        let found = whole.iter().map(|number| row(*number));
        let covered = found.fold(Bitboard::EMPTY, |all, row| all | row);
        (whole, squares & !covered)
    };
    let (ranks, beside_ranks) = rows(Bitboard::rank);
    let (files, beside_files) = rows(Bitboard::file);
    let (row, beside) = if beside_files.count() < beside_ranks.count() {
        let name = |file: &u8| char::from(b'a' + file).to_string();
        (row_in_words(&files, name, "file"), beside_files)
    } else {
        let name = |rank: &u8| (rank + 1).to_string();
        (row_in_words(&ranks, name, "rank"), beside_ranks)
    };
    let missing = board & !squares;
    if beside.any() && missing.count() <= 4 && squares.count() > 8 {
        return format!("every square but {}", listed(missing));
    }
    match (row, beside.is_empty()) {
        (Some(row), true) => row,
        (Some(row), false) => format!("{row} and {}", listed(beside)),
        (None, true) => "no square".to_owned(),
        (None, false) => listed(beside),
    }
}

/// The squares of both sides in words, as in `rank 2 (White) or rank 7 (Black)`; once if they are the same.
pub(super) fn sides_in_words(board: Bitboard, sides: [Bitboard; 2]) -> String {
    match sides.map(|squares| squares_in_words(board, squares)) {
        [white, black] if white == black => white,
        [white, black] => format!("{white} (White) or {black} (Black)"),
    }
}

/// Squares one by one.
pub(super) fn listed(squares: Bitboard) -> String {
    let texts = squares.into_iter().map(|square: Square| square.to_string());
    texts.collect::<Vec<_>>().join(" ")
}

/// Whole ranks or files by their numbers, in words; `None` without any.
fn row_in_words(numbers: &[u8], name: impl Fn(&u8) -> String, kind: &str) -> Option<String> {
    let names: Vec<String> = numbers.iter().map(name).collect();
    let in_a_row = numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    Some(match names.as_slice() {
        [] => return None,
        [one] if kind == "file" => format!("the {one}-file"),
        [one] => format!("{kind} {one}"),
        [first, .., last] if in_a_row && names.len() > 2 => format!("{kind}s {first} to {last}"),
        [others @ .., last] => format!("{kind}s {} and {last}", others.join(", ")),
    })
}

#[cfg(test)]
mod tests {
    use super::squares_in_words;
    use crate::base::{Bitboard, Square};

    fn squares(text: &str) -> Bitboard {
        let words = text.split_whitespace();
        words
            .map(|word| word.parse::<Square>().expect(word))
            .collect()
    }

    #[test]
    fn whole_ranks_and_files_have_names() {
        let all = Bitboard::ALL;
        let ranks = |numbers: &[u8]| {
            let ranks = numbers.iter().map(|number| Bitboard::rank(number - 1));
            ranks.fold(Bitboard::EMPTY, |all, rank| all | rank)
        };
        for (set, words) in [
            (ranks(&[2]), "rank 2"),
            (ranks(&[1, 2]), "ranks 1 and 2"),
            (ranks(&[2, 3, 4]), "ranks 2 to 4"),
            (ranks(&[1, 2, 8]), "ranks 1, 2 and 8"),
            (Bitboard::file(4), "the e-file"),
            (Bitboard::file(0) | Bitboard::file(7), "files a and h"),
            (squares("d4 e5"), "d4 e5"),
            (ranks(&[8]) | squares("e7"), "rank 8 and e7"),
            (all, "every square"),
            (all & !squares("d1 d8"), "every square but d1 d8"),
            (Bitboard::EMPTY, "no square"),
        ] {
            assert_eq!(squares_in_words(all, set), words);
        }
        // On a smaller board a part of a rank is a whole one.
        let small = squares("a1 b1 a2 b2 a3 b3");
        assert_eq!(squares_in_words(small, squares("a3 b3")), "rank 3");
    }
}
