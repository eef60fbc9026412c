//! The rules of a game, from the tables of its file.

use super::piece_types::{PawnMovement, PieceTypeDraft, pawn_movement, unknown_letter};
use super::{board, contradictions, einstein, homes, promotion};
use crate::base::{PieceType, PieceTypeSet};
use crate::board::Topology;
use crate::variant::conditions::{ConditionId, ConditionSet, ConditionSpec, MAX_CONDITIONS, Need};
use crate::variant::definition::{
    Castling, Definition, Ends, FirstRank, Goal, Kings, Pawns, Rex, Text, letters_of, twice,
};
use crate::variant::error::LoadError;
use crate::variant::rule_set::{Capabilities, Effect, HurdleEffects, MAX_HELD, RuleSet};
use crate::variant::series::Series;
use crate::variant::source::Source;
use crate::variant::transformations::{Homes, Ladder};
use crate::variant::zones::Zones;

/// Resolves letters of the file to piece types.
struct Letters<'a> {
    drafts: &'a [PieceTypeDraft],
    source: &'a Source,
}

impl Letters<'_> {
    /// The piece types that a text lists, each once.
    fn list(&self, text: &Text) -> Result<Vec<PieceType>, LoadError> {
        let mut column = 1;
        let mut found = Vec::new();
        for letter in letters_of(text.as_ref()) {
            let is_it = |draft: &PieceTypeDraft| draft.text.letter == letter;
            let Some(index) = self.drafts.iter().position(is_it) else {
                let message = unknown_letter(&letter, self.drafts);
                return Err(self.source.no_piece(text, column, &letter, message));
            };
            let piece_type = PieceType::new(index);
            if found.contains(&piece_type) {
                return Err(self.source.error(text, column, twice(&letter)));
            }
            found.push(piece_type);
            column += letter.chars().count();
        }
        Ok(found)
    }

    fn set(&self, text: &Text) -> Result<PieceTypeSet, LoadError> {
        Ok(self.list(text)?.into_iter().collect())
    }

    /// The piece that castles, if there is one.
    fn castler(&self, text: &Text) -> Result<Option<PieceType>, LoadError> {
        match self.list(text)?.as_slice() {
            [] => Ok(None),
            [castler] => Ok(Some(*castler)),
            [first, ..] => {
                let column = self.drafts[first.index()].text.letter.chars().count() + 1;
                let message = "a second piece to castle with (expected one letter, that of the piece in both corners)";
                Err(self.source.error(text, column, message))
            }
        }
    }
}

/// The roles that piece types have by their own keys.
struct Roles {
    royals: PieceTypeSet,
    shooters: PieceTypeSet,
    iron: PieceTypeSet,
    relays: PieceTypeSet,
    pawn: Option<PieceType>,
}

impl Roles {
    fn of(definition: &Definition, source: &Source) -> Result<Self, LoadError> {
        let mut roles = Self {
            royals: PieceTypeSet::EMPTY,
            shooters: PieceTypeSet::EMPTY,
            iron: PieceTypeSet::EMPTY,
            relays: PieceTypeSet::EMPTY,
            pawn: None,
        };
        for (index, piece) in definition.pieces.iter().enumerate() {
            let piece_type = PieceType::new(index);
            if piece.royal {
                roles.royals.insert(piece_type);
            }
            if piece.rifle {
                roles.shooters.insert(piece_type);
            }
            if piece.iron {
                roles.iron.insert(piece_type);
            }
            if piece.relay {
                roles.relays.insert(piece_type);
            }
            if piece.pawn && roles.pawn.replace(piece_type).is_some() {
                return Err(source.error(&piece.letter, 1, "a second pawn (expected one at most)"));
            }
        }
        Ok(roles)
    }
}

/// The rules of a definition.
#[expect(clippy::too_many_lines, reason = "it fills in each rule once")]
pub(super) fn rule_set(
    definition: &Definition,
    start: &Text,
    drafts: &[PieceTypeDraft],
    conditions: &[&'static ConditionSpec],
    source: &Source,
) -> Result<RuleSet, LoadError> {
    let letters = Letters { drafts, source };
    let (files, ranks, squares) = board::frame(start, source)?;
    let board = board::board(definition, files, squares, source)?;
    let roles = Roles::of(definition, source)?;
    let (royals, shooters, pawn) = (roles.royals, roles.shooters, roles.pawn);
    let Definition {
        pawns,
        castling,
        ends,
        turns,
        drops,
        ..
    } = definition;
    let promotions = letters.list(&pawns.promotion)?;
    check_promotions(&promotions, royals, pawn, &pawns.promotion, source)?;
    let Changes {
        conditions,
        ladder,
        homes,
    } = changes(
        definition,
        start,
        drafts,
        conditions,
        (&board, ranks),
        source,
    )?;
    let hand_order = letters.list(&drops.hand)?;
    check_hand(&hand_order, drafts, &drops.hand, source)?;
    let (promoted, demoted) = promotion::promotions_by_letter(definition, drafts, source)?;
    let linked = letters.set(&turns.linked)?;
    let series = Series::compile(turns, source)?;
    let zones = Zones::compile(&definition.zones, squares, source)?;
    let capabilities = Capabilities {
        shots: !shooters.is_empty(),
        side_effects: changes_pieces(drafts, &conditions, castling),
        royal_capture: ends.goal == Goal::Capture,
        drops: !hand_order.is_empty(),
        zones: promoted.iter().any(Option::is_some),
        linked: !linked.is_empty(),
        schedule: series.is_some(),
        dynamo: definition.dynamo,
        iron: !roles.iron.is_empty(),
        wraps: board.wraps(),
        relay: !roles.relays.is_empty() || conditions.lend_movement(),
        two_boards: definition.board.alice,
    };
    let in_zones = |pawn: &PieceType| !zones.is_straight() || promoted[pawn.index()].is_some();
    let rank_pawn = pawn.filter(|pawn| !capabilities.royal_capture && !in_zones(pawn));
    let safe = capabilities.two_boards || pawn.is_some_and(|pawn| roles.iron.contains(pawn));
    let rank_pawn_rules = match rank_pawn.map(PieceType::index) {
        Some(pawn) => pawn_movement(&drafts[pawn], &definition.pieces[pawn], source)?,
        None => PawnMovement::default(),
    };
    let (kings_turn, any_kings) = kings(drafts, ends);
    let rules = RuleSet {
        capabilities,
        has_plain_legs: !any_kings && has_plain_legs(capabilities, shooters, royals),
        judges_whole_board: conditions.qualify_attacks()
            || capabilities.relay
            || capabilities.two_boards,
        files,
        ranks,
        board,
        piece_types: drafts.len(),
        royals,
        pawn,
        rank_pawn,
        double_step: rank_pawn_rules.double_step,
        en_passant: !safe && rank_pawn.is_some() && passes(rank_pawn_rules, pawns),
        first_rank: pawns.first_rank,
        marks_promoted: rank_pawn.is_some_and(|pawn| hand_order.contains(&pawn)),
        promotions,
        promotion_from_setup: pawns.promotion_from_setup,
        castlers: [
            letters.castler(&castling.white)?,
            letters.castler(&castling.black)?,
        ],
        far_castlers: letters.set(&castling.far)?,
        rights_return: castling.rights_return,
        shooters,
        iron: roles.iron,
        relays: roles.relays,
        hurdlers: hurdlers(drafts),
        hurdle_effects: drafts.iter().map(|draft| draft.effects.clone()).collect(),
        kings_turn,
        kings_flip: ends.kings == Some(Kings::Flip),
        any_kings,
        conditions,
        ladder,
        homes,
        stalemate: ends.stalemate,
        bare_king: ends.bare_king,
        move_limit: ends.move_limit,
        has_dead_positions: !capabilities.royal_capture,
        dead: letters.set(&ends.dead)?,
        hand: hand_order.iter().copied().collect(),
        hand_order,
        not_on_end_ranks: letters.set(&drops.not_on_end_ranks)?,
        series,
        zones,
        promoted,
        demoted,
        linked,
    };
    contradictions::check(&rules, definition, drafts, source)?;
    Ok(rules)
}

/// Whether pawns can be taken en passant: also after three steps from their first rank.
fn passes(movement: PawnMovement, pawns: &Pawns) -> bool {
    movement.en_passant || pawns.first_rank != FirstRank::Stuck
}

/// Whether moves change more than the moving and the captured piece.
fn changes_pieces(
    drafts: &[PieceTypeDraft],
    conditions: &ConditionSet,
    castling: &Castling,
) -> bool {
    !hurdlers(drafts).is_empty() || !conditions.is_empty() || castling.rights_return
}

/// See [`RuleSet::has_plain_legs`].
fn has_plain_legs(
    capabilities: Capabilities,
    shooters: PieceTypeSet,
    royals: PieceTypeSet,
) -> bool {
    let shooting_kings = shooters.iter().any(|shooter| royals.contains(shooter));
    !capabilities.side_effects
        && !capabilities.dynamo
        && !capabilities.royal_capture
        && !capabilities.relay
        && !capabilities.two_boards
        && !capabilities.zones
        && !shooting_kings
}

/// The conditions of a file and their needs, each with its text in the file.
#[expect(
    clippy::type_complexity,
    reason = "the list of needs is taken apart at once"
)]
fn condition_set<'a>(
    definition: &'a Definition,
    all: &[&'static ConditionSpec],
    source: &Source,
) -> Result<(ConditionSet, Vec<(Need, Option<&'a Text>)>), LoadError> {
    let mut chosen = Vec::new();
    let mut needs = Vec::new();
    for text in &definition.conditions {
        let name = text.as_ref().as_str();
        let Some(index) = all.iter().position(|spec| spec.name == name) else {
            let known: Vec<&str> = all.iter().map(|spec| spec.name).collect();
            let known = known.join(" ");
            let message = format!("unknown condition '{name}' (expected one of: {known})");
            return Err(source.error(text, 1, message));
        };
        let id = ConditionId(index as u8);
        if chosen.contains(&id) {
            let message = format!("the condition '{name}' twice (expected each once)");
            return Err(source.error(text, 1, message));
        }
        let mut others = chosen.iter().map(|id: &ConditionId| all[usize::from(id.0)]);
        if let Some(other) = others.find(|other| all[index].repeats(other)) {
            let message = format!(
                "the conditions '{name}' and '{}' both turn the same pieces (expected one of them)",
                other.name
            );
            return Err(source.error(text, 1, message));
        }
        if chosen.len() == MAX_CONDITIONS {
            let message = format!("more than {MAX_CONDITIONS} conditions");
            return Err(source.error(text, 1, message));
        }
        chosen.push(id);
        needs.extend(all[index].needs.iter().map(|need| (*need, Some(text))));
    }
    let flip = definition.flip.unwrap_or_default();
    Ok((ConditionSet::new(&chosen, all, flip), needs))
}

/// Refuses a condition or an effect whose need the game does not fulfil.
fn check_need(
    need: Need,
    at: Option<&Text>,
    board: &Topology,
    (rungs, has_pawn): (usize, bool),
    start: &Text,
    source: &Source,
) -> Result<(), LoadError> {
    let message = match need {
        Need::Homes if !board.is_full() => {
            "pieces are reborn only on the 8x8 board, and this one is another"
        }
        Need::Ladder if rungs < 2 => {
            "pieces change type by a `ladder` of at least two pieces of the game, and there is none"
        }
        Need::Pawns if !has_pawn => {
            "the condition brings pawns to the board, and the game has none"
        }
        _ => return Ok(()),
    };
    Err(source.error(at.unwrap_or(start), usize::from(at.is_some()), message))
}

/// The rules of what moves change besides the moving and the captured piece.
struct Changes {
    conditions: ConditionSet,
    ladder: Ladder,
    homes: Homes,
}

/// The conditions, the ladder and the home squares of a game. The needs of conditions and effects are checked.
fn changes(
    definition: &Definition,
    start: &Text,
    drafts: &[PieceTypeDraft],
    all: &[&'static ConditionSpec],
    (board, ranks): (&Topology, u8),
    source: &Source,
) -> Result<Changes, LoadError> {
    let (conditions, needs) = condition_set(definition, all, source)?;
    let effects = drafts.iter().flat_map(|draft| &draft.effects.effects);
    let needs_of_effects = effects.clone().filter_map(|effect| match effect {
        Effect::Andernach => None,
        Effect::Circe => Some((Need::Homes, None)),
        Effect::Einstein => Some((Need::Ladder, None)),
    });
    let users = einstein::Users {
        effect: effects.clone().any(|effect| *effect == Effect::Einstein),
        condition: needs.iter().any(|(need, _)| *need == Need::Ladder),
    };
    let rungs = einstein::rungs(definition, drafts, source)?;
    let has_pawn = definition.pieces.iter().any(|piece| piece.pawn);
    for (need, at) in needs.into_iter().chain(needs_of_effects) {
        check_need(need, at, board, (rungs.len(), has_pawn), start, source)?;
    }
    Ok(Changes {
        conditions,
        ladder: einstein::ladder(definition, drafts, &rungs, users, source)?,
        homes: homes::homes(definition, board, ranks, source)?,
    })
}

/// The types whose hops have effects.
fn hurdlers(drafts: &[PieceTypeDraft]) -> PieceTypeSet {
    (0..drafts.len())
        .filter(|index| !drafts[*index].effects.effects.is_empty())
        .map(PieceType::new)
        .collect()
}

/// Whether kings can change sides, and whether a side may have any number of them.
fn kings(drafts: &[PieceTypeDraft], ends: &Ends) -> (bool, bool) {
    let turns_kings =
        |effects: &HurdleEffects| effects.rex == Rex::Inclusive && !effects.effects.is_empty();
    let turn =
        ends.kings == Some(Kings::Flip) || drafts.iter().any(|draft| turns_kings(&draft.effects));
    (turn, turn || ends.kings == Some(Kings::Any))
}

/// Refuses promotion to kings and pawns.
fn check_promotions(
    promotions: &[PieceType],
    royals: PieceTypeSet,
    pawn: Option<PieceType>,
    text: &Text,
    source: &Source,
) -> Result<(), LoadError> {
    let wrong = |to: &PieceType| royals.contains(*to) || pawn == Some(*to);
    if promotions.iter().any(wrong) {
        return Err(source.error(text, 1, "pawns cannot promote to a king or a pawn"));
    }
    Ok(())
}

/// Refuses hands of other than the first piece types: positions count only those.
fn check_hand(
    hand: &[PieceType],
    drafts: &[PieceTypeDraft],
    text: &Text,
    source: &Source,
) -> Result<(), LoadError> {
    if let Some(late) = hand.iter().find(|held| held.index() >= MAX_HELD) {
        let letter = &drafts[late.index()].text.letter;
        let message = format!("{letter} is not among the first {MAX_HELD} pieces of the file");
        return Err(source.error(text, 1, message));
    }
    Ok(())
}
