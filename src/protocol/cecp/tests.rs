//! Tests of properties that no single conversation shows; conversations are tested by `tests/transcripts`.

use super::completion::Row;
use super::ply::{Act, Ply};
use super::screen::Screen;
use super::showing::{Showing, own_letter, showing};
use super::{displacement, gallery, menu, mouse, saved, setup, walls};
use crate::base::{Color, Move, MoveKind, Piece, PieceType, SplitMix64};
use crate::catalogue::{self, Catalogue};
use crate::position::Position;
use crate::protocol::options::MENU_PAGES;
use crate::rules::{self, Game, Progress, TurnBuilder};
use crate::variant::{DeclaredPieces, Variant};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The embedded games and the examples.
fn games() -> &'static Catalogue {
    static GAMES: OnceLock<Catalogue> = OnceLock::new();
    GAMES.get_or_init(|| {
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/examples");
        let catalogue = Catalogue::new();
        catalogue.add(&examples).expect("the examples");
        catalogue
    })
}

fn variant(name: &str) -> Arc<Variant> {
    games().variant(name).expect("a game")
}

fn position(name: &str, fen: &str) -> Position {
    rules::position(&variant(name), fen).expect("a position")
}

/// The embedded games in which moves change more than XBoard changes by itself, and all games with walls.
fn changing_games() -> Vec<Arc<Variant>> {
    let embedded = catalogue::games().names();
    let others = games().all_names().into_iter();
    let others = others
        .filter(|name| !embedded.contains(name))
        .map(|name| variant(&name));
    let walled = others.filter(|game| game.rules.wall.is_some());
    let embedded = embedded.iter().map(|name| variant(name));
    let changing = embedded.filter(|game| game.rules.capabilities.side_effects);
    changing.chain(walled).collect()
}

/// Game, position, turn, and the plies that show its last leg.
const SHOWN: &str = "
    # A hurdle that turns is changed by its owner. A white one turns black: its own side changes it.
    ag | 4k3/8/8/8/n7/8/2N5/A3K3 w - - 0 1 | a1a5 | @@@@ a4h8,h8a4y a1a5
    ag | 4k3/8/8/8/N7/8/2N5/A3K3 w - - 0 1 | a1a5 | a4h8,h8a4y @@@@ a1a5
    # A hurdle is reborn. It turns and goes home in one ply, and leaves the game where its home is taken.
    cg | 4k3/8/8/8/n7/8/8/C3K3 w - - 0 1 | a1a5 | @@@@ a4g8 a1a5
    acg | 4k3/8/8/8/n7/8/8/H3K3 w - - 0 1 | a1a5 | @@@@ a4b1y a1a5
    cg | 4k1n1/8/8/8/n7/8/8/C3K3 w - - 0 1 | a1a5 | a1a4,a4a1 @@@@ a1a5
    # A piece that changes itself needs no other ply. A pawn may not promote: XBoard would make a queen of it.
    andernach | 4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1 | c3d5 | c3d5y
    einstein | 4k3/8/8/8/8/2N5/8/4K3 w - - 0 1 | c3d5 | c3d5p
    superandernach | 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 | a7a8q | a7a8v
    einstein | 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 | a7a8 | a7a8p
    # Drops and shots are plies of their own.
    circe-crazyhouse | 4k3/8/8/8/8/8/8/4K3[N] w - - 0 1 | N@e4 | N@e4
    andernach-rifle | 4k3/8/8/8/3c4/8/2C5/4K3 w - - 0 1 | c2d4 | c2d4,d4c2z
    # The duck belongs to the side that places it next. Dropped the first time it has to change sides afterwards.
    duck | 4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | a1a5,*@a4 | D@a4 @@@@ a4h8,h8a4i
    duck | 4k3/8/8/3*4/8/8/8/R3K3 w - - 0 1 | a1a5,*@a4 | d5a4i
    duck | 4k3/8/8/3*4/8/8/8/R3K3 b - - 0 1 | e8e7,*@a4 | d5a4i
    # Walls that stay are dropped by either side, as it comes to move.
    isolation | 3p2/6/6/6/6/6/6/2P3 b - - 0 1 | d8d7,*@a4 | W@a4
    snailtrail | 6p/7/7/7/7/7/P6 w - - 0 1 | a1a2 | a1a2 W@a1 @@@@
    snailtrail | 6p/7/7/7/7/7/P6 b - - 0 1 | g7g6 | g7g6 W@g7 @@@@
    haaner | 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 | e1c1 | e1c1 W@a1 W@e1
    # Einstein's rook becomes a bishop in castling.
    einstein | 4k3/8/8/8/8/8/8/4K2R w K - 0 1 | e1g1 | e1g1 @@@@ f1h8,h8f1b
    # A captured piece goes home before it is taken. Where its home is taken it leaves the game as usual.
    circe | 4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1 | c3d5 | @@@@ d5g8 c3d5
    circe | 4k1n1/8/8/3n4/8/2N5/8/4K3 w - - 0 1 | c3d5 | c3d5
    # Where the way home would take the rook for XBoard, or home is the captor's square, it waits elsewhere.
    circe | 7k/8/8/8/P7/8/q7/R3K3 b - - 0 1 | a2a4 | @@@@ a4e7 a2a4 e7a2 @@@@
    circe | 3Q4/6k1/8/3q4/8/8/8/4K3 w - - 0 1 | d8d5 | @@@@ d5h8 d8d5 h8d8 @@@@
    # A piece that is put elsewhere after its move goes there in the same ply, unless that is the ply of another leg.
    wormholes | 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | e2e4/e5 | e2e5
    wormholes | 4k3/8/8/8/3p4/8/8/3RK3 w - - 0 1 | d1d4/e4 | d1d4,d4e4
    take-and-make | 4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1 | d1d5/e7 | d1d5,d5e7
    # A captor goes home, and kings do not castle on their way.
    anticirce | 4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1 | c3d5 | c3d5,d5b1
    anticirce | 4k3/8/8/8/8/8/8/1nK4R w - - 0 1 | c1b1 | c1b1 @@@@ b1h8 @@@@ h8e1
    # Each displaced piece goes in a ply of its own side.
    dynamo | 4k3/8/8/8/8/p7/8/R3K3 w - - 0 1 | a1a2 | a1a2
    dynamo | 4k3/8/8/8/8/p7/8/R3K3 w - - 0 1 | a3a5 | @@@@ a3a5 @@@@
    dynamo | 4k3/8/8/8/8/p7/8/R3K3 w - - 0 1 | a1a2,a3a5 | @@@@ a3a5 a1a2
    # A piece that is sent off is removed by the other side.
    dynamo | 4k3/8/8/8/8/p7/8/R3K3 w - - 0 1 | a3-- | a1a3,a3a1
    dynamo | 4k3/8/8/8/8/p7/8/R3K3 w - - 0 1 | a1a3,a3-- | a1a3
    dynamo | 4k3/8/8/8/8/p7/8/R3K3 w - - 0 1 | a1a5,a3-- | a1a3,a3a5
    dynamo | 4k3/8/8/8/8/p7/8/R3K3 w - - 0 1 | a1-- | @@@@ a3a1,a1a3 @@@@
    dynamo | 4k3/8/8/8/8/p7/8/R3K3 w - - 0 1 | a1--,a3a2 | @@@@ a3a1,a1a2 @@@@
    # Two pieces of one side are announced.
    dynamo | 4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1 | e2c3,g1e2 | @@@@ @@@@ e2c3 @@@@ g1e2
    # XBoard takes the way of a pawn over more than four files for a capture in passing, whatever stands behind it.
    dynamo | 4k3/8/RP6/6n1/8/8/8/4K3 w - - 0 1 | b6f6 | b6f6
    dynamo | 4k3/8/RP6/6n1/8/8/8/4K3 w - - 0 1 | b6g6 | b6h7 @@@@ h7g6
    dynamo | 4k3/8/8/8/6N1/Rp6/8/4K3 w - - 0 1 | b3g3 | @@@@ b3h8 @@@@ h8g3 @@@@
    dynamo | 4k3/8/8/8/8/Rp6/8/4K3 w - - 0 1 | b3g3 | @@@@ b3g3 @@@@
    # XBoard castles with the nearest piece; where there is none, a king can go along its rank.
    dynamo | 4k3/8/8/8/8/8/8/R1K5 w - - 0 1 | c1e1 | c1e1
    dynamo | 4k3/8/8/8/8/8/8/R1K4b w - - 0 1 | c1e1 | c1h8 @@@@ h8e1
";

#[test]
fn legs_are_shown_by_these_plies() {
    let rows = SHOWN.lines().map(str::trim);
    for row in rows.filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let [game, fen, text, plies] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let pos = position(game, fen);
        let turn = rules::turn_of_text(&pos, text).expect("a legal turn");
        let steps = rules::steps(&pos, turn.legs());
        let (at, leg) = steps.last().expect("a leg");
        let found = showing(&Screen::of(&at), &at, leg, true).row;
        let found: Vec<String> = found.plies.into_iter().map(Ply::text).collect();
        assert_eq!(found.join(" "), plies, "{row}");
    }
}

/// Shows a leg, and checks that XBoard's board is right after its plies.
fn show(screen: &Screen, pos: &Position, leg: Move) -> Showing {
    let (after, shown) = (rules::play(pos, leg), showing(screen, pos, leg, true));
    let mut row = Row::new(screen.clone());
    let (game, leg) = (&pos.variant().name, rules::leg_text(pos, leg));
    let text = format!("{game} {} {leg}: {:?}", pos.fen(), shown.row.plies);
    for ply in &shown.row.plies {
        // XBoard sends a ply in two parts as castling, unless an enemy piece is on its way.
        if let Ply::Act(Act { via: Some(via), .. }) = ply
            && rules::pushes_and_pulls(pos.variant())
        {
            assert!(row.screen.has(!row.screen.mover, *via), "{text}");
        }
        row = row.with(*ply).unwrap_or_else(|| panic!("{text}"));
    }
    assert!(row.screen.shows(&screen.showing(&after)), "{text}");
    assert_eq!(row.screen.mover, after.side_to_move(), "{text}");
    shown
}

/// Whether a leg can be completed that a person makes without choosing what the piece becomes.
fn can_be_made_by_hand(screen: &Screen, pos: &Position, mv: Move, shown: &Showing) -> bool {
    let (after, us) = (rules::play(pos, mv), pos.side_to_move());
    let into = mv.piece_type().filter(|_| mv.kind() == MoveKind::Promotion);
    let letter = into.and_then(|into| screen.table.suffix(us, Piece::new(us, into)));
    let own = match shown.own_ply().expect("a ply") {
        Ply::Act(act) => Ply::Act(Act { letter, ..act }),
        own => own,
    };
    let row = Row::new(screen.clone()).with(own);
    let is_forced = own_letter(screen, pos, mv) != letter;
    is_forced || row.is_some_and(|row| row.completed(&screen.showing(&after)).is_ok())
}

/// XBoard's board is right after the plies of any move; also after a move made by a person,
/// unless it has to be shown in another way.
#[test]
fn boards_are_right_after_every_move_of_many_games() {
    let mut rng = SplitMix64::new(7);
    let mut random = |below: usize| (rng.next() >> 33) as usize % below;
    // No plies show a pawn that a sentinel leaves behind, as long as none has been captured.
    let games = changing_games();
    let games = games.into_iter().filter(|game| game.name != "sentinels");
    for variant in games {
        let (mut refused, mut most) = (0, 0);
        for _ in 0..6 {
            let mut pos = rules::start(&variant);
            let mut screen = Screen::of(&pos);
            for _ in 0..120 {
                let moves = rules::legal_moves(&pos);
                if moves.is_empty() {
                    break;
                }
                for mv in moves.iter().skip(random(3)).step_by(3) {
                    let shown = show(&screen, &pos, *mv);
                    most = most.max(shown.row.plies.len());
                    refused += usize::from(!can_be_made_by_hand(&screen, &pos, *mv, &shown));
                }
                let mv = moves[random(moves.len())];
                screen = show(&screen, &pos, mv).row.screen;
                pos = rules::play(&pos, mv);
            }
        }
        let name = &variant.name;
        assert!(most <= 7, "{name}: {most} plies");
        let conditions = &variant.rules.conditions;
        // A pawn that moves otherwise goes far aside, which XBoard takes for a capture in passing.
        let excused = conditions.captures_reach_far()
            || conditions.lend_movement()
            || conditions.start_elsewhere()
            || conditions.add_targets();
        assert!(refused == 0 || excused, "{name}: {refused} refused");
    }
}

/// A ply as XBoard saves it, with the whole departure square.
fn saved_text(screen: &Screen, ply: Ply) -> String {
    let act = match ply {
        Ply::Null => return "--".to_owned(),
        Ply::Drop(letter, to) => return format!("{}@{to}", letter.to_ascii_uppercase()),
        Ply::Act(act) => act,
    };
    let piece = screen.at(act.from).expect("a piece");
    let after = screen.after(ply).expect("a board");
    let castles = screen.wrong(&after).len() > 3;
    if castles && act.via.is_none() && act.from.rank() == act.to.rank() {
        let long = act.to.file() < act.from.file();
        return if long { "O-O-O" } else { "O-O" }.to_owned();
    }
    let variant = &screen.table.variant;
    let pawn = variant.rules.pawn == Some(piece.piece_type());
    let letter = walls::letter_of(variant, piece.piece_type());
    let letter = if pawn { "" } else { &letter };
    let takes = if act.via.is_none() && screen.at(act.to).is_some() {
        "x"
    } else {
        ""
    };
    let via = act.via.map_or_else(String::new, |via| format!("{via}-"));
    let becomes = act
        .letter
        .map_or_else(String::new, |letter| format!("={letter}"));
    format!("{letter}{}{takes}{via}{}{becomes}", act.from, act.to)
}

/// Games are read from the plies that XBoard saves of them, whatever the moves change.
#[test]
fn saved_games_are_read_as_they_were_played() {
    let mut rng = SplitMix64::new(7);
    for variant in changing_games() {
        let name = &variant.name;
        for _ in 0..4 {
            let mut game = Game::new(&variant);
            let (mut texts, mut screen) = (Vec::new(), Screen::of(game.position()));
            while game.outcome().is_none() && texts.len() < 200 {
                let mut begun = TurnBuilder::new(game.position());
                let turn = loop {
                    let (pos, moves) = (begun.now().clone(), begun.legal());
                    let leg = moves[(rng.next() >> 33) as usize % moves.len()];
                    for ply in showing(&screen, &pos, leg, false).row.plies {
                        texts.push(saved_text(&screen, ply));
                        screen = screen.after(ply).expect("a board");
                    }
                    if let Progress::Complete(turn) = begun.push(leg).expect("a legal leg") {
                        break turn;
                    }
                };
                game.push(turn);
            }
            let text = || format!("{name}: {}", texts.join(" "));
            let read = saved::read(&variant, None, texts.iter().map(String::as_str));
            let read = read.unwrap_or_else(|error| panic!("{}: {error}", text()));
            assert_eq!(read.position().fen(), game.position().fen(), "{}", text());
        }
    }
}

/// Where kings can turn, XBoard has no king, and castling is saved as two moves.
#[test]
fn castling_by_two_plies_is_read() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let read = saved::read(&variant("ag-rex"), Some(fen), ["Kg1", "--", "Rf1"]).expect("a game");
    assert_eq!(read.turns().len(), 1);
    assert_eq!(read.position().fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

/// Pieces that leap over several others change all of them in one move.
#[test]
fn boards_are_right_after_hops_over_several_pieces() {
    let text = "X=kangaroo:AE,Y=double-grasshopper:A,Z=moose:C";
    let pieces = DeclaredPieces::parse(text).expect("pieces");
    let game = variant("hurdlers").with_pieces(&pieces).expect("a game");
    let fen = "8/pxnp4/1b1Y4/2pX4/3Z2q1/1P1z4/XP2YN2/R7 w - - 0 1";
    let mut several = 0;
    for round in 0..12 {
        let mut pos = rules::position(&game, fen).expect("a position");
        let mut screen = Screen::of(&pos);
        for step in 0..40 {
            let moves = rules::legal_moves(&pos);
            if moves.is_empty() {
                break;
            }
            for mv in &moves {
                several += usize::from(show(&screen, &pos, *mv).row.plies.len() > 3);
            }
            let mv = moves[(7 * step + 13 * round) % moves.len()];
            screen = show(&screen, &pos, mv).row.screen;
            pos = rules::play(&pos, mv);
        }
    }
    assert!(several > 20, "{several}");
}

/// Shows a leg of Dynamo, and checks that its last ply completes it and that no earlier ply looks like a leg.
fn show_and_read(pos: &Position, leg: Move) {
    let (mut screen, us) = (Screen::of(pos), pos.side_to_move());
    let plies = show(&screen, pos, leg).row.plies;
    let announced = plies.len() > 2 && plies[..2] == [Ply::Null, Ply::Null];
    for (index, ply) in plies.iter().enumerate() {
        let mover = screen.mover;
        screen = screen.after(*ply).expect("a ply that was shown");
        if mover == us {
            let read = displacement::leg_shown(pos, &screen, announced && index > 1);
            let due = (index + 1 == plies.len()).then_some(leg);
            // Two pieces of a kind can change places: then either leg is right.
            let placed = |mv: Move| screen.showing(&rules::play(pos, mv)).placement();
            let text = rules::leg_text(pos, leg);
            assert!(
                read.map(placed) == due.map(placed),
                "{} {text}: {plies:?}",
                pos.fen()
            );
        }
    }
    assert_eq!(screen.mover, !us);
}

#[test]
fn legs_of_dynamo_are_shown_and_read() {
    let mut rng = SplitMix64::new(7);
    let mut random = |below: usize| (rng.next() >> 33) as usize % below;
    for game in ["dynamo", "dynamo-demichess"] {
        let mut pos = rules::start(&variant(game));
        for _ in 0..60 {
            let moves = rules::legal_moves(&pos);
            if moves.is_empty() {
                break;
            }
            for mv in moves.iter().skip(random(30)).step_by(30) {
                show_and_read(&pos, *mv);
            }
            pos = rules::play(&pos, moves[random(moves.len())]);
        }
    }
    // Few pieces are left: none of some side stays where it is, or a king would seem to castle. A pawn pushed over two
    // squares looks like two pawns pushed over one.
    for (game, fen) in [
        ("dynamo", "8/8/8/1P6/p1r5/Nb2kp2/PK1R4/8 w - - 0 49"),
        (
            "dynamo-demichess",
            "1co5/1p1k3s/1pplpc2/1C2lpPp/2P4p/S2LPP2/8/3P1K1S b - - 1 19",
        ),
    ] {
        let pos = position(game, fen);
        for mv in &rules::legal_moves(&pos) {
            show_and_read(&pos, *mv);
        }
    }
}

/// The legs of Dynamo that can be made by mouse; checks that each path means exactly its leg.
fn legs_by_mouse(pos: &Position) -> Vec<Move> {
    let screen = Screen::of(pos);
    let mut found = Vec::new();
    for held in pos.by_color(pos.side_to_move()) {
        let paths = mouse::paths(pos, held);
        // A path that leaves a choice is continued by longer ones.
        let goes_on = |path: &mouse::Path| {
            let longer = |other: &mouse::Path| other.squares.len() > path.squares.len();
            paths
                .iter()
                .any(|other| longer(other) && other.squares.starts_with(&path.squares))
        };
        for path in paths.iter().filter(|path| !goes_on(path)) {
            let letter = path
                .leg
                .piece_type()
                .map(|into| pos.variant().letter_of(into));
            let letter = letter.and_then(|letter| letter.to_ascii_lowercase().chars().next());
            let act = Act::of_squares(&path.squares).expect("squares");
            let meant = mouse::legs(&screen, pos, Act { letter, ..act });
            let text = rules::leg_text(pos, path.leg);
            assert_eq!(meant, [path.leg], "{} {text}", pos.fen());
            found.push(path.leg);
        }
    }
    found
}

#[test]
fn every_leg_of_dynamo_can_be_made_by_mouse() {
    let mut rng = SplitMix64::new(7);
    let mut pos = rules::start(&variant("dynamo"));
    for step in 0..40 {
        let moves = rules::legal_moves(&pos);
        if step % 8 == 0 {
            let found = legs_by_mouse(&pos);
            for mv in moves.iter().filter(|mv| mv.kind() != MoveKind::Castle) {
                let text = rules::leg_text(&pos, *mv);
                assert!(found.contains(mv), "{} {text}", pos.fen());
            }
        }
        if moves.is_empty() {
            break;
        }
        pos = rules::play(&pos, moves[(rng.next() >> 33) as usize % moves.len()]);
    }
}

#[test]
fn a_pawn_that_goes_over_more_than_four_files_takes_the_piece_behind() {
    for (fen, text, expected) in [
        (
            "7k/8/P7/5R2/8/8/8/4K3 w - - 0 1",
            "a6f6",
            "7k/8/5P2/8/8/8/8/4K3",
        ),
        (
            "7k/8/P7/4R3/8/8/8/4K3 w - - 0 1",
            "a6e6",
            "7k/8/4P3/4R3/8/8/8/4K3",
        ),
        (
            "7k/8/8/8/8/P7/5R2/4K3 w - - 0 1",
            "a3f3",
            "7k/8/8/8/8/5P2/5R2/4K3",
        ),
        (
            "4k3/8/8/8/2b5/7p/8/4K3 b - - 0 1",
            "h3c3",
            "4k3/8/8/8/8/2p5/8/4K3",
        ),
    ] {
        let ply = Ply::read(text).expect("a ply");
        let after = Screen::of(&position("dynamo", fen)).after(ply);
        assert_eq!(after.expect("a board").placement(), expected, "{text}");
    }
}

#[test]
fn kings_that_turn_are_not_xboards_king() {
    let lines = setup::lines(&variant("ag-rex"));
    assert!(
        lines[0].contains("K=") && lines[0].contains("k="),
        "{}",
        lines[0]
    );
    assert!(lines.contains(&"piece K& K".to_owned()));
    let kept = setup::lines(&variant("ag"));
    assert!(!kept.iter().any(|line| line.starts_with("piece K")));
}

#[test]
fn nicknames_are_letters_of_no_piece() {
    for name in catalogue::games().names() {
        let variant = variant(&name);
        let given: Vec<char> = setup::nicknames(&variant).into_iter().flatten().collect();
        let pieces = variant.rules.piece_types - usize::from(setup::king(&variant).is_some());
        let changes = variant.rules.capabilities.changes_more();
        assert_eq!(given.len(), if changes { pieces } else { 0 }, "{name}");
        let mut pieces = variant.presentation.piece_types.iter();
        let free = pieces.all(|piece| !piece.letter.to_ascii_lowercase().contains(&given[..]));
        assert!(free, "{name}");
    }
}

#[test]
fn every_game_gives_each_piece_a_slot_of_its_own() {
    for name in catalogue::games().names() {
        let variant = variant(&name);
        let [white, black] = Color::ALL.map(|color| setup::slots(&variant, color));
        for side in [&white, &black] {
            let mut found = side.clone();
            assert!(found.iter().all(Option::is_some), "{name}");
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), variant.rules.piece_types, "{name}");
        }
        if ["demirifle-fide", "fide-demirifle", "demi-fide", "fide-demi"].contains(&name.as_str()) {
            assert_eq!(white, black, "{name}");
        }
    }
    let demichess = &setup::lines(&variant("demichess"))[0];
    assert!(demichess.starts_with("setup (P........................S.......O.......L.CKp"));
    assert!(demichess.contains("_shatranj "));
}

#[test]
fn castling_rights_that_xboard_cannot_know_are_those_of_pieces_at_home() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/SCLOKLCS w kq - 0 1";
    let read = setup::fen_of_xboard(&variant("demi-fide"), fen);
    assert!(read.contains(" w kqKQ - "), "{read}");
    assert_eq!(setup::fen_of_xboard(&variant("chess"), fen), fen);
}

#[test]
fn the_dialect_of_xboard_is_kept() {
    for (movement, expected) in [
        ("ffNNbsNN", "ffN0bsN0"),
        ("RffNbsN", "RffNbsN"),
        ("gW", "gW2"),
        ("pafsW", "pafsW"),
        ("mQcpQ", "mQcpQ"),
    ] {
        assert_eq!(setup::dialect(movement), expected);
    }
}

#[test]
fn an_edited_board_becomes_a_fen() {
    let pos = rules::start(&variant("chess"));
    let lines = ["#", "Ke1", "Pa2", "c", "Ke8", "Qd8", "xd8", "Rh8"].map(str::to_owned);
    let fen = setup::edited_fen(&pos, &variant("chess"), &lines);
    assert_eq!(fen, "4k2r/8/8/8/8/8/P7/4K3 w KQkq - 0 1");
}

#[test]
fn pieces_in_hand_stand_in_the_order_of_the_piece_table() {
    let at = |game: &str, text: &str| {
        let piece = setup::held_piece(&variant(game), text)?;
        Some(variant(game).letter_of_piece(piece))
    };
    for (game, text, expected) in [
        ("hopgi", "i1", Some("B")),
        ("hopgi", "i3", Some("P")),
        ("hopgi", "_7", Some("b")),
        ("hopgi", "_6", Some("r")),
        ("crazyhouse", "j1", Some("P")),
        ("crazyhouse", "_4", Some("q")),
    ] {
        assert_eq!(at(game, text).as_deref(), expected, "{text}");
    }
    for text in ["a1", "h1", "i0", "_8", "_", "i", "", "é3", "i99", "i999"] {
        assert_eq!(at("hopgi", text), None, "{text}");
    }
}

/// XBoard promotes the piece of slot 0 on the last rank, and has rules of its own for those of slots 18 and 21.
#[test]
fn pieces_are_not_what_xboard_takes_for_more_than_they_are() {
    for name in games().all_names() {
        let variant = variant(&name);
        for slots in Color::ALL.map(|color| setup::slots(&variant, color)) {
            for (index, slot) in slots.into_iter().enumerate() {
                let is_pawn = variant.rules.pawn.map(PieceType::index) == Some(index);
                let expected = slot != Some(18) && slot != Some(21) && (is_pawn || slot != Some(0));
                assert!(
                    expected,
                    "{name} {}",
                    variant.name_of(PieceType::new(index))
                );
            }
        }
    }
}

/// A picture must not depend on the game that is played.
#[test]
fn embedded_games_agree_on_their_pictures() {
    let names = catalogue::games().names();
    let all = gallery::pictures(games(), &names).expect("games");
    for name in &names {
        for (file, text) in gallery::pictures(games(), std::slice::from_ref(name)).expect("a game")
        {
            assert_eq!(all[&file], text, "{name} {file}");
        }
    }
    assert!(all.len() >= 70, "{}", all.len());
}

#[test]
fn every_game_is_on_a_page_and_none_is_lost() {
    let list = |feature: &str| -> Vec<String> {
        let names = feature
            .strip_prefix("feature variants=\"")
            .and_then(|text| text.strip_suffix('"'));
        names
            .expect("a list")
            .split(',')
            .map(str::to_owned)
            .collect()
    };
    let has = |list: &[String], game: &str| list.iter().any(|name| name == game);
    let pages = MENU_PAGES.map(|title| list(&menu::page(catalogue::games(), title)));
    let buttons: Vec<String> = pages.iter().flat_map(|page| page[1..23].to_vec()).collect();
    for name in catalogue::games().names() {
        let shown = &variant(&name).presentation.xboard_name;
        assert!(has(&list(&menu::all(catalogue::games())), &name), "{name}");
        for list in [&buttons, &pages[0], &pages[1], &pages[2], &pages[3]] {
            assert!(name == "chess" || has(list, shown), "{name}");
        }
    }
    assert!(has(&pages[0][..23], "grasshopper") && !has(&pages[1][..23], "grasshopper"));
    assert!(!pages.iter().flatten().any(String::is_empty));
    // XBoard highlights a button of its own for a name that begins like one of its games, or contains the name of some of them.
    let ours = catalogue::games().all_names();
    for shown in &pages[0] {
        let begin = "super great grand fairy lion chu gothic janus capablanca courier shogi knightmate berolina \
                     spartan seirawan makruk";
        let mut begin = begin.split(' ').filter(|word| !has(&ours, word));
        assert!(begin.all(|word| !shown.starts_with(word)), "{shown}");
        let within = ["suicide", "atomic", "losers", "twokings"];
        let mut within = within.iter().filter(|word| !has(&ours, word));
        assert!(within.all(|word| !shown.contains(word)), "{shown}");
    }
}

#[test]
fn games_that_xboard_cannot_show_are_not_offered() {
    let catalogue = Catalogue::new();
    let games = [
        ("bicolour", "neutrals"),
        ("partly", "chameleons"),
        ("waiting", "parrain-circe"),
        ("haunting", "haunted-chess"),
        ("changing", "chameleon-chess"),
    ];
    for (name, condition) in games {
        let text =
            format!("name = \"{name}\"\ninherits = \"chess\"\nconditions = [\"{condition}\"]\n");
        let file = format!("{name}.toml");
        catalogue.add_texts(vec![(file, text)]).expect("a game");
    }
    let offered = menu::all(&catalogue);
    let found = games.map(|(name, _)| offered.contains(name));
    assert_eq!(found, [false, false, false, false, true], "{offered}");
}

#[test]
fn names_are_understood_both_ways() {
    for (name, ours) in [
        ("normal", Some("chess")),
        ("demichess", Some("demichess")),
        ("andernach-always", Some("superandernach")),
        ("superandernach", Some("superandernach")),
        ("shogi", None),
    ] {
        assert_eq!(setup::our_name(catalogue::games(), name).as_deref(), ours);
    }
}
