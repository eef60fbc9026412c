//! Games of one's own: pieces made by clicking, an army set up by dragging, played at once and kept.

use crate::page;
use katydid_web_tests::{pages_with, program, square};
use std::process::Command;

const STATUS: &str = "document.querySelector('#status').textContent";

#[test]
fn a_piece_and_a_game_are_made_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut page) = page() else { return };
    page.size(1280, 1000);
    page.open("?game=chess&tab=make");
    page.until("document.querySelector('#make-piece')");
    page.click("#make-piece");
    page.until("document.querySelector('#make-diagrams svg')");
    // Steps in all directions away, hops in all eight there.
    page.click("[data-step=\"0,1\"]");
    page.set("#make-style", "hop");
    page.click("[data-step=\"0,1\"]");
    page.run("document.querySelector('[data-step=\"0,1\"]').focus()");
    page.key("ArrowRight");
    page.key("Enter");
    assert_eq!(
        page.run("document.querySelector('#make-movement').value"),
        "gQ"
    );
    page.set("#make-effect", "A");
    page.until("document.querySelector('#make-diagrams').textContent.includes('the piece it hops over changes colour')");
    // It takes the queen's place, and Black's stands opposite to it.
    page.drag("[data-tool=wX]", &square("d1"));
    page.until("document.querySelector('#make-file').value.includes('rnbxkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBXKBNR w KQkq')");
    // A piece that is dragged off the board leaves it.
    page.drag(&square("a1"), "#status");
    page.until("document.querySelector('#make-file').value.includes('1NBXKBNR w Kk')");
    page.until(
        "document.querySelector('#make-verdict').textContent === 'A game that can be played.'",
    );
    let text = page.run("document.querySelector('#make-file').value");
    let file = folder.path().join("own.toml");
    std::fs::write(&file, text.as_str().unwrap_or_default()).expect("the file is written");
    let checked = Command::new(program()).arg("check").arg(&file).output();
    assert!(checked.expect("check runs").status.success(), "{text}");
    page.click("#make-use");
    page.until("document.title.startsWith('My game')");
    page.until("!document.querySelector('#panel-play').hidden");
    page.set("#side", "both");
    page.until_told("Both sides are yours");
    page.drag(&square("b1"), &square("a3"));
    page.until(&format!("{STATUS}.includes('Black to move')"));
    // What is wrong is said in its place, and the game of the program stays.
    page.tab("make");
    page.set("#make-title", "Chess");
    page.until("document.querySelector('#make-verdict').textContent.includes(\"there is a game 'chess' already\")");
    page.set("#make-title", "My game");
    // Without rooks nobody castles.
    page.click("#make-inherited [value=R]");
    page.until("document.querySelector('#make-file').value.includes('[castling]')");
    page.until(
        "document.querySelector('#make-verdict').textContent === 'A game that can be played.'",
    );
    page.set("#make-movement", "gXQ");
    page.until("document.querySelector('#make-verdict').classList.contains('wrong')");
    page.set("#make-movement", "gQ");
    page.until("!document.querySelector('#make-verdict').classList.contains('wrong')");
    // It is there again when the page is.
    page.reload();
    page.until(
        "[...document.querySelector('#game').options].some(({ value }) => value === 'my-game')",
    );
    page.open("?game=my-game&tab=make");
    page.until("document.title.startsWith('My game')");
    page.until("document.querySelector('[data-square=d1]')?.getAttribute('aria-label').includes('piece X')");
}

#[test]
fn a_game_that_is_made_replaces_none_that_was_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("loaded.toml");
    let text = "name = \"loaded\"\ninherits = \"chess\"\ntitle = \"As it was loaded\"\n";
    std::fs::write(&file, text).expect("a file");
    let path = file.to_string_lossy().into_owned();
    let Some(mut page) = pages_with(&["--variants", &path]) else {
        return;
    };
    page.open("?game=chess&tab=make");
    page.until("document.querySelector('#make-file')?.value");
    page.set("#make-title", "Loaded");
    page.until("document.querySelector('#make-verdict').textContent.includes(\"there is a game 'loaded' already\")");
    assert_eq!(
        page.run("document.querySelector('#make-use').disabled"),
        true
    );
    // A game that the browser has kept under a name that is taken now is left out, which is said.
    page.run("localStorage.setItem('katydid.own', JSON.stringify({ loaded: { text: 'name = \"loaded\"\\ninherits = \"chess\"\\n' } })); return 1");
    page.open("?game=loaded");
    page.until_told("Your game loaded is left out: there is a game");
    page.until("document.title.startsWith('As it was loaded')");
}
