//! Games made by file alone: the examples of `variants/README.md`, and files with mistakes.

use katydid::catalogue::Catalogue;
use katydid::rules;
use katydid::variant::Variant;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Loads an example of the page by its name.
fn example(name: &str) -> &'static Variant {
    let page = include_str!("../variants/README.md");
    let wanted = format!("name = \"{name}\"\n");
    let text = page
        .split("```toml\n")
        .filter_map(|block| block.split("```").next())
        .find(|block| block.starts_with(&wanted))
        .expect("the example stands in the page");
    load(text).expect("the example is sound");
    Catalogue::embedded()
        .variant(name)
        .expect("it has just been loaded")
}

fn load(text: &str) -> Result<Vec<String>, String> {
    Catalogue::embedded()
        .add_texts(vec![("mine.toml".to_owned(), text.to_owned())])
        .map_err(|error| error.to_string())
}

/// Plays random games and compares the fast count with playing every move out.
fn plays(variant: &'static Variant) {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for _ in 0..20 {
        let mut pos = rules::start(variant);
        for _ in 0..60 {
            let list = rules::legal_moves(&pos);
            assert_eq!(rules::perft(&pos, 1), list.len() as u64, "{}", pos.fen());
            for mv in &list {
                let after = rules::play(&pos, *mv);
                let safe = after
                    .royals(pos.side_to_move())
                    .into_iter()
                    .all(|king| !after.is_attacked(king, after.side_to_move()));
                assert!(safe, "{} {mv:?}", pos.fen());
            }
            if list.is_empty() {
                break;
            }
            pos = rules::play(&pos, list[rng.random_range(0..list.len())]);
        }
    }
}

#[test]
fn grasshopper_chess_ii_is_a_file_of_a_few_lines() {
    let variant = example("grasshopper-ii");
    assert_eq!(variant.letters(), "P N B R K G");
    let start = rules::start(variant);
    // The grasshoppers hop over their pawns: each side has sixteen pawn moves, four knight moves and
    // the hops d1-b3, d1-d3, d1-f3.
    assert_eq!(rules::perft(&start, 1), 23);
    assert!(rules::play_text(&start, "d1d3").is_ok());
    plays(variant);
}

#[test]
fn crab_riders_ride_off_the_queen_lines() {
    let variant = example("crab-riders");
    let fen = "4k3/8/8/8/8/8/8/C3K3 w - - 0 1";
    let pos = rules::position(variant, fen).expect("a position");
    let targets: Vec<String> = rules::legal_moves(&pos)
        .iter()
        .filter(|mv| mv.from().to_string() == "a1")
        .map(|mv| mv.to().to_string())
        .collect();
    // Two forward and one aside, again and again, to the edge.
    assert_eq!(targets.len(), 3, "{targets:?}");
    for square in ["b3", "c5", "d7"] {
        assert!(targets.contains(&square.to_owned()), "{targets:?}");
    }
    // A man on the way stops the ride, and a rider's attack on the king is check.
    let blocked = rules::position(variant, "4k3/8/8/2p5/8/8/8/C3K3 w - - 0 1").expect("a position");
    let count = rules::legal_moves(&blocked)
        .iter()
        .filter(|mv| mv.from().to_string() == "a1")
        .count();
    assert_eq!(count, 2);
    let check = rules::position(variant, "8/3k4/8/8/8/8/8/C3K3 b - - 0 1").expect("a position");
    assert!(rules::in_check(&check));
    plays(variant);
}

#[test]
fn ranks_and_files_add_to_the_worth_of_a_man() {
    let plain = "name = \"plain\"\ninherits = \"chess\"\n[[man]]\nletter = \"N\"\nvalue = 300\n";
    let more = "by_rank = [0, 0, 0, 0, 0, 0, 0, 500]\nby_file = [0, 0, 0, 70]\nendgame_by_file = [0, 0, 0, 0]\n";
    let tilted = plain.replace("plain", "tilted") + more;
    load(plain).expect("the file is sound");
    load(&tilted).expect("the file is sound");
    let catalogue = Catalogue::embedded();
    let values = |name: &str, fen: &str| {
        let variant = catalogue.variant(name).expect("a game");
        rules::position(variant, fen).expect("a position").values()
    };
    for (fen, opening, endgame) in [
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 0, 0),
        ("N3k3/8/8/8/8/8/8/4K3 w - - 0 1", 500, 500),
        ("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", 70, 0),
        ("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", 70, 0),
        ("4k3/8/8/8/8/8/8/n3K3 w - - 0 1", -500, -500),
    ] {
        let (before, after) = (values("plain", fen), values("tilted", fen));
        assert_eq!(after.opening() - before.opening(), opening, "{fen}");
        assert_eq!(after.endgame() - before.endgame(), endgame, "{fen}");
    }
}

#[test]
fn mistakes_are_told_with_their_place() {
    let head = "name = \"mine\"\ninherits = \"chess\"\n";
    let cases: &[(&str, &[&str])] = &[
        ("nme = \"x\"\n", &["mine.toml:1:1", "nme"]),
        ("name = \"x\n", &["mine.toml:1:"]),
        ("inherits = \"chess\"\n", &["`name`"]),
        (
            "name = \"no good\"\ninherits = \"chess\"\n",
            &["mine.toml:1:11", "no good"],
        ),
        (
            "name = \"mine\"\ninherits = \"chss\"\n",
            &["mine.toml:2:", "chss", "expected one of"],
        ),
        ("name = \"mine\"\ninherits = \"mine\"\n", &["circle"]),
        (
            "HEAD[[man]]\nletter = \"N\"\nmovement = \"xN\"\n",
            &["mine.toml:5:13", "'x'", "expected"],
        ),
        (
            "HEAD[[man]]\nletter = \"NN\"\nmovement = \"N\"\n",
            &["mine.toml:4:", "NN", "letter"],
        ),
        (
            "HEAD[[man]]\nletter = \"Z\"\n",
            &["mine.toml:4:", "Z", "movement"],
        ),
        (
            "HEAD[[man]]\nletter = \"Z\"\nmovement = \"W\"\npawn = true\n",
            &["second pawn"],
        ),
        (
            "HEAD[pawns]\npromotion = \"QX\"\n",
            &["mine.toml:4:", "'X'", "P N B R Q K"],
        ),
        ("HEAD[pawns]\npromotion = \"K\"\n", &["king"]),
        (
            "HEAD[ends]\nstalemate = \"wins\"\n",
            &["mine.toml:4:", "wins", "draw"],
        ),
        (
            "HEADstart = \"8/8/8/8/8/8/8/8 w - - 0 1\"\n",
            &["mine.toml:3:", "kings"],
        ),
        (
            "HEADstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBZKBNR w KQkq - 0 1\"\n",
            &["mine.toml:3:", "Z"],
        ),
        (
            "HEAD[[man]]\nletter = \"Q\"\nby_rank = [1, 2, 3]\n",
            &["mine.toml:5:11", "`by_rank` of Q", "3 numbers", "8"],
        ),
        (
            "HEAD[[man]]\nletter = \"Q\"\nby_file = [1, 2, 3, 99999]\n",
            &["mine.toml:5:11", "`by_file` of Q", "99999", "500"],
        ),
        (
            "HEAD[[man]]\nletter = \"Q\"\nvalue = -7\n",
            &["mine.toml:", "`value` of Q", "-7", "2000"],
        ),
        ("HEADstart = \"8/8 w\"\n", &["mine.toml:3:"]),
        (
            "HEADstart = \"7k/8/8/8/8/8/8/K7 w - - 0 1\"\n",
            &["over at once"],
        ),
    ];
    for (text, expected) in cases {
        let text = text.replace("HEAD", head);
        let error = load(&text).expect_err(&text);
        for part in *expected {
            assert!(error.contains(part), "{text}\n{error}\nlacks {part}");
        }
    }
    assert!(
        Catalogue::embedded().variant("mine").is_err(),
        "nothing of a refused file is kept"
    );
}

/// Loads a file and gives a position of its game.
fn position(text: &str, fen: &str) -> katydid::position::Position {
    let names = load(text).unwrap_or_else(|error| panic!("{error}"));
    let variant = Catalogue::embedded()
        .variant(&names[0])
        .expect("it has just been loaded");
    rules::position(variant, fen).unwrap_or_else(|error| panic!("{error}"))
}

/// The placement, hands included, after a turn.
fn placement_after(text: &str, fen: &str, turn: &str) -> String {
    let next = rules::play_text(&position(text, fen), turn);
    next.unwrap_or_else(|error| panic!("{error}")).placement()
}

#[test]
fn rules_that_do_not_contradict_each_other_combine() {
    let game = |name: &str, rest: &str| format!("name = \"{name}\"\n{rest}");
    // Drops in a game with effects: the hurdle that is turned stays on the board, the captured man comes
    // to the hand.
    let drops = game(
        "mix-ag-drops",
        "inherits = \"ag\"\n[drops]\nhand = \"QRBNP\"\nnot_on_end_ranks = \"P\"\n",
    );
    let fen = "4k3/8/8/r7/n7/8/8/A3K3[] w - - 0 1";
    assert_eq!(
        placement_after(&drops, fen, "a1a5"),
        "4k3/8/8/A7/N7/8/8/4K3[R]"
    );
    // Einstein: the dropped man is what it was, and the captured one comes as what it was.
    let einstein = game(
        "mix-einstein-drops",
        "inherits = \"crazyhouse\"\nconditions = [\"einstein\"]\n",
    );
    let fen = "4k3/8/8/3q4/8/2N5/8/4K3[R] w - - 0 1";
    assert_eq!(
        placement_after(&einstein, fen, "c3d5"),
        "4k3/8/8/3B4/8/8/8/4K3[QR]"
    );
    assert_eq!(
        placement_after(&einstein, fen, "R@d1"),
        "4k3/8/8/3q4/8/2N5/8/3RK3[]"
    );
    // Kings that are captured, with a condition and castling.
    let captured = game(
        "mix-capture-circe",
        "inherits = \"circe\"\n[ends]\ngoal = \"capture\"\ndead = \"\"\n[pawns]\npromotion = \"\"\n\
         [[man]]\nletter = \"P\"\nmovement = \"fmWfcF\"\n",
    );
    let fen = "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1";
    let pos = position(&captured, fen);
    assert!(
        rules::play_text(&pos, "e1g1").is_ok(),
        "no check forbids it"
    );
    assert!(!rules::in_check(&pos));
    assert_eq!(
        placement_after(&captured, fen, "e1e2"),
        "r3k3/8/8/8/8/8/4K3/7R"
    );
    let over = position(&captured, "4k3/8/8/8/8/8/4r3/7R w - - 0 1");
    assert!(rules::outcome(&over).is_some_and(|end| end.to_string().starts_with("0-1")));
    // Two moves a turn with paralysis.
    let turns = game(
        "mix-madrasi-turns",
        "inherits = \"doublemove\"\nconditions = [\"madrasi\"]\n",
    );
    let fen = "4k3/8/8/3q4/8/3Q4/8/4K3 w - - 0 1 2/2";
    let pos = position(&turns, fen);
    assert!(
        rules::legal_moves(&pos)
            .iter()
            .all(|mv| mv.from().to_string() == "e1"),
        "the queens paralyse each other"
    );
    for text in [drops, einstein, turns] {
        let name = text.lines().next().expect("a name").replace("name = ", "");
        let variant = Catalogue::embedded()
            .variant(name.trim_matches('"'))
            .expect("loaded");
        plays_out(variant);
    }
}

/// Random games of a game in which rules combine: fast counts agree with lists, keys with recomputed ones.
fn plays_out(variant: &'static Variant) {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for _ in 0..10 {
        let mut pos = rules::start(variant);
        for _ in 0..80 {
            let list = rules::legal_moves(&pos);
            assert_eq!(pos.key(), pos.recomputed_key(), "{}", pos.fen());
            if !variant.rules.capabilities.several_legs() {
                assert_eq!(rules::perft(&pos, 1), list.len() as u64, "{}", pos.fen());
            }
            if list.is_empty() {
                break;
            }
            pos = rules::play(&pos, list[rng.random_range(0..list.len())]);
        }
    }
}

#[test]
fn rules_that_contradict_each_other_are_refused_by_name() {
    let head = "name = \"mine\"\ninherits = \"chess\"\n";
    let hopgi = "name = \"mine\"\ninherits = \"hopgi\"\n";
    let cases: &[(&str, &[&str])] = &[
        (
            "HOPGI[turns]\nschedule = \"1 2 2 ...\"\n",
            &["`linked`", "`schedule`", "contradict"],
        ),
        (
            "HOPGI[ends]\ngoal = \"mate\"\n",
            &["`linked`", "mate", "contradict"],
        ),
        ("HOPGI[ends]\ndead = \"B\"\n", &["`dead`", "contradict"]),
        ("HEAD[turns]\ncheck = \"ends\"\n", &["need a `schedule`"]),
        (
            "HEADdynamo = true\n",
            &["`dynamo`", "en passant", "contradict"],
        ),
        (
            "HEADdynamo = true\nconditions = [\"circe\"]\n",
            &["`dynamo`", "`conditions`", "contradict"],
        ),
        (
            "HEADdynamo = true\n[turns]\nschedule = \"1 2 2 ...\"\n",
            &["`dynamo`", "`schedule`", "contradict"],
        ),
        (
            "HEADdynamo = true\n[[man]]\nletter = \"P\"\nmovement = \"ifmnDfmWfcF\"\n\
             [[man]]\nletter = \"N\"\nmovement = \"nN\"\n",
            &["mine.toml:9:", "`dynamo`", "leaps and slides"],
        ),
        ("HEAD[drops]\nhand = \"QK\"\n", &["mine.toml:4:9", "royal"]),
        (
            "HEAD[drops]\nhand = \"Q\"\nnot_on_end_ranks = \"P\"\n",
            &["mine.toml:5:", "`hand` does not"],
        ),
        (
            "HEAD[[man]]\nletter = \"P\"\nrifle = true\n",
            &["`rifle`", "`pawn`", "contradict"],
        ),
        (
            "HEAD[[man]]\nletter = \"N\"\nrex = \"inclusive\"\n",
            &["need an `effect`"],
        ),
        (
            "HEAD[zones]\nwhite = \"a8\"\n",
            &["promotion zone", "promoted form"],
        ),
        (
            "HEAD[[man]]\nletter = \"+N\"\nmovement = \"N\"\n",
            &["promoted form", "no promotion zone"],
        ),
        (
            "HEAD[[man]]\nletter = \"K\"\nmovement = \"K\"\n",
            &["[castling]", "`isO2`"],
        ),
        (
            "HEAD[[man]]\nletter = \"P\"\nmovement = \"fmWfcFfceF\"\n",
            &["mine.toml:5:", "en passant"],
        ),
        (
            "HEAD[[man]]\nletter = \"N\"\nmovement = \"NfceF\"\n",
            &["mine.toml:5:16", "en passant", "no pawn"],
        ),
        (
            "HEADconditions = [\"cricce\"]\n",
            &["mine.toml:3:16", "cricce", "circe"],
        ),
        ("HEADconditions = [\"circe\", \"circe\"]\n", &["twice"]),
        (
            "HEADladder = [\"Queen\", \"Rok\"]\n",
            &["mine.toml:3:21", "'Rok'", "Rook"],
        ),
        (
            "HEAD[[man]]\nletter = \"Q\"\nhome = \"a1 c1\"\n",
            &["mine.toml:5:9", "two of different shades"],
        ),
        ("HEADwithout = \"QZ\"\n", &["mine.toml:3:", "'Z'"]),
        (
            "name = \"mine\"\ninherits = \"hopgi\"\nconditions = [\"circe\"]\n",
            &["8x8"],
        ),
    ];
    for (text, expected) in cases {
        let text = text.replace("HEAD", head).replace("HOPGI", hopgi);
        let error = load(&text).expect_err(&text);
        for part in *expected {
            assert!(error.contains(part), "{text}\n{error}\nlacks {part}");
        }
    }
}

#[test]
fn a_key_of_each_table_is_inherited_and_can_be_changed() {
    let parent =
        "name = \"parent\"\ninherits = \"crazyhouse\"\n[[man]]\nletter = \"Q\"\nhome = \"e1\"\n";
    let child = "name = \"child\"\ninherits = \"parent\"\nconditions = [\"circe\"]\n\
                 [drops]\nnot_on_end_ranks = \"\"\n";
    load(parent).expect("the file is sound");
    let fen = "4k3/3q4/8/8/3R4/8/8/3K4[P] w - - 0 1";
    // The black queen goes home to e8, where the king stands: it comes to the hand.
    assert_eq!(
        placement_after(child, fen, "d4d7"),
        "4k3/3R4/8/8/8/8/8/3K4[QP]"
    );
    let pos = position(child, fen);
    assert!(rules::play_text(&pos, "P@a8").is_ok());
}
