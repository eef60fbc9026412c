//! Warnings about sound variant files: what can never happen in their games.

use crate::page::load;
use katydid::rules;
use katydid_trust::games;

#[test]
fn what_can_never_happen_is_a_warning() {
    let board = "start = \"2k2/5/5/5/2K2 w - - 0 1\"\n[[piece]]\nletter = \"K\"\nname = \"King\"\nmovement = \"K\"\nroyal = true\n";
    let chess = "inherits = \"chess\"\n";
    for (name, text, expected) in [
        (
            "warn-quiet",
            format!("{}[[piece]]\nletter = \"N\"\nname = \"Knight\"\nmovement = \"mN\"\n", board.replace("/2K2", "/N1K2")),
            vec!["nobody can win: no piece besides kings can capture"],
        ),
        (
            "warn-kingless",
            format!("{chess}start = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1\"\n[castling]\nwhite = \"\"\n[ends]\nkings = \"any\"\n"),
            vec!["Black can never win: White has no royal piece"],
        ),
        (
            "warn-large",
            format!("{}[[piece]]\nletter = \"H\"\nname = \"Jumper\"\nmovement = \"HG\"\n[[piece]]\nletter = \"R\"\nname = \"Rook\"\nmovement = \"R\"\n", board.replace("2k2/5/5/5/2K2", "4k/5/2H2/5/R1K1H")),
            vec!["White's Jumper on c3 never moves from there"],
        ),
        (
            "warn-narrow",
            "start = \"2k/3/3/RKH w - - 0 1\"\n[[piece]]\nletter = \"K\"\nmovement = \"K\"\nroyal = true\n[[piece]]\nletter = \"R\"\nmovement = \"R\"\n[[piece]]\nletter = \"H\"\nname = \"Jumper\"\nmovement = \"sH\"\n".to_owned(),
            vec!["a Jumper never moves"],
        ),
        (
            "warn-absent",
            format!("{chess}[[piece]]\nletter = \"A\"\nname = \"Archbishop\"\nmovement = \"BN\"\n"),
            vec!["no Archbishop can ever stand on the board"],
        ),
        (
            "warn-castling",
            format!("{chess}start = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kq - 0 1\"\n"),
            vec!["White never castles"],
        ),
        (
            "warn-king-and-rook",
            format!("{chess}[[piece]]\nletter = \"K\"\nmovement = \"KmRisO2\"\n"),
            vec!["the king also goes from e1 to g1"],
        ),
        (
            "warn-pawns",
            format!("{chess}start = \"4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1\"\n[castling]\nwhite = \"\"\nblack = \"\"\n[[piece]]\nletter = \"K\"\nmovement = \"K\"\n[pawns]\npromotion = \"\"\n"),
            vec!["a pawn on its last rank never moves again", "no Queen can ever stand", "no Knight", "no Bishop"],
        ),
        (
            "warn-goal",
            format!("{chess}[ends]\ngoals = [{{ reach = \"*8\", reach_black = \"*1\", by = \"P\" }}]\n"),
            vec!["the goal of a Pawn is never reached"],
        ),
        (
            "warn-no-goal",
            format!("{chess}[pawns]\npromotion = \"\"\n[ends]\ngoals = [{{ reach = \"*8\", reach_black = \"*1\", by = \"P\" }}]\n"),
            vec![],
        ),
        (
            "warn-stuck",
            format!("{chess}start = \"rnbqkbnP/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1\"\n"),
            vec!["White's Pawn on h8 never moves from there"],
        ),
        (
            "warn-hands",
            "inherits = \"crazyhouse\"\n[drops]\ncaptures = false\n".to_owned(),
            vec!["nothing can be dropped"],
        ),
        (
            "warn-reserve",
            "inherits = \"pocketknight\"\n".to_owned(),
            vec![],
        ),
    ] {
        let names = load(&format!("name = \"{name}\"\n{text}")).expect(name);
        let variant = games().variant(&names[0]).expect(name);
        let warnings = rules::warnings(&variant);
        assert_eq!(warnings.len(), expected.len(), "{name}: {warnings:?}");
        for words in expected {
            let said = |warning: &String| warning.contains(words);
            assert!(warnings.iter().any(said), "{name}: {warnings:?} lacks {words}");
        }
    }
}

#[test]
fn the_games_and_the_examples_have_no_other_warnings() {
    let catalogue = katydid::catalogue::Catalogue::new();
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/variants/examples");
    catalogue
        .add(std::path::Path::new(examples))
        .expect("sound examples");
    let mut all = Vec::new();
    for name in catalogue.all_names() {
        let variant = catalogue.variant(&name).expect("a game");
        all.extend(
            rules::warnings(&variant)
                .into_iter()
                .map(|warning| format!("{name}: {warning}")),
        );
    }
    let expected = [
        "conduit: no Knight can ever stand on the board: the start position has none, and nothing becomes one",
        "iron-crab: White never castles: the start position gives no right to, but [castling] names a piece",
        "bughouse: nothing can be dropped: the start position has nothing in hand, and by `captures = false` nothing comes there",
    ];
    assert_eq!(all, expected);
}

/// A pawn that has a goal on a rank where it does not promote reaches it.
#[test]
fn a_goal_of_pawns_short_of_their_last_rank_is_not_warned_of() {
    for (name, squares, warned) in [
        ("sixth", "reach = \"*6\", reach_black = \"*3\"", false),
        ("eighth", "reach = \"*8\", reach_black = \"*1\"", true),
    ] {
        let goals = format!("[ends]\ngoals = [{{ {squares}, by = \"P\" }}]\n");
        let file = format!("name = \"{name}\"\ninherits = \"chess\"\n{goals}");
        load(&file).expect("a game");
        let variant = games().variant(name).expect("it has just been loaded");
        let warnings = rules::warnings(&variant);
        assert_eq!(!warnings.is_empty(), warned, "{warnings:?}");
    }
}
