//! Describes a game in words: the properties of its pieces besides their movement, its special rules, and how games end.

use super::compiled::Variant;
use super::definition::{BareKing, Checkmate, GoalResult, Pass, Placing, Repetition, Stalemate};
use super::goals::{GoalEvent, GoalRule};
use super::rule_set::Effect;
use crate::base::{Bitboard, Color, Piece, PieceType, PieceTypeSet};

impl Variant {
    /// The special properties of a piece, one phrase each.
    pub fn facts(&self, piece_type: PieceType) -> Vec<String> {
        let rules = &self.rules;
        let royal = rules.royals.contains(piece_type);
        let captured = rules.capabilities.royal_capture;
        let properties = [
            (royal && captured, "royal: captured, not mated"),
            (royal && !captured, "royal"),
            (
                rules.shooters.contains(piece_type),
                "captures without moving",
            ),
            (
                rules.iron.contains(piece_type) && !rules.is_wall(piece_type),
                "cannot be captured",
            ),
            (rules.is_wall(piece_type), "a blocked square"),
            (
                rules.petrifying.contains(piece_type),
                "turns into a wall when it captures",
            ),
            (
                rules.relays.contains(piece_type),
                "gives its moves to the pieces of its side that it guards",
            ),
            (
                rules.relayed_pawns && rules.pawns.contains(piece_type) && !rules.relays.is_empty(),
                "also moves and captures like the pieces that guard it and give their moves",
            ),
            (
                rules.linked.contains(piece_type),
                "if it moves, the other king moves too",
            ),
            (
                rules.unmoved.contains(piece_type),
                "first moves only as long as it has not moved",
            ),
        ];
        let properties = properties.into_iter().filter(|(is_so, _)| *is_so);
        let mut facts: Vec<String> = properties.map(|(_, words)| words.to_owned()).collect();
        if let Some((_, by)) = rules.aimed.iter().find(|(one, _)| *one == piece_type) {
            let by = self.names_of(*by);
            facts.push(format!("no first move after a {by} has aimed at it"));
        }
        if let Some(palace) = rules
            .palaces
            .get(Piece::new(Color::White, piece_type).index())
            && *palace & rules.board.squares() != rules.board.squares()
        {
            let squares = palace.into_iter().map(|square| square.to_string());
            let squares = squares.collect::<Vec<_>>().join(" ");
            facts.push(format!("White's goes to {squares} only"));
        }
        for effect in &rules.hurdle_effects[piece_type.index()].effects {
            let what = match effect {
                Effect::Andernach => "changes colour",
                Effect::Circe => "goes home",
                Effect::Einstein => "changes type",
            };
            facts.push(format!("the piece it hops over {what}"));
        }
        let names = Color::ALL.map(|color| {
            let into = &rules.promotion(Piece::new(color, piece_type)).into;
            let names: Vec<String> = into.iter().map(|into| self.name_of(*into)).collect();
            names.join(", ")
        });
        match names {
            [white, black] if white == black && white.is_empty() => {}
            [white, black] if white == black => facts.push(format!("promotes to {white}")),
            [white, black] => {
                let or_nothing = |names: String| {
                    if names.is_empty() {
                        "nothing".to_owned()
                    } else {
                        names
                    }
                };
                let (white, black) = (or_nothing(white), or_nothing(black));
                facts.push(format!("White's promotes to {white}, Black's to {black}"));
            }
        }
        if rules.hand.contains(piece_type) {
            facts.push("can be dropped from the hand".to_owned());
        }
        facts
    }

    /// The special rules of a game (board, turns, hands, pawns) as sentences.
    pub fn special_rules(&self) -> Vec<String> {
        let rules = &self.rules;
        let able = rules.capabilities;
        let sentences = [
            (able.wraps, "The first and the last file are neighbours."),
            (
                able.two_boards,
                "There are two boards: a piece that has moved goes over to the same square of the other one, which has to be empty.",
            ),
            (
                able.dynamo,
                "Nobody captures: pieces push and pull each other along their lines, and those that cross the edge are gone.",
            ),
            (
                able.drops && rules.drops.captures,
                "Captured pieces go to the captor's hand and can be dropped on an empty square instead of a move.",
            ),
            (
                able.drops && !rules.drops.captures && rules.drops.on_empty_squares,
                "Pieces in hand can be dropped on an empty square instead of a move; captured pieces do not come there.",
            ),
            (
                rules.drops.forms.iter().any(Option::is_some),
                "Pieces can be dropped as their promoted forms, too.",
            ),
            (
                rules
                    .promotions
                    .iter()
                    .any(|promotion| promotion.by_capture),
                "Pieces promote by captures alone.",
            ),
            (
                rules.drops.compulsory,
                "A side with pieces in hand has to drop one.",
            ),
            (
                rules.promotion_limits.is_some(),
                "Pawns become only what their side has too few of.",
            ),
            (
                rules.castling.anywhere,
                "Kings and rooks castle from wherever they stand at the start.",
            ),
            (
                able.linked,
                "Where a linked king moves, the other one moves in the same turn, if it can.",
            ),
            (
                able.iron && !able.walls || rules.iron.iter().count() > 1,
                "Some pieces cannot be captured.",
            ),
            (
                rules.placing == Placing::Duck,
                "After each move the side that has made it puts the only wall on another empty square.",
            ),
            (
                rules.placing == Placing::Anywhere,
                "After each move the side that has made it puts another wall on an empty square.",
            ),
            (
                rules.placing == Placing::Left,
                "A piece that moves leaves a wall on the square from which it came.",
            ),
            (
                able.gating,
                "A piece in hand can come to the square that an own piece leaves with its first move from its first rank.",
            ),
            (rules.must_capture, "A side that can capture has to."),
            (
                rules.double_step,
                "Pawns may go two squares from their second rank.",
            ),
            (rules.en_passant, "Pawns capture en passant."),
            (
                rules.promotion_from_setup,
                "Pawns promote to any piece of the position that was set up.",
            ),
        ];
        let lengths = rules.series.as_ref().map(|series| {
            let (white, black) = (Color::White, Color::Black);
            let first: Vec<String> = (1..=3)
                .flat_map(|number| {
                    [white, black].map(|side| series.schedule.length(number, side).to_string())
                })
                .collect();
            format!(
                "The turns have {} moves and so on, White first.",
                first.join(", ")
            )
        });
        let sentences = sentences.into_iter().filter(|(is_so, _)| *is_so);
        sentences
            .map(|(_, text)| text.to_owned())
            .chain(lengths)
            .chain(self.passes_in_words())
            .collect()
    }

    /// When sides may pass, as sentences.
    fn passes_in_words(&self) -> impl Iterator<Item = String> {
        let passes = self.rules.passes;
        let words = [
            (Pass::Always, ""),
            (Pass::Stuck, " if it has no other legal move"),
        ];
        words.into_iter().filter_map(move |(when, condition)| {
            let side = match passes.map(|pass| pass == when) {
                [true, true] => "A side",
                [true, false] => "White",
                [false, true] => "Black",
                [false, false] => return None,
            };
            Some(format!("{side} that is not in check may pass{condition}."))
        })
    }

    /// The names of piece types as a phrase, such as `Queen, Rook or Pawn`; `piece` if all types are meant.
    fn names_of(&self, types: PieceTypeSet) -> String {
        if types == self.rules.all_types().collect() {
            return "piece".to_owned();
        }
        let names: Vec<String> = types.iter().map(|one| self.name_of(one)).collect();
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        }
    }

    /// A goal as a phrase.
    fn goal_in_words(&self, goal: &GoalRule) -> String {
        let result = match goal.result {
            GoalResult::Wins => "wins",
            GoalResult::Loses => "loses",
            GoalResult::Draw => "draws",
        };
        let at_most = |left: u32| match left {
            0 => "no".to_owned(),
            _ => format!("at most {left}"),
        };
        match goal.event {
            GoalEvent::Reach {
                by,
                squares,
                safe,
                last_move,
            } => {
                let listed = |squares: Bitboard| {
                    let texts = squares.into_iter().map(|square| square.to_string());
                    texts.collect::<Vec<_>>().join(" ")
                };
                let [white, black] = squares;
                let of_black = if black == white {
                    String::new()
                } else {
                    format!(" (White) or {} (Black)", listed(black))
                };
                let last = if last_move {
                    ", and Black may draw by doing so in the next move"
                } else {
                    ""
                };
                let by = self.names_of(by);
                let white = listed(white);
                let safe = if safe { "that is not attacked " } else { "" };
                format!("a side with a {by} {safe}on {white}{of_black} {result}{last}")
            }
            GoalEvent::Checks => {
                let checks = self.rules.checks;
                let s = if checks == 1 { "" } else { "s" };
                format!("a side that has given {checks} check{s} {result}")
            }
            GoalEvent::Lost { kinds, left } => {
                let (left, kinds) = (at_most(left), self.names_of(kinds));
                format!("a side with {left} {kinds} left {result}")
            }
            GoalEvent::LostAll { kinds, left } => {
                let (left, kinds) = (at_most(left), self.names_of(kinds));
                format!("a side with {left} {kinds} left at all {result}")
            }
        }
    }

    /// The ways in which games end, as phrases.
    pub fn ends(&self) -> Vec<String> {
        let rules = &self.rules;
        let mut ends = Vec::new();
        ends.push(if rules.capabilities.royal_capture {
            "a side without a king has lost".to_owned()
        } else {
            match rules.checkmate {
                Checkmate::Loses => "checkmate wins".to_owned(),
                Checkmate::Wins => "checkmate wins for the side that is mated".to_owned(),
            }
        });
        if rules.royals.is_empty() {
            ends.clear();
        }
        ends.splice(
            0..0,
            rules.goals.iter().map(|goal| self.goal_in_words(goal)),
        );
        ends.push(match rules.stalemate {
            Stalemate::Draw if rules.draws.is_some() => "stalemate is a draw".to_owned(),
            Stalemate::Draw => "stalemate draws".to_owned(),
            Stalemate::Loses => "stalemate loses for the side that cannot move".to_owned(),
            Stalemate::Wins => "stalemate wins for the side that cannot move".to_owned(),
            Stalemate::Fewer => "stalemate wins for the side with fewer pieces".to_owned(),
        });
        if rules.bare_king == BareKing::Loses {
            ends.push("a bare king loses".to_owned());
        }
        if !rules.dead.is_empty() {
            let letters: Vec<&str> = rules.dead.iter().map(|dead| self.letter_of(dead)).collect();
            ends.push(format!(
                "a king with a single {} draws against a bare king",
                letters.join(" or ")
            ));
        }
        ends.push(self.repetition_in_words());
        let unit = if rules.capabilities.schedule {
            "turns"
        } else {
            "half-moves"
        };
        if rules.move_limit < u16::MAX {
            ends.push(format!("{} {unit} without progress draw", rules.move_limit));
        }
        if let Some(winner) = rules.draws {
            ends.push(format!("every draw is a win of {}", winner.name()));
        }
        if rules.counting.is_some() {
            ends.push("the count of moves in the endgame draws".to_owned());
        }
        ends
    }

    /// The rule of repetition, as a phrase.
    fn repetition_in_words(&self) -> String {
        let rule = self.rules.repetition;
        let result = match rule.result {
            Repetition::Draw => "draws",
            Repetition::Loses => "loses for the side that brings it about",
            Repetition::Wins => "wins for the side that brings it about",
            Repetition::White => "wins for White",
            Repetition::Black => "wins for Black",
        };
        let perpetual = if rule.perpetual_check_loses {
            "perpetual check loses, "
        } else {
            ""
        };
        match rule.occurrences {
            0 => "no repetition ends the game".to_owned(),
            3 => format!("{perpetual}the third repetition {result}"),
            number => format!("{perpetual}occurrence {number} of a position {result}"),
        }
    }
}
