//! Problems from the arguments of a command line, and the checks that every problem has to pass.

use super::conditions;
use super::diagram::Diagram;
use super::error::{ProblemError, quoted};
use super::options::{Given, OptionWord, Options};
use super::pieces::Letters;
use super::problem::{Problem, game, is_board};
use super::stipulation::{Play, Stipulation};
use super::twin::{Change, Twin};
use super::twin_words::RawTwin;
use crate::base::Color;
use crate::catalogue::Catalogue;
use crate::variant::{DeclaredPieces, Variant};
use std::sync::Arc;

/// The parts of a problem, each as it was written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parts<'a> {
    /// The game; `None` for the problem board (the game `hurdlers`).
    pub game: Option<&'a str>,
    /// A FEN, or only its placement field.
    pub fen: &'a str,
    /// The stipulation.
    pub stipulation: &'a str,
    /// Names of conditions; a text may hold several, separated by commas.
    pub conditions: &'a [String],
    /// Declarations of pieces; a text may hold several, separated by commas.
    pub pieces: &'a [String],
    /// Twins, in order.
    pub twins: &'a [String],
    /// Option words.
    pub options: &'a [String],
    /// The title.
    pub title: Option<&'a str>,
}

impl Problem {
    /// Parses the problem of a command line.
    ///
    /// # Errors
    /// The first part that is malformed or contradicts another part.
    pub fn from_parts(catalogue: &Catalogue, parts: &Parts<'_>) -> Result<Self, ProblemError> {
        let variant = game(catalogue, parts.game)?;
        let diagram = Diagram::of_fen(&variant, parts.fen)?;
        let stipulation: Stipulation = parts
            .stipulation
            .parse()
            .map_err(|error| ProblemError::new(format!("{error}")))?;
        let names = parts.conditions.iter().flat_map(|text| text.split(','));
        let given = names.map(|text| conditions::of_text(text.trim()));
        let conditions = conditions::without_repetition(given.collect::<Result<_, _>>()?)?;
        let declared = DeclaredPieces::parse_for_problem(&parts.pieces.join(","))
            .map_err(|error| ProblemError::new(error.to_string()))?;
        if !is_board(&variant) {
            refuse_additions(&variant, !conditions.is_empty(), !declared.is_empty())?;
        }
        let twins = parts.twins.iter().map(|text| RawTwin::of_argument(text));
        let twins: Vec<RawTwin> = twins.collect::<Result<_, _>>()?;
        let mut problem = Self {
            number: None,
            title: parts.title.map(str::to_owned),
            author: None,
            origin: None,
            award: None,
            remarks: Vec::new(),
            game: parts.game.map(str::to_owned),
            variant,
            conditions,
            pieces: declared,
            diagram,
            start: None,
            stipulation,
            options: Options::default(),
            twins: Vec::new(),
            zero_position: false,
        };
        let mut letters = Letters::new(problem.diagram.letters(), &problem.pieces);
        problem.add_twins(twins, &mut letters)?;
        problem.pieces = letters.declarations()?;
        problem.add_options(parts.options)?;
        Ok(problem)
    }

    /// Parses `texts` and adds their options to the problem.
    ///
    /// # Errors
    /// If a word is not an option, lacks its value, or does not apply to the problem.
    pub fn add_options(&mut self, texts: &[String]) -> Result<(), ProblemError> {
        let mut given = Vec::new();
        for text in texts {
            given.extend(self.options.read_argument(text)?);
        }
        self.check(&given)
    }

    /// Adds twins and assigns letters to their pieces.
    ///
    /// # Errors
    /// If labels are out of order, or there are more pieces than letters.
    pub(super) fn add_twins(
        &mut self,
        twins: Vec<RawTwin>,
        letters: &mut Letters,
    ) -> Result<(), ProblemError> {
        let pieces = || {
            twins
                .iter()
                .flat_map(|twin| &twin.changes)
                .flat_map(|change| change.pieces())
        };
        pieces().for_each(|piece| letters.note(piece));
        self.zero_position = twins.first().is_some_and(|twin| twin.zero);
        let first = if self.zero_position { b'a' } else { b'b' };
        for (index, twin) in twins.into_iter().enumerate() {
            if twin.zero && index > 0 {
                let reason = "zero before a later twin (expected it before the first)";
                return Err(ProblemError::new(reason));
            }
            let due = label(first, index);
            let label = twin.label.unwrap_or_else(|| due.clone());
            if label != due {
                let reason = format!("twin {label}) where {due}) is due");
                return Err(ProblemError::new(reason));
            }
            let changes = twin.changes.into_iter().map(|change| change.with(letters));
            let changes: Vec<Change> = changes
                .collect::<Result<_, _>>()
                .map_err(ProblemError::new)?;
            self.twins.push(Twin {
                label,
                continued: twin.continued,
                changes,
            });
        }
        Ok(())
    }

    /// Adds conditions to the diagram and to every twin that replaces the conditions.
    pub(super) fn imply(&mut self, implied: impl IntoIterator<Item = &'static str>) {
        for name in implied {
            self.conditions.push(name.to_owned());
            let changes = self.twins.iter_mut().flat_map(|twin| &mut twin.changes);
            for change in changes {
                if let Change::Conditions(names) = change {
                    names.push(name.to_owned());
                }
            }
        }
    }

    /// Checks the parts of a problem, but not its positions: every piece is known, and every option applies to some position.
    ///
    /// # Errors
    /// The unknown piece, or the option that applies to no position.
    pub(super) fn check(&mut self, given: &[Given]) -> Result<(), ProblemError> {
        self.check_letters()?;
        let plays = self.stipulations();
        for given in given {
            if let Some(why) = self.inapplicable(given.option, &plays) {
                let reason = format!("{} does not apply: {why}", given.name);
                return Err(ProblemError::new(reason).at(given.place));
            }
            if let Some(why) = idle(given.option, &plays, &self.options) {
                let note = format!("{} changes nothing: {why}", given.name);
                self.options.notes.push(note);
            }
        }
        Ok(())
    }

    /// Checks that all pieces belong to the game.
    fn check_letters(&self) -> Result<(), ProblemError> {
        let variant = &self.variant;
        let open = variant.diagram_letters(&self.pieces);
        let known =
            |letter: &String| open.contains(letter) || variant.type_of_letter(letter).is_some();
        let in_twins = self.twins.iter().flat_map(|twin| &twin.changes);
        let in_twins = in_twins.flat_map(|change| match change {
            Change::Put(_, letter, _) => vec![letter.clone()],
            Change::Substitute(from, to) => vec![from.clone(), to.clone()],
            _ => Vec::new(),
        });
        let mut letters = self.diagram.letters().into_iter().chain(in_twins);
        letters
            .find(|letter| !known(letter))
            .map_or(Ok(()), |letter| {
                let expected = if open.is_empty() {
                    variant.letters()
                } else {
                    open.iter().cloned().collect::<Vec<_>>().join(" ")
                };
                let reason = format!(
                    "no piece has the letter {} (expected one of: {expected})",
                    quoted(&letter)
                );
                Err(ProblemError::new(reason))
            })
    }

    /// The stipulations of all positions that are solved.
    fn stipulations(&self) -> Vec<Stipulation> {
        let mut all = Vec::new();
        if !self.zero_position {
            all.push(self.stipulation.clone());
        }
        let mut last = self.stipulation.clone();
        for twin in &self.twins {
            let before = if twin.continued {
                last
            } else {
                self.stipulation.clone()
            };
            let changed = twin.changes.iter().rev().find_map(|change| match change {
                Change::Stipulation(stipulation) => Some(stipulation.clone()),
                _ => None,
            });
            last = changed.unwrap_or(before);
            all.push(last.clone());
        }
        all
    }

    /// The reason why an option applies to no position of the problem; `None` if it applies to one.
    fn inapplicable(&self, option: OptionWord, all: &[Stipulation]) -> Option<String> {
        let none = |is_it: fn(&Stipulation) -> bool| !all.iter().any(is_it);
        match option {
            OptionWord::WhiteToPlay => {
                none(|s| s.play == Play::Help && !s.half || s.leads_to_other_diagram())
                    .then(|| "it goes with help play of whole moves".to_owned())
            }
            OptionWord::PostKeyPlay => {
                none(|s| s.play.is_battle()).then(|| "it goes with battle play".to_owned())
            }
            OptionWord::Quodlibet => none(|s| s.play.is_battle() && s.play != Play::Direct)
                .then(|| "it goes with self and reflex play".to_owned()),
            OptionWord::Threat => none(|s| s.play == Play::Direct && s.moves > 1)
                .then(|| "it goes with direct play of several moves".to_owned()),
            OptionWord::HalfDuplex => self
                .options
                .duplex
                .then(|| "Duplex solves for both sides already".to_owned()),
            OptionWord::StartMoveNumber | OptionWord::UpToMoveNumber => self
                .options
                .post_key
                .then(|| "the diagram is the position after the key".to_owned()),
            OptionWord::GoalIsEnd | OptionWord::KeepMatingPiece => (!none(|s| s.plan.is_some()))
                .then(|| "the stipulation is a structured one, or is played as one".to_owned()),
            OptionWord::EnPassant => self.wrong_last_move(),
            _ => None,
        }
    }

    /// The reason why the last move given by `EnPassant` is impossible; `None` if it is possible.
    fn wrong_last_move(&self) -> Option<String> {
        let step = self.options.en_passant.as_ref()?;
        if let Some(reason) = self.diagram.objection_to(step) {
            return Some(reason);
        }
        let color = step.color();
        let mut roles = self.roles().into_iter();
        let begins = |swapped: bool| self.begins(&self.stipulation, swapped);
        (!roles.any(|swapped| begins(swapped) != color)).then(|| format!("{} begins", color.name()))
    }

    /// One entry for each solving of a position (two for a duplex): whether White and Black exchange roles.
    pub(super) fn roles(&self) -> Vec<bool> {
        match (self.options.duplex, self.options.half_duplex) {
            (true, _) => vec![false, true],
            (false, half) => vec![half],
        }
    }

    /// The stipulation as changed by the option `WhiteToPlay`.
    pub(super) fn effective(&self, stipulation: &Stipulation) -> Stipulation {
        if let Some(plan) = stipulation
            .plan
            .as_ref()
            .filter(|plan| self.options.white_to_play && plan.is_between_diagrams())
        {
            return Stipulation {
                plan: Some(Arc::new(plan.by_other_side())),
                ..stipulation.clone()
            };
        }
        let help = stipulation.play == Play::Help && !stipulation.half && stipulation.moves > 0;
        if self.options.white_to_play && help {
            Stipulation {
                moves: stipulation.moves - 1,
                half: true,
                ..stipulation.clone()
            }
        } else {
            stipulation.clone()
        }
    }

    /// The side to move first; `swapped` exchanges the roles of White and Black.
    pub fn begins(&self, stipulation: &Stipulation, swapped: bool) -> Color {
        let effective = self.effective(stipulation);
        let post_key = self.options.post_key && effective.play.is_battle();
        let white = effective.white_begins() && !post_key;
        if white == swapped {
            Color::Black
        } else {
            Color::White
        }
    }
}

/// The label of twin `index`, from `first` on: `a` to `z`, then `z1`, `z2` ... as in Popeye.
fn label(first: u8, index: usize) -> String {
    let at = usize::from(first - b'a') + index;
    match u8::try_from(at) {
        Ok(at @ 0..26) => char::from(b'a' + at).to_string(),
        _ => format!("z{}", at - 25),
    }
}

/// Refuses conditions and declared pieces unless the game is the problem board.
fn refuse_additions(variant: &Variant, conditions: bool, pieces: bool) -> Result<(), ProblemError> {
    let what = match (conditions, pieces) {
        (true, _) => "conditions",
        (_, true) => "declared pieces",
        _ => return Ok(()),
    };
    let name = &variant.name;
    let reason = format!("{name} has rules of its own (expected {what} only on the problem board)");
    Err(ProblemError::new(reason))
}

/// The reason why an option has no effect with these stipulations and options; `None` if it has one.
fn idle(option: OptionWord, all: &[Stipulation], options: &Options) -> Option<&'static str> {
    let battle = all.iter().any(|stipulation| stipulation.play.is_battle());
    match option {
        OptionWord::Try
        | OptionWord::Defence
        | OptionWord::Variations
        | OptionWord::NoThreat
        | OptionWord::NoShortVariations
            if !battle =>
        {
            Some("it goes with battle play")
        }
        OptionWord::NoThreat | OptionWord::NoShortVariations
            if !options.variations && !options.post_key =>
        {
            Some("it goes with Variations")
        }
        OptionWord::StopOnShortSolutions if all.iter().all(|s| s.play.is_battle()) => {
            Some("it goes with help and series play")
        }
        OptionWord::GoalIsEnd | OptionWord::KeepMatingPiece
            if options.quodlibet || !all.iter().any(|s| s.play.has_one_goal()) =>
        {
            Some("it goes with play in which one side alone is to reach a goal")
        }
        OptionWord::SetPlay if !all.iter().any(has_set_play) => {
            Some("there is no set play in this kind of play")
        }
        _ => None,
    }
}

/// Whether a stipulation can have set play.
fn has_set_play(stipulation: &Stipulation) -> bool {
    match stipulation.play {
        Play::Direct => stipulation.moves > 1,
        Play::SelfPlay | Play::Reflex | Play::SemiReflex => true,
        play if play.is_series() => play != Play::Series,
        Play::PlannedLine => stipulation
            .plan
            .as_ref()
            .is_some_and(|plan| plan.has_set_play()),
        play if play.is_help() => stipulation.without_first_half_move().is_some(),
        _ => false,
    }
}
