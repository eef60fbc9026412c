//! Proofs that a diagram cannot arise in a game from the array of orthodox chess.
//!
//! Each objection is proven, but a diagram without objections may still be illegal. Where conditions or effects change pieces,
//! fewer tests apply.

use super::pieces::NamedPiece;
use crate::base::{Bitboard, Color, PieceType, Square};
use crate::position::Position;
use crate::rules::conditions::named;
use crate::variant::{ConditionSpec, Need, Possible, condition_parts};

/// The pieces of one side in the array.
const SIDE: u32 = 16;
/// The pawns of one side in the array.
const PAWNS: u32 = 8;

/// How pieces can change in the course of a game; each flag switches some tests off.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is known by itself")]
struct Changes {
    /// Pieces change colour.
    colour: bool,
    /// Kings change colour.
    kings: bool,
    /// Pieces change type.
    types: bool,
    /// Additional pieces appear, so that a side can have more than its array.
    more: bool,
    /// Pawns can stand on the first and the last rank.
    pawns_anywhere: bool,
    /// Fairy pieces are on the board, so that the array is unknown.
    fairy: bool,
    /// Bishops keep to squares of one colour.
    bishops_keep: bool,
}

impl Changes {
    fn of(pos: &Position, conditions: &[String], pieces: &[NamedPiece]) -> Self {
        let some = |has: &dyn Fn(&ConditionSpec) -> bool| {
            let specs = conditions.iter();
            let mut specs = specs.filter_map(|condition| named(condition_parts(condition).0));
            specs.any(has)
        };
        let possible = |what| some(&|spec| spec.has_possible(what));
        let standing = |index: usize| pos.by_type(PieceType::new(index)).any();
        // A hurdler type counts even if none is on the board: hurdlers may have been captured.
        let hops = |letter: char| {
            pieces.iter().any(|piece| {
                let list = piece.effects.split(':').next().unwrap_or_default();
                list.contains(letter)
            })
        };
        let named = pieces.iter().enumerate();
        let fairy = named
            .filter(|(_, piece)| !piece.orthodox)
            .any(|(index, _)| standing(index));
        Self {
            colour: some(&ConditionSpec::recolours)
                || possible(Possible::OtherColours)
                || fairy && hops('A'),
            kings: fairy && pieces.iter().any(|piece| piece.effects.contains("rex")),
            types: some(&|spec| spec.has_need(Need::Ladder))
                || possible(Possible::OtherTypes)
                || fairy && hops('E'),
            more: possible(Possible::MorePieces),
            pawns_anywhere: possible(Possible::PawnsOnEndRanks),
            fairy,
            bishops_keep: conditions.is_empty(),
        }
    }
}

/// The pieces of a position, counted by their letters.
struct Census<'a> {
    pos: &'a Position,
    pieces: &'a [NamedPiece],
}

impl Census<'_> {
    /// A side's pieces with a letter. Neutral pieces are no side's.
    fn squares(&self, color: Color, letter: &str) -> Bitboard {
        let named = self.pieces.iter().enumerate();
        let types = named.filter(|(_, piece)| piece.orthodox && piece.letter == letter);
        let all = types.fold(Bitboard::EMPTY, |all, (index, _)| {
            all | self.pos.pieces(color, PieceType::new(index))
        });
        all & !self.pos.neutrals()
    }

    fn count(&self, color: Color, letter: &str) -> u32 {
        self.squares(color, letter).count()
    }

    /// The number of a side's pieces, without walls and neutral pieces.
    fn all(&self, color: Color) -> u32 {
        (self.pos.by_color(color) & !self.pos.walls() & !self.pos.neutrals()).count()
    }

    /// The numbers of bishops on light and on dark squares.
    fn bishops(&self, color: Color) -> [u32; 2] {
        let squares = self.squares(color, "B");
        let light = squares
            .into_iter()
            .filter(|square| square.is_light())
            .count() as u32;
        [light, squares.count() - light]
    }
}

/// The objections to the legality of a diagram on the problem board, as sentences. `pieces` is indexed by piece type;
/// `conditions` are names in variant files.
pub fn objections(pos: &Position, conditions: &[String], pieces: &[NamedPiece]) -> Vec<String> {
    let changes = Changes::of(pos, conditions, pieces);
    let census = Census { pos, pieces };
    let mut said = Vec::new();
    kings(&census, changes, &mut said);
    numbers(&census, changes, &mut said);
    first_ranks(&census, changes, &mut said);
    promotions(&census, changes, &mut said);
    if !changes.fairy && conditions.is_empty() && pos.neutrals().is_empty() {
        checkers(pos, &mut said);
        pawn_captures(&census, &mut said);
    }
    said
}

fn kings(census: &Census<'_>, changes: Changes, said: &mut Vec<String>) {
    if changes.kings {
        return;
    }
    for color in Color::ALL {
        match census.pos.royals(color).count() {
            1 => {}
            0 => said.push(format!("{} has no king.", color.name())),
            several => said.push(format!("{} has {several} kings.", color.name())),
        }
    }
}

/// Without additional pieces a side has at most the 16 pieces and 8 pawns of the array.
fn numbers(census: &Census<'_>, changes: Changes, said: &mut Vec<String>) {
    if changes.more {
        return;
    }
    let all: u32 = Color::ALL.iter().map(|color| census.all(*color)).sum();
    if all > 2 * SIDE {
        said.push(format!(
            "There are {all} pieces, more than the 32 of the array."
        ));
    }
    let pawns = |color| census.count(color, "P");
    if !changes.colour {
        for color in Color::ALL {
            let (pieces, name) = (census.all(color), color.name());
            if pieces > SIDE {
                said.push(format!(
                    "{name} has {pieces} pieces, more than the 16 of the array."
                ));
            }
            if !changes.types && pawns(color) > PAWNS {
                let pawns = pawns(color);
                said.push(format!(
                    "{name} has {pawns} pawns, more than the 8 of the array."
                ));
            }
        }
    } else if !changes.types && pawns(Color::White) + pawns(Color::Black) > 2 * PAWNS {
        let pawns = pawns(Color::White) + pawns(Color::Black);
        said.push(format!(
            "There are {pawns} pawns, more than the 16 of the array."
        ));
    }
}

/// Pawns never stand on the first or the last rank: they start and are reborn on their second rank, and promote on the last.
fn first_ranks(census: &Census<'_>, changes: Changes, said: &mut Vec<String>) {
    if changes.types || changes.pawns_anywhere {
        return;
    }
    for color in Color::ALL {
        for square in census.squares(color, "P") {
            if square.rank() == 0 || square.rank() == 7 {
                let name = color.name();
                said.push(format!("No {name} pawn can stand on {square}."));
            }
        }
    }
}

/// Pieces in excess of the array are promoted pawns.
fn promotions(census: &Census<'_>, changes: Changes, said: &mut Vec<String>) {
    // With fairy pieces the array is unknown.
    if changes.types || changes.more || changes.fairy {
        return;
    }
    let beyond = |sides: &[Color]| {
        let array = sides.len() as u32;
        let sum = |letter: &str| sides.iter().map(|color| census.count(*color, letter)).sum();
        let more = |count: u32, in_array: u32| count.saturating_sub(in_array * array);
        let bishops = if changes.bishops_keep {
            let of = |colour| {
                sides
                    .iter()
                    .map(move |color| census.bishops(*color)[colour])
            };
            more(of(0).sum(), 1) + more(of(1).sum(), 1)
        } else {
            more(sum("B"), 2)
        };
        let non_pawns = more(sum("Q"), 1) + more(sum("R"), 2) + more(sum("N"), 2);
        let pawns: u32 = sum("P");
        (non_pawns + bishops, (PAWNS * array).saturating_sub(pawns))
    };
    let judge = |who: &str, (promoted, missing): (u32, u32)| {
        (promoted > missing).then(|| {
            format!(
                "{who} at least {promoted} promoted {}, but only {missing} {} missing.",
                if promoted == 1 { "piece" } else { "pieces" },
                if missing == 1 { "pawn is" } else { "pawns are" }
            )
        })
    };
    if changes.colour {
        said.extend(judge("There are", beyond(&Color::ALL)));
    } else {
        for color in Color::ALL {
            let who = format!("{} has", color.name());
            said.extend(judge(&who, beyond(&[color])));
        }
    }
}

/// A move gives check with the piece that moved and with at most one piece whose line it opens.
fn checkers(pos: &Position, said: &mut Vec<String>) {
    let us = pos.side_to_move();
    for king in pos.royals(us) {
        let all = pos.occupied();
        let checkers = pos
            .attackers(king, !us, all, all & pos.by_color(!us))
            .count();
        if checkers > 2 {
            let name = us.name();
            said.push(format!(
                "{name}'s king on {king} is in check from {checkers} pieces, and no move gives check with more than 2."
            ));
        }
    }
}

/// Pawns change files only by captures, and a side cannot have captured more pieces than the other side is missing.
fn pawn_captures(census: &Census<'_>, said: &mut Vec<String>) {
    for color in Color::ALL {
        let pawns: Vec<Square> = census.squares(color, "P").into_iter().collect();
        if pawns.len() > PAWNS as usize {
            continue;
        }
        let missing = SIDE.saturating_sub(census.pos.by_color(!color).count());
        let name = color.name();
        match least_captures(color, &pawns) {
            None => said.push(format!("{name}'s pawns cannot have come from their home squares.")),
            Some(captures) if captures > missing => said.push(format!(
                "{name}'s pawns have captured at least {captures} pieces, but only {missing} {} missing.",
                if missing == 1 { "is" } else { "are" }
            )),
            Some(_) => {}
        }
    }
}

/// The least number of captures that brings pawns from distinct home squares to `pawns`; `None` if that is impossible.
/// Dynamic programming over the pawns; the state is the set of home files in use.
fn least_captures(color: Color, pawns: &[Square]) -> Option<u32> {
    let mut least: [Option<u32>; 256] = [None; 256];
    least[0] = Some(0);
    for pawn in pawns {
        let steps = match color {
            Color::White => pawn.rank().checked_sub(1),
            Color::Black => 6_u8.checked_sub(pawn.rank()),
        };
        let mut next: [Option<u32>; 256] = [None; 256];
        for (used, sum) in least.iter().enumerate() {
            let Some(sum) = sum else { continue };
            for file in 0..8_u8 {
                let captures = file.abs_diff(pawn.file());
                let fits = steps.is_some_and(|steps| captures <= steps);
                if !fits || used & 1 << file != 0 {
                    continue;
                }
                let entry = &mut next[used | 1 << file];
                let total = sum + u32::from(captures);
                *entry = Some(entry.map_or(total, |known| known.min(total)));
            }
        }
        least = next;
    }
    least.into_iter().flatten().min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SplitMix64;
    use crate::catalogue::games;
    use crate::problem::{Parts, Problem, conditions};
    use crate::rules::{legal_moves, play, position};

    fn said(fen: &str, conditions: &[&str]) -> Vec<String> {
        let variant = games().variant("hurdlers").expect("embedded");
        let pos = position(&variant, fen).expect("a position");
        let pieces = pos.variant().presentation.piece_types.iter();
        let pieces: Vec<NamedPiece> = pieces
            .map(|piece| NamedPiece {
                letter: piece.letter.clone(),
                movement: piece.movement.clone(),
                effects: if piece.letter == "A" { "A" } else { "" }.to_owned(),
                name: piece.name.clone(),
                popeye: piece.letter.clone(),
                orthodox: "KQRBNP".contains(&piece.letter),
            })
            .collect();
        let conditions: Vec<String> = conditions.iter().map(ToString::to_string).collect();
        objections(&pos, &conditions, &pieces)
    }

    #[test]
    fn nothing_is_said_against_the_array() {
        let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(said(array, &[]).is_empty());
        let after = "rnbqkb1r/pp2pppp/5n2/3p4/2PP4/2N5/PP3PPP/R1BQKBNR b KQkq - 0 1";
        assert!(said(after, &[]).is_empty());
    }

    /// What games from the array reach under a condition is legal.
    #[test]
    fn nothing_is_said_against_positions_of_games() {
        let mut rng = SplitMix64::new(11);
        let mut wrong = Vec::new();
        let mut tested = 0;
        for name in conditions::names() {
            let parts = Parts {
                fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                stipulation: "h#2",
                conditions: &[name.to_owned()],
                ..Parts::default()
            };
            let Ok(problem) = Problem::from_parts(games(), &parts) else {
                continue;
            };
            let phases = problem.phases();
            let phase = phases.first().expect("a phase");
            let start = &phase.task.as_ref().expect("a task").position;
            tested += 1;
            let mut found = None;
            for _ in 0..30 {
                let mut pos = start.clone();
                for _ in 0..120 {
                    let moves = legal_moves(&pos);
                    if moves.is_empty() || found.is_some() {
                        break;
                    }
                    pos = play(&pos, moves[(rng.next() >> 33) as usize % moves.len()]);
                    let said = objections(&pos, &phase.conditions, &phase.pieces);
                    found = said
                        .first()
                        .map(|said| format!("{name} {}: {said}", pos.fen()));
                }
            }
            wrong.extend(found);
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(tested > 60, "{tested}");
    }

    #[test]
    fn pieces_beyond_the_array_have_been_pawns() {
        let queens = "4k3/8/8/8/8/8/PPPPPPPP/3QKQ2 w - - 0 1";
        let sentence = "White has at least 1 promoted piece, but only 0 pawns are missing.";
        assert_eq!(said(queens, &[]), [sentence]);
        assert_eq!(said(queens, &["circe"]), [sentence]);
        assert!(said(queens, &["andernach"]).is_empty());
        assert!(said(queens, &["einstein"]).is_empty());
        let bishops = "4k3/8/8/8/8/8/PPPPPPPP/2B1K2B w - - 0 1";
        assert!(said(bishops, &[]).is_empty());
        let dark = "4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1";
        assert_eq!(said(dark, &[]), [sentence]);
        assert!(said("4k3/8/8/8/8/8/PPPPPPPP/3QKQA1 w - - 0 1", &[]).is_empty());
    }

    #[test]
    fn pawns_come_from_their_second_rank() {
        let first = "4k3/8/8/8/8/8/8/P3K3 w - - 0 1";
        assert!(said(first, &[]).contains(&"No White pawn can stand on a1.".to_owned()));
        assert!(said(first, &["einstein"]).is_empty());
        let crowded = "rnbqkbnr/pppppppp/8/8/8/P7/PP6/4K3 w - - 0 1";
        let sentence = "White's pawns cannot have come from their home squares.";
        assert_eq!(said(crowded, &[]), [sentence]);
        let doubled = "rnbqkbnr/pppppppp/8/8/8/P7/P7/4K3 w - - 0 1";
        let sentence = "White's pawns have captured at least 1 pieces, but only 0 are missing.";
        assert_eq!(said(doubled, &[]), [sentence]);
        assert!(said(doubled, &["circe"]).is_empty());
    }

    #[test]
    fn neutral_pieces_are_no_sides() {
        let parts = Parts {
            fen: "4k3/8/8/8/8/6P~1/PPPPPPPP/4K3",
            stipulation: "#2",
            ..Parts::default()
        };
        let problem = Problem::from_parts(games(), &parts).expect("a problem");
        let phases = problem.phases();
        let task = phases[0].task.as_ref().expect("a task");
        let said = objections(&task.position, &phases[0].conditions, &phases[0].pieces);
        assert_eq!(said, [""; 0]);
    }

    #[test]
    fn kings_and_checkers_are_counted() {
        assert_eq!(
            said("8/8/8/8/8/8/8/4K3 w - - 0 1", &[]),
            ["Black has no king."]
        );
        let triple = "4k3/8/3N4/1B6/8/8/8/4R1K1 b - - 0 1";
        let found = said(triple, &[]);
        assert!(found[0].contains("from 3 pieces"), "{found:?}");
        assert!(said(triple, &["circe"]).is_empty());
    }
}
