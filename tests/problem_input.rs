//! Problems from texts to positions: command line parts, twins, options, the board and its rules.

use katydid::problem::{Parts, Phase, Problem, Task};
use katydid::rules::{self, Instance};

/// The parts of a problem beside FEN and stipulation.
#[derive(Default)]
struct Further {
    game: Option<&'static str>,
    conditions: Vec<String>,
    men: Vec<String>,
    twins: Vec<String>,
    options: Vec<String>,
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

fn twins(list: &[&str]) -> Further {
    Further {
        twins: texts(list),
        ..Further::default()
    }
}

fn options(text: &str) -> Further {
    Further {
        options: texts(&[text]),
        ..Further::default()
    }
}

fn conditions(text: &str) -> Further {
    Further {
        conditions: texts(&[text]),
        ..Further::default()
    }
}

fn men(text: &str) -> Further {
    Further {
        men: texts(&[text]),
        ..Further::default()
    }
}

fn game(name: &'static str) -> Further {
    Further {
        game: Some(name),
        ..Further::default()
    }
}

fn problem(fen: &str, stipulation: &str, further: &Further) -> Result<Problem, String> {
    let parts = Parts {
        game: further.game,
        fen,
        stipulation,
        conditions: &further.conditions,
        men: &further.men,
        twins: &further.twins,
        options: &further.options,
        title: None,
    };
    Problem::from_parts(&parts).map_err(|error| error.to_string())
}

fn phases(fen: &str, stipulation: &str, further: &Further) -> Vec<Phase> {
    problem(fen, stipulation, further)
        .unwrap_or_else(|error| panic!("{fen} {stipulation}: {error}"))
        .phases()
}

/// The only position of a problem.
fn task(fen: &str, stipulation: &str, further: &Further) -> Result<Task, String> {
    let mut phases = problem(fen, stipulation, further)?.phases();
    assert_eq!(phases.len(), 1);
    let phase = phases.pop().expect("one");
    phase.task.map_err(|error| error.to_string())
}

fn fen(fen: &str, stipulation: &str, further: &Further) -> Result<String, String> {
    task(fen, stipulation, further).map(|task| task.position.fen())
}

/// Heading and placement, or the reason, of all positions.
fn told(phases: &[Phase]) -> Vec<String> {
    let one = |phase: &Phase| match &phase.task {
        Ok(task) => format!("{}: {}", phase.heading, task.position.placement()),
        Err(error) => format!("{}: {error}", phase.heading),
    };
    phases.iter().map(one).collect()
}

fn none() -> Further {
    Further::default()
}

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
    // Where men can come back to their corners the king's right to castle is kept.
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
fn en_passant_is_for_the_first_move_of_the_diagram() {
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
    assert_eq!(instance("k7/p7/8/8/8/8/8/KH6", &men("H=gafsQ")), plain);
    assert_eq!(instance("r3k2r/8/8/8/8/8/8/R3K2R w EQq", &none()), plain);
    let effects = Instance::Effects;
    assert_eq!(instance("k7/p7/8/8/8/8/8/KA6", &none()), effects);
    assert_eq!(instance("k7/p7/8/8/8/8/8/KH6", &men("H=gafsQ:C")), effects);
    assert_eq!(
        instance("k7/p7/8/8/8/8/8/KQ6", &conditions("madrasi")),
        effects
    );
}

/// Every position of the perft files of the analysis board, and of the conditions that problems know, with as few men and
/// rules as a diagram needs.
#[test]
fn the_board_of_a_diagram_plays_as_the_whole_board() {
    for (file, condition) in [
        ("hurdlers", ""),
        ("hurdlers-men", ""),
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
                Some(("men", men)) => men.clone_into(&mut declared),
                Some(("fen", text)) => {
                    let stipulation = if text.contains(" b ") { "h~1" } else { "~1" };
                    let further = Further {
                        conditions: texts(&[condition]),
                        men: texts(&[&declared]),
                        ..none()
                    };
                    let further = Further {
                        conditions: further
                            .conditions
                            .into_iter()
                            .filter(|c| !c.is_empty())
                            .collect(),
                        men: further.men.into_iter().filter(|m| !m.is_empty()).collect(),
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
fn pawns_stand_on_any_rank() {
    let hurdlers = katydid::catalogue::Catalogue::embedded()
        .variant("hurdlers")
        .expect("hurdlers");
    for text in [
        "P3k2p/2P5/8/3pP3/4p3/8/5p2/p3K2P w - - 0 1",
        "1P2k1Pp/2P1G3/8/3pP3/4pg2/8/2p2p2/p2PK2P w - - 0 1",
        "r3k2r/P1P5/8/3pP3/4pg2/8/2p2p1p/R3K2R w KQkq - 0 1",
        "r3k2r/P1P5/8/2LpP3/4pj2/8/2p2p1p/R3K2R w Kq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        for side in ["w", "b"] {
            let text = text.replace(" w ", &format!(" {side} "));
            let Ok(whole) = rules::position(hurdlers, &text) else {
                continue;
            };
            let stipulation = if side == "b" { "h~1" } else { "~1" };
            let task = task(&text, stipulation, &none()).expect("a position");
            assert_eq!(Instance::of(task.position.variant()), Instance::Orthodox);
            for depth in 1..=3 {
                let counts = [&task.position, &whole].map(|pos| rules::perft(pos, depth));
                assert_eq!(counts[0], counts[1], "{text} {depth}");
            }
        }
    }
}

#[test]
fn pawns_promote_to_the_types_of_the_position() {
    let promotions = |text: &str, further: &Further| -> Vec<String> {
        let phases = phases(text, "#2", further);
        let one = |phase: &Phase| {
            let pos = &phase.task.as_ref().expect("a position").position;
            let moves = rules::legal_moves(pos);
            let texts = moves.iter().map(|mv| rules::leg_text(pos, *mv));
            let mut last: Vec<String> = texts
                .filter_map(|text| text.strip_prefix("a7a8").map(str::to_owned))
                .collect();
            last.sort();
            last.concat()
        };
        phases.iter().map(one).collect()
    };
    assert_eq!(promotions("8/P6k/8/8/8/8/8/K7", &none()), ["bnqr"]);
    assert_eq!(promotions("8/P6k/8/8/8/8/8/K1g4L", &none()), ["bglnqr"]);
    assert_eq!(
        promotions(
            "8/P6k/8/8/8/8/8/K1g5",
            &twins(&["b) c1-d1, wJb4", "c) -c1"])
        ),
        ["bgnqr", "bgjnqr", "bnqr"]
    );
    assert_eq!(
        promotions("8/P6k/8/8/8/8/8/KH6", &men("H=NN,I=WW")),
        ["bhnqr"]
    );
    assert_eq!(
        promotions("8/P6k/8/8/8/8/8/KG6", &conditions("einstein")),
        [""]
    );
}

#[test]
fn first_rank_pawns_live_with_einstein() {
    let moves = |text: &str, further: &Further| {
        let pos = task(text, "#2", further).expect("a position").position;
        rules::legal_moves(&pos)
            .iter()
            .filter(|mv| mv.from().to_string() == "c1")
            .count()
    };
    assert_eq!(moves("7k/8/8/8/8/8/8/K1P5", &none()), 0);
    assert_eq!(moves("7k/8/8/8/8/8/8/K1P5", &conditions("einstein")), 3);
    assert_eq!(moves("7k/6e1/8/8/8/8/8/K1P5", &none()), 3);
    assert_eq!(moves("7k/6x1/8/8/8/8/8/K1P5", &men("X=gB:CE")), 3);
    let phases = phases("7k/6e1/8/8/8/8/8/K1P5", "#2", &twins(&["b) -g7"]));
    let pos = &phases[1].task.as_ref().expect("a position").position;
    assert_eq!(rules::legal_moves(pos).len(), 3);
}

#[test]
fn men_are_declared() {
    let phases = phases(
        "7k/8/8/8/8/8/8/KH1T4",
        "#2",
        &Further {
            men: texts(&["H=gQ:AC", "T=mRcpR,B=NN"]),
            ..none()
        },
    );
    let named: Vec<String> = phases[0]
        .men
        .iter()
        .map(|man| {
            format!(
                "{} {} {} {} {}",
                man.letter, man.movement, man.effects, man.name, man.popeye
            )
        })
        .collect();
    assert_eq!(
        named,
        [
            "K K  King K",
            "H gQ AC Andernach-Circe-Grasshopper hccchG",
            "T mRcpR  Pao PA",
        ]
    );
    for (men_text, told) in [
        ("K=NN", "'K' is no letter to declare"),
        ("P=NN", "kings are what is mated"),
        ("H=gxQ", "H: movement"),
        ("H=NN:A", "never hops"),
        ("H=NN,H=CC", "H twice"),
        ("H", "'H' is no declaration"),
    ] {
        let error = problem("7k/8/8/8/8/8/8/K7", "#2", &men(men_text)).expect_err(men_text);
        assert!(error.contains(told), "{error}");
    }
    let error = problem("7k/8/8/8/8/8/8/KX6", "#2", &none()).expect_err("no X");
    assert!(
        error.starts_with("no man has the letter 'X' (expected one of: A B C"),
        "{error}"
    );
}

#[test]
fn orthodox_letters_can_be_declared_anew() {
    let task = task("7k/8/8/8/8/8/8/KN6", "#2", &men("N=NN")).expect("a position");
    let moves = rules::legal_moves(&task.position);
    let knights = moves.iter().filter(|mv| mv.from().to_string() == "b1");
    assert_eq!(knights.count(), 7);
}

#[test]
fn a_position_holds_sixteen_types() {
    let letters = "ABCDEFGHIJLMNOQ";
    let declared: Vec<String> = letters
        .chars()
        .map(|letter| format!("{letter}=W"))
        .collect();
    let further = men(&declared.join(","));
    let sixteen = "7k/8/8/8/8/8/ABCDEFGH/KIJLMNOQ";
    assert!(fen(sixteen, "#2", &further).is_ok());
    let more = "7k/8/8/8/8/R7/ABCDEFGH/KIJLMNOQ";
    let error = fen(more, "#2", &further).expect_err("seventeen");
    assert!(error.contains("17 types of men"), "{error}");
}

#[test]
fn conditions_combine() {
    let of = |text: &str| {
        let phases = phases("7k/8/8/8/8/8/8/KR6", "#2", &conditions(text));
        phases[0].conditions.join(" ")
    };
    assert_eq!(of("andernach"), "andernach");
    assert_eq!(of("circe,Madrasi, anticirce"), "circe madrasi anticirce");
    for (text, told) in [
        (
            "patrol",
            "'patrol' is no condition (expected one of: andernach",
        ),
        ("", "'' is no condition"),
        ("circe,circe", "the condition circe twice"),
    ] {
        let error = problem("7k/8/8/8/8/8/8/KR6", "#2", &conditions(text)).expect_err(text);
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn games_have_their_own_rules() {
    let of = |name: &'static str, text: &str| fen(text, "#2", &game(name));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (name, text) in [
        ("chess", start),
        ("hurdlers", "7k/8/8/8/8/8/8/KA6"),
        ("demichess", "scloklcs/pppppppp/8/8/8/8/PPPPPPPP/SCLOKLCS"),
        (
            "crazyhouse",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QPp]",
        ),
        ("cylinder", start),
        (
            "alice",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8",
        ),
        ("dynamo", start),
        ("demirifle", "4k3/8/8/8/8/8/8/S3K3"),
    ] {
        let fields = of(name, text).expect(name);
        assert!(fields.starts_with(text), "{name}: {fields}");
    }
    assert!(of("chess", start).is_ok_and(|fen| fen.contains(" KQkq ")));
    let pawns = "P6k/8/8/8/8/8/8/K6p";
    assert_eq!(of("chess", pawns), Ok(format!("{pawns} w - - 0 1")));
    for (name, text, told) in [
        (
            "hopgi",
            start,
            "no problems are solved in hopgi: a turn can have several moves",
        ),
        (
            "progressive",
            start,
            "no problems are solved in progressive",
        ),
        (
            "chess",
            "8/8/8/8/8/8/8/K7",
            "black has 0 kings (expected exactly one)",
        ),
        ("chess", "7k/8/8/8/8/8/8/KG6", "no man has the letter 'G'"),
        ("nochess", start, "unknown variant 'nochess'"),
        (
            "chess",
            "7k/8/8/8/8/8/KQ6",
            "8 files and 7 ranks (expected 8 and 8)",
        ),
        ("chess", "7k/8/8/8/8/8/8/K7[Q]", "hands"),
    ] {
        let error = of(name, text).expect_err(told);
        assert!(
            error.to_lowercase().contains(&told.to_lowercase()),
            "{error}"
        );
    }
    for further in [
        Further {
            conditions: texts(&["circe"]),
            ..game("chess")
        },
        Further {
            men: texts(&["H=NN"]),
            ..game("chess")
        },
    ] {
        let error = problem(start, "#2", &further).expect_err("its own rules");
        assert!(error.contains("chess has rules of its own"), "{error}");
    }
}

#[test]
fn twins_change_the_diagram() {
    let diagram = "k7/1q5p/8/8/8/8/1P3R2/K6N";
    for (change, heading, placement) in [
        ("b) wBe3", "b) wBe3", "k7/1q5p/8/8/8/4B3/1P3R2/K6N"),
        ("b) +bBe3f3", "b) bBe3f3", "k7/1q5p/8/8/8/4bb2/1P3R2/K6N"),
        ("b) wQb7", "b) wQb7", "k7/1Q5p/8/8/8/8/1P3R2/K6N"),
        ("b) -bQb7", "b) -b7", "k7/7p/8/8/8/8/1P3R2/K6N"),
        ("b) -b7h7", "b) -b7h7", "k7/8/8/8/8/8/1P3R2/K6N"),
        ("b) f2-f3", "b) f2-f3", "k7/1q5p/8/8/8/5R2/1P6/K6N"),
        ("b) f2-->h7", "b) f2-h7", "k7/1q5R/8/8/8/8/1P6/K6N"),
        (
            "b) Pb2 --> c2, h1-g1",
            "b) b2-c2, h1-g1",
            "k7/1q5p/8/8/8/8/2P2R2/K5N1",
        ),
        ("b) b2<->h7", "b) b2<->h7", "k7/1q5P/8/8/8/8/1p3R2/K6N"),
        ("b) b2 <--> h7", "b) b2<->h7", "k7/1q5P/8/8/8/8/1p3R2/K6N"),
        ("b) R=>B", "b) R=>B", "k7/1q5p/8/8/8/8/1P3B2/K6N"),
        ("b) P ==> N", "b) P=>N", "k7/1q5n/8/8/8/8/1N3R2/K6N"),
        ("b) rotate 90", "b) rotate 90", "1p5N/8/6R1/8/8/8/1q4P1/k6K"),
        (
            "b) rotate 180",
            "b) rotate 180",
            "N6K/2R3P1/8/8/8/8/p5q1/7k",
        ),
        ("b) rotate 270", "b) rotate 270", ""),
        (
            "b) mirror a1<->h1",
            "b) mirror a1<->h1",
            "7k/p5q1/8/8/8/8/2R3P1/N6K",
        ),
        (
            "b) mirror a1<->a8",
            "b) mirror a1<->a8",
            "K6N/1P3R2/8/8/8/8/1q5p/k7",
        ),
        ("b) mirror a1<-->h8", "b) mirror a1<->h8", ""),
        ("b) mirror a8<->h1", "b) mirror a8<->h1", ""),
        ("b) polish", "b) polish", "K7/1Q5P/8/8/8/8/1p3r2/k6n"),
        (
            "b) -h1, -h7, shift a1 c1",
            "b) -h1, -h7, shift a1 c1",
            "2k5/3q4/8/8/8/8/3P3R/2K5",
        ),
        ("move f2 f3", "b) f2-f3", "k7/1q5p/8/8/8/5R2/1P6/K6N"),
        (
            "b) add black bb3 white sa6",
            "b) bBb3, wNa6",
            "k7/1q5p/N7/8/8/1b6/1P3R2/K6N",
        ),
        ("b) remove b7", "b) -b7", "k7/7p/8/8/8/8/1P3R2/K6N"),
        ("b) rem b7h7", "b) -b7h7", "k7/8/8/8/8/8/1P3R2/K6N"),
        (
            "b) exchange b2 h7",
            "b) b2<->h7",
            "k7/1q5P/8/8/8/8/1p3R2/K6N",
        ),
        ("b) substitute r b", "b) R=>B", "k7/1q5p/8/8/8/8/1P3B2/K6N"),
        (
            "b) add white lic3 hurdle gc4",
            "b) wLc3, wAc4",
            "k7/1q5p/8/8/2A5/2L5/1P3R2/K6N",
        ),
        (
            "b) add white pac3",
            "b) wHc3",
            "k7/1q5p/8/8/8/2H5/1P3R2/K6N",
        ),
        (
            "b) stipulation h#3 move f2 f3",
            "b) h#3, f2-f3",
            "k7/1q5p/8/8/8/5R2/1P6/K6N",
        ),
    ] {
        let phases = phases(diagram, "~1", &twins(&[change]));
        assert_eq!(phases.len(), 2);
        assert_eq!(phases[0].heading, "a)");
        assert_eq!(phases[1].heading, heading, "{change}");
        let fen = phases[1].fen.split(' ').next();
        if !placement.is_empty() {
            assert_eq!(fen, Some(placement), "{change}");
        }
    }
}

#[test]
fn twins_turn_as_in_popeye() {
    // The squares of c1 and g2 behind each change, compared with Popeye's answers.
    for (change, squares) in [
        ("rotate 90", "h3g7"),
        ("rotate 270", "a6b2"),
        ("mirror a1<->h8", "h6g2"),
        ("mirror a8<->h1", "a3b7"),
        ("mirror a1<->h1", "f1b2"),
        ("mirror a1<->a8", "c8g7"),
        ("shift a1 b1", "d1h2"),
    ] {
        let twin = format!("b) {change}");
        let problem = problem("8/8/k7/8/8/8/6R1/2K5", "~1", &twins(&[&twin])).expect("a problem");
        let fen = problem.phases()[1].fen.clone();
        let expected = Problem::from_parts(&Parts {
            fen: "8/8/8/8/8/8/8/8",
            stipulation: "~1",
            twins: &texts(&[&format!("b) wK{} wR{}", &squares[..2], &squares[2..])]),
            ..Parts::default()
        });
        let expected = expected.expect("a problem").phases()[1].fen.clone();
        let white = |fen: &str| -> String {
            let placement = fen.split(' ').next().unwrap_or_default();
            let diagram = katydid::problem::Diagram::of_fen(placement).expect("a placement");
            let men = diagram.men.iter().filter(|man| man.color.letter() == 'w');
            let men: Vec<String> = men
                .map(|man| format!("{}{}", man.letter, man.square))
                .collect();
            men.concat()
        };
        assert_eq!(white(&fen), white(&expected), "{change}");
    }
}

#[test]
fn twins_change_stipulations_and_conditions() {
    let phases = phases(
        "7k/8/8/8/8/8/8/KR6",
        "#2",
        &Further {
            conditions: texts(&["circe"]),
            ..twins(&[
                "b) h#3",
                "c) condition andernach,madrasi",
                "d) none",
                "+e) s = 2, b1-b2",
                "f) condition AndernachChess AntiAndernachChess",
            ])
        },
    );
    let told: Vec<String> = phases
        .iter()
        .map(|phase| {
            let task = phase.task.as_ref().expect("a position");
            let conditions = phase.conditions.join(" ");
            format!(
                "{}|{}|{conditions}|{}",
                phase.twin, phase.heading, task.stipulation
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "a|a)|circe|#2",
            "b|b) h#3|circe|h#3",
            "c|c) condition andernach madrasi|andernach madrasi|#2",
            "d|d) none||#2",
            "e|+e) s=2, b1-b2||s=2",
            "f|f) condition superandernach|superandernach|#2",
        ]
    );
}

#[test]
fn twins_go_on_or_replace_the_diagram() {
    let diagram = "7k/8/8/8/8/8/8/KR6";
    assert_eq!(
        told(&phases(
            diagram,
            "#2",
            &twins(&["b) b1-b2", "+c) b2-b3", "d) b1-b4", "e) continued b4-b5"])
        )),
        [
            "a): 7k/8/8/8/8/8/8/KR6",
            "b) b1-b2: 7k/8/8/8/8/8/1R6/K7",
            "+c) b2-b3: 7k/8/8/8/8/1R6/8/K7",
            "d) b1-b4: 7k/8/8/8/1R6/8/8/K7",
            "+e) b4-b5: 7k/8/8/1R6/8/8/8/K7",
        ]
    );
    assert_eq!(
        told(&phases(
            diagram,
            "#2",
            &twins(&["zero a) b1-b2", "b) b1-b3", "+c) b3-b4"])
        )),
        [
            "a) b1-b2: 7k/8/8/8/8/8/1R6/K7",
            "b) b1-b3: 7k/8/8/8/8/1R6/8/K7",
            "+c) b3-b4: 7k/8/8/8/1R6/8/8/K7",
        ]
    );
}

#[test]
fn a_twin_that_is_no_position_ends_only_itself() {
    let changes = [
        "b) b3-b4",
        "+c) b1-b2",
        "d) b1-h1",
        "+e) h1-g1",
        "f) shift a1 b1, shift a1 h1",
        "g) b1-b5",
    ];
    assert_eq!(
        told(&phases("7k/8/8/8/8/8/8/KR6", "#2", &twins(&changes))),
        [
            "a): 7k/8/8/8/8/8/8/KR6",
            "b) b3-b4: b3 is empty",
            "+c) b1-b2: the twin before it is no position",
            "d) b1-h1: the side to play can capture the king",
            "+e) h1-g1: 7k/8/8/8/8/8/8/K5R1",
            "f) shift a1 b1, shift a1 h1: the man on h8 would leave the board",
            "g) b1-b5: 7k/8/8/1R6/8/8/8/K7",
        ]
    );
}

#[test]
fn what_is_no_twin_is_refused() {
    for (text, told) in [
        ("b)", "changes nothing"),
        ("b) foo", "'foo' is no change"),
        ("c) b1-b2", "twin c) where b) is due"),
        ("bb) b1-b2", "expected a letter and a bracket"),
        ("b) b1-b9", "'b1-b9' is no change"),
        ("b) wXb3", "no man has the letter 'X'"),
        ("b) rotate 45", "rotate '45' (expected 90, 180 or 270)"),
        ("b) mirror a1<->b1", "mirror 'a1<->b1' (expected a1<->h1"),
        ("b) shift a1", "nothing behind Shift"),
        ("b) move a1", "nothing behind Move"),
        ("b) move a1 x", "'x' is no square"),
        ("b) condition xyz", "'xyz' is no condition"),
        (
            "b) condition isardam",
            "Popeye's condition Isardam is not supported",
        ),
        (
            "b) add neutral ga1",
            "Popeye's colour Neutral is not supported",
        ),
        ("b) add white", "nobody to add"),
        ("b) substitute xx b", "'xx' is no walk"),
        ("", "changes nothing"),
    ] {
        let error = problem("7k/8/8/8/8/8/8/KR6", "#2", &twins(&[text])).expect_err(text);
        assert!(error.contains(told), "{text}: {error}");
    }
    let error = problem(
        "7k/8/8/8/8/8/8/KR6",
        "#2",
        &twins(&["b) b1-b2", "zero c) b1-b3"]),
    );
    assert!(error.is_err_and(|error| error.contains("zero before a later twin")));
}

#[test]
fn options_that_cannot_apply_are_refused() {
    for (stipulation, words, told) in [
        (
            "#2",
            "WhiteToPlay",
            "WhiteToPlay does not apply: it goes with help play",
        ),
        ("h#2.5", "WhiteToPlay", "WhiteToPlay does not apply"),
        (
            "h#2",
            "PostKeyPlay",
            "PostKeyPlay does not apply: it goes with battle play",
        ),
        (
            "#2",
            "Quodlibet",
            "Quodlibet does not apply: it goes with self and reflex play",
        ),
        ("#2", "Duplex HalfDuplex", "HalfDuplex does not apply"),
        ("#2", "Foo", "'Foo' is no option (expected one of: SetPlay"),
        (
            "#2",
            "NullMoves",
            "Popeye's option NullMoves is not supported",
        ),
    ] {
        let error = problem("7k/8/8/8/8/8/8/KR6", stipulation, &options(words)).expect_err(words);
        assert!(error.contains(told), "{words}: {error}");
    }
    // An option may apply to one of several positions.
    let further = Further {
        twins: texts(&["b) s#2"]),
        ..options("Quodlibet")
    };
    assert!(problem("7k/8/8/8/8/8/8/KR6", "#2", &further).is_ok());
    let idle = problem(
        "7k/8/8/8/8/8/8/KR6",
        "h#2",
        &options("Try Variation SetPlay"),
    )
    .expect("a problem");
    assert_eq!(
        idle.options.notes,
        [
            "Try changes nothing: it goes with battle play",
            "Variation changes nothing: it goes with battle play"
        ]
    );
}

#[test]
fn wishes_reach_the_solver() {
    let words = "SetPlay Try Defence 2 Variation Quodlibet MaxSolutions 7 StopOnShortSolutions";
    let task = task("7k/8/8/8/8/8/8/KR6", "s#2", &options(words)).expect("a position");
    let wishes = task.wishes;
    assert!(wishes.set_play && wishes.variations && wishes.quodlibet && wishes.stop_on_short);
    assert_eq!((wishes.tries, wishes.most_solutions), (Some(2), Some(7)));
}
