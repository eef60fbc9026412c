//! Compiles the goals of a variant file (`[[ends.goals]]`).

use super::letters::Letters;
use crate::base::{Bitboard, PieceType, PieceTypeSet};
use crate::variant::definition::{Ends, Goal, GoalDefinition, GoalResult, Text, filled};
use crate::variant::error::LoadError;
use crate::variant::goals::{GoalEvent, GoalRule};
use crate::variant::source::Source;
use crate::variant::zones;

/// The maximum number of checks in a goal.
const MOST_CHECKS: u8 = 100;

/// The text that means all piece types, in `lost_all` and `by`.
const EVERY: &str = "*";

/// What is needed to compile goals: the game's letters, royal pieces and squares, and the file.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub letters: &'a Letters<'a>,
    pub royals: PieceTypeSet,
    pub board: Bitboard,
    pub source: &'a Source,
}

/// Compiles the goals of a file, in order. Also returns the number of checks in the goal that counts checks; 0 if there is none.
pub(super) fn goals(ends: &Ends, context: Context<'_>) -> Result<(Vec<GoalRule>, u8), LoadError> {
    let source = context.source;
    let read = |goal| one(goal, ends.goal == Goal::Capture, context);
    let goals: Vec<GoalRule> = ends.goals.iter().map(read).collect::<Result<_, _>>()?;
    let mut counted = ends.goals.iter().filter_map(|goal| goal.checks);
    let checks = counted.next().unwrap_or(0);
    if counted.next().is_some() {
        return Err(source.error_in_file("two goals with `checks` (expected one at most)"));
    }
    Ok((goals, checks))
}

fn one(
    goal: &GoalDefinition,
    royal_capture: bool,
    context: Context<'_>,
) -> Result<GoalRule, LoadError> {
    let Context {
        letters,
        royals,
        source,
        ..
    } = context;
    let said = [
        filled(&goal.reach).is_some(),
        goal.checks.is_some(),
        filled(&goal.lost).is_some(),
        filled(&goal.lost_all).is_some(),
    ];
    let refuse = |message: &str| Err(source.error_in_file(message));
    if said.into_iter().filter(|it| *it).count() != 1 {
        return refuse(
            "each of the `goals` in [ends] has to say one of `reach`, `checks`, `lost` and `lost_all`, and only one (two ends are two goals)",
        );
    }
    let [reach, checks, lost, _] = said;
    let of_squares = goal.reach_black.is_some() || goal.last_move || goal.safe;
    if !reach && (filled(&goal.by).is_some() || of_squares) {
        return refuse(
            "`by`, `reach_black`, `safe` and `last_move` of a goal in [ends] need `reach`",
        );
    }
    if goal.left > 0 && (reach || checks) {
        return refuse("`left` of a goal in [ends] needs `lost` or `lost_all`");
    }
    let left = goal.left.into();
    let event = if reach {
        reached(goal, context)?
    } else if let Some(checks) = goal.checks {
        if !(1..=MOST_CHECKS).contains(&checks) {
            return refuse(&format!(
                "`checks` of a goal in [ends] is {checks} (expected 1 to {MOST_CHECKS})"
            ));
        }
        if royal_capture {
            return refuse(
                "`checks` of a goal in [ends] and `goal = \"capture\"` contradict each other: where kings are captured there is no check",
            );
        }
        if royals.is_empty() {
            return refuse("`checks` of a goal in [ends] needs a royal piece");
        }
        GoalEvent::Checks
    } else if lost {
        let kinds = letters.set(&goal.lost)?;
        GoalEvent::Lost { kinds, left }
    } else {
        let kinds = every_or(&goal.lost_all, letters)?;
        GoalEvent::LostAll { kinds, left }
    };
    let usual = if reach || checks {
        GoalResult::Wins
    } else {
        GoalResult::Loses
    };
    Ok(GoalRule {
        event,
        result: goal.result.unwrap_or(usual),
    })
}

fn reached(goal: &GoalDefinition, context: Context<'_>) -> Result<GoalEvent, LoadError> {
    let Context {
        letters,
        royals,
        board,
        source,
    } = context;
    let by = match filled(&goal.by) {
        Some(by) => every_or(by, letters)?,
        None if royals.is_empty() => {
            let message = "`reach` without `by`, and no piece is royal (expected the letters of the pieces that can reach the squares)";
            return Err(source.error(&goal.reach, 0, message));
        }
        None => royals,
    };
    let squares = [
        &goal.reach,
        goal.reach_black.as_ref().unwrap_or(&goal.reach),
    ];
    let [white, black] = squares.map(|text| zones::squares(text, board, source));
    Ok(GoalEvent::Reach {
        by,
        squares: [white?, black?],
        safe: goal.safe,
        last_move: goal.last_move,
    })
}

/// The piece types that a text lists; all types for `*`.
fn every_or(text: &Text, letters: &Letters<'_>) -> Result<PieceTypeSet, LoadError> {
    if text.get_ref() == EVERY {
        Ok((0..letters.drafts.len()).map(PieceType::new).collect())
    } else {
        letters.set(text)
    }
}
