//! The position: who begins, castling, taking in passing, kings, and the rules that serve it.

use super::*;

#[test]
fn the_stipulation_says_who_begins() {
    let placement = "7k/8/8/8/8/8/8/KR6";
    for (stipulation, side) in [
        ("#2", 'w'),
        ("s#2", 'w'),
        ("h#2", 'b'),
        ("h#2.5", 'w'),
        ("hs#2", 'w'),
        ("hs#2.5", 'b'),
        ("ser-#2", 'w'),
        ("ser-h#2", 'b'),
    ] {
        let expected = format!("{placement} {side} - - 0 1");
        for field in ["", " w", " w - -", " b - - 0 1", " b 3 9"] {
            let found = fen(&format!("{placement}{field}"), stipulation, &none());
            assert_eq!(found, Ok(expected.clone()), "{stipulation}");
        }
    }
}

#[test]
fn sides_exchange_roles_not_colours() {
    let told = |stipulation: &str, words: &str| -> Vec<String> {
        let phases = phases("7k/8/8/8/8/8/8/KR6", stipulation, &options(words));
        let one = |phase: &Phase| {
            let task = phase.task.as_ref().expect("a position");
            let side = task.position.side_to_move().letter();
            format!("{}{side}{}", task.white.letter(), u8::from(phase.swapped))
        };
        phases.iter().map(one).collect()
    };
    assert_eq!(told("#2", ""), ["ww0"]);
    assert_eq!(told("#2", "Duplex"), ["ww0", "bb1"]);
    assert_eq!(told("#2", "HalfDuplex"), ["bb1"]);
    assert_eq!(told("h#2", "Duplex"), ["wb0", "bw1"]);
    assert_eq!(told("h#2", "WhiteToPlay"), ["ww0"]);
    assert_eq!(told("#2", "PostKeyPlay"), ["wb0"]);
    let task = task("7k/8/8/8/8/8/8/KR6", "h#2", &options("WhiteToPlay")).expect("a position");
    assert_eq!(task.stipulation.to_string(), "h#1.5");
}

#[test]
fn a_king_that_could_be_captured_is_no_position() {
    let reason = "the side to play can capture the king";
    assert_eq!(
        fen("7k/8/8/8/8/8/8/K6R", "#2", &none()),
        Err(reason.to_owned())
    );
    assert!(fen("7k/8/8/8/8/8/8/K6R", "h#2", &none()).is_ok());
    let duplex = phases("7k/8/8/8/8/8/8/K6R", "h#2", &options("Duplex"));
    assert!(duplex[0].task.is_ok());
    assert_eq!(
        duplex[1]
            .task
            .as_ref()
            .map(|_| ())
            .map_err(ToString::to_string),
        Err(reason.to_owned())
    );
    assert_eq!(duplex[1].fen, "7k/8/8/8/8/8/8/K6R w - - 0 1");
}

#[test]
fn castling_rights_come_from_the_field_or_from_home_squares() {
    let board = |field: &str, further: &Further| {
        let text = format!("r3k2r/8/8/8/8/8/8/R3K2R{field}");
        fen(&text, "#2", further).map(|fen| fen.split(' ').nth(2).map(str::to_owned))
    };
    let rights = |text: &str| Ok(Some(text.to_owned()));
    assert_eq!(board("", &none()), rights("KQkq"));
    assert_eq!(board(" w", &none()), rights("KQkq"));
    assert_eq!(board(" w - -", &none()), rights("-"));
    assert_eq!(board(" w Kq -", &none()), rights("Kq"));
    assert_eq!(board("", &options("NoCastling a1")), rights("Kkq"));
    assert_eq!(board("", &options("NoCastling e8h1")), rights("Q"));
    // Where pieces can come back to their corners the king's right to castle is kept.
    assert_eq!(board(" w Eq -", &conditions("circe")), rights("Eq"));
    assert_eq!(
        board(
            "",
            &Further {
                conditions: texts(&["circe"]),
                ..options("NoCastling a1h1")
            }
        ),
        rights("Ekq")
    );
}

#[test]
fn castling_rights_are_judged_anew_in_twins() {
    let rights = |text: &str, change: &str| {
        let phases = phases(text, "#2", &twins(&[change]));
        phases[1].fen.split(' ').nth(2).map(str::to_owned)
    };
    let is = |text: &str| Some(text.to_owned());
    let without = "4k3/8/8/8/8/8/8/3K3R w - - 0 1";
    assert_eq!(rights(without, "b) d1-e1"), is("K"), "a king put at home");
    let alone = "4k3/8/8/8/8/8/8/4K3 w E - 0 1";
    assert_eq!(rights(alone, "b) wRa1"), is("Q"), "a rook put at home");
    let moved = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    assert_eq!(rights(moved, "b) wRa1"), is("-"), "a king that has moved");
    let rook = "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1";
    assert_eq!(rights(rook, "b) wPa2"), is("Q"), "a rook that has moved");
    assert_eq!(rights(rook, "b) -a1"), is("-"), "a rook that is gone");
    let none = "4k3/8/8/8/8/8/8/R3K2R";
    assert_eq!(rights(none, "b) h1-h2"), is("Q"));
}

#[test]
fn en_passant_is_for_the_first_move() {
    let text = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    let field = |fen: &str| fen.split(' ').nth(3).map(str::to_owned);
    let of = |text: &str, stipulation: &str, further: &Further| {
        phases(text, stipulation, further)
            .iter()
            .map(|phase| field(&phase.fen))
            .collect::<Vec<_>>()
    };
    let is = |text: &str| Some(text.to_owned());
    assert_eq!(of(text, "#2", &none()), [is("d6")]);
    assert_eq!(of(text, "h#2", &none()), [is("-")]);
    assert_eq!(of(text, "#2", &twins(&["b) e1-f1"])), [is("d6"), is("-")]);
    let placement = "4k3/8/8/3pP3/8/8/8/4K3";
    assert_eq!(
        of(placement, "#2", &options("EnPassant d7d6d5")),
        [is("d6")]
    );
    assert_eq!(
        of(placement, "h#2", &options("EnPassant d7d6d5 Duplex")),
        [is("-"), is("d6")]
    );
    // A step from the first rank passes two squares. Pawns make it only where an option or an effect brings it about.
    assert_eq!(
        of(
            "8/8/5P2/3Pp3/8/8/8/8",
            "ep1",
            &options("EnPassant e8e7e6e5")
        ),
        [is("e7e6")]
    );
    let in_twins = Further {
        twins: texts(&["b) e8-f8", "c) d5-c5", "d) wBd6"]),
        ..options("EnPassant d7d6d5")
    };
    assert_eq!(
        of(placement, "#2", &in_twins),
        [is("d6"), is("d6"), is("-"), is("-")]
    );
    for (text, told) in [
        ("4k3/8/8/3nP3/8/8/8/4K3", "no Black pawn stands on d5"),
        ("4k3/3n4/8/3pP3/8/8/8/4K3", "d7 is not empty"),
    ] {
        let error = problem(text, "#2", &options("EnPassant d7d6d5")).expect_err(text);
        assert!(error.contains(told), "{error}");
    }
    let error = problem(placement, "h#2", &options("EnPassant d7d6d5")).expect_err("black begins");
    assert_eq!(error, "EnPassant does not apply: Black begins");
}

#[test]
fn sides_have_any_number_of_kings() {
    for text in [
        "8/8/8/8/8/8/8/KR6",
        "7k/8/8/8/8/8/8/1R6",
        "8/8/8/8/8/8/8/1R6",
        "7k/8/8/k7/8/8/8/1KR4K",
    ] {
        let task = task(text, "#2", &none()).expect(text);
        assert_eq!(
            Instance::of(task.position.variant()),
            Instance::Effects,
            "{text}"
        );
    }
}

#[test]
fn orthodox_rules_serve_what_they_can() {
    let instance = |text: &str, further: &Further| {
        let task = task(text, "#2", further).expect(text);
        Instance::of(task.position.variant())
    };
    let plain = Instance::Orthodox;
    assert_eq!(instance("k7/p7/8/8/8/8/8/KQ4P1", &none()), plain);
    assert_eq!(instance("k7/p7/8/8/8/8/8/KGJL4", &none()), plain);
    assert_eq!(instance("k7/p7/8/8/8/8/8/KH6", &pieces("H=gafsQ")), plain);
    assert_eq!(instance("r3k2r/8/8/8/8/8/8/R3K2R w EQq", &none()), plain);
    let effects = Instance::Effects;
    assert_eq!(instance("k7/p7/8/8/8/8/8/KA6", &none()), effects);
    assert_eq!(
        instance("k7/p7/8/8/8/8/8/KH6", &pieces("H=gafsQ:C")),
        effects
    );
    assert_eq!(
        instance("k7/p7/8/8/8/8/8/KQ6", &conditions("madrasi")),
        effects
    );
}

/// Every position of the perft files of the analysis board, and of the conditions that problems know, with as few pieces and
/// rules as a diagram needs.
#[test]
fn the_board_of_a_diagram_plays_as_the_whole_board() {
    for (file, condition) in [
        ("hurdlers", ""),
        ("hurdlers-pieces", ""),
        ("circe", "circe"),
        ("anticirce", "anticirce"),
        ("einstein", "einstein"),
    ] {
        let path = format!("{}/tests/perft/{file}.perft", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a perft file");
        let (mut declared, mut position, mut counted) = (String::new(), None, 0);
        for line in text.lines() {
            match line.split_once(' ') {
                Some(("id", _)) => declared.clear(),
                Some(("pieces", pieces)) => pieces.clone_into(&mut declared),
                Some(("fen", text)) => {
                    let stipulation = if text.contains(" b ") { "h~1" } else { "~1" };
                    let further = Further {
                        conditions: texts(&[condition]),
                        pieces: texts(&[&declared]),
                        ..none()
                    };
                    let further = Further {
                        conditions: further
                            .conditions
                            .into_iter()
                            .filter(|c| !c.is_empty())
                            .collect(),
                        pieces: further
                            .pieces
                            .into_iter()
                            .filter(|m| !m.is_empty())
                            .collect(),
                        ..none()
                    };
                    let task = task(text, stipulation, &further).expect(text);
                    position = Some(task.position);
                }
                Some(("perft", numbers)) => {
                    let (depth, count) = numbers.split_once(' ').expect("depth and count");
                    let count: u64 = count.parse().expect("a count");
                    let pos = position.as_ref().expect("a position");
                    if count < 30_000 {
                        let depth = depth.parse().expect("a depth");
                        assert_eq!(
                            rules::perft(pos, depth),
                            count,
                            "{file} {} {depth}",
                            pos.fen()
                        );
                        counted += 1;
                    }
                }
                _ => {}
            }
        }
        assert!(counted > 10, "{file}");
    }
}

#[test]
fn the_side_to_move_can_capture_a_king_only_in_lese_majeste() {
    let text = "4k3/8/8/8/8/8/4R3/4K3";
    let refused = fen(text, "h#2.5", &Further::default()).expect_err("a king that can be captured");
    assert!(refused.contains("can capture the king"), "{refused}");
    fen(text, "h#2.5", &conditions("lese-majeste")).expect("lese-majeste");
    let squares = fen(text, "h#2.5", &conditions("lese-majeste e8")).expect_err("no squares");
    assert!(squares.contains("lese-majeste"), "{squares}");
}

#[test]
fn boards_with_holes_and_walls_are_refused_where_rules_are_missing() {
    let told = |placement: &str, text: &str| fen(placement, "#2", &conditions(text));
    let with_rook = "4k3/8/8/8/8/8/8/4K2R";
    let castling = told(with_rook, "holes f3").expect_err("castling");
    assert!(castling.contains("holes"), "{castling}");
    let moved = told("4k3/8/8/8/8/8/8/3K3R", "holes f3").expect("no castling");
    assert!(moved.starts_with("4k3/8/8/8/8/5*2/8/3K3R"), "{moved}");
    told("4k3/8/8/8/8/5N2/8/4K3", "holes f3").expect_err("a piece on a hole");
    let hopper = told("4k3/8/8/8/8/5G2/8/4K3", "haaner").expect_err("a hopper");
    assert!(hopper.contains("haaner"), "{hopper}");
    told(with_rook, "haaner").expect("no hopper");
}
