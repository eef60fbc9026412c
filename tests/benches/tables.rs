//! Endgame tables: processor time of solving, size of the file and look-ups a second, one thread:
//! `cargo bench -p katydid-benches --bench tables [GAME SIGNATURE ...]`.
//!
//! With `FAIRYGEN=FOLDER`, a folder with the programs `4men` and `5men` (the C file of `FairyGen`, compiled by
//! `gcc -O3 -march=native -DMEN=4`, 5), each ending of `chess` is also solved by `FairyGen` right before. `FairyGen` counts moves to mate too
//! (`-m`), finds White's wins only and writes no file; what Black wins is a second run, with the colours exchanged.

use katydid::catalogue::Catalogue;
use katydid::rules::position;
use katydid::tables::{Builder, Job, Material, Tables};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

const ENDINGS: [&str; 8] = [
    "chess",
    "KQvKR",
    "chess",
    "KBNvK",
    "chess",
    "KRvKN",
    "demichess",
    "KSvKL",
];
/// The look-ups that are timed.
const LOOK_UPS: usize = 1_000_000;

/// The processor time of this process and of its finished children, in seconds.
fn processor_time() -> [f64; 2] {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = text.rsplit(") ").next().unwrap_or_default();
    let ticks: Vec<f64> = after_name
        .split(' ')
        .map(|field| field.parse().unwrap_or(0.0))
        .collect();
    let sum = |first: usize| ticks.iter().skip(first).take(2).sum::<f64>() / 100.0;
    [sum(11), sum(13)]
}

/// The time of `FairyGen` for White's wins, and for those of both sides.
fn fairygen(folder: &str, signature: &str) -> Option<[f64; 2]> {
    let (white, black) = signature.split_once('v')?;
    let program = Path::new(folder).join(format!("{}men", signature.len() - 1));
    let run = |ending: String| {
        let started = processor_time()[1];
        let mut command = Command::new(&program);
        command.current_dir(folder).args(["-m", &ending]);
        // After solving it waits for commands, and stops at the end of its input.
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.status().ok()?;
        Some(processor_time()[1] - started)
    };
    let first = run(format!("{white}.{black}"))?;
    let second = if black == "K" {
        0.0
    } else {
        run(format!("{black}.{white}"))?
    };
    Some([first, first + second])
}

fn main() {
    let given: Vec<String> = std::env::args()
        .skip(1)
        .filter(|it| it != "--bench")
        .collect();
    let endings = if given.is_empty() {
        ENDINGS.map(str::to_owned).to_vec()
    } else {
        given
    };
    let folder = tempfile::tempdir().expect("a folder");
    for [game, signature] in endings.as_chunks::<2>().0 {
        let variant = Catalogue::new().variant(game).expect("a game");
        let material = Material::parse(&variant, signature).expect("a signature");
        let others = std::env::var("FAIRYGEN").ok().filter(|_| game == "chess");
        let others = others.and_then(|folder| fairygen(&folder, signature));
        let stop = AtomicBool::new(false);
        let job = Job {
            threads: 1,
            memory: 12 << 30,
            stop: &stop,
            progress: &|_, _, _| (),
        };
        let timed = |to: Option<&Path>| {
            let started = processor_time()[0];
            let mut builder = Builder::new(&variant, material, to).expect("a closure");
            builder.run(&job, &mut |_, _, _| ()).expect("tables");
            let positions = builder.closure.positions();
            (processor_time()[0] - started, positions)
        };
        let (solving, positions) = timed(None);
        let (with_files, _) = timed(Some(folder.path()));
        print!(
            "{game} {signature}: {positions} positions, {solving:.2} s, with files {with_files:.2} s"
        );
        if let Some([white, both]) = others {
            print!("; FairyGen {white:.2} s for White's wins, {both:.2} s for both sides'");
        }
        let file = folder.path().join(game).join(format!("{signature}.ktb"));
        if let Ok(data) = std::fs::metadata(&file) {
            let tables = Tables::new(Some(folder.path().to_owned()));
            let own = tables.table(&variant, material).expect("a table").0;
            let size = data.len();
            print!(
                "; {size} bytes, {:.2} a position",
                size as f64 / own.index().positions() as f64
            );
            println!(
                "; {:.0} look-ups a second",
                look_ups(&tables, &variant, signature)
            );
        } else {
            println!();
        }
    }
}

/// Looks random positions up, the blocks of the file once read.
fn look_ups(tables: &Tables, variant: &std::sync::Arc<katydid::Variant>, signature: &str) -> f64 {
    let mut seed = 1_u64;
    let mut draw = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed as usize % 64
    };
    let (white, black) = signature.split_once('v').expect("a signature");
    let letters: Vec<String> = [white.to_owned(), black.to_lowercase()]
        .iter()
        .flat_map(|side| side.chars().map(String::from).collect::<Vec<_>>())
        .collect();
    let mut positions = Vec::new();
    while positions.len() < 2000 {
        let mut board = vec!["1".to_owned(); 64];
        for letter in &letters {
            board[draw()].clone_from(letter);
        }
        let rows: Vec<String> = board.chunks(8).map(<[String]>::concat).collect();
        let side = if draw() % 2 == 0 { "w" } else { "b" };
        let found = position(variant, &format!("{} {side} - - 0 1", rows.join("/")));
        positions.extend(found.ok().filter(|pos| tables.probe(pos).is_some()));
    }
    let started = Instant::now();
    let found = positions.iter().cycle().take(LOOK_UPS);
    let found = found.filter(|pos| tables.probe(pos).is_some()).count();
    found as f64 / started.elapsed().as_secs_f64()
}
