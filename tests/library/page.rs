//! What the pages for people hold: games of files as examples, and parts that are made from the program.

use katydid::variant::Variant;
use katydid_trust::games;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Loads an example of the page by its name.
pub fn example(name: &str) -> Arc<Variant> {
    let page = include_str!("../../variants/README.md");
    let wanted = format!("name = \"{name}\"\n");
    let text = page
        .split("```toml\n")
        .filter_map(|block| block.split("```").next())
        .find(|block| block.starts_with(&wanted))
        .expect("the example stands in the page");
    load(text).expect("the example is sound");
    games().variant(name).expect("it has just been loaded")
}

/// Loads a file that is given as text; the names of its games.
pub fn load(text: &str) -> Result<Vec<String>, String> {
    games()
        .add_texts(vec![("mine.toml".to_owned(), text.to_owned())])
        .map_err(|error| error.to_string())
}

/// Compares the part of a page between the lines `<!-- NAME -->` and `<!-- end -->` with what it must be; writes it if
/// `KATYDID_WRITE_TABLES` is set.
pub fn compare(page: &str, name: &str, expected: &str) {
    static WRITING: Mutex<()> = Mutex::new(());
    let _guard = WRITING.lock();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = std::fs::read_to_string(&path).expect(page);
    let mark = format!("<!-- {name} -->\n");
    let found = text.split_once(&mark);
    let (before, rest) = found.unwrap_or_else(|| panic!("{page} has no line {mark}"));
    let (part, after) = rest.split_once("<!-- end -->").expect("the last mark");
    if std::env::var_os("KATYDID_WRITE_TABLES").is_some() {
        let text = format!("{before}{mark}{expected}<!-- end -->{after}");
        std::fs::write(&path, text).expect(page);
    } else {
        assert_eq!(
            part, expected,
            "{page}: run with KATYDID_WRITE_TABLES=1 to write it anew"
        );
    }
}
