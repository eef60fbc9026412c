//! The lines of a text, in the encodings and with the line ends that programs write: UTF-8 with and without a byte order mark, UTF-16
//! with one, windows-1252 (which includes ISO 8859-1); LF, CRLF, CR.
//!
//! A text is read line by line, so a large file needs no more memory than its longest game.

use std::io::{BufRead, Cursor, ErrorKind, Result};

/// The maximum length of a line, in bytes. Longer ones are cut at a blank, so that memory is bounded in files without line ends.
const LONGEST: usize = 1 << 16;

/// The characters of windows-1252 for the bytes 0x80 to 0x9F, from the Encoding standard (encoding.spec.whatwg.org); all
/// other bytes are as in ISO 8859-1.
const WINDOWS_1252: [char; 32] = [
    '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{2c6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}',
    '\u{90}', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{2dc}', '\u{2122}', '\u{161}', '\u{203a}', '\u{153}', '\u{9d}', '\u{17e}', '\u{178}',
];

/// A line without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// The number of the line, from 1. All parts of a line that was cut have the same number.
    pub number: usize,
    /// The text of the line.
    pub text: String,
}

/// The lines of a reader.
pub(super) struct Lines<'a> {
    reader: Box<dyn BufRead + 'a>,
    /// The number of the next line.
    number: usize,
    /// Whether the previous line ended in CR, so that an LF that follows belongs to the same line end.
    after_cr: bool,
    /// The rest of a line that was cut.
    carried: Vec<u8>,
}

impl<'a> Lines<'a> {
    /// The lines of a reader.
    ///
    /// # Errors
    /// An error of the reader.
    pub fn new(mut reader: impl BufRead + 'a) -> Result<Self> {
        let begin = filled(&mut reader)?;
        let wide: Option<fn([u8; 2]) -> u16> = match begin {
            [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
            [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
            _ => None,
        };
        let reader: Box<dyn BufRead + 'a> = match wide {
            Some(unit) => Box::new(Cursor::new(of_utf16(&mut reader, unit)?)),
            None => Box::new(reader),
        };
        Ok(Self {
            reader,
            number: 1,
            after_cr: false,
            carried: Vec::new(),
        })
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// An error of the reader.
    pub fn next(&mut self) -> Result<Option<Line>> {
        let mut bytes = std::mem::take(&mut self.carried);
        let mut any = !bytes.is_empty();
        let number = self.number;
        loop {
            let buffer = filled(&mut self.reader)?;
            if buffer.is_empty() {
                if any {
                    break;
                }
                return Ok(None);
            }
            if std::mem::take(&mut self.after_cr) && buffer[0] == b'\n' {
                self.reader.consume(1);
                continue;
            }
            any = true;
            let part = &buffer[..buffer.len().min(LONGEST - bytes.len())];
            let end = part.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let taken = end.unwrap_or(part.len());
            bytes.extend_from_slice(&part[..taken]);
            if let Some(end) = end {
                self.after_cr = part[end] == b'\r';
                self.number += 1;
                self.reader.consume(end + 1);
                break;
            }
            self.reader.consume(taken);
            if bytes.len() >= LONGEST {
                self.carried = bytes.split_off(cut(&bytes));
                break;
            }
        }
        Ok(Some(Line {
            number,
            text: decoded(&bytes),
        }))
    }
}

/// The buffer of a reader, filled; empty at the end.
fn filled(reader: &mut impl BufRead) -> Result<&[u8]> {
    loop {
        match reader.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok(_) => break,
        }
    }
    // The buffer is filled now; the borrow checker does not allow the loop above to return it.
    reader.fill_buf()
}

/// The length at which an overlong line is cut: after its last blank, or else before its last character.
fn cut(bytes: &[u8]) -> usize {
    let blank = bytes.iter().rposition(|byte| matches!(byte, b' ' | b'\t'));
    let character = || {
        bytes
            .iter()
            .rposition(|byte| !matches!(byte, 0x80..=0xbf))
            .unwrap_or(bytes.len())
    };
    blank.map_or_else(character, |blank| blank + 1).max(1)
}

/// Reads UTF-16 text to the end and converts it to UTF-8.
fn of_utf16(reader: &mut impl BufRead, unit: fn([u8; 2]) -> u16) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: String = char::decode_utf16(units)
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    Ok(text.into_bytes())
}

/// Decodes bytes: valid parts as UTF-8, the others as windows-1252.
pub fn decoded(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| match byte {
            0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
            _ => char::from(*byte),
        }));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<(usize, String)> {
        // A small buffer, so that line ends and characters lie across its borders.
        let reader = std::io::BufReader::with_capacity(3, bytes);
        let mut lines = Lines::new(reader).expect("no system");
        std::iter::from_fn(|| lines.next().expect("no system"))
            .map(|line| (line.number, line.text))
            .collect()
    }

    fn texts(bytes: &[u8]) -> Vec<String> {
        lines(bytes).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn line_ends_of_all_systems() {
        assert_eq!(texts(b"a\nb\r\nc\rd\n"), ["a", "b", "c", "d"]);
        assert_eq!(texts(b"a\r\n\r\nb\r\rc"), ["a", "", "b", "", "c"]);
        assert_eq!(
            lines(b"\n\nx"),
            [(1, String::new()), (2, String::new()), (3, "x".into())]
        );
        assert!(texts(b"").is_empty());
    }

    #[test]
    fn encodings_are_told_apart() {
        assert_eq!(texts(b"M\xfcller \x96 \x80\n\xe9"), ["Müller – €", "é"]);
        assert_eq!(texts("Müller – 棋".as_bytes()), ["Müller – 棋"]);
        // A byte order mark stays in the line and is read as a blank.
        assert_eq!(texts("\u{feff}a".as_bytes()), ["\u{feff}a"]);
        let little: Vec<u8> = "\u{feff}aü\nb"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(texts(&little), ["\u{feff}aü", "b"]);
        let big: Vec<u8> = "\u{feff}aü\nb"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        assert_eq!(texts(&big), ["\u{feff}aü", "b"]);
    }

    #[test]
    fn long_lines_are_cut_at_blanks_and_lose_nothing() {
        let text = "word ".repeat(LONGEST);
        let found = lines(text.as_bytes());
        assert!(found.len() > 3 && found.iter().all(|(number, _)| *number == 1));
        assert!(
            found
                .iter()
                .all(|(_, part)| part.len() <= LONGEST && part.starts_with("word "))
        );
        assert_eq!(texts(text.as_bytes()).concat(), text);
        let solid = "ü".repeat(LONGEST);
        assert_eq!(texts(solid.as_bytes()).concat(), solid);
    }
}
