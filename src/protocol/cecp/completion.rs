//! Completion plies: the plies that XBoard has to be sent after a ply so that its board is right again.
//!
//! XBoard only shows that a piece goes from one square to another and captures there. All other effects of a
//! leg are shown by further plies: the side that owns a wrongly shown piece moves it to its square, changes
//! its type on its square, or removes another piece without moving. XBoard's plies alternate between the
//! sides, so null moves fill the gaps; null moves also separate the legs of one turn.
//!
//! This module compares boards and needs no rules of games: each ply depends only on the board that XBoard shows, the board that it
//! should show, and their sides to move. So the receiver of such plies can work out which plies are still to come, at any point of
//! a game.

use super::ply::{Act, Ply};
use super::screen::Screen;
use crate::base::{Piece, Square};

/// The limit in completion plies, above what any move needs; reached only if a board cannot be shown.
const MOST: usize = 16;

/// The squares that no plies can put right, because XBoard's board lacks pieces.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("XBoard cannot show the pieces of {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))]
pub struct Unshown(Vec<Square>);

/// A sequence of plies, and XBoard's board after them.
#[derive(Clone, Debug)]
pub struct Row {
    pub plies: Vec<Ply>,
    pub screen: Screen,
}

impl Row {
    /// A row without plies yet.
    pub const fn new(screen: Screen) -> Self {
        let plies = Vec::new();
        Self { plies, screen }
    }

    fn add(mut self, ply: Ply, screen: Screen) -> Self {
        self.plies.push(ply);
        self.screen = screen;
        self
    }

    /// Adds a ply; `None` if XBoard would not accept it.
    pub fn with(self, ply: Ply) -> Option<Self> {
        let screen = self.screen.after(ply)?;
        Some(self.add(ply, screen))
    }

    /// Adds several plies; `None` if XBoard would not accept one of them.
    pub fn with_all(self, plies: &[Ply]) -> Option<Self> {
        plies.iter().try_fold(self, |row, ply| row.with(*ply))
    }

    /// Adds the ply that plays a leg, which leads to the board `target`; `None` if XBoard would not accept it.
    pub fn with_leg(self, ply: Ply, target: &Screen) -> Option<Self> {
        let screen = self.screen.after_leg(Some(ply), target)?;
        Some(self.add(ply, screen))
    }

    /// Adds the move of a piece; `None` if XBoard would change other squares than the move names.
    pub fn with_exactly(self, act: Act) -> Option<Self> {
        let screen = self.screen.after_exactly(act)?;
        Some(self.add(Ply::Act(act), screen))
    }

    /// Adds the plies that are missing until board and side to move are those of `target`.
    ///
    /// # Errors
    /// [`Unshown`]: the squares that stay wrong.
    pub fn completed(mut self, target: &Screen) -> Result<Self, Unshown> {
        let begun = self.plies.len();
        let mut idle = 0;
        loop {
            let wrong = self.screen.wrong(target);
            if wrong.is_empty() && self.screen.mover == target.mover {
                return Ok(self);
            }
            if self.plies.len() - begun >= MOST || idle > 3 {
                return Err(Unshown(wrong));
            }
            let ply = Gap::new(&self.screen, target).best(idle >= 2);
            idle = if ply.is_none() && !wrong.is_empty() {
                idle + 1
            } else {
                0
            };
            self = self.with(ply.unwrap_or(Ply::Null)).ok_or(Unshown(wrong))?;
        }
    }
}

impl Screen {
    /// The plies that lead from this board and side to move to those of `target`; empty if there is no difference.
    ///
    /// # Errors
    /// [`Unshown`]: the squares that stay wrong.
    pub fn missing(&self, target: &Self) -> Result<Vec<Ply>, Unshown> {
        let row = Row::new(self.clone()).completed(target)?;
        Ok(row.plies)
    }
}

/// The difference between the board shown and the board that should be shown.
struct Gap<'a> {
    shown: &'a Screen,
    target: &'a Screen,
    wrong: Vec<Square>,
    /// Squares that show a piece where none is.
    surplus: Vec<Square>,
    /// Squares that lack their piece.
    lacking: Vec<Square>,
}

impl<'a> Gap<'a> {
    fn new(shown: &'a Screen, target: &'a Screen) -> Self {
        let wrong = shown.wrong(target);
        let without = |screen: &Screen| {
            let empty = wrong
                .iter()
                .copied()
                .filter(|square| screen.at(*square).is_none());
            empty.collect()
        };
        Self {
            surplus: without(target),
            lacking: without(shown),
            shown,
            target,
            wrong,
        }
    }

    /// The drops of walls that are missing.
    fn walls(&self) -> impl Iterator<Item = Ply> {
        self.lacking
            .iter()
            .filter_map(|at| self.shown.wall(*at, self.target))
    }

    /// The number of squares that lack a piece, beyond the number of surplus pieces that could fill them. Walls can be dropped.
    fn lost(&self) -> usize {
        let lacking = self.lacking.len() - self.walls().count();
        lacking.saturating_sub(self.surplus.len())
    }

    /// The ply that leaves the fewest squares wrong: the move of a piece, or the drop of a wall; `None` if none helps. `desperate` admits
    /// moves whose text XBoard garbles for another engine.
    fn best(&self, desperate: bool) -> Option<Ply> {
        let mover = self.shown.mover;
        let own = |from: &Square| self.shown.has(mover, *from);
        let mut acts = Vec::new();
        for from in self.wrong.iter().copied().filter(own) {
            self.changes(from, &mut acts);
        }
        let foreign = |off: &&Square| desperate || !own(off);
        acts.extend(
            self.surplus
                .iter()
                .filter(foreign)
                .filter_map(|off| self.removal(*off)),
        );
        let rate = |ply: Ply| {
            let after = self.shown.after(ply)?;
            let after = Gap::new(&after, self.target);
            let better = after.wrong.len() < self.wrong.len() && after.lost() <= self.lost();
            let safe = after.wrong.iter().all(|square| self.wrong.contains(square));
            let (changes, removes) = match ply {
                Ply::Act(act) => (act.letter.is_some(), act.via.is_some()),
                Ply::Null | Ply::Drop(..) => (false, false),
            };
            (better && safe).then_some((after.wrong.len(), changes, removes))
        };
        let plies = acts.into_iter().map(Ply::Act).chain(self.walls());
        let rated = plies.filter_map(|ply| Some((rate(ply)?, ply)));
        let best = rated.min_by_key(|(rate, _)| *rate).map(|(_, ply)| ply);
        best.or_else(|| self.detour().map(Ply::Act))
    }

    /// The move of the piece on `from` to `to` (which may be the same square), where it becomes `into`; `None` if
    /// XBoard has no letter for that piece.
    fn act(&self, from: Square, via: Option<Square>, to: Square, into: Piece) -> Option<Act> {
        let act = Act::plain(from, to).over(via);
        act.with_letter(&self.shown.table, self.shown.at(from)?, into)
    }

    /// Collects the moves by which the wrong piece on `from` is corrected: to a square that lacks a piece or, if its square should show
    /// another piece, by way of an empty square back to its own, changing its type. On the way it can capture a surplus piece.
    fn changes(&self, from: Square, acts: &mut Vec<Act>) {
        let stays = self.target.at(from).is_some();
        let empty = || {
            self.shown
                .squares()
                .find(|at| self.shown.is_free(*at, self.target))
        };
        let alone = if stays { empty() } else { None };
        let aims = self
            .wrong
            .iter()
            .copied()
            .filter(|to| stays == (*to == from));
        for to in aims {
            let vias = self.surplus.iter().copied().map(Some).chain([alone]);
            let into = self.target.at(to);
            acts.extend(vias.filter_map(|via| self.act(from, via, to, into?)));
        }
    }

    /// The removal of a surplus piece by a piece that does not move: the nearest one that is shown correctly. If it belongs to the
    /// same side as the surplus piece, XBoard sends the ply garbled to another engine.
    fn removal(&self, off: Square) -> Option<Act> {
        let right = |at: &Square| self.shown.has(self.shown.mover, *at) && !self.wrong.contains(at);
        let right: Vec<Square> = Square::all().filter(right).collect();
        let from = right.into_iter().min_by_key(|at| at.steps_to(off))?;
        self.act(from, Some(off), from, self.shown.at(from)?)
    }

    /// The first half of a move to the right square by way of another one, where XBoard would misread the direct move: it takes
    /// a king's move along its rank for castling, and a pawn's sideways move for an en-passant capture.
    fn detour(&self) -> Option<Act> {
        let ways = self
            .surplus
            .iter()
            .flat_map(|from| self.lacking.iter().map(move |home| (from, home)));
        ways.filter(|(from, home)| {
            self.shown.has(self.shown.mover, **from)
                && self.shown.at(**from) == self.target.at(**home)
        })
        .find_map(|(from, home)| {
            let piece = self.shown.at(*from)?;
            let row = |stop: &Square| {
                let act =
                    |from, to| Act::plain(from, to).with_letter(&self.shown.table, piece, piece);
                let first = act(*from, *stop)?;
                let row = Row::new(self.shown.clone())
                    .with_exactly(first)?
                    .with(Ply::Null)?;
                row.with_exactly(act(*stop, *home)?).map(|_| first)
            };
            let stops = self.shown.squares().filter(|at| {
                self.shown.is_free(*at, self.target) && !self.shown.table.promotes(piece, *at)
            });
            stops.into_iter().find_map(|stop| row(&stop))
        })
    }
}
