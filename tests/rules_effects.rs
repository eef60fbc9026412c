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

#[test]
fn positions_repeat_across_changes_that_can_be_taken_back() {
    use katydid::rules::Game;
    use katydid::variant::Catalogue;
    let atlas = Catalogue::embedded()
        .atlas("antiandernach")
        .expect("antiandernach");
    let fen = "3b1pk1/8/8/8/8/8/4R3/R3K2R b KQ - 47 60";
    let moves = ["d8a5", "a5d8", "d8a5", "a5d8"];
    let game = Game::set_up(atlas, Some(fen), moves).expect("legal moves");
    let outcome = game.outcome().expect("the third occurrence");
    assert_eq!(outcome.to_string(), "1/2-1/2 {Draw: third repetition}");
}

/// The worked examples of `variants/README.md`, read from there.
fn worked_example(name: &str) -> &'static katydid::variant::Atlas {
    use katydid::variant::Catalogue;
    let readme = include_str!("../variants/README.md");
    let wanted = format!("name = \"{name}\"\n");
    let text = readme
        .split("```toml\n")
        .filter_map(|block| block.split("```").next())
        .find(|block| block.starts_with(&wanted))
        .expect("the example stands in the page");
    let file = (format!("{name}.toml"), text.to_owned());
    Catalogue::embedded()
        .add_texts(vec![file], katydid::rules::check_start)
        .expect("a valid variant");
    Catalogue::embedded().atlas(name).expect("the variant")
}

#[test]
fn an_andernach_kangaroo_turns_the_second_man() {
    worked_example("andernach-kangaroo");
    common::run("andernach_kangaroo.txt");
}

#[test]
fn circe_and_andernach_combine() {
    worked_example("circe-andernach");
    common::run("circe_andernach.txt");
}

#[test]
fn files_that_make_no_sense_are_refused() {
    use katydid::variant::Catalogue;
    let refused = |text: &str, why: &str| {
        let file = ("nonsense.toml".to_owned(), text.to_owned());
        let error = Catalogue::embedded()
            .add_texts(vec![file], katydid::rules::check_start)
            .expect_err("nonsense");
        assert!(error.to_string().contains(why), "{error}");
    };
    let head = "name = \"nonsense\"\ninherits = \"chess\"\n";
    refused(
        &format!("{head}conditions = [\"andernach\", \"sinister\"]\n"),
        "sinister",
    );
    refused(
        &format!("{head}[[man]]\nletter = \"N\"\neffect = \"A\"\n"),
        "never hops",
    );
    refused(
        &format!("{head}[[man]]\nletter = \"N\"\nmovement = \"gQ\"\neffect = \"AXE\"\n"),
        "'X' is no effect",
    );
    refused(
        &format!(
            "{head}start = \"rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 1\"\nconditions = [\"circe\"]\n"
        ),
        "only on the 8x8 board",
    );
}

/// The clock starts anew with every man that turns, and yet positions come back.
#[test]
fn repetition_counts_across_restarts_of_the_clock() {
    use katydid::rules::{Game, Reason};
    use katydid::variant::Catalogue;
    let atlas = Catalogue::embedded()
        .atlas("antiandernach")
        .expect("a game");
    let fen = "5n1N/8/R1p5/kn6/7p/8/5r1P/7K b - - 98 16";
    let moves = ["a5a6", "h8g6", "g6h8", "h8g6", "g6h8"];
    let game = Game::set_up(atlas, Some(fen), moves).expect("a game");
    assert_eq!(
        game.outcome().map(|end| end.reason),
        Some(Reason::Repetition)
    );
}
