//! The terminal front-end of the built binary, with plain pipes.

use crate::scratch::Scratch;
use assert_cmd::Command;

fn katydid(arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_katydid"));
    let assert = command
        .args(arguments)
        .env_remove("KATYDID_VARIANTS")
        .write_stdin(input.as_bytes().to_vec())
        .timeout(std::time::Duration::from_mins(2))
        .assert()
        .success();
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is text")
}

/// A game of two people, without the engine.
fn play(game: &str, input: &str) -> String {
    katydid(&["play", game, "--side", "both"], input)
}

#[test]
fn moves_in_both_notations_are_shown_on_the_board_without_colours() {
    let shown = play("chess", "e2e4\ne5\nNf3\nNc6\nBb5\npgn\n");
    assert!(shown.contains("  4  .  .  .  . [P] .  .  . \n"), "{shown}");
    assert!(shown.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 *"), "{shown}");
    assert!(shown.contains("Move 3, Black to move."), "{shown}");
    assert!(!shown.contains('\x1b'), "{shown}");
    assert!(shown.ends_with("Good-bye.\n"), "{shown}");
}

#[test]
fn commands_are_read_in_any_case_and_behind_a_slash() {
    let shown = play(
        "chess",
        "  MOVES e2 \n/fen\nfen 8/8 w\n\nmoove\n/quit\nfen\n",
    );
    for said in [
        "2 legal: e3 (e2e3) e4 (e2e4)\n",
        " w KQkq - 0 1\n",
        "8/8",
        "moove",
    ] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    assert_eq!(shown.matches(" w KQkq - 0 1\n").count(), 1, "{shown}");
}

#[test]
fn a_null_move_is_played_where_a_person_moves_both_sides() {
    let shown = play("chess", "e4\n--\nd4\nundo\nundo\npgn\nZ0\npgn\n");
    assert!(shown.contains("Move 2, White to move."), "{shown}");
    assert!(shown.contains("1. e4 *"), "{shown}");
    assert!(shown.contains("1. e4 -- *"), "{shown}");
    let shown = katydid(&["play", "chess", "--depth", "1"], "--\nfen\n");
    assert!(
        shown.contains("'--', a null move, is only possible where no engine plays: 'side both'"),
        "{shown}"
    );
    assert!(shown.contains(" w KQkq - 0 1\n"), "{shown}");
}

#[test]
fn the_engine_answers_and_undo_takes_both_moves_back() {
    let shown = katydid(
        &["play", "grasshopper", "--depth", "2"],
        "h3h4\nundo\nfen\nhint\nscore\n",
    );
    assert!(shown.contains("Black (engine) plays "), "{shown}");
    assert!(shown.contains(", depth "), "{shown}");
    assert!(shown.contains(" w KQkq - 0 1\n"), "{shown}");
    assert!(shown.contains("The engine would play "), "{shown}");
}

#[test]
fn tables_have_the_values_of_all_turns() {
    let shown = play(
        "chess",
        "tables\nfen 8/8/8/8/8/2k5/1R6/K7 w - - 0 1\ntables\n",
    );
    assert!(
        shown.contains("no endgame table has this position"),
        "{shown}"
    );
    let listed = shown.split("win 31\n").nth(1).expect("a value");
    assert!(listed.starts_with("  R"), "{shown}");
}

#[test]
fn the_position_at_hand_is_solved_as_a_problem() {
    let input = "fen 7k/8/5K2/8/8/8/8/R7 b - - 0 1\nsolve h#2\nsolve h#8 0.1\nsolve k#2\nsolve\nsolve #1 soon\n";
    let shown = play("chess", input);
    assert!(
        shown.contains("   1.Kh8-g8 Kf6-g6 2.Kg8-h8 Ra1-a8 #\n"),
        "{shown}"
    );
    assert!(shown.contains("\npartial: "), "{shown}");
    for said in [
        "'k#2' is no stipulation",
        "expected a stipulation",
        "'soon': expected",
    ] {
        assert!(shown.contains(said), "{shown}");
    }
    let shown = play("hopgi", "solve #2\n");
    assert!(shown.contains("no problems are solved in hopgi"), "{shown}");
}

#[test]
fn mate_ends_the_game_and_the_saved_pgn_says_so() {
    let file = Scratch::new("game.pgn", "");
    let save = format!("save {}\n", file.display());
    let shown = play("chess", &format!("f3\ne5\ng4\nQh4\ne4\n{save}"));
    assert!(
        shown.contains("The game is over: 0-1 {Black wins: checkmate}"),
        "{shown}"
    );
    assert!(shown.contains("the game is over"), "{shown}");
    let saved = std::fs::read_to_string(&*file).expect("the game was saved");
    for line in [
        "[Result \"0-1\"]",
        "[Variant \"chess\"]",
        "[Termination \"checkmate\"]",
        "1. f3 e5 2. g4 Qh4# {checkmate} 0-1",
    ] {
        assert!(saved.contains(line), "{saved}");
    }
    assert!(!saved.contains("[FEN "), "{saved}");
}

#[test]
fn set_up_positions_are_named_in_the_pgn() {
    let fen = "4k3/8/3p4/8/2C5/8/8/4K3 w - - 0 1";
    let shown = play("demirifle", &format!("fen {fen}\nmoves c4\nc4d6\npgn\n"));
    assert!(
        shown.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]")),
        "{shown}"
    );
    assert!(shown.contains("1. Cc4xd6 "), "{shown}");
    // The shooter stays, the victim's square is marked.
    assert!(shown.contains("  6  .  .  . [.] .  .  .  . \n"), "{shown}");
    assert!(shown.contains("  4  .  . [C] .  .  .  .  . \n"), "{shown}");
}

#[test]
fn side_effects_are_marked() {
    let fen = "4k3/8/8/8/8/2A5/1p6/4K3 w - - 0 1";
    let shown = play("hurdlers", &format!("setup {fen}\nc3a1\n"));
    assert!(shown.contains("<P>"), "{shown}");
}

#[test]
fn holes_hands_drops_and_linked_kings() {
    let fen = "r6/w6/*6/f6/7/**5/**BF*WR[P] w - - 0 1";
    let shown = play(
        "hopgi",
        &format!("fen {fen}\nmoves\nWf2\nmoves\nFe2\npgn\n"),
    );
    assert!(shown.contains("White in hand: P\n"), "{shown}");
    assert!(shown.contains("type the next leg"), "{shown}");
    assert!(
        shown.contains("closed corner: nothing goes between b3 and c2\n"),
        "{shown}"
    );
    assert!(shown.contains("1. Wf2,Fe2 *"), "{shown}");
    assert!(shown.contains("\n  1        B "), "{shown}");
    let shown = play("hopgi", &format!("fen {fen}\nP@d4\nundo\nf1f2,d1e2\n"));
    assert!(shown.contains("[P]"), "{shown}");
    assert!(shown.contains("Black to move"), "{shown}");
    let shown = play("hopgi", &format!("fen {fen}\nf1f2\nundo\nfen\n"));
    assert!(shown.contains(" w - - 0 1\n"), "{shown}");
}

#[test]
fn turns_of_several_moves_are_asked_for_and_taken_back_leg_by_leg() {
    let shown = play(
        "progressive",
        "side both\ne4\nd5\nundo\nd6\nNf6\nBc4\nBxf7+\nKxf7\npgn\nfen\n",
    );
    assert!(shown.contains("type the next leg"), "{shown}");
    assert!(shown.contains("1. e4 2. d6 Nf6 3. Bc4 Bxf7+ *"), "{shown}");
    // The check has ended White's turn of three; Black has ended it with the first of four moves.
    assert!(shown.contains(" b KQ - 0 2 3/4\n"), "{shown}");
}

#[test]
fn every_game_has_a_line_in_the_menu_and_a_page() {
    let shown = play("chess", "games\nrules hopgi\nnew demichess\nmen\nhelp\n");
    for words in [
        "Grasshopper",
        "by Peter Aronson (hopgi)",
        "DemiChess: ",
        "CrabSnail",
        "add it to a file",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
}

#[test]
fn settings_are_confirmed_and_limits_kept() {
    let shown = play(
        "chess",
        "level 5\ntime 0.5\ndepth 3\ndepth off\nthinking off\nflip\nside both\nresign\nundo\n",
    );
    for words in [
        "level 5 of 20",
        "at most 0.5 s",
        "to depth 3",
        "not limited",
        "hidden",
        "    h  g  f  e  d  c  b  a\n",
        "You have both sides.",
        "Black wins: resignation",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    let long = "x".repeat(100_000);
    let nonsense = format!(
        "e2e5\nNd5\nxyzzy\nmoves e9\nmoves e5\nmoves e8\nmoves e1\nfen 8/8\nfen 9/x w\nnew ludo\nlevel 21\ntime -1\n\
         time nan\ndepth 0\nside green\nsave /nowhere/at/all.pgn\nundo\nrules 99999\n,\n\u{0}\né\n+\n{long}\ne2e4,e7e5\nfen\n"
    );
    let shown = play("chess", &nonsense);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(shown.contains(&format!("{start}\nGood-bye.\n")), "{shown}");
    for words in [
        "cannot go to e5",
        "no such knight can go to d5 now",
        "'moves e2' lists what is legal",
        "there is no piece on e5",
        "no legal move",
        "'21' is no level",
        "'green' is no side",
        "cannot save the game",
        "nothing to take back",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
}

#[test]
fn a_demo_is_a_short_game() {
    let shown = katydid(
        &["demo", "demirifle-fide", "--turns", "3", "--time", "0.05"],
        "",
    );
    assert_eq!(shown.matches(" (engine) plays ").count(), 3, "{shown}");
    assert!(shown.contains("[Variant \"demirifle-fide\"]"), "{shown}");
}

#[test]
fn effects_are_written_on_request() {
    let fen = "fen 4k3/8/8/4n3/3A4/8/8/4K3 w - - 0 1\n";
    let shown = play(
        "ag",
        &format!("{fen}moves d4\neffects on\nmoves d4\nAd4-f6(e5=b)\nAd4-f6(e5=w)\npgn\n"),
    );
    assert!(shown.contains("1 legal: Af6 (d4f6)"), "{shown}");
    assert!(shown.contains("1 legal: Ad4-f6(e5=w) (d4f6)"), "{shown}");
    assert!(shown.contains("its effects are (e5=w)"), "{shown}");
    assert!(shown.contains("1. Af6 {e5=w}"), "{shown}");
    assert!(play("chess", "effects on\neffects perhaps\n").contains("neither on nor off"));
}
