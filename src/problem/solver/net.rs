//! A bound for mates: with one move of the side to be mated and one of the other left, can the squares around the king
//! still be covered?
//!
//! After a mate every square to which the king could go is attacked or held by a man of its own. The attacker's last
//! move brings one man to a new square and may open lines; the move before it can fill one of the squares, or take the
//! king elsewhere. So for each king square and each last move the squares that nothing can attack are counted, every
//! attack taken at its widest: lines as if the men were gone that could have left them. Where too many remain, there
//! is no mate, whatever is played before. It holds where a move does nothing but move, capture, castle and promote.

use crate::base::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Square};
use crate::board::{Behaviour, full_lines};
use crate::position::{Position, Rights};
use crate::problem::stipulation::Goal;
use crate::problem::task::Task;
use crate::variant::{PathTables, Variant};
use arrayvec::ArrayVec;

/// How a man of the attacker's moves and attacks at the widest.
struct Widest {
    /// Where it could go, by departure square.
    reach: [Bitboard; 64],
    /// What it could attack, by its square.
    attack: [Bitboard; 64],
    /// Whether it only leaps and slides, so that the men on the board limit what it attacks.
    plain: bool,
}

/// The bound, made once for a problem and the side that mates.
pub struct Net {
    attacker: Color,
    men: Vec<Widest>,
    /// Where the king to be mated can go, by its square.
    flights: Box<[Bitboard; 64]>,
}

/// What the attacker's last moves can cover, in one position.
pub struct Cover<'n> {
    net: &'n Net,
    /// For each last move the square of its man, and all squares that can be attacked after it.
    after: Vec<(Square, Bitboard)>,
    /// Whether one of them leaves no square around the king where he stands.
    closed: bool,
    /// The squares that alone are left by others.
    lacking: Bitboard,
    /// The squares around the king where he stands.
    zone: Bitboard,
    /// The squares of the other men of the king's side.
    held: Bitboard,
    king: Square,
}

impl Net {
    /// The bound for mates that a side gives in a task; `None` where it does not hold.
    pub fn of(task: &Task, attacker: Color) -> Option<Self> {
        let pos = &task.position;
        let variant = pos.variant();
        let rules = &variant.rules;
        let has = &rules.capabilities;
        let further = has.shots
            || has.royal_capture
            || has.drops
            || has.zones
            || has.several_legs()
            || has.dynamo
            || has.iron
            || has.wraps
            || has.relay
            || has.two_boards;
        let kings = pos.royals(!attacker);
        let king = kings.first().filter(|_| !kings.many())?;
        let hurdler = |piece_type| rules.hurdlers.contains(piece_type);
        let standing = rules
            .all_types()
            .filter(|piece_type| pos.by_type(*piece_type).any());
        let changes = rules
            .promotions
            .iter()
            .copied()
            .chain(standing)
            .any(hurdler);
        let tables = variant.moves_of(pos.at(king)?);
        let orthodox_king =
            tables.same && only_slides(&tables.capture) && tables.capture.lines.is_empty();
        let holds = task.stipulation.goal == Goal::Mate
            && !further
            && rules.conditions.is_empty()
            && !changes
            && orthodox_king;
        holds.then(|| Self {
            attacker,
            men: rules
                .all_types()
                .map(|piece_type| widest(variant, piece_type, attacker))
                .collect(),
            flights: tables.capture.leaps.clone(),
        })
    }

    /// What the attacker's last moves can cover, with the other side to move before.
    pub fn cover(&self, pos: &Position) -> Cover<'_> {
        let men = pos.by_color(self.attacker);
        let king = pos.royals(!self.attacker);
        // Tasks without a king have no net, and kings stay.
        let at = king.first().unwrap_or(Square::at(0, 0));
        let mut cover = Cover {
            net: self,
            after: Vec::with_capacity(64),
            closed: false,
            lacking: Bitboard::EMPTY,
            zone: self.flights[at.index()],
            held: pos.by_color(!self.attacker) & !king,
            king: at,
        };
        // What one man, and what two men attack at least as they stand, the king seen through.
        let occupied = pos.occupied() & !king;
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut standing: ArrayVec<(Square, PieceType, Bitboard), 64> = ArrayVec::new();
        for square in men {
            let Some(man) = pos.at(square) else {
                continue;
            };
            let attacked = self.attacked(pos, man, square, occupied);
            twice |= once & attacked;
            once |= attacked;
            standing.push((square, man.piece_type(), attacked));
        }
        for (square, piece_type, attacked) in &standing {
            let others = twice | once & !*attacked;
            self.add_moves_of(pos, *square, *piece_type, others, &mut cover);
        }
        self.add_castling(pos, once, &mut cover);
        cover
    }

    /// What a man attacks when two of the men before it may be gone.
    fn attacked(&self, pos: &Position, man: Piece, square: Square, occupied: Bitboard) -> Bitboard {
        let widest = &self.men[man.piece_type().index()];
        if !widest.plain {
            return widest.attack[square.index()];
        }
        let capture = &pos.variant().moves_of(man).capture;
        if capture.lines.is_empty() {
            return widest.attack[square.index()];
        }
        let first = capture.targets(square, occupied);
        let behind = occupied & !first;
        let second = capture.targets(square, behind);
        capture.targets(square, behind & !second)
    }

    /// Adds what can be covered after the moves of one man, the others attacking what they do.
    fn add_moves_of(
        &self,
        pos: &Position,
        from: Square,
        piece_type: PieceType,
        others: Bitboard,
        cover: &mut Cover<'_>,
    ) {
        let rules = &pos.variant().rules;
        let widest = &self.men[piece_type.index()];
        let is_pawn = rules.rank_pawn == Some(piece_type);
        let mut reach = widest.reach[from.index()];
        if widest.plain && !is_pawn {
            let tables = pos
                .variant()
                .moves_of(Piece::new(self.attacker, piece_type));
            let occupied = pos.occupied();
            for paths in [&tables.quiet, &tables.capture] {
                if !paths.lines.is_empty() {
                    let first = paths.targets(from, occupied);
                    reach &= first | paths.targets(from, occupied & !first);
                }
            }
        }
        let last = rules.last_rank_of(self.attacker);
        for to in reach {
            let attack = if is_pawn && last.contains(to) {
                let promoted = rules.promotions.iter();
                promoted.fold(Bitboard::EMPTY, |all, into| {
                    all | self.men[into.index()].attack[to.index()]
                })
            } else {
                widest.attack[to.index()]
            };
            cover.add(from, others | attack);
        }
    }

    /// Adds what can be covered after castling.
    fn add_castling(&self, pos: &Position, all: Bitboard, cover: &mut Cover<'_>) {
        let rules = &pos.variant().rules;
        let Some(rook) = rules.castlers[self.attacker.index()] else {
            return;
        };
        let rank = match self.attacker {
            Color::White => 0,
            Color::Black => rules.ranks - 1,
        };
        let royals = rules.royals;
        for (kingside, king_to, rook_to) in [(true, 6, 5), (false, 2, 3)] {
            if !pos
                .state()
                .rights
                .has(Rights::wing(self.attacker, kingside))
            {
                continue;
            }
            let king = royals.iter().fold(Bitboard::EMPTY, |all, royal| {
                all | self.men[royal.index()].attack[Square::at(king_to, rank).index()]
            });
            let rook = self.men[rook.index()].attack[Square::at(rook_to, rank).index()];
            cover.add(Square::at(4, rank), all | king | rook);
        }
    }
}

impl Cover<'_> {
    fn add(&mut self, from: Square, covered: Bitboard) {
        if self.after.last() == Some(&(from, covered)) {
            return;
        }
        self.after.push((from, covered));
        if covered.contains(self.king) {
            let missing = self.zone & !self.held & !covered;
            self.closed |= missing.is_empty();
            if !missing.many() {
                self.lacking |= missing;
            }
        }
    }

    /// The men that may move before: all, or the king alone where no other move helps.
    #[inline]
    pub fn movers(&self) -> Bitboard {
        if self.closed || self.lacking.any() {
            Bitboard::ALL
        } else {
            self.king.into()
        }
    }

    /// Whether a pseudo-legal move of the king's side can lead to mate.
    #[inline]
    pub fn can_mate_after(&self, mv: Move) -> bool {
        let special = matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant);
        if special || mv.from() == self.king || self.zone.contains(mv.from()) {
            return self.mating_men(mv).any();
        }
        self.closed || self.lacking.contains(mv.to())
    }

    /// The men that may mate after a pseudo-legal move of the king's side; none if it cannot lead to mate.
    #[inline]
    pub fn mating_men(&self, mv: Move) -> Bitboard {
        let king_moves = mv.from() == self.king;
        // Castling and taking in passing change more squares than are reckoned with.
        if matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant) {
            return Bitboard::ALL;
        }
        let (king, held) = if king_moves {
            (mv.to(), self.held)
        } else {
            let left = self.held & !Bitboard::from(mv.from());
            (self.king, left | mv.to().into())
        };
        let flights = self.net.flights[king.index()] & !held;
        let closes =
            |covered: &Bitboard| covered.contains(king) && (flights & !*covered).is_empty();
        let mating = self.after.iter().filter(|(_, covered)| closes(covered));
        mating.map(|(from, _)| *from).collect()
    }
}

/// How a man moves and attacks at the widest.
fn widest(variant: &Variant, piece_type: PieceType, color: Color) -> Widest {
    let tables = variant.moves_of(Piece::new(color, piece_type));
    let mut widest = Widest {
        reach: [Bitboard::EMPTY; 64],
        attack: [Bitboard::EMPTY; 64],
        plain: [&tables.quiet, &tables.capture]
            .iter()
            .all(|paths| only_slides(paths)),
    };
    for square in variant.rules.board.squares() {
        let attack = ends(&tables.capture, square);
        let mut reach = attack | ends(&tables.quiet, square);
        if variant.rules.rank_pawn == Some(piece_type) {
            reach |= Bitboard::file(square.file());
        }
        widest.attack[square.index()] = attack;
        widest.reach[square.index()] = reach;
    }
    widest
}

/// Whether a movement has nothing but leaps and slides.
fn only_slides(paths: &PathTables) -> bool {
    let slides = |behaviour: &Behaviour| matches!(behaviour, Behaviour::Slide { .. });
    paths.lines.iter().all(|line| slides(&line.behaviour))
        && paths.fixed_hops.is_empty()
        && !paths.has_walks()
}

/// Where a movement could end, whatever stands on the board.
fn ends(paths: &PathTables, from: Square) -> Bitboard {
    let lines = paths.lines.iter();
    let hops = paths.fixed_hops.get(from.index()).into_iter().flatten();
    let ends = paths.leaps[from.index()] | paths.walk_reach(from);
    let ends = lines.fold(ends, |all, line| all | full_lines(from, line.lines));
    hops.fold(ends, |all, hop| all | hop.landings)
}
