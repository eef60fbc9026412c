//! Compiles the rules of a game from its definition.

use super::letters::Letters;
use super::piece_types::{PieceTypeDraft, has_pawn_structure, pawn_movement};
use super::promotion::{self, Forms};
use super::{board, contradictions, course, einstein, forbidden, goals, homes, imitators, walls};
use crate::base::{
    Bitboard, Color, MAX_PIECE_TYPES, Piece, PieceType, PieceTypeSet, Square, expected,
};
use crate::betza::Path;
use crate::board::Topology;
use crate::variant::budgets::Budgets;
use crate::variant::castling::{CastlingRules, CastlingWay};
use crate::variant::conditions::{ConditionId, ConditionSet, ConditionSpec, MAX_CONDITIONS, Need};
use crate::variant::definition::{
    Castling, Checkmate, Definition, Ends, FirstRank, Gating, Goal, Kings, Pass, Placing, Rex, Text,
};
use crate::variant::error::LoadError;
use crate::variant::free_moves::passes;
use crate::variant::goals::GoalRule;
use crate::variant::rule_set::{
    Capabilities, DropRules, Effect, HurdleEffects, MAX_HELD, Promotion, RuleSet,
};
use crate::variant::series::Series;
use crate::variant::source::Source;
use crate::variant::transformations::{Homes, Ladder};
use crate::variant::zones::{self, Zones};

/// The piece types that have each role, by the keys of `[[piece]]`.
struct Roles {
    royals: PieceTypeSet,
    shooters: PieceTypeSet,
    iron: PieceTypeSet,
    relays: PieceTypeSet,
    half_neutral: PieceTypeSet,
    petrifying: PieceTypeSet,
    pawns: PieceTypeSet,
}

impl Roles {
    fn of(definition: &Definition) -> Self {
        let mut roles = Self {
            royals: PieceTypeSet::EMPTY,
            shooters: PieceTypeSet::EMPTY,
            iron: PieceTypeSet::EMPTY,
            relays: PieceTypeSet::EMPTY,
            half_neutral: PieceTypeSet::EMPTY,
            petrifying: PieceTypeSet::EMPTY,
            pawns: PieceTypeSet::EMPTY,
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
            if piece.half_neutral {
                roles.half_neutral.insert(piece_type);
            }
            if piece.petrifies {
                roles.petrifying.insert(piece_type);
            }
            if piece.pawn {
                roles.pawns.insert(piece_type);
            }
        }
        roles
    }
}

/// Compiles and checks the rules of a definition.
#[expect(clippy::too_many_lines, reason = "it fills in each rule once")]
pub(super) fn rule_set(
    definition: &Definition,
    start: &Text,
    drafts: &[PieceTypeDraft],
    specs: &[&'static ConditionSpec],
    source: &Source,
) -> Result<RuleSet, LoadError> {
    let letters = Letters { drafts, source };
    let (files, ranks, squares) = board::frame(start, source)?;
    let board = board::board(definition, files, squares, source)?;
    let roles = Roles::of(definition);
    let (royals, shooters, pawns) = (roles.royals, roles.shooters, roles.pawns);
    let pawn = pawns.iter().next();
    let Definition {
        castling,
        ends,
        turns,
        drops,
        ..
    } = definition;
    let context = goals::Context {
        letters: &letters,
        royals,
        board: squares,
        source,
    };
    let (goals, checks) = goals::goals(ends, context)?;
    let repetition = course::repetition(ends, source)?;
    let counting = course::counting(&definition.counting, &letters)?;
    let king_loss_ends = goals.iter().any(|goal| goal.is_loss_of(royals));
    let (kings_turn, any_kings) = kings(drafts, ends, royals);
    let hand_order = letters.list(&drops.hand)?;
    let kings_in_hand = hand_order.iter().any(|held| royals.contains(*held));
    let any_kings = any_kings || king_loss_ends || kings_in_hand;
    let Changes {
        conditions,
        ladder,
        homes,
    } = changes(definition, start, drafts, specs, (&board, ranks), source)?;
    check_hand(&hand_order, drafts, &drops.hand, source)?;
    let forms = Forms::of(definition, drafts, source)?;
    let linked = letters.set(&turns.linked)?;
    let series = Series::compile(turns, source)?;
    let zones = Zones::compile(definition, squares, source)?;
    let all_letters: Vec<&str> = drafts
        .iter()
        .map(|draft| draft.text.letter.as_str())
        .collect();
    let standing = board::standing(start.as_ref(), &all_letters);
    let promoting = promotion::Game {
        definition,
        letters: &letters,
        board: &board,
        ranks,
        zones: &zones,
        forms: &forms,
        pawns,
        royals: if any_kings {
            PieceTypeSet::EMPTY
        } else {
            royals
        },
        standing: &standing,
    };
    let promotions = promoting.promotions()?;
    let turning = turning(&promotions, drafts.len());
    let goes_back =
        |path: &Path| path.modes.quiet && (path.last.ranks <= 0 || !path.legs.is_empty());
    let advances = |pawn: PieceType| {
        let mut paths = drafts[pawn.index()].movement.paths.iter();
        !turning.contains(pawn) && !paths.any(goes_back)
    };
    let promotion_limits = promoting.limits().map(Box::new);
    let rank_pawn_rules = match pawn {
        Some(pawn) if is_rank_pawn(definition, pawns, &zones, &forms) => {
            pawn_movement(&drafts[pawn.index()])
        }
        _ => None,
    };
    let rank_pawn = pawn.filter(|_| rank_pawn_rules.is_some());
    let rank_pawn_rules = rank_pawn_rules.unwrap_or_default();
    let free = |one: &PieceType| rank_pawn != Some(*one);
    let all_types = || (0..drafts.len()).map(PieceType::new);
    let safe = definition.board.alice || pawns.iter().all(|pawn| roles.iron.contains(pawn));
    let passing = if rank_pawn.is_some() {
        rank_pawn_rules.en_passant || definition.pawns.first_rank != FirstRank::Stuck
    } else {
        pawns
            .iter()
            .any(|pawn| drafts[pawn.index()].movement.needs.en_passant.is_some())
    };
    let en_passant = !safe && passing;
    let moves_freely = |one: PieceType| {
        let movement = &drafts[one.index()].movement;
        let pawn = pawns.contains(one);
        let step = |path| pawn && en_passant && passes(path);
        pawn && ends.goal == Goal::Mate
            || movement.needs.first_move.is_some()
            || movement.needs.en_passant.is_some()
            || movement.paths.iter().any(step)
    };
    let passes = if conditions.exchange_roles() {
        [Pass::Always, Pass::Never]
    } else {
        [turns.white_pass, turns.black_pass].map(|pass| pass.unwrap_or(turns.pass))
    };
    let unmoved: PieceTypeSet = all_types()
        .filter(|one| definition.pieces[one.index()].unmoved)
        .collect();
    let gating = drops.gating != Gating::Never;
    let unmoved_homes = Color::ALL.map(|color| {
        if gating {
            let rank = match color {
                Color::White => Bitboard::rank(0),
                Color::Black => Bitboard::rank(ranks - 1),
            };
            let own = all_types().map(|one| standing[Piece::new(color, one).index()]);
            return own.fold(Bitboard::EMPTY, |all, squares| all | squares & rank);
        }
        let homes = unmoved
            .iter()
            .map(|one| standing[Piece::new(color, one).index()]);
        homes.fold(Bitboard::EMPTY, |all, squares| all | squares)
    });
    let aimed =
        all_types().map(|one| Ok((one, letters.set(&definition.pieces[one.index()].aimed)?)));
    let aimed: Vec<_> = aimed.collect::<Result<_, LoadError>>()?;
    let wall = definition
        .pieces
        .iter()
        .position(walls::is_wall)
        .map(PieceType::new);
    let imitator = definition
        .pieces
        .iter()
        .position(imitators::is_imitator)
        .map(PieceType::new);
    let placing = definition.walls.placing;
    let leaves_walls = placing == Placing::Left || !roles.petrifying.is_empty();
    let wall_squares = match &definition.walls.squares {
        Some(text) => zones::squares(text, squares, source)?,
        None => squares,
    };
    let has_chains = |one: &PieceType| !drafts[one.index()].movement.chains.is_empty();
    let chained: PieceTypeSet = all_types().filter(has_chains).collect();
    let drop_rules = drop_rules(definition, &letters, (&board, ranks), &forms)?;
    let may_pass = passes.iter().any(|pass| *pass != Pass::Never);
    let capabilities = Capabilities {
        shots: !shooters.is_empty(),
        side_effects: changes_pieces(drafts, &conditions, castling)
            || leaves_walls
            || !chained.is_empty(),
        royal_capture: ends.goal == Goal::Capture,
        drops: !hand_order.is_empty(),
        zones: all_types().filter(free).any(|one| {
            Color::ALL
                .into_iter()
                .any(|color| !promotions[Piece::new(color, one).index()].into.is_empty())
        }),
        free_moves: all_types().filter(free).any(moves_freely),
        linked: !linked.is_empty(),
        schedule: series.is_some(),
        dynamo: definition.dynamo,
        iron: !roles.iron.is_empty(),
        wraps: board.wraps(),
        goes_round: drafts.iter().any(|draft| draft.movement.goes_round()),
        relay: !roles.relays.is_empty()
            || conditions.lend_movement()
            || conditions.start_elsewhere()
            || conditions.add_targets(),
        two_boards: definition.board.alice,
        neutrals: conditions.have_neutrals(),
        chameleons: conditions.have_chameleons(),
        ghosts: conditions.have_ghosts(),
        goals: !goals.is_empty()
            || definition.must_capture
            || repetition.decides()
            || counting.is_some(),
        passes: may_pass,
        judges_moves: may_pass
            || ends.goal == Goal::Capture
            || gating
            || series.is_some()
            || !drop_rules.no_mate.is_empty(),
        unmoved: !unmoved.is_empty(),
        gating,
        walls: wall.is_some(),
        placing: matches!(placing, Placing::Duck | Placing::Anywhere),
        chains: !chained.is_empty(),
        capture_series: conditions.continue_captures(),
    };
    let pawn_starts = definition.pawns.first_moves.as_ref();
    let pawn_starts = for_sides(pawn_starts, Bitboard::rank(1), (&board, ranks), source)?;
    let first_moves = all_pieces().map(|piece| {
        if pawns.contains(piece.piece_type()) {
            pawn_starts[piece.color().index()]
        } else {
            standing[piece.index()]
        }
    });
    let first_moves = first_moves.collect();
    let passed = definition.pawns.passed.as_ref();
    let passed = for_sides(passed, Bitboard::ALL, (&board, ranks), source)?;
    let palaces = palaces(definition, (&board, ranks), source)?;
    let has_plain_legs_without_hurdlers =
        !any_kings && conditions.is_empty() && moves_as_in_chess(capabilities, shooters, royals);
    let has_plain_legs = has_plain_legs_without_hurdlers && !capabilities.side_effects;
    let rules = RuleSet {
        capabilities,
        has_plain_legs,
        has_plain_legs_without_hurdlers,
        has_plain_steps: has_plain_legs && counts_only_clocks(capabilities),
        has_plain_boards: has_plain_boards(capabilities)
            && ends.kings != Some(Kings::Spare)
            && !king_loss_ends,
        judges_whole_board: conditions.qualify_attacks()
            || conditions.define_check()
            || ends.kings == Some(Kings::Spare)
            || king_loss_ends && kings_turn
            || capabilities.relay
            || capabilities.chains
            || capabilities.two_boards,
        files,
        ranks,
        board,
        piece_types: drafts.len(),
        royals,
        pawn,
        pawns,
        rank_pawn,
        pawn_structure: pawn.is_some_and(|pawn| has_pawn_structure(&drafts[pawn.index()].movement)),
        first_moves,
        wall,
        imitator,
        placing,
        wall_squares,
        half_neutral: roles.half_neutral,
        petrifying: roles.petrifying,
        chained,
        unmoved,
        unmoved_homes,
        aimed: aimed.into_iter().filter(|(_, by)| !by.is_empty()).collect(),
        passed,
        double_step: rank_pawn_rules.double_step,
        en_passant,
        first_rank: definition.pawns.first_rank,
        marks_promoted: pawn.is_some_and(|pawn| {
            hand_order.contains(&pawn)
                && forms.promoted[pawn.index()].is_none()
                && !drops.promoted_stay
                && drops.captures
        }),
        royal_promoters: all_pieces()
            .filter(|piece| {
                let into = &promotions[piece.index()].into;
                into.iter().any(|kind| royals.contains(*kind))
            })
            .map(Piece::piece_type)
            .collect(),
        promotes_by_choice: promotions.iter().any(Promotion::is_choice),
        promotions,
        turning,
        pawns_advance: pawns.iter().all(advances),
        promotion_limits,
        promotion_from_setup: definition.pawns.promotion_from_setup,
        castling: castling_rules(castling, &letters)?,
        castling_kings: castling_kings(drafts),
        rights_return: castling.rights_return,
        dropped_castle: castling.dropped,
        palaces,
        shooters,
        iron: roles.iron,
        relays: roles.relays,
        relayed_pawns: definition.pawns.relay,
        hurdlers: hurdlers(drafts),
        hurdle_effects: drafts.iter().map(|draft| draft.effects.clone()).collect(),
        kings_turn,
        kings_flip: ends.kings == Some(Kings::Flip),
        any_kings,
        kings_in_hand,
        spare_kings: ends.kings == Some(Kings::Spare),
        conditions,
        ladder,
        homes,
        checks,
        must_capture: definition.must_capture,
        checkmate: ends.checkmate,
        king_loss_ends,
        fewer_is_better: definition.must_capture && goals.iter().any(GoalRule::wins_by_loss),
        goals,
        stalemate: ends.stalemate,
        bare_king: ends.bare_king,
        draws: ends.draws.winner(),
        move_limit: match ends.move_limit {
            0 => u16::MAX,
            limit => limit,
        },
        repetition,
        counting,
        has_dead_positions: has_dead_positions(capabilities, ends)
            && royals_are_alike(royals, drafts),
        dead: if has_dead_positions(capabilities, ends) || !source.is_inherited(&ends.dead) {
            letters.set(&ends.dead)?
        } else {
            PieceTypeSet::EMPTY
        },
        hand: hand_order.iter().copied().collect(),
        hand_order,
        drops: drop_rules,
        passes,
        series,
        zones,
        budgets: Budgets::compile(definition, source)?,
        exchanges: definition.exchanges,
        demoted: if drops.promoted_stay {
            std::array::from_fn(PieceType::new)
        } else {
            forms.demoted
        },
        linked,
    };
    contradictions::check(&rules, definition, drafts, source)?;
    forbidden::check(&rules, definition, specs, source)?;
    Ok(rules)
}

/// The piece types that can turn into another type and from there, perhaps by further types, back again.
fn turning(promotions: &[Promotion], types: usize) -> PieceTypeSet {
    let into = |one: PieceType| {
        let sides = Color::ALL.map(|color| &promotions[Piece::new(color, one).index()].into);
        sides
            .into_iter()
            .flatten()
            .copied()
            .collect::<PieceTypeSet>()
    };
    let reached = |first: PieceType| {
        let mut all = into(first);
        loop {
            let further = all
                .iter()
                .flat_map(|one| into(one).iter().collect::<Vec<_>>());
            let next: PieceTypeSet = all.iter().chain(further).collect();
            if next == all {
                return all;
            }
            all = next;
        }
    };
    let all = (0..types).map(PieceType::new);
    all.filter(|one| reached(*one).contains(*one)).collect()
}

/// Whether the pawn is as in chess apart from its movement: the only kind of pawn, which promotes on the last rank and nowhere else, and
/// must promote there.
fn is_rank_pawn(
    definition: &Definition,
    pawns: PieceTypeSet,
    zones: &Zones,
    forms: &Forms,
) -> bool {
    let rules = &definition.pawns;
    let usual = zones.is_straight()
        && definition.ends.goal == Goal::Mate
        && definition.zones.white_pawns.is_none()
        && definition.zones.black_pawns.is_none()
        && rules.first_moves.is_none()
        && rules.passed.is_none()
        && rules.first_rank != FirstRank::Moves
        && !rules.captured_only
        // Captures as sets would pass closed corners.
        && definition.board.closed.is_empty()
        && definition.pieces.iter().all(|piece| piece.limit.is_none());
    let kind = |pawn: PieceType| {
        let piece = &definition.pieces[pawn.index()];
        forms.promoted[pawn.index()].is_none() && piece.promotion.is_none() && piece.must_promote
    };
    usual && pawns.iter().count() == 1 && pawns.iter().all(kind)
}

/// Compiles castling from the usual squares: the king stands on the e-file, the other piece in a corner.
fn castling_rules(castling: &Castling, letters: &Letters<'_>) -> Result<CastlingRules, LoadError> {
    let far = letters.set(&castling.far)?;
    let arrivals = arrivals(castling, letters.source)?;
    let castlers = [
        letters.castlers(&castling.white)?,
        letters.castlers(&castling.black)?,
    ];
    let kings = Color::ALL.map(|color| Square::at(4, if color == Color::White { 0 } else { 7 }));
    let ways = Color::ALL.map(|color| {
        let at = |file| Square::at(file, kings[color.index()].rank());
        [false, true].map(|kingside| {
            castlers[color.index()][usize::from(kingside)].map(|castler| {
                let goes_far = !kingside && far.contains(castler);
                let king_to = arrivals[usize::from(kingside)] - u8::from(goes_far);
                let (corner, beside) = if kingside {
                    (7, king_to - 1)
                } else {
                    (0, king_to + 1)
                };
                CastlingWay::new(castler, (at(4), at(king_to)), (at(corner), at(beside)))
            })
        })
    });
    Ok(CastlingRules::new(ways, kings, castling.anywhere))
}

/// The files on which the king arrives: by castling on the queen's wing, and on the king's wing.
fn arrivals(castling: &Castling, source: &Source) -> Result<[u8; 2], LoadError> {
    let Some(text) = &castling.arrivals else {
        return Ok([2, 6]);
    };
    match text.as_ref().as_bytes() {
        [king @ b'f'..=b'h', queen @ b'b'..=b'd']
            if castling.far.as_ref().is_empty() || *queen > b'b' =>
        {
            Ok([queen - b'a', king - b'a'])
        }
        _ => {
            let message = format!(
                "`arrivals` is '{}' (expected the file of the king's wing, f to h, and that of the queen's, b to d, as in gc)",
                text.as_ref()
            );
            Err(source.error(text, 1, message))
        }
    }
}

/// Compiles the rules of drops.
fn drop_rules(
    definition: &Definition,
    letters: &Letters<'_>,
    (board, ranks): (&Topology, u8),
    forms: &Forms,
) -> Result<DropRules, LoadError> {
    let drops = &definition.drops;
    let source = letters.source;
    let sides = [&drops.white, &drops.black].map(|text| match text {
        Some(text) => zones::squares(text, board.squares(), source),
        None => Ok(board.squares()),
    });
    let [white, black] = sides;
    let sides = [white?, black?];
    let not_on_end_ranks = letters.set(&drops.not_on_end_ranks)?;
    let ends = Bitboard::rank(0) | Bitboard::rank(ranks - 1);
    let mut regions = [[Bitboard::EMPTY; MAX_HELD]; 2];
    for (index, piece) in definition.pieces.iter().enumerate().take(MAX_HELD) {
        let own = for_sides(piece.drop.as_ref(), Bitboard::ALL, (board, ranks), source)?;
        for color in Color::ALL {
            let region = &mut regions[color.index()][index];
            *region = own[color.index()] & sides[color.index()];
            if not_on_end_ranks.contains(PieceType::new(index)) {
                *region &= !ends;
            }
        }
    }
    let form = |held: usize| forms.promoted[held].filter(|_| drops.promoted);
    Ok(DropRules {
        regions,
        one_a_file: letters.set(&drops.one_a_file)?,
        most_a_file: drops.most_a_file,
        square_colours: letters.set(&drops.square_colours)?,
        no_mate: letters.set(&drops.no_mate)?,
        captures: drops.captures,
        forms: std::array::from_fn(form),
        compulsory: drops.compulsory,
        on_empty_squares: drops.gating != Gating::Only,
    })
}

/// Compiles the squares to which moves are confined, by piece index; an empty list if no piece is confined.
fn palaces(
    definition: &Definition,
    board: (&Topology, u8),
    source: &Source,
) -> Result<Vec<Bitboard>, LoadError> {
    if definition
        .pieces
        .iter()
        .all(|piece| piece.squares.is_none())
    {
        return Ok(Vec::new());
    }
    let mut palaces = vec![Bitboard::ALL; Piece::COUNT];
    for (index, piece) in definition.pieces.iter().enumerate() {
        let sides = for_sides(piece.squares.as_ref(), Bitboard::ALL, board, source)?;
        for color in Color::ALL {
            palaces[Piece::new(color, PieceType::new(index)).index()] = sides[color.index()];
        }
    }
    Ok(palaces)
}

/// All possible pieces, in the order of their indices.
fn all_pieces() -> impl Iterator<Item = Piece> {
    let types = || (0..MAX_PIECE_TYPES).map(PieceType::new);
    Color::ALL
        .into_iter()
        .flat_map(move |color| types().map(move |piece_type| Piece::new(color, piece_type)))
}

/// The squares that a text lists, for White and (mirrored) for Black; without a text, `absent` stands for White's squares.
fn for_sides(
    text: Option<&Text>,
    absent: Bitboard,
    (board, ranks): (&Topology, u8),
    source: &Source,
) -> Result<[Bitboard; 2], LoadError> {
    let white = match text {
        Some(text) => zones::squares(text, board.squares(), source)?,
        None => absent,
    };
    let mirrored = |square: Square| Square::at(square.file(), ranks - 1 - square.rank());
    let inside = white.into_iter().filter(|square| square.rank() < ranks);
    let black: Bitboard = inside.map(mirrored).collect();
    Ok([white, black].map(|squares| squares & board.squares()))
}

/// The piece types whose movement includes castling, mostly the king.
fn castling_kings(drafts: &[PieceTypeDraft]) -> PieceTypeSet {
    (0..drafts.len())
        .filter(|index| drafts[*index].movement.castling.is_some())
        .map(PieceType::new)
        .collect()
}

/// Whether positions can be dead: true if mate is the only way to win.
fn has_dead_positions(capabilities: Capabilities, ends: &Ends) -> bool {
    !capabilities.royal_capture && ends.goals.is_empty() && ends.checkmate == Checkmate::Loses
}

/// Whether all royal pieces move alike. If they do not, one that attacks the other from afar can mate it alone.
fn royals_are_alike(royals: PieceTypeSet, drafts: &[PieceTypeDraft]) -> bool {
    let mut paths = royals
        .iter()
        .map(|royal| &drafts[royal.index()].movement.paths);
    let first = paths.next();
    paths.all(|others| Some(others) == first)
}

/// Whether moves can change more than the moving and the captured piece.
fn changes_pieces(
    drafts: &[PieceTypeDraft],
    conditions: &ConditionSet,
    castling: &Castling,
) -> bool {
    !hurdlers(drafts).is_empty() || !conditions.is_empty() || castling.rights_return
}

/// Whether legs are as in chess, apart from side effects and the number of kings.
fn moves_as_in_chess(
    capabilities: Capabilities,
    shooters: PieceTypeSet,
    royals: PieceTypeSet,
) -> bool {
    !capabilities.dynamo
        && !capabilities.royal_capture
        && !capabilities.relay
        && !capabilities.two_boards
        && !capabilities.zones
        && !capabilities.free_moves
        && !capabilities.gating
        && !shooters.intersects(royals)
}

/// Computes [`RuleSet::has_plain_steps`], apart from the moves themselves.
const fn counts_only_clocks(capabilities: Capabilities) -> bool {
    !capabilities.schedule
        && !capabilities.goals
        && !capabilities.passes
        && !capabilities.unmoved
        && !capabilities.gating
        && !capabilities.walls
}

/// Computes [`RuleSet::has_plain_boards`], apart from the number of kings.
const fn has_plain_boards(capabilities: Capabilities) -> bool {
    capabilities.two_boards
        && !capabilities.changes_more()
        && !capabilities.royal_capture
        && !capabilities.relay
        && !capabilities.gating
        && !capabilities.chains
}

/// Compiles the conditions of a file. Also returns their needs, each with the text of the condition in the file.
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
            let known = expected(name, all.iter().map(|spec| spec.name));
            let message = format!("unknown condition '{name}' ({known})");
            return Err(source.error(text, 1, message));
        };
        let id = ConditionId(index as u8);
        if chosen.contains(&id) {
            let message = format!("the condition '{name}' twice (expected each once)");
            return Err(source.error(text, 1, message));
        }
        let mut others = chosen.iter().map(|id: &ConditionId| all[usize::from(id.0)]);
        let clash = others.find_map(|other| {
            let why = match all[index] {
                spec if spec.repeats(other) => "both turn the same pieces",
                spec if spec.contradicts(other) => "make no sense together",
                _ => return None,
            };
            Some((other.name, why))
        });
        if let Some((other, why)) = clash {
            let message =
                format!("the conditions '{name}' and '{other}' {why} (expected one of them)");
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
    let conditions = ConditionSet::new(&chosen, all, flip);
    let has_pawns = definition.pieces.iter().any(|piece| piece.pawn);
    let conditions = if has_pawns {
        conditions
    } else {
        conditions.without_pawns()
    };
    Ok((conditions, needs))
}

/// Refuses a condition or effect at `at`, if the game does not have what it needs.
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

/// The compiled rules about changes to other pieces than the moving and the captured one.
struct Changes {
    conditions: ConditionSet,
    ladder: Ladder,
    homes: Homes,
}

/// Compiles the conditions, the ladder and the home squares of a game, and checks what conditions and effects need.
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

/// The piece types whose hops have effects on their hurdles.
fn hurdlers(drafts: &[PieceTypeDraft]) -> PieceTypeSet {
    (0..drafts.len())
        .filter(|index| !drafts[*index].effects.effects.is_empty())
        .map(PieceType::new)
        .collect()
}

/// Whether kings can change sides, and whether a side may have any number of kings.
fn kings(drafts: &[PieceTypeDraft], ends: &Ends, royals: PieceTypeSet) -> (bool, bool) {
    let turns_kings =
        |effects: &HurdleEffects| effects.rex == Rex::Inclusive && !effects.effects.is_empty();
    let turn =
        ends.kings == Some(Kings::Flip) || drafts.iter().any(|draft| turns_kings(&draft.effects));
    let nobody = royals.is_empty() && ends.goal == Goal::Mate;
    (
        turn,
        turn || nobody || matches!(ends.kings, Some(Kings::Any | Kings::Spare)),
    )
}

/// Refuses pieces in hand whose type is not among the first [`MAX_HELD`], because positions count only these.
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
