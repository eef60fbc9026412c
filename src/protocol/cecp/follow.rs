//! Keeping XBoard's board and the game together: plies that come from XBoard, plies that are sent to it,
//! and plies taken back.
//!
//! Three things differ: the game of the session, which consists of whole turns; the legs of a turn that has begun; and XBoard's
//! board. The plies that XBoard still has to be sent follow from these alone (`Standing::missing`), whether the moment was reached
//! by play or by a take-back into the middle of a turn.
//!
//! The missing plies of our own turns and of a person's turns are sent to XBoard. Another engine sends those of its turns itself,
//! and a game that XBoard loads contains them: these plies are waited for.

use super::output::{self, illegal, line, refused};
use super::plies::Entry;
use super::ply::{Act, NULL, Ply};
use super::screen::Screen;
use super::showing::showing;
use super::standing::{Standing, is_xboards, turn_of_xboard};
use super::{Cecp, State, go, setup};
use crate::base::{Color, Move, MoveKind};
use crate::position::Position;
use crate::protocol::command::Command;
use crate::protocol::interface::{Reply, View};
use crate::rules::{self, Turn, TurnBuilder, leg_text};

/// The `move` lines of a ply, one for each of its parts.
fn lines(ply: &str) -> Vec<Reply> {
    output::lines(ply.split_inclusive(',').map(|part| format!("move {part}")))
}

fn play(turn: Option<Turn>) -> Vec<Reply> {
    turn.map_or_else(Vec::new, |turn| go(Command::Play(turn)))
}

impl Cecp {
    /// Adds a ply to the row of plies that XBoard shows.
    fn record(&mut self, turn: usize, leg: Option<Move>, screen: Screen, text: &str) {
        let text = text.to_owned();
        self.plies.push(Entry {
            turn,
            leg,
            passes: false,
            screen,
            text,
        });
    }

    /// The side that the engine plays, also while the engine waits for a take-back to be completed.
    fn engaged(&self, view: &View<'_>) -> Option<Color> {
        let waiting = match self.state {
            State::Waiting { side, .. } => Some(side),
            _ => None,
        };
        view.engine.or(waiting)
    }

    /// Whether the plies that complete a turn come from another engine or from the game that XBoard loads.
    fn others_send(&self) -> bool {
        self.computer || matches!(self.state, State::Loading)
    }

    pub(super) fn standing(&self, view: &View<'_>) -> Standing {
        self.standing_after(view, view.game.turns().len())
    }

    /// The standing after the first `played` turns of the game.
    fn standing_after(&self, view: &View<'_>, played: usize) -> Standing {
        let game = view.game;
        let mut begun = TurnBuilder::new(game.position_after(played));
        for leg in self.plies.legs_of(played) {
            // XBoard may show a leg that does not fit the game; `played` removes it when the turn itself is sent.
            if begun.push(leg).is_err() {
                break;
            }
        }
        let screen = self.plies.screen(game);
        let shown = screen.showing(begun.now());
        let announced = self.plies.announces(played, &shown);
        let wanted = match played.checked_sub(1) {
            // After a whole turn the other side is to move, even if the game is over.
            Some(before) if !begun.is_begun() => !game.position_after(before).side_to_move(),
            _ => shown.mover,
        };
        Standing {
            played,
            prelude: !begun.is_begun() && self.plies.has_begun(played),
            begun,
            target: shown.with_mover(wanted),
            screen,
            announced,
            orders: match self.state {
                _ if self.computer => &[false],
                State::Loading => &[true, false],
                _ => &[true],
            },
        }
    }

    /// Sends plies to XBoard and records them.
    fn send(&mut self, plies: &[Ply], turn: usize, mut screen: Screen) -> Vec<Reply> {
        let mut replies = Vec::new();
        for ply in plies {
            let same = screen.clone().with_mover(!screen.mover);
            screen = screen.after(*ply).unwrap_or(same);
            self.record(turn, None, screen.clone(), &ply.text());
            replies.extend(lines(&ply.text()));
        }
        replies
    }

    /// Sends XBoard the plies until it shows the board `target`; a person gets a message if it cannot show it.
    fn send_missing(&mut self, turn: usize, target: &Screen, view: &View<'_>) -> Vec<Reply> {
        let screen = self.plies.screen(view.game);
        match screen.missing(target) {
            Ok(plies) => self.send(&plies, turn, screen),
            Err(unshown) => {
                log::warn!("{unshown}");
                let person = Some(format!("tellusererror {unshown}")).filter(|_| !self.computer);
                output::lines(person)
            }
        }
    }

    /// Sends XBoard the missing plies because the person continues the game; the engine continues too.
    pub(super) fn complete(&mut self, view: &View<'_>) -> Vec<Reply> {
        let (side, again) = self.stop_waiting().unzip();
        let mut replies = if let Some(turn) = again.flatten() {
            // The rest of the engine's own turn, which was partly taken back.
            go(Command::Play(turn))
        } else {
            let standing = self.standing(view);
            self.send_missing(standing.turn(), &standing.target, view)
        };
        if side.is_some() {
            replies.push(Reply::Do(Command::Engage(side)));
        }
        replies
    }

    /// Whether XBoard's board lags behind the game and the missing plies are ours to send.
    pub(super) fn is_behind(&self, view: &View<'_>) -> bool {
        let again = matches!(self.state, State::Waiting { again: Some(_), .. });
        !self.computer && !self.plies.holds_more() && (again || self.standing(view).is_behind())
    }

    /// `go` and `playother`: the engine takes the side that XBoard expects to move, or the other one.
    pub(super) fn engage(&mut self, other: bool, view: &View<'_>) -> Vec<Reply> {
        let side = |mover: Color| if other { !mover } else { mover };
        if self.is_plain() {
            return go(Command::Engage(Some(side(
                view.game.position().side_to_move(),
            ))));
        }
        let standing = self.standing(view);
        let side = side(standing.screen.mover);
        if standing.begun.is_begun() && side == standing.pos().side_to_move() && !self.computer {
            return line("tellusererror Finish the turn that has begun, or take it back");
        }
        let again = self.stop_waiting().and_then(|(_, again)| again);
        self.state = State::Waiting { side, again };
        if self.is_behind(view) {
            return self.complete(view);
        }
        self.give_up_waiting(Command::Engage(Some(side)))
    }

    /// Handles a ply of the player, of the other engine, or of a game that is loaded.
    pub(super) fn user_move(&mut self, text: &str, view: &View<'_>) -> Vec<Reply> {
        if self.is_plain() {
            let pos = view.game.position();
            let null = rules::is_null(text).then(|| rules::turn_or_null(pos, text));
            let may_pass = |turn: &Result<Turn, _>| {
                view.engine.is_none() || turn.as_ref().is_ok_and(|turn| !turn.is_null())
            };
            let turn = null
                .filter(may_pass)
                .unwrap_or_else(|| turn_of_xboard(pos, text));
            return match turn {
                Ok(turn) => go(Command::Play(turn)),
                Err(error) => refused(&error, text),
            };
        }
        // Other programs and people write algebraic notation.
        if !is_xboards(text)
            && let standing = self.standing(view)
            && let Ok(leg) = rules::leg_of_san(standing.pos(), text)
        {
            return self.user_ply(&leg_text(standing.pos(), leg), view);
        }
        self.user_ply(text, view)
    }

    /// Handles a ply that is no algebraic notation.
    fn user_ply(&mut self, text: &str, view: &View<'_>) -> Vec<Reply> {
        let (by_hand, clicked) = self.clicked(text);
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
        self.take_ply(text, by_hand, clicked, view)
    }

    /// Whether a ply was made by mouse (the player has just put a piece down on its square) and does not come from a loaded game; and
    /// the squares that the player has clicked.
    fn clicked(&self, text: &str) -> (bool, Option<Act>) {
        match &self.state {
            State::Lifted {
                clicked,
                put: Some(put),
            } if text.contains(&put.to_string()) => {
                let letter = Act::read(text).and_then(|act| act.letter);
                let act = Act::of_squares(&[&clicked[..], &[*put]].concat());
                (true, act.map(|act| Act { letter, ..act }))
            }
            _ => (false, None),
        }
    }

    /// Handles the next ply: a leg, or a ply that completes or begins a leg.
    fn take_ply(
        &mut self,
        text: &str,
        by_hand: bool,
        clicked: Option<Act>,
        view: &View<'_>,
    ) -> Vec<Reply> {
        let (standing, others_send) = (self.standing(view), self.others_send());
        // If no plies can correct the board, the game goes on without completion plies.
        let missing = standing.missing().unwrap_or_else(|unshown| {
            log::debug!("{unshown}");
            Vec::new()
        });
        let leg = if standing.displaces() {
            // Where XBoard takes the ply for castling, its text lacks some of the squares touched.
            standing.displacing_leg(text, clicked, others_send)
        } else {
            standing.leg(text, self.computer)
        };
        let (prelude, begun) = (standing.prelude, standing.begun.is_begun());
        let in_turn = standing.screen.mover == standing.target.mover;
        if let Ok(leg) = leg
            && in_turn
            && (missing.is_empty() || prelude)
        {
            return self.play_leg(text, leg, &standing, view);
        }
        let begins =
            others_send && missing.is_empty() && standing.may_begin(standing.ply(text, &missing));
        if !missing.is_empty() || prelude || begins {
            // A person who stepped back into the middle of a turn and plays on, continues from the end of that turn.
            let goes_on = by_hand && !begun && !prelude && !self.computer;
            let turn = leg.ok().filter(|_| goes_on);
            let turn = turn.and_then(|leg| Turn::of_legs(standing.pos(), &[leg]));
            let mut replies = self.take_completion(text, &standing, &missing, view);
            replies.extend(play(turn));
            return replies;
        }
        match leg {
            _ if text == NULL => self.pass(&standing, view),
            Err(error) => refused(&error, text),
            Ok(_) => illegal("it cannot be played now", text),
        }
    }

    /// Handles a null move of XBoard's, which lets the other side move in analyses and edited games.
    fn pass(&mut self, standing: &Standing, view: &View<'_>) -> Vec<Reply> {
        let null = match Turn::null(standing.pos()) {
            _ if setup::has_null_moves(standing.pos().variant()) => {
                Err("a null move is only possible inside a turn of several moves")
            }
            _ if view.engine.is_some() => {
                Err("a null move is only possible while the engine does not play")
            }
            null => null,
        };
        match null {
            Ok(turn) => {
                let screen = standing.screen.clone().with_mover(!standing.screen.mover);
                self.plies.push(Entry {
                    turn: standing.played,
                    leg: None,
                    passes: true,
                    screen,
                    text: NULL.to_owned(),
                });
                play(Some(turn))
            }
            Err(reason) => illegal(reason, NULL),
        }
    }

    /// Handles a leg that XBoard shows.
    fn play_leg(
        &mut self,
        text: &str,
        leg: Move,
        standing: &Standing,
        view: &View<'_>,
    ) -> Vec<Reply> {
        // Other protocols may leave out the `+` of a forced promotion; XBoard's board would be wrong without it.
        if rules::is_to_promoted_form(standing.pos().variant(), leg) && !text.ends_with('+') {
            return illegal("the promotion is forced: choose the promoted piece", text);
        }
        let mut begun = standing.begun.clone();
        if begun.push(leg).is_err() {
            return illegal("it cannot be played now", text);
        }
        let (turn, us) = (begun.turn(), begun.before().side_to_move());
        let wanted = if turn.is_some() { !us } else { us };
        let target = standing.screen.showing(begun.now()).with_mover(wanted);
        let shown = standing.screen.after_leg(Ply::read(text), &target);
        let rest = shown.as_ref().and_then(|shown| shown.missing(&target).ok());
        match (shown, rest) {
            (Some(shown), Some(rest)) => {
                self.record(standing.played, Some(leg), shown, text);
                match turn {
                    Some(_) if self.computer && !rest.is_empty() => Vec::new(),
                    None if !self.others_send() => self.complete(view),
                    turn => play(turn),
                }
            }
            _ if self.others_send() => {
                // Another engine sends the plies that correct XBoard's board itself.
                let shown = target.with_mover(!standing.screen.mover);
                self.record(standing.played, Some(leg), shown, text);
                play(turn)
            }
            _ => {
                // XBoard has to take the ply back, and is sent the same leg in plies that it can show.
                let mut replies = illegal("it is shown in another way", text);
                if turn.is_none() {
                    replies.extend(self.send_leg(standing.pos(), leg, standing.played, view));
                    replies.extend(self.complete(view));
                }
                replies.extend(play(turn));
                replies
            }
        }
    }

    /// Handles a completion ply, or a ply that begins a turn in which a captured piece has to leave its square first.
    fn take_completion(
        &mut self,
        text: &str,
        standing: &Standing,
        missing: &[Ply],
        view: &View<'_>,
    ) -> Vec<Reply> {
        let (screen, target) = (&standing.screen, &standing.target);
        let (ply, expected) = (standing.ply(text, missing), missing.first().copied());
        let begins = missing.is_empty() || standing.prelude;
        let read = ply.and_then(|ply| screen.after(ply));
        let shown = if self.computer {
            // Another engine's ply may arrive garbled, because XBoard takes some plies for castling.
            read.or_else(|| screen.after(expected?))
        } else {
            let better = |to: &Screen| to.wrong(target).len() < screen.wrong(target).len();
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
        play(now.begun.turn().filter(|_| !now.is_behind()))
    }

    /// Sends XBoard the plies that it does not show yet after a turn was played.
    pub(super) fn played(&mut self, by_engine: bool, view: &View<'_>) -> Vec<Reply> {
        match &mut self.state {
            State::Lifted { .. } => self.state = State::Playing,
            State::Waiting { again, .. } => *again = None,
            _ => {}
        }
        let Some(last) = view.game.turns().last() else {
            return Vec::new();
        };
        if !by_engine && (self.others_send() || self.is_plain()) {
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
        for (at, leg) in rules::steps(before, legs).skip(count) {
            replies.extend(self.put_right(&at, at.side_to_move(), index, view));
            replies.extend(self.send_leg(&at, leg, index, view));
        }
        let now = view.game.position();
        replies.extend(self.put_right(now, !before.side_to_move(), index, view));
        replies
    }

    /// Sends XBoard the plies until it shows `pos`, a position of the present turn, with the side `wanted` to move.
    fn put_right(
        &mut self,
        pos: &Position,
        wanted: Color,
        turn: usize,
        view: &View<'_>,
    ) -> Vec<Reply> {
        let target = self.plies.screen(view.game).showing(pos).with_mover(wanted);
        self.send_missing(turn, &target, view)
    }

    /// Sends a leg, with the plies before it that it may need.
    fn send_leg(&mut self, pos: &Position, leg: Move, turn: usize, view: &View<'_>) -> Vec<Reply> {
        let screen = self.plies.screen(view.game);
        if leg.kind() == MoveKind::Castle && pos.variant().rules.castling.anywhere {
            // In `fischerandom` XBoard writes castling as O-O and moves both pieces itself.
            let text = if leg.castles_kingside() {
                "O-O"
            } else {
                "O-O-O"
            };
            let after = screen.showing(&rules::play(pos, leg));
            self.record(turn, Some(leg), after, text);
            return lines(text);
        }
        let showing = showing(&screen, pos, leg, !self.computer);
        let (before, own) = showing.row.plies.split_at(showing.own);
        let mut replies = self.send(before, turn, screen);
        if let Some(ply) = own.first() {
            let screen = self.plies.screen(view.game);
            let target = screen.showing(&rules::play(pos, leg));
            let after = screen.after_leg(Some(*ply), &target);
            let after = after.unwrap_or_else(|| screen.clone().with_mover(!screen.mover));
            self.record(turn, Some(leg), after, &ply.text());
            // The hurdles after the slash are for other programs: XBoard ignores them.
            let text = leg_text(pos, leg);
            let hurdles = text.split_at(text.find('/').unwrap_or(text.len())).1;
            replies.extend(lines(&(ply.text() + hurdles)));
        }
        replies
    }

    /// `undo`, a step back: XBoard keeps the ply, and sends it again when the person steps forward.
    pub(super) fn step_back(&mut self, view: &View<'_>) -> Vec<Reply> {
        if self.is_plain() {
            return go(Command::TakeBack(1));
        }
        self.plies.step_back();
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

    /// Goes to the moment of the game that a FEN describes, if there is one: XBoard sends a FEN where it steps back over a null move.
    pub(super) fn go_to(&mut self, fen: &str, view: &View<'_>) -> Option<Vec<Reply>> {
        let found = self.plies.go_to(fen, view.game);
        found.then(|| self.catch_up(view))
    }

    /// Plays or takes back turns until the session's game agrees with XBoard's plies; sends nothing.
    fn catch_up(&mut self, view: &View<'_>) -> Vec<Reply> {
        self.state = State::Loading;
        let (played, turns) = (view.game.turns().len(), self.plies.turns(view.game));
        if turns.len() < played {
            return go(Command::TakeBack(played - turns.len()));
        }
        let turns = turns.into_iter().skip(played);
        turns.map(|turn| Reply::Do(Command::Play(turn))).collect()
    }

    /// Handles plies that were taken back. If a part of a turn remains, the engine waits until the player
    /// takes back more or plays on.
    fn taken_back(&mut self, view: &View<'_>) -> Vec<Reply> {
        let turns = view.game.turns();
        let left = turns.len().min(self.plies.turns(view.game).len());
        let standing = self.standing_after(view, left);
        let waited = matches!(self.state, State::Waiting { .. });
        let engaged = self.engaged(view);
        self.state = State::Playing;
        if let Some(side) = engaged {
            let own = standing.target.mover == side && self.plies.has_begun(left);
            let again = turns.get(left).filter(|_| own);
            let again = again.map(|played| played.turn.clone());
            if again.is_some() || standing.is_behind() {
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
