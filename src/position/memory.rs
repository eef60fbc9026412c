//! What conditions remember from one move to the next, beside the pieces: the last field of a FEN, as in `waiting:Nd5` or
//! `left:80.00/75.50`.

use super::fen_error::{FenError, field_error};
use crate::base::{Bitboard, Color, Piece, Square};
use crate::variant::{Budgets, Remembered, Variant};

/// What a game remembers beside its pieces; nothing in games without conditions that do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// The piece captured by the last move, with the square of the capture, if the next move brings it back.
    pub waiting: Option<(Square, Piece)>,
    /// The captured pieces that come back when the squares of their captures are empty.
    pub ghosts: Ghosts,
    /// How far the pieces of each side have moved, in hundredths of a square; 0 for a side without a budget.
    pub spent: [u16; 2],
    /// The squares of the imitators.
    pub imitators: Bitboard,
    /// The two squares whose pieces the last move has exchanged.
    pub exchanged: Bitboard,
    /// How often the roles have been exchanged; 0 in a game without limit.
    pub exchanges: u8,
}

/// Captured pieces with the squares of their captures, in the order of squares; those of one square as they were captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ghosts([Option<(Square, Piece)>; Self::MOST]);

impl Ghosts {
    /// The maximum number of ghosts; pieces captured beyond that do not come back.
    pub const MOST: usize = 12;

    /// The ghosts with their squares.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.0.iter().copied().flatten()
    }

    /// Whether there are none.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    /// Adds a piece captured on a square.
    pub fn add(&mut self, square: Square, piece: Piece) {
        let before = self.iter().take_while(|(other, _)| *other <= square);
        let at = before.count();
        if self.0[Self::MOST - 1].is_none() {
            self.0[at..].rotate_right(1);
            self.0[at] = Some((square, piece));
        }
    }

    /// Removes the ghost that was captured last on a square.
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let last = self
            .iter()
            .take_while(|(other, _)| *other <= square)
            .count();
        let at = last.checked_sub(1)?;
        let (_, piece) = self.0[at].filter(|(other, _)| *other == square)?;
        self.0[at] = None;
        self.0[at..].rotate_left(1);
        Some(piece)
    }
}

impl Memory {
    /// The number of [words](Self::words).
    pub const WORDS: usize = 5;

    /// Whether nothing is remembered.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        let [white, black] = self.spent;
        self.waiting.is_none()
            && self.ghosts.is_empty()
            && self.imitators.is_empty()
            && self.exchanged.is_empty()
            && self.exchanges == 0
            && white | black == 0
    }

    /// The pieces that can come back, with the squares of their captures.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.waiting.into_iter().chain(self.ghosts.iter())
    }

    /// The memory with other squares and pieces.
    #[must_use]
    pub fn mapped(
        &self,
        square: impl Fn(Square) -> Square,
        piece: impl Fn(Piece) -> Piece,
    ) -> Self {
        let change = |(at, held): (Square, Piece)| (square(at), piece(held));
        let mut ghosts = Ghosts::default();
        for (square, piece) in self.ghosts.iter().map(change) {
            ghosts.add(square, piece);
        }
        Self {
            waiting: self.waiting.map(change),
            ghosts,
            imitators: self.imitators.into_iter().map(&square).collect(),
            exchanged: self.exchanged.into_iter().map(square).collect(),
            ..*self
        }
    }

    /// All that is remembered, as numbers: equal only where the memories are equal, 0 for nothing.
    pub fn words(&self) -> [u64; Self::WORDS] {
        let number = |piece: Option<(Square, Piece)>| {
            piece.map_or(0, |(square, piece)| {
                (square.index() + usize::from(piece.bits()) * Square::COUNT) as u64
            })
        };
        let [white, black] = self.spent.map(u64::from);
        let first =
            number(self.waiting) | u64::from(self.exchanges) << 16 | white << 32 | black << 48;
        // No game has both.
        let squares = self.imitators | self.exchanged;
        let mut words = [first, squares.0, 0, 0, 0];
        for (word, ghosts) in words[2..].iter_mut().zip(self.ghosts.0.chunks(4)) {
            *word = ghosts.iter().fold(0, |word, one| word << 16 | number(*one));
        }
        words
    }

    /// The field of a FEN; `None` if nothing is remembered.
    pub fn text(&self, variant: &Variant) -> Option<String> {
        let piece = |(square, piece): (Square, Piece)| {
            let letter = variant.letter_of_piece(piece) + variant.mark_of(piece);
            format!("{letter}{square}")
        };
        let ghosts: Vec<String> = self.ghosts.iter().map(piece).collect();
        let squares = |all: Bitboard| all.into_iter().map(|at| at.to_string()).collect();
        let list = |values: Vec<String>| (!values.is_empty()).then(|| values.join("-"));
        let parts = [
            (Remembered::Waiting, self.waiting.map(piece)),
            (Remembered::Ghosts, list(ghosts)),
            (Remembered::Imitators, list(squares(self.imitators))),
            (Remembered::Exchanged, list(squares(self.exchanged))),
            (
                Remembered::Spent,
                (self.spent != [0; 2]).then(|| self.left(variant)),
            ),
            (
                Remembered::Exchanges,
                (self.exchanges != 0).then(|| self.exchanges_left(variant).to_string()),
            ),
        ];
        let parts = parts.into_iter().filter_map(|(kind, value)| {
            let value = value?;
            Some(format!("{}:{value}", kind.name()))
        });
        let parts: Vec<String> = parts.collect();
        (!parts.is_empty()).then(|| parts.join(","))
    }

    /// What is left of the budgets: one number if both sides share one.
    fn left(&self, variant: &Variant) -> String {
        let budgets = &variant.rules.budgets;
        let sides = if budgets.shared { 1 } else { 2 };
        let left = Color::ALL.into_iter().take(sides).map(|color| {
            let budget = budgets.of(color);
            Budgets::text(budget.map(|budget| budget.saturating_sub(self.spent[color.index()])))
        });
        left.collect::<Vec<_>>().join("/")
    }

    /// How often the roles can still be exchanged.
    fn exchanges_left(&self, variant: &Variant) -> u8 {
        let most = variant.rules.exchanges.unwrap_or(0);
        most.saturating_sub(self.exchanges)
    }

    /// Reads the field of a FEN.
    ///
    /// # Errors
    /// [`FenError::Field`] for what the game does not remember, and for pieces, squares or budgets that it does not have.
    pub fn read(variant: &Variant, text: &str) -> Result<Self, FenError> {
        let mut memory = Self::default();
        let mut named = Vec::new();
        for part in text.split(',') {
            let (name, value) = part.split_once(':').unwrap_or((part, ""));
            let wrong = |expected: String| field_error("memory", part, expected);
            if named.contains(&name) {
                return Err(wrong(format!("{name} once")));
            }
            named.push(name);
            let kinds = Remembered::ALL.into_iter();
            let mut kinds = kinds.filter(|kind| variant.rules.conditions.remembers(*kind));
            match kinds.find(|kind| kind.name() == name) {
                Some(Remembered::Waiting) => {
                    let expected = "a captured piece and its square, as in waiting:Nd5";
                    let waiting = piece_on_square(variant, value);
                    memory.waiting = Some(waiting.ok_or_else(|| wrong(expected.to_owned()))?);
                }
                Some(Remembered::Ghosts) => {
                    let most = Ghosts::MOST;
                    let expected = format!(
                        "at most {most} captured pieces and their squares, as in ghosts:Nd5-qe4"
                    );
                    if value.split('-').count() > most {
                        return Err(wrong(expected));
                    }
                    for one in value.split('-') {
                        let ghost = piece_on_square(variant, one);
                        let (square, piece) = ghost.ok_or_else(|| wrong(expected.clone()))?;
                        memory.ghosts.add(square, piece);
                    }
                }
                Some(Remembered::Spent) => {
                    let whole = Self::default().left(variant);
                    let expected = format!("what is left of the budgets, at most left:{whole}");
                    memory.spent = spent(variant, value).ok_or_else(|| wrong(expected))?;
                }
                Some(Remembered::Exchanges) => {
                    let most = variant.rules.exchanges.unwrap_or(0);
                    let expected = format!("how many exchanges are left, at most exchanges:{most}");
                    let left: Option<u8> = value.parse().ok();
                    let made = left.and_then(|left| most.checked_sub(left));
                    memory.exchanges = made.ok_or_else(|| wrong(expected))?;
                }
                Some(Remembered::Imitators) => {
                    let expected = "squares of the board, as in imitators:d4-e5";
                    let found = squares(variant, value);
                    memory.imitators = found.ok_or_else(|| wrong(expected.to_owned()))?;
                }
                Some(Remembered::Exchanged) => {
                    let expected = "two squares of the board, as in exchanged:b1-g8";
                    let found = squares(variant, value).filter(|two| two.count() == 2);
                    memory.exchanged = found.ok_or_else(|| wrong(expected.to_owned()))?;
                }
                None => {
                    let expected = "no such field, as {} remembers nothing of the kind";
                    return Err(wrong(expected.replace("{}", &variant.name)));
                }
            }
        }
        Ok(memory)
    }
}

/// What has been spent of the budgets, from the text of what is left of them: `80.00/75.50`, or one number for both sides.
fn spent(variant: &Variant, text: &str) -> Option<[u16; 2]> {
    let budgets = &variant.rules.budgets;
    let (white, black) = match text.split_once('/') {
        Some(both) if !budgets.shared => both,
        None if budgets.shared => (text, text),
        _ => return None,
    };
    let spent = |color, text| match (budgets.of(color), Budgets::read(text).ok()?) {
        (Some(budget), Some(left)) => budget.checked_sub(left),
        (None, None) => Some(0),
        _ => None,
    };
    Some([spent(Color::White, white)?, spent(Color::Black, black)?])
}

/// Reads squares of the board: `d4-e5`.
fn squares(variant: &Variant, text: &str) -> Option<Bitboard> {
    let board = variant.rules.board.squares();
    let squares = text.split('-').map(|one| one.parse().ok());
    squares
        .map(|square| square.filter(|at| board.contains(*at)))
        .collect()
}

/// Reads a piece and its square: `Nd5` a white knight, `nd5` a black one.
fn piece_on_square(variant: &Variant, text: &str) -> Option<(Square, Piece)> {
    let (letter, square) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let square: Square = square.parse().ok()?;
    let unmarked = letter.strip_suffix('~');
    let letter = unmarked.unwrap_or(letter);
    let color = if letter.contains(|c: char| c.is_ascii_uppercase()) {
        Color::White
    } else {
        Color::Black
    };
    let piece_type = variant.type_of_letter(&letter.to_ascii_uppercase())?;
    let rules = &variant.rules;
    // Kings, walls and imitators are not captured.
    let stays = rules.royals.contains(piece_type)
        || rules.is_wall(piece_type)
        || rules.imitator == Some(piece_type);
    if stays {
        return None;
    }
    let piece = Piece::new(color, piece_type);
    let piece = match unmarked {
        // What waits to be a ghost is none yet.
        Some(_) if variant.rules.capabilities.ghosts => return None,
        Some(_) => variant.marked(piece)?,
        None => piece,
    };
    let is_on_board = variant.rules.board.squares().contains(square);
    is_on_board.then_some((square, piece))
}
