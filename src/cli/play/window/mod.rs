//! The game on the whole screen of a terminal: one board that is redrawn, the clock, the turns, the engine's line, messages, and the input
//! line. Turns can be made with the mouse or, after Tab, with the arrow keys.

mod board;
mod line;
pub mod menu;
mod terminal;

use crate::cli::folders::data_folder;
use crate::cli::wrapping::wrapped_to;
use anyhow::Result;
use crossterm::event::{Event, KeyCode, KeyEvent, MouseButton, MouseEventKind};
use katydid::base::{Color, Square};
use katydid::diagram::{Look, Marks};
use katydid::position::Position;
use line::Line;
use std::time::{Duration, Instant};
use terminal::{Part, Terminal, cut, is_control, is_interrupt};

/// The interval at which the clock is redrawn.
const TICK: Duration = Duration::from_millis(500);
/// The maximum number of messages that are kept.
const MOST: usize = 300;
/// The minimum width of the panel beside the board, in columns.
const NARROWEST: usize = 16;
/// The maximum number of completions that are shown.
const MOST_WAYS: usize = 60;

/// The displayed state of the game.
pub struct View {
    pub pos: Position,
    pub marks: Marks,
    pub look: Look,
    pub title: String,
    /// The side to move, or the result of the game; empty to keep the previous text.
    pub status: String,
    /// The turns with their numbers.
    pub turns: Vec<String>,
    /// The time used by both sides.
    pub used: [Duration; 2],
    /// When the clock of the side to move was started, if it runs.
    pub since: Option<Instant>,
}

/// The words that can follow a given first word.
type Behind<'a> = dyn Fn(&str) -> Vec<String> + 'a;

/// The words for completion.
pub struct Words<'a> {
    /// First words: commands and turns.
    pub first: Vec<String>,
    /// The words that can follow a first word.
    pub behind: Box<Behind<'a>>,
}

impl Words<'_> {
    pub fn none() -> Self {
        Self {
            first: Vec::new(),
            behind: Box::new(|_| Vec::new()),
        }
    }
}

/// A game on the whole screen of a terminal.
pub struct Window {
    pub terminal: Terminal,
    line: Line,
    view: Option<View>,
    messages: Vec<String>,
    thought: String,
    /// The number of message lines below those shown.
    scroll: usize,
    /// A long text that is shown instead of the game, and the index of its first visible line.
    page: Option<(String, usize)>,
    /// The square selected with the arrow keys.
    at: Option<Square>,
    /// The square of the selected piece.
    from: Option<Square>,
}

impl Window {
    pub fn open() -> Result<Self> {
        Ok(Self {
            terminal: Terminal::open()?,
            line: Line::remembered(data_folder().ok().map(|folder| folder.join("history"))),
            view: None,
            messages: Vec::new(),
            thought: String::new(),
            scroll: 0,
            page: None,
            at: None,
            from: None,
        })
    }

    /// Adds a message; a long one takes the whole screen until a key is pressed.
    pub fn say(&mut self, text: &str) -> Result<()> {
        let (columns, rows) = Terminal::size();
        let text = text.trim_end().trim_start_matches('\n');
        if wrapped_to(text, columns).len() > self.room(rows).max(4) {
            self.page = Some((text.to_owned(), 0));
        } else {
            self.messages.push(text.to_owned());
            let surplus = self.messages.len().saturating_sub(MOST);
            self.messages.drain(..surplus);
            self.scroll = 0;
        }
        self.draw("", false)
    }

    /// Shows the game.
    pub fn show(&mut self, mut view: View) -> Result<()> {
        if let Some(earlier) = self.view.take().filter(|_| view.status.is_empty()) {
            view.status = earlier.status;
        }
        self.view = Some(view);
        self.from = None;
        self.draw("", false)
    }

    /// Shows the engine's line. Errors of the terminal are ignored here; the next key reports them.
    pub fn think(&mut self, text: String) {
        self.thought = text;
        let _ = self.draw("", false);
    }

    /// Redraws the clock, and returns whether the user has interrupted the engine.
    pub fn is_interrupted(&mut self) -> bool {
        let _ = self.draw("", false);
        self.terminal.is_interrupted()
    }

    /// The next line that the user types or enters on the board; `None` to quit.
    pub fn read(&mut self, prompt: &str, words: &Words<'_>) -> Result<Option<String>> {
        loop {
            self.draw(prompt, true)?;
            let event = self.terminal.event(TICK)?;
            let made = match event {
                Some(Event::Key(key)) if self.page.is_some() => {
                    self.turn_page(key);
                    None
                }
                Some(Event::Key(key)) if is_interrupt(&key) || is_control(&key, 'd') => {
                    if self.line.text().is_empty() {
                        return Ok(None);
                    }
                    self.line.set("");
                    None
                }
                Some(Event::Key(key)) => self.press(key, words),
                Some(Event::Mouse(mouse)) => match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) if self.page.is_none() => self
                        .square_at(mouse.column.into(), mouse.row.into())
                        .and_then(|square| self.choose(square)),
                    MouseEventKind::ScrollUp => self.scrolled(3),
                    MouseEventKind::ScrollDown => self.scrolled(-3),
                    _ => None,
                },
                _ => None,
            };
            if let Some(text) = made {
                self.messages.push(format!("{prompt}{text}"));
                self.scroll = 0;
                return Ok(Some(text));
            }
        }
    }

    /// Handles a key, and returns the line if the key completes it.
    fn press(&mut self, key: KeyEvent, words: &Words<'_>) -> Option<String> {
        match (key.code, self.at) {
            (KeyCode::Esc, _) => {
                self.at = None;
                self.from = None;
                self.line.set("");
            }
            (KeyCode::PageUp, _) => return self.scrolled(5),
            (KeyCode::PageDown, _) => return self.scrolled(-5),
            (KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right, Some(at)) => {
                self.at = Some(self.next_square(at, key.code));
            }
            (KeyCode::Enter | KeyCode::Char(' '), Some(at)) => return self.choose(at),
            (KeyCode::Tab, Some(_)) => self.at = None,
            (KeyCode::Tab, None) if self.line.text().is_empty() => self.at = self.first_square(),
            (KeyCode::Tab, None) => self.complete(words),
            (KeyCode::Enter, None) => return Some(self.line.take()),
            _ => {
                self.at = None;
                self.line.edit(key);
            }
        }
        None
    }

    fn complete(&mut self, words: &Words<'_>) {
        let behind = self
            .line
            .text()
            .split_once(' ')
            .map(|(command, _)| (words.behind)(command.trim_start_matches('/')));
        let mut ways = self.line.complete(behind.as_ref().unwrap_or(&words.first));
        if !ways.is_empty() {
            let more = ways.len().saturating_sub(MOST_WAYS);
            ways.truncate(MOST_WAYS);
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            self.messages.push(format!("{}{more}", ways.join(" ")));
            self.scroll = 0;
        }
    }

    fn scrolled(&mut self, lines: isize) -> Option<String> {
        match &mut self.page {
            Some((_, top)) => *top = top.saturating_add_signed(-lines),
            None => self.scroll = self.scroll.saturating_add_signed(lines),
        }
        None
    }

    /// Handles a key while a long text is shown. Most keys close the text.
    fn turn_page(&mut self, key: KeyEvent) {
        let rows = Terminal::size().1;
        let Some((_, top)) = &mut self.page else {
            return;
        };
        match key.code {
            KeyCode::Up => *top = top.saturating_sub(1),
            KeyCode::Down => *top += 1,
            KeyCode::PageUp => *top = top.saturating_sub(rows.saturating_sub(2)),
            KeyCode::PageDown | KeyCode::Char(' ') => *top += rows.saturating_sub(2),
            KeyCode::Home => *top = 0,
            KeyCode::Char(letter) if letter != 'q' => {
                self.page = None;
                self.line.edit(key);
            }
            _ => self.page = None,
        }
    }

    /// The rows for messages.
    fn room(&self, rows: usize) -> usize {
        let board = self.view.as_ref().map_or(0, |view| board::rows(view).len());
        // The other three rows are the engine's line, the status and the input line.
        rows.saturating_sub(board + 3)
    }

    /// Draws everything; the input line only if input is awaited.
    fn draw(&mut self, prompt: &str, is_waiting: bool) -> Result<()> {
        let (columns, rows) = Terminal::size();
        if self.page.is_some() && is_waiting {
            return self.draw_page(columns, rows);
        }
        let mut screen = self.view.as_ref().map_or_else(Vec::new, |view| {
            let mut shown = board::rows(&self.with_choice(view));
            beside(&mut shown, view, columns);
            shown
        });
        screen.push(vec![(0, cut(&self.thought, columns))]);
        let status = self.view.as_ref().map_or("", |view| view.status.as_str());
        screen.push(vec![(0, cut(status, columns))]);
        let room = self.room(rows);
        let lines: Vec<String> = self
            .messages
            .iter()
            .flat_map(|text| wrapped_to(text, columns))
            .collect();
        self.scroll = self.scroll.min(lines.len().saturating_sub(room));
        let end = lines.len() - self.scroll;
        let shown = &lines[end.saturating_sub(room)..end];
        screen.extend(shown.iter().map(|line| vec![(0, line.clone())]));
        screen.resize(rows.saturating_sub(1), Vec::new());
        let mut cursor = None;
        let mut last = String::new();
        if is_waiting {
            let width = columns.saturating_sub(prompt.len());
            let (typed, column) = self.line.shown(width);
            last = format!("{prompt}{typed}");
            cursor = Some((prompt.len() + column, rows.saturating_sub(1)));
            if let (Some(at), Some(view)) = (self.at, &self.view) {
                last = cut(
                    "Arrows go, Enter chooses, Tab goes back to the line.",
                    columns,
                );
                cursor = board::place(view, at);
            }
        }
        screen.push(vec![(0, last)]);
        Ok(self.terminal.show(screen, cursor)?)
    }

    fn draw_page(&mut self, columns: usize, rows: usize) -> Result<()> {
        let Some((text, top)) = &mut self.page else {
            return Ok(());
        };
        let lines = wrapped_to(text, columns);
        let room = rows.saturating_sub(1);
        *top = (*top).min(lines.len().saturating_sub(room));
        let end = (*top + room).min(lines.len());
        let shown = lines[*top..end].iter();
        let mut screen: Vec<Vec<Part>> = shown.map(|line| vec![(0, line.clone())]).collect();
        screen.resize(room, Vec::new());
        let count = lines.len();
        let help = format!("{end} of {count} lines: arrows and pages move, Esc goes back");
        screen.push(vec![(0, format!("\x1b[7m{}\x1b[0m", cut(&help, columns)))]);
        Ok(self.terminal.show(screen, None)?)
    }
}

/// Adds the panel beside the board: names, clocks, turns.
fn beside(rows: &mut [Vec<Part>], view: &View, columns: usize) {
    let left = board::width(rows) + 3;
    let width = columns.saturating_sub(left);
    if width < NARROWEST {
        return;
    }
    let side = view.pos.side_to_move();
    let running = |color| {
        view.since
            .filter(|_| color == side)
            .map_or(Duration::ZERO, |since| since.elapsed())
    };
    let clock = |color: Color| {
        let seconds = (view.used[color.index()] + running(color)).as_secs();
        let sign = if color == side && view.since.is_some() {
            '>'
        } else {
            ' '
        };
        format!(
            "{sign}{} {}:{:02}",
            color.name(),
            seconds / 60,
            seconds % 60
        )
    };
    let clocks = Color::ALL.map(clock).join("  ");
    let mut panel = vec![cut(&view.title, width)];
    if clocks.len() <= width {
        panel.push(clocks);
    } else {
        panel.extend(Color::ALL.map(clock));
    }
    panel.push(String::new());
    let turns = wrapped_to(&view.turns.join(" "), width);
    let room = rows.len().saturating_sub(panel.len());
    panel.extend(turns.into_iter().rev().take(room).rev());
    for (row, text) in rows.iter_mut().zip(panel) {
        row.push((left, text));
    }
}
