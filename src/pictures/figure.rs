//! The figure of a piece, by its name, promotion and abilities.

use crate::base::PieceType;
use crate::variant::Variant;

/// The drawings: name and file.
const PARTS: &[(&str, &str)] = &[
    ("pawn", include_str!("parts/pawn.svg")),
    ("knight", include_str!("parts/knight.svg")),
    ("bishop", include_str!("parts/bishop.svg")),
    ("rook", include_str!("parts/rook.svg")),
    ("queen", include_str!("parts/queen.svg")),
    ("king", include_str!("parts/king.svg")),
    ("snail", include_str!("parts/snail.svg")),
    ("crab", include_str!("parts/crab.svg")),
    ("lobster", include_str!("parts/lobster.svg")),
    ("crabsnail", include_str!("parts/crabsnail.svg")),
    ("lion", include_str!("parts/lion.svg")),
    ("tile", include_str!("parts/tile.svg")),
    ("crown", include_str!("parts/crown.svg")),
    ("target", include_str!("parts/target.svg")),
];

/// Pieces with a figure: name, drawing, degrees it is turned by. Turned pieces are those of the problemists' diagrams; a piece
/// named after its effects (`Andernach-Leo`) is called by the last word.
const PIECES: &[(&str, &str, u16)] = &[
    ("pawn", "pawn", 0),
    ("knight", "knight", 0),
    ("bishop", "bishop", 0),
    ("rook", "rook", 0),
    ("queen", "queen", 0),
    ("king", "king", 0),
    ("grasshopper", "queen", 180),
    ("snail", "snail", 0),
    ("crab", "crab", 0),
    ("conduit crab", "crab", 0),
    ("lobster", "lobster", 0),
    ("crabsnail", "crabsnail", 0),
    ("leo", "queen", 90),
    ("pao", "rook", 90),
    ("vao", "bishop", 90),
    ("mao", "knight", 90),
    ("lion", "lion", 0),
    ("rook-lion", "rook", 270),
    ("bishop-lion", "bishop", 270),
    ("rook-hopper", "rook", 180),
    ("bishop-hopper", "bishop", 180),
    ("nightrider", "knight", 180),
    ("nightrider-hopper", "knight", 270),
    ("kangaroo", "queen", 270),
    ("eagle", "queen", 225),
    ("moose", "queen", 135),
    ("sparrow", "queen", 45),
];

/// A mark on a figure.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Badge {
    /// Nothing.
    None,
    /// A crown: the piece is promoted.
    Crown,
    /// A target: the piece captures without moving.
    Target,
    /// Some letters.
    Letters(String),
    /// Letters over the whole figure, which is a tile.
    Large(String),
}

/// How a piece is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Figure {
    /// The name of the drawing.
    pub part: &'static str,
    /// Degrees by which it is turned, clockwise.
    pub turn: u16,
    /// What is drawn upon it.
    pub badge: Badge,
}

pub(super) fn strokes(part: &str) -> &'static str {
    let file = PARTS.iter().find(|(name, _)| *name == part);
    let inner = file.and_then(|(_, text)| text.split_once("<g>")?.1.rsplit_once("</g>"));
    inner.map_or("", |(strokes, _)| strokes)
}

/// The effects in a name (`Andernach-Circe-Grasshopper`) as letters, and the rest of the name.
fn effects(name: &str) -> (String, &str) {
    let mut letters = String::new();
    let mut rest = name;
    loop {
        let effect = [("andernach-", 'A'), ("circe-", 'C'), ("einstein-", 'E')]
            .into_iter()
            .find_map(|(word, letter)| Some((letter, rest.strip_prefix(word)?)));
        let Some((letter, behind)) = effect else {
            return (letters, rest);
        };
        letters.push(letter);
        rest = behind;
    }
}

fn known(name: &str) -> Option<(&'static str, u16)> {
    let piece = PIECES.iter().find(|(known, ..)| *known == name);
    piece.map(|(_, part, turn)| (*part, *turn))
}

impl Figure {
    /// The figure of a piece; a tile with its letter if its name is unknown.
    pub fn of(variant: &Variant, piece_type: PieceType) -> Self {
        let letter = variant.letter_of(piece_type);
        if let Some(base) = letter
            .strip_prefix('+')
            .and_then(|base| variant.type_of_letter(base))
        {
            let figure = Self::of(variant, base);
            let badge = Badge::Crown;
            return Self { badge, ..figure };
        }
        let name = variant.name_of(piece_type);
        let (effects, name) = effects(&name);
        let rules = &variant.rules;
        let badge = if !effects.is_empty() {
            Badge::Letters(effects)
        } else if rules.shooters.contains(piece_type) {
            Badge::Target
        } else if rules.iron.contains(piece_type) {
            Badge::Letters("I".to_owned())
        } else if name.starts_with("conduit") {
            Badge::Letters("R".to_owned())
        } else {
            Badge::None
        };
        // The two half kings of Hopgi bear the letter of their step.
        if rules.royals.contains(piece_type) && name.contains("king") && name != "king" {
            let badge = Badge::Letters(letter.to_owned());
            return Self {
                part: "king",
                turn: 0,
                badge,
            };
        }
        match known(name) {
            Some((part, turn)) => Self { part, turn, badge },
            None => Self {
                part: "tile",
                turn: 0,
                badge: Badge::Large(letter.to_owned()),
            },
        }
    }

    /// Whether the piece has a figure by its name.
    pub fn is_known(&self) -> bool {
        self.part != "tile"
    }
}
