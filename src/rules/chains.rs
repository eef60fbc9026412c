//! Chains: moves that capture on their way or pieces of their own side, hop over these alone, or put down elsewhere what they capture.
//!
//! A piece with chains can go from one square to another in several ways. The detail of its move is the number of the way among those between the
//! two squares, sorted by the squares that name them; 0 is the plain move, by the other terms of its movement.
//!
//! ```
//! use katydid::{catalogue::Catalogue, rules};
//! let games = Catalogue::new();
//! let lion = "name = \"lion\"\ninherits = \"chess\"\n[[piece]]\nletter = \"N\"\nmovement = \"KNADcaKcabK\"";
//! games.add_texts(vec![("lion.toml".to_owned(), lion.to_owned())]).unwrap();
//! let pos = rules::position(&games.variant("lion").unwrap(), "4k3/8/8/3pp3/3N4/8/8/4K3 w - - 0 1").unwrap();
//! let next = rules::play_text(&pos, "d4e5/d5").unwrap();
//! assert_eq!(next.placement(), "4k3/8/8/4N3/8/8/8/4K3");
//! ```

use super::consequence_log::{Capture, Consequence, ConsequenceLog, Event, Role};
use super::draft::{Draft, Moved};
use super::interface::GenType;
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece, Square};
use crate::position::Position;
use crate::variant::{ChainTables, ChainWay, Sides, written};

/// The chains of the piece on a square.
fn chains_of(pos: &Position, from: Square) -> Option<(Piece, &ChainTables)> {
    if !pos.variant().rules.capabilities.chains {
        return None;
    }
    let piece = pos.at(from)?;
    let tables = pos
        .variant()
        .tables
        .chains
        .get(piece.piece_type().index())?;
    tables.as_ref().map(|tables| (piece, tables))
}

/// Whether a move is one of a piece with chains.
pub fn is_of_chains(pos: &Position, mv: Move) -> bool {
    mv.kind() != MoveKind::Drop && chains_of(pos, mv.from()).is_some()
}

/// The board as the chains of a side meet it.
fn sides(pos: &Position, color: Color) -> Sides {
    let iron = pos.by_types(pos.variant().rules.iron);
    Sides {
        occupied: pos.occupied(),
        foes: pos.capturable(!color),
        friends: pos.by_color(color) & !iron,
        royals: pos.by_types(pos.variant().rules.royals),
    }
}

/// All ways of the piece on a square, sorted by arrival square and name. Ways to the same position are one, the first of them.
fn ways(pos: &Position, from: Square) -> Vec<ChainWay> {
    let mut found: Vec<ChainWay> = Vec::new();
    if let Some((piece, tables)) = chains_of(pos, from) {
        let color = piece.color();
        tables.each_way(color, from, sides(pos, color), |way| found.push(way));
    }
    found.sort_by(|one, other| {
        let (a, b) = (one.names(), other.names());
        one.to
            .index()
            .cmp(&other.to.index())
            .then_with(|| written(&a).cmp(written(&b)))
    });
    let mut distinct: Vec<ChainWay> = Vec::with_capacity(found.len());
    for way in found {
        let same = |known: &&ChainWay| known.to == way.to;
        let alike = distinct.iter().rev().take_while(same);
        if !alike.into_iter().any(|known| known.is_same(&way)) {
            distinct.push(way);
        }
    }
    distinct
}

/// The ways of a piece with chains between the squares of a move; the first is the plain move, whether there is one or not.
pub fn ways_between(pos: &Position, mv: Move) -> Vec<ChainWay> {
    let chains = ways(pos, mv.from()).into_iter();
    let there = chains.filter(|way| way.to == mv.to());
    std::iter::once(ChainWay::plain(mv.to()))
        .chain(there)
        .collect()
}

/// The way of a move along a chain; `None` for a plain move.
pub fn way_of(pos: &Position, mv: Move) -> Option<ChainWay> {
    if mv.detail() == 0 || mv.kind() != MoveKind::Normal || !is_of_chains(pos, mv) {
        return None;
    }
    ways_between(pos, mv).into_iter().nth(mv.detail().into())
}

/// Adds the moves along chains to the plain moves of a list, which begin at index `before`.
#[inline(never)]
pub fn add_moves(
    pos: &Position,
    gen_type: GenType,
    origins: Bitboard,
    before: usize,
    list: &mut MoveList,
) {
    let chained = pos.by_types(pos.variant().rules.chained);
    for from in pos.by_color(pos.side_to_move()) & origins & chained {
        let mut number = 0;
        let mut to = None;
        for way in ways(pos, from) {
            number = if to == Some(way.to) { number + 1 } else { 1 };
            to = Some(way.to);
            let mv = Move::new(from, way.to, MoveKind::Normal);
            let is_noisy = way.removes();
            let wanted = if is_noisy {
                gen_type.noisy()
            } else {
                gen_type.quiet()
            };
            // A hop or a capture that the other terms make too, or a way that leaves the other pieces as a plain move does.
            let is_plain = way.names().is_empty() || way.puts_back();
            let plain = is_plain && list[before..].contains(&mv);
            if wanted && !plain && list.try_push(mv.with_detail(number)).is_err() {
                return;
            }
        }
    }
}

/// The pieces of a side that could capture on a square, given those that could by the other terms of their movements.
pub fn attackers(pos: &Position, square: Square, by: Color, others: Bitboard) -> Bitboard {
    let bit = Bitboard::from(square);
    let mut sides = sides(pos, by);
    sides.occupied |= bit;
    sides.foes |= bit;
    sides.friends &= !bit;
    if pos.at(square).is_none() {
        sides.royals |= bit;
    }
    let chained = pos.by_color(by) & pos.by_types(pos.variant().rules.chained) & !others;
    let takes = |from: &Square| {
        let mut found = false;
        if let Some((_, tables)) = chains_of(pos, *from) {
            tables.each_way(by, *from, sides, |way| {
                found |= way.removes() && way.taken.contains(&square);
            });
        }
        found
    };
    others | chained.into_iter().filter(takes).collect()
}

/// Makes the changes of a move along a chain on a draft.
pub fn draft(
    draft: &mut Draft<'_>,
    mv: Move,
    piece: Piece,
    way: &ChainWay,
    log: &mut impl ConsequenceLog,
) -> Moved {
    let pos = draft.pos;
    let mut moved = Moved::quiet(mv, way.to, piece);
    let mut last = None;
    for square in &way.taken {
        let Some(victim) = pos.at(*square) else {
            continue;
        };
        let how = if *square == way.to {
            Capture::Replaced
        } else {
            Capture::OnTheWay
        };
        log.add(|| Consequence::new(Role::Victim, victim, *square, Event::Captured(how)));
        draft.set(*square, None);
        last = Some(victim);
        if way.put.is_none() && victim.color() != piece.color() {
            if let Some(earlier) = draft.taken.replace(victim) {
                draft.further.push(earlier);
            }
            moved.victim = Some((*square, victim));
        }
    }
    moved.captures = way.removes();
    draft.set(mv.from(), None);
    draft.set(way.to, Some(piece));
    log.add(|| Consequence::new(Role::Mover, piece, mv.from(), Event::Moves(way.to)));
    if let (Some(put), Some(victim)) = (way.put, last) {
        draft.set(put, Some(victim));
        log.add(|| Consequence::new(Role::Victim, victim, put, Event::Returns(put)));
    }
    moved
}
