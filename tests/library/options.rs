//! The options of the program in the page for people are those that are declared.

use crate::page::compare;
use katydid::protocol::{
    Audience, OptionKind, Options,
    options::{Maxima, Spec},
};
use katydid::search::{MAX_HASH_MB, MAX_THREADS};
use katydid_trust::games;
use std::fmt::Write as _;

/// The values of an option and the one at the beginning.
fn values(spec: &Spec) -> (String, String) {
    match &spec.kind {
        OptionKind::Check { default } => ("`true` or `false`".to_owned(), format!("`{default}`")),
        OptionKind::Spin { default, min, max } => (format!("{min} to {max}"), default.to_string()),
        OptionKind::Combo { default, choices } if choices.len() > 10 => (
            "a name of [the list](variants.md)".to_owned(),
            format!("`{default}`"),
        ),
        OptionKind::Combo { default, choices } => {
            let choices = choices.iter().map(|choice| format!("`{choice}`"));
            (
                choices.collect::<Vec<_>>().join(", "),
                format!("`{default}`"),
            )
        }
        OptionKind::Text => ("text".to_owned(), "empty".to_owned()),
        OptionKind::Path => ("a path".to_owned(), "empty".to_owned()),
        OptionKind::Button => ("a button".to_owned(), String::new()),
    }
}

#[test]
fn options_stand_in_the_page() {
    let maxima = Maxima {
        hash: MAX_HASH_MB,
        threads: MAX_THREADS,
    };
    let options = Options::new(maxima, games().all_names(), &games().armies());
    let mut rows =
        "| option | values | default | where | meaning |\n|---|---|---|---|---|\n".to_owned();
    for spec in options.specs() {
        let (values, default) = values(spec);
        let shown = match spec.audience {
            Audience::All => "UCI, XBoard",
            Audience::Uci => "UCI",
            Audience::Cecp => "XBoard",
        };
        let (name, meaning) = (spec.name, spec.meaning);
        let _ = writeln!(
            rows,
            "| `{name}` | {values} | {default} | {shown} | {meaning} |"
        );
    }
    compare(
        "docs/options.md",
        "made from src/protocol/options.rs",
        &rows,
    );
}
