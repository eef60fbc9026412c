//! Variant files whose keys contradict each other: the refusal names both.

use crate::page::load;

/// Each file is refused with an error that has all these parts.
fn are_refused(cases: &[(&str, &[&str])]) {
    let head = "name = \"mine\"\ninherits = \"chess\"\n";
    let hopgi = "name = \"mine\"\ninherits = \"hopgi\"\n";
    for (text, expected) in cases {
        let text = text.replace("HEAD", head).replace("HOPGI", hopgi);
        let error = load(&text).expect_err(&text);
        for part in *expected {
            assert!(error.contains(part), "{text}\n{error}\nlacks {part}");
        }
    }
}

#[test]
fn ladders_homes_and_kings_that_make_no_sense_are_refused() {
    are_refused(&[
        (
            "HEADconditions = [\"sat\"]\n[ends]\ngoal = \"capture\"\n",
            &[
                "mine.toml:5:1",
                "`goal = \"capture\"` in [ends] and `conditions = [\"sat\"]` contradict each other: no king is captured",
            ],
        ),
        (
            "HEAD[einstein]\nladder = [\"rook\", \"Qeen\"]\n",
            &["mine.toml:4:20", "'Qeen'", "Queen"],
        ),
        (
            "HEADladder = [\"Queen\", \"Rook\"]\n",
            &["mine.toml:3:1", "unknown key `ladder`", "`einstein`"],
        ),
        (
            "HEAD[einstein]\nladder = [\"rook\", \"Rook\"]\n",
            &["mine.toml:4:20", "twice"],
        ),
        (
            "HEAD[einstein]\nladder = [\"rook\", \"King\"]\n",
            &["mine.toml:4:20", "royal"],
        ),
        (
            "HEAD[einstein]\nends = \"stay\"\n",
            &["mine.toml:4:9", "effect E"],
        ),
        (
            "HEAD[einstein]\ncondition_ends = \"stay\"\n",
            &["mine.toml:4:19", "condition `einstein`"],
        ),
        (
            "HEADconditions = [\"einstein\"]\n[einstein]\ncondition_ends = \"Bishop\"\n",
            &["mine.toml:5:19", "'Bishop'", "on the ladder"],
        ),
        (
            "HEADconditions = [\"einstein\"]\n[einstein]\ncondition_ends = \"hurdler\"\n",
            &["mine.toml:5:19", "'hurdler'", "`stay`"],
        ),
        (
            "HEADconditions = [\"einstein\"]\n[einstein]\ncondition_ends = \"king\"\n",
            &["mine.toml:5:19", "royal"],
        ),
        (
            "HEAD[[piece]]\nletter = \"Q\"\nhome = \"rank 2\"\n",
            &["mine.toml:5:9", "'rank 2'", "`second`"],
        ),
        (
            "HEADstart = \"rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 1\"\n[castling]\nwhite = \"\"\nblack = \"\"\n\
             [[piece]]\nletter = \"K\"\nmovement = \"K\"\nhome = \"f1\"\n",
            &["f1 is no square of the board"],
        ),
        (
            "HEAD[ends]\nkings = \"many\"\n",
            &["mine.toml:4:9", "many", "`one`"],
        ),
        (
            "HOPGI[ends]\nkings = \"any\"\n",
            &["`kings", "`goal", "contradict"],
        ),
        (
            "name = \"mine\"\ninherits = \"ag-rex\"\n[ends]\nkings = \"one\"\n",
            &["`kings", "`rex", "contradict"],
        ),
    ]);
}

#[test]
fn rules_that_contradict_each_other_are_refused_by_name() {
    let cases: &[(&str, &[&str])] = &[
        (
            "HOPGI[turns]\nschedule = \"1 2 2 ...\"\n",
            &["`linked`", "`schedule`", "contradict"],
        ),
        (
            "HOPGI[ends]\ngoal = \"mate\"\n",
            &["`linked`", "mate", "contradict"],
        ),
        ("HOPGI[ends]\ndead = \"B\"\n", &["`dead`", "contradict"]),
        ("HEAD[turns]\ncheck = \"ends\"\n", &["need a `schedule`"]),
        (
            "HEADconditions = [\"superandernach\", \"circe\", \"andernach\"]\n",
            &["'andernach'", "'superandernach'", "one of them"],
        ),
        (
            "HEADdynamo = true\n",
            &["`dynamo`", "en passant", "contradict"],
        ),
        (
            "HEADdynamo = true\nconditions = [\"circe\"]\n",
            &["`dynamo`", "`conditions`", "contradict"],
        ),
        (
            "HEADdynamo = true\n[turns]\nschedule = \"1 2 2 ...\"\n",
            &["`dynamo`", "`schedule`", "contradict"],
        ),
        (
            "HEADdynamo = true\n[[piece]]\nletter = \"P\"\nmovement = \"ifmnDfmWfcF\"\n\
             [[piece]]\nletter = \"N\"\nmovement = \"nN\"\n",
            &["mine.toml:9:", "`dynamo`", "leaps and slides"],
        ),
        ("HEAD[drops]\nhand = \"QK\"\n", &["mine.toml:4:9", "royal"]),
        (
            "HEAD[drops]\nhand = \"Q\"\nnot_on_end_ranks = \"P\"\n",
            &["mine.toml:5:", "`hand` does not"],
        ),
        (
            "HEAD[[piece]]\nletter = \"P\"\nrifle = true\n",
            &["`rifle`", "`pawn`", "contradict"],
        ),
        (
            "HEAD[[piece]]\nletter = \"N\"\nrex = \"inclusive\"\n",
            &["need an `effect`"],
        ),
        (
            "HEAD[zones]\nwhite = \"a8\"\n",
            &["promotion zone", "promoted form"],
        ),
        (
            "HEAD[[piece]]\nletter = \"+N\"\nmovement = \"N\"\n",
            &["promoted form", "no promotion zone"],
        ),
        (
            "HEAD[[piece]]\nletter = \"K\"\nmovement = \"K\"\n",
            &["[castling]", "`isO2`"],
        ),
        (
            "HEAD[[piece]]\nletter = \"P\"\nmovement = \"fmWfcFfceF\"\n",
            &["mine.toml:5:", "en passant"],
        ),
        (
            "HEAD[[piece]]\nletter = \"N\"\nmovement = \"NfceF\"\n",
            &["mine.toml:5:16", "en passant", "no pawn"],
        ),
        (
            "HEADconditions = [\"cricce\"]\n",
            &["mine.toml:3:16", "cricce", "circe"],
        ),
        ("HEADconditions = [\"circe\", \"circe\"]\n", &["twice"]),
        ("HEADwithout = \"QZ\"\n", &["mine.toml:3:", "'Z'"]),
        (
            "name = \"mine\"\ninherits = \"hopgi\"\nconditions = [\"circe\"]\n",
            &["8x8"],
        ),
    ];
    are_refused(cases);
}

#[test]
fn palaces_and_pieces_that_turn_over_are_refused_where_they_mean_nothing() {
    let cases: &[(&str, &[&str])] = &[
        (
            "HEAD[[piece]]\nletter = \"B\"\nsquares = \"a1 b2\"\n",
            &["mine.toml:5:", "`squares`", "step or leap"],
        ),
        (
            "HEAD[[piece]]\nletter = \"P\"\nsquares = \"a2 b2\"\n",
            &["mine.toml:5:", "`squares`", "`pawn`"],
        ),
        (
            "HEAD[zones]\nby_capture = true\n",
            &["`by_capture`", "`white` or `black`"],
        ),
        ("HEAD[drops]\npromoted = true\n", &["`promoted`", "`hand`"]),
        (
            "HEAD[drops]\nhand = \"Q\"\npromoted = true\n",
            &["`promoted`", "promoted form"],
        ),
        (
            "name = \"mine\"\ninherits = \"kyotoshogi\"\n[drops]\npromoted_stay = true\n",
            &["`promoted`", "`promoted_stay`", "exclude"],
        ),
        (
            "HEAD[ends]\ngoals = [{ checks = 3, safe = true }]\n",
            &["`safe`", "`reach`"],
        ),
    ];
    are_refused(cases);
}

#[test]
fn walls_and_gating_are_refused_with_the_other_key() {
    are_refused(&[
        (
            "HEAD[walls]\nplacing = \"duck\"\n",
            &["`placing`", "`goal = \"mate\"`"],
        ),
        (
            "name = \"mine\"\ninherits = \"duck\"\n[turns]\nschedule = \"1 2 2 ...\"\n",
            &["mine.toml:4:", "`schedule`", "`placing`"],
        ),
        (
            "name = \"mine\"\ninherits = \"duck\"\n[[piece]]\nletter = \"N\"\npetrifies = true\n",
            &["mine.toml:5:", "`placing = \"duck\"`", "`petrifies`"],
        ),
        (
            "name = \"mine\"\ninherits = \"chess\"\n[[piece]]\nletter = \"N\"\nhalf_neutral = true\n",
            &["mine.toml:", "`half_neutral`", "`neutrals`"],
        ),
        (
            "name = \"mine\"\ninherits = \"chess\"\nconditions = [\"neutrals\"]\n[[piece]]\nletter = \"K\"\nhalf_neutral = true\n",
            &["mine.toml:", "`half_neutral` of a king or a pawn"],
        ),
        (
            "name = \"mine\"\ninherits = \"chess\"\nconditions = [\"neutrals\", \"einstein\"]\n[[piece]]\nletter = \"N\"\nhalf_neutral = true\n",
            &[
                "mine.toml:",
                "`half_neutral` and conditions that change types",
            ],
        ),
        ("HEAD[walls]\nname = \"Stone\"\n", &["`name`", "`placing`"]),
        (
            "HEAD[walls]\nplacing = \"left\"\nsquares = \"a1\"\n",
            &["mine.toml:5:", "`squares`", "`placing"],
        ),
        (
            "name = \"mine\"\ninherits = \"alice\"\n[walls]\nplacing = \"left\"\n",
            &["walls", "`alice`"],
        ),
        ("HEAD[drops]\ngating = \"only\"\n", &["`gating`", "`hand`"]),
        (
            "name = \"mine\"\ninherits = \"seirawan\"\n[drops]\ncompulsory = true\n",
            &["`gating`", "`compulsory`"],
        ),
        (
            "name = \"mine\"\ninherits = \"seirawan\"\n[castling]\nanywhere = true\n",
            &["`gating`", "`anywhere`"],
        ),
    ]);
}

#[test]
fn chains_are_refused_with_the_other_key() {
    let lion = "[[piece]]\nletter = \"L\"\nmovement = \"cabK\"\n";
    let others = [
        ("conditions = [\"circe\"]\n", "", "`conditions`"),
        ("", "[board]\nwrap = \"files\"\n", "`wrap`"),
        ("", "relay = true\n", "relay"),
        // The second piece with a chain, which has a promoted form.
        (
            "",
            "[[piece]]\nletter = \"M\"\nmovement = \"cabF\"\n[[piece]]\nletter = \"+M\"\nmovement = \"K\"\n[zones]\nwhite = \"*8\"\nblack = \"*1\"\n",
            "promotion of the piece",
        ),
    ];
    for (before, behind, with) in others {
        let file = format!("HEAD{before}{lion}{behind}");
        are_refused(&[(&file, &["c or d before `a`, d, t or u", with])]);
    }
}

#[test]
fn keys_that_need_captures_checks_or_promotions_are_refused_without_them() {
    let cases: &[(&str, &[&str])] = &[
        (
            "HEADmust_capture = true\nconditions = [\"no-capture\"]\n",
            &[
                "mine.toml:3:1",
                "`must_capture` and `conditions = [\"no-capture\"]` contradict each other",
            ],
        ),
        (
            "name = \"mine\"\ninherits = \"giveaway\"\nconditions = [\"benedict\"]\n",
            &[
                "mine.toml:3:1",
                "`must_capture`",
                "`must_capture = true` is inherited (more/giveaway.toml:",
                "say `must_capture = false`",
            ],
        ),
        (
            "HEADconditions = [\"benedict\"]\n[ends]\ngoal = \"capture\"\n",
            &["`goal = \"capture\"` in [ends] and `conditions = [\"benedict\"]` contradict"],
        ),
        (
            "HEADconditions = [\"no-capture\", \"circe\"]\n",
            &[
                "mine.toml:3:30",
                "'circe' and 'no-capture' make no sense together",
            ],
        ),
        (
            "HEADconditions = [\"white-must-capture\", \"benedict\"]\n",
            &["mine.toml:3:38", "'benedict' and 'white-must-capture'"],
        ),
        (
            "HEADconditions = [\"atomic\", \"atomar\"]\n",
            &["mine.toml:3:26", "'atomar' and 'atomic'"],
        ),
        (
            "HEADconditions = [\"madrasi-rex\", \"madrasi\"]\n",
            &["'madrasi' and 'madrasi-rex'"],
        ),
        (
            "HEADconditions = [\"black-maximummer\", \"black-minimummer\"]\n",
            &["'black-minimummer' and 'black-maximummer'"],
        ),
        (
            "HEADconditions = [\"no-checks\", \"exclusive\"]\n",
            &["'exclusive' and 'no-checks'"],
        ),
        (
            "HEADconditions = [\"no-checks\"]\n[ends]\ngoals = [{ checks = 3 }]\n",
            &[
                "mine.toml:5:12",
                "`checks` of a goal in [ends] and `conditions = [\"no-checks\"]` contradict",
            ],
        ),
        (
            "HEADconditions = [\"checkless\"]\n[ends]\nperpetual_check = \"loses\"\n",
            &[
                "mine.toml:5:1",
                "`perpetual_check` in [ends] and `conditions = [\"checkless\"]` contradict",
            ],
        ),
        (
            "HEAD[ends]\ngoal = \"capture\"\ngoals = [{ checks = 3 }]\n",
            &["`checks` of a goal in [ends] and `goal = \"capture\"` contradict"],
        ),
        (
            "HEAD[turns]\npass = \"stuck\"\n[ends]\nstalemate = \"loses\"\n",
            &[
                "mine.toml:4:1",
                "`pass` in [turns] and `stalemate` in [ends] contradict",
            ],
        ),
        (
            "name = \"mine\"\ninherits = \"giveaway\"\n[turns]\nwhite_pass = \"stuck\"\nblack_pass = \"always\"\n",
            &[
                "mine.toml:4:1",
                "`white_pass` and `black_pass` in [turns] and `stalemate` in [ends] contradict",
                "`stalemate = \"wins\"` is inherited",
                "say `stalemate = \"draw\"` in [ends]",
            ],
        ),
        (
            "HEAD[pawns]\npromotion = \"\"\ncaptured_only = true\n",
            &[
                "mine.toml:5:1",
                "`captured_only`",
                "`promotion` names no piece",
            ],
        ),
        (
            "HEAD[[piece]]\nletter = \"K\"\nroyal = false\n[castling]\nwhite = \"\"\nblack = \"\"\n[[piece]]\nletter = \"A\"\nmovement = \"N\"\n[ends]\nbare_king = \"loses\"\n",
            &["`bare_king` in [ends], but no piece is royal"],
        ),
    ];
    are_refused(cases);
}

#[test]
fn values_of_the_wrong_kind_are_refused_in_the_words_of_authors() {
    are_refused(&[
        (
            "HEAD[[piece]]\nletter = \"Q\"\nvalue = \"x\"\n",
            &[
                "mine.toml:5:9",
                "`value` is the text \"x\" (expected a whole number, 0 to 2000)",
            ],
        ),
        (
            "HEAD[[piece]]\nletter = \"Q\"\nvalue = 1.5\n",
            &[
                "mine.toml:5:9",
                "`value` is 1.5 (expected a whole number, 0 to 2000)",
            ],
        ),
        (
            "HEAD[[piece]]\nletter = \"Q\"\nby_rank = \"1 2 3\"\n",
            &[
                "mine.toml:5:11",
                "`by_rank` is the text \"1 2 3\" (expected a list of whole numbers, each -500 to 500, as in [0, 10, 20])",
            ],
        ),
        (
            "HEAD[[piece]]\nletter = \"Q\"\nby_rank = [1, \"x\"]\n",
            &[
                "mine.toml:5:15",
                "`by_rank` is the text \"x\" (expected a whole number, -500 to 500)",
            ],
        ),
        (
            "HEAD[ends]\ngoals = [{ checks = \"3\" }]\n",
            &[
                "mine.toml:4:21",
                "`checks` is the text \"3\" (expected a whole number, 1 to 100)",
            ],
        ),
        (
            "HEAD[ends]\ngoals = [{ checks = 0 }]\n",
            &[
                "mine.toml:4:12",
                "`checks` of a goal in [ends] is 0 (expected 1 to 100)",
            ],
        ),
        (
            "HEAD[ends]\ngoals = [{ checks = 300 }]\n",
            &[
                "mine.toml:4:21",
                "`checks` is 300 (expected a whole number, 1 to 100)",
            ],
        ),
        (
            "HEAD[ends]\ngoals = [{ reach = \"e4\", result = \"win\" }]\n",
            &[
                "mine.toml:4:35",
                "unknown value `win` of `result`, expected one of `wins`, `loses`, `draw`",
            ],
        ),
        (
            "HEAD[weights]\ntempo = \"x\"\n",
            &["found no weight (expected a whole number, or two in brackets"],
        ),
        (
            "HEAD[[piece]]\nletter = \"N\"\nmovement = \"NiR\"\n",
            &["mine.toml:5:14", "a first move that captures", "`imNcN`"],
        ),
    ]);
}
