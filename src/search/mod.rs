//! The search: iterative deepening, principal variation search, quiescence, transposition table, threads, time management. It does
//! not depend on a protocol.
//!
//! A [`Searcher`] owns the threads and the transposition table. [`Searcher::search`] waits for the result. [`Searcher::start`] returns
//! at once and calls the [`Listener`] with [`SearchNews`]: [`Info`] lines and, exactly once per search, a [`Best`] or a [`SearchError`].
//!
//! The files, from the interface to the details:
//!
//! | | |
//! |---|---|
//! | `searcher`, `memory`, `vote`, `skill`, `root_report`, `pv_turns` | starting threads, choosing among their results, playing weaker, reports |
//! | `root`, `time` | iterative deepening, aspiration windows, when to stop |
//! | `mate_search`, `turns` | other root searches: `go mate`, and games with long turns (Progressive Chess) |
//! | `node`, `quiescence` | the nodes of the alpha-beta search |
//! | `pruning`, `reductions`, `move_picker`, `move_stack`, `history_update` | the steps of a node |
//! | `node_info`, `game_over`, `policy`, `endgames` | shared by `node` and `quiescence` |
//! | `thread` | the data of one thread |
//! | `move_class`, `see`, `see_effects`, `drops`, `history`, `tt` | properties of moves, static exchange evaluation, tables |
//! | `params`, `limits`, `settings`, `report` | tuning parameters; what a search is asked for; what it reports |
//! | `counters` | how often each technique fires, in tests |

mod check_squares;
mod counters;
mod drafted;
mod drops;
mod endgames;
mod game_over;
mod history;
mod history_update;
mod limits;
mod mate_search;
mod memory;
mod move_class;
mod move_picker;
mod move_stack;
mod node;
mod node_info;
mod params;
mod policy;
mod pruning;
mod pv_turns;
mod quiescence;
mod reductions;
mod report;
mod root;
mod root_report;
mod searcher;
mod see;
mod see_effects;
mod settings;
mod skill;
mod thread;
mod time;
mod tt;
mod turns;
mod vote;

#[cfg(test)]
pub use counters::Technique;
pub use endgames::{EndgameTables, Endgames};
pub use limits::{Clock, Limits};
pub use params::{PARAMETERS, Parameter, set as set_parameter, settable as settable_parameters};
pub use report::{Best, Bound, Info, Listener, Score, SearchError, SearchNews};
pub use searcher::{HashError, MAX_HASH_MB, MAX_THREADS, SearchResult, Searcher};
pub use settings::{FULL_SKILL, Settings};
pub use skill::ELO_RANGE;
