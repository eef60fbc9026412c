//! How a leg of Dynamo is shown to XBoard, and which leg a board shows.
//!
//! Each displaced piece moves in a ply of its own side, and a piece sent off the board is removed in a ply of the other side;
//! where possible, one ply does both. Null moves fill the gaps. The leg is recognised from the board after its last ply,
//! and no earlier board may look like another leg: where one would, two null moves in front announce that two
//! pieces are displaced.

use super::completion::Row;
use super::ply::{Act, Ply};
use super::screen::Screen;
use crate::base::{Color, Move, MoveKind, Piece, Square};
use crate::position::Position;
use crate::rules::{self, Displacement, displaced};

/// The plies that show a leg; the leg's own ply is the last.
pub fn row(screen: &Screen, pos: &Position, leg: Move) -> Row {
    let begun = Row::new(screen.clone().with_mover(pos.side_to_move()));
    let after = |leg: Move| begun.screen.showing(&rules::play(pos, leg));
    let legs = rules::legal_moves(pos);
    let mut plan = Plan {
        us: pos.side_to_move(),
        target: after(leg),
        legs: legs
            .iter()
            .map(|mv| (displaced(*mv).len(), after(*mv)))
            .collect(),
        announced: false,
    };
    if let Some(row) = plan
        .castling(&begun, leg)
        .or_else(|| plan.shortest(&begun, leg))
    {
        return row;
    }
    plan.announced = true;
    let announced = begun.clone().with_all(&[Ply::Null; 2]);
    let announced = announced.and_then(|row| {
        let shortest = plan.shortest(&row, leg);
        shortest.or_else(|| plan.waiting_aside(&row, leg))
    });
    announced
        .or_else(|| begun.clone().completed(&plan.target).ok())
        .or_else(|| begun.clone().with(Ply::Null))
        .unwrap_or(begun)
}

/// The legal leg that a ply of the side to move completes, if the ply leads to the board `after`. If two displaced pieces were
/// announced, legs that displace one do not count.
pub fn leg_shown(pos: &Position, after: &Screen, announced: bool) -> Option<Move> {
    let shows = |mv: &Move| {
        (!announced || displaced(*mv).len() == 2)
            && after.shows(&after.showing(&rules::play(pos, *mv)))
    };
    rules::legal_moves(pos).iter().copied().find(shows)
}

/// A leg to be shown.
struct Plan {
    us: Color,
    target: Screen,
    /// For each legal leg the number of pieces that it displaces, and the board after it.
    legs: Vec<(usize, Screen)>,
    /// Whether two null moves have announced a leg with two pieces.
    announced: bool,
}

impl Plan {
    /// The row of a castling: one ply, as XBoard moves the rook by itself.
    fn castling(&self, begun: &Row, leg: Move) -> Option<Row> {
        let castles = Ply::Act(Act::plain(leg.from(), leg.to()));
        let begun = Some(begun.clone()).filter(|_| leg.kind() == MoveKind::Castle);
        let row = begun.and_then(|row| row.with(castles));
        row.filter(|row| row.screen.shows(&self.target))
    }

    /// The shortest row of plies that shows a leg and does not look like another leg before its end.
    fn shortest(&self, begun: &Row, leg: Move) -> Option<Row> {
        let mut rows = Vec::new();
        self.rows(begun, &displaced(leg), &mut rows);
        rows.into_iter().min_by_key(|row| row.plies.len())
    }

    /// A row in which one piece first goes to an empty square and waits there until the others are in place: a leg can look
    /// like another one as soon as any of its pieces has arrived.
    fn waiting_aside(&self, begun: &Row, leg: Move) -> Option<Row> {
        let pieces = displaced(leg);
        let waits = |index: usize, stop: Square| {
            let piece: Displacement = pieces[index];
            let side = begun.screen.at(piece.from)?.color();
            let aside = self.with_act(begun, side, Act::plain(piece.from, stop))?;
            let mut others = pieces.to_vec();
            others[index] = Displacement::new(stop, piece.to?);
            others.rotate_left(index + 1);
            let mut rows = Vec::new();
            self.rows(&aside, &others, &mut rows);
            rows.into_iter().next()
        };
        let stops = || self.stops(&begun.screen);
        (0..pieces.len()).find_map(|index| stops().find_map(|stop| waits(index, stop)))
    }

    /// Squares that are empty before and after the leg.
    fn stops<'a>(&'a self, screen: &'a Screen) -> impl Iterator<Item = Square> + 'a {
        screen
            .squares()
            .filter(|at| screen.is_free(*at, &self.target))
    }

    /// Adds the rows that continue with all `pieces`, in any order, and show the leg.
    fn rows(&self, begun: &Row, pieces: &[Displacement], rows: &mut Vec<Row>) {
        if pieces.is_empty() {
            let row = begun.clone();
            let whole = if row.screen.mover == self.us {
                row.with(Ply::Null)
            } else {
                Some(row)
            };
            rows.extend(whole.filter(|row| row.screen.shows(&self.target)));
            return;
        }
        for (index, piece) in pieces.iter().enumerate() {
            let mut others = pieces.to_vec();
            others.remove(index);
            if let Some(next) = self.with_displacement(begun, *piece, None) {
                self.rows(&next, &others, rows);
            }
            // A piece can take another one from the board on its way.
            if let [other] = others[..]
                && other.to.is_none()
                && piece.to.is_some()
                && let Some(next) = self.with_displacement(begun, *piece, Some(other.from))
            {
                self.rows(&next, &[], rows);
            }
        }
    }

    /// The row with the ply of one displaced piece, which also removes the piece on `taken` (of the other side) from the board.
    fn with_displacement(
        &self,
        begun: &Row,
        of: Displacement,
        taken: Option<Square>,
    ) -> Option<Row> {
        let piece = begun.screen.at(of.from)?;
        let (side, act) = match of.to {
            Some(to) => (piece.color(), self.arrival(of.from, to, taken, piece)?),
            None => (!piece.color(), self.removal(begun, of.from, piece)?),
        };
        if taken.is_some_and(|square| begun.screen.has(side, square)) {
            return None;
        }
        let row = self.with_act(begun, side, act);
        row.or_else(|| self.by_way_of_a_stop(begun, side, act))
    }

    /// The row with a piece's move split into two plies, by way of an empty square. XBoard misreads some direct moves: it takes a
    /// king's move along its rank for castling, and a pawn's sideways move for an en-passant
    /// capture.
    fn by_way_of_a_stop(&self, begun: &Row, side: Color, act: Act) -> Option<Row> {
        self.stops(&begun.screen).find_map(|stop| {
            let (to, letter) = (stop, None);
            let row = self.with_act(begun, side, Act { to, letter, ..act })?;
            let (from, via) = (stop, None);
            self.with_act(&row, side, Act { from, via, ..act })
        })
    }

    /// The row with a ply of `side` added, after a null move of the other side if that side is to move; `None` if XBoard would
    /// change other squares too.
    fn with_act(&self, begun: &Row, side: Color, act: Act) -> Option<Row> {
        let mut row = self.unmistaken(begun.clone())?;
        if row.screen.mover != side {
            row = self.unmistaken(row.with(Ply::Null)?)?;
        }
        row.with_exactly(act)
    }

    /// The row, unless its last ply (of the side to move) already shows another leg.
    fn unmistaken(&self, row: Row) -> Option<Row> {
        let misleads = |(pieces, after): &(usize, Screen)| {
            (!self.announced || *pieces == 2) && row.screen.shows(after)
        };
        let mistaken = row.screen.mover != self.us && self.legs.iter().any(misleads);
        (!mistaken).then_some(row)
    }

    /// The move of a displaced piece to its new square, capturing there.
    fn arrival(
        &self,
        from: Square,
        to: Square,
        taken: Option<Square>,
        piece: Piece,
    ) -> Option<Act> {
        let act = Act::plain(from, to).over(taken.filter(|taken| *taken != to));
        act.with_letter(&self.target.table, piece, self.target.at(to)?)
    }

    /// The move that removes `piece` from the board, made by the nearest piece of the other side that does not change.
    fn removal(&self, begun: &Row, off: Square, piece: Piece) -> Option<Act> {
        let stays = |at: &Square| {
            let other = begun
                .screen
                .at(*at)
                .filter(|other| other.color() != piece.color());
            other.is_some_and(|other| !self.target.table.promotes(other, *at))
                && other == self.target.at(*at)
        };
        let from = Square::all()
            .filter(stays)
            .min_by_key(|at| at.steps_to(off))?;
        Some(Act::plain(from, from).over(Some(off)))
    }
}
