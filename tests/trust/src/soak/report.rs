//! The page about a run.

use super::rare::Rare;
use super::{Share, SoakArguments};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The ways in which the engine fails, by the runner's words.
const FAULTS: [(&str, &str); 5] = [
    ("crash", "crashes"),
    ("illegal", "illegal moves"),
    ("stall", "stalls"),
    ("disagreement", "disagreements with the referee"),
    ("time", "losses by time"),
];

/// The page, from what was counted for each game.
pub(super) fn page(shares: &BTreeMap<String, Share>, arguments: &SoakArguments) -> String {
    let games: u64 = shares.values().map(|share| share.games).sum();
    let turns: u64 = shares.values().map(|share| share.turns).sum();
    let load = shares.values().map(|share| share.load).fold(0.0, f64::max);
    let ended = |how: &str| -> u64 {
        shares
            .values()
            .filter_map(|share| share.ends.get(how))
            .sum()
    };
    let mut text = format!(
        "# Games of the engine against itself\n\n`make soak` writes this page. One side speaks UCI, the other CECP (UCI where a ply cannot express all effects; the plies for XBoard's board have \
         tests of their own, `tests/xboard/`), at {:.0} ms a turn (late after {} ms more), from \
         positions after a few random moves; the match runner is the referee.\n\n| | |\n|---|---:|\n| games | {games} |\n| turns | {turns} |\n",
        arguments.seconds * 1000.0,
        arguments.margin
    );
    for (how, words) in FAULTS {
        let _ = writeln!(text, "| {words} | {} |", ended(how));
    }
    let _ = writeln!(
        text,
        "| highest load of the machine (processes that want to run) | {load:.1} |"
    );
    rare(&mut text, shares);
    text.push_str(
        "\n## By game\n\n| game | second side | games | turns | faults | load |\n|---|---|---:|---:|---|---:|\n",
    );
    for (name, share) in shares {
        let faults = FAULTS
            .iter()
            .filter_map(|(how, words)| Some((share.ends.get(*how)?, words)));
        let faults: Vec<String> = faults
            .map(|(count, words)| format!("{count} {words}"))
            .collect();
        let faults = if faults.is_empty() {
            "none".to_owned()
        } else {
            faults.join(", ")
        };
        let _ = writeln!(
            text,
            "| `{name}` | {} | {} | {} | {faults} | {:.1} |",
            share.protocol.to_uppercase(),
            share.games,
            share.turns,
            share.load
        );
    }
    text
}

/// What seldom happens: how often it did, or where it would.
fn rare(text: &mut String, shares: &BTreeMap<String, Share>) {
    let count = |words: &str| -> u64 {
        shares
            .values()
            .filter_map(|share| share.rare.get(words))
            .sum()
    };
    text.push_str(
        "\n## What seldom happens\n\n| rule | times | a position that meets it |\n|---|---:|---|\n",
    );
    for rule in Rare::ALL {
        let (game, fen, turn) = rule.example();
        let times = count(rule.words());
        let _ = writeln!(
            text,
            "| {} | {times} | `{game}`: `{}` {turn} |",
            rule.words(),
            fen.replace('|', "\\|")
        );
    }
    let mut ends: BTreeMap<&str, u64> = BTreeMap::new();
    for (words, times) in shares.values().flat_map(|share| &share.rare) {
        if let Some(reason) = words.strip_prefix("end: ") {
            *ends.entry(reason).or_default() += times;
        }
    }
    text.push_str("\n## How games ended\n\n| reason | games |\n|---|---:|\n");
    for (reason, times) in ends {
        let _ = writeln!(text, "| {reason} | {times} |");
    }
}
