//! Which slot of XBoard's piece table has which figure.
//!
//! XBoard 4.9.1 has 66 slots a side and looks for a picture of each under a name of its own
//! (`-pieceImageDirectory`). A piece that has a figure has the same slot in every game, so that one folder of pictures
//! is right for all games of a session.

use crate::base::PieceType;
use crate::pictures::{Badge, Figure};
use crate::variant::Variant;

/// The names of XBoard's pictures by slot, the king's last; none for slots that are not used: XBoard takes 18 for a
/// pawn and 21 for its Lion, and 29 has the name of 18.
pub const NAMES: [&str; 66] = [
    "Pawn",
    "Knight",
    "Bishop",
    "Rook",
    "Queen",
    "Advisor",
    "Elephant",
    "Archbishop",
    "Marshall",
    "Gold",
    "Commoner",
    "Canon",
    "Nightrider",
    "CrownedBishop",
    "CrownedRook",
    "Crown",
    "Chancellor",
    "Hawk",
    "",
    "Cobra",
    "Unicorn",
    "",
    "Sword",
    "Zebra",
    "Camel",
    "Tower",
    "Wolf",
    "Hat",
    "Duck",
    "",
    "Dragon",
    "Gnu",
    "Cub",
    "LShield",
    "Pegasus",
    "Wizard",
    "Copper",
    "Iron",
    "Viking",
    "Flag",
    "Axe",
    "Dolphin",
    "Leopard",
    "Claw",
    "Left",
    "Butterfly",
    "PromoBishop",
    "PromoRook",
    "HCrown",
    "RShield",
    "Prince",
    "Phoenix",
    "Kylin",
    "Drunk",
    "Right",
    "GoldPawn",
    "GoldKnight",
    "PromoHorse",
    "PromoDragon",
    "GoldLance",
    "GoldSilver",
    "HSword",
    "PromoSword",
    "PromoHSword",
    "Princess",
    "King",
];

/// Slots of pieces that have a figure: drawing, degrees, letters upon it (`*`: a target) and slot. Hopgi's promoted pieces
/// have to stand eleven slots behind their own, which `setup` sees to. The first 22 are left to pieces that other engines
/// call by the same pictures, since XBoard may keep a folder of pictures for them.
const SLOTS: &[(&str, u16, &str, usize)] = &[
    ("knight", 0, "", 1),
    ("bishop", 0, "", 2),
    ("rook", 0, "", 3),
    ("queen", 0, "", 4),
    ("king", 0, "F", 44),
    ("king", 0, "W", 54),
    ("crab", 0, "I", 42),
    ("crab", 0, "R", 22),
    ("queen", 90, "A", 24),
    ("queen", 90, "", 23),
    ("lion", 0, "", 32),
    ("queen", 180, "", 48),
    ("snail", 0, "", 25),
    ("crab", 0, "", 43),
    ("lobster", 0, "", 41),
    ("crabsnail", 0, "", 33),
    ("snail", 0, "*", 49),
    ("crab", 0, "*", 27),
    ("lobster", 0, "*", 28),
    ("crabsnail", 0, "*", 26),
    ("queen", 180, "A", 30),
    ("queen", 180, "E", 31),
    ("queen", 180, "C", 45),
    ("queen", 180, "AC", 34),
    ("queen", 180, "AE", 35),
    ("queen", 180, "CA", 36),
    ("queen", 180, "CE", 37),
    ("queen", 180, "EC", 38),
    ("queen", 180, "ACE", 39),
    ("queen", 180, "AEC", 40),
    ("queen", 180, "CAE", 46),
    ("queen", 180, "ECA", 47),
];

/// The slot of a piece that has one in every game.
pub fn slot(variant: &Variant, piece_type: PieceType) -> Option<usize> {
    let figure = Figure::of(variant, piece_type);
    let letters = match &figure.badge {
        Badge::None => "",
        Badge::Target => "*",
        Badge::Letters(letters) => letters,
        _ => return None,
    };
    let is_it = |(part, turn, word, _): &&(&str, u16, &str, usize)| {
        (*part, *turn, *word) == (figure.part, figure.turn, letters)
    };
    SLOTS.iter().find(is_it).map(|(.., slot)| *slot)
}
