//! The pseudo-legal legs of Dynamo: steps, pushes and pulls. Legs with the same result are listed once.

use super::displacement::{Displacement, displaced, one, promotion, two};
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece, Square};
use crate::position::Position;
use crate::rules::castling;
use crate::rules::interface::GenType;
use crate::variant::{LeapTargets, PushLeap, PushLine, PushPullTables};

/// Adds the legs whose first piece stands on one of `origins`.
pub fn generate(pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList) {
    let before = list.len();
    let mut generator = Generator {
        pos,
        us: pos.side_to_move(),
        push_pull: &pos.variant().tables.push_pull,
        occupied: pos.occupied(),
        gen_type,
        list,
        is_full: false,
    };
    let pawn = pos.variant().rules.rank_pawn;
    for from in pos.by_color(generator.us) {
        if let Some(piece) = pos.at(from) {
            if pawn == Some(piece.piece_type()) {
                generator.pawn(from, piece);
            } else {
                generator.piece(from, piece);
            }
        }
    }
    merge(list, before.min(list.len()));
    if gen_type.quiet() && list.remaining_capacity() > 1 {
        castling::castling(pos, Bitboard::ALL, list);
    }
    if origins != Bitboard::ALL {
        list.retain(|mv| origins.contains(mv.from()));
    }
}

/// The enemy piece that a leg pushes or pulls over the edge.
#[inline]
pub fn enemy_sent_off(pos: &Position, mv: Move) -> Option<Piece> {
    if !matches!(mv.kind(), MoveKind::Displacement | MoveKind::Promotion) {
        return None;
    }
    let off = displaced(mv).into_iter().filter(|piece| piece.to.is_none());
    let mut pieces = off.filter_map(|piece| pos.at(piece.from));
    pieces.find(|piece| piece.color() != pos.side_to_move())
}

/// The pieces that the piece on a square could push or pull, if it belongs to the side to move.
pub fn push_pull_targets(pos: &Position, from: Square) -> Bitboard {
    let (push_pull, occupied) = (&pos.variant().tables.push_pull, pos.occupied());
    let rules = &pos.variant().rules;
    let us = pos.side_to_move();
    let Some(piece) = pos.at(from).filter(|piece| piece.color() == us) else {
        return Bitboard::EMPTY;
    };
    if rules.rank_pawn == Some(piece.piece_type()) && rules.first_rank_of(us).contains(from) {
        return Bitboard::EMPTY;
    }
    let own = push_pull.of(piece);
    let by_line = own
        .slides
        .iter()
        .filter_map(|line| push_pull.lines()[*line].first(from, occupied));
    let by_leap = own.leaps.iter().filter_map(|leap| {
        let targets = match leap.targets {
            LeapTargets::All => occupied,
            LeapTargets::Friends => pos.by_color(us),
            LeapTargets::Enemies => pos.by_color(!us),
        };
        leap.ahead(from).filter(|at| targets.contains(*at))
    });
    by_line.chain(by_leap).collect()
}

/// Removes duplicates (legs with the same result) from index `before` of the list on.
fn merge(list: &mut MoveList, before: usize) {
    list[before..].sort_unstable_by_key(|mv| mv.bits());
    let mut kept = before;
    for index in before..list.len() {
        if kept == before || list[index] != list[kept - 1] {
            list[kept] = list[index];
            kept += 1;
        }
    }
    list.truncate(kept);
}

struct Generator<'a> {
    pos: &'a Position,
    us: Color,
    push_pull: &'a PushPullTables,
    occupied: Bitboard,
    gen_type: GenType,
    list: &'a mut MoveList,
    is_full: bool,
}

impl Generator<'_> {
    /// Adds a leg if `gen_type` asks for legs of its sort.
    #[inline(always)]
    fn add(&mut self, mv: Move, noisy: bool) {
        let wanted = if noisy {
            self.gen_type.noisy()
        } else {
            self.gen_type.quiet()
        };
        // Duplicates can fill the list; they are removed. Set-up positions with dozens of riders can still fill it; then further legs are dropped.
        if wanted && !self.is_full && self.list.try_push(mv).is_err() {
            merge(self.list, 0);
            self.is_full = self.list.try_push(mv).is_err();
        }
    }

    #[inline(always)]
    fn may_leave(&self, square: Square) -> bool {
        self.pos
            .at(square)
            .is_some_and(|piece| !self.pos.is_royal(piece.piece_type()))
    }

    #[inline(always)]
    fn is_enemy(&self, square: Square) -> bool {
        self.pos.by_color(!self.us).contains(square)
    }

    /// Adds steps, pushes and pulls of a non-pawn piece.
    #[inline]
    fn piece(&mut self, from: Square, piece: Piece) {
        let push_pull = self.push_pull;
        let leaves = self.may_leave(from);
        for index in &push_pull.of(piece).slides {
            let line = &push_pull.lines()[*index];
            let behind = Some(&push_pull.lines()[line.opposite])
                .filter(|_| push_pull.slides(piece, line.opposite));
            self.slide(from, line, leaves);
            if let Some(at) = line.first(from, self.occupied) {
                self.push_along(from, at, line);
                self.pull_along(from, at, line, behind, leaves);
            }
        }
        for leap in &push_pull.of(piece).leaps {
            match leap.ahead(from) {
                None if leaves => self.add(one(Displacement::off(from)), false),
                None => {}
                Some(at) if self.occupied.contains(at) => {
                    self.push_by_leap(from, at, leap);
                    if leap.pulls {
                        self.pull_by_leap(from, at, leap, leaves);
                    }
                }
                Some(to) => self.add(one(Displacement::new(from, to)), false),
            }
        }
    }

    /// Adds the moves of a rider alone, over the edge too if `leaves`.
    #[inline(always)]
    fn slide(&mut self, from: Square, line: &PushLine, leaves: bool) {
        for to in line.free(from, self.occupied) {
            self.add(one(Displacement::new(from, to)), false);
        }
        if leaves && line.is_open(from, self.occupied) {
            self.add(one(Displacement::off(from)), false);
        }
    }

    /// Adds a rider's pushes, after which the rider stays or follows.
    #[inline(always)]
    fn push_along(&mut self, from: Square, at: Square, line: &PushLine) {
        for to in line.free(at, self.occupied) {
            let pushed = Displacement::new(at, to);
            self.add(one(pushed), false);
            for follow in line.between(from, to) {
                self.add(two(pushed, Displacement::new(from, follow)), false);
            }
        }
        if self.may_leave(at) && line.is_open(at, self.occupied) {
            let (pushed, noisy) = (Displacement::off(at), self.is_enemy(at));
            self.add(one(pushed), noisy);
            for follow in line.ahead(from) {
                self.add(two(pushed, Displacement::new(from, follow)), noisy);
            }
        }
    }

    /// Adds a rider's pulls: the rider draws the target nearer, or moves away from the target and takes the target along.
    #[inline(always)]
    fn pull_along(
        &mut self,
        from: Square,
        at: Square,
        line: &PushLine,
        behind: Option<&PushLine>,
        leaves: bool,
    ) {
        for to in line.between(from, at) {
            self.add(one(Displacement::new(at, to)), false);
        }
        let Some(behind) = behind else {
            return;
        };
        for away in behind.free(from, self.occupied) {
            let puller = Displacement::new(from, away);
            for to in behind.between(at, away) {
                self.add(two(puller, Displacement::new(at, to)), false);
            }
        }
        if leaves && behind.is_open(from, self.occupied) {
            let puller = Displacement::off(from);
            for to in behind.ahead(at) {
                self.add(two(puller, Displacement::new(at, to)), false);
            }
            if self.may_leave(at) {
                self.add(two(puller, Displacement::off(at)), self.is_enemy(at));
            }
        }
    }

    /// The displacement of the piece on `at` by a leaper's push, one leap further, and whether it sends an enemy off the board;
    /// `None` if the push is impossible. The leaper stays or moves to `at`.
    #[inline(always)]
    fn pushed_by_leap(&self, at: Square, leap: &PushLeap) -> Option<(Displacement, bool)> {
        match leap.ahead(at) {
            Some(to) if self.occupied.contains(to) => None,
            Some(to) => Some((Displacement::new(at, to), false)),
            None if self.may_leave(at) => Some((Displacement::off(at), self.is_enemy(at))),
            None => None,
        }
    }

    #[inline(always)]
    fn push_by_leap(&mut self, from: Square, at: Square, leap: &PushLeap) {
        if let Some((pushed, noisy)) = self.pushed_by_leap(at, leap) {
            self.add(one(pushed), noisy);
            self.add(two(pushed, Displacement::new(from, at)), noisy);
        }
    }

    /// Adds a leaper's pull: the leaper makes the opposite leap, and the target lands on the leaper's departure square.
    #[inline(always)]
    fn pull_by_leap(&mut self, from: Square, at: Square, leap: &PushLeap, leaves: bool) {
        let puller = match leap.behind(from) {
            Some(to) if !self.occupied.contains(to) => Displacement::new(from, to),
            None if leaves => Displacement::off(from),
            _ => return,
        };
        self.add(two(puller, Displacement::new(at, from)), false);
    }

    /// Adds steps and pushes of a pawn; a pawn on its own first rank has none.
    #[inline]
    fn pawn(&mut self, from: Square, piece: Piece) {
        let rules = &self.pos.variant().rules;
        if rules.first_rank_of(self.us).contains(from) {
            return;
        }
        let second = rules.double_step && rules.nth_rank_of(self.us, 1).contains(from);
        for leap in &self.push_pull.of(piece).leaps {
            let Some(at) = leap.ahead(from) else {
                continue;
            };
            let straight = leap.targets == LeapTargets::Friends;
            if !self.occupied.contains(at) {
                if straight {
                    self.pawn_arrives(from, at, None);
                    let to = leap
                        .ahead(at)
                        .filter(|to| second && !self.occupied.contains(*to));
                    if let Some(to) = to {
                        self.add(one(Displacement::new(from, to)), false);
                    }
                }
            } else if straight != self.is_enemy(at)
                && let Some((pushed, noisy)) = self.pushed_by_leap(at, leap)
            {
                self.add(one(pushed), noisy);
                self.pawn_arrives(from, at, Some((pushed, noisy)));
            }
        }
    }

    /// Adds a pawn's step to `to`, alone or following the piece that it pushes; on the last rank the pawn promotes.
    #[inline(always)]
    fn pawn_arrives(&mut self, from: Square, to: Square, pushed: Option<(Displacement, bool)>) {
        let rules = &self.pos.variant().rules;
        if rules.last_rank_of(self.us).contains(to) {
            for into in rules.rank_promotions(self.us) {
                self.add(
                    promotion(from, to, *into, pushed.map(|(piece, _)| piece.from)),
                    true,
                );
            }
            return;
        }
        let step = Displacement::new(from, to);
        match pushed {
            Some((piece, noisy)) => self.add(two(piece, step), noisy),
            None => self.add(one(step), false),
        }
    }
}
