//! Plies as XBoard writes them.
//!
//! A ply is a null move (`@@@@`), a drop (`P@e4`) or a piece that goes somewhere: `e2e4`, `b7b8q`. A piece that goes by way of other
//! squares, which are emptied, is written in parts: `c2b3,b3c4`, `a1b2,b2c3,c3d4`. Where the last piece on the way is the
//! mover's own, XBoard believes in castling and writes the way of a king, then that of a rook: `c2c4,b3d4` (4.9.1,
//! function `SendMoveToProgram`).

use crate::base::Square;

/// XBoard's null move.
pub const NULL: &str = "@@@@";

/// A text in which a piece goes somewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    pub from: Square,
    /// The squares on the way, in order.
    pub over: Vec<Square>,
    pub to: Square,
    /// What the piece becomes, as XBoard's piece table has it.
    pub letter: Option<char>,
    /// Whether XBoard has written it as castling.
    as_castling: bool,
}

impl Way {
    /// Reads a text in any of XBoard's forms; `None` for null moves and for texts that are no ply.
    pub fn read(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split(',').collect();
        let square = |part: usize, at: usize| -> Option<Square> {
            parts.get(part)?.get(at..at + 2)?.parse().ok()
        };
        let mut way = Self {
            from: square(0, 0)?,
            over: Vec::new(),
            to: square(0, 2)?,
            letter: None,
            as_castling: false,
        };
        if parts.iter().rev().skip(1).any(|part| part.len() != 4) {
            return None;
        }
        for part in 1..parts.len() {
            let start = square(part, 0)?;
            way.as_castling = start != way.to;
            if way.as_castling {
                way.over.push(start);
                return (parts.len() == 2 && parts[1].get(2..)?.len() == 2).then_some(way);
            }
            way.over.push(way.to);
            way.to = square(part, 2)?;
        }
        let mut tail = parts.last()?.get(4..)?.chars();
        way.letter = tail.next().map(|letter| letter.to_ascii_lowercase());
        tail.next().is_none().then_some(way)
    }

    /// The way of a piece that a player has clicked and put down; what it becomes is said by XBoard's text.
    pub fn clicked(clicked: &[Square], to: Square, text: Option<Self>) -> Option<Self> {
        let (from, over) = clicked.split_first()?;
        Some(Self {
            from: *from,
            over: over.to_vec(),
            to,
            letter: text.and_then(|way| way.letter),
            as_castling: false,
        })
    }

    /// All squares, in order.
    pub fn squares(&self) -> Vec<Square> {
        [&[self.from], &self.over[..], &[self.to]].concat()
    }

    /// The same as an act, if it goes by way of one square at most.
    pub fn act(&self) -> Option<Act> {
        let (from, to, letter) = (self.from, self.to, self.letter);
        let via = self.over.first().copied();
        (self.over.len() < 2).then_some(Act {
            from,
            via,
            to,
            letter,
        })
    }
}

/// A ply in which a piece goes somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act {
    /// From where.
    pub from: Square,
    /// A square that is emptied on the way.
    pub via: Option<Square>,
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
            to,
            letter: None,
        }
    }

    /// The same in which a square is emptied on the way.
    pub const fn over(self, via: Option<Square>) -> Self {
        Self { via, ..self }
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
        let way = Way::read(text).filter(|way| !way.as_castling)?;
        way.act().map(Self::Act)
    }

    /// The text of the ply.
    pub fn text(self) -> String {
        let act = match self {
            Self::Null => return NULL.to_owned(),
            Self::Drop(letter, to) => return format!("{}@{to}", letter.to_ascii_uppercase()),
            Self::Act(act) => act,
        };
        let Act { from, to, .. } = act;
        let letter = act.letter.map(String::from).unwrap_or_default();
        match act.via {
            Some(via) => format!("{from}{via},{via}{to}{letter}"),
            None => format!("{from}{to}{letter}"),
        }
    }
}

/// Whether XBoard hands a ply on by a text.
pub fn is_told_as(ply: &str, text: &str) -> bool {
    let garbled = || Way::read(ply)?.act()?.as_castling();
    ply.eq_ignore_ascii_case(text) || garbled().as_deref() == Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_read_in_all_of_xboards_forms() {
        let read = |text| {
            let way = Way::read(text)?;
            let over: Vec<String> = way.over.iter().map(ToString::to_string).collect();
            let letter = way.letter.map_or_else(String::new, String::from);
            Some(format!(
                "{}-{}-{}{letter}",
                way.from,
                over.join("-"),
                way.to
            ))
        };
        for (text, expected) in [
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
        assert!(is_told_as("c2b3,b3c4", "c2c4,b3d4") && !is_told_as("c2b3,b3c4", "c2c4"));
    }
}
