//! Files of positions from games of the engine against itself.
//!
//! A file is text: a line that says what it is, a line for each game with its number and White's points, behind it a
//! line for each of its positions, and at the end a line with the checksum of all before it.
//!
//! ```text
//! katydid-positions 1 {"game":"chess","seed":1,...}
//! game 0 0.5
//! rnbqkb1r/pp1ppppp/5n2/2p5/8/5NP1/PPPPPP1P/RNBQKB1R w KQkq - 0 3;21
//! end 1 crc32 89abcdef
//! ```
//!
//! Games that differ in seed or number are different; files of one kind of games can be put together in any order.
//! A file that was interrupted has no last line, and its last game is left out.

use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

/// What the first line begins with: the kind of file and its version.
const MAGIC: &str = "katydid-positions 1 ";

/// How games were played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    pub game: String,
    /// The version of the engine that played: the commit, as the user gave it.
    pub engine: String,
    pub seed: u64,
    /// Nodes searched for each turn.
    pub nodes: u64,
    /// The fewest and the most random turns of an opening.
    pub plies: (u32, u32),
    /// The most non-pawn pieces that the side ahead gave.
    #[serde(default, skip_serializing_if = "none_given")]
    pub odds: u32,
    /// Who has given the positions other scores since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Scores>,
}

/// Whether no non-pawn pieces were given.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn none_given(odds: &u32) -> bool {
    *odds == 0
}

/// How positions were given other scores.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scores {
    /// The engine, as the user gave it.
    pub by: String,
    /// Nodes searched for each position.
    pub nodes: u64,
    /// Of this many positions one was kept.
    pub every: u32,
}

/// A position and what a search said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position.
    pub fen: String,
    /// The score in centipawns, White's view.
    pub score: i32,
}

/// A game.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Its number among the games of its seed.
    pub number: u64,
    /// White's points: 0, 0.5 or 1.
    pub points: f64,
    /// Its quiet positions.
    pub samples: Vec<Sample>,
}

/// What a file holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Positions {
    /// How its games were played.
    pub header: Header,
    /// Its games, in the order of the file.
    pub games: Vec<Record>,
    /// Whether the file is complete.
    pub complete: bool,
}

impl Header {
    /// How games were played, and who has given their positions other scores.
    pub fn sentences(&self) -> Vec<String> {
        let odds = match self.odds {
            0 => String::new(),
            most => format!(" with odds of {most} pieces at most"),
        };
        let (least, most) = self.plies;
        let games = format!(
            "Games: seed {}, {} nodes a turn, openings of {least} to {most} turns{odds}, engine {}.",
            self.seed, self.nodes, self.engine
        );
        let scores = self.scores.as_ref().map(|scores| {
            let Scores { by, nodes, every } = scores;
            format!("Scores: {by}, {nodes} nodes, one position of {every}.")
        });
        [games].into_iter().chain(scores).collect()
    }

    /// The first line.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn line(&self) -> Result<String> {
        Ok(format!("{MAGIC}{}\n", serde_json::to_string(self)?))
    }
}

impl Record {
    pub fn lines(&self) -> String {
        let mut text = format!("game {} {}\n", self.number, self.points);
        for sample in &self.samples {
            let _ = writeln!(text, "{};{}", sample.fen, sample.score);
        }
        text
    }
}

/// The last line of a file with the given text and number of games.
pub fn last_line(text: &str, games: usize) -> String {
    format!(
        "end {games} crc32 {:08x}\n",
        crc32fast::hash(text.as_bytes())
    )
}

impl Positions {
    /// Reads a file. Its games come in the order of their numbers, however many were played at a time.
    ///
    /// # Errors
    /// If it cannot be read, is of another kind or version, has been changed, or says something unexpected.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let mut positions = Self::parse(&text).with_context(|| path.display().to_string())?;
        positions.games.sort_by_key(|game| game.number);
        Ok(positions)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// As [`Positions::read`].
    pub fn parse(text: &str) -> Result<Self> {
        let (first, _) = text.split_once('\n').context("line 1: nothing there")?;
        let Some(header) = first.strip_prefix(MAGIC) else {
            bail!("line 1: expected '{MAGIC}{{...}}'");
        };
        let header = serde_json::from_str(header).context("line 1")?;
        let mut games: Vec<Record> = Vec::new();
        let mut complete = false;
        let mut offset = first.len() + 1;
        // A line that was cut off is no line.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        for (index, line) in text[..whole].lines().enumerate().skip(1) {
            let number = index + 1;
            ensure!(!complete, "line {number}: something stands behind the end");
            if let Some(end) = line.strip_prefix("end ") {
                let expected = last_line(&text[..offset], games.len());
                ensure!(
                    expected.trim_end() == line,
                    "line {number}: the checksum is 'end {end}', but the games come to '{}'",
                    expected.trim_end()
                );
                complete = true;
            } else if let Some(game) = line.strip_prefix("game ") {
                let record = game.split_once(' ').and_then(|(number, points)| {
                    let (number, points) = (number.parse().ok()?, points.parse().ok()?);
                    Some(Record {
                        number,
                        points,
                        samples: Vec::new(),
                    })
                });
                games.push(record.with_context(|| {
                    format!("line {number}: expected 'game NUMBER POINTS', not '{line}'")
                })?);
            } else {
                let sample = line.split_once(';').and_then(|(fen, score)| {
                    let (fen, score) = (fen.to_owned(), score.parse().ok()?);
                    Some(Sample { fen, score })
                });
                let game = games.last_mut().zip(sample);
                let (game, sample) = game.with_context(|| {
                    format!("line {number}: expected 'FEN;SCORE', not '{line}'")
                })?;
                game.samples.push(sample);
            }
            offset += line.len() + 1;
        }
        if !complete {
            games.pop();
        }
        Ok(Self {
            header,
            games,
            complete,
        })
    }

    pub fn numbers(&self) -> BTreeSet<u64> {
        self.games.iter().map(|game| game.number).collect()
    }

    /// The text of the file.
    ///
    /// # Errors
    /// If the header cannot be written.
    pub fn text(&self) -> Result<String> {
        let mut text = self.header.line()?;
        for game in &self.games {
            text.push_str(&game.lines());
        }
        if self.complete {
            let end = last_line(&text, self.games.len());
            text.push_str(&end);
        }
        Ok(text)
    }
}

/// Writes a file beside its place and puts it there when it is whole.
///
/// # Errors
/// If it cannot be written; what stood there before is still there then.
pub fn write_whole(path: &Path, text: &str) -> Result<()> {
    let beside = path.with_extension("part");
    let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        // What could be written is of no use, and its room is wanted.
        let _ = std::fs::remove_file(&beside);
    }
    written.with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions() -> Positions {
        let sample = |fen: &str, score| Sample {
            fen: fen.to_owned(),
            score,
        };
        Positions {
            header: Header {
                game: "chess".to_owned(),
                engine: "abc".to_owned(),
                seed: 3,
                nodes: 5000,
                plies: (6, 9),
                odds: 0,
                scores: None,
            },
            games: vec![
                Record {
                    number: 4,
                    points: 0.5,
                    samples: vec![sample("8/8/8/8/8/8/8/K1k5 w - - 0 1", -12)],
                },
                Record {
                    number: 1,
                    points: 1.0,
                    samples: Vec::new(),
                },
            ],
            complete: true,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let positions = positions();
        let text = positions.text().expect("a text");
        assert_eq!(Positions::parse(&text).expect("the same"), positions);
        assert_eq!(positions.numbers(), BTreeSet::from([1, 4]));
    }

    #[test]
    fn a_file_that_was_interrupted_loses_its_last_game_only() {
        let whole = positions().text().expect("a text");
        let text = &whole[..whole.find("end ").expect("an end")];
        // Whether a game was whole is not known if the line behind it was cut off.
        for (cut, games) in [(text, 1), (&text[..text.len() - 3], 0)] {
            let read = Positions::parse(cut).expect("a part");
            assert!(!read.complete);
            assert_eq!(read.games, positions().games[..games]);
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let text = positions().text().expect("a text");
        let cases = [
            (
                "pieces\n".to_owned(),
                "line 1: expected 'katydid-positions 1 ",
            ),
            (text.replace(";-12", ";-13"), "the checksum is"),
            (text.replace(";-12", ""), "line 3: expected 'FEN;SCORE'"),
            (
                text.replace("game 4 0.5", "game four"),
                "line 2: expected 'game NUMBER POINTS'",
            ),
            (
                format!("{text}game 1 1\n"),
                "something stands behind the end",
            ),
        ];
        for (text, expected) in cases {
            let error = format!("{:#}", Positions::parse(&text).expect_err(expected));
            assert!(error.contains(expected), "{error}");
        }
    }
}
