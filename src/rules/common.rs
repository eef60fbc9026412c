//! Generators and judgements that several families share.

use super::{GenType, Outcome, Reason};
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece, PieceType, Square};
use crate::position::{Position, Rights};
use crate::variant::{FirstRank, Variant};

/// Adds the moves of all men but pawns that stand on `origins`. With `SHOTS`, men that shoot capture
/// without moving.
#[inline(always)]
pub fn piece_moves<const SHOTS: bool>(
    pos: &Position,
    gen_type: GenType,
    origins: Bitboard,
    list: &mut MoveList,
) {
    let variant = pos.variant();
    let us = pos.side_to_move();
    let occupied = pos.occupied();
    let (vacant, enemies) = (pos.vacant(), pos.by_color(!us));
    for index in 0..variant.rules.piece_types {
        let piece_type = PieceType::new(index);
        if variant.rules.pawn == Some(piece_type) {
            continue;
        }
        let tables = variant.moves_of(Piece::new(us, piece_type));
        let capture_sort = if SHOTS && variant.rules.shooters.contains(piece_type) {
            MoveKind::Shot
        } else {
            MoveKind::Normal
        };
        for from in pos.pieces(us, piece_type) & origins {
            if tables.same {
                let targets = tables.quiet.targets(from, occupied);
                if gen_type.noisy() {
                    push_all(from, targets & enemies, capture_sort, list);
                }
                if gen_type.quiet() {
                    push_all(from, targets & vacant, MoveKind::Normal, list);
                }
                continue;
            }
            if gen_type.noisy() {
                push_all(
                    from,
                    tables.capture.targets(from, occupied) & enemies,
                    capture_sort,
                    list,
                );
            }
            if gen_type.quiet() {
                push_all(
                    from,
                    tables.quiet.targets(from, occupied) & vacant,
                    MoveKind::Normal,
                    list,
                );
            }
        }
    }
}

#[inline(always)]
fn push_all(from: Square, targets: Bitboard, sort: MoveKind, list: &mut MoveList) {
    for to in targets {
        list.push(Move::new(from, to, sort));
    }
}

/// A set one rank towards the opponent.
#[inline(always)]
pub fn ahead(set: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => set.north(),
        Color::Black => set.south(),
    }
}

/// The square so many ranks behind another, seen from a side. Only asked where it exists.
#[inline(always)]
pub fn behind(square: Square, color: Color, ranks: u8) -> Square {
    let step = 8 * ranks;
    match color {
        Color::White => Square::new((square.index() as u8).wrapping_sub(step)),
        Color::Black => Square::new(square.index() as u8 + step),
    }
}

/// The targets of the pawns of one side as whole sets, each with the way back to the pawn.
pub struct PawnTargets {
    /// Squares reached by one step ahead.
    pub single: Bitboard,
    /// Squares reached by two steps ahead.
    pub double: Bitboard,
    /// Squares reached by three steps ahead.
    pub triple: Bitboard,
    /// Captures towards the h-file.
    pub east: Bitboard,
    /// Captures towards the a-file.
    pub west: Bitboard,
}

impl PawnTargets {
    /// Where the given pawns of a side go; captures on `victims`.
    #[inline(always)]
    pub fn of(pos: &Position, pawns: Bitboard, color: Color, victims: Bitboard) -> Self {
        let variant = pos.variant();
        let vacant = pos.vacant();
        let first = variant.rules.first_rank_of(color);
        let free = variant.rules.first_rank == FirstRank::Triple;
        let movers = if free { pawns } else { pawns & !first };
        let single = ahead(movers, color) & vacant;
        let (mut double, mut triple) = (Bitboard::EMPTY, Bitboard::EMPTY);
        if variant.rules.double_step {
            let third = variant.rules.nth_rank_of(color, 2);
            double |= ahead(single & third, color) & vacant;
        }
        if free && pawns.intersects(first) {
            let second_step = ahead(ahead(movers & first, color) & vacant, color) & vacant;
            double |= second_step;
            triple = ahead(second_step, color) & vacant;
        }
        let forward = ahead(movers, color);
        Self {
            single,
            double,
            triple,
            east: forward.east() & victims,
            west: forward.west() & victims,
        }
    }
}

/// The pawn that stood so that it reaches `to` by an eastward or westward capture.
#[inline(always)]
pub fn captor(to: Square, color: Color, east: bool) -> Square {
    let back = behind(to, color, 1).index() as u8;
    Square::new(if east { back.wrapping_sub(1) } else { back + 1 })
}

/// Adds the moves of the pawns on `origins`. `promotes` says whether the last rank promotes.
#[inline(always)]
pub fn pawn_moves(
    pos: &Position,
    pawn: PieceType,
    gen_type: GenType,
    origins: Bitboard,
    promotes: bool,
    list: &mut MoveList,
) {
    let us = pos.side_to_move();
    let variant = pos.variant();
    let pawns = pos.pieces(us, pawn) & origins;
    if pawns.is_empty() {
        return;
    }
    let last = if promotes {
        variant.rules.last_rank_of(us)
    } else {
        Bitboard::EMPTY
    };
    let targets = PawnTargets::of(pos, pawns, us, pos.by_color(!us));
    if gen_type.noisy() {
        for (set, east) in [(targets.east, true), (targets.west, false)] {
            for to in set {
                push_pawn(variant, captor(to, us, east), to, last, list);
            }
        }
        for to in targets.single & last {
            push_pawn(variant, behind(to, us, 1), to, last, list);
        }
        if pos.state().en_passant.any() {
            en_passant(pos, pawns, list);
        }
    }
    if gen_type.quiet() {
        for to in targets.single & !last {
            list.push(Move::new(behind(to, us, 1), to, MoveKind::Normal));
        }
        for to in targets.double {
            list.push(Move::new(behind(to, us, 2), to, MoveKind::MultiStep));
        }
        for to in targets.triple {
            list.push(Move::new(behind(to, us, 3), to, MoveKind::MultiStep));
        }
    }
}

#[inline(always)]
fn push_pawn(variant: &Variant, from: Square, to: Square, last: Bitboard, list: &mut MoveList) {
    if last.contains(to) {
        for piece_type in &variant.rules.promotions {
            list.push(Move::promotion(from, to, *piece_type));
        }
    } else {
        list.push(Move::new(from, to, MoveKind::Normal));
    }
}

/// Adds the en passant captures of the given pawns of the side to move.
fn en_passant(pos: &Position, pawns: Bitboard, list: &mut MoveList) {
    let us = pos.side_to_move();
    for to in pos.state().en_passant {
        for east in [true, false] {
            let hit = ahead(pawns, us);
            let hit = if east { hit.east() } else { hit.west() };
            let first = pos.variant().rules.first_rank_of(us);
            if hit.contains(to) {
                let from = captor(to, us, east);
                if pos.variant().rules.first_rank == FirstRank::Triple || !first.contains(from) {
                    list.push(Move::new(from, to, MoveKind::EnPassant));
                }
            }
        }
    }
}

/// Whether a pawn of the given ones could capture on an en passant square by its movement.
pub fn can_take_en_passant(pos: &Position, pawns: Bitboard, color: Color, to: Square) -> bool {
    let first = pos.variant().rules.first_rank_of(color);
    let free = pos.variant().rules.first_rank == FirstRank::Triple;
    let movers = if free { pawns } else { pawns & !first };
    let hit = ahead(movers, color);
    (hit.east() | hit.west()).contains(to)
}

/// The pawn that is taken en passant on a square: the first man ahead of it, seen from the side that
/// passed it.
pub fn passer(pos: &Position, square: Square, passed_by: Color) -> Option<Square> {
    let ahead = match passed_by {
        Color::White => 1,
        Color::Black => -1,
    };
    let mut at = square;
    while let Some(next) = at.offset(0, ahead) {
        if pos.at(next).is_some() {
            return Some(next);
        }
        at = next;
    }
    None
}

/// The squares castling uses on one wing.
#[derive(Clone, Copy, Debug)]
pub struct CastlingWay {
    /// Where the king stands and arrives.
    pub king: (Square, Square),
    /// Where the rook piece stands and arrives.
    pub rook: (Square, Square),
    /// Squares that must be empty.
    pub clear: Bitboard,
    /// Squares the king leaves and passes: not attacked before the move.
    pub passed: [Square; 2],
}

impl CastlingWay {
    /// The way of a side on a wing, on an 8x8 board.
    pub const fn of(color: Color, kingside: bool) -> Self {
        let rank = match color {
            Color::White => 0,
            Color::Black => 7,
        };
        let base = 8 * rank as u64;
        if kingside {
            Self {
                king: (Square::at(4, rank), Square::at(6, rank)),
                rook: (Square::at(7, rank), Square::at(5, rank)),
                clear: Bitboard(0x60 << base),
                passed: [Square::at(4, rank), Square::at(5, rank)],
            }
        } else {
            Self {
                king: (Square::at(4, rank), Square::at(2, rank)),
                rook: (Square::at(0, rank), Square::at(3, rank)),
                clear: Bitboard(0x0e << base),
                passed: [Square::at(4, rank), Square::at(3, rank)],
            }
        }
    }

    /// The way a castling move takes.
    pub const fn of_move(color: Color, mv: Move) -> Self {
        Self::of(color, mv.to().file() == 6)
    }
}

/// Adds castling moves whose squares are free; attacks are the business of the legality test.
pub fn castling(pos: &Position, origins: Bitboard, list: &mut MoveList) {
    let us = pos.side_to_move();
    if !pos.state().rights.has_any(Rights::both(us)) {
        return;
    }
    for kingside in [true, false] {
        let way = CastlingWay::of(us, kingside);
        if pos.state().rights.has(Rights::wing(us, kingside))
            && !pos.occupied().intersects(way.clear)
            && origins.contains(way.king.0)
        {
            list.push(Move::new(way.king.0, way.king.1, MoveKind::Castle));
        }
    }
}

/// The rights that are lost when a square changes hands or men.
#[inline(always)]
pub fn rights_of_square(square: Square) -> Rights {
    match square.index() {
        0 => Rights::wing(Color::White, false),
        7 => Rights::wing(Color::White, true),
        4 => Rights::both(Color::White),
        56 => Rights::wing(Color::Black, false),
        63 => Rights::wing(Color::Black, true),
        60 => Rights::both(Color::Black),
        _ => Rights::NONE,
    }
}

/// Whether a side has nothing but one royal man.
#[inline(always)]
pub fn is_bare(pos: &Position, color: Color) -> bool {
    let side = pos.by_color(color);
    !side.many() && side.any() && side == pos.royals(color)
}

/// The draw of a position that neither side can ever win: bare kings, or with them one man of those
/// piece types that the variant calls too weak.
pub fn dead(pos: &Position) -> Option<Outcome> {
    if !pos.variant().rules.has_dead_positions {
        return None;
    }
    let draw = Some(Outcome::draw(Reason::DeadPosition));
    let [white, black] = Color::ALL.map(|color| is_bare(pos, color));
    match (white, black) {
        (true, true) => draw,
        (true, false) | (false, true) => {
            let rest = pos.occupied() & !pos.by_types(pos.variant().rules.royals);
            let piece_type = rest
                .first()
                .and_then(|square| pos.at(square))
                .map(Piece::piece_type);
            let kings = pos.occupied() & !rest;
            let lonely = !rest.many() && kings.count() == 2;
            draw.filter(|_| {
                lonely
                    && piece_type
                        .is_some_and(|piece_type| pos.variant().rules.dead.contains(piece_type))
            })
        }
        (false, false) => None,
    }
}
