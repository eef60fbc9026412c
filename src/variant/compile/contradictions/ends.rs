//! Contradictions between the ends of a game, its kings and its turns.

use super::refusal::{refuse, refuse_keys};
use crate::variant::definition::{
    BareKing, Checkmate, Definition, Kings, Pass, Stalemate, Turns, filled,
};
use crate::variant::error::LoadError;
use crate::variant::rule_set::RuleSet;
use crate::variant::source::Source;

/// Checks the ends of a game, its kings and its turns. The error is the first contradiction or key without effect.
pub(super) fn check(
    rules: &RuleSet,
    definition: &Definition,
    source: &Source,
) -> Result<(), LoadError> {
    goal(rules, source)?;
    checkmate(rules, source)?;
    bare_king(rules, source)?;
    dead(rules, definition, source)?;
    course(rules, definition, source)?;
    kings(rules, definition, source)?;
    turns(rules, definition, source)
}

/// A game in which kings are captured needs kings.
fn goal(rules: &RuleSet, source: &Source) -> Result<(), LoadError> {
    if !rules.capabilities.royal_capture {
        return Ok(());
    }
    if rules.royals.is_empty() {
        let message = "nobody is royal, but `goal = \"capture\"` needs kings to capture";
        return refuse_keys(source, message);
    }
    Ok(())
}

/// `perpetual_check` needs a game with check. `bare` in `[counting]` excludes en passant, drops and turns of several moves.
fn course(rules: &RuleSet, definition: &Definition, source: &Source) -> Result<(), LoadError> {
    let mate = !rules.capabilities.royal_capture && !rules.royals.is_empty();
    if rules.repetition.perpetual_check_loses && !mate {
        let message = "`perpetual_check` in [ends], but there is no check in this game";
        return refuse_keys(source, message);
    }
    if rules.counting.is_none() {
        return Ok(());
    }
    let place = &definition.counting.bare;
    let message = if rules.en_passant {
        "`bare` in [counting] and en passant: FENs write the count where the squares of en passant stand"
    } else if rules.capabilities.several_legs() || rules.capabilities.drops {
        "`bare` in [counting] and drops or several moves a turn exclude each other"
    } else {
        return Ok(());
    };
    refuse(source, place, message)
}

/// `bare_king` needs kings.
fn bare_king(rules: &RuleSet, source: &Source) -> Result<(), LoadError> {
    if rules.bare_king == BareKing::Loses && rules.royals.is_empty() {
        return refuse_keys(source, "`bare_king` in [ends], but no piece is royal");
    }
    Ok(())
}

/// `checkmate` needs kings that can be mated.
fn checkmate(rules: &RuleSet, source: &Source) -> Result<(), LoadError> {
    let message = if rules.checkmate == Checkmate::Loses {
        return Ok(());
    } else if rules.capabilities.royal_capture {
        "`checkmate` and `goal = \"capture\"` contradict each other: where kings are captured there is no mate"
    } else if rules.royals.is_empty() {
        "`checkmate` in [ends], but no piece is royal"
    } else {
        return Ok(());
    };
    refuse_keys(source, message)
}

/// `dead` needs a game in which mate is the only way to win. An inherited `dead` is ignored in other games.
fn dead(rules: &RuleSet, definition: &Definition, source: &Source) -> Result<(), LoadError> {
    let ends = &definition.ends;
    let Some(dead) = filled(&ends.dead).filter(|dead| !source.is_inherited(*dead)) else {
        return Ok(());
    };
    let message = if rules.capabilities.royal_capture {
        "`dead` and `goal = \"capture\"` contradict each other: where kings are captured no position is dead"
    } else if !ends.goals.is_empty() {
        "`dead` and `goals` contradict each other: where goals end the game no position is dead"
    } else if !rules.has_dead_positions && ends.checkmate == Checkmate::Loses {
        "`dead` and royal pieces that move differently contradict each other: one of them may mate alone"
    } else if !rules.has_dead_positions {
        "`dead` and `checkmate = \"wins\"` contradict each other: where mate is avoided no position is dead"
    } else {
        return Ok(());
    };
    refuse(source, dead, message)
}

/// `kings` needs a game of mate and cannot be `one` if kings can change sides; `flip` needs captors that change colour.
fn kings(rules: &RuleSet, definition: &Definition, source: &Source) -> Result<(), LoadError> {
    let turns = rules.conditions.recolour_captors() || rules.conditions.recolour_movers();
    if definition.flip.is_some() && !rules.conditions.recolour_captors() {
        let message = "`flip` needs a condition by which captors change colour, as `andernach`";
        return refuse_keys(source, message);
    }
    let message = match definition.ends.kings {
        Some(Kings::Spare) if rules.capabilities.royal_capture || rules.capabilities.two_boards => {
            "`kings = \"spare\"` excludes `goal = \"capture\"` and `alice`: it is about the checks of one board"
        }
        Some(Kings::Any) if rules.capabilities.royal_capture => {
            "`kings = \"any\"` and `goal = \"capture\"` contradict each other: a side without a king has lost where kings are captured"
        }
        Some(Kings::Flip) if rules.capabilities.royal_capture => {
            "`kings = \"flip\"` and `goal = \"capture\"` contradict each other: a side without a king has lost where kings are captured"
        }
        Some(Kings::Flip) if !turns => {
            "`kings = \"flip\"` needs a condition by which moving pieces change colour, as `andernach`"
        }
        Some(Kings::One) if rules.royals.is_empty() && !rules.capabilities.royal_capture => {
            "`kings = \"one\"`, but no piece is royal"
        }
        Some(Kings::One) if rules.kings_turn => {
            "`kings = \"one\"` and `rex = \"inclusive\"` contradict each other: kings that change sides can be none or many"
        }
        _ => return Ok(()),
    };
    refuse_keys(source, message)
}

/// Linked kings exclude a schedule, because both determine the length of turns, and need a game in which kings are captured. `check` and
/// `en_passant` need a schedule and a game that has check or en passant.
fn turns(rules: &RuleSet, definition: &Definition, source: &Source) -> Result<(), LoadError> {
    let turns = &definition.turns;
    let has = rules.capabilities;
    if let Some(linked) = filled(&turns.linked) {
        if has.schedule {
            let message =
                "`linked` and `schedule` contradict each other: both say how many moves a turn has";
            return refuse(source, linked, message);
        }
        if !has.royal_capture {
            let message = "`linked` and `goal = \"mate\"` contradict each other: a king that has to move may not be able to without standing in check";
            return refuse(source, linked, message);
        }
        if !rules.royals.contains_all(rules.linked) {
            return refuse(source, linked, "`linked` names a piece that is not royal");
        }
    }
    if has.passes && has.several_legs() {
        let message = "`pass` and several moves a turn exclude each other: nothing says which moves are passed";
        return refuse_keys(source, message);
    }
    stalemate(rules, turns, source)?;
    if turns.schedule.is_none() && (turns.check.is_some() || turns.en_passant.is_some()) {
        let message = "`check` and `en_passant` in [turns] need a `schedule`";
        return refuse_keys(source, message);
    }
    if has.two_boards && turns.en_passant.is_some() {
        let message = "`en_passant` in [turns] and `alice` contradict each other: there is no en passant on two boards";
        return refuse_keys(source, message);
    }
    if has.royal_capture && turns.check.is_some() {
        let message = "`check` in [turns] and `goal = \"capture\"` contradict each other: where kings are captured there is no check";
        return refuse_keys(source, message);
    }
    Ok(())
}

/// Where both sides may pass without another move, nobody is stalemated.
fn stalemate(rules: &RuleSet, turns: &Turns, source: &Source) -> Result<(), LoadError> {
    if rules.stalemate == Stalemate::Draw || rules.passes.contains(&Pass::Never) {
        return Ok(());
    }
    let keys = if turns.pass == Pass::Never {
        "`white_pass` and `black_pass`"
    } else {
        "`pass`"
    };
    let message = format!(
        "{keys} in [turns] and `stalemate` in [ends] contradict each other: a side that may pass is never stalemated"
    );
    refuse_keys(source, &message)
}
