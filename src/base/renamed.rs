//! Words that had another spelling once.

/// Former spellings of keys, options and parameters, each with what it is now.
const RENAMED: [(&str, &str); 3] = [("man", "piece"), ("men", "pieces"), ("Men", "Pieces")];

/// What a former spelling is now.
pub fn renamed(word: &str) -> Option<&'static str> {
    let found = RENAMED.iter().find(|(former, _)| *former == word);
    found.map(|(_, now)| *now)
}
