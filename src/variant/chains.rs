//! Movements whose legs depend on the side of the pieces that they meet, or change more than two squares: captures on the way, captures of
//! pieces of the own side, hops over these alone, and pieces that are put down elsewhere (Betza `c` before `a`, `d`, `t`, `u`).
//!
//! Such chains are rare, so that they are followed on the board leg by leg; nothing about them is tabled.

use super::move_tables::{MoveTables, for_side};
use super::path_tree::Hurdles;
use crate::base::{Bitboard, Color, Square};
use crate::betza::{Modes, Movement, Path, Stride, Travel, Via};
use crate::board::{Board, Rays};

/// The chains of a piece type, and its movement as if they hopped.
#[derive(Clone)]
pub struct ChainTables {
    /// By side.
    chains: [Vec<Chain>; 2],
    /// About where the piece can move and capture, for estimates of its value, as White.
    pub flat: MoveTables,
}

/// One chain on a board.
#[derive(Clone)]
struct Chain {
    legs: Vec<Leg>,
    modes: Modes,
    unload: Option<u8>,
}

/// A leg of a chain.
#[derive(Clone)]
struct Leg {
    rays: Rays,
    /// The squares that lame leaps pass.
    gates: Rays,
    travel: Travel,
    /// What has to stand on the last square, and what happens to it; `None` in the last leg.
    via: Option<Via>,
}

/// The board as a chain meets it.
#[derive(Clone, Copy, Debug)]
pub struct Sides {
    /// All pieces.
    pub occupied: Bitboard,
    /// The pieces that the side of the chain can capture.
    pub foes: Bitboard,
    /// The pieces of the side itself that can leave the board or be moved.
    pub friends: Bitboard,
    /// Royal pieces of both sides.
    pub royals: Bitboard,
}

/// One way along a chain, or a plain move ([`ChainWay::plain`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChainWay {
    /// The arrival square.
    pub to: Square,
    /// The squares of the captured pieces, in the order of capture.
    pub taken: Hurdles,
    /// Where the captured piece is put down; it then stays on the board.
    pub put: Option<Square>,
}

impl ChainWay {
    /// A move without any chain.
    pub fn plain(to: Square) -> Self {
        Self {
            to,
            taken: Hurdles::new(),
            put: None,
        }
    }

    /// The squares that name the way: those of captures on the way, and where a piece is put down.
    pub fn names(&self) -> Hurdles {
        let on_the_way = self.taken.iter().filter(|square| **square != self.to);
        on_the_way.copied().chain(self.put).collect()
    }

    /// Whether a piece leaves the board.
    pub fn removes(&self) -> bool {
        !self.taken.is_empty() && self.put.is_none()
    }

    /// Whether the one piece that is taken on the way is put back where it stood.
    pub fn puts_back(&self) -> bool {
        matches!(self.taken[..], [one] if self.put == Some(one))
    }

    /// Whether two ways of a piece lead to the same position.
    pub fn is_same(&self, other: &Self) -> bool {
        let taken = |way: &Self| way.taken.iter().copied().collect::<Bitboard>();
        let both_put_back = self.puts_back() && other.puts_back();
        self.to == other.to
            && (both_put_back || (self.put, taken(self)) == (other.put, taken(other)))
    }
}

/// A way in progress.
struct Walk<'a, F> {
    sides: Sides,
    from: Square,
    taken: Hurdles,
    put: Option<Square>,
    modes: Modes,
    visit: &'a mut F,
}

impl ChainTables {
    /// The tables of a movement; `None` if it has no chains.
    pub(super) fn new(board: Board<'_>, movement: &Movement) -> Option<Self> {
        if movement.chains.is_empty() {
            return None;
        }
        let chains = |color| {
            let paths = movement.chains.iter();
            let chain = |path: &Path| Chain::new(board, &for_side(path, color));
            paths.map(chain).collect()
        };
        Some(Self {
            chains: Color::ALL.map(chains),
            flat: MoveTables::new(board, &movement.flattened(), Color::White),
        })
    }

    /// Calls `visit` for each way of a piece on `from`.
    pub fn each_way(
        &self,
        color: Color,
        from: Square,
        sides: Sides,
        mut visit: impl FnMut(ChainWay),
    ) {
        for chain in &self.chains[color.index()] {
            let mut walk = Walk {
                sides: Sides {
                    occupied: sides.occupied & !Bitboard::from(from),
                    friends: sides.friends & !Bitboard::from(from),
                    ..sides
                },
                from,
                taken: Hurdles::new(),
                put: None,
                modes: chain.modes,
                visit: &mut visit,
            };
            walk.go(chain, 0, from);
        }
    }
}

impl Chain {
    fn new(board: Board<'_>, path: &Path) -> Self {
        let leg = |stride: Stride, travel, via| {
            let gate = stride.gate();
            Leg {
                rays: board.rays((stride.files, stride.ranks)),
                gates: board.rays((gate.files, gate.ranks)),
                travel,
                via,
            }
        };
        let before = path.legs.iter();
        let mut legs: Vec<Leg> = before
            .map(|one| leg(one.stride, one.travel, Some(one.via)))
            .collect();
        legs.push(leg(path.last, path.travel, None));
        Self {
            legs,
            modes: path.modes,
            unload: path.unload,
        }
    }
}

impl<F: FnMut(ChainWay)> Walk<'_, F> {
    /// Follows the legs from number `index` on, which begins on `at`.
    fn go(&mut self, chain: &Chain, index: usize, at: Square) {
        let leg = &chain.legs[index];
        let occupied = self.sides.occupied;
        let put = self.put;
        if chain
            .unload
            .is_some_and(|unload| usize::from(unload) == index)
        {
            self.put = Some(at);
        }
        let range = match leg.travel {
            Travel::Slide { range } => range,
            _ => 1,
        };
        let gate = leg.gates.nearest(at);
        let open = match leg.travel {
            Travel::Lame => gate.is_some_and(|gate| !occupied.contains(gate)),
            Travel::MustJump => gate.is_some_and(|gate| occupied.contains(gate)),
            _ => true,
        };
        if open {
            for to in leg.rays.slide(at, occupied, range) {
                match leg.via {
                    None => self.end(chain, *to),
                    Some(via) => self.pass(chain, (index, via), *to),
                }
            }
        }
        self.put = put;
    }

    /// Goes on from the last square of a leg, if what stands there fits.
    fn pass(&mut self, chain: &Chain, (index, via): (usize, Via), at: Square) {
        let before = self.sides;
        let fits = match via {
            Via::Empty => !before.occupied.contains(at),
            Via::Occupied => before.occupied.contains(at),
            Via::Any => true,
            Via::Friend => before.friends.contains(at),
            Via::Capture => self.can_take(chain, before.foes, at),
            Via::Destroy => self.can_take(chain, before.friends, at),
        };
        if !fits {
            return;
        }
        let takes = matches!(via, Via::Capture | Via::Destroy);
        if takes {
            self.taken.push(at);
            self.sides.occupied &= !Bitboard::from(at);
        }
        self.go(chain, index + 1, at);
        if takes {
            self.taken.pop();
            self.sides = before;
        }
    }

    /// Whether the piece on a square is one of `prey`. A royal piece is put down elsewhere only by its own side, which never captures it.
    fn can_take(&self, chain: &Chain, prey: Bitboard, at: Square) -> bool {
        let Sides {
            occupied,
            royals,
            friends,
            ..
        } = self.sides;
        let is_own = friends.contains(at);
        let puts = chain.unload.is_some();
        occupied.contains(at) && prey.contains(at) && (!royals.contains(at) || is_own == puts)
    }

    /// Ends a way on a square, if what stands there fits.
    fn end(&mut self, chain: &Chain, to: Square) {
        let Sides {
            occupied,
            foes,
            friends,
            royals,
        } = self.sides;
        let modes = self.modes;
        let mut taken = self.taken.clone();
        if occupied.contains(to) {
            let tame = modes.tame && royals.contains(to);
            let captures = modes.capture && !tame && self.can_take(chain, foes, to);
            if !(captures || modes.destroy && self.can_take(chain, friends, to)) {
                return;
            }
            taken.push(to);
        } else if !modes.quiet {
            return;
        }
        let put = self.put.filter(|_| !taken.is_empty());
        // The piece that is put down needs an empty square.
        let blocked = |put: &Square| {
            *put == to || occupied.contains(*put) && !taken.contains(put) && *put != self.from
        };
        let stays = to == self.from && (taken.is_empty() || taken.first().copied() == put);
        if !stays && !put.as_ref().is_some_and(blocked) {
            (self.visit)(ChainWay { to, taken, put });
        }
    }
}
