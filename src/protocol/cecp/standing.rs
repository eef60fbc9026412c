//! The relation between XBoard's board and the game at one moment, and the meaning of XBoard's plies at that moment.

use super::completion::Unshown;
use super::ply::{Act, Ply, is_sent_as};
use super::screen::Screen;
use super::showing::{Showing, showing};
use super::{displacement, mouse, walls};
use crate::base::Move;
use crate::position::Position;
use crate::rules::{self, MoveError, Turn, TurnBuilder, leg_of_text, leg_text};

/// How far XBoard shows the game, and what XBoard should show.
pub(super) struct Standing {
    /// The number of turns that XBoard shows completely.
    pub(super) played: usize,
    /// The turn after the `played` ones, with the legs that XBoard shows of it.
    pub(super) begun: TurnBuilder,
    /// Whether the turn has begun with plies before its first leg.
    pub(super) prelude: bool,
    /// What XBoard shows; `target` is what it should show.
    pub(super) screen: Screen,
    pub(super) target: Screen,
    /// Whether two null moves have announced that a leg of Dynamo displaces two pieces.
    pub(super) announced: bool,
    /// The possible orders of a leg's plies: whether its own ply is the last one.
    pub(super) orders: &'static [bool],
}

impl Standing {
    /// The position after the legs of the turn that has begun.
    pub(super) const fn pos(&self) -> &Position {
        self.begun.now()
    }

    /// The plies that XBoard has to be sent to show the position.
    pub(super) fn missing(&self) -> Result<Vec<Ply>, Unshown> {
        self.screen.missing(&self.target)
    }

    pub(super) fn is_behind(&self) -> bool {
        self.missing().is_ok_and(|plies| !plies.is_empty())
    }

    /// The index of the turn that the next plies belong to.
    pub(super) fn turn(&self) -> usize {
        let begun = self.prelude || self.begun.is_begun();
        self.played.saturating_sub(usize::from(!begun))
    }

    pub(super) fn displaces(&self) -> bool {
        rules::pushes_and_pulls(self.pos().variant())
    }

    /// The ways in which a leg may be shown, starting from a board.
    fn showings(&self, screen: &Screen, leg: Move) -> impl Iterator<Item = Showing> {
        let orders = self.orders.iter();
        orders.map(move |own_last| showing(screen, self.pos(), leg, *own_last))
    }

    /// Whether a ply can be one that comes before a leg's own ply: a captured piece moves home, or the null move before that.
    pub(super) fn may_begin(&self, ply: Option<Ply>) -> bool {
        if self.displaces() {
            return !self.begun.is_begun() && ply.is_some();
        }
        ply.is_some_and(|ply| self.beginnings().contains(&ply))
    }

    /// The plies that can come next if a leg begins with other plies than its own.
    fn beginnings(&self) -> Vec<Ply> {
        if !self.screen.table.effects || self.begun.is_begun() || self.displaces() {
            return Vec::new();
        }
        // The null move that precedes the plies of the other side may already be on the board.
        let before: &[Ply] = if self.screen.mover == self.target.mover {
            &[]
        } else {
            &[Ply::Null]
        };
        let screen = self.screen.clone().with_mover(self.target.mover);
        let moves = rules::legal_moves(self.pos());
        let showings = moves.iter().flat_map(|mv| self.showings(&screen, *mv));
        let coming = |showing: &Showing| {
            let plies = showing.row.plies[..showing.own].strip_prefix(before)?;
            plies.first().copied()
        };
        showings.filter_map(|showing| coming(&showing)).collect()
    }

    /// The ply of a text. A garbled text is recognised only as an expected ply: the first of the `missing` ones, or a ply that
    /// precedes a piece's move.
    pub(super) fn ply(&self, text: &str, missing: &[Ply]) -> Option<Ply> {
        let garbled = || {
            let coming = missing.iter().copied().take(1).chain(self.beginnings());
            coming.into_iter().find(|ply| is_sent_as(&ply.text(), text))
        };
        Ply::read(text).or_else(garbled)
    }

    /// The legal leg that XBoard means. Letters that name the type a piece becomes by itself are ignored. If several hops have the
    /// same squares, `guess` (for another engine) takes the leg that leaves the fewest plies to send, since completion plies may
    /// already have come.
    pub(super) fn leg(&self, text: &str, guess: bool) -> Result<Move, MoveError> {
        let error = match leg_of_xboard(&self.screen, self.pos(), text) {
            Ok(leg) => return Ok(leg),
            Err(error) => error,
        };
        let ply = Ply::read(text);
        let is_possible = ply.is_some() && self.screen.table.effects;
        let least = |mv: &Move| {
            let shown_so = self
                .showings(&self.screen, *mv)
                .filter(|showing| showing.own_ply() == ply);
            shown_so.map(|showing| showing.row.plies.len()).min()
        };
        let legs = rules::legal_moves(self.pos());
        let legs = legs.iter().filter(|_| is_possible);
        let legs: Vec<(usize, Move)> = legs.filter_map(|mv| Some((least(mv)?, *mv))).collect();
        let (_, first) = *legs.iter().min_by_key(|(plies, _)| *plies).ok_or(error)?;
        let legs: Vec<Move> = legs.into_iter().map(|(_, mv)| mv).collect();
        if !guess && legs.iter().all(|mv| mouse::same_squares(*mv, first)) {
            return mouse::only(self.pos(), &legs, text);
        }
        Ok(first)
    }

    /// The legal leg of Dynamo that a ply completes. Since a person cannot make every leg on XBoard's board, a person's ply
    /// is interpreted by the squares clicked.
    pub(super) fn displacing_leg(
        &self,
        text: &str,
        clicked: Option<Act>,
        others_send: bool,
    ) -> Result<Move, MoveError> {
        if is_castling(text) {
            return rules::leg_of_san(self.pos(), text);
        }
        let act = clicked.or_else(|| Act::read(text));
        let ply = act.map(Ply::Act).or_else(|| Ply::read(text));
        let exact = || {
            let after = self.screen.after(ply?)?;
            displacement::leg_shown(self.pos(), &after, self.announced)
        };
        let touches = act.is_some_and(|act| act.via.is_some());
        let by_mouse = |act: &Act| !others_send && (touches || self.pos().at(act.to).is_some());
        let act = act.filter(by_mouse);
        let meant = act.map_or_else(Vec::new, |act| mouse::legs(&self.screen, self.pos(), act));
        match meant[..] {
            [leg] if touches => Ok(leg),
            [leg] => Ok(exact().unwrap_or(leg)),
            _ => exact().ok_or_else(|| {
                let texts: Vec<_> = meant.iter().map(|leg| leg_text(self.pos(), *leg)).collect();
                let reason = if texts.is_empty() {
                    "no step, push or pull does this".to_owned()
                } else {
                    format!("it could be any of {}", texts.join(" "))
                };
                MoveError::illegal(text, reason)
            }),
        }
    }
}

fn is_castling(text: &str) -> bool {
    text.len() > 1 && text.as_bytes()[1] == b'-' && text.starts_with(['O', 'o', '0'])
}

/// The legal leg of a text of XBoard's: a shot includes the way back, castling may be written
/// `O-O`, a hop includes the hurdles that the player has clicked, a wall has a letter.
fn leg_of_xboard(screen: &Screen, pos: &Position, text: &str) -> Result<Move, MoveError> {
    if is_castling(text) {
        return rules::leg_of_san(pos, text);
    }
    if let Some(Ply::Drop(letter, to)) = Ply::read(text)
        && walls::letter(pos.variant()).is_some_and(|wall| wall.eq_ignore_ascii_case(&letter))
    {
        return leg_of_text(pos, &format!("*@{to}"));
    }
    let touching = Act::read(text).filter(|act| act.via.is_some());
    let legs = touching.map_or_else(Vec::new, |act| mouse::legs(screen, pos, act));
    if legs.is_empty() {
        leg_of_text(pos, text)
    } else {
        mouse::only(pos, &legs, text)
    }
}

/// The legal turn of a text of XBoard's: a leg in XBoard's form, or a whole turn in ours.
///
/// # Errors
/// [`MoveError`] saying what is wrong.
pub(super) fn turn_of_xboard(pos: &Position, text: &str) -> Result<Turn, MoveError> {
    let leg = leg_of_xboard(&Screen::of(pos), pos, text).ok();
    let turn = leg.and_then(|leg| Turn::of_legs(pos, &[leg]));
    turn.map_or_else(|| rules::turn_of_san(pos, text), Ok)
}

/// Whether a text has one of the forms in which XBoard sends plies.
pub(super) fn is_xboards(text: &str) -> bool {
    Ply::read(text).is_some() || Act::read(text).is_some() || is_castling(text)
}
