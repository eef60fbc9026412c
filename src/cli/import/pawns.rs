//! Pawns: how they move, and what they and other pieces promote to.

use super::game::{Game, pairs, said};
use super::movement::quiet_steps;
use super::pieces::Piece;
use super::squares::Squares;

impl Game<'_> {
    /// Pawns: the piece types, their steps and en passant.
    pub(super) fn pawns(&mut self) {
        let usual = self.of_kind("pawn").unwrap_or_default();
        let pawns = self.reading.letters("pawnTypes").unwrap_or(usual);
        self.pawns = pawns
            .chars()
            .map(String::from)
            .filter(|letter| self.pieces.iter().any(|piece| piece.letter == *letter))
            .collect();
        for key in ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"] {
            for side in ["", "White", "Black"] {
                let letters = self.reading.letters(&format!("{key}{side}"));
                if letters.is_some_and(|letters| {
                    letters != pawns && (key == "nMoveRuleTypes" || !letters.is_empty())
                }) {
                    self.reading.refuse(key, "other pieces than `pawnTypes`");
                }
            }
        }
        let steps = self.reading.flag("doubleStep", true);
        let regions = [("White", 2), ("Black", 7)].map(|(side, rank)| {
            let region = self.reading.squares("doubleStepRegion", side);
            region.unwrap_or(Squares::rank(rank)).on(self.board)
        });
        let passed = ["White", "Black"].map(|side| self.reading.squares("enPassantRegion", side));
        let takers = self.reading.text("enPassantTypes");
        if self.pawns.is_empty() {
            return;
        }
        let steps = steps && regions.iter().any(|region| !region.is_empty());
        let none = Some(Squares::NONE);
        let passes = passed != [none, none];
        for letter in self.pawns.clone() {
            let Some(piece) = self.piece(&letter) else {
                continue;
            };
            // `enPassantTypes` concerns other pieces than `pawn`.
            if piece.kind == "pawn" {
                piece.movement = match (steps, passes) {
                    (true, true) => "fmWfceFifmnD".to_owned(),
                    (true, false) => "fmWfcFifmnD".to_owned(),
                    (false, _) => "fmWfcF".to_owned(),
                };
            } else if !passes || takers == Some("") {
                piece.movement = piece.movement.replace('e', "");
            }
            piece.lines.push("pawn = true".to_owned());
        }
        let first = Squares::rank(1);
        let mut starts_behind = false;
        if steps {
            let [white, black] = regions;
            let more = white.or(black.mirrored(self.board));
            if more != Squares::rank(2) {
                let region = if white.and(first).is_empty() {
                    self.alike("doubleStepRegion", white, black)
                } else {
                    // Katydid has one `first_moves` region, Fairy-Stockfish one for each side. If White's includes the first rank, their
                    // union serves both: only White's pawns start there, and Black's never stand on their own first rank.
                    more
                };
                starts_behind = !region.and(first).is_empty();
                self.pawn_lines
                    .push(said("first_moves", &region.text(self.board)));
            }
            if let [Some(white), Some(black)] = passed
                && passes
            {
                let region = self.alike("enPassantRegion", black, white);
                self.pawn_lines
                    .push(said("passed", &region.text(self.board)));
            }
        }
        let free = self
            .pieces
            .iter()
            .any(|piece| self.pawns.contains(&piece.letter) && piece.kind != "pawn");
        if starts_behind || free || self.reading.flag("firstRankPawnDrops", false) {
            self.pawn_lines.push(said("first_rank", "moves"));
        }
    }

    /// Promotions: the types and the ranks.
    pub(super) fn promotions(&mut self) {
        let lists = ["White", "Black"].map(|side| {
            let list = self
                .reading
                .of_side("promotionPieceTypes", side)
                .map(str::to_ascii_uppercase);
            let usual = || {
                ["queen", "rook", "bishop", "knight"]
                    .into_iter()
                    .filter_map(|kind| self.of_kind(kind))
                    .collect()
            };
            list.unwrap_or_else(usual)
        });
        let ranks = self.board.1;
        let regions = [("White", 8), ("Black", 1)].map(|(side, rank)| {
            let region = self.reading.squares("promotionRegion", side);
            region.unwrap_or(Squares::rank(rank)).on(self.board)
        });
        let forms: Vec<(String, String)> = self
            .reading
            .text("promotedPieceType")
            .map(|text| pairs(text).collect())
            .unwrap_or_default();
        let must = self.reading.flag("mandatoryPiecePromotion", false);
        let pawns_must = self.reading.flag("mandatoryPawnPromotion", true);
        let forms: Vec<_> = forms
            .into_iter()
            .filter(|(_, form)| self.pieces.iter().any(|piece| piece.letter == *form))
            .collect();
        let demotes = self.reading.flag("pieceDemotion", false);
        let everywhere = regions.iter().all(|zone| zone.rest(self.board).is_empty());
        if demotes && !(must && everywhere) {
            let why = "where it is not compulsory, or only in a part of the board";
            self.reading.refuse("pieceDemotion", why);
        }
        for (letter, form) in &forms {
            let movement = self
                .piece(form)
                .map(|piece| piece.movement.clone())
                .unwrap_or_default();
            let name = self
                .piece(letter)
                .map(|piece| format!("Promoted {}", piece.name.to_lowercase()));
            self.pieces.push(Piece {
                letter: format!("+{letter}"),
                kind: String::new(),
                name: name.unwrap_or_default(),
                movement,
                lines: demotes
                    .then(|| said("promotion", letter))
                    .into_iter()
                    .collect(),
            });
        }
        if self.reading.flag("dropPromoted", false) {
            self.either_side_up(&forms);
        }
        for piece in &mut self.pieces {
            let promotes = forms.iter().any(|(letter, _)| *letter == piece.letter);
            let is_pawn = self.pawns.contains(&piece.letter);
            if is_pawn && !pawns_must || promotes && !is_pawn && !must {
                piece.lines.push("must_promote = false".to_owned());
            }
        }
        let zones = regions.map(|region| region.text(self.board));
        if !forms.is_empty() {
            self.zones
                .extend([said("white", &zones[0]), said("black", &zones[1])]);
            if self.reading.flag("piecePromotionOnCapture", false) {
                self.zones.push("by_capture = true".to_owned());
            }
        }
        let by_list = self
            .pawns
            .iter()
            .any(|pawn| forms.iter().all(|(letter, _)| letter != pawn))
            && self.reading.text("promotionPawnTypes") != Some("");
        if by_list && lists[0] == lists[1] {
            self.pawn_lines.push(said("promotion", &lists[0]));
        } else if by_list {
            self.pawn_lines
                .extend([said("white", &lists[0]), said("black", &lists[1])]);
        } else {
            self.pawn_lines.push(said("promotion", ""));
        }
        if by_list
            && regions
                != [
                    Squares::rank(ranks).on(self.board),
                    Squares::rank(1).on(self.board),
                ]
        {
            self.zones.extend([
                said("white_pawns", &zones[0]),
                said("black_pawns", &zones[1]),
            ]);
        }
        self.promotion_limits();
    }

    /// The limits of how many pieces of a type a side can have by promotion.
    fn promotion_limits(&mut self) {
        let limits = self.reading.text("promotionLimit").unwrap_or_default();
        let numbers = pairs(limits).all(|(_, limit)| limit.parse::<u32>().is_ok());
        if numbers && pairs(limits).count() == limits.split_whitespace().count() {
            for (letter, limit) in pairs(limits) {
                self.line(&letter, format!("limit = {limit}"));
            }
        } else {
            let why = "expected letters and numbers, as in `g:1 a:2`";
            self.reading.refuse("promotionLimit", why);
        }
    }

    /// Compares what happens on squares from which a piece can never move on: Katydid lets a piece that promotes enter them by promotion
    /// alone, and other pieces enter them as usual; `immobilityIllegal` forbids them to all pieces, and no other key does.
    pub(super) fn immobility(&mut self) {
        let immobile = self.reading.flag("immobilityIllegal", false);
        let zone = self.reading.squares("promotionRegion", "White");
        let zone = zone.unwrap_or(Squares::rank(8)).on(self.board);
        let has_form = |letter: &str| {
            let form = format!("+{letter}");
            self.pieces.iter().any(|piece| piece.letter == form)
        };
        let wrong = self.pieces.iter().any(|piece| {
            let dead = Squares::without_steps(&quiet_steps(&piece.movement), self.board);
            let promotes = has_form(&piece.letter) || self.pawns.contains(&piece.letter);
            let optional = piece
                .lines
                .iter()
                .any(|line| line == "must_promote = false");
            if dead.is_empty() || piece.movement == "-" {
                false
            } else if immobile {
                !(promotes && dead.and(zone) == dead)
            } else {
                optional && !dead.and(zone).is_empty()
            }
        });
        if wrong {
            let why = if immobile {
                "of pieces that cannot promote where they could not move again"
            } else {
                "a piece that could never move again has to promote here"
            };
            self.reading.refuse("immobilityIllegal", why);
        }
    }
}
