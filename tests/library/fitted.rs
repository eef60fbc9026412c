//! Files of fitted weights: laid over a game and the games that inherit from it, refused when they are wrong.

use crate::scratch::Scratch;
use katydid::base::TaperedScore;
use katydid::catalogue::{Catalogue, EMBEDDED, FITTED};
use katydid::eval::{Evaluator, evaluate};
use katydid::rules;
use katydid::variant::Variant;
use katydid::variant::term;
use katydid_trust::games;
use std::path::Path;

/// What White is ahead by, with a rook more.
fn rook_ahead(catalogue: &Catalogue, game: &str) -> i32 {
    let variant = catalogue.variant(game).expect("a game");
    let pos = rules::position(&variant, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1").expect("a position");
    evaluate(&pos)
}

/// What a rook is worth.
fn rook(catalogue: &Catalogue, game: &str) -> impl PartialEq + std::fmt::Debug + use<> {
    let variant = catalogue.variant(game).expect("a game");
    let piece = variant.type_of_letter("R").expect("a piece");
    variant.values.of(piece)
}

/// Games with two more: `parent` inherits from chess, and `child` from `parent`.
fn with_parent_and_child() -> Catalogue {
    let catalogue = Catalogue::new();
    let parent = Scratch::new("parent.toml", "name = \"parent\"\ninherits = \"chess\"\n");
    let child = parent.with_file_name("child.toml");
    std::fs::write(&child, "name = \"child\"\ninherits = \"parent\"\n").expect("a file");
    for path in [&*parent, &child] {
        catalogue.add(path).expect("a game");
    }
    catalogue
}

#[test]
fn weights_lie_over_a_game_and_those_that_inherit_from_it() {
    let catalogue = with_parent_and_child();
    let games = ["chess", "parent", "child"];
    let before = games.map(|game| rook_ahead(&catalogue, game));
    let path = Scratch::new(
        "parent.toml",
        "[[piece]]\nletter = \"R\"\nvalue = 1200\nendgame = 1200\n[weights]\ntempo = 99\n",
    );
    let weighed = catalogue.weigh(&path).expect("weights");
    assert_eq!(weighed, ["parent"]);
    let after = games.map(|game| rook_ahead(&catalogue, game));
    assert_eq!(after[0], before[0], "chess");
    for (game, (before, after)) in games.iter().zip(before.iter().zip(after)).skip(1) {
        assert!(after > before + 400, "{game}: {before} {after}");
    }
}

#[test]
fn a_network_belongs_to_its_game_alone() {
    let catalogue = Catalogue::new();
    let has = |game: &str| catalogue.variant(game).expect("a game").network.is_some();
    for game in [
        "chess",
        "demichess",
        "grasshopper",
        "demi-fide",
        "demirifle-fide",
        "circe",
        "hopgi",
    ] {
        assert!(has(game), "{game}");
    }
    assert!(!has("madrasi"), "it inherits from chess");
    let child = Scratch::new("child.toml", "name = \"child\"\ninherits = \"demichess\"\n");
    catalogue.add(&child).expect("a game");
    assert!(!has("child"));
    // A file of the user under the game's name may have other pieces.
    let other = Scratch::new("other.toml", "name = \"demichess\"\ninherits = \"chess\"\n");
    catalogue.add(&other).expect("a game");
    assert!(!has("demichess"));
    // Nor does a game of which the user has replaced a part.
    let heir = Catalogue::new();
    let (name, text) = EMBEDDED[0];
    let texts = vec![(format!("{name}.toml"), text.to_owned())];
    assert_eq!(heir.add_texts(texts).expect("a game"), ["chess"]);
    let demichess = heir.variant("demichess").expect("a game");
    assert!(demichess.network.is_none(), "it inherits from chess");
}

#[test]
fn a_family_shares_a_network() {
    let game = |name: &str| games().variant(name).expect("a game");
    let ag = game("ag");
    let network = ag.network.as_ref().expect("a network");
    // All their pieces but the hopper have the same letters and so the same inputs.
    let letters = |variant: &Variant| -> Vec<String> {
        let types = variant.presentation.piece_types.iter();
        types.map(|piece| piece.letter.clone()).collect()
    };
    let of_ag = letters(&ag);
    for name in [
        "eg", "cg", "acg", "aeg", "cag", "ceg", "ecg", "aceg", "aecg", "caeg", "ecag",
    ] {
        let variant = game(name);
        assert_eq!(variant.network.as_ref(), Some(network), "{name}");
        let letters = letters(&variant);
        assert_eq!(letters.len(), of_ag.len(), "{name}");
        let differ = of_ag
            .iter()
            .zip(&letters)
            .filter(|(one, other)| one != other);
        let differ: Vec<_> = differ.map(|(one, _)| one.as_str()).collect();
        assert_eq!(differ, ["A"], "{name}");
    }
    for name in ["ag-rex", "ag-andernach", "aceg-all", "cg-circe"] {
        assert_eq!(game(name).network.as_ref(), Some(network), "{name}");
    }
    assert!(game("eg-einstein").network.is_none(), "it inherits from eg");
}

#[test]
fn exchanged_armies_have_the_same_network() {
    // Each with the same seen from the other side: ranks and colours exchanged.
    let positions = [
        [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/SCLOKLCS w KQkq - 0 1",
            "scloklcs/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        ],
        [
            "rnb1k1nr/2ppppp1/pp6/6Pp/1P2P3/L7/P1PP1P1P/SC1OKLCS w KQkq - 1 6",
            "sc1oklcs/p1pp1p1p/l7/1p2p3/6pP/PP6/2PPPPP1/RNB1K1NR b KQkq - 1 6",
        ],
        [
            "4k2r/2p2pp1/p2q4/6Pp/1P2P3/L1n5/P1PP1P1P/S2OK1CS b KQk - 3 16",
            "s2ok1cs/p1pp1p1p/l1N5/1p2p3/6pP/P2Q4/2P2PP1/4K2R w Kkq - 3 16",
        ],
    ];
    for (one, other) in [
        ("demi-fide", "fide-demi"),
        ("demirifle-fide", "fide-demirifle"),
    ] {
        let value = |game: &str, fen: &str| {
            let variant = games().variant(game).expect("a game");
            let pos = rules::position(&variant, fen).expect(fen);
            let corrected = Evaluator::with_network(&variant).evaluate(&pos);
            (corrected, corrected - evaluate(&pos))
        };
        let corrections = positions.map(|[fen, exchanged]| {
            let (corrected, correction) = value(one, fen);
            let other = value(other, exchanged);
            assert_eq!((corrected, correction), other, "{one}: {fen}");
            correction
        });
        assert!(
            corrections.iter().any(|correction| *correction != 0),
            "{one}"
        );
    }
}

#[test]
fn a_fitted_game_has_no_weight_that_its_own_fit_did_not_know() {
    let catalogue = with_parent_and_child();
    let weigh = |name: &str, text: &str| {
        let path = Scratch::new(name, text);
        catalogue.weigh(&path).expect("weights");
    };
    let shows = |game: &str| {
        let weights = &catalogue.variant(game).expect("a game").values.weights;
        [weights[term::TEMPO], weights[term::SPACE]].map(TaperedScore::mg)
    };
    weigh(
        "parent.toml",
        "[[piece]]\nletter = \"R\"\nvalue = 1200\nendgame = 1200\n[weights]\ntempo = 99\nspace = [77, 77]\n",
    );
    assert_eq!(shows("child"), [99, 77], "without a fit of its own");
    weigh("child.toml", "[weights]\ntempo = 55\n");
    assert_eq!(shows("child"), [55, 0], "fitted");
    assert_eq!(shows("parent"), [99, 77]);
    // What pieces are worth it keeps where its own fit does not say.
    assert_eq!(rook(&catalogue, "child"), rook(&catalogue, "parent"));
}

#[test]
fn a_fit_begins_without_what_it_has_found() {
    let (fitted, unfitted) = (Catalogue::new(), Catalogue::unfitted("ag"));
    assert_ne!(rook(&fitted, "ag"), rook(&unfitted, "ag"));
    // Other games keep theirs.
    assert_eq!(rook(&fitted, "eg"), rook(&unfitted, "eg"));
    assert_ne!(rook(&fitted, "eg"), rook(&Catalogue::unfitted("eg"), "eg"));
}

#[test]
fn what_the_rules_say_stays_as_it_is() {
    let catalogue = Catalogue::new();
    let count = |catalogue: &Catalogue| {
        let variant = catalogue.variant("ag").expect("a game");
        rules::perft(&rules::start(&variant), 3)
    };
    let before = count(&catalogue);
    let path = Scratch::new("ag.toml", "[[piece]]\nletter = \"A\"\nvalue = 300\n");
    catalogue.weigh(&path).expect("weights");
    assert_eq!(count(&catalogue), before);
}

#[test]
fn wrong_files_are_refused_and_change_nothing() {
    let cases = [
        ("nogame.toml", "[weights]\ntempo = 9\n", "nogame"),
        (
            "chess.toml",
            "[weights]\ntempi = 9\n",
            "no weight is called 'tempi'",
        ),
        ("chess.toml", "[weights]\ntempo = 5000\n", "5000"),
        (
            "chess.toml",
            "[[piece]]\nletter = \"R\"\nbetza = \"N\"\n",
            "betza",
        ),
        (
            "chess.toml",
            "[[piece]]\nletter = \"Z\"\nvalue = 4\n",
            "2:11: no inherited piece has the letter 'Z' (expected one of: P N B R Q K)",
        ),
        ("chess.toml", "[game]\n", "game"),
        ("chess.toml", "value", "chess.toml:1"),
    ];
    for (name, text, said) in cases {
        let catalogue = Catalogue::new();
        let before = rook_ahead(&catalogue, "chess");
        let path = Scratch::new(name, text);
        let error = catalogue.weigh(&path).expect_err(text).to_string();
        assert!(error.contains(said), "{text}: {error}");
        assert_eq!(rook_ahead(&catalogue, "chess"), before, "{text}");
    }
    let missing = Catalogue::new().weigh(Path::new("no/such.toml"));
    assert!(
        missing
            .expect_err("no file")
            .to_string()
            .contains("no/such.toml")
    );
}

#[test]
fn every_shipped_file_says_how_it_was_found() {
    let names = Catalogue::new().all_names();
    for (name, _) in FITTED {
        assert!(names.iter().any(|game| game == name), "{name}");
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let file = root.join("variants/weights").join(format!("{name}.toml"));
        let text = std::fs::read_to_string(file).expect(name);
        let head: Vec<&str> = text
            .lines()
            .take_while(|line| line.starts_with('#'))
            .collect();
        let head = head.join("\n");
        for word in [
            "Games: seed",
            "engine",
            "Positions:",
            "Loss on games held out",
        ] {
            assert!(head.contains(word), "{name}: {word}");
        }
    }
}
