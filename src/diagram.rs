//! Diagrams: a position as text for people.
//!
//! ```
//! use katydid::diagram::{self, Look, Marks};
//! use katydid::{catalogue::Catalogue, rules};
//! let start = rules::start(&Catalogue::new().variant("chess").unwrap());
//! let text = diagram::board(&start, Marks::default(), Look::FRAMED);
//! assert!(text.contains("\n1 | R | N | B | Q | K | B | N | R |\n"));
//! ```

use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::position::Position;
use crate::variant::Variant;
use anstyle::{Ansi256Color, Color as Paint, Style};
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr as _;

/// The style of squares and marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Squares {
    /// Coloured.
    Coloured,
    /// Side by side; brackets stand round those that are marked.
    Plain,
    /// Like plain ones, with lines between them.
    Framed,
}

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The squares.
    pub squares: Squares,
    /// Figures, rather than letters.
    pub symbols: bool,
    /// Black below.
    pub flipped: bool,
}

impl Look {
    /// Letters with lines between them, White below.
    pub const FRAMED: Self = Self {
        squares: Squares::Framed,
        symbols: false,
        flipped: false,
    };
}

/// Squares to mark.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    /// Where pieces of the last turn left, arrived or were shot.
    pub moved: Bitboard,
    /// Other squares that the last turn changed.
    pub changed: Bitboard,
    /// Squares that a piece can go to.
    pub targets: Bitboard,
}

/// The kind of a mark.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    Moved,
    Changed,
    Target,
}

impl Marks {
    /// The marks that one of two boards shows: those of its pieces, and of squares that are empty on both.
    fn on_board(self, pos: &Position, shown: Bitboard) -> Self {
        let here = shown | !pos.occupied();
        Self {
            moved: self.moved & here,
            changed: self.changed & here,
            targets: self.targets & here,
        }
    }

    fn on(self, square: Square) -> Mark {
        if self.targets.contains(square) {
            Mark::Target
        } else if self.moved.contains(square) {
            Mark::Moved
        } else if self.changed.contains(square) {
            Mark::Changed
        } else {
            Mark::None
        }
    }
}

impl Mark {
    /// Background colours of dark and light squares, of the 256-colour palette.
    const fn background(self) -> [u8; 2] {
        match self {
            Self::None => [65, 108],
            Self::Moved => [136, 179],
            Self::Changed => [67, 110],
            Self::Target => [96, 139],
        }
    }

    /// The characters left and right of the piece where there are no colours.
    const fn brackets(self) -> [char; 2] {
        match self {
            Self::None => [' ', ' '],
            Self::Moved => ['[', ']'],
            Self::Changed => ['<', '>'],
            Self::Target => ['(', ')'],
        }
    }
}

/// The board, hands included, as lines of text.
pub fn board(pos: &Position, marks: Marks, look: Look) -> String {
    let variant = pos.variant();
    let (above, below) = if look.flipped {
        (Color::White, Color::Black)
    } else {
        (Color::Black, Color::White)
    };
    let mut ranks: Vec<u8> = (0..variant.rules.ranks).rev().collect();
    let mut files: Vec<u8> = (0..variant.rules.files).collect();
    if look.flipped {
        ranks.reverse();
        files.reverse();
    }
    let mut text = hand(pos, above);
    if variant.rules.capabilities.two_boards {
        for (name, shown) in [("A", !pos.board_b()), ("B", pos.board_b())] {
            let _ = writeln!(text, "    Board {name}");
            squares(
                &mut text,
                pos,
                (&ranks, &files),
                marks.on_board(pos, shown),
                look,
                shown,
            );
        }
    } else {
        squares(&mut text, pos, (&ranks, &files), marks, look, Bitboard::ALL);
    }
    for (a, b) in variant.rules.board.closed() {
        let _ = writeln!(text, "    closed corner: nothing goes between {a} and {b}");
    }
    text.push_str(&hand(pos, below));
    text
}

/// The squares of a board and the letters of its files; pieces stand on the squares of `shown` only.
fn squares(
    text: &mut String,
    pos: &Position,
    (ranks, files): (&[u8], &[u8]),
    marks: Marks,
    look: Look,
    shown: Bitboard,
) {
    text.push_str(&rule(files, look));
    for rank in ranks {
        let cells = files.iter().map(|file| {
            let square = Square::at(*file, *rank);
            let piece = pos.at(square).filter(|_| shown.contains(square));
            cell(pos.variant(), square, piece, marks, look)
        });
        text.push_str(&row(*rank, cells, look));
        text.push_str(&rule(files, look));
    }
    let gap = if look.squares == Squares::Framed {
        "  "
    } else {
        " "
    };
    let letters = files
        .iter()
        .map(|file| format!(" {}", char::from(b'a' + file)));
    let _ = writeln!(text, "    {}", letters.collect::<Vec<_>>().join(gap));
}

/// The line between two ranks, if there is one.
fn rule(files: &[u8], look: Look) -> String {
    match look.squares {
        Squares::Framed => format!("  +{}\n", "---+".repeat(files.len())),
        Squares::Coloured | Squares::Plain => String::new(),
    }
}

/// The line of a rank.
fn row(rank: u8, cells: impl Iterator<Item = String>, look: Look) -> String {
    let number = rank + 1;
    match look.squares {
        Squares::Framed => {
            let cells = cells.collect::<Vec<_>>().join("|");
            format!("{number} |{cells}|\n")
        }
        Squares::Coloured | Squares::Plain => {
            format!("{number:>3} {}\n", cells.collect::<String>())
        }
    }
}

/// One square, three columns wide.
fn cell(
    variant: &Variant,
    square: Square,
    piece: Option<Piece>,
    marks: Marks,
    look: Look,
) -> String {
    if !variant.rules.board.squares().contains(square) {
        let hole = if look.squares == Squares::Framed {
            "###"
        } else {
            "   "
        };
        return hole.to_owned();
    }
    let mark = marks.on(square);
    let empty = if look.squares == Squares::Plain {
        "."
    } else {
        " "
    };
    let (sign, shown) = piece.map_or_else(
        || (None, empty.to_owned()),
        |piece| figure(variant, piece, look),
    );
    if look.squares != Squares::Coloured {
        let [left, right] = mark.brackets();
        let left = sign.filter(|_| left == ' ').unwrap_or(left);
        return format!("{left}{shown}{right}");
    }
    let background = mark.background()[usize::from(square.is_light())];
    let foreground = match piece.map(Piece::color) {
        Some(Color::White) => 231,
        _ => 16,
    };
    let style = Style::new()
        .bold()
        .fg_color(Some(Paint::Ansi256(Ansi256Color(foreground))))
        .bg_color(Some(Paint::Ansi256(Ansi256Color(background))));
    format!("{style}{}{shown} {style:#}", sign.unwrap_or(' '))
}

/// The sign of a promoted piece and its figure: a symbol, or a letter in the owner's case.
fn figure(variant: &Variant, piece: Piece, look: Look) -> (Option<char>, String) {
    let piece_type = piece.piece_type();
    let letter = variant.letter_of(piece_type);
    let symbol = &variant.presentation.piece_types[piece_type.index()].symbol;
    let (sign, letter) = match letter.strip_prefix('+') {
        Some(plain) => (Some('+'), plain),
        None => (None, letter),
    };
    // Wide figures are pictures with colours of their own, which hide the owner.
    if look.symbols && !symbol.is_ascii() && symbol.width() == 1 {
        return (sign, symbol.clone());
    }
    let shown = match piece.color() {
        Color::White => letter.to_owned(),
        Color::Black => letter.to_ascii_lowercase(),
    };
    (sign, shown)
}

/// A line with what a side has in hand; nothing in games without drops.
fn hand(pos: &Position, color: Color) -> String {
    let variant = pos.variant();
    if variant.rules.hand.is_empty() {
        return String::new();
    }
    let held = pos.hand(color);
    let mut words = Vec::new();
    for piece_type in &variant.rules.hand_order {
        match held.count(*piece_type) {
            0 => {}
            1 => words.push(variant.letter_of(*piece_type).to_owned()),
            several => words.push(format!("{}x{several}", variant.letter_of(*piece_type))),
        }
    }
    let words = if words.is_empty() {
        "nothing".to_owned()
    } else {
        words.join(" ")
    };
    format!("    {} in hand: {words}\n", color.name())
}

/// The names and symbols of a game's pieces.
pub fn legend(variant: &Variant, look: Look) -> String {
    let mut text = String::new();
    for (index, piece) in variant.presentation.piece_types.iter().enumerate() {
        let (sign, shown) = figure(
            variant,
            Piece::new(Color::White, PieceType::new(index)),
            look,
        );
        let sign = sign.map(String::from).unwrap_or_default();
        let shown = format!("{sign}{shown}");
        let letter = if shown == piece.letter {
            ""
        } else {
            piece.letter.as_str()
        };
        let _ = writeln!(
            text,
            "  {shown:3} {letter:3} {:16} {}",
            piece.name, piece.movement
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::games;

    fn drawn(look: Look) -> Vec<String> {
        let variant = games().variant("hopgi").expect("hopgi");
        let pos = crate::rules::start(&variant);
        let marks = Marks {
            targets: Square::at(6, 0).into(),
            ..Marks::default()
        };
        let text = board(&pos, marks, look);
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn boards_are_framed_or_plain_and_turned_round() {
        let framed = drawn(Look::FRAMED);
        assert_eq!(framed[0], "    Black in hand: R B P");
        assert_eq!(framed[1], "  +---+---+---+---+---+---+---+");
        assert_eq!(framed[14], "1 |###|###| B | F |###| W |(R)|");
        assert_eq!(framed[16], "     a   b   c   d   e   f   g");
        let plain = Look {
            squares: Squares::Plain,
            flipped: true,
            ..Look::FRAMED
        };
        let plain = drawn(plain);
        assert_eq!(plain[1], "  1 (R) W     F  B       ");
        assert_eq!(plain[8], "     g  f  e  d  c  b  a");
    }
}
