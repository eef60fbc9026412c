//! Forsyth notation as Popeye reads it: ranks from a8, numbers of any size, walks of two letters after a full stop.

use crate::base::{Color, Square};
use crate::problem::diagram::Owner;
use crate::problem::error::quoted;
use crate::problem::languages::Language;
use crate::problem::piece_list::Pieces;
use crate::problem::pieces::PieceText;

/// Reads the pieces of a Forsyth text.
///
/// # Errors
/// The part of the text that is malformed.
pub(super) fn read(language: Language, text: &str) -> Result<Vec<Pieces>, String> {
    let mut pieces = Vec::new();
    let mut at = 0_usize;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_digit() {
            let end = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            let number: usize = rest[..end].parse().unwrap_or(usize::MAX);
            at = at.saturating_add(number);
            if at > Square::COUNT {
                return Err(format!("{} leads beyond h1", quoted(&rest[..end])));
            }
            rest = &rest[end..];
            continue;
        }
        if first == '/' {
            if !at.is_multiple_of(8) {
                let filled = at % 8;
                return Err(format!(
                    "'/' behind {filled} squares of a rank (expected 8)"
                ));
            }
            rest = &rest[1..];
            continue;
        }
        // A sign says whose the piece is; without one the case does.
        let sign = rest.strip_prefix('=');
        if "+-".contains(first) {
            return Err(format!(
                "{} is not supported: pieces of a colour by sign",
                quoted(rest)
            ));
        }
        rest = sign.unwrap_or(rest);
        let (walk, length) = match rest.strip_prefix('.') {
            Some(behind) => (behind.get(..2).unwrap_or(behind), 3),
            None => (rest.get(..1).unwrap_or(rest), 1),
        };
        let upper = walk.starts_with(|c: char| c.is_ascii_uppercase());
        let piece = PieceText::of_walk(language, walk)?;
        if at >= Square::COUNT {
            return Err(format!("{} stands beyond h1", quoted(walk)));
        }
        pieces.push(Pieces {
            owner: match sign {
                Some(_) => Owner::Neutral,
                None if upper => Owner::Side(Color::White),
                None => Owner::Side(Color::Black),
            },
            piece,
            squares: vec![Square::at(at as u8 % 8, 7 - at as u8 / 8)],
        });
        at += 1;
        rest = rest.get(length..).unwrap_or_default();
    }
    Ok(pieces)
}
