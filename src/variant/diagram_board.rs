//! The board of chess problems: the analysis board with conditions and declared pieces. It is compiled with only what a diagram needs,
//! so that an orthodox problem is played by orthodox rules.

use super::budgets::BGL;
use super::compile::compile;
use super::compiled::Variant;
use super::conditions::Need;
use super::declared::{DeclaredPieces, RESERVED};
use super::definition::{Castling, FirstRank, Kings, Pawns, PieceDefinition, Rex, unplaced};
use super::piece_set::PieceSet;
use super::zones::{IMITATORS, MAGIC_SQUARES, WORMHOLES};
use crate::base::{Bitboard, MAX_PIECE_TYPES, Square};
use crate::betza;
use crate::board::BoardTables;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The condition that a number behind it limits.
const ROLE_EXCHANGE: &str = "role-exchange";

/// What a diagram needs of its board.
#[derive(Clone, Copy, Debug)]
pub struct DiagramBoard<'a> {
    /// The declared pieces. They may also replace chess pieces, except kings and pawns.
    pub pieces: &'a DeclaredPieces,
    /// The conditions, by their names in variant files, each with its squares behind it if it applies to certain squares (`magic-squares d5`).
    pub conditions: &'a [String],
    /// The squares of the board that do not exist.
    pub holes: Bitboard,
    /// The upper-case letters of the pieces in the diagram.
    pub standing: &'a BTreeSet<String>,
    /// Whether each side has exactly one king.
    pub one_king_each: bool,
    /// Whether no king can be captured, so that the side that is not to move may be in check.
    pub kings_stay: bool,
    /// Whether a pawn has made a step of three ranks from its first rank, so that pawns can move from there.
    pub triple_step: bool,
}

/// The promotions of pawns that are possible on every board.
const USUAL_PROMOTIONS: [&str; 4] = ["Q", "R", "B", "N"];

impl Variant {
    /// The letters of the pieces that diagrams of this game can have, also the declared `pieces`.
    pub fn diagram_letters(&self, pieces: &DeclaredPieces) -> BTreeSet<String> {
        let own = self.declarable.iter();
        let own = own.flat_map(|declarable| &declarable.piece_set.definition.pieces);
        let own = own.map(|piece| piece.letter.as_ref().clone());
        own.chain(pieces.letters().map(str::to_owned)).collect()
    }

    /// This game, compiled with what a diagram needs; shared by all users of the same pieces and conditions. The pieces in the diagram
    /// decide what pawns can promote to and how they move on their own first rank. Side effects, castling rights that return and
    /// numbers of kings other than one are allowed only if they can make a difference.
    ///
    /// # Errors
    /// The reason why there is no such board: the game allows no declared pieces, a condition is unknown or listed twice, a letter is
    /// unknown, or there are more piece types than a position can have.
    pub fn for_diagram(&self, board: &DiagramBoard<'_>) -> Result<Arc<Self>, String> {
        let declarable = self
            .declarable
            .as_ref()
            .ok_or_else(|| format!("{} takes neither pieces nor conditions", self.name))?;
        let piece_set = &declarable.piece_set;
        let letters = needed(piece_set, board)?;
        let key = (
            board.pieces.text().to_owned(),
            format!("{} {:x}", board.conditions.join(","), board.holes.0),
            letters.iter().map(String::as_str).collect(),
            [board.one_king_each, board.kings_stay, board.triple_step],
        );
        declarable.boards.get_or_make(key, || {
            make(piece_set, board, &letters, &self.board_tables).map(Arc::new)
        })
    }
}

/// The piece with a letter, declared or the game's own. A declared piece that replaces a chess piece inherits its rung of the ladder
/// and its home square, because these depend on the letter.
fn piece_of(
    piece_set: &PieceSet,
    pieces: &DeclaredPieces,
    letter: &str,
) -> Option<PieceDefinition> {
    let own = piece_set.definition.pieces.iter();
    let own = own.clone().find(|piece| piece.letter.as_ref() == letter);
    match (pieces.of_letter(letter), own) {
        (Some(declared), Some(own)) if RESERVED.contains(letter) => Some(PieceDefinition {
            name: own.name.clone(),
            home: own.home.clone(),
            ..declared.clone()
        }),
        (Some(declared), _) => Some(declared.clone()),
        (None, own) => own.cloned(),
    }
}

/// Whether one of the board's conditions needs a property of the game.
fn has_need(piece_set: &PieceSet, board: &DiagramBoard<'_>, need: Need) -> bool {
    let mut known = piece_set.conditions.iter();
    let names = || {
        board
            .conditions
            .iter()
            .map(|condition| condition_parts(condition).0)
    };
    known.any(|spec| spec.has_need(need) && names().any(|name| name == spec.name))
}

/// The name of a condition of a diagram, and its squares as a text: empty if it applies to the whole board.
pub fn condition_parts(condition: &str) -> (&str, &str) {
    condition.split_once(' ').unwrap_or((condition, ""))
}

/// The array with holes.
fn with_holes(start: &str, holes: Bitboard) -> String {
    let (placement, rest) = start.split_once(' ').unwrap_or((start, ""));
    let ranks = placement.split('/').zip((0..8).rev()).map(|(row, rank)| {
        let each = row.chars().flat_map(|c| match c.to_digit(10) {
            Some(run) => vec!['1'; run as usize],
            None => vec![c],
        });
        let cut = (0..).zip(each);
        let cut = cut.map(|(file, c)| {
            if holes.contains(Square::at(file, rank)) {
                '*'
            } else {
                c
            }
        });
        cut.collect::<String>()
    });
    format!("{} {rest}", ranks.collect::<Vec<_>>().join("/"))
}

fn has_effect(piece: &PieceDefinition, effect: char) -> bool {
    let text = piece.effect.as_ref();
    text.is_some_and(|text| text.as_ref().contains(effect))
}

/// The letters of the pieces that can occur: pieces in the diagram, kings, and results of promotions and type changes.
fn needed(piece_set: &PieceSet, board: &DiagramBoard<'_>) -> Result<BTreeSet<String>, String> {
    let mut letters = BTreeSet::from(["K".to_owned()]);
    let mut ladder = has_need(piece_set, board, Need::Ladder);
    for letter in board.standing {
        let piece = piece_of(piece_set, board.pieces, letter)
            .ok_or_else(|| format!("no piece has the letter '{letter}'"))?;
        ladder |= has_effect(&piece, 'E');
        letters.insert(letter.clone());
    }
    if ladder || has_need(piece_set, board, Need::Pawns) {
        letters.insert("P".to_owned());
    }
    if letters.contains("P") {
        letters.extend(USUAL_PROMOTIONS.map(str::to_owned));
        letters.extend(kin_of_half_neutrals(piece_set, board));
    }
    if letters.len() > MAX_PIECE_TYPES {
        let count = letters.len();
        return Err(format!(
            "{count} types of pieces, with what they can become (expected at most {MAX_PIECE_TYPES})"
        ));
    }
    Ok(letters)
}

/// The letters of the pieces that move like a standing half-neutral piece and are ordinary ones: pawns promote to these.
fn kin_of_half_neutrals(piece_set: &PieceSet, board: &DiagramBoard<'_>) -> BTreeSet<String> {
    let of = |letter: &str| piece_of(piece_set, board.pieces, letter);
    let half_neutrals = board.standing.iter().filter_map(|letter| of(letter));
    let half_neutrals: Vec<_> = half_neutrals.filter(|piece| piece.half_neutral).collect();
    let own = piece_set.definition.pieces.iter();
    let all = own.map(|piece| piece.letter.as_ref().as_str());
    let all = all.chain(board.pieces.letters());
    let is_kin = |letter: &&str| {
        let alike = |piece: PieceDefinition| half_neutrals.iter().any(|one| are_kin(one, &piece));
        of(letter).is_some_and(alike)
    };
    all.filter(is_kin).map(str::to_owned).collect()
}

/// Whether the second piece is an ordinary one that moves like the first, which is half-neutral.
fn are_kin(half_neutral: &PieceDefinition, other: &PieceDefinition) -> bool {
    let text = |piece: &PieceDefinition| {
        let text = piece.movement.as_ref();
        text.map(|text| betza::text_of(text.as_ref()).to_owned())
    };
    half_neutral.half_neutral
        && !(other.half_neutral || other.royal || other.iron || other.pawn)
        && text(half_neutral) == text(other)
        && half_neutral.effect.as_ref().map(AsRef::as_ref)
            == other.effect.as_ref().map(AsRef::as_ref)
}

/// Compiles the board of a diagram; `letters` are the pieces that can occur.
fn make(
    piece_set: &PieceSet,
    board: &DiagramBoard<'_>,
    letters: &BTreeSet<String>,
    board_tables: &Arc<BoardTables>,
) -> Result<Variant, String> {
    let mut definition = piece_set.definition.clone();
    let own = piece_set.definition.pieces.iter();
    let own: Vec<&str> = own.map(|piece| piece.letter.as_ref().as_str()).collect();
    let others = board
        .pieces
        .letters()
        .filter(|letter| !own.contains(letter));
    let order: Vec<&str> = own.iter().copied().chain(others).collect();
    definition.pieces = order
        .into_iter()
        .filter(|letter| letters.contains(*letter))
        .filter_map(|letter| piece_of(piece_set, board.pieces, letter))
        .collect();
    definition.declared_pieces = false;
    definition.conditions = board
        .conditions
        .iter()
        .map(|condition| unplaced(condition_parts(condition).0))
        .collect();
    for condition in board.conditions {
        let zones = &mut definition.zones;
        match condition_parts(condition) {
            (MAGIC_SQUARES, squares) => zones.magic = Some(unplaced(squares)),
            (WORMHOLES, squares) => zones.wormholes = Some(unplaced(squares)),
            (BGL, budgets) => definition.budget = Some(unplaced(budgets)),
            (ROLE_EXCHANGE, most) => definition.exchanges = most.parse().ok(),
            (IMITATORS, squares) => zones.imitators = Some(unplaced(squares)),
            _ => {}
        }
    }
    let has_ladder = has_need(piece_set, board, Need::Ladder);
    definition.pawns = pawns(&definition.pieces, board, has_ladder);
    let effects = definition.pieces.iter().any(|piece| piece.effect.is_some());
    let changes = effects || !board.conditions.is_empty();
    definition.castling.rights_return = changes;
    if let Some(start) = definition.start.as_ref().filter(|_| board.holes.any()) {
        definition.start = Some(unplaced(with_holes(start.as_ref(), board.holes)));
    }
    if !letters.contains("R") || board.holes.any() {
        definition.castling = Castling::default();
        let kings = definition.pieces.iter_mut();
        for king in kings.filter(|piece| piece.letter.get_ref() == "K") {
            king.movement = Some(unplaced("K"));
        }
    }
    let kings_turn = |piece: &PieceDefinition| piece.rex == Some(Rex::Inclusive);
    let royal = |piece: &PieceDefinition| piece.royal && piece.letter.get_ref() != "K";
    let several = definition
        .pieces
        .iter()
        .any(|piece| kings_turn(piece) || royal(piece));
    let one = board.one_king_each && !several;
    definition.ends.kings = Some(if one { Kings::One } else { Kings::Any });
    definition.ends.dead = unplaced("");
    let variant = compile(
        &definition,
        &piece_set.conditions,
        &piece_set.source,
        board_tables,
    );
    let mut variant = variant.map_err(|error| match error {
        super::error::LoadError::Invalid { message, .. } => message,
        other => other.to_string(),
    })?;
    if board.kings_stay {
        // Iron kings: attacks on them are checks all the same.
        let rules = &mut variant.rules;
        rules.iron = rules.iron.union(rules.royals);
        rules.capabilities.iron = true;
    }
    Ok(variant)
}

/// The rules of pawns on a board with the given pieces.
fn pawns(pieces: &[PieceDefinition], board: &DiagramBoard<'_>, has_ladder: bool) -> Pawns {
    let has_pawns = pieces.iter().any(|piece| piece.pawn);
    let others = pieces.iter().filter(|piece| {
        let letter = piece.letter.as_ref().as_str();
        let plain = !piece.royal && !piece.iron && !piece.half_neutral;
        let stands =
            board.standing.contains(letter) || pieces.iter().any(|one| are_kin(one, piece));
        plain && !RESERVED.contains(letter) && stands
    });
    let others = others.map(|piece| piece.letter.as_ref().as_str());
    let promotions = USUAL_PROMOTIONS.into_iter().chain(others);
    let promotions: String = if has_pawns && !has_ladder {
        promotions.collect()
    } else {
        String::new()
    };
    let lively =
        board.triple_step || has_ladder || pieces.iter().any(|piece| has_effect(piece, 'E'));
    Pawns {
        promotion: unplaced(promotions),
        first_rank: if lively {
            FirstRank::Triple
        } else {
            FirstRank::Stuck
        },
        ..Pawns::default()
    }
}
