//! "A man is worth more where it can go somewhere": arrival squares that no enemy pawn attacks. The same
//! pass over the men collects what the other themes ask: who attacks what, and how the men bear on the
//! enemy king.

use super::balance::balance;
use super::pawn_sets::Pawns;
use super::tally::Tally;
use crate::base::{Bitboard, Color, MAX_PIECE_TYPES, Piece, PieceType};
use crate::board::{Behaviour, Fan};
use crate::position::Position;
use crate::variant::{MoveTables, Term, term};

/// From this many hoppers of one piece type on, their hops are found together.
const TOGETHER: u32 = 3;

/// A man of leaps or slides is cramped with fewer safe squares than this.
const ROOM: i32 = 4;

/// A man of leaps or slides has room to spare with more safe squares than this.
const PLENTY: i32 = 7;

/// What the men of both sides reach, and other things that several themes ask; all arrays by side.
#[derive(Clone, Debug)]
pub struct Reach<T: Tally> {
    /// The mobility theme, White minus Black.
    pub mobility: T,
    /// Squares attacked by any man.
    pub attacked: [Bitboard; 2],
    /// Squares attacked by two men or more.
    pub doubly: [Bitboard; 2],
    /// Pawns that go straight ahead.
    pub pawns: Option<Pawns>,
    /// Squares attacked by pawns.
    pub by_pawns: [Bitboard; 2],
    /// Squares where men of each piece type could capture.
    pub by_type: [[Bitboard; MAX_PIECE_TYPES]; 2],
    /// How many men attack squares beside the enemy king.
    pub ring_attackers: [i32; 2],
    /// The danger units of these men.
    pub ring_units: [T::Units; 2],
    /// Their attacks on those squares.
    pub ring_attacks: [i32; 2],
}

/// The squares that the pawns of a side attack.
pub fn pawn_guards(pos: &Position, color: Color) -> Bitboard {
    let Some(pawn) = pos.variant().rules.pawn else {
        return Bitboard::EMPTY;
    };
    let pawns = pos.pieces(color, pawn);
    if pos.variant().rules.rank_pawn.is_none() {
        // Pawns that turn, or have a movement of their own: the tables tell what they attack.
        let tables = pos.variant().moves_of(Piece::new(color, pawn));
        return pawns.into_iter().fold(Bitboard::EMPTY, |all, from| {
            all | tables.capture.targets(from, pos.occupied())
        });
    }
    let ahead = pawns.ahead(color);
    (ahead.east() | ahead.west()) & pos.variant().rules.board.squares()
}

/// How a man moves, as far as its mobility is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Leaps,
    Slides,
    Hops,
}

impl Kind {
    fn of(tables: &MoveTables) -> Self {
        match tables.quiet.lines.first() {
            None => Self::Leaps,
            Some(line) if matches!(line.behaviour, Behaviour::Slide { .. }) => Self::Slides,
            Some(_) => Self::Hops,
        }
    }

    /// What a safe square is.
    const fn safe_square(self) -> Term {
        match self {
            Self::Leaps => term::LEAP_MOBILITY,
            Self::Slides => term::LINE_MOBILITY,
            Self::Hops => term::HOP_MOBILITY,
        }
    }

    /// What a man is that attacks squares beside the enemy king.
    const fn ring_attacker(self) -> Term {
        match self {
            Self::Leaps => term::LEAP_ATTACKER,
            Self::Slides | Self::Hops => term::LINE_ATTACKER,
        }
    }
}

impl<T: Tally> Reach<T> {
    /// What the men reach in a position.
    pub fn of(pos: &Position) -> Self {
        let by_pawns = Color::ALL.map(|color| pawn_guards(pos, color));
        let mut reach = Self {
            mobility: T::default(),
            attacked: by_pawns,
            doubly: [Bitboard::EMPTY; 2],
            pawns: Pawns::of(pos),
            by_pawns,
            by_type: [[Bitboard::EMPTY; MAX_PIECE_TYPES]; 2],
            ring_attackers: [0; 2],
            ring_units: Default::default(),
            ring_attacks: [0; 2],
        };
        reach.mobility = balance(|us| reach.add_side(pos, us));
        reach
    }

    /// Adds the men of a side and gives their mobility.
    fn add_side(&mut self, pos: &Position, us: Color) -> T {
        let variant = pos.variant();
        let occupied = pos.occupied();
        let side = us.index();
        let area = !pos.by_color(us) & !self.by_pawns[(!us).index()];
        let ring = pos.royals(!us).grown();
        let king = pos.royals(us).into_iter().next();
        let mut sum = T::default();
        let (mut attacked, mut doubly) = (self.attacked[side], self.doubly[side]);
        let (mut ring_attacks, mut ring_attackers) = (0, 0);
        let mut ring_units = T::Units::default();
        for index in 0..variant.rules.piece_types {
            let piece_type = PieceType::new(index);
            if variant.rules.pawn == Some(piece_type) {
                continue;
            }
            let tables = variant.moves_of(Piece::new(us, piece_type));
            let royal = variant.rules.royals.contains(piece_type);
            let of_type = pos.pieces(us, piece_type);
            let mut by_type = Bitboard::EMPTY;
            let (mut squares, mut short, mut spare, mut attackers) = (0, 0, 0, 0);
            let mut steps = 0;
            // Adds what a man attacks, and tells how many squares are safe for it and how many beside the enemy king.
            let mut add = |targets: Bitboard| {
                doubly |= attacked & targets;
                attacked |= targets;
                by_type |= targets;
                if royal {
                    return (0, 0);
                }
                let count = |area: Bitboard| (targets & area).count() as i32;
                (count(area), count(ring))
            };
            if let Some(lines) = tables.capture.hops_only
                && of_type.count() >= TOGETHER
            {
                let fan = Fan::of_hops(of_type, occupied, lines);
                let mut bearing = 0;
                for targets in fan.sets() {
                    let (safe, beside) = add(targets);
                    squares += safe;
                    bearing += beside;
                }
                if bearing > 0 {
                    ring_attacks += bearing;
                    attackers = fan.origins(ring, occupied).count() as i32;
                }
            } else {
                for from in of_type {
                    let (safe, bearing) = add(tables.capture.targets(from, occupied));
                    squares += safe;
                    short += (ROOM - safe).max(0);
                    spare += (safe - PLENTY).max(0);
                    steps += king.map_or(0, |king| i32::from(king.steps_to(from)));
                    if bearing > 0 {
                        ring_attacks += bearing;
                        attackers += 1;
                    }
                }
            }
            self.by_type[side][index] = by_type;
            let values = &variant.values;
            let kind = Kind::of(tables);
            if squares != 0 {
                sum += T::of(values, kind.safe_square().of(piece_type), squares);
            }
            if kind != Kind::Hops && !royal && of_type.any() {
                sum += T::of(values, term::CRAMPED.of(piece_type), short);
                sum += T::of(values, term::ROOMY.of(piece_type), spare);
                sum += T::of(values, term::FROM_KING.of(piece_type), steps);
            }
            if attackers != 0 {
                ring_attackers += attackers;
                ring_units += T::units(values, kind.ring_attacker().of(piece_type), attackers);
            }
        }
        self.attacked[side] = attacked;
        self.doubly[side] = doubly;
        self.ring_attacks[side] = ring_attacks;
        self.ring_attackers[side] = ring_attackers;
        self.ring_units[side] = ring_units;
        sum
    }
}
