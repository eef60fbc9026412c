//! Diagrams: pieces on squares, without a game.

use super::error::ProblemError;
use super::option_values::PawnStep;
use crate::base::{Bitboard, Color, Square};
use crate::position::{FenError, FenFields, Rights, WrittenPiece, WrittenPosition, squares_text};
use crate::variant::Variant;
use std::collections::BTreeSet;

/// To whom a piece of a problem belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// One of the two sides.
    Side(Color),
    /// Both: a neutral piece.
    Neutral,
    /// One of the two sides, and it is a chameleon.
    Chameleon(Color),
}

impl Owner {
    /// The letter in texts: `w`, `b` or `n`.
    pub const fn letter(self) -> char {
        match self {
            Self::Side(color) | Self::Chameleon(color) => color.letter(),
            Self::Neutral => 'n',
        }
    }

    /// The owner with this letter.
    pub const fn of_letter(letter: char) -> Option<Self> {
        match letter {
            'w' => Some(Self::Side(Color::White)),
            'b' => Some(Self::Side(Color::Black)),
            'n' => Some(Self::Neutral),
            _ => None,
        }
    }
}

/// Pieces on the squares of a board, without the history of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// Files of the board, 1-8.
    pub files: u8,
    /// Ranks of the board, 1-8.
    pub ranks: u8,
    /// The squares of the board.
    pub squares: Bitboard,
    /// The pieces, at most one per square, sorted from a8 to h1.
    pub pieces: Vec<WrittenPiece>,
    /// The pieces in hand as in a FEN, with brackets; empty if there are none.
    pub hands: String,
    /// Whether there are two boards (Alice).
    pub two_boards: bool,
    /// The castling rights; `None` if the text has no castling field.
    pub castling: Option<Rights>,
    /// The en passant field of a FEN; `-` if not given.
    pub en_passant: String,
}

impl Default for Diagram {
    /// An empty board of 8 by 8 squares.
    fn default() -> Self {
        Self {
            files: 8,
            ranks: 8,
            squares: Bitboard::ALL,
            pieces: Vec::new(),
            hands: String::new(),
            two_boards: false,
            castling: None,
            en_passant: "-".to_owned(),
        }
    }
}

impl Diagram {
    /// Reads a whole FEN or only its placement, for the board of a game. The side to move is ignored.
    ///
    /// # Errors
    /// The part of the text that is malformed.
    pub fn of_fen(variant: &Variant, text: &str) -> Result<Self, ProblemError> {
        let refused = |error: FenError| ProblemError::new(error.to_string());
        let fields = FenFields::split(text).map_err(refused)?;
        let written = WrittenPosition::read(variant, &fields).map_err(refused)?;
        let hands = written.hands.map(|hands| {
            let letters = hands.iter();
            let letters = letters.map(|held| held.letter.to_string().repeat(held.count.into()));
            format!("[{}]", letters.collect::<String>())
        });
        let mut diagram = Self {
            files: variant.rules.files,
            ranks: variant.rules.ranks,
            squares: variant.rules.board.squares(),
            pieces: written.pieces,
            hands: hands.unwrap_or_default(),
            two_boards: fields.boards.contains('|'),
            castling: written.has_castling_field.then_some(written.state.rights),
            en_passant: fields.en_passant.unwrap_or("-").to_owned(),
        };
        diagram.sort();
        Ok(diagram)
    }

    /// Sorts the pieces from a8 to h1.
    fn sort(&mut self) {
        self.pieces
            .sort_by_key(|piece| (7 - piece.square.rank(), piece.square.file()));
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<&WrittenPiece> {
        self.pieces.iter().find(|piece| piece.square == square)
    }

    /// The reason why a pawn's step cannot have been the last move; `None` if it can.
    pub(super) fn objection_to(&self, step: &PawnStep) -> Option<String> {
        let color = step.color();
        let pawn = self.at(step.to);
        if !pawn.is_some_and(|piece| piece.color == color && piece.letter == "P") {
            return Some(format!("no {} pawn stands on {}", color.name(), step.to));
        }
        let mut before = std::iter::once(&step.from).chain(&step.passed);
        let occupied = before.find(|square| self.at(**square).is_some())?;
        Some(format!("{occupied} is not empty"))
    }

    /// Whether a square belongs to the board.
    pub fn has(&self, square: Square) -> bool {
        self.squares.contains(square)
    }

    /// Puts a piece on a square of the first board, replacing any other.
    pub fn put(&mut self, square: Square, owner: Owner, letter: &str) {
        let (color, marked) = match owner {
            Owner::Side(color) => (color, false),
            Owner::Neutral => (Color::White, true),
            Owner::Chameleon(color) => (color, true),
        };
        let piece = WrittenPiece {
            square,
            color,
            letter: letter.to_owned(),
            marked,
            second: false,
        };
        self.stand(piece, square);
    }

    /// Puts a piece on `square`, replacing any piece there.
    pub fn stand(&mut self, piece: WrittenPiece, square: Square) {
        self.remove(square);
        self.pieces.push(WrittenPiece { square, ..piece });
        self.sort();
    }

    /// Removes the piece from a square, if there is one.
    pub fn remove(&mut self, square: Square) -> Option<WrittenPiece> {
        let at = self
            .pieces
            .iter()
            .position(|piece| piece.square == square)?;
        Some(self.pieces.remove(at))
    }

    /// Gives all pieces with the letter `from` the letter `to`.
    pub fn substitute(&mut self, from: &str, to: &str) {
        for piece in self.pieces.iter_mut().filter(|piece| piece.letter == from) {
            to.clone_into(&mut piece.letter);
        }
    }

    /// Moves every piece from its square `s` to `to(s)`.
    ///
    /// # Errors
    /// If a piece would leave the board.
    pub fn place_anew(&mut self, to: impl Fn(Square) -> Option<Square>) -> Result<(), String> {
        for piece in &self.pieces {
            if !to(piece.square).is_some_and(|square| self.has(square)) {
                let square = piece.square;
                return Err(format!("the piece on {square} would leave the board"));
            }
        }
        for piece in &mut self.pieces {
            if let Some(square) = to(piece.square) {
                piece.square = square;
            }
        }
        self.sort();
        Ok(())
    }

    /// Whether a piece has the mark of a neutral one or a chameleon.
    pub fn has_marks(&self) -> bool {
        self.pieces.iter().any(|piece| piece.marked)
    }

    /// The letters of the pieces in the diagram.
    pub fn letters(&self) -> BTreeSet<String> {
        self.pieces
            .iter()
            .map(|piece| piece.letter.clone())
            .collect()
    }

    /// The number of a side's pieces with this letter.
    pub fn count(&self, color: Color, letter: &str) -> usize {
        let alike = |piece: &&WrittenPiece| piece.color == color && piece.letter == letter;
        self.pieces.iter().filter(alike).count()
    }

    /// The placement field of a FEN.
    pub fn placement(&self) -> String {
        let mut text = self.board_text(false);
        if self.two_boards {
            text.push('|');
            text.push_str(&self.board_text(true));
        }
        text + &self.hands
    }

    fn board_text(&self, second: bool) -> String {
        squares_text(self.files, self.ranks, |square| {
            let piece = self.at(square).filter(|piece| piece.second == second);
            piece
                .map(text)
                .or_else(|| (!self.has(square)).then(|| "*".to_owned()))
        })
    }
}

/// The piece as a FEN writes it.
fn text(piece: &WrittenPiece) -> String {
    let mark = if piece.marked { "~" } else { "" };
    match piece.color {
        Color::White => format!("{}{mark}", piece.letter),
        Color::Black => format!("{}{mark}", piece.letter.to_ascii_lowercase()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Catalogue;

    fn read(game: &str, text: &str) -> Result<Diagram, ProblemError> {
        Diagram::of_fen(&Catalogue::new().variant(game).expect("a game"), text)
    }

    #[test]
    fn placements_are_read_and_written() {
        for (game, text) in [
            ("hurdlers", "8/8/pQ6/p1P5/P1p5/5p2/k2P4/R3K3"),
            (
                "crazyhouse",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QPp]",
            ),
            ("crazyhouse", "8/8/8/8/8/8/8/K6Q~"),
            ("hopgi", "rp5/wp5/*p5/fp5/bp5/**PPPPP/**BF*WR"),
            ("alice", "8/8/8/8/8/8/8/K6k|8/8/8/8/8/8/8/1r6"),
        ] {
            assert_eq!(read(game, text).expect(text).placement(), text);
        }
        let counted = read("crazyhouse", "8/8/8/8/8/8/8/K6k/2Qp").expect("hands");
        assert_eq!(counted.placement(), "8/8/8/8/8/8/8/K6k[QQp]");
        let diagram = read("chess", "4k3/8/8/8/8/8/8/4K2R b Kq e3 0 1").expect("a FEN");
        let rights = Rights::wing(Color::White, true).with(Rights::wing(Color::Black, false));
        assert_eq!(diagram.castling, Some(rights));
        assert_eq!(diagram.en_passant, "e3");
        let without = read("chess", "8/8/8/8/8/8/8/8 w 0 1").expect("a FEN");
        assert_eq!(without.castling, None);
    }
}
