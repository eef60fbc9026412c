//! Contradictions between the moves of pawns and other first moves.

use super::refusal::{refuse, refuse_keys};
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::variant::compile::piece_types::PieceTypeDraft;
use crate::variant::definition::{Definition, FirstRank, filled};
use crate::variant::error::LoadError;
use crate::variant::free_moves::{passes, passes_aslant};
use crate::variant::rule_set::RuleSet;
use crate::variant::source::Source;

/// Checks pawns and first moves. The error is the first contradiction or key without effect.
pub(super) fn check(
    rules: &RuleSet,
    definition: &Definition,
    drafts: &[PieceTypeDraft],
    source: &Source,
) -> Result<(), LoadError> {
    pawns(rules, definition, drafts, source)?;
    relayed_pawns(rules, source)?;
    unmoved(rules, definition, drafts, source)
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

/// `relay` in `[pawns]` needs a piece whose moves pawns can receive.
fn relayed_pawns(rules: &RuleSet, source: &Source) -> Result<(), LoadError> {
    if rules.relayed_pawns && rules.relays.is_empty() {
        let message =
            "`relay` in [pawns] needs a piece with `relay = true`, whose moves pawns receive";
        return refuse_keys(source, message);
    }
    Ok(())
}
