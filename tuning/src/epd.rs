//! Positions as EPD: a line holds the fields of a FEN without its counters, and operations behind them. The reader of FENs reads both.
//!
//! The counters are operations here (`hmvc`, `fmvn`), so that they are not lost. Positions are those between turns: what is left of a
//! turn of several moves has no operation.

use katydid::position::{FenFields, Position};

/// A position as EPD with its counters.
pub fn line(pos: &Position) -> String {
    let fen = pos.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let [board, turn, rights, passant, clock, number, ..] = fields.as_slice() else {
        return fen;
    };
    format!("{board} {turn} {rights} {passant} hmvc {clock}; fmvn {number};")
}

pub fn operation<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    FenFields::split(line).ok()?.operation(name)
}
