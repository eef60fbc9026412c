//! Games whose moves have no side effects: chess, Grasshopper Chess, DemiChess, armies mixed from these games,
//! and, with `RIFLE`, pieces that capture without moving.

use super::arena::Arena;
use super::castling::{self, rights_of_square};
use super::check_info::CheckInfo;
use super::interface::{GenType, Rules};
use super::outcome::Outcome;
use super::pawns::{self, PawnTargets};
use super::{check_giving, en_passant, endings, pieces};
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece, Square};
use crate::board::between;
use crate::position::{Delta, Position, State};
use std::hint::cold_path;

/// The rules of games without side effects; one royal king per side.
pub struct Orthodox<const RIFLE: bool>;

/// The state after a move, without the en passant squares of a pawn's multiple step.
#[inline(always)]
fn state_after(pos: &Position, mv: Move) -> State {
    let (from, to) = (mv.from(), mv.to());
    let rules = &pos.variant().rules;
    let is_pawn = |piece: Piece| rules.rank_pawn == Some(piece.piece_type());
    let progress = pos.at(from).is_some_and(is_pawn) || pos.at(to).is_some();
    let mut state = pos.state().next_turn(progress);
    state.rights = state.rights.without(rights_of_square(rules, to));
    if mv.kind() != MoveKind::Shot {
        state.rights = state.rights.without(rights_of_square(rules, from));
    }
    state
}

impl<const RIFLE: bool> Orthodox<RIFLE> {
    fn king(pos: &Position, color: Color) -> Square {
        // `rules::position` makes sure that each side has exactly one king.
        pos.royals(color).first().unwrap_or(Square::at(0, 0))
    }

    /// Whether the king would be safe without the pieces on `left` and with an own piece on `entered`.
    #[inline(always)]
    fn safe_after(pos: &Position, king: Square, left: Bitboard, entered: Bitboard) -> bool {
        let them = !pos.side_to_move();
        let occupied = pos.occupied() & !left | entered;
        let present = pos.by_color(them) & !left & !entered;
        pos.attackers(king, them, occupied, present).is_empty()
    }

    /// Whether pawns become other pieces on the last rank.
    #[inline(always)]
    fn promotes(pos: &Position) -> bool {
        !pos.variant()
            .rules
            .rank_promotions(pos.side_to_move())
            .is_empty()
    }

    #[inline(always)]
    fn is_royal(pos: &Position, square: Square) -> bool {
        pos.royals(pos.side_to_move()).contains(square)
    }

    fn is_legal_castle(pos: &Position, mv: Move) -> bool {
        let us = pos.side_to_move();
        let way = pos.variant().rules.castling.of_move(us, mv);
        let threatened = |square: Square| pos.is_attacked(square, !us);
        if way.passed.into_iter().any(threatened) || threatened(way.king.1) {
            return false;
        }
        let left = Bitboard::from(way.king.0) | way.rook.0.into();
        Self::safe_after(
            pos,
            way.king.1,
            left,
            Bitboard::from(way.king.1) | way.rook.1.into(),
        )
    }

    #[inline(never)]
    fn is_legal_en_passant(pos: &Position, mv: Move) -> bool {
        let king = Self::king(pos, pos.side_to_move());
        let victim = en_passant::passer(pos, mv.to(), !pos.side_to_move());
        let left = victim.map_or(Bitboard::EMPTY, Bitboard::from) | mv.from().into();
        Self::safe_after(pos, king, left, mv.to().into())
    }

    /// The number of legal moves of `pawns`, which cannot expose their king by leaving; counted as whole sets.
    #[inline(always)]
    fn count_free_pawns(pos: &Position, pawns: Bitboard) -> u64 {
        let us = pos.side_to_move();
        let last = pos.variant().rules.last_rank_of(us);
        let targets = PawnTargets::of(pos, &Arena::plain(pos, us), pawns, us);
        // Steps end on vacant squares and captures on occupied ones, so that one of each is counted together.
        let mut total = u64::from(
            (targets.single | targets.east).count() + (targets.double | targets.west).count(),
        );
        if targets.triple.any() {
            total += u64::from(targets.triple.count());
        }
        if ((targets.single | targets.east | targets.west) & last).any() {
            // In games without promotion a pawn has one move to the last rank.
            let choices = pos.variant().rules.rank_promotions(us).len().max(1) as u64;
            let arrivals = [targets.single, targets.east, targets.west];
            let promoting: u32 = arrivals.map(|set| (set & last).count()).iter().sum();
            total += u64::from(promoting) * (choices - 1);
        }
        total
    }

    /// The number of legal moves of all pieces except king and pawns when there is no check.
    #[inline(always)]
    fn count_pieces(pos: &Position, check_info: &CheckInfo, king: Square) -> u64 {
        let variant = pos.variant();
        let us = pos.side_to_move();
        let (occupied, enemies, vacant) = (pos.occupied(), pos.by_color(!us), pos.vacant());
        let mut total = 0;
        for (from, piece) in pos.pieces_by_tables(us) {
            let tables = variant.moves_of(piece);
            let shoots = RIFLE && variant.rules.shooters.contains(piece.piece_type());
            let [quiet, capture] = tables.targets(from, occupied);
            let (quiet, capture) = (quiet & vacant, capture & enemies);
            let held = check_info.leave.contains(from);
            // Moves that are tested one by one: all of a piece on `leave`, arrivals on squares of `enter`,
            // and shots at pieces on `leave`.
            let careful_quiet = if held {
                quiet
            } else {
                quiet & check_info.enter
            };
            let careful_capture = match (shoots, held) {
                (true, _) => capture & check_info.leave,
                (false, true) => capture,
                (false, false) => Bitboard::EMPTY,
            };
            let careful = careful_quiet | careful_capture;
            total += u64::from(((quiet | capture) & !careful).count());
            for to in careful_quiet
                | (if shoots {
                    Bitboard::EMPTY
                } else {
                    careful_capture
                })
            {
                total += u64::from(Self::safe_after(pos, king, from.into(), to.into()));
            }
            if shoots {
                for to in careful_capture {
                    let safe = Self::safe_after(pos, king, to.into(), Bitboard::EMPTY);
                    total += u64::from(safe);
                }
            }
        }
        total
    }
}

impl<const RIFLE: bool> Rules for Orthodox<RIFLE> {
    const LEGS: bool = false;

    #[inline(always)]
    fn generate(pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList) {
        let arena = Arena::plain(pos, pos.side_to_move());
        pieces::piece_moves::<RIFLE>(pos, &arena, gen_type, origins, list);
        if let Some(pawn) = pos.variant().rules.rank_pawn {
            let promotes = Self::promotes(pos);
            let pawns = pos.pieces(pos.side_to_move(), pawn) & origins;
            pawns::pawn_moves(pos, &arena, pawns, gen_type, promotes, list);
        }
        if gen_type.quiet() {
            castling::castling(pos, origins, list);
        }
    }

    #[inline(always)]
    fn check_info(pos: &Position) -> CheckInfo {
        CheckInfo::of::<false>(pos, Self::king(pos, pos.side_to_move()))
    }

    #[inline(always)]
    fn check_info_knowing(pos: &Position, must_evade: bool) -> CheckInfo {
        CheckInfo {
            in_check: must_evade,
            ..CheckInfo::exposing::<false>(pos, Self::king(pos, pos.side_to_move()))
        }
    }

    #[inline(always)]
    fn must_evade(pos: &Position) -> bool {
        Self::in_check(pos)
    }

    #[inline(always)]
    fn is_legal(pos: &Position, check_info: &CheckInfo, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.kind() == MoveKind::Castle {
            cold_path();
            return !check_info.in_check && Self::is_legal_castle(pos, mv);
        }
        if mv.kind() == MoveKind::EnPassant {
            cold_path();
            return Self::is_legal_en_passant(pos, mv);
        }
        let shot = RIFLE && mv.kind() == MoveKind::Shot;
        if Self::is_royal(pos, from) {
            return Self::safe_after(pos, to, from.into(), to.into());
        }
        let left = if shot { to } else { from };
        let arrives = !shot && check_info.enter.contains(to) && !pos.occupied().contains(to);
        if !check_info.in_check && !check_info.leave.contains(left) && !arrives {
            return true;
        }
        let king = Self::king(pos, pos.side_to_move());
        let entered = if shot {
            Bitboard::EMPTY
        } else {
            Bitboard::from(to)
        };
        Self::safe_after(pos, king, left.into(), entered)
    }

    #[inline(always)]
    fn delta(pos: &Position, mv: Move) -> Delta {
        let us = pos.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        let (mover, victim) = (pos.at(from), pos.at(to));
        let mut delta = Delta::new(state_after(pos, mv));
        match mv.kind() {
            MoveKind::Shot => delta.edit(to, victim, None),
            MoveKind::Castle => {
                let way = pos.variant().rules.castling.of_move(us, mv);
                let rook = pos.at(way.rook.0);
                let after = |square| match square {
                    _ if square == way.king.1 => mover,
                    _ if square == way.rook.1 => rook,
                    _ => None,
                };
                for square in way.squares() {
                    delta.edit(square, pos.at(square), after(square));
                }
                // In Chess960 the king may arrive where the rook stood.
                delta.state.halfmove_clock = pos.state().next_turn(false).halfmove_clock;
            }
            MoveKind::EnPassant => {
                delta.edit(from, mover, None);
                delta.edit(to, None, mover);
                if let Some(taken) = en_passant::passer(pos, to, !us) {
                    delta.edit(taken, pos.at(taken), None);
                }
            }
            MoveKind::Promotion => {
                delta.edit(from, mover, None);
                delta.edit(
                    to,
                    victim,
                    mv.piece_type().map(|piece_type| Piece::new(us, piece_type)),
                );
            }
            MoveKind::MultiStep => {
                delta.edit(from, mover, None);
                delta.edit(to, None, mover);
                delta.state.en_passant =
                    en_passant::capturable::<Self>(pos, between(from, to), !us);
                en_passant::add_legal::<Self>(pos, &mut delta);
            }
            MoveKind::Normal | MoveKind::Drop | MoveKind::Displacement => {
                delta.edit(from, mover, None);
                delta.edit(to, victim, mover);
            }
        }
        delta
    }

    #[inline(always)]
    fn relocation(pos: &Position, mv: Move) -> Option<State> {
        if mv.kind() == MoveKind::Normal {
            return Some(state_after(pos, mv));
        }
        cold_path();
        None
    }

    #[inline(always)]
    fn can_give_check(pos: &Position, watch: &CheckInfo, mv: Move) -> bool {
        check_giving::by_plain_leg(pos, watch, mv)
    }

    fn is_checked(pos: &Position, color: Color) -> bool {
        pos.is_attacked(Self::king(pos, color), !color)
    }

    #[inline(always)]
    fn immediate_end(pos: &Position) -> Option<Outcome> {
        endings::bare_king(pos)
    }

    fn no_move_outcome(pos: &Position) -> Outcome {
        endings::mate_or_stalemate(pos, Self::in_check(pos))
    }

    fn can_move(pos: &Position) -> bool {
        let us = pos.side_to_move();
        let check_info = Self::check_info(pos);
        let mut list = MoveList::new();
        let mut any_of = |origins: Bitboard| {
            list.clear();
            Self::generate(pos, GenType::All, origins, &mut list);
            list.iter().any(|mv| Self::is_legal(pos, &check_info, *mv))
        };
        // In check most legal moves are the king's, so it is tried first; otherwise usually the first of the other pieces has a move.
        let king = Bitboard::from(Self::king(pos, us));
        let others = pos.by_color(us) & !king;
        if check_info.in_check {
            any_of(king) || any_of(others)
        } else {
            others.into_iter().any(|piece| any_of(piece.into())) || any_of(king)
        }
    }

    #[inline(always)]
    fn count(pos: &Position) -> u64 {
        let us = pos.side_to_move();
        let king = Self::king(pos, us);
        let check_info = CheckInfo::of::<false>(pos, king);
        let arena = Arena::plain(pos, us);
        let mut list = MoveList::new();
        let mut total = 0;
        let mut listed = Bitboard::from(king);
        if check_info.in_check {
            listed = Bitboard::ALL;
        } else {
            total += Self::count_pieces(pos, &check_info, king);
            if let Some(pawn) = pos.variant().rules.rank_pawn {
                // If `enter` has squares, a pawn that arrives can become a hopper's hurdle: test the pawn moves one by one.
                let (pawns, promotes) = (pos.pieces(us, pawn), Self::promotes(pos));
                let free = if check_info.enter.is_empty() {
                    pawns & !check_info.leave
                } else {
                    Bitboard::EMPTY
                };
                total += Self::count_free_pawns(pos, free);
                if pos.state().en_passant.any() {
                    let mut passing = MoveList::new();
                    let noisy = GenType::Noisy;
                    pawns::pawn_moves(pos, &arena, free, noisy, promotes, &mut passing);
                    total += passing
                        .iter()
                        .filter(|mv| {
                            mv.kind() == MoveKind::EnPassant
                                && Self::is_legal(pos, &check_info, **mv)
                        })
                        .count() as u64;
                }
                if free != pawns {
                    pawns::pawn_moves(
                        pos,
                        &arena,
                        pawns & !free,
                        GenType::All,
                        promotes,
                        &mut list,
                    );
                }
            }
            castling::castling(pos, listed, &mut list);
            pieces::piece_moves::<RIFLE>(pos, &arena, GenType::All, listed, &mut list);
        }
        if listed == Bitboard::ALL {
            Self::generate(pos, GenType::All, listed, &mut list);
        }
        total
            + list
                .iter()
                .filter(|mv| Self::is_legal(pos, &check_info, **mv))
                .count() as u64
    }
}
