//! The tuning parameters of the search, with defaults, ranges and meanings.
//!
//! In an ordinary build the parameters are constants. With the feature `tuning` they are options of the same names, for tuners and
//! matches. The ranges include values that switch a technique off.

#[cfg(feature = "tuning")]
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// The description of a search parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The option name.
    pub name: &'static str,
    /// The default value.
    pub default: i32,
    /// The minimum value.
    pub least: i32,
    /// The maximum value.
    pub most: i32,
    /// The meaning, in one sentence.
    pub meaning: &'static str,
}

/// A depth that no search reaches: as the minimum depth of a technique it switches the technique off.
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
    aspiration_window = 18 in 5..=60, "Half width of the first aspiration window around the last score, in centipawns.";
    aspiration_growth = 50 in 20..=200, "Percent by which the aspiration window is widened when the score falls outside it.";
    aspiration_most = 600 in 100..=3000, "Half width in centipawns beyond which the aspiration window is opened fully.";
    aspiration_depth = 5 in 2..=NEVER, "From this depth on iterations use an aspiration window.";
    iterative_depth = 6 in 2..=NEVER, "From this depth on nodes of the principal variation and cut nodes without a table move are searched a ply less deeply.";
    reverse_futility_depth = 8 in 0..=14, "Reverse futility pruning is used up to this depth.";
    reverse_futility_margin = 100 in 30..=200, "Centipawns for each ply of depth by which the evaluation has to exceed beta for reverse futility pruning.";
    null_move_depth = 3 in 1..=NEVER, "The null move is tried from this depth on.";
    null_move_base = 4 in 2..=6, "Plies by which a null move is reduced in any case.";
    null_move_divisor = 4 in 2..=8, "A null move is reduced by one more ply for each so many plies of depth.";
    null_move_margin = 92 in 80..=400, "A null move is reduced by one more ply for each so many centipawns of the evaluation above beta.";
    null_move_most = 3 in 0..=8, "Plies by which a null move is reduced for an evaluation above beta at most.";
    null_verify_depth = 12 in 6..=NEVER, "From this depth on a null move that fails high is verified by a search without null moves.";
    probcut_depth = 5 in 3..=NEVER, "Captures are tried by probcut from this depth on.";
    probcut_plies = 4 in 2..=6, "Plies by which the search of a probcut capture is shallower than that of the node.";
    probcut_margin = 100 in 80..=350, "Centipawns above beta that a probcut capture has to reach.";
    singular_depth = 7 in 5..=NEVER, "From this depth on the table's move is tested for being singular.";
    singular_reach = 3 in 1..=6, "Plies by which the table's entry may be shallower than the node for the singular test.";
    singular_margin = 1 in 1..=4, "Centipawns for each ply of depth by which all other moves have to stay below the table's value for the table's move to be singular.";
    futility_depth = 7 in -1..=12, "Futility pruning of quiet moves is used up to this depth after the reduction.";
    futility_base = 85 in 40..=250, "Centipawns by which the evaluation has to lie below alpha for futility pruning at depth 0.";
    futility_margin = 76 in 40..=200, "Further centipawns below alpha for each ply of depth after the reduction.";
    late_move_depth = 12 in 0..=20, "Late quiet moves are skipped up to this depth.";
    late_move_base = 3 in 1..=10, "So many moves and the square of the depth are tried before quiet moves are skipped as late; half of that where the evaluation has not improved.";
    late_move_usual = 25 in 5..=NEVER, "Where a node has more quiet moves than this, more moves in proportion are tried before the others are skipped as late.";
    exchange_depth = 8 in 0..=12, "Moves that lose material in exchanges are skipped up to this depth.";
    exchange_quiet_margin = 10 in 5..=60, "Centipawns that a quiet move may lose in exchanges, times the square of the depth after the reduction.";
    exchange_noisy_margin = 106 in 40..=200, "Centipawns for each ply of depth that a capture may lose in exchanges.";
    history_prune_depth = 4 in 0..=8, "Quiet moves of bad history are skipped up to this depth.";
    history_prune_margin = 2800 in 1000..=8000, "A quiet move is skipped if its history is below zero by so many points for each ply of depth.";
    reduction_depth = 3 in 2..=NEVER, "Late move reductions are used from this depth on.";
    reduction_base = 52 in 20..=150, "Hundredths of a ply by which late moves are reduced in any case.";
    reduction_divisor = 214 in 150..=350, "The product of the logarithms of depth and move number, divided by so many hundredths, is added to the reduction.";
    reduction_history = 8200 in 3000..=16000, "History points that change the reduction by a ply.";
    reduction_pv = 2 in 0..=4, "Plies by which moves are reduced less in nodes that are, or have been, on the principal variation.";
    reduction_root = 1 in 0..=NEVER, "Plies by which late moves of the root are reduced less.";
    reduction_deeper = 60 in 0..=400, "A reduced move that exceeds the best value by more centipawns than this is searched again a ply deeper; 0 for never.";
    cutoff_count = 3 in 1..=8, "Moves are reduced more once more nodes than this one ply below have failed high since the parent of the node began.";
    reduction_failures = 1 in 0..=2, "Plies by which moves are reduced more after so many nodes one ply below have failed high.";
    reduction_cut = 1 in 0..=3, "Plies by which moves are reduced more in cut nodes.";
    drop_reduction = 1 in 0..=4, "Plies by which late drops are reduced more than other late moves.";
    drop_near = 1 in 0..=4, "Plies by which late drops are reduced less within two king's steps of an enemy king.";
    quiet_check = 8000 in 0..=30000, "Points in the order of quiet moves for a move to a square from which the piece attacks an enemy king; drops aside.";
    drop_checks_first = 1 in 0..=1, "Whether safe drops with check are tried before quiet moves and kept from their pruning.";
    drop_attack = 6000 in 0..=30000, "Points in the order of quiet moves for a drop that attacks an enemy king.";
    drop_guard = 3000 in 0..=30000, "Points in the order of quiet moves for a drop that guards an attacked piece or blocks an attack on a king.";
    drop_launch = 2000 in 0..=30000, "Points in the order of quiet moves for a drop from where the piece can promote with its next move.";
    drop_loose = 6000 in 0..=30000, "Points taken off in the order of quiet moves for a drop on a square that the enemy attacks and its own side does not.";
    spare_king_worth = 1000 in 300..=10000, "Value of a king in exchanges while its side has another, in centipawns.";
    delta_margin = 170 in 80..=30000, "In quiescence a capture is skipped if the evaluation, what it wins and so many centipawns stay below alpha.";
    helper_skip = 4 in 0..=16, "Helper threads leave out one depth of so many; 0 for none.";
    quiescence_most = 2 in 1..=NEVER, "In quiescence so many moves of a node are tried, and then only captures of the piece that has just moved.";
    quiescence_depth = 5 in 1..=NEVER, "After so many plies of quiescence only the piece that has just moved is captured.";
    quiescence_checks = 1 in 0..=3, "In the first so many plies of quiescence safe drops with check are tried too.";
    butterfly_weight = 1 in 0..=4, "Weight of the history by departure and arrival square.";
    continuation_far = 1 in 0..=4, "Weight of the continuation history of the move four legs before.";
    continuation_weight = 1 in 0..=4, "Weight of the continuation histories of the last two moves.";
    capture_history_weight = 16 in 0..=64, "Weight of the capture history in the order of captures, in sixty-fourths.";
    reward_ply = 340 in 50..=400, "History points for each ply of depth for the best move of a node.";
    reward_offset = 180 in 0..=300, "History points subtracted from the reward of a best move.";
    reward_most = 3400 in 500..=4000, "History points for a best move at most.";
    reward_lesser = 50 in 0..=100, "Percent of these points that the table's move gets, and a move after which no move raised alpha.";
    history_max = 16384 in 8192..=30000, "The largest score of a move in a history.";
    correction_grain = 256 in 128..=512, "Units of a centipawn in the correction histories.";
    correction_most = 400 in 100..=1000, "A search result that differs from the evaluation by more centipawns than this is learnt as if it differed by so many.";
    correction_limit = 64 in 0..=128, "The largest correction of an evaluation by one of the correction histories, in centipawns.";
    time_turns = 24 in 10..=60, "Turns that a game is expected to last still where the clock gives no number of turns.";
    time_reserve = 50 in 0..=1000, "Milliseconds of the clock that are never planned with.";
    time_overheads = 10 in 0..=50, "Turns whose move overhead is never planned with.";
    time_increment = 90 in 0..=100, "Percent of the increment that a turn may plan with.";
    time_optimum = 75 in 20..=150, "Percent of the planned time within which new iterations are started.";
    time_stretch = 450 in 100..=800, "Percent of the planned time that a turn takes at most.";
    time_share = 35 in 10..=70, "Percent of the remaining time that a turn takes at most.";
    effort_nodes = 155 in 100..=200, "The time for new iterations is multiplied by so many hundredths less the best move's share of the nodes.";
    effort_wavering = 125 in 100..=200, "The time for new iterations is multiplied by so many hundredths while the best move has just changed.";
    effort_stable = 6 in 0..=12, "Hundredths taken off that factor for each iteration that the best move stays, eight iterations at most.";
    effort_falling = 6 in 0..=20, "The time for new iterations grows by so many thousandths for each centipawn that the score has fallen.";
}

/// The parameters that can be set in this build: all with the feature `tuning`, otherwise none.
pub const fn settable() -> &'static [Parameter] {
    if cfg!(feature = "tuning") {
        PARAMETERS
    } else {
        &[]
    }
}

/// Sets a parameter by its index in [`settable`]. `value` must be in the parameter's range.
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
