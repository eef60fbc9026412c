//! Compares imported definitions with Katydid's own games.

use super::game::import;
use super::ini::Definitions;
use super::made;
use katydid::catalogue::Catalogue;
use katydid::position::Position;
use katydid::rules;
use std::collections::BTreeMap;

/// The number of plies that are compared.
const PLIES: usize = 8;

/// The legal moves by their texts.
fn moves(pos: &Position) -> BTreeMap<String, katydid::base::Move> {
    let moves = rules::legal_moves(pos);
    moves
        .iter()
        .map(|mv| (rules::leg_text(pos, *mv), *mv))
        .collect()
}

/// The pieces on the board, and those in the hands in alphabetical order: hands list pieces in the order of the file.
fn placement(pos: &Position) -> (String, Vec<char>) {
    let placement = pos.placement();
    let (board, hands) = placement.split_once('[').unwrap_or((&placement, ""));
    let mut held: Vec<char> = hands.chars().collect();
    held.sort_unstable();
    (board.to_owned(), held)
}

/// The file made of a definition in a text, and the keys that it cannot express.
fn imported(text: &str, name: &str) -> (String, Vec<String>) {
    let definitions = Definitions::read(text).expect("definitions");
    let (_, made) = made(&definitions, name, "a test").expect("a start position");
    (made.text, made.unsaid)
}

#[test]
fn the_games_of_both_have_the_same_moves() {
    let shipped = Catalogue::new();
    let definitions = Definitions::read("").expect("the built-in games");
    let mut names: Vec<String> = shipped.all_names();
    names.retain(|name| definitions.keys(name).is_ok());
    assert!(names.len() >= 74, "{names:?}");
    let own = Catalogue::new();
    let texts = names.iter().map(|name| {
        let keys = definitions.keys(name).expect("a definition");
        let made = import(&format!("my-{name}"), "a test", &keys).expect("a start position");
        (format!("my-{name}.toml"), made.text)
    });
    own.add_texts(texts.collect()).expect("games");
    let mut wrong = Vec::new();
    for name in &names {
        let games = [
            shipped.variant(name).expect("a game"),
            own.variant(&format!("my-{name}")).expect("a game"),
        ];
        let mut both = games.each_ref().map(rules::start);
        for ply in 0..PLIES {
            let [here, there] = both.each_ref().map(moves);
            let [placed, other] = both.each_ref().map(placement);
            if !here.keys().eq(there.keys()) || placed != other {
                wrong.push(format!("{name}: {} and {}", both[0].fen(), both[1].fen()));
                break;
            }
            let Some(text) = here.keys().nth((ply * 7 + 3) % here.len().max(1)) else {
                break;
            };
            let next = [
                rules::play(&both[0], here[text]),
                rules::play(&both[1], there[text]),
            ];
            both = next;
            let ends = both.each_ref().map(rules::outcome);
            if ends[0].map(|end| end.winner) != ends[1].map(|end| end.winner) {
                wrong.push(format!("{name}: {} ends otherwise", both[0].fen()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_cannot_be_said_is_named() {
    let text = "; a comment\n[walls:chess]\nwallingRule = edge\ngating = false\nnFoldRule = 1\nflagPiece = k\n\
                flagRegionWhite = d4\n[wide:walls]\nmaxFile = 10\nstartFen = 10/10/10 w - - 0 1\n[lost:gothic]\nking = k\n\
                [shot:chess]\nwallingRule = arrow\nmaterialCounting = janggi";
    let (_, unsaid) = imported(text, "walls");
    let keys: Vec<&str> = unsaid
        .iter()
        .filter_map(|one| one.split(' ').next())
        .collect();
    assert_eq!(keys, ["wallingRule", "flagRegionWhite", "nFoldRule"]);
    let (_, unsaid) = imported(text, "shot");
    assert!(
        unsaid.iter().any(|one| one.starts_with("wallingRule")),
        "{unsaid:?}"
    );
    assert!(
        unsaid.iter().any(|one| one.starts_with("materialCounting")),
        "{unsaid:?}"
    );
    let definitions = Definitions::read(text).expect("definitions");
    let refused = |name: &str| match made(&definitions, name, "") {
        Err(error) => error.to_string(),
        Ok(_) => String::new(),
    };
    assert!(refused("wide").contains("10 files"), "{}", refused("wide"));
    assert!(refused("lost").contains("'gothic'"), "{}", refused("lost"));
    assert!(
        Definitions::read("[a]\nno value").is_err_and(|error| error.to_string().contains("line 2"))
    );
}

/// Only the first pieces of a file can be held, so those in the hand come first.
#[test]
fn pieces_in_hand_come_first_in_a_file() {
    let text = "[late:pocketknight]\nsoldier = s\ncannon = c\nfersAlfil = e\ncommoner = a\n\
                startFen = rneakenr/8/1c4c1/1ss2ss1/8/8/PPPPPPPP/RNBQKBNR[ss] w KQ - 0 1";
    let (file, _) = imported(text, "late");
    let games = Catalogue::new();
    let added = games.add_texts(vec![("late.toml".to_owned(), file)]);
    assert!(added.is_ok(), "{added:?}");
}

#[test]
fn keys_of_a_definition_become_keys_of_a_file() {
    let text = "[mine:3check]\ncustomPiece1 = z:C\ncustomPiece2 = p:mWcfeFimfnD\npawnTypes = p\npromotionLimit = z:2\n\
                promotionPieceTypesBlack = zq\npromotionRegionWhite = *7 *8\npromotionRegionBlack = *1 *2\nmandatoryPawnPromotion = false\n\
                nMoveRule = 60\nmaterialCounting = blackdrawodds\nstalemateValue = win\nstalematePieceCount = true\ncastlingKingsideFile = h\npassOnStalemateWhite = true\n\
                nFoldRule = 4\nnFoldValue = loss\nperpetualCheckIllegal = true";
    let (file, unsaid) = imported(text, "mine");
    assert_eq!(unsaid, [""; 0]);
    for line in [
        "inherits = \"chess\"",
        "movement = \"mWfceFifmnD\"",
        "must_promote = false",
        "limit = 2",
        "white = \"QRBN\"",
        "black = \"ZQ\"",
        "white_pawns = \"*7 *8\"",
        "arrivals = \"hc\"",
        "goals = [{ checks = 3 }]",
        "stalemate = \"fewer\"",
        "white_pass = \"stuck\"",
        "move_limit = 120",
        "draws = \"black\"",
        "repetitions = 4",
        "repetition = \"wins\"",
        "perpetual_check = \"loses\"",
    ] {
        assert!(file.lines().any(|other| other == line), "{line} in {file}");
    }
    let game = Catalogue::new().add_texts(vec![("mine.toml".to_owned(), file.clone())]);
    assert_eq!(game.expect("a game"), ["mine"], "{file}");
    let text = "[passing:chess]\nstalemateValue = loss\npassBlack = true\npassOnStalemate = true";
    let (file, unsaid) = imported(text, "passing");
    assert_eq!(
        unsaid,
        ["passBlack = true (two passes in a row, which draw)"]
    );
    for (line, stands) in [
        ("white_pass = \"stuck\"", true),
        ("black_pass = \"always\"", true),
        ("stalemate = \"loses\"", false),
    ] {
        assert_eq!(file.lines().any(|other| other == line), stands, "{file}");
    }
    let game = Catalogue::new().add_texts(vec![("passing.toml".to_owned(), file.clone())]);
    assert_eq!(game.expect("a game"), ["passing"], "{file}");
    let text =
        "[ouk:makruk]\ncountingRule = cambodian\nnFoldValue = loss\nnFoldValueAbsolute = true";
    let (file, unsaid) = imported(text, "ouk");
    assert_eq!(unsaid, [""; 0]);
    let counting = "[counting]\nbare = \"RR7 R15 SS21 NN31 S43 63\"\nboard = 63\nboard_pieces = 3\nfrom_pieces = true\n";
    assert!(
        file.contains(counting) && file.contains("repetition = \"black\"\n"),
        "{file}"
    );
    let game = Catalogue::new().add_texts(vec![("ouk.toml".to_owned(), file.clone())]);
    assert_eq!(game.expect("a game"), ["ouk"], "{file}");
}

#[test]
fn walls_and_gating_are_read() {
    let text =
        "[mine:seirawan]\nwallingRule = past\npetrifyOnCaptureTypes = qr\npieceDrops = true\n";
    let (file, unsaid) = imported(text, "mine");
    assert_eq!(unsaid, [""; 0]);
    for line in [
        "placing = \"left\"",
        "petrifies = true",
        "gating = \"also\"",
        "hand = \"HE\"",
    ] {
        assert!(file.lines().any(|other| other == line), "{line} in {file}");
    }
    let game = Catalogue::new().add_texts(vec![("mine.toml".to_owned(), file.clone())]);
    assert_eq!(game.expect("a game"), ["mine"], "{file}");
}

/// Hands are written in another order, so the positions are not compared as texts.
#[test]
fn pieces_that_are_placed_can_castle() {
    let text = "[mine:chess]\nstartFen = 8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1\npieceDrops = true\n\
                capturesToHand = false\nmustDrop = true\ndropRegionWhite = *1\ndropRegionBlack = *8\n\
                dropOppositeColoredBishop = true\ncastlingDroppedPiece = true\nnFoldRule = 0\n";
    let (file, unsaid) = imported(text, "mine");
    assert_eq!(unsaid, [""; 0]);
    assert!(file.contains("\ndropped = true\n"), "{file}");
    assert!(file.contains("\nrepetitions = 0\n"), "{file}");
    let games = Catalogue::new();
    games
        .add_texts(vec![("mine.toml".to_owned(), file)])
        .expect("a game");
    let placed = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[Rr] w - - 0 1";
    let castles = |name: &str| {
        let variant = games.variant(name).expect("a game");
        let pos = rules::position(&variant, placed).expect("a position");
        let dropped = rules::play(&pos, moves(&pos)["R@h1"]);
        (rules::perft(&pos, 3), dropped.fen())
    };
    assert_eq!(castles("mine"), castles("placement"));
    assert!(castles("mine").1.contains(" b K "), "{}", castles("mine").1);
}

/// The movements are those that pyffish plays.
#[test]
fn movements_are_translated() {
    for (theirs, ours) in [
        ("N", Some("N")),
        ("mfWcfF", Some("fmWfcF")),
        ("fK", Some("fFfW")),
        ("bK", Some("bFbW")),
        ("frK", Some("rWfrF")),
        ("fQ", Some("fBfR")),
        ("L", Some("C")),
        ("pW", Some("pR")),
        ("gB3", Some("pB3")),
        ("nR", Some("R")),
        ("lnZ", Some("laflafWlafrafW")),
        ("mWcfeFimfnD", Some("mWfceFifmnD")),
        ("nC", None),
        ("AA", None),
        ("gD", None),
        ("fRcpR", None),
        ("mafsW", None),
        ("hK", None),
    ] {
        let text = format!("[mine:chess]\nbishop = -\nking = k:{theirs}\n");
        let (file, unsaid) = imported(&text, "mine");
        let named = unsaid
            .iter()
            .any(|one| one.contains("a movement without an equivalent"));
        assert_eq!(named, ours.is_none(), "{theirs}: {unsaid:?}");
        if let Some(ours) = ours {
            let line = format!("movement = \"{ours}isO2\"");
            assert!(file.lines().any(|other| other == line), "{line} in {file}");
        }
    }
    let text = "[mine:chess]\nbishop = -\ncustomPiece1 = m:imNcN\njanggiElephant = b";
    let (file, unsaid) = imported(text, "mine");
    assert!(file.contains("\"afsafW\""), "{file}");
    assert!(
        unsaid.len() == 1 && unsaid[0].starts_with("customPiece1 = m:imNcN"),
        "{unsaid:?}"
    );
}

/// Each definition of a text with the keys that are named for it, in alphabetical order.
fn named(text: &str) -> Vec<(String, String)> {
    let definitions = Definitions::read(text).expect("definitions");
    let keys = |name: &str| {
        let (_, made) = made(&definitions, name, "a test").expect("a start position");
        let mut keys: Vec<String> = made
            .unsaid
            .iter()
            .filter_map(|one| one.split(' ').next().map(str::to_owned))
            .collect();
        keys.sort();
        (name.to_owned(), keys.join(" "))
    };
    definitions.names().map(keys).collect()
}

/// What a definition means otherwise than its key seems to say, or than its default is.
#[test]
fn keys_with_another_meaning_are_named() {
    let text = "[no-drop-checks:crazyhouse]\ndropChecks = false\n\
                [drop-checks:crazyhouse]\ndropChecks = true\nmustDropType = *\n\
                [no-drops:chess]\ndropChecks = false\n\
                [more:chess]\nstalemateValue = loss\nstalematePieceCount = true\n\
                [even:chess]\nstalematePieceCount = true\n\
                [passing:chess]\npass = true\n\
                [one-passing:chess]\npassWhite = true\n\
                [stuck:chess]\npassOnStalemate = true\n\
                [endless:stuck]\nnFoldValue = loss\n\
                [loop-drops:loop]\nmustDrop = true\n\
                [anywhere:placement]\ndropRegionWhite = *1 *2 *3\n\
                [stones:crazyhouse]\npetrifyOnCaptureTypes = rn\n\
                [plain-stones:chess]\npetrifyOnCaptureTypes = rn\n\
                [blown-stones:atomic]\npetrifyOnCaptureTypes = rn\n\
                [demoting:crazyhouse]\npromotedPieceType = n:q\npieceDemotion = true\n\
                [racing-knights:racingkings]\nflagPiece = n\n";
    let named = named(text);
    let named: Vec<(&str, &str)> = named
        .iter()
        .map(|(name, keys)| (name.as_str(), keys.as_str()))
        .collect();
    assert_eq!(
        named,
        [
            ("no-drop-checks", "dropChecks"),
            ("drop-checks", ""),
            ("no-drops", ""),
            ("more", "stalematePieceCount"),
            ("even", ""),
            ("passing", "pass"),
            ("one-passing", ""),
            ("stuck", ""),
            ("endless", "passOnStalemate"),
            ("loop-drops", "mustDrop"),
            ("anywhere", "mustDrop"),
            ("stones", "petrifyOnCaptureTypes"),
            ("plain-stones", ""),
            ("blown-stones", "petrifyOnCaptureTypes"),
            ("demoting", "pieceDemotion"),
            ("racing-knights", "flagMove"),
        ]
    );
    let (file, _) = imported("[passing:chess]\nenPassantTypes = -", "passing");
    assert!(file.contains("\"fmWfceFifmnD\""), "{file}");
    let (file, _) = imported("[two:crazyhouse]\ndropNoDoubled = pn", "two");
    assert!(file.contains("one_a_file = \"N\""), "{file}");
    let (file, _) = imported(text, "even");
    assert!(!file.contains("stalemate"), "{file}");
}

#[test]
fn values_that_are_none_are_named() {
    let text = "[mine:chess]\nstalemateValue = maybe\nnMoveRule = abc\ndoubleStep = yes\ncastlingKingsideFile = z\n\
                promotionLimit = q\nextinctionValue = none\nmaterialCounting = none\ncountingRule = none\ncastlingQueensideFile = 3";
    let (file, mut unsaid) = imported(text, "mine");
    unsaid.sort();
    assert_eq!(
        unsaid,
        [
            "castlingKingsideFile = z (expected a file, as in `g`)",
            "doubleStep = yes (expected `true` or `false`)",
            "nMoveRule = abc (expected a number)",
            "promotionLimit = q (expected letters and numbers, as in `g:1 a:2`)",
            "stalemateValue = maybe (expected `win`, `loss` or `draw`)",
        ]
    );
    let game = Catalogue::new().add_texts(vec![("mine.toml".to_owned(), file.clone())]);
    assert_eq!(game.expect("a game"), ["mine"], "{file}");
}

/// Without `gating`, neither gating nor the first moves of Cambodian pieces exist.
#[test]
fn gating_needs_its_own_key() {
    let text = "[mine:seirawan]\ngating = false\n[ouk:cambodian]\ngating = false\n";
    for name in ["mine", "ouk"] {
        let (file, unsaid) = imported(text, name);
        assert_eq!(unsaid, [""; 0]);
        assert!(
            !file.contains("gating") && !file.contains("unmoved"),
            "{file}"
        );
        let game = Catalogue::new().add_texts(vec![(format!("{name}.toml"), file.clone())]);
        assert_eq!(game.expect("a game"), [name], "{file}");
    }
}

#[test]
fn pieces_that_could_not_move_again_are_treated_as_defined() {
    let text = "[leapers:crazyhouse]\nknight = -\ncustomPiece1 = n:ffN\nimmobilityIllegal = true\n\
                [lances:crazyhouse]\ncustomPiece1 = l:fR\npromotedPieceType = l:q\n\
                [pawns:chess]\nmandatoryPawnPromotion = false\n\
                [promoting:lances]\nimmobilityIllegal = true\npromotionRegionWhite = *7 *8\npromotionRegionBlack = *1 *2\n";
    let named = named(text);
    let keys: Vec<&str> = named.iter().map(|(_, keys)| keys.as_str()).collect();
    let key = "immobilityIllegal";
    assert_eq!(keys, [key, key, key, ""]);
    let (file, _) = imported(text, "leapers");
    assert!(file.contains("drop = \"*1 *2 *3 *4 *5 *6\""), "{file}");
    let (file, _) = imported(text, "promoting");
    assert!(file.contains("drop = \"*1 *2 *3 *4 *5 *6 *7\""), "{file}");
}
