//! Reads the piece types of a variant file and checks each by itself.

use super::{imitators, walls};
use crate::base::{MAX_LEAPS, MAX_PIECE_TYPES};
use crate::betza::{self, Leg, Movement, Needs, Path, Stride, Travel, Via};
use crate::variant::definition::{Definition, Goal, PieceDefinition, Text};
use crate::variant::error::LoadError;
use crate::variant::presentation::PieceTypeText;
use crate::variant::rule_set::{Effect, HurdleEffects};
use crate::variant::source::Source;
use arrayvec::ArrayVec;

/// A piece type that was read and checked without regard to the rest of the game.
pub(super) struct PieceTypeDraft {
    /// How the piece type is written and drawn.
    pub text: PieceTypeText,
    /// The movement.
    pub movement: Movement,
    /// The effects of the piece type's hops on their hurdles.
    pub effects: HurdleEffects,
}

pub(super) fn unknown_letter(letter: &str, pieces: &[PieceTypeDraft]) -> String {
    let known: Vec<&str> = pieces
        .iter()
        .map(|piece| piece.text.letter.as_str())
        .filter(|letter| *letter != walls::WALL)
        .collect();
    format!(
        "no piece has the letter '{letter}' (expected one of: {})",
        known.join(" ")
    )
}

pub(super) fn drafts(
    definition: &Definition,
    source: &Source,
) -> Result<Vec<PieceTypeDraft>, LoadError> {
    if definition.pieces.len() > MAX_PIECE_TYPES
        && definition.pieces.last().is_some_and(walls::is_wall)
    {
        let letter = &definition.pieces[MAX_PIECE_TYPES - 1].letter;
        let message = "the sixteenth piece (expected at most fifteen beside walls)";
        return Err(source.error(letter, 1, message));
    }
    if definition.pieces.len() > MAX_PIECE_TYPES {
        let letter = &definition.pieces[MAX_PIECE_TYPES].letter;
        return Err(source.error(
            letter,
            1,
            "the seventeenth piece (expected at most sixteen)",
        ));
    }
    definition
        .pieces
        .iter()
        .map(|piece| {
            if (walls::is_wall(piece) || imitators::is_imitator(piece))
                && piece
                    .movement
                    .as_ref()
                    .is_some_and(|text| text.as_ref().is_empty())
            {
                return Ok(wall_draft(piece));
            }
            let mut draft = draft(piece, definition.every_piece_also.as_ref(), source)?;
            // A king that turned into a wall would be lost, so that it attacks nothing.
            if piece.petrifies && piece.royal && definition.ends.goal == Goal::Mate {
                let paths = &mut draft.movement.paths;
                for path in paths.iter_mut() {
                    path.modes.capture = false;
                }
                paths.retain(|path| path.modes.quiet);
            }
            Ok(draft)
        })
        .collect()
}

/// The piece type of walls, which never move by themselves.
fn wall_draft(piece: &PieceDefinition) -> PieceTypeDraft {
    let letter = piece.letter.as_ref();
    PieceTypeDraft {
        text: PieceTypeText {
            letter: letter.clone(),
            name: piece.name.clone().unwrap_or_else(|| letter.clone()),
            movement: "-".to_owned(),
            picture: None,
            xboard: None,
            symbol: letter.clone(),
        },
        movement: Movement::default(),
        effects: HurdleEffects::default(),
    }
}

/// Reads one piece type. `also` is the movement that every piece of the game has in addition.
pub(super) fn draft(
    piece: &PieceDefinition,
    also: Option<&Text>,
    source: &Source,
) -> Result<PieceTypeDraft, LoadError> {
    let letter = piece.letter.as_ref();
    let valid = matches!(letter.as_bytes(), [b'A'..=b'Z'] | [b'+', b'A'..=b'Z']);
    if !valid {
        let message = format!(
            "'{letter}' is no letter of a piece (expected one of A-Z, perhaps behind a '+')"
        );
        return Err(source.error(&piece.letter, 1, message));
    }
    let movement = piece.movement.as_ref().ok_or_else(|| {
        source.error(
            &piece.letter,
            1,
            format!("the piece {letter} has no `movement`"),
        )
    })?;
    let (parsed, text) = whole_movement(piece, movement, also, source)?;
    let most_leaps = parsed.paths.iter().map(leaps).max().unwrap_or(0);
    let hops = most_leaps > 0;
    if let Some(effect) = piece.effect.as_ref().filter(|_| most_leaps > MAX_LEAPS) {
        let message = format!(
            "the piece {letter} has an effect and leaps {most_leaps} pieces in one move (expected at most {MAX_LEAPS})"
        );
        return Err(source.error(effect, 1, message));
    }
    if let Some(effect) = piece.effect.as_ref().filter(|_| !hops) {
        let message = format!("the piece {letter} has an effect on its hurdle, but never hops");
        return Err(source.error(effect, 1, message));
    }
    Ok(PieceTypeDraft {
        text: PieceTypeText {
            letter: letter.clone(),
            name: piece.name.clone().unwrap_or_else(|| letter.clone()),
            movement: text,
            picture: piece.picture,
            xboard: piece.xboard.clone(),
            symbol: piece.symbol.clone().unwrap_or_else(|| letter.clone()),
        },
        movement: parsed,
        effects: HurdleEffects {
            effects: effects(piece.effect.as_ref(), source)?,
            target: piece.target.unwrap_or_default(),
            rex: piece.rex.unwrap_or_default(),
        },
    })
}

/// The maximum number of pieces that a path leaps over.
fn leaps(path: &Path) -> usize {
    let over =
        |leg: &&Leg| matches!(leg.via, Via::Occupied | Via::Any) || leg.travel == Travel::MustJump;
    let hop = matches!(
        path.travel,
        Travel::HopBehind { .. } | Travel::HopBeyond { .. } | Travel::MustJump
    );
    path.legs.iter().filter(over).count() + usize::from(hop)
}

fn effects(text: Option<&Text>, source: &Source) -> Result<ArrayVec<Effect, 3>, LoadError> {
    let Some(text) = text else {
        return Ok(ArrayVec::new());
    };
    let mut found = ArrayVec::new();
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

/// Whether a path is a first move that captures.
fn first_capture(path: &Path) -> bool {
    path.modes.initial && path.modes.capture
}

/// Whether a path captures en passant but is not a leap.
fn long_en_passant(path: &Path) -> bool {
    path.modes.en_passant && !(path.legs.is_empty() && path.travel == Travel::Leap)
}

/// The whole movement of a piece and its Betza text: its own movement, and `also`, the movement that every piece of the game has.
fn whole_movement(
    piece: &PieceDefinition,
    movement: &Text,
    also: Option<&Text>,
    source: &Source,
) -> Result<(Movement, String), LoadError> {
    let letter = piece.letter.as_ref();
    let parse = |at: &Text| {
        let wrong = |column, message: &str| {
            let message = format!("movement of {letter}: {message}");
            source.error(at, column, message)
        };
        let parsed =
            betza::parse(at.as_ref()).map_err(|error| wrong(error.column, &error.to_string()))?;
        let Needs {
            first_move,
            en_passant,
            chain,
            ..
        } = parsed.needs;
        let pawn = piece.pawn;
        let keys = [
            ("pawn", pawn),
            ("rifle", piece.rifle),
            ("relay", piece.relay),
            ("effect", piece.effect.is_some()),
            ("promotion", piece.promotion.is_some()),
            ("squares", piece.squares.is_some()),
        ];
        let clash = keys.iter().find(|(_, is_set)| *is_set);
        if let Some((column, (key, _))) = chain.zip(clash) {
            let message =
                format!("c or d before `a`, d, t or u in the movement of a piece with `{key}`");
            return Err(wrong(column, &message));
        }
        let refused = [
            (
                first_move.filter(|_| parsed.paths.iter().any(first_capture)),
                "a first move that captures: what a piece attacks does not depend on whether it has moved (expected `im` for a first move that does not capture, as in `imN`, and `c` without `i` for captures, as in `imNcN`)",
            ),
            (
                en_passant.filter(|_| parsed.paths.iter().any(long_en_passant)),
                "en passant by a piece that does not leap (expected one step or leap, as in `fceF`)",
            ),
            (
                en_passant.filter(|_| !pawn),
                "en passant of a piece that is no pawn",
            ),
        ];
        match refused
            .into_iter()
            .find_map(|(column, message)| Some((column?, message)))
        {
            Some((column, message)) => Err(wrong(column, message)),
            None => Ok(parsed),
        }
    };
    let mut parsed = parse(movement)?;
    let mut text = betza::text_of(movement.as_ref()).to_owned();
    if let Some(also) = also {
        parsed.join(parse(also)?);
        // Both texts are sound: they have just been parsed.
        text = betza::joined(&text, also.as_ref()).unwrap_or(text);
    }
    Ok((parsed, text))
}

/// What a pawn that moves as in chess can do besides one step ahead and diagonal captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PawnMovement {
    /// Whether its first move can be two steps.
    pub double_step: bool,
    /// Whether it captures en passant.
    pub en_passant: bool,
}

/// Whether a pawn has the double step and en passant; `None` if it does not move as in chess.
pub(super) fn pawn_movement(pawn: &PieceTypeDraft) -> Option<PawnMovement> {
    let mut ahead = false;
    let mut aside = Vec::new();
    let mut found = PawnMovement::default();
    let mut strange = false;
    for path in &pawn.movement.paths {
        let modes = path.modes;
        match (path.last, path.travel) {
            (Stride { files: 0, ranks: 1 }, Travel::Leap)
                if modes.quiet && !modes.capture && !modes.initial =>
            {
                ahead = true;
            }
            (
                Stride {
                    files: side @ (-1 | 1),
                    ranks: 1,
                },
                Travel::Leap,
            ) if !modes.quiet && !modes.initial => {
                aside.push((side, modes.en_passant));
            }
            (Stride { files: 0, ranks: 2 }, Travel::Lame)
            | (Stride { files: 0, ranks: 1 }, Travel::Slide { range: 2 })
                if modes.initial && !modes.capture =>
            {
                found.double_step = true;
            }
            _ => strange = true,
        }
    }
    let captures = |side: i8, en_passant: bool| aside.contains(&(side, en_passant));
    let plain = [-1, 1].map(|side| captures(side, false) || captures(side, true));
    let passing = [-1, 1].map(|side| captures(side, true));
    let lopsided = passing[0] != passing[1] || plain != [true; 2];
    found.en_passant = passing[0];
    (!strange && ahead && !lopsided).then_some(found)
}

/// Whether a pawn can step straight ahead and captures only diagonally ahead, so that pawn structure can be evaluated.
pub(super) fn has_pawn_structure(movement: &Movement) -> bool {
    let is = |path: &&Path, files: i8| {
        path.legs.is_empty() && path.last.files.abs() == files && path.last.ranks == 1
    };
    let mut captures = movement
        .paths
        .iter()
        .filter(|path| path.modes.capture)
        .peekable();
    let steps = movement
        .paths
        .iter()
        .any(|path| path.modes.quiet && is(&path, 0));
    steps && captures.peek().is_some() && captures.all(|path| is(&path, 1))
}
