//! The listing of all stalemate pictures of a position: the king's square, which flights are attacked, then where each piece ends.

use super::{
    CAPTURED, Choice, Distances, MOST_PICTURES, MOST_STEPS, MOST_UNITS, Picture, Pictures, Shape,
    StalematePictures, Unit, can_cover, split,
};
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::board::{Lines, between, full_lines};
use crate::position::Position;
use crate::variant::Variant;
use arrayvec::ArrayVec;
use std::collections::HashMap;

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
pub(super) struct Listing<'a> {
    variant: &'a Variant,
    pub(super) found: Pictures,
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
    pub(super) targets: [u16; MOST_UNITS],
    state: State,
    pub(super) steps: u32,
}

impl<'a> Listing<'a> {
    pub(super) fn of(
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
    pub(super) fn with_king(
        &mut self,
        bound: &mut StalematePictures<'a>,
        king: Square,
        defences: u32,
    ) {
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
