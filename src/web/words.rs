//! The effects of a leg, in words and in a form that the page can draw.

use super::names;
use katydid::base::{Move, Piece, Square};
use katydid::position::Position;
use katydid::rules::{Capture, Consequence, Event, Role, consequences};
use katydid::variant::Variant;
use serde::Serialize;

/// One effect of a leg besides the movement of its piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Effect {
    /// `capture`, `colour`, `type`, `place`, `gone` or `crosses`.
    pub kind: &'static str,
    /// The square of the effect, on the board of the piece that it changes.
    pub square: String,
    /// The square from which the piece comes, if it changes its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The effect as a sentence without a full stop.
    pub words: String,
}

/// A name with its indefinite article, chosen by whether the spelling begins with a vowel.
fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {name}")
}

/// All effects of a legal leg besides the movement of its piece.
pub fn effects(pos: &Position, mv: Move) -> Vec<Effect> {
    let list = consequences(pos, mv).into_iter();
    list.filter_map(|what| effect(pos.variant(), what))
        .collect()
}

/// The effect of a consequence; `None` for the leg's own movement.
fn effect(variant: &Variant, what: Consequence) -> Option<Effect> {
    let (square, piece) = (what.square, what.piece);
    let name = |piece: Piece| variant.name_of(piece.piece_type());
    let who = format!("the {} {}", names::side(piece.color()), name(piece));
    let place = |to: Square, words: String| (to != square).then_some(("place", words));
    let (kind, words) = match what.event {
        Event::Moves(to) => match what.role {
            Role::Mover => return None,
            Role::Rook => place(to, format!("{who} castles from {square} to {to}"))?,
            Role::Displaced | Role::Victim | Role::Hurdle | Role::Bystander => {
                place(to, format!("{who} on {square} goes to {to}"))?
            }
        },
        Event::Shoots(_) | Event::Drops => return None,
        Event::Captured(capture) => {
            let how = match capture {
                Capture::Replaced => "is taken",
                Capture::EnPassant => "is taken in passing",
                Capture::Shot => "is shot",
                Capture::OnTheWay => "is taken on the way",
            };
            ("capture", format!("{who} on {square} {how}"))
        }
        Event::PushedOff => ("gone", format!("{who} on {square} goes over the edge")),
        Event::Promotes(into) => ("type", format!("it becomes {}", with_article(&name(into)))),
        Event::ChangesType(into) => (
            "type",
            format!("{who} on {square} becomes {}", with_article(&name(into))),
        ),
        Event::ChangesColor(into) => {
            let side = names::side(into.color());
            (
                "colour",
                format!("the {} on {square} turns {side}", name(piece)),
            )
        }
        Event::Reborn(to) => place(to, format!("{who} on {square} goes home to {to}"))?,
        Event::Transferred(to) => place(to, format!("{who} on {square} goes to {to}"))?,
        Event::Returns(to) => ("place", format!("{who} is reborn on {to}")),
        Event::Appears => ("place", format!("{who} appears on {square}")),
        Event::Vanishes => {
            let is_hurdle = what.role == Role::Hurdle;
            let why = if is_hurdle {
                ", its home is occupied"
            } else {
                ""
            };
            ("gone", format!("{who} on {square} disappears{why}"))
        }
        Event::Crosses(into) => {
            let board = if into.is_on_board_b() { "B" } else { "A" };
            ("crosses", format!("{who} goes through to board {board}"))
        }
    };
    let (before, after) = what.change();
    let (at, shown) = after.or(before)?;
    Some(Effect {
        kind,
        square: names::square_of(variant, at, Some(shown)),
        from: (at != square).then(|| names::square_of(variant, square, Some(piece))),
        words,
    })
}
