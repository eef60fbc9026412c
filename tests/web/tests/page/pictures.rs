//! The pictures of the board in the browser that stand in docs/.

use katydid_web_tests::{pages_with, square};

/// Pictures for the documents (`make pictures`).
#[test]
#[ignore = "writes the pictures of docs/"]
fn pictures_for_the_documents() {
    let Some(mut page) = pages_with(&[]) else {
        return;
    };
    page.dark(false);
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let gallery = docs.join("gallery");
    std::fs::create_dir_all(&gallery).expect("a folder");
    page.size(1366, 768);
    page.open_at("ag", BATTLE);
    page.click("#analyse");
    page.until("/depth 1[0-9]/.test(document.querySelector('#depth').textContent)");
    page.click(&square("e4"));
    page.hover(&square("e6"));
    page.until("document.querySelector('.ghost')");
    page.picture(&docs.join("web.png"), "body");
    page.size(520, 1320);
    for (file, query, from, to) in SCENES {
        page.open(&format!("?tab=analysis&{query}"));
        page.until("[...document.images].every((image) => image.complete)");
        page.click(from);
        page.hover(to);
        page.until("document.querySelector('.ghost') || document.querySelector('.target')");
        page.until("[...document.images].every((image) => image.complete)");
        page.picture(&gallery.join(format!("{file}.png")), "#board");
    }
    assert_eq!(page.problems(), Vec::<String>::new());
}

/// A position of `ag` in which hops do something.
const BATTLE: &str = "r3k2r/1aaaaa1a/p1pp1ppp/4p3/1n1PA3/2P2N2/PA1AAAAA/R1BQK2R w KQkq - 0 9";

/// File, address, what is grasped and what is pointed at.
const SCENES: &[(&str, &str, &str, &str)] = &[
    (
        "grasshopper",
        "game=grasshopper",
        "[data-square=e2]",
        "[data-square=e4]",
    ),
    (
        "colour",
        "game=ag&fen=4k3/8/8/4n3/3A4/8/8/4K3%20w%20-%20-%200%201",
        "[data-square=d4]",
        "[data-square=f6]",
    ),
    (
        "place",
        "game=cg&fen=4k3/8/8/8/8/1Cr5/8/4K3%20w%20-%20-%200%201",
        "[data-square=b3]",
        "[data-square=d3]",
    ),
    (
        "type",
        "game=eg&fen=4k3/8/8/n7/r7/8/8/E3K3%20w%20-%20-%200%201",
        "[data-square=a1]",
        "[data-square=a5]",
    ),
    (
        "three-effects",
        "game=aecg&fen=4k3/8/8/8/8/1HQ5/6K1/8%20w%20-%20-%200%201",
        "[data-square=b3]",
        "[data-square=d3]",
    ),
    (
        "circe",
        "game=circe&fen=4k3/8/8/3n4/8/2N5/8/4K3%20w%20-%20-%200%201",
        "[data-square=c3]",
        "[data-square=d5]",
    ),
    (
        "demichess",
        "game=demichess",
        "[data-square=c1]",
        "[data-square=e3]",
    ),
    (
        "rifle",
        "game=demirifle-fide&fen=r3k3/8/8/8/8/3n4/8/2C1K3%20w%20-%20-%200%201",
        "[data-square=c1]",
        "[data-square=d3]",
    ),
    (
        "relay",
        "game=relay-demichess",
        "[data-square=b1]",
        "[data-square=b3]",
    ),
    (
        "hopgi",
        "game=hopgi",
        "[data-held=\"white @P\"]",
        "[data-square=d4]",
    ),
    (
        "progressive",
        "game=progressive&fen=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR%20b%20KQkq%20-%200%201%202/2",
        "[data-square=d7]",
        "[data-square=d5]",
    ),
    (
        "cylinder",
        "game=cylinder&fen=4k3/8/8/8/8/RP6/8/4K3%20w%20-%20-%200%201",
        "[data-square=a3]",
        "[data-square=h3]",
    ),
    (
        "alice",
        "game=alice&fen=rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/8/8/4P3/8/8/8%20b%20KQkq%20-%200%201",
        "[data-square=e7]",
        "[data-square=e5]",
    ),
    (
        "dynamo",
        "game=dynamo",
        "[data-square=e2]",
        "[data-square=e4]",
    ),
    (
        "declared",
        "game=hurdlers&pieces=X%3Deagle%3AA&fen=7k/8/8/8/8/3p4/2X5/7K%20w%20-%20-%200%201",
        "[data-square=c2]",
        "[data-square=c4]",
    ),
];
