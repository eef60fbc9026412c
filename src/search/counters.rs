//! Counts how often each search technique fires, for a test that the benchmark positions reach every technique. Only test builds of
//! the library count; in other builds the counters are empty and [`Counters::count`] compiles to nothing.

#[cfg(test)]
use std::cell::Cell;

macro_rules! techniques {
    ($($name:ident = $meaning:literal,)*) => {
        /// A technique of the search that skips work, or changes a depth or a window.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Technique {
            $(#[doc = $meaning] $name,)*
        }

        #[cfg(test)]
        impl Technique {
            /// All techniques.
            pub const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

techniques! {
    AspirationLow = "The value of an iteration is below the aspiration window.",
    AspirationHigh = "The value of an iteration is above the aspiration window.",
    AspirationOpened = "The aspiration window is opened fully.",
    RootReduction = "A late move of the root is reduced.",
    MateDistance = "Mate-distance pruning ends a node.",
    TableCutoff = "A table entry decides a node.",
    RewardTable = "The quiet table move of such a node gets a history bonus.",
    ReverseFutility = "Reverse futility pruning ends a node.",
    NullMove = "Null-move pruning ends a node.",
    NullVerification = "A null move that fails high is verified.",
    NullRefuted = "The verification does not fail high.",
    ProbCut = "`ProbCut` ends a node.",
    IterativeReduction = "A node without a table move is reduced.",
    Futility = "Futility pruning skips the quiet moves of a node.",
    LateMoves = "Late move pruning skips the other quiet moves of a node.",
    HistoryPruning = "A quiet move is skipped for its history.",
    QuietExchange = "A quiet move is skipped for the material that it loses.",
    NoisyExchange = "A capture is skipped for the material that it loses.",
    SingularExtension = "A singular table move is extended.",
    MultiCut = "The other moves fail high too: the node ends.",
    NegativeExtension = "A table move that is not singular is reduced.",
    LateMoveReduction = "A late move is reduced.",
    ReducedByHistory = "A late move is reduced more for its history.",
    SparedByHistory = "A late move is reduced less for its history.",
    SparedInPv = "A late move is reduced less near the principal variation.",
    ReducedInCutNode = "A late move is reduced more in a cut node.",
    ReducedWhereWorsening = "A late move is reduced more where the evaluation has not improved.",
    ReducedAfterNoisy = "A late move is reduced more where the table move is noisy.",
    SparedForCheck = "A late move is reduced less since it answers or gives a check.",
    ReducedByCutoffs = "A late move is reduced more for the cutoff count.",
    ReducedDrop = "A late drop is reduced more.",
    Deeper = "A reduced move that exceeds the best value by far is searched a ply deeper.",
    RewardPrevious = "The move before a node that fails low gets a history bonus.",
    StandPat = "The evaluation ends a quiescence node.",
    DeltaPruning = "A capture of quiescence is skipped, since it cannot raise alpha.",
    LosingCaptures = "Captures of quiescence that lose material are skipped.",
    FewCaptures = "After some captures of a quiescence node only recaptures are tried.",
    RecapturesOnly = "After some plies of quiescence only recaptures are tried.",
    QuietEvasions = "Late quiet evasions of quiescence are skipped.",
    TurnSearch = "A game of growing turns is searched by turns.",
}

/// How often each technique has fired in one thread.
#[cfg(test)]
#[derive(Clone, Debug)]
pub struct Counters([Cell<u64>; Technique::ALL.len()]);

/// The empty counters of builds without counting.
#[cfg(not(test))]
#[derive(Clone, Debug, Default)]
pub struct Counters(());

#[cfg(test)]
impl Default for Counters {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Cell::new(0)))
    }
}

impl Counters {
    /// Adds one to the count of a technique if `fires`.
    #[inline(always)]
    #[cfg_attr(
        not(test),
        expect(
            clippy::unused_self,
            reason = "there is nothing to count outside tests"
        )
    )]
    pub fn count(&self, technique: Technique, fires: bool) {
        #[cfg(test)]
        {
            let cell = &self.0[technique as usize];
            cell.set(cell.get() + u64::from(fires));
        }
        #[cfg(not(test))]
        let _ = (technique, fires);
    }

    #[cfg(test)]
    pub fn of(&self, technique: Technique) -> u64 {
        self.0[technique as usize].get()
    }
}
