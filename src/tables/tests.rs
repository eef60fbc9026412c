//! Compares tables with known facts, and with an independent computation that shares only the rules with them.

use super::file::FileValues;
use super::table::Table;
use super::{
    Builder, Closure, Job, Made, Material, Stats, TableError, Tables, Value, digest, verify,
};
use super::{sets, solver};
use crate::catalogue::Catalogue;
use crate::position::Position;
use crate::rules::{self, can_capture_king, legal_turns, outcome};
use crate::variant::Variant;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn game(name: &str) -> Arc<Variant> {
    Catalogue::new().variant(name).expect("embedded")
}

/// A game on a small board, which inherits from the embedded game `parent`.
fn small(parent: &str, start: &str, more: &str) -> Arc<Variant> {
    let text = format!(
        "name = \"small\"\ninherits = \"{parent}\"\nstart = \"{start}\"\n[[piece]]\nletter = \"K\"\nmovement = \"K\"\n\
         [castling]\nwhite = \"\"\nblack = \"\"\n{more}"
    );
    let catalogue = Catalogue::new();
    catalogue
        .add_texts(vec![("small.toml".to_owned(), text)])
        .expect("a sound file");
    catalogue.variant("small").expect("it is there")
}

fn material(variant: &Arc<Variant>, signature: &str) -> Material {
    Material::parse(variant, signature).expect("a signature")
}

/// The longest win of White and of Black, each with that side to move, in half-moves.
fn longest(name: &str, signature: &str) -> [Option<u16>; 2] {
    let variant = game(name);
    let stats = Stats::of(&Tables::default(), &variant, material(&variant, signature));
    stats
        .expect("a table")
        .sides
        .map(|side| side.longest.map(|longest| longest.distance))
}

#[test]
fn longest_wins_are_the_known_ones() {
    assert_eq!(longest("chess", "KQvK"), [Some(19), None]);
    assert_eq!(longest("chess", "KRvK"), [Some(31), None]);
    assert_eq!(longest("chess", "KvKR"), [None, Some(31)]);
}

/// Moves to mate as published since the first tables (K. Thompson; Nalimov's and Gaviota's say the same).
#[test]
fn longest_wins_of_four_pieces_are_the_known_ones() {
    let chess = game("chess");
    for (signature, moves) in [("KQvKR", 35), ("KBNvK", 33), ("KRvKN", 40), ("KBBvK", 19)] {
        let material = material(&chess, signature);
        let mut builder = Builder::new(&chess, material, None).expect("a closure");
        let job = Job {
            threads: 2,
            memory: 1 << 30,
            stop: &AtomicBool::new(false),
            progress: &|_, _, _| (),
        };
        builder.run(&job, &mut |_, _, _| ()).expect("it is built");
        let table = &builder.solved[&material];
        let values = (0..table.index().half()).filter_map(|number| table.get(number));
        let longest = values
            .filter_map(|value| match value {
                Value::Win(distance) => Some(distance),
                _ => None,
            })
            .max();
        assert_eq!(longest, Some(2 * moves - 1), "{signature}");
    }
}

/// The values of all positions by value iteration, until nothing changes: after sweep `n` all distances below `n` are right.
fn swept(positions: &[Position]) -> HashMap<String, Value> {
    let place = |pos: &Position| format!("{} {:?}", pos.placement(), pos.side_to_move());
    let mut known: HashMap<String, Value> = HashMap::new();
    let successors: Vec<(String, Option<Value>, Vec<String>)> = (positions.iter())
        .map(|pos| {
            let end = outcome(pos).map(|end| match end.winner {
                None => Value::Draw,
                Some(winner) if winner == pos.side_to_move() => Value::Win(0),
                Some(_) => Value::Loss(0),
            });
            let turns = if end.is_some() {
                Vec::new()
            } else {
                legal_turns(pos)
            };
            (
                place(pos),
                end,
                turns.iter().map(|turn| place(&turn.after(pos))).collect(),
            )
        })
        .collect();
    loop {
        let mut next = known.clone();
        for (name, end, after) in &successors {
            let values: Vec<Option<Value>> =
                after.iter().map(|it| known.get(it).copied()).collect();
            let best = values.iter().flatten().map(|value| value.before()).max();
            let value = match (end, best) {
                (Some(end), _) => Some(*end),
                (None, Some(Value::Win(distance))) => Some(Value::Win(distance)),
                (None, best) if !values.contains(&None) => best,
                _ => None,
            };
            next.extend(value.map(|value| (name.clone(), value)));
        }
        if next == known {
            return known;
        }
        known = next;
    }
}

/// All legal positions with the pieces `letters` on the board of a game.
fn all_positions(variant: &Arc<Variant>, letters: &str) -> Vec<Position> {
    let (files, ranks) = (variant.rules.files, variant.rules.ranks);
    let squares = usize::from(files) * usize::from(ranks);
    let mut found = Vec::new();
    let mut at = vec![0; letters.len()];
    loop {
        let distinct = (1..at.len()).all(|index| !at[..index].contains(&at[index]));
        if distinct {
            let mut board = vec!["1".to_owned(); squares];
            for (square, letter) in at.iter().zip(letters.chars()) {
                board[*square] = letter.to_string();
            }
            let rows: Vec<String> = board
                .chunks(usize::from(files))
                .map(<[String]>::concat)
                .collect();
            for side in ["w", "b"] {
                let fen = format!("{} {side} - - 0 1", rows.join("/"));
                found.extend(rules::position(variant, &fen).ok());
            }
        }
        let Some(index) = at.iter().rposition(|square| *square + 1 < squares) else {
            return found;
        };
        at[index] += 1;
        at[index + 1..].fill(0);
    }
}

#[test]
fn small_boards_agree_with_sweeps_over_all_positions() {
    let array = "rk1/3/3/1KR w - - 0 1";
    let cases = [
        ("chess", array, "", vec!["KRk", "Kk"], "KRvK"),
        (
            "demichess",
            "sk1/3/3/1KS w - - 0 1",
            "",
            vec!["KSk", "Kk"],
            "KSvK",
        ),
        (
            "demirifle",
            "ok1/3/3/1KO w - - 0 1",
            "",
            vec!["KOk", "Kk"],
            "KOvK",
        ),
        (
            "ag",
            "ak1/3/3/1KA w - - 0 1",
            "",
            vec!["KAk", "Kka", "Kk"],
            "KAvK",
        ),
        ("antiandernach", array, "", vec!["KRk", "Kkr", "Kk"], "KRvK"),
        (
            "chess",
            array,
            "[[piece]]\nletter = \"P\"\nmovement = \"fmWfcF\"\n[pawns]\npromotion = \"\"\n[ends]\ngoal = \"capture\"\ndead = \"\"\n",
            vec!["KRk", "Kk", "KR", "Rk", "K", "k"],
            "KRvK",
        ),
    ];
    for (parent, start, more, all, signature) in cases {
        let variant = small(parent, start, more);
        let positions: Vec<Position> = all
            .iter()
            .flat_map(|letters| all_positions(&variant, letters))
            .collect();
        let known = swept(&positions);
        let tables = Tables::default();
        let mut decided = 0;
        for pos in positions
            .iter()
            .filter(|pos| Material::of(pos) == material(&variant, signature))
        {
            let place = format!("{} {:?}", pos.placement(), pos.side_to_move());
            let expected = known.get(&place).copied().unwrap_or(Value::Draw);
            assert_eq!(tables.probe(pos), Some(expected), "{parent} {place}");
            decided += usize::from(expected != Value::Draw);
        }
        assert!(
            decided > 20 || parent == "ag" || parent == "antiandernach",
            "{parent}: {decided}"
        );
    }
}

#[test]
fn values_follow_from_their_successors() {
    let endings = [
        ("chess", "KPvK"),
        ("eg", "KEvK"),
        ("cylinder", "KRvK"),
        ("alice", "KQvK"),
    ];
    for (name, signature) in endings {
        let variant = game(name);
        let stop = AtomicBool::new(false);
        let material = material(&variant, signature);
        let verified = verify(
            &Tables::default(),
            &variant,
            material,
            41,
            1,
            &stop,
            &|_, _| (),
        );
        let (compared, wrong) = verified.expect("a table");
        assert!(
            compared > 100 && wrong.is_none(),
            "{name} {signature}: {wrong:?}"
        );
    }
}

#[test]
fn both_ways_of_solving_agree_in_every_number() {
    let job = Job {
        threads: 2,
        memory: 1 << 31,
        stop: &AtomicBool::new(false),
        progress: &|_, _, _| (),
    };
    let small_chess = small("chess", "rk1/3/3/1KR w - - 0 1", "");
    let small_demi = small("demichess", "sk1/3/3/1KS w - - 0 1", "");
    let with_pawns = small("chess", "rk1/3/3/3/1KR w - - 0 1", "");
    let never_passing = small(
        "chess",
        "rk1/3/3/3/1KR w - - 0 1",
        "[[piece]]\nletter = \"P\"\nmovement = \"ifmnDfmWfcF\"\n",
    );
    for (variant, signature) in [
        (game("chess"), "KPvK"),
        (with_pawns.clone(), "KPvKR"),
        (with_pawns.clone(), "KRvKP"),
        (with_pawns, "KPPvKR"),
        (never_passing, "KPvKP"),
        (game("chess"), "KRvK"),
        (game("chess"), "KvKB"),
        (game("demichess"), "KSvK"),
        (game("knightmate"), "KMvK"),
        (game("eg"), "KQvK"),
        // Only the promoted hurdler has effects.
        (game("cg"), "KPvK"),
        (small_chess, "KRNvKR"),
        (small_demi.clone(), "KSSvKO"),
        (small_demi, "KCLvKL"),
    ] {
        let mut builder =
            Builder::new(&variant, material(&variant, signature), None).expect("a closure");
        builder.run(&job, &mut |_, _, _| ()).expect("it is built");
        for group in &builder.closure.groups {
            let material = group[0].index.material;
            let hurdles = material.piece_types().intersects(variant.rules.hurdlers);
            let name = material.name(&variant);
            assert_eq!(
                material.len() > 2 && !hurdles,
                sets::memory(&variant, group).is_some(),
                "{name}"
            );
            let Ok(codes) = solver::solve(&builder.closure, group, &builder.solved, &job) else {
                panic!("{signature}");
            };
            for (signature, codes) in group.iter().zip(codes) {
                let (index, name) = (&signature.index, signature.index.material.name(&variant));
                let table = &builder.solved[&index.material];
                for (number, code) in codes.iter().enumerate() {
                    if let Some((items, _)) = index.decode(number as u64) {
                        let found = table.get(number as u64);
                        assert_eq!(
                            found,
                            Value::of_code(*code),
                            "{} {name} {items:?}",
                            variant.name
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn signatures_that_turn_into_each_other_are_solved_together() {
    let group_of = |name: &str, signature: &str| -> Vec<String> {
        let variant = game(name);
        let closure = Closure::new(&variant, material(&variant, signature)).expect("a closure");
        let last = closure.groups.last().expect("it has groups");
        last.iter()
            .map(|it| it.index.material.name(&variant))
            .collect()
    };
    // The hopper recolours the queen, and can recolour it back.
    assert_eq!(group_of("ag", "KQAvK"), ["KQAvK", "KQvKA"]);
    assert_eq!(group_of("circe", "KRvK"), ["KRvK"]);
}

#[test]
fn reflections_and_the_exchange_of_two_boards_share_numbers() {
    let cases = [
        ("chess", "KQvK", 8),
        ("chess", "KPvK", 2),
        ("alice", "KQvK", 16),
        ("alice", "KPvK", 4),
        ("circe", "KQvK", 1),
    ];
    for (name, signature, expected) in cases {
        let variant = game(name);
        let closure = Closure::new(&variant, material(&variant, signature)).expect("a closure");
        let last = closure.groups.last().expect("it has groups");
        let found = last[0].index.symmetries().len();
        assert_eq!(found, expected, "{name} {signature}");
    }
}

#[test]
fn a_damaged_or_foreign_file_is_refused_and_named() {
    let variant = small("chess", "rk1/3/3/1KR w - - 0 1", "");
    let folder = tempfile::tempdir().expect("a folder");
    let material = material(&variant, "KRvKR");
    let job = Job {
        threads: 2,
        memory: 1 << 28,
        stop: &AtomicBool::new(false),
        progress: &|_, _, _| (),
    };
    let build = || {
        let mut made = Vec::new();
        let mut builder = Builder::new(&variant, material, Some(folder.path())).expect("a closure");
        builder
            .run(&job, &mut |_, material, how| made.push((material, how)))
            .expect("it is built");
        made
    };
    assert_eq!(build().pop(), Some((material, Made::Solved)));
    assert_eq!(build().pop(), Some((material, Made::Found)));
    let file = folder.path().join("small/KRvKR.ktb");
    let good = std::fs::read(&file).expect("the file");
    let tables = || Tables::new(Some(folder.path().to_owned()));
    let checked = || {
        let tables = tables();
        let table = tables.table(&variant, material).map(|(table, _)| table);
        let errors = tables.take_complaints();
        table
            .ok_or_else(|| errors[0].clone())
            .and_then(|table| table.check())
    };
    assert_eq!(checked(), Ok(()));
    let pos = rules::position(&variant, "rk1/3/3/1KR w - - 0 1").expect("a position");
    assert!(tables().probe(&pos).is_some());
    for (what, bytes) in [
        ("damaged", {
            let mut bytes = good.clone();
            let last = bytes.len() - 9;
            bytes[last] ^= 1;
            bytes
        }),
        ("cut short", good[..good.len() - 1].to_vec()),
        ("not a table", b"a text that is long enough".to_vec()),
    ] {
        std::fs::write(&file, bytes).expect("written");
        let error = checked().expect_err(what).to_string();
        assert!(
            error.contains(what) && error.contains("KRvKR.ktb"),
            "{error}"
        );
    }
    std::fs::write(&file, good).expect("written");
    let stalemate = small(
        "chess",
        "rk1/3/3/1KR w - - 0 1",
        "[ends]\nstalemate = \"loses\"\n",
    );
    let foreign = tables();
    assert!(foreign.table(&stalemate, material).is_none());
    assert!(
        foreign.take_complaints()[0]
            .to_string()
            .contains("other rules")
    );
}

#[test]
fn a_wrong_value_with_a_right_checksum_fails_the_verification() {
    let variant = small("chess", "rk1/3/3/1KR w - - 0 1", "");
    let folder = tempfile::tempdir().expect("a folder");
    let material = material(&variant, "KRvKR");
    let stop = AtomicBool::new(false);
    let job = Job {
        threads: 1,
        memory: 1 << 28,
        stop: &stop,
        progress: &|_, _, _| (),
    };
    let mut builder = Builder::new(&variant, material, Some(folder.path())).expect("a closure");
    builder.run(&job, &mut |_, _, _| ()).expect("it is built");
    let verified = || {
        let tables = Tables::new(Some(folder.path().to_owned()));
        let (table, _) = tables.table(&variant, material).expect("a table");
        assert_eq!(table.check(), Ok(()));
        let found = verify(&tables, &variant, material, 1, 1, &stop, &|_, _| ());
        found.expect("a table").1
    };
    assert!(verified().is_none());
    let solved = &builder.solved[&material];
    let index = solved.index();
    let numbers = 0..index.positions();
    let mut codes: Vec<u16> = numbers
        .map(|number| solved.get(number).map_or(0, Value::code))
        .collect();
    let wrong = codes
        .iter()
        .position(|code| Value::of_code(*code) == Some(Value::Win(3)));
    codes[wrong.expect("a win in three")] = Value::Win(5).code();
    let table = Table::in_memory(Arc::clone(index), codes);
    let file = folder.path().join("small/KRvKR.ktb");
    table
        .write(&file, "small", digest(&variant), "KRvKR", None, 2)
        .expect("written");
    let wrong = verified().expect("a disagreement");
    assert_ne!(wrong.stored, wrong.expected, "{wrong:?}");
}

/// Tables of up to 256 different values take one byte a value in memory, others two, the high bytes after the low ones.
#[test]
fn files_give_back_every_value_however_many_differ() {
    let variant = game("chess");
    let material = material(&variant, "KRvK");
    let tables = Tables::default();
    let (small, _) = tables.table(&variant, material).expect("a table");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("KRvK.ktb");
    for different in [1_u64, 256, 257, 1000] {
        let numbers = 0..small.index().positions();
        let codes = numbers.clone().map(|number| (number % different) as u16);
        let table = Table::in_memory(Arc::clone(small.index()), codes.collect());
        table
            .write(&path, "chess", digest(&variant), "KRvK", None, 2)
            .expect("written");
        let (values, index, _) =
            FileValues::open(&path, &variant, digest(&variant), material).expect("read");
        let read = Table::in_file(index, values);
        assert_eq!(read.check(), Ok(()));
        for number in numbers {
            assert_eq!(read.get(number), table.get(number), "{different} {number}");
        }
    }
}

#[test]
fn games_without_tables_are_refused_by_their_rule() {
    for (name, signature, rule) in [
        ("crazyhouse", "KQvK", "dropped"),
        ("progressive", "KQvK", "several moves"),
        ("hopgi", "WFvW", "dropped"),
        ("placement", "KQvK", "pieces in hand are dropped"),
        ("seirawan", "KHvK", "gating"),
        ("shouse", "KHvK", "captured pieces are dropped"),
        ("snailtrail", "PvP", "leaves a wall behind"),
        ("duck", "KQvK", "each turn moves a wall"),
        ("3check", "KQvK", "checks are counted"),
        ("minixiangqi", "KRvK", "a repetition can win or lose"),
        ("chess", "KQRBNPvK", "7 pieces"),
    ] {
        let variant = game(name);
        let error = Closure::new(&variant, material(&variant, signature))
            .err()
            .expect("refused");
        assert!(error.to_string().contains(rule), "{error}");
    }
    let chess = game("chess");
    for wrong in ["KQK", "KXvK", "QvK", "KvKK", ""] {
        let error = Material::parse(&chess, wrong).expect_err(wrong);
        assert!(
            matches!(&error, TableError::Signature { text, .. } if text == wrong),
            "{error}"
        );
    }
}

#[test]
fn en_passant_is_looked_up_turn_by_turn() {
    let chess = game("chess");
    let tables = Tables::default();
    let pos = rules::position(&chess, "8/8/8/8/8/2k5/1q6/K7 w - - 0 1").expect("a position");
    assert!(!can_capture_king(&pos) && tables.turns(&pos).is_empty());
    let pos = rules::position(&chess, "8/8/8/4k3/8/8/4K2R/8 w - - 0 1").expect("a position");
    let turns = tables.turns(&pos);
    let best = turns[0].value.and_then(Value::distance).expect("a win");
    assert_eq!(tables.probe(&pos), Some(Value::Win(best + 1)));
    let castling = rules::position(&chess, "8/8/8/4k3/8/8/8/4K2R w K - 0 1").expect("a position");
    assert_eq!(tables.probe(&castling), None);
}
