//! The menu of games by family, with a search by typing.

use super::line::Line;
use super::terminal::{Part, Terminal, cut, is_interrupt};
use crate::cli::play::families::families;
use anyhow::Result;
use crossterm::event::{Event, KeyCode, MouseButton, MouseEventKind};
use katydid::catalogue::Catalogue;
use katydid::variant::Variant;
use std::sync::Arc;
use std::time::Duration;

/// The number of rows above the list, and of all rows around it.
const ABOVE: usize = 2;
const AROUND: usize = 4;

/// A row of the list.
enum Row {
    Family(&'static str),
    Game {
        name: String,
        title: String,
        summary: String,
    },
}

impl Row {
    const fn name(&self) -> Option<&String> {
        match self {
            Self::Game { name, .. } => Some(name),
            Self::Family(_) => None,
        }
    }
}

/// Lets the user choose a game; `None` if the menu was left.
pub fn choose(
    terminal: &mut Terminal,
    catalogue: &Catalogue,
    begin: &str,
) -> Result<Option<Arc<Variant>>> {
    let all = rows(catalogue)?;
    let mut line = Line::default();
    let mut chosen = begin.to_owned();
    loop {
        let list = fitting(&all, line.text());
        let games: Vec<&String> = list.iter().filter_map(|row| row.name()).collect();
        if !games.contains(&&chosen) {
            chosen = games
                .first()
                .map_or_else(String::new, |name| (*name).clone());
        }
        let at = games.iter().position(|name| **name == chosen).unwrap_or(0);
        let height = Terminal::size().1.saturating_sub(AROUND).max(1);
        let top = draw(terminal, &list, &chosen, height, &line)?;
        let page = height.saturating_sub(2).max(1);
        let step = match terminal.event(Duration::from_millis(500))? {
            Some(Event::Key(key)) => match key.code {
                _ if is_interrupt(&key) => return Ok(None),
                KeyCode::Esc if line.text().is_empty() => return Ok(None),
                KeyCode::Esc => {
                    line.set("");
                    0
                }
                KeyCode::Enter if games.is_empty() => 0,
                KeyCode::Enter => return Ok(Some(catalogue.variant(&chosen)?)),
                KeyCode::Up => -1,
                KeyCode::Down | KeyCode::Tab => 1,
                KeyCode::PageUp => -(page as isize),
                KeyCode::PageDown => page as isize,
                KeyCode::Home => -(games.len() as isize),
                KeyCode::End => games.len() as isize,
                _ => {
                    line.edit(key);
                    if !line.text().is_empty()
                        && let Some(name) = best(&fitting(&all, line.text()), line.text())
                    {
                        chosen.clone_from(name);
                    }
                    continue;
                }
            },
            Some(Event::Mouse(mouse)) => match mouse.kind {
                MouseEventKind::ScrollUp => -1,
                MouseEventKind::ScrollDown => 1,
                MouseEventKind::Down(MouseButton::Left) => {
                    let row = (usize::from(mouse.row))
                        .checked_sub(ABOVE)
                        .filter(|row| *row < height);
                    let clicked = row.and_then(|row| list.get(top + row)?.name());
                    // A second click on a game chooses it.
                    match clicked {
                        Some(name) if **name == chosen => {
                            return Ok(Some(catalogue.variant(name)?));
                        }
                        Some(name) => chosen.clone_from(name),
                        None => {}
                    }
                    continue;
                }
                _ => 0,
            },
            _ => 0,
        };
        let last = games.len().saturating_sub(1);
        if let Some(name) = games.get(at.saturating_add_signed(step).min(last)) {
            chosen.clone_from(name);
        }
    }
}

/// All rows.
fn rows(catalogue: &Catalogue) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (family, games) in families(catalogue) {
        rows.push(Row::Family(family));
        for name in games {
            let shown = &catalogue.variant(&name)?.presentation;
            rows.push(Row::Game {
                name,
                title: shown.title.clone(),
                summary: shown.summary.clone(),
            });
        }
    }
    Ok(rows)
}

/// The games whose name, title, summary or family contain all typed words, with their families.
fn fitting<'a>(all: &'a [Row], typed: &str) -> Vec<&'a Row> {
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let mut list: Vec<&Row> = Vec::new();
    let mut family = None;
    for row in all {
        match row {
            Row::Family(_) => family = Some(row),
            Row::Game {
                name,
                title,
                summary,
            } => {
                let of = match family {
                    Some(Row::Family(family)) => family,
                    _ => "",
                };
                let text = format!("{name} {title} {summary} {of}").to_lowercase();
                if words.iter().all(|word| text.contains(word)) {
                    let again = list
                        .iter()
                        .any(|it| family.is_some_and(|family| std::ptr::eq(*it, family)));
                    list.extend(family.filter(|_| !again));
                    list.push(row);
                }
            }
        }
    }
    list
}

/// The best match of a text: the game with this name, or else one whose name begins with it, or else the first one.
fn best<'a>(list: &[&'a Row], typed: &str) -> Option<&'a String> {
    let typed = typed.trim().to_lowercase();
    let names = || list.iter().filter_map(|row| row.name());
    let exact = names().find(|name| **name == typed);
    let begins = || names().find(|name| name.starts_with(&typed));
    exact.or_else(begins).or_else(|| names().next())
}

/// Draws the menu and returns the first row of the list that is shown.
fn draw(
    terminal: &mut Terminal,
    list: &[&Row],
    chosen: &str,
    height: usize,
    line: &Line,
) -> Result<usize> {
    let columns = Terminal::size().0;
    let at = list
        .iter()
        .position(|row| row.name().is_some_and(|name| name == chosen))
        .unwrap_or(0);
    // The chosen game stands in the middle, except near the ends.
    let top = at
        .saturating_sub(height / 2)
        .min(list.len().saturating_sub(height));
    let count = list.iter().filter(|row| row.name().is_some()).count();
    let mut screen: Vec<Vec<Part>> = vec![
        vec![(
            0,
            cut(&format!("Katydid: which game? ({count} games)"), columns),
        )],
        Vec::new(),
    ];
    for row in list.iter().skip(top).take(height) {
        let (text, is_chosen) = match row {
            Row::Family(family) => (format!("{family}:"), false),
            Row::Game { name, summary, .. } => {
                let is_chosen = name == chosen;
                let sign = if is_chosen { '>' } else { ' ' };
                (format!("{sign} {name:22} {summary}"), is_chosen)
            }
        };
        let text = cut(&text, columns);
        screen.push(vec![(
            0,
            if is_chosen {
                format!("\x1b[7m{text}\x1b[0m")
            } else {
                text
            },
        )]);
    }
    screen.resize(ABOVE + height, Vec::new());
    let help = "Arrows and pages move, letters search, Enter plays, Esc leaves.";
    let (shown, cursor) = line.shown(columns.saturating_sub(8));
    screen.push(vec![(0, cut(help, columns))]);
    screen.push(vec![(0, format!("Search: {shown}"))]);
    let row = screen.len() - 1;
    terminal.show(screen, Some((8 + cursor, row)))?;
    Ok(top)
}
