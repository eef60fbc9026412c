//! The games that a front-end can choose.
//!
//! XBoard 4.9.1 has 22 buttons for games it does not have by itself. It takes them from the front of the last
//! `feature variants` each time the menu is opened, and it plays no game that is not in that list. So its list begins
//! with the games of the page that the person has chosen, followed by all others. XBoard highlights one of its own buttons for a
//! name that begins like one of its games, so such games have another name in XBoard.

use super::super::options::MENU_PAGES;
use crate::catalogue::{Catalogue, EMBEDDED};
use crate::variant::{PieceTypeText, Remembered, Variant};
use std::sync::Arc;

/// The page that is shown at first.
pub const FIRST: &str = MENU_PAGES[0];

/// Buttons of XBoard's menu.
const BUTTONS: usize = 22;

/// Whether XBoard's legality testing is right for a game: one visible board, turns of one move, and no moves that depend on
/// other pieces or change them.
pub fn is_judged(variant: &Arc<Variant>) -> bool {
    let shown = variant.with_all_pieces();
    let has = shown.rules.capabilities;
    // Letters of Betza's notation that XBoard does not read.
    let unread =
        |piece: &PieceTypeText| piece.xboard.is_none() && piece.movement.contains(['z', 'q', 'U']);
    let mut pieces = shown.presentation.piece_types.iter();
    !(pieces.any(unread)
        || shown.rules.must_capture
        || has.changes_more()
        || has.schedule
        || has.relay
        || has.wraps
        || has.two_boards)
}

/// The games of `names` without chess: first those that XBoard can judge, then the others, the user's own first in each group. Games with neutral
/// pieces, marked ones, imitators, ghosts, pieces that wait to come back or exchanges are left out, since XBoard's board has neither such marks nor
/// pieces that change sides with every turn, and no piece appears there from nothing or moves with one of the other side.
fn games(catalogue: &Catalogue, names: Vec<String>) -> Vec<Arc<Variant>> {
    let games = names
        .into_iter()
        .filter_map(|name| catalogue.variant(&name).ok());
    let shown = |variant: &Arc<Variant>| {
        let has = &variant.rules.capabilities;
        let unshown = [
            Remembered::Imitators,
            Remembered::Ghosts,
            Remembered::Waiting,
            Remembered::Exchanged,
        ];
        let mut unshown = unshown.into_iter();
        variant.name != "chess"
            && !has.marks_pieces()
            && !unshown.any(|kind| variant.rules.conditions.remembers(kind))
    };
    let mut games: Vec<_> = games.filter(shown).collect();
    let embedded = |name: &str| EMBEDDED.iter().any(|(embedded, _)| *embedded == name);
    games.sort_by_cached_key(|variant| (!is_judged(variant), embedded(&variant.name)));
    games
}

fn feature(names: &[&str]) -> String {
    format!("feature variants=\"normal,{}\"", names.join(","))
}

/// The `feature variants` line of all games, by Katydid's names and, where they differ, also by XBoard's.
pub fn all(catalogue: &Catalogue) -> String {
    let games = games(catalogue, catalogue.all_names());
    let mut names = vec!["chess"];
    for variant in &games {
        let xboard_name = variant.presentation.xboard_name.as_str();
        names.extend(Some(xboard_name).filter(|name| *name != variant.name));
        names.push(&variant.name);
    }
    feature(&names)
}

/// The `feature variants` line for XBoard's menu: all games, those of the page `title` first, the further games (`variants/more`) last.
pub fn page(catalogue: &Catalogue, title: &str) -> String {
    let mut games = games(catalogue, catalogue.names());
    let more = self::games(catalogue, catalogue.more_names());
    let number = MENU_PAGES.iter().position(|page| *page == title);
    if let Some(before) = number.unwrap_or(0).checked_sub(1) {
        let judged = games.partition_point(is_judged);
        let first = games.len().min(judged + before * BUTTONS);
        games.rotate_left(first);
    }
    let names = games
        .iter()
        .chain(&more)
        .map(|game| &*game.presentation.xboard_name);
    feature(&names.collect::<Vec<_>>())
}
