//! Movement that comes from other pieces: relay, and conditions that lend movements.
//!
//! A piece with `relay` guards the squares on which it could capture by its own movement. A guarded piece of its side, except
//! a king and (without `relay` in `[pawns]`) a pawn, may also move and capture like its guard; "forward" means forward for that
//! side. Received movement is not passed on, and is judged on the board before the move. Source: R. Betza, "The Mannis Manglers" and "DemiChess";
//! G. P. Jelliss, "Relay Chess".
//!
//! A condition may let pieces, kings and pawns included, move like another type *instead of* by their own movement. A pawn then still
//! promotes wherever it arrives on its last rank, other pieces do not promote, and a piece that moves like a pawn captures en passant.

use super::arena::Arena;
use super::interface::GenType;
use super::pieces::push_all;
use super::{conditions, pawns, zones};
use crate::base::{
    Bitboard, Color, MAX_PIECE_TYPES, Move, MoveKind, MoveList, Piece, PieceType, PieceTypeSet,
    Square,
};
use crate::position::Position;
use crate::variant::{MoveTables, PathTables};
use arrayvec::ArrayVec;

/// The pieces of a side that move by the movement of others.
pub struct Received {
    /// For each type the pieces of other types that move like it.
    by_type: [Bitboard; MAX_PIECE_TYPES],
    /// The types that others may move like.
    givers: PieceTypeSet,
    /// The pieces that do not move by their own movement.
    pub instead: Bitboard,
}

impl Received {
    /// The movement that the pieces of a side receive in a position.
    pub fn of(pos: &Position, color: Color) -> Self {
        let rules = &pos.variant().rules;
        let mut received = Self {
            by_type: [Bitboard::EMPTY; MAX_PIECE_TYPES],
            givers: PieceTypeSet::EMPTY,
            instead: Bitboard::EMPTY,
        };
        if rules.conditions.lend_movement() {
            for (piece_type, squares) in conditions::borrowed(pos, color) {
                received.by_type[piece_type.index()] |= squares;
                received.givers.insert(piece_type);
                received.instead |= squares;
            }
        }
        let receivers = receivers(pos, color);
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
            // A guarded piece of the giver's own type has these moves already.
            let idle = givers & !received.instead;
            received.by_type[giver.index()] |= guarded & receivers & !idle;
            received.givers.insert(giver);
        }
        received
    }

    /// The types that give movements, each with the pieces that receive it.
    fn types(&self) -> impl Iterator<Item = (PieceType, Bitboard)> {
        let all = self.givers.iter();
        all.map(|giver| (giver, self.by_type[giver.index()]))
            .filter(|(_, receivers)| receivers.any())
    }

    /// All pieces that receive movement.
    fn receivers(&self) -> Bitboard {
        self.types()
            .fold(Bitboard::EMPTY, |all, (_, receivers)| all | receivers)
    }
}

/// The pieces of a side that relays can give movements.
fn receivers(pos: &Position, color: Color) -> Bitboard {
    let rules = &pos.variant().rules;
    let receivers = pos.by_color(color) & !pos.royals(color) & !pos.walls();
    if rules.relayed_pawns {
        return receivers;
    }
    receivers & !pos.by_types(rules.pawns)
}

/// The pieces of the side to move among those on `origins` that move by their own movement; only such a king castles.
#[inline(always)]
pub fn by_own_movement(pos: &Position, origins: Bitboard) -> Bitboard {
    let conditions = &pos.variant().rules.conditions;
    if !conditions.lend_movement() {
        return origins;
    }
    let own = |piece_type: PieceType| pos.by_type(piece_type);
    conditions::borrowed(pos, pos.side_to_move()).fold(origins, |rest, (giver, squares)| {
        rest & !(squares & !own(giver))
    })
}

/// Adds the moves that the pieces on `origins` receive from other pieces and do not have by their own movement. In these
/// moves, too, shooters shoot and pieces that promote by zone promote.
pub fn add_moves(
    pos: &Position,
    received: &Received,
    arena: &Arena,
    gen_type: GenType,
    origins: Bitboard,
    list: &mut MoveList,
) {
    let us = pos.side_to_move();
    let rules = &pos.variant().rules;
    let pawn = rules.rank_pawn;
    let first = list.len();
    if let Some(pawn) = pawn {
        let movers = received.by_type[pawn.index()] & origins;
        pawns::pawn_moves(pos, arena, movers, gen_type, false, list);
        let shooters = movers & pos.by_types(rules.shooters);
        for mv in &mut list[first..] {
            if shooters.contains(mv.from()) && arena.enemies.contains(mv.to()) {
                *mv = Move::new(mv.from(), mv.to(), MoveKind::Shot);
            }
        }
    }
    let like_pawns = list.len();
    for from in received.receivers() & origins {
        let Some(piece) = pos.at(from) else {
            continue;
        };
        let given = || {
            let types = received.types();
            types.filter(move |(giver, receivers)| receivers.contains(from) && Some(*giver) != pawn)
        };
        let own = (!received.instead.contains(from)).then(|| pos.variant().moves_of(piece));
        let further = |paths: fn(&MoveTables) -> &PathTables| {
            let targets = |tables| paths(tables).targets(from, arena.occupied);
            let by = |giver| targets(pos.variant().moves_of(Piece::new(us, giver)));
            let all = given().fold(Bitboard::EMPTY, |all, (giver, _)| all | by(giver));
            all & !own.map_or(Bitboard::EMPTY, targets)
        };
        // If the piece also reaches a square like a pawn, or as a pawn by a double step, that move is listed already.
        let is_pawn = rules.pawns.contains(piece.piece_type());
        let since = if is_pawn { 0 } else { first };
        let same = list[since..like_pawns].iter();
        let same = same.filter(|mv| mv.from() == from && mv.kind() != MoveKind::EnPassant);
        let new = !same.map(|mv| mv.to()).collect::<Bitboard>();
        let quiet = further(|tables| &tables.quiet) & arena.vacant & new;
        let hits = further(|tables| &tables.capture) & arena.enemies & new;
        add_arrivals(pos, gen_type, (from, piece), quiet, hits, list);
    }
}

/// Adds the moves of one piece to the squares that it reaches, without and with capture.
pub fn add_arrivals(
    pos: &Position,
    gen_type: GenType,
    (from, piece): (Square, Piece),
    quiet: Bitboard,
    hits: Bitboard,
    list: &mut MoveList,
) {
    let rules = &pos.variant().rules;
    let shoots = rules.shooters.contains(piece.piece_type());
    let mut zone = Bitboard::EMPTY;
    if let Some((promotion, promoting)) = zones::promoting(pos, piece, from) {
        let arrivals = promotion.promoting(quiet, if shoots { Bitboard::EMPTY } else { hits });
        zone = promoting & promotion.must & arrivals;
        if gen_type.noisy() {
            for to in arrivals & promoting {
                zones::push_promotions(pos, promotion, from, to, list);
            }
        }
    }
    if gen_type.noisy() {
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

/// The kings that would turn into walls by a capture, and so capture nothing, by received movement either.
pub fn kings_without_captures(pos: &Position) -> Bitboard {
    let rules = &pos.variant().rules;
    if rules.petrifying.is_empty() || rules.capabilities.royal_capture {
        return Bitboard::EMPTY;
    }
    pos.by_types(rules.petrifying) & pos.by_types(rules.royals)
}

/// Whether pieces can receive movement in a game.
fn is_possible(pos: &Position) -> bool {
    let rules = &pos.variant().rules;
    !rules.relays.is_empty() || rules.conditions.lend_movement()
}

/// The pieces of a side that could capture on a square, given those that could by their own movement.
pub fn attackers(pos: &Position, to: Square, by: Color, own: Bitboard) -> Bitboard {
    if !is_possible(pos) {
        return own;
    }
    let board = pos.same_board(to);
    let occupied = pos.occupied() & board;
    let received = Received::of(pos, by);
    let own = own & !received.instead;
    let able = board & !kings_without_captures(pos);
    received.types().fold(own, |all, (giver, receivers)| {
        all | pos.origins(to, Piece::new(by, giver), occupied) & receivers & able
    })
}

/// The pieces of a side that move like a type, whether they are of that type or not.
pub fn moving_like(pos: &Position, color: Color, piece_type: PieceType) -> Bitboard {
    if !pos.variant().rules.conditions.lend_movement() {
        return pos.pieces(color, piece_type);
    }
    let received = Received::of(pos, color);
    pos.pieces(color, piece_type) & !received.instead | received.by_type[piece_type.index()]
}

/// The pieces of other types that guard the piece on `square` and so lend their movement to it.
pub fn givers(pos: &Position, square: Square) -> Bitboard {
    let rules = &pos.variant().rules;
    let Some(piece) = pos.at(square) else {
        return Bitboard::EMPTY;
    };
    let color = piece.color();
    let receives = receivers(pos, color).contains(square);
    let others = rules.relays.iter();
    let others = others.filter(|giver| receives && *giver != piece.piece_type());
    others.fold(Bitboard::EMPTY, |all, giver| {
        let capture = &pos.variant().moves_of(Piece::new(color, giver)).capture;
        let guards = |from: &Square| {
            let board = pos.same_board(*from);
            (capture.targets(*from, pos.occupied() & board) & board).contains(square)
        };
        all | pos
            .pieces(color, giver)
            .into_iter()
            .filter(guards)
            .collect::<Bitboard>()
    })
}

/// Whether the movement that a side receives depends only on the squares of its own pieces. Then no move of the other
/// side opens an attack by received movement.
pub fn is_steady(pos: &Position, color: Color) -> bool {
    let rules = &pos.variant().rules;
    let conditions = &rules.conditions;
    let steady =
        !conditions.lend_movement() && !conditions.start_elsewhere() && !conditions.add_targets();
    let givers = rules.relays.iter();
    steady
        && givers
            .filter(|giver| pos.pieces(color, *giver).any())
            .all(|giver| {
                let capture = &pos.variant().moves_of(Piece::new(color, giver)).capture;
                capture.lines.is_empty() && capture.fixed_hops.is_empty() && !capture.has_walks()
            })
}

/// The movements of a piece in a position: its own and those that it receives.
pub fn movements(
    pos: &Position,
    from: Square,
    piece: Piece,
) -> ArrayVec<&MoveTables, { MAX_PIECE_TYPES + 1 }> {
    let variant = pos.variant();
    if !is_possible(pos) {
        return std::iter::once(variant.moves_of(piece)).collect();
    }
    let received = Received::of(pos, piece.color());
    let own = (!received.instead.contains(from)).then(|| variant.moves_of(piece));
    let given = received.types();
    let given = given.filter(|(_, receivers)| receivers.contains(from));
    let given = given.map(|(giver, _)| variant.moves_of(Piece::new(piece.color(), giver)));
    own.into_iter().chain(given).collect()
}
