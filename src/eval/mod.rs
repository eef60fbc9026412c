//! Static evaluation: a sum of evaluation terms, one file each, plus the output of an NNUE where a game has one.
//!
//! No term depends on a variant's name: movements come from the variant's tables, winning conditions from its rules.
//!
//! ```
//! use katydid::{eval, rules, catalogue::Catalogue};
//! let start = rules::start(&Catalogue::new().variant("demichess").unwrap());
//! assert!(eval::evaluate(&start).abs() < 50);
//! ```

mod balance;
mod bare_king_race;
mod condition_terms;
mod goals;
mod hops;
mod king;
mod lone;
mod mobility;
mod nnue;
mod outposts;
mod pair;
mod pawn_hash;
mod pawn_sets;
mod pawns;
mod pieces_in_hand;
mod shelter;
mod structure;
mod tally;
mod threats;
mod trace;
mod winnable;
mod zones;

use crate::base::{Color, MATE_IN_MAX, TaperedScore, Value, prefetch};
use crate::position::Position;
use crate::variant::{Variant, term};
use mobility::Reach;
use nnue::Accumulator;
use pawn_hash::PawnHash;
use std::fmt::Write as _;
use std::hint::cold_path;
use std::sync::Arc;
use tally::Tally;

pub use tally::Danger;
pub use trace::{Count, Trace, TracedDanger};
pub use winnable::{WHOLE_LEAD, scale_factor};

struct EvalTerm<T: Tally> {
    name: &'static str,
    /// Whether the term can be non-zero in a game.
    matters: fn(&Variant) -> bool,
    /// The tapered score of a position, White minus Black.
    verdict: fn(&Position, &Reach<T>) -> T,
}

/// The `matters` function of terms that apply to every game.
const fn always(_: &Variant) -> bool {
    true
}

macro_rules! eval_terms {
    ($($name:literal $matters:expr => $verdict:expr;)*) => {
        impl<T: Tally> EvalTerm<T> {
            /// All terms but material and piece-square values, which `Position` keeps up to date incrementally.
            const ALL: [Self; [$($name),*].len()] = [$(Self {
                name: $name,
                matters: $matters,
                verdict: $verdict,
            }),*];
        }

        #[inline(always)]
        fn sum_of_terms<T: Tally>(pos: &Position, reach: &Reach<T>, eval_terms: TermSet) -> T {
            let mut sum = T::default();
            let mut rest = eval_terms.0;
            // The macro unrolls the loop over the terms: direct calls can be inlined, calls through function pointers cannot.
            $(
                if rest & 1 != 0 {
                    let verdict: fn(&Position, &Reach<T>) -> T = $verdict;
                    sum += verdict(pos, reach);
                }
                rest >>= 1;
            )*
            debug_assert_eq!(rest, 0);
            sum
        }
    };
}

eval_terms! {
    "Mobility" always => |_, reach| reach.mobility.clone();
    "King danger" king::matters => king::danger;
    "Threats" always => threats::threats;
    "Pawns" pawns::matter => pawns::pawns;
    "Shelter" pawns::matter => |_, reach| reach.pawn_entry.shelter.clone();
    "Outposts" always => outposts::placement;
    "Pieces in hand" pieces_in_hand::matters => pieces_in_hand::worth;
    "Bare-king race" bare_king_race::matters => |pos, _| bare_king_race::last_pieces(pos);
    "Goals" goals::matter => goals::nearness;
    "Lone king" lone::matters => |pos, _| lone::kings(pos);
    "King pair" pair::matters => pair::danger;
    "Zones" zones::matter => zones::pressure;
    "Rifle, rebirth, paralysis" condition_terms::matter => condition_terms::condition_terms;
    "Hops" hops::matter => |pos, _| hops::mobility(pos);
}

/// The terms that can be non-zero in a game, as bits in the order of [`EvalTerm::ALL`].
#[derive(Clone, Copy, Debug)]
struct TermSet(u16);

impl TermSet {
    fn of(variant: &Variant) -> Self {
        let matters = EvalTerm::<TaperedScore>::ALL.map(|eval_term| (eval_term.matters)(variant));
        Self((0..).zip(matters).map(|(n, it)| u16::from(it) << n).sum())
    }
}

/// The value of a position from the view of the side to move, in centipawns.
///
/// Uses only the hand-written terms, without NNUE. Slow, for tests and tools; searches use an [`Evaluator`].
pub fn evaluate(pos: &Position) -> Value {
    let eval_terms = TermSet::of(pos.variant());
    value(pos, balance_of(pos, &Reach::of(pos), eval_terms, 0))
}

/// Evaluates positions of one game for a search thread, with an evaluation cache and a pawn hash table. Without NNUE it returns the
/// same values as [`evaluate`].
pub struct Evaluator {
    eval_terms: TermSet,
    pawn_hash: PawnHash,
    /// The accumulator of the game's NNUE; `None` if the game has none or it is switched off.
    accumulator: Option<Accumulator>,
    /// The evaluation cache, direct-mapped by hash key.
    seen: Box<[Seen]>,
}

/// An entry of the evaluation cache. Positions with equal 64-bit keys are taken for equal, as in the transposition table.
#[derive(Clone, Copy, Default)]
struct Seen {
    key: u64,
    /// The value from White's view, computed by [`balance_of`].
    balance: Value,
}

impl Evaluator {
    /// The binary logarithm of the number of cache entries: 16,384 entries of 16 bytes fit into the processor's L2 cache.
    const BITS: u32 = 14;

    /// An evaluator without NNUE.
    pub fn new(variant: &Arc<Variant>) -> Self {
        Self {
            eval_terms: TermSet::of(variant),
            pawn_hash: PawnHash::new(variant),
            accumulator: None,
            seen: vec![Seen::default(); 1 << Self::BITS].into_boxed_slice(),
        }
    }

    /// An evaluator that uses the game's NNUE, if the game has one.
    pub fn with_network(variant: &Arc<Variant>) -> Self {
        Self {
            accumulator: variant.network.as_ref().map(Accumulator::new),
            ..Self::new(variant)
        }
    }

    /// The cache index of a hash key.
    #[inline(always)]
    const fn place(key: u64) -> usize {
        (key >> (u64::BITS - Self::BITS)) as usize
    }

    /// Prefetches the cache entry of a hash key.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.seen[Self::place(key)]);
    }

    /// The value of a position of the game from the view of the side to move, in centipawns.
    pub fn evaluate(&mut self, pos: &Position) -> Value {
        debug_assert!(Arc::ptr_eq(self.pawn_hash.variant(), pos.variant()));
        let key = pos.key();
        let seen = &mut self.seen[Self::place(key)];
        if seen.key != key {
            let mut reach = Reach::of_pawns(pos);
            if let Some(pawns) = &reach.pawns {
                self.pawn_hash.prefetch(pawns, reach.royals);
            }
            reach.add_pieces(pos);
            if let Some(pawns) = &reach.pawns {
                reach.pawn_entry = self.pawn_hash.get(pawns, reach.royals);
            }
            let accumulator = self.accumulator.as_mut().filter(|_| is_corrected(pos));
            let correction = accumulator.map_or(0, |accumulator| accumulator.correction(pos));
            let balance = balance_of(pos, &reach, self.eval_terms, correction);
            *seen = Seen { key, balance };
        }
        value(pos, seen.balance)
    }
}

/// The part of the value that depends on the hash key alone, so that it can be cached: material, terms, NNUE, scale factor. In
/// centipawns from White's view; [`value`] adds the half-move clock and the side to move.
#[inline(always)]
fn balance_of(
    pos: &Position,
    reach: &Reach<TaperedScore>,
    eval_terms: TermSet,
    correction: Value,
) -> Value {
    let blended = blend(pos, values(pos) + sum_of_terms(pos, reach, eval_terms));
    let value = blended + correction;
    if pos.variant().rules.fewer_is_better {
        // In games won by losing all pieces, strong pieces are bad because they are hard to lose.
        return -value;
    }
    winnable(pos, value)
}

/// The values of the pieces on their squares, White minus Black. Neutral pieces are worth the same to both.
#[inline(always)]
fn values(pos: &Position) -> TaperedScore {
    let mut sum = pos.values();
    if pos.neutrals().any() {
        cold_path();
        let squares = &pos.variant().values.squares;
        for square in pos.neutrals() {
            if let Some(piece) = pos.at(square) {
                sum -= squares[piece.index()][square.index()];
            }
        }
    }
    sum
}

/// Whether the NNUE output is added to the evaluation. It is not if a lone king has to be mated: the training games were adjudicated
/// before that phase.
#[inline(always)]
pub fn is_corrected(pos: &Position) -> bool {
    !Color::ALL.into_iter().any(|side| lone::drives(pos, side))
}

/// Turns the value from White's view into that of the side to move, with fifty-move damping and the tempo bonus.
#[inline(always)]
fn value(pos: &Position, balance: Value) -> Value {
    let value = fifty_move_damping(pos, balance);
    let ours = match pos.side_to_move() {
        Color::White => value,
        Color::Black => -value,
    };
    (ours + pos.variant().values.weights.number(term::TEMPO))
        .clamp(-MATE_IN_MAX + 1, MATE_IN_MAX - 1)
}

/// Interpolates between the middlegame and the endgame score by the game phase.
fn blend(pos: &Position, sum: TaperedScore) -> Value {
    let full = pos.variant().values.full_phase.max(1);
    let phase = pos.phase().clamp(0, full);
    (sum.mg() * phase + sum.eg() * (full - phase)) / full
}

/// Scales `value` by the scale factor of the side that is ahead.
fn winnable(pos: &Position, value: Value) -> Value {
    value * scale_factor(pos, ahead(value)) / WHOLE_LEAD
}

/// The side that is ahead according to a value from White's view; White if it is 0.
const fn ahead(value: Value) -> Color {
    if value < 0 {
        Color::Black
    } else {
        Color::White
    }
}

/// Fifty-move damping: scales a value down linearly to 0 as the half-move clock approaches the draw.
fn fifty_move_damping(pos: &Position, value: Value) -> Value {
    let (left, limit) = moves_left(pos);
    value * left / limit
}

/// The half-moves left until the draw by the move limit or a counting rule, and that limit.
fn moves_left(pos: &Position) -> (Value, Value) {
    let limit = Value::from(pos.variant().rules.move_limit).max(1);
    let state = pos.state();
    if state.count_limit > 0 {
        let limit = Value::from(state.count_limit);
        return ((limit - Value::from(state.counted)).max(0), limit);
    }
    let clock = Value::from(state.halfmove_clock).min(limit);
    (limit - clock, limit)
}

/// The factor of the fifty-move damping, from 1 (clock at zero) to 0 (draw).
pub fn freshness(pos: &Position) -> f64 {
    let (left, limit) = moves_left(pos);
    f64::from(left) / f64::from(limit)
}

/// The evaluation as a text table, term by term; with `network` also the value after the NNUE correction.
pub fn explain(pos: &Position, network: bool) -> String {
    let reach = Reach::of(pos);
    let mut text = format!(
        "{:<26} {:>10} {:>8}   (centipawns, White's view)\n",
        "Term", "Middlegame", "Endgame"
    );
    let row = |text: &mut String, name: &str, score: TaperedScore| {
        let _ = writeln!(text, "{name:<26} {:>10} {:>8}", score.mg(), score.eg());
    };
    let mut sum = values(pos);
    row(&mut text, "Pieces and squares", sum);
    for eval_term in EvalTerm::ALL {
        let verdict = if (eval_term.matters)(pos.variant()) {
            (eval_term.verdict)(pos, &reach)
        } else {
            TaperedScore::ZERO
        };
        sum += verdict;
        row(&mut text, eval_term.name, verdict);
    }
    row(&mut text, "Sum", sum);
    let share = scale_factor(pos, ahead(blend(pos, sum)));
    if share < WHOLE_LEAD {
        let _ = writeln!(text, "Hard to win: {share} of {WHOLE_LEAD} count");
    }
    let for_white = |value: Value| match pos.side_to_move() {
        Color::White => value,
        Color::Black => -value,
    };
    let blended = for_white(evaluate(pos));
    let _ = writeln!(
        text,
        "Blended, with the right to move: {blended:+} for White"
    );
    if network && pos.variant().network.is_some() {
        let corrected = Evaluator::with_network(pos.variant()).evaluate(pos);
        let corrected = for_white(corrected);
        let _ = writeln!(text, "Corrected by the network: {corrected:+} for White");
    }
    text
}
