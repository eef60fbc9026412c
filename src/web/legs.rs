//! Legal legs as the page needs them: how they are chosen by dragging, their notation, and everything that they change.

use super::names;
use super::words::{Effect, effects};
use katydid::base::{Move, MoveKind, Piece};
use katydid::position::{Delta, Position};
use katydid::rules::{
    self, Event, Reason, Role, consequences, delta, ends_turn, in_check, is_capture, leg_text,
    legs_san, outcome,
};
use serde::Serialize;

/// A way to select a leg by dragging a piece from one place to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Grip {
    /// A square, or `@P` for a piece in hand.
    pub from: String,
    /// A square, or `edge` for beyond the board.
    pub to: String,
}

/// The change of one square of one board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Change {
    pub square: String,
    /// The piece before.
    pub before: Option<String>,
    /// The piece after.
    pub after: Option<String>,
}

#[derive(Clone, Serialize)]
pub struct Leg {
    /// The coordinate text.
    pub text: String,
    /// The algebraic notation, with the sign of check or mate if the leg ends the turn.
    pub san: String,
    /// The changes on the board.
    #[serde(flatten)]
    pub motion: Motion,
    /// The piece to which a pawn promotes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub into: Option<String>,
    /// The pieces leapt over, if several legs have the same squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub over: Vec<String>,
    /// Whether the leg captures.
    pub capture: bool,
    /// Whether the turn is complete after the leg.
    pub ends: bool,
}

/// The changes of a leg on the board.
#[derive(Clone, Serialize)]
pub struct Motion {
    /// The ways to choose the leg by dragging: each piece that it moves from one place to another.
    pub grips: Vec<Grip>,
    pub changes: Vec<Change>,
    /// The effects besides the movement of the piece.
    pub effects: Vec<Effect>,
}

impl Motion {
    /// The motion of the legal leg `mv`, whose delta is `delta`.
    pub fn of(pos: &Position, mv: Move, delta: &Delta) -> Self {
        Self {
            grips: grips(pos, mv),
            changes: changes(pos, delta),
            effects: effects(pos, mv),
        }
    }
}

pub fn legs(pos: &Position) -> Vec<Leg> {
    let named = legs_san(pos).into_iter();
    named.map(|(mv, san)| leg(pos, mv, san)).collect()
}

fn leg(pos: &Position, mv: Move, mut san: String) -> Leg {
    let delta = delta(pos, mv);
    let after = pos.after(&delta);
    let ends = ends_turn(pos, &after);
    if ends && in_check(&after) {
        let mate = outcome(&after).is_some_and(|end| end.reason == Reason::Checkmate);
        san.push(if mate { '#' } else { '+' });
    }
    let text = leg_text(pos, mv);
    let over = if text.contains('/') {
        let way = rules::ways(pos, mv).into_iter().next().unwrap_or_default();
        way.iter()
            .map(|at| names::square_of(pos.variant(), *at, pos.at(*at)))
            .collect()
    } else {
        Vec::new()
    };
    let into = mv.piece_type().filter(|_| mv.kind() == MoveKind::Promotion);
    let into =
        into.map(|into| names::piece_name(pos.variant(), Piece::new(pos.side_to_move(), into)));
    Leg {
        text,
        san,
        motion: Motion::of(pos, mv, &delta),
        into,
        over,
        capture: is_capture(pos, mv),
        ends,
    }
}

/// The ways to choose a leg by dragging; the moving piece comes first. In Dynamo each displaced piece can be dragged.
pub fn grips(pos: &Position, mv: Move) -> Vec<Grip> {
    let mut list = consequences(pos, mv);
    list.sort_by_key(|what| what.role != Role::Mover);
    let grips = list.into_iter().filter_map(|what| {
        let name = |square| names::square_of(pos.variant(), square, Some(what.piece));
        let (from, to) = match what.event {
            Event::Moves(to) if what.role != Role::Rook => (name(what.square), name(to)),
            Event::Shoots(at) => (name(what.square), name(at)),
            Event::Drops => {
                let letter = pos.variant().letter_of(what.piece.piece_type());
                (format!("@{letter}"), name(what.square))
            }
            Event::PushedOff => (name(what.square), "edge".to_owned()),
            Event::Moves(_)
            | Event::Captured(_)
            | Event::Promotes(_)
            | Event::ChangesType(_)
            | Event::ChangesColor(_)
            | Event::Reborn(_)
            | Event::Transferred(_)
            | Event::Returns(_)
            | Event::Appears
            | Event::Vanishes
            | Event::Crosses(_) => return None,
        };
        Some(Grip { from, to })
    });
    grips.collect()
}

/// All squares that a delta changes. A piece that crosses to the other board changes one square on each.
fn changes(pos: &Position, delta: &Delta) -> Vec<Change> {
    let name = |piece: Option<Piece>| piece.map(|piece| names::piece_name(pos.variant(), piece));
    let is_on_board_b = |piece: Piece| names::is_on_board_b(pos.variant(), piece);
    let parts = delta.edits.iter().flat_map(|edit| {
        let (before, after) = (edit.before, edit.after);
        let boards = before
            .zip(after)
            .map(|(before, after)| is_on_board_b(before) != is_on_board_b(after));
        let parts = if boards == Some(true) {
            [Some((before, None)), Some((None, after))]
        } else {
            [Some((before, after)), None]
        };
        parts.into_iter().flatten().map(|part| (edit.square, part))
    });
    let change = |(square, (before, after)): (_, (Option<Piece>, Option<Piece>))| Change {
        square: names::square_of(pos.variant(), square, before.or(after)),
        before: name(before),
        after: name(after),
    };
    parts.map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use katydid::catalogue::Catalogue;
    use katydid::rules::{legal_moves, play, start};
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt as _, SeedableRng as _};

    /// In every game each leg can be chosen, and each further square that it changes is explained by an effect.
    #[test]
    fn all_that_legs_do_is_shown_in_every_game() {
        let catalogue = Catalogue::new();
        let mut rng = ChaCha8Rng::seed_from_u64(41);
        for game in catalogue.names() {
            let mut pos = start(&catalogue.variant(&game).expect("embedded"));
            for _ in 0..16 {
                let list = legal_moves(&pos);
                for mv in list.iter().skip(rng.random_range(0..4)).step_by(4) {
                    let motion = Motion::of(&pos, *mv, &delta(&pos, *mv));
                    let text = || format!("{game} {} {}", pos.fen(), leg_text(&pos, *mv));
                    assert!(!motion.grips.is_empty(), "{}", text());
                    let chosen = motion.grips.iter().flat_map(|grip| [&grip.from, &grip.to]);
                    let told = motion.effects.iter();
                    let told = told.flat_map(|effect| [Some(&effect.square), effect.from.as_ref()]);
                    let shown: Vec<&String> = chosen.chain(told.flatten()).collect();
                    let mut changes = motion.changes.iter();
                    let hidden = changes.find(|change| !shown.contains(&&change.square));
                    assert_eq!(hidden, None, "{}", text());
                }
                if list.is_empty() {
                    break;
                }
                pos = play(&pos, list[rng.random_range(0..list.len())]);
            }
        }
    }
}
