//! The tables behind the Circe and Einstein effects and conditions: home squares, and the ladder of piece types.

use crate::base::{Color, MAX_PIECE_TYPES, Piece, PieceType, PieceTypeSet, Square};

/// What a piece becomes if a change of its type would lead beyond an end of the Einstein ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LadderEnds {
    /// The piece takes the hurdler's type; for the condition, which has no hurdler, it keeps its own.
    #[default]
    Changer,
    /// The piece keeps its type.
    Stay,
    /// The piece takes this type, which is not on the ladder.
    Piece(PieceType),
}

impl LadderEnds {
    const fn beyond(self, piece_type: PieceType, changer: PieceType) -> PieceType {
        match self {
            Self::Changer => changer,
            Self::Stay => piece_type,
            Self::Piece(end) => end,
        }
    }
}

/// The ladder of piece types for Einstein changes. Types that are not on the ladder never change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ladder {
    rungs: PieceTypeSet,
    sinks: [Option<PieceType>; MAX_PIECE_TYPES],
    rises: [Option<PieceType>; MAX_PIECE_TYPES],
    effect: LadderEnds,
    condition: LadderEnds,
}

impl Ladder {
    /// A ladder; `rungs` are its types from the lowest up. Effect and condition can differ in what happens beyond the ends.
    pub(super) fn new(rungs: &[PieceType], effect: LadderEnds, condition: LadderEnds) -> Self {
        let mut ladder = Self {
            rungs: rungs.iter().copied().collect(),
            sinks: [None; MAX_PIECE_TYPES],
            rises: [None; MAX_PIECE_TYPES],
            effect,
            condition,
        };
        for pair in rungs.windows(2) {
            ladder.rises[pair[0].index()] = Some(pair[1]);
            ladder.sinks[pair[1].index()] = Some(pair[0]);
        }
        ladder
    }

    /// The types of the ladder from the lowest up, and what happens beyond its ends: by effects, and by conditions.
    pub(super) fn in_order(&self) -> (Vec<PieceType>, LadderEnds, LadderEnds) {
        let lowest = self
            .rungs
            .iter()
            .find(|rung| self.sinks[rung.index()].is_none());
        let rungs = std::iter::successors(lowest, |rung| self.rises[rung.index()]);
        (rungs.collect(), self.effect, self.condition)
    }

    /// The type after a change: the next type up if the move captured, otherwise the next type down.
    fn changed(
        &self,
        piece_type: PieceType,
        changer: PieceType,
        captured: bool,
        ends: LadderEnds,
    ) -> PieceType {
        if !self.rungs.contains(piece_type) {
            return piece_type;
        }
        let way = if captured { &self.rises } else { &self.sinks };
        way[piece_type.index()].unwrap_or_else(|| ends.beyond(piece_type, changer))
    }

    /// The type of a moving piece after the Einstein condition has changed it.
    pub fn moved(&self, mover: PieceType, captured: bool) -> PieceType {
        self.changed(mover, mover, captured, self.condition)
    }

    /// The next type of a chameleon: one rung up, from the highest rung to that above the lowest (knight, bishop, rook, queen, knight). The
    /// lowest one (the pawn) stays what it is.
    pub fn cycled(&self, piece_type: PieceType) -> PieceType {
        let lowest = |rung: &PieceType| self.sinks[rung.index()].is_none();
        if !self.rungs.contains(piece_type) || lowest(&piece_type) {
            return piece_type;
        }
        let rises = |rung: PieceType| self.rises[rung.index()];
        let second = || self.rungs.iter().find(lowest).and_then(rises);
        rises(piece_type).or_else(second).unwrap_or(piece_type)
    }

    /// The type of a hurdle after the Einstein effect of a piece of type `hurdler` has changed it.
    pub fn hurdled(&self, hurdle: PieceType, hurdler: PieceType, captured: bool) -> PieceType {
        self.changed(hurdle, hurdler, captured, self.effect)
    }
}

/// The rule for a piece's home square, for White; for Black the ranks are mirrored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Home {
    /// The first square in the list with the square colour of the square on which the piece stood or, if there is none, the first square.
    Squares(Vec<Square>),
    /// On the last rank, on the file where the piece stood.
    File,
    /// On the second rank, on the file where the piece stood.
    Second,
}

impl Home {
    fn square(&self, color: Color, at: Square, ranks: u8) -> Square {
        let turned = |square: Square| match color {
            Color::White => square,
            Color::Black => Square::at(square.file(), ranks.saturating_sub(1 + square.rank())),
        };
        match self {
            Self::Squares(squares) => {
                let mut homes = squares.iter().map(|square| turned(*square));
                let alike = |square: &Square| square.is_light() == at.is_light();
                let first = homes.clone().next().unwrap_or(at);
                homes.find(alike).unwrap_or(first)
            }
            Self::File => turned(Square::at(at.file(), ranks - 1)),
            Self::Second => turned(Square::at(at.file(), 1)),
        }
    }
}

/// The home squares, by piece and by the square on which the piece stood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Homes(Box<[[Square; Square::COUNT]; Piece::COUNT]>);

impl Homes {
    /// The home squares for the rules `homes` (by piece type), on a board with `ranks` ranks.
    pub(super) fn new(homes: &[Home], ranks: u8) -> Self {
        let mut table = Box::new([[Square::at(0, 0); Square::COUNT]; Piece::COUNT]);
        for (index, home) in homes.iter().enumerate() {
            for color in Color::ALL {
                table[Piece::new(color, PieceType::new(index)).index()] =
                    std::array::from_fn(|at| home.square(color, Square::new(at as u8), ranks));
            }
        }
        Self(table)
    }

    /// The square on which a piece is reborn, if it stood on `at`.
    #[inline(always)]
    pub const fn of(&self, piece: Piece, at: Square) -> Square {
        self.0[piece.index()][at.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::{Home, Ladder, LadderEnds};
    use crate::base::{Color, PieceType, Square};

    #[test]
    fn what_is_beyond_the_ladder_is_for_the_game_to_say() {
        let [low, high, hurdler, end] = [0, 1, 2, 3].map(PieceType::new);
        let cases = [
            (LadderEnds::Changer, hurdler),
            (LadderEnds::Stay, high),
            (LadderEnds::Piece(end), end),
        ];
        for (ends, beyond) in cases {
            let ladder = Ladder::new(&[low, high], ends, LadderEnds::Stay);
            assert_eq!(ladder.hurdled(low, hurdler, true), high);
            assert_eq!(ladder.hurdled(high, hurdler, false), low);
            assert_eq!(ladder.hurdled(high, hurdler, true), beyond);
            assert_eq!(ladder.hurdled(beyond, hurdler, true), beyond);
            assert_eq!(ladder.hurdled(end, hurdler, false), end);
            assert_eq!(ladder.moved(high, true), high);
            assert_eq!(ladder.moved(low, false), low);
        }
        let ladder = Ladder::new(&[low, high], LadderEnds::Stay, LadderEnds::Piece(end));
        assert_eq!(ladder.moved(high, true), end);
        assert_eq!(ladder.moved(low, false), end);
        assert_eq!(ladder.moved(end, true), end);
        assert_eq!(ladder.hurdled(low, hurdler, false), low);
    }

    #[test]
    fn the_first_home_of_the_right_square_colour_counts() {
        let square = |text: &str| text.parse::<Square>().expect("a square");
        let home = Home::Squares(["a1", "c1", "b1", "d1"].map(square).to_vec());
        let of = |color, at| home.square(color, square(at), 8);
        // a1 and c1 are dark, b1 and d1 are light.
        assert_eq!(of(Color::White, "c3"), square("a1"));
        assert_eq!(of(Color::White, "c4"), square("b1"));
        assert_eq!(of(Color::Black, "c3"), square("b8"));
        assert_eq!(of(Color::Black, "c4"), square("a8"));
        let dark = Home::Squares(["c1", "a1"].map(square).to_vec());
        assert_eq!(dark.square(Color::White, square("c4"), 8), square("c1"));
        assert_eq!(
            Home::File.square(Color::Black, square("c4"), 8),
            square("c1")
        );
        assert_eq!(
            Home::Second.square(Color::Black, square("c4"), 8),
            square("c7")
        );
    }
}
