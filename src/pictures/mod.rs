//! Pictures of the pieces: one set of drawings for every board that shows pieces as pictures.
//!
//! A piece is drawn as in problemists' diagrams: a figure, possibly rotated, with letters for effects that the rotation does not show.
//! The figures are SVG files in `parts/`, drawn as White pieces; Black's pieces have light lines on a dark body instead.
//!
//! - `figure`: the figure of a piece
//! - `letters`: letters as strokes, so that no font is needed
//!
//! ```
//! use katydid::base::{Color, Piece};
//! use katydid::{catalogue::Catalogue, pictures};
//! let game = Catalogue::new().variant("grasshopper").unwrap();
//! let grasshopper = game.type_of_letter("G").unwrap();
//! let svg = pictures::svg(&game, Piece::new(Color::White, grasshopper));
//! assert!(svg.starts_with("<svg") && svg.contains("rotate(180 50 50)"));
//! ```

mod figure;
mod letters;

use crate::base::{Color, Piece};
use crate::variant::Variant;
pub use figure::{Badge, Figure};
use std::fmt::Write as _;

/// The style of strokes that do not belong to a body.
const STROKES: &str = ".rim{fill:none;stroke:#000;stroke-width:3.5;stroke-linecap:round}";

/// The picture of a piece: an SVG document 100 units wide and high. Walls, which have no side, are always white.
pub fn svg(variant: &Variant, piece: Piece) -> String {
    let is_wall = variant.rules.is_wall(piece.piece_type());
    let color = if is_wall { Color::White } else { piece.color() };
    drawn(&Figure::of(variant, piece.piece_type()), color)
}

/// The picture of a figure in the colours of a side. The body is pure white or black and the details the opposite, so that
/// programs can replace the colours.
pub fn drawn(figure: &Figure, color: Color) -> String {
    let (body, detail) = match color {
        Color::White => ("#fff", "#000"),
        Color::Black => ("#000", "#fff"),
    };
    let mut text = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"100\" viewBox=\"0 0 100 100\">\n<style>\n",
    );
    let _ = writeln!(
        text,
        ".body{{fill:{body};stroke:#000;stroke-width:3.5;stroke-linejoin:round}}\n\
         .line{{fill:none;stroke:{detail};stroke-width:3.5;stroke-linecap:round;stroke-linejoin:round}}\n\
         {STROKES}\n.dot{{fill:{detail}}}\n</style>"
    );
    text.push_str(&outline(figure));
    text.push_str("</svg>\n");
    text
}

/// The shapes of a figure in a box 100 units wide and high, without colours: elements of the classes `body`, `line`, `rim` and
/// `dot`, which the enclosing drawing has to style.
pub fn outline(figure: &Figure) -> String {
    let strokes = figure::strokes(figure.part);
    let mut text = match figure.turn {
        0 => strokes.to_owned(),
        turn => format!("<g transform=\"rotate({turn} 50 50)\">{strokes}</g>\n"),
    };
    match &figure.badge {
        Badge::None => {}
        Badge::Crown => text.push_str(figure::strokes("crown")),
        Badge::Target => text.push_str(figure::strokes("target")),
        Badge::Letters(word) => text.push_str(&letters::badge(word)),
        Badge::Large(word) => text.push_str(&letters::large(word)),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::PieceType;
    use crate::catalogue::games;
    use std::collections::HashSet;

    #[test]
    fn every_piece_of_a_game_has_a_picture_of_its_own() {
        for name in games().names() {
            let variant = games().variant(&name).expect("a game");
            let piece_types = || (0..variant.rules.piece_types).map(PieceType::new);
            let mut seen = HashSet::new();
            for color in Color::ALL {
                for piece_type in piece_types() {
                    let picture = svg(&variant, Piece::new(color, piece_type));
                    assert!(picture.ends_with("</svg>\n"), "{name}");
                    assert!(
                        seen.insert(picture),
                        "{name} {}",
                        variant.name_of(piece_type)
                    );
                }
            }
        }
    }

    #[test]
    fn embedded_pieces_are_not_mere_letters() {
        for name in games().names() {
            let variant = games().variant(&name).expect("a game");
            for index in 0..variant.rules.piece_types {
                let figure = Figure::of(&variant, PieceType::new(index));
                assert_ne!(figure.part, "tile", "{name} {figure:?}");
            }
        }
    }

    #[test]
    fn grasshoppers_are_queens_turned_for_their_first_effect_with_the_letters_of_the_others() {
        for (game, letter, turn, badge) in [
            ("grasshopper", "G", 180, Badge::None),
            ("ag", "A", 135, Badge::None),
            ("eg", "E", 225, Badge::None),
            ("cg", "C", 45, Badge::None),
            ("aceg", "H", 135, Badge::Letters("CE".to_owned())),
        ] {
            let variant = games().variant(game).expect("a game");
            let figure = Figure::of(&variant, variant.type_of_letter(letter).expect("a piece"));
            assert_eq!((figure.part, figure.turn), ("queen", turn), "{game}");
            assert_eq!(figure.badge, badge, "{game}");
        }
    }

    #[test]
    fn effects_are_letters_where_another_piece_is_a_queen_turned_so() {
        let hurdlers = games().variant("hurdlers").expect("a game");
        for (pieces, turn, badge) in [
            ("X=grasshopper:A,Y=eagle", 135, Badge::None),
            (
                "X=grasshopper:A,Y=moose",
                180,
                Badge::Letters("A".to_owned()),
            ),
            ("X=leo:A,Y=moose", 90, Badge::Letters("A".to_owned())),
        ] {
            let declared = crate::variant::DeclaredPieces::parse(pieces).expect("pieces");
            let declaring = hurdlers.with_pieces(&declared).expect("pieces");
            let variant = declaring
                .for_placement("7k/8/8/8/8/8/8/KXY5")
                .expect("a game");
            let figure = Figure::of(&variant, variant.type_of_letter("X").expect("a piece"));
            assert_eq!((figure.turn, figure.badge), (turn, badge), "{pieces}");
        }
    }
}
