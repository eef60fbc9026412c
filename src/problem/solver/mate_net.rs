//! A bound for mates: with one move of the side to be mated and one of the other left, can the squares around the king
//! still be covered?
//!
//! After a mate every square to which the king could go is attacked or held by a piece of its own. The attacker's last
//! move brings one piece to a new square and may open lines; the move before it can fill one of the squares, or take the
//! king elsewhere. So for each king square and each last move the squares that nothing can cover are counted, every
//! attack taken at its widest: lines as if the pieces were gone that could have left them. Where too many remain, there
//! is no mate, whatever is played before.
//!
//! What conditions change is taken at its widest, too: a piece that moves is reckoned with every type, colour and square
//! that its move could give it ([`Afterwards`]). Moves of the king's side that change more than the piece that moves are
//! left to the search. Games whose hops change their hurdles have no bound.

use super::condition_bounds::Afterwards;
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::board::{Behaviour, full_lines};
use crate::position::Position;
use crate::problem::stipulation::Goal;
use crate::problem::task::Task;
use crate::variant::{PathTables, RuleSet, Variant};
use std::sync::Arc;

/// How a piece of the attacker's moves and attacks at the widest.
pub struct Widest {
    /// Where it could go, by departure square.
    pub reach: [Bitboard; 64],
    /// What it could attack, by its square.
    pub attack: [Bitboard; 64],
    /// What it could cover once it has moved to a square.
    pub arrival: [Bitboard; 64],
    /// What it could cover once it has moved from a square.
    pub somewhere: [Bitboard; 64],
    /// Whether it only leaps and slides, so that the pieces on the board limit what it attacks.
    pub plain: bool,
}

/// The bound, made once for a problem and the side that mates.
pub struct MateNet {
    attacker: Color,
    /// What moves do beside moving.
    pub afterwards: Afterwards,
    pieces: Vec<Widest>,
    /// Where the king to be mated can go, by its square.
    flights: Arc<[Bitboard; 64]>,
}

impl MateNet {
    /// The bound for mates that a side gives in a task; `None` where it does not hold.
    pub fn of(task: &Task, attacker: Color) -> Option<Self> {
        let pos = &task.position;
        let variant = pos.variant();
        let kings = pos.royals(!attacker);
        let king = kings.first().filter(|_| !kings.many())?;
        let tables = variant.moves_of(pos.at(king)?);
        let orthodox_king =
            tables.same && only_slides(&tables.capture) && tables.capture.lines.is_empty();
        if task.stipulation.goal != Goal::Mate
            || !orthodox_king
            || !moves_are_plain(&variant.rules)
            || hurdles_change(pos)
        {
            return None;
        }
        let afterwards = Afterwards::of(&variant.rules)?;
        let mut pieces: Vec<Widest> = variant
            .rules
            .all_types()
            .map(|piece_type| widest(variant, piece_type, attacker))
            .collect();
        let attacks: Vec<[Bitboard; 64]> = pieces.iter().map(|piece| piece.attack).collect();
        for (piece_type, piece) in variant.rules.all_types().zip(&mut pieces) {
            for square in variant.rules.board.squares() {
                piece.arrival[square.index()] =
                    afterwards.arrival(&variant.rules, &attacks, piece_type, square, attacker);
            }
            for from in variant.rules.board.squares() {
                let ends = piece.reach[from.index()].into_iter();
                piece.somewhere[from.index()] =
                    ends.fold(Bitboard::EMPTY, |all, to| all | piece.arrival[to.index()]);
            }
        }
        Some(Self {
            attacker,
            afterwards,
            pieces,
            flights: Arc::clone(&tables.capture.leaps),
        })
    }

    /// The side that mates.
    pub const fn attacker(&self) -> Color {
        self.attacker
    }

    /// Where the king can go.
    pub fn flights(&self, king: Square) -> Bitboard {
        self.flights[king.index()]
    }

    /// How a piece of the attacker's moves and attacks at the widest.
    pub fn piece(&self, piece_type: PieceType) -> &Widest {
        &self.pieces[piece_type.index()]
    }
}

/// Whether a game, conditions and hurdles aside, has only moves of one piece on one board.
pub fn moves_are_plain(rules: &RuleSet) -> bool {
    let has = &rules.capabilities;
    !(has.shots
        || has.royal_capture
        || has.drops
        || has.zones
        || has.several_legs()
        || has.dynamo
        || has.iron
        || has.wraps
        || has.relay
        || has.two_boards)
}

/// Whether there are hurdlers, or can be by promotion or by a change of type.
fn hurdles_change(pos: &Position) -> bool {
    let rules = &pos.variant().rules;
    let mut hurdlers = rules.hurdlers.iter();
    hurdlers.any(|hurdler| {
        !rules.conditions.is_empty()
            || pos.by_type(hurdler).any()
            || rules.promotions.contains(&hurdler)
    })
}

/// How a piece moves and attacks at the widest.
fn widest(variant: &Variant, piece_type: PieceType, color: Color) -> Widest {
    let tables = variant.moves_of(Piece::new(color, piece_type));
    let mut widest = Widest {
        reach: [Bitboard::EMPTY; 64],
        attack: [Bitboard::EMPTY; 64],
        arrival: [Bitboard::EMPTY; 64],
        somewhere: [Bitboard::EMPTY; 64],
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
pub fn only_slides(paths: &PathTables) -> bool {
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
