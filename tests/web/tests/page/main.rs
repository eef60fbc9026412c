//! The board in the browser, used with mouse, finger and keyboard in games of every family.

mod access;
mod board;
mod hands;
mod kept;
mod lines;
mod make;
mod openings;
mod pictures;
mod play;
mod told;
mod tools;
mod turns;
mod window;

use katydid_web_tests::{Page, pages_with};

/// The page, without motion; `None` if there is no Chromium.
fn page() -> Option<Page> {
    let mut page = pages_with(&[])?;
    page.dark(false);
    Some(page)
}

/// Nothing went wrong in the page.
fn no_problems(page: &mut Page) {
    assert_eq!(page.problems(), Vec::<String>::new());
}
