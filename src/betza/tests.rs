//! What texts mean and where they are refused.

use super::*;

const BOTH: Modes = Modes {
    quiet: true,
    capture: true,
    initial: false,
    en_passant: false,
    destroy: false,
    tame: false,
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
const KNIGHT: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
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

/// One-leg paths: their strides, way of travelling and modes.
type Plain<'a> = (&'a [(i8, i8)], Travel, Modes);

/// Asserts that a text means these one-leg paths, in any order, and no castling.
fn means(text: &str, parts: &[Plain<'_>]) {
    let movement = read(text);
    let key = |path: &Path| (path.last, format!("{path:?}"));
    let wanted = parts.iter().flat_map(|(strides, travel, modes)| {
        strides.iter().map(|(files, ranks)| Path {
            modes: *modes,
            legs: Vec::new(),
            last: Stride::new(*files, *ranks),
            travel: *travel,
            unload: None,
        })
    });
    let (mut found, mut wanted) = (movement.paths, wanted.collect::<Vec<_>>());
    found.sort_by_key(key);
    wanted.sort_by_key(key);
    assert_eq!(found, wanted, "{text}");
    assert_eq!(movement.castling, None, "{text}");
}

/// The strides of a text whose paths have one leg, sorted.
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

/// Asserts that a text is refused at the token between the bars (`|`).
fn fails(marked: &str) {
    let text = marked.replace('|', "");
    let [before, token, _] = marked.split('|').collect::<Vec<_>>()[..] else {
        panic!("{marked}: expected bars round the token");
    };
    match parse(&text) {
        Ok(movement) => panic!("{text:?} was read as {movement:?}"),
        Err(error) => assert_eq!(
            (error.column, error.token.as_str()),
            (before.chars().count() + 1, token),
            "{text:?}: {error}"
        ),
    }
}

/// Calls [`fails`] for several texts, separated by blanks.
fn refuses(marked: &str) {
    marked.split_whitespace().for_each(fails);
}

const LEAP: Travel = Travel::Leap;
const SLIDE: Travel = Travel::Slide { range: 0 };
const HOP: Travel = Travel::HopBehind { range: 0 };
const LION: Travel = Travel::HopBeyond { range: 0 };

#[test]
fn orthodox_pieces() {
    means("N", &[(&KNIGHT, LEAP, BOTH)]);
    means("K", &[(&QUEEN, LEAP, BOTH)]);
    means("WF", &[(&QUEEN, LEAP, BOTH)]);
    means("R", &[(&ROOK, SLIDE, BOTH)]);
    means("B", &[(&BISHOP, SLIDE, BOTH)]);
    means("Q", &[(&QUEEN, SLIDE, BOTH)]);
    means("W", &[(&ROOK, LEAP, BOTH)]);
    means("F", &[(&BISHOP, LEAP, BOTH)]);
    assert_eq!(read("KisO2").castling, Some(Castling { range: 2 }));
    assert_eq!(read("KisO2").paths, read("K").paths);
}

#[test]
fn pawns() {
    let initial = Modes {
        initial: true,
        ..QUIET
    };
    let passing = |modes| Modes {
        en_passant: true,
        ..modes
    };
    let forward: Plain = (&[(0, 1)], LEAP, QUIET);
    let slant = [(1, 1), (-1, 1)];
    let attack: Plain = (&slant, LEAP, passing(CAPTURE));
    let run: Plain = (&[(0, 1)], Travel::Slide { range: 2 }, initial);
    let double: Plain = (&[(0, 2)], Travel::Lame, initial);
    means("fmWfcF", &[forward, (&slant, LEAP, CAPTURE)]);
    means("ifmnDfmWfcFfceF", &[double, forward, attack]);
    means("fmWfceFifmW2", &[forward, attack, run]);
    let backward: Plain = (&[(0, 1)], LEAP, CAPTURE);
    means("fmFfcW", &[(&slant, LEAP, QUIET), backward]);
    means("fmceF", &[(&slant, LEAP, passing(BOTH))]);
}

#[test]
fn demi_pieces() {
    let crab = [(1, 2), (-1, 2), (2, -1), (-2, -1)];
    let charge: Plain = (&[(0, 2)], LEAP, BOTH);
    means("WfD", &[(&ROOK, LEAP, BOTH), charge]);
    means("ffNbsN", &[(&crab, LEAP, BOTH)]);
    let crab_snail = [(&ROOK[..], LEAP, BOTH), charge, (&crab, LEAP, BOTH)];
    means("WfDffNbsN", &crab_snail);
    let left_alone = [(1, -1), (-1, -1), (2, 2), (-2, 2)];
    means("bFfA", &[(&left_alone, LEAP, BOTH)]);
    means("RffNbsN", &[(&ROOK, SLIDE, BOTH), (&crab, LEAP, BOTH)]);
    let all = [&ROOK[..], &[(0, 2)], &crab, &left_alone].concat();
    goes("WfDffNbsNbFfA", &all);
}

#[test]
fn hoppers() {
    let short = |range| Travel::HopBehind { range };
    means("gQ", &[(&QUEEN, HOP, BOTH)]);
    means("pQ", &[(&QUEEN, LION, BOTH)]);
    means("mQcpQ", &[(&QUEEN, SLIDE, QUIET), (&QUEEN, LION, CAPTURE)]);
    means("mRcpR", &[(&ROOK, SLIDE, QUIET), (&ROOK, LION, CAPTURE)]);
    means("gB", &[(&BISHOP, HOP, BOTH)]);
    means("gQ3", &[(&QUEEN, short(2), BOTH)]);
    means("pR4", &[(&ROOK, Travel::HopBeyond { range: 4 }, BOTH)]);
    means("gW", &[(&ROOK, short(1), BOTH)]);
    means("fgD", &[(&[(0, 2)], short(1), BOTH)]);
    means("gNN", &[(&KNIGHT, HOP, BOTH)]);
    for (text, same) in [("gW", "gW2"), ("pF", "pF2"), ("gNN", "gN0")] {
        assert_eq!(read(text), read(same));
    }
}

#[test]
fn riders_and_ranges() {
    let short = Travel::Slide { range: 3 };
    means("R3", &[(&ROOK, short, BOTH)]);
    means("W3", &[(&ROOK, short, BOTH)]);
    means("B3", &[(&BISHOP, short, BOTH)]);
    means("R3F", &[(&ROOK, short, BOTH), (&BISHOP, LEAP, BOTH)]);
    let crab = [(1, 2), (-1, 2), (2, -1), (-2, -1)];
    means("ffNNbsNN", &[(&crab, SLIDE, BOTH)]);
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
    means("fD2", &[(&[(0, 2)], Travel::Slide { range: 2 }, BOTH)]);
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
    means("fjA", &[(&[(2, 2), (-2, 2)], Travel::MustJump, BOTH)]);
    means("nN", &[(&KNIGHT, Travel::Lame, BOTH)]);
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
    means("mFcW", &[(&BISHOP, LEAP, QUIET), (&ROOK, LEAP, CAPTURE)]);
    assert_eq!(read("mWicW").paths.len(), 8);
}

#[test]
fn errors_name_the_place() {
    refuses(
        "|| |x| ffN|x|sN W|é| f|| Wfm|| fma|| aW2fa|| |3|W f|3|W W|100| W|02| c|m|W m|m|W m|f|W f|i|W \
         i|i|iW p|g|Q g|p|Q n|j|D g|n|D ce|p|F m|t|W |t|afK |u|mW |u|caK d|i|W uc|u|R |i|dW d|z|R da|p|R da|g|R d|j|R |m|afdW |n|W |j|W |n|DD |j|D2 |j|afR c|e|R ac|e|W |m|gafQ |y|W \
         p|y|afQ pa|i|fW ga|i|fQ paip|f|Q a|f|lN gW|1| R|R| K|K| Q|Q| NN|N| NN|2| |h|W f|h|F f|h|K |h|N \
         |h|rfN fhrh|h|N |s|hN |s|sN f|s|F |s|vB f|f|W f|f|F v|f|W",
    );
    fails("W| |F");
}

#[test]
fn what_changes_nothing_is_refused() {
    refuses(
        "|f|vW |v|sW |f|bF |s|F |v|B f|f|K f|f|lK paf|f|Q |f|lfsK a|s|fW m|c|N m|c|pQ |m|afW |m|nafD |e|F \
         f|e|F m|e|F i|i|fmnD a|i|fW s|f|hN W|1| KD|1| R|0| |J| ffNbs|L| |L|L",
    );
}

#[test]
fn rides_that_turn_and_go_round() {
    let bent = |range, bend| Travel::Bent { range, bend };
    let zigzag = [Bend::RightLeft, Bend::LeftRight].map(|bend| bent(0, bend));
    let [right, left] = zigzag;
    means("zB", &[(&BISHOP, right, BOTH), (&BISHOP, left, BOTH)]);
    let circle = [Bend::Clockwise, Bend::Counterclockwise].map(|bend| bent(3, bend));
    let [right, left] = circle;
    means(
        "cqN3",
        &[(&KNIGHT, right, CAPTURE), (&KNIGHT, left, CAPTURE)],
    );
    let round = |range| Travel::Around { range };
    means(
        "oRoF",
        &[(&ROOK, round(0), BOTH), (&BISHOP, round(1), BOTH)],
    );
    let skip = read("fjR3");
    let leg = &skip.paths[0].legs[0];
    assert_eq!((leg.travel, leg.via), (LEAP, Via::Any));
    assert_eq!(skip.paths[0].travel, Travel::Slide { range: 2 });
    assert_eq!(strides("U").len(), 15 * 15 - 1);
    refuses(
        "|z|W |z|N |q|R |q|N p|z|B |q|afNN z|q|NN g|o|R |o|afR j|o|R |f|U |b|afU n|n|U m|c|U |g|U |e|U U|U| U|0| U|2| U|W|          |R|oR zB|F| z|B|3zB",
    );
}

#[test]
fn strides_of_a_bend_turn_alike() {
    let (north, knight) = (Stride::new(0, 1), Stride::new(1, 2));
    let east = Stride::new(1, 0);
    assert_eq!(
        Bend::RightLeft.strides(north)[..4],
        [north, east, north, east]
    );
    let circle: Vec<Stride> = KNIGHT
        .map(|(files, ranks)| Stride::new(files, ranks))
        .into();
    assert_eq!(Bend::Clockwise.strides(knight), circle[..7]);
    let back: Vec<Stride> = [0, 7, 6, 5, 4, 3, 2].map(|index| circle[index]).into();
    assert_eq!(Bend::Counterclockwise.strides(knight), back);
}

#[test]
fn castling_is_exact() {
    assert_eq!(read("isO3").castling, Some(Castling { range: 3 }));
    refuses(
        "|O|2 i|O|2 s|O|2 i|i|sO2 isO|| isO|0| isO|1| isO|12| ism|O|2 isj|O|2 isO2is|O|3 isO|O| KisO2|x| \
         isa|O|2",
    );
}

#[test]
fn error_texts() {
    let text = |text: &str| parse(text).map_err(|error| error.to_string());
    assert_eq!(
        text("WfDx"),
        Err("column 4: found 'x', expected a direction, a mode or an atom (W F D A H G N C Z K Q R B U O)".to_owned())
    );
    assert!(text("fm").is_err_and(|error| {
        error.starts_with("column 3: found the end of the text, expected `a`")
    }));
    assert!(text("W\n").is_err_and(|error| error.starts_with("column 2: found '\\n', expected")));
}

#[test]
fn long_texts() {
    let more = MAX_TEXT / 2;
    fails(&format!("{}|W|F", "WF".repeat(more)));
    fails(&format!("{}|a|{}W", "a".repeat(31), "a".repeat(8)));
    fails("mcpamcpamcpa|K|");
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
                movement.castling.is_some()
                    || !(movement.paths.is_empty() && movement.chains.is_empty()),
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
