//! Counts legal moves; moves that cannot expose a king are counted without being listed.

use super::hops::{self, PieceWays};
use super::{Composed, is_safe_after};
use crate::base::{Bitboard, Move, MoveKind, MoveList, Piece, Square};
use crate::position::Position;
use crate::rules::arena::Arena;
use crate::rules::check_info::CheckInfo;
use crate::rules::draft::Draft;
use crate::rules::interface::{GenType, Rules as _};
use crate::rules::{castling, drops, pawns, pieces};
use crate::variant::{MoveKinds, Reach};

/// A running count of legal moves: moves that cannot expose a king are counted as sets, the others are tested one
/// by one.
struct Tally<'a, const GENERAL: bool> {
    pos: &'a Position,
    check_info: &'a CheckInfo,
    arena: Arena,
    total: u64,
}

/// The number of legal moves, drops included if there are any.
#[inline]
pub fn legal_moves<const GENERAL: bool>(pos: &Position, drops: bool) -> u64 {
    let check_info = Composed::<GENERAL>::check_info(pos);
    let arena = Composed::<GENERAL>::arena(pos);
    let mut tally = Tally::<GENERAL> {
        pos,
        check_info: &check_info,
        arena,
        total: 0,
    };
    let conditions = &pos.variant().rules.conditions;
    let in_sets = !conditions.may_veto(MoveKinds::ALL)
        && !conditions.offer_choices()
        && !conditions.qualify_attacks()
        && !conditions.quiets_reach_far();
    if check_info.in_check || !in_sets {
        tally.all();
    } else {
        tally.pieces();
        tally.pawns();
        tally.royals();
        if drops {
            tally.drops();
        }
    }
    tally.total
}

impl<const GENERAL: bool> Tally<'_, GENERAL> {
    /// Adds the number of legal moves in a list.
    #[inline(always)]
    fn judge(&mut self, list: &MoveList) {
        for mv in list {
            self.total += u64::from(Composed::<GENERAL>::is_legal(
                self.pos,
                self.check_info,
                *mv,
            ));
        }
    }

    fn all(&mut self) {
        let mut list = MoveList::new();
        Composed::<GENERAL>::generate(self.pos, GenType::All, Bitboard::ALL, &mut list);
        self.judge(&list);
    }

    /// Counts the moves of royal pieces and castling.
    fn royals(&mut self) {
        let pos = self.pos;
        let mut list = MoveList::new();
        let kings = pos.royals(pos.side_to_move());
        pieces::piece_moves::<true>(pos, &self.arena, GenType::All, kings, &mut list);
        if !pos.variant().tables.many_ways.is_empty() {
            hops::add_other_ways(pos, 0, &mut list);
        }
        castling::castling(pos, Bitboard::ALL, &mut list);
        self.judge(&list);
    }

    fn pieces(&mut self) {
        let (pos, variant, us) = (self.pos, self.pos.variant(), self.pos.side_to_move());
        let Arena {
            occupied,
            vacant,
            enemies,
            ..
        } = self.arena;
        for (from, piece) in pos.pieces_by_tables(us) {
            let piece_type = piece.piece_type();
            let tables = variant.moves_of(piece);
            let [quiet, capture] = tables.targets(from, occupied);
            let (quiet, capture) = (quiet & vacant, capture & enemies);
            let kind = if variant.rules.shooters.contains(piece_type) {
                MoveKind::Shot
            } else {
                MoveKind::Normal
            };
            let hurdler = variant.rules.hurdlers.contains(piece_type);
            if hurdler && variant.tables.many_ways.contains(piece_type) {
                self.hops_of_many_ways(from, piece, quiet | capture, kind);
                continue;
            }
            let [quiet_reach, capture_reach] = variant
                .tables
                .reach
                .each_ref()
                .map(|reaches| reaches[piece_type.index()]);
            let careful_quiet = self.careful(from, quiet, quiet_reach, hurdler);
            let careful_capture = self.careful(from, capture, capture_reach, hurdler);
            let careful = careful_quiet | careful_capture;
            self.total += u64::from(((quiet | capture) & !careful).count());
            self.test(from, careful_quiet, MoveKind::Normal);
            self.test(from, careful_capture, kind);
        }
    }

    /// Counts the moves to `targets`, which are tested one by one.
    #[inline(always)]
    fn test(&mut self, from: Square, targets: Bitboard, kind: MoveKind) {
        for to in targets {
            let mv = Move::new(from, to, kind);
            self.total += u64::from(Composed::<GENERAL>::is_legal(self.pos, self.check_info, mv));
        }
    }

    /// The part of `targets` to which moves have to be tested one by one, given the `reach` of their changes.
    #[inline(always)]
    fn careful(&self, from: Square, targets: Bitboard, reach: Reach, hurdler: bool) -> Bitboard {
        let CheckInfo {
            leave,
            enter,
            touch,
            ..
        } = *self.check_info;
        match reach {
            // Squares of `enter` are empty, so no capture arrives on one.
            Reach::Plain if !leave.contains(from) => targets & enter,
            Reach::Shot => targets & leave,
            Reach::Line if !hurdler && !touch.contains(from) => targets & touch,
            _ => targets,
        }
    }

    /// Counts the moves of a hurdler that can hop to one square over different pieces.
    fn hops_of_many_ways(&mut self, from: Square, piece: Piece, targets: Bitboard, kind: MoveKind) {
        let (pos, occupied) = (self.pos, self.pos.occupied());
        let reach = pos.variant().tables.reach[1][piece.piece_type().index()];
        let touch = if reach == Reach::Anywhere {
            Bitboard::ALL
        } else {
            self.check_info.touch
        };
        let ways = PieceWays::of(pos, from, piece, touch);
        self.total += u64::from((targets & !ways.uneasy & !ways.crowded).count());
        for to in targets & (ways.uneasy | ways.crowded) {
            let different = ways.plainly_different(pos, piece, to);
            if let Some(different) = different.filter(|_| !ways.uneasy.contains(to)) {
                self.total += u64::from(different);
                continue;
            }
            let kind = if occupied.contains(to) {
                kind
            } else {
                MoveKind::Normal
            };
            let mv = Move::new(from, to, kind);
            let safe = |draft: Draft<'_>| {
                is_safe_after(pos, self.check_info, draft.edits(), &draft.memory)
            };
            if different.is_some() {
                for draft in ways.each(pos, mv) {
                    self.total += u64::from(draft.is_some_and(safe));
                }
            } else if ways.crowded.contains(to) {
                for (_, draft) in ways.distinct(pos, mv) {
                    self.total += u64::from(draft.is_some_and(safe));
                }
            } else {
                self.total += u64::from(ways.only(pos, mv).is_some_and(safe));
            }
        }
    }

    /// Counts the drops: as sets, except those of kings and those on squares of `enter`, which are tested one by one.
    fn drops(&mut self) {
        let pos = self.pos;
        for (piece_type, _) in pos.hand(pos.side_to_move()).iter() {
            let squares = drops::region(pos, piece_type);
            let free = if pos.variant().rules.royals.contains(piece_type) {
                Bitboard::EMPTY
            } else {
                squares & !self.check_info.enter
            };
            self.total += u64::from(free.count());
            for to in squares & !free {
                let mv = Move::drop(piece_type, to);
                self.total += u64::from(Composed::<GENERAL>::is_legal(pos, self.check_info, mv));
            }
        }
    }

    fn pawns(&mut self) {
        let pos = self.pos;
        let Some(pawn) = pos.variant().rules.rank_pawn else {
            return;
        };
        let us = pos.side_to_move();
        let pawns = pos.pieces(us, pawn);
        let mut list = MoveList::new();
        let promotes = !pos.variant().rules.rank_promotions(us).is_empty();
        let conditions = &pos.variant().rules.conditions;
        if conditions.recolour_movers() || self.check_info.enter.any() {
            pawns::pawn_moves(pos, &self.arena, pawns, GenType::All, promotes, &mut list);
        } else {
            // A pawn outside `leave` can step without exposing a king; captures and promotions are listed.
            let free = pawns & !self.check_info.leave;
            let steps = pawns::PawnTargets::of(pos, &self.arena, free, us);
            let single = if promotes {
                steps.single & !pos.variant().rules.last_rank_of(us)
            } else {
                steps.single
            };
            self.total += u64::from(single.count() + steps.double.count());
            if steps.triple.any() {
                self.total += u64::from(steps.triple.count());
            }
            pawns::pawn_moves(pos, &self.arena, free, GenType::Noisy, promotes, &mut list);
            pawns::pawn_moves(
                pos,
                &self.arena,
                pawns & !free,
                GenType::All,
                promotes,
                &mut list,
            );
        }
        self.judge(&list);
    }
}
