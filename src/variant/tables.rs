//! The look-up tables of a game: how its pieces move and attack.

use super::attack_tables::AttackTables;
use super::chains::ChainTables;
use super::definition::FirstRank;
use super::free_moves::{FreeTables, without_free};
use super::move_tables::{MoveTables, PathTables};
use super::piece_attacks::PieceAttacks;
use super::push_pull::PushPullTables;
use super::reach::{self, Reach, ReachTable};
use super::rule_set::RuleSet;
use crate::base::{Bitboard, Color, MAX_PIECE_TYPES, Piece, PieceType, PieceTypeSet};
use crate::betza::Movement;
use crate::board::{Behaviour, Board, BoardTables, LineTable};

/// The look-up tables of a game.
#[derive(Clone)]
pub struct Tables {
    /// The move tables of each piece, by piece index.
    pub moves: Vec<MoveTables>,
    /// The attack tables (reversed capture tables), by the attacking side.
    pub attacks: [AttackTables; 2],
    /// The squares up to the second piece on each line from a square: a change there can matter to the safety of a king on that square.
    pub view: LineTable,
    /// The kinds of squares that moves can change, by piece type.
    pub reach: ReachTable,
    /// Piece types, not royal, whose moves change only the squares of departure and arrival.
    pub plain: PieceTypeSet,
    /// Hurdlers that may have several ways to one square, over different pieces.
    pub many_ways: PieceTypeSet,
    /// Piece types without movement of their own, pawns and walls excepted, by side.
    pub idle: [PieceTypeSet; 2],
    /// The attack data of all piece types except pawns, by side.
    pub piece_attacks: [Vec<PieceAttacks>; 2],
    /// Piece types that are neither pawns nor royal.
    pub non_pawns: PieceTypeSet,
    /// Piece types that slide along files, kings excepted.
    pub file_sliders: PieceTypeSet,
    /// Colour-bound piece types, kings excepted.
    pub color_bound: PieceTypeSet,
    /// The space area of each side: the middle files, from its second rank to the middle of the board.
    pub space_areas: [Bitboard; 2],
    /// The ranks beyond the middle of the board, from each side's point of view.
    pub beyond_middle: [Bitboard; 2],
    /// The tables of first moves and of pawns that do not move as in chess, by side.
    pub free: [FreeTables; 2],
    /// The chains of each piece type; empty in games without chains.
    pub chains: Vec<Option<ChainTables>>,
    /// The tables of pushing and pulling; empty without `dynamo`.
    pub push_pull: PushPullTables,
}

impl Tables {
    /// Makes the tables; `movements` are in the order of the piece types.
    pub(super) fn new(rules: &RuleSet, movements: &[Movement], shared: &BoardTables) -> Self {
        let board = shared.on(&rules.board);
        let pieces = Color::ALL
            .into_iter()
            .flat_map(|color| (0..MAX_PIECE_TYPES).map(move |index| (color, index)));
        let moves: Vec<MoveTables> = pieces
            .map(|(color, index)| match movements.get(index) {
                Some(movement) => move_tables(rules, board, movement, PieceType::new(index), color),
                None => MoveTables::none(),
            })
            .collect();
        let attacks = Color::ALL.map(|color| AttackTables::new(rules, &moves, color));
        let goes_many_ways = |piece_type: &PieceType| {
            // A movement that a relay lends can be a second way to a square.
            rules.capabilities.relay
                || Color::ALL.iter().any(|color| {
                    let tables = &moves[Piece::new(*color, *piece_type).index()];
                    !(tables.quiet.one_way && tables.capture.one_way)
                })
        };
        let many_ways: PieceTypeSet = rules.hurdlers.iter().filter(goes_many_ways).collect();
        let reach = reach::table(rules, many_ways);
        let is_plain =
            |one: &PieceType| reach.iter().all(|table| table[one.index()] == Reach::Plain);
        let types = || rules.all_types().filter(|one| !rules.pawns.contains(*one));
        let non_pawns = types().filter(|one| !rules.royals.contains(*one));
        let types_whose = |is: fn(&PathTables) -> bool| {
            let found = rules.all_types().filter(|piece_type| {
                let tables = &moves[Piece::new(Color::White, *piece_type).index()];
                is(&tables.quiet) && is(&tables.capture)
            });
            found.filter(|one| !rules.royals.contains(*one)).collect()
        };
        Self {
            piece_attacks: Color::ALL.map(|color| {
                let pieces = types().map(|one| Piece::new(color, one));
                let attacks = |piece: Piece| PieceAttacks::of(rules, piece, &moves[piece.index()]);
                pieces.map(attacks).collect()
            }),
            non_pawns: non_pawns.collect(),
            file_sliders: types_whose(PathTables::slides_along_files),
            color_bound: types_whose(PathTables::color_bound),
            space_areas: Color::ALL.map(|color| {
                let middle = rules.files / 4..rules.files - rules.files / 4;
                let files = middle.fold(Bitboard::EMPTY, |all, file| all | Bitboard::file(file));
                let ranks = 1..rules.ranks / 2;
                let ranks = ranks.fold(Bitboard::EMPTY, |all, rank| {
                    all | rules.nth_rank_of(color, rank)
                });
                files & ranks & rules.board.squares()
            }),
            beyond_middle: {
                let far = rules.ranks.div_ceil(2)..rules.ranks;
                let white = far.fold(Bitboard::EMPTY, |all, rank| {
                    all | rules.nth_rank_of(Color::White, rank)
                }) & rules.board.squares();
                // By `mirrored` and not by opposite ranks, because in some games the sides do not start on opposite ranks.
                [
                    white,
                    white.into_iter().map(|at| rules.mirrored(at)).collect(),
                ]
            },
            reach,
            plain: rules.all_types().filter(is_plain).collect(),
            many_ways,
            idle: Color::ALL.map(|color| {
                let idle = types().filter(|one| {
                    !rules.is_wall(*one) && moves[Piece::new(color, *one).index()].never_move()
                });
                idle.collect()
            }),
            moves,
            attacks,
            view: shared
                .on(&rules.board.flat())
                .lines(Behaviour::View { depth: 2 }),
            free: Color::ALL.map(|color| {
                if rules.capabilities.free_moves {
                    FreeTables::new(rules, board, movements, color)
                } else {
                    FreeTables::default()
                }
            }),
            chains: if rules.capabilities.chains {
                let tables = |movement| ChainTables::new(board, movement);
                movements.iter().map(tables).collect()
            } else {
                Vec::new()
            },
            push_pull: PushPullTables::new(rules, movements),
        }
    }

    /// About how a piece of White moves and captures, chains included; for estimates of its value.
    pub fn estimated(&self, piece_type: PieceType) -> &MoveTables {
        let chains = self.chains.get(piece_type.index()).and_then(Option::as_ref);
        chains.map_or(&self.moves[piece_type.index()], |chains| &chains.flat)
    }

    /// The move tables of a piece.
    #[inline(always)]
    pub fn of(&self, piece: Piece) -> &MoveTables {
        &self.moves[piece.index()]
    }
}

fn move_tables(
    rules: &RuleSet,
    board: Board<'_>,
    movement: &Movement,
    piece_type: PieceType,
    color: Color,
) -> MoveTables {
    let rank_pawn = rules.rank_pawn == Some(piece_type);
    if rules.pawns.contains(piece_type) && !rank_pawn {
        let movement = without_free(rules, piece_type, movement);
        let mut tables = rules.zones.pawn_tables(board, &movement, color);
        if rules.capabilities.free_moves && rules.first_rank == FirstRank::Stuck {
            tables.quiet.forbid_to(rules.first_rank_of(color));
            tables.capture.forbid_to(rules.first_rank_of(color));
        }
        return tables;
    }
    let mut tables = MoveTables::new(board, movement, color);
    if let Some(palace) = rules.palaces.get(Piece::new(color, piece_type).index()) {
        tables.capture.forbid_to(!*palace);
        tables.quiet.forbid_to(!*palace);
    }
    if rank_pawn {
        tables.capture.forbid_from(rules.stuck_pawns_of(color));
        tables.quiet.forbid_from(rules.stuck_pawns_of(color));
    }
    tables
}
