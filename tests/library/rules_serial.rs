//! Games of several moves a turn: whole games, and the variants made by file alone.

use katydid::rules::{self, Game, Outcome, Reason, legal_turns, turn_of_text};
use katydid::variant::Variant;
use katydid_trust::games;
use std::path::Path;
use std::sync::Arc;

fn variant(name: &str) -> Arc<Variant> {
    games().variant(name).expect("a known game")
}

/// The game of an example file.
fn example(name: &str) -> Arc<Variant> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("variants/examples")
        .join(format!("{name}.toml"));
    games().add(&file).expect("a sound example");
    variant(name)
}

/// A game like double-move chess with another `[turns]` section.
fn with_turns(name: &str, turns: &str) -> Result<Arc<Variant>, String> {
    let text = format!("name = \"{name}\"\ninherits = \"doublemove\"\n[turns]\n{turns}\n");
    games()
        .add_texts(vec![(format!("{name}.toml"), text)])
        .map_err(|error| error.to_string())?;
    Ok(variant(name))
}

fn texts(variant: &Arc<Variant>, fen: &str) -> Vec<String> {
    let pos = rules::position(variant, fen).expect("a position of the game");
    legal_turns(&pos)
        .into_iter()
        .map(|turn| rules::turn_text(&pos, &turn))
        .collect()
}

#[test]
fn ten_quiet_turns_draw_in_progressive_games() {
    for (name, limit) in [
        ("progressive", 10),
        ("progressive-demichess", 10),
        ("doublemove", 100),
    ] {
        let after = |clock: u16| {
            let fen = format!("4k3/4p3/8/8/8/8/4P3/4K3 w - - {clock} 9 1/1");
            let mut game = Game::set_up(&variant(name), Some(&fen), []).unwrap();
            game.play("e1d1").unwrap();
            game.outcome()
        };
        assert_eq!(after(limit - 2), None, "{name}");
        assert_eq!(
            after(limit - 1),
            Some(Outcome::draw(Reason::MoveCount)),
            "{name}"
        );
    }
}

#[test]
fn the_third_repetition_counts_turns() {
    let fen = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 9 2/2";
    let mut game = Game::set_up(&variant("doublemove"), Some(fen), []).unwrap();
    for round in 0..2 {
        assert_eq!(game.outcome(), None, "{round}");
        game.play("e1d1,d1e1").unwrap();
        assert_eq!(game.outcome(), None, "{round}");
        game.play("e8d8,d8e8").unwrap();
    }
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Repetition)));
}

#[test]
fn turns_are_refused_with_the_reason() {
    let start = rules::start(&variant("progressive"));
    let second = rules::play_text(&start, "e2e4").unwrap();
    let complaint = |text: &str| {
        turn_of_text(&second, text)
            .expect_err("illegal")
            .to_string()
    };
    assert!(complaint("e7e5").contains("another leg has to follow"));
    assert!(complaint("e7e5,g8f6,b8c6").contains("complete after 2 of 3 legs"));
    assert!(complaint("e7e5,e5e6").contains("cannot go to e6"));
    assert!(complaint("e7e5,").contains("expected squares"));
}

#[test]
fn italian_progressive_checks_only_with_the_last_move() {
    let italian = example("italian-progressive");
    let turns = texts(&italian, "4k3/8/8/8/8/8/8/R3K3 w - - 0 2 3/3");
    assert!(
        turns.iter().all(|turn| turn.split(',').count() == 3),
        "no turn ends early"
    );
    assert!(turns.contains(&"a1a2,a2a3,a3a8".to_owned()));
    assert!(!turns.iter().any(|turn| turn.starts_with("a1a8")));
    // The only escape checks: fine with the last move, mate before.
    let escape = |legs: &str| format!("r3k3/8/8/8/8/1r6/8/K6Q w - - 0 2 {legs}");
    assert_eq!(texts(&italian, &escape("1/3")), ["h1a8"]);
    let mated = Game::set_up(&italian, Some(&escape("3/3")), []).unwrap();
    let black_wins = Outcome::win(katydid::base::Color::Black, Reason::Checkmate);
    assert_eq!(mated.outcome(), Some(black_wins));
    assert_eq!(texts(&variant("progressive"), &escape("3/3")), ["h1a8"]);
}

#[test]
fn unbalanced_marseillais_begins_with_two_moves() {
    let marseillais = example("unbalanced-marseillais");
    let mut game = Game::new(&marseillais);
    assert!(game.position().fen().ends_with(" w KQkq - 0 1 2/2"));
    game.play("e2e4,d2d4").unwrap();
    assert!(game.position().fen().ends_with(" b KQkq - 0 1 2/2"));
    let read = rules::position(&marseillais, "4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
    assert!(read.fen().ends_with(" 2/2"));
}

#[test]
fn a_schedule_that_falls_is_repeated() {
    let monster = variant("monster");
    let mut game = Game::new(&monster);
    for (turn, state) in [
        ("e2e4,e1e2", "b kq - 0 1 1/1"),
        ("d7d5", "w kq - 0 2 2/2"),
        ("e4d5,e2e3", "b kq - 0 2 1/1"),
        ("d8d5", "w kq - 0 3 2/2"),
        ("e3f4,d2d4", "b kq - 0 3 1/1"),
    ] {
        game.play(turn)
            .unwrap_or_else(|error| panic!("{turn}: {error}"));
        let fen = game.position().fen();
        assert!(fen.ends_with(state), "{turn}: {fen}");
    }
    assert_eq!(rules::perft(&rules::start(&monster), 1), 99);
}

#[test]
fn schedules_and_en_passant_are_data() {
    let fen = "4k3/8/8/8/3p4/8/2P1P3/4K3 w - - 0 2 2/2";
    let after = |turns: &str, name: &str| {
        let pos = rules::position(&with_turns(name, turns).unwrap(), fen).unwrap();
        rules::play_text(&pos, "c2c4,e2e4").unwrap().fen()
    };
    assert!(after("en_passant = \"turn\"", "passing-turn").contains(" c3e3 "));
    assert!(after("en_passant = \"last\"", "passing-last").contains(" e3 "));
    assert!(after("en_passant = \"never\"", "passing-never").contains(" - - "));
    let steep = with_turns("steep", "schedule = \"1 3 5 ...\"").unwrap();
    let read = |fields: &str| {
        rules::position(&steep, &format!("4k3/8/8/8/8/8/8/4K2R {fields}"))
            .unwrap()
            .fen()
    };
    assert!(read("b - - 0 1").ends_with(" 3/3"));
    assert!(read("b - - 0 3").ends_with(" 11/11"));
    let refused = |name: &str, schedule: &str| {
        with_turns(name, &format!("schedule = \"{schedule}\"")).expect_err("a bad schedule")
    };
    assert!(
        refused("bad-1", "3 100").starts_with("bad-1.toml:4:15: found '100'"),
        "{}",
        refused("bad-1", "3 100")
    );
    assert!(refused("bad-2", "0 1").contains("found '0'"));
    assert!(refused("bad-3", "...").contains("no number"));
    assert!(refused("bad-4", "1 two").contains("found 'two'"));
}

/// Only a pawn that has not moved again since its double step can be taken en passant.
#[test]
fn a_pawn_that_goes_on_in_its_turn_is_safe_from_en_passant() {
    let variant = games().variant("doublemove").expect("a game");
    let fen = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 2 2/2";
    let start = rules::position(&variant, fen).expect("a position");
    let gone_on = rules::play_text(&start, "e2e4,e4e5").expect("a turn");
    assert!(gone_on.fen().contains(" b - - "), "{}", gone_on.fen());
    assert!(rules::play_text(&gone_on, "d4e3,e8e7").is_err());
    let stayed = rules::play_text(&start, "e2e4,e1d1").expect("a turn");
    assert!(stayed.fen().contains(" b - e3 "), "{}", stayed.fen());
    assert!(rules::play_text(&stayed, "d4e3,e8e7").is_ok());
}

#[test]
fn a_pawn_can_be_taken_en_passant_although_its_first_square_is_occupied_again() {
    let text = "name = \"refilled\"\ninherits = \"chess\"\n[[piece]]\nletter = \"P\"\nmovement = \"fmWfmnDfceF\"\n\
                [turns]\nschedule = \"2 1\"\n";
    games()
        .add_texts(vec![("refilled.toml".to_owned(), text.to_owned())])
        .expect("a sound game");
    let game = variant("refilled");
    let pos = rules::position(&game, "4k3/8/8/8/p7/8/1P6/K7 w - - 0 5 2/2").unwrap();
    let after = rules::play_text(&pos, "b2b4,a1b2").unwrap();
    assert!(after.fen().contains(" b3 "), "{}", after.fen());
    let read = rules::position(&game, &after.fen()).unwrap();
    assert_eq!(read.fen(), after.fen());
    assert_eq!(read.key(), after.key());
}

/// A FEN names the squares that several pawns have passed in one turn, also where pawns move by notation.
#[test]
fn squares_passed_by_several_pawns_are_written_and_read() {
    let text = "name = \"free-passed\"\ninherits = \"doublemove\"\n[[piece]]\nletter = \"P\"\n\
                movement = \"fmWfceFifmnD\"\n";
    games()
        .add_texts(vec![("free-passed.toml".to_owned(), text.to_owned())])
        .expect("a sound game");
    for game in [variant("doublemove"), variant("free-passed")] {
        let pos = rules::position(&game, "4k3/8/8/8/3p4/8/2P1P3/4K3 w - - 0 2 2/2").unwrap();
        let after = rules::play_text(&pos, "c2c4,e2e4").unwrap();
        assert!(after.fen().contains(" c3e3 "), "{}", after.fen());
        let read = rules::position(&game, &after.fen()).unwrap();
        assert_eq!((read.fen(), read.key()), (after.fen(), after.key()));
        for taking in ["d4c3,e8e7", "d4e3,e8e7"] {
            let taken = rules::play_text(&read, taking).expect(taking);
            assert_eq!(taken.pawns().count(), 2, "{taking}");
        }
    }
}
