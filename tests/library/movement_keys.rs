//! Keys of pawns, promotion, drops and castling that contradict each other are refused with both names.

use crate::page::load;

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
