//! The stalemate-picture bound: the final positions of the side to be stalemated that the moves at hand can still build.
//!
//! In a stalemate each piece is captured, pinned, or has nowhere to go: sliders and leapers stand among own pieces, pawns behind any
//! piece, and every flight of the king is attacked or blocked. A picture says where each piece ends, or that it is captured. All
//! pictures within the moves that are left are listed once; each move then leaves those for which the moves still suffice, and where
//! none is left nothing is searched. Distances are those on an empty board. Whether the other side can attack the flights, block the
//! pawns and pin is decided by a search for a cover, with its attacks limited only by the pieces of the picture. Everything is taken
//! at its widest, so that a picture is excluded only if it cannot arise.

use super::reach::{Distances, Reach, target};
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::board::{Lines, between, full_lines};
use crate::position::Position;
use crate::problem::task::Task;
use crate::variant::{PathTables, Variant};
use arrayvec::ArrayVec;
use std::collections::HashMap;
use std::sync::Arc;

/// The most pieces of the side to be stalemated, the king included.
const MOST_UNITS: usize = 16;
/// The most flights of the king.
const MOST_FLIGHTS: u32 = 8;
/// The most moves of the side to be stalemated.
const MOST_DEFENCES: u32 = 100;
/// The most steps of the listing; beyond them there is no bound.
const MOST_STEPS: u32 = 20_000_000;
/// The most pictures; with more there is no bound.
const MOST_PICTURES: usize = 400_000;
/// The number of steps after which the search for a cover gives up and the picture counts as possible.
const MOST_COVER_STEPS: u32 = 400;
/// The most choices that a thread stores.
const MOST_CHOICES: usize = 1 << 21;
/// The target of a piece that is captured.
const CAPTURED: u16 = u16::MAX;

/// What a piece of the other side can do for a picture, and the moves that it needs for that.
#[derive(Clone, Copy)]
struct Choice {
    cost: u8,
    mask: u32,
}

/// The choices of a piece for one shape: a range of `StalematePictures::choices`, ascending by cost.
#[derive(Clone, Copy)]
struct Choices {
    start: u32,
    end: u32,
    /// What the piece does without a move.
    standing: u32,
    /// Whether the piece cannot stay where it is.
    must_leave: bool,
}

/// A final arrangement of the side to be stalemated, and what the other side has to do for it.
#[derive(Clone)]
struct Shape {
    king: Square,
    /// The final squares of the other pieces.
    held: Bitboard,
    /// The flights that have to be attacked.
    open: Bitboard,
    /// The squares that pieces of the other side have to block.
    blocks: Bitboard,
    /// Squares where pieces of the other side could be captured by pawns.
    exposed: Bitboard,
    /// For each pinned piece the squares from which it can be pinned.
    pinners: ArrayVec<Bitboard, MOST_UNITS>,
}

impl Shape {
    /// The bits of all that the other side has to do: at most 31, since a king has eight flights and lines of pins, and each of the fifteen other
    /// pieces needs one block at most.
    fn full(&self) -> u32 {
        let count = self.open.count() + self.blocks.count() + self.pinners.len() as u32;
        (1 << count) - 1
    }
}

/// A piece that a move has brought elsewhere, by its number, with what it needed before and needs now.
type Step = (u8, Distances, Distances);

/// Where each piece ends.
struct Picture {
    shape: u32,
    /// By piece: type times 64 plus square, or `CAPTURED`.
    targets: [u16; MOST_UNITS],
    captured: u8,
}

/// All pictures of a problem.
#[derive(Default)]
struct Pictures {
    /// The attacker's moves in the first position.
    attacks: u32,
    shapes: Vec<Shape>,
    all: Vec<Picture>,
}

/// The pictures that are possible in a position of the search.
#[derive(Clone)]
pub struct Possible {
    pictures: Arc<Pictures>,
    /// The pieces of the side to be stalemated, and its king, by number: their places.
    places: ArrayVec<usize, MOST_UNITS>,
    /// The number of the piece on each square.
    units: [u8; 64],
    held: Bitboard,
    king: Square,
    gone: u8,
    /// The other side's pieces, and the moves that it has left.
    attackers: Bitboard,
    attacks: u32,
    /// The pictures with the moves that the side to be stalemated needs for them.
    list: Vec<(u32, u8)>,
}

impl Possible {
    /// Whether the side to be stalemated needs no further move.
    pub fn is_built(&self) -> bool {
        self.list.iter().any(|(_, cost)| *cost == 0)
    }

    /// Whether a stalemate is possible at once.
    pub fn is_complete(&self) -> bool {
        let pictures = &self.pictures.all;
        let mut list = self.list.iter();
        list.any(|(at, cost)| *cost == 0 && pictures[*at as usize].captured == self.gone)
    }
}

/// The bound for one problem. Each thread has its own, since tables are filled when they are needed.
pub struct StalematePictures<'a> {
    reach: Reach<'a>,
    variant: &'a Variant,
    attacker: Color,
    /// The king's moves, by its square.
    flights: &'a [Bitboard; 64],
    /// By shape and place.
    table: HashMap<(u32, u32), Choices>,
    choices: Vec<Choice>,
    /// By shape: the number of the check by which it was last judged, and the result.
    judged: Vec<(u32, bool)>,
    checks: u32,
}

impl<'a> StalematePictures<'a> {
    /// The bound for a task in which only `stalemate::holds`; `None` where it does not hold.
    pub fn of(task: &'a Task) -> Option<Self> {
        let pos = &task.position;
        let variant = pos.variant();
        let rules = &variant.rules;
        let kings = pos.royals(!task.white);
        let king = kings.first().filter(|_| !kings.many())?;
        let tables = variant.moves_of(pos.at(king)?);
        let leaps = tables.same && tables.capture.lines.is_empty();
        let flights = tables.capture.leaps.iter();
        let many_flights = flights.map(|to| to.count()).max() > Some(MOST_FLIGHTS);
        let other_pawns = rules.all_types().any(|one| {
            rules.pawns.contains(one)
                && rules.rank_pawn != Some(one)
                && (pos.by_type(one).any() || rules.can_become(one))
        });
        if !leaps || many_flights || other_pawns || rules.castling.anywhere {
            return None;
        }
        let reach = Reach::of(task);
        Some(Self {
            variant,
            attacker: task.white,
            flights: &tables.capture.leaps,
            reach,
            table: HashMap::new(),
            choices: Vec::new(),
            judged: Vec::new(),
            checks: 0,
        })
    }

    /// Lists the pictures that can arise from a position, if the attacker has `attacks` moves left and the other side `defences`;
    /// `None` if there are too many.
    pub fn list(&mut self, pos: &Position, attacks: u32, defences: u32) -> Option<Possible> {
        if defences > MOST_DEFENCES {
            return None;
        }
        self.table.clear();
        self.choices.clear();
        let side = !self.attacker;
        let king = pos.royals(side).first()?;
        let held = pos.by_color(side) & !Bitboard::from(king);
        let victims = (pos.by_color(!side) & !pos.royals(!side)).count() as usize;
        let squares = std::iter::once(king).chain(held);
        let mut possible = Possible {
            pictures: Arc::default(),
            places: ArrayVec::new(),
            units: [0; 64],
            held,
            king,
            gone: 0,
            attackers: pos.by_color(!side),
            attacks,
            list: Vec::new(),
        };
        for (number, square) in squares.enumerate() {
            let place = self.reach.place(pos.at(square)?, square, victims);
            possible.places.try_push(place).ok()?;
            possible.units[square.index()] = number as u8;
        }
        let distances: Vec<_> = possible
            .places
            .iter()
            .map(|place| self.reach.distances(*place))
            .collect();
        let mut listing = Listing::of(self, pos, &distances, (attacks, defences));
        let king_type = pos.at(king)?.piece_type();
        for at in self.variant.rules.board.squares() {
            let target = target(king_type, at);
            let cost = u32::from(distances[0][target]);
            if cost <= defences {
                listing.targets[0] = target as u16;
                listing.with_king(self, at, defences - cost);
            }
        }
        if listing.steps == 0 {
            return None;
        }
        let all = &listing.found.all;
        possible.list = (0..all.len())
            .map(|at| (at as u32, cost(&all[at], &distances)))
            .collect();
        self.judged = vec![(0, false); listing.found.shapes.len()];
        possible.pictures = Arc::new(listing.found);
        Some(possible)
    }

    /// The pictures that are possible after a move; `None` if there are none.
    pub fn after_move(
        &mut self,
        before: &Possible,
        next: &Position,
        attacks: u32,
        defences: u32,
    ) -> Option<Possible> {
        let side = !self.attacker;
        let king = next.royals(side).first()?;
        let held = next.by_color(side) & !Bitboard::from(king);
        let mut changed: ArrayVec<Step, 2> = ArrayVec::new();
        let mut after = Possible {
            pictures: Arc::clone(&before.pictures),
            places: before.places.clone(),
            list: Vec::new(),
            held,
            king,
            attackers: next.by_color(!side),
            attacks,
            ..*before
        };
        let victims = (after.attackers & !next.royals(!side)).count() as usize;
        let mut captured = None;
        let moved = (before.held & !held)
            .first()
            .map(|from| (from, (held & !before.held).first()));
        let king_moved = (king != before.king).then_some((before.king, Some(king)));
        for (from, to) in moved.into_iter().chain(king_moved) {
            let number = before.units[from.index()];
            let Some(to) = to else {
                captured = Some(number);
                continue;
            };
            let place = self.reach.place(next.at(to)?, to, victims);
            let old = self.reach.distances(before.places[usize::from(number)]);
            changed.push((number, old, self.reach.distances(place)));
            after.places[usize::from(number)] = place;
            after.units[to.index()] = number;
        }
        after.gone += u8::from(captured.is_some());
        let all = &before.pictures.all;
        after.list = before
            .list
            .iter()
            .filter_map(|(at, cost)| {
                let picture = &all[*at as usize];
                let mut cost = u32::from(*cost);
                for (number, old, new) in &changed {
                    let target = usize::from(picture.targets[usize::from(*number)]);
                    if target != usize::from(CAPTURED) {
                        cost = cost + u32::from(new[target]) - u32::from(old[target]);
                    }
                }
                let hit =
                    captured.is_none_or(|number| picture.targets[usize::from(number)] == CAPTURED);
                let few = u32::from(picture.captured - after.gone.min(picture.captured)) <= attacks;
                (hit && few && cost <= defences).then_some((*at, cost as u8))
            })
            .collect();
        if after.attackers != before.attackers || attacks != before.attacks {
            self.keep_covered(&mut after, next);
        }
        (!after.list.is_empty()).then_some(after)
    }

    /// Keeps the pictures for which the attacker can still do his part.
    fn keep_covered(&mut self, possible: &mut Possible, pos: &Position) {
        if self.judged.len() < possible.pictures.shapes.len() {
            self.judged
                .resize(possible.pictures.shapes.len(), (0, false));
        }
        if self.choices.len() > MOST_CHOICES {
            self.table.clear();
            self.choices.clear();
        }
        self.checks += 1;
        let attackers = self.attackers(pos);
        let pictures = Arc::clone(&possible.pictures);
        possible.list.retain(|(at, _)| {
            let shape = pictures.all[*at as usize].shape;
            let judged = self.judged[shape as usize];
            if judged.0 == self.checks {
                return judged.1;
            }
            let units = attackers.iter().map(|(place, royal)| {
                let known = self.table.get(&(shape, *place)).copied();
                let choices = known.unwrap_or_else(|| {
                    let choices =
                        self.compute(&pictures.shapes[shape as usize], *place, pictures.attacks);
                    self.table.insert((shape, *place), choices);
                    choices
                });
                Unit::of(choices, *royal)
            });
            let units: ArrayVec<Unit, 64> = units.collect();
            let full = pictures.shapes[shape as usize].full();
            let can = can_cover(&self.choices, units, full, possible.attacks);
            self.judged[shape as usize] = (self.checks, can);
            can
        });
    }

    /// The places of the attacker's pieces, and whether they are royal.
    fn attackers(&self, pos: &Position) -> ArrayVec<(u32, bool), 64> {
        let side = !self.attacker;
        let victims = (pos.by_color(side) & !pos.royals(side)).count() as usize;
        let pieces = pos.by_color(self.attacker).into_iter();
        pieces
            .filter_map(|square| {
                let piece = pos.at(square)?;
                let royal = pos.is_royal(piece.piece_type());
                Some((self.reach.place(piece, square, victims) as u32, royal))
            })
            .collect()
    }

    /// Whether the attacker can do his part for a shape in the position whose pictures are listed.
    fn can_cover_at_first(
        &mut self,
        shape: &Shape,
        attackers: &[(u32, bool)],
        attacks: u32,
    ) -> bool {
        let known = self.choices.len();
        let units = attackers.iter();
        let units =
            units.map(|(place, royal)| Unit::of(self.compute(shape, *place, attacks), *royal));
        let units: ArrayVec<Unit, 64> = units.collect();
        let can = can_cover(&self.choices, units, shape.full(), attacks);
        self.choices.truncate(known);
        can
    }

    /// The choices of an attacker's piece for a shape with at most so many moves.
    fn compute(&mut self, shape: &Shape, place: u32, attacks: u32) -> Choices {
        let from = Square::new((place as usize % Square::COUNT) as u8);
        let (variant, attacker) = (self.variant, self.attacker);
        let mut found: Vec<Choice> = Vec::new();
        let mut standing = None;
        let useful = shape
            .pinners
            .iter()
            .fold(shape.blocks, |all, one| all | *one);
        let layers = self.reach.layers(place as usize).iter();
        let layers = layers.take(attacks as usize + 1);
        for (moves, layer) in layers.enumerate() {
            let cost = u8::try_from(moves).unwrap_or(u8::MAX);
            for (piece_type, squares) in layer {
                let piece = Piece::new(attacker, *piece_type);
                let capture = &variant.moves_of(piece).capture;
                for at in *squares {
                    let stands = moves == 0 && at == from;
                    let idle = || !capture.targets(at, Bitboard::EMPTY).intersects(shape.open);
                    if !stands && !useful.contains(at) && idle() {
                        continue;
                    }
                    let mask = mask(capture, shape, at);
                    if stands {
                        standing = mask;
                        continue;
                    }
                    let Some(mask) = mask.filter(|mask| *mask != 0) else {
                        continue;
                    };
                    let is_better = |known: &Choice| known.cost <= cost && mask & !known.mask == 0;
                    if !found.iter().any(is_better) {
                        found.push(Choice { cost, mask });
                    }
                }
            }
        }
        let start = self.choices.len() as u32;
        self.choices.extend(found);
        Choices {
            start,
            end: self.choices.len() as u32,
            standing: standing.unwrap_or(0),
            must_leave: standing.is_none(),
        }
    }
}

/// The moves that a picture needs.
fn cost(picture: &Picture, distances: &[Distances]) -> u8 {
    let targets = picture.targets.iter().zip(distances);
    targets
        .filter(|(target, _)| **target != CAPTURED)
        .fold(0, |sum, (target, distance)| {
            sum + distance[usize::from(*target)]
        })
}

/// What an attacker's piece on a square does for a shape; `None` if it cannot stand there.
fn mask(capture: &PathTables, shape: &Shape, at: Square) -> Option<u32> {
    if (shape.held | shape.exposed | shape.king.into()).contains(at)
        || capture.targets(at, Bitboard::ALL).contains(shape.king)
    {
        return None;
    }
    let attacked = capture.targets(at, shape.held);
    let mut mask = 0;
    let mut bit = 1;
    for square in shape.open {
        mask |= if attacked.contains(square) { bit } else { 0 };
        bit <<= 1;
    }
    for square in shape.blocks {
        mask |= if at == square { bit } else { 0 };
        bit <<= 1;
    }
    for squares in &shape.pinners {
        let pins = squares.contains(at)
            && capture.targets(at, Bitboard::EMPTY).contains(shape.king)
            && !capture.leaps[at.index()].contains(shape.king);
        mask |= if pins { bit } else { 0 };
        bit <<= 1;
    }
    Some(mask)
}

/// A piece of the attacker while a cover is searched.
#[derive(Clone, Copy)]
struct Unit {
    choices: Choices,
    mask: u32,
    moved: bool,
    /// What a move of the piece costs less, because the move is counted in advance.
    paid: u8,
}

impl Unit {
    fn of(choices: Choices, royal: bool) -> Self {
        Self {
            choices,
            mask: choices.standing,
            moved: false,
            paid: u8::from(royal && choices.must_leave),
        }
    }
}

/// Whether the attacker can do all his part with `attacks` moves.
fn can_cover(choices: &[Choice], mut units: ArrayVec<Unit, 64>, full: u32, attacks: u32) -> bool {
    // Kings are never captured, so one that cannot stay has to move.
    let forced: u32 = units.iter().map(|unit| u32::from(unit.paid)).sum();
    let mut steps = MOST_COVER_STEPS;
    forced <= attacks && search_cover(choices, &mut units, full, attacks - forced, &mut steps)
}

fn search_cover(
    choices: &[Choice],
    units: &mut [Unit],
    full: u32,
    attacks: u32,
    steps: &mut u32,
) -> bool {
    let open = full & !units.iter().fold(0, |all, unit| all | unit.mask);
    if open == 0 {
        return true;
    }
    let bit = open & open.wrapping_neg();
    for at in 0..units.len() {
        let unit = units[at];
        if unit.moved {
            continue;
        }
        for choice in &choices[unit.choices.start as usize..unit.choices.end as usize] {
            let cost = u32::from(choice.cost - choice.cost.min(unit.paid));
            if cost > attacks {
                break;
            }
            if choice.mask & bit == 0 {
                continue;
            }
            if *steps == 0 {
                return true;
            }
            *steps -= 1;
            units[at] = Unit {
                mask: choice.mask,
                moved: true,
                ..unit
            };
            let can = search_cover(choices, units, full, attacks - cost, steps);
            units[at] = unit;
            if can {
                return true;
            }
        }
    }
    false
}

/// What is decided of a picture while pictures are listed.
#[derive(Clone, Default)]
struct State {
    /// The final squares of pieces.
    held: Bitboard,
    /// Squares where pieces have to end.
    required: Bitboard,
    /// Squares that the attacker has to block.
    blocks: Bitboard,
    /// Squares where the attacker's pieces could be captured by pawns.
    exposed: Bitboard,
    /// Squares where no piece ends: the attacker attacks them, or a pin goes through them.
    clear: Bitboard,
    pinned: ArrayVec<(Square, PieceType), MOST_UNITS>,
}

/// The listing of all pictures.
struct Listing<'a> {
    variant: &'a Variant,
    found: Pictures,
    /// Known shapes; `None` for those that the attacker cannot complete.
    known: HashMap<Vec<u64>, Option<u32>>,
    /// By piece, the king aside: all targets with the moves needed, and those on each square.
    options: Vec<Vec<(u8, u16)>>,
    by_square: Vec<Vec<Vec<(u8, u16)>>>,
    attackers: ArrayVec<(u32, bool), 64>,
    /// The attacker's moves.
    attacks: u32,
    /// How many attackers can be sliders in time.
    pinners: usize,
    king: Square,
    flights: &'a [Bitboard; 64],
    board: Bitboard,
    attacker: Color,
    targets: [u16; MOST_UNITS],
    state: State,
    steps: u32,
}

impl<'a> Listing<'a> {
    fn of(
        bound: &mut StalematePictures<'a>,
        pos: &Position,
        distances: &[Distances],
        (attacks, defences): (u32, u32),
    ) -> Self {
        let variant = bound.variant;
        let rules = &variant.rules;
        let last = rules.last_rank_of(!bound.attacker);
        let options: Vec<Vec<(u8, u16)>> = distances[1..]
            .iter()
            .map(|distance| {
                let targets = (0..).zip(distance.iter()).filter(|(target, cost)| {
                    let (piece_type, square) = split(*target);
                    let promotes = rules.rank_pawn == Some(piece_type) && last.contains(square);
                    u32::from(**cost) <= defences && !promotes
                });
                let mut options: Vec<_> = targets.map(|(target, cost)| (*cost, target)).collect();
                options.sort_unstable();
                options
            })
            .collect();
        let by_square = options.iter().map(|options| {
            let mut by_square = vec![Vec::new(); Square::COUNT];
            for option in options {
                by_square[split(option.1).1.index()].push(*option);
            }
            by_square
        });
        let by_square = by_square.collect();
        let attackers = bound.attackers(pos);
        let slides = |piece_type: PieceType| {
            let tables = variant.moves_of(Piece::new(bound.attacker, piece_type));
            !tables.capture.lines.is_empty()
        };
        let pinners = attackers.iter().filter(|(place, _)| {
            let layers = bound.reach.layers(*place as usize).iter();
            let mut layers = layers.take(attacks as usize + 1).flatten();
            layers.any(|(piece_type, _)| slides(*piece_type))
        });
        Self {
            pinners: pinners.count(),
            variant,
            found: Pictures {
                attacks,
                ..Pictures::default()
            },
            known: HashMap::new(),
            options,
            by_square,
            attackers,
            attacks,
            king: Square::at(0, 0),
            flights: bound.flights,
            board: rules.board.squares().into_iter().collect(),
            attacker: bound.attacker,
            targets: [CAPTURED; MOST_UNITS],
            state: State::default(),
            steps: MOST_STEPS,
        }
    }

    /// Lists the pictures with the king on a square.
    fn with_king(&mut self, bound: &mut StalematePictures<'a>, king: Square, defences: u32) {
        self.king = king;
        self.state = State::default();
        let known = bound.choices.len();
        let flights = self.flights[king.index()];
        let bare = Shape {
            king,
            held: Bitboard::EMPTY,
            open: flights,
            blocks: Bitboard::EMPTY,
            exposed: Bitboard::EMPTY,
            pinners: ArrayVec::new(),
        };
        let attackers = self.attackers.iter();
        let units = attackers
            .map(|(place, royal)| Unit::of(bound.compute(&bare, *place, self.attacks), *royal));
        let units = units.collect();
        let attacked = self.attacked(&bound.choices, &units, flights, 0, 0);
        bound.choices.truncate(known);
        let open = (1 << self.options.len()) - 1;
        for mask in attacked {
            let flights = flights.into_iter().enumerate();
            let attacked = flights.filter(|(at, _)| mask >> at & 1 != 0);
            let attacked: Bitboard = attacked.map(|(_, square)| square).collect();
            self.state = State {
                required: self.flights[king.index()] & !attacked,
                clear: attacked,
                ..State::default()
            };
            self.go_on(bound, open, defences, self.attacks);
        }
    }

    /// The sets of flights that the attacker can attack at once, if the others are blocked; as masks.
    fn attacked(
        &self,
        choices: &[Choice],
        units: &ArrayVec<Unit, 64>,
        flights: Bitboard,
        at: u32,
        mask: u32,
    ) -> Vec<u32> {
        let blocked = at - mask.count_ones();
        if blocked as usize > self.options.len()
            || !can_cover(choices, units.clone(), mask, self.attacks)
        {
            return Vec::new();
        }
        if at == flights.count() {
            return vec![mask];
        }
        let mut sets = self.attacked(choices, units, flights, at + 1, mask);
        sets.extend(self.attacked(choices, units, flights, at + 1, mask | 1 << at));
        sets
    }

    /// Decides where a further piece of `open` ends.
    fn go_on(
        &mut self,
        bound: &mut StalematePictures<'a>,
        open: u32,
        defences: u32,
        captures: u32,
    ) {
        let required = self.state.required & !self.state.held;
        if required.count() > open.count_ones() || self.steps == 0 {
            return;
        }
        self.steps -= 1;
        if let Some(square) = required.first() {
            for number in (0..self.options.len()).filter(|number| open >> number & 1 != 0) {
                for at in 0..self.by_square[number][square.index()].len() {
                    let option = self.by_square[number][square.index()][at];
                    self.put(bound, number, option, (open, defences, captures));
                }
            }
            return;
        }
        if open == 0 {
            self.complete(bound, captures);
            return;
        }
        let number = open.trailing_zeros() as usize;
        if captures > 0 {
            self.targets[number + 1] = CAPTURED;
            self.go_on(bound, open & !(1 << number), defences, captures - 1);
        }
        for at in 0..self.options[number].len() {
            let option = self.options[number][at];
            if u32::from(option.0) > defences {
                break;
            }
            self.put(bound, number, option, (open, defences, captures));
        }
    }

    /// Puts a piece on its final square, in each way in which it can have no moves there, and goes on.
    fn put(
        &mut self,
        bound: &mut StalematePictures<'a>,
        number: usize,
        (cost, target): (u8, u16),
        (open, defences, captures): (u32, u32, u32),
    ) {
        let (piece_type, square) = split(target);
        let state = &self.state;
        let free = !(state.held | state.blocks | state.clear).contains(square);
        if u32::from(cost) > defences || !free || square == self.king {
            return;
        }
        let mut ways: ArrayVec<State, 3> = ArrayVec::new();
        self.ways(piece_type, square, &mut ways);
        let open = open & !(1 << number);
        for way in ways {
            let impossible = way.required & (way.blocks | way.clear)
                | way.held & (way.blocks | way.clear)
                | way.blocks & way.exposed;
            let too_many = way.blocks.count() as usize > self.attackers.len()
                || (way.required & !way.held).count() > open.count_ones();
            if impossible.any() || too_many {
                continue;
            }
            let before = std::mem::replace(&mut self.state, way);
            self.targets[number + 1] = target;
            self.go_on(bound, open, defences - u32::from(cost), captures);
            self.state = before;
        }
    }

    /// The ways in which a piece on a square can have no moves: it is enclosed by own pieces, it is a pawn behind any piece, or it is pinned.
    fn ways(&self, piece_type: PieceType, square: Square, ways: &mut ArrayVec<State, 3>) {
        let rules = &self.variant.rules;
        let piece = Piece::new(!self.attacker, piece_type);
        let tables = self.variant.moves_of(piece);
        let mut state = self.state.clone();
        state.held |= square.into();
        let is_pawn = rules.rank_pawn == Some(piece_type);
        let ahead = Bitboard::from(square).ahead(piece.color());
        let king = Bitboard::from(self.king);
        let occupied = state.held | king;
        if is_pawn {
            let mut enclosed = state.clone();
            enclosed.exposed |= tables.capture.leaps[square.index()];
            if occupied.intersects(ahead) {
                ways.push(enclosed);
            } else {
                let mut by_attacker = enclosed.clone();
                by_attacker.blocks |= ahead;
                enclosed.required |= ahead;
                ways.push(enclosed);
                ways.push(by_attacker);
            }
        } else {
            let mut neighbours = Bitboard::EMPTY;
            if tables.same {
                neighbours = tables.capture.targets(square, Bitboard::ALL) & self.board & !king;
            }
            if !neighbours.intersects(state.blocks | state.clear) {
                let mut enclosed = state.clone();
                enclosed.required |= neighbours;
                ways.push(enclosed);
            }
        }
        let on_line = full_lines(self.king, Lines::QUEEN).contains(square);
        if !on_line || state.pinned.len() == self.pinners {
            return;
        }
        let line = between(self.king, square);
        let pinners = self.pinners_of(piece_type, square, state.held);
        if pinners.is_empty() || line.intersects(state.held) {
            return;
        }
        state.clear |= line;
        state.pinned.push((square, piece_type));
        if is_pawn && ahead.intersects(line) {
            // A pawn on its way to the own king.
            return;
        }
        if is_pawn && ahead.intersects(pinners) {
            state.blocks |= ahead;
        }
        ways.push(state);
    }

    /// The squares from which a piece can be pinned so that it has no moves.
    fn pinners_of(&self, piece_type: PieceType, square: Square, held: Bitboard) -> Bitboard {
        let tables = self
            .variant
            .moves_of(Piece::new(!self.attacker, piece_type));
        let behind = full_lines(self.king, Lines::QUEEN).into_iter();
        let behind: Bitboard = behind
            .filter(|from| {
                let line = between(self.king, *from);
                line.contains(square) && !(line & held & !Bitboard::from(square)).any()
            })
            .collect();
        behind & !held & !tables.capture.targets(square, Bitboard::EMPTY)
    }

    /// Adds a picture if the attacker can do his part.
    fn complete(&mut self, bound: &mut StalematePictures<'a>, captures: u32) {
        let state = &self.state;
        let mut pinners = ArrayVec::new();
        for (square, piece_type) in &state.pinned {
            pinners.push(self.pinners_of(*piece_type, *square, state.held));
        }
        let flights = self.flights[self.king.index()];
        let shape = Shape {
            king: self.king,
            held: state.held,
            open: flights & !state.held,
            blocks: state.blocks,
            exposed: state.exposed,
            pinners,
        };
        let mut key = vec![
            self.king.index() as u64,
            shape.held.0,
            shape.blocks.0,
            shape.exposed.0,
        ];
        key.extend(shape.pinners.iter().map(|squares| squares.0));
        let known = self.known.get(&key).copied();
        let shape = known.unwrap_or_else(|| {
            let can = bound.can_cover_at_first(&shape, &self.attackers, self.attacks);
            let index = can.then(|| {
                self.found.shapes.push(shape);
                self.found.shapes.len() as u32 - 1
            });
            self.known.insert(key, index);
            index
        });
        let Some(shape) = shape else { return };
        if self.found.all.len() == MOST_PICTURES {
            self.steps = 0;
            return;
        }
        self.found.all.push(Picture {
            shape,
            targets: self.targets,
            captured: (self.attacks - captures) as u8,
        });
    }
}

/// The type and the square of a target.
fn split(target: u16) -> (PieceType, Square) {
    let target = usize::from(target);
    let square = Square::new((target % Square::COUNT) as u8);
    (PieceType::new(target / Square::COUNT), square)
}
