//! Openings for matches: random turns from the start position, kept when a short search finds the game
//! nearly level. Where the armies are not, pieces can be taken off the stronger one first. Where a search is no judge of who
//! is ahead, games can be.
//!
//! Each candidate has its own random stream, so that the list depends on the seed alone and not on the number
//! of threads.

use crate::epd;
use crate::self_play;
use crate::verdict::{MOST_SCORE, search};
use anyhow::{Context as _, Result, bail, ensure};
use katydid::base::{Color, Square};
use katydid::catalogue::Catalogue;
use katydid::position::{Delta, Position};
use katydid::rules::{self, Game, Progress, Turn, TurnBuilder, turn_text};
use katydid::search::Searcher;
use katydid::variant::Variant;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use rayon::prelude::*;
use std::collections::HashSet;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

/// Candidates that are tried at a time.
const BATCH: u64 = 64;
/// The table of a searcher in mebibytes.
const HASH_MB: usize = 4;
/// Candidates for each opening wanted, before the search for more is given up.
const PATIENCE: u64 = 1000;

/// The arguments of `openings`.
#[derive(Debug, clap::Args)]
pub struct OpeningsArguments {
    /// The game
    variant: String,
    /// How many openings
    #[arg(short, long, default_value_t = 100)]
    count: usize,
    /// Random turns in each
    #[arg(short, long, default_value_t = 8)]
    plies: usize,
    /// The largest score, in centipawns, that is nearly level
    #[arg(short, long, default_value_t = 60)]
    limit: i32,
    /// Nodes of the search
    #[arg(short, long, default_value_t = 20_000)]
    nodes: u64,
    /// The seed of the random turns
    #[arg(short, long, default_value_t = 0)]
    seed: u64,
    /// The most non-pawn pieces that are taken off the side ahead, at random, where the game is not nearly level
    #[arg(long, default_value_t = 0)]
    odds: u32,
    /// Games of the engine against itself that are played from each, with fewer and fewer nodes a turn: kept is where either side
    /// has a quarter of the points or more
    #[arg(long, default_value_t = 0)]
    games: u32,
    /// The position to begin with (default: the start position)
    #[arg(long)]
    fen: Option<String>,
    /// The file to write (default: standard output)
    #[arg(short, long)]
    output: Option<PathBuf>,
}

impl OpeningsArguments {
    /// Openings for matches of a game: eight random turns, at most 0.60 pawns from level.
    pub fn usual(variant: &str, seed: u64) -> Self {
        Self {
            variant: variant.to_owned(),
            count: 0,
            plies: 8,
            limit: 60,
            nodes: 20_000,
            seed,
            odds: 0,
            games: 0,
            fen: None,
            output: None,
        }
    }

    /// Makes the list and writes it.
    ///
    /// # Errors
    /// If there is no such game or position, too few openings are found, or the file cannot be written.
    pub fn run(&self) -> Result<()> {
        let variant = Catalogue::new().variant(&self.variant)?;
        let lines = self.lines(&variant)?;
        let text = lines.join("\n") + "\n";
        match &self.output {
            Some(path) => std::fs::write(path, text)
                .with_context(|| format!("--output {}", path.display()))?,
            None => std::io::stdout().write_all(text.as_bytes())?,
        }
        Ok(())
    }

    fn lines(&self, variant: &Arc<Variant>) -> Result<Vec<String>> {
        ensure!(self.limit > 0, "--limit must be positive");
        let first = Game::set_up(variant, self.fen.as_deref(), [])?;
        let mut seen = HashSet::new();
        let mut lines = Vec::new();
        let most = PATIENCE.saturating_mul(self.count as u64);
        for begin in (0..most).step_by(BATCH as usize) {
            let batch: Vec<Game> = (begin..begin + BATCH)
                .into_par_iter()
                .map_init(
                    || Searcher::new(HASH_MB),
                    |searcher, index| match searcher {
                        Ok(searcher) => self.candidate(&first, index, searcher),
                        Err(error) => Err(error.clone().into()),
                    },
                )
                .filter_map(Result::transpose)
                .collect::<Result<_, _>>()?;
            for game in batch {
                if seen.insert(game.position().key()) && lines.len() < self.count {
                    lines.push(self.line(&game));
                }
            }
            if lines.len() == self.count {
                return Ok(lines);
            }
        }
        bail!(
            "only {} of {} openings are as level as --limit {} asks",
            lines.len(),
            self.count,
            self.limit
        )
    }

    /// The game of a candidate, if it is nearly level.
    ///
    /// # Errors
    /// Those of the searches.
    pub fn candidate(
        &self,
        first: &Game,
        index: u64,
        searcher: &mut Searcher,
    ) -> Result<Option<Game>> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(index);
        let mut game = first.clone();
        for _ in 0..self.plies {
            let Some(turn) = random_turn(game.position(), &mut rng) else {
                return Ok(None);
            };
            game.push(turn);
            if game.outcome().is_some() {
                return Ok(None);
            }
        }
        // Where a mate is seen nothing is level.
        let limit = self.limit.min(MOST_SCORE - 1);
        let game = level_by_odds(game, limit, self.odds, &mut rng, |game| {
            searcher.clear();
            Ok(search(game, self.nodes, searcher).map(|(_, score)| score))
        })?;
        Ok(match game {
            Some(game) if self.is_level_by_games(&game, limit, searcher)? => Some(game),
            _ => None,
        })
    }

    /// Whether either side has a quarter of the points or more in the games that are played from here; the first of them with a
    /// half of the nodes, the second with a third, and so on.
    fn is_level_by_games(&self, game: &Game, limit: i32, searcher: &mut Searcher) -> Result<bool> {
        let mut white = 0.0;
        for number in 0..self.games {
            searcher.clear();
            let nodes = (self.nodes / u64::from(number + 2)).max(1);
            let think = |game: &Game| Ok(search(game, nodes, searcher));
            let Some(points) = self_play::points(game.clone(), limit, think, |_, _, _| {})? else {
                return Ok(false);
            };
            white += points;
        }
        let all = f64::from(self.games);
        Ok((all / 4.0..=all * 3.0 / 4.0).contains(&white))
    }

    /// The line of EPD. The moves are written only if they lead here from the start position.
    fn line(&self, game: &Game) -> String {
        let epd = epd::line(game.position());
        if self.fen.is_some() || game.turns().len() < self.plies {
            return epd;
        }
        let turns = game.turns().iter().enumerate();
        let moves: Vec<String> = turns
            .map(|(index, played)| turn_text(game.position_after(index), &played.turn))
            .collect();
        format!("{epd} c0 \"moves {}\";", moves.join(" "))
    }
}

/// A legal turn chosen leg by leg, since turns of many legs are too many to list; `None` without any.
pub fn random_turn(pos: &Position, rng: &mut ChaCha8Rng) -> Option<Turn> {
    let mut turn = TurnBuilder::new(pos);
    loop {
        let leg = *turn.legal().choose(rng)?;
        if let Progress::Complete(turn) = turn.push(leg).ok()? {
            return Some(turn);
        }
    }
}

/// The game itself if it is within this many centipawns of level, by a score in White's view; else one that begins where it
/// stands without a few non-pawn pieces of the side ahead, chosen at random one after the other until that is so. None if `odds`
/// non-pawn pieces are not enough.
///
/// # Errors
/// Those of the score.
pub fn level_by_odds(
    mut game: Game,
    level: i32,
    odds: u32,
    rng: &mut ChaCha8Rng,
    mut score: impl FnMut(&Game) -> Result<Option<i32>>,
) -> Result<Option<Game>> {
    for given in 0..=odds {
        let Some(score) = score(&game)? else {
            return Ok(None);
        };
        if score.abs() <= level {
            return Ok(Some(game));
        }
        if given < odds {
            let ahead = if score > 0 {
                Color::White
            } else {
                Color::Black
            };
            let Some(pos) = without_an_non_pawn(game.position(), ahead, rng) else {
                return Ok(None);
            };
            game = Game::at(pos);
        }
    }
    Ok(None)
}

/// The position without a non-pawn piece of a side, chosen at random; without castling rights if it can have them no more. None
/// if there is no non-pawn piece, or the position would not be one of the game.
fn without_an_non_pawn(pos: &Position, side: Color, rng: &mut ChaCha8Rng) -> Option<Position> {
    let non_pawns: Vec<Square> = pos.non_pawns(side).into_iter().collect();
    let square = *non_pawns.choose(rng)?;
    let mut delta = Delta::new(*pos.state());
    delta.edit(square, pos.at(square), None);
    let fen = pos.after(&delta).fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let variant = pos.variant();
    rules::position(variant, &fen).ok().or_else(|| {
        *fields.get_mut(2)? = "-";
        rules::position(variant, &fields.join(" ")).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(variant: &str, seed: u64) -> OpeningsArguments {
        OpeningsArguments {
            variant: variant.to_owned(),
            count: 5,
            plies: 6,
            limit: 400,
            nodes: 200,
            seed,
            odds: 0,
            games: 0,
            fen: None,
            output: None,
        }
    }

    fn lines(variant: &str, seed: u64) -> Vec<String> {
        let arguments = arguments(variant, seed);
        let variant = Catalogue::new().variant(variant).expect("a game");
        arguments.lines(&variant).expect("openings")
    }

    #[test]
    fn the_seed_decides_and_all_are_different() {
        let one = lines("grasshopper", 1);
        assert_eq!(one, lines("grasshopper", 1));
        assert_ne!(one, lines("grasshopper", 2));
        let different: HashSet<&String> = one.iter().collect();
        assert_eq!(different.len(), 5);
    }

    #[test]
    fn a_line_tells_how_the_position_came_about() {
        for name in ["demichess", "hopgi", "progressive-demichess"] {
            let variant = Catalogue::new().variant(name).expect("a game");
            for line in lines(name, 3) {
                let (_, moves) = line.split_once("c0 \"moves ").expect("moves");
                let moves = moves.trim_end_matches("\";").split(' ');
                let game = Game::set_up(&variant, None, moves).expect("legal turns");
                assert!(line.starts_with(&epd::line(game.position())), "{line}");
                assert_eq!(game.turns().len(), 6);
            }
        }
    }

    #[test]
    fn the_side_ahead_gives_odds() {
        let variant = Catalogue::new().variant("chess").expect("a game");
        // Two rooks ahead with castling rights that go with them.
        let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1";
        let game = Game::set_up(&variant, Some(fen), []).expect("a position");
        let rooks = |game: &Game| 500 * game.position().non_pawns(Color::White).count() as i32;
        let levelled = |odds| {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let game = game.clone();
            level_by_odds(game, 100, odds, &mut rng, |game| Ok(Some(rooks(game)))).expect("scores")
        };
        assert!(levelled(1).is_none());
        let level = levelled(2).expect("a level game");
        let bare = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
        assert_eq!(level.position().fen(), bare);
    }

    #[test]
    fn games_tell_whether_a_position_is_level() {
        let variant = Catalogue::new().variant("chess").expect("a game");
        let mut searcher = Searcher::new(HASH_MB).expect("memory");
        let mut is_level = |fen: &str| {
            let game = Game::set_up(&variant, Some(fen), []).expect("a position");
            let arguments = OpeningsArguments {
                games: 2,
                ..arguments("chess", 1)
            };
            let level = arguments.is_level_by_games(&game, 60, &mut searcher);
            level.expect("games")
        };
        // A rook on either side that does not see the other, and a queen on one.
        assert!(is_level("1r2k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
        assert!(!is_level("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"));
        assert!(!is_level("q3k3/8/8/8/8/8/8/4K3 b - - 0 1"));
    }
}
