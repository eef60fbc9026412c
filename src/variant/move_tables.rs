//! Move tables: how a piece of one side moves, compiled from Betza notation.
//!
//! Four representations cover all movements, the cheapest first. Leaps are a set of squares per departure square. Slides and hops along
//! queen lines use a [line table](crate::board::LineTable). A hop over one fixed square is a pair of hurdle and arrival squares. All else
//! (riders off the queen lines, one-way sliders, bent hops, hops over several pieces) is a [`PathTree`], followed leg by leg.

use super::path_tree::{Hurdles, PathTree};
use super::target_lookup::{LineMoves, TargetLookup};
use crate::base::{Bitboard, Color, Square};
use crate::betza::{Movement, Path, Stride, Travel, Via};
use crate::board::{Behaviour, Board, Direction, HopFill, Lines, Topology, between};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// A hop from a certain departure square over one fixed square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedHop {
    /// The square that must be occupied, by the hurdle.
    pub hurdle: Square,
    /// The arrival squares.
    pub landings: Bitboard,
}

/// The tables of a piece's quiet moves, or of its captures.
#[derive(Clone)]
pub struct PathTables {
    /// The arrival squares of leaps, by departure square.
    pub leaps: Arc<[Bitboard; 64]>,
    /// The slides and hops along queen lines.
    pub lines: ArrayVec<LineMoves, 4>,
    /// Hops over one fixed square, by departure square; empty if the piece has none.
    pub fixed_hops: Vec<Vec<FixedHop>>,
    /// Whether the departure and arrival squares of a move determine the pieces that it leaps over.
    pub one_way: bool,
    path_tree: PathTree,
    /// The reversed paths, which find pieces that reach a square; `None` if the paths cannot be reversed.
    reversed_paths: Option<PathTree>,
    lookup: TargetLookup,
    /// If the piece only hops over the first piece on a line to the square behind it, and the board is the full 8x8 board: its lines. The
    /// hops of several such pieces are computed at once.
    pub hops_only: Option<Lines>,
}

/// The kind of a piece's movement, for the mobility terms of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovementClass {
    /// Leaps, or paths that are not along lines.
    Leaps,
    /// Slides along lines to the edge.
    Slides,
    /// Hops along lines.
    Hops,
}

/// How one piece of one side moves and captures.
#[derive(Clone)]
pub struct MoveTables {
    /// The tables of moves without capture.
    pub quiet: PathTables,
    /// The tables of captures.
    pub capture: PathTables,
    /// Whether quiet moves and captures are the same movement.
    pub same: bool,
    /// Whether the piece can hop, so that its moves may have hurdles.
    pub hops: bool,
    /// The kind of the piece's quiet movement.
    pub movement_class: MovementClass,
}

impl MoveTables {
    /// Whether the piece has no movement at all.
    pub fn never_move(&self) -> bool {
        self.same && self.capture.is_nothing()
    }

    /// The squares that quiet moves from a square reach, and those that captures reach, whatever stands on them.
    #[inline(always)]
    pub fn targets(&self, from: Square, occupied: Bitboard) -> [Bitboard; 2] {
        let capture = self.capture.targets(from, occupied);
        let quiet = if self.same {
            capture
        } else {
            self.quiet.targets(from, occupied)
        };
        [quiet, capture]
    }
}

/// The hoppers among `pieces` that can hop to one of `squares`.
#[inline(never)]
fn hoppers_to(squares: Bitboard, pieces: Bitboard, lines: Lines, occupied: Bitboard) -> Bitboard {
    let fill = HopFill::of_hops(pieces, occupied, lines);
    if fill.sets().into_iter().any(|set| set.intersects(squares)) {
        fill.origins(squares, occupied)
    } else {
        Bitboard::EMPTY
    }
}

impl PathTables {
    /// Whether the tables contain no movement at all.
    pub fn is_nothing(&self) -> bool {
        self.lines.is_empty()
            && self.fixed_hops.is_empty()
            && self.path_tree.is_empty()
            && self.leaps.iter().all(|targets| targets.is_empty())
    }

    fn new() -> Self {
        Self {
            leaps: Arc::new([Bitboard::EMPTY; 64]),
            lines: ArrayVec::new(),
            fixed_hops: Vec::new(),
            one_way: true,
            path_tree: PathTree::default(),
            reversed_paths: None,
            lookup: TargetLookup::Mixed,
            hops_only: None,
        }
    }

    /// The arrival squares of moves from a square, given the occupied squares. Own pieces are not excluded.
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
        if !self.path_tree.is_empty() {
            reached |= self.walked(from, occupied);
        }
        reached
    }

    /// Calls `visit` with each of `pieces` and its [targets](Self::targets).
    #[inline(always)]
    pub fn each_targets(
        &self,
        pieces: Bitboard,
        occupied: Bitboard,
        visit: impl FnMut(Square, Bitboard),
    ) {
        let mixed = |from| self.targets(from, occupied);
        self.lookup.each_targets(pieces, occupied, mixed, visit);
    }

    /// The pieces among `pieces` whose [targets](Self::targets) may lie in `squares`, as an upper bound: exact for hops, which are computed
    /// for all pieces at once; all pieces for other movements.
    #[inline(always)]
    pub fn reaching(&self, squares: Bitboard, pieces: Bitboard, occupied: Bitboard) -> Bitboard {
        match self.hops_only {
            Some(lines) if pieces.count() >= HopFill::WORTHWHILE => {
                hoppers_to(squares, pieces, lines, occupied)
            }
            _ => pieces,
        }
    }

    /// Whether there is a leap from at least one square.
    fn has_leaps(&self) -> bool {
        self.leaps.iter().any(|leaps| leaps.any())
    }

    /// Whether the movement consists of leaps and line movements alone.
    const fn is_tabled(&self) -> bool {
        self.fixed_hops.is_empty() && self.path_tree.is_empty()
    }

    /// The kind of this movement.
    fn movement_class(&self) -> MovementClass {
        match self.lines.first() {
            None => MovementClass::Leaps,
            Some(line) if matches!(line.behaviour, Behaviour::Slide { .. }) => {
                MovementClass::Slides
            }
            Some(_) => MovementClass::Hops,
        }
    }

    /// The arrival squares of hops over a fixed square, given the occupied squares.
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

    #[inline(never)]
    fn walked(&self, from: Square, occupied: Bitboard) -> Bitboard {
        self.path_tree.targets(from, occupied)
    }

    /// Whether the movement includes slides along files to the edge.
    pub fn slides_along_files(&self) -> bool {
        let along_files = |line: &LineMoves| {
            line.behaviour == Behaviour::Slide { range: 0 } && line.lines.0 & Lines::FILE.0 != 0
        };
        self.lines.iter().any(along_files)
    }

    /// Whether the movement is colour-bound: only leaps and slides, all to squares of the same square colour.
    pub fn color_bound(&self) -> bool {
        let colour = |square: Square| (square.file() + square.rank()) % 2;
        let slides = |line: &LineMoves| matches!(line.behaviour, Behaviour::Slide { .. });
        let keeps = |from: Square| {
            let mut reached = self.targets(from, Bitboard::EMPTY).into_iter();
            reached.all(|to| colour(to) == colour(from))
        };
        self.fixed_hops.is_empty()
            && self.path_tree.is_empty()
            && self.lines.iter().all(slides)
            && Bitboard::ALL.into_iter().all(keeps)
    }

    /// Whether part of the movement is a [`PathTree`], followed leg by leg.
    pub fn has_walks(&self) -> bool {
        !self.path_tree.is_empty()
    }

    /// All squares that the paths of the [`PathTree`] can reach from a square, with any occupancy.
    pub fn walk_reach(&self, from: Square) -> Bitboard {
        self.path_tree.reach(from)
    }

    /// The reversed paths, which find pieces that can reach a square; `None` if the paths cannot be reversed.
    pub(super) const fn reversed_paths(&self) -> Option<&PathTree> {
        self.reversed_paths.as_ref()
    }

    /// The square of the hurdle of a move, if the departure and arrival squares determine it ([`PathTables::one_way`]); `None` if the move
    /// leaps over nothing.
    #[inline(always)]
    pub fn only_hurdle(&self, from: Square, to: Square, occupied: Bitboard) -> Option<Square> {
        for line in &self.lines {
            if matches!(line.behaviour, Behaviour::Slide { .. }) {
                continue;
            }
            if line.table.targets(from, occupied, line.lines).contains(to) {
                return (between(from, to) & occupied).first();
            }
        }
        None
    }

    /// The squares of the hurdles of a move, in the order of leaping. If there are several ways from `from` to `to`, `way` is an index into
    /// [`PathTables::ways`].
    #[inline(always)]
    pub fn hurdles(&self, from: Square, to: Square, occupied: Bitboard, way: u16) -> Hurdles {
        if self.one_way {
            return self.only_hurdle(from, to, occupied).into_iter().collect();
        }
        if way == 0 {
            return self.first_way(from, to, occupied);
        }
        let mut ways = self.ways(from, to, occupied).into_iter();
        ways.nth(usize::from(way)).unwrap_or_default()
    }

    /// The first of the [`ways`](Self::ways) from one square to another, found without listing all.
    #[inline(never)]
    fn first_way(&self, from: Square, to: Square, occupied: Bitboard) -> Hurdles {
        let mut first: Option<Hurdles> = None;
        self.for_each_way(from, occupied, |at, hurdles| {
            if at == to
                && first
                    .as_ref()
                    .is_none_or(|known| written(hurdles).lt(written(known)))
            {
                first = hurdles.try_into().ok();
            }
        });
        first.unwrap_or_default()
    }

    /// All different ways from one square to another, each as the squares of its hurdles in the order of leaping. The ways are sorted by
    /// the texts of these squares; the index in the list is the number of the way.
    #[inline(never)]
    pub fn ways(&self, from: Square, to: Square, occupied: Bitboard) -> Vec<Hurdles> {
        let mut ways = Vec::new();
        self.for_each_way(from, occupied, |at, hurdles| {
            if at == to {
                ways.push(hurdles.iter().copied().collect::<Hurdles>());
            }
        });
        ways.sort_by(|a, b| written(a).cmp(written(b)));
        ways.dedup();
        ways
    }

    /// Calls `visit` for each move from a square, with its arrival square and the squares of its hurdles.
    #[inline]
    pub fn for_each_way(
        &self,
        from: Square,
        occupied: Bitboard,
        mut visit: impl FnMut(Square, &[Square]),
    ) {
        for to in self.leaps[from.index()] {
            visit(to, &[]);
        }
        for line in &self.lines {
            let slides = matches!(line.behaviour, Behaviour::Slide { .. });
            for to in line.table.targets(from, occupied, line.lines) {
                match (between(from, to) & occupied).first().filter(|_| !slides) {
                    Some(hurdle) => visit(to, &[hurdle]),
                    None => visit(to, &[]),
                }
            }
        }
        for over in self.fixed_hops.get(from.index()).into_iter().flatten() {
            if occupied.contains(over.hurdle) {
                for to in over.landings {
                    visit(to, &[over.hurdle]);
                }
            }
        }
        self.path_tree.follow(from, occupied, visit);
    }

    fn add_leaps(&mut self, board: &Topology, stride: Stride) {
        let leaps = Arc::make_mut(&mut self.leaps);
        for from in board.squares() {
            let to = board.leap(from, stride.files, stride.ranks);
            if let Some(to) = to.filter(|to| *to != from) {
                leaps[from.index()] |= to.into();
            }
        }
    }

    fn add_fixed_hops(&mut self, board: &Topology, hurdle: Stride, landing: Stride) {
        self.fixed_hops.resize(Square::COUNT, Vec::new());
        for from in board.squares() {
            let over = board.leap(from, hurdle.files, hurdle.ranks);
            let to = over.and_then(|over| board.leap(over, landing.files, landing.ranks));
            let (Some(over), Some(to)) = (over, to.filter(|to| *to != from)) else {
                continue;
            };
            let hops = &mut self.fixed_hops[from.index()];
            match hops.iter_mut().find(|hop| hop.hurdle == over) {
                Some(hop) => hop.landings |= to.into(),
                None => hops.push(FixedHop {
                    hurdle: over,
                    landings: to.into(),
                }),
            }
        }
    }

    fn add_lines(&mut self, board: Board<'_>, behaviour: Behaviour, lines: Lines) {
        self.lines.push(LineMoves {
            table: board.lines(behaviour),
            reverse: board.lines(behaviour.reversed()),
            behaviour,
            lines,
        });
    }

    /// Compiles paths. They must be turned for the side already, and be all quiet or all captures.
    pub(super) fn compile(board: Board<'_>, paths: &[Path]) -> Self {
        let mut compiled = Self::new();
        let mut rays: Vec<Ray<'_>> = Vec::new();
        let mut walked: Vec<&Path> = Vec::new();
        for path in paths {
            // Line tables exist only for boards with edges.
            let on_line = behaviour(path).filter(|_| !board.wraps());
            let line = on_line.zip(Direction::of(path.last.files, path.last.ranks));
            match (path.legs.as_slice(), path.travel, line) {
                ([], Travel::Leap, _) => compiled.add_leaps(&board, path.last),
                ([], Travel::Around { range: 1 }, _) => {
                    compiled.add_leaps(&board.round(), path.last);
                }
                ([leg], Travel::Leap, _)
                    if leg.via == Via::Occupied && leg.travel == Travel::Leap =>
                {
                    compiled.add_fixed_hops(&board, leg.stride, path.last);
                }
                ([], Travel::HopBehind { range: 1 }, None) => {
                    compiled.add_fixed_hops(&board, path.last, path.last);
                }
                ([], _, Some((behaviour, direction))) => rays.push(Ray {
                    behaviour,
                    direction,
                    path,
                }),
                _ => walked.push(path),
            }
        }
        compiled.add_rays(board, &rays, &mut walked);
        compiled.path_tree = PathTree::new(board, walked.iter().copied());
        compiled.reversed_paths = PathTree::reversed(board, walked);
        compiled.hops_only = compiled
            .sole_hop()
            .filter(|_| *board == *Topology::STANDARD);
        compiled.update();
        compiled
    }

    /// Compiles rays to line tables if both directions of a line have the same kind of movement; other rays go to `walked`.
    fn add_rays<'a>(&mut self, board: Board<'_>, rays: &[Ray<'a>], walked: &mut Vec<&'a Path>) {
        let mut done: Vec<(Behaviour, Lines)> = Vec::new();
        for ray in rays {
            let alike = |other: &&Ray<'_>| other.behaviour == ray.behaviour;
            let both_ways = |line: &usize| {
                let on_line = |other: &&Ray<'_>| other.direction.line() == *line;
                rays.iter().filter(alike).filter(on_line).count() == 2
            };
            if done
                .iter()
                .all(|(behaviour, _)| *behaviour != ray.behaviour)
            {
                let lines: u8 = (0..4).filter(both_ways).map(|line| 1 << line).sum();
                let fits = !self.lines.is_full();
                let lines = Lines(if fits { lines } else { 0 });
                if lines.0 != 0 {
                    self.add_lines(board, ray.behaviour, lines);
                }
                done.push((ray.behaviour, lines));
            }
            let tabled = |(behaviour, lines): &(Behaviour, Lines)| {
                *behaviour == ray.behaviour && lines.0 >> ray.direction.line() & 1 != 0
            };
            if !done.iter().any(tabled) {
                walked.push(ray.path);
            }
        }
    }

    /// Whether there is only one way to each square. True for leaps, slides and hops along lines (which all leap over the first piece on the
    /// line), but not for leaps combined with hops.
    fn has_one_way(&self) -> bool {
        let hops = |line: &LineMoves| !matches!(line.behaviour, Behaviour::Slide { .. });
        let hops = self.lines.iter().any(hops);
        self.is_tabled() && !(self.has_leaps() && hops)
    }

    /// The specialised look-up of the arrival squares.
    pub(super) const fn lookup(&self) -> &TargetLookup {
        &self.lookup
    }

    /// Recomputes the fields that are derived from leaps and lines.
    fn update(&mut self) {
        self.one_way = self.has_one_way();
        self.hops_only = self.hops_only.and(self.sole_hop());
        self.lookup = if self.is_tabled() {
            TargetLookup::of(&self.leaps, self.has_leaps(), &self.lines)
        } else {
            TargetLookup::Mixed
        };
    }

    /// The lines, if the whole movement is a hop of unlimited range to the square behind the hurdle.
    fn sole_hop(&self) -> Option<Lines> {
        match self.lines.as_slice() {
            [line] if !self.has_leaps() && self.is_tabled() => {
                (line.behaviour == Behaviour::HopBehind { range: 0 }).then_some(line.lines)
            }
            _ => None,
        }
    }

    /// Adds the leaps that another movement has from `squares`.
    pub fn take_leaps(&mut self, other: &Self, squares: Bitboard) {
        let leaps = Arc::make_mut(&mut self.leaps);
        for square in squares {
            leaps[square.index()] |= other.leaps[square.index()];
        }
        self.update();
    }

    /// Removes the leaps to `squares`.
    pub fn forbid_to(&mut self, squares: Bitboard) {
        for targets in Arc::make_mut(&mut self.leaps) {
            *targets &= !squares;
        }
        self.update();
    }

    /// Removes the leaps from `squares`.
    pub fn forbid_from(&mut self, squares: Bitboard) {
        let leaps = Arc::make_mut(&mut self.leaps);
        for square in squares {
            leaps[square.index()] = Bitboard::EMPTY;
        }
        self.update();
    }
}

/// Squares as pairs (file, rank), which sort like their texts.
pub fn written(squares: &[Square]) -> impl Iterator<Item = (u8, u8)> {
    squares.iter().map(|square| (square.file(), square.rank()))
}

/// A path along a queen line.
struct Ray<'a> {
    behaviour: Behaviour,
    direction: Direction,
    path: &'a Path,
}

/// The kind of line movement of a path, if line tables exist for it.
fn behaviour(path: &Path) -> Option<Behaviour> {
    match path.travel {
        Travel::Slide { range } => Some(Behaviour::Slide { range }),
        Travel::HopBehind { range } => Some(Behaviour::HopBehind { range }),
        Travel::HopBeyond { range } => Some(Behaviour::HopBeyond { range }),
        Travel::Leap
        | Travel::Lame
        | Travel::MustJump
        | Travel::Matched
        | Travel::Around { .. }
        | Travel::Bent { .. } => None,
    }
}

/// A path as a side moves: for Black it is turned by 180 degrees.
pub(super) fn for_side(path: &Path, color: Color) -> Path {
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
    /// The tables for moves to a square: captures if the square is occupied, otherwise quiet moves.
    #[inline(always)]
    pub fn to(&self, to: Square, occupied: Bitboard) -> &PathTables {
        if occupied.contains(to) {
            &self.capture
        } else {
            &self.quiet
        }
    }

    /// Compiles the movement of a piece of one side. First moves and en passant are left out: `rules::pawns` and
    /// `rules::free_moves` generate them.
    pub fn new(board: Board<'_>, movement: &Movement, color: Color) -> Self {
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
                    Travel::Leap
                        | Travel::Slide { .. }
                        | Travel::Lame
                        | Travel::Around { .. }
                        | Travel::Bent { .. }
                )
        });
        let same = quiet == capture;
        let [quiet, capture] = [quiet, capture].map(|paths| PathTables::compile(board, &paths));
        Self {
            same,
            hops,
            movement_class: quiet.movement_class(),
            quiet,
            capture,
        }
    }

    /// The tables of a piece that never moves.
    pub fn none() -> Self {
        Self {
            quiet: PathTables::new(),
            capture: PathTables::new(),
            same: true,
            hops: false,
            movement_class: MovementClass::Leaps,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MovementClass;
    use crate::base::{Color, Piece};
    use crate::catalogue::games;
    use crate::variant::Variant;

    #[test]
    fn pieces_leap_slide_or_hop() {
        let movement_class = |variant: &Variant, letter: &str| {
            let piece = variant
                .rules
                .all_types()
                .find(|piece| variant.letter_of(*piece) == letter);
            variant
                .moves_of(Piece::new(Color::White, piece.unwrap()))
                .movement_class
        };
        let grasshopper = games().variant("grasshopper").unwrap();
        let movement_class = ["N", "R", "G"].map(|letter| movement_class(&grasshopper, letter));
        assert_eq!(
            movement_class,
            [
                MovementClass::Leaps,
                MovementClass::Slides,
                MovementClass::Hops
            ]
        );
    }
}
