//! The order in which a node's moves are tried, generated in stages so that a cutoff saves the rest.

use super::drops::Drops;
use super::history::{PieceTo, PreviousMoves};
use super::move_class::{is_noisy, is_pseudo_legal, prize, takes_on, victim};
use super::params;
use super::thread::ThreadData;
use crate::base::{Bitboard, MAX_MOVES, Move, MoveList, Square};
use crate::position::Position;
use crate::rules::{GenType, Rules, converts};
use arrayvec::ArrayVec;

/// How far the picker has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    GenerateNoisy,
    GoodNoisy,
    Killer,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Where the picker has a move from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PickedFrom {
    /// It is the table's move.
    Table,
    /// It is a capture or promotion that does not lose material.
    GoodNoisy,
    /// It is a quiet move.
    Quiet,
    /// It is a capture or promotion that loses material.
    BadNoisy,
}

/// Which moves a picker gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All.
    All,
    /// Captures and promotions.
    Noisy,
    /// Captures on one square.
    TakesOn(Square),
}

/// Gives the pseudo-legal moves of a position one by one.
pub struct MovePicker {
    stage: Stage,
    table_move: Option<Move>,
    killer: Option<Move>,
    scope: Scope,
    list: MoveList,
    scores: ArrayVec<i32, MAX_MOVES>,
    next: usize,
    bad: ArrayVec<Move, 64>,
    next_bad: usize,
    previous: PreviousMoves,
}

/// Scores the victim above everything else in the order of captures.
const VICTIM_WEIGHT: i32 = 16;

impl MovePicker {
    /// The moves of a node. The table's move has to be pseudo-legal; the killer is tested when its turn
    /// comes.
    pub fn new(
        table_move: Option<Move>,
        killer: Option<Move>,
        previous: PreviousMoves,
        scope: Scope,
    ) -> Self {
        Self {
            stage: Stage::Table,
            table_move,
            killer: killer.filter(|_| scope == Scope::All && params::killer_moves() > 0),
            scope,
            list: MoveList::new(),
            scores: ArrayVec::new(),
            next: 0,
            bad: ArrayVec::new(),
            next_bad: 0,
            previous,
        }
    }

    /// Gives only captures on a square from now on, or no further moves if there is no such square.
    pub fn narrow(&mut self, square: Option<Square>) {
        match square {
            Some(square) => self.scope = Scope::TakesOn(square),
            None => self.stage = Stage::Done,
        }
    }

    /// The next move. With `skip_quiets`, quiet moves are left out from now on.
    pub fn next<R: Rules>(
        &mut self,
        pos: &Position,
        thread: &ThreadData<'_, R>,
        skip_quiets: bool,
    ) -> Option<(Move, PickedFrom)> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(mv) = self.table_move {
                        thread.prefetch_child(pos, mv);
                        return Some((mv, PickedFrom::Table));
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy::<R>(pos, thread);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    let Some(mv) = self.good_noisy::<R>(pos, thread) else {
                        self.stage = match self.scope {
                            Scope::All => Stage::Killer,
                            Scope::Noisy | Scope::TakesOn(_) => Stage::BadNoisy,
                        };
                        continue;
                    };
                    return Some((mv, PickedFrom::GoodNoisy));
                }
                Stage::Killer => {
                    self.stage = Stage::GenerateQuiet;
                    self.killer = self
                        .killer
                        .filter(|mv| !skip_quiets && self.killer_fits::<R>(pos, *mv));
                    if let Some(mv) = self.killer {
                        return Some((mv, PickedFrom::Quiet));
                    }
                }
                Stage::GenerateQuiet => {
                    self.generate_quiets::<R>(pos, thread, skip_quiets);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    let next = if skip_quiets { None } else { self.best() };
                    let Some(mv) = next else {
                        self.stage = Stage::BadNoisy;
                        continue;
                    };
                    if Some(mv) != self.table_move && Some(mv) != self.killer {
                        return Some((mv, PickedFrom::Quiet));
                    }
                }
                Stage::BadNoisy => {
                    if let Some(mv) = self.bad.get(self.next_bad) {
                        self.next_bad += 1;
                        return Some((*mv, PickedFrom::BadNoisy));
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// The best of the remaining captures and promotions that loses no material; those that do are put
    /// aside.
    #[inline(always)]
    fn good_noisy<R: Rules>(&mut self, pos: &Position, thread: &ThreadData<'_, R>) -> Option<Move> {
        loop {
            let mv = self.best()?;
            let outside = matches!(self.scope, Scope::TakesOn(square) if !takes_on(mv, square));
            if Some(mv) == self.table_move || outside {
                continue;
            }
            thread.prefetch_child(pos, mv);
            if thread.see_values.see_ge::<R>(pos, mv, 0) || self.bad.try_push(mv).is_err() {
                return Some(mv);
            }
        }
    }

    /// Whether the killer of a sibling can be made here as a quiet move.
    #[inline(always)]
    fn killer_fits<R: Rules>(&self, pos: &Position, mv: Move) -> bool {
        Some(mv) != self.table_move && !is_noisy(pos, mv) && is_pseudo_legal::<R>(pos, mv)
    }

    /// Generates and scores the captures and promotions.
    #[inline(always)]
    fn generate_noisy<R: Rules>(&mut self, pos: &Position, thread: &ThreadData<'_, R>) {
        R::generate(pos, GenType::Noisy, Bitboard::ALL, &mut self.list);
        // Men can be turned to and fro without end: not in quiescence.
        if R::SIDE_EFFECTS && self.scope == Scope::All {
            add_conversions::<R>(pos, &mut self.list);
        }
        if let Scope::TakesOn(square) = self.scope {
            self.list.retain(|mv| takes_on(*mv, square));
        }
        for mv in &self.list {
            let victim = victim(pos, *mv);
            let value = prize::<R>(pos, *mv, victim, &thread.see_values);
            let history = thread.history.capture(PieceTo::of(pos, *mv), victim);
            let history = history * params::capture_history_weight() / 64;
            self.scores.push(value * VICTIM_WEIGHT + history);
        }
    }

    /// Generates and scores the quiet moves, unless they are skipped.
    #[inline(always)]
    fn generate_quiets<R: Rules>(
        &mut self,
        pos: &Position,
        thread: &ThreadData<'_, R>,
        skip_quiets: bool,
    ) {
        self.list.clear();
        self.scores.clear();
        self.next = 0;
        if skip_quiets {
            return;
        }
        R::generate(pos, GenType::Quiet, Bitboard::ALL, &mut self.list);
        if R::SIDE_EFFECTS && !pos.variant().rules.hurdlers.is_empty() {
            self.list.retain(|mv| !converts(pos, *mv));
        }
        let drops = Drops::of(pos, &thread.launch_squares);
        let history = thread
            .history
            .quiet_scores(pos.side_to_move(), self.previous);
        for mv in &self.list {
            let score = history(*mv, PieceTo::of(pos, *mv));
            let drop_score = drops.as_ref().map_or(0, |drops| drops.score(*mv));
            self.scores.push(score + drop_score);
        }
    }

    /// How many quiet moves there are, while these are given; none before they are generated.
    pub fn quiet_count(&self) -> usize {
        match self.stage {
            Stage::Quiet => self.list.len(),
            _ => 0,
        }
    }

    /// The best-scored move that has not been given yet.
    #[inline]
    fn best(&mut self) -> Option<Move> {
        let rest = self.scores.get(self.next..)?;
        // The highest score, among equals the first: one number to compare, so that processors can compare
        // several at a time.
        let rank =
            |(index, score): (u32, &i32)| i64::from(*score) << 32 | i64::from(u32::MAX - index);
        let highest = (0..).zip(rest).map(rank).max()?;
        let best = self.next + (u32::MAX - highest as u32) as usize;
        self.scores.swap(self.next, best);
        self.list.swap(self.next, best);
        let mv = self.list[self.next];
        self.next += 1;
        Some(mv)
    }
}

/// Adds the moves that win a man without capturing it.
fn add_conversions<R: Rules>(pos: &Position, list: &mut MoveList) {
    let hurdlers = pos.by_types(pos.variant().rules.hurdlers) & pos.by_color(pos.side_to_move());
    if hurdlers.is_empty() {
        return;
    }
    let mut quiet = MoveList::new();
    R::generate(pos, GenType::Quiet, hurdlers, &mut quiet);
    list.extend(quiet.iter().copied().filter(|mv| converts(pos, *mv)));
}
