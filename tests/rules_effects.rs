//! Effects and conditions, sentence by sentence: the scenario files of `tests/scenarios/`.

mod common;

#[test]
fn hurdlers_with_one_effect() {
    common::run("hurdlers.txt");
}

#[test]
fn hurdlers_with_several_effects() {
    common::run("combinations.txt");
}

#[test]
fn pawns_that_effects_move_to_strange_ranks() {
    common::run("strange_pawns.txt");
}

#[test]
fn kings_that_change_sides() {
    common::run("ag_rex.txt");
}

#[test]
fn andernach_family() {
    common::run("andernach.txt");
}

#[test]
fn circe_and_anticirce() {
    common::run("circe.txt");
}

#[test]
fn einstein() {
    common::run("einstein.txt");
}

#[test]
fn madrasi() {
    common::run("madrasi.txt");
}

#[test]
fn castling_rights_that_return() {
    common::run("returning_rights.txt");
}

#[test]
fn analysis_board() {
    common::run("analysis_board.txt");
}

#[test]
fn home_squares_are_those_of_the_start_position() {
    use katydid::{rules, variant::Catalogue};
    let atlas = Catalogue::embedded().atlas("circe").expect("circe");
    let start = rules::start(atlas);
    for square in start.men() {
        let man = start.at(square).expect("a man");
        assert_eq!(atlas.changes.home(man, square), square);
    }
}
