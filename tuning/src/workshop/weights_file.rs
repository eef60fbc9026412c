//! Writes `variants/weights/NAME.toml`: what a fit has found, as the catalogue lays it over the game's own file.

use super::data::Header;
use super::fit::{Outcome, Settings};
use super::model::{About, Number, Numbers, Part};
use katydid::base::PieceType;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The largest weight that files may have, and the largest number for a rank or file.
const MOST_WEIGHT: f64 = 1000.0;
const MOST_BY_SQUARE: f64 = 500.0;
/// The values that files may have.
const VALUES: (f64, f64) = (0.0, 2000.0);

/// Weights by their keys: one number or two.
type Weights = BTreeMap<&'static str, Vec<i64>>;

/// The numbers of a piece, opening and endgame.
#[derive(Default)]
struct Piece {
    value: [Option<i64>; 2],
    ranks: [Vec<i64>; 2],
    files: [Vec<i64>; 2],
    weights: Weights,
}

/// The text of the file. Weights that no game has told anything of are left out.
pub fn text(
    numbers: &Numbers,
    outcome: &Outcome,
    headers: &[Header],
    settings: &Settings,
) -> String {
    let mut text = header(numbers, outcome, headers, settings);
    let mut pieces: BTreeMap<usize, Piece> = BTreeMap::new();
    let mut weights = Weights::new();
    // Files have no negative values, so what a value lacks is taken off on every rank.
    let below_zero = |piece, part| {
        let mut found = numbers.all.iter().zip(&outcome.numbers);
        let value =
            found.find(|(number, _)| number.about == About::Value(piece) && number.part == part);
        value.map_or(0.0, |(_, value)| value.min(0.0))
    };
    for (number, value) in numbers.all.iter().zip(&outcome.numbers) {
        let part = usize::from(number.part == Part::Endgame);
        let rounded = match number.about {
            About::Rank(piece, _) => rounded(number, *value + below_zero(piece, number.part)),
            _ => rounded(number, *value),
        };
        match number.about {
            About::Value(piece) => {
                pieces.entry(piece.index()).or_default().value[part] = Some(rounded);
            }
            About::Rank(piece, _) => {
                pieces.entry(piece.index()).or_default().ranks[part].push(rounded);
            }
            About::File(piece, _) => {
                pieces.entry(piece.index()).or_default().files[part].push(rounded);
            }
            About::WeightKey(weight) if outcome.has_to_name(numbers, weight) => {
                let list = match weight.piece {
                    Some(piece) => &mut pieces.entry(piece.index()).or_default().weights,
                    None => &mut weights,
                };
                list.entry(weight.term.text().key)
                    .or_default()
                    .push(rounded);
            }
            About::WeightKey(_) => {}
        }
    }
    let wall = numbers.variant().rules.wall.map(PieceType::index);
    for (index, piece) in pieces.iter().filter(|(index, _)| Some(**index) != wall) {
        let letter = numbers.variant().letter_of(PieceType::new(*index));
        let _ = write!(text, "\n[[piece]]\nletter = \"{letter}\"\n");
        for (key, value) in [("value", piece.value[0]), ("endgame", piece.value[1])] {
            if let Some(value) = value {
                let _ = writeln!(text, "{key} = {value}");
            }
        }
        let lists = [
            ("by_rank", &piece.ranks[0]),
            ("endgame_by_rank", &piece.ranks[1]),
            ("by_file", &piece.files[0]),
            ("endgame_by_file", &piece.files[1]),
        ];
        for (key, list) in lists {
            let _ = writeln!(text, "{key} = {list:?}");
        }
        if !piece.weights.is_empty() {
            let said: Vec<String> = piece.weights.iter().map(said).collect();
            let _ = writeln!(text, "weights = {{ {} }}", said.join(", "));
        }
    }
    text.push_str("\n[weights]\n");
    for weight in &weights {
        let _ = writeln!(text, "{}", said(weight));
    }
    text
}

/// A weight as files have it.
fn said((key, numbers): (&&str, &Vec<i64>)) -> String {
    match numbers.as_slice() {
        [one] => format!("{key} = {one}"),
        both => format!("{key} = {both:?}"),
    }
}

/// What the file says of itself.
fn header(numbers: &Numbers, outcome: &Outcome, headers: &[Header], settings: &Settings) -> String {
    let (before, after) = outcome.held_out();
    let mut text = format!(
        "# EvalTables and weights of {}, fitted by `katydid-tuning tune`; not edited by hand.\n",
        numbers.variant().name
    );
    for header in headers {
        for sentence in header.sentences() {
            let _ = writeln!(text, "# {sentence}");
        }
    }
    let _ = writeln!(
        text,
        "# Positions: {} learned from, {} held out. Steepness {:.3} a pawn; result {}, prior {}, seed {}.",
        outcome.positions.0,
        outcome.positions.1,
        outcome.steepness,
        settings.result,
        settings.prior,
        settings.seed
    );
    let _ = writeln!(
        text,
        "# Loss on games held out: {before:.6} before, {after:.6} after."
    );
    text
}

/// A number as files have it.
fn rounded(number: &Number, value: f64) -> i64 {
    let (low, high) = match number.about {
        About::Value(_) => VALUES,
        About::Rank(..) | About::File(..) => (-MOST_BY_SQUARE, MOST_BY_SQUARE),
        About::WeightKey(_) => (-MOST_WEIGHT, MOST_WEIGHT),
    };
    value.round().clamp(low, high) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use katydid::catalogue::Catalogue;
    use katydid::eval::evaluate;
    use katydid::rules;

    /// A file of weights takes the place of the parents' weights, so what a fit has not moved has to stand in it, too.
    #[test]
    fn a_fit_that_learns_nothing_changes_nothing() {
        let catalogue = Catalogue::new();
        let game = "sortofalmost";
        let fen = "r2qkb1r/pp3ppp/2n1pn2/3p4/3P2b1/2N1PN2/PP2BPPP/R1BCK2R w KQkq - 0 1";
        let value = |catalogue: &Catalogue| {
            let variant = catalogue.variant(game).expect("a game");
            evaluate(&rules::position(&variant, fen).expect("a position"))
        };
        let before = value(&catalogue);
        let numbers = Numbers::of(&catalogue.variant(game).expect("a game"));
        let outcome = Outcome {
            steepness: 1.0,
            rounds: Vec::new(),
            positions: (0, 0),
            numbers: numbers.start(),
        };
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(format!("{game}.toml"));
        let text = text(&numbers, &outcome, &[], &Settings::USUAL);
        std::fs::write(&file, text).expect("a file");
        catalogue.weigh(&file).expect("a file of weights");
        assert_eq!(value(&catalogue), before);
    }
}
