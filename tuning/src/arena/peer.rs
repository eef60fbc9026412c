//! How other engines name our games and pieces.
//!
//! A peer file (TOML, in `tuning/peers/`) says how an engine is started and which of our games it plays under
//! which name and with which letters:
//!
//! ```toml
//! protocol = "cecp"
//! arguments = ["-xboard", "{here}/sjaak-demichess.txt"]
//! [options]
//! "Randomise opening moves" = "0"
//! [games.demichess]
//! name = "demichess"
//! letters = { S = "R", C = "N", L = "B", O = "Q" }
//! ```
//!
//! `{here}` is the folder of the peer file.

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// What a peer file says.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Peer {
    /// `uci` or `cecp`.
    pub protocol: Option<String>,
    /// Arguments to start the engine with.
    pub arguments: Vec<String>,
    /// Options, set before those of the command line.
    pub options: BTreeMap<String, String>,
    /// Our names of the games it plays.
    pub games: BTreeMap<String, Foreign>,
}

/// A game as the peer has been sent it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Foreign {
    /// Its name there; the same as ours if not given.
    pub name: Option<String>,
    /// Our letters and the peer's, upper case.
    pub letters: BTreeMap<char, char>,
}

impl Peer {
    /// Reads a peer file.
    ///
    /// # Errors
    /// Says what cannot be read or understood.
    pub fn read(path: &Path) -> Result<Self> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("peer={}", path.display()))?;
        let mut peer: Self =
            toml::from_str(&text).with_context(|| format!("peer={}", path.display()))?;
        let path = std::path::absolute(path)?;
        let here = path.parent().unwrap_or(Path::new(".")).to_string_lossy();
        let texts = peer.arguments.iter_mut().chain(peer.options.values_mut());
        for text in texts {
            *text = text.replace("{here}", &here);
        }
        Ok(peer)
    }

    /// The dialect for one of our games.
    ///
    /// # Errors
    /// If the peer does not play it.
    pub fn dialect(&self, game: &str) -> Result<Dialect> {
        let Some(foreign) = self.games.get(game) else {
            let known: Vec<&str> = self.games.keys().map(String::as_str).collect();
            bail!("this peer does not play {game} (only {})", known.join(" "));
        };
        Ok(Dialect {
            name: foreign.name.clone(),
            letters: foreign.letters.clone(),
            foreign: true,
        })
    }
}

/// The names and letters of one engine in one game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dialect {
    name: Option<String>,
    letters: BTreeMap<char, char>,
    foreign: bool,
}

impl Dialect {
    /// Whether the engine has our games by our names, so that `startpos` can be sent.
    pub const fn is_ours(&self) -> bool {
        !self.foreign
    }

    pub fn name<'a>(&'a self, ours: &'a str) -> &'a str {
        self.name.as_deref().unwrap_or(ours)
    }

    /// A FEN in the engine's letters.
    pub fn fen(&self, ours: &str) -> String {
        match ours.split_once(' ') {
            Some((placement, rest)) => {
                let placement: String = placement
                    .chars()
                    .map(|letter| swap(&self.letters, letter))
                    .collect();
                format!("{placement} {rest}")
            }
            None => ours.to_owned(),
        }
    }

    /// A turn in the engine's letters.
    pub fn translate(&self, ours: &str) -> String {
        swap_letters(&self.letters, ours)
    }

    /// A turn of the engine in our letters.
    pub fn translate_back(&self, theirs: &str) -> String {
        let back: BTreeMap<char, char> = self
            .letters
            .iter()
            .map(|(ours, theirs)| (*theirs, *ours))
            .collect();
        swap_letters(&back, theirs)
    }
}

/// A letter replaced by the table, in the case that it has.
fn swap(letters: &BTreeMap<char, char>, letter: char) -> char {
    match letters.get(&letter.to_ascii_uppercase()) {
        Some(other) if letter.is_ascii_lowercase() => other.to_ascii_lowercase(),
        Some(other) => *other,
        None => letter,
    }
}

/// A turn with the letters of pieces replaced: those dropped and those promoted to. The letters of files stay.
fn swap_letters(letters: &BTreeMap<char, char>, turn: &str) -> String {
    let leg = |leg: &str| -> String {
        let is_drop = leg.as_bytes().get(1) == Some(&b'@');
        leg.chars()
            .enumerate()
            .map(|(index, letter)| {
                if is_drop && index == 0 || !is_drop && index >= 4 {
                    swap(letters, letter)
                } else {
                    letter
                }
            })
            .collect()
    };
    turn.split(',').map(leg).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sjaak() -> Dialect {
        let text =
            "[games.demichess]\nname = 'demi'\nletters = { S = 'R', C = 'N', L = 'B', O = 'Q' }";
        let peer: Peer = toml::from_str(text).expect("a peer");
        assert!(peer.dialect("chess").is_err());
        peer.dialect("demichess").expect("a game")
    }

    #[test]
    fn letters_of_pieces_are_swapped_and_nothing_else() {
        let dialect = sjaak();
        assert_eq!(dialect.name("demichess"), "demi");
        let ours = "scloklcs/pppppppp/8/8/8/8/PPPPPPPP/SCLOKLCS w KQkq - 0 1";
        let theirs = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(dialect.fen(ours), theirs);
        for (ours, theirs) in [
            ("c7c8o", "c7c8q"),
            ("c2c4", "c2c4"),
            ("S@c3", "R@c3"),
            ("c7c8s,c2c4", "c7c8r,c2c4"),
        ] {
            assert_eq!(dialect.translate(ours), theirs);
            assert_eq!(dialect.translate_back(theirs), ours);
        }
    }

    #[test]
    fn an_engine_of_ours_is_spoken_to_as_we_speak() {
        let dialect = Dialect::default();
        assert!(dialect.is_ours());
        assert_eq!(dialect.translate("P@e4,a7a8q"), "P@e4,a7a8q");
        assert_eq!(dialect.name("hopgi"), "hopgi");
    }
}
