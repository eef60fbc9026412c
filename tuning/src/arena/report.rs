//! Counting results, and the lines that report them. The lines have the form of fastchess, so that programs
//! that read its output can read this one's.

use super::game::How;
use super::resume::Record;
use crate::stats::Pentanomial;
use crate::stats::elo::{Estimate, Strength};
use crate::stats::sprt::Sprt;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The results of a match as they stand, from the first engine's side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games drawn.
    pub draws: u32,
    /// Complete pairs by the points of the first engine.
    pub pairs: Pentanomial,
    /// Pairs of a win and a loss, among those of one point.
    pub decisive_pairs: u32,
    /// Forfeits of each engine by kind.
    pub forfeits: [BTreeMap<How, u32>; 2],
    half_pairs: BTreeMap<usize, u8>,
}

/// What the lines need to know of the match.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Heading {
    pub names: [String; 2],
    /// What stands in brackets after the names: time control, threads, hash, book.
    pub settings: String,
}

impl Tally {
    /// Counts a game. `pairs`: whether two games each make a pair.
    pub fn add(&mut self, record: &Record, pairs: bool) {
        match record.half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
        if let Some(culprit) = record.culprit {
            *self.forfeits[culprit].entry(record.how).or_default() += 1;
        }
        if !pairs {
            return;
        }
        let pair = (record.number - 1) / 2;
        if let Some(other) = self.half_pairs.remove(&pair) {
            let points = other + record.half_points;
            self.pairs[usize::from(points.min(4))] += 1;
            if points == 2 && other != 1 {
                self.decisive_pairs += 1;
            }
        } else {
            self.half_pairs.insert(pair, record.half_points);
        }
    }

    /// How many games have ended.
    pub const fn games(&self) -> u32 {
        self.wins + self.losses + self.draws
    }

    /// The share of the points; a half without games.
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// The strength by pairs if there are any, else by games.
    pub fn strength(&self) -> Option<Strength> {
        Strength::of_pairs(&self.pairs)
            .or_else(|| Strength::of_games(self.losses, self.draws, self.wins))
    }

    fn total_pairs(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// `Score of A vs B: W - L - D  [0.500] N`.
    pub fn score_line(&self, names: &[String; 2]) -> String {
        let Self {
            wins,
            losses,
            draws,
            ..
        } = self;
        let (score, games) = (self.score(), self.games());
        format!(
            "Score of {} vs {}: {wins} - {losses} - {draws}  [{score:.3}] {games}",
            names[0], names[1]
        )
    }

    /// The block with Elo, its interval, the likelihood of superiority and the test.
    pub fn block(&self, heading: &Heading, sprt: Option<&Sprt>) -> String {
        let rule = "--------------------------------------------------";
        let [first, second] = &heading.names;
        let mut text = format!(
            "{rule}\nResults of {first} vs {second} ({}):\n",
            heading.settings
        );
        text.push_str(&self.strength_lines());
        let (games, score) = (self.games(), self.score());
        let _ = writeln!(
            text,
            "Games: {games}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({:.2} %)",
            self.wins,
            self.losses,
            self.draws,
            score * f64::from(games),
            score * 100.0
        );
        if self.total_pairs() > 0 {
            let drawn = f64::from(self.pairs[2] - self.decisive_pairs);
            let ratio = number(f64::from(self.decisive_pairs) / drawn);
            let _ = writeln!(text, "Ptnml(0-2): {:?}, WL/DD Ratio: {ratio}", self.pairs);
        }
        if let Some(sprt) = sprt {
            let llr = sprt.llr(&self.pairs);
            let (lower, upper) = sprt.bounds();
            let share = 100.0
                * if llr >= 0.0 {
                    llr / upper
                } else {
                    -llr / lower
                };
            let (elo0, elo1) = (sprt.elo0, sprt.elo1);
            let _ = writeln!(
                text,
                "LLR: {llr:.2} ({share:.1}%) ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]"
            );
        }
        if let Some(line) = self.forfeit_line(&heading.names) {
            let _ = writeln!(text, "{line}");
        }
        text.push_str(rule);
        text
    }

    fn strength_lines(&self) -> String {
        let Some(strength) = self.strength() else {
            return String::new();
        };
        let show = |it: Estimate| format!("{} +/- {}", number(it.value), number(it.error));
        let mut text = format!(
            "Elo: {}, nElo: {}\n",
            show(strength.elo),
            show(strength.normalised)
        );
        let _ = write!(text, "LOS: {} %", number(strength.superiority * 100.0));
        let pairs = self.total_pairs();
        if pairs > 0 {
            let share = f64::from(self.pairs[2]) / f64::from(pairs) * 100.0;
            let better = f64::from(self.pairs[3] + self.pairs[4]);
            let ratio = better / f64::from(self.pairs[0] + self.pairs[1]);
            let ratio = number(ratio);
            let _ = writeln!(text, ", DrawRatio: {share:.2} %, PairsRatio: {ratio}");
        } else {
            let share = f64::from(self.draws) / f64::from(self.games().max(1)) * 100.0;
            let _ = writeln!(text, ", DrawRatio: {share:.2} %");
        }
        text
    }

    /// `Forfeits: A: time 2; B: crash 1`; `None` if there are none.
    pub fn forfeit_line(&self, names: &[String; 2]) -> Option<String> {
        let one = |engine: usize| -> Option<String> {
            let kinds: Vec<String> = self.forfeits[engine]
                .iter()
                .map(|(how, count)| format!("{} {count}", how.word()))
                .collect();
            (!kinds.is_empty()).then(|| format!("{}: {}", names[engine], kinds.join(", ")))
        };
        let parts: Vec<String> = (0..2).filter_map(one).collect();
        (!parts.is_empty()).then(|| format!("Forfeits: {}", parts.join("; ")))
    }

    /// Everything for programs. Numbers that are infinite become null.
    pub fn json(&self, heading: &Heading, sprt: Option<&Sprt>) -> Value {
        let strength = self.strength();
        let estimate = |of: fn(&Strength) -> Estimate| {
            strength
                .as_ref()
                .map(of)
                .map(|it| json!({"value": it.value, "error": it.error}))
        };
        let forfeits = |engine: usize| {
            How::FORFEITS
                .iter()
                .map(|how| {
                    let count = self.forfeits[engine].get(how).copied().unwrap_or(0);
                    (how.word().to_owned(), count.into())
                })
                .collect::<serde_json::Map<String, Value>>()
        };
        json!({
            "engines": heading.names,
            "settings": heading.settings,
            "games": self.games(),
            "wins": self.wins,
            "losses": self.losses,
            "draws": self.draws,
            "score": self.score(),
            "pentanomial": self.pairs,
            "elo": estimate(|strength| strength.elo),
            "normalised_elo": estimate(|strength| strength.normalised),
            "los": strength.map(|strength| strength.superiority),
            "sprt": sprt.map(|sprt| json!({
                "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
                "model": sprt.model, "llr": sprt.llr(&self.pairs),
            })),
            "forfeits": [forfeits(0), forfeits(1)],
        })
    }
}

/// A number with two decimals; a dash where games are too few or too one-sided for one.
fn number(value: f64) -> String {
    if value.is_finite() {
        format!("{value:.2}")
    } else {
        "-".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(number: usize, half_points: u8, culprit: Option<usize>) -> Record {
        Record {
            number,
            opening: 1,
            white: (number - 1) % 2,
            half_points,
            how: if culprit.is_some() {
                How::Time
            } else {
                How::Rules
            },
            culprit,
            reason: String::new(),
            turns: 1,
        }
    }

    fn tally(results: &[(usize, u8)]) -> Tally {
        let mut tally = Tally::default();
        for (number, half_points) in results {
            tally.add(&record(*number, *half_points, None), true);
        }
        tally
    }

    #[test]
    fn pairs_are_found_in_any_order() {
        // Pairs (1,2): win and loss; (3,4): two draws; (5,6): win and draw; 7 waits for 8.
        let tally = tally(&[(1, 2), (3, 1), (6, 1), (2, 0), (7, 2), (5, 2), (4, 1)]);
        assert_eq!(tally.pairs, [0, 0, 2, 1, 0]);
        assert_eq!(tally.decisive_pairs, 1);
        assert_eq!((tally.wins, tally.losses, tally.draws), (3, 1, 3));
        let names = ["A".to_owned(), "B".to_owned()];
        let line = "Score of A vs B: 3 - 1 - 3  [0.643] 7";
        assert_eq!(tally.score_line(&names), line);
    }

    #[test]
    fn the_block_has_the_known_lines() {
        let tally = tally(&[(1, 2), (2, 0), (3, 1), (4, 2)]);
        let heading = Heading {
            names: ["A".to_owned(), "B".to_owned()],
            settings: "1+0.1".to_owned(),
        };
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.05,
            model: crate::stats::sprt::Model::Normalized,
        };
        let block = tally.block(&heading, Some(&sprt));
        for wanted in [
            "Results of A vs B (1+0.1):\n",
            "\nElo: ",
            ", nElo: ",
            "\nLOS: ",
            "DrawRatio: 50.00 %, PairsRatio: -\n",
            "Games: 4, Wins: 2, Losses: 1, Draws: 1, Points: 2.5 (62.50 %)\n",
            "Ptnml(0-2): [0, 0, 1, 1, 0], WL/DD Ratio: -\n",
            "(-2.94, 2.94) [0.00, 5.00]\n",
        ] {
            assert!(block.contains(wanted), "{wanted} is not in {block}");
        }
    }

    #[test]
    fn forfeits_are_counted_by_engine_and_kind() {
        let mut tally = Tally::default();
        tally.add(&record(1, 2, Some(1)), true);
        tally.add(&record(2, 2, Some(1)), true);
        let names = ["A".to_owned(), "B".to_owned()];
        let line = tally.forfeit_line(&names);
        assert_eq!(line.as_deref(), Some("Forfeits: B: time 2"));
        let heading = Heading {
            names,
            settings: String::new(),
        };
        let json = tally.json(&heading, None);
        assert_eq!(json["forfeits"][1]["time"], 2);
        assert_eq!(json["pentanomial"][4], 1);
    }
}
