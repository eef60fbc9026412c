//! Coordinate texts of Dynamo. A displaced piece is written as its two squares (`d4b2`), over the edge as `d4--`; two pieces are
//! joined by a comma, in the alphabetical order of their squares. A promotion's letter follows the pawn's arrival square.

use crate::base::{Move, MoveList, Square};
use crate::position::Position;
use crate::rules::dynamo::{Displacement, displaced};
use crate::rules::interface::{GenType, Rules};
use crate::with_rules;

/// The text of a legal leg.
pub fn text_of(pos: &Position, mv: Move) -> String {
    let mut pieces: Vec<(Displacement, String)> = displaced(mv)
        .into_iter()
        .map(|piece| (piece, String::new()))
        .collect();
    if let (Some(piece_type), Some((_, letter))) = (mv.piece_type(), pieces.first_mut()) {
        *letter = pos.variant().letter_of(piece_type).to_ascii_lowercase();
    }
    pieces.sort_by_key(|(piece, _)| piece.rank_in_text());
    let texts: Vec<String> = pieces
        .iter()
        .map(|(piece, letter)| match piece.to {
            Some(to) => format!("{}{to}{letter}", piece.from),
            None => format!("{}--", piece.from),
        })
        .collect();
    texts.join(",")
}

/// A parsed text, not yet matched with the legal legs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DisplacementsText {
    /// One or two pieces, in alphabetical order of their squares, with the letter of the promotion, in
    /// upper case.
    pieces: Vec<(Displacement, Option<char>)>,
}

/// The message for a text that is not a leg.
const EXPECTED: &str =
    "expected one piece or two joined by a comma, each as d4b2, or d4-- over the edge";

impl DisplacementsText {
    /// Reads a text, in upper or lower case and with its pieces in any order.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut pieces = text
            .split(',')
            .map(piece_of)
            .collect::<Option<Vec<_>>>()
            .filter(|pieces| pieces.len() <= 2)
            .ok_or(EXPECTED)?;
        pieces.sort_by_key(|(piece, _)| piece.rank_in_text());
        match pieces[..] {
            [(one, _), (other, _)] if one.from == other.from => {
                Err(format!("the piece on {} is displaced twice", one.from))
            }
            _ => Ok(Self { pieces }),
        }
    }

    /// The leg of `list` that the text means.
    pub fn among(&self, pos: &Position, list: &[Move]) -> Option<Move> {
        list.iter().copied().find(|mv| {
            let into = mv.piece_type().map(|it| pos.variant().letter_of(it));
            self.displaces(*mv) && self.letter().as_deref() == into
        })
    }

    /// Explains why the leg is not legal.
    pub fn why_not(&self, pos: &Position) -> String {
        if let Some((piece, _)) = self
            .pieces
            .iter()
            .find(|(piece, _)| pos.at(piece.from).is_none())
        {
            return format!("there is no piece on {}", piece.from);
        }
        let mut pseudo = MoveList::new();
        let all = crate::base::Bitboard::ALL;
        with_rules!(pos.variant(), R => R::generate(pos, GenType::All, all, &mut pseudo));
        if self.among(pos, &pseudo).is_some() {
            return "it leaves the king where it could be sent off the board".to_owned();
        }
        pseudo.retain(|mv| self.displaces(*mv));
        if pseudo.is_empty() {
            return "no step, push or pull does this".to_owned();
        }
        if pseudo.iter().any(|mv| mv.piece_type().is_some()) {
            return "a promotion needs the letter of a piece the pawn can become".to_owned();
        }
        "no pawn promotes so".to_owned()
    }

    /// Whether a leg displaces exactly these pieces to exactly these squares.
    fn displaces(&self, mv: Move) -> bool {
        let pieces = displaced(mv);
        let said = |piece: &Displacement| self.pieces.iter().any(|(said, _)| said == piece);
        pieces.len() == self.pieces.len() && pieces.iter().all(said)
    }

    /// The promotion letter of the text, in upper case.
    fn letter(&self) -> Option<String> {
        self.pieces
            .iter()
            .find_map(|(_, into)| into.map(String::from))
    }
}

/// One piece of a text: two squares, or a square and `--`, and perhaps a letter.
fn piece_of(text: &str) -> Option<(Displacement, Option<char>)> {
    let text = text.trim().to_ascii_lowercase();
    let square = |at: usize| text.get(at..at + 2)?.parse::<Square>().ok();
    let from = square(0)?;
    let to = match text.get(2..4)? {
        "--" => None,
        _ => Some(square(2).filter(|to| *to != from)?),
    };
    let mut letters = text.get(4..)?.chars();
    let into = match (letters.next(), letters.next()) {
        (None, _) => None,
        (Some(letter), None) if to.is_some() && letter.is_ascii_alphabetic() => {
            Some(letter.to_ascii_uppercase())
        }
        _ => return None,
    };
    Some((Displacement { from, to }, into))
}

#[cfg(test)]
mod tests {
    use crate::catalogue::games;
    use crate::position::Position;
    use crate::rules::{leg_text, legal_moves, play, position, start, turn_of_text, turn_text};
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};
    use std::collections::BTreeSet;

    fn at(fen: &str) -> Position {
        let variant = games().variant("dynamo").expect("dynamo");
        position(&variant, fen).expect("a position of the game")
    }

    #[test]
    fn texts_are_read_in_any_case_and_order() {
        let pos = at("rnbqk1nr/ppppppbp/6p1/8/3B4/1P6/P1PPPPPP/RN1QKBNR b KQkq - 0 1");
        for (text, meant) in [
            ("d4b2,g7d4", "d4b2,g7d4"),
            ("G7D4,D4B2", "d4b2,g7d4"),
            ("d4b2", "d4b2"),
        ] {
            let turn = turn_of_text(&pos, text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(turn_text(&pos, &turn), meant);
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let pos = at("7k/3P4/8/8/8/8/4R3/4K3 w - - 0 1");
        for (text, reason) in [
            ("e4e5", "there is no piece on e4"),
            ("e1e3", "no step, push or pull"),
            ("e2f2,e2g2", "displaced twice"),
            ("d7d8", "a promotion needs the letter"),
            ("d7d8k", "a promotion needs the letter"),
            ("e1d1q", "no pawn promotes so"),
            ("e2d2,e1e2,d7d8q", "expected one piece or two"),
            ("e2", "expected one piece or two"),
            ("e2--q", "expected one piece or two"),
            ("P@e4", "expected one piece or two"),
        ] {
            let error = turn_of_text(&pos, text).expect_err("illegal").to_string();
            assert!(error.contains(reason), "{error}");
        }
        for text in [
            "", ",", "é2e4", "e2é4", "e2e4é", "e2-", "e2---", "--e2", "e2e2", "e2e4,",
        ] {
            assert!(turn_of_text(&pos, text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_leg_of_random_games_has_a_text_of_its_own() {
        for (seed, game) in ["dynamo", "dynamo-demichess"].into_iter().enumerate() {
            let variant = games().variant(game).expect("embedded");
            let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
            let mut pos = start(&variant);
            for _ in 0..60 {
                let list = legal_moves(&pos);
                let texts: BTreeSet<String> = list.iter().map(|mv| leg_text(&pos, *mv)).collect();
                assert_eq!(texts.len(), list.len(), "{}", pos.fen());
                let Some(mv) = (!list.is_empty()).then(|| list[rng.random_range(0..list.len())])
                else {
                    break;
                };
                let read = turn_of_text(&pos, &leg_text(&pos, mv)).map(|turn| turn.first());
                assert_eq!(read, Ok(mv), "{}", pos.fen());
                pos = play(&pos, mv);
            }
        }
    }
}
