//! Keys alone, fingers, narrow windows, light and dark.

use crate::tools::no_problems_but_refusals;
use crate::{no_problems, page};
use katydid_web_tests::square;

#[test]
fn the_board_is_one_tab_stop_and_is_played_with_keys() {
    let Some(mut page) = page() else { return };
    page.open("?game=grasshopper&tab=analysis");
    assert_eq!(
        page.run("document.querySelectorAll('#board [tabindex=\"0\"]').length"),
        1
    );
    page.run("document.querySelector('[data-square=e3]').focus()");
    assert_eq!(
        page.run("document.querySelectorAll('#board [tabindex=\"0\"]').length"),
        1
    );
    page.key("Enter");
    page.key("ArrowUp");
    page.key("Enter");
    page.until("document.querySelector('#status').textContent.includes('Black to move')");
    page.run("document.querySelector('[data-square=e6]').focus()");
    page.key("Enter");
    page.key("Escape");
    page.until("document.querySelectorAll('.target').length === 0");
    page.set("#typed", "e6e5");
    page.run("document.querySelector('#typing').requestSubmit()");
    page.until("document.querySelector('#status').textContent.includes('Move 2, White')");
    no_problems(&mut page);
}

#[test]
fn a_finger_moves_pieces_in_a_narrow_window() {
    let Some(mut page) = page() else { return };
    page.size(360, 740);
    page.open("?game=circe&tab=analysis");
    page.tap(&square("e2"));
    page.until("document.querySelectorAll('.target').length === 2");
    page.tap(&square("e4"));
    page.until("document.querySelector('#status').textContent.includes('Black to move')");
    for game in ["alice", "hopgi", "dynamo", "crazyhouse", "progressive"] {
        page.open(&format!("?game={game}"));
        for tab in ["play", "analysis", "solve", "rules", "edit", "games"] {
            page.run(&format!("document.querySelector('#tab-{tab}').click()"));
            page.until("document.querySelectorAll('#board img').length > 0");
            let wide = page.run("document.documentElement.scrollWidth");
            assert!(
                wide.as_u64().is_some_and(|wide| wide <= 360),
                "{game} {tab}: {wide}"
            );
        }
    }
    no_problems(&mut page);
}

/// What has the focus: a square, an identifier, or words.
const FOCUSED: &str = "(({ dataset, id, textContent }) => dataset.square ?? (id || textContent.trim()))(document.activeElement)";

#[test]
fn a_game_is_played_with_keys_alone() {
    let Some(mut page) = page() else { return };
    page.open_at("chess", "8/4P2k/8/8/8/p7/P7/4K3 w - - 0 1");
    // Round the page: the board is one stop.
    let mut stops = Vec::new();
    page.key("Tab");
    while page.run("document.activeElement !== document.body") == true && stops.len() < 60 {
        stops.push(page.run(FOCUSED).as_str().unwrap_or_default().to_owned());
        page.key("Tab");
    }
    assert!(stops.len() < 60, "{stops:?}");
    let on_board =
        |stop: &&String| stop.len() == 2 && stop.starts_with(|c: char| c.is_alphabetic());
    let squares: Vec<&String> = stops.iter().filter(on_board).collect();
    assert_eq!(squares, ["e7"], "{stops:?}");
    for name in ["game", "theme", "flip", "typed", "tab-analysis", "analyse"] {
        assert!(stops.iter().any(|stop| stop == name), "{name}: {stops:?}");
    }
    assert_eq!(
        stops.iter().filter(|stop| stop.starts_with("tab-")).count(),
        1
    );
    // Back to the board.
    while page.run(FOCUSED) != "e7" {
        page.key("Tab");
    }
    for (key, there) in [
        ("ArrowDown", "e6"),
        ("ArrowLeft", "d6"),
        ("ArrowRight", "e6"),
        ("ArrowUp", "e7"),
    ] {
        page.key(key);
        assert_eq!(page.run(FOCUSED), there);
    }
    page.key("Enter");
    page.key("ArrowUp");
    page.key("Enter");
    page.until("document.querySelector('dialog.chooser[open]')");
    page.key("Escape");
    page.until("!document.querySelector('dialog')");
    assert_eq!(page.run(FOCUSED), "e8");
    assert!(page.label("e7").starts_with("e7, white pawn"));
    page.key("ArrowDown");
    page.key("Enter");
    page.until("document.querySelectorAll('.target').length === 1");
    // Escape lets go, Enter grasps again.
    page.key("Escape");
    page.until("document.querySelectorAll('.target').length === 0");
    page.key("Enter");
    page.key("ArrowUp");
    page.key("Enter");
    page.until("document.querySelector('dialog.chooser[open]')");
    for key in ["ArrowDown", "ArrowDown", "ArrowDown", "Enter"] {
        page.key(key);
    }
    page.until("document.querySelector('#status').textContent.includes('Black to move')");
    assert!(page.label("e8").starts_with("e8, white knight"));
    page.until_told("it becomes a knight");
    // The turn stands in the list, and a key leads back without losing the place.
    page.run("document.querySelector('.turns .turn').focus()");
    page.key("Enter");
    page.key("ArrowLeft");
    page.until("document.querySelector('#status').textContent.includes('White to move')");
    assert_eq!(
        page.run("document.activeElement.closest('.turns') !== null"),
        true
    );
    no_problems(&mut page);
}

#[test]
fn no_game_is_wider_than_a_narrow_window() {
    let Some(mut page) = page() else { return };
    page.size(360, 740);
    page.open("");
    let wide = page.run(
        "const wide = []; \
         const until = async (isSo) => { while (!isSo()) await new Promise((go) => setTimeout(go, 10)); }; \
         const choice = document.querySelector('#game'); \
         for (const option of [...choice.options]) { \
           choice.value = option.value; choice.dispatchEvent(new Event('change')); \
           await until(() => document.title.startsWith(option.textContent)); \
           for (const tab of document.querySelectorAll('[role=tab]')) { \
             tab.click(); \
             if (tab.id === 'tab-rules') await until(() => document.querySelector('#panel-rules h2')?.textContent === option.textContent); \
             for (const more of document.querySelectorAll('#panels details')) more.open = true; \
             const width = document.documentElement.scrollWidth; \
             if (width > 360) wide.push(`${option.value} ${tab.id} ${width}`); \
           } \
         } \
         return [choice.options.length, wide]",
    );
    assert!(wide[0].as_u64().is_some_and(|games| games >= 50), "{wide}");
    assert_eq!(wide[1], serde_json::json!([]));
    no_problems(&mut page);
}

#[test]
fn board_and_play_fit_a_small_screen() {
    let Some(mut page) = page() else { return };
    for game in [
        "chess",
        "hopgi",
        "alice",
        "dynamo",
        "crazyhouse",
        "hurdlers",
        "cylinder",
    ] {
        page.open(&format!("?game={game}"));
        for (width, height) in [(1366, 768), (1280, 720), (1440, 900), (1920, 1080)] {
            page.size(width, height);
            let needed = page.run("document.documentElement.scrollHeight");
            assert_eq!(needed, height, "{game}");
            // All of the pieces' names, too.
            let names =
                page.run("document.querySelector('#legend').getBoundingClientRect().bottom");
            assert!(
                names.as_f64().is_some_and(|end| end <= f64::from(height)),
                "{game}: {names}"
            );
        }
    }
    no_problems(&mut page);
}

#[test]
fn light_and_dark_follow_the_system_until_one_is_chosen() {
    let Some(mut page) = page() else { return };
    let ground = "getComputedStyle(document.body).backgroundColor";
    page.open("");
    let light = page.run(ground);
    page.dark(true);
    let dark = page.run(ground);
    assert_ne!(light, dark);
    page.click("#theme");
    assert_eq!(page.run(ground), light);
    page.open("?game=ag");
    assert_eq!(page.run(ground), light, "it is remembered");
    page.click("#theme");
    page.dark(false);
    page.open("?game=ag");
    assert_eq!(page.run(ground), dark, "and so is the other one");
    no_problems(&mut page);
}

#[test]
fn headings_names_and_sizes_are_what_everybody_needs() {
    let Some(mut page) = page() else { return };
    page.open("?game=hopgi");
    for tab in ["play", "analysis", "solve", "rules", "edit", "games"] {
        page.tab(tab);
        // One first heading and no level left out, one main part, names for all controls, and 24 pixels for each target.
        let wrong = page.run(
            "const wrong = []; const seen = (node) => node.checkVisibility(); \
             const levels = [...document.querySelectorAll('h1, h2, h3, h4')].filter(seen).map((it) => Number(it.tagName[1])); \
             if (levels.filter((level) => level === 1).length !== 1 || levels[0] !== 1) wrong.push(`headings ${levels}`); \
             levels.forEach((level, index) => { if (index && level > levels[index - 1] + 1) wrong.push(`heading ${index}: ${levels}`); }); \
             if (document.querySelectorAll('main').length !== 1) wrong.push('main'); \
             for (const node of [...document.querySelectorAll('button, select, input, textarea, summary')].filter(seen)) { \
               const { width, height } = node.getBoundingClientRect(); \
               const name = node.getAttribute('aria-label') || node.labels?.[0]?.textContent || node.textContent; \
               const box = node.closest('label')?.getBoundingClientRect(); \
               if (!name.trim()) wrong.push(`no name: ${node.outerHTML.slice(0, 80)}`); \
               if (node.type !== 'file' && Math.min(width, height) < 24 && !(box && box.height >= 24)) wrong.push(`${width}x${height}: ${node.outerHTML.slice(0, 80)}`); \
             } \
             return wrong",
        );
        assert_eq!(wrong, serde_json::json!([]), "{tab}");
    }
    no_problems(&mut page);
}

#[test]
fn forced_colours_leave_a_board_and_narrow_windows_the_tools() {
    let Some(mut page) = page() else { return };
    page.forced_colors();
    page.open("?game=chess");
    let colors = page.run("['.light', '.dark'].map((it) => getComputedStyle(document.querySelector(it)).backgroundColor)");
    assert_ne!(colors[0], colors[1]);
    page.dark(false);
    for (width, height) in [(360, 740), (800, 600), (740, 360), (2560, 1440)] {
        page.size(width, height);
        page.open("?game=chess");
        let tabs = page.run("document.querySelector('#tabs').getBoundingClientRect().top");
        assert!(
            tabs.as_f64().is_some_and(|top| top < f64::from(height)),
            "{width}x{height}: {tabs}"
        );
        let wide = page.run("document.documentElement.scrollWidth");
        assert!(
            wide.as_u64().is_some_and(|wide| wide <= u64::from(width)),
            "{width}x{height}: {wide}"
        );
    }
    // Setting up by finger: pieces to choose from and board in one window.
    page.size(360, 740);
    page.open("?game=chess&tab=edit");
    let last = page
        .run("document.querySelector('.palette .tools:last-child').getBoundingClientRect().bottom");
    assert!(
        last.as_f64().is_some_and(|bottom| bottom <= 740.0),
        "{last}"
    );
    no_problems(&mut page);
}

#[test]
fn settings_and_languages_are_chosen_and_kept() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess");
    let dark = "getComputedStyle(document.querySelector('.square.dark')).backgroundColor";
    let green = page.run(dark);
    page.click("#settings");
    page.set("#board-theme", "brown");
    page.set("#piece-theme", "clear");
    assert_ne!(page.run(dark), green);
    assert_ne!(
        page.run("getComputedStyle(document.querySelector('#board img.black')).filter"),
        "none"
    );
    for (language, tab, status) in [
        ("de", "Spielen", "Zug 1, Weiß am Zug."),
        ("fr", "Jouer", "Coup 1, trait aux Blancs."),
    ] {
        page.run("if (!document.querySelector('dialog')) document.querySelector('#settings').click(); return 1");
        page.run("document.body.dataset.ready = 'no'");
        page.set("#language", language);
        page.until("document.body && document.body.dataset.ready === 'yes'");
        assert_eq!(page.text("#tab-play"), tab);
        assert_eq!(page.text("#status"), status);
        assert_eq!(page.run("document.documentElement.lang"), language);
    }
    assert_ne!(page.run(dark), green, "it is remembered");
    // What the program says, too: squares, effects, refusals.
    page.open_at("circe", "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1");
    assert_eq!(page.label("d5"), "d5, cavalier (noirs)");
    page.click(&square("c3"));
    assert!(page.label("d5").ends_with("cavalier (noirs) renaît en g8"));
    page.set("#typed", "e1e8");
    page.run("document.querySelector('#typing').requestSubmit()");
    page.until_told("« e1e8 » n'est pas légal ici (roi en e1 ne peut aller en e8)");
    let left = page.run(
        "const { store } = await import(document.scripts[0].src); const left = new Set(); \
         for (const game of ['ag', 'cg', 'eg', 'circe', 'anticirce', 'dynamo', 'alice', 'demirifle', 'crazyhouse', 'hopgi']) { \
           await store.begin({ game }); \
           for (let number = 0; number < 24 && store.store.view.legs.length; number++) { \
             const { legs, last } = store.store.view; \
             for (const words of [...legs.flatMap(({ effects }) => effects.map((it) => it.words)), last.turn?.words ?? '']) \
               if (/\\b(the|on|goes|is|becomes|turns|white|black|to)\\b/.test(words)) left.add(words); \
             await store.playLeg(legs.find(({ effects }) => effects.length && number % 3 === 2) ?? legs[number * 7 % legs.length]); \
           } \
         } return [...left]",
    );
    assert_eq!(left, serde_json::json!([]));
    page.open("?game=chess");
    // Texts with values in them are French, too.
    page.tab("analysis");
    page.click("#analyse");
    page.until("/^profondeur \\d+\\/\\d+, /.test(document.querySelector('#depth').textContent)");
    page.click("#analyse");
    page.tab("play");
    assert_eq!(page.text("#player-above .who"), "Katydid, niveau 8 (Noirs)");
    // No word stands twice in the list, and each has all its values in both languages.
    let texts = serde_json::json!(include_str!("../../../../web/words.js"));
    let wrong = page.run(&format!(
        "const wrong = []; let count = 0; const values = (it) => (it.match(/\\{{\\d\\}}/g) ?? []).sort().join(); \
         for (const text of {texts}.split('const SAID')) {{ const seen = new Set(); \
           for (const [, key, other, words] of text.matchAll(/^  (?:\"((?:[^\"\\\\]|\\\\.)*)\"|(\\w+)): (\\[.*\\]),$/gm)) {{ \
             const name = key ?? other; if (seen.has(name)) wrong.push(name); seen.add(name); count += 1; \
             const list = JSON.parse(words); \
             if (list.length !== 2 || list.some((it) => it !== it.trim() && name === name.trim() || values(it).length > values(name).length)) wrong.push(name); \
           }} }} return count > 400 ? wrong : ['too few', count]",
    ));
    assert_eq!(wrong, serde_json::json!([]));
    no_problems_but_refusals(&mut page);
}

/// The board waits for one request behind the page and its script, and for no list of games.
#[test]
fn the_first_board_takes_few_requests_and_little_time() {
    let Some(mut page) = page() else { return };
    page.open("?game=chess");
    let asked = page.run(
        "const asked = performance.getEntriesByType('resource').map(({ name, responseEnd }) => [new URL(name).pathname, responseEnd]).filter(([name]) => name !== '/icon.svg'); \
         const end = (path) => asked.find(([name]) => name === path)[1]; \
         return [asked.length, asked.filter(([name]) => name.startsWith('/pieces/')).length, end('/page.js') < end('/api/game')]",
    );
    // Style sheet, script, the position and the list of games, beside the pieces; browsers fetch the icon when they like.
    assert_eq!(asked, serde_json::json!([16, 12, true]));
    let used = page.used();
    assert!(used < 0.4, "{used} s");
    no_problems(&mut page);
}
