//! Games some of whose rules depend on the men of the position that was set up: what pawns promote to,
//! and what they can do on their own first rank. Such rules are no part of the state of a game; each
//! set of men has an atlas of its own.

use super::atlas::{Atlas, Effect};
use super::definition::FirstRank;
use crate::base::{Kind, KindSet};
use std::sync::{LazyLock, Mutex};

type Derived = Vec<(usize, KindSet, &'static Atlas)>;
static DERIVED: LazyLock<Mutex<Derived>> = LazyLock::new(Mutex::default);

impl Atlas {
    /// The atlas of this game for a position that was set up with men of the given kinds: this one
    /// itself unless the file asks for rules by set-up. Derived atlases are made once for every set
    /// of kinds that makes a difference, and live as long as the process.
    pub fn for_setup(&'static self, kinds: KindSet) -> &'static Self {
        let base = self.base.unwrap_or(self);
        let by_setup = base.first_rank == FirstRank::Setup;
        if !base.promotion_from_setup && !by_setup {
            return base;
        }
        let promotes = |kind: &Kind| {
            base.promotion_from_setup
                && !base.royals().contains(*kind)
                && base.pawn != Some(*kind)
                && !base.promotions.contains(kind)
        };
        let matters = |kind: &Kind| promotes(kind) || by_setup && base.is_einstein(*kind);
        let kinds: KindSet = kinds.iter().filter(matters).collect();
        let identity = std::ptr::from_ref(base) as usize;
        let mut derived = DERIVED
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(found) = derived.iter().find(|d| d.0 == identity && d.1 == kinds) {
            return found.2;
        }
        let mut atlas = base.clone();
        atlas.base = Some(base);
        atlas.promotions.extend(kinds.iter().filter(promotes));
        if by_setup {
            let einstein = kinds.iter().any(|kind| base.is_einstein(kind));
            atlas.first_rank = if einstein {
                FirstRank::Triple
            } else {
                FirstRank::Stuck
            };
            atlas.build_tables();
        }
        let atlas: &'static Self = Box::leak(Box::new(atlas));
        derived.push((identity, kinds, atlas));
        atlas
    }

    /// Whether a kind of man changes the type of its hurdles.
    fn is_einstein(&self, kind: Kind) -> bool {
        self.men
            .get(kind.index())
            .is_some_and(|man| man.effects.contains(&Effect::Einstein))
    }
}
