//! The input line: editing, history, completion.

use super::terminal::is_control;
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::path::PathBuf;
use std::{fs, io};
use tui_input::{Input, InputRequest};

/// The maximum number of lines in the history.
const MOST: usize = 200;

/// The input line with its history.
#[derive(Default)]
pub struct Line {
    input: Input,
    earlier: Vec<String>,
    /// The index of the recalled line, counted from the latest, and the text typed before.
    recalled: Option<(usize, String)>,
    /// The file of the history.
    file: Option<PathBuf>,
}

impl Line {
    /// An empty line with the history in a file. Errors of the file are ignored.
    pub fn remembered(file: Option<PathBuf>) -> Self {
        let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok());
        let lines = text.iter().flat_map(|text| text.lines());
        let mut earlier: Vec<String> = lines.map(str::to_owned).collect();
        earlier.drain(..earlier.len().saturating_sub(MOST));
        Self {
            earlier,
            file,
            ..Self::default()
        }
    }

    /// Writes the history to its file.
    fn keep(&self) -> io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        file.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(file, self.earlier.join("\n") + "\n")
    }

    pub fn text(&self) -> &str {
        self.input.value()
    }

    pub fn set(&mut self, text: &str) {
        self.input = Input::new(text.to_owned());
    }

    /// The part of the line that is visible in `columns` columns, and the cursor's column in it.
    pub fn shown(&self, columns: usize) -> (String, usize) {
        let scroll = self.input.visual_scroll(columns.saturating_sub(1));
        let shown = self.text().chars().skip(scroll).take(columns).collect();
        (shown, self.input.visual_cursor().saturating_sub(scroll))
    }

    /// Empties the line, adds its text to the history, and returns the text.
    pub fn take(&mut self) -> String {
        let text = self.input.value_and_reset();
        self.recalled = None;
        if !text.trim().is_empty() && self.earlier.last() != Some(&text) {
            self.earlier.push(text.clone());
            if self.earlier.len() > MOST {
                self.earlier.remove(0);
            }
            if let Err(error) = self.keep() {
                log::debug!("the lines that were typed are not kept: {error}");
            }
        }
        text
    }

    /// Edits the line by a key: letters, readline's keys, and the history with Up, Down and Ctrl-R.
    pub fn edit(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Up => self.recall(1, |_, _| true),
            KeyCode::Down => self.recall(-1, |_, _| true),
            _ if is_control(&key, 'p') => self.recall(1, |_, _| true),
            _ if is_control(&key, 'n') => self.recall(-1, |_, _| true),
            _ if is_control(&key, 'r') => self.recall(1, |line, typed| line.contains(typed)),
            _ => {
                if let Some(change) = change(key) {
                    self.input.handle(change);
                }
                self.recalled = None;
            }
        }
    }

    /// Recalls the next earlier or later line for which `fits` holds.
    fn recall(&mut self, step: isize, fits: impl Fn(&str, &str) -> bool) {
        let (mut at, typed) = self
            .recalled
            .clone()
            .map_or_else(|| (0, self.text().to_owned()), |(at, typed)| (at, typed));
        loop {
            let Some(next) = at.checked_add_signed(step) else {
                return;
            };
            if next == 0 {
                self.set(&typed);
                self.recalled = None;
                return;
            }
            let Some(line) = self.earlier.len().checked_sub(next) else {
                return;
            };
            at = next;
            if fits(&self.earlier[line], &typed) {
                let text = self.earlier[line].clone();
                self.set(&text);
                self.recalled = Some((at, typed));
                return;
            }
        }
    }

    /// Completes the last word as far as it is unique, and returns the possible words if there are several.
    pub fn complete<'a>(&mut self, words: &'a [String]) -> Vec<&'a str> {
        let text = self.text().to_owned();
        let (before, word) = text
            .rsplit_once(' ')
            .map_or(("", text.as_str()), |(_, word)| {
                (&text[..text.len() - word.len()], word)
            });
        let begins = |with: fn(&str, &str) -> bool| {
            let fitting = words.iter().filter(|it| with(it, word));
            fitting.map(String::as_str).collect::<Vec<_>>()
        };
        let mut ways = begins(|it, word| it.starts_with(word));
        if ways.is_empty() {
            ways = begins(|it, word| it.to_lowercase().starts_with(&word.to_lowercase()));
        }
        let Some(first) = ways.first() else {
            return ways;
        };
        let common = ways.iter().fold(first.len(), |common, way| {
            let same = first.bytes().zip(way.bytes()).take_while(|(a, b)| a == b);
            common.min(same.count())
        });
        let mut common = common;
        while !first.is_char_boundary(common) {
            common -= 1;
        }
        if common >= word.len() {
            let end = if ways.len() == 1 && before.is_empty() && !first.contains(char::is_numeric) {
                " "
            } else {
                ""
            };
            self.set(&format!("{before}{}{end}", &first[..common]));
        }
        if ways.len() == 1 { Vec::new() } else { ways }
    }
}

/// The edit that a key stands for in readline.
fn change(key: KeyEvent) -> Option<InputRequest> {
    const NONE: KeyModifiers = KeyModifiers::NONE;
    const CONTROL: KeyModifiers = KeyModifiers::CONTROL;
    const ALT: KeyModifiers = KeyModifiers::ALT;
    if key.kind == KeyEventKind::Release {
        return None;
    }
    Some(match (key.code, key.modifiers) {
        (KeyCode::Backspace, NONE) | (KeyCode::Char('h'), CONTROL) => InputRequest::DeletePrevChar,
        (KeyCode::Backspace, ALT) | (KeyCode::Char('w'), CONTROL) => InputRequest::DeletePrevWord,
        (KeyCode::Delete, NONE) => InputRequest::DeleteNextChar,
        (KeyCode::Delete, CONTROL) | (KeyCode::Char('d'), ALT) => InputRequest::DeleteNextWord,
        (KeyCode::Char('u'), CONTROL) => InputRequest::DeleteLine,
        (KeyCode::Char('k'), CONTROL) => InputRequest::DeleteTillEnd,
        (KeyCode::Char('y'), CONTROL) => InputRequest::Yank,
        (KeyCode::Left, NONE) | (KeyCode::Char('b'), CONTROL) => InputRequest::GoToPrevChar,
        (KeyCode::Left, CONTROL) | (KeyCode::Char('b'), ALT) => InputRequest::GoToPrevWord,
        (KeyCode::Right, NONE) | (KeyCode::Char('f'), CONTROL) => InputRequest::GoToNextChar,
        (KeyCode::Right, CONTROL) | (KeyCode::Char('f'), ALT) => InputRequest::GoToNextWord,
        (KeyCode::Home, NONE) | (KeyCode::Char('a'), CONTROL) => InputRequest::GoToStart,
        (KeyCode::End, NONE) | (KeyCode::Char('e'), CONTROL) => InputRequest::GoToEnd,
        // AltGr letters are reported with Control and Alt.
        (KeyCode::Char(letter), modifiers)
            if [NONE, KeyModifiers::SHIFT, CONTROL | ALT].contains(&modifiers) =>
        {
            InputRequest::InsertChar(letter)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(line: &mut Line, text: &str) {
        for c in text.chars() {
            line.edit(KeyCode::Char(c).into());
        }
    }

    #[test]
    fn keys_edit_the_line_as_in_readline() {
        let mut line = Line::default();
        for (key, modifiers, text) in [
            ('w', KeyModifiers::CONTROL, "one two "),
            ('a', KeyModifiers::CONTROL, "one two "),
            ('d', KeyModifiers::ALT, "two "),
            ('Z', KeyModifiers::SHIFT, "Ztwo "),
            ('h', KeyModifiers::CONTROL, "two "),
            ('x', KeyModifiers::ALT, "two "),
            ('k', KeyModifiers::CONTROL, ""),
            ('y', KeyModifiers::CONTROL, "two "),
        ] {
            if line.text().is_empty() && key == 'w' {
                typed(&mut line, "one two three");
            }
            line.edit(KeyEvent::new(KeyCode::Char(key), modifiers));
            assert_eq!(line.text(), text, "{key}");
        }
    }

    #[test]
    fn lines_of_earlier_sessions_are_recalled() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("katydid").join("history");
        let mut line = Line::remembered(Some(file.clone()));
        for text in ["e2e4", "undo", "undo"] {
            typed(&mut line, text);
            line.take();
        }
        let mut next = Line::remembered(Some(file));
        for text in ["undo", "e2e4", "e2e4"] {
            next.edit(KeyCode::Up.into());
            assert_eq!(next.text(), text);
        }
    }

    #[test]
    fn lines_are_completed_and_remembered() {
        let words: Vec<String> = ["Nf3", "Nc3", "moves", "e2e4"].map(str::to_owned).to_vec();
        let mut line = Line::default();
        typed(&mut line, "N");
        assert_eq!(line.complete(&words), ["Nf3", "Nc3"]);
        typed(&mut line, "f");
        assert!(line.complete(&words).is_empty());
        assert_eq!(line.take(), "Nf3");
        typed(&mut line, "MO");
        line.complete(&words);
        assert_eq!(line.take(), "moves ");
        typed(&mut line, "e");
        line.edit(KeyCode::Up.into());
        assert_eq!(line.text(), "moves ");
        line.edit(KeyCode::Up.into());
        line.edit(KeyCode::Up.into());
        assert_eq!(line.text(), "Nf3");
        line.edit(KeyCode::Down.into());
        line.edit(KeyCode::Down.into());
        assert_eq!(line.text(), "e");
    }
}
