//! Colours for the squares a piece can go to, while the player holds it.

use super::displacement;
use super::follow::Standing;
use super::leap;
use super::screen::{Lettering, Shown};
use super::setup;
use super::showing::own_letter;
use crate::base::{Bitboard, Move, MoveKind, Piece, Square};
use crate::position::Position;
use crate::rules::{self, Displacement, displaced};

/// A piece of the board that the player holds and can put on a square or let touch other pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// Its square.
    pub from: Square,
    /// The pieces that it has touched, over which it leaps; in Dynamo the piece that it displaces, and where to.
    pub over: [Option<Square>; 2],
}

impl Held {
    const fn new(from: Square) -> Self {
        let over = [None; 2];
        Self { from, over }
    }

    /// The same with another square touched, of which XBoard remembers two.
    const fn with(self, square: Square) -> Self {
        let over = match self.over {
            [None, _] => [Some(square), None],
            [first, _] => [first, Some(square)],
        };
        Self { over, ..self }
    }

    fn touched(self) -> Bitboard {
        self.over.into_iter().flatten().collect()
    }

    /// The text of a ply in which the piece is put down.
    pub fn text(self, to: Square) -> String {
        let squares: Vec<Square> = [Some(self.from), self.over[0], self.over[1], Some(to)]
            .into_iter()
            .flatten()
            .collect();
        let parts: Vec<String> = squares
            .windows(2)
            .map(|it| format!("{}{}", it[0], it[1]))
            .collect();
        parts.join(",")
    }
}

/// The mark of a piece that stands on the second board.
const ON_BOARD_B: char = 'g';

/// The line that marks the pieces of the second board, in games that have one.
pub fn boards(pos: &Position) -> Option<String> {
    let marked = |at: Square| pos.board_b().contains(at).then_some(ON_BOARD_B);
    let two = pos.variant().rules.capabilities.two_boards;
    two.then(|| setup::highlight(pos.variant(), marked))
}

/// The board as the player sees it, and the moves on it.
pub struct LiftedPiece {
    pos: Position,
    table: Lettering,
    shown: Shown,
}

/// The `highlight` line, and the piece held; none where its last square is all that is left to choose.
pub type Lifted = (String, Option<Held>);

impl LiftedPiece {
    /// The hand over the board as it stands.
    pub fn new(standing: Standing) -> Self {
        let (pos, table, shown) = (standing.pos, standing.table, standing.shown);
        Self { pos, table, shown }
    }

    /// What a piece can do that is lifted, or that goes on from a piece it has touched. Quiet squares are yellow,
    /// captures red; victims of a shot are cyan: after them the way back follows. Cyan are also the pieces of which one
    /// has to be touched to say over which pieces a hop goes. Where a piece has to be
    /// turned to its promoted side the square is magenta: XBoard shows it turned. Where the piece becomes
    /// another one, of its own or the other colour, without a choice, the square is blue: XBoard then asks
    /// for it ([`LiftedPiece::choice`]).
    pub fn lifted(&self, square: Square, held: Option<Held>) -> Lifted {
        if rules::pushes_and_pulls(self.pos.variant()) {
            return self.lifted_to_displace(square, held);
        }
        if let Some(held) = held {
            let (from, touched) = (held.from, held.touched());
            if touched.is_empty() && self.shots(from).contains(square) {
                return (self.highlight(|at| (at == from).then_some('R')), None);
            }
            if leap::choices(&self.pos, from, touched).contains(square) {
                // The first piece touched can be captured instead by touching it again.
                let again = touched.is_empty();
                let touched = touched | square.into();
                let is_left = |mv: &Move| {
                    again && mv.to() == square || leap::leaps_all(&self.pos, *mv, touched)
                };
                let further = if touched.count() < leap::MOST_TOUCHED {
                    leap::choices(&self.pos, from, touched)
                } else {
                    Bitboard::EMPTY
                };
                let line = self.coloured(from, is_left, further);
                return (line, Some(held.with(square)));
            }
        }
        let touched = Bitboard::EMPTY;
        let aims = self.shots(square) | leap::choices(&self.pos, square, touched);
        let from = square;
        (self.coloured(from, |_| true, aims), Some(Held::new(from)))
    }

    /// The squares where a piece in hand can be dropped.
    pub fn taken_up(&self, piece: Piece) -> Lifted {
        let moves = rules::legal_moves(&self.pos);
        let drops = moves.iter().filter(|mv| {
            mv.kind() == MoveKind::Drop
                && mv.piece_type() == Some(piece.piece_type())
                && piece.color() == self.pos.side_to_move()
        });
        let squares: Bitboard = drops.map(|mv| mv.to()).collect();
        (
            self.highlight(|at| squares.contains(at).then_some('Y')),
            None,
        )
    }

    fn highlight(&self, colour: impl Fn(Square) -> Option<char>) -> String {
        let marked = |at: Square| self.pos.board_b().contains(at).then_some(ON_BOARD_B);
        setup::highlight(self.pos.variant(), |at| colour(at).or_else(|| marked(at)))
    }

    /// The line for some of a piece's moves, and the pieces to be touched.
    fn coloured(&self, from: Square, is_left: impl Fn(&Move) -> bool, aims: Bitboard) -> String {
        let moves = rules::legal_moves_from(&self.pos, from);
        let moves: Vec<Move> = moves.iter().copied().filter(is_left).collect();
        self.highlight(|at| {
            if aims.contains(at) {
                return Some('C');
            }
            let mv = *moves.iter().find(|mv| mv.to() == at)?;
            Some(if rules::is_to_promoted_form(self.pos.variant(), mv) {
                'M'
            } else if self.becomes(mv).is_some() {
                'B'
            } else if rules::is_capture(&self.pos, mv) {
                'R'
            } else {
                'Y'
            })
        })
    }

    /// The same in Dynamo. Yellow is where the piece goes alone; cyan are the pieces that it can displace, then the squares
    /// where such a piece goes of which the held one has several to go to, the same square meaning that it stays. Over the
    /// edge lead the squares on which the two stand, in red.
    fn lifted_to_displace(&self, square: Square, held: Option<Held>) -> Lifted {
        let own = |from: Square, to: Square| {
            let touches = held.is_some_and(|held| held.over[0] == Some(to));
            if to == from || to == square || touches {
                'R'
            } else {
                'Y'
            }
        };
        if let Some(held) = held {
            let from = held.from;
            let other = held.over[0];
            let mut legs = displacement::touched(&self.pos, from, other.unwrap_or(square));
            legs.retain(|leg| other.is_none() || leg.first == square);
            let goes = |to: Square| {
                let at = |leg: &&displacement::Touched| {
                    to == if other.is_some() {
                        leg.second
                    } else {
                        leg.first
                    }
                };
                match legs.iter().filter(at).count() {
                    0 => None,
                    1 => Some(own(from, to)),
                    _ if other.is_some() => Some(own(from, to)),
                    _ => Some('C'),
                }
            };
            return (self.highlight(goes), Some(held.with(square)));
        }
        let from = square;
        let moves = rules::legal_moves(&self.pos);
        let line = self.highlight(|to| {
            let wanted = Displacement::new(from, to);
            let alone = || moves.iter().any(|mv| displaced(*mv).as_slice() == [wanted]);
            if self.pos.at(to).is_some() {
                let legs = displacement::touched(&self.pos, from, to);
                (to != from && !legs.is_empty()).then_some('C')
            } else {
                alone().then_some('Y')
            }
        });
        (line, Some(Held::new(from)))
    }

    /// What the piece of a move becomes without a choice, as a letter.
    fn becomes(&self, mv: Move) -> Option<char> {
        let displaces = rules::pushes_and_pulls(self.pos.variant());
        let changes = self.table.effects && mv.piece_type().is_none() && !displaces;
        let letter = changes.then(|| own_letter(&self.table, &self.shown, &self.pos, mv));
        letter.flatten()
    }

    /// The answer to a piece put down, where it changes: the one thing it becomes, or what to choose from.
    /// Only games with effects need it.
    pub fn choice(&self, held: Held, to: Square) -> Option<String> {
        let us = self.pos.side_to_move();
        let mut letters = String::new();
        let moves = rules::legal_moves_from(&self.pos, held.from);
        for mv in moves
            .iter()
            .filter(|mv| mv.to() == to && self.table.effects)
        {
            let letter = match mv.piece_type() {
                Some(piece_type) => self.table.suffix(us, Piece::new(us, piece_type)),
                None => self.becomes(*mv),
            };
            let letter = letter.map(|letter| letter.to_ascii_uppercase());
            letters.extend(letter.filter(|letter| !letters.contains(*letter)));
        }
        (!letters.is_empty()).then(|| format!("choice {letters}"))
    }

    /// The pieces that the piece of a square can shoot.
    fn shots(&self, from: Square) -> Bitboard {
        let moves = rules::legal_moves_from(&self.pos, from);
        let shots = moves.iter().filter(|mv| mv.kind() == MoveKind::Shot);
        shots.map(|mv| mv.to()).collect()
    }
}
