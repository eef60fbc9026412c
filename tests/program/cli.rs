//! The sub-commands of the built binary.

use crate::scratch::Scratch;
use assert_cmd::Command;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The program with these arguments.
pub fn katydid(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_katydid"));
    command.args(arguments).env_remove("KATYDID_VARIANTS");
    command
}

/// What the program prints with these arguments.
pub fn output(arguments: &[&str]) -> String {
    let assert = katydid(arguments).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is text")
}

#[test]
fn perft_counts() {
    assert!(output(&["perft", "grasshopper", "2"]).starts_with("782 turns in "));
    let divided = output(&[
        "perft",
        "chess",
        "1",
        "--divide",
        "--fen",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    ]);
    assert!(divided.contains("e1g1: 1\n"));
    katydid(&["perft", "ludo", "1"]).assert().failure();
}

#[test]
fn variants_are_listed_and_explained() {
    let list = output(&["variants"]);
    let begins = |text: &str| list.lines().position(|line| line.starts_with(text));
    assert!(begins("Hoppers") < begins("  grasshopper ") && begins("Hoppers").is_some());
    let more = output(&["variants", "--more"]);
    assert!(more.starts_with("From elsewhere\n  3check "), "{more}");
    let page = output(&["variants", "grasshopper"]);
    assert!(page.contains("Grasshopper") && page.contains("Start: rnbqkbnr/gggggggg/"));
}

/// The files of a folder and of its folders, with their texts.
fn texts(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() {
            let name = path.file_name().map(PathBuf::from).expect("a name");
            let inner = texts(&path).into_iter();
            found.extend(inner.map(|(file, text)| (name.join(file), text)));
        } else {
            let name = path.file_name().map(PathBuf::from).expect("a name");
            found.insert(name, std::fs::read_to_string(&path).expect("a text"));
        }
    }
    found
}

#[test]
fn pages_of_games_are_those_of_the_documents() {
    let folder = tempfile::tempdir().expect("a folder");
    output(&["pages", &folder.path().display().to_string()]);
    let made = texts(folder.path());
    let kept = texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/games"));
    let names = |files: &BTreeMap<PathBuf, String>| files.keys().cloned().collect::<Vec<_>>();
    let advice = "run `rm -r docs/games` and `katydid pages docs/games`";
    assert_eq!(names(&made), names(&kept), "{advice}");
    for (name, text) in made {
        assert_eq!(text, kept[&name], "{}: {advice}", name.display());
    }
}

#[test]
fn bench_tells_nodes_and_speed() {
    let text = output(&["bench", "1"]);
    let number = |unit: &str| {
        text.lines()
            .find_map(|line| line.strip_suffix(unit)?.trim().parse::<u64>().ok())
    };
    assert!(number(" nodes").is_some_and(|nodes| nodes > 0), "{text}");
    assert!(number(" nps").is_some(), "{text}");
}

#[test]
fn a_new_file_is_a_game_to_begin_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.toml").display().to_string();
    let said = output(&["new", "my-game", "--inherits", "hopgi", "--output", &file]);
    assert!(said.contains(&format!("katydid check {file}")), "{said}");
    let text = std::fs::read_to_string(&file).expect("the file");
    assert!(text.contains("`katydid schema` prints all keys"), "{text}");
    assert!(text.contains("share/doc/katydid"), "{text}");
    let checked = output(&["check", &file]);
    assert!(checked.starts_with("OK my-game\n"), "{checked}");
    assert!(!checked.contains("warning"), "{checked}");
    for (arguments, reason) in [
        (["new", "my-game", "--output", &file], "is there already"),
        (
            ["new", "My Game", "--output", &file],
            "'My Game' is no name of a game",
        ),
        (
            ["new", "chess", "--output", &file],
            "there is a game 'chess' already",
        ),
        (["new", "x", "--inherits", "chss"], "chess"),
    ] {
        let assert = katydid(&arguments).assert().code(1);
        let told = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(told.contains(reason), "{told}");
    }
}

/// Keys of a file that a schema does not have.
fn unknown_keys(file: &toml::Table, schema: &serde_json::Value) -> Vec<String> {
    let mut unknown = Vec::new();
    for (key, value) in file {
        let property = &schema["properties"][key];
        if property.is_null() {
            unknown.push(key.clone());
        }
        let inner = match value {
            toml::Value::Table(table) => vec![(table, property)],
            toml::Value::Array(items) => {
                let tables = items.iter().filter_map(toml::Value::as_table);
                tables.map(|table| (table, &property["items"])).collect()
            }
            _ => Vec::new(),
        };
        unknown.extend(
            inner
                .into_iter()
                .flat_map(|(table, schema)| unknown_keys(table, schema)),
        );
    }
    unknown
}

#[test]
fn the_schema_has_every_key_of_the_games() {
    let schema: serde_json::Value = serde_json::from_str(&output(&["schema"])).expect("JSON");
    assert_eq!(
        schema["properties"]["ends"]["properties"]["stalemate"]["enum"][0],
        "draw"
    );
    let keys = &schema["properties"];
    let repetitions = &keys["ends"]["properties"]["repetitions"];
    assert_eq!([&repetitions["minimum"], &repetitions["maximum"]], [0, 20]);
    assert_eq!(repetitions["not"]["enum"], serde_json::json!([1]));
    let goals = &keys["ends"]["properties"]["goals"]["items"]["properties"];
    assert_eq!(goals["checks"]["minimum"], 1);
    let conditions = keys["conditions"]["items"]["enum"].as_array();
    assert!(conditions.is_some_and(|names| names.iter().any(|name| name == "circe")));
    let piece = &keys["piece"]["items"]["properties"];
    assert_eq!(piece["letter"]["pattern"], r"^\+?[A-Z]$");
    assert_eq!(piece["by_rank"]["items"]["minimum"], -500);
    let described = |key: &str| goals[key]["description"].as_str().unwrap_or_default();
    assert!(
        described("by").ends_with("If absent: royal pieces."),
        "{}",
        described("by")
    );
    assert!(described("lost").contains("on the board and in hand"));
    assert!(described("reach").contains("`*4` is a rank, `e*` a file"));
    let pattern = goals["reach"]["pattern"].as_str();
    assert_eq!(pattern, piece["drop"]["pattern"].as_str());
    assert!(pattern.is_some_and(|pattern| pattern.starts_with('^')));
    assert_eq!(keys["ends"]["description"], "How games end.");
    let text = schema.to_string();
    assert!(!text.contains("](") && !text.contains("see below") && !text.contains("Spanned"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants");
    let mut games = 0;
    for folder in ["", "examples", "weights", "more"].map(|name| folder.join(name)) {
        for entry in folder.read_dir().into_iter().flatten().flatten() {
            let path = entry.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "toml")
            {
                let text = std::fs::read_to_string(&path).expect("a file");
                let file: toml::Table = toml::from_str(&text).expect("TOML");
                assert_eq!(unknown_keys(&file, &schema), [""; 0], "{}", path.display());
                games += 1;
            }
        }
    }
    assert!(games > 60, "{games}");
}

#[test]
fn check_says_ok_or_what_is_wrong_and_where() {
    let good = Scratch::new("good.toml", "name = \"good\"\ninherits = \"chess\"\n");
    let bad = Scratch::new(
        "bad.toml",
        "name = \"bad\"\ninherits = \"chess\"\n\n[[piece]]\nletter = \"N\"\nmovement = \"Nx\"\n",
    );
    let (good_path, bad_path) = (good.display().to_string(), bad.display().to_string());
    let text = output(&["check", &good_path]);
    for part in [
        "OK good\n",
        "1 | R | N | B | Q | K | B | N | R |\n",
        "N  Knight (N): leaps as a knight\n",
        "K  King (KisO2): steps one square straight or diagonally; castles\n",
        "     promotes to queen, rook, bishop, knight\n",
        "Ends: checkmate wins; stalemate draws; a king with a single N or B draws against a bare king; \
         the third repetition draws; 100 half-moves without progress draw\n",
        "Perft from the start: 20, 400, 8902\n",
    ] {
        assert!(text.contains(part), "{text}\nlacks {part}");
    }
    assert!(
        !text.contains("warning") && !text.contains("note"),
        "{text}"
    );
    let small = Scratch::new(
        "small.toml",
        "name = \"small\"\ninherits = \"chess\"\nstart = \"rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\"\n",
    );
    let text = output(&["check", &small.display().to_string()]);
    for part in [
        "note: the inherited castling is dropped: kings castle on the 8x8 board alone\n",
        "note: the inherited `by_rank` of ",
    ] {
        assert!(text.contains(part), "{text}\nlacks {part}");
    }
    let assert = katydid(&["check", &bad_path, &good_path]).assert().code(1);
    let text = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    assert!(text.starts_with(&format!("{bad_path}:6:")), "{text}");
    assert!(text.contains("OK good\n"), "{text}");
    let assert = katydid(&["check", "no/such/file.toml"]).assert().code(1);
    assert!(String::from_utf8_lossy(&assert.get_output().stdout).contains("no/such/file.toml"));
}

/// Two sound files and three broken ones, one of which inherits from a broken one.
fn mixed_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("almost", "inherits = \"chess\"\n"),
        ("another", "inherits = \"zz-base\"\n"),
        ("broken", "inherits = \"chess\"\n[ends]\ngoal = \"race\"\n"),
        ("heir", "inherits = \"broken\"\n"),
        ("zz-base", "inherits = \"chess\"\n"),
    ] {
        let file = folder.path().join(format!("{name}.toml"));
        std::fs::write(file, format!("name = \"{name}\"\n{text}")).expect("a file");
    }
    std::fs::write(folder.path().join("latin.toml"), b"name = \"M\xfcller\"\n").expect("a file");
    folder
}

#[test]
fn a_broken_file_in_a_folder_costs_none_of_the_others() {
    let folder = mixed_folder();
    let path = folder.path().display().to_string();
    let wrong = [
        "broken.toml:4:8: unknown value `race` of `goal`",
        "heir.toml:2:13: no variant 'broken' to inherit from",
        "latin.toml: cannot be read",
    ];
    let assert = katydid(&["check", &path]).assert().code(1);
    let text = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    for part in wrong
        .into_iter()
        .chain(["OK almost\n", "OK another\n", "OK zz-base\n"])
    {
        assert!(text.contains(part), "{text}\nlacks {part}");
    }
    let assert = katydid(&["--variants", &path, "perft", "another", "2"]);
    let assert = { assert }.assert().success();
    let told = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    for part in wrong {
        assert!(told.contains(part), "{told}\nlacks {part}");
    }
    for arguments in [vec!["--variants", &path], vec![]] {
        let mut command = katydid(&arguments);
        if arguments.is_empty() {
            command.env("KATYDID_VARIANTS", &path);
        }
        let input = "uci\nsetoption name UCI_Variant value almost\nisready\nquit\n";
        let assert = command.write_stdin(input).assert().success();
        let text = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
        assert!(text.contains("uciok\ninfo string error: "), "{text}");
        assert!(
            text.contains("info string variant almost files 8"),
            "{text}"
        );
        assert!(text.contains(wrong[0]), "{text}");
    }
    let input = format!(
        "uci\nsetoption name VariantPath value {path}\nsetoption name UCI_Variant value another\nquit\n"
    );
    let assert = katydid(&[]).write_stdin(input).assert().success();
    let text = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    assert!(
        text.contains("info string variants loaded: almost zz-base another"),
        "{text}"
    );
    assert!(
        text.contains("info string variant another files 8"),
        "{text}"
    );
    for part in wrong {
        assert!(text.contains(part), "{text}\nlacks {part}");
    }
}

#[test]
fn a_path_without_games_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    let assert = katydid(&["check", &path]).assert().code(1);
    let text = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    assert!(text.contains("no `.toml` file in this folder"), "{text}");
    katydid(&["--variants", &path, "variants"])
        .assert()
        .failure();
    let start = katydid(&["--variants", &path])
        .write_stdin("uci\nquit\n")
        .assert()
        .success();
    let text = String::from_utf8_lossy(&start.get_output().stdout).into_owned();
    assert!(text.contains("uciok\ninfo string error: "), "{text}");
}

/// Nobody has to find out by reading how a flag is called now.
#[test]
fn a_former_flag_names_the_present_one() {
    for (arguments, flag) in [
        (["perft", "hurdlers", "1", "--men=X=moose"], "'--pieces'"),
        (
            ["solve", "--stipulation=#1", "--fen=k", "--man=X=moose"],
            "'--piece'",
        ),
    ] {
        let assert = katydid(&arguments).assert().failure();
        let told = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(told.contains("unexpected argument '--m"), "{told}");
        assert!(told.contains(flag), "{told}");
    }
}

#[test]
fn a_wrong_path_is_an_error_but_keeps_no_front_end_from_starting() {
    katydid(&["--variants", "no/such/folder", "variants"])
        .assert()
        .failure();
    let wrong = |arguments| {
        let mut command = katydid(arguments);
        command.env("KATYDID_VARIANTS", "no/such/folder");
        command
    };
    let assert = wrong(&["variants"]).assert().failure();
    let told = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(
        told.lines().count() == 1 && told.contains("KATYDID_VARIANTS: no/such/folder"),
        "{told}"
    );
    wrong(&[]).write_stdin("uci\nquit\n").assert().success();
}

#[test]
fn a_wrong_name_gets_those_like_it() {
    for arguments in [
        ["perft", "hopg", "1"],
        ["play", "hopg", "--letters"],
        ["analyse", "hopg", "--json"],
    ] {
        let assert = katydid(&arguments).assert().failure();
        let told = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(
            told.starts_with("katydid: unknown game 'hopg': did you mean 'hopgi'?"),
            "{told}"
        );
    }
}

/// The objects that a command writes, a line each.
fn objects(arguments: &[&str]) -> Vec<serde_json::Value> {
    let text = output(arguments);
    let objects = text.lines().map(serde_json::from_str);
    objects.collect::<Result<_, _>>().expect("JSON")
}

#[test]
fn commands_write_objects_for_scripts() {
    let games = objects(&["variants", "--json"]);
    assert!(games.len() > 50 && games.iter().all(|game| game["start"].is_string()));
    let game = &objects(&["variants", "hopgi", "--json"])[0];
    assert_eq!(
        (&game["files"], &game["pieces"][3]["letter"]),
        (&7.into(), &"F".into())
    );
    let count = &objects(&["perft", "chess", "2", "--divide", "--json"])[0];
    assert_eq!(
        (&count["turns"], &count["divide"]["e2e4"]),
        (&400.into(), &20.into())
    );
    let count = &objects(&["bench", "1", "--json"])[0];
    assert!(count["nodes"].as_u64() > Some(1000), "{count}");
    let folder = mixed_folder();
    let path = folder.path().display().to_string();
    let assert = katydid(&["check", &path, "--json"]).assert().code(1);
    let text = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    let found: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(
        found.iter().filter(|it| it["ok"] == false).count(),
        3,
        "{text}"
    );
    let sound = found
        .iter()
        .find(|it| it["ok"] == true)
        .expect("a sound file");
    assert_eq!(sound["perft"][1], 400);
}

#[test]
fn weights_are_laid_over_a_game_from_the_command_line() {
    let value = |arguments: &[&str]| {
        let input = "position startpos\neval\n";
        let assert = katydid(arguments).write_stdin(input).assert().success();
        String::from_utf8_lossy(&assert.get_output().stdout).into_owned()
    };
    let good = Scratch::new("chess.toml", "[weights]\ntempo = 77\n");
    assert!(!value(&[]).contains("+77"));
    assert!(value(&["--weights", &good.display().to_string()]).contains("+77"));
    let wrong = Scratch::new("grasshopper.toml", "[weights]\ntempi = 7\n");
    let assert = katydid(&["--weights", &wrong.display().to_string(), "variants"])
        .assert()
        .failure();
    let told = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(told.contains("grasshopper.toml:2:1"), "{told}");
}

#[test]
fn pictures_are_written_for_both_sides() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("pictures");
    katydid(&["pictures", &folder.to_string_lossy(), "hopgi"])
        .assert()
        .success();
    for file in ["WhiteKing.svg", "BlackKing.svg", "WhiteTower.svg"] {
        let text = std::fs::read_to_string(folder.join(file)).expect("a picture");
        assert!(text.starts_with("<svg"), "{file}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    katydid(&["pictures", &folder.to_string_lossy(), "ludo"])
        .assert()
        .failure();
}

#[test]
fn xboard_needs_a_game_that_exists() {
    let text = katydid(&["xboard", "ludo"]).assert().failure();
    let error = String::from_utf8_lossy(&text.get_output().stderr).into_owned();
    assert!(error.contains("ludo"), "{error}");
}

/// Games that XBoard cannot save faithfully are kept as they were played.
#[test]
fn games_are_kept_in_a_file() {
    let file = Scratch::new("games.txt", "");
    let script = format!(
        "xboard\nprotover 2\noption Save Games to={}\nnew\nvariant ag\nforce\nusermove a2a4\nresult 1-0 {{it is late}}\nquit\n",
        file.display()
    );
    katydid(&[]).write_stdin(script).assert().success();
    let kept = std::fs::read_to_string(&*file).expect("the games");
    assert!(
        kept.contains("[Variant \"ag\"]") && kept.contains("[Result \"1-0\"]"),
        "{kept}"
    );
    assert!(kept.contains("1. Aaa4 1-0"), "{kept}");
}

/// Games that XBoard 4.9.1 has saved (`NAME.pgn`), and what the program has kept of them (`NAME.txt`): between two copies, and
/// of a person, whose moves are completed before the engine's are shown.
#[test]
fn games_that_xboard_has_saved_are_read_as_they_were_played() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/saved");
    let copies = ["ag", "circe", "ecag", "einstein", "hopgi"].map(|name| (name, name));
    let person = [
        ("ag-person", "ag"),
        ("circe-person", "circe"),
        ("dynamo", "dynamo"),
    ];
    for (name, game) in copies.into_iter().chain(person) {
        let saved = folder.join(format!("{name}.pgn"));
        let text = output(&["convert", &saved.display().to_string()]);
        let kept = std::fs::read_to_string(folder.join(format!("{name}.txt"))).expect(name);
        // Games without effects keep their comments, and the numbers that follow them.
        let mut moves = text.split_once("\n\n").expect("tags").1.to_owned();
        while let Some((before, rest)) = moves.split_once('{') {
            moves = format!("{before}{}", rest.split_once('}').expect("its end").1);
        }
        let moves = moves
            .split_whitespace()
            .filter(|word| !word.ends_with("..."));
        assert!(moves.eq(kept.split_whitespace()), "{name}: {text}");
        assert!(text.contains(&format!("[Variant \"{game}\"]")));
    }
}

#[test]
fn saved_games_that_cannot_be_read_say_where() {
    let cases = [
        ("nothing", "", "no games in it"),
        ("variant", "[Variant \"ludo\"]\n\n1. e4 *\n", "ludo"),
        (
            "fen",
            "[FEN \"8/8 w\"]\n\n1. e4 *\n",
            "game 1, line 1: tag FEN",
        ),
        (
            "ply",
            "[Variant \"ag\"]\n\n1. Aaa4 -- 2. Aa8 *\n",
            "ply 3, 'Aa8'",
        ),
        (
            "null",
            "[Variant \"circe\"]\n\n1. e4 e5 2. -- e4 *\n",
            "ply 3, '--'",
        ),
    ];
    for (name, text, expected) in cases {
        let path = Scratch::new(&format!("{name}.pgn"), text);
        let assert = katydid(&["convert", &path.display().to_string()]).assert();
        let assert = assert.failure();
        let told = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(told.contains(expected), "{name}: {told}");
    }
    // The other games of a file are read all the same.
    let path = Scratch::new(
        "both.pgn",
        "[Variant \"ag\"]\n\n1. Ka8 *\n\n[Event \"b\"]\n\n1. e4 1-0\n",
    );
    let assert = katydid(&["convert", &path.display().to_string()])
        .assert()
        .failure();
    assert!(String::from_utf8_lossy(&assert.get_output().stdout).contains("1. e4 1-0"));
}

/// As with `| head -1`: one line is read, or none, then nobody listens any more.
#[test]
fn a_reader_who_has_seen_enough_is_no_failure() {
    let saved = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/saved/ag.pgn");
    let saved = saved.display().to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().display().to_string();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    // More complaints than a pipe holds: whoever reads one of them has gone before the last is written.
    let mut complaints = vec!["check"];
    complaints.resize(4000, "no/such/file.toml");
    let cases: &[&[&str]] = &[
        &["--help"],
        &["variants"],
        &["variants", "hopgi"],
        &["man"],
        &["completions", "bash"],
        &["completions", "zsh"],
        &["perft", "chess", "2", "--divide"],
        &["bench", "1"],
        &["convert", &saved],
        &complaints,
        &["pictures", &folder],
        &["solve", "--stipulation", "h~2", "--fen", start],
        &["play", "chess", "--depth", "1"],
        &["demo", "--turns", "2", "--time", "0.01"],
        &["uci"],
    ];
    for arguments in cases {
        for lines in [0, 1] {
            let said = unread(arguments, lines);
            assert!(!said.contains("panicked"), "{arguments:?}: {said}");
        }
    }
    std::fs::remove_dir_all(&folder).expect("the pictures are ours");
}

/// Starts the program, closes its output behind this many lines and expects success; what it said on standard error.
fn unread(arguments: &[&str], lines: usize) -> String {
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    use std::process::Stdio;
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let mut reader = (lines > 0).then(|| BufReader::with_capacity(16, reader));
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_katydid"))
        .args(arguments.iter().filter(|word| **word != "uci"))
        .env_remove("KATYDID_VARIANTS")
        .stdin(Stdio::piped())
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("it is piped");
    // A program that has ended already takes no commands.
    let _ = input.write_all(b"uci\nisready\n");
    for _ in 0..lines {
        let reader = reader.as_mut().expect("lines are read");
        reader.read_line(&mut String::new()).expect("text");
    }
    drop(reader);
    let _ = input.write_all(b"uci\nquit\n");
    drop(input);
    let mut said = String::new();
    let mut stderr = child.stderr.take().expect("it is piped");
    stderr.read_to_string(&mut said).expect("text");
    let status = child.wait().expect("it ends");
    assert!(
        status.success(),
        "{arguments:?}, {lines} lines: {status:?} {said}"
    );
    said
}

/// Complaints that nobody reads do not keep the rest from being done.
#[test]
fn complaints_need_no_reader() {
    let empty = Scratch::new("unread-empty.pgn", "");
    let saved = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/saved/ag.pgn");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_katydid"))
        .arg("convert")
        .args([&*empty, &saved])
        .stderr(writer)
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("[Variant \"ag\"]"));
}

#[cfg(all(unix, target_arch = "x86_64"))]
#[test]
fn a_build_for_the_processor_goes_on_where_one_is_installed() {
    let program = Path::new(env!("CARGO_BIN_EXE_katydid"));
    let root = tempfile::tempdir_in(program.parent().expect("a folder")).expect("a folder");
    let build = root.path().join("libexec/katydid/x86-64-v3");
    std::fs::create_dir_all(root.path().join("bin")).expect("a folder");
    std::fs::create_dir_all(&build).expect("a folder");
    let installed = root.path().join("bin/katydid");
    std::fs::hard_link(program, &installed).expect("a link");
    // Stands for that build: it says its arguments.
    std::os::unix::fs::symlink("/bin/echo", build.join("katydid")).expect("a link");

    let assert = Command::new(&installed).arg("--version").assert().success();
    let said = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    let is_portable = !cfg!(target_feature = "avx2");
    let goes_on = is_portable && std::arch::is_x86_feature_detected!("avx2");
    assert_eq!(goes_on, !said.starts_with("katydid 0"), "{said}");

    // One that does not start is said, and this one goes on.
    std::fs::remove_file(build.join("katydid")).expect("the link");
    std::fs::create_dir(build.join("katydid")).expect("a folder");
    let assert = Command::new(&installed).arg("--version").assert().success();
    let output = assert.get_output();
    assert!(output.stdout.starts_with(b"katydid 0"));
    let warned = String::from_utf8_lossy(&output.stderr).contains("does not start");
    assert_eq!(warned, goes_on);
}
