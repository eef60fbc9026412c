//! The numbers of a small network that corrects the evaluation of a game, and the file that holds them.
//!
//! Its inputs are the pieces on their squares, as either side sees them. Each view is summed into a layer of [`WIDTH`] cells; a cell
//! is held between nothing and one, and its square goes on. Both layers, that of the side to move first, make one number. All are
//! whole numbers: a cell counts in parts of [`ONE`], a weight of the last layer in parts of [`UNIT`], and an output of one is
//! [`CENTIPAWNS`]. Such networks were brought to shogi and chess by Y. Nasu ("Efficiently Updatable Neural-Network-based
//! Evaluation Functions for Computer Shogi", 2018).

use crate::base::{Color, MAX_PIECE_TYPES, Piece, PieceType, Square};
use serde::Deserialize;

/// Accumulator of a view.
pub const WIDTH: usize = 32;
/// Parts of one in a cell.
pub const ONE: i16 = 255;
/// Parts of one in a weight of the last layer.
pub const UNIT: i16 = 64;
/// What an output of one is worth.
pub const CENTIPAWNS: i32 = 400;
/// The largest weight of the last layer: with a cell it makes no more than 16 bits hold.
pub const MOST_LAST: i16 = i16::MAX / ONE;

/// What turns the board upside down: the bits of the rank in the index of a square, or of an input.
pub const UPSIDE_DOWN: usize = 0o70;

/// What a file begins with: the kind of file and its version. The rest of its first line is the [`Header`] as a TOML table; behind it
/// stand 16-bit numbers, the lower byte first: the weights of the last layer, where cells begin, and the weights of each input.
const MAGIC: &str = "katydid-network 2 ";

/// Accumulator, or weights of them.
pub type Layer = [i16; WIDTH];

/// What the file says of the network besides its numbers.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The game.
    pub game: String,
    /// How many types of pieces it knows: those with the first indices.
    pub types: usize,
    /// What is added to the last layer, in parts of [`ONE`] times [`UNIT`].
    pub last_bias: i32,
    /// How it was trained, for people.
    pub trained: String,
}

/// A network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    header: Header,
    /// What the cells count: those of the side to move, and the other's.
    last: [Layer; 2],
    /// What the cells are without pieces.
    bias: Layer,
    /// What each input adds to them; the last adds nothing, and stands for the piece on an empty square.
    first: Vec<Layer>,
    /// Where the inputs of each piece begin, by view and [code](Piece::code_of).
    starts: [[Start; Piece::CODES]; 2],
}

/// Where the inputs of a piece begin for a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Start {
    /// The first of them.
    input: u16,
    /// Which bits of the square's number lead on from there: none for an empty square, which has one input wherever it is.
    square_bits: u16,
}

/// Where the inputs of pieces of so many types begin. Empty squares have the one behind them all, and so have other pieces.
fn starts(types: usize) -> [[Start; Piece::CODES]; 2] {
    let nothing = Start {
        input: inputs(types) as u16,
        square_bits: 0,
    };
    let mut starts = [[nothing; Piece::CODES]; 2];
    for view in Color::ALL {
        let of_view = &mut starts[view.index()];
        let pieces = |color| (0..types).map(move |index| Piece::new(color, PieceType::new(index)));
        for piece in Color::ALL.into_iter().flat_map(pieces) {
            of_view[Piece::code_of(Some(piece))] = Start {
                input: first_input(types, view, piece) as u16,
                square_bits: Square::COUNT as u16 - 1,
            };
        }
    }
    starts
}

/// Why there is no network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// It is another kind of file.
    #[error("it does not begin with '{MAGIC}{{...}}'")]
    Magic,
    /// Its first line is not understood.
    #[error("its first line: {0}")]
    Header(String),
    /// It knows other numbers of types than a game can have.
    #[error("it knows {0} types of pieces (expected 1 to {MAX_PIECE_TYPES})")]
    Types(usize),
    /// There are too few numbers, or too many.
    #[error("it has {found} numbers (expected {expected})")]
    Numbers {
        /// Numbers there are.
        found: usize,
        /// Numbers there should be.
        expected: usize,
    },
    /// A weight of the last layer is too large.
    #[error("a weight of the last layer is {0} (expected -{MOST_LAST} to {MOST_LAST})")]
    WeightKey(i16),
}

/// The inputs of pieces of so many types.
pub const fn inputs(types: usize) -> usize {
    2 * types * Square::COUNT
}

/// The input of a piece on a square for a network that knows so many types, as a side sees it.
#[inline(always)]
pub const fn input(types: usize, view: Color, piece: Piece, square: Square) -> usize {
    first_input(types, view, piece) + seen_from(view, square)
}

/// The first of the inputs of a piece: that on the square which the side sees as the first.
#[inline(always)]
const fn first_input(types: usize, view: Color, piece: Piece) -> usize {
    let other = (view.index() ^ piece.color().index()) * types;
    (other + piece.piece_type().index()) * Square::COUNT
}

/// The number of a square as a side sees it.
#[inline(always)]
const fn seen_from(view: Color, square: Square) -> usize {
    match view {
        Color::White => square.index(),
        Color::Black => square.index() ^ UPSIDE_DOWN,
    }
}

impl Network {
    /// A network of its numbers, as they stand in a file.
    ///
    /// # Errors
    /// [`NetworkError`] if they do not fit together.
    pub fn new(header: Header, numbers: &[i16]) -> Result<Self, NetworkError> {
        if !(1..=MAX_PIECE_TYPES).contains(&header.types) {
            return Err(NetworkError::Types(header.types));
        }
        let (layers, rest) = numbers.as_chunks::<WIDTH>();
        let expected = (3 + inputs(header.types)) * WIDTH;
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
                starts: starts(header.types),
                header,
                last,
                bias: *bias,
                first: first.iter().copied().chain([[0; WIDTH]]).collect(),
            }),
        }
    }

    /// What the file says of it besides its numbers.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// How many types of pieces it knows.
    #[inline(always)]
    pub const fn types(&self) -> usize {
        self.header.types
    }

    /// What the cells are without pieces.
    pub const fn bias(&self) -> &Layer {
        &self.bias
    }

    /// What a piece on a square adds to the cells of a side's view. An empty square adds nothing, nor do pieces of types that the network
    /// does not know.
    #[inline(always)]
    pub fn row(&self, view: Color, piece: Option<Piece>, square: Square) -> &Layer {
        // Looked up, so that there is no branch: whether there is a piece cannot be foretold.
        let start = self.starts[view.index()][Piece::code_of(piece)];
        let square = seen_from(view, square) & usize::from(start.square_bits);
        &self.first[usize::from(start.input) + square]
    }

    /// The output for the cells of the side to move and the other's, in centipawns of the side to move.
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

    /// The bytes of its file.
    pub fn bytes(&self) -> Vec<u8> {
        let Header {
            game,
            types,
            last_bias,
            trained,
        } = &self.header;
        let header = format!(
            "{{game = {game:?}, types = {types}, last_bias = {last_bias}, trained = {trained:?}}}"
        );
        let mut bytes = format!("{MAGIC}{header}\n").into_bytes();
        let inputs = &self.first[..self.first.len() - 1];
        let layers = self.last.iter().chain([&self.bias]).chain(inputs);
        bytes.extend(layers.flatten().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`NetworkError`] if they are no network.
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

/// Reads the header of a file.
fn read_header(bytes: &[u8]) -> Result<Header, NetworkError> {
    /// The header as the value of a key, which makes it a TOML document.
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

    /// A network of random numbers that knows so many types.
    pub fn random(types: usize) -> Network {
        let mut random = SplitMix64::new(types as u64);
        let mut below = |most: i16| (random.next() % (2 * most as u64 + 1)) as i16 - most;
        let mut numbers: Vec<i16> = (0..2 * WIDTH).map(|_| below(MOST_LAST)).collect();
        numbers.extend((0..(1 + inputs(types)) * WIDTH).map(|_| below(60)));
        let header = Header {
            game: "chess".to_owned(),
            types,
            last_bias: -77,
            trained: "by chance".to_owned(),
        };
        Network::new(header, &numbers).unwrap()
    }

    #[test]
    fn what_is_written_is_read() {
        for types in [1, 6, MAX_PIECE_TYPES] {
            let network = random(types);
            let bytes = network.bytes();
            assert_eq!(Network::read(&bytes), Ok(network));
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let bytes = random(2).bytes();
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
        let mut numbers = vec![0; (3 + inputs(1)) * WIDTH];
        // One cell of the side to move counts one half, one of the other's takes a quarter away.
        (numbers[3], numbers[WIDTH + 4]) = (UNIT / 2, -UNIT / 4);
        let header = Header {
            game: "chess".to_owned(),
            types: 1,
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
        // Half a cell: a quarter of its weight, and what whole numbers lose.
        assert!((output(ONE / 2, 0) - CENTIPAWNS / 4).abs() <= 2);
    }

    #[test]
    fn pieces_add_the_row_of_their_input_and_empty_squares_nothing() {
        let network = random(5);
        for (view, square) in Color::ALL
            .into_iter()
            .flat_map(|view| Square::all().map(move |square| (view, square)))
        {
            assert_eq!(network.row(view, None, square), &[0; WIDTH]);
            for index in 0..5 {
                for color in Color::ALL {
                    let piece = Piece::new(color, PieceType::new(index));
                    let row = &network.first[input(5, view, piece, square)];
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
        assert_eq!(
            input(6, Color::Black, piece, square),
            input(6, Color::White, own, mirrored)
        );
        assert_ne!(
            input(6, Color::White, piece, square),
            input(6, Color::White, own, mirrored)
        );
        let last = Piece::new(Color::Black, PieceType::new(5));
        assert_eq!(
            input(6, Color::White, last, Square::at(7, 7)),
            inputs(6) - 1
        );
    }
}
