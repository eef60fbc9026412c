//! The files of the page, embedded in the program: one text, one style sheet, one script. Requests cost a browser more time than
//! bytes from this machine.

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::routing::get;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

macro_rules! embed {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../web/", $name)))),*]
    };
}

const PAGE: &str = include_str!("../../web/index.html");
const ICON: &str = include_str!("../../packaging/katydid.svg");
const STYLES: &[(&str, &str)] = embed!("style.css" "board.css" "panels.css");

/// The modules, each behind those that it imports.
const MODULES: &[(&str, &str)] = embed!(
    "prefs.js" "words.js" "api.js" "dom.js" "tree.js" "store.js" "keep.js"
    "geometry.js" "arrows.js" "marks.js" "chooser.js" "input.js" "motion.js" "board.js"
    "evaluation.js" "lines.js" "openings.js" "review.js" "tables.js" "analysis.js"
    "palette.js" "edit.js" "collection.js" "gif.js" "share.js" "games.js"
    "keys.js" "legend.js" "movement.js" "rules.js" "make.js" "players.js" "match.js" "moves.js"
    "clock.js" "play.js" "settings.js" "solve.js" "app.js"
);

/// How long browsers keep style sheet, script and icon, whose addresses change with their contents.
const CACHING: &str = "private, max-age=31536000, immutable";

/// The routes of the files; `/` is the page.
pub fn routes<S: Clone + Send + Sync + 'static>(mut router: Router<S>) -> Router<S> {
    let mut page = PAGE.to_owned();
    let files = [
        ("/page.css", "text/css; charset=utf-8", styles()),
        ("/page.js", "text/javascript; charset=utf-8", script()),
        ("/icon.svg", "image/svg+xml", ICON.to_owned()),
    ];
    for (path, media_type, text) in files {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let named = format!("\"{path}?{:016x}\"", hasher.finish());
        page = page.replace(&format!("\"{path}\""), &named);
        let headers = [(CONTENT_TYPE, media_type), (CACHE_CONTROL, CACHING)];
        let file = move || async move { (headers, text) };
        router = router.route(path, get(file));
    }
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8")];
    router.route("/", get(move || async move { (headers, page) }))
}

fn styles() -> String {
    STYLES.iter().map(|(_, text)| *text).collect()
}

/// All modules in one: each is a function that returns what the module exports.
fn script() -> String {
    let mut script = String::new();
    for (name, text) in MODULES {
        let name = name.trim_end_matches(".js");
        let mut exports = Vec::new();
        let _ = writeln!(script, "const ${name} = (() => {{");
        for line in text.lines() {
            if let Some((names, from)) = imported(line) {
                let names = names.replace(" as ", ": ");
                let _ = writeln!(script, "const {names} = ${from};");
            } else if let Some(rest) = line.strip_prefix("export ") {
                exports.push(declared(rest));
                let _ = writeln!(script, "{rest}");
            } else {
                let _ = writeln!(script, "{line}");
            }
        }
        let _ = writeln!(script, "return {{ {} }};\n}})();", exports.join(", "));
    }
    // For the tests, which look into modules.
    for (name, _) in MODULES {
        let name = name.trim_end_matches(".js");
        let _ = writeln!(script, "export {{ ${name} as {name} }};");
    }
    script
}

/// The names in braces of a line that imports, and the name of the module that they come from.
fn imported(line: &str) -> Option<(&str, &str)> {
    let (names, from) = line.strip_prefix("import ")?.split_once(" from \"./")?;
    Some((names, from.strip_suffix(".js\";")?))
}

/// The name that a line declares, as in `async function name(`.
fn declared(line: &str) -> &str {
    let words = ["async", "function", "const", "class"];
    let mut rest = line
        .split([' ', '('])
        .skip_while(|word| words.contains(word));
    rest.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_stand_behind_those_that_they_import() {
        for (index, (name, text)) in MODULES.iter().enumerate() {
            for line in text.lines().filter(|line| line.starts_with("import ")) {
                let (_, from) = imported(line).unwrap_or_else(|| panic!("{name}: {line}"));
                let from = format!("{from}.js");
                let is_before = MODULES[..index].iter().any(|(other, _)| *other == from);
                assert!(is_before, "{name} imports {from}");
            }
            for line in text.lines().filter(|line| line.starts_with("export ")) {
                let name = declared(&line["export ".len()..]);
                assert!(name.chars().all(char::is_alphanumeric), "{line}");
            }
        }
        let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/web"));
        assert_eq!(
            files.expect("the folder of the page").count(),
            1 + STYLES.len() + MODULES.len()
        );
    }
}
