//! The rules of the games: move generation, legality, what moves do, and how games end.
//!
//! The search is generic over the trait [`Rules`]; `dispatch` chooses the implementation for a variant.
//! Code whose speed does not matter uses the free functions of this module.
//!
//! - `interface`: the trait `Rules`, the lowest layer
//! - `arena`: the occupancy and the capturable pieces that the generators work with
//! - `pieces`, `pawns`, `castling`, `drops`, `zones`, `free_moves`: generators
//! - `gating`, `walls`: pieces that come to squares left, and squares that are blocked
//! - `relay`: moves that a piece borrows from pieces that guard it
//! - `check_info`, `check_giving`, `en_passant`, `endings`, `course`, `outcome`: tests of a position (check, en passant, results)
//! - `draft`, `conditions`, `consequence_log`: side effects of moves
//! - `link`, `series`: turns of several legs
//! - `orthodox`, `composed`, `royal_capture`, `dynamo`: the implementations
//! - `dispatch`, the highest layer: the choice of the implementation for a game
//! - `coordinate`: legs in coordinates (`e2e4`)
//! - `setup`, `turn`, `game`, `perft`: whole positions, turns and games
//! - `consequences`: the list of everything that a leg does, in order
//! - `san`, `annotation`: algebraic notation, and side effects in it; `spelling`: other programs' spellings of moves
//!
//! ```
//! use katydid::{catalogue::Catalogue, rules};
//! let variant = Catalogue::new().variant("grasshopper").unwrap();
//! let start = rules::start(&variant);
//! assert_eq!(rules::perft(&start, 2), 782);
//! let next = rules::play_text(&start, "h3h4").unwrap();
//! assert!(next.fen().ends_with(" b KQkq - 0 1"));
//! ```

mod added_targets;
mod annotation;
mod arena;
mod castling;
mod chains;
mod check_giving;
mod check_info;
mod composed;
pub mod conditions;
mod consequence_log;
mod consequences;
mod coordinate;
mod course;
mod dispatch;
mod draft;
mod drops;
mod dynamo;
mod en_passant;
mod endings;
mod exchanges;
mod free_moves;
mod game;
mod gating;
mod hurdle_text;
mod interface;
mod link;
mod orthodox;
mod outcome;
mod passing;
mod pawns;
mod perft;
mod pieces;
mod relay;
mod royal_capture;
mod san;
mod series;
mod setup;
mod spelling;
mod start_check;
mod starts;
mod turn;
mod walls;
mod warnings;
mod zones;

pub use annotation::{side_effects, turn_effects};
pub use check_info::CheckInfo;
pub use composed::{Composed, Effects, General, converts};
pub use consequence_log::{Capture, Consequence, Event, Role};
pub use consequences::{arrival, consequences, moved_squares, steps_of_leg};
pub use coordinate::{
    MoveError, is_to_promoted_form, is_written_in_coordinates, leg_of_text, leg_text, quotable,
};
pub use course::{by_repetition, record};
pub use dispatch::{
    Instance, delta, in_check, is_capture, legal_moves, legal_moves_from, outcome, play,
};
pub use drops::{is_listed as is_possible_drop, region as drop_squares};
pub use dynamo::{
    Displacement, Displacements, Dynamo, can_be_pushed_off, displaced, enemy_sent_off,
    push_pull_targets, pushes_and_pulls,
};
pub use endings::{dead_position, drawn, has_lost_kings};
pub use game::{Game, GameError, Played};
pub use hurdle_text::ways;
pub use interface::{GenType, Rules};
pub use orthodox::Orthodox;
pub use outcome::{Outcome, Reason};
pub use perft::{divide, perft};
pub use relay::givers;
pub use royal_capture::RoyalCapture;
pub use san::{
    leg_long, leg_of_san, leg_san, leg_with_effects, legs_san, turn_of_san, turn_or_null, turn_san,
    turn_san_legs, turn_with_effects,
};
pub use setup::{can_capture_king, placed, position, start};
pub use spelling::{is_null, with_ascii_signs};
pub use start_check::{StartError, check_start};
pub use starts::attackers as receiving_attackers;
pub use turn::{
    Progress, Turn, TurnBuilder, ends_turn, legal_turns, legs_text, line_text, play_text, steps,
    turn_of_text, turn_text, turns_of_line, written_legs,
};
pub use warnings::warnings;
