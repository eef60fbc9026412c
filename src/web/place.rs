//! The position of a request: a game, its first position, the turns played, and the legs of a turn that is not
//! complete.

use super::reply::Refusal;
use katydid::catalogue::Catalogue;
use katydid::rules::{self, Game, TurnBuilder, leg_of_text, turn_or_null};
use katydid::variant::{DeclaredPieces, Variant};
use serde::Deserialize;
use std::sync::Arc;

/// A position as the page names it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Place {
    /// The name of the page's session, chosen by the page.
    pub session: String,
    pub game: String,
    /// The pieces that the user has declared.
    pub pieces: String,
    /// The first position; `None` for the start position of the game.
    pub fen: Option<String>,
    /// The turns played, as coordinate texts.
    pub turns: Vec<String>,
    /// The legs of a turn that is not complete.
    pub legs: Vec<String>,
}

/// A position with its game.
pub struct Standing {
    /// The game up to the last complete turn.
    pub game: Game,
    /// The next turn, with the legs that have been played.
    pub next: TurnBuilder,
}

/// The game `name` with the pieces that the text `pieces` declares.
///
/// # Errors
/// Why there is no such game.
pub fn variant(catalogue: &Catalogue, name: &str, pieces: &str) -> Result<Arc<Variant>, Refusal> {
    let variant = catalogue.variant(name).map_err(Refusal::of)?;
    let pieces = DeclaredPieces::parse(pieces).map_err(Refusal::of)?;
    if !pieces.is_empty() && !variant.takes_pieces() {
        return Err(Refusal::of(format!(
            "{name} takes no declared pieces (hurdlers does)"
        )));
    }
    variant.with_pieces(&pieces).map_err(Refusal::of)
}

/// A cached game with the texts that led to it.
pub struct Kept {
    variant: Arc<Variant>,
    fen: Option<String>,
    turns: Vec<String>,
    game: Game,
}

impl Place {
    /// The position, built from a cached one of the same game if possible.
    ///
    /// # Errors
    /// The first part that is malformed or illegal.
    pub fn standing(
        &self,
        catalogue: &Catalogue,
        kept: &mut Option<Kept>,
    ) -> Result<Standing, Refusal> {
        let variant = variant(catalogue, &self.game, &self.pieces)?;
        let (mut game, done) = self.begin(&variant, kept.take())?;
        for (index, text) in self.turns.iter().enumerate().skip(done) {
            let turn = turn_or_null(game.position(), text)
                .map_err(|error| Refusal::of(format!("move {}: {error}", index + 1)))?;
            game.push(turn);
        }
        *kept = Some(Kept {
            variant,
            fen: self.fen.clone(),
            turns: self.turns.clone(),
            game: game.clone(),
        });
        let mut standing = Standing {
            next: TurnBuilder::new(game.position()),
            game,
        };
        for text in &self.legs {
            let read = standing.next.push_text(text, leg_of_text);
            read.map_err(Refusal::of)?;
        }
        Ok(standing)
    }

    /// A game with the first turns of this place, cached if possible, and the number of these turns.
    fn begin(&self, variant: &Arc<Variant>, kept: Option<Kept>) -> Result<(Game, usize), Refusal> {
        let same = |kept: &Kept| Arc::ptr_eq(&kept.variant, variant) && kept.fen == self.fen;
        if let Some(kept) = kept.filter(same) {
            let pairs = kept.turns.iter().zip(&self.turns);
            let common = pairs.take_while(|(one, other)| one == other).count();
            if common == kept.turns.len() {
                return Ok((kept.game, common));
            }
            let mut game = Game::at(kept.game.first().clone());
            for played in &kept.game.turns()[..common] {
                game.push(played.turn.clone());
            }
            return Ok((game, common));
        }
        let first = match &self.fen {
            Some(fen) => rules::position(variant, fen).map_err(Refusal::of)?,
            None => rules::start(variant),
        };
        Ok((Game::at(first), 0))
    }
}

impl Standing {
    /// The game for a search. If legs of a turn have been played, it begins in the middle of this turn.
    pub fn to_search(&self) -> Game {
        if self.next.is_begun() {
            Game::at(self.next.now().clone())
        } else {
            self.game.clone()
        }
    }
}
