//! Conditions as data for the compiler and the fast paths of the rules: which of them a game has, in which order they act, and
//! what they can change. The code of each condition is a file of its own in `rules::conditions`.

use super::definition::Flip;
use arrayvec::ArrayVec;

/// When a condition acts in a move. The hurdler's effects on its hurdle come between
/// [`Stage::MoverColour`] and [`Stage::VictimRebirth`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// The capturing piece moves on.
    CaptorMovesOn,
    /// The capturing side loses one of its own pieces.
    OwnLoss,
    /// The moving piece changes its type.
    MoverType,
    /// The capturing piece is reborn.
    CaptorRebirth,
    /// The moving piece changes its colour.
    MoverColour,
    /// The captured piece is reborn.
    VictimRebirth,
    /// Consequences after everything else; also the stage of conditions that only judge the move.
    Aftermath,
}

/// The changes of a condition beyond the movement itself, as far as they matter to the safety of a
/// king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Footprint {
    /// Nothing, or the type of the moving piece: its own king is as safe as after the plain move.
    Harmless,
    /// The colour of the moving piece, where it arrives.
    Recolours,
    /// Other squares.
    Anywhere,
}

/// A property that a condition needs the game to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Home squares, hence the 8x8 board.
    Homes,
    /// The Einstein ladder.
    Ladder,
    /// Pawns, which it brings to the board.
    Pawns,
}

/// What a condition makes legal in diagrams reachable from the array of chess, beyond changes of colour (its footprints)
/// and of type (the ladder).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Possible {
    /// Pawns stand on the first and the last rank.
    PawnsOnEndRanks,
    /// More pieces stand on the board than in the array.
    MorePieces,
}

/// A set of kinds of moves. A move that captures and promotes is of both kinds; every other move of a piece on the board
/// but castling is quiet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveKinds(u8);

impl MoveKinds {
    /// No move.
    pub const NONE: Self = Self(0);
    /// Moves that neither capture nor castle nor drop.
    pub const QUIET: Self = Self(1);
    /// Captures, en passant and from afar included.
    pub const CAPTURE: Self = Self(1 << 1);
    /// Castling.
    pub const CASTLING: Self = Self(1 << 2);
    /// Drops from the hand.
    pub const DROP: Self = Self(1 << 3);
    /// Promotions.
    pub const PROMOTION: Self = Self(1 << 4);
    /// All moves.
    pub const ALL: Self = Self((1 << 5) - 1);

    /// The moves of either set.
    #[inline(always)]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a kind is in both sets.
    #[inline(always)]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A position with a move that shows what a condition does.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The position.
    pub fen: &'static str,
    /// A move in coordinates.
    pub mv: &'static str,
    /// The placement after it; `None` if the condition forbids the move.
    pub after: Option<&'static str>,
}

/// The description of a condition, apart from its hooks: its names, a summary for people, and the properties that the compiler,
/// the fast paths of the rules, problems and documents use.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each answers a question of its own"
)]
pub struct ConditionSpec {
    /// Its name in variant files.
    pub name: &'static str,
    /// Its names in Popeye's input language, each perhaps with a word that follows (`AntiCirce`, `AntiCirce Calvet`); the
    /// first is the usual one. Empty if Popeye has no such condition.
    pub popeye: &'static [&'static str],
    /// What the condition does, in one line for people.
    pub summary: &'static str,
    /// A position and a move that show it.
    pub example: Example,
    /// When it acts.
    pub stage: Stage,
    /// Its footprint in captures.
    pub on_capture: Footprint,
    /// Its footprint in moves that do not capture.
    pub on_quiet: Footprint,
    /// Whether it keeps pieces from moving at all, and so from capturing.
    pub immobilises: bool,
    /// Whether it keeps pieces that can move from capturing where their movement leads.
    pub limits_captures: bool,
    /// The kinds of moves that its hook `judge` or `act` may forbid.
    pub vetoes: MoveKinds,
    /// Whether a capture that it forbids gives no check either.
    pub vetoes_checks: bool,
    /// Whether its judgement of a move depends on the other legal moves, which are themselves judged without such conditions.
    pub compares: bool,
    /// Whether it lets pieces move and capture like pieces of another type instead of by their own movement.
    pub lends_movement: bool,
    /// The kinds of moves that it may split into several, one for each square that can be chosen.
    pub chooses: MoveKinds,
    /// Whether a capturing piece moves on to a chosen square; `act` also promotes pawns there.
    pub captors_move_on: bool,
    /// Whether a side may often be better off not moving (no null moves): moving harms the piece, or standing still
    /// paralyses.
    pub moving_costs: bool,
    /// Whether pieces that capture rise in rank.
    pub captors_climb: bool,
    /// Whether the captured piece is reborn.
    pub victims_return: bool,
    /// The properties that it needs the game to have.
    pub needs: &'static [Need],
    /// Diagrams that it makes legal.
    pub makes_possible: &'static [Possible],
    /// Whether the solver's bounds for mates hold: its footprints, its stage, home squares and the ladder describe all of its
    /// changes, and it forbids the defender no captures.
    pub is_bounded: bool,
}

impl ConditionSpec {
    /// Whether two conditions change the colour of the mover after the same moves. A second change would undo the first.
    pub fn repeats(&self, other: &Self) -> bool {
        let both = |one: Footprint, two: Footprint| {
            one == Footprint::Recolours && two == Footprint::Recolours
        };
        both(self.on_capture, other.on_capture) || both(self.on_quiet, other.on_quiet)
    }

    /// Whether two conditions together recolour both quiet movers and captors. A condition that does both complements itself.
    pub fn complements(&self, other: &Self) -> bool {
        self.on_quiet == Footprint::Recolours && other.on_capture == Footprint::Recolours
            || self.on_capture == Footprint::Recolours && other.on_quiet == Footprint::Recolours
    }

    /// Whether pieces change colour.
    pub fn recolours(&self) -> bool {
        self.on_capture == Footprint::Recolours || self.on_quiet == Footprint::Recolours
    }

    /// Whether it has this need.
    pub fn has_need(&self, need: Need) -> bool {
        self.needs.contains(&need)
    }

    /// Whether it makes this legal in a diagram.
    pub fn has_possible(&self, possible: Possible) -> bool {
        self.makes_possible.contains(&possible)
    }

    /// A condition without properties beyond these: a base for the constants of the conditions.
    pub const fn new(
        name: &'static str,
        stage: Stage,
        summary: &'static str,
        example: Example,
    ) -> Self {
        Self {
            name,
            popeye: &[],
            summary,
            example,
            stage,
            on_capture: Footprint::Harmless,
            on_quiet: Footprint::Harmless,
            immobilises: false,
            limits_captures: false,
            vetoes: MoveKinds::NONE,
            vetoes_checks: false,
            compares: false,
            lends_movement: false,
            chooses: MoveKinds::NONE,
            captors_move_on: false,
            moving_costs: false,
            captors_climb: false,
            victims_return: false,
            needs: &[],
            makes_possible: &[],
            is_bounded: false,
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
    /// The number of conditions that act before the effects on the hurdle.
    early: usize,
    flags: u16,
    /// The kinds of moves that at least one condition may forbid.
    vetoes: MoveKinds,
    /// The kinds of moves that at least one condition may split.
    chooses: MoveKinds,
}

const RECOLOURS_CAPTOR: u16 = 1;
const RECOLOURS_MOVER: u16 = 1 << 1;
const CAPTURES_ANYWHERE: u16 = 1 << 2;
const QUIETS_ANYWHERE: u16 = 1 << 3;
const IMMOBILISES: u16 = 1 << 4;
const VETOES_CHECKS: u16 = 1 << 5;
const MOVING_COSTS: u16 = 1 << 6;
const LIMITS_CAPTURES: u16 = 1 << 7;
const VICTIMS_RETURN: u16 = 1 << 8;
const CAPTORS_CLIMB: u16 = 1 << 9;
const LENDS_MOVEMENT: u16 = 1 << 10;
const CAPTORS_MOVE_ON: u16 = 1 << 11;
const SEVERAL_CHOOSE: u16 = 1 << 12;
const BRINGS_PIECES: u16 = 1 << 13;

impl ConditionSet {
    /// The set of the `chosen` conditions, given the list of all conditions.
    pub(super) fn new(chosen: &[ConditionId], all: &[&'static ConditionSpec], flip: Flip) -> Self {
        let spec = |id: &ConditionId| all[usize::from(id.0)];
        let mut ids: ArrayVec<ConditionId, MAX_CONDITIONS> = chosen.iter().copied().collect();
        ids.sort_by_key(|id| match spec(id).stage {
            // After changes of type, before the rebirths of captors.
            Stage::MoverColour if flip == Flip::Before => (Stage::MoverType, 1),
            stage => (stage, 0),
        });
        let flags = ids.iter().map(spec).fold(0, |flags, spec| {
            let flag = |holds: bool, flag: u16| if holds { flag } else { 0 };
            flags
                | flag(spec.on_capture == Footprint::Recolours, RECOLOURS_CAPTOR)
                | flag(spec.on_quiet == Footprint::Recolours, RECOLOURS_MOVER)
                | flag(spec.on_capture == Footprint::Anywhere, CAPTURES_ANYWHERE)
                | flag(spec.on_quiet == Footprint::Anywhere, QUIETS_ANYWHERE)
                | flag(spec.immobilises, IMMOBILISES)
                | flag(spec.limits_captures, LIMITS_CAPTURES)
                | flag(spec.vetoes_checks, VETOES_CHECKS)
                | flag(spec.moving_costs, MOVING_COSTS)
                | flag(spec.victims_return, VICTIMS_RETURN)
                | flag(spec.captors_climb, CAPTORS_CLIMB)
                | flag(spec.lends_movement, LENDS_MOVEMENT)
                | flag(spec.captors_move_on, CAPTORS_MOVE_ON)
                | flag(spec.has_possible(Possible::MorePieces), BRINGS_PIECES)
        });
        let choosers = ids.iter().map(spec).filter(|spec| !spec.chooses.is_empty());
        let several = choosers.count() > 1;
        let union = |kinds: fn(&ConditionSpec) -> MoveKinds| {
            let all = ids.iter().map(spec).map(kinds);
            all.fold(MoveKinds::NONE, MoveKinds::or)
        };
        let early = ids
            .iter()
            .filter(|id| spec(id).stage < Stage::VictimRebirth);
        Self {
            early: early.count(),
            vetoes: union(|spec| spec.vetoes),
            chooses: union(|spec| spec.chooses),
            ids,
            flags: if several {
                flags | SEVERAL_CHOOSE
            } else {
                flags
            },
        }
    }

    const fn has(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }

    /// Whether the game has no condition.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// All conditions, in the order in which they act.
    #[inline(always)]
    pub fn ids(&self) -> &[ConditionId] {
        &self.ids
    }

    /// The conditions that act before the effects on the hurdle, and those that act after them.
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

    /// Whether pieces can be kept from capturing where their movement leads, because they cannot move or only cannot capture.
    #[inline(always)]
    pub const fn narrow_attacks(&self) -> bool {
        self.has(IMMOBILISES | LIMITS_CAPTURES)
    }

    /// Whether a condition may forbid moves of these kinds because of their effects or of the resulting position.
    #[inline(always)]
    pub const fn may_veto(&self, kinds: MoveKinds) -> bool {
        self.vetoes.intersects(kinds)
    }

    /// Whether a veto can also forbid the capture of a king, which then is not in check.
    #[inline(always)]
    pub const fn veto_checks(&self) -> bool {
        self.has(VETOES_CHECKS)
    }

    /// Whether moves of some kinds may come in several versions with the same squares, distinguished by a chosen square.
    #[inline(always)]
    pub const fn may_choose(&self, kinds: MoveKinds) -> bool {
        self.chooses.intersects(kinds)
    }

    /// Whether more than one condition splits moves by a chosen square.
    #[inline(always)]
    pub const fn several_choose(&self) -> bool {
        self.has(SEVERAL_CHOOSE)
    }

    /// Whether capturing pieces move on, in which case pawns promote on the square where they end.
    #[inline(always)]
    pub const fn captors_move_on(&self) -> bool {
        self.has(CAPTORS_MOVE_ON)
    }

    /// Whether pieces come to the board from outside of the game.
    #[inline(always)]
    pub const fn bring_pieces(&self) -> bool {
        self.has(BRINGS_PIECES)
    }

    /// Whether pieces may move like pieces of another type instead of by their own movement.
    #[inline(always)]
    pub const fn lend_movement(&self) -> bool {
        self.has(LENDS_MOVEMENT)
    }

    /// Whether attacks depend on more than the capturing movement.
    #[inline(always)]
    pub const fn qualify_attacks(&self) -> bool {
        self.has(IMMOBILISES | LIMITS_CAPTURES | VETOES_CHECKS)
    }

    /// Whether a side may often be better off not moving.
    #[inline(always)]
    pub const fn moving_costs(&self) -> bool {
        self.has(MOVING_COSTS)
    }

    /// Whether captured pieces are reborn.
    #[inline(always)]
    pub const fn victims_return(&self) -> bool {
        self.has(VICTIMS_RETURN)
    }

    /// Whether pieces that capture rise in rank.
    #[inline(always)]
    pub const fn captors_climb(&self) -> bool {
        self.has(CAPTORS_CLIMB)
    }
}
