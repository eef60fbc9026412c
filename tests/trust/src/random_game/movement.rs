//! Movements at random: Betza texts and names of hoppers.

use katydid::betza;
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

/// Movements that hop over pieces, as Betza texts and by name.
const HOPPERS: &[&str] = &[
    "gQ",
    "gR",
    "gB",
    "pQ",
    "pR",
    "pB",
    "mQcpQ",
    "mRcpR",
    "mBcpB",
    "gN0",
    "pN0",
    "gK2",
    "gN2",
    "pafsW",
    "jD",
    "jA",
    "gafsQ",
    "gasQ",
    "gabsQ",
    "pafsQ",
    "gafK",
    "pafgQ",
    "gafgQ",
    "mRcgR",
    "gD2",
    "cgQmK",
    "mKcpQ",
    "grasshopper",
    "rookhopper",
    "bishopper",
    "grasshopper-2",
    "nightrider-hopper",
    "kinghopper",
    "knighthopper",
    "lion",
    "rook-lion",
    "leo",
    "pao",
    "vao",
    "nao",
    "moose",
    "eagle",
    "sparrow",
    "rook-moose",
    "moose-lion",
    "eagle-lion",
    "sparrow-lion",
    "contragrasshopper",
    "kangaroo",
    "kangaroo-lion",
    "dolphin",
    "double-grasshopper",
    "double-rookhopper",
    "equihopper",
    "nonstop-equihopper",
    "orix",
];

/// Movements that capture on the way or pieces of their own side, hop over these alone, or put down what they capture.
const CHAINS: &[&str] = &[
    "KNADcaKmcabK",
    "KcaK",
    "WcafW",
    "cafR",
    "mRcafmF",
    "mBcpafcafK",
    "FcascaW",
    "mKdK",
    "NdN",
    "mRmdcR",
    "WdasF",
    "udR",
    "WucN",
    "mKumcdF",
    "WcasumW",
    "mBafudB",
    "RcafumW",
    "WtR",
    "mBctB",
    "tpafR",
    "mNtgafQ",
    "WmtpafF",
    "KctpafsK",
    "cabKcanD",
];

const STRAIGHT: &[&str] = &["", "", "", "f", "b", "s", "v", "l", "fs", "bs"];
const SLANTED: &[&str] = &["", "", "", "f", "b", "s", "fl", "br", "fr"];
const OBLIQUE: &[&str] = &[
    "", "", "", "f", "b", "ff", "bb", "ss", "fs", "vv", "hl", "hr", "ffbb", "fh", "bh",
];
const MODES: &[&str] = &[
    "", "", "", "", "m", "c", "n", "j", "p", "g", "mn", "cn", "cp", "cg", "mg", "z", "q", "o", "mo",
];

fn one_of<'a>(list: &[&'a str], rng: &mut ChaCha8Rng) -> &'a str {
    list[rng.random_range(0..list.len())]
}

/// A hopper.
pub(super) fn hopper(rng: &mut ChaCha8Rng) -> String {
    one_of(HOPPERS, rng).to_owned()
}

/// A movement with chains.
pub(super) fn chain(rng: &mut ChaCha8Rng) -> String {
    one_of(CHAINS, rng).to_owned()
}

/// Any movement, most of them well formed.
pub(super) fn any(rng: &mut ChaCha8Rng) -> String {
    if rng.random_ratio(1, 5) {
        return hopper(rng);
    }
    let mut text = String::new();
    for _ in 0..24 {
        let terms = rng.random_range(1..4);
        text = (0..terms).map(|_| term(rng)).collect();
        if betza::parse(&text).is_ok() {
            break;
        }
    }
    text
}

/// One term: directions, modes, perhaps a second leg, an atom, perhaps a range.
fn term(rng: &mut ChaCha8Rng) -> String {
    let (headings, atom) = match rng.random_range(0..9) {
        0..=2 => (
            STRAIGHT,
            one_of(&["W", "W", "D", "H", "R", "R", "W2", "W3", "R2", "D0"], rng),
        ),
        3..=5 => (
            SLANTED,
            one_of(&["F", "F", "A", "G", "B", "B", "F2", "F3", "A0"], rng),
        ),
        6..=7 => (
            OBLIQUE,
            one_of(&["N", "N", "C", "Z", "NN", "N2", "CC"], rng),
        ),
        _ => (
            STRAIGHT,
            one_of(&["K", "Q", "Q2", "K2", "K", "Q", "U"], rng),
        ),
    };
    let heading = one_of(headings, rng);
    let mode = one_of(MODES, rng);
    if rng.random_ratio(1, 9) {
        let first = one_of(&["", "m", "p", "g", "y", "c"], rng);
        let turn = one_of(&["f", "s", "fs", "b", "l", "r", "bs"], rng);
        return format!("{heading}{first}a{turn}{mode}{atom}");
    }
    format!("{heading}{mode}{atom}")
}
