//! Moves that are chosen on the board, and what it shows of them before.

use crate::{no_problems, page};
use katydid_web_tests::{divide, square};
use std::collections::{BTreeMap, BTreeSet};

/// The destinations that the page shows for every piece that can be grasped, in a game's start position.
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

/// Where a coordinate text takes pieces: departure (or `@P`) and arrival (or `edge`), for each piece that it names.
fn grips(game: &str, turn: &str) -> Vec<(String, String)> {
    if let Some((piece, to)) = turn.split_once('@') {
        return vec![(format!("@{piece}"), to[..2].to_owned())];
    }
    let pieces: Vec<&str> = turn.split(',').collect();
    let pieces = if game.starts_with("dynamo") {
        &pieces[..]
    } else {
        &pieces[..1]
    };
    let grip = |piece: &&str| {
        let to = if piece[2..].starts_with("--") {
            "edge"
        } else {
            &piece[2..4]
        };
        (piece[..2].to_owned(), to.to_owned())
    };
    pieces.iter().map(grip).collect()
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
        page.run(&format!(
            "const choice = document.querySelector('#game'); choice.value = '{game}'; \
             choice.dispatchEvent(new Event('change')); return true"
        ));
        page.until("document.title === `${document.querySelector('#game').selectedOptions[0].textContent} – Katydid`");
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
        "document.querySelector('[data-square=e5] img.ghost')?.src.endsWith('/pieces/ag/wN.svg')",
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
fn hops_over_different_pieces_are_told_apart() {
    let Some(mut page) = page() else { return };
    page.open("?game=hurdlers&pieces=X%3Deagle%3AA&fen=8/8/8/8/8/1k1p4/2X5/7K%20w%20-%20-%200%201");
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
