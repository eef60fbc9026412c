//! Mates that the search claims, against two provers.

use super::ensure;
use katydid::position::Position;
use katydid::problem::{Options, Resources, Stipulation, Task, solve};
use katydid::rules::Game;
use katydid::search::{Bound, Limits, Score, Searcher};
use katydid::variant::{BareKing, Checkmate, Stalemate, Variant};
use std::sync::atomic::AtomicBool;

/// Legs searched for a claim.
const NODES: u64 = 3_000;
/// Longer mates are not proven here.
const MOST_TURNS: i32 = 2;
/// Moves that the solver may play.
const PROOF_NODES: u64 = 400_000;

/// A mate within a few turns that a short search claims is there: the search for mates, which tries everything,
/// finds it, and where a game is won by mate alone the solver of problems finds a key.
pub(super) fn claimed(pos: &Position) -> Result<(), String> {
    if pos.state().mid_turn() {
        return Ok(());
    }
    let game = Game::at(pos.clone());
    let mut searcher = Searcher::new(1).map_err(|error| error.to_string())?;
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let found = searcher
        .search(&game, limits, |_| {})
        .map_err(|error| error.to_string())?;
    let Some(turns) = found
        .info()
        .and_then(|info| match (info.score, info.bound) {
            (Score::Mate(turns), Bound::Exact) if (1..=MOST_TURNS).contains(&turns) => Some(turns),
            _ => None,
        })
    else {
        return Ok(());
    };
    if has_only_mates(pos.variant()) {
        return proven(pos, turns);
    }
    let limits = Limits {
        mate: Some(turns as u32),
        nodes: Some(PROOF_NODES),
        ..Limits::default()
    };
    let mut prover = Searcher::new(1).map_err(|error| error.to_string())?;
    let proof = prover
        .search(&game, limits, |_| {})
        .map_err(|error| error.to_string())?;
    let there = matches!(proof.best.score, Score::Mate(n) if (1..=turns).contains(&n));
    ensure!(
        there || proof.nodes() >= PROOF_NODES,
        "a win in {turns} is claimed; trying everything: {:?}",
        proof.best.score
    );
    Ok(())
}

/// Whether games are won by giving mate and nothing else.
fn has_only_mates(variant: &Variant) -> bool {
    Task::objection(variant).is_none()
        && variant.rules.checkmate == Checkmate::Loses
        && variant.rules.stalemate == Stalemate::Draw
        && variant.rules.draws.is_none()
        && variant.rules.bare_king == BareKing::Plays
        && !variant.rules.any_kings
}

/// Whether the solver finds a key.
fn proven(pos: &Position, turns: i32) -> Result<(), String> {
    let stipulation: Stipulation = format!("#{turns}")
        .parse()
        .map_err(|error| format!("{error}"))?;
    let task = Task::of_position(pos, stipulation, Options::default());
    let stop = AtomicBool::new(false);
    let mut resources = Resources::of_memory(4 << 20, &stop);
    resources.most_nodes = Some(PROOF_NODES);
    let solution = solve(&task, &resources, &|_| ());
    ensure!(
        !solution.complete || !solution.keys.is_empty(),
        "a mate in {turns} is claimed, and there is no key"
    );
    Ok(())
}
