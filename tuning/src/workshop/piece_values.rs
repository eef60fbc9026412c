//! Derived piece values beside fitted ones: each piece of a game is declared again without its values, and the evaluation of
//! positions says what the one and the other adds.
//!
//! What a piece adds is the evaluation with it less the evaluation without it: value, squares, mobility, threats and all other
//! terms, for the middlegame and for the endgame apart. Positions count by their phase.

use super::data::Positions;
use anyhow::{Context as _, Result};
use katydid::base::{Color, PieceType, TaperedScore};
use katydid::catalogue::Catalogue;
use katydid::eval::Trace;
use katydid::position::{Delta, Position};
use katydid::rules;
use katydid::variant::{Effect, EffectTarget, Variant};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

/// Fewer positions than this, each by its share of the phase, say nothing of a piece.
const LEAST: f64 = 3.0;
/// The name of the game with the piece declared again.
const AGAIN: &str = "declared-again";

/// The arguments of `values`.
#[derive(Clone, Debug, clap::Args)]
pub struct ValuesArguments {
    /// Files of positions by `datagen`, one for each game
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// A piece of a game: what it adds to the evaluation by fitted and by derived values, in centipawns, middlegame and endgame. `None`
/// where too few positions say it.
#[derive(Clone, Debug)]
pub struct Comparison {
    piece: String,
    fitted: [Option<f64>; 2],
    derived: [Option<f64>; 2],
}

impl Comparison {
    /// How far the derived worth is from the fitted one, as a share of it.
    fn error(&self, phase: usize) -> Option<f64> {
        Some(self.derived[phase]? / self.fitted[phase]? - 1.0)
    }
}

/// Sums of what a piece adds and of the shares that positions have in the phase.
type Sums = [[f64; 2]; 2];

/// The evaluation before the phases are mixed, White minus Black.
fn score(pos: &Position) -> TaperedScore {
    pos.values() + Trace::of(pos).worth(&pos.variant().values)
}

/// What each piece type adds in some positions, by index.
fn added(variant: &Arc<Variant>, fens: &[&str]) -> Result<Vec<[Option<f64>; 2]>> {
    let mut sums = vec![Sums::default(); variant.rules.piece_types];
    for fen in fens {
        let pos = rules::position(variant, fen).with_context(|| (*fen).to_owned())?;
        let full = f64::from(variant.values.full_phase.max(1));
        let phase = (f64::from(pos.phase()) / full).clamp(0.0, 1.0);
        let whole = score(&pos);
        for (side, sign) in [(Color::White, 1), (Color::Black, -1)] {
            for square in pos.non_pawns(side) {
                let Some(piece) = pos.at(square) else {
                    continue;
                };
                let mut delta = Delta::new(*pos.state());
                delta.edit(square, Some(piece), None);
                let added = (whole - score(&pos.after(&delta))) * sign;
                let sums = &mut sums[piece.piece_type().index()];
                let shares = [(added.mg(), phase), (added.eg(), 1.0 - phase)];
                for ([sum, count], (added, share)) in sums.iter_mut().zip(shares) {
                    *sum += f64::from(added) * share;
                    *count += share;
                }
            }
        }
    }
    let mean = |[sum, count]: [f64; 2]| (count >= LEAST).then(|| sum / count);
    Ok(sums.into_iter().map(|sums| sums.map(mean)).collect())
}

/// A variant file in which a piece of a game is declared again, with everything but its values.
fn declared_again(variant: &Variant, piece: PieceType) -> String {
    let text = &variant.presentation.piece_types[piece.index()];
    let rules = &variant.rules;
    let letter = &text.letter;
    let mut file = format!(
        "name = \"{AGAIN}\"\ninherits = \"{}\"\nwithout = \"{letter}\"\n[[piece]]\nletter = \"{letter}\"\nname = \"{}\"\nmovement = \"{}\"\n",
        variant.name, text.name, text.movement
    );
    let flags = [
        (rules.shooters, "rifle"),
        (rules.iron, "iron"),
        (rules.relays, "relay"),
    ];
    for (_, key) in flags.iter().filter(|(set, _)| set.contains(piece)) {
        let _ = writeln!(file, "{key} = true");
    }
    let hurdle = &rules.hurdle_effects[piece.index()];
    if !hurdle.effects.is_empty() {
        let letters = hurdle.effects.iter().map(|effect| match effect {
            Effect::Andernach => 'A',
            Effect::Circe => 'C',
            Effect::Einstein => 'E',
        });
        let target = match hurdle.target {
            EffectTarget::Enemy => "enemy",
            EffectTarget::Friend => "friend",
            EffectTarget::Both => "both",
        };
        let letters: String = letters.collect();
        let _ = writeln!(file, "effect = \"{letters}\"\ntarget = \"{target}\"");
    }
    file
}

/// The non-pawn pieces of a game, each declared again by itself. Pieces that the game cannot be without are left out.
///
/// # Errors
/// If there is no such game, or a position is not one of it.
pub fn compare(game: &str, fens: &[&str]) -> Result<Vec<Comparison>> {
    let catalogue = Catalogue::new();
    let variant = catalogue.variant(game)?;
    let fitted = added(&variant, fens)?;
    let mut found = Vec::new();
    for piece in variant.tables.non_pawns.iter() {
        let file = declared_again(&variant, piece);
        let Ok(_) = catalogue.add_texts(vec![(format!("{AGAIN}.toml"), file)]) else {
            continue;
        };
        let again = catalogue.variant(AGAIN)?;
        let letter = variant.letter_of(piece);
        let derived = again.type_of_letter(letter).context("the same letter")?;
        found.push(Comparison {
            piece: variant.name_of(piece),
            fitted: fitted[piece.index()],
            derived: added(&again, fens)?[derived.index()],
        });
    }
    Ok(found)
}

/// The median and the largest of the absolute errors in a phase.
pub fn errors(pieces: &[Comparison], phase: usize) -> Option<(f64, f64)> {
    let errors = pieces.iter().filter_map(|piece| piece.error(phase));
    let mut errors: Vec<f64> = errors.map(f64::abs).collect();
    errors.sort_by(f64::total_cmp);
    Some((*errors.get(errors.len() / 2)?, *errors.last()?))
}

impl ValuesArguments {
    /// Prints a line for each piece, and the errors of all.
    ///
    /// # Errors
    /// If a file cannot be read or a game is unknown.
    pub fn run(&self) -> Result<()> {
        println!(
            "game                 piece                    middlegame: fitted derived   endgame: fitted derived"
        );
        let mut all = Vec::new();
        for file in &self.files {
            let positions = Positions::read(file)?;
            let samples = positions.games.iter().flat_map(|game| &game.samples);
            // Positions of a game that follow each other are much alike.
            let fens: Vec<&str> = samples
                .map(|sample| sample.fen.as_str())
                .step_by(3)
                .collect();
            let game = &positions.header.game;
            for piece in compare(game, &fens)? {
                let phase = |phase: usize| match piece.error(phase) {
                    Some(error) => format!(
                        "{:6.0} {:6.0} {:+4.0} %",
                        piece.fitted[phase].unwrap_or_default(),
                        piece.derived[phase].unwrap_or_default(),
                        100.0 * error
                    ),
                    None => format!("{:>20}", "-"),
                };
                println!(
                    "{game:20} {:28} {}       {}",
                    piece.piece,
                    phase(0),
                    phase(1)
                );
                all.push(piece);
            }
        }
        for (phase, name) in ["middlegame", "endgame"].into_iter().enumerate() {
            if let Some((median, worst)) = errors(&all, phase) {
                println!(
                    "{name}: median {:.1} %, worst {:.0} %",
                    100.0 * median,
                    100.0 * worst
                );
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_values_are_near_the_fitted_ones() {
        let games = [
            ("chess", include_str!("../../openings/chess.epd")),
            ("demichess", include_str!("../../openings/demichess.epd")),
            (
                "grasshopper",
                include_str!("../../openings/grasshopper.epd"),
            ),
        ];
        let mut pieces = Vec::new();
        for (game, openings) in games {
            let lines = openings.lines().step_by(11).take(3);
            let fens: Vec<String> = lines
                .map(|line| {
                    let fields: Vec<&str> = line.split_whitespace().take(4).collect();
                    format!("{} 0 1", fields.join(" "))
                })
                .collect();
            let fens: Vec<&str> = fens.iter().map(String::as_str).collect();
            pieces.extend(compare(game, &fens).expect("the positions of a game"));
        }
        let (median, worst) = errors(&pieces, 0).expect("pieces");
        assert!(pieces.len() >= 13, "{pieces:?}");
        assert!(median < 0.10, "{median} {pieces:?}");
        assert!(worst < 0.25, "{worst} {pieces:?}");
    }
}
