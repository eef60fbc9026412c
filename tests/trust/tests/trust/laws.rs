//! The laws, along random games of every embedded game, every example file, arrays of odd hoppers and mixtures of
//! conditions, and of games made at random.

use katydid::variant::Variant;
use katydid_trust::games;
use katydid_trust::laws::along_games;
use katydid_trust::random_game::{self, Judged};
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// Movements and effects of hoppers that no game has: hops that bend, that leap two pieces, that lead to one square over
/// different pieces.
const HOPPERS: [(&str, &str); 8] = [
    ("moose", "A"),
    ("eagle", "EAC"),
    ("sparrow-lion", "AE"),
    ("kangaroo", "CA"),
    ("double-grasshopper", "A"),
    ("contragrasshopper", "E"),
    ("equihopper", "AEC"),
    ("nonstop-equihopper", "A"),
];

/// Conditions that no file combines, and the game that gets them.
const MIXTURES: [(&str, &str); 6] = [
    ("hurdlers", "conditions = [\"andernach\", \"circe\"]"),
    ("aceg", "conditions = [\"anticirce\", \"einstein\"]"),
    (
        "hurdlers",
        "conditions = [\"madrasi\", \"superandernach\", \"circe\"]",
    ),
    (
        "aceg",
        "conditions = [\"einstein\", \"andernach\", \"circe\"]\ncastling = { rights_return = true }",
    ),
    (
        "hurdlers",
        "conditions = [\"anticirce\", \"antiandernach\", \"circe\"]",
    ),
    ("demirifle", "conditions = [\"andernach\", \"circe\"]"),
];

/// Random games, one walk through each.
const RANDOM_GAMES: u64 = 70;
/// Where random walks begin.
const SEED: u64 = 13_001;

/// The designed games.
static GAMES: LazyLock<Vec<Arc<Variant>>> = LazyLock::new(|| {
    let games = games();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../variants/examples");
    games.add(&examples).expect("sound examples");
    let arrays = HOPPERS.map(|(movement, effect)| {
        let text = format!(
            "name = \"boyer-{movement}\"\ninherits = \"ag\"\n[[piece]]\nletter = \"A\"\n\
             movement = \"{movement}\"\neffect = \"{effect}\"\n"
        );
        (movement.to_owned(), text)
    });
    games.add_texts(arrays.to_vec()).expect("sound arrays");
    let mixtures = MIXTURES
        .iter()
        .enumerate()
        .map(|(index, (parent, conditions))| {
            let text =
                format!("name = \"mixture-{index}\"\ninherits = \"{parent}\"\n{conditions}\n");
            (format!("mixture-{index}.toml"), text)
        });
    games.add_texts(mixtures.collect()).expect("sound mixtures");
    let variant = |name: &String| games.variant(name).expect("a sound variant");
    let mut all: Vec<Arc<Variant>> = games.names().iter().map(variant).collect();
    // Other tests add games to the same catalogue and walk through them.
    all.retain(|game| {
        !["random-", "found-"]
            .iter()
            .any(|other| game.name.starts_with(other))
    });
    all
});

/// Where random walks begin: the same place each time, so that a change that breaks nothing breaks no test, or the
/// environment variable `KATYDID_SEED`. New walks are what `make fuzz` takes.
fn seed() -> u64 {
    let given = std::env::var("KATYDID_SEED").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(SEED)
}

/// A walk of so many plies through each of some games, two of them at a time.
fn walk(games: &[Arc<Variant>], plies: u32, fewest_looks: u64) {
    let seed = seed();
    let half = |games: &[Arc<Variant>]| {
        let mut looks = 0;
        let mut breaches = Vec::new();
        for variant in games {
            match along_games(variant, seed, plies) {
                Ok(count) => looks += count,
                Err(breach) => breaches.push(breach.to_string()),
            }
        }
        (looks, breaches)
    };
    let (first, second) = games.split_at(games.len() / 2);
    let (looks, breaches) = std::thread::scope(|scope| {
        let second = scope.spawn(|| half(second));
        let (looks, mut breaches) = half(first);
        let (more, others) = second.join().expect("a breach is no panic");
        breaches.extend(others);
        (looks + more, breaches)
    });
    assert!(
        breaches.is_empty(),
        "KATYDID_SEED={seed}: {}",
        breaches.join("\n")
    );
    assert!(looks > fewest_looks, "only {looks} looks");
}

#[test]
fn laws_hold_in_designed_games() {
    walk(&GAMES, 60, 30_000);
}

#[test]
fn laws_hold_in_further_games() {
    let games = games();
    let names = games.more_names().into_iter();
    let all: Vec<Arc<Variant>> = names
        .map(|name| games.variant(&name).expect("a sound variant"))
        .collect();
    walk(&all, 20, 5_000);
}

#[test]
fn laws_hold_in_games_nobody_designed() {
    let seed = seed();
    let (mut games, mut looks) = (0, 0);
    let mut breaches = Vec::new();
    for index in 0..RANDOM_GAMES {
        let seed = (seed << 16).wrapping_add(index);
        let name = format!("random-{seed}");
        let text = random_game::text(&name, seed);
        let variant = match random_game::judge(&name, &text) {
            Ok(Judged::Game(variant)) => variant,
            Ok(Judged::Refused(_)) => continue,
            Err(reason) => {
                breaches.push(format!("{reason}\n{text}"));
                continue;
            }
        };
        games += 1;
        match along_games(&variant, seed, 60) {
            Ok(count) => looks += count,
            Err(breach) => breaches.push(format!("{breach}\n{text}")),
        }
    }
    assert!(
        breaches.is_empty(),
        "KATYDID_SEED={seed}: {}",
        breaches.join("\n")
    );
    assert!(
        games * 3 > RANDOM_GAMES,
        "only {games} games of {RANDOM_GAMES} files"
    );
    assert!(looks > 10_000, "only {looks} looks");
}
