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
    /// The number of the problem in its file, from 1.
    pub number: Option<usize>,
    /// The title.
    pub title: Option<String>,
    /// The author; several lines joined by `; `.
    pub author: Option<String>,
    /// The source.
    pub origin: Option<String>,
    /// The award.
    pub award: Option<String>,
    /// Remarks, one per line.
    pub remarks: Vec<String>,
    /// The game whose rules hold; `None` for the problem board (the game `hurdlers`).
    pub game: Option<String>,
    /// The compiled game; for the problem board without the pieces and conditions that the problem declares.
    pub(super) variant: Arc<Variant>,
    /// The conditions of the diagram, by their names in variant files.
    pub conditions: Vec<String>,
    /// The pieces that the problem declares.
    pub pieces: DeclaredPieces,
    /// The diagram.
    pub diagram: Diagram,
    /// The first diagram, for stipulations that lead from one diagram to another.
    pub start: Option<Diagram>,
    /// The stipulation.
    pub stipulation: Stipulation,
    /// The options.
    pub options: Options,
    /// Twins (further positions), in order.
    pub twins: Vec<Twin>,
    /// Whether the diagram itself is not solved (zero position): the first twin is a).
    pub zero_position: bool,
}

const BOARD: &str = "hurdlers";

/// The game of a problem, if problems are solved in it.
///
/// # Errors
/// If there is no such game, or if problems cannot be solved in it.
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

/// Whether a game is the problem board, on which problems declare pieces and conditions.
pub(super) fn is_board(variant: &Variant) -> bool {
    variant.name == BOARD
}
