//! How a leg is shown to XBoard: the plies made from the leg's consequences.
//!
//! One ply is the leg's own: the piece that moves goes to its square and becomes what it is there. What that ply leaves out
//! is put right by [`completion`], before it or behind it.

use super::completion::{Showing, completed, completion};
use super::displacement;
use super::ply::{Act, Ply};
use super::screen::{Lettering, Placement, Shown, placement_of, plain};
use crate::base::{Color, Move, MoveKind, Square};
use crate::position::Position;
use crate::rules::{self, Event, Role, leg_text};

/// What XBoard shows of a leg by its own ply.
struct Outline {
    /// That ply.
    own: Ply,
    /// Whether XBoard moves a rook, too.
    castles: bool,
    /// Of a captured piece that comes back: where it stood, and where it stands then.
    returns: Option<(Square, Square)>,
}

impl Outline {
    /// The ply's letter says what the piece becomes, as far as it stays where it arrives. So a piece that changes itself
    /// (Andernach, Einstein) needs no other ply.
    fn of(table: &Lettering, shown: &Shown, pos: &Position, leg: Move) -> Self {
        let (mut own, mut castles, mut returns) = (Ply::Null, false, None);
        let (mut promotes, mut becomes) = (None, None);
        for what in rules::consequences(pos, leg) {
            let (square, is_mover) = (what.square, what.role == Role::Mover);
            match what.event {
                Event::Moves(to) if is_mover => {
                    own = Ply::Act(Act::plain(square, to));
                    becomes = Some(what.piece);
                }
                Event::Moves(_) => castles |= what.role == Role::Rook,
                Event::Shoots(victim) => {
                    own = Ply::Act(Act::plain(square, square).over(Some(victim)));
                    becomes = Some(what.piece);
                }
                Event::Drops => {
                    let letter = table.suffix(what.piece.color(), what.piece);
                    own = letter.map_or(Ply::Null, |letter| Ply::Drop(letter, square));
                }
                Event::Promotes(into) if is_mover && becomes.is_some() => {
                    promotes = table.suffix(pos.side_to_move(), into);
                    becomes = Some(into);
                }
                Event::ChangesType(into) | Event::ChangesColor(into)
                    if is_mover && becomes.is_some() =>
                {
                    becomes = Some(into);
                }
                Event::Reborn(to) | Event::Transferred(to) if is_mover && to != square => {
                    becomes = None;
                }
                Event::Returns(home) => returns = Some((square, home)),
                // XBoard takes a captured piece off and has one board for two; further plies show the rest.
                Event::Captured(_)
                | Event::Promotes(_)
                | Event::ChangesType(_)
                | Event::ChangesColor(_)
                | Event::Reborn(_)
                | Event::Transferred(_)
                | Event::Appears
                | Event::Vanishes
                | Event::PushedOff
                | Event::Crosses(_) => {}
            }
        }
        if let Ply::Act(act) = &mut own {
            let becomes = becomes.filter(|_| table.effects && !castles).map(plain);
            let changed = shown.at(act.from).zip(becomes);
            let changed = changed.and_then(|(is, becomes)| act.with_letter(table, is, becomes));
            act.letter = changed.map_or(promotes, |act| act.letter);
        }
        Self {
            own,
            castles,
            returns,
        }
    }
}

/// A leg's own ply.
pub fn own_ply(table: &Lettering, shown: &Shown, pos: &Position, leg: Move) -> Ply {
    Outline::of(table, shown, pos, leg).own
}

/// The letter of a leg's own ply.
pub fn own_letter(table: &Lettering, shown: &Shown, pos: &Position, leg: Move) -> Option<char> {
    match own_ply(table, shown, pos, leg) {
        Ply::Act(act) => act.letter,
        Ply::Null | Ply::Drop(..) => None,
    }
}

/// The ply of a leg in games without effects: a shot goes to the victim and back.
pub fn plain_ply(pos: &Position, leg: Move) -> Ply {
    let act = Act::plain(leg.from(), leg.to());
    if leg.kind() == MoveKind::Shot {
        let (from, via) = (leg.from(), Some(leg.to()));
        return Ply::Act(Act {
            to: from,
            via,
            ..act
        });
    }
    let text = leg_text(pos, leg);
    let plain = text.split('/').next();
    plain.and_then(Ply::read).unwrap_or(Ply::Act(act))
}

/// How a leg is shown that XBoard has not been sent. Its own ply comes last where that takes no more plies, since XBoard
/// marks the last one on its board. A captured piece that is reborn has to go home before it is taken, since XBoard cannot
/// put a piece on the board that it has taken off; a captor goes home after.
pub fn showing(table: &Lettering, shown: &Shown, pos: &Position, leg: Move) -> Showing {
    if rules::pushes_and_pulls(pos.variant()) {
        return displacement::showing(table, shown, pos, leg);
    }
    let after = rules::play(pos, leg);
    let outline = Outline::of(table, shown, pos, leg);
    let plan = Plan {
        table,
        shown,
        us: pos.side_to_move(),
        own: outline.own,
        target: placement_of(&after),
        wanted: after.side_to_move(),
    };
    let length = |showing: &Showing| showing.plies.len();
    let first = plan.after(&[]);
    let least = first.as_ref().map_or(usize::MAX, length);
    let may_be_last = table.move_last && least > 1 && !outline.castles;
    if may_be_last
        && let Some(last) = plan.preparation().and_then(|before| plan.after(&before))
        && last.visible + 1 == last.plies.len()
        && last.plies.len() <= least
    {
        return last;
    }
    first
        .or_else(|| {
            let ways = plan.homecomings(outline.returns?)?.into_iter();
            ways.filter_map(|act| plan.after(&[Ply::Null, Ply::Act(act)]))
                .min_by_key(length)
        })
        .or_else(|| plan.by_other_squares())
        .unwrap_or_else(|| Showing {
            plies: vec![outline.own],
            visible: 0,
            is_whole: false,
        })
}

/// A leg to be shown.
struct Plan<'a> {
    table: &'a Lettering,
    shown: &'a Shown,
    us: Color,
    own: Ply,
    target: Placement,
    wanted: Color,
}

impl Plan<'_> {
    /// Some plies, the leg's own, and what is missing then.
    fn after(&self, before: &[Ply]) -> Option<Showing> {
        let plies = [before, &[self.own]].concat();
        let (mut board, mut mover) = (self.shown.clone(), self.us);
        for ply in &plies {
            board = board.after(self.table, mover, *ply)?;
            mover = !mover;
        }
        let rest = completion(self.table, &board, mover, &self.target, self.wanted);
        Some(Showing {
            plies: completed(plies, rest)?,
            visible: before.len(),
            is_whole: true,
        })
    }

    /// The plies that show the leg without its own, where XBoard does more with that one than it says: it takes a pawn
    /// that goes far aside for one that captures en passant.
    fn by_other_squares(&self) -> Option<Showing> {
        let rest = completion(self.table, self.shown, self.us, &self.target, self.wanted);
        let plies = completed(Vec::new(), rest)?;
        Some(Showing {
            visible: plies.len().checked_sub(1)?,
            plies,
            is_whole: true,
        })
    }

    /// The plies that change all other pieces before the leg's own ply.
    fn preparation(&self) -> Option<Vec<Ply>> {
        let own = match self.own {
            Ply::Act(act) => [Some(act.from), act.via, Some(act.to)],
            Ply::Drop(_, to) => [Some(to), None, None],
            Ply::Null => [None; 3],
        };
        let mut before = self.target;
        for square in own.into_iter().flatten() {
            before[square.index()] = self.shown.at(square);
        }
        let rest = completion(self.table, self.shown, self.us, &before, self.us);
        completed(Vec::new(), rest)
    }

    /// The ways in which the victim leaves, before it is captured, for where it is reborn. Where that is the square
    /// that the captor has yet to leave, or where XBoard does more with the way home than it says, it waits elsewhere.
    fn homecomings(&self, (victim, home): (Square, Square)) -> Option<Vec<Act>> {
        let (piece, into) = (self.shown.at(victim)?, self.target[home.index()]?);
        let direct = Act::plain(victim, home).with_letter(self.table, piece, into)?;
        let vacant = |square: &Square| {
            self.shown.at(*square).is_none()
                && self.target[square.index()].is_none()
                && !self.table.promotes(piece, *square)
        };
        let aside = self.table.squares().rev().filter(vacant);
        let aside = aside.map(|to| Act::plain(victim, to));
        let direct = Some(direct).filter(|_| self.shown.at(home).is_none());
        Some(direct.into_iter().chain(aside).collect())
    }
}
