//! The bounds by pictures of mates and stalemates and the bound for proof games lose no line: the solutions with them are those without.

use katydid::problem::{Ideas, Parts, Problem, Resources, solve};
use katydid_trust::games;
use std::sync::atomic::AtomicBool;

/// Bytes for the solver's tables.
const MEMORY: usize = 64 << 20;

/// Small random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % below
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// A placement; ranks begin with the eighth. Pieces on occupied squares and pawns on the edge are left out.
fn placement(pieces: &[(u8, usize)]) -> String {
    let mut board = [b'1'; 64];
    for &(letter, square) in pieces {
        let edge = matches!(letter, b'P' | b'p') && !(8..56).contains(&square);
        if board[square] == b'1' && !edge {
            board[square] = letter;
        }
    }
    let ranks = board.chunks(8).map(String::from_utf8_lossy);
    ranks.collect::<Vec<_>>().join("/")
}

/// Kings and rooks before castling.
fn castling(random: &mut Random) -> Vec<(u8, usize)> {
    vec![
        (b'k', 4),
        (b'K', 60),
        (b'r', random.of(&[0, 7])),
        (b'R', random.of(&[56, 63])),
    ]
}

/// A few pieces, often with castling, promotions and captures en passant close at hand.
fn few(random: &mut Random) -> Vec<(u8, usize)> {
    let mut pieces = if random.below(3) == 0 {
        castling(random)
    } else {
        vec![(b'K', random.below(64)), (b'k', random.below(64))]
    };
    for _ in 0..2 + random.below(3) {
        let letter = random.of(b"PPpppQRBNqrbn");
        let square = match letter {
            b'P' => random.of(&[8, 24, 40, 48]) + random.below(8),
            b'p' => random.of(&[8, 16, 32, 48]) + random.below(8),
            _ => random.below(64),
        };
        pieces.push((letter, square));
    }
    pieces
}

/// Pieces close together, among which Black has few moves.
fn cramped(random: &mut Random) -> Vec<(u8, usize)> {
    let (file, rank) = (random.of(&[0, 3]), random.of(&[0, 3]));
    let near = |random: &mut Random| 8 * (rank + random.below(5)) + file + random.below(5);
    let mut pieces = if random.below(8) == 0 {
        castling(random)
    } else {
        let corner = 8 * (rank / 3 * 7) + file / 3 * 7;
        let king = if random.below(2) == 0 {
            corner
        } else {
            near(random)
        };
        vec![(b'k', king), (b'K', near(random))]
    };
    for _ in 0..=random.below(3) {
        pieces.push((random.of(b"ppppnbrq"), near(random)));
    }
    for _ in 0..=random.below(2) {
        pieces.push((random.of(b"PPQRBNQR"), near(random)));
    }
    pieces
}

/// A king among pieces of its side, and one white piece to mate it: leapers most often.
fn crowded(random: &mut Random) -> Vec<(u8, usize)> {
    let corner = random.of(&[0, 3, 24, 27]);
    let near = |random: &mut Random| corner + 8 * random.below(5) + random.below(5);
    let mut pieces = vec![(b'k', near(random)), (b'K', near(random))];
    pieces.push((random.of(b"PPPNNBR"), near(random)));
    for _ in 0..5 + random.below(3) {
        pieces.push((random.of(b"ppnnbbrrq"), near(random)));
    }
    pieces
}

const NO_PICTURES: Ideas = Ideas {
    table: true,
    checks: true,
    bounds: true,
    pictures: false,
    killers: true,
    mobility: true,
};

/// Solves a problem with all ideas and with these. Returns the number of positions and of lines.
fn compare(parts: &Parts<'_>, ideas: Ideas) -> (usize, usize) {
    let stop = AtomicBool::new(false);
    let with = Resources::of_memory(MEMORY, &stop);
    let without = Resources { ideas, ..with };
    let Ok(problem) = Problem::from_parts(games(), parts) else {
        return (0, 0);
    };
    let (mut solved, mut found) = (0, 0);
    for phase in problem.phases() {
        let Ok(task) = &phase.task else { continue };
        let [one, other] = [&with, &without].map(|by| solve(task, by, &|_| ()));
        let name = format!("{} {}", parts.fen, parts.stipulation);
        assert!(one.complete && other.complete, "{name}");
        assert_eq!(one.lines, other.lines, "{name}");
        assert!(one.set_play == other.set_play, "{name}");
        solved += 1;
        found += one.lines.len();
    }
    (solved, found)
}

/// Compares random positions, and asserts that each play has solutions in some of them.
fn compare_random(count: usize, plays: &[&str], pieces: fn(&mut Random) -> Vec<(u8, usize)>) {
    let mut random = Random(1);
    let options = ["SetPlay Duplex".to_owned()];
    let conditions = ["madrasi".to_owned()];
    let mut found = vec![(0, 0); plays.len()];
    for at in 0..count {
        let fen = placement(&pieces(&mut random));
        let parts = Parts {
            fen: &fen,
            stipulation: plays[at % plays.len()],
            conditions: if at % 5 == 4 { &conditions } else { &[] },
            options: if at % 7 == 0 { &options } else { &[] },
            ..Parts::default()
        };
        let (solved, lines) = compare(&parts, NO_PICTURES);
        let all = &mut found[at % plays.len()];
        *all = (all.0 + solved, all.1 + lines);
    }
    for (play, (solved, lines)) in plays.iter().zip(found) {
        assert!(
            solved > 4 && lines > 0,
            "{play}: {solved} solved, {lines} lines"
        );
    }
}

#[test]
fn mate_pictures_lose_no_line() {
    let plays = [
        "h#2",
        "h#2.5",
        "ser-h#3",
        "ser-#3",
        "hr#2",
        "ser-r#2",
        "exact-h#2",
        "exact-ser-h#3",
    ];
    compare_random(200, &plays, few);
    compare_random(150, &["ser-h#2", "ser-h#3", "h#2"], crowded);
}

#[test]
fn stalemate_pictures_lose_no_line() {
    let plays = [
        "h=2",
        "h=2.5",
        "ser-h=3",
        "ser-h=4",
        "ser-=3",
        "exact-h=2",
        "exact-ser-h=3",
    ];
    compare_random(350, &plays, cramped);
}

/// Ends that a picture could miss, each with the number of its lines.
#[test]
fn special_ends_are_found() {
    for (fen, stipulation, twins, lines) in [
        // A double check, which no piece can answer.
        ("3qkb2/3p1p2/8/8/4N3/8/8/4R1K1 b - - 0 1", "h#1", &[][..], 4),
        // A knight and a pawn mate by their only move; the pawn beside the king is guarded.
        ("6k1/r5pp/8/4N3/8/8/8/2K5 b - - 0 1", "ser-h#3", &[], 2),
        ("3b4/8/pk6/1p6/8/KP6/8/8 b - - 0 1", "ser-h#3", &[], 3),
        // The only mate is given by the knight on its own square, which it leaves to let the king come.
        ("7K/8/8/8/8/N2k4/pp6/r1b5 b - - 0 1", "h#3", &[], 12),
        // A capture en passant opens the line of the check.
        ("8/3p4/7p/R3P2k/4B3/6K1/8/8 b - - 0 1", "h#1", &[], 2),
        // Black is forced to give mate, after help and after a series.
        ("7k/4B3/8/8/8/3q4/B7/KB4Q1 w - - 0 1", "hs#2", &[], 60),
        ("8/4R3/k7/8/8/1p1q4/1Q4P1/K5N1 w - - 0 1", "ser-s#4", &[], 3),
        // Castling gives mate.
        ("4rkr1/4p1p1/8/8/8/8/p7/4K2R b K - 0 1", "h#1", &[], 2),
        // A pinned piece has no moves.
        ("k7/8/1Kn5/8/8/8/8/7R b - - 0 1", "h=1", &[], 1),
        // Captures en passant stalemate, with and without a series.
        ("3k4/NQ1p1K2/8/4P3/8/8/8/8 b - - 0 1", "ser-h=1", &[], 2),
        ("k7/p7/2N5/1PK5/R7/8/8/8 b - - 0 1", "h=1", &[], 3),
        // The rook has castled when it is captured, and Black has no move to spare.
        ("4k2r/P7/8/5K2/8/1N6/8/8 w k - 0 1", "h=2.5", &[], 7),
        ("4k2r/1P6/8/2K5/7p/5N2/1N6/8 w k - 0 1", "h=2.5", &[], 1),
        // Both sides promote, and a twin has other pieces in reach.
        (
            "7k/8/5K2/8/8/8/p5P1/8 b - - 0 1",
            "h=3",
            &["b) wPg2-->h5"],
            33,
        ),
    ] {
        let twins: Vec<String> = twins.iter().map(ToString::to_string).collect();
        let parts = Parts {
            fen,
            stipulation,
            twins: &twins,
            ..Parts::default()
        };
        let (solved, found) = compare(&parts, NO_PICTURES);
        assert_eq!((solved, found), (twins.len() + 1, lines), "{fen}");
    }
}

/// The option that switches the bounds off changes no solution.
#[test]
fn the_option_finds_the_same() {
    let options = ["NoIntelligent".to_owned()];
    let solutions = [&[][..], &options].map(|options| {
        let parts = Parts {
            fen: "7k/8/5K2/7P/8/8/p7/8 b - - 0 1",
            stipulation: "h=3",
            options,
            ..Parts::default()
        };
        let problem = Problem::from_parts(games(), &parts).unwrap();
        let stop = AtomicBool::new(false);
        let phase = problem.phases().into_iter().next().unwrap();
        let task = phase.task.unwrap();
        solve(&task, &Resources::of_memory(MEMORY, &stop), &|_| ())
    });
    let [with, without] = &solutions;
    assert_eq!((with.lines.len(), &with.lines), (33, &without.lines));
    assert!(with.nodes < without.nodes);
}

/// Conditions that rank moves or let captures choose squares: a search that looks for checks and counts what a line still needs finds
/// what a search of every move finds.
#[test]
fn bounds_under_conditions_that_choose_and_rank_lose_no_line() {
    let every_move = Ideas {
        checks: false,
        bounds: false,
        mobility: false,
        ..Ideas::default()
    };
    let plays = ["h#2", "h#1.5", "hs#2", "ser-h#3", "s#2", "#2", "h=2"];
    let mut random = Random(1);
    for conditions in [
        &["black-maximummer"][..],
        &["white-maximummer", "black-maximummer"],
        &["black-maximummer", "black-must-capture"],
        &["black-minimummer"],
        &["black-maximummer", "take-and-make"],
        &["take-and-make"],
        &["circe-take-and-make"],
        &["circe-take-and-make", "madrasi"],
        &["anticirce"],
        &["cheylan"],
    ] {
        let conditions: Vec<String> = conditions.iter().map(ToString::to_string).collect();
        let (mut at, mut found) = (0, 0);
        while at < 42 || found == 0 {
            assert!(at < 1000, "{conditions:?}: no solution");
            let pieces = if at % 2 == 0 { few } else { cramped };
            let fen = placement(&pieces(&mut random));
            let parts = Parts {
                fen: &fen,
                stipulation: plays[at % plays.len()],
                conditions: &conditions,
                ..Parts::default()
            };
            found += compare(&parts, every_move).1;
            at += 1;
        }
    }
}

/// Proof games that castle, promote, capture and forbid moves.
#[test]
fn the_bound_for_proof_games_loses_no_line() {
    let koeko = ["koeko".to_owned()];
    for (fen, stipulation, conditions, lines) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/5NP1/PPPPPPBP/RNBQ1RK1",
            "ser-dia4",
            &[][..],
            3,
        ),
        (
            "rnbqkbnr/ppppppPp/8/8/8/8/PPPPPPP1/RNBQKBNR",
            "ser-dia4",
            &[],
            1,
        ),
        (
            "rnbqkbnr/ppp1pppp/8/8/4P3/8/PPP2PPP/RNBQKBNR",
            "dia2.5",
            &[],
            2,
        ),
        (
            "rnbqkbnr/1ppppppp/8/p7/P7/8/1PPPPPPP/RNBQKBNR",
            "dia2",
            &[],
            2,
        ),
        (
            "rnbqkbnr/pppppp2/7p/6p1/6P1/7P/PPPPPP2/RNBQKBNR",
            "dia2",
            &koeko,
            1,
        ),
    ] {
        let parts = Parts {
            fen,
            stipulation,
            conditions,
            ..Parts::default()
        };
        let ideas = Ideas {
            bounds: false,
            ..Ideas::default()
        };
        assert_eq!(compare(&parts, ideas), (1, lines), "{fen}");
    }
}
