//! Inputs made from examples: bytes changed, cut, doubled, swapped, spliced, and words of the language put in.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use std::collections::BTreeSet;
use std::io;
use std::path::Path;

/// The longest input, in bytes.
const LONGEST: usize = 1 << 13;

/// Numbers and words that break things.
const ODD: &[&str] = &[
    "0",
    "-1",
    "1",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551616",
    "99999999999999999999",
    "1e9",
    "NaN",
    "",
    " ",
    "\t",
    "\r",
    "\n",
    "\0",
    "\u{202e}",
    "é",
    "\u{1F600}",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "*",
    "|",
    "+",
    "~",
    "/",
    "@",
    "-",
    "=",
    ",",
    ";",
    ":",
    "e4",
    "a1h8",
    "i9",
    "KQkq",
];

/// The examples of a target, and the words that occur in them.
pub struct Corpus {
    examples: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Corpus {
    /// Reads the examples of a folder, in the order of their names.
    ///
    /// # Errors
    /// What the system says; a folder without files.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let files = std::fs::read_dir(folder)?.map(|item| item.map(|item| item.path()));
        let mut files = files.collect::<io::Result<Vec<_>>>()?;
        files.sort();
        let examples: Vec<Vec<u8>> = files.iter().map(std::fs::read).collect::<io::Result<_>>()?;
        if examples.is_empty() {
            return Err(io::Error::other(format!(
                "{} holds no examples",
                folder.display()
            )));
        }
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"=,;/\"".contains(byte);
        let words: BTreeSet<Vec<u8>> = examples
            .iter()
            .flat_map(|example| example.split(is_end))
            .filter(|word| (1..40).contains(&word.len()))
            .map(<[u8]>::to_vec)
            .chain(ODD.iter().map(|word| word.as_bytes().to_vec()))
            .collect();
        Ok(Self {
            examples,
            words: words.into_iter().collect(),
        })
    }

    fn example(&self, rng: &mut ChaCha8Rng) -> &[u8] {
        &self.examples[rng.random_range(0..self.examples.len())]
    }
}

/// The input of a number: the same for the same examples.
pub fn input(corpus: &Corpus, number: u64) -> Vec<u8> {
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let mut bytes = corpus.example(&mut rng).to_vec();
    for _ in 0..rng.random_range(1..7) {
        change(corpus, &mut bytes, &mut rng);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn change(corpus: &Corpus, bytes: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
    let at = rng.random_range(0..=bytes.len());
    let end = (at + rng.random_range(0..24)).min(bytes.len());
    match rng.random_range(0..9) {
        0 if at < bytes.len() => bytes[at] ^= 1 << rng.random_range(0..8),
        1 if at < bytes.len() => bytes[at] = rng.random(),
        2 => drop(bytes.drain(at..end)),
        3 => {
            let again = bytes[at..end].to_vec();
            let times = [1, 1, 2, 9][rng.random_range(0..4)];
            bytes.splice(at..at, again.repeat(times));
        }
        4 => {
            let other = corpus.example(rng);
            let from = rng.random_range(0..=other.len());
            bytes.truncate(at);
            bytes.extend_from_slice(&other[from..]);
        }
        5 => swap_lines(bytes, rng),
        _ => {
            let word = corpus.words[rng.random_range(0..corpus.words.len())].clone();
            let (begin, end) = word_at(bytes, at);
            if rng.random() {
                bytes.splice(begin..end, word);
            } else {
                bytes.splice(begin..begin, word.into_iter().chain([b' ']));
            }
        }
    }
}

/// The word around a place.
fn word_at(bytes: &[u8], at: usize) -> (usize, usize) {
    let is_end = |byte: &u8| !byte.is_ascii_alphanumeric();
    let begin = bytes[..at]
        .iter()
        .rposition(is_end)
        .map_or(0, |end| end + 1);
    let end = bytes[at..]
        .iter()
        .position(is_end)
        .map_or(bytes.len(), |end| at + end);
    (begin, end)
}

fn swap_lines(bytes: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
    let mut lines: Vec<Vec<u8>> = bytes
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    let (a, b) = (
        rng.random_range(0..lines.len()),
        rng.random_range(0..lines.len()),
    );
    lines.swap(a, b);
    *bytes = lines.join(&b'\n');
}
