//! The squares that pieces reach within a number of moves on an empty board: lower bounds on the moves that they need.
//!
//! Promotions and castling are included. Pawns that move as in chess count with the number of captures that they can make on their way.

use super::mate_net::widest;
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::position::Rights;
use crate::problem::task::Task;
use crate::variant::{FirstRank, Variant};
use std::sync::Arc;

/// The most captures of a pawn on its way.
const MOST_CAPTURES: usize = 7;

/// The squares that a piece reaches first with a certain number of moves, by the type that it has there.
pub type Layer = Vec<(PieceType, Bitboard)>;

/// The moves that a piece needs, by type and square; `u8::MAX` for what it never reaches.
pub type Distances = Arc<[u8]>;

/// The moves of the pieces of one problem. Each thread has its own, since tables are filled when they are needed.
pub struct Reach<'a> {
    variant: &'a Variant,
    /// The castling rights of the problem: pieces with them move as in castling, too.
    rights: Rights,
    /// Squares reached in one move, by colour and type, pawns aside.
    steps: [Vec<[Bitboard; 64]>; 2],
    /// Moves by place.
    layers: Vec<Option<Vec<Layer>>>,
    /// The same as numbers of moves.
    distances: Vec<Option<Distances>>,
    kinds: usize,
    /// Whether a side can castle.
    castles: bool,
}

impl<'a> Reach<'a> {
    /// For a task without conditions that change pieces or return them.
    pub fn of(task: &'a Task) -> Self {
        let variant = task.position.variant();
        let rules = &variant.rules;
        let steps = Color::ALL.map(|color| {
            let types = rules.all_types();
            types
                .map(|piece_type| widest(variant, piece_type, color).reach)
                .collect()
        });
        let kinds = rules.piece_types + MOST_CAPTURES + 1;
        let mut reach = Self {
            variant,
            rights: task.position.state().rights,
            steps,
            layers: vec![None; 2 * kinds * Square::COUNT],
            distances: vec![None; 2 * kinds * Square::COUNT],
            kinds,
            castles: false,
        };
        reach.castles = Color::ALL
            .iter()
            .any(|color| reach.ways(*color).next().is_some());
        reach
    }

    /// The number of places.
    pub const fn places(&self) -> usize {
        2 * self.kinds * Square::COUNT
    }

    /// The index of a piece on a square, if the other side has `victims` pieces that can be captured.
    pub fn place(&self, piece: Piece, from: Square, victims: usize) -> usize {
        let rules = &self.variant.rules;
        let kind = if rules.rank_pawn == Some(piece.piece_type()) {
            rules.piece_types + victims.min(MOST_CAPTURES)
        } else {
            piece.piece_type().index()
        };
        (piece.color().index() * self.kinds + kind) * Square::COUNT + from.index()
    }

    /// The square of a place.
    pub const fn square(place: usize) -> Square {
        Square::new((place % Square::COUNT) as u8)
    }

    /// The moves that the piece of a place needs.
    pub fn distances(&mut self, place: usize) -> Distances {
        if let Some(known) = &self.distances[place] {
            return Arc::clone(known);
        }
        let mut distances = vec![u8::MAX; self.variant.rules.piece_types * Square::COUNT];
        for (moves, layer) in self.layers(place).iter().enumerate() {
            let moves = u8::try_from(moves).unwrap_or(u8::MAX);
            for (piece_type, squares) in layer {
                for square in *squares {
                    let known = &mut distances[target(*piece_type, square)];
                    *known = (*known).min(moves);
                }
            }
        }
        let distances: Distances = distances.into();
        self.distances[place] = Some(Arc::clone(&distances));
        distances
    }

    /// The squares that the piece of a place reaches, by number of moves.
    pub fn layers(&mut self, place: usize) -> &[Layer] {
        if self.layers[place].is_none() {
            let kind = place / Square::COUNT;
            let color = Color::ALL[kind / self.kinds];
            let from = Self::square(place);
            self.layers[place] = Some(self.walk(color, kind % self.kinds, from));
        }
        self.layers[place].as_deref().unwrap_or_default()
    }

    /// The squares on which the piece of a place can stand without a move of its own: its square, and that of a rook after castling.
    pub fn at_rest(&mut self, place: usize) -> Bitboard {
        if self.castles {
            self.within(place, 0)
        } else {
            Self::square(place).into()
        }
    }

    /// The squares that the piece of a place reaches within so many moves.
    pub fn within(&mut self, place: usize, moves: u32) -> Bitboard {
        let layers = self.layers(place).iter().take(moves as usize + 1);
        layers
            .flatten()
            .fold(Bitboard::EMPTY, |all, (_, squares)| all | *squares)
    }

    /// `kind` is a type, or beyond the types the number of captures that a pawn can make.
    fn walk(&self, color: Color, kind: usize, from: Square) -> Vec<Layer> {
        let rules = &self.variant.rules;
        let types = rules.piece_types;
        let mut seen = vec![Bitboard::EMPTY; types];
        let mut pawns_seen = [Bitboard::EMPTY; MOST_CAPTURES + 1];
        let mut fresh = vec![Bitboard::EMPTY; types];
        let mut fresh_pawns = [Bitboard::EMPTY; MOST_CAPTURES + 1];
        if kind >= types {
            fresh_pawns[kind - types] = from.into();
        } else {
            fresh[kind] = self.at_once(color, PieceType::new(kind), from);
        }
        let mut layers = Vec::new();
        loop {
            let mut layer = fresh.clone();
            if let Some(pawn) = rules.rank_pawn {
                let pawns = fresh_pawns
                    .iter()
                    .fold(Bitboard::EMPTY, |all, one| all | *one);
                layer[pawn.index()] |= pawns & !seen[pawn.index()];
            }
            for (piece_type, new) in rules.all_types().zip(&layer) {
                seen[piece_type.index()] |= *new;
            }
            for (seen, new) in pawns_seen.iter_mut().zip(&fresh_pawns) {
                *seen |= *new;
            }
            let layer: Layer = rules.all_types().zip(layer).collect();
            let layer: Layer = layer.into_iter().filter(|(_, new)| new.any()).collect();
            let any_pawn = fresh_pawns.iter().any(|pawns| pawns.any());
            if layer.is_empty() && !any_pawn {
                return layers;
            }
            layers.push(layer);
            let mut next = vec![Bitboard::EMPTY; types];
            let mut next_pawns = [Bitboard::EMPTY; MOST_CAPTURES + 1];
            for piece_type in rules.all_types() {
                for square in fresh[piece_type.index()] {
                    let to = self.steps[color.index()][piece_type.index()][square.index()];
                    let to = to | self.castled(color, piece_type, square);
                    next[piece_type.index()] |= to;
                    let promotion = rules.promotion(Piece::new(color, piece_type));
                    let leaves = promotion.on_leaving && promotion.zone.contains(square);
                    let promotes = if leaves { to } else { to & promotion.zone };
                    for promoted in &promotion.into {
                        next[promoted.index()] |= promotes;
                    }
                }
            }
            for captures in 0..=MOST_CAPTURES {
                for square in fresh_pawns[captures] {
                    next_pawns[captures] |= self.pawn_steps(color, square);
                    if let Some(pawn) = rules.rank_pawn
                        && captures > 0
                    {
                        let pawn = self.variant.moves_of(Piece::new(color, pawn));
                        next_pawns[captures - 1] |= pawn.capture.leaps[square.index()];
                    }
                }
            }
            let last = rules.last_rank_of(color);
            let promoted = next_pawns
                .iter()
                .fold(Bitboard::EMPTY, |all, one| all | *one)
                & last;
            for piece_type in rules.rank_promotions(color) {
                next[piece_type.index()] |= promoted;
            }
            for (next, seen) in next_pawns.iter_mut().zip(&pawns_seen) {
                *next &= !*seen;
            }
            for (next, seen) in next.iter_mut().zip(&seen) {
                *next &= !*seen;
            }
            (fresh, fresh_pawns) = (next, next_pawns);
        }
    }

    /// A piece's own square, and the square of a rook after castling: the move is the king's.
    fn at_once(&self, color: Color, piece_type: PieceType, from: Square) -> Bitboard {
        let ways = self.ways(color);
        let ways = ways.filter(|way| way.castler == piece_type && way.rook.0 == from);
        ways.fold(from.into(), |all, way| all | way.rook.1.into())
    }

    /// The squares to which a king castles.
    fn castled(&self, color: Color, piece_type: PieceType, from: Square) -> Bitboard {
        if !self.variant.rules.royals.contains(piece_type) {
            return Bitboard::EMPTY;
        }
        let ways = self.ways(color).filter(|way| way.king.0 == from);
        ways.fold(Bitboard::EMPTY, |all, way| all | way.king.1.into())
    }

    fn ways(&self, color: Color) -> impl Iterator<Item = &'a crate::variant::CastlingWay> {
        let (rules, rights) = (&self.variant.rules, self.rights);
        let wings = [true, false].into_iter();
        wings
            .filter(move |kingside| {
                rules.rights_return || rights.has(Rights::wing(color, *kingside))
            })
            .filter_map(move |kingside| rules.castling.way(color, kingside))
    }

    /// The squares that a pawn reaches by one move without a capture.
    fn pawn_steps(&self, color: Color, from: Square) -> Bitboard {
        let rules = &self.variant.rules;
        let first = Bitboard::from(from).ahead(color);
        let mut steps = first;
        if rules.double_step && rules.nth_rank_of(color, 1).contains(from) {
            steps |= first.ahead(color);
        }
        if rules.first_rank == FirstRank::Triple && rules.first_rank_of(color).contains(from) {
            let second = first.ahead(color);
            steps |= second | second.ahead(color);
        }
        steps
    }
}

/// The index of a type on a square in `Distances`.
pub fn target(piece_type: PieceType, square: Square) -> usize {
    piece_type.index() * Square::COUNT + square.index()
}
