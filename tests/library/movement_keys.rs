//! Keys of pawns, promotion, drops and castling that contradict each other are refused with both names.

use crate::page::load;
use katydid::rules;
use katydid::variant::Variant;
use katydid_trust::games;
use std::sync::Arc;

/// The game of a sound file.
fn game(text: &str) -> Arc<Variant> {
    let names = load(text).expect("a sound file");
    games().variant(&names[0]).expect("a game")
}

#[test]
fn contradictions_name_both_keys() {
    let cases = [
        (
            "inherits = \"berolina\"\nconditions = [\"andernach\"]\n",
            "conditions and en passant of pawns that pass squares of other files exclude each other",
        ),
        (
            "inherits = \"berolina\"\n[turns]\nschedule = \"1 2 2 ...\"\n",
            "`schedule` and en passant of pawns",
        ),
        (
            "inherits = \"torpedo\"\nconditions = [\"take-and-make\"]\n",
            "`take-and-make` and a pawn",
        ),
        (
            "inherits = \"chess\"\n[[piece]]\nletter = \"Q\"\npromotion = \"R\"\n",
            "there is no promotion zone in [zones]",
        ),
        (
            "inherits = \"chess\"\n[drops]\ncaptures = false\n",
            "need `hand`",
        ),
        (
            "inherits = \"crazyhouse\"\n[drops]\ncaptures = false\npromoted_stay = true\n",
            "`promoted_stay = true` and `captures = false` exclude each other",
        ),
        (
            "inherits = \"crazyhouse\"\n[drops]\none_a_file = \"K\"\n",
            "`one_a_file` names a piece that `hand` does not",
        ),
        (
            "inherits = \"chess\"\n[castling]\narrivals = \"gg\"\n",
            "expected the file of the king's wing",
        ),
        (
            "inherits = \"fischerandom\"\n[castling]\nrights_return = true\n",
            "`anywhere` in [castling], but `rights_return`",
        ),
        (
            "inherits = \"chess\"\n[castling]\nwhite = \"RQN\"\n",
            "a third piece to castle with",
        ),
        (
            "inherits = \"dynamo\"\n[[piece]]\nletter = \"P\"\nmovement = \"fsmWfcF\"\n",
            "`dynamo` and a pawn that moves otherwise than in chess",
        ),
    ];
    for (lines, message) in cases {
        let error = load(&format!("name = \"mine\"\n{lines}")).expect_err(lines);
        assert!(error.contains(message), "{lines}\n{error}\nlacks {message}");
    }
}

#[test]
fn other_pieces_make_first_moves_from_where_they_stood_at_the_start() {
    let text = "name = \"leaping-queens\"\ninherits = \"chess\"\n[[piece]]\nletter = \"Q\"\nmovement = \"QimN\"\n";
    let variant = game(text);
    let plays = |fen: &str, text: &str| {
        let pos = rules::position(&variant, fen).expect("a position");
        rules::play_text(&pos, text).is_ok()
    };
    let at_home = "4k3/8/8/8/8/2p5/8/3QK3 w - - 0 1";
    assert!(plays(at_home, "d1e3"));
    assert!(!plays(at_home, "d1c3"), "a first move captures nothing");
    assert!(!plays("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", "d2e4"));
    // Pawns of chess stay what they are beside it.
    let pos = rules::position(&variant, "4k3/8/8/8/2p5/8/1P6/3QK3 w - - 0 1").expect("a position");
    let next = rules::play_text(&pos, "b2b4").expect("a double step");
    assert!(rules::play_text(&next, "c4b3").is_ok());
}

#[test]
fn promotion_can_be_limited_declined_and_undone() {
    let limited =
        game("name = \"grand-pawns\"\ninherits = \"chess\"\n[pawns]\ncaptured_only = true\n");
    let choices = |variant: &Arc<Variant>, fen: &str, from: &str| {
        let pos = rules::position(variant, fen).expect("a position");
        let list = rules::legal_moves(&pos);
        let own = list.iter().filter(|mv| mv.from().to_string() == from);
        own.count()
    };
    // All pieces but the queen stand on the board.
    let full = "4k3/P7/8/8/8/8/8/RNB1KBNR w - - 0 1";
    assert_eq!(choices(&limited, full, "a7"), 1);
    let whole = "4k3/P7/8/8/8/8/8/RNBQKBNR w - - 0 1";
    assert_eq!(choices(&limited, whole, "a7"), 0);
    let demoting = game(
        "name = \"turncoats\"\ninherits = \"chess\"\n[[piece]]\nletter = \"R\"\npromotion = \"B\"\nmust_promote = false\n\
         [[piece]]\nletter = \"B\"\npromotion = \"R\"\n[zones]\nwhite = \"*8\"\nblack = \"*1\"\n",
    );
    // Along the first rank, and up: the last square once as a rook and once as a bishop.
    assert_eq!(
        choices(&demoting, "4k3/8/8/8/8/8/8/R2K4 w - - 0 1", "a1"),
        2 + 7 + 1
    );
    assert_eq!(choices(&demoting, "7k/8/8/B7/8/8/8/3K4 w - - 0 1", "a5"), 7);
}
