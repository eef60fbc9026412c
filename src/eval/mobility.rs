//! Mobility: counts each piece's target squares that no enemy pawn attacks. The same pass over the pieces collects the attack maps that
//! the other terms need, and the attacks on the squares around the enemy king.

use super::balance::balance;
use super::pawn_hash::PawnEntry;
use super::pawn_sets::Pawns;
use super::tally::Tally;
use crate::base::{Bitboard, Color, MAX_PIECE_TYPES, Piece, Square};
use crate::board::HopFill;
use crate::position::Position;
use crate::variant::{MoveTables, MovementClass, PieceAttacks, Term, term};

/// A leaper or slider is cramped if it has fewer safe target squares than this.
const ROOM: u16 = 4;

/// A leaper or slider is roomy if it has more safe target squares than this.
const PLENTY: u16 = 7;

/// Attack maps and other data that several terms share; all arrays are indexed by side.
#[derive(Clone, Debug)]
pub struct Reach<T: Tally> {
    /// The mobility score, White minus Black.
    pub mobility: T,
    /// The squares of the royal pieces.
    pub royals: [Bitboard; 2],
    /// The king rings: the squares of the royal pieces and their neighbours.
    pub rings: [Bitboard; 2],
    /// Squares attacked by at least one piece or pawn.
    pub attacked: [Bitboard; 2],
    /// Squares attacked at least twice; all pawns together count as one attacker.
    pub doubly: [Bitboard; 2],
    /// The pawns and their derived sets; `None` in games whose pawns do not go straight ahead.
    pub pawns: Option<Pawns>,
    /// The scores that depend on pawns and royal pieces alone.
    pub pawn_entry: PawnEntry<T>,
    /// Squares attacked by pawns.
    pub by_pawns: [Bitboard; 2],
    /// Squares that the non-pawn pieces of each type attack, by side and type.
    pub by_type: [[Bitboard; MAX_PIECE_TYPES]; 2],
    /// The number of pieces that attack the enemy king ring.
    pub ring_attackers: [i32; 2],
    /// The king-danger units for the pieces counted in `ring_attackers`.
    pub ring_units: [T::Units; 2],
    /// The number of attacks on squares of the enemy king ring: a square attacked by two pieces counts twice.
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

/// The squares attacked by pawns with a special movement, or whose direction depends on the square.
#[inline(never)]
fn guards_by_tables(pos: &Position, pawn: Piece) -> Bitboard {
    let tables = pos.variant().moves_of(pawn);
    let pawns = pos.pieces(pawn.color(), pawn.piece_type());
    pawns.into_iter().fold(Bitboard::EMPTY, |all, from| {
        all | tables.capture.targets(from, pos.occupied())
    })
}

const fn safe_square(movement_class: MovementClass) -> Term {
    match movement_class {
        MovementClass::Leaps => term::LEAP_MOBILITY,
        MovementClass::Slides => term::LINE_MOBILITY,
        MovementClass::Hops => term::HOP_MOBILITY,
    }
}

/// The weight, by movement class, of a piece that attacks the enemy king ring.
const fn ring_attacker(movement_class: MovementClass) -> Term {
    match movement_class {
        MovementClass::Leaps => term::LEAP_ATTACKER,
        MovementClass::Slides | MovementClass::Hops => term::LINE_ATTACKER,
    }
}

/// The king of a side. If there are several, the first by square index from the side's own view, so that a position and its
/// colour-reversed mirror have the same evaluation.
#[inline(always)]
pub(super) fn first_king(pos: &Position, kings: Bitboard, us: Color) -> Option<Square> {
    if !kings.many() {
        return kings.first();
    }
    let seen = |king: &Square| match us {
        Color::White => *king,
        Color::Black => pos.variant().rules.mirrored(*king),
    };
    kings.into_iter().min_by_key(|king| seen(king).index())
}

/// The sets of squares that the mobility of one side depends on.
struct Field {
    occupied: Bitboard,
    /// The squares that count as mobility: without own pieces, and not attacked by an enemy pawn.
    safe: Bitboard,
    /// The enemy king ring.
    ring: Bitboard,
    /// The distance from each square to the king of the side, in king steps.
    to_king: &'static [u8; 64],
}

/// The squares attacked by at least one and by at least two pieces of a side.
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

/// Four 16-bit counters packed in one word: one addition updates all four, so the loop over the pieces stays in registers.
#[derive(Clone, Copy, Default)]
struct Counts(u64);

impl Counts {
    /// The counters, in order: safe squares; squares short of [`ROOM`]; squares above [`PLENTY`]; steps from the own king.
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

/// The counters of one piece, indexed by its number of safe squares; steps from the king are 0.
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

/// Sums over all pieces of one type and side.
#[derive(Default)]
struct OfType {
    /// Squares that the pieces attack.
    reached: Bitboard,
    /// The mobility counters, summed.
    room: Counts,
    /// The number of attacks on squares of the enemy king ring.
    beside: i32,
    /// The number of pieces that attack the enemy king ring.
    attackers: i32,
}

impl OfType {
    /// Sums over `pieces`, computed piece by piece. Adds the attacks to `seen`.
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

    /// Sums over all hoppers of a type, computed at once by filling along lines. Only the counter of safe squares is meaningful.
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
    /// The attack maps and shared data of a position.
    pub fn of(pos: &Position) -> Self {
        let mut reach = Self::of_pawns(pos);
        if let Some(pawns) = &reach.pawns {
            reach.pawn_entry = PawnEntry::of(pos.variant(), pawns, reach.royals);
        }
        reach.add_pieces(pos);
        reach
    }

    /// The first step: only the attacks of pawns. The caller then adds the other pieces ([`Self::add_pieces`]) and the pawn entry.
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

    /// Adds the attacks and the mobility of the non-pawn pieces of both sides.
    #[inline(always)]
    pub fn add_pieces(&mut self, pos: &Position) {
        self.mobility = balance(|us| self.add_side(pos, us));
    }

    /// Adds the attacks of one side's non-pawn pieces and returns their mobility score.
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
    use crate::catalogue::games;
    use crate::eval::evaluate;
    use crate::rules;

    #[test]
    fn steps_from_one_of_several_kings_favour_no_colour() {
        let variant = games().variant("ag-rex").unwrap();
        let value = |fen: &str| evaluate(&rules::position(&variant, fen).unwrap());
        let black = value("4k3/3r4/8/8/8/4N3/4k3/7N b - - 0 1");
        let white = value("7n/4K3/4n3/8/8/8/3R4/4K3 w - - 0 1");
        assert_eq!(black, white);
    }
}
