//! The special rules of a game (board, castling, pawns, drops, walls, turns, kings) as sentences. Each key of a variant file that changes
//! the rules is told here, in the description of a piece, or among the ends of the game (`facts`).

use super::budgets::Budgets;
use super::compiled::Variant;
use super::conditions::Remembered;
use super::definition::{FirstRank, Pass, Placing, TurnCheck, TurnEnPassant};
use super::rule_set::Effect;
use super::squares_text::squares_in_words;
use super::transformations::LadderEnds;
use crate::base::Color;
use std::fmt::Write as _;

impl Variant {
    /// The rules as a text of paragraphs: that of the file, or else the special rules.
    pub fn rules_text(&self) -> String {
        match self.presentation.rules.trim() {
            "" => self.special_rules().join("\n\n"),
            rules => rules.to_owned(),
        }
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
                "Promotions to some pieces are limited: no side may have more of them afterwards than is said with the piece.",
            ),
            (
                rules.castling.anywhere,
                "Kings and rooks castle from wherever they stand at the start.",
            ),
            (
                rules.rights_return && rules.castling.exists(),
                "A king or castling piece that comes back to its home square counts as unmoved, and can castle.",
            ),
            (
                rules.dropped_castle && rules.castling.exists(),
                "A king or castling piece that is dropped on its home square counts as unmoved, and can castle.",
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
            (
                rules.promotion_from_setup,
                "Pawns promote to any piece of the position that was set up.",
            ),
            (
                rules.conditions.recolour_first(),
                "A captor changes colour before it is reborn, and so goes home to its new side.",
            ),
        ];
        let sentences = sentences.into_iter().filter(|(is_so, _)| *is_so);
        let mut all: Vec<String> = self.board_in_words();
        all.extend(sentences.map(|(_, text)| text.to_owned()));
        all.extend(self.castling_in_words());
        all.extend(self.pawns_in_words());
        all.extend(self.hands_in_words());
        all.extend(self.turns_in_words());
        all.extend(self.passes_in_words());
        all.extend(self.kings_in_words());
        all.extend(self.ladder_in_words());
        all
    }

    /// Closed corners, the direction of pawns, and the squares of walls.
    fn board_in_words(&self) -> Vec<String> {
        let rules = &self.rules;
        let board = rules.board.squares();
        let closed = rules.board.closed().iter();
        let mut sentences: Vec<String> = closed
            .map(|(one, other)| {
                format!("No diagonal step, slide or hop passes between {one} and {other}.")
            })
            .collect();
        let zones = &rules.zones;
        if !zones.is_straight() {
            let [up, left] = [zones.up, zones.left].map(|squares| squares_in_words(board, squares));
            sentences.push(format!(
                "Forward for White's pawns is up the board on {up}, and to the left on {left}; for Black's it is down the board and to the \
                 right."
            ));
        }
        for (name, squares) in [
            ("Magic squares", zones.magic),
            ("Wormholes", zones.wormholes),
            ("The first squares of imitators", zones.imitators),
        ] {
            if squares.any() {
                let squares = squares_in_words(board, squares);
                sentences.push(format!("{name} are {squares}."));
            }
        }
        if rules.conditions.remembers(Remembered::Spent) {
            let [white, black] = Color::ALL.map(|color| Budgets::text(rules.budgets.of(color)));
            sentences.push(if rules.budgets.shared {
                format!("The budget of both sides together is {white} squares.")
            } else {
                format!("White's budget is {white} squares, Black's {black}.")
            });
        }
        if let Some(most) = rules.exchanges {
            sentences.push(match most {
                1 => "White can exchange the roles once.".to_owned(),
                _ => format!("White can exchange the roles {most} times."),
            });
        }
        if rules.capabilities.walls && rules.wall_squares & board != board {
            let squares = squares_in_words(board, rules.wall_squares);
            sentences.push(format!("Walls can be placed on {squares}."));
        }
        sentences
    }

    /// Castling, where it differs from that of chess.
    fn castling_in_words(&self) -> Vec<String> {
        let castling = &self.rules.castling;
        let is_usual = |color: Color| {
            [(false, 2), (true, 6)].into_iter().all(|(kingside, file)| {
                castling.way(color, kingside).is_some_and(|way| {
                    self.name_of(way.castler) == "rook" && way.king.1.file() == file
                })
            })
        };
        if !castling.exists() || Color::ALL.into_iter().all(is_usual) {
            return Vec::new();
        }
        let side = |color: Color| {
            let ways = [true, false].into_iter();
            let ways = ways.filter_map(|kingside| castling.way(color, kingside));
            let ways = ways.map(|way| {
                let castler = self.name_of(way.castler);
                let (king, rook) = (way.king, way.rook);
                format!(
                    "the king goes from {} to {} and the {castler} from {} to {}",
                    king.0, king.1, rook.0, rook.1
                )
            });
            let ways: Vec<String> = ways.collect();
            let side = color.name();
            match ways.as_slice() {
                [] => format!("{side} does not castle."),
                ways => format!("{side} castles so: {}.", ways.join(", or ")),
            }
        };
        Color::ALL.map(side).to_vec()
    }

    /// What pawns do on their first rank, and en passant.
    fn pawns_in_words(&self) -> Vec<String> {
        let rules = &self.rules;
        let first_rank = match rules.first_rank {
            _ if rules.pawns.is_empty() => None,
            FirstRank::Stuck => None,
            FirstRank::Moves => {
                Some("Pawns on their own first rank move and capture as elsewhere.")
            }
            FirstRank::Triple => Some(
                "Pawns on their own first rank capture as elsewhere and move one to three squares ahead.",
            ),
            FirstRank::Setup => Some(
                "If the position that was set up holds a piece that changes the type of what it hops over, pawns on their own first rank capture \
                 as elsewhere and move one to three squares ahead; otherwise they cannot move.",
            ),
        };
        let mut sentences: Vec<String> = first_rank.map(str::to_owned).into_iter().collect();
        if !rules.en_passant {
            return sentences;
        }
        let en_passant = match rules.series.as_ref().map(|series| series.en_passant) {
            None => "Pawns capture en passant.",
            Some(TurnEnPassant::Turn) => {
                "Pawns capture en passant with the first move of a turn: each pawn that made its double step in the turn before and has not moved \
                 since."
            }
            Some(TurnEnPassant::Last) => {
                "Pawns capture en passant with the first move of a turn, and only a pawn that made its double step with the last move of the turn \
                 before."
            }
            Some(TurnEnPassant::Never) => "There is no en passant.",
        };
        sentences.push(en_passant.to_owned());
        let board = rules.board.squares();
        if self.has_en_passant() && rules.passed.iter().any(|squares| *squares & board != board) {
            let [white, black] = rules.passed.map(|squares| squares_in_words(board, squares));
            sentences.push(format!(
                "A pawn can be captured en passant only on the squares that it passes on {white}, if it is White's, or on {black}, if it is \
                 Black's."
            ));
        }
        sentences
    }

    /// Whether pawns can be captured en passant.
    pub(super) fn has_en_passant(&self) -> bool {
        let series = self.rules.series.as_ref();
        self.rules.en_passant
            && series.is_none_or(|series| series.en_passant != TurnEnPassant::Never)
    }

    /// What comes to the hands, and where it can be dropped.
    fn hands_in_words(&self) -> Vec<String> {
        let rules = &self.rules;
        let drops = &rules.drops;
        if !rules.capabilities.drops {
            return Vec::new();
        }
        let whither = if self.drops_are_limited() {
            "can be dropped instead of a move, on an empty square of those named with each piece"
        } else {
            "can be dropped on an empty square instead of a move"
        };
        let first = match (drops.captures, drops.on_empty_squares) {
            (true, true) => format!("Captured pieces go to the captor's hand and {whither}."),
            (true, false) => "Captured pieces go to the captor's hand.".to_owned(),
            (false, true) => {
                format!("Pieces in hand {whither}; captured pieces do not come there.")
            }
            (false, false) => "Captured pieces do not come to the hand.".to_owned(),
        };
        let mut sentences = vec![first];
        let promotes = rules
            .promotions
            .iter()
            .any(|promotion| !promotion.into.is_empty() && promotion.zone.any());
        if drops.captures && promotes {
            let forms = rules
                .all_types()
                .any(|one| rules.demoted[one.index()] != one);
            let was = if forms || rules.marks_promoted {
                "what it was before"
            } else {
                "what it is"
            };
            sentences.push(format!(
                "A promoted piece that is captured comes to the hand as {was}."
            ));
        }
        sentences
    }

    /// Whether some piece in hand can be dropped only on some squares.
    pub(super) fn drops_are_limited(&self) -> bool {
        let rules = &self.rules;
        let board = rules.board.squares();
        rules.hand_order.iter().any(|held| {
            let mut regions = Color::ALL
                .map(|color| rules.drop_region(color, *held))
                .into_iter();
            regions.any(|region| region & board != board)
        })
    }

    /// The lengths of turns of several moves, and what check means for them.
    fn turns_in_words(&self) -> Vec<String> {
        let rules = &self.rules;
        let Some(series) = &rules.series else {
            return Vec::new();
        };
        let first: Vec<String> = (1..=3)
            .flat_map(|number| {
                Color::ALL.map(|side| series.schedule.length(number, side).to_string())
            })
            .collect();
        let mut sentences = vec![format!(
            "The turns have {} moves and so on, White first.",
            first.join(", ")
        )];
        if !rules.capabilities.royal_capture && !rules.royals.is_empty() {
            sentences.push(
                match series.check {
                    TurnCheck::Ends => "A move that gives check ends the turn.",
                    TurnCheck::Last => "Only the last move of a full turn may give check.",
                }
                .to_owned(),
            );
        }
        sentences
    }

    /// When sides may pass, as sentences.
    fn passes_in_words(&self) -> impl Iterator<Item = String> {
        let passes = self.rules.passes;
        let words = [
            (Pass::Always, ""),
            (Pass::Stuck, " if it has no other legal move"),
        ];
        // The condition says so itself.
        let exchanged = self.rules.conditions.exchange_roles();
        let words = words.into_iter().filter(move |_| !exchanged);
        words.filter_map(move |(when, condition)| {
            let side = match passes.map(|pass| pass == when) {
                [true, true] => "A side",
                [true, false] => "White",
                [false, true] => "Black",
                [false, false] => return None,
            };
            Some(format!("{side} that is not in check may pass{condition}."))
        })
    }

    /// How many kings a side may have, if it need not be one.
    fn kings_in_words(&self) -> Option<String> {
        let rules = &self.rules;
        // Where the loss of all kings loses, a side has one king as long as none can be added.
        let one = rules.king_loss_ends && rules.royal_promoters.is_empty() && !rules.kings_turn;
        let usual = rules.royals.is_empty()
            || rules.capabilities.royal_capture
            || one && !rules.spare_kings
            || rules.kings_in_hand
            || !rules.any_kings;
        if usual {
            return None;
        }
        let flip = if rules.kings_flip {
            " Conditions that change the colour of moving pieces change that of kings, too."
        } else {
            ""
        };
        Some(if rules.spare_kings {
            "A side may have several kings: it is in check only if all of them are attacked, and can lose all but one.".to_owned()
        } else {
            format!(
                "A side may have any number of kings, all of which must be safe after its move; without one it is never in check nor mated.{flip}"
            )
        })
    }

    /// The Einstein ladder, in games that use it.
    fn ladder_in_words(&self) -> Option<String> {
        let rules = &self.rules;
        let by_effect = rules
            .hurdle_effects
            .iter()
            .any(|hops| hops.effects.contains(&Effect::Einstein));
        let by_condition = rules.conditions.use_ladder();
        if !by_effect && !by_condition {
            return None;
        }
        let (rungs, effect, condition) = rules.ladder.in_order();
        let names: Vec<String> = rungs.iter().map(|rung| self.name_of(*rung)).collect();
        let mut text = format!(
            "The ladder of types, from its bottom: {}.",
            names.join(", ")
        );
        let users = [
            (by_effect, "an effect", effect),
            (by_condition, "the condition einstein", condition),
        ];
        for (_, user, ends) in users.into_iter().filter(|(is_so, ..)| *is_so) {
            let result = match ends {
                LadderEnds::Changer if user == "an effect" => {
                    "gives the type of the piece that hops".to_owned()
                }
                LadderEnds::Changer | LadderEnds::Stay => "changes nothing".to_owned(),
                LadderEnds::Piece(end) => format!("gives the type {}", self.name_of(end)),
            };
            let _ = write!(text, " Beyond its ends {user} {result}.");
        }
        Some(text)
    }
}
