//! Refuses keys that need captures or checks in games with a condition that forbids these or defines checks otherwise.

use crate::variant::conditions::{ConditionSpec, MoveKinds};
use crate::variant::definition::Definition;
use crate::variant::error::LoadError;
use crate::variant::rule_set::RuleSet;
use crate::variant::source::Source;

/// The key by which kings are captured.
const CAPTURED_KINGS: &str = "`goal = \"capture\"` in [ends]";

/// Checks a game. The error is the first contradiction, with both sides named.
pub(super) fn check(
    rules: &RuleSet,
    definition: &Definition,
    specs: &[&'static ConditionSpec],
    source: &Source,
) -> Result<(), LoadError> {
    let named = |spec: &&&ConditionSpec| {
        let mut texts = definition.conditions.iter();
        texts.any(|text| text.get_ref() == spec.name)
    };
    for spec in specs.iter().filter(named) {
        let capture = spec.forbids.intersects(MoveKinds::CAPTURE);
        let keys = [
            (
                capture,
                without_captures(rules, definition),
                "there are no captures",
            ),
            (
                spec.forbids_checks,
                without_checks(rules),
                "there are no checks to count",
            ),
            (
                spec.defines_check,
                rules.capabilities.royal_capture.then_some(CAPTURED_KINGS),
                "no king is captured",
            ),
        ];
        for (forbids, key, why) in keys {
            if let (true, Some(key)) = (forbids, key) {
                let name = spec.name;
                return Err(source.error_in_file(format!(
                    "{key} and `conditions = [\"{name}\"]` contradict each other: {why}"
                )));
            }
        }
    }
    Ok(())
}

/// The first key that makes no sense in a game without captures.
fn without_captures(rules: &RuleSet, definition: &Definition) -> Option<&'static str> {
    first([
        (rules.must_capture, "`must_capture`"),
        (rules.capabilities.royal_capture, CAPTURED_KINGS),
        (definition.zones.by_capture, "`by_capture` in [zones]"),
    ])
}

/// The first key that makes no sense in a game without checks.
fn without_checks(rules: &RuleSet) -> Option<&'static str> {
    first([
        (rules.checks > 0, "`checks` of a goal in [ends]"),
        (
            rules.repetition.perpetual_check_loses,
            "`perpetual_check` in [ends]",
        ),
        (rules.capabilities.royal_capture, CAPTURED_KINGS),
    ])
}

/// The first of some keys that is in use.
fn first<const N: usize>(keys: [(bool, &'static str); N]) -> Option<&'static str> {
    keys.into_iter()
        .find_map(|(is_used, key)| is_used.then_some(key))
}
