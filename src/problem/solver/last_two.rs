//! The look-ahead at the attacker's last two moves: after which first move can a move of the king's side and a second move mate?
//!
//! What [`FlightCover`](super::flight_cover::FlightCover) counts in the position after the first move is bounded here before that move is
//! played: what the other pieces cover once the first has left its square, whatever they do then, and what this one covers from its
//! target. Pieces that arrive block no line.

use super::flight_cover::{attacked, reach};
use super::mate_net::MateNet;
use crate::base::{Bitboard, Move, MoveKind, Piece, PieceType, Square};
use crate::position::{Position, Rights};
use arrayvec::ArrayVec;

/// A square on which the king can be mated.
struct KingSquare {
    /// Whether the king stands there, so that another piece can make the move in between.
    stays: bool,
    /// The squares that have to be covered.
    needed: Bitboard,
    /// The flights that this move can block.
    blockable: Bitboard,
}

impl KingSquare {
    /// Whether a mate is possible if the attacker leaves these squares uncovered: one flight can be blocked by the move in between.
    fn allows(&self, lacking: Bitboard) -> bool {
        lacking.is_empty() || !lacking.many() && (lacking & !self.blockable).is_empty()
    }
}

/// A piece of the attacker.
#[derive(Clone, Copy)]
struct Attacker {
    from: Square,
    piece_type: PieceType,
    /// What it covers from its square.
    standing: Bitboard,
    /// Where it can go.
    reach: Bitboard,
}

/// What the other pieces of the attacker can do once one has left its square.
struct Others {
    left: Square,
    /// The occupied squares, the king's and that of the piece aside.
    occupied: Bitboard,
    /// What they cover from their squares.
    standing: Bitboard,
    /// The least that they leave uncovered by a second move, with the numbers of the king's squares.
    lacking: Vec<(usize, Bitboard)>,
}

impl Others {
    fn add(&mut self, king: usize, lacking: Bitboard) {
        let within = |one: Bitboard, other: Bitboard| (one & !other).is_empty();
        let known = |(at, known): &(usize, Bitboard)| *at == king && within(*known, lacking);
        if !self.lacking.iter().any(known) {
            let stays = |(at, known): &(usize, Bitboard)| *at != king || !within(lacking, *known);
            self.lacking.retain(stays);
            self.lacking.push((king, lacking));
        }
    }
}

/// The bound in a position with the attacker to move.
pub struct LastTwo<'c> {
    net: &'c MateNet,
    pos: &'c Position,
    kings: ArrayVec<KingSquare, 9>,
    attackers: ArrayVec<Attacker, 64>,
    /// For the piece that was asked for last.
    others: Option<Others>,
}

impl<'c> LastTwo<'c> {
    /// The bound for mates on one of the squares `kings`; `None` where pieces change otherwise than by promotion or a side can castle.
    pub fn of(net: &'c MateNet, pos: &'c Position, kings: Bitboard) -> Option<Self> {
        if !net.condition_bounds.only_movement() || pos.state().rights != Rights::NONE {
            return None;
        }
        let king = pos.royals(!net.attacker());
        let at = king.first()?;
        let held = pos.by_color(!net.attacker()) & !king;
        let squares = (net.flights(at) & !held | king) & kings;
        let mut blockable = Bitboard::EMPTY;
        for from in held {
            blockable |= reach(net, pos, pos.at(from)?, from, pos.occupied());
        }
        blockable &= net.flights(at);
        let king_square = |to: Square| KingSquare {
            stays: to == at,
            needed: net.flights(to) & !held | to.into(),
            blockable: if to == at { blockable } else { Bitboard::EMPTY },
        };
        let mut bound = Self {
            net,
            pos,
            kings: squares.into_iter().map(king_square).collect(),
            attackers: ArrayVec::new(),
            others: None,
        };
        let occupied = pos.occupied() & !king;
        for from in pos.by_color(net.attacker()) {
            let piece_type = pos.at(from)?.piece_type();
            bound
                .attackers
                .push(bound.attacker(piece_type, from, occupied));
        }
        Some(bound)
    }

    fn attacker(&self, piece_type: PieceType, from: Square, occupied: Bitboard) -> Attacker {
        let piece = Piece::new(self.net.attacker(), piece_type);
        Attacker {
            from,
            piece_type,
            standing: attacked(self.net, self.pos, piece, from, occupied),
            reach: reach(self.net, self.pos, piece, from, occupied),
        }
    }

    /// Whether a pseudo-legal move of the attacker can mate, or a mate can follow it.
    pub fn can_mate_after(&mut self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let changes_more = !matches!(mv.kind(), MoveKind::Normal | MoveKind::Promotion);
        let Some(piece) = self.pos.at(from).filter(|_| !changes_more) else {
            return true;
        };
        let piece = mv.piece_type().map_or(piece, |into| piece.with_type(into));
        let others = match self.others.take() {
            Some(others) if others.left == from => others,
            _ => self.without(from),
        };
        let covered = attacked(self.net, self.pos, piece, to, others.occupied);
        let mut lacking = others.lacking.iter();
        let can = lacking.any(|(king, lacking)| self.kings[*king].allows(*lacking & !covered))
            || self.mates_again(piece, to, covered, &others);
        self.others = Some(others);
        can
    }

    /// Whether a piece that has moved to a square can mate from there, or by moving on.
    fn mates_again(&self, piece: Piece, at: Square, covered: Bitboard, others: &Others) -> bool {
        let widest = self.net.piece(piece.piece_type());
        self.kings.iter().any(|king| {
            let open = king.needed & !others.standing;
            if king.stays && (open & !covered).is_empty() {
                return true;
            }
            king.allows(open & !widest.somewhere[at.index()]) && {
                let mut ends = reach(self.net, self.pos, piece, at, others.occupied).into_iter();
                ends.any(|to| king.allows(open & !widest.arrival[to.index()]))
            }
        })
    }

    /// What the other pieces can do once the piece on `left` has moved.
    fn without(&self, left: Square) -> Others {
        let (net, pos) = (self.net, self.pos);
        let king = pos.royals(!net.attacker());
        let occupied = pos.occupied() & !king & !Bitboard::from(left);
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        // What the piece that has moved can cover.
        let mut reserve = Bitboard::EMPTY;
        let mut attackers: ArrayVec<Attacker, 64> = ArrayVec::new();
        for attacker in &self.attackers {
            if attacker.from == left {
                reserve = net.piece(attacker.piece_type).somewhere[left.index()];
                continue;
            }
            let blocked = (attacker.standing | attacker.reach).contains(left);
            let attacker = if blocked {
                self.attacker(attacker.piece_type, attacker.from, occupied)
            } else {
                *attacker
            };
            twice |= once & attacker.standing;
            once |= attacker.standing;
            attackers.push(attacker);
        }
        let mut others = Others {
            left,
            occupied,
            standing: once,
            lacking: Vec::new(),
        };
        for attacker in &attackers {
            let rest = twice | once & !attacker.standing;
            let widest = net.piece(attacker.piece_type);
            for (number, king) in self.kings.iter().enumerate() {
                let open = king.needed & !rest;
                if !king.allows(open & !widest.somewhere[attacker.from.index()] & !reserve) {
                    continue;
                }
                for to in attacker.reach {
                    let lacking = open & !widest.arrival[to.index()];
                    if king.allows(lacking & !reserve) {
                        others.add(number, lacking);
                    }
                }
            }
        }
        others
    }
}
