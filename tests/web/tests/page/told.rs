//! What the page says of input that it does not take as it stands.

use crate::page;

/// Types a move.
fn typed(page: &mut katydid_web_tests::Page, text: &str) {
    page.set("#typed", text);
    page.run("document.querySelector('#typing').requestSubmit()");
}

#[test]
fn refusals_say_the_reason_and_stay_small() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess&tab=games");
    page.set("#pgn", "[Variant \"Nonsense\"]\n\n1. e4 e5 *");
    page.click("#pgn-load");
    page.until_told("game 1, line 1: tag Variant: unknown variant");
    let height = page.run("document.querySelector('.toast').getBoundingClientRect().height");
    assert!(
        height.as_f64().is_some_and(|height| height < 110.0),
        "{height}"
    );
    page.tab("analysis");
    for (text, reason) in [
        ("Nb1xc3", "there is no piece on c3 to be taken"),
        ("O-O", "the king cannot castle so now"),
        ("e2e5", "the pawn on e2 cannot go to e5"),
    ] {
        typed(&mut page, text);
        page.until_told(reason);
    }
    page.open_at("chess", "8/P7/8/8/8/2k5/8/K7 w - - 0 1");
    typed(&mut page, "a8");
    page.until("document.querySelector('dialog.chooser')");
    page.key("Escape");
}

#[test]
fn games_are_loaded_as_far_as_they_are_understood() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess&tab=games");
    page.set("#pgn", "1. e4 e5 2. -- Nc6 3. Qd9 Nf6 {open (1. d4");
    page.click("#pgn-load");
    page.until("document.querySelectorAll('.turns .turn').length === 4");
    page.until("document.querySelector('#panel-games .list').textContent.includes(\"game 1, line 1: 'Qd9' is not a legal move here\")");
}

#[test]
fn rights_that_a_position_does_not_have_are_said() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess&tab=edit");
    page.press("Empty board");
    for (tool, square) in [("wK", "a1"), ("bK", "c3")] {
        page.click(&format!("[data-tool={tool}]"));
        page.click(&katydid_web_tests::square(square));
    }
    page.set("#edit-castling", "KQkq");
    page.set("#edit-passing", "e3");
    page.until("document.querySelector('#edit-verdict').textContent === 'A position of the game. Not possible here, and left out: castling KQkq. Not possible here, and left out: en passant e3.'");
}

#[test]
fn a_search_for_solutions_goes_on_when_a_move_is_played() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess&tab=solve");
    page.set("#stipulation", "h#4");
    page.click("#solve");
    page.until("document.querySelector('#panel-solve').textContent.includes('found, ')");
    typed(&mut page, "e4");
    page.until("document.querySelector('#status').textContent.includes('Black to move')");
    let told = "document.querySelector('#panel-solve [role=status]').textContent";
    let before = page.run(told);
    page.until(&format!("{told} !== {before}"));
    assert!(!page.text("#panel-solve").contains("Ended before its time"));
    page.press("Stop");
    page.until(
        "document.querySelector('#panel-solve').textContent.includes('not everything was searched')",
    );
}

#[test]
fn a_leo_is_shown_capturing_over_a_piece_and_two_players_cannot_resign() {
    let Some(mut page) = page() else { return };
    page.open("?game=andernach-leo&tab=rules");
    page.until("[...document.querySelectorAll('.piece-page')].at(-1)?.textContent.includes('with pieces to hop over')");
    page.open("?game=chess");
    page.set("#side", "both");
    page.until_told("Both sides are yours");
    let disabled = "[...document.querySelectorAll('#panel-play button')].filter(({ disabled }) => disabled).map(({ textContent }) => textContent).join()";
    assert_eq!(page.run(disabled), "Take back,Move now,Offer a draw,Resign");
}
