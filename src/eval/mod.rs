//! How good a position looks, without looking ahead.
//!
//! The evaluation is a sum of evaluation terms, each with its sentence a player would say. It knows no variant by
//! name: what pieces do is read from the tables of the variant, what wins from its flags.
//!
//! ```
//! use katydid::{eval, rules, catalogue::Catalogue};
//! let start = rules::start(Catalogue::embedded().variant("demichess").unwrap());
//! assert!(eval::evaluate(&start).abs() < 50);
//! ```

mod balance;
mod bare_king_race;
mod condition_terms;
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
use tally::Tally;

pub use tally::Danger;
pub use trace::{Count, Trace, TracedDanger};
pub use winnable::{WHOLE_LEAD, scale_factor};

/// A evaluation term.
struct EvalTerm<T: Tally> {
    name: &'static str,
    /// Whether it has anything to say in a game.
    matters: fn(&Variant) -> bool,
    /// Its verdict on a position of such a game, White minus Black.
    verdict: fn(&Position, &Reach<T>) -> T,
}

/// Something that every game has.
const fn always(_: &Variant) -> bool {
    true
}

macro_rules! eval_terms {
    ($($name:literal $matters:expr => $verdict:expr;)*) => {
        impl<T: Tally> EvalTerm<T> {
            /// The evaluation terms besides material and squares, which positions keep up to date themselves.
            const ALL: [Self; [$($name),*].len()] = [$(Self {
                name: $name,
                matters: $matters,
                verdict: $verdict,
            }),*];
        }

        /// The evaluation terms of a game together.
        #[inline(always)]
        fn sum_of_terms<T: Tally>(pos: &Position, reach: &Reach<T>, eval_terms: TermSet) -> T {
            let mut sum = T::default();
            let mut rest = eval_terms.0;
            // Written out, so that each evaluation term is called by its name, and not by its address.
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
    "Outposts" always => outposts::posts;
    "Pieces in hand" pieces_in_hand::matters => |pos, _| pieces_in_hand::worth(pos);
    "Bare-king race" bare_king_race::matters => |pos, _| bare_king_race::last_pieces(pos);
    "Lone king" lone::matters => |pos, _| lone::kings(pos);
    "King pair" pair::matters => pair::danger;
    "Zones" zones::matter => zones::pressure;
    "Rifle, rebirth, paralysis" condition_terms::matter => condition_terms::condition_terms;
    "Hops" hops::matter => |pos, _| hops::mobility(pos);
}

/// The evaluation terms that have something to say in a game: the others are not even asked.
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
/// It is what the evaluation terms say; a network has no part in it.
pub fn evaluate(pos: &Position) -> Value {
    let eval_terms = TermSet::of(pos.variant());
    value(pos, balance_of(pos, &Reach::of(pos), eval_terms, 0))
}

/// An evaluator of positions of one game, which remembers the positions seen last and what pawns and kings alone tell: the same
/// values as [`evaluate`] gives, sooner. It can ask the network of the game, which corrects them.
pub struct Evaluator {
    eval_terms: TermSet,
    pawn_entry: PawnHash,
    /// The network of the game, if it is asked.
    cells: Option<Accumulator>,
    /// Positions seen last, each in the place that its key tells.
    seen: Box<[Seen]>,
}

/// A position that has been seen. A key of 64 bits stands for it, as in the transposition table.
#[derive(Clone, Copy, Default)]
struct Seen {
    key: u64,
    /// What was found of it ([`balance_of`]).
    balance: Value,
}

impl Evaluator {
    /// The binary logarithm of the number of positions remembered: so many that they stay in the cache.
    const BITS: u32 = 14;

    /// An evaluator for a game that asks the evaluation terms alone.
    pub fn new(variant: &'static Variant) -> Self {
        Self {
            eval_terms: TermSet::of(variant),
            pawn_entry: PawnHash::new(variant),
            cells: None,
            seen: vec![Seen::default(); 1 << Self::BITS].into_boxed_slice(),
        }
    }

    /// An evaluator for a game that asks its network too, if it has one.
    pub fn with_network(variant: &'static Variant) -> Self {
        Self {
            cells: variant.network.map(Accumulator::new),
            ..Self::new(variant)
        }
    }

    /// The place of a position among those remembered.
    #[inline(always)]
    const fn place(key: u64) -> usize {
        (key >> (u64::BITS - Self::BITS)) as usize
    }

    /// Asks the processor to fetch what is remembered of a position.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.seen[Self::place(key)]);
    }

    /// The value of a position of the game from the view of the side to move, in centipawns.
    pub fn evaluate(&mut self, pos: &Position) -> Value {
        debug_assert!(std::ptr::eq(self.pawn_entry.variant(), pos.variant()));
        let key = pos.key();
        let seen = &mut self.seen[Self::place(key)];
        if seen.key != key {
            let mut reach = Reach::of_pawns(pos);
            if let Some(pawns) = &reach.pawns {
                self.pawn_entry.prefetch(pawns, reach.royals);
            }
            reach.add_pieces(pos);
            if let Some(pawns) = &reach.pawns {
                reach.pawn_entry = self.pawn_entry.get(pawns, reach.royals);
            }
            let cells = self.cells.as_mut().filter(|_| is_corrected(pos));
            let correction = cells.map_or(0, |cells| cells.correction(pos));
            let balance = balance_of(pos, &reach, self.eval_terms, correction);
            *seen = Seen { key, balance };
        }
        value(pos, seen.balance)
    }
}

/// What pieces, evaluation terms and a correction come to in White's view: all of the value that the key of a position decides.
#[inline(always)]
fn balance_of(
    pos: &Position,
    reach: &Reach<TaperedScore>,
    eval_terms: TermSet,
    correction: Value,
) -> Value {
    let blended = blend(pos, pos.values() + sum_of_terms(pos, reach, eval_terms));
    winnable(pos, blended + correction)
}

/// Whether a network has a say in a position: not where a lone king is to be driven, since what it says of one square or the other
/// comes from games that were given up before, and would lead astray.
#[inline(always)]
pub fn is_corrected(pos: &Position) -> bool {
    !Color::ALL.into_iter().any(|side| lone::drives(pos, side))
}

/// The value of a position of this balance from the view of the side to move.
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

/// Between opening and endgame by the weight of the pieces that are left.
fn blend(pos: &Position, sum: TaperedScore) -> Value {
    let full = pos.variant().values.full_phase.max(1);
    let phase = pos.phase().clamp(0, full);
    (sum.opening() * phase + sum.endgame() * (full - phase)) / full
}

/// What counts of a lead.
fn winnable(pos: &Position, value: Value) -> Value {
    value * scale_factor(pos, ahead(value)) / WHOLE_LEAD
}

/// Who is ahead with a value in White's view.
const fn ahead(value: Value) -> Color {
    if value < 0 {
        Color::Black
    } else {
        Color::White
    }
}

/// Less and less of a value the nearer the count of moves without progress comes to a draw.
fn fifty_move_damping(pos: &Position, value: Value) -> Value {
    let (left, limit) = moves_left(pos);
    value * left / limit
}

/// How many moves without progress are left, of how many.
fn moves_left(pos: &Position) -> (Value, Value) {
    let limit = Value::from(pos.variant().rules.move_limit).max(1);
    let clock = Value::from(pos.state().halfmove_clock).min(limit);
    (limit - clock, limit)
}

/// How much of a value the count of moves without progress leaves, from 0 to 1.
pub fn freshness(pos: &Position) -> f64 {
    let (left, limit) = moves_left(pos);
    f64::from(left) / f64::from(limit)
}

/// The evaluation evaluation term by evaluation term, for people, and what the network of the game makes of it, if it is asked.
pub fn explain(pos: &Position, network: bool) -> String {
    let reach = Reach::of(pos);
    let mut text =
        String::from("EvalTerm             Opening  Endgame   (centipawns, White's view)\n");
    let mut sum = pos.values();
    let _ = writeln!(
        text,
        "{:<16} {:>8} {:>8}",
        "Pieces and squares",
        sum.opening(),
        sum.endgame()
    );
    for eval_term in EvalTerm::ALL {
        let verdict = if (eval_term.matters)(pos.variant()) {
            (eval_term.verdict)(pos, &reach)
        } else {
            TaperedScore::ZERO
        };
        sum += verdict;
        let _ = writeln!(
            text,
            "{:<16} {:>8} {:>8}",
            eval_term.name,
            verdict.opening(),
            verdict.endgame()
        );
    }
    let _ = writeln!(
        text,
        "{:<16} {:>8} {:>8}",
        "Sum",
        sum.opening(),
        sum.endgame()
    );
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
