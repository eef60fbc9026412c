//! Declaring the keys of variant files. Each key stands once, in `definition.rs`, with its type, its default and what it
//! means; struct, default, deserialisation, the errors for unknown keys and wrong values, and the tables of
//! `variants/README.md` all come from there.
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
//! `"ends"` is the name of the table in a file. After the default there may be a text that the documents show instead.

/// Declares tables of keys; the head of this module shows the form.
macro_rules! keys {
    ($(
        $(#[doc = $about:literal])+
        $table:ident $path:literal {
            $($(#[doc = $doc:literal])+ $key:ident $(as $name:literal)?: $type:ty = $default:expr $(, $absent:literal)?;)*
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
                        absent: [$($absent.to_owned(),)? format!("`{default:?}`").to_lowercase()][0].clone(),
                    }
                }),*],
            }),*]
        }
    };
}

pub(super) use keys;

/// A table of variant files.
#[derive(Clone, Debug)]
pub struct KeyTable {
    /// Its name in a file; empty for the top level.
    pub path: &'static str,
    /// Its keys.
    pub keys: Vec<Key>,
}

/// A key of variant files.
#[derive(Clone, Debug)]
pub struct Key {
    /// Its name in a file.
    pub name: &'static str,
    /// The meaning.
    pub meaning: &'static str,
    /// The value if no file sets the key, in words.
    pub absent: String,
}
