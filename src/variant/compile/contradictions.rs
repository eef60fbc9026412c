//! Refuses variant files with keys that contradict each other or have no effect. All other keys can be combined.

use super::dynamo;
use super::piece_types::PieceTypeDraft;
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::betza::{Path, Travel, Via};
use crate::variant::definition::{
    BareKing, Checkmate, Definition, FirstRank, Kings, Pass, PieceDefinition, Placing, Stalemate,
    Text, Turns, filled, letters_of,
};
use crate::variant::error::LoadError;
use crate::variant::free_moves::{passes, passes_aslant};
use crate::variant::rule_set::{MAX_HELD, RuleSet};
use crate::variant::source::Source;
use crate::variant::zones::{MAGIC_SQUARES, WORMHOLES};

/// Checks a game. The error is the first contradiction or key without effect.
pub(super) fn check(
    rules: &RuleSet,
    definition: &Definition,
    drafts: &[PieceTypeDraft],
    source: &Source,
) -> Result<(), LoadError> {
    goal(rules, source)?;
    checkmate(rules, source)?;
    bare_king(rules, source)?;
    dead(rules, definition, source)?;
    course(rules, definition, source)?;
    kings(rules, definition, source)?;
    turns(rules, definition, source)?;
    pawns(rules, definition, drafts, source)?;
    relayed_pawns(rules, source)?;
    unmoved(rules, definition, drafts, source)?;
    palaces(rules, definition, drafts, source)?;
    castling(rules, definition, drafts, source)?;
    zones(rules, definition, source)?;
    drops(rules, definition, source)?;
    gating(rules, definition, source)?;
    walls(rules, definition, source)?;
    chains(rules, definition, drafts, source)?;
    displacement(rules, definition, drafts, source)?;
    definition
        .pieces
        .iter()
        .try_for_each(|piece| self::piece(rules, piece, source))
}

/// Returns an error at a text value in the file.
fn refuse(source: &Source, at: &Text, message: &str) -> Result<(), LoadError> {
    Err(source.error(at, 1, message))
}

/// Returns an error about the keys that the message names.
fn refuse_keys(source: &Source, message: &str) -> Result<(), LoadError> {
    Err(source.error_in_file(message))
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

/// The keys of `[pawns]` need pawns to which they can apply.
fn pawns(
    rules: &RuleSet,
    definition: &Definition,
    drafts: &[PieceTypeDraft],
    source: &Source,
) -> Result<(), LoadError> {
    let pawns = &definition.pawns;
    let usual = rules.rank_pawn.is_some();
    let of_pawns = rules.pawns.iter().map(PieceType::index);
    for (movement, draft) in
        of_pawns.map(|index| (&definition.pieces[index].movement, &drafts[index]))
    {
        let (needs, Some(text)) = (draft.movement.needs, movement) else {
            continue;
        };
        let passes = draft_passes(rules, drafts)
            || rules.double_step
            || pawns.first_rank != FirstRank::Stuck;
        if let Some(column) = needs.en_passant
            && !(passes && rules.en_passant)
        {
            let message = "`e` (en passant), but no pawn can be taken so in this game";
            return Err(source.error(text, column, message));
        }
        if let (Some(column), false) = (
            needs.first_move.or(needs.en_passant),
            rules.zones.is_straight(),
        ) {
            let message = "first moves and en passant of pawns that turn: `left` in [zones] and `i` or `e` exclude each other";
            return Err(source.error(text, column, message));
        }
    }
    let turned = !rules.zones.is_straight() || rules.zones.up != Bitboard::ALL;
    let of_steps = pawns.first_moves.as_ref().or(pawns.passed.as_ref());
    if let Some(text) = of_steps.filter(|_| rules.pawns.is_empty() || turned) {
        let message = "`first_moves` and `passed` in [pawns] need a pawn that goes up the ranks";
        return refuse(source, text, message);
    }
    let promotes = rules.pawns.iter().any(|pawn| {
        let form = |color| &rules.promotion(Piece::new(color, pawn)).into;
        definition.pieces[pawn.index()].promotion.is_none()
            && !Color::ALL.into_iter().any(|color| {
                form(color)
                    .iter()
                    .any(|into| rules.demoted[into.index()] == pawn)
            })
    });
    let lists = [
        filled(&pawns.promotion),
        pawns.white.as_ref(),
        pawns.black.as_ref(),
    ];
    let zones = [&definition.zones.white_pawns, &definition.zones.black_pawns];
    let named = lists
        .into_iter()
        .chain(zones.map(Option::as_ref))
        .flatten()
        .next();
    if let Some(text) = named.filter(|_| !promotes) {
        let message = "[pawns] says what pawns become, but no pawn promotes so: it has a promoted form or `promotion` of its own, or there is none";
        return refuse(source, text, message);
    }
    let becomes = |pawn| {
        let sides = Color::ALL.map(|color| &rules.promotion(Piece::new(color, pawn)).into);
        sides.into_iter().any(|into| !into.is_empty())
    };
    let promoting = rules.promotion_from_setup || rules.pawns.iter().any(becomes);
    if pawns.captured_only && !promoting {
        let message = "`captured_only` in [pawns] and a game in which no pawn promotes contradict each other: `promotion` names no piece";
        return refuse_keys(source, message);
    }
    let triple = matches!(pawns.first_rank, FirstRank::Triple | FirstRank::Setup);
    if (pawns.promotion_from_setup || triple) && !usual {
        let key = if triple {
            "`first_rank = \"triple\"` or `\"setup\"`"
        } else {
            "`promotion_from_setup`"
        };
        let message = if triple && (pawns.first_moves.is_some() || pawns.passed.is_some()) {
            format!(
                "{key} in [pawns] excludes `first_moves` and `passed`: it says itself where pawns make long steps and are passed"
            )
        } else {
            format!(
                "{key} in [pawns] needs a single kind of pawn that moves and promotes as in chess, without `first_moves`, `passed`, `captured_only` and any `limit`"
            )
        };
        return refuse_keys(source, &message);
    }
    if pawns.first_rank == FirstRank::Moves && rules.pawns.is_empty() {
        let message = "`first_rank` in [pawns], but there is no pawn";
        return refuse_keys(source, message);
    }
    free_pawns(rules, definition, drafts, source)
}

/// `unmoved` (pieces with first moves) excludes castling and some other rules: FENs name such pieces by their files in the castling field.
fn unmoved(
    rules: &RuleSet,
    definition: &Definition,
    drafts: &[PieceTypeDraft],
    source: &Source,
) -> Result<(), LoadError> {
    for (piece, draft) in definition.pieces.iter().zip(drafts) {
        let alone = !piece.unmoved && filled(&piece.aimed).is_some();
        let message = if alone {
            "`aimed` needs `unmoved = true`: there is no right that it could end"
        } else if piece.unmoved && piece.pawn {
            "`unmoved` and `pawn` exclude each other: pawns make first moves by where they stand"
        } else if piece.unmoved && draft.movement.needs.first_move.is_none() {
            "`unmoved`, but its movement has no `i`, as in `KimN`"
        } else {
            ""
        };
        if !message.is_empty() {
            return refuse(source, &piece.letter, message);
        }
    }
    let files = |homes: Bitboard| homes.into_iter().map(Square::file).collect::<Vec<_>>();
    let mut files = rules.unmoved_homes.into_iter().map(files);
    let twice = files.any(|mut files| {
        files.sort_unstable();
        files.windows(2).any(|pair| pair[0] == pair[1])
    });
    let message = if rules.unmoved.is_empty() {
        return Ok(());
    } else if rules.castling.exists() {
        "`unmoved` and [castling] exclude each other: FENs write both in the same field"
    } else if rules.capabilities.two_boards {
        "`unmoved` and `alice` exclude each other: FENs name the file of such a piece, not its board"
    } else if twice {
        "two pieces with `unmoved` stand on the same file at the start: FENs tell them apart by their files"
    } else {
        return Ok(());
    };
    refuse_keys(source, message)
}

/// Whether a pawn has a long step after which it can be captured en passant.
fn draft_passes(rules: &RuleSet, drafts: &[PieceTypeDraft]) -> bool {
    let mut pawns = rules.pawns.iter().map(PieceType::index);
    pawns.any(|index| drafts[index].movement.paths.iter().any(passes))
}

/// Refuses rules that work only with the pawns of chess, in games whose pawns move differently.
fn free_pawns(
    rules: &RuleSet,
    definition: &Definition,
    drafts: &[PieceTypeDraft],
    source: &Source,
) -> Result<(), LoadError> {
    let free = rules
        .pawns
        .iter()
        .find(|pawn| rules.rank_pawn != Some(*pawn));
    let Some(pawn) = free else {
        return Ok(());
    };
    let piece = &definition.pieces[pawn.index()];
    if rules.conditions.captors_move_on() {
        let message = "`take-and-make` and a pawn that moves or promotes otherwise than in chess: it would promote where it captures";
        return refuse(source, &piece.letter, message);
    }
    let several = rules.pawns.iter().count() > 1;
    if rules.marks_promoted && several {
        let message = "`hand` and several kinds of pawns that promote: a captured piece would not show which pawn it was, unless it stays what it is by `promoted_stay = true` in [drops]";
        return refuse(source, &definition.drops.hand, message);
    }
    let aslant = |index: usize| drafts[index].movement.paths.iter().any(passes_aslant);
    let mut pawns = rules.pawns.iter().map(PieceType::index);
    if rules.en_passant && pawns.any(aslant) {
        if let Some(text) = &definition.turns.schedule {
            let message = "`schedule` and en passant of pawns that pass squares of other files: several could have passed one square";
            return refuse(source, text, message);
        }
        if rules.capabilities.placing {
            let message = "`placing` in [walls] and en passant of pawns that pass squares of other files exclude each other";
            return refuse(source, &piece.letter, message);
        }
        if let Some(text) = definition.conditions.first() {
            let message = "conditions and en passant of pawns that pass squares of other files exclude each other: leave out one of them, or the e of the pawns' movement";
            return refuse(source, text, message);
        }
        if rules.board.wraps() {
            let message = "`wrap` and en passant of pawns that pass squares of other files exclude each other";
            return refuse(source, &piece.letter, message);
        }
    }
    Ok(())
}

/// The keys of `[castling]`; the king's movement must have `isO2` if, and only if, `[castling]` names a piece.
fn castling<'a>(
    rules: &RuleSet,
    definition: &'a Definition,
    drafts: &[PieceTypeDraft],
    source: &Source,
) -> Result<(), LoadError> {
    let castling = &definition.castling;
    let castlers = rules.castling.exists();
    if let Some(text) = castling.arrivals.as_ref().filter(|_| !castlers) {
        return refuse(
            source,
            text,
            "`arrivals` in [castling], which names no piece to castle with",
        );
    }
    if let Some(text) = castling
        .arrivals
        .as_ref()
        .filter(|_| rules.capabilities.dynamo)
    {
        return refuse(
            source,
            text,
            "`arrivals` in [castling] and `dynamo` exclude each other",
        );
    }
    let mut drafted = drafts
        .iter()
        .filter(|draft| draft.movement.castling.is_some());
    let steps_aside = drafted.any(|draft| {
        let mut paths = draft.movement.paths.iter();
        paths.any(|path| path.legs.is_empty() && path.last.ranks == 0 && path.last.files.abs() == 1)
    });
    let beside = |text: &&Text| text.as_ref().contains(['d', 'f']) && !castling.anywhere;
    if let Some(text) = castling
        .arrivals
        .as_ref()
        .filter(beside)
        .filter(|_| steps_aside)
    {
        let message =
            "`arrivals` beside the king: castling and a step of the king would have the same text";
        return refuse(source, text, message);
    }
    if castling.anywhere {
        let others = [
            (!castlers, "[castling] names no piece to castle with"),
            (
                rules.rights_return,
                "`rights_return` needs homes that the file says",
            ),
            (
                rules.capabilities.two_boards,
                "`alice` needs homes that the file says",
            ),
            (
                rules.promotion_from_setup || rules.first_rank == FirstRank::Setup,
                "other rules of the game come from the position that is set up already",
            ),
        ];
        if let Some((_, why)) = others.into_iter().find(|(is_so, _)| *is_so) {
            let message = format!("`anywhere` in [castling], but {why}");
            return refuse_keys(source, &message);
        }
    }
    rights_without_castling(rules, definition, source)?;
    let castles = |(piece, draft): (&'a PieceDefinition, &PieceTypeDraft)| {
        let movement = &draft.movement;
        let text = piece.movement.as_ref()?;
        Some((
            text,
            movement.needs.castling?,
            movement.castling?,
            piece.royal,
        ))
    };
    let kings = definition.pieces.iter().zip(drafts).filter_map(castles);
    // A piece that is not royal comes first, because it is the one that does not fit.
    let said = kings.min_by_key(|(.., royal)| *royal);
    match (said, filled(&castling.white).or(filled(&castling.black))) {
        (Some((movement, column, ..)), None) => {
            let message = "`O` (castling), but [castling] names no piece to castle with";
            Err(source.error(movement, column, message))
        }
        (Some((movement, column, way, _)), Some(_)) if way.range != 2 => {
            let message = "kings castle by two squares (`isO2`)";
            Err(source.error(movement, column, message))
        }
        (Some((movement, column, ..)), Some(_))
            if !rules.royals.is_empty() && !rules.royals.contains_all(rules.castling_kings) =>
        {
            let message = "castling of a piece that is not royal, beside one that is (a king's text says `isO2`)";
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

/// Castling rights that return or come with a drop need castling.
fn rights_without_castling(
    rules: &RuleSet,
    definition: &Definition,
    source: &Source,
) -> Result<(), LoadError> {
    let castling = &definition.castling;
    let castlers = rules.castling.exists();
    if castling.dropped && (!castlers || rules.hand.is_empty() || castling.anywhere) {
        let message = "`dropped` in [castling] needs drops and pieces that castle from homes that the file says";
        return refuse_keys(source, message);
    }
    if castling.dropped && castling.rights_return {
        let message = "`dropped` and `rights_return` in [castling] exclude each other: where rights return a dropped piece has none";
        return refuse_keys(source, message);
    }
    if castling.rights_return && !castlers {
        return refuse_keys(source, "`rights_return` in [castling], but nobody castles");
    }
    Ok(())
}

/// Promotion zones and promoted forms need each other; zones that turn pawns need a pawn.
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
    for (text, name) in [(&zones.magic, MAGIC_SQUARES), (&zones.wormholes, WORMHOLES)] {
        let names = &mut definition.conditions.iter();
        if let Some(text) = text
            && !source.is_inherited(text)
            && !names.any(|named| named.as_ref() == name)
        {
            let message =
                format!("the squares of the condition `{name}`, but the game does not have it");
            return refuse(source, text, &message);
        }
    }
    if zones.by_capture && empty {
        let message = "`by_capture` in [zones] needs `white` or `black`";
        return refuse_keys(source, message);
    }
    let turns = filled(&zones.left).or(zones.up.as_ref());
    if let Some(zone) = turns.filter(|_| rules.pawn.is_none()) {
        let message = "`up` and `left` in [zones] turn pawns, and there is no pawn";
        return refuse(source, zone, message);
    }
    Ok(())
}

/// `relay` in `[pawns]` needs a piece whose moves pawns can receive.
fn relayed_pawns(rules: &RuleSet, source: &Source) -> Result<(), LoadError> {
    if rules.relayed_pawns && rules.relays.is_empty() {
        let message =
            "`relay` in [pawns] needs a piece with `relay = true`, whose moves pawns receive";
        return refuse_keys(source, message);
    }
    Ok(())
}

/// `squares` (a palace) needs a piece that only steps and leaps, because only leap tables can be confined.
fn palaces(
    rules: &RuleSet,
    definition: &Definition,
    drafts: &[PieceTypeDraft],
    source: &Source,
) -> Result<(), LoadError> {
    for (piece, draft) in definition.pieces.iter().zip(drafts) {
        let Some(text) = &piece.squares else {
            continue;
        };
        let leaps = |path: &Path| {
            path.legs.is_empty() && path.travel == Travel::Leap && !path.modes.initial
        };
        let movement = &draft.movement;
        let message = if piece.pawn {
            "`squares` and `pawn` exclude each other"
        } else if movement.castling.is_some() || !movement.paths.iter().all(leaps) {
            "`squares` of a piece that does more than step or leap"
        } else if rules.capabilities.dynamo || rules.capabilities.relay {
            "`squares` excludes `dynamo` and movements that are given or lent"
        } else {
            continue;
        };
        return refuse(source, text, message);
    }
    Ok(())
}

/// The keys of `[drops]`: kings can be in hand only if captured pieces do not go to hands; `not_on_end_ranks` and similar keys may name
/// only pieces of `hand`.
fn drops(rules: &RuleSet, definition: &Definition, source: &Source) -> Result<(), LoadError> {
    let drops = &definition.drops;
    if rules.kings_in_hand {
        let one = rules.royals.iter().count() == 1 && definition.ends.kings.is_none();
        let message = if drops.captures || !drops.compulsory {
            "a royal piece in hand needs `captures = false` and `compulsory = true`: it is dropped before the game goes on"
        } else if !one
            || rules.capabilities.royal_capture
            || rules.kings_turn
            || !rules.goals.is_empty()
        {
            "a royal piece in hand needs a game of mate in which each side has one king"
        } else {
            ""
        };
        if !message.is_empty() {
            return refuse(source, &drops.hand, message);
        }
    }
    let lists = [
        ("not_on_end_ranks", &drops.not_on_end_ranks),
        ("one_a_file", &drops.one_a_file),
        ("square_colours", &drops.square_colours),
        ("no_mate", &drops.no_mate),
    ];
    if drops.most_a_file != 1 && filled(&drops.one_a_file).is_none() {
        let message = "`most_a_file` in [drops] needs `one_a_file`";
        return refuse_keys(source, message);
    }
    let held = |letter: &str| letters_of(drops.hand.as_ref()).any(|held| held == letter);
    for (key, text) in lists {
        if !letters_of(text.as_ref()).all(|letter| held(&letter)) {
            let message = format!("`{key}` names a piece that `hand` does not");
            return refuse(source, text, &message);
        }
    }
    for piece in &definition.pieces {
        let letter = piece.letter.as_ref();
        let form = letter.strip_prefix('+').filter(|_| drops.promoted);
        let comes_from_hand = held(form.unwrap_or(letter));
        if let Some(text) = piece.drop.as_ref().filter(|_| !comes_from_hand) {
            let message = "`drop` of a piece that `hand` in [drops] does not name";
            return refuse(source, text, message);
        }
    }
    if rules.hand.is_empty() {
        if let Some(text) = drops.white.as_ref().or(drops.black.as_ref()) {
            let message = "`white` and `black` in [drops] need `hand`";
            return refuse(source, text, message);
        }
        if !drops.captures || drops.promoted_stay || drops.compulsory || drops.promoted {
            let message =
                "`captures`, `promoted_stay`, `promoted` and `compulsory` in [drops] need `hand`";
            return refuse_keys(source, message);
        }
    }
    if drops.promoted_stay && !drops.captures {
        let message = "`promoted_stay = true` and `captures = false` exclude each other: captured pieces do not come to the hand";
        return refuse(source, &drops.hand, message);
    }
    if drops.promoted {
        let forms = rules.drops.forms.iter().flatten();
        let message = if drops.promoted_stay {
            "`promoted` and `promoted_stay` in [drops] exclude each other: promoted pieces come to the hand as what they are"
        } else if forms.clone().next().is_none() {
            "`promoted` in [drops], but no piece of `hand` has a promoted form (`+R` of `R`)"
        } else if forms.clone().any(|form| form.index() >= MAX_HELD) {
            "`promoted` in [drops], but a promoted form is not among the first eight pieces of the file"
        } else {
            ""
        };
        if !message.is_empty() {
            return refuse(source, &drops.hand, message);
        }
    }
    if let Some(text) = filled(&drops.no_mate)
        .filter(|_| rules.capabilities.royal_capture || rules.capabilities.schedule)
    {
        let message = "`no_mate` in [drops] needs a game of mate with one move a turn: `goal = \"capture\"` and `schedule` exclude it";
        return refuse(source, text, message);
    }
    Ok(())
}

/// Gating needs a hand, and the castling field of FENs for the files of the pieces that have not moved.
fn gating(rules: &RuleSet, definition: &Definition, source: &Source) -> Result<(), LoadError> {
    if !rules.capabilities.gating {
        return Ok(());
    }
    let castling = &rules.castling;
    let message = if rules.hand.is_empty() {
        "`gating` in [drops] needs `hand`"
    } else if definition.drops.compulsory {
        "`gating` and `compulsory` in [drops] exclude each other: a piece in hand would have to be dropped before any piece moves"
    } else if !rules.unmoved.is_empty() {
        "`gating` in [drops] and `unmoved` of a piece exclude each other: FENs write both in the castling field"
    } else if castling.anywhere || rules.rights_return || rules.dropped_castle {
        "`gating` in [drops] excludes `anywhere`, `rights_return` and `dropped` in [castling]: FENs write files of pieces in the castling field"
    } else if rules.capabilities.two_boards {
        "`gating` in [drops] and `alice` exclude each other: FENs name the file of a piece that has not moved, not its board"
    } else if rules.unmoved_homes.iter().all(|homes| homes.is_empty()) {
        "`gating` in [drops], but no piece stands on its first rank at the start"
    } else {
        return Ok(());
    };
    refuse_keys(source, message)
}

/// Walls that are placed in a second part of turns exclude other long turns, and need a game without check.
fn walls(rules: &RuleSet, definition: &Definition, source: &Source) -> Result<(), LoadError> {
    let has = &rules.capabilities;
    if let Some(text) = definition.walls.squares.as_ref().filter(|_| !has.placing) {
        let message = "`squares` in [walls] needs `placing = \"duck\"` or `\"anywhere\"`";
        return refuse(source, text, message);
    }
    if !has.walls {
        let message =
            "`name` in [walls] needs `placing`, a piece with `petrifies` or the condition `haaner`";
        return match definition.walls.name {
            Some(_) => refuse_keys(source, message),
            None => Ok(()),
        };
    }
    let turns = &definition.turns;
    if has.placing
        && let Some(text) = turns.schedule.as_ref().or(filled(&turns.linked))
    {
        let message = "`schedule` and `linked` in [turns] exclude `placing` in [walls]: each says how many parts a turn has";
        return refuse(source, text, message);
    }
    let leaves = rules.conditions.leave_walls();
    let message = if has.placing && !has.royal_capture && !rules.royals.is_empty() {
        "`placing` in [walls] and `goal = \"mate\"` in [ends] contradict each other: only the second part of a turn might meet a check"
    } else if rules.placing == Placing::Duck && !rules.petrifying.is_empty() {
        "`placing = \"duck\"` in [walls] and `petrifies` of a piece exclude each other: nothing says which of several walls moves"
    } else if leaves && rules.placing == Placing::Duck {
        "`placing = \"duck\"` in [walls] and the condition `haaner` exclude each other: nothing says which of several walls moves"
    } else if leaves && rules.placing == Placing::Left {
        "`placing = \"left\"` in [walls] beside the condition `haaner`, which leaves these walls and more"
    } else if leaves && has.gating {
        "`gating` and the condition `haaner` exclude each other: a piece would come in where a wall is left"
    } else if has.two_boards {
        "walls and `alice` exclude each other: a wall would stand on one of the two boards"
    } else {
        return Ok(());
    };
    refuse_keys(source, message)
}

/// Chains exclude what judges or changes moves by their two squares.
fn chains(
    rules: &RuleSet,
    definition: &Definition,
    drafts: &[PieceTypeDraft],
    source: &Source,
) -> Result<(), LoadError> {
    let has = &rules.capabilities;
    for (index, piece) in definition.pieces.iter().enumerate() {
        if !rules.chained.contains(PieceType::new(index)) {
            continue;
        }
        let promotes = Color::ALL.into_iter().any(|color| {
            let piece = Piece::new(color, PieceType::new(index));
            !rules.promotion(piece).into.is_empty()
        });
        let takes = |path: &Path| {
            let legs = path.legs.iter().filter(|leg| leg.via == Via::Capture);
            legs.count() + usize::from(path.modes.capture)
        };
        let chains = drafts[index].movement.chains.iter();
        let most = chains.map(takes).max().unwrap_or(0);
        let with = if !rules.conditions.is_empty() {
            "`conditions`: these judge moves by their departure and arrival squares"
        } else if has.relay {
            "`relay`: what is captured on the way of a received move would be unclear"
        } else if has.two_boards {
            "`alice`: there are pieces on the way on one of two boards"
        } else if has.wraps {
            "`wrap`: a way could lead round the board to where it began"
        } else if has.gating {
            "`gating`: a piece could return to the square to which another one comes"
        } else if has.dynamo {
            "`dynamo`: nobody captures there"
        } else if !rules.hand.is_empty() && rules.drops.captures && most > 2 {
            "`hand`, if it can capture more than two pieces in one move"
        } else if promotes {
            "promotion of the piece: it says nothing of the squares on the way"
        } else {
            continue;
        };
        let message = format!("c or d before `a`, d, t or u in a movement excludes {with}");
        return refuse(
            source,
            piece.movement.as_ref().unwrap_or(&piece.letter),
            &message,
        );
    }
    Ok(())
}

/// `dynamo` can be combined with few other rules.
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
            None => refuse_keys(source, &found.message),
        },
    }
}

/// The keys of one `[[piece]]` table must fit each other.
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
        let message = "`relay` of a king or a pawn: these do not give their moves";
        return refuse(source, &piece.letter, message);
    }
    piece_by_itself(piece, source)
}

/// Checks the keys of a piece that do not depend on the rest of the game; also used for declared pieces.
pub(super) fn piece_by_itself(piece: &PieceDefinition, source: &Source) -> Result<(), LoadError> {
    if piece.effect.is_none() && (piece.target.is_some() || piece.rex.is_some()) {
        let message = "`target` and `rex` need an `effect`";
        return refuse(source, &piece.letter, message);
    }
    Ok(())
}
