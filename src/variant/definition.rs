//! The variant file as it is written: every key optional, so that a file can say only what differs
//! from the one it inherits from. `variants/README.md` documents the keys for people.

use super::error::{LoadError, Place};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A text of the file together with the place where it stands.
pub type Text = Spanned<String>;

/// Numbers of the file, with their place.
pub type Numbers = Spanned<Vec<i32>>;

/// What the file says of the evaluation's weights, by their keys.
pub type WeightsDefinition = BTreeMap<Text, WeightDefinition>;

/// A weight of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum WeightDefinition {
    /// One number.
    One(i32),
    /// Centipawns in the opening and in the endgame.
    TaperedScore([i32; 2]),
}

/// One variant file, or several merged along their inheritance.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// The name in UCI and CECP: lower case letters, digits and `-`.
    pub name: Option<Text>,
    /// The variant whose file this one changes.
    pub inherits: Option<Text>,
    /// The name for people.
    pub title: Option<String>,
    /// Who invented the game, and when.
    pub inventor: Option<String>,
    /// One line for menus.
    pub summary: Option<String>,
    /// The rules page for people.
    pub rules: Option<String>,
    /// The start position as a FEN.
    pub start: Option<Text>,
    /// Letters of inherited pieces that this game does not have.
    pub without: Option<Text>,
    /// Conditions that hold for every move.
    pub conditions: Option<Vec<Text>>,
    /// Movement in Betza notation that every piece has beside its own.
    pub every_piece_also: Option<Text>,
    /// Whether players can declare pieces of their own for positions that are set up.
    pub declared_pieces: Option<bool>,
    /// Whether pieces push and pull instead of capturing.
    pub dynamo: Option<bool>,
    /// The pieces, in the order of move generation.
    #[serde(default, rename = "piece")]
    pub pieces: Vec<PieceDefinition>,
    /// Castling.
    pub castling: Option<Castling>,
    /// Pawn customs that movement does not say.
    pub pawns: Option<Pawns>,
    /// What the board has beside the squares of the start position.
    pub board: Option<BoardDefinition>,
    /// Where pawns turn and where pieces promote.
    pub zones: Option<ZonesDefinition>,
    /// Which captured pieces come back.
    pub drops: Option<Drops>,
    /// How many moves a turn has.
    pub turns: Option<Turns>,
    /// How Einstein changes types.
    pub einstein: Option<EinsteinDefinition>,
    /// How games end.
    pub ends: Option<Ends>,
    /// What the evaluation terms of the evaluation weigh, where it is not as usual.
    #[serde(default)]
    pub weights: WeightsDefinition,
    /// What XBoard needs beyond the rest.
    pub xboard: Option<XboardHints>,
}

/// One piece of a variant file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceDefinition {
    /// The upper-case letter in FEN and move texts, or `+` and the letter of the piece it is promoted from.
    pub letter: Text,
    /// The name for people.
    pub name: Option<String>,
    /// The movement in Betza notation.
    pub movement: Option<Text>,
    /// Whether losing it (or its being attacked) decides the game.
    pub royal: Option<bool>,
    /// Whether it is a pawn: promotes on the last rank, resets the half-move clock.
    pub pawn: Option<bool>,
    /// Whether it captures from afar, staying where it is.
    pub rifle: Option<bool>,
    /// Whether it cannot be captured.
    pub iron: Option<bool>,
    /// Whether it gives its moves to the pieces of its side that it guards.
    pub relay: Option<bool>,
    /// What happens to the hurdle it hops: letters A, C, E in the order in which they act.
    pub effect: Option<Text>,
    /// Whose hurdles the effect changes.
    pub target: Option<EffectTarget>,
    /// Whether the effect changes kings.
    pub rex: Option<Rex>,
    /// Where it is reborn, as White sees it: squares, of which the first of the right square colour counts, `file`
    /// (the promotion rank) or `second` (the second rank), both on the file where it stood.
    pub home: Option<Text>,
    /// Its value in the opening, in centipawns; derived from the movement when absent.
    pub value: Option<i32>,
    /// Its value in the endgame, in centipawns; the opening value when absent.
    pub endgame: Option<i32>,
    /// Centipawns added by rank, from its own side's first rank on; none when absent.
    pub by_rank: Option<Numbers>,
    /// The same in the endgame; as in the opening when absent.
    pub endgame_by_rank: Option<Numbers>,
    /// Centipawns added by file, from the rim to the middle; none when absent.
    pub by_file: Option<Numbers>,
    /// The same in the endgame; as in the opening when absent.
    pub endgame_by_file: Option<Numbers>,
    /// What evaluation terms weigh for it.
    #[serde(default)]
    pub weights: WeightsDefinition,
    /// XBoard's picture: the slot 0-21 of its piece table.
    pub picture: Option<u8>,
    /// The movement as XBoard must be told it, where it reads the Betza text otherwise.
    pub xboard: Option<String>,
    /// The figure on the terminal board; the letter when absent.
    pub symbol: Option<String>,
}

/// Which side's hurdles an effect changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EffectTarget {
    /// Only the opponent's.
    Enemy,
    /// Only one's own.
    Friend,
    /// Both sides'.
    #[default]
    Both,
}

/// Whether effects change kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rex {
    /// Kings keep colour and type.
    #[default]
    Exclusive,
    /// Kings change like every piece.
    Inclusive,
}

/// Castling rules.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Castling {
    /// The piece in White's corners that castles, if White castles at all.
    pub white: Option<Text>,
    /// The piece in Black's corners that castles.
    pub black: Option<Text>,
    /// Whether a rook or king that appears on its home square counts as unmoved.
    pub rights_return: Option<bool>,
}

/// What a pawn on its own first rank can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FirstRank {
    /// Nothing.
    #[default]
    Stuck,
    /// Captures as usual and moves one to three squares ahead.
    Triple,
    /// As `Triple` if the position set up holds a piece with an Einstein effect, else as `Stuck`.
    Setup,
}

/// Pawn customs.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pawns {
    /// Letters of the pieces that pawns promote to, in the order they are offered; empty for none.
    pub promotion: Option<Text>,
    /// Whether pawns also promote to every other piece standing in the position that was set up.
    pub promotion_from_setup: Option<bool>,
    /// What pawns on their own first rank can do.
    pub first_rank: Option<FirstRank>,
}

/// What the board has beside the squares that the start position shows.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardDefinition {
    /// Pairs of diagonal neighbours (`b3c2`) between which nothing passes, in either direction.
    pub closed: Option<Vec<Text>>,
    /// Which edges are joined.
    pub wrap: Option<Wrap>,
    /// Whether there are two boards, and a piece that has moved stands on the other one.
    pub alice: Option<bool>,
}

/// Which edges of the board are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wrap {
    /// None.
    #[default]
    None,
    /// The first and the last file are neighbours: a cylinder.
    Files,
}

/// Zones of the board, each a list of squares separated by blanks.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZonesDefinition {
    /// Where forward is up the board for White's pawns, down for Black's; everywhere when absent.
    pub up: Option<Text>,
    /// Where forward is to the left for White's pawns, to the right for Black's. Squares of both
    /// lists have both directions.
    pub left: Option<Text>,
    /// Where White's pieces promote that have a promoted form: by moving onto such a square or from it.
    pub white: Option<Text>,
    /// Where Black's pieces promote.
    pub black: Option<Text>,
}

/// Which captured pieces come back.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drops {
    /// Letters of the pieces that captors can hold and drop, in the order in which FENs write them.
    pub hand: Option<Text>,
    /// Letters of the pieces that cannot be dropped on the first or the last rank.
    pub not_on_end_ranks: Option<Text>,
}

/// How many moves a turn has.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turns {
    /// Letters of royal pieces: when one of them moves, another that can must move in the same turn.
    pub linked: Option<Text>,
    /// Lengths of the turns, White's and Black's alternating, as in `1 2 3 ...` or `1 2 2 ...`: after
    /// the last number the step between the last two goes on.
    pub schedule: Option<Text>,
    /// What a check does to a turn.
    pub check: Option<TurnCheck>,
    /// When pawns can be taken en passant.
    pub en_passant: Option<TurnEnPassant>,
}

/// What a check does to a turn of several moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TurnCheck {
    /// It ends the turn.
    #[default]
    Ends,
    /// Only the last move of a full turn may give check.
    Last,
}

/// Which pawns can be taken en passant in games of several moves a turn, always with the first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TurnEnPassant {
    /// Every pawn that made its double step in the last turn and has not moved since.
    #[default]
    Turn,
    /// Only a pawn that made its double step with the last move of the last turn.
    Last,
    /// None.
    Never,
}

/// How Einstein changes types, as effect of a hurdler and as condition. Pieces are named by their `name`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EinsteinDefinition {
    /// Names of pieces from the bottom of the ladder to its top.
    pub ladder: Option<Vec<Text>>,
    /// What the effect E gives beyond either end: `hurdler`, `stay` or the name of a piece.
    pub ends: Option<Text>,
    /// What the condition gives there: `stay` or the name of a piece.
    pub condition_ends: Option<Text>,
}

/// How many royal pieces a side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kings {
    /// Exactly one.
    #[default]
    One,
    /// Any number, none included; all of them must be safe after the own move.
    Any,
}

/// What threatens royal pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Mate: a royal piece may not be left attacked.
    #[default]
    Mate,
    /// Capture: there is no check; who has lost the last royal piece has lost.
    Capture,
}

/// What a stalemate means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stalemate {
    /// A draw.
    #[default]
    Draw,
    /// The side without a move has lost.
    Loses,
}

/// What a bare king means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BareKing {
    /// Nothing by itself.
    #[default]
    Plays,
    /// At the opponent's turn, if the opponent has anything besides the king, it has lost.
    Loses,
}

/// How games end.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ends {
    /// How royal pieces are lost.
    pub goal: Option<Goal>,
    /// How many of them a side has.
    pub kings: Option<Kings>,
    /// What a stalemate means.
    pub stalemate: Option<Stalemate>,
    /// What a bare king means.
    pub bare_king: Option<BareKing>,
    /// Letters of the pieces that, alone beside a king, cannot win against a bare king.
    pub dead: Option<Text>,
    /// Half-moves (turns, in games of several moves a turn) without progress that draw; 100 when absent.
    pub move_limit: Option<u16>,
}

/// What XBoard needs to be told.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct XboardHints {
    /// The variant of XBoard whose rules are nearest.
    pub parent: Option<String>,
    /// The name to use where XBoard would take this one for a game of its own.
    pub alias: Option<String>,
}

/// Lays what one table of a file says over another. The pattern names every key, so that one that is
/// forgotten here does not compile.
macro_rules! lay_over {
    ($into:expr, $from:expr => $table:ident { $($key:ident),* $(,)? }) => {{
        let $table { $($key),* } = $from;
        $(if $key.is_some() {
            $into.$key.clone_from($key);
        })*
    }};
}

fn lay_section_over<T: Clone + Default>(
    into: &mut Option<T>,
    from: Option<&T>,
    lay_over: fn(&mut T, &T),
) {
    if let Some(from) = from {
        lay_over(into.get_or_insert_with(T::default), from);
    }
}

impl Definition {
    /// Reads a variant file.
    ///
    /// # Errors
    /// [`LoadError::Invalid`] with the place of the first thing that is not understood.
    pub fn parse(file: &str, text: &str) -> Result<Self, LoadError> {
        toml::from_str(text).map_err(|error| LoadError::Invalid {
            file: file.to_owned(),
            place: Place::of(text, error.span().map_or(0, |span| span.start)),
            message: error.message().trim().replace('\n', "; "),
        })
    }

    /// This definition without a word on what evaluation terms weigh.
    #[must_use]
    pub fn without_weights(mut self) -> Self {
        self.weights.clear();
        for piece in &mut self.pieces {
            piece.weights.clear();
        }
        self
    }

    /// This definition with everything that `child` says on top of it.
    #[must_use]
    pub fn overridden_by(mut self, child: &Self) -> Self {
        let Self {
            name,
            inherits,
            title,
            inventor,
            summary,
            rules,
            start,
            without,
            conditions,
            every_piece_also,
            declared_pieces,
            dynamo,
            pieces,
            castling,
            pawns,
            board,
            zones,
            drops,
            turns,
            einstein,
            ends,
            weights,
            xboard,
        } = child;
        let gone = |piece: &PieceDefinition| {
            without.as_ref().is_some_and(|without| {
                letters_of(without.as_ref()).any(|l| l == *piece.letter.as_ref())
            })
        };
        self.pieces.retain(|piece| !gone(piece));
        // What the child says of all pieces comes before what was said of one of them.
        for piece in &mut self.pieces {
            piece.weights.retain(|key, _| !weights.contains_key(key));
        }
        for piece in pieces {
            let same = |mine: &&mut PieceDefinition| mine.letter.as_ref() == piece.letter.as_ref();
            match self.pieces.iter_mut().find(same) {
                Some(mine) => mine.lay_over(piece),
                None => self.pieces.push(piece.clone()),
            }
        }
        overlay(&mut self.name, name.as_ref());
        overlay(&mut self.inherits, inherits.as_ref());
        overlay(&mut self.title, title.as_ref());
        overlay(&mut self.inventor, inventor.as_ref());
        overlay(&mut self.summary, summary.as_ref());
        overlay(&mut self.rules, rules.as_ref());
        overlay(&mut self.start, start.as_ref());
        overlay(&mut self.without, without.as_ref());
        overlay(&mut self.conditions, conditions.as_ref());
        overlay(&mut self.every_piece_also, every_piece_also.as_ref());
        overlay(&mut self.declared_pieces, declared_pieces.as_ref());
        overlay(&mut self.dynamo, dynamo.as_ref());
        lay_section_over(&mut self.castling, castling.as_ref(), |a, b| {
            lay_over!(a, b => Castling { white, black, rights_return });
        });
        lay_section_over(&mut self.pawns, pawns.as_ref(), |a, b| {
            lay_over!(a, b => Pawns { promotion, promotion_from_setup, first_rank });
        });
        lay_section_over(&mut self.board, board.as_ref(), |a, b| {
            lay_over!(a, b => BoardDefinition { closed, wrap, alice });
        });
        lay_section_over(&mut self.zones, zones.as_ref(), |a, b| {
            lay_over!(a, b => ZonesDefinition { up, left, white, black });
        });
        lay_section_over(&mut self.drops, drops.as_ref(), |a, b| {
            lay_over!(a, b => Drops { hand, not_on_end_ranks });
        });
        lay_section_over(&mut self.turns, turns.as_ref(), |a, b| {
            lay_over!(a, b => Turns { linked, schedule, check, en_passant });
        });
        lay_section_over(&mut self.einstein, einstein.as_ref(), |a, b| {
            lay_over!(a, b => EinsteinDefinition { ladder, ends, condition_ends });
        });
        lay_section_over(&mut self.ends, ends.as_ref(), |a, b| {
            lay_over!(a, b => Ends { goal, kings, stalemate, bare_king, dead, move_limit });
        });
        overlay_weights(&mut self.weights, weights);
        lay_section_over(&mut self.xboard, xboard.as_ref(), |a, b| {
            lay_over!(a, b => XboardHints { parent, alias });
        });
        self
    }
}

fn overlay<T: Clone>(into: &mut Option<T>, from: Option<&T>) {
    if let Some(from) = from {
        *into = Some(from.clone());
    }
}

/// The letters that a text lists, promoted forms with their sign: `QR+B` is `Q`, `R`, `+B`.
pub fn letters_of(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut letters = text.chars();
    std::iter::from_fn(move || match letters.next()? {
        '+' => Some(std::iter::once('+').chain(letters.next()).collect()),
        letter => Some(letter.to_string()),
    })
}

/// Takes over what another file says of weights.
fn overlay_weights(own: &mut WeightsDefinition, other: &WeightsDefinition) {
    for (key, weight) in other {
        // The key of the child tells where the weight stands.
        own.remove(key);
        own.insert(key.clone(), *weight);
    }
}

impl PieceDefinition {
    /// A piece of whom nothing but the letter is said.
    pub(super) const fn of_letter(letter: Text) -> Self {
        Self {
            letter,
            name: None,
            movement: None,
            royal: None,
            pawn: None,
            rifle: None,
            iron: None,
            relay: None,
            effect: None,
            target: None,
            rex: None,
            home: None,
            value: None,
            endgame: None,
            by_rank: None,
            endgame_by_rank: None,
            by_file: None,
            endgame_by_file: None,
            weights: WeightsDefinition::new(),
            picture: None,
            xboard: None,
            symbol: None,
        }
    }

    fn lay_over(&mut self, child: &Self) {
        let Self {
            letter: _,
            name,
            movement,
            royal,
            pawn,
            rifle,
            iron,
            relay,
            effect,
            target,
            rex,
            home,
            value,
            endgame,
            by_rank,
            endgame_by_rank,
            by_file,
            endgame_by_file,
            weights,
            picture,
            xboard,
            symbol,
        } = child;
        overlay(&mut self.name, name.as_ref());
        overlay(&mut self.movement, movement.as_ref());
        overlay(&mut self.royal, royal.as_ref());
        overlay(&mut self.pawn, pawn.as_ref());
        overlay(&mut self.rifle, rifle.as_ref());
        overlay(&mut self.iron, iron.as_ref());
        overlay(&mut self.relay, relay.as_ref());
        overlay(&mut self.effect, effect.as_ref());
        overlay(&mut self.target, target.as_ref());
        overlay(&mut self.rex, rex.as_ref());
        overlay(&mut self.home, home.as_ref());
        overlay(&mut self.value, value.as_ref());
        overlay(&mut self.endgame, endgame.as_ref());
        overlay(&mut self.by_rank, by_rank.as_ref());
        overlay(&mut self.endgame_by_rank, endgame_by_rank.as_ref());
        overlay(&mut self.by_file, by_file.as_ref());
        overlay(&mut self.endgame_by_file, endgame_by_file.as_ref());
        overlay_weights(&mut self.weights, weights);
        overlay(&mut self.picture, picture.as_ref());
        overlay(&mut self.xboard, xboard.as_ref());
        overlay(&mut self.symbol, symbol.as_ref());
    }
}
