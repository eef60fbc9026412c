//! Checks the start position of a variant file. Superfluous details, which are dropped when a player sets up a position, are
//! mistakes in a file.

use super::dispatch;
use super::outcome::Reason;
use super::setup::position;
use crate::base::Color;
use crate::position::{FenError, FenFields, Position, Rights, Setup};
use crate::variant::{GoalEvent, GoalRule, Variant};
use std::sync::Arc;

/// Why the start position of a file does not fit its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartError {
    /// The column of the mistake in the FEN, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub reason: String,
    /// The key of the variant file that makes it wrong, with its table; empty if it is the position alone.
    pub key: &'static str,
}

/// Checks the start position of a variant file, for [`crate::catalogue::Catalogue::add`].
///
/// # Errors
/// The start position is not one of the game, has rights, en passant squares or a clock that the game cannot have there, or
/// leaves nothing to play.
pub fn check_start(variant: &Arc<Variant>) -> Result<(), StartError> {
    let text = variant.start.as_str();
    let whole = |error: FenError| StartError {
        column: 1,
        reason: error.to_string(),
        key: "",
    };
    let fields = FenFields::split(text).map_err(whole)?;
    let at = |part: Option<&str>, found: &str, reason: String| {
        let part = part.unwrap_or(text);
        let before = part.as_ptr() as usize - text.as_ptr() as usize;
        let before = before + part.find(found).unwrap_or(0);
        StartError {
            column: text[..before].chars().count() + 1,
            reason,
            key: "",
        }
    };
    let placed = |error: FenError| match &error {
        FenError::Field { field, found, .. } => {
            at(field_of(&fields, field), found, error.to_string())
        }
        FenError::Kings { .. } => {
            let reason = format!("{error}, or `kings` in [ends] says otherwise");
            at(None, "", reason)
        }
        FenError::Position(_) => at(None, "", error.to_string()),
    };
    let setup = Setup::parse(variant, text).map_err(placed)?;
    let pos = position(variant, text).map_err(placed)?;
    let state = pos.state();
    if let Some((color, reason)) = lost_right(&pos, &setup) {
        return Err(StartError {
            key: ["`white` in [castling]", "`black` in [castling]"][color.index()],
            ..at(fields.castling, "", reason)
        });
    }
    if let Some(color) = right_in_vain(&pos, &setup) {
        let name = color.name();
        let reason = format!("no king and castling piece of {name}'s stand so on their first rank");
        return Err(at(fields.castling, "", reason));
    }
    if setup.state.en_passant != state.en_passant {
        let reason = "no pawn can capture en passant there".to_owned();
        return Err(at(fields.en_passant, "", reason));
    }
    let (clock, limit) = (state.halfmove_clock, variant.rules.move_limit);
    if clock >= limit {
        let reason = format!("the half-move clock is {clock}, and the game is drawn at {limit}");
        return Err(StartError {
            key: "`move_limit` in [ends]",
            ..at(fields.halfmove_clock, "", reason)
        });
    }
    match dispatch::outcome(&pos) {
        Some(end) => {
            let same = |goal: &GoalRule| matches!(goal.event, GoalEvent::Reach { squares: [white, black], .. } if white == black);
            let both = if end.reason == Reason::Reached && variant.rules.goals.iter().any(same) {
                "; without `reach_black` the squares of `reach` are Black's, too"
            } else {
                ""
            };
            Err(StartError {
                key: key_of(end.reason),
                ..at(None, "", format!("the game is over at once ({end}){both}"))
            })
        }
        None => Ok(()),
    }
}

/// The key by which a game ends for a reason.
const fn key_of(reason: Reason) -> &'static str {
    match reason {
        Reason::Reached => "`reach` of a goal in [ends]",
        Reason::Checks => "`checks` of a goal in [ends]",
        Reason::KindLost => "`lost` of a goal in [ends]",
        Reason::AllLost => "`lost_all` of a goal in [ends]",
        Reason::BareKing => "`bare_king` in [ends]",
        Reason::KingsCaptured => "`goal` in [ends]",
        _ => "",
    }
}

/// The text of the field that an error names.
fn field_of<'a>(fields: &FenFields<'a>, name: &str) -> Option<&'a str> {
    match name {
        "placement" => Some(fields.boards),
        "hands" => fields.hands.or(Some(fields.boards)),
        "side to move" => fields.side,
        "castling" => fields.castling,
        "en passant" => fields.en_passant,
        "half-move clock" => fields.halfmove_clock,
        "move number" => fields.fullmove_number,
        "legs" | "end" => fields.legs,
        _ => None,
    }
}

/// The side to which the castling field gives more rights than the position has, in a game in which castling is written by files.
fn right_in_vain(pos: &Position, setup: &Setup) -> Option<Color> {
    let written = setup.castling.as_deref();
    let letters = written.filter(|_| pos.variant().rules.castling.anywhere)?;
    let in_vain = |color: &Color| {
        let is_own = |letter: &char| {
            letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == (*color == Color::White)
        };
        let rights = pos.state().rights;
        let wings = [true, false].into_iter();
        let kept = wings.filter(|kingside| rights.has(Rights::wing(*color, *kingside)));
        letters.chars().filter(is_own).count() > kept.count()
    };
    Color::ALL.into_iter().find(in_vain)
}

/// Why the position does not have a castling right that its FEN gives, and whose right it is.
fn lost_right(pos: &Position, setup: &Setup) -> Option<(Color, String)> {
    let rules = &pos.variant().rules;
    let given = setup.state.rights.without(pos.state().rights);
    for color in Color::ALL {
        let name = color.name();
        let rank = if color == Color::White { 1 } else { 8 };
        let why = |kingside: bool, file: Option<char>| match rules.castling.castler(color, kingside)
        {
            None => format!("no piece of {name}'s castles"),
            Some(_)
                if !pos.state().rights.has_any(Rights::all(color)) && king_is_away(pos, color) =>
            {
                format!("{name}'s king is not on e{rank}")
            }
            Some(rook) => match (
                file,
                pos.variant().presentation.piece_types.get(rook.index()),
            ) {
                (Some(file), Some(rook)) => {
                    format!("no {} of {name}'s stands on {file}{rank}", rook.name)
                }
                _ => "castling rights do not return in this game".to_owned(),
            },
        };
        let rights = [
            (Rights::wing(color, true), 'K', true, Some('h')),
            (Rights::wing(color, false), 'Q', false, Some('a')),
            (Rights::unmoved(color), 'E', true, None),
        ];
        for (right, letter, kingside, file) in rights {
            if given.has(right) {
                let letter = match color {
                    Color::White => letter,
                    Color::Black => letter.to_ascii_lowercase(),
                };
                let why = why(kingside, file);
                return Some((color, format!("castling right '{letter}', but {why}")));
            }
        }
    }
    None
}

fn king_is_away(pos: &Position, color: Color) -> bool {
    !pos.royals(color)
        .contains(pos.variant().rules.castling.kings[color.index()])
}
