//! Hops with the same departure and arrival over different pieces.
//!
//! The detail of such a move is the index of its way in the list of all ways, sorted by their text; where conditions offer choices, it
//! stands for these, too. Ways that lead to the same position are one move, represented by the first of them.

use super::forbidden::Sieve;
use super::{castling, consequence, effects, ways};
use crate::base::{Bitboard, Move, MoveKind, MoveList, Piece, Square};
use crate::position::{Position, Rights};
use crate::rules::arena::Arena;
use crate::rules::draft::{Changes, Draft};
use crate::rules::{chains, starts};
use crate::variant::{Hurdles, PathTables, written};
use arrayvec::ArrayVec;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// The most ways of one piece that are stored; if there are more, the ways are computed anew for each arrival square.
const MOST_WAYS: usize = 256;

/// One way of a piece: its arrival square and the pieces leapt over.
struct Way {
    to: Square,
    hurdles: Hurdles,
}

/// All ways of one hurdler in a position.
pub struct PieceWays {
    ways: ArrayVec<Way, MOST_WAYS>,
    /// The arrival squares of all ways.
    reached: Bitboard,
    /// The arrival squares that more than one way reaches.
    pub crowded: Bitboard,
    /// The arrival squares of ways that change a square of `touch`.
    pub uneasy: Bitboard,
}

impl PieceWays {
    /// The ways of the piece on `from` that do not end on a friend. `uneasy` gets the arrival squares of ways whose departure,
    /// arrival or hurdles are in `touch`.
    #[inline]
    pub fn of(pos: &Position, from: Square, piece: Piece, touch: Bitboard) -> Self {
        let mut found = Self {
            ways: ArrayVec::new(),
            reached: Bitboard::EMPTY,
            crowded: Bitboard::EMPTY,
            uneasy: Bitboard::EMPTY,
        };
        let Arena {
            occupied,
            vacant,
            enemies,
            ..
        } = Arena::of(pos, piece.color()).on(pos, pos.same_board(from));
        if pos.variant().rules.capabilities.relay {
            starts::for_each(
                pos,
                from,
                piece,
                occupied,
                &mut |tables, start, occupied, captures| {
                    let (paths, targets) = if captures {
                        (&tables.capture, enemies)
                    } else {
                        (&tables.quiet, vacant)
                    };
                    found.collect(paths, (from, start), occupied, targets, touch);
                },
            );
            return found;
        }
        let tables = pos.variant().moves_of(piece);
        if tables.same {
            let targets = vacant | enemies;
            found.collect(&tables.quiet, (from, from), occupied, targets, touch);
        } else {
            found.collect(&tables.quiet, (from, from), occupied, vacant, touch);
            found.collect(&tables.capture, (from, from), occupied, enemies, touch);
        }
        found
    }

    #[inline(always)]
    fn collect(
        &mut self,
        paths: &PathTables,
        (from, start): (Square, Square),
        occupied: Bitboard,
        targets: Bitboard,
        touch: Bitboard,
    ) {
        paths.for_each_way(start, occupied, |to, hurdles| {
            if !targets.contains(to) {
                return;
            }
            let bit = Bitboard::from(to);
            self.crowded |= self.reached & bit;
            self.reached |= bit;
            let over: Bitboard = hurdles.iter().copied().collect();
            if (over | bit).intersects(touch) {
                self.uneasy |= bit;
            }
            let hurdles = hurdles.try_into().unwrap_or_default();
            if self.ways.try_push(Way { to, hurdles }).is_err() {
                self.crowded = Bitboard::ALL;
            }
        });
        if touch.contains(from) {
            self.uneasy = Bitboard::ALL;
        }
    }

    /// The draft of a move to a square that only one way reaches.
    pub fn only<'a>(&self, pos: &'a Position, mv: Move) -> Option<Draft<'a>> {
        let way = self.ways.iter().find(|way| way.to == mv.to())?;
        consequence::draft_over(pos, mv, &way.hurdles)
    }

    /// The drafts of a move, one for each way to its arrival square.
    pub fn each<'a>(&self, pos: &'a Position, mv: Move) -> impl Iterator<Item = Option<Draft<'a>>> {
        let ways = self.ways.iter().filter(move |way| way.to == mv.to());
        ways.map(move |way| consequence::draft_over(pos, mv, &way.hurdles))
    }

    /// The moves between the squares of `mv`, one for each resulting position, each with its draft, in the order of ways; the
    /// detail is the first way to the position. The draft is `None` if a consequence forbids the way.
    pub fn distinct<'a>(&self, pos: &'a Position, mv: Move) -> Vec<(Move, Option<Draft<'a>>)> {
        let listed: Vec<Hurdles>;
        let mut ways: ArrayVec<&Hurdles, MOST_WAYS> = ArrayVec::new();
        if self.ways.is_full() {
            listed = ways::all(pos, mv);
            ways.extend(listed.iter().take(MOST_WAYS));
        } else {
            let fitting = self.ways.iter().filter(|way| way.to == mv.to());
            ways.extend(fitting.map(|way| &way.hurdles));
            ways.sort_by(|a, b| written(a).cmp(written(b)));
        }
        let mut found: Vec<(Move, Option<Draft<'a>>)> = Vec::with_capacity(ways.len());
        let mut results: Vec<Option<After>> = Vec::with_capacity(ways.len());
        let each_once = ways.chunk_by(|one, next| one == next);
        for (way, hurdles) in (0..).zip(each_once.map(|alike| alike[0])) {
            let mv = mv.with_detail(way);
            let draft = consequence::draft_over(pos, mv, hurdles);
            let result = after(pos, mv, draft.as_ref());
            if !results.contains(&result) {
                results.push(result);
                found.push((mv, draft));
            }
        }
        found
    }

    /// The number of positions that the ways to `to` lead to; `None` unless each way leaps one piece, never the same, and recolours it.
    pub fn plainly_different(&self, pos: &Position, hurdler: Piece, to: Square) -> Option<u32> {
        let mut leapt = Bitboard::EMPTY;
        for way in self.ways.iter().filter(|way| way.to == to) {
            match way.hurdles.as_slice() {
                [one] if !leapt.contains(*one) && effects::surely_turns(pos, hurdler, *one) => {
                    leapt |= (*one).into();
                }
                _ => return None,
            }
        }
        Some(leapt.count()).filter(|_| !self.ways.is_full())
    }
}

/// The piece on `from`, if its hops to one square can go over different pieces.
fn piece_of_many_ways(pos: &Position, from: Square) -> Option<Piece> {
    let many = pos.variant().tables.many_ways;
    pos.at(from)
        .filter(|piece| many.contains(piece.piece_type()))
}

/// Adds moves by the other ways of the hops that are in `list` from index `begin` on.
#[inline(never)]
pub fn add_other_ways(pos: &Position, begin: usize, list: &mut MoveList) {
    let end = list.len();
    let mut known: Option<(Square, PieceWays)> = None;
    for index in begin..end {
        let mv = list[index];
        if mv.kind() == MoveKind::Drop {
            continue;
        }
        let Some(piece) = piece_of_many_ways(pos, mv.from()) else {
            continue;
        };
        let same_piece = known.take().filter(|(from, _)| *from == mv.from());
        let (_, ways) = known.insert(same_piece.unwrap_or_else(|| {
            let ways = PieceWays::of(pos, mv.from(), piece, Bitboard::EMPTY);
            (mv.from(), ways)
        }));
        if ways.crowded.contains(mv.to()) {
            for (other, _) in ways.distinct(pos, mv).into_iter().skip(1) {
                if list.try_push(other).is_err() {
                    return;
                }
            }
        }
    }
}

/// From index `begin` of the list on, splits the moves for which conditions offer choices: each choice that is possible and leads to a
/// different position becomes a separate move. Moves that have choices are left out if the `sieve` does not keep them.
#[cold]
pub(super) fn split_by_choice(
    pos: &Position,
    begin: usize,
    sieve: Option<Sieve<'_>>,
    list: &mut MoveList,
) {
    if !list[begin..].iter().any(|mv| has_ways(pos, *mv)) {
        return;
    }
    let listed: Vec<Move> = list.drain(begin..).collect();
    let keep = |draft: &Draft<'_>| sieve.is_none_or(|sieve| sieve.keeps(draft));
    for mv in listed {
        if !has_ways(pos, mv) {
            list.push(mv);
        } else if begins_anew(pos, mv) {
            for mv in beginnings(pos, mv) {
                split(pos, mv, keep, list);
            }
        } else {
            split(pos, mv, keep, list);
        }
    }
}

/// Adds the moves into which choices split a move, those whose drafts are to be kept.
fn split(pos: &Position, mv: Move, keep: impl Fn(&Draft<'_>) -> bool, list: &mut MoveList) {
    let mut found: Results = HashSet::default();
    // What one condition offers leads to different positions.
    let differ = pos.variant().rules.conditions.ids().len() == 1;
    if !consequence::hops(pos, mv) {
        consequence::visit_ways(pos, mv, |way, draft| {
            let Some(draft) = draft.filter(|draft| keep(draft)) else {
                return true;
            };
            let is_new = differ || found.insert(after_draft(pos, mv, draft));
            !is_new || list.try_push(way).is_ok()
        });
        return;
    }
    for way in consequence::ways(pos, mv) {
        let Some(draft) = way.draft.filter(|draft| keep(draft)) else {
            continue;
        };
        if found.insert(after_draft(pos, mv, &draft)) && list.try_push(way.mv).is_err() {
            return;
        }
    }
}

/// Whether a move has to be replaced by its [`beginnings`]: captors move on, and a pawn's last square decides whether it promotes.
fn begins_anew(pos: &Position, mv: Move) -> bool {
    let rules = &pos.variant().rules;
    rules.conditions.captors_move_on()
        && pos.at(mv.from()).map(Piece::piece_type) == rules.rank_pawn
        && super::is_capture(pos, mv)
        && matches!(mv.kind(), MoveKind::Normal | MoveKind::Promotion)
}

/// The moves to try in place of a pawn's capture, before choices are made: with and without promotions; the condition forbids those that
/// do not fit.
fn beginnings(pos: &Position, mv: Move) -> Vec<Move> {
    let promotions = pos.variant().rules.rank_promotions(pos.side_to_move());
    if mv
        .piece_type()
        .is_some_and(|into| Some(&into) != promotions.first())
    {
        // The moves are made from the first listed promotion; the others would repeat them.
        return Vec::new();
    }
    let promotions = promotions
        .iter()
        .map(|into| Move::promotion(mv.from(), mv.to(), *into));
    std::iter::once(Move::new(mv.from(), mv.to(), MoveKind::Normal))
        .chain(promotions)
        .collect()
}

/// Whether a move can have several ways: it hops, or conditions may offer choices.
pub fn has_ways(pos: &Position, mv: Move) -> bool {
    mv.kind() != MoveKind::Drop
        && (chains::is_of_chains(pos, mv)
            || pos.variant().rules.capabilities.capture_series
            || piece_of_many_ways(pos, mv.from()).is_some()
            || consequence::may_choose(pos, mv))
}

/// The changed squares and the castling rights, by which the positions after moves with the same squares differ.
#[derive(PartialEq, Eq)]
struct After {
    changes: Changes,
    rights: Rights,
}

impl Hash for After {
    /// One number for all changes: hashing each of them takes longer than making the move.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let number = self.changes.iter().fold(0_usize, |sum, (square, piece)| {
            let change = Piece::code_of(*piece) * Square::COUNT + square.index();
            sum.wrapping_mul(Piece::CODES * Square::COUNT + 1)
                .wrapping_add(change)
        });
        state.write_usize(number);
    }
}

/// The results of the ways of one move, each once.
type Results = HashSet<After, BuildHasherDefault<Number>>;

/// A hash that is the number written last, spread over all bits.
#[derive(Default)]
struct Number(u64);

impl Hasher for Number {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_usize(usize::from(*byte));
        }
    }

    fn write_usize(&mut self, number: usize) {
        self.0 = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// What a drafted move leads to.
fn after(pos: &Position, mv: Move, draft: Option<&Draft<'_>>) -> Option<After> {
    draft.map(|draft| after_draft(pos, mv, draft))
}

fn after_draft(pos: &Position, mv: Move, draft: &Draft<'_>) -> After {
    After {
        changes: draft.changes(),
        rights: castling::rights_after(pos, mv, draft),
    }
}

/// Whether there is more than one way from the departure square of a move to its arrival square.
pub fn is_crowded(pos: &Position, mv: Move) -> bool {
    if chains::is_of_chains(pos, mv) {
        return chains::ways_between(pos, mv).len() > 1;
    }
    if pos.variant().rules.capabilities.capture_series {
        return matches!(mv.kind(), MoveKind::Normal | MoveKind::Promotion);
    }
    if pos.variant().rules.conditions.offer_choices() {
        return has_ways(pos, mv) && consequence::has_several_ways(pos, mv);
    }
    let piece = piece_of_many_ways(pos, mv.from()).filter(|_| mv.kind() != MoveKind::Drop);
    piece.is_some_and(|piece| {
        let ways = PieceWays::of(pos, mv.from(), piece, Bitboard::EMPTY);
        ways.crowded.contains(mv.to())
    })
}

/// Whether the way number `way` between the squares of `mv` leads to the same position as `mv`.
pub fn is_same_move(pos: &Position, mv: Move, way: u16) -> bool {
    let other = mv.with_detail(way);
    let result = |mv| after(pos, mv, consequence::draft::<true>(pos, mv).as_ref());
    way == mv.detail() || !has_ways(pos, mv) || result(other) == result(mv)
}
