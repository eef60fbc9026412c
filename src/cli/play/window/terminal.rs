//! The terminal as a whole screen: raw keys, the mouse, and rows that are rewritten only if they have changed.

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers,
};
use crossterm::style::Print;
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{execute, queue};
use std::collections::VecDeque;
use std::io::{Result, Write as _, stdout};
use std::time::{Duration, Instant};
use unicode_width::UnicodeWidthChar as _;

/// The size assumed if the terminal reports none.
const USUAL: (u16, u16) = (80, 24);

/// A part of a row: its first column and its text, perhaps with colours.
pub type Part = (usize, String);

/// A terminal that is used as a whole screen. Dropping the value restores the terminal.
pub struct Terminal {
    /// The present content of each row.
    rows: Vec<Vec<Part>>,
    /// Events that came while the engine was thinking.
    early: VecDeque<Event>,
}

impl Terminal {
    /// Switches the terminal to the alternate screen and raw mode.
    pub fn open() -> Result<Self> {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // Only a panic of the main thread ends the program; a search that panics is reported by its searcher.
            if std::thread::current().name() == Some("main") {
                give_back();
            }
            hook(panic);
        }));
        take_over()?;
        Ok(Self {
            rows: Vec::new(),
            early: VecDeque::new(),
        })
    }

    /// Runs `work` outside raw mode, so that Ctrl-C sends an interrupt.
    pub fn outside<T>(&mut self, work: impl FnOnce() -> T) -> Result<T> {
        disable_raw_mode()?;
        let done = work();
        enable_raw_mode()?;
        self.rows.clear();
        Ok(done)
    }

    /// The columns and rows.
    pub fn size() -> (usize, usize) {
        let (columns, rows) = size().unwrap_or(USUAL);
        let known = |found: u16, usual: u16| usize::from(if found == 0 { usual } else { found });
        (known(columns, USUAL.0), known(rows, USUAL.1))
    }

    /// Shows rows, and the cursor at a column and row if there is one.
    pub fn show(&mut self, rows: Vec<Vec<Part>>, cursor: Option<(usize, usize)>) -> Result<()> {
        let mut out = stdout().lock();
        queue!(out, BeginSynchronizedUpdate, Hide)?;
        if rows.len() != self.rows.len() {
            queue!(out, Clear(ClearType::All))?;
            self.rows.clear();
        }
        for (number, row) in rows.iter().enumerate() {
            if self.rows.get(number) == Some(row) {
                continue;
            }
            queue!(out, MoveTo(0, number as u16), Clear(ClearType::CurrentLine))?;
            for (column, text) in row {
                queue!(out, MoveTo(*column as u16, number as u16), Print(text))?;
            }
        }
        if let Some((column, row)) = cursor {
            queue!(out, MoveTo(column as u16, row as u16), Show)?;
        }
        queue!(out, EndSynchronizedUpdate)?;
        self.rows = rows;
        out.flush()
    }

    /// The next event; `None` if there is none for some time.
    pub fn event(&mut self, patience: Duration) -> Result<Option<Event>> {
        if let Some(event) = self.early.pop_front() {
            return Ok(Some(event));
        }
        let end = Instant::now() + patience;
        while event::poll(end.saturating_duration_since(Instant::now()))? {
            match event::read()? {
                // Some systems also report the release of keys.
                Event::Key(key) if key.kind == KeyEventKind::Release => {}
                Event::Resize(..) => {
                    self.rows.clear();
                    return Ok(None);
                }
                // Enter typed before raw mode arrives as Ctrl-J.
                Event::Key(key) if is_control(&key, 'j') => {
                    return Ok(Some(Event::Key(KeyCode::Enter.into())));
                }
                event => return Ok(Some(event)),
            }
        }
        Ok(None)
    }

    /// Whether the user has interrupted the engine, by Ctrl-C or Esc. Other events are kept for later.
    pub fn is_interrupted(&mut self) -> bool {
        let mut kept = std::mem::take(&mut self.early);
        let mut interrupted = false;
        while let Ok(Some(event)) = self.event(Duration::ZERO) {
            match event {
                Event::Key(key) if is_interrupt(&key) || key.code == KeyCode::Esc => {
                    interrupted = true;
                }
                event => kept.push_back(event),
            }
            if kept.len() > 1000 {
                break;
            }
        }
        self.early = kept;
        interrupted
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whether a key is Ctrl-C.
pub fn is_interrupt(key: &KeyEvent) -> bool {
    is_control(key, 'c')
}

/// Whether a key is a letter with Ctrl.
pub fn is_control(key: &KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}

fn take_over() -> Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
}

/// Restores the terminal. Errors are ignored, because nothing can be done about them.
fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// The beginning of a text without colours that fits into `columns` columns.
pub fn cut(text: &str, columns: usize) -> String {
    let mut used = 0;
    let fits = |c: &char| {
        used += c.width().unwrap_or(0);
        used <= columns
    };
    text.chars().take_while(fits).collect()
}
