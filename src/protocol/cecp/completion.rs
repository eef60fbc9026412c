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
use super::screen::{Lettering, Placement, Shown};
use crate::base::{Color, Piece, Square};

/// More plies than any move needs; reached only if something cannot be shown.
const MOST: usize = 16;

/// What XBoard still has to be sent so that its board is right.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Completion {
    /// Nothing: the board is right, and the right side is on the move.
    Nothing,
    /// These plies, at least one.
    Plies(Vec<Ply>),
    /// No plies put these squares right, because pieces are missing.
    CannotBeShown(Vec<Square>),
}

/// The plies that show a leg, and which of them is the leg's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Showing {
    /// All plies; those of the leg's own side come first, third and so on.
    pub plies: Vec<Ply>,
    /// The index of the one in which the leg's piece moves.
    pub visible: usize,
    /// Whether the board is right after them.
    pub is_whole: bool,
}

/// What makes a board show `target` with `wanted` to move.
pub fn completion(
    table: &Lettering,
    shown: &Shown,
    mover: Color,
    target: &Placement,
    wanted: Color,
) -> Completion {
    let (mut shown, mut mover) = (shown.clone(), mover);
    let mut plies = Vec::new();
    let mut idle = 0;
    loop {
        let wrong = shown.wrong(target);
        if wrong.is_empty() && mover == wanted {
            return if plies.is_empty() {
                Completion::Nothing
            } else {
                Completion::Plies(plies)
            };
        }
        if plies.len() >= MOST || idle > 3 {
            return Completion::CannotBeShown(wrong);
        }
        let repair = Repair {
            table,
            shown: &shown,
            mover,
            target,
            wrong: &wrong,
        };
        let ply = repair.best(idle >= 2);
        idle = match ply {
            Ply::Null if !wrong.is_empty() => idle + 1,
            _ => 0,
        };
        let Some(next) = shown.after(table, mover, ply) else {
            return Completion::CannotBeShown(wrong);
        };
        shown = next;
        plies.push(ply);
        mover = !mover;
    }
}

/// A row of plies that has begun, with what completes it; `None` if that cannot be shown.
pub fn completed(mut begun: Vec<Ply>, rest: Completion) -> Option<Vec<Ply>> {
    match rest {
        Completion::Nothing => Some(begun),
        Completion::Plies(plies) => {
            begun.extend(plies);
            Some(begun)
        }
        Completion::CannotBeShown(_) => None,
    }
}

/// One ply to be chosen.
struct Repair<'a> {
    table: &'a Lettering,
    shown: &'a Shown,
    mover: Color,
    target: &'a Placement,
    wrong: &'a [Square],
}

impl Repair<'_> {
    fn due(&self, square: Square) -> Option<Piece> {
        self.target[square.index()]
    }

    /// The ply that leaves the fewest squares wrong; a null move if none helps. A desperate side also
    /// does what is bad to read for another engine.
    fn best(&self, desperate: bool) -> Ply {
        let mut acts = Vec::new();
        for from in self.own(self.wrong.iter().copied()) {
            self.change(from, &mut acts);
        }
        self.removals(desperate, &mut acts);
        let rate = |act: &Act| {
            let after = self.shown.after(self.table, self.mover, Ply::Act(*act))?;
            let wrong = after.wrong(self.target);
            let better = wrong.len() < self.wrong.len();
            let safe = wrong.iter().all(|square| self.wrong.contains(square));
            (better && safe).then_some((wrong.len(), act.letter.is_some(), act.via.is_some()))
        };
        let rated = acts.iter().filter_map(|act| Some((rate(act)?, *act)));
        let best = rated.min_by_key(|(rate, _)| *rate).map(|(_, act)| act);
        best.or_else(|| self.detour()).map_or(Ply::Null, Ply::Act)
    }

    fn own(&self, squares: impl Iterator<Item = Square>) -> impl Iterator<Item = Square> {
        squares.filter(|square| {
            self.shown
                .at(*square)
                .is_some_and(|piece| piece.color() == self.mover)
        })
    }

    /// Squares that show a piece where none is, and squares that lack theirs.
    fn surplus(&self) -> impl Iterator<Item = Square> + '_ {
        let shows =
            |square: &Square| self.shown.at(*square).is_some() && self.due(*square).is_none();
        self.wrong.iter().copied().filter(shows)
    }

    fn lacking(&self) -> impl Iterator<Item = Square> + '_ {
        let lacks =
            |square: &Square| self.shown.at(*square).is_none() && self.due(*square).is_some();
        self.wrong.iter().copied().filter(lacks)
    }

    /// The ply in which the piece of a square goes to another, or stays where it is, and is a certain piece
    /// there; `None` if there is no letter for that.
    fn act(&self, from: Square, via: Option<Square>, to: Square, into: Piece) -> Option<Act> {
        let act = Act::plain(from, to).over(via);
        act.with_letter(self.table, self.shown.at(from)?, into)
    }

    /// What a wrong piece can do about itself: go where a piece is lacking, or change in its place. On the
    /// way it can take a piece along that is one too many.
    fn change(&self, from: Square, acts: &mut Vec<Act>) {
        if let Some(into) = self.due(from) {
            let vias = self
                .spare(from, from)
                .into_iter()
                .chain(self.empty_square());
            acts.extend(vias.filter_map(|via| self.act(from, Some(via), from, into)));
            return;
        }
        let lacking = self.lacking().next().is_some();
        let useful = |to: &Square| *to != from && !(lacking && self.shown.at(*to).is_some());
        for to in self.wrong.iter().copied().filter(useful) {
            let Some(into) = self.due(to) else { continue };
            let vias = self.spare(from, to).into_iter().map(Some);
            acts.extend(
                vias.chain([None])
                    .filter_map(|via| self.act(from, via, to, into)),
            );
        }
    }

    /// Pieces too many that nobody needs elsewhere, when one goes from a square to another.
    fn spare(&self, from: Square, to: Square) -> Vec<Square> {
        let surplus: Vec<Square> = self
            .surplus()
            .filter(|via| *via != from && *via != to)
            .collect();
        let lacking = self.lacking().filter(|square| *square != to).count();
        if surplus.len() > lacking {
            surplus
        } else {
            Vec::new()
        }
    }

    /// Any piece can remove another without moving. The text of such a ply is handed on wrongly to another
    /// engine if it removes a piece of the same side.
    fn removals(&self, desperate: bool, acts: &mut Vec<Act>) {
        if self.surplus().count() <= self.lacking().count() {
            return;
        }
        for via in self.surplus() {
            let theirs = self
                .shown
                .at(via)
                .is_some_and(|piece| piece.color() != self.mover);
            if !theirs && !desperate {
                continue;
            }
            let right = |square: &Square| !self.wrong.contains(square);
            let nearest = self
                .own(self.table.squares())
                .filter(right)
                .min_by_key(|square| square.steps_to(via));
            if let Some(from) = nearest
                && let Some(piece) = self.shown.at(from)
            {
                acts.extend(self.act(from, Some(via), from, piece));
            }
        }
    }

    /// A square to change a piece over: the last empty one.
    fn empty_square(&self) -> Option<Square> {
        self.table
            .squares()
            .rev()
            .find(|square| self.is_empty(*square))
    }

    /// Whether a square is empty and has to stay so.
    fn is_empty(&self, square: Square) -> bool {
        self.shown.at(square).is_none() && self.due(square).is_none()
    }

    /// The first half of a way home over another square, where XBoard does more with the direct one than it says: it takes
    /// a king's along its rank for castling, and a pawn's aside for a capture in passing.
    fn detour(&self) -> Option<Act> {
        let lost = |square: &Square| self.due(*square).is_none();
        let mut ways = self
            .own(self.wrong.iter().copied())
            .filter(lost)
            .flat_map(|from| self.lacking().map(move |home| (from, home)));
        ways.find_map(|(from, home)| self.half_way(from, home))
    }

    /// The ply to an empty square from which a piece can go home.
    fn half_way(&self, from: Square, home: Square) -> Option<Act> {
        let piece = self
            .due(home)
            .filter(|piece| self.shown.at(from) == Some(*piece))?;
        let goes = |shown: &Shown, from: Square, to: Square| {
            let act = Act::plain(from, to).with_letter(self.table, piece, piece)?;
            let after = shown.after(self.table, self.mover, Ply::Act(act))?;
            after.differs_as_told(shown, act).then_some((after, act))
        };
        let free = |at: &Square| self.is_empty(*at) && !self.table.promotes(piece, *at);
        let mut free = self.table.squares().rev().filter(free);
        free.find_map(|stop| {
            let (there, act) = goes(self.shown, from, stop)?;
            let there = there.after(self.table, !self.mover, Ply::Null)?;
            goes(&there, stop, home).map(|_| act)
        })
    }
}
