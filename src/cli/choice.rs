//! Looks up names that people type, and proposes similar names.

use anyhow::{Result, anyhow};
use katydid::catalogue::Catalogue;
use katydid::variant::{LoadError, Variant};
use std::sync::Arc;

/// The minimum similarity (Jaro-Winkler, 0 to 1) of a proposed name.
const SIMILAR: f64 = 0.8;
/// The maximum number of proposed names.
const MOST: usize = 3;

/// The game that is called `name`, in any letter case, by Katydid or by XBoard.
///
/// # Errors
/// If the name is unknown (with similar names), or the user's file of this game is broken.
pub fn game(catalogue: &Catalogue, name: &str) -> Result<Arc<Variant>> {
    let name = name.trim();
    let found = catalogue.variant(name);
    let otherwise = || {
        let lower = name.to_lowercase();
        catalogue.variant(&catalogue.name_of_alias(&lower)?).ok()
    };
    let found = found.or_else(|error| otherwise().ok_or(error));
    found.map_err(|error| match error {
        LoadError::Unknown { name, .. } => {
            let names = catalogue.all_names();
            let names = names.iter().map(String::as_str);
            let meant = alike(&name, names).map(|names| format!(": did you mean {names}?"));
            let meant = meant.unwrap_or_default();
            anyhow!("unknown game '{name}'{meant} ('katydid variants' lists the games)")
        }
        error => error.into(),
    })
}

/// The names most similar to a word, as in `'hopgi' or 'ag'`; `None` if no name is similar enough.
pub fn alike<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let word = word.to_lowercase();
    let mut found: Vec<(f64, &str)> = names
        .map(|name| (strsim::jaro_winkler(&word, &name.to_lowercase()), name))
        .filter(|(similarity, _)| *similarity >= SIMILAR)
        .collect();
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found.truncate(MOST);
    let (last, others) = found.split_last()?;
    let others: Vec<String> = others.iter().map(|(_, name)| format!("'{name}'")).collect();
    let gap = if others.is_empty() { "" } else { " or " };
    Some(format!("{}{gap}'{}'", others.join(", "), last.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_name_gets_those_like_it() {
        let catalogue = Catalogue::new();
        let told = |name| match game(&catalogue, name) {
            Ok(found) => found.name.clone(),
            Err(error) => error.to_string(),
        };
        assert_eq!(told("Chess "), "chess");
        assert!(told("hopg").starts_with("unknown game 'hopg': did you mean 'hopgi'"));
        assert!(told("grashoper").contains("'grasshopper'"));
        assert_eq!(
            told("ludo"),
            "unknown game 'ludo' ('katydid variants' lists the games)"
        );
    }
}
