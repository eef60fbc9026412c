//! Reads games that XBoard has saved.
//!
//! XBoard's files contain all plies: null moves and completion plies, too. The text of a ply names the
//! piece by its letter and, if XBoard needs it, its departure square; where XBoard thinks that a ply is
//! legal it leaves out the type that the piece becomes. So a text can stand for several plies. But the plies that XBoard is sent for
//! a leg are known: legs are sought whose plies fit the texts one after the other. All readings that fit are followed, and those
//! that cannot be continued are dropped.

use super::completion::Row;
use super::ply::{Act, NULL, Ply};
use super::screen::Screen;
use super::showing::{own_ply, showing};
use crate::base::{Move, MoveKind, Piece, Square};
use crate::position::Position;
use crate::rules::{self, Game, GameError, Progress, TurnBuilder, displaced, quotable};
use crate::variant::Variant;
use std::sync::Arc;

/// The limit in readings that are followed at the same time.
const MOST: usize = 64;

/// The limit in plies of a leg, more than any leg needs.
const FARTHEST: usize = 8;

/// Why a saved game cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SavedError {
    /// The first position is illegal.
    #[error(transparent)]
    Start(#[from] GameError),
    /// A ply cannot be read.
    #[error("ply {number}, '{text}', is not possible there: no legal move is shown so")]
    Ply {
        /// The number of the ply, from 1; null moves are counted.
        number: usize,
        /// The ply.
        text: String,
    },
    /// The plies can be read as different games.
    #[error(
        "ply {number}, '{text}', can mean different moves, and what follows does not tell which"
    )]
    Ambiguous {
        /// The number of the first ambiguous ply, from 1.
        number: usize,
        /// The ply.
        text: String,
    },
}

/// Reads the game that a file's plies play, from a FEN as XBoard writes it or from the start position. A turn that is incomplete at
/// the end of the file is left out.
///
/// # Errors
/// [`SavedError`]: the first ply that cannot be read.
pub fn read<'a>(
    variant: &Arc<Variant>,
    fen: Option<&str>,
    plies: impl IntoIterator<Item = &'a str>,
) -> Result<Game, SavedError> {
    let fen = fen.map(|fen| super::setup::fen_of_xboard(variant, fen));
    let texts: Vec<&str> = plies.into_iter().collect();
    let first = Reading::new(Game::set_up(variant, fen.as_deref(), [])?);
    let named = |at: usize| (at + 1, quotable(texts[at]));
    let (mut open, mut whole, mut begun) = (vec![first], Vec::<Reading>::new(), None);
    let mut furthest = 0;
    // The shortest reading is continued next, so that equal readings meet at the same ply.
    while let Some(next) = (0..open.len()).min_by_key(|index| open[*index].at) {
        let reading = open.swap_remove(next);
        if reading.at == texts.len() {
            whole.push(reading);
            continue;
        }
        if open.len() > MOST {
            let (number, text) = named(reading.at);
            return Err(SavedError::Ambiguous { number, text });
        }
        for (leg, row) in reading.ways(&texts) {
            let fitting = reading.fitting(&row.plies, &texts[reading.at..]);
            let end = reading.at + fitting;
            if fitting == row.plies.len() {
                let longer = reading.with(leg, row);
                if !open.iter().any(|other| other.is_like(&longer)) {
                    open.push(longer);
                }
            } else if end == texts.len() {
                begun.get_or_insert_with(|| reading.clone());
            }
            furthest = furthest.max(end);
        }
    }
    let found = whole.first().or(begun.as_ref());
    let Some(found) = found else {
        let (number, text) = named(furthest.min(texts.len() - 1));
        return Err(SavedError::Ply { number, text });
    };
    let parted = whole
        .iter()
        .filter_map(|other| found.parts_from(other))
        .min();
    parted.map_or_else(
        || Ok(found.game.clone()),
        |at| {
            let (number, text) = named(at);
            Err(SavedError::Ambiguous { number, text })
        },
    )
}

/// A reading of the plies so far.
#[derive(Clone)]
struct Reading {
    game: Game,
    /// The turn that has begun.
    begun: TurnBuilder,
    screen: Screen,
    /// The legs, each with the index of its first ply.
    starts: Vec<(usize, Move)>,
    at: usize,
}

impl Reading {
    fn new(game: Game) -> Self {
        Self {
            begun: TurnBuilder::new(game.position()),
            screen: Screen::of(game.position()),
            starts: Vec::new(),
            at: 0,
            game,
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        self.at == other.at && self.parts_from(other).is_none()
    }

    /// The index of the first ply at which this reading and `other` play different legs; `None` if there is none.
    fn parts_from(&self, other: &Self) -> Option<usize> {
        let legs = self.starts.iter().zip(&other.starts);
        let parting = legs.into_iter().find(|(one, other)| one.1 != other.1);
        parting.map(|(one, _)| one.0)
    }

    /// The legal legs that the next texts may mean, each with a sequence of plies by which XBoard may have been sent the leg.
    fn ways(&self, texts: &[&str]) -> Vec<(Move, Row)> {
        let pos = self.begun.now();
        let near = &texts[self.at..texts.len().min(self.at + FARTHEST)];
        let near = near.join(" ");
        let names = |to: Square| near.contains(&to.to_string());
        let is_named = |leg: &Move| match leg.kind() {
            // A king that is not XBoard's moves by itself, and the rook after it: `Kg1 -- Rf1`.
            MoveKind::Castle => true,
            MoveKind::Displacement => displaced(*leg)
                .iter()
                .all(|piece| piece.to.is_none_or(names)),
            _ => names(leg.to()),
        };
        let legs = self.begun.legal();
        let legs = legs.iter().copied().filter(is_named);
        legs.flat_map(|leg| {
            let rows = rows(&self.screen, pos, leg);
            rows.into_iter().map(move |row| (leg, row))
        })
        .collect()
    }

    /// The number of plies of a row that fit the texts.
    fn fitting(&self, plies: &[Ply], texts: &[&str]) -> usize {
        let mut screen = self.screen.clone();
        for (index, (ply, text)) in plies.iter().zip(texts).enumerate() {
            if fits(text, *ply, &screen) != Some(true) {
                return index;
            }
            screen = screen.after(*ply).unwrap_or(screen);
        }
        plies.len().min(texts.len())
    }

    /// This interpretation of the file, continued by `leg`, for which XBoard has written the plies of `row`.
    fn with(&self, leg: Move, row: Row) -> Self {
        let mut next = self.clone();
        next.screen = row.screen;
        next.starts.push((self.at, leg));
        next.at += row.plies.len();
        if let Ok(Progress::Complete(turn)) = next.begun.push(leg) {
            next.game.push(turn);
            next.begun = TurnBuilder::new(next.game.position());
        }
        next
    }
}

/// The sequences of plies by which XBoard may have been sent a leg: by the engine against a person or another engine, or by a
/// person, with or without the letter of a promotion.
fn rows(screen: &Screen, pos: &Position, leg: Move) -> Vec<Row> {
    let us = pos.side_to_move();
    let mut rows = vec![showing(screen, pos, leg, false).row];
    if !screen.table.effects {
        return rows;
    }
    rows.push(showing(screen, pos, leg, true).row);
    if let Ply::Act(own) = own_ply(screen, pos, leg) {
        let target = screen.showing(&rules::play(pos, leg));
        let promoted = leg
            .piece_type()
            .filter(|_| leg.kind() == MoveKind::Promotion);
        let promoted = promoted.map(|into| screen.table.suffix(us, Piece::new(us, into)));
        for letter in [None, promoted.flatten()] {
            let row = Row::new(screen.clone()).with(Ply::Act(Act { letter, ..own }));
            rows.extend(row.and_then(|row| row.completed(&target).ok()));
        }
    }
    rows.sort_by_cached_key(|row| row.plies.iter().map(|ply| ply.text()).collect::<Vec<_>>());
    rows.dedup_by(|one, other| one.plies == other.plies);
    rows
}

/// Whether a text is one that XBoard can write for a ply: `Nc3`, `Ad7h7-d7d`, `Qxh7-e4`, `cxd1=Q`, `N@f3`, `O-O`, `--`. `None` if it is not.
fn fits(text: &str, ply: Ply, screen: &Screen) -> Option<bool> {
    let text = text.trim_matches(['+', '#', '!', '?']);
    let act = match ply {
        Ply::Null => return Some(matches!(text, "--" | NULL)),
        Ply::Drop(letter, to) => return Some(text.eq_ignore_ascii_case(&format!("{letter}@{to}"))),
        Ply::Act(act) => act,
    };
    let (from, to) = (act.from.to_string(), act.to.to_string());
    if text.starts_with("O-O") {
        let long = act.to.file() < act.from.file();
        let far = act.from.file().abs_diff(act.to.file()) > 1;
        return Some(far && from[1..] == to[1..] && long == (text == "O-O-O"));
    }
    // The letter of what the piece becomes is at the end: after `=`, or after a square.
    let bare = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let becomes = text[bare.len()..].to_ascii_lowercase();
    if !becomes.is_empty() && act.letter.map(String::from) != Some(becomes) {
        return Some(false);
    }
    let mut rest = bare.trim_end_matches(['=', '+']).strip_suffix(&to)?;
    if let Some(via) = act.via {
        rest = rest.strip_suffix('-')?.strip_suffix(&via.to_string())?;
    }
    let captures = rest.ends_with('x');
    rest = rest.trim_end_matches('x');
    if !captures && act.via.is_none() && screen.at(act.to).is_some() {
        return Some(false);
    }
    let origin = screen.table.without_letter(rest, screen.at(act.from)?)?;
    // A pawn's text without its file means a step straight ahead.
    let straight = rest.is_empty() && !captures && from[..1] != to[..1];
    Some(!straight && ["", &from[..1], &from[1..], &from].contains(&origin))
}
