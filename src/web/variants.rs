//! The games that can be played.

use super::reply::{Answer, Refusal, at_length};
use super::shared::Shared;
use axum::Json;
use axum::extract::State;
use katydid::catalogue::Catalogue;
use katydid::problem::{OPTIONS, Task, condition_names};
use katydid::rules;
use katydid::variant::Variant;
use serde::Serialize;
use std::sync::Arc;

/// One game.
#[derive(Serialize)]
pub struct Listed {
    name: String,
    title: String,
    family: Family,
    summary: String,
    inventor: String,
    start: String,
    /// Whether players can declare pieces.
    takes_pieces: bool,
    /// Whether problems of this game can be solved.
    problems: bool,
    /// Whether conditions can be chosen for problems.
    conditions: bool,
}

/// All games.
#[derive(Serialize)]
pub struct List {
    /// The games, by family and name.
    games: Vec<Listed>,
    /// The maximum number of threads of a search.
    threads: usize,
    /// The conditions of problems.
    conditions: Vec<&'static str>,
    /// The option words of problems that take no value.
    switches: Vec<&'static str>,
    /// Whether the program follows a match.
    follows: bool,
    /// Whether the program reads games for their openings.
    openings: bool,
    version: &'static str,
}

/// The families, in the order in which they are shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
enum Family {
    #[serde(rename = "Orthodox pieces")]
    Orthodox,
    Hoppers,
    #[serde(rename = "Hoppers with effects")]
    Effects,
    Conditions,
    #[serde(rename = "Half-strength pieces")]
    HalfStrength,
    Rifles,
    #[serde(rename = "Pieces that help each other")]
    Help,
    #[serde(rename = "Drops and linked kings")]
    Drops,
    #[serde(rename = "Several moves a turn")]
    SeveralMoves,
    #[serde(rename = "Other boards")]
    Boards,
    #[serde(rename = "Pushes and pulls")]
    Pushes,
    #[serde(rename = "More games")]
    More,
}

/// The games, by family and name. The first call compiles all of them.
pub fn games(catalogue: &Catalogue) -> Result<Vec<Listed>, Refusal> {
    let mut games = Vec::new();
    for name in catalogue.names() {
        let variant = catalogue.variant(&name).map_err(Refusal::of)?;
        games.push(listed(&variant, family(&variant)));
    }
    for name in catalogue.more_names() {
        let variant = catalogue.variant(&name).map_err(Refusal::of)?;
        games.push(listed(&variant, Family::More));
    }
    games.sort_by(|a, b| (a.family, &a.name).cmp(&(b.family, &b.name)));
    Ok(games)
}

/// `/api/variants`: the games.
pub async fn list(State(shared): State<Shared>) -> Answer<List> {
    let options = &shared.options;
    Ok(Json(List {
        games: at_length(|| games(&shared.catalogue))?,
        threads: threads(),
        conditions: condition_names(),
        switches: OPTIONS
            .iter()
            .filter(|option| option.is_switch)
            .map(|option| option.word)
            .collect(),
        follows: !options.follow.is_empty(),
        openings: !options.openings.is_empty(),
        version: env!("CARGO_PKG_VERSION"),
    }))
}

/// The maximum number of threads of a search: one per processor.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn listed(variant: &Arc<Variant>, family: Family) -> Listed {
    let shown = &variant.presentation;
    Listed {
        name: variant.name.clone(),
        title: shown.title.clone(),
        family,
        summary: shown.summary.clone(),
        inventor: shown.inventor.clone(),
        start: variant.start.clone(),
        takes_pieces: variant.takes_pieces(),
        problems: Task::objection(variant).is_none(),
        conditions: problem_board(variant),
    }
}

/// Whether problems of a game can have conditions: only on the problem board and in chess.
pub fn problem_board(variant: &Arc<Variant>) -> bool {
    let base = variant.base();
    base.takes_pieces() || base.name == "chess"
}

/// The family of a game, by its most unusual rule.
fn family(variant: &Variant) -> Family {
    let rules = &variant.rules;
    let has = rules.capabilities;
    let crabs = variant.type_of_letter("C").is_some() && variant.type_of_letter("O").is_some();
    if rules::pushes_and_pulls(variant) {
        Family::Pushes
    } else if has.two_boards || has.wraps {
        Family::Boards
    } else if has.schedule {
        Family::SeveralMoves
    } else if has.drops || has.linked {
        Family::Drops
    } else if has.relay || has.iron {
        Family::Help
    } else if has.shots {
        Family::Rifles
    } else if !rules.hurdlers.is_empty() || variant.takes_pieces() {
        Family::Effects
    } else if !rules.conditions.ids().is_empty() {
        Family::Conditions
    } else if crabs {
        Family::HalfStrength
    } else if variant.type_of_letter("G").is_some() {
        Family::Hoppers
    } else {
        Family::Orthodox
    }
}
