//! Games that XBoard has saved, read back as the games they were.
//!
//! XBoard's files hold its plies: null moves, and those that show what a move does beyond XBoard's understanding. Such
//! a file names a piece by its letter and, if XBoard needs it, by where it comes from; where XBoard thinks that a ply is
//! legal it leaves out what the piece becomes. So a text can stand for several plies. All of them are followed, as plies
//! of a game that XBoard loads, and those that lead nowhere are dropped.

use super::Cecp;
use super::follow::Standing;
use super::ply::{Act, NULL, Ply};
use super::showing::own_letter;
use crate::base::{Move, Square};
use crate::protocol::command::{Command, Event};
use crate::protocol::interface::{Protocol as _, Reply, View};
use crate::protocol::options::{Maxima, Options};
use crate::rules::{self, Game, GameError, leg_text, quotable};
use crate::variant::Variant;
use std::sync::Arc;

/// So many games at most are followed at a time.
const MOST: usize = 64;

/// Why a saved game cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SavedError {
    /// The position at its beginning is none.
    #[error(transparent)]
    Start(#[from] GameError),
    /// A ply does not fit.
    #[error("ply {number}, '{text}', is not possible there: {reason}")]
    Ply {
        /// Which one, from 1; null moves count.
        number: usize,
        /// The ply.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The plies can be read as different games.
    #[error(
        "ply {number}, '{text}', can mean different moves, and what follows does not tell which"
    )]
    Ambiguous {
        /// The first ply of which that is so, from 1.
        number: usize,
        /// The ply.
        text: String,
    },
}

/// The game of the plies of one of XBoard's files, from a FEN of XBoard's or the start position. A move that is begun
/// at the end of the file is left out.
///
/// # Errors
/// [`SavedError`]: the first ply that cannot be read.
pub fn read<'a>(
    variant: &Arc<Variant>,
    fen: Option<&str>,
    plies: impl IntoIterator<Item = &'a str>,
) -> Result<Game, SavedError> {
    let fen = fen.map(|fen| super::setup::fen_of_xboard(variant, fen));
    let maxima = Maxima {
        hash: 1,
        threads: 1,
    };
    let options = Options::new(maxima, Vec::new());
    let game = Game::set_up(variant, fen.as_deref(), [])?;
    let mut readings = vec![Reading {
        cecp: Cecp::default(),
        game: game.clone(),
        options: &options,
        parted: None,
    }];
    for (index, text) in plies.into_iter().enumerate() {
        readings = followed(&readings, index + 1, text)?;
    }
    match readings.split_first() {
        Some((first, others)) => first.alone(others),
        None => Ok(game),
    }
}

/// All readings of a ply after some readings of the plies before it.
fn followed<'a>(
    readings: &[Reading<'a>],
    number: usize,
    text: &str,
) -> Result<Vec<Reading<'a>>, SavedError> {
    let (mut next, mut reason) = (Vec::<Reading<'_>>::new(), None);
    for reading in readings {
        for ply in reading.meanings(text) {
            match reading.with(&ply) {
                Ok(read) if next.iter().any(|other| other.is_like(&read)) => {}
                Ok(read) => next.push(read),
                Err(why) => reason = reason.or(Some(why)),
            }
        }
    }
    let text = quotable(text);
    if next.is_empty() {
        let reason = reason.unwrap_or_else(|| "no such piece can go there".to_owned());
        return Err(SavedError::Ply {
            number,
            text,
            reason,
        });
    }
    if next.len() > MOST {
        return Err(SavedError::Ambiguous { number, text });
    }
    let several = next.len() > 1;
    for reading in &mut next {
        let before = reading.parted.take();
        reading.parted = several.then(|| before.unwrap_or_else(|| (number, text.clone())));
    }
    Ok(next)
}

/// One way to read the plies so far.
#[derive(Clone)]
struct Reading<'a> {
    cecp: Cecp,
    game: Game,
    options: &'a Options,
    /// The ply since which there are several.
    parted: Option<(usize, String)>,
}

impl Reading<'_> {
    fn view(&self) -> View<'_> {
        View {
            variant: self.game.first().variant(),
            game: &self.game,
            options: self.options,
            engine: None,
            searching: false,
            analysing: false,
            excluded: &[],
            latest: None,
        }
    }

    /// The game, unless other readings tell another one.
    fn alone(&self, others: &[Self]) -> Result<Game, SavedError> {
        let same = others.iter().all(|other| self.tells_the_same(other));
        match self.parted.clone().filter(|_| !same) {
            Some((number, text)) => Err(SavedError::Ambiguous { number, text }),
            None => Ok(self.game.clone()),
        }
    }

    fn tells_the_same(&self, other: &Self) -> bool {
        let turns = |reading: &Self| -> Vec<_> {
            let turns = reading.game.turns().iter();
            turns.map(|played| played.turn.clone()).collect()
        };
        turns(self) == turns(other)
    }

    fn is_like(&self, other: &Self) -> bool {
        self.cecp.plies == other.cecp.plies && self.tells_the_same(other)
    }

    /// The reading with another ply, as XBoard hands it on; or why it does not fit.
    fn with(&self, ply: &str) -> Result<Self, String> {
        let mut next = self.clone();
        let replies = next.cecp.user_move(ply, &self.view());
        for reply in replies {
            match reply {
                Reply::Line(line) if line.starts_with("Illegal move") => {
                    let reason = line
                        .split_once('(')
                        .and_then(|(_, text)| text.rsplit_once(')'));
                    return Err(reason
                        .map_or(line.as_str(), |(reason, _)| reason)
                        .to_owned());
                }
                Reply::Do(Command::Play(turn)) => {
                    next.game.push(turn.clone());
                    let mut cecp = next.cecp.clone();
                    let played = Event::Played {
                        turn,
                        by_engine: false,
                        ponder: None,
                    };
                    cecp.write(&played, &next.view());
                    next.cecp = cecp;
                }
                Reply::Line(_) | Reply::Do(_) => {}
            }
        }
        Ok(next)
    }

    /// The plies that a text can stand for.
    fn meanings(&self, text: &str) -> Vec<String> {
        let plain = text.trim_end_matches(['#', '!', '?']);
        let plain = plain
            .strip_suffix('+')
            .filter(|_| !self.promotes_by_plus())
            .unwrap_or(plain);
        if matches!(plain, "--" | NULL) {
            return vec![NULL.to_owned()];
        }
        if plain.starts_with("O-O") || plain.contains('@') {
            return vec![plain.to_owned()];
        }
        let view = self.view();
        let standing = self.cecp.standing(&view);
        let leg = rules::leg_of_san(&standing.pos, plain).ok();
        let mut found = Vec::new();
        if let Some(leg) = leg.filter(|_| !plain.contains('-')) {
            found.push(ply_of_leg(&standing, leg));
            if !standing.table.effects {
                return found;
            }
        }
        let named = Named::read(plain);
        let pieces = named
            .map(|named| named.plies(&standing))
            .unwrap_or_default();
        for ply in pieces {
            if !found.contains(&ply) {
                found.push(ply);
            }
        }
        found
    }

    /// Whether a plus sign is no check but a promotion.
    fn promotes_by_plus(&self) -> bool {
        let pieces = &self.game.first().variant().presentation.piece_types;
        pieces.iter().any(|piece| piece.letter.starts_with('+'))
    }
}

/// The ply of a leg, with the letter that XBoard leaves out.
fn ply_of_leg(standing: &Standing, leg: Move) -> String {
    if !standing.table.effects {
        return leg_text(&standing.pos, leg);
    }
    let letter = own_letter(&standing.table, &standing.shown, &standing.pos, leg);
    let letter = letter.map(String::from).unwrap_or_default();
    format!("{}{}{letter}", leg.from(), leg.to())
}

/// A ply by the name of its piece: `Nc3`, `Ad7h7-d7d`, `Qxh7-e4`, `cxd1=Q`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Named {
    /// The piece's letter; none for pawns.
    letter: Option<char>,
    file: Option<u8>,
    rank: Option<u8>,
    captures: bool,
    via: Option<Square>,
    to: Square,
    becomes: Option<char>,
}

impl Named {
    fn read(text: &str) -> Option<Self> {
        let mut rest = text.trim_start_matches('+');
        let letter = rest.chars().next().filter(char::is_ascii_uppercase);
        rest = &rest[letter.map_or(0, char::len_utf8)..];
        // What the piece becomes stands at the end: behind `=`, or behind a square.
        let becomes = rest.chars().last().filter(char::is_ascii_alphabetic);
        rest = &rest[..rest.len() - becomes.map_or(0, char::len_utf8)];
        rest = rest.trim_end_matches(['=', '+']);
        let to = take_square(&mut rest)?;
        let via = rest.strip_suffix('-').map(|before| {
            rest = before;
            take_square(&mut rest)
        });
        let captures = rest.ends_with('x');
        rest = rest.trim_end_matches('x');
        let mut from = rest.chars().peekable();
        let file = from.next_if(|c| matches!(c, 'a'..='h'));
        let rank = from.next_if(|c| matches!(c, '1'..='8'));
        (from.next().is_none() && via != Some(None)).then_some(Self {
            letter,
            file: file.map(|file| file as u8 - b'a'),
            rank: rank.map(|rank| rank as u8 - b'1'),
            captures,
            via: via.flatten(),
            to,
            becomes: becomes.map(|letter| letter.to_ascii_lowercase()),
        })
    }

    /// The plies of all pieces that XBoard shows of the side to move and that fit. Where XBoard does not say where a piece
    /// comes from it is one that can step there, if there is one; where it does not say what the piece becomes it may be
    /// what a ply that is due makes of it.
    fn plies(&self, standing: &Standing) -> Vec<String> {
        let squares = standing.table.squares();
        let pieces: Vec<Square> = squares.filter(|from| self.fits(standing, *from)).collect();
        let steps = |from: &&Square| {
            let text = format!("{from}{}", self.to);
            standing.displaces() && rules::leg_of_text(&standing.pos, &text).is_ok()
        };
        let stepping: Vec<Square> = pieces.iter().filter(steps).copied().collect();
        let short = self.file.is_none() && self.rank.is_none();
        let chosen = if short && !stepping.is_empty() {
            stepping
        } else {
            pieces
        };
        let coming = if self.becomes.is_none() {
            standing.coming_acts()
        } else {
            Vec::new()
        };
        let acts = chosen.into_iter().flat_map(|from| {
            let act = Act {
                from,
                via: self.via,
                to: self.to,
                letter: self.becomes,
            };
            let lettered = coming.iter().copied();
            let lettered = lettered.filter(move |due| {
                Act {
                    letter: None,
                    ..*due
                } == act
            });
            lettered.chain([act])
        });
        acts.map(|act| Ply::Act(act).text()).collect()
    }

    fn fits(&self, standing: &Standing, from: Square) -> bool {
        let Some(piece) = standing.shown.at(from) else {
            return false;
        };
        let variant = standing.pos.variant();
        let is_pawn = variant.rules.pawn == Some(piece.piece_type());
        let letter = variant.letter_of(piece.piece_type()).chars().last();
        let named = match self.letter {
            None => is_pawn,
            Some(_) => letter == self.letter,
        };
        // A pawn of which no file is told steps on its own.
        let straight = self.letter.is_some() || self.captures || self.file.is_some();
        let on_file = self
            .file
            .map_or(straight || from.file() == self.to.file(), |file| {
                file == from.file()
            });
        let on_rank = self.rank.is_none_or(|rank| rank == from.rank());
        let moves = from != self.to || self.via.is_some();
        piece.color() == standing.mover && named && on_file && on_rank && moves
    }
}

/// Takes a square from the end of a text.
fn take_square(text: &mut &str) -> Option<Square> {
    let at = text.len().checked_sub(2)?;
    let square = text.get(at..)?.parse().ok()?;
    *text = &text[..at];
    Some(square)
}
