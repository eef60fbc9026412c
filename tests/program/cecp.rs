//! Conversations in XBoard's protocol, as scripts: see `tests/transcripts`.
//!
//! `> line` is said to the engine; `< pattern` waits for a line that fits (`*` stands for anything, `?` for one character),
//! passing over others; `! pattern` is no line of those that the last wait has passed or found; `#` begins a comment.

use crate::engine::Engine;

/// Whether a line fits a pattern in which `*` stands for any text, also none.
fn fits(pattern: &str, line: &str) -> bool {
    let mut letters = pattern.chars();
    match (letters.next(), line.chars().next()) {
        (None, found) => found.is_none(),
        (Some('*'), found) => {
            fits(letters.as_str(), line)
                || found.is_some_and(|found| fits(pattern, &line[found.len_utf8()..]))
        }
        (Some(wanted), Some(found)) => {
            (wanted == '?' || wanted == found) && fits(letters.as_str(), &line[found.len_utf8()..])
        }
        (Some(_), None) => false,
    }
}

fn act(name: &str) {
    let path = format!(
        "{}/tests/transcripts/{name}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let script = std::fs::read_to_string(&path).expect("the transcript is there");
    let mut engine = Engine::start();
    let mut checks = 0;
    let mut passed = Vec::new();
    for (number, line) in script.lines().enumerate() {
        match line.split_once(' ') {
            Some(("<", pattern)) => {
                checks += 1;
                passed.clear();
                loop {
                    let next = engine.next_line().unwrap_or_else(|| {
                        panic!(
                            "{name}:{}: no '{pattern}' came, only {passed:#?}",
                            number + 1
                        )
                    });
                    let found = fits(pattern, &next);
                    passed.push(next);
                    if found {
                        break;
                    }
                }
            }
            Some(("!", pattern)) => {
                let found = passed.iter().find(|line| fits(pattern, line));
                assert_eq!(found, None, "{name}:{}", number + 1);
            }
            Some((">", "quit")) => {}
            Some((">", words)) => engine.say(words),
            _ => assert!(
                line.is_empty() || line.starts_with('#'),
                "{name}:{}: {line}",
                number + 1
            ),
        }
    }
    assert!(checks > 2, "{name} checks next to nothing");
    engine.quit();
}

#[test]
fn patterns_fit_what_they_should() {
    assert!(fits("pong 1", "pong 1") && !fits("pong 1", "pong 12"));
    assert!(fits("a*c", "abbc") && fits("a*c*", "axcx") && !fits("a*c", "abd"));
}

#[test]
fn grasshopper_chess_is_announced_and_played() {
    act("grasshopper");
}

#[test]
fn rifles_shoot_and_come_back() {
    act("rifle");
}

#[test]
fn the_engine_plays_analyses_and_judges() {
    act("playing");
}

#[test]
fn pings_wait_for_the_move_and_null_moves_pass() {
    act("pings");
}

#[test]
fn linked_kings_take_three_plies() {
    act("hopgi");
}

#[test]
fn turned_pieces_are_shown_by_further_plies() {
    act("effects");
}

#[test]
fn pieces_that_change_themselves_are_shown_at_once() {
    act("conditions");
}

#[test]
fn taking_back_lands_inside_moves_too() {
    act("takeback");
}

#[test]
fn another_engine_shows_its_own_turns() {
    act("match");
}

#[test]
fn displaced_pieces_go_in_plies_of_their_own() {
    act("dynamo");
}

#[test]
fn serial_turns_are_told_and_taken_back_by_leg() {
    act("serial");
}

#[test]
fn players_declare_pieces_and_name_hurdles() {
    act("hurdles");
}

#[test]
fn walls_are_placed_by_mouse_and_dropped_behind_moves() {
    act("walls");
}

#[test]
fn nothing_clumsy_disturbs_the_game() {
    act("clumsy");
}

#[test]
fn other_front_ends_get_all_games_and_plain_moves() {
    act("frontends");
}

#[test]
fn play_goes_on_after_a_claim() {
    act("claims");
}

/// Lines of any piece type in the middle of a search: the engine answers and the game stands.
#[test]
fn hostile_lines_are_survived() {
    let mut engine = Engine::start();
    for line in ["xboard", "protover 2", "force", "usermove e2e4", "analyze"] {
        engine.say(line);
    }
    let hostile: &[&[u8]] = &[
        b"\0\0\0",
        b"\xff\xfe\xfd",
        b"usermove \0",
        b"usermove e7e5\0",
        b"usermove e7e5q",
        b"level",
        b"level 1 2 3 4",
        b"level -1 -1 -1",
        b"level 40 99999999999999 0",
        b"time 99999999999999999999",
        b"otim -99999999999999999999",
        b"st 1e300",
        b"st nan",
        b"st -inf",
        b"sd 999999999999",
        b"nps x",
        b"memory 99999999999999",
        b"memory -1",
        b"cores 100000",
        b"option",
        b"option =",
        b"option Hash",
        b"exclude",
        b"include all all",
        b"lift",
        b"lift a0",
        b"put i9",
        b"setboard",
        b"setboard x",
        b"setboard 8/8/8/8/8/8/8/8/8 w",
        b"setboard KKKKKKKK/8/8/8/8/8/8/kkkkkkkk w - - 0 1",
        b"variant",
        b"variant \xc3\xa9",
        b"edit\n?",
        b".",
        b"result",
        b"undo 5",
        b"accepted",
        b"protover",
        b"usermove P@e4",
        b"usermove @@@@,@@@@",
        b"usermove ,,,,",
        b"hover \xf0\x9f\x98\x80",
        b"ping",
    ];
    for line in hostile {
        // An `edit` takes everything up to its point for pieces: that is its right.
        if line.starts_with(b"edit") {
            continue;
        }
        engine.say_bytes(line);
    }
    engine.say("exit");
    for _ in 0..3 {
        engine.say("undo");
    }
    engine.say("usermove d2d4");
    engine.say("d");
    let lines = engine.until("# Fen: ");
    let fen = lines.last().expect("the FEN");
    assert!(
        fen.ends_with("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"),
        "{fen}"
    );
    engine.quit();
}

/// XBoard's settings name the page that New Variant shows, also where the program's name has chosen it.
#[test]
fn the_settings_name_the_page_that_is_shown() {
    let option = "feature option=\"New Variant shows -combo ";
    for (arguments, present) in [
        (&[][..], "*games that XBoard can judge /// other games 1 "),
        (
            &["--effects"],
            "games that XBoard can judge /// *other games 1 ",
        ),
    ] {
        let mut engine = Engine::with(arguments, &[]);
        engine.say("xboard");
        engine.say("protover 2");
        engine.until(&format!("{option}{present}"));
    }
}

/// XBoard adds an empty argument to an engine's command line that ends with a quote.
#[test]
fn an_empty_last_argument_is_ignored() {
    let mut engine = Engine::with(&["--effects", ""], &[]);
    engine.say("xboard");
    engine.say("protover 2");
    engine.until("feature done=1");
    engine.quit();
}
