//! What holds in every position of every game.
//!
//! A law is a function that looks at one position and says what is wrong with it. It knows itself where it does not
//! apply, and is silent there. [`LAWS`] lists them; a new one needs a line there and nothing else.

mod attacks;
mod consequences;
mod evaluation;
mod games;
mod judgement;
mod lists;
mod mates;
mod sums;
mod texts;
mod turns;

use crate::places::{random_move, random_setup};
use katydid::position::Position;
use katydid::rules;
use katydid::variant::Variant;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Returns an error, written as by `format!`, unless something holds.
macro_rules! ensure {
    ($holds:expr, $($words:tt)+) => {
        if !$holds {
            return Err(format!($($words)+));
        }
    };
}
use ensure;

/// A law.
pub struct Law {
    /// What it says, as a name.
    pub name: &'static str,
    /// One position in this many is looked at: the higher, the dearer the look.
    pub every: u32,
    /// The look.
    pub check: fn(&Position) -> Result<(), String>,
}

/// All laws.
pub const LAWS: &[Law] = &[
    law("sums are what the pieces add up to", 1, sums::are_kept),
    law(
        "only legal captures en passant tell positions apart",
        1,
        sums::en_passant,
    ),
    law(
        "a key asked for beforehand is the right one",
        4,
        sums::likely_keys,
    ),
    law("positions change in place alike", 2, sums::in_place),
    law("deltas keep the board in order", 2, sums::deltas),
    law(
        "consequences make the board after the move",
        2,
        consequences::make_the_board,
    ),
    law("effects are written", 6, consequences::are_written),
    law("a FEN read back is the same position", 1, texts::fens),
    law("no two moves share a text", 2, texts::legs),
    law("no two turns share a name", 6, texts::names),
    law(
        "texts that are read are those of legal moves",
        60,
        texts::conceivable,
    ),
    law("counting, listing and staging agree", 1, lists::agree),
    law("turns are made of legs", 6, turns::of_legs),
    law("turns can be taken back", 25, games::taken_back),
    law("a game written is read again", 25, games::written),
    law(
        "an annotated game written is read again",
        25,
        games::annotated,
    ),
    law(
        "moves are legal if no king is exposed",
        1,
        judgement::by_playing,
    ),
    law(
        "moves on two boards are judged twice",
        1,
        judgement::on_two_boards,
    ),
    law("no check is overlooked", 2, attacks::checks),
    law("who is attacked can be taken", 1, attacks::generation),
    law(
        "a mirrored position has mirrored moves",
        2,
        evaluation::mirrored_moves,
    ),
    law("no colour is favoured", 1, evaluation::mirrored_value),
    law("a mate that is claimed is there", 40, mates::claimed),
];

const fn law(name: &'static str, every: u32, check: fn(&Position) -> Result<(), String>) -> Law {
    Law { name, every, check }
}

/// A law that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    /// The game.
    pub game: String,
    /// The law's name.
    pub law: &'static str,
    /// The position, as a FEN.
    pub fen: String,
    /// What is wrong.
    pub reason: String,
    /// How the position came about: a FEN, and moves.
    pub way: Option<String>,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: not so: {}\n  {}\n  {}",
            self.game, self.law, self.fen, self.reason
        )?;
        match &self.way {
            Some(way) => write!(f, "\n  reached from {way}"),
            None => Ok(()),
        }
    }
}

/// Looks at a position by one law. A panic is a breach as well.
///
/// # Errors
/// The breach.
pub fn look(law: &Law, pos: &Position) -> Result<(), Breach> {
    let looked = catch_unwind(AssertUnwindSafe(|| (law.check)(pos)));
    let reason = match looked {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(reason)) => reason,
        Err(panic) => format!("a panic: {}", crate::panic_text(&*panic)),
    };
    Err(Breach {
        game: pos.variant().name.clone(),
        law: law.name,
        fen: pos.fen(),
        reason,
        way: None,
    })
}

/// Walks through random games and random set-ups of a game and looks at each position by the laws whose turn it
/// is. Gives the number of looks.
///
/// # Errors
/// The first breach.
pub fn along_games(variant: &Arc<Variant>, seed: u64, plies: u32) -> Result<u64, Breach> {
    along_games_while(variant, seed, plies, &|| true)
}

/// [`along_games`], until `goes_on` is false before a look.
///
/// # Errors
/// The first breach.
pub fn along_games_while(
    variant: &Arc<Variant>,
    seed: u64,
    plies: u32,
    goes_on: &dyn Fn() -> bool,
) -> Result<u64, Breach> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut looks = 0;
    let begin = if rng.random_ratio(1, 2) {
        random_setup(variant, &mut rng)
    } else {
        None
    };
    let mut pos = begin.unwrap_or_else(|| rules::start(variant));
    let mut way = pos.fen();
    for _ in 0..plies {
        for law in LAWS {
            if !goes_on() {
                return Ok(looks);
            }
            if rng.random_ratio(1, law.every) {
                look(law, &pos).map_err(|breach| Breach {
                    way: Some(way.clone()),
                    ..breach
                })?;
                looks += 1;
            }
        }
        let played = catch_unwind(AssertUnwindSafe(|| {
            random_move(&pos, &mut rng).map(|mv| (rules::leg_text(&pos, mv), rules::play(&pos, mv)))
        }));
        pos = match played {
            Ok(Some((text, next))) => {
                way = format!("{way} {text}");
                next
            }
            Ok(None) => break,
            Err(panic) => {
                return Err(Breach {
                    game: variant.name.clone(),
                    law: "a legal move can be played",
                    fen: pos.fen(),
                    reason: crate::panic_text(&*panic),
                    way: Some(way),
                });
            }
        };
    }
    Ok(looks)
}
