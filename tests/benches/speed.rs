//! Times of perft, generator, apply and attack tests: `cargo bench -p katydid-benches --bench speed`.

use divan::{Bencher, black_box, counter::ItemsCount};
use katydid::rules;
use katydid_benches::{
    apply, attacks, count, evaluate, generate, generate_drafted, middle_game, position,
};

const VARIANTS: [&str; 7] = [
    "chess",
    "grasshopper",
    "demichess",
    "demirifle-fide",
    "ag",
    "andernach",
    "circe",
];
/// Those with side effects.
const EFFECTS: [&str; 3] = ["ag", "andernach", "circe"];

fn main() {
    divan::main();
}

/// Leaves a second of perft from the start position.
#[divan::bench(args = [("chess", 4), ("grasshopper", 4), ("demichess", 4), ("demirifle-fide", 4), ("hopgi", 4), ("ag", 4), ("andernach", 4)], sample_count = 10)]
fn perft(bencher: Bencher<'_, '_>, (variant, depth): (&str, u32)) {
    let pos = position(variant, None);
    bencher
        .counter(ItemsCount::new(rules::perft(&pos, depth)))
        .bench(|| rules::perft(black_box(&pos), depth));
}

#[divan::bench(args = VARIANTS)]
fn generator(bencher: Bencher<'_, '_>, variant: &str) {
    let pos = middle_game(variant);
    bencher
        .counter(ItemsCount::new(generate(&pos)))
        .bench(|| generate(black_box(&pos)));
}

/// The gain of counting without listing is the difference to `generator`.
#[divan::bench(args = VARIANTS)]
fn counter(bencher: Bencher<'_, '_>, variant: &str) {
    let pos = middle_game(variant);
    bencher
        .counter(ItemsCount::new(generate(&pos)))
        .bench(|| count(black_box(&pos)));
}

/// The gain of judging moves at sight (`variant::Reach`) is the difference to `generator`.
#[divan::bench(args = EFFECTS)]
fn generator_drafted(bencher: Bencher<'_, '_>, variant: &str) {
    let pos = middle_game(variant);
    assert_eq!(generate(&pos), generate_drafted(&pos));
    bencher
        .counter(ItemsCount::new(generate(&pos)))
        .bench(|| generate_drafted(black_box(&pos)));
}

#[divan::bench(args = VARIANTS)]
fn generator_and_apply(bencher: Bencher<'_, '_>, variant: &str) {
    let pos = middle_game(variant);
    bencher
        .counter(ItemsCount::new(generate(&pos)))
        .bench(|| apply(black_box(&pos)));
}

#[divan::bench(args = VARIANTS)]
fn attack_tests(bencher: Bencher<'_, '_>, variant: &str) {
    let pos = middle_game(variant);
    bencher
        .counter(ItemsCount::new(128usize))
        .bench(|| attacks(black_box(&pos)));
}

#[divan::bench(args = VARIANTS)]
fn evaluation(bencher: Bencher<'_, '_>, variant: &str) {
    let pos = middle_game(variant);
    bencher.bench(|| evaluate(black_box(&pos)));
}
