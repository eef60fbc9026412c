//! Compiles the home squares of a game's pieces, on which Circe and Anticirce rebirths take place.

use crate::base::Square;
use crate::board::Topology;
use crate::variant::definition::{Definition, PieceDefinition, Text};
use crate::variant::error::LoadError;
use crate::variant::source::Source;
use crate::variant::transformations::{Home, Homes};

/// The value of `home` for the promotion rank, on the file where the piece stood.
const FILE: &str = "file";

/// The value of `home` for the own second rank, on the file where the piece stood.
const SECOND: &str = "second";

/// The default home squares, by a piece's name. Royal pieces have the king's home, pawns with any name the second rank, and pieces that
/// are not listed the promotion rank.
const HOMES: [(&str, &str); 6] = [
    ("king", "e1"),
    ("queen", "d1"),
    ("rook", "a1 h1"),
    ("bishop", "c1 f1"),
    ("knight", "b1 g1"),
    ("pawn", SECOND),
];

/// Compiles the home squares of all pieces.
pub(super) fn homes(
    definition: &Definition,
    board: &Topology,
    ranks: u8,
    source: &Source,
) -> Result<Homes, LoadError> {
    let homes = definition.pieces.iter().map(|piece| match &piece.home {
        Some(text) => written(text, board, source),
        None => Ok(default(piece)),
    });
    let homes: Vec<Home> = homes.collect::<Result<_, _>>()?;
    Ok(Homes::new(&homes, ranks))
}

fn default(piece: &PieceDefinition) -> Home {
    let name = match piece {
        PieceDefinition { royal: true, .. } => "king".to_owned(),
        PieceDefinition { pawn: true, .. } => "pawn".to_owned(),
        PieceDefinition { name, .. } => name.as_deref().unwrap_or_default().to_lowercase(),
    };
    let known = HOMES.iter().find(|(known, _)| *known == name);
    known.and_then(|(_, home)| read(home)).unwrap_or(Home::File)
}

fn read(text: &str) -> Option<Home> {
    match text {
        FILE => return Some(Home::File),
        SECOND => return Some(Home::Second),
        _ => {}
    }
    let squares = text
        .split_whitespace()
        .map(|word| word.parse::<Square>().ok());
    let squares: Vec<Square> = squares.collect::<Option<_>>()?;
    (!squares.is_empty()).then_some(Home::Squares(squares))
}

fn written(text: &Text, board: &Topology, source: &Source) -> Result<Home, LoadError> {
    let wrong = |what: &str| {
        let expected = "squares of White (`d1`, `a1 h1`), `file` or `second`";
        let message = format!("`home` is '{}'{what} (expected {expected})", text.as_ref());
        source.error(text, 1, message)
    };
    let home = read(text.as_ref()).ok_or_else(|| wrong(""))?;
    if let Home::Squares(squares) = &home
        && source.is_own(text)
        && let Some(off) = squares.iter().find(|s| !board.squares().contains(**s))
    {
        return Err(wrong(&format!(", but {off} is no square of the board")));
    }
    Ok(home)
}
