//! The picture files of the pieces, under the names by which XBoard looks for them.
//!
//! XBoard 4.9.1 has 66 slots a side and looks for a picture of each under a name of its own
//! (`-pieceImageDirectory`). A piece that has a figure has the same slot in every game, so that one folder of pictures
//! is right for all games of a session.

use super::setup;
use crate::base::{Color, Piece, PieceType};
use crate::catalogue::Catalogue;
use crate::pictures;
use crate::variant::LoadError;
use std::collections::BTreeMap;

/// The names of XBoard's pictures by slot, the king's last; `-` for slots that are not used: XBoard takes 18 for a
/// pawn and 21 for its Lion, and 29 has the name of 18.
const NAMES: &str = "\
    Pawn Knight Bishop Rook Queen Advisor Elephant Archbishop Marshall Gold Commoner \
    Canon Nightrider CrownedBishop CrownedRook Crown Chancellor Hawk - Cobra Unicorn - \
    Sword Zebra Camel Tower Wolf Hat Duck - Dragon Gnu Cub \
    LShield Pegasus Wizard Copper Iron Viking Flag Axe Dolphin Leopard Claw \
    Left Butterfly PromoBishop PromoRook HCrown RShield Prince Phoenix Kylin Drunk Right \
    GoldPawn GoldKnight PromoHorse PromoDragon GoldLance GoldSilver HSword PromoSword PromoHSword Princess \
    King";

/// The pictures for some games: file names with contents. Where games differ, the game that comes first in `games` counts.
///
/// # Errors
/// [`LoadError`] for a name that no game has.
pub fn pictures(
    catalogue: &Catalogue,
    games: &[String],
) -> Result<BTreeMap<String, String>, LoadError> {
    let names: Vec<&str> = NAMES.split_whitespace().collect();
    let mut files = BTreeMap::new();
    for name in games {
        let variant = catalogue.variant(name)?.with_all_pieces();
        for (color, side) in [(Color::White, "White"), (Color::Black, "Black")] {
            for (index, slot) in setup::slots(&variant, color).into_iter().enumerate() {
                let picture = slot.and_then(|slot| names.get(slot));
                let Some(picture) = picture.filter(|name| **name != "-") else {
                    continue;
                };
                let piece = Piece::new(color, PieceType::new(index));
                let file = format!("{side}{picture}.svg");
                let drawn = || pictures::svg(&variant, piece);
                files.entry(file).or_insert_with(drawn);
            }
        }
    }
    Ok(files)
}
