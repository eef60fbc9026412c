//! The mate-net bound in one position: which flight squares the attacker's last move can cover, and which moves of the king's side
//! before it allow a mate.

use super::mate_net::MateNet;
use crate::base::{Bitboard, Move, MoveKind, Piece, PieceType, Square};
use crate::position::{Position, Rights};
use crate::variant::PathTables;
use arrayvec::ArrayVec;

/// Upper bounds on the squares that the attacker covers after his last move, in a position where the king's side makes one move before.
pub struct FlightCover<'c> {
    net: &'c MateNet,
    pos: &'c Position,
    /// The squares that the attacker's pieces cover from their present squares.
    standing: Bitboard,
    /// The last moves.
    after: Vec<Ending>,
    /// Those that can mate the king where it stands.
    closing: Vec<Ending>,
    /// What all last moves can cover.
    ever: Bitboard,
    /// The attacker's pieces that may go on after a capture: square, type, what the other pieces cover. Empty unless captors go on.
    captors: Vec<(Square, PieceType, Bitboard)>,
    /// The minimal sets of `needed` squares that a last move leaves uncovered.
    lacking: Vec<Bitboard>,
    /// The squares to be covered for a mate on the king's present square: that square and its flights, except those that own pieces block.
    needed: Bitboard,
    /// The king's flights from his present square, blocked ones included.
    zone: Bitboard,
    /// The squares of the other pieces of the king's side.
    held: Bitboard,
    king: Square,
    /// Whether a move of the king's side, unless by the king, helps the attacker only by blocking its arrival square.
    only_types: bool,
}

/// A last move of the attacker.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ending {
    from: Square,
    /// All squares that can be covered after the move.
    covered: Bitboard,
    /// The squares one of which a captured piece can block.
    homes: Bitboard,
}

/// How a move of the king's side helps the attacker to mate.
struct Gift {
    /// Squares that need no cover after this move, whatever the attacker's last move is.
    covered: Bitboard,
    /// The squares one of which the moved piece can block, by going on or when it is captured.
    homes: Bitboard,
    turned: Option<(PieceType, Square)>,
}

impl<'c> FlightCover<'c> {
    /// Computes the cover for a position with the king's side to move.
    pub fn of(net: &'c MateNet, pos: &'c Position) -> Self {
        let pieces = pos.by_color(net.attacker());
        let king = pos.royals(!net.attacker());
        // Squares that at least one piece, and at least two pieces, attack from their present squares; the king does not block lines.
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
        if net.condition_bounds.pieces_return() {
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

    /// The cover without any last moves yet.
    fn new(net: &'c MateNet, pos: &'c Position, standing: Bitboard) -> Self {
        let color = !net.attacker();
        let king = pos.royals(color);
        // Tasks without a king have no mate-net bound, and kings never leave the board.
        let at = king.first().unwrap_or(Square::at(0, 0));
        let zone = net.flights(at);
        let held = pos.by_color(color) & !king;
        Self {
            net,
            pos,
            standing,
            after: Vec::with_capacity(64),
            closing: Vec::new(),
            ever: Bitboard::EMPTY,
            captors: Vec::new(),
            lacking: Vec::new(),
            needed: zone & !held | king,
            zone,
            held,
            king: at,
            only_types: net.condition_bounds.only_types(),
        }
    }

    /// Adds a last move.
    fn add(&mut self, ending: Ending) {
        if self.after.last() == Some(&ending) {
            return;
        }
        self.after.push(ending);
        let covered = ending.covered | ending.homes;
        self.ever |= covered;
        if self.net.condition_bounds.chooses() {
            self.closing.push(ending);
            return;
        }
        let lacking = self.needed & !covered;
        if self.only_types && (lacking.many() || lacking.contains(self.king)) {
            // The answer before this last move, unless a king's move, can block at most one flight and not the king's own square. So if two
            // squares lack cover, or the king's own does, no such answer makes this last move a mate.
            return;
        }
        self.closing.push(ending);
        let within = |one: Bitboard, other: Bitboard| (one & !other).is_empty();
        if !self.lacking.iter().any(|known| within(*known, lacking)) {
            self.lacking.retain(|known| !within(lacking, *known));
            self.lacking.push(lacking);
        }
    }

    /// Adds the last moves of one piece; `others` is what the attacker's other pieces cover.
    fn add_moves_of(&mut self, from: Square, piece_type: PieceType, others: Bitboard) {
        let (net, pos) = (self.net, self.pos);
        let rules = &pos.variant().rules;
        let widest = net.piece(piece_type);
        let piece = Piece::new(net.attacker(), piece_type);
        let reach = reach(net, pos, piece, from, pos.occupied());
        let moves_on = net.condition_bounds.captors_move_on();
        let mut ends = reach;
        if moves_on {
            self.captors.push((from, piece_type, others));
            for to in reach & self.held {
                ends |= pos
                    .at(to)
                    .map_or(Bitboard::EMPTY, |victim| net.goes_on(victim, to));
            }
        }
        for to in ends {
            let victim = pos.at(to).filter(|_| self.held.contains(to));
            self.add(Ending {
                from,
                covered: others | widest.arrival[to.index()],
                homes: victim.map_or(Bitboard::EMPTY, |victim| {
                    net.homes_of_victim(rules, victim, to)
                }),
            });
        }
    }

    fn add_castling(&mut self) {
        let (net, pos) = (self.net, self.pos);
        let rules = &pos.variant().rules;
        for kingside in [true, false] {
            let Some(way) = rules.castling.way(net.attacker(), kingside) else {
                continue;
            };
            if !pos
                .state()
                .rights
                .has(Rights::wing(net.attacker(), kingside))
            {
                continue;
            }
            let king = rules.royals.iter().fold(Bitboard::EMPTY, |all, royal| {
                all | net.piece(royal).arrival[way.king.1.index()]
            });
            let rook = net.piece(way.castler).arrival[way.rook.1.index()];
            self.add(Ending {
                from: way.king.0,
                covered: self.standing | king | rook,
                homes: Bitboard::EMPTY,
            });
        }
    }

    /// The pieces of the king's side whose moves can lead to mate: all, or the king alone.
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
        let chooses = self.net.condition_bounds.chooses();
        if chooses || mv.from() == self.king || self.zone.contains(mv.from()) {
            return self.mating_pieces(mv).any();
        }
        let gift = self.gift(mv);
        let given = gift.covered | gift.homes;
        let closes = |lacking: &Bitboard| (*lacking & !given).is_empty();
        self.lacking.iter().any(closes) || self.turned_piece_mates(&gift, self.needed)
    }

    /// The attacker's pieces that may give mate after a pseudo-legal move of the king's side; none if the move cannot lead to mate.
    #[inline]
    pub fn mating_pieces(&self, mv: Move) -> Bitboard {
        if self.is_left_to_the_search(mv) {
            return Bitboard::ALL;
        }
        let gift = self.gift(mv);
        let (needed, endings) = if mv.from() == self.king {
            let needed = self.net.flights(mv.to()) & !self.held | mv.to().into();
            (needed, &self.after)
        } else {
            let held = self.held & !Bitboard::from(mv.from());
            (self.zone & !held | self.king.into(), &self.closing)
        };
        let captured = Bitboard::from(mv.to()) & self.pos.by_color(self.net.attacker());
        let closes = |ending: &&Ending| {
            if captured.contains(ending.from) {
                return false;
            }
            let lacking = needed & !ending.covered & !gift.covered;
            lacking.is_empty()
                || !lacking.many() && (lacking & !(ending.homes | gift.homes)).is_empty()
        };
        let can_close = (needed & !self.ever & !gift.covered & !gift.homes).is_empty();
        let mating = endings.iter().filter(|_| can_close).filter(closes);
        let mut pieces: Bitboard = mating.map(|ending| ending.from).collect();
        pieces |= self.captors_of(mv, needed);
        match gift.turned {
            Some((_, square)) if self.turned_piece_mates(&gift, needed) => pieces | square.into(),
            _ => pieces,
        }
    }

    /// The attacker's pieces that may mate by capturing the piece that the move `mv` has brought to its square, and going on from there.
    fn captors_of(&self, mv: Move, needed: Bitboard) -> Bitboard {
        let moved = self.pos.at(mv.from()).filter(|_| mv.from() != self.king);
        let Some(moved) = moved.filter(|_| !self.captors.is_empty()) else {
            return Bitboard::EMPTY;
        };
        let moved = mv.piece_type().map_or(moved, |into| moved.with_type(into));
        let places = self.places(mv);
        let mates = |(from, piece_type, others): &&(Square, PieceType, Bitboard)| {
            let widest = self.net.piece(*piece_type);
            let lacking = needed & !*others;
            let closes = |end: Square| (lacking & !widest.arrival[end.index()]).is_empty();
            let meets = (widest.attack[from.index()] & places).into_iter();
            let mut ends = meets.flat_map(|at| self.net.goes_on(moved, at));
            *from != mv.to() && ends.any(closes)
        };
        let mating = self.captors.iter().filter(mates);
        mating.map(|(from, ..)| *from).collect()
    }

    /// The squares on which the piece that `mv` moves can end.
    fn places(&self, mv: Move) -> Bitboard {
        match self.pos.at(mv.to()) {
            Some(victim) if self.net.condition_bounds.captors_move_on() => {
                self.net.goes_on(victim, mv.to())
            }
            _ => mv.to().into(),
        }
    }

    /// The attacker's pieces that may give mate after the legal move `mv` of the king's side, which leads to `next`.
    pub fn mating_pieces_after(&self, mv: Move, next: &Position) -> Bitboard {
        if !self.is_left_to_the_search(mv) {
            return self.mating_pieces(mv);
        }
        if next.state().en_passant.any() {
            return Bitboard::ALL;
        }
        let cover = FlightCover::of(self.net, next);
        let mates = |ending: &&Ending| {
            let lacking = cover.needed & !ending.covered;
            lacking.is_empty() || !lacking.many() && (lacking & !ending.homes).is_empty()
        };
        let mating = cover.closing.iter().filter(mates);
        mating.map(|ending| ending.from).collect()
    }

    /// Whether a move changes more squares than the bound covers: castling, en passant, and captures with rebirth.
    fn is_left_to_the_search(&self, mv: Move) -> bool {
        if matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant)
            || mv.kind() == MoveKind::MultiStep && self.net.condition_bounds.chooses()
        {
            return true;
        }
        let bounds = &self.net.condition_bounds;
        self.pos.at(mv.to()).is_some()
            && bounds.pieces_return()
            && (!bounds.captors_move_on() || mv.from() == self.king)
    }

    /// How the move `mv` of the king's side helps the attacker.
    fn gift(&self, mv: Move) -> Gift {
        let to = mv.to();
        let mut gift = Gift {
            covered: Bitboard::EMPTY,
            homes: Bitboard::EMPTY,
            turned: None,
        };
        if mv.from() != self.king {
            let places = self.places(mv);
            if places.many() {
                gift.homes = places;
            } else {
                gift.covered = places;
            }
        }
        let condition_bounds = &self.net.condition_bounds;
        let piece = self.pos.at(mv.from());
        let Some(piece) = piece.filter(|_| !self.only_types) else {
            return gift;
        };
        let rules = &self.pos.variant().rules;
        let captures = self.pos.at(to).is_some();
        let turned = condition_bounds.turns(rules, piece.piece_type(), captures);
        if turned && !condition_bounds.pieces_return() {
            gift.covered = Bitboard::EMPTY;
        }
        let types = condition_bounds.types(rules, piece.piece_type(), to, piece.color());
        for piece_type in types.iter() {
            if turned {
                gift.covered |= self.net.piece(piece_type).attack[to.index()];
            } else if mv.from() != self.king {
                let piece = piece.with_type(piece_type);
                gift.homes |= self.net.homes_of_victim(rules, piece, to);
            }
        }
        gift.turned = turned.then_some((piece.piece_type(), to));
        gift
    }

    /// Whether the piece that the move gave to the attacker (`gift.turned`) can cover the remaining squares by moving itself.
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
                net.homes_of_victim(rules, victim, to)
            })
        };
        let color = !net.attacker();
        let types = net.condition_bounds.types(rules, piece_type, from, color);
        types.iter().any(|piece_type| {
            let returns = net.condition_bounds.pieces_return();
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

/// An upper bound on the squares to which a piece of either side can go after a move of the king's side.
pub fn reach(
    net: &MateNet,
    pos: &Position,
    piece: Piece,
    from: Square,
    occupied: Bitboard,
) -> Bitboard {
    let rules = &pos.variant().rules;
    let tables = pos.variant().moves_of(piece);
    let widest = net.piece(piece.piece_type());
    if rules.rank_pawn == Some(piece.piece_type()) {
        return Bitboard::file(from.file()) | tables.capture.leaps[from.index()];
    }
    if !widest.plain {
        let is_attacker = piece.color() == net.attacker();
        return if is_attacker {
            widest.reach[from.index()]
        } else {
            Bitboard::ALL
        };
    }
    let within = |paths: &PathTables| {
        let mut left = occupied;
        let mut within = paths.targets(from, left);
        if !paths.lines.is_empty() {
            for _ in 0..net.condition_bounds.most_leaving_before() {
                left &= !within;
                within |= paths.targets(from, left);
            }
        }
        within
    };
    let captures = within(&tables.capture);
    if tables.same {
        captures
    } else {
        captures | within(&tables.quiet)
    }
}

/// An upper bound on the attacks of a piece: up to `most_leaving` blockers may have left each of its lines.
pub fn attacked(
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
    for _ in 0..net.condition_bounds.most_leaving() {
        left &= !capture.targets(square, left);
    }
    capture.targets(square, left)
}
