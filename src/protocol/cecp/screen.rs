//! A model of XBoard's board: what XBoard changes on it when a ply is made.
//!
//! XBoard does not know effects and conditions. With its legality testing off it changes its board by a ply exactly as this model
//! does; so the board that it shows is always known, and `completion` can work out which squares are still wrong. Source: XBoard
//! 4.9.1, function `ApplyMove` of its back end.

use super::ply::{Act, Ply};
use super::{setup, walls};
use crate::base::{Color, Piece, PieceType, Square};
use crate::position::Position;
use crate::variant::Variant;
use std::fmt;
use std::sync::Arc;

/// If a pawn moves over more files than this onto an empty square, XBoard always takes the move for an en-passant capture.
const FAR_ASIDE: u8 = 4;

/// The pieces of a board, by square.
type Placement = [Option<Piece>; Square::COUNT];

/// A piece without the marks that XBoard does not show: whether it is a promoted pawn, and on which of two boards it
/// stands.
pub fn plain(piece: Piece) -> Piece {
    Piece::new(piece.color(), piece.piece_type())
}

/// The letter of a piece of the mover's side, and the letter of the same piece of the other side.
type Letters = (char, Option<char>);

/// The letters by which plies name the pieces of a game.
pub struct Lettering {
    /// Whether moves can change more than XBoard changes by itself.
    pub effects: bool,
    pub(super) variant: Arc<Variant>,
    king: Option<PieceType>,
    /// By piece type: the letter that keeps the colour of the moving piece, and the one that changes it.
    letters: Vec<Letters>,
}

impl Lettering {
    /// The lettering of a game.
    pub fn of(variant: &Arc<Variant>) -> Self {
        let nicknames = setup::nicknames(variant);
        let effects = setup::has_effects(variant);
        // XBoard writes a promotion to a promoted form with the sign `+`.
        let letter = |piece_type: PieceType| {
            let mut letters = walls::letter_of(variant, piece_type).to_ascii_lowercase();
            letters.truncate(if effects { letters.len() } else { 1 });
            letters.chars().last().unwrap_or('?')
        };
        let letters = (0..variant.rules.piece_types)
            .map(PieceType::new)
            .zip(nicknames);
        Self {
            effects,
            variant: Arc::clone(variant),
            king: setup::king(variant),
            letters: letters
                .map(|(piece, nickname)| (letter(piece), nickname))
                .collect(),
        }
    }

    /// The letter by which a ply turns the moving piece of `mover` into `piece`.
    pub fn suffix(&self, mover: Color, piece: Piece) -> Option<char> {
        let (plain, nickname) = self.letters.get(piece.piece_type().index())?;
        if piece.color() == mover {
            Some(*plain)
        } else {
            *nickname
        }
    }

    /// The piece into which a letter turns the moving piece of `mover`.
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

    /// The rest of a text after the letter of `piece`, which may be missing if `piece` is a pawn; `None` if the text begins otherwise.
    pub fn without_letter<'a>(&self, text: &'a str, piece: Piece) -> Option<&'a str> {
        let letter = walls::letter_of(&self.variant, piece.piece_type());
        let letter = letter.chars().last()?;
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
}

impl Act {
    /// The same move in which `piece` becomes `into`, of any colour; `None` if XBoard has no letter for that.
    pub fn with_letter(self, table: &Lettering, piece: Piece, into: Piece) -> Option<Self> {
        let unchanged = piece == into && !table.promotes(into, self.to);
        let letter = table.suffix(piece.color(), into).filter(|_| !unchanged);
        (unchanged || letter.is_some()).then_some(Self { letter, ..self })
    }
}

/// A pawn's multiple step, as XBoard remembers it for one ply to allow en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Passed {
    file: u8,
    /// After a triple step: the rank on which a pawn that captures en passant arrives two squares, not one, beyond its victim.
    far: Option<u8>,
}

/// XBoard's board and the side whose ply it expects. The same type describes the board that XBoard should show.
#[derive(Clone)]
pub struct Screen {
    pub table: Arc<Lettering>,
    pub mover: Color,
    pieces: Placement,
    passed: Option<Passed>,
}

impl fmt::Debug for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.placement(), self.mover.letter())
    }
}

impl Screen {
    /// A board that shows a position.
    pub fn of(pos: &Position) -> Self {
        let (pieces, passed) = ([None; Square::COUNT], None);
        let screen = Self {
            table: Arc::new(Lettering::of(pos.variant())),
            mover: pos.side_to_move(),
            pieces,
            passed,
        };
        screen.showing(pos)
    }

    /// A board that shows another position of the same game.
    pub fn showing(&self, pos: &Position) -> Self {
        let mover = pos.side_to_move();
        // Nobody places a wall any more once a king is captured.
        let royals = pos.variant().rules.capabilities.royal_capture;
        let over = royals && pos.royals(mover).is_empty();
        let next = if over { !mover } else { mover };
        let shown = |piece| walls::shown(pos.variant(), plain(piece), next);
        Self {
            table: Arc::clone(&self.table),
            mover,
            pieces: std::array::from_fn(|index| pos.at(Square::new(index as u8)).map(shown)),
            passed: None,
        }
    }

    /// The same board with another side to move.
    pub fn with_mover(self, mover: Color) -> Self {
        Self { mover, ..self }
    }

    /// The same board with the contents of another board on `squares`.
    pub fn with_squares_of(mut self, other: &Self, squares: &[Square]) -> Self {
        for square in squares {
            self.pieces[square.index()] = other.at(*square);
        }
        self
    }

    /// The piece that is shown on a square.
    pub const fn at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// Whether a square shows a piece of a side.
    pub fn has(&self, color: Color, square: Square) -> bool {
        self.at(square).is_some_and(|piece| piece.color() == color)
    }

    /// The squares of the board, the last one first.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        let squares = self.table.variant.rules.board.squares();
        Square::all()
            .rev()
            .filter(move |square| squares.contains(*square))
    }

    /// The squares on which this board and `target` differ.
    pub fn wrong(&self, target: &Self) -> Vec<Square> {
        let variant = &self.table.variant;
        Square::all()
            .filter(|square| !walls::alike(variant, self.at(*square), target.at(*square)))
            .collect()
    }

    /// Whether this board and `target` show the same pieces.
    pub fn shows(&self, target: &Self) -> bool {
        self.wrong(target).is_empty()
    }

    /// The drop that shows the wall of `target` on a square; `None` if it has none there.
    pub fn wall(&self, square: Square, target: &Self) -> Option<Ply> {
        let rules = &self.table.variant.rules;
        let wall = target
            .at(square)
            .filter(|piece| rules.is_wall(piece.piece_type()))?;
        let letter = self.table.suffix(wall.color(), wall)?;
        Some(Ply::Drop(letter, square))
    }

    /// Whether a square is empty on this board and on `target`.
    pub const fn is_free(&self, square: Square, target: &Self) -> bool {
        self.at(square).is_none() && target.at(square).is_none()
    }

    /// The pieces as the first field of a FEN has them.
    pub fn placement(&self) -> String {
        setup::placement(&self.table.variant, |square| self.at(square))
    }

    /// The board after a ply; `None` if XBoard would not accept it, or would do something useless with it (such as a
    /// promotion without a letter).
    #[must_use]
    pub fn after(&self, ply: Ply) -> Option<Self> {
        let (table, mover) = (&*self.table, self.mover);
        let mut next = Self {
            passed: None,
            ..self.clone().with_mover(!mover)
        };
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
        match act.via {
            Some(via) if via != from && via != to => next.pieces[via.index()] = None,
            None if from != to => {}
            _ => return None,
        }
        if let Some(further) = act.further {
            next.pieces[further.index()] = None;
        }
        // A king that moves onto its own rook castles; no other move may end on a piece of the mover's side.
        if (self.has(mover, to) && from != to)
            || (table.promotes(piece, to) && act.letter.is_none())
        {
            return None;
        }
        let pawn = table.variant.rules.pawn == Some(piece.piece_type());
        if pawn {
            next.remember(from, to, mover);
        }
        let beside = from.file().abs_diff(to.file());
        let edge = from.file() == 0 || from.file() + 1 == table.variant.rules.files;
        if table.is_king(piece) && !edge && from.rank() == to.rank() && beside > 1 {
            next.castle(from, to);
        } else if pawn && beside > 0 && next.at(to).is_none() && !table.promotes(piece, to) {
            next.capture_passed(self.passed, act, mover);
        }
        next.pieces[from.index()] = None;
        next.pieces[to.index()] = match act.letter {
            Some(letter) => Some(table.piece(mover, letter)?),
            None => Some(piece),
        };
        Some(next)
    }

    /// The board after the ply of a leg, which should lead to `target`. In games without effects it is taken to be `target`: there
    /// XBoard makes more changes by itself than this model knows.
    pub fn after_leg(&self, ply: Option<Ply>, target: &Self) -> Option<Self> {
        if self.table.effects {
            self.after(ply?)
        } else {
            Some(target.clone().with_mover(!self.mover))
        }
    }

    /// The board after a move, if XBoard takes it neither for castling nor for en passant: only the
    /// squares named may change.
    pub fn after_exactly(&self, act: Act) -> Option<Self> {
        let named = [Some(act.from), act.via, Some(act.to)];
        let after = self.after(Ply::Act(act))?;
        let exact = self
            .wrong(&after)
            .into_iter()
            .all(|square| named.contains(&Some(square)));
        exact.then_some(after)
    }

    /// Remembers a pawn's step over other squares.
    fn remember(&mut self, from: Square, to: Square, mover: Color) {
        let ahead = match mover {
            Color::White => to.rank().checked_sub(from.rank()),
            Color::Black => from.rank().checked_sub(to.rank()),
        };
        if let Some(steps) = ahead.filter(|steps| *steps >= 2) {
            // After a triple step the pawn can be captured on either square that it passed.
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

    /// Moves the castling piece to the king's other side.
    fn castle(&mut self, from: Square, to: Square) {
        let step = if to.file() > from.file() { 1 } else { -1 };
        let mut at = from;
        while let Some(next) = at.offset(step, 0) {
            if next.file() >= self.table.variant.rules.files {
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

    /// Handles a pawn's sideways move onto an empty square: removes a pawn that has just passed there, and after a move over many files
    /// any piece behind the arrival square.
    fn capture_passed(&mut self, passed: Option<Passed>, act: Act, mover: Color) {
        let half = self.table.variant.rules.ranks / 2;
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
