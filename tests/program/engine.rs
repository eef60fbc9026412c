//! Talking to the built binary as a front-end does.

// Each test file uses its own part of this.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long an answer may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// A running engine.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts the engine.
    pub fn start() -> Self {
        Self::with(&[], &[])
    }

    /// Starts the engine with arguments and environment variables.
    pub fn with(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_katydid"))
            .args(arguments)
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("the output is a pipe");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            input,
            lines,
        }
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) {
        self.say_bytes(line.as_bytes());
    }

    /// Sends a line of any bytes.
    pub fn say_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(line).expect("the engine reads");
        input.write_all(b"\n").expect("the engine reads");
        input.flush().expect("the engine reads");
    }

    /// Reads lines up to one that begins with `start`, and gives them all.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        self.until_within(start, PATIENCE)
    }

    /// The same with more patience, or less; other lines that come do not prolong it.
    pub fn until_within(&mut self, start: &str, patience: Duration) -> Vec<String> {
        let mut seen = Vec::new();
        let end = Instant::now() + patience;
        loop {
            match self
                .lines
                .recv_timeout(end.saturating_duration_since(Instant::now()))
            {
                Ok(line) => {
                    let found = line.starts_with(start);
                    seen.push(line);
                    if found {
                        return seen;
                    }
                    assert!(
                        Instant::now() < end,
                        "no '{start}' came among {} lines",
                        seen.len()
                    );
                }
                Err(RecvTimeoutError::Timeout) => panic!("no '{start}' came, only {seen:#?}"),
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the engine has gone after {seen:#?}")
                }
            }
        }
    }

    /// The next line, if one comes in time.
    pub fn next_line(&mut self) -> Option<String> {
        self.lines.recv_timeout(PATIENCE / 3).ok()
    }

    /// Sends a line and returns what comes before the answer to `isready`.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The FEN that `d` shows.
    pub fn fen(&mut self) -> String {
        self.field("Fen: ")
    }

    /// The result that `d` shows.
    pub fn result(&mut self) -> String {
        self.field("Result: ")
    }

    fn field(&mut self, name: &str) -> String {
        self.say("d");
        let lines = self.until(name);
        let line = lines.last().expect("until gives the line it looked for");
        let field = line.strip_prefix(name).expect("it begins so").to_owned();
        if name != "Result: " {
            self.until("Result: ");
        }
        field
    }

    /// Closes the input and returns the remaining lines.
    pub fn close(mut self) -> Vec<String> {
        self.input = None;
        self.remaining()
    }

    /// Sends `quit` and returns the remaining lines.
    pub fn quit(mut self) -> Vec<String> {
        self.say("quit");
        self.remaining()
    }

    /// Waits for the end of the process, which must be a good one.
    fn remaining(&mut self) -> Vec<String> {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("the child can be waited for") {
                assert!(status.success(), "the engine has ended with {status}");
                break;
            }
            assert!(Instant::now() < end, "the engine does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
        // The reading thread may still be on its way to the end of the pipe.
        std::iter::from_fn(|| self.lines.recv_timeout(PATIENCE).ok()).collect()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // After a failed test the process must not stay; a good one has gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
