//! The keys of a definition as they are used up: what is left over in the end cannot be said.

use super::ini::Keys;
use super::squares::Squares;
use std::collections::BTreeSet;

/// Keys that concern other front-ends, or values in other units.
const OF_FRONT_ENDS: [&str; 5] = [
    "variantTemplate",
    "pieceToCharTable",
    "pocketSize",
    "pieceValueMg",
    "pieceValueEg",
];

/// Values with which a key changes nothing, beside those that say no.
const USUAL: [(&str, &str); 6] = [
    ("flagPieceCount", "1"),
    ("soldierPromotionRank", "1"),
    ("castlingRank", "1"),
    ("castlingKingFile", "e"),
    ("castlingRookKingsideFile", "h"),
    ("castlingRookQueensideFile", "a"),
];

/// Values that say no.
const NO: [&str; 5] = ["false", "none", "-", "", "0"];

/// The keys of a definition.
pub struct Reading<'a> {
    keys: &'a Keys,
    used: BTreeSet<String>,
    unsaid: Vec<String>,
}

impl<'a> Reading<'a> {
    /// None of them used.
    pub fn new(keys: &'a Keys) -> Self {
        Self {
            keys,
            used: OF_FRONT_ENDS.map(str::to_owned).into(),
            unsaid: Vec::new(),
        }
    }

    /// The value of a key; empty where it says `-`.
    pub fn text(&mut self, key: &str) -> Option<&'a str> {
        self.used.insert(key.to_owned());
        let value = self.keys.get(key)?;
        Some(if value == "-" { "" } else { value })
    }

    /// Whether a key says `true`; `usual` if it is missing.
    pub fn flag(&mut self, key: &str, usual: bool) -> bool {
        self.text(key).map_or(usual, |value| value == "true")
    }

    /// A number; `usual` if it is missing or none.
    pub fn number(&mut self, key: &str, usual: u32) -> u32 {
        let value = self.text(key);
        value.and_then(|value| value.parse().ok()).unwrap_or(usual)
    }

    /// Capital letters of pieces, as `pawns` reads them.
    pub fn letters(&mut self, key: &str) -> Option<String> {
        let value = self.text(key)?;
        let letters = value.chars().filter(|letter| !letter.is_whitespace());
        Some(letters.collect::<String>().to_ascii_uppercase())
    }

    /// The value of a key of one side, or of the key of both.
    pub fn of_side(&mut self, key: &str, side: &str) -> Option<&'a str> {
        let both = self.text(key);
        self.text(&format!("{key}{side}")).or(both)
    }

    /// The squares of a key of one side, or of the key of both.
    pub fn squares(&mut self, key: &str, side: &str) -> Option<Squares> {
        let text = self.of_side(key, side)?;
        let squares = Squares::read(text);
        if squares.is_none() {
            self.refuse(key, "expected squares, as in `d4 *5`");
        }
        squares
    }

    /// Notes that what a key says cannot be said, and why.
    pub fn refuse(&mut self, key: &str, why: &str) {
        let sides = ["", "White", "Black"].map(|side| format!("{key}{side}"));
        let said = sides
            .iter()
            .find_map(|key| Some((key, self.keys.get(key)?)));
        let note = match said {
            Some((key, value)) => format!("{key} = {value} ({why})"),
            None => format!("{key} ({why})"),
        };
        if !self.unsaid.contains(&note) {
            self.unsaid.push(note);
        }
    }

    /// What cannot be said, with the keys that are left over.
    pub fn unsaid(mut self) -> Vec<String> {
        for (key, value) in self.keys {
            let usual = USUAL.contains(&(key.as_str(), value.as_str()));
            let is_piece = key.starts_with("customPiece");
            if !self.used.contains(key) && !usual && !is_piece && !NO.contains(&value.as_str()) {
                self.unsaid.push(format!("{key} = {value}"));
            }
        }
        self.unsaid
    }
}
