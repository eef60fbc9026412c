//! What the game has, from the sections of its file.

use super::piece_types::{PieceTypeDraft, pawn_steps, unknown_letter};
use super::{board, contradictions, promotion};
use crate::base::{PieceType, PieceTypeSet};
use crate::board::Topology;
use crate::variant::changes::Changes;
use crate::variant::definition::{Condition, Definition, Goal, Rex, Text};
use crate::variant::error::LoadError;
use crate::variant::rule_set::{Capabilities, Effect, HurdleEffects, MAX_HELD, RuleSet};
use crate::variant::series::Series;
use crate::variant::source::Source;
use crate::variant::zones::Zones;

/// The letters of a file, resolved to piece types.
struct Letters<'a> {
    drafts: &'a [PieceTypeDraft],
    source: &'a Source<'a>,
}

impl Letters<'_> {
    /// The piece types that a text lists; none for no text.
    fn list(&self, text: Option<&Text>) -> Result<Vec<PieceType>, LoadError> {
        let Some(text) = text else {
            return Ok(Vec::new());
        };
        let find = |(index, letter): (usize, char)| {
            let is_it = |draft: &PieceTypeDraft| draft.text.letter == letter.to_string();
            let found = self.drafts.iter().position(is_it).map(PieceType::new);
            let unknown = || {
                let message = unknown_letter(letter, self.drafts);
                self.source.error(text, index + 1, message)
            };
            found.ok_or_else(unknown)
        };
        text.as_ref().chars().enumerate().map(find).collect()
    }

    fn set(&self, text: Option<&Text>) -> Result<PieceTypeSet, LoadError> {
        Ok(self.list(text)?.into_iter().collect())
    }

    fn first(&self, text: Option<&Text>) -> Result<Option<PieceType>, LoadError> {
        Ok(self.list(text)?.first().copied())
    }
}

/// The roles that piece types have by themselves.
struct Roles {
    royals: PieceTypeSet,
    shooters: PieceTypeSet,
    pawn: Option<PieceType>,
}

impl Roles {
    fn of(definition: &Definition, source: &Source<'_>) -> Result<Self, LoadError> {
        let mut roles = Self {
            royals: PieceTypeSet::EMPTY,
            shooters: PieceTypeSet::EMPTY,
            pawn: None,
        };
        for (index, man) in definition.men.iter().enumerate() {
            let piece_type = PieceType::new(index);
            if man.royal == Some(true) {
                roles.royals.insert(piece_type);
            }
            if man.rifle == Some(true) {
                roles.shooters.insert(piece_type);
            }
            if man.pawn == Some(true) && roles.pawn.replace(piece_type).is_some() {
                return Err(source.error(&man.letter, 1, "a second pawn (expected one at most)"));
            }
        }
        Ok(roles)
    }
}

/// The rules of a definition.
pub(super) fn rule_set(
    definition: &Definition,
    start: &Text,
    drafts: &[PieceTypeDraft],
    source: &Source<'_>,
) -> Result<RuleSet, LoadError> {
    let letters = Letters { drafts, source };
    let (files, ranks, squares) = board::frame(start, source)?;
    let board = board::board(definition.board.as_ref(), squares, source)?;
    let Roles {
        royals,
        shooters,
        pawn,
    } = Roles::of(definition, source)?;
    let pawns = definition.pawns.clone().unwrap_or_default();
    let castling = definition.castling.clone().unwrap_or_default();
    let ends = definition.ends.clone().unwrap_or_default();
    let turns = definition.turns.clone().unwrap_or_default();
    let drops = definition.drops.clone().unwrap_or_default();
    let goal = ends.goal.unwrap_or_default();
    contradictions::check_goal(goal, definition, source)?;
    let promotions = letters.list(pawns.promotion.as_ref())?;
    check_promotions(&promotions, royals, pawn, pawns.promotion.as_ref(), source)?;
    let conditions = definition.conditions.clone().unwrap_or_default();
    check_rebirth(&conditions, drafts, &board, start, source)?;
    let hand_order = letters.list(drops.hand.as_ref())?;
    check_hand(&hand_order, drafts, drops.hand.as_ref(), source)?;
    let (promoted, demoted) = promotion::promotions_by_letter(definition, drafts, source)?;
    let hurdlers: PieceTypeSet = (0..drafts.len())
        .filter(|index| !drafts[*index].effects.effects.is_empty())
        .map(PieceType::new)
        .collect();
    let rights_return = castling.rights_return.unwrap_or(false);
    let linked = letters.set(turns.linked.as_ref())?;
    let series = Series::compile(&turns, source)?;
    let capabilities = Capabilities {
        shots: !shooters.is_empty(),
        side_effects: !hurdlers.is_empty() || !conditions.is_empty() || rights_return,
        royal_capture: goal == Goal::Capture,
        drops: !hand_order.is_empty(),
        zones: promoted.iter().any(Option::is_some),
        linked: !linked.is_empty(),
        schedule: series.is_some(),
    };
    let texts: Vec<&str> = drafts.iter().map(|d| d.text.letter.as_str()).collect();
    let double_step = match pawn {
        Some(pawn) if !capabilities.royal_capture => {
            pawn_steps(&drafts[pawn.index()], &definition.men[pawn.index()], source)?
        }
        _ => false,
    };
    let zones = definition.zones.clone().unwrap_or_default();
    Ok(RuleSet {
        capabilities,
        files,
        ranks,
        board,
        piece_types: drafts.len(),
        royals,
        pawn,
        double_step,
        first_rank: pawns.first_rank.unwrap_or_default(),
        promotions,
        promotion_from_setup: pawns.promotion_from_setup.unwrap_or(false),
        castlers: [
            letters.first(castling.white.as_ref())?,
            letters.first(castling.black.as_ref())?,
        ],
        rights_return,
        shooters,
        hurdlers,
        hurdle_effects: drafts.iter().map(|draft| draft.effects.clone()).collect(),
        kings_turn: drafts.iter().any(|draft| turns_kings(&draft.effects)),
        changes: Changes::new(&conditions, &texts, royals, pawn, ranks),
        stalemate: ends.stalemate.unwrap_or_default(),
        bare_king: ends.bare_king.unwrap_or_default(),
        move_limit: ends.move_limit.unwrap_or(100).max(1),
        has_dead_positions: goal == Goal::Mate,
        dead: letters.set(ends.dead.as_ref())?,
        hand: hand_order.iter().copied().collect(),
        hand_order,
        series,
        zones: Zones::compile(&zones, squares, source)?,
        promoted,
        demoted,
        linked,
    })
}

fn turns_kings(effects: &HurdleEffects) -> bool {
    effects.rex == Rex::Inclusive && !effects.effects.is_empty()
}

/// Pawns promote to neither kings nor pawns.
fn check_promotions(
    promotions: &[PieceType],
    royals: PieceTypeSet,
    pawn: Option<PieceType>,
    text: Option<&Text>,
    source: &Source<'_>,
) -> Result<(), LoadError> {
    let wrong = |to: &&PieceType| royals.contains(**to) || pawn == Some(**to);
    match (promotions.iter().find(wrong), text) {
        (Some(_), Some(text)) => {
            Err(source.error(text, 1, "pawns cannot promote to a king or a pawn"))
        }
        _ => Ok(()),
    }
}

/// Home squares exist on the full board alone.
fn check_rebirth(
    conditions: &[Condition],
    drafts: &[PieceTypeDraft],
    board: &Topology,
    start: &Text,
    source: &Source<'_>,
) -> Result<(), LoadError> {
    let by_condition = |c: &Condition| matches!(c, Condition::Circe | Condition::Anticirce);
    let by_effect = |draft: &PieceTypeDraft| draft.effects.effects.contains(&Effect::Circe);
    let reborn = conditions.iter().any(by_condition) || drafts.iter().any(by_effect);
    if reborn && *board != *Topology::STANDARD {
        let message = "men are reborn only on the 8x8 board, and this one is another";
        return Err(source.error(start, 0, message));
    }
    Ok(())
}

/// Hands count the first piece types only.
fn check_hand(
    hand: &[PieceType],
    drafts: &[PieceTypeDraft],
    text: Option<&Text>,
    source: &Source<'_>,
) -> Result<(), LoadError> {
    let late = hand.iter().find(|held| held.index() >= MAX_HELD);
    match (late, text) {
        (Some(late), Some(text)) => {
            let letter = &drafts[late.index()].text.letter;
            let message = format!("{letter} is not among the first {MAX_HELD} men of the file");
            Err(source.error(text, 1, message))
        }
        _ => Ok(()),
    }
}
