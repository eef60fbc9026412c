//! Refuses variant files with keys that contradict each other or have no effect. All other keys can be combined.
//!
//! - `ends`: the ends of a game, its kings and its turns
//! - `pawns`: pawns and first moves
//! - `refusal`: the errors

mod ends;
mod pawns;
mod refusal;

use super::dynamo;
use super::piece_types::PieceTypeDraft;
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::betza::{Path, Travel, Via};
use crate::variant::conditions::{MoveKinds, Remembered};
use crate::variant::definition::{
    Definition, FirstRank, Pass, PieceDefinition, Placing, Text, filled, letters_of,
};
use crate::variant::error::LoadError;
use crate::variant::rule_set::{MAX_HELD, RuleSet};
use crate::variant::source::Source;
use crate::variant::zones::{IMITATORS, MAGIC_SQUARES, WORMHOLES};
use refusal::{refuse, refuse_keys};

/// Checks a game. The error is the first contradiction or key without effect.
pub(super) fn check(
    rules: &RuleSet,
    definition: &Definition,
    drafts: &[PieceTypeDraft],
    source: &Source,
) -> Result<(), LoadError> {
    ends::check(rules, definition, source)?;
    pawns::check(rules, definition, drafts, source)?;
    palaces(rules, definition, drafts, source)?;
    castling(rules, definition, drafts, source)?;
    zones(rules, definition, source)?;
    drops(rules, definition, source)?;
    gating(rules, definition, source)?;
    walls(rules, definition, source)?;
    chains(rules, definition, drafts, source)?;
    marked_pieces(rules, source)?;
    memory(rules, source)?;
    capture_series(rules, source)?;
    exchange(rules, definition, source)?;
    exchange_of_pieces(rules, source)?;
    displacement(rules, definition, drafts, source)?;
    definition
        .pieces
        .iter()
        .try_for_each(|piece| self::piece(rules, piece, source))
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
    let of_conditions = [
        (&zones.magic, MAGIC_SQUARES),
        (&zones.wormholes, WORMHOLES),
        (&zones.imitators, IMITATORS),
    ];
    for (text, name) in of_conditions {
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
    if let Some(text) = &definition.budget
        && !source.is_inherited(text)
        && !rules.conditions.remembers(Remembered::Spent)
    {
        let message = "the budgets of the condition `bgl`, but the game does not have it";
        return refuse(source, text, message);
    }
    if definition.exchanges.is_some() && !rules.conditions.exchange_roles() {
        let message = "`exchanges` needs the condition `role-exchange`";
        return refuse_keys(source, message);
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

/// What conditions remember belongs to one board.
fn memory(rules: &RuleSet, source: &Source) -> Result<(), LoadError> {
    let mut kinds = [Remembered::Waiting, Remembered::Ghosts].into_iter();
    if !kinds.any(|kind| rules.conditions.remembers(kind)) {
        return Ok(());
    }
    let message = if rules.capabilities.two_boards {
        "`alice` and a condition that remembers captured pieces exclude each other: nothing says to which board they return"
    } else if !rules.hand.is_empty() && rules.drops.captures {
        "`hand` in [drops] and a condition that remembers captured pieces exclude each other: a piece would be in the hand and come back"
    } else {
        return Ok(());
    };
    refuse_keys(source, message)
}

/// A move of several steps stands for the choices between them alone, and its steps are judged one by one.
fn capture_series(rules: &RuleSet, source: &Source) -> Result<(), LoadError> {
    let has = &rules.capabilities;
    let conditions = &rules.conditions;
    let with = if !has.capture_series {
        return Ok(());
    } else if conditions.offer_choices() {
        "conditions by which a move chooses something else"
    } else if conditions.rank_moves() {
        "conditions that compare moves: they measure one step"
    } else if conditions.narrow_attacks()
        || conditions.define_check()
        || conditions.may_judge(MoveKinds::ALL)
    {
        "conditions that say which captures, moves and checks there are: nothing says whether they mean single steps"
    } else if conditions.lend_movement() || conditions.start_elsewhere() {
        "conditions by which pieces move like others or start elsewhere"
    } else if conditions.remember() {
        "conditions that remember captured pieces: nothing says what is one move"
    } else if !rules.hurdlers.is_empty() {
        "pieces that change what they leap over: which piece that is stands in the same place of a move"
    } else if has.chains {
        "pieces that capture on their way"
    } else if has.shots {
        "`rifle`: such pieces capture without moving"
    } else if has.royal_capture {
        "`goal = \"capture\"`: there is no check that would end a series"
    } else if has.several_legs() {
        "turns of several parts"
    } else if !rules.hand.is_empty() {
        "`hand` in [drops]: a move captures at most one piece for it"
    } else if has.two_boards {
        "`alice`: nothing says on which board a piece goes on"
    } else {
        return Ok(());
    };
    refuse_keys(
        source,
        &format!("the condition `series-capture` excludes {with}"),
    )
}

/// Pieces that change places are two on one board, in turns of one move.
fn exchange_of_pieces(rules: &RuleSet, source: &Source) -> Result<(), LoadError> {
    let has = &rules.capabilities;
    let of_others =
        |kind: &Remembered| *kind != Remembered::Exchanged && rules.conditions.remembers(*kind);
    let with = if !rules.conditions.exchange_pieces() {
        return Ok(());
    } else if has.passes {
        "passes: nothing says whether they allow the next exchange"
    } else if has.several_legs() {
        "turns of several parts"
    } else if has.two_boards {
        "`alice`: nothing says on which board pieces stand afterwards"
    } else if has.walls {
        "walls"
    } else if has.marks_pieces() {
        "marked and neutral pieces: nothing says which pieces are of the same kind"
    } else if rules.conditions.rank_moves() {
        "conditions that compare lengths: an exchange has none"
    } else if Remembered::ALL.iter().any(of_others) {
        "conditions that remember something: nothing says how they take it"
    } else {
        return Ok(());
    };
    refuse_keys(
        source,
        &format!("the conditions `messigny` and `messigny-rex-exclusive` exclude {with}"),
    )
}

/// An exchange of roles is a pass by which each square gets what the opposite one had.
fn exchange(rules: &RuleSet, definition: &Definition, source: &Source) -> Result<(), LoadError> {
    let has = &rules.capabilities;
    let turns = &definition.turns;
    let passes = [Some(turns.pass), turns.white_pass, turns.black_pass];
    let mut others = Remembered::ALL
        .into_iter()
        .filter(|kind| *kind != Remembered::Exchanges);
    let with = if !rules.conditions.exchange_roles() {
        return Ok(());
    } else if passes.into_iter().flatten().any(|pass| pass != Pass::Never) {
        "`pass` in [turns]: that would be another pass"
    } else if has.royal_capture {
        "`goal = \"capture\"`: a king under attack would be given to the other side"
    } else if has.several_legs() {
        "turns of several parts"
    } else if !rules.hand.is_empty() {
        "`hand` in [drops]: nothing says what becomes of the hands"
    } else if has.two_boards {
        "`alice`: nothing says on which board pieces stand afterwards"
    } else if has.unmoved {
        "first moves: nothing says which pieces count as unmoved afterwards"
    } else if others.any(|kind| rules.conditions.remembers(kind)) {
        "conditions that remember something: nothing says what is remembered after it"
    } else if has.walls {
        "walls"
    } else if !is_kept_by_half_turn(rules) {
        "a board that half a turn changes"
    } else {
        return Ok(());
    };
    refuse_keys(
        source,
        &format!("the condition `role-exchange` excludes {with}"),
    )
}

/// Whether the board turned by 180 degrees has its holes where they were.
fn is_kept_by_half_turn(rules: &RuleSet) -> bool {
    let squares = rules.board.squares();
    let turned = squares.into_iter().map(|square| {
        let (file, rank) = (square.file(), square.rank());
        Square::at(rules.files - 1 - file, rules.ranks - 1 - rank)
    });
    turned.collect::<Bitboard>() == squares
}

/// Neutral pieces change hands when a turn of one leg ends, and belong to nobody's hand. Neutral pieces and chameleons are marked in FENs.
fn marked_pieces(rules: &RuleSet, source: &Source) -> Result<(), LoadError> {
    let has = &rules.capabilities;
    let name = if has.neutrals {
        "neutrals"
    } else if has.ghosts {
        "ghost-chess"
    } else {
        "chameleons"
    };
    let with = if !has.marks_pieces() {
        return Ok(());
    } else if has.two_boards {
        "`alice`: FENs say of each piece only one of both"
    } else if !rules.hand.is_empty() {
        "`hand` in [drops]: nothing says what a piece from the hand is"
    } else if !has.neutrals {
        return Ok(());
    } else if has.schedule || has.linked || has.placing {
        "turns of several parts: a neutral piece would belong to both sides in one turn"
    } else {
        return Ok(());
    };
    refuse_keys(source, &format!("the condition `{name}` excludes {with}"))
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
    if piece.half_neutral && (piece.royal || piece.pawn) {
        let message = "`half_neutral` of a king or a pawn: a king cannot be neutral, and what the pawn promotes to is not said";
        return refuse(source, &piece.letter, message);
    }
    if piece.half_neutral && !rules.capabilities.neutrals {
        let message = "`half_neutral` needs the condition `neutrals`";
        return refuse(source, &piece.letter, message);
    }
    if piece.half_neutral && rules.conditions.change_types() {
        let message = "`half_neutral` and conditions that change types exclude each other: the type says which pieces are half-neutral";
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
