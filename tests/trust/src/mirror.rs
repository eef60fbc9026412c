//! The same game seen by the other side: colours exchanged and the board turned to match.

use crate::places::copied;
use katydid::base::{Bitboard, Color, Piece, PieceType, Square};
use katydid::position::{Position, Rights};
use katydid::rules::conditions;
use katydid::variant::{CastlingWay, GoalEvent, Variant};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use std::sync::LazyLock;

/// How a board is turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mirror {
    /// As the game's tables have it: on the middle of the board, or on the rising diagonal where pawns turn.
    Own,
    /// By a half turn, for pieces that go another way to their left than to their right.
    HalfTurn,
}

/// How many sets of occupied squares movements are compared with. A piece that hops to the left alone differs from its
/// mirror image on few of them.
const SAMPLES: usize = 48;

/// Sets of occupied squares: none, and some with pieces to hop over.
static CROWDS: LazyLock<Vec<Bitboard>> = LazyLock::new(|| {
    let mut rng = ChaCha8Rng::seed_from_u64(64);
    let mut crowd = |_| Bitboard(rng.random::<u64>() & rng.random::<u64>());
    let crowds = (1..SAMPLES).map(&mut crowd);
    std::iter::once(Bitboard::EMPTY).chain(crowds).collect()
});

impl Mirror {
    /// The mirror in which a game is itself; `None` if there is none.
    pub fn of(variant: &Variant) -> Option<Self> {
        let rules = &variant.rules;
        let is_plain = rules.conditions.is_empty() && !rules.capabilities.side_effects;
        if rules.passes[0] != rules.passes[1] || !rules.budgets.are_equal() {
            return None;
        }
        // Conditions of one side alone.
        let ids = rules.conditions.ids();
        if ids
            .iter()
            .any(|id| Self::is_one_sided(conditions::spec(*id).name))
        {
            return None;
        }
        // The cells of the grid begin at a1.
        let on_grid = ids.iter().any(|id| conditions::spec(*id).name == "grid");
        if on_grid && rules.ranks % 2 == 1 {
            return None;
        }
        if rules.draws.is_some() {
            return None;
        }
        // Chains have no tables that could be compared.
        let shown = &variant.presentation.piece_types;
        let is_handed = rules.capabilities.chains
            && shown
                .iter()
                .any(|piece| piece.movement.contains(['l', 'r']));
        let can_turn = is_plain && !rules.castling.exists() && rules.zones.is_straight();
        [Self::Own, Self::HalfTurn]
            .into_iter()
            .filter(|mirror| match mirror {
                Self::Own => !is_handed,
                Self::HalfTurn => can_turn,
            })
            .find(|mirror| {
                mirror.keeps_homes(variant)
                    && mirror.keeps_board(variant)
                    && mirror.keeps_pieces(variant)
                    && mirror.keeps_goals(variant)
                    && mirror.keeps_promotions(variant)
                    && mirror.keeps_drops(variant)
            })
    }

    /// Whether a condition binds one side alone.
    fn is_one_sided(name: &str) -> bool {
        name == "tibet" || name.starts_with("black-") || name.starts_with("white-")
    }

    /// Where a square goes.
    pub fn square(self, variant: &Variant, square: Square) -> Square {
        let rules = &variant.rules;
        match self {
            Self::Own => rules.mirrored(square),
            Self::HalfTurn => Square::at(
                rules.files - 1 - square.file(),
                rules.ranks - 1 - square.rank(),
            ),
        }
    }

    fn set(self, variant: &Variant, set: Bitboard) -> Bitboard {
        set.into_iter().map(|at| self.square(variant, at)).collect()
    }

    /// Whether both sides have the same goals.
    fn keeps_goals(self, variant: &Variant) -> bool {
        variant.rules.goals.iter().all(|goal| match goal.event {
            GoalEvent::Reach {
                squares: [white, black],
                last_move,
                ..
            } => self.set(variant, white) == black && !last_move,
            _ => true,
        })
    }

    /// Whether the pieces of both sides promote to the same, where and when they do.
    fn keeps_promotions(self, variant: &Variant) -> bool {
        let rules = &variant.rules;
        let limits = rules.promotion_limits.as_ref();
        let squares = rules.board.squares();
        let corresponds =
            |own: Bitboard, other| self.set(variant, own & squares) == other & squares;
        let alike = |piece: PieceType| {
            let [own, other] = Color::ALL.map(|color| rules.promotion(Piece::new(color, piece)));
            own.into == other.into
                && own.on_leaving == other.on_leaving
                && corresponds(own.zone, other.zone)
                && corresponds(own.must, other.must)
        };
        limits.is_none_or(|sides| sides[0] == sides[1]) && rules.all_types().all(alike)
    }

    /// Whether the pieces of both sides that have not moved stand on squares that correspond to each other, kings and rooks that castle
    /// among them: with `anywhere` each side castles from where it stands in the position set up.
    fn keeps_homes(self, variant: &Variant) -> bool {
        let rules = &variant.rules;
        let homes = |color, piece| rules.first_moves[Piece::new(color, piece).index()];
        let alike =
            |piece| self.set(variant, homes(Color::White, piece)) == homes(Color::Black, piece);
        let squares = |way: &CastlingWay| [way.king.0, way.king.1, way.rook.0, way.rook.1];
        let [white, black] = rules.castling.ways;
        let white =
            white.map(|way| way.map(|way| squares(&way).map(|at| self.square(variant, at))));
        let black = black.map(|way| way.map(|way| squares(&way)));
        rules.unmoved.iter().all(alike) && white == black
    }

    /// Whether both sides drop pieces on squares that correspond to each other.
    fn keeps_drops(self, variant: &Variant) -> bool {
        let [white, black] = &variant.rules.drops.regions;
        let squares = variant.rules.board.squares();
        let mut regions = white.iter().zip(black);
        regions.all(|(own, other)| self.set(variant, *own & squares) == *other & squares)
    }

    /// Whether the board is its own mirror image.
    fn keeps_board(self, variant: &Variant) -> bool {
        let (board, zones) = (&variant.rules.board, &variant.rules.zones);
        let squares = board.squares();
        let pair = |a: Square, b: Square| (a.min(b), a.max(b));
        let closed: Vec<_> = board.closed().iter().map(|(a, b)| pair(*a, *b)).collect();
        let stays = |(a, b): &(Square, Square)| {
            closed.contains(&pair(self.square(variant, *a), self.square(variant, *b)))
        };
        let turns = zones.is_straight() || self.set(variant, zones.up & squares) == zones.left;
        let walls = variant.rules.wall_squares & squares;
        self.set(variant, squares) == squares
            && self.set(variant, walls) == walls
            && self.set(variant, zones.promotion[0]) == zones.promotion[1]
            && self.set(variant, zones.magic) == zones.magic
            && self.set(variant, zones.wormholes) == zones.wormholes
            && turns
            && closed.iter().all(stays)
    }

    /// Whether each piece's movement is itself for the other side.
    fn keeps_pieces(self, variant: &Variant) -> bool {
        let squares = variant.rules.board.squares();
        let alike = |piece, from: Square, pieces: Bitboard| {
            let own = variant.moves_of(Piece::new(Color::White, piece));
            let other = variant.moves_of(Piece::new(Color::Black, piece));
            let (to, turned) = (self.square(variant, from), self.set(variant, pieces));
            self.set(variant, own.capture.targets(from, pieces)) == other.capture.targets(to, turned)
                && self.set(variant, own.quiet.targets(from, pieces))
                    == other.quiet.targets(to, turned)
                // Hops that end where leaps end as well are told apart by the evaluation.
                && self.set(variant, own.capture.fixed_hop_targets(from, pieces)) == other.capture.fixed_hop_targets(to, turned)
        };
        // Pawns that turn have tables of their own.
        let turning = variant
            .rules
            .pawn
            .filter(|_| !variant.rules.zones.is_straight());
        let mut pieces = variant
            .rules
            .all_types()
            .filter(|piece| Some(*piece) != turning);
        pieces.all(|piece| {
            squares.into_iter().all(|from| {
                CROWDS
                    .iter()
                    .all(|crowd| alike(piece, from, *crowd & squares))
            })
        })
    }

    /// The position with colours exchanged and the board turned.
    pub fn position(self, pos: &Position) -> Position {
        let variant = pos.variant();
        let mut state = *pos.state();
        state.side_to_move = !state.side_to_move;
        state.en_passant = self.set(variant, state.en_passant);
        state.legal_en_passant = self.set(variant, state.legal_en_passant);
        state.passed = self.set(variant, state.passed);
        state.unmoved = self.set(variant, state.unmoved);
        state.rights = mirrored_rights(state.rights);
        state.checks_left.reverse();
        state.memory = state
            .memory
            .mapped(|square| self.square(variant, square), Piece::flipped);
        state.memory.spent.reverse();
        copied(
            pos,
            state,
            |square, piece| (self.square(variant, square), piece.flipped()),
            |color| !color,
        )
    }
}

/// The rights of each side given to the other one.
fn mirrored_rights(rights: Rights) -> Rights {
    Color::ALL.into_iter().fold(Rights::NONE, |all, color| {
        let each = [
            (Rights::wing(color, true), Rights::wing(!color, true)),
            (Rights::wing(color, false), Rights::wing(!color, false)),
            (Rights::unmoved(color), Rights::unmoved(!color)),
        ];
        each.into_iter()
            .filter(|(own, _)| rights.has(*own))
            .fold(all, |all, (_, others)| all.with(others))
    })
}
