//! Colours for the squares a piece can go to, while the player holds it.

use super::leap;
use super::screen::{Lettering, Shown};
use super::setup;
use super::showing::own_letter;
use crate::base::{Bitboard, Move, MoveKind, Piece, Square};
use crate::position::Position;
use crate::rules::{self, Displacement, displaced, push_pull_targets};

/// What the player holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Held {
    /// Nothing.
    #[default]
    Nothing,
    /// The piece of a square.
    Piece(Square),
    /// A piece that has shot at a square and has to come back.
    Shooter(Square, Square),
    /// A piece that goes over others, which were touched.
    Leaper(Square, Bitboard),
    /// A piece in hand.
    InHand,
}

/// The board as the player sees it, and the moves on it.
pub struct LiftedPiece<'a> {
    pos: &'a Position,
    table: Lettering,
    shown: Shown,
}

impl<'a> LiftedPiece<'a> {
    /// The hand over a position, as XBoard shows it.
    pub fn new(pos: &'a Position, shown: Shown) -> Self {
        let table = Lettering::of(pos.variant());
        Self { pos, table, shown }
    }

    /// The `highlight` line for a piece that is lifted, and what is held then. Quiet squares are yellow,
    /// captures red; victims of a shot are cyan: after them the way back follows. Cyan are also the pieces of which one
    /// has to be touched to say over whom a hop goes. Where a piece has to be
    /// turned to its promoted side the square is magenta: XBoard shows it turned. Where the piece becomes
    /// another one, of its own or the other colour, without a choice, the square is blue: XBoard then asks
    /// for it ([`LiftedPiece::choice`]).
    pub fn lifted(&self, square: Square, held: Held) -> (String, Held) {
        let variant = self.pos.variant();
        if rules::pushes_and_pulls(variant) {
            return self.lifted_to_displace(square, held);
        }
        if let Held::Piece(from) = held
            && shots(self.pos, from).contains(square)
        {
            let back = move |at: Square| (at == from).then_some('R');
            return (setup::highlight(variant, back), Held::Shooter(from, square));
        }
        let touched = match held {
            Held::Piece(from) => Some((from, Bitboard::EMPTY)),
            Held::Leaper(from, touched) => Some((from, touched)),
            _ => None,
        };
        let chosen = |(from, touched): &(Square, _)| {
            leap::choices(self.pos, *from, *touched).contains(square)
        };
        if let Some((from, touched)) = touched.filter(chosen) {
            return self.touching(from, square, touched | square.into());
        }
        let moves: Vec<Move> = rules::legal_moves_from(self.pos, square)
            .iter()
            .copied()
            .collect();
        let aims = shots(self.pos, square) | leap::choices(self.pos, square, Bitboard::EMPTY);
        (self.coloured(&moves, aims), Held::Piece(square))
    }

    /// The `highlight` line for a piece in hand that is taken up: the squares where it can be dropped.
    pub fn taken_up(&self, piece: Piece) -> (String, Held) {
        let moves = rules::legal_moves(self.pos);
        let drops = moves.iter().filter(|mv| {
            let dropped =
                mv.kind() == MoveKind::Drop && mv.piece_type() == Some(piece.piece_type());
            dropped && piece.color() == self.pos.side_to_move()
        });
        let squares: Bitboard = drops.map(|mv| mv.to()).collect();
        let colour = |at: Square| squares.contains(at).then_some('Y');
        let line = setup::highlight(self.pos.variant(), colour);
        (line, Held::InHand)
    }

    /// The same after pieces were touched that a piece of a square leaps over: where it goes over all of them, and which
    /// other pieces still have to be touched. The last piece can be captured instead by touching it again.
    fn touching(&self, from: Square, last: Square, touched: Bitboard) -> (String, Held) {
        let again = touched == last.into();
        let moves: Vec<Move> = rules::legal_moves_from(self.pos, from)
            .iter()
            .copied()
            .filter(|mv| again && mv.to() == last || leap::leaps_all(self.pos, *mv, touched))
            .collect();
        let further = if touched.count() < leap::MOST_TOUCHED {
            leap::choices(self.pos, from, touched)
        } else {
            Bitboard::EMPTY
        };
        (self.coloured(&moves, further), Held::Leaper(from, touched))
    }

    /// The `highlight` line for moves, and pieces to be touched.
    fn coloured(&self, moves: &[Move], aims: Bitboard) -> String {
        let colour = |at: Square| {
            if aims.contains(at) {
                return Some('C');
            }
            let mv = moves.iter().find(|mv| mv.to() == at)?;
            Some(if self.promotes_in_place(*mv) {
                'M'
            } else if self.becomes(*mv).is_some() {
                'B'
            } else if rules::is_capture(self.pos, *mv) {
                'R'
            } else {
                'Y'
            })
        };
        setup::highlight(self.pos.variant(), colour)
    }

    /// The same in Dynamo: yellow is where the piece goes alone, cyan are the pieces that it aims at. Where such a piece can
    /// be displaced alone is shown after it is touched: on the board yellow, over the edge red, on the square of
    /// the piece that is held.
    fn lifted_to_displace(&self, square: Square, held: Held) -> (String, Held) {
        let alone = |piece: Square, to: Option<Square>| {
            let wanted = Displacement { from: piece, to };
            rules::legal_moves(self.pos)
                .iter()
                .any(|mv| displaced(*mv).as_slice() == [wanted])
        };
        let variant = self.pos.variant();
        if let Held::Piece(from) = held
            && push_pull_targets(self.pos, from).contains(square)
        {
            let goes = |to: Square| {
                if to == from {
                    alone(square, None).then_some('R')
                } else {
                    alone(square, Some(to)).then_some('Y')
                }
            };
            let line = setup::highlight(variant, goes);
            return (line, Held::Shooter(from, square));
        }
        let aims = push_pull_targets(self.pos, square);
        let goes = |to: Square| {
            if aims.contains(to) {
                Some('C')
            } else {
                alone(square, Some(to)).then_some('Y')
            }
        };
        (setup::highlight(variant, goes), Held::Piece(square))
    }

    /// Whether a move turns the piece to its promoted side.
    fn promotes_in_place(&self, mv: Move) -> bool {
        let variant = self.pos.variant();
        let into = mv.piece_type().filter(|_| mv.kind() == MoveKind::Promotion);
        into.is_some_and(|piece_type| variant.letter_of(piece_type).starts_with('+'))
    }

    /// What the piece of a move becomes without a choice, as a letter.
    fn becomes(&self, mv: Move) -> Option<char> {
        let displaces = rules::pushes_and_pulls(self.pos.variant());
        let changes = self.table.effects && mv.piece_type().is_none() && !displaces;
        let letter = changes.then(|| own_letter(&self.table, &self.shown, self.pos, mv));
        letter.flatten()
    }

    /// The answer to a piece put down, where it changes: the one thing it becomes, or what to choose from.
    /// Only games with effects need it.
    pub fn choice(&self, held: Held, to: Square) -> Option<String> {
        let (Held::Piece(from) | Held::Leaper(from, _)) = held else {
            return None;
        };
        let moves = rules::legal_moves_from(self.pos, from);
        let here = moves
            .iter()
            .filter(|mv| mv.from() == from && mv.to() == to && self.table.effects);
        let us = self.pos.side_to_move();
        let letters: String = here
            .filter_map(|mv| match mv.piece_type() {
                Some(piece_type) => self.table.suffix(us, Piece::new(us, piece_type)),
                None => self.becomes(*mv),
            })
            .map(|letter| letter.to_ascii_uppercase())
            .fold(String::new(), |mut letters, letter| {
                if !letters.contains(letter) {
                    letters.push(letter);
                }
                letters
            });
        (!letters.is_empty()).then(|| format!("choice {letters}"))
    }
}

/// The pieces that the piece of a square can shoot.
fn shots(pos: &Position, from: Square) -> Bitboard {
    let moves = rules::legal_moves_from(pos, from);
    moves
        .iter()
        .filter(|mv| mv.kind() == MoveKind::Shot)
        .map(|mv| mv.to())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::screen::placement_of;
    use super::*;
    use crate::catalogue::Catalogue;

    fn position(variant: &str, fen: &str) -> Position {
        let variant = Catalogue::embedded()
            .variant(variant)
            .expect("an embedded game");
        rules::position(variant, fen).expect("a position")
    }

    fn lifted(pos: &Position, square: Square, held: Held) -> (String, Held) {
        hand(pos).lifted(square, held)
    }

    fn hand(pos: &Position) -> LiftedPiece<'_> {
        LiftedPiece::new(pos, Shown::new(placement_of(pos)))
    }

    #[test]
    fn pieces_that_change_are_blue_and_told() {
        let pos = position("andernach", "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1");
        let (knight, victim) = ("c3".parse().unwrap(), "d5".parse().unwrap());
        let (line, held) = lifted(&pos, knight, Held::Nothing);
        assert_eq!(line, "highlight 8/8/8/1Y1B4/Y3Y3/8/Y3Y3/1Y1Y4");
        assert_eq!(hand(&pos).choice(held, victim).as_deref(), Some("choice Y"));
        assert_eq!(hand(&pos).choice(held, "e4".parse().unwrap()), None);
    }

    #[test]
    fn moves_are_yellow_and_captures_red() {
        let pos = position("chess", "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1");
        let (line, held) = lifted(&pos, "e2".parse().unwrap(), Held::Nothing);
        assert_eq!(line, "highlight 8/8/8/8/4Y3/3RY3/8/8");
        assert_eq!(held, Held::Piece("e2".parse().unwrap()));
    }

    #[test]
    fn forced_promotions_are_magenta() {
        let fen = "rp5/wp5/*p5/f1P4/bp5/**P1PPP/**BF*WR[RBPrbp] w - - 0 1";
        let pos = position("hopgi", fen);
        let (line, _) = lifted(&pos, "b6".parse().unwrap(), Held::Nothing);
        assert_eq!(line, "highlight 7/7/7/7/7/7/7");
        let fen = "r6/w6/*6/fP5/b6/**P1PPP/**BF*WR[RBPrbp] w - - 0 1";
        let pos = position("hopgi", fen);
        let (line, _) = lifted(&pos, "b4".parse().unwrap(), Held::Nothing);
        assert!(line.contains('M'), "{line}");
    }

    #[test]
    fn a_shot_is_cyan_and_then_goes_home() {
        let pos = position("demirifle", "4k3/8/8/3S4/3p4/8/8/4K3 w - - 0 1");
        let (snail, victim) = ("d5".parse().unwrap(), "d4".parse().unwrap());
        let (line, held) = lifted(&pos, snail, Held::Nothing);
        assert_eq!(line, "highlight 8/3Y4/3Y4/2Y1Y3/3C4/8/8/8");
        let (line, held) = lifted(&pos, victim, held);
        assert_eq!(line, "highlight 8/8/8/3R4/8/8/8/8");
        assert_eq!(held, Held::Shooter(snail, victim));
    }
}
