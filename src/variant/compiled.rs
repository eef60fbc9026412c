//! A variant ready to play: its men, its board, its tables and its flags, checked and compiled.

use super::attack_tables::AttackTables;
use super::changes::Changes;
use super::checks::{
    check_goal, check_name, frame, men, pawn_steps, promotions_by_letter, unknown_letter,
};
use super::definition::{
    BareKing, Condition, Definition, EffectTarget, FirstRank, Goal, Numbers, Rex, Stalemate, Text,
};
use super::error::{LoadError, Place};
use super::move_tables::MoveTables;
use super::series::Series;
use super::values;
use super::zones::{self, Zones};
use crate::base::{
    Bitboard, Color, MAX_PIECE_TYPES, Phased, Piece, PieceType, PieceTypeSet, Square, Value,
};
use crate::betza::Movement;
use crate::board::{Behaviour, LineTable, Topology};

/// Men that can be held in hand have to be among so many first ones of the variant.
pub const MAX_HELD: usize = 8;

/// Which rules decide what a move does; derived from what the file asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Family {
    /// Captures by displacement, castling, en passant: nothing else changes.
    Orthodox,
    /// As orthodox, with men that capture from afar.
    Rifle,
    /// Moves with side effects: hurdles that change, conditions, rights that return.
    Effects,
    /// No check: kings are captured; drops, zones and linked kings.
    RoyalCapture,
    /// As rifle, with several moves a turn.
    Serial,
}

impl Family {
    /// Whether what resets the half-move clock can never be undone, so that no earlier position comes
    /// back. Where captured men return, or pawns go in circles, it can.
    pub const fn progress_is_final(self) -> bool {
        matches!(self, Self::Orthodox | Self::Rifle | Self::Serial)
    }
}

/// One side effect of a hop on its hurdle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A: the hurdle changes colour.
    Andernach,
    /// C: the hurdle is reborn on its home square.
    Circe,
    /// E: the hurdle changes type.
    Einstein,
}

/// A man of the variant, as the rules need it.
#[derive(Clone, Debug)]
pub struct Man {
    /// `G`, or `+R` for a promoted form.
    pub letter: String,
    /// The name for people.
    pub name: String,
    /// The Betza text: the man's own movement, then what every man of the game can do.
    pub movement: String,
    /// The parsed movement.
    pub parsed: Movement,
    /// The effects on hurdles, in order; empty for most men.
    pub effects: Vec<Effect>,
    /// Whose hurdles the effects change.
    pub target: EffectTarget,
    /// Whether the effects change kings.
    pub rex: Rex,
    /// XBoard's picture slot, if the file chooses one.
    pub picture: Option<u8>,
    /// The movement as XBoard must be told it, where that differs.
    pub xboard: Option<String>,
    /// The figure for terminals.
    pub symbol: String,
    /// The value the file sets or the movement gives.
    pub value: Phased,
}

/// A variant, checked and compiled.
#[derive(Clone)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a yes or no of the variant file"
)]
pub struct Variant {
    /// The name in UCI and CECP.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// Who invented the game.
    pub inventor: String,
    /// One line for menus.
    pub summary: String,
    /// The rules page for people.
    pub rules: String,
    /// The start position as a FEN.
    pub start: String,
    /// Which rules decide what a move does.
    pub family: Family,
    /// The files of the board, 1-8.
    pub files: u8,
    /// The ranks of the board, 1-8.
    pub ranks: u8,
    /// The board.
    pub board: Topology,
    /// The men, by piece type index.
    pub men: Vec<Man>,
    /// How each piece moves, by piece index.
    pub move_tables: Vec<MoveTables>,
    /// What can capture on a square, by the attacking side.
    pub attack_tables: [AttackTables; 2],
    /// Values by piece and square, White positive.
    pub squares: Box<[[Phased; 64]; Piece::COUNT]>,
    /// How much each piece type weighs in telling opening from endgame.
    pub phase: [Value; MAX_PIECE_TYPES],
    /// The sum of the phase weights of the start position.
    pub full_phase: Value,
    /// Piece types whose loss or attack decides the game.
    royals: PieceTypeSet,
    /// The pawn, if there is one.
    pub pawn: Option<PieceType>,
    /// Whether pawns may move two squares from their second rank.
    pub double_step: bool,
    /// What pawns on their own first rank can do.
    pub first_rank: FirstRank,
    /// What pawns promote to, in the order offered.
    pub promotions: Vec<PieceType>,
    /// Whether pawns also promote to every other man of the position that was set up.
    pub promotion_from_setup: bool,
    /// The men that castle with the king, by side.
    pub castlers: [Option<PieceType>; 2],
    /// Whether castling rights can return.
    pub rights_return: bool,
    /// Piece types that capture from afar.
    pub shooters: PieceTypeSet,
    /// Piece types that hop with effects.
    pub hurdlers: PieceTypeSet,
    /// Hurdlers that change nothing but squares of the queen line they hop along.
    pub line_hurdlers: PieceTypeSet,
    /// The conditions of the game.
    pub conditions: Vec<Condition>,
    /// What moves change besides the men that move and are taken.
    pub changes: Changes,
    /// The variant this one was derived from for a certain set-up, if it was.
    pub base: Option<&'static Self>,
    /// What a stalemate means.
    pub stalemate: Stalemate,
    /// What a bare king means.
    pub bare_king: BareKing,
    /// Half-moves (turns, in games of several moves a turn) without progress that make a draw.
    pub move_limit: u16,
    /// Whether bare kings (and a king with one of [`Variant::dead`]) draw at once.
    pub has_dead_positions: bool,
    /// Piece types that can be held in hand and dropped; empty where there are no drops.
    pub hand: PieceTypeSet,
    /// The piece types of [`Variant::hand`] in the order in which FENs write them.
    pub hand_order: Vec<PieceType>,
    /// How long turns are, in games of several moves a turn.
    pub series: Option<Series>,
    /// Where pawns turn and men promote.
    pub zones: Zones,
    /// What each piece type promotes to in its zone, by piece type index.
    pub promoted: [Option<PieceType>; MAX_PIECE_TYPES],
    /// What each piece type is in a captor's hand, by piece type index: itself, or what it was promoted from.
    pub demoted: [PieceType; MAX_PIECE_TYPES],
    /// Royal piece types that move together: if one moves, another that can must move in the same turn.
    pub linked: PieceTypeSet,
    /// Piece types that, alone beside a king, cannot win against a bare king; `None`: only two bare kings draw.
    pub dead: PieceTypeSet,
    /// XBoard's variant whose rules are nearest.
    pub xboard_parent: String,
    /// The name in XBoard.
    pub xboard_name: String,
    /// The squares up to the second man along each line: what can matter to a king.
    pub view: &'static LineTable,
    /// Whether any man attacks over hurdles.
    pub has_hoppers: bool,
    /// Piece types that attack along lines, in any way.
    pub line_men: PieceTypeSet,
}

/// Where the texts of a definition stand, for error messages.
pub struct Source<'a> {
    /// The file's name.
    pub file: &'a str,
    /// The file's text.
    pub text: &'a str,
}

impl Source<'_> {
    /// An error at a place in a text of the file; inherited texts are reported at the file's first line.
    pub fn error(&self, at: &Text, column: usize, message: impl Into<String>) -> LoadError {
        let ours = self
            .text
            .get(at.span())
            .is_some_and(|text| text.contains(at.as_ref().as_str()));
        let quote = usize::from(column > 0);
        let place = if ours {
            Place::of(self.text, at.span().start).right(quote + column.saturating_sub(1))
        } else {
            Place { line: 1, column: 1 }
        };
        self.invalid(place, message)
    }

    /// An error in a list of numbers of the file; inherited lists are reported at the file's first line.
    pub fn error_in_list(&self, at: &Numbers, message: impl Into<String>) -> LoadError {
        let ours = self
            .text
            .get(at.span())
            .is_some_and(|text| text.starts_with('['));
        let start = if ours { at.span().start } else { 0 };
        self.invalid(Place::of(self.text, start), message)
    }

    fn invalid(&self, place: Place, message: impl Into<String>) -> LoadError {
        LoadError::Invalid {
            file: self.file.to_owned(),
            place,
            message: message.into(),
        }
    }

    /// An error about something the file has to say and does not.
    pub fn missing(&self, what: &str) -> LoadError {
        let message = format!("nothing says {what}, neither here nor in an inherited file");
        self.invalid(Place { line: 1, column: 1 }, message)
    }
}

impl Variant {
    /// Checks and compiles a definition that has all it inherits merged in.
    ///
    /// # Errors
    /// [`LoadError::Invalid`] with the place of the first thing that makes no sense.
    #[allow(
        clippy::too_many_lines,
        reason = "one line for each key of a variant file, in the order they depend on each other"
    )]
    pub fn compile(definition: &Definition, source: &Source<'_>) -> Result<Self, LoadError> {
        let name = definition
            .name
            .as_ref()
            .ok_or_else(|| source.missing("`name`"))?;
        check_name(name, source)?;
        let start = definition
            .start
            .as_ref()
            .ok_or_else(|| source.missing("`start`"))?;
        let (files, ranks, squares) = frame(start, source)?;
        let board = zones::board(definition.board.as_ref(), squares, source)?;
        let men = men(definition, source)?;
        let mut royals = PieceTypeSet::EMPTY;
        let mut shooters = PieceTypeSet::EMPTY;
        let mut pawn = None;
        for (index, man) in definition.men.iter().enumerate() {
            if man.royal == Some(true) {
                royals.insert(PieceType::new(index));
            }
            if man.rifle == Some(true) {
                shooters.insert(PieceType::new(index));
            }
            if man.pawn == Some(true) && pawn.replace(PieceType::new(index)).is_some() {
                return Err(source.error(&man.letter, 1, "a second pawn (expected one at most)"));
            }
        }
        let type_of_letter = |letter: &str| {
            men.iter()
                .position(|man| man.letter == letter)
                .map(PieceType::new)
        };
        let letters = |text: Option<&Text>| -> Result<Vec<PieceType>, LoadError> {
            let Some(text) = text else {
                return Ok(Vec::new());
            };
            let find = |(i, c): (usize, char)| {
                type_of_letter(&c.to_string())
                    .ok_or_else(|| source.error(text, i + 1, unknown_letter(c, &men)))
            };
            text.as_ref().chars().enumerate().map(find).collect()
        };
        let pawns = definition.pawns.clone().unwrap_or_default();
        let castling = definition.castling.clone().unwrap_or_default();
        let ends = definition.ends.clone().unwrap_or_default();
        let xboard = definition.xboard.clone().unwrap_or_default();
        let promotions = letters(pawns.promotion.as_ref())?;
        for (piece_type, text) in promotions
            .iter()
            .zip(std::iter::repeat(pawns.promotion.as_ref()))
        {
            if let Some(text) = text
                && (royals.contains(*piece_type) || pawn == Some(*piece_type))
            {
                return Err(source.error(text, 1, "pawns cannot promote to a king or a pawn"));
            }
        }
        let castler =
            |text: Option<&Text>| letters(text).map(|piece_types| piece_types.first().copied());
        let castlers = [
            castler(castling.white.as_ref())?,
            castler(castling.black.as_ref())?,
        ];
        let conditions = definition.conditions.clone().unwrap_or_default();
        let hurdlers: PieceTypeSet = (0..men.len())
            .filter(|i| !men[*i].effects.is_empty())
            .map(PieceType::new)
            .collect();
        let rights_return = castling.rights_return.unwrap_or(false);
        let goal = ends.goal.unwrap_or_default();
        check_goal(goal, definition, source)?;
        let turns = definition.turns.clone().unwrap_or_default();
        let series = Series::compile(&turns, source)?;
        let plain = hurdlers.is_empty() && conditions.is_empty() && !rights_return;
        if let Some(schedule) = turns.schedule.as_ref().filter(|_| series.is_some())
            && (goal == Goal::Capture || !plain)
        {
            let message = "turns of several moves do not go with effects, conditions, returning rights or captured kings";
            return Err(source.error(schedule, 1, message));
        }
        let family = if goal == Goal::Capture {
            Family::RoyalCapture
        } else if series.is_some() {
            Family::Serial
        } else if !hurdlers.is_empty() || !conditions.is_empty() || rights_return {
            Family::Effects
        } else if !shooters.is_empty() {
            Family::Rifle
        } else {
            Family::Orthodox
        };
        let double_step = match pawn {
            Some(_) if family == Family::RoyalCapture => false,
            Some(pawn) => pawn_steps(&men[pawn.index()], &definition.men[pawn.index()], source)?,
            None => false,
        };
        let (promoted, demoted) = promotions_by_letter(definition, &men, source)?;
        let drops = definition.drops.clone().unwrap_or_default();
        let hand_order = letters(drops.hand.as_ref())?;
        if let Some(late) = hand_order.iter().find(|k| k.index() >= MAX_HELD)
            && let Some(text) = &drops.hand
        {
            let letter = &men[late.index()].letter;
            let message = format!("{letter} is not among the first {MAX_HELD} men of the file");
            return Err(source.error(text, 1, message));
        }
        let linked: PieceTypeSet = letters(turns.linked.as_ref())?.into_iter().collect();
        let zones = Zones::compile(
            &definition.zones.clone().unwrap_or_default(),
            squares,
            source,
        )?;
        let changes = Changes::new(&conditions, &men, royals, pawn, ranks);
        let reborn = conditions
            .iter()
            .any(|c| matches!(c, Condition::Circe | Condition::Anticirce))
            || men.iter().any(|man| man.effects.contains(&Effect::Circe));
        if reborn && board != *Topology::STANDARD {
            let message = "men are reborn only on the 8x8 board, and this one is another";
            return Err(source.error(start, 0, message));
        }
        let mut variant = Self {
            name: name.as_ref().clone(),
            title: definition
                .title
                .clone()
                .unwrap_or_else(|| name.as_ref().clone()),
            inventor: definition.inventor.clone().unwrap_or_default(),
            summary: definition.summary.clone().unwrap_or_default(),
            rules: definition.rules.clone().unwrap_or_default(),
            start: start.as_ref().clone(),
            family,
            files,
            ranks,
            move_tables: Vec::new(),
            attack_tables: [AttackTables::none(), AttackTables::none()],
            squares: Box::new([[Phased::ZERO; 64]; Piece::COUNT]),
            phase: [0; MAX_PIECE_TYPES],
            full_phase: 0,
            royals,
            pawn,
            double_step,
            first_rank: pawns.first_rank.unwrap_or_default(),
            promotions,
            promotion_from_setup: pawns.promotion_from_setup.unwrap_or(false),
            castlers,
            rights_return,
            shooters,
            hurdlers,
            line_hurdlers: PieceTypeSet::EMPTY,
            conditions,
            changes,
            base: None,
            stalemate: ends.stalemate.unwrap_or_default(),
            bare_king: ends.bare_king.unwrap_or_default(),
            move_limit: ends.move_limit.unwrap_or(100).max(1),
            series,
            has_dead_positions: goal == Goal::Mate,
            hand: hand_order.iter().copied().collect(),
            hand_order,
            zones,
            promoted,
            demoted,
            linked,
            dead: letters(ends.dead.as_ref())?.into_iter().collect(),
            xboard_parent: xboard.parent.unwrap_or_else(|| "fairy".to_owned()),
            xboard_name: xboard.alias.unwrap_or_else(|| name.as_ref().clone()),
            view: LineTable::get(&board, Behaviour::View { depth: 2 }),
            has_hoppers: false,
            line_men: PieceTypeSet::EMPTY,
            board,
            men,
        };
        variant.build_tables();
        let weighs = |man| values::Given::new(man, files, ranks, source);
        let given: Vec<_> = definition
            .men
            .iter()
            .map(weighs)
            .collect::<Result<_, _>>()?;
        values::fill(&mut variant, &given);
        Ok(variant)
    }

    /// Fills the movement tables from the men.
    pub(super) fn build_tables(&mut self) {
        self.move_tables.clear();
        for color in Color::ALL {
            for index in 0..MAX_PIECE_TYPES {
                let tables = match self.men.get(index) {
                    Some(man) => {
                        let is_pawn = self.pawn == Some(PieceType::new(index));
                        if is_pawn && self.family == Family::RoyalCapture {
                            self.zones.pawn_tables(&self.board, &man.parsed, color)
                        } else {
                            let mut tables = MoveTables::new(&self.board, &man.parsed, color);
                            if is_pawn {
                                self.restrict_pawn(&mut tables, color);
                            }
                            tables
                        }
                    }
                    None => MoveTables::none(),
                };
                self.move_tables.push(tables);
            }
        }
        for color in Color::ALL {
            self.attack_tables[color.index()] = AttackTables::new(self, color);
        }
        self.line_hurdlers = self
            .hurdlers
            .iter()
            .filter(|piece_type| self.is_line_hurdler(*piece_type))
            .collect();
        let lines = self.attack_tables.iter().flat_map(|attacks| &attacks.lines);
        for line in lines {
            self.line_men = self.line_men.union(line.piece_types);
            self.has_hoppers |= !matches!(line.behaviour, Behaviour::Slide { .. });
        }
        self.has_hoppers |= self
            .attack_tables
            .iter()
            .any(|a| !a.fixed_hops.is_empty() || !a.walks.is_empty());
    }

    /// Whether the effects of a hurdler stay on the line of its hop.
    fn is_line_hurdler(&self, piece_type: PieceType) -> bool {
        let sends_home = self.men[piece_type.index()]
            .effects
            .contains(&Effect::Circe);
        !sends_home
            && Color::ALL.iter().all(|color| {
                let tables = self.moves_of(Piece::new(*color, piece_type));
                let on_lines = |paths: &super::move_tables::Paths| {
                    paths.fixed_hops.is_empty() && !paths.has_walks()
                };
                on_lines(&tables.quiet) && on_lines(&tables.capture)
            })
    }

    /// Pawns on their own first rank neither move nor capture, unless the game frees them.
    fn restrict_pawn(&self, tables: &mut MoveTables, color: Color) {
        if self.first_rank != FirstRank::Triple {
            tables.capture.forbid_from(self.first_rank_of(color));
            tables.quiet.forbid_from(self.first_rank_of(color));
        }
    }

    /// The square that is to Black what this one is to White: mirrored on the middle of the board, or,
    /// where pawns turn, on the rising diagonal.
    pub const fn mirrored(&self, square: Square) -> Square {
        if self.zones.is_straight() {
            Square::at(square.file(), self.ranks - 1 - square.rank())
        } else {
            Square::at(square.rank(), square.file())
        }
    }

    /// The own first rank of a side.
    pub const fn first_rank_of(&self, color: Color) -> Bitboard {
        self.nth_rank_of(color, 0)
    }

    /// The n-th rank (0 = first) from a side's point of view.
    pub const fn nth_rank_of(&self, color: Color, n: u8) -> Bitboard {
        match color {
            Color::White => Bitboard::rank(n),
            Color::Black => Bitboard::rank(self.ranks - 1 - n),
        }
    }

    /// The rank on which a side's pawns promote.
    pub const fn last_rank_of(&self, color: Color) -> Bitboard {
        self.nth_rank_of(color, self.ranks - 1)
    }

    /// Piece types whose attack or loss decides the game.
    #[inline(always)]
    pub const fn royals(&self) -> PieceTypeSet {
        self.royals
    }

    /// How a piece moves.
    #[inline(always)]
    pub fn moves_of(&self, piece: Piece) -> &MoveTables {
        &self.move_tables[piece.index()]
    }

    /// The letter of a piece type, upper case; two characters for promoted forms.
    pub fn letter_of(&self, piece_type: PieceType) -> &str {
        self.men
            .get(piece_type.index())
            .map_or("?", |man| &man.letter)
    }

    /// The kind of an upper-case letter or promoted letter.
    pub fn type_of_letter(&self, letter: &str) -> Option<PieceType> {
        self.men
            .iter()
            .position(|man| man.letter == letter)
            .map(PieceType::new)
    }

    /// The letters of all men, for messages.
    pub fn letters(&self) -> String {
        self.men
            .iter()
            .map(|man| man.letter.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Whether the game has a condition.
    pub fn has(&self, condition: Condition) -> bool {
        self.conditions.contains(&condition)
    }
}
