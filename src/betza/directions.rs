//! Direction letters: which strides of an atom they name.
//!
//! The letters are conditions on strides `(files, ranks)`. `fl` on `N`, for example, is "forward half" (`ranks > 0`) and
//! "narrow to the left" (`-files > |ranks|`), which only (-2, 1) fulfils.

use super::lexer::{Heading, Token};
use super::{BetzaError, Stride};

/// How direction letters are read, by the kind of atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum System {
    /// `W D H R`: a letter is one direction.
    Orthogonal,
    /// `F A G B`: a letter is a half-plane, a pair of letters one diagonal.
    Diagonal,
    /// `N C Z`: a letter is the two strides that go farther to its side than across (the narrow pair).
    Oblique,
    /// `K Q U`, and all legs after an `a`: a letter is an orthogonal direction, a pair of letters a diagonal one.
    Royal,
}

/// One or two direction letters with one meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Group {
    /// The strides that go farther to the letter's side than across (`f` on W, K, N; `ff` on K, N).
    Narrow(Heading),
    /// All strides to the letter's side (`f` on F, `fh` on N).
    Wide(Heading),
    /// The strides to both letters' sides (`fl` on F and K).
    Corner(Heading, Heading),
    /// The strides to the first letter's side that go farther to the second letter's side than across (`fl` on N).
    Single(Heading, Heading),
    /// `hr` (true) or `hl` (false): one of the two sets of four strides that a quarter turn maps onto themselves.
    Turning(bool),
}

impl Heading {
    /// Whether the letter is `f`, `b`, `l` or `r`.
    const fn is_single(self) -> bool {
        matches!(self, Self::Forward | Self::Back | Self::Left | Self::Right)
    }

    /// Whether one letter is of `f b v` and the other of `l r s`.
    const fn crosses(self, other: Self) -> bool {
        let (one, two) = (self.is_upright(), other.is_upright());
        !matches!(self, Self::Half) && !matches!(other, Self::Half) && one != two
    }

    /// Whether the letter is `f`, `b` or `v`.
    const fn is_upright(self) -> bool {
        matches!(self, Self::Forward | Self::Back | Self::Vertical)
    }

    /// Whether a stride goes to the side of the letter at all.
    const fn holds(self, stride: Stride) -> bool {
        match self {
            Self::Forward => stride.ranks > 0,
            Self::Back => stride.ranks < 0,
            Self::Left => stride.files < 0,
            Self::Right => stride.files > 0,
            Self::Sideways => stride.files != 0,
            Self::Vertical => stride.ranks != 0,
            Self::Half => false,
        }
    }

    /// Whether a stride goes farther to the side of the letter than across.
    const fn holds_narrowly(self, stride: Stride) -> bool {
        let (across, along) = (stride.files.unsigned_abs(), stride.ranks.unsigned_abs());
        self.holds(stride)
            && if self.is_upright() {
                along > across
            } else {
                across > along
            }
    }
}

impl Group {
    /// Whether the group names a stride.
    const fn holds(self, stride: Stride) -> bool {
        match self {
            Self::Narrow(heading) => heading.holds_narrowly(stride),
            Self::Wide(heading) => heading.holds(stride),
            Self::Corner(one, two) => one.holds(stride) && two.holds(stride),
            Self::Single(half, narrow) => half.holds(stride) && narrow.holds_narrowly(stride),
            Self::Turning(right) => {
                let same_sign = (stride.files > 0) == (stride.ranks > 0);
                let narrow = stride.ranks.unsigned_abs() > stride.files.unsigned_abs();
                (same_sign == narrow) == right
            }
        }
    }
}

/// The strides that the direction letters name, or `implied` if there are no letters.
///
/// # Errors
///
/// Letters that have no meaning for the atom, and letters that change nothing.
pub(super) fn chosen(
    system: System,
    headings: &[(Heading, Token)],
    all: &[Stride],
    implied: &[Stride],
) -> Result<Vec<Stride>, BetzaError> {
    let Some((_, start)) = headings.first() else {
        return Ok(implied.to_vec());
    };
    let groups = groups(system, headings, all)?;
    for (place, (group, token)) in groups.iter().enumerate() {
        let elsewhere = |stride: Stride| {
            groups
                .iter()
                .enumerate()
                .any(|(other, (known, _))| other != place && known.holds(stride))
        };
        let alone = |stride: &&Stride| group.holds(**stride) && !elsewhere(**stride);
        let half = match group {
            Group::Wide(heading) if system == System::Oblique => Some(heading),
            _ => None,
        };
        match all.iter().find(alone) {
            None => {
                return Err(token.instead_of("a direction that the others do not name as well"));
            }
            Some(_)
                if half.is_some_and(|h| all.iter().filter(alone).all(|&s| h.holds_narrowly(s))) =>
            {
                return Err(token.instead_of("no `h` here: the others name the rest of that half"));
            }
            Some(_) => {}
        }
    }
    let named = |stride: &Stride| groups.iter().any(|(group, _)| group.holds(*stride));
    let picked: Vec<Stride> = all.iter().copied().filter(named).collect();
    if picked == implied {
        Err(start.instead_of("fewer directions, or none: these are meant without letters too"))
    } else {
        Ok(picked)
    }
}

/// The groups of the direction letters, each with its first letter.
fn groups<'a>(
    system: System,
    headings: &'a [(Heading, Token)],
    all: &[Stride],
) -> Result<Vec<(Group, &'a Token)>, BetzaError> {
    let mut groups: Vec<(Group, &Token)> = Vec::new();
    let mut rest = headings;
    while let Some((_, token)) = rest.first() {
        let (group, letters) = group(system, headings, rest)?;
        let known = |stride: Stride| groups.iter().any(|(known, _)| known.holds(stride));
        if !all.iter().any(|&s| group.holds(s) && !known(s)) {
            return Err(token.instead_of("a direction not named before"));
        }
        groups.push((group, token));
        rest = rest.get(letters..).unwrap_or_default();
    }
    Ok(groups)
}

/// The group at the start of `rest`, which is a tail of `all`, and the group's number of letters.
fn group(
    system: System,
    all: &[(Heading, Token)],
    rest: &[(Heading, Token)],
) -> Result<(Group, usize), BetzaError> {
    let Some((letter, token)) = rest.first() else {
        return Ok((Group::Wide(Heading::Half), 1));
    };
    let (letter, next) = (*letter, rest.get(1));
    let second = next.map(|(heading, _)| *heading);
    let pair = second.filter(|&second| letter.is_single() && letter.crosses(second));
    match system {
        System::Oblique => {
            oblique_group(all, letter, second, pair).map_err(|expected| token.instead_of(expected))
        }
        _ if letter == Heading::Half => {
            Err(token.instead_of("`h` only on the oblique atoms N C Z"))
        }
        System::Orthogonal => Ok((Group::Narrow(letter), 1)),
        System::Diagonal if !letter.is_single() => {
            Err(token.instead_of("f, b, l or r: on a diagonal atom `s` and `v` name all"))
        }
        System::Diagonal => Ok(match pair {
            Some(second) if second.is_single() => (Group::Corner(letter, second), 2),
            _ => (Group::Wide(letter), 1),
        }),
        System::Royal => match next {
            Some((second, token)) if *second == letter => {
                Err(token.instead_of("another direction: only on N C Z is a letter doubled"))
            }
            _ => Ok(pair.map_or((Group::Narrow(letter), 1), |second| {
                (Group::Corner(letter, second), 2)
            })),
        },
    }
}

fn oblique_group(
    all: &[(Heading, Token)],
    letter: Heading,
    second: Option<Heading>,
    pair: Option<Heading>,
) -> Result<(Group, usize), &'static str> {
    match (letter, second) {
        (Heading::Half, Some(side @ (Heading::Left | Heading::Right))) if all.len() == 2 => {
            Ok((Group::Turning(side == Heading::Right), 2))
        }
        (Heading::Half, _) => Err("`h` behind f, b, l or r, or `hl` or `hr` alone"),
        (_, Some(Heading::Half)) if letter.is_single() => Ok((Group::Wide(letter), 2)),
        (_, Some(second)) if second == letter && letter.is_single() => {
            Ok((Group::Narrow(letter), 2))
        }
        (_, Some(second)) if second == letter || second == Heading::Half => {
            Err("f, b, l or r before `h` or doubled: `s` and `v` stand alone")
        }
        _ => Ok(pair.map_or((Group::Narrow(letter), 1), |second| {
            (Group::Single(letter, second), 2)
        })),
    }
}
