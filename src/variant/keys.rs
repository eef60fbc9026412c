//! The macro that declares the keys of variant files. Each key is declared once, in `definition.rs`, with type, default and meaning.
//! From that come the struct, its default, its deserialisation, the errors for unknown keys and wrong values, and the tables in
//! `variants/README.md`.
//!
//! ```text
//! /// How games end.
//! Ends "ends" {
//!     /// Half-moves without progress that draw.
//!     move_limit: u16 = 100;
//!     /// Letters of the pieces that, alone beside a king, cannot win against a bare king.
//!     dead: Text = unplaced(""), "bare kings only";
//! }
//! ```
//!
//! `"ends"` is the name of the table in a file. After the default value there may be a text that documents show instead of it. After the
//! type of a number or of a list of numbers stands what it may be, as in `[0..=0, 2..=20]`.

/// Declares tables of keys; see the module's documentation for the form.
macro_rules! keys {
    ($(
        $(#[doc = $about:literal])+
        $table:ident $path:literal {
            $($(#[doc = $doc:literal])+ $key:ident $(as $name:literal)?: $type:ty $([$($range:expr),+])? = $default:expr $(, $absent:literal)?;)*
        }
    )*) => {
        $(
            $(#[doc = $about])+
            #[derive(Clone, Debug, serde::Deserialize)]
            #[serde(default, deny_unknown_fields, expecting = "a table")]
            pub struct $table {
                $($(#[doc = $doc])+ $(#[serde(rename = $name)])? pub $key: $type,)*
            }

            impl Default for $table {
                fn default() -> Self {
                    Self { $($key: $default),* }
                }
            }
        )*

        /// All tables of variant files, with their keys, in the order of their declaration.
        pub fn key_tables() -> Vec<super::keys::KeyTable> {
            vec![$(super::keys::KeyTable {
                path: $path,
                keys: vec![$({
                    let default: $type = $default;
                    super::keys::Key {
                        name: [$($name,)? stringify!($key)][0],
                        meaning: concat!($($doc),+).trim(),
                        ranges: vec![$($($range),+)?],
                        lists_squares: stringify!($type).contains("Squares"),
                        absent: [$($absent.to_owned(),)? format!("`{default:?}`").to_lowercase()][0].clone(),
                    }
                }),*],
            }),*]
        }
    };
}

pub(super) use keys;

use std::ops::RangeInclusive;

/// The description of a table in variant files.
#[derive(Clone, Debug)]
pub struct KeyTable {
    /// The name of the table in a file, as `ends`; empty for the top level.
    pub path: &'static str,
    /// The keys of the table.
    pub keys: Vec<Key>,
}

/// The description of a key in variant files.
#[derive(Clone, Debug)]
pub struct Key {
    /// The name of the key in a file.
    pub name: &'static str,
    /// The meaning.
    pub meaning: &'static str,
    /// What the number may be, or each number of a list; empty for keys that take no numbers.
    pub ranges: Vec<RangeInclusive<i64>>,
    /// Whether the text is a list of squares.
    pub lists_squares: bool,
    /// The default value or its effect, in words.
    pub absent: String,
}

impl Key {
    /// What the number may be, or each number of a list, in words, as in `0, or 2 to 20`.
    pub fn range(&self) -> String {
        let range = |range: &RangeInclusive<i64>| match (range.start(), range.end()) {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least} to {most}"),
        };
        let ranges: Vec<String> = self.ranges.iter().map(range).collect();
        ranges.join(", or ")
    }
}
