//! Finds the kinds of values that the keys of variant files accept, for documents and editors.

use super::definition::Definition;
use super::keys::{Key, KeyTable};

/// A kind of value that a key accepts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Takes {
    /// Any text.
    Text,
    /// One of the listed words.
    Words(Vec<String>),
    /// A number.
    Number,
    /// `true` or `false`.
    Switch,
    /// A list.
    List,
    /// A table.
    Table,
}

impl KeyTable {
    /// The kinds of values that a key of this table accepts. Found by trial: the reader gets a value of each kind.
    pub fn takes(&self, key: &Key) -> Vec<Takes> {
        let refused = |value: &str| {
            let head = match self.path {
                "" => String::new(),
                "piece" | "ends.goals" => format!("[[{}]]\n", self.path),
                path => format!("[{path}]\n"),
            };
            let read = toml::from_str::<Definition>(&format!("{head}{} = {value}\n", key.name));
            read.err().map(|error| error.message().to_owned())
        };
        let other_kind = |message: &String| message.starts_with("invalid type");
        let text = match refused("\"?\"") {
            None => Some(Takes::Text),
            Some(message) if other_kind(&message) => None,
            // The message is "..., expected `white` or `black`": the accepted words are between the backticks.
            Some(message) => {
                let quoted = message.split('`').skip(1).step_by(2);
                let words = quoted.filter(|word| *word != "?").map(str::to_owned);
                return vec![Takes::Words(words.collect())];
            }
        };
        let others = [
            ("1", Takes::Number),
            ("true", Takes::Switch),
            ("[]", Takes::List),
            ("{}", Takes::Table),
        ];
        let taken = |(value, kind): (&str, Takes)| {
            refused(value)
                .as_ref()
                .is_none_or(|message| !other_kind(message))
                .then_some(kind)
        };
        text.into_iter()
            .chain(others.into_iter().filter_map(taken))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Takes;
    use crate::variant::key_tables;

    /// The kinds of values that a key of a table accepts.
    fn takes(path: &str, key: &str) -> Vec<Takes> {
        let tables = key_tables();
        let table = tables
            .iter()
            .find(|table| table.path == path)
            .expect("a table");
        let key = table.keys.iter().find(|it| it.name == key).expect("a key");
        table.takes(key)
    }

    #[test]
    fn keys_take_what_their_readers_take() {
        assert_eq!(takes("", "start"), [Takes::Text]);
        assert_eq!(takes("", "conditions"), [Takes::List]);
        assert_eq!(takes("piece", "rifle"), [Takes::Switch]);
        assert_eq!(takes("ends", "move_limit"), [Takes::Number]);
        let words = ["draw", "loses", "wins", "fewer"]
            .map(str::to_owned)
            .to_vec();
        assert_eq!(takes("ends", "stalemate"), [Takes::Words(words)]);
    }
}
