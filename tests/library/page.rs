//! Games of files, as the page on variant files has them.

use katydid::catalogue::Catalogue;
use katydid::variant::Variant;

/// Loads an example of the page by its name.
pub fn example(name: &str) -> &'static Variant {
    let page = include_str!("../../variants/README.md");
    let wanted = format!("name = \"{name}\"\n");
    let text = page
        .split("```toml\n")
        .filter_map(|block| block.split("```").next())
        .find(|block| block.starts_with(&wanted))
        .expect("the example stands in the page");
    load(text).expect("the example is sound");
    Catalogue::embedded()
        .variant(name)
        .expect("it has just been loaded")
}

/// Loads a file that is given as text; the names of its games.
pub fn load(text: &str) -> Result<Vec<String>, String> {
    Catalogue::embedded()
        .add_texts(vec![("mine.toml".to_owned(), text.to_owned())])
        .map_err(|error| error.to_string())
}
