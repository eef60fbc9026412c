//! The course of a game as far as repetition and the move-count rule need it.

use super::Position;

/// The keys of the positions of a game since the last irreversible move, the current one last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyHistory {
    keys: Vec<u64>,
}

impl KeyHistory {
    /// A record that starts with a position that was set up: its first occurrence.
    pub fn starting_at(pos: &Position) -> Self {
        Self {
            keys: vec![pos.key()],
        }
    }

    /// Adds the position after a leg. After an irreversible move the earlier keys are dropped.
    pub fn push(&mut self, pos: &Position) {
        let final_progress = pos.variant().rules.progress_is_final();
        if final_progress && pos.state().halfmove_clock == 0 && !pos.state().mid_turn() {
            self.keys.clear();
        }
        self.keys.push(pos.key());
    }

    /// How often the last position has occurred, itself included.
    pub fn occurrences(&self) -> usize {
        self.keys.last().map_or(0, |last| {
            self.keys.iter().filter(|key| *key == last).count()
        })
    }

    /// All keys, oldest first, the current position last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }
}
