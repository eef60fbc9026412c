//! Whole turns: one leg in most games, several in some.
//!
//! Only [`TurnBuilder`] makes turns out of legs: it splits lines and texts, joins legs and reports when a turn is
//! complete. Legs are written and read by [`super::coordinate`] and [`super::san`].
//!
//! ```
//! use katydid::catalogue::Catalogue;
//! use katydid::rules::{self, Progress, TurnBuilder, leg_of_text};
//! let variant = Catalogue::new().variant("hopgi").unwrap();
//! let pos = rules::position(&variant, "r6/w6/*6/f6/7/**5/**BF*WR[P] w - - 0 1").unwrap();
//! let mut turn = TurnBuilder::new(&pos);
//! assert_eq!(turn.push_text("F1F2", leg_of_text), Ok(Progress::Begun));
//! let Ok(Progress::Complete(turn)) = turn.push_text("d1e2", leg_of_text) else {
//!     panic!("two kings have moved");
//! };
//! assert_eq!(rules::turn_text(&pos, &turn), "f1f2,d1e2");
//! ```

use super::coordinate::{self, MoveError, NULL_TEXT, leg_of_text, leg_text};
use super::dispatch::{in_check, legal_moves, outcome, play};
use super::dynamo;
use super::interface::Rules;
use crate::base::{Move, MoveList};
use crate::position::Position;
use crate::with_rules;

/// A complete turn of one side: its legs, each legal after the one before.
///
/// A turn belongs to the position for which it was made; [`Turn::is_legal_in`] tests it in another one.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Turn {
    /// Empty for a null move; up to 255 legs in progressive games.
    legs: Vec<Move>,
}

impl Turn {
    /// The turn with these `legs`; `None` unless each is legal after the one before and they make a complete turn.
    pub fn of_legs(pos: &Position, legs: &[Move]) -> Option<Self> {
        let mut builder = TurnBuilder::new(pos);
        for leg in legs {
            builder.push(*leg).ok()?;
        }
        builder.turn()
    }

    /// The null move: only the side to move changes. Analyses and recorded games contain such turns. If the rules of the game
    /// allow a pass, the turn consists of the pass.
    ///
    /// # Errors
    /// Why there is no null move: the side is in check, a turn has begun, turns have a schedule, or the game is over.
    pub fn null(pos: &Position) -> Result<Self, &'static str> {
        let legal = legal_moves(pos).into_iter().find(|leg| leg.is_pass());
        if let Some(pass) = legal {
            Ok(Self { legs: vec![pass] })
        } else if pos.variant().rules.capabilities.schedule {
            Err("a game in which turns have several moves has no null moves")
        } else if pos.state().mid_turn() {
            Err("a null move cannot end a turn that has begun")
        } else if in_check(pos) {
            Err("a null move leaves the king attacked")
        } else if outcome(pos).is_some() {
            Err("the game is over")
        } else {
            Ok(Self { legs: Vec::new() })
        }
    }

    /// Whether the turn has no legs: a null move that is not a pass by the rules.
    pub const fn is_null(&self) -> bool {
        self.legs.is_empty()
    }

    /// The first turn of a line of legs; `None` if the line breaks off before the turn is complete.
    pub fn first_of(pos: &Position, line: &[Move]) -> Option<Self> {
        turns_of_line(pos, line).first()?.turn()
    }

    /// The legs; at least one, except in a null move.
    pub fn legs(&self) -> &[Move] {
        &self.legs
    }

    /// The first leg.
    ///
    /// # Panics
    /// For a null move.
    pub fn first(&self) -> Move {
        self.legs[0]
    }

    /// The position after the turn.
    #[must_use]
    pub fn after(&self, pos: &Position) -> Position {
        let mut after = pos.clone();
        if self.is_null() {
            after.pass();
        }
        self.legs.iter().fold(after, |at, leg| play(&at, *leg))
    }

    /// Whether the turn can be played in a position.
    pub fn is_legal_in(&self, pos: &Position) -> bool {
        if self.is_null() {
            return Self::null(pos).is_ok();
        }
        Self::of_legs(pos, &self.legs).is_some()
    }
}

/// The state of a turn after a leg.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Another leg has to follow.
    Begun,
    /// The turn is complete.
    Complete(Turn),
}

/// A turn being built: the legs so far, all legal one after the other.
#[derive(Clone)]
pub struct TurnBuilder {
    before: Position,
    legs: Vec<Move>,
    now: Position,
}

impl TurnBuilder {
    /// A turn without legs yet.
    pub fn new(pos: &Position) -> Self {
        Self {
            before: pos.clone(),
            legs: Vec::new(),
            now: pos.clone(),
        }
    }

    /// The position before the turn.
    pub const fn before(&self) -> &Position {
        &self.before
    }

    /// The position after the legs so far.
    pub const fn now(&self) -> &Position {
        &self.now
    }

    /// The legs so far.
    pub fn legs(&self) -> &[Move] {
        &self.legs
    }

    /// Whether the turn has a leg.
    pub const fn is_begun(&self) -> bool {
        !self.legs.is_empty()
    }

    /// Whether no leg can follow.
    fn is_complete(&self) -> bool {
        self.is_begun() && ends_turn(&self.before, &self.now)
    }

    /// The turn, if it is complete.
    pub fn turn(&self) -> Option<Turn> {
        let legs = &self.legs;
        self.is_complete().then(|| Turn { legs: legs.clone() })
    }

    /// The legal next legs; none if the turn is complete or a rule of the variant has ended the game.
    pub fn legal(&self) -> MoveList {
        if self.is_complete() {
            MoveList::new()
        } else {
            legal_moves(&self.now)
        }
    }

    /// Adds a leg.
    ///
    /// # Errors
    /// [`MoveError`] with the leg's text if it is not a legal next leg; the turn stays as it is.
    pub fn push(&mut self, leg: Move) -> Result<Progress, MoveError> {
        if !self.legal().contains(&leg) {
            let text = leg_text(&self.now, leg);
            return Err(if self.is_complete() {
                self.is_full(&text, 1)
            } else {
                coordinate::refusal(&self.now, &text)
            });
        }
        self.add(leg);
        Ok(self.progress())
    }

    fn add(&mut self, leg: Move) {
        self.now = play(&self.now, leg);
        self.legs.push(leg);
    }

    fn progress(&self) -> Progress {
        self.turn().map_or(Progress::Begun, Progress::Complete)
    }

    /// Takes the last leg back.
    pub fn pop(&mut self) -> Option<Move> {
        let last = self.legs.pop();
        self.now = self
            .legs
            .iter()
            .fold(self.before.clone(), |at, leg| play(&at, *leg));
        last
    }

    /// Adds the legs of a text, separated by commas. `read` returns the legal leg that one part of the text names.
    ///
    /// # Errors
    /// [`MoveError`] for the first leg that cannot be read, or for a leg after the end of the turn; then the turn is
    /// not changed.
    pub fn push_text(
        &mut self,
        text: &str,
        read: impl Fn(&Position, &str) -> Result<Move, MoveError>,
    ) -> Result<Progress, MoveError> {
        let one_leg = dynamo::pushes_and_pulls(self.before.variant());
        let legs: Vec<&str> = text.split(|c| c == ',' && !one_leg).collect();
        self.push_texts(text, &legs, read)
    }

    /// Adds typed legs, separated by commas or blanks, as [`Self::push_text`] does. The letter of a piece that stands alone,
    /// as in `G h2-h4`, belongs to the next word.
    ///
    /// # Errors
    /// Those of [`Self::push_text`].
    pub fn push_typed(
        &mut self,
        text: &str,
        read: impl Fn(&Position, &str) -> Result<Move, MoveError>,
    ) -> Result<Progress, MoveError> {
        let one_leg = dynamo::pushes_and_pulls(self.before.variant());
        let words = text.split(|c: char| c.is_whitespace() || c == ',' && !one_leg);
        let mut legs: Vec<String> = Vec::new();
        for word in words.filter(|word| !word.is_empty()) {
            match legs.last_mut() {
                Some(letter) if is_letter_of_piece(letter) => letter.push_str(word),
                _ => legs.push(word.to_owned()),
            }
        }
        let legs: Vec<&str> = legs.iter().map(String::as_str).collect();
        self.push_texts(text, &legs, read)
    }

    fn push_texts(
        &mut self,
        text: &str,
        legs: &[&str],
        read: impl Fn(&Position, &str) -> Result<Move, MoveError>,
    ) -> Result<Progress, MoveError> {
        let mut longer = self.clone();
        for (index, leg) in legs.iter().enumerate() {
            if longer.is_complete() {
                return Err(longer.is_full(text, legs.len() - index));
            }
            let leg = read(&longer.now, leg)?;
            longer.add(leg);
        }
        *self = longer;
        Ok(self.progress())
    }

    /// The turn made of the legs so far and the legs of a text, which is read as in [`Self::push_text`].
    ///
    /// # Errors
    /// [`MoveError`] for the first leg that cannot be read, or if there are too many or too few legs.
    pub fn completed_by(
        &self,
        text: &str,
        read: impl Fn(&Position, &str) -> Result<Move, MoveError>,
    ) -> Result<Turn, MoveError> {
        match self.clone().push_text(text, read)? {
            Progress::Complete(turn) => Ok(turn),
            Progress::Begun => {
                let reason = "the turn is not complete: another leg has to follow";
                Err(MoveError::illegal(text, reason))
            }
        }
    }

    /// The error for `more` legs after the end of a complete turn.
    fn is_full(&self, text: &str, more: usize) -> MoveError {
        let complete = self.legs.len();
        let given = complete + more;
        let reason = format!("the turn is complete after {complete} of {given} legs");
        MoveError::illegal(text, reason)
    }
}

/// Whether a word is only the letter of a piece, perhaps after the `+` of a promoted form.
fn is_letter_of_piece(word: &str) -> bool {
    let letter = word.strip_prefix('+').unwrap_or(word);
    letter.len() == 1 && letter.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Whether a leg that leads from `before` to `after` ends the turn: the other side is to move, or a rule of the
/// variant has ended the game.
pub fn ends_turn(before: &Position, after: &Position) -> bool {
    after.side_to_move() != before.side_to_move()
        || with_rules!(after.variant(), R => R::immediate_end(after).is_some())
}

/// Splits a line of legs into turns, up to the first leg that is not legal. The last turn may be incomplete.
pub fn turns_of_line(pos: &Position, line: &[Move]) -> Vec<TurnBuilder> {
    let mut turns = Vec::new();
    let mut turn = TurnBuilder::new(pos);
    for leg in line {
        if turn.is_complete() {
            let next = TurnBuilder::new(&turn.now);
            turns.push(std::mem::replace(&mut turn, next));
        }
        if turn.push(*leg).is_err() {
            break;
        }
    }
    turns.extend(turn.is_begun().then_some(turn));
    turns
}

/// All legal turns, in the order of generation; none if a rule of the variant has ended the game.
pub fn legal_turns(pos: &Position) -> Vec<Turn> {
    let mut turns = Vec::new();
    with_rules!(pos.variant(), R => extend::<R>(pos, &mut Vec::new(), &mut turns));
    turns
}

/// Adds to `turns` all turns that begin with the legs `begun`, which have led to `pos`.
fn extend<R: Rules>(pos: &Position, begun: &mut Vec<Move>, turns: &mut Vec<Turn>) {
    let mut list = MoveList::new();
    R::playable(pos, &mut list);
    for mv in list {
        begun.push(mv);
        let after = R::LEGS.then(|| R::play(pos, mv));
        match after.filter(|after| !ends_turn(pos, after)) {
            Some(after) => extend::<R>(&after, begun, turns),
            None => turns.push(Turn {
                legs: begun.clone(),
            }),
        }
        begun.pop();
    }
}

/// The texts of a line of legal legs; `write` gets the position before each leg.
pub fn written_legs(
    pos: &Position,
    legs: &[Move],
    write: impl Fn(&Position, Move) -> String,
) -> Vec<String> {
    steps(pos, legs).map(|(at, leg)| write(&at, leg)).collect()
}

/// Pairs each leg of a line of legal legs with the position before it.
pub fn steps(pos: &Position, legs: &[Move]) -> impl Iterator<Item = (Position, Move)> {
    let mut next = Some(pos.clone());
    legs.iter().enumerate().map_while(move |(index, leg)| {
        let at = next.take()?;
        next = (index + 1 < legs.len()).then(|| play(&at, *leg));
        Some((at, *leg))
    })
}

/// The coordinate text of the legal legs of one turn, joined by commas.
pub fn legs_text(pos: &Position, legs: &[Move]) -> String {
    written_legs(pos, legs, leg_text).join(",")
}

/// The coordinate text of a legal turn.
pub fn turn_text(pos: &Position, turn: &Turn) -> String {
    if turn.is_null() {
        return NULL_TEXT.to_owned();
    }
    legs_text(pos, turn.legs())
}

/// The coordinate texts of the turns of a line, as far as the line is legal. The last turn may be incomplete.
pub fn line_text(pos: &Position, line: &[Move]) -> Vec<String> {
    let turns = turns_of_line(pos, line).into_iter();
    turns
        .map(|turn| legs_text(turn.before(), turn.legs()))
        .collect()
}

/// The legal turn of a coordinate text: legs as [`leg_of_text`] reads them, joined by commas.
///
/// # Errors
/// [`MoveError`] saying what is wrong.
pub fn turn_of_text(pos: &Position, text: &str) -> Result<Turn, MoveError> {
    let read =
        |at: &Position, leg: &str| leg_of_text(at, leg).map_err(|error| error.of_whole(text));
    TurnBuilder::new(pos).completed_by(text, read)
}

/// The position after the turn of a coordinate text.
///
/// # Errors
/// [`MoveError`] saying what is wrong.
pub fn play_text(pos: &Position, text: &str) -> Result<Position, MoveError> {
    turn_of_text(pos, text).map(|turn| turn.after(pos))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::games;
    use crate::rules::{leg_of_san, position, start};

    fn at(game: &str, fen: &str) -> Position {
        let variant = games().variant(game).expect("a game");
        position(&variant, fen).expect("a position of the game")
    }

    const LINKED: &str = "r6/w6/*6/f6/7/**5/**BF*WR[P] w - - 0 1";

    #[test]
    fn refused_legs_say_why_and_leave_the_turn_as_it_is() {
        let pos = at("hopgi", LINKED);
        let mut turn = TurnBuilder::new(&pos);
        for (text, reason) in [
            ("f1f2,d1d9", "expected squares as in e2e4"),
            (
                "f1f2,f2f3",
                "the other king, the ferz king, has to move now",
            ),
            ("f1f2,d1e2,f2f1", "the turn is complete after 2 of 3 legs"),
            ("f1f2,,d1e2", "expected squares as in e2e4"),
        ] {
            let error = turn
                .push_text(text, leg_of_text)
                .expect_err(text)
                .to_string();
            assert!(error.contains(reason), "{error}");
            assert!(!turn.is_begun() && turn.now().key() == pos.key());
        }
        assert_eq!(turn.push_typed("Wf2 ", leg_of_san), Ok(Progress::Begun));
        let foreign = legal_moves(&pos)[0];
        let error = turn
            .push(foreign)
            .expect_err("not the king that is owed")
            .to_string();
        assert!(error.contains(&leg_text(&pos, foreign)) && error.contains("has to move now"));
        let progress = turn.push_typed(", d1e2", leg_of_san);
        assert!(matches!(progress, Ok(Progress::Complete(_))));
        let error = turn.push(foreign).expect_err("a third leg").to_string();
        assert!(error.contains("complete after 2 of 3 legs"), "{error}");
        assert_eq!(
            turn.pop().map(|leg| leg_text(&pos, leg)),
            Some("d1e2".to_owned())
        );
        assert!(turn.turn().is_none() && turn.legs().len() == 1);
    }

    #[test]
    fn a_pair_of_displacements_is_one_leg() {
        let pos = at(
            "dynamo",
            "rnbqk1nr/ppppppbp/6p1/8/3B4/1P6/P1PPPPPP/RN1QKBNR b KQkq - 0 1",
        );
        let pair = TurnBuilder::new(&pos).completed_by("d4b2,g7d4", leg_of_text);
        assert_eq!(pair.map(|turn| turn.legs().len()), Ok(1));
        let error = TurnBuilder::new(&pos).push_typed("g7d4 d4b2", leg_of_text);
        assert!(error.is_err(), "{error:?}");
    }

    #[test]
    fn a_rule_of_the_variant_ends_a_turn() {
        // A king takes the last enemy king: the linked king of its own side need not move.
        let pos = at("hopgi", "7/7/*2w3/3W3/7/**3F1/**2*2[] w - - 0 1");
        let mut turn = TurnBuilder::new(&pos);
        assert!(matches!(
            turn.push_text("d4d5", leg_of_text),
            Ok(Progress::Complete(_))
        ));
        let next = TurnBuilder::new(turn.now());
        assert!(turn.legal().is_empty() && next.legal().is_empty());
        let error = next.completed_by("f2g3", leg_of_text).expect_err("over");
        assert!(error.to_string().contains("the game is over"), "{error}");
    }

    #[test]
    fn lines_are_cut_into_turns() {
        let variant = games().variant("progressive").expect("embedded");
        let first = start(&variant);
        let mut builder = TurnBuilder::new(&first);
        let mut line = Vec::new();
        for _ in 0..6 {
            let leg = builder.legal()[0];
            line.push(leg);
            if matches!(builder.push(leg), Ok(Progress::Complete(_))) {
                builder = TurnBuilder::new(builder.now());
            }
        }
        let lengths: Vec<usize> = turns_of_line(&first, &line)
            .iter()
            .map(|turn| turn.legs().len())
            .collect();
        assert_eq!(lengths, [1, 2, 3]);
        let twice = [line[0], line[0], line[1]];
        assert_eq!(turns_of_line(&first, &twice).len(), 1);
        assert_eq!(
            Turn::first_of(&first, &line).map(|turn| turn.first()),
            Some(line[0])
        );
    }
}
