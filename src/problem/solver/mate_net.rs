//! The mate-net bound: with one move of the side to be mated and one of the attacker left, can all flight squares be covered?
//!
//! In a mate every neighbour square of the king is attacked or blocked by an own piece. The attacker's last move brings one piece to
//! a new square and may open lines; the move before it can block one square or move the king. For each king square and each last
//! move the bound counts the squares that nothing can cover. Attacks are overestimated: every piece that could have left a line is
//! taken off it. If too many squares remain, there is no mate.
//!
//! Conditions are included: a moving piece counts with every type, colour and square that the move could give it
//! ([`ConditionBounds`]). A captor that goes on counts on each square to which the captured piece could move. Moves of the king's side that change further pieces are never pruned. Games with effects on hurdles
//! have no bound.

use super::condition_bounds::ConditionBounds;
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::board::{Behaviour, full_lines};
use crate::position::Position;
use crate::problem::stipulation::Goal;
use crate::problem::task::Task;
use crate::variant::{PathTables, RuleSet, Variant};
use std::sync::Arc;

/// The most squares that a pawn steps ahead in one move.
const MOST_STEPS: usize = 3;

/// Upper bounds on an attacker's moves and attacks.
pub struct Widest {
    /// All squares that the piece can reach, over all occupancies, by departure square.
    pub reach: [Bitboard; 64],
    /// All squares that the piece can attack, over all occupancies, by the piece's square.
    pub attack: [Bitboard; 64],
    /// The squares that the piece could cover after moving, by arrival square.
    pub arrival: [Bitboard; 64],
    /// The squares that the piece could cover after any move, by departure square.
    pub somewhere: [Bitboard; 64],
    /// Whether the piece only leaps and slides, so that blockers can only reduce its attacks.
    pub plain: bool,
}

/// The mate-net bound, computed once per problem and mating side.
pub struct MateNet {
    attacker: Color,
    pub condition_bounds: ConditionBounds,
    pieces: Vec<Widest>,
    /// Where a captor or a captured piece can go by the quiet movement of the captured piece, by its side, its type and the square of capture.
    /// Empty unless a condition lets them.
    goes_on: [Vec<[Bitboard; 64]>; 2],
    /// The targets of the king to be mated, by its square.
    flights: Arc<[Bitboard; 64]>,
}

impl MateNet {
    /// The bound for mates that `attacker` gives in a task; `None` if the rules are not covered.
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
            || variant.rules.kings_turn
        {
            return None;
        }
        let condition_bounds = ConditionBounds::of(&variant.rules)?;
        let mut pieces: Vec<Widest> = variant
            .rules
            .all_types()
            .map(|piece_type| widest(variant, piece_type, attacker))
            .collect();
        let attacks: Vec<[Bitboard; 64]> = pieces.iter().map(|piece| piece.attack).collect();
        for (piece_type, piece) in variant.rules.all_types().zip(&mut pieces) {
            for square in variant.rules.board.squares() {
                piece.arrival[square.index()] = condition_bounds.arrival(
                    &variant.rules,
                    &attacks,
                    piece_type,
                    square,
                    attacker,
                );
            }
            for from in variant.rules.board.squares() {
                let ends = piece.reach[from.index()].into_iter();
                piece.somewhere[from.index()] =
                    ends.fold(Bitboard::EMPTY, |all, to| all | piece.arrival[to.index()]);
            }
        }
        let going = condition_bounds.chooses();
        let goes_on = Color::ALL.map(|color| {
            let types = variant.rules.all_types().filter(|_| going);
            let ends = |piece_type| quiet_ends(variant, Piece::new(color, piece_type));
            types.map(ends).collect()
        });
        Some(Self {
            goes_on,
            attacker,
            condition_bounds,
            pieces,
            flights: Arc::clone(&tables.capture.leaps),
        })
    }

    /// The side that mates.
    pub const fn attacker(&self) -> Color {
        self.attacker
    }

    /// The targets of the king to be mated from a square.
    pub fn flights(&self, king: Square) -> Bitboard {
        self.flights[king.index()]
    }

    /// The squares to which a captor on `at` can go on when it captures `victim` there.
    pub fn goes_on(&self, victim: Piece, at: Square) -> Bitboard {
        self.goes_on[victim.color().index()][victim.piece_type().index()][at.index()]
    }

    /// The squares on one of which a captured piece of the king's side can be reborn.
    pub fn homes_of_victim(&self, rules: &RuleSet, victim: Piece, at: Square) -> Bitboard {
        if self.condition_bounds.victims_move_on() {
            self.goes_on(victim, at)
        } else {
            self.condition_bounds.homes_of_victim(rules, victim, at)
        }
    }

    /// Upper bounds on an attacker's moves and attacks.
    pub fn piece(&self, piece_type: PieceType) -> &Widest {
        &self.pieces[piece_type.index()]
    }
}

/// Whether a game has no capability but side effects (conditions and hurdles), so that a turn is one move of one piece on one board.
pub fn moves_are_plain(rules: &RuleSet) -> bool {
    rules.capabilities.only_side_effects()
}

/// Whether hurdlers are on the board, or can appear by promotion or a change of type.
fn hurdles_change(pos: &Position) -> bool {
    let rules = &pos.variant().rules;
    let mut hurdlers = rules.hurdlers.iter();
    hurdlers.any(|hurdler| {
        !rules.conditions.is_empty() || pos.by_type(hurdler).any() || rules.can_become(hurdler)
    })
}

/// Upper bounds on the moves and attacks of a piece type; what depends on conditions is still empty.
pub fn widest(variant: &Variant, piece_type: PieceType, color: Color) -> Widest {
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

/// Whether a movement consists of leaps and slides only.
pub fn only_slides(paths: &PathTables) -> bool {
    let slides = |behaviour: &Behaviour| matches!(behaviour, Behaviour::Slide { .. });
    paths.lines.iter().all(|line| slides(&line.behaviour))
        && paths.fixed_hops.is_empty()
        && !paths.has_walks()
}

/// The squares that a piece can reach without capturing, over all occupancies, by its square.
fn quiet_ends(variant: &Variant, piece: Piece) -> [Bitboard; 64] {
    let mut found = [Bitboard::EMPTY; 64];
    let quiet = &variant.moves_of(piece).quiet;
    for square in variant.rules.board.squares() {
        found[square.index()] = if variant.rules.rank_pawn == Some(piece.piece_type()) {
            let mut ahead = Bitboard::from(square);
            for _ in 0..MOST_STEPS {
                ahead |= ahead.ahead(piece.color());
            }
            ahead & !Bitboard::from(square)
        } else {
            ends(quiet, square)
        };
    }
    found
}

/// All squares that a movement can reach, over all occupancies.
fn ends(paths: &PathTables, from: Square) -> Bitboard {
    let lines = paths.lines.iter();
    let hops = paths.fixed_hops.get(from.index()).into_iter().flatten();
    let ends = paths.leaps[from.index()] | paths.walk_reach(from);
    let ends = lines.fold(ends, |all, line| all | full_lines(from, line.lines));
    hops.fold(ends, |all, hop| all | hop.landings)
}
