//! Describes a game in words: the movement and the properties of its pieces, and how games end. `special_rules` has the rest.

use super::compiled::Variant;
use super::course::CountingRule;
use super::definition::{
    BareKing, Checkmate, EffectTarget, GoalResult, Repetition, Rex, Stalemate,
};
use super::goals::{GoalEvent, GoalRule};
use super::rule_set::Effect;
use super::squares_text::{listed, sides_in_words};
use crate::base::{Color, Piece, PieceType, PieceTypeSet, Square};
use crate::betza::{self, Wording};
use std::fmt::Write as _;

impl Variant {
    /// How a piece moves and captures, in words; empty if it does not move.
    pub fn movement_in_words(&self, piece_type: PieceType) -> String {
        let rules = &self.rules;
        let text = &self.presentation.piece_types[piece_type.index()].movement;
        let Ok(mut movement) = betza::parse(text) else {
            return String::new();
        };
        let own = &self.movements[piece_type.index()];
        if own.chains.is_empty() && !own.paths.iter().any(|path| path.modes.capture) {
            // A king that would turn into a wall captures nothing, whatever its text says.
            for path in &mut movement.paths {
                path.modes.capture = false;
            }
            movement.paths.retain(|path| path.modes.quiet);
        }
        let first_moves = self.first_moves_in_words(piece_type);
        movement.in_words_of(Wording {
            first_moves: &first_moves,
            castles: rules.castling_kings.contains(piece_type) && rules.castling.exists(),
            en_passant: self.has_en_passant(),
        })
    }

    /// From where a piece makes its first moves, as a phrase.
    fn first_moves_in_words(&self, piece_type: PieceType) -> String {
        let rules = &self.rules;
        if rules.unmoved.contains(piece_type) {
            return "from where it stood at the start".to_owned();
        }
        if !rules.pawns.contains(piece_type) {
            return "from where one of its kind stood at the start".to_owned();
        }
        let board = rules.board.squares();
        let usual = Color::ALL.map(|color| rules.nth_rank_of(color, 1) & board);
        let from = Color::ALL.map(|color| {
            if rules.rank_pawn == Some(piece_type) {
                usual[color.index()]
            } else {
                rules.first_moves[Piece::new(color, piece_type).index()] & board
            }
        });
        if from == usual {
            return "from its second rank".to_owned();
        }
        format!("from {}", sides_in_words(board, from))
    }

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
                rules.half_neutral.contains(piece_type),
                "becomes neutral by moving, and by the next move a piece of the side that makes it",
            ),
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
            let black = rules.palaces[Piece::new(Color::Black, piece_type).index()];
            let squares = sides_in_words(rules.board.squares(), [*palace, black]);
            facts.push(format!("goes only to {squares}"));
        }
        let hops = &rules.hurdle_effects[piece_type.index()];
        for effect in &hops.effects {
            let what = match effect {
                Effect::Andernach => "changes colour",
                Effect::Circe => "goes home",
                Effect::Einstein => "changes type",
            };
            let whose = match hops.target {
                EffectTarget::Enemy => "enemy piece",
                EffectTarget::Friend => "piece of its own side",
                EffectTarget::Both => "piece",
            };
            let kings = match hops.rex {
                Rex::Exclusive => "",
                Rex::Inclusive => ", kings included",
            };
            facts.push(format!("the {whose} it hops over {what}{kings}"));
        }
        let named_pawn = self.name_of(piece_type).contains("pawn");
        if rules.pawns.contains(piece_type) && !named_pawn {
            facts.push("counts as a pawn".to_owned());
        }
        facts.extend(self.promotion_in_words(piece_type));
        if rules.hand.contains(piece_type) {
            facts.extend(self.drops_of(piece_type));
        }
        let goes_home = |effects: &[Effect]| effects.contains(&Effect::Circe);
        let by_effect = rules
            .hurdle_effects
            .iter()
            .any(|hops| goes_home(&hops.effects));
        if (by_effect || rules.conditions.use_homes()) && !rules.is_wall(piece_type) {
            facts.push(self.home_in_words(piece_type));
        }
        facts
    }

    /// What a piece promotes to and where, and how many pieces there may be after a promotion to it, as phrases.
    fn promotion_in_words(&self, piece_type: PieceType) -> Vec<String> {
        let rules = &self.rules;
        let board = rules.board.squares();
        let [white, black] = Color::ALL.map(|color| rules.promotion(Piece::new(color, piece_type)));
        let zones = [white, black].map(|promotion| promotion.zone & board);
        let is_usual = Color::ALL.into_iter().all(|color| {
            !white.on_leaving && zones[color.index()] == rules.last_rank_of(color) & board
        });
        let a_move = if white.by_capture { "capture" } else { "move" };
        let place = match zones {
            _ if is_usual => String::new(),
            [own, other] if white.on_leaving && own == board && other == board => {
                format!(" by any {a_move}")
            }
            _ if white.on_leaving => {
                format!(" by a {a_move} to or from {}", sides_in_words(board, zones))
            }
            _ => format!(" on {}", sides_in_words(board, zones)),
        };
        let is_free = (white.zone & !white.must & board).any();
        let has_to = if is_free && (white.zone & white.must & board).any() {
            ", and has to where it could never move again"
        } else {
            ""
        };
        let mut facts = Vec::new();
        let names = Color::ALL.map(|color| {
            let into = &rules.promotion(Piece::new(color, piece_type)).into;
            let names: Vec<String> = into.iter().map(|into| self.name_of(*into)).collect();
            names.join(", ")
        });
        match names {
            _ if zones.iter().all(|zone| zone.is_empty()) => {}
            [white, black] if white == black && white.is_empty() => {}
            [white, black] if white == black => {
                let verb = if is_free { "may promote" } else { "promotes" };
                facts.push(format!("{verb} to {white}{place}{has_to}"));
            }
            [white, black] => {
                let or_nothing = |names: String| {
                    if names.is_empty() {
                        "nothing".to_owned()
                    } else {
                        names
                    }
                };
                let (white, black) = (or_nothing(white), or_nothing(black));
                let verb = if is_free { "may promote" } else { "promotes" };
                facts.push(format!(
                    "White's {verb} to {white}, Black's to {black}{place}{has_to}"
                ));
            }
        }
        let limits = rules
            .promotion_limits
            .as_ref()
            .filter(|_| rules.can_become(piece_type));
        let limits =
            limits.map(|limits| Color::ALL.map(|color| limits[color.index()][piece_type.index()]));
        match limits {
            Some([Some(white), Some(black)]) if white == black => {
                facts.push(format!("at most {white} of a side after a promotion to it"));
            }
            Some([Some(white), Some(black)]) => facts.push(format!(
                "at most {white} of White's or {black} of Black's after a promotion to it"
            )),
            _ => {}
        }
        facts
    }

    /// Where a piece can be dropped, as phrases.
    fn drops_of(&self, piece_type: PieceType) -> Vec<String> {
        let rules = &self.rules;
        let drops = &rules.drops;
        if !drops.on_empty_squares {
            return vec![
                "can come from the hand to a square that a piece of its side leaves".to_owned(),
            ];
        }
        let board = rules.board.squares();
        let regions = Color::ALL.map(|color| rules.drop_region(color, piece_type) & board);
        let first = if regions != [board; 2] {
            let squares = sides_in_words(board, regions);
            format!("can be dropped from the hand on {squares}")
        } else if self.drops_are_limited() {
            "can be dropped from the hand on any empty square".to_owned()
        } else {
            "can be dropped from the hand".to_owned()
        };
        let mut facts = vec![first];
        if drops.one_a_file.contains(piece_type) {
            let number = match drops.most_a_file {
                1 => "one".to_owned(),
                number => number.to_string(),
            };
            facts.push(format!(
                "cannot be dropped on a file on which its side has {number} already"
            ));
        }
        if drops.square_colours.contains(piece_type) {
            facts.push(
                "cannot be dropped on a square of a colour on which its side has one already"
                    .to_owned(),
            );
        }
        if drops.no_mate.contains(piece_type) {
            facts.push("cannot mate by its drop".to_owned());
        }
        facts
    }

    /// The home square of a piece as a phrase: where it is reborn.
    fn home_in_words(&self, piece_type: PieceType) -> String {
        let home = |color, at| self.rules.homes.of(Piece::new(color, piece_type), at);
        let is_on = |rank: u8| {
            Square::all().all(|at| home(Color::White, at) == Square::at(at.file(), rank))
        };
        if is_on(self.rules.ranks - 1) {
            return "home square: on the last rank, on the file where it stood".to_owned();
        }
        if is_on(1) {
            return "home square: on the second rank, on the file where it stood".to_owned();
        }
        let homes = |color| Square::all().map(|at| home(color, at)).collect();
        let [white, black] = Color::ALL.map(homes);
        let (own, other) = (listed(white), listed(black));
        if white.many() {
            format!(
                "home squares: {own} (White) or {other} (Black), of these the one with the colour of the square where it stood"
            )
        } else {
            format!("home square: {own} (White) or {other} (Black)")
        }
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
        let plural = |left: u32| if left > 1 { "s" } else { "" };
        let held = if self.rules.capabilities.drops {
            " on the board and in hand"
        } else {
            ""
        };
        match goal.event {
            GoalEvent::Reach {
                by,
                squares,
                safe,
                last_move,
            } => {
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
            GoalEvent::Lost { kinds, left } if kinds.iter().count() > 1 => {
                let (s, left) = (plural(left), at_most(left));
                let kinds: Vec<String> = kinds.iter().map(|kind| self.name_of(kind)).collect();
                let kinds = kinds.join(", ");
                format!(
                    "a side with {left} piece{s} left{held} of one of these kinds {result}: {kinds}"
                )
            }
            GoalEvent::Lost { kinds, left } => {
                let (s, left, kinds) = (plural(left), at_most(left), self.names_of(kinds));
                format!("a side with {left} {kinds}{s} left{held} {result}")
            }
            GoalEvent::LostAll { kinds, left } => {
                let (s, left, kinds) = (plural(left), at_most(left), self.names_of(kinds));
                let held = if held.is_empty() { " at all" } else { held };
                format!("a side with {left} {kinds}{s} left{held} {result}")
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
        if let Some(counting) = &rules.counting {
            ends.extend(self.counting_in_words(counting));
        }
        ends
    }

    /// The counts of moves that draw, as phrases.
    fn counting_in_words(&self, rule: &CountingRule) -> Vec<String> {
        let counted = |moves: u8| match moves {
            0 => "no count".to_owned(),
            moves => moves.to_string(),
        };
        let mut bare: Vec<String> = Vec::new();
        for (kind, least, moves) in &rule.bare {
            let s = if *least > 1 { "s" } else { "" };
            let (kind, moves) = (self.name_of(*kind), counted(*moves));
            bare.push(format!("{moves} against {least} {kind}{s}"));
        }
        if rule.otherwise > 0 {
            bare.push(format!("{} against other pieces", rule.otherwise));
        }
        let mut first = format!(
            "a side with a bare king draws when it has counted this number of its moves: {}",
            bare.join(", ")
        );
        if rule.from_pieces {
            first.push_str(
                " (the count begins when no pawn is left, with the number of all pieces on the board)",
            );
        }
        let mut counts = vec![first];
        if rule.board > 0 {
            let mut text = format!(
                "a side whose king is not bare draws when it has counted {} of its moves, beginning when ",
                rule.board
            );
            let _ = match rule.board_pieces {
                Some(pieces) => write!(text, "it has at most {pieces} pieces"),
                None => write!(text, "no pawn is left"),
            };
            counts.push(text);
        }
        counts
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
