//! The plies that XBoard counts, and what they are to us.
//!
//! To XBoard a game is a row of plies that alternate between the sides. A turn of ours is one or more of
//! them: legs, a shot being one ply in two parts, to the victim and back; before, between and behind them
//! the plies of `completion`, which show what XBoard does not foresee, and null moves (`@@@@`). The stack
//! remembers for each ply which turn it belongs to, which leg it plays, and what XBoard shows after it,
//! so that `undo` (one ply) and `remove` (two) can land anywhere.

use super::screen::{Act, Placement, Ply, Shown, placement_of};
use crate::base::{Color, Move, MoveKind, Square};
use crate::position::Position;
use crate::rules::{Game, MoveError, Turn, leg_of_text, leg_text, turn_of_text};

/// One ply as XBoard counts them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The index of the turn it belongs to.
    pub turn: usize,
    /// The leg it plays; `None` for null moves and for plies that only put the board right.
    pub leg: Option<Move>,
    /// What XBoard shows after it.
    pub shown: Shown,
    /// The ply as XBoard writes it when it hands it on.
    pub text: String,
}

/// The plies of a game since it was set up.
///
/// When a person steps back through a game XBoard keeps what follows, and hands it on again when the person steps
/// forward. So the plies that were taken back are kept here too, until another one is played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plies {
    stack: Vec<Entry>,
    /// Plies stepped back over, the next one last.
    undone: Vec<Entry>,
    /// All turns of the game while there are such plies.
    turns: Vec<Turn>,
}

impl Plies {
    /// Adds a ply; what was stepped back over is gone.
    pub fn push(&mut self, entry: Entry) {
        self.forget_undone();
        self.stack.push(entry);
    }

    /// Whether XBoard holds plies behind the present one. Then it must not be told any, nor that one is illegal: it
    /// would put the ply behind them, or take the last of them away.
    pub fn holds_more(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Forgets the plies that were stepped back over.
    pub fn forget_undone(&mut self) {
        self.undone.clear();
        self.turns.clear();
    }

    /// What XBoard shows.
    pub fn shown(&self, game: &Game) -> Shown {
        shown_after(self.stack.last(), game)
    }

    /// Whose ply XBoard expects.
    pub fn mover(&self, game: &Game) -> Color {
        let first = game.first().side_to_move();
        if self.stack.len().is_multiple_of(2) {
            first
        } else {
            !first
        }
    }

    /// Takes the last ply back for good.
    pub fn pop(&mut self) {
        self.forget_undone();
        self.stack.pop();
    }

    /// Steps back over the last ply, which XBoard keeps.
    pub fn step_back(&mut self, game: &Game) {
        if let Some(entry) = self.stack.pop() {
            if self.undone.is_empty() {
                let turns = game.turns().iter();
                self.turns = turns.map(|played| played.turn.clone()).collect();
            }
            self.undone.push(entry);
        }
    }

    /// Steps forward over a ply that was stepped back over.
    pub fn step_forward(&mut self) {
        self.stack.extend(self.undone.pop());
    }

    /// Whether a text of XBoard's is the ply that was stepped back over last.
    pub fn is_next(&self, text: &str) -> bool {
        let next = self.undone.last();
        next.is_some_and(|entry| is_told_as(&entry.text, text))
    }

    /// Goes back or forth to the moment that XBoard describes by a FEN; `false` if the game has no such moment. The
    /// number of its move says which it must be.
    pub fn go_to(&mut self, fen: &str, game: &Game) -> bool {
        let Some(plies) = self.moment(fen, game) else {
            return false;
        };
        while self.stack.len() > plies {
            self.step_back(game);
        }
        while self.stack.len() < plies {
            self.step_forward();
        }
        true
    }

    /// How many plies were played at the moment of a FEN.
    fn moment(&self, fen: &str, game: &Game) -> Option<usize> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let number: usize = fields.last()?.parse().ok()?;
        let black = match *fields.get(1)? {
            "w" => false,
            "b" => true,
            _ => return None,
        };
        let plies = (2 * number + usize::from(black))
            .checked_sub(2 + game.first().side_to_move().index())?;
        let last = match plies.checked_sub(1) {
            None => None,
            Some(last) => Some(self.ply(last)?),
        };
        let variant = game.first().variant();
        let told = fields.first()?.split('[').next()?.replace('~', "");
        let same = shown_after(last, game).placement(variant) == told;
        let recorded = !(self.stack.is_empty() && self.undone.is_empty());
        (same && recorded).then_some(plies)
    }

    fn ply(&self, index: usize) -> Option<&Entry> {
        let ahead = || self.undone.iter().rev().nth(index - self.stack.len());
        self.stack.get(index).or_else(ahead)
    }

    /// A turn of the game, also if it was stepped back over.
    pub fn turn(&self, index: usize, game: &Game) -> Option<Turn> {
        let played = || game.turns().get(index).map(|played| played.turn.clone());
        self.turns.get(index).cloned().or_else(played)
    }

    /// How many of the game's turns have all their legs on XBoard's board.
    pub fn complete(&self, game: &Game) -> usize {
        let Some(last) = self.stack.last() else {
            return 0;
        };
        let legs = self.turn(last.turn, game).map(|turn| turn.legs().len());
        let all = legs.is_some_and(|legs| self.legs_of(last.turn).count() == legs);
        (last.turn + usize::from(all)).min(game.turns().len().max(self.turns.len()))
    }

    /// The legs of a turn that XBoard shows.
    pub fn legs_of(&self, turn: usize) -> impl Iterator<Item = Move> + '_ {
        let entries = self.stack.iter().filter(move |entry| entry.turn == turn);
        entries.filter_map(|entry| entry.leg)
    }

    /// Whether plies of a turn are there.
    pub fn has_begun(&self, turn: usize) -> bool {
        self.stack.last().is_some_and(|entry| entry.turn == turn)
    }

    /// Whether a turn begins with two plies that leave XBoard's board as it was.
    pub fn announces(&self, turn: usize, before: &Placement) -> bool {
        let mut entries = self.stack.iter().filter(move |entry| entry.turn == turn);
        let second = entries.nth(1);
        second.is_some_and(|entry| entry.leg.is_none() && entry.shown.wrong(before).is_empty())
    }

    /// Forgets the plies of a turn and those after it.
    pub fn drop_from(&mut self, turn: usize) {
        self.forget_undone();
        self.stack.retain(|entry| entry.turn < turn);
    }
}

/// What XBoard shows after a ply; `None`: before the first one.
fn shown_after(last: Option<&Entry>, game: &Game) -> Shown {
    match last {
        Some(entry) => entry.shown.clone(),
        None => Shown::new(placement_of(game.first())),
    }
}

/// Whether XBoard hands a ply on by a text.
pub fn is_told_as(ply: &str, text: &str) -> bool {
    ply.eq_ignore_ascii_case(text) || garbled(ply).as_deref() == Some(text)
}

/// A ply in two parts as XBoard hands it on when it takes it for castling: then the second part is that of a rook that
/// goes beside the king (4.9.1, function `SendMoveToProgram`).
fn garbled(text: &str) -> Option<String> {
    let Ply::Act(Act {
        from,
        via: Some(via),
        to,
        ..
    }) = Ply::read(text)?
    else {
        return None;
    };
    let file = char::from(b'a' + to.file());
    let beside = if from.file() > via.file() {
        char::from(b'b' + to.file())
    } else {
        char::from(b'`' + to.file())
    };
    let rank = to.rank() + 1;
    Some(format!("{from}{file}{rank},{via}{beside}{rank}"))
}

/// A leg as XBoard has to be told it, one line a part.
pub fn leg_lines(pos: &Position, leg: Move) -> Vec<String> {
    match leg.kind() {
        MoveKind::Shot => vec![
            format!("move {}{},", leg.from(), leg.to()),
            format!("move {}{}", leg.to(), leg.from()),
        ],
        _ => vec![format!("move {}", leg_text(pos, leg))],
    }
}

/// The legal leg that XBoard names by a text: a shot comes with its way back, a castling move perhaps as
/// `O-O`.
///
/// # Errors
/// [`MoveError`] saying what is wrong.
pub fn leg_of_xboard(pos: &Position, text: &str) -> Result<Move, MoveError> {
    match text {
        "O-O" | "0-0" | "o-o" => return leg_of_text(pos, &castling(pos, 'g')),
        "O-O-O" | "0-0-0" | "o-o-o" => return leg_of_text(pos, &castling(pos, 'c')),
        _ => {}
    }
    match Ply::read(text) {
        Some(Ply::Act(Act {
            from,
            via: Some(victim),
            to,
            letter: None,
        })) if from == to && shoots(pos, from) => leg_of_text(pos, &format!("{from}{victim}")),
        _ => leg_of_text(pos, text),
    }
}

/// The legal turn of a text of XBoard's: a leg as XBoard writes it, or a whole turn as we do.
///
/// # Errors
/// [`MoveError`] saying what is wrong.
pub fn turn_of_xboard(pos: &Position, text: &str) -> Result<Turn, MoveError> {
    let leg = leg_of_xboard(pos, text).ok();
    let turn = leg.and_then(|leg| Turn::of_legs(pos, &[leg]));
    turn.map_or_else(|| turn_of_text(pos, text), Ok)
}

fn shoots(pos: &Position, square: Square) -> bool {
    pos.at(square)
        .is_some_and(|piece| pos.variant().rules.shooters.contains(piece.piece_type()))
}

/// The king's two-step as a text.
fn castling(pos: &Position, file: char) -> String {
    let rank = match pos.side_to_move() {
        Color::White => 1,
        Color::Black => pos.variant().rules.ranks,
    };
    format!("e{rank}{file}{rank}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Catalogue;
    use crate::rules;

    #[test]
    fn undo_lands_inside_turns() {
        let variant = Catalogue::embedded()
            .variant("hopgi")
            .expect("an embedded game");
        let mut game = Game::new(variant);
        let linked = rules::legal_turns(game.position())
            .into_iter()
            .find(|turn| turn.legs().len() == 2)
            .expect("kings can move at the start");
        let shown = Shown::new(placement_of(&linked.after(game.position())));
        let mut plies = Plies::default();
        let legs = linked.legs();
        for leg in [Some(legs[0]), None, Some(legs[1])] {
            plies.push(Entry {
                turn: 0,
                leg,
                shown: shown.clone(),
                text: String::new(),
            });
        }
        game.push(linked.clone());
        assert_eq!(
            (plies.complete(&game), plies.mover(&game)),
            (1, Color::Black)
        );
        plies.pop();
        // Three plies for the linked turn: the first leg and the null move are left.
        assert_eq!(plies.complete(&game), 0);
        assert!(plies.legs_of(0).eq([legs[0]]) && plies.has_begun(0));
        plies.pop();
        plies.pop();
        assert!(plies.legs_of(0).next().is_none() && !plies.has_begun(0));
        assert_eq!(plies.complete(&game), 0);
    }

    #[test]
    fn shots_go_there_and_back() {
        let variant = Catalogue::embedded()
            .variant("demirifle")
            .expect("an embedded game");
        let fen = "4k3/8/8/2cS1p2/3p4/8/8/4K3 w - - 0 1";
        let pos = rules::position(variant, fen).expect("a position");
        let shot = leg_of_xboard(&pos, "d5d4,d4d5").expect("a shot");
        assert_eq!(leg_lines(&pos, shot), ["move d5d4,", "move d4d5"]);
        assert!(leg_of_xboard(&pos, "d5d4,d4e5").is_err());
    }

    #[test]
    fn castling_may_be_written_with_letters() {
        let variant = Catalogue::embedded().variant("chess").expect("chess");
        let fen = "r3k3/8/8/8/8/8/8/4K2R b q - 0 1";
        let pos = rules::position(variant, fen).expect("a position");
        let castles = leg_of_xboard(&pos, "O-O-O").expect("castling");
        assert_eq!(leg_text(&pos, castles), "e8c8");
        assert!(leg_of_xboard(&pos, "O-O").is_err());
    }
}
