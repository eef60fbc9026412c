//! The squares that a move can change. The tests for king safety and for checks use this table to choose a fast path.

use super::conditions::ConditionSet;
use super::rule_set::{Effect, RuleSet};
use crate::base::{MAX_PIECE_TYPES, PieceType, PieceTypeSet};

/// The squares that a move of a piece can change, except for castling and en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// The departure and the arrival square, as in chess.
    Plain,
    /// The departure and the arrival square of a king.
    King,
    /// The square on which the piece captures without moving.
    Shot,
    /// The departure and the arrival square and the squares of pieces between them; pieces may change colour.
    Line,
    /// The departure and the arrival square and the squares of the pieces leapt over, which need not be between them.
    Hurdles,
    /// Any square.
    Anywhere,
}

/// The reach of each piece type: first of moves that do not capture, then of captures.
pub type ReachTable = [[Reach; MAX_PIECE_TYPES]; 2];

/// The table of a game; `many_ways` are the hurdlers that may reach one square by hops over different pieces.
pub(super) fn table(rules: &RuleSet, many_ways: PieceTypeSet) -> ReachTable {
    [false, true].map(|captures| {
        let mut reaches = [Reach::Plain; MAX_PIECE_TYPES];
        for piece_type in rules.all_types() {
            reaches[piece_type.index()] = reach(rules, many_ways, piece_type, captures);
        }
        reaches
    })
}

fn reach(rules: &RuleSet, many_ways: PieceTypeSet, piece_type: PieceType, captures: bool) -> Reach {
    let conditions = &rules.conditions;
    let [far, recolours]: [fn(&ConditionSet) -> bool; 2] = if captures {
        [
            ConditionSet::captures_reach_far,
            ConditionSet::recolour_captors,
        ]
    } else {
        [
            ConditionSet::quiets_reach_far,
            ConditionSet::recolour_movers,
        ]
    };
    let hops = rules.hurdlers.contains(piece_type);
    let effects = &rules.hurdle_effects[piece_type.index()].effects;
    let chained = rules.chained.contains(piece_type);
    if chained || far(conditions) || hops && effects.contains(&Effect::Circe) {
        Reach::Anywhere
    } else if hops && many_ways.contains(piece_type) {
        Reach::Hurdles
    } else if hops || recolours(conditions) {
        Reach::Line
    } else if rules.royals.contains(piece_type) {
        Reach::King
    } else if captures && rules.shooters.contains(piece_type) {
        Reach::Shot
    } else {
        Reach::Plain
    }
}
