//! The pieces of a problem: letters with movement and effects, as declared or as Popeye's walks name them.

use super::error::{ProblemError, quoted};
use super::languages::Language;
use crate::betza;
use crate::variant::DeclaredPieces;
use std::collections::BTreeSet;

/// A piece of a problem with its names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedPiece {
    /// The letter in FENs and solutions: upper case, without the `+` of promoted pieces.
    pub letter: String,
    /// The movement as a Betza text.
    pub movement: String,
    /// The effects of its hops on hurdles: letters A, C, E in the order in which they act; empty for most pieces. Flags
    /// follow after colons (`A:enemy`).
    pub effects: String,
    /// The name for people, as in `Grasshopper`.
    pub name: String,
    /// Popeye's name: `S`, `LI`, `hccG`; the letter if Popeye has no such piece.
    pub popeye: String,
    /// Whether it is a piece of orthodox chess with its orthodox letter.
    pub orthodox: bool,
}

impl NamedPiece {
    /// The declaration: movement and effects (`gQ:A`).
    pub fn declaration(&self) -> String {
        let colon = if self.effects.is_empty() { "" } else { ":" };
        format!("{}{colon}{}", self.movement, self.effects)
    }
}

#[derive(PartialEq, Eq, Debug)]
pub(super) struct Walk {
    /// Popeye's letters for the walk, lower case.
    pub letters: &'static str,
    /// The movement as a Betza text; for orthodox pieces Katydid's letter.
    pub movement: &'static str,
    /// The name for people, as in `Grasshopper`.
    pub name: &'static str,
}

const fn walk(letters: &'static str, movement: &'static str, name: &'static str) -> Walk {
    Walk {
        letters,
        movement,
        name,
    }
}

/// The orthodox pieces: Popeye's letter, Katydid's letter.
const ORTHODOX: [(&str, &str); 6] = [
    ("k", "K"),
    ("q", "Q"),
    ("r", "R"),
    ("b", "B"),
    ("s", "N"),
    ("p", "P"),
];

/// Fairy pieces.
const WALKS: &[Walk] = &[
    walk("g", "gQ", "Grasshopper"),
    walk("li", "pQ", "Lion"),
    walk("le", "mQcpQ", "Leo"),
    walk("rl", "pR", "Rook-lion"),
    walk("bl", "pB", "Bishop-lion"),
    walk("nl", "pNN", "Nightrider-lion"),
    walk("pa", "mRcpR", "Pao"),
    walk("va", "mBcpB", "Vao"),
    walk("na", "mNNcpNN", "Nao"),
    walk("rh", "gR", "Rookhopper"),
    walk("bh", "gB", "Bishopper"),
    walk("nh", "gNN", "Nightrider-hopper"),
    walk("kh", "jDjA", "Kinghopper"),
    walk("kp", "gN", "Knighthopper"),
    walk("ch", "gCC", "Camelrider-hopper"),
    walk("zh", "gZZ", "Zebrarider-hopper"),
    walk("gh", "gNNgCC", "Gnurider-hopper"),
    walk("ka", "pafgQ", "Kangaroo"),
    walk("kl", "pafpQ", "Kangaroo-lion"),
    walk("do", "gQpafgQ", "Dolphin"),
    walk("gl", "AgR", "Gral"),
    walk("ma", "nN", "Mao"),
    walk("n", "NN", "Nightrider"),
    walk("cr", "CC", "Camelrider"),
    walk("zr", "ZZ", "Zebrarider"),
    walk("gr", "NNCC", "Gnurider"),
    walk("wr", "WW", "Wazirrider"),
    walk("fr", "FF", "Fersrider"),
    walk("am", "QN", "Amazon"),
    walk("em", "RN", "Empress"),
    walk("pr", "BN", "Princess"),
    walk("we", "W", "Wazir"),
    walk("fe", "F", "Fers"),
    walk("da", "D", "Dabbaba"),
    walk("al", "A", "Alfil"),
    walk("ca", "C", "Camel"),
    walk("z", "Z", "Zebra"),
    walk("gn", "NC", "Gnu"),
    walk("bi", "CZ", "Bison"),
    walk("ok", "NZ", "Okapi"),
    walk("sq", "NAD", "Squirrel"),
    walk("m", "gafsQ", "Moose"),
    walk("ea", "gasQ", "Eagle"),
    walk("sw", "gabsQ", "Sparrow"),
    walk("rm", "gafsR", "Rook-moose"),
    walk("re", "gasR", "Rook-eagle"),
    walk("rw", "gabsR", "Rook-sparrow"),
    walk("bm", "gafsB", "Bishop-moose"),
    walk("be", "gasB", "Bishop-eagle"),
    walk("bw", "gabsB", "Bishop-sparrow"),
    walk("g2", "gafafQ", "Grasshopper-2"),
    walk("g3", "gafafafQ", "Grasshopper-3"),
    walk("cg", "gafK", "Contragrasshopper"),
    walk("dg", "gafyagafQgafyabgafQ", "Double grasshopper"),
    walk("dk", "gafyagafRgafyabgafR", "Double rookhopper"),
    walk("db", "gafyagafBgafyabgafB", "Double bishopper"),
    walk("eq", "paifQgN2gC2gZ2", "Equihopper"),
    walk("ne", "gK2gD2gA2gH2gG2gN2gC2gZ2", "Nonstop equihopper"),
    walk("or", "paifQ", "Orix"),
    walk("ro", "qNN", "Rose"),
    walk("et", "QNN", "Elephant"),
    walk("wa", "RNN", "Waran"),
    walk("bt", "zB", "Boyscout"),
    walk("gt", "zR", "Girlscout"),
    walk("qn", "zNN", "Quintessence"),
    walk("du", "-", "Dummy"),
    walk("o", "-", "Orphan"),
    walk("f", "-", "Friend"),
];

impl Walk {
    /// The condition that gives the walk its movement (`orphans`, `friends`).
    pub const fn condition(&self) -> Option<&'static str> {
        match self.letters.as_bytes() {
            b"o" => Some("orphans"),
            b"f" => Some("friends"),
            _ => None,
        }
    }

    /// Whether the walk hops, so that Popeye's attributes for hurdle effects apply to it.
    pub fn hops(&self) -> bool {
        self.movement.contains(['g', 'p', 'j'])
    }

    fn of_movement(movement: &str) -> Option<&'static Self> {
        let text = betza::text_of(movement);
        let same = betza::parse(text).ok();
        let alike = |walk: &&Self| {
            walk.movement == text || same.is_some() && betza::parse(walk.movement).ok() == same
        };
        WALKS.iter().find(alike)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PieceText {
    /// The piece with this letter in FENs, upper case.
    Letter(String),
    /// A fairy piece: its walk in Popeye, and its effects (`AC`).
    Walk(&'static Walk, String),
}

/// The flag of half-neutral pieces.
pub(super) const HALF_NEUTRAL: &str = "half-neutral";

/// The orthodox pieces that can have attributes.
const PLAIN: [Walk; 4] = [
    walk("q", "Q", "Queen"),
    walk("r", "R", "Rook"),
    walk("b", "B", "Bishop"),
    walk("s", "N", "Knight"),
];

impl PieceText {
    /// The piece with the effects and flags of a declaration (`-:royal`); `None` for pawns. Kings need no flag to be royal.
    pub fn flagged(self, flags: &str) -> Option<Self> {
        match self {
            Self::Walk(walk, _) => Some(Self::Walk(walk, flags.to_owned())),
            Self::Letter(letter) if letter == "K" => Some(Self::Letter(letter)),
            Self::Letter(letter) => {
                let walk = PLAIN.iter().find(|walk| walk.movement == letter)?;
                Some(Self::Walk(walk, flags.to_owned()))
            }
        }
    }

    /// The piece without the flag of half-neutral pieces; `None` if it has none.
    pub fn not_half_neutral(&self) -> Option<Self> {
        let Self::Walk(walk, flags) = self else {
            return None;
        };
        let kept = flags.split(':').filter(|flag| *flag != HALF_NEUTRAL);
        let kept = kept.collect::<Vec<_>>().join(":");
        (kept.len() < flags.len()).then(|| {
            let plain = if kept == "-" { String::new() } else { kept };
            match PLAIN.iter().find(|one| *one == *walk) {
                Some(orthodox) if plain.is_empty() => Self::Letter(orthodox.movement.to_owned()),
                _ => Self::Walk(walk, plain),
            }
        })
    }

    /// The piece for the letters of a walk in Popeye's input, without effects.
    ///
    /// # Errors
    /// If Popeye has no such walk, or the walk is not supported.
    pub fn of_walk(language: Language, letters: &str) -> Result<Self, String> {
        let lower = language.english_walk(letters).unwrap_or_default();
        if let Some((_, letter)) = ORTHODOX.iter().find(|(walk, _)| *walk == lower) {
            return Ok(Self::Letter((*letter).to_owned()));
        }
        if let Some(walk) = WALKS.iter().find(|walk| walk.letters == lower) {
            return Ok(Self::Walk(walk, String::new()));
        }
        Err(if !lower.is_empty() || letters.contains('/') {
            format!("Popeye's walk {letters} is not supported")
        } else {
            let known = ORTHODOX.iter().map(|(walk, _)| *walk);
            let known = known.chain(WALKS.iter().map(|walk| walk.letters));
            let known: Vec<&str> = known.filter_map(|walk| language.walk(walk)).collect();
            let known = known.join(" ");
            format!("{} is no walk (expected one of: {known})", quoted(letters))
        })
    }
}

/// The predefined pieces of the problem board: letter, movement, effects.
const GIVEN: [(&str, &str, &str); 6] = [
    ("G", "gQ", ""),
    ("L", "pQ", ""),
    ("J", "mQcpQ", ""),
    ("A", "gQ", "A"),
    ("E", "gQ", "E"),
    ("C", "gQ", "C"),
];

/// The letters for pieces without a predefined one, in the order of assignment.
const FREE: &str = "HIMOSTUVWXYZACDEFGJL";

/// Assigns letters to pieces given by Popeye's walks. Predefined and declared pieces keep their letters.
#[derive(Clone, Debug, Default)]
pub(super) struct Letters {
    /// Letters in use.
    taken: BTreeSet<String>,
    /// Pieces that were declared or have been assigned a letter: letter, movement, effects with their flags.
    pieces: Vec<(String, String, String)>,
}

impl Letters {
    /// The letters of a problem whose diagram uses the letters `used`.
    pub fn new(used: impl IntoIterator<Item = String>, declared: &DeclaredPieces) -> Self {
        let mut letters = Self {
            taken: used.into_iter().collect(),
            pieces: Vec::new(),
        };
        let texts = declared.text().split(',').filter(|text| !text.is_empty());
        for (letter, rest) in texts.filter_map(|text| text.split_once('=')) {
            let (movement, effects) = rest.split_once(':').unwrap_or((rest, ""));
            // Without effects only `royal`, `iron` and `half-neutral` have a meaning.
            let effects = if effects.starts_with('-') && !is_flagged(effects) {
                ""
            } else {
                effects
            };
            letters.taken.insert(letter.to_owned());
            letters
                .pieces
                .push((letter.to_owned(), movement.to_owned(), effects.to_owned()));
        }
        letters
    }

    /// The letter that a piece already has; `None` if it has none yet.
    fn known(&self, walk: &Walk, effects: &str) -> Option<String> {
        let same = |movement: &str, others: &str| {
            betza::text_of(movement) == walk.movement && others == effects
        };
        let declared = self.pieces.iter().find(|(_, m, e)| same(m, e));
        let declared = declared.map(|(letter, ..)| letter.clone());
        declared.or_else(|| {
            let given = GIVEN.iter().find(|(_, m, e)| same(m, e))?;
            let redeclared = self.pieces.iter().any(|(letter, ..)| letter == given.0);
            (!redeclared).then(|| given.0.to_owned())
        })
    }

    /// Marks the letter of a piece as used. Must be called for all pieces before a new letter is assigned.
    pub fn note(&mut self, piece: &PieceText) {
        match piece {
            PieceText::Letter(letter) => _ = self.taken.insert(letter.clone()),
            PieceText::Walk(walk, effects) => self.taken.extend(self.known(walk, effects)),
        }
    }

    /// The letter of a piece; a new one is assigned if it has none yet.
    ///
    /// # Errors
    /// If there are more pieces than letters.
    pub fn of(&mut self, piece: &PieceText) -> Result<String, String> {
        let (walk, effects) = match piece {
            PieceText::Letter(letter) => return Ok(letter.clone()),
            PieceText::Walk(walk, effects) => (walk, effects),
        };
        if let Some(letter) = self.known(walk, effects) {
            self.taken.insert(letter.clone());
            return Ok(letter);
        }
        let mut free = FREE.chars().map(String::from);
        let letter = free
            .find(|letter| !self.taken.contains(letter))
            .ok_or_else(|| format!("no letter is left for the walk {}", walk.letters))?;
        self.taken.insert(letter.clone());
        let piece = (letter.clone(), walk.movement.to_owned(), effects.clone());
        self.pieces.push(piece);
        Ok(letter)
    }

    /// The declarations of all pieces that were declared or have been assigned a letter.
    ///
    /// # Errors
    /// If one of the declarations is wrong.
    pub fn declarations(&self) -> Result<DeclaredPieces, ProblemError> {
        let texts = self.pieces.iter().map(|(letter, movement, effects)| {
            let colon = if effects.is_empty() { "" } else { ":" };
            format!("{letter}={movement}{colon}{effects}")
        });
        let texts: Vec<String> = texts.collect();
        DeclaredPieces::parse_for_problem(&texts.join(","))
            .map_err(|error| ProblemError::new(error.to_string()))
    }
}

/// Whether a piece has the flag `royal`, `iron` or `half-neutral`.
pub(super) fn is_flagged(effects: &str) -> bool {
    effects
        .split(':')
        .skip(1)
        .any(|flag| ["royal", "iron", HALF_NEUTRAL].contains(&flag))
}

/// Popeye's name of a piece.
pub(super) fn popeye_text(letter: &str, movement: &str, effects: &str, orthodox: bool) -> String {
    if orthodox {
        return if letter == "N" { "S" } else { letter }.to_owned();
    }
    let Some(walk) = Walk::of_movement(movement) else {
        return letter.to_owned();
    };
    let attributes = effects.split(':').next().unwrap_or_default().chars();
    let attributes: String = attributes
        .map(|effect| match effect {
            'A' => "hcc",
            'E' => "eh",
            'C' => "ch",
            _ => "",
        })
        .collect();
    attributes + &walk.letters.to_ascii_uppercase()
}

/// The English name of a movement, if it has one.
pub(super) fn name_of(movement: &str) -> Option<&'static str> {
    Walk::of_movement(movement).map(|walk| walk.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn popeye_has_names_for_pieces() {
        assert_eq!(popeye_text("A", "gQ", "A", false), "hccG");
        assert_eq!(popeye_text("L", "lion", "", false), "LI");
        assert_eq!(popeye_text("N", "N", "", true), "S");
        assert_eq!(popeye_text("X", "gafsQ", "", false), "M");
        assert_eq!(popeye_text("X", "fNbW", "", false), "X");
    }
}
