//! The table of options: names, kinds, ranges, defaults and values, shared by all protocols.
//!
//! UCI prints the table as `option name ... type ...` lines, CECP as `feature option="..."`; both set
//! values by name through [`Options::set`], which is the only gate: after it a value is in range.

use crate::base::renamed_note;
use crate::rules::quotable;
use crate::search;
use std::fmt::Write as _;

/// Which protocol shows an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Every one.
    All,
    /// UCI; CECP has a command of its own for it.
    Uci,
    /// CECP only.
    Cecp,
}

/// What values an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// The value at the beginning.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value at the beginning.
        default: i64,
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The word at the beginning.
        default: String,
        /// All words, sorted.
        choices: Vec<String>,
    },
    /// Any text, empty at the beginning.
    Text,
    /// The same, which names a file or folder.
    Path,
    /// No value: an act.
    Button,
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Value {
    Flag(bool),
    Number(i64),
    Text(String),
    Nothing,
}

/// One line of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// Which option.
    pub key: Key,
    /// Its name in every protocol.
    pub name: &'static str,
    /// Its values.
    pub kind: OptionKind,
    /// The protocols whose front-ends show it.
    pub audience: Audience,
    /// One line of meaning.
    pub meaning: &'static str,
}

impl Spec {
    /// The name in menus: the names that UCI prescribes are not made for people.
    pub const fn label(&self) -> &'static str {
        match self.key {
            Key::LimitStrength => "Limit Strength",
            Key::Elo => "Elo",
            _ => self.name,
        }
    }

    fn is_called(&self, name: &str) -> bool {
        let name: Vec<&str> = name.split_whitespace().collect();
        let name = name.join(" ");
        [self.name, self.label()]
            .iter()
            .any(|called| called.eq_ignore_ascii_case(&name))
    }
}

/// An option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// No option has the name.
    #[error(
        "unknown option '{name}'{} (expected one of: {known})",
        renamed_note(name)
    )]
    Unknown {
        /// The name found.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The value does not fit.
    #[error("option {name}: found '{found}', expected {expected}")]
    Value {
        /// The option's name.
        name: &'static str,
        /// The value found.
        found: String,
        /// The values it takes.
        expected: String,
    },
}

/// The largest values that the engine behind the table allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Maxima {
    /// Mebibytes of hash table.
    pub hash: usize,
    /// Threads.
    pub threads: usize,
}

/// The table with its values.
#[derive(Clone, Debug)]
pub struct Options {
    lines: Vec<(Spec, Value)>,
}

/// The name of the game at the beginning.
pub const DEFAULT_VARIANT: &str = "chess";
/// The size of the transposition table at the beginning, in mebibytes.
pub const DEFAULT_HASH_MB: i64 = 16;

/// Declares the options: one line each with key, name, values, audience and meaning.
macro_rules! options {
    (|$maxima:ident, $variants:ident, $armies:ident| $($key:ident $name:literal $kind:expr, $audience:ident, $meaning:literal;)*) => {
        /// An option.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub enum Key {
            $(#[doc = $meaning] $key,)*
            /// A number of the search, by its place in [`search::settable_parameters`]; in tuning builds.
            Parameter(usize),
        }

        fn specs($maxima: Maxima, $variants: Vec<String>, $armies: &[String]) -> Vec<Spec> {
            vec![$(Spec {
                key: Key::$key,
                name: $name,
                kind: $kind,
                audience: Audience::$audience,
                meaning: $meaning,
            }),*]
        }
    };
}

options! { |maxima, variants, armies|
    Hash          "Hash"              spin(DEFAULT_HASH_MB, 1, maxima.hash as i64), Uci, "Size of the hash table in MiB.";
    ClearHash     "Clear Hash"        OptionKind::Button, All, "Forgets what earlier searches have found.";
    Threads       "Threads"           spin(1, 1, maxima.threads as i64), Uci, "Number of search threads.";
    MultiPv       "MultiPV"           spin(1, 1, 256), All, "Number of lines to show.";
    Ponder        "Ponder"            check(false), Uci, "Think on the opponent's time.";
    MoveOverhead  "Move Overhead"     spin(10, 0, 10_000), All, "Milliseconds lost at each move outside the engine.";
    Variant       "UCI_Variant"       combo(DEFAULT_VARIANT, variants), Uci, "The game to play.";
    Chess960      "UCI_Chess960"      check(false), Uci, "Play chess from any placement of kings and rooks (Chess960): the game fischerandom.";
    WhiteArmy     "White Army"        combo(OWN_ARMY, with_own(armies)), All, "The pieces that White has in place of the game's own, as in `chess:clobberers-v-fide`.";
    BlackArmy     "Black Army"        combo(OWN_ARMY, with_own(armies)), All, "The pieces that Black has in place of the game's own.";
    VariantPath   "VariantPath"       OptionKind::Path, All, "A variant file, or a folder of them, to load.";
    Pieces        "Pieces"            OptionKind::Text, All, "Pieces for positions of the game hurdlers, as in `X=moose:A,Y=kangaroo:CE:enemy`.";
    TablePath     "TablePath"         OptionKind::Path, Uci, "The folder of the endgame tables.";
    TablePieces   "TablePieces"       spin(5, 0, 5), All, "Positions with so many pieces at most are looked up in endgame tables.";
    ShowWdl       "UCI_ShowWDL"       check(false), Uci, "Show chances of win, draw and loss.";
    AnalyseMode   "UCI_AnalyseMode"   check(false), Uci, "Full strength for analysis, whatever the other options of strength are.";
    DebugLogFile  "Debug Log File"    OptionKind::Path, All, "A file for a copy of the conversation.";
    SkillLevel    "Skill Level"       spin(20, 0, 20), All, "Playing strength, 20 is full strength.";
    LimitStrength "UCI_LimitStrength" check(false), All, "Play at the strength of `UCI_Elo`.";
    Elo           "UCI_Elo"           spin(1500, i64::from(*search::ELO_RANGE.start()), i64::from(*search::ELO_RANGE.end())), All, "The Elo to play at.";
    Network       "Network"           check(true), All, "Add the game's NNUE, where it has one, to the evaluation.";
    Resign        "Resign"            check(false), Cecp, "Resign hopeless games.";
    Menu          "New Variant shows" combo(MENU_PAGES[0], MENU_PAGES.map(str::to_owned).into()), Cecp, "Which games XBoard's menu shows.";
    GameFile      "Save Games to"     OptionKind::Path, Cecp, "A file to which games are added when they are over.";
    Rules         "Rules of the Game" OptionKind::Button, Cecp, "Shows the rules of the game.";
}

/// The army of a side that has the game's own pieces.
pub const OWN_ARMY: &str = "own";

fn with_own(armies: &[String]) -> Vec<String> {
    let own = [OWN_ARMY.to_owned()].into_iter();
    own.chain(armies.iter().cloned()).collect()
}

const fn check(default: bool) -> OptionKind {
    OptionKind::Check { default }
}

const fn spin(default: i64, min: i64, max: i64) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

fn combo(default: &str, choices: Vec<String>) -> OptionKind {
    let default = default.to_owned();
    OptionKind::Combo { default, choices }
}

/// The pages of a menu with little room, the first being the one at the beginning.
pub const MENU_PAGES: [&str; 4] = [
    "games that XBoard can judge",
    "other games 1",
    "other games 2",
    "other games 3",
];

/// The lines of the search's numbers: none but in tuning builds.
fn parameters() -> impl Iterator<Item = Spec> {
    let numbered = search::settable_parameters().iter().enumerate();
    numbered.map(|(index, parameter)| Spec {
        key: Key::Parameter(index),
        name: parameter.name,
        kind: spin(
            parameter.default.into(),
            parameter.least.into(),
            parameter.most.into(),
        ),
        audience: Audience::All,
        meaning: parameter.meaning,
    })
}

impl OptionKind {
    fn default(&self) -> Value {
        match self {
            Self::Check { default } => Value::Flag(*default),
            Self::Spin { default, .. } => Value::Number(*default),
            Self::Combo { default, .. } => Value::Text(default.clone()),
            Self::Text | Self::Path => Value::Text(String::new()),
            Self::Button => Value::Nothing,
        }
    }

    /// The value of a text, or what was expected instead.
    fn parse(&self, text: &str) -> Result<Value, String> {
        match self {
            Self::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" | "1" | "on" => Ok(Value::Flag(true)),
                "false" | "0" | "off" => Ok(Value::Flag(false)),
                _ => Err("true or false".to_owned()),
            },
            Self::Spin { min, max, .. } => text
                .parse()
                .ok()
                .filter(|number| (min..=max).contains(&number))
                .map(Value::Number)
                .ok_or_else(|| format!("a number from {min} to {max}")),
            Self::Combo { choices, .. } => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(text))
                .map(|choice| Value::Text(choice.clone()))
                .ok_or_else(|| format!("one of: {}", choices.join(" "))),
            Self::Text | Self::Path if text == "<empty>" => Ok(Value::Text(String::new())),
            Self::Text | Self::Path => Ok(Value::Text(text.to_owned())),
            Self::Button => Ok(Value::Nothing),
        }
    }
}

impl Options {
    /// The table with its defaults.
    pub fn new(maxima: Maxima, variants: Vec<String>, armies: &[String]) -> Self {
        let line = |spec: Spec| {
            let value = spec.kind.default();
            (spec, value)
        };
        let specs = specs(maxima, variants, armies)
            .into_iter()
            .chain(parameters());
        Self {
            lines: specs.map(line).collect(),
        }
    }

    /// The lines of the table, in order.
    pub fn specs(&self) -> impl Iterator<Item = &Spec> {
        self.lines.iter().map(|(spec, _)| spec)
    }

    /// The lines that a protocol shows.
    pub fn shown_to(&self, audience: Audience) -> impl Iterator<Item = &Spec> {
        self.specs()
            .filter(move |spec| spec.audience == Audience::All || spec.audience == audience)
    }

    fn value(&self, key: Key) -> &Value {
        self.lines
            .iter()
            .find(|(spec, _)| spec.key == key)
            .map_or(&Value::Nothing, |(_, value)| value)
    }

    /// Whether a check option is on.
    pub fn flag(&self, key: Key) -> bool {
        *self.value(key) == Value::Flag(true)
    }

    /// The value of a spin option; 0 for other kinds.
    pub fn number(&self, key: Key) -> i64 {
        match self.value(key) {
            Value::Number(number) => *number,
            _ => 0,
        }
    }

    /// The value of a combo or path option; empty for other kinds.
    pub fn text(&self, key: Key) -> &str {
        match self.value(key) {
            Value::Text(text) => text,
            _ => "",
        }
    }

    /// The present value as a protocol writes it.
    pub fn shown(&self, key: Key) -> String {
        let mut shown = String::new();
        let _ = match self.value(key) {
            Value::Flag(flag) => write!(shown, "{flag}"),
            Value::Number(number) => write!(shown, "{number}"),
            Value::Text(text) => write!(shown, "{text}"),
            Value::Nothing => Ok(()),
        };
        shown
    }

    /// Sets an option by its name, not case sensitive, and returns its key.
    ///
    /// # Errors
    /// [`OptionError`] saying what was found and what was expected; nothing has changed then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Key, OptionError> {
        let line = self.lines.iter_mut().find(|(spec, _)| spec.is_called(name));
        let Some((spec, old)) = line else {
            let names: Vec<&str> = self.specs().map(|spec| spec.name).collect();
            return Err(OptionError::Unknown {
                name: quotable(name),
                known: names.join(", "),
            });
        };
        let text = value.unwrap_or_default();
        match spec.kind.parse(text) {
            Ok(new) => *old = new,
            Err(expected) => {
                return Err(OptionError::Value {
                    name: spec.name,
                    found: quotable(text),
                    expected,
                });
            }
        }
        Ok(spec.key)
    }

    /// Replaces the lists of variants and armies.
    pub fn set_variants(&mut self, names: &[String], armies: &[String]) {
        for (spec, _) in &mut self.lines {
            if let OptionKind::Combo { choices, .. } = &mut spec.kind {
                match spec.key {
                    Key::Variant => names.clone_into(choices),
                    Key::WhiteArmy | Key::BlackArmy => *choices = with_own(armies),
                    _ => {}
                }
            }
        }
    }

    /// The army that an option names; `None` for the game's own pieces.
    pub fn army(&self, key: Key) -> Option<&str> {
        Some(self.text(key)).filter(|army| *army != OWN_ARMY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        let maxima = Maxima {
            hash: 1024,
            threads: 8,
        };
        let variants = ["chess", "grasshopper"].map(str::to_owned).into();
        Options::new(maxima, variants, &["fide".to_owned()])
    }

    #[test]
    fn names_are_found_in_any_case_and_values_are_kept_in_range() {
        let mut options = options();
        assert_eq!(options.set("hash", Some("64")), Ok(Key::Hash));
        assert_eq!(options.number(Key::Hash), 64);
        for wrong in ["0", "1025", "-1", "many", "", "99999999999999999999"] {
            let error = options.set("Hash", Some(wrong)).unwrap_err().to_string();
            assert_eq!(
                error,
                format!("option Hash: found '{wrong}', expected a number from 1 to 1024")
            );
        }
        assert_eq!(
            options.number(Key::Hash),
            64,
            "a refused value changes nothing"
        );
        assert_eq!(
            options.set("uci_variant", Some("Grasshopper")),
            Ok(Key::Variant)
        );
        assert_eq!(options.text(Key::Variant), "grasshopper");
        assert_eq!(options.set("clear hash", None), Ok(Key::ClearHash));
    }

    #[test]
    fn an_unknown_option_names_those_there_are() {
        let error = options().set("Hsah", None).unwrap_err().to_string();
        assert!(error.starts_with("unknown option 'Hsah' (expected one of: Hash, Clear Hash,"));
        let error = options().set("Men", Some("X=moose")).unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("unknown option 'Men' (it is `Pieces` now) (expected one of"));
    }
}
