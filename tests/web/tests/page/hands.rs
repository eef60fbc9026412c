//! Fingers, keys and the mouse where they meet: the focus, the turn of the board, the list of turns.

use crate::{no_problems, page};
use katydid_web_tests::{Page, square};

const STATUS: &str = "document.querySelector('#status').textContent";

/// Waits until the line below the board says something.
fn until_status(page: &mut Page, words: &str) {
    page.until(&format!("{STATUS}.includes('{words}')"));
}

#[test]
fn a_finger_drags_in_every_position() {
    let Some(mut page) = page() else { return };
    page.size(360, 740);
    page.open("?game=chess");
    page.set("#time", "0.2");
    page.until_told("A new game");
    for (turn, from, to) in [(2, "e2", "e4"), (3, "d2", "d4"), (4, "g1", "f3")] {
        page.finger(&square(from), &square(to));
        until_status(&mut page, &format!("Move {turn}, White"));
        assert_eq!(page.run("scrollY"), 0, "{from}{to}");
        assert!(page.run("document.querySelectorAll('#board .movable').length") != 0);
    }
    no_problems(&mut page);
}

#[test]
fn the_turned_board_turns_names_and_clocks() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess");
    page.set("#time", "1+1");
    page.until("document.querySelectorAll('.player .clock').length === 2");
    for flip in [true, false] {
        if flip {
            page.click("#flip");
        } else {
            page.key("f");
        }
        let (above, below) = if flip {
            ("You", "Katydid")
        } else {
            ("Katydid", "You")
        };
        assert!(page.text("#player-above .who").starts_with(above));
        assert!(page.text("#player-below .who").starts_with(below));
    }
    no_problems(&mut page);
}

#[test]
fn keys_go_through_the_game_wherever_the_focus_is() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess&tab=analysis");
    for (from, to) in [("e2", "e4"), ("e7", "e5")] {
        page.click(&square(from));
        page.click(&square(to));
        page.until(&format!("!document.querySelector('[data-square={to}].target') && document.querySelector('[data-square={to}] img')"));
    }
    until_status(&mut page, "Move 2, White");
    for (key, there) in [
        ("ArrowLeft", "Move 1, Black"),
        ("Home", "Move 1, White"),
        ("End", "Move 2, White"),
        ("ArrowLeft", "Move 1, Black"),
    ] {
        page.key(key);
        until_status(&mut page, there);
    }
    // A second variation, and between the two up and down.
    page.drag(&square("c7"), &square("c5"));
    until_status(&mut page, "Move 2, White");
    for (key, square, from) in [("ArrowUp", "e5", "c5"), ("ArrowDown", "c5", "e5")] {
        page.key(key);
        page.until(&format!("document.querySelector('[data-square={square}] img') && !document.querySelector('[data-square={from}] img')"));
    }
    page.key("?");
    page.until("document.querySelector('dialog.keys[open]')");
    page.key("Escape");
    page.until("!document.querySelector('dialog')");
    // A field takes its keys itself; the board's arrow keys are its own once the keyboard has led there.
    page.run("document.querySelector('#typed').focus()");
    page.key("f");
    assert_eq!(page.run("document.querySelector('#typed').value"), "f");
    page.run("document.querySelector('[data-square=e4]').focus()");
    page.key("ArrowLeft");
    assert_eq!(page.run("document.activeElement.dataset.square"), "d4");
    no_problems(&mut page);
}

#[test]
fn the_list_of_turns_follows_the_game() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess&tab=games");
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(20);
    page.set("#pgn", &format!("{shuffle}*"));
    page.click("#pgn-load");
    page.until("document.querySelectorAll('.turns .turn').length === 80");
    for key in ["End", "ArrowLeft", "Home", "ArrowRight"] {
        page.key(key);
        page.until("document.querySelector('.turns .current') || document.querySelector('#first').disabled");
        let seen = page.run(
            "const current = document.querySelector('.turns .current'); if (!current) return true; \
             const inner = current.getBoundingClientRect(), outer = document.querySelector('.turns').getBoundingClientRect(); \
             return inner.top >= outer.top && inner.bottom <= outer.bottom",
        );
        assert_eq!(seen, true, "{key}");
    }
    // Two columns, the number beside its turns.
    assert_eq!(
        page.run("document.querySelectorAll('.turn-row').length"),
        40
    );
    assert_eq!(page.text(".turn-row"), "1.Nf3Nf6");
    no_problems(&mut page);
}

#[test]
fn blanks_may_stand_between_declared_pieces() {
    let Some(mut page) = page() else { return };
    page.open("?game=hurdlers&tab=edit");
    page.click("#declare summary");
    page.set("#edit-pieces", "X=moose:A, Y=kangaroo:CE:enemy, V=NN");
    page.press("Declare");
    page.until("document.querySelector('#legend').textContent.includes('kangaroo')");
    assert!(page.text("#legend").contains("nightrider"));
    page.until("[...document.images].every((image) => image.complete && image.naturalWidth > 0)");
    no_problems(&mut page);
}
