//! Files of fitted weights: what pieces are worth and what evaluation terms weigh in a game, laid over what its own file says.

use super::definition::{Definition, Numbers, PieceDefinition, Text, WeightsDefinition};
use super::error::{LoadError, Place};
use super::source::Source;
use super::weights::Weights;
use serde::Deserialize;

/// What such a file says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fitted {
    #[serde(default, rename = "piece")]
    pieces: Vec<Worth>,
    #[serde(default)]
    weights: WeightsDefinition,
}

/// What it says of a piece: the keys are those of variant files.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Worth {
    letter: Text,
    value: Option<i32>,
    endgame: Option<i32>,
    by_rank: Option<Numbers>,
    endgame_by_rank: Option<Numbers>,
    by_file: Option<Numbers>,
    endgame_by_file: Option<Numbers>,
    #[serde(default)]
    weights: WeightsDefinition,
}

/// Reads a file of fitted weights, as a definition that says nothing else.
///
/// # Errors
/// [`LoadError::Invalid`] with the place of the first thing that is not understood, or that is not about weights.
pub fn fitted(file: &str, text: &str) -> Result<Definition, LoadError> {
    let fitted: Fitted = toml::from_str(text).map_err(|error| LoadError::Invalid {
        file: file.to_owned(),
        place: Place::of(text, error.span().map_or(0, |span| span.start)),
        message: error.message().trim().replace('\n', "; "),
    })?;
    // Said here, where the place is known.
    let source = Source { file, text };
    let weights = Weights::of(&fitted.weights, &source)?;
    for worth in &fitted.pieces {
        weights.of_piece(&worth.weights, &source)?;
    }
    let pieces = fitted.pieces.into_iter().map(|worth| PieceDefinition {
        value: worth.value,
        endgame: worth.endgame,
        by_rank: worth.by_rank,
        endgame_by_rank: worth.endgame_by_rank,
        by_file: worth.by_file,
        endgame_by_file: worth.endgame_by_file,
        weights: worth.weights,
        ..PieceDefinition::of_letter(worth.letter)
    });
    Ok(Definition {
        pieces: pieces.collect(),
        weights: fitted.weights,
        ..Definition::default()
    })
}
