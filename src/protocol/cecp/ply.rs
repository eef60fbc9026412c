//! Plies as XBoard writes them.
//!
//! A ply is a null move (`@@@@`), a drop (`P@e4`) or a piece that goes somewhere: `e2e4`, `b7b8q`. A piece that goes by way of other
//! squares, which are emptied, is written in parts: `c2b3,b3c4`, `a1b2,b2c3,c3d4`. Where the last piece on the way is the
//! mover's own, XBoard believes in castling and writes the way of a king, then that of a rook: `c2c4,b3d4` (4.9.1,
//! function `SendMoveToProgram`).

use crate::base::Square;

/// XBoard's null move.
pub const NULL: &str = "@@@@";

/// A ply in which a piece goes somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act {
    /// From where.
    pub from: Square,
    /// A square that is emptied on the way.
    pub via: Option<Square>,
    /// A second one.
    pub further: Option<Square>,
    /// To where; with `via` also the square it comes from.
    pub to: Square,
    /// What the piece becomes, as XBoard's piece table has it.
    pub letter: Option<char>,
}

impl Act {
    /// A piece goes somewhere and stays what it is.
    pub const fn plain(from: Square, to: Square) -> Self {
        Self {
            from,
            via: None,
            further: None,
            to,
            letter: None,
        }
    }

    /// The same in which a square is emptied on the way.
    pub const fn over(self, via: Option<Square>) -> Self {
        Self { via, ..self }
    }

    /// A piece goes over squares to the last one; `None` if there are fewer than two or more than four.
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

    /// Reads a text in any of XBoard's forms; `None` for null moves and for texts that are no ply.
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
                // A king goes to the last square, and a rook from the square on the way to one beside.
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

    /// The text, but in no form of castling.
    fn text(self) -> String {
        let squares = self.squares();
        let parts = squares.windows(2).map(|it| format!("{}{}", it[0], it[1]));
        let letter = self.letter.map(String::from).unwrap_or_default();
        parts.collect::<Vec<_>>().join(",") + &letter
    }

    /// A ply in two parts as XBoard hands it on when it takes it for castling: then the second part is that of a rook that
    /// goes beside the king.
    fn as_castling(self) -> Option<String> {
        let (from, via, to) = (self.from, self.via?, self.to);
        let side = if from.file() > via.file() { b'b' } else { b'`' };
        let (file, beside) = (char::from(b'a' + to.file()), char::from(side + to.file()));
        let rank = to.rank() + 1;
        Some(format!("{from}{file}{rank},{via}{beside}{rank}"))
    }
}

/// A ply as XBoard counts them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ply {
    /// Nothing moves.
    Null,
    /// A piece goes somewhere.
    Act(Act),
    /// The piece of a letter is dropped on a square.
    Drop(char, Square),
}

impl Ply {
    /// The ply of XBoard's text, if it is one of these and XBoard has not taken it for castling.
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

/// Whether XBoard hands a ply on by a text.
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
