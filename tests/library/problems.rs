//! Problems whose solutions are known, in `tests/problems/`: one JSON object a line with the parts of the problem and,
//! for each position, its keys, tries, solutions and set play. Lists are compared as sets.

use katydid::problem::{Ideas, Parts, Problem, Record, Resources, Subject, solve};
use katydid::rules::conditions;
use katydid::variant::condition_parts;
use katydid_trust::games;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Bytes for the solver's tables.
const MEMORY: usize = 64 << 20;

/// The lines of a file of problems.
fn problems(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/problems")
        .join(file);
    let text = std::fs::read_to_string(path).expect("the file is there");
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect()
}

fn texts(value: &Value) -> Vec<String> {
    let list = value.as_array().map_or(&[][..], Vec::as_slice);
    let texts = list
        .iter()
        .map(|text| text.as_str().expect("a text").to_owned());
    texts.collect()
}

/// What is compared: everything as a set of texts.
fn as_set(field: &str, value: &Value) -> BTreeSet<String> {
    if let Value::Object(moves) = value {
        let each = moves.iter();
        return each
            .map(|(mv, answers)| format!("{mv}: {:?}", BTreeSet::from_iter(texts(answers))))
            .collect();
    }
    let list = value
        .as_array()
        .unwrap_or_else(|| panic!("{field} is no list"));
    list.iter()
        .map(|one| match one {
            Value::Object(attempt) => {
                let refutations = BTreeSet::from_iter(texts(&attempt["refutations"]));
                format!("{}: {refutations:?}", attempt["move"])
            }
            other => other.to_string(),
        })
        .collect()
}

/// Solves a problem and tells where it differs from what is known.
fn differences(given: &Value, resources: &Resources<'_>) -> Vec<String> {
    let name = given["name"].as_str().expect("a name");
    let part = |key: &str| given[key].as_str();
    let (conditions, pieces, twins, options) = (
        texts(&given["conditions"]),
        texts(&given["pieces"]),
        texts(&given["twins"]),
        texts(&given["options"]),
    );
    let parts = Parts {
        game: part("game"),
        fen: part("fen").expect("a FEN"),
        stipulation: part("stipulation").expect("a stipulation"),
        conditions: &conditions,
        pieces: &pieces,
        twins: &twins,
        options: &options,
        title: None,
    };
    let problem = match Problem::from_parts(games(), &parts) {
        Ok(problem) => problem,
        Err(error) => return vec![format!("{name}: {error}")],
    };
    let known = given["phases"].as_array().expect("phases");
    let phases = problem.phases();
    if phases.len() != known.len() {
        return vec![format!(
            "{name}: {} positions, not {}",
            phases.len(),
            known.len()
        )];
    }
    let mut wrong = Vec::new();
    for (phase, known) in phases.iter().zip(known) {
        let place = format!("{name} {}", phase.twin);
        let task = match &phase.task {
            Ok(task) => task,
            Err(error) => {
                wrong.push(format!("{place}: {error}"));
                continue;
            }
        };
        let solution = solve(task, resources, &|_| ());
        let record = Record::solved(Subject::default(), task, &solution, 1, Duration::ZERO);
        let found: Value = serde_json::from_str(&record.line()).expect("JSON");
        assert_eq!(found["complete"], true, "{place}");
        for field in ["keys", "tries", "solutions", "set"] {
            let Some(expected) = known.get(field) else {
                continue;
            };
            let times = found[field].as_array().map_or(0, Vec::len);
            let (found, expected) = (as_set(field, &found[field]), as_set(field, expected));
            if times > found.len() {
                wrong.push(format!(
                    "{place} {field}: {times} found are {}",
                    found.len()
                ));
            }
            if found != expected {
                let extra: Vec<_> = found.difference(&expected).collect();
                let missing: Vec<_> = expected.difference(&found).collect();
                wrong.push(format!(
                    "{place} {field}: too many {extra:?}, missing {missing:?}"
                ));
            }
        }
    }
    wrong
}

fn check(file: &str) {
    check_by(file, 1);
}

fn check_by(file: &str, threads: usize) {
    let all = problems(file);
    assert!(!all.is_empty());
    let stop = AtomicBool::new(false);
    let resources = Resources {
        threads,
        ..Resources::of_memory(MEMORY, &stop)
    };
    let wrong: Vec<String> = all
        .iter()
        .flat_map(|given| differences(given, &resources))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// One random position for each kind of play, goal, condition, piece, twin and option.
#[test]
fn problems_of_every_kind_are_solved() {
    check("kinds.jsonl");
}

/// What Popeye finds in at least forty positions of each condition that it has.
#[test]
fn problems_of_each_condition_are_solved() {
    for spec in conditions::specs().filter(|spec| !spec.popeye.is_empty()) {
        let file = format!("{}.jsonl", spec.name);
        let mut all = problems(&file);
        // Behind some names stand squares.
        all.retain(|given| match texts(&given["conditions"]).as_slice() {
            [one] => condition_parts(one).0 == spec.name,
            _ => false,
        });
        assert!(
            all.len() >= 40,
            "{file}: {} problems (expected 40)",
            all.len()
        );
        check(&file);
    }
}

/// What Popeye finds with the goals that problems seldom have.
#[test]
fn problems_with_rare_goals_are_solved() {
    check("goals.jsonl");
}

/// What Popeye finds by plans, for pieces with attributes, with its walks, with movement that other pieces lend, and in diagrams with a king
/// that could be captured.
#[test]
fn plans_attributes_and_walks_are_solved() {
    for file in [
        "plans",
        "attributes",
        "walks",
        "orphans",
        "friends",
        "neutrals",
        "half-neutrals",
        "chameleons",
        "lese-majeste",
    ] {
        check(&format!("{file}.jsonl"));
    }
}

/// What Popeye finds where the options `GoalIsEnd` and `KeepMatingPiece` end play.
#[test]
fn options_end_play_without_a_solution() {
    check("dead-ends.jsonl");
}

/// Set play of series and plans, and conditions that act upon each other.
#[test]
fn set_play_and_combined_conditions_are_solved() {
    check("combined.jsonl");
}

/// What is found does not depend on what may be spent, nor on the ideas that save time.
#[test]
fn means_change_nothing_that_is_found() {
    let stop = AtomicBool::new(false);
    let all = Ideas::default();
    let without = [
        Ideas {
            table: false,
            ..all
        },
        Ideas {
            checks: false,
            ..all
        },
        Ideas {
            bounds: false,
            ..all
        },
        Ideas {
            pictures: false,
            ..all
        },
        Ideas {
            killers: false,
            ..all
        },
        Ideas {
            mobility: false,
            ..all
        },
    ];
    let plain = Resources::of_memory(MEMORY, &stop);
    let mut means: Vec<Resources<'_>> = without.map(|ideas| Resources { ideas, ..plain }).to_vec();
    means.push(Resources {
        threads: 3,
        ..plain
    });
    // A table of some hundred entries, always full.
    means.push(Resources {
        memory: 1 << 18,
        ..plain
    });
    let problems = problems("kinds.jsonl");
    for (index, given) in problems.iter().enumerate() {
        let wrong = differences(given, &means[index % means.len()]);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// What random positions with pieces of every kind have as lines of help play: with all ideas, and without bounds.
#[test]
fn bounds_lose_no_lines() {
    // Pieces that move in one way and capture in another, leap and slide, or hop.
    const PIECES: [&str; 6] = ["S=mRcB", "T=mBcR", "U=mQcN", "V=mNcQ", "W=RN", "G=gQ"];
    const STIPULATIONS: [&str; 5] = ["h#2", "h#2.5", "ser-h#3", "ser-#3", "h=2"];
    const CONDITIONS: [&str; 5] = ["", "", "madrasi", "black-maximummer", "white-maximummer"];
    let stop = AtomicBool::new(false);
    let all = Resources::of_memory(MEMORY, &stop);
    let without = Resources {
        ideas: Ideas {
            bounds: false,
            pictures: false,
            ..all.ideas
        },
        ..all
    };
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    let mut solved = [0; STIPULATIONS.len()];
    let mut solved_alone = 0;
    for number in 0..480 {
        // In the second half one piece mates alone.
        let alone = number >= 160;
        let fen = random_diagram(&mut rng, if alone { 1 } else { 3 });
        let condition = CONDITIONS[number / STIPULATIONS.len() % CONDITIONS.len()].to_owned();
        let conditions = [condition];
        let parts = Parts {
            fen: &fen,
            conditions: if conditions[0].is_empty() {
                &[]
            } else {
                &conditions
            },
            stipulation: STIPULATIONS[number % STIPULATIONS.len()],
            pieces: &PIECES.map(str::to_owned),
            ..Parts::default()
        };
        let problem = Problem::from_parts(games(), &parts).expect("a problem");
        let phases = problem.phases();
        // A side in check that is not to move, for example.
        let Ok(task) = &phases[0].task else { continue };
        let lines = |resources| -> Option<BTreeSet<String>> {
            let solution = solve(task, resources, &|_| ());
            let lines = solution.lines.iter().map(|line| format!("{line:?}"));
            // So many lines that they fill the memory are not compared.
            (!solution.full).then(|| lines.collect())
        };
        let (Some(found), Some(expected)) = (lines(&all), lines(&without)) else {
            continue;
        };
        assert_eq!(
            found, expected,
            "{} {fen} {conditions:?}",
            parts.stipulation
        );
        let has_lines = usize::from(!found.is_empty());
        solved[number % STIPULATIONS.len()] += has_lines;
        solved_alone += usize::from(alone) * has_lines;
    }
    assert!(solved.iter().all(|solved| *solved >= 2), "{solved:?}");
    assert!(solved_alone >= 10, "{solved_alone}");
}

/// Where one piece mates, pieces that block flights stay in the picture unless they can answer the check.
#[test]
fn blocks_that_cannot_answer_a_check_are_kept() {
    let stop = AtomicBool::new(false);
    let resources = Resources::of_memory(MEMORY, &stop);
    for (fen, line) in [
        // A pawn stands between the rook and the line of the check.
        ("1r6/8/8/8/8/6B1/2p1K3/1bk5 b - - 0 1", ["b8b2", "g3f4"]),
        // Nothing can be put between a knight and the king.
        ("5r1k/6pp/8/6N1/8/8/8/K7 b - - 0 1", ["f8g8", "g5f7"]),
    ] {
        let parts = Parts {
            fen,
            stipulation: "h#1",
            ..Parts::default()
        };
        let problem = Problem::from_parts(games(), &parts).expect("a problem");
        let phases = problem.phases();
        let task = phases[0].task.as_ref().expect("a position");
        let solution = solve(task, &resources, &|_| ());
        let record = Record::solved(Subject::default(), task, &solution, 1, Duration::ZERO);
        let found: Value = serde_json::from_str(&record.line()).expect("JSON");
        assert_eq!(found["solutions"], serde_json::json!([line]), "{fen}");
    }
}

/// A diagram with a cornered king beside pieces of its own, and `count` pieces against it, with a pawn if there are several.
fn random_diagram(rng: &mut ChaCha8Rng, count: usize) -> String {
    let mut board = ['1'; 64];
    let kinds: Vec<char> = "RBNQSTUVWG".chars().collect();
    let attackers: Vec<char> = kinds.sample(rng, count).copied().collect();
    let defender = kinds[rng.random_range(0..kinds.len())];
    let near = |at: usize| at / 8 < 3 && at % 8 < 3;
    let mut put = |piece: char, fits: &dyn Fn(usize) -> bool| {
        let free = |at: &usize| board[*at] == '1' && fits(*at);
        let squares: Vec<usize> = (0..64).filter(free).collect();
        board[squares[rng.random_range(0..squares.len())]] = piece;
    };
    let on_pawn_ranks = |at: usize| (8..56).contains(&at);
    put('k', &near);
    put('p', &|at| near(at) && on_pawn_ranks(at));
    put('n', &near);
    put('K', &|at| !near(at));
    if count > 1 {
        put('P', &on_pawn_ranks);
    } else {
        put('r', &near);
        put('b', &near);
    }
    put(defender.to_ascii_lowercase(), &|_| true);
    for piece in attackers {
        put(piece, &|at| !near(at));
    }
    let ranks = board.chunks(8).map(|rank| rank.iter().collect::<String>());
    ranks.collect::<Vec<_>>().join("/")
}

#[test]
fn solved_problems_are_solved() {
    check("solved.jsonl");
}

/// Threads search the same positions, leave them to each other and help each other: nothing is lost or told twice.
#[test]
fn threads_find_the_same() {
    check_by("kinds.jsonl", 2);
    check_by("kinds.jsonl", 5);
    check_by("solved.jsonl", 3);
}

/// A series as long as can be asked for needs no more stack than there is, on any thread.
#[test]
fn long_series_are_searched() {
    let problem = Problem::from_parts(
        games(),
        &Parts {
            fen: "K1n1r3/4b3/k7/2n3p1/5p2/3b4/3P4/8 w - - 0 1",
            stipulation: "exact-ser-=100",
            ..Parts::default()
        },
    );
    let phases = problem.expect("a problem").phases();
    let task = phases[0].task.as_ref().expect("a position");
    let stop = AtomicBool::new(false);
    for threads in [1, 3] {
        let resources = Resources {
            threads,
            most_nodes: Some(300_000),
            ..Resources::of_memory(MEMORY, &stop)
        };
        let solution = solve(task, &resources, &|_| ());
        assert!(!solution.complete && solution.nodes >= 300_000);
    }
}

#[test]
fn the_collection_is_solved() {
    check("collection.jsonl");
}
