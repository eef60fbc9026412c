//! The capturing movements of one side turned round: who could capture on a square, asked from there.

use super::move_tables::MoveTables;
use super::path_tree::PathTree;
use super::rule_set::RuleSet;
use crate::base::{Bitboard, Color, Piece, PieceType, PieceTypeSet, Square};
use crate::board::{Behaviour, LineTable, Lines};

/// Line pieces that attack along the same lines by the same behaviour.
#[derive(Clone)]
pub struct LineAttack {
    /// From where such a piece attacks here.
    pub reverse: &'static LineTable,
    /// What the table answers.
    pub behaviour: Behaviour,
    /// Along which lines.
    pub lines: Lines,
    /// Which pieces do it.
    pub piece_types: PieceTypeSet,
}

/// Hops over a certain square that attack here.
#[derive(Clone, Copy, Debug)]
pub struct FixedHopAttack {
    /// The square that must be occupied.
    pub hurdle: Square,
    /// From where the hop comes.
    pub origins: Bitboard,
}

/// Everything that can capture on a square, asked from that square; one for each attacking side.
#[derive(Clone)]
pub struct AttackTables {
    /// The departure squares of all leaps to each square, whatever leaps.
    pub leap_origins: Box<[Bitboard; 64]>,
    /// Piece types that capture by leaps, with their departure squares for each arrival square.
    pub leaps: Vec<(PieceType, Box<[Bitboard; 64]>)>,
    /// Line pieces.
    pub lines: Vec<LineAttack>,
    /// Hoppers over a certain square: piece type, and hops for each arrival square.
    pub fixed_hops: Vec<(PieceType, Vec<Vec<FixedHopAttack>>)>,
    /// Piece types with movements that have to be walked.
    pub path_tree: Vec<WalkAttack>,
}

/// Walked movements of a piece type that attack here.
#[derive(Clone)]
pub struct WalkAttack {
    /// Who path_tree.
    pub piece_type: PieceType,
    /// All squares from which such a piece could come to each square, whatever stands on the board.
    pub origins: Box<[Bitboard; 64]>,
    /// The way back from a square to those who could come there; `None` if each of them has to be asked.
    pub back: Option<PathTree>,
    /// Whether such a piece captures by walking alone.
    pub walks_only: bool,
}

impl AttackTables {
    /// The way back of a piece that captures by walking alone, if it can be asked.
    #[inline]
    pub fn way_back(&self, piece_type: PieceType) -> Option<&PathTree> {
        let mut path_tree = self.path_tree.iter();
        let walk = path_tree.find(|walk| walk.piece_type == piece_type && walk.walks_only)?;
        walk.back.as_ref()
    }

    /// The squares of walked movements and hops over certain squares that bear on whether a square is attacked:
    /// no change elsewhere does.
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

    /// Turns the capturing movements of one side round.
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

    /// Groups the line pieces: for each behaviour, lines used by the same piece types share one look-up.
    fn add_lines(&mut self, rules: &RuleSet, moves: &[MoveTables], color: Color) {
        let mut uses: Vec<(Behaviour, &'static LineTable, [PieceTypeSet; 4])> = Vec::new();
        for piece_type in rules.all_types() {
            for tables in &moves[Piece::new(color, piece_type).index()].capture.lines {
                let at = uses
                    .iter()
                    .position(|u| u.0 == tables.behaviour)
                    .unwrap_or_else(|| {
                        uses.push((tables.behaviour, tables.reverse, [PieceTypeSet::EMPTY; 4]));
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
                        reverse,
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
