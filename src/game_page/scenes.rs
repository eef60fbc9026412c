//! Moves that change other pieces, as positions before and after: effects on hurdles, and the examples of conditions.

use crate::base::{Color, MoveKind, Piece, PieceType, Square};
use crate::position::{Position, Setup};
use crate::rules::{Event, Role, consequences, delta, legal_moves_from, position, turn_of_text};
use crate::variant::{ConditionSpec, Variant};
use std::cmp::Reverse;
use std::sync::Arc;

/// A move, and the position before and after it.
pub struct Scene {
    /// The position before.
    pub before: Position,
    /// The squares of the move.
    pub arrow: (Square, Square),
    /// The position after; `None` if the move is forbidden.
    pub after: Option<Position>,
}

/// The square of the hurdler. The kings (White's first) stand out of its way.
const HURDLER: Square = Square::at(3, 2);
const KINGS: [Square; 2] = [Square::at(7, 0), Square::at(7, 7)];

/// The hop of a White piece over an enemy piece with the most changes by effects; of equal hops the shortest, forward before backward.
pub fn effect(variant: &Arc<Variant>, piece_type: PieceType) -> Option<Scene> {
    let rules = &variant.rules;
    if rules.hurdle_effects[piece_type.index()].effects.is_empty() {
        return None;
    }
    let king = rules.all_types().find(|it| rules.royals.contains(*it))?;
    let hurdles = rules
        .all_types()
        .filter(|it| !rules.royals.contains(*it) && rules.pawn != Some(*it) && *it != piece_type);
    let squares = rules.board.squares();
    let mut best: Option<(usize, Scene)> = None;
    let mut by_distance: Vec<Square> = squares.into_iter().collect();
    by_distance.sort_by_key(|at| {
        (
            HURDLER.steps_to(*at),
            Reverse(at.rank()),
            at.file().abs_diff(HURDLER.file()),
        )
    });
    for hurdle in hurdles {
        for at in by_distance
            .iter()
            .filter(|at| **at != HURDLER && !KINGS.contains(at))
        {
            let pieces = vec![
                (HURDLER, Piece::new(Color::White, piece_type)),
                (*at, Piece::new(Color::Black, hurdle)),
                (KINGS[0], Piece::new(Color::White, king)),
                (KINGS[1], Piece::new(Color::Black, king)),
            ];
            for (changes, scene) in hops(variant, pieces, *at) {
                if best.as_ref().is_none_or(|(most, _)| changes > *most) {
                    best = Some((changes, scene));
                }
            }
        }
    }
    best.map(|(_, scene)| scene)
}

/// The moves of the hurdler that change the piece on the square `at`, with the number of changes.
fn hops(variant: &Arc<Variant>, pieces: Vec<(Square, Piece)>, at: Square) -> Vec<(usize, Scene)> {
    let before = Position::place(variant, &Setup::of_pieces(pieces));
    let moves = legal_moves_from(&before, HURDLER);
    let moves = moves.iter().filter(|mv| mv.kind() != MoveKind::Promotion);
    let scenes = moves.filter_map(|mv| {
        let changes = consequences(&before, *mv).into_iter().filter(|what| {
            let changed = matches!(
                what.event,
                Event::ChangesType(_) | Event::ChangesColor(_) | Event::Reborn(_)
            );
            what.role != Role::Mover && changed
        });
        let changes = changes.count();
        let scene = Scene {
            arrow: (mv.from(), mv.to()),
            after: Some(before.after(&delta(&before, *mv))),
            before: before.clone(),
        };
        (changes > 0 && before.at(at).is_some()).then_some((changes, scene))
    });
    scenes.collect()
}

/// The example of a condition with the pieces of a game; `None` if the game lacks some of them.
pub fn example(variant: &Arc<Variant>, condition: &ConditionSpec) -> Option<Scene> {
    let example = condition.example;
    let before = position(variant, example.fen).ok()?;
    let squares = |text: &str| {
        let (from, to) = text.get(..4)?.split_at(2);
        Some((from.parse().ok()?, to.parse().ok()?))
    };
    let after = match example.after {
        None => None,
        Some(placement) => {
            let side = (!before.side_to_move()).letter();
            Some(position(variant, &format!("{placement} {side} - - 0 1")).ok()?)
        }
    };
    // In a game with further rules the move may have another result; then there is no example.
    let turn = turn_of_text(&before, example.mv).ok();
    let played = turn.map(|turn| turn.after(&before).placement());
    let same = played.as_deref() == example.after;
    same.then_some(Scene {
        arrow: squares(example.mv)?,
        before,
        after,
    })
}
