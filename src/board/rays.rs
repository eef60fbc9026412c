//! Rays: the squares of a ride of any stride, in order, from every square of a board.
//!
//! Line tables cover the eight queen directions of a plain board; rays cover every stride on every board, cylinders included. A ray
//! does not contain its starting square; it ends at the edge, or before it returns to that square.

use super::topology::Topology;
use crate::base::{Bitboard, Square};
use std::sync::Arc;

/// The maximum length of a ray: each stride changes the rank, or the ray stays on one rank of at most eight squares.
const LONGEST: usize = 7;

/// One ray: its squares in order, and as a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    squares: [Square; LONGEST],
    length: u8,
    set: Bitboard,
    /// Whether the square indices rise or fall along the ray. If they do, the squares beyond each square are that square's own ray.
    order: Order,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    Up,
    Down,
    Neither,
}

/// The rays of one stride from all squares of a board. Clones share them.
#[derive(Clone, Debug)]
pub struct Rays {
    pub(super) rays: Arc<RaySet>,
}

/// The rays of one stride, by their starting square.
pub(super) type RaySet = [Ray; Square::COUNT];

impl Ray {
    fn new(board: &Topology, from: Square, (files, ranks): (i8, i8)) -> Self {
        let mut ray = Self {
            squares: [from; LONGEST],
            length: 0,
            set: Bitboard::EMPTY,
            order: Order::Neither,
        };
        let mut at = from;
        while let Some(next) = board.leap(at, files, ranks).filter(|next| *next != from)
            && let Some(slot) = ray.squares.get_mut(usize::from(ray.length))
        {
            *slot = next;
            ray.length += 1;
            ray.set |= next.into();
            at = next;
        }
        let squares = &ray.squares[..usize::from(ray.length)];
        if board.wraps() && ranks == 0 {
            // On a rank of a cylinder the ray is a full circle: the ray of each square on it contains all the others.
            ray.order = Order::Neither;
        } else if squares.is_sorted() {
            ray.order = Order::Up;
        } else if squares.is_sorted_by(|a, b| a > b) {
            ray.order = Order::Down;
        }
        ray
    }
}

impl Rays {
    /// The rays of a stride `(files, ranks)` on a board.
    pub fn new(board: &Topology, stride: (i8, i8)) -> Self {
        let ray = |index| Ray::new(board, Square::new(index as u8), stride);
        Self {
            rays: Arc::new(std::array::from_fn(ray)),
        }
    }

    /// The squares of the ray from a square, the nearest first.
    #[inline(always)]
    pub fn squares(&self, from: Square) -> &[Square] {
        let ray = &self.rays[from.index()];
        &ray.squares[..usize::from(ray.length)]
    }

    /// The nearest square of the ray.
    #[inline(always)]
    pub fn nearest(&self, from: Square) -> Option<Square> {
        let ray = &self.rays[from.index()];
        (ray.length > 0).then_some(ray.squares[0])
    }

    /// The squares of the ray from a square, as a set.
    #[inline(always)]
    pub fn set(&self, from: Square) -> Bitboard {
        self.rays[from.index()].set
    }

    /// The first piece on the ray.
    #[inline(always)]
    pub fn first_piece(&self, from: Square, occupied: Bitboard) -> Option<Square> {
        let ray = &self.rays[from.index()];
        let pieces = ray.set & occupied;
        match ray.order {
            Order::Up => pieces.first(),
            Order::Down => pieces.last(),
            Order::Neither => {
                let squares = &ray.squares[..usize::from(ray.length)];
                squares.iter().copied().find(|at| pieces.contains(*at))
            }
        }
    }

    /// The squares up to and including the first piece, as a set; and that piece's square.
    #[inline(always)]
    pub fn until_piece(&self, from: Square, occupied: Bitboard) -> (Bitboard, Option<Square>) {
        let ray = &self.rays[from.index()];
        let piece = self.first_piece(from, occupied);
        match (piece, ray.order) {
            (None, _) => (ray.set, None),
            (Some(at), Order::Up | Order::Down) => (ray.set & !self.rays[at.index()].set, piece),
            (Some(_), Order::Neither) => {
                let way = self.slide(from, occupied, 0);
                (way.iter().copied().collect(), piece)
            }
        }
    }

    /// The squares up to and including the first piece; at most `range` squares (0 = no limit).
    #[inline(always)]
    pub fn slide(&self, from: Square, occupied: Bitboard, range: u8) -> &[Square] {
        let squares = self.squares(from);
        let stop = squares.iter().position(|at| occupied.contains(*at));
        let length = stop.map_or(squares.len(), |at| at + 1);
        match range {
            0 => &squares[..length],
            _ => &squares[..length.min(usize::from(range))],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(squares: &[Square]) -> String {
        let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
        names.join(" ")
    }

    fn at(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn rays_run_to_the_edge_and_stop_at_pieces() {
        let knights = Rays::new(Topology::STANDARD, (1, 2));
        assert_eq!(names(knights.squares(at("a1"))), "b3 c5 d7");
        let pieces: Bitboard = [at("c5"), at("d7")].into_iter().collect();
        assert_eq!(knights.first_piece(at("a1"), pieces), Some(at("c5")));
        assert_eq!(names(knights.slide(at("a1"), pieces, 0)), "b3 c5");
        assert_eq!(names(knights.slide(at("a1"), pieces, 1)), "b3");
        let way = [at("b3"), at("c5")].into_iter().collect();
        assert_eq!(knights.until_piece(at("a1"), pieces), (way, Some(at("c5"))));
        let down = Rays::new(Topology::STANDARD, (0, -1));
        let pieces: Bitboard = [at("e2"), at("e5")].into_iter().collect();
        assert_eq!(down.first_piece(at("e8"), pieces), Some(at("e5")));
        assert_eq!(down.first_piece(at("e5"), pieces), Some(at("e2")));
        assert_eq!(down.nearest(at("e1")), None);
        let round = Rays::new(&Topology::STANDARD.clone().wrapped(8), (1, 0));
        assert_eq!(names(round.squares(at("f3"))), "g3 h3 a3 b3 c3 d3 e3");
        let pieces: Bitboard = [at("a3"), at("c3")].into_iter().collect();
        let way = [at("g3"), at("h3"), at("a3")].into_iter().collect();
        assert_eq!(round.until_piece(at("f3"), pieces), (way, Some(at("a3"))));
        let (way, piece) = round.until_piece(at("a1"), at("e1").into());
        assert_eq!((way.count(), piece), (4, Some(at("e1"))));
    }
}
