//! Pieces in hand: drops, gating, and what comes to a hand.

use super::game::{Game, said};
use super::movement::quiet_steps;
use super::pieces::Piece;
use super::squares::Squares;
use katydid::variant::MAX_HELD;

impl Game<'_> {
    /// Lets pieces be dropped in their promoted forms, too. Pieces with promoted forms, and these forms, come first; types without a
    /// piece at the start are left out.
    pub(super) fn either_side_up(&mut self, forms: &[(String, String)]) {
        let stands =
            |letter: &str| [true, false].map(|white| self.start.count(letter, white)) != [0; 2];
        self.pieces
            .retain(|piece| stands(piece.letter.trim_start_matches('+')));
        let turns = |piece: &Piece| {
            let plain = piece.letter.trim_start_matches('+');
            forms.iter().any(|(letter, _)| letter == plain)
        };
        self.pieces.sort_by_key(|piece| !turns(piece));
        self.drops.push("promoted = true".to_owned());
    }

    /// Whether pieces come in where others leave, besides drops or not.
    fn gates(&mut self, drops: bool) -> bool {
        if !self.reading.flag("seirawanGating", false) {
            return false;
        }
        let gates = self.reading.flag("gating", false);
        if gates {
            let way = if drops { "also" } else { "only" };
            self.drops.push(said("gating", way));
        } else {
            // The files of pieces that could gate are no castling rights.
            self.start.castling.retain(|right| "KQkq-".contains(right));
        }
        gates
    }

    /// Names keys beside drops that are not followed in all positions.
    fn drop_refusals(&mut self, captures: bool, must: bool) {
        if captures && self.petrifies() {
            let why = "with `capturesToHand`, captors that the other side holds";
            self.reading.refuse("petrifyOnCaptureTypes", why);
        }
        let first = Squares::rank(1);
        let sides = [("White", first), ("Black", Squares::rank(self.board.1))];
        let at_home = sides.map(|(side, rank)| {
            let region = self.reading.squares("dropRegion", side);
            region.is_some_and(|region| region.on(self.board) == rank.on(self.board))
        });
        if must && (captures || at_home != [true; 2]) {
            let why = "a check that no drop answers is answered by other moves";
            self.reading.refuse("mustDrop", why);
        }
    }

    /// Drops, and the pieces that go to a hand.
    pub(super) fn drops(&mut self) -> bool {
        let mut drops = self.reading.flag("pieceDrops", false);
        if !self.reading.flag("dropChecks", true) && drops {
            self.reading
                .refuse("dropChecks", "drops that may not give check");
        }
        drops |= self.gates(drops);
        let captures = self.reading.flag("capturesToHand", false);
        let keys = [
            "dropLoop",
            "mustDrop",
            "promotionZonePawnDrops",
            "firstRankPawnDrops",
            "immobilityIllegal",
            "shogiPawnDropMateIllegal",
            "dropOppositeColoredBishop",
        ];
        let [stay, must, zone, first, immobile, no_mate, opposite] =
            keys.map(|key| self.reading.flag(key, false));
        let regions = [("White", "white"), ("Black", "black")].map(|(side, key)| {
            let region = self.reading.squares("dropRegion", side)?;
            Some(said(key, &region.on(self.board).text(self.board)))
        });
        let doubled = self.reading.letters("dropNoDoubled");
        let most = self.reading.number("dropNoDoubledCount", 1);
        let promotion = self
            .reading
            .squares("promotionRegion", "White")
            .unwrap_or(Squares::rank(8));
        if !drops {
            return false;
        }
        self.drop_refusals(captures, must);
        let held = self
            .start
            .pocket
            .clone()
            .unwrap_or_default()
            .to_ascii_uppercase();
        let plain = self.pieces.iter().filter(|piece| {
            let held = must && !captures && held.contains(piece.letter.as_str());
            piece.letter.len() == 1 && (held || !self.royals.contains(&piece.letter))
        });
        let hand: Vec<String> = plain
            .map(|piece| piece.letter.clone())
            .filter(|letter| captures || held.contains(letter.as_str()))
            .collect();
        self.drops.push(said("hand", &hand.concat()));
        let promoted = self.drops.iter().any(|line| line == "promoted = true");
        if self.pieces.len() > MAX_HELD && hand.len() <= MAX_HELD && !promoted {
            // Only the first pieces of a file can be held.
            self.pieces
                .sort_by_key(|piece| !hand.contains(&piece.letter));
        }
        if !captures {
            self.drops.push("captures = false".to_owned());
        }
        if stay && captures {
            self.drops.push("promoted_stay = true".to_owned());
        }
        if must {
            self.drops.push("compulsory = true".to_owned());
        }
        self.drops.extend(regions.into_iter().flatten());
        // The key is that of one piece: of several letters the last one counts.
        if let Some(letter) = doubled.and_then(|mut letters| letters.pop()) {
            self.drops.push(said("one_a_file", &letter.to_string()));
            if most != 1 {
                self.drops.push(format!("most_a_file = {most}"));
            }
        }
        if let Some(bishop) = self.of_kind("bishop").filter(|_| opposite) {
            self.drops.push(said("square_colours", &bishop));
        }
        if let Some(pawn) = self.of_kind("shogiPawn").filter(|_| no_mate) {
            self.drops.push(said("no_mate", &pawn));
        }
        let far = |piece: &Piece| {
            let mut far = Squares::NONE;
            if piece.kind == "pawn" {
                far = if zone { far } else { promotion };
                far = if first { far } else { far.or(Squares::rank(1)) };
            }
            if immobile {
                far = far.or(Squares::without_steps(
                    &quiet_steps(&piece.movement),
                    self.board,
                ));
            }
            far.on(self.board)
        };
        for piece in &mut self.pieces {
            let far = far(piece);
            if hand.contains(&piece.letter) && !far.is_empty() {
                let near = far.rest(self.board).text(self.board);
                piece.lines.push(said("drop", &near));
            }
        }
        true
    }
}
