//! Staged move generation and move ordering: table move, good captures, drops with check, killer, quiet moves, bad captures.

use super::check_squares::CheckSquares;
use super::drops::{Drops, checks_stand_alone, safe_checks};
use super::history::{PieceTo, PreviousMoves};
use super::move_class::{is_noisy, prize, takes_on, victim};
use super::move_stack::Batch;
use super::params;
use super::thread::{ThreadData, generate};
use crate::base::{Bitboard, Move, MoveList, Square};
use crate::position::Position;
use crate::rules::{GenType, Rules, converts};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    GenerateNoisy,
    GoodNoisy,
    GenerateDropChecks,
    DropChecks,
    Killer,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// The stage of move generation that a move comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PickedFrom {
    Table,
    /// A capture or promotion that does not lose material.
    GoodNoisy,
    /// A drop that gives check on a safe square (where it cannot be captured for nothing).
    DropCheck,
    /// A quiet move (including the killer).
    Quiet,
    /// A capture or promotion that loses material.
    BadNoisy,
}

/// Which moves a picker yields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All moves.
    All,
    /// Captures and promotions.
    Noisy,
    /// Captures, promotions and safe drops that give check.
    Forcing,
    TakesOn(Square),
}

/// Yields the pseudo-legal moves of a position, best first. The moves are stored on the thread's move stack, which the node truncates
/// when it ends.
pub struct MovePicker {
    stage: Stage,
    table_move: Option<Move>,
    killer: Option<Move>,
    scope: Scope,
    /// The captures and promotions. Those that lose material are put aside, at the front, for [`Stage::BadNoisy`].
    noisies: Batch,
    next_bad: usize,
    drop_checks: Batch,
    quiets: Batch,
    quiet_count: usize,
    previous: PreviousMoves,
}

/// The factor of the victim's value in the score of a capture. It outweighs capture history: most valuable victim first (MVV).
const VICTIM_WEIGHT: i32 = 16;

impl MovePicker {
    /// A picker for a node. The table move must be pseudo-legal; the killer need not, as the picker tests it.
    pub fn new(
        table_move: Option<Move>,
        killer: Option<Move>,
        previous: PreviousMoves,
        scope: Scope,
    ) -> Self {
        Self {
            stage: Stage::Table,
            table_move,
            killer: killer.filter(|_| scope == Scope::All),
            scope,
            noisies: Batch::default(),
            next_bad: 0,
            drop_checks: Batch::default(),
            quiets: Batch::default(),
            quiet_count: 0,
            previous,
        }
    }

    /// Restricts the remaining moves to captures on a square; with `None` no moves remain.
    pub fn narrow(&mut self, square: Option<Square>) {
        match square {
            Some(square) => self.scope = Scope::TakesOn(square),
            None => self.stage = Stage::Done,
        }
    }

    /// The next move with its stage. With `skip_quiets` the remaining quiet moves are skipped.
    pub fn next<R: Rules>(
        &mut self,
        pos: &Position,
        thread: &mut ThreadData<'_, R>,
        skip_quiets: bool,
    ) -> Option<(Move, PickedFrom)> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(mv) = self.table_move {
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
                            Scope::All | Scope::Forcing => Stage::GenerateDropChecks,
                            Scope::Noisy | Scope::TakesOn(_) => Stage::BadNoisy,
                        };
                        continue;
                    };
                    return Some((mv, PickedFrom::GoodNoisy));
                }
                Stage::GenerateDropChecks => {
                    self.stage = self.after_drop_checks();
                    let first = params::drop_checks_first() > 0 || self.scope == Scope::Forcing;
                    if first && !pos.hand(pos.side_to_move()).is_empty() {
                        self.generate_drop_checks(pos, thread);
                        self.stage = Stage::DropChecks;
                    }
                }
                Stage::DropChecks => {
                    let Some(mv) = thread.moves.best(&mut self.drop_checks) else {
                        self.stage = self.after_drop_checks();
                        continue;
                    };
                    self.killer = self.killer.filter(|killer| *killer != mv);
                    if Some(mv) != self.table_move {
                        return Some((mv, PickedFrom::DropCheck));
                    }
                }
                Stage::Killer => {
                    self.stage = Stage::GenerateQuiet;
                    self.killer = self
                        .killer
                        .filter(|mv| !skip_quiets && self.killer_fits::<R>(pos, *mv, thread));
                    if let Some(mv) = self.killer {
                        return Some((mv, PickedFrom::Quiet));
                    }
                }
                Stage::GenerateQuiet => {
                    self.stage = if skip_quiets {
                        Stage::BadNoisy
                    } else {
                        self.generate_quiets::<R>(pos, thread);
                        Stage::Quiet
                    };
                }
                Stage::Quiet => {
                    let quiets = Some(&mut self.quiets).filter(|_| !skip_quiets);
                    let Some(mv) = quiets.and_then(|quiets| thread.moves.best(quiets)) else {
                        self.stage = Stage::BadNoisy;
                        continue;
                    };
                    if Some(mv) != self.table_move && Some(mv) != self.killer {
                        return Some((mv, PickedFrom::Quiet));
                    }
                }
                Stage::BadNoisy => {
                    if let Some(mv) = thread.moves.aside(self.noisies, self.next_bad) {
                        self.next_bad += 1;
                        return Some((mv, PickedFrom::BadNoisy));
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn after_drop_checks(&self) -> Stage {
        match self.scope {
            Scope::All => Stage::Killer,
            _ => Stage::BadNoisy,
        }
    }

    /// Generates and scores the safe drops that give check.
    #[inline(never)]
    fn generate_drop_checks<R: Rules>(&mut self, pos: &Position, thread: &mut ThreadData<'_, R>) {
        let ThreadData { moves, history, .. } = thread;
        let list = &mut moves.generated;
        list.clear();
        safe_checks(pos, list);
        let history = history.quiet_scores(pos.side_to_move(), self.previous);
        self.drop_checks = moves.add_generated(|mv| history(mv, PieceTo::of(pos, mv)));
    }

    /// The best remaining capture or promotion that does not lose material; those that do are put aside for [`Stage::BadNoisy`].
    #[inline(always)]
    fn good_noisy<R: Rules>(
        &mut self,
        pos: &Position,
        thread: &mut ThreadData<'_, R>,
    ) -> Option<Move> {
        loop {
            let mv = thread.moves.best(&mut self.noisies)?;
            let outside = matches!(self.scope, Scope::TakesOn(square) if !takes_on(mv, square));
            if Some(mv) == self.table_move || outside {
                continue;
            }
            thread.prefetch_child(pos, mv);
            if thread.see_ge(pos, mv, 0) {
                return Some(mv);
            }
            thread.moves.put_aside(&mut self.noisies, mv);
        }
    }

    /// Whether the killer is a pseudo-legal quiet move in `pos` and not the table move.
    #[inline(always)]
    fn killer_fits<R: Rules>(
        &self,
        pos: &Position,
        mv: Move,
        thread: &mut ThreadData<'_, R>,
    ) -> bool {
        Some(mv) != self.table_move && !is_noisy(pos, mv) && thread.is_pseudo_legal(pos, mv)
    }

    /// Generates and scores the captures and promotions.
    #[inline(always)]
    fn generate_noisy<R: Rules>(&mut self, pos: &Position, thread: &mut ThreadData<'_, R>) {
        let ThreadData {
            moves,
            history,
            see_values,
            ..
        } = thread;
        let list = &mut moves.generated;
        list.clear();
        generate::<R>(pos, GenType::Noisy, Bitboard::ALL, list);
        // Not in quiescence, where pieces could change colour back and forth endlessly.
        if R::SIDE_EFFECTS && self.scope == Scope::All {
            add_conversions::<R>(pos, list);
        }
        if let Scope::TakesOn(square) = self.scope {
            list.retain(|mv| takes_on(*mv, square));
        }
        self.noisies = moves.add_generated(|mv| {
            let victim = victim(pos, mv);
            let value = prize::<R>(pos, mv, victim, see_values);
            let history = history.capture(PieceTo::of(pos, mv), victim);
            value * VICTIM_WEIGHT + history * params::capture_history_weight() / 64
        });
    }

    /// Generates and scores the quiet moves.
    #[inline(always)]
    fn generate_quiets<R: Rules>(&mut self, pos: &Position, thread: &mut ThreadData<'_, R>) {
        let ThreadData {
            moves,
            history,
            launch_squares,
            ..
        } = thread;
        let list = &mut moves.generated;
        list.clear();
        generate::<R>(pos, GenType::Quiet, Bitboard::ALL, list);
        if R::SIDE_EFFECTS && !pos.variant().rules.hurdlers.is_empty() {
            list.retain(|mv| !converts(pos, *mv));
        }
        self.quiet_count = list.len();
        let drops = Drops::of(pos, launch_squares);
        if let Some(drops) = &drops
            && params::drop_checks_first() > 0
            && checks_stand_alone(pos.variant())
        {
            list.retain(|mv| !drops.is_safe_check(*mv));
        }
        let history = history.quiet_scores(pos.side_to_move(), self.previous);
        let checks = CheckSquares::of(pos);
        self.quiets = moves.add_generated(|mv| {
            let drop_score = drops.as_ref().map_or(0, |drops| drops.score(mv));
            history(mv, PieceTo::of(pos, mv)) + checks.score(pos, mv) + drop_score
        });
    }

    /// The number of quiet moves generated; 0 outside the stage of quiet moves.
    pub fn quiet_count(&self) -> usize {
        match self.stage {
            Stage::Quiet => self.quiet_count,
            _ => 0,
        }
    }
}

/// Adds the quiet hops that win a piece by changing its colour.
#[inline(never)]
fn add_conversions<R: Rules>(pos: &Position, list: &mut MoveList) {
    let hurdlers = pos.by_types(pos.variant().rules.hurdlers) & pos.by_color(pos.side_to_move());
    if hurdlers.is_empty() {
        return;
    }
    let mut quiet = MoveList::new();
    generate::<R>(pos, GenType::Quiet, hurdlers, &mut quiet);
    list.extend(quiet.iter().copied().filter(|mv| converts(pos, *mv)));
}
