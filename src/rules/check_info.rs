//! Check info: data by which most moves are recognised as legal without being tried.

use crate::base::{Bitboard, Square};
use crate::board::{Behaviour, Lines, between};
use crate::position::Position;

/// The squares whose change can expose the royal pieces of the side to move, computed once per position.
///
/// Hoppers make pins two-sided: leaving a square can open a line or take a surplus hurdle away, and
/// arriving on a square can provide the hurdle that was missing. A move that leaves no square of
/// `leave` and arrives on no empty square of `enter` cannot expose anything, unless there is a check
/// already, a royal piece moves, or the move changes further squares (castling, en passant, effects).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckInfo {
    /// Whether a royal piece is attacked now.
    pub in_check: bool,
    /// Occupied squares whose piece may not leave without a full test.
    pub leave: Bitboard,
    /// Empty squares on which no piece may arrive without a full test.
    pub enter: Bitboard,
    /// A drafted move that changes no square of `touch` cannot expose a royal piece. Empty in games whose moves are never
    /// drafted; equal to `enter` in games in which only drops are drafted.
    pub touch: Bitboard,
}

/// The squares of the king's board; all squares in games of one board.
#[inline(always)]
fn board_of<const TWO_BOARDS: bool>(pos: &Position, king: Square) -> Bitboard {
    if TWO_BOARDS {
        pos.same_board(king)
    } else {
        Bitboard::ALL
    }
}

impl CheckInfo {
    /// The check info of a side without royal pieces, or in a game without check: nothing is forbidden.
    pub const NONE: Self = Self {
        in_check: false,
        leave: Bitboard::EMPTY,
        enter: Bitboard::EMPTY,
        touch: Bitboard::EMPTY,
    };

    /// The check info for one royal piece of the side to move. With `TWO_BOARDS` the game may have two boards.
    #[inline]
    pub fn of<const TWO_BOARDS: bool>(pos: &Position, king: Square) -> Self {
        let them = !pos.side_to_move();
        let board = board_of::<TWO_BOARDS>(pos, king);
        let attackers = pos.attackers(
            king,
            them,
            pos.occupied() & board,
            pos.by_color(them) & board,
        );
        Self {
            in_check: attackers.any(),
            ..Self::exposing::<TWO_BOARDS>(pos, king)
        }
    }

    /// The check info for a king without the test for check: `in_check` is false.
    #[inline]
    pub fn exposing<const TWO_BOARDS: bool>(pos: &Position, king: Square) -> Self {
        let them = !pos.side_to_move();
        let board = board_of::<TWO_BOARDS>(pos, king);
        let occupied = pos.occupied() & board;
        let theirs = pos.by_color(them) & board;
        let mut check_info = Self::NONE;
        let attacks = &pos.variant().tables.attacks[them.index()];
        for line in &attacks.lines {
            let line_pieces = pos.by_types(line.piece_types) & theirs;
            if line_pieces.any() {
                check_info.add_line(king, line.behaviour, line.lines, line_pieces, occupied);
            }
        }
        if !attacks.fixed_hops.is_empty() || !attacks.path_tree.is_empty() {
            let present = |piece_type| (theirs & pos.by_type(piece_type)).any();
            let examined = attacks.examined(king, occupied, present);
            check_info.leave |= examined;
            check_info.enter |= examined;
        }
        check_info
    }

    fn add_line(
        &mut self,
        king: Square,
        behaviour: Behaviour,
        lines: Lines,
        line_pieces: Bitboard,
        occupied: Bitboard,
    ) {
        let full = crate::board::full_lines(king, lines);
        for attacker in line_pieces & full {
            let way = between(king, attacker);
            let between_pieces = way & occupied;
            let count = between_pieces.count();
            match behaviour {
                Behaviour::Slide { .. } => {
                    if count == 1 {
                        self.leave |= between_pieces;
                    }
                }
                Behaviour::HopBeyond { .. } => match count {
                    0 => self.enter |= way,
                    2 => self.leave |= between_pieces,
                    _ => {}
                },
                Behaviour::HopBehind { .. } => {
                    let hurdle = way & Bitboard::from(king).grown();
                    if (hurdle & between_pieces).any() {
                        if count == 2 {
                            self.leave |= between_pieces & !hurdle;
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
