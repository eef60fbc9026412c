//! The games by family, for the menu.

use katydid::catalogue::{Catalogue, EMBEDDED};

/// The families with their games; games that are not listed belong to the last family.
const FAMILIES: [(&str, &[&str]); 9] = [
    ("Hoppers", &["grasshopper", "hopgi", "andernach-leo"]),
    (
        "Hoppers that change what they hop over",
        &[
            "ag",
            "ag-rex",
            "ag-andernach",
            "eg",
            "eg-einstein",
            "cg",
            "cg-circe",
            "acg",
            "aeg",
            "cag",
            "ceg",
            "ecg",
            "aceg",
            "aecg",
            "caeg",
            "ecag",
            "aceg-all",
        ],
    ),
    (
        "Half-strength pieces",
        &[
            "demichess",
            "demirifle",
            "relay-demichess",
            "conduit",
            "iron-crab",
            "demi-fide",
            "fide-demi",
            "demirifle-fide",
            "fide-demirifle",
            "relaydemi-fide",
            "fide-relaydemi",
            "conduit-fide",
            "fide-conduit",
        ],
    ),
    (
        "Colour changes",
        &[
            "andernach",
            "antiandernach",
            "superandernach",
            "madrasi-andernach",
            "circe-andernach",
        ],
    ),
    (
        "Other conditions",
        &["circe", "anticirce", "einstein", "madrasi"],
    ),
    (
        "Boards",
        &["alice", "alice-demichess", "cylinder", "cylinder-demichess"],
    ),
    (
        "Several moves a turn",
        &[
            "doublemove",
            "doublemove-demichess",
            "progressive",
            "progressive-demichess",
        ],
    ),
    ("Pushing and pulling", &["dynamo", "dynamo-demichess"]),
    ("Others", &["chess", "crazyhouse", "hurdlers"]),
];

/// The games of the catalogue by family: those of the user first, if there are any.
pub fn families(catalogue: &Catalogue) -> Vec<(&'static str, Vec<String>)> {
    let names = catalogue.names();
    let is_embedded = |name: &String| EMBEDDED.iter().any(|(embedded, _)| embedded == name);
    let is_listed = |name: &String| {
        FAMILIES
            .iter()
            .any(|(_, games)| games.contains(&name.as_str()))
    };
    let own = names.iter().filter(|name| !is_embedded(name));
    let mut found = vec![("Your own", own.cloned().collect::<Vec<_>>())];
    for (family, games) in FAMILIES {
        let known = games.iter().map(|game| (*game).to_owned());
        found.push((family, known.filter(|game| names.contains(game)).collect()));
    }
    let others = names
        .iter()
        .filter(|name| is_embedded(name) && !is_listed(name));
    if let Some((_, last)) = found.last_mut() {
        last.extend(others.cloned());
    }
    found.push(("From elsewhere", catalogue.more_names()));
    found.retain(|(_, games)| !games.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_in_one_family() {
        let catalogue = Catalogue::new();
        let mut games: Vec<String> = families(&catalogue)
            .into_iter()
            .flat_map(|(_, games)| games)
            .collect();
        games.sort();
        let mut known = catalogue.all_names();
        known.sort();
        assert_eq!(games, known);
    }
}
