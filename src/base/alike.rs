//! Names that are meant by a word that is none of them.

/// The minimum similarity (Jaro-Winkler, 0 to 1) of a proposed name.
const SIMILAR: f64 = 0.8;
/// The maximum number of proposed names.
const MOST: usize = 3;

/// The names most similar to a word, as in `'hopgi' or 'ag'`; `None` if no name is similar enough.
pub fn alike<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let word = word.to_lowercase();
    let mut found: Vec<(f64, &str)> = names
        .map(|name| (strsim::jaro_winkler(&word, &name.to_lowercase()), name))
        .filter(|(similarity, _)| *similarity >= SIMILAR)
        .collect();
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found.truncate(MOST);
    let (last, others) = found.split_last()?;
    let others: Vec<String> = others.iter().map(|(_, name)| format!("'{name}'")).collect();
    let gap = if others.is_empty() { "" } else { " or " };
    Some(format!("{}{gap}'{}'", others.join(", "), last.1))
}
