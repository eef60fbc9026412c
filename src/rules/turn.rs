//! Whole turns: one leg in most games, several in some. Only here are legs joined into texts.

use super::{Rules, outcome};
use crate::base::{Move, MoveList, Square};
use crate::position::{Position, move_text};
use crate::with_rules;

/// A legal turn with its text and what it leads to.
#[derive(Clone)]
pub struct Turn {
    /// The text: legs joined by commas.
    pub text: String,
    /// The legs.
    pub legs: Vec<Move>,
    /// The position afterwards, the other side to move.
    pub after: Position,
}

/// Why a text is no legal turn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The game is over.
    #[error("'{text}': the game is over ({outcome})")]
    GameOver {
        /// The text.
        text: String,
        /// The result.
        outcome: String,
    },
    /// No legal turn has this text.
    #[error("'{text}' is not a legal move here ({reason})")]
    Illegal {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// All legal turns, in the order of generation; none if a rule of the variant has ended the game.
pub fn legal_turns(pos: &Position) -> Vec<Turn> {
    let mut turns = Vec::new();
    with_rules!(pos.variant(), R => {
        if R::immediate_end(pos).is_none() {
            extend::<R>(pos, "", &[], &mut turns);
        }
    });
    turns
}

fn extend<R: Rules>(pos: &Position, text: &str, legs: &[Move], turns: &mut Vec<Turn>) {
    let mut list = MoveList::new();
    R::legal(pos, &mut list);
    for mv in list {
        let after = R::play(pos, mv);
        let comma = if text.is_empty() { "" } else { "," };
        let text = format!("{text}{comma}{}", move_text(pos.variant(), mv));
        let legs: Vec<Move> = legs.iter().copied().chain([mv]).collect();
        if R::LEGS
            && after.side_to_move() == pos.side_to_move()
            && R::immediate_end(&after).is_none()
        {
            extend::<R>(&after, &text, &legs, turns);
        } else {
            turns.push(Turn { text, legs, after });
        }
    }
}

/// The legal turn of a text. Promotion letters may be written in upper case, forced promotions
/// without their sign.
///
/// # Errors
/// [`MoveError`] saying what is wrong.
pub fn turn_of_text(pos: &Position, text: &str) -> Result<Turn, MoveError> {
    let shown: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    let legs: Vec<&str> = text.split(',').collect();
    let mut at = pos.clone();
    let mut moves = Vec::new();
    let mut texts = Vec::new();
    for (index, leg) in legs.iter().enumerate() {
        let over = with_rules!(at.variant(), R => R::immediate_end(&at));
        if let Some(outcome) = over {
            return Err(MoveError::GameOver {
                text: shown,
                outcome: outcome.to_string(),
            });
        }
        let mut list = MoveList::new();
        with_rules!(at.variant(), R => R::legal(&at, &mut list));
        let found = find(&at, &list, leg);
        let Some(mv) = found else {
            if index == 0
                && list.is_empty()
                && let Some(outcome) = outcome(pos)
            {
                return Err(MoveError::GameOver {
                    text: shown,
                    outcome: outcome.to_string(),
                });
            }
            return Err(MoveError::Illegal {
                text: shown,
                reason: why_not(&at, leg),
            });
        };
        texts.push(move_text(at.variant(), mv));
        moves.push(mv);
        at = super::play(&at, mv);
        let complete = at.side_to_move() != pos.side_to_move();
        if complete && index + 1 < legs.len() {
            let reason = format!(
                "the turn is complete after {} of {} legs",
                index + 1,
                legs.len()
            );
            return Err(MoveError::Illegal {
                text: shown,
                reason,
            });
        }
    }
    let unfinished = at.side_to_move() == pos.side_to_move()
        && with_rules!(at.variant(), R => R::LEGS && R::immediate_end(&at).is_none());
    if unfinished {
        let reason = "the turn is not complete: another leg has to follow".to_owned();
        return Err(MoveError::Illegal {
            text: shown,
            reason,
        });
    }
    Ok(Turn {
        text: texts.join(","),
        legs: moves,
        after: at,
    })
}

/// The legal leg of a text, if any.
fn find(pos: &Position, list: &MoveList, text: &str) -> Option<Move> {
    let exact = |mv: &&Move| move_text(pos.variant(), **mv) == text;
    let relaxed = |mv: &&Move| {
        let canonical = move_text(pos.variant(), **mv);
        canonical.eq_ignore_ascii_case(text) || canonical.strip_suffix('+') == Some(text)
    };
    list.iter()
        .find(exact)
        .or_else(|| list.iter().find(relaxed))
        .copied()
}

/// What is wrong with the text of a leg that is not legal.
pub(super) fn why_not(pos: &Position, text: &str) -> String {
    if let Some(owed) = pos.state().owed {
        let from: Option<Square> = text.get(..2).and_then(|from| from.parse().ok());
        if !from.is_some_and(|from| pos.pieces(pos.side_to_move(), owed).contains(from)) {
            let name = pos.variant().presentation.piece_types[owed.index()]
                .name
                .to_lowercase();
            return format!("the other king, the {name}, has to move now");
        }
    }
    if let Some((letter, to)) = text.split_once('@') {
        return why_no_drop(pos, letter, to);
    }
    let squares = (
        text.get(..2).map(str::parse),
        text.get(2..4).map(str::parse),
    );
    let (Some(Ok(from)), Some(Ok(to))) = squares else {
        return "expected squares as in e2e4, a promotion as in a7a8q, or a drop as in P@e4"
            .to_owned();
    };
    let from: Square = from;
    let to: Square = to;
    let us = pos.side_to_move();
    match pos.at(from) {
        None => format!("there is no man on {from}"),
        Some(man) if man.color() != us => format!("the man on {from} is not {}'s", us.name()),
        Some(man) => {
            let name = &pos.variant().presentation.piece_types[man.piece_type().index()].name;
            let mut pseudo = MoveList::new();
            with_rules!(pos.variant(), R => R::generate(pos, super::GenType::All, from.into(), &mut pseudo));
            if !pseudo.iter().any(|mv| mv.to() == to) {
                format!("the {} on {from} cannot go to {to}", name.to_lowercase())
            } else if pseudo
                .iter()
                .any(|mv| mv.to() == to && mv.piece_type().is_some())
            {
                "a promotion needs the letter of a man the pawn can become, and a safe king"
                    .to_owned()
            } else {
                "it leaves the king attacked".to_owned()
            }
        }
    }
}

/// What is wrong with the text of a drop that is not legal.
fn why_no_drop(pos: &Position, letter: &str, to: &str) -> String {
    let variant = pos.variant();
    let to: Square = match to.parse() {
        Ok(to) if variant.rules.board.squares().contains(to) => to,
        Ok(to) => return format!("{to} is no square of this board"),
        Err(error) => return error.to_string(),
    };
    let piece_type = variant.type_of_letter(&letter.to_ascii_uppercase());
    let held = piece_type.filter(|piece_type| pos.hand(pos.side_to_move()).count(*piece_type) > 0);
    match (held, pos.at(to)) {
        (None, _) if variant.rules.hand.is_empty() => format!("{} has no drops", variant.name),
        (None, _) => format!("{} has no '{letter}' in hand", pos.side_to_move().name()),
        (Some(_), Some(_)) => format!("{to} is not empty"),
        (Some(_), None) => "it leaves the king attacked".to_owned(),
    }
}

/// The position after the turn of a text.
///
/// # Errors
/// [`MoveError`] saying what is wrong.
pub fn play_text(pos: &Position, text: &str) -> Result<Position, MoveError> {
    turn_of_text(pos, text).map(|turn| turn.after)
}
