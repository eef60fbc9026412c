//! The keys of a definition, marked when they are used: keys left over in the end cannot be expressed in a variant file.

use super::ini::Keys;
use super::squares::Squares;
use std::collections::BTreeSet;

/// Keys that only concern front-ends or piece values, which are ignored.
const OF_FRONT_ENDS: [&str; 5] = [
    "variantTemplate",
    "pieceToCharTable",
    "pocketSize",
    "pieceValueMg",
    "pieceValueEg",
];

/// Default values with which a key changes nothing, besides those in `NO`.
const USUAL: [(&str, &str); 7] = [
    ("flagPieceCount", "1"),
    ("soldierPromotionRank", "1"),
    ("mustDropType", "*"),
    ("castlingRank", "1"),
    ("castlingKingFile", "e"),
    ("castlingRookKingsideFile", "h"),
    ("castlingRookQueensideFile", "a"),
];

/// Values that mean no.
const NO: [&str; 5] = ["false", "none", "-", "", "0"];

/// The keys of a definition.
pub struct Reading<'a> {
    keys: &'a Keys,
    used: BTreeSet<String>,
    unsaid: Vec<String>,
}

impl<'a> Reading<'a> {
    /// Begins to read `keys`; none is marked as used yet.
    pub fn new(keys: &'a Keys) -> Self {
        Self {
            keys,
            used: OF_FRONT_ENDS.map(str::to_owned).into(),
            unsaid: Vec::new(),
        }
    }

    /// The value of a key, which is marked as used; empty for `-`.
    pub fn text(&mut self, key: &str) -> Option<&'a str> {
        self.used.insert(key.to_owned());
        let value = self.keys.get(key)?;
        Some(if value == "-" { "" } else { value })
    }

    /// Whether the value of a key is `true`; `usual` if the key is missing. Another value than `true` and `false` is reported, and means no.
    pub fn flag(&mut self, key: &str, usual: bool) -> bool {
        match self.text(key) {
            None => usual,
            Some("true") => true,
            Some("false") => false,
            Some(_) => {
                self.refuse(key, "expected `true` or `false`");
                false
            }
        }
    }

    /// The flag of a key for one side, or else for both sides; no if both keys are missing.
    pub fn flag_of_side(&mut self, key: &str, side: &str) -> bool {
        let both = self.flag(key, false);
        self.flag(&format!("{key}{side}"), both)
    }

    /// The number of a key; `usual` if the key is missing, or if its value is not a number, which is reported.
    pub fn number(&mut self, key: &str, usual: u32) -> u32 {
        let Some(value) = self.text(key) else {
            return usual;
        };
        value.parse().unwrap_or_else(|_| {
            self.refuse(key, "expected a number");
            usual
        })
    }

    /// The result that a key gives: `win`, `loss` or `draw`. Another value is reported.
    pub fn result(&mut self, key: &str) -> Option<&'a str> {
        let value = self.text(key)?;
        if matches!(value, "win" | "loss" | "draw") {
            return Some(value);
        }
        self.refuse(key, "expected `win`, `loss` or `draw`");
        None
    }

    /// The letter of the file that a key gives by its letter or number. Another value is reported.
    pub fn file(&mut self, key: &str) -> Option<char> {
        let value = self.text(key)?;
        let file = match value.as_bytes() {
            [letter @ b'a'..=b'h'] => Some(char::from(*letter)),
            [number @ b'1'..=b'8'] => Some(char::from(number - b'1' + b'a')),
            _ => None,
        };
        if file.is_none() {
            self.refuse(key, "expected a file, as in `g`");
        }
        file
    }

    /// The letters of pieces that a key lists, in upper case and without blanks.
    pub fn letters(&mut self, key: &str) -> Option<String> {
        let value = self.text(key)?;
        let letters = value.chars().filter(|letter| !letter.is_whitespace());
        Some(letters.collect::<String>().to_ascii_uppercase())
    }

    /// The value of a key for one side, or else for both sides.
    pub fn of_side(&mut self, key: &str, side: &str) -> Option<&'a str> {
        let both = self.text(key);
        self.text(&format!("{key}{side}")).or(both)
    }

    /// The squares of a key for one side, or else for both sides.
    pub fn squares(&mut self, key: &str, side: &str) -> Option<Squares> {
        let text = self.of_side(key, side)?;
        let squares = Squares::read(text);
        if squares.is_none() {
            self.refuse(key, "expected squares, as in `d4 *5`");
        }
        squares
    }

    /// Records that a key cannot be expressed, and why.
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

    /// All keys that cannot be expressed: the refused ones, and those that were not used.
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
