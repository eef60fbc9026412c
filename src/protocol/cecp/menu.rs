//! The games that XBoard's menu shows.
//!
//! XBoard 4.9.1 has 22 buttons for games it does not know. It takes them from the front of the last `feature variants`
//! that it was told, each time the menu is opened, and it plays no game that is not in that list. So the first list
//! has all games, for XBoard's command line, and the later ones a page of them.

use super::super::options::MENU_PAGES;
use crate::catalogue::{Catalogue, EMBEDDED};
use crate::variant::Variant;
use std::sync::Arc;

/// The page at the beginning.
pub const FIRST: &str = MENU_PAGES[0];

/// Buttons of XBoard's menu.
const BUTTONS: usize = 22;

/// Whether XBoard can judge the moves of a game. It plays on the board it shows, by turns of one move, and knows what
/// pieces do by themselves.
pub fn is_judged(variant: &Arc<Variant>) -> bool {
    let has = variant.with_all_pieces().rules.capabilities;
    !(has.changes_more() || has.schedule || has.relay || has.wraps || has.two_boards)
}

/// The games but chess that XBoard can judge, or the others; the user's own first.
fn games(judged: bool) -> Vec<Arc<Variant>> {
    let catalogue = Catalogue::embedded();
    let names = catalogue.names().into_iter();
    let games = names.filter_map(|name| catalogue.variant(&name).ok());
    let mut games: Vec<_> = games
        .filter(|variant| variant.name != "chess" && is_judged(variant) == judged)
        .collect();
    let embedded = |variant: &Arc<Variant>| EMBEDDED.iter().any(|(name, _)| *name == variant.name);
    games.sort_by_key(embedded);
    games
}

fn feature<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names = names
        .into_iter()
        .fold(String::from("normal"), |mut list, name| {
            list.push(',');
            list.push_str(name);
            list
        });
    format!("feature variants=\"{names}\"")
}

fn name(variant: &Variant) -> &str {
    &variant.presentation.xboard_name
}

/// All games, those that XBoard can judge first.
pub fn all() -> String {
    let games: Vec<_> = [true, false].into_iter().flat_map(games).collect();
    feature(games.iter().map(|variant| name(variant)))
}

/// The games of a page, and the present one.
pub fn page(title: &str, present: &Variant) -> String {
    let number = MENU_PAGES
        .iter()
        .position(|page| *page == title)
        .unwrap_or(0);
    let games = games(number == 0);
    let first = number.saturating_sub(1) * BUTTONS;
    let mut names: Vec<&str> = games
        .iter()
        .skip(first)
        .take(BUTTONS)
        .map(|variant| name(variant))
        .collect();
    let present = name(present);
    if present != "chess" && !names.contains(&present) {
        names.push(present);
    }
    // XBoard fills a row with a button that is dead from then on, also where a later page has a game. What it knows by
    // itself has another button.
    let shown = names.iter().filter(|name| **name != "crazyhouse").count();
    if shown % 2 == 1 {
        names.push("");
    }
    feature(names)
}
