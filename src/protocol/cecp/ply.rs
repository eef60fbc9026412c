//! Plies as XBoard writes them.
//!
//! A ply is a null move (`@@@@`), a drop (`P@e4`) or the move of a piece: `e2e4`, `b7b8q`. A move by way of other
//! squares, which it empties, is written in parts: `c2b3,b3c4`, `a1b2,b2c3,c3d4`. If the last piece on the way belongs to the
//! mover, XBoard takes the move for castling and writes the king's move, then the rook's: `c2c4,b3d4` (4.9.1,
//! function `SendMoveToProgram`).

use crate::base::Square;

/// XBoard's null move.
pub const NULL: &str = "@@@@";

/// The move of a piece as a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act {
    /// The departure square.
    pub from: Square,
    /// A square that is emptied on the way.
    pub via: Option<Square>,
    /// A second square that is emptied on the way.
    pub further: Option<Square>,
    /// The arrival square; with `via` it may be the departure square.
    pub to: Square,
    /// The letter, in XBoard's piece table, of the piece that the moving piece becomes.
    pub letter: Option<char>,
}

impl Act {
    /// A move in which the piece keeps its type.
    pub const fn plain(from: Square, to: Square) -> Self {
        Self {
            from,
            via: None,
            further: None,
            to,
            letter: None,
        }
    }

    /// The same move by way of the square `via`, which it empties.
    pub const fn over(self, via: Option<Square>) -> Self {
        Self { via, ..self }
    }

    /// The move along two to four squares, from the first to the last; `None` for any other number of squares.
    pub fn of_squares(squares: &[Square]) -> Option<Self> {
        let (from, over) = squares.split_first()?;
        let (to, over) = over.split_last()?;
        let (via, further) = (over.first().copied(), over.get(1).copied());
        let act = Self::plain(*from, *to).over(via);
        (over.len() < 3).then_some(Self { further, ..act })
    }

    /// All squares, in order.
    pub fn squares(self) -> Vec<Square> {
        let squares = [Some(self.from), self.via, self.further, Some(self.to)];
        squares.into_iter().flatten().collect()
    }

    /// Reads a text in any of XBoard's forms; `None` for null moves and for texts that are not plies.
    pub fn read(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split(',').collect();
        let square = |part: usize, at: usize| -> Option<Square> {
            parts.get(part)?.get(at..at + 2)?.parse().ok()
        };
        if parts.iter().rev().skip(1).any(|part| part.len() != 4) {
            return None;
        }
        let mut squares = vec![square(0, 0)?, square(0, 2)?];
        for part in 1..parts.len() {
            let start = square(part, 0)?;
            if start != squares[part] {
                // Castling form: the king's move to its new square, then the rook's from the square on the way to the one beside the king.
                let castles = parts.len() == 2 && parts[1].get(2..)?.len() == 2;
                return castles.then(|| Self::plain(squares[0], squares[1]).over(Some(start)));
            }
            squares.push(square(part, 2)?);
        }
        let mut tail = parts.last()?.get(4..)?.chars();
        let letter = tail.next().map(|letter| letter.to_ascii_lowercase());
        let act = Self::of_squares(&squares).filter(|_| tail.next().is_none())?;
        Some(Self { letter, ..act })
    }

    /// The text in the ordinary form, not in the castling form.
    fn text(self) -> String {
        let squares = self.squares();
        let parts = squares.windows(2).map(|it| format!("{}{}", it[0], it[1]));
        let letter = self.letter.map(String::from).unwrap_or_default();
        parts.collect::<Vec<_>>().join(",") + &letter
    }

    /// The text of a move in two parts as XBoard garbles it when it takes the move for castling: the second part becomes a move of a
    /// rook to the square beside the king.
    fn as_castling(self) -> Option<String> {
        let (from, via, to) = (self.from, self.via?, self.to);
        let side = if from.file() > via.file() { b'b' } else { b'`' };
        let (file, beside) = (char::from(b'a' + to.file()), char::from(side + to.file()));
        let rank = to.rank() + 1;
        Some(format!("{from}{file}{rank},{via}{beside}{rank}"))
    }
}

/// One ply as XBoard counts plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ply {
    /// Nothing moves.
    Null,
    /// A piece moves.
    Act(Act),
    /// The piece of the letter is dropped on the square.
    Drop(char, Square),
}

impl Ply {
    /// Reads XBoard's text; `None` if it is not a ply, or if XBoard has taken it for castling.
    pub fn read(text: &str) -> Option<Self> {
        if text == NULL {
            return Some(Self::Null);
        }
        if let Some((letter, to)) = text.split_once('@') {
            let letter: char = letter.parse().ok()?;
            return Some(Self::Drop(letter.to_ascii_lowercase(), to.parse().ok()?));
        }
        let act = Act::read(text)?;
        (act.text().eq_ignore_ascii_case(text)).then_some(Self::Act(act))
    }

    /// The text of the ply.
    pub fn text(self) -> String {
        match self {
            Self::Null => NULL.to_owned(),
            Self::Drop(letter, to) => format!("{}@{to}", letter.to_ascii_uppercase()),
            Self::Act(act) => act.text(),
        }
    }
}

/// Whether XBoard can send the ply `ply` to an engine as `text`: as it is, or garbled as castling.
pub fn is_sent_as(ply: &str, text: &str) -> bool {
    let garbled = || Act::read(ply)?.as_castling();
    ply.eq_ignore_ascii_case(text) || garbled().as_deref() == Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_read_in_all_of_xboards_forms() {
        let read = |text| {
            let act = Act::read(text)?;
            let squares: Vec<String> = act.squares().iter().map(ToString::to_string).collect();
            Some(squares.join("-") + &act.letter.map_or_else(String::new, String::from))
        };
        for (text, expected) in [
            ("e7e8Q", "e7-e8q"),
            ("c2b3,b3c4", "c2-b3-c4"),
            ("c2b3,b3c4y", "c2-b3-c4y"),
            ("a1b2,b2c3,c3d4", "a1-b2-c3-d4"),
            ("c2c4,b3d4", "c2-b3-c4"),
            ("c2a4,b3`4", "c2-b3-a4"),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected));
        }
        for text in ["", "c2", "c2b3,", "c2b3,b4", "a1b2,c3d4,d4e5", "é2b3,b3c4"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert!(Ply::read("e7e8Q").is_some() && Ply::read("c2c4,b3d4").is_none());
        assert!(is_sent_as("c2b3,b3c4", "c2c4,b3d4") && !is_sent_as("c2b3,b3c4", "c2c4"));
    }
}
