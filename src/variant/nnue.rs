//! The NNUE and its file format: a perspective network (piece types x squares x 2 colours -> 32) x 2 -> 1, whose output is added to the
//! hand-written evaluation.
//!
//! Pieces in hand have inputs by type and colour, one for each count up to a limit: input n is on if at least n pieces are in hand.
//!
//! The activation is `SCReLU`: the accumulator is clamped to the range 0 to 1 and squared. Quantisation: QA 255 ([`ONE`]), QB 64
//! ([`UNIT`]), scale 400 ([`CENTIPAWNS`]). The accumulator of the side to move comes first. Source: Y. Nasu, "Efficiently
//! Updatable Neural-Network-based Evaluation Functions for Computer Shogi", 2018.

use crate::base::{Color, MAX_PIECE_TYPES, Piece, PieceType, Square};
use serde::Deserialize;

/// The number of neurons in an accumulator.
pub const WIDTH: usize = 32;
/// QA: the quantised value of 1.0 in an accumulator.
pub const ONE: i16 = 255;
/// QB: the quantised value of 1.0 in a weight of the output layer.
pub const UNIT: i16 = 64;
/// The scale: an output of 1.0 corresponds to this number of centipawns.
pub const CENTIPAWNS: i32 = 400;
/// The largest weight of the output layer, so that its product with a clamped accumulator value fits in 16 bits.
pub const MOST_LAST: i16 = i16::MAX / ONE;

/// The bits of the rank: XOR with this mirrors a square index or an input vertically.
pub const UPSIDE_DOWN: usize = 0o70;

/// The start of a network file: kind and version. The rest of the first line is the [`Header`] as a TOML table. After it come
/// little-endian 16-bit numbers: the output weights, the feature biases, and the feature weights of each input.
const MAGIC: &str = "katydid-network 2 ";

/// An accumulator, or one set of weights for it.
pub type Layer = [i16; WIDTH];

/// The header of a network file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The game for which the network was trained.
    pub game: String,
    /// The number of piece types that have inputs; these are the first types of the game.
    pub types: usize,
    /// The number of inputs per piece type in hand (the largest count that is distinguished); 0 in games without hands.
    #[serde(default)]
    pub hands: usize,
    /// The output bias; 1.0 is [`ONE`] times [`UNIT`].
    pub last_bias: i32,
    /// A note for people on how the network was trained.
    pub trained: String,
}

impl Header {
    /// The inputs of the network.
    #[inline(always)]
    pub const fn inputs(&self) -> Inputs {
        Inputs {
            types: self.types,
            hands: self.hands,
        }
    }
}

/// A trained network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    header: Header,
    /// The output weights: for the accumulator of the side to move, then for that of the other side.
    last: [Layer; 2],
    /// The feature biases.
    bias: Layer,
    /// The feature weights of each input. An additional last input, for empty squares, has weights of 0.
    first: Vec<Layer>,
    /// Where the inputs of each piece begin, by perspective and [code](Piece::code_of).
    starts: [[Start; Piece::CODES]; 2],
}

/// Where the inputs of a piece begin, from the perspective of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Start {
    /// The first input of the piece.
    input: u16,
    /// A mask for the square index that is added to the first input; 0 for empty squares, which share one input.
    square_bits: u16,
}

/// Computes where the inputs of each piece begin. Empty squares and piece types without inputs share the last input.
fn starts(inputs: Inputs) -> [[Start; Piece::CODES]; 2] {
    let nothing = Start {
        input: inputs.count() as u16,
        square_bits: 0,
    };
    let types = inputs.types;
    let mut starts = [[nothing; Piece::CODES]; 2];
    for view in Color::ALL {
        let of_view = &mut starts[view.index()];
        let pieces = |color| (0..types).map(move |index| Piece::new(color, PieceType::new(index)));
        for piece in Color::ALL.into_iter().flat_map(pieces) {
            of_view[Piece::code_of(Some(piece))] = Start {
                input: inputs.first(view, piece) as u16,
                square_bits: Square::COUNT as u16 - 1,
            };
        }
    }
    starts
}

/// The reason why a file is not a valid network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file is of another kind or version.
    #[error("it does not begin with '{MAGIC}{{...}}'")]
    Magic,
    /// The header in the first line is invalid.
    #[error("its first line: {0}")]
    Header(String),
    /// The number of piece types is out of range.
    #[error("it knows {0} types of pieces (expected 1 to {MAX_PIECE_TYPES})")]
    Types(usize),
    /// The number of inputs for pieces in hand is too large.
    #[error("it has inputs for {0} pieces in hand (expected 0 to {most})", most = Inputs::MOST_HANDS)]
    Hands(usize),
    /// The file has too few or too many numbers.
    #[error("it has {found} numbers (expected {expected})")]
    Numbers {
        /// The count of numbers found.
        found: usize,
        /// The count of numbers expected.
        expected: usize,
    },
    /// A weight of the output layer is out of range.
    #[error("a weight of the last layer is {0} (expected -{MOST_LAST} to {MOST_LAST})")]
    WeightKey(i16),
}

/// The numbering of a network's inputs: first pieces on the board, then pieces in hand; in both parts own pieces come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inputs {
    /// The number of piece types that have inputs.
    pub types: usize,
    /// The number of inputs per piece type in hand.
    pub hands: usize,
}

impl Inputs {
    /// The maximum number of inputs per piece type in hand.
    pub const MOST_HANDS: usize = 16;

    /// The total number of inputs.
    pub const fn count(self) -> usize {
        2 * self.types * (Square::COUNT + self.hands)
    }

    /// The input of a piece on a square, from the perspective of side `view`.
    #[inline(always)]
    pub const fn piece(self, view: Color, piece: Piece, square: Square) -> usize {
        self.first(view, piece) + seen_from(view, square)
    }

    /// The first input of a piece on the board, from the perspective of side `view`.
    #[inline(always)]
    const fn first(self, view: Color, piece: Piece) -> usize {
        self.place(view, piece) * Square::COUNT
    }

    /// The input of the `nth` piece of a kind in hand (from 0, below `hands`), from the perspective of side `view`.
    #[inline(always)]
    pub const fn held(self, view: Color, piece: Piece, nth: usize) -> usize {
        2 * self.types * Square::COUNT + self.place(view, piece) * self.hands + nth
    }

    /// The index of a piece among all pieces from the perspective of side `view`, whose pieces come first.
    #[inline(always)]
    const fn place(self, view: Color, piece: Piece) -> usize {
        let other = (view.index() ^ piece.color().index()) * self.types;
        other + piece.piece_type().index()
    }

    /// The input of the same piece from the other side's perspective: colour exchanged, square mirrored vertically.
    pub const fn turned(self, input: usize) -> usize {
        let board = 2 * self.types * Square::COUNT;
        let (input, start, half, upside_down) = if input < board {
            (input, 0, board / 2, UPSIDE_DOWN)
        } else {
            (input - board, board, self.types * self.hands, 0)
        };
        let other = if input < half {
            input + half
        } else {
            input - half
        };
        start + (other ^ upside_down)
    }
}

/// The index of a square from the perspective of side `view`.
#[inline(always)]
const fn seen_from(view: Color, square: Square) -> usize {
    match view {
        Color::White => square.index(),
        Color::Black => square.index() ^ UPSIDE_DOWN,
    }
}

impl Network {
    /// Makes a network from a header and the numbers of a file.
    ///
    /// # Errors
    /// [`NetworkError`] if the header is out of range or does not fit the numbers.
    pub fn new(header: Header, numbers: &[i16]) -> Result<Self, NetworkError> {
        if !(1..=MAX_PIECE_TYPES).contains(&header.types) {
            return Err(NetworkError::Types(header.types));
        }
        if header.hands > Inputs::MOST_HANDS {
            return Err(NetworkError::Hands(header.hands));
        }
        let (layers, rest) = numbers.as_chunks::<WIDTH>();
        let inputs = header.inputs();
        let expected = (3 + inputs.count()) * WIDTH;
        let (Some(([own, other, bias], first)), true) = (
            layers.split_first_chunk(),
            numbers.len() == expected && rest.is_empty(),
        ) else {
            let found = numbers.len();
            return Err(NetworkError::Numbers { found, expected });
        };
        let last = [*own, *other];
        let weights = last.as_flattened();
        let large = weights
            .iter()
            .find(|weight| !(-MOST_LAST..=MOST_LAST).contains(weight));
        match large {
            Some(weight) => Err(NetworkError::WeightKey(*weight)),
            None => Ok(Self {
                starts: starts(inputs),
                header,
                last,
                bias: *bias,
                first: first.iter().copied().chain([[0; WIDTH]]).collect(),
            }),
        }
    }

    /// The header of the network file.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The inputs of the network.
    #[inline(always)]
    pub const fn inputs(&self) -> Inputs {
        self.header.inputs()
    }

    /// The feature weights of the `nth` piece of a kind in hand (from 0, below `hands`), from the perspective of side `view`.
    #[inline(always)]
    pub fn held(&self, view: Color, piece: Piece, nth: usize) -> &Layer {
        &self.first[self.inputs().held(view, piece, nth)]
    }

    /// The feature weights of each input.
    pub fn rows(&self) -> &[Layer] {
        &self.first[..self.inputs().count()]
    }

    /// The output weights: for the accumulator of the side to move, then for that of the other side.
    pub const fn last(&self) -> [Layer; 2] {
        self.last
    }

    /// The feature biases, which are the accumulator of an empty board.
    pub const fn bias(&self) -> &Layer {
        &self.bias
    }

    /// The feature weights of a square's content, from the perspective of side `view`; 0 for empty squares and piece types without inputs.
    #[inline(always)]
    pub fn row(&self, view: Color, piece: Option<Piece>, square: Square) -> &Layer {
        // A look-up instead of a branch, because a branch on empty squares would often be mispredicted.
        let start = self.starts[view.index()][Piece::code_of(piece)];
        let square = seen_from(view, square) & usize::from(start.square_bits);
        &self.first[usize::from(start.input) + square]
    }

    /// The output in centipawns from the view of the side to move. `cells` are the accumulators of the side to move and of the other side.
    #[inline(always)]
    pub fn output(&self, cells: [&Layer; 2]) -> i32 {
        let mut sum = 0;
        for (cells, weights) in cells.into_iter().zip(&self.last) {
            for (cell, weight) in cells.iter().zip(weights) {
                let cell = (*cell).clamp(0, ONE);
                sum += i32::from(cell) * i32::from(cell * *weight);
            }
        }
        let one = i32::from(ONE);
        let parts = i64::from(sum / one + self.header.last_bias);
        (parts * i64::from(CENTIPAWNS) / i64::from(one * i32::from(UNIT))) as i32
    }

    /// The content of the network's file.
    pub fn bytes(&self) -> Vec<u8> {
        let Header {
            game,
            types,
            hands,
            last_bias,
            trained,
        } = &self.header;
        let hands = match hands {
            0 => String::new(),
            hands => format!("hands = {hands}, "),
        };
        let header = format!(
            "{{game = {game:?}, types = {types}, {hands}last_bias = {last_bias}, trained = {trained:?}}}"
        );
        let mut bytes = format!("{MAGIC}{header}\n").into_bytes();
        let layers = self.last.iter().chain([&self.bias]).chain(self.rows());
        bytes.extend(layers.flatten().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// Reads a network from the content of a file.
    ///
    /// # Errors
    /// [`NetworkError`] if the content is not a valid network.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        let line = bytes.strip_prefix(MAGIC.as_bytes()).and_then(|rest| {
            let end = rest.iter().position(|byte| *byte == b'\n')?;
            Some((&rest[..end], &rest[end + 1..]))
        });
        let (header, numbers) = line.ok_or(NetworkError::Magic)?;
        let header = read_header(header)?;
        let (pairs, _) = numbers.as_chunks();
        let numbers: Vec<i16> = pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
        Self::new(header, &numbers)
    }
}

/// Parses the header of a network file.
fn read_header(bytes: &[u8]) -> Result<Header, NetworkError> {
    /// A TOML document with the header as the value of a key, because an inline table alone is no document.
    #[derive(Deserialize)]
    struct Document {
        header: Header,
    }
    let refused = |message: &str| NetworkError::Header(message.to_owned());
    let text = std::str::from_utf8(bytes).map_err(|error| refused(&error.to_string()))?;
    toml::from_str(&format!("header = {text}"))
        .map(|document: Document| document.header)
        .map_err(|error: toml::de::Error| refused(error.message()))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::base::{PieceType, SplitMix64};

    /// A network of random numbers, with inputs for `types` piece types and `hands` pieces of a type in hand.
    pub fn random(types: usize, hands: usize) -> Network {
        let mut random = SplitMix64::new(types as u64);
        let mut below = |most: i16| (random.next() % (2 * most as u64 + 1)) as i16 - most;
        let mut numbers: Vec<i16> = (0..2 * WIDTH).map(|_| below(MOST_LAST)).collect();
        let count = Inputs { types, hands }.count();
        numbers.extend((0..(1 + count) * WIDTH).map(|_| below(60)));
        let header = Header {
            game: "chess".to_owned(),
            types,
            hands,
            last_bias: -77,
            trained: "by chance".to_owned(),
        };
        Network::new(header, &numbers).unwrap()
    }

    #[test]
    fn what_is_written_is_read() {
        for (types, hands) in [(1, 0), (6, 0), (6, 8), (MAX_PIECE_TYPES, 16)] {
            let network = random(types, hands);
            let bytes = network.bytes();
            assert_eq!(Network::read(&bytes), Ok(network));
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let bytes = random(2, 0).bytes();
        let numbers = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        let text = |old: &str, new: &str| {
            let head = String::from_utf8(bytes[..numbers].to_vec()).unwrap();
            [head.replace(old, new).as_bytes(), &bytes[numbers..]].concat()
        };
        let mut large = bytes.clone();
        large[numbers..numbers + 2].copy_from_slice(&129_i16.to_le_bytes());
        for (bytes, expected) in [
            (
                text("network 2", "network 3"),
                "it does not begin with 'katydid-network 2 {...}'",
            ),
            (
                text("types = 2, ", ""),
                "its first line: missing field `types`",
            ),
            (
                text("types = 2", "types = 17"),
                "it knows 17 types of pieces (expected 1 to 16)",
            ),
            (
                text("types = 2", "types = 2, hands = 17"),
                "it has inputs for 17 pieces in hand (expected 0 to 16)",
            ),
            (
                text("types = 2", "types = 3"),
                "it has 8288 numbers (expected 12384)",
            ),
            (
                bytes[..bytes.len() - 1].to_vec(),
                "it has 8287 numbers (expected 8288)",
            ),
            (
                large,
                "a weight of the last layer is 129 (expected -128 to 128)",
            ),
        ] {
            let error = Network::read(&bytes).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn an_output_is_the_squares_of_held_cells_times_their_weights() {
        let inputs = Inputs { types: 1, hands: 0 };
        let mut numbers = vec![0; (3 + inputs.count()) * WIDTH];
        // The side to move has one weight of 1/2, the other side one weight of -1/4.
        (numbers[3], numbers[WIDTH + 4]) = (UNIT / 2, -UNIT / 4);
        let header = Header {
            game: "chess".to_owned(),
            types: 1,
            hands: 0,
            last_bias: i32::from(ONE) * i32::from(UNIT) / 8,
            trained: String::new(),
        };
        let network = Network::new(header, &numbers).unwrap();
        let cells = |index: usize, value: i16| {
            let mut cells = [0; WIDTH];
            cells[index] = value;
            cells
        };
        let output = |own, other| network.output([&cells(3, own), &cells(4, other)]);
        assert_eq!(output(0, 0), CENTIPAWNS / 8);
        assert_eq!(output(ONE, 0), CENTIPAWNS * 5 / 8);
        assert_eq!(output(5000, -30), CENTIPAWNS * 5 / 8);
        assert_eq!(output(0, ONE), -CENTIPAWNS / 8);
        // The activation 1/2 is squared, so a quarter of the weight 1/2 is added to the bias 1/8, up to rounding.
        assert!((output(ONE / 2, 0) - CENTIPAWNS / 4).abs() <= 2);
    }

    #[test]
    fn pieces_add_the_row_of_their_input_and_empty_squares_nothing() {
        let network = random(5, 3);
        let inputs = network.inputs();
        for (view, square) in Color::ALL
            .into_iter()
            .flat_map(|view| Square::all().map(move |square| (view, square)))
        {
            assert_eq!(network.row(view, None, square), &[0; WIDTH]);
            for index in 0..5 {
                for color in Color::ALL {
                    let piece = Piece::new(color, PieceType::new(index));
                    let row = &network.first[inputs.piece(view, piece, square)];
                    assert_eq!(network.row(view, Some(piece), square), row);
                    assert_eq!(network.row(view, Some(piece.promoted()), square), row);
                }
            }
        }
    }

    #[test]
    fn sides_see_the_board_from_their_own_end() {
        let piece = Piece::new(Color::Black, PieceType::new(2));
        let square = Square::at(3, 6);
        let own = Piece::new(Color::White, PieceType::new(2));
        let mirrored = Square::at(3, 1);
        let inputs = Inputs { types: 6, hands: 4 };
        let [ours, theirs] = [(own, mirrored), (piece, square)];
        for (view, (piece, square)) in [(Color::Black, theirs), (Color::White, ours)] {
            let seen = inputs.piece(view, piece, square);
            assert_eq!(seen, inputs.piece(Color::White, own, mirrored));
            assert_eq!(inputs.turned(seen), inputs.piece(!view, piece, square));
            let held = inputs.held(view, piece, 3);
            assert_eq!(held, inputs.held(Color::White, own, 3));
            assert_eq!(inputs.turned(held), inputs.held(!view, piece, 3));
        }
        let last = Piece::new(Color::Black, PieceType::new(5));
        assert_eq!(inputs.held(Color::White, last, 3), inputs.count() - 1);
        assert_eq!(
            inputs.piece(Color::White, last, Square::at(7, 7)),
            inputs.count() - 1 - 12 * 4
        );
    }
}
