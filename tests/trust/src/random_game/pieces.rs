//! Pieces at random.

use super::array::Frame;
use super::{Plan, movement, some_of};
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use std::fmt::Write as _;

/// One `[[piece]]` table.
#[derive(Clone, Debug)]
struct Piece {
    letter: &'static str,
    name: String,
    movement: String,
    /// Further lines.
    keys: Vec<String>,
}

/// The pieces of a game.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    list: Vec<Piece>,
    /// Whether there is a pawn.
    pub(super) has_pawn: bool,
    /// Whether it goes up the ranks and promotes on the last.
    pub(super) has_rank_pawn: bool,
    /// Whether there is a second kind of pawn.
    pub(super) has_second_pawn: bool,
    /// What castles on the queen's wing.
    pub(super) queen_corner: &'static str,
}

/// The non-pawn pieces of chess.
const NON_PAWNS: [(&str, &str, &str); 4] = [
    ("Q", "Queen", "Q"),
    ("R", "Rook", "R"),
    ("B", "Bishop", "B"),
    ("N", "Knight", "N"),
];

/// Pawns that move otherwise than in chess.
const FREE_PAWNS: [&str; 5] = [
    "fmFfceWifmnA",
    "fmWfmnDfceF",
    "fsmWfceFifmnD",
    "fbmWfcF",
    "flmFflcW",
];

/// Letters of pieces that have no orthodox name.
const LETTERS: [&str; 8] = ["A", "C", "D", "E", "G", "H", "M", "S"];

impl Pieces {
    pub(super) fn draw(frame: &Frame, plan: Plan, rng: &mut ChaCha8Rng) -> Self {
        let mut pieces = Self {
            list: Vec::new(),
            has_pawn: plan.classic || rng.random_ratio(5, 6),
            has_rank_pawn: false,
            has_second_pawn: false,
            queen_corner: "R",
        };
        if pieces.has_pawn {
            pieces.add_pawn(frame, plan, rng);
        }
        for (letter, name, movement) in NON_PAWNS {
            if plan.orthodox || plan.castling && letter == "R" {
                pieces.add(letter, name, movement.to_owned(), Vec::new());
            }
        }
        let fewest = usize::from(!plan.orthodox) * 2;
        for letter in LETTERS.into_iter().take(rng.random_range(fewest..6)) {
            pieces.add_non_pawn(letter, plan, rng);
        }
        if plan.castling && !plan.modelled && rng.random_ratio(1, 4) {
            let corners = pieces.non_pawns();
            pieces.queen_corner = corners[rng.random_range(0..corners.len())];
        }
        pieces.add_promotions(plan, rng);
        let king = if !plan.classic && rng.random_ratio(1, 8) {
            movement::any(rng)
        } else {
            "K".to_owned()
        };
        let king = if plan.castling && rng.random_ratio(1, 30) {
            "KcaKisO2".to_owned()
        } else if plan.castling {
            "KisO2".to_owned()
        } else {
            king
        };
        let mut keys = vec!["royal = true".to_owned()];
        if king == "K" && !plan.modelled && rng.random_ratio(1, 12) {
            keys.push("squares = \"*1 *2 *3\"".to_owned());
        }
        let mut king = king;
        let stays = plan.castling || plan.alice || plan.any_kings || plan.modelled;
        if !stays && rng.random_ratio(1, 8) {
            king.push_str("ifsmN");
            keys.push("unmoved = true".to_owned());
            if rng.random() {
                keys.push(format!("aimed = \"{}\"", pieces.some_letters(2, rng)));
            }
        }
        pieces.add("K", "King", king, keys);
        if plan.linked {
            pieces.add(
                "W",
                "Wazir",
                "W".to_owned(),
                vec!["royal = true".to_owned()],
            );
        }
        if plan.zones {
            let promoted = if pieces.has_pawn {
                ("+P", "Tokin")
            } else {
                ("+A", "Promoted A")
            };
            pieces.add(promoted.0, promoted.1, movement::any(rng), Vec::new());
        }
        pieces
    }

    fn add(&mut self, letter: &'static str, name: &str, movement: String, keys: Vec<String>) {
        let name = name.to_owned();
        self.list.push(Piece {
            letter,
            name,
            movement,
            keys,
        });
    }

    fn add_pawn(&mut self, frame: &Frame, plan: Plan, rng: &mut ChaCha8Rng) {
        self.has_rank_pawn = !plan.capture && !plan.zones;
        let movement = if self.has_rank_pawn && !plan.modelled && rng.random_ratio(1, 4) {
            FREE_PAWNS[rng.random_range(0..FREE_PAWNS.len())].to_owned()
        } else if self.has_rank_pawn {
            let steps = frame.ranks > 5 && rng.random_ratio(2, 3);
            let passing = if (rng.random() || plan.classic) && !plan.alice {
                "fceF"
            } else {
                "fcF"
            };
            if steps {
                format!("fmW{passing}ifmnD")
            } else {
                "fmWfcF".to_owned()
            }
        } else {
            ["fmWfcF", "fW", "fmWfcFsmW"][rng.random_range(0..3)].to_owned()
        };
        let mut keys = vec!["pawn = true".to_owned()];
        if rng.random_ratio(1, 8) {
            keys.push("must_promote = false".to_owned());
        }
        self.add("P", "Pawn", movement, keys);
        if self.has_rank_pawn && !plan.modelled && rng.random_ratio(1, 9) {
            self.has_second_pawn = true;
            let movement = FREE_PAWNS[rng.random_range(0..FREE_PAWNS.len())];
            let keys = vec!["pawn = true".to_owned()];
            self.add("S", "Second Pawn", movement.to_owned(), keys);
        }
    }

    /// Lists of what pieces promote to, and how many of each kind there may be.
    fn add_promotions(&mut self, plan: Plan, rng: &mut ChaCha8Rng) {
        for index in 0..self.list.len() {
            let letter = self.list[index].letter;
            let keys = [
                (plan.zones && rng.random_ratio(1, 4))
                    .then(|| format!("promotion = \"{}\"", self.some_letters(3, rng))),
                rng.random_ratio(1, 20)
                    .then(|| format!("limit = {}", rng.random_range(1..4))),
                (plan.any_kings && letter != "P" && rng.random_ratio(1, 8))
                    .then(|| "royal = true".to_owned()),
            ];
            self.list[index].keys.extend(keys.into_iter().flatten());
        }
    }

    fn add_non_pawn(&mut self, letter: &'static str, plan: Plan, rng: &mut ChaCha8Rng) {
        let hops = plan.effects && rng.random_ratio(2, 3);
        let mut draw = || {
            if hops {
                movement::hopper(rng)
            } else {
                movement::any(rng)
            }
        };
        let mut movement = draw();
        // Names of pieces are in lower case, Betza texts are not.
        while plan.modelled
            && movement.contains(char::is_uppercase)
            && movement.contains(['o', 'q', 'z', 'U'])
        {
            movement = draw();
        }
        let mut keys = Vec::new();
        let plain = !(plan.modelled || plan.conditions || plan.alice || plan.effects || plan.zones);
        if plain && rng.random_ratio(1, 6) {
            self.add(
                letter,
                &format!("Piece {letter}"),
                movement::chain(rng),
                keys,
            );
            return;
        }
        if hops {
            keys.push(format!(
                "effect = \"{}\"",
                some_of(&["A", "C", "E"], 3, rng).concat()
            ));
            if rng.random_ratio(1, 4) {
                keys.push(format!(
                    "target = \"{}\"",
                    some_of(&["enemy", "friend", "both"], 1, rng)[0]
                ));
            }
            if rng.random_ratio(1, 6) {
                keys.push("rex = \"inclusive\"".to_owned());
            }
        }
        for (key, one_in) in [("rifle", 9), ("iron", 16), ("relay", 14), ("petrifies", 24)] {
            if rng.random_ratio(1, one_in) {
                keys.push(format!("{key} = true"));
            }
        }
        if rng.random_ratio(1, 20) {
            keys.push("squares = \"*1 *2 *3\"".to_owned());
        }
        if (plan.effects || plan.conditions) && !plan.modelled && rng.random_ratio(1, 12) {
            let home = ["file", "second", "b1", "a1 d1"][rng.random_range(0..4)];
            keys.push(format!("home = \"{home}\""));
        }
        if rng.random_ratio(1, 8) {
            keys.push(format!("value = {}", rng.random_range(50..900)));
        }
        self.add(letter, &format!("Piece {letter}"), movement, keys);
    }

    /// The letters of what castles, as `[castling]` has them.
    pub(super) fn corners(&self) -> String {
        if self.queen_corner == "R" {
            "R".to_owned()
        } else {
            format!("R{}", self.queen_corner)
        }
    }

    /// The `[[piece]]` tables, with restricted drops for some pieces that come to a hand.
    pub(super) fn tables(&self, hand: &str, rng: &mut ChaCha8Rng) -> String {
        let mut text = String::new();
        for piece in &self.list {
            let _ = write!(
                text,
                "\n[[piece]]\nletter = \"{}\"\nname = \"{}\"\nmovement = \"{}\"\n",
                piece.letter, piece.name, piece.movement
            );
            for key in &piece.keys {
                let _ = writeln!(text, "{key}");
            }
            if hand.contains(piece.letter) && rng.random_ratio(1, 8) {
                let _ = writeln!(text, "drop = \"*2 *3 *4\"");
            }
        }
        text
    }

    /// The letters of all pieces but kings, pawns and promoted forms.
    fn non_pawns(&self) -> Vec<&'static str> {
        let letters = self.list.iter().map(|piece| piece.letter);
        letters
            .filter(|letter| !["K", "W", "P", "S"].contains(letter) && letter.len() == 1)
            .collect()
    }

    /// A letter of a non-pawn piece; an empty square if there is none.
    pub(super) fn non_pawn(&self, rng: &mut ChaCha8Rng) -> String {
        let non_pawns = self.non_pawns();
        match non_pawns.len() {
            0 => "1".to_owned(),
            count => non_pawns[rng.random_range(0..count)].to_owned(),
        }
    }

    /// A letter, if the game has it, else that of a non-pawn piece.
    pub(super) fn or_non_pawn(&self, letter: &str, rng: &mut ChaCha8Rng) -> String {
        if self.list.iter().any(|piece| piece.letter == letter) {
            letter.to_owned()
        } else {
            self.non_pawn(rng)
        }
    }

    /// Some letters of non-pawn pieces, each once; sometimes none.
    pub(super) fn some_letters(&self, most: usize, rng: &mut ChaCha8Rng) -> String {
        let non_pawns = self.non_pawns();
        if non_pawns.is_empty() || rng.random_ratio(1, 12) {
            return String::new();
        }
        some_of(&non_pawns, most, rng).concat()
    }

    /// Letters of pieces that can come to a hand: one at least if there are any but kings.
    pub(super) fn hand(&self, rng: &mut ChaCha8Rng) -> String {
        let held = self.list.iter().take(8).map(|piece| piece.letter);
        let held: Vec<&str> = held
            .filter(|letter| !["K", "W"].contains(letter) && letter.len() == 1)
            .collect();
        if held.is_empty() {
            return String::new();
        }
        some_of(&held, 5, rng).concat()
    }

    pub(super) fn has_name(&self, name: &str) -> bool {
        self.list.iter().any(|piece| piece.name == name)
    }

    /// Whether some effect changes types.
    pub(super) fn changes_types(&self) -> bool {
        let keys = self.list.iter().flat_map(|piece| &piece.keys);
        keys.into_iter()
            .any(|key| key.starts_with("effect") && key.contains('E'))
    }
}
