//! The stalemate-picture bound: the final positions of the side to be stalemated that the moves at hand can still build.
//!
//! In a stalemate each piece is captured, pinned, or has nowhere to go: sliders and leapers stand among own pieces, pawns behind any
//! piece, and every flight of the king is attacked or blocked. A picture says where each piece ends, or that it is captured. All
//! pictures within the moves that are left are listed once; each move then leaves those for which the moves still suffice, and where
//! none is left nothing is searched. Distances are those on an empty board. Whether the other side can attack the flights, block the
//! pawns and pin is decided by a search for a cover, with its attacks limited only by the pieces of the picture. Where the side to be
//! stalemated has no moves to spare, a piece to be captured stays where it is, so the cover includes a capture there. Everything is taken
//! at its widest, so that a picture is excluded only if it cannot arise.

use super::cover::{Unit, can_cover};
use super::reach::{Distances, target};
use super::stalemate_listing::{CAPTURED, Listing, Picture, Pictures};
use super::stalemate_shapes::{Choices, MOST_UNITS, Mixers, Shapes};
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
/// The most choices that a thread stores.
const MOST_CHOICES: usize = 1 << 21;
/// With at most so many pictures, and so many moves of the attacker, the pieces that can move are sought.
const MOST_FOR_MOVERS: u32 = 4;
/// With at least so many half-moves left all pictures are tested, so that those below need not test them.
const WORTH_LISTING: usize = 6;

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
    /// The other side's pieces, the squares that they reach in time, and the moves that this side has left.
    attackers: Bitboard,
    near: Bitboard,
    attacks: u32,
    /// The number of the check of these attackers.
    check: u32,
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

/// What is known of a shape for the attacker's pieces and moves of one check.
#[derive(Clone, Copy, Default)]
struct Judged {
    /// The number of the check.
    check: u32,
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
    table: HashMap<(u32, u32), Choices, Mixers>,
    /// By shape.
    judged: Vec<Judged>,
    checks: u32,
    units: Vec<Unit>,
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
            judged: Vec::new(),
            checks: 0,
            units: Vec::new(),
        })
    }

    /// Lists the pictures that can arise from a position, if the attacker has `attacks` moves left and the other side `defences`;
    /// `None` if there are too many.
    pub fn list(&mut self, pos: &Position, attacks: u32, defences: u32) -> Option<Possible> {
        if defences > MOST_DEFENCES {
            return None;
        }
        self.table.clear();
        self.shapes.choices.clear();
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
            near: Bitboard::ALL,
            attacks,
            check: 0,
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
        self.judged = vec![Judged::default(); found.shapes.len()];
        possible.pictures = Arc::new(found);
        Some(possible)
    }

    /// Takes over pictures that another thread found possible.
    pub fn take_over(&mut self, possible: &mut Possible) {
        if possible.check > 0 {
            possible.check = self.next_check();
        }
    }

    /// The number of a new check.
    fn next_check(&mut self) -> u32 {
        if self.checks == u32::MAX {
            self.judged.fill(Judged::default());
            self.checks = 0;
        }
        self.checks += 1;
        self.checks
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
            after.near = self.near(next, attacks);
            after.check = self.next_check();
        }
        // A piece that has no moves to spare is captured where it stands, unless it has just passed a square.
        let far: u16 = if next.state().en_passant.any() {
            0
        } else {
            let reach = &mut self.shapes.reach;
            let places = after.places.iter().zip(0..);
            let far = places
                .filter(|(place, _)| !reach.within(usize::from(**place), 0).intersects(after.near));
            far.fold(0, |far, (_, number)| far | 1 << number) & !after.gone
        };
        let all = &before.pictures.all;
        after.list = before
            .list
            .iter()
            .filter_map(|(at, cost)| {
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
            })
            .collect();
        self.keep_covered(&mut after, next, defences);
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
        let attackers = self.shapes.attackers(pos);
        let pictures = &possible.pictures;
        let mut movers = Bitboard::EMPTY;
        for (at, _) in &possible.list {
            let shape = pictures.all[*at as usize].shape;
            let forced = self.set_units(pictures, shape, &attackers);
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
                    end: unit.start,
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
    fn keep_covered(&mut self, possible: &mut Possible, pos: &Position, defences: u32) {
        if possible.check == 0 {
            // The position whose pictures were listed.
            return;
        }
        let shapes = possible.pictures.shapes.len();
        if self.judged.len() < shapes {
            self.judged.resize(shapes, Judged::default());
        }
        if self.shapes.choices.len() > MOST_CHOICES {
            self.table.clear();
            self.shapes.choices.clear();
        }
        let attackers = self.shapes.attackers(pos);
        let pictures = Arc::clone(&possible.pictures);
        let attacks = possible.attacks;
        let left = attacks + defences;
        let check = possible.check;
        let mut list = std::mem::take(&mut possible.list);
        let passing = pos.state().en_passant.any();
        let mut can = |at: u32, cost: u8| {
            if !self.can_cover(&pictures, at, check, &attackers, attacks) {
                return false;
            }
            if u32::from(cost) < defences || passing {
                return true;
            }
            let captured = pictures.all[at as usize].captured & !possible.gone;
            let numbers = (0..possible.places.len()).filter(|at| captured >> at & 1 != 0);
            let victims = numbers.map(|number| possible.square(number)).collect();
            self.can_capture(&pictures, at, victims, &attackers, attacks)
        };
        if left <= 1 || left as usize >= WORTH_LISTING {
            list.retain(|(at, cost)| can(*at, *cost));
        } else {
            let first = list.iter().position(|(at, cost)| can(*at, *cost));
            list.drain(..first.unwrap_or(list.len()));
        }
        possible.list = list;
    }

    /// Whether the attacker can do his part for a picture.
    fn can_cover(
        &mut self,
        pictures: &Pictures,
        at: u32,
        check: u32,
        attackers: &[(u32, bool)],
        attacks: u32,
    ) -> bool {
        let shape = pictures.all[at as usize].shape;
        let judged = self.judged[shape as usize];
        if judged.check == check {
            return judged.can;
        }
        let forced = self.set_units(pictures, shape, attackers);
        let of = &pictures.shapes[shape as usize];
        let attacks = attacks.checked_sub(forced);
        let can = attacks.is_some_and(|attacks| {
            let choices = &self.shapes.choices;
            can_cover(choices, &mut self.units, of.full(), [attacks; 2])
        });
        self.judged[shape as usize] = Judged {
            check,
            can,
            ..Judged::default()
        };
        can
    }

    /// Whether the attacker can do his part for a picture and also capture on each of some squares, as far as each square alone
    /// shows: where the side to be stalemated has no moves to spare, the pieces to be captured stay where they are. Asked only after
    /// `can_cover`.
    fn can_capture(
        &mut self,
        pictures: &Pictures,
        at: u32,
        victims: Bitboard,
        attackers: &[(u32, bool)],
        attacks: u32,
    ) -> bool {
        let shape = pictures.all[at as usize].shape;
        for victim in victims & !self.judged[shape as usize].tested {
            let can = self.can_capture_on(pictures, shape, victim, attackers, attacks);
            let judged = &mut self.judged[shape as usize];
            judged.tested |= victim.into();
            if can {
                judged.capturable |= victim.into();
            } else {
                return false;
            }
        }
        (victims & !self.judged[shape as usize].capturable).is_empty()
    }

    /// Whether some piece of the attacker can come to a square and then, with the moves that are left, the attacker can do his part for a
    /// shape.
    fn can_capture_on(
        &mut self,
        pictures: &Pictures,
        shape: u32,
        victim: Square,
        attackers: &[(u32, bool)],
        attacks: u32,
    ) -> bool {
        let forced = self.set_units(pictures, shape, attackers);
        let of = &pictures.shapes[shape as usize];
        for (number, (place, royal)) in attackers.iter().enumerate() {
            for (cost, captor) in self.shapes.captors(*place, victim, attacks) {
                let known = self.table.entry((shape, captor));
                let add = || self.shapes.add_choices(of, captor, pictures.attacks);
                let unit = known.or_insert_with(add).unit(*royal);
                let before = std::mem::replace(&mut self.units[number], unit);
                let counted = forced - u32::from(before.paid) + u32::from(unit.paid) + cost;
                let can = attacks.checked_sub(counted).is_some_and(|left| {
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
    fn set_units(&mut self, pictures: &Pictures, shape: u32, attackers: &[(u32, bool)]) -> u32 {
        self.units.clear();
        let of = &pictures.shapes[shape as usize];
        for (place, royal) in attackers {
            let known = self.table.entry((shape, *place));
            let choices =
                known.or_insert_with(|| self.shapes.add_choices(of, *place, pictures.attacks));
            self.units.push(choices.unit(*royal));
        }
        self.units.iter().map(|unit| u32::from(unit.paid)).sum()
    }

    /// The squares that the attacker's pieces reach with so many moves.
    fn near(&mut self, pos: &Position, attacks: u32) -> Bitboard {
        let attackers = self.shapes.attackers(pos);
        attackers.iter().fold(Bitboard::EMPTY, |all, (place, _)| {
            all | self.shapes.reach.within(*place as usize, attacks)
        })
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
