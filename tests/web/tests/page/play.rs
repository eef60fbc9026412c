//! Games against the engine.

use crate::{no_problems, page};
use katydid_web_tests::square;

#[test]
fn the_engine_answers_and_turns_are_taken_back() {
    let Some(mut page) = page() else { return };
    page.open("?game=demichess");
    page.set("#time", "0.2");
    page.until_told("A new game. You have White.");
    page.click("#new-game");
    page.until_told("\u{a0}");
    page.drag(&square("e2"), &square("e4"));
    page.until("document.querySelectorAll('.turns button.turn').length === 2");
    page.until("document.querySelector('#status').textContent.includes('Move 2, White to move')");
    page.run("[...document.querySelectorAll('button')].find((it) => it.textContent === 'Take back').click()");
    page.until("document.querySelector('#status').textContent.includes('Move 1, White to move')");
    // Nobody resigns by one click.
    page.press("Resign");
    assert_eq!(page.text("#panel-play .result"), "");
    page.press("Really resign");
    page.until("document.querySelector('.result').textContent.includes('0-1')");
    no_problems(&mut page);
}

#[test]
fn a_clock_runs_down_and_a_flag_ends_the_game() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess");
    page.set("#time", "1+1");
    page.until("document.querySelectorAll('.player .clock').length === 2");
    let own = "document.querySelector('#player-below .clock').textContent";
    page.drag(&square("e2"), &square("e4"));
    page.until("document.querySelector('#status').textContent.includes('Move 2, White')");
    // The first turn takes no time; then White's time runs, and each turn brings a second.
    page.until(&format!("{own} === '0:58'"));
    page.drag(&square("d2"), &square("d4"));
    page.until("document.querySelector('#status').textContent.includes('Move 3, White')");
    page.until(&format!("{own} === '0:57'"));
    page.run("const now = performance.now.bind(performance); performance.now = () => now() + 70000; return true");
    page.until(
        "document.querySelector('.result').textContent.includes(\"0-1 – White's time is over.\")",
    );
    page.until_told("White's time is over");
    assert_eq!(page.text("#player-below .clock"), "0.0");
    page.click(&square("d2"));
    assert_eq!(page.run("document.querySelectorAll('.target').length"), 0);
    page.tab("games");
    page.until("document.querySelector('#pgn').value.includes('[Result \"0-1\"]')");
    for part in [
        "[Black \"Katydid, level 8\"]",
        "[TimeControl \"60+1\"]",
        "1. e4 {[%clk 0:01:00]}",
    ] {
        page.until(&format!(
            "document.querySelector('#pgn').value.includes('{part}')"
        ));
    }
    no_problems(&mut page);
}

#[test]
fn two_players_with_a_clock_have_its_times_in_the_file() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess");
    page.set("#side", "both");
    page.set("#time", "1+1");
    page.until("document.querySelectorAll('.player .clock').length === 2");
    page.drag(&square("e2"), &square("e4"));
    page.until("document.querySelector('#status').textContent.includes('Black to move')");
    page.tab("games");
    page.until(
        "/TimeControl \"60\\+1\"[^]*e4 ..%clk 0:01:00/.test(document.querySelector('#pgn').value)",
    );
    no_problems(&mut page);
}

#[test]
fn a_clock_that_is_chosen_in_a_game_waits_for_the_next_one() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess");
    page.set("#time", "0.2");
    page.until_told("A new game");
    page.drag(&square("e2"), &square("e4"));
    page.until("document.querySelector('#status').textContent.includes('Move 2, White')");
    page.set("#time", "3+2");
    page.until_told("from the next game on");
    page.drag(&square("d2"), &square("d4"));
    page.until("document.querySelector('#status').textContent.includes('Move 3, White')");
    assert_eq!(
        page.run("document.querySelectorAll('.player .clock').length"),
        0
    );
    page.set("#side", "both");
    page.click("#new-game");
    page.until_told("A new game. Both sides are yours.");
    page.until("document.querySelectorAll('.player .clock').length === 2");
    // Two players: the clock of the one to move runs.
    page.drag(&square("e2"), &square("e4"));
    page.until("document.querySelector('#player-above .clock').textContent === '2:58'");
    no_problems(&mut page);
}

#[test]
fn a_hint_is_an_arrow_and_words() {
    let Some(mut page) = page() else { return };
    page.open_at("chess", "k7/8/1K6/8/8/8/8/7R w - - 0 1");
    page.tab("play");
    page.press("Hint");
    page.until_told("Hint: Rh8# (+M1)");
    page.until("document.querySelectorAll('.arrows polygon').length === 1");
    page.drag(&square("h1"), &square("h8"));
    page.until(
        "document.querySelector('#status').textContent.includes('1-0 – White wins: checkmate')",
    );
    assert_eq!(
        page.run("document.querySelectorAll('.arrows polygon').length"),
        0
    );
    no_problems(&mut page);
}

#[test]
fn the_engine_takes_a_draw_when_it_is_worse_and_plays_on_when_it_is_better() {
    let Some(mut page) = page() else { return };
    for (fen, from, to, taken) in [
        ("k7/8/8/8/8/8/7Q/K7 w - - 0 1", "a1", "b2", true),
        ("k7/q7/8/8/8/8/8/6K1 w - - 0 1", "g1", "g2", false),
    ] {
        page.open_at("chess", fen);
        page.tab("play");
        page.set("#time", "0.2");
        page.until_told("A new game");
        page.drag(&square(from), &square(to));
        page.until("document.querySelector('#status').textContent.includes('Move 2, White')");
        page.press("Offer a draw");
        if taken {
            page.until("document.querySelector('.result').textContent === '1/2-1/2 – The engine takes the draw.'");
        } else {
            page.until_told("The engine plays on");
            assert_eq!(page.text(".result"), "");
            page.press("Resign");
            page.press("Really resign");
            page.until("document.querySelector('.result').textContent === '0-1 – White resigns.'");
            page.until("document.querySelector('#status').textContent === 'The game is over: 0-1 – White resigns.'");
        }
    }
    no_problems(&mut page);
}

#[test]
fn who_looks_back_while_the_engine_thinks_is_answered_at_the_end_of_the_game() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess");
    page.set("#time", "15");
    page.until_told("A new game");
    page.set("#level", "20");
    page.drag(&square("e2"), &square("e4"));
    page.until("document.querySelector('#player-above').textContent.includes('thinking')");
    page.click("#first");
    page.until("document.querySelector('#status').textContent.includes('Move 1, White')");
    page.set("#time", "0.2");
    page.click("#last");
    page.until("document.querySelector('#status').textContent.includes('Move 2, White')");
    no_problems(&mut page);
}

#[test]
fn an_answer_does_not_overtake_who_looks_back() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess");
    page.set("#time", "1");
    page.until_told("A new game");
    page.set("#level", "20");
    // A slow connection: positions come long after the engine's turn is known.
    page.run(
        "const fetched = window.fetch; \
         window.fetch = async (path, ...rest) => { \
             const answer = await fetched(path, ...rest); \
             if (String(path).includes('/api/game')) await new Promise((go) => setTimeout(go, 2000)); \
             return answer; \
         }; \
         return true",
    );
    page.drag(&square("e2"), &square("e4"));
    page.until("document.querySelector('#player-above').textContent.includes('thinking')");
    page.click("#first");
    page.until("document.querySelector('#status').textContent.includes('Move 1, White')");
    page.click("#last");
    page.until("document.querySelector('#status').textContent.includes('Move 2, White')");
    no_problems(&mut page);
}

#[test]
fn the_moves_of_the_engines_turn_are_seen_one_by_one() {
    let Some(mut page) = page() else { return };
    page.with_motion();
    page.open("?game=progressive");
    page.set("#time", "0.2");
    page.until_told("A new game");
    page.run(
        "window.seen = new Set(); \
         const look = () => seen.add([...document.querySelectorAll('#board img.black')].map((piece) => piece.closest('[data-square]').dataset.square).join()); \
         new MutationObserver(look).observe(document.querySelector('#board'), { childList: true, subtree: true }); \
         look(); return true",
    );
    page.drag(&square("e2"), &square("e4"));
    page.until("document.querySelector('#status').textContent.includes('Move 2, White')");
    // Before the turn, after its first move, after its second one.
    page.until("seen.size === 3");
    page.until("document.querySelectorAll('#board .movable').length > 0");
    no_problems(&mut page);
}
