//! Colours for the squares a piece can go to, while the player holds it.

use super::follow::Standing;
use super::leap;
use super::screen::{Lettering, Shown};
use super::setup;
use super::showing::own_letter;
use crate::base::{Bitboard, Move, MoveKind, Piece, Square};
use crate::position::Position;
use crate::rules::{self, Displacement, displaced, push_pull_targets};

/// A piece of the board that the player holds and can put on a square or let touch other pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// Its square.
    pub from: Square,
    /// The pieces that it has touched, over which it leaps.
    touched: Bitboard,
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
        if let Some(Held { from, touched }) = held {
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
                return (line, Some(Held { from, touched }));
            }
        }
        let touched = Bitboard::EMPTY;
        let aims = self.shots(square) | leap::choices(&self.pos, square, touched);
        let from = square;
        (
            self.coloured(from, |_| true, aims),
            Some(Held { from, touched }),
        )
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
        setup::highlight(self.pos.variant(), colour)
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

    /// The same in Dynamo: yellow is where the piece goes alone, cyan are the pieces that it aims at. Where such a piece can
    /// be displaced alone is shown after it is touched: on the board yellow, over the edge red, on the square of
    /// the piece that is held.
    fn lifted_to_displace(&self, square: Square, held: Option<Held>) -> Lifted {
        let moves = rules::legal_moves(&self.pos);
        let alone = |to: Option<Square>| {
            let wanted = Displacement { from: square, to };
            moves.iter().any(|mv| displaced(*mv).as_slice() == [wanted])
        };
        let goes = |to: Square| alone(Some(to)).then_some('Y');
        if let Some(Held { from, .. }) = held
            && push_pull_targets(&self.pos, from).contains(square)
        {
            let off = alone(None).then_some('R');
            return (
                self.highlight(|to| if to == from { off } else { goes(to) }),
                None,
            );
        }
        let aims = push_pull_targets(&self.pos, square);
        let line = self.highlight(|to| {
            if aims.contains(to) {
                Some('C')
            } else {
                goes(to)
            }
        });
        let (from, touched) = (square, Bitboard::EMPTY);
        (line, Some(Held { from, touched }))
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
