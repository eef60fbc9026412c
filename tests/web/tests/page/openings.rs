//! The user's own games: what was played in them, and a game as an animation.

use crate::{no_problems, page};
use katydid_web_tests::{pages_with, square};

#[test]
fn openings_of_a_folder_are_listed_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = "1. e4 e5 2. Nf3 1-0\n\n[Event \"b\"]\n\n1. Nf3 e5 2. e4 1/2-1/2\n\n[Event \"c\"]\n\n1. e4 c5 0-1\n";
    std::fs::write(folder.path().join("own.pgn"), games).expect("a file");
    let path = folder.path().to_string_lossy().into_owned();
    let Some(mut page) = pages_with(&["--openings", &path]) else {
        return;
    };
    page.dark(false);
    page.open("?game=chess&tab=analysis");
    let list = "document.querySelector('#openings').textContent";
    page.until(&format!("{list}.includes('3 games read.')"));
    assert_eq!(page.text(".openings li:first-child"), "e42");
    let results = "document.querySelector('.openings .results').getAttribute('aria-label')";
    assert_eq!(page.run(results), "White 1, draws 0, Black 1");
    page.click(".openings .turn");
    page.until("document.querySelector('.openings').textContent === 'c51e51'");
    page.open("?game=chess&moves=e2e4%20e7e5&tab=analysis");
    // The third game has this position by another order of moves, and goes on otherwise.
    page.until("document.querySelector('.openings').textContent === 'Nf31'");
    page.open("?game=chess&moves=a2a4&tab=analysis");
    page.until(&format!(
        "{list}.includes('none of which has this position')"
    ));
    no_problems(&mut page);
    // Without a folder there is no list.
    let Some(mut page) = crate::page() else {
        return;
    };
    page.open("?game=chess&tab=analysis");
    assert_eq!(page.run("document.querySelector('#openings').hidden"), true);
}

#[test]
fn a_game_is_saved_as_an_animation() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut page) = page() else { return };
    page.downloads(folder.path());
    page.open("?game=chess&moves=e2e4%20d7d5%20e4d5&tab=games");
    // Each position is a picture, and from one to the next the squares of the turns change, framed ones too.
    let seen = page.run(
        "const { animation } = (await import(document.scripts[0].src)).share; const { wholeLine } = (await import(document.scripts[0].src)).store; \
         const file = await animation(wholeLine(), false, () => {}); \
         const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type: 'image/gif' }); \
         await decoder.completed; await decoder.tracks.ready; const { frameCount } = decoder.tracks.selectedTrack; const pictures = []; \
         for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) { \
           const { image } = await decoder.decode({ frameIndex }); \
           const context = new OffscreenCanvas(384, 384).getContext('2d', { willReadFrequently: true }); context.drawImage(image, 0, 0); \
           pictures.push(context); \
         } \
         const changed = (one, other) => { const names = []; \
           for (let rank = 0; rank < 8; rank++) for (let file = 0; file < 8; file++) { \
             const [a, b] = [one, other].map((it) => it.getImageData(file * 48, (7 - rank) * 48, 48, 48).data.join()); \
             if (a !== b) names.push('abcdefgh'[file] + (rank + 1)); \
           } return names.join(' '); }; \
         return pictures.slice(1).map((picture, index) => changed(pictures[index], picture))",
    );
    let turns = serde_json::json!(["e2 e4", "e2 e4 d5 d7", "e4 d5 d7"]);
    assert_eq!(seen, turns);
    page.click("#gif");
    let file = folder.path().join("chess.gif");
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while !std::fs::read(&file)
        .is_ok_and(|bytes| bytes.starts_with(b"GIF89a") && bytes.ends_with(b";"))
    {
        assert!(std::time::Instant::now() < deadline, "no GIF");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    no_problems(&mut page);
}

#[test]
fn pictures_have_the_pieces_in_hand() {
    let Some(mut page) = page() else { return };
    page.open_at("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PPn] w - - 0 1");
    let shown = page.run(
        "const { picture } = (await import(document.scripts[0].src)).share; const { store } = (await import(document.scripts[0].src)).store; \
         const drawing = new DOMParser().parseFromString(await picture(store.view, false), 'image/svg+xml'); \
         return [...drawing.querySelectorAll('text')].map((it) => [it.textContent, Number(it.getAttribute('y')) < 4])",
    );
    assert_eq!(shown, serde_json::json!([["×1", true], ["×2", false]]));
    no_problems(&mut page);
}

#[test]
fn pieces_show_whose_moves_they_are_given() {
    let Some(mut page) = page() else { return };
    page.open_at("conduit-fide", "4k3/8/8/8/3C4/5R2/8/4K3 w - - 0 1");
    assert!(page.label("f3").contains("has the moves of d4, too"));
    assert!(!page.label("d4").contains("has the moves of"));
    page.click(&square("f3"));
    page.until("document.querySelector('[data-square=d4] .giver-badge')");
    assert!(page.label("e5").contains("destination"));
    no_problems(&mut page);
}

#[test]
fn a_piece_that_is_held_shows_where_it_is_reborn() {
    let Some(mut page) = page() else { return };
    let homes = "[...document.querySelectorAll('.home-badge')].map((it) => it.parentElement.dataset.square).join()";
    for (game, fen, square, home) in [
        ("circe", "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1", "d5", "g8"),
        ("circe", "4k1r1/8/8/3n4/8/2N5/8/4K3 w - - 0 1", "d5", ""),
        ("cg", "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1", "c3", "g1"),
        ("chess", "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1", "d5", ""),
    ] {
        page.open_at(game, fen);
        page.run(&format!(
            "document.querySelector('[data-square={square}]').focus()"
        ));
        page.key("i");
        page.until("document.querySelector('#looked').textContent.includes('can move to')");
        assert_eq!(page.run(homes), home, "{game} {fen}");
        let words = page.text("#looked").contains(&format!("on {home}."));
        assert_eq!(
            words || page.text("#looked").contains(&format!("to {home}.")),
            !home.is_empty()
        );
    }
    no_problems(&mut page);
}
