//! What the attacker's last moves can cover in one position, and which moves before them leave a mate possible.

use super::mate_net::MateNet;
use crate::base::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Square};
use crate::position::{Position, Rights};
use arrayvec::ArrayVec;

/// What the attacker's last moves can cover, with the other side to move before.
pub struct FlightCover<'c> {
    net: &'c MateNet,
    pos: &'c Position,
    /// What the attacker's pieces cover as they stand.
    standing: Bitboard,
    /// For each last move the square of its piece, and all squares that can be covered after it.
    after: Vec<(Square, Bitboard)>,
    /// What is lacking for a mate after a last move, the king staying where he is: the smallest of these sets.
    lacking: Vec<Bitboard>,
    /// The squares that have to be covered where the king stands: around him and his own, without those that are held.
    needed: Bitboard,
    /// The squares around the king where he stands.
    zone: Bitboard,
    /// The squares of the other pieces of the king's side.
    held: Bitboard,
    king: Square,
    /// Whether moves of the king's side do nothing for the attacker but to fill a square.
    only_types: bool,
}

/// What a move of the king's side brings for the attacker's last move.
struct Gift {
    /// Squares that are covered whatever the last move is.
    covered: Bitboard,
    /// The type of the piece that has changed sides, and its square.
    turned: Option<(PieceType, Square)>,
}

impl<'c> FlightCover<'c> {
    /// What the attacker's last moves can cover, with the other side to move before.
    pub fn of(net: &'c MateNet, pos: &'c Position) -> Self {
        let pieces = pos.by_color(net.attacker());
        let king = pos.royals(!net.attacker());
        // What one piece, and what two pieces attack at least as they stand, the king seen through.
        let occupied = pos.occupied() & !king;
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut standing: ArrayVec<(Square, PieceType, Bitboard), 64> = ArrayVec::new();
        for square in pieces {
            let Some(piece) = pos.at(square) else {
                continue;
            };
            let attacked = attacked(net, pos, piece, square, occupied);
            twice |= once & attacked;
            once |= attacked;
            standing.push((square, piece.piece_type(), attacked));
        }
        if net.afterwards.pieces_return() {
            once |= pieces;
            twice |= pieces;
        }
        let mut cover = Self::new(net, pos, once);
        for (square, piece_type, attacked) in &standing {
            let others = twice | once & !*attacked;
            cover.add_moves_of(*square, *piece_type, others);
        }
        cover.add_castling();
        cover
    }

    /// Nothing yet, but for what stands.
    fn new(net: &'c MateNet, pos: &'c Position, standing: Bitboard) -> Self {
        let color = !net.attacker();
        let king = pos.royals(color);
        // Tasks without a king have no net, and kings stay.
        let at = king.first().unwrap_or(Square::at(0, 0));
        let zone = net.flights(at);
        let held = pos.by_color(color) & !king;
        Self {
            net,
            pos,
            standing,
            after: Vec::with_capacity(64),
            lacking: Vec::new(),
            needed: zone & !held | king,
            zone,
            held,
            king: at,
            only_types: net.afterwards.only_types(),
        }
    }

    /// Adds a last move of the piece on a square and what is covered after it.
    fn add(&mut self, from: Square, covered: Bitboard) {
        if self.after.last() == Some(&(from, covered)) {
            return;
        }
        self.after.push((from, covered));
        let lacking = self.needed & !covered;
        if self.only_types && (lacking.many() || lacking.contains(self.king)) {
            // No move but the king's can bring more than the square that it fills.
            return;
        }
        let within = |one: Bitboard, other: Bitboard| (one & !other).is_empty();
        if !self.lacking.iter().any(|known| within(*known, lacking)) {
            self.lacking.retain(|known| !within(lacking, *known));
            self.lacking.push(lacking);
        }
    }

    /// Adds what can be covered after the moves of one piece, the others attacking what they do.
    fn add_moves_of(&mut self, from: Square, piece_type: PieceType, others: Bitboard) {
        let (net, pos) = (self.net, self.pos);
        let rules = &pos.variant().rules;
        let widest = net.piece(piece_type);
        let mut reach = widest.reach[from.index()];
        if widest.plain && rules.rank_pawn != Some(piece_type) {
            let tables = pos
                .variant()
                .moves_of(Piece::new(net.attacker(), piece_type));
            let occupied = pos.occupied();
            for paths in [&tables.quiet, &tables.capture] {
                if !paths.lines.is_empty() {
                    let first = paths.targets(from, occupied);
                    reach &= first | paths.targets(from, occupied & !first);
                }
            }
        }
        for to in reach {
            let mut covered = others | widest.arrival[to.index()];
            if let Some(victim) = pos.at(to) {
                covered |= net.afterwards.homes_of_victim(rules, victim, to);
            }
            self.add(from, covered);
        }
    }

    /// Adds what can be covered after castling.
    fn add_castling(&mut self) {
        let (net, pos) = (self.net, self.pos);
        let rules = &pos.variant().rules;
        let Some(rook) = rules.castlers[net.attacker().index()] else {
            return;
        };
        let rank = match net.attacker() {
            Color::White => 0,
            Color::Black => rules.ranks - 1,
        };
        for (kingside, king_to, rook_to) in [(true, 6, 5), (false, 2, 3)] {
            if !pos
                .state()
                .rights
                .has(Rights::wing(net.attacker(), kingside))
            {
                continue;
            }
            let king_to = Square::at(king_to, rank);
            let king = rules.royals.iter().fold(Bitboard::EMPTY, |all, royal| {
                all | net.piece(royal).arrival[king_to.index()]
            });
            let rook = net.piece(rook).arrival[Square::at(rook_to, rank).index()];
            self.add(Square::at(4, rank), self.standing | king | rook);
        }
    }

    /// The pieces that may move before: all, or the king alone where no other move helps.
    #[inline]
    pub fn movers(&self) -> Bitboard {
        if !self.only_types || !self.lacking.is_empty() {
            Bitboard::ALL
        } else {
            self.king.into()
        }
    }

    /// Whether a pseudo-legal move of the king's side can lead to mate.
    #[inline]
    pub fn can_mate_after(&self, mv: Move) -> bool {
        if self.is_left_to_the_search(mv) {
            return true;
        }
        if mv.from() == self.king || self.zone.contains(mv.from()) {
            return self.mating_pieces(mv).any();
        }
        let gift = self.gift(mv);
        let given = gift.covered;
        let closes = |lacking: &Bitboard| (*lacking & !given).is_empty();
        self.lacking.iter().any(closes) || self.turned_piece_mates(&gift, self.needed)
    }

    /// The pieces that may mate after a pseudo-legal move of the king's side; none if it cannot lead to mate.
    #[inline]
    pub fn mating_pieces(&self, mv: Move) -> Bitboard {
        if self.is_left_to_the_search(mv) {
            return Bitboard::ALL;
        }
        let gift = self.gift(mv);
        let needed = if mv.from() == self.king {
            self.net.flights(mv.to()) & !self.held | mv.to().into()
        } else {
            let held = self.held & !Bitboard::from(mv.from());
            self.zone & !held | self.king.into()
        };
        let closes = |covered: &Bitboard| (needed & !*covered & !gift.covered).is_empty();
        let mating = self.after.iter().filter(|(_, covered)| closes(covered));
        let pieces: Bitboard = mating.map(|(from, _)| *from).collect();
        match gift.turned {
            Some((_, square)) if self.turned_piece_mates(&gift, needed) => pieces | square.into(),
            _ => pieces,
        }
    }

    /// Whether a move changes more squares than are reckoned with: castling, taking in passing, and captures by which
    /// pieces are reborn.
    fn is_left_to_the_search(&self, mv: Move) -> bool {
        if matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant) {
            return true;
        }
        self.pos.at(mv.to()).is_some() && self.net.afterwards.pieces_return()
    }

    /// What a move brings for the attacker.
    fn gift(&self, mv: Move) -> Gift {
        let to = mv.to();
        let mut gift = Gift {
            covered: Bitboard::EMPTY,
            turned: None,
        };
        if mv.from() != self.king {
            gift.covered |= to.into();
        }
        let afterwards = &self.net.afterwards;
        let piece = self.pos.at(mv.from());
        let Some(piece) = piece.filter(|_| !self.only_types) else {
            return gift;
        };
        let rules = &self.pos.variant().rules;
        let captures = self.pos.at(to).is_some();
        let turned = afterwards.turns(rules, piece.piece_type(), captures);
        if turned && !afterwards.pieces_return() {
            gift.covered = Bitboard::EMPTY;
        }
        let types = afterwards.types(rules, piece.piece_type(), to, piece.color());
        for piece_type in types.iter() {
            if turned {
                gift.covered |= self.net.piece(piece_type).attack[to.index()];
            } else if mv.from() != self.king {
                let piece = piece.with_type(piece_type);
                gift.covered |= afterwards.homes_of_victim(rules, piece, to);
            }
        }
        gift.turned = turned.then_some((piece.piece_type(), to));
        gift
    }

    /// Whether a piece that has changed sides can cover what the others leave, by moving itself.
    fn turned_piece_mates(&self, gift: &Gift, needed: Bitboard) -> bool {
        let Some((piece_type, from)) = gift.turned else {
            return false;
        };
        let net = self.net;
        let rules = &self.pos.variant().rules;
        let lacking = needed & !self.standing;
        let homes = |to: Square| {
            let victim = self.pos.at(to);
            victim.map_or(Bitboard::EMPTY, |victim| {
                net.afterwards.homes_of_victim(rules, victim, to)
            })
        };
        let color = !net.attacker();
        let types = net.afterwards.types(rules, piece_type, from, color);
        types.iter().any(|piece_type| {
            let returns = net.afterwards.pieces_return();
            if !returns && (lacking & !net.piece(piece_type).somewhere[from.index()]).any() {
                return false;
            }
            let mut ends = net.piece(piece_type).reach[from.index()].into_iter();
            ends.any(|to| {
                (lacking & !net.piece(piece_type).arrival[to.index()] & !homes(to)).is_empty()
            })
        })
    }
}

/// What a piece attacks when some of the pieces before it may be gone.
fn attacked(
    net: &MateNet,
    pos: &Position,
    piece: Piece,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    let widest = net.piece(piece.piece_type());
    let capture = &pos.variant().moves_of(piece).capture;
    if !widest.plain || capture.lines.is_empty() {
        return widest.attack[square.index()];
    }
    let mut left = occupied;
    for _ in 0..net.afterwards.most_leaving() {
        left &= !capture.targets(square, left);
    }
    capture.targets(square, left)
}
