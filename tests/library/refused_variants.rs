//! Variant files that are refused, with the place where their author can fix them.

use crate::page::load;
use katydid_trust::games;

#[test]
#[expect(clippy::too_many_lines, reason = "one row per mistake")]
fn mistakes_are_told_with_their_place() {
    let head = "name = \"mine\"\ninherits = \"chess\"\n";
    let cases: &[(&str, &[&str])] = &[
        ("nme = \"x\"\n", &["mine.toml:1:1", "nme"]),
        ("name = \"x\n", &["mine.toml:1:"]),
        ("inherits = \"chess\"\n", &["`name`"]),
        (
            "name = \"no good\"\ninherits = \"chess\"\n",
            &["mine.toml:1:11", "no good"],
        ),
        (
            "name = \"mine\"\ninherits = \"chss\"\n",
            &["mine.toml:2:", "chss", "did you mean 'chess'"],
        ),
        ("name = \"mine\"\ninherits = \"mine\"\n", &["circle"]),
        (
            "HEAD[chances]\neven = [100]\n",
            &[
                "mine.toml:4:8",
                "`even` is [100]",
                "[opening, endgame], each 0 to 2000",
            ],
        ),
        (
            "HEAD[chances]\nscale = [100, 0]\n",
            &["mine.toml:4:9", "`scale` is [100, 0]", "each 10 to 2000"],
        ),
        (
            "HEADnetwork = \"andernach\"\n",
            &["mine.toml:3:", "no network of 'andernach'", "chess"],
        ),
        (
            "HEADnetwork = \"grasshopper\"\n",
            &["mine.toml:3:", "knows 7 types of pieces", "the game has 6"],
        ),
        (
            "HEAD[[piece]]\nletter = \"N\"\nmovement = \"xN\"\n",
            &["mine.toml:5:13", "'x'", "expected"],
        ),
        (
            "HEAD[[piece]]\nletter = \"NN\"\nmovement = \"N\"\n",
            &["mine.toml:4:", "NN", "letter"],
        ),
        (
            "HEAD[[piece]]\nletter = \"Z\"\n",
            &["mine.toml:4:", "Z", "movement"],
        ),
        (
            "HEAD[[piece]]\nletter = \"Z\"\nmovement = \"ifW\"\npawn = true\n",
            &["mine.toml:5:13", "a first move that captures"],
        ),
        (
            "HEAD[pawns]\npromotion = \"QX\"\n",
            &["mine.toml:4:", "'X'", "P N B R Q K"],
        ),
        ("HEAD[pawns]\npromotion = \"K\"\n", &["king"]),
        (
            "HEAD[ends]\nstalemate = \"hurts\"\n",
            &["mine.toml:4:", "hurts", "draw"],
        ),
        (
            "HEADstart = \"8/8/8/8/8/8/8/8 w - - 0 1\"\n",
            &["mine.toml:3:", "kings"],
        ),
        (
            "HEADstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBZKBNR w KQkq - 0 1\"\n",
            &["mine.toml:3:", "Z"],
        ),
        (
            "HEAD[[piece]]\nletter = \"Q\"\nby_rank = [1, 2, 3]\n",
            &["mine.toml:5:11", "`by_rank` of Q", "3 numbers", "8"],
        ),
        (
            "HEAD[[piece]]\nletter = \"Q\"\nby_file = [1, 2, 3, 99999]\n",
            &["mine.toml:5:11", "`by_file` of Q", "99999", "500"],
        ),
        (
            "HEAD[[piece]]\nletter = \"Q\"\nvalue = -7\n",
            &["mine.toml:", "`value` of Q", "-7", "2000"],
        ),
        ("HEADstart = \"8/8 w\"\n", &["mine.toml:3:10", "0 kings"]),
        (
            "HEAD[[man]]\nletter = \"N\"\n",
            &[
                "mine.toml:3:3",
                "unknown key `man` (it is `piece` now)",
                "expected one of",
            ],
        ),
        (
            "HEAD[castling]\nwhtie = \"R\"\n",
            &[
                "mine.toml:4:1",
                "unknown key `whtie` (did you mean 'white'?), expected one of",
            ],
        ),
        (
            "HEADgoal = \"capture\"\n",
            &[
                "mine.toml:3:1",
                "unknown key `goal` here (`goal` belongs in [ends]), expected",
            ],
        ),
        (
            "HEADstalemate = \"loses\"\n",
            &["mine.toml:3:1", "(`stalemate` belongs in [ends])"],
        ),
        (
            "HEADstalmate = \"loses\"\n",
            &["did you mean `stalemate`, which belongs in [ends]?"],
        ),
        (
            "HEAD[[piece]]\nletter = \"N\"\nstart = \"8/8\"\n",
            &["`start` stands at the beginning of the file, before all tables)"],
        ),
        (
            "HEAD[ends]\ngoals = [{ piece = \"N\" }]\n",
            &["unknown key `piece`, expected one of"],
        ),
        (
            "HEAD[ends]\nflip = \"after\"\n",
            &[
                "mine.toml:4:1",
                "`flip` stands at the beginning of the file",
            ],
        ),
        (
            "HEAD[pawns]\nrifle = true\n",
            &["mine.toml:4:1", "`rifle` belongs in [[piece]]"],
        ),
        (
            "HEAD[ends]\nreach = \"e4\"\n",
            &[
                "mine.toml:4:1",
                "`reach` belongs in a table of `goals` in [ends]",
            ],
        ),
        (
            "HEAD[ends]\ngoals = [{ }]\n",
            &[
                "mine.toml:4:1",
                "each of the `goals` in [ends] has to say one of",
            ],
        ),
        (
            "HEADconditions = \"circe\"\n",
            &["mine.toml:3:14", "expected a list"],
        ),
        (
            "HEADstart = 5\n",
            &["mine.toml:3:9", "expected a text in quotes"],
        ),
        (
            "HEADcastling = true\n",
            &["mine.toml:3:12", "expected a table"],
        ),
        (
            "HEAD[[piece]]\nletter = \"N\"\nmovement = \"x\"\n[[piece]]\nletter = \"N\"\n",
            &["mine.toml:7:11", "'N' twice"],
        ),
        (
            "HEAD[[piece]]\nmovement = \"N\"\n",
            &["mine.toml:3:1", "a piece without `letter`"],
        ),
        ("HEADpiece = 3\n", &["mine.toml:3:9", "expected a table"]),
        (
            "HEADdynamo = 3\n",
            &["mine.toml:3:10", "`dynamo` is 3 (expected true or false)"],
        ),
        ("HEADends = 3\n", &["mine.toml:3:8", "expected a table"]),
        (
            "HEAD[ends]\ngoals = [{ reach = \"e4\", checks = 3 }]\n",
            &["one of `reach`, `checks`, `lost` and `lost_all`"],
        ),
        (
            "HEAD[ends]\ngoals = [{ reach = \"e9\" }]\n",
            &["mine.toml:4:21", "e9"],
        ),
        (
            "HEAD[ends]\ngoals = [{ checks = 3, left = 1 }]\n",
            &["`left`", "needs `lost`"],
        ),
        (
            "HEAD[pawns]\nfirst_rank = \"triple\"\npassed = \"*3\"\n",
            &[
                "`first_rank = \"triple\"` or `\"setup\"` in [pawns] excludes `first_moves` and `passed`",
            ],
        ),
        (
            "HEAD[ends]\ngoals = { reach = \"e4\" }\n",
            &["as in [{ reach = \"e4\" }]"],
        ),
        (
            "HEADtitle = \"a\"\ntitle = \"b\"\n",
            &["mine.toml:4:1", "the key `title` twice"],
        ),
        (
            "HEADmust_capture = yes\n",
            &["expected a number, true, false, or a text in quotes"],
        ),
        (
            "HEADdynamo = true\nmust_capture = true\n",
            &["`dynamo` and `must_capture` contradict each other"],
        ),
        (
            "HEAD[zones]\nmagic = \"d5\"\n",
            &[
                "mine.toml:4:10",
                "the squares of the condition `magic-squares`",
            ],
        ),
        (
            "HEADbudget = \"80\"\n",
            &[
                "mine.toml:3:11",
                "the budgets of the condition `bgl`, but the game does not have it",
            ],
        ),
        (
            "HEADexchanges = 2\n",
            &["`exchanges` needs the condition `role-exchange`"],
        ),
        (
            "HEADconditions = [\"bgl\"]\nbudget = \"80 90 100\"\n",
            &[
                "mine.toml:4:11",
                "'80 90 100' (expected White's and Black's budget",
            ],
        ),
        (
            "HEADconditions = [\"haaner\"]\n[walls]\nplacing = \"left\"\n",
            &["`placing = \"left\"` in [walls] beside the condition `haaner`"],
        ),
        (
            "HEADconditions = [\"haaner\"]\n[drops]\nhand = \"N\"\ngating = \"only\"\n",
            &["`gating` and the condition `haaner` exclude each other"],
        ),
        (
            "HEAD[ends]\ndead = \"B\"\ngoals = [{ checks = 3 }]\n",
            &["mine.toml:4:9", "`dead` and `goals` contradict each other"],
        ),
        (
            "HEAD[ends]\ncheckmate = \"wins\"\ngoal = \"capture\"\n[pawns]\npromotion = \"\"\n",
            &["`checkmate` and `goal = \"capture\"` contradict each other"],
        ),
        (
            "HEAD[ends]\ngoal = \"race\"\n",
            &[
                "mine.toml:4:8",
                "unknown value `race` of `goal`, expected `mate` or `capture`",
            ],
        ),
        (
            "HEADstart = \"7k/8/8/8/8/8/8/K7 w - - 0 1\"\n",
            &["over at once"],
        ),
    ];
    for (text, expected) in cases {
        let text = text.replace("HEAD", head);
        let error = load(&text).expect_err(&text);
        for part in *expected {
            assert!(error.contains(part), "{text}\n{error}\nlacks {part}");
        }
    }
    assert!(
        games().variant("mine").is_err(),
        "nothing of a refused file is kept"
    );
}

/// Each file is refused at the place where its author can fix it.
fn refused(cases: &[(&str, &str, &str)]) {
    for (text, place, message) in cases {
        let text = format!("name = \"mine\"\n{text}");
        let error = load(&text).expect_err(&text);
        let expected = format!("mine.toml:{place}: ");
        assert!(error.starts_with(&expected), "{text}\n{error}\n{expected}");
        assert!(error.contains(message), "{text}\n{error}\nlacks {message}");
    }
}

#[test]
fn a_letter_that_is_given_twice_is_refused() {
    refused(&[
        (
            "inherits = \"chess\"\n[pawns]\npromotion = \"QQ\"\n",
            "4:15",
            "the letter 'Q' twice (expected each once)",
        ),
        (
            "inherits = \"crazyhouse\"\n[drops]\nhand = \"PNBRQN\"\n",
            "4:14",
            "'N' twice",
        ),
        (
            "inherits = \"crazyhouse\"\n[drops]\nnot_on_end_ranks = \"PP\"\n",
            "4:22",
            "'P' twice",
        ),
        (
            "inherits = \"hopgi\"\n[turns]\nlinked = \"WFW\"\n",
            "4:13",
            "'W' twice",
        ),
        (
            "inherits = \"chess\"\n[ends]\ndead = \"BNB\"\n",
            "4:11",
            "'B' twice",
        ),
        (
            "inherits = \"chess\"\nwithout = \"BNB\"\n",
            "3:14",
            "'B' twice",
        ),
        (
            "inherits = \"hopgi\"\n[zones]\nwhite = \"a3 a4 a3\"\n",
            "4:16",
            "a3 twice",
        ),
        (
            "inherits = \"hopgi\"\n[board]\nclosed = [\"b3c2\", \"c2b3\"]\n",
            "4:20",
            "twice",
        ),
        (
            "inherits = \"chess\"\n[castling]\nwhite = \"RQN\"\n",
            "4:12",
            "a third piece to castle with (expected one letter, that of the piece in both corners, or one for each wing)",
        ),
        (
            "inherits = \"chess\"\n[castling]\nwhite = \"X\"\n",
            "4:10",
            "no piece has the letter 'X'",
        ),
        (
            "inherits = \"duck\"\n[pawns]\npromotion = \"QX\"\n",
            "4:15",
            "no piece has the letter 'X' (expected one of: P N B R Q K)",
        ),
        (
            "inherits = \"duck\"\n[pawns]\npromotion = \"Q*\"\n",
            "4:15",
            "no piece has the letter '*' (expected one of: P N B R Q K)",
        ),
    ]);
}

#[test]
fn passes_and_kings_in_hand_that_fit_no_game_are_refused() {
    refused(&[
        (
            "inherits = \"crazyhouse\"\n[drops]\nhand = \"PNK\"\n",
            "4:9",
            "a royal piece in hand needs `captures = false` and `compulsory = true`",
        ),
        (
            "inherits = \"placement\"\n[ends]\nkings = \"any\"\n",
            "2:13",
            "a royal piece in hand needs a game of mate in which each side has one king",
        ),
        (
            "inherits = \"crazyhouse\"\n[drops]\nsquare_colours = \"K\"\n",
            "4:19",
            "`square_colours` names a piece that `hand` does not",
        ),
        (
            "inherits = \"chess\"\n[castling]\ndropped = true\n",
            "4:1",
            "`dropped` in [castling] needs drops",
        ),
        (
            "inherits = \"placement\"\n[castling]\nrights_return = true\n",
            "4:1",
            "`dropped` and `rights_return` in [castling] exclude each other",
        ),
        (
            "inherits = \"doublemove\"\n[turns]\npass = \"always\"\n",
            "4:1",
            "`pass` and several moves a turn exclude each other",
        ),
    ]);
}

#[test]
fn pieces_that_have_not_moved_need_first_moves_and_files_of_their_own() {
    let rook = "[[piece]]\nletter = \"R\"\nunmoved = true\nmovement = \"R";
    let castling =
        "[castling]\nwhite = \"\"\nblack = \"\"\n[[piece]]\nletter = \"K\"\nmovement = \"K\"\n";
    let of = |first: &str, rest: &str| format!("inherits = \"{first}\"\n{rest}");
    let files = [
        (
            of("makruk", &format!("{rook}\"\n")),
            "4:11",
            "`unmoved`, but its movement has no `i`, as in `KimN`",
        ),
        (
            of("makruk", "[[piece]]\nletter = \"R\"\naimed = \"R\"\n"),
            "4:11",
            "`aimed` needs `unmoved = true`",
        ),
        (
            of("chess", "[[piece]]\nletter = \"P\"\nunmoved = true\n"),
            "4:11",
            "`unmoved` and `pawn` exclude each other",
        ),
        (
            of("chess", &format!("{rook}imN\"\n")),
            "5:1",
            "`unmoved` and [castling] exclude each other",
        ),
        (
            of("alice", &format!("{castling}{rook}imN\"\n")),
            "11:1",
            "`unmoved` and `alice` exclude each other",
        ),
        (
            of(
                "makruk",
                &format!("start = \"rk6/8/8/8/8/8/R7/RK6 w - - 0 1\"\n{rook}imN\"\n"),
            ),
            "6:1",
            "two pieces with `unmoved` stand on the same file",
        ),
    ];
    let files = files.each_ref();
    refused(&files.map(|(text, place, said)| (text.as_str(), *place, *said)));
}

#[test]
fn a_start_position_that_contradicts_its_file_is_refused() {
    refused(&[
        (
            "inherits = \"chess\"\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1\"\n",
            "3:56",
            "the start position: castling right 'K', but no Rook of White's stands on h1",
        ),
        (
            "inherits = \"chess\"\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1\"\n",
            "3:56",
            "castling right 'K', but White's king is not on e1",
        ),
        (
            "inherits = \"chess\"\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"\n[castling]\nblack = \"Q\"\n",
            "3:56",
            "castling right 'k', but no Queen of Black's stands on h8",
        ),
        (
            "inherits = \"chess\"\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"\n[castling]\nwhite = \"\"\n",
            "3:56",
            "castling right 'K', but no piece of White's castles",
        ),
        (
            "inherits = \"chess\"\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkqE - 0 1\"\n",
            "3:56",
            "castling right 'E'",
        ),
        (
            "inherits = \"chess\"\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 100 1\"\n",
            "3:63",
            "the half-move clock is 100, and the game is drawn at 100",
        ),
        (
            "inherits = \"chess\"\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 30 1\"\n[ends]\nmove_limit = 30\n",
            "3:63",
            "drawn at 30",
        ),
        (
            "inherits = \"chess\"\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1\"\n",
            "3:61",
            "no pawn can capture en passant there",
        ),
        (
            "inherits = \"chess\"\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQXBNR w - - 0 1\"\n",
            "3:49",
            "found 'X', expected a piece of mine",
        ),
        (
            "inherits = \"crazyhouse\"\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[K] w KQkq - 0 1\"\n",
            "3:54",
            "found 'K', expected a piece that can be dropped",
        ),
        (
            "inherits = \"chess\"\n[ends]\nrepetitions = 1\n",
            "4:1",
            "`repetitions` in [ends] is 1 (expected 0, or 2 to 20)",
        ),
        (
            "inherits = \"chess\"\n[ends]\nrepetitions = 0\nrepetition = \"loses\"\n",
            "4:1",
            "`repetitions` in [ends] is 0, but `repetition` or `perpetual_check` gives a repetition a result",
        ),
        (
            "inherits = \"hopgi\"\n[ends]\nperpetual_check = \"loses\"\n",
            "4:1",
            "`perpetual_check` in [ends], but there is no check in this game",
        ),
        (
            "inherits = \"makruk\"\n[counting]\nbare = \"RR8 RN9\"\n",
            "4:13",
            "found 'RN', expected one letter, perhaps several times",
        ),
        (
            "inherits = \"makruk\"\n[counting]\nbare = \"RR8 R81\"\n",
            "4:13",
            "found 'R81', expected letters and a number of moves, 0 to 80, as in RR8",
        ),
        (
            "inherits = \"makruk\"\n[counting]\nbare = \"\"\n",
            "4:1",
            "`board`, `board_pieces` and `from_pieces` in [counting] need `bare`",
        ),
        (
            "inherits = \"chess\"\n[counting]\nbare = \"R16\"\n",
            "4:9",
            "`bare` in [counting] and en passant",
        ),
    ]);
}

#[test]
fn what_is_inherited_and_does_not_fit_says_how_to_mend_it() {
    let small = "start = \"rnbqkb/pppppp/6/6/PPPPPP/RNBQKB w - - 0 1\"";
    refused(&[
        (
            "inherits = \"chess\"\nwithout = \"B\"\nstart = \"rn1qk1nr/pppppppp/8/8/8/8/PPPPPPPP/RN1QK1NR w KQkq - 0 1\"\n[pawns]\npromotion = \"QRN\"\n",
            "2:13",
            "inherits `chess`, whose `dead = \"BN\"` names a piece that this game does not have: B; say `dead = \"N\"` in [ends]",
        ),
        (
            "inherits = \"chess\"\nwithout = \"B\"\n",
            "2:13",
            "inherits `chess`, whose `promotion = \"QRBN\"` names a piece that this game does not have: B; say `promotion = \"QRN\"` in [pawns]",
        ),
        (
            "inherits = \"chess\"\n[[piece]]\nletter = \"K\"\nmovement = \"K\"\n",
            "2:13",
            "whose `white = \"R\"` does not fit: [castling], but the movement of no king says `isO2`; say `white = \"\"` and `black = \"\"` in [castling]",
        ),
        (
            &format!("inherits = \"chess\"\n{small}\n[castling]\nwhite = \"R\"\n"),
            "5:10",
            "castling needs the 8x8 board",
        ),
        (
            "inherits = \"chess\"\nstart = \"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1\"\n[castling]\nwhite = \"R\"\n",
            "5:10",
            "neither side has a king on the e-file and its castling piece in a corner at the start",
        ),
        (
            "inherits = \"grasshopper\"\n[castling]\nwhite = \"G\"\n",
            "4:1",
            "`white` in [castling] and the inherited `start` contradict each other: castling right 'K', but no Grasshopper of White's stands on h1. `start = \"rnbqkbnr/gggggggg/",
        ),
        (
            "inherits = \"chess\"\n[castling]\nwhite = \"NR\"\n",
            "4:1",
            "`white` in [castling] and the inherited `start` contradict each other: castling right 'K', but no Knight of White's stands on h1",
        ),
        (
            "inherits = \"chess\"\n[ends]\ngoals = [{ lost = \"P\", left = 8 }]\n",
            "4:12",
            "`lost` of a goal in [ends] and the inherited `start` contradict each other: the game is over at once",
        ),
        (
            "inherits = \"chess\"\n[ends]\ngoals = [{ reach = \"e1\" }]\n",
            "4:12",
            "`reach` of a goal in [ends] and the inherited `start` contradict each other: the game is over at once",
        ),
        (
            "inherits = \"chess\"\n[[piece]]\nletter = \"W\"\nmovement = \"WisO2\"\n",
            "5:16",
            "castling of a piece that is not royal",
        ),
        (
            "inherits = \"circe\"\nstart = \"rnbqkb/pppppp/6/6/PPPPPP/RNBQKB w - - 0 1\"\n[castling]\nwhite = \"\"\nblack = \"\"\n[[piece]]\nletter = \"K\"\nmovement = \"K\"\n",
            "2:13",
            "inherits `circe`, whose `conditions = [\"circe\"]` does not fit: pieces are reborn only on the 8x8 board, and this one is another; say `conditions = []`",
        ),
    ]);
    // What a smaller board makes useless is dropped with a note.
    let names = load(&format!(
        "name = \"mine-small\"\ninherits = \"chess\"\n{small}\n"
    ))
    .expect("a game");
    let game = games().variant(&names[0]).expect("a game");
    assert!(!game.rules.castling.exists());
    let expected = [
        "the inherited castling is dropped: kings castle on the 8x8 board alone",
        "the inherited `by_file` of ",
    ];
    for (note, words) in game.notes.iter().zip(expected) {
        assert!(note.contains(words), "{:?}", game.notes);
    }
    assert!(game.notes.len() > 2, "{:?}", game.notes);
    let away = "name = \"mine-away\"\ninherits = \"chess\"\nstart = \"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1\"\n";
    let game = games()
        .variant(&load(away).expect("a game")[0])
        .expect("a game");
    let notes = [
        "the inherited castling is dropped: at the start no king stands on the e-file with its castling piece in a corner",
    ];
    assert_eq!(game.notes, notes);
    // The ladder and the tables by rank and file lose what does not fit, whoever is royal.
    let ladder = "name = \"mine-ladder\"\ninherits = \"eg\"\nwithout = \"B\"\nstart = \"rn1qk1nr/eeeeeeee/pppppppp/8/8/PPPPPPPP/EEEEEEEE/RN1QK1NR w KQkq - 0 1\"\n[pawns]\npromotion = \"RNE\"\n[ends]\ndead = \"\"\n[[piece]]\nletter = \"Q\"\nroyal = true\n[[piece]]\nletter = \"K\"\nroyal = false\nmovement = \"K\"\n[castling]\nwhite = \"\"\nblack = \"\"\n";
    let ladder = ladder.replace("w KQkq", "w -");
    assert_eq!(load(&ladder).expect("a game"), ["mine-ladder"]);
}
