//! The figure of a piece, by its name, promotion and abilities.

use crate::base::PieceType;
use crate::variant::Variant;

/// The drawings: name and SVG text.
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
    ("wall", include_str!("parts/wall.svg")),
    ("duck", include_str!("parts/duck.svg")),
    ("tile", include_str!("parts/tile.svg")),
    ("crown", include_str!("parts/crown.svg")),
    ("target", include_str!("parts/target.svg")),
];

/// Pieces with a figure: name, drawing, clockwise rotation in degrees, as in problemists' diagrams. A piece named after its effects
/// (`Andernach-Leo`) is drawn like the piece without them (`Leo`).
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
    ("duck", "duck", 0),
];

/// The rotation of the queen figure for grasshoppers with one effect, as in Good's problem diagrams.
const GRASSHOPPERS: [(char, u16); 3] = [('A', 135), ('C', 45), ('E', 225)];

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
    /// Letters over the whole figure, for tiles.
    Large(String),
}

/// How a piece is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Figure {
    /// The name of the drawing.
    pub part: &'static str,
    /// The clockwise rotation, in degrees.
    pub turn: u16,
    /// The mark drawn on the figure.
    pub badge: Badge,
}

pub(super) fn strokes(part: &str) -> &'static str {
    let file = PARTS.iter().find(|(name, _)| *name == part);
    let inner = file.and_then(|(_, text)| text.split_once("<g>")?.1.rsplit_once("</g>"));
    inner.map_or("", |(strokes, _)| strokes)
}

/// A name without the prefixes for effects (`andernach-circe-grasshopper`).
fn bare(name: &str) -> &str {
    let words = ["andernach-", "circe-", "einstein-"];
    let rest = words.iter().find_map(|word| name.strip_prefix(word));
    rest.map_or(name, bare)
}

/// The rotation of a grasshopper for its first effect, and the letters of the other effects. `None` if a piece of the game without
/// effects has the same rotated queen.
fn turned_grasshopper<'a>(variant: &Variant, effects: &'a str) -> Option<(u16, &'a str)> {
    let first = effects.chars().next()?;
    let (_, turn) = GRASSHOPPERS
        .into_iter()
        .find(|(effect, _)| *effect == first)?;
    let is_taken = (0..variant.rules.piece_types)
        .any(|other| known(&variant.name_of(PieceType::new(other))) == Some(("queen", turn)));
    (!is_taken).then_some((turn, &effects[1..]))
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
        let name = bare(&name);
        let rules = &variant.rules;
        if rules.is_wall(piece_type) {
            let part = known(name).map_or("wall", |(part, _)| part);
            let (turn, badge) = (0, Badge::None);
            return Self { part, turn, badge };
        }
        let effects = rules.hurdle_effects[piece_type.index()].letters();
        let turned = Some(effects.as_str()).filter(|_| name == "grasshopper");
        let turned = turned.and_then(|effects| turned_grasshopper(variant, effects));
        let effects = turned.map_or(effects.as_str(), |(_, others)| others);
        let badge = if !effects.is_empty() {
            Badge::Letters(effects.to_owned())
        } else if rules.shooters.contains(piece_type) {
            Badge::Target
        } else if rules.iron.contains(piece_type) {
            Badge::Letters("I".to_owned())
        } else if name.starts_with("conduit") {
            Badge::Letters("R".to_owned())
        } else {
            Badge::None
        };
        // Royal pieces that are not orthodox kings (Hopgi's half kings) bear their letter.
        if rules.royals.contains(piece_type) && name.contains("king") && name != "king" {
            let badge = Badge::Letters(letter.to_owned());
            return Self {
                part: "king",
                turn: 0,
                badge,
            };
        }
        match known(name) {
            Some((part, turn)) => Self {
                part,
                turn: turned.map_or(turn, |(turn, _)| turn),
                badge,
            },
            None => Self {
                part: "tile",
                turn: 0,
                badge: Badge::Large(letter.to_owned()),
            },
        }
    }

    /// Whether the piece has a figure of its own, not a tile.
    pub fn is_known(&self) -> bool {
        self.part != "tile"
    }
}
