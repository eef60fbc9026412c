//! A game with the files that it inherits from.

use super::embedded;
use super::entry::Entry;
use crate::base::expected;
use crate::board::BoardTables;
use crate::rules::{self, StartError};
use crate::variant::armies::Matchup;
use crate::variant::nnue::Network;
use crate::variant::{Definition, Layer, LoadError, Source, Variant, compile, merge};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The most files that a game may be merged from, including files of fitted weights.
pub(super) const MAX_LAYERS: usize = 16;

/// A game's definition, merged with the files that the game inherits from.
pub(super) struct Inherited {
    definition: Definition,
    source: Source,
    /// The bytes of the game's network: its own, or that of the game which the key `network` names. A network is trained for an embedded
    /// game: a game that inherits from an added one has none of its own.
    network: Option<&'static [u8]>,
}

impl Inherited {
    pub(super) fn of(entries: &BTreeMap<String, Entry>, entry: &Entry) -> Result<Self, LoadError> {
        let (mut network, added) = (entry.network, entry.added);
        // Whether the user has replaced a game from which an embedded one inherits.
        let mut replaced = false;
        // A file of fitted weights sets all weights that existed when it was made. Later weights keep their defaults, not a parent's values.
        let mut weighed = true;
        let mut layers = Vec::new();
        let mut next = Some(entry);
        while let Some(entry) = next {
            if let Some((file, text)) = &entry.fitted {
                let fitted = Layer::fitted(file, text)?;
                layers.push(if weighed {
                    fitted
                } else {
                    fitted.without_weights()
                });
                weighed = false;
            }
            let own = Layer::new(&entry.file, &entry.text)?;
            next = own.text_of("inherits").map_or(Ok(None), |parent| {
                let name = parent.get_ref();
                let others = entries.keys().map(String::as_str);
                let others = others.filter(|other| !Matchup::is_named_by(other));
                match entries.get(name) {
                    Some(_) if layers.len() >= MAX_LAYERS => {
                        Err("variants inherit from each other in a circle".to_owned())
                    }
                    Some(found) => Ok(Some(found)),
                    None if lies_beside(&entry.file, name) => Err(format!(
                        "no variant '{name}' to inherit from ({name}.toml lies beside this file: load them by their folder)"
                    )),
                    None => Err(format!(
                        "no variant '{name}' to inherit from ({})",
                        expected(name, others)
                    )),
                }
                .map_err(|message| own.error(&parent, message))
            })?;
            replaced |= !added && next.is_some_and(|parent| parent.added);
            layers.push(own);
        }
        let (definition, source) = merge(layers)?;
        if let Some(game) = &definition.network {
            network = embedded::network_of(game.get_ref());
            if network.is_none() {
                let message = format!(
                    "no network of '{}' (expected one of: {})",
                    game.get_ref(),
                    embedded::games_with_networks().join(" ")
                );
                return Err(source.error(game, 1, message));
            }
        }
        Ok(Self {
            definition,
            source,
            network: network.filter(|_| !replaced),
        })
    }

    pub(super) fn compile(&self, board_tables: &Arc<BoardTables>) -> Result<Variant, LoadError> {
        let Self {
            definition, source, ..
        } = self;
        let conditions: Vec<_> = rules::conditions::specs().collect();
        let mut variant = compile(definition, &conditions, source, board_tables)?;
        if let Some(bytes) = self.network {
            let network = Network::read(bytes)
                .map_err(|error| source.error_in_file(format!("its network: {error}")))?;
            let (known, types) = (
                network.header().types,
                variant.presentation.piece_types.len(),
            );
            if let (true, Some(game)) = (known > types, &definition.network) {
                let message = format!(
                    "the network of '{}' knows {known} types of pieces, the game has {types}",
                    game.get_ref()
                );
                return Err(source.error(game, 1, message));
            }
            variant.network = Some(Arc::new(network));
        }
        Ok(variant)
    }

    /// The error of a start position that the rules of the game refuse. If the position is inherited, and the key that does not fit it is not,
    /// the error is placed at the key.
    pub(super) fn start_error(&self, error: &StartError) -> LoadError {
        let message = format!("the start position: {}", error.reason);
        let key = format!(
            "{} and the inherited `start` contradict each other: {}",
            error.key, error.reason
        );
        match &self.definition.start {
            Some(start) if self.source.is_inherited(start) => self
                .source
                .error_at_own_key(&key)
                .unwrap_or_else(|| self.source.error(start, error.column, message)),
            Some(start) => self.source.error(start, error.column, message),
            None => self.source.error_in_file(message),
        }
    }
}

/// Whether the folder of a file has a file that is named as a game.
fn lies_beside(file: &str, game: &str) -> bool {
    let is_name = game.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    is_name
        && Path::new(file)
            .with_file_name(format!("{game}.toml"))
            .exists()
}
