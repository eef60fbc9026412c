//! Compiles the Einstein ladder of a game with its ends. Files give pieces by their `name`, ignoring case.

use super::piece_types::PieceTypeDraft;
use crate::base::PieceType;
use crate::variant::definition::{Definition, EinsteinDefinition, Text};
use crate::variant::error::LoadError;
use crate::variant::source::Source;
use crate::variant::transformations::{Ladder, LadderEnds};

/// The default ladder, from the lowest type up.
const LADDER: [&str; 5] = ["pawn", "knight", "bishop", "rook", "queen"];

/// The word in `ends` for the hurdler's type.
const HURDLER: &str = "hurdler";

/// The word in `ends` for a piece that keeps its type.
const STAY: &str = "stay";

/// Which rules of the game use the ladder.
#[derive(Clone, Copy)]
pub(super) struct Users {
    /// A piece with the effect E uses it.
    pub effect: bool,
    /// A condition uses it.
    pub condition: bool,
}

/// The piece type with a name, ignoring case.
fn named(name: &str, drafts: &[PieceTypeDraft]) -> Option<PieceType> {
    let is_it = |draft: &PieceTypeDraft| draft.text.name.to_lowercase() == name.to_lowercase();
    drafts.iter().position(is_it).map(PieceType::new)
}

fn unknown_name(name: &str, words: &str, drafts: &[PieceTypeDraft]) -> String {
    let known: Vec<&str> = drafts.iter().map(|d| d.text.name.as_str()).collect();
    let known = known.join(", ");
    format!("no piece is called '{name}' (expected {words}one of: {known})")
}

/// Refuses a royal piece: kings never change type, and no piece becomes a king.
fn refuse_king(
    piece_type: PieceType,
    text: &Text,
    definition: &Definition,
    source: &Source,
) -> Result<(), LoadError> {
    if definition.pieces[piece_type.index()].royal {
        let message = format!("'{}' is royal, and nobody becomes a king", text.as_ref());
        return Err(source.error(text, 1, message));
    }
    Ok(())
}

/// The types of the ladder, from the lowest up. In an inherited or default ladder, pieces that are royal or that the game does not have
/// are skipped.
pub(super) fn rungs(
    definition: &Definition,
    drafts: &[PieceTypeDraft],
    source: &Source,
) -> Result<Vec<PieceType>, LoadError> {
    let royal = |rung: PieceType| definition.pieces[rung.index()].royal;
    let Some(written) = &definition.einstein.ladder else {
        let known = |name: &&str| named(name, drafts).filter(|rung| !royal(*rung));
        return Ok(LADDER.iter().filter_map(known).collect());
    };
    let mut rungs = Vec::new();
    for text in written {
        let name = text.as_ref();
        match named(name, drafts) {
            Some(rung) if rungs.contains(&rung) => {
                let message = format!("the piece '{name}' stands twice on the ladder");
                return Err(source.error(text, 1, message));
            }
            Some(rung) if royal(rung) && !source.is_own(text) => {}
            Some(rung) => {
                refuse_king(rung, text, definition, source)?;
                rungs.push(rung);
            }
            None if source.is_own(text) => {
                return Err(source.error(text, 1, unknown_name(name, "", drafts)));
            }
            None => {}
        }
    }
    Ok(rungs)
}

/// Compiles the ladder from its rungs and the ends in the file.
pub(super) fn ladder(
    definition: &Definition,
    drafts: &[PieceTypeDraft],
    rungs: &[PieceType],
    users: Users,
    source: &Source,
) -> Result<Ladder, LoadError> {
    let EinsteinDefinition {
        ladder: _,
        ends,
        condition_ends,
    } = &definition.einstein;
    refuse_unused(
        ends,
        users.effect,
        "`ends` in [einstein] is about the effect E, which no piece has",
        source,
    )?;
    refuse_unused(
        condition_ends,
        users.condition,
        "`condition_ends` in [einstein] is about the condition `einstein`, which the game does not have",
        source,
    )?;
    let piece = |text: &Text, words: &str| {
        let name = text.as_ref();
        let Some(end) = named(name, drafts) else {
            return Err(source.error(text, 1, unknown_name(name, words, drafts)));
        };
        refuse_king(end, text, definition, source)?;
        if rungs.contains(&end) {
            let message = format!("'{name}' stands on the ladder, so it cannot be beyond its ends");
            return Err(source.error(text, 1, message));
        }
        Ok(LadderEnds::Piece(end))
    };
    let effect = match ends.get_ref().to_lowercase().as_str() {
        HURDLER => LadderEnds::Changer,
        STAY => LadderEnds::Stay,
        _ => piece(ends, "`hurdler`, `stay` or ")?,
    };
    let condition = match condition_ends.get_ref().to_lowercase().as_str() {
        STAY => LadderEnds::Stay,
        _ => piece(condition_ends, "`stay` or ")?,
    };
    Ok(Ladder::new(rungs, effect, condition))
}

/// Refuses a key in the game's own file that has no effect because nothing uses it.
fn refuse_unused(text: &Text, used: bool, message: &str, source: &Source) -> Result<(), LoadError> {
    if used || !source.is_own(text) {
        return Ok(());
    }
    Err(source.error(text, 1, message))
}
