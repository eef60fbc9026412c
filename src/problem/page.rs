//! The text around a solution: above it title, board, stipulation, conditions and pieces, or only the heading of a twin; below it
//! the verdict.

use super::notation::pieces_count;
use super::phases::Phase;
use super::problem::Problem;
use super::solution::Solution;
use super::stipulation::Stipulation;
use super::verdict::{Count, Verdict, duals};
use crate::base::{Color, PieceType};
use crate::diagram::{Look, Marks, Squares, board};
use crate::position::Position;
use std::fmt::Write as _;

/// What stands around a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caption {
    /// The title.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The source.
    pub origin: Option<String>,
    /// The award.
    pub award: Option<String>,
    /// The stipulation as it was given.
    pub stipulation: String,
    /// The number of White's and Black's pieces: `5 + 3`.
    pub pieces: String,
    /// The game if it is not the problem board, and the conditions, each with what it is.
    pub rules: Vec<String>,
    /// The standing pieces that are not orthodox: type, letter, declaration with the name.
    pub fairy: Vec<(PieceType, String, String)>,
}

impl Caption {
    /// The caption of a position.
    pub fn of(problem: &Problem, phase: &Phase, pos: &Position, asked: &Stipulation) -> Self {
        let game = problem.game.iter().map(|game| format!("Game: {game}"));
        let conditions = Some(phase.conditions.join(", ")).filter(|it| !it.is_empty());
        let conditions = conditions.map(|names| format!("Conditions: {names}"));
        let standing = pos.variant().rules.all_types().filter(|piece_type| {
            let in_hand = Color::ALL.map(|color| pos.hand(color).count(*piece_type));
            pos.by_type(*piece_type).any() || in_hand.into_iter().any(|count| count > 0)
        });
        let fairy = standing.filter_map(|piece_type| {
            let piece = phase.pieces.get(piece_type.index())?;
            let meaning = format!("{} ({})", piece.declaration(), piece.name);
            (!piece.orthodox).then(|| (piece_type, piece.letter.clone(), meaning))
        });
        Self {
            title: problem.title.clone(),
            author: problem.author.clone(),
            origin: problem.origin.clone(),
            award: problem.award.clone(),
            stipulation: asked.to_string(),
            pieces: pieces_count(pos),
            rules: game.chain(conditions).collect(),
            fairy: fairy.collect(),
        }
    }

    /// The lines above the diagram.
    pub fn heading(&self) -> impl Iterator<Item = &String> {
        let lines = self.title.iter().chain(&self.author);
        lines.chain(&self.origin).chain(&self.award)
    }
}

/// The text above a solution: title and author, the board, the stipulation with the number of pieces, conditions and pieces.
pub fn page(problem: &Problem, phase: &Phase, pos: &Position, asked: &Stipulation) -> String {
    let caption = Caption::of(problem, phase, pos, asked);
    let mut text = String::new();
    for line in caption.heading() {
        let _ = writeln!(text, "{line}");
    }
    let look = Look {
        squares: Squares::Plain,
        ..Look::FRAMED
    };
    let _ = writeln!(text, "\n{}", board(pos, Marks::default(), look).trim_end());
    let (asked, pieces) = (&caption.stipulation, &caption.pieces);
    let _ = writeln!(text, "\n    {asked:<16} {pieces:>7}");
    for line in &caption.rules {
        let _ = writeln!(text, "    {line}");
    }
    for (_, letter, meaning) in &caption.fairy {
        let _ = writeln!(text, "    {letter} = {meaning}");
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
        Verdict::NoSolution if !solution.forced.is_empty() => {
            "no solution: White can reach the goal in the diagram, so he has to".to_owned()
        }
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
