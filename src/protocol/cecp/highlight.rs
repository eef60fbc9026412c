//! Colours for the squares a man can go to, while the player holds it.

use super::setup;
use crate::base::{Bitboard, MoveKind, Square};
use crate::position::Position;
use crate::rules;

/// What the player holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Held {
    /// Nothing.
    #[default]
    Nothing,
    /// The man of a square.
    Man(Square),
    /// A man that has shot at a square and has to come back.
    Shooter(Square, Square),
}

/// The `highlight` line for a man that is lifted, and what is held then. Quiet squares are yellow,
/// captures red, forced promotions magenta, victims of a shot cyan: after them the way back follows.
pub fn lifted(pos: &Position, square: Square, held: Held) -> (String, Held) {
    let atlas = pos.atlas();
    if let Held::Man(from) = held
        && shots(pos, from).contains(square)
    {
        let back = move |at: Square| (at == from).then_some('R');
        return (setup::highlight(atlas, back), Held::Shooter(from, square));
    }
    let moves = rules::legal_moves_from(pos, square);
    let shots = shots(pos, square);
    let colour = |at: Square| {
        if shots.contains(at) {
            return Some('C');
        }
        let mv = moves.iter().find(|mv| mv.to() == at)?;
        Some(if rules::is_capture(pos, *mv) {
            'R'
        } else {
            'Y'
        })
    };
    (setup::highlight(atlas, colour), Held::Man(square))
}

/// The men that the man of a square can shoot.
fn shots(pos: &Position, from: Square) -> Bitboard {
    let moves = rules::legal_moves_from(pos, from);
    moves
        .iter()
        .filter(|mv| mv.sort() == MoveKind::Shot)
        .map(|mv| mv.to())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Catalogue;

    fn position(variant: &str, fen: &str) -> Position {
        let atlas = Catalogue::embedded()
            .atlas(variant)
            .expect("an embedded game");
        rules::position(atlas, fen).expect("a position")
    }

    #[test]
    fn moves_are_yellow_and_captures_red() {
        let pos = position("chess", "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1");
        let (line, held) = lifted(&pos, "e2".parse().unwrap(), Held::Nothing);
        assert_eq!(line, "highlight 8/8/8/8/4Y3/3RY3/8/8");
        assert_eq!(held, Held::Man("e2".parse().unwrap()));
    }

    #[test]
    fn a_shot_is_cyan_and_then_goes_home() {
        let pos = position("demirifle", "4k3/8/8/3S4/3p4/8/8/4K3 w - - 0 1");
        let (snail, victim) = ("d5".parse().unwrap(), "d4".parse().unwrap());
        let (line, held) = lifted(&pos, snail, Held::Nothing);
        assert_eq!(line, "highlight 8/3Y4/3Y4/2Y1Y3/3C4/8/8/8");
        let (line, held) = lifted(&pos, victim, held);
        assert_eq!(line, "highlight 8/8/8/3R4/8/8/8/8");
        assert_eq!(held, Held::Shooter(snail, victim));
    }
}
