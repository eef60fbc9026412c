//! Twins.

use super::*;
use katydid::problem::Diagram;

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
        let expected = Problem::from_parts(
            games(),
            &Parts {
                fen: "8/8/8/8/8/8/8/8",
                stipulation: "~1",
                twins: &texts(&[&format!("b) wK{} wR{}", &squares[..2], &squares[2..])]),
                ..Parts::default()
            },
        );
        let expected = expected.expect("a problem").phases()[1].fen.clone();
        let white = |fen: &str| -> String {
            let placement = fen.split(' ').next().unwrap_or_default();
            let board = games().variant("hurdlers").expect("a game");
            let diagram = Diagram::of_fen(&board, placement).expect("a placement");
            let pieces = diagram
                .pieces
                .iter()
                .filter(|piece| piece.color.letter() == 'w');
            let pieces: Vec<String> = pieces
                .map(|piece| format!("{}{}", piece.letter, piece.square))
                .collect();
            pieces.concat()
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
                "g) condition anticirce cheylan",
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
            "g|g) condition cheylan|cheylan|#2",
        ]
    );
    let twin = "b) condition anticirce take&make";
    let error = problem("7k/8/8/8/8/8/8/KR6", "#2", &twins(&[twin])).expect_err(twin);
    assert!(error.contains("AntiCirce Take&Make"), "{error}");
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
            "f) shift a1 b1, shift a1 h1: the piece on h8 would leave the board",
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
        ("b) wXb3", "no piece has the letter 'X'"),
        ("b) rotate 45", "rotate '45' (expected 90, 180 or 270)"),
        ("b) mirror a1<->b1", "mirror 'a1<->b1' (expected a1<->h1"),
        ("b) shift a1", "nothing behind Shift"),
        ("b) move a1", "nothing behind Move"),
        ("b) move a1 x", "'x' is no square"),
        ("b) condition xyz", "'xyz' is no condition"),
        (
            "b) condition volage",
            "Popeye's condition Volage is not supported",
        ),
        (
            "b) add totalinvisible ga1",
            "Popeye's colour TotalInvisible is not supported",
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
