//! The listing of stalemate pictures: every final arrangement of the side to be stalemated that its moves can build.

use super::cover::{Unit, can_cover};
use super::reach::Distances;
use super::stalemate_shapes::{MOST_UNITS, Mixers, Shape, Shapes};
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::board::{Lines, between, full_lines};
use crate::position::Position;
use crate::variant::Variant;
use arrayvec::ArrayVec;
use std::collections::HashMap;

/// The most steps of the listing; beyond them there is no bound.
const MOST_STEPS: u32 = 20_000_000;
/// The most pictures; with more there is no bound.
const MOST_PICTURES: usize = 400_000;
/// The target of a piece that is captured.
pub const CAPTURED: u16 = u16::MAX;

/// Where each piece ends.
pub struct Picture {
    pub shape: u32,
    /// By piece: type times 64 plus square, or `CAPTURED`.
    pub targets: [u16; MOST_UNITS],
    /// The pieces that are captured, as bits by number.
    pub captured: u16,
}

/// All pictures of a problem.
#[derive(Default)]
pub struct Pictures {
    /// The attacker's moves in the first position.
    pub attacks: u32,
    pub shapes: Vec<Shape>,
    pub all: Vec<Picture>,
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
pub struct Listing<'a> {
    variant: &'a Variant,
    found: Pictures,
    /// Known shapes; `None` for those that the attacker cannot complete.
    known: HashMap<Box<[u64]>, Option<u32>, Mixers>,
    /// Whether the attacker can do what parts of shapes demand.
    known_parts: HashMap<Box<[u64]>, bool, Mixers>,
    /// By piece, the king aside: all targets with the moves needed, and those on each square.
    options: Vec<Vec<(u8, u16)>>,
    by_square: Vec<Vec<Vec<(u8, u16)>>>,
    attackers: ArrayVec<(u32, bool), 64>,
    /// The attacker's moves.
    attacks: u32,
    /// How many attackers can be sliders in time.
    pinners: usize,
    king: Square,
    /// The flights that the attacker attacks.
    attacked: Bitboard,
    flights: &'a [Bitboard; 64],
    board: Bitboard,
    attacker: Color,
    targets: [u16; MOST_UNITS],
    state: State,
    steps: u32,
}

impl<'a> Listing<'a> {
    /// A listing for the distances of the pieces of the side to be stalemated, its king first, and the moves that both sides have.
    pub fn of(
        shapes: &mut Shapes<'a>,
        pos: &Position,
        flights: &'a [Bitboard; 64],
        distances: &[Distances],
        (attacks, defences): (u32, u32),
    ) -> Self {
        let variant = shapes.variant;
        let rules = &variant.rules;
        let last = rules.last_rank_of(!shapes.attacker);
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
        let attackers = shapes.attackers(pos);
        let slides = |piece_type: PieceType| {
            let tables = variant.moves_of(Piece::new(shapes.attacker, piece_type));
            !tables.capture.lines.is_empty()
        };
        let pinners = attackers.iter().filter(|(place, _)| {
            let layers = shapes.reach.layers(*place as usize).iter();
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
            known: HashMap::default(),
            known_parts: HashMap::default(),
            attacked: Bitboard::EMPTY,
            options,
            by_square,
            attackers,
            attacks,
            king: Square::at(0, 0),
            flights,
            board: rules.board.squares().into_iter().collect(),
            attacker: shapes.attacker,
            targets: [CAPTURED; MOST_UNITS],
            state: State::default(),
            steps: MOST_STEPS,
        }
    }

    /// The pictures; `None` if there are too many.
    pub fn finish(self) -> Option<Pictures> {
        (self.steps > 0).then_some(self.found)
    }

    /// Lists the pictures with the king on a square, by a target that leaves so many moves to the other pieces.
    pub fn with_king(&mut self, shapes: &mut Shapes<'a>, target: u16, defences: u32) {
        let (_, king) = split(target);
        self.targets[0] = target;
        self.king = king;
        self.state = State::default();
        let flights = self.flights[king.index()];
        let bare = Shape {
            king,
            held: Bitboard::EMPTY,
            open: flights,
            blocks: Bitboard::EMPTY,
            exposed: Bitboard::EMPTY,
            pinners: ArrayVec::new(),
        };
        let known = shapes.choices.len();
        let mut units = self.units(shapes, &bare);
        let forced = units.iter().map(|unit| u32::from(unit.paid)).sum();
        let mut attacked = Vec::new();
        if let Some(attacks) = self.attacks.checked_sub(forced) {
            let choices = &shapes.choices;
            let can_attack =
                |units: &mut [Unit], mask| can_cover(choices, units, mask, [attacks; 2]);
            self.add_attacked(&mut units, &can_attack, flights, (0, 0), &mut attacked);
        }
        shapes.choices.truncate(known);
        let open = (1 << self.options.len()) - 1;
        for mask in attacked {
            let flights = flights.into_iter().enumerate();
            let attacked = flights.filter(|(at, _)| mask >> at & 1 != 0);
            let attacked: Bitboard = attacked.map(|(_, square)| square).collect();
            self.attacked = attacked;
            self.state = State {
                required: self.flights[king.index()] & !attacked,
                clear: attacked,
                ..State::default()
            };
            self.go_on(shapes, open, defences, self.attacks);
        }
    }

    /// The attacker's pieces for a shape; their choices are added to those known.
    fn units(&self, shapes: &mut Shapes<'a>, shape: &Shape) -> ArrayVec<Unit, 64> {
        let attackers = self.attackers.iter();
        let units = attackers.map(|(place, royal)| {
            let choices = shapes.add_choices(shape, *place, self.attacks);
            choices.unit(*royal)
        });
        units.collect()
    }

    /// Adds the sets of flights that the attacker can attack at once, if the others are blocked; as masks. The first `at` flights are
    /// decided.
    fn add_attacked(
        &self,
        units: &mut [Unit],
        can_attack: &impl Fn(&mut [Unit], u32) -> bool,
        flights: Bitboard,
        (at, mask): (u32, u32),
        sets: &mut Vec<u32>,
    ) {
        let blocked = at - mask.count_ones();
        if blocked as usize > self.options.len() || !can_attack(units, mask) {
            return;
        }
        if at == flights.count() {
            sets.push(mask);
            return;
        }
        for mask in [mask, mask | 1 << at] {
            self.add_attacked(units, can_attack, flights, (at + 1, mask), sets);
        }
    }

    /// Decides where a further piece of `open` ends.
    fn go_on(&mut self, shapes: &mut Shapes<'a>, open: u32, defences: u32, captures: u32) {
        let required = self.state.required & !self.state.held;
        if required.count() > open.count_ones() || self.steps == 0 {
            return;
        }
        self.steps -= 1;
        if let Some(square) = required.first() {
            for number in (0..self.options.len()).filter(|number| open >> number & 1 != 0) {
                for at in 0..self.by_square[number][square.index()].len() {
                    let option = self.by_square[number][square.index()][at];
                    self.put(shapes, number, option, (open, defences, captures));
                }
            }
            return;
        }
        if open == 0 {
            self.complete(shapes);
            return;
        }
        let number = open.trailing_zeros() as usize;
        if captures > 0 {
            self.targets[number + 1] = CAPTURED;
            self.go_on(shapes, open & !(1 << number), defences, captures - 1);
        }
        for at in 0..self.options[number].len() {
            let option = self.options[number][at];
            if u32::from(option.0) > defences {
                break;
            }
            self.put(shapes, number, option, (open, defences, captures));
        }
    }

    /// Puts a piece on its final square, in each way in which it can have no moves there, and goes on.
    fn put(
        &mut self,
        shapes: &mut Shapes<'a>,
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
        let open = open & !(1 << number);
        self.ways(piece_type, square, open.count_ones(), &mut ways);
        for way in ways {
            let impossible = way.required & (way.blocks | way.clear)
                | way.held & (way.blocks | way.clear)
                | way.blocks & way.exposed;
            let too_many = way.blocks.count() as usize > self.attackers.len()
                || (way.required & !way.held).count() > open.count_ones();
            let demands = |state: &State| (state.blocks, state.pinned.len());
            if impossible.any()
                || too_many
                || demands(&way) != demands(&self.state) && !self.can_start(shapes, &way)
            {
                continue;
            }
            let before = std::mem::replace(&mut self.state, way);
            self.targets[number + 1] = target;
            self.go_on(shapes, open, defences - u32::from(cost), captures);
            self.state = before;
        }
    }

    /// The ways in which a piece on a square can have no moves, if so many pieces are still to be placed: it is enclosed by own pieces, it is a
    /// pawn behind any piece, or it is pinned.
    fn ways(
        &self,
        piece_type: PieceType,
        square: Square,
        open: u32,
        ways: &mut ArrayVec<State, 3>,
    ) {
        let rules = &self.variant.rules;
        let piece = Piece::new(!self.attacker, piece_type);
        let tables = self.variant.moves_of(piece);
        let state = &self.state;
        let held = state.held | square.into();
        let with = |change: &dyn Fn(&mut State)| {
            let mut state = State {
                held,
                ..self.state.clone()
            };
            change(&mut state);
            state
        };
        let is_pawn = rules.rank_pawn == Some(piece_type);
        let ahead = Bitboard::from(square).ahead(piece.color());
        let king = Bitboard::from(self.king);
        if is_pawn {
            let exposed = tables.capture.leaps[square.index()];
            if (held | king).intersects(ahead) {
                ways.push(with(&|state| state.exposed |= exposed));
            } else {
                ways.push(with(&|state| {
                    state.exposed |= exposed;
                    state.required |= ahead;
                }));
                ways.push(with(&|state| {
                    state.exposed |= exposed;
                    state.blocks |= ahead;
                }));
            }
        } else {
            let mut neighbours = Bitboard::EMPTY;
            if tables.same {
                neighbours = tables.capture.targets(square, Bitboard::ALL) & self.board & !king;
            }
            let missing = (state.required | neighbours) & !held;
            if missing.count() <= open && !neighbours.intersects(state.blocks | state.clear) {
                ways.push(with(&|state| state.required |= neighbours));
            }
        }
        if state.pinned.len() == self.pinners
            || !full_lines(self.king, Lines::QUEEN).contains(square)
        {
            return;
        }
        let line = between(self.king, square);
        let pinners = self.pinners_of(piece_type, square, held);
        let comes_to_king = is_pawn && ahead.intersects(line);
        if pinners.is_empty() || line.intersects(held) || comes_to_king {
            return;
        }
        ways.push(with(&|state| {
            state.clear |= line;
            state.pinned.push((square, piece_type));
            if is_pawn && ahead.intersects(pinners) {
                state.blocks |= ahead;
            }
        }));
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
    fn complete(&mut self, shapes: &mut Shapes<'a>) {
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
        let squares = [shape.held, shape.blocks, shape.exposed];
        let key = squares.iter().chain(&shape.pinners);
        let king = self.king.index() as u64;
        let key: ArrayVec<u64, { MOST_UNITS + 4 }> = std::iter::once(king)
            .chain(key.map(|squares| squares.0))
            .collect();
        let known = self.known.get(&key[..]).copied();
        let shape = known.unwrap_or_else(|| {
            let index = self.can_complete(shapes, &shape).then(|| {
                self.found.shapes.push(shape);
                self.found.shapes.len() as u32 - 1
            });
            self.known.insert(key[..].into(), index);
            index
        });
        let Some(shape) = shape else { return };
        if self.found.all.len() == MOST_PICTURES {
            self.steps = 0;
            return;
        }
        let targets = self.targets[1..=self.options.len()].iter();
        let captured = targets.zip(1..).filter(|(target, _)| **target == CAPTURED);
        let captured = captured.fold(0, |all, (_, number)| all | 1 << number);
        self.found.all.push(Picture {
            shape,
            targets: self.targets,
            captured,
        });
    }

    /// Whether the attacker can do what the pieces that are placed demand, if no others are in his way.
    fn can_start(&mut self, shapes: &mut Shapes<'a>, state: &State) -> bool {
        let pinned = state.pinned.iter();
        let pinners = pinned
            .map(|(square, piece_type)| self.pinners_of(*piece_type, *square, Bitboard::EMPTY));
        let shape = Shape {
            king: self.king,
            held: Bitboard::EMPTY,
            open: self.attacked,
            blocks: state.blocks,
            exposed: Bitboard::EMPTY,
            pinners: pinners.collect(),
        };
        let squares = [shape.open, shape.blocks];
        let key = squares.iter().chain(&shape.pinners);
        let king = self.king.index() as u64;
        let key: ArrayVec<u64, { MOST_UNITS + 3 }> = std::iter::once(king)
            .chain(key.map(|squares| squares.0))
            .collect();
        if let Some(known) = self.known_parts.get(&key[..]) {
            return *known;
        }
        let can = self.can_complete(shapes, &shape);
        self.known_parts.insert(key[..].into(), can);
        can
    }

    /// Whether the attacker can do his part for a shape.
    fn can_complete(&self, shapes: &mut Shapes<'a>, shape: &Shape) -> bool {
        let known = shapes.choices.len();
        let mut units = self.units(shapes, shape);
        let forced = units.iter().map(|unit| u32::from(unit.paid)).sum();
        let attacks = self.attacks.checked_sub(forced);
        let can = attacks.is_some_and(|attacks| {
            can_cover(&shapes.choices, &mut units, shape.full(), [attacks; 2])
        });
        shapes.choices.truncate(known);
        can
    }
}

/// The type and the square of a target.
fn split(target: u16) -> (PieceType, Square) {
    let target = usize::from(target);
    let square = Square::new((target % Square::COUNT) as u8);
    (PieceType::new(target / Square::COUNT), square)
}
