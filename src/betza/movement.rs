//! The meaning of a text: paths of concrete strides, and castling.

/// One stride on the board for White: files to the right, ranks forward.
///
/// Both are squares, -3 to 3 in what [`parse`](super::parse) returns; never both zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Stride {
    /// Files to the right, negative to the left.
    pub files: i8,
    /// Ranks forward, negative back.
    pub ranks: i8,
}

impl Stride {
    /// The stride of `files` files to the right and `ranks` ranks forward.
    #[must_use]
    pub const fn new(files: i8, ranks: i8) -> Self {
        Self { files, ranks }
    }

    /// The same stride in the opposite direction. Black's strides are White's reversed: `XBoard` turns the board by 180 degrees, it
    /// does not mirror it.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            files: self.files.wrapping_neg(),
            ranks: self.ranks.wrapping_neg(),
        }
    }

    /// The square that has to be empty for [`Travel::Lame`] and occupied for [`Travel::MustJump`], relative to the departure square:
    /// half the stride, rounded towards zero.
    ///
    /// For `D` and `A` the square in between, for `N` the orthogonal neighbour (mao), for `C` the orthogonal and for `Z`
    /// the diagonal one, for `H` and `G` the first of the two in between, as in `XBoard` 4.9.1. For one-step atoms it is
    /// (0,0), but they never travel in these two ways.
    #[must_use]
    pub const fn gate(self) -> Self {
        Self {
            files: self.files / 2,
            ranks: self.ranks / 2,
        }
    }
}

/// How a leg moves, and which pieces may or must stand on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Travel {
    /// Exactly one stride; nothing in between matters (leaper).
    Leap,
    /// One to `range` strides over empty squares (rider, slider).
    Slide {
        /// Most strides, 2 to 99; 0 = to the edge.
        range: u8,
    },
    /// `g`: over empty squares to the first piece, landing exactly one stride behind it (grasshopper).
    HopBehind {
        /// Most strides to the hurdle, 1 to 98; 0 = to the edge. It is one less than the range in the text, which
        /// counts the landing too: `gQ3` has 2.
        range: u8,
    },
    /// `p`: over empty squares to the first piece, leaps it, then continues over empty squares up to and including the
    /// first piece met (cannon, Lion).
    HopBeyond {
        /// Most strides to the arrival square, 2 to 99; 0 = to the edge.
        range: u8,
    },
    /// `n`: one stride, if the square at [`Stride::gate`] is empty (lame leaper).
    Lame,
    /// `j`: one stride, if the square at [`Stride::gate`] is occupied.
    MustJump,
    /// `i` after an `a`: over empty squares, exactly as many strides as the latest earlier leg that can make
    /// more than one.
    Matched,
    /// `o`: over empty squares, continuing across the left and the right edge of the board.
    Around {
        /// Most strides, 1 to 99; 0 = at most once round the board, back to the departure square.
        range: u8,
    },
    /// `z`, `q`: over empty squares, with a turn at each stride.
    Bent {
        /// Most strides, 2 to 99; 0 = no limit.
        range: u8,
        /// The side to which the ride turns.
        bend: Bend,
    },
}

/// How a ride turns at each stride.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Bend {
    /// `z`: by a right angle to the right, to the left, and so on (crooked bishop, `zB`).
    RightLeft,
    /// `z`: by a right angle to the left, to the right, and so on.
    LeftRight,
    /// `q`: to the leap's next direction clockwise (rose, `qNN`).
    Clockwise,
    /// `q`: to the leap's next direction counterclockwise.
    Counterclockwise,
}

impl Bend {
    /// The strides of a ride: as many as fit on an 8x8 board, or a full circle without the stride that closes it.
    pub fn strides(self, first: Stride) -> Vec<Stride> {
        let Stride { files, ranks } = first;
        let turned = match self {
            Self::RightLeft => Stride::new(ranks, -files),
            Self::LeftRight => Stride::new(-ranks, files),
            Self::Clockwise | Self::Counterclockwise => return self.circle(first),
        };
        [first, turned].repeat(7)
    }

    /// The strides of a circle except the last: alternately exchanges the two distances and reverses the shorter one.
    fn circle(self, first: Stride) -> Vec<Stride> {
        let next = |Stride { files, ranks }: &Stride| {
            let (files, ranks) = (*files, *ranks);
            let same_signs = (files > 0) == (ranks > 0);
            let steep = ranks.abs() > files.abs();
            // Crossing a diagonal exchanges the distances, crossing an axis changes the sign of the shorter one.
            let diagonal = (same_signs == steep) == (self == Self::Clockwise);
            Some(match (diagonal, same_signs, steep) {
                (true, true, _) => Stride::new(ranks, files),
                (true, false, _) => Stride::new(-ranks, -files),
                (false, _, true) => Stride::new(-files, ranks),
                (false, _, false) => Stride::new(files, -ranks),
            })
        };
        std::iter::successors(Some(first), next).take(7).collect()
    }
}

/// What may stand on the arrival square, and when the path is open.
///
/// At least one of `quiet`, `capture` and `destroy` is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent letters of the notation, in any combination"
)]
pub struct Modes {
    /// `m`: may end on an empty square. The piece's own departure square counts as empty (`cabW` ends there).
    pub quiet: bool,
    /// `c`: may end on an enemy, capturing it.
    pub capture: bool,
    /// `i`: open only from the piece's initial square, that is a square where a piece of its type and side stood at the
    /// start of the game; on the first and the last rank only until the piece has moved. A path without `i` is always open.
    ///
    /// `XBoard` does the same, so a pawn that comes back to its second rank may make the double step `ifmnD` again.
    pub initial: bool,
    /// `e`: may also end on the en passant square, capturing the piece that passed it. Only with `capture`.
    pub en_passant: bool,
    /// `d`: may end on a piece of its own side that is not royal, capturing it.
    pub destroy: bool,
    /// `t` in the last leg: captures no royal piece on the arrival square, and gives no check there.
    pub tame: bool,
}

/// What must stand on the last square of a leg that another leg follows (the `a` modifier), and what happens to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Via {
    /// `m`, and the default: the square is empty. The piece's own departure square counts as empty.
    Empty,
    /// `p`, `g`: passes over a piece of either colour, which stays.
    Occupied,
    /// `mp`: an empty or an occupied square; the piece there stays.
    Any,
    /// `c`: captures the enemy there.
    Capture,
    /// `d`: captures the piece of its own side there.
    Destroy,
    /// `tp`, `tg`: passes over a piece of its own side, which stays.
    Friend,
}

/// A leg that another leg follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Leg {
    /// The leap, or one step of a slide.
    pub stride: Stride,
    /// [`Travel::Leap`], [`Travel::Slide`], [`Travel::Lame`], [`Travel::MustJump`] or [`Travel::Matched`]. A slide may turn on each square
    /// that `via` admits and stops at the first piece.
    pub travel: Travel,
    /// What must stand on the square where the next leg begins, and what happens to it.
    pub via: Via,
}

/// A completely expanded path: every leg has a definite stride, as White sees it.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Path {
    /// What may stand on the arrival square.
    pub modes: Modes,
    /// The legs before the last, in order; empty for a plain move, at most [`MAX_LEGS`](super::MAX_LEGS) - 1.
    pub legs: Vec<Leg>,
    /// The stride of the last leg, in most paths the only one.
    pub last: Stride,
    /// The way of travelling of the last leg.
    pub travel: Travel,
    /// `u`: the leg, counted from 0, on whose first square the captured piece is put down.
    pub unload: Option<u8>,
}

impl Path {
    /// Whether the path is part of a chain: it captures on the way or pieces of its own side, puts down what it has captured, or depends on
    /// what side a piece belongs to.
    pub fn is_chain(&self) -> bool {
        let special = |leg: &Leg| matches!(leg.via, Via::Capture | Via::Destroy | Via::Friend);
        self.modes.destroy
            || self.modes.tame
            || self.unload.is_some()
            || self.legs.iter().any(special)
    }
}

/// `isO2`: castling with the piece in the corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Castling {
    /// The squares that the king moves to either side, 2 to 9. The piece from the corner lands on the last square that the king has
    /// crossed. The rules of the game decide when castling is allowed.
    pub range: u8,
}

/// What a text requires of a game besides moves and captures. Each field is the column (from 1) of the first letter that requires it.
///
/// A user of a movement either supports such a part or refuses the text at its column. Destructure the value without `..`: then
/// the compiler reports a part that is added later.
///
/// ```
/// # use katydid::betza::{Needs, parse};
/// let Needs { first_move, en_passant, castling, chain } = parse("ifmnDfmWfcFfceF")?.needs;
/// assert_eq!((first_move, en_passant), (Some(1), Some(14)));
/// assert_eq!((castling, chain), (None, None));
/// # Ok::<(), katydid::betza::BetzaError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Needs {
    /// `i` of a path with [`Modes::initial`]; not the `i` of castling.
    pub first_move: Option<usize>,
    /// `e` of a path with [`Modes::en_passant`].
    pub en_passant: Option<usize>,
    /// `O`: [`Movement::castling`].
    pub castling: Option<usize>,
    /// `c` in a leg before `a`, `d`, `t` or `u`: [`Movement::chains`].
    pub chain: Option<usize>,
}

impl Needs {
    /// The needs of this text and of `behind`, a text that follows it; if both have a need, the column in this text is kept.
    #[must_use]
    pub fn and(self, behind: Self) -> Self {
        Self {
            first_move: self.first_move.or(behind.first_move),
            en_passant: self.en_passant.or(behind.en_passant),
            castling: self.castling.or(behind.castling),
            chain: self.chain.or(behind.chain),
        }
    }
}

/// A movement: the meaning of a Betza string.
///
/// Paths that differ only in their modes are one: `mWcW` and `W` give the same movement. The paths are in the order of the text,
/// within a term clockwise from straight forward.
#[derive(Clone, Debug, Default)]
pub struct Movement {
    /// All paths but chains; none if the text is castling alone.
    pub paths: Vec<Path>,
    /// The paths that are chains ([`Path::is_chain`]).
    pub chains: Vec<Path>,
    /// Castling, if the text has it; the paths do not include it.
    pub castling: Option<Castling>,
    /// The parts that not every game supports, and their columns.
    pub needs: Needs,
}

impl PartialEq for Movement {
    /// Whether the movements are equal, regardless of the columns in the text.
    fn eq(&self, other: &Self) -> bool {
        (&self.paths, &self.chains, self.castling) == (&other.paths, &other.chains, other.castling)
    }
}

impl Eq for Movement {}

impl Movement {
    /// Whether a path leads over the left and right edge of the board.
    pub fn goes_round(&self) -> bool {
        let around = |path: &Path| matches!(path.travel, Travel::Around { .. });
        self.paths.iter().any(around)
    }

    /// This movement with chains as if they hopped over what they capture: about the squares that they reach.
    #[must_use]
    pub fn flattened(&self) -> Self {
        let mut flat = self.clone();
        for mut path in std::mem::take(&mut flat.chains) {
            path.unload = None;
            path.modes.capture |= path.modes.destroy;
            (path.modes.destroy, path.modes.tame) = (false, false);
            for leg in &mut path.legs {
                if leg.via != Via::Empty && leg.via != Via::Any {
                    leg.via = Via::Occupied;
                }
            }
            flat.add(path);
        }
        flat
    }

    /// Adds the paths of another movement. The columns in [`Movement::needs`] still point into this text; those of parts that
    /// only `other` needs point into the text of `other`.
    pub fn join(&mut self, other: Self) {
        for path in other.paths.into_iter().chain(other.chains) {
            self.add(path);
        }
        self.castling = self.castling.or(other.castling);
        self.needs = self.needs.and(other.needs);
    }

    /// Adds a path, or its modes to an equal path.
    pub(super) fn add(&mut self, path: Path) {
        if path.is_chain() {
            if !self.chains.contains(&path) {
                self.chains.push(path);
            }
            return;
        }
        let same = |known: &&mut Path| {
            known.last == path.last
                && known.travel == path.travel
                && known.modes.initial == path.modes.initial
                && known.legs == path.legs
        };
        if let Some(known) = self.paths.iter_mut().find(same) {
            known.modes.quiet |= path.modes.quiet;
            known.modes.capture |= path.modes.capture;
            known.modes.en_passant |= path.modes.en_passant;
        } else {
            self.paths.push(path);
        }
    }
}
