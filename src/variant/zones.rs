//! Zones: parts of the board where pawns go in another direction or where pieces promote.

use super::definition::{Definition, Text, words_of};
use super::error::LoadError;
use super::move_tables::MoveTables;
use super::source::Source;
use crate::base::{Bitboard, Color, Square};
use crate::betza::{Movement, Stride};
use crate::board::Board;

/// The zones of a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Zones {
    /// The squares where White's pawns go up the board and Black's pawns down.
    pub up: Bitboard,
    /// The squares where White's pawns go to the left and Black's pawns to the right.
    pub left: Bitboard,
    /// The promotion zone of each side: pieces promote by moving to one of its squares or from one.
    pub promotion: [Bitboard; 2],
    /// The magic squares of the condition `magic-squares`; none in games without it.
    pub magic: Bitboard,
    /// The wormholes of the condition `wormholes`; none in games without it.
    pub wormholes: Bitboard,
    /// The first squares of the imitators of the condition `imitators`; none in games without it.
    pub imitators: Bitboard,
}

/// The conditions whose squares stand in `[zones]`.
pub(super) const MAGIC_SQUARES: &str = "magic-squares";
pub(super) const WORMHOLES: &str = "wormholes";
pub(in crate::variant) const IMITATORS: &str = "imitators";

/// The magic squares, wormholes and imitators of games that do not say where they are: the squares in the middle of the 8x8 board.
const MIDDLE: Bitboard = Bitboard(0x0000_0018_1800_0000);

impl Default for Zones {
    /// No zones: pawns go up the board everywhere, and nothing promotes by zone.
    fn default() -> Self {
        Self {
            up: Bitboard::ALL,
            left: Bitboard::EMPTY,
            promotion: [Bitboard::EMPTY; 2],
            magic: Bitboard::EMPTY,
            wormholes: Bitboard::EMPTY,
            imitators: Bitboard::EMPTY,
        }
    }
}

impl Zones {
    /// Reads the zones of a variant file.
    ///
    /// # Errors
    /// [`LoadError::Invalid`] for a word that is not a square of the board.
    pub fn compile(
        definition: &Definition,
        board: Bitboard,
        source: &Source,
    ) -> Result<Self, LoadError> {
        let zones = &definition.zones;
        let read = |text: &Text| squares(text, board, source);
        let of_condition = |name: &str, text: &Option<Text>| {
            let mut names = definition.conditions.iter();
            match text {
                _ if !names.any(|named| named.as_ref() == name) => Ok(Bitboard::EMPTY),
                Some(text) => read(text),
                None => Ok(MIDDLE & board),
            }
        };
        Ok(Self {
            up: zones.up.as_ref().map_or(Ok(Bitboard::ALL), read)?,
            left: read(&zones.left)?,
            promotion: [read(&zones.white)?, read(&zones.black)?],
            magic: of_condition(MAGIC_SQUARES, &zones.magic)?,
            wormholes: of_condition(WORMHOLES, &zones.wormholes)?,
            imitators: of_condition(IMITATORS, &zones.imitators)?,
        })
    }

    /// Whether pawns have the same forward direction on the whole board.
    pub const fn is_straight(&self) -> bool {
        self.left.is_empty()
    }

    /// The move tables of a pawn whose forward direction depends on its square. Only its leaps are turned; hops are assumed to be the same
    /// in all directions.
    pub fn pawn_tables(&self, board: Board<'_>, movement: &Movement, color: Color) -> MoveTables {
        let mut tables = MoveTables::new(board, movement, color);
        let turned = MoveTables::new(board, &quarter_turned(movement), color);
        let both = [
            (&mut tables.quiet, &turned.quiet),
            (&mut tables.capture, &turned.capture),
        ];
        for (straight, turned) in both {
            straight.forbid_from(board.squares() & !self.up);
            straight.take_leaps(turned, board.squares() & self.left);
        }
        tables
    }
}

/// The movement turned so that forward is to the left.
fn quarter_turned(movement: &Movement) -> Movement {
    let turn = |stride: Stride| Stride::new(-stride.ranks, stride.files);
    let mut turned = movement.clone();
    for path in &mut turned.paths {
        path.last = turn(path.last);
        for leg in &mut path.legs {
            leg.stride = turn(leg.stride);
        }
    }
    turned
}

/// Parses a list of squares, separated by blanks; `*3` is the third rank, `c*` the c-file.
///
/// # Errors
/// [`LoadError::Invalid`] for a word that is not a square of the board, and for a square that is listed twice.
pub(super) fn squares(
    text: &Text,
    board: Bitboard,
    source: &Source,
) -> Result<Bitboard, LoadError> {
    let mut found = Bitboard::EMPTY;
    for (column, word) in words_of(text.as_ref()) {
        let row = match word.as_bytes() {
            [b'*', rank @ b'1'..=b'8'] => Some(Bitboard::rank(rank - b'1')),
            [file @ b'a'..=b'h', b'*'] => Some(Bitboard::file(file - b'a')),
            _ => None,
        };
        if let Some(row) = row {
            if !row.intersects(board) || row.intersects(found) {
                let message = if row.intersects(board) {
                    format!("{word} has squares that are listed already (expected each once)")
                } else {
                    format!("{word} is no part of this board")
                };
                return Err(source.error(text, column, message));
            }
            found |= row & board;
            continue;
        }
        let Ok(square) = word.parse::<Square>() else {
            let message = format!(
                "'{word}' is not a square (expected one as in e4, a rank as in *4, or a file as in e*, with blanks between them)"
            );
            return Err(source.error(text, column, message));
        };
        if !board.contains(square) {
            let message = format!("{square} is no square of this board");
            return Err(source.error(text, column, message));
        }
        if found.contains(square) {
            let message = format!("{square} twice (expected each square once)");
            return Err(source.error(text, column, message));
        }
        found |= square.into();
    }
    Ok(found)
}
