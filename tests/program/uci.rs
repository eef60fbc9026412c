//! The built binary in conversation by UCI.

use crate::engine::Engine;
use crate::scratch::Scratch;
use std::time::{Duration, Instant};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The move after `bestmove`.
fn best(lines: &[String]) -> &str {
    let last = lines.last().expect("there is an answer");
    last.split_whitespace().nth(1).expect("a move follows")
}

#[test]
fn the_introduction_lists_every_option_and_may_be_asked_for_again() {
    let mut engine = Engine::start();
    engine.say("uci");
    let first = engine.until("uciok");
    engine.say("uci");
    assert_eq!(first, engine.until("uciok"));
    assert!(first[0].starts_with("id name Katydid"));
    assert!(first[1].starts_with("id author "));
    let names: Vec<&str> = first
        .iter()
        .filter_map(|line| line.strip_prefix("option name ")?.split(" type ").next())
        .collect();
    let expected = [
        "Hash",
        "Clear Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Move Overhead",
        "UCI_Variant",
        "UCI_Chess960",
        "White Army",
        "Black Army",
        "VariantPath",
        "Pieces",
        "TablePath",
        "TablePieces",
        "UCI_ShowWDL",
        "UCI_AnalyseMode",
        "Debug Log File",
        "Skill Level",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Network",
    ];
    assert_eq!(names, expected);
    let variants = first
        .iter()
        .find(|line| line.starts_with("option name UCI_Variant type combo default chess var "))
        .expect("variants are a combo");
    let list: Vec<&str> = variants.split(" var ").skip(1).collect();
    // The games of the list, then those from elsewhere, each in order.
    let falls = list.windows(2).filter(|pair| pair[0] > pair[1]).count();
    assert_eq!(falls, 1, "{list:?}");
    assert!(list.iter().all(|name| *name == name.to_lowercase()));
    assert!(list.contains(&"grasshopper"));
}

#[test]
fn choosing_a_variant_tells_what_it_is() {
    let mut engine = Engine::start();
    assert_eq!(
        engine.ask("setoption name UCI_Variant value grasshopper"),
        [
            "info string variant grasshopper files 8 ranks 8 pocket 0 template fairy startpos \
             rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR w KQkq - 0 1"
        ]
    );
    assert_eq!(
        engine.fen(),
        "rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR w KQkq - 0 1"
    );
    engine.quit();
}

#[test]
fn null_moves_odd_blanks_and_fractions_are_read() {
    let mut engine = Engine::start();
    engine.say("position startpos moves e2e4 0000 d2d4");
    assert_eq!(
        engine.fen(),
        "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2"
    );
    assert!(engine.ask("setoption name Clear  Hash").is_empty());
    assert!(
        engine
            .ask("\u{feff}setoption name Hash value 16")
            .is_empty()
    );
    let lines = engine.ask("go depth 1.5");
    let told = "info string error: go depth: found 1.5, taken as 1";
    assert!(lines.iter().any(|line| line == told), "{lines:?}");
    engine.quit();
}

#[test]
fn a_long_perft_can_be_stopped() {
    let mut engine = Engine::start();
    engine.say("go perft 20");
    engine.say("isready");
    engine.until("readyok");
    engine.say("stop");
    engine.until("info string error: perft: stopped");
    engine.quit();
}

#[test]
fn perft_in_a_script_is_finished() {
    let script = "position startpos\ngo perft 4\nquit\n";
    let assert = crate::cli::katydid(&[])
        .write_stdin(script)
        .assert()
        .success();
    let told = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    assert!(told.contains("Nodes searched: 197281"), "{told}");
}

#[test]
fn perft_and_d_are_written_as_programs_read_them() {
    let mut engine = Engine::start();
    engine.say("setoption name UCI_Variant value demichess");
    engine.say("position startpos moves e2e4");
    engine.say("go perft 2");
    let lines = engine.until("Nodes searched: ");
    let moves: Vec<&String> = lines.iter().filter(|line| line.contains(": ")).collect();
    assert_eq!(lines[lines.len() - 2], "");
    let total: u64 = moves[..moves.len() - 1]
        .iter()
        .map(|line| {
            line.split(": ")
                .nth(1)
                .expect("a count")
                .parse::<u64>()
                .expect("a number")
        })
        .sum();
    assert_eq!(moves[moves.len() - 1], &format!("Nodes searched: {total}"));
    assert_eq!(
        engine.fen(),
        "scloklcs/pppppppp/8/8/4P3/8/PPPP1PPP/SCLOKLCS b KQkq - 0 1"
    );
    assert_eq!(engine.result(), "*");
    engine.quit();
}

#[test]
fn results_come_from_the_moves_given() {
    let mut engine = Engine::start();
    engine.say("position startpos moves f2f3 e7e5 g2g4 d8h4");
    assert!(engine.result().starts_with("0-1 {"), "mate");
    engine.say("position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    assert!(engine.result().starts_with("1/2-1/2 {"), "third repetition");
    engine.say("go depth 2");
    assert_ne!(
        best(&engine.until("bestmove")),
        "(none)",
        "a drawn game can be played on"
    );
    engine.quit();
}

#[test]
fn one_illegal_move_leaves_the_old_position_and_is_named() {
    let mut engine = Engine::start();
    engine.say("position startpos moves e2e4");
    let fen = engine.fen();
    let lines = engine.ask("position startpos moves d2d4 d7d5 c2c5 e7e6");
    assert_eq!(lines.len(), 1);
    assert!(
        lines[0].starts_with("info string error: move 3: 'c2c5' is not a legal move"),
        "{lines:?}"
    );
    assert_eq!(engine.fen(), fen);
    engine.quit();
}

#[test]
fn turns_of_several_legs_are_one_word() {
    let mut engine = Engine::start();
    engine.say("setoption name UCI_Variant value hopgi");
    engine.say("go perft 1");
    let lines = engine.until("Nodes searched: ");
    let turn = lines
        .iter()
        .find_map(|line| line.split(": ").next().filter(|text| text.contains(',')))
        .expect("kings are linked at the start")
        .to_owned();
    engine.say(&format!("position startpos moves {turn}"));
    assert!(
        engine.fen().contains(" b "),
        "after {turn} Black is to move"
    );
    engine.say("position startpos");
    engine.say(&format!("go nodes 3000 searchmoves {turn}"));
    let lines = engine.until("bestmove");
    let first = turn.split(',').next().expect("a first leg");
    assert!(best(&lines).starts_with(first), "{lines:?}");
    engine.quit();
}

#[test]
fn every_search_ends_with_a_score_and_a_line_that_begins_with_the_best_move() {
    let mut engine = Engine::start();
    for limits in [
        "depth 4",
        "depth 300 movetime 100",
        "nodes 2000",
        "movetime 50",
        "wtime 200 btime 200 winc 0 binc 0",
        "wtime -20 btime 5000 movestogo 0",
        "mate 1 nodes 3000",
        "depth 2 searchmoves a2a3 h2h3",
        "depth 0",
    ] {
        engine.say(&format!("go {limits}"));
        let lines = engine.until("bestmove");
        let info = &lines[lines.len() - 2];
        for word in [
            "info depth ",
            " seldepth ",
            " multipv 1 ",
            " score ",
            " nodes ",
            " nps ",
            " hashfull ",
            " tbhits ",
            " time ",
            " pv ",
        ] {
            assert!(info.contains(word), "go {limits}: no{word}in {info}");
        }
        let line = info.split(" pv ").nth(1).expect("a line");
        assert_eq!(line.split(' ').next(), Some(best(&lines)), "go {limits}");
    }
    engine.quit();
}

#[test]
fn endings_are_looked_up_in_tables() {
    let mut engine = Engine::start();
    engine.say("position fen 8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
    // A search by depth waits for tables of three pieces, and one by the clock finds them.
    for limits in ["depth 3", "movetime 20"] {
        engine.say(&format!("go {limits}"));
        let lines = engine.until("bestmove");
        let info = &lines[lines.len() - 2];
        assert!(
            info.contains(" score mate 16 ") && !info.contains(" tbhits 0 "),
            "{info}"
        );
    }
    let lines = engine.ask("setoption name TablePath value no/such/folder");
    assert!(
        lines[0].starts_with("info string error: 'no/such/folder' is no folder"),
        "{lines:?}"
    );
    engine.say("setoption name TablePieces value 2");
    engine.say("go depth 3");
    let lines = engine.until("bestmove");
    assert!(lines[lines.len() - 2].contains(" tbhits 0 "), "{lines:?}");
    engine.quit();
}

#[test]
fn finished_games_have_no_best_move() {
    let mut engine = Engine::start();
    for (position, score) in [
        ("position fen 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "mate 0"),
        ("position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ] {
        engine.say(position);
        engine.say("go depth 3");
        assert_eq!(
            engine.until("bestmove"),
            [
                format!("info depth 0 score {score}"),
                "bestmove (none)".to_owned()
            ]
        );
    }
    engine.quit();
}

/// A search that the front-end has to end reports its move after `stop` or `ponderhit` and not before, also if a limit is reached or
/// the root is finished.
#[test]
fn open_ended_searches_wait_for_their_end() {
    let mut engine = Engine::start();
    let mate = "position startpos moves f2f3 e7e5 g2g4 d8h4";
    let stalemate = "position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";
    let bare = "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1";
    let forced = "position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
    for (position, go, end) in [
        ("position startpos", "go ponder nodes 100", "ponderhit"),
        ("position startpos", "go ponder nodes 100", "stop"),
        ("position startpos", "go ponder depth 1", "ponderhit"),
        ("position startpos", "go infinite depth 2", "stop"),
        (
            "position startpos",
            "go infinite nodes 1 movetime 1",
            "stop",
        ),
        ("position startpos", "go ponder movetime 1", "ponderhit"),
        (mate, "go infinite", "stop"),
        (mate, "go ponder wtime 1000 btime 1000", "ponderhit"),
        (stalemate, "go infinite", "stop"),
        (bare, "go ponder depth 3", "stop"),
        (forced, "go infinite mate 1", "stop"),
    ] {
        engine.say(position);
        engine.say(go);
        std::thread::sleep(Duration::from_millis(60));
        let before = engine.ask("debug off");
        let early = before.iter().any(|line| line.starts_with("bestmove"));
        assert!(!early, "{go}: {before:?}");
        engine.say(end);
        engine.until("bestmove");
        let after = engine.ask("debug off");
        assert!(after.is_empty(), "{go}: {after:?}");
    }
    // A ponder hit does not end an infinite search.
    engine.say("position startpos");
    engine.say("go infinite depth 1");
    engine.say("ponderhit");
    let before = engine.ask("debug off");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")));
    engine.say("stop");
    engine.until("bestmove");
    engine.quit();
}

/// A value of `go` that makes no sense is reported, and the search runs by the rest of the line or the nearest value that does.
#[test]
fn odd_limits_are_reported_and_the_search_runs() {
    let mut engine = Engine::start();
    for (go, note) in [
        (
            "wtime 100 btime 100 movestogo -5",
            "go movestogo: found -5, taken as 0",
        ),
        ("depth -1", "go depth: found -1, taken as 1"),
        ("depth 1.9", "go depth: found 1.9, taken as 1"),
        ("nodes -7", "go nodes: found -7, taken as 1"),
        ("nodes 0", "go nodes: found 0, taken as 1"),
        ("mate 0 depth 1", "go mate: found 0, taken as 1"),
        ("movetime -50", "go movetime: found -50, taken as 0"),
        (
            "wtime 1000 btime",
            "go btime: found nothing, expected a number; left out",
        ),
        (
            "wtime btime 1000 depth 1",
            "go wtime: found nothing, expected a number; left out",
        ),
        (
            "wtime 50 btime 50 winc -10",
            "go winc: found -10, taken as 0",
        ),
        (
            "depth two nodes 100",
            "go depth: found 'two', expected a number; left out",
        ),
        (
            "depth nan nodes 100",
            "go depth: found 'nan', expected a number; left out",
        ),
        ("depth 1 joho", "go: unknown word 'joho' left out"),
        ("depth 1 searchmoves e2e5 e2e4", "searchmoves (left out): "),
        (
            "movetime 99999999999999999999 depth 1",
            "go movetime: found 99999999999999999999, taken as 31622400000",
        ),
        ("depth 1 wtime -9999999999999999999999", ""),
        ("btime 20", ""),
    ] {
        engine.say(&format!("go {go}"));
        let lines = engine.until("bestmove");
        let noted: Vec<&String> = lines
            .iter()
            .filter(|line| line.starts_with("info string"))
            .collect();
        let expected = usize::from(!note.is_empty());
        assert_eq!(noted.len(), expected, "go {go}: {noted:?}");
        assert!(
            noted.iter().all(|line| line.contains(note)),
            "go {go}: {noted:?}"
        );
        assert_ne!(best(&lines), "(none)", "go {go}");
    }
    assert_eq!(
        engine.ask("go perft -1"),
        [
            "info string error: go perft: found -1, expected a depth from 0 to 20; nothing is counted"
        ]
    );
    engine.quit();
}

/// UCI: unknown words before a command are ignored, and so is what follows a command without arguments.
#[test]
fn unknown_words_before_a_command_are_ignored() {
    let mut engine = Engine::start();
    for line in [
        "joho isready",
        "isready please",
        "a b\tisready",
        "debugger isready",
    ] {
        engine.say(line);
        assert_eq!(engine.until("readyok").len(), 1, "{line}");
    }
    engine.say("well position startpos moves e2e4");
    engine.say("then go infinite");
    engine.say("please stop now");
    engine.until("bestmove");
    assert!(engine.fen().contains(" b "));
    let refused = engine.ask("let us move e2e4");
    assert_eq!(
        refused,
        ["info string error: unknown command 'let us move e2e4' (try 'help')"]
    );
    engine.quit();
}

/// A bared king has one move left, after which its side has lost: that is a loss in one, not in none.
#[test]
fn a_loss_by_the_last_reply_is_a_loss_in_one() {
    let mut engine = Engine::start();
    engine.say("setoption name UCI_Variant value demichess");
    engine.say("position fen 8/3O4/8/8/8/3OS3/k5K1/4O3 b - - 0 80");
    engine.say("go depth 3");
    let lines = engine.until("bestmove");
    let info = &lines[lines.len() - 2];
    assert!(info.contains(" score mate -1 "), "{info}");
    engine.quit();
}

#[test]
fn questions_are_answered_while_searching() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.until("info depth 1 ");
    for _ in 0..3 {
        let asked = Instant::now();
        engine.say("isready");
        let lines = engine.until("readyok");
        assert!(asked.elapsed() < Duration::from_secs(5));
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    }
    engine.say("stop");
    engine.until("bestmove");
    engine.quit();
}

#[test]
fn pondering_ends_by_the_clock_after_the_hit() {
    let mut engine = Engine::start();
    engine.say("setoption name Ponder value true");
    engine.say("position startpos moves e2e4 e7e5");
    engine.say("go ponder wtime 300 btime 300");
    std::thread::sleep(Duration::from_millis(400));
    let before = engine.ask("debug off");
    assert!(
        !before.iter().any(|line| line.starts_with("bestmove")),
        "{before:?}"
    );
    engine.say("ponderhit");
    engine.until("bestmove");
    engine.quit();
}

#[test]
fn a_position_during_a_search_ends_it_first() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.say("position startpos moves e2e4");
    engine.say("go depth 2");
    engine.until("bestmove");
    let second = engine.until("bestmove");
    assert!(second.iter().any(|line| line.contains(" pv ")));
    assert!(engine.fen().starts_with("rnbqkbnr/pppppppp/8/8/4P3/"));
    engine.quit();
}

#[test]
fn the_end_of_the_input_ends_a_search_but_not_before_its_move() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    let lines = engine.close();
    assert!(best(&lines).len() >= 4, "{lines:?}");
    let mut engine = Engine::start();
    engine.say("go infinite");
    let lines = engine.quit();
    assert!(best(&lines).len() >= 4, "{lines:?}");
}

#[test]
fn commands_for_people_answer() {
    let mut engine = Engine::start();
    assert!(
        engine
            .ask("help")
            .iter()
            .any(|line| line.contains("go perft N"))
    );
    assert!(engine.ask("compiler")[0].contains("rustc"));
    assert!(!engine.ask("eval").is_empty());
    engine.say("position startpos moves e2e4");
    engine.say("flip");
    assert_eq!(
        engine.fen(),
        "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
    engine.say("ucinewgame");
    assert_eq!(engine.fen(), START);
    engine.quit();
}

#[test]
fn the_benchmark_counts_the_same_each_time() {
    let mut engine = Engine::start();
    let nodes = |lines: &[String]| {
        lines
            .iter()
            .find(|line| line.ends_with(" nodes"))
            .cloned()
            .expect("a count")
    };
    let first = nodes(&engine.ask("bench 4"));
    let second = nodes(&engine.ask("bench 4"));
    assert_eq!(first, second);
    engine.quit();
}

#[test]
fn user_variants_come_from_flag_variable_and_option() {
    let file = Scratch::new(
        "my-chess.toml",
        "name = \"my-chess\"\ninherits = \"chess\"\n",
    );
    let path = file.display().to_string();
    let chosen = |engine: &mut Engine| {
        let lines = engine.ask("setoption name UCI_Variant value my-chess");
        assert!(
            lines[0].starts_with("info string variant my-chess files 8"),
            "{lines:?}"
        );
    };
    chosen(&mut Engine::with(&["--variants", &path], &[]));
    chosen(&mut Engine::with(&[], &[("KATYDID_VARIANTS", &path)]));
    let mut engine = Engine::start();
    let lines = engine.ask(&format!("setoption name VariantPath value {path}"));
    assert_eq!(lines[0], "info string variants loaded: my-chess");
    assert!(
        lines[1].starts_with("option name UCI_Variant type combo")
            && lines[1].contains(" var my-chess")
    );
    chosen(&mut engine);
    let lines = engine.ask("setoption name VariantPath value no/such/file.toml");
    assert!(
        lines[0].starts_with("info string error: no/such/file.toml: cannot be read"),
        "{lines:?}"
    );
}

#[test]
fn the_conversation_can_be_logged_to_a_file() {
    let file = Scratch::new("conversation.log", "");
    let mut engine = Engine::start();
    engine.say(&format!(
        "setoption name Debug Log File value {}",
        file.display()
    ));
    engine.ask("debug on");
    engine.say("setoption name Debug Log File value <empty>");
    engine.quit();
    let text = std::fs::read_to_string(&*file).expect("the log was written");
    assert!(
        text.contains("<< debug on") && text.contains(">> readyok"),
        "{text}"
    );
}
