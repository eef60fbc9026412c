//! The parts of a variant file, each checked and compiled on its own; errors name the place in the file.

use super::compiled::{Effect, Man, Source};
use super::definition::{Definition, Goal, ManDefinition, Text};
use super::error::LoadError;
use crate::base::{Bitboard, MAX_PIECE_TYPES, Phased, PieceType, Square};
use crate::betza::{self, Stride, Travel, Via};

pub(super) fn check_name(name: &Text, source: &Source<'_>) -> Result<(), LoadError> {
    let text = name.as_ref();
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    match text.chars().position(|c| !allowed(c)) {
        Some(at) => Err(source.error(
            name,
            at + 1,
            format!("the name '{text}' has another character than a-z, 0-9 and '-'"),
        )),
        None if text.is_empty() || text.len() > 40 => {
            Err(source.error(name, 0, "the name has to have 1 to 40 characters"))
        }
        None => Ok(()),
    }
}

/// The size of the board and its squares, from the placement of the start position.
pub(super) fn frame(start: &Text, source: &Source<'_>) -> Result<(u8, u8, Bitboard), LoadError> {
    let placement = start.as_ref().split([' ', '[']).next().unwrap_or_default();
    let rows: Vec<&str> = placement.split('/').collect();
    let wrong = |message: String| source.error(start, 0, message);
    if !(2..=8).contains(&rows.len()) {
        return Err(wrong(format!(
            "the start position has {} ranks (expected 2 to 8)",
            rows.len()
        )));
    }
    let mut squares = Bitboard::EMPTY;
    let mut width = None;
    for (row, rank) in rows.iter().zip((0..rows.len() as u8).rev()) {
        let mut file = 0u8;
        for c in row.chars().filter(|c| *c != '+') {
            let run = c.to_digit(10).unwrap_or(1) as u8;
            for at in file..(file + run).min(8) {
                if c != '*' {
                    squares |= Square::at(at, rank).into();
                }
            }
            file = file.saturating_add(run);
        }
        if !(2..=8).contains(&file) || width.is_some_and(|width| width != file) {
            return Err(wrong(format!(
                "rank {} of the start position has {file} files",
                rank + 1
            )));
        }
        width = Some(file);
    }
    Ok((width.unwrap_or(8), rows.len() as u8, squares))
}

pub(super) fn unknown_letter(letter: char, men: &[Man]) -> String {
    let known: Vec<&str> = men.iter().map(|man| man.letter.as_str()).collect();
    format!(
        "no man has the letter '{letter}' (expected one of: {})",
        known.join(" ")
    )
}

pub(super) fn men(definition: &Definition, source: &Source<'_>) -> Result<Vec<Man>, LoadError> {
    if definition.men.len() > MAX_PIECE_TYPES {
        let letter = &definition.men[MAX_PIECE_TYPES].letter;
        return Err(source.error(letter, 1, "the seventeenth man (expected at most sixteen)"));
    }
    definition
        .men
        .iter()
        .map(|man| compile_man(man, definition.every_man_also.as_ref(), source))
        .collect()
}

pub(super) fn compile_man(
    man: &ManDefinition,
    also: Option<&Text>,
    source: &Source<'_>,
) -> Result<Man, LoadError> {
    let letter = man.letter.as_ref();
    let valid = matches!(letter.as_bytes(), [b'A'..=b'Z'] | [b'+', b'A'..=b'Z']);
    if !valid {
        let message =
            format!("'{letter}' is no letter of a man (expected one of A-Z, perhaps behind a '+')");
        return Err(source.error(&man.letter, 1, message));
    }
    let movement = man.movement.as_ref().ok_or_else(|| {
        source.error(
            &man.letter,
            1,
            format!("the man {letter} has no `movement`"),
        )
    })?;
    let parse = |text: &str, at: &Text| {
        betza::parse(text).map_err(|error| {
            let message = format!("movement of {letter}: {error}");
            source.error(at, error.column, message)
        })
    };
    let mut parsed = parse(movement.as_ref(), movement)?;
    let mut text = movement.as_ref().clone();
    if let Some(also) = also {
        parse(also.as_ref(), also)?;
        text.push_str(also.as_ref());
        parsed = parse(&text, also)?;
    }
    for path in &parsed.paths {
        let message = if path.legs.iter().any(|leg| leg.via == Via::Capture) {
            "a capture on the way (use `rifle = true` for men that capture from afar)"
        } else if path.modes.initial && man.pawn != Some(true) {
            "a first move of a man that is no pawn (only pawns and castling kings have one)"
        } else {
            continue;
        };
        return Err(source.error(movement, 1, format!("movement of {letter}: {message}")));
    }
    let hops = parsed.paths.iter().any(|path| {
        matches!(
            path.travel,
            Travel::HopBehind { .. } | Travel::HopBeyond { .. } | Travel::MustJump
        ) || path
            .legs
            .iter()
            .any(|leg| matches!(leg.via, Via::Occupied | Via::Any))
    });
    if let Some(effect) = man.effect.as_ref().filter(|_| !hops) {
        let message = format!("the man {letter} has an effect on its hurdle, but never hops");
        return Err(source.error(effect, 1, message));
    }
    Ok(Man {
        letter: letter.clone(),
        name: man.name.clone().unwrap_or_else(|| letter.clone()),
        movement: text,
        parsed,
        effects: effects(man.effect.as_ref(), source)?,
        target: man.target.unwrap_or_default(),
        rex: man.rex.unwrap_or_default(),
        picture: man.picture,
        xboard: man.xboard.clone(),
        symbol: man.symbol.clone().unwrap_or_else(|| letter.clone()),
        value: Phased::ZERO,
    })
}

/// Drops, promotion zones and linked kings belong to games whose kings are captured; shots, effects,
/// conditions and castling to games of mate.
pub(super) fn check_goal(
    goal: Goal,
    definition: &Definition,
    source: &Source<'_>,
) -> Result<(), LoadError> {
    let zones = definition.zones.as_ref();
    let linked = definition.turns.as_ref().and_then(|t| t.linked.as_ref());
    let capture_only = [
        definition.drops.as_ref().and_then(|d| d.hand.as_ref()),
        linked,
        zones.and_then(|z| z.up.as_ref()),
        zones.and_then(|z| z.left.as_ref()),
        zones.and_then(|z| z.white.as_ref()),
        zones.and_then(|z| z.black.as_ref()),
    ];
    let wrong = |at: &Text| {
        let message = "drops, zones and linked kings need `goal = \"capture\"` in [ends]";
        Err(source.error(at, 1, message))
    };
    match (goal, capture_only.into_iter().flatten().next()) {
        (Goal::Mate, Some(at)) => return wrong(at),
        (Goal::Mate, None) => return Ok(()),
        (Goal::Capture, _) => {}
    }
    let castling = definition.castling.as_ref();
    let castles = castling.is_some_and(|c| c.white.is_some() || c.black.is_some());
    let mate_only = |man: &&ManDefinition| man.rifle == Some(true) || man.effect.is_some();
    let strange = definition.men.iter().find(mate_only);
    if let Some(man) = strange {
        let message = "shots and effects need `goal = \"mate\"` in [ends]";
        return Err(source.error(&man.letter, 1, message));
    }
    if castles
        || definition
            .conditions
            .as_ref()
            .is_some_and(|c| !c.is_empty())
    {
        let name = definition.name.as_ref();
        let message = "castling and conditions need `goal = \"mate\"` in [ends]";
        return Err(name.map_or_else(|| source.missing("`name`"), |n| source.error(n, 1, message)));
    }
    if definition.men.iter().all(|man| man.royal != Some(true)) {
        let at = &definition.men.first().map(|man| &man.letter);
        let message = "nobody is royal, but `goal = \"capture\"` needs kings to capture";
        return Err(at.map_or_else(|| source.missing("a man"), |a| source.error(a, 1, message)));
    }
    Ok(())
}

/// What the piece types promote to by zone and what they are in hand: `+R` is promoted from `R`.
pub(super) fn promotions_by_letter(
    definition: &Definition,
    men: &[Man],
    source: &Source<'_>,
) -> Result<
    (
        [Option<PieceType>; MAX_PIECE_TYPES],
        [PieceType; MAX_PIECE_TYPES],
    ),
    LoadError,
> {
    let mut promoted = [None; MAX_PIECE_TYPES];
    let mut demoted: [PieceType; MAX_PIECE_TYPES] = std::array::from_fn(PieceType::new);
    for (index, man) in men.iter().enumerate() {
        let Some(plain) = man.letter.strip_prefix('+') else {
            continue;
        };
        let Some(base) = men.iter().position(|man| man.letter == plain) else {
            let message = format!("{} is promoted from {plain}, which no man is", man.letter);
            return Err(source.error(&definition.men[index].letter, 1, message));
        };
        promoted[base] = Some(PieceType::new(index));
        demoted[index] = PieceType::new(base);
    }
    Ok((promoted, demoted))
}

pub(super) fn effects(text: Option<&Text>, source: &Source<'_>) -> Result<Vec<Effect>, LoadError> {
    let Some(text) = text else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for (index, letter) in text.as_ref().chars().enumerate() {
        let effect = match letter {
            'A' => Effect::Andernach,
            'C' => Effect::Circe,
            'E' => Effect::Einstein,
            _ => {
                let message = format!("'{letter}' is no effect (expected A, C or E)");
                return Err(source.error(text, index + 1, message));
            }
        };
        if found.contains(&effect) {
            let message = format!("the effect {letter} twice (expected each once)");
            return Err(source.error(text, index + 1, message));
        }
        found.push(effect);
    }
    Ok(found)
}

/// Checks that a pawn is one the rules know (one step ahead, captures ahead aside) and tells whether
/// it may start with two.
pub(super) fn pawn_steps(
    pawn: &Man,
    man: &ManDefinition,
    source: &Source<'_>,
) -> Result<bool, LoadError> {
    let mut ahead = false;
    let mut aside = 0;
    let mut double = false;
    let mut strange = false;
    for path in &pawn.parsed.paths {
        let modes = path.modes;
        match (path.last, path.travel) {
            (Stride { files: 0, ranks: 1 }, Travel::Leap) if modes.quiet && !modes.capture => {
                ahead = true;
            }
            (
                Stride {
                    files: -1 | 1,
                    ranks: 1,
                },
                Travel::Leap,
            ) if !modes.quiet => {
                aside += u8::from(modes.capture);
            }
            (Stride { files: 0, ranks: 2 }, Travel::Lame)
            | (Stride { files: 0, ranks: 1 }, Travel::Slide { range: 2 })
                if modes.initial && !modes.capture =>
            {
                double = true;
            }
            _ => strange = true,
        }
    }
    if strange || !ahead || aside != 2 {
        let expected = "a pawn's movement has to be fmWfcF, with ifmnD for a double step and fceF for en passant";
        let at = man.movement.as_ref().unwrap_or(&man.letter);
        return Err(source.error(at, 1, expected));
    }
    Ok(double)
}
