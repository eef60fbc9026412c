//! The files of the page, embedded in the program.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;

macro_rules! embed {
    ($($name:literal)*) => {
        &[$((concat!("/", $name), include_str!(concat!("../../web/", $name)))),*]
    };
}

/// File names with their contents.
const FILES: &[(&str, &str)] = embed!(
    "index.html" "style.css" "board.css" "panels.css"
    "app.js" "api.js" "dom.js" "store.js" "tree.js"
    "board.js" "geometry.js" "input.js" "motion.js" "arrows.js" "chooser.js" "marks.js"
    "moves.js" "evaluation.js" "legend.js" "clock.js"
    "keys.js" "players.js" "play.js" "analysis.js" "lines.js" "review.js" "prefs.js" "keep.js" "settings.js" "share.js" "gif.js" "tables.js" "openings.js" "words.js" "collection.js" "solve.js" "rules.js" "edit.js" "games.js" "match.js" "make.js" "movement.js" "palette.js"
);

const ICON: (&str, &str) = ("/icon.svg", include_str!("../../packaging/katydid.svg"));

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => "text/javascript; charset=utf-8",
    }
}

/// The routes of the files; `/` is the page.
pub fn routes<S: Clone + Send + Sync + 'static>(mut router: Router<S>) -> Router<S> {
    for (path, text) in FILES.iter().chain([&ICON]) {
        let file = move || async move { ([(CONTENT_TYPE, media_type(path))], *text) };
        if *path == "/index.html" {
            router = router.route("/", get(file));
        }
        router = router.route(path, get(file));
    }
    router
}
