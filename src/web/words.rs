//! What a leg does, in words and as things that the page can show: who is taken, who turns, who goes where.

use super::names;
use katydid::base::{Color, Move, MoveKind, Piece, Square};
use katydid::position::{Delta, Edit, Position};
use katydid::rules::{Consequence, consequences, displaced};
use serde::Serialize;
use std::collections::BTreeMap;

/// One thing that a leg does beside moving its piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Effect {
    /// `capture`, `colour`, `type`, `place`, `gone` or `crosses`.
    pub kind: &'static str,
    /// The square where it shows, by the board of the piece it happens to.
    pub square: String,
    /// The square where the piece comes from, if it changes its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// What happens, as a sentence without its full stop.
    pub words: String,
}

/// Tells a leg.
struct Narrator<'a> {
    pos: &'a Position,
    mv: Move,
    /// The pieces whose squares have changed while it is told.
    moved: BTreeMap<Square, Piece>,
    told: Vec<Effect>,
}

/// Everything that a legal leg does beside moving its piece; `delta` is what it changes.
pub fn effects(pos: &Position, mv: Move, delta: &Delta) -> Vec<Effect> {
    let mut narrator = Narrator {
        pos,
        mv,
        moved: BTreeMap::new(),
        told: Vec::new(),
    };
    if pos.variant().rules.capabilities.dynamo {
        narrator.displacements();
        return narrator.told;
    }
    narrator.movement(delta);
    for what in consequences(pos, mv) {
        narrator.consequence(what);
    }
    if pos.variant().rules.capabilities.two_boards {
        narrator.crossing(delta);
    }
    narrator.told
}

impl Narrator<'_> {
    fn tell(&mut self, kind: &'static str, at: Square, from: Option<Square>, words: String) {
        let board = |square: Square| names::square_of(square, self.piece(square));
        self.told.push(Effect {
            kind,
            square: board(at),
            from: from.map(board),
            words,
        });
    }

    /// The piece on a square, as far as the leg is told.
    fn piece(&self, square: Square) -> Option<Piece> {
        self.moved
            .get(&square)
            .copied()
            .or_else(|| self.pos.at(square))
    }

    fn name(&self, piece: Option<Piece>) -> String {
        piece.map_or_else(
            || "piece".to_owned(),
            |piece| names::name(self.pos.variant(), piece.piece_type()),
        )
    }

    /// `the white rook`.
    fn described(&self, piece: Option<Piece>) -> String {
        let side = piece.map_or("", |piece| names::side(piece.color()));
        format!("the {side} {}", self.name(piece))
    }

    /// Capture, promotion, the rook that castles.
    fn movement(&mut self, delta: &Delta) {
        let (from, to) = (self.mv.from(), self.mv.to());
        match self.mv.kind() {
            MoveKind::Castle => {
                self.castled_rook(delta);
                return;
            }
            MoveKind::Drop => return,
            MoveKind::EnPassant => {
                let victim = delta.edits.iter().find(|edit| {
                    let enemy = |piece: Piece| piece.color() != self.pos.side_to_move();
                    edit.square != to && edit.square != from && edit.before.is_some_and(enemy)
                });
                if let Some(victim) = victim {
                    let words = format!(
                        "{} on {} is taken in passing",
                        self.described(victim.before),
                        victim.square
                    );
                    self.tell("capture", victim.square, None, words);
                }
            }
            kind => {
                if let Some(victim) = self.pos.at(to) {
                    let how = if kind == MoveKind::Shot {
                        "shot"
                    } else {
                        "taken"
                    };
                    let words = format!("{} on {to} is {how}", self.described(Some(victim)));
                    self.tell("capture", to, None, words);
                }
            }
        }
        if self.mv.kind() != MoveKind::Shot
            && let Some(mover) = self.pos.at(from)
        {
            let into = self.mv.piece_type();
            let mover = into.map_or(mover, |into| mover.with_type(into));
            self.moved.insert(to, mover);
            if into.is_some() {
                let words = format!("it becomes a {}", self.name(Some(mover)));
                self.tell("type", to, None, words);
            }
        }
    }

    /// The rook that castles: of the squares that it leaves and reaches the king's are none.
    fn castled_rook(&mut self, delta: &Delta) {
        let us = self.pos.side_to_move();
        let edits = || {
            let others = |edit: &&Edit| edit.square != self.mv.from();
            delta.edits.iter().filter(others)
        };
        let rook = edits().find(|edit| edit.before.is_some_and(|piece| piece.color() == us));
        let Some(rook) = rook else { return };
        let kind = |piece: Option<Piece>| piece.map(Piece::piece_type);
        let arrived = edits()
            .find(|edit| edit.square != rook.square && kind(edit.after) == kind(rook.before));
        let to = arrived.map_or(rook.square, |edit| edit.square);
        let words = format!(
            "{} castles from {} to {to}",
            self.described(rook.before),
            rook.square
        );
        self.tell("place", to, Some(rook.square), words);
    }

    fn consequence(&mut self, what: Consequence) {
        match what {
            Consequence::MoverType { square, into }
            | Consequence::RookType { square, into }
            | Consequence::HurdleType { square, into } => {
                let before = self.piece(square);
                if let Some(piece) = before {
                    self.moved.insert(square, piece.with_type(into));
                }
                let name = names::name(self.pos.variant(), into);
                let words = format!("{} on {square} becomes a {name}", self.described(before));
                self.tell("type", square, None, words);
            }
            Consequence::MoverColour { square, color }
            | Consequence::HurdleColour { square, color } => self.turn(square, color),
            Consequence::CaptorReborn { from, to, .. } | Consequence::HurdleReborn { from, to } => {
                let piece = self.piece(from);
                if from == to {
                    return;
                }
                if let Some(piece) = piece {
                    self.moved.insert(to, piece);
                }
                let words = format!("{} on {from} goes home to {to}", self.described(piece));
                self.tell("place", to, Some(from), words);
            }
            Consequence::HurdleRemoved { square } => {
                let piece = self.described(self.piece(square));
                let words = format!("{piece} on {square} disappears, its home is occupied");
                self.tell("gone", square, None, words);
            }
            Consequence::CapturedReborn { piece, square } => {
                self.moved.insert(square, piece);
                let words = format!("{} is reborn on {square}", self.described(Some(piece)));
                self.tell("place", square, Some(self.mv.to()), words);
            }
            Consequence::CapturedNotReborn { .. } => {}
        }
    }

    fn turn(&mut self, square: Square, color: Color) {
        let before = self.piece(square);
        if let Some(piece) = before.filter(|piece| piece.color() != color) {
            self.moved.insert(square, piece.flipped());
        }
        let name = self.name(before);
        let words = format!("the {name} on {square} turns {}", names::side(color));
        self.tell("colour", square, None, words);
    }

    /// Dynamo: pieces that are pushed and pulled.
    fn displacements(&mut self) {
        let us = self.pos.side_to_move();
        let pieces = displaced(self.mv);
        let own = pieces
            .iter()
            .position(|piece| self.pos.at(piece.from).is_some_and(|it| it.color() == us));
        for (index, piece) in pieces.iter().enumerate() {
            // Of several pieces the first one of the own side is taken for the one that moves.
            if Some(index) == own && piece.to.is_some() {
                continue;
            }
            let who = self.described(self.pos.at(piece.from));
            if let Some(to) = piece.to {
                let words = format!("{who} on {} goes to {to}", piece.from);
                self.tell("place", to, Some(piece.from), words);
            } else {
                let words = format!("{who} on {} goes over the edge", piece.from);
                self.tell("gone", piece.from, None, words);
            }
        }
    }

    /// Two boards: the piece that has moved stands on the other one.
    fn crossing(&mut self, delta: &Delta) {
        for edit in &delta.edits {
            if let Some(piece) = edit.after {
                let board = if piece.is_on_board_b() { "B" } else { "A" };
                let words = format!(
                    "{} goes through to board {board}",
                    self.described(edit.after)
                );
                self.told.push(Effect {
                    kind: "crosses",
                    square: names::square_of(edit.square, edit.after),
                    from: None,
                    words,
                });
            }
        }
    }
}
