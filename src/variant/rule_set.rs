//! The rules of a game as data, without texts, look-up tables and evaluation.

use super::budgets::Budgets;
use super::castling::CastlingRules;
use super::conditions::ConditionSet;
use super::course::{CountingRule, RepetitionRule};
use super::definition::{
    BareKing, Checkmate, EffectTarget, FirstRank, Pass, Placing, Rex, Stalemate,
};
use super::goals::GoalRule;
use super::series::Series;
use super::transformations::{Homes, Ladder};
use super::zones::Zones;
use crate::base::{Bitboard, Color, MAX_PIECE_TYPES, Piece, PieceType, PieceTypeSet, Square};
use crate::board::Topology;
use arrayvec::ArrayVec;

/// Only the first `MAX_HELD` piece types of a variant can be held in hand.
pub const MAX_HELD: usize = 8;

/// A side effect of a hop on its hurdle (the piece that is leapt over).
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
    /// The letters of the effects (A, C, E), in the order in which they act.
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
    /// Which side's pieces the effects change: enemy, own or both.
    pub target: EffectTarget,
    /// Whether the effects also change kings.
    pub rex: Rex,
}

/// How a piece promotes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Promotion {
    /// The piece types that it can become, in the order offered; empty if it does not promote.
    pub into: Vec<PieceType>,
    /// The promotion zone: a move to one of these squares promotes.
    pub zone: Bitboard,
    /// Whether a move from a square of the zone promotes too.
    pub on_leaving: bool,
    /// Whether only captures promote.
    pub by_capture: bool,
    /// The squares where promotion is compulsory; elsewhere in the zone it is optional.
    pub must: Bitboard,
}

impl Promotion {
    /// Whether some arrivals leave a choice of what to promote to, or of whether to.
    pub fn is_choice(&self) -> bool {
        self.into.len() > 1
            || !self.into.is_empty() && (self.by_capture || (self.zone & !self.must).any())
    }

    /// The arrival squares where promotion is possible, given the arrival squares of `quiet` moves and of captures (`hits`). Ignores the zone.
    #[inline(always)]
    pub fn promoting(&self, quiet: Bitboard, hits: Bitboard) -> Bitboard {
        if self.by_capture { hits } else { quiet | hits }
    }
}

/// By side and piece type: the maximum number of pieces of the type that the side may have after promoting to it; `None` for no maximum.
pub type PromotionLimits = [[Option<u8>; MAX_PIECE_TYPES]; 2];

/// The rules of drops and of pieces in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DropRules {
    /// The squares on which a piece can be dropped, by side and piece type.
    pub regions: [[Bitboard; MAX_HELD]; 2],
    /// Piece types of which a side may have only [`Self::most_a_file`] on a file after a drop (Shogi: one pawn).
    pub one_a_file: PieceTypeSet,
    /// The maximum number of pieces per file, for the types in `one_a_file`.
    pub most_a_file: u8,
    /// Piece types that can be dropped only on a square colour on which their side has no piece of the type yet.
    pub square_colours: PieceTypeSet,
    /// Piece types whose drop must not give mate.
    pub no_mate: PieceTypeSet,
    /// Whether captured pieces go to the hand.
    pub captures: bool,
    /// The second piece type as which a piece in hand can be dropped (its promoted form), by its type in hand.
    pub forms: [Option<PieceType>; MAX_HELD],
    /// Whether a side that has pieces in hand has to drop one.
    pub compulsory: bool,
    /// Whether pieces can be dropped on empty squares; if not, they come to the board only where a piece leaves a square.
    pub on_empty_squares: bool,
}

/// The capabilities of a game: which groups of rules it has. All can be combined, except `dynamo`, which excludes the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a capability of its own, and any set of them may occur"
)]
pub struct Capabilities {
    /// Some pieces capture from afar without moving (rifle).
    pub shots: bool,
    /// Moves can change more than the moving and the captured piece: effects on hurdles, conditions, castling rights that return.
    pub side_effects: bool,
    /// Kings are captured; there is no check.
    pub royal_capture: bool,
    /// Captured pieces go to the hand of the capturing side and can be dropped.
    pub drops: bool,
    /// Pieces other than pawns of chess can promote.
    pub zones: bool,
    /// Some pawns move differently from chess, or other pieces have first moves.
    pub free_moves: bool,
    /// Linked kings: if one royal piece moves, another has to move in the same turn.
    pub linked: bool,
    /// Turns have several legs by a schedule.
    pub schedule: bool,
    /// Pieces push and pull instead of capturing (Dynamo).
    pub dynamo: bool,
    /// Some pieces cannot be captured.
    pub iron: bool,
    /// The board is a cylinder: the first and the last file are neighbours.
    pub wraps: bool,
    /// Some pieces (Betza mode `o`) move across the left and right edges, as if the board were a cylinder.
    pub goes_round: bool,
    /// Pieces may move like other piece types: relays lend their moves to the pieces that they guard, or a condition lends movements.
    pub relay: bool,
    /// There are two boards, and a piece that moves goes over to the other board (Alice Chess).
    pub two_boards: bool,
    /// Some pieces are neutral: they belong to the side to move.
    pub neutrals: bool,
    /// Some pieces are marked as ghosts, which cannot be captured.
    pub ghosts: bool,
    /// Some pieces are marked as chameleons, which change by moving.
    pub chameleons: bool,
    /// Games can end by goals, decisive repetition or counted moves, or captures are compulsory.
    pub goals: bool,
    /// A side may pass its turn.
    pub passes: bool,
    /// The legality of a listed move is not the safety of kings alone. Follows from passes, captured kings, turns by a schedule, gating, and
    /// drops that may not mate, so that moves need not be asked for each of them.
    pub judges_moves: bool,
    /// Some pieces have first moves, which they lose once they have moved.
    pub unmoved: bool,
    /// Pieces in hand come to squares that pieces leave with their first moves.
    pub gating: bool,
    /// Squares are blocked in the course of the game.
    pub walls: bool,
    /// Each turn has a second part in which a wall is placed.
    pub placing: bool,
    /// Some pieces capture on their way or pieces of their own side, or depend otherwise on what side the pieces on their way belong to.
    pub chains: bool,
    /// A piece that has captured may go on in the same move.
    pub capture_series: bool,
}

impl Capabilities {
    /// Whether `~` marks some pieces that promotion has nothing to do with.
    pub const fn marks_pieces(&self) -> bool {
        self.neutrals || self.chameleons || self.ghosts
    }

    /// No capability: a game with moves and captures only, and one leg per turn.
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
        neutrals: false,
        chameleons: false,
        ghosts: false,
        goals: false,
        passes: false,
        judges_moves: false,
        unmoved: false,
        gating: false,
        walls: false,
        placing: false,
        chains: false,
        capture_series: false,
    };

    /// Whether there is no capability but side effects (conditions and hurdles), so that a turn is one move of one piece on one board.
    pub fn only_side_effects(&self) -> bool {
        let plain = Self {
            side_effects: self.side_effects,
            ..Self::NONE
        };
        *self == plain
    }

    /// Whether a move can change more than the moving and the captured piece (apart from castling and promotion).
    pub const fn changes_more(self) -> bool {
        self.side_effects || self.dynamo || self.walls
    }

    /// Whether a turn can have more than one leg.
    pub const fn several_legs(self) -> bool {
        self.linked || self.schedule || self.placing
    }
}

/// The rules of a game as data. Squares and piece types are sets; by side means `[White, Black]`.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a yes or no of the variant file"
)]
pub struct RuleSet {
    /// The groups of rules that the game has.
    pub capabilities: Capabilities,
    /// Whether legs are as in chess: on the board they only move, capture, castle and promote by rank, and each side has one king that can
    /// be mated. Drops and turns of several legs are allowed.
    pub has_plain_legs: bool,
    /// As `has_plain_legs` while no hurdler with effects is on the board, apart from castling rights, which may return.
    pub has_plain_legs_without_hurdlers: bool,
    /// As `has_plain_legs`, and a leg that is no capture changes nothing but the piece's square, castling rights and clocks: turns
    /// have one leg, nobody may pass, and nothing else is marked or counted.
    pub has_plain_steps: bool,
    /// Whether there are two boards, and legs change nothing but what the rules of two boards say: the mover goes over, and what it
    /// captures leaves. Each king of a side has to be safe after its move.
    pub has_plain_boards: bool,
    /// Whether attacks and checks depend on more than the capturing movements of the pieces on one board: on conditions, relays, chains, a
    /// second board or spare kings.
    pub judges_whole_board: bool,
    /// The number of files of the board, 1-8.
    pub files: u8,
    /// The number of ranks of the board, 1-8.
    pub ranks: u8,
    /// The squares of the board and how its edges are connected.
    pub board: Topology,
    /// The number of piece types.
    pub piece_types: usize,
    /// Royal piece types (kings): an attack on one is check, and their loss decides the game.
    pub royals: PieceTypeSet,
    /// The pawn, for notation, hands and evaluation; the first kind if the game has several.
    pub pawn: Option<PieceType>,
    /// All kinds of pawns. Their moves reset the half-move clock, and after their long steps they can be captured en passant.
    pub pawns: PieceTypeSet,
    /// The pawn if it moves as in chess and is the only kind: one step ahead (perhaps two from the second rank), diagonal captures,
    /// promotion on the last rank. Other pawns move by their tables alone.
    pub rank_pawn: Option<PieceType>,
    /// Whether the moves of the pawn include a step ahead and diagonal captures, so that pawn structure can be evaluated.
    pub pawn_structure: bool,
    /// The squares from which a piece can make first moves, by piece index; unused for pawns that move as in chess.
    pub first_moves: Vec<Bitboard>,
    /// The piece type of walls, in games that have them. A wall is an iron piece without moves that belongs to neither side; its colour has
    /// no meaning.
    pub wall: Option<PieceType>,
    /// What pawns become when they promote to imitators; it never stands on the board.
    pub imitator: Option<PieceType>,
    /// How walls come to the board.
    pub placing: Placing,
    /// Where walls can be placed.
    pub wall_squares: Bitboard,
    /// The piece types that change between a side's and neutral by moving.
    pub half_neutral: PieceTypeSet,
    /// The piece types that turn into walls when they capture.
    pub petrifying: PieceTypeSet,
    /// The piece types with chains.
    pub chained: PieceTypeSet,
    /// The piece types that lose their first moves once they have moved.
    pub unmoved: PieceTypeSet,
    /// The start squares of the `unmoved` piece types, by side; with gating those of all pieces on the first rank.
    pub unmoved_homes: [Bitboard; 2],
    /// Piece types in `unmoved`, each with the enemy piece types that end its first moves by moving to a square from which they attack it.
    pub aimed: Vec<(PieceType, PieceTypeSet)>,
    /// The squares on which pawns can be captured en passant, by the pawns' side.
    pub passed: [Bitboard; 2],
    /// Whether pawns may move two squares from their second rank.
    pub double_step: bool,
    /// Whether there is en passant.
    pub en_passant: bool,
    /// The rule for moves of pawns that stand on their own first rank.
    pub first_rank: FirstRank,
    /// Whether promoted pawns are marked as such, because they go to a hand as pawns.
    pub marks_promoted: bool,
    /// How each piece promotes, by piece index.
    pub promotions: Vec<Promotion>,
    /// Whether a promotion can be a choice ([`Promotion::is_choice`]), so that one arrival can be several moves.
    pub promotes_by_choice: bool,
    /// Piece types that turn into others and back again: their promotions are no progress.
    pub turning: PieceTypeSet,
    /// Whether no pawn ever comes back to a square or a type that it has left by its own moves.
    pub pawns_advance: bool,
    /// Piece types that can promote to a royal piece.
    pub royal_promoters: PieceTypeSet,
    /// The maximum number of pieces of each type after a promotion; `None` if there are no limits.
    pub promotion_limits: Option<Box<PromotionLimits>>,
    /// Whether pawns also promote to every other piece type in the position that was set up.
    pub promotion_from_setup: bool,
    /// The rules of castling.
    pub castling: CastlingRules,
    /// The piece types that castle as kings.
    pub castling_kings: PieceTypeSet,
    /// Whether lost castling rights can return.
    pub rights_return: bool,
    /// Whether kings and castling pieces that are dropped at home can castle.
    pub dropped_castle: bool,
    /// The squares to which the moves of a piece are confined, by piece index; an empty list if no piece is confined.
    pub palaces: Vec<Bitboard>,
    /// Piece types that capture without moving (rifle).
    pub shooters: PieceTypeSet,
    /// Piece types that cannot be captured.
    pub iron: PieceTypeSet,
    /// Piece types that lend their moves to the pieces that they guard.
    pub relays: PieceTypeSet,
    /// Whether pawns, too, receive the moves of `relays`.
    pub relayed_pawns: bool,
    /// Piece types whose hops have effects on their hurdles.
    pub hurdlers: PieceTypeSet,
    /// The effects of hops on hurdles, by piece type.
    pub hurdle_effects: Vec<HurdleEffects>,
    /// Whether kings can change sides.
    pub kings_turn: bool,
    /// Whether conditions that recolour moving pieces also recolour kings.
    pub kings_flip: bool,
    /// Whether a side may have any number of kings, even none; always true if kings can change sides.
    pub any_kings: bool,
    /// Whether kings can be in hand; each side then has one king, in hand or on the board.
    pub kings_in_hand: bool,
    /// Whether a side with several kings is in check only if all of them are attacked.
    pub spare_kings: bool,
    /// The conditions that hold for every move.
    pub conditions: ConditionSet,
    /// The ladder of piece types for Einstein effects and conditions.
    pub ladder: Ladder,
    /// The home squares, on which pieces are reborn.
    pub homes: Homes,
    /// The goals (further ends of the game), in order of precedence.
    pub goals: Vec<GoalRule>,
    /// Whether the loss of royal pieces loses by a goal, in a game where they can also be mated.
    pub king_loss_ends: bool,
    /// Whether having fewer pieces is better (antichess): captures are compulsory, and losing pieces wins.
    pub fewer_is_better: bool,
    /// The number of checks that win; 0 if checks are not counted.
    pub checks: u8,
    /// Whether captures are compulsory.
    pub must_capture: bool,
    /// The result of checkmate.
    pub checkmate: Checkmate,
    /// The result of stalemate.
    pub stalemate: Stalemate,
    /// The result of a bare king.
    pub bare_king: BareKing,
    /// The side that wins by every draw; `None` if draws are draws.
    pub draws: Option<Color>,
    /// The number of half-moves without progress after which the game is drawn; `u16::MAX` if never. In games with several moves per turn,
    /// the number of turns.
    pub move_limit: u16,
    /// When and how repetition ends the game.
    pub repetition: RepetitionRule,
    /// The counting rule for endgames, as in Makruk; `None` if moves are not counted.
    pub counting: Option<CountingRule>,
    /// Whether the game is drawn at once if both kings are bare, or one king is bare and the other has one piece of [`RuleSet::dead`], with
    /// nothing in either hand.
    pub has_dead_positions: bool,
    /// Piece types that cannot win against a bare king if the side has only one of them besides its king.
    pub dead: PieceTypeSet,
    /// Piece types that can be held in hand and dropped; empty in games without drops.
    pub hand: PieceTypeSet,
    /// The piece types of [`RuleSet::hand`], in the order in which FENs list them.
    pub hand_order: Vec<PieceType>,
    /// How pieces are dropped.
    pub drops: DropRules,
    /// When each side may pass its turn.
    pub passes: [Pass; 2],
    /// The rules of turns of several moves; `None` in games of one move per turn.
    pub series: Option<Series>,
    /// The squares where pawns change direction and where pieces promote.
    pub zones: Zones,
    /// The budgets of the condition `bgl`; of no meaning without it.
    pub budgets: Budgets,
    /// How often White can exchange the roles by the condition `role-exchange`; `None` without limit.
    pub exchanges: Option<u8>,
    /// The piece type that each piece type has in hand, by index: itself, or for a promoted form the type before promotion.
    pub demoted: [PieceType; MAX_PIECE_TYPES],
    /// Linked royal piece types: if one moves, another that can move must move in the same turn.
    pub linked: PieceTypeSet,
}

impl RuleSet {
    /// All piece types, in the order of the variant file.
    #[inline(always)]
    pub fn all_types(&self) -> impl Iterator<Item = PieceType> + use<> {
        (0..self.piece_types).map(PieceType::new)
    }

    /// The square that corresponds to `square` for the other side: rank mirrored or, in games whose pawns change direction, file and rank
    /// exchanged.
    pub const fn mirrored(&self, square: Square) -> Square {
        if self.zones.is_straight() {
            Square::at(square.file(), self.ranks - 1 - square.rank())
        } else {
            Square::at(square.rank(), square.file())
        }
    }

    /// The pawn if it goes straight ahead on the whole board and has a pawn structure, for which the pawn terms of the evaluation are meant.
    pub fn straight_pawn(&self) -> Option<PieceType> {
        self.pawn
            .filter(|_| self.zones.is_straight() && self.pawn_structure)
    }

    /// How a piece promotes.
    #[inline(always)]
    pub fn promotion(&self, piece: Piece) -> &Promotion {
        &self.promotions[piece.index()]
    }

    /// The piece types to which pawns of a side promote on their last rank, in the order offered; for pawns that move as in chess.
    #[inline(always)]
    pub fn rank_promotions(&self, color: Color) -> &[PieceType] {
        self.rank_pawn
            .map_or(&[], |pawn| &self.promotion(Piece::new(color, pawn)).into)
    }

    /// The piece types to which a piece can promote with a move from `from` to `to`; empty if it cannot.
    pub fn promotions_by(&self, piece: Piece, from: Square, to: Square) -> &[PieceType] {
        let promotion = self.promotion(piece);
        let leaves = promotion.on_leaving && promotion.zone.contains(from);
        if leaves || promotion.zone.contains(to) {
            &promotion.into
        } else {
            &[]
        }
    }

    /// Whether a piece type is that of walls.
    #[inline(always)]
    pub fn is_wall(&self, piece_type: PieceType) -> bool {
        self.wall == Some(piece_type)
    }

    /// Whether some piece can promote to a piece type.
    pub fn can_become(&self, piece_type: PieceType) -> bool {
        let promotions = self.promotions.iter();
        promotions
            .filter(|promotion| !promotion.zone.is_empty())
            .any(|promotion| promotion.into.contains(&piece_type))
    }

    /// The first rank from a side's point of view.
    pub const fn first_rank_of(&self, color: Color) -> Bitboard {
        self.nth_rank_of(color, 0)
    }

    /// The squares on which the pawns of a side that move as in chess are stuck: its first rank, unless `first_rank` is `triple` or a condition
    /// frees them, without wormholes.
    pub fn stuck_pawns_of(&self, color: Color) -> Bitboard {
        match self.first_rank {
            FirstRank::Triple => Bitboard::EMPTY,
            _ if self.conditions.free_pawns() => Bitboard::EMPTY,
            _ => self.first_rank_of(color) & !self.zones.wormholes,
        }
    }

    /// The n-th rank (0 = first) from a side's point of view; empty if the board has fewer ranks.
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

    /// The squares on which a side can drop a piece type; meaningful only for types that can be held in hand.
    #[inline(always)]
    pub const fn drop_region(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.drops.regions[color.index()][piece_type.index() % MAX_HELD]
    }

    /// Whether moves that reset the half-move clock can never be undone, so that no earlier position can come back. They can where
    /// pieces change sides or come back to the board, or where pawns are pushed back, go back or turn back to what they were.
    pub const fn progress_is_final(&self) -> bool {
        let has = &self.capabilities;
        !has.side_effects && !has.drops && !has.royal_capture && !has.dynamo && self.pawns_advance
    }
}
