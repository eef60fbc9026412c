//! The history tables for move ordering (butterfly, continuation, capture) and the correction histories. Each thread has its own.

use super::params;
use crate::base::{Color, Move, MoveKind, Piece, PieceType, Square, Value, prefer_huge_pages};
use crate::position::Position;
use crate::variant::MAX_HELD;

/// The number of pairs of a piece and an arrival square.
const PIECE_TOS: usize = Piece::COUNT * Square::COUNT;
/// The stride between rows of the continuation history, in entries. It is one cache line longer than a row, because rows a power of
/// two apart would compete for the same cache sets.
const ROW: usize = PIECE_TOS + 32;
/// The number of entries of a correction history; the pawn correction history has this number for each side.
const CORRECTIONS: usize = 1 << 14;

/// The number of rows of the butterfly history: one per departure square and per type of piece in hand.
const DEPARTURES: usize = Square::COUNT + MAX_HELD;

/// The butterfly history's row of a move: by departure square, for drops by piece type.
#[inline(always)]
const fn departure(mv: Move) -> usize {
    match (mv.kind(), mv.piece_type()) {
        (MoveKind::Drop, Some(piece_type)) => Square::COUNT + piece_type.index() % MAX_HELD,
        _ => mv.from().index(),
    }
}

/// The piece that moves and its arrival square, packed; indexes the histories.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PieceTo(u16);

impl PieceTo {
    /// The piece and arrival square of a move of the side to move.
    #[inline(always)]
    pub fn of(pos: &Position, mv: Move) -> Self {
        let dropped = mv
            .piece_type()
            .filter(|_| mv.kind() == MoveKind::Drop)
            .map(|piece_type| Piece::new(pos.side_to_move(), piece_type));
        let piece = dropped
            .or_else(|| pos.at(mv.from()))
            .map_or(0, Piece::index);
        Self((piece * Square::COUNT + mv.to().index()) as u16)
    }
}

/// The moves one, two and four legs earlier; `None` for a null move, or if that is before the root.
pub type PreviousMoves = [Option<PieceTo>; 3];

/// The history tables of one thread.
pub struct History {
    /// Butterfly history: quiet moves by side, departure square (for drops, piece type) and arrival square.
    butterfly: Box<[[[i16; 64]; DEPARTURES]]>,
    /// Continuation history: quiet moves by a previous move (row) and the move itself. The last row, all zeros, stands for no previous move.
    continuation: Vec<i16>,
    /// Capture history: captures by piece, arrival square and victim's type.
    captures: Vec<i16>,
    /// Pawn correction history: the mean error of the static evaluation, by side to move and pawn hash key.
    pawn_corrections: Vec<i16>,
    /// Continuation correction history: the mean error of the static evaluation, by the last two moves.
    continuation_corrections: Vec<i16>,
}

/// Adds a bonus with "gravity": the larger the score already is, the less it grows, so that it stays within [`params::history_max`].
#[inline(always)]
fn update(score: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-params::history_max(), params::history_max());
    *score += (bonus - i32::from(*score) * bonus.abs() / params::history_max()) as i16;
}

impl History {
    /// Empty tables.
    pub fn new() -> Self {
        let mut continuation = vec![0; (PIECE_TOS + 1) * ROW];
        prefer_huge_pages(&mut continuation);
        Self {
            butterfly: vec![[[0; 64]; DEPARTURES]; 2].into_boxed_slice(),
            continuation,
            captures: vec![0; PIECE_TOS * 17],
            pawn_corrections: vec![0; 2 * CORRECTIONS],
            continuation_corrections: vec![0; CORRECTIONS],
        }
    }

    /// Empty tables; `None` if there is no memory for twice their size, because the thread needs memory for other data too.
    pub fn try_new() -> Option<Self> {
        let mut probe: Vec<i16> = Vec::new();
        let entries = (PIECE_TOS + 1) * ROW;
        probe.try_reserve_exact(2 * entries).ok()?;
        drop(probe);
        Some(Self::new())
    }

    pub fn clear(&mut self) {
        self.butterfly.as_flattened_mut().as_flattened_mut().fill(0);
        self.continuation.fill(0);
        self.captures.fill(0);
        self.pawn_corrections.fill(0);
        self.continuation_corrections.fill(0);
    }

    /// Returns a function that scores the quiet moves of a side, given the previous moves.
    #[inline(always)]
    pub fn quiet_scores(
        &self,
        color: Color,
        previous: PreviousMoves,
    ) -> impl Fn(Move, PieceTo) -> i32 {
        let near = params::continuation_weight();
        let weights = [near, near, params::continuation_far()];
        let butterfly = &self.butterfly[color.index()];
        let row = |earlier: Option<PieceTo>| -> &[i16] {
            let start = earlier.map_or(PIECE_TOS, |earlier| usize::from(earlier.0)) * ROW;
            &self.continuation[start..start + PIECE_TOS]
        };
        let rows = previous.map(row);
        move |mv, piece_to| {
            let score =
                params::butterfly_weight() * i32::from(butterfly[departure(mv)][mv.to().index()]);
            let index = usize::from(piece_to.0);
            (0..3).fold(score, |score, n| {
                score + weights[n] * i32::from(rows[n][index])
            })
        }
    }

    #[inline(always)]
    pub fn quiet(&self, color: Color, mv: Move, piece_to: PieceTo, previous: PreviousMoves) -> i32 {
        self.quiet_scores(color, previous)(mv, piece_to)
    }

    /// Adds a bonus, or a malus if negative, to the history scores of a quiet move.
    pub fn update_quiet(
        &mut self,
        color: Color,
        mv: Move,
        piece_to: PieceTo,
        previous: PreviousMoves,
        bonus: i32,
    ) {
        update(
            &mut self.butterfly[color.index()][departure(mv)][mv.to().index()],
            bonus,
        );
        let far = usize::from(params::continuation_far() > 0);
        for earlier in previous.into_iter().take(2 + far).flatten() {
            let index = usize::from(earlier.0) * ROW + usize::from(piece_to.0);
            update(&mut self.continuation[index], bonus);
        }
    }

    #[inline(always)]
    fn capture_index(piece_to: PieceTo, victim: Option<PieceType>) -> usize {
        usize::from(piece_to.0) * 17 + victim.map_or(16, PieceType::index)
    }

    /// The capture history's score of a capture or promotion.
    #[inline(always)]
    pub fn capture(&self, piece_to: PieceTo, victim: Option<PieceType>) -> i32 {
        i32::from(self.captures[Self::capture_index(piece_to, victim)])
    }

    /// Adds a bonus, or a malus if negative, to the history score of a capture or promotion.
    pub fn update_capture(&mut self, piece_to: PieceTo, victim: Option<PieceType>, bonus: i32) {
        update(
            &mut self.captures[Self::capture_index(piece_to, victim)],
            bonus,
        );
    }

    #[inline(always)]
    fn pawn_correction_index(pos: &Position) -> usize {
        pos.side_to_move().index() * CORRECTIONS + (pos.pawn_key() >> 50) as usize
    }

    #[inline(always)]
    fn continuation_correction_index(previous: PreviousMoves) -> Option<usize> {
        let [Some(one), Some(two), _] = previous else {
            return None;
        };
        let mixed = (u64::from(one.0) << 16 | u64::from(two.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Some((mixed >> 50) as usize)
    }

    /// The correction to be added to the static evaluation, in centipawns.
    #[inline(always)]
    pub fn correction(&self, pos: &Position, previous: PreviousMoves) -> Value {
        let mut sum = i32::from(self.pawn_corrections[Self::pawn_correction_index(pos)]);
        if let Some(index) = Self::continuation_correction_index(previous) {
            sum += i32::from(self.continuation_corrections[index]);
        }
        sum / params::correction_grain()
    }

    /// Updates the correction histories with `difference`: search value minus static evaluation, in centipawns.
    pub fn update_correction(
        &mut self,
        pos: &Position,
        previous: PreviousMoves,
        depth: i32,
        difference: Value,
    ) {
        let learn = |entry: &mut i16| {
            let weight = (depth + 1).min(16);
            let target = difference * params::correction_grain();
            let mixed = (i32::from(*entry) * (256 - weight) + target * weight) / 256;
            let limit =
                (params::correction_limit() * params::correction_grain()).min(i32::from(i16::MAX));
            *entry = mixed.clamp(-limit, limit) as i16;
        };
        learn(&mut self.pawn_corrections[Self::pawn_correction_index(pos)]);
        if let Some(index) = Self::continuation_correction_index(previous) {
            learn(&mut self.continuation_corrections[index]);
        }
    }
}
