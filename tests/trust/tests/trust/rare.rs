//! The positions that the page about long runs names meet the rules that it names them for.

use katydid::rules;
use katydid_trust::games;
use katydid_trust::soak::rare::Rare;

#[test]
fn each_rare_rule_has_a_position() {
    let mut wrong = Vec::new();
    for rule in Rare::ALL {
        let (game, fen, text) = rule.example();
        let variant = games().variant(game).expect("a game");
        let found = rules::position(&variant, fen)
            .map_err(|error| error.to_string())
            .and_then(|pos| {
                let turn = rules::turn_of_text(&pos, text).map_err(|error| {
                    let all = rules::legal_turns(&pos).into_iter();
                    let meeting = all.filter(|turn| Rare::of_turn(&pos, turn).contains(&rule));
                    let texts: Vec<String> =
                        meeting.map(|turn| rules::turn_text(&pos, &turn)).collect();
                    format!("{error}; it is met by {texts:?}")
                })?;
                Ok(Rare::of_turn(&pos, &turn))
            });
        if !found.as_ref().is_ok_and(|met| met.contains(&rule)) {
            wrong.push(format!("{rule:?}: {game} {fen} {text}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
