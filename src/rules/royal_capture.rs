//! Games in which kings are captured, there is no check, and a move does nothing but move, capture and
//! promote by zone: Hopgi with its drops, its zones and its two kings that move together.
//!
//! ```
//! use katydid::{catalogue::Catalogue, rules};
//! let start = rules::start(&Catalogue::new().variant("hopgi").unwrap());
//! let next = rules::play_text(&start, "P@e4").unwrap();
//! assert!(next.fen().ends_with("[RBrbp] b - - 0 1"));
//! let half = rules::play_text(&start, "d1c3").err().unwrap();
//! assert!(half.to_string().contains("another leg has to follow"));
//! ```

use super::arena::Arena;
use super::check_info::CheckInfo;
use super::interface::{GenType, Rules, count_turns_by_legs};
use super::outcome::Outcome;
use super::{drops, endings, link, zones};
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece, PieceTypeSet};
use crate::position::{Delta, Position, State};

/// The rules of games whose kings are captured: drops, zones, linked kings.
pub struct RoyalCapture;

impl Rules for RoyalCapture {
    const LEGS: bool = true;

    #[inline(always)]
    fn generate(pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList) {
        board_moves(pos, gen_type, origins, list);
        if gen_type.quiet() && origins == Bitboard::ALL && pos.state().owed.is_none() {
            drops::drops::<true>(pos, list);
        }
    }

    #[inline(always)]
    fn check_info(pos: &Position) -> CheckInfo {
        // No move is illegal, but an attack on the last king takes the place of check.
        let kings = pos.royals(pos.side_to_move());
        CheckInfo {
            in_check: kings
                .only()
                .is_some_and(|king| pos.is_attacked(king, !pos.side_to_move())),
            ..CheckInfo::NONE
        }
    }

    /// Every move is legal, even if it leaves a king under attack.
    #[inline(always)]
    fn is_legal(_: &Position, _: &CheckInfo, _: Move) -> bool {
        true
    }

    #[inline(always)]
    fn delta(pos: &Position, mv: Move) -> Delta {
        let us = pos.side_to_move();
        let (from, to, into) = (mv.from(), mv.to(), mv.piece_type());
        let into = into.map(|piece_type| Piece::new(us, piece_type));
        let (mover, victim) = (pos.at(from), pos.at(to));
        let mut delta = Delta::new(pos.state().next_turn(true));
        if mv.kind() == MoveKind::Drop {
            delta.edit(to, None, into);
            drops::add_hand_edits::<true>(pos, mv, None, &mut delta);
            return delta;
        }
        delta.edit(from, mover, None);
        delta.edit(to, victim, into.or(mover));
        drops::add_hand_edits::<true>(pos, mv, victim, &mut delta);
        delta.state = state_after(pos, mv);
        delta
    }

    #[inline(always)]
    fn relocation(pos: &Position, mv: Move) -> Option<State> {
        let steps = mv.kind() == MoveKind::Normal && !pos.occupied().contains(mv.to());
        steps.then(|| state_after(pos, mv))
    }

    /// There is no check in these games.
    fn is_checked(_: &Position, _: Color) -> bool {
        false
    }

    #[inline(always)]
    fn immediate_end(pos: &Position) -> Option<Outcome> {
        endings::kings_captured(pos).or_else(|| endings::bare_king(pos))
    }

    fn no_move_outcome(pos: &Position) -> Outcome {
        endings::no_move_without_check(pos)
    }

    #[inline(always)]
    fn count_turns(pos: &Position) -> u64 {
        count_turns(pos)
    }

    #[inline(always)]
    fn legal(pos: &Position, list: &mut MoveList) {
        Self::generate(pos, GenType::All, Bitboard::ALL, list);
    }
}

/// The state after a move that is not a drop.
#[inline(always)]
fn state_after(pos: &Position, mv: Move) -> State {
    let pawns = pos.variant().rules.pawns;
    let is_pawn = pos
        .at(mv.from())
        .is_some_and(|piece| pawns.contains(piece.piece_type()));
    let captures = pos.occupied().contains(mv.to());
    link::state_after(
        pos,
        mv,
        is_pawn || captures || mv.kind() == MoveKind::Promotion,
    )
}

/// The pieces that may move now: all of them, or in the middle of a turn the king that is owed a move.
#[inline(always)]
fn movers(pos: &Position) -> Bitboard {
    match pos.state().owed {
        Some(king) => pos.pieces(pos.side_to_move(), king),
        None => pos.by_color(pos.side_to_move()),
    }
}

/// Adds the moves of the pieces on `origins`; captures of kings come first.
#[inline(always)]
fn board_moves(pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList) {
    let first = list.len();
    let arena = Arena::plain(pos, pos.side_to_move());
    zones::piece_moves::<false>(pos, &arena, gen_type, movers(pos) & origins, list);
    if gen_type.noisy() {
        kings_first(pos, &mut list[first..]);
    }
}

/// Puts the captures of kings in front.
#[inline(always)]
fn kings_first(pos: &Position, moves: &mut [Move]) {
    let kings = pos.royals(!pos.side_to_move());
    let mut front = 0;
    for index in 0..moves.len() {
        if kings.contains(moves[index].to()) {
            moves.swap(front, index);
            front += 1;
        }
    }
}

/// The number of turns. Only moves of linked kings can have a second leg; all else is counted as sets.
fn count_turns(pos: &Position) -> u64 {
    let variant = pos.variant();
    let us = pos.side_to_move();
    // By a limit a compulsory promotion can be impossible.
    let rules = &variant.rules;
    let by_legs = rules.promotes_by_choice || rules.promotion_limits.is_some();
    if rules.capabilities.zones && by_legs {
        return count_turns_by_legs::<RoyalCapture>(pos);
    }
    let (occupied, enemies, vacant) = (pos.occupied(), pos.by_color(!us), pos.vacant());
    let linked = if pos.state().owed.is_some() || !link::has_several(pos) {
        PieceTypeSet::EMPTY
    } else {
        variant.rules.linked
    };
    let kings = pos.by_types(linked);
    let mut total = 0;
    for from in movers(pos) & !kings {
        let Some(piece) = pos.at(from) else { continue };
        let tables = variant.moves_of(piece);
        let [quiet, capture] = tables.targets(from, occupied);
        total += u64::from((quiet & vacant | capture & enemies).count());
    }
    if pos.state().owed.is_none() {
        total += drops::count_plain(pos);
    }
    if linked.is_empty() {
        return total;
    }
    let mut list = MoveList::new();
    board_moves(pos, GenType::All, kings, &mut list);
    for mv in &list {
        total += match link::owed_after(pos, *mv) {
            Some(_) => count_turns(&RoyalCapture::play(pos, *mv)),
            None => 1,
        };
    }
    total
}
