//! The evaluation as a function of its numbers: what a fit changes, and how the value of a position follows it.
//!
//! The numbers are the values of pieces, what ranks and files add to them, and the weights of the evaluation terms. A value is even in
//! most of them; dangers grow with the square of their units, and a piece in hand is a share of its value.

use katydid::base::{Color, MAX_PIECE_TYPES, Piece, PieceType, Square, TaperedScore};
use katydid::eval::{self, Danger, Trace, TracedDanger};
use katydid::position::Position;
use katydid::variant::{TERMS, Term, Variant, WeightKey, term};
use std::iter::repeat;
use std::sync::Arc;

/// Which part of the game a number speaks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The opening.
    Opening,
    /// The endgame.
    Endgame,
    /// Both.
    Whole,
}

/// What a number is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    Value(PieceType),
    /// What a rank adds to it, from the first rank of its side on.
    Rank(PieceType, u8),
    /// What a file adds to it, from the rim to the middle.
    File(PieceType, u8),
    WeightKey(WeightKey),
}

/// A number that can be fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number {
    /// What it is about.
    pub about: About,
    /// The part of the game that it speaks for.
    pub part: Part,
    /// The value before the fit.
    pub start: f64,
    /// By how much it may well be wrong: the standard deviation of what is believed of it before any game is played; 0 if it
    /// is not fitted at all.
    pub spread: f64,
}

pub struct Numbers {
    variant: Arc<Variant>,
    /// All of them.
    pub all: Vec<Number>,
    /// The index of the opening number of each value; the endgame's is behind it.
    values: [usize; MAX_PIECE_TYPES],
    ranks: [usize; MAX_PIECE_TYPES],
    files: [usize; MAX_PIECE_TYPES],
    /// The index of each weight of the game, and of each piece's.
    weights: [usize; TERMS.len()],
    of_pieces: [[usize; TERMS.len()]; MAX_PIECE_TYPES],
}

/// How far numbers may well be off.
struct Spreads {
    /// Piece values, in centipawns.
    value: f64,
    /// What ranks and files add, in centipawns.
    square: f64,
    /// Weights with a number for either part of the game, in centipawns.
    weight: f64,
    /// Other weights, as a share of themselves, and at least by so much.
    single: (f64, f64),
}

const SPREADS: Spreads = Spreads {
    value: 60.0,
    square: 12.0,
    weight: 10.0,
    single: (0.5, 4.0),
};

/// Weights that are not fitted. What the right to move seems worth in quiet positions is what a search finds there, and as much
/// of it in every leaf lets scores jump from depth to depth; how a lone king is driven shows in no score that is won anyway.
const HELD: [Term; 5] = [
    term::TEMPO,
    term::LONE_KING,
    term::LONE_RIM,
    term::LONE_CORNER,
    term::LONE_NEAR,
];

/// A position as the numbers see it.
#[derive(Clone, Debug)]
pub struct Row {
    /// What no number bears on, in centipawns of White's view.
    rest: f64,
    /// How much of a lead the count of moves without progress leaves; negative in games won by losing all pieces.
    scale: f64,
    /// How much of a lead counts, White's and Black's, in parts of [`eval::WHOLE_LEAD`].
    shares: [i32; 2],
    /// The share of the opening.
    opening: f64,
    /// The side to move: 1 for White, -1 for Black.
    side: f64,
    /// How many of what each number counts: the index of the opening number, or of the only one.
    counts: Vec<(u16, i16)>,
    dangers: Vec<TracedDanger>,
    /// How many pieces of each type are in hand, White's less Black's.
    hands: Vec<(PieceType, i32)>,
    /// What is known of the game: White's points.
    pub points: f64,
    /// What a search said, in centipawns of White's view.
    pub score: f64,
}

impl Row {
    /// How much of a lead counts.
    fn share(&self, lead: f64) -> f64 {
        f64::from(self.shares[usize::from(lead < 0.0)]) / f64::from(eval::WHOLE_LEAD)
    }
}

impl Numbers {
    /// The numbers of a game as they are now.
    pub fn of(variant: &Arc<Variant>) -> Self {
        let mut numbers = Self {
            variant: Arc::clone(variant),
            all: Vec::new(),
            values: [usize::MAX; MAX_PIECE_TYPES],
            ranks: [usize::MAX; MAX_PIECE_TYPES],
            files: [usize::MAX; MAX_PIECE_TYPES],
            weights: [usize::MAX; TERMS.len()],
            of_pieces: [[usize::MAX; TERMS.len()]; MAX_PIECE_TYPES],
        };
        let rules = &variant.rules;
        let is_wall = |piece_type| Some(piece_type) == rules.wall;
        for piece_type in rules.all_types().filter(|each| !is_wall(*each)) {
            let index = piece_type.index();
            if !rules.royals.contains(piece_type) {
                let value = variant.values.of(piece_type);
                let both = [value.mg(), value.eg()];
                numbers.values[index] = numbers.pair(About::Value(piece_type), both, SPREADS.value);
            }
            let said = variant.values.said.get(index).cloned().unwrap_or_default();
            let middle = rules.files.div_ceil(2);
            numbers.ranks[index] =
                numbers.line(rules.ranks, &said.by_rank, |at| About::Rank(piece_type, at));
            numbers.files[index] =
                numbers.line(middle, &said.by_file, |at| About::File(piece_type, at));
        }
        for term in Term::all() {
            if term.text().by_piece {
                for piece in rules.all_types() {
                    numbers.of_pieces[piece.index()][term.index()] = numbers.add(term.of(piece));
                }
            } else {
                numbers.weights[term.index()] = numbers.add(term.into());
            }
        }
        numbers
    }

    /// The number or numbers of a weight, and the index of the first.
    fn add(&mut self, weight: WeightKey) -> usize {
        let (about, value) = (About::WeightKey(weight), self.variant.values.weight(weight));
        let free = if HELD.contains(&weight.term) {
            0.0
        } else {
            1.0
        };
        if weight.term.text().tapered {
            let both = [value.mg(), value.eg()];
            return self.pair(about, both, free * SPREADS.weight);
        }
        let start = f64::from(value.mg());
        let (share, least) = SPREADS.single;
        self.all.push(Number {
            about,
            part: Part::Whole,
            start,
            spread: free * (start.abs() * share).max(least),
        });
        self.all.len() - 1
    }

    fn pair(&mut self, about: About, both: [i32; 2], spread: f64) -> usize {
        for (part, start) in [Part::Opening, Part::Endgame].into_iter().zip(both) {
            let start = f64::from(start);
            self.all.push(Number {
                about,
                part,
                start,
                spread,
            });
        }
        self.all.len() - 2
    }

    /// The numbers of all ranks or files, of which some may be said, and the index of the first.
    fn line(&mut self, count: u8, said: &[TaperedScore], about: impl Fn(u8) -> About) -> usize {
        let first = self.all.len();
        let all = said.iter().copied().chain(repeat(TaperedScore::default()));
        for (at, value) in (0..count).zip(all) {
            self.pair(about(at), [value.mg(), value.eg()], SPREADS.square);
        }
        first
    }

    /// The numbers as they are now.
    pub fn start(&self) -> Vec<f64> {
        self.all.iter().map(|number| number.start).collect()
    }

    /// The index of a weight's number, or of the first of two.
    pub fn weight(&self, weight: impl Into<WeightKey>) -> usize {
        let weight = weight.into();
        let weights = weight
            .piece
            .map_or(&self.weights, |piece| &self.of_pieces[piece.index()]);
        weights[weight.term.index()]
    }

    /// A position as the numbers see it.
    pub fn row(&self, pos: &Position, points: f64, score: f64) -> Row {
        let rules = &self.variant.rules;
        let mut counts = vec![0_i32; self.all.len()];
        for square in pos.occupied() {
            // Walls belong to neither side.
            let is_piece = |piece: &Piece| Some(piece.piece_type()) != rules.wall;
            let Some(piece) = pos.at(square).filter(is_piece) else {
                continue;
            };
            let (index, sign) = (piece.piece_type().index(), sign_of(piece.color()));
            let seen: Square = match piece.color() {
                Color::White => square,
                Color::Black => rules.mirrored(square),
            };
            if let Some(count) = counts.get_mut(self.values[index]) {
                *count += sign;
            }
            counts[self.ranks[index] + 2 * usize::from(seen.rank())] += sign;
            let file = seen.file().min(rules.files - 1 - seen.file());
            counts[self.files[index] + 2 * usize::from(file)] += sign;
        }
        let trace = Trace::of(pos);
        for (weight, count) in &trace.counts {
            counts[self.weight(*weight)] += count;
        }
        let values = &self.variant.values;
        let full = f64::from(values.full_phase.max(1));
        let mut row = Row {
            rest: 0.0,
            scale: eval::freshness(pos) * if rules.fewer_is_better { -1.0 } else { 1.0 },
            shares: if rules.fewer_is_better {
                [eval::WHOLE_LEAD; 2]
            } else {
                Color::ALL.map(|side| eval::scale_factor(pos, side))
            },
            opening: (f64::from(pos.phase()) / full).clamp(0.0, 1.0),
            side: f64::from(sign_of(pos.side_to_move())),
            counts: (0..)
                .zip(&counts)
                .filter(|(_, count)| **count != 0)
                .map(|(index, count)| (index, *count as i16))
                .collect(),
            dangers: trace.dangers,
            // A royal in hand has no value.
            hands: (trace.hands.into_iter())
                .filter(|(piece, _)| self.values[piece.index()] < self.all.len())
                .collect(),
            points,
            score,
        };
        // Squares have a worth of their own beside what is said of them.
        let (start, sum) = (self.start(), pos.values());
        let mut plain = Row {
            dangers: Vec::new(),
            hands: Vec::new(),
            scale: 1.0,
            shares: [eval::WHOLE_LEAD; 2],
            side: 0.0,
            ..row.clone()
        };
        let is_weight = |number: &Number| matches!(number.about, About::WeightKey(_));
        let first_weight = self.all.iter().position(is_weight).unwrap_or(usize::MAX);
        plain
            .counts
            .retain(|(index, _)| usize::from(*index) < first_weight);
        let blended = f64::from(sum.mg()) * row.opening + f64::from(sum.eg()) * (1.0 - row.opening);
        row.rest = blended - self.value(&plain, &start);
        row
    }

    /// The value of a position in White's view, in centipawns, with the numbers given.
    pub fn value(&self, row: &Row, numbers: &[f64]) -> f64 {
        let lead = self.lead(row, numbers);
        let counts = row.scale * row.share(lead);
        lead * counts + row.side * numbers[self.weight(term::TEMPO)]
    }

    /// By how much White is ahead, whatever may become of it.
    fn lead(&self, row: &Row, numbers: &[f64]) -> f64 {
        let late = 1.0 - row.opening;
        let mut sum = row.rest;
        for (index, count) in &row.counts {
            let (index, count) = (usize::from(*index), f64::from(*count));
            sum += count
                * match self.all[index].part {
                    Part::Whole => numbers[index],
                    _ => numbers[index] * row.opening + numbers[index + 1] * late,
                };
        }
        for danger in &row.dangers {
            let (opening, endgame) = self.danger(danger, numbers).worth;
            sum += f64::from(danger.sign) * (opening * row.opening + endgame * late);
        }
        for (piece_type, count) in &row.hands {
            let value = self.values[piece_type.index()];
            let share = 1.0 + numbers[self.weight(term::HAND_PIECE)] / 100.0;
            let worth = numbers[value] * row.opening + numbers[value + 1] * late;
            sum += f64::from(*count) * share * worth;
        }
        sum
    }

    /// Adds to `slopes` how the value of a position grows with each number, times a factor.
    pub fn add_slopes(&self, row: &Row, numbers: &[f64], factor: f64, slopes: &mut [f64]) {
        let late = 1.0 - row.opening;
        // The leading side is computed only where it matters.
        let lead = if row.shares[0] == row.shares[1] {
            0.0
        } else {
            self.lead(row, numbers)
        };
        let share = row.share(lead);
        let faded = factor * row.scale * share;
        for (index, count) in &row.counts {
            let (index, count) = (usize::from(*index), f64::from(*count) * faded);
            if self.all[index].part == Part::Whole {
                slopes[index] += count;
            } else {
                slopes[index] += count * row.opening;
                slopes[index + 1] += count * late;
            }
        }
        for danger in &row.dangers {
            let growth = self.danger(danger, numbers);
            let (opening, endgame) = growth.slope;
            let slope = f64::from(danger.sign) * faded * (opening * row.opening + endgame * late);
            for (term, count) in &danger.units {
                slopes[self.weight(*term)] += slope * f64::from(*count) * growth.share;
            }
            if danger.danger == Danger::LastCapture {
                slopes[self.weight(term::LONE_DANGER)] += slope * growth.units / 100.0;
            }
        }
        for (piece_type, count) in &row.hands {
            let (value, hand) = (
                self.values[piece_type.index()],
                self.weight(term::HAND_PIECE),
            );
            let share = (1.0 + numbers[hand] / 100.0) * f64::from(*count) * faded;
            slopes[value] += share * row.opening;
            slopes[value + 1] += share * late;
            let worth = numbers[value] * row.opening + numbers[value + 1] * late;
            slopes[hand] += f64::from(*count) * faded * worth / 100.0;
        }
        slopes[self.weight(term::TEMPO)] += factor * row.side;
    }

    /// What a danger is worth with the numbers given, before rounding: as [`Danger::worth`].
    fn danger(&self, danger: &TracedDanger, numbers: &[f64]) -> Growth {
        let units = danger.units.iter();
        let units = units.map(|(term, count)| numbers[self.weight(*term)] * f64::from(*count));
        let units: f64 = units.sum();
        let share = match danger.danger {
            Danger::LastCapture => numbers[self.weight(term::LONE_DANGER)] / 100.0,
            Danger::Mate | Danger::Drops | Danger::Capture => 1.0,
        };
        let most = f64::from(danger.danger.most());
        let within = (units * share).clamp(0.0, most);
        let moves = if (0.0..most).contains(&(units * share)) {
            1.0
        } else {
            0.0
        };
        let divisor = f64::from(Danger::DIVISOR);
        let (square, slope) = (within * within / divisor, 2.0 * within / divisor);
        let late = f64::from(Danger::ENDGAME_DIVISOR);
        let is_mate = danger.danger == Danger::Mate;
        Growth {
            units,
            share,
            worth: (square, if is_mate { within / late } else { square }),
            slope: (
                moves * slope,
                moves * if is_mate { 1.0 / late } else { slope },
            ),
        }
    }

    /// The game.
    pub const fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }
}

/// What a danger comes to.
struct Growth {
    /// The sum of its units.
    units: f64,
    /// What they are multiplied by.
    share: f64,
    /// What it is worth in the opening and in the endgame.
    worth: (f64, f64),
    /// How that grows with each unit.
    slope: (f64, f64),
}

fn sign_of(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katydid::catalogue::{Catalogue, MORE};
    use katydid::eval::evaluate;
    use katydid::rules::{self, legal_moves, play};
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom as _;
    use rand::{RngExt as _, SeedableRng as _};

    /// Positions of random games.
    fn positions(variant: &Arc<Variant>) -> Vec<Position> {
        let mut rng = ChaCha8Rng::seed_from_u64(16);
        let mut found = Vec::new();
        for _ in 0..2 {
            let mut pos = rules::start(variant);
            for _ in 0..60 {
                let Some(leg) = legal_moves(&pos).choose(&mut rng).copied() else {
                    break;
                };
                pos = play(&pos, leg);
                found.push(pos.clone());
            }
        }
        found
    }

    /// Positions in which not all of a lead counts.
    fn hard_to_win() -> Vec<Position> {
        let chess = Catalogue::new().variant("chess").expect("a game");
        let fens = [
            "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
            "4kb2/8/8/8/8/8/8/R3K3 b - - 20 40",
            "rb2k3/8/8/8/8/8/8/4KR2 w - - 0 1",
            "4kb2/pp6/8/8/8/8/PPP5/4KB2 w - - 0 1",
        ];
        let position = |fen: &str| rules::position(&chess, fen).expect("a position");
        fens.into_iter().map(position).collect()
    }

    #[test]
    fn the_model_says_what_the_engine_says_but_for_rounding() {
        let mut names = Catalogue::new().names();
        names.extend(MORE.iter().map(|(name, _)| (*name).to_owned()));
        for name in names {
            let variant = Catalogue::new().variant(&name).expect("a game");
            let numbers = Numbers::of(&variant);
            let start = numbers.start();
            let hard = hard_to_win().into_iter().filter(|_| name == "chess");
            for pos in positions(&variant).into_iter().chain(hard) {
                let row = numbers.row(&pos, 0.5, 0.0);
                let engine = f64::from(evaluate(&pos) * sign_of(pos.side_to_move()));
                let model = numbers.value(&row, &start);
                assert!(
                    (model - engine).abs() < 6.0,
                    "{name} {}: {model} {engine}",
                    pos.fen()
                );
            }
        }
    }

    #[test]
    fn slopes_are_what_small_steps_find() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for name in [
            "chess",
            "crazyhouse",
            "hopgi",
            "demichess",
            "ag",
            "giveaway",
        ] {
            let variant = Catalogue::new().variant(name).expect("a game");
            let numbers = Numbers::of(&variant);
            let start = numbers.start();
            let hard = hard_to_win().into_iter().filter(|_| name == "chess");
            for pos in positions(&variant).into_iter().step_by(7).chain(hard) {
                let row = numbers.row(&pos, 0.5, 0.0);
                let mut slopes = vec![0.0; start.len()];
                numbers.add_slopes(&row, &start, 1.0, &mut slopes);
                for _ in 0..20 {
                    let index = rng.random_range(0..start.len());
                    let mut moved = start.clone();
                    moved[index] += 1e-4;
                    let up = numbers.value(&row, &moved);
                    moved[index] -= 2e-4;
                    let found = (up - numbers.value(&row, &moved)) / 2e-4;
                    assert!(
                        (found - slopes[index]).abs() < 1e-3 * found.abs().max(1.0),
                        "{name} {}: {:?} {found} {}",
                        pos.fen(),
                        numbers.all[index],
                        slopes[index]
                    );
                }
            }
        }
    }
}
