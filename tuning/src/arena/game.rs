//! One game under the referee's eyes.

use super::adjudication::{Adjudication, Ruling, Tracker};
use super::clock::{Clock, Limits};
use super::engine::{Answer, Comment, Patience, Player, Question, Thought, Trouble};
use katydid::base::Color;
use katydid::position::Position;
use katydid::rules::Game;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// In which way a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// By the rules.
    Rules,
    /// The referee ended it early.
    Adjudication,
    /// An engine gave up.
    Resignation,
    /// An engine has gone.
    Crash,
    /// An engine played what is no turn.
    Illegal,
    /// An engine was too late.
    Time,
    /// An engine did not answer at all.
    Stall,
    /// An engine holds that the game is over, or that its opponent's turn is none.
    Disagreement,
}

impl How {
    pub const FORFEITS: [Self; 5] = [
        Self::Crash,
        Self::Illegal,
        Self::Time,
        Self::Stall,
        Self::Disagreement,
    ];

    /// Whether an engine forfeited the game.
    pub fn is_forfeit(self) -> bool {
        Self::FORFEITS.contains(&self)
    }

    /// Whether the engine has to be started anew.
    pub const fn is_fatal(self) -> bool {
        matches!(self, Self::Crash | Self::Stall)
    }

    pub const fn word(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Adjudication => "adjudication",
            Self::Resignation => "resignation",
            Self::Crash => "crash",
            Self::Illegal => "illegal",
            Self::Time => "time",
            Self::Stall => "stall",
            Self::Disagreement => "disagreement",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArenaEnd {
    /// The winner; none in a draw.
    pub winner: Option<Color>,
    /// In which way.
    pub how: How,
    /// The engine that forfeited the game.
    pub culprit: Option<Color>,
    pub reason: String,
}

impl ArenaEnd {
    /// The result as PGN writes it.
    pub const fn result(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn forfeit(culprit: Color, how: How, reason: String) -> Self {
        Self {
            winner: Some(!culprit),
            how,
            culprit: Some(culprit),
            reason,
        }
    }
}

/// A turn as an engine played it.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// What the engine said of it.
    pub comment: Comment,
    /// The time it took.
    pub used: Duration,
    /// The time left afterwards.
    pub left: Option<Duration>,
}

#[derive(Clone)]
pub struct Finished {
    pub game: Game,
    /// How many of the turns belong to the opening.
    pub opening: usize,
    /// The engines' turns.
    pub played: Vec<Played>,
    pub end: ArenaEnd,
}

/// What holds for a game.
pub struct Conditions {
    /// The limits of White's and of Black's engine.
    pub limits: [Limits; 2],
    /// How long to wait for engines.
    pub patience: Patience,
    /// When to end early.
    pub adjudication: Adjudication,
}

/// A game being played, with those who watch over it.
struct Referee<'a> {
    conditions: &'a Conditions,
    first: String,
    game: Game,
    clocks: [Option<Clock>; 2],
    played: Vec<Played>,
    tracker: Tracker,
    /// Called with the game after each turn.
    watch: &'a dyn Fn(&Game),
}

/// Plays a game from a position between White's and Black's engine; `watch` is called with it after each turn.
///
/// # Errors
/// [`Trouble::Stopped`] when the match is being stopped, [`Trouble::Unfit`] when an engine cannot play the
/// game at all, [`Trouble::Unreadable`] when the referee cannot read back the position it has come to.
/// Everything else ends the game.
pub fn play(
    opening: &Game,
    players: &mut [&mut dyn Player; 2],
    conditions: &Conditions,
    watch: &dyn Fn(&Game),
) -> Result<Finished, Trouble> {
    let mut referee = Referee {
        conditions,
        first: opening.first().fen(),
        game: opening.clone(),
        clocks: [0, 1].map(|side| Clock::new(&conditions.limits[side])),
        played: Vec::new(),
        tracker: Tracker::new(conditions.adjudication),
        watch,
    };
    let end = referee.run(players)?;
    read_back(referee.game.position())?;
    for player in players.iter_mut() {
        player.finish(end.result(), &end.reason);
    }
    Ok(Finished {
        opening: opening.turns().len(),
        game: referee.game,
        played: referee.played,
        end,
    })
}

/// Sets the position of a FEN up anew: it has to be the same position, with the same key. Every match
/// tests by this what the games do to castling rights, en passant and the keys.
fn read_back(pos: &Position) -> Result<(), Trouble> {
    let fen = pos.fen();
    let unreadable = |why: String| Trouble::Unreadable(fen.clone(), why);
    let read = katydid::rules::position(pos.variant(), &fen)
        .map_err(|error| unreadable(error.to_string()))?;
    if read.fen() != fen {
        return Err(unreadable(format!("it reads back as '{}'", read.fen())));
    }
    if read.key() != pos.key() || pos.key() != pos.recomputed_key() {
        return Err(unreadable("it reads back with another key".to_owned()));
    }
    Ok(())
}

impl Referee<'_> {
    fn question(&self, side: Color) -> Question<'_> {
        Question {
            game: &self.game,
            first: &self.first,
            clocks: self.clocks,
            side,
            limits: &self.conditions.limits[side.index()],
            patience: self.conditions.patience,
        }
    }

    fn run(&mut self, players: &mut [&mut dyn Player; 2]) -> Result<ArenaEnd, Trouble> {
        let variant = self.game.position().variant();
        for side in Color::ALL {
            let ready = players[side.index()].new_game(variant, &self.question(side));
            if let Err(trouble) = ready {
                return forfeit_of(side, trouble);
            }
        }
        loop {
            let side = self.game.position().side_to_move();
            let thought = players[side.index()].think(&self.question(side));
            let end = match thought {
                Ok(thought) => self.judge(side, thought),
                Err(trouble) => return forfeit_of(side, trouble),
            };
            if let Some(end) = end {
                return Ok(end);
            }
        }
    }

    /// Judges an answer and carries it out.
    fn judge(&mut self, side: Color, thought: Thought) -> Option<ArenaEnd> {
        let name = side.name();
        if let Some(late) = self.spend(side, thought.used) {
            let reason = format!("{name} loses on time ({} ms late)", late.as_millis());
            return Some(ArenaEnd::forfeit(side, How::Time, reason));
        }
        let text = match &thought.answer {
            Answer::Turn(text) => text,
            Answer::Resigns => {
                return Some(ArenaEnd {
                    winner: Some(!side),
                    how: How::Resignation,
                    culprit: None,
                    reason: format!("{name} resigns"),
                });
            }
            Answer::Disagrees(what) => {
                let reason = format!("{name} disagrees: {what}");
                return Some(ArenaEnd::forfeit(side, How::Disagreement, reason));
            }
        };
        if self.game.play(text).is_err() {
            let reason = format!("{name} makes an illegal move: {text}");
            return Some(ArenaEnd::forfeit(side, How::Illegal, reason));
        }
        (self.watch)(&self.game);
        let score = thought.comment.score;
        self.played.push(Played {
            comment: thought.comment,
            used: thought.used,
            left: self.clocks[side.index()].map(|clock| clock.left()),
        });
        self.verdict(side, score)
    }

    /// Whether the game is over after a turn.
    fn verdict(&mut self, mover: Color, score: Option<katydid::search::Score>) -> Option<ArenaEnd> {
        let irreversible = self.game.position().state().halfmove_clock == 0;
        let ruling = self.tracker.turn(mover, score, irreversible);
        if let Some(outcome) = self.game.outcome() {
            let words = outcome.reason.words();
            let reason = match outcome.winner {
                Some(winner) => format!("{} wins: {words}", winner.name()),
                None => format!("Draw: {words}"),
            };
            return Some(ArenaEnd {
                winner: outcome.winner,
                how: How::Rules,
                culprit: None,
                reason,
            });
        }
        let (winner, reason) = match ruling? {
            Ruling::Win(winner) => (
                Some(winner),
                format!("{} wins by adjudication", winner.name()),
            ),
            Ruling::Draw => (None, "Draw by adjudication".to_owned()),
            Ruling::TooLong => (None, "Draw by adjudication: too many moves".to_owned()),
        };
        Some(ArenaEnd {
            winner,
            how: How::Adjudication,
            culprit: None,
            reason,
        })
    }

    /// Takes the time off; how late it is, if too late.
    fn spend(&mut self, side: Color, used: Duration) -> Option<Duration> {
        let limits = &self.conditions.limits[side.index()];
        if let Some(clock) = &mut self.clocks[side.index()] {
            return clock.spend(used).err();
        }
        let allowed = limits.time_for(self.game.position().state().legs_left)?;
        (used > allowed + limits.margin()).then(|| used.saturating_sub(allowed))
    }
}

fn forfeit_of(side: Color, trouble: Trouble) -> Result<ArenaEnd, Trouble> {
    let name = side.name();
    match trouble {
        Trouble::Gone(_) => {
            let reason = format!("{name} disconnects");
            Ok(ArenaEnd::forfeit(side, How::Crash, reason))
        }
        Trouble::Silent(_) => {
            let reason = format!("{name}'s connection stalls");
            Ok(ArenaEnd::forfeit(side, How::Stall, reason))
        }
        Trouble::Unfit(_) | Trouble::Unreadable(..) | Trouble::Stopped => Err(trouble),
    }
}

#[cfg(test)]
mod tests {
    use super::{Trouble, read_back};
    use katydid::catalogue::Catalogue;
    use katydid::position::{Delta, Position};
    use katydid::rules;

    fn position(game: &str, fen: &str) -> Position {
        let variant = Catalogue::new().variant(game).expect("a game");
        rules::position(&variant, fen).expect("a position")
    }

    #[test]
    fn positions_read_back_as_what_they_are() {
        let returning = position("circe", "4k3/8/8/8/8/8/8/4K2R w Ke - 3 9");
        assert!(read_back(&returning).is_ok());
        let pos = position("hopgi", "rp5/wp5/*p5/fp5/bp5/**PPPPP/**BF*WR[Rb] w - - 0 1");
        assert!(read_back(&pos).is_ok());
    }

    #[test]
    fn a_position_that_no_fen_can_stand_for_is_a_fault_of_the_referee() {
        let pos = position("andernach", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let mut state = *pos.state();
        state.en_passant = katydid::base::Square::at(4, 5).into();
        let wrong = pos.after(&Delta::new(state));
        assert!(matches!(read_back(&wrong), Err(Trouble::Unreadable(..))));
    }
}
