//! The vocabulary between protocols and session: commands and events.

use crate::base::Color;
use crate::position::Position;
use crate::rules::{Game, Outcome, Turn};
use crate::search::{Info, Limits, Score};
use std::fmt;
use std::time::Duration;

/// A command of a front-end.
///
/// UCI uses the stateless part: [`SetUp`](Self::SetUp), [`Search`](Self::Search), [`Stop`](Self::Stop).
/// CECP uses the stateful part, in which the session keeps the game, the clocks and the side that the
/// engine plays: [`Play`](Self::Play), [`Engage`](Self::Engage), [`Analyse`](Self::Analyse) and so on.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    // --- the engine ---
    /// Sets an option, or presses its button. Refused with [`Refusal::Option`]. Setting hash size, variant or variant path ends a
    /// running search first.
    SetOption {
        /// The name, in any case.
        name: String,
        /// The value; `None` if none was given.
        value: Option<String>,
    },
    /// Turns extra messages ([`Event::Debug`]) on or off.
    Debug(bool),
    /// Ends the session; a running search is stopped and still reports its result.
    Quit,

    // --- the game ---
    /// Clears hash and histories and sets up the start position of the current variant. The engine is disengaged; clocks and limits are
    /// reset.
    NewGame,
    /// Changes the variant and sets up its start position. Answered by [`Event::VariantChanged`], even if the variant is the same
    /// as before. Refused with [`Refusal::Option`].
    Variant(String),
    /// Replaces the game by another one of the current variant. In analysis mode its position is analysed; an engaged engine searches if
    /// it is to move.
    SetUp(Box<Game>),
    /// Plays the turn of the front-end's user or of the other engine: [`Event::Played`]. If the turn ends the game, [`Event::Over`]
    /// follows; otherwise the engaged engine thinks.
    Play(Turn),
    /// Takes back this many turns (fewer if fewer were played). The engine searches again only in analysis or if it is engaged for the
    /// side to move.
    TakeBack(usize),
    /// The game is over for the front-end, with a result (`1-0`, `0-1`, `1/2-1/2`, `*`): nothing is searched or
    /// played any more.
    Over(&'static str),

    // --- thinking on request ---
    /// Searches the position once and reports [`Event::Chosen`]; nothing is played (UCI `go`).
    Search(Limits),
    /// Stops the running search; its result so far counts (UCI `stop`, CECP `?`).
    Stop,
    /// The expected turn was played: pondering becomes a search by the clock (UCI `ponderhit`).
    PonderHit,

    // --- playing by itself ---
    /// Sets the side that the engine plays (`None`: neither, CECP `force`). If that side is to move, the engine searches with the clocks
    /// and limits of the game, plays ([`Event::Played`]) and reports [`Event::Over`] if that ended the game. With [`super::Key::Ponder`]
    /// on it ponders. A previous search is dropped silently.
    Engage(Option<Color>),
    /// Analysis mode on or off: every position is searched without end, nothing is played.
    Analyse(bool),
    /// The time control of the game from now on.
    TimeControl(TimeControl),
    /// The clocks as they stand: the engine's and the opponent's. `None` leaves one as it is.
    Clocks {
        /// The time left to the engine.
        engine: Option<Duration>,
        /// The time left to the opponent.
        opponent: Option<Duration>,
    },
    /// The depth limit when playing; `None`: no limit.
    DepthLimit(Option<u32>),
    /// Nodes per second by which the engine measures time when playing; `None`: real time.
    NodeRate(Option<u64>),
    /// Sets the first turns that analysis of the present position leaves out; an empty list leaves out none.
    Exclude(Vec<Turn>),
    /// The opponent offers a draw: answered by [`Event::DrawOffered`], or not at all.
    OfferDraw,
    /// Requests a hint: [`Event::Hint`]. A running search continues.
    Hint,
    /// Stops thinking without a result, until [`Command::Resume`].
    Pause,
    /// Continues after [`Command::Pause`].
    Resume,

    // --- for people ---
    /// Shows the board: [`Event::Text`].
    Show,
    /// Explains the evaluation of the position: [`Event::Text`].
    Evaluate,
    /// Counts turns to a depth: [`Event::Counted`] for each turn, then [`Event::CountedAll`].
    Perft(u32),
    /// Searches the fixed positions of the benchmark: [`Event::Text`].
    Bench {
        /// The depth; `None` for the default.
        depth: Option<u32>,
    },
    /// Swaps the sides: turns the board upside down, exchanges White's and Black's pieces, and gives the other side the move.
    Flip,
    /// Shows compiler and build: [`Event::Text`].
    Compiler,
    /// Describes the engine: [`Event::Introduction`], after everything that is still to be written.
    Introduce,
    /// Answers [`Event::Settled`] after all commands before it have been carried out.
    Settle,
}

/// The time control of a game in which the session keeps the limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// Time for a number of turns (0: the whole game), and an increment.
    Session {
        /// Turns of a session; 0 if one session lasts the whole game.
        turns: u32,
        /// Time of a session.
        base: Duration,
        /// Time added after each turn.
        increment: Duration,
    },
    /// The same time for each turn.
    PerTurn(Duration),
}

/// A report of a search.
#[derive(Clone)]
pub struct Report {
    /// The root position. While pondering it is one turn ahead of the position on the board.
    pub root: Box<Position>,
    /// Depth, score, the line from `root` and so on. The legs of the line are legal one after the other; the
    /// search may have seen only the beginning of its last turn.
    pub info: Info,
}

/// Reports are equal if both position and content are.
impl PartialEq for Report {
    fn eq(&self, other: &Self) -> bool {
        self.root.key() == other.root.key() && self.info == other.info
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {}", self.info, self.root.fen())
    }
}

/// A refused command. The reason is a sentence for people that quotes what was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// No option has the name, or the option does not take the value.
    Option {
        /// The option's name.
        name: String,
        /// The reason of the refusal.
        reason: String,
    },
    /// A position is not legal in the game; the old position is kept.
    Position {
        /// The reason of the refusal.
        reason: String,
    },
    /// Any other command is refused.
    Other {
        /// The refused command.
        what: String,
        /// The reason of the refusal.
        reason: String,
    },
}

/// An event of the session.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// Progress of a search, whatever its purpose.
    Thinking(Report),
    /// A search on request has ended; exactly one for each [`Command::Search`].
    Chosen {
        /// The turn; `None` if there is no legal one.
        turn: Option<Turn>,
        /// The expected answer.
        ponder: Option<Turn>,
        /// The score of the turn, or of the position if there is no turn.
        score: Score,
    },
    /// A turn was played on the session's board.
    Played {
        /// The turn, which is the last of [`Game::turns`] in the view.
        turn: Turn,
        /// Whether the engine chose the turn.
        by_engine: bool,
        /// The reply that the engine expects to its own turn.
        ponder: Option<Turn>,
    },
    /// The game is over by the rules; follows the [`Event::Played`] that ended it, or a set-up.
    Over(Outcome),
    /// The engine resigns; the session has stopped playing.
    Resigned,
    /// The engine offers a draw, or accepts one that was offered.
    DrawOffered,
    /// The hint, if any.
    Hint(Option<Turn>),
    /// Perft: the count after one turn of the current position.
    Counted(Turn, u64),
    /// Perft: the total count.
    CountedAll(u64),
    /// Another variant has been chosen; its start position is set up.
    VariantChanged,
    /// The player has declared pieces: the chosen variant contains them, the running game does not change.
    PiecesDeclared,
    /// These variants have been added to the list of variants.
    VariantsAdded(Vec<String>),
    /// The front-end's menu shows other games from now on.
    MenuChanged,
    /// The engine is to be described: its name, games and options.
    Introduction,
    /// All commands before [`Command::Settle`] have been carried out.
    Settled,
    /// Lines of text for a person to read.
    Text(String),
    /// Lines requested by a person, to be shown prominently.
    Note(String),
    /// A debug message, sent only in debug mode.
    Debug(String),
    /// A command was refused; nothing has changed.
    Refused(Refusal),
}
