//! Conditions as the compiler and the fast paths of the rules must know them: which hold, in which order
//! they act, and what they can touch. What each of them does stands in a file of its own in
//! `rules::conditions`.

use arrayvec::ArrayVec;

/// When a condition acts in a move. The hurdler's effects on its hurdle come between
/// [`Stage::MoverColour`] and [`Stage::VictimRebirth`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// The moving piece changes its type.
    MoverType,
    /// The capturing piece is reborn.
    CaptorRebirth,
    /// The moving piece changes its colour.
    MoverColour,
    /// The captured piece is reborn.
    VictimRebirth,
}

/// What a condition can change in a move beyond the movement itself, as far as the safety of a king is
/// concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Footprint {
    /// Nothing, or the type of the moving piece: its own king is as safe as after the plain move.
    Harmless,
    /// The colour of the moving piece, where it arrives.
    Recolours,
    /// Other squares.
    Anywhere,
}

/// What a condition needs the game to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Home squares, hence the 8x8 board.
    Homes,
    /// The Einstein ladder.
    Ladder,
}

/// What must be known of a condition without asking it.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each answers a question of its own"
)]
pub struct ConditionSpec {
    /// Its name in variant files.
    pub name: &'static str,
    /// When it acts.
    pub stage: Stage,
    /// What it can change in a capture.
    pub on_capture: Footprint,
    /// What it can change in a move that does not capture.
    pub on_quiet: Footprint,
    /// Whether it keeps pieces from moving at all, and so from capturing.
    pub immobilises: bool,
    /// Whether it keeps pieces that can move from capturing where their movement leads.
    pub limits_captures: bool,
    /// Whether it can make a move impossible by what it would do: a capture, and another move if its footprint there is not
    /// harmless.
    pub forbids: bool,
    /// Whether it lets pieces move or capture where their own movement does not lead.
    pub widens: bool,
    /// Whether a side may well be better off not moving: moving harms the piece, or standing still
    /// paralyses.
    pub moving_costs: bool,
    /// Whether pieces that capture rise in rank.
    pub captors_climb: bool,
    /// What it needs the game to have.
    pub needs: &'static [Need],
}

impl ConditionSpec {
    /// Whether two conditions turn pieces after the same moves: what the second would do is done already, and twice would be
    /// not at all.
    pub fn repeats(&self, other: &Self) -> bool {
        let both = |one: Footprint, two: Footprint| {
            one == Footprint::Recolours && two == Footprint::Recolours
        };
        both(self.on_capture, other.on_capture) || both(self.on_quiet, other.on_quiet)
    }

    /// A condition that acts at a stage and does nothing yet: a base for those that do.
    pub const fn new(name: &'static str, stage: Stage) -> Self {
        Self {
            name,
            stage,
            on_capture: Footprint::Harmless,
            on_quiet: Footprint::Harmless,
            immobilises: false,
            limits_captures: false,
            forbids: false,
            widens: false,
            moving_costs: false,
            captors_climb: false,
            needs: &[],
        }
    }
}

/// A condition, by its place in the list of all conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConditionId(pub u8);

/// The most conditions that a game can combine.
pub const MAX_CONDITIONS: usize = 8;

/// The conditions of a game, in the order in which they act.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ConditionSet {
    ids: ArrayVec<ConditionId, MAX_CONDITIONS>,
    /// How many act before the effects on the hurdle.
    early: usize,
    flags: u16,
}

const RECOLOURS_CAPTOR: u16 = 1;
const RECOLOURS_MOVER: u16 = 1 << 1;
const CAPTURES_ANYWHERE: u16 = 1 << 2;
const QUIETS_ANYWHERE: u16 = 1 << 3;
const IMMOBILISES: u16 = 1 << 4;
const FORBIDS: u16 = 1 << 5;
const WIDENS: u16 = 1 << 6;
const MOVING_COSTS: u16 = 1 << 7;
const LIMITS_CAPTURES: u16 = 1 << 8;
const FORBIDS_QUIETS: u16 = 1 << 9;
const VICTIMS_RISE: u16 = 1 << 10;
const CAPTORS_CLIMB: u16 = 1 << 11;

impl ConditionSet {
    /// The set of the given conditions of a list.
    pub(super) fn new(chosen: &[ConditionId], all: &[&'static ConditionSpec]) -> Self {
        let spec = |id: &ConditionId| all[usize::from(id.0)];
        let mut ids: ArrayVec<ConditionId, MAX_CONDITIONS> = chosen.iter().copied().collect();
        ids.sort_by_key(|id| spec(id).stage);
        let flags = ids.iter().map(spec).fold(0, |flags, spec| {
            let flag = |holds: bool, flag: u16| if holds { flag } else { 0 };
            flags
                | flag(spec.on_capture == Footprint::Recolours, RECOLOURS_CAPTOR)
                | flag(spec.on_quiet == Footprint::Recolours, RECOLOURS_MOVER)
                | flag(spec.on_capture == Footprint::Anywhere, CAPTURES_ANYWHERE)
                | flag(spec.on_quiet == Footprint::Anywhere, QUIETS_ANYWHERE)
                | flag(spec.immobilises, IMMOBILISES)
                | flag(spec.limits_captures, LIMITS_CAPTURES)
                | flag(spec.forbids, FORBIDS)
                | flag(
                    spec.forbids && spec.on_quiet != Footprint::Harmless,
                    FORBIDS_QUIETS,
                )
                | flag(spec.widens, WIDENS)
                | flag(spec.moving_costs, MOVING_COSTS)
                | flag(spec.stage == Stage::VictimRebirth, VICTIMS_RISE)
                | flag(spec.captors_climb, CAPTORS_CLIMB)
        });
        let early = ids
            .iter()
            .filter(|id| spec(id).stage < Stage::VictimRebirth);
        Self {
            early: early.count(),
            ids,
            flags,
        }
    }

    const fn has(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }

    /// Whether none holds.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// All conditions, in the order in which they act.
    #[inline(always)]
    pub fn ids(&self) -> &[ConditionId] {
        &self.ids
    }

    /// Those that act before the effects on the hurdle, and those after.
    #[inline(always)]
    pub fn stages(&self) -> (&[ConditionId], &[ConditionId]) {
        self.ids.split_at(self.early.min(self.ids.len()))
    }

    /// Whether a piece that captures changes colour.
    #[inline(always)]
    pub const fn recolour_captors(&self) -> bool {
        self.has(RECOLOURS_CAPTOR)
    }

    /// Whether a piece that moves without capturing changes colour.
    #[inline(always)]
    pub const fn recolour_movers(&self) -> bool {
        self.has(RECOLOURS_MOVER)
    }

    /// Whether captures can change squares far away.
    #[inline(always)]
    pub const fn captures_reach_far(&self) -> bool {
        self.has(CAPTURES_ANYWHERE)
    }

    /// Whether moves that do not capture can change squares far away.
    #[inline(always)]
    pub const fn quiets_reach_far(&self) -> bool {
        self.has(QUIETS_ANYWHERE)
    }

    /// Whether pieces can be kept from moving.
    #[inline(always)]
    pub const fn immobilise(&self) -> bool {
        self.has(IMMOBILISES)
    }

    /// Whether pieces that can move can be kept from capturing.
    #[inline(always)]
    pub const fn limit_captures(&self) -> bool {
        self.has(LIMITS_CAPTURES)
    }

    /// Whether pieces can be kept from capturing where their movement leads.
    #[inline(always)]
    pub const fn narrow_attacks(&self) -> bool {
        self.has(IMMOBILISES | LIMITS_CAPTURES)
    }

    /// Whether a move can be impossible by its own consequences.
    #[inline(always)]
    pub const fn forbid(&self) -> bool {
        self.has(FORBIDS)
    }

    /// Whether that goes for moves that do not capture, too.
    #[inline(always)]
    pub const fn forbid_quiets(&self) -> bool {
        self.has(FORBIDS_QUIETS)
    }

    /// Whether pieces can move or capture where their own movement does not lead.
    #[inline(always)]
    pub const fn widen(&self) -> bool {
        self.has(WIDENS)
    }

    /// Whether more than the capturing movement decides what is attacked.
    #[inline(always)]
    pub const fn qualify_attacks(&self) -> bool {
        self.has(IMMOBILISES | LIMITS_CAPTURES | FORBIDS | WIDENS)
    }

    /// Whether a side may well be better off not moving.
    #[inline(always)]
    pub const fn moving_costs(&self) -> bool {
        self.has(MOVING_COSTS)
    }

    /// Whether captured pieces are reborn.
    #[inline(always)]
    pub const fn victims_rise(&self) -> bool {
        self.has(VICTIMS_RISE)
    }

    /// Whether pieces that capture rise in rank.
    #[inline(always)]
    pub const fn captors_climb(&self) -> bool {
        self.has(CAPTORS_CLIMB)
    }
}
