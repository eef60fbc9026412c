//! Who attacks a square: every table is asked from the attacked square outwards.

use super::Position;
use crate::base::{Bitboard, Color, Kind, Piece, Square};

impl Position {
    /// The men of `by` among `present` that could capture on a square if `men` were what stands on
    /// the board. The movement alone counts: neither pins nor what the capture would lead to.
    #[inline(always)]
    pub fn attackers(&self, to: Square, by: Color, men: Bitboard, present: Bitboard) -> Bitboard {
        let assault = &self.atlas().assaults[by.index()];
        let mut found = Bitboard::EMPTY;
        for (kind, origins) in &assault.leaps {
            found |= origins[to.index()] & self.kind(*kind);
        }
        for line in &assault.lines {
            let line_men = self.of_kinds(line.kinds) & present;
            if line_men.any() {
                found |= line.reverse.targets(to, men, line.lines) & line_men;
            }
        }
        if !assault.overs.is_empty() {
            for (kind, overs) in &assault.overs {
                for over in &overs[to.index()] {
                    if men.contains(over.hurdle) {
                        found |= over.origins & self.kind(*kind);
                    }
                }
            }
        }
        if !assault.walks.is_empty() {
            found |= self.walking_attackers(to, by, men, present);
        }
        found & present
    }

    /// From where such a man could capture on a square if `men` were what stands on the board: the
    /// squares themselves may be empty. Movements that have to be walked are left out.
    #[inline]
    pub fn origins(&self, to: Square, man: Piece, men: Bitboard) -> Bitboard {
        let assault = &self.atlas().assaults[man.color().index()];
        let kind = man.kind();
        let mut found = Bitboard::EMPTY;
        for (_, origins) in assault.leaps.iter().filter(|leap| leap.0 == kind) {
            found |= origins[to.index()];
        }
        for line in assault
            .lines
            .iter()
            .filter(|line| line.kinds.contains(kind))
        {
            found |= line.reverse.targets(to, men, line.lines);
        }
        for (_, overs) in assault.overs.iter().filter(|over| over.0 == kind) {
            for over in &overs[to.index()] {
                if men.contains(over.hurdle) {
                    found |= over.origins;
                }
            }
        }
        found
    }

    #[cold]
    fn walking_attackers(
        &self,
        to: Square,
        by: Color,
        men: Bitboard,
        present: Bitboard,
    ) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        for (kind, origins) in &self.atlas().assaults[by.index()].walks {
            let gait = self.atlas().gait(Piece::new(by, *kind));
            for from in origins[to.index()] & self.kind(*kind) & present {
                if gait.capture.targets(from, men).contains(to) {
                    found |= from.into();
                }
            }
        }
        found
    }

    /// All squares on which a side could capture as the board stands, its own men included.
    #[inline]
    pub fn reach(&self, by: Color) -> Bitboard {
        let men = self.men();
        (0..self.atlas().men.len()).fold(Bitboard::EMPTY, |reached, index| {
            let kind = Kind::new(index);
            let gait = self.atlas().gait(Piece::new(by, kind));
            self.pieces(by, kind)
                .into_iter()
                .fold(reached, |all, from| all | gait.capture.targets(from, men))
        })
    }

    /// Whether a side attacks a square as the board stands.
    #[inline(always)]
    pub fn is_attacked(&self, to: Square, by: Color) -> bool {
        self.attackers(to, by, self.men(), self.side(by)).any()
    }
}
