//! What pieces add to the evaluation while the board empties: hoppers lose their hurdles, the others gain room.
//!
//! The evaluation is asked for a position with a piece and without it; the difference holds all that the piece adds, mobility,
//! squares and threats included, and what it takes from others.

use crate::workshop::data::Positions;
use anyhow::{Context as _, Result, ensure};
use katydid::base::{Color, PieceType};
use katydid::eval::evaluate;
use katydid::position::{Delta, Position};
use katydid::rules;
use katydid::variant::Variant;
use rayon::prelude::*;
use std::path::Path;
use std::sync::Arc;

/// Pieces on the board that are taken together.
const BIN: usize = 4;
/// Bins: a board has 64 squares at most.
const BINS: usize = 64 / BIN + 1;
/// A bin with fewer pieces than this is left out.
const LEAST: u32 = 100;
/// Further from level than this, in centipawns, a piece more or less is not counted: large leads distort the comparison.
const DECIDED: i32 = 600;

/// Sums over pieces of a kind.
#[derive(Clone, Copy, Default)]
struct Sum {
    /// What they add.
    centipawns: f64,
    /// The pieces on the board with them.
    company: u32,
    /// How many they are.
    pieces: u32,
}

/// The same for each kind of pieces.
type Sums = Vec<[Sum; BINS]>;

/// The mean of what each kind of pieces adds, for each bin with enough of them.
pub struct Worth {
    /// The kinds of pieces with enough bins, the most valuable first.
    pub pieces: Vec<PieceType>,
    sums: Sums,
}

/// White's centipawns.
fn white_view(pos: &Position) -> i32 {
    match pos.side_to_move() {
        Color::White => evaluate(pos),
        Color::Black => -evaluate(pos),
    }
}

impl Worth {
    /// Of the non-pawn pieces in the positions of games.
    ///
    /// # Errors
    /// If a position is not one of the game.
    pub fn of(variant: &Arc<Variant>, positions: &Positions) -> Result<Self> {
        let none = || vec![[Sum::default(); BINS]; variant.rules.piece_types];
        let samples = positions.games.iter().flat_map(|game| &game.samples);
        let fens: Vec<&str> = samples.map(|sample| sample.fen.as_str()).collect();
        let sums = fens
            .into_par_iter()
            .try_fold(none, |sums, fen| add_position(sums, variant, fen))
            .try_reduce(none, |one, two| Ok(joined(one, &two)))?;
        let told = |piece: &PieceType| sums[piece.index()].iter().any(|sum| sum.pieces >= LEAST);
        let mut pieces = super::valued(variant);
        pieces.retain(told);
        pieces.reverse();
        Ok(Self { pieces, sums })
    }

    /// For each bin with enough pieces of a kind: how many pieces are on the board, and what one of them adds.
    pub fn curve(&self, piece: PieceType) -> Vec<(f64, f64)> {
        let bins = self.sums[piece.index()].iter();
        bins.filter(|sum| sum.pieces >= LEAST)
            .map(|sum| {
                let pieces = f64::from(sum.pieces);
                (f64::from(sum.company) / pieces, sum.centipawns / pieces)
            })
            .collect()
    }

    /// A line for each kind of pieces.
    ///
    /// # Errors
    /// If there are no positions, or the picture cannot be written.
    pub fn draw(&self, variant: &Variant, output: &Path) -> Result<()> {
        ensure!(!self.pieces.is_empty(), "too few positions");
        let line = |piece: &PieceType| (variant.name_of(*piece), self.curve(*piece));
        let lines: Vec<_> = self.pieces.iter().map(line).collect();
        let points = || lines.iter().flat_map(|(_, curve)| curve);
        let most = points().fold(0.0_f64, |most, (_, worth)| most.max(*worth));
        let fullest = points().fold(0.0_f64, |most, (pieces, _)| most.max(*pieces));
        let pieces = (
            "pieces on the board, kings and pawns included",
            0.0..fullest * 1.25,
        );
        let worth = ("centipawns that a piece adds", 0.0..most * 1.05);
        super::draw_lines(output, pieces, worth, &lines)
    }

    /// The numbers behind the lines, as a table.
    pub fn table(&self, variant: &Variant) -> String {
        let row = |piece: &PieceType| {
            let curve = self.curve(*piece).into_iter().rev();
            let cells: Vec<String> = curve
                .map(|(pieces, worth)| format!("{pieces:.1}: {worth:.0}"))
                .collect();
            format!("{} {}\n", variant.name_of(*piece), cells.join(", "))
        };
        self.pieces.iter().map(row).collect()
    }
}

/// Adds what the non-pawn pieces of a position are worth in it.
fn add_position(mut sums: Sums, variant: &Arc<Variant>, fen: &str) -> Result<Sums> {
    let pos = rules::position(variant, fen).with_context(|| fen.to_owned())?;
    let whole = white_view(&pos);
    if whole.abs() > DECIDED {
        return Ok(sums);
    }
    let company = pos.occupied().count();
    for (side, sign) in [(Color::White, 1), (Color::Black, -1)] {
        let non_pawns = pos.non_pawns(side);
        for square in non_pawns {
            let Some(piece) = pos.at(square) else {
                continue;
            };
            let mut delta = Delta::new(*pos.state());
            delta.edit(square, Some(piece), None);
            let added = sign * (whole - white_view(&pos.after(&delta)));
            let sum = &mut sums[piece.piece_type().index()][company as usize / BIN];
            sum.centipawns += f64::from(added);
            sum.company += company;
            sum.pieces += 1;
        }
    }
    Ok(sums)
}

fn joined(mut one: Sums, two: &Sums) -> Sums {
    let all = one.iter_mut().flatten().zip(two.iter().flatten());
    for (sum, more) in all {
        sum.centipawns += more.centipawns;
        sum.company += more.company;
        sum.pieces += more.pieces;
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workshop::data::{Header, Record, Sample};
    use katydid::catalogue::Catalogue;

    #[test]
    fn a_queen_adds_more_than_a_knight_and_a_grasshopper_less_than_either() {
        let variant = Catalogue::new().variant("grasshopper").expect("game");
        let fen = "rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR w KQkq - 0 1";
        let sample = Sample {
            fen: fen.to_owned(),
            score: 0,
        };
        let record = Record {
            number: 0,
            points: 0.5,
            samples: vec![sample; LEAST as usize],
        };
        let header = Header {
            game: "grasshopper".to_owned(),
            engine: "test".to_owned(),
            seed: 1,
            nodes: 1,
            plies: (0, 0),
            odds: 0,
            scores: None,
        };
        let positions = Positions {
            header,
            games: vec![record],
            complete: true,
        };
        let worth = Worth::of(&variant, &positions).expect("positions");
        let of = |letter: &str| {
            let piece = variant.type_of_letter(letter).expect("a piece");
            let curve = worth.curve(piece);
            let (pieces, centipawns) = *curve.first().expect("a bin");
            assert!((pieces - 48.0).abs() < 1e-9, "48 pieces: {pieces}");
            centipawns
        };
        assert!(of("Q") > of("N") && of("N") > of("G"), "Q N G");
        assert!(worth.table(&variant).contains("48.0: "));
    }
}
