//! The search for long turns: wins in one turn found, losses in one turn avoided, limits kept.

use katydid::rules::{self, Game, turn_of_text};
use katydid::search::{Best, Info, Limits, Score, Searcher};
use katydid_trust::games;

/// Positions with a win in one turn of four to seven legs: `variant; FEN; a winning turn`.
const SUITE: &str = include_str!("../suites/serial-mates.txt");
/// Legs that the search may try for each: less than a second of work.
const BUDGET: u64 = 1_000_000;

fn search(game: &Game, limits: Limits) -> (Vec<Info>, Best) {
    let mut searcher = Searcher::new(1).expect("a small table");
    let mut infos = Vec::new();
    let result = searcher
        .search(game, limits, |info| infos.push(info.clone()))
        .expect("an answer");
    (infos, result.best)
}

fn game(variant: &str, fen: Option<&str>) -> Game {
    let variant = games().variant(variant).expect("a game");
    Game::set_up(&variant, fen, []).expect("a position")
}

fn text(game: &Game, best: &Best) -> String {
    rules::turn_text(game.position(), best.turn.as_ref().expect("a turn"))
}

/// The positions of the suite, each with its turn.
fn suite() -> Vec<(Game, &'static str)> {
    let lines = SUITE.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let parts: Vec<&str> = line.split(';').map(str::trim).collect();
            (game(parts[0], Some(parts[1])), parts[2])
        })
        .collect()
}

#[test]
fn the_turns_of_the_suite_win() {
    let suite = suite();
    assert!(suite.len() >= 50);
    for (game, turn) in suite {
        let legs = turn.split(',').count();
        assert!((4..=7).contains(&legs), "{turn}");
        let after = rules::play_text(game.position(), turn).expect("a legal turn");
        let outcome = rules::outcome(&after).expect("an end");
        let us = game.position().side_to_move();
        assert_eq!(outcome.winner, Some(us), "{turn}");
    }
}

#[test]
fn nineteen_wins_in_twenty_are_found() {
    let limits = || Limits {
        nodes: Some(BUDGET),
        ..Limits::default()
    };
    let suite = suite();
    let mut missed = Vec::new();
    for (game, turn) in &suite {
        let (_, best) = search(game, limits());
        let played = best.turn.as_ref().expect("a legal turn");
        let won = rules::outcome(&played.after(game.position()))
            .is_some_and(|outcome| outcome.winner == Some(game.position().side_to_move()));
        assert_eq!(won, best.score == Score::Mate(1), "{}", text(game, &best));
        if !won {
            missed.push(turn);
        }
    }
    assert!(missed.len() * 20 <= suite.len(), "missed: {missed:?}");
}

#[test]
fn a_mate_in_one_turn_alone_can_be_asked_for() {
    let (game, _) = suite().swap_remove(0);
    let limits = Limits {
        mate: Some(1),
        ..Limits::default()
    };
    let (_, best) = search(&game, limits);
    assert_eq!(best.score, Score::Mate(1));
}

#[test]
fn odd_limits_are_survived() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 3 5/5";
    let game = game("progressive", Some(fen));
    for mate in [Some(0), Some(u32::MAX), None] {
        let limits = Limits {
            mate,
            depth: Some(200),
            nodes: Some(300_000),
            ..Limits::default()
        };
        let (_, best) = search(&game, limits);
        assert!(turn_of_text(game.position(), &text(&game, &best)).is_ok());
    }
}

#[test]
fn the_same_search_gives_the_same_answer() {
    for variant in ["progressive", "progressive-demichess"] {
        let mut game = game(variant, None);
        game.play(if variant == "progressive" {
            "e2e4"
        } else {
            "d2d4"
        })
        .expect("legal");
        let run = || {
            let limits = Limits {
                nodes: Some(60_000),
                ..Limits::default()
            };
            let (infos, best) = search(&game, limits);
            let counts: Vec<(u32, u64, Score)> = infos
                .iter()
                .map(|info| (info.depth, info.nodes, info.score))
                .collect();
            (counts, best)
        };
        assert_eq!(run(), run(), "{variant}");
    }
}

#[test]
fn depth_is_counted_in_turns_and_lines_hold_whole_turns() {
    let mut game = game("progressive", None);
    for turn in ["e2e4", "d7d5,d5e4"] {
        game.play(turn).expect("legal");
    }
    let limits = Limits {
        depth: Some(2),
        ..Limits::default()
    };
    let (infos, best) = search(&game, limits);
    assert_eq!(infos.last().map(|info| info.depth), Some(2));
    assert!(turn_of_text(game.position(), &text(&game, &best)).is_ok());
    for info in infos {
        let mut at = game.position().clone();
        for leg in &info.pv {
            assert!(rules::legal_moves(&at).contains(leg));
            at = rules::play(&at, *leg);
        }
        assert!(!at.state().mid_turn(), "a turn is left unfinished");
    }
}

#[test]
fn the_middle_of_a_turn_is_searched_too() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 1/2";
    let game = game("progressive", Some(fen));
    let limits = Limits {
        depth: Some(2),
        ..Limits::default()
    };
    let (_, best) = search(&game, limits);
    assert_eq!(best.turn.map(|turn| turn.legs().len()), Some(1));
}

#[test]
fn few_nodes_still_give_a_whole_legal_turn() {
    for nodes in [1, 10, 100, 1000] {
        let mut game = game("progressive-demichess", None);
        for turn in ["d2d4", "e7e6,g8f6", "c1d3,d3f4,f4d5"] {
            if game.play(turn).is_err() {
                break;
            }
        }
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let (_, best) = search(&game, limits);
        let turn = text(&game, &best);
        assert!(
            turn_of_text(game.position(), &turn).is_ok(),
            "{nodes}: {turn}"
        );
    }
}
