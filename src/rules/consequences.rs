//! The list of everything that a leg does, in order. Notation, displays and reports of a move are made from this list.
//!
//! ```
//! use katydid::base::{Color, Square};
//! use katydid::rules::{self, Event, Role};
//! use katydid::catalogue::Catalogue;
//! let variant = Catalogue::new().variant("acg").unwrap();
//! let pos = rules::position(&variant, "4k3/8/8/8/8/1HQ5/8/4K3 w - - 0 1").unwrap();
//! let hop = rules::leg_of_text(&pos, "b3d3").unwrap();
//! let list = rules::consequences(&pos, hop);
//! let events: Vec<(Role, Event)> = list.iter().map(|one| (one.role, one.event)).collect();
//! let queen = list[1].piece;
//! assert_eq!(events, [
//!     (Role::Mover, Event::Moves(Square::at(3, 2))),
//!     (Role::Hurdle, Event::ChangesColor(queen.flipped())),
//!     (Role::Hurdle, Event::Reborn(Square::at(3, 7))),
//! ]);
//! assert_eq!(rules::arrival(&pos, hop), Some(Square::at(3, 2)));
//! ```

use super::composed;
use super::consequence_log::{Consequence, ConsequenceWriter, Role};
use super::dynamo::{self, displaced};
use crate::base::{Bitboard, Move, MoveKind, Square};
use crate::position::Position;

/// Everything that a legal leg does to the pieces on the board, in order. Changes of the hands follow from the pieces
/// captured and dropped.
pub fn consequences(pos: &Position, mv: Move) -> Vec<Consequence> {
    let mut writer = ConsequenceWriter::default();
    if pos.variant().rules.capabilities.dynamo {
        dynamo::report(pos, mv, &mut writer);
    } else {
        composed::report(pos, mv, &mut writer);
    }
    writer.into_list()
}

/// The steps of a legal leg of several (Series Capture), each with the position in which it is made. Empty for a leg of one step.
pub fn steps_of_leg(pos: &Position, mv: Move) -> Vec<(Position, Move)> {
    if !composed::has_steps(pos, mv) {
        return Vec::new();
    }
    let steps = composed::steps(pos, mv).into_iter();
    steps.map(|step| (step.pos, step.mv)).collect()
}

/// The square of the [mover](Role::Mover) after all consequences of a legal leg: the king in castling, the shooter of a shot,
/// in Dynamo an enemy piece if no other is displaced. `None` if the piece has left the board.
pub fn arrival(pos: &Position, mv: Move) -> Option<Square> {
    let list = consequences(pos, mv);
    let mover = list.iter().rfind(|what| what.role == Role::Mover);
    let (_, after) = mover.or(list.first())?.change();
    after.map(|(square, _)| square)
}

/// The departure and arrival squares of all pieces that a leg moves; for a shot the squares of shooter and victim.
pub fn moved_squares(leg: Move) -> Bitboard {
    if leg.kind() != MoveKind::Displacement {
        return Bitboard::from(leg.from()) | Bitboard::from(leg.to());
    }
    let pieces = displaced(leg).into_iter();
    pieces
        .flat_map(|piece| [Some(piece.from), piece.to])
        .flatten()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Piece;
    use crate::catalogue::games;
    use crate::rules::{leg_of_text, position};
    use crate::variant::{DeclaredPieces, Variant};
    use std::sync::Arc;

    fn game(name: &str) -> Arc<Variant> {
        games().variant(name).expect("embedded")
    }

    fn told(name: &str, placement: &str, text: &str) -> Vec<String> {
        let pos = position(&game(name), &format!("{placement} w - - 0 1")).expect("a position");
        let mv = leg_of_text(&pos, text).expect("a legal move");
        let list = consequences(&pos, mv);
        list.iter().map(|what| word(pos.variant(), *what)).collect()
    }

    fn word(variant: &Variant, what: Consequence) -> String {
        let name = |piece: Piece| {
            let letter = variant.letter_of(piece.piece_type());
            format!("{}{letter}", piece.color().letter())
        };
        let (before, after) = what.change();
        let place = |standing: Option<(Square, Piece)>| {
            standing.map_or_else(String::new, |(at, piece)| format!("{}{at}", name(piece)))
        };
        format!("{:?} {}>{}", what.role, place(before), place(after))
    }

    #[test]
    fn effects_on_hurdles_come_in_the_order_of_their_letters() {
        let hop = "4k3/8/8/8/8/1HQ5/6K1/8";
        let mover = "Mover wHb3>wHd3";
        assert_eq!(
            told("acg", hop, "b3d3"),
            [mover, "Hurdle wQc3>bQc3", "Hurdle bQc3>bQd8"]
        );
        assert_eq!(
            told("cag", hop, "b3d3"),
            [mover, "Hurdle wQc3>wQd1", "Hurdle wQd1>bQd1"]
        );
        assert_eq!(
            told("aecg", hop, "b3d3")[1..],
            ["Hurdle wQc3>bQc3", "Hurdle bQc3>bRc3", "Hurdle bRc3>bRh8"]
        );
        assert_eq!(
            told("cg", "4k2n/8/8/8/8/1Cr5/8/4K3", "b3d3")[1..],
            ["Hurdle bRc3>"]
        );
        assert_eq!(told("ag", "4k3/8/8/8/n7/8/8/A3K3", "a1f1").len(), 1);
    }

    #[test]
    fn conditions_act_at_their_stages() {
        let takes = "4k3/8/8/3n4/8/2N5/8/4K3";
        let plain = ["Victim bNd5>", "Mover wNc3>wNd5"];
        let of = |name, act: &str| {
            let list = told(name, takes, "c3d5");
            assert_eq!(list[..2], plain, "{name}");
            assert_eq!(list[2..], [act], "{name}");
        };
        of("andernach", "Mover wNd5>bNd5");
        of("circe", "Victim >bNg8");
        of("anticirce", "Mover wNd5>wNb1");
        of("einstein", "Mover wNd5>wBd5");
        let occupied = "4k1n1/8/8/3n4/8/2N5/8/4K3";
        assert_eq!(told("circe", occupied, "c3d5"), plain);
    }

    #[test]
    fn castling_passing_promoting_shooting_and_dropping_are_reported() {
        let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let of = |name: &str, fen: &str, text: &str| {
            let pos = position(&game(name), fen).expect("a position");
            let list = consequences(&pos, leg_of_text(&pos, text).expect("legal"));
            list.iter()
                .map(|what| word(pos.variant(), *what))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            of("einstein", castling, "e1g1"),
            ["Mover wKe1>wKg1", "Rook wRh1>wRf1", "Rook wRf1>wBf1"]
        );
        assert_eq!(
            of("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
            ["Victim bPd5>", "Mover wPe5>wPd6"]
        );
        assert_eq!(
            of("chess", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q"),
            ["Victim bNb8>", "Mover wPa7>wPb8", "Mover wPb8>wQb8"]
        );
        assert_eq!(
            of("demirifle", "4k3/8/8/4c3/8/3C4/8/2L1K3 w - - 0 1", "d3e5"),
            ["Victim bCe5>", "Mover wCd3>wCd3"]
        );
        assert_eq!(
            of("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "Q@e4"),
            ["Mover >wQe4"]
        );
        assert_eq!(
            of("dynamo", "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1", "a1a3,a3--"),
            ["Displaced bPa3>", "Mover wRa1>wRa3"]
        );
        assert_eq!(
            of("alice", castling, "h1h5"),
            ["Mover wRh1>wRh5", "Mover wRh5>wRh5"]
        );
    }

    #[test]
    fn a_piece_turned_twice_is_not_reported() {
        let pieces = DeclaredPieces::parse("X=double-grasshopper:A").expect("pieces");
        let board = game("hurdlers")
            .with_pieces(&pieces)
            .expect("the piece is known");
        let pos = position(&board, "7k/8/8/8/8/2p5/8/X6K w - - 0 1").expect("a position");
        let there_and_back = leg_of_text(&pos, "a1b2").expect("legal");
        assert_eq!(consequences(&pos, there_and_back).len(), 1);
    }

    #[test]
    fn the_captor_reborn_and_the_shooter_stand_where_they_stand() {
        let of = |name: &str, fen: &str, text: &str| {
            let pos = position(&game(name), fen).expect("a position");
            arrival(&pos, leg_of_text(&pos, text).expect("legal"))
        };
        let takes = "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1";
        assert_eq!(of("anticirce", takes, "c3d5"), Some(Square::at(1, 0)));
        assert_eq!(of("andernach", takes, "c3d5"), Some(Square::at(3, 4)));
        let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(of("einstein", castling, "e1g1"), Some(Square::at(6, 0)));
        let shot = "r3k3/8/8/8/8/4n3/8/2C1K3 w - - 0 1";
        assert_eq!(of("demirifle-fide", shot, "c1d3"), Some(Square::at(3, 2)));
    }
}
