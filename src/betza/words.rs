//! A movement in words, for people who do not read Betza's notation.

use super::movement::{Bend, Modes, Movement, Path, Stride, Travel, Via};
use std::fmt::Write as _;

/// What depends on the game in the description of a movement.
#[derive(Clone, Copy, Debug)]
pub struct Wording<'a> {
    /// From where first moves are made, as a phrase such as `from its second rank`.
    pub first_moves: &'a str,
    /// Whether a piece whose movement has castling castles in the game.
    pub castles: bool,
    /// Whether the game has en passant.
    pub en_passant: bool,
}

impl Default for Wording<'_> {
    fn default() -> Self {
        Self {
            first_moves: "from where it stood at the start",
            castles: true,
            en_passant: true,
        }
    }
}

impl Movement {
    /// Describes how a piece with this movement moves and captures.
    ///
    /// ```
    /// # use katydid::betza::parse;
    /// let words = |text| parse(text).unwrap().in_words();
    /// assert_eq!(words("WfD"), "steps one square straight; leaps two squares straight forward");
    /// assert_eq!(words("mRcB"), "slides straight without capturing; captures by sliding diagonally");
    /// ```
    #[must_use]
    pub fn in_words(&self) -> String {
        self.in_words_of(Wording::default())
    }

    /// As [`Movement::in_words`], for a game with some wording of its own.
    #[must_use]
    pub fn in_words_of(&self, wording: Wording<'_>) -> String {
        let mut parts = phrases(self, wording);
        if self.castling.is_some() && wording.castles {
            parts.push("castles".to_owned());
        }
        parts.join("; ")
    }
}

/// Paths that differ only in their directions.
struct Group<'a> {
    path: &'a Path,
    /// The first stride of each path.
    strides: Vec<Stride>,
}

impl Group<'_> {
    /// Whether a path belongs to the group. Straight and diagonal steps of the same kind go together.
    fn takes(&self, path: &Path) -> bool {
        let kind = |path: &Path| {
            let legs = path.legs.iter().map(|leg| (leg.travel, leg.via));
            (
                path.modes,
                to_either_side(path.travel),
                legs.collect::<Vec<_>>(),
                turns(path),
                path.unload,
            )
        };
        let (one, other) = (shape(first_of(self.path)), shape(first_of(path)));
        let lines = |(small, large): (i8, i8)| large == 1 || small == large;
        let together = one == other || lines(one) && lines(other) && one.1 == other.1;
        (together || is_far(one)) && kind(self.path) == kind(path)
    }
}

/// Maps the two bends that differ only in the side of the first turn to one of them.
const fn to_either_side(travel: Travel) -> Travel {
    match travel {
        Travel::Bent { range, bend } => Travel::Bent {
            range,
            bend: match bend {
                Bend::LeftRight => Bend::RightLeft,
                Bend::Counterclockwise => Bend::Clockwise,
                other => other,
            },
        },
        other => other,
    }
}

/// Whether a stride is so long that only a leap to any square can make it.
const fn is_far((_, large): (i8, i8)) -> bool {
    large > 3
}

fn first_of(path: &Path) -> Stride {
    path.legs.first().map_or(path.last, |leg| leg.stride)
}

/// How the direction changes between the legs of a path.
fn turns(path: &Path) -> Vec<&'static str> {
    let strides = path.legs.iter().map(|leg| leg.stride);
    let strides: Vec<Stride> = strides.chain([path.last]).collect();
    let turn = |pair: &[Stride]| {
        let [before, after] =
            [0, 1].map(|index| (f32::from(pair[index].files), f32::from(pair[index].ranks)));
        let length = before.0.hypot(before.1) * after.0.hypot(after.1);
        match (before.0 * after.0 + before.1 * after.1) / length {
            0.9.. => "straight on",
            0.4.. => "half aside",
            -0.4.. => "aside",
            -0.9.. => "half back",
            _ => "back",
        }
    };
    strides.windows(2).map(turn).collect()
}

fn phrases(movement: &Movement, wording: Wording<'_>) -> Vec<String> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for path in movement.paths.iter().chain(&movement.chains) {
        match groups.iter_mut().find(|group| group.takes(path)) {
            Some(group) if group.strides.contains(&first_of(path)) => {}
            Some(group) => group.strides.push(first_of(path)),
            None => groups.push(Group {
                path,
                strides: vec![first_of(path)],
            }),
        }
    }
    let phrases = groups.iter().map(|group| phrase(group, wording));
    phrases.collect()
}

/// The squares that a stride crosses along the two axes, the smaller number first.
const fn shape(stride: Stride) -> (i8, i8) {
    let (files, ranks) = (stride.files.abs(), stride.ranks.abs());
    if files < ranks {
        (files, ranks)
    } else {
        (ranks, files)
    }
}

fn phrase(group: &Group<'_>, wording: Wording<'_>) -> String {
    let path = group.path;
    let only_captures = path.modes.capture && !path.modes.quiet;
    let first = path.legs.first().map_or(path.travel, |leg| leg.travel);
    let mut words = way(first, &group.strides, only_captures);
    let travels = path.legs.iter().skip(1).map(|leg| leg.travel);
    let later = travels.chain([path.travel]);
    for ((leg, travel), turn) in path.legs.iter().zip(later).zip(turns(path)) {
        let via = match leg.via {
            Via::Empty => " to an empty square",
            Via::Occupied => " onto a piece",
            Via::Any => " whatever stands there",
            Via::Capture => ", capturing there",
            Via::Destroy => ", capturing a piece of its own side there",
            Via::Friend => " onto a piece of its own side",
        };
        let _ = write!(words, "{via}, then {turn} {}", next_leg(travel));
    }
    let mut words = with_modes(path.modes, &words, wording);
    match path.unload {
        Some(0) => words.push_str(", the captured piece comes to where it started"),
        Some(_) => words.push_str(", the captured piece comes to where that leg started"),
        None => {}
    }
    words
}

/// A leg after the first, in words.
fn next_leg(travel: Travel) -> String {
    match travel {
        Travel::Leap => "one stride".to_owned(),
        Travel::Slide { range: 0 } => "any distance".to_owned(),
        Travel::Slide { range } => format!("up to {range} strides"),
        Travel::HopBehind { .. } => "over the next piece to the square behind it".to_owned(),
        Travel::HopBeyond { .. } => "over the next piece, any distance".to_owned(),
        Travel::Lame => "one stride past an empty square".to_owned(),
        Travel::MustJump => "one stride over a piece".to_owned(),
        Travel::Matched => "as far as it came".to_owned(),
        Travel::Around { .. } | Travel::Bent { .. } => "by a ride".to_owned(),
    }
}

fn with_modes(modes: Modes, way: &str, wording: Wording<'_>) -> String {
    let mut words = if modes.capture && !modes.quiet {
        format!("captures by {way}")
    } else if modes.destroy && !modes.quiet {
        way.to_owned()
    } else if modes.quiet && !modes.capture {
        format!("{way} without capturing")
    } else {
        way.to_owned()
    };
    if modes.en_passant && wording.en_passant {
        words.push_str(", also en passant");
    }
    if modes.destroy {
        words.push_str(match modes {
            Modes {
                capture: false,
                quiet: false,
                ..
            } => " onto a piece of its own side, which it captures",
            _ => ", also capturing pieces of its own side",
        });
    }
    if modes.tame {
        words.push_str(", but no king");
    }
    if modes.initial {
        let _ = write!(words, ", {}", wording.first_moves);
    }
    words
}

/// A leg in words: `slides straight`, or with `gerund` `sliding straight`, to follow "by".
fn way(travel: Travel, strides: &[Stride], gerund: bool) -> String {
    let (small, large) = shape(strides[0]);
    let directions = directions(strides);
    let one_square = large == 1;
    if is_far((small, large)) {
        let verb = if gerund { "leaping" } else { "leaps" };
        return format!("{verb} to any square");
    }
    let (verb, verbing) = match travel {
        Travel::Leap | Travel::Around { range: 1 } if one_square => ("steps", "stepping"),
        Travel::Leap | Travel::Around { range: 1 } | Travel::Lame | Travel::MustJump => {
            ("leaps", "leaping")
        }
        Travel::Slide { .. } | Travel::Matched | Travel::Around { .. } if one_square => {
            ("slides", "sliding")
        }
        Travel::Slide { .. } | Travel::Matched | Travel::Around { .. } | Travel::Bent { .. } => {
            ("rides", "riding")
        }
        Travel::HopBehind { .. } | Travel::HopBeyond { .. } => ("hops", "hopping"),
    };
    let verb = if gerund { verbing } else { verb };
    let size = match (small, large) {
        (_, 1) if travel == Travel::Leap => "one square ".to_owned(),
        (0, 2) => "two squares ".to_owned(),
        (0, 3) => "three squares ".to_owned(),
        (small, large) if small == large && large > 1 => format!("{large} squares "),
        (1, 2) => "as a knight ".to_owned(),
        (small, large) if small > 0 && small != large => format!("{small} and {large} squares "),
        _ => String::new(),
    };
    let rest = match travel {
        Travel::Leap | Travel::Slide { range: 0 } => String::new(),
        Travel::Slide { range } if one_square => format!(" up to {range} squares"),
        Travel::Slide { range } => format!(" up to {range} times"),
        Travel::HopBehind { range: 0 } => {
            " over the first piece met to the square behind it".to_owned()
        }
        Travel::HopBehind { range } => {
            format!(" over the first piece met within {range} strides to the square behind it")
        }
        Travel::HopBeyond { range: 0 } => " over the first piece met, any distance".to_owned(),
        Travel::HopBeyond { range } => {
            format!(" over the first piece met, up to {range} strides in all")
        }
        Travel::Lame => " past an empty square".to_owned(),
        Travel::MustJump => " over a piece".to_owned(),
        Travel::Matched => " as far as it came".to_owned(),
        Travel::Around { .. } => " and on over the left and right edge".to_owned(),
        Travel::Bent { range, bend } => {
            let turns = match bend {
                Bend::RightLeft | Bend::LeftRight => " in a zigzag",
                Bend::Clockwise | Bend::Counterclockwise => " in a circle",
            };
            let limit = if range > 0 {
                format!(" up to {range} times")
            } else {
                String::new()
            };
            turns.to_owned() + &limit
        }
    };
    let course = format!("{size}{directions}");
    format!("{verb} {}{rest}", course.trim_end())
        .trim_end()
        .to_owned()
}

/// The directions of strides in words: empty for all eight of a knight, `straight` for the four of a rook, and so on.
fn directions(strides: &[Stride]) -> String {
    let of = |wanted: fn(&Stride) -> bool| -> Vec<Stride> {
        strides.iter().copied().filter(wanted).collect()
    };
    let kinds = [
        (of(|stride| shape(*stride).0 == 0), "straight", 4),
        (
            of(|stride| shape(*stride).0 != 0 && shape(*stride).0 == shape(*stride).1),
            "diagonally",
            4,
        ),
        (
            of(|stride| shape(*stride).0 != 0 && shape(*stride).0 != shape(*stride).1),
            "",
            8,
        ),
    ];
    let mut words = Vec::new();
    for (found, kind, all) in kinds {
        if found.is_empty() {
            continue;
        }
        let single = if found.len() == all {
            String::new()
        } else {
            listed(&found)
        };
        words.push([kind, single.as_str()].join(" ").trim().to_owned());
    }
    words.retain(|word| !word.is_empty());
    words.join(" or ")
}

/// Directions one by one; a stride and its mirror image to the other side are named together.
fn listed(strides: &[Stride]) -> String {
    let towards = |stride: &Stride| {
        let ranks = match stride.ranks {
            1.. => "forward",
            0 => "",
            _ => "back",
        };
        let files = match stride.files {
            1.. => "right",
            0 => "",
            _ => "left",
        };
        let oblique = shape(*stride).0 != 0 && shape(*stride).0 != shape(*stride).1;
        if oblique {
            format!(
                "{} {ranks} {} {files}",
                stride.ranks.abs(),
                stride.files.abs()
            )
        } else {
            [ranks, files].join(" ").trim().to_owned()
        }
    };
    let mirrored = |stride: &Stride| Stride::new(-stride.files, stride.ranks);
    let mut words: Vec<String> = Vec::new();
    for stride in strides {
        let both = stride.files != 0 && strides.contains(&mirrored(stride));
        let text = towards(stride);
        let text = match both {
            true if stride.ranks == 0 => "to the sides".to_owned(),
            true => text
                .replace("left", "aside")
                .replace("right", "aside")
                .replace("forward aside", "forward")
                .replace("back aside", "back"),
            false => text,
        };
        if !words.contains(&text) {
            words.push(text);
        }
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::parse;

    #[test]
    fn movements_are_told_in_words() {
        for (text, words) in [
            ("K", "steps one square straight or diagonally"),
            ("KisO2", "steps one square straight or diagonally; castles"),
            ("N", "leaps as a knight"),
            ("Q", "slides straight or diagonally"),
            ("R3", "slides straight up to 3 squares"),
            ("NN", "rides as a knight"),
            (
                "ffNbsN",
                "leaps as a knight 2 forward 1 aside, 1 back 2 aside",
            ),
            (
                "bFfA",
                "steps one square diagonally back; leaps 2 squares diagonally forward",
            ),
            (
                "fmWfcF",
                "steps one square straight forward without capturing; captures by stepping one square diagonally forward",
            ),
            (
                "mQcpQ",
                "slides straight or diagonally without capturing; captures by hopping straight or diagonally over the first piece met, any distance",
            ),
            ("nD", "leaps two squares straight past an empty square"),
            ("sW", "steps one square straight to the sides"),
            (
                "gQ",
                "hops straight or diagonally over the first piece met to the square behind it",
            ),
            (
                "zBmU",
                "rides diagonally in a zigzag; leaps to any square without capturing",
            ),
            ("qNN", "rides as a knight in a circle"),
            ("oR", "slides straight and on over the left and right edge"),
            (
                "pafsW",
                "steps one square straight onto a piece, then half aside one stride",
            ),
        ] {
            let movement = parse(text).expect(text);
            assert_eq!(movement.in_words(), words, "{text}");
        }
    }
}
