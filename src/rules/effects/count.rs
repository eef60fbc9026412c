//! Counting legal moves without listing them, as far as no king can be concerned.

use super::{Effects, danger};
use crate::base::{Bitboard, Kind, Move, MoveKind, MoveList, Piece, Square};
use crate::position::Position;
use crate::rules::{Guard, Rules, Want, common};
use crate::variant::Condition;

/// The moves of one man or one set of men: those that need no closer look are counted, the others
/// judged one by one.
struct Tally<'a> {
    pos: &'a Position,
    guard: &'a Guard,
    total: u64,
}

/// The number of legal moves.
#[inline]
pub fn legal_moves(pos: &Position) -> u64 {
    let guard = danger::guard(pos);
    let mut tally = Tally {
        pos,
        guard: &guard,
        total: 0,
    };
    if guard.in_check || pos.atlas().changes.conditions.qualify_attacks() {
        tally.all();
    } else {
        tally.men();
        tally.pawns();
        tally.royals();
    }
    tally.total
}

impl Tally<'_> {
    /// Judges listed moves.
    #[inline(always)]
    fn judge(&mut self, list: &MoveList) {
        for mv in list {
            self.total += u64::from(Effects::is_legal(self.pos, self.guard, *mv));
        }
    }

    fn all(&mut self) {
        let mut list = MoveList::new();
        Effects::generate(self.pos, Want::All, Bitboard::ALL, &mut list);
        self.judge(&list);
    }

    /// Royal men and castling.
    fn royals(&mut self) {
        let pos = self.pos;
        let mut list = MoveList::new();
        let kings = pos.royals(pos.turn());
        common::men_moves::<true>(pos, Want::All, kings, &mut list);
        common::castling(pos, kings, &mut list);
        self.judge(&list);
    }

    fn men(&mut self) {
        let (pos, atlas, us) = (self.pos, self.pos.atlas(), self.pos.turn());
        let (men, enemies, vacant) = (pos.men(), pos.side(!us), pos.vacant());
        for index in 0..atlas.men.len() {
            let kind = Kind::new(index);
            if atlas.pawn == Some(kind) || atlas.royals().contains(kind) {
                continue;
            }
            let gait = atlas.gait(Piece::new(us, kind));
            let sort = if atlas.shooters.contains(kind) {
                MoveKind::Shot
            } else {
                MoveKind::Normal
            };
            let hurdler = atlas.hurdlers.contains(kind);
            for from in pos.pieces(us, kind) {
                let quiet = gait.quiet.targets(from, men);
                let capture = if gait.same {
                    quiet
                } else {
                    gait.capture.targets(from, men)
                };
                let (quiet, capture) = (quiet & vacant, capture & enemies);
                if hurdler {
                    self.hops(from, quiet, MoveKind::Normal);
                    self.hops(from, capture, sort);
                } else {
                    let careful = self.careful_quiet(from, quiet);
                    self.weigh(from, quiet, careful, MoveKind::Normal);
                    let careful = self.careful_captures(from, capture, sort);
                    self.weigh(from, capture, careful, sort);
                }
            }
        }
    }

    #[inline(always)]
    fn weigh(&mut self, from: Square, targets: Bitboard, careful: Bitboard, sort: MoveKind) {
        self.total += u64::from((targets & !careful).count());
        for to in careful {
            let mv = Move::new(from, to, sort);
            self.total += u64::from(Effects::is_legal(self.pos, self.guard, mv));
        }
    }

    /// Quiet moves of a man without effects that could concern a king.
    #[inline(always)]
    fn careful_quiet(&self, from: Square, targets: Bitboard) -> Bitboard {
        let turns = self.pos.atlas().changes.conditions.turn_movers();
        let (leave, enter) = if turns {
            (self.guard.touch, self.guard.touch)
        } else {
            (self.guard.leave, self.guard.enter)
        };
        if leave.contains(from) {
            targets
        } else {
            targets & enter
        }
    }

    /// Captures of a man without effects that could concern a king.
    #[inline(always)]
    fn careful_captures(&self, from: Square, targets: Bitboard, sort: MoveKind) -> Bitboard {
        let conditions = self.pos.atlas().changes.conditions;
        if conditions.has(Condition::Circe) || sort == MoveKind::Shot {
            return targets;
        }
        let turns = conditions.turn_captors();
        let leave = if turns {
            self.guard.touch
        } else {
            self.guard.leave
        };
        if leave.contains(from) {
            targets
        } else if turns {
            targets & self.guard.touch
        } else {
            Bitboard::EMPTY
        }
    }

    /// Moves of a hurdler with effects.
    #[inline(always)]
    fn hops(&mut self, from: Square, targets: Bitboard, sort: MoveKind) {
        for to in targets {
            let mv = Move::new(from, to, sort);
            self.total += u64::from(Effects::is_legal(self.pos, self.guard, mv));
        }
    }

    fn pawns(&mut self) {
        let pos = self.pos;
        let Some(pawn) = pos.atlas().pawn else {
            return;
        };
        let us = pos.turn();
        let pawns = pos.pieces(us, pawn);
        let mut list = MoveList::new();
        let promotes = !pos.atlas().promotions.is_empty();
        let conditions = pos.atlas().changes.conditions;
        if conditions.turn_movers() || self.guard.enter.any() {
            common::pawn_moves(pos, pawn, Want::All, pawns, promotes, &mut list);
        } else {
            // Quiet steps of pawns that screen nothing are safe; captures and promotions are listed.
            let free = pawns & !self.guard.leave;
            let steps = common::PawnTargets::of(pos, free, us, Bitboard::EMPTY);
            let single = if promotes {
                steps.single & !pos.atlas().last_rank_of(us)
            } else {
                steps.single
            };
            let counted = single.count() + steps.double.count() + steps.triple.count();
            self.total += u64::from(counted);
            common::pawn_moves(pos, pawn, Want::Noisy, free, promotes, &mut list);
            common::pawn_moves(pos, pawn, Want::All, pawns & !free, promotes, &mut list);
        }
        self.judge(&list);
    }
}
