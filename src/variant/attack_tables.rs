//! Attack tables (reversed move tables): for each square, the squares from which the pieces of one side could capture on it.

use super::move_tables::MoveTables;
use super::path_tree::PathTree;
use super::rule_set::RuleSet;
use crate::base::{Bitboard, Color, Piece, PieceType, PieceTypeSet, Square};
use crate::board::{Behaviour, LineTable, Lines};

/// The attacks of piece types that slide or hop in the same way along the same lines.
#[derive(Clone)]
pub struct LineAttack {
    /// The squares from which such a piece attacks a square.
    pub reverse: LineTable,
    /// The kind of movement along the lines: slide or hop.
    pub behaviour: Behaviour,
    /// The lines of the attacks, among the four queen lines.
    pub lines: Lines,
    /// The piece types that attack in this way.
    pub piece_types: PieceTypeSet,
}

/// The hops over one fixed square that attack a certain square.
#[derive(Clone, Copy, Debug)]
pub struct FixedHopAttack {
    /// The square that must be occupied, by the hurdle.
    pub hurdle: Square,
    /// The departure squares of the hops.
    pub origins: Bitboard,
}

/// The attack tables of one side, by attacked square.
#[derive(Clone)]
pub struct AttackTables {
    /// The departure squares of leaps by all piece types together, by arrival square; for a quick first test.
    pub leap_origins: Box<[Bitboard; 64]>,
    /// The piece types that capture by leaps, each with the departure squares for each arrival square.
    pub leaps: Vec<(PieceType, Box<[Bitboard; 64]>)>,
    /// The slides and hops along lines.
    pub lines: Vec<LineAttack>,
    /// The piece types that hop over a fixed square, each with the hops to each arrival square.
    pub fixed_hops: Vec<(PieceType, Vec<Vec<FixedHopAttack>>)>,
    /// The piece types with movements that are followed leg by leg.
    pub path_tree: Vec<WalkAttack>,
}

/// The movements of a piece type that are followed leg by leg.
#[derive(Clone)]
pub struct WalkAttack {
    /// The piece type.
    pub piece_type: PieceType,
    /// All departure squares from which the piece could capture on a square with any occupancy, by arrival square.
    pub origins: Box<[Bitboard; 64]>,
    /// The reversed paths, from an attacked square to its attackers. `None` if paths cannot be reversed and have to be followed from each
    /// attacker.
    pub back: Option<PathTree>,
    /// Whether the piece type has no other captures.
    pub walks_only: bool,
}

impl AttackTables {
    /// The reversed paths of a piece type, if all its captures are followed leg by leg and can be reversed.
    #[inline]
    pub fn way_back(&self, piece_type: PieceType) -> Option<&PathTree> {
        let walk = self.walk(piece_type).filter(|walk| walk.walks_only)?;
        walk.back.as_ref()
    }

    /// The movements of a piece type that are followed leg by leg.
    #[inline]
    pub fn walk(&self, piece_type: PieceType) -> Option<&WalkAttack> {
        let mut path_tree = self.path_tree.iter();
        path_tree.find(|walk| walk.piece_type == piece_type)
    }

    /// The squares whose occupancy decides whether a square is attacked by paths or by hops over fixed squares. `asks` selects the piece
    /// types of the attackers.
    #[inline]
    pub fn examined(
        &self,
        to: Square,
        occupied: Bitboard,
        asks: impl Fn(PieceType) -> bool,
    ) -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        for (_, hops) in self.fixed_hops.iter().filter(|(hopper, _)| asks(*hopper)) {
            for hop in &hops[to.index()] {
                seen |= hop.hurdle.into();
                if occupied.contains(hop.hurdle) {
                    seen |= hop.origins;
                }
            }
        }
        for walk in self.path_tree.iter().filter(|walk| asks(walk.piece_type)) {
            seen |= match &walk.back {
                Some(back) => back.examined(to, occupied),
                None => Bitboard::ALL,
            };
        }
        seen
    }
}

impl AttackTables {
    pub(super) fn none() -> Self {
        Self {
            leap_origins: Box::new([Bitboard::EMPTY; 64]),
            leaps: Vec::new(),
            lines: Vec::new(),
            fixed_hops: Vec::new(),
            path_tree: Vec::new(),
        }
    }

    /// Reverses the capture tables of one side.
    pub(super) fn new(rules: &RuleSet, moves: &[MoveTables], color: Color) -> Self {
        let mut attacks = Self::none();
        for piece_type in rules.all_types() {
            let capture = &moves[Piece::new(color, piece_type).index()].capture;
            let mut origins = Box::new([Bitboard::EMPTY; 64]);
            let mut walked = Box::new([Bitboard::EMPTY; 64]);
            for from in rules.board.squares() {
                for to in capture.leaps[from.index()] {
                    origins[to.index()] |= from.into();
                }
                for to in capture.walk_reach(from) {
                    walked[to.index()] |= from.into();
                }
            }
            for to in rules.board.squares() {
                attacks.leap_origins[to.index()] |= origins[to.index()];
            }
            if capture.has_walks() {
                attacks.path_tree.push(WalkAttack {
                    piece_type,
                    origins: walked,
                    back: capture.reversed_paths().cloned(),
                    walks_only: !origins.iter().any(|set| set.any())
                        && capture.lines.is_empty()
                        && capture.fixed_hops.is_empty(),
                });
            }
            if origins.iter().any(|set| set.any()) {
                attacks.leaps.push((piece_type, origins));
            }
            if !capture.fixed_hops.is_empty() {
                attacks
                    .fixed_hops
                    .push((piece_type, reversed_hops(&capture.fixed_hops)));
            }
        }
        attacks.add_lines(rules, moves, color);
        attacks
    }

    /// Adds the line attacks in groups: for each kind of movement, lines that the same piece types use share one look-up.
    fn add_lines(&mut self, rules: &RuleSet, moves: &[MoveTables], color: Color) {
        let mut uses: Vec<(Behaviour, LineTable, [PieceTypeSet; 4])> = Vec::new();
        for piece_type in rules.all_types() {
            for tables in &moves[Piece::new(color, piece_type).index()].capture.lines {
                let at = uses
                    .iter()
                    .position(|u| u.0 == tables.behaviour)
                    .unwrap_or_else(|| {
                        uses.push((
                            tables.behaviour,
                            tables.reverse.clone(),
                            [PieceTypeSet::EMPTY; 4],
                        ));
                        uses.len() - 1
                    });
                for line in 0..4 {
                    if tables.lines.0 >> line & 1 != 0 {
                        uses[at].2[line].insert(piece_type);
                    }
                }
            }
        }
        for (behaviour, reverse, piece_types) in uses {
            for line in 0..4 {
                let shares = |other: usize| piece_types[other] == piece_types[line];
                if !piece_types[line].is_empty() && (0..line).all(|earlier| !shares(earlier)) {
                    let lines = Lines((line..4).filter(|l| shares(*l)).map(|l| 1 << l).sum());
                    self.lines.push(LineAttack {
                        reverse: reverse.clone(),
                        behaviour,
                        lines,
                        piece_types: piece_types[line],
                    });
                }
            }
        }
    }
}

fn reversed_hops(fixed_hops: &[Vec<super::move_tables::FixedHop>]) -> Vec<Vec<FixedHopAttack>> {
    let mut found: Vec<Vec<FixedHopAttack>> = vec![Vec::new(); Square::COUNT];
    for (from, hops) in Square::all().zip(fixed_hops) {
        for hop in hops {
            for to in hop.landings {
                let here = &mut found[to.index()];
                match here.iter_mut().find(|over| over.hurdle == hop.hurdle) {
                    Some(over) => over.origins |= from.into(),
                    None => here.push(FixedHopAttack {
                        hurdle: hop.hurdle,
                        origins: from.into(),
                    }),
                }
            }
        }
    }
    found
}
