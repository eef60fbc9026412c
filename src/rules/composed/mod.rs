//! Rules that combine: hurdlers with effects, conditions, rifles, castling rights that return and, in the
//! general instance, drops, zones, several legs per turn and captured kings, in any combination.
//!
//! The changes of a move are computed once, in `consequence`, as a draft of the board; legality, rights,
//! the half-move clock, hands and the [`Delta`] all follow from that draft. The rest of this module is faster code for
//! moves whose consequences cannot matter.
//!
//! [`Composed`] is compiled twice: [`Effects`] for games of one leg per turn without drops in which kings are mated, all
//! known at compile time; [`General`] for all games, whose capabilities are tested at run time.
//!
//! ```
//! use katydid::{catalogue::Catalogue, rules};
//! let variant = Catalogue::new().variant("andernach").unwrap();
//! let pos = rules::position(&variant, "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1").unwrap();
//! // The capturing knight enters the service of the other side.
//! let next = rules::play_text(&pos, "c3d5").unwrap();
//! assert_eq!(next.placement(), "4k3/8/8/3n4/8/8/8/4K3");
//! ```

mod cages;
mod capture_series;
mod castling;
mod consequence;
mod count;
mod danger;
mod effects;
mod forbidden;
pub(super) mod hops;
mod two_boards;
pub(super) mod ways;

pub(super) use capture_series::{Step, has_steps, names as names_of_steps, steps};
pub(super) use consequence::{Way, report, ways as chosen_ways};

use super::arena::Arena;
use super::check_info::CheckInfo;
use super::draft::Draft;
use super::interface::{GenType, Rules, count_by_listing};
use super::orthodox::Orthodox;
use super::outcome::Outcome;
use super::{
    added_targets, chains, check_giving, conditions, course, drops, en_passant, endings, exchanges,
    free_moves, gating, link, passing, pawns, pieces, relay, series, starts, walls, zones,
};
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece, Square};
use crate::board::between;
use crate::position::{Delta, Edit, Memory, Position, State};
use crate::variant::{Capabilities, Effect, EffectTarget, MoveKinds, Pass, Reach};
use std::hint::cold_path;

/// The rules of games whose moves can have consequences. Without `GENERAL` the only [`Capabilities`] of the game are
/// shots and side effects.
pub struct Composed<const GENERAL: bool>;

/// The rules of legs that do nothing but move, capture, castle and promote by rank.
type PlainLeg = Orthodox<true>;

/// The rules of games with effects and conditions: one leg per turn, kings that are mated.
pub type Effects = Composed<false>;

/// The rules of all games.
pub type General = Composed<true>;

impl<const GENERAL: bool> Composed<GENERAL> {
    /// The capabilities that are tested at run time: none without `GENERAL`.
    #[inline(always)]
    fn asked(pos: &Position) -> Capabilities {
        if GENERAL {
            pos.variant().rules.capabilities
        } else {
            Capabilities::NONE
        }
    }

    /// The arena of the side to move.
    #[inline(always)]
    fn arena(pos: &Position) -> Arena {
        if GENERAL {
            Arena::of(pos, pos.side_to_move())
        } else {
            Arena::plain(pos, pos.side_to_move())
        }
    }

    /// Adds the moves of the pieces on `origins`, by their own movement and by movement received from other pieces.
    #[inline(always)]
    fn moves_in(
        pos: &Position,
        arena: &Arena,
        gen_type: GenType,
        origins: Bitboard,
        list: &mut MoveList,
    ) {
        let before = list.len();
        let has = Self::asked(pos);
        let rules = &pos.variant().rules;
        let us = pos.side_to_move();
        let received = has.relay.then(|| relay::Received::of(pos, us));
        let elsewhere = if has.relay {
            starts::elsewhere(pos, origins & pos.by_color(us))
        } else {
            Bitboard::EMPTY
        };
        let receiving = origins & !elsewhere;
        let origins = match &received {
            Some(received) => receiving & !received.instead,
            None => origins,
        };
        if has.free_moves {
            let in_check = || danger::in_check(pos, us);
            let first = list.len();
            free_moves::add_moves(pos, arena, gen_type, origins | elsewhere, in_check, list);
            if elsewhere.any() {
                retain_from(list, first, |mv| starts::is_from_own(pos, mv));
            }
        }
        if has.zones {
            zones::piece_moves::<true>(pos, arena, gen_type, origins, list);
        } else {
            pieces::piece_moves::<true>(pos, arena, gen_type, origins, list);
        }
        if let Some(pawn) = rules.rank_pawn {
            let promotes = !rules.rank_promotions(us).is_empty();
            let pawns = pos.pieces(us, pawn) & origins;
            pawns::pawn_moves(pos, arena, pawns, gen_type, promotes, list);
        }
        if let Some(received) = received {
            relay::add_moves(pos, &received, arena, gen_type, receiving, list);
        }
        if elsewhere.any() {
            starts::add_moves(pos, arena, gen_type, elsewhere, list);
        }
        if has.relay && rules.conditions.add_targets() {
            added_targets::add_moves(pos, arena, gen_type, origins, before, list);
        }
        if has.relay {
            // Their own movement has no captures, but they can receive some.
            let peaceful = relay::kings_without_captures(pos);
            if peaceful.any() {
                retain_from(list, before, |mv| {
                    !(peaceful.contains(mv.from()) && is_capture(pos, mv))
                });
            }
        }
    }

    /// Adds the moves of the pieces on `movers` that movement and occupancy allow, as if conditions offered no choices.
    #[inline(always)]
    fn add_unsplit(pos: &Position, gen_type: GenType, movers: Bitboard, list: &mut MoveList) {
        let has = Self::asked(pos);
        let before = list.len();
        let arena = Self::arena(pos);
        if has.two_boards {
            for board in [!pos.board_b(), pos.board_b()] {
                let arena = arena.on(pos, board);
                Self::moves_in(pos, &arena, gen_type, movers & board, list);
            }
        } else {
            Self::moves_in(pos, &arena, gen_type, movers, list);
        }
        if has.chains {
            chains::add_moves(pos, gen_type, movers, before, list);
        }
    }

    /// Adds the moves of the pieces on `origins` that movement and occupancy allow; vetoes of conditions are tested
    /// later. With a `sieve`, moves that choices have split are tested at once.
    #[inline(always)]
    fn pseudo_legal(
        pos: &Position,
        gen_type: GenType,
        origins: Bitboard,
        sieve: Option<forbidden::Sieve<'_>>,
        list: &mut MoveList,
    ) {
        let before = list.len();
        Self::of_one_step(pos, gen_type, origins, sieve, list);
        if Self::asked(pos).capture_series && gen_type.noisy() {
            capture_series::add_moves(pos, before, list);
        }
    }

    /// Whether a move has several steps.
    #[inline(always)]
    fn has_steps(pos: &Position, mv: Move) -> bool {
        has_steps(pos, mv)
    }

    /// The steps of a move of several; empty if it is not pseudo-legal.
    fn steps(pos: &Position, mv: Move) -> Vec<Step> {
        steps(pos, mv)
    }

    /// The moves of one step that conditions allow, where moves can have several.
    fn allowed_of_one_step(pos: &Position, origins: Bitboard, list: &mut MoveList) {
        Self::of_one_step(pos, GenType::All, origins, None, list);
        if pos.variant().rules.conditions.may_veto(MoveKinds::ALL) {
            forbidden::drop_forbidden(pos, 0, false, false, list);
        }
    }

    /// [`Self::pseudo_legal`] without moves of several steps.
    #[inline(always)]
    fn of_one_step(
        pos: &Position,
        gen_type: GenType,
        origins: Bitboard,
        sieve: Option<forbidden::Sieve<'_>>,
        list: &mut MoveList,
    ) {
        let rules = &pos.variant().rules;
        let has = Self::asked(pos);
        let owed = pos.state().owed.filter(|_| has.linked);
        let mut movers = origins;
        if let Some(king) = owed {
            movers &= pos.by_type(king);
        }
        if rules.conditions.immobilise() {
            movers &= !conditions::immobile(pos, pos.side_to_move());
        }
        if has.placing
            && let Some(wall) = pos.state().owed
        {
            if gen_type.quiet() {
                walls::add_placings(pos, wall, origins, list);
            }
            return;
        }
        if has.drops && drops::must_drop(pos) {
            if gen_type.quiet() && origins == Bitboard::ALL {
                drops::drops::<false>(pos, list);
            }
            return;
        }
        let before = list.len();
        Self::add_unsplit(pos, gen_type, movers, list);
        if rules.conditions.offer_choices() {
            hops::split_by_choice(pos, before, sieve, list);
        } else if !pos.variant().tables.many_ways.is_empty() {
            hops::add_other_ways(pos, before, list);
        }
        if rules.conditions.limit_captures() {
            forbidden::drop_limited(pos, before, list);
        }
        if gen_type.quiet() && owed.is_none() {
            super::castling::castling(pos, relay::by_own_movement(pos, origins), list);
        }
        if has.gating {
            let gated = list.len();
            gating::add_moves(pos, before, list);
            if has.side_effects {
                // A captured piece can be reborn on the square that the moving piece leaves.
                retain_from(list, gated, |mv| {
                    consequence::draft::<GENERAL>(pos, mv).is_some()
                });
            }
        }
        if has.drops && gen_type.quiet() && owed.is_none() && origins == Bitboard::ALL {
            drops::drops::<false>(pos, list);
        }
        if has.placing && walls::free(pos).count() < 3 {
            retain_from(list, before, |mv| leaves_room(pos, mv));
        }
        if has.passes && gen_type.quiet() {
            passing::add(pos, origins, list);
        }
        if GENERAL && rules.conditions.exchange_pieces() && gen_type.quiet() {
            exchanges::add(pos, movers, list);
        }
    }

    /// Whether a leg is legal without the piece that comes in from the hand, which stops no check.
    #[inline(never)]
    fn is_legal_alone(pos: &Position, check_info: &CheckInfo, mv: Move) -> bool {
        Self::is_legal(pos, check_info, mv.ungated())
    }

    /// Whether the side to move may pass.
    #[cold]
    fn may_pass(pos: &Position, check_info: &CheckInfo, mv: Move) -> bool {
        let rules = &pos.variant().rules;
        let us = pos.side_to_move();
        if rules.conditions.exchange_roles() {
            let draft = consequence::draft::<GENERAL>(pos, mv);
            return draft.is_some_and(|draft| !danger::in_check(&draft.position(), us));
        }
        if check_info.in_check && !rules.capabilities.royal_capture {
            return false;
        }
        if rules.passes[us.index()] == Pass::Always {
            return true;
        }
        let mut list = MoveList::new();
        Self::generate(pos, GenType::All, Bitboard::ALL, &mut list);
        let moves = |mv: &Move| !mv.is_pass() && Self::is_legal(pos, check_info, *mv);
        !list.iter().any(moves)
    }

    /// Whether a leg does nothing but move, capture, castle and promote by rank, so that the faster rules of
    /// `PlainLeg` can be used.
    #[inline(always)]
    fn is_plain(pos: &Position, mv: Move) -> bool {
        GENERAL && pos.variant().rules.has_plain_legs && mv.kind() != MoveKind::Drop
    }

    /// Whether a move could expose a king of its own side, so that the king's safety is tested on a draft.
    #[inline(always)]
    fn needs_draft(pos: &Position, check_info: &CheckInfo, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_exchange() {
            return true;
        }
        if Self::asked(pos).gating && mv.gated().is_some() || GENERAL && has_steps(pos, mv) {
            return true;
        }
        if GENERAL && mv.kind() == MoveKind::Drop {
            let royals = pos.variant().rules.royals;
            return check_info.in_check
                || check_info.enter.contains(to)
                || mv.piece_type().is_some_and(|held| royals.contains(held));
        }
        let Some(piece) = pos.at(from).filter(|_| !check_info.in_check) else {
            return true;
        };
        if Self::asked(pos).two_boards {
            return two_boards::needs_draft(pos, check_info, mv, piece);
        }
        let captures = pos.occupied().contains(to);
        match reach(pos, mv, piece, captures) {
            Reach::Plain => {
                check_info.leave.contains(from) || !captures && check_info.enter.contains(to)
            }
            Reach::Shot => check_info.leave.contains(to),
            Reach::Line => changed_on_line(pos, mv).intersects(check_info.touch),
            Reach::King | Reach::Hurdles | Reach::Anywhere => true,
        }
    }

    /// Pieces whose moves to squares outside of `enter` are all legal; only if that is known at sight.
    #[inline(always)]
    fn free_pieces(pos: &Position, check_info: &CheckInfo) -> Bitboard {
        let has = Self::asked(pos);
        let by_more = has.two_boards || has.gating || has.capture_series;
        if check_info.in_check || has.judges_moves || by_more {
            return Bitboard::EMPTY;
        }
        pos.by_types(pos.variant().tables.plain) & !check_info.leave
    }

    /// Whether a move keeps the kings of its side safe; `None` if only the changes that it makes can tell.
    #[inline(always)]
    fn safety_at_sight(pos: &Position, check_info: &CheckInfo, mv: Move) -> Option<bool> {
        if Self::is_plain(pos, mv) {
            return Some(PlainLeg::is_legal(pos, check_info, mv));
        }
        if Self::asked(pos).two_boards {
            let safe = mv.kind() != MoveKind::Castle && !Self::needs_draft(pos, check_info, mv)
                || two_boards::is_safe(pos, mv);
            return Some(safe);
        }
        if mv.castles() {
            let draft = consequence::draft::<GENERAL>(pos, mv);
            return Some(draft.is_some_and(|draft| castling::is_legal(pos, mv, &draft)));
        }
        (!Self::needs_draft(pos, check_info, mv)).then_some(true)
    }

    /// If the side to move has a legal capture, removes all other moves from index `from` of the list on.
    fn compel(pos: &Position, from: usize, list: &mut MoveList) {
        if list[from..].iter().all(|mv| is_capture(pos, *mv)) {
            return;
        }
        let mut noisy = MoveList::new();
        Self::pseudo_legal(pos, GenType::Noisy, Bitboard::ALL, None, &mut noisy);
        if pos.variant().rules.conditions.may_veto(MoveKinds::ALL) {
            forbidden::drop_forbidden(pos, 0, false, false, &mut noisy);
        }
        let check_info = Self::check_info(pos);
        let captures = |mv: &Move| is_capture(pos, *mv) && Self::is_legal(pos, &check_info, *mv);
        if noisy.iter().any(captures) {
            retain_from(list, from, |mv| is_capture(pos, mv));
        }
    }

    /// Subtracts one from the mover's checks left in `delta` if the move gives check.
    #[cold]
    fn count_check(pos: &Position, delta: &mut Delta) {
        let us = pos.side_to_move();
        if danger::in_check(&pos.after(delta), !us) {
            let left = &mut delta.state.checks_left[us.index()];
            *left = left.saturating_sub(1);
        }
    }

    /// Writes the changes of a legal move into an empty delta; checks are not counted yet.
    #[inline(always)]
    fn add_changes(pos: &Position, mv: Move, delta: &mut Delta) {
        if Self::asked(pos).passes
            && mv.is_pass()
            && !pos.variant().rules.conditions.exchange_roles()
        {
            delta.state = pos.state().next_turn(false);
            pos.hand_over(delta);
            return;
        }
        if Self::is_plain(pos, mv) {
            *delta = plain_delta::<Self>(pos, mv);
            return;
        }
        let mut draft = Draft::new(pos);
        if consequence::work_out::<GENERAL>(&mut draft, mv).is_ok() {
            Self::add_draft(pos, mv, &draft, Self::can_move, delta);
            en_passant::add_legal::<Self>(pos, delta);
        } else {
            debug_assert!(false, "{mv:?} is impossible by its consequences");
            delta.state = pos.state().next_turn(false);
        }
    }

    /// Whether a legal move attacks an enemy king.
    fn gives_check(pos: &Position, mv: Move) -> bool {
        consequence::draft::<GENERAL>(pos, mv).is_some_and(|draft| {
            let next = draft.position();
            danger::in_check(&next, !pos.side_to_move())
        })
    }

    /// The delta of a drafted move; `legal_en_passant` is not set yet.
    #[inline(always)]
    fn delta_of(pos: &Position, mv: Move, draft: &Draft<'_>) -> Delta {
        let mut delta = Delta::new(*pos.state());
        Self::add_draft(pos, mv, draft, Self::can_move, &mut delta);
        delta
    }

    /// Writes a drafted move into an empty delta, but for `legal_en_passant`. `can_move` tells whether the side to move has a legal leg,
    /// without which a turn of several legs ends. (A delta is large, so that it is filled where it is needed, not moved.)
    #[inline(always)]
    fn add_draft(
        pos: &Position,
        mv: Move,
        draft: &Draft<'_>,
        can_move: impl Fn(&Position) -> bool,
        delta: &mut Delta,
    ) {
        let has = Self::asked(pos);
        let mover = pos.at(mv.from()).filter(|_| mv.kind() != MoveKind::Drop);
        let is_pawn = mover.is_some_and(|piece| {
            let rules = &pos.variant().rules;
            rules.pawns.contains(piece.piece_type()) && !free_moves::can_step_back(pos, mv, piece)
        });
        let turning = pos.variant().rules.turning;
        let turns_over = || mover.is_some_and(|piece| turning.contains(piece.piece_type()));
        let places = has.placing && pos.state().owed.is_some();
        let progress = !places
            && (is_pawn
                || draft.changed
                || matches!(mv.kind(), MoveKind::Drop | MoveKind::EnPassant)
                || is_capture(pos, mv)
                || has.zones && mv.kind() == MoveKind::Promotion && !turns_over());
        delta.state = pos.state().next_turn(progress);
        for edit in draft.edits() {
            delta.edit(edit.square, edit.before, edit.after);
        }
        pos.hand_over(delta);
        delta.state.memory = draft.memory;
        delta.state.rights = castling::rights_after(pos, mv, draft);
        if mv.kind() == MoveKind::MultiStep && !has.schedule && !has.placing {
            if !pos.variant().rules.conditions.is_empty() {
                // Conditions judge captures en passant on squares that are open to them.
                delta.state.en_passant = starts::passed(pos, mv);
            }
            let after = pos.after(delta);
            // A pawn that its own step has turned into another piece, or taken on to another square, cannot be taken en passant.
            let stands = after.at(mv.to()).is_some();
            let passed = |square: &Square| {
                stands && en_passant::was_passed(&after, *square, pos.side_to_move())
            };
            let squares: Bitboard = if pos.variant().rules.conditions.is_empty() {
                between(mv.from(), mv.to())
            } else {
                let squares = starts::passed(pos, mv).into_iter();
                squares.filter(passed).collect()
            };
            delta.state.en_passant = en_passant::field::<Self>(&after, mv.from(), mv.to(), squares);
        }
        if has.drops {
            drops::add_hand_edits::<false>(pos, mv, draft.taken, delta);
            for piece in &draft.further {
                drops::add_taken(pos, *piece, delta);
            }
        }
        if has.linked {
            link::pass_turn(pos, mv, progress, delta);
        } else if has.schedule {
            series::pass_turn::<Self>(pos, mv, progress, delta, can_move);
        } else if has.placing {
            walls::pass_turn::<Self>(pos, mv, progress, delta);
        }
    }
}

/// How far the changes of a move can reach; not for castling.
#[inline(always)]
fn reach(pos: &Position, mv: Move, piece: Piece, captures: bool) -> Reach {
    if mv.kind() == MoveKind::EnPassant {
        return Reach::Anywhere;
    }
    pos.variant().tables.reach[usize::from(captures)][piece.piece_type().index()]
}

/// The squares that a move can change if its reach is at most `Reach::Line`.
#[inline(always)]
fn changed_on_line(pos: &Position, mv: Move) -> Bitboard {
    between(mv.from(), mv.to()) & pos.occupied() | mv.from().into() | mv.to().into()
}

/// Whether a move with these `edits`, after which conditions remember `memory`, keeps the kings of its side safe.
#[inline(always)]
fn is_safe_after<'e>(
    pos: &Position,
    check_info: &CheckInfo,
    edits: impl Iterator<Item = &'e Edit> + Clone,
    memory: &Memory,
) -> bool {
    let calm = !check_info.in_check
        && !edits
            .clone()
            .any(|edit| check_info.touch.contains(edit.square));
    calm || !danger::exposes(pos, edits, memory)
}

impl<const GENERAL: bool> Rules for Composed<GENERAL> {
    const SIDE_EFFECTS: bool = true;
    const LEGS: bool = GENERAL;
    const COURSE: bool = GENERAL;

    #[inline(always)]
    fn generate(pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList) {
        let before = list.len();
        Self::pseudo_legal(pos, gen_type, origins, None, list);
        if pos.variant().rules.conditions.may_veto(MoveKinds::ALL) {
            let whole = origins == Bitboard::ALL && gen_type == GenType::All;
            forbidden::drop_forbidden(pos, before, false, whole, list);
        }
        if Self::asked(pos).goals && pos.variant().rules.must_capture {
            Self::compel(pos, before, list);
        }
    }

    fn legal(pos: &Position, list: &mut MoveList) {
        let check_info = Self::check_info(pos);
        let conditions = &pos.variant().rules.conditions;
        if GENERAL || conditions.rank_moves() && !conditions.offer_choices() {
            Self::generate(pos, GenType::All, Bitboard::ALL, list);
            let free = Self::free_pieces(pos, &check_info);
            let is_free = |mv: Move| {
                let (from, to) = (mv.from(), mv.to());
                let moves = mv.kind() == MoveKind::Normal && free.contains(from);
                moves && !check_info.enter.contains(to)
            };
            list.retain(|mv| is_free(*mv) || Self::is_legal(pos, &check_info, *mv));
            return;
        }
        // Most moves are known to be legal at sight, so that less is drafted if the conditions judge only legal moves.
        let sieve = forbidden::Sieve::of(&check_info, None);
        Self::pseudo_legal(pos, GenType::All, Bitboard::ALL, Some(sieve), list);
        list.retain(|mv| is_split(pos, *mv) || Self::is_legal(pos, &check_info, *mv));
        if conditions.rank_moves() || conditions.may_judge(MoveKinds::ALL) {
            forbidden::drop_forbidden(pos, 0, true, true, list);
        }
    }

    fn legal_by(pos: &Position, origins: Bitboard, watch: Option<&CheckInfo>, list: &mut MoveList) {
        let check_info = Self::check_info(pos);
        let conditions = &pos.variant().rules.conditions;
        if GENERAL || !conditions.offer_choices() {
            Self::generate(pos, GenType::All, origins, list);
            if let Some(watch) = watch {
                list.retain(|mv| Self::can_give_check(pos, watch, *mv));
            }
            list.retain(|mv| Self::is_legal(pos, &check_info, *mv));
            return;
        }
        let sieve = forbidden::Sieve::of(&check_info, watch);
        Self::pseudo_legal(pos, GenType::All, origins, Some(sieve), list);
        list.retain(|mv| {
            is_split(pos, *mv)
                || watch.is_none_or(|watch| Self::can_give_check(pos, watch, *mv))
                    && Self::is_legal(pos, &check_info, *mv)
        });
        if conditions.rank_moves() || conditions.may_judge(MoveKinds::ALL) {
            let whole = origins == Bitboard::ALL && watch.is_none();
            forbidden::drop_forbidden(pos, 0, true, whole, list);
        }
    }

    #[inline(always)]
    fn check_info(pos: &Position) -> CheckInfo {
        if Self::asked(pos).royal_capture {
            return CheckInfo {
                in_check: Self::must_evade(pos),
                ..CheckInfo::NONE
            };
        }
        if GENERAL && pos.variant().rules.has_plain_legs {
            let plain = PlainLeg::check_info(pos);
            // Only drops are drafted in these games, and a drop changes only its arrival square.
            return CheckInfo {
                touch: plain.enter | danger::possible_kings(pos),
                ..plain
            };
        }
        danger::check_info::<GENERAL>(pos)
    }

    #[inline(always)]
    fn must_evade(pos: &Position) -> bool {
        if Self::asked(pos).royal_capture {
            let (us, kings) = (pos.side_to_move(), pos.royals(pos.side_to_move()));
            return !kings.many() && danger::in_check(pos, us);
        }
        danger::in_check(pos, pos.side_to_move())
    }

    #[inline(always)]
    fn is_legal(pos: &Position, check_info: &CheckInfo, mv: Move) -> bool {
        Self::legality_at_sight(pos, check_info, mv).unwrap_or_else(|| {
            let mut draft = Draft::new(pos);
            consequence::work_out::<GENERAL>(&mut draft, mv).is_ok()
                && is_safe_after(pos, check_info, draft.edits(), &draft.memory)
        })
    }

    #[inline(always)]
    fn legality_at_sight(pos: &Position, check_info: &CheckInfo, mv: Move) -> Option<bool> {
        let has = Self::asked(pos);
        if !has.judges_moves {
            return Self::safety_at_sight(pos, check_info, mv);
        }
        if has.passes && mv.is_pass() {
            return Some(Self::may_pass(pos, check_info, mv));
        }
        if has.royal_capture {
            // Kings are captured, so they may be under attack after the move.
            return Some(true);
        }
        if has.gating && mv.gated().is_some() && !Self::is_legal_alone(pos, check_info, mv) {
            return Some(false);
        }
        let safe = Self::safety_at_sight(pos, check_info, mv);
        if has.drops && mv.kind() == MoveKind::Drop && !pos.variant().rules.drops.no_mate.is_empty()
        {
            cold_path();
            let safe = safe.unwrap_or_else(|| {
                let draft = consequence::draft::<GENERAL>(pos, mv);
                draft.is_some_and(|draft| {
                    is_safe_after(pos, check_info, draft.edits(), &draft.memory)
                })
            });
            return Some(safe && !drops::is_forbidden_mate::<Self>(pos, mv));
        }
        if !has.schedule || series::allows(pos, || Self::gives_check(pos, mv)) {
            safe
        } else {
            Some(false)
        }
    }

    #[inline(always)]
    fn is_safe_after(pos: &Position, check_info: &CheckInfo, delta: &Delta) -> bool {
        is_safe_after(pos, check_info, delta.edits.iter(), &delta.state.memory)
    }

    #[inline(always)]
    fn delta(pos: &Position, mv: Move) -> Delta {
        let mut delta = Delta::new(*pos.state());
        Self::add_changes(pos, mv, &mut delta);
        if Self::asked(pos).unmoved && pos.state().unmoved.any() {
            free_moves::remove_marks(pos, mv, &mut delta);
        }
        if Self::asked(pos).gating && pos.state().unmoved.any() {
            gating::remove_marks(pos, mv, &mut delta);
        }
        let rules = &pos.variant().rules;
        if Self::asked(pos).goals {
            if let Some(rule) = &rules.counting {
                course::count_move(pos, rule, &mut delta);
            }
            if rules.checks > 0 && delta.state.owed.is_none() {
                Self::count_check(pos, &mut delta);
            }
        }
        delta
    }

    #[inline(always)]
    fn relocation(pos: &Position, mv: Move) -> Option<State> {
        let captures_into_hand = Self::asked(pos).drops && pos.occupied().contains(mv.to());
        if GENERAL && pos.variant().rules.has_plain_steps && !captures_into_hand {
            PlainLeg::relocation(pos, mv)
        } else {
            None
        }
    }

    #[inline(always)]
    fn delta_if_possible(pos: &Position, mv: Move) -> Option<Delta> {
        let conditions = &pos.variant().rules.conditions;
        if conditions.narrow_attacks() && !conditions::allow_capture(pos, mv.from(), mv.to()) {
            return None;
        }
        if conditions.may_veto(MoveKinds::CAPTURE) {
            let draft = consequence::judged_draft::<GENERAL>(pos, mv)?;
            return Some(Self::delta_of(pos, mv, &draft));
        }
        consequence::draft::<GENERAL>(pos, mv).map(|draft| Self::delta_of(pos, mv, &draft))
    }

    #[inline(always)]
    fn may_capture(pos: &Position, from: Square, to: Square) -> bool {
        !pos.variant().rules.conditions.qualify_attacks() || danger::may_capture(pos, from, to)
    }

    #[inline(always)]
    fn can_give_check(pos: &Position, watch: &CheckInfo, mv: Move) -> bool {
        if Self::is_plain(pos, mv) {
            return check_giving::by_plain_leg(pos, watch, mv);
        }
        let rules = &pos.variant().rules;
        let has = &rules.capabilities;
        // Conditions only take attacks away: a move that makes no new attack by movement gives no check.
        // A wall that is left behind can be a hurdle.
        let by_more = has.relay || has.two_boards || has.gating || has.chains || has.walls;
        let by_more = by_more || has.capture_series;
        if watch.in_check || by_more || rules.conditions.define_check() {
            return true;
        }
        let Some(piece) = pos.at(mv.from()).filter(|_| mv.kind() != MoveKind::Drop) else {
            return check_giving::by_plain_leg(pos, watch, mv);
        };
        match reach(pos, mv, piece, pos.occupied().contains(mv.to())) {
            // The move can give check to a king that it makes.
            Reach::Hurdles | Reach::Anywhere
                if rules.kings_turn
                    || rules.conditions.kings_return()
                    || !rules.royal_promoters.is_empty() =>
            {
                true
            }
            Reach::Hurdles | Reach::Anywhere => {
                let touches = |edit: &Edit| watch.touch.contains(edit.square);
                let draft = consequence::draft::<GENERAL>(pos, mv);
                draft.is_some_and(|draft| draft.edits().any(touches))
            }
            Reach::Plain | Reach::King | Reach::Shot if rules.conditions.is_empty() => {
                check_giving::by_plain_leg(pos, watch, mv)
            }
            // Conditions may change the type of the piece.
            Reach::Plain | Reach::King | Reach::Shot | Reach::Line => {
                mv.kind() == MoveKind::Castle || changed_on_line(pos, mv).intersects(watch.touch)
            }
        }
    }

    #[inline(always)]
    fn is_checked(pos: &Position, color: Color) -> bool {
        !Self::asked(pos).royal_capture && danger::in_check(pos, color)
    }

    #[inline(always)]
    fn immediate_end(pos: &Position) -> Option<Outcome> {
        let has = Self::asked(pos);
        if has.royal_capture
            && let Some(end) = endings::kings_captured(pos)
        {
            return Some(end);
        }
        if has.goals
            && let Some(end) = endings::by_goal::<Self>(pos)
        {
            return Some(end);
        }
        endings::bare_king(pos)
    }

    fn no_move_outcome(pos: &Position) -> Outcome {
        if Self::asked(pos).royal_capture {
            return endings::no_move_without_check(pos);
        }
        endings::mate_or_stalemate(pos, Self::in_check(pos))
    }

    #[inline(always)]
    fn count(pos: &Position) -> u64 {
        let has = Self::asked(pos);
        if has.schedule && !series::allows_all(pos)
            || has.zones
            || has.free_moves
            || has.royal_capture
            || has.relay
            || has.two_boards
            || has.passes
            || has.gating
            || has.walls
            || has.chains
            || has.capture_series
            || has.neutrals
            || has.drops && drops::counts_by_listing(pos)
            || pos.variant().rules.must_capture
        {
            return count_by_listing::<Self>(pos);
        }
        count::legal_moves::<GENERAL>(pos, has.drops)
    }

    fn can_move(pos: &Position) -> bool {
        if Self::asked(pos).placing && pos.state().owed.is_some() {
            return walls::free(pos).any();
        }
        let check_info = Self::check_info(pos);
        let mut list = MoveList::new();
        let mut any_of = |origins: Bitboard| {
            list.clear();
            if GENERAL {
                Self::generate(pos, GenType::All, origins, &mut list);
                return list.iter().any(|mv| Self::is_legal(pos, &check_info, *mv));
            }
            let sieve = forbidden::Sieve::of(&check_info, None);
            Self::pseudo_legal(pos, GenType::All, origins, Some(sieve), &mut list);
            list.iter().any(|mv| {
                (is_split(pos, *mv) || Self::is_legal(pos, &check_info, *mv))
                    && forbidden::is_allowed(pos, *mv)
            })
        };
        // Most pieces have a legal move, so the moves of one piece are often enough. In check the legal move is mostly the king's.
        let us = pos.side_to_move();
        let kings = pos.royals(us);
        kings.any() && any_of(kings)
            || (pos.by_color(us) & !kings)
                .into_iter()
                .any(|from| any_of(from.into()))
            || !pos.hand(us).is_empty() && any_of(Bitboard::ALL)
    }
}

/// The delta of a plain leg, including the hands and the state of a turn of several legs.
fn plain_delta<R: Rules>(pos: &Position, mv: Move) -> Delta {
    let rules = &pos.variant().rules;
    let mut delta = PlainLeg::delta(pos, mv);
    if rules.capabilities.drops {
        let taken = match mv.kind() {
            MoveKind::EnPassant => en_passant::passer(pos, mv.to(), !pos.side_to_move()),
            MoveKind::Castle => None,
            _ => Some(mv.to()),
        };
        let taken = taken.and_then(|square| pos.at(square));
        drops::add_hand_edits::<false>(pos, mv, taken, &mut delta);
        if rules.marks_promoted && mv.kind() == MoveKind::Promotion {
            let arrived = delta.edits.iter_mut().find(|edit| edit.square == mv.to());
            if let Some(edit) = arrived {
                edit.after = edit.after.map(Piece::promoted);
            }
        }
    }
    if rules.capabilities.schedule {
        // A leg that resets the half-move clock counts as progress of the turn.
        let progress = delta.state.halfmove_clock == 0;
        series::pass_turn::<R>(pos, mv, progress, &mut delta, R::can_move);
    }
    // Captures en passant over the edge of a cylinder are none of a plain leg.
    en_passant::add_legal::<R>(pos, &mut delta);
    delta
}

/// Whether a pseudo-legal hop wins an enemy piece without capturing, by changing the colour of the piece that it hops
/// over.
#[inline]
pub fn converts(pos: &Position, mv: Move) -> bool {
    let variant = pos.variant();
    if variant.rules.hurdlers.is_empty() || mv.kind() != MoveKind::Normal {
        return false;
    }
    let Some(piece) = pos.at(mv.from()) else {
        return false;
    };
    let Some(hurdle_effects) = variant.rules.hurdle_effects.get(piece.piece_type().index()) else {
        return false;
    };
    let turns = hurdle_effects.effects.contains(&Effect::Andernach)
        && hurdle_effects.target != EffectTarget::Friend;
    if !turns || pos.occupied().contains(mv.to()) {
        return false;
    }
    // A quick exit: unless the piece can hop many ways, its hurdle is between the squares, where mostly no enemy stands.
    let way = between(mv.from(), mv.to());
    let prey = pos.by_color(!piece.color()) & !pos.by_types(variant.rules.royals);
    if !variant.tables.many_ways.contains(piece.piece_type()) && !way.intersects(prey) {
        return false;
    }
    consequence::leapt::<true>(pos, mv, piece).any_on(prey)
}

/// Whether a pseudo-legal move takes a piece from the board.
fn is_capture(pos: &Position, mv: Move) -> bool {
    match mv.kind() {
        MoveKind::Drop | MoveKind::Castle => false,
        MoveKind::EnPassant | MoveKind::Shot => true,
        _ if has_steps(pos, mv) => true,
        _ => match chains::way_of(pos, mv) {
            Some(way) => way.removes(),
            None => pos.occupied().contains(mv.to()),
        },
    }
}

/// Whether a leg leaves an empty square for a wall, or ends the game by the capture of the last king.
#[cold]
fn leaves_room(pos: &Position, mv: Move) -> bool {
    let Some(draft) = consequence::draft::<true>(pos, mv) else {
        return false;
    };
    let next = draft.position();
    let ends = pos.variant().rules.capabilities.royal_capture
        && next.royals(!pos.side_to_move()).is_empty();
    ends || walls::free(&next).any()
}

/// Whether choices have split a listed move, so that its legality was tested then.
fn is_split(pos: &Position, mv: Move) -> bool {
    pos.variant().rules.conditions.offer_choices()
        && mv.kind() != MoveKind::Castle
        && hops::has_ways(pos, mv)
}

/// Keeps only the moves for which `keep` holds, from index `from` of the list on.
fn retain_from(list: &mut MoveList, from: usize, keep: impl Fn(Move) -> bool) {
    let mut kept = from;
    for index in from..list.len() {
        let mv = list[index];
        if keep(mv) {
            list[kept] = mv;
            kept += 1;
        }
    }
    list.truncate(kept);
}
