//! Statistics of a table.

use super::Tables;
use super::material::Material;
use super::solver::exchanged;
use super::value::Value;
use super::walker::Walker;
use crate::base::Color;
use crate::position::Position;
use crate::variant::Variant;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The longest win of a side.
#[derive(Clone)]
pub struct Longest {
    /// Half-moves to the end of the game.
    pub distance: u16,
    /// A position with this distance and the winner to move.
    pub position: Position,
}

/// The statistics of the positions with one side to move. Reflections count as different positions.
#[derive(Clone, Default)]
pub struct SideStats {
    /// Positions won by the side to move.
    pub won: u64,
    /// Drawn positions.
    pub drawn: u64,
    /// Positions lost by the side to move.
    pub lost: u64,
    /// The number of positions won by the side to move, by distance in half-moves.
    pub wins: BTreeMap<u16, u64>,
    /// The number of positions lost by the side to move, by distance in half-moves.
    pub losses: BTreeMap<u16, u64>,
    /// The longest win of the side to move.
    pub longest: Option<Longest>,
}

impl SideStats {
    /// The number of all positions.
    pub const fn total(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The mean distance of the positions won, in half-moves; `None` if there are none.
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self
            .wins
            .iter()
            .map(|(distance, count)| f64::from(*distance) * *count as f64)
            .sum();
        (self.won > 0).then(|| sum / self.won as f64)
    }
}

/// The statistics of a signature.
#[derive(Clone)]
pub struct Stats {
    /// The statistics of each side to move, White first.
    pub sides: [SideStats; 2],
    /// The number of placements in mutual zugzwang: each side gets a better result if the other one is to move.
    pub zugzwangs: u64,
    /// A position in mutual zugzwang, White to move.
    pub zugzwang: Option<Position>,
}

impl Stats {
    /// The statistics of a signature; `None` if there is no table.
    pub fn of(tables: &Tables, variant: &Arc<Variant>, material: Material) -> Option<Self> {
        let (table, exchange) = tables.table(variant, material)?;
        let mut walker = Walker::new(variant);
        let mut stats = Self {
            sides: [SideStats::default(), SideStats::default()],
            zugzwangs: 0,
            zugzwang: None,
        };
        let index = table.index();
        let mut place = |number: u64| {
            let (mut items, mut side) = index.decode(number)?;
            if let Some(transform) = &exchange {
                items = exchanged(&items, &super::index::inverse(transform));
                side = !side;
            }
            walker.set(&items, side);
            Some(walker.position().clone())
        };
        for number in 0..index.half() {
            let values = [table.get(number), table.get(number + index.half())];
            if values == [None, None] {
                continue;
            }
            let weight = index.weight(number);
            if weight == 0 {
                continue;
            }
            for (side, value) in values.iter().enumerate() {
                let Some(value) = *value else { continue };
                let shown = if exchange.is_some() { 1 - side } else { side };
                let number = number + side as u64 * index.half();
                stats.sides[shown].count(value, weight, || place(number));
            }
            if let [Some(white), Some(black)] = values
                && white.points() + black.points() < 2
            {
                stats.zugzwangs += weight;
                if stats.zugzwang.is_none() {
                    let white = number + if exchange.is_some() { index.half() } else { 0 };
                    stats.zugzwang = place(white);
                }
            }
        }
        Some(stats)
    }

    /// The side with the longer of the two longest wins, and that win.
    pub fn longest(&self) -> Option<(Color, &Longest)> {
        let each = Color::ALL
            .into_iter()
            .filter_map(|color| Some((color, self.sides[color.index()].longest.as_ref()?)));
        each.max_by_key(|(color, longest)| (longest.distance, *color == Color::White))
    }
}

impl SideStats {
    fn count(&mut self, value: Value, weight: u64, position: impl FnOnce() -> Option<Position>) {
        match value {
            Value::Draw => self.drawn += weight,
            Value::Loss(distance) => {
                self.lost += weight;
                *self.losses.entry(distance).or_default() += weight;
            }
            Value::Win(distance) => {
                self.won += weight;
                *self.wins.entry(distance).or_default() += weight;
                if self
                    .longest
                    .as_ref()
                    .is_none_or(|longest| longest.distance < distance)
                {
                    self.longest = position().map(|position| Longest { distance, position });
                }
            }
        }
    }
}
