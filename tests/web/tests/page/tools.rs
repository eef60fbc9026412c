//! Analysis, problems, positions that are set up, files, matches.

use crate::{no_problems, page};
use katydid_web_tests::{match_runner, pages_with, program, square};

#[test]
fn analysis_shows_several_lines_and_stops() {
    let Some(mut page) = page() else { return };
    page.open("?game=ag");
    page.tab("analysis");
    page.set("#multipv", "5");
    page.click("#analyse");
    page.until("document.querySelectorAll('#lines .pv').length === 5");
    page.until("document.querySelectorAll('.arrows polygon').length >= 5");
    page.until("/depth [4-9]|depth [1-9][0-9]/.test(document.querySelector('#depth').textContent)");
    page.until("!document.querySelector('#bar').hidden");
    // A glance at a line's position, and back.
    page.hover("#lines .pv:nth-child(2) .turn:nth-child(2)");
    page.until("document.querySelectorAll('#board .moved').length === 0 && document.querySelectorAll('.arrows polygon').length >= 0");
    page.hover("#status");
    page.click("#analyse");
    page.until("!document.querySelector('#depth').textContent.includes('depth')");
    page.until("document.querySelectorAll('#lines .pv').length === 0");
    page.drag(&square("e3"), &square("e4"));
    page.until("document.querySelector('#status').textContent.includes('Black to move')");
    page.click("#review");
    page.until("document.querySelector('#review').textContent === 'End the review'");
    page.until("document.querySelector('#review').textContent === 'Review the line'");
    page.until("document.querySelector('.graph polyline')");
    no_problems(&mut page);
}

#[test]
fn an_endgame_table_lists_the_value_of_each_turn() {
    let Some(mut page) = page() else { return };
    page.open_at("chess", "8/8/8/3k4/8/8/8/KR6 w - - 0 1");
    page.tab("analysis");
    page.until("document.querySelector('#tables .result')?.textContent === 'win in 29'");
    page.click("#tables .win button");
    page.until("document.querySelector('#tables .result').textContent === 'loss in 28'");
    no_problems(&mut page);
}

#[test]
fn a_tree_goes_to_pgn_and_comes_back_the_same() {
    let Some(mut page) = page() else { return };
    page.open_at("ag", "4k3/8/8/4n3/3A4/8/8/4K3 w - - 0 1");
    page.tab("games");
    let pgn = "[Event \"A test\"]\n[Variant \"ag\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/4n3/3A4/8/8/4K3 w - - 0 1\"]\n\n\
               1. Af6 $1 {turned} Kd8 (1... Kf8 2. Kd2 (2. Kf2 {slow}) 2... Kg8) 2. Kd1 *";
    page.set("#pgn", pgn);
    page.click("#pgn-load");
    page.until("document.querySelectorAll('.turns button.turn').length >= 7");
    let outline = "[...document.querySelector('.turns').childNodes].map((node) => node.textContent).join('|')";
    let first = page.run(outline);
    // What the page writes names the piece that is turned; what was pasted does not.
    page.until("document.querySelector('#pgn').value.includes('{e5=w}')");
    let written = page.run("document.querySelector('#pgn').value");
    assert!(
        written
            .as_str()
            .is_some_and(|text| text.contains("{turned}")),
        "{written}"
    );
    page.open("?game=chess");
    page.tab("games");
    page.set("#pgn", written.as_str().unwrap_or_default());
    page.click("#pgn-load");
    page.until("document.querySelectorAll('.turns button.turn').length >= 7");
    assert_eq!(page.run(outline), first);
    page.until("document.querySelector('#pgn').value.includes('{turned}')");
    assert_eq!(page.run("document.querySelector('#pgn').value"), written);
    no_problems(&mut page);
}

#[test]
fn problems_are_solved_and_positions_set_up() {
    let Some(mut page) = page() else { return };
    page.open_at("chess", "k7/8/2K5/8/8/8/8/7R w - - 0 1");
    page.tab("solve");
    page.set("#stipulation", "#2");
    page.click("#solve");
    page.until("document.querySelector('#verdict').textContent.includes('key')");
    page.click("#found .step");
    page.until("document.querySelector('#found .current')");
    page.tab("edit");
    // The first tool takes nothing away; what another one takes is put back.
    page.click(&square("h1"));
    page.click(&square("h1"));
    page.click("[data-tool=erase]");
    page.click(&square("c6"));
    page.until("document.querySelector('#edit-verdict').textContent.includes('White has 0 kings')");
    page.click("#edit-undo");
    page.until(
        "document.querySelector('#edit-verdict').textContent.startsWith('A position of the game.')",
    );
    page.click(&square("c6"));
    // A draft stays over a reload.
    page.tab("play");
    page.until_told("stays under “Set up”");
    page.tab("edit");
    page.run("await new Promise((go) => setTimeout(go, 500)); return 1");
    page.reload();
    page.until("document.querySelector('#edit-verdict').textContent.includes('White has 0 kings')");
    page.click("[data-tool=wK]");
    page.click(&square("c7"));
    page.until("document.querySelector('#edit-verdict').textContent === 'A position of the game.'");
    page.set("#edit-castling", "KQ");
    page.until(
        "document.querySelector('#edit-verdict').textContent.includes('left out: castling KQ')",
    );
    page.click("#edit-use");
    page.until("document.querySelector('#tab-analysis').getAttribute('aria-selected') === 'true'");
    page.tab("games");
    page.until("document.querySelector('#fen').value.startsWith('k7/2K5/')");
    page.tab("edit");
    page.set("#edit-fen", "k7/8/2K5/8/8/8/8/6R1 w - - 0 1");
    page.until("document.querySelector('[data-square=g1] img')");
    no_problems(&mut page);
}

#[test]
fn a_running_match_is_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.pgn");
    let game = |round: u32, moves: &str| {
        format!(
            "[Event \"m\"]\n[Round \"{round}\"]\n[White \"one\"]\n[Black \"two\"]\n\n{moves}\n\n"
        )
    };
    std::fs::write(&file, game(1, "1. e2e4 e7e5 1-0")).expect("a file");
    let path = file.to_string_lossy().into_owned();
    let Some(mut page) = pages_with(&["--match", &path]) else {
        return;
    };
    page.open("");
    page.until("document.querySelector('.result')?.textContent !== null && document.querySelector('#panel-match .result').textContent === '1 games: one 1, two 0'");
    let both = game(1, "1. e2e4 e7e5 1-0") + &game(2, "1. d2d4 {+0.10/9 0.1s} *");
    std::fs::write(&file, both).expect("the file grows");
    page.until(
        "document.querySelector('#status').textContent.includes('1 of 1 turns, being played')",
    );
    assert!(page.label("d4").contains("white pawn"));
    page.click(&square("e2"));
    assert_eq!(page.run("document.querySelectorAll('.target').length"), 0);
    no_problems(&mut page);
}

#[test]
fn a_game_is_saved_in_a_file_and_opened_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut page) = page() else { return };
    page.downloads(folder.path());
    page.open_at("ag", "4k3/8/8/4n3/3A4/8/8/4K3 w - - 0 1");
    for text in ["d4f6", "e8d8", "e1d1"] {
        let before = page.run("document.querySelectorAll('.turns .turn').length");
        page.set("#typed", text);
        page.run("document.querySelector('#typing').requestSubmit()");
        page.until(&format!(
            "document.querySelectorAll('.turns .turn').length > {before}"
        ));
    }
    // A variation.
    for there in ["Move 2, White to move", "Move 1, Black to move"] {
        page.click("#previous");
        page.until(&format!(
            "document.querySelector('#status').textContent.includes('{there}')"
        ));
    }
    page.drag(&square("e8"), &square("f8"));
    page.until("document.querySelectorAll('.turns .turn').length === 4");
    let outline = "document.querySelector('.turns').textContent";
    let before = page.run(outline);
    page.tab("games");
    page.until("document.querySelector('#pgn').value.includes('Kf8')");
    let written = page.run("document.querySelector('#pgn').value");
    page.press("Save");
    let file = folder.path().join("ag.pgn");
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    let saved = loop {
        match std::fs::read_to_string(&file) {
            Ok(text) if !text.is_empty() => break text,
            _ => assert!(std::time::Instant::now() < deadline, "no file"),
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    assert_eq!(written, saved.as_str());
    assert!(
        saved.contains("{e5=w}") && saved.contains("(1... Kf8"),
        "{saved}"
    );
    page.open("?game=chess&tab=games");
    page.choose_file("#pgn-file", &file);
    page.until_told("The game is loaded");
    page.until("document.querySelectorAll('.turns .turn').length === 4");
    assert_eq!(page.run(outline), before);
    page.until("document.querySelector('#pgn').value.includes('Kf8')");
    assert_eq!(
        page.run("document.querySelector('#pgn').value"),
        saved.as_str()
    );
    // A file that is no game leaves everything as it is.
    let wrong = folder.path().join("wrong.pgn");
    std::fs::write(&wrong, "1. e9 *").expect("a file");
    page.choose_file("#pgn-file", &wrong);
    page.until("document.querySelector('.toast.wrong')?.textContent.includes('game 1, line 1')");
    assert_eq!(page.run(outline), before);
}

#[test]
fn a_problem_has_conditions_twins_and_options() {
    let Some(mut page) = page() else { return };
    page.open_at("chess", "7n/3kb3/8/K2p4/8/8/8/2RQ4 b - - 0 1");
    page.tab("solve");
    page.click("#solve-more summary");
    page.set("#stipulation", "h#1");
    page.set("#further", "NoCastling");
    page.click("#solve");
    page.until("document.querySelector('.toast.wrong')?.textContent.includes('NoCastling')");
    page.set("#further", "");
    page.click("#solve");
    page.until("document.querySelector('#verdict').textContent === 'no solution'");
    // In Circe the pawn that is taken comes back and stops the king.
    page.click("#conditions [value=circe]");
    page.set("#twins", "b) d5-d6\nc) a5-a6");
    page.click("#solve");
    page.until("document.querySelector('#verdict').textContent.includes('c) a5-a6')");
    assert!(
        page.text("#verdict")
            .starts_with("a) sound: 1 solution\nb) d5-d6: "),
        "{}",
        page.text("#verdict")
    );
    assert!(
        page.text("#panel-solve pre.text")
            .contains("1.Kd7-d6 Qd1*d5[+bPd7] #")
    );
    page.click("#found section:first-child .step:nth-child(2)");
    assert!(
        page.label("d7")
            .starts_with("d7, black pawn, changed by the last move")
    );
    assert!(page.label("d5").starts_with("d5, white queen, last move"));
    // The diagram of a twin.
    page.click("#found section:nth-child(2) h3 button");
    assert!(page.label("d6").starts_with("d6, black pawn"));
    assert!(page.label("d5").starts_with("d5, empty"));
    // Popeye's language, while the game goes on.
    page.open("?game=chess&tab=solve");
    page.run("for (const more of document.querySelectorAll('#panel-solve details')) more.open = true; return 1");
    page.set(
        "#popeye",
        "BeginProblem\nStipulation h#3\nPieces White Ke1 Qa2 Sg4 Black Kd6 Pa7 Pb7\nEndProblem",
    );
    page.click("#solve");
    page.until(
        "document.querySelector('#panel-solve [role=status]').textContent.includes(' found, ')",
    );
    page.drag(&square("e2"), &square("e4"));
    page.until("document.querySelector('#status').textContent.includes('Black to move')");
    page.until("document.querySelector('#verdict').textContent !== ''");
    page.open("?game=hopgi&tab=solve");
    assert_eq!(page.run("document.querySelector('#solve').disabled"), true);
    no_problems_but_refusals(&mut page);
}

/// Nothing went wrong but what was meant to be refused.
pub fn no_problems_but_refusals(page: &mut katydid_web_tests::Page) {
    let problems = page.problems();
    let others: Vec<&String> = problems.iter().filter(|it| !it.contains("422")).collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn a_page_that_is_closed_ends_its_search() {
    let Some(mut page) = page() else { return };
    if page.server().used().is_none() {
        eprintln!("web: no /proc here; whether searches end is not looked at");
        return;
    }
    page.open("?game=chess&tab=analysis");
    page.click("#analyse");
    page.until("document.querySelector('#depth').textContent.includes('depth')");
    let before = page.server().used();
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert!(page.server().used() > before, "the search runs");
    page.leave();
    page.server().until_idle();
}

#[test]
fn a_match_is_seen_while_it_is_played() {
    let Some(runner) = match_runner() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["games.pgn", "live.pgn"].map(|name| folder.path().join(name));
    for file in &files {
        std::fs::write(file, "").expect("a file");
    }
    let [games, live] = files.map(|file| file.to_string_lossy().into_owned());
    let Some(mut page) = pages_with(&["--match", &games, "--match", &live]) else {
        return;
    };
    page.dark(false);
    page.open("");
    let engine = |name: &str| {
        [
            format!("cmd={}", program().display()),
            format!("name={name}"),
        ]
    };
    let mut arena = std::process::Command::new(runner)
        .args([
            "arena",
            "-variant",
            "demichess",
            "-rounds",
            "1",
            "-games",
            "2",
            "-noprogress",
        ])
        .arg("-engine")
        .args(engine("one"))
        .arg("-engine")
        .args(engine("two"))
        // Time and not nodes: however slow the page and fast the engine, two games of 24 turns
        // take twelve seconds.
        .args(["-each", "st=0.25", "-maxmoves", "12", "-pgnout"])
        .arg(format!("file={games}"))
        .arg("-live")
        .arg(format!("file={live}"))
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("the match begins");
    let at = "Number(document.querySelector('#status').textContent.match(/(\\d+) of \\d+ turns, being played/)?.[1])";
    page.until(&format!("{at} < 16"));
    let first = page.run(at).as_f64().unwrap_or_default();
    page.until(&format!("{at} > {first}"));
    page.until("document.querySelector('#panel-match .result').textContent.startsWith('2 games:')");
    assert!(arena.wait().expect("the match ends").success());
    no_problems(&mut page);
}

#[test]
fn the_board_is_saved_as_a_picture_and_linked() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut page) = page() else { return };
    page.downloads(folder.path());
    page.open("?game=alice&moves=e2e4%20e7e5");
    page.until("document.querySelectorAll('.turns .turn').length === 2");
    page.tab("games");
    for (kind, begins) in [("SVG", &b"<svg"[..]), ("PNG", &b"\x89PNG"[..])] {
        page.press(kind);
        let file = folder.path().join(format!("alice.{}", kind.to_lowercase()));
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
        while !std::fs::read(&file).is_ok_and(|bytes| bytes.starts_with(begins)) {
            assert!(std::time::Instant::now() < deadline, "no {kind}");
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }
    let link = page.run("return (await import(document.scripts[0].src)).share.link(true)");
    assert!(
        link.as_str()
            .is_some_and(|it| it.ends_with("/?game=alice&moves=e2e4+e7e5")),
        "{link}"
    );
    no_problems(&mut page);
}

#[test]
fn games_of_a_large_file_are_listed_and_searched() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut page) = page() else { return };
    let file = folder.path().join("large.pgn");
    let game = |number: usize| {
        format!(
            "[Event \"Large\"]\n[White \"Player {number}\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 {{{}}} e5 1-0\n\n",
            "a comment ".repeat(2000)
        )
    };
    let mut text: Vec<u8> = (1..=250)
        .flat_map(|number| game(number).into_bytes())
        .collect();
    // The file is not UTF-8.
    text.extend(b"[Event \"Last\"]\n[White \"M\xFCller\"]\n\n1. d4 *\n");
    std::fs::write(&file, text).expect("a file");
    page.open("?game=chess&tab=games");
    page.choose_file("#pgn-file", &file);
    page.until("document.querySelector('#panel-games .list').textContent.includes('251 of 251 games, the first 50 shown')");
    page.run("const search = document.querySelector('#pgn-search'); search.value = 'müller'; search.dispatchEvent(new Event('input')); return 1");
    page.until("document.querySelectorAll('#panel-games .list .option').length === 1");
    page.click("#panel-games .list .option");
    page.until_told("The game is loaded");
    page.tab("analysis");
    assert_eq!(page.text("#player-below .who"), "Müller (white)");
    no_problems(&mut page);
}

/// A browser opens six connections for all pages of a server. Ten searches, as of ten pages that are seen, take none of them.
#[test]
fn ten_searches_leave_room_for_moves() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess&tab=analysis");
    let answers = page.run(
        "const { api, store } = await import(document.scripts[0].src); const told = Array(10).fill(0); \
         const streams = told.map((_, index) => api.stream('/api/search', { place: { ...store.place(), session: `other${index}` }, hash: 1 }, () => { told[index] += 1; })); \
         while (told.includes(0)) await new Promise((go) => setTimeout(go, 20)); \
         await store.playTurn('e2e4'); streams.forEach(({ end }) => end()); \
         await Promise.all(streams.map(({ done }) => done)); return told.length",
    );
    assert_eq!(answers, 10);
    assert!(page.label("e4").starts_with("e4, white pawn"));
    page.server().until_idle();
    let refused = page.run(
        "const { api } = await import(document.scripts[0].src); \
         return await api.stream('/api/nothing', undefined, () => {}).done.catch((error) => error.message)",
    );
    assert_eq!(refused, "nothing is at /api/nothing");
    no_problems(&mut page);
}
