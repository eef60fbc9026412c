//! What axe-core (a checker of accessibility by Deque) finds in the page.

use crate::{no_problems, page};
use katydid_web_tests::{Page, square};

/// Nothing is found in any view, light or dark, wide or narrow (`make accessibility`).
#[test]
#[ignore = "needs axe-core: AXE_CORE names its file axe.min.js"]
fn axe_core_finds_nothing() {
    let file = std::env::var_os("AXE_CORE").expect("AXE_CORE names the file axe.min.js");
    let axe = std::fs::read_to_string(file).expect("the file of axe-core");
    let Some(mut page) = page() else { return };
    for (width, dark) in [(1280, false), (1280, true), (360, false)] {
        page.dark(dark);
        page.size(width, 800);
        let found = |page: &mut Page, view: &str| {
            page.run(&format!("{axe}; return 1"));
            let found = page.run(
                "return (await axe.run()).violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))",
            );
            assert_eq!(found, serde_json::json!([]), "{view}, {width}, {dark}");
        };
        for tab in ["play", "solve", "rules", "edit", "games", "make"] {
            page.open(&format!("?game=chess&tab={tab}"));
            page.run("document.querySelectorAll('details').forEach((it) => { it.open = true; }); return 1");
            found(&mut page, tab);
        }
        page.until("document.querySelector('#make-piece')");
        page.click("#make-piece");
        page.until("document.querySelector('#make-diagrams svg')");
        found(&mut page, "a piece that is made");
        for game in ["hopgi", "alice", "dynamo", "ag", "conduit"] {
            page.open(&format!("?game={game}&tab=analysis"));
            found(&mut page, game);
        }
        page.open("?game=chess&tab=games");
        page.set(
            "#pgn",
            "1. e4 {[%clk 0:02:52]} (1. d4 {good}) e5 $14 2. Qh5 Ke7?? xx *",
        );
        page.click("#pgn-load");
        page.until("document.querySelectorAll('.turns .turn').length === 5");
        found(&mut page, "a game of a file");
        page.tab("analysis");
        page.set("#review-time", "0.1");
        page.click("#review");
        page.until("document.querySelector('#mistakes .mistake')");
        page.click("#analyse");
        page.until("document.querySelectorAll('.pv').length === 3");
        found(&mut page, "analysis");
        for button in ["#settings", "#keys"] {
            page.open("?game=chess");
            page.click(button);
            found(&mut page, button);
        }
        page.open_at("chess", "8/P7/8/8/8/2k5/8/K7 w - - 0 1");
        page.click(&square("a7"));
        page.click(&square("a8"));
        page.until("document.querySelector('dialog')");
        found(&mut page, "a promotion");
    }
    no_problems(&mut page);
}
