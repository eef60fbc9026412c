//! Keeping XBoard's board and the game together: plies that come from XBoard, plies that are sent to it,
//! and plies taken back.
//!
//! Three things can be told apart at any moment: the game of the session, whose turns are whole; the
//! legs of a turn that has begun; and what XBoard shows. What XBoard still has to be told follows from
//! these alone (`missing`), so it makes no difference how the moment was reached, by play or by a
//! take-back that landed in the middle of a turn.
//!
//! Who tells the missing plies? We do for our own turns and for those of a person. Another engine tells its
//! own, and so does a game that XBoard loads: then we wait for them.

use super::completion::{Completion, completion};
use super::displacement;
use super::leap;
use super::output::{illegal, refused};
use super::plies::{self, Entry, Plies};
use super::screen::{Act, Lettering, NULL, Placement, Ply, Shown, placement_of};
use super::showing::{Showing, showing};
use super::{Cecp, State, go};
use crate::base::{Color, Move, MoveKind, Square};
use crate::position::Position;
use crate::protocol::command::Command;
use crate::protocol::interface::{Reply, View};
use crate::rules::{self, MoveError, Turn};

/// The game as XBoard has been told of it.
pub(super) struct Standing {
    /// Turns of the session's game.
    played: usize,
    /// The position after the legs of the turn that has begun.
    pub(super) pos: Position,
    /// Those legs.
    legs: Vec<Move>,
    /// Who should be on the move.
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
        let target = self.target();
        completion(&self.table, &self.shown, self.mover, &target, self.wanted)
    }

    /// The pieces that XBoard should show. In games without effects it shows them by itself.
    fn target(&self) -> Placement {
        placement_of(&self.pos)
    }

    /// Whether a turn has begun with plies before its first leg.
    fn prelude(&self, plies: &Plies) -> bool {
        self.legs.is_empty() && plies.has_begun(self.played)
    }

    /// Whether pieces push and pull in the game.
    pub(super) fn displaces(&self) -> bool {
        rules::pushes_and_pulls(self.pos.variant())
    }

    /// How a leg is shown that XBoard has not been told of.
    fn showing(&self, pos: &Position, leg: Move) -> Showing {
        if self.displaces() {
            displacement::showing(&self.table, &self.shown, pos, leg)
        } else {
            showing(&self.table, &self.shown, pos, leg)
        }
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
        let told = moves.iter().map(|mv| self.showing(&self.pos, *mv));
        told.filter(|told| told.visible > before)
            .filter_map(|told| told.plies.get(before).copied())
            .collect()
    }

    /// The ply of a text. One that XBoard garbles is known only where it is among those that can come.
    fn ply(&self, text: &str, missing: &[Ply]) -> Option<Ply> {
        Ply::read(text).or_else(|| {
            let mut coming = self.coming(missing);
            coming.find(|ply| plies::is_told_as(&ply_text(&ply.lines()), text))
        })
    }

    /// The plies that can come now but for those that are a leg: the first of the `missing` ones, and those before a piece
    /// moves.
    fn coming(&self, missing: &[Ply]) -> impl Iterator<Item = Ply> {
        let due = missing.first().copied();
        due.into_iter().chain(self.beginnings())
    }

    /// The acts among the plies that can come now but for those that are a leg.
    pub(super) fn coming_acts(&self) -> Vec<Act> {
        let missing = match self.missing() {
            Completion::Nothing => Vec::new(),
            Completion::Plies(plies) => plies,
            Completion::CannotBeShown(wrong) => {
                log::debug!("{}", unshown(&wrong));
                Vec::new()
            }
        };
        let act = |ply| match ply {
            Ply::Act(act) => Some(act),
            Ply::Null | Ply::Drop(..) => None,
        };
        self.coming(&missing).filter_map(act).collect()
    }

    /// What XBoard shows after a ply of its text that plays a leg, and what it should show; the same in
    /// games without effects.
    fn leg_shown(&self, text: &str, after: &Position) -> (Option<Shown>, Placement) {
        let target = placement_of(after);
        if !self.table.effects {
            return (Some(Shown::new(target)), target);
        }
        let shown = Ply::read(text).and_then(|ply| self.shown.after(&self.table, self.mover, ply));
        (shown, target)
    }

    /// The legs that have been played, and another one.
    fn legs_with(&self, leg: Move) -> Vec<Move> {
        self.legs.iter().copied().chain([leg]).collect()
    }

    /// The legal leg that XBoard means. Letters that only say what becomes of a piece are XBoard's business. Of an engine's
    /// hops with the same squares (`guess`) it is the one that leaves the least to tell: its other plies may have come
    /// before it.
    fn leg(&self, text: &str, others_tell: bool, guess: bool) -> Result<Move, MoveError> {
        if self.displaces() {
            return self.displacing_leg(text, others_tell);
        }
        let (pos, ply) = (&self.pos, Ply::read(text));
        let shown = |mv: &Move| {
            let told = self.showing(pos, *mv);
            self.table.effects && ply.is_some() && ply == told.plies.get(told.visible).copied()
        };
        plies::leg_of_xboard(pos, text).or_else(|error| {
            if let Some(leg) = leap::leg_of(pos, &self.table, text) {
                return leg;
            }
            let legs = rules::legal_moves(pos);
            let legs: Vec<Move> = legs.iter().copied().filter(shown).collect();
            let least = |mv: &Move| self.showing(pos, *mv).plies.len();
            let first = legs.iter().copied().min_by_key(least).ok_or(error)?;
            let alike = |mv: &Move| mv.with_detail(0) == first.with_detail(0);
            if legs.iter().all(alike) && !guess {
                leap::only(pos, &legs, text)
            } else {
                Ok(first)
            }
        })
    }

    /// The legal leg of Dynamo that a ply completes. A player cannot make all of them on XBoard's board, so of a
    /// player's ply it is asked what is meant.
    fn displacing_leg(&self, text: &str, others_tell: bool) -> Result<Move, MoveError> {
        let ply = Ply::read(text).or_else(|| leap::touching(text).map(Ply::Act));
        let castling = || {
            let kingside = text.matches(['O', 'o', '0']).count() == 2;
            let named = text.contains('-').then(|| rules::legal_moves(&self.pos))?;
            let castles = |mv: &&Move| mv.kind() == MoveKind::Castle;
            let is_it = |mv: &Move| (mv.to().file() > mv.from().file()) == kingside;
            named.iter().filter(castles).copied().find(is_it)
        };
        let exact = || {
            let after = self.shown.after(&self.table, self.mover, ply?)?;
            displacement::leg_shown(&self.pos, &after, self.announced)
        };
        let by_player = |act: &Act| !others_tell && self.pos.at(act.to).is_some();
        let touched = |act: &Act| !others_tell && act.via.is_some() && act.to != act.from;
        let act = match ply {
            Some(Ply::Act(act)) => Some(act),
            _ => None,
        };
        let meant = |act: Act| displacement::leg_meant(&self.pos, act);
        if let Some(leg) = act.filter(touched).and_then(|act| meant(act).ok()) {
            return Ok(leg);
        }
        if let Some(leg) = castling().or_else(exact) {
            return Ok(leg);
        }
        let asked = act.filter(|act| by_player(act) || touched(act));
        let choices = match asked.map(meant) {
            Some(Ok(leg)) => return Ok(leg),
            Some(Err(choices)) => choices,
            None => Vec::new(),
        };
        let reason = if choices.is_empty() {
            "no step, push or pull does this".to_owned()
        } else {
            format!("it could be any of {}", choices.join(" "))
        };
        Err(MoveError::Illegal {
            text: rules::quotable(text),
            reason,
        })
    }
}

fn lines(plies: &[Ply]) -> impl Iterator<Item = Reply> {
    plies.iter().flat_map(|ply| ply.lines()).map(Reply::Line)
}

/// Why a board stays wrong.
fn unshown(wrong: &[Square]) -> String {
    let squares: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    format!("XBoard cannot show the pieces of {}", squares.join(" "))
}

/// The line of a leg with the pieces that it leaps over, as far as they have to be named. XBoard overlooks them.
fn with_hurdles(line: Reply, pos: &Position, leg: Move) -> Reply {
    match (line, rules::leg_text(pos, leg).split_once('/')) {
        (Reply::Line(line), Some((_, hurdles))) => Reply::Line(format!("{line}/{hurdles}")),
        (line, _) => line,
    }
}

/// Lines that tell a ply, as XBoard writes the ply when it hands it on.
pub(super) fn ply_text(lines: &[String]) -> String {
    let parts = lines.iter().map(|line| line.trim_start_matches("move "));
    let text: String = parts.collect();
    text.split('/').next().unwrap_or_default().to_owned()
}

impl Cecp {
    /// Adds a ply to the row.
    fn record(&mut self, turn: usize, leg: Option<Move>, shown: Shown, text: String) {
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
        let wanted = match played.checked_sub(1) {
            Some(before) => !game.position_after(before).side_to_move(),
            None => pos.side_to_move(),
        };
        let legs: Vec<Move> = self.plies.legs_of(played).collect();
        for leg in &legs {
            if rules::legal_moves(&pos).contains(leg) {
                pos = rules::play(&pos, *leg);
            }
        }
        let mut table = Lettering::of(pos.variant());
        table.move_last = !self.computer;
        Standing {
            played,
            wanted: if legs.is_empty() {
                wanted
            } else {
                pos.side_to_move()
            },
            legs,
            table,
            shown: self.plies.shown(game),
            mover: self.plies.mover(game),
            announced: self.plies.announces(played, &placement_of(&pos)),
            pos,
        }
    }

    /// The position as far as legs have been played.
    pub(super) fn position(&self, view: &View<'_>) -> Position {
        self.standing(view).pos
    }

    /// What XBoard shows.
    pub(super) fn shown(&self, view: &View<'_>) -> Shown {
        self.plies.shown(view.game)
    }

    /// Tells XBoard plies, and remembers them.
    fn tell(&mut self, plies: &[Ply], turn: usize, standing: &Standing) -> Vec<Reply> {
        let (mut shown, mut mover) = (standing.shown.clone(), standing.mover);
        for ply in plies {
            shown = shown.after(&standing.table, mover, *ply).unwrap_or(shown);
            let text = ply_text(&ply.lines());
            self.record(turn, None, shown.clone(), text);
            mover = !mover;
        }
        lines(plies).collect()
    }

    /// Tells XBoard what it does not show yet, for a person who goes on; the engine goes on too.
    pub(super) fn complete(&mut self, view: &View<'_>) -> Vec<Reply> {
        let mut replies = Vec::new();
        let (side, again) = self.stop_waiting().unzip();
        if let Some(turn) = again.flatten() {
            // The rest of the engine's own turn, which was partly taken back.
            replies.push(Reply::Do(Command::Play(turn)));
        } else {
            let standing = self.standing(view);
            let begun = !standing.legs.is_empty() || standing.prelude(&self.plies);
            let turn = if begun {
                standing.played
            } else {
                standing.played.saturating_sub(1)
            };
            replies.extend(self.tell_missing(turn, &standing));
        }
        if side.is_some() {
            replies.push(Reply::Do(Command::Engage(side)));
        }
        replies
    }

    /// Whether XBoard does not show the game as it stands, and it is ours to tell.
    pub(super) fn is_behind(&self, view: &View<'_>) -> bool {
        let missing = || matches!(self.standing(view).missing(), Completion::Plies(_));
        let again = matches!(self.state, State::Waiting { again: Some(_), .. });
        !self.computer && !self.plies.holds_more() && (again || missing())
    }

    /// `go` and `playother`: the engine takes the side that XBoard expects to move, or the other one.
    pub(super) fn engage(&mut self, other: bool, view: &View<'_>) -> Vec<Reply> {
        let standing = self.standing(view);
        let side = if other {
            !standing.mover
        } else {
            standing.mover
        };
        if !standing.legs.is_empty() && side == standing.pos.side_to_move() && !self.computer {
            let text = "tellusererror Finish the turn that has begun, or take it back";
            return vec![Reply::line(text)];
        }
        let again = self.stop_waiting().and_then(|(_, again)| again);
        self.state = State::Waiting { side, again };
        if self.is_behind(view) {
            self.complete(view)
        } else {
            self.give_up_waiting(Command::Engage(Some(side)))
        }
    }

    /// A ply of the player, of the other engine, or of a game that is loaded.
    pub(super) fn user_move(&mut self, text: &str, view: &View<'_>) -> Vec<Reply> {
        // A ply of a piece that was put down there is the player's, and not one of a game that is loaded.
        let by_hand = match self.state {
            State::Lifted { put: Some(put), .. } => text.contains(&put.to_string()),
            _ => false,
        };
        if !by_hand && self.plies.is_next(text) {
            self.plies.step_forward();
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
        let others = self.others_tell();
        let standing = self.standing(view);
        let missing = match standing.missing() {
            Completion::Nothing => Vec::new(),
            Completion::Plies(plies) => plies,
            Completion::CannotBeShown(wrong) => {
                // The board stays wrong, so nothing has to be shown before the game goes on.
                log::warn!("{}", unshown(&wrong));
                Vec::new()
            }
        };
        let prelude = standing.prelude(&self.plies);
        let leg = standing.leg(text, others, self.computer);
        let in_turn = standing.mover == standing.wanted && (missing.is_empty() || prelude);
        if let Ok(leg) = leg
            && in_turn
        {
            return self.play_leg(text, leg, &standing, view);
        }
        let begins =
            others && missing.is_empty() && standing.may_begin(standing.ply(text, &missing));
        if !missing.is_empty() || prelude || begins {
            // A person who has stepped back into a move goes on from its end.
            let goes_on = by_hand && standing.legs.is_empty() && !prelude;
            let turn = leg
                .ok()
                .and_then(|leg| Turn::of_legs(&standing.pos, &[leg]));
            let mut replies = self.take_completion(text, &standing, &missing, view);
            if let Some(turn) = turn.filter(|_| goes_on && !self.computer) {
                replies.push(Reply::Do(Command::Play(turn)));
            }
            return replies;
        }
        if text == NULL {
            let reason = "a null move is only possible inside a turn of several moves";
            return illegal(reason, text);
        }
        match leg {
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
        if turn.is_none() && after.side_to_move() != before.side_to_move() {
            return illegal("it cannot be played now", text);
        }
        let wanted = match turn {
            Some(_) => !before.side_to_move(),
            None => after.side_to_move(),
        };
        let (shown, target) = standing.leg_shown(text, &after);
        let rest = shown
            .as_ref()
            .map(|shown| completion(&standing.table, shown, !standing.mover, &target, wanted));
        let (Some(shown), Some(rest @ (Completion::Nothing | Completion::Plies(_)))) =
            (shown, rest)
        else {
            if !self.others_tell() {
                // XBoard has to take the ply back, and is told all that happens in an order it can show.
                let mut replies = illegal("it is shown in another way", text);
                if let Some(turn) = turn {
                    replies.push(Reply::Do(Command::Play(turn)));
                } else {
                    replies.extend(self.tell_leg(&standing.pos, leg, standing.played, view));
                    replies.extend(self.complete(view));
                }
                return replies;
            }
            // The other engine's board is its own affair.
            let text = text.to_owned();
            self.record(standing.played, Some(leg), Shown::new(target), text);
            return turn.map_or_else(Vec::new, |turn| go(Command::Play(turn)));
        };
        self.record(standing.played, Some(leg), shown, text.to_owned());
        if let Some(turn) = turn {
            let wait = self.computer && rest != Completion::Nothing;
            return if wait {
                Vec::new()
            } else {
                go(Command::Play(turn))
            };
        }
        if self.others_tell() {
            Vec::new()
        } else {
            self.complete(view)
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
        let (table, mover) = (&standing.table, standing.mover);
        let ply = standing.ply(text, missing);
        let after = |ply: Ply| standing.shown.after(table, mover, ply);
        let expected = missing.first().copied();
        let target = standing.target();
        let better =
            |shown: &Shown| shown.wrong(&target).len() < standing.shown.wrong(&target).len();
        let begins = missing.is_empty() || standing.prelude(&self.plies);
        let read = ply.and_then(after);
        let shown = if self.computer {
            // Another engine's ply may reach us garbled: XBoard takes some for castling.
            read.or_else(|| expected.and_then(after))
        } else {
            let fits = |shown: &Shown| {
                ply == expected || (begins && standing.may_begin(ply)) || better(shown)
            };
            read.filter(fits)
        };
        let Some(shown) = shown else {
            let mut replies = illegal("the last move has to be shown first", text);
            if !self.computer {
                replies.extend(self.complete(view));
            }
            return replies;
        };
        let begun = begins || !standing.legs.is_empty();
        let turn = if begun {
            standing.played
        } else {
            standing.played.saturating_sub(1)
        };
        self.record(turn, None, shown, text.to_owned());
        let now = self.standing(view);
        let done = !matches!(now.missing(), Completion::Plies(_));
        let turn = Turn::of_legs(view.game.position(), &now.legs).filter(|_| done);
        turn.map_or_else(Vec::new, |turn| go(Command::Play(turn)))
    }

    /// A turn has been played: XBoard is told what it does not show yet.
    pub(super) fn played(&mut self, by_engine: bool, view: &View<'_>) -> Vec<Reply> {
        match &mut self.state {
            State::Lifted { .. } => self.state = State::Playing,
            State::Waiting { again, .. } => *again = None,
            _ => {}
        }
        if !by_engine && self.others_tell() {
            return Vec::new();
        }
        let Some(last) = view.game.turns().last() else {
            return Vec::new();
        };
        let index = view.game.turns().len() - 1;
        let before = view.game.position_after(index);
        let legs = last.turn.legs();
        let told = self.plies.legs_of(index).count();
        if !self
            .plies
            .legs_of(index)
            .eq(legs.iter().copied().take(told))
        {
            self.plies.drop_from(index);
        }
        let told = self.plies.legs_of(index).count();
        let mut replies = Vec::new();
        let mut pos = before.clone();
        for (number, leg) in legs.iter().enumerate() {
            if number >= told {
                replies.extend(self.put_right(&pos, pos.side_to_move(), index, view));
                replies.extend(self.tell_leg(&pos, *leg, index, view));
            }
            pos = rules::play(&pos, *leg);
        }
        replies.extend(self.put_right(&pos, !before.side_to_move(), index, view));
        replies
    }

    /// Tells what is missing until XBoard shows a position of the present turn.
    fn put_right(
        &mut self,
        pos: &Position,
        wanted: Color,
        turn: usize,
        view: &View<'_>,
    ) -> Vec<Reply> {
        let standing = Standing {
            pos: pos.clone(),
            wanted,
            ..self.standing(view)
        };
        self.tell_missing(turn, &standing)
    }

    /// Sends XBoard what is missing; a person gets a message if the board cannot show it.
    fn tell_missing(&mut self, turn: usize, standing: &Standing) -> Vec<Reply> {
        match standing.missing() {
            Completion::Nothing => Vec::new(),
            Completion::Plies(plies) => self.tell(&plies, turn, standing),
            Completion::CannotBeShown(wrong) => {
                let reason = unshown(&wrong);
                log::warn!("{reason}");
                let line = Reply::Line(format!("tellusererror {reason}"));
                (!self.computer).then_some(line).into_iter().collect()
            }
        }
    }

    /// Tells a leg, with the plies before it that it may need.
    fn tell_leg(&mut self, pos: &Position, leg: Move, turn: usize, view: &View<'_>) -> Vec<Reply> {
        let standing = self.standing(view);
        if !standing.table.effects {
            let shown = Shown::new(placement_of(&rules::play(pos, leg)));
            let lines = plies::leg_lines(pos, leg);
            self.record(turn, Some(leg), shown, ply_text(&lines));
            return lines.into_iter().map(Reply::Line).collect();
        }
        let told = standing.showing(pos, leg);
        if !told.is_whole {
            let leg = rules::leg_text(pos, leg);
            log::warn!("XBoard cannot show all of {leg} in {}", pos.fen());
        }
        let before = &told.plies[..told.visible.min(told.plies.len())];
        let mut replies = self.tell(before, turn, &standing);
        let (shown, mover) = (self.plies.shown(view.game), self.plies.mover(view.game));
        if let Some(ply) = told.plies.get(told.visible) {
            let after = shown.after(&standing.table, mover, *ply).unwrap_or(shown);
            self.record(turn, Some(leg), after, ply_text(&ply.lines()));
            let mut own: Vec<Reply> = lines(&[*ply]).collect();
            let last = own.pop().map(|line| with_hurdles(line, pos, leg));
            replies.extend(own.into_iter().chain(last));
        }
        replies
    }

    /// A step back (`undo`): XBoard keeps the ply, and hands it on again when the person steps forward.
    pub(super) fn step_back(&mut self, view: &View<'_>) -> Vec<Reply> {
        self.plies.step_back(view.game);
        self.taken_back(view)
    }

    /// Takes two plies of XBoard's back for good (`remove`).
    pub(super) fn take_back(&mut self, view: &View<'_>) -> Vec<Reply> {
        self.plies.pop();
        self.plies.pop();
        self.taken_back(view)
    }

    /// Whether a FEN is a moment of the game, to which XBoard goes so: it cannot step back over a null move.
    pub(super) fn go_to(&mut self, fen: &str, view: &View<'_>) -> Option<Vec<Reply>> {
        self.plies
            .go_to(fen, view.game)
            .then(|| self.catch_up(view))
    }

    /// Plays and takes back turns until the game is where XBoard is, without a word to XBoard.
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
