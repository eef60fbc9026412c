//! What texts mean and where they are refused.

use super::*;

const BOTH: Modes = Modes {
    quiet: true,
    capture: true,
    initial: false,
    en_passant: false,
};
const QUIET: Modes = Modes {
    capture: false,
    ..BOTH
};
const CAPTURE: Modes = Modes {
    quiet: false,
    ..BOTH
};
const ROOK: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const QUEEN: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

fn read(text: &str) -> Movement {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// One-leg paths that go to these strides.
fn plain(strides: &[(i8, i8)], travel: Travel, modes: Modes) -> Vec<Path> {
    let path = |&(files, ranks): &(i8, i8)| Path {
        modes,
        legs: Vec::new(),
        last: Stride::new(files, ranks),
        travel,
    };
    strides.iter().map(path).collect()
}

/// Asserts that a text means these one-leg paths, in any order, and no castling.
fn means(text: &str, parts: &[Vec<Path>]) {
    let movement = read(text);
    let key = |path: &Path| (path.last, format!("{path:?}"));
    let (mut found, mut wanted) = (movement.paths, parts.concat());
    found.sort_by_key(key);
    wanted.sort_by_key(key);
    assert_eq!(found, wanted, "{text}");
    assert_eq!(movement.castling, None, "{text}");
}

/// The strides that one-leg text goes to, sorted.
fn strides(text: &str) -> Vec<(i8, i8)> {
    let mut strides: Vec<(i8, i8)> = read(text)
        .paths
        .iter()
        .map(|path| (path.last.files, path.last.ranks))
        .collect();
    strides.sort_unstable();
    strides
}

fn goes(text: &str, wanted: &[(i8, i8)]) {
    let mut wanted = wanted.to_vec();
    wanted.sort_unstable();
    assert_eq!(strides(text), wanted, "{text}");
}

fn fails(text: &str, column: usize, token: &str) {
    match parse(text) {
        Ok(movement) => panic!("{text:?} was read as {movement:?}"),
        Err(error) => assert_eq!(
            (error.column, error.token.as_str()),
            (column, token),
            "{text:?}: {error}"
        ),
    }
}

const SLIDE: Travel = Travel::Slide { range: 0 };

#[test]
fn orthodox_pieces() {
    let knight = [
        (1, 2),
        (2, 1),
        (2, -1),
        (1, -2),
        (-1, -2),
        (-2, -1),
        (-2, 1),
        (-1, 2),
    ];
    means("N", &[plain(&knight, Travel::Leap, BOTH)]);
    means("K", &[plain(&QUEEN, Travel::Leap, BOTH)]);
    means("WF", &[plain(&QUEEN, Travel::Leap, BOTH)]);
    means("R", &[plain(&ROOK, SLIDE, BOTH)]);
    means("B", &[plain(&BISHOP, SLIDE, BOTH)]);
    means("Q", &[plain(&QUEEN, SLIDE, BOTH)]);
    means("W", &[plain(&ROOK, Travel::Leap, BOTH)]);
    means("F", &[plain(&BISHOP, Travel::Leap, BOTH)]);
    assert_eq!(read("KisO2").castling, Some(Castling { range: 2 }));
    assert_eq!(read("KisO2").paths, read("K").paths);
}

#[test]
fn pawns() {
    let forward = plain(&[(0, 1)], Travel::Leap, QUIET);
    let slant = [(1, 1), (-1, 1)];
    means(
        "fmWfcF",
        &[forward.clone(), plain(&slant, Travel::Leap, CAPTURE)],
    );
    let double = plain(
        &[(0, 2)],
        Travel::Lame,
        Modes {
            initial: true,
            ..QUIET
        },
    );
    let attack = plain(
        &slant,
        Travel::Leap,
        Modes {
            en_passant: true,
            ..CAPTURE
        },
    );
    means(
        "ifmnDfmWfcFfceF",
        &[double, forward.clone(), attack.clone()],
    );
    let run = plain(
        &[(0, 1)],
        Travel::Slide { range: 2 },
        Modes {
            initial: true,
            ..QUIET
        },
    );
    means("fmWfceFifmW2", &[forward.clone(), attack, run]);
    means(
        "fmFfcW",
        &[
            plain(&slant, Travel::Leap, QUIET),
            plain(&[(0, 1)], Travel::Leap, CAPTURE),
        ],
    );
    let passing = Modes {
        en_passant: true,
        ..BOTH
    };
    means("fmceF", &[plain(&slant, Travel::Leap, passing)]);
}

#[test]
fn demi_pieces() {
    let snail = [
        plain(&ROOK, Travel::Leap, BOTH),
        plain(&[(0, 2)], Travel::Leap, BOTH),
    ];
    let crab = plain(&[(1, 2), (-1, 2), (2, -1), (-2, -1)], Travel::Leap, BOTH);
    means("WfD", &snail);
    means("ffNbsN", std::slice::from_ref(&crab));
    means("WfDffNbsN", &[snail.concat(), crab.clone()]);
    means(
        "bFfA",
        &[plain(
            &[(1, -1), (-1, -1), (2, 2), (-2, 2)],
            Travel::Leap,
            BOTH,
        )],
    );
    means("RffNbsN", &[plain(&ROOK, SLIDE, BOTH), crab]);
    goes(
        "WfDffNbsNbFfA",
        &[
            (0, 1),
            (1, 0),
            (0, -1),
            (-1, 0),
            (0, 2),
            (1, 2),
            (-1, 2),
            (2, -1),
            (-2, -1),
            (1, -1),
            (-1, -1),
            (2, 2),
            (-2, 2),
        ],
    );
}

#[test]
fn hoppers() {
    let grasshopper = plain(&QUEEN, Travel::HopBehind { range: 0 }, BOTH);
    let lion = Travel::HopBeyond { range: 0 };
    means("gQ", &[grasshopper]);
    means("pQ", &[plain(&QUEEN, lion, BOTH)]);
    means(
        "mQcpQ",
        &[plain(&QUEEN, SLIDE, QUIET), plain(&QUEEN, lion, CAPTURE)],
    );
    means(
        "mRcpR",
        &[plain(&ROOK, SLIDE, QUIET), plain(&ROOK, lion, CAPTURE)],
    );
    means(
        "gB",
        &[plain(&BISHOP, Travel::HopBehind { range: 0 }, BOTH)],
    );
    means(
        "gQ3",
        &[plain(&QUEEN, Travel::HopBehind { range: 2 }, BOTH)],
    );
    means("pR4", &[plain(&ROOK, Travel::HopBeyond { range: 4 }, BOTH)]);
    means("gW", &[plain(&ROOK, Travel::HopBehind { range: 1 }, BOTH)]);
    assert_eq!(read("gW"), read("gW2"));
    assert_eq!(read("pF"), read("pF2"));
    means(
        "fgD",
        &[plain(&[(0, 2)], Travel::HopBehind { range: 1 }, BOTH)],
    );
    assert_eq!(read("gNN"), read("gN0"));
    assert!(
        read("gNN")
            .paths
            .iter()
            .all(|path| path.travel == Travel::HopBehind { range: 0 })
    );
}

#[test]
fn riders_and_ranges() {
    let short = Travel::Slide { range: 3 };
    means("R3", &[plain(&ROOK, short, BOTH)]);
    means("W3", &[plain(&ROOK, short, BOTH)]);
    means("B3", &[plain(&BISHOP, short, BOTH)]);
    means(
        "R3F",
        &[
            plain(&ROOK, short, BOTH),
            plain(&BISHOP, Travel::Leap, BOTH),
        ],
    );
    means(
        "ffNNbsNN",
        &[plain(&[(1, 2), (-1, 2), (2, -1), (-2, -1)], SLIDE, BOTH)],
    );
    for (text, same) in [
        ("WW", "R"),
        ("W0", "R"),
        ("FF", "B"),
        ("F0", "B"),
        ("K0", "Q"),
        ("R1", "W"),
        ("Q1", "K"),
        ("NN", "N0"),
        ("WFF", "WB"),
        ("FFA", "BA"),
        ("B12", "F12"),
        ("RB", "Q"),
        ("mWcW", "W"),
    ] {
        let (mut one, mut two) = (read(text).paths, read(same).paths);
        one.sort_by_key(|path| path.last);
        two.sort_by_key(|path| path.last);
        assert_eq!(one, two, "{text} {same}");
    }
    means("fD2", &[plain(&[(0, 2)], Travel::Slide { range: 2 }, BOTH)]);
}

#[test]
fn other_leapers() {
    goes("fD", &[(0, 2)]);
    goes("fH", &[(0, 3)]);
    goes("lA", &[(-2, 2), (-2, -2)]);
    goes("brG", &[(3, -3)]);
    goes("ffC", &[(1, 3), (-1, 3)]);
    goes("fsZ", &[(3, 2), (-3, 2)]);
    goes(
        "ffsC",
        &[(1, 3), (-1, 3), (3, 1), (3, -1), (-3, 1), (-3, -1)],
    );
    means("fjA", &[plain(&[(2, 2), (-2, 2)], Travel::MustJump, BOTH)]);
    assert!(
        read("nN")
            .paths
            .iter()
            .all(|path| path.travel == Travel::Lame)
    );
    assert_eq!(read("CZ").paths.len(), 16);
}

#[test]
fn directions_of_orthogonal_and_diagonal_atoms() {
    goes("fW", &[(0, 1)]);
    goes("flW", &[(0, 1), (-1, 0)]);
    goes("sW", &[(1, 0), (-1, 0)]);
    goes("vR", &[(0, 1), (0, -1)]);
    goes("fsW", &[(0, 1), (1, 0), (-1, 0)]);
    goes("fF", &[(1, 1), (-1, 1)]);
    goes("lF", &[(-1, 1), (-1, -1)]);
    goes("flF", &[(-1, 1)]);
    goes("rbB", &[(1, -1)]);
    goes("flbrF", &[(-1, 1), (1, -1)]);
    goes("fblF", &[(1, 1), (-1, 1), (-1, -1)]);
}

#[test]
fn directions_of_royal_and_oblique_atoms() {
    goes("fK", &[(0, 1)]);
    goes("flK", &[(-1, 1)]);
    goes("fKlK", &[(0, 1), (-1, 0)]);
    goes("fsQ", &[(1, 1), (-1, 1)]);
    goes("lvK", &[(-1, 1), (-1, -1)]);
    goes("svK", &ROOK);
    goes("sfK", &[(0, 1), (1, 0), (-1, 0)]);
    goes("fN", &[(1, 2), (-1, 2)]);
    goes("ffN", &[(1, 2), (-1, 2)]);
    goes("fhN", &[(1, 2), (-1, 2), (2, 1), (-2, 1)]);
    goes("fsN", &[(2, 1), (-2, 1)]);
    goes("bbN", &[(1, -2), (-1, -2)]);
    goes("llN", &[(-2, 1), (-2, -1)]);
    goes("rvN", &[(1, 2), (1, -2)]);
    goes("flN", &[(-2, 1)]);
    goes("lfN", &[(-1, 2)]);
    goes("lbfrN", &[(-1, -2), (2, 1)]);
    goes("sN", &[(2, 1), (2, -1), (-2, 1), (-2, -1)]);
    goes("vN", &[(1, 2), (1, -2), (-1, 2), (-1, -2)]);
    goes("hrN", &[(1, 2), (2, -1), (-1, -2), (-2, 1)]);
    goes("hlN", &[(-1, 2), (2, 1), (1, -2), (-2, -1)]);
    assert_eq!(strides("bhlhN").len(), 6);
}

#[test]
fn doubled_terms_merge() {
    assert_eq!(read("mWcW"), read("W"));
    means(
        "mFcW",
        &[
            plain(&BISHOP, Travel::Leap, QUIET),
            plain(&ROOK, Travel::Leap, CAPTURE),
        ],
    );
    assert_eq!(read("mWicW").paths.len(), 8);
}

#[test]
fn errors_name_the_place() {
    for (text, column, token) in [
        ("", 1, ""),
        ("x", 1, "x"),
        ("ffNxsN", 4, "x"),
        ("W F", 2, " "),
        ("Wé", 2, "é"),
        ("f", 2, ""),
        ("Wfm", 4, ""),
        ("fma", 4, ""),
        ("aW2fa", 6, ""),
        ("3W", 1, "3"),
        ("f3W", 2, "3"),
        ("W100", 2, "100"),
        ("W02", 2, "02"),
        ("cmW", 2, "m"),
        ("mmW", 2, "m"),
        ("mfW", 2, "f"),
        ("fiW", 2, "i"),
        ("iiiW", 2, "i"),
        ("pgQ", 2, "g"),
        ("gpQ", 2, "p"),
        ("njD", 2, "j"),
        ("gnD", 2, "n"),
        ("cepF", 3, "p"),
        ("dW", 1, "d"),
        ("moW", 2, "o"),
        ("nW", 1, "n"),
        ("jR", 1, "j"),
        ("nDD", 1, "n"),
        ("jD2", 1, "j"),
        ("ceR", 2, "e"),
        ("aceW", 3, "e"),
        ("mgafQ", 1, "m"),
        ("yW", 1, "y"),
        ("pyafQ", 2, "y"),
        ("paifW", 3, "i"),
        ("gaifQ", 3, "i"),
        ("paipfQ", 5, "f"),
        ("aflN", 2, "f"),
        ("gW1", 3, "1"),
        ("RR", 2, "R"),
        ("KK", 2, "K"),
        ("QQ", 2, "Q"),
        ("NNN", 3, "N"),
        ("NN2", 3, "2"),
        ("hW", 1, "h"),
        ("fhF", 2, "h"),
        ("fhK", 2, "h"),
        ("hN", 1, "h"),
        ("hrfN", 1, "h"),
        ("fhrhhN", 5, "h"),
        ("shN", 1, "s"),
        ("ssN", 1, "s"),
        ("fsF", 2, "s"),
        ("svB", 1, "s"),
        ("ffW", 2, "f"),
        ("ffF", 2, "f"),
        ("vfW", 2, "f"),
    ] {
        fails(text, column, token);
    }
}

#[test]
fn what_changes_nothing_is_refused() {
    for (text, column, token) in [
        ("fvW", 1, "f"),
        ("vsW", 1, "v"),
        ("fbF", 1, "f"),
        ("sF", 1, "s"),
        ("vB", 1, "v"),
        ("ffK", 2, "f"),
        ("fflK", 2, "f"),
        ("paffQ", 4, "f"),
        ("flfsK", 1, "f"),
        ("asfW", 2, "s"),
        ("mcN", 2, "c"),
        ("mcpQ", 2, "c"),
        ("mafW", 1, "m"),
        ("mnafD", 1, "m"),
        ("eF", 1, "e"),
        ("feF", 2, "e"),
        ("meF", 2, "e"),
        ("iifmnD", 2, "i"),
        ("aifW", 2, "i"),
        ("sfhN", 2, "f"),
        ("W1", 2, "1"),
        ("KD1", 3, "1"),
        ("R0", 2, "0"),
        ("J", 1, "J"),
        ("ffNbsL", 6, "L"),
        ("LL", 1, "L"),
    ] {
        fails(text, column, token);
    }
}

#[test]
fn castling_is_exact() {
    assert_eq!(read("isO3").castling, Some(Castling { range: 3 }));
    for (text, column, token) in [
        ("O2", 1, "O"),
        ("iO2", 2, "O"),
        ("sO2", 2, "O"),
        ("iisO2", 2, "i"),
        ("isO", 4, ""),
        ("isO0", 4, "0"),
        ("isO1", 4, "1"),
        ("isO12", 4, "12"),
        ("ismO2", 4, "O"),
        ("isjO2", 4, "O"),
        ("isO2isO3", 7, "O"),
        ("isOO", 4, "O"),
        ("KisO2x", 6, "x"),
        ("isaO2", 4, "O"),
    ] {
        fails(text, column, token);
    }
}

#[test]
fn error_texts() {
    let text = |text: &str| parse(text).map_err(|error| error.to_string());
    assert_eq!(
        text("WfDx"),
        Err("column 4: found 'x', expected a direction, a mode or an atom (W F D A H G N C Z K Q R B O)".to_owned())
    );
    assert!(text("fm").is_err_and(|error| {
        error.starts_with("column 3: found the end of the text, expected `a`")
    }));
    assert!(text("W\n").is_err_and(|error| error.starts_with("column 2: found '\\n', expected")));
}

#[test]
fn long_texts() {
    fails(&"WF".repeat(MAX_TEXT), MAX_TEXT + 1, "W");
    fails(&format!("{}W", "a".repeat(40)), 32, "a");
    fails("mcpamcpamcpaK", 13, "K");
}

#[test]
fn no_short_text_is_taken_wrongly_or_panics() {
    let letters: Vec<char> = "iafbsvhmcpgnjeWNKO01".chars().collect();
    for code in 0..letters.len().pow(4) {
        let digits = [
            code,
            code / letters.len(),
            code / letters.len().pow(2),
            code / letters.len().pow(3),
        ];
        let text: String = digits
            .iter()
            .map(|digit| letters[digit % letters.len()])
            .collect();
        match parse(&text) {
            Ok(movement) => assert!(
                movement.castling.is_some() || !movement.paths.is_empty(),
                "{text}"
            ),
            Err(error) => assert!((1..=5).contains(&error.column), "{text}: {error}"),
        }
    }
}

#[test]
fn strides_turn_and_halve() {
    assert_eq!(Stride::new(1, -2).reversed(), Stride::new(-1, 2));
    for (stride, gate) in [
        ((1, 2), (0, 1)),
        ((-2, -1), (-1, 0)),
        ((0, -3), (0, -1)),
        ((3, -2), (1, -1)),
        ((2, 2), (1, 1)),
    ] {
        assert_eq!(
            Stride::new(stride.0, stride.1).gate(),
            Stride::new(gate.0, gate.1)
        );
    }
}
