//! Moves that start on another square than that of the piece (Mars Circe and its kin). The piece has left its own square then, so that it
//! stands in no line and is no hurdle of its own move. First moves start where the piece stands.

use super::added_targets;
use super::arena::Arena;
use super::conditions::{self, Starts};
use super::interface::GenType;
use super::pawns::{self, PawnTargets};
use super::relay;
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece, Square};
use crate::board::between;
use crate::position::Position;
use crate::variant::MoveTables;

/// Whether moves of a game may start elsewhere.
#[inline(always)]
fn is_possible(pos: &Position) -> bool {
    pos.variant().rules.conditions.start_elsewhere()
}

/// The pieces among `origins` whose moves do not all start on their own square, and on that square alone.
pub fn elsewhere(pos: &Position, origins: Bitboard) -> Bitboard {
    if !is_possible(pos) {
        return Bitboard::EMPTY;
    }
    let moves = |from: &Square| conditions::starts(pos, *from) != Starts::own(*from);
    origins.into_iter().filter(moves).collect()
}

/// Calls `visit` for each movement of a piece with each start of its moves without and with capture: the tables, the start, the occupied squares,
/// and whether it captures.
#[inline(never)]
pub fn for_each(
    pos: &Position,
    from: Square,
    piece: Piece,
    occupied: Bitboard,
    visit: &mut dyn FnMut(&MoveTables, Square, Bitboard, bool),
) {
    let starts = conditions::starts(pos, from);
    for tables in relay::movements(pos, from, piece) {
        for (squares, captures) in [(starts.quiets, false), (starts.captures, true)] {
            for start in squares {
                visit(
                    tables,
                    start,
                    Starts::occupied(occupied, from, start),
                    captures,
                );
            }
        }
    }
}

/// Adds the moves of the pieces on `movers`, which [`elsewhere`] has found, except first moves.
#[cold]
pub fn add_moves(
    pos: &Position,
    arena: &Arena,
    gen_type: GenType,
    movers: Bitboard,
    list: &mut MoveList,
) {
    let rules = &pos.variant().rules;
    let like_pawns = rules.rank_pawn.map_or(Bitboard::EMPTY, |pawn| {
        relay::moving_like(pos, pos.side_to_move(), pawn)
    });
    for from in movers {
        let Some(piece) = pos.at(from) else {
            continue;
        };
        let (mut quiets, mut hits) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for_each(
            pos,
            from,
            piece,
            arena.occupied,
            &mut |tables, start, occupied, captures| {
                if captures {
                    hits |= tables.capture.targets(start, occupied) & arena.enemies;
                } else {
                    quiets |= tables.quiet.targets(start, occupied) & arena.vacant;
                }
            },
        );
        if like_pawns.contains(from) {
            quiets |= pawn_steps(pos, arena, gen_type, from, list);
        }
        // A first move can lead to the same square.
        let listed = list.iter().filter(|mv| mv.from() == from);
        let listed = listed.filter(|mv| mv.kind() != MoveKind::EnPassant);
        let listed: Bitboard = listed.map(|mv| mv.to()).collect();
        relay::add_arrivals(pos, gen_type, (from, piece), quiets & !listed, hits, list);
    }
}

/// The squares that a piece reaches by single steps of a pawn. Steps that pass squares, to other squares, and captures en passant from the
/// piece's own square are added to the list instead.
fn pawn_steps(
    pos: &Position,
    arena: &Arena,
    gen_type: GenType,
    from: Square,
    list: &mut MoveList,
) -> Bitboard {
    let us = pos.side_to_move();
    let starts = conditions::starts(pos, from);
    let (mut single, mut passing) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for start in starts.quiets {
        let occupied = Starts::occupied(arena.occupied, from, start);
        let open = arena.open | arena.occupied & !occupied;
        let arena = Arena {
            occupied,
            open,
            ..*arena
        };
        let targets = PawnTargets::of(pos, &arena, start.into(), us);
        single |= targets.single;
        passing |= targets.double | targets.triple;
    }
    if gen_type.quiet() {
        for to in passing & !single {
            list.push(Move::new(from, to, MoveKind::MultiStep));
        }
    }
    if gen_type.noisy() {
        let board = &pos.variant().rules.board;
        for to in pos.state().en_passant & pos.vacant() {
            if starts
                .captures
                .intersects(pawns::origins_of_captures(board, to, us))
            {
                list.push(Move::new(from, to, MoveKind::EnPassant));
            }
        }
    }
    single
}

/// The squares that a step of several squares passes. A step that is possible from the pawn's own square starts there.
pub fn passed(pos: &Position, mv: Move) -> Bitboard {
    let (from, to) = (mv.from(), mv.to());
    let start = if is_possible(pos) && !is_own_step(pos, from, to) {
        let home = conditions::starts(pos, from).quiets & !Bitboard::from(from);
        home.first().unwrap_or(from)
    } else {
        from
    };
    between(start, to)
}

/// Whether a step of several squares is one from the square of its piece: a first move, or what a usual pawn does on an empty board.
#[cold]
fn is_own_step(pos: &Position, from: Square, to: Square) -> bool {
    let (us, rules) = (pos.side_to_move(), &pos.variant().rules);
    let empty = Arena {
        occupied: Bitboard::EMPTY,
        open: Bitboard::ALL,
        vacant: Bitboard::ALL,
        enemies: Bitboard::EMPTY,
        wraps: false,
    };
    let steps = PawnTargets::of(pos, &empty, from.into(), us);
    rules.rank_pawn.is_none() || (steps.double | steps.triple).contains(to)
}

/// The pieces of a side that could capture on a square, given those that could by their own movement from their own squares. Conditions that let moves
/// start elsewhere and such as add targets exclude each other.
pub fn attackers(pos: &Position, to: Square, by: Color, own: Bitboard) -> Bitboard {
    let attackers = relay::attackers(pos, to, by, own);
    if is_possible(pos) {
        from_elsewhere(pos, to, by, attackers)
    } else if pos.variant().rules.conditions.add_targets() {
        attackers | added_targets::attackers(pos, to, by)
    } else {
        attackers
    }
}

/// [`attackers`], given those whose captures start on their own squares, if those of all pieces did.
#[cold]
fn from_elsewhere(pos: &Position, to: Square, by: Color, own: Bitboard) -> Bitboard {
    let occupied = pos.occupied() & pos.same_board(to);
    let peaceful = relay::kings_without_captures(pos);
    let hits = |from: &Square| {
        let starts = conditions::starts(pos, *from).captures;
        if starts == Bitboard::from(*from) {
            return own.contains(*from);
        }
        let movements = pos
            .at(*from)
            .map(|piece| relay::movements(pos, *from, piece));
        let hits = |start| {
            let occupied = Starts::occupied(occupied, *from, start);
            let reaches =
                |tables: &&MoveTables| tables.capture.targets(start, occupied).contains(to);
            movements.iter().flatten().any(reaches)
        };
        starts.into_iter().any(hits)
    };
    let pieces = pos.by_color(by) & pos.same_board(to) & !peaceful;
    pieces.into_iter().filter(hits).collect()
}

/// Those of `pieces` whose captures may start on one of `origins`.
pub fn capturing_from(pos: &Position, pieces: Bitboard, origins: Bitboard) -> Bitboard {
    if !is_possible(pos) {
        return pieces & origins;
    }
    let captures = |from: &Square| conditions::starts(pos, *from).captures.intersects(origins);
    pieces.into_iter().filter(captures).collect()
}

/// Those of `pieces` whose captures may start on their own squares.
pub fn capturing_from_own(pos: &Position, pieces: Bitboard) -> Bitboard {
    if !is_possible(pos) {
        return pieces;
    }
    let captures = |from: &Square| conditions::starts(pos, *from).captures.contains(*from);
    pieces.into_iter().filter(captures).collect()
}

/// Whether a first move or capture en passant may start on the square of its piece.
pub fn is_from_own(pos: &Position, mv: Move) -> bool {
    let starts = conditions::starts(pos, mv.from());
    let squares = if mv.kind() == MoveKind::EnPassant {
        starts.captures
    } else {
        starts.quiets
    };
    squares.contains(mv.from())
}
