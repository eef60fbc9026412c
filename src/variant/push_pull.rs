//! Tables for pushing and pulling (Dynamo): the lines and leaps along which pieces can displace others.
//!
//! A piece pushes and pulls along a line in each direction in which it slides, and by each of its leaps; a piece can do both.

use super::rule_set::RuleSet;
use crate::base::{Bitboard, Color, MAX_PIECE_TYPES, Piece, PieceType, PieceTypeSet, Square};
use crate::betza::{Movement, Path, Stride, Travel};

/// A direction in which some piece of the game slides, or the opposite direction.
#[derive(Clone, Debug)]
pub struct PushLine {
    stride: Stride,
    /// The index of the line in the opposite direction.
    pub opposite: usize,
    /// The squares ahead of each square, in this direction up to the edge.
    rays: Box<[Bitboard; Square::COUNT]>,
    /// Whether square indices grow in this direction.
    ascends: bool,
}

impl PushLine {
    fn new(stride: Stride, opposite: usize) -> Self {
        let mut rays = Box::new([Bitboard::EMPTY; Square::COUNT]);
        for from in Square::all() {
            let mut at = from;
            while let Some(next) = at.offset(stride.files, stride.ranks) {
                rays[from.index()] |= next.into();
                at = next;
            }
        }
        Self {
            stride,
            opposite,
            rays,
            ascends: (stride.ranks, stride.files) > (0, 0),
        }
    }

    /// The squares ahead of `from`, up to the edge.
    #[inline(always)]
    pub fn ahead(&self, from: Square) -> Bitboard {
        self.rays[from.index()]
    }

    /// The square of the first piece ahead of `from`.
    #[inline(always)]
    pub fn first(&self, from: Square, occupied: Bitboard) -> Option<Square> {
        let pieces = self.ahead(from) & occupied;
        if self.ascends {
            pieces.first()
        } else {
            pieces.last()
        }
    }

    /// The squares strictly between `from` and `to`, which is further ahead.
    #[inline(always)]
    pub fn between(&self, from: Square, to: Square) -> Bitboard {
        self.ahead(from) & !self.ahead(to) & !Bitboard::from(to)
    }

    /// The empty squares ahead of `from`, up to the first piece or the edge.
    #[inline(always)]
    pub fn free(&self, from: Square, occupied: Bitboard) -> Bitboard {
        match self.first(from, occupied) {
            Some(piece) => self.between(from, piece),
            None => self.ahead(from),
        }
    }

    /// Whether all squares ahead of `from` are empty.
    #[inline(always)]
    pub fn is_open(&self, from: Square, occupied: Bitboard) -> bool {
        !self.ahead(from).intersects(occupied)
    }
}

/// Which pieces a leap can displace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeapTargets {
    /// All pieces.
    All,
    /// Pieces of the leaper's own side, for a pawn's step straight ahead.
    Friends,
    /// Pieces of the other side, for a pawn's diagonal steps.
    Enemies,
}

/// A leap by which a piece can push and perhaps pull.
#[derive(Clone, Debug)]
pub struct PushLeap {
    stride: Stride,
    /// The pieces that the leap can displace.
    pub targets: LeapTargets,
    /// Whether the piece can also make the opposite leap, so that it can pull.
    pub pulls: bool,
}

impl PushLeap {
    /// The square one leap ahead of `from`; `None` if that is over the edge.
    #[inline(always)]
    pub const fn ahead(&self, from: Square) -> Option<Square> {
        from.offset(self.stride.files, self.stride.ranks)
    }

    /// The square one leap behind `from`; `None` if that is over the edge.
    #[inline(always)]
    pub const fn behind(&self, from: Square) -> Option<Square> {
        from.offset(-self.stride.files, -self.stride.ranks)
    }
}

/// The lines and leaps along which a piece pushes and pulls.
#[derive(Clone, Debug, Default)]
pub struct PiecePushes {
    /// The lines along which the piece slides, as indices into [`PushPullTables::lines()`].
    pub slides: Vec<usize>,
    /// The leaps of the piece.
    pub leaps: Vec<PushLeap>,
}

/// The push and pull tables of a game.
#[derive(Clone, Debug, Default)]
pub struct PushPullTables {
    lines: Vec<PushLine>,
    pieces: Vec<PiecePushes>,
    /// The piece types of each side that slide along each line, by line.
    sliders: Vec<[PieceTypeSet; 2]>,
    /// By piece and square: the squares from which the piece could push an enemy piece on the given square over the edge by a leap.
    leap_origins: Vec<[Bitboard; Square::COUNT]>,
    /// By pushing side and square: the union of `leap_origins` over all pieces of the side.
    any_leap_origins: Vec<[Bitboard; Square::COUNT]>,
    /// By pushing side and square: the squares whose occupancy decides whether an enemy piece on the given square could be pushed or pulled
    /// off the board.
    relevant: Vec<[Bitboard; Square::COUNT]>,
}

impl PushPullTables {
    /// Makes the tables; `movements` are in the order of the piece types. Empty in games without `dynamo`.
    pub(super) fn new(rules: &RuleSet, movements: &[Movement]) -> Self {
        let mut push_pull = Self::default();
        if !rules.capabilities.dynamo {
            return push_pull;
        }
        for color in Color::ALL {
            for index in 0..MAX_PIECE_TYPES {
                let piece = movements
                    .get(index)
                    .map_or_else(PiecePushes::default, |it| {
                        let pawn = rules.rank_pawn == Some(PieceType::new(index));
                        push_pull.piece(it, color, pawn)
                    });
                push_pull.pieces.push(piece);
            }
        }
        push_pull.sliders = (0..push_pull.lines.len())
            .map(|line| Color::ALL.map(|color| push_pull.sliding_types(line, color)))
            .collect();
        for color in Color::ALL {
            for index in 0..MAX_PIECE_TYPES {
                let origins =
                    push_pull.origins_of_leaps(rules, Piece::new(color, PieceType::new(index)));
                push_pull.leap_origins.push(origins);
            }
        }
        push_pull.any_leap_origins = Color::ALL
            .map(|by| push_pull.all_origins_of_leaps(by))
            .to_vec();
        push_pull.relevant = Color::ALL.map(|by| push_pull.relevant_squares(by)).to_vec();
        push_pull
    }

    /// All lines along which pieces of the game slide, in both directions.
    #[inline(always)]
    pub fn lines(&self) -> &[PushLine] {
        &self.lines
    }

    /// The lines and leaps along which a piece pushes and pulls.
    #[inline(always)]
    pub fn of(&self, piece: Piece) -> &PiecePushes {
        &self.pieces[piece.index()]
    }

    /// Whether a piece slides along a line.
    #[inline(always)]
    pub fn slides(&self, piece: Piece, line: usize) -> bool {
        self.sliders[line][piece.color().index()].contains(piece.piece_type())
    }

    /// The squares from which `piece` could push an enemy piece on `square` over the edge by a leap.
    #[inline(always)]
    pub fn leap_origins(&self, piece: Piece, square: Square) -> Bitboard {
        self.leap_origins[piece.index()][square.index()]
    }

    /// The squares from which some piece of the side `by` could push an enemy piece on `square` over the edge by a leap.
    #[inline(always)]
    pub fn any_leap_origin(&self, square: Square, by: Color) -> Bitboard {
        self.any_leap_origins[by.index()][square.index()]
    }

    /// The squares whose occupancy decides whether the side `by` could push or pull an enemy piece on `square` off the board.
    #[inline(always)]
    pub fn relevant(&self, square: Square, by: Color) -> Bitboard {
        self.relevant[by.index()][square.index()]
    }

    fn piece(&mut self, movement: &Movement, color: Color, pawn: bool) -> PiecePushes {
        let stride = |path: &Path| match color {
            Color::White => path.last,
            Color::Black => path.last.reversed(),
        };
        let paths = || movement.paths.iter().filter(|path| !path.modes.initial);
        let mut piece = PiecePushes::default();
        for path in paths() {
            if let Travel::Slide { .. } = path.travel {
                let line = self.line(stride(path));
                piece.slides.push(line);
                continue;
            }
            let targets = match (pawn, path.modes.quiet) {
                (false, _) => LeapTargets::All,
                (true, true) => LeapTargets::Friends,
                (true, false) => LeapTargets::Enemies,
            };
            let back = path.last.reversed();
            let goes_back =
                |other: &Path| other.last == back && other.travel == Travel::Leap && !pawn;
            piece.leaps.push(PushLeap {
                stride: stride(path),
                targets,
                pulls: paths().any(goes_back),
            });
        }
        piece
    }

    /// The index of the line of a stride. If it is new, it is added together with the opposite line.
    fn line(&mut self, stride: Stride) -> usize {
        let known = self.lines.iter().position(|line| line.stride == stride);
        known.unwrap_or_else(|| {
            let index = self.lines.len();
            self.lines.push(PushLine::new(stride, index + 1));
            self.lines.push(PushLine::new(stride.reversed(), index));
            index
        })
    }

    fn sliding_types(&self, line: usize, color: Color) -> PieceTypeSet {
        let types = (0..MAX_PIECE_TYPES).map(PieceType::new);
        let slides = |it: &PieceType| self.of(Piece::new(color, *it)).slides.contains(&line);
        types.filter(slides).collect()
    }

    fn origins_of_leaps(&self, rules: &RuleSet, piece: Piece) -> [Bitboard; Square::COUNT] {
        let mut origins = [Bitboard::EMPTY; Square::COUNT];
        let stuck = if rules.rank_pawn == Some(piece.piece_type()) {
            rules.first_rank_of(piece.color())
        } else {
            Bitboard::EMPTY
        };
        for leap in &self.of(piece).leaps {
            if leap.targets == LeapTargets::Friends {
                continue;
            }
            for from in !stuck {
                if let Some(at) = leap.ahead(from)
                    && leap.ahead(at).is_none()
                {
                    origins[at.index()] |= from.into();
                }
            }
        }
        origins
    }

    fn all_origins_of_leaps(&self, by: Color) -> [Bitboard; Square::COUNT] {
        std::array::from_fn(|square| {
            (0..MAX_PIECE_TYPES).fold(Bitboard::EMPTY, |all, index| {
                let piece = Piece::new(by, PieceType::new(index));
                all | self.leap_origins(piece, Square::new(square as u8))
            })
        })
    }

    fn relevant_squares(&self, by: Color) -> [Bitboard; Square::COUNT] {
        let mut relevant = [Bitboard::EMPTY; Square::COUNT];
        for square in Square::all() {
            let mut all = self.any_leap_origin(square, by) | square.into();
            for line in &self.lines {
                all |= line.ahead(square);
            }
            relevant[square.index()] = all;
        }
        relevant
    }
}
