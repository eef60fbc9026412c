//! Completion plies: what XBoard has to be sent after a ply so that its board is right again.
//!
//! XBoard shows that a piece goes from one square to another and takes what stands there. Whatever else a
//! leg does is shown by further plies: the owner of a wrong piece moves it home, changes
//! it in its place, or removes another piece without moving. Since XBoard's plies alternate between the
//! sides, null moves fill the gaps, and the same null moves keep the legs of one turn apart.
//!
//! Boards are compared here, without any rules: each ply depends only on what XBoard shows, what it should show and
//! which side has to be on the move there. So the receiver of such plies can work out what is still to come, wherever a
//! game is taken up.

use super::ply::{Act, Ply};
use super::screen::Screen;
use crate::base::{Piece, Square};

/// More plies than any move needs; reached only if something cannot be shown.
const MOST: usize = 16;

/// No plies put these squares right, because pieces are missing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("XBoard cannot show the pieces of {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))]
pub struct Unshown(Vec<Square>);

/// A row of plies, and the board after them.
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

    /// The row with another ply, if XBoard takes it.
    pub fn with(self, ply: Ply) -> Option<Self> {
        let screen = self.screen.after(ply)?;
        Some(self.add(ply, screen))
    }

    /// The row with several more.
    pub fn with_all(self, plies: &[Ply]) -> Option<Self> {
        plies.iter().try_fold(self, |row, ply| row.with(*ply))
    }

    /// The row with a ply that plays a leg.
    pub fn with_leg(self, ply: Ply, target: &Screen) -> Option<Self> {
        let screen = self.screen.after_leg(Some(ply), target)?;
        Some(self.add(ply, screen))
    }

    /// The row with a piece's way, if XBoard does no more than it says.
    pub fn with_exactly(self, act: Act) -> Option<Self> {
        let screen = self.screen.after_exactly(act)?;
        Some(self.add(Ply::Act(act), screen))
    }

    /// The row with the plies after which the board shows `target`, its side on the move.
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
            let act = Gap::new(&self.screen, target).best(idle >= 2);
            idle = if act.is_none() && !wrong.is_empty() {
                idle + 1
            } else {
                0
            };
            self = self
                .with(act.map_or(Ply::Null, Ply::Act))
                .ok_or(Unshown(wrong))?;
        }
    }
}

impl Screen {
    /// What makes the board show `target`, its side on the move; nothing if it does.
    ///
    /// # Errors
    /// [`Unshown`]: the squares that stay wrong.
    pub fn missing(&self, target: &Self) -> Result<Vec<Ply>, Unshown> {
        let row = Row::new(self.clone()).completed(target)?;
        Ok(row.plies)
    }
}

/// What a board shows and what it should show.
struct Gap<'a> {
    shown: &'a Screen,
    target: &'a Screen,
    wrong: Vec<Square>,
    /// Squares that show a piece where none is.
    surplus: Vec<Square>,
    /// Squares that lack theirs.
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

    /// The lacking pieces for which there is no surplus piece to turn into them.
    fn lost(&self) -> usize {
        self.lacking.len().saturating_sub(self.surplus.len())
    }

    /// The way of a piece that leaves the fewest squares wrong; `None` if no way helps. A desperate side also does what is
    /// bad to read for another engine.
    fn best(&self, desperate: bool) -> Option<Act> {
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
        let rate = |act: &Act| {
            let after = self.shown.after(Ply::Act(*act))?;
            let after = Gap::new(&after, self.target);
            let better = after.wrong.len() < self.wrong.len() && after.lost() <= self.lost();
            let safe = after.wrong.iter().all(|square| self.wrong.contains(square));
            (better && safe).then_some((after.wrong.len(), act.letter.is_some(), act.via.is_some()))
        };
        let rated = acts.iter().filter_map(|act| Some((rate(act)?, *act)));
        let best = rated.min_by_key(|(rate, _)| *rate).map(|(_, act)| act);
        best.or_else(|| self.detour())
    }

    /// The way in which the piece of a square goes to another, or stays where it is, and is a certain piece there; `None` if
    /// there is no letter for that.
    fn act(&self, from: Square, via: Option<Square>, to: Square, into: Piece) -> Option<Act> {
        let act = Act::plain(from, to).over(via);
        act.with_letter(&self.shown.table, self.shown.at(from)?, into)
    }

    /// What a wrong piece can do about itself: go where a piece is due, or change in its place over the last empty square.
    /// On the way it can take a piece along that is one too many.
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

    /// Any piece can remove another without moving: the nearest one that is right. The text of such a ply is handed on
    /// wrongly to another engine if it removes a piece of the same side.
    fn removal(&self, off: Square) -> Option<Act> {
        let right = |at: &Square| self.shown.has(self.shown.mover, *at) && !self.wrong.contains(at);
        let right: Vec<Square> = Square::all().filter(right).collect();
        let from = right.into_iter().min_by_key(|at| at.steps_to(off))?;
        self.act(from, Some(off), from, self.shown.at(from)?)
    }

    /// The first half of a way home over another square, where XBoard does more with the direct one than it says: it takes
    /// a king's along its rank for castling, and a pawn's aside for a capture in passing.
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
