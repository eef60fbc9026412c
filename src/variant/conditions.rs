//! Conditions as data: which conditions a game has, in which order they act, and what they can change. The compiler and the fast paths
//! of the rules use this. The code of each condition is in its own file in `rules::conditions`.

use super::definition::Flip;
use arrayvec::ArrayVec;

/// When a condition acts during a move; stages are in the order of time. The effects of a hop on its hurdle come between
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
    /// After everything else. Conditions that only judge a move have this stage too.
    Aftermath,
}

/// The footprint of a condition: what it changes besides the movement itself, as far as the safety of a king is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Footprint {
    /// Nothing, or only the moving piece's type: the mover's king is as safe as after the plain move.
    Harmless,
    /// The colour of the moving piece, on its arrival square.
    Recolours,
    /// Squares other than those of the plain move.
    Anywhere,
}

/// A property that a condition needs the game to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Home squares, which exist on the 8x8 board only.
    Homes,
    /// The Einstein ladder.
    Ladder,
    /// Pawns, because the condition brings new pawns to the board.
    Pawns,
    /// Walls, which every game with the condition gets.
    Walls,
}

/// Something that a condition makes possible in diagrams that can arise from the start position of chess, besides changes of colour
/// (its footprints) and of type (the ladder).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Possible {
    /// Pawns on the first and the last rank.
    PawnsOnEndRanks,
    /// More pieces on the board than in the start position.
    MorePieces,
    /// Changes of colour that the footprints do not say.
    OtherColours,
    /// Changes of type otherwise than by promotion.
    OtherTypes,
}

/// Something that a condition remembers from one move to the next, beside the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remembered {
    /// The captured piece that the next move brings back.
    Waiting,
    /// Captured pieces that come back when their squares are empty.
    Ghosts,
    /// How far the pieces of each side have moved.
    Spent,
    /// The squares of imitators.
    Imitators,
    /// The squares whose pieces the last move has exchanged.
    Exchanged,
    /// How often the roles have been exchanged.
    Exchanges,
}

impl Remembered {
    /// All that can be remembered.
    pub const ALL: [Self; 6] = [
        Self::Waiting,
        Self::Ghosts,
        Self::Spent,
        Self::Imitators,
        Self::Exchanged,
        Self::Exchanges,
    ];

    /// The name in FENs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Ghosts => "ghosts",
            Self::Spent => "left",
            Self::Imitators => "imitators",
            Self::Exchanged => "exchanged",
            Self::Exchanges => "exchanges",
        }
    }
}

/// A set of kinds of moves. A move that captures and promotes is of both kinds. Moves on the board that do not capture are quiet, except
/// castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveKinds(u8);

impl MoveKinds {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// Moves that neither capture nor castle nor drop, passes aside.
    pub const QUIET: Self = Self(1);
    /// Captures, including en passant and captures by rifles.
    pub const CAPTURE: Self = Self(1 << 1);
    /// Castling.
    pub const CASTLING: Self = Self(1 << 2);
    /// Drops from the hand.
    pub const DROP: Self = Self(1 << 3);
    /// Promotions.
    pub const PROMOTION: Self = Self(1 << 4);
    /// All kinds of moves in which something moves.
    pub const MOVES: Self = Self((1 << 5) - 1);
    /// Passes, in which nothing moves.
    pub const PASS: Self = Self(1 << 5);
    /// All moves and passes.
    pub const ALL: Self = Self::MOVES.or(Self::PASS);

    /// The union of two sets.
    #[inline(always)]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the sets have a kind in common.
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

/// An example of a condition: a position, a move and its result.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The position, as a FEN.
    pub fen: &'static str,
    /// The move, in coordinate notation.
    pub mv: &'static str,
    /// The piece placement after the move; `None` if the condition forbids the move.
    pub after: Option<&'static str>,
}

/// The description of a condition without its hooks (code): names, a summary, and properties that the compiler, the fast paths of the
/// rules, problems and documents use.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each answers a question of its own"
)]
pub struct ConditionSpec {
    /// The condition's name in variant files.
    pub name: &'static str,
    /// The condition's names in Popeye's input language, the usual one first; some have a second word (`AntiCirce Calvet`). Empty if Popeye
    /// does not have the condition.
    pub popeye: &'static [&'static str],
    /// A summary of what the condition does, in one line for people.
    pub summary: &'static str,
    /// An example that shows the effect of the condition.
    pub example: Example,
    /// When the condition acts during a move.
    pub stage: Stage,
    /// The footprint in captures.
    pub on_capture: Footprint,
    /// The footprint in moves that do not capture.
    pub on_quiet: Footprint,
    /// Whether the condition can keep pieces from moving at all, and so from capturing.
    pub immobilises: bool,
    /// Whether the condition can forbid captures to pieces that can move.
    pub limits_captures: bool,
    /// The kinds of moves that the condition's hook `judge` or `act` may forbid.
    pub vetoes: MoveKinds,
    /// The kinds of moves that the condition forbids without exception.
    pub forbids: MoveKinds,
    /// Whether the condition forbids all moves that give check, those that mate perhaps excepted.
    pub forbids_checks: bool,
    /// The names of conditions that make no sense beside this one: each contains the other, or they contradict each other.
    pub excludes: &'static [&'static str],
    /// Whether a capture of a king that the condition forbids does not count as check.
    pub vetoes_checks: bool,
    /// Whether the condition says which kings are in check, whatever attacks them.
    pub defines_check: bool,
    /// Whether only the hook `act` forbids moves, never `judge`: a move whose changes are possible is allowed.
    pub vetoes_by_act: bool,
    /// Whether the legality of a move depends on the other legal moves (which are judged without conditions of this kind).
    pub compares: bool,
    /// By side: whether the condition compares the side's moves by the hook `rank` alone and allows those of the least rank.
    pub ranks: [bool; 2],
    /// Whether the condition lets pieces move and capture like pieces of another type, instead of by their own movement.
    pub lends_movement: bool,
    /// Whether the condition lets moves start on other squares than that of the piece.
    pub starts_elsewhere: bool,
    /// Whether the condition lets pieces move and capture on squares that it adds to those of their movement.
    pub adds_targets: bool,
    /// Whether the condition lends movement to kings alone, that of the pieces that attack them.
    pub transmutes_kings: bool,
    /// The kinds of moves that the condition may split into several moves, one for each square that the player can choose.
    pub chooses: MoveKinds,
    /// Whether pawns that the condition puts on their last rank promote; the side that moves chooses what they become.
    pub promotes: bool,
    /// Whether a capturing piece moves on to a chosen square; the hook `act` then also promotes pawns.
    pub captors_move_on: bool,
    /// Whether passing is often better than moving, because moving harms the piece or ends a paralysis: null-move pruning is unsound.
    pub moving_costs: bool,
    /// Whether capturing pieces rise on the ladder of types.
    pub captors_climb: bool,
    /// Whether the captured piece is reborn.
    pub victims_return: bool,
    /// Whether captured kings can be reborn; the hook `judge` then tells which captures of kings are no checks, and forbids no move.
    pub kings_return: bool,
    /// Whether some pieces are neutral.
    pub neutrals: bool,
    /// Whether some pieces are marked as chameleons.
    pub chameleons: bool,
    /// Whether pawns that stand on their own first rank step and capture as elsewhere.
    pub frees_pawns: bool,
    /// Whether a piece that has captured may go on in the same move.
    pub continues_captures: bool,
    /// Whether White may exchange the sides instead of a move: a pass after which the condition acts.
    pub exchanges_roles: bool,
    /// Whether a piece may change places with an enemy one instead of moving.
    pub exchanges_pieces: bool,
    /// Whether a king may do so, too.
    pub exchanges_kings: bool,
    /// What the condition remembers from one move to the next; it then acts on castling and drops too.
    pub remembers: Option<Remembered>,
    /// Whether pieces are marked that cannot be captured.
    pub ghosts: bool,
    /// Whether a problem names the squares of the board to which the condition applies.
    pub has_squares: bool,
    /// Whether a problem names the budgets of the sides.
    pub has_budgets: bool,
    /// Whether a problem can name how often the condition can be used.
    pub has_limit: bool,
    /// The properties that the condition needs the game to have.
    pub needs: &'static [Need],
    /// What the condition makes possible in legal diagrams.
    pub makes_possible: &'static [Possible],
    /// Whether the problem solver's mate bounds are valid: footprints, stage, home squares and ladder describe all changes of the condition,
    /// and it never forbids the defender a capture.
    pub is_bounded: bool,
}

impl ConditionSpec {
    /// Whether two conditions recolour the mover in the same kind of moves, so that the second change would undo the first.
    pub fn repeats(&self, other: &Self) -> bool {
        let both = |one: Footprint, two: Footprint| {
            one == Footprint::Recolours && two == Footprint::Recolours
        };
        both(self.on_capture, other.on_capture) || both(self.on_quiet, other.on_quiet)
    }

    /// Whether two conditions make no sense beside each other: by their names, or because one forbids the captures by which alone the other
    /// acts.
    pub fn contradicts(&self, other: &Self) -> bool {
        let by_one = |one: &Self, two: &Self| {
            one.excludes.contains(&two.name)
                || one.forbids.intersects(MoveKinds::CAPTURE) && two.acts_by_captures_alone()
                // What the attacks of added moves are beside such conditions is not said anywhere.
                || one.adds_targets && two.changes_attacks()
        };
        by_one(self, other) || by_one(other, self)
    }

    /// Whether, because of the condition, attacks are not those of the movement of pieces, or checks not the attacks on kings.
    fn changes_attacks(&self) -> bool {
        self.immobilises
            || self.limits_captures
            || self.lends_movement
            || self.starts_elsewhere
            || self.vetoes_checks
            || self.defines_check
    }

    /// Whether the condition changes captures and nothing else, neither other moves nor checks.
    fn acts_by_captures_alone(&self) -> bool {
        self.on_capture != Footprint::Harmless
            && self.on_quiet == Footprint::Harmless
            && !self.vetoes_checks
            && !self.limits_captures
    }

    /// Whether one condition recolours quiet movers and the other one captors. A condition that does both complements itself.
    pub fn complements(&self, other: &Self) -> bool {
        self.on_quiet == Footprint::Recolours && other.on_capture == Footprint::Recolours
            || self.on_capture == Footprint::Recolours && other.on_quiet == Footprint::Recolours
    }

    /// Whether the condition compares moves of a side by rank.
    pub fn ranks_moves(&self) -> bool {
        self.ranks.contains(&true)
    }

    /// Whether the condition recolours moving pieces.
    pub fn recolours(&self) -> bool {
        self.on_capture == Footprint::Recolours || self.on_quiet == Footprint::Recolours
    }

    /// Whether the condition needs a property of the game.
    pub fn has_need(&self, need: Need) -> bool {
        self.needs.contains(&need)
    }

    /// Whether the condition makes something possible in legal diagrams.
    pub fn has_possible(&self, possible: Possible) -> bool {
        self.makes_possible.contains(&possible)
    }

    /// A description with the given fields and all other properties absent; a base for the constants of the conditions.
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
            forbids: MoveKinds::NONE,
            forbids_checks: false,
            excludes: &[],
            vetoes_checks: false,
            defines_check: false,
            vetoes_by_act: false,
            compares: false,
            ranks: [false; 2],
            lends_movement: false,
            starts_elsewhere: false,
            adds_targets: false,
            transmutes_kings: false,
            chooses: MoveKinds::NONE,
            promotes: false,
            captors_move_on: false,
            moving_costs: false,
            captors_climb: false,
            victims_return: false,
            kings_return: false,
            neutrals: false,
            chameleons: false,
            frees_pawns: false,
            continues_captures: false,
            exchanges_roles: false,
            exchanges_pieces: false,
            exchanges_kings: false,
            remembers: None,
            ghosts: false,
            has_squares: false,
            has_budgets: false,
            has_limit: false,
            needs: &[],
            makes_possible: &[],
            is_bounded: false,
        }
    }
}

/// A condition, as an index into the list of all conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConditionId(pub u8);

/// The maximum number of conditions in a game.
pub const MAX_CONDITIONS: usize = 8;

/// The conditions of a game, in the order in which they act.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ConditionSet {
    ids: ArrayVec<ConditionId, MAX_CONDITIONS>,
    /// The number of conditions that act before the effects of a hop on its hurdle; these are the first in `ids`.
    early: usize,
    flags: u64,
    /// The kinds of moves that at least one condition may forbid.
    vetoes: MoveKinds,
    /// The kinds of moves that a condition may forbid by its hook `act`, and those that one may forbid otherwise than by rank.
    acted: MoveKinds,
    judged: MoveKinds,
    /// The kinds of moves that at least one condition may split by a chosen square.
    chooses: MoveKinds,
}

const RECOLOURS_CAPTOR: u64 = 1;
const RECOLOURS_MOVER: u64 = 1 << 1;
const CAPTURES_ANYWHERE: u64 = 1 << 2;
const QUIETS_ANYWHERE: u64 = 1 << 3;
const IMMOBILISES: u64 = 1 << 4;
const VETOES_CHECKS: u64 = 1 << 5;
const MOVING_COSTS: u64 = 1 << 6;
const LIMITS_CAPTURES: u64 = 1 << 7;
const VICTIMS_RETURN: u64 = 1 << 8;
const CAPTORS_CLIMB: u64 = 1 << 9;
const LENDS_MOVEMENT: u64 = 1 << 10;
const CAPTORS_MOVE_ON: u64 = 1 << 11;
const BRINGS_PIECES: u64 = 1 << 12;
const PROMOTES_VICTIMS: u64 = 1 << 13;
const PROMOTES_BYSTANDERS: u64 = 1 << 14;
const RANKS: u64 = 1 << 15;
const STARTS_ELSEWHERE: u64 = 1 << 16;
const USES_HOMES: u64 = 1 << 17;
const USES_LADDER: u64 = 1 << 18;
const RECOLOURS_FIRST: u64 = 1 << 19;
const LEAVES_WALLS: u64 = 1 << 20;
const DEFINES_CHECK: u64 = 1 << 21;
const KINGS_RETURN: u64 = 1 << 22;
const HAVE_NEUTRALS: u64 = 1 << 23;
const HAVE_CHAMELEONS: u64 = 1 << 24;
const FREES_PAWNS: u64 = 1 << 25;
const HAVE_GHOSTS: u64 = 1 << 26;
const ADDS_TARGETS: u64 = 1 << 27;
const CONTINUES_CAPTURES: u64 = 1 << 28;
const EXCHANGES_ROLES: u64 = 1 << 29;
const CHANGES_TYPES: u64 = 1 << 30;
const EXCHANGES_PIECES: u64 = 1 << 31;
/// The flag of the first thing that can be remembered; the others follow.
const REMEMBER: u32 = 32;

impl ConditionSet {
    /// The set of the `chosen` conditions; `all` is the list that their ids index.
    pub(super) fn new(chosen: &[ConditionId], all: &[&'static ConditionSpec], flip: Flip) -> Self {
        let spec = |id: &ConditionId| all[usize::from(id.0)];
        let mut ids: ArrayVec<ConditionId, MAX_CONDITIONS> = chosen.iter().copied().collect();
        ids.sort_by_key(|id| match spec(id).stage {
            // With `Flip::Before`, colour changes come after changes of type and before rebirths of captors.
            Stage::MoverColour if flip == Flip::Before => (Stage::MoverType, 1),
            stage => (stage, 0),
        });
        let flags = ids.iter().map(spec).fold(0_u64, |flags, spec| {
            let flag = |holds: bool, flag: u64| if holds { flag } else { 0 };
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
                | flag(spec.promotes && spec.victims_return, PROMOTES_VICTIMS)
                | flag(spec.promotes && !spec.victims_return, PROMOTES_BYSTANDERS)
                | flag(spec.ranks_moves(), RANKS)
                | flag(spec.starts_elsewhere, STARTS_ELSEWHERE)
                | flag(spec.adds_targets, ADDS_TARGETS)
                // Rebirths that can promote pawns are on squares that depend on the capture.
                | flag(spec.has_need(Need::Homes) && !spec.promotes, USES_HOMES)
                | flag(spec.has_need(Need::Ladder), USES_LADDER)
                | flag(spec.has_need(Need::Walls), LEAVES_WALLS)
                | flag(spec.defines_check, DEFINES_CHECK)
                | flag(spec.kings_return, KINGS_RETURN)
                | flag(spec.neutrals, HAVE_NEUTRALS)
                | flag(spec.chameleons, HAVE_CHAMELEONS)
                | flag(spec.frees_pawns, FREES_PAWNS)
                | flag(spec.ghosts, HAVE_GHOSTS)
                | flag(spec.continues_captures, CONTINUES_CAPTURES)
                | flag(spec.exchanges_roles, EXCHANGES_ROLES)
                | flag(spec.exchanges_pieces, EXCHANGES_PIECES)
                | flag(spec.has_possible(Possible::OtherTypes), CHANGES_TYPES)
                | spec.remembers.map_or(0, |kind| 1_u64 << (REMEMBER + kind as u32))
                | flag(spec.stage == Stage::MoverColour && flip == Flip::Before, RECOLOURS_FIRST)
        });
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
            acted: union(|spec| {
                if spec.vetoes_by_act {
                    spec.vetoes
                } else {
                    MoveKinds::NONE
                }
            }),
            judged: union(|spec| {
                if spec.vetoes_by_act || spec.ranks_moves() {
                    MoveKinds::NONE
                } else {
                    spec.vetoes
                }
            }),
            chooses: union(|spec| spec.chooses),
            ids,
            flags,
        }
    }

    /// The conditions in a game without pawns, where none is put on its last rank.
    pub(super) fn without_pawns(mut self) -> Self {
        self.flags &= !(PROMOTES_VICTIMS | PROMOTES_BYSTANDERS);
        self
    }

    const fn has(&self, flags: u64) -> bool {
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

    /// The conditions that act before the effects of a hop on its hurdle, and the conditions that act after them.
    #[inline(always)]
    pub fn stages(&self) -> (&[ConditionId], &[ConditionId]) {
        self.ids.split_at(self.early.min(self.ids.len()))
    }

    /// Whether a condition says which kings are in check.
    #[inline(always)]
    pub const fn define_check(&self) -> bool {
        self.has(DEFINES_CHECK)
    }

    /// Whether captured kings can be reborn.
    pub const fn kings_return(&self) -> bool {
        self.has(KINGS_RETURN)
    }

    /// Whether moves make walls of squares.
    pub const fn leave_walls(&self) -> bool {
        self.has(LEAVES_WALLS)
    }

    /// Whether a condition remembers a thing from one move to the next.
    pub const fn remembers(&self, kind: Remembered) -> bool {
        self.has(1 << (REMEMBER + kind as u32))
    }

    /// Whether a condition remembers anything from one move to the next.
    #[inline(always)]
    pub const fn remember(&self) -> bool {
        self.flags >> REMEMBER != 0
    }

    /// Whether marked pieces cannot be captured.
    pub const fn have_ghosts(&self) -> bool {
        self.has(HAVE_GHOSTS)
    }

    /// Whether pawns on their own first rank step and capture as elsewhere.
    pub const fn free_pawns(&self) -> bool {
        self.has(FREES_PAWNS)
    }

    /// Whether a piece that has captured may go on in the same move.
    pub const fn continue_captures(&self) -> bool {
        self.has(CONTINUES_CAPTURES)
    }

    /// Whether a piece may change places with an enemy one instead of moving.
    #[inline(always)]
    pub const fn exchange_pieces(&self) -> bool {
        self.has(EXCHANGES_PIECES)
    }

    /// Whether White may exchange the sides instead of a move.
    pub const fn exchange_roles(&self) -> bool {
        self.has(EXCHANGES_ROLES)
    }

    /// Whether pieces can be marked as chameleons.
    pub const fn have_chameleons(&self) -> bool {
        self.has(HAVE_CHAMELEONS)
    }

    /// Whether pieces change their types otherwise than by promotion.
    pub const fn change_types(&self) -> bool {
        self.has(CHANGES_TYPES) || self.use_ladder()
    }

    /// Whether pieces can be neutral.
    pub const fn have_neutrals(&self) -> bool {
        self.has(HAVE_NEUTRALS)
    }

    /// Whether capturing pieces change colour.
    #[inline(always)]
    pub const fn recolour_captors(&self) -> bool {
        self.has(RECOLOURS_CAPTOR)
    }

    /// Whether pieces that move without capturing change colour.
    #[inline(always)]
    pub const fn recolour_movers(&self) -> bool {
        self.has(RECOLOURS_MOVER)
    }

    /// Whether captures can change squares other than those of the plain move.
    #[inline(always)]
    pub const fn captures_reach_far(&self) -> bool {
        self.has(CAPTURES_ANYWHERE)
    }

    /// Whether moves that do not capture can change squares other than those of the plain move.
    #[inline(always)]
    pub const fn quiets_reach_far(&self) -> bool {
        self.has(QUIETS_ANYWHERE)
    }

    /// Whether a condition can keep pieces from moving.
    #[inline(always)]
    pub const fn immobilise(&self) -> bool {
        self.has(IMMOBILISES)
    }

    /// Whether a condition can forbid captures to pieces that can move.
    #[inline(always)]
    pub const fn limit_captures(&self) -> bool {
        self.has(LIMITS_CAPTURES)
    }

    /// Whether a condition can keep pieces from capturing where their movement leads, by forbidding all moves or only captures.
    #[inline(always)]
    pub const fn narrow_attacks(&self) -> bool {
        self.has(IMMOBILISES | LIMITS_CAPTURES)
    }

    /// Whether a condition may forbid moves of some `kinds` because of their effects or of the resulting position.
    #[inline(always)]
    pub const fn may_veto(&self, kinds: MoveKinds) -> bool {
        self.vetoes.intersects(kinds)
    }

    /// Whether only a draft can show that the changes of moves of some `kinds` are possible.
    #[inline(always)]
    pub const fn may_fail(&self, kinds: MoveKinds) -> bool {
        self.acted.intersects(kinds)
    }

    /// Whether a condition may forbid moves of some `kinds` although their changes are possible, otherwise than by rank.
    #[inline(always)]
    pub const fn may_judge(&self, kinds: MoveKinds) -> bool {
        self.judged.intersects(kinds)
    }

    /// Whether a condition allows a side only the moves of the least rank.
    #[inline(always)]
    pub const fn rank_moves(&self) -> bool {
        self.has(RANKS)
    }

    /// Whether a condition can forbid the capture of a king, so that the king is not in check.
    #[inline(always)]
    pub const fn veto_checks(&self) -> bool {
        self.has(VETOES_CHECKS)
    }

    /// Whether moves of some `kinds` may come in several versions that differ only in a square that the player chooses.
    #[inline(always)]
    pub const fn may_choose(&self, kinds: MoveKinds) -> bool {
        self.chooses.intersects(kinds)
    }

    /// Whether any move may come in several versions that differ only in what is chosen: squares, or what pawns become that conditions
    /// put on their last rank.
    #[inline(always)]
    pub const fn offer_choices(&self) -> bool {
        !self.chooses.is_empty() || self.promote_pawns()
    }

    /// Whether conditions promote the pawns that they put on their last rank.
    #[inline(always)]
    pub const fn promote_pawns(&self) -> bool {
        self.has(PROMOTES_VICTIMS | PROMOTES_BYSTANDERS)
    }

    /// Whether conditions promote captured pawns that are reborn on their last rank.
    #[inline(always)]
    pub const fn promote_victims(&self) -> bool {
        self.has(PROMOTES_VICTIMS)
    }

    /// Whether conditions promote pieces that a move turns into pawns on their last rank.
    #[inline(always)]
    pub const fn promote_bystanders(&self) -> bool {
        self.has(PROMOTES_BYSTANDERS)
    }

    /// Whether capturing pieces move on to another square, on which pawns then promote.
    #[inline(always)]
    pub const fn captors_move_on(&self) -> bool {
        self.has(CAPTORS_MOVE_ON)
    }

    /// Whether a condition can add new pieces to the board.
    #[inline(always)]
    pub const fn bring_pieces(&self) -> bool {
        self.has(BRINGS_PIECES)
    }

    /// Whether pieces may move like pieces of another type instead of by their own movement.
    #[inline(always)]
    pub const fn lend_movement(&self) -> bool {
        self.has(LENDS_MOVEMENT)
    }

    /// Whether conditions depend on the home squares of pieces.
    pub const fn use_homes(&self) -> bool {
        self.has(USES_HOMES)
    }

    /// Whether conditions change types along the Einstein ladder.
    pub const fn use_ladder(&self) -> bool {
        self.has(USES_LADDER)
    }

    /// Whether moving pieces change colour before captors are reborn.
    pub const fn recolour_first(&self) -> bool {
        self.has(RECOLOURS_FIRST)
    }

    /// Whether moves may start on other squares than that of the piece.
    #[inline(always)]
    pub const fn start_elsewhere(&self) -> bool {
        self.has(STARTS_ELSEWHERE)
    }

    /// Whether conditions add squares to those of the movement of pieces.
    #[inline(always)]
    pub const fn add_targets(&self) -> bool {
        self.has(ADDS_TARGETS)
    }

    /// Whether, because of conditions, attacks depend on more than the capturing movement.
    #[inline(always)]
    pub const fn qualify_attacks(&self) -> bool {
        self.has(IMMOBILISES | LIMITS_CAPTURES | VETOES_CHECKS)
    }

    /// Whether passing is often better than moving, so that null-move pruning is unsound.
    #[inline(always)]
    pub const fn moving_costs(&self) -> bool {
        self.has(MOVING_COSTS)
    }

    /// Whether captured pieces are reborn.
    #[inline(always)]
    pub const fn victims_return(&self) -> bool {
        self.has(VICTIMS_RETURN)
    }

    /// Whether capturing pieces rise on the ladder of types.
    #[inline(always)]
    pub const fn captors_climb(&self) -> bool {
        self.has(CAPTORS_CLIMB)
    }
}
