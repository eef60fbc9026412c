//! What XBoard has on its board: its own idea of what a ply does.
//!
//! XBoard does not know effects and conditions. With its legality testing off it does with a ply what
//! follows here, and nothing else; so we always know what it shows, and `completion` can work out what is
//! still wrong with it. Source of the behaviour: XBoard 4.9.1, function `ApplyMove` of its back end.

use super::ply::{Act, Ply};
use super::setup;
use crate::base::{Color, Piece, PieceType, Square};
use crate::position::{Position, squares_text};
use crate::variant::Variant;
use std::sync::Arc;

/// Over more files than this XBoard lets every pawn that goes aside onto an empty square capture in passing.
const FAR_ASIDE: u8 = 4;

/// The pieces of a board, by square.
pub type Placement = [Option<Piece>; Square::COUNT];

/// The pieces of a position; XBoard keeps to itself which of them were pawns, and has one board for the pieces of two.
pub fn placement_of(pos: &Position) -> Placement {
    let mut pieces = [None; Square::COUNT];
    for square in pos.occupied() {
        pieces[square.index()] = pos.at(square).map(plain);
    }
    pieces
}

/// A piece without the marks that XBoard does not show.
pub fn plain(piece: Piece) -> Piece {
    Piece::new(piece.color(), piece.piece_type())
}

/// The letter of a piece of the own side, and the one of a piece of the other side.
type Letters = (char, Option<char>);

/// How XBoard's piece table names the pieces of a game, as far as plies write it.
#[derive(Clone)]
pub struct Lettering {
    /// Whether moves can change what XBoard does not foresee.
    pub effects: bool,
    /// Whether a move comes behind the plies that show what else it does, where it can: XBoard marks the last ply. Between
    /// engines it comes first, since XBoard hands some of those plies on wrongly, and only behind the move it is known
    /// what they have to be.
    pub move_last: bool,
    variant: Arc<Variant>,
    king: Option<PieceType>,
    /// By piece type: the letter that keeps the colour of the moving piece, and the one that changes it.
    letters: Vec<Letters>,
}

impl Lettering {
    /// The lettering of a game.
    pub fn of(variant: &Arc<Variant>) -> Self {
        let nicknames = setup::nicknames(variant);
        let letter = |piece: &crate::variant::PieceTypeText| piece.letter.to_ascii_lowercase();
        let letters = variant.presentation.piece_types.iter().zip(nicknames);
        Self {
            effects: setup::has_effects(variant),
            move_last: true,
            variant: Arc::clone(variant),
            king: setup::king(variant),
            letters: letters
                .map(|(piece, nickname)| (letter(piece).chars().last().unwrap_or('?'), nickname))
                .collect(),
        }
    }

    /// The letter that makes a moving piece of a side into a certain piece.
    pub fn suffix(&self, mover: Color, piece: Piece) -> Option<char> {
        let (plain, nickname) = self.letters.get(piece.piece_type().index())?;
        if piece.color() == mover {
            Some(*plain)
        } else {
            *nickname
        }
    }

    /// The piece that a letter makes of a moving piece of a side.
    fn piece(&self, mover: Color, letter: char) -> Option<Piece> {
        let piece_type = |found: &dyn Fn(&Letters) -> bool| {
            self.letters.iter().position(found).map(PieceType::new)
        };
        let nickname = piece_type(&|(_, nickname)| *nickname == Some(letter));
        let plain = || piece_type(&|(plain, _)| *plain == letter);
        nickname
            .map(|piece_type| Piece::new(!mover, piece_type))
            .or_else(|| plain().map(|piece_type| Piece::new(mover, piece_type)))
    }

    /// What stands behind the letter of a piece, which pawns need not have, at the beginning of a text.
    pub fn without_letter<'a>(&self, text: &'a str, piece: Piece) -> Option<&'a str> {
        let letter = self.variant.letter_of(piece.piece_type()).chars().last()?;
        let is_pawn = self.variant.rules.pawn == Some(piece.piece_type());
        text.strip_prefix(letter).or(is_pawn.then_some(text))
    }

    /// Whether XBoard promotes a piece that arrives on a square: then the ply needs a letter.
    pub fn promotes(&self, piece: Piece, to: Square) -> bool {
        let last = match piece.color() {
            Color::White => self.variant.rules.ranks - 1,
            Color::Black => 0,
        };
        self.variant.rules.pawn == Some(piece.piece_type()) && to.rank() == last
    }

    /// Whether XBoard takes a piece for a king.
    fn is_king(&self, piece: Piece) -> bool {
        self.king == Some(piece.piece_type())
    }

    /// The squares of the board.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + '_ {
        Square::all().filter(|square| self.variant.rules.board.squares().contains(*square))
    }
}

impl Act {
    /// The same in which the piece becomes another one of any colour; `None` if there is no letter for that.
    pub fn with_letter(self, table: &Lettering, piece: Piece, into: Piece) -> Option<Self> {
        let unchanged = piece == into && !table.promotes(into, self.to);
        let letter = table.suffix(piece.color(), into).filter(|_| !unchanged);
        (unchanged || letter.is_some()).then_some(Self { letter, ..self })
    }
}

/// A pawn's step over other squares, as XBoard remembers it for one ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Passed {
    file: u8,
    /// How far behind the square a capturing pawn arrives on it looks for its victim, and the rank
    /// where it looks two squares behind.
    far: Option<u8>,
}

/// XBoard's board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    pieces: Placement,
    passed: Option<Passed>,
}

impl Shown {
    /// A board that shows these pieces.
    pub const fn new(pieces: Placement) -> Self {
        Self {
            pieces,
            passed: None,
        }
    }

    /// The piece that is shown on a square.
    pub const fn at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// The squares that do not show what they should.
    pub fn wrong(&self, target: &Placement) -> Vec<Square> {
        Square::all()
            .filter(|square| self.pieces[square.index()] != target[square.index()])
            .collect()
    }

    /// The pieces as the first field of a FEN has them.
    pub fn placement(&self, variant: &Variant) -> String {
        let holes = !variant.rules.board.squares();
        squares_text(
            variant.rules.files,
            variant.rules.ranks,
            |square| match self.at(square) {
                Some(piece) => Some(variant.letter_of_piece(piece)),
                None => holes.contains(square).then(|| "*".to_owned()),
            },
        )
    }

    /// The board after a ply of a side; `None` if XBoard would not take it, or if what it does with it
    /// is of no use (such as a pawn's promotion without a letter).
    #[must_use]
    pub fn after(&self, table: &Lettering, mover: Color, ply: Ply) -> Option<Self> {
        let mut next = Self::new(self.pieces);
        let act = match ply {
            Ply::Null => return Some(next),
            Ply::Drop(letter, to) => {
                next.pieces[to.index()] = Some(table.piece(mover, letter)?);
                return self.at(to).is_none().then_some(next);
            }
            Ply::Act(act) => act,
        };
        let Act { from, to, .. } = act;
        let piece = self.at(from).filter(|piece| piece.color() == mover)?;
        if let Some(via) = act.via {
            if via == from || via == to {
                return None;
            }
            next.pieces[via.index()] = None;
        } else if from == to {
            return None;
        }
        // Kings that go onto own rooks castle; nobody else has business on own pieces.
        let own = self.at(to).is_some_and(|there| there.color() == mover);
        if (own && from != to) || (table.promotes(piece, to) && act.letter.is_none()) {
            return None;
        }
        let pawn = table.variant.rules.pawn == Some(piece.piece_type());
        if pawn {
            next.remember(from, to, mover);
        }
        let beside = from.file().abs_diff(to.file());
        let edge = from.file() == 0 || from.file() + 1 == table.variant.rules.files;
        if table.is_king(piece) && !edge && from.rank() == to.rank() && beside > 1 {
            next.castle(table, from, to);
        } else if pawn && beside > 0 && next.at(to).is_none() && !table.promotes(piece, to) {
            next.capture_passed(self.passed, table, act, mover);
        }
        next.pieces[from.index()] = None;
        next.pieces[to.index()] = match act.letter {
            Some(letter) => Some(table.piece(mover, letter)?),
            None => Some(piece),
        };
        Some(next)
    }

    /// Whether a ply has changed nothing but the squares that it names: XBoard has neither castled nor captured in passing.
    pub fn differs_as_told(&self, before: &Self, act: Act) -> bool {
        let named = [Some(act.from), act.via, Some(act.to)];
        let same = |square: Square| before.at(square) == self.at(square);
        Square::all().all(|square| named.contains(&Some(square)) || same(square))
    }

    /// Remembers a pawn's step over other squares.
    fn remember(&mut self, from: Square, to: Square, mover: Color) {
        let ahead = match mover {
            Color::White => to.rank().checked_sub(from.rank()),
            Color::Black => from.rank().checked_sub(to.rank()),
        };
        if let Some(steps) = ahead.filter(|steps| *steps >= 2) {
            // A step over two squares can be taken on the farther one too.
            let far = (steps > 2).then_some(match mover {
                Color::White => to.rank().wrapping_sub(2),
                Color::Black => to.rank() + 2,
            });
            self.passed = Some(Passed {
                file: u8::midpoint(from.file(), to.file()),
                far,
            });
        }
    }

    /// The nearest piece comes to the other side of the king.
    fn castle(&mut self, table: &Lettering, from: Square, to: Square) {
        let step = if to.file() > from.file() { 1 } else { -1 };
        let mut at = from;
        while let Some(next) = at.offset(step, 0) {
            if next.file() >= table.variant.rules.files {
                break;
            }
            at = next;
            if self.pieces[at.index()].is_some() {
                break;
            }
        }
        let Some(beside) = to.offset(-step, 0) else {
            return;
        };
        self.pieces[beside.index()] = self.pieces[at.index()];
        self.pieces[at.index()] = None;
    }

    /// A pawn goes aside onto an empty square: if a pawn has just passed there, it is taken, and whoever stands behind
    /// a pawn that goes far aside is.
    fn capture_passed(
        &mut self,
        passed: Option<Passed>,
        table: &Lettering,
        act: Act,
        mover: Color,
    ) {
        let half = table.variant.rules.ranks / 2;
        let (in_reach, behind) = match mover {
            Color::White => (act.from.rank() >= half, -1),
            Color::Black => (act.from.rank() < half, 1),
        };
        let here = passed.is_some_and(|passed| passed.file == act.to.file());
        let far_aside = act.from.file().abs_diff(act.to.file()) > FAR_ASIDE;
        if !in_reach || !(here || far_aside) {
            return;
        }
        let two_behind = passed.is_some_and(|passed| passed.far == Some(act.to.rank()));
        let distance = if two_behind { 2 } else { 1 };
        if let Some(victim) = act.to.offset(0, behind * distance) {
            self.pieces[victim.index()] = None;
        }
    }
}
