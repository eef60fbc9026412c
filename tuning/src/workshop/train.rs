//! Trains the network of a game from positions of its games, and writes it.

use super::data::{Header, Positions, Record};
use super::fit::{Outcome, logistic, steepness};
use super::network::{Known, Learner, Rows, Settings};
use crate::verdict::sign_of;
use anyhow::{Context as _, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use katydid::base::{Color, Piece};
use katydid::catalogue::Catalogue;
use katydid::eval::{self, Evaluator};
use katydid::position::Position;
use katydid::rules;
use katydid::variant::Variant;
use katydid::variant::nnue::{Inputs, Network};
use rayon::prelude::*;
use serde::Deserialize;
use std::path::PathBuf;
use std::sync::Arc;

/// One game of this many is held out.
const HELD_OUT: u64 = 50;

/// The arguments of `train`.
#[derive(Clone, Debug, clap::Args)]
pub struct TrainArguments {
    /// The game
    pub variant: String,
    /// Further games with the same pieces that share the network
    #[arg(long, num_args = 1..)]
    pub family: Vec<String>,
    /// Files of positions of these games
    #[arg(short, long, required = true, num_args = 1..)]
    pub data: Vec<PathBuf>,
    #[command(flatten)]
    pub plan: Plan,
    /// The file of the network to write
    #[arg(short, long)]
    pub output: PathBuf,
    /// A file for the losses of each round, as JSON
    #[arg(long)]
    pub losses: Option<PathBuf>,
}

/// What a network goes by, and how it learns.
#[derive(Clone, Copy, PartialEq, Debug, clap::Args, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The share of the game's result in the target; the rest is the score of a search
    #[arg(long, default_value_t = 0.1)]
    pub result: f64,
    /// Rounds through the data
    #[arg(long, default_value_t = 20)]
    pub rounds: u32,
    /// The first steps
    #[arg(long, default_value_t = 0.001)]
    pub step: f32,
    /// The seed of the first numbers and of the order of positions
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Go on from the present network of the game instead of random numbers
    #[arg(long)]
    #[serde(default)]
    pub refine: bool,
    /// Scores are of another engine, whose centipawns are not ours: how steeply they tell results is fitted too
    #[arg(long)]
    #[serde(default)]
    pub rescale: bool,
}

/// The positions of a game.
#[derive(Default)]
struct GamePositions {
    seen: Vec<Seen>,
    /// The steepness of the curve from the evaluation to expectations, and of that from scores.
    steepness: (f64, f64),
}

/// A position before the steepness of the curve is fitted.
struct Seen {
    inputs: Vec<u16>,
    base: f64,
    share: f64,
    points: f64,
    score: f64,
    is_held_out: bool,
}

impl TrainArguments {
    /// Trains the network of a game and writes it.
    ///
    /// # Errors
    /// If there is no such game, a file cannot be read or is of another game, or the network cannot be written.
    pub fn run(&self) -> Result<()> {
        let catalogue = Catalogue::new();
        let variant = catalogue.variant(&self.variant)?;
        ensure!(
            (0.0..=1.0).contains(&self.plan.result),
            "--result must be from 0 to 1"
        );
        let (mut games, headers) = self.games(&catalogue)?;
        for game in &mut games {
            let fitted = |value: fn(&Seen) -> f64| {
                let learned = game.seen.iter().filter(|seen| !seen.is_held_out);
                let values: Vec<_> = learned.map(|seen| (value(seen), seen.points)).collect();
                steepness(&values)
            };
            let of_values = fitted(|seen| seen.base);
            let of_scores = if self.plan.rescale {
                fitted(|seen| seen.score)
            } else {
                of_values
            };
            game.steepness = (of_values, of_scores);
        }
        let (steepness, of_scores) = games[0].steepness;
        let start = self.plan.refine.then(|| to_refine(&variant));
        let start = start.transpose()?;
        let [learned, held_out] = self.rows(games);
        let learner = Learner {
            inputs: inputs_for(&variant),
            learned: &learned,
            held_out: &held_out,
            settings: Settings {
                steepness: steepness as f32,
                rounds: self.plan.rounds,
                step: self.plan.step,
                seed: self.plan.seed,
            },
            start,
        };
        let bar = ProgressBar::new(u64::from(self.plan.rounds));
        bar.set_style(ProgressStyle::with_template(
            "{wide_bar} round {pos}/{len} {msg} {eta}",
        )?);
        let mut outcome = Outcome {
            steepness: steepness * 100.0,
            rounds: vec![learner.before()],
            positions: (learned.len(), held_out.len()),
            numbers: Vec::new(),
        };
        let numbers = learner.learn(|number, round| {
            outcome.rounds.push(round);
            bar.set_position(u64::from(number));
            bar.set_message(format!("{:.6} {:.6}", round.learned, round.held_out));
        });
        bar.finish_and_clear();
        let trained = self.trained(&headers, &outcome, of_scores * 100.0);
        let network = numbers.whole(&self.variant, trained)?;
        std::fs::write(&self.output, network.bytes())
            .with_context(|| self.output.display().to_string())?;
        if let Some(path) = &self.losses {
            std::fs::write(path, serde_json::to_string_pretty(&outcome)?)
                .with_context(|| path.display().to_string())?;
        }
        println!("{}: {}", self.variant, network.header().trained);
        Ok(())
    }

    /// How the network was trained, for its file.
    fn trained(&self, headers: &[Header], outcome: &Outcome, of_scores: f64) -> String {
        let mut sentences: Vec<_> = headers.iter().flat_map(Header::sentences).collect();
        // Parts that machines have shared are told once.
        sentences.dedup();
        if !self.family.is_empty() {
            sentences.push(format!("Shared with {}.", self.family.join(" ")));
        }
        let (learned, held_out) = outcome.positions;
        let Plan {
            result,
            rounds,
            step,
            seed,
            refine,
            rescale,
        } = self.plan;
        let refined = if refine { ", refined" } else { "" };
        let of_scores = if rescale {
            format!(", of scores {of_scores:.3}")
        } else {
            String::new()
        };
        sentences.push(format!(
            "Positions: {learned} learned from, {held_out} held out. Steepness {:.3} a pawn{of_scores}; result {result}, \
             {rounds} rounds, step {step}, seed {seed}{refined}.",
            outcome.steepness
        ));
        let loss = |round: Option<&super::fit::Round>| round.map_or(0.0, |round| round.held_out);
        sentences.push(format!(
            "Loss on games held out: {:.6} before, {:.6} after.",
            loss(outcome.rounds.first()),
            loss(outcome.rounds.last())
        ));
        sentences.join(" ")
    }

    /// The positions of each game, in the order of files.
    fn games(&self, catalogue: &Catalogue) -> Result<(Vec<GamePositions>, Vec<Header>)> {
        let names: Vec<_> = [&self.variant].into_iter().chain(&self.family).collect();
        let variants = names.iter().map(|name| catalogue.variant(name));
        let variants = variants.collect::<Result<Vec<_>, _>>()?;
        for (name, variant) in names.iter().zip(&variants) {
            ensure!(
                inputs_for(variant) == inputs_for(&variants[0]),
                "{name}: expected as many types of pieces as in {}",
                self.variant
            );
        }
        let mut all: Vec<_> = names.iter().map(|_| GamePositions::default()).collect();
        let mut headers = Vec::new();
        for path in &self.data {
            let data = Positions::read(path)?;
            let game = &data.header.game;
            let index = names.iter().position(|name| *name == game);
            let index = index.with_context(|| {
                let expected = names.iter().map(|name| name.as_str());
                let expected = expected.collect::<Vec<_>>().join(" ");
                format!(
                    "{}: its games are of {game} (expected {expected})",
                    path.display()
                )
            })?;
            let variant = &variants[index];
            let games = data.games.par_iter().map_init(
                || Evaluator::new(variant),
                |evaluator, game| {
                    seen_in(variant, game, evaluator)
                        .with_context(|| format!("{}: game {}", path.display(), game.number))
                },
            );
            for game in games.collect::<Result<Vec<_>>>()? {
                all[index].seen.extend(game);
            }
            headers.push(data.header);
        }
        for (name, game) in names.iter().zip(&all) {
            let held_out = game.seen.iter().filter(|seen| seen.is_held_out).count();
            ensure!(
                held_out > 0 && held_out < game.seen.len(),
                "too few games of {name}: some are learned from, one of {HELD_OUT} is held out"
            );
        }
        Ok((all, headers))
    }

    /// The positions to learn from and those held out. In a family the steepness differs from game to game: values and shares are
    /// scaled to that of the first.
    fn rows(&self, games: Vec<GamePositions>) -> [Rows; 2] {
        let [mut learned, mut held_out] = [Rows::default(), Rows::default()];
        let result = self.plan.result;
        let (first, _) = games[0].steepness;
        for game in games {
            let (of_values, of_scores) = game.steepness;
            let scale = of_values / first;
            for seen in game.seen {
                let scored = logistic(of_scores * seen.score);
                let known = Known {
                    base: (scale * seen.base) as f32,
                    share: (scale * seen.share) as f32,
                    target: (result * seen.points + (1.0 - result) * scored) as f32,
                };
                let rows = if seen.is_held_out {
                    &mut held_out
                } else {
                    &mut learned
                };
                rows.push(seen.inputs, known);
            }
        }
        [learned, held_out]
    }
}

/// Pieces of a type in hand that have inputs in games with drops. More of a type are rare, and worth little more.
const HANDS: usize = 8;

/// The inputs of a network of a game.
fn inputs_for(variant: &Variant) -> Inputs {
    let types = variant.rules.all_types();
    Inputs {
        types: types.map(|piece| piece.index() + 1).max().unwrap_or(0),
        hands: if variant.rules.hand.is_empty() {
            0
        } else {
            HANDS
        },
    }
}

/// The present network of a game, to go on from.
fn to_refine(variant: &Variant) -> Result<&Network> {
    let network = variant.network.as_deref();
    let game = &variant.name;
    let network = network.with_context(|| format!("there is no network of {game} to refine"))?;
    ensure!(
        network.inputs() == inputs_for(variant),
        "the network of {game} has {} inputs (expected {})",
        network.inputs().count(),
        inputs_for(variant).count()
    );
    Ok(network)
}

/// The positions of a game.
fn seen_in(variant: &Arc<Variant>, game: &Record, evaluator: &mut Evaluator) -> Result<Vec<Seen>> {
    let seen = game.samples.iter().map(|sample| {
        let pos = rules::position(variant, &sample.fen)?;
        let (sign, base) = (sign_of(&pos), evaluator.evaluate(&pos));
        let points = match pos.side_to_move() {
            Color::White => game.points,
            Color::Black => 1.0 - game.points,
        };
        Ok(Seen {
            inputs: inputs_of(&pos),
            base: f64::from(base),
            share: share_of(&pos, base * sign),
            points,
            score: f64::from(sign * sample.score),
            is_held_out: game.number.is_multiple_of(HELD_OUT),
        })
    });
    seen.collect()
}

/// The inputs of a position, as the side to move sees them.
fn inputs_of(pos: &Position) -> Vec<u16> {
    let inputs = inputs_for(pos.variant());
    let us = pos.side_to_move();
    let pieces = pos.occupied().into_iter();
    let on_board = pieces.filter_map(|square| Some(inputs.piece(us, pos.at(square)?, square)));
    let hands = Color::ALL.into_iter().flat_map(|color| {
        let held = pos.hand(color).iter();
        held.map(move |(held, count)| (Piece::new(color, held), usize::from(count)))
    });
    let in_hand = hands.flat_map(|(piece, count)| {
        (0..count.min(inputs.hands)).map(move |nth| inputs.held(us, piece, nth))
    });
    on_board.chain(in_hand).map(|input| input as u16).collect()
}

/// How much of a correction counts where White's view is a value.
fn share_of(pos: &Position, value: i32) -> f64 {
    if !eval::is_corrected(pos) {
        return 0.0;
    }
    let leader = if value < 0 {
        Color::Black
    } else {
        Color::White
    };
    let share = f64::from(eval::scale_factor(pos, leader)) / f64::from(eval::WHOLE_LEAD);
    share * eval::freshness(pos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workshop::datagen::tests::arguments;

    fn plan() -> Plan {
        Plan {
            result: 0.1,
            rounds: 6,
            step: 0.005,
            seed: 1,
            refine: false,
            rescale: false,
        }
    }

    #[test]
    fn games_teach_a_network() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("games");
        arguments("demichess", 12, data.clone())
            .run()
            .expect("games");
        let [first, again] = ["first", "again"].map(|name| {
            let output = folder.path().join(name);
            let losses = folder.path().join("losses");
            let train = TrainArguments {
                variant: "demichess".to_owned(),
                family: Vec::new(),
                data: vec![data.clone()],
                plan: plan(),
                output: output.clone(),
                losses: Some(losses.clone()),
            };
            train.run().expect("a network");
            let text = std::fs::read_to_string(&losses).expect("losses");
            let outcome: Outcome = serde_json::from_str(&text).expect("losses");
            assert_eq!(outcome.rounds.len(), 7);
            assert!(outcome.rounds[6].learned < outcome.rounds[0].learned);
            std::fs::read(&output).expect("a network")
        });
        assert_eq!(first, again);
        let output = folder.path().join("refined");
        let refine = |game: &str| TrainArguments {
            variant: game.to_owned(),
            family: Vec::new(),
            data: vec![data.clone()],
            plan: Plan {
                rounds: 1,
                step: 1e-5,
                refine: true,
                ..plan()
            },
            output: output.clone(),
            losses: None,
        };
        refine("demichess").run().expect("a network");
        let refined = Network::read(&std::fs::read(&output).expect("a file")).expect("a network");
        let trained = &refined.header().trained;
        assert!(trained.contains("seed 1, refined. Loss"), "{trained}");
        let demichess = Catalogue::new().variant("demichess").expect("a game");
        let present = demichess.network.as_deref().expect("a network");
        let weights = [&refined, present].map(|network| network.rows().as_flattened());
        let mut pairs = weights[0].iter().zip(weights[1]);
        assert!(pairs.all(|(one, other)| one.abs_diff(*other) < 3));
        let network = Network::read(&first).expect("a network");
        assert_eq!(network.header().game, "demichess");
        assert_eq!(network.inputs(), Inputs { types: 6, hands: 0 });
        let trained = &network.header().trained;
        let expected =
            "Games: seed 5, 300 nodes a turn, openings of 2 to 6 turns, engine test. Positions: ";
        assert!(trained.starts_with(expected), "{trained}");
    }

    #[test]
    fn scores_in_other_centipawns_teach_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        arguments("demichess", 12, path("games"))
            .run()
            .expect("games");
        let mut games = Positions::read(&path("games")).expect("games");
        // Small enough to be doubled without being cut off.
        for game in &mut games.games {
            game.samples.retain(|sample| sample.score.abs() < 800);
        }
        let text = games.text().expect("a text");
        std::fs::write(path("ours"), &text).expect("a file");
        for sample in games.games.iter_mut().flat_map(|game| &mut game.samples) {
            sample.score *= 2;
        }
        std::fs::write(path("theirs"), games.text().expect("a text")).expect("a file");
        let trained = |data: &str, rescale: bool| {
            let train = TrainArguments {
                variant: "demichess".to_owned(),
                family: Vec::new(),
                data: vec![path(data)],
                plan: Plan { rescale, ..plan() },
                output: path("net"),
                losses: Some(path("losses")),
            };
            train.run().expect("a network");
            let text = std::fs::read_to_string(path("losses")).expect("losses");
            let outcome: Outcome = serde_json::from_str(&text).expect("losses");
            outcome.rounds[0].learned
        };
        let (ours, theirs) = (trained("ours", true), trained("theirs", true));
        assert!((ours / theirs - 1.0).abs() < 1e-3, "{ours} {theirs}");
        assert!((trained("theirs", false) / trained("ours", false) - 1.0).abs() > 0.01);
    }

    #[test]
    fn games_of_a_family_are_pooled() {
        let folder = tempfile::tempdir().expect("a folder");
        let data: Vec<_> = ["ag", "eg"]
            .map(|name| {
                let data = folder.path().join(name);
                arguments(name, 12, data.clone()).run().expect("games");
                data
            })
            .into();
        let train = |family: &str| {
            let train = TrainArguments {
                variant: "ag".to_owned(),
                family: vec![family.to_owned()],
                data: data.clone(),
                plan: plan(),
                output: folder.path().join("net"),
                losses: None,
            };
            train.run().map(|()| std::fs::read(&train.output))
        };
        let bytes = train("eg").expect("a network").expect("a file");
        let network = Network::read(&bytes).expect("a network");
        assert_eq!(network.header().game, "ag");
        let trained = &network.header().trained;
        assert!(
            trained.contains("engine test. Shared with eg."),
            "{trained}"
        );
        for (family, expected) in [
            ("cg", "its games are of eg (expected ag cg)"),
            ("chess", "chess: expected as many types of pieces as in ag"),
        ] {
            let error = format!("{:#}", train(family).expect_err("another family"));
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn pieces_in_hand_have_an_input_for_each_count() {
        let crazyhouse = Catalogue::new().variant("crazyhouse").expect("a game");
        let inputs = |fen: &str| inputs_of(&rules::position(&crazyhouse, fen).expect("a position"));
        let fen = "4k3/8/8/8/8/8/8/4K3[NNNb] w - - 0 1";
        let (seen, without) = (inputs(fen), inputs(&fen.replace("NNNb", "")));
        assert_eq!(seen.len(), without.len() + 4);
        // Black sees the same board and hands with colours changed.
        let black = inputs("4k3/8/8/8/8/8/8/4K3[nnnB] b - - 0 1");
        let sorted = |mut inputs: Vec<u16>| {
            inputs.sort_unstable();
            inputs
        };
        assert_eq!(sorted(seen), sorted(black));
    }
}
