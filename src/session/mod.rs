//! The session: the game, the clocks, the options and the searcher behind one conversation.
//!
//! A session is single-threaded. A reader thread sends the front-end's lines, and the search threads send their reports, to one
//! channel; [`Session::run`] handles the inputs one by one. So a session needs no lock, and lines are answered at once during a
//! search.
//!
//! The [`Protocol`] turns lines into [`Command`]s and [`Event`]s into lines. The session is independent of either protocol.
//!
//! - `input`: the input channel
//! - `running`: the search that is running
//! - `searching`: starting and ending searches, for whatever purpose
//! - `play_state`, `playing`: the game in which the engine plays a side by itself: clocks, pondering, analysis
//! - `settings`: what setting an option does
//! - `show`: boards, perft and other texts for people
//! - `endgames`: the tables that the search looks positions up in
//! - `archive`: the file of games that were played
//! - `journal`: logging

mod archive;
mod endgames;
mod input;
pub mod journal;
mod play_state;
mod playing;
mod running;
mod searching;
mod settings;
mod show;

pub use endgames::endgame_tables;

use crate::catalogue::Catalogue;
use crate::protocol::{
    Cecp, Command, Dialect, Event, Options, Protocol, Refusal, Reply, Report, Uci, View, detect,
    options::{DEFAULT_HASH_MB, DEFAULT_VARIANT, MENU_PAGES, Maxima},
};
use crate::rules::Game;
use crate::search::{Endgames, HashError, MAX_HASH_MB, MAX_THREADS, SearchNews, Searcher};
use crate::variant::{LoadError, Variant};
use input::Input;
use play_state::PlayState;
use running::Running;
use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

/// A session cannot begin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SessionError {
    /// The initial game is missing.
    #[error(transparent)]
    Variant(#[from] LoadError),
    /// There is no memory for the smallest useful table.
    #[error(transparent)]
    Hash(#[from] HashError),
}

/// One conversation with a front-end.
pub struct Session {
    catalogue: Arc<Catalogue>,
    /// The variant as the catalogue has it; the running game may have one of its own, made for the pieces of its set-up.
    variant: Arc<Variant>,
    game: Game,
    options: Options,
    searcher: Searcher,
    /// The endgame tables that the searches use.
    endgames: Option<Endgames>,
    /// The protocol; taken out while it handles a line or event.
    protocol: Option<Box<dyn Protocol>>,
    /// Whether the protocol has been detected.
    decided: bool,
    sender: Sender<Input>,
    inbox: Receiver<Input>,
    /// Inputs that came while the session waited for the end of a search.
    backlog: VecDeque<Input>,
    out: Box<dyn Write>,
    running: Option<Running>,
    /// When the line that is being handled was read. The clock of a search that the line starts runs from that moment: on a busy
    /// machine waking each thread in between takes milliseconds.
    line_read: Option<Instant>,
    /// The number of the last search.
    serial: u64,
    latest: Option<Report>,
    play: PlayState,
    /// The number of turns of the game that are in the file of played games.
    archived: usize,
    debug: bool,
    done: bool,
    /// Errors at start-up that have not been sent to the front-end yet.
    complaints: Vec<Refusal>,
}

impl Session {
    /// A session that writes to `out` and begins with chess. The games are those of the catalogue, which the option
    /// `VariantPath` adds to.
    ///
    /// # Errors
    /// [`SessionError`] if there is no memory for the table.
    pub fn new(catalogue: Arc<Catalogue>, out: Box<dyn Write>) -> Result<Self, SessionError> {
        let maxima = Maxima {
            hash: MAX_HASH_MB,
            threads: MAX_THREADS,
        };
        let options = Options::new(maxima, catalogue.all_names(), &catalogue.armies());
        let (sender, inbox) = channel();
        let variant = catalogue.variant(DEFAULT_VARIANT)?;
        let mut session = Self {
            catalogue,
            game: Game::new(&variant),
            variant,
            options,
            searcher: Searcher::new(DEFAULT_HASH_MB as usize)?,
            endgames: None,
            protocol: Some(Box::new(Uci)),
            decided: false,
            sender,
            inbox,
            backlog: VecDeque::new(),
            out,
            running: None,
            line_read: None,
            serial: 0,
            latest: None,
            play: PlayState::default(),
            archived: 0,
            debug: false,
            done: false,
            complaints: Vec::new(),
        };
        session.load_tables();
        session.apply_settings();
        Ok(session)
    }

    /// Shows the games that XBoard cannot judge in front-ends with a small menu.
    pub fn show_other_games(&mut self) {
        self.set_option("New Variant shows", Some(MENU_PAGES[1]));
    }

    /// Sends an error at start-up to the front-end, once its protocol is known.
    pub fn complain(&mut self, what: &str, reason: String) {
        self.complaints.push(Refusal::Other {
            what: what.to_owned(),
            reason,
        });
    }

    /// Sets the file to which finished games are added.
    pub fn save_games_to(&mut self, file: &str) {
        self.set_option("Save Games to", Some(file));
    }

    /// Runs until `quit` or the end of the input. A thread of its own reads the input; it is detached when the session ends.
    pub fn run(&mut self, input: impl BufRead + Send + 'static) {
        let sender = self.sender.clone();
        std::thread::spawn(move || input::read_lines(input, &sender));
        while !self.done {
            // The session holds a sender itself, so the channel never closes.
            let Some(input) = self.backlog.pop_front().or_else(|| self.inbox.recv().ok()) else {
                break;
            };
            self.take(input);
        }
    }

    fn take(&mut self, input: Input) {
        match input {
            Input::Line(line, read) => {
                self.line_read = Some(read);
                self.line(&line);
                self.line_read = None;
            }
            Input::Overlong => self.tell(&Event::Refused(Refusal::Other {
                what: "a line".to_owned(),
                reason: format!("longer than {} bytes", input::MAX_LINE),
            })),
            Input::End => self.command(Command::Quit),
            Input::Search(search, SearchNews::Info(info)) => self.search_info(search, info),
            Input::Search(_, SearchNews::Fewer { threads, wanted }) => {
                self.refuse(Refusal::Other {
                    what: "option Threads".to_owned(),
                    reason: format!("there is memory for {threads} threads of {wanted}"),
                });
            }
            Input::Search(search, SearchNews::Best(best)) => self.search_best(search, &best),
            Input::Search(search, SearchNews::Failed(error)) => self.search_failed(search, &error),
        }
    }

    /// Handles a line of the front-end.
    fn line(&mut self, line: &str) {
        journal::received(line);
        if line.is_empty() {
            return;
        }
        self.decide(line);
        if let Some(mut protocol) = self.protocol.take() {
            let replies = protocol.read(line, &self.view());
            self.protocol = Some(protocol);
            self.carry_out(replies);
        }
        if self.decided {
            for refusal in std::mem::take(&mut self.complaints) {
                self.refuse(refusal);
            }
        }
    }

    /// Chooses the protocol by the first conclusive line.
    fn decide(&mut self, line: &str) {
        if self.decided {
            return;
        }
        let Some(dialect) = detect(line) else { return };
        self.decided = true;
        log::debug!("the front-end speaks {dialect:?}");
        match dialect {
            Dialect::Uci => self.protocol = Some(Box::new(Uci)),
            Dialect::Cecp => self.protocol = Some(Box::new(Cecp::default())),
        }
    }

    /// The view of the session for protocols.
    fn view(&self) -> View<'_> {
        View {
            catalogue: &self.catalogue,
            variant: &self.variant,
            game: &self.game,
            options: &self.options,
            engine: self.play.engine,
            searching: self.running.is_some(),
            analysing: self.play.analysing,
            excluded: &self.play.excluded,
            latest: self.latest.as_ref(),
        }
    }

    /// Writes an event for the front-end.
    fn tell(&mut self, event: &Event) {
        if let Some(mut protocol) = self.protocol.take() {
            let replies = protocol.write(event, &self.view());
            self.protocol = Some(protocol);
            self.carry_out(replies);
        }
    }

    fn carry_out(&mut self, replies: Vec<Reply>) {
        for reply in replies {
            match reply {
                Reply::Line(line) => self.print(&line),
                Reply::Do(command) => self.command(command),
            }
        }
    }

    fn print(&mut self, line: &str) {
        journal::sent(line);
        // A write error means that the front-end has gone.
        if writeln!(self.out, "{line}")
            .and_then(|()| self.out.flush())
            .is_err()
        {
            self.done = true;
        }
    }

    fn refuse(&mut self, refusal: Refusal) {
        self.tell(&Event::Refused(refusal));
    }

    fn note(&mut self, text: impl Into<String>) {
        if self.debug {
            self.tell(&Event::Debug(text.into()));
        }
    }

    /// Carries out a command.
    fn command(&mut self, command: Command) {
        match command {
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Debug(on) => self.debug = on,
            Command::Quit => {
                self.end_search();
                self.archive_unfinished();
                self.done = true;
            }
            Command::NewGame => self.new_game(),
            Command::Variant(name) => {
                self.choose_variant(&name);
            }
            Command::SetUp(game) => {
                self.end_search();
                self.change_game(*game);
            }
            Command::Search(limits) => self.search_on_request(limits),
            Command::Stop => self.stop_search(),
            Command::PonderHit => self.ponder_hit(),
            Command::Show => self.show(),
            Command::Evaluate => self.evaluate(),
            Command::Perft(depth) => self.perft(depth),
            Command::Bench { depth } => self.bench(depth),
            Command::Flip => self.flip(),
            Command::Compiler => self.tell_compiler(),
            Command::Introduce => self.tell(&Event::Introduction),
            Command::Settle => self.tell(&Event::Settled),
            Command::Play(turn) => self.opponent_plays(turn),
            Command::TakeBack(count) => self.take_back(count),
            Command::Over(result) => self.game_over(result),
            Command::Engage(side) => self.engage(side),
            Command::Analyse(on) => self.analysis_mode(on),
            Command::TimeControl(control) => self.play.set_time_control(control),
            Command::Clocks { engine, opponent } => {
                self.play.clocks[0] = engine.or(self.play.clocks[0]);
                self.play.clocks[1] = opponent.or(self.play.clocks[1]);
            }
            Command::DepthLimit(depth) => self.play.depth = depth,
            Command::NodeRate(rate) => self.play.node_rate = rate,
            Command::Exclude(turns) => self.exclude(turns),
            Command::OfferDraw => self.draw_offered(),
            Command::Hint => self.hint(),
            Command::Pause => self.pause(),
            Command::Resume => self.resume(),
        }
    }

    /// Clears hash and histories, sets up the start position, and disengages the engine.
    fn new_game(&mut self) {
        self.end_search();
        self.archive_unfinished();
        self.archived = 0;
        self.searcher.clear();
        self.play = PlayState::default();
        self.latest = None;
        self.game = Game::new(&self.variant);
    }

    /// Replaces the current game.
    fn change_game(&mut self, game: Game) {
        self.archived = 0;
        self.game = game;
        self.latest = None;
        self.play.forget_position();
        self.consider();
    }
}

#[cfg(test)]
mod tests;
