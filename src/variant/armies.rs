//! Armies: sets of pieces that one side plays with. Writes the variant file of a game in which two armies meet.
//!
//! `chess:clobberers-v-rookies` is chess with Betza's Colorbound Clobberers for White and his Remarkable Rookies for Black. The written
//! file inherits from the game before the colon and is compiled like any other.

use super::compiled::Variant;
use super::error::LoadError;
use super::inheritance::Layer;
use super::source::{error_in_text, no_toml};
use crate::base::PieceType;
use crate::betza;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use toml::{Table, Value};

/// An army, read from its file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Army {
    /// The army's name as a part of the names of games, as in `chess:NAME-v-fide`.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// Who invented the army.
    #[serde(default)]
    pub inventor: String,
    /// The letters of the pieces on the first rank, from a to h; `.` is an empty square. The king stands on e1.
    array: String,
    /// The letter of the piece that castles; empty if none does.
    #[serde(default)]
    castling: String,
    /// Whether the king castles three squares to the queen's side, so that the castling piece keeps its square colour.
    #[serde(default)]
    far: bool,
    /// The tables of the army's pieces, with the keys of variant files.
    #[serde(rename = "piece")]
    pieces: Vec<Table>,
}

/// The text value of a key of a piece; empty if the piece does not have it.
fn text<'a>(piece: &'a Table, key: &str) -> &'a str {
    piece.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn flag(piece: &Table, key: &str) -> bool {
    piece.get(key).and_then(Value::as_bool).unwrap_or_default()
}

/// Writes a value as TOML.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => format!("{text:?}"),
        Value::Array(list) => {
            let list: Vec<String> = list.iter().map(written).collect();
            format!("[{}]", list.join(", "))
        }
        Value::Table(table) => {
            let pairs = table
                .iter()
                .map(|(key, value)| format!("{key} = {}", written(value)));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
        Value::Integer(number) => number.to_string(),
        Value::Boolean(yes) => yes.to_string(),
        Value::Float(_) | Value::Datetime(_) => format!("\"{value:?}\""),
    }
}

impl Army {
    /// Reads the file of an army.
    ///
    /// # Errors
    /// [`LoadError::Invalid`] if the file is not a valid army, with the place of the fault.
    pub fn read(file: &str, text: &str) -> Result<Self, LoadError> {
        let army: Self = toml::from_str(text).map_err(|error| no_toml(file, text, &error))?;
        let wrong = |key: &str, message: String| {
            let at = text.find(&format!("\n{key} =")).map_or(0, |at| at + 1);
            Err(error_in_text(file, text, at, message))
        };
        let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if army.name.is_empty() || !army.name.chars().all(allowed) || army.name.contains("-v-") {
            return wrong(
                "name",
                format!("the name '{}' (expected a-z, 0-9 and '-')", army.name),
            );
        }
        let known = |letter: char| {
            let mut buffer = [0; 4];
            let letter: &str = letter.encode_utf8(&mut buffer);
            army.pieces
                .iter()
                .any(|piece| self::text(piece, "letter") == letter)
        };
        let fits = |(file, letter): (usize, char)| match letter {
            'K' => file == 4,
            '.' => file != 4,
            _ => file != 4 && known(letter),
        };
        if army.array.chars().count() != 8 || !army.array.chars().enumerate().all(fits) {
            let message = format!(
                "the array '{}' (expected eight letters of its pieces or '.', with K on the e-file)",
                army.array
            );
            return wrong("array", message);
        }
        let corners = [army.array.get(..1), army.array.get(7..)];
        if !army.castling.is_empty() && corners != [Some(army.castling.as_str()); 2] {
            let message = format!(
                "`castling` is '{}' (expected the letter of the piece in both corners)",
                army.castling
            );
            return wrong("castling", message);
        }
        Ok(army)
    }

    /// Describes the army's pieces in words, one line each. `letters` are their letters in the game.
    fn lines(&self, letters: &BTreeMap<String, String>) -> String {
        let line = |piece: &Table| {
            let letter = text(piece, "letter");
            let letter = letters.get(letter).map_or(letter, String::as_str);
            let movement = text(piece, "movement");
            let words = betza::parse(movement)
                .map_or_else(|_| movement.to_owned(), |movement| movement.in_words());
            let more = [
                ("rifle", "; captures without moving"),
                ("iron", "; cannot be captured"),
                (
                    "relay",
                    "; gives its moves to the pieces of its side that it guards",
                ),
            ];
            let more = more.into_iter().filter(|(key, _)| flag(piece, key));
            let more: String = more.map(|(_, words)| words).collect();
            format!("{} ({letter}): {words}{more}.\n", text(piece, "name"))
        };
        let pieces: String = self.pieces.iter().map(line).collect();
        let castling = if self.far {
            "On the queen's side its king castles over three squares, so that the other piece keeps its square colour.\n"
        } else {
            ""
        };
        format!("{}\n{pieces}{castling}", self.title)
    }
}

/// Assigns letters to the pieces of a game in which two armies meet.
struct Letters<'a> {
    base: &'a Variant,
    /// The letters of all pieces except kings and pawns, each with the piece's table, or with `None` if the base game has the piece.
    pieces: Vec<(String, Option<Table>)>,
}

impl Letters<'_> {
    /// The piece type of the base game with the same letter, if it is the same piece.
    fn is_inherited(&self, piece: &Table) -> Option<PieceType> {
        let rules = &self.base.rules;
        let found = self.base.type_of_letter(text(piece, "letter"))?;
        let movement = &self.base.presentation.piece_types[found.index()].movement;
        let same = movement == text(piece, "movement")
            && rules.shooters.contains(found) == flag(piece, "rifle")
            && rules.iron.contains(found) == flag(piece, "iron")
            && rules.relays.contains(found) == flag(piece, "relay")
            && rules.hurdle_effects[found.index()].effects.is_empty()
            && !piece.contains_key("effect");
        same.then_some(found)
    }

    /// Adds a piece and returns its letter in the game: its own letter if that is free, otherwise a free letter of its name, otherwise
    /// the first free letter.
    fn add(&mut self, piece: &Table) -> String {
        let own = text(piece, "letter").to_owned();
        if self.is_inherited(piece).is_some() {
            if !self.pieces.iter().any(|(letter, _)| *letter == own) {
                self.pieces.push((own.clone(), None));
            }
            return own;
        }
        let unlettered = |piece: &Table| {
            let keys = piece.iter().filter(|(key, _)| *key != "letter");
            keys.map(|(key, value)| (key.clone(), value.clone()))
                .collect::<Table>()
        };
        let same = |(_, other): &&(String, Option<Table>)| {
            other
                .as_ref()
                .is_some_and(|other| unlettered(other) == unlettered(piece))
        };
        if let Some((letter, _)) = self.pieces.iter().find(same) {
            return letter.clone();
        }
        let named = text(piece, "name").to_ascii_uppercase();
        let named = named.chars().filter(char::is_ascii_uppercase);
        let candidates = own.chars().chain(named).chain('A'..='Z').map(String::from);
        let mut free = candidates.filter(|letter| !self.is_taken(letter));
        let letter = free.next().unwrap_or(own);
        self.pieces.push((letter.clone(), Some(piece.clone())));
        letter
    }

    fn is_taken(&self, letter: &str) -> bool {
        let rules = &self.base.rules;
        let kept = self.base.type_of_letter(letter);
        kept.is_some_and(|kept| rules.royals.contains(kept) || rules.pawns.contains(kept))
            || self.pieces.iter().any(|(other, _)| other == letter)
    }

    /// Adds an army's pieces. Returns their letters in the game, by their letters in the army's file.
    fn of(&mut self, army: &Army) -> BTreeMap<String, String> {
        let pieces = army.pieces.iter();
        pieces
            .map(|piece| (text(piece, "letter").to_owned(), self.add(piece)))
            .collect()
    }
}

/// The rank of a FEN for an army's first rank.
fn rank(array: &str, letters: &BTreeMap<String, String>, king: &str) -> String {
    let mut rank = String::new();
    let mut empty = 0;
    for letter in array.chars() {
        if letter == '.' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            let _ = write!(rank, "{empty}");
            empty = 0;
        }
        let letter = letter.to_string();
        rank += if letter == "K" {
            king
        } else {
            &letters[&letter]
        };
    }
    if empty > 0 {
        let _ = write!(rank, "{empty}");
    }
    rank
}

/// The separator between game and armies, in the name of a game with armies.
const WITH_ARMIES: char = ':';

/// The separator between the two armies.
const AGAINST: &str = "-v-";

/// The armies that can be chosen, by name.
#[derive(Clone)]
pub struct Armies(BTreeMap<String, Army>);

impl Armies {
    /// Reads armies from files, given as pairs of name and text.
    ///
    /// # Errors
    /// [`LoadError`] for the first invalid file.
    pub fn of(files: &[(&str, &str)]) -> Result<Self, LoadError> {
        let mut armies = Self(BTreeMap::new());
        for (name, text) in files {
            armies.add(&format!("armies/{name}.toml"), text)?;
        }
        Ok(armies)
    }

    /// Whether a file describes an army and not a game.
    pub fn is_army(file: &str, text: &str) -> bool {
        Layer::new(file, text).is_ok_and(|layer| layer.text_of("array").is_some())
    }

    /// Adds the army in a file and returns its name. It replaces an army of the same name.
    ///
    /// # Errors
    /// [`LoadError::Invalid`] if the file is not a valid army, with the place of the fault.
    pub fn add(&mut self, file: &str, text: &str) -> Result<String, LoadError> {
        let army = Army::read(file, text)?;
        let name = army.name.clone();
        self.0.insert(name.clone(), army);
        Ok(name)
    }

    /// The names of the armies, sorted.
    pub fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    /// The army with a name.
    pub fn get(&self, name: &str) -> Option<&Army> {
        self.0.get(name)
    }
}

/// A game in which two armies meet: `GAME:WHITE-v-BLACK`.
pub struct Matchup<'a> {
    name: &'a str,
    /// The name of the base game, whose rules are played.
    pub game: &'a str,
    white: &'a Army,
    black: &'a Army,
}

impl<'a> Matchup<'a> {
    /// Whether a name is that of a game with armies.
    pub fn is_named_by(name: &str) -> bool {
        name.contains(WITH_ARMIES)
    }

    /// The name of a game with the given armies; `fide` for one that is left out. If both are left out, the name of the game itself.
    pub fn name(game: &str, white: Option<&str>, black: Option<&str>) -> String {
        let game = game.split(WITH_ARMIES).next().unwrap_or(game);
        if white.is_none() && black.is_none() {
            return game.to_owned();
        }
        let [white, black] = [white, black].map(|army| army.unwrap_or("fide"));
        format!("{game}{WITH_ARMIES}{white}{AGAINST}{black}")
    }

    /// Splits the name of a game with armies into the base game and the armies.
    ///
    /// # Errors
    /// [`LoadError::Armies`] if the name does not contain two known armies.
    pub fn read(name: &'a str, armies: &'a Armies) -> Result<Self, LoadError> {
        let (game, pair) = name.split_once(WITH_ARMIES).unwrap_or((name, ""));
        let (white, black) = pair.split_once(AGAINST).ok_or_else(|| {
            let example = Self::name(game, Some("demi"), None);
            refused(name, format!("expected two armies, as in {example}"))
        })?;
        let army = |army: &str| {
            let known = || armies.names().join(" ");
            let found = armies.get(army);
            found.ok_or_else(|| {
                refused(
                    name,
                    format!("no army '{army}' (expected one of: {})", known()),
                )
            })
        };
        let (white, black) = (army(white)?, army(black)?);
        Ok(Self {
            name,
            game,
            white,
            black,
        })
    }

    /// Writes the variant file of the game with armies.
    ///
    /// # Errors
    /// [`LoadError::Armies`] if the base game cannot be played with other armies.
    pub fn file(&self, game: &Variant) -> Result<String, LoadError> {
        let text = compose(self.name, game, self.white, self.black);
        text.map_err(|reason| refused(self.name, reason))
    }
}

fn refused(name: &str, reason: String) -> LoadError {
    LoadError::Armies {
        name: name.chars().take(100).collect(),
        reason,
    }
}

/// Writes the variant file of a game with other armies.
///
/// # Errors
/// The reason why the game cannot be played with other armies.
fn compose(name: &str, base: &Variant, white: &Army, black: &Army) -> Result<String, String> {
    let rules = &base.rules;
    let mut kings = rules.royals.iter();
    let king = kings
        .next()
        .filter(|_| rules.board.is_full() && rules.royals.iter().count() == 1);
    let has_array = base.start.contains("/pppppppp/8/8/8/8/PPPPPPPP/");
    let two_boards = rules.capabilities.two_boards;
    let king_type = king.filter(|_| has_array && !two_boards).ok_or_else(|| {
        format!("{} cannot be played with other armies (expected one king, pawns on the second rank and a board of 8x8)", base.name)
    })?;
    let king = base.letter_of(king_type);
    let mut letters = Letters {
        base,
        pieces: Vec::new(),
    };
    let ours = letters.of(white);
    let theirs = letters.of(black);
    let spare = base.rules.all_types().filter(|one| {
        let letter = base.letter_of(*one);
        !rules.royals.contains(*one)
            && !rules.pawns.contains(*one)
            && !letters
                .pieces
                .iter()
                .any(|(kept, table)| kept == letter && table.is_none())
    });
    let without: String = spare.map(|one| base.letter_of(one)).collect();
    let [up, down] =
        [(white, &ours), (black, &theirs)].map(|(army, letters)| rank(&army.array, letters, king));
    let castler = |army: &Army, letters: &BTreeMap<String, String>| {
        letters.get(&army.castling).cloned().unwrap_or_default()
    };
    let (castles, castled) = (castler(white, &ours), castler(black, &theirs));
    let rights = [(&castles, "KQ"), (&castled, "kq")];
    let rights = rights.into_iter().filter(|(letter, _)| !letter.is_empty());
    let rights: String = rights.map(|(_, rights)| rights).collect();
    let king_piece = &base.presentation.piece_types[king_type.index()];
    let walks = king_piece.movement.split("isO").next().unwrap_or_default();
    let stays = rights.is_empty() && walks != king_piece.movement;
    let rights = if rights.is_empty() { "-" } else { &rights };
    let mut far: Vec<&str> = Vec::new();
    for (army, letter) in [(white, &castles), (black, &castled)] {
        if army.far && !far.contains(&letter.as_str()) {
            far.push(letter);
        }
    }
    let dead = rules.dead.iter().map(|one| base.letter_of(one));
    let dead: String = dead.filter(|letter| !without.contains(letter)).collect();
    let promotion = promotions(&up, &down, king);
    let mut file = format!(
        "name = {name:?}\ninherits = {:?}\ntitle = {:?}\ninventor = {:?}\nsummary = {:?}\n",
        base.name,
        format!("{} against {}", white.title, black.title),
        inventors(white, black),
        format!(
            "{} with the {} for White and the {} for Black.",
            base.presentation.title, white.title, black.title
        ),
    );
    let _ = writeln!(
        file,
        "start = \"{}/pppppppp/8/8/8/8/PPPPPPPP/{up} w {rights} - 0 1\"\nwithout = {without:?}",
        down.to_lowercase()
    );
    let page = format!(
        "White has the {}, Black the {}; everything else is as in {}.\n\n{}\n{}\nPawns promote to any piece of either army but kings and pawns.",
        white.title,
        black.title,
        base.presentation.title,
        white.lines(&ours),
        black.lines(&theirs),
    );
    let _ = writeln!(file, "rules = \"\"\"\n{page}\n\"\"\"");
    for (letter, piece) in &letters.pieces {
        let Some(piece) = piece else { continue };
        let _ = writeln!(file, "\n[[piece]]\nletter = {letter:?}");
        for (key, value) in piece.iter().filter(|(key, _)| *key != "letter") {
            let _ = writeln!(file, "{key} = {}", written(value));
        }
    }
    if stays {
        let _ = writeln!(file, "\n[[piece]]\nletter = {king:?}\nmovement = {walks:?}");
    }
    let _ = writeln!(
        file,
        "\n[castling]\nwhite = {castles:?}\nblack = {castled:?}\nfar = {:?}\n\n[pawns]\npromotion = {promotion:?}\n\n[ends]\ndead = {dead:?}",
        far.concat()
    );
    if rules.capabilities.drops {
        let pawn = rules.pawn.map_or("", |pawn| base.letter_of(pawn));
        let _ = writeln!(file, "\n[drops]\nhand = \"{promotion}{pawn}\"");
    }
    Ok(file)
}

/// The letters to which pawns promote: the pieces of both first ranks, starting beside the king on the queen's side.
fn promotions(up: &str, down: &str, king: &str) -> String {
    let halves = |rank: &str| {
        let (queens, kings) = rank.split_once(king).unwrap_or((rank, ""));
        (queens.chars().rev().collect::<String>(), kings.to_owned())
    };
    let (up, down) = (halves(up), halves(down));
    let mut found = String::new();
    let letters = [up.0, down.0, up.1, down.1].concat();
    for letter in letters.chars().filter(char::is_ascii_uppercase) {
        if !found.contains(letter) {
            found.push(letter);
        }
    }
    found
}

fn inventors(white: &Army, black: &Army) -> String {
    let mut names = vec![white.inventor.as_str()];
    if white.inventor != black.inventor {
        names.push(&black.inventor);
    }
    names.join(", ")
}
