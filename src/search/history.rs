//! What earlier parts of the search say of a move, each thread for itself.

use super::pages::prefer_huge;
use super::params;
use crate::base::{Color, Move, Piece, PieceType, Square, Value};
use crate::position::Position;

/// Pieces times squares: how the histories know a move.
const PLACES: usize = Piece::COUNT * Square::COUNT;
/// Entries of the correction history a side.
const CORRECTIONS: usize = 1 << 14;

/// A man and where it goes: the index into the histories.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place(u16);

impl Place {
    /// The place of a move of the side to move.
    #[inline(always)]
    pub fn of(pos: &Position, mv: Move) -> Self {
        let piece = match (mv.kind(), mv.piece_type()) {
            (crate::base::MoveKind::Drop, Some(piece_type)) => {
                Piece::new(pos.side_to_move(), piece_type).index()
            }
            _ => pos.at(mv.from()).map_or(0, Piece::index),
        };
        Self((piece * Square::COUNT + mv.to().index()) as u16)
    }
}

/// The places of moves before: one, two and four legs ago.
pub type Before = [Option<Place>; 3];

/// The history tables of one thread.
pub struct History {
    /// By side, departure and arrival.
    butterfly: Box<[[[i16; 64]; 64]; 2]>,
    /// By a move before (one, two and four legs ago) and the move; the last row, all zeros, stands for no
    /// move before.
    continuation: Vec<i16>,
    /// By man, arrival and victim.
    captures: Vec<i16>,
    /// By side and pawn structure: how far the static evaluation was off.
    corrections: Vec<i16>,
    /// By the two moves before: the same.
    sequels: Vec<i16>,
}

/// Moves a score towards a bonus so that it never leaves the range.
#[inline(always)]
fn update(score: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-params::history_max(), params::history_max());
    *score += (bonus - i32::from(*score) * bonus.abs() / params::history_max()) as i16;
}

impl History {
    /// Tables that know nothing.
    pub fn new() -> Self {
        let mut continuation = vec![0; (PLACES + 1) * PLACES];
        prefer_huge(&mut continuation);
        Self {
            butterfly: Box::new([[[0; 64]; 64]; 2]),
            continuation,
            captures: vec![0; PLACES * 17],
            corrections: vec![0; 2 * CORRECTIONS],
            sequels: vec![0; CORRECTIONS],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.butterfly.as_flattened_mut().as_flattened_mut().fill(0);
        self.continuation.fill(0);
        self.captures.fill(0);
        self.corrections.fill(0);
        self.sequels.fill(0);
    }

    /// What the histories say of a side's quiet moves, given the places of the moves one, two and four
    /// legs before.
    #[inline(always)]
    pub fn quiets(&self, color: Color, before: Before) -> impl Fn(Move, Place) -> i32 {
        let near = params::continuation_weight();
        let weights = [near, near, params::continuation_far()];
        let butterfly = &self.butterfly[color.index()];
        let row = |earlier: Option<Place>| -> &[i16] {
            let start = earlier.map_or(PLACES, |earlier| usize::from(earlier.0)) * PLACES;
            &self.continuation[start..start + PLACES]
        };
        let rows = before.map(row);
        move |mv, place| {
            let score = params::butterfly_weight()
                * i32::from(butterfly[mv.from().index()][mv.to().index()]);
            let index = usize::from(place.0);
            (0..3).fold(score, |score, n| {
                score + weights[n] * i32::from(rows[n][index])
            })
        }
    }

    /// The score of a quiet move.
    #[inline(always)]
    pub fn quiet(&self, color: Color, mv: Move, place: Place, before: Before) -> i32 {
        self.quiets(color, before)(mv, place)
    }

    /// Rewards or punishes a quiet move.
    pub fn update_quiet(
        &mut self,
        color: Color,
        mv: Move,
        place: Place,
        before: Before,
        bonus: i32,
    ) {
        update(
            &mut self.butterfly[color.index()][mv.from().index()][mv.to().index()],
            bonus,
        );
        let far = usize::from(params::continuation_far() > 0);
        for earlier in before.into_iter().take(2 + far).flatten() {
            let index = usize::from(earlier.0) * PLACES + usize::from(place.0);
            update(&mut self.continuation[index], bonus);
        }
    }

    #[inline(always)]
    fn capture_index(place: Place, victim: Option<PieceType>) -> usize {
        usize::from(place.0) * 17 + victim.map_or(16, PieceType::index)
    }

    /// The score of a capture or promotion.
    #[inline(always)]
    pub fn capture(&self, place: Place, victim: Option<PieceType>) -> i32 {
        i32::from(self.captures[Self::capture_index(place, victim)])
    }

    /// Rewards or punishes a capture.
    pub fn update_capture(&mut self, place: Place, victim: Option<PieceType>, bonus: i32) {
        update(
            &mut self.captures[Self::capture_index(place, victim)],
            bonus,
        );
    }

    #[inline(always)]
    fn correction_index(pos: &Position) -> usize {
        pos.side_to_move().index() * CORRECTIONS + (pos.pawn_key() >> 50) as usize
    }

    #[inline(always)]
    fn sequel_index(before: Before) -> Option<usize> {
        let [Some(one), Some(two), _] = before else {
            return None;
        };
        let mixed = (u64::from(one.0) << 16 | u64::from(two.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Some((mixed >> 50) as usize)
    }

    /// What to add to the static evaluation of a position, in centipawns.
    #[inline(always)]
    pub fn correction(&self, pos: &Position, before: Before) -> Value {
        let mut sum = i32::from(self.corrections[Self::correction_index(pos)]);
        if params::continuation_correction() > 0
            && let Some(index) = Self::sequel_index(before)
        {
            sum += i32::from(self.sequels[index]);
        }
        sum / params::correction_grain()
    }

    /// Learns that the search found another value than the static evaluation.
    pub fn update_correction(
        &mut self,
        pos: &Position,
        before: Before,
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
        learn(&mut self.corrections[Self::correction_index(pos)]);
        if params::continuation_correction() > 0
            && let Some(index) = Self::sequel_index(before)
        {
            learn(&mut self.sequels[index]);
        }
    }
}
