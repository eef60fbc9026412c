//! Castling in games whose start position has no king or no castling piece where castling needs it: inherited castling is dropped.

use super::board;
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::betza;
use crate::variant::definition::{
    Castling, Definition, PieceDefinition, Text, filled, letters_of, unplaced,
};
use crate::variant::error::LoadError;
use crate::variant::source::Source;
use std::borrow::Cow;
use toml::Spanned;

/// The part of a king's movement that stands for castling.
const CASTLING: &str = "isO2";

/// The definition without inherited castling if no side can ever castle, and a note that says so.
///
/// # Errors
/// [`LoadError::Invalid`] if no side can castle on the full board, but the game's own file has `white` or `black` in `[castling]`.
pub(super) fn fitted<'a>(
    definition: &'a Definition,
    start: &Text,
    source: &Source,
) -> Result<(Cow<'a, Definition>, Option<String>), LoadError> {
    let castling = &definition.castling;
    let sides = [&castling.white, &castling.black];
    let is_full = board::frame(start, source)?.2 == Bitboard::ALL;
    let from_elsewhere = castling.anywhere || castling.rights_return || castling.dropped;
    let homes = Homes::of(definition, start);
    let fits = Color::ALL
        .into_iter()
        .any(|color| homes.fit(color, sides[color.index()]));
    let named = sides.into_iter().filter(|text| filled(text).is_some());
    let whose = named.clone().find(|text| source.is_own(text));
    if named.clone().next().is_none() || is_full && (fits || from_elsewhere || !homes.has_kings()) {
        return Ok((Cow::Borrowed(definition), None));
    }
    if let Some(text) = whose {
        let message = "[castling], but neither side has a king on the e-file and its castling piece in a corner at the start";
        // On other boards the movement of the king is refused, too.
        return if is_full {
            Err(source.error(text, 1, message))
        } else {
            Ok((Cow::Borrowed(definition), None))
        };
    }
    if !named.clone().all(|text| source.is_inherited(text)) {
        return Ok((Cow::Borrowed(definition), None));
    }
    let mut fitted = definition.clone();
    fitted.castling = Castling {
        far: unplaced(""),
        arrivals: None,
        ..Castling::default()
    };
    for piece in &mut fitted.pieces {
        if let Some(text) = piece
            .movement
            .as_mut()
            .filter(|text| source.is_inherited(text))
        {
            let rest = text.get_ref().replace(CASTLING, "");
            *text = Spanned::new(text.span(), rest);
        }
    }
    let why = if is_full {
        "at the start no king stands on the e-file with its castling piece in a corner"
    } else {
        "kings castle on the 8x8 board alone"
    };
    let note = format!("the inherited castling is dropped: {why}");
    Ok((Cow::Owned(fitted), Some(note)))
}

/// Where kings and castling pieces stand at the start.
struct Homes<'a> {
    definition: &'a Definition,
    standing: Vec<Bitboard>,
}

impl<'a> Homes<'a> {
    fn of(definition: &'a Definition, start: &Text) -> Self {
        let letters = definition
            .pieces
            .iter()
            .map(|piece| piece.letter.get_ref().as_str());
        let letters: Vec<&str> = letters.collect();
        Self {
            definition,
            standing: board::standing(start.get_ref(), &letters),
        }
    }

    /// Whether the movement of a piece has castling.
    fn castles(piece: &PieceDefinition) -> bool {
        let text = piece.movement.as_ref();
        let parsed = text.and_then(|text| betza::parse(text.get_ref()).ok());
        parsed.is_some_and(|movement| movement.castling.is_some())
    }

    /// Whether there is a piece whose movement has castling.
    fn has_kings(&self) -> bool {
        self.definition.pieces.iter().any(Self::castles)
    }

    /// Whether a king of a side and one of the pieces that `text` names stand where castling needs them.
    fn fit(&self, color: Color, text: &Text) -> bool {
        let rank = if color == Color::White { 0 } else { 7 };
        let mut pieces = self.definition.pieces.iter().enumerate();
        let at = |index: usize, file: u8| {
            let own = Piece::new(color, PieceType::new(index));
            self.standing[own.index()].contains(Square::at(file, rank))
        };
        let king = pieces.any(|(index, piece)| at(index, 4) && Self::castles(piece));
        let letters: Vec<String> = letters_of(text.get_ref()).collect();
        let corners = match letters.len() {
            1 => vec![(0, 0), (0, 7)],
            _ => vec![(0, 7), (1, 0)],
        };
        let mut corners = corners.into_iter();
        king && corners.any(|(letter, file)| {
            let mut pieces = self.definition.pieces.iter().enumerate();
            let named = |text: &Text| letters.get(letter) == Some(text.get_ref());
            pieces.any(|(index, piece)| named(&piece.letter) && at(index, file))
        })
    }
}
