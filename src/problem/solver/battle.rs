//! Battle play (direct, self and reflex stipulations): whether White can force the goal.

use super::flight_cover::FlightCover;
use super::in_progress::Meeting;
use super::shared::Shared;
use super::table::Hint;
use super::worker::Worker;
use crate::base::{Bitboard, Move, MoveList, Square};
use crate::position::Position;
use crate::problem::stipulation::Play;
use crate::problem::walk::passed;
use crate::rules::Rules;
use std::cmp::Reverse;

/// Marks positions that cannot be solved in any number of moves.
const NEVER: u8 = u8::MAX;
/// The number of moves left at which countermove and killer defences are tried before the other defences are sorted. With more moves
/// left a wrong guess costs too much.
const NEAR_END: u32 = 2;

/// The battle-play search of one thread.
pub struct Battle<'a, R> {
    /// Plays the moves and checks the limits.
    pub worker: Worker<'a, R>,
    play: Play,
    quodlibet: bool,
    /// Killer moves: the defences that refuted last with `NEAR_END` moves left.
    killers: [Option<Move>; 2],
    /// History: how often a defence refuted, by departure and arrival square.
    history: Vec<u32>,
    /// The last refutation of a White move, by its departure and arrival square (countermove heuristic).
    counters: Vec<Option<Move>>,
}

impl<'a, R: Rules> Battle<'a, R> {
    /// A search for a shared task.
    pub fn new(shared: &'a Shared<'a>) -> Self {
        Self {
            worker: Worker::new(shared),
            play: shared.task.stipulation.play,
            quodlibet: shared.task.options.quodlibet,
            killers: [None; 2],
            history: vec![0; Square::COUNT * Square::COUNT],
            counters: vec![None; Square::COUNT * Square::COUNT],
        }
    }

    /// Whether White solves by reaching the goal himself.
    pub fn white_aims(&self) -> bool {
        self.play == Play::Direct || self.quodlibet
    }

    /// Whether the stipulation is fulfilled when Black reaches the goal (self play).
    pub fn black_aims(&self) -> bool {
        self.play != Play::Direct
    }

    /// Whether Black has to reach the goal where possible (reflex play).
    pub fn black_must(&self) -> bool {
        matches!(self.play, Play::Reflex | Play::SemiReflex)
    }

    /// Reflex play: whether White, to move, can reach the goal. He then has to reach it, so he fails to solve.
    pub fn is_forced(&mut self, pos: &Position) -> bool {
        self.play == Play::Reflex && !self.quodlibet && self.worker.can_reach(pos)
    }

    /// Whether White, to move, solves in at most `moves` moves (at least one); `None` if the position is deferred, as another thread
    /// searches it.
    fn is_solved(&mut self, pos: &Position, moves: u32, meeting: Meeting) -> Option<bool> {
        if moves == 1 && self.play == Play::Direct {
            // Cheaper than a table look-up.
            return Some(self.is_solved_in_just(pos, 1) && !self.worker.stopped);
        }
        let shared = self.worker.shared;
        let (packed, mut known) = shared.table.look_up(pos);
        if let Some(answer) = known.tells(moves) {
            return Some(answer);
        }
        let _stay = shared.enter(packed.as_ref(), meeting)?;
        if known.refuted == 0 && self.is_forced(pos) {
            known.refuted = NEVER;
        } else {
            // Iterative deepening: shorter solutions are cheap to find and leave hints for longer ones.
            for within in u32::from(known.refuted) + 1..=moves {
                if self.is_solved_in_just(pos, within) {
                    known.proven = within as u8;
                    break;
                }
                known.refuted = within as u8;
            }
        }
        if self.worker.stopped {
            return Some(false);
        }
        if let Some(packed) = packed {
            shared.table.remember(&packed, known);
        }
        Some(known.tells(moves) == Some(true))
    }

    /// Whether White, to move, solves in exactly `moves` moves, given that there is no shorter solution.
    fn is_solved_in_just(&mut self, pos: &Position, moves: u32) -> bool {
        if moves == 1 && self.white_aims() && self.worker.can_reach(pos) {
            return true;
        }
        if moves == 1 && !self.black_aims() {
            return false;
        }
        let mut list = MoveList::new();
        // With one move left, Black's next move has to reach the goal.
        let net = self.worker.shared.net(!self.worker.white());
        let cover = net
            .filter(|_| moves == 1)
            .map(|net| FlightCover::of(net, pos));
        let can_mate = |mv| {
            let cover = cover.as_ref();
            cover.is_none_or(|cover| cover.can_mate_after(mv))
        };
        Worker::<R>::legal_if(pos, Bitboard::ALL, can_mate, &mut list);
        if moves > 1 && self.sorts_by_mobility(pos) {
            list.sort_by_cached_key(|mv| Worker::<R>::mobility_after(pos, *mv));
        }
        let solves = |battle: &mut Self, mv: Move, meeting| {
            let next = battle.worker.play(pos, mv);
            if battle.worker.stopped || battle.worker.is_dead_end(pos, mv, &next) {
                return Some(false);
            }
            if moves == 1 {
                let mating = cover
                    .as_ref()
                    .map_or(Bitboard::ALL, |cover| cover.mating_pieces_after(mv, &next));
                return Some(battle.is_won_at_once(&next, mating));
            }
            battle.is_won_in_just(&next, Some(mv), moves, meeting)
        };
        self.first(&list, solves).is_some()
    }

    /// The first move for which `is_it` holds. Every thread tests the first move of the list, which decides most often; moves that other
    /// threads search are tested last.
    fn first(
        &mut self,
        list: &[Move],
        mut is_it: impl FnMut(&mut Self, Move, Meeting) -> Option<bool>,
    ) -> Option<Move> {
        let mut later = Vec::new();
        for (at, &mv) in list.iter().enumerate() {
            let meeting = if at == 0 {
                Meeting::Join
            } else {
                Meeting::Leave
            };
            match is_it(self, mv, meeting) {
                Some(true) => return Some(mv),
                Some(false) => {}
                None => later.push(mv),
            }
        }
        let mut later = later.into_iter();
        later.find(|mv| is_it(self, *mv, Meeting::Join) == Some(true))
    }

    /// Whether the White move that led to `next` forces the goal in `moves` moves, itself included. A goal reached by the move
    /// itself is not tested.
    pub fn is_won(&mut self, next: &Position, moves: u32) -> bool {
        self.black_must() && self.worker.can_reach(next)
            || (!self.black_must() || moves > 1)
                && self.is_won_in_just(next, None, moves, Meeting::Join) == Some(true)
    }

    /// Whether Black's next move has to reach the goal (self play: all moves; reflex play: some move). Only the pieces in `able` can reach it.
    fn is_won_at_once(&mut self, next: &Position, able: Bitboard) -> bool {
        match self.play {
            Play::Direct => false,
            Play::Reflex | Play::SemiReflex => self.worker.can_reach_by(next, able),
            _ => self.worker.must_reach_by(next, able),
        }
    }

    /// Whether the White move that led to `next` solves in exactly `moves` moves, given that it does not solve in fewer; `None` if
    /// the position is deferred, as another thread searches it.
    fn is_won_in_just(
        &mut self,
        next: &Position,
        mv: Option<Move>,
        moves: u32,
        meeting: Meeting,
    ) -> Option<bool> {
        if moves == 1 {
            return Some(self.is_won_at_once(next, Bitboard::ALL));
        }
        if moves == 2 {
            // Cheaper than a table look-up.
            return Some(self.answers_fail(next, mv, moves, &mut None));
        }
        let shared = self.worker.shared;
        let (packed, mut known) = shared.table.look_up(next);
        if let Some(answer) = known.tells(moves) {
            return Some(answer);
        }
        let _stay = shared.enter(packed.as_ref(), meeting)?;
        let won = self.answers_fail(next, mv, moves, &mut known.hint);
        if !self.worker.stopped
            && let Some(packed) = packed
        {
            if won {
                known.proven = u8::try_from(moves).unwrap_or(known.proven);
            } else {
                known.refuted = u8::try_from(moves).unwrap_or(known.refuted);
            }
            shared.table.remember(&packed, known);
        }
        Some(won)
    }

    /// Whether the option `Threat` lets the White move that led to `next` fail: it neither gives check nor threatens to solve soon enough.
    fn threatens_too_little(&mut self, next: &Position, moves: u32) -> bool {
        let most = self.worker.shared.task.options.threat;
        most.is_some_and(|most| {
            self.play == Play::Direct
                && moves > most
                && !Worker::<R>::in_check(next)
                && self.is_solved(&passed(next), most, Meeting::Join) != Some(true)
        })
    }

    /// Whether Black has legal moves and each one either lets White solve in `moves - 1` moves or reaches Black's goal. `hint` is
    /// tried first; a refutation replaces it.
    fn answers_fail(
        &mut self,
        next: &Position,
        mv: Option<Move>,
        moves: u32,
        hint: &mut Option<Hint>,
    ) -> bool {
        if self.threatens_too_little(next, moves) {
            return false;
        }
        let mut list = MoveList::new();
        Worker::<R>::pseudo_legal(next, Bitboard::ALL, &mut list);
        if list.is_empty() {
            return false;
        }
        let check_info = Worker::<R>::check_info(next);
        let net = self.worker.shared.net(self.worker.white());
        let net = net.filter(|_| moves == 2 && self.play == Play::Direct);
        let cover = net.map(|net| FlightCover::of(net, next));
        if let Some(cover) = &cover {
            let escapes = |mv: &Move| {
                !cover.can_mate_after(*mv) && Worker::<R>::is_legal(next, &check_info, *mv)
            };
            if list.iter().any(escapes) {
                return false;
            }
        }
        list.retain(|mv| Worker::<R>::is_legal(next, &check_info, *mv));
        if list.is_empty() {
            return false;
        }
        let likely = self.bring_likely(&mut list, mv, moves, *hint);
        let refutes = |battle: &mut Self, answer: Move, meeting| {
            battle.refutes(next, answer, moves, cover.as_ref(), meeting)
        };
        let mut refutation = self.first(&list[..likely], refutes);
        if refutation.is_none() {
            self.sort(next, &mut list[likely..]);
            refutation = self.first(&list[likely..], refutes);
        }
        let Some(answer) = refutation else {
            return !self.worker.stopped;
        };
        self.remember_refutation(answer, moves);
        if let Some(mv) = mv {
            self.counters[index(mv)] = Some(answer);
        }
        *hint = Some((answer.from(), answer.to()));
        false
    }

    /// Moves likely refutations (hint, countermove, killers) to the front of `list`; returns how many there are.
    fn bring_likely(
        &self,
        list: &mut MoveList,
        mv: Option<Move>,
        moves: u32,
        hint: Option<Hint>,
    ) -> usize {
        if !self.worker.shared.ideas().killers {
            return 0;
        }
        let mut likely = 0;
        let mut bring = |is_it: &dyn Fn(&Move) -> bool| {
            if let Some(at) = list[likely..].iter().position(is_it) {
                list.swap(likely, likely + at);
                likely += 1;
            }
        };
        if let Some(hint) = hint {
            bring(&|mv| (mv.from(), mv.to()) == hint);
        }
        if moves == NEAR_END {
            if let Some(counter) = mv.and_then(|mv| self.counters[index(mv)]) {
                bring(&|mv| *mv == counter);
            }
            for killer in self.killers.into_iter().flatten() {
                bring(&|mv| *mv == killer);
            }
        }
        likely
    }

    /// Whether moves are sorted by the number of replies. Where a condition compares moves, it takes all moves of both sides to count
    /// the few replies that are left, which tell little.
    fn sorts_by_mobility(&self, pos: &Position) -> bool {
        self.worker.shared.ideas().mobility && !pos.variant().rules.conditions.rank_moves()
    }

    /// Sorts defences: first those that leave White the fewest moves, then earlier refutations.
    fn sort(&self, pos: &Position, answers: &mut [Move]) {
        let killers = self.worker.shared.ideas().killers;
        let by_mobility = self.sorts_by_mobility(pos);
        answers.sort_by_cached_key(|mv| {
            let mobility = if by_mobility {
                Worker::<R>::mobility_after(pos, *mv)
            } else {
                0
            };
            let refuted = if killers { self.history[index(*mv)] } else { 0 };
            (mobility, Reverse(refuted))
        });
    }

    /// Whether the legal Black move `mv` refutes the White move before it. White had `moves` moves to solve, that move included. `cover`, if
    /// given, is that of White's next move, the last. `None` if the position is deferred, as another thread searches it.
    fn refutes(
        &mut self,
        pos: &Position,
        mv: Move,
        moves: u32,
        cover: Option<&FlightCover<'_>>,
        meeting: Meeting,
    ) -> Option<bool> {
        let next = self.worker.play(pos, mv);
        if self.worker.stopped {
            return Some(true);
        }
        if self.black_aims() && self.worker.reaches(pos, mv, &next) {
            return Some(false);
        }
        if moves == 1 || self.worker.is_dead_end(pos, mv, &next) {
            return Some(true);
        }
        if let Some(cover) = cover {
            let able = cover.mating_pieces_after(mv, &next);
            return Some(!self.worker.can_reach_by(&next, able) || self.worker.stopped);
        }
        let solved = self.is_solved(&next, moves - 1, meeting)?;
        Some(!solved)
    }

    /// The refutations of a White move; `None` if there are more than `most`, or if the move fails without a defence.
    pub fn refutations(&mut self, pos: &Position, moves: u32, most: u32) -> Option<Vec<Move>> {
        let mut found = Vec::new();
        if self.black_must() && self.worker.can_reach(pos) {
            return Some(found);
        }
        if self.threatens_too_little(pos, moves) {
            return None;
        }
        let mut list = MoveList::new();
        self.worker.moves(pos, &mut list);
        if list.is_empty() || moves == 1 && (self.black_must() || !self.black_aims()) {
            return None;
        }
        self.sort(pos, &mut list);
        let too_many = self.first(&list, |battle, mv, meeting| {
            if battle.refutes(pos, mv, moves, None, meeting)? {
                battle.remember_refutation(mv, moves);
                found.push(mv);
            }
            Some(found.len() > most as usize)
        });
        if too_many.is_some() {
            return None;
        }
        super::order::sort_by_text(pos, &mut found, |mv| *mv);
        Some(found)
    }

    fn remember_refutation(&mut self, mv: Move, moves: u32) {
        if moves == NEAR_END && self.killers[0] != Some(mv) {
            self.killers = [Some(mv), self.killers[0]];
        }
        let count = &mut self.history[index(mv)];
        *count += moves * moves;
        if *count > 1 << 24 {
            for count in &mut self.history {
                *count /= 2;
            }
        }
    }
}

const fn index(mv: Move) -> usize {
    mv.from().index() * Square::COUNT + mv.to().index()
}
