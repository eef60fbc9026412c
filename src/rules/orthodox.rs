//! Games in which a move does nothing but move: chess, Grasshopper Chess, DemiChess, armies mixed from
//! them, and, with `RIFLE`, men that capture from afar.

use super::common::{self, CastlingWay, PawnTargets};
use super::{Guard, Outcome, Reason, Rules, Want};
use crate::base::{Bitboard, Color, Kind, Move, MoveKind, MoveList, Piece, Square};
use crate::position::{Delta, Position};
use crate::variant::{BareKing, Stalemate};

/// The rules of games without side effects; one royal king a side.
pub struct Orthodox<const RIFLE: bool>;

impl<const RIFLE: bool> Orthodox<RIFLE> {
    fn king(pos: &Position, color: Color) -> Square {
        // The gate of the position has made sure that each side has exactly one.
        pos.royals(color).first().unwrap_or(Square::at(0, 0))
    }

    /// Whether the king would be safe if these squares lost their men and that one gained one of ours.
    #[inline(always)]
    fn safe_after(pos: &Position, king: Square, left: Bitboard, entered: Bitboard) -> bool {
        let them = !pos.turn();
        let men = pos.men() & !left | entered;
        let present = pos.side(them) & !left & !entered;
        pos.attackers(king, them, men, present).is_empty()
    }

    #[inline(always)]
    fn is_royal(pos: &Position, square: Square) -> bool {
        pos.royals(pos.turn()).contains(square)
    }

    fn is_legal_castle(pos: &Position, mv: Move) -> bool {
        let us = pos.turn();
        let way = CastlingWay::of_move(us, mv);
        let threatened = |square: Square| pos.is_attacked(square, !us);
        if way.passed.iter().any(|square| threatened(*square)) || threatened(way.king.1) {
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

    /// The number of legal moves of the pawns that no line of the guard holds, counted as whole sets.
    #[inline(always)]
    fn count_free_pawns(pos: &Position, pawns: Bitboard) -> u64 {
        let us = pos.turn();
        let last = pos.atlas().last_rank_of(us);
        let choices = pos.atlas().promotions.len() as u64;
        let targets = PawnTargets::of(pos, pawns, us, pos.side(!us));
        let weigh = |set: Bitboard| {
            u64::from((set & !last).count()) + u64::from((set & last).count()) * choices
        };
        weigh(targets.single)
            + weigh(targets.east)
            + weigh(targets.west)
            + u64::from(targets.double.count() + targets.triple.count())
    }

    /// The number of legal moves of the men but king and pawns when there is no check.
    #[inline(always)]
    fn count_men(pos: &Position, guard: &Guard, king: Square) -> u64 {
        let atlas = pos.atlas();
        let us = pos.turn();
        let (men, enemies, vacant) = (pos.men(), pos.side(!us), pos.vacant());
        let mut total = 0;
        for index in 0..atlas.men.len() {
            let kind = Kind::new(index);
            if atlas.pawn == Some(kind) || atlas.royals().contains(kind) {
                continue;
            }
            let gait = atlas.gait(Piece::new(us, kind));
            let shoots = RIFLE && atlas.shooters.contains(kind);
            for from in pos.pieces(us, kind) {
                let quiet = gait.quiet.targets(from, men);
                let capture = if gait.same {
                    quiet
                } else {
                    gait.capture.targets(from, men)
                };
                let (quiet, capture) = (quiet & vacant, capture & enemies);
                let held = guard.leave.contains(from);
                // Moves that need a closer look: all of a held man, arrivals on sensitive squares,
                // and shots at men that screen the king.
                let careful_quiet = if held { quiet } else { quiet & guard.enter };
                let careful_capture = match (shoots, held) {
                    (true, _) => capture & guard.leave,
                    (false, true) => capture,
                    (false, false) => Bitboard::EMPTY,
                };
                total += u64::from((quiet & !careful_quiet).count());
                total += u64::from((capture & !careful_capture).count());
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
        }
        total
    }
}

impl<const RIFLE: bool> Rules for Orthodox<RIFLE> {
    const NULL_MOVE: bool = true;
    const LEGS: bool = false;

    #[inline(always)]
    fn generate(pos: &Position, want: Want, origins: Bitboard, list: &mut MoveList) {
        common::men_moves::<RIFLE>(pos, want, origins, list);
        if let Some(pawn) = pos.atlas().pawn {
            common::pawn_moves(pos, pawn, want, origins, true, list);
        }
        if want.quiet() {
            common::castling(pos, origins, list);
        }
    }

    #[inline(always)]
    fn guard(pos: &Position) -> Guard {
        Guard::of(pos, Self::king(pos, pos.turn()))
    }

    #[inline(always)]
    fn is_alarmed(pos: &Position) -> bool {
        Self::in_check(pos)
    }

    #[inline(always)]
    fn is_legal(pos: &Position, guard: &Guard, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        match mv.sort() {
            MoveKind::Castle => return !guard.in_check && Self::is_legal_castle(pos, mv),
            MoveKind::EnPassant => {
                let king = Self::king(pos, pos.turn());
                let victim = common::passer(pos, to, !pos.turn());
                let left = victim.map_or(Bitboard::EMPTY, Bitboard::from) | from.into();
                return Self::safe_after(pos, king, left, to.into());
            }
            _ => {}
        }
        let shot = RIFLE && mv.sort() == MoveKind::Shot;
        if Self::is_royal(pos, from) {
            return Self::safe_after(pos, to, from.into(), to.into());
        }
        let left = if shot { to } else { from };
        let arrives = !shot && guard.enter.contains(to) && !pos.men().contains(to);
        if !guard.in_check && !guard.leave.contains(left) && !arrives {
            return true;
        }
        let king = Self::king(pos, pos.turn());
        let entered = if shot {
            Bitboard::EMPTY
        } else {
            Bitboard::from(to)
        };
        Self::safe_after(pos, king, left.into(), entered)
    }

    #[inline(always)]
    fn delta(pos: &Position, mv: Move) -> Delta {
        let us = pos.turn();
        let (from, to) = (mv.from(), mv.to());
        let mover = pos.at(from);
        let is_pawn = mover.is_some_and(|man| pos.atlas().pawn == Some(man.kind()));
        let victim = pos.at(to);
        let mut delta = Delta::new(pos.state().turned(is_pawn || victim.is_some()));
        let rights = &mut delta.state.rights;
        *rights = rights.without(common::rights_of_square(to));
        if mv.sort() != MoveKind::Shot {
            *rights = rights.without(common::rights_of_square(from));
        }
        match mv.sort() {
            MoveKind::Shot => delta.edit(to, victim, None),
            MoveKind::Castle => {
                let way = CastlingWay::of_move(us, mv);
                let rook = pos.at(way.rook.0);
                delta.edit(from, mover, None);
                delta.edit(to, None, mover);
                delta.edit(way.rook.0, rook, None);
                delta.edit(way.rook.1, None, rook);
            }
            MoveKind::EnPassant => {
                delta.edit(from, mover, None);
                delta.edit(to, None, mover);
                if let Some(taken) = common::passer(pos, to, !us) {
                    delta.edit(taken, pos.at(taken), None);
                }
            }
            MoveKind::Promotion => {
                delta.edit(from, mover, None);
                delta.edit(to, victim, mv.kind().map(|kind| Piece::new(us, kind)));
            }
            MoveKind::MultiStep => {
                delta.edit(from, mover, None);
                delta.edit(to, None, mover);
                delta.state.en_passant = takeable(pos, from, to);
            }
            MoveKind::Normal | MoveKind::Drop => {
                delta.edit(from, mover, None);
                delta.edit(to, victim, mover);
            }
        }
        delta
    }

    fn in_check(pos: &Position) -> bool {
        pos.is_attacked(Self::king(pos, pos.turn()), !pos.turn())
    }

    #[inline(always)]
    fn ended(pos: &Position) -> Option<Outcome> {
        let us = pos.turn();
        let bared = pos.atlas().bare_king == BareKing::Loses
            && !pos.side(!us).many()
            && pos.side(us).many();
        bared.then_some(Outcome::win(us, Reason::BareKing))
    }

    fn stuck(pos: &Position) -> Outcome {
        stuck(pos, Self::in_check(pos))
    }

    #[inline(always)]
    fn count(pos: &Position) -> u64 {
        let us = pos.turn();
        let king = Self::king(pos, us);
        let guard = Guard::of(pos, king);
        let mut list = MoveList::new();
        let mut total = 0;
        let mut listed = Bitboard::from(king);
        if guard.in_check {
            listed = Bitboard::ALL;
        } else {
            total += Self::count_men(pos, &guard, king);
            if let Some(pawn) = pos.atlas().pawn {
                // Hoppers can make a pawn's arrival matter: then list the pawn moves one by one.
                let pawns = pos.pieces(us, pawn);
                let free = if guard.enter.is_empty() {
                    pawns & !guard.leave
                } else {
                    Bitboard::EMPTY
                };
                total += Self::count_free_pawns(pos, free);
                if pos.state().en_passant.any() {
                    let mut passing = MoveList::new();
                    common::pawn_moves(pos, pawn, Want::Noisy, free, true, &mut passing);
                    total += passing
                        .iter()
                        .filter(|mv| {
                            mv.sort() == MoveKind::EnPassant && Self::is_legal(pos, &guard, **mv)
                        })
                        .count() as u64;
                }
                if let Some(pawn) = Some(pawn).filter(|_| free != pawns) {
                    common::pawn_moves(pos, pawn, Want::All, pawns & !free, true, &mut list);
                }
            }
            common::castling(pos, listed, &mut list);
            let gait = pos.atlas().gait(Piece::new(us, king_kind(pos, king)));
            for to in gait.quiet.leaps[king.index()] & !pos.side(us) {
                list.push(Move::new(king, to, MoveKind::Normal));
            }
        }
        if listed == Bitboard::ALL {
            Self::generate(pos, Want::All, listed, &mut list);
        }
        total
            + list
                .iter()
                .filter(|mv| Self::is_legal(pos, &guard, **mv))
                .count() as u64
    }
}

fn king_kind(pos: &Position, king: Square) -> Kind {
    pos.at(king).map_or(Kind::new(0), Piece::kind)
}

/// The result for a side that cannot move.
pub(super) fn stuck(pos: &Position, in_check: bool) -> Outcome {
    let them = !pos.turn();
    match (in_check, pos.atlas().stalemate) {
        (true, _) => Outcome::win(them, Reason::Checkmate),
        (false, Stalemate::Loses) => Outcome::win(them, Reason::Stalemate),
        (false, Stalemate::Draw) => Outcome::draw(Reason::Stalemate),
    }
}

/// The squares a pawn has passed and on which an enemy pawn could take it by its movement.
fn takeable(pos: &Position, from: Square, to: Square) -> Bitboard {
    let us = pos.turn();
    let Some(pawn) = pos.atlas().pawn else {
        return Bitboard::EMPTY;
    };
    let pawns = pos.pieces(!us, pawn);
    crate::geometry::between(from, to)
        .into_iter()
        .filter(|square| common::can_take_en_passant(pos, pawns, !us, *square))
        .collect()
}
