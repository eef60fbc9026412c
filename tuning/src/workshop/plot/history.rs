//! How much stronger versions have become, by matches against one earlier version.

use super::{CURVE, sample};
use crate::stats::elo::{Estimate, Strength};
use anyhow::{Context as _, Result, ensure};
use plotters::prelude::*;
use serde::Deserialize;
use std::path::Path;

/// The width of a version in the picture, in pixels: so much that the names stay apart.
const VERSION_WIDTH: f64 = 66.0;

/// The matches of a file, the earlier versions first.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct History {
    /// The commit that all played against.
    base: String,
    #[serde(rename = "result")]
    matches: Vec<Match>,
}

/// A match of a version against the earlier one.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
struct Match {
    commit: String,
    game: String,
    /// What the engines had for a turn or a game: `8,000 nodes`.
    limit: String,
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Match {
    /// Its name among the lines of the picture.
    fn line(&self) -> String {
        format!("{}, {}", self.game, self.limit)
    }
}

/// Elo of a line: the number of the version, and what its match says.
type Point = (usize, Estimate);

impl History {
    /// Of the text of a file.
    ///
    /// # Errors
    /// If it is not understood, or holds no match.
    pub fn parse(text: &str) -> Result<Self> {
        let history: Self = toml::from_str(text)?;
        ensure!(!history.matches.is_empty(), "no matches");
        Ok(history)
    }

    /// The versions, in the order of the file.
    fn versions(&self) -> Vec<&str> {
        let mut versions: Vec<&str> = Vec::new();
        for played in &self.matches {
            if !versions.contains(&played.commit.as_str()) {
                versions.push(&played.commit);
            }
        }
        versions
    }

    /// The lines by their names.
    fn lines(&self) -> Result<Vec<(String, Vec<Point>)>> {
        let versions = self.versions();
        let mut lines: Vec<(String, Vec<Point>)> = Vec::new();
        for played in &self.matches {
            let strength = Strength::of_games(played.losses, played.draws, played.wins);
            let elo = strength.map(|strength| strength.elo);
            let elo = elo.filter(|elo| elo.value.is_finite() && elo.error.is_finite());
            let elo = elo.with_context(|| format!("{}: its Elo is not bounded", played.line()))?;
            let version = versions.iter().position(|commit| *commit == played.commit);
            let point = (version.unwrap_or_default(), elo);
            let name = played.line();
            match lines.iter_mut().find(|(line, _)| *line == name) {
                Some((_, points)) => points.push(point),
                None => lines.push((name, vec![point])),
            }
        }
        Ok(lines)
    }

    /// A line for each game and limit, with the 95 % interval of each match.
    ///
    /// # Errors
    /// If the Elo of a match is not bounded, or the picture cannot be written.
    pub fn draw(&self, output: &Path) -> Result<()> {
        let (versions, lines) = (self.versions(), self.lines()?);
        let ends = lines.iter().flat_map(|(_, points)| points);
        let ends = ends.flat_map(|(_, elo)| [elo.value - elo.error, elo.value + elo.error]);
        let (low, high) = ends.fold((0.0_f64, 0.0_f64), |(low, high), end| {
            (low.min(end), high.max(end))
        });
        // The lines of a version stand beside each other; the first version is the one played against, and what is left on the
        // right has room for the legend.
        let wide = 1.5 * (versions.len() as f64 + 1.0);
        let (least_width, height) = CURVE;
        let width = least_width.max((wide * VERSION_WIDTH) as u32);
        let area = SVGBackend::new(output, (width, height)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(64)
            .build_cartesian_2d(-0.5..wide, low - 20.0..high + 20.0)?;
        let name = |at: &f64| match at.round() as usize {
            _ if (at - at.round()).abs() > 1e-6 || *at < 0.0 => String::new(),
            0 => self.base.clone(),
            number => versions.get(number - 1).map_or("", |name| *name).to_owned(),
        };
        chart
            .configure_mesh()
            .x_desc("version")
            .y_desc(format!("Elo against {}", self.base))
            .x_labels(wide as usize + 2)
            .x_label_formatter(&name)
            .light_line_style(WHITE)
            .disable_x_mesh()
            .draw()?;
        for (index, (name, points)) in lines.iter().enumerate() {
            let colour = Palette99::pick(index).to_rgba();
            let style = colour.stroke_width(2);
            let aside = 0.5 * (index as f64 + 0.5) / lines.len() as f64 - 0.25;
            let at = |version: usize| version as f64 + 1.0 + aside;
            let line = points
                .iter()
                .map(|(version, elo)| (at(*version), elo.value));
            chart
                .draw_series(LineSeries::new(line, style).point_size(3))?
                .label(name)
                .legend(move |at| sample(at, style));
            let bars = points.iter().map(|(version, elo)| {
                let (low, high) = (elo.value - elo.error, elo.value + elo.error);
                PathElement::new([(at(*version), low), (at(*version), high)], colour)
            });
            chart.draw_series(bars)?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE)
            .border_style(BLACK)
            .draw()?;
        area.present()?;
        Ok(())
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Two versions, two games.
    pub const TEXT: &str = "base = \"aaa\"\n\
        [[result]]\ncommit = \"bbb\"\ngame = \"chess\"\nlimit = \"8,000 nodes\"\nwins = 30\ndraws = 10\nlosses = 20\n\
        [[result]]\ncommit = \"ccc\"\ngame = \"chess\"\nlimit = \"8,000 nodes\"\nwins = 40\ndraws = 10\nlosses = 10\n\
        [[result]]\ncommit = \"ccc\"\ngame = \"hopgi\"\nlimit = \"8,000 nodes\"\nwins = 10\ndraws = 0\nlosses = 10\n";

    #[test]
    fn a_line_goes_through_the_versions() {
        let history = History::parse(TEXT).expect("a history");
        assert_eq!(history.versions(), ["bbb", "ccc"]);
        let lines = history.lines().expect("lines");
        assert_eq!(lines.len(), 2);
        let (name, points) = &lines[0];
        assert_eq!(name, "chess, 8,000 nodes");
        assert!(points[0].1.value < points[1].1.value);
        let level = lines[1].1[0];
        assert_eq!(level.0, 1);
        assert!(level.1.value.abs() < 1e-9 && level.1.error > 50.0);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert!(History::parse("base = \"aaa\"\nresult = []\n").is_err());
        let all_won = TEXT
            .replace("losses = 20", "losses = 0")
            .replace("draws = 10", "draws = 0");
        let error = History::parse(&all_won).expect("a history").lines();
        let error = error.expect_err("no bound").to_string();
        assert!(
            error.contains("chess, 8,000 nodes: its Elo is not bounded"),
            "{error}"
        );
    }
}
