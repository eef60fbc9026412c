//! The lines of the analysis, looked at and followed.

use crate::{no_problems, page};
use katydid_web_tests::square;

const STATUS: &str = "document.querySelector('#status').textContent";

#[test]
fn a_turn_of_a_line_is_looked_at_and_played() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess&tab=analysis");
    page.click("#analyse");
    page.until("document.querySelectorAll('.pv').length === 3 && document.querySelector('.pv .turn:nth-child(3)')");
    // Looked at: another position, which is said, without the arrows of this one.
    page.hover("#status");
    page.hover(".pv:first-child .turn:nth-child(3)");
    page.until(&format!("{STATUS}.startsWith('Line 1, after 2. ')"));
    assert_eq!(page.run("document.querySelectorAll('.arrows *').length"), 0);
    page.until("document.querySelectorAll('#board .moved').length === 2");
    // Played: the lines become those of the position, and the next click on the board counts.
    page.click(".pv:first-child .turn:nth-child(3)");
    page.until(&format!("{STATUS}.includes('Move 2, Black')"));
    page.until("document.querySelector('.pv .turn')?.textContent.startsWith('2… ')");
    page.until("document.querySelectorAll('.arrows polygon').length > 0");
    page.click(&square("a7"));
    page.until("document.querySelector('[data-square=a6].target')");
    page.click(&square("a6"));
    page.until(&format!("{STATUS}.includes('Move 3, White')"));
    // A hidden page does not search; one that is seen again goes on.
    let hide = |page: &mut katydid_web_tests::Page, hidden: bool| {
        page.run(&format!(
            "Object.defineProperty(document, 'hidden', {{ value: {hidden}, configurable: true }}); \
             document.dispatchEvent(new Event('visibilitychange')); return true"
        ));
    };
    hide(&mut page, true);
    if page.server().used().is_some() {
        page.server().until_idle();
    }
    hide(&mut page, false);
    page.until("document.querySelector('.pv .turn')?.textContent.startsWith('3. ')");
    no_problems(&mut page);
}

#[test]
fn lines_have_one_depth_and_one_height() {
    let Some(mut page) = page() else { return };
    page.open_at("chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    page.set("#multipv", "5");
    page.run(
        "const { Depths } = (await import(document.scripts[0].src)).lines; const depths = new Depths(2); const seen = []; \
         for (const [depth, line, first] of [[1, 1, 'a'], [1, 2, 'b'], [2, 1, 'b'], [2, 2, 'a'], [3, 1, 'c']]) { \
           depths.add({ depth, line, first, score: { value: first.charCodeAt(0) }, turns: [{ color: 'black' }] }); seen.push(depths.shown.map((it) => it.depth + it.first).join()); } \
         if (seen.join('|') !== '1a|1a,1b|1a,1b|2a,2b|2a,2b') throw new Error(seen.join('|')); \
         return true",
    );
    page.click("#analyse");
    page.until("document.querySelectorAll('.pv').length === 5");
    page.until("document.querySelector('.pv .turn').textContent === '1. Ra8#'");
    let heights = page.run("[...new Set([...document.querySelectorAll('.pv')].map((it) => Math.round(it.getBoundingClientRect().height)))].length");
    assert_eq!(heights, 1);
    // The best move at a key, and the other side's threat.
    page.run("document.activeElement.blur()");
    page.key(" ");
    page.until(&format!("{STATUS}.includes('checkmate')"));
    page.open_at("chess", "6k1/5ppp/8/8/8/r7/5PPP/6K1 w - - 0 1");
    page.click("#threat");
    page.until("document.querySelector('#threatened').textContent.includes('Ra1#')");
    assert!(page.run("document.querySelectorAll('.arrows .threat').length") != 0);
    no_problems(&mut page);
}

#[test]
fn a_review_marks_mistakes_and_lets_them_be_retried() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess&tab=games");
    page.set("#pgn", "1. e4 e5 2. Qh5 Ke7 *");
    page.click("#pgn-load");
    page.until("document.querySelectorAll('.turns .turn').length === 4");
    page.tab("analysis");
    page.set("#review-time", "0.1");
    page.click("#review");
    page.until("document.querySelector('#review').textContent === 'Review the line'");
    page.until("document.querySelector('#mistakes').textContent.includes('Ke7??')");
    assert!(page.text(".turns").contains("Ke7??"));
    assert!(page.text("#mistakes").contains("better"));
    page.click(".mistake:last-child button:last-child");
    page.until(
        "document.querySelector('#review-words').textContent.startsWith('Ke7 was played here')",
    );
    page.drag(&square("b8"), &square("c6"));
    page.until("document.querySelector('#review-words').textContent.startsWith('Nc6 is')");
    no_problems(&mut page);
}

#[test]
fn a_null_move_is_typed_and_the_times_of_a_file_are_drawn() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess&tab=games");
    page.set(
        "#pgn",
        "[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:02:52]} e5 {[%clk 0:03:00]} 2. Nf3 {[%emt 0:00:05]} *",
    );
    page.click("#pgn-load");
    page.tab("analysis");
    page.until("document.querySelector('.times')?.getAttribute('aria-label') === 'Time used: e4 10 s, e5 2 s, Nf3 5 s'");
    assert_eq!(
        page.run("document.querySelectorAll('.times rect').length"),
        3
    );
    page.key("End");
    page.until(&format!("{STATUS}.includes('Move 2, Black')"));
    page.set("#typed", "--");
    page.run("document.querySelector('#typing').requestSubmit()");
    page.until(&format!("{STATUS}.includes('Move 3, White')"));
    page.until("document.querySelector('.turns').textContent.includes('--')");
    no_problems(&mut page);
    // Fewer threads than were wanted are reported.
    page.run(
        "window.WebSocket = class { \
           constructor() { setTimeout(() => { \
             for (const data of ['200', '{\"kind\":\"fewer\",\"threads\":1,\"wanted\":4}']) this.onmessage({ data }); \
             this.onclose({ code: 1000 }); }); } \
           close() {} \
         }; return 1",
    );
    page.click("#analyse");
    page.until_told("There is memory for 1 of 4 threads");
}
