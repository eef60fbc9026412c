//! Options.

use super::*;

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
        (
            "#2",
            "Foo",
            "'Foo' is no option (expected one of: Variations",
        ),
        (
            "pser-h#2",
            "GoalIsEnd",
            "GoalIsEnd does not apply: the stipulation is a structured one, or is played as one",
        ),
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
        &options("Try Variations SetPlay"),
    )
    .expect("a problem");
    assert_eq!(
        idle.options.notes,
        [
            "Try changes nothing: it goes with battle play",
            "Variations changes nothing: it goes with battle play"
        ]
    );
    let both_aim = problem(
        "7k/8/8/8/8/8/8/KR6",
        "r#2",
        &options("GoalIsEnd KeepMatingPiece"),
    )
    .expect("a problem");
    let why = "changes nothing: it goes with play in which one side alone is to reach a goal";
    let notes = ["GoalIsEnd", "KeepMatingPiece"].map(|name| format!("{name} {why}"));
    assert_eq!(both_aim.options.notes, notes);
}

#[test]
fn options_reach_the_solver() {
    let words = "SetPlay Try Defence 2 Variations Quodlibet MaxSolutions 7 StopOnShortSolutions";
    let task = task("7k/8/8/8/8/8/8/KR6", "s#2", &options(words)).expect("a position");
    let given = task.options;
    assert!(given.set_play && given.variations && given.quodlibet && given.stop_on_short);
    assert_eq!(
        (given.tries, given.defences, given.max_solutions),
        (true, Some(2), Some(7))
    );
}
