//! The pictures of the pieces as files that XBoard finds.

use super::art::NAMES;
use super::setup;
use crate::base::{Color, Piece, PieceType};
use crate::catalogue::Catalogue;
use crate::pictures;
use crate::variant::LoadError;
use std::collections::BTreeMap;

/// The pictures of some games: file names, and what is in the files. Where games differ, the first one counts.
///
/// # Errors
/// [`LoadError`] for a name that no game has.
pub fn pictures(games: &[String]) -> Result<BTreeMap<String, String>, LoadError> {
    let mut files = BTreeMap::new();
    for name in games {
        let variant = Catalogue::embedded().variant(name)?.with_all_pieces();
        for color in Color::ALL {
            let side = match color {
                Color::White => "White",
                Color::Black => "Black",
            };
            for (index, slot) in setup::slots(variant, color).into_iter().enumerate() {
                let picture = slot
                    .and_then(|slot| NAMES.get(slot))
                    .filter(|name| !name.is_empty());
                let Some(picture) = picture else { continue };
                let piece = Piece::new(color, PieceType::new(index));
                let file = format!("{side}{picture}.svg");
                files
                    .entry(file)
                    .or_insert_with(|| pictures::svg(variant, piece));
            }
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture must not depend on the game that is played.
    #[test]
    fn embedded_games_agree_on_their_pictures() {
        let names = Catalogue::embedded().names();
        let all = pictures(&names).expect("games");
        for name in &names {
            for (file, text) in pictures(std::slice::from_ref(name)).expect("a game") {
                assert_eq!(all[&file], text, "{name} {file}");
            }
        }
        assert!(all.len() >= 70, "{}", all.len());
    }
}
