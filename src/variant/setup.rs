//! Rules that depend on the pieces of the position that was set up: what pawns promote to, and what they can do
//! on their own first rank. They do not change during a game, so they are no part of its state: a variant is
//! derived for each set of piece types that can be set up.

use super::compiled::Variant;
use super::definition::FirstRank;
use super::rule_set::Effect;
use super::tables::Tables;
use crate::base::{PieceType, PieceTypeSet};
use std::sync::{LazyLock, Mutex};

type Derived = Vec<(usize, PieceTypeSet, &'static Variant)>;
static DERIVED: LazyLock<Mutex<Derived>> = LazyLock::new(Mutex::default);

impl Variant {
    /// The variant of this game for a position that was set up with pieces of the given piece types: this one
    /// itself unless the file asks for rules by set-up. Derived variants are made once for every set
    /// of piece types that makes a difference, and live as long as the process.
    pub fn for_setup(&'static self, piece_types: PieceTypeSet) -> &'static Self {
        let base = self.base.unwrap_or(self);
        let by_setup = base.rules.first_rank == FirstRank::Setup;
        if !base.rules.promotion_from_setup && !by_setup {
            return base;
        }
        let promotes = |piece_type: &PieceType| {
            base.rules.promotion_from_setup
                && !base.rules.royals.contains(*piece_type)
                && base.rules.pawn != Some(*piece_type)
                && !base.rules.promotions.contains(piece_type)
        };
        let matters = |piece_type: &PieceType| {
            promotes(piece_type) || by_setup && base.is_einstein(*piece_type)
        };
        let piece_types: PieceTypeSet = piece_types.iter().filter(matters).collect();
        let identity = std::ptr::from_ref(base) as usize;
        let mut derived = DERIVED
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(found) = derived
            .iter()
            .find(|d| d.0 == identity && d.1 == piece_types)
        {
            return found.2;
        }
        let mut variant = base.clone();
        variant.base = Some(base);
        variant
            .rules
            .promotions
            .extend(piece_types.iter().filter(promotes));
        if by_setup {
            let einstein = piece_types
                .iter()
                .any(|piece_type| base.is_einstein(piece_type));
            variant.rules.first_rank = if einstein {
                FirstRank::Triple
            } else {
                FirstRank::Stuck
            };
            variant.tables = Tables::new(&variant.rules, &variant.movements);
        }
        let variant: &'static Self = Box::leak(Box::new(variant));
        derived.push((identity, piece_types, variant));
        variant
    }

    /// Whether a piece type changes the type of its hurdles.
    fn is_einstein(&self, piece_type: PieceType) -> bool {
        self.rules.hurdle_effects[piece_type.index()]
            .effects
            .contains(&Effect::Einstein)
    }
}
