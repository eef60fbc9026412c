//! Positions as EPD: a line holds the fields of a FEN without its counters, and operations behind them. The reader of FENs reads both.
//!
//! The counters are operations here (`hmvc`, `fmvn`), so that they are not lost. Positions are those between turns: what is left of a
//! turn of several moves has no operation.

use katydid::position::{FenFields, Position};

/// A position as EPD with its counters.
pub fn line(pos: &Position) -> String {
    let fen = pos.fen();
    let Ok(mut fields) = FenFields::split(&fen) else {
        return fen;
    };
    let clock = fields.halfmove_clock.take().unwrap_or("0");
    let number = fields.fullmove_number.take().unwrap_or("1");
    fields.legs = None;
    format!("{fields} hmvc {clock}; fmvn {number};")
}

pub fn operation<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    FenFields::split(line).ok()?.operation(name)
}

#[cfg(test)]
mod tests {
    use super::line;
    use katydid::catalogue::Catalogue;
    use katydid::rules;

    #[test]
    fn lines_are_read_as_the_positions_they_are_made_from() {
        for game in ["chess", "3check", "crazyhouse", "doublemove"] {
            let variant = Catalogue::new().variant(game).expect("a game");
            let start = rules::start(&variant);
            let read = rules::position(&variant, &line(&start));
            assert_eq!(read.map(|pos| pos.fen()), Ok(start.fen()), "{game}");
        }
    }
}
