//! The numbering of all positions of a signature; positions that are reflections of each other share a number.
//!
//! The *lead* is up to two pieces that are the only ones of their kind (mostly the kings). Placements of the lead that symmetries of
//! the game map onto each other form an orbit, which gets one number. The other pieces follow: equal pieces as a combination of squares.

use super::material::Material;
use crate::base::{Bitboard, Color, Piece, Square};
use crate::variant::Variant;
use arrayvec::ArrayVec;

/// Tables with at most this number of pieces need no files: they are made in memory.
pub const SMALL: usize = 3;

/// The maximum number of pieces in a table.
pub const MOST_PIECES: usize = 5;

/// A piece and the place where it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Item {
    /// The [index](Piece::index) of the piece.
    pub piece: u8,
    /// The square, plus 64 on the second board.
    pub place: u8,
}

/// A placement: the pieces on the board, in any order. The capacity leaves room for captured pieces that a turn brings back.
pub type Items = ArrayVec<Item, { MOST_PIECES + 3 }>;

/// The places of a signature's pieces, by kind in the order of its [`Index`].
pub type Places = [[u8; MOST_PIECES]; MOST_PIECES];

/// A permutation of the places: the image of each square of the first board, then of the second.
pub type Transform = [u8; 2 * Square::COUNT];

/// The image of a place under a transform.
pub const fn moved(transform: &Transform, place: u8) -> u8 {
    transform[place as usize]
}

/// The rotations and reflections that map the board onto itself, on a cylinder also the shifts, each of them with two boards also
/// with the boards exchanged; the first is the identity.
pub fn transforms(variant: &Variant) -> Vec<Transform> {
    let rules = &variant.rules;
    let (files, ranks) = (rules.files, rules.ranks);
    let mut found: Vec<Transform> = Vec::new();
    let turns = if rules.board.wraps() { files } else { 1 };
    for turn in 0..turns {
        for kind in 0..8 {
            let (mirror, flip, swap) = (kind & 1 != 0, kind & 2 != 0, kind & 4 != 0);
            if swap && (files != ranks || rules.board.wraps()) {
                continue;
            }
            let to = |square: Square| {
                let (mut file, mut rank) = (square.file(), square.rank());
                if swap {
                    (file, rank) = (rank, file);
                }
                if mirror {
                    file = files - 1 - file;
                }
                if flip {
                    rank = ranks - 1 - rank;
                }
                Square::at((file + turn) % files, rank)
            };
            let mut transform: Transform = std::array::from_fn(|index| index as u8);
            for square in rules.board.squares() {
                let image = to(square).index();
                transform[square.index()] = image as u8;
                transform[square.index() + 64] = image as u8 | 64;
            }
            let image: Bitboard = rules.board.squares().into_iter().map(to).collect();
            if image == rules.board.squares() && !found.contains(&transform) {
                found.push(transform);
            }
        }
    }
    if rules.capabilities.two_boards {
        let exchanged: Vec<Transform> = (found.iter()).map(|it| it.map(|to| to ^ 64)).collect();
        found.extend(exchanged);
    }
    found
}

/// The pieces of one kind (type and colour) in a signature.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) piece: u8,
    pub(super) count: usize,
    /// The places on which such a piece can stand.
    places: Vec<u8>,
    /// The index of each place in `places`, or `NOWHERE`.
    pub(super) number: Box<[u8; 128]>,
    /// The number of ways to place the group: combinations of `count` out of `places`.
    pub(super) size: u64,
}

/// The numbering of a signature's positions. In positions with numbers below [`Index::half`] White is to move, in the others Black.
#[derive(Debug)]
pub struct Index {
    /// The signature.
    pub material: Material,
    /// The kinds of pieces, the lead first.
    pub(super) groups: Vec<Group>,
    lead: usize,
    /// The group of each piece index.
    group_of: [u8; Piece::COUNT],
    pub(super) symmetries: Vec<Transform>,
    /// For each placement of the lead its orbit, and the symmetries (bits) that map the placement to the orbit's representative.
    pub(super) orbits: Vec<(u32, u64)>,
    pub(super) representatives: Vec<[u8; 2]>,
    half: u64,
}

const NOWHERE: u8 = 255;
pub(super) const NO_ORBIT: u32 = u32::MAX;

pub(super) fn binomial(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1))
}

/// The places on which a piece can stand. Pawns never stand on the end ranks, unless the game has rules that can put them there.
fn places(variant: &Variant, piece: Piece) -> Vec<u8> {
    let rules = &variant.rules;
    let has = rules.capabilities;
    let mut squares = rules.board.squares();
    let kept = !has.side_effects && !has.dynamo && !has.relay && !has.zones;
    if rules.rank_pawn == Some(piece.piece_type()) && kept && rules.conditions.is_empty() {
        squares &= !(Bitboard::rank(0) | Bitboard::rank(rules.ranks - 1));
    }
    let one = squares.into_iter().map(|square| square.index() as u8);
    let second = one.clone().map(|place| place + 64);
    if has.two_boards {
        one.chain(second).collect()
    } else {
        one.collect()
    }
}

impl Index {
    /// Numbers the positions of a signature; positions that `symmetries` (a mathematical group) map onto each other share a number.
    pub fn new(variant: &Variant, material: Material, symmetries: Vec<Transform>) -> Self {
        let mut groups: Vec<Group> = (material.kinds())
            .map(|piece| {
                let places = places(variant, piece);
                let count = material.count(piece.index());
                let mut number = Box::new([NOWHERE; 128]);
                for (index, place) in places.iter().enumerate() {
                    number[*place as usize] = index as u8;
                }
                Group {
                    piece: piece.index() as u8,
                    count,
                    size: binomial(places.len() as u64, count as u64),
                    places,
                    number,
                }
            })
            .collect();
        let royal = |group: &Group| {
            let piece_type = crate::base::PieceType::new(usize::from(group.piece));
            variant.rules.royals.contains(piece_type)
        };
        groups.sort_by_key(|group| (group.count != 1, !royal(group), group.piece));
        let lead = groups
            .iter()
            .filter(|group| group.count == 1)
            .count()
            .min(2);
        let symmetries = if lead == 0 {
            symmetries[..1].to_vec()
        } else {
            symmetries
        };
        let mut group_of = [NOWHERE; Piece::COUNT];
        for (index, group) in groups.iter().enumerate() {
            group_of[usize::from(group.piece)] = index as u8;
        }
        let mut index = Self {
            material,
            groups,
            lead,
            group_of,
            symmetries,
            orbits: Vec::new(),
            representatives: Vec::new(),
            half: 0,
        };
        index.find_orbits();
        let rest: u64 = index.groups[lead..]
            .iter()
            .map(|group| group.size)
            .product();
        index.half = index.representatives.len() as u64 * rest;
        index
    }

    fn find_orbits(&mut self) {
        let of = |group: usize| match self.groups[..self.lead].get(group) {
            Some(group) => group.places.clone(),
            None => vec![0],
        };
        self.orbits = vec![(NO_ORBIT, 0); 128 * 128];
        for first in of(0) {
            for second in of(1) {
                let shared = self.lead == 2 && first & 63 == second & 63;
                if shared || self.orbits[key(first, second)].0 != NO_ORBIT {
                    continue;
                }
                let orbit = self.representatives.len() as u32;
                self.representatives.push([first, second]);
                for (bit, transform) in self.symmetries.iter().enumerate() {
                    // `transform` maps `image` back to the representative. Symmetries form a group, so their inverses reach every image.
                    let inverse = inverse(transform);
                    let image = match self.lead {
                        0 => [first, second],
                        1 => [moved(&inverse, first), second],
                        _ => [moved(&inverse, first), moved(&inverse, second)],
                    };
                    let entry = &mut self.orbits[key(image[0], image[1])];
                    *entry = (orbit, entry.1 | 1 << bit);
                }
            }
        }
    }

    /// The count of position numbers per side to move.
    pub const fn half(&self) -> u64 {
        self.half
    }

    /// The count of position numbers. Some of them belong to no position.
    pub const fn positions(&self) -> u64 {
        2 * self.half
    }

    /// The symmetries; positions that they map onto each other share a number.
    pub fn symmetries(&self) -> &[Transform] {
        &self.symmetries
    }

    /// The position number of a placement with `side` to move; `None` if a piece stands where the table allows none of its kind.
    #[inline]
    pub fn encode(&self, items: &[Item], side: Color) -> Option<u64> {
        self.number(&self.places(items)?, side)
    }

    /// The places of the pieces, by kind; `None` if the signature has no such kind.
    #[inline]
    pub fn places(&self, items: &[Item]) -> Option<Places> {
        let mut places = [[0_u8; MOST_PIECES]; MOST_PIECES];
        let mut filled = [0_usize; MOST_PIECES];
        for item in items {
            let group = usize::from(self.group_of[usize::from(item.piece)]);
            let count = filled.get_mut(group)?;
            *places[group].get_mut(*count)? = item.place;
            *count += 1;
        }
        Some(places)
    }

    /// [`Self::encode`] for the pieces on `places` after one of them has gone to another place.
    #[inline]
    pub fn number_after(&self, places: &Places, gone: Item, came: u8, side: Color) -> Option<u64> {
        let group = usize::from(self.group_of[usize::from(gone.piece)]);
        let mut after = *places;
        let own = after.get_mut(group)?;
        let slot = own.iter().position(|place| *place == gone.place)?;
        own[slot] = came;
        self.number(&after, side)
    }

    /// [`Self::encode`] for pieces whose places are known by kind.
    #[inline(always)]
    fn number(&self, places: &Places, side: Color) -> Option<u64> {
        let second = if self.lead == 2 { places[1][0] } else { 0 };
        let first = if self.lead == 0 { 0 } else { places[0][0] };
        let (orbit, mut maps) = self.orbits[key(first, second)];
        if orbit == NO_ORBIT {
            return None;
        }
        let mut best = u64::MAX;
        while maps != 0 {
            let transform = &self.symmetries[maps.trailing_zeros() as usize];
            maps &= maps - 1;
            let mut number = u64::from(orbit);
            for (group, places) in self.groups[self.lead..].iter().zip(&places[self.lead..]) {
                number = number * group.size + group.encode(transform, places)?;
            }
            best = best.min(number);
        }
        Some(best + if side == Color::White { 0 } else { self.half })
    }

    /// The placement and the side to move of a position number. `None` if two pieces would share a square, or if a reflection of the
    /// position has a lower number, which is used instead.
    pub fn decode(&self, number: u64) -> Option<(Items, Color)> {
        let (side, below) = if number < self.half {
            (Color::White, number)
        } else {
            (Color::Black, number - self.half)
        };
        let mut left = below;
        let mut items = Items::new();
        for group in self.groups[self.lead..].iter().rev() {
            group.decode(left % group.size, &mut items);
            left /= group.size;
        }
        let lead = self.representatives[left as usize];
        for (group, place) in self.groups[..self.lead].iter().zip(lead) {
            items.push(Item {
                piece: group.piece,
                place,
            });
        }
        let squares: Bitboard = items.iter().map(|item| Square::new(item.place)).collect();
        let one_each = squares.count() as usize == items.len();
        let first = self.maps(lead).is_power_of_two() || self.encode(&items, side) == Some(number);
        (one_each && first).then_some((items, side))
    }

    /// The number of different placements that share a position number: its images under the symmetries; 0 if it is the number of none.
    pub fn weight(&self, number: u64) -> u64 {
        let all = self.symmetries.len() as u64;
        let rest: u64 = self.groups[self.lead..].iter().map(|it| it.size).product();
        let lead = self.representatives[(number % self.half / rest) as usize];
        // No symmetry but one leaves the leading pieces, and so all of them, where they are.
        if self.maps(lead).is_power_of_two() {
            return all;
        }
        let Some((items, _)) = self.decode(number) else {
            return 0;
        };
        let sorted = |mut items: Items| {
            items.sort_unstable();
            items
        };
        let own = sorted(items.clone());
        let fixing = self.symmetries.iter().filter(|transform| {
            let mut image = items.clone();
            for item in &mut image {
                item.place = moved(transform, item.place);
            }
            sorted(image) == own
        });
        all / fixing.count().max(1) as u64
    }

    /// The symmetries (bits) that map a placement of the lead to its orbit's representative.
    fn maps(&self, lead: [u8; 2]) -> u64 {
        let key = match self.lead {
            0 => key(0, 0),
            1 => key(lead[0], 0),
            _ => key(lead[0], lead[1]),
        };
        self.orbits[key].1
    }
}

pub(super) const fn key(first: u8, second: u8) -> usize {
    first as usize * 128 + second as usize
}

/// The inverse of a transform.
pub fn inverse(transform: &Transform) -> Transform {
    let mut back: Transform = std::array::from_fn(|index| index as u8);
    for (from, to) in transform.iter().enumerate() {
        back[*to as usize] = from as u8;
    }
    back
}

impl Group {
    /// Whether such a piece can stand on a square of the first board.
    pub(super) fn has_place(&self, at: u8) -> bool {
        self.number[usize::from(at)] != NOWHERE
    }

    #[inline]
    fn encode(&self, transform: &Transform, places: &[u8]) -> Option<u64> {
        let number = |place: u8| {
            let number = self.number[moved(transform, place) as usize];
            (number != NOWHERE).then_some(number)
        };
        if self.count == 1 {
            return number(places[0]).map(u64::from);
        }
        let mut numbers = [0_u8; MOST_PIECES];
        for (slot, place) in numbers.iter_mut().zip(&places[..self.count]) {
            *slot = number(*place)?;
        }
        let numbers = &mut numbers[..self.count];
        numbers.sort_unstable();
        let each = numbers.iter().enumerate();
        Some(
            each.map(|(i, n)| binomial(u64::from(*n), i as u64 + 1))
                .sum(),
        )
    }

    fn decode(&self, number: u64, items: &mut Items) {
        let mut left = number;
        for k in (1..=self.count as u64).rev() {
            // Of one piece the number is the index of its place.
            let mut n = if k == 1 { left } else { k - 1 };
            while binomial(n + 1, k) <= left {
                n += 1;
            }
            left -= binomial(n, k);
            items.push(Item {
                piece: self.piece,
                place: self.places[n as usize],
            });
        }
    }
}
