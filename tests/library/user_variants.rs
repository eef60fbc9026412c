//! Games made by file alone: the examples of `variants/README.md`, and rules that combine.

use crate::page::{example, load};
use katydid::base::Color;
use katydid::eval::evaluate;
use katydid::rules;
use katydid::variant::{DeclaredPieces, Variant};
use katydid_trust::games;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;

/// Plays random games and compares the fast count with playing every move out.
fn plays(variant: &Arc<Variant>) {
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
    let start = rules::start(&variant);
    // The grasshoppers hop over their pawns: each side has sixteen pawn moves, four knight moves and
    // the hops d1-b3, d1-d3, d1-f3.
    assert_eq!(rules::perft(&start, 1), 23);
    assert!(rules::play_text(&start, "d1d3").is_ok());
    plays(&variant);
}

#[test]
fn crab_riders_ride_off_the_queen_lines() {
    let variant = example("crab-riders");
    let fen = "4k3/8/8/8/8/8/8/C3K3 w - - 0 1";
    let pos = rules::position(&variant, fen).expect("a position");
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
    // A piece on the way stops the ride, and a rider's attack on the king is check.
    let blocked =
        rules::position(&variant, "4k3/8/8/2p5/8/8/8/C3K3 w - - 0 1").expect("a position");
    let count = rules::legal_moves(&blocked)
        .iter()
        .filter(|mv| mv.from().to_string() == "a1")
        .count();
    assert_eq!(count, 2);
    let check = rules::position(&variant, "8/3k4/8/8/8/8/8/C3K3 b - - 0 1").expect("a position");
    assert!(rules::in_check(&check));
    plays(&variant);
}

/// Loads a file and gives a position of its game.
fn position(text: &str, fen: &str) -> katydid::position::Position {
    let names = load(text).unwrap_or_else(|error| panic!("{error}"));
    let variant = games().variant(&names[0]).expect("it has just been loaded");
    rules::position(&variant, fen).unwrap_or_else(|error| panic!("{error}"))
}

/// The placement, hands included, after a turn.
fn placement_after(text: &str, fen: &str, turn: &str) -> String {
    let next = rules::play_text(&position(text, fen), turn);
    next.unwrap_or_else(|error| panic!("{error}")).placement()
}

#[test]
fn rules_that_do_not_contradict_each_other_combine() {
    let game = |name: &str, rest: &str| format!("name = \"{name}\"\n{rest}");
    // Drops in a game with effects: the hurdle that is turned stays on the board, the captured piece comes
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
    // Einstein: the dropped piece is what it was, and the captured one comes as what it was.
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
         [[piece]]\nletter = \"P\"\nmovement = \"fmWfcF\"\n",
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
        let variant = games().variant(name.trim_matches('"')).expect("loaded");
        plays_out(&variant);
    }
}

/// Random games of a game in which rules combine: fast counts agree with lists, keys with recomputed ones.
fn plays_out(variant: &Arc<Variant>) {
    plays_out_from(&rules::start(variant));
}

/// The same from a position of the game.
fn plays_out_from(start: &katydid::position::Position) {
    let variant = start.variant();
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for _ in 0..10 {
        let mut pos = start.clone();
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
fn a_key_of_each_table_is_inherited_and_can_be_changed() {
    let parent =
        "name = \"parent\"\ninherits = \"crazyhouse\"\n[[piece]]\nletter = \"Q\"\nhome = \"e1\"\n";
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

/// A game of a few lines on top of another.
fn game(name: &str, parent: &str, rest: &str) -> String {
    format!("name = \"{name}\"\ninherits = \"{parent}\"\n{rest}")
}

#[test]
fn a_piece_that_moves_otherwise_is_no_longer_too_weak_to_mate() {
    let fen = "5k2/8/8/8/8/8/8/N3K3 w - - 0 1";
    let knight = |name, movement| {
        let piece = format!("[[piece]]\nletter = \"N\"\nmovement = \"{movement}\"\n");
        game(name, "chess", &piece)
    };
    for (file, dead) in [
        (game("as-in-chess", "chess", ""), true),
        (knight("the-same-knight", "N"), true),
        (knight("queen-like", "Q"), false),
        (
            game("no-knight", "queen-like", "title = \"No knight\"\n"),
            false,
        ),
        (
            game("and-rooks", "chess", "every_piece_also = \"R\"\n"),
            false,
        ),
        (knight("kept", "F") + "[ends]\ndead = \"BN\"\n", true),
    ] {
        let ended = rules::outcome(&position(&file, fen)).is_some();
        assert_eq!(ended, dead, "{file}");
    }
}

#[test]
fn positions_are_not_dead_where_other_rules_may_decide() {
    let maharajah = "start = \"rnbqkbnr/pppppppp/8/8/8/8/8/4A3 w kq - 0 1\"\n\
                     [[piece]]\nletter = \"A\"\nmovement = \"QN\"\nroyal = true\n\
                     [castling]\nwhite = \"\"\n[ends]\ndead = \"\"\n";
    let knight = "8/8/8/8/8/1K6/3N4/k7 w - - 0 1";
    for (name, rest, fen) in [
        ("maharajah", maharajah, "7k/8/8/5A2/8/8/8/8 w - - 0 1"),
        ("stalemate-loses", "[ends]\nstalemate = \"loses\"\n", knight),
        ("stalemate-fewer", "[ends]\nstalemate = \"fewer\"\n", knight),
        ("lone-check", "conditions = [\"makpong\"]\n", knight),
        (
            "left-walls",
            "[walls]\nplacing = \"left\"\n",
            "k*6/8/1K6/8/8/4N3/8/8 w - - 0 1",
        ),
        (
            "holes",
            "start = \"k*6/8/1K6/8/8/4N3/8/8 w - - 0 1\"\n[[piece]]\nletter = \"K\"\nmovement = \"K\"\n[castling]\nwhite = \"\"\nblack = \"\"\n",
            "k*6/8/1K6/8/8/4N3/8/8 w - - 0 1",
        ),
    ] {
        let pos = position(&game(name, "chess", rest), fen);
        assert!(
            rules::outcome(&pos).is_none(),
            "{name}: {:?}",
            rules::outcome(&pos)
        );
    }
}

/// A shot explodes where it hits, and the shooter goes, too; pawns of every kind are spared.
#[test]
fn explosions_are_round_the_captured_piece() {
    let rifle = game(
        "shot",
        "atomic",
        "[[piece]]\nletter = \"R\"\nrifle = true\n",
    );
    let fen = "4k3/8/2p1r3/2bn4/8/8/2N5/3R3K w - - 0 1";
    assert_eq!(
        placement_after(&rifle, fen, "d1d5"),
        "4k3/8/2p5/8/8/8/2N5/7K"
    );
    let pawns = game(
        "two-pawns",
        "atomic",
        "[[piece]]\nletter = \"S\"\nmovement = \"fWfF\"\npawn = true\n",
    );
    let fen = "4k3/8/8/3r4/2S5/4N3/8/4K3 w - - 0 1";
    assert_eq!(
        placement_after(&pawns, fen, "e3d5"),
        "4k3/8/8/8/2S5/8/8/4K3"
    );
}

/// What a piece was found to be worth is not inherited by one that moves otherwise.
#[test]
fn a_piece_that_moves_otherwise_is_worth_what_its_movement_is() {
    let met = game(
        "met",
        "chess",
        "[[piece]]\nletter = \"Q\"\nmovement = \"F\"\n",
    );
    let same = game(
        "same",
        "chess",
        "[[piece]]\nletter = \"Q\"\nmovement = \"Q\"\n",
    );
    let worth = |file: &str| {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        ];
        let [level, ahead] =
            fens.map(|fen| evaluate(&position(file, &format!("{fen} w KQkq - 0 1"))));
        ahead - level
    };
    assert!((50..400).contains(&worth(&met)), "{}", worth(&met));
    assert!((900..1500).contains(&worth(&same)), "{}", worth(&same));
}

/// Kings that are not royal castle from wherever they stand, too.
#[test]
fn a_king_that_is_not_royal_castles_from_anywhere() {
    let file = game("anywhere", "giveaway", "[castling]\nanywhere = true\n");
    for (fen, castling) in [
        (
            "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
            ["e1h1", "e1a1"],
        ),
        (
            "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w HBhb - 0 1",
            ["f1h1", "f1b1"],
        ),
    ] {
        let pos = position(&file, fen);
        for text in castling {
            assert!(rules::play_text(&pos, text).is_ok(), "{fen} {text}");
        }
    }
    let wrong = "start = \"r3k2r/8/8/8/8/8/8/R3K3 w HAh - 0 1\"\n[castling]\nanywhere = true\n";
    let error = load(&game("no-rook", "giveaway", wrong)).expect_err("no rook");
    assert!(
        error.contains("no king and castling piece of White's stand so"),
        "{error}"
    );
}

/// The last move of Black's counts by all that it changes: it may also capture the piece that has arrived.
#[test]
fn blacks_last_move_may_capture_the_piece_that_has_arrived() {
    let goals = "[ends]\ngoals = [{ reach = \"*8\", reach_black = \"*1\", by = \"N\", last_move = true }, { lost = \"N\" }]\n";
    let file = game("knight-race", "chess", goals);
    for (fen, ends) in [
        ("4k3/1r6/N7/8/n7/8/8/4K3 w - - 0 1", false),
        ("4k3/7r/N7/8/n7/8/8/4K3 w - - 0 1", true),
    ] {
        let after = rules::play_text(&position(&file, fen), "a6b8").expect("a legal move");
        assert_eq!(rules::outcome(&after).is_some(), ends, "{fen}");
    }
}

/// In games of several moves a turn the last turn is not tried out to its end, which would take as good as for ever.
#[test]
fn a_last_turn_of_many_moves_is_not_tried_out() {
    let goals = "[ends]\ngoals = [{ reach = \"*8\", reach_black = \"*1\", by = \"N\", last_move = true }]\n";
    let file = game("long-race", "progressive", goals);
    let arrived = position(&file, "8/8/N7/8/8/7b/8/K2b1b1k w - - 0 9 1/5");
    let after = rules::play_text(&arrived, "a6b8").expect("a legal move");
    assert!(rules::outcome(&after).is_none(), "Black has a turn left");
}

/// With two kinds of kings, one of which decides when it is lost, an explosion that removes the other side's comes before check.
#[test]
fn an_explosion_of_one_of_two_kinds_of_kings_comes_before_check() {
    let text = "[pawns]\npromotion = \"RBN\"\n[ends]\ngoals = [{ lost = \"KQ\" }]\n[[piece]]\nletter = \"Q\"\nroyal = true\n";
    let file = game("royal-queens", "atomic", text);
    let pos = position(&file, "7k/4r3/8/2pq4/8/8/8/Q1R1K3 w - - 0 1");
    let after = rules::play_text(&pos, "c1c5").expect("a legal move");
    let winner = rules::outcome(&after).and_then(|outcome| outcome.winner);
    assert_eq!(winner, Some(Color::White));
    assert!(
        rules::play_text(&pos, "c1c4").is_err(),
        "the king is in check"
    );
}

/// A pawn's first step, its long steps and its other moves may lead to one square; a move there is one move, and passes squares.
#[test]
fn a_pawn_has_each_move_once() {
    for (name, movement, expected) in [
        ("far-pawn", "ifmnDfmRfceF", 5 + 4),
        ("rook-pawn", "fceFifmnDmR", 5 + 4 + 8),
    ] {
        let file = game(
            name,
            "chess",
            &format!("[[piece]]\nletter = \"P\"\nmovement = \"{movement}\"\n"),
        );
        let pos = position(&file, "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1");
        let moves = rules::legal_moves(&pos);
        let pawn = moves.iter().filter(|mv| mv.from().to_string() == "a2");
        assert_eq!(pawn.count(), expected, "{name}");
        assert_eq!(rules::perft(&pos, 1), moves.len() as u64, "{name}");
        let after = rules::play_text(&pos, "a2a4").expect("a double step");
        assert!(after.fen().contains(" a3 "), "{name}: {}", after.fen());
    }
}

#[test]
fn the_effect_knows_what_is_beyond_the_ladder() {
    let down = "7k/8/8/8/p7/8/8/E3K3 w - - 0 1";
    let up = "7k/8/8/n7/Q7/8/8/E3K3 w - - 0 1";
    let stay = game("ends-stay", "eg", "[einstein]\nends = \"Stay\"\n");
    assert_eq!(placement_after(&stay, down, "a1a5"), "7k/8/8/E7/p7/8/8/4K3");
    assert_eq!(placement_after(&stay, up, "a1a5"), "7k/8/8/E7/Q7/8/8/4K3");
    let piece = game(
        "ends-piece",
        "eg",
        "[[piece]]\nletter = \"G\"\nname = \"Grasshopper\"\nmovement = \"gQ\"\n\
         [einstein]\nends = \"GRASSHOPPER\"\n",
    );
    assert_eq!(
        placement_after(&piece, down, "a1a5"),
        "7k/8/8/E7/g7/8/8/4K3"
    );
    assert_eq!(placement_after(&piece, up, "a1a5"), "7k/8/8/E7/G7/8/8/4K3");
    for fen in [down, up] {
        let fen = fen.replace(['p', 'Q'], "g");
        assert_eq!(
            placement_after(&piece, &fen, "a1a5"),
            "7k/8/8/E7/g7/8/8/4K3"
        );
    }
    let hurdler = game(
        "ends-hurdler",
        "ends-piece",
        "[einstein]\nends = \"hurdler\"\n",
    );
    assert_eq!(
        placement_after(&hurdler, down, "a1a5"),
        "7k/8/8/E7/e7/8/8/4K3"
    );
    let ladder = game(
        "own-ladder",
        "eg",
        "[einstein]\nladder = [\"queen\", \"PAWN\"]\n",
    );
    assert_eq!(
        placement_after(&ladder, down, "a1a5"),
        "7k/8/8/E7/q7/8/8/4K3"
    );
}

#[test]
fn homes_are_squares_of_one_colour_or_lie_on_the_file() {
    let homes = game(
        "own-homes",
        "circe",
        "[[piece]]\nletter = \"N\"\nhome = \"a8 b8 c8\"\n[[piece]]\nletter = \"R\"\nhome = \"file\"\n\
         [[piece]]\nletter = \"B\"\nhome = \"second\"\n[[piece]]\nletter = \"Q\"\nhome = \"b1 d1\"\n",
    );
    let after = |pieces: &str, turn| {
        let fen = format!("k7/7p/8/{pieces}/2P5/8/6K1/8 w - - 0 1");
        placement_after(&homes, &fen, turn)
    };
    // A black piece, so the squares of White are turned round; d5 is light, b5 too.
    assert_eq!(after("3n4", "c4d5"), "k7/7p/8/3P4/8/8/6K1/1n6");
    assert_eq!(after("3r4", "c4d5"), "k7/7p/8/3P4/8/8/6K1/3r4");
    assert_eq!(after("3b4", "c4d5"), "k7/3b3p/8/3P4/8/8/6K1/8");
    // Both squares are dark when they are turned round: the first counts.
    assert_eq!(after("3q4", "c4d5"), "kq6/7p/8/3P4/8/8/6K1/8");
}

#[test]
fn a_file_that_inherits_nothing_has_the_usual_ladder_and_homes() {
    let text = "name = \"orphan\"\nstart = \"rnbqk3/pppppppp/8/8/8/8/PPPPPPPP/RNBQK3 w - - 0 1\"\n\
                conditions = [\"circe\", \"einstein\"]\n\
                [[piece]]\nletter = \"K\"\nname = \"Emperor\"\nmovement = \"K\"\nroyal = true\n\
                [[piece]]\nletter = \"P\"\nname = \"Soldier\"\nmovement = \"fmWfcF\"\npawn = true\n\
                [[piece]]\nletter = \"Q\"\nname = \"queen\"\nmovement = \"Q\"\n\
                [[piece]]\nletter = \"R\"\nname = \"Rook\"\nmovement = \"R\"\n\
                [[piece]]\nletter = \"B\"\nname = \"BISHOP\"\nmovement = \"B\"\n\
                [[piece]]\nletter = \"N\"\nname = \"Knight\"\nmovement = \"N\"\n";
    let fen = |pieces: &str| format!("4k3/8/8/{pieces}/4P3/2N5/8/4K3 w - - 0 1");
    let after = |pieces: &str, turn| placement_after(text, &fen(pieces), turn);
    assert_eq!(after("3q4", "c3d5"), "3qk3/8/8/3B4/4P3/8/8/4K3");
    assert_eq!(after("3r4", "c3d5"), "r3k3/8/8/3B4/4P3/8/8/4K3");
    assert_eq!(after("3b4", "c3d5"), "2b1k3/8/8/3B4/4P3/8/8/4K3");
    assert_eq!(after("3n4", "c3d5"), "4k1n1/8/8/3B4/4P3/8/8/4K3");
    assert_eq!(after("3p4", "c3d5"), "4k3/3p4/8/3B4/4P3/8/8/4K3");
    // Nobody is called Pawn: a knight is the lowest, and the soldier stays what it is.
    assert_eq!(after("8", "c3d5"), "4k3/8/8/3N4/4P3/8/8/4K3");
    assert_eq!(after("3n4", "e4d5"), "4k1n1/8/8/3P4/8/2N5/8/4K3");
}

#[test]
fn conditions_act_in_their_order_whatever_the_file_says() {
    let einstein_andernach = game(
        "mix-einstein-andernach",
        "chess",
        "conditions = [\"andernach\", \"einstein\"]\n",
    );
    // Promoted, risen, turned; and a quiet promotion sinks.
    let fen = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let after = |turn| placement_after(&einstein_andernach, fen, turn);
    assert_eq!(after("a7b8n"), "1b2k3/8/8/8/8/8/8/4K3");
    assert_eq!(after("a7b8q"), "1q2k3/8/8/8/8/8/8/4K3");
    assert_eq!(after("a7a8q"), "Rr2k3/8/8/8/8/8/8/4K3");
    let all = game(
        "mix-all",
        "chess",
        "conditions = [\"circe\", \"andernach\", \"anticirce\", \"einstein\"]\n",
    );
    // The knight rises to a bishop, is reborn as White's on f1, and turns; the pawn goes home.
    let fen = "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1";
    assert_eq!(placement_after(&all, fen, "c3d5"), "4k3/3p4/8/8/8/8/8/4Kb2");
    // What the type has become decides the home, and an occupied one forbids the capture.
    let fen = "4k3/8/8/3p4/8/2N5/8/4KN2 w - - 0 1";
    assert!(rules::play_text(&position(&all, fen), "c3d5").is_err());
}

#[test]
fn any_number_of_kings_goes_with_plain_and_with_long_turns() {
    let plain = game(
        "many-kings",
        "chess",
        "[ends]\nkings = \"any\"\ndead = \"\"\n",
    );
    let turns = game(
        "many-kings-turns",
        "doublemove",
        "[ends]\nkings = \"any\"\n",
    );
    for text in [&plain, &turns] {
        let fen = "r7/8/8/8/8/8/8/K2K4 w - - 0 1";
        let pos = position(text, fen);
        assert!(rules::in_check(&pos));
        assert!(
            rules::legal_moves(&pos)
                .iter()
                .all(|mv| mv.from().to_string() == "a1")
        );
        let pos = position(text, "8/8/8/8/8/8/8/R6n w - - 0 1");
        assert!(!rules::in_check(&pos));
        assert!(rules::outcome(&pos).is_none());
        plays_out(pos.variant());
        let many = "r3k2r/pp1k4/8/6N1/2B5/8/PP4K1/R3KK2 w Qkq - 0 1";
        for fen in [many, &many.replace(['K', 'k'], "n").replace("Qnq", "-")] {
            let pos = position(text, fen);
            plays_out_from(&pos);
        }
    }
    let pos = position(&plain, "r3k2r/pp1k4/8/6N1/2B5/8/PP4K1/R3KK2 w Qkq - 0 1");
    for mv in &rules::legal_moves(&pos) {
        let after = rules::play(&pos, *mv);
        let mut kings = after.royals(pos.side_to_move()).into_iter();
        assert!(
            kings.all(|king| !after.is_attacked(king, after.side_to_move())),
            "{mv:?}"
        );
    }
    assert!(load(&game("one-king", "chess", "[ends]\nkings = \"one\"\n")).is_ok());
    let variant = games().variant("one-king").expect("loaded");
    assert!(rules::position(&variant, "8/8/8/8/8/8/8/R6n w - - 0 1").is_err());
}

/// A game of declared pieces is made anew for the pieces of each position. What its file says of the others holds all the same.
#[test]
fn keys_about_pieces_off_the_board_hold_where_pieces_are_declared() {
    let moose =
        "[[piece]]\nletter = \"X\"\nname = \"Moose\"\nmovement = \"moose\"\neffect = \"E\"\n";
    let ends = format!("{moose}[einstein]\nends = \"stay\"\n");
    let ladder = format!(
        "{moose}[einstein]\nladder = [\"Pawn\", \"Moose\", \"Queen\"]\n[pawns]\npromotion = \"QX\"\n"
    );
    let declared = DeclaredPieces::parse("Y=kangaroo:E").expect("a piece");
    for (name, rest, after) in [
        ("own-e", ends, "8/8/Y7/r7/P7/8"),
        ("own-ladder-x", ladder, "8/8/Y7/x7/Y7/8"),
    ] {
        load(&game(name, "hurdlers", &rest)).expect("the file is sound");
        let variant = games().variant(name).expect("loaded");
        let variant = variant
            .with_pieces(&declared)
            .expect("a game with the piece");
        let pos = rules::position(&variant, "8/8/8/q7/P7/8/8/Y3K2k w - - 0 1").expect("a position");
        let next = rules::play_text(&pos, "a1a6").expect("a hop over both");
        assert!(next.fen().contains(after), "{name}: {}", next.fen());
    }
    let variant = games().variant("own-ladder-x").expect("loaded");
    let variant = variant
        .with_pieces(&declared)
        .expect("a game with the piece");
    let pos = rules::position(&variant, "8/P7/8/8/8/8/8/Y3K2k w - - 0 1").expect("a position");
    assert!(
        rules::play_text(&pos, "a7a8x").is_ok(),
        "the pawn becomes a moose"
    );
    assert!(rules::play_text(&pos, "a7a8r").is_err());
}

/// A pawn that can take en passant on a square and step there as well has two moves, whose texts say what is taken.
#[test]
fn a_pawn_that_takes_or_steps_says_which() {
    let text = "name = \"two-ways\"\ninherits = \"chess\"\n[[piece]]\nletter = \"P\"\nmovement = \"fmWfmFfceFifmnD\"\n";
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    assert_eq!(
        placement_after(text, fen, "e5d6/d5"),
        "4k3/8/3P4/8/8/8/8/4K3"
    );
    assert_eq!(
        placement_after(text, fen, "e5d6/-"),
        "4k3/8/3P4/3p4/8/8/8/4K3"
    );
    let pos = position(text, fen);
    let Err(error) = rules::play_text(&pos, "e5d6") else {
        panic!("two moves");
    };
    let error = error.to_string();
    assert!(
        error.contains("e5d6/d5") && error.contains("e5d6/-"),
        "{error}"
    );
}

/// Castling is written as the capture of the rook where the king can go to its arrival square in another way, too.
#[test]
fn a_king_that_castles_or_leaps_says_which() {
    let text = "name = \"leaping-king\"\ninherits = \"chess\"\n[[piece]]\nletter = \"K\"\nmovement = \"KDisO2\"\n";
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(placement_after(text, fen, "e1g1"), "4k3/8/8/8/8/8/8/6KR");
    assert_eq!(placement_after(text, fen, "e1h1"), "4k3/8/8/8/8/8/8/5RK1");
}

/// A text with hurdles is accepted for every legal hop, needed or not; for a received one as well.
#[test]
fn a_received_hop_can_be_named_by_whom_it_leaps() {
    let text = r#"
name = "relayed-hops"
start = "rrcrkccr/pppppppp/8/8/8/8/PPPPPPPP/RRCRKCCR w - - 0 1"
[[piece]]
letter = "P"
movement = "fmWfcF"
pawn = true
[[piece]]
letter = "R"
movement = "R"
[[piece]]
letter = "C"
movement = "sparrow-lion"
relay = true
[[piece]]
letter = "K"
movement = "K"
royal = true
[pawns]
promotion = "R"
"#;
    // The rook on c6 is guarded, and hops over a4 to b4 as its guard would.
    let fen = "5kr1/4cP2/1rrP4/2R5/c1P1pp2/8/4RK2/3R4 b - - 3 28";
    let pos = position(text, fen);
    let plain = rules::play_text(&pos, "c6b4").expect("a received hop");
    let named = rules::play_text(&pos, "c6b4/a4").expect("the same hop");
    assert_eq!(plain.fen(), named.fen());
    for wrong in ["c6b4/b5", "c6b4/a4b5", "c6b4/-", "c6c5/b5"] {
        assert!(rules::play_text(&pos, wrong).is_err(), "{wrong}");
    }
}
