//! The order in which a node's moves are tried, generated in stages so that a cutoff saves the rest.

use super::drops::Drops;
use super::exchange::{Worth, has_effects};
use super::history::{Before, Place};
use super::params;
use super::worker::Worker;
use crate::base::{Bitboard, MAX_MOVES, Move, MoveKind, MoveList, Piece, PieceType, Square};
use crate::position::Position;
use crate::rules::{GenType, Rules, converts};
use arrayvec::ArrayVec;

/// How far a node has come in its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    MakeNoisy,
    GoodNoisy,
    Killer,
    MakeQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Which kind of move the picker has given last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// The table's move.
    Table,
    /// A capture or promotion that does not lose material.
    GoodNoisy,
    /// A quiet move.
    Quiet,
    /// A capture or promotion that loses material.
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
pub struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    killer: Option<Move>,
    scope: Scope,
    list: MoveList,
    scores: ArrayVec<i32, MAX_MOVES>,
    next: usize,
    bad: ArrayVec<Move, 64>,
    next_bad: usize,
    before: Before,
}

/// Scores the victim above everything else in the order of captures.
const VICTIM_WEIGHT: i32 = 16;

/// Whether a move can be made at all by the rules of movement: for moves from tables.
pub fn is_pseudo_legal<R: Rules>(pos: &Position, mv: Move) -> bool {
    let mut list = MoveList::new();
    let origins = if mv.kind() == MoveKind::Drop {
        Bitboard::ALL
    } else {
        mv.from().into()
    };
    R::generate(pos, GenType::All, origins, &mut list);
    list.contains(&mv)
}

/// Whether a move is a capture or promotion, or wins a man without either.
#[inline(always)]
pub fn is_noisy(pos: &Position, mv: Move) -> bool {
    match mv.kind() {
        MoveKind::Promotion | MoveKind::EnPassant | MoveKind::Shot => true,
        MoveKind::Castle | MoveKind::Drop | MoveKind::MultiStep => false,
        MoveKind::Normal => pos.occupied().contains(mv.to()) || converts(pos, mv),
    }
}

/// The piece type a move captures.
#[inline(always)]
pub fn victim(pos: &Position, mv: Move) -> Option<PieceType> {
    match mv.kind() {
        MoveKind::EnPassant => pos.variant().rules.pawn,
        MoveKind::Drop => None,
        _ => pos.at(mv.to()).map(Piece::piece_type),
    }
}

/// What a noisy move promises: the victim and what a pawn becomes, or where moves do more than that
/// whatever they change in material.
#[inline(always)]
fn prize<R: Rules>(pos: &Position, mv: Move, victim: Option<PieceType>, worth: &Worth) -> i32 {
    if has_effects::<R>(pos, mv) {
        return worth.change(pos.side_to_move(), &R::delta(pos, mv));
    }
    let becoming = match mv.kind() {
        MoveKind::Promotion => mv
            .piece_type()
            .map_or(0, |piece_type| worth.worth_of(piece_type)),
        _ => 0,
    };
    let taken = match mv.kind() {
        MoveKind::EnPassant => victim.map_or(0, |piece_type| worth.worth_of(piece_type)),
        _ => worth.at(pos, mv.to()),
    };
    taken + becoming
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

impl Picker {
    /// The moves of a node. The table's move and the killer must be pseudo-legal here.
    pub fn new(
        table_move: Option<Move>,
        killer: Option<Move>,
        before: Before,
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
            before,
        }
    }

    /// Gives only captures on a square from now on, or nothing but what is being given.
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
        worker: &Worker<'_, R>,
        skip_quiets: bool,
    ) -> Option<(Move, Given)> {
        let worth = &worker.worth;
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeNoisy;
                    if let Some(mv) = self.table_move {
                        worker.foresee(pos, mv);
                        return Some((mv, Given::Table));
                    }
                }
                Stage::MakeNoisy => {
                    self.make_noisy::<R>(pos, worker);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    let Some(mv) = self.best() else {
                        self.stage = if self.scope == Scope::All {
                            Stage::Killer
                        } else {
                            Stage::BadNoisy
                        };
                        continue;
                    };
                    if Some(mv) == self.table_move {
                        continue;
                    }
                    if let Scope::TakesOn(square) = self.scope
                        && mv.to() != square
                    {
                        continue;
                    }
                    worker.foresee(pos, mv);
                    if !worth.wins::<R>(pos, mv, 0) && self.bad.try_push(mv).is_ok() {
                        continue;
                    }
                    return Some((mv, Given::GoodNoisy));
                }
                Stage::Killer => {
                    self.stage = Stage::MakeQuiet;
                    let fits = |mv: &Move| Some(*mv) != self.table_move && !is_noisy(pos, *mv);
                    if !skip_quiets
                        && let Some(mv) = self.killer.filter(fits)
                        && is_pseudo_legal::<R>(pos, mv)
                    {
                        return Some((mv, Given::Quiet));
                    }
                    self.killer = None;
                }
                Stage::MakeQuiet => {
                    self.list.clear();
                    self.scores.clear();
                    self.next = 0;
                    if !skip_quiets {
                        self.make_quiets::<R>(pos, worker);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    let Some(mv) = Some(())
                        .filter(|()| !skip_quiets)
                        .and_then(|()| self.best())
                    else {
                        self.stage = Stage::BadNoisy;
                        continue;
                    };
                    if Some(mv) != self.table_move && Some(mv) != self.killer {
                        return Some((mv, Given::Quiet));
                    }
                }
                Stage::BadNoisy => {
                    if let Some(mv) = self.bad.get(self.next_bad) {
                        self.next_bad += 1;
                        return Some((*mv, Given::BadNoisy));
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Generates and scores the captures and promotions.
    #[inline(always)]
    fn make_noisy<R: Rules>(&mut self, pos: &Position, worker: &Worker<'_, R>) {
        let (history, worth) = (&worker.history, &worker.worth);
        R::generate(pos, GenType::Noisy, Bitboard::ALL, &mut self.list);
        // Men can be turned to and fro without end: not in quiescence.
        if R::SIDE_EFFECTS && self.scope == Scope::All {
            add_conversions::<R>(pos, &mut self.list);
        }
        if let Scope::TakesOn(square) = self.scope {
            self.list.retain(|mv| mv.to() == square);
        }
        for mv in &self.list {
            let victim = victim(pos, *mv);
            let value = prize::<R>(pos, *mv, victim, worth);
            let history = history.capture(Place::of(pos, *mv), victim);
            let history = history * params::capture_history_weight() / 64;
            self.scores.push(value * VICTIM_WEIGHT + history);
        }
    }

    /// Generates and scores the quiet moves.
    #[inline(always)]
    fn make_quiets<R: Rules>(&mut self, pos: &Position, worker: &Worker<'_, R>) {
        R::generate(pos, GenType::Quiet, Bitboard::ALL, &mut self.list);
        if R::SIDE_EFFECTS && !pos.variant().rules.hurdlers.is_empty() {
            self.list.retain(|mv| !converts(pos, *mv));
        }
        let drops = Drops::of(pos, &worker.worth);
        let quiets = worker.history.quiets(pos.side_to_move(), self.before);
        for mv in &self.list {
            let place = Place::of(pos, *mv);
            let score = quiets(*mv, place);
            let good_for = drops.as_ref().map_or(0, |drops| drops.score(*mv));
            self.scores.push(score + good_for);
        }
    }

    /// How many quiet moves there are, while these are given; none before they are generated.
    pub fn quiets(&self) -> usize {
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
