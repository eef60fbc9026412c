//! The library's tests. One program for all of them: each test program is linked with the whole library.

mod architecture;
mod armies;
mod chains;
mod commit_messages;
mod conditions;
mod dependencies;
mod embedded;
mod eval_terms;
mod first_moves;
mod fitted;
mod keys;
mod links;
mod movement_keys;
mod options;
mod page;
mod perft;
mod pictures;
mod problem_files;
mod problem_input;
mod problems;
mod refused_contradictions;
mod refused_variants;
mod repetition;
mod rules_effects;
mod rules_hopgi;
mod rules_serial;
mod rules_walls;
mod scenario_file;
mod scenarios;
#[path = "../common/scratch.rs"]
mod scratch;
mod search;
mod serial_search;
#[path = "../common/skip.rs"]
mod skip;
mod user_variants;
mod warned_variants;
mod weights;
mod words;
