//! Betza movement strings: the movement of a piece in a few letters.
//!
//! A movement string is a row of *terms*. A term is, in this order: `i` (only from the initial square), directions,
//! modes, perhaps further legs, each opened by `a`, and one *atom* with an optional range. The dialect is that of
//! `XBoard` 4.9.1, so that XBoard accepts the same text in a `piece` command. Sources: `docs` of `XBoard` ("Betza
//! notation and `XBoard`", H. G. Muller) and the source and observed behaviour of version 4.9.1.
//!
//! ```text
//! movement  = term { term }
//! term      = [ "i" ] leg { "a" [ "i" ] leg } atom [ range ]  |  "isO" stride
//! leg       = { direction } { mode }
//! direction = f b l r (forward back left right)  s = l + r  v = f + b  h (oblique atoms only)
//! mode      = u m c d e t p g n j y z q o, in this order, each at most once
//! atom      = W F D A H G N C Z K R B Q U, or a leaper's letter doubled: the rider
//! range     = 0 (rider) | 1 .. 99 strides
//! ```
//!
//! # All or refuse
//!
//! Every letter of an accepted text has an effect. Letters without effect are refused at their column, and so are texts that
//! `XBoard` reads differently: directions that repeat others or name all directions, `mc` where no mode means the same, `m` alone
//! before `a`, the range that an atom has anyway (`W1`, `R0`), a term that adds nothing to the others (`KW`, `WR`, `NcN`). Two
//! spellings are accepted although shorter ones exist: `ffN` for `fN`, as in Betza's articles, and `gW2` for `gW`, as `XBoard`
//! needs it.
//!
//! [`Needs`] lists what a text requires of the game besides moves and captures, with the column.
//!
//! # Atoms
//!
//! | atom | stride | | atom | stride |
//! |---|---|---|---|---|
//! | `W` | 0,1 | | `F` | 1,1 |
//! | `D` | 0,2 | | `A` | 2,2 |
//! | `H` | 0,3 | | `G` | 3,3 |
//! | `N` | 1,2 | | `K` | `WF` |
//! | `C` | 1,3 | | `R` | `W0` |
//! | `Z` | 2,3 | | `B`, `Q` | `F0`, `K0` |
//! | `U` | any | | | |
//!
//! Betza's own letters are `L` for the camel (1,3) and `J` for the zebra (2,3); `XBoard` 4.9.1 exchanges them. Both are refused:
//! `C` and `Z` mean the same everywhere.
//!
//! A doubled leaper letter (`NN`, `DD`) is the unlimited rider, as in Betza's articles. `XBoard` 4.9.1 reads `NN` as `N` twice;
//! for XBoard write `N0`, which means the same to this engine.
//!
//! # Directions
//!
//! - *Orthogonal* atoms: each letter is one direction, letters add up (`flW`: one forward and one left).
//! - *Diagonal* atoms: a letter is a half-plane (`fF`: both forward), two perpendicular letters their common direction
//!   (`flB`). `s` and `v` would mean all four and are refused.
//! - `K`, `Q` and **every leg after an `a`**: a letter alone is one orthogonal direction, two perpendicular letters are a
//!   diagonal one (`fl`); with `s` or `v` as the second letter they are two diagonals (`fs` = `flfr`). A doubled letter is
//!   refused: `XBoard` 4.9.1 reads `ffl` as `f` and `fl`. Forward and left is written as two terms (`fKlK`), or begins with
//!   `s` or `v`, which do not pair with the next letter (`sf`: left, right and forward).
//! - *Oblique* atoms: a letter alone or doubled is the narrow pair (`fN` = `ffN`: two forward, one aside); `h` after it makes
//!   it the whole half (`fhN`: all four forward). In a pair of perpendicular letters the first names the half, the second the
//!   narrow pair in that half: `fsN` is one forward and two aside, `flN` only the left one of these, `lfN` two forward
//!   and one to the left. `hrN` and `hlN` alone are the two sets of four that a quarter turn maps onto themselves.
//!
//! No direction means all. After an `a`, directions are relative to the leg before (`f` is straight on), the atom turns
//! from orthogonal to diagonal and back as needed (the mao-hop is `pafsW`), and no direction means all but back
//! (for `W R D H`, `F B A G` and `N C Z`: `f`, `l`, `r`). Letters are read from the left. Oblique atoms continue by quarter
//! turns (`pafgN0` is a kangaroo on knight lines); `XBoard` 4.9.1 does not continue them by leaps of the same kind.
//!
//! # Modes
//!
//! `m` moves to an empty square, `c` captures; neither means both. `ce` captures en passant, too ([`Modes::en_passant`]);
//! `i` at the start of a term is [`Modes::initial`]. `g` and `p` hop ([`Travel`]); `n` needs an empty and `j` an occupied
//! square on the way of a leaper. A leg before an `a` ends on an empty square if it has no mode, with `p` on a piece that it
//! passes over, with `mp` on either, with `c` on an enemy that it captures. `g` before an `a` leaps a piece like `p` and toggles
//! the range of all later legs: slides become single steps, single steps become slides (the Moose is `gafsQ`). `y` passes over
//! an empty square and toggles the range. `i` after an `a` makes as many strides as the latest leg that can slide (the orix
//! is `paifQ`). `j` on a slide skips its first square, whatever stands there. `z` and `q` turn a ride at each stride ([`Bend`]),
//! and `o` continues a ride across the left and right edge; all three with no other mode than `m` or `c`, in terms of one leg. `z`, `q` and `U`
//! are those of XBoard's interactive diagram (H. G. Muller, "Betza notation (extended)"), which version 4.9.1 does not read.
//! The diagram's `ii` and its `e` without `c` are refused.
//!
//! *Chains* ([`Movement::chains`]) are terms with `c` before an `a`, or with `d`, `t` or `u`: what they may pass, capture and put down depends
//! on the side of each piece. In a leg before an `a`, `c` captures an enemy and `d` a piece of its own side, which both leave the board; `tp`
//! and `tg` hop over pieces of its own side alone. In a last leg, `d` ends on a piece of its own side and captures it, and `t` captures
//! everything but kings, which it does not check. `u` puts the piece that the term captures down on the square where the leg with `u` begins.
//! Sources: `XBoard` 4.9.1 (`c`, `d`, `t`) and H. G. Muller, "The 'unload' modifier" (2020).
//!
//! A leg onto a piece with a leg straight on is a hop in every spelling: `gafQ` is `gQ`.
//! `gW` and `pW` (and all leapers) hop over a piece one stride away; `XBoard` 4.9.1 needs `gW2`, `pW2`, which this engine reads alike.
//!
//! # Example
//!
//! ```
//! use katydid::betza::{Stride, Travel, parse};
//!
//! let crab = parse("ffNbsN")?;
//! let strides: Vec<Stride> = crab.paths.iter().map(|path| path.last).collect();
//! assert_eq!(strides, [Stride::new(1, 2), Stride::new(-1, 2), Stride::new(2, -1), Stride::new(-2, -1)]);
//! assert!(crab.paths.iter().all(|path| path.travel == Travel::Leap));
//!
//! let error = parse("ffNxsN").unwrap_err();
//! assert_eq!(error.column, 4);
//! # Ok::<(), katydid::betza::BetzaError>(())
//! ```

mod directions;
mod effect;
mod error;
mod expand;
mod join;
mod lexer;
mod movement;
mod named;
mod parser;
mod words;

pub use error::{BetzaError, MAX_LEGS, MAX_PATHS, MAX_TEXT};
pub use join::joined;
pub use movement::{Bend, Castling, Leg, Modes, Movement, Needs, Path, Stride, Travel, Via};
pub use named::{name_of, names, text_of};
use parser::Term;
pub use words::Wording;

const NEEDS_NAME: &str = "letters with an atom (W F D A H G N C Z K R B Q), or the name of a movement, such as \
grasshopper, lion, leo, moose, eagle, sparrow, contragrasshopper, kangaroo, double-grasshopper, equihopper";

/// Reads a movement string, or the name of a movement ([`names`]); the module documentation describes the language.
///
/// # Errors
///
/// [`BetzaError`] names the first fault of the text (1 to [`MAX_TEXT`] characters): unknown letters and spaces, directions that
/// the atom does not have or that repeat others, modes doubled, out of order or contradictory, modifiers without an atom, ranges
/// out of place, more than [`MAX_LEGS`] legs or [`MAX_PATHS`] paths, and letters that change nothing. Redundant terms are
/// only looked for if there is no other fault.
///
/// ```
/// # use katydid::betza::parse;
/// let error = parse("WfxD").unwrap_err().to_string();
/// assert!(error.starts_with("column 3: found 'x', expected a direction, a mode"));
/// ```
pub fn parse(text: &str) -> Result<Movement, BetzaError> {
    if let Some(excess) = text.chars().nth(MAX_TEXT) {
        return Err(BetzaError {
            column: MAX_TEXT + 1,
            token: excess.to_string(),
            expected: "a text of at most 1000 characters",
        });
    }
    let text = text_of(text);
    if named::is_name(text) {
        return Err(BetzaError {
            column: 1,
            token: text.to_owned(),
            expected: NEEDS_NAME,
        });
    }
    let mut movement = Movement::default();
    if text == named::NOTHING {
        return Ok(movement);
    }
    let mut ways = Vec::new();
    for term in parser::terms(text)? {
        match term {
            Term::Castling {
                castling,
                atom_token,
            } => {
                if movement.castling.replace(castling).is_some() {
                    return Err(atom_token.instead_of("castling only once"));
                }
                movement.needs.castling = Some(atom_token.column);
            }
            Term::Moves(moves) => {
                movement.needs = movement.needs.and(moves.needs());
                ways.push((expand::paths(&moves)?, moves.atom_token));
            }
        }
    }
    effect::check(&ways)?;
    for (paths, _) in &mut ways {
        paths.iter_mut().for_each(expand::straighten);
    }
    effect::check(&ways)?;
    for path in ways.into_iter().flat_map(|(paths, _)| paths) {
        movement.add(path);
    }
    Ok(movement)
}

#[cfg(test)]
mod tests;
