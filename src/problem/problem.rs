//! A problem as given, before its positions are checked.

use super::diagram::Diagram;
use super::error::ProblemError;
use super::options::Options;
use super::stipulation::Stipulation;
use super::task::Task;
use super::twin::Twin;
use crate::catalogue::Catalogue;
use crate::variant::{DeclaredPieces, Variant};
use std::sync::Arc;

/// A parsed problem; the legality of its positions is not checked yet.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its number in a file, from 1.
    pub number: Option<usize>,
    /// The title.
    pub title: Option<String>,
    /// The author; several lines joined by `; `.
    pub author: Option<String>,
    /// The source.
    pub origin: Option<String>,
    /// The award.
    pub award: Option<String>,
    /// A remark.
    pub remarks: Vec<String>,
    /// The game whose rules hold; `None` on the problem board.
    pub game: Option<String>,
    /// This game; of the problem board the one that it is made of.
    pub(super) variant: Arc<Variant>,
    /// The conditions of the diagram, by their names in variant files.
    pub conditions: Vec<String>,
    /// The pieces that are declared.
    pub pieces: DeclaredPieces,
    /// The diagram.
    pub diagram: Diagram,
    /// The diagram from which play leads to it, if the stipulation has one.
    pub start: Option<Diagram>,
    /// The stipulation.
    pub stipulation: Stipulation,
    /// The options.
    pub options: Options,
    /// Further positions, in order.
    pub twins: Vec<Twin>,
    /// Whether the diagram itself is not solved: the first twin is position a).
    pub zero_position: bool,
}

const BOARD: &str = "hurdlers";

/// The game of a problem, if problems are solved in it.
///
/// # Errors
/// That there is no such game, or why there are no problems in it.
pub(super) fn game(
    catalogue: &Catalogue,
    name: Option<&str>,
) -> Result<Arc<Variant>, ProblemError> {
    let variant = catalogue
        .variant(name.unwrap_or(BOARD))
        .map_err(|error| ProblemError::new(error.to_string()))?;
    match Task::objection(&variant) {
        None => Ok(variant),
        Some(why) => {
            let name = &variant.name;
            let reason = format!("no problems are solved in {name}: {why}");
            Err(ProblemError::new(reason))
        }
    }
}

/// Whether a game is that of the problem board, where pieces and conditions are declared.
pub(super) fn is_board(variant: &Variant) -> bool {
    variant.name == BOARD
}
