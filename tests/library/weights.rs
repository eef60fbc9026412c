//! Values and weights that files give to games and pieces.

use crate::page::{example, load};
use katydid::base::TaperedScore;
use katydid::variant::{Term, term};
use katydid::{eval, rules};
use katydid_trust::games;

#[test]
fn ranks_and_files_add_to_the_worth_of_a_piece() {
    let file = |name: &str, by_rank: &str, by_file: &str, endgame_by_file: &str| {
        format!(
            "name = \"{name}\"\ninherits = \"chess\"\n[[piece]]\nletter = \"N\"\nvalue = 300\nby_rank = {by_rank}\n\
             endgame_by_rank = []\nby_file = {by_file}\nendgame_by_file = {endgame_by_file}\n"
        )
    };
    let tilted = file(
        "tilted",
        "[0, 0, 0, 0, 0, 0, 0, 500]",
        "[0, 0, 0, 70]",
        "[0, 0, 0, 0]",
    );
    load(&file("plain", "[]", "[]", "[]")).expect("the file is sound");
    load(&tilted).expect("the file is sound");
    let catalogue = games();
    let values = |name: &str, fen: &str| {
        let variant = catalogue.variant(name).expect("a game");
        rules::position(&variant, fen).expect("a position").values()
    };
    for (fen, opening, endgame) in [
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 0, 0),
        ("N3k3/8/8/8/8/8/8/4K3 w - - 0 1", 500, 500),
        ("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", 70, 0),
        ("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", 70, 0),
        ("4k3/8/8/8/8/8/8/n3K3 w - - 0 1", -500, -500),
    ] {
        let (before, after) = (values("plain", fen), values("tilted", fen));
        assert_eq!(after.mg() - before.mg(), opening, "{fen}");
        assert_eq!(after.eg() - before.eg(), endgame, "{fen}");
    }
}

#[test]
fn games_weigh_what_they_say() {
    let careful = example("careful");
    let weights = &careful.values.weights;
    assert_eq!(weights[term::HANGING], TaperedScore::new(40, 60));
    assert_eq!(weights.number(term::SAFE_CHECK), 25);
    load("name = \"bold\"\ninherits = \"careful\"\n[weights]\nhanging = [0, 0]\n").unwrap();
    let bold = games().variant("bold").unwrap();
    assert_eq!(bold.values.weights[term::HANGING], TaperedScore::ZERO);
    assert_eq!(bold.values.weights.number(term::SAFE_CHECK), 25);
    // The black rook hangs.
    let fen = "4k3/8/8/r7/8/8/1K6/R7 b - - 0 1";
    let careful = rules::position(&careful, fen).unwrap();
    let bold = rules::position(&bold, fen).unwrap();
    let chess = games().variant("chess").unwrap();
    let chess = rules::position(&chess, fen).unwrap();
    let hanging = |pos: &katydid::position::Position| eval::Trace::of(pos).count(term::HANGING);
    assert_eq!((hanging(&careful), hanging(&chess)), (1, 1));
    assert!(eval::evaluate(&careful) < eval::evaluate(&chess));
    assert!(eval::evaluate(&chess) < eval::evaluate(&bold));
}

#[test]
fn weights_that_are_none_are_refused_with_their_place() {
    let file = |line: &str| format!("name = \"heavy\"\ninherits = \"chess\"\n[weights]\n{line}\n");
    for (line, told) in [
        (
            "hangin = [1, 2]",
            "4:1: no weight is called 'hangin' (expected one of: leap_mobility ",
        ),
        (
            "shot_officer = [1, 2]",
            "4:1: no weight is called 'shot_officer' (it is `shot_piece` now) (expected one of",
        ),
        (
            "hanging = 3",
            "4:1: the weight `hanging` takes [opening, endgame]",
        ),
        ("tempo = [3, 4]", "4:1: the weight `tempo` takes one number"),
        (
            "tempo = 5000",
            "4:1: the weight `tempo` is 5000 (expected -1000 to 1000)",
        ),
    ] {
        let error = load(&file(line)).expect_err(line);
        assert!(error.contains(told), "{error}");
    }
    let piece = |weights: &str| {
        let piece = format!("[[piece]]\nletter = \"N\"\nweights = {{ {weights} }}");
        load(&format!(
            "name = \"heavy\"\ninherits = \"chess\"\n{piece}\n"
        ))
    };
    for (weights, told) in [
        (
            "hanging = [1, 2]",
            "5:13: no weight of pieces is called 'hanging' (expected one of: leap_mobility ",
        ),
        (
            "outpost = 3",
            "5:13: the weight `outpost` takes [opening, endgame]",
        ),
    ] {
        let error = piece(weights).expect_err(weights);
        assert!(error.contains(told), "{error}");
    }
    assert!(load(&file("hanging = \"much\"")).is_err());
    assert!(load(&file("hanging = [1, 2, 3]")).is_err());
}

/// A piece's own weights are inherited one by one, and come before those of the game.
#[test]
fn weights_of_pieces_are_their_own() {
    load(
        "name = \"knightly\"\ninherits = \"chess\"\n[weights]\noutpost = [1, 2]\n\
         [[piece]]\nletter = \"N\"\nweights = { outpost = [30, 20], cramped = [-9, -8] }\n",
    )
    .expect("a game");
    load(
        "name = \"more-knightly\"\ninherits = \"knightly\"\n[[piece]]\nletter = \"N\"\n\
         weights = { outpost = [40, 20] }\n",
    )
    .expect("a game");
    let variant = games().variant("more-knightly").unwrap();
    let of = |letter: &str, term: Term| {
        let piece = variant.type_of_letter(letter).expect("a piece");
        let weight = variant.values.weight(term.of(piece));
        (weight.mg(), weight.eg())
    };
    assert_eq!(of("N", term::OUTPOST), (40, 20));
    assert_eq!(of("N", term::CRAMPED), (-9, -8));
    assert_eq!(of("B", term::OUTPOST), (1, 2));
    let chess = games().variant("chess").unwrap();
    let bishop = chess.type_of_letter("B").expect("a piece");
    let usual = chess.values.weight(term::CRAMPED.of(bishop));
    assert_eq!(of("B", term::CRAMPED), (usual.mg(), usual.eg()));
}
