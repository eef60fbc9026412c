//! The workshop of the evaluation: games of the engine against itself (`datagen`), and the weights that fit their results
//! best (`tune`).
//!
//! - `data`: the file that holds games, with a checksum
//! - `datagen`: plays them
//! - `merge`: puts the files of several machines together
//! - `recipe`: all of it for one game, as a file describes it
//! - `factory`: a network from games to a match, as a recipe describes it
//! - `model`: the evaluation as a function of its weights
//! - `fit`: finds the weights
//! - `tune`: the command that reads games, fits and writes
//! - `network`, `train`: a small network on top of the evaluation, and the command that trains it
//! - `piece_values`: derived piece values beside fitted ones
//! - `plot`: pictures of what fits have found
//! - `quick_fit`: all of it for a user's game, in some minutes
//! - `score`: gives positions the scores of a longer search or of another engine
//! - `store`: a file of games that is being filled
//! - `thinker`: the engine that searches, this one or another
//! - `spsa`: numbers of the search, by games
//! - `chances`: fits the chances of win, draw and loss of each game
//! - `weights_file`: writes `variants/weights/NAME.toml`

pub mod chances;
pub mod data;
pub mod datagen;
pub mod factory;
pub mod fit;
pub mod merge;
pub mod model;
pub mod network;
pub mod piece_values;
pub mod plot;
pub mod quick_fit;
pub mod recipe;
pub mod score;
pub mod spsa;
pub mod store;
pub mod thinker;
pub mod train;
pub mod tune;
pub mod weights_file;
