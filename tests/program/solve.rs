//! `katydid solve` as people and programs use it.

use crate::scratch::Scratch;
use assert_cmd::Command;
use serde_json::{Value, json};

fn solve(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_katydid"));
    command
        .arg("solve")
        .args(arguments)
        .env_remove("KATYDID_VARIANTS");
    command
}

/// Standard output and exit code.
fn output(arguments: &[&str]) -> (String, i32) {
    let output = solve(arguments).output().expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("the output is text");
    (text, output.status.code().unwrap_or(-1))
}

/// What stands on standard error.
fn complaint(arguments: &[&str]) -> String {
    let output = solve(arguments).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn records(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect()
}

const MATE: [&str; 4] = ["--fen", "7k/8/5K2/8/8/8/8/R7", "--stipulation", "h#1"];

#[test]
fn documents_hold_board_twins_and_solutions() {
    let twins = [
        "--fen",
        "7k/8/5K2/8/8/8/8/R6G",
        "--stipulation",
        "h#1",
        "--piece",
        "G=gQ",
        "--twin",
        "b) wRb1",
        "--title",
        "R & <G>",
    ];
    let (page, code) = output(&[&twins[..], &["--html"]].concat());
    assert_eq!(code, 0);
    let first = "<h2>R &amp; &lt;G&gt;</h2>\n<img alt=\"7k/8/5K2/8/8/8/8/R6G b - - 0 1\" src=\"data:image/svg+xml,%3Csvg";
    assert!(
        page.starts_with("<!DOCTYPE html>") && page.contains(first),
        "{page}"
    );
    assert!(page.contains("<p>G = gQ (Grasshopper)</p>"), "{page}");
    assert!(
        page.contains("<p><strong>b) wRb1</strong></p>\n<pre>"),
        "{page}"
    );
    assert_eq!(page.matches("<img").count(), 1, "{page}");
    assert!(page.ends_with("</article>\n</body>\n</html>\n"), "{page}");
    let (text, code) = output(&[&twins[..], &["--latex"]].concat());
    assert_eq!(code, 0);
    for line in [
        "\\begin{diagram}[8x8]",
        "\\pieces{wTa1, wDUh1, wKf6, sKh8}",
        "\\stipulation{h\\#1}",
        "\\piecedefs{{w}{DU}{G, gQ (Grasshopper)}}",
        "\\twins{a); b) wRb1}",
        "\\remark{R \\& \\textless{}G\\textgreater{}}",
        "\\Co+",
    ] {
        assert!(text.lines().any(|it| it == line), "{line}: {text}");
    }
    assert!(
        text.ends_with("\\end{diagram}\n\n\\putsol\n\\end{document}\n"),
        "{text}"
    );
}

#[test]
fn a_page_has_diagram_solution_and_verdict() {
    let (text, code) = output(&[&MATE[..], &["--quiet", "--title", "A mate"]].concat());
    let page = "\
A mate

  8  .  .  .  .  .  .  .  k 
  7  .  .  .  .  .  .  .  . 
  6  .  .  .  .  .  K  .  . 
  5  .  .  .  .  .  .  .  . 
  4  .  .  .  .  .  .  .  . 
  3  .  .  .  .  .  .  .  . 
  2  .  .  .  .  .  .  .  . 
  1  R  .  .  .  .  .  .  . 
     a  b  c  d  e  f  g  h

    h#1                2 + 1

";
    assert!(text.starts_with(page), "{text}");
    assert_eq!(code, 0);
    assert!(text.ends_with("\nno solution\n"), "{text}");
}

/// What Olive, an editor of problems, writes for Popeye, and what it does with the answer: it drops the first line and the last for its
/// short notation, the last two when it takes the solution over.
#[test]
fn olive_starts_it_in_the_place_of_popeye() {
    let answer = |problem: &str| {
        let file = Scratch::new("problem", problem);
        let mut command = Command::new(env!("CARGO_BIN_EXE_katydid"));
        let output = command.args(["-maxmem", "64M"]).arg(&*file).output();
        let output = output.expect("the program runs");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
        let text = String::from_utf8(output.stdout).expect("the output is text");
        let lines: Vec<String> = text.trim().lines().map(str::to_owned).collect();
        assert!(lines[0].starts_with("Katydid "), "{text}");
        let [between @ .., gap, last] = &lines[1..] else {
            panic!("{text}");
        };
        assert_eq!(gap, "");
        assert!(last.contains(" moves played in "), "{text}");
        (between.join("\n"), last.clone())
    };
    let battle = "BeginProblem\nStipulation #2\nOption Variation NoBoard SetPlay Defence 1 MoveNumbers\nPieces\n  \
                  white  Kf6 Ra1 Sc3\n  black  Kh8\nEndProblem";
    let (solution, last) = answer(battle);
    assert!(
        solution.contains("   1.Kf6-f7 ! threat:\n         2.Ra1-h1 #\n"),
        "{solution}"
    );
    assert!(last.starts_with("cooked: "), "{last}");
    let twins = "BeginProblem\nStipulation h#1\nOption Variation NoBoard\nPieces\n  black  Kh8\n  white  Kf7 Rb1\nTwin Move b1 a1\n\
                 Twin Stipulation h#1.5\nEndProblem";
    let (solution, last) = answer(twins);
    for heading in ["a)", "b) b1-a1", "c) h#1.5"] {
        assert!(solution.lines().any(|line| line == heading), "{solution}");
    }
    assert!(!solution.contains("sound"), "{solution}");
    assert_eq!(last.matches("; ").count(), 2, "{last}");
    let legal = "BeginProblem\nStipulation ~1\nOption Variation NoBoard HalfDuplex\nPieces\n  white  Kf6\n  black  Kh8\nEndProblem";
    let (solution, _) = answer(legal);
    assert!(
        solution.contains("1.Kh8-g8") && solution.contains("1.Kh8-h7"),
        "{solution}"
    );
}

/// The words of a command line, quoted ones whole.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(index, part)| {
        if index % 2 == 1 {
            vec![part]
        } else {
            part.split_whitespace().collect()
        }
    });
    words.collect()
}

/// The files `tests/problems/*.txt`: command lines behind `$ katydid solve`, each with the page that it writes.
#[test]
fn pages_are_as_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/problems");
    let mut commands = 0;
    for entry in std::fs::read_dir(folder).expect("the problems are there") {
        let path = entry.expect("the folder can be listed").path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("the file is readable");
        for part in text.split("$ katydid solve ").skip(1) {
            let (line, page) = part.split_once('\n').expect("a page");
            let (written, _) = output(&[&words(line)[..], &["--quiet"]].concat());
            let plain = |text: &str| {
                let lines = text.lines().map(str::trim_end);
                lines
                    .collect::<Vec<_>>()
                    .join("\n")
                    .trim_matches('\n')
                    .to_owned()
            };
            assert_eq!(plain(&written), plain(page), "{line}");
            commands += 1;
        }
    }
    assert!(commands > 10);
}

#[test]
fn battle_play_is_written_as_a_tree() {
    let (text, code) = output(&[
        "--fen",
        "8/7R/8/R7/7r/5K2/5RpP/1A2A1k1",
        "--stipulation",
        "#2",
        "--option",
        "Try Variation NoBoard",
        "--quiet",
    ]);
    let expected = "
   1.Rf2-f1 + !
      1...Kg1*h2
         2.Rh7*h4 #
   1.Rf2*g2 + ?
     but
      1...Kg1-h1 !
   1.Rh7*h4 ? threat:
         2.Rf2-f1 #
     but
      1...Kg1-h1 !

sound: 1 key
";
    assert_eq!((text.as_str(), code), (&expected[1..], 0));
}

#[test]
fn twins_have_headings_and_records() {
    let arguments = [
        "--fen",
        "6k1/6p1/8/6N1/8/7n/8/4K2R",
        "--stipulation",
        "h#2",
        "--twin",
        "b) h3-h4",
    ];
    let (text, code) = output(&[&arguments[..], &["--quiet"]].concat());
    assert_eq!(code, 0);
    assert!(
        text.contains("\na)\n\n   1.Kg8-h8 Rh1-f1 2.Nh3-g1 Rf1-f8 #\n"),
        "{text}"
    );
    assert!(text.contains("\nb) h3-h4\n"), "{text}");
    assert!(
        text.contains("   1.Kg8-h8 0-0 2.Nh4-g2 Rf1-f8 #\n"),
        "{text}"
    );
    let (text, code) = output(&[&arguments[..], &["--json"]].concat());
    assert_eq!(code, 0);
    let records = records(&text);
    assert_eq!(records.len(), 2);
    assert_eq!(records[0]["twin"], "a");
    assert_eq!(records[1]["twin"], "b");
    assert_eq!(records[0]["solutions"][0][0], "g8h8");
    for record in records {
        assert_eq!(record["verdict"], "sound");
        assert_eq!(record["complete"], true);
        assert_eq!(record["root"]["done"], record["root"]["total"]);
        assert!(record["nodes"].is_u64() && record["time_ms"].is_u64());
        assert!(record.get("keys").is_none() && record.get("error").is_none());
    }
}

/// A position in which help play has floods of solutions.
const FLOOD: [&str; 6] = [
    "--fen",
    "1k6/pp6/8/8/3Q1B2/8/PPP2PPP/RNB2KNR",
    "--stipulation",
    "h#4",
    "--threads",
    "1",
];

#[test]
fn set_play_does_not_use_up_the_solutions_that_are_wanted() {
    let problem = ["--fen", "7k/7p/8/8/8/8/8/KR4R1", "-s", "h#2"];
    let options = ["--option", "SetPlay", "--json"];
    let most = ["--max-solutions", "2"];
    let (text, code) = output(&[&problem[..], &options, &most].concat());
    assert_eq!(code, 1);
    let record = &records(&text)[0];
    let count = |lines: &Value| lines.as_array().map(Vec::len);
    assert_eq!(count(&record["set"]), Some(2), "{text}");
    assert_eq!(count(&record["solutions"]), Some(2), "{text}");
}

#[test]
fn floods_of_solutions_keep_the_memory_limit_and_are_sorted() {
    let (text, code) = output(&[&FLOOD[..], &["--memory", "4M", "--json"]].concat());
    assert_eq!(code, 1);
    let record = &records(&text)[0];
    assert_eq!(record["verdict"], "partial");
    let lines = record["solutions"].as_array().expect("lines");
    assert!((1000..100_000).contains(&lines.len()), "{}", lines.len());
    let text_of = |line: &Value| (line.as_array().map(Vec::len), line.to_string());
    assert!(lines.is_sorted_by_key(text_of));
    let (text, code) = output(&[&FLOOD[..], &["--memory", "1M", "--quiet"]].concat());
    assert_eq!(code, 1);
    assert!(
        text.ends_with("first moves searched; the solutions fill the memory\n"),
        "{}",
        text.lines().last().unwrap_or_default()
    );
}

#[test]
fn battle_play_has_keys_tries_set_play_and_the_tree_of_all_black_moves() {
    let (text, code) = output(&[
        "--fen",
        "8/7R/8/R7/7r/5K2/5RpP/1A2A1k1",
        "--stipulation",
        "#2",
        "--option",
        "Try Variation SetPlay",
        "--json",
    ]);
    assert_eq!(code, 0);
    let record = &records(&text)[0];
    assert_eq!(record["keys"], json!(["f2f1"]));
    assert_eq!(
        record["tries"][0],
        json!({"move": "f2g2", "refutations": ["g1h1"]})
    );
    assert_eq!(record["set"]["h4h2"], json!(["f2f1"]));
    assert_eq!(record["pieces"], json!({"A": "gQ:A"}));
    let marks = record["tree"].as_array().expect("a list");
    let marks: Vec<&Value> = marks.iter().map(|node| &node["mark"]).collect();
    assert_eq!(marks, ["!", "?", "?"]);
    let key = &record["tree"][0];
    assert_eq!(key["threats"], json!([]));
    let defence = &key["defences"][0];
    assert_eq!(defence["move"], "g1h2");
    assert_eq!(
        (&defence["defends"], &defence["goal"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(defence["answers"][0]["move"], "h7h4");
    assert!(record.get("solutions").is_none());
}

#[test]
fn a_limit_makes_the_result_partial() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let long = ["--fen", start, "--stipulation", "h#8", "--max-time", "0.2"];
    let (text, code) = output(&[&long[..], &["--json"]].concat());
    assert_eq!(code, 1);
    let record = &records(&text)[0];
    assert_eq!(record["verdict"], "partial");
    assert_eq!(record["complete"], false);
    let (text, code) = output(&[&long[..4], &["--max-nodes", "5000"]].concat());
    assert_eq!(code, 1);
    assert!(text.contains("\npartial: 0 solutions; "), "{text}");
}

#[test]
fn the_longest_help_play_is_searched_on_every_thread() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for threads in ["1", "2"] {
        let rest = ["-s", "h#100", "--max-nodes", "200000", "--threads", threads];
        let (text, code) = output(&[&["--fen", board], &rest[..]].concat());
        assert_eq!(code, 1, "{threads}: {text}");
        assert!(text.contains("partial: "), "{threads}: {text}");
    }
}

#[test]
fn wrong_input_is_refused_with_its_token() {
    for (arguments, said) in [
        (vec!["--fen", "8/8", "--stipulation", "#2"], "'8/8'"),
        (
            vec!["--fen", "4k3/8/8/8/8/8/8/4K3", "--stipulation", "k#2"],
            "'k#2'",
        ),
        (
            vec!["hopgi", "--fen", "8/8/8/8/8/8/8/8", "--stipulation", "#2"],
            "hopgi",
        ),
        (
            vec![
                "--fen",
                "4k3/8/8/8/8/8/8/4K3",
                "--stipulation",
                "#2",
                "--option",
                "Neutral",
            ],
            "Neutral",
        ),
        (
            vec![
                "--fen",
                "4k3/8/8/8/8/8/8/4K3",
                "--stipulation",
                "#2",
                "--condition",
                "ludo",
            ],
            "ludo",
        ),
        (
            vec!["--fen", "4k3/4R3/8/8/8/8/8/4K3", "--stipulation", "#2"],
            "capture the king",
        ),
        (vec!["--fen", "4k3/8/8/8/8/8/8/4K3"], "--stipulation"),
        (vec!["--file", "no/such/file"], "no/such/file"),
        (vec!["--file", "a", "--memory", "12Q"], "'12Q'"),
    ] {
        let text = complaint(&arguments);
        assert!(text.contains(said), "{arguments:?}: {text}");
    }
}

#[test]
fn a_wrong_problem_ends_only_itself() {
    let text = "BeginProblem
pieces white Kf6 Ra1 black Kh8
stipulation h#1.5
option NoBoard
NextProblem
pieces white Kf6 totalinvisible Ra1
stipulation h#1
NextProblem
pieces white Kf6 Ra1 black Kg8
stipulation #1
option NoBoard
EndProblem
";
    let file = Scratch::new("three.inp", text);
    let (text, code) = output(&["--file", &file.display().to_string(), "--json"]);
    assert_eq!(code, 2);
    let found = records(&text);
    let numbers: Vec<&Value> = found.iter().map(|record| &record["problem"]).collect();
    assert_eq!(numbers, [1, 2, 3]);
    let error = found[1]["error"].as_str().expect("an error");
    assert!(
        error.contains("line 6, column 18: Popeye's colour TotalInvisible"),
        "{error}"
    );
    assert_eq!(found[2]["keys"], json!([]));
    let from_stdin = solve(&["--file", "-", "--quiet"])
        .write_stdin(std::fs::read_to_string(&*file).expect("the file is there"))
        .output()
        .expect("the program runs");
    assert_eq!(from_stdin.status.code(), Some(2));
    let text = String::from_utf8_lossy(&from_stdin.stdout).into_owned();
    assert!(text.contains("1...Kf6-f7 2.Kh8-h7 Ra1-h1 #\n"), "{text}");
}

#[test]
fn a_twin_that_is_no_position_ends_only_itself() {
    let arguments = [
        "--fen",
        "7k/8/5K2/8/8/8/8/R7",
        "--stipulation",
        "h#1.5",
        "--twin",
        "b) a1-h1",
        "--twin",
        "c) a1-b1",
    ];
    let (text, code) = output(&arguments);
    assert_eq!(code, 2);
    let refused = "\nb) a1-h1\n\nrefused: the side to play can capture the king\n\nc) a1-b1\n\n";
    assert!(text.contains(refused), "{text}");
    let (text, code) = output(&[&arguments[..], &["--json"]].concat());
    assert_eq!(code, 2);
    let found = records(&text);
    assert_eq!(found.len(), 3);
    assert_eq!(found[1]["error"], "the side to play can capture the king");
    assert_eq!(found[2]["solutions"][0][0], "f6f7");
}

#[test]
fn a_diagram_in_which_the_king_can_be_captured_is_shown() {
    let problem = "BeginProblem
pieces white Kf6 Rh1 black Kh8
stipulation #1
NextProblem
pieces white Kf6 Ra1 Bd4e4 black Kh8
stipulation #1
option NoBoard
EndProblem
";
    let file = Scratch::new("illegal.inp", problem);
    let path = file.display().to_string();
    let (text, code) = output(&["--file", &path, "--quiet"]);
    assert_eq!(code, 2);
    let refused =
        "    #1                 2 + 1\n\nrefused: the side to play can capture the king\n";
    assert!(text.contains(refused), "{text}");
    assert!(text.contains("   1.Kf6-f7 # !\n"), "{text}");
    let (framed, code) = output(&["--file", &path, "--framed"]);
    assert_eq!(code, 0, "as Popeye's");
    assert!(framed.contains(refused), "{framed}");
}

#[test]
fn legality_and_superfluous_pieces() {
    let (text, code) = output(&[
        "--fen",
        "4k3/8/8/8/8/8/PPPPPPPP/3QKQ2",
        "--stipulation",
        "#2",
        "--check",
        "--option",
        "NoBoard",
    ]);
    assert_eq!(code, 0);
    assert_eq!(
        text,
        "White has at least 1 promoted piece, but only 0 pawns are missing.\n"
    );
    let (text, code) = output(&[
        "--fen",
        "7k/8/6K1/8/8/8/n7/1R6",
        "--stipulation",
        "#1",
        "--minimise",
        "--quiet",
        "--option",
        "NoBoard",
    ]);
    assert_eq!(code, 0);
    assert!(text.contains("sound without bNa2\n"), "{text}");
    assert!(!text.contains("wRb1"), "{text}");
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    use std::io::Read as _;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_katydid"))
        .args(["solve", "--stipulation", "h~2", "--fen"])
        .arg("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let mut said = String::new();
    let mut stderr = child.stderr.take().expect("it is piped");
    stderr.read_to_string(&mut said).expect("text");
    let status = child.wait().expect("it ends");
    assert!(status.success(), "{status:?} {said}");
    assert!(!said.contains("panick"), "{said}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_the_search_and_what_was_found_is_printed() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    for signal in ["-INT", "-TERM"] {
        let child = Command::new(env!("CARGO_BIN_EXE_katydid"))
            .args(["solve", "--json", "--stipulation", "h#9", "--fen"])
            .arg("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        std::thread::sleep(Duration::from_millis(500));
        let stopped = Instant::now();
        let id = child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        let output = child.wait_with_output().expect("it ends");
        // Without optimisation, beside other tests: what is asked of the program is a tenth of a second.
        assert!(stopped.elapsed() < Duration::from_secs(2));
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(records(&text)[0]["verdict"], "partial");
    }
}
