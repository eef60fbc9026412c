//! Refuses keys that contradict each other, and keys without effect. Everything else combines.

use super::dynamo;
use super::piece_types::PieceTypeDraft;
use crate::variant::definition::{Definition, FirstRank, Kings, PieceDefinition, Text, filled};
use crate::variant::error::LoadError;
use crate::variant::rule_set::RuleSet;
use crate::variant::source::Source;

/// Refuses the first contradiction or key without effect.
pub(super) fn check(
    rules: &RuleSet,
    definition: &Definition,
    drafts: &[PieceTypeDraft],
    source: &Source,
) -> Result<(), LoadError> {
    if rules.move_limit == 0 {
        let message = "`move_limit` in [ends] is 0 (expected 1 or more)";
        return refuse_key(source, definition, message);
    }
    goal(rules, definition, source)?;
    kings(rules, definition, source)?;
    turns(rules, definition, source)?;
    pawns(rules, definition, drafts, source)?;
    castling(rules, definition, drafts, source)?;
    zones(rules, definition, source)?;
    drops(rules, definition, source)?;
    displacement(rules, definition, drafts, source)?;
    definition
        .pieces
        .iter()
        .try_for_each(|piece| self::piece(rules, piece, source))
}

/// An error at a text of the file.
fn refuse(source: &Source, at: &Text, message: &str) -> Result<(), LoadError> {
    Err(source.error(at, 1, message))
}

/// An error about a key that has no text of its own.
fn refuse_key(source: &Source, definition: &Definition, message: &str) -> Result<(), LoadError> {
    Err(match &definition.name {
        Some(name) => source.error(name, 1, message),
        None => source.error_in_file(message),
    })
}

/// Captured kings: there have to be kings, and no position is dead.
fn goal(rules: &RuleSet, definition: &Definition, source: &Source) -> Result<(), LoadError> {
    if !rules.capabilities.royal_capture {
        return Ok(());
    }
    if rules.royals.is_empty() {
        let message = "nobody is royal, but `goal = \"capture\"` needs kings to capture";
        return match definition.pieces.first() {
            Some(piece) => refuse(source, &piece.letter, message),
            None => Err(source.missing("a piece")),
        };
    }
    if let Some(dead) = filled(&definition.ends.dead) {
        let message = "`dead` and `goal = \"capture\"` contradict each other: where kings are captured no position is dead";
        return refuse(source, dead, message);
    }
    Ok(())
}

/// `kings` belongs to games of mate, and cannot be `one` where kings change sides.
fn kings(rules: &RuleSet, definition: &Definition, source: &Source) -> Result<(), LoadError> {
    let turns = rules.conditions.recolour_captors() || rules.conditions.recolour_movers();
    if definition.flip.is_some() && !rules.conditions.recolour_captors() {
        let message = "`flip` needs a condition by which captors change colour, as `andernach`";
        return refuse_key(source, definition, message);
    }
    let message = match definition.ends.kings {
        Some(Kings::Any) if rules.capabilities.royal_capture => {
            "`kings = \"any\"` and `goal = \"capture\"` contradict each other: a side without a king has lost where kings are captured"
        }
        Some(Kings::Flip) if rules.capabilities.royal_capture => {
            "`kings = \"flip\"` and `goal = \"capture\"` contradict each other: a side without a king has lost where kings are captured"
        }
        Some(Kings::Flip) if !turns => {
            "`kings = \"flip\"` needs a condition by which moving pieces change colour, as `andernach`"
        }
        Some(Kings::One) if rules.kings_turn => {
            "`kings = \"one\"` and `rex = \"inclusive\"` contradict each other: kings that change sides can be none or many"
        }
        _ => return Ok(()),
    };
    refuse_key(source, definition, message)
}

/// Linked kings exclude a schedule, since both determine the length of turns, and need captured kings. `check` and `en_passant`
/// need a game that has check or en passant.
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
    if turns.schedule.is_none() && (turns.check.is_some() || turns.en_passant.is_some()) {
        let message = "`check` and `en_passant` in [turns] need a `schedule`";
        return refuse_key(source, definition, message);
    }
    if has.two_boards && turns.en_passant.is_some() {
        let message = "`en_passant` in [turns] and `alice` contradict each other: there is no en passant on two boards";
        return refuse_key(source, definition, message);
    }
    if has.royal_capture && turns.check.is_some() {
        let message = "`check` in [turns] and `goal = \"capture\"` contradict each other: where kings are captured there is no check";
        return refuse_key(source, definition, message);
    }
    Ok(())
}

/// Pawns promote by zone or by rank, not both. The keys of `[pawns]` need pawns that promote by rank.
fn pawns(
    rules: &RuleSet,
    definition: &Definition,
    drafts: &[PieceTypeDraft],
    source: &Source,
) -> Result<(), LoadError> {
    let pawns = &definition.pawns;
    let needs = rules.pawn.map(|pawn| drafts[pawn.index()].movement.needs);
    let movement = rules
        .pawn
        .and_then(|pawn| definition.pieces[pawn.index()].movement.as_ref());
    if rules.rank_pawn.is_some() {
        let steps_over = rules.double_step || pawns.first_rank != FirstRank::Stuck;
        if let (Some(column), Some(movement)) = (needs.and_then(|needs| needs.en_passant), movement)
            && !(steps_over && rules.en_passant)
        {
            let message = "`e` (en passant), but no pawn can be taken so in this game";
            return Err(source.error(movement, column, message));
        }
        return Ok(());
    }
    if let Some(text) = filled(&pawns.promotion) {
        let message = "`promotion` in [pawns] needs a pawn that goes up the ranks of a game of mate; others promote by zone";
        return refuse(source, text, message);
    }
    if pawns.promotion_from_setup || pawns.first_rank != FirstRank::Stuck {
        let message = "[pawns] needs a pawn that goes up the ranks of a game of mate";
        return refuse_key(source, definition, message);
    }
    let special = needs.and_then(|needs| needs.first_move.or(needs.en_passant));
    if let (Some(column), Some(movement)) = (special, movement) {
        let message =
            "double steps and en passant need a pawn that goes up the ranks of a game of mate";
        return Err(source.error(movement, column, message));
    }
    Ok(())
}

/// The king's movement has `isO2` if and only if `[castling]` names a piece.
fn castling(
    rules: &RuleSet,
    definition: &Definition,
    drafts: &[PieceTypeDraft],
    source: &Source,
) -> Result<(), LoadError> {
    let castling = &definition.castling;
    let castlers = rules.castlers.iter().any(Option::is_some);
    if castling.rights_return && !castlers {
        return refuse_key(
            source,
            definition,
            "`rights_return` in [castling], but nobody castles",
        );
    }
    let kings = definition.pieces.iter().zip(drafts);
    let said = kings.clone().find_map(|(piece, draft)| {
        let movement = piece.movement.as_ref()?;
        Some((
            movement,
            draft.movement.needs.castling?,
            draft.movement.castling?,
        ))
    });
    match (said, filled(&castling.white).or(filled(&castling.black))) {
        (Some((movement, column, _)), None) => {
            let message = "`O` (castling), but [castling] names no piece to castle with";
            Err(source.error(movement, column, message))
        }
        (Some((movement, column, way)), Some(_)) if way.range != 2 => {
            let message = "kings castle by two squares (`isO2`)";
            Err(source.error(movement, column, message))
        }
        (None, Some(text)) => {
            let message = "[castling], but the movement of no king says `isO2`";
            Err(source.error(text, 1, message))
        }
        (Some(_), Some(text)) if !rules.board.is_full() => {
            let message = "castling needs the 8x8 board, and this one is another (a king that does not castle moves without `isO2`)";
            Err(source.error(text, 1, message))
        }
        _ => Ok(()),
    }
}

/// Promotion zones and promoted forms need each other.
fn zones(rules: &RuleSet, definition: &Definition, source: &Source) -> Result<(), LoadError> {
    let zones = &definition.zones;
    let empty = rules.zones.promotion.iter().all(|zone| zone.is_empty());
    if let Some(zone) = filled(&zones.white).or(filled(&zones.black))
        && !rules.capabilities.zones
    {
        let message = "a promotion zone, but no piece has a promoted form (a letter such as +R)";
        return refuse(source, zone, message);
    }
    let promoted = definition
        .pieces
        .iter()
        .find(|piece| piece.letter.as_ref().starts_with('+'));
    if let Some(piece) = promoted.filter(|_| empty) {
        let message = "a promoted form, but there is no promotion zone in [zones]";
        return refuse(source, &piece.letter, message);
    }
    let turns = filled(&zones.left).or(zones.up.as_ref());
    if let Some(zone) = turns.filter(|_| rules.pawn.is_none()) {
        let message = "`up` and `left` in [zones] turn pawns, and there is no pawn";
        return refuse(source, zone, message);
    }
    Ok(())
}

/// Kings cannot be held in hand; `not_on_end_ranks` lists pieces of `hand`.
fn drops(rules: &RuleSet, definition: &Definition, source: &Source) -> Result<(), LoadError> {
    let drops = &definition.drops;
    if rules.hand.iter().any(|held| rules.royals.contains(held)) {
        return refuse(source, &drops.hand, "a royal piece cannot be held in hand");
    }
    if !rules.hand.contains_all(rules.not_on_end_ranks) {
        let message = "`not_on_end_ranks` names a piece that `hand` does not";
        return refuse(source, &drops.not_on_end_ranks, message);
    }
    Ok(())
}

/// Dynamo combines with few other rules.
fn displacement(
    rules: &RuleSet,
    definition: &Definition,
    drafts: &[PieceTypeDraft],
    source: &Source,
) -> Result<(), LoadError> {
    match dynamo::contradiction(rules, definition, drafts) {
        None => Ok(()),
        Some(found) => match found.place {
            Some((text, column)) => Err(source.error(text, column, found.message)),
            None => refuse_key(source, definition, &found.message),
        },
    }
}

/// The keys of a piece fit each other.
fn piece(rules: &RuleSet, piece: &PieceDefinition, source: &Source) -> Result<(), LoadError> {
    if piece.rifle && piece.pawn && rules.rank_pawn.is_some() {
        let message = "`rifle` and `pawn` contradict each other: a pawn captures by moving";
        return refuse(source, &piece.letter, message);
    }
    if piece.iron && piece.royal {
        let message = "`iron` and `royal` contradict each other: whoever could not be captured would not be in check";
        return refuse(source, &piece.letter, message);
    }
    if piece.relay && (piece.royal || piece.pawn) {
        let message = "`relay` of a king or a pawn: these neither give their moves nor receive any";
        return refuse(source, &piece.letter, message);
    }
    piece_by_itself(piece, source)
}

/// The same for keys that have nothing to do with the rest of the game: declared pieces are checked so.
pub(super) fn piece_by_itself(piece: &PieceDefinition, source: &Source) -> Result<(), LoadError> {
    if piece.effect.is_none() && (piece.target.is_some() || piece.rex.is_some()) {
        let message = "`target` and `rex` need an `effect`";
        return refuse(source, &piece.letter, message);
    }
    Ok(())
}
