//! How a leg of Dynamo is shown to XBoard, and what is meant by plies that come from there.
//!
//! Each displaced piece goes in a ply of its own side, and a piece that is sent off is removed in a ply of the other side;
//! where that fits, one ply does both. Null moves fill the gaps. The leg is read from what is shown after its last ply,
//! and its plies must not look like another leg before: where they would, two null moves in front announce that two
//! pieces are displaced.

use super::completion::{Showing, completed, completion};
use super::ply::{Act, Ply, Way};
use super::screen::{Lettering, Placement, Shown, placement_of};
use crate::base::{Color, Move, MoveKind, Piece, Square};
use crate::position::Position;
use crate::rules::{self, Displacement, displaced, push_pull_targets};

/// How a leg is shown that XBoard has not been told of; the leg's own ply is the last.
pub fn showing(table: &Lettering, shown: &Shown, pos: &Position, leg: Move) -> Showing {
    let us = pos.side_to_move();
    let target = placement_of(&rules::play(pos, leg));
    let plan = Plan {
        table,
        pos,
        target: &target,
        legs: rules::legal_moves(pos)
            .iter()
            .map(|mv| (displaced(*mv).len(), placement_of(&rules::play(pos, *mv))))
            .collect(),
    };
    let plies = plan
        .castling(shown, leg)
        .or_else(|| plan.shortest(shown, leg, false))
        .or_else(|| plan.shortest(shown, leg, true))
        .or_else(|| plan.waiting_aside(shown, leg))
        .or_else(|| completed(Vec::new(), completion(table, shown, us, &target, !us)));
    let is_whole = plies.is_some();
    let plies = plies.unwrap_or_else(|| vec![Ply::Null]);
    Showing {
        visible: plies.len().saturating_sub(1),
        plies,
        is_whole,
    }
}

/// The legal leg that is complete when a ply of the side to move is shown. Where two pieces are announced, no leg that
/// displaces one is.
pub fn leg_shown(pos: &Position, after: &Shown, announced: bool) -> Option<Move> {
    let shows = |mv: &Move| {
        (!announced || displaced(*mv).len() == 2)
            && after
                .wrong(&placement_of(&rules::play(pos, *mv)))
                .is_empty()
    };
    rules::legal_moves(pos).iter().copied().find(shows)
}

/// A leg that a player makes by taking a piece up and touching another one.
pub struct Touched {
    pub leg: Move,
    /// Where the touched piece goes. Over the edge it is the square of the held piece if that one stays, and the square of the
    /// touched piece if not.
    pub first: Square,
    /// Where the held piece goes: over the edge, its own square, or that of the touched one if this one goes there; where it
    /// stays, `first` again.
    pub second: Square,
}

/// The legs in which a piece held displaces one that it touches, alone or with itself. By the other side's king a piece
/// leaves the board alone.
pub fn touched(pos: &Position, held: Square, touched: Square) -> Vec<Touched> {
    let aims = push_pull_targets(pos, held).contains(touched);
    let royals = pos.variant().rules.royals;
    let king = pos
        .at(touched)
        .filter(|it| royals.contains(it.piece_type()));
    let leaves = king.is_some_and(|king| king.color() != pos.side_to_move());
    let off = Displacement {
        from: held,
        to: None,
    };
    let read = |leg: Move| {
        let pieces = displaced(leg);
        let of = |square: Square| pieces.iter().find(|piece| piece.from == square);
        let (first, second) = match (of(held), of(touched)) {
            (None, Some(other)) if aims && pieces.len() == 1 => {
                let first = other.to.unwrap_or(held);
                (first, first)
            }
            (Some(own), Some(other)) => {
                let first = other.to.unwrap_or(touched);
                let over = if first == held { touched } else { held };
                (first, own.to.unwrap_or(over))
            }
            (Some(own), None) if leaves && pieces.len() == 1 && *own == off => (held, held),
            _ => return None,
        };
        Some(Touched { leg, first, second })
    };
    let legs = rules::legal_moves(pos);
    let legs = legs.iter().copied();
    let legs = legs.filter(|leg| leg.kind() != MoveKind::Castle && held != touched);
    legs.filter_map(read).collect()
}

/// What a player means who takes a piece up, touches another one and perhaps the square where that one goes, and puts the
/// piece down; or who drops the piece on another one, whose square it takes.
///
/// # Errors
/// The texts of the legs between which the choice is open; none if there is no such leg.
pub fn leg_meant(pos: &Position, table: &Lettering, way: &Way) -> Result<Move, Vec<String>> {
    let mut legs: Vec<Move> = match way.over[..] {
        [] => {
            let meant = Displacement::new(way.from, way.to);
            let legs = rules::legal_moves(pos);
            let legs = legs
                .iter()
                .copied()
                .filter(|leg| leg.kind() != MoveKind::Castle);
            legs.filter(|leg| displaced(*leg).contains(&meant))
                .collect()
        }
        [other] => {
            let mut legs = touched(pos, way.from, other);
            legs.retain(|leg| leg.first == way.to);
            // Where nothing else is told the piece that is held stays.
            let stays = legs.iter().position(|leg| leg.second == leg.first);
            let stays = stays.map(|index| vec![legs[index].leg]);
            stays.unwrap_or_else(|| legs.iter().map(|leg| leg.leg).collect())
        }
        [other, first] => {
            let legs = touched(pos, way.from, other).into_iter();
            let meant = legs.filter(|leg| (leg.first, leg.second) == (first, way.to));
            meant.map(|leg| leg.leg).collect()
        }
        _ => Vec::new(),
    };
    let us = pos.side_to_move();
    let letter = |leg: &Move| {
        let into = leg.piece_type().map(|into| Piece::new(us, into));
        into.and_then(|into| table.suffix(us, into))
    };
    if legs.len() > 1 && way.letter.is_some() {
        legs.retain(|leg| letter(leg) == way.letter);
    }
    match legs.as_slice() {
        [leg] => Ok(*leg),
        legs => Err(legs.iter().map(|leg| rules::leg_text(pos, *leg)).collect()),
    }
}

/// A row of plies that has begun.
#[derive(Clone)]
struct Row {
    shown: Shown,
    mover: Color,
    plies: Vec<Ply>,
}

/// A leg to be shown.
struct Plan<'a> {
    table: &'a Lettering,
    pos: &'a Position,
    target: &'a Placement,
    /// Of each legal leg how many pieces it displaces, and the pieces after it.
    legs: Vec<(usize, Placement)>,
}

impl Plan<'_> {
    /// XBoard castles by itself.
    fn castling(&self, shown: &Shown, leg: Move) -> Option<Vec<Ply>> {
        if leg.kind() != MoveKind::Castle {
            return None;
        }
        let castles = Ply::Act(Act::plain(leg.from(), leg.to()));
        let after = shown.after(self.table, self.pos.side_to_move(), castles)?;
        after.wrong(self.target).is_empty().then(|| vec![castles])
    }

    /// The shortest row of plies that shows a leg and looks like no other before, announced or not.
    fn shortest(&self, shown: &Shown, leg: Move, announced: bool) -> Option<Vec<Ply>> {
        let begun = self.begun(shown, announced);
        let mut rows = Vec::new();
        self.rows(&begun, &displaced(leg), announced, &mut rows);
        let shortest = rows.into_iter().min_by_key(|row| row.plies.len());
        shortest.map(|row| row.plies)
    }

    /// A row, announced, in which one piece first goes to an empty square and waits there until the others are in place: a
    /// leg can look like another one as soon as any of its pieces has arrived.
    fn waiting_aside(&self, shown: &Shown, leg: Move) -> Option<Vec<Ply>> {
        let begun = self.begun(shown, true);
        let pieces = displaced(leg);
        let waits = |(index, piece): (usize, &Displacement), stop: Square| {
            let side = shown.at(piece.from)?.color();
            let aside = self.with_act(&begun, side, Act::plain(piece.from, stop), true)?;
            let mut others = pieces.to_vec();
            others[index] = Displacement::new(stop, piece.to?);
            others.rotate_left(index + 1);
            let mut rows = Vec::new();
            self.rows(&aside, &others, true, &mut rows);
            rows.into_iter().next()
        };
        let waiting = |piece| self.stops(shown).find_map(|stop| waits(piece, stop));
        pieces
            .iter()
            .enumerate()
            .find_map(waiting)
            .map(|row| row.plies)
    }

    /// Squares on which no piece stands, nor any will.
    fn stops(&self, shown: &Shown) -> impl Iterator<Item = Square> {
        let empty = |at: &Square| shown.at(*at).is_none() && self.target[at.index()].is_none();
        self.table.squares().rev().filter(empty)
    }

    fn begun(&self, shown: &Shown, announced: bool) -> Row {
        Row {
            shown: shown.clone(),
            mover: self.pos.side_to_move(),
            plies: vec![Ply::Null; if announced { 2 } else { 0 }],
        }
    }

    /// Adds the rows that go on with all the pieces, in any order, and show the leg.
    fn rows(&self, begun: &Row, pieces: &[Displacement], announced: bool, rows: &mut Vec<Row>) {
        if pieces.is_empty() {
            let mut row = begun.clone();
            if row.mover == self.pos.side_to_move() {
                row.plies.push(Ply::Null);
            }
            if row.shown.wrong(self.target).is_empty() {
                rows.push(row);
            }
            return;
        }
        for (index, piece) in pieces.iter().enumerate() {
            let mut others = pieces.to_vec();
            others.remove(index);
            if let Some(next) = self.with_displacement(begun, *piece, None, announced) {
                self.rows(&next, &others, announced, rows);
            }
            // A piece can take another one from the board on its way.
            if let [other] = others[..]
                && other.to.is_none()
                && piece.to.is_some()
                && let Some(next) =
                    self.with_displacement(begun, *piece, Some(other.from), announced)
            {
                self.rows(&next, &[], announced, rows);
            }
        }
    }

    /// The row with the ply of one piece, which takes another one from the board on its way.
    fn with_displacement(
        &self,
        begun: &Row,
        displacement: Displacement,
        taken: Option<Square>,
        announced: bool,
    ) -> Option<Row> {
        let piece = begun.shown.at(displacement.from)?;
        let (side, act) = match displacement.to {
            Some(to) => (
                piece.color(),
                self.arrival(displacement.from, to, taken, piece)?,
            ),
            None => (!piece.color(), self.removal(begun, displacement.from)?),
        };
        if taken.is_some_and(|square| self.is_of(square, side)) {
            return None;
        }
        let row = self.with_act(begun, side, act, announced);
        row.or_else(|| self.by_way_of_a_stop(begun, side, act, announced))
    }

    /// The row with a piece's ply in two, over an empty square. XBoard does more with some ways than they say: with a
    /// king's along its rank, which it takes for castling, and with a pawn's aside, which it takes for a capture in
    /// passing.
    fn by_way_of_a_stop(&self, begun: &Row, side: Color, act: Act, announced: bool) -> Option<Row> {
        self.stops(&begun.shown).find_map(|stop| {
            let first = Act {
                to: stop,
                letter: None,
                ..act
            };
            let (from, via) = (stop, None);
            let row = self.with_act(begun, side, first, announced)?;
            self.with_act(&row, side, Act { from, via, ..act }, announced)
        })
    }

    /// The row with a ply of a side, behind a null move of the other one where that one is on the move, if it does no more
    /// than it says.
    fn with_act(&self, begun: &Row, side: Color, act: Act, announced: bool) -> Option<Row> {
        let next = if begun.mover == side {
            begun.clone()
        } else {
            self.with_ply(begun, Ply::Null, announced)?
        };
        let row = self.with_ply(&next, Ply::Act(act), announced)?;
        row.shown.differs_as_told(&next.shown, act).then_some(row)
    }

    /// The row with a ply, unless one of the side to move before has shown another leg.
    fn with_ply(&self, begun: &Row, ply: Ply, announced: bool) -> Option<Row> {
        let us = self.pos.side_to_move();
        let misleads = |(pieces, after): &(usize, Placement)| {
            (!announced || *pieces == 2) && begun.shown.wrong(after).is_empty()
        };
        if begun.mover != us && self.legs.iter().any(misleads) {
            return None;
        }
        let shown = begun.shown.after(self.table, begun.mover, ply)?;
        let plies = begun.plies.iter().copied().chain([ply]).collect();
        Some(Row {
            shown,
            mover: !begun.mover,
            plies,
        })
    }

    fn is_of(&self, square: Square, side: Color) -> bool {
        self.pos
            .at(square)
            .is_some_and(|piece| piece.color() == side)
    }

    /// A piece goes where it is displaced to. What stands there is taken.
    fn arrival(
        &self,
        from: Square,
        to: Square,
        taken: Option<Square>,
        piece: Piece,
    ) -> Option<Act> {
        let into = self.target[to.index()]?;
        let via = taken.filter(|taken| *taken != to);
        let act = Act::plain(from, to).over(via);
        act.with_letter(self.table, piece, into)
    }

    /// A piece is removed by the nearest piece of the other side that stays where it is.
    fn removal(&self, begun: &Row, off: Square) -> Option<Act> {
        let side = !self.pos.at(off)?.color();
        let stays = |square: &Square| {
            let piece = begun.shown.at(*square);
            piece.is_some_and(|piece| piece.color() == side && !self.table.promotes(piece, *square))
                && piece == self.target[square.index()]
        };
        let distance = |square: &Square| {
            let files = square.file().abs_diff(off.file());
            files.max(square.rank().abs_diff(off.rank()))
        };
        let from = self.table.squares().filter(stays).min_by_key(distance)?;
        Some(Act::plain(from, from).over(Some(off)))
    }
}
