//! The numbers the search plays by: each named, with its range and meaning.

macro_rules! parameters {
    ($($name:ident = $default:literal in $least:literal..=$most:literal, $meaning:literal;)*) => {
        $(#[doc = $meaning]
        pub const $name: i32 = $default;)*

        /// Name, default, least, most and meaning of every parameter.
        pub const PARAMETERS: &[(&str, i32, i32, i32, &str)] =
            &[$((stringify!($name), $default, $least, $most, $meaning)),*];
    };
}

parameters! {
    ASPIRATION_WINDOW = 18 in 5..=60, "Half width of the first window round the last score, in centipawns.";
    ASPIRATION_DEPTH = 5 in 2..=10, "From this depth on the root is searched with a window.";
    REVERSE_FUTILITY_DEPTH = 8 in 3..=14, "Down to this depth a score far above beta ends a node.";
    REVERSE_FUTILITY_MARGIN = 80 in 30..=200, "Centipawns a ply that the score has to be above beta.";
    RAZOR_DEPTH = 3 in 1..=6, "Down to this depth a score far below alpha drops into quiescence.";
    RAZOR_BASE = 240 in 100..=500, "Centipawns below alpha for razoring at depth 0.";
    RAZOR_MARGIN = 200 in 80..=400, "Further centipawns a ply.";
    NULL_MOVE_BASE = 3 in 2..=6, "Depth a null move costs at least.";
    NULL_MOVE_DIVISOR = 4 in 2..=8, "One more ply off for so many plies of depth.";
    NULL_MOVE_MARGIN = 200 in 80..=400, "One more ply off for so many centipawns above beta.";
    NULL_VERIFY_DEPTH = 12 in 6..=20, "From this depth on a null-move cut is verified.";
    PROBCUT_DEPTH = 5 in 3..=9, "From this depth on captures far above beta are tried shallowly.";
    PROBCUT_MARGIN = 190 in 80..=350, "Centipawns above beta such a capture has to keep.";
    SINGULAR_DEPTH = 8 in 5..=12, "From this depth on the table's move is tested for being the only one.";
    SINGULAR_MARGIN = 2 in 1..=4, "Centipawns a ply below the table's value that all others must fail.";
    FUTILITY_DEPTH = 8 in 3..=12, "Down to this depth quiet moves of hopeless nodes are skipped.";
    FUTILITY_BASE = 110 in 40..=250, "Centipawns below alpha for futility at depth 0.";
    FUTILITY_MARGIN = 90 in 40..=200, "Further centipawns a ply.";
    LATE_MOVE_DEPTH = 8 in 3..=12, "Down to this depth late quiet moves are skipped.";
    LATE_MOVE_BASE = 4 in 1..=10, "Quiet moves never skipped for being late.";
    EXCHANGE_QUIET_MARGIN = 55 in 20..=120, "Centipawns a ply a quiet move may lose in exchanges.";
    EXCHANGE_NOISY_MARGIN = 95 in 40..=200, "Centipawns a ply a capture may lose in exchanges.";
    HISTORY_PRUNE_MARGIN = 2800 in 1000..=8000, "History points a ply below zero that skip a quiet move.";
    REDUCTION_BASE = 78 in 20..=150, "Hundredths of a ply that late moves are reduced by at least.";
    REDUCTION_DIVISOR = 235 in 150..=350, "Hundredths: the logarithms' product is divided by this.";
    REDUCTION_HISTORY = 8200 in 3000..=16000, "History points worth a ply of reduction.";
    DELTA_MARGIN = 170 in 80..=350, "Centipawns a capture may fall short of alpha in quiescence.";
    HISTORY_MAX = 16384 in 8192..=30000, "The largest history score.";
    CORRECTION_GRAIN = 256 in 128..=512, "Units of a centipawn in the correction history.";
    CORRECTION_LIMIT = 64 in 16..=128, "The largest correction of a static evaluation, in centipawns.";
}

#[cfg(test)]
mod tests {
    use super::PARAMETERS;

    #[test]
    fn defaults_lie_in_their_ranges() {
        for (name, default, least, most, meaning) in PARAMETERS {
            assert!(least <= default && default <= most, "{name}");
            assert!(meaning.ends_with('.'), "{name}");
        }
    }
}
