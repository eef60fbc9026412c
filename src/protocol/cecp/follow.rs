//! Keeping XBoard's board and the game together: plies that come from XBoard, plies that are sent to it,
//! and plies taken back.
//!
//! Three things differ: the game of the session, whose turns are whole; the legs of a turn that has begun; and what
//! XBoard shows. What XBoard still has to be sent follows from these alone (`missing`), so it makes no difference how
//! the moment was reached, by play or by a take-back that landed in the middle of a turn.
//!
//! The missing plies of our own turns and of those of a person are sent to XBoard. Another engine sends its own, and so
//! does a game that XBoard loads: these plies are waited for.

use super::completion::{Completion, Showing, completion};
use super::output::{self, illegal, line, refused};
use super::plies::Entry;
use super::ply::{Act, NULL, Ply, Way, is_told_as};
use super::screen::{Lettering, Placement, Shown, placement_of};
use super::showing::{plain_ply, showing};
use super::{Cecp, State, displacement, go, leap};
use crate::base::{Color, Move, Square};
use crate::position::Position;
use crate::protocol::command::Command;
use crate::protocol::interface::{Reply, View};
use crate::rules::{self, MoveError, Turn, leg_of_text, leg_text};

/// The game as XBoard has it.
pub(super) struct Standing {
    /// Turns of the session's game.
    played: usize,
    /// The position after the legs of the turn that has begun.
    pub(super) pos: Position,
    /// Those legs.
    legs: Vec<Move>,
    /// Whether the turn has begun with plies before its first leg.
    prelude: bool,
    /// The side that has to be on the move.
    wanted: Color,
    pub(super) table: Lettering,
    pub(super) shown: Shown,
    /// Whose ply XBoard expects.
    pub(super) mover: Color,
    /// Whether two null moves have announced that a leg of Dynamo displaces two pieces.
    announced: bool,
}

impl Standing {
    /// What XBoard has to be sent to show the position.
    fn missing(&self) -> Completion {
        let target = placement_of(&self.pos);
        completion(&self.table, &self.shown, self.mover, &target, self.wanted)
    }

    /// The missing plies; none if the board stays wrong, for then nothing has to be shown before the game goes on.
    fn missing_plies(&self) -> Vec<Ply> {
        match self.missing() {
            Completion::Nothing => Vec::new(),
            Completion::Plies(plies) => plies,
            Completion::CannotBeShown(wrong) => {
                log::debug!("{}", unshown(&wrong));
                Vec::new()
            }
        }
    }

    /// The turn that the next plies belong to.
    fn turn(&self) -> usize {
        let begun = self.prelude || !self.legs.is_empty();
        if begun {
            self.played
        } else {
            self.played.saturating_sub(1)
        }
    }

    /// Whether pieces push and pull in the game.
    pub(super) fn displaces(&self) -> bool {
        rules::pushes_and_pulls(self.pos.variant())
    }

    /// How a leg is shown that XBoard has not been sent.
    fn showing(&self, pos: &Position, leg: Move) -> Showing {
        showing(&self.table, &self.shown, pos, leg)
    }

    /// Whether a ply can belong to a move before its piece moves: that of a captured piece which goes home,
    /// or the null move before it.
    fn may_begin(&self, ply: Option<Ply>) -> bool {
        if self.displaces() {
            return self.table.effects && self.legs.is_empty() && ply.is_some();
        }
        ply.is_some_and(|ply| self.beginnings().contains(&ply))
    }

    /// The plies that can come now of moves whose piece moves later.
    fn beginnings(&self) -> Vec<Ply> {
        if !self.table.effects || !self.legs.is_empty() || self.displaces() {
            return Vec::new();
        }
        let before = usize::from(self.mover != self.wanted);
        let moves = rules::legal_moves(&self.pos);
        let showings = moves.iter().map(|mv| self.showing(&self.pos, *mv));
        showings
            .filter(|showing| showing.visible > before)
            .filter_map(|showing| showing.plies.get(before).copied())
            .collect()
    }

    /// The plies that can come now but for those that are a leg: the first of the `missing` ones, and those before a piece
    /// moves.
    fn coming(&self, missing: &[Ply]) -> impl Iterator<Item = Ply> {
        missing
            .first()
            .copied()
            .into_iter()
            .chain(self.beginnings())
    }

    /// The ply of a text. One that XBoard garbles is known only where it is among those that can come.
    fn ply(&self, text: &str, missing: &[Ply]) -> Option<Ply> {
        let garbled = || {
            self.coming(missing)
                .find(|ply| is_told_as(&ply.text(), text))
        };
        Ply::read(text).or_else(garbled)
    }

    /// What XBoard shows after a ply of its text that plays a leg; in games without effects what it should show.
    fn leg_shown(&self, text: &str, target: &Placement) -> Option<Shown> {
        if !self.table.effects {
            return Some(Shown::new(*target));
        }
        self.shown.after(&self.table, self.mover, Ply::read(text)?)
    }

    /// The legs that have been played, and another one.
    fn legs_with(&self, leg: Move) -> Vec<Move> {
        self.legs.iter().copied().chain([leg]).collect()
    }

    /// The legal leg that XBoard means. Letters that only say what becomes of a piece are XBoard's business. Of an engine's
    /// hops with the same squares (`guess`) it is the one that leaves the fewest plies to send: its other plies may have
    /// come before it.
    fn leg(&self, text: &str, others_tell: bool, guess: bool) -> Result<Move, MoveError> {
        if self.displaces() {
            return self.displacing_leg(text, others_tell);
        }
        let (pos, ply) = (&self.pos, Ply::read(text));
        let error = match leg_of_xboard(pos, text) {
            Ok(leg) => return Ok(leg),
            Err(error) => error,
        };
        if let Some(leg) = leap::leg_of(pos, &self.table, text) {
            return leg;
        }
        let is_shown_so = |mv: &Move| {
            let showing = self.showing(pos, *mv);
            self.table.effects
                && ply.is_some()
                && ply == showing.plies.get(showing.visible).copied()
        };
        let legs = rules::legal_moves(pos);
        let legs: Vec<Move> = legs.iter().copied().filter(is_shown_so).collect();
        let least = |mv: &Move| self.showing(pos, *mv).plies.len();
        let first = legs.iter().copied().min_by_key(least).ok_or(error)?;
        if !guess && legs.iter().all(|mv| leap::same_squares(*mv, first)) {
            return leap::only(pos, &legs, text);
        }
        Ok(first)
    }

    /// The legal leg of Dynamo that a ply completes. A player cannot make all of them on XBoard's board, so of a
    /// player's ply it is asked what is meant.
    fn displacing_leg(&self, text: &str, others_tell: bool) -> Result<Move, MoveError> {
        let way = Way::read(text);
        let act = way.as_ref().and_then(Way::act);
        let ply = Ply::read(text).or(act.map(Ply::Act));
        let onto = act.is_some_and(|act| self.pos.at(act.to).is_some());
        let touches = way.as_ref().is_some_and(|way| !way.over.is_empty());
        let meant = way.filter(|_| !others_tell && (touches || onto));
        let meant = meant.map(|way| displacement::leg_meant(&self.pos, &self.table, &way));
        if let Some(Ok(leg)) = &meant
            && touches
        {
            return Ok(*leg);
        }
        let exact = || {
            let after = self.shown.after(&self.table, self.mover, ply?)?;
            displacement::leg_shown(&self.pos, &after, self.announced)
        };
        if is_castling(text) {
            return rules::leg_of_san(&self.pos, text);
        }
        if let Some(leg) = exact() {
            return Ok(leg);
        }
        let choices = match meant {
            Some(Ok(leg)) => return Ok(leg),
            Some(Err(choices)) => choices,
            None => Vec::new(),
        };
        let reason = if choices.is_empty() {
            "no step, push or pull does this".to_owned()
        } else {
            format!("it could be any of {}", choices.join(" "))
        };
        Err(MoveError::illegal(text, reason))
    }
}

fn is_castling(text: &str) -> bool {
    text.len() > 1 && text.as_bytes()[1] == b'-' && text.starts_with(['O', 'o', '0'])
}

/// The legal leg that XBoard names by a text: a shot comes with its way back, a castling move perhaps as
/// `O-O`.
fn leg_of_xboard(pos: &Position, text: &str) -> Result<Move, MoveError> {
    if is_castling(text) {
        return rules::leg_of_san(pos, text);
    }
    let shoots = |square| {
        let shooters = pos.variant().rules.shooters;
        pos.at(square)
            .is_some_and(|piece| shooters.contains(piece.piece_type()))
    };
    match Ply::read(text) {
        Some(Ply::Act(Act {
            from,
            via: Some(victim),
            to,
            letter: None,
        })) if from == to && shoots(from) => leg_of_text(pos, &format!("{from}{victim}")),
        _ => leg_of_text(pos, text),
    }
}

/// The legal turn of a text of XBoard's: a leg as XBoard writes it, or a whole turn as we do.
///
/// # Errors
/// [`MoveError`] saying what is wrong.
pub(super) fn turn_of_xboard(pos: &Position, text: &str) -> Result<Turn, MoveError> {
    let leg = leg_of_xboard(pos, text).ok();
    let turn = leg.and_then(|leg| Turn::of_legs(pos, &[leg]));
    turn.map_or_else(|| rules::turn_of_san(pos, text), Ok)
}

/// Whether a text has one of the forms in which XBoard sends plies.
fn is_xboards(text: &str) -> bool {
    Ply::read(text).is_some() || Way::read(text).is_some() || is_castling(text)
}

/// The lines of a ply, one a part.
fn lines(ply: &str) -> Vec<Reply> {
    output::lines(ply.split_inclusive(',').map(|part| format!("move {part}")))
}

/// Why a board stays wrong.
fn unshown(wrong: &[Square]) -> String {
    let squares: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    format!("XBoard cannot show the pieces of {}", squares.join(" "))
}

impl Cecp {
    /// Adds a ply to the row.
    fn record(&mut self, turn: usize, leg: Option<Move>, shown: Shown, text: &str) {
        let text = text.to_owned();
        self.plies.push(Entry {
            turn,
            leg,
            shown,
            text,
        });
    }

    /// The side the engine plays, also while it waits for a take-back to be complete.
    fn engaged(&self, view: &View<'_>) -> Option<Color> {
        let waiting = match self.state {
            State::Waiting { side, .. } => Some(side),
            _ => None,
        };
        view.engine.or(waiting)
    }

    /// Whether another engine, or the game that XBoard loads, shows XBoard what its turns change.
    fn others_tell(&self) -> bool {
        self.computer || matches!(self.state, State::Loading)
    }

    pub(super) fn standing(&self, view: &View<'_>) -> Standing {
        self.standing_after(view, view.game.turns().len())
    }

    /// How things stand when only so many turns are kept.
    fn standing_after(&self, view: &View<'_>, played: usize) -> Standing {
        let game = view.game;
        let mut pos = game.position_after(played).clone();
        let mut wanted = match played.checked_sub(1) {
            Some(before) => !game.position_after(before).side_to_move(),
            None => pos.side_to_move(),
        };
        let legs: Vec<Move> = self.plies.legs_of(played).collect();
        for leg in &legs {
            if rules::legal_moves(&pos).contains(leg) {
                pos = rules::play(&pos, *leg);
            }
            wanted = pos.side_to_move();
        }
        let mut table = Lettering::of(pos.variant());
        table.move_last = !self.computer;
        Standing {
            played,
            prelude: legs.is_empty() && self.plies.has_begun(played),
            legs,
            wanted,
            table,
            shown: self.plies.shown(game),
            mover: self.plies.mover(game),
            announced: self.plies.announces(played, &placement_of(&pos)),
            pos,
        }
    }

    /// Sends XBoard plies, and remembers them.
    fn tell(&mut self, plies: &[Ply], turn: usize, standing: &Standing) -> Vec<Reply> {
        let (mut shown, mut mover) = (standing.shown.clone(), standing.mover);
        let mut replies = Vec::new();
        for ply in plies {
            shown = shown.after(&standing.table, mover, *ply).unwrap_or(shown);
            self.record(turn, None, shown.clone(), &ply.text());
            replies.extend(lines(&ply.text()));
            mover = !mover;
        }
        replies
    }

    /// Sends XBoard what is missing; a person gets a message if the board cannot show it.
    fn tell_missing(&mut self, turn: usize, standing: &Standing) -> Vec<Reply> {
        match standing.missing() {
            Completion::Nothing => Vec::new(),
            Completion::Plies(plies) => self.tell(&plies, turn, standing),
            Completion::CannotBeShown(wrong) => {
                let reason = unshown(&wrong);
                log::warn!("{reason}");
                if self.computer {
                    Vec::new()
                } else {
                    line(format!("tellusererror {reason}"))
                }
            }
        }
    }

    /// Sends XBoard what it does not show yet, for a person who goes on; the engine goes on too.
    pub(super) fn complete(&mut self, view: &View<'_>) -> Vec<Reply> {
        let (side, again) = self.stop_waiting().unzip();
        let mut replies = if let Some(turn) = again.flatten() {
            // The rest of the engine's own turn, which was partly taken back.
            go(Command::Play(turn))
        } else {
            let standing = self.standing(view);
            self.tell_missing(standing.turn(), &standing)
        };
        if side.is_some() {
            replies.push(Reply::Do(Command::Engage(side)));
        }
        replies
    }

    /// Whether XBoard does not show the game as it stands, and it is ours to send what is missing.
    pub(super) fn is_behind(&self, view: &View<'_>) -> bool {
        let missing = || matches!(self.standing(view).missing(), Completion::Plies(_));
        let again = matches!(self.state, State::Waiting { again: Some(_), .. });
        !self.computer && !self.plies.holds_more() && (again || missing())
    }

    /// `go` and `playother`: the engine takes the side that XBoard expects to move, or the other one.
    pub(super) fn engage(&mut self, other: bool, view: &View<'_>) -> Vec<Reply> {
        if self.is_plain() {
            let side = view.game.position().side_to_move();
            return go(Command::Engage(Some(if other { !side } else { side })));
        }
        let standing = self.standing(view);
        let side = if other {
            !standing.mover
        } else {
            standing.mover
        };
        if !standing.legs.is_empty() && side == standing.pos.side_to_move() && !self.computer {
            return line("tellusererror Finish the turn that has begun, or take it back");
        }
        let again = self.stop_waiting().and_then(|(_, again)| again);
        self.state = State::Waiting { side, again };
        if self.is_behind(view) {
            return self.complete(view);
        }
        self.give_up_waiting(Command::Engage(Some(side)))
    }

    /// A ply of the player, of the other engine, or of a game that is loaded.
    pub(super) fn user_move(&mut self, text: &str, view: &View<'_>) -> Vec<Reply> {
        if self.is_plain() {
            return match turn_of_xboard(view.game.position(), text) {
                Ok(turn) => go(Command::Play(turn)),
                Err(error) => refused(&error, text),
            };
        }
        // Other programs and people write algebraic notation.
        if !is_xboards(text)
            && let pos = &self.standing(view).pos
            && let Ok(leg) = rules::leg_of_san(pos, text)
        {
            return self.user_move(&leg_text(pos, leg), view);
        }
        // A ply of a piece that was put down there is the player's, and not one of a game that is loaded.
        let (by_hand, held) = match self.state {
            State::Lifted {
                held,
                put: Some(put),
            } => (
                text.contains(&put.to_string()),
                held.map(|held| held.text(put)),
            ),
            _ => (false, None),
        };
        if !by_hand && self.plies.step_forward(text) {
            return self.catch_up(view);
        }
        self.plies.forget_undone();
        if !matches!(self.state, State::Waiting { .. }) {
            let loads = view.engine.is_none() && !by_hand;
            self.state = if loads {
                State::Loading
            } else {
                State::Playing
            };
        }
        let standing = self.standing(view);
        let (missing, prelude) = (standing.missing_plies(), standing.prelude);
        let others_tell = self.others_tell();
        // Of several squares touched XBoard leaves some out, where it believes in castling.
        let held = held.filter(|_| by_hand && standing.displaces());
        let letter = Way::read(text).and_then(|way| way.letter);
        let meant = held.map(|held| held + &letter.map_or_else(String::new, String::from));
        let leg = standing.leg(meant.as_deref().unwrap_or(text), others_tell, self.computer);
        let in_turn = standing.mover == standing.wanted && (missing.is_empty() || prelude);
        if let Ok(leg) = leg
            && in_turn
        {
            return self.play_leg(text, leg, &standing, view);
        }
        let begins =
            others_tell && missing.is_empty() && standing.may_begin(standing.ply(text, &missing));
        if !missing.is_empty() || prelude || begins {
            // A person who has stepped back into a move goes on from its end.
            let goes_on = by_hand && standing.legs.is_empty() && !prelude && !self.computer;
            let turn = leg.ok().filter(|_| goes_on);
            let turn = turn.and_then(|leg| Turn::of_legs(&standing.pos, &[leg]));
            let mut replies = self.take_completion(text, &standing, &missing, view);
            replies.extend(turn.map(|turn| Reply::Do(Command::Play(turn))));
            return replies;
        }
        match leg {
            _ if text == NULL => illegal(
                "a null move is only possible inside a turn of several moves",
                text,
            ),
            Err(error) => refused(&error, text),
            Ok(_) => illegal("it cannot be played now", text),
        }
    }

    /// XBoard has played a leg.
    fn play_leg(
        &mut self,
        text: &str,
        leg: Move,
        standing: &Standing,
        view: &View<'_>,
    ) -> Vec<Reply> {
        // Elsewhere the sign may be left out; here the front-end's board would go wrong.
        if rules::is_to_promoted_form(standing.pos.variant(), leg) && !text.ends_with('+') {
            return illegal("the promotion is forced: choose the promoted piece", text);
        }
        let before = view.game.position();
        let after = rules::play(&standing.pos, leg);
        let turn = Turn::of_legs(before, &standing.legs_with(leg));
        let us = before.side_to_move();
        if turn.is_none() && after.side_to_move() != us {
            return illegal("it cannot be played now", text);
        }
        let wanted = if turn.is_some() { !us } else { us };
        let target = placement_of(&after);
        let shown = standing.leg_shown(text, &target);
        let rest = shown
            .as_ref()
            .map(|shown| completion(&standing.table, shown, !standing.mover, &target, wanted));
        let play = |turn: Option<Turn>| turn.map_or_else(Vec::new, |turn| go(Command::Play(turn)));
        match (shown, rest) {
            (Some(shown), Some(rest @ (Completion::Nothing | Completion::Plies(_)))) => {
                self.record(standing.played, Some(leg), shown, text);
                let waits = self.computer && rest != Completion::Nothing;
                match turn {
                    Some(_) if waits => Vec::new(),
                    None if !self.others_tell() => self.complete(view),
                    turn => play(turn),
                }
            }
            _ if self.others_tell() => {
                // The other engine's board is its own affair.
                self.record(standing.played, Some(leg), Shown::new(target), text);
                play(turn)
            }
            _ => {
                // XBoard has to take the ply back, and is sent all that happens in an order it can show.
                let mut replies = illegal("it is shown in another way", text);
                if turn.is_none() {
                    replies.extend(self.tell_leg(&standing.pos, leg, standing.played, view));
                    replies.extend(self.complete(view));
                }
                replies.extend(play(turn));
                replies
            }
        }
    }

    /// A ply that puts XBoard's board right, or begins a turn in which a captured piece has to leave first.
    fn take_completion(
        &mut self,
        text: &str,
        standing: &Standing,
        missing: &[Ply],
        view: &View<'_>,
    ) -> Vec<Reply> {
        let ply = standing.ply(text, missing);
        let after = |ply: Ply| standing.shown.after(&standing.table, standing.mover, ply);
        let expected = missing.first().copied();
        let target = placement_of(&standing.pos);
        let better =
            |shown: &Shown| shown.wrong(&target).len() < standing.shown.wrong(&target).len();
        let begins = missing.is_empty() || standing.prelude;
        let read = ply.and_then(after);
        let shown = if self.computer {
            // Another engine's ply may reach us garbled: XBoard takes some for castling.
            read.or_else(|| expected.and_then(after))
        } else {
            let begins = || begins && standing.may_begin(ply);
            read.filter(|shown| ply == expected || begins() || better(shown))
        };
        let Some(shown) = shown else {
            let mut replies = illegal("the last move has to be shown first", text);
            if !self.computer {
                replies.extend(self.complete(view));
            }
            return replies;
        };
        let turn = if begins {
            standing.played
        } else {
            standing.turn()
        };
        self.record(turn, None, shown, text);
        let now = self.standing(view);
        let done = !matches!(now.missing(), Completion::Plies(_));
        let turn = Turn::of_legs(view.game.position(), &now.legs).filter(|_| done);
        turn.map_or_else(Vec::new, |turn| go(Command::Play(turn)))
    }

    /// A turn has been played: XBoard is sent what it does not show yet.
    pub(super) fn played(&mut self, by_engine: bool, view: &View<'_>) -> Vec<Reply> {
        match &mut self.state {
            State::Lifted { .. } => self.state = State::Playing,
            State::Waiting { again, .. } => *again = None,
            _ => {}
        }
        let Some(last) = view.game.turns().last() else {
            return Vec::new();
        };
        if !by_engine && (self.others_tell() || self.is_plain()) {
            return Vec::new();
        }
        let index = view.game.turns().len() - 1;
        let before = view.game.position_after(index);
        if self.is_plain() {
            return line(format!("move {}", rules::turn_text(before, &last.turn)));
        }
        let legs = last.turn.legs();
        let shown: Vec<Move> = self.plies.legs_of(index).collect();
        if !legs.starts_with(&shown) {
            self.plies.drop_from(index);
        }
        let count = self.plies.legs_of(index).count();
        let mut replies = Vec::new();
        let mut pos = before.clone();
        for (number, leg) in legs.iter().enumerate() {
            if number >= count {
                replies.extend(self.put_right(&pos, pos.side_to_move(), index, view));
                replies.extend(self.tell_leg(&pos, *leg, index, view));
            }
            pos = rules::play(&pos, *leg);
        }
        replies.extend(self.put_right(&pos, !before.side_to_move(), index, view));
        replies
    }

    /// Sends what is missing until XBoard shows a position of the present turn.
    fn put_right(
        &mut self,
        pos: &Position,
        wanted: Color,
        turn: usize,
        view: &View<'_>,
    ) -> Vec<Reply> {
        let mut standing = self.standing(view);
        standing.pos.clone_from(pos);
        standing.wanted = wanted;
        self.tell_missing(turn, &standing)
    }

    /// Sends a leg, with the plies before it that it may need.
    fn tell_leg(&mut self, pos: &Position, leg: Move, turn: usize, view: &View<'_>) -> Vec<Reply> {
        let standing = self.standing(view);
        // XBoard overlooks the pieces that are leapt over, named behind a stroke.
        let text = leg_text(pos, leg);
        let hurdles = text.split_at(text.find('/').unwrap_or(text.len())).1;
        if !standing.table.effects {
            let ply = plain_ply(pos, leg).text();
            let shown = Shown::new(placement_of(&rules::play(pos, leg)));
            self.record(turn, Some(leg), shown, &ply);
            return lines(&format!("{ply}{hurdles}"));
        }
        let showing = standing.showing(pos, leg);
        if !showing.is_whole {
            log::warn!("XBoard cannot show all of {text} in {}", pos.fen());
        }
        let (before, own) = showing
            .plies
            .split_at(showing.visible.min(showing.plies.len()));
        let mut replies = self.tell(before, turn, &standing);
        if let Some(ply) = own.first() {
            let (shown, mover) = (self.plies.shown(view.game), self.plies.mover(view.game));
            let after = shown.after(&standing.table, mover, *ply).unwrap_or(shown);
            self.record(turn, Some(leg), after, &ply.text());
            replies.extend(lines(&(ply.text() + hurdles)));
        }
        replies
    }

    /// A step back (`undo`): XBoard keeps the ply, and hands it on again when the person steps forward.
    pub(super) fn step_back(&mut self, view: &View<'_>) -> Vec<Reply> {
        if self.is_plain() {
            return go(Command::TakeBack(1));
        }
        self.plies.step_back(view.game);
        self.taken_back(view)
    }

    /// Takes two plies of XBoard's back for good (`remove`).
    pub(super) fn take_back(&mut self, view: &View<'_>) -> Vec<Reply> {
        if self.is_plain() {
            return go(Command::TakeBack(2));
        }
        self.plies.take_back(2);
        self.taken_back(view)
    }

    /// Whether a FEN is a moment of the game, to which XBoard goes so: it cannot step back over a null move.
    pub(super) fn go_to(&mut self, fen: &str, view: &View<'_>) -> Option<Vec<Reply>> {
        let found = self.plies.go_to(fen, view.game);
        found.then(|| self.catch_up(view))
    }

    /// Plays and takes back turns until the game is where XBoard is, and sends nothing.
    fn catch_up(&mut self, view: &View<'_>) -> Vec<Reply> {
        self.state = State::Loading;
        let (played, wanted) = (view.game.turns().len(), self.plies.complete(view.game));
        if wanted < played {
            return go(Command::TakeBack(played - wanted));
        }
        let turns = (played..wanted).map_while(|index| self.plies.turn(index, view.game));
        turns.map(|turn| Reply::Do(Command::Play(turn))).collect()
    }

    /// Plies have been taken back. Where that leaves a turn in pieces, the engine waits until the player
    /// takes back more, or goes on.
    fn taken_back(&mut self, view: &View<'_>) -> Vec<Reply> {
        let turns = view.game.turns();
        let left = self.plies.complete(view.game);
        let standing = self.standing_after(view, left);
        let waited = matches!(self.state, State::Waiting { .. });
        let engaged = self.engaged(view);
        self.state = State::Playing;
        if let Some(side) = engaged {
            let own = standing.wanted == side && self.plies.has_begun(left);
            let again = turns.get(left).filter(|_| own);
            let again = again.map(|played| played.turn.clone());
            let missing = || matches!(standing.missing(), Completion::Plies(_));
            if again.is_some() || missing() {
                self.state = State::Waiting { side, again };
            }
        }
        let waits = matches!(self.state, State::Waiting { .. });
        let mut replies = Vec::new();
        if waits && view.engine.is_some() {
            replies.push(Reply::Do(Command::Engage(None)));
        }
        if left < turns.len() {
            replies.push(Reply::Do(Command::TakeBack(turns.len() - left)));
        }
        if waited && !waits {
            replies.push(Reply::Do(Command::Engage(engaged)));
        }
        replies
    }
}
