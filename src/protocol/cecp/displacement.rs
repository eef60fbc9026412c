//! How a leg of Dynamo is shown to XBoard, and what is meant by plies that come from there.
//!
//! Each displaced piece goes in a ply of its own side, and a piece that is sent off is removed in a ply of the other side;
//! where that fits, one ply does both. Null moves fill the gaps. The leg is read from what is shown after its last ply,
//! and its plies must not look like another leg before: where they would, two null moves in front announce that two
//! pieces are displaced.

use super::completion::{completed, completion};
use super::screen::{Act, Lettering, Placement, Ply, Shown, placement_of};
use super::showing::Showing;
use crate::base::{Color, Move, MoveKind, Piece, Square};
use crate::position::Position;
use crate::rules::{self, Displacement, displaced};

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

/// What a player means who drops a piece on another, or touches another on the way to a square: with a piece touched, that
/// this one goes to the square; without, that the piece dropped takes the square of the other.
///
/// # Errors
/// The texts of the legs between which the choice is open; none if there is no such leg.
pub fn leg_meant(pos: &Position, act: Act) -> Result<Move, Vec<String>> {
    let meant = Displacement::new(act.via.unwrap_or(act.from), act.to);
    let legs: Vec<Move> = rules::legal_moves(pos)
        .iter()
        .copied()
        .filter(|mv| mv.kind() != MoveKind::Castle && displaced(*mv).contains(&meant))
        .collect();
    let alone = legs.iter().find(|mv| mv.kind() == MoveKind::Normal);
    match (alone, legs.as_slice()) {
        (Some(mv), _) | (None, [mv]) => Ok(*mv),
        _ => Err(legs.iter().map(|mv| rules::leg_text(pos, *mv)).collect()),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SplitMix64;
    use crate::catalogue::Catalogue;

    fn told(fen: &str, text: &str) -> Vec<String> {
        let variant = Catalogue::embedded().variant("dynamo").expect("dynamo");
        let pos = rules::position(variant, fen).expect("a position");
        let turn = rules::turn_of_text(&pos, text).expect("a legal turn");
        let shown = Shown::new(placement_of(&pos));
        let plies = showing(&Lettering::of(variant), &shown, &pos, turn.first()).plies;
        let lines: Vec<String> = plies.into_iter().flat_map(Ply::lines).collect();
        lines.iter().map(|line| line.replace("move ", "")).collect()
    }

    #[test]
    fn each_piece_goes_in_a_ply_of_its_own_side() {
        let pawn = "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1";
        assert_eq!(told(pawn, "a1a2"), ["a1a2"]);
        assert_eq!(told(pawn, "a3a5"), ["@@@@", "a3a5", "@@@@"]);
        assert_eq!(told(pawn, "a1a2,a3a5"), ["@@@@", "a3a5", "a1a2"]);
    }

    #[test]
    fn a_piece_that_is_sent_off_is_removed_by_the_other_side() {
        let pawn = "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1";
        assert_eq!(told(pawn, "a3--"), ["a1a3,", "a3a1"]);
        assert_eq!(told(pawn, "a1a3,a3--"), ["a1a3"]);
        assert_eq!(told(pawn, "a1a5,a3--"), ["a1a3,", "a3a5"]);
        assert_eq!(told(pawn, "a1--"), ["@@@@", "a3a1,", "a1a3", "@@@@"]);
        assert_eq!(told(pawn, "a1--,a3a2"), ["@@@@", "a3a1,", "a1a2", "@@@@"]);
    }

    #[test]
    fn two_pieces_of_one_side_are_announced() {
        let knight = "4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1";
        assert_eq!(
            told(knight, "e2c3,g1e2"),
            ["@@@@", "@@@@", "e2c3", "@@@@", "g1e2"]
        );
    }

    /// XBoard takes the way of a pawn over more than four files for a capture in passing, whoever stands behind it.
    #[test]
    fn a_pawn_that_goes_far_aside_takes_nobody() {
        let knight = "4k3/8/RP6/6n1/8/8/8/4K3 w - - 0 1";
        assert_eq!(told(knight, "b6f6"), ["b6f6"]);
        assert_eq!(told(knight, "b6g6"), ["b6h7", "@@@@", "h7g6"]);
        let black = "4k3/8/8/8/6N1/Rp6/8/4K3 w - - 0 1";
        assert_eq!(
            told(black, "b3g3"),
            ["@@@@", "b3h8", "@@@@", "h8g3", "@@@@"]
        );
        assert_eq!(
            told("4k3/8/8/8/8/Rp6/8/4K3 w - - 0 1", "b3g3"),
            ["@@@@", "b3g3", "@@@@"]
        );
    }

    /// XBoard castles with the nearest piece; where there is none, a king can go along its rank.
    #[test]
    fn a_king_goes_along_its_rank_where_nobody_castles_with_it() {
        let alone = "4k3/8/8/8/8/8/8/R1K5 w - - 0 1";
        assert_eq!(told(alone, "c1e1"), ["c1e1"]);
        let rook = "4k3/8/8/8/8/8/8/R1K4b w - - 0 1";
        assert_eq!(told(rook, "c1e1"), ["c1h8", "@@@@", "h8e1"]);
    }

    /// Whatever a leg does, XBoard's board is right after its plies, and each leg is read from them where it ends
    /// and no leg before.
    #[test]
    fn legs_of_random_games_are_shown_and_read() {
        let mut rng = SplitMix64::new(7);
        let mut random = |below: usize| (rng.next() >> 33) as usize % below;
        for game in ["dynamo", "dynamo-demichess"] {
            let variant = Catalogue::embedded().variant(game).expect("embedded");
            let mut pos = rules::start(variant);
            for _ in 0..60 {
                let moves = rules::legal_moves(&pos);
                if moves.is_empty() {
                    break;
                }
                for mv in moves.iter().skip(random(30)).step_by(30) {
                    check(&pos, *mv);
                }
                pos = rules::play(&pos, moves[random(moves.len())]);
            }
        }
    }

    /// Few pieces are left: none of some side stays where it is, or a king would seem to castle.
    #[test]
    fn legs_of_bare_boards_are_shown_and_read() {
        let boards = [
            ("dynamo", "8/8/8/1P6/p1r5/Nb2kp2/PK1R4/8 w - - 0 49"),
            // A pawn pushed over two squares looks like two pawns pushed over one.
            (
                "dynamo-demichess",
                "1co5/1p1k3s/1pplpc2/1C2lpPp/2P4p/S2LPP2/8/3P1K1S b - - 1 19",
            ),
        ];
        for (game, fen) in boards {
            let variant = Catalogue::embedded().variant(game).expect("embedded");
            let pos = rules::position(variant, fen).expect("a position");
            for mv in &rules::legal_moves(&pos) {
                check(&pos, *mv);
            }
        }
    }

    fn check(pos: &Position, leg: Move) {
        let table = Lettering::of(pos.variant());
        let us = pos.side_to_move();
        let mut shown = Shown::new(placement_of(pos));
        let plies = showing(&table, &shown, pos, leg).plies;
        let text = format!("{} {}: {plies:?}", pos.fen(), rules::leg_text(pos, leg));
        let announced = plies.len() > 2 && plies[..2] == [Ply::Null, Ply::Null];
        let mut mover = us;
        for (index, ply) in plies.iter().enumerate() {
            // XBoard hands a ply in two parts on as castling where no enemy is on its way.
            if let Ply::Act(Act { via: Some(via), .. }) = ply {
                let enemy = shown.at(*via).is_some_and(|piece| piece.color() != mover);
                assert!(enemy, "{text}");
            }
            let next = shown.after(&table, mover, *ply);
            shown = next.unwrap_or_else(|| panic!("{text}"));
            if mover == us {
                let read = leg_shown(pos, &shown, announced && index > 1);
                let due = (index + 1 == plies.len()).then_some(leg);
                // Two pieces of a kind can change places: then either leg is right.
                let placed = |mv: Move| placement_of(&rules::play(pos, mv));
                assert!(read.map(placed) == due.map(placed), "{text}");
            }
            mover = !mover;
        }
        assert_eq!(mover, !us, "{text}");
    }
}
