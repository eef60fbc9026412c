//! The pieces of a definition: named ones, and custom pieces with a given movement.

use super::movement::{has_first_moves, ordered, translated};
use super::reading::Reading;

/// The named pieces: name in a definition, name for people, movement. Pawns and kings have further rules.
const NAMED: [(&str, &str, &str); 36] = [
    ("pawn", "Pawn", "fmWfceF"),
    ("knight", "Knight", "N"),
    ("bishop", "Bishop", "B"),
    ("rook", "Rook", "R"),
    ("queen", "Queen", "Q"),
    ("fers", "Ferz", "F"),
    ("alfil", "Alfil", "A"),
    ("fersAlfil", "Modern elephant", "FA"),
    ("silver", "Silver", "FfW"),
    ("aiwok", "Ai-wok", "RNF"),
    ("bers", "Dragon", "RF"),
    ("dragon", "Dragon", "RF"),
    ("archbishop", "Archbishop", "BN"),
    ("chancellor", "Chancellor", "RN"),
    ("amazon", "Amazon", "QN"),
    ("knibis", "Knibis", "mNcB"),
    ("biskni", "Biskni", "mBcN"),
    ("kniroo", "Kniroo", "mNcR"),
    ("rookni", "Rookni", "mRcN"),
    ("shogiPawn", "Shogi pawn", "fW"),
    ("lance", "Lance", "fR"),
    ("shogiKnight", "Shogi knight", "ffN"),
    ("gold", "Gold", "WfF"),
    ("dragonHorse", "Horse", "BW"),
    ("clobber", "Clobber", "cW"),
    ("breakthrough", "Breakthrough pawn", "fmWfF"),
    ("immobile", "Immobile piece", "-"),
    ("cannon", "Cannon", "mRcpR"),
    ("soldier", "Soldier", "fsW"),
    ("horse", "Mao", "nN"),
    ("elephant", "Elephant", "nA"),
    ("janggiElephant", "Janggi elephant", "afsafW"),
    ("banner", "Banner", "RcpRnN"),
    ("wazir", "Wazir", "W"),
    ("commoner", "Commoner", "K"),
    ("centaur", "Centaur", "KN"),
];

/// The maximum number of custom pieces.
const CUSTOM: usize = 25;

/// A piece of the imported game.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The letter, upper case; with `+` in front for a promoted form.
    pub letter: String,
    /// The name in the definition: `pawn`, `customPiece1`.
    pub kind: String,
    /// The name for people.
    pub name: String,
    /// The movement.
    pub movement: String,
    /// Further lines of its `[[piece]]` table.
    pub lines: Vec<String>,
}

/// The pieces of a definition in the order of the format, kings last.
pub fn pieces(reading: &mut Reading<'_>) -> Vec<Piece> {
    let mut found = Vec::new();
    let letter_of = |value: &str| {
        let letter = value.chars().next().filter(char::is_ascii_alphabetic)?;
        Some(letter.to_ascii_uppercase().to_string())
    };
    let mut add = |kind: &str, name: &str, movement: &str, letter: String| {
        found.push(Piece {
            letter,
            kind: kind.to_owned(),
            name: name.to_owned(),
            movement: movement.to_owned(),
            lines: Vec::new(),
        });
    };
    for (kind, name, movement) in NAMED {
        if let Some(letter) = reading.text(kind).and_then(letter_of) {
            add(kind, name, movement, letter);
        }
    }
    for number in 1..=CUSTOM {
        let kind = format!("customPiece{number}");
        let Some(value) = reading.text(&kind) else {
            continue;
        };
        let movement = value.split_once(':').map(|(_, movement)| movement.trim());
        if let (Some(letter), Some(movement)) = (letter_of(value), movement) {
            let name = format!("Piece {letter}");
            let movement = understood(reading, &kind, movement);
            let pawns = reading
                .letters("pawnTypes")
                .or_else(|| reading.text("pawn").and_then(letter_of));
            if has_first_moves(&movement) && pawns.is_none_or(|pawns| !pawns.contains(&letter)) {
                reading.refuse(
                    &kind,
                    "`i` of a piece that is no pawn, by `doubleStepRegion`",
                );
            }
            add(&kind, &name, &movement, letter);
        } else if !value.is_empty() {
            reading.refuse(&kind, "expected a letter and a movement, as in `p:mfWcfF`");
        }
    }
    if let Some(value) = reading.text("king")
        && let Some(letter) = letter_of(value)
    {
        let movement = value.split_once(':').map_or("K", |(_, movement)| movement);
        let movement = understood(reading, "king", movement.trim());
        if has_first_moves(&movement) {
            reading.refuse(
                "king",
                "`i` of a piece that is no pawn, by `doubleStepRegion`",
            );
        }
        add("king", "King", &movement, letter);
    }
    found
}

/// The movement of a key in Katydid's notation; the key is reported if its moves cannot be expressed.
fn understood(reading: &mut Reading<'_>, key: &str, movement: &str) -> String {
    translated(movement).unwrap_or_else(|| {
        reading.refuse(key, "a movement without an equivalent");
        ordered(movement)
    })
}
