//! "A piece is worth more where it can go somewhere": arrival squares that no enemy pawn attacks. The same
//! pass over the pieces collects what the other evaluation terms ask: who attacks what, and how the pieces bear on the
//! enemy king.

use super::balance::balance;
use super::pawn_hash::PawnEntry;
use super::pawn_sets::Pawns;
use super::tally::Tally;
use crate::base::{Bitboard, Color, MAX_PIECE_TYPES, Piece, Square};
use crate::board::HopFill;
use crate::position::Position;
use crate::variant::{MoveTables, MovementClass, PieceAttacks, Term, term};

/// A piece of leaps or slides is cramped with fewer safe squares than this.
const ROOM: u16 = 4;

/// A piece of leaps or slides has room to spare with more safe squares than this.
const PLENTY: u16 = 7;

/// What the pieces of both sides reach, and other things that several evaluation terms ask; all arrays by side.
#[derive(Clone, Debug)]
pub struct Reach<T: Tally> {
    /// The mobility evaluation term, White minus Black.
    pub mobility: T,
    /// The royal pieces.
    pub royals: [Bitboard; 2],
    /// The squares of the royal pieces and those beside them.
    pub rings: [Bitboard; 2],
    /// Squares attacked by any piece.
    pub attacked: [Bitboard; 2],
    /// Squares attacked by two pieces or more.
    pub doubly: [Bitboard; 2],
    /// Pawns that go straight ahead.
    pub pawns: Option<Pawns>,
    /// What these and the royal pieces alone tell.
    pub pawn_entry: PawnEntry<T>,
    /// Squares attacked by pawns.
    pub by_pawns: [Bitboard; 2],
    /// Squares where pieces of each piece type could capture.
    pub by_type: [[Bitboard; MAX_PIECE_TYPES]; 2],
    /// How many pieces attack squares beside the enemy king.
    pub ring_attackers: [i32; 2],
    /// The danger units of these pieces.
    pub ring_units: [T::Units; 2],
    /// Their attacks on those squares.
    pub ring_attacks: [i32; 2],
}

/// The squares that the pawns of a side attack.
#[inline(always)]
pub fn pawn_guards(pos: &Position, color: Color) -> Bitboard {
    let Some(pawn) = pos.variant().rules.pawn else {
        return Bitboard::EMPTY;
    };
    if pos.variant().rules.rank_pawn.is_none() {
        return guards_by_tables(pos, Piece::new(color, pawn));
    }
    let ahead = pos.pieces(color, pawn).ahead(color);
    (ahead.east() | ahead.west()) & pos.variant().rules.board.squares()
}

/// The squares that pawns attack that turn, or have a movement of their own.
#[inline(never)]
fn guards_by_tables(pos: &Position, pawn: Piece) -> Bitboard {
    let tables = pos.variant().moves_of(pawn);
    let pawns = pos.pieces(pawn.color(), pawn.piece_type());
    pawns.into_iter().fold(Bitboard::EMPTY, |all, from| {
        all | tables.capture.targets(from, pos.occupied())
    })
}

/// What a safe square is for pieces of a movement_class.
const fn safe_square(movement_class: MovementClass) -> Term {
    match movement_class {
        MovementClass::Leaps => term::LEAP_MOBILITY,
        MovementClass::Slides => term::LINE_MOBILITY,
        MovementClass::Hops => term::HOP_MOBILITY,
    }
}

/// What a piece of a movement_class is that attacks squares beside the enemy king.
const fn ring_attacker(movement_class: MovementClass) -> Term {
    match movement_class {
        MovementClass::Leaps => term::LEAP_ATTACKER,
        MovementClass::Slides | MovementClass::Hops => term::LINE_ATTACKER,
    }
}

/// The king of a side, or of several the first one as the side sees the board, so that no colour is favoured.
#[inline(always)]
fn first_king(pos: &Position, kings: Bitboard, us: Color) -> Option<Square> {
    if !kings.many() {
        return kings.first();
    }
    let seen = |king: &Square| match us {
        Color::White => *king,
        Color::Black => pos.variant().rules.mirrored(*king),
    };
    kings.into_iter().min_by_key(|king| seen(king).index())
}

/// What counts for the pieces of a side.
struct Field {
    occupied: Bitboard,
    /// The squares that are safe for them.
    safe: Bitboard,
    /// The squares beside the enemy king.
    ring: Bitboard,
    /// The steps to their own king from each square.
    to_king: &'static [u8; 64],
}

/// The squares attacked by one piece or more of a side, and those by two or more.
#[derive(Clone, Copy)]
struct Attacked {
    once: Bitboard,
    twice: Bitboard,
}

impl Attacked {
    #[inline(always)]
    fn add(&mut self, targets: Bitboard) {
        self.twice |= self.once & targets;
        self.once |= targets;
    }
}

/// Four counts in one word, sixteen bits each, added all at once: the loop over the pieces is left with room in the registers.
#[derive(Clone, Copy, Default)]
struct Counts(u64);

impl Counts {
    /// Safe squares, those that lack for room, those beyond plenty, and steps from the own king.
    const fn new(counts: [u16; 4]) -> Self {
        let [safe, short, spare, steps] = counts;
        Self(safe as u64 | (short as u64) << 16 | (spare as u64) << 32 | (steps as u64) << 48)
    }

    #[inline(always)]
    const fn add(&mut self, counts: Self) {
        self.0 += counts.0;
    }

    const fn all(self) -> [i32; 4] {
        let Self(word) = self;
        [
            word as u16 as i32,
            (word >> 16) as u16 as i32,
            (word >> 32) as u16 as i32,
            (word >> 48) as i32,
        ]
    }
}

/// What so many safe squares of a piece come to.
static ROOM_WITH: [Counts; 65] = {
    let mut table = [Counts(0); 65];
    let mut safe: u16 = 0;
    while safe <= 64 {
        let (short, spare) = (ROOM.saturating_sub(safe), safe.saturating_sub(PLENTY));
        table[safe as usize] = Counts::new([safe, short, spare, 0]);
        safe += 1;
    }
    table
};

/// What the pieces of one piece type and side come to together.
#[derive(Default)]
struct OfType {
    /// Squares that they attack.
    reached: Bitboard,
    /// Their room, counted for each piece.
    room: Counts,
    /// Squares beside the enemy king that they attack, counted for each piece.
    beside: i32,
    /// The pieces that attack such squares.
    attackers: i32,
}

impl OfType {
    /// Pieces looked at one by one.
    #[inline(always)]
    fn one_by_one(
        pieces: Bitboard,
        attacks: &PieceAttacks,
        moves: &[MoveTables],
        field: &Field,
        seen: &mut Attacked,
    ) -> Self {
        let mut sum = Self::default();
        let mut all = *seen;
        attacks.each_targets(pieces, field.occupied, moves, |from, targets| {
            all.add(targets);
            sum.reached |= targets;
            let room = ROOM_WITH[(targets & field.safe).count() as usize];
            let steps = u16::from(field.to_king[from.index()]);
            sum.room.add(room);
            sum.room.add(Counts::new([0, 0, 0, steps]));
            let beside = (targets & field.ring).count() as i32;
            sum.beside += beside;
            sum.attackers += i32::from(beside > 0);
        });
        *seen = all;
        sum
    }

    /// Hoppers looked at together; only the count of safe squares means something for them.
    #[inline(never)]
    fn together(fill: HopFill, field: &Field, seen: &mut Attacked) -> Self {
        let mut sum = Self::default();
        for targets in fill.sets() {
            seen.add(targets);
            sum.reached |= targets;
            sum.room
                .add(ROOM_WITH[(targets & field.safe).count() as usize]);
            sum.beside += (targets & field.ring).count() as i32;
        }
        if sum.beside > 0 {
            sum.attackers = fill.origins(field.ring, field.occupied).count() as i32;
        }
        sum
    }
}

impl<T: Tally> Reach<T> {
    /// What the pieces reach in a position.
    pub fn of(pos: &Position) -> Self {
        let mut reach = Self::of_pawns(pos);
        if let Some(pawns) = &reach.pawns {
            reach.pawn_entry = PawnEntry::of(pos.variant(), pawns, reach.royals);
        }
        reach.add_pieces(pos);
        reach
    }

    /// What the pawns reach in a position. The other pieces are still to be added ([`Self::add_pieces`]), and the pawn_entry.
    #[inline(always)]
    pub fn of_pawns(pos: &Position) -> Self {
        let by_pawns = Color::ALL.map(|color| pawn_guards(pos, color));
        let royals = Color::ALL.map(|color| pos.royals(color));
        let pawns = Pawns::of(pos, by_pawns);
        Self {
            mobility: T::default(),
            royals,
            rings: royals.map(Bitboard::grown),
            attacked: by_pawns,
            doubly: [Bitboard::EMPTY; 2],
            pawns,
            pawn_entry: PawnEntry::default(),
            by_pawns,
            by_type: [[Bitboard::EMPTY; MAX_PIECE_TYPES]; 2],
            ring_attackers: [0; 2],
            ring_units: Default::default(),
            ring_attacks: [0; 2],
        }
    }

    /// Adds what the pieces reach that are not pawns.
    #[inline(always)]
    pub fn add_pieces(&mut self, pos: &Position) {
        self.mobility = balance(|us| self.add_side(pos, us));
    }

    /// Adds the pieces of a side and gives their mobility.
    fn add_side(&mut self, pos: &Position, us: Color) -> T {
        let variant = pos.variant();
        let values = &variant.values;
        let (side, other) = (us.index(), (!us).index());
        let field = Field {
            occupied: pos.occupied(),
            safe: !pos.by_color(us) & !self.by_pawns[other],
            ring: self.rings[other],
            to_king: first_king(pos, self.royals[side], us).map_or(&[0; 64], Square::steps_from),
        };
        let mut sum = T::default();
        let mut seen = Attacked {
            once: self.attacked[side],
            twice: Bitboard::EMPTY,
        };
        for attacks in &variant.tables.piece_attacks[side] {
            let piece = attacks.piece.piece_type();
            let pieces = pos.pieces(us, piece);
            if pieces.is_empty() {
                continue;
            }
            let of_type = match attacks.hops_only {
                Some(lines) if pieces.count() >= HopFill::WORTHWHILE => {
                    let fill = HopFill::of_hops(pieces, field.occupied, lines);
                    OfType::together(fill, &field, &mut seen)
                }
                _ => OfType::one_by_one(pieces, attacks, &variant.tables.moves, &field, &mut seen),
            };
            self.by_type[side][piece.index()] = of_type.reached;
            if attacks.royal {
                continue;
            }
            let [safe, short, spare, steps] = of_type.room.all();
            sum += T::of(values, safe_square(attacks.movement_class).of(piece), safe);
            if attacks.movement_class != MovementClass::Hops {
                sum += T::of(values, term::CRAMPED.of(piece), short);
                sum += T::of(values, term::ROOMY.of(piece), spare);
                sum += T::of(values, term::FROM_KING.of(piece), steps);
            }
            self.ring_attacks[side] += of_type.beside;
            self.ring_attackers[side] += of_type.attackers;
            let attacker = ring_attacker(attacks.movement_class).of(piece);
            self.ring_units[side] += T::units(values, attacker, of_type.attackers);
        }
        self.attacked[side] = seen.once;
        self.doubly[side] = seen.twice;
        sum
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::Catalogue;
    use crate::eval::evaluate;
    use crate::rules;

    #[test]
    fn steps_from_one_of_several_kings_favour_no_colour() {
        let variant = Catalogue::embedded().variant("ag-rex").unwrap();
        let value = |fen: &str| evaluate(&rules::position(variant, fen).unwrap());
        let black = value("4k3/3r4/8/8/8/4N3/4k3/7N b - - 0 1");
        let white = value("7n/4K3/4n3/8/8/8/3R4/4K3 w - - 0 1");
        assert_eq!(black, white);
    }
}
