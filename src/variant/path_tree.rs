//! Movements that have no tables and are followed leg by leg: riders off the queen lines, one-way sliders, lame leapers, and hops that
//! bend at the hurdle or leap more than one piece.
//!
//! The paths of a movement form a tree, so that legs which several paths begin with are followed once. For a Moose, each queen line is
//! followed once, and the paths turn both ways at the first piece. Reversed paths lead from an arrival square to the pieces that can
//! reach it.

use crate::base::{Bitboard, MAX_LEAPS, Square};
use crate::betza::{Path, Stride, Travel, Via};
use crate::board::{Board, Rays};
use arrayvec::ArrayVec;

/// The squares of the pieces that one move leaps over, in order. At most [`MAX_LEAPS`] are stored, which is enough for all pieces with
/// effects.
pub type Hurdles = ArrayVec<Square, MAX_LEAPS>;

/// How one leg of a path moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Going {
    /// One stride.
    Leap,
    /// Up to `range` strides over empty squares (0 = no limit).
    Slide { range: u8 },
    /// As many strides as the last slide made, over empty squares.
    Matched,
    /// Up to `of` strides minus the strides of the last slide, over empty squares.
    Rest { of: u8 },
    /// One stride over a square that must be empty (the gate).
    Lame,
    /// One stride over a square that must be occupied (the gate).
    MustJump,
    /// Up to `range` strides over empty squares (0 = no limit), continuing across the left and right edges.
    Around { range: u8 },
}

/// One leg of a path. `via` is the condition on its last square for the path to go on; `None` in the last leg.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Leg {
    stride: Stride,
    going: Going,
    via: Option<Via>,
}

/// A node of the tree: a leg with all legs that can follow it.
#[derive(Clone, Debug)]
struct Node {
    leg: Leg,
    rays: Rays,
    gates: Rays,
    /// Whether a path ends with this leg.
    ends: bool,
    /// The legs that follow if the leg ends on a piece.
    over: Vec<Self>,
    /// The legs that follow if the leg ends on an empty square.
    through: Vec<Self>,
    /// Whether the length of a later leg depends on the number of strides of this one.
    counts: bool,
}

/// For one departure square, a first leg that is one stride onto a piece: the square of that piece, and all squares that the following
/// legs can reach with any occupancy.
#[derive(Clone, Copy, Debug)]
struct Hook {
    hurdle: Square,
    reach: Bitboard,
    root: usize,
}

/// The paths of a movement on a board, for one side, as a tree.
#[derive(Clone, Debug, Default)]
pub struct PathTree {
    roots: Vec<Node>,
    /// For each square, the first legs that only lead one stride onto a piece; empty if there are none. Reversed bent hops begin with such
    /// a leg, and one test of its reach skips most of them.
    hooks: Vec<Vec<Hook>>,
    /// Whether the board is a cylinder, on which a path ends if it comes back to its departure square.
    goes_round: bool,
}

/// The state while paths are followed.
struct Trail<F> {
    occupied: Bitboard,
    /// Squares on which no path may end or turn, and over which no path may leap.
    barrier: Bitboard,
    hurdles: Hurdles,
    visit: F,
}

impl Leg {
    /// Splits a path into legs. A path that bends at each stride yields one list of legs for each possible length.
    fn all_of(path: &Path) -> Vec<Vec<Self>> {
        let Travel::Bent { range, bend } = path.travel else {
            return vec![Self::in_turn(path)];
        };
        let strides = bend.strides(path.last);
        let most = match range {
            0 => strides.len(),
            range => strides.len().min(usize::from(range)),
        };
        let leg = |last: usize| {
            move |(number, stride): (usize, &Stride)| Self {
                stride: *stride,
                going: Going::Leap,
                via: (number < last).then_some(Via::Empty),
            }
        };
        (1..=most)
            .map(|length| {
                strides[..length]
                    .iter()
                    .enumerate()
                    .map(leg(length - 1))
                    .collect()
            })
            .collect()
    }

    /// The legs of a path that does not bend at each stride.
    fn in_turn(path: &Path) -> Vec<Self> {
        let leg = |stride, going, via| Self { stride, going, via };
        let going = |travel| match travel {
            Travel::Slide { range: 1 } | Travel::Leap | Travel::Bent { .. } => Going::Leap,
            Travel::Slide { range } | Travel::HopBehind { range } | Travel::HopBeyond { range } => {
                Going::Slide { range }
            }
            Travel::Lame => Going::Lame,
            Travel::MustJump => Going::MustJump,
            Travel::Matched => Going::Matched,
            Travel::Around { range } => Going::Around { range },
        };
        let before = path.legs.iter();
        let mut legs: Vec<Self> = before
            .map(|one| leg(one.stride, going(one.travel), Some(one.via)))
            .collect();
        let over = Some(Via::Occupied);
        match path.travel {
            Travel::HopBehind { range } => {
                let up_to = going(Travel::Slide { range });
                legs.push(leg(path.last, up_to, over));
                legs.push(leg(path.last, Going::Leap, None));
            }
            Travel::HopBeyond { range: 0 } => {
                legs.push(leg(path.last, Going::Slide { range: 0 }, over));
                legs.push(leg(path.last, Going::Slide { range: 0 }, None));
            }
            Travel::HopBeyond { range } => {
                let up_to = Going::Slide { range: range - 1 };
                legs.push(leg(path.last, up_to, over));
                legs.push(leg(path.last, Going::Rest { of: range }, None));
            }
            travel => legs.push(leg(path.last, going(travel), None)),
        }
        legs
    }

    /// The legs of the reversed path. `None` if the reversed path is not equivalent, because a gate or a number of strides depends on the
    /// direction, or because the path can come back to its departure square (which counts as empty).
    fn reversed(legs: &[Self]) -> Option<Vec<Self>> {
        let plain = |leg: &Self| {
            matches!(
                leg.going,
                Going::Leap | Going::Slide { .. } | Going::Around { .. }
            )
        };
        let halves = matches!(legs, [one, two]
            if one.stride == two.stride && one.going == Going::Slide { range: 0 } && two.going == Going::Matched);
        if !(halves || legs.iter().all(plain) && Self::never_returns(legs)) {
            return None;
        }
        let vias = legs.iter().rev().skip(1).map(|leg| leg.via);
        let turned = legs
            .iter()
            .rev()
            .zip(vias.chain([None]))
            .map(|(leg, via)| Self {
                stride: leg.stride.reversed(),
                going: leg.going,
                via,
            });
        let mut turned: Vec<Self> = turned.collect();
        if halves {
            turned[0].going = Going::Slide { range: 0 };
            turned[1].going = Going::Matched;
        }
        Some(turned)
    }

    /// Whether a path is known never to come back to its departure square: a path of leaps without a partial sum of zero, or a path that is
    /// straight or bends once. If it turns back on its line, both runs must be hops, so that a piece stands in the way.
    fn never_returns(legs: &[Self]) -> bool {
        if legs.iter().all(|leg| leg.going == Going::Leap) {
            let mut at = (0, 0);
            return legs.iter().all(|Self { stride, .. }| {
                at = (at.0 + stride.files, at.1 + stride.ranks);
                at != (0, 0)
            });
        }
        let mut runs = legs.chunk_by(|one, next| one.stride == next.stride);
        let (Some(first), second, None) = (runs.next(), runs.next(), runs.next()) else {
            return false;
        };
        let hop = |run: &[Self]| matches!(run, [over, behind] if over.via == Some(Via::Occupied) && behind.going == Going::Leap);
        second.is_none_or(|second| {
            second[0].stride != first[0].stride.reversed() || hop(first) && hop(second)
        })
    }
}

impl Node {
    fn new(board: Board<'_>, leg: Leg) -> Self {
        let gate = leg.stride.gate();
        let gate = if matches!(leg.going, Going::Lame | Going::MustJump) {
            gate
        } else {
            leg.stride
        };
        let stride = (leg.stride.files, leg.stride.ranks);
        let rays = match leg.going {
            Going::Around { .. } => board.with(&board.round()).rays(stride),
            _ => board.rays(stride),
        };
        Self {
            leg,
            rays,
            gates: board.rays((gate.files, gate.ranks)),
            ends: false,
            over: Vec::new(),
            through: Vec::new(),
            counts: false,
        }
    }

    /// Adds the legs of a path to the tree, starting at the level `nodes`.
    fn grow(nodes: &mut Vec<Self>, board: Board<'_>, legs: &[Leg]) {
        let Some((leg, rest)) = legs.split_first() else {
            return;
        };
        let same = |node: &Self| (node.leg.stride, node.leg.going) == (leg.stride, leg.going);
        let index = nodes.iter().position(same).unwrap_or_else(|| {
            nodes.push(Self::new(board, *leg));
            nodes.len() - 1
        });
        let node = &mut nodes[index];
        let counted = |leg: &Leg| matches!(leg.going, Going::Matched | Going::Rest { .. });
        node.counts |= rest.iter().any(counted);
        match leg.via {
            None => node.ends = true,
            Some(Via::Empty) => Self::grow(&mut node.through, board, rest),
            // Chains are no paths of a tree but for estimates.
            Some(Via::Occupied | Via::Capture | Via::Destroy | Via::Friend) => {
                Self::grow(&mut node.over, board, rest);
            }
            Some(Via::Any) => {
                Self::grow(&mut node.through, board, rest);
                Self::grow(&mut node.over, board, rest);
            }
        }
    }

    /// Whether the gate allows the leg.
    fn is_open(&self, from: Square, occupied: Bitboard) -> bool {
        let gate = self.gates.nearest(from);
        match self.leg.going {
            Going::Lame => gate.is_some_and(|gate| !occupied.contains(gate)),
            Going::MustJump => gate.is_some_and(|gate| occupied.contains(gate)),
            _ => true,
        }
    }

    /// Follows the leg and all that can follow from a square. `steps` is the number of strides of the last slide.
    fn go<F: FnMut(Square, &[Square])>(&self, from: Square, steps: u8, trail: &mut Trail<F>) {
        let occupied = trail.occupied;
        match self.leg.going {
            Going::Leap => {
                if let Some(to) = self.rays.nearest(from) {
                    self.arrive(to, steps, trail);
                }
            }
            Going::Slide { range: 0 } if !self.ends && !self.counts && self.through.is_empty() => {
                if let Some(piece) = self.rays.first_piece(from, occupied) {
                    self.arrive(piece, steps, trail);
                }
            }
            Going::Slide { range } | Going::Around { range } => {
                self.arrive_along(from, range, trail);
            }
            Going::Rest { of } => {
                if of > steps {
                    self.arrive_along(from, of - steps, trail);
                }
            }
            Going::Matched => {
                let way = self.rays.slide(from, occupied, 0);
                if let Some(to) = way.get(usize::from(steps).wrapping_sub(1)) {
                    self.arrive(*to, steps, trail);
                }
            }
            Going::Lame | Going::MustJump => {
                let to = self.rays.nearest(from);
                if let Some(to) = to.filter(|_| self.is_open(from, occupied)) {
                    let gate = self.gates.nearest(from);
                    let leapt = gate.filter(|_| self.leg.going == Going::MustJump);
                    let named = leapt.is_some_and(|gate| trail.hurdles.try_push(gate).is_ok());
                    self.arrive(to, steps, trail);
                    if named {
                        trail.hurdles.pop();
                    }
                }
            }
        }
    }

    fn arrive_along<F: FnMut(Square, &[Square])>(
        &self,
        from: Square,
        range: u8,
        trail: &mut Trail<F>,
    ) {
        let way = self.rays.slide(from, trail.occupied, range);
        for (to, steps) in way.iter().zip(1..) {
            self.arrive(*to, steps, trail);
        }
    }

    #[inline(always)]
    fn arrive<F: FnMut(Square, &[Square])>(&self, to: Square, steps: u8, trail: &mut Trail<F>) {
        if trail.barrier.contains(to) {
            return;
        }
        if self.ends {
            (trail.visit)(to, &trail.hurdles);
        }
        if !trail.occupied.contains(to) {
            for next in &self.through {
                next.go(to, steps, trail);
            }
        } else if !self.over.is_empty() {
            let named = trail.hurdles.try_push(to).is_ok();
            for next in &self.over {
                next.go(to, steps, trail);
            }
            if named {
                trail.hurdles.pop();
            }
        }
    }

    /// All squares where paths can end with any occupancy, if this leg begins on a square of `from`.
    fn reach(&self, from: Bitboard) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for square in from {
            match self.leg.going {
                Going::Leap | Going::Lame | Going::MustJump => {
                    reached |= self.rays.nearest(square).into_iter().collect();
                }
                Going::Slide { .. }
                | Going::Around { .. }
                | Going::Matched
                | Going::Rest { .. } => {
                    reached |= self.rays.set(square);
                }
            }
        }
        let ends = if self.ends { reached } else { Bitboard::EMPTY };
        let next = self.over.iter().chain(&self.through);
        next.fold(ends, |all, node| all | node.reach(reached))
    }

    /// The squares of `among` where paths end if this leg begins on `from`. `steps` is the number of strides of the last slide.
    fn ends(&self, from: Square, steps: u8, occupied: Bitboard, among: Bitboard) -> Bitboard {
        match self.leg.going {
            Going::Leap => match self.rays.nearest(from) {
                Some(to) => self.ends_at(to, steps, occupied, among),
                None => Bitboard::EMPTY,
            },
            Going::Slide { range: 0 } if !self.counts && self.through.is_empty() => {
                if self.over.is_empty() && !self.rays.set(from).intersects(among) {
                    return Bitboard::EMPTY;
                }
                let (way, piece) = self.rays.until_piece(from, occupied);
                let ends = if self.ends {
                    way & among
                } else {
                    Bitboard::EMPTY
                };
                piece
                    .filter(|_| !self.over.is_empty())
                    .map_or(ends, |piece| {
                        ends | self.ends_behind(piece, steps, occupied, among)
                    })
            }
            _ => {
                let mut reached = Bitboard::EMPTY;
                let visit = |to: Square, _: &[Square]| reached |= to.into();
                let mut trail = Trail {
                    occupied,
                    barrier: Bitboard::EMPTY,
                    hurdles: Hurdles::new(),
                    visit,
                };
                self.go(from, steps, &mut trail);
                reached & among
            }
        }
    }

    /// The squares of `among` where paths end if this leg has led to `to`.
    #[inline(always)]
    fn ends_at(&self, to: Square, steps: u8, occupied: Bitboard, among: Bitboard) -> Bitboard {
        let here = if self.ends {
            among & to.into()
        } else {
            Bitboard::EMPTY
        };
        if occupied.contains(to) {
            here | self.ends_behind(to, steps, occupied, among)
        } else {
            let next = self.through.iter();
            next.fold(here, |all, node| {
                all | node.ends(to, steps, occupied, among)
            })
        }
    }

    /// The squares of `among` where paths end if this leg has led to `piece` and they go on from there.
    #[inline(always)]
    fn ends_behind(
        &self,
        piece: Square,
        steps: u8,
        occupied: Bitboard,
        among: Bitboard,
    ) -> Bitboard {
        let next = self.over.iter();
        next.fold(Bitboard::EMPTY, |all, node| {
            all | node.ends(piece, steps, occupied, among)
        })
    }

    /// Whether the leg is a single stride that must lead onto a piece, and no path ends with it.
    const fn is_hook(&self) -> bool {
        matches!(self.leg.going, Going::Leap) && !self.ends && self.through.is_empty()
    }

    /// Adds to `seen` the squares whose occupancy decides where paths lead if this leg begins on `from`.
    fn examine(&self, from: Square, steps: u8, occupied: Bitboard, seen: &mut Bitboard) {
        if self.leg.going == (Going::Slide { range: 0 }) && !self.counts && self.through.is_empty()
        {
            let (way, piece) = self.rays.until_piece(from, occupied);
            *seen |= way;
            for (piece, node) in piece
                .into_iter()
                .flat_map(|piece| self.over.iter().map(move |n| (piece, n)))
            {
                node.examine(piece, steps, occupied, seen);
            }
            return;
        }
        let way: &[Square] = match self.leg.going {
            Going::Leap => self.rays.slide(from, Bitboard::ALL, 1),
            Going::Slide { range } | Going::Around { range } => {
                self.rays.slide(from, occupied, range)
            }
            _ => self.rays.slide(from, occupied, steps),
        };
        for (to, strides) in way.iter().zip(1..) {
            *seen |= (*to).into();
            let steps = match self.leg.going {
                Going::Slide { .. } => strides,
                _ => steps,
            };
            let next = if occupied.contains(*to) {
                &self.over
            } else {
                &self.through
            };
            for node in next {
                node.examine(*to, steps, occupied, seen);
            }
        }
    }
}

impl PathTree {
    /// Builds the tree. The paths must already be turned for their side.
    pub fn new<'a>(board: Board<'_>, paths: impl IntoIterator<Item = &'a Path>) -> Self {
        let paths = paths.into_iter().flat_map(Leg::all_of);
        Self::of_legs(board, paths.collect())
    }

    fn of_legs(board: Board<'_>, paths: Vec<Vec<Leg>>) -> Self {
        let mut roots = Vec::new();
        for legs in paths {
            Node::grow(&mut roots, board, &legs);
        }
        let hooks_from = |from: Square| {
            let hook = |(root, node): (usize, &Node)| {
                let hurdle = node.rays.nearest(from).filter(|_| node.is_hook())?;
                let next = node.over.iter();
                let reach = next.fold(Bitboard::EMPTY, |all, node| all | node.reach(hurdle.into()));
                Some(Hook {
                    hurdle,
                    reach,
                    root,
                })
            };
            roots.iter().enumerate().filter_map(hook).collect()
        };
        let hooks = if roots.iter().any(Node::is_hook) {
            Square::all().map(hooks_from).collect()
        } else {
            Vec::new()
        };
        Self {
            hooks,
            roots,
            goes_round: board.wraps(),
        }
    }

    /// Builds the tree of the reversed paths; `None` if a path cannot be reversed.
    pub fn reversed<'a>(
        board: Board<'_>,
        paths: impl IntoIterator<Item = &'a Path>,
    ) -> Option<Self> {
        // On a cylinder, a path over several pieces ends if it comes round to its departure square. A reversed path cannot be stopped there,
        // because it is the departure squares that it looks for.
        let circles = |legs: &Vec<Leg>| board.wraps() && legs.len() > 2;
        let turned = paths
            .into_iter()
            .flat_map(Leg::all_of)
            .map(|legs| Leg::reversed(&legs).filter(|legs| !circles(legs)));
        let turned: Option<Vec<Vec<Leg>>> = turned.collect();
        turned.map(|turned| Self::of_legs(board, turned))
    }

    /// Whether the tree has no paths.
    pub const fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// All squares where paths from a square can end with any occupancy.
    pub fn reach(&self, from: Square) -> Bitboard {
        let nodes = self.roots.iter();
        nodes.fold(Bitboard::EMPTY, |all, node| all | node.reach(from.into()))
    }

    /// Calls `visit` for each arrival square of each path, with the squares of the pieces leapt over. The departure square counts as empty,
    /// because the piece has left it; on a cylinder a path ends there. It is never an arrival square.
    #[inline]
    pub fn follow(
        &self,
        from: Square,
        occupied: Bitboard,
        mut visit: impl FnMut(Square, &[Square]),
    ) {
        let own = Bitboard::from(from);
        let (occupied, barrier) = if self.goes_round {
            (occupied | own, own)
        } else {
            (occupied & !own, Bitboard::EMPTY)
        };
        let mut trail = Trail {
            occupied,
            barrier,
            hurdles: Hurdles::new(),
            visit: |to, hurdles: &[Square]| {
                if to != from {
                    visit(to, hurdles);
                }
            },
        };
        for node in &self.roots {
            node.go(from, 0, &mut trail);
        }
    }

    /// The arrival squares of all paths from a square.
    #[inline]
    pub fn targets(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let own = Bitboard::from(from);
        if self.goes_round && self.leaps_pieces() {
            let mut reached = Bitboard::EMPTY;
            self.follow(from, occupied, |to, _| reached |= to.into());
            return reached;
        }
        let occupied = if self.goes_round {
            occupied | own
        } else {
            occupied & !own
        };
        self.ends(from, occupied, !own)
    }

    /// Whether a path has more than one leg, so that it may lead over a piece.
    fn leaps_pieces(&self) -> bool {
        let leaps = |node: &Node| !node.over.is_empty() || !node.through.is_empty();
        self.roots.iter().any(leaps)
    }

    /// The squares of `among` where paths from a square end with this occupancy. In a reversed tree, these are the departure squares from
    /// which pieces can reach the square.
    #[inline]
    pub fn ends(&self, from: Square, occupied: Bitboard, among: Bitboard) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        for hook in self.hooks.get(from.index()).into_iter().flatten() {
            if occupied.contains(hook.hurdle) && hook.reach.intersects(among) {
                found |= self.roots[hook.root].ends_behind(hook.hurdle, 0, occupied, among);
            }
        }
        let others = self.roots.iter().filter(|node| !node.is_hook());
        others.fold(found, |all, node| all | node.ends(from, 0, occupied, among))
    }

    /// The squares whose occupancy decides where the paths from a square end.
    pub fn examined(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        for node in &self.roots {
            node.examine(from, 0, occupied, &mut seen);
        }
        seen
    }
}
