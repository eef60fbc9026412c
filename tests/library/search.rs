//! What a search promises: forced ends found and counted in turns, the same answer on every run, a
//! line whose first leg is the best one, and the limits kept.

use katydid::base::Color;
use katydid::catalogue::Catalogue;
use katydid::rules::{self, Game, Turn};
use katydid::search::{Best, Info, Limits, Score, SearchNews, Searcher};
use katydid_trust::games;
use std::sync::mpsc::channel;

fn search(
    searcher: &mut Searcher,
    variant: &str,
    fen: Option<&str>,
    limits: Limits,
) -> (Vec<Info>, Best) {
    let variant = games().variant(variant).unwrap();
    let game = Game::set_up(&variant, fen, []).unwrap();
    let mut infos = Vec::new();
    let result = searcher
        .search(&game, limits, |info| infos.push(info.clone()))
        .unwrap();
    let best = &result.best;
    if let (Some(info), Some(turn)) = (result.info(), &best.turn) {
        assert_eq!(
            info.pv[..1],
            turn.legs()[..1],
            "the last line leads with the best move"
        );
    }
    for line in &result.lines {
        let last = infos.iter().rev().find(|info| info.multipv == line.multipv);
        assert_eq!(last, Some(line), "the last report of each line is kept");
    }
    (infos, result.best)
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn text(variant: &str, fen: &str, best: &Best) -> String {
    let variant = games().variant(variant).unwrap();
    let pos = rules::position(&variant, fen).unwrap();
    rules::turn_text(&pos, best.turn.as_ref().expect("a turn"))
}

#[test]
fn forced_ends_are_mates() {
    let cases = [
        // A back-rank mate.
        ("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", 1),
        // Taking the last piece bares the king, and the bared side cannot bare in return.
        ("demichess", "7k/8/8/8/3s4/3S4/8/K7 w - - 0 1", "d3d4", 1),
        // Stalemate wins: the king in the corner has no square left.
        ("demichess", "k7/2S5/1K6/8/7p/7P/8/8 w - - 0 1", "c7b7", 1),
        // A grasshopper mates over its own rook.
        ("grasshopper", "k7/8/K7/8/8/8/8/1R5R w - - 0 1", "h1h8", 1),
        // A shot from afar bares the king.
        ("demirifle", "7k/8/8/8/3s4/3S4/8/K7 w - - 0 1", "d3d4", 1),
        // The last king is taken; two kings are taken in one linked turn, which is one turn.
        ("hopgi", "7/7/*2w3/7/3R3/**5/**2*F1[] w - - 0 1", "d3d5", 1),
        (
            "hopgi",
            "7/7/*2w3/3W3/6f/**3F1/**2*2[] w - - 0 1",
            "f2g3,d4d5",
            1,
        ),
        // A drop attacks the last king, which has no safe square; and the same a turn later.
        ("hopgi", "w6/2R4/*6/7/7/**5/**2*FW[RR] w - - 0 1", "R@c5", 2),
        ("hopgi", "wR5/1R5/*6/7/7/**5/**2*F1[] b - - 0 1", "a7b7", -1),
    ];
    for (variant, fen, expected, turns) in cases {
        let mut searcher = Searcher::new(1).unwrap();
        let (infos, best) = search(&mut searcher, variant, Some(fen), depth(8));
        assert_eq!(
            infos.last().unwrap().score,
            Score::Mate(turns),
            "{variant} {fen}"
        );
        assert_eq!(best.score, Score::Mate(turns), "{variant} {fen}");
        if turns == 1 {
            assert_eq!(text(variant, fen, &best), expected, "{variant} {fen}");
        }
    }
}

#[test]
fn a_finished_game_has_no_best_turn() {
    let mut searcher = Searcher::new(1).unwrap();
    let mated = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
    let (infos, best) = search(&mut searcher, "chess", Some(mated), depth(5));
    assert!(infos.is_empty() && best.turn.is_none());
    assert_eq!(best.score, Score::Mate(0));
}

#[test]
fn one_thread_finds_the_same_on_every_run() {
    for variant in Catalogue::new().names() {
        let mut answers = Vec::new();
        for _ in 0..2 {
            let mut searcher = Searcher::new(4).unwrap();
            let limits = Limits {
                nodes: Some(4000),
                ..Limits::default()
            };
            let (infos, best) = search(&mut searcher, &variant, None, limits);
            let counted = infos
                .last()
                .map(|info| (info.depth, info.nodes, info.score, info.pv.clone()));
            answers.push((counted, best));
        }
        assert_eq!(answers[0], answers[1], "{variant}");
        // Clearing brings a used searcher back to the beginning.
        let mut searcher = Searcher::new(4).unwrap();
        for _ in 0..2 {
            searcher.clear();
            let limits = Limits {
                nodes: Some(4000),
                ..Limits::default()
            };
            let (_, best) = search(&mut searcher, &variant, None, limits);
            assert_eq!(best, answers[0].1, "{variant} after a clear");
        }
    }
}

#[test]
fn only_and_except_are_kept_and_lines_differ() {
    let variant = games().variant("chess").unwrap();
    let legal = rules::legal_moves(&rules::start(&variant));
    let mut searcher = Searcher::new(1).unwrap();
    let limits = Limits {
        only: legal[3..5].to_vec(),
        ..depth(4)
    };
    let (_, best) = search(&mut searcher, "chess", None, limits);
    assert!(
        best.turn
            .is_some_and(|turn| legal[3..5].contains(&turn.first()))
    );
    let (_, first) = search(&mut searcher, "chess", None, depth(4));
    let limits = Limits {
        except: first.turn.iter().map(Turn::first).collect(),
        ..depth(4)
    };
    let (_, second) = search(&mut searcher, "chess", None, limits);
    assert_ne!(first.turn, second.turn);
    searcher.settings.multi_pv = 3;
    let (infos, _) = search(&mut searcher, "chess", None, depth(4));
    let last: Vec<_> = infos[infos.len() - 3..]
        .iter()
        .map(|info| (info.multipv, info.pv[0]))
        .collect();
    assert!(last.iter().map(|(number, _)| *number).eq(1..=3));
    assert!(last[0].1 != last[1].1 && last[1].1 != last[2].1);
}

#[test]
fn lines_are_in_the_order_of_their_values() {
    let mut searcher = Searcher::new(1).unwrap();
    searcher.settings.multi_pv = 4;
    for (variant, fen) in [
        ("chess", None),
        ("grasshopper", None),
        ("demichess", None),
        (
            "chess",
            Some("r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R b KQkq - 2 6"),
        ),
        (
            "chess",
            Some("8/5pk1/4p1p1/3pP2p/1r1P1P1P/2R3P1/5K2/8 w - - 0 40"),
        ),
    ] {
        let (infos, _) = search(&mut searcher, variant, fen, depth(6));
        let last = |line| infos.iter().rev().find(|info| info.multipv == line);
        let values = (1..=4).map(|line| match last(line).map(|info| info.score) {
            Some(Score::Centipawns(value)) => value,
            other => panic!("{variant}: {other:?} of line {line}"),
        });
        assert!(
            values.is_sorted_by(|better, worse| better >= worse),
            "{variant} {fen:?}"
        );
    }
}

#[test]
fn weaker_levels_play_legal_moves_and_stop_early() {
    for skill in [0, 5, 10, 15] {
        let mut searcher = Searcher::new(1).unwrap();
        searcher.settings.skill = skill;
        let (infos, best) = search(&mut searcher, "grasshopper", None, depth(30));
        assert!(best.turn.is_some());
        assert!(infos.last().unwrap().depth <= 1 + u32::from(skill));
        // Whatever it overlooks, what it tells of a level position is a sane score.
        assert!(matches!(best.score, Score::Centipawns(score) if score.abs() < 1000));
    }
}

#[test]
fn analysis_has_full_strength_at_every_level() {
    let mut searcher = Searcher::new(1).unwrap();
    searcher.settings.skill = 0;
    searcher.settings.elo = Some(600);
    let (weak, _) = search(&mut searcher, "chess", None, depth(5));
    assert!(weak.last().unwrap().depth < 5);
    searcher.settings.analysing = true;
    searcher.clear();
    let (infos, analysed) = search(&mut searcher, "chess", None, depth(5));
    assert_eq!(infos.last().unwrap().depth, 5);
    let mut full = Searcher::new(1).unwrap();
    let (_, best) = search(&mut full, "chess", None, depth(5));
    assert_eq!(analysed, best);
}

#[test]
fn a_mate_in_one_is_seen_at_every_level() {
    for skill in 0..=20 {
        let mut searcher = Searcher::new(1).unwrap();
        searcher.settings.skill = skill;
        let fen = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
        let (_, best) = search(&mut searcher, "chess", Some(fen), depth(8));
        assert_eq!(text("chess", fen, &best), "d1d8", "level {skill}");
    }
}

#[test]
fn chains_of_captures_by_hoppers_end() {
    // Every grasshopper can take others for a dozen plies: without bounds 1.6 million nodes.
    let fen = "rnbqkbnr/ggggggg1/pp1ppppp/P1p2g2/3P1G2/1PP1PPPP/GGGGGGG1/RNBQKBNR w KQkq - 0 1";
    let mut searcher = Searcher::new(1).unwrap();
    let (infos, _) = search(&mut searcher, "grasshopper", Some(fen), depth(1));
    let nodes = infos.last().unwrap().nodes;
    assert!(nodes < 5_000, "{nodes} nodes at depth 1");
}

#[test]
fn a_stop_is_obeyed_and_threads_agree_on_one_answer() {
    let variant = games().variant("demichess").unwrap();
    let game = Game::new(&variant);
    let mut searcher = Searcher::new(8).unwrap();
    searcher.settings.threads = 2;
    let (sender, receiver) = channel();
    let limits = Limits {
        infinite: true,
        ..Limits::default()
    };
    searcher.start(&game, limits, move |news| sender.send(news).unwrap());
    std::thread::sleep(std::time::Duration::from_millis(60));
    assert!(
        receiver
            .try_iter()
            .all(|news| matches!(news, SearchNews::Info(_)))
    );
    searcher.stop();
    searcher.wait();
    let ends = receiver
        .iter()
        .filter(|news| !matches!(news, SearchNews::Info(_)));
    let ends: Vec<SearchNews> = ends.collect();
    assert!(matches!(ends[..], [SearchNews::Best(_)]), "{ends:?}");
}

#[test]
fn asked_for_a_mate_the_search_proves_it() {
    let mut searcher = Searcher::new(4).unwrap();
    // P. Morphy's problem: only the quiet rook sacrifice mates in two.
    let problem = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let mate = |turns| Limits {
        mate: Some(turns),
        ..Limits::default()
    };
    for asked in [2, 3] {
        let (infos, best) = search(&mut searcher, "chess", Some(problem), mate(asked));
        assert_eq!(text("chess", problem, &best), "a1a6");
        assert_eq!(best.score, Score::Mate(2), "the shortest one");
        assert_eq!(infos.last().map(|info| info.pv.len()), Some(3));
    }
    for odd in [0, u32::MAX] {
        let limits = Limits {
            nodes: Some(20_000),
            ..mate(odd)
        };
        let (_, best) = search(&mut searcher, "chess", Some(problem), limits);
        assert!(best.turn.is_some());
    }
    // There is none in one: the search ends and still says what to play.
    let (_, best) = search(&mut searcher, "chess", Some(problem), mate(1));
    assert!(best.turn.is_some());
    assert_ne!(best.score, Score::Mate(1));
}

/// The last reply can lose by a goal, and be forced: Black has to capture, and has no pawn left when it promotes.
#[test]
fn a_reply_that_has_to_lose_by_a_goal_is_a_proven_win() {
    let name = "last-pawn";
    let goals = "goals = [{ lost = \"P\", result = \"loses\" }]";
    let file =
        format!("name = \"{name}\"\ninherits = \"chess\"\nmust_capture = true\n[ends]\n{goals}\n");
    games()
        .add_texts(vec![(format!("{name}.toml"), file)])
        .expect("a game");
    let fen = "7k/8/8/8/8/7P/1p6/3RK3 w - - 0 1";
    let limits = Limits {
        mate: Some(1),
        ..Limits::default()
    };
    let mut searcher = Searcher::new(4).unwrap();
    let (_, best) = search(&mut searcher, name, Some(fen), limits);
    assert_eq!(best.score, Score::Mate(1), "{best:?}");
    assert!(["d1a1", "d1c1"].contains(&text(name, fen, &best).as_str()));
}

#[test]
fn a_mate_by_fewer_legs_than_turns_is_counted_in_turns() {
    let mut searcher = Searcher::new(4).unwrap();
    // Rook and king against king, two moves a turn: boxed in at once.
    let fen = "7k/8/5K2/8/8/8/8/R7 w - - 0 9 2/2";
    let limits = Limits {
        mate: Some(2),
        ..Limits::default()
    };
    let (_, best) = search(&mut searcher, "doublemove", Some(fen), limits);
    assert!(matches!(best.score, Score::Mate(1 | 2)), "{best:?}");
}

#[test]
fn any_number_of_kings_can_be_searched_and_evaluated() {
    let positions = [
        // None, none and one, two, three and two, kings alone on both sides, hurdlers that send kings home.
        "r3q3/pp6/8/4A3/2E5/8/PP6/R3Q3 w - - 0 1",
        "r3q3/pp6/8/4A3/2E5/8/PP6/R3K3 w Q - 0 1",
        "r3k2r/pp1k4/8/4A3/2E5/8/PP4K1/R3K3 w Qkq - 0 1",
        "4k3/pp1k2k1/8/4a3/2C5/8/PP4K1/R3K3 b Q - 0 1",
        "kkk5/8/8/8/8/8/8/5KKK w - - 0 1",
        "8/p7/8/8/8/8/7P/8 w - - 0 1",
    ];
    for fen in positions {
        let mut searcher = Searcher::new(1).unwrap();
        let (_, best) = search(&mut searcher, "hurdlers", Some(fen), depth(6));
        assert!(best.turn.is_some(), "{fen}");
    }
    // A mate of one king of two.
    let mut searcher = Searcher::new(1).unwrap();
    let fen = "6k1/5ppp/8/8/8/k7/8/K2R3K w - - 0 1";
    let (_, best) = search(&mut searcher, "hurdlers", Some(fen), depth(4));
    assert_eq!(text("hurdlers", fen, &best), "d1d8");
}

/// A lone king is driven to the rim and mated by searches that see no mate from where they begin.
#[test]
fn lone_kings_are_mated() {
    let chess = games().variant("chess").unwrap();
    let limits = Limits {
        nodes: Some(1500),
        ..Limits::default()
    };
    for pieces in ["KQ6", "KR6"] {
        let fen = format!("8/8/8/4k3/8/8/8/{pieces} w - - 0 1");
        let mut game = Game::set_up(&chess, Some(&fen), []).unwrap();
        let mut searchers = [Searcher::new(8).unwrap(), Searcher::new(8).unwrap()];
        while game.outcome().is_none() {
            let searcher = &mut searchers[game.turns().len() % 2];
            let best = searcher.search(&game, limits.clone(), |_| {}).unwrap().best;
            game.push(best.turn.unwrap());
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner);
        assert_eq!(winner, Some(Color::White), "{fen}");
    }
}

#[test]
fn the_network_of_a_game_is_asked_unless_that_is_switched_off() {
    let fen = "sclokl1s/pppppppp/5c2/8/8/5C2/PPPPPPPP/SCLOKL1S w KQkq - 2 2";
    let searched = |searcher: &mut Searcher, network: bool| {
        searcher.settings.network = network;
        let (infos, best) = search(searcher, "demichess", Some(fen), depth(9));
        (infos.last().map(|info| info.nodes), best)
    };
    let fresh = |network| searched(&mut Searcher::new(1).unwrap(), network);
    let (with, without) = (fresh(true), fresh(false));
    assert_ne!(with.0, without.0);
    // What was found the other way is forgotten.
    let mut searcher = Searcher::new(1).unwrap();
    assert_eq!(searched(&mut searcher, true), with);
    assert_eq!(searched(&mut searcher, false), without);
    assert_eq!(searched(&mut searcher, true), with);
    // A game without one is the same either way, and nothing of it is forgotten.
    let nodes = |searcher: &mut Searcher, network: bool| {
        searcher.settings.network = network;
        let (infos, _) = search(searcher, "circe", None, depth(8));
        infos.last().map(|info| info.nodes)
    };
    let first = nodes(&mut searcher, true);
    assert!(nodes(&mut searcher, false) < first);
}
