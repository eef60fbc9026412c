//! How one man of one side moves, compiled from Betza notation into tables.
//!
//! Four mechanisms cover every movement, the cheap ones first: leaps are a set of squares per
//! departure square; line men use a [`LineTable`]; a hop over one certain square is a pair of hurdle
//! and arrival squares; everything else (riders off the queen lines, one-way sliders, bent hops) is
//! walked step by step.

use super::walk::Walk;
use crate::base::{Bitboard, Color, Square};
use crate::betza::{Movement, Path, Stride, Travel, Via};
use crate::board::{Behaviour, Direction, LineTable, Lines, Topology, between};
use arrayvec::ArrayVec;

/// A line movement: one behaviour along some of the four lines, both ways.
#[derive(Clone, Copy)]
pub struct LineMoves {
    /// Where it arrives.
    pub table: &'static LineTable,
    /// From where it arrives here.
    pub reverse: &'static LineTable,
    /// What the tables answer.
    pub behaviour: Behaviour,
    /// Along which lines.
    pub lines: Lines,
}

/// A hop over one certain square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedHop {
    /// The square that must be occupied.
    pub hurdle: Square,
    /// Where the hop may land.
    pub landings: Bitboard,
}

/// Where a man arrives, for one purpose (moving or capturing).
#[derive(Clone)]
pub struct PathTables {
    /// Unconditional leaps for each departure square.
    pub leaps: Box<[Bitboard; 64]>,
    /// Line movements.
    pub lines: ArrayVec<LineMoves, 4>,
    /// Hops over a certain square, for each departure square; empty when there are none.
    pub fixed_hops: Vec<ArrayVec<FixedHop, 8>>,
    walks: Vec<Walk>,
    /// The lines of a man that does nothing but hop over the first man to the square behind it, on the full
    /// board: hops of several such men can be looked at together.
    pub hops_only: Option<Lines>,
}

/// How one man of one side moves and captures.
#[derive(Clone)]
pub struct MoveTables {
    /// Movement without capture.
    pub quiet: PathTables,
    /// Movement with capture.
    pub capture: PathTables,
    /// Whether moving and capturing are the same movement.
    pub same: bool,
    /// Whether there are hops at all: then a move may have a hurdle.
    pub hops: bool,
}

impl PathTables {
    fn new() -> Self {
        Self {
            leaps: Box::new([Bitboard::EMPTY; 64]),
            lines: ArrayVec::new(),
            fixed_hops: Vec::new(),
            walks: Vec::new(),
            hops_only: None,
        }
    }

    /// The arrival squares from a square when `occupied` are the occupied squares.
    #[inline(always)]
    pub fn targets(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let mut reached = self.leaps[from.index()];
        for line in &self.lines {
            reached |= line.table.targets(from, occupied, line.lines);
        }
        if !self.fixed_hops.is_empty() {
            for over in &self.fixed_hops[from.index()] {
                if occupied.contains(over.hurdle) {
                    reached |= over.landings;
                }
            }
        }
        if !self.walks.is_empty() {
            reached |= self.walked(from, occupied);
        }
        reached
    }

    /// The arrival squares of hops over one certain square.
    #[inline]
    pub fn fixed_hop_targets(&self, from: Square, occupied: Bitboard) -> Bitboard {
        self.fixed_hops
            .get(from.index())
            .map_or(Bitboard::EMPTY, |fixed_hops| {
                fixed_hops
                    .iter()
                    .filter(|over| occupied.contains(over.hurdle))
                    .fold(Bitboard::EMPTY, |all, over| all | over.landings)
            })
    }

    #[cold]
    fn walked(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for walk in &self.walks {
            walk.follow(from, occupied, &mut |to, _| reached |= to.into());
        }
        reached
    }

    /// Whether something beyond leaps, lines and single hurdles has to be walked.
    pub fn has_walks(&self) -> bool {
        !self.walks.is_empty()
    }

    /// Where walked movements could end from a square, whatever stands on the board.
    pub fn walk_reach(&self, from: Square) -> Bitboard {
        self.walks
            .iter()
            .fold(Bitboard::EMPTY, |all, walk| all | walk.reach(from))
    }

    /// The hurdle of a hop from one square to another: the man leapt over, if the movement is a hop.
    pub fn hurdle(&self, from: Square, to: Square, occupied: Bitboard) -> Option<Square> {
        for line in &self.lines {
            if matches!(line.behaviour, Behaviour::Slide { .. }) {
                continue;
            }
            if line.table.targets(from, occupied, line.lines).contains(to) {
                return (between(from, to) & occupied).first();
            }
        }
        if let Some(fixed_hops) = self.fixed_hops.get(from.index())
            && let Some(over) = fixed_hops
                .iter()
                .find(|o| occupied.contains(o.hurdle) && o.landings.contains(to))
        {
            return Some(over.hurdle);
        }
        let mut found = None;
        for walk in &self.walks {
            walk.follow(from, occupied, &mut |end, hurdle| {
                if end == to && found.is_none() {
                    found = hurdle;
                }
            });
        }
        found
    }

    fn add_leaps(&mut self, board: &Topology, stride: Stride) {
        for from in board.squares() {
            let to = board.leap(from, stride.files, stride.ranks);
            if let Some(to) = to.filter(|to| *to != from) {
                self.leaps[from.index()] |= to.into();
            }
        }
    }

    fn add_overs(&mut self, board: &Topology, hurdle: Stride, landing: Stride) -> bool {
        let mut found = Vec::new();
        for from in board.squares() {
            let over = board.leap(from, hurdle.files, hurdle.ranks);
            let to = over.and_then(|over| board.leap(over, landing.files, landing.ranks));
            if let (Some(over), Some(to)) = (over, to.filter(|to| *to != from)) {
                found.push((from, over, to));
            }
        }
        self.fixed_hops.resize(Square::COUNT, ArrayVec::new());
        for (from, hurdle, to) in found {
            let fixed_hops = &mut self.fixed_hops[from.index()];
            if let Some(over) = fixed_hops.iter_mut().find(|over| over.hurdle == hurdle) {
                over.landings |= to.into();
            } else if fixed_hops
                .try_push(FixedHop {
                    hurdle,
                    landings: to.into(),
                })
                .is_err()
            {
                return false;
            }
        }
        true
    }

    fn add_lines(&mut self, board: &Topology, behaviour: Behaviour, lines: Lines) {
        self.lines.push(LineMoves {
            table: LineTable::get(board, behaviour),
            reverse: LineTable::get(board, behaviour.reversed()),
            behaviour,
            lines,
        });
    }

    /// Compiles paths, all of them for this side and this purpose.
    fn compile(board: &Topology, paths: &[Path]) -> Self {
        let mut compiled = Self::new();
        let mut rays: Vec<(Behaviour, Vec<Direction>, Vec<Path>)> = Vec::new();
        for path in paths {
            // Line tables know the lines of a board with edges only.
            let on_line = behaviour(path).filter(|_| !board.wraps());
            let line = on_line.zip(Direction::of(path.last.files, path.last.ranks));
            let done = match (path.legs.as_slice(), path.travel) {
                ([], Travel::Leap) => {
                    compiled.add_leaps(board, path.last);
                    true
                }
                ([leg], Travel::Leap) if leg.via == Via::Occupied && leg.travel == Travel::Leap => {
                    compiled.add_overs(board, leg.stride, path.last)
                }
                ([], _) if line.is_some() => {
                    if let Some((behaviour, direction)) = line {
                        match rays.iter_mut().find(|ray| ray.0 == behaviour) {
                            Some(ray) => {
                                ray.1.push(direction);
                                ray.2.push(path.clone());
                            }
                            None => rays.push((behaviour, vec![direction], vec![path.clone()])),
                        }
                    }
                    true
                }
                _ => false,
            };
            if !done {
                compiled.walks.push(Walk::new(board, path.clone()));
            }
        }
        for (behaviour, directions, paths) in rays {
            let both_ways = |line: &usize| {
                directions
                    .iter()
                    .filter(|direction| direction.line() == *line)
                    .count()
                    == 2
            };
            let lines: u8 = (0..4).filter(both_ways).map(|line| 1 << line).sum();
            if lines != 0 && !compiled.lines.is_full() {
                compiled.add_lines(board, behaviour, Lines(lines));
            }
            for (direction, path) in directions.iter().zip(paths) {
                if lines >> direction.line() & 1 == 0 {
                    compiled.walks.push(Walk::new(board, path));
                }
            }
        }
        compiled.hops_only = compiled
            .sole_hop()
            .filter(|_| *board == *Topology::STANDARD);
        compiled
    }

    /// The lines of the only movement if that is a hop without limit.
    fn sole_hop(&self) -> Option<Lines> {
        let leaps = self.leaps.iter().any(|leaps| leaps.any());
        match self.lines.as_slice() {
            [line] if !leaps && self.fixed_hops.is_empty() && self.walks.is_empty() => {
                (line.behaviour == Behaviour::HopBehind { range: 0 }).then_some(line.lines)
            }
            _ => None,
        }
    }

    /// Takes away every movement from the given squares.
    pub fn forbid_from(&mut self, squares: Bitboard) {
        for square in squares {
            self.leaps[square.index()] = Bitboard::EMPTY;
        }
    }
}

/// The line behaviour of a path along a queen line.
fn behaviour(path: &Path) -> Option<Behaviour> {
    match path.travel {
        Travel::Slide { range } => Some(Behaviour::Slide { range }),
        Travel::HopBehind { range } => Some(Behaviour::HopBehind { range }),
        Travel::HopBeyond { range } => Some(Behaviour::HopBeyond { range }),
        Travel::Leap | Travel::Lame | Travel::MustJump => None,
    }
}

/// A path as the side goes it: Black's board is White's turned half round.
fn for_side(path: &Path, color: Color) -> Path {
    let mut path = path.clone();
    if color == Color::Black {
        path.last = path.last.reversed();
        for leg in &mut path.legs {
            leg.stride = leg.stride.reversed();
        }
    }
    path
}

impl MoveTables {
    /// Compiles the movement of a man of one side. Paths that are open only for a first move or en
    /// passant are left out: they belong to the rules of pawns.
    pub fn new(board: &Topology, movement: &Movement, color: Color) -> Self {
        let side: Vec<Path> = movement
            .paths
            .iter()
            .filter(|path| !path.modes.initial)
            .map(|path| for_side(path, color))
            .collect();
        let pick = |wanted: fn(&Path) -> bool| -> Vec<Path> {
            side.iter().filter(|path| wanted(path)).cloned().collect()
        };
        let quiet = pick(|path| path.modes.quiet);
        let capture = pick(|path| path.modes.capture);
        let hops = side.iter().any(|path| {
            !path.legs.is_empty()
                || !matches!(
                    path.travel,
                    Travel::Leap | Travel::Slide { .. } | Travel::Lame
                )
        });
        Self {
            same: quiet == capture,
            hops,
            quiet: PathTables::compile(board, &quiet),
            capture: PathTables::compile(board, &capture),
        }
    }

    /// A man that never moves.
    pub fn none() -> Self {
        Self {
            quiet: PathTables::new(),
            capture: PathTables::new(),
            same: true,
            hops: false,
        }
    }
}
