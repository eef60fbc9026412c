//! The board on the whole screen: the coordinates of its squares, and selecting pieces and targets.

use super::terminal::Part;
use super::{View, Window};
use crate::cli::play::target::target_of;
use crossterm::event::KeyCode;
use katydid::base::{Bitboard, MoveKind, Square};
use katydid::diagram::{self, Marks};
use katydid::rules::{leg_text, legal_moves, legal_moves_from};
use textwrap::core::display_width;

/// The columns of a square, and the columns left of the first square.
const SQUARE: usize = 3;
const LEFT: usize = 4;

/// The rows of the board. Two boards stand side by side.
pub fn rows(view: &View) -> Vec<Vec<Part>> {
    let picture = diagram::board(&view.pos, view.marks, view.look);
    let mut lines: Vec<Vec<Part>> = picture
        .lines()
        .map(|line| vec![(0, line.to_owned())])
        .collect();
    if view.pos.variant().rules.capabilities.two_boards {
        let (top, height) = (hands(view), 2 + usize::from(view.pos.variant().rules.ranks));
        let second: Vec<_> = lines.drain(top + height..top + 2 * height).collect();
        for (line, part) in lines[top..].iter_mut().zip(second) {
            line.extend(part.into_iter().map(|(_, text)| (second_board(view), text)));
        }
    }
    lines
}

/// The columns of the widest row.
pub fn width(rows: &[Vec<Part>]) -> usize {
    let widths = rows.iter().flatten();
    widths
        .map(|(column, text)| column + display_width(text))
        .max()
        .unwrap_or(0)
}

/// The column where the second board begins.
fn second_board(view: &View) -> usize {
    LEFT + SQUARE * usize::from(view.pos.variant().rules.files) + 2
}

/// The number of rows above the boards: 1 for pieces in hand, or 0.
fn hands(view: &View) -> usize {
    usize::from(!view.pos.variant().rules.hand.is_empty())
}

/// The column and row of the middle of a square, on the board on which its piece stands.
pub fn place(view: &View, square: Square) -> Option<(usize, usize)> {
    let rules = &view.pos.variant().rules;
    let (files, ranks) = (usize::from(rules.files), usize::from(rules.ranks));
    let (file, rank) = (usize::from(square.file()), usize::from(square.rank()));
    if file >= files || rank >= ranks {
        return None;
    }
    let (across, down) = if view.look.flipped {
        (files - 1 - file, rank)
    } else {
        (file, ranks - 1 - rank)
    };
    let two = rules.capabilities.two_boards;
    let is_second = two && view.pos.board_b().contains(square);
    let left = if is_second { second_board(view) } else { 0 };
    let top = hands(view) + usize::from(two);
    Some((left + LEFT + SQUARE * across + 1, top + down))
}

impl Window {
    /// The square at a column and row of the screen. Both boards have the same squares.
    pub(super) fn square_at(&self, column: usize, row: usize) -> Option<Square> {
        let view = self.view.as_ref()?;
        let rules = &view.pos.variant().rules;
        let across = if rules.capabilities.two_boards && column >= second_board(view) {
            column - second_board(view)
        } else {
            column
        };
        let across = across.checked_sub(LEFT)? / SQUARE;
        let down = row.checked_sub(hands(view) + usize::from(rules.capabilities.two_boards))?;
        let (files, ranks) = (usize::from(rules.files), usize::from(rules.ranks));
        if across >= files || down >= ranks {
            return None;
        }
        let (file, rank) = if view.look.flipped {
            (files - 1 - across, down)
        } else {
            (across, ranks - 1 - down)
        };
        Some(Square::at(file as u8, rank as u8))
            .filter(|square| rules.board.squares().contains(*square))
    }

    /// The square on which the arrow keys begin: the square of the selected piece, otherwise of the first piece that can move.
    pub(super) fn first_square(&self) -> Option<Square> {
        let view = self.view.as_ref()?;
        let mut squares = view.pos.variant().rules.board.squares().into_iter();
        let first = squares.clone().next();
        let can_move = |square: &Square| !legal_moves_from(&view.pos, *square).is_empty();
        self.from.or_else(|| squares.find(can_move)).or(first)
    }

    /// The next square of the board in the direction of an arrow key.
    pub(super) fn next_square(&self, at: Square, key: KeyCode) -> Square {
        let Some(view) = &self.view else {
            return at;
        };
        let squares = view.pos.variant().rules.board.squares();
        let away = if view.look.flipped { -1 } else { 1 };
        let (file_step, rank_step) = match key {
            KeyCode::Up => (0, away),
            KeyCode::Down => (0, -away),
            KeyCode::Left => (-away, 0),
            _ => (away, 0),
        };
        let (mut file, mut rank) = (i16::from(at.file()), i16::from(at.rank()));
        // Squares that the board lacks are skipped.
        loop {
            file += file_step;
            rank += rank_step;
            if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                return at;
            }
            let next = Square::at(file as u8, rank as u8);
            if squares.contains(next) {
                return next;
            }
        }
    }

    /// Selects a square: first that of the piece to move, then its target. Returns the text of the leg when it is complete.
    pub(super) fn choose(&mut self, square: Square) -> Option<String> {
        let pos = &self.view.as_ref()?.pos;
        let mut texts: Vec<String> = match self.from {
            Some(from) => legal_moves_from(pos, from)
                .iter()
                .filter(|leg| target_of(**leg, from) == Some(square))
                .map(|leg| leg_text(pos, *leg))
                .collect(),
            None => Vec::new(),
        };
        if texts.len() == 1 {
            self.from = None;
            return texts.pop();
        }
        if texts.is_empty() {
            let is_piece = self.from != Some(square) && !legal_moves_from(pos, square).is_empty();
            self.from = is_piece.then_some(square);
            if is_piece || pos.at(square).is_some() {
                return None;
            }
            let drops = legal_moves(pos);
            let drops = drops
                .iter()
                .filter(|leg| leg.kind() == MoveKind::Drop && leg.to() == square);
            texts = drops.map(|leg| leg_text(pos, *leg)).collect();
        }
        self.from = None;
        if let Some(first) = texts.first() {
            // Several legs are left: the player completes the text in the line.
            let common = if first.contains('@') {
                String::new()
            } else {
                first.chars().take(4).collect()
            };
            self.line.set(&common);
            self.at = None;
            self.messages
                .push(format!("Which one? {}", texts.join(" ")));
        }
        None
    }

    /// The view with marks for the selected piece.
    pub(super) fn with_choice(&self, view: &View) -> View {
        let mut marks = view.marks;
        if let Some(from) = self.from {
            let legs = legal_moves_from(&view.pos, from);
            marks = Marks {
                moved: from.into(),
                changed: Bitboard::EMPTY,
                targets: legs
                    .iter()
                    .filter_map(|leg| target_of(*leg, from))
                    .collect(),
            };
        }
        View {
            pos: view.pos.clone(),
            marks,
            title: String::new(),
            status: String::new(),
            turns: Vec::new(),
            ..*view
        }
    }
}
