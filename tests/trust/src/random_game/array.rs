//! Boards and start positions at random.

use super::Plan;
use super::pieces::Pieces;
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

/// The board of a game.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// 4 to 8.
    pub(super) files: usize,
    /// 5 to 8.
    pub(super) ranks: usize,
    /// Squares that do not exist: file and rank from 0, between the armies.
    holes: Vec<(usize, usize)>,
    wraps: bool,
}

impl Frame {
    /// The 8x8 board more often than not.
    pub(super) fn draw(rng: &mut ChaCha8Rng) -> Self {
        let full = rng.random_ratio(2, 3);
        let (files, ranks) = if full {
            (8, 8)
        } else {
            (rng.random_range(4..9), rng.random_range(5..9))
        };
        let mut holes = Vec::new();
        if rng.random_ratio(1, 8) {
            for _ in 0..rng.random_range(1..4) {
                let (file, rank) = (rng.random_range(0..files), rng.random_range(2..ranks - 2));
                holes.push((file, rank));
                // Most boards are fair.
                if rng.random_ratio(4, 5) {
                    holes.push((file, ranks - 1 - rank));
                }
            }
        }
        Self {
            files,
            ranks,
            holes,
            wraps: rng.random_ratio(1, 10),
        }
    }

    /// The board of chess, as a cylinder if this is one.
    pub(super) fn of_chess(self) -> Self {
        Self {
            files: 8,
            ranks: 8,
            holes: Vec::new(),
            ..self
        }
    }

    /// Whether this is the board of chess, perhaps as a cylinder.
    pub(super) fn is_full(&self) -> bool {
        self.files == 8 && self.ranks == 8 && self.holes.is_empty()
    }

    /// What the file's `[board]` says.
    pub(super) fn board_keys(&self, alice: bool) -> String {
        let mut keys = String::new();
        if self.wraps {
            keys.push_str("wrap = \"files\"\n");
        }
        if alice {
            keys.push_str("alice = true\n");
        }
        keys
    }

    /// The squares of the last rank and those of the first.
    pub(super) fn end_ranks(&self) -> (String, String) {
        let rank = |rank: usize| {
            let square = |file| format!("{}{}", char::from(b'a' + file as u8), rank + 1);
            (0..self.files).map(square).collect::<Vec<_>>().join(" ")
        };
        (rank(self.ranks - 1), rank(0))
    }

    fn empty_rank(&self, rank: usize) -> String {
        let square = |file| {
            if self.holes.contains(&(file, rank)) {
                '*'
            } else {
                '1'
            }
        };
        (0..self.files).map(square).collect()
    }
}

/// A start position: both sides alike, pieces behind pawns, kings in the middle.
pub(super) fn start(frame: &Frame, plan: Plan, pieces: &Pieces, rng: &mut ChaCha8Rng) -> String {
    let middle = frame.files / 2;
    let mut back: Vec<String> = (0..frame.files).map(|_| pieces.non_pawn(rng)).collect();
    if plan.orthodox && frame.files == 8 && rng.random() {
        let array = ["R", "N", "B", "Q", "K", "B", "N", "R"];
        back = array.map(|letter| pieces.or_non_pawn(letter, rng)).to_vec();
    }
    "K".clone_into(&mut back[middle]);
    if plan.linked {
        "W".clone_into(&mut back[middle - 1]);
    }
    if plan.castling {
        pieces.queen_corner.clone_into(&mut back[0]);
        "R".clone_into(&mut back[7]);
    }
    let second: Vec<String> = (0..frame.files)
        .map(|_| match rng.random_range(0..12) {
            0 => pieces.non_pawn(rng),
            1 => "1".to_owned(),
            2 | 3 if pieces.has_second_pawn => "S".to_owned(),
            _ if pieces.has_pawn => "P".to_owned(),
            2..=4 => "1".to_owned(),
            _ => pieces.non_pawn(rng),
        })
        .collect();
    let rank = |row: &[String], white: bool| {
        let row = row.concat();
        if white { row } else { row.to_lowercase() }
    };
    let mut rows = vec![rank(&back, false), rank(&second, false)];
    rows.extend(
        (2..frame.ranks - 2)
            .rev()
            .map(|rank| frame.empty_rank(rank)),
    );
    rows.extend([rank(&second, true), rank(&back, true)]);
    let mut placement = rows.join("/");
    if plan.alice {
        let empty: Vec<String> = (0..frame.ranks)
            .rev()
            .map(|rank| frame.empty_rank(rank))
            .collect();
        placement = format!("{placement}|{}", empty.join("/"));
    }
    if plan.drops {
        placement.push_str("[]");
    }
    let castling = if plan.castling { "KQkq" } else { "-" };
    let legs = if plan.schedule { " 1/1" } else { "" };
    format!("{placement} w {castling} - 0 1{legs}")
}
