//! The one vocabulary: what a front-end can ask of the session, and what the session can tell.

use crate::base::Color;
use crate::rules::Outcome;
use crate::search::{Info, Score};
use std::time::Duration;

/// What a front-end can ask for.
///
/// UCI uses the stateless part: [`SetUp`](Self::SetUp), [`Search`](Self::Search), [`Stop`](Self::Stop).
/// CECP uses the stateful part, in which the session keeps the game, the clocks and the side that the
/// engine plays: [`Play`](Self::Play), [`Engage`](Self::Engage), [`Analyse`](Self::Analyse) and so on.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    // --- the engine ---
    /// Sets an option, or presses its button. Refused with [`Refusal::Option`]. Hash, variant and
    /// variant path end a running search first.
    SetOption {
        /// The name, in any case.
        name: String,
        /// The value; `None` if none was given.
        value: Option<String>,
    },
    /// Turns extra messages ([`Event::Debug`]) on or off.
    Debug(bool),
    /// Ends the session; a running search is stopped and still tells its result.
    Quit,

    // --- the game ---
    /// Forgets everything learnt, and sets up the start position of the present variant. Nobody is
    /// engaged afterwards, clocks and limits are as at the beginning.
    NewGame,
    /// Changes the variant and sets up its start position: [`Event::VariantChanged`], also if it is the
    /// same as before. Refused with [`Refusal::Option`].
    Variant(String),
    /// Sets up a position (`None`: the start position) and plays turns. All or nothing: refused with
    /// [`Refusal::Position`], the old position stands then. In analysis mode the new position is
    /// analysed; an engaged engine thinks if it is its turn.
    SetUp {
        /// The FEN.
        fen: Option<String>,
        /// The turns.
        turns: Vec<String>,
    },
    /// Plays the turn of the front-end's user or of the other engine: [`Event::Played`] or
    /// [`Refusal::Turn`]; then [`Event::Over`] if that ends the game, or the engaged engine thinks.
    Play(String),
    /// Takes back so many turns (fewer if fewer were played). The engine thinks again only in analysis
    /// or if it is engaged for the side that is now to move.
    TakeBack(usize),
    /// The game is over for the front-end: nothing is searched or played any more.
    Over,

    // --- thinking on request ---
    /// Searches the position once and tells [`Event::Chosen`]; nothing is played (UCI `go`).
    Search(GoLimits),
    /// Ends the running search soon; what it has found counts (UCI `stop`, CECP `?`).
    Stop,
    /// The expected turn was played: the search goes on by the clock (UCI `ponderhit`).
    PonderHit,

    // --- playing by itself ---
    /// Which side the engine plays (`None`: neither, CECP `force`). If that side is to move, the engine
    /// thinks with the clocks and limits of the game, plays ([`Event::Played`] by the engine) and tells
    /// [`Event::Over`] if that ended the game. With [`super::Key::Ponder`] on it thinks on the
    /// opponent's time. Whatever was being searched before is dropped without a word.
    Engage(Option<Color>),
    /// Analysis mode on or off: every position is searched without end, nothing is played.
    Analyse(bool),
    /// The time control of the game from now on.
    Level(Level),
    /// The clocks as they stand: the engine's and the opponent's. `None` leaves one as it is.
    Clocks {
        /// The time left to the engine.
        engine: Option<Duration>,
        /// The time left to the opponent.
        opponent: Option<Duration>,
    },
    /// The last depth to search when playing; `None`: any.
    DepthLimit(Option<u32>),
    /// Nodes a second that the engine has to count instead of time when playing; `None`: real time.
    NodeRate(Option<u64>),
    /// First turns that analysis leaves out, as texts; empty: none.
    Exclude(Vec<String>),
    /// The opponent offers a draw: answered by [`Event::DrawOffered`], or not at all.
    OfferDraw,
    /// Asks for a good turn: [`Event::Hint`]. A running search goes on.
    Hint,
    /// Stops thinking without a result, until [`Command::Resume`].
    Pause,
    /// Goes on where [`Command::Pause`] has stopped.
    Resume,

    // --- for people ---
    /// Shows the board: [`Event::Text`].
    Show,
    /// Explains the evaluation of the position: [`Event::Text`].
    Evaluate,
    /// Counts turns to a depth: [`Event::Text`], each turn with its count, then the sum.
    Perft(u32),
    /// Searches the fixed positions of the benchmark: [`Event::Text`].
    Bench {
        /// The depth; `None`: the usual one.
        depth: Option<u32>,
    },
    /// Swaps the sides: the board upside down, White's men Black's, the other side to move.
    Flip,
    /// Tells what the program was compiled with: [`Event::Text`].
    Compiler,
}

/// The limits of one search on request, as a front-end gives them. The session chooses the clock of the
/// side to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoLimits {
    /// The time left, White's first.
    pub time: [Option<Duration>; 2],
    /// What is added after each turn, White's first.
    pub increment: [Option<Duration>; 2],
    /// Turns until more time is given.
    pub turns_to_go: Option<u32>,
    /// The exact time to use.
    pub move_time: Option<Duration>,
    /// The last depth.
    pub depth: Option<u32>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// Stop when a mate in so many turns is found.
    pub mate: Option<u32>,
    /// Never end by itself.
    pub infinite: bool,
    /// Think on the opponent's time, until `PonderHit` or `Stop`.
    pub ponder: bool,
    /// Only these first turns, as texts; empty: all.
    pub only: Vec<String>,
}

/// The time control of a game in which the session keeps the limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// So much time for so many turns (0: for the whole game), and more after each turn.
    Session {
        /// Turns of a session; 0: all.
        turns: u32,
        /// Time of a session.
        base: Duration,
        /// Time added after each turn.
        increment: Duration,
    },
    /// The same time for each turn.
    PerTurn(Duration),
    /// No clock: only the other limits end a search.
    Unlimited,
}

/// What a search has found so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Depth, score, nodes and so on.
    pub info: Info,
    /// The line as turn texts; a turn that the search has seen only the beginning of comes as far as it is known.
    pub line: Vec<String>,
}

/// What cannot be done, and why. The reason is a sentence for people that quotes what was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// An option has no such name or value.
    Option {
        /// The option's name.
        name: String,
        /// Why not.
        reason: String,
    },
    /// A position or one of its moves is none of the game; the old position stands.
    Position {
        /// Why not.
        reason: String,
    },
    /// A turn cannot be played; the old position stands.
    Turn {
        /// The text of the turn.
        text: String,
        /// Why not.
        reason: String,
    },
    /// Anything else.
    Other {
        /// What was asked for.
        what: String,
        /// Why not.
        reason: String,
    },
}

impl Refusal {
    /// The reason as a sentence.
    pub fn reason(&self) -> &str {
        match self {
            Self::Option { reason, .. }
            | Self::Position { reason }
            | Self::Turn { reason, .. }
            | Self::Other { reason, .. } => reason,
        }
    }
}

/// What the session can tell.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A search has found something: sent for searches on request, for play, pondering and analysis.
    Thinking(Report),
    /// A search on request has ended; exactly one for each [`Command::Search`].
    Chosen {
        /// The turn; `None` if there is no legal one.
        turn: Option<String>,
        /// The expected answer.
        ponder: Option<String>,
        /// The score of the turn; `None` if there is no turn.
        score: Option<Score>,
        /// The result, if the game was over before the search.
        outcome: Option<Outcome>,
    },
    /// A turn was played on the session's board.
    Played {
        /// The text of the whole turn; legs, edits and what it led to are the last of
        /// [`crate::rules::Game::turns`] in the view.
        turn: String,
        /// Whether the engine has chosen it.
        by_engine: bool,
        /// What the engine expects as answer to its own turn.
        ponder: Option<String>,
    },
    /// The game is over by the rules; follows the [`Event::Played`] that ended it, or a set-up.
    Over(Outcome),
    /// The engine gives the game up instead of playing on; the session has stopped playing.
    Resigned,
    /// The engine offers a draw, or accepts one that was offered.
    DrawOffered,
    /// A turn that can be recommended, if any.
    Hint(Option<String>),
    /// The variant has been chosen; its start position is set up.
    VariantChanged,
    /// The list of variants has grown by these.
    VariantsAdded(Vec<String>),
    /// Lines for people.
    Text(String),
    /// A message for those who look for faults, sent only in debug mode.
    Debug(String),
    /// What was asked for cannot be done; nothing has changed.
    Refused(Refusal),
}
