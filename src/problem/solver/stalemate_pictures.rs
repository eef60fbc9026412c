//! The stalemate-picture bound: the final positions of the side to be stalemated that the moves at hand can still build.
//!
//! In a stalemate each piece is captured, pinned, or has nowhere to go: sliders and leapers stand among own pieces, pawns behind any
//! piece, and every flight of the king is attacked or blocked. A picture says where each piece ends, or that it is captured. All
//! pictures within the moves that are left are listed once; each move then leaves those for which the moves still suffice, and where
//! none is left nothing is searched. Distances are those on an empty board. Whether the other side can attack the flights, block the
//! pawns and pin is decided by a search for a cover, with its attacks limited only by the pieces of the picture. Where the side to be
//! stalemated has no moves to spare, a piece to be captured stays where it is, so the cover includes a capture there. Everything is taken
//! at its widest, so that a picture is excluded only if it cannot arise.

use super::cover::{Choices, Unit, can_cover};
use super::reach::{Distances, target};
use super::stalemate_listing::{CAPTURED, Listing, Picture, Pictures};
use super::stalemate_shapes::{MOST_UNITS, Mixers, Part, Shapes};
use crate::base::{Bitboard, Move, MoveKind, MoveList, Square};
use crate::position::Position;
use crate::problem::task::Task;
use arrayvec::ArrayVec;
use std::collections::HashMap;
use std::sync::Arc;

/// The most flights of the king.
const MOST_FLIGHTS: u32 = 8;
/// The most moves of the side to be stalemated.
const MOST_DEFENCES: u32 = 100;
/// The most lists of choices that a thread stores.
const MOST_LISTS: usize = 1 << 18;
/// With at most so many pictures, and so many moves of the attacker, the pieces that can move are sought.
const MOST_FOR_MOVERS: u32 = 4;
/// With at least so many half-moves left all pictures are tested, so that those below need not test them.
const WORTH_LISTING: usize = 6;

/// The most pieces of an attacker whose forces are stored.
const MOST_ATTACKERS: usize = 16;
/// The most forces that a thread stores.
const MOST_FORCES: usize = 1 << 18;
/// The places for judgements of a thread.
const MOST_JUDGED: usize = 1 << 17;

/// A piece that a move has brought elsewhere, by its number, with what it needed before and needs now.
type Step = (usize, Distances, Distances);

/// The pictures that are possible in a position of the search.
#[derive(Clone)]
pub struct Possible {
    pictures: Arc<Pictures>,
    /// The pieces of the side to be stalemated, and its king, by number: their places.
    places: ArrayVec<u16, MOST_UNITS>,
    held: Bitboard,
    king: Square,
    /// The captured pieces, as bits by number.
    gone: u16,
    /// The other side's pieces, and the moves that this side has left.
    attackers: Bitboard,
    attacks: u32,
    force: Force,
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

    /// The squares to which the attacker can make his last move, captures in passing aside.
    pub fn last_targets(&self, pos: &Position) -> Bitboard {
        let mut captures = 0;
        let mut quiet = Bitboard::EMPTY;
        for (at, cost) in &self.list {
            let left = self.pictures.all[*at as usize].captured & !self.gone;
            match (cost, left.count_ones()) {
                (0, 0) => quiet = pos.vacant(),
                (0, 1) => captures |= left,
                _ => {}
            }
        }
        let numbers = (0..self.places.len()).filter(|number| captures >> number & 1 != 0);
        numbers.fold(quiet, |all, number| all | self.square(number).into())
    }

    /// Whether a piece, by its number, stands on a square.
    fn stands(&self, number: usize, square: Square) -> bool {
        self.gone >> number & 1 == 0 && self.square(number) == square
    }

    /// The square of a piece, by its number.
    fn square(&self, number: usize) -> Square {
        Square::new((usize::from(self.places[number]) % Square::COUNT) as u8)
    }
}

/// The attacker's pieces, by place, and last the moves that he has left.
type Attackers = ArrayVec<u16, { MOST_ATTACKERS + 1 }>;

/// What is known of the attacker's pieces and moves. Many positions share them, and so the judgements of shapes.
#[derive(Clone, Copy)]
struct Force {
    /// The number by which shapes are judged; 0 for the position whose pictures were listed, where nothing is.
    number: u32,
    /// The squares that the pieces reach in time.
    near: Bitboard,
}

/// What is known of a shape for a force.
#[derive(Clone, Copy, Default)]
struct Judged {
    /// The number of the force.
    force: u32,
    shape: u32,
    /// Whether the attacker can do his part.
    can: bool,
    /// The squares for which it is known whether he can also capture there, and those where he can.
    tested: Bitboard,
    capturable: Bitboard,
}

/// The bound for one problem. Each thread has its own, since tables are filled when they are needed.
pub struct StalematePictures<'a> {
    shapes: Shapes<'a>,
    /// The king's moves, by its square.
    flights: &'a [Bitboard; 64],
    /// By shape and place.
    table: HashMap<u64, Part, Mixers>,
    /// By force and shape; a new judgement replaces the one in its place.
    judged: Vec<Judged>,
    forces: HashMap<Attackers, Force, Mixers>,
    /// The number of forces so far.
    numbered: u32,
    /// The attacker's pieces, with the choices for a shape.
    units: Vec<Unit>,
    /// The pictures while they are tested.
    tested: Vec<(u32, u8)>,
    /// The force and the shape of `units`, and how many moves are counted in advance.
    set: (u32, u32, u32),
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
        Some(Self {
            shapes: Shapes::of(task),
            flights: &tables.capture.leaps,
            table: HashMap::default(),
            judged: vec![Judged::default(); MOST_JUDGED],
            forces: HashMap::default(),
            numbered: 0,
            units: Vec::new(),
            tested: Vec::new(),
            set: (0, 0, 0),
        })
    }

    /// Lists the pictures that can arise from a position, if the attacker has `attacks` moves left and the other side `defences`;
    /// `None` if there are too many.
    pub fn list(&mut self, pos: &Position, attacks: u32, defences: u32) -> Option<Possible> {
        if defences > MOST_DEFENCES {
            return None;
        }
        self.forget_choices();
        self.forget_judgements();
        let side = !self.shapes.attacker;
        let king = pos.royals(side).first()?;
        let held = pos.by_color(side) & !Bitboard::from(king);
        let victims = (pos.by_color(!side) & !pos.royals(!side)).count() as usize;
        let squares = std::iter::once(king).chain(held);
        let mut possible = Possible {
            pictures: Arc::default(),
            places: ArrayVec::new(),
            held,
            king,
            gone: 0,
            attackers: pos.by_color(!side),
            attacks,
            force: Force {
                number: 0,
                near: Bitboard::ALL,
            },
            list: Vec::new(),
        };
        for square in squares {
            let place = self.shapes.reach.place(pos.at(square)?, square, victims);
            possible.places.try_push(place as u16).ok()?;
        }
        let distances: Vec<_> = possible
            .places
            .iter()
            .map(|place| self.shapes.reach.distances(usize::from(*place)))
            .collect();
        let budget = (attacks, defences);
        let mut listing = Listing::of(&mut self.shapes, pos, self.flights, &distances, budget);
        let king_type = pos.at(king)?.piece_type();
        for at in self.shapes.variant.rules.board.squares() {
            let target = target(king_type, at);
            let cost = u32::from(distances[0][target]);
            if cost <= defences {
                listing.with_king(&mut self.shapes, target as u16, defences - cost);
            }
        }
        let found = listing.finish()?;
        let all = &found.all;
        possible.list = (0..all.len())
            .map(|at| (at as u32, cost(&all[at], &distances)))
            .collect();
        possible.pictures = Arc::new(found);
        Some(possible)
    }

    /// Takes over pictures that another thread found possible.
    pub fn take_over(&mut self, possible: &mut Possible) {
        if possible.force.number > 0 {
            possible.force.number = self.next_number();
        }
    }

    /// The number of a new force.
    fn next_number(&mut self) -> u32 {
        if self.numbered == u32::MAX {
            self.forget_judgements();
        }
        self.numbered += 1;
        self.numbered
    }

    fn forget_choices(&mut self) {
        self.table.clear();
        self.shapes.choices.truncate(0);
        self.set = (0, 0, 0);
    }

    fn forget_judgements(&mut self) {
        self.judged.fill(Judged::default());
        self.forces.clear();
        self.numbered = 0;
        self.set = (0, 0, 0);
    }

    /// The force of the attacker with so many moves.
    fn force(&mut self, pos: &Position, attacks: u32) -> Force {
        let attackers = self.shapes.attackers(pos);
        let mut key = Attackers::new();
        let places = attackers.iter().map(|(place, _)| *place as u16);
        let mut words = places.chain([attacks as u16]);
        let stored = words.by_ref().all(|word| key.try_push(word).is_ok());
        if stored && let Some(known) = self.forces.get(&key) {
            return *known;
        }
        let near = |all, (place, _): &(u32, bool)| {
            all | self.shapes.reach.within(*place as usize, attacks)
        };
        let near = attackers.iter().fold(Bitboard::EMPTY, near);
        let number = self.next_number();
        let force = Force { number, near };
        if stored {
            if self.forces.len() >= MOST_FORCES {
                self.forces.clear();
            }
            self.forces.insert(key, force);
        }
        force
    }

    /// The pictures that are possible after a move; `None` if there are none.
    pub fn after_move(
        &mut self,
        before: &Possible,
        next: &Position,
        attacks: u32,
        defences: u32,
    ) -> Option<Possible> {
        let side = !self.shapes.attacker;
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
            let mut numbers = 0..before.places.len();
            let number = numbers.find(|number| before.stands(*number, from))?;
            let Some(to) = to else {
                captured = Some(number);
                continue;
            };
            let place = self.shapes.reach.place(next.at(to)?, to, victims);
            let old = usize::from(before.places[number]);
            let old = self.shapes.reach.distances(old);
            changed.push((number, old, self.shapes.reach.distances(place)));
            after.places[number] = place as u16;
        }
        after.gone |= captured.map_or(0, |number| 1 << number);
        if after.attackers != before.attackers || attacks != before.attacks {
            after.force = self.force(next, attacks);
        }
        // A piece that has no moves to spare is captured where it stands, unless it has just passed a square.
        let far: u16 = if next.state().en_passant.any() {
            0
        } else {
            let reach = &mut self.shapes.reach;
            let places = after.places.iter().zip(0..);
            let far = places.filter(|(place, _)| {
                !reach
                    .at_rest(usize::from(**place))
                    .intersects(after.force.near)
            });
            far.fold(0, |far, (_, number)| far | 1 << number) & !after.gone
        };
        let all = &before.pictures.all;
        let mut list = std::mem::take(&mut self.tested);
        list.clear();
        list.extend(before.list.iter().filter_map(|(at, cost)| {
            let picture = &all[*at as usize];
            let mut cost = u32::from(*cost);
            for (number, old, new) in &changed {
                let target = usize::from(picture.targets[*number]);
                if target != usize::from(CAPTURED) {
                    cost = cost + u32::from(new[target]) - u32::from(old[target]);
                }
            }
            let hit = captured.is_none_or(|number| picture.captured >> number & 1 != 0);
            let left = picture.captured & !after.gone;
            let fits = hit
                && left.count_ones() <= attacks
                && cost <= defences
                && (cost < defences || left & far == 0);
            fits.then_some((*at, cost as u8))
        }));
        self.keep_covered(&after, next, defences, &mut list);
        after.list = list.as_slice().into();
        self.tested = list;
        (!after.list.is_empty()).then_some(after)
    }

    /// Drops moves after which no picture is possible, as far as that can be seen before they are played.
    pub fn keep_moves(
        &mut self,
        possible: &Possible,
        pos: &Position,
        attacks: u32,
        defences: u32,
        list: &mut MoveList,
    ) {
        let changes_more = |mv: Move| matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant);
        let all = &possible.pictures.all;
        if pos.side_to_move() == self.shapes.attacker {
            let movers = self.movers(possible, pos, attacks + 1);
            let mut victims = 0;
            let mut quiet = false;
            for (at, _) in &possible.list {
                let left = all[*at as usize].captured & !possible.gone;
                quiet |= left.count_ones() <= attacks;
                victims |= if left.count_ones() <= attacks + 1 {
                    left
                } else {
                    0
                };
            }
            let number =
                |square| (0..possible.places.len()).find(|at| possible.stands(*at, square));
            list.retain(|mv| {
                changes_more(*mv)
                    || movers.contains(mv.from())
                        && number(mv.to()).map_or(quiet, |number| victims >> number & 1 != 0)
            });
            return;
        }
        let victims = (possible.attackers & !pos.royals(self.shapes.attacker)).count() as usize;
        let reach = &mut self.shapes.reach;
        list.retain(|mv| {
            let mut numbers = 0..possible.places.len();
            let number = numbers.find(|number| possible.stands(*number, mv.from()));
            let piece = pos.at(mv.from());
            let (Some(number), Some(piece)) = (number, piece) else {
                return true;
            };
            let piece = mv.piece_type().map_or(piece, |to| piece.with_type(to));
            let old = reach.distances(usize::from(possible.places[number]));
            let new = reach.distances(reach.place(piece, mv.to(), victims));
            changes_more(*mv)
                || possible.list.iter().any(|(at, cost)| {
                    let target = usize::from(all[*at as usize].targets[number]);
                    let cost = u32::from(*cost);
                    cost <= defences && target == usize::from(CAPTURED)
                        || target != usize::from(CAPTURED)
                            && cost + u32::from(new[target]) <= defences + u32::from(old[target])
                })
        });
    }

    /// The attacker's pieces that can move, with `attacks` moves at hand, so that he can still do his part for a picture: those that can go
    /// for good, and those that can come back.
    fn movers(&mut self, possible: &Possible, pos: &Position, attacks: u32) -> Bitboard {
        if attacks > MOST_FOR_MOVERS || possible.list.len() > MOST_FOR_MOVERS as usize {
            return Bitboard::ALL;
        }
        let pictures = &possible.pictures;
        let mut movers = Bitboard::EMPTY;
        for (at, _) in &possible.list {
            let shape = pictures.all[*at as usize].shape;
            let forced = self.set_units(possible, pos, shape);
            let full = pictures.shapes[shape as usize].full();
            let can = |units: &mut [Unit], counted: u32| {
                let attacks = attacks.checked_sub(counted);
                attacks.is_some_and(|left| can_cover(&self.shapes.choices, units, full, [left; 2]))
            };
            for (at, square) in pos.by_color(self.shapes.attacker).into_iter().enumerate() {
                if movers.contains(square) {
                    continue;
                }
                let unit = self.units[at];
                let paid = u32::from(unit.paid);
                self.units[at] = Unit {
                    mask: 0,
                    paid: 1,
                    ..unit
                };
                let mut moves = can(&mut self.units, forced - paid + 1);
                self.units[at] = Unit {
                    list: Choices::NONE,
                    ..unit
                };
                moves |= paid == 0 && can(&mut self.units, forced + 2);
                self.units[at] = unit;
                movers |= if moves {
                    square.into()
                } else {
                    Bitboard::EMPTY
                };
            }
        }
        movers
    }

    /// Keeps the pictures for which the attacker can still do his part: all of them if many half-moves are left, or if the last one is; else
    /// those behind the first possible one are not tested and stay.
    fn keep_covered(
        &mut self,
        possible: &Possible,
        pos: &Position,
        defences: u32,
        list: &mut Vec<(u32, u8)>,
    ) {
        if possible.force.number == 0 {
            // The position whose pictures were listed.
            return;
        }
        if self.shapes.choices.len() > MOST_LISTS {
            self.forget_choices();
        }
        let left = possible.attacks + defences;
        let passing = pos.state().en_passant.any();
        let mut can = |at: u32, cost: u8| {
            let picture = &possible.pictures.all[at as usize];
            let captured = picture.captured & !possible.gone;
            let judged = self.judge(possible, pos, picture.shape);
            if !judged.can || u32::from(cost) < defences || passing || captured == 0 {
                return judged.can;
            }
            let numbers = (0..possible.places.len()).filter(|at| captured >> at & 1 != 0);
            // A rook to be captured may castle first.
            let stays = numbers.filter(|number| {
                let place = usize::from(possible.places[*number]);
                self.shapes.reach.at_rest(place).count() == 1
            });
            let victims = stays.map(|number| possible.square(number)).collect();
            self.can_capture(possible, pos, picture.shape, victims)
        };
        if left <= 1 || left as usize >= WORTH_LISTING {
            list.retain(|(at, cost)| can(*at, *cost));
        } else {
            let first = list.iter().position(|(at, cost)| can(*at, *cost));
            list.drain(..first.unwrap_or(list.len()));
        }
    }

    /// The index of a judgement.
    fn index_of_judged(&self, force: u32, shape: u32) -> usize {
        let mixed = (u64::from(force) << 32 | u64::from(shape)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize % self.judged.len()
    }

    /// Whether the attacker can do his part for a shape.
    fn judge(&mut self, possible: &Possible, pos: &Position, shape: u32) -> Judged {
        let force = possible.force.number;
        let index = self.index_of_judged(force, shape);
        let known = self.judged[index];
        if (known.force, known.shape) == (force, shape) {
            return known;
        }
        let forced = self.set_units(possible, pos, shape);
        let full = possible.pictures.shapes[shape as usize].full();
        let attacks = possible.attacks.checked_sub(forced);
        let can = attacks.is_some_and(|attacks| {
            can_cover(&self.shapes.choices, &mut self.units, full, [attacks; 2])
        });
        self.judged[index] = Judged {
            force,
            shape,
            can,
            ..Judged::default()
        };
        self.judged[index]
    }

    /// Whether the attacker, who can do his part for a shape, can also capture on each of some squares, as far as each square alone
    /// shows: where the side to be stalemated has no moves to spare, the pieces to be captured stay where they are.
    fn can_capture(
        &mut self,
        possible: &Possible,
        pos: &Position,
        shape: u32,
        victims: Bitboard,
    ) -> bool {
        let index = self.index_of_judged(possible.force.number, shape);
        for victim in victims & !self.judged[index].tested {
            let can = self.can_capture_on(possible, pos, shape, victim);
            let judged = &mut self.judged[index];
            judged.tested |= victim.into();
            if can {
                judged.capturable |= victim.into();
            } else {
                return false;
            }
        }
        (victims & !self.judged[index].capturable).is_empty()
    }

    /// Whether some piece of the attacker can come to a square and then, with the moves that are left, the attacker can do his part for a
    /// shape.
    fn can_capture_on(
        &mut self,
        possible: &Possible,
        pos: &Position,
        shape: u32,
        victim: Square,
    ) -> bool {
        let forced = self.set_units(possible, pos, shape);
        let pictures = &possible.pictures;
        let of = &pictures.shapes[shape as usize];
        for (number, (place, royal)) in self.shapes.attackers(pos).into_iter().enumerate() {
            for nth in 0.. {
                let captors = self.shapes.captors(place, victim);
                let Some((cost, captor)) = captors.get(nth).copied() else {
                    break;
                };
                if cost > possible.attacks {
                    break;
                }
                let known = self.table.entry(key(shape, captor));
                let add = || self.shapes.add_choices(of, captor, pictures.attacks);
                let unit = known.or_insert_with(add).unit(royal);
                let before = std::mem::replace(&mut self.units[number], unit);
                let counted = forced - u32::from(before.paid) + u32::from(unit.paid) + cost;
                let can = possible.attacks.checked_sub(counted).is_some_and(|left| {
                    can_cover(&self.shapes.choices, &mut self.units, of.full(), [left; 2])
                });
                self.units[number] = before;
                if can {
                    return true;
                }
            }
        }
        false
    }

    /// Sets the attacker's pieces for a shape. Returns how many moves are counted in advance.
    fn set_units(&mut self, possible: &Possible, pos: &Position, shape: u32) -> u32 {
        let force = possible.force.number;
        if force > 0 && (self.set.0, self.set.1) == (force, shape) {
            return self.set.2;
        }
        self.units.clear();
        let pictures = &possible.pictures;
        let of = &pictures.shapes[shape as usize];
        for (place, royal) in self.shapes.attackers(pos) {
            let known = self.table.entry(key(shape, place));
            let choices =
                known.or_insert_with(|| self.shapes.add_choices(of, place, pictures.attacks));
            self.units.push(choices.unit(royal));
        }
        let forced = self.units.iter().map(|unit| u32::from(unit.paid)).sum();
        self.set = (force, shape, forced);
        forced
    }
}

/// The key of a piece's choices for a shape.
fn key(shape: u32, place: u32) -> u64 {
    u64::from(shape) << 32 | u64::from(place)
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
