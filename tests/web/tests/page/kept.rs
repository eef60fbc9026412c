//! What the browser keeps: the game at hand over a reload, games, choices; another token.

use crate::{no_problems, page};
use katydid_web_tests::square;

const STATUS: &str = "document.querySelector('#status').textContent";

#[test]
fn a_game_survives_a_reload_and_a_closed_page() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess");
    page.set("#side", "both");
    page.until_told("Both sides are yours");
    page.set("#time", "3+2");
    page.set("#level", "3");
    for (turn, from, to) in [
        ("1, Black", "e2", "e4"),
        ("2, White", "e7", "e5"),
        ("2, Black", "d2", "d4"),
    ] {
        page.drag(&square(from), &square(to));
        page.until(&format!("{STATUS}.includes('Move {turn}')"));
    }
    page.key("f");
    page.click("#previous");
    page.until(&format!("{STATUS}.includes('Move 2, White')"));
    page.reload();
    page.until(&format!("{STATUS}.includes('Move 2, White')"));
    assert_eq!(
        page.run("document.querySelectorAll('.turns .turn').length"),
        3
    );
    for (control, value) in [("side", "both"), ("time", "3+2"), ("level", "3")] {
        assert_eq!(
            page.run(&format!("document.querySelector('#{control}').value")),
            value
        );
    }
    assert_eq!(page.text("#player-above .who"), "White");
    assert_eq!(
        page.text("#player-above .clock").split(':').next(),
        Some("3")
    );
    // Another game: the one before is offered, and kept.
    page.set("#game", "ag");
    page.until_told("The game that was here is kept");
    page.press("Back to it");
    page.until("document.querySelector('#game').value === 'chess'");
    assert_eq!(
        page.run("document.querySelectorAll('.turns .turn').length"),
        3
    );
    page.open("");
    page.until_told("Your last game is kept: Chess, 3 turns.");
    page.tab("games");
    page.until("document.querySelectorAll('#kept > *').length === 1");
    page.click("#kept button:last-child");
    page.until_told("The game is removed.");
    page.until("document.querySelector('#kept').closest('section').hidden");
    page.press("Undo");
    page.until("document.querySelectorAll('#kept > *').length === 1");
    page.click("#kept button");
    page.until("document.querySelectorAll('.turns .turn').length === 3");
    // A turn that is deleted can be put back.
    page.key("End");
    page.until("document.querySelector('#last').disabled");
    page.click(".notes summary");
    page.press("Delete");
    page.until("document.querySelectorAll('.turns .turn').length === 2");
    page.press("Undo");
    page.until("document.querySelectorAll('.turns .turn').length === 3");
    no_problems(&mut page);
}

#[test]
fn a_page_takes_the_token_of_the_server_that_was_started_again() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess&tab=analysis");
    page.drag(&square("e2"), &square("e4"));
    page.until(&format!("{STATUS}.includes('Black to move')"));
    // The same server with an old token in the page is what a new server with the old page is.
    let token = page.server().token.clone();
    page.run("location.hash = 'old'");
    page.until("document.querySelector('.toast.wrong')?.textContent.includes('token')");
    page.run(&format!("location.hash = '{token}'"));
    page.until_told("Katydid was started again");
    page.drag(&square("e7"), &square("e5"));
    page.until(&format!("{STATUS}.includes('Move 2, White')"));
}

#[test]
fn names_clocks_scores_and_signs_of_a_file_are_shown() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess&tab=games");
    page.set(
        "#pgn",
        "[White \"Ada\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n\
         1. e4 {[%clk 0:03:00][%eval 0.3]} e5 $14 {[%clk 0:02:58] [%eval #-4]} 2. f4 (2. Nf3) 1-0",
    );
    page.click("#pgn-load");
    page.until("document.title === 'Ada – Bob, Chess – Katydid'");
    page.tab("analysis");
    page.key("End");
    page.until(&format!("{STATUS}.includes('The game ended 1-0 here.')"));
    assert_eq!(page.text("#player-below .who"), "Ada (white)");
    assert_eq!(page.text("#player-above .clock"), "02:58");
    assert!(page.text(".turns").contains("e5⩲"));
    page.until(
        "document.querySelector('.graph').getAttribute('aria-label').includes('+0.30, -M4')",
    );
    page.tab("games");
    page.set("#pgn", "1. e4 *\n\n1. d4 d5 2. c4 *");
    page.click("#pgn-load");
    page.until(
        "document.querySelector('#panel-games .list').textContent.includes('(chess, 2 moves)')",
    );
    no_problems(&mut page);
}
