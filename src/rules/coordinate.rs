//! Coordinate texts of legs: `e2e4`, `a7a8g`, `e1g1`, `P@e4`; in Dynamo the pieces displaced, joined by a comma
//! (`d4b2,g7d4`).
//!
//! Only this module writes and reads these texts; [`super::turn`] joins them. A text is parsed into squares and letters,
//! which are compared with the legal legs; the legs are not written out for the comparison.
//!
//! ```
//! use katydid::{catalogue::Catalogue, rules};
//! let start = rules::start(&Catalogue::new().variant("chess").unwrap());
//! let leg = rules::leg_of_text(&start, "E2E4").unwrap();
//! assert_eq!(rules::leg_text(&start, leg), "e2e4");
//! ```

mod displacements;

use super::conditions;
use super::dispatch::{in_check, is_capture, legal_moves, outcome};
use super::drops;
use super::hurdle_text;
use super::interface::{GenType, Rules};
use super::outcome::Outcome;
use super::spelling::is_null;
use super::walls;
use crate::base::{Move, MoveKind, MoveList, Piece, Square};
use crate::position::{Delta, Position};
use crate::variant::{Pass, Variant};
use crate::with_rules;
use displacements::DisplacementsText;

/// The coordinate text of a null move, as in UCI.
pub(super) const NULL_TEXT: &str = "0000";

/// The letter of a wall.
const WALL: &str = "*";

/// A text that is not a legal turn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The game is over.
    #[error("'{text}': the game is over ({outcome})")]
    GameOver {
        /// The text.
        text: String,
        /// The result.
        outcome: String,
    },
    /// Several legal hops, over different pieces, have this text.
    #[error("'{text}' is ambiguous, name the hurdle: {choices}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The texts that name the pieces leapt over, separated by blanks.
        choices: String,
    },
    /// No legal turn has this text.
    #[error("'{text}' is not a legal move here ({reason})")]
    Illegal {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl MoveError {
    /// The error for a text that is not a legal leg, with the reason.
    pub fn illegal(text: &str, reason: impl Into<String>) -> Self {
        Self::Illegal {
            text: quotable(text),
            reason: reason.into(),
        }
    }

    /// The error for a text that several legal legs share.
    pub fn ambiguous(pos: &Position, text: &str, legs: &[Move]) -> Self {
        let texts: Vec<String> = legs.iter().map(|leg| leg_text(pos, *leg)).collect();
        Self::Ambiguous {
            text: quotable(text),
            choices: texts.join(" "),
        }
    }

    pub(super) fn game_over(text: &str, outcome: Outcome) -> Self {
        Self::GameOver {
            text: quotable(text),
            outcome: outcome.to_string(),
        }
    }

    /// The wrong text, shortened and escaped for messages.
    pub fn text(&self) -> &str {
        match self {
            Self::GameOver { text, .. }
            | Self::Ambiguous { text, .. }
            | Self::Illegal { text, .. } => text,
        }
    }

    /// The same error, but quoting `whole` instead of the wrong part alone.
    pub(super) fn of_whole(self, whole: &str) -> Self {
        match self {
            Self::GameOver { outcome, .. } => Self::GameOver {
                text: quotable(whole),
                outcome,
            },
            Self::Ambiguous { choices, .. } => Self::Ambiguous {
                text: quotable(whole),
                choices,
            },
            Self::Illegal { reason, .. } => Self::illegal(whole, reason),
        }
    }
}

/// A text from outside, made printable and short for quoting in a message.
pub fn quotable(text: &str) -> String {
    text.chars().take(60).flat_map(char::escape_debug).collect()
}

/// Whether even algebraic notation writes a leg in coordinates: drops, exchanges, and all legs of Dynamo.
pub fn is_written_in_coordinates(pos: &Position, mv: Move) -> bool {
    mv.kind() == MoveKind::Drop
        || mv.is_exchange()
        || pos.variant().rules.capabilities.dynamo
        || walls::owed(pos).is_some()
}

/// The coordinate text of a legal leg. A promotion to the promoted form (`+R`) is written with `+` alone (`c3c4+`),
/// since a piece has only one such form; the change back to the plain form is written with `-`.
pub fn leg_text(pos: &Position, mv: Move) -> String {
    let variant = pos.variant();
    if variant.rules.capabilities.dynamo {
        return displacements::text_of(pos, mv);
    }
    match (mv.kind(), mv.piece_type()) {
        _ if mv.is_pass() => NULL_TEXT.to_owned(),
        _ if walls::owed(pos).is_some() => format!("{WALL}@{}", mv.to()),
        (MoveKind::Drop, Some(piece_type)) => {
            format!("{}@{}", variant.letter_of(piece_type), mv.to())
        }
        (_, Some(piece_type)) => {
            if let Some(sign) = turning_sign(pos, mv) {
                let over = hurdle_text::suffix(pos, mv);
                return format!("{}{}{sign}{over}", mv.from(), mv.to());
            }
            let letter = variant.letter_of(piece_type).to_ascii_lowercase();
            let over = hurdle_text::suffix(pos, mv);
            format!("{}{}{letter}{over}", mv.from(), mv.to())
        }
        (_, None) => {
            let (from, to) = written_squares(pos, mv);
            let gated = mv
                .gated()
                .map(|held| variant.letter_of(held).to_ascii_lowercase());
            let over = hurdle_text::suffix(pos, mv);
            format!("{from}{to}{}{over}", gated.unwrap_or_default())
        }
    }
}

/// The departure and arrival square in the text of a leg. Castling is written as if the king took the castling piece if kings castle from
/// anywhere or the king can go to its arrival square otherwise, too; if a piece from the hand comes to the square of the castling piece, as if
/// that took the king. An exchange is written as if the enemy piece came to the own one, since nothing else is written so.
fn written_squares(pos: &Position, mv: Move) -> (Square, Square) {
    let castling = &pos.variant().rules.castling;
    let rook = || castling.of_move(pos.side_to_move(), mv).rook.0;
    if mv.gates_at_rook() {
        (rook(), mv.from())
    } else if mv.is_exchange() {
        (mv.to(), mv.from())
    } else if mv.castles() && (castling.anywhere || has_rival(pos, mv)) {
        (mv.from(), rook())
    } else {
        (mv.from(), mv.to())
    }
}

/// Whether the king can go to the arrival square of castling without castling.
fn has_rival(pos: &Position, castling: Move) -> bool {
    let squares = (castling.from(), castling.to());
    let is_rival = |mv: &Move| mv.kind() != MoveKind::Castle && (mv.from(), mv.to()) == squares;
    legal_moves(pos).iter().any(is_rival)
}

/// Whether a leg turns a piece to its promoted form (`+R`).
pub fn is_to_promoted_form(variant: &Variant, mv: Move) -> bool {
    mv.kind() == MoveKind::Promotion
        && mv
            .piece_type()
            .is_some_and(|piece_type| variant.letter_of(piece_type).starts_with('+'))
}

/// The sign of a leg that changes a piece to its promoted form (`+`) or back to its plain form (`-`).
fn turning_sign(pos: &Position, mv: Move) -> Option<char> {
    let variant = pos.variant();
    if is_to_promoted_form(variant, mv) {
        return Some('+');
    }
    let into = mv
        .piece_type()
        .filter(|_| mv.kind() == MoveKind::Promotion)?;
    let piece = pos.at(mv.from())?;
    let plain = variant.letter_of(piece.piece_type()).strip_prefix('+')?;
    (variant.letter_of(into) == plain).then_some('-')
}

/// The legal leg that a text means, in upper or lower case; a forced promotion may lack its sign.
///
/// # Errors
/// [`MoveError`] saying what is wrong.
pub fn leg_of_text(pos: &Position, text: &str) -> Result<Move, MoveError> {
    let list = legal_moves(pos);
    let read = LegText::read(pos.variant(), text);
    let found = read.map_or_else(|_| Vec::new(), |leg| leg.among(pos, &list));
    match found[..] {
        [mv] => Ok(mv),
        [] => Err(refusal(pos, text)),
        _ => Err(MoveError::ambiguous(pos, text, &found)),
    }
}

/// Explains why a text is not a legal leg of a position.
pub(super) fn refusal(pos: &Position, text: &str) -> MoveError {
    let ended = with_rules!(pos.variant(), R => R::immediate_end(pos));
    let stuck = || outcome(pos).filter(|_| !pos.state().mid_turn() && legal_moves(pos).is_empty());
    if let Some(outcome) = ended.or_else(stuck) {
        return MoveError::game_over(text, outcome);
    }
    let read = LegText::read(pos.variant(), text);
    MoveError::illegal(
        text,
        read.map_or_else(|reason| reason, |leg| leg.why_not(pos)),
    )
}

/// A parsed text of a leg, not yet matched with the legal legs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum LegText {
    /// A piece moves from one square to another, or shoots at it.
    Walk {
        from: Square,
        to: Square,
        into: Becomes,
        /// The squares of the hurdles that the text names, in the order of leaping.
        over: Option<Vec<hurdle_text::Named>>,
    },
    /// A piece comes from the hand.
    Drop {
        /// The letter of the piece, in upper case.
        letter: String,
        to: Square,
    },
    /// Pieces are displaced by a step, a push or a pull.
    Displacements(DisplacementsText),
    /// Nothing moves.
    Pass,
}

/// The promotion in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Becomes {
    /// The text names no promotion.
    Unsaid,
    /// The piece's promoted form: `+`.
    PromotedForm,
    /// The type that the piece was promoted from: `-`.
    PlainForm,
    /// The piece with a letter, in upper case.
    Letter(char),
}

/// The message for a text that is not a leg of a game.
fn expected(variant: &Variant) -> String {
    if variant.rules.capabilities.drops {
        "expected squares as in e2e4, a promotion as in a7a8q, or a drop as in P@e4".to_owned()
    } else {
        "expected squares as in e2e4, or a promotion as in a7a8q".to_owned()
    }
}

impl LegText {
    /// Reads the text of a leg of a game, in upper or lower case.
    ///
    /// # Errors
    /// What was expected.
    pub fn read(variant: &Variant, text: &str) -> Result<Self, String> {
        if variant.rules.capabilities.dynamo {
            return DisplacementsText::read(text).map(Self::Displacements);
        }
        if variant.rules.capabilities.passes && is_null(text) {
            return Ok(Self::Pass);
        }
        if let Some((letter, to)) = text.split_once('@') {
            let to: Result<Square, _> = to.to_ascii_lowercase().parse();
            // Pawns may come without their letter: `@e4`.
            let letter = match variant.rules.pawn {
                Some(pawn) if letter.is_empty() => variant.letter_of(pawn).to_owned(),
                _ => letter.to_ascii_uppercase(),
            };
            return Ok(Self::Drop {
                letter,
                to: to.map_err(|error| error.to_string())?,
            });
        }
        let text = text.to_ascii_lowercase();
        let (text, over) = hurdle_text::split(&text)?;
        let square = |at: usize| text.get(at..at + 2).and_then(|square| square.parse().ok());
        // Books write `e2-e4` and `a1:a3`.
        let between = text.get(2..).unwrap_or_default();
        let sign = usize::from(between.starts_with(['-', ':', 'x', '*']));
        let (Some(from), Some(to)) = (square(0), square(2 + sign)) else {
            return Err(expected(variant));
        };
        let mut rest = text.chars().skip(4 + sign);
        let into = match (rest.next(), rest.next()) {
            (None, _) => Becomes::Unsaid,
            (Some('+'), None) => Becomes::PromotedForm,
            (Some('-'), None) => Becomes::PlainForm,
            (Some(letter), None) => Becomes::Letter(letter.to_ascii_uppercase()),
            (Some(_), Some(_)) => return Err(expected(variant)),
        };
        Ok(Self::Walk {
            from,
            to,
            into,
            over,
        })
    }

    /// A text that names only two squares.
    pub const fn plain(from: Square, to: Square) -> Self {
        Self::Walk {
            from,
            to,
            into: Becomes::Unsaid,
            over: None,
        }
    }

    /// The legal legs with this text: several only if hops over different pieces have the same text. If the text has no promotion,
    /// a leg without promotion is preferred to a forced one.
    pub fn among(&self, pos: &Position, list: &[Move]) -> Vec<Move> {
        let variant = pos.variant();
        let letter_of = |mv: Move| {
            mv.piece_type()
                .or(mv.gated())
                .map(|it| variant.letter_of(it))
        };
        if walls::owed(pos).is_some() {
            return self.placing_among(list);
        }
        match self {
            Self::Displacements(pieces) => pieces.among(pos, list).into_iter().collect(),
            Self::Pass => list.iter().copied().filter(|mv| mv.is_pass()).collect(),
            Self::Drop { letter, to } => {
                let is_it = |mv: &&Move| {
                    mv.kind() == MoveKind::Drop && mv.to() == *to && letter_of(**mv) == Some(letter)
                };
                list.iter().find(is_it).copied().into_iter().collect()
            }
            Self::Walk {
                from,
                to,
                into,
                over,
            } => {
                let path_tree = |fits: &dyn Fn(Move) -> bool| -> Vec<Move> {
                    let legs = list.iter().copied().filter(|mv| {
                        mv.kind() != MoveKind::Drop && written_squares(pos, *mv) == (*from, *to)
                    });
                    let mut legs: Vec<Move> = legs.filter(|mv| fits(*mv)).collect();
                    if legs.iter().any(|mv| !mv.is_pass()) {
                        // A piece can come back to its square: two equal squares are a pass only otherwise.
                        legs.retain(|mv| !mv.is_pass());
                    }
                    match over {
                        Some(over) => hurdle_text::meant(pos, &legs, over),
                        None => legs,
                    }
                };
                match into {
                    Becomes::PromotedForm => path_tree(&|mv| is_to_promoted_form(variant, mv)),
                    Becomes::PlainForm => path_tree(&|mv| turning_sign(pos, mv) == Some('-')),
                    Becomes::Unsaid => {
                        let plain = path_tree(&|mv| letter_of(mv).is_none());
                        if plain.is_empty() {
                            path_tree(&|mv| turning_sign(pos, mv).is_some())
                        } else {
                            plain
                        }
                    }
                    Becomes::Letter(into) => {
                        let mut buffer = [0; 4];
                        let into: &str = into.encode_utf8(&mut buffer);
                        path_tree(&|mv| letter_of(mv) == Some(into))
                    }
                }
            }
        }
    }

    /// The legal placing of a wall with this text: `*@e4`, or two squares of which the second counts.
    fn placing_among(&self, list: &[Move]) -> Vec<Move> {
        let target = match self {
            Self::Drop { letter, to } if letter == WALL => to,
            Self::Walk {
                to,
                into: Becomes::Unsaid,
                over: None,
                ..
            } => to,
            _ => return Vec::new(),
        };
        let there = list.iter().copied().filter(|mv| mv.to() == *target);
        there.collect()
    }

    /// Explains why the leg is not legal.
    pub fn why_not(&self, pos: &Position) -> String {
        let us = pos.side_to_move();
        if let Some(wall) = walls::owed(pos) {
            let name = pos.variant().name_of(wall);
            return format!("the {name} has to be placed on an empty square now, as in *@e4");
        }
        if let Some(owed) = pos.state().owed {
            let moves_it =
                matches!(self, Self::Walk { from, .. } if pos.pieces(us, owed).contains(*from));
            if !moves_it {
                let name = pos.variant().name_of(owed);
                return format!("the other king, the {name}, has to move now");
            }
        }
        match self {
            Self::Displacements(pieces) => pieces.why_not(pos),
            Self::Pass => why_no_pass(pos).to_owned(),
            Self::Drop { letter, to } => why_no_drop(pos, letter, *to),
            Self::Walk {
                from,
                to,
                into,
                over,
            } => why_no_walk(pos, *from, *to, *into, over.as_deref()),
        }
    }
}

fn why_no_pass(pos: &Position) -> &'static str {
    match pos.variant().rules.passes[pos.side_to_move().index()] {
        Pass::Never => "this side may not pass",
        _ if in_check(pos) => "a side in check may not pass",
        _ => "a side with a legal move may not pass",
    }
}

/// Explains what the side to move has to do, if the game compels it to capture and a move or drop to `to` captures nothing. Drops that are
/// compulsory come before captures.
fn why_no_quiet(pos: &Position, to: Square) -> Option<String> {
    let us = pos.side_to_move();
    let captures = pos.by_color(!us).contains(to) || pos.state().en_passant.contains(to);
    if captures || !pos.variant().rules.must_capture || drops::must_drop(pos) {
        return None;
    }
    let legal = legal_moves(pos);
    let compelled = !legal.is_empty() && legal.iter().all(|mv| is_capture(pos, *mv));
    compelled.then(|| format!("{} has to capture", us.name()))
}

fn why_no_walk(
    pos: &Position,
    from: Square,
    to: Square,
    into: Becomes,
    over: Option<&[hurdle_text::Named]>,
) -> String {
    let us = pos.side_to_move();
    let piece = match pos.at(from) {
        None => return format!("there is no piece on {from}"),
        Some(piece) if piece.color() != us => {
            return format!("the piece on {from} is not {}'s", us.name());
        }
        Some(piece) => piece,
    };
    let name = pos.variant().name_of(piece.piece_type());
    let mut pseudo = MoveList::new();
    with_rules!(pos.variant(), R => R::generate(pos, GenType::All, from.into(), &mut pseudo));
    pseudo.retain(|mv| mv.to() == to && !mv.is_pass());
    let rules = &pos.variant().rules;
    let named = || {
        let names = rules.conditions.ids().iter();
        let names: Vec<_> = names.map(|id| conditions::spec(*id).name).collect();
        names.join(" and ")
    };
    let reaches = || {
        let capture = &pos.variant().moves_of(piece).capture;
        pos.by_color(!us).contains(to) && capture.targets(from, pos.occupied()).contains(to)
    };
    let steps = || {
        let quiet = &pos.variant().moves_of(piece).quiet;
        pos.at(to).is_none() && quiet.targets(from, pos.occupied()).contains(to)
    };
    let castling = legal_moves(pos);
    let castling = castling
        .iter()
        .find(|mv| mv.castles() && (mv.from(), mv.to()) == (from, to));
    if drops::must_drop(pos) {
        format!("{} has to drop a piece", us.name())
    } else if let Some(why) = why_no_quiet(pos, to) {
        why
    } else if let Some(castling) = castling {
        format!("castling is {} here", leg_text(pos, *castling))
    } else if pseudo.is_empty() && conditions::immobile(pos, us).contains(from) {
        format!("the {name} on {from} cannot move now, by {}", named())
    } else if pseudo.is_empty() && reaches() && pos.by_types(rules.iron).contains(to) {
        format!("the piece on {to} cannot be captured")
    } else if pseudo.is_empty() && (reaches() || steps()) && !rules.conditions.is_empty() {
        format!("{} does not allow it", named())
    } else if pseudo.is_empty() {
        format!("the {name} on {from} cannot go to {to}")
    } else if let Some(over) = over
        && hurdle_text::meant(pos, &pseudo, over).is_empty()
    {
        let named: String = over.iter().map(ToString::to_string).collect();
        format!("the {name} on {from} does not go to {to} over '{named}'")
    } else if pseudo.iter().any(|mv| mv.piece_type().is_some()) {
        "a promotion needs the letter of a piece the pawn can become, and a safe king".to_owned()
    } else if into == Becomes::Unsaid {
        why_illegal(pos, piece, from, to)
    } else {
        format!("the {name} does not promote on {to}")
    }
}

/// Explains why a move that the movement of the piece allows is illegal: it leaves the king attacked, or a special rule
/// of the game forbids it.
fn why_illegal(pos: &Position, piece: Piece, from: Square, to: Square) -> String {
    let rules = &pos.variant().rules;
    let mut moved = Delta::new(*pos.state());
    // A piece that captures on its way may come back to its square.
    if from != to {
        moved.edit(from, Some(piece), None);
        moved.edit(to, pos.at(to), Some(piece));
    }
    let after = pos.after(&moved);
    let attacked = with_rules!(pos.variant(), R => R::is_checked(&after, piece.color()));
    let shoots = rules.shooters.contains(piece.piece_type());
    if attacked || shoots || pos.state().en_passant.contains(to) {
        return "it leaves the king attacked".to_owned();
    }
    let vetoes = rules
        .conditions
        .ids()
        .iter()
        .map(|id| conditions::spec(*id));
    let vetoes: Vec<_> = vetoes
        .filter(|spec| !spec.vetoes.is_empty())
        .map(|spec| spec.name)
        .collect();
    if !vetoes.is_empty() {
        format!("{} does not allow it", vetoes.join(" and "))
    } else if rules.capabilities.side_effects || rules.capabilities.two_boards {
        "what it does leaves the king attacked".to_owned()
    } else if rules.capabilities.schedule {
        "only the last move of a turn may give check".to_owned()
    } else {
        "it leaves the king attacked".to_owned()
    }
}

fn why_no_drop(pos: &Position, letter: &str, to: Square) -> String {
    let variant = pos.variant();
    let us = pos.side_to_move();
    if !variant.rules.board.squares().contains(to) {
        return format!("{to} is no square of this board");
    }
    let held = variant
        .type_of_letter(letter)
        .filter(|piece_type| pos.hand(us).count(*piece_type) > 0);
    match (held, pos.at(to)) {
        (None, _) if variant.rules.hand.is_empty() => format!("{} has no drops", variant.name),
        (None, _) => format!("{} has no '{}' in hand", us.name(), quotable(letter)),
        (Some(_), Some(_)) => format!("{to} is not empty"),
        (Some(held), None) => {
            let mv = Move::drop(held, to);
            if let Some(why) = why_no_quiet(pos, to) {
                why
            } else if !drops::is_listed(pos, held, to) {
                let name = variant.name_of(held);
                format!("the {name} cannot be dropped on {to}")
            } else if with_rules!(variant, R => drops::is_forbidden_mate::<R>(pos, mv)) {
                "its drop may not mate".to_owned()
            } else {
                "it leaves the king attacked".to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::games;
    use crate::rules::{position, turn_of_text};

    fn at(game: &str, fen: &str) -> Position {
        let variant = games().variant(game).expect("an embedded game");
        position(&variant, fen).expect("a position of the game")
    }

    #[test]
    fn texts_are_read_in_any_case_and_forced_promotions_without_their_sign() {
        let pos = at("grasshopper", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        for (text, meant) in [("a7a8g", "a7a8g"), ("A7A8G", "a7a8g"), ("e1d1", "e1d1")] {
            let mv = leg_of_text(&pos, text).expect("a legal move");
            assert_eq!(leg_text(&pos, mv), meant);
        }
        let pos = at("hopgi", "r6/w6/*6/fP5/b6/**P1PPP/**BF*WR[P] w - - 0 1");
        let promotion = legal_to_promoted_form(&pos);
        let text = leg_text(&pos, promotion);
        assert!(text.ends_with('+'), "{text}");
        for text in [text.as_str(), text.trim_end_matches('+')] {
            assert_eq!(leg_of_text(&pos, text), Ok(promotion));
        }
        assert!(leg_of_text(&pos, "p@d4").is_ok());
    }

    fn legal_to_promoted_form(pos: &Position) -> Move {
        let list = legal_moves(pos);
        let forced = |mv: &&Move| is_to_promoted_form(pos.variant(), **mv);
        *list.iter().find(forced).expect("a forced promotion")
    }

    #[test]
    fn what_a_side_has_to_do_is_said() {
        for (game, fen, text, reason) in [
            (
                "antichess",
                "8/8/8/8/8/2p5/1P6/8 w - - 0 1",
                "b2b3",
                "White has to capture",
            ),
            (
                "losers",
                "4k3/4r3/8/8/5p2/3p4/2P1N3/4K3 w - - 0 1",
                "e2f4",
                "it leaves the king attacked",
            ),
            ("placement", "", "e2e4", "White has to drop a piece"),
            (
                "minishogi",
                "4k/5/5/5/4K[P] w - - 0 1",
                "P@a5",
                "cannot be dropped on a5",
            ),
            (
                "minishogi",
                "4k/5/5/5/K2r1[P] w - - 0 1",
                "P@b3",
                "it leaves the king attacked",
            ),
        ] {
            let variant = games().variant(game).expect("a game");
            let pos = if fen.is_empty() {
                crate::rules::start(&variant)
            } else {
                at(game, fen)
            };
            let error = turn_of_text(&pos, text).expect_err("illegal").to_string();
            assert!(error.contains(reason), "{game}: {error}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let pos = at("chess", "4k3/P3r3/8/8/8/8/4N2p/4K3 w - - 0 1");
        for (text, reason) in [
            ("a7a8", "a promotion needs the letter"),
            ("a7a8k", "a promotion needs the letter"),
            ("e1d1q", "the king does not promote on d1"),
            ("e2c3", "it leaves the king attacked"),
            ("e2e4", "the knight on e2 cannot go to e4"),
            ("e3e4", "there is no piece on e3"),
            ("h2h1q", "the piece on h2 is not White's"),
            ("P@e4", "chess has no drops"),
            ("P@e9", "'e9' is not a square"),
            ("a7a8q/x", "with the letter of what a pawn becomes"),
            ("e1d1,e8d8", "the turn is complete after 1 of 2 legs"),
        ] {
            let error = turn_of_text(&pos, text).expect_err("illegal").to_string();
            assert!(error.contains(reason), "{error}");
        }
        for text in ["", "e2", "e2e4e5", "a7a8qq", "é2e4", "e2é4", "e1d1é+", "@"] {
            assert!(turn_of_text(&pos, text).is_err(), "{text}");
        }
    }
}
