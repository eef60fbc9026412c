//! The input channel of the session: lines of the front-end and reports of the search.

use crate::search::SearchNews;
use std::io::{BufRead, Read};
use std::sync::mpsc::Sender;
use std::time::Instant;

/// The longest line that is read, in bytes. A game of a thousand turns of eight legs stays below it.
pub const MAX_LINE: usize = 1 << 17;

pub(super) enum Input {
    /// A line of the front-end, and when it was read.
    Line(String, Instant),
    /// A line longer than [`MAX_LINE`], which was skipped.
    Overlong,
    End,
    /// A report of the search, by the serial number of the search.
    Search(u64, SearchNews),
}

/// Reads lines until the end of the input or until the receiver is gone. Invalid UTF-8 is replaced.
pub(super) fn read_lines(mut reader: impl BufRead, sender: &Sender<Input>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let limit = MAX_LINE as u64 + 1;
        let input = match reader.by_ref().take(limit).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => Input::End,
            Ok(_) if bytes.len() > MAX_LINE && bytes.last() != Some(&b'\n') => {
                skip_line(&mut reader);
                Input::Overlong
            }
            Ok(_) => {
                let line = String::from_utf8_lossy(&bytes);
                // Some programs begin with a byte order mark.
                let line = line.trim_start_matches('\u{feff}').trim();
                Input::Line(line.to_owned(), Instant::now())
            }
        };
        let end = matches!(input, Input::End);
        if sender.send(input).is_err() || end {
            return;
        }
    }
}

fn skip_line(reader: &mut impl BufRead) {
    while let Ok(buffer) = reader.fill_buf() {
        let (used, found) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        reader.consume(used);
        if found {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn odd_bytes_and_long_lines_do_not_end_the_conversation() {
        let (sender, receiver) = channel();
        let mut text = b"uci\r\n\xff\xfe\0\n".to_vec();
        text.extend(std::iter::repeat_n(b'x', MAX_LINE * 2));
        text.extend(b"\nisready\nlast");
        read_lines(&text[..], &sender);
        let seen: Vec<String> = receiver
            .try_iter()
            .map(|input| match input {
                Input::Line(line, _) => line,
                Input::Overlong => "overlong".to_owned(),
                Input::End => "end".to_owned(),
                Input::Search(..) => "search".to_owned(),
            })
            .collect();
        assert_eq!(
            seen,
            [
                "uci",
                "\u{fffd}\u{fffd}\0",
                "overlong",
                "isready",
                "last",
                "end"
            ]
        );
    }
}
