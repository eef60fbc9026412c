//! Walls in XBoard: pieces with a letter of their own, which are dropped from the holdings.
//!
//! XBoard reads the `*` of a FEN as a hole, which no ply can make or take away. So a wall is shown as a piece there. Only drops bring pieces to
//! XBoard's board, and XBoard drops only what the side to move has in hand: each side begins with enough walls. A wall has no side, so it
//! does not matter which side's piece shows it, except for the only wall of a game: as the side to move has to pick it up, it belongs to that
//! side, and changes sides as it is placed.

use crate::base::{Color, Piece, PieceType};
use crate::position::FenFields;
use crate::variant::{Placing, Variant};
use std::sync::Arc;

/// The letter of walls in FENs.
const WALL: char = '*';

/// The letters for walls, the best first: the first free one is taken if the first letter of the wall's name belongs to a piece.
const LETTERS: &str = "WDUOZVTYLGSAMIHFJCEKBNRQP";

/// XBoard's letter of the walls of a game, in upper case; `None` if the game has no walls, or if all letters belong to pieces.
pub fn letter(variant: &Arc<Variant>) -> Option<char> {
    let wall = variant.rules.wall?;
    let name = variant.name_of(wall);
    let all = variant.with_all_pieces();
    let is_free = |letter: &char| all.type_of_letter(&letter.to_string()).is_none();
    let first = name
        .chars()
        .next()
        .map(|letter| letter.to_ascii_uppercase());
    let first = first.filter(|first| LETTERS.contains(*first));
    first.into_iter().chain(LETTERS.chars()).find(is_free)
}

/// XBoard's letter of a piece type, in upper case, perhaps with a sign before it.
pub fn letter_of(variant: &Arc<Variant>, piece_type: PieceType) -> String {
    let is_wall = variant.rules.is_wall(piece_type);
    let letter = is_wall.then(|| letter(variant)).flatten();
    letter.map_or_else(|| variant.letter_of(piece_type).to_owned(), String::from)
}

/// The colour in which XBoard should show a piece: the only wall of a game belongs to the side that places it next.
pub fn shown(variant: &Variant, piece: Piece, next: Color) -> Piece {
    let moves = variant.rules.placing == Placing::Duck;
    if moves && variant.rules.is_wall(piece.piece_type()) {
        Piece::new(next, piece.piece_type())
    } else {
        piece
    }
}

/// Whether two squares look alike: the same piece, or walls that nobody moves.
pub fn alike(variant: &Variant, one: Option<Piece>, other: Option<Piece>) -> bool {
    let stands = |piece: Option<Piece>| {
        let wall = piece.filter(|piece| variant.rules.is_wall(piece.piece_type()));
        wall.is_some() && variant.rules.placing != Placing::Duck
    };
    one == other || stands(one) && stands(other)
}

/// The walls in hand at the start, as the hands of a FEN have them: as many for each side as can ever be needed.
pub fn supply(variant: &Arc<Variant>) -> String {
    let count = match variant.rules.placing {
        Placing::Duck => 1,
        _ => variant.rules.board.squares().count() as usize,
    };
    let both = letter(variant).map(|letter| [letter, letter.to_ascii_lowercase()]);
    let both = both.into_iter().flatten();
    both.map(|letter| letter.to_string().repeat(count))
        .collect()
}

/// What a person should know who sets up a FEN without walls in hand: XBoard then refuses the drops that show walls. `None` if enough walls
/// are there.
pub fn lacking(variant: &Arc<Variant>, fen: &str) -> Option<String> {
    let (letter, wall) = (letter(variant)?, variant.rules.wall?);
    let fields = FenFields::split(fen).ok()?;
    let both = [letter, letter.to_ascii_lowercase()];
    let hands = fields.hands.unwrap_or_default();
    let stands = variant.rules.placing == Placing::Duck && fields.boards.contains(both);
    let lacks = !stands && !both.iter().all(|letter| hands.contains(*letter));
    let [white, black] = both.map(|letter| letter.to_string().repeat(3));
    let name = variant.name_of(wall);
    lacks.then(|| {
        format!(
            "XBoard places only a {name} that stands beside its board, and one side has none.\n\
             Paste the position with as many as will be needed behind the pieces, as in [{white}{black}]."
        )
    })
}

/// The FEN that means the same with walls as `*`, and without the pieces in hand that the game does not have; `None` if the game has no walls
/// or the text is no FEN.
pub fn read(variant: &Arc<Variant>, fen: &str) -> Option<String> {
    let letter = letter(variant)?;
    let fields = FenFields::split(fen).ok()?;
    let is_wall = |other: &char| other.eq_ignore_ascii_case(&letter);
    let boards = fields.boards.chars();
    let boards: String = boards
        .map(|other| if is_wall(&other) { WALL } else { other })
        .collect();
    let hands = fields.hands.filter(|_| !variant.rules.hand.is_empty());
    let hands: Option<String> =
        hands.map(|hands| hands.chars().filter(|other| !is_wall(other)).collect());
    let (boards, hands) = (boards.as_str(), hands.as_deref());
    let read = FenFields {
        boards,
        hands,
        ..fields
    };
    Some(read.to_string())
}
