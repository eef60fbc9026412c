//! Betza movement strings: how a man moves, written in a dozen letters.
//!
//! A movement string is a row of *terms*. A term is, in this order: `i` (only from the initial square; `ii`: only from
//! the own second rank), directions, modes, perhaps further legs, each opened by `a`, and one *atom* with an optional
//! range. The dialect is that of `XBoard` 4.9.1, so that the same text can be sent to it in a `piece` command.
//! Sources: `docs` of `XBoard` ("Betza notation and `XBoard`", H. G. Muller) and the observed behaviour of version 4.9.1.
//!
//! ```text
//! movement  = term { term }
//! term      = [ "i" [ "i" ] ] leg { "a" leg } atom [ range ]  |  "isO" stride
//! leg       = { direction } { mode }
//! direction = f b l r (forward back left right)  s = l + r  v = f + b  h (oblique atoms only)
//! mode      = m c e p g n j, in this order, each at most once
//! atom      = W F D N A H G C J Z L K R B Q, or a leaper's letter doubled: the rider
//! range     = 0 (rider) | 1 .. 99 strides
//! ```
//!
//! # Atoms
//!
//! | atom | stride | | atom | stride |
//! |---|---|---|---|---|
//! | `W` | 0,1 | | `F` | 1,1 |
//! | `D` | 0,2 | | `A` | 2,2 |
//! | `H` | 0,3 | | `G` | 3,3 |
//! | `N` | 1,2 | | `K` | `WF` |
//! | `C` `J` | 1,3 | | `R` | `W0` |
//! | `Z` `L` | 2,3 | | `B`, `Q` | `F0`, `K0` |
//!
//! Betza's own letters are `L` for the camel (1,3) and `J` for the zebra (2,3). `XBoard` 4.9.1 has `J` as another `C` and
//! `L` as another `Z`; so has this parser. Write `C` and `Z`, which mean the same everywhere.
//!
//! A doubled leaper letter (`NN`, `DD`) is the unlimited rider, as in Betza's articles. `XBoard` 4.9.1 reads `NN` as
//! `N` twice: send it `N0`, which means the same here.
//!
//! # Directions
//!
//! - *Orthogonal* atoms: each letter is one direction, letters add up (`flW`: one forward and one left).
//! - *Diagonal* atoms: a letter is a half-plane (`fF`: both forward), two perpendicular letters their common direction
//!   (`flB`). `s` or `v` stand alone and mean all four.
//! - `K`, `Q` and **every leg behind an `a`**: a letter alone or doubled is one orthogonal direction, two perpendicular
//!   letters a diagonal one (`fl`), with `s` or `v` as the second letter both of them (`fs` = `flfr`).
//! - *Oblique* atoms: a letter alone or doubled is the narrow pair (`fN` = `ffN`: two forward, one aside); with `h`
//!   behind it the whole half (`fhN`: all four forward). In a pair of perpendicular letters the first names the half, the
//!   second the narrow pair in it: `fsN` one forward and two aside, `flN` only the left one of these, `lfN` two forward
//!   and one to the left. `hrN` and `hlN` alone are the two sets of four that a quarter turn maps on themselves.
//!
//! No direction means all. Behind an `a` directions are relative to the leg before (`f` straight on), the atom turns
//! from orthogonal to diagonal and back as needed (the mao-hop is `pafsW`), and no direction means all but back
//! (for `W R D H` and `F B A G`: `f`, `l`, `r`). Letters are read from the left; `ff` before `l` or `r` keeps them
//! from pairing. Oblique atoms take no `a`: `XBoard` 4.9.1 does not continue them as leaps of their kind.
//!
//! # Modes
//!
//! `m` moves to an empty square, `c` captures; neither means both. `e` takes en passant. `g` and `p` hop, see
//! [`Travel`]; `n` and `j` ask for an empty or an occupied square on the way of a leaper. In a leg that another follows:
//! `m` over an empty square (also without any mode), `p` over a man, `mp` over anything, `c` capturing what stands
//! there. `XBoard`'s `d`, `t`, `o`, `y`, its `g` before an `a` and its `j` on one-step atoms are refused.
//! `gW` and `pW` (and all leapers) hop over a man one stride away; `XBoard` 4.9.1 wants `gW2`, `pW2`, which mean the same here.
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

mod expand;
mod lexer;
mod parser;

use thiserror::Error;

/// Longest text that is read, in characters.
pub const MAX_TEXT: usize = 1000;

/// Most legs a term may have, the last one included.
pub const MAX_LEGS: usize = 6;

/// Most paths one term may expand to.
pub const MAX_PATHS: usize = 1024;

/// One stride on the board for White: files to the right, ranks forward.
///
/// Both are squares, -3 to 3 in what [`parse`] returns; never both zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Stride {
    /// Files to the right, negative to the left.
    pub files: i8,
    /// Ranks forward, negative back.
    pub ranks: i8,
}

impl Stride {
    /// The stride of so many files to the right and ranks forward.
    #[must_use]
    pub const fn new(files: i8, ranks: i8) -> Self {
        Self { files, ranks }
    }

    /// The same stride the other way. Black's strides are White's reversed: `XBoard` turns the board half round, it does
    /// not mirror it.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            files: self.files.wrapping_neg(),
            ranks: self.ranks.wrapping_neg(),
        }
    }

    /// The square that [`Travel::Lame`] wants empty and [`Travel::MustJump`] occupied, seen from the square of
    /// departure: half the stride, rounded towards zero.
    ///
    /// For `D` and `A` the square in between, for `N` the orthogonal neighbour (mao), for `C` the orthogonal and for `Z`
    /// the diagonal one, for `H` and `G` the first of the two in between, as in `XBoard` 4.9.1. For one-step atoms it is
    /// (0,0), but they never travel so.
    #[must_use]
    pub const fn gate(self) -> Self {
        Self {
            files: self.files / 2,
            ranks: self.ranks / 2,
        }
    }
}

/// How a leg meets the men on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Travel {
    /// Exactly one stride; nothing in between matters (leaper).
    Leap,
    /// One to `range` strides over empty squares (rider, slider).
    Slide {
        /// Most strides, 2 to 99; 0 = to the edge.
        range: u8,
    },
    /// `g`: over empty squares to the first man, landing exactly one stride behind it (grasshopper).
    HopBehind {
        /// Most strides to the hurdle, 1 to 98; 0 = to the edge. It is one less than the range in the text, which
        /// counts the landing too: `gQ3` has 2.
        range: u8,
    },
    /// `p`: over empty squares to the first man, leaps it, then continues over empty squares up to and including the
    /// first man met (cannon, Lion).
    HopBeyond {
        /// Most strides in all, the hurdle's included, 2 to 99; 0 = to the edge.
        range: u8,
    },
    /// `n`: one stride, if the square at [`Stride::gate`] is empty (lame leaper).
    Lame,
    /// `j`: one stride, if the square at [`Stride::gate`] is occupied.
    MustJump,
}

/// What may stand on the arrival square, and when the path is open.
///
/// At least one of `quiet`, `capture` and `en_passant` is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent letters of the notation, in any combination"
)]
pub struct Modes {
    /// `m`: may end on an empty square. The man's own departure square counts as empty (`cabW` ends there).
    pub quiet: bool,
    /// `c`: may end on an enemy, capturing it.
    pub capture: bool,
    /// `i` or `ii`: only at a time [`Modes::second_rank`] tells.
    pub initial: bool,
    /// `e`: may end on the en passant square, capturing the man that passed it.
    pub en_passant: bool,
    /// Only with `initial`. False (`i`): the man stands unmoved on its initial square. True (`ii`): it stands on its
    /// own second rank, whatever its history.
    pub second_rank: bool,
}

/// What a leg that another one follows (the `a` modifier) does on its arrival square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Via {
    /// `m`, and the default: the square is empty. The man's own departure square counts as empty.
    Empty,
    /// `p`: passes over a man of either colour, which stays.
    Occupied,
    /// `mp`: whatever stands there or not; a man stays.
    Any,
    /// `c`: captures the enemy there (locust, rifle).
    Capture,
}

/// A leg that another one follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Leg {
    /// The direction, or the leap.
    pub stride: Stride,
    /// [`Travel::Leap`], [`Travel::Slide`], [`Travel::Lame`] or [`Travel::MustJump`]. A slide may turn on each square
    /// that `via` admits and stops at the first man.
    pub travel: Travel,
    /// What must stand on the square where the next leg begins, and its fate.
    pub via: Via,
}

/// A completely expanded path: one concrete stride a leg (directions resolved, White's view).
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Path {
    /// What may stand on the arrival square.
    pub modes: Modes,
    /// The legs before the last, in order; empty for a plain move, at most [`MAX_LEGS`] - 1.
    pub legs: Vec<Leg>,
    /// The stride of the last (mostly the only) leg.
    pub last: Stride,
    /// How the last leg goes.
    pub travel: Travel,
}

/// A movement: what a Betza string means.
///
/// No two paths agree in everything but the kinds of arrival: `mWcW` and `W` give the same movement. The paths stand
/// in the order of the text, within a term clockwise from straight forward.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movement {
    /// All paths.
    pub paths: Vec<Path>,
    /// `isO2`: may castle, the king going so many files (2 to 9) to either side.
    pub castling: Option<u8>,
}

/// Why a text is no movement.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("column {column}: found {}, expected {expected}", shown(.token))]
pub struct BetzaError {
    /// Where, in characters, from 1; one past the text when it ends too early.
    pub column: usize,
    /// The offending letter, letter group or number; empty at the end of the text.
    pub token: String,
    /// What could stand there instead.
    pub expected: &'static str,
}

/// A token as the error message shows it.
fn shown(token: &str) -> String {
    if token.is_empty() {
        "the end of the text".to_owned()
    } else {
        format!("'{}'", token.escape_debug())
    }
}

/// Reads a movement string; the module page describes the language.
///
/// # Errors
///
/// [`BetzaError`] names the first place where the text (1 to [`MAX_TEXT`] characters) leaves the language: unknown
/// letters and spaces, directions the atom does not have or that repeat others, modes doubled, out of order or
/// contradictory, modifiers without an atom, ranges out of place, more than [`MAX_LEGS`] legs or [`MAX_PATHS`] paths.
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
    let mut movement = Movement::default();
    for term in parser::terms(text)? {
        match term {
            parser::Term::Castling { stride, column } => {
                if movement.castling.replace(stride).is_some() {
                    return Err(BetzaError {
                        column,
                        token: "O".to_owned(),
                        expected: "castling only once",
                    });
                }
            }
            parser::Term::Moves(moves) => {
                for path in expand::paths(&moves)? {
                    movement.add(path);
                }
            }
        }
    }
    Ok(movement)
}

impl Movement {
    /// Adds a path, or widens the modes of the one that goes the same way.
    fn add(&mut self, path: Path) {
        let same = |known: &&mut Path| {
            known.last == path.last
                && known.travel == path.travel
                && known.modes.initial == path.modes.initial
                && known.modes.second_rank == path.modes.second_rank
                && known.legs == path.legs
        };
        if let Some(known) = self.paths.iter_mut().find(same) {
            known.modes.quiet |= path.modes.quiet;
            known.modes.capture |= path.modes.capture;
            known.modes.en_passant |= path.modes.en_passant;
        } else {
            self.paths.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: Modes = Modes {
        quiet: true,
        capture: true,
        initial: false,
        en_passant: false,
        second_rank: false,
    };
    const QUIET: Modes = Modes {
        capture: false,
        ..BOTH
    };
    const CAPTURE: Modes = Modes {
        quiet: false,
        ..BOTH
    };
    const ROOK: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
    const QUEEN: [(i8, i8); 8] = [
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
    ];

    fn read(text: &str) -> Movement {
        parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// One-leg paths that go to these strides.
    fn plain(strides: &[(i8, i8)], travel: Travel, modes: Modes) -> Vec<Path> {
        let path = |&(files, ranks): &(i8, i8)| Path {
            modes,
            legs: Vec::new(),
            last: Stride::new(files, ranks),
            travel,
        };
        strides.iter().map(path).collect()
    }

    /// Asserts that a text means these one-leg paths, in any order, and no castling.
    fn means(text: &str, parts: &[Vec<Path>]) {
        let movement = read(text);
        let key = |path: &Path| (path.last, format!("{path:?}"));
        let (mut found, mut wanted) = (movement.paths, parts.concat());
        found.sort_by_key(key);
        wanted.sort_by_key(key);
        assert_eq!(found, wanted, "{text}");
        assert_eq!(movement.castling, None, "{text}");
    }

    /// The strides that one-leg text goes to, sorted.
    fn strides(text: &str) -> Vec<(i8, i8)> {
        let mut strides: Vec<(i8, i8)> = read(text)
            .paths
            .iter()
            .map(|path| (path.last.files, path.last.ranks))
            .collect();
        strides.sort_unstable();
        strides
    }

    /// Asserts which strides a text goes to.
    fn goes(text: &str, wanted: &[(i8, i8)]) {
        let mut wanted = wanted.to_vec();
        wanted.sort_unstable();
        assert_eq!(strides(text), wanted, "{text}");
    }

    /// Where and on what token a text fails.
    fn fails(text: &str, column: usize, token: &str) {
        match parse(text) {
            Ok(movement) => panic!("{text:?} was read as {movement:?}"),
            Err(error) => assert_eq!(
                (error.column, error.token.as_str()),
                (column, token),
                "{text:?}: {error}"
            ),
        }
    }

    const SLIDE: Travel = Travel::Slide { range: 0 };

    #[test]
    fn orthodox_men() {
        let knight = [
            (1, 2),
            (2, 1),
            (2, -1),
            (1, -2),
            (-1, -2),
            (-2, -1),
            (-2, 1),
            (-1, 2),
        ];
        means("N", &[plain(&knight, Travel::Leap, BOTH)]);
        means("K", &[plain(&QUEEN, Travel::Leap, BOTH)]);
        means("WF", &[plain(&QUEEN, Travel::Leap, BOTH)]);
        means("R", &[plain(&ROOK, SLIDE, BOTH)]);
        means("B", &[plain(&BISHOP, SLIDE, BOTH)]);
        means("Q", &[plain(&QUEEN, SLIDE, BOTH)]);
        means("W", &[plain(&ROOK, Travel::Leap, BOTH)]);
        means("F", &[plain(&BISHOP, Travel::Leap, BOTH)]);
        assert_eq!(read("KisO2").castling, Some(2));
        assert_eq!(read("KisO2").paths, read("K").paths);
    }

    #[test]
    fn pawns() {
        let forward = plain(&[(0, 1)], Travel::Leap, QUIET);
        let slant = [(1, 1), (-1, 1)];
        means(
            "fmWfcF",
            &[forward.clone(), plain(&slant, Travel::Leap, CAPTURE)],
        );
        let double = plain(
            &[(0, 2)],
            Travel::Lame,
            Modes {
                initial: true,
                ..QUIET
            },
        );
        let attack = plain(
            &slant,
            Travel::Leap,
            Modes {
                en_passant: true,
                ..CAPTURE
            },
        );
        means(
            "ifmnDfmWfcFfceF",
            &[double, forward.clone(), attack.clone()],
        );
        let run = plain(
            &[(0, 1)],
            Travel::Slide { range: 2 },
            Modes {
                initial: true,
                ..QUIET
            },
        );
        means("fmWfceFifmW2", &[forward.clone(), attack, run]);
        let second = Modes {
            initial: true,
            second_rank: true,
            ..QUIET
        };
        means("iifmnD", &[plain(&[(0, 2)], Travel::Lame, second)]);
        means(
            "fmFfcW",
            &[
                plain(&slant, Travel::Leap, QUIET),
                plain(&[(0, 1)], Travel::Leap, CAPTURE),
            ],
        );
        means(
            "feF",
            &[plain(
                &slant,
                Travel::Leap,
                Modes {
                    en_passant: true,
                    quiet: false,
                    ..CAPTURE
                },
            )]
            .map(|paths| {
                paths
                    .into_iter()
                    .map(|path| Path {
                        modes: Modes {
                            capture: false,
                            ..path.modes
                        },
                        ..path
                    })
                    .collect()
            }),
        );
    }

    #[test]
    fn demi_men() {
        let snail = [
            plain(&ROOK, Travel::Leap, BOTH),
            plain(&[(0, 2)], Travel::Leap, BOTH),
        ];
        let crab = plain(&[(1, 2), (-1, 2), (2, -1), (-2, -1)], Travel::Leap, BOTH);
        means("WfD", &snail);
        means("ffNbsN", std::slice::from_ref(&crab));
        means("WfDffNbsN", &[snail.concat(), crab.clone()]);
        means(
            "bFfA",
            &[plain(
                &[(1, -1), (-1, -1), (2, 2), (-2, 2)],
                Travel::Leap,
                BOTH,
            )],
        );
        means("RffNbsN", &[plain(&ROOK, SLIDE, BOTH), crab]);
        goes(
            "WfDffNbsNbFfA",
            &[
                (0, 1),
                (1, 0),
                (0, -1),
                (-1, 0),
                (0, 2),
                (1, 2),
                (-1, 2),
                (2, -1),
                (-2, -1),
                (1, -1),
                (-1, -1),
                (2, 2),
                (-2, 2),
            ],
        );
    }

    #[test]
    fn hoppers() {
        let grasshopper = plain(&QUEEN, Travel::HopBehind { range: 0 }, BOTH);
        let lion = Travel::HopBeyond { range: 0 };
        means("gQ", &[grasshopper]);
        means("pQ", &[plain(&QUEEN, lion, BOTH)]);
        means(
            "mQcpQ",
            &[plain(&QUEEN, SLIDE, QUIET), plain(&QUEEN, lion, CAPTURE)],
        );
        means(
            "mRcpR",
            &[plain(&ROOK, SLIDE, QUIET), plain(&ROOK, lion, CAPTURE)],
        );
        means(
            "gB",
            &[plain(&BISHOP, Travel::HopBehind { range: 0 }, BOTH)],
        );
        means(
            "gQ3",
            &[plain(&QUEEN, Travel::HopBehind { range: 2 }, BOTH)],
        );
        means("pR4", &[plain(&ROOK, Travel::HopBeyond { range: 4 }, BOTH)]);
        means("gW", &[plain(&ROOK, Travel::HopBehind { range: 1 }, BOTH)]);
        assert_eq!(read("gW"), read("gW2"));
        assert_eq!(read("pF"), read("pF2"));
        means(
            "fgD",
            &[plain(&[(0, 2)], Travel::HopBehind { range: 1 }, BOTH)],
        );
        assert_eq!(read("gNN"), read("gN0"));
        assert!(
            read("gNN")
                .paths
                .iter()
                .all(|path| path.travel == Travel::HopBehind { range: 0 })
        );
    }

    #[test]
    fn riders_and_ranges() {
        let short = Travel::Slide { range: 3 };
        means("R3", &[plain(&ROOK, short, BOTH)]);
        means("W3", &[plain(&ROOK, short, BOTH)]);
        means("B3", &[plain(&BISHOP, short, BOTH)]);
        means(
            "R3F",
            &[
                plain(&ROOK, short, BOTH),
                plain(&BISHOP, Travel::Leap, BOTH),
            ],
        );
        means(
            "ffNNbsNN",
            &[plain(&[(1, 2), (-1, 2), (2, -1), (-2, -1)], SLIDE, BOTH)],
        );
        for (text, same) in [
            ("WW", "R"),
            ("W0", "R"),
            ("FF", "B"),
            ("F0", "B"),
            ("K0", "Q"),
            ("R1", "W"),
            ("Q1", "K"),
            ("NN", "N0"),
            ("WFF", "WB"),
            ("FFA", "BA"),
            ("R0", "R"),
            ("B12", "F12"),
            ("RB", "Q"),
        ] {
            let (mut one, mut two) = (read(text).paths, read(same).paths);
            one.sort_by_key(|path| path.last);
            two.sort_by_key(|path| path.last);
            assert_eq!(one, two, "{text} {same}");
        }
        means("fD2", &[plain(&[(0, 2)], Travel::Slide { range: 2 }, BOTH)]);
    }

    #[test]
    fn other_leapers() {
        goes("fD", &[(0, 2)]);
        goes("fH", &[(0, 3)]);
        goes("lA", &[(-2, 2), (-2, -2)]);
        goes("brG", &[(3, -3)]);
        goes("ffC", &[(1, 3), (-1, 3)]);
        goes("fsZ", &[(3, 2), (-3, 2)]);
        assert_eq!(read("J"), read("C"));
        assert_eq!(read("L"), read("Z"));
        means("fjA", &[plain(&[(2, 2), (-2, 2)], Travel::MustJump, BOTH)]);
        assert!(
            read("nN")
                .paths
                .iter()
                .all(|path| path.travel == Travel::Lame)
        );
        assert_eq!(read("CJ").paths.len(), 8);
    }

    #[test]
    fn directions_of_orthogonal_and_diagonal_atoms() {
        goes("fW", &[(0, 1)]);
        goes("flW", &[(0, 1), (-1, 0)]);
        goes("sW", &[(1, 0), (-1, 0)]);
        goes("vR", &[(0, 1), (0, -1)]);
        goes("fsW", &[(0, 1), (1, 0), (-1, 0)]);
        goes("fF", &[(1, 1), (-1, 1)]);
        goes("lF", &[(-1, 1), (-1, -1)]);
        goes("flF", &[(-1, 1)]);
        goes("rbB", &[(1, -1)]);
        goes("flbrF", &[(-1, 1), (1, -1)]);
        goes("fblF", &[(1, 1), (-1, 1), (-1, -1)]);
        goes("sF", &BISHOP);
        goes("vB", &BISHOP);
    }

    #[test]
    fn directions_of_royal_and_oblique_atoms() {
        goes("fK", &[(0, 1)]);
        goes("flK", &[(-1, 1)]);
        goes("fflK", &[(0, 1), (-1, 0)]);
        goes("fsQ", &[(1, 1), (-1, 1)]);
        goes("lvK", &[(-1, 1), (-1, -1)]);
        goes("svK", &ROOK);
        goes("ffsK", &[(0, 1), (1, 0), (-1, 0)]);
        goes("fN", &[(1, 2), (-1, 2)]);
        goes("ffN", &[(1, 2), (-1, 2)]);
        goes("fhN", &[(1, 2), (-1, 2), (2, 1), (-2, 1)]);
        goes("fsN", &[(2, 1), (-2, 1)]);
        goes("bbN", &[(1, -2), (-1, -2)]);
        goes("llN", &[(-2, 1), (-2, -1)]);
        goes("rvN", &[(1, 2), (1, -2)]);
        goes("flN", &[(-2, 1)]);
        goes("lfN", &[(-1, 2)]);
        goes("lbfrN", &[(-1, -2), (2, 1)]);
        goes("sN", &[(2, 1), (2, -1), (-2, 1), (-2, -1)]);
        goes("vN", &[(1, 2), (1, -2), (-1, 2), (-1, -2)]);
        goes("hrN", &[(1, 2), (2, -1), (-1, -2), (-2, 1)]);
        goes("hlN", &[(-1, 2), (2, 1), (1, -2), (-2, -1)]);
        assert_eq!(strides("bhlhN").len(), 6);
    }

    #[test]
    fn doubled_terms_merge() {
        assert_eq!(read("mWcW"), read("W"));
        assert_eq!(read("KW"), read("K"));
        assert_eq!(read("mcN"), read("N"));
        means(
            "mFcW",
            &[
                plain(&BISHOP, Travel::Leap, QUIET),
                plain(&ROOK, Travel::Leap, CAPTURE),
            ],
        );
        assert_eq!(read("WiW").paths.len(), 8);
    }

    #[test]
    fn errors_name_the_place() {
        for (text, column, token) in [
            ("", 1, ""),
            ("x", 1, "x"),
            ("ffNxsN", 4, "x"),
            ("W F", 2, " "),
            ("Wé", 2, "é"),
            ("f", 2, ""),
            ("Wfm", 4, ""),
            ("fma", 4, ""),
            ("aW2a", 5, ""),
            ("3W", 1, "3"),
            ("f3W", 2, "3"),
            ("W100", 2, "100"),
            ("W02", 2, "02"),
            ("cmW", 2, "m"),
            ("mmW", 2, "m"),
            ("mfW", 2, "f"),
            ("fiW", 2, "i"),
            ("iiiW", 3, "i"),
            ("pgQ", 2, "g"),
            ("gpQ", 2, "p"),
            ("njD", 2, "j"),
            ("gnD", 2, "n"),
            ("epF", 2, "p"),
            ("dW", 1, "d"),
            ("moW", 2, "o"),
            ("nW", 1, "n"),
            ("jR", 1, "j"),
            ("nDD", 1, "n"),
            ("jD2", 1, "j"),
            ("eR", 1, "e"),
            ("maeW", 3, "e"),
            ("gaW", 1, "g"),
            ("cabN", 4, "N"),
            ("gW1", 3, "1"),
            ("RR", 2, "R"),
            ("KK", 2, "K"),
            ("QQ", 2, "Q"),
            ("NNN", 3, "N"),
            ("NN2", 3, "2"),
            ("hW", 1, "h"),
            ("fhF", 2, "h"),
            ("fhK", 2, "h"),
            ("hN", 1, "h"),
            ("hrfN", 1, "h"),
            ("fhrhhN", 5, "h"),
            ("shN", 1, "s"),
            ("ssN", 1, "s"),
            ("fsF", 2, "s"),
            ("svB", 1, "s"),
            ("ffW", 2, "f"),
            ("ffF", 2, "f"),
            ("vfW", 2, "f"),
        ] {
            fails(text, column, token);
        }
    }

    #[test]
    fn castling_is_exact() {
        assert_eq!(read("isO3").castling, Some(3));
        for (text, column, token) in [
            ("O2", 1, "O"),
            ("iO2", 2, "O"),
            ("sO2", 2, "O"),
            ("iisO2", 4, "O"),
            ("isO", 4, ""),
            ("isO0", 4, "0"),
            ("isO1", 4, "1"),
            ("isO12", 4, "12"),
            ("ismO2", 4, "O"),
            ("isjO2", 4, "O"),
            ("isO2isO3", 7, "O"),
            ("isOO", 4, "O"),
            ("KisO2x", 6, "x"),
            ("isaO2", 4, "O"),
        ] {
            fails(text, column, token);
        }
    }

    #[test]
    fn error_texts() {
        let text = |text: &str| parse(text).map_err(|error| error.to_string());
        assert_eq!(
            text("WfDx"),
            Err("column 4: found 'x', expected a direction, a mode or an atom (W F D N A H L Z J C G K Q R B O)".to_owned())
        );
        assert!(text("fm").is_err_and(|error| {
            error.starts_with("column 3: found the end of the text, expected `a`")
        }));
        assert!(
            text("W\n").is_err_and(|error| error.starts_with("column 2: found '\\n', expected"))
        );
    }

    #[test]
    fn long_texts() {
        assert!(parse(&"WF".repeat(MAX_TEXT / 2)).is_ok());
        fails(&"WF".repeat(MAX_TEXT), MAX_TEXT + 1, "W");
        fails("aaaaaaW", 6, "a");
        fails("mcpamcpamcpaK", 13, "K");
    }

    #[test]
    fn no_short_text_is_taken_wrongly_or_panics() {
        let letters: Vec<char> = "iafbsvhmcpgnjeWNKO0x".chars().collect();
        for code in 0..letters.len().pow(4) {
            let digits = [
                code,
                code / letters.len(),
                code / letters.len().pow(2),
                code / letters.len().pow(3),
            ];
            let text: String = digits
                .iter()
                .map(|digit| letters[digit % letters.len()])
                .collect();
            match parse(&text) {
                Ok(movement) => assert!(
                    movement.castling.is_some() || !movement.paths.is_empty(),
                    "{text}"
                ),
                Err(error) => assert!((1..=5).contains(&error.column), "{text}: {error}"),
            }
        }
    }

    #[test]
    fn strides_turn_and_halve() {
        assert_eq!(Stride::new(1, -2).reversed(), Stride::new(-1, 2));
        for (stride, gate) in [
            ((1, 2), (0, 1)),
            ((-2, -1), (-1, 0)),
            ((0, -3), (0, -1)),
            ((3, -2), (1, -1)),
            ((2, 2), (1, 1)),
        ] {
            assert_eq!(
                Stride::new(stride.0, stride.1).gate(),
                Stride::new(gate.0, gate.1)
            );
        }
    }
}
