//! What the command `rules` says of a game, made from the keys of its file.

use crate::cli::output;
use crate::scratch::Scratch;

#[test]
fn the_rules_of_a_game_are_told_from_its_keys() {
    let own = Scratch::new(
        "own.toml",
        "name = \"own\"\ninherits = \"crazyhouse\"\nrules = \"\"\n\n[[piece]]\nletter = \"N\"\nmovement = \"gQ\"\neffect = \"A\"\n",
    );
    let path = own.display().to_string();
    let text = output(&["--variants", &path, "rules", "own"]);
    for part in [
        "N  Knight (grasshopper, gQ): hops",
        "     the piece it hops over changes colour\n",
        "     promotes to queen",
        "can be dropped",
        "Captured pieces go to the captor's hand",
        "Ends: checkmate wins; ",
    ] {
        assert!(text.contains(part), "{text}\nlacks {part}");
    }
    assert!(output(&["rules", "relay-demichess"]).contains("gives its moves to the pieces"));
    let relay = Scratch::new(
        "relay.toml",
        "name = \"lent\"\ninherits = \"chess\"\n[[piece]]\nletter = \"N\"\nrelay = true\n[pawns]\nrelay = true\n",
    );
    let path = relay.display().to_string();
    let text = output(&["--variants", &path, "rules", "lent"]);
    assert!(
        text.contains("also moves and captures like the pieces that guard it"),
        "{text}"
    );
}

/// Asserts that the rules of a game with these keys beside its name have these texts, and lack those.
fn rules_say(keys: &str, said: &[&str], unsaid: &[&str]) {
    let file = Scratch::new("keys.toml", &format!("name = \"keys\"\n{keys}"));
    let path = file.display().to_string();
    let text = output(&["--variants", &path, "rules", "keys"]);
    for part in said {
        assert!(text.contains(part), "{text}\nlacks {part}");
    }
    for part in unsaid {
        assert!(!text.contains(part), "{text}\nhas {part}");
    }
}

#[test]
fn the_rules_name_the_squares_of_first_moves_and_en_passant() {
    rules_say(
        "inherits = \"chess\"\n",
        &["without capturing, from its second rank;"],
        &["only"],
    );
    rules_say(
        "inherits = \"chess\"\n[pawns]\nfirst_moves = \"*1 *2\"\npassed = \"*3\"\nfirst_rank = \"moves\"\n",
        &[
            "without capturing, from ranks 1 and 2 (White) or ranks 7 and 8 (Black);",
            "only on the squares that it passes on rank 3, if it is White's, or on rank 6, if it is Black's.",
            "Pawns on their own first rank move and capture as elsewhere.",
        ],
        &["second rank", "stood at the start"],
    );
    rules_say(
        "inherits = \"progressive\"\n[turns]\ncheck = \"last\"\nen_passant = \"never\"\n",
        &[
            "There is no en passant.",
            "Only the last move of a full turn may give check.",
        ],
        &["also en passant", "capture en passant"],
    );
}

#[test]
fn the_rules_of_drops_and_zones_are_told() {
    rules_say(
        r#"inherits = "crazyhouse"
[[piece]]
letter = "P"
drop = "*2 *3 *4"
[[piece]]
letter = "N"
promotion = "Q"
must_promote = false
limit = 2
[zones]
white = "*8"
black = "*1"
white_pawns = "*7 *8"
black_pawns = "*1 *2"
[drops]
white = "*1 *2 *3 *4"
black = "*5 *6 *7 *8"
one_a_file = "P"
most_a_file = 2
square_colours = "B"
no_mate = "P"
[ends]
goals = [{ lost = "QR", result = "loses" }]
"#,
        &[
            "can be dropped instead of a move, on an empty square of those named with each piece",
            "     can be dropped from the hand on ranks 2 to 4 (White) or ranks 5 to 7 (Black)\n",
            "     can be dropped from the hand on ranks 1 to 4 (White) or ranks 5 to 8 (Black)\n",
            "     cannot be dropped on a file on which its side has 2 already\n",
            "     cannot be dropped on a square of a colour on which its side has one already\n",
            "     cannot mate by its drop\n",
            "     promotes to queen, rook, bishop, knight on ranks 7 and 8 (White) or ranks 1 and 2 (Black)\n",
            "     may promote to queen by a move to or from rank 8 (White) or rank 1 (Black)\n",
            "     at most 2 of a side after a promotion to it\n",
            "comes to the hand as what it was before.",
            "a side with no piece left on the board and in hand of one of these kinds loses: rook, queen",
        ],
        &["can be dropped on an empty square"],
    );
}

#[test]
fn the_rules_of_castling_homes_and_kings_are_told() {
    rules_say(
        r#"inherits = "chess"
conditions = ["andernach", "anticirce"]
flip = "before"
[castling]
far = "R"
rights_return = true
[pawns]
captured_only = true
"#,
        &[
            "the king goes from e1 to b1 and the rook from a1 to c1.",
            "comes back to its home square counts as unmoved",
            "A captor changes colour before it is reborn",
            "     home squares: b1 g1 (White) or b8 g8 (Black), of these",
            "     home square: on the second rank, on the file where it stood\n",
            "     at most 1 of a side after a promotion to it\n",
        ],
        &[],
    );
    rules_say(
        "inherits = \"einstein\"\n",
        &["The ladder of types, from its bottom: pawn, knight"],
        &[],
    );
    rules_say(
        "inherits = \"spartan\"\n",
        &["Black does not castle.", "can lose all but one."],
        &[],
    );
    rules_say(
        "inherits = \"hopgi\"\n",
        &[
            "No diagonal step, slide or hop passes between b3 and c2.",
            "Forward for White's pawns is up the board on",
        ],
        &[],
    );
    rules_say(
        "inherits = \"makruk\"\n",
        &[
            "8 against 2 rooks, 16 against 1 rook,",
            "64 of its moves, beginning when no pawn is left",
        ],
        &[],
    );
}

#[test]
fn a_movement_that_every_piece_has_is_joined_with_its_own() {
    rules_say(
        "inherits = \"chess\"\nevery_piece_also = \"N\"\n",
        &[
            "N  Knight (N): leaps as a knight\n",
            "B  Bishop (BN): slides diagonally; leaps as a knight\n",
        ],
        &["rides"],
    );
    rules_say(
        "inherits = \"chess\"\nevery_piece_also = \"Q\"\n",
        &[
            "B  Bishop (Q): slides straight or diagonally\n",
            "K  King (isO2Q): slides straight or diagonally; castles\n",
            "P  Pawn (ifmnDfceFQ): ",
        ],
        &["): \n"],
    );
}
