//! Instruction counts of generator, apply, attack tests, evaluation and perft under valgrind:
//! `cargo bench -p katydid-benches --bench instructions`. Each has a limit about eight percent above what it cost when it was
//! written, so that a regression fails the run. Lower a limit with the change that earns it; raise it only with a reason.

#![expect(
    missing_docs,
    unused_qualifications,
    reason = "what the macros make of the functions"
)]
#![allow(
    clippy::needless_pass_by_value,
    clippy::wildcard_imports,
    reason = "the harness owns the arguments"
)]

use gungraun::prelude::*;
use gungraun::{Callgrind, EventKind};
use katydid::position::Position;
use katydid::rules;
use katydid_benches::{apply, attacks, evaluate, generate, middle_game, position};
use std::hint::black_box;

/// A limit on executed instructions.
fn limit(instructions: u64) -> LibraryBenchmarkConfig {
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(Callgrind::default().hard_limits([(EventKind::Ir, instructions)]));
    config
}

#[library_benchmark]
#[bench::chess(args = (middle_game("chess"),), config = limit(4_900))]
#[bench::grasshopper(args = (middle_game("grasshopper"),), config = limit(5_600))]
#[bench::demichess(args = (middle_game("demichess"),), config = limit(3_450))]
#[bench::demirifle_fide(args = (middle_game("demirifle-fide"),), config = limit(4_450))]
fn generator(pos: Position) -> usize {
    generate(black_box(&pos))
}

#[library_benchmark]
#[bench::chess(args = (middle_game("chess"),), config = limit(17_300))]
#[bench::grasshopper(args = (middle_game("grasshopper"),), config = limit(15_900))]
#[bench::demichess(args = (middle_game("demichess"),), config = limit(12_000))]
#[bench::demirifle_fide(args = (middle_game("demirifle-fide"),), config = limit(13_600))]
fn generator_and_apply(pos: Position) -> u64 {
    apply(black_box(&pos))
}

#[library_benchmark]
#[bench::chess(args = (middle_game("chess"),), config = limit(24_400))]
#[bench::grasshopper(args = (middle_game("grasshopper"),), config = limit(32_700))]
#[bench::demichess(args = (middle_game("demichess"),), config = limit(14_600))]
fn attack_tests(pos: Position) -> u32 {
    attacks(black_box(&pos))
}

#[library_benchmark]
#[bench::chess(args = (middle_game("chess"),), config = limit(6_750))]
#[bench::grasshopper(args = (middle_game("grasshopper"),), config = limit(11_550))]
#[bench::demichess(args = (middle_game("demichess"),), config = limit(6_350))]
fn evaluation(pos: Position) -> i32 {
    evaluate(black_box(&pos))
}

#[library_benchmark]
#[bench::chess(args = (position("chess", None), 4), config = limit(25_000_000))]
#[bench::grasshopper(args = (position("grasshopper", None), 3), config = limit(3_390_000))]
#[bench::demichess(args = (position("demichess", None), 3), config = limit(1_945_000))]
fn perft(pos: Position, depth: u32) -> u64 {
    rules::perft(black_box(&pos), depth)
}

library_benchmark_group!(
    name = rules_and_evaluation;
    benchmarks = generator, generator_and_apply, attack_tests, evaluation, perft
);
main!(library_benchmark_groups = rules_and_evaluation);
