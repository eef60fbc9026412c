//! Mating a lone king: rewards driving it to the rim and into a corner where it can be mated, and bringing the own king near.

use super::balance::balance;
use super::mobility::first_king;
use super::tally::Tally;
use crate::base::{Bitboard, Color, Square};
use crate::position::Position;
use crate::variant::{BareKing, Variant, term};

/// Whether a lone king has to be mated in a game; in some games a lone king loses at once, or kings are captured.
pub fn matters(variant: &Variant) -> bool {
    let rules = &variant.rules;
    !rules.capabilities.royal_capture && rules.bare_king != BareKing::Loses
}

/// The lone-king score, White minus Black.
pub fn kings<T: Tally>(pos: &Position) -> T {
    balance(|us| {
        if !drives(pos, us) {
            return T::default();
        }
        std::hint::cold_path();
        let king = |side| first_king(pos, pos.royals(side), side);
        match (king(us), king(!us)) {
            (Some(ours), Some(theirs)) => driven(pos, us, ours, theirs),
            _ => T::default(),
        }
    })
}

/// Whether the opponent of `us` has a lone king and `us` has pieces to mate it.
#[inline(always)]
pub fn drives(pos: &Position, us: Color) -> bool {
    pos.royals(!us) == pos.by_color(!us)
        && pos.by_color(us).many()
        && pos.hand(!us).is_empty()
        && matters(pos.variant())
}

/// The score by the lone king's distance from the rim and a mating corner, and by the distance between the kings.
fn driven<T: Tally>(pos: &Position, us: Color, ours: Square, theirs: Square) -> T {
    let rules = &pos.variant().rules;
    let inward = |at: u8, size: u8| at.min(size - 1 - at);
    let rim = inward(theirs.file(), rules.files).min(inward(theirs.rank(), rules.ranks));
    let corner = |at: Square| theirs.file().abs_diff(at.file()) + theirs.rank().abs_diff(at.rank());
    let corner = corners(pos, us).map(corner).min().unwrap_or_default();
    let values = &pos.variant().values;
    let mut side = T::of(values, term::LONE_KING, 1);
    side += T::of(values, term::LONE_RIM, i32::from(rim));
    side += T::of(values, term::LONE_CORNER, i32::from(corner));
    side += T::of(values, term::LONE_NEAR, i32::from(ours.steps_to(theirs)));
    side
}

/// The corners in which a side can mate: all, or only those of one square colour if its colour-bound pieces all stand on that colour.
fn corners(pos: &Position, us: Color) -> impl Iterator<Item = Square> {
    let rules = &pos.variant().rules;
    let colour_bound = pos.by_types(pos.variant().tables.color_bound) & pos.by_color(us);
    let both =
        colour_bound.intersects(Bitboard::LIGHT) == colour_bound.intersects(!Bitboard::LIGHT);
    let light = colour_bound.intersects(Bitboard::LIGHT);
    let (file, rank) = (rules.files - 1, rules.ranks - 1);
    let corners = [(0, 0), (0, rank), (file, 0), (file, rank)];
    let corners = corners
        .into_iter()
        .map(|(file, rank)| Square::at(file, rank));
    let board = rules.board.squares();
    corners.filter(move |corner| board.contains(*corner) && (both || corner.is_light() == light))
}

#[cfg(test)]
mod tests {
    use super::kings;
    use crate::base::TaperedScore;
    use crate::catalogue::games;
    use crate::rules;

    fn worth(fen: &str) -> i32 {
        let chess = games().variant("chess").unwrap();
        let pos = rules::position(&chess, fen).unwrap();
        kings::<TaperedScore>(&pos).mg()
    }

    #[test]
    fn a_king_is_mated_at_the_rim_by_a_king_that_is_near() {
        let far = worth("8/8/8/4k3/8/8/8/KQ6 w - - 0 1");
        assert!(far < worth("4k3/8/8/8/8/8/8/KQ6 w - - 0 1"));
        assert!(far < worth("8/8/8/4k3/8/4K3/8/1Q6 w - - 0 1"));
        assert_eq!(far, -worth("kq6/8/8/8/4K3/8/8/8 w - - 0 1"));
    }

    #[test]
    fn a_bishop_needs_the_corner_of_its_square_colour() {
        let right = worth("7k/5K2/8/8/8/8/8/B1N5 b - - 0 1");
        let wrong = worth("k7/2K5/8/8/8/8/8/B1N5 b - - 0 1");
        assert!(right > wrong, "{right} {wrong}");
        assert!(worth("7k/5K2/8/8/8/8/8/R7 b - - 0 1") == worth("k7/2K5/8/8/8/8/8/R7 b - - 0 1"));
    }

    #[test]
    fn a_king_with_pieces_is_not_driven() {
        assert_eq!(worth("7k/5K1p/8/8/8/8/8/B1N5 b - - 0 1"), 0);
        assert_eq!(worth("7k/5K2/8/8/8/8/8/8 b - - 0 1"), 0);
    }
}
