//! Tables of first moves, long pawn steps and en passant captures, for games whose pawns do not move as in chess or whose pieces have
//! first moves. [`MoveTables`](super::MoveTables) leave these moves out, because they depend on the state of the game.

use super::move_tables::{PathTables, for_side};
use super::rule_set::RuleSet;
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::betza::{Movement, Path, Travel};
use crate::board::Board;

/// Quiet moves of one piece type that are available on some squares only.
#[derive(Clone)]
pub struct FreeMoves {
    /// The piece type.
    pub piece_type: PieceType,
    /// The squares from which the piece can make these moves.
    pub from: Bitboard,
    /// The tables of the arrival squares.
    pub targets: PathTables,
    /// Whether the piece can be captured en passant on the squares that it passes.
    pub passes: bool,
    /// Whether the piece loses these moves once it has moved.
    pub unmoved: bool,
}

/// The first moves, long pawn steps and en passant captures of one side.
#[derive(Clone, Default)]
pub struct FreeTables {
    /// The first moves of pieces, and the long steps of pawns.
    pub moves: Vec<FreeMoves>,
    /// The en passant captures of each type of pawn.
    pub passing: Vec<(PieceType, PathTables)>,
    /// Whether some of these moves lead where the piece also goes by another one, so that a move could be listed twice.
    pub overlap: bool,
}

/// Whether a pawn that moves along a path can then be captured en passant: a quiet move of more than one square along a line, over
/// empty squares.
pub const fn passes(path: &Path) -> bool {
    let long = matches!(path.travel, Travel::Lame | Travel::Slide { .. });
    path.legs.is_empty() && long && path.modes.quiet
}

/// Whether a long step also changes the file, so that the squares passed do not determine where the pawn stands.
pub const fn passes_aslant(path: &Path) -> bool {
    passes(path) && path.last.files != 0
}

impl FreeTables {
    /// The tables of a side in a game.
    pub fn new(rules: &RuleSet, board: Board<'_>, movements: &[Movement], color: Color) -> Self {
        let mut tables = Self::default();
        for piece_type in rules
            .all_types()
            .filter(|one| rules.rank_pawn != Some(*one))
        {
            let movement = &movements[piece_type.index()];
            let pawn = rules.pawns.contains(piece_type);
            let compile = |wanted: &dyn Fn(&Path) -> bool| {
                let paths = movement.paths.iter().filter(|path| wanted(path));
                let paths: Vec<Path> = paths.map(|path| for_side(path, color)).collect();
                (!paths.is_empty()).then(|| PathTables::compile(board, &paths))
            };
            let passing = |path: &Path| rules.en_passant && pawn && passes(path);
            let first = compile(&|path| path.modes.initial && path.modes.quiet);
            let steps = compile(&|path| !path.modes.initial && passing(path));
            let others = compile(&|path| path.modes.quiet && !path.modes.initial && !passing(path));
            let on_empty = |targets: &Option<PathTables>, from: Square| {
                let targets = targets.as_ref();
                targets.map_or(Bitboard::EMPTY, |targets| {
                    targets.targets(from, Bitboard::EMPTY)
                })
            };
            let everywhere = rules.board.squares();
            tables.overlap |= everywhere.into_iter().any(|from| {
                let [first, steps, others] =
                    [&first, &steps, &others].map(|targets| on_empty(targets, from));
                first.intersects(steps | others) || steps.intersects(others)
            });
            let unmoved = rules.unmoved.contains(piece_type);
            for (targets, from, unmoved) in [
                (
                    first,
                    rules.first_moves[Piece::new(color, piece_type).index()],
                    unmoved,
                ),
                (steps, everywhere, false),
            ] {
                tables.moves.extend(targets.map(|targets| FreeMoves {
                    piece_type,
                    from,
                    targets,
                    passes: rules.en_passant && pawn,
                    unmoved,
                }));
            }
            let en_passant = compile(&|path| rules.en_passant && path.modes.en_passant);
            tables
                .passing
                .extend(en_passant.map(|targets| (piece_type, targets)));
        }
        tables
    }
}

/// A pawn's movement without the long steps that [`FreeTables`] contain.
pub fn without_free(rules: &RuleSet, piece_type: PieceType, movement: &Movement) -> Movement {
    let mut rest = movement.clone();
    if rules.en_passant && rules.pawns.contains(piece_type) {
        for path in rest.paths.iter_mut().filter(|path| passes(path)) {
            path.modes.quiet = false;
        }
        rest.paths
            .retain(|path| path.modes.quiet || path.modes.capture);
    }
    rest
}
