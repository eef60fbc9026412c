//! Piece values and piece-square tables. Variant files set values; others are estimated from movements ([`super::piece_worth`]).

use super::definition::{Numbers, PieceDefinition, WeightsDefinition};
use super::error::LoadError;
use super::piece_worth;
use super::rule_set::RuleSet;
use super::source::Source;
use super::tables::Tables;
use super::weights::{WeightKey, Weights};
use crate::base::{
    Bitboard, Color, MAX_PIECE_TYPES, Piece, PieceType, Square, TaperedScore, Value,
};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The number of random boards over which mobility is averaged.
const CROWDS: usize = 24;
/// The largest piece value that a file can set, in centipawns.
const MOST: Value = 2000;
/// The largest bonus or malus that a file can set for a rank or file of the board, in centipawns.
const MOST_BY_SQUARE: Value = 500;

/// A piece's mean mobility on each square, over random boards: quiet targets x 0.75 + captures x 1.5.
fn mobility(rules: &RuleSet, tables: &Tables, piece: Piece) -> [f64; Square::COUNT] {
    let mut rng = ChaCha8Rng::seed_from_u64(0x6d6f_6269_6c69_7479);
    let mut sums = [0.0; Square::COUNT];
    let tables = tables.of(piece);
    for _ in 0..CROWDS {
        // On average 5/16 of the squares are occupied, half of them by each side.
        let occupied = Bitboard(
            rng.random::<u64>() & (rng.random::<u64>() | rng.random::<u64>() & rng.random::<u64>()),
        ) & rules.board.squares();
        let enemies = occupied & Bitboard(rng.random::<u64>());
        for from in rules.board.squares() {
            let others = Bitboard(occupied.0 & !Bitboard::from(from).0);
            let quiet = tables.quiet.targets(from, others) & !others;
            let captures = tables.capture.targets(from, others) & enemies;
            // Enemies stand on only 5/32 of the squares, so captures are rare and each counts more.
            sums[from.index()] += quiet.count() as f64 * 0.75 + captures.count() as f64 * 1.5;
        }
    }
    sums.map(|sum| sum / CROWDS as f64)
}

/// The values that variant files set for a piece, in centipawns.
#[derive(Clone, Debug, Default)]
pub struct FileValues {
    opening: Option<Value>,
    endgame: Option<Value>,
    /// The bonus on each rank, from the first rank of the piece's side; empty if the files set none.
    pub by_rank: Vec<TaperedScore>,
    /// The bonus on each file, from the edge to the middle; empty if the files set none.
    pub by_file: Vec<TaperedScore>,
    /// The keys of inherited lists that do not fit the board.
    pub(super) dropped: Vec<&'static str>,
    /// The piece's own weights of evaluation terms.
    weights: WeightsDefinition,
}

impl FileValues {
    /// Reads the values of a piece; `files` and `ranks` are the size of the board.
    ///
    /// # Errors
    /// [`LoadError::Invalid`] if a value is out of range, or a list does not have one number per rank or per half of the files.
    pub fn new(
        piece: &PieceDefinition,
        files: u8,
        ranks: u8,
        source: &Source,
    ) -> Result<Self, LoadError> {
        for (key, value) in [("value", piece.value), ("endgame", piece.endgame)] {
            if let Some(value) = value.filter(|value| !(0..=MOST).contains(value)) {
                let letter = piece.letter.get_ref();
                let message = format!("`{key}` of {letter} is {value} (expected 0 to {MOST})");
                return Err(source.error(&piece.letter, 1, message));
            }
        }
        let half = files.div_ceil(2);
        let mut dropped = Vec::new();
        let mut numbers =
            |key, given, count| numbers(piece, key, given, count, source, &mut dropped);
        let ranked = numbers("by_rank", &piece.by_rank, ranks)?;
        let ranked_late = numbers("endgame_by_rank", &piece.endgame_by_rank, ranks)?;
        let filed = numbers("by_file", &piece.by_file, half)?;
        let filed_late = numbers("endgame_by_file", &piece.endgame_by_file, half)?;
        Ok(Self {
            opening: piece.value,
            endgame: piece.endgame,
            by_rank: tapered(ranked, ranked_late),
            by_file: tapered(filed, filed_late),
            dropped,
            weights: piece.weights.clone(),
        })
    }

    /// The endgame value that the files set, or else their opening value.
    fn endgame(&self) -> Option<Value> {
        self.endgame.or(self.opening)
    }

    /// The sum of the rank's and the file's bonus for a white piece on a square.
    fn on(&self, square: Square, files: u8) -> TaperedScore {
        let file = square.file().min(files - 1 - square.file());
        let at = |list: &[TaperedScore], index: u8| {
            list.get(usize::from(index)).copied().unwrap_or_default()
        };
        at(&self.by_rank, square.rank()) + at(&self.by_file, file)
    }
}

/// Combines two lists to tapered scores. For missing endgame numbers the opening numbers are used.
fn tapered(opening: &[Value], endgame: &[Value]) -> Vec<TaperedScore> {
    (0..opening.len().max(endgame.len()))
        .map(|index| {
            let early = opening.get(index).copied().unwrap_or_default();
            TaperedScore::new(early, endgame.get(index).copied().unwrap_or(early))
        })
        .collect()
}

/// Checks the count and size of a key's numbers. The result is empty if the key sets nothing, or if an inherited list does not fit; its key
/// then comes to `dropped`.
fn numbers<'a>(
    piece: &PieceDefinition,
    key: &'static str,
    given: &'a Numbers,
    count: u8,
    source: &Source,
    dropped: &mut Vec<&'static str>,
) -> Result<&'a [Value], LoadError> {
    let list = given.get_ref();
    let fits = list.len() == usize::from(count);
    if list.is_empty() {
        return Ok(&[]);
    }
    if !fits && source.is_inherited(given) {
        dropped.push(key);
        return Ok(&[]);
    }
    let letter = piece.letter.get_ref();
    let message = if !fits {
        format!(
            "`{key}` of {letter} has {} numbers (expected {count})",
            list.len()
        )
    } else if let Some(number) = list.iter().find(|number| number.abs() > MOST_BY_SQUARE) {
        format!("`{key}` of {letter} has {number} (expected -{MOST_BY_SQUARE} to {MOST_BY_SQUARE})")
    } else {
        return Ok(list);
    };
    Err(source.error(given, 0, message))
}

/// The values of a game's pieces and the weights of its evaluation terms.
#[derive(Clone, Debug)]
pub struct EvalTables {
    /// The value of each piece type, by index.
    pub piece_types: [TaperedScore; MAX_PIECE_TYPES],
    /// The piece-square table: the value of each piece on each square, positive for White's pieces.
    pub squares: Box<[[TaperedScore; Square::COUNT]; Piece::COUNT]>,
    /// The contribution of each piece type to the game phase, by index.
    pub phase: [Value; MAX_PIECE_TYPES],
    /// The game phase of the start position, the sum of its pieces' contributions.
    pub full_phase: Value,
    /// The weights of the evaluation terms for the game.
    pub weights: Weights,
    /// The weights of the evaluation terms for each piece type, by index.
    pub pieces: Vec<Weights>,
    /// The values as the game's files set them for each piece type, by index; a piece without has those of its twin.
    pub said: Vec<FileValues>,
    /// The piece types that are neither pawns nor royal, cheapest first.
    pub non_pawns_by_worth: Vec<WeighedType>,
}

/// A piece type (neither pawn nor royal) in a list sorted by opening value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeighedType {
    /// The piece type.
    pub piece: PieceType,
    /// The number of clearly cheaper piece types; these are the first ones in the list.
    pub cheaper: usize,
}

impl WeighedType {
    /// The difference in value, in centipawns, above which a piece is clearly cheaper than another.
    const CLEARLY: Value = 60;

    /// The piece types of a game that are neither pawns nor royal, cheapest first.
    fn by_worth(tables: &Tables, values: &[TaperedScore; MAX_PIECE_TYPES]) -> Vec<Self> {
        let worth = |piece: &PieceType| values[piece.index()].mg();
        let mut pieces: Vec<PieceType> = tables.non_pawns.iter().collect();
        pieces.sort_by_key(worth);
        let non_pawn = |piece: &PieceType| Self {
            piece: *piece,
            cheaper: pieces.partition_point(|other| worth(other) + Self::CLEARLY < worth(piece)),
        };
        pieces.iter().map(non_pawn).collect()
    }
}

impl EvalTables {
    /// The value of a piece type, without the bonus for its square.
    #[inline(always)]
    pub const fn of(&self, piece_type: PieceType) -> TaperedScore {
        self.piece_types[piece_type.index()]
    }

    /// The weight of a key. The key must name a piece type if, and only if, the term has weights by piece.
    #[inline(always)]
    pub fn weight(&self, weight: WeightKey) -> TaperedScore {
        debug_assert_eq!(weight.piece.is_some(), weight.term.text().by_piece);
        match weight.piece {
            None => self.weights[weight.term],
            Some(piece) => self.pieces[piece.index()][weight.term],
        }
    }

    /// Computes the tables of a game from the values in its files, and from estimates for other pieces. A piece without values that moves
    /// and acts as one with values gets all of these.
    pub(super) fn new(
        rules: &RuleSet,
        tables: &Tables,
        file: &[FileValues],
        weights: Weights,
        start: &str,
        letters: &[&str],
        source: &Source,
    ) -> Result<Self, LoadError> {
        let has_value = |piece: PieceType| file[piece.index()].opening.is_some();
        let twins = piece_worth::twins(rules, tables, has_value);
        let file: Vec<_> = file
            .iter()
            .zip(twins)
            .map(|(own, twin)| twin.map_or(own, |twin| &file[twin.index()]).clone())
            .collect();
        let mut pieces = vec![weights.clone(); MAX_PIECE_TYPES];
        for (piece, file) in pieces.iter_mut().zip(&file) {
            *piece = weights.of_piece(&file.weights, source)?;
        }
        let mut values = Self {
            piece_types: [TaperedScore::ZERO; MAX_PIECE_TYPES],
            squares: Box::new([[TaperedScore::ZERO; Square::COUNT]; Piece::COUNT]),
            phase: [0; MAX_PIECE_TYPES],
            full_phase: 0,
            weights,
            pieces,
            said: file.clone(),
            non_pawns_by_worth: Vec::new(),
        };
        let known = file
            .iter()
            .map(|file| Some([file.opening?, file.endgame()?]));
        let known: Vec<_> = known.collect();
        let estimates = piece_worth::estimates(rules, tables, &known, &values.pieces);
        for ((piece_type, file), estimate) in rules.all_types().zip(&file).zip(estimates) {
            values.add(rules, tables, piece_type, file, estimate);
        }
        values.non_pawns_by_worth = WeighedType::by_worth(tables, &values.piece_types);
        let placement = start.split(' ').next().unwrap_or_default();
        values.full_phase = placement
            .chars()
            .filter_map(|letter| {
                let letter = letter.to_ascii_uppercase().to_string();
                letters.iter().position(|known| *known == letter)
            })
            .map(|index| values.phase[index])
            .sum();
        Ok(values)
    }

    /// Fills in the value, the phase contribution and the piece-square table of a piece type.
    fn add(
        &mut self,
        rules: &RuleSet,
        tables: &Tables,
        piece_type: PieceType,
        file: &FileValues,
        estimate: Option<TaperedScore>,
    ) {
        let board = rules.board.squares();
        let mobility = mobility(rules, tables, Piece::new(Color::White, piece_type));
        let royal = rules.royals.contains(piece_type);
        let pawn = rules.pawn == Some(piece_type);
        let usual = if pawn { 100 } else { 0 };
        let estimate = estimate.unwrap_or(TaperedScore::new(usual, usual));
        let opening = file.opening.unwrap_or(estimate.mg());
        let value = TaperedScore::new(opening, file.endgame().unwrap_or(estimate.eg()));
        self.piece_types[piece_type.index()] = value;
        if !royal && !pawn {
            self.phase[piece_type.index()] = opening.clamp(0, 1500);
        }
        let average = board.into_iter().map(|s| mobility[s.index()]).sum::<f64>()
            / f64::from(board.count().max(1));
        for square in board {
            let bonus = if !rules.zones.is_straight() && (royal || pawn) {
                zone_square(rules, tables, piece_type, square)
            } else if royal {
                king_square(rules, square)
            } else if pawn {
                pawn_square(rules, square)
            } else {
                mobile_square(rules, square, mobility[square.index()] - average)
            };
            let worth = value + bonus + file.on(square, rules.files);
            let mirrored = rules.mirrored(square);
            let [white, black] = Color::ALL.map(|color| Piece::new(color, piece_type).index());
            self.squares[white][square.index()] = worth;
            self.squares[black][mirrored.index()] = -worth;
        }
    }
}

/// The distance of a square from the nearest edge of the board: 0 on the edge, 3 in the middle of an 8x8 board.
fn centrality(rules: &RuleSet, square: Square) -> Value {
    let near = |at: u8, size: u8| at.min(size - 1 - at) as Value;
    near(square.file(), rules.files).min(near(square.rank(), rules.ranks))
}

fn mobile_square(rules: &RuleSet, square: Square, surplus: f64) -> TaperedScore {
    let center = centrality(rules, square) * 4 - 4;
    let mobile = (surplus * 6.0) as Value;
    TaperedScore::new(mobile + center, mobile / 2 + center)
}

fn king_square(rules: &RuleSet, square: Square) -> TaperedScore {
    let file = square.file().min(rules.files - 1 - square.file()) as Value;
    let rank = square.rank() as Value;
    let shelter = match (rank, file) {
        (0, 0..=2) => 25,
        (0, _) => 5,
        (1, 0..=2) => 0,
        _ => -20 * rank,
    };
    TaperedScore::new(shelter.max(-80), centrality(rules, square) * 12 - 16)
}

/// The square bonus of kings and pawns in games whose pawns change direction. A king is safe near its own corner. A pawn is worth more
/// the nearer it is to promotion, but less on its last squares, where only a hop can move it.
fn zone_square(
    rules: &RuleSet,
    tables: &Tables,
    piece_type: PieceType,
    square: Square,
) -> TaperedScore {
    /// The bonus for each step of a king towards its own side, in centipawns.
    const HOME: Value = 6;
    /// The bonus of a pawn by the number of steps to promotion, in centipawns.
    const TO_GO: [Value; 6] = [-20, 30, 18, 10, 5, 0];
    if rules.royals.contains(piece_type) {
        let homeward = Value::from(square.file()) - Value::from(square.rank());
        return TaperedScore::new(HOME * homeward, HOME * homeward / 3);
    }
    let tables = tables.of(Piece::new(Color::White, piece_type));
    let zone = rules.zones.promotion[Color::White.index()];
    let mut reached = Bitboard::from(square);
    let mut steps = 0;
    while !reached.intersects(zone) && steps + 1 < TO_GO.len() {
        for from in reached {
            reached |= tables.quiet.leaps[from.index()] | tables.capture.leaps[from.index()];
        }
        steps += 1;
    }
    TaperedScore::new(TO_GO[steps], TO_GO[steps])
}

fn pawn_square(rules: &RuleSet, square: Square) -> TaperedScore {
    let advance = square.rank() as Value * 7 / (rules.ranks as Value - 1).max(1);
    let center = centrality(rules, square).min(2) * 6 * i32::from((2..=5).contains(&advance));
    let to_go = [0, 0, 2, 8, 20, 45, 80, 0][advance.clamp(0, 7) as usize];
    TaperedScore::new(center + to_go / 2, to_go)
}
