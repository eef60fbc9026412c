//! How a leg is shown to XBoard: the plies made from the leg's consequences.
//!
//! One ply is the leg's own: the moving piece goes to its square and becomes what it is there. The changes that this ply leaves
//! out are shown by plies of [`super::completion`], before or after it.

use super::completion::Row;
use super::ply::{Act, Ply};
use super::screen::{Screen, plain};
use super::{displacement, walls};
use crate::base::{Move, Square};
use crate::position::Position;
use crate::rules::{self, Event, Role};

/// The plies that show a leg, and which of them is the leg's own.
pub struct Showing {
    /// All plies; those of the leg's own side come first, third and so on.
    pub row: Row,
    /// The index of the ply in which the leg's piece moves.
    pub own: usize,
}

impl Showing {
    /// The leg's own ply.
    pub fn own_ply(&self) -> Option<Ply> {
        self.row.plies.get(self.own).copied()
    }

    fn len(&self) -> usize {
        self.row.plies.len()
    }
}

/// The part of a leg that XBoard shows by the leg's own ply.
struct Outline {
    /// The leg's own ply.
    own: Ply,
    /// Whether XBoard moves a rook, too.
    castles: bool,
    /// For a captured piece that is reborn: the square of its capture and the square of its rebirth.
    returns: Option<(Square, Square)>,
}

impl Outline {
    /// The outline of a leg. The letter of the own ply names the piece that the moving piece becomes, if it stays on its arrival
    /// square: a piece that changes itself (Andernach, Einstein) needs no other ply.
    fn of(screen: &Screen, pos: &Position, leg: Move) -> Self {
        let table = &screen.table;
        let (mut own, mut castles, mut returns) = (Ply::Null, false, None);
        let (mut promotes, mut becomes) = (None, None);
        for what in rules::consequences(pos, leg) {
            let (square, is_mover) = (what.square, what.role == Role::Mover);
            match what.event {
                // A piece that moves to its own square only passes the turn.
                Event::Moves(to) if is_mover && to == square => {}
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
                Event::Reborn(to) | Event::Transferred(to) if is_mover && to != square => match own
                {
                    Ply::Act(act) if goes_on(screen, pos, act, to) => {
                        let over = Some(act.to).filter(|via| screen.has(!screen.mover, *via));
                        own = Ply::Act(Act::plain(act.from, to).over(over));
                    }
                    _ => becomes = None,
                },
                Event::Returns(home) => returns = Some((square, home)),
                // XBoard removes a captured piece itself, and shows two boards as one; all other events need further plies.
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
            let becomes = becomes.map(|it| walls::shown(pos.variant(), it, !pos.side_to_move()));
            let changed = screen.at(act.from).zip(becomes);
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

/// Whether one ply shows a piece that makes the move `act` and is then put on the square `to`, so that the choice of `to` is known at once. Not for
/// a king along its rank, which XBoard would castle, nor where a leg from the same square to `to` has that ply already.
fn goes_on(screen: &Screen, pos: &Position, act: Act, to: Square) -> bool {
    let is_king = pos.royals(pos.side_to_move()).contains(act.from);
    let is_leg = |mv: &Move| mv.from() == act.from && mv.to() == to;
    act.via.is_none()
        && !(is_king && [act.from, act.to].iter().any(|at| at.rank() == to.rank()))
        && (screen.has(!screen.mover, act.to) || !rules::legal_moves(pos).iter().any(is_leg))
}

/// A leg's own ply.
pub fn own_ply(screen: &Screen, pos: &Position, leg: Move) -> Ply {
    Outline::of(screen, pos, leg).own
}

/// The letter of a leg's own ply.
pub fn own_letter(screen: &Screen, pos: &Position, leg: Move) -> Option<char> {
    match own_ply(screen, pos, leg) {
        Ply::Act(act) => act.letter,
        Ply::Null | Ply::Drop(..) => None,
    }
}

/// The plies for a leg that XBoard has not been sent yet. With `own_last` the leg's own ply comes last if that needs no more plies,
/// since XBoard marks the last ply on its board. Between engines it comes first: XBoard garbles some completion plies, and the
/// receiver can only correct them once it knows the leg. A captured piece that is reborn has to move home before its capture, since
/// XBoard cannot put a removed piece back on the board; a reborn captor moves home afterwards.
pub fn showing(screen: &Screen, pos: &Position, leg: Move, own_last: bool) -> Showing {
    if rules::pushes_and_pulls(pos.variant()) {
        let row = displacement::row(screen, pos, leg);
        let own = row.plies.len() - 1;
        return Showing { row, own };
    }
    let outline = Outline::of(screen, pos, leg);
    let plan = Plan {
        screen,
        own: outline.own,
        target: screen.showing(&rules::play(pos, leg)),
    };
    let first = plan.after(&[]);
    let least = first.as_ref().map_or(usize::MAX, Showing::len);
    if own_last
        && least > 1
        && !outline.castles
        && let Some(last) = plan.preparation().and_then(|before| plan.after(&before))
        && last.own + 1 == last.len()
        && last.len() <= least
    {
        return last;
    }
    first
        .or_else(|| {
            let ways = plan.homecomings(outline.returns?)?;
            ways.filter_map(|act| plan.after(&[Ply::Null, Ply::Act(act)]))
                .min_by_key(Showing::len)
        })
        .or_else(|| plan.by_other_squares())
        .unwrap_or_else(|| {
            let same = || screen.clone().with_mover(!screen.mover);
            let screen = screen.after(outline.own).unwrap_or_else(same);
            let plies = vec![outline.own];
            Showing {
                row: Row { plies, screen },
                own: 0,
            }
        })
}

/// A leg to be shown.
struct Plan<'a> {
    screen: &'a Screen,
    own: Ply,
    target: Screen,
}

impl Plan<'_> {
    /// The showing that consists of the plies `before`, the leg's own ply, and the completion plies after it.
    fn after(&self, before: &[Ply]) -> Option<Showing> {
        let row = Row::new(self.screen.clone()).with_all(before)?;
        let row = row.with_leg(self.own, &self.target)?;
        Some(Showing {
            row: row.completed(&self.target).ok()?,
            own: before.len(),
        })
    }

    /// The plies that show the leg without its own ply, where XBoard would misread that one: it takes a pawn's move over many
    /// files for an en-passant capture.
    fn by_other_squares(&self) -> Option<Showing> {
        let row = Row::new(self.screen.clone()).completed(&self.target).ok()?;
        let own = row.plies.len().checked_sub(1)?;
        Some(Showing { row, own })
    }

    /// The plies that change all other pieces before the leg's own ply.
    fn preparation(&self) -> Option<Vec<Ply>> {
        let own = match self.own {
            Ply::Act(act) => [Some(act.from), act.via, Some(act.to)],
            Ply::Drop(_, to) => [Some(to), None, None],
            Ply::Null => [None; 3],
        };
        let own: Vec<Square> = own.into_iter().flatten().collect();
        let before = self.target.clone().with_squares_of(self.screen, &own);
        self.screen
            .missing(&before.with_mover(self.screen.mover))
            .ok()
    }

    /// The moves by which the victim leaves for its rebirth square before it is captured. If the captor still stands on that
    /// square, or XBoard would misread the move, the victim goes to another square first.
    fn homecomings(&self, (victim, home): (Square, Square)) -> Option<impl Iterator<Item = Act>> {
        let (screen, table) = (self.screen, &self.screen.table);
        let (piece, into) = (screen.at(victim)?, self.target.at(home)?);
        let direct = Act::plain(victim, home).with_letter(table, piece, into)?;
        let vacant =
            move |to: &Square| screen.is_free(*to, &self.target) && !table.promotes(piece, *to);
        let aside = screen
            .squares()
            .filter(vacant)
            .map(move |to| Act::plain(victim, to));
        let direct = Some(direct).filter(|_| screen.at(home).is_none());
        Some(direct.into_iter().chain(aside))
    }
}
