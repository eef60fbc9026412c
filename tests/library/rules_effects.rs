//! Effects and conditions, beyond the scenario files of `tests/scenarios/`.

use katydid_trust::games;
use std::path::Path;
use std::sync::Arc;

#[test]
fn home_squares_are_those_of_the_start_position() {
    use katydid::rules;
    let variant = games().variant("circe").expect("circe");
    let start = rules::start(&variant);
    for square in start.occupied() {
        let piece = start.at(square).expect("a piece");
        assert_eq!(variant.rules.homes.of(piece, square), square);
    }
}

#[test]
fn positions_repeat_across_changes_that_can_be_taken_back() {
    use katydid::rules::Game;
    let variant = games().variant("antiandernach").expect("antiandernach");
    let fen = "3b1pk1/8/8/8/8/8/4R3/R3K2R b KQ - 47 60";
    let moves = ["d8a5", "a5d8", "d8a5", "a5d8"];
    let game = Game::set_up(&variant, Some(fen), moves).expect("legal moves");
    let outcome = game.outcome().expect("the third occurrence");
    assert_eq!(outcome.to_string(), "1/2-1/2 {Draw: third repetition}");
}

/// A worked example of `variants/README.md`: the file in `variants/examples`, which the page quotes whole.
fn worked_example(name: &str) -> Arc<katydid::variant::Variant> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("variants/examples")
        .join(format!("{name}.toml"));
    let text = std::fs::read_to_string(&path).expect("the example file");
    let quoted = text.find("name =").map_or("", |start| &text[start..]);
    let readme = include_str!("../../variants/README.md");
    assert!(readme.contains(quoted), "{name} is not what the page shows");
    games().add(&path).expect("a valid variant");
    games().variant(name).expect("the variant")
}

#[test]
fn the_kangaroo_of_the_page_is_the_example() {
    worked_example("andernach-kangaroo");
}

#[test]
fn the_ends_of_the_ladder_of_the_page_are_the_example() {
    worked_example("einstein-grasshopper");
}

#[test]
fn files_that_make_no_sense_are_refused() {
    let refused = |text: &str, why: &str| {
        let file = ("nonsense.toml".to_owned(), text.to_owned());
        let error = games().add_texts(vec![file]).expect_err("nonsense");
        assert!(error.to_string().contains(why), "{error}");
    };
    let head = "name = \"nonsense\"\ninherits = \"chess\"\n";
    refused(
        &format!("{head}conditions = [\"andernach\", \"sinister\"]\n"),
        "sinister",
    );
    refused(
        &format!("{head}[[piece]]\nletter = \"N\"\neffect = \"A\"\n"),
        "never hops",
    );
    refused(
        &format!("{head}[[piece]]\nletter = \"N\"\nmovement = \"gQ\"\neffect = \"AXE\"\n"),
        "'X' is no effect",
    );
    refused(
        &format!(
            "{head}start = \"rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 1\"\nconditions = [\"circe\"]\n"
        ),
        "only on the 8x8 board",
    );
}

/// The clock starts anew with every piece that turns, and yet positions come back.
#[test]
fn repetition_counts_across_restarts_of_the_clock() {
    use katydid::rules::{Game, Reason};
    let variant = games().variant("antiandernach").expect("a game");
    let fen = "5n1N/8/R1p5/kn6/7p/8/5r1P/7K b - - 98 16";
    let moves = ["a5a6", "h8g6", "g6h8", "h8g6", "g6h8"];
    let game = Game::set_up(&variant, Some(fen), moves).expect("a game");
    assert_eq!(
        game.outcome().map(|end| end.reason),
        Some(Reason::Repetition)
    );
}

/// The carriers that the movement language knows, each with its hop over one piece or two.
#[test]
fn every_hopper_can_carry_an_effect() {
    use katydid::rules::{leg_of_san, leg_with_effects, position};
    let carriers = [
        (
            "grasshopper",
            "gQ",
            "1k6/8/8/8/8/n7/8/W3K3",
            "a1a4",
            "Wa1-a4(a3=w)",
        ),
        (
            "rookhopper",
            "gR",
            "1k6/8/8/8/8/n7/8/W3K3",
            "a1a4",
            "Wa1-a4(a3=w)",
        ),
        (
            "bishophopper",
            "gB",
            "1k6/8/8/8/8/2n5/8/W4K2",
            "a1d4",
            "Wa1-d4(c3=w)",
        ),
        (
            "lion",
            "pQ",
            "1k6/8/8/8/8/n7/8/W3K3",
            "a1a6",
            "Wa1-a6(a3=w)",
        ),
        (
            "leo",
            "mQcpQ",
            "1k6/r7/8/8/8/n7/8/W3K3",
            "a1a7",
            "Wa1xa7(a3=w)",
        ),
        (
            "pao",
            "mRcpR",
            "1k6/r7/8/8/8/n7/8/W3K3",
            "a1a7",
            "Wa1xa7(a3=w)",
        ),
        (
            "vao",
            "mBcpB",
            "1k6/8/5r2/8/8/2n5/8/W4K2",
            "a1f6",
            "Wa1xf6(c3=w)",
        ),
        (
            "mao-hopper",
            "pafsW",
            "1k6/8/8/8/8/8/n7/W3K3",
            "a1b3",
            "Wa1-b3(a2=w)",
        ),
        (
            "short-equihopper",
            "jDjA",
            "1k6/8/8/8/8/8/1n6/W5K1",
            "a1c3",
            "Wa1-c3(b2=w)",
        ),
        (
            "kangaroo",
            "pafgQ",
            "1k6/8/8/n7/8/P7/8/W3K3",
            "a1a6",
            "Wa1-a6(a3=b;a5=w)",
        ),
    ];
    for (name, movement, pieces, hop, written) in carriers {
        let text = format!(
            "name = \"carrier-{name}\"\ninherits = \"andernach-leo\"\n[[piece]]\nletter = \"J\"\n\
             movement = \"{movement}\"\ntarget = \"both\"\n"
        );
        games()
            .add_texts(vec![(format!("{name}.toml"), text)])
            .expect(name);
        let game = format!("carrier-{name}");
        let variant = games().variant(&game).expect(name);
        let fen = format!("{} w - - 0 1", pieces.replace('W', "J"));
        let pos = position(&variant, &fen).expect(name);
        let mv = leg_of_san(&pos, hop).expect(name);
        assert_eq!(
            leg_with_effects(&pos, mv),
            written.replace('W', "J"),
            "{name}"
        );
    }
}
