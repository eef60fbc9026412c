//! The numbers the search plays by: each named, with its range and meaning.
//!
//! In an ordinary build they are constants. With the feature `tuning` they can be set while the program
//! runs, as options of the same names, so that a tuner or a match can try others; the ranges reach to
//! values that switch a technique off.

#[cfg(feature = "tuning")]
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// A number the search plays by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name, as an option.
    pub name: &'static str,
    /// Its value unless it has been set.
    pub default: i32,
    /// The smallest value it can be set to.
    pub least: i32,
    /// The largest value it can be set to.
    pub most: i32,
    /// One line of meaning.
    pub meaning: &'static str,
}

/// A depth that no search reaches: the value that switches a technique off which begins at a depth.
const NEVER: i32 = 255;

macro_rules! parameters {
    ($($name:ident = $default:literal in $least:literal..=$most:expr, $meaning:literal;)*) => {
        $(
            #[doc = $meaning]
            #[cfg(not(feature = "tuning"))]
            #[inline(always)]
            pub const fn $name() -> i32 {
                $default
            }

            #[doc = $meaning]
            #[cfg(feature = "tuning")]
            #[inline(always)]
            pub fn $name() -> i32 {
                cells::$name.load(Relaxed)
            }
        )*

        /// Every parameter.
        pub const PARAMETERS: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            default: $default,
            least: $least,
            most: $most,
            meaning: $meaning,
        }),*];

        #[cfg(feature = "tuning")]
        #[expect(non_upper_case_globals, reason = "named like the functions that read them")]
        mod cells {
            use super::AtomicI32;

            $(pub static $name: AtomicI32 = AtomicI32::new($default);)*

            /// The cells, in the order of [`super::PARAMETERS`].
            pub const ALL: &[&AtomicI32] = &[$(&$name),*];
        }
    };
}

parameters! {
    aspiration_window = 18 in 5..=60, "Half width of the first window round the last score, in centipawns.";
    aspiration_growth = 50 in 20..=200, "Percent that a window grows by when it fails.";
    aspiration_most = 600 in 100..=3000, "Centipawns beyond which a failing window is opened altogether.";
    aspiration_depth = 5 in 2..=NEVER, "From this depth on the root is searched with a window.";
    iterative_depth = 4 in 2..=NEVER, "From this depth on a node without a table move is searched a ply less deeply.";
    reverse_futility_depth = 8 in 0..=14, "Down to this depth a score far above beta ends a node.";
    reverse_futility_margin = 80 in 30..=200, "Centipawns a ply that the score has to be above beta.";
    razor_depth = 3 in 0..=6, "Down to this depth a score far below alpha drops into quiescence.";
    razor_base = 240 in 100..=500, "Centipawns below alpha for razoring at depth 0.";
    razor_margin = 200 in 80..=400, "Further centipawns a ply.";
    null_move_depth = 3 in 1..=NEVER, "From this depth on a null move is tried.";
    null_move_base = 4 in 2..=6, "Depth a null move costs at least.";
    null_move_divisor = 3 in 2..=8, "One more ply off for so many plies of depth.";
    null_move_margin = 200 in 80..=400, "One more ply off for so many centipawns above beta.";
    null_move_most = 3 in 0..=8, "Plies off for the score above beta at most.";
    null_verify_depth = 12 in 6..=NEVER, "From this depth on a null-move cut is verified.";
    probcut_depth = 5 in 3..=NEVER, "From this depth on captures far above beta are tried shallowly.";
    probcut_plies = 4 in 2..=6, "Plies by which such a capture is searched less deeply.";
    probcut_margin = 190 in 80..=350, "Centipawns above beta such a capture has to keep.";
    singular_depth = 8 in 5..=NEVER, "From this depth on the table's move is tested for being the only one.";
    singular_reach = 3 in 1..=6, "Plies by which the table may have looked less deeply at it.";
    singular_margin = 2 in 1..=4, "Centipawns a ply below the table's value that all others must fail.";
    futility_depth = 8 in -1..=12, "Down to this depth quiet moves of hopeless nodes are skipped.";
    futility_base = 110 in 40..=250, "Centipawns below alpha for futility at depth 0.";
    futility_margin = 90 in 40..=200, "Further centipawns a ply.";
    late_move_depth = 8 in 0..=12, "Down to this depth late quiet moves are skipped.";
    late_move_base = 4 in 1..=10, "Quiet moves never skipped for being late.";
    late_move_usual = 25 in 5..=NEVER, "Quiet moves a side usually has: with more, in proportion more are tried before the others are late.";
    exchange_depth = 8 in 0..=12, "Down to this depth moves that lose in exchanges are skipped.";
    exchange_quiet_margin = 25 in 5..=60, "Centipawns, times the square of the depth left after the reduction, that a quiet move may lose in exchanges.";
    exchange_noisy_margin = 95 in 40..=200, "Centipawns a ply a capture may lose in exchanges.";
    history_prune_depth = 4 in 0..=8, "Down to this depth quiet moves of bad history are skipped.";
    history_prune_margin = 2800 in 1000..=8000, "History points a ply below zero that skip a quiet move.";
    reduction_depth = 3 in 2..=NEVER, "From this depth on late moves are searched less deeply first.";
    reduction_base = 78 in 20..=150, "Hundredths of a ply that late moves are reduced by at least.";
    reduction_divisor = 235 in 150..=350, "Hundredths: the logarithms' product is divided by this.";
    reduction_history = 8200 in 3000..=16000, "History points worth a ply of reduction.";
    reduction_pv = 1 in 0..=2, "Plies that moves of nodes on or once on the main line are reduced less.";
    reduction_root = 1 in 0..=NEVER, "Plies that late moves of the root are reduced less.";
    reduction_noisy = 1 in 0..=1, "Whether late captures that lose nothing are reduced too.";
    reduction_deeper = 60 in 0..=400, "Centipawns above the best at which a reduced move is searched again a ply deeper; 0 for never.";
    reward_pv = 1 in 0..=1, "Whether the best move of an exact node is rewarded like one that refutes.";
    reward_before = 1 in 0..=1, "Whether a move that no answer refutes is rewarded.";
    keep_pv = 1 in 0..=1, "Whether nodes once on the main line are kept from reverse futility.";
    continuation_correction = 1 in 0..=1, "Whether evaluations are corrected by the two moves before too.";
    refuted_siblings = 3 in 1..=8, "More refuted siblings of the child than so many are several.";
    reduction_failures = 1 in 0..=2, "Plies that moves are reduced more where several siblings of the child were refuted.";
    probcut_all = 1 in 0..=1, "Whether captures are tried shallowly where no cut is expected too.";
    reduction_capture_history = 1 in 0..=1, "Whether captures are reduced by their history.";
    reward_table = 1 in 0..=1, "Whether the table's quiet move is rewarded when the table refutes a node.";
    reduction_cut = 1 in 0..=3, "Further plies where a cut is expected.";
    drop_reduction = 1 in 0..=4, "Plies that a late quiet drop is reduced by beyond other late moves.";
    drop_attack = 6000 in 0..=30000, "History points for a drop that attacks a king.";
    drop_guard = 3000 in 0..=30000, "History points for a drop that guards an attacked man or stands in the way of an attack on a king.";
    drop_launch = 2000 in 0..=30000, "History points for a drop from where the man can promote with its next move.";
    drop_loose = 6000 in 0..=30000, "History points off for a drop where the enemy takes for nothing.";
    leg_depth = 0 in -1..=1, "Plies that a leg inside a turn adds to the depth, or takes from it.";
    leg_reduction = 0 in 0..=1, "Whether first legs of longer turns are reduced like other late moves.";
    spare_king_worth = 1000 in 300..=10000, "What a king is worth in exchanges while its side has another.";
    delta_margin = 170 in 80..=30000, "Centipawns a capture may fall short of alpha in quiescence.";
    helper_skip = 4 in 0..=16, "Helper threads leave out every depth of so many; 0 for none.";
    quiescence_most = 2 in 1..=NEVER, "Captures of a quiescence node that are tried, besides those that take back.";
    quiescence_depth = 5 in 1..=NEVER, "Plies of quiescence beyond which only the man that moved last is taken.";
    killer_moves = 1 in 0..=1, "Whether the quiet move that refuted a sibling is tried first.";
    butterfly_weight = 1 in 0..=4, "Weight of the history by departure and arrival.";
    continuation_far = 1 in 0..=4, "Weight of the history by the move four legs before.";
    continuation_weight = 1 in 0..=4, "Weight of the histories by the two moves before.";
    capture_history_weight = 16 in 0..=64, "Weight of the history of captures in their order, in sixty-fourths.";
    reward_ply = 170 in 50..=400, "History points a ply for a move that refutes.";
    reward_offset = 90 in 0..=300, "History points off.";
    reward_most = 1700 in 500..=4000, "History points at most.";
    reward_lesser = 50 in 0..=100, "Percent of that for the table's moves and for moves that no answer refutes.";
    history_max = 16384 in 8192..=30000, "The largest history score.";
    correction_grain = 256 in 128..=512, "Units of a centipawn in the correction history.";
    correction_most = 400 in 100..=1000, "Centipawns that one search can differ from the evaluation to learn from.";
    correction_limit = 64 in 0..=128, "The largest correction of a static evaluation by one table, in centipawns.";
    time_turns = 24 in 10..=60, "Turns a game without moves-to-go is expected to last still.";
    time_reserve = 50 in 0..=1000, "Milliseconds of the clock that are never planned with.";
    time_increment = 90 in 0..=100, "Percent of the increment that a turn may plan with.";
    time_optimum = 75 in 20..=150, "Percent of the plan within which new iterations are started.";
    time_stretch = 450 in 100..=800, "Percent of the plan that a turn may take when the search is unsure.";
    time_share = 35 in 10..=70, "Percent of the remaining time that one turn may take at most.";
    effort_nodes = 155 in 100..=200, "Hundredths of the ordinary effort, less the share of nodes that the best move took.";
    effort_wavering = 125 in 100..=200, "Hundredths of effort while the best move has just changed.";
    effort_stable = 6 in 0..=12, "Hundredths less for each iteration that it stays, eight at most.";
    effort_falling = 6 in 0..=20, "Thousandths of effort for each centipawn that the score has fallen.";
}

/// The parameters that can be set in this build: all of them with the feature `tuning`, or none.
pub const fn settable() -> &'static [Parameter] {
    if cfg!(feature = "tuning") {
        PARAMETERS
    } else {
        &[]
    }
}

/// Sets the parameter of an index into [`settable`] from the next search on. The value must lie in its
/// range.
pub fn set(index: usize, value: i32) {
    #[cfg(feature = "tuning")]
    if let Some(cell) = cells::ALL.get(index) {
        cell.store(value, Relaxed);
    }
    #[cfg(not(feature = "tuning"))]
    let _ = (index, value);
}

#[cfg(test)]
mod tests {
    use super::{PARAMETERS, settable};

    #[test]
    fn defaults_lie_in_their_ranges() {
        for parameter in PARAMETERS {
            let range = parameter.least..=parameter.most;
            assert!(range.contains(&parameter.default), "{parameter:?}");
            assert!(parameter.meaning.ends_with('.'), "{parameter:?}");
        }
    }

    #[test]
    fn only_a_tuning_build_lets_them_be_set() {
        assert_eq!(settable().is_empty(), !cfg!(feature = "tuning"));
    }

    #[cfg(feature = "tuning")]
    #[test]
    fn a_set_parameter_is_read_back() {
        let index = PARAMETERS
            .iter()
            .position(|parameter| parameter.name == "delta_margin");
        super::set(index.unwrap_or_default(), 175);
        assert_eq!(super::delta_margin(), 175);
        super::set(index.unwrap_or_default(), 170);
    }
}
