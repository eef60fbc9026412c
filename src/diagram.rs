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
use anstyle::{Ansi256Color, AnsiColor, Color as Paint, Style};
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr as _;

/// The style of squares and marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Squares {
    /// Coloured backgrounds.
    Coloured(Palette),
    /// No lines between squares; marked squares have brackets.
    Plain,
    /// Like `Plain`, with lines between squares.
    Framed,
}

/// The colours that a terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Palette {
    /// The 16 colours of ANSI.
    Of16,
    /// The 256 colours of xterm.
    Of256,
}

/// The style of a diagram.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The style of squares.
    pub squares: Squares,
    /// Whether pieces are Unicode symbols instead of letters.
    pub symbols: bool,
    /// Whether Black's side is below.
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
    /// Squares from which pieces of the last turn moved, to which they moved, or on which they were shot.
    pub moved: Bitboard,
    /// Other squares that the last turn changed.
    pub changed: Bitboard,
    /// Targets of the selected piece.
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
    /// The marks for one of two boards: those on squares of its pieces (`shown`), or on squares that are empty on both boards.
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
    /// The background colours of dark and light squares with this mark.
    fn background(self, palette: Palette) -> [Paint; 2] {
        let colours = |[dark, light]: [u8; 2]| {
            [
                Paint::Ansi256(Ansi256Color(dark)),
                Paint::Ansi256(Ansi256Color(light)),
            ]
        };
        match (palette, self) {
            (Palette::Of256, Self::None) => colours([65, 108]),
            (Palette::Of256, Self::Moved) => colours([136, 179]),
            (Palette::Of256, Self::Changed) => colours([67, 110]),
            (Palette::Of256, Self::Target) => colours([96, 139]),
            (Palette::Of16, Self::None) => {
                [Paint::Ansi(AnsiColor::Green), Paint::Ansi(AnsiColor::Cyan)]
            }
            (Palette::Of16, Self::Moved) => [Paint::Ansi(AnsiColor::Yellow); 2],
            (Palette::Of16, Self::Changed) => [Paint::Ansi(AnsiColor::Blue); 2],
            (Palette::Of16, Self::Target) => [Paint::Ansi(AnsiColor::Magenta); 2],
        }
    }

    /// The characters left and right of the piece, for styles without colours.
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

/// Writes the squares of a board and the letters of its files; only the pieces on `shown` are drawn.
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
        Squares::Coloured(_) | Squares::Plain => String::new(),
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
        Squares::Coloured(_) | Squares::Plain => {
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
    let Squares::Coloured(palette) = look.squares else {
        let [left, right] = mark.brackets();
        let left = sign.filter(|_| left == ' ').unwrap_or(left);
        return format!("{left}{shown}{right}");
    };
    let background = mark.background(palette)[usize::from(square.is_light())];
    let foreground = match (palette, piece.map(Piece::color)) {
        (Palette::Of256, Some(Color::White)) => Paint::Ansi256(Ansi256Color(231)),
        (Palette::Of256, _) => Paint::Ansi256(Ansi256Color(16)),
        (Palette::Of16, Some(Color::White)) => Paint::Ansi(AnsiColor::BrightWhite),
        (Palette::Of16, _) => Paint::Ansi(AnsiColor::Black),
    };
    let style = Style::new()
        .fg_color(Some(foreground))
        .bg_color(Some(background));
    // With 16 colours bold black is shown as grey.
    let style = match palette {
        Palette::Of256 => style.bold(),
        Palette::Of16 => style,
    };
    format!("{style}{}{shown} {style:#}", sign.unwrap_or(' '))
}

/// The symbols of Black's pieces with those of White's, so that a copy without colours can be read.
const BOTH: [(char, char); 6] = [
    ('♚', '♔'),
    ('♛', '♕'),
    ('♜', '♖'),
    ('♝', '♗'),
    ('♞', '♘'),
    ('♟', '♙'),
];

/// A symbol in the form of the owner's colour. The character marks Black's pieces whose symbol has one form only.
fn symbol_of(symbol: &str, color: Color) -> (Option<char>, String) {
    let mut chars = symbol.chars();
    let pair = chars.next().and_then(|c| {
        BOTH.iter()
            .find(|(black, white)| [*black, *white].contains(&c))
    });
    let lower = symbol.to_lowercase();
    match (color, pair) {
        (Color::White, Some((_, white))) => (None, white.to_string()),
        (Color::Black, Some((black, _))) => (None, black.to_string()),
        (Color::Black, None) if lower != symbol => (None, lower),
        (Color::Black, None) => (Some('\''), symbol.to_owned()),
        (Color::White, None) => (None, symbol.to_owned()),
    }
}

/// The text of a piece: a sign in front (promoted, neutral, or Black's owner mark), and a symbol, or a letter in the owner's case.
fn figure(variant: &Variant, piece: Piece, look: Look) -> (Option<char>, String) {
    let piece_type = piece.piece_type();
    let letter = variant.letter_of(piece_type);
    let symbol = &variant.presentation.piece_types[piece_type.index()].symbol;
    let (sign, letter) = match letter.strip_prefix('+') {
        Some(plain) => (Some('+'), plain),
        None if variant.is_neutral(piece) => (Some('='), letter),
        None if variant.is_chameleon(piece) => (Some('~'), letter),
        None => (None, letter),
    };
    // Symbols of double width are emoji with fixed colours, which do not show the owner.
    if look.symbols && !symbol.is_ascii() && symbol.width() == 1 {
        let (owner, shown) = symbol_of(symbol, piece.color());
        return (sign.or(owner), shown);
    }
    let shown = match piece.color() {
        Color::White => letter.to_owned(),
        Color::Black => letter.to_ascii_lowercase(),
    };
    (sign, shown)
}

/// A line with the pieces that a side has in hand; empty in games without drops.
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
