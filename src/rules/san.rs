//! Standard algebraic notation for all games, written strictly and read leniently.
//!
//! `Nf3`, `exd5`, `O-O`, `a8=G`, `P@e4`; legs of one turn are joined by commas (`Wf2,Fe2`). A shot names
//! the shooter's square, because it stays there (`Cc4xe6`); a forced promotion is written with its
//! promoted form (`Rc1=+R`). Legs of Dynamo keep their coordinate texts (`d4b2,g7d4`). No two legal turns of a
//! position share a text.

use super::annotation::{is_told, side_effects, split_effects};
use super::coordinate::{LegText, MoveError, is_written_in_coordinates, leg_of_text, leg_text};
use super::dispatch::{in_check, is_capture, legal_moves, outcome};
use super::gating;
use super::hurdle_text;
use super::outcome::Reason;
use super::spelling::{is_null, usual};
use super::turn::{Turn, TurnBuilder, written_legs};
use crate::base::{Move, MoveKind, Piece, PieceType, Square};
use crate::position::Position;

/// The name of a null move.
const NULL_SAN: &str = "--";

/// The algebraic notation of a leg, without the sign of check or mate.
///
/// The leg has to be legal.
pub fn leg_san(pos: &Position, mv: Move) -> String {
    named(pos, &legal_moves(pos), mv)
}

/// All legal legs with their algebraic notation, without signs of check and mate.
pub fn legs_san(pos: &Position) -> Vec<(Move, String)> {
    let list = legal_moves(pos);
    let name = |mv: &Move| (*mv, named(pos, &list, *mv));
    list.iter().map(name).collect()
}

/// The algebraic notation of a legal turn: its legs joined by commas, then `+` for check or `#` for mate.
pub fn turn_san(pos: &Position, turn: &Turn) -> String {
    turn_san_legs(pos, turn).join(",")
}

/// The algebraic notation of each leg of a legal turn; the last leg has `+` for check or `#` for mate.
pub fn turn_san_legs(pos: &Position, turn: &Turn) -> Vec<String> {
    spelled(pos, turn, leg_san)
}

/// A legal turn in long notation with the side effects of its legs:
/// `Ad4-f6(e5=w)+`.
pub fn turn_with_effects(pos: &Position, turn: &Turn) -> String {
    spelled(pos, turn, leg_with_effects).join(",")
}

/// The legs of a turn as `written` writes them; the last one gets the sign of check or mate.
fn spelled(pos: &Position, turn: &Turn, written: fn(&Position, Move) -> String) -> Vec<String> {
    if turn.is_null() {
        return vec![NULL_SAN.to_owned()];
    }
    let mut legs = written_legs(pos, turn.legs(), written);
    let at = turn.after(pos);
    if in_check(&at)
        && let Some(last) = legs.last_mut()
    {
        let mate = outcome(&at).is_some_and(|end| end.reason == Reason::Checkmate);
        last.push(if mate { '#' } else { '+' });
    }
    legs
}

/// The legal leg that a text means, in coordinates or in algebraic notation with more or less detail than needed.
/// Side effects in brackets behind the leg have to be correct.
///
/// # Errors
/// [`MoveError`] saying what is wrong, or which legal legs the text fits.
pub fn leg_of_san(pos: &Position, text: &str) -> Result<Move, MoveError> {
    // A blank behind the letter of the piece, as in `G h2-h4`, is ignored.
    let usual: String = usual(text).split_whitespace().collect();
    let (plain, claimed) = split_effects(&usual);
    let mv = plain_leg_of_san(pos, &plain)?;
    if claimed.is_none_or(|claimed| is_told(pos, mv, claimed)) {
        return Ok(mv);
    }
    let reason = match side_effects(pos, mv).as_str() {
        "" => "it has no effects".to_owned(),
        real => format!("its effects are ({real})"),
    };
    Err(MoveError::illegal(text, reason))
}

/// The legal leg that a text without side effects means.
fn plain_leg_of_san(pos: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    let list = legal_moves(pos);
    if pos.variant().rules.capabilities.dynamo {
        let castling = castling_by_name(&list, stripped(text)).unwrap_or_default();
        return match castling[..] {
            [mv] => Ok(mv),
            _ => leg_of_text(pos, stripped(text)),
        };
    }
    let read = |text| {
        let leg = LegText::read(pos.variant(), text);
        leg.map_or_else(|_| Vec::new(), |leg| leg.among(pos, &list))
    };
    // A plus sign may stand for a promotion, or for a check.
    let mut coordinates = read(text);
    if coordinates.is_empty() {
        coordinates = read(stripped(text));
    }
    // Some letters name both a piece and a file: `B3c4` is tried as a bishop's move first.
    if !text.starts_with(|c: char| c.is_ascii_uppercase()) {
        match coordinates[..] {
            [mv] => return Ok(mv),
            [] => {}
            _ => return Err(MoveError::ambiguous(pos, text, &coordinates)),
        }
    }
    let mut fitting = fitting(pos, &list, stripped(text));
    if fitting.is_empty() {
        fitting.extend(coordinates);
    }
    if fitting.is_empty() {
        fitting = fitting_in_any_case(pos, &list, stripped(text));
    }
    match fitting[..] {
        [mv] => Ok(mv),
        [] => Err(no_leg(pos, text)),
        _ => {
            let names: Vec<String> = fitting.iter().map(|mv| named(pos, &list, *mv)).collect();
            let reason = format!("it could be any of {}", names.join(", "));
            Err(MoveError::illegal(text, reason))
        }
    }
}

/// The legal turn that a text means: legs as in [`leg_of_san`], joined by commas.
///
/// # Errors
/// [`MoveError`] saying what is wrong.
pub fn turn_of_san(pos: &Position, text: &str) -> Result<Turn, MoveError> {
    TurnBuilder::new(pos).completed_by(text, leg_of_san)
}

/// As [`turn_of_san`], but also reads every spelling of the null move ([`Turn::null`]), which recorded and analysed games contain.
///
/// # Errors
/// [`MoveError`] saying what is wrong.
pub fn turn_or_null(pos: &Position, text: &str) -> Result<Turn, MoveError> {
    if is_null(text) {
        return Turn::null(pos).map_err(|reason| MoveError::illegal(text, reason));
    }
    turn_of_san(pos, text)
}

/// A legal leg in long notation: `Ad4-f6`, `O-O`, `P@e4`.
pub fn leg_long(pos: &Position, mv: Move) -> String {
    written(pos, mv, "-", |_| mv.from().to_string())
}

/// A legal leg in long notation, with its side effects in brackets: `Ad4-f6(e5=w)`.
pub fn leg_with_effects(pos: &Position, mv: Move) -> String {
    let text = leg_long(pos, mv);
    match side_effects(pos, mv).as_str() {
        "" => text,
        effects => format!("{text}({effects})"),
    }
}

/// The algebraic notation of one of the legal legs.
fn named(pos: &Position, list: &[Move], mv: Move) -> String {
    written(pos, mv, "", |pawn_takes| match mv.kind() {
        MoveKind::Shot => mv.from().to_string(),
        _ => origin(pos, list, mv, pawn_takes),
    })
}

/// Writes a leg. `quiet` stands between the squares if the leg captures nothing; `origin` gives as much of the departure
/// square as is needed, given whether a pawn captures.
fn written(pos: &Position, mv: Move, quiet: &str, origin: impl FnOnce(bool) -> String) -> String {
    let Some(held) = mv.gated() else {
        return written_alone(pos, mv, quiet, origin);
    };
    let leg = written_alone(pos, mv, quiet, origin);
    let letter = pos.variant().letter_of(held);
    if mv.kind() == MoveKind::Castle {
        format!("{leg}/{letter}{}", gating::square(pos, mv))
    } else {
        format!("{leg}/{letter}")
    }
}

/// Writes a leg without the piece that comes in from the hand.
fn written_alone(
    pos: &Position,
    mv: Move,
    quiet: &str,
    origin: impl FnOnce(bool) -> String,
) -> String {
    match mv.kind() {
        _ if is_written_in_coordinates(pos, mv) => return leg_text(pos, mv),
        MoveKind::Castle if mv.is_pass() => return NULL_SAN.to_owned(),
        MoveKind::Castle if mv.castles_kingside() => return "O-O".to_owned(),
        MoveKind::Castle => return "O-O-O".to_owned(),
        _ => {}
    }
    let variant = pos.variant();
    let mover = type_at(pos, mv.from());
    let pawn = mover.is_some() && mover == variant.rules.pawn;
    let capture = is_capture(pos, mv);
    let letter = mover.filter(|_| !pawn);
    let letter = letter.map_or("", |piece_type| variant.letter_of(piece_type));
    let sign = if capture { "x" } else { quiet };
    let becoming = match mv.piece_type() {
        Some(piece_type) => format!("={}", variant.letter_of(piece_type)),
        None => String::new(),
    };
    let (origin, over) = (origin(pawn && capture), hurdle_text::suffix(pos, mv));
    format!("{letter}{origin}{sign}{}{becoming}{over}", mv.to())
}

/// As much of the departure square as is needed to tell the leg from legs of pieces of the same type to the same square.
fn origin(pos: &Position, list: &[Move], mv: Move, with_file: bool) -> String {
    let mover = type_at(pos, mv.from());
    let rivals: Vec<Square> = list
        .iter()
        .filter(|other| {
            !matches!(other.kind(), MoveKind::Drop | MoveKind::Castle)
                && other.to() == mv.to()
                && other.from() != mv.from()
                && type_at(pos, other.from()) == mover
        })
        .map(|other| other.from())
        .collect();
    let from = mv.from();
    let whole = from.to_string();
    let (file, rank) = whole.split_at(1);
    if rivals.is_empty() && !with_file {
        String::new()
    } else if rivals.iter().all(|rival| rival.file() != from.file()) {
        file.to_owned()
    } else if !with_file && rivals.iter().all(|rival| rival.rank() != from.rank()) {
        rank.to_owned()
    } else {
        whole
    }
}

fn type_at(pos: &Position, square: Square) -> Option<PieceType> {
    pos.at(square).map(Piece::piece_type)
}

/// A text without the signs of check, mate and annotation at its end.
fn stripped(text: &str) -> &str {
    text.trim_end_matches(['+', '#', '!', '?', ':'])
}

/// The legal legs that a loosely written text can mean.
fn fitting(pos: &Position, list: &[Move], text: &str) -> Vec<Move> {
    if !pos.variant().rules.capabilities.gating {
        return fitting_alone(pos, list, text);
    }
    if let Some((leg, entry)) = text.rsplit_once('/') {
        let mut found = fitting_alone(pos, list, leg);
        found.retain(|mv| is_entry(pos, *mv, entry));
        if !found.is_empty() {
            return found;
        }
    }
    let mut found = fitting_alone(pos, list, text);
    found.retain(|mv| mv.gated().is_none());
    found
}

/// Whether a text behind the slash names the piece that comes in with a leg, perhaps with its square: `H`, `Hh1`.
fn is_entry(pos: &Position, mv: Move, text: &str) -> bool {
    let Some(held) = mv.gated() else {
        return false;
    };
    let letter = pos.variant().letter_of(held);
    let Some((written, square)) = text.split_at_checked(1) else {
        return false;
    };
    written.eq_ignore_ascii_case(letter)
        && (square.is_empty() && !mv.gates_at_rook()
            || square == gating::square(pos, mv).to_string())
}

/// The legal legs that a text without a piece that comes in can mean.
fn fitting_alone(pos: &Position, list: &[Move], text: &str) -> Vec<Move> {
    if let Some((leg, over)) = named_hurdles(text) {
        return hurdle_text::meant(pos, &fitting_alone(pos, list, leg), &over);
    }
    castling_by_name(list, text).unwrap_or_else(|| {
        Wish::read(pos, text).map_or_else(
            || captures_by_files(pos, list, text),
            |wish| wish.fulfilled(pos, list),
        )
    })
}

/// The legal captures of pawns that a text names by their files alone: `exd`, `ed`.
fn captures_by_files(pos: &Position, list: &[Move], text: &str) -> Vec<Move> {
    let files: String = text.chars().filter(|c| !"x:".contains(*c)).collect();
    let [from @ b'a'..=b'h', to @ b'a'..=b'h'] = files.as_bytes() else {
        return Vec::new();
    };
    let fits = |mv: &&Move| {
        !matches!(mv.kind(), MoveKind::Drop | MoveKind::Castle)
            && type_at(pos, mv.from()) == pos.variant().rules.pawn
            && is_capture(pos, **mv)
            && (mv.from().file(), mv.to().file()) == (from - b'a', to - b'a')
    };
    list.iter().filter(fits).copied().collect()
}

/// The legal castling that a text names, at most one; `None` if the text does not name castling.
fn castling_by_name(list: &[Move], text: &str) -> Option<Vec<Move>> {
    let castling: String = text.replace('0', "O").to_ascii_uppercase();
    matches!(castling.as_str(), "O-O" | "O-O-O" | "OO" | "OOO").then(|| {
        let kingside = castling.matches('O').count() == 2;
        let fits = |mv: &&Move| mv.castles() && mv.castles_kingside() == kingside;
        list.iter().filter(fits).copied().collect()
    })
}

/// Splits a text into the leg and the hurdles that it names; `None` if it names none. A slash before the
/// letter of a piece marks a promotion (`e8/Q`).
fn named_hurdles(text: &str) -> Option<(&str, Vec<hurdle_text::Named>)> {
    let (leg, named) = hurdle_text::split(text).ok()?;
    named.map(|named| (leg, named))
}

/// The legal legs that a text in unusual case can mean: a move of a piece (`nf3`), or else of a pawn (`EXD5`).
fn fitting_in_any_case(pos: &Position, list: &[Move], text: &str) -> Vec<Move> {
    let lower = text.to_ascii_lowercase();
    let found = fitting(pos, list, &with_piece(&lower));
    // A letter that names a piece is not read as a file: `Bc5` is not the pawn's `bxc5`.
    let letter = text
        .get(..1)
        .filter(|letter| letter.to_ascii_lowercase() != **letter);
    let names_piece = letter.is_some_and(|letter| pos.variant().type_of_letter(letter).is_some());
    if found.is_empty() && !names_piece {
        fitting(pos, list, &lower)
    } else {
        found
    }
}

/// A text in lower case with the letter of its piece in upper case.
fn with_piece(text: &str) -> String {
    let letter = usize::from(text.starts_with('+'));
    let letters = text.char_indices();
    letters
        .map(|(at, c)| {
            if at == letter {
                c.to_ascii_uppercase()
            } else {
                c
            }
        })
        .collect()
}

/// The parts of a loosely written leg.
struct Wish {
    mover: Option<PieceType>,
    file: Option<u8>,
    rank: Option<u8>,
    capture: bool,
    to: Square,
    becoming: Option<PieceType>,
}

impl Wish {
    /// Reads `[piece][file][rank][x or -]square[=][piece]`.
    fn read(pos: &Position, text: &str) -> Option<Self> {
        let variant = pos.variant();
        let (piece, rest) = match text.chars().next()? {
            '+' => text.split_at_checked(2)?,
            'A'..='Z' => text.split_at(1),
            _ => ("", text),
        };
        let mover = match piece {
            "" => variant.rules.pawn,
            letter => Some(variant.type_of_letter(letter)?),
        };
        let squares_end = rest.rfind(|c: char| c.is_ascii_digit())? + 1;
        let (squares, becoming) = rest.split_at(squares_end);
        let becoming = match becoming
            .trim_start_matches(['=', '-'])
            .trim_matches(['(', ')', '/'])
        {
            "" => None,
            letter => Some(variant.type_of_letter(&letter.to_ascii_uppercase())?),
        };
        let (before, to) = squares.split_at_checked(squares.len().checked_sub(2)?)?;
        let capture = before.contains(['x', 'X', ':', '*']);
        let origin = before.trim_end_matches(['x', 'X', ':', '*', '-']);
        let mut wish = Self {
            mover,
            file: None,
            rank: None,
            capture,
            to: to.parse().ok()?,
            becoming,
        };
        for byte in origin.bytes() {
            match byte {
                b'a'..=b'h' if wish.file.is_none() => wish.file = Some(byte - b'a'),
                b'1'..=b'8' if wish.rank.is_none() => wish.rank = Some(byte - b'1'),
                _ => return None,
            }
        }
        Some(wish)
    }

    /// The legal legs that fit. If some match exactly, only those: a leg matches exactly if it promotes just as the text says,
    /// and captures only if the text has a sign of capture.
    fn fulfilled(&self, pos: &Position, list: &[Move]) -> Vec<Move> {
        let mut found: Vec<Move> = list
            .iter()
            .filter(|mv| self.is_met_by(pos, **mv))
            .copied()
            .collect();
        let exact =
            |mv: &Move| mv.piece_type() == self.becoming && is_capture(pos, *mv) == self.capture;
        if found.iter().any(exact) {
            found.retain(exact);
        }
        if found.is_empty() {
            // Castling written as a king's move with both squares: `Ke1-g1`.
            let castles = |mv: &&Move| {
                mv.castles()
                    && mv.to() == self.to
                    && (self.file, self.rank) == (Some(mv.from().file()), Some(mv.from().rank()))
                    && type_at(pos, mv.from()) == self.mover
            };
            found.extend(list.iter().filter(castles));
        }
        found
    }

    fn is_pawns(&self, pos: &Position) -> bool {
        self.mover.is_some() && self.mover == pos.variant().rules.pawn
    }

    fn is_met_by(&self, pos: &Position, mv: Move) -> bool {
        !matches!(mv.kind(), MoveKind::Drop | MoveKind::Castle)
            && mv.to() == self.to
            && type_at(pos, mv.from()) == self.mover
            && self.file.is_none_or(|file| file == mv.from().file())
            && self.rank.is_none_or(|rank| rank == mv.from().rank())
            && (!self.capture || is_capture(pos, mv))
            // The text of a pawn's capture has the pawn's file or the sign of capture.
            && (self.capture || self.file.is_some() || !self.is_pawns(pos) || !is_capture(pos, mv))
            && (self.becoming.is_none() || mv.piece_type() == self.becoming)
    }
}

/// Explains why a text is not a legal leg.
fn no_leg(pos: &Position, text: &str) -> MoveError {
    if let Some(over) = outcome(pos) {
        return MoveError::game_over(text, over);
    }
    if castling_by_name(&[], stripped(text)).is_some() {
        return MoveError::illegal(text, "the king cannot castle so now");
    }
    let Some(wish) = Wish::read(pos, stripped(text)) else {
        let reason =
            LegText::read(pos.variant(), text).map_or_else(|reason| reason, |leg| leg.why_not(pos));
        return MoveError::illegal(text, reason);
    };
    if wish.capture && pos.at(wish.to).is_none() {
        let reason = format!("there is no piece on {} to be taken", wish.to);
        return MoveError::illegal(text, reason);
    }
    if let Some((file, rank)) = wish.file.zip(wish.rank) {
        let plain = LegText::plain(Square::at(file, rank), wish.to);
        return MoveError::illegal(text, plain.why_not(pos));
    }
    let piece = wish.mover.map_or_else(
        || "piece".to_owned(),
        |piece_type| pos.variant().name_of(piece_type),
    );
    let verb = if wish.capture { "take on" } else { "go to" };
    let reason = format!("no such {piece} can {verb} {} now", wish.to);
    MoveError::illegal(text, reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::games;
    use crate::rules::{legal_turns, position, start, turn_of_text, turn_text};
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};
    use std::collections::BTreeMap;

    fn at(game: &str, fen: &str) -> Position {
        let variant = games().variant(game).expect("an embedded game");
        position(&variant, fen).expect("a position of the game")
    }

    fn name(game: &str, fen: &str, text: &str) -> String {
        let pos = at(game, fen);
        let turn = turn_of_text(&pos, text).expect("a legal turn");
        turn_san(&pos, &turn)
    }

    #[test]
    fn legs_have_their_usual_names() {
        let two_knights = "4k3/8/8/8/8/8/1N3N2/4K2R w K - 0 1";
        assert_eq!(name("chess", two_knights, "b2d3"), "Nbd3");
        assert_eq!(name("chess", two_knights, "e1g1"), "O-O");
        assert_eq!(name("chess", two_knights, "h1h8"), "Rh8+");
        let back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
        assert_eq!(name("chess", back_rank, "a1a8"), "Ra8#");
        let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        assert_eq!(name("chess", passing, "e5d6"), "exd6");
        let promoting = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(name("grasshopper", promoting, "a7a8g"), "a8=G");
        assert_eq!(name("grasshopper", promoting, "a7b8q"), "axb8=Q+");
    }

    #[test]
    fn shots_drops_and_linked_legs() {
        let shot = "4k3/8/3p4/8/2C5/8/8/4K3 w - - 0 1";
        assert_eq!(name("demirifle", shot, "c4d6"), "Cc4xd6");
        let linked = "r6/w6/*6/f6/7/**5/**BF*WR[P] w - - 0 1";
        assert_eq!(name("hopgi", linked, "f1f2,d1e2"), "Wf2,Fe2");
        assert_eq!(name("hopgi", linked, "P@d4"), "P@d4");
        let pos = at("hopgi", linked);
        for (typed, meant) in [("p@d4", "P@d4"), ("Wf2,d1e2", "f1f2,d1e2")] {
            let turn = turn_of_san(&pos, typed).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(turn_text(&pos, &turn), meant);
        }
        let error = turn_of_san(&pos, "Wf2").expect_err("half a turn");
        assert!(error.to_string().contains("another leg"), "{error}");
    }

    #[test]
    fn moves_as_books_print_them_are_read() {
        let hop = "rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR w KQkq - 0 1";
        let snail = "4k3/8/8/8/8/p7/8/S3K3 w - - 0 1";
        for (game, fen, texts) in [
            (
                "grasshopper",
                hop,
                &["G h2-h4", "Gh2-h4", "h2-h4", "G h2h4"][..],
            ),
            (
                "demichess",
                snail,
                &["a1:a3", "Sa1xa3", "S a1xa3", "a1xa3", "a1-a3"],
            ),
        ] {
            let pos = at(game, fen);
            let legs: Vec<Move> = texts
                .iter()
                .map(|text| leg_of_san(&pos, text).unwrap_or_else(|error| panic!("{error}")))
                .collect();
            assert!(legs.iter().all(|leg| *leg == legs[0]), "{game}");
        }
        // A text must not be cut within a character.
        assert!(leg_of_san(&at("demichess", snail), "a\u{e9}1").is_err());
    }

    #[test]
    fn a_refusal_says_what_forbids_the_move() {
        let refused = |game: &str, fen: &str, text: &str| {
            let pos = at(game, fen);
            leg_of_san(&pos, text).expect_err("illegal").to_string()
        };
        let pinned = "4k3/8/8/8/8/4r3/4B3/4K3 w - - 0 1";
        for (game, fen, text, reason) in [
            ("chess", pinned, "e2-d3", "it leaves the king attacked"),
            (
                "madrasi",
                "4k3/8/8/8/8/r7/8/R3K3 w - - 0 1",
                "a1b1",
                "cannot move now, by madrasi",
            ),
            (
                "anticirce",
                "4k3/8/8/8/n7/8/8/R3K2R w - - 0 1",
                "a1a4",
                "anticirce does not allow it",
            ),
            (
                "iron-crab",
                "4k3/8/8/8/8/1r6/8/1C2K3 b - - 0 1",
                "Rxb1",
                "no such rook can take on b1",
            ),
            (
                "iron-crab",
                "4k3/8/8/8/8/1r6/8/1C2K3 b - - 0 1",
                "b3:b1",
                "the piece on b1 cannot be captured",
            ),
            (
                "ag",
                "4k3/8/8/8/8/1AQ5/8/4K3 w - - 0 1",
                "b3d3",
                "what it does leaves the king attacked",
            ),
        ] {
            let error = refused(game, fen, text);
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn loose_texts_are_understood_and_ambiguous_ones_refused() {
        let pos = at("chess", "r3k3/1P6/8/8/8/8/1N3N2/4K2R w K - 0 1");
        for (typed, meant) in [
            ("0-0", "e1g1"),
            ("e1g1", "e1g1"),
            ("Nb2-d3", "b2d3"),
            ("Nbd3!?", "b2d3"),
            ("nbd3", "b2d3"),
            ("bxa8Q", "b7a8q"),
            ("bxa8=q+", "b7a8q"),
            ("b8(N)", "b7b8n"),
            ("Rh8", "h1h8"),
            ("Ke1-g1", "e1g1"),
        ] {
            let turn = turn_of_san(&pos, typed).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(turn_text(&pos, &turn), meant, "{typed}");
        }
        let error = turn_of_san(&pos, "Nd3").expect_err("two knights");
        assert!(error.to_string().contains("Nbd3, Nfd3"), "{error}");
        let error = turn_of_san(&pos, "b8").expect_err("no piece named");
        assert!(error.to_string().contains("b8=Q"), "{error}");
        for nonsense in [
            "", ",", "x", "Qd4", "a8Q", "Bxa8Q", "é9", "+", "+é", "Nz9", "e4,e5", "Nbd3,Ke2", "\0",
        ] {
            assert!(turn_of_san(&pos, nonsense).is_err(), "{nonsense:?}");
        }
    }

    #[test]
    fn every_legal_turn_of_random_games_has_its_own_name_and_is_found_by_it() {
        let catalogue = games();
        for (seed, game) in catalogue.names().iter().enumerate() {
            let variant = catalogue.variant(game).expect("embedded");
            let mut rng = ChaCha8Rng::seed_from_u64(seed as u64 + 1);
            let mut pos = start(&variant);
            for ply in 0..60 {
                let turns = legal_turns(&pos);
                if turns.is_empty() || turns.len() > 20_000 {
                    break;
                }
                let step = 1 + turns.len() / 300;
                let mut names = BTreeMap::new();
                for turn in turns.iter().step_by(step) {
                    let name = turn_san(&pos, turn);
                    let read = turn_of_san(&pos, &name)
                        .unwrap_or_else(|error| panic!("{game} {}: {error}", pos.fen()));
                    assert_eq!(read, *turn, "{game} {ply} {name} {}", pos.fen());
                    let other = names.insert(name, turn);
                    assert_eq!(other, None, "{game} {}", pos.fen());
                }
                pos = turns[rng.random_range(0..turns.len())].after(&pos);
            }
        }
    }
}
