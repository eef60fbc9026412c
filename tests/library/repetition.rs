//! Which positions of a game count as the same, and how far back they are looked for.

use katydid::rules::{Game, Reason};
use katydid::search::{Limits, Searcher};
use katydid_trust::games;

fn game(name: &str, fen: &str, moves: &str) -> Game {
    let variant = games().variant(name).expect("a game");
    Game::set_up(&variant, Some(fen), moves.split(' ')).expect("legal moves")
}

/// The square that the pawn has passed is written, but the pinned pawn cannot capture there (FIDE 9.2.3).
#[test]
fn a_square_without_a_legal_capture_en_passant_makes_no_other_position() {
    let fen = "4r2k/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    let round = "e1d1 h8g8 d1e1 g8h8";
    let twice = game("chess", fen, &format!("d7d5 {round}"));
    assert_eq!(twice.outcome(), None);
    let thrice = game("chess", fen, &format!("d7d5 {round} {round}"));
    let reason = |game: &Game| game.outcome().map(|end| end.reason);
    assert_eq!(reason(&thrice), Some(Reason::Repetition));
    // Without the pin the capture is legal at first, and the position another one.
    let free = fen.replace("4r2k", "r6k");
    let other = game("chess", &free, &format!("d7d5 {round} {round}"));
    assert_eq!(other.outcome(), None);
}

/// On a cylinder the pawn on a4 stands beside h4.
#[test]
fn a_capture_en_passant_over_the_edge_makes_another_position() {
    let round = "e8d8 e1d1 d8e8 d1e1";
    let moves = format!("h2h4 {round} {round}");
    let twice = game("cylinder", "4k3/8/8/8/p7/8/7P/4K3 w - - 0 1", &moves);
    assert_eq!(twice.outcome(), None);
    let thrice = game("cylinder", "4k3/8/8/p7/8/8/7P/4K3 w - - 0 1", &moves);
    let end = thrice.outcome().map(|end| end.reason);
    assert_eq!(end, Some(Reason::Repetition));
}

/// A move that can never be undone ends the search for earlier occurrences, also where pieces change sides and come back.
#[test]
fn repetition_looks_back_to_the_last_irreversible_change() {
    let reach = |name: &str, fen: &str, moves: &str| game(name, fen, moves).record().recent_len();
    let quiet = "e1d1 e8d8 d1e1 d8e8";
    let takes = "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1";
    assert_eq!(reach("chess", takes, quiet), 5);
    assert_eq!(reach("chess", takes, &format!("{quiet} c3d5 e8d8")), 2);
    assert_eq!(reach("andernach", takes, quiet), 5);
    assert_eq!(reach("andernach", takes, &format!("{quiet} c3d5 e8d8")), 2);
    // The knight is reborn: no piece has gone.
    assert_eq!(reach("circe", takes, &format!("{quiet} c3d5 e8d8")), 7);
    let at_home = "1n2k1n1/8/8/3n4/8/2N5/8/4K3 w - - 0 1";
    assert_eq!(reach("circe", at_home, "e1d1 e8d8 c3d5"), 1);
    // A hurdle that turns can turn back.
    let hop = "4k3/8/8/8/8/1Ar5/8/4K3 w - - 0 1";
    assert_eq!(reach("ag", hop, "b3d3 e8d8"), 3);
    // What is captured comes back from the hand; a king does not.
    let hand = "4k3/8/8/3n4/8/2N5/8/4K3[] w - - 0 1";
    assert_eq!(reach("crazyhouse", hand, "c3d5 e8d8"), 3);
}

/// Pawns that step back, and pieces that turn over and back, bring earlier positions about: their moves are no final progress.
#[test]
fn what_goes_back_and_turns_back_repeats() {
    let reason = |game: &Game| game.outcome().map(|end| end.reason);
    let kings = "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1";
    let round = "e4e3 e8d8 e3e4 d8e8";
    let back = game("pawnback", kings, &format!("{round} {round}"));
    assert_eq!(reason(&back), Some(Reason::Repetition));
    let text = "name = \"turning\"\nstart = \"4k3/7r/8/8/8/8/R7/4K3 w - - 0 1\"\n\
                [[piece]]\nletter = \"R\"\nmovement = \"R\"\n[[piece]]\nletter = \"+R\"\nmovement = \"R\"\npromotion = \"R\"\n\
                [[piece]]\nletter = \"K\"\nmovement = \"K\"\nroyal = true\n\
                [zones]\nwhite = \"*1 *2 *3 *4 *5 *6 *7 *8\"\nblack = \"*1 *2 *3 *4 *5 *6 *7 *8\"\n";
    let games = katydid::catalogue::Catalogue::new();
    let files = vec![("turning.toml".to_owned(), text.to_owned())];
    games.add_texts(files).expect("a game");
    let variant = games.variant("turning").expect("a game");
    let round = "a2b2+ h7g7+ b2a2- g7h7-".split(' ');
    let twice = round.clone().chain(round.clone());
    let turned = Game::set_up(&variant, None, twice).expect("legal moves");
    assert_eq!(reason(&turned), Some(Reason::Repetition));
    assert_eq!(turned.position().state().halfmove_clock, 8);
}

/// In Minishogi the fourth occurrence is lost by White, who began, but perpetual check by who gives it. Compared with pyffish.
#[test]
fn repetition_and_perpetual_check_decide_minishogi() {
    let result = |fen: &str, moves: &str, times: usize| {
        let game = game("minishogi", fen, vec![moves; times].join(" ").as_str());
        game.outcome().map(|end| end.to_string())
    };
    let (quiet, kings) = ("4k/5/5/1R3/K4[] w - - 0 1", "a1b1 e5d5 b1a1 d5e5");
    assert_eq!(result(quiet, kings, 2), None);
    let repeated = Some("0-1 {Black wins: repetition}".to_owned());
    assert_eq!(result(quiet, kings, 3), repeated);
    let (chase, checks) = ("4k/5/5/3R1/K4[] w - - 0 1", "d2e2 e5d5 e2d2 d5e5");
    let perpetual = Some("0-1 {Black wins: perpetual check}".to_owned());
    assert_eq!(result(chase, checks, 3), perpetual);
    // White's king had steps, too.
    let (other, mixed) = (
        "4k/5/5/3R1/K4[] w - - 0 1",
        "d2e2 e5d5 a1b1 d5c5 b1a1 c5d5 e2d2 d5e5",
    );
    assert_eq!(result(other, mixed, 3), repeated);
    // Black is the one that gives check.
    let (black, round) = ("4k/3r1/5/5/4K[] b - - 0 1", "d4e4 e1d1 e4d4 d1e1");
    let white = Some("1-0 {White wins: perpetual check}".to_owned());
    assert_eq!(result(black, round, 3), white);
}

/// With `repetitions = 0` a game goes on however often a position comes back, and a search of it ends all the same.
#[test]
fn a_game_may_go_on_whatever_comes_back() {
    let games = katydid::catalogue::Catalogue::new();
    let text =
        "name = \"endless\"\ninherits = \"chess\"\n[ends]\nrepetitions = 0\nmove_limit = 0\n";
    let added = games.add_texts(vec![("endless.toml".to_owned(), text.to_owned())]);
    let name = added.expect("a sound game").remove(0);
    let variant = games.variant(&name).expect("a game");
    let fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    let round = vec!["e1d1 e8d8 d1e1 d8e8"; 70].join(" ");
    let game = Game::set_up(&variant, Some(fen), round.split(' ')).expect("legal moves");
    assert_eq!(game.outcome(), None);
    let limits = Limits {
        depth: Some(6),
        ..Limits::default()
    };
    let mut searcher = Searcher::new(1).expect("a table");
    let best = searcher.search(&game, limits, |_| {}).expect("a search");
    assert!(best.best.turn.is_some());
}

/// A count that is over draws, but not before the mate with its last move.
#[test]
fn a_count_that_is_over_draws() {
    let end = |fen: &str, moves: &str| {
        game("makruk", fen, moves)
            .outcome()
            .map(|end| end.to_string())
    };
    let rooks = "k7/7R/8/8/8/8/8/K5R1 w - 16 16 40";
    assert_eq!(end("k7/8/7R/8/8/8/8/K5R1 b - 16 15 40", "a8b8"), None);
    assert_eq!(
        end(rooks, "g1g2"),
        Some("1/2-1/2 {Draw: the count is over}".to_owned())
    );
    assert_eq!(
        end(rooks, "g1g8"),
        Some("1-0 {White wins: checkmate}".to_owned())
    );
}

/// Taking turns back leaves the record as it was.
#[test]
fn the_record_goes_back_with_the_game() {
    let fen = "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1";
    let before = game("andernach", fen, "e1d1 e8d8");
    let mut after = game("andernach", fen, "e1d1 e8d8 c3d5 d8e8");
    after.undo();
    after.undo();
    assert_eq!(after.record(), before.record());
}
