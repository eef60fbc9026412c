//! Positions as EPD: a line holds the fields of a FEN without its counters, and operations behind them.
//!
//! The counters are operations here (`hmvc`, `fmvn`), so that they are not lost. Positions are those between turns: what is left of a
//! turn of several moves has no operation.

use katydid::position::Position;

/// A position as EPD with its counters.
pub fn line(pos: &Position) -> String {
    let fen = pos.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let [board, turn, rights, passant, clock, number, ..] = fields.as_slice() else {
        return fen;
    };
    format!("{board} {turn} {rights} {passant} hmvc {clock}; fmvn {number};")
}

/// The FEN in a line of FEN or EPD.
pub fn fen(line: &str) -> String {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let is_number = |index: usize| {
        words
            .get(index)
            .is_some_and(|word| word.trim_end_matches(';').parse::<u32>().is_ok())
    };
    let mut fields: Vec<String> = words
        .iter()
        .take(4)
        .map(|word| word.trim_end_matches(';').to_owned())
        .collect();
    if is_number(4) && is_number(5) {
        let is_turn = |word: &&&str| {
            let parts = word.trim_end_matches(';').split_once('/');
            parts.is_some_and(|(left, all)| left.parse::<u8>().is_ok() && all.parse::<u8>().is_ok())
        };
        let rest = words[4..6].iter().chain(words.get(6).filter(is_turn));
        fields.extend(rest.map(|word| word.trim_end_matches(';').to_owned()));
    } else {
        for (name, otherwise) in [("hmvc", "0"), ("fmvn", "1")] {
            let value = operation(line, name).filter(|value| value.parse::<u32>().is_ok());
            fields.push(value.unwrap_or(otherwise).to_owned());
        }
    }
    fields.join(" ")
}

/// The operand of an EPD operation.
pub fn operation<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(';').find_map(|part| {
        let at = part.find(name)?;
        let before = part[..at].chars().next_back().unwrap_or(' ');
        let operand = part[at + name.len()..].strip_prefix(' ')?;
        before.is_whitespace().then(|| operand.trim())
    })
}
