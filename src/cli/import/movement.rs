//! Movements of definitions, read as Fairy-Stockfish reads them, and their texts in Katydid's notation.
//!
//! The letters are the same, but not all of their meanings: directions of `K` and `Q` select among the moves of both atoms (`fK` is
//! `fWfF`), `L` and `J` are the camel and the zebra, hoppers always slide, and a lame zebra needs two empty squares. Source:
//! `from_betza` in piece.cpp and `init_pieces` in bitboard.cpp of Fairy-Stockfish.

use katydid::betza::{Modes, Movement, Stride, Travel, Via, parse};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How a piece reaches the square of a stride.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Way {
    Leap,
    Lame,
    /// A slide of at most so many strides; 0 = to the edge.
    Slide(u8),
    /// To the square behind the first piece.
    Behind,
    /// To the squares beyond the first piece, at most so many strides; 0 = to the edge.
    Beyond(u8),
}

/// Whether a move goes to an empty square, captures, and captures en passant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Uses {
    quiet: bool,
    capture: bool,
    passing: bool,
}

/// The moves of a piece: first moves apart from the others, by way and stride.
type Moves = BTreeMap<(bool, Way, Stride), Uses>;

/// What a text of a definition says of one direction: a leap, a slide or a hop, with its number of strides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Leap,
    Slide,
    Hop,
}

/// Strides: forward, aside.
type Strides = &'static [(i8, i8)];

/// The atoms with their strides and whether they slide.
const ATOMS: [(char, Strides, bool); 15] = [
    ('W', &[(1, 0)], false),
    ('F', &[(1, 1)], false),
    ('D', &[(2, 0)], false),
    ('N', &[(2, 1)], false),
    ('A', &[(2, 2)], false),
    ('H', &[(3, 0)], false),
    ('L', &[(3, 1)], false),
    ('C', &[(3, 1)], false),
    ('J', &[(3, 2)], false),
    ('Z', &[(3, 2)], false),
    ('G', &[(3, 3)], false),
    ('K', &[(1, 0), (1, 1)], false),
    ('R', &[(1, 0)], true),
    ('B', &[(1, 1)], true),
    ('Q', &[(1, 0), (1, 1)], true),
];

/// The strides of an atom that goes `along` forward and `aside` to the side, each with the directions that name it.
fn named_strides(along: i8, aside: i8) -> [(Stride, [&'static str; 7]); 8] {
    [
        (
            Stride::new(aside, along),
            ["ff", "vv", "rf", "rv", "fh", "rh", "hr"],
        ),
        (
            Stride::new(-aside, -along),
            ["bb", "vv", "lb", "lv", "bh", "lh", "hr"],
        ),
        (
            Stride::new(along, -aside),
            ["rr", "ss", "br", "bs", "bh", "rh", "hr"],
        ),
        (
            Stride::new(-along, aside),
            ["ll", "ss", "fl", "fs", "fh", "lh", "hr"],
        ),
        (
            Stride::new(along, aside),
            ["rr", "ss", "fr", "fs", "fh", "rh", "hl"],
        ),
        (
            Stride::new(-along, -aside),
            ["ll", "ss", "bl", "bs", "bh", "lh", "hl"],
        ),
        (
            Stride::new(aside, -along),
            ["bb", "vv", "rb", "rv", "bh", "rh", "hl"],
        ),
        (
            Stride::new(-aside, along),
            ["ff", "vv", "lf", "lv", "fh", "lh", "hl"],
        ),
    ]
}

/// The directions that the small letters of a term name, two letters each.
fn directions(small: &[char]) -> Vec<String> {
    let headings: Vec<char> = small.to_vec();
    let (upright, sideways) = ("fbvh", "rlsh");
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&one) = headings.get(at) {
        at += 1;
        if !upright.contains(one) && !sideways.contains(one) {
            continue;
        }
        let pairs = |other: char| {
            other == one
                || upright.contains(one) && sideways.contains(other)
                || sideways.contains(one) && upright.contains(other)
        };
        if let Some(&other) = headings.get(at).filter(|other| pairs(**other)) {
            found.push(format!("{one}{other}"));
            at += 1;
        } else {
            found.push(format!("{one}{one}"));
        }
    }
    found
}

/// The moves that a text of a definition gives a piece; `None` if it has letters without a meaning there, or moves that are not reliable.
fn read(text: &str) -> Option<Moves> {
    let letters: Vec<char> = text.chars().collect();
    let mut said: BTreeMap<(bool, bool, Kind, Stride), i8> = BTreeMap::new();
    let mut at = 0;
    while at < letters.len() {
        let start = at;
        while letters.get(at).is_some_and(char::is_ascii_lowercase) {
            at += 1;
        }
        let small = &letters[start..at];
        let atom = *letters.get(at)?;
        at += 1;
        if small
            .iter()
            .any(|letter| !"mcpgniefbvhrls".contains(*letter))
        {
            return None;
        }
        let (_, strides, slides) = ATOMS.into_iter().find(|(letter, ..)| *letter == atom)?;
        let has = |letter: char| small.contains(&letter);
        let mut distance = i8::from(has('g'));
        let behind = letters.get(at).copied();
        let digit = behind.and_then(|letter| letter.to_digit(10));
        let rides = slides || digit.is_some() || behind == Some(atom);
        if let Some(digit) = digit {
            distance = i8::try_from(digit).ok()?;
        }
        at += usize::from(digit.is_some() || behind == Some(atom));
        if !rides && has('n') {
            distance = -1;
        }
        let kind = match (has('p') || has('g'), rides) {
            (true, _) => Kind::Hop,
            (false, true) => Kind::Slide,
            (false, false) => Kind::Leap,
        };
        let directions = directions(small);
        for &(along, aside) in strides {
            let split = strides.len() == 1 && aside == 0;
            let mut chosen: Vec<String> = Vec::new();
            for direction in &directions {
                if split {
                    let each = direction.chars().map(|letter| format!("{letter}{letter}"));
                    chosen.extend(each);
                } else {
                    chosen.push(direction.clone());
                }
            }
            for (stride, names) in named_strides(along, aside) {
                if !directions.is_empty()
                    && !names
                        .iter()
                        .any(|name| chosen.iter().any(|other| other == name))
                {
                    continue;
                }
                for capture in [false, true] {
                    let wanted = has(if capture { 'c' } else { 'm' });
                    let both = !has('c') && !has('m');
                    // Captures from the initial square are ignored.
                    if (wanted || both) && !(capture && has('i')) {
                        said.insert((has('i'), capture, kind, stride), distance);
                    }
                }
            }
        }
    }
    if !reliable(&said) {
        return None;
    }
    let passing = letters.contains(&'e');
    let mut moves = Moves::new();
    for ((first, capture, kind, stride), distance) in said {
        let uses = moves
            .entry((first, way(kind, stride, distance)?, stride))
            .or_default();
        if capture {
            uses.capture = true;
            uses.passing = passing;
        } else {
            uses.quiet = true;
        }
    }
    shorten(&mut moves);
    (!moves.is_empty()).then_some(moves)
}

/// The two distances of a stride, the longer one first.
fn lengths(stride: Stride) -> (u8, u8) {
    let (files, ranks) = (stride.files.unsigned_abs(), stride.ranks.unsigned_abs());
    (files.max(ranks), files.min(ranks))
}

/// How a piece moves in a direction; `None` if Fairy-Stockfish makes no such moves.
fn way(kind: Kind, stride: Stride, distance: i8) -> Option<Way> {
    let limit = u8::try_from(distance);
    let lengths = lengths(stride);
    match (kind, limit) {
        (Kind::Leap, Ok(_)) => Some(Way::Leap),
        (Kind::Leap, Err(_)) => matches!(lengths, (2, 0..=2) | (3, 2)).then_some(Way::Lame),
        (Kind::Slide, Ok(1)) if matches!(lengths, (1, _) | (2, 1)) => Some(Way::Leap),
        (Kind::Slide, Ok(limit)) => matches!(lengths, (1, _) | (2, 1)).then_some(Way::Slide(limit)),
        (Kind::Hop, Ok(1)) => (lengths.0 == 1).then_some(Way::Behind),
        (Kind::Hop, Ok(limit)) => (lengths.0 == 1).then_some(Way::Beyond(limit)),
        (Kind::Slide | Kind::Hop, Err(_)) => None,
    }
}

/// Whether the moves do not depend on how Fairy-Stockfish joins its tables. It looks up slides and hops by axis and then keeps what any
/// part of the movement can reach on an empty board, so that parts on one axis can lend each other directions and ranges.
fn reliable(said: &BTreeMap<(bool, bool, Kind, Stride), i8>) -> bool {
    let axis = |stride: Stride| {
        let upright = stride.files == 0;
        (lengths(stride).1 == 0, upright && lengths(stride).1 == 0)
    };
    let straight =
        |stride: &Stride| lengths(*stride).1 == 0 || stride.files.abs() == stride.ranks.abs();
    said.iter()
        .all(|(&(first, capture, kind, stride), &distance)| {
            let same_part = said.iter().filter(|((other_first, other_capture, ..), _)| {
                (*other_first, *other_capture) == (first, capture)
            });
            let mut others =
                same_part.map(|((_, _, kind, stride), distance)| (*kind, *stride, *distance));
            match kind {
                Kind::Hop => {
                    let others: Vec<_> = others
                        .filter(|(_, other, _)| straight(other) && axis(*other) == axis(stride))
                        .collect();
                    let hops = |stride: Stride| {
                        others
                            .iter()
                            .any(|(kind, at, _)| *kind == Kind::Hop && *at == stride)
                    };
                    others.iter().all(|(kind, at, other)| match kind {
                        Kind::Hop => (*other == 1) == (distance == 1),
                        Kind::Slide => *other == 0 && hops(*at),
                        Kind::Leap => *other == 0 && lengths(*at).0 == 1,
                    }) && (others.iter().all(|(kind, ..)| *kind != Kind::Slide)
                        || others
                            .iter()
                            .any(|(kind, at, _)| *kind == Kind::Slide && *at == stride))
                }
                Kind::Leap if distance < 0 && lengths(stride) == (2, 1) => {
                    others.all(|(kind, at, _)| kind == Kind::Leap || lengths(at) != (2, 1))
                }
                _ => true,
            }
        })
}

/// Drops leaps to squares that a slide of the piece reaches too.
fn shorten(moves: &mut Moves) {
    let slides: Vec<_> = moves
        .iter()
        .filter(|((_, way, _), _)| matches!(way, Way::Slide(_)))
        .map(|((first, _, stride), uses)| (*first, *stride, *uses))
        .collect();
    moves.retain(|(first, way, stride), uses| {
        for (slide_first, slide_stride, slide) in &slides {
            if *way == Way::Leap && (slide_first, slide_stride) == (first, stride) {
                uses.quiet &= !slide.quiet;
                uses.capture &= !slide.capture;
                uses.passing &= uses.capture;
            }
        }
        uses.quiet || uses.capture
    });
}

/// The moves of a movement in Katydid's notation; `None` if some are of other kinds.
fn moves_of(movement: &Movement) -> Option<Moves> {
    if !movement.chains.is_empty() || movement.castling.is_some() {
        return None;
    }
    let mut moves = Moves::new();
    for path in &movement.paths {
        let Modes {
            quiet,
            capture,
            initial,
            en_passant,
            destroy,
            tame,
        } = path.modes;
        let mut stride = path.last;
        let way = match path.travel {
            Travel::Leap if path.legs.len() == 2 => {
                for leg in &path.legs {
                    if (leg.travel, leg.via) != (Travel::Leap, Via::Empty) {
                        return None;
                    }
                    stride.files += leg.stride.files;
                    stride.ranks += leg.stride.ranks;
                }
                if lengths(stride) != (3, 2) {
                    return None;
                }
                Way::Lame
            }
            _ if !path.legs.is_empty() || destroy || tame => return None,
            Travel::Leap => Way::Leap,
            Travel::Slide { range } => Way::Slide(range),
            Travel::HopBehind { range: 0 } => Way::Behind,
            Travel::HopBeyond { range } => Way::Beyond(range),
            // The gate of a lame zebra is one square, not two.
            Travel::Lame if lengths(stride) != (3, 2) => Way::Lame,
            _ => return None,
        };
        let uses = moves.entry((initial, way, stride)).or_default();
        uses.quiet |= quiet;
        uses.capture |= capture;
        uses.passing |= capture && en_passant;
    }
    Some(moves)
}

/// A movement of a definition in Katydid's notation: the text itself with its letters in order, if it means the same, or else another
/// text. `None` if the moves cannot be expressed.
pub fn translated(text: &str) -> Option<String> {
    let wanted = read(text)?;
    let means = |text: &String| {
        parse(text)
            .ok()
            .and_then(|movement| moves_of(&movement))
            .as_ref()
            == Some(&wanted)
    };
    Some(ordered(text))
        .filter(means)
        .or_else(|| Some(written(&wanted)).filter(means))
}

/// The strides that a piece can make to an empty square, its first moves left out.
pub fn quiet_steps(movement: &str) -> Vec<Stride> {
    let paths = parse(movement)
        .map(|movement| movement.paths)
        .unwrap_or_default();
    let quiet = paths
        .iter()
        .filter(|path| path.modes.quiet && !path.modes.initial);
    quiet
        .map(|path| {
            path.legs.iter().fold(path.last, |sum, leg| {
                Stride::new(sum.files + leg.stride.files, sum.ranks + leg.stride.ranks)
            })
        })
        .collect()
}

/// Whether a movement has moves from the initial square alone.
pub fn has_first_moves(movement: &str) -> bool {
    parse(movement).is_ok_and(|movement| movement.needs.first_move.is_some())
}

/// A movement with the modifiers of each atom in Katydid's order (first move, directions, modes); the format allows any order.
pub fn ordered(movement: &str) -> String {
    let is_small = |letter: char| letter.is_ascii_lowercase();
    let mut text = String::new();
    let mut rest = movement;
    while !rest.is_empty() {
        let (small, behind) =
            rest.split_at(rest.find(|letter| !is_small(letter)).unwrap_or(rest.len()));
        for letters in ["i", "fblrsvh"] {
            text.extend(small.chars().filter(|letter| letters.contains(*letter)));
        }
        text.extend(small.chars().filter(|letter| !"ifblrsvh".contains(*letter)));
        let atom = behind.find(is_small).unwrap_or(behind.len());
        text.push_str(&behind[..atom]);
        rest = &behind[atom..];
    }
    text
}

/// What the strides of a term have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Group {
    first: bool,
    way: Way,
    lengths: (u8, u8),
    uses: Uses,
}

/// A text for moves: one term for each group of strides with the same way and uses.
fn written(moves: &Moves) -> String {
    let mut groups: Vec<(Group, Vec<Stride>)> = Vec::new();
    for ((first, way, stride), uses) in moves {
        let group = Group {
            first: *first,
            way: *way,
            lengths: lengths(*stride),
            uses: *uses,
        };
        match groups.iter_mut().find(|(known, _)| *known == group) {
            Some((_, strides)) => strides.push(*stride),
            None => groups.push((group, vec![*stride])),
        }
    }
    let mut text = String::new();
    for (group, strides) in groups {
        let Group {
            first,
            way,
            lengths,
            uses,
        } = group;
        // En passant belongs to captures alone, so that such a term is written for captures and for other moves apart.
        let parts: &[&str] = match (uses.quiet, uses.capture, uses.passing) {
            (true, true, false) => &[""],
            (true, true, true) => &["m", "ce"],
            (true, false, _) => &["m"],
            (false, _, true) => &["ce"],
            (false, _, false) => &["c"],
        };
        for modes in parts {
            let initial = if first { "i" } else { "" };
            if (way, lengths) == (Way::Lame, (3, 2)) {
                for stride in &strides {
                    let (straight, slanted) = zebra(*stride);
                    let _ = write!(text, "{initial}{straight}a{slanted}af{modes}W");
                }
                continue;
            }
            let atom = atom(way, lengths);
            let whole = if lengths.1 == 0 || lengths.0 == lengths.1 {
                4
            } else {
                8
            };
            let sets: Vec<String> = if strides.len() == whole {
                vec![String::new()]
            } else if lengths.1 == 0 {
                vec![strides.iter().map(|stride| heading(*stride)).collect()]
            } else {
                corners(&strides)
            };
            for set in sets {
                let _ = write!(text, "{initial}{set}{modes}{atom}");
            }
        }
    }
    text
}

/// The letters of a way with its atom and range: `gR`, `nN`, `B3`.
fn atom(way: Way, lengths: (u8, u8)) -> String {
    let leaper = match lengths {
        (1, 0) => "W",
        (1, 1) => "F",
        (2, 0) => "D",
        (2, 1) => "N",
        (2, 2) => "A",
        (3, 0) => "H",
        (3, 1) => "C",
        (3, 2) => "Z",
        _ => "G",
    };
    let slider = if lengths == (1, 0) { "R" } else { "B" };
    match way {
        Way::Leap => leaper.to_owned(),
        Way::Lame => format!("n{leaper}"),
        Way::Slide(0) if lengths == (2, 1) => "NN".to_owned(),
        Way::Slide(limit) if lengths == (2, 1) => format!("N{limit}"),
        Way::Slide(0) => slider.to_owned(),
        Way::Slide(limit) => format!("{slider}{limit}"),
        Way::Behind => format!("g{slider}"),
        Way::Beyond(0) => format!("p{slider}"),
        Way::Beyond(limit) => format!("p{slider}{limit}"),
    }
}

/// The direction in which a stride goes farther.
fn heading(stride: Stride) -> char {
    let upright = stride.ranks.abs() > stride.files.abs();
    match (upright, stride.ranks > 0, stride.files > 0) {
        (true, true, _) => 'f',
        (true, false, _) => 'b',
        (false, _, true) => 'r',
        (false, _, false) => 'l',
    }
}

/// The directions of slanted strides, each for a term of its own: pairs to one side, and single strides.
fn corners(strides: &[Stride]) -> Vec<String> {
    let mut left = strides.to_vec();
    let mut found = Vec::new();
    for letter in ['f', 'b', 'l', 'r'] {
        let named = |stride: &Stride| {
            let narrow = stride.files.abs() != stride.ranks.abs();
            match letter {
                _ if narrow => heading(*stride) == letter,
                'f' => stride.ranks > 0,
                'b' => stride.ranks < 0,
                'l' => stride.files < 0,
                _ => stride.files > 0,
            }
        };
        if left.iter().filter(|stride| named(stride)).count() == 2 {
            left.retain(|stride| !named(stride));
            found.push(letter.to_string());
        }
    }
    found.extend(left.into_iter().map(corner));
    found
}

/// The two letters that name one stride alone: the half of the board, and the direction in which it goes farther.
fn corner(stride: Stride) -> String {
    let upright = if stride.ranks > 0 { 'f' } else { 'b' };
    let aside = if stride.files > 0 { 'r' } else { 'l' };
    if stride.ranks.abs() > stride.files.abs() {
        format!("{aside}{upright}")
    } else {
        format!("{upright}{aside}")
    }
}

/// The first leg of a lame zebra, straight, and the turn to the second one.
fn zebra(stride: Stride) -> (char, &'static str) {
    let straight = heading(stride);
    let turns_right = match straight {
        'f' => stride.files > 0,
        'b' => stride.files < 0,
        'r' => stride.ranks < 0,
        _ => stride.ranks > 0,
    };
    (straight, if turns_right { "fr" } else { "fl" })
}
