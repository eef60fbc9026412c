//! Converts a definition of Fairy-Stockfish's to a variant file.

use super::ini::Keys;
use super::pieces::{Piece, pieces};
use super::reading::Reading;
use super::squares::Squares;
use super::start::Start;
use anyhow::Result;
use std::fmt::Write as _;

/// The pieces of chess that keep their values if they move as in chess.
const OF_CHESS: [(&str, &str); 4] = [("N", "N"), ("B", "B"), ("R", "R"), ("Q", "Q")];

/// A variant file, and the keys of the definition that it does not express.
pub struct Imported {
    /// The text of the file.
    pub text: String,
    /// The keys that cannot be expressed, with their values.
    pub unsaid: Vec<String>,
}

/// The parts of the variant file that is being made.
pub(super) struct Game<'a> {
    pub(super) reading: Reading<'a>,
    pub(super) start: Start,
    pub(super) board: (usize, usize),
    pub(super) pieces: Vec<Piece>,
    pub(super) pawns: Vec<String>,
    pub(super) royals: Vec<String>,
    /// Whether kings survive explosions and are never captured by each other.
    pub(super) atomar: bool,
    pub(super) goals: Vec<String>,
    /// The lines above the tables; the lists below hold the lines of each table.
    pub(super) top: Vec<String>,
    pub(super) castling: Vec<String>,
    pub(super) pawn_lines: Vec<String>,
    pub(super) zones: Vec<String>,
    pub(super) drops: Vec<String>,
    pub(super) walls: Vec<String>,
    pub(super) turns: Vec<String>,
    pub(super) ends: Vec<String>,
    pub(super) counting: Vec<String>,
}

/// Makes the file of a definition; `place` is the source of the definition, for a comment in the file.
///
/// # Errors
/// If the start position has no board of at most 8x8.
pub fn import(name: &str, place: &str, keys: &Keys) -> Result<Imported> {
    let mut reading = Reading::new(keys);
    let start = Start::read(reading.text("startFen"))?;
    let board = start.board();
    reading.text("maxRank");
    reading.text("maxFile");
    let mut found: Vec<Piece> = Vec::new();
    for piece in pieces(&mut reading) {
        // A later piece with the same letter replaces the earlier one.
        found.retain(|other| other.letter != piece.letter);
        found.push(piece);
    }
    let mut game = Game {
        reading,
        start,
        board,
        pieces: found,
        pawns: Vec::new(),
        royals: Vec::new(),
        atomar: false,
        goals: Vec::new(),
        top: Vec::new(),
        castling: Vec::new(),
        pawn_lines: Vec::new(),
        zones: Vec::new(),
        drops: Vec::new(),
        walls: Vec::new(),
        turns: Vec::new(),
        ends: Vec::new(),
        counting: Vec::new(),
    };
    game.moves();
    game.walls();
    game.royals();
    game.ends();
    game.passes();
    let castles = game.castling();
    game.pawns();
    game.promotions();
    game.immobility();
    let drops = game.drops();
    Ok(game.written(name, place, drops, castles))
}

/// A line `key = "value"` of the file.
pub(super) fn said(key: &str, value: &str) -> String {
    format!("{key} = \"{value}\"")
}

/// Parses pairs such as `g:1 a:2`: a letter and the text after its colon, both in upper case.
pub(super) fn pairs(text: &str) -> impl Iterator<Item = (String, String)> + '_ {
    let words = text.split_whitespace();
    words.filter_map(|word| {
        let (letter, value) = word.split_once(':')?;
        Some((letter.to_ascii_uppercase(), value.to_ascii_uppercase()))
    })
}

/// Whether explosions spare the pieces whose capture wins, one of each side, and these never capture each other.
fn atomar(reading: &mut Reading<'_>, start: &Start) -> bool {
    let kings = reading.letters("extinctionPieceTypes").unwrap_or_default();
    let keys = ["blastImmuneTypes", "mutuallyImmuneTypes"];
    let plain = reading.text("extinctionValue") == Some("loss")
        && !reading.flag("extinctionPseudoRoyal", false)
        && !reading.flag("extinctionClaim", false)
        && reading.number("extinctionPieceCount", 0) == 0
        && reading.number("extinctionOpponentPieceCount", 0) == 0
        && kings.len() == 1
        && [true, false].map(|white| start.count(&kings, white)) == [1, 1];
    let spared = keys.map(|key| reading.letters(key).unwrap_or_default());
    if plain && spared.iter().all(|spared| *spared == kings) {
        return true;
    }
    for (key, spared) in keys.into_iter().zip(spared) {
        if !spared.is_empty() {
            reading.refuse(key, "other than the one piece whose loss ends the game");
        }
    }
    false
}

impl Game<'_> {
    pub(super) fn piece(&mut self, letter: &str) -> Option<&mut Piece> {
        self.pieces.iter_mut().find(|piece| piece.letter == letter)
    }

    /// The letter of the piece that the definition calls `kind` (`king`, `pawn`).
    pub(super) fn of_kind(&self, kind: &str) -> Option<String> {
        let mut pieces = self.pieces.iter();
        pieces
            .find(|piece| piece.kind == kind)
            .map(|piece| piece.letter.clone())
    }

    pub(super) fn line(&mut self, letter: &str, line: String) {
        if let Some(piece) = self.piece(letter) {
            piece.lines.push(line);
        }
    }

    /// White's squares of a key. If Black's squares are not their mirror image, the key is reported as one that cannot be expressed.
    pub(super) fn alike(&mut self, key: &str, white: Squares, black: Squares) -> Squares {
        if white.mirrored(self.board) != black.on(self.board) {
            self.reading
                .refuse(key, "other squares for White than for Black");
        }
        white.on(self.board)
    }

    /// Rules of moving that hold for all pieces.
    fn moves(&mut self) {
        let usual_pawn = self.of_kind("pawn");
        let reading = &mut self.reading;
        let mut conditions = Vec::new();
        if reading.flag("blastOnCapture", false) {
            self.atomar = atomar(reading, &self.start);
            conditions.push(if self.atomar { "atomar" } else { "atomic" });
            let pawns = reading.letters("pawnTypes");
            if pawns.is_some_and(|pawns| usual_pawn.as_deref() != Some(&pawns)) {
                reading.refuse(
                    "blastOnCapture",
                    "of pawns, which only stand where they are `pawn`",
                );
            }
            if reading.flag("capturesToHand", false) {
                reading.refuse("capturesToHand", "of pieces that are blown up");
            }
        }
        if !reading.flag("checking", true) {
            conditions.push("no-checks");
        }
        if reading.flag("flyingGeneral", false) {
            conditions.push("facing-kings");
        }
        if reading.flag("makpongRule", false) {
            conditions.push("makpong");
        }
        if !conditions.is_empty() {
            self.top.push(format!("conditions = {conditions:?}"));
        }
        if reading.flag("mustCapture", false) {
            self.top.push("must_capture = true".to_owned());
        }
        for piece in &mut self.pieces {
            let mut kind = piece.kind.clone();
            kind[..1].make_ascii_uppercase();
            let sides = ["White", "Black"].map(|side| format!("mobilityRegion{side}{kind}"));
            let regions = sides.each_ref().map(|key| reading.squares(key, ""));
            let [Some(white), Some(black)] = regions else {
                continue;
            };
            if white.mirrored(self.board) == black.on(self.board) {
                let squares = white.on(self.board).text(self.board);
                piece.lines.push(said("squares", &squares));
            } else {
                reading.refuse(&sides[1], "other squares for White than for Black");
            }
        }
        // Without `gating`, the first moves of `cambodianMoves` are never made.
        if reading.flag("cambodianMoves", false) && reading.flag("gating", false) {
            let rook = self.of_kind("rook").unwrap_or_default();
            for piece in &mut self.pieces {
                let (movement, aimed) = match piece.kind.as_str() {
                    "king" => ("ifsmN", Some(&rook)),
                    "fers" => ("ifmD", None),
                    _ => continue,
                };
                piece.movement.push_str(movement);
                piece.lines.push("unmoved = true".to_owned());
                piece.lines.extend(aimed.map(|rook| said("aimed", rook)));
            }
        }
    }

    /// Walls, and the pieces that turn into them.
    fn walls(&mut self) {
        let placing = match self.reading.text("wallingRule") {
            Some("duck") => Some("duck"),
            Some("static") => Some("anywhere"),
            Some("past") => Some("left"),
            Some("none" | "") | None => None,
            Some(_) => {
                let why = "expected duck, static or past";
                self.reading.refuse("wallingRule", why);
                None
            }
        };
        self.walls
            .extend(placing.map(|placing| said("placing", placing)));
        let regions = ["White", "Black"].map(|side| self.reading.squares("wallingRegion", side));
        match (placing, regions) {
            (Some("duck" | "anywhere"), [Some(white), Some(black)])
                if white.on(self.board) == black.on(self.board) =>
            {
                let squares = white.on(self.board).text(self.board);
                self.walls.push(said("squares", &squares));
            }
            (_, [None, None]) => {}
            _ => {
                let why = "expected the same squares for both sides, and `duck` or `static`";
                self.reading.refuse("wallingRegion", why);
            }
        }
        if self.petrifies() && self.reading.flag("blastOnCapture", false) {
            let why = "of captors that are blown up";
            self.reading.refuse("petrifyOnCaptureTypes", why);
        }
        let stones = self.reading.letters("petrifyOnCaptureTypes");
        for letter in stones.unwrap_or_default().chars() {
            self.line(&letter.to_string(), "petrifies = true".to_owned());
        }
    }

    /// Whether pieces turn into walls when they capture.
    pub(super) fn petrifies(&mut self) -> bool {
        let stones = self.reading.letters("petrifyOnCaptureTypes");
        stones.is_some_and(|stones| !stones.is_empty())
    }

    /// Kings, and the pieces that are royal or end the game by extinction.
    fn royals(&mut self) {
        self.royals.extend(self.of_kind("king"));
        let value = match self.reading.text("extinctionValue") {
            Some("none" | "") | None => "none",
            Some(_) => self.reading.result("extinctionValue").unwrap_or("none"),
        };
        let types = self
            .reading
            .letters("extinctionPieceTypes")
            .unwrap_or_default();
        let count = self.reading.number("extinctionPieceCount", 0);
        let others = self.reading.number("extinctionOpponentPieceCount", 0);
        let claim = self.reading.flag("extinctionClaim", false);
        let royal = self.reading.flag("extinctionPseudoRoyal", false);
        let result = match value {
            "loss" => "loses",
            "win" => "wins",
            "draw" => "draw",
            _ => return,
        };
        if self.atomar {
            self.royals.push(types);
            self.ends.push(said("goal", "capture"));
            return;
        }
        if claim && types == "*" && (count, others, value) == (1, 2, "loss") {
            self.ends.push(said("bare_king", "loses"));
            return;
        }
        if claim || others > 0 {
            self.reading.refuse(
                "extinctionOpponentPieceCount",
                "an end that depends on the other side's pieces",
            );
            return;
        }
        if royal {
            self.royals.extend(types.chars().map(String::from));
            // No goal is needed if all pieces of a type are royal, since none is ever lost, or if a side does not have them at the start.
            let numbers = [true, false].map(|white| {
                let counts = types
                    .chars()
                    .map(|letter| self.start.count(&letter.to_string(), white));
                counts.sum::<usize>()
            });
            if count == 0 && numbers.into_iter().any(|number| number > types.len()) {
                let why = "of several alike, royal when one is left";
                self.reading.refuse("extinctionPseudoRoyal", why);
            }
            if count > 0 || numbers.contains(&0) {
                return;
            }
        }
        let what = if types == "*" { "lost_all" } else { "lost" };
        let mut goal = said(what, &types);
        if count > 0 {
            let _ = write!(goal, ", left = {count}");
        }
        if result != "loses" {
            let _ = write!(goal, ", {}", said("result", result));
        }
        self.goals.push(format!("{{ {goal} }}"));
    }

    /// Castling, if the start position has castling rights.
    fn castling(&mut self) -> bool {
        let wanted = self.reading.flag("castling", true);
        let king = self.reading.letters("castlingKingPiece");
        let king = king.or_else(|| self.of_kind("king"));
        let files =
            ["Kingside", "Queenside"].map(|wing| self.reading.file(&format!("castling{wing}File")));
        let anywhere = self.reading.flag("chess960", false);
        let dropped = self.reading.flag("castlingDroppedPiece", false);
        let sides = [("White", "white", true), ("Black", "black", false)];
        let castlers = sides.map(|(side, _, white)| {
            let allowed = self.reading.of_side("castlingRookPieces", side);
            let allowed = allowed.map_or_else(
                || self.of_kind("rook").unwrap_or_default(),
                str::to_ascii_uppercase,
            );
            if dropped {
                return allowed;
            }
            let right = |letter: char| {
                if white {
                    letter
                } else {
                    letter.to_ascii_lowercase()
                }
            };
            let wings = [('K', true), ('Q', false)].map(|(letter, last_file)| {
                let has_right = self.start.castling.contains(right(letter));
                let corner = self
                    .start
                    .corner(white, last_file)
                    .filter(|corner| allowed.contains(corner.as_str()));
                corner.filter(|_| has_right)
            });
            match wings {
                [Some(own), Some(other)] if own != other => own + &other,
                [Some(one), _] | [None, Some(one)] => one,
                [None, None] => String::new(),
            }
        });
        let castles =
            wanted && self.board == (8, 8) && castlers.iter().any(|castler| !castler.is_empty());
        let lost = self.board != (8, 8) && castlers.iter().any(|castler| !castler.is_empty());
        if wanted && lost && files.iter().any(Option::is_some) {
            self.reading
                .refuse("castlingKingsideFile", "on a smaller board");
        }
        let (king, castles) = match king {
            Some(letter)
                if castles && !self.royals.is_empty() && !self.royals.contains(&letter) =>
            {
                let why = "a piece that is not royal beside one that is";
                self.reading.refuse("castlingKingPiece", why);
                (None, false)
            }
            king => (king.filter(|_| castles), castles),
        };
        if let Some(piece) = king.as_deref().and_then(|letter| self.piece(letter)) {
            piece.movement.push_str("isO2");
        }
        for ((_, key, _), castler) in sides.into_iter().zip(castlers) {
            let castler = if castles { castler } else { String::new() };
            self.castling.push(said(key, &castler));
        }
        if castles && anywhere {
            self.castling.push("anywhere = true".to_owned());
        }
        if castles && dropped {
            self.castling.push("dropped = true".to_owned());
        }
        let arrivals = format!("{}{}", files[0].unwrap_or('g'), files[1].unwrap_or('c'));
        if castles && arrivals != "gc" {
            self.castling.push(said("arrivals", &arrivals));
        }
        castles
    }

    /// The file.
    fn written(self, name: &str, place: &str, drops: bool, castles: bool) -> Imported {
        let checks = self.goals.iter().any(|goal| goal.contains("checks"));
        let unmoved = |piece: &Piece| piece.lines.iter().any(|line| line == "unmoved = true");
        let gates = self.drops.iter().any(|line| line.starts_with("gating"));
        let rights = castles || gates || self.pieces.iter().any(unmoved);
        let start = self.start.fen(drops, rights, checks);
        let has = |letter: &str| self.pieces.iter().find(|piece| piece.letter == letter);
        let keeps = |(letter, movement): &(&str, &str)| {
            has(letter).is_none_or(|piece| piece.movement == *movement)
        };
        let pawn = has("P").is_none_or(|piece| self.pawns.contains(&piece.letter));
        // Pieces that move as in chess have the values of chess.
        let inherits = name != "chess" && pawn && OF_CHESS.iter().all(keeps);
        let mut text =
            format!("# Made from {place}, a definition in the format of Fairy-Stockfish.\n");
        let unsaid = self.reading.unsaid();
        for one in &unsaid {
            let _ = writeln!(text, "# Not said here: {one}");
        }
        let _ = writeln!(text, "\nname = \"{name}\"");
        if inherits {
            text.push_str("inherits = \"chess\"\n");
        }
        let _ = writeln!(
            text,
            "title = \"{name}\"\nsummary = \"\"\nrules = \"\"\nstart = \"{start}\""
        );
        if inherits {
            let missing = ["P", "N", "B", "R", "Q", "K"]
                .into_iter()
                .filter(|letter| has(letter).is_none());
            let missing: String = missing.collect();
            if !missing.is_empty() {
                let _ = writeln!(text, "without = \"{missing}\"");
            }
        }
        for line in &self.top {
            let _ = writeln!(text, "{line}");
        }
        for piece in &self.pieces {
            let of_chess = OF_CHESS.iter().any(|(letter, _)| *letter == piece.letter);
            let royal = self.royals.contains(&piece.letter);
            if inherits && of_chess && piece.lines.is_empty() && !royal {
                continue;
            }
            let _ = write!(text, "\n[[piece]]\nletter = \"{}\"\n", piece.letter);
            let _ = writeln!(
                text,
                "name = \"{}\"\nmovement = \"{}\"",
                piece.name, piece.movement
            );
            if royal || piece.letter == "K" && inherits {
                let _ = writeln!(text, "royal = {royal}");
            }
            for line in &piece.lines {
                let _ = writeln!(text, "{line}");
            }
        }
        let mut ends = self.ends;
        if inherits && !(has("B").is_some() && has("N").is_some()) {
            ends.push(said("dead", ""));
        }
        let tables = [
            ("castling", &self.castling),
            ("pawns", &self.pawn_lines),
            ("zones", &self.zones),
            ("drops", &self.drops),
            ("walls", &self.walls),
            ("turns", &self.turns),
            ("ends", &ends),
            ("counting", &self.counting),
        ];
        for (table, lines) in tables {
            if !lines.is_empty() {
                let _ = writeln!(text, "\n[{table}]\n{}", lines.join("\n"));
            }
        }
        Imported { text, unsaid }
    }
}
