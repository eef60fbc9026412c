//! Lists of openings: a position a line, as FEN or EPD.
//!
//! The comment operation `c0 "moves e2e4 e7e5"` of an EPD line says how the position comes from the start
//! position; engines that cannot set up a position are led there by these moves.

use crate::epd;
use anyhow::{Context as _, Result, ensure};
use katydid::rules::Game;
use katydid::variant::Variant;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use std::path::Path;
use std::sync::Arc;

/// A position to start games from.
#[derive(Clone)]
pub struct Opening {
    /// The number of its line in the list, from 1.
    pub number: usize,
    /// The position as text.
    pub fen: String,
    /// The game that stands there: with the moves from the start position, if they are known.
    pub game: Game,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// As they stand in the list.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

pub fn start_position(variant: &Arc<Variant>) -> Vec<Opening> {
    vec![Opening {
        number: 1,
        fen: variant.start.clone(),
        game: Game::new(variant),
    }]
}

/// Reads a list. Empty lines and lines with `#` in front are passed over.
///
/// # Errors
/// Says which line is no position of the game, or that there is none.
pub fn read(path: &Path, variant: &Arc<Variant>) -> Result<Vec<Opening>> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("-openings file={}", path.display()))?;
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let openings = lines
        .map(|(index, line)| {
            opening(variant, index + 1, line)
                .with_context(|| format!("{}: line {}", path.display(), index + 1))
        })
        .collect::<Result<Vec<_>>>()?;
    ensure!(!openings.is_empty(), "{}: no openings", path.display());
    Ok(openings)
}

/// The opening of a line.
fn opening(variant: &Arc<Variant>, number: usize, line: &str) -> Result<Opening> {
    let game = Game::set_up(variant, Some(line), [])?;
    ensure!(game.outcome().is_none(), "the game is over in '{line}'");
    let known = moves_of_line(line)
        .and_then(|moves| Game::set_up(variant, None, moves.split_ascii_whitespace()).ok())
        .filter(|known| known.position().key() == game.position().key());
    Ok(Opening {
        number,
        fen: game.position().fen(),
        game: known.unwrap_or(game),
    })
}

/// The moves that lead to the position.
fn moves_of_line(line: &str) -> Option<&str> {
    epd::operation(line, "c0")?
        .trim_matches('"')
        .strip_prefix("moves")
        .map(str::trim)
}

/// Puts openings in order and lets the list begin at the `start`th (from 1).
pub fn arrange(mut openings: Vec<Opening>, order: Order, seed: u64, start: usize) -> Vec<Opening> {
    if order == Order::Random {
        openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    }
    let count = openings.len().max(1);
    openings.rotate_left(start.saturating_sub(1) % count);
    openings
}

#[cfg(test)]
mod tests {
    use super::*;
    use katydid::catalogue::Catalogue;

    const FEN: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

    fn chess() -> Arc<Variant> {
        Catalogue::new().variant("chess").expect("chess is there")
    }

    #[test]
    fn fen_and_epd_are_read() {
        let short = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
        for line in [
            FEN.to_owned(),
            format!("{FEN};"),
            format!("{FEN} c0 \"x\";"),
            format!("{short} hmvc 0; fmvn 2;"),
            format!("{short} fmvn 2; c0 \"moves e2e4 e7e5\";"),
        ] {
            let opening = opening(&chess(), 1, &line).expect("an opening");
            assert_eq!(opening.fen, FEN, "{line}");
            let known = if line.contains("moves") { 2 } else { 0 };
            assert_eq!(opening.game.turns().len(), known, "{line}");
        }
        assert!(opening(&chess(), 1, "e2e4").is_err());
    }

    #[test]
    fn moves_that_lead_elsewhere_are_not_believed() {
        let line = format!("{FEN} c0 \"moves e2e4 e7e6\";");
        let opening = opening(&chess(), 1, &line).expect("an opening");
        assert!(opening.game.turns().is_empty());
    }

    #[test]
    fn the_seed_alone_decides_the_order() {
        let list: Vec<Opening> = (1..=50)
            .map(|number| Opening {
                number,
                fen: String::new(),
                game: Game::new(&chess()),
            })
            .collect();
        let order = |seed, start| -> Vec<usize> {
            arrange(list.clone(), Order::Random, seed, start)
                .iter()
                .map(|opening| opening.number)
                .collect()
        };
        assert_eq!(order(7, 1), order(7, 1));
        assert_ne!(order(7, 1), order(8, 1));
        assert_eq!(order(7, 3)[0], order(7, 1)[2]);
        assert_eq!(order(7, 53), order(7, 3));
        let mut sorted = order(7, 1);
        sorted.sort_unstable();
        assert_eq!(sorted, (1..=50).collect::<Vec<_>>());
    }
}
