//! The weights of the evaluation terms: keys, meanings and defaults, and the weights of a game.

use super::definition::{WeightDefinition, WeightsDefinition};
use super::error::LoadError;
use super::source::Source;
use crate::base::{PieceType, TaperedScore, Value, renamed_note};
use std::ops::Index;

/// The largest absolute value that a file can give to a weight.
const MOST: Value = 1000;

/// An evaluation term, by its index in [`TERMS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(u8);

/// Identifies a weight: an evaluation term and, for terms with weights by piece, the piece type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WeightKey {
    /// The piece type; `None` for a weight of the whole game.
    pub piece: Option<PieceType>,
    /// The evaluation term.
    pub term: Term,
}

impl From<Term> for WeightKey {
    #[inline(always)]
    fn from(term: Term) -> Self {
        Self { piece: None, term }
    }
}

/// The description of an evaluation term's weight.
#[derive(Clone, Copy, Debug)]
pub struct TermText {
    /// The key in variant files.
    pub key: &'static str,
    /// What the evaluation term counts, in words.
    pub meaning: &'static str,
    /// Whether the weight is a tapered score in centipawns; otherwise it is a single number.
    pub tapered: bool,
    /// Whether each piece type has a weight of its own. Files set it in `[[piece]]`, and in `[weights]` for all other pieces.
    pub by_piece: bool,
    /// The weight of games whose files say nothing; a single number stands in both parts.
    pub default: TaperedScore,
}

macro_rules! terms {
    (@default $both:literal) => { TaperedScore::new($both, $both) };
    (@default $opening:literal, $endgame:literal) => { TaperedScore::new($opening, $endgame) };
    (@tapered $both:literal) => { false };
    (@tapered $opening:literal, $endgame:literal) => { true };
    (@by_piece game) => { false };
    (@by_piece piece) => { true };
    ($($of:ident $name:ident $key:literal = $($number:literal),+; $meaning:literal;)*) => {
        /// The indices of the evaluation terms.
        #[expect(
            non_camel_case_types,
            clippy::upper_case_acronyms,
            reason = "the names of the constants below"
        )]
        enum Place { $($name),* }

        /// The evaluation terms by name.
        pub mod term {
            use super::{Place, Term};
            $(#[doc = $meaning]
            pub const $name: Term = Term(Place::$name as u8);)*
        }

        /// All evaluation terms with their default weights, which were set by hand.
        pub const TERMS: &[TermText] = &[$(TermText {
            key: $key,
            meaning: $meaning,
            tapered: terms!(@tapered $($number),+),
            by_piece: terms!(@by_piece $of),
            default: terms!(@default $($number),+),
        }),*];
    };
}

terms! {
    piece LEAP_MOBILITY "leap_mobility" = 5, 4; "A safe square within a leap.";
    piece LINE_MOBILITY "line_mobility" = 3, 4; "A safe square along a line.";
    piece HOP_MOBILITY "hop_mobility" = 3, 3; "A safe square behind a hurdle.";
    piece CRAMPED "cramped" = -3, -3; "A safe square that a piece of leaps or slides is short of four.";
    piece ROOMY "roomy" = 0, 0; "A safe square that a piece of leaps or slides has beyond seven.";
    piece FROM_KING "from_king" = 0, 0; "A king's step between a piece of leaps or slides and its king.";
    piece LINE_ATTACKER "line_attacker" = 14; "Danger units: a piece with lines that attacks squares beside the enemy king.";
    piece LEAP_ATTACKER "leap_attacker" = 3; "Danger units: a piece without lines that attacks squares beside the enemy king.";
    game RING_ATTACK "ring_attack" = 5; "Danger units: each such attack.";
    game WEAK_RING "weak_ring" = 9; "Danger units: an attacked square beside the king that only the king defends.";
    piece SAFE_CHECK "safe_check" = 18; "Danger units: a square from which a piece can check and not be taken.";
    piece DROP_CHECK "drop_check" = 0; "Danger units: a safe square from where a piece of this kind in hand could check, at most three.";
    piece HAND_ATTACKER "hand_attacker" = 0; "Danger units: a piece of this kind that the attackers have in hand, at most four.";
    game HAND_GUARD "hand_guard" = 0; "Danger units: a piece that the king's side has in hand, at most six.";
    game RING_HOLE "ring_hole" = 0; "Danger units: an empty square beside the king that only the king defends, where the attackers have pieces in hand.";
    game DROP_RING "drop_ring" = 0; "Danger units: such a square that they attack.";
    game UNSAFE_CHECK "unsafe_check" = 0; "Danger units: a square from which a piece can check and be taken.";
    piece PRESENCE "presence" = 0; "Danger units: a piece that the attackers have anywhere.";
    piece BODYGUARD "bodyguard" = 0; "Danger units: pieces of a kind guard squares beside their own king.";
    game SHELTER "shelter" = 0; "Danger units: a pawn of its side right in front of the king.";
    game OPEN_KING "open_king" = 4; "Danger units: a file at the king without a pawn of its side.";
    game FLANK_ATTACK "flank_attack" = 0; "Danger units: an attacked square of the enemy king's flank, twice if doubly.";
    game FLANK_DEFENCE "flank_defence" = 0; "Danger units: a square there that its side defends.";
    game PAWN_THREAT "pawn_threat" = 45, 35; "An enemy non-pawn piece that a pawn attacks.";
    piece ATTACKED "attacked" = 0, 0; "An enemy non-pawn piece of this kind that is attacked and neither a pawn nor more pieces defend.";
    game PUSH_THREAT "push_threat" = 0, 0; "An enemy non-pawn piece that a pawn could attack by a safe step.";
    game CONTESTED "contested" = 0, 0; "A square that both sides attack and the enemy does not hold.";
    game SPACE "space" = 0, 0; "A safe square of the space area, twice behind a pawn where no enemy attacks.";
    game HANGING "hanging" = 30, 48; "An enemy piece that is attacked and not defended.";
    game PRESSED "pressed" = 26, 23; "An enemy non-pawn piece that a clearly cheaper non-pawn piece attacks.";
    game DOUBLED_PAWN "doubled_pawn" = -15, -23; "A pawn with a pawn of its own in front of it.";
    game ISOLATED_PAWN "isolated_pawn" = -11, -15; "A pawn without neighbours on the next files.";
    game BACKWARD_PAWN "backward_pawn" = -7, -7; "A pawn behind its neighbours that an enemy pawn keeps from advancing.";
    game WEAK_OPEN_PAWN "weak_open_pawn" = 0, 0; "An isolated or backward pawn without an enemy pawn ahead of it.";
    game CHAIN_STEP "chain_step" = 0, 0; "A rank beyond the second of a pawn that another pawn protects or stands beside.";
    game PHALANX_PAWN "phalanx_pawn" = 5, 4; "A pawn beside another pawn.";
    game SUPPORTED_PAWN "supported_pawn" = 8, 6; "A pawn that another pawn protects.";
    game PASSED_PAWN "passed_pawn" = 2, 6; "A pawn that no enemy pawn can stop, times the square of its way beyond the second rank.";
    game PASSED_FREE "passed_free" = 3, 3; "The same again if the square ahead is empty and not attacked.";
    game PASSED_STEP "passed_step" = 0, 0; "A rank of a passed pawn beyond the second.";
    game PASSED_BLOCKED "passed_blocked" = 0, 0; "The square of its way where an enemy stands ahead of it.";
    game PASSED_CLEAR "passed_clear" = 0, 0; "The square of its way where no enemy stands on or attacks any square ahead.";
    game PASSED_ESCORT "passed_escort" = 1, 8; "A rank of a passed pawn times how much nearer our king is to it than theirs.";
    game PASSED_GUARDED "passed_guarded" = 7, 11; "A passed pawn that another pawn protects.";
    game SHIELD_PAWN "shield_pawn" = 8, -6; "A pawn right in front of its castled king.";
    game HOME_PAWN_0 "home_pawn_0" = 0, 0; "A pawn on the file of its king.";
    game HOME_PAWN_1 "home_pawn_1" = 0, 0; "A pawn one file from its king.";
    game HOME_PAWN_2 "home_pawn_2" = 0, 0; "A pawn two files from its king.";
    game HOME_PAWN_3 "home_pawn_3" = 0, 0; "A pawn three files from its king.";
    game STORM_PAWN_0 "storm_pawn_0" = 0, 0; "A pawn on the file of the enemy king.";
    game STORM_PAWN_1 "storm_pawn_1" = 0, 0; "A pawn one file from the enemy king.";
    game STORM_PAWN_2 "storm_pawn_2" = 0, 0; "A pawn two files from the enemy king.";
    game STORM_PAWN_3 "storm_pawn_3" = 0, 0; "A pawn three files from the enemy king.";
    game COVER_PAWN_1 "cover_pawn_1" = 0, 0; "A pawn one rank ahead of its king and at most a file aside.";
    game COVER_PAWN_2 "cover_pawn_2" = 0, 0; "A pawn two ranks ahead of it.";
    game COVER_PAWN_3 "cover_pawn_3" = 0, 0; "A pawn three ranks ahead of it.";
    game COVER_PAWN_FAR "cover_pawn_far" = 0, 0; "A pawn farther ahead of it.";
    piece OUTPOST "outpost" = 12, 7; "A piece beyond the middle that a pawn protects and no enemy pawn can drive away.";
    piece OPEN_FILE "open_file" = 14, 6; "A piece that slides along files on one without pawns.";
    piece HALF_OPEN_FILE "half_open_file" = 8, 4; "The same on one with enemy pawns alone.";
    piece BOTH_SQUARE_COLOURS "both_square_colours" = 15, 25; "Colour-bound pieces of one type on both square colours.";
    piece PAWN_ON_OWN_SQUARE_COLOUR "pawn_on_own_square_colour" = 0, 0; "A pawn of its side on the square colour of a colour-bound piece.";
    piece BEHIND_PAWN "behind_pawn" = 0, 0; "A piece right behind a pawn.";
    piece WITH_PAWNS "with_pawns" = 0, 0; "A piece, times the pawns of its side beyond five.";
    game LONE_KING "lone_king" = 300, 300; "An enemy king without pieces.";
    game LONE_RIM "lone_rim" = -70, -70; "A step of that king from the rim.";
    game LONE_CORNER "lone_corner" = -15, -15; "A file or rank between that king and the nearest corner where it can be mated.";
    game LONE_NEAR "lone_near" = -80, -80; "A king's step between the two kings.";
    game HAND_PIECE "hand_piece" = -35; "Percent of its value on the board that a piece in hand gains, or waiting to be dropped, loses.";
    piece IN_HAND "in_hand" = 0, 0; "A piece of this kind in hand, beside its share of the value on the board.";
    game DROP_SPACE "drop_space" = 0, 0; "An empty square beyond the middle that no enemy attacks, for each kind of piece in hand.";
    game LAST_PIECE "last_piece" = -75, -65; "Having only one piece besides the king where a bare king loses.";
    game FEW_PIECES "few_pieces" = -30, -45; "Having only two pieces besides the king where a bare king loses.";
    game HAND_TEMPO "hand_tempo" = 10, 10; "Having the move and a piece to drop.";
    game ROYAL_HIT "royal_hit" = 30; "Danger units: a king under attack.";
    game ROYAL_RING "royal_ring" = 5; "Danger units: an attacked square that a king could step to.";
    game ROYAL_DROP "royal_drop" = 8; "Danger units: a safe square from where a piece in hand would attack a king, at most three for each piece type.";
    game ROYAL_BOXED "royal_boxed" = 14; "Danger units: a king without a safe square to step to.";
    game LONE_DANGER "lone_danger" = 180; "Percent of the danger to a king that is the last one.";
    game ZONE_REACH "zone_reach" = 16, 16; "A piece that can promote with its next move, on a square that is not attacked.";
    game SHOT_PIECE "shot_piece" = 15, 15; "An enemy non-pawn piece that a rifle could shoot.";
    game SHOT_PAWN "shot_pawn" = 5, 5; "An enemy pawn that a rifle could shoot.";
    piece RISES "rises" = 15, 15; "A piece that is attacked and would be reborn, since its home is empty.";
    piece CLIMBS "climbs" = 0, 0; "An enemy piece that a piece could take, where that raises it in rank.";
    piece STANDS_STILL "stands_still" = -15, -15; "A piece that a condition keeps from moving.";
    game FIXED_HOP "fixed_hop" = 3, 3; "A square that a piece can hop to over a piece beside it.";
    game LONE_ROYAL "lone_royal" = -350, -350; "Having lost one of two kings.";
    game GOAL_STEP "goal_step" = -8, -8; "A king's step between squares that win and the nearest piece that can reach them.";
    game GOAL_WAY "goal_way" = 6, 6; "24, divided by twice the king's steps to such a square over those that the enemy does not attack (one less for the side to move).";
    game CHECK_GIVEN "check_given" = 4, 4; "The square of 12 divided by the checks that are left to give, beyond that at the start.";
    game LAST_SPARE "last_spare" = -5, -5; "12, divided by the pieces of a kind that a side can lose before it has lost.";
    game TEMPO "tempo" = 14; "The right to move, in centipawns.";
}

impl Term {
    /// All evaluation terms.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..TERMS.len()).map(|index| Self(index as u8))
    }

    /// The index of the term in [`TERMS`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Identifies this term's weight for a piece type.
    #[inline(always)]
    pub const fn of(self, piece: PieceType) -> WeightKey {
        WeightKey {
            piece: Some(piece),
            term: self,
        }
    }

    /// The description of the term: key in variant files, meaning, kind of weight.
    pub const fn text(self) -> &'static TermText {
        &TERMS[self.index()]
    }
}

/// The weights of all terms, for a game or for one of its piece types. A weight that is a single number is stored as a score with the
/// same number twice.
#[derive(Clone, Debug)]
pub struct Weights([TaperedScore; TERMS.len()]);

impl Default for Weights {
    fn default() -> Self {
        let mut weights = [TaperedScore::ZERO; TERMS.len()];
        for (weight, term) in weights.iter_mut().zip(TERMS) {
            *weight = term.default;
        }
        Self(weights)
    }
}

impl Index<Term> for Weights {
    type Output = TaperedScore;

    #[inline(always)]
    fn index(&self, term: Term) -> &TaperedScore {
        &self.0[term.index()]
    }
}

impl Weights {
    /// The weight of a term that is not tapered, as a number.
    #[inline(always)]
    pub fn number(&self, term: Term) -> Value {
        self[term].mg()
    }

    /// The weights of a game: those in its file, and defaults for the rest.
    ///
    /// # Errors
    /// [`LoadError::Invalid`] for an unknown weight, the wrong count of numbers, or a number that is too large.
    pub(super) fn of(file: &WeightsDefinition, source: &Source) -> Result<Self, LoadError> {
        Self::default().overlaid(file, false, source)
    }

    /// The weights of a piece: its own weights in the file, and the weights of the game (`self`) for the rest.
    ///
    /// # Errors
    /// The errors of [`Self::of`], and [`LoadError::Invalid`] for a weight that pieces cannot have.
    pub(super) fn of_piece(
        &self,
        file: &WeightsDefinition,
        source: &Source,
    ) -> Result<Self, LoadError> {
        self.clone().overlaid(file, true, source)
    }

    fn overlaid(
        mut self,
        file: &WeightsDefinition,
        of_piece: bool,
        source: &Source,
    ) -> Result<Self, LoadError> {
        for (key, given) in file {
            let term = Term::all().find(|term| term.text().key == key.get_ref());
            let term = term.filter(|term| term.text().by_piece || !of_piece);
            let Some(term) = term else {
                let known = TERMS.iter().filter(|term| term.by_piece || !of_piece);
                let known: Vec<&str> = known.map(|term| term.key).collect();
                let whose = if of_piece { " of pieces" } else { "" };
                let message = format!(
                    "no weight{whose} is called '{}'{} (expected one of: {})",
                    key.get_ref(),
                    renamed_note(key.get_ref()),
                    known.join(" ")
                );
                return Err(source.error(key, 0, message));
            };
            let both = match (*given, term.text().tapered) {
                (WeightDefinition::One(both), false) => [both; 2],
                (WeightDefinition::TaperedScore(both), true) => both,
                (_, tapered) => {
                    let expected = if tapered {
                        "[opening, endgame]"
                    } else {
                        "one number"
                    };
                    let message = format!("the weight `{}` takes {expected}", key.get_ref());
                    return Err(source.error(key, 0, message));
                }
            };
            if let Some(number) = both.iter().find(|number| number.abs() > MOST) {
                let message = format!(
                    "the weight `{}` is {number} (expected -{MOST} to {MOST})",
                    key.get_ref()
                );
                return Err(source.error(key, 0, message));
            }
            self.0[term.index()] = TaperedScore::new(both[0], both[1]);
        }
        Ok(self)
    }
}
