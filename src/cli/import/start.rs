//! Start positions of definitions.

use anyhow::{Result, bail};

/// The start position of chess.
const OF_CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A start position, split into its fields.
pub struct Start {
    placement: String,
    /// The pieces in hand; `None` without brackets.
    pub pocket: Option<String>,
    turn: String,
    /// The castling field.
    pub castling: String,
    /// The numbers of checks that White and Black still need.
    pub checks: Option<(u32, u32)>,
    clocks: String,
    /// The squares from the last rank down: the letter of a piece with its case, `1` (empty) or `*` (no square).
    rows: Vec<Vec<char>>,
}

impl Start {
    /// Reads a position.
    ///
    /// # Errors
    /// If the text has no board, or one that is larger than 8x8.
    pub fn read(text: Option<&str>) -> Result<Self> {
        let text = text.unwrap_or(OF_CHESS);
        let mut fields = text.split_whitespace().peekable();
        let placement = fields.next().unwrap_or_default();
        let (placement, pocket) = match placement.split_once('[') {
            Some((placement, pocket)) => {
                let held = pocket.chars().filter(char::is_ascii_alphabetic);
                (placement, Some(held.collect()))
            }
            None => (placement, None),
        };
        let turn = fields.next().unwrap_or("w").to_owned();
        let mut castling = "-";
        let is_number = |field: &&str| field.starts_with(|first: char| first.is_ascii_digit());
        if let Some(field) = fields.next_if(|field| !is_number(field)) {
            castling = field;
        }
        // The en passant field is skipped: start positions have none.
        let _ = fields.next_if(|field| !is_number(field));
        let mut checks = None;
        if let Some((white, black)) = fields.peek().and_then(|field| field.split_once('+')) {
            checks = white.parse().ok().zip(black.parse().ok());
            fields.next();
        }
        let clocks: Vec<&str> = fields.collect();
        let clocks = match clocks[..] {
            [_, _] => clocks.join(" "),
            _ => "0 1".to_owned(),
        };
        let rows: Vec<Vec<char>> = placement.split('/').map(row).collect();
        let files = rows.iter().map(Vec::len).max().unwrap_or(0);
        if rows.len() > 8 || files > 8 {
            bail!(
                "a board of {files} files and {} ranks (expected at most 8 of each)",
                rows.len()
            );
        }
        if rows.iter().any(|row| row.len() != files) {
            bail!("'{text}' is no position (expected as many squares in each rank)");
        }
        Ok(Self {
            placement: placement.to_owned(),
            pocket,
            turn,
            castling: castling.to_owned(),
            checks,
            clocks,
            rows,
        })
    }

    /// The files and the ranks of the board.
    pub fn board(&self) -> (usize, usize) {
        (self.rows.first().map_or(0, Vec::len), self.rows.len())
    }

    /// The number of a side's pieces with a letter, on the board and in hand.
    pub fn count(&self, letter: &str, white: bool) -> usize {
        let held = self.pocket.as_deref().unwrap_or_default().chars();
        let pieces = self.rows.iter().flatten().copied().chain(held);
        pieces
            .filter(|at| {
                at.is_ascii_uppercase() == white && at.to_ascii_uppercase().to_string() == letter
            })
            .count()
    }

    /// The letter, upper case, of the side's own piece in a corner of its first rank.
    pub fn corner(&self, white: bool, last_file: bool) -> Option<String> {
        let row = if white {
            self.rows.last()?
        } else {
            self.rows.first()?
        };
        let at = if last_file { row.last()? } else { row.first()? };
        (at.is_ascii_alphabetic() && at.is_ascii_uppercase() == white)
            .then(|| at.to_ascii_uppercase().to_string())
    }

    /// The FEN for a variant file: with hands if there are drops, and with a castling field if there are castling rights.
    pub fn fen(&self, drops: bool, rights: bool, checks: bool) -> String {
        let hands = match &self.pocket {
            _ if !drops => String::new(),
            pocket => format!("[{}]", pocket.as_deref().unwrap_or_default()),
        };
        let castling = if rights { &self.castling } else { "-" };
        let checks = self
            .checks
            .filter(|_| checks)
            .map(|(white, black)| format!(" {white}+{black}"));
        let checks = checks.unwrap_or_default();
        let Self {
            placement,
            turn,
            clocks,
            ..
        } = self;
        format!("{placement}{hands} {turn} {castling} -{checks} {clocks}")
    }
}

/// The squares of a rank; promotion signs are dropped.
fn row(text: &str) -> Vec<char> {
    let mut squares = Vec::new();
    let mut empty = 0;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            empty = empty * 10 + digit as usize;
            continue;
        }
        squares.extend(std::iter::repeat_n('1', empty));
        empty = 0;
        if !matches!(letter, '+' | '~') {
            squares.push(letter);
        }
    }
    squares.extend(std::iter::repeat_n('1', empty));
    squares
}
