//! Compiles the promotions of pieces: to which types, on which squares, and whether they are compulsory.

use super::letters::Letters;
use super::piece_types::PieceTypeDraft;
use crate::base::{Bitboard, Color, MAX_PIECE_TYPES, Piece, PieceType, PieceTypeSet};
use crate::betza::Movement;
use crate::board::Topology;
use crate::variant::definition::{Definition, PieceDefinition, Text, filled};
use crate::variant::error::LoadError;
use crate::variant::rule_set::{Promotion, PromotionLimits};
use crate::variant::source::Source;
use crate::variant::zones::{self, Zones};

/// The promoted form of each piece type, and the type to which a promoted form reverts in hand: `+R` is the promoted form of `R`.
pub(super) struct Forms {
    /// The promoted form of each piece type, if it has one, by index.
    pub promoted: [Option<PieceType>; MAX_PIECE_TYPES],
    /// The type that each piece type has in hand, by index: itself, or for a promoted form the type before promotion.
    pub demoted: [PieceType; MAX_PIECE_TYPES],
}

impl Forms {
    /// Pairs the pieces whose letter begins with `+` with the pieces that they are promoted from: `+R` is the promoted form of `R`.
    ///
    /// # Errors
    /// If no piece has the letter behind the `+`.
    pub fn of(
        definition: &Definition,
        pieces: &[PieceTypeDraft],
        source: &Source,
    ) -> Result<Self, LoadError> {
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
        Ok(Self { promoted, demoted })
    }
}

/// The parts of a game that are needed to compile promotions.
pub(super) struct Game<'a> {
    pub definition: &'a Definition,
    pub letters: &'a Letters<'a>,
    pub board: &'a Topology,
    pub ranks: u8,
    pub zones: &'a Zones,
    pub forms: &'a Forms,
    pub pawns: PieceTypeSet,
    pub royals: PieceTypeSet,
    /// The start squares of each piece.
    pub standing: &'a [Bitboard],
}

impl Game<'_> {
    /// Compiles how each piece promotes, by piece index.
    pub fn promotions(&self) -> Result<Vec<Promotion>, LoadError> {
        let mut promotions = vec![Promotion::default(); Piece::COUNT];
        for (index, piece) in self.definition.pieces.iter().enumerate() {
            for color in Color::ALL {
                let own = Piece::new(color, PieceType::new(index));
                promotions[own.index()] = self.promotion(piece, own)?;
            }
        }
        Ok(promotions)
    }

    fn promotion(&self, piece: &PieceDefinition, own: Piece) -> Result<Promotion, LoadError> {
        let source = self.letters.source;
        let (piece_type, color) = (own.piece_type(), own.color());
        let by_zone = self.zones.promotion[color.index()];
        let (text, into, zone, on_leaving) = if let Some(text) = &piece.promotion {
            (Some(text), self.letters.list(text)?, by_zone, true)
        } else if let Some(form) = self.forms.promoted[piece_type.index()] {
            (None, vec![form], by_zone, true)
        } else if self.pawns.contains(piece_type) {
            let text = self.of_pawns(color);
            let into = self.of_own_army(self.letters.list(text)?, text, color)?;
            (Some(text), into, self.pawn_zone(color)?, false)
        } else {
            (None, Vec::new(), Bitboard::EMPTY, false)
        };
        // A pawn with its own promotion list but without a zone promotes on the last rank, like other pawns.
        let (zone, on_leaving) = if self.pawns.contains(piece_type) && zone.is_empty() {
            (self.pawn_zone(color)?, false)
        } else {
            (zone, on_leaving)
        };
        let wrong = |to: &PieceType| self.royals.contains(*to) || *to == piece_type;
        if let Some(text) = text
            && into.iter().any(wrong)
        {
            let message = "pieces cannot promote to a king or to what they are";
            return Err(source.error(text, 1, message));
        }
        if let Some(text) = piece.promotion.as_ref().and_then(filled)
            && zone.is_empty()
        {
            let message = "`promotion` of a piece, but there is no promotion zone in [zones]";
            return Err(source.error(text, 1, message));
        }
        let movement = &self.letters.drafts[piece_type.index()].movement;
        let must = if piece.must_promote {
            Bitboard::ALL
        } else {
            self.no_way_on(movement, color)
        };
        let by_capture = on_leaving && self.definition.zones.by_capture;
        Ok(Promotion {
            into,
            zone,
            on_leaving,
            by_capture,
            must,
        })
    }

    /// The text that lists the promotions of a side's pawns; for pawns without their own list.
    fn of_pawns(&self, color: Color) -> &Text {
        let pawns = &self.definition.pawns;
        let own = [&pawns.white, &pawns.black][color.index()];
        own.as_ref().unwrap_or(&pawns.promotion)
    }

    /// The piece types of `into` that a side's pawns may become.
    fn of_own_army(
        &self,
        mut into: Vec<PieceType>,
        text: &Text,
        color: Color,
    ) -> Result<Vec<PieceType>, LoadError> {
        if !self.definition.pawns.own_army {
            return Ok(into);
        }
        into.retain(|kind| self.standing[Piece::new(color, *kind).index()].any());
        if into.is_empty() {
            let side = color.name();
            let message = format!("`own_army`, but {side} has none of these pieces at the start");
            return Err(self.letters.source.error(text, 1, message));
        }
        Ok(into)
    }

    /// The promotion zone of a side's pawns, by `[zones]` or else the last rank; for pawns without their own zone.
    fn pawn_zone(&self, color: Color) -> Result<Bitboard, LoadError> {
        let zones = &self.definition.zones;
        match [&zones.white_pawns, &zones.black_pawns][color.index()] {
            Some(text) => zones::squares(text, self.board.squares(), self.letters.source),
            None => Ok(match color {
                Color::White => Bitboard::rank(self.ranks - 1),
                Color::Black => Bitboard::rank(0),
            } & self.board.squares()),
        }
    }

    /// The squares from which a piece could never move again, so that promotion is compulsory there.
    fn no_way_on(&self, movement: &Movement, color: Color) -> Bitboard {
        let moves = |from: &crate::base::Square| {
            movement.paths.iter().any(|path| {
                let first = path.legs.first().map_or(path.last, |leg| leg.stride);
                let first = match color {
                    Color::White => first,
                    Color::Black => first.reversed(),
                };
                self.board.leap(*from, first.files, first.ranks).is_some()
            })
        };
        self.board
            .squares()
            .into_iter()
            .filter(|from| !moves(from))
            .collect()
    }

    /// The maximum number of pieces of each type that a side may have after a promotion; `None` if there are no limits.
    pub fn limits(&self) -> Option<PromotionLimits> {
        let pieces = &self.definition.pieces;
        let captured_only = self.definition.pawns.captured_only;
        if !captured_only && pieces.iter().all(|piece| piece.limit.is_none()) {
            return None;
        }
        Some(Color::ALL.map(|color| {
            std::array::from_fn(|index| {
                let piece = Piece::new(color, PieceType::new(index));
                let count = self.standing[piece.index()].count() as u8;
                pieces.get(index)?.limit.or(captured_only.then_some(count))
            })
        }))
    }
}
