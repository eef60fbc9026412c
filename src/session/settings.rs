//! The effects of setting options.

use super::{Session, journal};
use crate::protocol::{Event, Key, Options, Refusal};
use crate::rules::Game;
use crate::search;
use crate::variant::armies::Matchup;
use crate::variant::{DeclaredPieces, Variant};
use std::path::Path;
use std::sync::Arc;

impl Session {
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        // Games with chosen armies are too many for the list of choices.
        if let Some(game) = value.filter(|value| value.contains(':'))
            && name.eq_ignore_ascii_case("UCI_Variant")
        {
            self.choose_variant(game);
            return;
        }
        let mut trial = self.options.clone();
        let key = match trial.set(name, value) {
            Ok(key) => key,
            Err(error) => {
                return self.refuse(Refusal::Option {
                    name: name.to_owned(),
                    reason: error.to_string(),
                });
            }
        };
        let result = match key {
            Key::Hash => self.resize(trial.number(key) as usize),
            Key::ClearHash => {
                self.end_search();
                self.searcher.clear();
                Ok(())
            }
            Key::Variant => {
                let game = with_armies(&trial, trial.text(key));
                let shuffled = game == "chess" && trial.flag(Key::Chess960);
                self.choose_variant(if shuffled { "fischerandom" } else { &game });
                return;
            }
            Key::Chess960 => {
                let _ = self.options.set(name, value);
                match (trial.flag(key), self.variant.name.as_str()) {
                    (true, "chess") => self.choose_variant("fischerandom"),
                    (false, "fischerandom") => self.choose_variant("chess"),
                    _ => true,
                };
                return;
            }
            Key::WhiteArmy | Key::BlackArmy => {
                let game = with_armies(&trial, &self.variant.name);
                if self.choose_variant(&game) {
                    let _ = self.options.set(name, value);
                }
                return;
            }
            Key::VariantPath => self.load_variants(trial.text(key)),
            Key::Pieces => self.declare_pieces(trial.text(key)),
            Key::DebugLogFile => log_to(trial.text(key)),
            Key::TablePath => folder_of_tables(trial.text(key)),
            Key::Rules => {
                self.tell_rules();
                Ok(())
            }
            Key::Parameter(index) => {
                self.end_search();
                search::set_parameter(index, trial.number(key) as i32);
                Ok(())
            }
            _ => Ok(()),
        };
        match result {
            // Loading variants may have changed the option table meanwhile, so the value is set again.
            Ok(()) => {
                let _ = self.options.set(name, value);
                if matches!(key, Key::TablePath | Key::TablePieces) {
                    self.load_tables();
                }
                self.apply_settings();
                if key == Key::Menu {
                    self.tell(&Event::MenuChanged);
                }
            }
            Err(reason) => self.refuse(Refusal::Option {
                name: name.to_owned(),
                reason,
            }),
        }
    }

    fn resize(&mut self, megabytes: usize) -> Result<(), String> {
        self.end_search();
        self.searcher
            .resize(megabytes)
            .map_err(|error| error.to_string())
    }

    /// Chooses a variant by its name or by its name in XBoard. Returns whether there is one; if not, an error is reported.
    pub(super) fn choose_variant(&mut self, name: &str) -> bool {
        let name = self
            .catalogue
            .name_of_alias(name)
            .unwrap_or_else(|| name.to_owned());
        let chosen = self
            .catalogue
            .variant(&name)
            .map_err(|error| error.to_string())
            .and_then(|variant| {
                Self::with_declared_pieces(&variant, self.options.text(Key::Pieces))
            });
        match chosen {
            Ok(variant) => {
                self.end_search();
                self.archive_unfinished();
                self.archived = 0;
                let _ = self.options.set("UCI_Variant", Some(&name));
                self.game = Game::new(&variant);
                self.variant = variant;
                self.latest = None;
                self.play.forget_position();
                self.tell(&Event::VariantChanged);
                true
            }
            Err(reason) => {
                self.refuse(Refusal::Option {
                    name: "UCI_Variant".to_owned(),
                    reason,
                });
                false
            }
        }
    }

    /// The game with the pieces that a text declares, if the game takes declared pieces.
    fn with_declared_pieces(variant: &Arc<Variant>, text: &str) -> Result<Arc<Variant>, String> {
        let pieces = DeclaredPieces::parse(text).map_err(|error| error.to_string())?;
        variant.with_pieces(&pieces)
    }

    /// Declares pieces for positions that are set up from now on.
    fn declare_pieces(&mut self, text: &str) -> Result<(), String> {
        let variant = self.catalogue.variant(&self.variant.name);
        let variant = variant.map_err(|error| error.to_string())?;
        self.variant = Self::with_declared_pieces(&variant, text)?;
        self.tell(&Event::PiecesDeclared);
        Ok(())
    }

    /// Adds the variants of a file or folder to those that can be played. Files that are refused are reported; the value is refused if no
    /// game was added.
    fn load_variants(&mut self, path: &str) -> Result<(), String> {
        if path.is_empty() {
            return Ok(());
        }
        let loaded = self.catalogue.load(Path::new(path));
        let mut loaded = loaded.map_err(|error| error.to_string())?;
        let last = match loaded.refused.pop() {
            Some(error) if loaded.names.is_empty() => Err(error.to_string()),
            error => {
                loaded.refused.extend(error);
                Ok(())
            }
        };
        for error in loaded.refused {
            self.refuse(Refusal::Option {
                name: "VariantPath".to_owned(),
                reason: error.to_string(),
            });
        }
        last?;
        self.options
            .set_variants(&self.catalogue.all_names(), &self.catalogue.armies());
        self.tell(&Event::VariantsAdded(loaded.names.clone()));
        // The file of the current game has changed: restart it by the new rules.
        let present = self.variant.name.clone();
        if loaded.names.contains(&present) {
            self.choose_variant(&present);
        }
        Ok(())
    }
}

/// The name of a game with the armies that the options name.
fn with_armies(options: &Options, game: &str) -> String {
    let army = |key| options.army(key);
    Matchup::name(game, army(Key::WhiteArmy), army(Key::BlackArmy))
}

/// Checks that a path names a folder; without the check a mistyped path would leave all tables out without a word.
fn folder_of_tables(path: &str) -> Result<(), String> {
    if path.is_empty() || Path::new(path).is_dir() {
        Ok(())
    } else {
        Err(format!(
            "'{path}' is no folder (expected a folder with the files of `katydid tables build`)"
        ))
    }
}

fn log_to(path: &str) -> Result<(), String> {
    let path = Some(path).filter(|path| !path.is_empty()).map(Path::new);
    journal::log_to(path).map_err(|error| error.to_string())
}
