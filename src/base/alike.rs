//! Names that are meant by a word that is none of them.

/// The minimum similarity (Jaro-Winkler, 0 to 1) of a proposed name.
const SIMILAR: f64 = 0.8;
/// The maximum number of proposed names.
const MOST: usize = 3;

/// The names most similar to a word, as in `'hopgi' or 'ag'`; `None` if no name is similar enough.
pub fn alike<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let rated = names.map(|name| (similarity(word, name), name));
    let mut found: Vec<(f64, &str)> = rated.filter(|(rate, _)| *rate >= SIMILAR).collect();
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found.truncate(MOST);
    let (last, others) = found.split_last()?;
    let others: Vec<String> = others.iter().map(|(_, name)| format!("'{name}'")).collect();
    let gap = if others.is_empty() { "" } else { " or " };
    Some(format!("{}{gap}'{}'", others.join(", "), last.1))
}

/// What was expected in the place of a word, for an error: the names most similar to it, or else all of them.
pub fn expected<'a>(word: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    match alike(word, names.clone()) {
        Some(meant) => format!("did you mean {meant}?"),
        None => format!("expected one of: {}", names.collect::<Vec<_>>().join(" ")),
    }
}

/// How alike a word and a name are, 0 to 1.
pub fn similarity(word: &str, name: &str) -> f64 {
    strsim::jaro_winkler(&word.to_lowercase(), &name.to_lowercase())
}
