//! Converts a definition of Fairy-Stockfish's to a variant file.

use super::ini::Keys;
use super::movement::quiet_steps;
use super::pieces::{Piece, pieces};
use super::reading::Reading;
use super::squares::Squares;
use super::start::Start;
use anyhow::Result;
use katydid::variant::MAX_HELD;
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
    pieces: Vec<Piece>,
    pawns: Vec<String>,
    pub(super) royals: Vec<String>,
    /// Whether kings survive explosions and are never captured by each other.
    atomar: bool,
    pub(super) goals: Vec<String>,
    /// The lines above the tables; the lists below hold the lines of each table.
    top: Vec<String>,
    castling: Vec<String>,
    pawn_lines: Vec<String>,
    zones: Vec<String>,
    drops: Vec<String>,
    walls: Vec<String>,
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
fn pairs(text: &str) -> impl Iterator<Item = (String, String)> + '_ {
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
    fn piece(&mut self, letter: &str) -> Option<&mut Piece> {
        self.pieces.iter_mut().find(|piece| piece.letter == letter)
    }

    /// The letter of the piece that the definition calls `kind` (`king`, `pawn`).
    pub(super) fn of_kind(&self, kind: &str) -> Option<String> {
        let mut pieces = self.pieces.iter();
        pieces
            .find(|piece| piece.kind == kind)
            .map(|piece| piece.letter.clone())
    }

    fn line(&mut self, letter: &str, line: String) {
        if let Some(piece) = self.piece(letter) {
            piece.lines.push(line);
        }
    }

    /// White's squares of a key. If Black's squares are not their mirror image, the key is reported as one that cannot be expressed.
    fn alike(&mut self, key: &str, white: Squares, black: Squares) -> Squares {
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
    fn petrifies(&mut self) -> bool {
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

    /// Pawns: the piece types, their steps and en passant.
    fn pawns(&mut self) {
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
    fn promotions(&mut self) {
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
    fn immobility(&mut self) {
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

    /// Lets pieces be dropped in their promoted forms, too. Pieces with promoted forms, and these forms, come first; types without a
    /// piece at the start are left out.
    fn either_side_up(&mut self, forms: &[(String, String)]) {
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
    fn drops(&mut self) -> bool {
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
