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
    let pieces: Vec<&str> = turn.split(',').collect();
    let pieces = if game.starts_with("dynamo") {
        &pieces[..]
    } else {
        &pieces[..1]
    };
    let grip = |piece: &&str| {
        if let Some((piece, to)) = piece.split_once('@') {
            return (format!("@{piece}"), to[..2].to_owned());
        }
        let to = if piece[2..].starts_with("--") {
            "edge"
        } else {
            &piece[2..4]
        };
        (piece[..2].to_owned(), to.to_owned())
    };
    let mut grips: Vec<_> = pieces.iter().map(grip).collect();
    // A piece from the hand comes to the square that another one leaves.
    if let ("seirawan" | "shouse", Some(letter @ ("e" | "h"))) = (game, turn.get(4..)) {
        grips.push((format!("@{}", letter.to_uppercase()), turn[..2].to_owned()));
    }
    grips
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

#[test]
fn a_king_castles_onto_its_rook_and_promotions_have_keys() {
    let Some(mut page) = page() else { return };
    page.open_at("chess", "8/P5k1/8/8/8/2p5/8/R3K2R w KQ - 0 1");
    page.click(&square("e1"));
    page.click(&square("h1"));
    page.until("document.querySelector('.turns').textContent.includes('O-O')");
    page.click("#previous");
    page.until("document.querySelector('#status').textContent.includes('White to move')");
    // The list opens at its square; letters choose. What is typed leaves the choice as well.
    page.click(&square("a7"));
    page.click(&square("a8"));
    page.until("document.querySelector('dialog.chooser[open]')");
    let near = page.run(
        "const list = document.querySelector('dialog').getBoundingClientRect(), cell = document.querySelector('[data-square=a8]').getBoundingClientRect(); \
         return list.left >= cell.right && list.left < cell.right + 20 && list.bottom <= innerHeight",
    );
    assert_eq!(near, true);
    page.key("Escape");
    page.until("!document.querySelector('dialog')");
    page.set("#typed", "a8");
    page.run("document.querySelector('#typing').requestSubmit()");
    page.until("document.querySelector('dialog.chooser[open]')");
    page.key("n");
    page.until("document.querySelector('#status').textContent.includes('Black to move')");
    assert!(page.label("a8").starts_with("a8, white knight"));
    no_problems(&mut page);
}

#[test]
fn arrows_are_drawn_and_pieces_are_held_to_see_where_they_go() {
    let Some(mut page) = page() else { return };
    page.open_at("madrasi", "3rk3/8/8/8/8/3R4/1N6/4K3 w - - 0 1");
    page.pen(&square("b2"), &square("c4"));
    page.pen(&square("e5"), &square("e5"));
    page.until("document.querySelectorAll('.arrow.green').length === 3");
    page.tab("games");
    page.until("document.querySelector('#pgn').value.includes('[%cal Gb2c4] [%csl Ge5]')");
    page.pen(&square("e5"), &square("e5"));
    page.until("document.querySelectorAll('.arrow.green').length === 2");
    // What a condition keeps from moving is marked, and says why.
    assert_eq!(page.label("d3"), "d3, white rook, cannot move");
    page.click(&square("d3"));
    assert_eq!(
        page.text("#looked"),
        "The rook on d3 cannot move: an enemy piece of its kind attacks it."
    );
    // The other side's king.
    page.hold(&square("e8"));
    page.until("document.querySelectorAll('.reach-move').length === 3");
    assert_eq!(
        page.text("#looked"),
        "The black king on e8 can move to: e7, f7, f8; can capture on: nowhere."
    );
    page.set("#typed", "Nb2xc4");
    page.run("document.querySelector('#typing').requestSubmit()");
    page.until("document.querySelector('.toast.wrong')?.textContent.includes('there is no piece on c4 to be taken')");
    // A null move is no move of the rules, but of analyses.
    page.set("#typed", "--");
    page.run("document.querySelector('#typing').requestSubmit()");
    page.until("document.querySelector('.turns').textContent.includes('--')");
}

#[test]
fn a_move_is_chosen_before_its_turn() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess");
    // Long enough that a busy machine has made both clicks before the engine answers; at full strength it uses its time.
    page.set("#level", "20");
    page.set("#time", "5");
    page.until_told("A new game");
    page.drag(&square("e2"), &square("e4"));
    page.until("document.querySelector('#player-above').textContent.includes('thinking')");
    page.click(&square("d2"));
    page.click(&square("d4"));
    page.until("document.querySelectorAll('.premove').length === 2");
    page.until("document.querySelectorAll('.turns .turn').length >= 3");
    assert!(page.label("d4").starts_with("d4, white pawn"));
    no_problems(&mut page);
}
