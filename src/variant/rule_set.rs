//! The rules of a game as data: no texts, no tables, no numbers of the evaluation.

use super::castling::CastlingRules;
use super::conditions::ConditionSet;
use super::course::{CountingRule, RepetitionRule};
use super::definition::{BareKing, Checkmate, EffectTarget, FirstRank, Pass, Rex, Stalemate};
use super::goals::GoalRule;
use super::series::Series;
use super::transformations::{Homes, Ladder};
use super::zones::Zones;
use crate::base::{Bitboard, Color, MAX_PIECE_TYPES, Piece, PieceType, PieceTypeSet, Square};
use crate::board::Topology;
use arrayvec::ArrayVec;

/// Only the first `MAX_HELD` piece types of a variant can be held in hand.
pub const MAX_HELD: usize = 8;

/// One side effect of a hop on its hurdle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A: the hurdle changes colour.
    Andernach,
    /// C: the hurdle is reborn on its home square.
    Circe,
    /// E: the hurdle changes type.
    Einstein,
}

impl HurdleEffects {
    /// The letters of the effects, in order.
    pub fn letters(&self) -> String {
        let letters = self.effects.iter().map(|effect| match effect {
            Effect::Andernach => 'A',
            Effect::Circe => 'C',
            Effect::Einstein => 'E',
        });
        letters.collect()
    }
}

/// The effects of a piece type's hops on their hurdles.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HurdleEffects {
    /// The effects, in the order in which they act; empty for most piece types.
    pub effects: ArrayVec<Effect, 3>,
    /// Whose hurdles the effects change.
    pub target: EffectTarget,
    /// Whether the effects change kings, too.
    pub rex: Rex,
}

/// How a piece promotes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Promotion {
    /// The piece types that it can become, in the order offered; empty if it does not promote.
    pub into: Vec<PieceType>,
    /// The squares onto which a move promotes the piece.
    pub zone: Bitboard,
    /// Whether any move from a square of the zone promotes, too.
    pub on_leaving: bool,
    /// Whether only captures promote.
    pub by_capture: bool,
    /// Squares of the zone where promotion is compulsory; elsewhere in the zone it is optional.
    pub must: Bitboard,
}

impl Promotion {
    /// The promoting arrival squares among those of `quiet` moves and captures (`hits`).
    #[inline(always)]
    pub fn promoting(&self, quiet: Bitboard, hits: Bitboard) -> Bitboard {
        if self.by_capture { hits } else { quiet | hits }
    }
}

/// The most pieces of each type that a side may have after a promotion to it; `None` for any number.
pub type PromotionLimits = [[Option<u8>; MAX_PIECE_TYPES]; 2];

/// The rules of drops, and whether captured pieces go to a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DropRules {
    /// Where each side can drop each piece type.
    pub regions: [[Bitboard; MAX_HELD]; 2],
    /// Piece types that cannot be dropped on a file where their side has [`Self::most_a_file`] of them.
    pub one_a_file: PieceTypeSet,
    /// The most pieces of a type in `one_a_file` that a side can have on a file when it drops.
    pub most_a_file: u8,
    /// Piece types that can be dropped only on a square colour on which their side has none of them.
    pub square_colours: PieceTypeSet,
    /// Piece types whose drop must not give mate.
    pub no_mate: PieceTypeSet,
    /// Whether captured pieces go to the hand.
    pub captures: bool,
    /// The other type as which a piece can be dropped, by its type in hand.
    pub forms: [Option<PieceType>; MAX_HELD],
    /// Whether a side that has pieces in hand has to drop one.
    pub compulsory: bool,
}

/// The groups of rules that a game has. All can be combined, except `dynamo` with the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a capability of its own, and any set of them may occur"
)]
pub struct Capabilities {
    /// Some pieces capture from afar without moving (rifle).
    pub shots: bool,
    /// Moves change more than the moving and the captured piece: effects on hurdles, conditions, castling rights that return.
    pub side_effects: bool,
    /// Kings are captured; there is no check.
    pub royal_capture: bool,
    /// Captured pieces go to the hand of the capturing side and can be dropped.
    pub drops: bool,
    /// Pieces other than usual pawns promote.
    pub zones: bool,
    /// Some pawns move differently from chess, or other pieces have first moves.
    pub free_moves: bool,
    /// Some royal pieces must move in the same turn (linked kings).
    pub linked: bool,
    /// Turns have several legs by a schedule.
    pub schedule: bool,
    /// Pieces push and pull instead of capturing (Dynamo). Excludes the other capabilities, which are about captures.
    pub dynamo: bool,
    /// Some pieces cannot be captured.
    pub iron: bool,
    /// The board is a cylinder: the first and the last file are neighbours.
    pub wraps: bool,
    /// Some pieces (Betza mode `o`) move across the left and right edge as if the board were a cylinder.
    pub goes_round: bool,
    /// Pieces may move like other types: relays give their moves to the pieces that they guard, or a condition lends movements.
    pub relay: bool,
    /// There are two boards, and a moved piece goes over to the other one (Alice).
    pub two_boards: bool,
    /// Games end by goals, by a decisive repetition or by counted moves, or captures are compulsory.
    pub goals: bool,
    /// A side may pass its turn.
    pub passes: bool,
    /// Some pieces have moves that they lose once they have moved.
    pub unmoved: bool,
}

impl Capabilities {
    /// No capability: a game with moves and captures only, one leg a turn.
    pub const NONE: Self = Self {
        shots: false,
        side_effects: false,
        royal_capture: false,
        drops: false,
        zones: false,
        free_moves: false,
        linked: false,
        schedule: false,
        dynamo: false,
        iron: false,
        wraps: false,
        goes_round: false,
        relay: false,
        two_boards: false,
        goals: false,
        passes: false,
        unmoved: false,
    };

    /// Whether a move can change more than the moving and the captured piece, castling and promotion aside.
    pub const fn changes_more(self) -> bool {
        self.side_effects || self.dynamo
    }

    /// Whether a turn can have more than one leg.
    pub const fn several_legs(self) -> bool {
        self.linked || self.schedule
    }
}

/// The rules of a game, as data.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a yes or no of the variant file"
)]
pub struct RuleSet {
    /// Which groups of rules the game has.
    pub capabilities: Capabilities,
    /// Whether legs on the board only move, capture, castle and promote by rank, and each side has one king that can be mated.
    /// Drops and turns of several legs are allowed.
    pub has_plain_legs: bool,
    /// Whether attacks and checks depend on more than the capturing movements of the pieces of one board: on conditions, relay, a
    /// second board or spare kings.
    pub judges_whole_board: bool,
    /// The files of the board, 1-8.
    pub files: u8,
    /// The ranks of the board, 1-8.
    pub ranks: u8,
    /// The board.
    pub board: Topology,
    /// The number of piece types.
    pub piece_types: usize,
    /// Royal piece types: attack on them is check, and their loss decides the game.
    pub royals: PieceTypeSet,
    /// The pawn, the first one if there are several kinds: for notation, for hands and for the evaluation.
    pub pawn: Option<PieceType>,
    /// All kinds of pawns: their moves reset the half-move clock, and their long steps expose them to en passant.
    pub pawns: PieceTypeSet,
    /// The pawn, if it is the only kind and moves as in chess: one step ahead, perhaps two from its second rank, diagonal
    /// captures, promotion on the last rank. Other pawns move by their tables alone.
    pub rank_pawn: Option<PieceType>,
    /// Whether the pawn, among other things, steps ahead and captures diagonally ahead, so that pawn structure has a meaning.
    pub pawn_structure: bool,
    /// Squares from which a piece makes first moves, by piece index; unused for usual pawns.
    pub first_moves: Vec<Bitboard>,
    /// The piece types that lose their first moves once they have moved.
    pub unmoved: PieceTypeSet,
    /// The start squares of the `unmoved` piece types, by side.
    pub unmoved_homes: [Bitboard; 2],
    /// Piece types in `unmoved`, each with the enemy types that end its first moves by moving to where they attack it.
    pub aimed: Vec<(PieceType, PieceTypeSet)>,
    /// The squares on which passing pawns of each side can be taken en passant.
    pub passed: [Bitboard; 2],
    /// Whether pawns may move two squares from their second rank.
    pub double_step: bool,
    /// Whether there is en passant.
    pub en_passant: bool,
    /// The moves of pawns on their own first rank.
    pub first_rank: FirstRank,
    /// Whether promoted pawns are marked, because they go to a hand as pawns.
    pub marks_promoted: bool,
    /// How each piece promotes, by its index.
    pub promotions: Vec<Promotion>,
    /// Piece types that can become royal.
    pub royal_promoters: PieceTypeSet,
    /// The most pieces of each type after a promotion, if that is limited.
    pub promotion_limits: Option<Box<PromotionLimits>>,
    /// Whether pawns also promote to every other type of the position that was set up.
    pub promotion_from_setup: bool,
    /// Castling.
    pub castling: CastlingRules,
    /// The piece types that castle: kings.
    pub castling_kings: PieceTypeSet,
    /// Whether castling rights can return.
    pub rights_return: bool,
    /// Whether kings and castling pieces that are dropped at home can castle.
    pub dropped_castle: bool,
    /// The squares to which the moves of each piece are confined, by piece index; an empty list if no piece is confined.
    pub palaces: Vec<Bitboard>,
    /// Piece types that capture from afar.
    pub shooters: PieceTypeSet,
    /// Piece types that cannot be captured.
    pub iron: PieceTypeSet,
    /// Piece types that give their moves to the pieces that they guard.
    pub relays: PieceTypeSet,
    /// Piece types that hop with effects.
    pub hurdlers: PieceTypeSet,
    /// The effects of hops on hurdles, by piece type.
    pub hurdle_effects: Vec<HurdleEffects>,
    /// Whether kings can change sides.
    pub kings_turn: bool,
    /// Whether conditions that recolour moving pieces recolour kings, too.
    pub kings_flip: bool,
    /// Whether a side may have any number of kings, even none; always true where kings can change sides.
    pub any_kings: bool,
    /// Whether kings can be in hand: then each side has one, in hand or on the board.
    pub kings_in_hand: bool,
    /// Whether a side with several kings is in check only if all are attacked.
    pub spare_kings: bool,
    /// The conditions that hold for every move.
    pub conditions: ConditionSet,
    /// The ladder by which Einstein effects and conditions change types.
    pub ladder: Ladder,
    /// The squares where pieces are reborn.
    pub homes: Homes,
    /// Further ends of the game (goals), in order of precedence.
    pub goals: Vec<GoalRule>,
    /// Whether the loss of all royal pieces loses by a goal in a game where they can also be mated.
    pub king_loss_ends: bool,
    /// Whether having fewer pieces is better (antichess): captures are compulsory, and losing pieces wins.
    pub fewer_is_better: bool,
    /// The number of checks that win; 0 where checks are not counted.
    pub checks: u8,
    /// Whether a side that can capture has to.
    pub must_capture: bool,
    /// The result of checkmate.
    pub checkmate: Checkmate,
    /// The result of stalemate.
    pub stalemate: Stalemate,
    /// The result of a bare king.
    pub bare_king: BareKing,
    /// Half-moves (turns, in games of several moves a turn) without progress after which the game is drawn; `u16::MAX` if never.
    pub move_limit: u16,
    /// When repetition ends the game, and with which result.
    pub repetition: RepetitionRule,
    /// The limits on moves in the endgame, as in Makruk; `None` if moves are not counted.
    pub counting: Option<CountingRule>,
    /// Whether bare kings (and a king with one of [`RuleSet::dead`]) draw at once.
    pub has_dead_positions: bool,
    /// Piece types that, alone beside a king, cannot win against a bare king.
    pub dead: PieceTypeSet,
    /// Piece types that can be held in hand and dropped; empty where there are no drops.
    pub hand: PieceTypeSet,
    /// The piece types of [`RuleSet::hand`] in the order in which FENs write them.
    pub hand_order: Vec<PieceType>,
    /// How pieces are dropped.
    pub drops: DropRules,
    /// When each side may pass.
    pub passes: [Pass; 2],
    /// How long turns are, in games of several moves a turn.
    pub series: Option<Series>,
    /// The squares where pawns change direction and where pieces promote.
    pub zones: Zones,
    /// The type of each piece type in hand, by index: itself, or the type it was promoted from.
    pub demoted: [PieceType; MAX_PIECE_TYPES],
    /// Royal piece types that are linked: if one moves, another one that can move must move in the same turn.
    pub linked: PieceTypeSet,
}

impl RuleSet {
    /// All piece types, in the order of the file.
    #[inline(always)]
    pub fn all_types(&self) -> impl Iterator<Item = PieceType> + use<> {
        (0..self.piece_types).map(PieceType::new)
    }

    /// The square that corresponds to this one for the other side: mirrored vertically or, where pawns change direction, on
    /// the rising diagonal.
    pub const fn mirrored(&self, square: Square) -> Square {
        if self.zones.is_straight() {
            Square::at(square.file(), self.ranks - 1 - square.rank())
        } else {
            Square::at(square.rank(), square.file())
        }
    }

    /// The pawn, if forward is up the board everywhere. The terms of pawn structure and shelter are only meant for such pawns.
    pub fn straight_pawn(&self) -> Option<PieceType> {
        self.pawn
            .filter(|_| self.zones.is_straight() && self.pawn_structure)
    }

    /// How a piece promotes.
    #[inline(always)]
    pub fn promotion(&self, piece: Piece) -> &Promotion {
        &self.promotions[piece.index()]
    }

    /// The types to which usual pawns of a side promote on their last rank, in the order offered.
    #[inline(always)]
    pub fn rank_promotions(&self, color: Color) -> &[PieceType] {
        self.rank_pawn
            .map_or(&[], |pawn| &self.promotion(Piece::new(color, pawn)).into)
    }

    /// The types to which a piece can promote by a move between two squares; empty if it cannot.
    pub fn promotions_by(&self, piece: Piece, from: Square, to: Square) -> &[PieceType] {
        let promotion = self.promotion(piece);
        let leaves = promotion.on_leaving && promotion.zone.contains(from);
        if leaves || promotion.zone.contains(to) {
            &promotion.into
        } else {
            &[]
        }
    }

    /// Whether any piece can promote to a type.
    pub fn can_become(&self, piece_type: PieceType) -> bool {
        let promotions = self.promotions.iter();
        promotions
            .filter(|promotion| !promotion.zone.is_empty())
            .any(|promotion| promotion.into.contains(&piece_type))
    }

    /// The own first rank of a side.
    pub const fn first_rank_of(&self, color: Color) -> Bitboard {
        self.nth_rank_of(color, 0)
    }

    /// The n-th rank (0 = first) from a side's point of view; nothing if the board has fewer.
    pub const fn nth_rank_of(&self, color: Color, n: u8) -> Bitboard {
        if n >= self.ranks {
            return Bitboard::EMPTY;
        }
        match color {
            Color::White => Bitboard::rank(n),
            Color::Black => Bitboard::rank(self.ranks - 1 - n),
        }
    }

    /// The rank on which a side's pawns promote.
    pub const fn last_rank_of(&self, color: Color) -> Bitboard {
        self.nth_rank_of(color, self.ranks - 1)
    }

    /// The squares where a side can drop a piece type, if it can be held in hand.
    #[inline(always)]
    pub const fn drop_region(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.drops.regions[color.index()][piece_type.index() % MAX_HELD]
    }

    /// Whether moves that reset the half-move clock can never be undone, so that no earlier position can come back. They can where
    /// pieces change sides or come back to the board, or where pawns are pushed back.
    pub const fn progress_is_final(&self) -> bool {
        let has = &self.capabilities;
        !has.side_effects && !has.drops && !has.royal_capture && !has.dynamo
    }
}
