//! Relay: pieces that give their moves to the pieces of their own side that they guard.
//!
//! A piece with `relay` guards the squares on which it could capture by its own movement. Whoever stands there, kings and
//! pawns aside, may also move and capture as it does, forward being forward for the owner. What is received is not
//! passed on, and it is judged on the board before the move. Source: R. Betza, "The Mannis Manglers" and "DemiChess";
//! G. P. Jelliss, "Relay Chess".

use super::arena::Arena;
use super::interface::GenType;
use super::pieces::push_all;
use super::zones;
use crate::base::{
    Bitboard, Color, MAX_PIECE_TYPES, Move, MoveKind, MoveList, Piece, PieceType, Square,
};
use crate::position::Position;
use crate::variant::{MoveTables, PathTables};
use arrayvec::ArrayVec;

/// Who of a side receives moves, by the piece type that gives them.
struct Received(ArrayVec<(PieceType, Bitboard), MAX_PIECE_TYPES>);

impl Received {
    /// What the pieces of a side receive as the board stands.
    fn of(pos: &Position, color: Color) -> Self {
        let rules = &pos.variant().rules;
        let non_pawns = pos.non_pawns(color);
        let mut received = ArrayVec::new();
        for giver in rules.relays.iter() {
            let givers = pos.pieces(color, giver);
            if givers.is_empty() {
                continue;
            }
            let capture = &pos.variant().moves_of(Piece::new(color, giver)).capture;
            let guarded = givers.into_iter().fold(Bitboard::EMPTY, |all, from| {
                let board = pos.same_board(from);
                all | capture.targets(from, pos.occupied() & board) & board
            });
            // A piece of the same type has these moves already.
            let receivers = guarded & non_pawns & !givers;
            if receivers.any() {
                received.push((giver, receivers));
            }
        }
        Self(received)
    }

    /// All that receive something.
    fn receivers(&self) -> Bitboard {
        self.0
            .iter()
            .fold(Bitboard::EMPTY, |all, (_, receivers)| all | *receivers)
    }

    /// The movements that a piece receives, as movements of a side.
    fn movements<'a>(
        &'a self,
        pos: &Position,
        color: Color,
        from: Square,
    ) -> impl Iterator<Item = &'static MoveTables> + 'a {
        let variant = pos.variant();
        self.0
            .iter()
            .filter(move |(_, receivers)| receivers.contains(from))
            .map(move |(giver, _)| variant.moves_of(Piece::new(color, *giver)))
    }
}

/// Adds the received moves of the pieces on `origins` that they do not have by their own movement. They are moved like
/// any other: whoever shoots shoots, whoever promotes by zone promotes.
pub fn add_moves(
    pos: &Position,
    arena: &Arena,
    gen_type: GenType,
    origins: Bitboard,
    list: &mut MoveList,
) {
    let us = pos.side_to_move();
    let received = Received::of(pos, us);
    for from in received.receivers() & origins {
        let Some(piece) = pos.at(from) else {
            continue;
        };
        let own = pos.variant().moves_of(piece);
        let further = |paths: fn(&MoveTables) -> &PathTables| {
            let targets = |tables| paths(tables).targets(from, arena.occupied);
            let given = received.movements(pos, us, from);
            given.fold(Bitboard::EMPTY, |all, tables| all | targets(tables)) & !targets(own)
        };
        let promoted = zones::promoting(pos, piece, from);
        let zone = promoted.map_or(Bitboard::EMPTY, |(_, zone)| zone);
        let shoots = pos.variant().rules.shooters.contains(piece.piece_type());
        let quiet = further(|tables| &tables.quiet) & arena.vacant;
        if gen_type.noisy() {
            let hits = further(|tables| &tables.capture) & arena.enemies;
            let arrivals = if shoots { quiet } else { quiet | hits };
            if let Some((promoted, zone)) = promoted {
                let promotion = |to| Move::promotion(from, to, promoted);
                list.extend((arrivals & zone).into_iter().map(promotion));
            }
            if shoots {
                push_all(from, hits, MoveKind::Shot, list);
            } else {
                push_all(from, hits & !zone, MoveKind::Normal, list);
            }
        }
        if gen_type.quiet() {
            push_all(from, quiet & !zone, MoveKind::Normal, list);
        }
    }
}

/// The pieces of a side that could capture on a square by what they receive.
pub fn attackers(pos: &Position, to: Square, by: Color) -> Bitboard {
    let board = pos.same_board(to);
    let occupied = pos.occupied() & board;
    let reaches = |giver: PieceType, receivers: Bitboard| {
        let giver = Piece::new(by, giver);
        let capture = &pos.variant().moves_of(giver).capture;
        if capture.has_walks() {
            let attacks = |from: &Square| capture.targets(*from, occupied).contains(to);
            receivers.into_iter().filter(attacks).collect()
        } else {
            pos.origins(to, giver, occupied) & receivers
        }
    };
    let received = Received::of(pos, by);
    received
        .0
        .iter()
        .fold(Bitboard::EMPTY, |all, (giver, receivers)| {
            all | reaches(*giver, *receivers & board)
        })
}

/// Whether what a side receives depends on nothing but where its own pieces stand: then no move of the other side's pieces
/// opens an attack by it.
pub fn is_steady(pos: &Position, color: Color) -> bool {
    let givers = pos.variant().rules.relays.iter();
    givers
        .filter(|giver| pos.pieces(color, *giver).any())
        .all(|giver| {
            let capture = &pos.variant().moves_of(Piece::new(color, giver)).capture;
            capture.lines.is_empty() && capture.fixed_hops.is_empty() && !capture.has_walks()
        })
}

/// The movements that a piece receives as the board stands.
pub fn given(
    pos: &Position,
    from: Square,
    piece: Piece,
) -> ArrayVec<&'static MoveTables, MAX_PIECE_TYPES> {
    let received = Received::of(pos, piece.color());
    received.movements(pos, piece.color(), from).collect()
}
