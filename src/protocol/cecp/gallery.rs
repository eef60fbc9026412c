//! The pictures of the pieces as files that XBoard finds, and which slot of its piece table has which picture.
//!
//! XBoard 4.9.1 has 66 slots a side and looks for a picture of each under a name of its own
//! (`-pieceImageDirectory`). A piece that has a figure has the same slot in every game, so that one folder of pictures
//! is right for all games of a session.

use super::setup;
use crate::base::{Color, Piece, PieceType};
use crate::catalogue::Catalogue;
use crate::pictures::{self, Badge, Figure};
use crate::variant::{LoadError, Variant};
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

/// Slots of pieces that have a figure: drawing, degrees, letters upon it (`*`: a target) and slot. Hopgi's promoted pieces
/// have to stand eleven slots behind their own, which `setup` sees to. The first 22 are left to pieces that other engines
/// call by the same pictures, since XBoard may keep a folder of pictures for them.
const SLOTS: &str = "\
    knight/0/=1 bishop/0/=2 rook/0/=3 queen/0/=4 king/0/F=44 king/0/W=54 \
    crab/0/=43 crab/0/I=42 crab/0/R=22 crab/0/*=27 snail/0/=25 snail/0/*=49 \
    lobster/0/=41 lobster/0/*=28 crabsnail/0/=33 crabsnail/0/*=26 lion/0/=32 queen/90/=23 queen/90/A=24 \
    queen/180/=48 queen/180/A=30 queen/180/E=31 queen/180/C=45 queen/180/AC=34 queen/180/AE=35 \
    queen/180/CA=36 queen/180/CE=37 queen/180/EC=38 queen/180/ACE=39 queen/180/AEC=40 queen/180/CAE=46 \
    queen/180/ECA=47";

/// The slot of a piece that has one in every game.
pub(super) fn slot(variant: &Variant, piece_type: PieceType) -> Option<usize> {
    let figure = Figure::of(variant, piece_type);
    let letters = match &figure.badge {
        Badge::None => "",
        Badge::Target => "*",
        Badge::Letters(letters) => letters,
        _ => return None,
    };
    let wanted = format!("{}/{}/{letters}", figure.part, figure.turn);
    let mut rows = SLOTS
        .split_whitespace()
        .filter_map(|row| row.split_once('='));
    let (_, slot) = rows.find(|(figure, _)| *figure == wanted)?;
    slot.parse().ok()
}

/// The pictures of some games: file names, and what is in the files. Where games differ, the first one counts.
///
/// # Errors
/// [`LoadError`] for a name that no game has.
pub fn pictures(games: &[String]) -> Result<BTreeMap<String, String>, LoadError> {
    let names: Vec<&str> = NAMES.split_whitespace().collect();
    let mut files = BTreeMap::new();
    for name in games {
        let variant = Catalogue::embedded().variant(name)?.with_all_pieces();
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
