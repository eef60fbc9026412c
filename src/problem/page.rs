//! The text around a solution: above it title, board, stipulation, conditions and pieces, or only the heading of a twin; below it
//! the verdict.

use super::notation::pieces_count;
use super::phases::Phase;
use super::problem::Problem;
use super::solution::Solution;
use super::stipulation::Stipulation;
use super::task::Task;
use super::verdict::{Count, Verdict, duals};
use crate::base::Color;
use crate::diagram::{Look, Marks, Squares, board};
use std::fmt::Write as _;

/// The text above a solution: title and author, the board, the stipulation with the number of pieces, conditions and pieces.
pub fn page(problem: &Problem, phase: &Phase, task: &Task) -> String {
    let pos = task.target.as_ref().unwrap_or(&task.position);
    let mut text = String::new();
    let lines = problem.title.iter().chain(&problem.author);
    for line in lines.chain(&problem.origin).chain(&problem.award) {
        let _ = writeln!(text, "{line}");
    }
    let look = Look {
        squares: Squares::Plain,
        ..Look::FRAMED
    };
    let _ = writeln!(text, "\n{}", board(pos, Marks::default(), look).trim_end());
    let asked = task.stipulation.to_string();
    let pieces = pieces_count(pos);
    let _ = writeln!(text, "\n    {asked:<16} {pieces:>7}");
    if let Some(game) = &problem.game {
        let _ = writeln!(text, "    Game: {game}");
    }
    if !phase.conditions.is_empty() {
        let _ = writeln!(text, "    Conditions: {}", phase.conditions.join(", "));
    }
    let standing = pos.variant().rules.all_types().filter(|piece_type| {
        let in_hand = Color::ALL.map(|color| pos.hand(color).count(*piece_type));
        pos.by_type(*piece_type).any() || in_hand.into_iter().any(|count| count > 0)
    });
    let pieces = standing.filter_map(|piece_type| phase.pieces.get(piece_type.index()));
    for piece in pieces.filter(|piece| !piece.orthodox) {
        let (letter, name) = (&piece.letter, &piece.name);
        let _ = writeln!(text, "    {letter} = {} ({name})", piece.declaration());
    }
    text
}

/// The lines below a solution: the verdict with its reasons, and the number of duals.
/// Without an intended number (`None`), several solutions of help or series play are not a fault.
pub fn closing(stipulation: &Stipulation, solution: &Solution, intended: Option<usize>) -> String {
    let verdict = Verdict::of(stipulation, solution, intended.unwrap_or(1));
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
        Verdict::Cooked if intended.is_none() && !battle && short == 0 => found,
        Verdict::Cooked | Verdict::Fewer
            if let Some(intended) = intended.filter(|intended| *intended != full) =>
        {
            format!("{verdict}: {found}, {intended} intended")
        }
        Verdict::Cooked | Verdict::Fewer => format!("{verdict}: {found}"),
        Verdict::Partial => {
            let share = solution.first_moves;
            let (done, total) = (share.done, share.total);
            let full = if solution.full {
                "; the solutions fill the memory"
            } else {
                ""
            };
            format!("partial: {found}; {done} of {total} first moves searched{full}")
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
