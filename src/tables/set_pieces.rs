//! The pieces of a signature for `sets`: which games and pieces can be solved by sets, how they move, and what captures and promotions lead to.

use super::closure::Closure;
use super::index::{Index, Transform};
use super::material::Material;
use super::simple_moves::SimpleMoves;
use super::table::Table;
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::variant::{FirstRank, Variant};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A table, and the transform if positions have to be looked up with colours exchanged.
type Found<'a> = (&'a Table, Option<Transform>);

/// A piece of the signature.
pub struct Slot<'a> {
    pub item: u8,
    pub color: Color,
    /// The squares on which it can stand.
    pub places: u64,
    pub quiet: Arc<SimpleMoves>,
    pub capture: Arc<SimpleMoves>,
    /// Where to look positions up once it is captured; `None` for a king.
    pub captured: Option<Found<'a>>,
    /// The squares on which it promotes.
    pub promotes: u64,
    /// What it can become.
    pub promoted: Vec<Promoted<'a>>,
}

/// A piece that a pawn can become.
#[derive(Clone)]
pub struct Promoted<'a> {
    pub item: u8,
    /// Where to look positions up after promotion without a capture.
    pub quiet: Found<'a>,
    /// The same after promotion with a capture, by the slot of the captured piece; `None` for kings and own pieces.
    pub capture: Vec<Option<Found<'a>>>,
}

/// The piece of an [index](Piece::index).
fn piece_of(item: u8) -> Piece {
    let color = Color::ALL[usize::from(item >> 4 & 1)];
    Piece::new(color, PieceType::new(usize::from(item)))
}

/// Whether the rules allow this way: plain moves and captures that leave each other's ways alone. Movements are not looked at.
pub fn is_plain(variant: &Variant, index: &Index) -> bool {
    let (rules, has, material) = (&variant.rules, variant.rules.capabilities, index.material);
    let has_kings = Color::ALL.iter().all(|color| {
        let own = rules.royals.iter();
        own.map(|royal| material.count(Piece::new(*color, royal).index()))
            .sum::<usize>()
            == 1
    });
    rules.has_plain_legs_without_hurdlers
        && !material.piece_types().intersects(rules.hurdlers)
        && !(has.shots
            || has.iron
            || has.goals
            || has.passes
            || has.unmoved
            || has.linked
            || has.schedule
            || has.drops)
        && !rules.judges_whole_board
        && rules.palaces.is_empty()
        && has_kings
        && (3..=5).contains(&material.len())
        && material.kinds().all(|piece| {
            if rules.pawns.contains(piece.piece_type()) {
                is_plain_pawn(variant, piece)
            } else {
                rules.promotion(piece).zone.is_empty()
            }
        })
        && !may_pass(variant, material)
}

/// Whether each position with a legal move is drawn at once (a dead position).
pub fn is_dead(variant: &Variant, material: Material) -> bool {
    let rules = &variant.rules;
    let bare = Color::ALL.iter().any(|color| material.side(*color) == 1);
    rules.has_dead_positions
        && material.len() == 3
        && bare
        && material.piece_types().intersects(rules.dead)
}

/// Whether a pawn moves and promotes as in chess.
fn is_plain_pawn(variant: &Variant, pawn: Piece) -> bool {
    let (rules, promotion) = (&variant.rules, variant.rules.promotion(pawn));
    let last = rules.last_rank_of(pawn.color());
    // On four ranks the double step would promote.
    rules.rank_pawn == Some(pawn.piece_type())
        && rules.first_rank == FirstRank::Stuck
        && (rules.ranks > 4 || !rules.double_step)
        && promotion.zone == last & rules.board.squares()
        && !(promotion.on_leaving || promotion.by_capture || promotion.into.is_empty())
        && rules.royal_promoters.is_empty()
        && rules.promotion_limits.is_none()
        && !rules.promotion_from_setup
        && !rules.marks_promoted
}

/// Whether pawns can capture each other en passant, which only the general way of solving can deal with.
fn may_pass(variant: &Variant, material: Material) -> bool {
    let rules = &variant.rules;
    let pawns = |color| {
        let mut kinds = material.kinds();
        kinds.any(|it| it.color() == color && rules.pawns.contains(it.piece_type()))
    };
    rules.en_passant && rules.double_step && Color::ALL.into_iter().all(pawns)
}

/// The movements of all kinds, quiet and capturing, in the order of the index.
pub fn movements(variant: &Variant, index: &Index) -> Option<Vec<[Arc<SimpleMoves>; 2]>> {
    let board = variant.rules.board.squares();
    let each = index.groups.iter().map(|group| {
        let piece = piece_of(group.piece);
        let moves = variant.moves_of(piece);
        let hits = |from, occupied| moves.capture.targets(from, occupied);
        let capture = Arc::new(SimpleMoves::new(hits, board)?);
        let quiet = if moves.same {
            Arc::clone(&capture)
        } else {
            let steps = |from, occupied| {
                moves.quiet.targets(from, occupied) | second_step(variant, piece, from, occupied)
            };
            Arc::new(SimpleMoves::new(steps, board)?)
        };
        Some([quiet, capture])
    });
    each.collect()
}

/// The target of a pawn's double step, which move tables do not have. As in these tables a target may be occupied, so that a pawn that stands
/// there does not hide the square it came from.
fn second_step(variant: &Variant, piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    let rules = &variant.rules;
    let second = rules.nth_rank_of(piece.color(), 1);
    if rules.rank_pawn != Some(piece.piece_type()) || !rules.double_step || !second.contains(from) {
        return Bitboard::EMPTY;
    }
    let passed = Bitboard::from(from).ahead(piece.color()) & !occupied;
    passed.ahead(piece.color())
}

/// The pieces of a signature in the order of its index. The error is a material that is not among the solved ones.
pub fn slots<'a>(
    closure: &Closure,
    index: &Index,
    solved: &'a BTreeMap<Material, Arc<Table>>,
    movements: Vec<[Arc<SimpleMoves>; 2]>,
) -> Result<Vec<Slot<'a>>, Material> {
    let rules = &closure.variant.rules;
    let royal = |item: u8| rules.royals.contains(piece_of(item).piece_type());
    let table = |material: Material| -> Result<Found<'a>, Material> {
        let place = closure.places.get(&material);
        let found = place.and_then(|(own, transform)| Some((&**solved.get(own)?, *transform)));
        found.ok_or(material)
    };
    let groups = || index.groups.iter();
    let items: Vec<u8> = groups()
        .flat_map(|group| std::iter::repeat_n(group.piece, group.count))
        .collect();
    let mut slots = Vec::new();
    for (group, [quiet, capture]) in groups().zip(movements) {
        let (own, piece) = (usize::from(group.piece), piece_of(group.piece));
        let captured = if royal(group.piece) {
            None
        } else {
            Some(table(index.material.without(own))?)
        };
        let mut promoted = Vec::new();
        let promotion = rules.promotion(piece);
        for piece_type in &promotion.into {
            let item = Piece::new(piece.color(), *piece_type).index();
            let after = index.material.without(own).with(item);
            let each = items.iter().map(|victim| {
                let taken = piece_of(*victim).color() != piece.color() && !royal(*victim);
                taken
                    .then(|| table(after.without(usize::from(*victim))))
                    .transpose()
            });
            promoted.push(Promoted {
                item: item as u8,
                capture: each.collect::<Result<_, _>>()?,
                quiet: table(after)?,
            });
        }
        let places = (0..64_u8).filter(|at| group.has_place(*at));
        let places = places.fold(0, |set, at| set | 1_u64 << at);
        slots.extend((0..group.count).map(|_| Slot {
            item: group.piece,
            color: piece.color(),
            places,
            quiet: Arc::clone(&quiet),
            capture: Arc::clone(&capture),
            captured,
            promotes: promotion.zone.0,
            promoted: promoted.clone(),
        }));
    }
    Ok(slots)
}
