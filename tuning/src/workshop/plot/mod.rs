//! Pictures (SVG) of what fits have found: how the loss falls, what pieces are worth in the opening and in the endgame, what
//! squares add to them, what they add while the board empties, and how much stronger versions have become.

mod history;
mod worth;

use super::data::Positions;
use super::fit::{Outcome, Round};
use anyhow::{Context as _, Result, ensure};
use katydid::base::{Color, Piece, PieceType, Square};
use katydid::catalogue::Catalogue;
use katydid::variant::Variant;
use plotters::prelude::*;
use plotters::style::Color as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The size of a curve, and of a square of a map, in pixels.
const CURVE: (u32, u32) = (760, 420);
const CELL: u32 = 34;
/// Room for letters beside maps.
const MARGIN: u32 = 40;
/// Centipawns at which a square has its full colour.
const FULL_COLOUR: f64 = 60.0;

/// The arguments of `plot`.
#[derive(Clone, Debug, clap::Args)]
pub struct PlotArguments {
    #[command(subcommand)]
    what: What,
    /// Fitted weights to show instead of those of the games
    #[arg(long, global = true)]
    weights: Vec<PathBuf>,
    /// The picture to write
    #[arg(short, long, global = true, default_value = "plot.svg")]
    output: PathBuf,
}

#[derive(Clone, Debug, clap::Subcommand)]
enum What {
    /// The losses of a fit, round by round, as `tune --losses` has written them
    Losses {
        /// The file
        file: PathBuf,
    },
    /// The values of the pieces of a game, opening beside endgame
    EvalTables {
        /// The game
        game: String,
    },
    /// What squares add to the pieces of a game: opening above, endgame below, seen from White
    Squares {
        /// The game
        game: String,
    },
    /// What pieces add to the evaluation, by how many pieces are on the board, in positions of `datagen` or `score`; the numbers are
    /// printed, too
    Worth {
        /// The positions
        file: PathBuf,
    },
    /// How much stronger versions have become, by the matches in a file like `tuning/experiments/36-versions.toml`
    History {
        /// The file
        file: PathBuf,
    },
}

impl PlotArguments {
    /// Draws.
    ///
    /// # Errors
    /// If there is no such game or file, or the picture cannot be written.
    pub fn run(&self) -> Result<()> {
        let catalogue = Catalogue::new();
        for path in &self.weights {
            let weighed = catalogue.weigh(path);
            weighed.with_context(|| format!("--weights {}", path.display()))?;
        }
        match &self.what {
            What::Losses { file } => {
                let text =
                    std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
                let outcome: Outcome = serde_json::from_str(&text)
                    .with_context(|| format!("{}: no losses", file.display()))?;
                losses(&outcome, &self.output)
            }
            What::EvalTables { game } => values(&*catalogue.variant(game)?, &self.output),
            What::Squares { game } => squares(&*catalogue.variant(game)?, &self.output),
            What::Worth { file } => {
                let positions = Positions::read(file)?;
                let variant = catalogue.variant(&positions.header.game)?;
                let worth = worth::Worth::of(&variant, &positions)?;
                print!("{}", worth.table(&variant));
                worth.draw(&variant, &self.output)
            }
            What::History { file } => {
                let text =
                    std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
                let history = history::History::parse(&text);
                let history = history.with_context(|| file.display().to_string())?;
                history.draw(&self.output)
            }
        }
        .with_context(|| self.output.display().to_string())
    }
}

/// The losses of games learned from and of games held out.
fn losses(outcome: &Outcome, output: &Path) -> Result<()> {
    ensure!(outcome.rounds.len() > 1, "no rounds");
    let all = outcome
        .rounds
        .iter()
        .flat_map(|round| [round.learned, round.held_out]);
    let (low, high) = all.fold((f64::INFINITY, 0.0_f64), |(low, high), loss| {
        (low.min(loss), high.max(loss))
    });
    let room = (high - low).max(1e-6) * 0.05;
    let by_round = |loss: fn(&Round) -> f64| {
        let rounds = outcome.rounds.iter().enumerate();
        rounds
            .map(|(number, round)| (number as f64, loss(round)))
            .collect()
    };
    let last = (outcome.rounds.len() - 1) as f64;
    let lines = [
        ("learned from".to_owned(), by_round(|round| round.learned)),
        ("held out".to_owned(), by_round(|round| round.held_out)),
    ];
    draw_lines(
        output,
        ("round", 0.0..last),
        (
            "mean square of what was told wrong",
            low - room..high + room,
        ),
        &lines,
    )
}

/// An axis: what it shows, and from where to where.
type Axis<'a> = (&'a str, Range<f64>);

/// A line with its name.
type Line = (String, Vec<(f64, f64)>);

/// Lines of different colours, named in a corner.
fn draw_lines(output: &Path, x: Axis<'_>, y: Axis<'_>, lines: &[Line]) -> Result<()> {
    let area = SVGBackend::new(output, CURVE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(x.1, y.1)?;
    chart
        .configure_mesh()
        .x_desc(x.0)
        .y_desc(y.0)
        .x_label_formatter(&|at| format!("{at:.0}"))
        .light_line_style(WHITE)
        .draw()?;
    for (index, (name, points)) in lines.iter().enumerate() {
        let style = Palette99::pick(index).to_rgba().stroke_width(2);
        chart
            .draw_series(LineSeries::new(points.iter().copied(), style))?
            .label(name)
            .legend(move |at| sample(at, style));
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

/// A short piece of a line, beside its name.
fn sample((x, y): (i32, i32), style: ShapeStyle) -> PathElement<(i32, i32)> {
    PathElement::new([(x, y), (x + 18, y)], style)
}

/// The pieces that have a value, by what they are worth in the opening.
fn valued(variant: &Variant) -> Vec<PieceType> {
    let rules = &variant.rules;
    let pieces = rules.all_types();
    let mut pieces: Vec<PieceType> = pieces
        .filter(|piece| !rules.royals.contains(*piece))
        .collect();
    pieces.sort_by_key(|piece| variant.values.of(*piece).mg());
    pieces
}

/// A bar for the opening and one for the endgame for each piece.
fn values(variant: &Variant, output: &Path) -> Result<()> {
    let pieces = valued(variant);
    let both = |piece: &PieceType| {
        let value = variant.values.of(*piece);
        [value.mg(), value.eg()]
    };
    let most = pieces.iter().flat_map(both).max().context("no pieces")?;
    let height = 60 + 44 * pieces.len() as u32;
    let area = SVGBackend::new(output, (CURVE.0, height)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(30)
        .y_label_area_size(110)
        .build_cartesian_2d(0..most + most / 10 + 1, 0.0..pieces.len() as f64)?;
    let name = |at: &f64| {
        let piece = pieces.get(at.floor() as usize);
        piece.map_or_else(String::new, |piece| variant.name_of(*piece))
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .x_desc("centipawns, opening (dark) and endgame (light)")
        .y_labels(0)
        .draw()?;
    for (row, piece) in pieces.iter().enumerate() {
        let bottom = row as f64;
        for ((value, colour), top) in both(piece)
            .into_iter()
            .zip([BLUE.mix(0.8), BLUE.mix(0.35)])
            .zip([0.9, 0.5])
        {
            let bar = [(0, bottom + top - 0.38), (value, bottom + top)];
            chart.draw_series([Rectangle::new(bar, colour.filled())])?;
            let at = (value, bottom + top - 0.08);
            let label = Text::new(format!(" {value}"), at, ("sans-serif", 13));
            chart.draw_series([label])?;
        }
        let place = chart.backend_coord(&(0, bottom + 0.62));
        let style =
            TextStyle::from(("sans-serif", 14)).pos(plotters::style::text_anchor::Pos::new(
                plotters::style::text_anchor::HPos::Right,
                plotters::style::text_anchor::VPos::Center,
            ));
        area.draw(&Text::new(name(&bottom), (place.0 - 8, place.1), style))?;
    }
    area.present()?;
    Ok(())
}

/// What a square adds to a piece, in the opening or in the endgame: the difference to its mean over the board.
fn additions(variant: &Variant, piece: PieceType, endgame: bool) -> Vec<(Square, f64)> {
    let table = &variant.values.squares[Piece::new(Color::White, piece).index()];
    let board = variant.rules.board.squares();
    let on = |square: Square| {
        let value = table[square.index()];
        f64::from(if endgame { value.eg() } else { value.mg() })
    };
    let sum: f64 = board.into_iter().map(on).sum();
    let mean = sum / f64::from(board.count());
    board
        .into_iter()
        .map(|square| (square, on(square) - mean))
        .collect()
}

/// Green where a piece is worth more than elsewhere, red where it is worth less.
fn colour_of(value: f64) -> RGBColor {
    let share = (value / FULL_COLOUR).clamp(-1.0, 1.0);
    let pale = (245.0 - 160.0 * share.abs()) as u8;
    if share >= 0.0 {
        RGBColor(pale, 235, pale)
    } else {
        RGBColor(240, pale, pale)
    }
}

/// A map for each piece, opening above endgame.
fn squares(variant: &Variant, output: &Path) -> Result<()> {
    let pieces: Vec<PieceType> = variant.rules.all_types().collect();
    let (files, ranks) = (
        u32::from(variant.rules.files),
        u32::from(variant.rules.ranks),
    );
    let (wide, high) = (files * CELL + MARGIN, ranks * CELL + MARGIN);
    let area = SVGBackend::new(output, (wide * pieces.len() as u32, 2 * high)).into_drawing_area();
    area.fill(&WHITE)?;
    for (column, piece) in (0..).zip(&pieces) {
        for (row, part) in (0..).zip(["opening", "endgame"]) {
            let (left, top) = (
                (column * wide + MARGIN / 2) as i32,
                (row * high + MARGIN / 2) as i32,
            );
            let title = format!("{}, {part}", variant.name_of(*piece));
            area.draw(&Text::new(title, (left, top - 16), ("sans-serif", 14)))?;
            for (square, value) in additions(variant, *piece, row == 1) {
                let x = left + i32::from(square.file()) * CELL as i32;
                let y = top + (ranks as i32 - 1 - i32::from(square.rank())) * CELL as i32;
                let cell = [(x, y), (x + CELL as i32 - 1, y + CELL as i32 - 1)];
                area.draw(&Rectangle::new(cell, colour_of(value).filled()))?;
                let number = format!("{value:.0}");
                area.draw(&Text::new(number, (x + 5, y + 11), ("sans-serif", 11)))?;
            }
        }
    }
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workshop::datagen;

    #[test]
    fn pictures_show_what_they_are_asked_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let output = folder.path().join("plot.svg");
        let drawn = |what: What| {
            let arguments = PlotArguments {
                what,
                weights: Vec::new(),
                output: output.clone(),
            };
            arguments.run().expect("a picture");
            std::fs::read_to_string(&output).expect("a text")
        };
        let game = || "hopgi".to_owned();
        assert!(drawn(What::EvalTables { game: game() }).contains("rook"));
        assert!(drawn(What::Squares { game: game() }).contains("ferz king, endgame"));
        let rounds = [0.06, 0.05, 0.049].map(|loss| Round {
            learned: loss,
            held_out: loss + 0.001,
        });
        let outcome = Outcome {
            steepness: 0.3,
            rounds: rounds.to_vec(),
            positions: (10, 1),
            numbers: Vec::new(),
        };
        let file = folder.path().join("losses.json");
        std::fs::write(&file, serde_json::to_string(&outcome).expect("a text")).expect("a file");
        assert!(drawn(What::Losses { file }).contains("held out"));
        let file = folder.path().join("history.toml");
        std::fs::write(&file, history::tests::TEXT).expect("a file");
        assert!(drawn(What::History { file }).contains("hopgi, 8,000 nodes"));
        let file = folder.path().join("positions");
        datagen::tests::arguments("demichess", 12, file.clone())
            .run()
            .expect("games");
        assert!(drawn(What::Worth { file }).contains("crabsnail"));
    }

    #[test]
    fn what_squares_add_is_even() {
        let variant = Catalogue::new().variant("demichess").expect("a game");
        for piece in variant.rules.all_types() {
            let sum: f64 = additions(&variant, piece, false)
                .iter()
                .map(|(_, value)| value)
                .sum();
            assert!(sum.abs() < 1e-6);
        }
    }
}
