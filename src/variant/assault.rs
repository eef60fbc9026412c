//! The capturing movements of one side turned round: who could capture on a square, asked from there.

use super::atlas::Atlas;
use crate::base::{Bitboard, Color, Kind, KindSet, Piece, Square};
use crate::geometry::{Behaviour, LineTable, Lines};

/// Line men that attack along the same lines by the same behaviour.
#[derive(Clone)]
pub struct LineAssault {
    /// From where such a man attacks here.
    pub reverse: &'static LineTable,
    /// What the table answers.
    pub behaviour: Behaviour,
    /// Along which lines.
    pub lines: Lines,
    /// Which men do it.
    pub kinds: KindSet,
}

/// Hops over a certain square that attack here.
#[derive(Clone, Copy, Debug)]
pub struct OverAssault {
    /// The square that must be occupied.
    pub hurdle: Square,
    /// From where the hop comes.
    pub origins: Bitboard,
}

/// Everything that can capture on a square, asked from that square; one for each attacking side.
#[derive(Clone)]
pub struct Assault {
    /// The departure squares of all leaps to each square, whatever leaps.
    pub leap_origins: Box<[Bitboard; 64]>,
    /// Kinds that capture by leaps, with their departure squares for each arrival square.
    pub leaps: Vec<(Kind, Box<[Bitboard; 64]>)>,
    /// Line men.
    pub lines: Vec<LineAssault>,
    /// Hoppers over a certain square: kind, and hops for each arrival square.
    pub overs: Vec<(Kind, Vec<Vec<OverAssault>>)>,
    /// Kinds with movements that have to be walked, with all squares they could come from.
    pub walks: Vec<(Kind, Box<[Bitboard; 64]>)>,
}

impl Assault {
    pub(super) fn none() -> Self {
        Self {
            leap_origins: Box::new([Bitboard::EMPTY; 64]),
            leaps: Vec::new(),
            lines: Vec::new(),
            overs: Vec::new(),
            walks: Vec::new(),
        }
    }

    /// Turns the capturing movements of one side round.
    pub(super) fn new(atlas: &Atlas, color: Color) -> Self {
        let mut assault = Self::none();
        for index in 0..atlas.men.len() {
            let kind = Kind::new(index);
            let capture = &atlas.gait(Piece::new(color, kind)).capture;
            let mut origins = Box::new([Bitboard::EMPTY; 64]);
            let mut walked = Box::new([Bitboard::EMPTY; 64]);
            for from in atlas.board.squares() {
                for to in capture.leaps[from.index()] {
                    origins[to.index()] |= from.into();
                }
                for to in capture.walk_reach(from) {
                    walked[to.index()] |= from.into();
                }
            }
            for to in atlas.board.squares() {
                assault.leap_origins[to.index()] |= origins[to.index()];
            }
            if origins.iter().any(|set| set.any()) {
                assault.leaps.push((kind, origins));
            }
            if capture.has_walks() {
                assault.walks.push((kind, walked));
            }
            if !capture.overs.is_empty() {
                assault.overs.push((kind, overs_from(&capture.overs)));
            }
        }
        assault.add_lines(atlas, color);
        assault
    }

    /// Groups the line men: for each behaviour, lines used by the same kinds share one look-up.
    fn add_lines(&mut self, atlas: &Atlas, color: Color) {
        let mut uses: Vec<(Behaviour, &'static LineTable, [KindSet; 4])> = Vec::new();
        for index in 0..atlas.men.len() {
            let kind = Kind::new(index);
            for gait in &atlas.gait(Piece::new(color, kind)).capture.lines {
                let at = uses
                    .iter()
                    .position(|u| u.0 == gait.behaviour)
                    .unwrap_or_else(|| {
                        uses.push((gait.behaviour, gait.reverse, [KindSet::EMPTY; 4]));
                        uses.len() - 1
                    });
                for line in 0..4 {
                    if gait.lines.0 >> line & 1 != 0 {
                        uses[at].2[line].insert(kind);
                    }
                }
            }
        }
        for (behaviour, reverse, kinds) in uses {
            for line in 0..4 {
                let shares = |other: usize| kinds[other] == kinds[line];
                if !kinds[line].is_empty() && (0..line).all(|earlier| !shares(earlier)) {
                    let lines = Lines((line..4).filter(|l| shares(*l)).map(|l| 1 << l).sum());
                    self.lines.push(LineAssault {
                        reverse,
                        behaviour,
                        lines,
                        kinds: kinds[line],
                    });
                }
            }
        }
    }
}

fn overs_from(overs: &[arrayvec::ArrayVec<super::gait::OverGait, 8>]) -> Vec<Vec<OverAssault>> {
    let mut found: Vec<Vec<OverAssault>> = vec![Vec::new(); Square::COUNT];
    for (from, hops) in Square::all().zip(overs) {
        for hop in hops {
            for to in hop.landings {
                let here = &mut found[to.index()];
                match here.iter_mut().find(|over| over.hurdle == hop.hurdle) {
                    Some(over) => over.origins |= from.into(),
                    None => here.push(OverAssault {
                        hurdle: hop.hurdle,
                        origins: from.into(),
                    }),
                }
            }
        }
    }
    found
}
