//! The board in the browser, used with mouse, finger and keyboard in games of every family.

use katydid_web_tests::{Page, divide, pages_with, square};
use std::collections::{BTreeMap, BTreeSet};

fn page() -> Option<Page> {
    let mut page = pages_with(&[])?;
    page.dark(false);
    Some(page)
}

fn no_problems(page: &mut Page) {
    assert_eq!(page.problems(), Vec::<String>::new());
}

/// The destinations that the page shows for every man that can be grasped, in a game's start position.
const DESTINATIONS: &str = "
    const shown = {};
    const press = (cell, key) => cell.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    const cells = [...document.querySelectorAll('#board .movable')];
    for (const cell of cells) {
      press(cell, 'Enter');
      const to = [...document.querySelectorAll('#board .target')].map((target) => target.dataset.square);
      shown[cell.dataset.square ?? cell.dataset.held.split(' ')[1]] = to.sort();
      press(cell, 'Escape');
    }
    return shown;";

/// Where a coordinate text takes men: departure (or `@P`) and arrival (or `edge`), for each man that it names.
fn grips(game: &str, turn: &str) -> Vec<(String, String)> {
    if let Some((man, to)) = turn.split_once('@') {
        return vec![(format!("@{man}"), to[..2].to_owned())];
    }
    let men: Vec<&str> = turn.split(',').collect();
    let men = if game.starts_with("dynamo") {
        &men[..]
    } else {
        &men[..1]
    };
    let grip = |man: &&str| {
        let to = if man[2..].starts_with("--") {
            "edge"
        } else {
            &man[2..4]
        };
        (man[..2].to_owned(), to.to_owned())
    };
    men.iter().map(grip).collect()
}

#[test]
fn every_game_loads_quietly_and_shows_its_legal_destinations() {
    let Some(mut page) = page() else { return };
    page.open("");
    let games =
        page.run("[...document.querySelectorAll('#game option')].map((option) => option.value)");
    let games: Vec<String> = serde_json::from_value(games).expect("names");
    assert!(games.len() >= 50, "{games:?}");
    for game in &games {
        page.open(&format!("?game={game}"));
        page.until(
            "[...document.images].every((image) => image.complete && image.naturalWidth > 0)",
        );
        let shown: BTreeMap<String, BTreeSet<String>> =
            serde_json::from_value(page.run(DESTINATIONS)).expect("squares");
        let mut legal: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in divide(game).iter().flat_map(|turn| grips(game, turn)) {
            legal.entry(from).or_default().insert(to);
        }
        assert_eq!(shown, legal, "{game}");
        no_problems(&mut page);
    }
}

#[test]
fn a_hop_shows_what_it_does_before_it_is_played() {
    let Some(mut page) = page() else { return };
    page.open_at("ag", "4k3/8/8/4n3/3A4/8/8/4K3 w - - 0 1");
    page.click(&square("d4"));
    assert!(
        page.label("f6")
            .ends_with("destination, the knight on e5 turns white")
    );
    page.hover(&square("f6"));
    page.until(
        "document.querySelector('[data-square=e5] img.ghost')?.src.endsWith('/men/ag/wN.svg')",
    );
    page.until("document.querySelector('[data-square=e5] .colour-badge')");
    assert_eq!(page.text("#looked"), "Af6: the knight on e5 turns white");
    page.click(&square("f6"));
    page.until("document.querySelector('#status').textContent.includes('Black to move')");
    assert_eq!(
        page.label("e5"),
        "e5, white knight, changed by the last move"
    );
    assert!(
        page.label("f6")
            .starts_with("f6, white andernach-grasshopper")
    );
    assert!(
        page.text("#announcements")
            .contains("the knight on e5 turns white")
    );
    assert!(page.text(".turns").contains("Af6 (e5=w)"));
    no_problems(&mut page);
}

#[test]
fn a_rifle_shoots_and_stays() {
    let Some(mut page) = page() else { return };
    page.open_at("demirifle-fide", "r3k3/8/8/8/8/4n3/8/2C1K3 w - - 0 1");
    page.drag(&square("c1"), &square("d3"));
    page.until("document.querySelector('#status').textContent.includes('Black to move')");
    page.open_at("demirifle-fide", "r3k3/8/8/8/8/3n4/8/2C1K3 w - - 0 1");
    page.click(&square("c1"));
    page.hover(&square("d3"));
    page.until("document.querySelector('[data-square=d3] .capture-badge')");
    assert_eq!(
        page.run("document.querySelector('[data-square=c1]').classList.contains('fades')"),
        false
    );
    page.click(&square("d3"));
    page.until("document.querySelector('#status').textContent.includes('Black')");
    assert!(
        page.label("c1").starts_with("c1, white crab"),
        "{}",
        page.label("c1")
    );
    assert!(page.label("d3").starts_with("d3, empty"));
    no_problems(&mut page);
}

#[test]
fn hopgi_drops_and_moves_both_kings_in_one_turn() {
    let Some(mut page) = page() else { return };
    page.open_at("hopgi", "r6/w6/*6/f6/7/**5/**BF*WR[P] w - - 0 1");
    page.click("[data-held=\"white @P\"]");
    page.click(&square("d4"));
    page.until("document.querySelector('[data-square=d4]').getAttribute('aria-label').includes('white pawn')");
    page.click("#previous");
    page.until("document.querySelector('#status').textContent === 'Move 1, White to move.'");
    page.click(&square("f1"));
    page.click(&square("f2"));
    page.until("document.querySelector('#status').textContent.includes('Turn so far: Wf2')");
    assert!(
        page.text("#status")
            .contains("The ferz king has to move as well")
    );
    // Leg by leg back, and once more.
    page.click("#previous");
    page.until("document.querySelector('#status').textContent === 'Move 1, White to move.'");
    page.drag(&square("f1"), &square("f2"));
    page.until("document.querySelector('#status').textContent.includes('Turn so far')");
    page.drag(&square("d1"), &square("e2"));
    page.until("document.querySelector('#status').textContent.includes('Black to move')");
    assert!(page.text(".turns").contains("Wf2,Fe2"));
    no_problems(&mut page);
}

#[test]
fn a_promotion_is_chosen_or_left() {
    let Some(mut page) = page() else { return };
    page.open_at("chess", "k7/4P3/8/8/8/8/8/K7 w - - 0 1");
    page.click(&square("e7"));
    page.click(&square("e8"));
    page.until("document.querySelectorAll('dialog.chooser[open] .option').length === 4");
    page.key("Escape");
    page.until("!document.querySelector('dialog')");
    assert!(page.label("e7").starts_with("e7, white pawn"));
    page.click(&square("e7"));
    page.click(&square("e8"));
    page.until("document.querySelector('dialog.chooser[open]')");
    page.key("ArrowRight");
    page.key("Enter");
    page.until("document.querySelector('#status').textContent.includes('Black')");
    assert!(page.label("e8").starts_with("e8, white rook"));
    no_problems(&mut page);
}

#[test]
fn hops_over_different_men_are_told_apart() {
    let Some(mut page) = page() else { return };
    page.open("?game=hurdlers&men=X%3Deagle%3AA&fen=8/8/8/8/8/1k1p4/2X5/7K%20w%20-%20-%200%201");
    page.click(&square("c2"));
    assert!(
        page.label("c4")
            .ends_with("destination, 2 moves to choose from")
    );
    page.click(&square("c4"));
    page.until("document.querySelectorAll('dialog.chooser .option').length === 2");
    page.key("Escape");
    page.until("!document.querySelector('dialog')");
    assert!(
        page.label("c2").starts_with("c2, white eagle"),
        "{}",
        page.label("c2")
    );
    page.click(&square("c2"));
    page.click(&square("c4"));
    page.until("document.querySelectorAll('dialog.chooser .option').length === 2");
    page.click("dialog [data-text=\"c2c4/d3\"]");
    page.until("document.querySelector('#status').textContent.includes('Black')");
    assert!(
        page.label("d3").starts_with("d3, white pawn"),
        "{}",
        page.label("d3")
    );
    no_problems(&mut page);
}

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
    page.until("document.querySelector('#depth').textContent === 'off'");
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
fn the_engine_answers_and_turns_are_taken_back() {
    let Some(mut page) = page() else { return };
    page.open("?game=demichess");
    page.set("#time", "0.2");
    page.click("#new-game");
    page.drag(&square("e2"), &square("e4"));
    page.until("document.querySelectorAll('.turns button.turn').length === 2");
    page.until("document.querySelector('#status').textContent.includes('Move 2, White to move')");
    page.run("[...document.querySelectorAll('button')].find((it) => it.textContent === 'Take back').click()");
    page.until("document.querySelector('#status').textContent.includes('Move 1, White to move')");
    page.run("[...document.querySelectorAll('button')].find((it) => it.textContent === 'Resign').click()");
    page.until("document.querySelector('.result').textContent.includes('0-1')");
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
    page.until("document.querySelector('#pgn').value.includes('{turned}')");
    let written = page.run("document.querySelector('#pgn').value");
    assert!(
        written.as_str().is_some_and(|text| text.contains("{e5=w}")),
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
fn the_board_is_one_tab_stop_and_is_played_with_keys() {
    let Some(mut page) = page() else { return };
    page.open("?game=grasshopper&tab=analysis");
    assert_eq!(
        page.run("document.querySelectorAll('#board [tabindex=\"0\"]').length"),
        1
    );
    page.run("document.querySelector('[data-square=e3]').focus()");
    assert_eq!(
        page.run("document.querySelectorAll('#board [tabindex=\"0\"]').length"),
        1
    );
    page.key("Enter");
    page.key("ArrowUp");
    page.key("Enter");
    page.until("document.querySelector('#status').textContent.includes('Black to move')");
    page.run("document.querySelector('[data-square=e6]').focus()");
    page.key("Enter");
    page.key("Escape");
    page.until("document.querySelectorAll('.target').length === 0");
    page.set("#typed", "e6e5");
    page.run("document.querySelector('#typing').requestSubmit()");
    page.until("document.querySelector('#status').textContent.includes('Move 2, White')");
    no_problems(&mut page);
}

#[test]
fn a_finger_moves_men_in_a_narrow_window() {
    let Some(mut page) = page() else { return };
    page.size(360, 740);
    page.open("?game=circe&tab=analysis");
    page.tap(&square("e2"));
    page.until("document.querySelectorAll('.target').length === 2");
    page.tap(&square("e4"));
    page.until("document.querySelector('#status').textContent.includes('Black to move')");
    for game in ["alice", "hopgi", "dynamo", "crazyhouse", "progressive"] {
        page.open(&format!("?game={game}"));
        for tab in ["play", "analysis", "solve", "rules", "edit", "games"] {
            page.run(&format!("document.querySelector('#tab-{tab}').click()"));
            page.until("document.querySelectorAll('#board img').length > 0");
            let wide = page.run("document.documentElement.scrollWidth");
            assert!(
                wide.as_u64().is_some_and(|wide| wide <= 360),
                "{game} {tab}: {wide}"
            );
        }
    }
    no_problems(&mut page);
}

#[test]
fn turns_of_several_moves_and_two_boards_are_played() {
    let Some(mut page) = page() else { return };
    page.open("?game=progressive&tab=analysis");
    page.drag(&square("e2"), &square("e4"));
    page.until("document.querySelector('#status').textContent.includes('Black to move')");
    page.drag(&square("d7"), &square("d5"));
    page.until("document.querySelector('#status').textContent.includes('Turn so far: d5')");
    page.drag(&square("d5"), &square("e4"));
    page.until(
        "document.querySelector('#status').textContent.includes('White to move, 3 moves left')",
    );
    page.open("?game=alice&tab=analysis");
    page.drag(&square("e2"), &square("e4"));
    page.until("document.querySelector('[data-square=e4B]').getAttribute('aria-label').includes('white pawn')");
    assert!(page.label("e4").contains("e4 of board A, empty"));
    page.open_at(
        "dynamo",
        "rnb1qbnr/pppkpppp/3p4/8/8/2P2NP1/PP1PPP1P/RNBQKB1R w KQ - 0 1",
    );
    page.click(&square("d1"));
    page.until("document.querySelectorAll('.target').length > 0");
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
    page.click("[data-tool=erase]");
    page.click(&square("c6"));
    page.until("document.querySelector('#edit-verdict').textContent.includes('White has 0 kings')");
    page.click("[data-tool=wK]");
    page.click(&square("c7"));
    page.until("document.querySelector('#edit-verdict').textContent === 'A position of the game.'");
    page.click("#edit-use");
    page.tab("games");
    page.until("document.querySelector('#fen').value.startsWith('k7/2K5/')");
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
