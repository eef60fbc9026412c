//! The compiler, which turns a merged definition into a variant. Each step uses only the results of earlier steps:
//!
//! 1. `piece_types` reads each piece type by itself
//! 2. `rules` compiles the rules of the game, with `board`, `promotion`, `contradictions` and others
//! 3. the look-up tables are made from rules and movements
//! 4. the values are made from tables and file
//! 5. the presentation is copied from the file

mod board;
mod castling_homes;
mod contradictions;
mod course;
mod dynamo;
mod einstein;
mod forbidden;
mod goals;
mod homes;
mod imitators;
mod letters;
mod name;
mod piece_types;
mod promotion;
mod rules;
mod walls;

use super::compiled::{DeclaredVariants, Variant};
use super::conditions::ConditionSpec;
use super::declared::DeclaredPieces;
use super::definition::{Definition, PieceDefinition};
use super::error::LoadError;
use super::eval_tables::{EvalTables, FileValues};
use super::piece_set::PieceSet;
use super::presentation::Presentation;
use super::source::Source;
use super::tables::Tables;
use super::weights::Weights;
use super::win_curve::WinCurve;
use crate::board::BoardTables;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Checks and compiles a definition. `conditions` are all conditions that a file can name. `board_tables` has the look-up tables that
/// variants share.
///
/// # Errors
/// [`LoadError::Invalid`] for the first fault, with its place.
pub fn compile(
    definition: &Definition,
    conditions: &[&'static ConditionSpec],
    source: &Source,
    board_tables: &Arc<BoardTables>,
) -> Result<Variant, LoadError> {
    let required = |text: Option<_>, what| text.ok_or_else(|| source.missing(what));
    let name = required(definition.name.as_ref(), "`name`")?;
    name::check_name(name, source)?;
    let start = required(definition.start.as_ref(), "`start`")?;
    let (of_file, castling_note) = castling_homes::fitted(definition, start, source)?;
    let of_file = &*imitators::with_imitator(&of_file);
    let definition = &*walls::with_wall(of_file, conditions);
    let drafts = piece_types::drafts(definition, source)?;
    let rules = rules::rule_set(definition, start, &drafts, conditions, source)?;
    let file_values: Vec<FileValues> = definition
        .pieces
        .iter()
        .map(|piece| FileValues::new(piece, rules.files, rules.ranks, source))
        .collect::<Result<_, _>>()?;
    let notes = castling_note
        .into_iter()
        .chain(dropped_tables(definition, &file_values))
        .collect();
    let (texts, movements): (Vec<_>, Vec<_>) = drafts
        .into_iter()
        .map(|draft| (draft.text, draft.movement))
        .unzip();
    let tables = Tables::new(&rules, &movements, board_tables);
    let letters: Vec<&str> = texts.iter().map(|text| text.letter.as_str()).collect();
    let weights = Weights::of(&definition.weights, source)?;
    let values = EvalTables::new(
        &rules,
        &tables,
        &file_values,
        weights,
        start.as_ref(),
        &letters,
        source,
    )?;
    let win_curve = WinCurve::of(&definition.chances, source)?;
    let name = name.as_ref().clone();
    let presentation = Presentation {
        title: definition.title.clone().unwrap_or_else(|| name.clone()),
        inventor: definition.inventor.clone(),
        summary: match (&*definition.summary, &definition.inherits) {
            ("", Some(parent)) => format!("Made from {}.", parent.as_ref()),
            (summary, _) => summary.to_owned(),
        },
        rules: definition.rules.clone(),
        piece_types: texts,
        xboard_parent: definition.xboard.parent.clone(),
        xboard_name: definition.xboard.alias.as_ref().unwrap_or(&name).clone(),
    };
    Ok(Variant {
        name,
        start: start.as_ref().clone(),
        rules,
        tables,
        values,
        win_curve,
        network: None,
        notes,
        presentation,
        movements,
        board_tables: Arc::clone(board_tables),
        declarable: PieceSet::of(of_file, conditions, source).map(DeclaredVariants::new),
        declared: DeclaredPieces::default(),
        base: None,
        by_setup: Arc::default(),
        by_castling: Arc::default(),
    })
}

/// Notes about the inherited tables by rank and file that do not fit the board.
fn dropped_tables(definition: &Definition, values: &[FileValues]) -> Vec<String> {
    let keys = values.iter().flat_map(|values| &values.dropped);
    let keys: BTreeSet<&str> = keys.copied().collect();
    let note = |key: &str| {
        let pieces = definition.pieces.iter().zip(values);
        let pieces = pieces.filter(|(_, values)| values.dropped.contains(&key));
        let letters: Vec<&str> = pieces
            .map(|(piece, _)| piece.letter.get_ref().as_str())
            .collect();
        let letters = letters.join(" ");
        format!(
            "the inherited `{key}` of {letters} is dropped: it is a list for a board of another size"
        )
    };
    keys.into_iter().map(note).collect()
}

/// Checks a declared piece without regard to the rest of the game.
///
/// # Errors
/// A message about the first fault of the piece.
pub(super) fn check_piece(piece: &PieceDefinition) -> Result<(), String> {
    let source = Source::without_file("Pieces");
    let checked = piece_types::draft(piece, None, &source)
        .and_then(|_| contradictions::piece_by_itself(piece, &source));
    checked.map_err(|error| match error {
        LoadError::Invalid { message, .. } => message,
        other => other.to_string(),
    })
}
