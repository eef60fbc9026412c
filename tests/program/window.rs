//! The board in a terminal of 80 columns and 24 rows.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read as _, Write};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long the program may take to show something, in a debug build beside other tests.
const PATIENCE: Duration = Duration::from_mins(1);

/// A terminal in which the program runs.
struct Terminal {
    screen: Arc<Mutex<vt100::Parser>>,
    /// Everything that was written.
    written: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    /// What the program keeps of what is typed.
    _folder: tempfile::TempDir,
    _master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    fn start(arguments: &[&str], settings: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let size = PtySize {
            rows: 24,
            cols: 80,
            ..PtySize::default()
        };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_katydid"));
        command.args(arguments);
        for name in [
            "KATYDID_VARIANTS",
            "NO_COLOR",
            "COLORTERM",
            "CLICOLOR",
            "CLICOLOR_FORCE",
        ] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env("XDG_DATA_HOME", folder.path());
        for (name, value) in settings {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("it starts");
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let written = Arc::new(Mutex::new(Vec::new()));
        let mut reader = pair.master.try_clone_reader().expect("its output");
        let (to, all) = (Arc::clone(&screen), Arc::clone(&written));
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                to.lock().expect("alive").process(&bytes[..count]);
                all.lock().expect("alive").extend(&bytes[..count]);
            }
        });
        Self {
            screen,
            written,
            reader,
            keys: pair.master.take_writer().expect("its input"),
            child,
            _folder: folder,
            _master: pair.master,
        }
    }

    fn shown(&self) -> String {
        self.screen.lock().expect("alive").screen().contents()
    }

    /// Presses keys and waits until the screen shows a text.
    fn press(&mut self, keys: &str, expected: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys");
        self.keys.flush().expect("keys");
        let end = Instant::now() + PATIENCE;
        while !self.shown().contains(expected) {
            assert!(
                Instant::now() < end,
                "no '{expected}' after {keys:?} in\n{}",
                self.shown()
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// A click on a column and row, counted from 0.
    fn click(&mut self, column: usize, row: usize, expected: &str) {
        self.press(&format!("\x1b[<0;{};{}M", column + 1, row + 1), expected);
    }

    /// Leaves, and returns everything that was written.
    fn quit(mut self, keys: &str) -> String {
        self.keys.write_all(keys.as_bytes()).expect("keys");
        let end = Instant::now() + PATIENCE;
        while self.child.try_wait().is_ok_and(|end| end.is_none()) {
            assert!(Instant::now() < end, "it goes on:\n{}", self.shown());
            std::thread::sleep(Duration::from_millis(10));
        }
        // The last words may still be on their way.
        self.reader
            .join()
            .expect("the reader ends with the program");
        let written = self.written.lock().expect("alive");
        String::from_utf8_lossy(&written).into_owned()
    }
}

#[test]
fn a_game_is_found_in_the_menu_and_played_by_keys_and_mouse() {
    let mut terminal = Terminal::start(&["play", "--side", "both"], &[]);
    terminal.press("", "Katydid: which game? (");
    terminal.press("hopgi", "> hopgi ");
    assert!(
        !terminal.shown().contains("crazyhouse"),
        "{}",
        terminal.shown()
    );
    terminal.press("\x15", "> hopgi ");
    terminal.press("chess", "> chess ");
    terminal.press("\r", "Move 1, White to move.");
    assert!(
        terminal.shown().contains("8  ♜  ♞  ♝  ♛"),
        "{}",
        terminal.shown()
    );
    assert!(
        terminal.shown().contains("1  ♖  ♘  ♗  ♕"),
        "{}",
        terminal.shown()
    );
    // The pawn on e2 by the mouse, Black's by the notation, a knight by the arrow keys.
    terminal.click(17, 6, "White>");
    terminal.click(17, 4, "1.e4");
    terminal.press("e7\t", "e7e6 e7e5");
    terminal.press("5\r", "1.e4 e5");
    terminal.press("\t", "Arrows go, Enter chooses");
    terminal.press("\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C\r", "Arrows go");
    terminal.press("\x1b[A\x1b[A\x1b[D\r", "1.e4 e5 2.Nf3");
    // Earlier lines come back, and wrong ones are answered with what is meant.
    terminal.press("\x1b[A\x1b[A", "Black> e7e5");
    terminal.press("\x15side wh\t", "Black> side white");
    terminal.press("\x15new knightm\t", "Black> new knightmate");
    terminal.press("\x15undoo\r", "Did you mean 'undo'?");
    terminal.press("d7d3\r", "go to d3)\nDid you mean 'd7d");
    terminal.press("rules\r", "lines: arrows and pages move");
    terminal.press("q", "Move 2, Black to move.");
    terminal.press("undo\r", "Move 2, White to move.");
    let written = terminal.quit("quit\r");
    assert!(written.contains("\x1b[48;5;"), "256 colours");
    assert!(written.contains("\x1b[?1049l"), "the screen is given back");
}

#[test]
fn the_engine_answers_while_its_thought_is_shown() {
    let arguments = ["play", "chess", "--depth", "2"];
    let mut terminal = Terminal::start(&arguments, &[("TERM", "linux")]);
    terminal.press("e4\r", "Black (engine) plays ");
    terminal.press("", "Move 2, White to move.");
    assert!(
        terminal.shown().contains(", depth 2: "),
        "{}",
        terminal.shown()
    );
    let written = terminal.quit("\x04");
    assert!(
        written.contains("\x1b[42m") && !written.contains("8;5;"),
        "16 colours"
    );
}

#[test]
fn what_is_typed_while_the_engine_thinks_is_kept() {
    let mut terminal = Terminal::start(&["play", "chess", "--time", "1"], &[]);
    terminal.press("", "Move 1, White to move.");
    // A key and a move of the mouse, behind the line.
    terminal.press("e4\r\x1b[<35;10;10Md", "Move 2, White to move.");
    terminal.press("4", "White> d4");
    terminal.quit("\x15\x04");
}

#[test]
fn terminals_without_colours_or_cursor_get_none() {
    let settings: [&[(&str, &str)]; 2] = [&[("TERM", "vt100")], &[("NO_COLOR", "1")]];
    for settings in settings {
        let mut terminal = Terminal::start(&["play", "chess", "--side", "both"], settings);
        terminal.press("e2e4\r", "[P]");
        let written = terminal.quit("\x03");
        assert!(
            !written.contains("\x1b[38;") && !written.contains("\x1b[48;"),
            "{written}"
        );
    }
    let mut dumb = Terminal::start(&["play", "chess", "--side", "both"], &[("TERM", "dumb")]);
    dumb.press("rules hopgi\r", "White> ");
    dumb.press("quit\r", "Good-bye.");
    let written = dumb.quit("");
    assert!(!written.contains('\x1b'), "{written}");
    assert!(
        written
            .lines()
            .all(|line| line.trim_end().chars().count() <= 80),
        "{written}"
    );
}
