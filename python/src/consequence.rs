//! What a turn does, as data.

use katydid::{Capture, Event, Position, Role, Turn, consequences};
use pyo3::prelude::*;

/// One thing that happens to one piece.
#[pyclass(frozen, get_all, module = "katydid")]
pub struct Consequence {
    /// Which leg of the turn, from 0.
    leg: usize,
    role: &'static str,
    event: &'static str,
    /// How it is captured, if it is.
    capture: Option<&'static str>,
    /// As a FEN writes it, before.
    piece: String,
    square: String,
    /// The square that is shot at.
    target: Option<String>,
    /// Afterwards; `None` if it is not on the board.
    piece_after: Option<String>,
    square_after: Option<String>,
}

impl Consequence {
    /// What a legal turn does, leg by leg.
    pub fn of_turn(pos: &Position, turn: &Turn) -> Vec<Self> {
        let mut at = pos.clone();
        let mut list = Vec::new();
        for (number, leg) in turn.legs().iter().enumerate() {
            let events = consequences(&at, *leg).into_iter();
            list.extend(events.map(|event| Self::of(&at, number, event)));
            at = katydid::play(&at, *leg);
        }
        list
    }

    fn of(pos: &Position, leg: usize, what: katydid::Consequence) -> Self {
        let (_, after) = what.change();
        let (event, capture, target) = match what.event {
            Event::Moves(_) => ("moves", None, None),
            Event::Shoots(target) => ("shoots", None, Some(target.to_string())),
            Event::Drops => ("drops", None, None),
            Event::Captured(capture) => ("captured", Some(capture_word(capture)), None),
            Event::PushedOff => ("pushed_off", None, None),
            Event::Promotes(_) => ("promotes", None, None),
            Event::ChangesType(_) => ("changes_type", None, None),
            Event::ChangesColor(_) => ("changes_color", None, None),
            Event::Reborn(_) => ("reborn", None, None),
            Event::Transferred(_) => ("transferred", None, None),
            Event::Returns(_) => ("returns", None, None),
            Event::Appears => ("appears", None, None),
            Event::Vanishes => ("vanishes", None, None),
            Event::Crosses(_) => ("crosses", None, None),
        };
        Self {
            leg,
            role: role_word(what.role),
            event,
            capture,
            piece: pos.piece_text(what.piece),
            square: what.square.to_string(),
            target,
            piece_after: after.map(|(_, piece)| pos.piece_text(piece)),
            square_after: after.map(|(square, _)| square.to_string()),
        }
    }
}

const fn role_word(role: Role) -> &'static str {
    match role {
        Role::Mover => "mover",
        Role::Rook => "rook",
        Role::Victim => "victim",
        Role::Hurdle => "hurdle",
        Role::Displaced => "displaced",
        Role::Bystander => "bystander",
    }
}

const fn capture_word(capture: Capture) -> &'static str {
    match capture {
        Capture::Replaced => "replaced",
        Capture::EnPassant => "en_passant",
        Capture::OnTheWay => "on_the_way",
        Capture::Shot => "shot",
    }
}

#[pymethods]
impl Consequence {
    fn __repr__(&self) -> String {
        let after = match (&self.piece_after, &self.square_after) {
            (Some(piece), Some(square)) => format!("{piece}{square}"),
            _ => "-".to_owned(),
        };
        format!(
            "<katydid.Consequence {} {} {}{} -> {after}>",
            self.role, self.event, self.piece, self.square
        )
    }
}
