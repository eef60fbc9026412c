//! Diagrams: pieces on squares, without a game.

use super::error::{ProblemError, quoted};
use crate::base::{Color, Square};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A piece of a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Where it stands.
    pub square: Square,
    /// Its colour.
    pub color: Color,
    /// Its letter, upper case, with the sign of promoted forms (`+R`).
    pub letter: String,
    /// Whether it is marked as a promoted pawn (`Q~`).
    pub promoted: bool,
    /// Whether it stands on the second of two boards.
    pub second: bool,
}

/// A diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// Files of the board, 1-8.
    pub files: u8,
    /// Ranks of the board, 1-8.
    pub ranks: u8,
    /// Squares that are not part of the board.
    pub holes: BTreeSet<u8>,
    /// The pieces, each square once, from a8 to h1.
    pub pieces: Vec<Standing>,
    /// The hands as a FEN writes them, with brackets; empty without.
    pub hands: String,
    /// Whether there are two boards.
    pub two_boards: bool,
    /// The castling field, if there is one.
    pub castling: Option<String>,
    /// The en passant field; `-` if not given.
    pub en_passant: String,
}

impl Default for Diagram {
    /// The empty board.
    fn default() -> Self {
        Self {
            files: 8,
            ranks: 8,
            holes: BTreeSet::new(),
            pieces: Vec::new(),
            hands: String::new(),
            two_boards: false,
            castling: None,
            en_passant: "-".to_owned(),
        }
    }
}

/// The longest FEN that is read, in bytes.
const MAX_FEN: usize = 400;

impl Diagram {
    /// Reads a whole FEN or only its placement. The side to move is ignored.
    ///
    /// # Errors
    /// What cannot be understood.
    pub fn of_fen(text: &str) -> Result<Self, ProblemError> {
        let wrong = |found: &str, expected: &str| {
            ProblemError::new(format!("FEN: {} (expected {expected})", quoted(found)))
        };
        if text.len() > MAX_FEN {
            return Err(wrong(text, "at most 400 characters"));
        }
        let mut fields = text.split_whitespace().peekable();
        let placement = fields.next().unwrap_or_default();
        let (boards, hands) = match placement.find('[') {
            Some(at) => placement.split_at(at),
            None => (placement, ""),
        };
        let mut diagram = Self {
            hands: hands.to_owned(),
            ..Self::default()
        };
        let (first, second) = match boards.split_once('|') {
            Some((first, second)) => (first, Some(second)),
            None => (boards, None),
        };
        diagram.two_boards = second.is_some();
        diagram.read_board(first, false)?;
        if let Some(second) = second {
            diagram.read_board(second, true)?;
        }
        diagram.sort();
        match fields.next() {
            None | Some("w" | "b") => {}
            Some(other) => return Err(wrong(other, "w or b behind the placement")),
        }
        let is_number = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit());
        if fields.peek().is_some_and(|field| !is_number(field)) {
            diagram.castling = fields.next().map(str::to_owned);
            if let Some(field) = fields.next_if(|field| !is_number(field)) {
                field.clone_into(&mut diagram.en_passant);
            }
        }
        let castling = diagram.castling.as_deref().unwrap_or("-");
        if castling != "-" && castling.contains(|c| !"KQEkqe".contains(c)) {
            return Err(wrong(
                castling,
                "'-' or letters of KQkq, or E, e for an unmoved king",
            ));
        }
        for field in fields.take(3) {
            let numbers = |c: char| c.is_ascii_digit() || c == '/';
            if !field.chars().all(numbers) {
                return Err(wrong(field, "the counters of a FEN"));
            }
        }
        Ok(diagram)
    }

    /// Reads the ranks of one board.
    fn read_board(&mut self, text: &str, second: bool) -> Result<(), ProblemError> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() > 8 {
            return Err(wrong_placement(text, "at most 8 ranks separated by '/'"));
        }
        self.ranks = rows.len() as u8;
        let mut widths = BTreeSet::new();
        for (row, rank) in rows.iter().zip((0..self.ranks).rev()) {
            widths.insert(self.read_row(row, rank, second)?);
        }
        self.files = widths.first().copied().unwrap_or_default();
        if widths.len() != 1 || self.files == 0 {
            return Err(wrong_placement(text, "ranks of the same length"));
        }
        Ok(())
    }

    /// Reads one rank and returns its length.
    fn read_row(&mut self, row: &str, rank: u8, second: bool) -> Result<u8, ProblemError> {
        let wrong = || wrong_placement(row, "letters of pieces and digits for 8 files");
        let mut file = 0;
        let mut sign = "";
        for c in row.chars() {
            let square = |file: u8| (file < 8).then(|| Square::at(file, rank));
            match (c, square(file)) {
                ('+', Some(_)) if sign.is_empty() => {
                    sign = "+";
                    continue;
                }
                ('~', _) => {
                    let last = file.checked_sub(1).and_then(square);
                    let piece = self.pieces.last_mut();
                    match piece.filter(|piece| Some(piece.square) == last && !piece.promoted) {
                        Some(piece) => piece.promoted = true,
                        None => return Err(wrong_placement(row, "'~' right behind a piece")),
                    }
                    continue;
                }
                ('1'..='8', _) if sign.is_empty() => file += c as u8 - b'1',
                ('*', Some(square)) if sign.is_empty() => {
                    self.holes.insert(square.index() as u8);
                }
                (letter, Some(square)) if letter.is_ascii_alphabetic() => {
                    if self.at(square).is_some() {
                        return Err(wrong_placement(row, "no square taken on both boards"));
                    }
                    self.pieces.push(Standing {
                        square,
                        color: color_of(letter),
                        letter: format!("{sign}{}", letter.to_ascii_uppercase()),
                        promoted: false,
                        second,
                    });
                    sign = "";
                }
                _ => return Err(wrong()),
            }
            file += 1;
            if file > 8 {
                return Err(wrong());
            }
        }
        if sign.is_empty() {
            Ok(file)
        } else {
            Err(wrong())
        }
    }

    /// Sorts the pieces from a8 to h1.
    fn sort(&mut self) {
        self.pieces
            .sort_by_key(|piece| (7 - piece.square.rank(), piece.square.file()));
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<&Standing> {
        self.pieces.iter().find(|piece| piece.square == square)
    }

    /// Whether a square is one of the board.
    pub fn has(&self, square: Square) -> bool {
        let inside = square.file() < self.files && square.rank() < self.ranks;
        inside && !self.holes.contains(&(square.index() as u8))
    }

    /// Puts a piece on a square of the first board, replacing any other.
    pub fn put(&mut self, square: Square, color: Color, letter: &str) {
        let piece = Standing {
            square,
            color,
            letter: letter.to_owned(),
            promoted: false,
            second: false,
        };
        self.stand(piece, square);
    }

    /// Moves a piece to another square, replacing any other.
    pub fn stand(&mut self, piece: Standing, square: Square) {
        self.remove(square);
        self.pieces.push(Standing { square, ..piece });
        self.sort();
    }

    /// Removes the piece from a square, if there is one.
    pub fn remove(&mut self, square: Square) -> Option<Standing> {
        let at = self
            .pieces
            .iter()
            .position(|piece| piece.square == square)?;
        Some(self.pieces.remove(at))
    }

    /// Replaces all pieces of one letter by another.
    pub fn substitute(&mut self, from: &str, to: &str) {
        for piece in self.pieces.iter_mut().filter(|piece| piece.letter == from) {
            to.clone_into(&mut piece.letter);
        }
    }

    /// Moves all pieces.
    ///
    /// # Errors
    /// The piece that would leave the board.
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

    /// The letters of the pieces that stand here.
    pub fn letters(&self) -> BTreeSet<String> {
        self.pieces
            .iter()
            .map(|piece| piece.letter.clone())
            .collect()
    }

    /// How many pieces of a letter a side has.
    pub fn count(&self, color: Color, letter: &str) -> usize {
        let alike = |piece: &&Standing| piece.color == color && piece.letter == letter;
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
        let mut text = String::new();
        for rank in (0..self.ranks).rev() {
            let mut empty = 0;
            let flush = |text: &mut String, empty: &mut u8| {
                if *empty > 0 {
                    let _ = write!(text, "{empty}");
                    *empty = 0;
                }
            };
            for file in 0..self.files {
                let square = Square::at(file, rank);
                let piece = self.at(square).filter(|piece| piece.second == second);
                if let Some(piece) = piece {
                    flush(&mut text, &mut empty);
                    text.push_str(&piece.text());
                } else if self.has(square) {
                    empty += 1;
                } else {
                    flush(&mut text, &mut empty);
                    text.push('*');
                }
            }
            flush(&mut text, &mut empty);
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }
}

impl Standing {
    /// The piece as a FEN writes it.
    fn text(&self) -> String {
        let mark = if self.promoted { "~" } else { "" };
        match self.color {
            Color::White => format!("{}{mark}", self.letter),
            Color::Black => format!("{}{mark}", self.letter.to_ascii_lowercase()),
        }
    }
}

fn wrong_placement(found: &str, expected: &str) -> ProblemError {
    let found = quoted(found);
    ProblemError::new(format!("FEN placement: {found} (expected {expected})"))
}

/// The side that a letter of a FEN belongs to.
const fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_are_read_and_written() {
        for text in [
            "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QPp]",
            "8/8/8/8/8/8/8/K6Q~",
            "rp5/wp5/*p5/fp5/bp5/**PPPPP/**BF*WR",
            "8/8/8/8/8/8/8/K6k|8/8/8/8/8/8/8/1r6",
        ] {
            let diagram = Diagram::of_fen(text).expect(text);
            assert_eq!(diagram.placement(), text);
        }
        let diagram = Diagram::of_fen("4k3/8/8/8/8/8/8/4K2R b Kq e3 0 1").expect("a FEN");
        assert_eq!(diagram.castling.as_deref(), Some("Kq"));
        assert_eq!(diagram.en_passant, "e3");
        assert_eq!(
            Diagram::of_fen("8/8/8/8/8/8/8/8 w 0 1").map(|d| d.castling),
            Ok(None)
        );
    }

    #[test]
    fn what_is_wrong_is_quoted() {
        for (text, told) in [
            ("9/8/8/8/8/8/8/8", "'9'"),
            ("8/8/8/8/8/8/8/7", "ranks of the same length"),
            ("8/8/8/8/8/8/8/8/8", "at most 8 ranks"),
            ("8/8/8/8/8/8/8/ppppppppp", "'ppppppppp'"),
            ("8/8/8/8/8/8/8/7+", "'7+'"),
            ("8/8/8/8/8/8/8/~8", "'~' right behind"),
            ("8/8/8/8/8/8/8/8 x", "'x' (expected w or b"),
            ("8/8/8/8/8/8/8/8 w Xx", "'Xx'"),
            ("8/8/8/8/8/8/8/8 w - - a", "'a' (expected the counters"),
            ("8/8/8/8/8/8/8/é7", "'é7'"),
            ("8/8/8/8/8/8/8/88", "'88'"),
            ("K7/8/8/8/8/8/8/8|k7/8/8/8/8/8/8/8", "both boards"),
        ] {
            let error = Diagram::of_fen(text).expect_err(text).to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
