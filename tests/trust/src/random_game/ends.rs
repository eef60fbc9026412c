//! Ends of games at random.

use super::array::Frame;
use super::pieces::Pieces;
use super::{Plan, has_condition, some_of};
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use std::fmt::Write as _;

/// The table `[ends]`.
pub(super) fn ends(
    file: &mut String,
    frame: &Frame,
    plan: Plan,
    pieces: &Pieces,
    rng: &mut ChaCha8Rng,
) {
    let _ = writeln!(file, "\n[ends]");
    if plan.capture {
        let _ = writeln!(file, "goal = \"capture\"");
    } else if !plan.modelled && file.contains("andernach\"") && rng.random_ratio(1, 4) {
        let _ = writeln!(file, "kings = \"flip\"");
    } else if plan.any_kings {
        let kings = ["any", "spare"][rng.random_range(0..2)];
        let _ = writeln!(file, "kings = \"{kings}\"");
    }
    if !plan.modelled && rng.random_ratio(1, 12) {
        let winner = ["white", "black"][rng.random_range(0..2)];
        let _ = writeln!(file, "draws = \"{winner}\"");
    }
    if rng.random_ratio(1, 20) {
        let _ = writeln!(file, "dead = \"{}\"", pieces.some_letters(2, rng));
    }
    let stalemate = rng.random_ratio(1, 3);
    if stalemate && !file.contains("\npass = ") {
        let ends = ["loses", "loses", "wins", "fewer"][rng.random_range(0..4)];
        let _ = writeln!(file, "stalemate = \"{ends}\"");
    }
    if if plan.classic {
        stalemate
    } else {
        rng.random_ratio(1, 6)
    } {
        let _ = writeln!(file, "bare_king = \"loses\"");
    }
    if !plan.capture && rng.random_ratio(1, 12) {
        let _ = writeln!(file, "checkmate = \"wins\"");
    }
    if rng.random_ratio(1, 4) {
        let _ = writeln!(file, "move_limit = {}", rng.random_range(10..120));
    }
    course(file, plan, rng);
    if rng.random_ratio(1, 5) {
        let has_checks = !plan.capture && !has_condition(file, |spec| spec.forbids_checks);
        let goals: Vec<String> = (0..rng.random_range(1..3))
            .map(|_| goal(frame, pieces, rng))
            .filter(|goal| has_checks || !goal.starts_with("{ checks"))
            .collect();
        let _ = writeln!(file, "goals = [{}]", goals.join(", "));
    }
}

/// What repetition means.
fn course(file: &mut String, plan: Plan, rng: &mut ChaCha8Rng) {
    if rng.random_ratio(1, 9) {
        let _ = writeln!(file, "repetitions = {}", rng.random_range(2..6));
    }
    if rng.random_ratio(1, 9) {
        let result = ["loses", "wins", "white", "black"][rng.random_range(0..4)];
        let _ = writeln!(file, "repetition = \"{result}\"");
    }
    if !plan.capture && rng.random_ratio(1, 12) && !has_condition(file, |spec| spec.forbids_checks)
    {
        let _ = writeln!(file, "perpetual_check = \"loses\"");
    }
}

/// The table `[counting]`, in some games without en passant.
pub(super) fn counting(file: &mut String, plan: Plan, pieces: &Pieces, rng: &mut ChaCha8Rng) {
    if plan.drops || plan.schedule || plan.linked || !rng.random_ratio(1, 12) {
        return;
    }
    let letter = pieces.some_letters(1, rng);
    let of_piece = if letter.is_empty() {
        String::new()
    } else {
        format!("{letter}{letter}3 {letter}6 ")
    };
    let _ = writeln!(
        file,
        "\n[counting]\nbare = \"{of_piece}{}\"",
        rng.random_range(2..20)
    );
    for line in ["board = 12", "board_pieces = 3", "from_pieces = true"] {
        if rng.random() {
            let _ = writeln!(file, "{line}");
        }
    }
}

/// One goal.
fn goal(frame: &Frame, pieces: &Pieces, rng: &mut ChaCha8Rng) -> String {
    let kinds = pieces.some_letters(3, rng);
    let mut goal = match rng.random_range(0..5) {
        0 => {
            let (last, first) = frame.end_ranks();
            let squares = ["*4", "a* *3", &last][rng.random_range(0..3)];
            let mut goal = format!("reach = \"{squares}\"");
            if squares == last {
                let _ = write!(goal, ", reach_black = \"{first}\"");
                if rng.random_ratio(1, 3) {
                    goal.push_str(", last_move = true");
                }
            }
            if rng.random_ratio(1, 4) {
                goal.push_str(", safe = true");
            }
            if !kinds.is_empty() && rng.random() {
                let _ = write!(goal, ", by = \"{kinds}\"");
            }
            goal
        }
        1 => format!("checks = {}", rng.random_range(1..6)),
        2 if !kinds.is_empty() => format!("lost = \"{kinds}\""),
        3 => "lost = \"K\"".to_owned(),
        _ => format!("lost_all = \"*\", left = {}", rng.random_range(0..3)),
    };
    if rng.random_ratio(1, 3) {
        let result = some_of(&["wins", "loses", "draw"], 1, rng)[0];
        let _ = write!(goal, ", result = \"{result}\"");
    }
    format!("{{ {goal} }}")
}
