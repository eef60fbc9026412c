//! Chess problems: input, exhaustive solving, output.
//!
//! A problem is text (a diagram with stipulation, conditions, pieces, twins and options, or a file in the input language
//! of Popeye). It becomes one or more positions to be solved, each a [`Task`]; [`solve`] finds all solutions of a task; the
//! rest of this module writes them as problemists do, or as JSON. The solver is exhaustive and never evaluates positions.

mod conditions;
mod diagram;
mod error;
mod goal;
mod languages;
mod legality;

mod notation;
mod option_values;
mod options;
mod page;
mod parts;
mod phases;
mod piece_list;
mod pieces;
mod plan;
mod play_text;
pub mod popeye;
#[expect(clippy::module_inception, reason = "the type that the module is about")]
mod problem;
mod record;
mod solution;
mod solver;
mod soundness;
mod stipulation;
mod task;
mod twin;
mod twin_words;
mod verdict;
mod vocabulary;
mod walk;
mod words;

pub use conditions::names as condition_names;
pub use diagram::{Diagram, Owner};
pub use error::ProblemError;
pub use legality::objections;
pub use notation::{Notation, pieces_count};
pub use option_values::PawnStep;
pub use options::{OPTIONS, OptionText, Options};
pub use page::{Caption, closing, page};
pub use parts::Parts;
pub use phases::Phase;
pub use pieces::NamedPiece;
pub use plan::Plan;
pub use play_text::{Shown, key_text, line_text, set_line_text, solution_text};
pub use problem::Problem;
pub use record::{Record, Subject};
pub use solution::{Attack, Defence, Key, PostKey, SetPlay, Share, Solution, Try};
pub use solver::solve;
pub use soundness::{Soundness, Superfluous, soundness, superfluous};
pub use stipulation::{Goal, MOST_MOVES, Play, Stipulation, StipulationError};
pub use task::{Ideas, News, Progress, Resources, Task};
pub use twin::{Change, Mirror, Twin};
pub use verdict::{Count, Verdict, duals};
pub use walk::{passed, positions};
