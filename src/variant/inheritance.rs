//! Inheritance of variant files: the files of a game are merged as TOML tables, starting with the most distant ancestor, and the
//! result is read as a [`Definition`].
//!
//! A value in a file replaces the inherited value of the same key. Tables are merged key by key, `[[piece]]` tables letter by letter.
//! Title, inventor, summary and rules are not inherited.

use super::definition::{Definition, Text, letters_of, twice, unplaced};
use super::error::LoadError;
use super::source::{Source, error_in_text, no_toml};
use crate::betza::{self, Path};
use serde::Deserialize;
use std::collections::HashSet;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// The key of the `[[piece]]` tables.
const PIECES: &str = "piece";

/// The key of the evaluation weights, on the top level and in `[[piece]]`.
const WEIGHTS: &str = "weights";

/// What a file says of its game to people, which is not true of a game that changes it, and the network, which is trained for a game.
const NOT_INHERITED: [&str; 5] = ["title", "inventor", "summary", "rules", NETWORK];

/// The key of the network.
const NETWORK: &str = "network";

/// The keys that a file of fitted weights may have: on its top level, and in `[[piece]]`.
const FITTED: [&[&str]; 2] = [
    &[PIECES, WEIGHTS, NETWORK],
    &[
        "letter",
        "value",
        "endgame",
        "by_rank",
        "endgame_by_rank",
        "by_file",
        "endgame_by_file",
        WEIGHTS,
    ],
];

/// The switches of a piece that change what it is worth.
const SWITCHES: [&str; 3] = ["rifle", "iron", "relay"];

/// The table of the ends of a game, and in it the pieces that cannot mate alone.
const ENDS: &str = "ends";
const DEAD: &str = "dead";

/// Keys by which pieces that could not mate alone may do so.
const MAY_MATE: [&str; 3] = ["every_piece_also", "conditions", "walls"];

/// One file of a game, to be merged with the others.
pub struct Layer<'a> {
    file: &'a str,
    text: &'a str,
    table: DeTable<'a>,
    /// Whether it is a file of fitted weights.
    fitted: bool,
}

impl<'a> Layer<'a> {
    /// Reads a variant file as TOML. Its keys are checked when it is merged.
    ///
    /// # Errors
    /// [`LoadError::Invalid`] if the text is not valid TOML, with the place.
    pub fn new(file: &'a str, text: &'a str) -> Result<Self, LoadError> {
        let table = DeTable::parse(text).map_err(|error| no_toml(file, text, &error))?;
        Ok(Self {
            file,
            text,
            table: table.into_inner(),
            fitted: false,
        })
    }

    /// Reads a file of fitted weights: piece values and evaluation weights, nothing else.
    ///
    /// # Errors
    /// [`LoadError::Invalid`] if the text is not valid TOML or has other keys, with the place.
    pub fn fitted(file: &'a str, text: &'a str) -> Result<Self, LoadError> {
        let layer = Self {
            fitted: true,
            ..Self::new(file, text)?
        };
        let top = std::iter::once((&layer.table, FITTED[0]));
        let pieces = pieces_in(&layer.table).filter_map(|piece| piece.get_ref().as_table());
        for (table, known) in top.chain(pieces.map(|table| (table, FITTED[1]))) {
            let other = |key: &&Spanned<DeString<'_>>| !known.contains(&key.get_ref().as_ref());
            if let Some(key) = table.keys().find(other) {
                let message = format!(
                    "`{key}` in a file of weights (expected one of: {})",
                    known.join(" ")
                );
                return Err(error_in_text(file, text, key.span().start, message));
            }
        }
        Ok(layer)
    }

    /// The same file without its evaluation weights.
    #[must_use]
    pub fn without_weights(mut self) -> Self {
        self.table.remove(WEIGHTS);
        let mut pieces = take_pieces(&mut self.table);
        for piece in &mut pieces {
            if let DeValue::Table(piece) = piece.get_mut() {
                piece.remove(WEIGHTS);
            }
        }
        put_pieces(&mut self.table, pieces);
        self
    }

    /// The text value of a key on the top level; `None` if the key is missing or has another type.
    pub fn text_of(&self, key: &str) -> Option<Text> {
        let value = self.table.get(key)?;
        let text = value.get_ref().as_str()?;
        Some(Spanned::new(value.span(), text.to_owned()))
    }

    /// An error at a text value of this file.
    pub fn error(&self, at: &Text, message: String) -> LoadError {
        error_in_text(self.file, self.text, at.span().start + 1, message)
    }
}

/// Merges the files of a game to a definition. `layers` are, in order: the game's fitted weights (if any), the game's own file, and the
/// files that it inherits, up to the most distant ancestor.
///
/// # Errors
/// [`LoadError::Invalid`] for an unknown key, a value of the wrong type, a letter that one file has twice, or a letter in `without` or
/// in a file of weights that no inherited piece has.
pub fn merge(layers: Vec<Layer<'_>>) -> Result<(Definition, Source), LoadError> {
    let own = usize::from(layers.first().is_some_and(|layer| layer.fitted));
    let texts = layers.iter().map(|layer| (layer.file, layer.text));
    let source = Source::new(texts, own);
    let inherits = layers.get(own).and_then(|layer| layer.text_of("inherits"));
    let inherits = inherits.map_or(0, |text| source.start_of(own) + text.span().start);
    let source = source.inheriting_at(inherits);
    let mut merged = DeTable::new();
    for (index, layer) in layers.into_iter().enumerate().rev() {
        let table = shifted(layer.table, source.start_of(index));
        lay_over(&mut merged, table, layer.fitted, &source)?;
    }
    let deserializer = toml::Deserializer::from(Spanned::new(0..0, merged));
    let definition =
        Definition::deserialize(deserializer).map_err(|error| source.refused(&error))?;
    Ok((definition, source))
}

/// Adds `by` bytes to all places (spans) in a table.
fn shifted(table: DeTable<'_>, by: usize) -> DeTable<'_> {
    let entries = table.into_iter().map(|(key, value)| {
        let span = key.span().start + by..key.span().end + by;
        (
            Spanned::new(span, key.into_inner()),
            shifted_value(value, by),
        )
    });
    entries.collect()
}

fn shifted_value(value: Spanned<DeValue<'_>>, by: usize) -> Spanned<DeValue<'_>> {
    let span = value.span().start + by..value.span().end + by;
    let value = match value.into_inner() {
        DeValue::Table(table) => DeValue::Table(shifted(table, by)),
        DeValue::Array(array) => DeValue::Array(
            array
                .into_iter()
                .map(|one| shifted_value(one, by))
                .collect(),
        ),
        other => other,
    };
    Spanned::new(span, value)
}

/// Merges a file over the files that it inherits.
fn lay_over<'a>(
    merged: &mut DeTable<'a>,
    mut over: DeTable<'a>,
    fitted: bool,
    source: &Source,
) -> Result<(), LoadError> {
    if !fitted {
        for key in NOT_INHERITED {
            merged.remove(key);
        }
    }
    let mut pieces = take_pieces(merged);
    leave_out(&mut pieces, &over, source)?;
    // A weight that a file sets for the game also holds for inherited pieces, so weights set earlier for single pieces are removed.
    let weights = over
        .get(WEIGHTS)
        .and_then(|weights| weights.get_ref().as_table());
    for key in weights.iter().flat_map(|weights| weights.keys()) {
        for piece in &mut pieces {
            if let Some(DeValue::Table(own)) = table_in(piece, WEIGHTS) {
                own.remove(key);
            }
        }
    }
    if !fitted {
        keep_dead(merged, &pieces, &over);
    }
    let mut seen = HashSet::new();
    for piece in take_pieces(&mut over) {
        let Some(letter) = piece.get_ref().get("letter") else {
            if piece.get_ref().is_table() {
                return Err(source.error(&piece, 0, "a piece without `letter`"));
            }
            pieces.push(piece);
            continue;
        };
        let text = letter.get_ref().as_str().unwrap_or_default().to_owned();
        if !seen.insert(text.clone()) {
            let message = format!("the letter '{text}' twice (expected one table for each letter)");
            return Err(source.error(letter, 1, message));
        }
        match pieces.iter_mut().find(|known| letter_of(known) == text) {
            Some(known) => {
                if acts_otherwise(known, &piece) {
                    leave_worth_out(known);
                }
                lay_value_over(known, piece);
            }
            None if fitted => {
                let message = no_such_letter(&text, &pieces);
                return Err(source.error(letter, 1, message));
            }
            None => pieces.push(piece),
        }
    }
    for (key, value) in over {
        lay_key_over(merged, key, value);
    }
    put_pieces(merged, pieces);
    Ok(())
}

/// The moves of a piece without castling, if its table says how it moves and the text is sound; without `first`, first moves are left out.
fn moves_of(piece: &Spanned<DeValue<'_>>, first: bool) -> Option<HashSet<Path>> {
    let text = text_in(piece, "movement")?;
    let movement = betza::parse(betza::text_of(text)).ok()?;
    let moves = movement.paths.into_iter().chain(movement.chains);
    Some(moves.filter(|path| first || !path.modes.initial).collect())
}

/// Whether a file gives an inherited piece another movement; castling aside, and without `first` first moves.
fn moves_otherwise(known: &Spanned<DeValue<'_>>, own: &Spanned<DeValue<'_>>, first: bool) -> bool {
    own.get_ref().get("movement").is_some() && moves_of(own, first) != moves_of(known, first)
}

/// Whether a file gives an inherited piece, no pawn and no king, another movement or a property that changes what it is worth.
fn acts_otherwise(known: &Spanned<DeValue<'_>>, own: &Spanned<DeValue<'_>>) -> bool {
    if [known, own]
        .iter()
        .any(|piece| is_on(piece, "pawn") || is_on(piece, "royal"))
    {
        return false;
    }
    let says = |key: &str| own.get_ref().get(key).is_some();
    moves_otherwise(known, own, false)
        || SWITCHES
            .iter()
            .any(|key| says(key) && is_on(own, key) != is_on(known, key))
        || says("effect") && text_in(own, "effect") != text_in(known, "effect")
}

/// The text of a key in the table of a piece.
fn text_in<'p>(piece: &'p Spanned<DeValue<'_>>, key: &str) -> Option<&'p str> {
    piece.get_ref().get(key)?.get_ref().as_str()
}

/// Whether a table of a piece has a key with the value `true`.
fn is_on(piece: &Spanned<DeValue<'_>>, key: &str) -> bool {
    let value = piece.get_ref().get(key);
    value.and_then(|value| value.get_ref().as_bool()) == Some(true)
}

/// Removes what a piece is worth, as it was found for its former movement.
fn leave_worth_out(piece: &mut Spanned<DeValue<'_>>) {
    if let DeValue::Table(piece) = piece.get_mut() {
        for key in FITTED[1].iter().filter(|key| **key != "letter") {
            piece.remove(*key);
        }
    }
}

/// Removes from the inherited `dead` the letters of pieces that a file moves otherwise, unless the file has a `dead` of its own: a piece that
/// could not mate may do so now. All letters are removed where kings move otherwise, squares are missing, stalemate decides, or conditions act.
fn keep_dead(merged: &mut DeTable<'_>, pieces: &[Spanned<DeValue<'_>>], over: &DeTable<'_>) {
    let own = over.get(ENDS).and_then(|ends| ends.get_ref().as_table());
    if own.is_some_and(|ends| ends.contains_key(DEAD)) {
        return;
    }
    let inherited = merged.get_mut(ENDS).map(Spanned::get_mut);
    let Some(DeValue::Table(ends)) = inherited else {
        return;
    };
    let Some(DeValue::String(dead)) = ends.get_mut(DEAD).map(Spanned::get_mut) else {
        return;
    };
    let inherited = |letter: &str| pieces.iter().find(|piece| letter_of(piece) == letter);
    let moves_otherwise = |letter: &str| {
        let own = pieces_in(over).find(|piece| letter_of(piece) == letter);
        own.zip(inherited(letter))
            .is_some_and(|(own, known)| moves_otherwise(known, own, true))
    };
    let other_kings = pieces_in(over).any(|piece| {
        let letter = letter_of(piece);
        let was_royal = inherited(letter).is_some_and(|piece| is_on(piece, "royal"));
        is_on(piece, "royal") && !was_royal || was_royal && moves_otherwise(letter)
    });
    let stalemate = own.and_then(|ends| ends.get("stalemate"));
    let stalemate = stalemate.and_then(|stalemate| stalemate.get_ref().as_str());
    let holes = over.get("start").and_then(|start| start.get_ref().as_str());
    let changed = MAY_MATE.iter().any(|key| over.contains_key(*key))
        || other_kings
        || stalemate.is_some_and(|stalemate| stalemate != "draw")
        || holes.is_some_and(|start| start.contains('*'));
    let kept: String = if changed {
        String::new()
    } else {
        letters_of(dead)
            .filter(|letter| !moves_otherwise(letter))
            .collect()
    };
    *dead = kept.into();
}

/// Removes the inherited pieces that a file lists in `without`.
fn leave_out(
    pieces: &mut Vec<Spanned<DeValue<'_>>>,
    over: &DeTable<'_>,
    source: &Source,
) -> Result<(), LoadError> {
    let Some(without) = over.get("without") else {
        return Ok(());
    };
    let mut left_out = HashSet::new();
    let mut column = 1;
    for letter in letters_of(without.get_ref().as_str().unwrap_or_default()) {
        let width = letter.chars().count();
        let message = match pieces.iter().position(|piece| letter_of(piece) == letter) {
            Some(index) => {
                pieces.remove(index);
                left_out.insert(letter);
                column += width;
                continue;
            }
            None if left_out.contains(&letter) => twice(&letter),
            None => no_such_letter(&letter, pieces),
        };
        return Err(source.error(without, column, message));
    }
    Ok(())
}

fn no_such_letter(letter: &str, pieces: &[Spanned<DeValue<'_>>]) -> String {
    let known: Vec<&str> = pieces.iter().map(letter_of).collect();
    format!(
        "no inherited piece has the letter '{letter}' (expected one of: {})",
        known.join(" ")
    )
}

/// Replaces the value `under` with `over`, or merges their keys if both are tables.
fn lay_value_over<'a>(under: &mut Spanned<DeValue<'a>>, over: Spanned<DeValue<'a>>) {
    match (under.get_mut(), over.get_ref()) {
        (DeValue::Table(under), DeValue::Table(_)) => {
            if let DeValue::Table(over) = over.into_inner() {
                for (key, value) in over {
                    lay_key_over(under, key, value);
                }
            }
        }
        _ => *under = over,
    }
}

fn lay_key_over<'a>(
    table: &mut DeTable<'a>,
    key: Spanned<DeString<'a>>,
    value: Spanned<DeValue<'a>>,
) {
    let value = match table.remove(&key) {
        Some(mut under) => {
            lay_value_over(&mut under, value);
            under
        }
        None => value,
    };
    // The key is replaced too, so that errors name the place of the new key.
    table.insert(key, value);
}

/// The `[[piece]]` tables in a file. Values that are no tables are included; reading the definition refuses them later.
fn pieces_in<'t, 'a>(table: &'t DeTable<'a>) -> impl Iterator<Item = &'t Spanned<DeValue<'a>>> {
    let pieces = table
        .get(PIECES)
        .and_then(|pieces| pieces.get_ref().as_array());
    pieces.into_iter().flat_map(|pieces| pieces.iter())
}

/// Removes the `[[piece]]` tables from a file's table and returns them.
fn take_pieces<'a>(table: &mut DeTable<'a>) -> Vec<Spanned<DeValue<'a>>> {
    match table
        .remove(PIECES)
        .map(|pieces| (pieces.span(), pieces.into_inner()))
    {
        Some((_, DeValue::Array(pieces))) => pieces.into_iter().collect(),
        Some((span, other)) => vec![Spanned::new(span, other)],
        None => Vec::new(),
    }
}

fn put_pieces<'a>(table: &mut DeTable<'a>, pieces: Vec<Spanned<DeValue<'a>>>) {
    let pieces = DeValue::Array(pieces.into_iter().collect());
    table.insert(unplaced(DeString::Borrowed(PIECES)), unplaced(pieces));
}

fn letter_of<'t>(piece: &'t Spanned<DeValue<'_>>) -> &'t str {
    text_in(piece, "letter").unwrap_or_default()
}

/// The value of a key in a `[[piece]]` table.
fn table_in<'t, 'a>(piece: &'t mut Spanned<DeValue<'a>>, key: &str) -> Option<&'t mut DeValue<'a>> {
    match piece.get_mut() {
        DeValue::Table(table) => table.get_mut(key).map(Spanned::get_mut),
        _ => None,
    }
}
