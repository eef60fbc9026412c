//! Movements that no table covers, followed step by step: riders off the queen lines, one-way
//! sliders, lame leapers and hops that bend at the hurdle.

use crate::base::{Bitboard, Square};
use crate::betza::{Leg, Path, Stride, Travel, Via};
use crate::board::Topology;

/// One path on one board.
#[derive(Clone, Debug)]
pub struct Walk {
    board: Topology,
    path: Path,
    reach: Box<[Bitboard; 64]>,
}

/// What a walk meets: the men on the board, or anything at all (to find what could be reached).
#[derive(Clone, Copy)]
enum Men {
    These(Bitboard),
    Any,
}

impl Men {
    fn may_hold(self, square: Square) -> bool {
        matches!(self, Self::Any)
            || matches!(self, Self::These(occupied) if occupied.contains(square))
    }

    fn may_lack(self, square: Square) -> bool {
        !matches!(self, Self::These(occupied) if occupied.contains(square))
    }
}

type Visit<'a> = &'a mut dyn FnMut(Square, Option<Square>);

impl Walk {
    /// The walk of a path, already turned to its side's view.
    pub fn new(board: &Topology, path: Path) -> Self {
        let reach = Box::new([Bitboard::EMPTY; 64]);
        let mut walk = Self {
            board: board.clone(),
            path,
            reach,
        };
        for from in board.squares() {
            let mut reached = Bitboard::EMPTY;
            walk.leg(0, from, None, Men::Any, &mut |to, _| reached |= to.into());
            walk.reach[from.index()] = reached;
        }
        walk
    }

    /// Every square where the walk could end, whatever stands on the board.
    pub fn reach(&self, from: Square) -> Bitboard {
        self.reach[from.index()]
    }

    /// Visits each arrival square, with the last man leapt over. Coming back to the departure square is no
    /// move.
    pub fn follow(&self, from: Square, occupied: Bitboard, visit: Visit<'_>) {
        // The departure square counts as empty: the man has left it.
        let occupied = Men::These(Bitboard(occupied.0 & !Bitboard::from(from).0));
        let mut moves = |to, hurdle| {
            if to != from {
                visit(to, hurdle);
            }
        };
        self.leg(0, from, None, occupied, &mut moves);
    }

    fn leg(
        &self,
        index: usize,
        from: Square,
        hurdle: Option<Square>,
        occupied: Men,
        visit: Visit<'_>,
    ) {
        let Some(leg) = self.path.legs.get(index) else {
            return self.last(from, hurdle, occupied, visit);
        };
        let mut turn = |square: Square| {
            if leg.via != Via::Occupied && occupied.may_lack(square) {
                self.leg(index + 1, square, hurdle, occupied, visit);
            }
            if leg.via != Via::Empty && occupied.may_hold(square) {
                self.leg(index + 1, square, Some(square), occupied, visit);
            }
        };
        match leg.travel {
            Travel::Slide { range } => {
                self.slide(from, from, leg.stride, range, occupied, &mut turn);
            }
            _ => {
                if let Some(square) = self.single(from, *leg, occupied) {
                    turn(square);
                }
            }
        }
    }

    /// One stride that may ask something of the square in between.
    fn single(&self, from: Square, leg: Leg, occupied: Men) -> Option<Square> {
        let gate = leg.stride.gate();
        let gate = self.board.leap(from, gate.files, gate.ranks);
        let open = match leg.travel {
            Travel::Lame => gate.is_some_and(|gate| occupied.may_lack(gate)),
            Travel::MustJump => gate.is_some_and(|gate| occupied.may_hold(gate)),
            _ => true,
        };
        self.board
            .leap(from, leg.stride.files, leg.stride.ranks)
            .filter(|_| open)
    }

    /// Strides from a square over empty squares to the first man; where the board goes round, not as far as `end`.
    fn slide(
        &self,
        from: Square,
        end: Square,
        stride: Stride,
        range: u8,
        occupied: Men,
        visit: &mut dyn FnMut(Square),
    ) {
        let mut square = from;
        let mut steps = 0;
        while let Some(next) = self.board.leap(square, stride.files, stride.ranks) {
            steps += 1;
            if range != 0 && steps > range || next == end {
                break;
            }
            visit(next);
            if !occupied.may_lack(next) {
                break;
            }
            square = next;
        }
    }

    fn last(&self, from: Square, hurdle: Option<Square>, occupied: Men, visit: Visit<'_>) {
        let stride = self.path.last;
        match self.path.travel {
            Travel::Leap => {
                if let Some(to) = self.board.leap(from, stride.files, stride.ranks) {
                    visit(to, hurdle);
                }
            }
            Travel::Lame | Travel::MustJump => {
                let leg = Leg {
                    stride,
                    travel: self.path.travel,
                    via: Via::Any,
                };
                if let Some(to) = self.single(from, leg, occupied) {
                    let gate = stride.gate();
                    let leapt = self.board.leap(from, gate.files, gate.ranks);
                    let jumps = self.path.travel == Travel::MustJump;
                    visit(to, if jumps { leapt } else { hurdle });
                }
            }
            Travel::Slide { range } => {
                self.slide(from, from, stride, range, occupied, &mut |to| {
                    visit(to, hurdle);
                });
            }
            Travel::HopBehind { range } => {
                self.slide(from, from, stride, range, occupied, &mut |over| {
                    if occupied.may_hold(over)
                        && let Some(to) = self.board.leap(over, stride.files, stride.ranks)
                    {
                        visit(to, Some(over));
                    }
                });
            }
            Travel::HopBeyond { range } => {
                let mut steps = 0;
                self.slide(from, from, stride, range, occupied, &mut |over| {
                    steps += 1;
                    let left = range.saturating_sub(steps);
                    if occupied.may_hold(over) && (range == 0 || left > 0) {
                        self.slide(over, from, stride, left, occupied, &mut |to| {
                            visit(to, Some(over));
                        });
                    }
                });
            }
        }
    }
}
