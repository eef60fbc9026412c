//! What a move does beside moving, capturing and promoting, in the order in which it happens.
//!
//! ```
//! use katydid::base::{Color, Square};
//! use katydid::rules::{self, Consequence};
//! use katydid::catalogue::Catalogue;
//! let variant = Catalogue::embedded().variant("acg").unwrap();
//! let pos = rules::position(variant, "4k3/8/8/8/8/1HQ5/8/4K3 w - - 0 1").unwrap();
//! let hop = rules::leg_of_text(&pos, "b3d3").unwrap();
//! let (from, to) = (Square::at(2, 2), Square::at(3, 7));
//! let told = rules::consequences(&pos, hop);
//! assert_eq!(told[0], Consequence::HurdleColour { square: from, color: Color::Black });
//! assert_eq!(told[1], Consequence::HurdleReborn { from, to });
//! assert_eq!(rules::arrival(&pos, hop), Some(Square::at(3, 2)));
//! ```

use super::castling::CastlingWay;
use super::composed;
use super::dynamo::displaced;
use super::witness::{Consequence, Scribe};
use crate::base::{Bitboard, Move, MoveKind, Square};
use crate::position::Position;

/// What a legal leg does beside moving, capturing and promoting. A piece that several effects leave as it was is not
/// told of; that pieces go over to the other board, where there are two, neither.
pub fn consequences(pos: &Position, mv: Move) -> Vec<Consequence> {
    witnessed(pos, mv).map_or_else(Vec::new, |scribe| scribe.consequences())
}

/// Where the piece that a legal leg moves stands when all effects are over: the king in castling, the shooter of a
/// shot. In Dynamo it is the first piece of the side to move that the leg displaces, or the first of the other side if
/// there is none; nowhere if that one goes over the edge.
pub fn arrival(pos: &Position, mv: Move) -> Option<Square> {
    if pos.variant().rules.capabilities.dynamo {
        let pieces = displaced(mv);
        let us = pos.side_to_move();
        let is_own = |square: Square| pos.at(square).is_some_and(|piece| piece.color() == us);
        let own = pieces.iter().find(|piece| is_own(piece.from));
        return own.or(pieces.first()).and_then(|piece| piece.to);
    }
    match mv.kind() {
        MoveKind::Castle => Some(CastlingWay::of_move(pos.side_to_move(), mv).king.1),
        MoveKind::Drop => Some(mv.to()),
        _ => witnessed(pos, mv).map_or_else(
            || match mv.kind() {
                MoveKind::Shot => Some(mv.from()),
                _ => Some(mv.to()),
            },
            |scribe| scribe.arrival,
        ),
    }
}

/// The squares from which a leg moves pieces, and those where they arrive (of a shot the victim's square).
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

/// A leg worked out before a scribe; nobody is needed where a leg has no side effects.
fn witnessed(pos: &Position, mv: Move) -> Option<Scribe> {
    let has = pos.variant().rules.capabilities;
    if !has.side_effects || has.dynamo {
        return None;
    }
    let mut scribe = Scribe::default();
    composed::work_out_before(pos, mv, &mut scribe).then_some(scribe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Color, MoveList, Piece};
    use crate::catalogue::Catalogue;
    use crate::rules::{delta, leg_of_text, legal_moves, play, position, start};
    use crate::variant::{DeclaredPieces, Variant};
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    fn game(name: &str) -> &'static Variant {
        Catalogue::embedded().variant(name).expect("embedded")
    }

    fn told(name: &str, placement: &str, text: &str) -> Vec<String> {
        let pos = position(game(name), &format!("{placement} w - - 0 1")).expect("a position");
        let mv = leg_of_text(&pos, text).expect("a legal move");
        let words = consequences(&pos, mv).into_iter();
        words.map(|what| word(pos.variant(), what)).collect()
    }

    fn word(variant: &Variant, what: Consequence) -> String {
        let letter = |into| variant.letter_of(into).to_owned();
        let name =
            |piece: Piece| format!("{}{}", piece.color().letter(), letter(piece.piece_type()));
        match what {
            Consequence::MoverType { square, into } => format!("mover {square}={}", letter(into)),
            Consequence::MoverColour { square, color } => {
                format!("mover {square}={}", color.letter())
            }
            Consequence::CaptorReborn { from, to, piece } => {
                format!("{} {from}->{to}", name(piece))
            }
            Consequence::RookType { square, into } => format!("rook {square}={}", letter(into)),
            Consequence::HurdleColour { square, color } => format!("{square}={}", color.letter()),
            Consequence::HurdleType { square, into } => format!("{square}={}", letter(into)),
            Consequence::HurdleReborn { from, to } => format!("{from}->{to}"),
            Consequence::HurdleRemoved { square } => format!("-{square}"),
            Consequence::CapturedReborn { piece, square } => format!("+{}{square}", name(piece)),
            Consequence::CapturedNotReborn { piece, square } => format!("x{}{square}", name(piece)),
        }
    }

    #[test]
    fn effects_on_hurdles_come_in_the_order_of_their_letters() {
        let hop = "4k3/8/8/8/8/1HQ5/6K1/8";
        assert_eq!(told("acg", hop, "b3d3"), ["c3=b", "c3->d8"]);
        assert_eq!(told("cag", hop, "b3d3"), ["c3->d1", "d1=b"]);
        assert_eq!(told("aecg", hop, "b3d3"), ["c3=b", "c3=R", "c3->h8"]);
        assert_eq!(told("cg", "4k2n/8/8/8/8/1Cr5/8/4K3", "b3d3"), ["-c3"]);
        assert!(told("ag", "4k3/8/8/8/n7/8/8/A3K3", "a1f1").is_empty());
    }

    #[test]
    fn conditions_act_at_their_stages() {
        let takes = "4k3/8/8/3n4/8/2N5/8/4K3";
        assert_eq!(told("andernach", takes, "c3d5"), ["mover d5=b"]);
        assert_eq!(told("circe", takes, "c3d5"), ["+bNg8"]);
        assert_eq!(told("anticirce", takes, "c3d5"), ["wN d5->b1"]);
        assert_eq!(told("einstein", takes, "c3d5"), ["mover d5=B"]);
        let occupied = "4k1n1/8/8/3n4/8/2N5/8/4K3";
        assert_eq!(told("circe", occupied, "c3d5"), ["xbNd5"]);
    }

    #[test]
    fn a_rook_that_castles_sinks_and_the_king_is_the_piece_that_moved() {
        let pos = position(game("einstein"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("a position");
        let castling = leg_of_text(&pos, "e1g1").expect("legal");
        let words = consequences(&pos, castling).into_iter();
        let words: Vec<String> = words.map(|what| word(pos.variant(), what)).collect();
        assert_eq!(words, ["rook f1=B"]);
        assert_eq!(arrival(&pos, castling), Some(Square::at(6, 0)));
    }

    #[test]
    fn a_piece_turned_twice_is_not_told_of() {
        let pieces = DeclaredPieces::parse("X=double-grasshopper:A").expect("pieces");
        let board = game("hurdlers")
            .with_pieces(&pieces)
            .expect("the piece is known");
        let pos = position(board, "7k/8/8/8/8/2p5/8/X6K w - - 0 1").expect("a position");
        let there_and_back = leg_of_text(&pos, "a1b2").expect("legal");
        assert!(consequences(&pos, there_and_back).is_empty());
    }

    #[test]
    fn the_captor_reborn_and_the_shooter_stand_where_they_stand() {
        let of = |name: &str, fen: &str, text: &str| {
            let pos = position(game(name), fen).expect("a position");
            arrival(&pos, leg_of_text(&pos, text).expect("legal"))
        };
        let takes = "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1";
        assert_eq!(of("anticirce", takes, "c3d5"), Some(Square::at(1, 0)));
        assert_eq!(of("andernach", takes, "c3d5"), Some(Square::at(3, 4)));
        let shot = "r3k3/8/8/8/8/4n3/8/2C1K3 w - - 0 1";
        assert_eq!(of("demirifle-fide", shot, "c1d3"), Some(Square::at(3, 2)));
    }

    /// Plays a plain move and what is told of it on a board of its own.
    fn retold(pos: &Position, mv: Move) -> Vec<Option<Piece>> {
        let mut board: Vec<Option<Piece>> = Square::all().map(|square| pos.at(square)).collect();
        let index = |square: Square| square.index();
        let piece = board[index(mv.from())].take();
        let piece = match mv.piece_type() {
            Some(into) => piece.map(|piece| piece.with_type(into)),
            None => piece,
        };
        if mv.kind() == MoveKind::EnPassant {
            let back: i8 = if pos.side_to_move() == Color::White {
                -1
            } else {
                1
            };
            let rank = mv.to().rank() as i8 + back;
            let victim = Square::at(mv.to().file(), rank as u8);
            board[index(victim)] = None;
        }
        if mv.kind() == MoveKind::Castle {
            let way = CastlingWay::of_move(pos.side_to_move(), mv);
            board[index(way.rook.1)] = board[index(way.rook.0)].take();
        }
        board[index(mv.to())] = piece;
        for what in consequences(pos, mv) {
            match what {
                Consequence::MoverColour { square, color }
                | Consequence::HurdleColour { square, color } => {
                    let piece = board[index(square)].expect("a piece");
                    board[index(square)] = Some(Piece::new(color, piece.piece_type()));
                }
                Consequence::MoverType { square, into }
                | Consequence::RookType { square, into }
                | Consequence::HurdleType { square, into } => {
                    let piece = board[index(square)].expect("a piece");
                    board[index(square)] = Some(piece.with_type(into));
                }
                Consequence::CaptorReborn { from, to, .. }
                | Consequence::HurdleReborn { from, to } => {
                    let piece = board[index(from)].take();
                    board[index(to)] = piece;
                }
                Consequence::HurdleRemoved { square } => board[index(square)] = None,
                Consequence::CapturedReborn { piece, square } => board[index(square)] = Some(piece),
                Consequence::CapturedNotReborn { .. } => {}
            }
        }
        board
    }

    #[test]
    fn what_is_told_makes_the_position_after_the_move() {
        for name in [
            "ag",
            "cg",
            "eg",
            "acg",
            "aceg",
            "caeg",
            "ecag",
            "andernach",
            "superandernach",
            "circe",
            "anticirce",
            "einstein",
            "andernach-leo",
            "hurdlers",
        ] {
            let mut rng = ChaCha8Rng::seed_from_u64(7);
            let mut pos = start(game(name));
            for _ in 0..80 {
                let list: MoveList = legal_moves(&pos);
                for mv in &list {
                    let delta = delta(&pos, *mv);
                    let real = Square::all().map(|square| delta.after(square, pos.at(square)));
                    let told = retold(&pos, *mv);
                    assert!(real.eq(told), "{name} {mv:?} {}", pos.fen());
                }
                if list.is_empty() {
                    break;
                }
                pos = play(&pos, list[rng.random_range(0..list.len())]);
            }
        }
    }
}
