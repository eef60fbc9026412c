//! Pieces in hand: where they can be dropped, and which captured pieces come to hand.

use super::interface::Rules;
use crate::base::{Bitboard, Move, MoveKind, MoveList, Piece, PieceType, Square};
use crate::position::{Delta, HandEdit, Position};
use crate::variant::{MAX_HELD, RuleSet};
use std::hint::cold_path;

/// Whether a game has nothing beyond plain drops: a piece in hand comes as it is to an empty square of its region, whatever else stands
/// on the board, and only pieces in hand are dropped.
pub fn are_plain(rules: &RuleSet) -> bool {
    let (has, drops) = (&rules.capabilities, &rules.drops);
    !has.gating
        && !has.walls
        && !drops.compulsory
        && drops.forms == [None; MAX_HELD]
        && drops.one_a_file.is_empty()
        && drops.square_colours.is_empty()
}

/// Adds all drops of the side to move. `PLAIN` is for games whose drops [`are_plain`].
#[inline(always)]
pub fn drops<const PLAIN: bool>(pos: &Position, list: &mut MoveList) {
    if !PLAIN && !pos.variant().rules.drops.on_empty_squares {
        cold_path();
        return;
    }
    let forms = &pos.variant().rules.drops.forms;
    for (held, _) in pos.hand(pos.side_to_move()).iter() {
        let form = forms[held.index() % MAX_HELD].filter(|_| !PLAIN);
        for piece_type in std::iter::once(held).chain(form) {
            for to in squares::<PLAIN>(pos, piece_type) {
                list.push(Move::drop(piece_type, to));
            }
        }
    }
}

/// Whether `drops` generates the drop of `piece_type` on `to`.
#[inline(always)]
pub fn is_listed(pos: &Position, piece_type: PieceType, to: Square) -> bool {
    pos.state().owed.is_none()
        && pos.variant().rules.drops.on_empty_squares
        && pos.hand(pos.side_to_move()).count(source(pos, piece_type)) > 0
        && region(pos, piece_type).contains(to)
}

/// The piece type in hand from which a piece type is dropped: for promoted forms the unpromoted one.
#[inline(always)]
fn source(pos: &Position, piece_type: PieceType) -> PieceType {
    let rules = &pos.variant().rules;
    if rules.drops.forms == [None; MAX_HELD] {
        return piece_type;
    }
    rules.demoted[piece_type.index()]
}

/// The squares where the side to move can drop a piece type.
#[inline(always)]
pub fn region(pos: &Position, piece_type: PieceType) -> Bitboard {
    squares::<false>(pos, piece_type)
}

/// As [`region`]; `PLAIN` is for games whose drops [`are_plain`].
#[inline(always)]
fn squares<const PLAIN: bool>(pos: &Position, piece_type: PieceType) -> Bitboard {
    let us = pos.side_to_move();
    let rules = &pos.variant().rules;
    let squares = pos.vacant() & rules.drop_region(us, piece_type);
    if PLAIN {
        return squares;
    }
    if rules.drops.one_a_file.contains(piece_type) {
        cold_path();
        let files = (0..rules.files).map(Bitboard::file);
        let own = pos.pieces(us, piece_type);
        let most = rules.drops.most_a_file.into();
        let taken = files.filter(|file| (*file & own).count() >= most);
        return squares & !taken.fold(Bitboard::EMPTY, |all, file| all | file);
    }
    if !rules.drops.square_colours.is_empty() {
        return squares & !closed_by_colour(pos, piece_type);
    }
    squares
}

/// The squares on which a piece type may not be dropped because of their colour: another piece of the type stands on that colour, or
/// a piece in hand needs the last empty square of that colour.
#[cold]
fn closed_by_colour(pos: &Position, piece_type: PieceType) -> Bitboard {
    let us = pos.side_to_move();
    let rules = &pos.variant().rules;
    let mut closed = Bitboard::EMPTY;
    for bound in rules.drops.square_colours.iter() {
        let own = pos.pieces(us, bound);
        let colours = [Bitboard::LIGHT, !Bitboard::LIGHT];
        let missing = colours.iter().filter(|colour| !own.intersects(**colour));
        let short = u32::from(pos.hand(us).count(bound)) >= missing.count() as u32;
        for colour in colours {
            let free = pos.vacant() & rules.drop_region(us, bound) & colour;
            let is_needed = short && !own.intersects(colour) && !free.many();
            if piece_type == bound && own.intersects(colour) {
                closed |= colour;
            } else if piece_type != bound && is_needed {
                closed |= free;
            }
        }
    }
    closed
}

/// Whether the side to move has to drop a piece.
#[inline(always)]
pub fn must_drop(pos: &Position) -> bool {
    pos.variant().rules.drops.compulsory && !pos.hand(pos.side_to_move()).is_empty()
}

/// Whether drops have to be listed to be counted.
#[inline(always)]
pub fn counts_by_listing(pos: &Position) -> bool {
    let drops = &pos.variant().rules.drops;
    drops.compulsory || !drops.no_mate.is_empty() || drops.forms != [None; MAX_HELD]
}

/// Whether a drop mates although the game forbids that for its piece type.
pub fn is_forbidden_mate<R: Rules>(pos: &Position, mv: Move) -> bool {
    let no_mate = pos.variant().rules.drops.no_mate;
    if !mv
        .piece_type()
        .is_some_and(|dropped| no_mate.contains(dropped))
    {
        return false;
    }
    let next = R::play(pos, mv);
    R::in_check(&next) && !R::can_move(&next)
}

/// The number of drops of the side to move in a game whose drops [`are_plain`].
#[inline(always)]
pub fn count_plain(pos: &Position) -> u64 {
    let held = pos.hand(pos.side_to_move()).iter();
    let squares = held.map(|(held, _)| squares::<true>(pos, held).count());
    squares.map(u64::from).sum()
}

/// The piece type that a captured piece has in its captor's hand: a pawn if it is marked as a promoted pawn, else
/// the type from which it was promoted in a zone, else its own type. `None` for kings and for pieces that cannot be
/// held, which leave the game.
fn held_as(pos: &Position, piece: Piece) -> Option<PieceType> {
    let rules = &pos.variant().rules;
    if !rules.drops.captures {
        return None;
    }
    let held = match rules.pawn {
        Some(pawn) if piece.is_promoted() => pawn,
        _ => rules.demoted[piece.piece_type().index()],
    };
    (!rules.royals.contains(piece.piece_type()) && rules.hand.contains(held)).then_some(held)
}

/// Adds to the delta of a leg one more piece that its side has captured and that comes to its hand.
#[cold]
pub fn add_taken(pos: &Position, taken: Piece, delta: &mut Delta) {
    let us = pos.side_to_move();
    let Some(piece_type) = held_as(pos, taken) else {
        return;
    };
    let known = |edit: &&mut HandEdit| (edit.color, edit.piece_type) == (us, piece_type);
    if let Some(edit) = delta.hands.iter_mut().find(known) {
        edit.count = edit.count.saturating_add(1);
        return;
    }
    delta.hands.push(HandEdit {
        color: us,
        piece_type,
        count: pos.hand(us).count(piece_type).saturating_add(1),
    });
}

/// Adds the changes in the hand of the side to move: a dropped piece leaves the hand, a captured piece that has left the
/// board enters it. `PLAIN` is for games whose drops [`are_plain`].
#[inline(always)]
pub fn add_hand_edits<const PLAIN: bool>(
    pos: &Position,
    mv: Move,
    taken: Option<Piece>,
    delta: &mut Delta,
) {
    let us = pos.side_to_move();
    let mut leaves = mv.piece_type().filter(|_| mv.kind() == MoveKind::Drop);
    let taken = taken.and_then(|piece| held_as(pos, piece));
    if !PLAIN {
        leaves = leaves.filter(|dropped| !pos.variant().rules.is_wall(*dropped));
        leaves = leaves.map(|piece_type| source(pos, piece_type));
        let gated = mv.gated();
        if gated.is_some() && gated == taken {
            cold_path();
            return;
        }
        leaves = leaves.or(gated);
    }
    if let Some(piece_type) = leaves {
        delta.hands.push(HandEdit {
            color: us,
            piece_type,
            count: pos.hand(us).count(piece_type).saturating_sub(1),
        });
    }
    if let Some(piece_type) = taken {
        delta.hands.push(HandEdit {
            color: us,
            piece_type,
            count: pos.hand(us).count(piece_type).saturating_add(1),
        });
    }
}
