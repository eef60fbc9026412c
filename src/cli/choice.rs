//! Looks up names that people type, and proposes similar names.

use anyhow::{Result, anyhow};
use katydid::base::alike;
use katydid::catalogue::Catalogue;
use katydid::variant::{LoadError, Variant};
use std::sync::Arc;

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
