//! What the attacker has to do for a final arrangement of the side to be stalemated, and what each of his pieces can do for it.

use super::cover::{ATTACKS, Choice, Choices, Unit};
use super::reach::Reach;
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::position::Position;
use crate::problem::task::Task;
use crate::variant::Variant;
use arrayvec::ArrayVec;
use std::hash::{BuildHasherDefault, Hasher};

/// The most pieces of the side to be stalemated, the king included.
pub const MOST_UNITS: usize = 16;

/// With how many stands of a piece on one square a further one there is compared.
const MOST_ON_A_SQUARE: usize = 8;

/// What a piece can do for one shape.
#[derive(Clone, Copy)]
pub struct Part {
    /// The list of its choices.
    list: u32,
    /// What the piece does without a move.
    standing: u32,
    /// Whether the piece cannot stay where it is.
    must_leave: bool,
}

impl Part {
    /// The piece for the search of a cover.
    pub fn unit(self, royal: bool) -> Unit {
        Unit {
            side: ATTACKS,
            // Kings are never captured, so one that cannot stay has to move.
            paid: u8::from(royal && self.must_leave),
            mask: self.standing,
            list: self.list,
        }
    }
}

/// A final arrangement of the side to be stalemated, and what the other side has to do for it.
#[derive(Clone)]
pub struct Shape {
    pub king: Square,
    /// The final squares of the other pieces.
    pub held: Bitboard,
    /// The flights that have to be attacked.
    pub open: Bitboard,
    /// The squares that pieces of the other side have to block.
    pub blocks: Bitboard,
    /// Squares where pieces of the other side could be captured by pawns.
    pub exposed: Bitboard,
    /// For each pinned piece the squares from which it can be pinned.
    pub pinners: ArrayVec<Bitboard, MOST_UNITS>,
}

impl Shape {
    /// The bits of all that the other side has to do: at most 31, since a king has eight flights and lines of pins, and each of the fifteen other
    /// pieces needs one block at most.
    pub fn full(&self) -> u32 {
        let count = self.open.count() + self.blocks.count() + self.pinners.len() as u32;
        (1 << count) - 1
    }

    /// What an attacker's piece does on a square; `None` if it cannot stand there.
    fn mask(&self, variant: &Variant, attacker: Color, stand: &Stand) -> Option<u32> {
        if (self.held | self.exposed).contains(stand.at) {
            return None;
        }
        let mut attacked = stand.attacks & self.open;
        if stand.slides && attacked.any() {
            let capture = &variant
                .moves_of(Piece::new(attacker, stand.piece_type))
                .capture;
            attacked &= capture.targets(stand.at, self.held);
        }
        let mut mask = ranks(attacked, self.open);
        let mut bit = 1 << self.open.count();
        if self.blocks.any() {
            mask |= bit * ranks(self.blocks & stand.at.into(), self.blocks);
            bit <<= self.blocks.count();
        }
        for squares in &self.pinners {
            mask |= if stand.pins && squares.contains(stand.at) {
                bit
            } else {
                0
            };
            bit <<= 1;
        }
        Some(mask)
    }
}

/// The ranks in `squares` of some of its squares, as bits.
fn ranks(some: Bitboard, squares: Bitboard) -> u32 {
    some.into_iter().fold(0, |mask, square| {
        let below = Bitboard((1 << square.index()) - 1);
        mask | 1 << (squares & below).count()
    })
}

/// A square that an attacker's piece reaches.
struct Stand {
    cost: u8,
    piece_type: PieceType,
    at: Square,
    /// Whether it attacks along lines that pieces can block.
    slides: bool,
    /// Whether it attacks the king along a line.
    pins: bool,
    /// The squares that it attacks on an empty board.
    attacks: Bitboard,
}

/// The moves that a piece needs to capture somewhere, and its place then.
type Captor = (u32, u32);

/// The attacker's pieces of one problem. Each thread has its own, since tables are filled when they are needed.
pub struct Shapes<'a> {
    pub reach: Reach<'a>,
    pub variant: &'a Variant,
    pub attacker: Color,
    /// By place and king: the squares where the piece does not attack the king at once, ascending by cost.
    stands: Vec<Option<Box<[Stand]>>>,
    /// By place and square: the moves that the piece needs to capture there, ascending, and its places then.
    captors: Vec<Option<Box<[Captor]>>>,
    pub choices: Choices,
    /// The choices of the list that is being made.
    found: Vec<Choice>,
}

impl<'a> Shapes<'a> {
    pub fn of(task: &'a Task) -> Self {
        let reach = Reach::of(task);
        let places = reach.places() * Square::COUNT;
        Self {
            variant: task.position.variant(),
            attacker: task.white,
            stands: std::iter::repeat_with(|| None).take(places).collect(),
            captors: vec![None; places],
            reach,
            choices: Choices::new(),
            found: Vec::new(),
        }
    }

    /// The places of the attacker's pieces, and whether they are royal.
    pub fn attackers(&self, pos: &Position) -> ArrayVec<(u32, bool), 64> {
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

    /// The moves that an attacker's piece needs to capture on a square, ascending, and its places then.
    pub fn captors(&mut self, place: u32, at: Square) -> &[Captor] {
        let index = place as usize * Square::COUNT + at.index();
        if self.captors[index].is_none() {
            self.captors[index] = Some(self.places_of_captors(place as usize, at));
        }
        self.captors[index].as_deref().unwrap_or_default()
    }

    #[cold]
    fn places_of_captors(&mut self, place: usize, at: Square) -> Box<[Captor]> {
        let mut captors = Vec::new();
        for (moves, layer) in self.reach.layers(place).iter().enumerate() {
            let types = layer.iter().filter(|(_, squares)| squares.contains(at));
            captors.extend(types.map(|(piece_type, _)| (moves.max(1) as u32, *piece_type)));
        }
        let placed = captors.into_iter().map(|(moves, piece_type)| {
            let after = if self.variant.rules.rank_pawn == Some(piece_type) {
                // Only a pawn becomes one: it keeps its captures.
                place / Square::COUNT * Square::COUNT + at.index()
            } else {
                let piece = Piece::new(self.attacker, piece_type);
                self.reach.place(piece, at, 0)
            };
            (moves, after as u32)
        });
        placed.collect()
    }

    /// Adds the choices of an attacker's piece for a shape with at most so many moves.
    pub fn add_choices(&mut self, shape: &Shape, place: u32, attacks: u32) -> Part {
        let index = place as usize * Square::COUNT + shape.king.index();
        if self.stands[index].is_none() {
            self.stands[index] = Some(self.stands(place, shape.king));
        }
        let from = Square::new((place as usize % Square::COUNT) as u8);
        self.found.clear();
        let mut standing = None;
        let pinners = shape.pinners.iter();
        let useful = pinners.fold(shape.blocks, |all, one| all | *one);
        let stands = self.stands[index].iter().flatten();
        for stand in stands.take_while(|stand| u32::from(stand.cost) <= attacks) {
            let stays = stand.cost == 0 && stand.at == from;
            if !stays && !stand.attacks.intersects(shape.open) && !useful.contains(stand.at) {
                continue;
            }
            let mask = shape.mask(self.variant, self.attacker, stand);
            if stays {
                standing = mask;
                continue;
            }
            let Some(mask) = mask.filter(|mask| *mask != 0) else {
                continue;
            };
            // Those before cost no more.
            let mut before = self.found.iter();
            if !before.any(|known| mask & !known.mask == 0) {
                let cost = stand.cost;
                self.found.push(Choice { cost, mask });
            }
        }
        Part {
            list: self.choices.add(self.found.iter().copied()),
            standing: standing.unwrap_or(0),
            must_leave: standing.is_none(),
        }
    }

    #[cold]
    fn stands(&mut self, place: u32, king: Square) -> Box<[Stand]> {
        let (variant, attacker) = (self.variant, self.attacker);
        let layers = self.reach.layers(place as usize).iter();
        let mut stands: Vec<Stand> = Vec::new();
        let mut noted = [const { ArrayVec::<u16, MOST_ON_A_SQUARE>::new_const() }; Square::COUNT];
        for (moves, layer) in layers.enumerate() {
            for (piece_type, squares) in layer {
                let capture = &variant.moves_of(Piece::new(attacker, *piece_type)).capture;
                for at in *squares & !Bitboard::from(king) {
                    if capture.targets(at, Bitboard::ALL).contains(king) {
                        continue;
                    }
                    let attacks = capture.targets(at, Bitboard::EMPTY);
                    let is_less = |known: &Stand| {
                        // A queen does what a rook or a bishop does, if it can stand there.
                        let known_capture = &variant
                            .moves_of(Piece::new(attacker, known.piece_type))
                            .capture;
                        (attacks & !known.attacks).is_empty()
                            && (capture.leaps[at.index()] & !known_capture.leaps[at.index()])
                                .is_empty()
                    };
                    let mut here = noted[at.index()].iter();
                    if moves > 0 && here.any(|known| is_less(&stands[usize::from(*known)])) {
                        continue;
                    }
                    // Beyond the limit a stand is kept all the same, and others are not compared with it.
                    let _ = noted[at.index()].try_push(stands.len() as u16);
                    stands.push(Stand {
                        cost: u8::try_from(moves).unwrap_or(u8::MAX),
                        piece_type: *piece_type,
                        at,
                        slides: !capture.lines.is_empty(),
                        pins: attacks.contains(king) && !capture.leaps[at.index()].contains(king),
                        attacks,
                    });
                }
            }
        }
        stands.into()
    }
}

/// A hasher for a few small numbers (multiplicative hashing with the golden ratio).
#[derive(Clone, Copy, Default)]
pub struct Mixer(u64);

/// Makes mixers.
pub type Mixers = BuildHasherDefault<Mixer>;

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
