//! Which squares a move can change: the one answer to what has to be worked out before a king is known to be safe, and to
//! what can give check.

use super::conditions::ConditionSet;
use super::rule_set::{Effect, RuleSet};
use crate::base::{MAX_PIECE_TYPES, PieceType, PieceTypeSet};

/// The squares that a move of a piece can change, castling and captures en passant aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Those of departure and arrival, as in chess.
    Plain,
    /// The same; the piece is a king.
    King,
    /// The one on which it captures without moving.
    Shot,
    /// Those of departure and arrival, and of the pieces between the two: colours change, too.
    Line,
    /// Those of departure and arrival, and of the pieces leapt over, wherever they stand.
    Hurdles,
    /// Any.
    Anywhere,
}

/// The reach of the moves that do not capture and of those that do, by piece type.
pub type ReachTable = [[Reach; MAX_PIECE_TYPES]; 2];

/// The table of a game, given the hurdlers that can reach one square by hops over different pieces.
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
