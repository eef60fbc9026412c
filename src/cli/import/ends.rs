//! The ends of games (goals, mate, stalemate, limits and counts), and passes.

use super::game::{Game, said};
use std::fmt::Write as _;

impl Game<'_> {
    /// Goals, mate, stalemate and limits.
    pub(super) fn ends(&mut self) {
        self.flags();
        if self.reading.flag("checkCounting", false) {
            match self.start.checks {
                Some((white, black)) if white == black => {
                    self.goals.push(format!("{{ checks = {white} }}"));
                }
                _ => self.reading.refuse(
                    "checkCounting",
                    "expected the same number of checks for both sides in startFen",
                ),
            }
        }
        if !self.goals.is_empty() {
            self.ends
                .push(format!("goals = [{}]", self.goals.join(", ")));
        }
        match self.reading.result("checkmateValue") {
            Some("win") => self.ends.push(said("checkmate", "wins")),
            Some("draw") => self.reading.refuse("checkmateValue", "a mate that draws"),
            _ => {}
        }
        let counts = self.reading.flag("stalematePieceCount", false);
        // With `stalematePieceCount`, the value is that of the side with fewer pieces.
        match (self.reading.result("stalemateValue"), counts) {
            (Some("win"), true) => self.ends.push(said("stalemate", "fewer")),
            (Some("loss"), true) => {
                let why = "a stalemate that the side with more pieces wins";
                self.reading.refuse("stalematePieceCount", why);
            }
            (Some("win"), false) => self.ends.push(said("stalemate", "wins")),
            (Some("loss"), false) => self.ends.push(said("stalemate", "loses")),
            _ => {}
        }
        match self.reading.text("materialCounting") {
            Some("blackdrawodds") => self.ends.push(said("draws", "black")),
            Some("whitedrawodds") => self.ends.push(said("draws", "white")),
            Some("none" | "") | None => {}
            Some(_) => self
                .reading
                .refuse("materialCounting", "pieces are not counted"),
        }
        match self.reading.number("nMoveRule", 50) {
            50 => {}
            moves => self.ends.push(format!("move_limit = {}", 2 * moves)),
        }
        self.repetition();
        self.counting();
        let several = [true, false].into_iter().any(|white| {
            let counts = self
                .royals
                .iter()
                .map(|letter| self.start.count(letter, white));
            counts.sum::<usize>() != 1
        });
        if !self.royals.is_empty() && several {
            self.ends.push(said("kings", "any"));
        }
    }

    /// The outcome of a repetition. A definition gives its value for the side to move or, with `nFoldValueAbsolute`, for White.
    fn repetition(&mut self) {
        match self.reading.number("nFoldRule", 3) {
            3 => {}
            fold if fold == 0 || (2..=20).contains(&fold) => {
                self.ends.push(format!("repetitions = {fold}"));
            }
            _ => self
                .reading
                .refuse("nFoldRule", "expected 0, or an occurrence from 2 to 20"),
        }
        let of_white = self.reading.flag("nFoldValueAbsolute", false);
        let result = match (self.reading.result("nFoldValue"), of_white) {
            (Some("win"), true) => "white",
            (Some("loss"), true) => "black",
            (Some("win"), false) => "loses",
            (Some("loss"), false) => "wins",
            _ => "draw",
        };
        if result != "draw" {
            self.ends.push(said("repetition", result));
        }
        if self.reading.flag("perpetualCheckIllegal", false) && !self.royals.is_empty() {
            self.ends.push(said("perpetual_check", "loses"));
        }
    }

    /// The counting rules of an endgame (Makruk and others).
    fn counting(&mut self) {
        let rule = self.reading.text("countingRule");
        let counts = !matches!(rule, Some("none" | "") | None);
        if self.reading.flag("pieceDrops", false) && counts {
            return self
                .reading
                .refuse("countingRule", "where pieces are dropped");
        }
        let (bare, board) = match rule {
            Some("makruk") => ("RR8 R16 SS22 NN32 S44 64", "board = 64\nfrom_pieces = true"),
            Some("cambodian") => (
                "RR7 R15 SS21 NN31 S43 63",
                "board = 63\nboard_pieces = 3\nfrom_pieces = true",
            ),
            Some("asean") => ("R16 S44 N64", ""),
            Some("none" | "") | None => return,
            Some(_) => {
                let expected = "expected `makruk`, `cambodian` or `asean`";
                return self.reading.refuse("countingRule", expected);
            }
        };
        let letter = |letter: char| match letter {
            'R' => self.of_kind("rook"),
            'S' => self.of_kind("silver"),
            'N' => self.of_kind("knight"),
            digit => Some(digit.to_string()),
        };
        let words = bare.split(' ');
        let words: Vec<String> = words
            .filter_map(|word| word.chars().map(letter).collect())
            .collect();
        self.counting.push(said("bare", &words.join(" ")));
        self.counting.extend(board.lines().map(str::to_owned));
    }

    /// The rules for passing.
    pub(super) fn passes(&mut self) {
        let mut any_always = false;
        for (side, key) in [("White", "white_pass"), ("Black", "black_pass")] {
            let always = self.reading.flag_of_side("pass", side);
            let stuck = self.reading.flag_of_side("passOnStalemate", side);
            any_always |= always;
            if always || stuck {
                let when = if always { "always" } else { "stuck" };
                self.turns.push(said(key, when));
            }
        }
        if self.turns.len() == 2 {
            // Two sides that pass because they are stuck repeat the position, which draws as well.
            let draws = "two passes in a row, which draw";
            let repeats = |end: &String| end.starts_with("repetition");
            if any_always {
                self.reading.refuse("pass", draws);
            } else if self.ends.iter().any(repeats) {
                self.reading.refuse("passOnStalemate", draws);
            }
            // A side that may pass is never stalemated.
            self.ends.retain(|end| !end.starts_with("stalemate"));
        }
    }

    /// The squares that win the game when they are occupied.
    fn flags(&mut self) {
        let regions = ["White", "Black"].map(|side| self.reading.squares("flagRegion", side));
        let by =
            ["White", "Black"].map(|side| self.reading.of_side("flagPiece", side).unwrap_or("*"));
        let last_move = self.reading.flag("flagMove", false);
        let safe = self.reading.flag("flagPieceSafe", false);
        let [Some(white), Some(black)] = regions else {
            if regions.iter().any(Option::is_some) {
                self.reading
                    .refuse("flagRegion", "squares of one side alone");
            }
            return;
        };
        let [white, black] = [white, black].map(|region| region.on(self.board));
        if by[0] != by[1] || white.is_empty() || black.is_empty() {
            self.reading.refuse(
                "flagPiece",
                "another piece for White than for Black, or no squares",
            );
            return;
        }
        let by = by[0].to_ascii_uppercase();
        let mut goal = said("reach", &white.text(self.board));
        if white != black {
            let _ = write!(goal, ", {}", said("reach_black", &black.text(self.board)));
        }
        if self.royals != [by.clone()] {
            let _ = write!(goal, ", {}", said("by", &by));
        }
        if safe {
            goal.push_str(", safe = true");
        }
        if last_move && (safe || self.of_kind("king").as_ref() != Some(&by)) {
            // Then the side that has reached its squares wins one turn later, whichever it is.
            let why = "of other pieces than the king, or of safe ones";
            self.reading.refuse("flagMove", why);
        }
        if last_move {
            goal.push_str(", last_move = true");
        }
        self.goals.push(format!("{{ {goal} }}"));
    }
}
