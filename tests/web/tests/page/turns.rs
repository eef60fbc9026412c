//! Turns of several moves, and boards that go round or are two.

use crate::{no_problems, page};
use katydid_web_tests::square;

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
fn a_turn_of_several_moves_is_undone_move_by_move() {
    let Some(mut page) = page() else { return };
    page.open("?game=progressive&tab=analysis");
    let status = "document.querySelector('#status').textContent";
    page.drag(&square("e2"), &square("e4"));
    page.until(&format!("{status}.includes('Black to move, 2 moves left')"));
    page.drag(&square("d7"), &square("d5"));
    page.until(&format!("{status}.includes('Turn so far: d5.')"));
    page.click("#previous");
    page.until(&format!(
        "{status}.includes('2 moves left in this turn.') && !{status}.includes('so far')"
    ));
    assert!(page.label("d7").starts_with("d7, black pawn"));
    page.drag(&square("d7"), &square("d5"));
    page.until(&format!("{status}.includes('so far: d5.')"));
    page.drag(&square("d5"), &square("e4"));
    page.until(&format!("{status}.includes('White to move, 3 moves left')"));
    for (from, to, so_far) in [("b1", "c3", "Nc3"), ("g1", "f3", "Nc3, Nf3")] {
        page.drag(&square(from), &square(to));
        page.until(&format!("{status}.includes('Turn so far: {so_far}.')"));
    }
    page.click("#previous");
    page.until(&format!("{status}.includes('Turn so far: Nc3.')"));
    assert!(page.label("g1").starts_with("g1, white knight"));
    page.click("#previous");
    page.until(&format!(
        "{status}.includes('3 moves left in this turn.') && !{status}.includes('so far')"
    ));
    // And now the whole turn before.
    page.click("#previous");
    page.until(&format!("{status}.includes('Move 1, Black to move')"));
    assert!(page.label("d7").starts_with("d7, black pawn"));
    no_problems(&mut page);
}

#[test]
fn a_rook_goes_round_a_cylinder() {
    let Some(mut page) = page() else { return };
    page.open_at("cylinder", "4k3/8/8/8/8/RP5n/8/4K3 w - - 0 1");
    page.click(&square("a3"));
    page.hover(&square("h3"));
    page.until("document.querySelector('[data-square=h3] .capture-badge')");
    assert_eq!(
        page.text("#looked"),
        "Rxh3: the black knight on h3 is taken"
    );
    // The pawn stops it on the other side.
    assert!(!page.label("c3").contains("destination"));
    page.click(&square("h3"));
    page.until("document.querySelector('#status').textContent.includes('Black to move')");
    assert!(page.label("h3").starts_with("h3, white rook"));
    no_problems(&mut page);
}

#[test]
fn keys_lead_from_one_of_two_boards_to_the_other() {
    let Some(mut page) = page() else { return };
    page.open("?game=alice&tab=analysis");
    let here = "document.activeElement.dataset.square";
    page.run("document.querySelector('[data-square=h4]').focus()");
    page.key("ArrowRight");
    assert_eq!(page.run(here), "a4B");
    page.key("ArrowLeft");
    assert_eq!(page.run(here), "h4");
    page.drag(&square("e2"), &square("e4"));
    page.until("document.querySelector('#status').textContent.includes('Black to move')");
    assert!(page.label("e4B").starts_with("e4 of board B, white pawn"));
    assert!(page.label("e4").starts_with("e4 of board A, empty"));
    page.drag(&square("d7"), &square("d5"));
    page.until("document.querySelector('#status').textContent.includes('Move 2, White')");
    // On board B the two pawns meet.
    page.drag(&square("e4B"), &square("d5B"));
    page.until("document.querySelector('#status').textContent.includes('Move 2, Black')");
    assert!(page.label("d5").starts_with("d5 of board A, white pawn"));
    assert!(page.label("d5B").starts_with("d5 of board B, empty"));
    no_problems(&mut page);
}
