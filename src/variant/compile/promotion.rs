//! Promoted forms: what each piece type becomes in its zone, and what it is in a captor's hand.

use super::piece_types::PieceTypeDraft;
use crate::base::{MAX_PIECE_TYPES, PieceType};
use crate::variant::definition::Definition;
use crate::variant::error::LoadError;
use crate::variant::source::Source;

/// What the piece types promote to by zone and what they are in hand: `+R` is promoted from `R`.
pub(super) fn promotions_by_letter(
    definition: &Definition,
    men: &[PieceTypeDraft],
    source: &Source<'_>,
) -> Result<
    (
        [Option<PieceType>; MAX_PIECE_TYPES],
        [PieceType; MAX_PIECE_TYPES],
    ),
    LoadError,
> {
    let mut promoted = [None; MAX_PIECE_TYPES];
    let mut demoted: [PieceType; MAX_PIECE_TYPES] = std::array::from_fn(PieceType::new);
    for (index, man) in men.iter().enumerate() {
        let Some(plain) = man.text.letter.strip_prefix('+') else {
            continue;
        };
        let Some(base) = men.iter().position(|man| man.text.letter == plain) else {
            let message = format!(
                "{} is promoted from {plain}, which no man is",
                man.text.letter
            );
            return Err(source.error(&definition.men[index].letter, 1, message));
        };
        promoted[base] = Some(PieceType::new(index));
        demoted[index] = PieceType::new(base);
    }
    Ok((promoted, demoted))
}
