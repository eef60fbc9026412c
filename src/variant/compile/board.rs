//! Compiles the board: its size and missing squares from the start position, its closed corners and wrapping from the file.

use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::board::Topology;
use crate::variant::definition::{Definition, Text, Wrap};
use crate::variant::error::LoadError;
use crate::variant::source::Source;

/// The minimum number of files of a cylinder. With two files, both neighbours of a file would be the same.
const LEAST_ROUND: u8 = 3;

/// The numbers of files and ranks and the squares of the board, from the start position.
pub(super) fn frame(start: &Text, source: &Source) -> Result<(u8, u8, Bitboard), LoadError> {
    let placement = start
        .as_ref()
        .split([' ', '[', '|'])
        .next()
        .unwrap_or_default();
    let rows: Vec<&str> = placement.split('/').collect();
    let wrong = |message: String| source.error(start, 0, message);
    if !(2..=8).contains(&rows.len()) {
        return Err(wrong(format!(
            "the start position has {} ranks (expected 2 to 8)",
            rows.len()
        )));
    }
    let mut squares = Bitboard::EMPTY;
    let mut width = None;
    for (row, rank) in rows.iter().zip((0..rows.len() as u8).rev()) {
        let mut file = 0u8;
        for c in row.chars().filter(|c| !matches!(c, '+' | '~')) {
            let run = c.to_digit(10).unwrap_or(1) as u8;
            for at in file..file.saturating_add(run).min(8) {
                if c != '*' {
                    squares |= Square::at(at, rank).into();
                }
            }
            file = file.saturating_add(run);
        }
        let expected = match width {
            Some(width) if width == file => None,
            Some(width) => Some(format!("{width}, as above")),
            None if (2..=8).contains(&file) => None,
            None => Some("2 to 8".to_owned()),
        };
        if let Some(expected) = expected {
            return Err(wrong(format!(
                "rank {} of the start position has {file} files (expected {expected})",
                rank + 1
            )));
        }
        width = Some(file);
    }
    Ok((width.unwrap_or(8), rows.len() as u8, squares))
}

/// The start squares of each piece, by piece index; with two boards, those of both. Unknown letters are ignored, because the FEN reader
/// refuses them later.
pub(super) fn standing(start: &str, letters: &[&str]) -> Vec<Bitboard> {
    let mut found = vec![Bitboard::EMPTY; Piece::COUNT];
    let placement = start.split([' ', '[']).next().unwrap_or_default();
    for board in placement.split('|') {
        let ranks = board.split('/').count() as u8;
        for (row, rank) in board.split('/').zip((0..ranks).rev()) {
            let (mut file, mut sign) = (0u8, "");
            for c in row.chars() {
                if c == '+' {
                    sign = "+";
                    continue;
                }
                let letter = format!("{sign}{}", c.to_ascii_uppercase());
                if let Some(index) = letters.iter().position(|known| *known == letter)
                    && file < 8
                    && rank < 8
                {
                    let color = if c.is_ascii_uppercase() {
                        Color::White
                    } else {
                        Color::Black
                    };
                    let piece = Piece::new(color, PieceType::new(index));
                    found[piece.index()] |= Square::at(file, rank).into();
                }
                let step = if c == '~' {
                    0
                } else {
                    c.to_digit(10).unwrap_or(1) as u8
                };
                file = file.saturating_add(step);
                sign = "";
            }
        }
    }
    found
}

/// The board with the given squares and the closed corners in the variant file, flat or as a cylinder.
///
/// # Errors
/// [`LoadError::Invalid`] for a closed corner that is not given by two diagonal neighbours, and for a cylinder that is too narrow.
pub(super) fn board(
    definition: &Definition,
    files: u8,
    squares: Bitboard,
    source: &Source,
) -> Result<Topology, LoadError> {
    let mut closed = Vec::new();
    for text in &definition.board.closed {
        let pair = text.as_ref();
        let ends = [pair.get(..2), pair.get(2..)].map(|word| word?.parse::<Square>().ok());
        let apart = |a: Square, b: Square| {
            a.file().abs_diff(b.file()) == 1 && a.rank().abs_diff(b.rank()) == 1
        };
        match ends {
            [Some(a), Some(b)] if apart(a, b) && squares.contains(a) && squares.contains(b) => {
                if closed.contains(&(a, b)) || closed.contains(&(b, a)) {
                    let message = format!("the closed corner {pair} twice (expected each once)");
                    return Err(source.error(text, 1, message));
                }
                closed.push((a, b));
            }
            _ => {
                let message = format!(
                    "'{pair}' is no closed corner (expected two diagonal neighbours on the board, as in b3c2)"
                );
                return Err(source.error(text, 1, message));
            }
        }
    }
    let flat = Topology::new(squares, closed);
    if definition.board.wrap == Wrap::None {
        return Ok(flat);
    }
    if files < LEAST_ROUND {
        let message = format!(
            "`wrap` needs a board of at least {LEAST_ROUND} files, and this one has {files}"
        );
        return Err(source.error_in_file(message));
    }
    Ok(flat.wrapped(files))
}
