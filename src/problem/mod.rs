//! Chess problems: what a stipulation asks, solved exhaustively.
//!
//! A problem is text (a diagram with stipulation, conditions, men, twins and options, or a file in the input language
//! of Popeye). From it come positions to be solved, each a [`Task`]; [`solve`] finds all its solutions; the rest of this
//! module writes them as problemists do, or as JSON. No knowledge of what moves are good decides anything here.

mod legality;
mod men;
mod notation;
mod page;
mod play_text;
mod record;
mod solution;
mod solver;
mod stipulation;
mod task;
mod verdict;
mod walk;

pub use legality::objections;
pub use men::NamedMan;
pub use notation::{Notation, men_count};
pub use page::{Heading, closing, diagram};
pub use play_text::{Shown, Writer};
pub use record::{Record, Subject};
pub use solution::{Attack, Defence, Key, PostKey, SetPlay, Share, Solution, Try};
pub use solver::solve;
pub use stipulation::{Goal, MOST_MOVES, Play, Stipulation, StipulationError};
pub use task::{Ideas, News, Progress, Resources, Task, Wishes};
pub use verdict::{Count, Verdict, duals};
pub use walk::{passed, positions};
