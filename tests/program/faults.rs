//! The world behaves badly: front-ends that go, do not read or say things in any order, files that vanish, disks that are
//! full, memory that is refused. The program has to go on, or to end in good order.

use crate::engine::{self, Engine};
use crate::scratch::Scratch;
use crate::skip::skip;
use katydid::catalogue::Catalogue;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a process may take to end.
const FAREWELL: Duration = Duration::from_secs(20);

fn child(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_katydid"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// Waits for the end of a process and says whether it was a good one.
fn ends_well(mut child: Child) -> bool {
    let end = Instant::now() + FAREWELL;
    while Instant::now() < end {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return status.success();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
    panic!("the process does not end");
}

#[test]
fn a_front_end_that_goes_takes_the_engine_along() {
    for lines in [
        "uci\ngo infinite\n",
        "xboard\nnew\nanalyze\n",
        "uci\nposition startpos\ngo ponder\n",
    ] {
        let mut engine = child(&[]);
        let mut input = engine.stdin.take().expect("a pipe");
        input.write_all(lines.as_bytes()).expect("it reads");
        std::thread::sleep(Duration::from_millis(100));
        drop(input);
        drop(engine.stdout.take());
        assert!(ends_well(engine), "{lines}");
    }
}

#[test]
fn an_output_that_is_closed_ends_the_engine() {
    for lines in ["uci\ngo depth 4\n", "xboard\nprotover 2\nnew\nanalyze\n"] {
        let mut engine = child(&[]);
        drop(engine.stdout.take());
        let mut input = engine.stdin.take().expect("a pipe");
        // The engine may be gone before it has read everything.
        let _ = input.write_all(lines.as_bytes());
        assert!(ends_well(engine), "{lines}");
        drop(input);
    }
}

/// A front-end that does not read for a while loses nothing, and gets its move when it reads again.
#[test]
fn a_slow_reader_gets_everything() {
    let mut engine = child(&[]);
    let mut input = engine.stdin.take().expect("a pipe");
    input.write_all(b"uci\n").expect("it reads");
    let writer = std::thread::spawn(move || {
        // Boards fill the pipe long before this is over.
        for _ in 0..600 {
            input.write_all(b"d\n").expect("it reads");
        }
        input
            .write_all(b"go depth 3\nisready\nquit\n")
            .expect("it reads");
    });
    std::thread::sleep(Duration::from_millis(300));
    let mut text = String::new();
    let mut output = engine.stdout.take().expect("a pipe");
    output.read_to_string(&mut text).expect("text");
    writer.join().expect("everything is written");
    assert_eq!(text.matches("Fen: ").count(), 600);
    assert!(
        text.contains("\nbestmove ") && text.contains("\nreadyok"),
        "{}",
        &text[text.len() - 200..]
    );
    assert!(ends_well(engine));
}

#[test]
fn files_that_vanish_are_told_of() {
    let file = Scratch::new("gone.toml", "name = \"gone\"\ninherits = \"chess\"\n");
    let mut engine = Engine::start();
    let load = format!("setoption name VariantPath value {}", file.display());
    assert_eq!(
        engine
            .ask(&load)
            .iter()
            .filter(|line| line.contains("error"))
            .count(),
        0
    );
    std::fs::remove_file(&*file).expect("the file goes");
    // The game is known and stays so; loading it again is an error that names the file.
    assert!(
        engine
            .ask(&load)
            .iter()
            .any(|line| line.contains("gone.toml"))
    );
    engine.say("setoption name UCI_Variant value gone");
    engine.say("go depth 2");
    engine.until("bestmove ");
    engine.quit();
}

/// A full disk is told of, and the game goes on.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_of() {
    let mut engine = Engine::start();
    for line in [
        "xboard",
        "protover 2",
        "option Save Games to=/dev/full",
        "new",
        "st 1",
        "usermove e2e4",
    ] {
        engine.say(line);
    }
    engine.until("move ");
    engine.say("result 1-0 {White wins}");
    engine.say("ping 3");
    let lines = engine.until("pong 3");
    assert!(
        lines.iter().any(|line| line.contains("saving the game")),
        "{lines:?}"
    );
    engine.say("new");
    engine.say("sd 2");
    engine.say("usermove d2d4");
    engine.until("move ");
    engine.quit();

    let solved = Command::new("sh")
        .args([
            "-c",
            "\"$1\" variants > /dev/full",
            "sh",
            env!("CARGO_BIN_EXE_katydid"),
        ])
        .output()
        .expect("a shell");
    assert_eq!(
        solved.status.code().map(|code| code != 101),
        Some(true),
        "{solved:?}"
    );
}

/// An endgame table that cannot be written is named in one line, and no part of a file is left behind.
#[cfg(target_os = "linux")]
#[test]
fn endgame_tables_need_room_and_memory() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    let build = |before: &str, arguments: &str| {
        let command = format!(
            "{before} exec \"$1\" tables build chess KRvKN --threads 1 --dir \"$2\" {arguments}"
        );
        let program = env!("CARGO_BIN_EXE_katydid");
        let built = Command::new("sh")
            .args(["-c", &command, "sh", program])
            .arg(folder)
            .output()
            .expect("a shell");
        assert_eq!(built.status.code(), Some(1), "{built:?}");
        let complaint = String::from_utf8_lossy(&built.stderr).into_owned();
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        complaint
    };
    // A file may have 4 KiB, and the signal that would end the process is ignored, as on a disk without room.
    let full = build("trap '' XFSZ; ulimit -f 8;", "");
    assert!(full.contains("KRvKN.ktb"), "{full}");
    let left: Vec<_> = std::fs::read_dir(folder.join("chess"))
        .map(|entries| entries.flatten().collect())
        .unwrap_or_default();
    assert!(left.is_empty(), "{left:?}");
    let small = build("", "--memory 1M");
    assert!(small.contains("MiB of memory"), "{small}");
}

/// Where the system refuses memory the old table stays, and where it refuses it from the start that is said.
#[cfg(target_os = "linux")]
#[test]
fn refused_memory_is_told_of() {
    let run = |kibibytes: u64, lines: &str| {
        let mut engine = Command::new("sh")
            .args([
                "-c",
                "ulimit -v \"$2\" && exec \"$1\"",
                "sh",
                env!("CARGO_BIN_EXE_katydid"),
                &kibibytes.to_string(),
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut input = engine.stdin.take().expect("a pipe");
        let _ = input.write_all(lines.as_bytes());
        drop(input);
        engine.wait_with_output().expect("it ends")
    };
    let lines = "uci\nsetoption name Hash value 8192\nsetoption name Hash value 1\ngo depth 3\nisready\nquit\n";
    let output = run(1 << 20, lines);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(
        text.contains("no memory for a hash table of 8192 MB"),
        "{text}"
    );
    assert!(text.contains("\nbestmove "), "{text}");
    // No room for the stacks of this many threads: those that there is room for search.
    let output = run(
        1 << 21,
        "uci\nsetoption name Threads value 512\ngo depth 3\nisready\nquit\n",
    );
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("\nbestmove "),
        "{output:?}"
    );
}

/// The free memory in MiB; `None` where the system has no `/proc`.
fn free_mebibytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes >> 10)
}

/// The size in mebibytes of the large table: the environment variable `KATYDID_HASH` (`make fuzz` sets 8 GiB), else 512.
fn large_table() -> u64 {
    let given = std::env::var("KATYDID_HASH").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(512)
}

#[test]
fn tables_of_any_size_and_threads_of_any_number_are_honoured_or_refused() {
    let large = large_table();
    if free_mebibytes().is_some_and(|free| free < large + large / 4) {
        skip(&format!("no memory for a table of {large} MiB"));
        return;
    }
    let mut engine = Engine::start();
    for size in [1, large, 1] {
        engine.say(&format!("setoption name Hash value {size}"));
        engine.say("isready");
        let mut answer = engine.until_within("readyok", 10 * engine::PATIENCE);
        answer.pop();
        let refused = answer.iter().any(|line| line.contains("no memory"));
        assert!(answer.is_empty() || refused, "{answer:?}");
        engine.say("go nodes 2000");
        engine.until("bestmove ");
    }
    engine.say("setoption name Threads value 512");
    engine.say("go movetime 300");
    // On a busy machine it takes a while until this many threads have had their turn.
    engine.until_within("bestmove ", 10 * engine::PATIENCE);
    engine.say("stop");
    engine.ask("isready");
    engine.quit();
}

/// A process that is stopped for a while, as when a machine sleeps, goes on and answers.
#[cfg(target_os = "linux")]
#[test]
fn a_process_that_was_stopped_goes_on() {
    let mut engine = Engine::start();
    let signal = |engine: &Engine, name: &str| {
        let line = format!("kill -{name} {}", engine.id());
        let status = Command::new("sh").args(["-c", &line]).status();
        assert!(status.expect("a shell").success());
    };
    for go in ["go movetime 200", "go wtime 3000 btime 3000"] {
        engine.ask("ucinewgame");
        engine.say(go);
        signal(&engine, "STOP");
        std::thread::sleep(Duration::from_millis(700));
        signal(&engine, "CONT");
        engine.until("bestmove ");
    }
    engine.quit();
}

/// The memory that a process holds, in KiB.
#[cfg(target_os = "linux")]
fn resident(engine: &Engine) -> u64 {
    let path = format!("/proc/{}/status", engine.id());
    let status = std::fs::read_to_string(path).expect("a running process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let size = line.and_then(|line| line.split_whitespace().next());
    size.and_then(|size| size.parse().ok()).expect("a size")
}

/// How many games are played in a row: the environment variable `KATYDID_GAMES`, else two of each.
#[cfg(target_os = "linux")]
fn games_in_a_row(names: usize) -> usize {
    let given = std::env::var("KATYDID_GAMES").ok();
    let given = given.and_then(|text| text.parse().ok());
    given.unwrap_or(0).max(2 * names)
}

/// KiB that may be lost to the gaps between what is kept.
#[cfg(target_os = "linux")]
const GAPS: u64 = 6 << 10;

/// Games in one process leave nothing behind, in UCI.
#[cfg(target_os = "linux")]
#[test]
fn uci_games_leave_nothing_behind() {
    let names = Catalogue::new().names();
    let mut engine = Engine::start();
    engine.say("setoption name Hash value 1");
    let mut first = 0;
    let games = games_in_a_row(names.len());
    for number in 0..games {
        if number == names.len() {
            first = resident(&engine);
        }
        let name = &names[number % names.len()];
        engine.say(&format!("setoption name UCI_Variant value {name}"));
        engine.say("ucinewgame");
        let mut moves = String::new();
        for _ in 0..4 {
            engine.say(&format!("position startpos{moves}"));
            engine.say("go nodes 150");
            let best = engine.until("bestmove ").pop().expect("a move");
            let best = best.split_whitespace().nth(1).expect("a move").to_owned();
            moves.push_str(if moves.is_empty() { " moves " } else { " " });
            moves.push_str(&best);
        }
    }
    let last = resident(&engine);
    assert!(
        last < first + GAPS,
        "{first} KiB, after {games} games {last} KiB"
    );
    engine.quit();
}

/// The same in CECP, with a turn of the engine's for each side.
#[cfg(target_os = "linux")]
#[test]
fn cecp_games_leave_nothing_behind() {
    let names = Catalogue::new().names();
    let mut engine = Engine::start();
    for line in ["xboard", "protover 2", "memory 1"] {
        engine.say(line);
    }
    let mut first = 0;
    let games = games_in_a_row(names.len());
    for number in 0..games {
        if number == names.len() {
            first = resident(&engine);
        }
        engine.say("new");
        engine.say(&format!("variant {}", names[number % names.len()]));
        engine.say("sd 1");
        for _ in 0..2 {
            engine.say("go");
            engine.until("move ");
            engine.say("force");
        }
        engine.say("ping 1");
        engine.until("pong 1");
    }
    let last = resident(&engine);
    assert!(
        last < first + GAPS,
        "{first} KiB, after {games} games {last} KiB"
    );
    engine.quit();
}

/// Two engines at once do not know of each other.
#[test]
fn a_second_process_disturbs_nobody() {
    let mut engines = [Engine::start(), Engine::start()];
    for engine in &mut engines {
        engine.say("position startpos moves e2e4");
        engine.say("go nodes 20000");
    }
    let moves = engines.map(|mut engine| {
        let best = engine.until("bestmove ").pop();
        engine.quit();
        best
    });
    assert_eq!(moves[0], moves[1]);
}

/// What may be said during a search, in any order.
const UCI_WORDS: &[&str] = &[
    "stop",
    "ponderhit",
    "isready",
    "position startpos moves e2e4",
    "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "setoption name MultiPV value 2",
    "setoption name MultiPV value 1",
    "setoption name Hash value 2",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name UCI_Variant value ag",
    "setoption name UCI_Variant value hopgi",
    "setoption name UCI_Variant value chess",
    "setoption name Clear Hash",
    "ucinewgame",
    "go infinite",
    "go ponder wtime 100 btime 100",
    "go movetime 3",
    "go depth 2",
    "go nodes 300",
    "go wtime 20 btime 20",
    "d",
    "eval",
];

/// The same for CECP.
const CECP_WORDS: &[&str] = &[
    "?",
    ".",
    "analyze",
    "exit",
    "force",
    "go",
    "new",
    "undo",
    "remove",
    "usermove e2e4",
    "usermove e7e5",
    "usermove a1a8",
    "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "variant ag",
    "variant hopgi",
    "variant normal",
    "option MultiPV=2",
    "memory 2",
    "cores 2",
    "cores 1",
    "hint",
    "hard",
    "easy",
    "st 0.01",
    "level 0 0:01 0",
    "time 5",
    "otim 5",
    "draw",
    "pause",
    "resume",
    "playother",
    "result *",
];

/// How many lines are interleaved: the environment variable `KATYDID_INTERLEAVINGS`, else some hundreds.
fn interleavings() -> usize {
    let given = std::env::var("KATYDID_INTERLEAVINGS").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(400)
}

/// Sends words in random order and asks now and then whether the engine is still there.
fn interleave(greeting: &[&str], words: &[&str], ask: &str, answer: &str, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut engine = Engine::start();
    for line in greeting {
        engine.say(line);
    }
    let mut said = Vec::new();
    for number in 0..interleavings() {
        let word = words[rng.random_range(0..words.len())];
        said.push(word);
        engine.say(word);
        if rng.random_ratio(1, 4) {
            std::thread::sleep(Duration::from_micros(rng.random_range(0..3000)));
        }
        if number % 10 == 9 {
            engine.say(ask);
            let asked = Instant::now();
            engine.until(answer);
            assert!(
                asked.elapsed() < Duration::from_secs(10),
                "no answer in time after {said:?}"
            );
            said.clear();
        }
    }
    engine.say("stop");
    engine.quit();
}

#[test]
fn any_order_of_uci_lines_is_survived() {
    interleave(&["uci"], UCI_WORDS, "isready", "readyok", 1);
}

#[test]
fn any_order_of_cecp_lines_is_survived() {
    interleave(&["xboard", "protover 2"], CECP_WORDS, "ping 5", "pong 5", 2);
}
