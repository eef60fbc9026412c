//! What stands above a solution: the board, title, stipulation, conditions and men; the heading of a twin. And what
//! stands below it: the verdict.

use super::notation::men_count;
use super::solution::Solution;
use super::stipulation::Stipulation;
use super::verdict::{Count, Verdict, duals};
use crate::diagram::{Look, Marks, Squares, board};
use crate::position::Position;
use crate::variant::{Effect, EffectTarget, Rex, Variant};
use std::fmt::Write as _;

/// A man with a movement of its own, named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedMan {
    /// Its letter.
    pub letter: String,
    /// Its name, if it has one.
    pub name: String,
    /// Its movement as Betza text.
    pub movement: String,
    /// The effects of its hops with their flags, as in `AC:enemy`; empty if there are none.
    pub effects: String,
}

/// What is known of a problem beside its position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heading {
    /// The title.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The game, if it is not the problem board.
    pub game: Option<String>,
    /// The conditions by their names.
    pub conditions: Vec<String>,
}

/// The men on the board whose movements are not those of orthodox chess.
pub fn named_men(pos: &Position) -> Vec<NamedMan> {
    let variant = pos.variant();
    let standing = variant.rules.all_types();
    let standing = standing.filter(|piece_type| {
        pos.by_type(*piece_type).any() || variant.rules.pawn == Some(*piece_type)
    });
    standing
        .map(|piece_type| {
            let text = &variant.presentation.piece_types[piece_type.index()];
            NamedMan {
                letter: text.letter.clone(),
                name: text.name.clone(),
                movement: text.movement.clone(),
                effects: effects(variant, piece_type.index()),
            }
        })
        .filter(|man| !is_orthodox(man))
        .collect()
}

fn is_orthodox(man: &NamedMan) -> bool {
    let letters = ["K", "Q", "R", "B", "N", "P"];
    let names = ["king", "queen", "rook", "bishop", "knight", "pawn"];
    let name = man.name.to_lowercase();
    let orthodox = letters.iter().zip(names);
    man.effects.is_empty()
        && orthodox
            .into_iter()
            .any(|(letter, word)| man.letter == **letter && name == word)
}

/// The effects of a piece type as declarations write them.
fn effects(variant: &Variant, index: usize) -> String {
    let Some(declared) = variant.rules.hurdle_effects.get(index) else {
        return String::new();
    };
    let letters = declared.effects.iter().map(|effect| match effect {
        Effect::Andernach => 'A',
        Effect::Einstein => 'E',
        Effect::Circe => 'C',
    });
    let mut text: String = letters.collect();
    if text.is_empty() {
        return text;
    }
    text.push_str(match declared.target {
        EffectTarget::Both => "",
        EffectTarget::Enemy => ":enemy",
        EffectTarget::Friend => ":friend",
    });
    if declared.rex == Rex::Inclusive {
        text.push_str(":rex");
    }
    text
}

/// The diagram: title and author, the board, the stipulation with the number of men, conditions and men.
pub fn diagram(heading: &Heading, pos: &Position, stipulation: &Stipulation) -> String {
    let mut text = String::new();
    for line in [&heading.title, &heading.author].into_iter().flatten() {
        let _ = writeln!(text, "{line}");
    }
    let look = Look {
        squares: Squares::Plain,
        ..Look::FRAMED
    };
    let _ = writeln!(text, "\n{}", board(pos, Marks::default(), look).trim_end());
    let asked = stipulation.to_string();
    let men = men_count(pos);
    let _ = writeln!(text, "\n    {asked:<16} {men:>7}");
    if let Some(game) = &heading.game {
        let _ = writeln!(text, "    Game: {game}");
    }
    if !heading.conditions.is_empty() {
        let _ = writeln!(text, "    Conditions: {}", heading.conditions.join(", "));
    }
    for man in named_men(pos) {
        let effects = match man.effects.as_str() {
            "" => String::new(),
            effects => format!(":{effects}"),
        };
        let _ = writeln!(
            text,
            "    {} = {}{effects} ({})",
            man.letter, man.movement, man.name
        );
    }
    text
}

/// The lines below a solution: the verdict with what it rests on, and how many duals there are.
pub fn closing(stipulation: &Stipulation, solution: &Solution, intended: usize) -> String {
    let verdict = Verdict::of(stipulation, solution, intended);
    let Count { full, short } = Count::of(stipulation, solution);
    let battle = stipulation.play.is_battle();
    let word = |number: usize| match (battle, number) {
        (true, 1) => "key",
        (true, _) => "keys",
        (false, 1) => "solution",
        (false, _) => "solutions",
    };
    let mut found = format!("{} {}", full + short, word(full + short));
    if short > 0 {
        let _ = write!(found, ", {short} of them short");
    }
    let mut text = match verdict {
        Verdict::NoSolution => "no solution".to_owned(),
        Verdict::Sound => format!("sound: {found}"),
        Verdict::Cooked | Verdict::Fewer if full != intended => {
            format!("{verdict}: {found}, {intended} intended")
        }
        Verdict::Cooked | Verdict::Fewer => format!("{verdict}: {found}"),
        Verdict::Partial => {
            let share = solution.first_moves;
            let (done, total) = (share.done, share.total);
            format!("partial: {found}; {done} of {total} first moves searched")
        }
    };
    text.push('\n');
    if let Some(tree) = &solution.tree {
        let _ = match duals(tree) {
            0 => Ok(()),
            1 => writeln!(text, "1 dual"),
            several => writeln!(text, "{several} duals"),
        };
    }
    text
}
