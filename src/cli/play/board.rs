//! The board as text: coloured squares on a terminal, plain letters elsewhere.

use anstyle::{Ansi256Color, Color as Paint, Style};
use katydid::base::{Bitboard, Color, Piece, PieceType, Square};
use katydid::position::Position;
use katydid::variant::Variant;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr as _;

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Colours, rather than brackets round the squares that changed.
    pub coloured: bool,
    /// Figures, rather than letters.
    pub symbols: bool,
    /// Black below.
    pub flipped: bool,
}

/// Squares to point out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    /// Where men of the last turn left, arrived or were shot.
    pub moved: Bitboard,
    /// Other squares that the last turn changed.
    pub changed: Bitboard,
    /// Squares that a man can go to.
    pub targets: Bitboard,
}

/// What a square is pointed out for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    Moved,
    Changed,
    Target,
}

impl Marks {
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

    /// What stands left and right of the man where there are no colours.
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
pub fn draw(pos: &Position, marks: Marks, look: Look) -> String {
    let variant = pos.variant();
    let (above, below) = if look.flipped {
        (Color::White, Color::Black)
    } else {
        (Color::Black, Color::White)
    };
    let mut text = String::new();
    text.push_str(&hand(pos, above));
    let mut ranks: Vec<u8> = (0..variant.rules.ranks).rev().collect();
    let mut files: Vec<u8> = (0..variant.rules.files).collect();
    if look.flipped {
        ranks.reverse();
        files.reverse();
    }
    for rank in ranks {
        let _ = write!(text, "{:>3} ", rank + 1);
        for file in &files {
            text.push_str(&cell(pos, Square::at(*file, rank), marks, look));
        }
        text.push('\n');
    }
    text.push_str("    ");
    for file in files {
        let _ = write!(text, " {} ", char::from(b'a' + file));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for (a, b) in variant.rules.board.closed() {
        let _ = writeln!(text, "    closed corner: nothing goes between {a} and {b}");
    }
    text.push_str(&hand(pos, below));
    text
}

/// One square, three columns wide.
fn cell(pos: &Position, square: Square, marks: Marks, look: Look) -> String {
    if !pos.variant().rules.board.squares().contains(square) {
        return "   ".to_owned();
    }
    let man = pos.at(square);
    let mark = marks.on(square);
    if !look.coloured {
        let [left, right] = mark.brackets();
        let (sign, shown) = man.map_or_else(
            || (None, ".".to_owned()),
            |man| figure(pos.variant(), man, look),
        );
        let left = sign.filter(|_| left == ' ').unwrap_or(left);
        return format!("{left}{shown}{right}");
    }
    let background = mark.background()[usize::from(square.is_light())];
    let foreground = match man.map(Piece::color) {
        Some(Color::White) => 231,
        _ => 16,
    };
    let style = Style::new()
        .bold()
        .fg_color(Some(Paint::Ansi256(Ansi256Color(foreground))))
        .bg_color(Some(Paint::Ansi256(Ansi256Color(background))));
    let (sign, shown) = man.map_or_else(
        || (None, " ".to_owned()),
        |man| figure(pos.variant(), man, look),
    );
    format!("{style}{}{shown} {style:#}", sign.unwrap_or(' '))
}

/// The sign of a promoted man and its figure: a symbol, or a letter whose case tells the owner.
fn figure(variant: &Variant, man: Piece, look: Look) -> (Option<char>, String) {
    let piece_type = man.piece_type();
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
    let shown = match man.color() {
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

/// What the men of a game are called and how they are shown.
pub fn legend(variant: &Variant, look: Look) -> String {
    let mut text = String::new();
    for (index, man) in variant.presentation.piece_types.iter().enumerate() {
        let (sign, shown) = figure(
            variant,
            Piece::new(Color::White, PieceType::new(index)),
            look,
        );
        let sign = sign.map(String::from).unwrap_or_default();
        let shown = format!("{sign}{shown}");
        let letter = if shown == man.letter {
            ""
        } else {
            man.letter.as_str()
        };
        let _ = writeln!(
            text,
            "  {shown:3} {letter:3} {:16} {}",
            man.name, man.movement
        );
    }
    text
}
