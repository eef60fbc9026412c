//! Annotations of a game: scores after the turns, signs for mistakes, and better lines as variations.

use crate::cli::opinion::{score_json, score_of_pgn};
use katydid::base::Color;
use katydid::pgn::Tree;
use katydid::position::Position;
use katydid::rules::{Outcome, Turn, turn_san, turn_text, turns_of_line};
use katydid::search::Info;
use serde_json::{Value, json};

/// Annotations of mistakes: `??`, `?` and `?!`, each with the least loss in expected points (0 to 1) for which it is given. The
/// thresholds are those of Lichess, 0.3, 0.2 and 0.1 on its scale from -1 to 1.
const SIGNS: [(f64, u8); 3] = [(0.15, 4), (0.1, 2), (0.05, 6)];
/// The annotations that judge a turn (`!` to `?!`); an existing one is kept.
const JUDGEMENTS: std::ops::RangeInclusive<u8> = 1..=6;
/// The maximum number of turns of a variation.
const LONGEST: usize = 8;

/// The evaluation of a position.
pub enum Evaluation {
    /// A search, with the score from the view of the side to move.
    Searched(Info),
    /// The game is over in the position.
    End(Outcome),
}

/// A turn of the main line.
struct Judged<'a> {
    node: usize,
    before: &'a Position,
    turn: &'a Turn,
    /// The evaluations before and after the turn.
    known: [Option<&'a Evaluation>; 2],
}

impl Evaluation {
    /// The expected points of a side, 0 to 1.
    fn share(&self, pos: &Position, color: Color) -> f64 {
        match self {
            Self::Searched(info) if pos.side_to_move() == color => info.score.share(),
            Self::Searched(info) => 1.0 - info.score.share(),
            Self::End(end) => match end.winner {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == color)),
            },
        }
    }
}

impl Judged<'_> {
    /// The better line, if the engine would have played another turn.
    fn better(&self) -> Option<&Info> {
        let Some(Evaluation::Searched(info)) = self.known[0] else {
            return None;
        };
        let best = Turn::first_of(self.before, &info.pv)?;
        (best != *self.turn).then_some(info)
    }

    /// The sign of a mistake, with the better line.
    fn mistake(&self) -> Option<(u8, &Info)> {
        let (better, [before, after]) = (self.better()?, self.known);
        let color = self.before.side_to_move();
        let after = after?.share(&self.turn.after(self.before), color);
        let loss = before?.share(self.before, color) - after;
        let (_, sign) = SIGNS.iter().find(|(least, _)| loss >= *least)?;
        Some((*sign, better))
    }
}

/// The turns of the main line, each with the evaluations before and after it.
fn judged<'a>(tree: &'a Tree, found: &'a [Option<Evaluation>]) -> Vec<Judged<'a>> {
    let line = tree.main_line().into_iter().zip(found.windows(2));
    let judge = |(node, around): (usize, &'a [Option<Evaluation>])| Judged {
        node,
        before: tree.position(tree.nodes[node].parent),
        turn: &tree.nodes[node].turn,
        known: [around[0].as_ref(), around[1].as_ref()],
    };
    line.map(judge).collect()
}

/// The complete turns of a line, with the positions before them.
fn line(pos: &Position, info: &Info) -> Vec<(Position, Turn)> {
    let turns = turns_of_line(pos, &info.pv).into_iter().take(LONGEST);
    turns
        .map_while(|turn| Some((turn.before().clone(), turn.turn()?)))
        .collect()
}

/// Adds annotations to a game, given the evaluations of the positions of its main line.
pub fn annotate(tree: &mut Tree, found: &[Option<Evaluation>]) {
    let mut scores = Vec::new();
    let mut mistakes = Vec::new();
    for it in judged(tree, found) {
        if let Some(Evaluation::Searched(info)) = it.known[1] {
            let turn = tree.nodes[it.node].after.side_to_move();
            scores.push((it.node, score_of_pgn(info.score, turn), info.depth));
        }
        if let Some((sign, info)) = it.mistake() {
            let score = score_of_pgn(info.score, it.before.side_to_move());
            mistakes.push((it.node, sign, score, info.depth, line(it.before, info)));
        }
    }
    for (node, score, depth) in scores {
        set_score(tree, node, &score, depth);
    }
    for (node, sign, score, depth, line) in mistakes {
        let nags = &mut tree.nodes[node].nags;
        if !nags.iter().any(|nag| JUDGEMENTS.contains(nag)) {
            nags.insert(0, sign);
        }
        let mut parent = tree.nodes[node].parent;
        let first = line.first().map(|(_, turn)| turn);
        if tree
            .nodes
            .iter()
            .any(|it| it.parent == parent && Some(&it.turn) == first)
        {
            continue;
        }
        for (index, (before, turn)) in line.into_iter().enumerate() {
            let after = turn.after(&before);
            let added = tree.add(parent, turn, after);
            if index == 0 {
                set_score(tree, added, &score, depth);
            }
            parent = Some(added);
        }
    }
    if tree.tag("Annotator").is_none() {
        let name = format!("Katydid {}", env!("CARGO_PKG_VERSION"));
        tree.tags.push(("Annotator".to_owned(), name));
    }
}

/// Writes a score into a comment, replacing an earlier score.
fn set_score(tree: &mut Tree, node: usize, score: &str, depth: u32) {
    let commands = &mut tree.nodes[node].comment.commands;
    commands.retain(|(name, _)| name != "eval");
    commands.push(("eval".to_owned(), format!("{score},{depth}")));
}

/// A game as a JSON object: its tags, and for each turn the evaluation after it, the sign of a mistake and the better line.
pub fn annotated_json(tree: &Tree, number: usize, found: &[Option<Evaluation>]) -> Value {
    let turns = judged(tree, found).into_iter().map(|it| {
        let after = &tree.nodes[it.node].after;
        let (score, depth) = match it.known[1] {
            Some(Evaluation::Searched(info)) => (
                score_json(info.score, after.side_to_move()),
                Some(info.depth),
            ),
            _ => (Value::Null, None),
        };
        let mistake = it.mistake();
        let better = mistake.map(|(_, info)| {
            let turns = line(it.before, info).into_iter();
            json!({
                "score": score_json(info.score, it.before.side_to_move()),
                "depth": info.depth,
                "turns": turns.map(|(pos, turn)| turn_san(&pos, &turn)).collect::<Vec<_>>(),
            })
        });
        json!({
            "turn": turn_san(it.before, it.turn),
            "coordinates": turn_text(it.before, it.turn),
            "fen": after.fen(),
            "score": score,
            "depth": depth,
            "mistake": mistake.map(|(sign, _)| katydid::pgn::SIGNS[usize::from(sign) - 1]),
            "better": better,
        })
    });
    json!({
        "number": number,
        "game": tree.first.variant().base().name,
        "fen": tree.first.fen(),
        "tags": tree.tags.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
        "result": tree.result,
        "turns": turns.collect::<Vec<_>>(),
    })
}
