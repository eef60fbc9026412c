//! Games in which two armies meet.

use katydid::catalogue::Catalogue;
use katydid::eval::evaluate;
use katydid::rules;
use katydid_trust::games;

fn count(name: &str, depth: u32) -> u64 {
    rules::perft(&rules::start(&games().variant(name).expect(name)), depth)
}

#[test]
fn armies_that_a_game_has_make_the_same_game() {
    for (game, with_armies) in [
        ("chess", "chess:fide-v-fide"),
        ("demi-fide", "demichess:demi-v-fide"),
        ("fide-conduit", "chess:fide-v-conduit"),
        ("demirifle", "demichess:demirifle-v-demirifle"),
    ] {
        assert_eq!(count(game, 3), count(with_armies, 3), "{with_armies}");
    }
}

#[test]
fn each_army_meets_itself_on_equal_terms_and_another_with_other_letters() {
    let armies = games().armies();
    assert!(armies.len() >= 17);
    for army in armies {
        let name = format!("chess:{army}-v-{army}");
        let game = games().variant(&name).expect("a game");
        let value = evaluate(&rules::start(&game));
        assert!(value.abs() <= 30, "{name}: {value}");
    }
    let game = games()
        .variant("chess:clobberers-v-nutters")
        .expect("a game");
    assert_eq!(
        game.start,
        "gihckhig/pppppppp/8/8/8/8/PPPPPPPP/DWFAKFWD w KQkq - 0 1"
    );
    assert!(games().names().iter().all(|name| !name.contains(':')));
}

#[test]
fn pawns_promote_to_the_pieces_of_both_armies_or_of_their_own() {
    let games = games();
    let choices = |name: &str, fen: &str| {
        let game = games.variant(name).expect("a game");
        let pos = rules::position(&game, fen).expect("a FEN");
        rules::legal_moves(&pos).len() - 3
    };
    // The king has three moves.
    let (white, black) = (
        "7k/P7/8/8/8/8/8/K7 w - - 0 1",
        "7k/8/8/8/8/8/p7/7K b - - 0 1",
    );
    for (name, keys, counts) in [
        ("both", "", [8, 8]),
        ("own", "own_army = true\n", [4, 4]),
        ("some", "own_army = true\npromotion = \"QF\"\n", [1, 1]),
    ] {
        let file =
            format!("name = \"{name}\"\ninherits = \"chess:fide-v-clobberers\"\n[pawns]\n{keys}");
        let texts = vec![(format!("{name}.toml"), file)];
        games.add_texts(texts).expect(name);
        assert_eq!(
            [choices(name, white), choices(name, black)],
            counts,
            "{name}"
        );
    }
    let bare = "name = \"bare\"\ninherits = \"chess\"\nstart = \"4k3/pppppppp/8/8/8/8/8/R3K3 w - - 0 1\"\n[pawns]\nown_army = true\n";
    let refused = games.add_texts(vec![("bare.toml".to_owned(), bare.to_owned())]);
    let error = refused.expect_err("nothing to become").to_string();
    let said = "`own_army`, but Black has none of these pieces at the start";
    assert!(error.contains(said), "{error}");
}

#[test]
fn a_colour_bound_piece_castles_over_three_squares() {
    let game = games().variant("chess:clobberers-v-fide").expect("a game");
    let pos = rules::position(&game, "r3k2r/8/8/8/8/8/8/D3K2D w KQkq - 0 1").expect("a FEN");
    let leg = rules::legal_moves(&pos).into_iter().find(|leg| {
        (leg.from(), leg.to())
            == (
                katydid::base::Square::at(4, 0),
                katydid::base::Square::at(1, 0),
            )
    });
    let after = rules::play(&pos, leg.expect("e1b1"));
    assert_eq!(after.fen(), "r3k2r/8/8/8/8/8/8/1KD4D b kq - 1 1");
    // Black's rook goes to d8 as usual; an attack on c1 forbids White to pass.
    let fen = "r3k2r/8/8/8/8/8/2q5/D3K2D w KQkq - 0 1";
    let pos = rules::position(&game, fen).expect("a FEN");
    assert!(
        rules::legal_moves(&pos)
            .into_iter()
            .all(|leg| leg.to().file() != 1 || leg.from().file() != 4)
    );
}

#[test]
fn wrong_armies_are_refused_with_what_was_expected() {
    for (name, said) in [
        ("chess:demi", "expected two armies, as in chess:demi-v-fide"),
        (
            "chess:demi-v-nobody",
            "no army 'nobody' (expected one of: alfil-crabs",
        ),
        ("nogame:demi-v-fide", "unknown variant 'nogame'"),
        (
            "hopgi:demi-v-fide",
            "hopgi cannot be played with other armies",
        ),
    ] {
        let error = games().variant(name).expect_err(name).to_string();
        assert!(error.contains(said), "{name}: {error}");
    }
}

#[test]
fn armies_come_by_file_and_games_inherit_from_games_with_armies() {
    let catalogue = Catalogue::new();
    let army = "name = \"geese\"\ntitle = \"Geese\"\narray = \"G..GK..G\"\ncastling = \"G\"\n[[piece]]\nletter = \"G\"\nname = \"Goose\"\nmovement = \"fN\"\n";
    let game =
        "name = \"farm\"\ninherits = \"chess:geese-v-fide\"\n[ends]\nstalemate = \"loses\"\n";
    let texts = [("geese.toml", army), ("farm.toml", game)];
    let texts = texts.map(|(file, text)| (file.to_owned(), text.to_owned()));
    assert_eq!(catalogue.add_texts(texts.into()).expect("a game"), ["farm"]);
    let farm = catalogue.variant("farm").expect("a game");
    assert!(
        farm.start.ends_with("/G2GK2G w KQkq - 0 1"),
        "{}",
        farm.start
    );
    let wrong = army.replace("G..GK..G", "G..GK.G");
    let error = catalogue.add_texts(vec![("w.toml".to_owned(), wrong)]);
    assert!(
        error
            .expect_err("seven squares")
            .to_string()
            .starts_with("w.toml:3:")
    );
}
