//! When a move can be believed legal without trying it.

use crate::base::{Bitboard, Square};
use crate::geometry::{Behaviour, Lines, between};
use crate::position::Position;

/// What can expose the royal men of the side to move, computed once a position.
///
/// Hoppers make pins two-sided: leaving a square can open a line or take a surplus hurdle away, and
/// arriving on a square can provide the hurdle that was missing. A move that leaves no square of
/// `leave` and arrives on no empty square of `enter` cannot expose anything, unless there is a check
/// already or the move has effects of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard {
    /// Whether a royal man is attacked now.
    pub in_check: bool,
    /// Squares that must not lose their man without a closer look.
    pub leave: Bitboard,
    /// Empty squares that must not gain a man without a closer look.
    pub enter: Bitboard,
    /// Squares outside which no change of men whatever can expose anything; filled only in games
    /// whose moves have effects.
    pub touch: Bitboard,
}

impl Guard {
    /// The guard of a side without royal men, or in a game without check: nothing is forbidden.
    pub const NONE: Self = Self {
        in_check: false,
        leave: Bitboard::EMPTY,
        enter: Bitboard::EMPTY,
        touch: Bitboard::EMPTY,
    };

    /// The guard of the one royal man of the side to move.
    #[inline]
    pub fn of(pos: &Position, king: Square) -> Self {
        let them = !pos.turn();
        let men = pos.men();
        let theirs = pos.side(them);
        let mut guard = Self::NONE;
        guard.in_check = pos.attackers(king, them, men, theirs).any();
        let assault = &pos.atlas().assaults[them.index()];
        for line in &assault.lines {
            let line_men = pos.of_kinds(line.kinds) & theirs;
            if line_men.any() {
                guard.add_line(king, line.behaviour, line.lines, line_men, men);
            }
        }
        let bends = assault.overs.iter().map(|(kind, _)| kind);
        for kind in bends.chain(assault.walks.iter().map(|(kind, _)| kind)) {
            if pos.pieces(them, *kind).any() {
                // Anything may matter to a movement that bends: look at every move.
                guard.leave = Bitboard::ALL;
                guard.enter = Bitboard::ALL;
            }
        }
        guard
    }

    fn add_line(
        &mut self,
        king: Square,
        behaviour: Behaviour,
        lines: Lines,
        line_men: Bitboard,
        men: Bitboard,
    ) {
        let full = crate::geometry::full_lines(king, lines);
        for attacker in line_men & full {
            let way = between(king, attacker);
            let between_men = way & men;
            let count = between_men.count();
            match behaviour {
                Behaviour::Slide { .. } => {
                    if count == 1 {
                        self.leave |= between_men;
                    }
                }
                Behaviour::HopBeyond { .. } => match count {
                    0 => self.enter |= way,
                    2 => self.leave |= between_men,
                    _ => {}
                },
                Behaviour::HopBehind { .. } => {
                    let hurdle = way & Bitboard::from(king).grown();
                    if (hurdle & between_men).any() {
                        if count == 2 {
                            self.leave |= between_men & !hurdle;
                        }
                    } else if count <= 1 {
                        self.enter |= hurdle;
                    }
                }
                Behaviour::FromHopBehind { .. } | Behaviour::View { .. } => {}
            }
        }
    }
}
