//! Pieces, promotion, conditions and games.

use super::*;

#[test]
fn pawns_stand_on_any_rank() {
    let hurdlers = games().variant("hurdlers").expect("hurdlers");
    for text in [
        "P3k2p/2P5/8/3pP3/4p3/8/5p2/p3K2P w - - 0 1",
        "1P2k1Pp/2P1G3/8/3pP3/4pg2/8/2p2p2/p2PK2P w - - 0 1",
        "r3k2r/P1P5/8/3pP3/4pg2/8/2p2p1p/R3K2R w KQkq - 0 1",
        "r3k2r/P1P5/8/2LpP3/4pj2/8/2p2p1p/R3K2R w Kq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        for side in ["w", "b"] {
            let text = text.replace(" w ", &format!(" {side} "));
            let Ok(whole) = rules::position(&hurdlers, &text) else {
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
        promotions("8/P6k/8/8/8/8/8/KH6", &pieces("H=NN,I=WW")),
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
    assert_eq!(moves("7k/6x1/8/8/8/8/8/K1P5", &pieces("X=gB:CE")), 3);
    let phases = phases("7k/6e1/8/8/8/8/8/K1P5", "#2", &twins(&["b) -g7"]));
    let pos = &phases[1].task.as_ref().expect("a position").position;
    assert_eq!(rules::legal_moves(pos).len(), 3);
}

#[test]
fn pieces_are_declared() {
    let phases = phases(
        "7k/8/8/8/8/8/8/KH1T4",
        "#2",
        &Further {
            pieces: texts(&["H=gQ:AC", "T=mRcpR,B=NN"]),
            ..none()
        },
    );
    let named: Vec<String> = phases[0]
        .pieces
        .iter()
        .map(|piece| {
            format!(
                "{} {} {} {} {}",
                piece.letter, piece.movement, piece.effects, piece.name, piece.popeye
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
    for (pieces_text, told) in [
        ("K=NN", "'K' is no letter to declare"),
        ("P=NN", "kings are what is mated"),
        ("H=gxQ", "H: movement"),
        ("H=NN:A", "never hops"),
        ("H=NN,H=CC", "H twice"),
        ("H", "'H' is no declaration"),
    ] {
        let error =
            problem("7k/8/8/8/8/8/8/K7", "#2", &pieces(pieces_text)).expect_err(pieces_text);
        assert!(error.contains(told), "{error}");
    }
    let error = problem("7k/8/8/8/8/8/8/KX6", "#2", &none()).expect_err("no X");
    assert!(
        error.starts_with("no piece has the letter 'X' (expected one of: A B C"),
        "{error}"
    );
}

#[test]
fn orthodox_letters_can_be_declared_anew() {
    let task = task("7k/8/8/8/8/8/8/KN6", "#2", &pieces("N=NN")).expect("a position");
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
    let further = pieces(&declared.join(","));
    let sixteen = "7k/8/8/8/8/8/ABCDEFGH/KIJLMNOQ";
    assert!(fen(sixteen, "#2", &further).is_ok());
    let more = "7k/8/8/8/8/R7/ABCDEFGH/KIJLMNOQ";
    let error = fen(more, "#2", &further).expect_err("seventeen");
    assert!(error.contains("17 types of pieces"), "{error}");
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
            "volage",
            "'volage' is no condition (expected one of: andernach",
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
        ("chess", "7k/8/8/8/8/8/8/KG6", "no piece has the letter 'G'"),
        ("nochess", start, "unknown variant 'nochess'"),
        (
            "chess",
            "7k/8/8/8/8/8/KQ6",
            "expected 8 ranks separated by '/', not 7",
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
            pieces: texts(&["H=NN"]),
            ..game("chess")
        },
    ] {
        let error = problem(start, "#2", &further).expect_err("its own rules");
        assert!(error.contains("chess has rules of its own"), "{error}");
    }
}
