//! Estimates the value of a piece from its movement, if the variant files set no value.
//!
//! The model was fitted by least squares to all pieces whose values were found by games (`tuning/src/workshop/piece_values.rs` compares
//! both). The short-range leapers and compounds that H. G. Muller measured are weak observations (a leaper of n targets is worth about
//! (30 + 5n/8) n centipawns; Chess.com forum, "Formula To Estimate a Leaping Piece's Value"). After R. Betza, "About the Values of
//! Chess Pieces", it counts:
//!
//! - mobility on crowded and on emptier boards, separately for quiet moves and attacked squares and for steps ahead, aside and back;
//!   this includes the effects of lameness, hurdles and the edge of the board;
//! - forking power: the square of the number of attacked squares;
//! - speed: the share of the board that the piece can reach within two moves, which is small for colour-bound pieces;
//! - mating ability: whether it attacks two adjacent squares on a rank and two on a file at the same time.
//!
//! A piece that moves and acts as another piece of the game that has values needs no estimate ([`twins`]).
//!
//! No feature shrinks when moves are added, and all weights are positive: a piece with additional moves is never worth less.

use super::move_tables::{MoveTables, MovementClass};
use super::rule_set::{Effect, RuleSet};
use super::tables::Tables;
use super::weights::{WeightKey, Weights, term};
use crate::base::{Bitboard, Color, PieceType, Square, TaperedScore, Value};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The number of pieces on a crowded and on an emptier board, per 64 squares.
const DENSITIES: [u32; 2] = [24, 10];
/// The number of random boards of each density.
const BOARDS: usize = 8;
/// The number of random boards for the share of squares within two moves; an eighth of their squares is occupied.
const REACH_BOARDS: usize = 3;
/// The smallest estimate, in centipawns: even a piece that hardly moves can block, guard, or be given up for a tempo.
const LEAST: f64 = 40.0;
/// The largest estimate, in centipawns.
const MOST: f64 = 2000.0;
/// The weight of the prior for a game's scale (no scaling): this number of pieces with values halves the prior's effect.
const SCALE_PRIOR: f64 = 0.2;
/// The largest absolute value of the logarithm of a game's scale.
const MOST_SCALE: f64 = 0.8;

/// The parameters of the model for one phase of the game.
struct Model {
    /// The logarithm of the value of a piece with mobility 1, in centipawns of chess.
    unit: f64,
    /// The exponent of the mobility.
    power: f64,
    /// The weights of a move ahead, aside and back.
    directions: [f64; 3],
    /// The weight of an attacked square relative to a quiet move.
    attack: f64,
    /// The weight of the emptier boards, from 0 to 1; the rest is for the crowded boards.
    sparse: f64,
    /// The weight of the square of the number of attacked squares.
    fork: f64,
    /// The exponent of the share of the board within two moves.
    speed: f64,
    /// Added to the logarithm for mating ability (in proportion to the share of squares where it exists).
    mates: f64,
    /// Added to the logarithm for the effects A, C and E. Only the largest counts, because several effects are worth no more than one.
    effects: [f64; 3],
    /// Added to the logarithm for a rifle; `relay` and `iron` are the same for relays and iron pieces.
    rifle: f64,
    relay: f64,
    iron: f64,
    /// The mean contribution of mobility, square and other terms, as a share of the value in the files.
    terms: f64,
    /// The number of moves that the mobility terms count in play, per quiet move on the model's boards.
    counted: f64,
}

/// The parameters for middlegame and endgame.
const MODELS: [Model; 2] = [
    Model {
        unit: 4.275,
        power: 0.853,
        directions: [1.0, 0.336, 0.95],
        attack: 0.364,
        sparse: 0.144,
        fork: 0.052,
        speed: 0.0,
        mates: 0.24,
        effects: [0.38, 0.28, 0.28],
        rifle: 0.20,
        relay: 0.31,
        iron: 0.60,
        terms: 0.05,
        counted: 1.0,
    },
    Model {
        unit: 4.478,
        power: 0.599,
        directions: [1.0, 0.336, 0.897],
        attack: 1.142,
        sparse: 0.514,
        fork: 0.147,
        speed: 0.14,
        mates: 0.291,
        effects: [0.35, 0.10, 0.05],
        rifle: 0.10,
        relay: 0.15,
        iron: 0.80,
        terms: 0.02,
        counted: 1.4,
    },
];

/// Mean mobility over random boards of one density.
#[derive(Clone, Copy, Default)]
struct Mobility {
    /// The number of quiet moves ahead, aside and back.
    quiet: [f64; 3],
    /// The number of attacked squares ahead, aside and back.
    attacked: [f64; 3],
    /// The square of the number of attacked squares.
    forks: f64,
}

/// The opening and endgame value that the files of a game set for a piece; `None` if they set none.
pub(super) type FileValue = Option<[Value; 2]>;

/// The features of a movement, measured on a game's board.
struct Profile {
    densities: [Mobility; 2],
    /// The share of the board that the piece can reach within two quiet moves.
    speed: f64,
    /// The share of the squares from which the piece has mating ability ([`mates`]).
    mates: f64,
}

/// The direction of a move for White: 0 ahead, 1 aside, 2 back.
fn direction(from: Square, to: Square) -> usize {
    match to.rank().cmp(&from.rank()) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => 2,
    }
}

impl Mobility {
    fn of(tables: &MoveTables, board: Bitboard, pieces: u32) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(0x0077_6f72_7468);
        let mut sums = Self::default();
        let wanted = board.count() * pieces / 64;
        for _ in 0..BOARDS {
            let mut occupied = Bitboard::EMPTY;
            while occupied.count() < wanted {
                occupied |= Bitboard(1 << (random.random::<u32>() % 64)) & board;
            }
            for from in board {
                let others = occupied & !Bitboard::from(from);
                let quiet = tables.quiet.targets(from, others) & !others;
                let attacked = tables.capture.targets(from, others);
                for to in quiet {
                    sums.quiet[direction(from, to)] += 1.0;
                }
                for to in attacked {
                    sums.attacked[direction(from, to)] += 1.0;
                }
                sums.forks += f64::from(attacked.count().pow(2));
            }
        }
        let all = BOARDS as f64 * f64::from(board.count().max(1));
        Self {
            quiet: sums.quiet.map(|sum| sum / all),
            attacked: sums.attacked.map(|sum| sum / all),
            forks: sums.forks / all,
        }
    }

    fn quiet_moves(&self) -> f64 {
        self.quiet.iter().sum()
    }

    /// The weighted number of moves, with forking power.
    fn weighed(&self, model: &Model) -> f64 {
        let moves = self.quiet.iter().zip(self.attacked);
        let moves = moves.map(|(quiet, attacked)| quiet + model.attack * attacked);
        let moves = moves.zip(model.directions);
        moves.map(|(moves, weight)| moves * weight).sum::<f64>() + model.fork * self.forks
    }
}

/// The mean share of the board that a piece can reach within two quiet moves.
fn speed(tables: &MoveTables, board: Bitboard) -> f64 {
    let mut random = ChaCha8Rng::seed_from_u64(0x0073_7065_6564);
    let mut reached = 0;
    for _ in 0..REACH_BOARDS {
        let mut eighth = || random.random::<u64>();
        let occupied = Bitboard(eighth() & eighth() & eighth()) & board;
        for from in board {
            let others = occupied & !Bitboard::from(from);
            let targets = |from| tables.quiet.targets(from, others) & !others;
            let once = targets(from);
            let twice = once
                .into_iter()
                .fold(once | from.into(), |all, via| all | targets(via));
            reached += twice.count();
        }
    }
    let squares = f64::from(board.count().max(1));
    f64::from(reached) / REACH_BOARDS as f64 / squares / squares
}

/// The targets of quiet moves and the attacked squares from each square of some random boards.
fn targets(tables: &MoveTables, board: Bitboard) -> Vec<[Bitboard; 2]> {
    let mut random = ChaCha8Rng::seed_from_u64(0x0074_6172_6765);
    let boards = [(); BOARDS].map(|()| Bitboard(random.random::<u64>() & random.random::<u64>()));
    let on_board = |occupied: Bitboard| {
        board.into_iter().map(move |from| {
            let others = occupied & board & !Bitboard::from(from);
            let quiet = tables.quiet.targets(from, others) & !others;
            [quiet, tables.capture.targets(from, others)]
        })
    };
    boards.into_iter().flat_map(on_board).collect()
}

/// The share of the squares from which a piece attacks two adjacent squares on a rank and two on a file.
fn mates(tables: &MoveTables, board: Bitboard) -> f64 {
    let both = |from: &Square| {
        let attacked = tables.capture.targets(*from, Bitboard::EMPTY);
        let beside = attacked.east().intersects(attacked);
        let above = attacked.ahead(Color::White).intersects(attacked);
        beside && above
    };
    board.into_iter().filter(both).count() as f64 / f64::from(board.count().max(1))
}

impl Profile {
    fn of(rules: &RuleSet, tables: &MoveTables) -> Self {
        let board = rules.board.squares();
        Self {
            densities: DENSITIES.map(|pieces| Mobility::of(tables, board, pieces)),
            speed: speed(tables, board),
            mates: mates(tables, board),
        }
    }

    /// The logarithm of the value of the movement without abilities, but with all evaluation terms, in centipawns of chess.
    fn worth(&self, model: &Model) -> f64 {
        /// Added to the mobility, so that the logarithm is finite for pieces that cannot move.
        const NO_MOVE: f64 = 0.2;
        let [crowded, sparse] = self.densities.map(|mobility| mobility.weighed(model));
        let mobility = crowded + model.sparse * (sparse - crowded) + NO_MOVE;
        model.unit
            + model.power * mobility.ln()
            + model.speed * self.speed.ln()
            + model.mates * self.mates
    }
}

/// What the abilities of a piece besides its movement (effects, rifle, relay, iron) add to the logarithm of its value.
fn abilities(rules: &RuleSet, piece: PieceType, model: &Model) -> f64 {
    let effects = rules.hurdle_effects.get(piece.index());
    let effects = effects.iter().flat_map(|hurdle| &hurdle.effects);
    let effects = effects.map(|effect| match effect {
        Effect::Andernach => model.effects[0],
        Effect::Circe => model.effects[1],
        Effect::Einstein => model.effects[2],
    });
    let flags = [
        (rules.shooters, model.rifle),
        (rules.relays, model.relay),
        (rules.iron, model.iron),
    ];
    let flags = flags.into_iter().filter(|(set, _)| set.contains(piece));
    effects.fold(0.0, f64::max) + flags.map(|(_, added)| added).sum::<f64>()
}

/// For each piece of a game, a non-pawn piece with the same quiet moves, captures, abilities and promotions, if there is one that `has_value`
/// while the piece has no value.
pub(super) fn twins(
    rules: &RuleSet,
    tables: &Tables,
    has_value: impl Fn(PieceType) -> bool,
) -> Vec<Option<PieceType>> {
    let board = rules.board.squares();
    let targets = |piece| targets(tables.estimated(piece), board);
    let abilities = |piece: PieceType| {
        let sets = [
            rules.shooters,
            rules.relays,
            rules.iron,
            rules.petrifying,
            rules.chained,
            rules.turning,
        ];
        let of_piece = (
            rules.hurdle_effects.get(piece.index()),
            rules.promotions.get(piece.index()),
        );
        (sets.map(|set| set.contains(piece)), of_piece)
    };
    let non_pawns = tables.non_pawns;
    let valued: Vec<_> = non_pawns.iter().filter(|piece| has_value(*piece)).collect();
    let twin = |piece: PieceType| {
        if !non_pawns.contains(piece) || has_value(piece) {
            return None;
        }
        let moves = targets(piece);
        let same =
            |other: &PieceType| abilities(*other) == abilities(piece) && targets(*other) == moves;
        valued.iter().copied().find(same)
    };
    rules.all_types().map(twin).collect()
}

/// Estimates the values of the pieces without values in the files, by piece index; `None` for kings, pawns and pieces with values. The
/// estimates are scaled to the game's own values, if some pieces have values.
pub(super) fn estimates(
    rules: &RuleSet,
    tables: &Tables,
    file: &[FileValue],
    weights: &[Weights],
) -> Vec<Option<TaperedScore>> {
    let pieces = || rules.all_types().zip(file);
    let wanted = |(piece, file): &(PieceType, &FileValue)| {
        file.is_none() && tables.non_pawns.contains(*piece)
    };
    let mut found = vec![None; rules.piece_types];
    if !pieces().any(|piece| wanted(&piece)) {
        return found;
    }
    let profiles: Vec<_> = pieces()
        .filter(|(piece, _)| tables.non_pawns.contains(*piece))
        .map(|(piece, file)| {
            let moves = tables.estimated(piece);
            (piece, file, moves, Profile::of(rules, moves))
        })
        .collect();
    let mut phases = [const { Vec::new() }; 2];
    for (phase, model) in MODELS.iter().enumerate() {
        let worth = |piece: PieceType, profile: &Profile| {
            profile.worth(model) + abilities(rules, piece, model)
        };
        let known: Vec<f64> = profiles
            .iter()
            .filter_map(|(piece, file, _, profile)| {
                let value = file.as_ref()?[phase].max(1);
                let whole = f64::from(value) * (1.0 + model.terms);
                Some(whole.ln() - worth(*piece, profile))
            })
            .collect();
        let scale = known.iter().sum::<f64>() / (known.len() as f64 + SCALE_PRIOR);
        let scale = scale.clamp(-MOST_SCALE, MOST_SCALE);
        phases[phase] = profiles
            .iter()
            .map(|(piece, _, moves, profile)| {
                let whole = (scale + worth(*piece, profile)).exp();
                let key = mobility_key(moves.movement_class, *piece);
                let weight = weights[piece.index()][key.term];
                let weight = f64::from([weight.mg(), weight.eg()][phase]);
                let moves = profile.densities[phase].quiet_moves();
                (whole - weight * moves * model.counted).clamp(LEAST, MOST) as Value
            })
            .collect();
    }
    for (index, (piece, file, ..)) in profiles.iter().enumerate() {
        if wanted(&(*piece, *file)) {
            let [opening, endgame] = [phases[0][index], phases[1][index]];
            found[piece.index()] = Some(TaperedScore::new(opening, endgame));
        }
    }
    found
}

/// The key of the mobility weight for a piece with a kind of movement.
const fn mobility_key(class: MovementClass, piece: PieceType) -> WeightKey {
    match class {
        MovementClass::Leaps => term::LEAP_MOBILITY.of(piece),
        MovementClass::Slides => term::LINE_MOBILITY.of(piece),
        MovementClass::Hops => term::HOP_MOBILITY.of(piece),
    }
}

#[cfg(test)]
mod tests {
    use crate::base::{SplitMix64, TaperedScore};
    use crate::catalogue::Catalogue;
    use std::fmt::Write as _;

    /// The estimates for pieces that are added to chess, given by their movements and further keys.
    fn values(pieces: &[(String, &str)]) -> Vec<TaperedScore> {
        let letters: Vec<char> = ('A'..='Z').filter(|c| !"PNBRQK".contains(*c)).collect();
        let mut file = "name = \"derived\"\ninherits = \"chess\"\n".to_owned();
        for ((movement, more), letter) in pieces.iter().zip(&letters) {
            let _ = writeln!(
                file,
                "[[piece]]\nletter = \"{letter}\"\nmovement = \"{movement}\"\n{more}"
            );
        }
        let catalogue = Catalogue::new();
        let texts = vec![("derived.toml".to_owned(), file)];
        catalogue.add_texts(texts).expect("a game");
        let game = catalogue.variant("derived").expect("a game");
        let value = |letter: &char| {
            let piece = game.type_of_letter(&letter.to_string());
            game.values.of(piece.expect("a piece"))
        };
        letters.iter().take(pieces.len()).map(value).collect()
    }

    fn is_less(one: TaperedScore, other: TaperedScore) -> bool {
        one.mg() < other.mg() && one.eg() < other.eg()
    }

    #[test]
    fn a_piece_with_more_moves_is_never_worth_less() {
        const ATOMS: [&str; 18] = [
            "fD", "bD", "sD", "A", "ffN", "bsN", "fsN", "bbN", "fR", "bR", "sR", "fB", "bB", "nC",
            "mpR", "gQ", "H", "nZ",
        ];
        let mut random = SplitMix64::new(44);
        for _ in 0..4 {
            let mut movement = String::new();
            let mut atoms = ATOMS.to_vec();
            let pieces = [(); 9].map(|()| {
                movement += atoms.swap_remove(random.next() as usize % atoms.len());
                (movement.clone(), "")
            });
            let values = values(&pieces);
            for (pair, pieces) in values.windows(2).zip(pieces.windows(2)) {
                let [less, more] = [pair[0], pair[1]];
                assert!(less.mg() <= more.mg(), "{pieces:?} {values:?}");
                assert!(less.eg() <= more.eg(), "{pieces:?} {values:?}");
            }
        }
    }

    #[test]
    fn a_piece_that_moves_and_acts_as_another_has_its_values() {
        let hop = |effect| format!("movement = \"gQ\"\neffect = \"{effect}\"\ntarget = \"both\"");
        let catalogue = Catalogue::new();
        for (game, letter, keys, same) in [
            ("chess", "B", "movement = \"B\"".to_owned(), true),
            ("chess", "N", "movement = \"ffNbsN\"".to_owned(), false),
            (
                "demirifle",
                "C",
                "movement = \"ffNbsN\"\nrifle = true".to_owned(),
                true,
            ),
            ("demirifle", "C", "movement = \"ffNbsN\"".to_owned(), false),
            ("ag", "A", hop("A"), true),
            ("ag", "A", hop("E"), false),
        ] {
            let file = format!(
                "name = \"again\"\ninherits = \"{game}\"\n[[piece]]\nletter = \"Y\"\nname = \"again\"\n{keys}\n"
            );
            catalogue
                .add_texts(vec![("again.toml".to_owned(), file)])
                .expect("a game");
            let again = catalogue.variant("again").expect("a game");
            let [one, other] = [letter, "Y"].map(|letter| {
                let piece = again.type_of_letter(letter).expect("a piece");
                let said = &again.values.said[piece.index()];
                (again.values.of(piece), said.by_rank.clone())
            });
            assert_eq!(one == other, same, "{game} {letter} {keys}");
        }
    }

    #[test]
    fn the_order_that_is_certain_is_kept() {
        let order = ["R", "BN", "RN", "Q", "QN"].map(|movement| (movement.to_owned(), ""));
        let values = values(&order);
        assert!(
            values.is_sorted_by(|one, other| is_less(*one, *other)),
            "{values:?}"
        );
    }

    #[test]
    fn abilities_change_the_value_as_games_have_shown() {
        let crab = |more| ("ffNbsN".to_owned(), more);
        let pieces = [
            crab(""),
            crab("rifle = true"),
            crab("relay = true"),
            crab("iron = true"),
            ("R".to_owned(), ""),
            ("RffNbsN".to_owned(), ""),
        ];
        let values = values(&pieces);
        assert!(
            values[1..4].iter().all(|more| is_less(values[0], *more)),
            "{values:?}"
        );
        assert!(is_less(values[4], values[5]), "{values:?}");
    }
}
