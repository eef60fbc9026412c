//! Boards as SVG drawings: positions, and how a piece moves. Each file defines a piece's picture once and refers to it.

use super::moves::MoveDiagram;
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::pictures::{Badge, Figure, outline};
use crate::position::Position;
use crate::variant::Variant;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The side of a square in drawing units, equal to the side of a piece's picture.
const SIDE: u32 = 100;

/// The margin for coordinates, left and below, in drawing units.
const MARGIN: u32 = 44;

/// Colours of squares, pieces and marks; marks are as in the browser.
const STYLE: &str = "\
.l{fill:#ede3cc}.d{fill:#b39a74}.h{fill:#7d7668}\
.body{stroke:#000;stroke-width:3.5;stroke-linejoin:round}.line,.rim{fill:none;stroke-width:3.5;stroke-linecap:round;stroke-linejoin:round}\
.rim{stroke:#000}.w .body{fill:#fff}.w .dot{fill:#000}.w .line{stroke:#000}.b .body{fill:#000}.b .dot{fill:#fff}.b .line{stroke:#fff}\
.both{fill:#14462a;stroke:#fff;stroke-width:5}.move{fill:#fff;stroke:#14462a;stroke-width:10}.capture{fill:none;stroke:#a3261c;stroke-width:10;stroke-linecap:round}\
.other{fill:#6d5a86;stroke:#fff;stroke-width:5}.arrow{fill:none;stroke:#14462a;stroke-width:9;stroke-linecap:round;stroke-linejoin:round}\
text{font:32px sans-serif;fill:#555;text-anchor:middle}";

/// A drawing in progress.
struct Drawing<'a> {
    variant: &'a Variant,
    body: String,
    /// The pictures that the body refers to, by their names in the drawing.
    used: BTreeMap<String, String>,
}

impl<'a> Drawing<'a> {
    fn new(variant: &'a Variant) -> Self {
        Self {
            variant,
            body: String::new(),
            used: BTreeMap::new(),
        }
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (u32, u32) {
        let row = self.variant.rules.ranks - 1 - square.rank();
        (u32::from(square.file()) * SIDE, u32::from(row) * SIDE)
    }

    fn centre(&self, square: Square) -> (u32, u32) {
        let (x, y) = self.corner(square);
        (x + SIDE / 2, y + SIDE / 2)
    }

    fn piece(&mut self, square: Square, piece: Piece) {
        let figure = Figure::of(self.variant, piece.piece_type());
        let side = piece.color().letter();
        let letters = match &figure.badge {
            Badge::None => "",
            Badge::Crown => "crown",
            Badge::Target => "target",
            Badge::Letters(word) | Badge::Large(word) => word,
        };
        let name = format!("{side}-{}{}{letters}", figure.part, figure.turn);
        let (x, y) = self.corner(square);
        let _ = writeln!(self.body, "<use href=\"#{name}\" x=\"{x}\" y=\"{y}\"/>");
        self.used.entry(name).or_insert_with_key(|name| {
            let shapes = outline(&figure);
            format!("<g id=\"{name}\" class=\"{side}\">{}</g>\n", shapes.trim())
        });
    }

    /// Draws a mark on each square; `shape` gets the centre of the square.
    fn marks(&mut self, squares: Bitboard, shape: impl Fn(u32, u32) -> String) {
        for square in squares {
            let (x, y) = self.centre(square);
            self.body.push_str(&shape(x, y));
            self.body.push('\n');
        }
    }

    /// Draws an arrow between two squares; if `to` is over the edge (`None`), a ring around the departure square.
    fn arrow(&mut self, from: Square, to: Option<Square>) {
        let (x, y) = self.centre(from);
        let Some(to) = to else {
            let _ = writeln!(
                self.body,
                "<circle class=\"arrow\" cx=\"{x}\" cy=\"{y}\" r=\"42\"/>"
            );
            return;
        };
        let (end_x, end_y) = self.centre(to);
        let (start, end) = (
            (f64::from(x), f64::from(y)),
            (f64::from(end_x), f64::from(end_y)),
        );
        let length = (end.0 - start.0).hypot(end.1 - start.1).max(1.0);
        let (along_x, along_y) = ((end.0 - start.0) / length, (end.1 - start.1) / length);
        // The arrow begins at the edge of the piece's picture and ends short of the centre of the goal.
        let at = |far: f64, aside: f64| {
            format!(
                "{:.0} {:.0}",
                end.0 - along_x * far - along_y * aside,
                end.1 - along_y * far + along_x * aside
            )
        };
        let _ = writeln!(
            self.body,
            "<path class=\"arrow\" d=\"M{}L{}M{}L{}L{}\"/>",
            at(length - 40.0, 0.0),
            at(10.0, 0.0),
            at(34.0, 20.0),
            at(10.0, 0.0),
            at(34.0, -20.0)
        );
    }

    /// The document, `width` pixels wide.
    fn finish(self, title: &str) -> String {
        let rules = &self.variant.rules;
        let (wide, high) = (u32::from(rules.files) * SIDE, u32::from(rules.ranks) * SIDE);
        let (whole_width, whole_height) = (wide + MARGIN, high + MARGIN);
        let (shown_width, shown_height) = (whole_width * 3 / 10, whole_height * 3 / 10);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown_width}\" height=\"{shown_height}\" \
             viewBox=\"-{MARGIN} 0 {whole_width} {whole_height}\" role=\"img\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n<defs>\n"
        );
        text.extend(self.used.values().map(String::as_str));
        text.push_str("</defs>\n");
        text.push_str(&squares(self.variant));
        text.push_str(&self.body);
        text.push_str("</svg>\n");
        text
    }
}

/// The squares of the board, as one path per colour, and the coordinates.
fn squares(variant: &Variant) -> String {
    let rules = &variant.rules;
    let mut paths = [String::new(), String::new(), String::new()];
    let mut coordinates = String::new();
    for rank in 0..rules.ranks {
        let y = u32::from(rules.ranks - 1 - rank) * SIDE;
        let _ = write!(
            coordinates,
            "<text x=\"-22\" y=\"{}\">{}</text>",
            y + 61,
            rank + 1
        );
        for file in 0..rules.files {
            let square = Square::at(file, rank);
            let kind = match (rules.board.squares().contains(square), square.is_light()) {
                (true, true) => 0,
                (true, false) => 1,
                (false, _) => 2,
            };
            let _ = write!(
                paths[kind],
                "M{} {y}h{SIDE}v{SIDE}h-{SIDE}z",
                u32::from(file) * SIDE
            );
        }
    }
    for file in 0..rules.files {
        let (x, y) = (
            u32::from(file) * SIDE + 50,
            u32::from(rules.ranks) * SIDE + 34,
        );
        let letter = char::from(b'a' + file);
        let _ = write!(coordinates, "<text x=\"{x}\" y=\"{y}\">{letter}</text>");
    }
    let mut text = String::new();
    for (class, path) in ["l", "d", "h"].into_iter().zip(paths) {
        if !path.is_empty() {
            let _ = writeln!(text, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }
    text + &coordinates + "\n"
}

/// The drawing of a position, with an arrow for a move if one is given.
pub fn position(pos: &Position, arrow: Option<(Square, Square)>, title: &str) -> String {
    let mut drawing = Drawing::new(pos.variant());
    for square in pos.occupied() {
        if let Some(piece) = pos.at(square) {
            drawing.piece(square, piece);
        }
    }
    if let Some((from, to)) = arrow {
        drawing.arrow(from, Some(to));
    }
    drawing.finish(title)
}

/// The drawing of a White piece's moves.
pub fn movement(
    variant: &Variant,
    piece_type: PieceType,
    shown: &MoveDiagram,
    title: &str,
) -> String {
    let mut drawing = Drawing::new(variant);
    drawing.marks(shown.others, |x, y| {
        let (x, y) = (x - 27, y - 27);
        format!("<rect class=\"other\" x=\"{x}\" y=\"{y}\" width=\"54\" height=\"54\" rx=\"8\"/>")
    });
    let dot = |class: &'static str| {
        move |x, y| format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"20\"/>")
    };
    drawing.marks(shown.moves & shown.captures, dot("both"));
    drawing.marks(shown.moves & !shown.captures, dot("move"));
    drawing.marks(shown.captures & !shown.moves, |x, y| {
        let (x, y) = (x - 30, y - 30);
        format!("<path class=\"capture\" d=\"M{x} {y}l60 60m0-60l-60 60\"/>")
    });
    for (from, to) in &shown.arrows {
        drawing.arrow(*from, *to);
    }
    drawing.piece(shown.from, Piece::new(Color::White, piece_type));
    drawing.finish(title)
}
