//! Moves and lines as problemists write them: `1.Re3-e4 Af3-d5[e4=w] + 2.Ah7-d3[e4=b] Ad5-f3[e4=w] +`.
//!
//! ```text
//! line   = number "." move {[number "."] move}
//! move   = ("0-0" | "0-0-0" | "RoleExchange" | ["n"|"c"] [PIECE] square step {step}) [" +" | " #" | " =" | " ==" | " " goal]
//! step   = ("-" | "*") square [" ep."] ["=" PIECE] ["=" PIECE] ["=" ("w"|"b")] {effect}
//! effect = "[" square "=" ("w"|"b") "]" | "[" square "=" PIECE "]" | "[" square "->" square "]" | "[-" square "]"
//!        | "[" colour PIECE square "->" square "]" | "[+" colour PIECE square ["=" PIECE] "]"
//! ```
//!
//! The first `=` is a promotion, the second a change of the mover's type, the third its new colour; the effects stand
//! in the order in which they happen. Drops are written `P@e4`, hops that their squares do not tell apart with the pieces
//! leapt over (`Xc2-c4/d3`), legs of Dynamo by their coordinate text. `n` is for neutral pieces, `c` for chameleons.

use super::pieces::NamedPiece;
use super::stipulation::{Goal, Play};
use super::task::Task;
use super::walk::{LineTexts, positions};
use crate::base::{Color, Move, MoveKind, Piece, PieceType};
use crate::position::Position;
use crate::rules::{self, Capture, Consequence, Event, Role};
use crate::variant::Variant;
use std::fmt::Write as _;

/// The exchange of roles in the place of a move.
const EXCHANGE: &str = "RoleExchange";

/// How moves and lines are written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notation {
    /// Piece letters by piece type; empty: the game's own letters.
    letters: Vec<String>,
}

impl Notation {
    /// Popeye's piece letters (`S` for knights, `G`, `LI`, `hccG`) instead of the letters used in FENs.
    pub fn popeye(pieces: &[NamedPiece]) -> Self {
        Self {
            letters: pieces.iter().map(|piece| piece.popeye.clone()).collect(),
        }
    }

    fn letter<'a>(&'a self, variant: &'a Variant, piece_type: PieceType) -> &'a str {
        let letter = self.letters.get(piece_type.index());
        letter.map_or_else(|| variant.letter_of(piece_type), String::as_str)
    }

    /// The text of a legal leg; `reached` is the goal that the leg reaches, if any.
    pub fn leg(&self, pos: &Position, mv: Move, reached: Option<Goal>) -> String {
        let steps = rules::steps_of_leg(pos, mv);
        let mut text = self.step(pos, steps.first().map_or(mv, |(_, first)| *first), true);
        for (at, step) in steps.iter().skip(1) {
            text.push_str(&self.step(at, *step, false));
        }
        if pos.state().memory.imitators.any() {
            let imitators = rules::play(pos, mv).state().memory.imitators;
            let squares: Vec<String> = imitators.into_iter().map(|at| at.to_string()).collect();
            let _ = write!(text, "[I{}]", squares.join(","));
        }
        match reached {
            Some(goal) => {
                let _ = write!(text, " {goal}");
            }
            None if rules::in_check(&rules::play(pos, mv)) => text.push_str(" +"),
            None => {}
        }
        text
    }

    /// The text of a legal leg without its goal, or of one of its steps, of which only the first names the piece and its square.
    fn step(&self, pos: &Position, mv: Move, is_first: bool) -> String {
        if mv.is_pass() && pos.variant().rules.conditions.exchange_roles() {
            return EXCHANGE.to_owned();
        }
        if mv.is_exchange() {
            let [own, enemy] = [mv.from(), mv.to()].map(|square| {
                let letter = pos
                    .at(square)
                    .map_or("", |piece| self.letter(pos.variant(), piece.piece_type()));
                format!("{letter}{square}")
            });
            return format!("{own}<->{enemy}");
        }
        let plain = rules::is_written_in_coordinates(pos, mv);
        let mut text = if plain {
            rules::leg_text(pos, mv)
        } else {
            self.squares(pos, mv, is_first)
        };
        let mut effects = String::new();
        for what in rules::consequences(pos, mv) {
            let is_named =
                plain && matches!((what.event, what.role), (Event::Promotes(_), Role::Mover));
            if !is_named {
                self.consequence(pos.variant(), what, &mut text, &mut effects);
            }
        }
        text + &effects
    }

    /// Piece and squares, and the pieces leapt over if the squares alone are ambiguous. A step behind the first names only where it goes.
    fn squares(&self, pos: &Position, mv: Move, is_first: bool) -> String {
        let variant = pos.variant();
        match mv.kind() {
            MoveKind::Castle if mv.castles_kingside() => return "0-0".to_owned(),
            MoveKind::Castle => return "0-0-0".to_owned(),
            _ => {}
        }
        let piece = pos.at(mv.from());
        let mark = piece.and_then(|piece| mark(variant, piece));
        let is_named =
            |piece: &Piece| mark.is_some() || variant.rules.pawn != Some(piece.piece_type());
        let letter = piece
            .filter(is_named)
            .map_or("", |piece| self.letter(variant, piece.piece_type()));
        let letter = marked(mark, letter);
        let sign = if rules::is_capture(pos, mv) { '*' } else { '-' };
        if !is_first {
            return format!("{sign}{}", mv.to());
        }
        if variant.rules.capabilities.capture_series {
            // The steps tell the way.
            return format!("{letter}{}{sign}{}", mv.from(), mv.to());
        }
        // Whether a pawn becomes a chameleon is said behind its promotion.
        let is_told = mv.kind() == MoveKind::Promotion && variant.rules.capabilities.chameleons;
        let coordinates = rules::leg_text(pos, mv);
        let over = coordinates
            .find('/')
            .filter(|_| !is_told)
            .map_or("", |slash| &coordinates[slash..]);
        format!("{letter}{}{sign}{}{over}", mv.from(), mv.to())
    }

    /// Writes one consequence of a leg: a change of the moving piece goes to `text`, after its squares; anything else to `effects`,
    /// in brackets.
    fn consequence(
        &self,
        variant: &Variant,
        what: Consequence,
        text: &mut String,
        effects: &mut String,
    ) {
        let side = |piece: Piece| mark(variant, piece).filter(|mark| *mark == 'n');
        let side = |piece: Piece| side(piece).unwrap_or_else(|| piece.color().letter());
        let letter = |piece: Piece| self.letter(variant, piece.piece_type());
        // The mark of neutral pieces stands where others have their colour. Popeye says of neutral pawns that they promote to neutral pieces, of
        // chameleons and ghosts always that they are some.
        let typed = |piece: Piece| {
            let mark = mark(variant, piece).filter(|mark| *mark != 'n');
            marked(mark, letter(piece))
        };
        let promoted = |piece: Piece| marked(mark(variant, piece), letter(piece));
        let named = |piece: Piece| format!("{}{}", side(piece), typed(piece));
        let (square, is_mover) = (what.square, what.role == Role::Mover);
        let _ = match what.event {
            Event::Captured(Capture::EnPassant) => write!(text, " ep."),
            Event::Captured(Capture::OnTheWay) => {
                write!(effects, "[-{}{square}]", named(what.piece))
            }
            Event::Moves(_)
            | Event::Shoots(_)
            | Event::Drops
            | Event::Captured(Capture::Replaced | Capture::Shot)
            | Event::PushedOff
            | Event::Crosses(_) => Ok(()),
            // Behind what has brought the pawn to its last rank, in the same brackets.
            Event::Promotes(into) if what.role == Role::Victim => {
                effects.pop();
                write!(effects, "={}]", promoted(into))
            }
            Event::Promotes(into) if what.role == Role::Bystander => {
                write!(effects, "[{square}={}]", promoted(into))
            }
            Event::Promotes(into) => write!(text, "={}", promoted(into)),
            Event::ChangesType(into) if into.piece_type() == what.piece.piece_type() => {
                let chameleon = variant.is_chameleon(into).then_some('c');
                write!(text, "={}", chameleon.unwrap_or_else(|| side(into)))
            }
            Event::ChangesType(into) if is_mover => write!(text, "={}", typed(into)),
            Event::ChangesType(into) => write!(effects, "[{square}={}]", typed(into)),
            Event::ChangesColor(into) if is_mover => write!(text, "={}", side(into)),
            Event::ChangesColor(into) => write!(effects, "[{square}={}]", side(into)),
            // A captor that is reborn on its arrival square has not moved, so nothing is written.
            Event::Reborn(to) | Event::Transferred(to) if to == square => Ok(()),
            Event::Reborn(to) | Event::Transferred(to) => {
                let piece = if is_mover {
                    named(what.piece)
                } else {
                    String::new()
                };
                write!(effects, "[{piece}{square}->{to}]")
            }
            Event::Returns(to) => write!(effects, "[+{}{to}]", named(what.piece)),
            // A wall that a move leaves is where the rules of the game say.
            Event::Appears if variant.rules.is_wall(what.piece.piece_type()) => Ok(()),
            Event::Appears => write!(effects, "[+{}{square}]", named(what.piece)),
            // A pawn that has become an imitator.
            Event::Vanishes if variant.rules.imitator == Some(what.piece.piece_type()) => Ok(()),
            Event::Vanishes => write!(effects, "[-{square}]"),
        };
    }

    /// A line of help or series play with move numbers; its last move reaches the goal. Lines of set play begin with `1...`,
    /// lines of stipulations with half a move with `1... ...`; the move after a series has no number.
    pub fn line(&self, task: &Task, set_play: bool, line: &[Move]) -> String {
        let moves = self.numbered(task, set_play, line).into_iter();
        let words: Vec<String> = moves.map(|(number, leg)| number + &leg).collect();
        words.join(" ")
    }

    /// The half-moves of a line, each with the move number in front of it (empty if none).
    pub fn numbered(&self, task: &Task, set_play: bool, line: &[Move]) -> Vec<(String, String)> {
        let stipulation = &task.stipulation;
        let series = stipulation
            .play
            .series_length(line.len())
            .filter(|_| !set_play);
        let omitted = usize::from(set_play)
            + usize::from(stipulation.half && stipulation.play != Play::ProofGame);
        let (play, first) = beginning(task, set_play);
        let positions = positions(play, &first, line);
        let moves = positions.iter().zip(line).enumerate();
        let planned = stipulation.play == Play::PlannedLine;
        let plan = stipulation.plan.as_ref().filter(|_| planned);
        let joined = plan.map_or_else(Vec::new, |plan| plan.last_goals());
        let counted = counted(&positions[..line.len()]);
        let named = moves.map(|(index, (pos, mv))| {
            let last = index + 1 == line.len();
            let by_black = pos.side_to_move() != task.white;
            let goal = stipulation.other_goal.filter(|_| by_black);
            let goal = goal.unwrap_or(stipulation.goal);
            let (goal, others) = match &joined[..] {
                [first, others @ ..] => (Some(*first), others),
                [] if planned => (end_of(pos, *mv), &[][..]),
                [] => (Some(goal), &[][..]),
            };
            let mut leg = self.leg(pos, *mv, goal.filter(|_| last));
            for goal in others.iter().filter(|_| last) {
                let _ = write!(leg, " {goal}");
            }
            if planned && !set_play {
                return (counted[index].clone(), leg);
            }
            let number = match series {
                Some(length) if index < length => format!("{}.", index + 1),
                Some(_) => String::new(),
                None => number(index, omitted),
            };
            (number, leg)
        });
        named.collect()
    }
}

/// Writes the coordinate texts of lines of help, series or set play, one after the other.
pub fn coordinates<'a>(task: &Task, set_play: bool) -> LineTexts<'a> {
    let (play, first) = beginning(task, set_play);
    LineTexts::new(play, first)
}

/// The kind of play of a line, and its first position. In set play the other side begins and there is no series.
fn beginning(task: &Task, set_play: bool) -> (Play, Position) {
    if set_play {
        (Play::Help, task.set_position())
    } else {
        (task.stipulation.play, task.position.clone())
    }
}

/// The numbers before the half-moves of a line in which one side may move several times in a row. Two successive half-moves of
/// different sides share a number, which stands before the first.
fn counted(before: &[Position]) -> Vec<String> {
    let mut number = 0;
    let mut open = None;
    let sides = before.iter().map(Position::side_to_move);
    sides
        .map(|side| {
            if open == Some(!side) {
                open = None;
                return String::new();
            }
            open = Some(side);
            number += 1;
            format!("{number}.")
        })
        .collect()
}

/// The goal (mate or stalemate) that a move reaches by leaving the other side without legal moves, if it does.
fn end_of(pos: &Position, mv: Move) -> Option<Goal> {
    let next = rules::play(pos, mv);
    let over = rules::legal_moves(&next).is_empty();
    over.then(|| {
        if rules::in_check(&next) {
            Goal::Mate
        } else {
            Goal::Stalemate
        }
    })
}

/// The number before half-move `index` of a line whose first `omitted` half-moves are left out. Two half-moves share a number.
fn number(index: usize, omitted: usize) -> String {
    let half_move = index + omitted;
    match (index, omitted) {
        (0, 1) => "1...".to_owned(),
        (0, 2) => "1... ... 2.".to_owned(),
        _ if half_move.is_multiple_of(2) => format!("{}.", half_move / 2 + 1),
        _ => String::new(),
    }
}

/// The numbers of White's, Black's and neutral pieces on the board, as in `4 + 6` or `4 + 6 + 1n`.
pub fn pieces_count(pos: &Position) -> String {
    let count = |color| (pos.by_color(color) & !pos.neutrals()).count();
    let neutral = match pos.neutrals().count() {
        0 => String::new(),
        some => format!(" + {some}n"),
    };
    format!("{} + {}{neutral}", count(Color::White), count(Color::Black))
}

/// The letter in front of the name of a neutral piece (`n`) or a chameleon (`c`).
fn mark(variant: &Variant, piece: Piece) -> Option<char> {
    if variant.is_neutral(piece) {
        Some('n')
    } else {
        let ghost = || variant.is_ghost(piece).then_some('u');
        variant.is_chameleon(piece).then_some('c').or_else(ghost)
    }
}

/// The letter of a piece with its mark in front.
fn marked(mark: Option<char>, letter: &str) -> String {
    mark.into_iter().chain(letter.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::games;
    use crate::problem::Options;
    use crate::rules::{leg_of_text, position};
    use crate::variant::DeclaredPieces;

    fn board(game: &str, pieces: &str, fen: &str) -> Position {
        let variant = games().variant(game).expect("embedded");
        let pieces = DeclaredPieces::parse(pieces).expect("pieces");
        position(&variant.with_pieces(&pieces).expect("pieces"), fen).expect("a position")
    }

    fn leg(game: &str, placement: &str, text: &str) -> String {
        let pos = board(game, "", &format!("{placement} w - - 0 1"));
        let mv = leg_of_text(&pos, text).expect("legal");
        Notation::default().leg(&pos, mv, None)
    }

    fn task(position: Position, stipulation: &str) -> Task {
        Task {
            in_passing: None,
            target: None,
            white: Color::White,
            position,
            stipulation: stipulation.parse().expect("a stipulation"),
            options: Options::default(),
        }
    }

    /// The moves of a line given as texts.
    fn legs(task: &Task, set_play: bool, texts: &[&str]) -> Vec<Move> {
        let series = task.stipulation.play.series_length(texts.len());
        let series = series.filter(|_| !set_play).unwrap_or(0);
        let (_, mut at) = beginning(task, set_play);
        let mut line = Vec::new();
        for text in texts {
            let mv = leg_of_text(&at, text).expect("legal");
            line.push(mv);
            at = rules::play(&at, mv);
            if line.len() < series {
                at = crate::problem::passed(&at);
            }
        }
        line
    }

    fn line(pos: Position, stipulation: &str, set_play: bool, texts: &[&str]) -> String {
        let task = task(pos, stipulation);
        let line = legs(&task, set_play, texts);
        assert_eq!(coordinates(&task, set_play).of(&line), texts);
        Notation::default().line(&task, set_play, &line)
    }

    #[test]
    fn browns_problem_is_written_with_its_effects() {
        let pos = board("hurdlers", "", "K7/7a/3pp3/4k3/a7/2P1rA2/5N2/8 b - - 0 1");
        let texts = ["e3e4", "f3d5", "h7d3", "d5f3", "d3f5", "f2d3"];
        assert_eq!(
            line(pos, "h#3", false, &texts),
            "1.Re3-e4 Af3-d5[e4=w] + 2.Ah7-d3[e4=b] Ad5-f3[e4=w] + 3.Ad3-f5[e4=b] Nf2-d3 #"
        );
    }

    #[test]
    fn half_moves_set_play_and_series_have_their_numbers() {
        let pos = |side: char| board("chess", "", &format!("7k/8/5K2/8/8/8/8/R7 {side} - - 0 1"));
        let of = |side, stipulation: &str, set_play, texts: &[&str]| {
            line(pos(side), stipulation, set_play, texts)
        };
        assert_eq!(
            of('w', "h#1.5", false, &["f6f7", "h8h7", "a1h1"]),
            "1...Kf6-f7 2.Kh8-h7 Ra1-h1 #"
        );
        assert_eq!(
            of('b', "h#2", true, &["f6f7", "h8h7", "a1h1"]),
            "1...Kf6-f7 2.Kh8-h7 Ra1-h1 #"
        );
        assert_eq!(
            of('w', "h#1.5", true, &["h8g8", "a1a8"]),
            "1... ... 2.Kh8-g8 Ra1-a8 #"
        );
        assert_eq!(
            of('w', "ser-#2", false, &["f6g6", "a1a8"]),
            "1.Kf6-g6 2.Ra1-a8 #"
        );
        assert_eq!(
            of('b', "ser-h#1", false, &["h8g8", "a1a8"]),
            "1.Kh8-g8 Ra1-a8 #"
        );
        assert_eq!(
            of('b', "ser-h#3", false, &["h8g8", "g8h8", "h8g8", "a1a8"]),
            "1.Kh8-g8 2.Kg8-h8 3.Kh8-g8 Ra1-a8 #"
        );
        assert_eq!(of('b', "ser-h=1", true, &["a1g1"]), "1...Ra1-g1 =");
    }

    #[test]
    fn what_happens_stands_behind_the_squares_in_its_order() {
        let takes = "4k3/8/8/3n4/8/2N5/8/4K3";
        assert_eq!(leg("andernach", takes, "c3d5"), "Nc3*d5=b");
        assert_eq!(leg("circe", takes, "c3d5"), "Nc3*d5[+bNg8]");
        assert_eq!(leg("anticirce", takes, "c3d5"), "Nc3*d5[wNd5->b1]");
        assert_eq!(leg("einstein", takes, "c3d5"), "Nc3*d5=B");
        let promotes = "1n2k3/P7/8/8/8/8/8/4K3";
        assert_eq!(leg("andernach", promotes, "a7b8q"), "a7*b8=Q=b");
        assert_eq!(leg("chess", promotes, "a7b8q"), "a7*b8=Q +");
        assert_eq!(
            leg("acg", "4k3/8/8/8/8/1HQ5/6K1/8", "b3d3"),
            "Hb3-d3[c3=b][c3->d8]"
        );
        assert_eq!(leg("cg", "4k2n/8/8/8/8/1Cr5/8/4K3", "b3d3"), "Cb3-d3[-c3]");
        assert_eq!(leg("eg", "4k3/8/8/n7/r7/8/8/E3K3", "a1a5"), "Ea1*a5[a4=Q]");
        let passing = board("andernach", "", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
        let mv = leg_of_text(&passing, "e5d6").expect("legal");
        assert_eq!(Notation::default().leg(&passing, mv, None), "e5*d6 ep.=b");
        let castling = board("einstein", "", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let mv = leg_of_text(&castling, "e1g1").expect("legal");
        assert_eq!(Notation::default().leg(&castling, mv, None), "0-0[f1=B]");
    }

    #[test]
    fn drops_shots_pushes_and_hurdles_that_must_be_named() {
        let drop = board("crazyhouse", "", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1");
        let mv = leg_of_text(&drop, "Q@e4").expect("legal");
        assert_eq!(Notation::default().leg(&drop, mv, None), "Q@e4 +");
        let shot = board("demirifle", "", "4k3/8/8/4c3/8/3C4/8/2L1K3 w - - 0 1");
        let mv = leg_of_text(&shot, "d3e5").expect("legal");
        assert_eq!(Notation::default().leg(&shot, mv, None), "Cd3*e5");
        let hop = board("hurdlers", "X=eagle:A", "8/8/8/8/8/1k1p4/2X5/7K w - - 0 1");
        let mv = leg_of_text(&hop, "c2c4/d3").expect("legal");
        let text = Notation::default().leg(&hop, mv, None);
        assert!(text.starts_with("Xc2-c4/d3[d3=w]"), "{text}");
    }

    #[test]
    fn other_letters_can_name_the_pieces() {
        let pos = board("hurdlers", "", "4k3/8/8/4n3/3A4/8/8/4K3 w - - 0 1");
        let pieces = pos
            .variant()
            .presentation
            .piece_types
            .iter()
            .map(|piece| NamedPiece {
                letter: piece.letter.clone(),
                movement: piece.movement.clone(),
                effects: String::new(),
                name: piece.name.clone(),
                popeye: format!("x{}", piece.letter),
                orthodox: false,
            });
        let popeye = Notation::popeye(&pieces.collect::<Vec<_>>());
        let mv = leg_of_text(&pos, "d4f6").expect("legal");
        assert_eq!(popeye.leg(&pos, mv, None), "xAd4-f6[e5=w]");
    }
}
