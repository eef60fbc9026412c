//! The squares that a move can change. Tests of king safety and of checks use this one table to see what they must work
//! out.

use super::conditions::ConditionSet;
use super::rule_set::{Effect, RuleSet};
use crate::base::{MAX_PIECE_TYPES, PieceType, PieceTypeSet};

/// The squares that a move of a piece can change, castling and captures en passant aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// The departure and the arrival square, as in chess.
    Plain,
    /// The departure and the arrival square of a king.
    King,
    /// The square on which the piece captures without moving.
    Shot,
    /// The departure and the arrival square and those of pieces between the two; pieces may change colour.
    Line,
    /// The departure and the arrival square and those of the pieces leapt over, wherever they stand.
    Hurdles,
    /// Any square.
    Anywhere,
}

/// Reach by piece type: first of moves that do not capture, then of captures.
pub type ReachTable = [[Reach; MAX_PIECE_TYPES]; 2];

/// The table of a game; `many_ways` are the hurdlers that can reach one square by hops over different pieces.
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
    if far(conditions) || hops && effects.contains(&Effect::Circe) {
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
