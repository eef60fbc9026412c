//! An engine as a process that is talked to in lines, and what the referee wants from every engine,
//! whatever its protocol.

use super::clock::{Clock, Limits};
use anyhow::{Context as _, Result};
use katydid::base::Color;
use katydid::rules::Game;
use katydid::search::Score;
use katydid::variant::Variant;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Lines of a conversation that are kept; the first ones go first.
const KEPT_LINES: usize = 20_000;
/// How often a waiting referee looks whether the match was stopped.
const GLANCE: Duration = Duration::from_millis(100);
/// How long an engine may take to leave after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// How to start an engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Launch {
    pub program: PathBuf,
    pub arguments: Vec<String>,
    pub folder: Option<PathBuf>,
}

/// Why an engine does not answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Trouble {
    /// The process has ended or closed its output; with the last line of its error output, if there is one.
    #[error("the engine has gone{}", .0.as_deref().map(|word| format!(": {word}")).unwrap_or_default())]
    Gone(Option<String>),
    /// It says nothing.
    #[error("the engine does not answer '{0}'")]
    Silent(String),
    /// It cannot play what it should.
    #[error("{0}")]
    Unfit(String),
    /// The fault of the match program: the FEN of the position does not read back as the same position.
    #[error("the FEN '{0}' of the position reached is wrong: {1}")]
    Unreadable(String, String),
    /// The match is being stopped.
    #[error("the match was stopped")]
    Stopped,
}

/// How long the referee waits outside the game's clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For the greeting after the start.
    pub startup: Duration,
    /// For `ucinewgame`, `isready`, `ping` and the like.
    pub ping: Duration,
    /// For a turn without a time limit.
    pub stall: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            startup: Duration::from_secs(10),
            ping: Duration::from_mins(1),
            stall: Duration::from_mins(2),
        }
    }
}

/// What an engine says of the turn it has chosen; from its own side.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Comment {
    /// The score, if it sent one.
    pub score: Option<Score>,
    /// The depth reached.
    pub depth: Option<u32>,
    /// The deepest leg reached.
    pub seldepth: Option<u32>,
    pub nodes: Option<u64>,
    /// The line, as sent.
    pub pv: String,
    /// Lines for the game record.
    pub lines: Vec<String>,
}

/// A score from the engine's side as centipawns, forced ends beyond every other score.
pub const fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(turns) if turns > 0 => 100_000 - turns,
        Score::Mate(turns) => -100_000 - turns,
    }
}

/// What an engine answers when asked for a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A turn, in our letters.
    Turn(String),
    /// It gives up.
    Resigns,
    /// It holds that the game is over, or that what its opponent played is no turn.
    Disagrees(String),
}

/// An answer with the time it took.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    pub answer: Answer,
    /// From the question to the answer.
    pub used: Duration,
    /// What the engine said of it.
    pub comment: Comment,
}

/// A question: the game, the clocks by colour and the limits of the engine asked.
pub struct Question<'a> {
    pub game: &'a Game,
    /// The text of the position that the game began with.
    pub first: &'a str,
    /// Both clocks, White's first.
    pub clocks: [Option<Clock>; 2],
    pub side: Color,
    pub limits: &'a Limits,
    /// How long to wait without a clock.
    pub patience: Patience,
}

impl Question<'_> {
    /// The fixed time for the turn asked for.
    pub fn move_time(&self) -> Option<Duration> {
        self.limits.time_for(self.game.position().state().legs_left)
    }

    /// After so much time the answer is late beyond doubt.
    pub fn deadline(&self) -> Option<Duration> {
        let clock = self.clocks[self.side.index()];
        let time = clock.map(|clock| clock.left()).or(self.move_time())?;
        Some(time + self.limits.margin())
    }
}

/// An engine that takes part in games, behind its protocol.
pub trait Player: Send {
    /// Starts a new game of the variant.
    ///
    /// # Errors
    /// [`Trouble`] if the engine does not get ready for it.
    fn new_game(&mut self, variant: &Arc<Variant>, question: &Question<'_>) -> Result<(), Trouble>;

    /// Asks for a turn.
    ///
    /// # Errors
    /// [`Trouble`] if no answer comes at all.
    fn think(&mut self, question: &Question<'_>) -> Result<Thought, Trouble>;

    fn finish(&mut self, result: &str, why: &str);

    fn introduced(&self) -> Option<&str>;

    /// The conversation of the current game.
    fn process(&mut self) -> &mut Process;
}

struct Heard {
    at: Instant,
    line: Option<String>,
    aside: bool,
}

pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    heard: Receiver<Heard>,
    started: Instant,
    transcript: VecDeque<String>,
    /// The last line of its error output.
    complaint: Option<String>,
    stop: &'static AtomicBool,
}

impl Process {
    /// Starts an engine. Waiting for it ends when `stop` is set.
    ///
    /// # Errors
    /// Says which program could not be started and why.
    pub fn start(launch: &Launch, stop: &'static AtomicBool) -> Result<Self> {
        let mut command = Command::new(&launch.program);
        command
            .args(&launch.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        let mut child = command
            .spawn()
            .with_context(|| format!("cannot start '{}'", launch.program.display()))?;
        let input = child.stdin.take();
        let (sender, heard) = channel();
        if let Some(errors) = child.stderr.take() {
            listen(errors, sender.clone(), true);
        }
        if let Some(output) = child.stdout.take() {
            listen(output, sender, false);
        }
        Ok(Self {
            child,
            input,
            heard,
            started: Instant::now(),
            transcript: VecDeque::new(),
            complaint: None,
            stop,
        })
    }

    /// Says a line. If the engine has gone, that is noticed when it does not answer.
    pub fn say(&mut self, line: &str) {
        self.note(Instant::now(), '>', line);
        if let Some(input) = &mut self.input {
            let _ = input
                .write_all(format!("{line}\n").as_bytes())
                .and_then(|()| input.flush());
        }
    }

    /// The next line and the moment it came; `None` when nothing came until the deadline.
    ///
    /// # Errors
    /// [`Trouble::Gone`] when the engine has ended, [`Trouble::Stopped`] when the match has.
    pub fn hear(&mut self, deadline: Instant) -> Result<Option<(Instant, String)>, Trouble> {
        loop {
            if self.stop.load(Relaxed) {
                return Err(Trouble::Stopped);
            }
            let wait = deadline.saturating_duration_since(Instant::now());
            match self.heard.recv_timeout(wait.min(GLANCE)) {
                Ok(Heard { line: None, .. }) | Err(RecvTimeoutError::Disconnected) => {
                    self.last_words();
                    return Err(Trouble::Gone(self.complaint.take()));
                }
                Ok(Heard {
                    at,
                    line: Some(line),
                    aside,
                }) => {
                    if !aside {
                        self.note(at, '<', &line);
                        return Ok(Some((at, line)));
                    }
                    self.complain(at, line);
                }
                Err(RecvTimeoutError::Timeout) if wait <= GLANCE => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Waits for a line that fulfils the condition.
    ///
    /// # Errors
    /// [`Trouble`]; [`Trouble::Silent`] naming what was asked.
    pub fn expect(
        &mut self,
        asked: &str,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> bool,
    ) -> Result<(), Trouble> {
        let deadline = Instant::now() + patience;
        while let Some((_, line)) = self.hear(deadline)? {
            if wanted(&line) {
                return Ok(());
            }
        }
        Err(Trouble::Silent(asked.to_owned()))
    }

    /// Forgets the conversation so far.
    pub fn forget(&mut self) {
        self.transcript.clear();
    }

    /// The conversation since the game began, a line each: seconds since the engine started, `>` for what it was sent, `<` for what it answered, `!` for what it wrote to its error output.
    pub fn transcript(&self) -> String {
        self.transcript.iter().fold(String::new(), |mut all, line| {
            let _ = writeln!(all, "{line}");
            all
        })
    }

    /// Notes what an engine that has gone still wrote to its error output.
    fn last_words(&mut self) {
        while let Ok(heard) = self.heard.recv_timeout(Duration::from_millis(50)) {
            if let Some(line) = heard.line {
                self.complain(heard.at, line);
            }
        }
        if let Ok(Some(status)) = self.child.try_wait() {
            self.note(Instant::now(), '!', &format!("({status})"));
        }
    }

    fn complain(&mut self, at: Instant, line: String) {
        self.note(at, '!', &line);
        self.complaint = Some(line);
    }

    fn note(&mut self, at: Instant, mark: char, line: &str) {
        if self.transcript.len() >= KEPT_LINES {
            self.transcript.pop_front();
        }
        let seconds = at.saturating_duration_since(self.started).as_secs_f64();
        self.transcript
            .push_back(format!("{seconds:10.4} {mark} {line}"));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Passes the lines of an engine on, each with the moment it came.
fn listen(from: impl Read + Send + 'static, to: Sender<Heard>, aside: bool) {
    std::thread::spawn(move || {
        let mut reader = BufReader::new(from);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = reader.read_until(b'\n', &mut bytes);
            let at = Instant::now();
            let ended = !matches!(read, Ok(1..));
            // The end of the error output alone says nothing.
            if ended && aside {
                return;
            }
            let line = (!ended).then(|| String::from_utf8_lossy(&bytes).trim_end().to_owned());
            if to.send(Heard { at, line, aside }).is_err() || ended {
                return;
            }
        }
    });
}
