//! The entry of a game in the catalogue.

use super::embedded;
use crate::variant::Variant;
use std::sync::Arc;

/// The texts of a game, and the compiled game once it has been used.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) file: String,
    pub(super) text: String,
    /// The file name and the text of the game's fitted weights.
    pub(super) fitted: Option<(String, String)>,
    /// The bytes of the game's network.
    pub(super) network: Option<&'static [u8]>,
    /// Whether the user has added the game.
    pub(super) added: bool,
    /// Whether the game is one of [`embedded::MORE`].
    pub(super) more: bool,
    pub(super) variant: Option<Arc<Variant>>,
}

impl Entry {
    /// The entry of a file with this text, without weights or network.
    pub(super) fn added(file: String, text: String) -> Self {
        Self {
            file,
            text,
            fitted: None,
            network: None,
            added: true,
            more: false,
            variant: None,
        }
    }

    /// The entry of an embedded game.
    pub(super) fn embedded(name: &str, text: &str, more: bool) -> Self {
        let fitted = embedded::FITTED.iter().find(|(game, _)| *game == name);
        Self {
            file: format!("{}{name}.toml", if more { "more/" } else { "" }),
            text: text.to_owned(),
            fitted: fitted.map(|(_, text)| (format!("weights/{name}.toml"), (*text).to_owned())),
            network: embedded::network_of(name),
            added: false,
            more,
            variant: None,
        }
    }
}
