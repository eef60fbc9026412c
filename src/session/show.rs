//! Texts for people: the board, the result, perft, the evaluation.

use super::Session;
use super::input::Input;
use crate::diagram::{self, Look, Marks};
use crate::position::Position;
use crate::protocol::{Event, Key, Refusal};
use crate::rules::{self, Game};
use std::fmt::Write as _;

/// The turns up to which perft goes on after `quit` or the end of the input: more than the sixth ply of chess has.
const COUNTED_TO_THE_END: u64 = 1 << 27;
/// Perft below this depth is not interrupted: it takes a fraction of a second.
const COUNTED_AT_ONCE: u32 = 5;

impl Session {
    /// Shows the board, then the lines `Fen:` and `Result:` that programs read.
    pub(super) fn show(&mut self) {
        let pos = self.game.position();
        let mut text = diagram::board(pos, Marks::default(), Look::FRAMED);
        let _ = writeln!(text, "\nVariant: {}", pos.variant().name);
        let _ = writeln!(text, "Key: {:016x}", pos.key());
        if rules::in_check(pos) {
            let _ = writeln!(text, "{} is in check", pos.side_to_move().name());
        }
        match pos.variant().declared_text() {
            "" => {}
            pieces => {
                let _ = writeln!(text, "Pieces: {pieces}");
            }
        }
        let _ = writeln!(text, "Fen: {}", pos.fen());
        let _ = writeln!(text, "Result: {}", result(&self.game));
        self.tell(&Event::Text(text));
    }

    /// Runs perft. Between its parts `isready` is answered, and `stop` aborts it. `quit` and the end of the input, with which a script
    /// ends, abort it only beyond [`COUNTED_TO_THE_END`] turns. Other lines wait.
    pub(super) fn perft(&mut self, depth: u32) {
        self.end_search();
        if depth == 0 {
            return self.tell(&Event::CountedAll(1));
        }
        let pos = self.game.position().clone();
        let mut total = 0;
        for turn in rules::legal_turns(&pos) {
            let Some(count) = self.counted(&turn.after(&pos), depth - 1, total) else {
                return self.refuse(Refusal::Other {
                    what: "perft".to_owned(),
                    reason: "stopped before its end".to_owned(),
                });
            };
            total += count;
            self.tell(&Event::Counted(turn, count));
        }
        self.tell(&Event::CountedAll(total));
    }

    /// The number of turns to a depth, after `before` others; `None` if the front-end has aborted the count.
    fn counted(&mut self, pos: &Position, depth: u32, before: u64) -> Option<u64> {
        if depth < COUNTED_AT_ONCE {
            return self.may_go_on(before).then(|| rules::perft(pos, depth));
        }
        let mut count = 0;
        for turn in rules::legal_turns(pos) {
            count += self.counted(&turn.after(pos), depth - 1, before + count)?;
        }
        Some(count)
    }

    /// Handles the lines that arrived during perft; returns whether it may go on after `counted` turns.
    fn may_go_on(&mut self, counted: u64) -> bool {
        while let Ok(input) = self.inbox.try_recv() {
            match &input {
                Input::Line(line, _) if line == "isready" => self.take(input),
                Input::Line(line, _) if line == "stop" => return false,
                _ => self.backlog.push_back(input),
            }
        }
        let ends = |input: &Input| match input {
            Input::Line(line, _) => line == "quit",
            other => matches!(other, Input::End),
        };
        counted < COUNTED_TO_THE_END || !self.backlog.iter().any(ends)
    }

    /// Explains the evaluation.
    pub(super) fn evaluate(&mut self) {
        let text = crate::eval::explain(self.game.position(), self.options.flag(Key::Network));
        self.tell(&Event::Text(text));
    }

    pub(super) fn tell_rules(&mut self) {
        let shown = &self.variant.presentation;
        let mut text = format!("{}. {}\n\n", shown.title, shown.summary);
        let _ = writeln!(text, "{}\n", shown.rules.trim());
        for piece in &shown.piece_types {
            let _ = writeln!(
                text,
                "{}  {}  ({})",
                piece.letter, piece.name, piece.movement
            );
        }
        self.tell(&Event::Note(text));
    }

    pub(super) fn tell_compiler(&mut self) {
        let profile = if cfg!(debug_assertions) {
            "with debug assertions"
        } else {
            "optimised"
        };
        let level = if cfg!(all(target_arch = "x86_64", target_feature = "avx2")) {
            "-v3"
        } else {
            ""
        };
        self.tell(&Event::Text(format!(
            "Katydid {} compiled by {} for {}{level}-{}, {profile}",
            env!("CARGO_PKG_VERSION"),
            env!("KATYDID_RUSTC"),
            std::env::consts::ARCH,
            std::env::consts::OS,
        )));
    }

    /// Sets up the current position with the sides exchanged.
    pub(super) fn flip(&mut self) {
        self.end_search();
        let fen = flipped(&self.game.position().fen());
        match rules::position(&self.variant, &fen) {
            Ok(pos) => self.change_game(Game::at(pos)),
            Err(error) => self.refuse(Refusal::Position {
                reason: format!("flip: {error}"),
            }),
        }
    }

    /// Searches the benchmark's positions with a searcher of its own.
    pub(super) fn bench(&mut self, depth: Option<u32>) {
        self.end_search();
        let text = match crate::bench::run(&self.catalogue, depth) {
            Ok(outcome) => outcome.to_string(),
            Err(error) => {
                return self.refuse(Refusal::Other {
                    what: "bench".to_owned(),
                    reason: error.to_string(),
                });
            }
        };
        self.tell(&Event::Text(text));
    }
}

/// The result of the game as the command `d` writes it; `*` if the game is open.
fn result(game: &Game) -> String {
    game.outcome()
        .map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
}

/// The FEN with the sides exchanged and the board upside down. Its legality is checked when it is set up.
fn flipped(fen: &str) -> String {
    let swap = |text: &str| -> String {
        let swapped = |c: char| {
            if c.is_ascii_uppercase() {
                c.to_ascii_lowercase()
            } else {
                c.to_ascii_uppercase()
            }
        };
        text.chars().map(swapped).collect()
    };
    let mut fields: Vec<String> = fen.split_ascii_whitespace().map(str::to_owned).collect();
    if let Some(placement) = fields.first_mut() {
        let (board, hands) = match placement.split_once('[') {
            Some((board, hands)) => (board, format!("[{}", swap(hands))),
            None => (placement.as_str(), String::new()),
        };
        let rows: Vec<String> = board.rsplit('/').map(swap).collect();
        *placement = rows.join("/") + &hands;
    }
    if let Some(turn) = fields.get_mut(1) {
        let other = if turn == "w" { "b" } else { "w" };
        other.clone_into(turn);
    }
    if let Some(rights) = fields.get_mut(2) {
        *rights = swap(rights);
    }
    if let Some(squares) = fields.get_mut(3) {
        let mirrored = |c: char| match c {
            '1'..='8' => char::from(b'1' + b'8' - c as u8),
            other => other,
        };
        *squares = squares.chars().map(mirrored).collect();
    }
    fields.join(" ")
}
