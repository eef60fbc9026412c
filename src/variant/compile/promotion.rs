//! Promoted forms: the promotion of each piece type by zone, and its type in a hand.

use super::piece_types::PieceTypeDraft;
use crate::base::{MAX_PIECE_TYPES, PieceType};
use crate::variant::definition::Definition;
use crate::variant::error::LoadError;
use crate::variant::source::Source;

/// The promotions by zone, and the types in a hand, by piece type: `+R` is promoted from `R`.
pub(super) fn promotions_by_letter(
    definition: &Definition,
    pieces: &[PieceTypeDraft],
    source: &Source,
) -> Result<
    (
        [Option<PieceType>; MAX_PIECE_TYPES],
        [PieceType; MAX_PIECE_TYPES],
    ),
    LoadError,
> {
    let mut promoted = [None; MAX_PIECE_TYPES];
    let mut demoted: [PieceType; MAX_PIECE_TYPES] = std::array::from_fn(PieceType::new);
    for (index, piece) in pieces.iter().enumerate() {
        let Some(plain) = piece.text.letter.strip_prefix('+') else {
            continue;
        };
        let Some(base) = pieces.iter().position(|piece| piece.text.letter == plain) else {
            let message = format!(
                "{} is promoted from {plain}, which no piece is",
                piece.text.letter
            );
            return Err(source.error(&definition.pieces[index].letter, 1, message));
        };
        promoted[base] = Some(PieceType::new(index));
        demoted[index] = PieceType::new(base);
    }
    Ok((promoted, demoted))
}
