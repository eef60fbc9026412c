//! The mate-picture bound: can the moves that are left still build any mate?
//!
//! A picture is a square of the king to be mated, together with a piece that attacks or blocks each of its flight squares and one that gives
//! check. The bound asks for every square that the king can reach in time whether such a picture can be built: an attacking piece
//! counts with everything that it attacks from a square within its reach on an empty board, a piece of the king's side with the flight
//! square that it blocks there, and each with the moves that it needs. Pawns count the captures and promotions on their way. A search
//! for a cover, within the moves that either side has left, decides. Everything is taken at its widest, so that a picture is
//! excluded only if there is none.
//!
//! Where the attacker has few pieces beside the king, each check is tried on its own: a kind and square of one of them. No piece of the king's
//! side may be able to step to that square, where it would capture, or to one on the line of the check, where it would interpose. A cover is
//! searched without blocks from which a piece can do that. A piece that can do so where it stands now has to be captured or costs a move.
//! All this does not hold where that piece is pinned or where another piece checks, too. Then two pieces attack the king's square on an
//! empty board, and both have to come to such squares in time.

use super::cover::{ATTACKS, BLOCKS, Choice, Choices, Unit, can_cover};
use super::mate_net::{MateNet, only_slides};
use super::reach::Reach;
use crate::base::{Bitboard, MAX_PIECE_TYPES, Piece, Square};
use crate::board::between;
use crate::position::Position;
use crate::problem::task::Task;
use crate::variant::{PathTables, Variant};
use arrayvec::ArrayVec;
use std::collections::BTreeMap;
use std::sync::Arc;

/// With more pieces beside the attacker's king, checks are not told apart.
const MOST_CHECKERS: usize = 3;
/// Nor in problems with more pieces, unless only one can check: an `h#4` with two checkers and 17 pieces takes 1.3 times as long with that.
const MOST_PIECES: u32 = 16;

/// The bit of the king's own square in a mask; the bits above it are its flights.
const KING: u32 = 1;

/// The line of a check.
#[derive(Clone, Copy)]
struct Line {
    /// The square of the checking piece.
    from: Square,
    /// The squares on which a piece that comes there closes the line.
    between: Bitboard,
}

impl Line {
    /// The line from a piece to the king.
    fn of(variant: &Variant, piece: Piece, from: Square, king: Square) -> Self {
        let capture = &variant.moves_of(piece).capture;
        let closes = |at: &Square| !capture.targets(from, (*at).into()).contains(king);
        let slides = only_slides(capture);
        let between = between(from, king).into_iter().filter(|_| slides);
        Self {
            from,
            between: between.filter(closes).collect(),
        }
    }

    /// The squares from which a piece could answer the check, or closes the line, whatever else stands on the board.
    fn answering(self, variant: &Variant, piece: Piece) -> Bitboard {
        let tables = variant.moves_of(piece);
        let steps = |paths: &PathTables, at: Square| {
            if only_slides(paths) {
                paths.targets(at, Bitboard::ALL)
            } else {
                Bitboard::EMPTY
            }
        };
        let answers = |at: &Square| {
            steps(&tables.capture, *at).contains(self.from)
                || steps(&tables.quiet, *at).intersects(self.between)
        };
        let squares = variant.rules.board.squares().into_iter();
        squares.filter(answers).collect::<Bitboard>() | self.squares()
    }

    fn squares(self) -> Bitboard {
        self.between | self.from.into()
    }
}

/// A check that a piece can give.
struct Check {
    /// The moves that the piece needs.
    cost: u8,
    /// What the piece covers.
    mask: u32,
    /// The number of the table for the other pieces.
    table: usize,
}

/// What pieces can do for pictures of one square of the king.
struct Table {
    king: Square,
    /// The line of the check; `None` if checks are not told apart.
    line: Option<Line>,
    /// By number of the place, as far as they have been needed.
    parts: Vec<Part>,
    /// By type, as far as they have been needed: from where a piece of the king's side answers the check.
    answering: [Option<Bitboard>; MAX_PIECE_TYPES],
}

impl Table {
    fn new(king: Square, line: Option<Line>) -> Self {
        Self {
            king,
            line,
            parts: Vec::new(),
            answering: [None; MAX_PIECE_TYPES],
        }
    }

    /// The squares from which a piece of the king's side answers the check; none if checks are not told apart.
    fn answering(&mut self, variant: &Variant, piece: Piece) -> Bitboard {
        let Some(line) = self.line else {
            return Bitboard::EMPTY;
        };
        let known = &mut self.answering[piece.piece_type().index()];
        *known.get_or_insert_with(|| line.answering(variant, piece))
    }
}

/// The moves of a piece that leaves its square and comes back.
const THERE_AND_BACK: u8 = 2;

/// What a piece can do for pictures of one square of the king.
#[derive(Clone, Copy, Default)]
struct Part {
    /// The list of its choices; none before they are computed.
    list: u32,
    /// What the piece covers without a move.
    standing: u32,
    /// Whether the piece would answer the check if it did not move.
    must_leave: bool,
}

/// What stands on the board beside the king to be mated.
struct Scene {
    /// The attacker's pieces, then the others: whether they attack, and the numbers of their places.
    pieces: ArrayVec<(bool, usize), 64>,
    /// The numbers for the attacker's pieces that can check; none if checks are not told apart.
    checkers: ArrayVec<usize, MOST_CHECKERS>,
    /// The attacker's moves.
    attacks: u32,
    /// Whether a capture en passant may be possible.
    passing: bool,
}

/// The bound for one problem. Each thread has its own, since tables are filled when they are needed.
pub struct MatePictures<'a> {
    net: &'a MateNet,
    reach: Reach<'a>,
    variant: &'a Variant,
    /// The places that have been met, in that order: tables are filled for few of all places.
    places: Vec<usize>,
    /// The numbers of these, by place.
    numbers: Vec<Option<u16>>,
    /// For each square of the king, checks not told apart, then for those checks that have been needed.
    tables: Vec<Table>,
    /// The indices of the latter: by the king, the checking piece and the squares between.
    of_checks: BTreeMap<(Square, Square, u64), usize>,
    /// With more pieces beside the attacker's king, checks are not told apart.
    most_checkers: u32,
    /// The checks of pieces, by square of the king and number, as far as they have been needed.
    checks: Vec<Vec<Option<Arc<[Check]>>>>,
    choices: Choices,
    /// The moves that the king to be mated needs from one square to another.
    king_moves: Vec<[u8; 64]>,
}

impl<'a> MatePictures<'a> {
    /// The bound for mates by the attacker of a mate-net bound; `None` if pieces can change otherwise than by promotion.
    pub fn of(task: &'a Task, net: &'a MateNet) -> Option<Self> {
        let variant = task.position.variant();
        let rules = &variant.rules;
        if !net.condition_bounds.only_movement() || rules.castling.anywhere {
            return None;
        }
        let reach = Reach::of(task);
        let mut pictures = Self {
            net,
            variant,
            places: Vec::new(),
            numbers: vec![None; reach.places()],
            tables: Square::all().map(|king| Table::new(king, None)).collect(),
            of_checks: BTreeMap::new(),
            most_checkers: if task.position.occupied().count() <= MOST_PIECES {
                MOST_CHECKERS as u32
            } else {
                1
            },
            checks: vec![Vec::new(); Square::COUNT],
            reach,
            choices: Choices::new(),
            king_moves: vec![[u8::MAX; 64]; Square::COUNT],
        };
        let king = task.position.royals(!net.attacker()).first()?;
        let king = task.position.at(king)?;
        for from in rules.board.squares() {
            let place = pictures.reach.place(king, from, 0);
            for (moves, layer) in pictures.reach.layers(place).iter().enumerate() {
                for to in layer.iter().flat_map(|(_, squares)| *squares) {
                    let known = &mut pictures.king_moves[from.index()][to.index()];
                    *known = (*known).min(u8::try_from(moves).unwrap_or(u8::MAX));
                }
            }
        }
        Some(pictures)
    }

    /// The squares among `kings` on which the king can still be mated, if the attacker has `attacks` moves left and the king's side
    /// `defences`. Unless `all` are asked for, squares behind the first possible one are not tested and stay.
    pub fn possible(
        &mut self,
        pos: &Position,
        attacks: u32,
        defences: u32,
        kings: Bitboard,
        all: bool,
    ) -> Bitboard {
        let attacker = self.net.attacker();
        let Some(king) = pos.royals(!attacker).first() else {
            return kings;
        };
        let scene = self.scene(pos, king, attacks);
        let royals = pos.royals(attacker);
        let mut possible = Bitboard::EMPTY;
        for at in kings {
            let moves = u32::from(self.king_moves[king.index()][at.index()]);
            if moves > defences {
                continue;
            }
            let zone = self.net.flights(at);
            let forced = u32::from(self.kings_apart() && (royals & zone).any());
            if forced > attacks {
                continue;
            }
            let budget = [defences - moves, attacks - forced];
            let can_mate = self.can_cover(&scene, at.index(), None, budget)
                && (scene.checkers.is_empty() || self.can_check(&scene, at, budget));
            if can_mate {
                possible |= at.into();
                if !all {
                    return kings & !Bitboard((1 << at.index()) - 1);
                }
            }
        }
        possible
    }

    /// What stands on the board beside the king to be mated.
    fn scene(&mut self, pos: &Position, king: Square, attacks: u32) -> Scene {
        let attacker = self.net.attacker();
        let mut scene = Scene {
            pieces: ArrayVec::new(),
            checkers: ArrayVec::new(),
            attacks,
            passing: pos.state().en_passant.any(),
        };
        let checkers = self.checkers(pos, king);
        for color in [attacker, !attacker] {
            let victims = pos.by_color(!color) & !pos.royals(!color);
            for square in pos.by_color(color) & !Bitboard::from(king) {
                let Some(piece) = pos.at(square) else {
                    continue;
                };
                let place = self.reach.place(piece, square, victims.count() as usize);
                let number = self.number(place);
                if checkers.contains(square) {
                    scene.checkers.push(number);
                }
                scene.pieces.push((color == attacker, number));
            }
        }
        scene
    }

    /// The number of a place.
    #[inline]
    fn number(&mut self, place: usize) -> usize {
        let next = self.places.len() as u16;
        let number = *self.numbers[place].get_or_insert(next);
        if number == next {
            self.places.push(place);
        }
        number.into()
    }

    /// The attacker's pieces that can check and pin, if they are few and nothing but movement says how checks are answered. Royal pieces of other
    /// kinds than the king to be mated could check, too.
    fn checkers(&self, pos: &Position, king: Square) -> Bitboard {
        let attacker = self.net.attacker();
        let royals = pos.royals(attacker);
        let others = pos.by_color(attacker) & !royals;
        let alike = pos
            .at(king)
            .map_or(Bitboard::EMPTY, |king| pos.by_type(king.piece_type()));
        let is_told_apart = others.count() <= self.most_checkers
            && (royals & !alike).is_empty()
            && self.variant.rules.conditions.is_empty();
        if is_told_apart {
            others
        } else {
            Bitboard::EMPTY
        }
    }

    /// Whether a piece of the attacker can give a check on a square of the king, for which the pieces can cover the flights within the budgets.
    fn can_check(&mut self, scene: &Scene, at: Square, [defences, attacks]: [u32; 2]) -> bool {
        let left = |check: &Check| attacks.checked_sub(check.cost.into());
        let all = scene.checkers.iter();
        let all: ArrayVec<(usize, Arc<[Check]>), MOST_CHECKERS> = all
            .map(|checker| (*checker, self.checks(*checker, at)))
            .collect();
        for (checker, checks) in &all {
            for (check, left) in checks.iter().map_while(|check| Some((check, left(check)?))) {
                let checking = Some((*checker, check.mask));
                if self.can_cover(scene, check.table, checking, [defences, left]) {
                    return true;
                }
            }
        }
        for (checker, checks) in &all {
            let others = all.iter().filter(|(other, _)| other != checker);
            let least = others.filter_map(|(_, checks)| checks.first());
            let Some(least) = least.map(|check| u32::from(check.cost)).min() else {
                continue;
            };
            for (check, left) in checks.iter().map_while(|check| Some((check, left(check)?))) {
                // Another piece attacks the king's square, too.
                let checking = Some((*checker, check.mask & !KING));
                if least <= left && self.can_cover(scene, at.index(), checking, [defences, left]) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the pieces can cover the king's square and all flights within the budgets. The checking piece, if it is told apart, covers a
    /// mask.
    fn can_cover(
        &mut self,
        scene: &Scene,
        table: usize,
        checking: Option<(usize, u32)>,
        mut budget: [u32; 2],
    ) -> bool {
        let zone = self.net.flights(self.tables[table].king).count() + 1;
        let mut full = (1 << zone) - 1;
        let mut units: ArrayVec<Unit, 64> = ArrayVec::new();
        // The units of pieces that have to leave, and the numbers of these.
        let mut leaving: ArrayVec<(usize, usize), 64> = ArrayVec::new();
        for (attacks, number) in &scene.pieces {
            let part = match checking {
                Some((checking, mask)) if *attacks && checking == *number => Part {
                    standing: mask,
                    ..Part::default()
                },
                _ => self.part(*attacks, *number, table),
            };
            let unit = Unit {
                side: if *attacks { ATTACKS } else { BLOCKS },
                paid: 0,
                mask: part.standing,
                list: part.list,
            };
            if part.must_leave {
                leaving.push((units.len(), *number));
            } else if self.choices.able(unit, budget) & full == 0 {
                // It stays.
                full &= !part.standing;
                continue;
            }
            units.push(unit);
        }
        if !can_cover(&self.choices, &mut units, full, budget) {
            return false;
        }
        let Some((checking, _)) = checking.filter(|_| !leaving.is_empty()) else {
            return true;
        };
        // Each of the attacker's moves can capture one of those that have to leave. The others cost a move, whatever they do.
        let line = self.tables[table].line;
        let targets = self.targets(scene, checking, line, budget[usize::from(ATTACKS)]);
        let places = leaving.iter().map(|(_, number)| self.places[*number]);
        let taken = places.filter(|place| targets.contains(Reach::square(*place)));
        let captures = (taken.count() as u32).min(scene.attacks);
        let forced = leaving.len() as u32 - captures;
        let blocks = &mut budget[usize::from(BLOCKS)];
        let Some(left) = blocks.checked_sub(forced) else {
            return false;
        };
        *blocks = left;
        for (unit, _) in leaving {
            units[unit].paid = 1;
        }
        forced == 0 || can_cover(&self.choices, &mut units, full, budget)
    }

    /// The squares on which the attacker can capture if his piece numbered `checking` checks on a line and the others have `left` moves.
    fn targets(
        &mut self,
        scene: &Scene,
        checking: usize,
        line: Option<Line>,
        left: u32,
    ) -> Bitboard {
        if scene.passing {
            return Bitboard::ALL;
        }
        let mut targets = line.map_or(Bitboard::EMPTY, |line| line.from.into());
        for (attacks, number) in &scene.pieces {
            if !*attacks {
                break;
            }
            let place = self.places[*number];
            targets |= if *number == checking {
                // One more move leads to the check.
                self.reach.within(place, scene.attacks.saturating_sub(1))
            } else {
                // A move that separates the kings is counted apart.
                self.reach.within(place, left + 1)
            };
        }
        targets
    }

    /// Whether kings can never stand side by side.
    fn kings_apart(&self) -> bool {
        !self.variant.rules.conditions.qualify_attacks()
    }

    /// What a piece can do, from the tables.
    #[inline]
    fn part(&mut self, attacks: bool, number: usize, table: usize) -> Part {
        match self.tables[table].parts.get(number) {
            Some(known) if known.list != Choices::NONE => *known,
            _ => self.compute(attacks, number, table),
        }
    }

    /// The checks that a piece can give to a king on a square, by the moves that it needs.
    fn checks(&mut self, number: usize, king: Square) -> Arc<[Check]> {
        let known = &self.checks[king.index()];
        if let Some(Some(checks)) = known.get(number) {
            return Arc::clone(checks);
        }
        let checks = self.list_checks(self.places[number], king);
        let known = &mut self.checks[king.index()];
        if known.len() <= number {
            known.resize(number + 1, None);
        }
        known[number] = Some(Arc::clone(&checks));
        checks
    }

    #[cold]
    fn list_checks(&mut self, place: usize, king: Square) -> Arc<[Check]> {
        let variant = self.variant;
        let flights = self.net.flights(king);
        let from = Reach::square(place);
        let mut checks = Vec::new();
        let layers = self.reach.layers(place).to_vec();
        for (moves, layer) in layers.iter().enumerate() {
            for (piece_type, squares) in layer {
                let piece = Piece::new(self.net.attacker(), *piece_type);
                let attack = &self.net.piece(*piece_type).attack;
                for at in *squares & !Bitboard::from(king) {
                    let covered = attack[at.index()];
                    if !covered.contains(king) {
                        continue;
                    }
                    let stands = moves == 0 && at == from;
                    let cost = if stands && checks_by_moving(variant, piece, at, king) {
                        THERE_AND_BACK
                    } else {
                        u8::try_from(moves).unwrap_or(u8::MAX)
                    };
                    let line = Line::of(variant, piece, at, king);
                    checks.push(Check {
                        cost,
                        mask: mask(flights, king, covered),
                        table: self.table(king, line),
                    });
                }
            }
        }
        checks.sort_by_key(|check| check.cost);
        checks.into()
    }

    /// The index of the table for a line to the king.
    fn table(&mut self, king: Square, line: Line) -> usize {
        let next = self.tables.len();
        let key = (king, line.from, line.between.0);
        let table = *self.of_checks.entry(key).or_insert(next);
        if table == next {
            self.tables.push(Table::new(king, Some(line)));
        }
        table
    }

    #[cold]
    fn compute(&mut self, attacks: bool, number: usize, table: usize) -> Part {
        let variant = self.variant;
        let place = self.places[number];
        let apart = self.kings_apart();
        let table = &mut self.tables[table];
        let (king, line) = (table.king, table.line);
        let color = if attacks {
            self.net.attacker()
        } else {
            !self.net.attacker()
        };
        let from = Reach::square(place);
        let flights = self.net.flights(king);
        let mut found: Vec<Choice> = Vec::new();
        let (mut standing, mut must_leave) = (0, !attacks && line.is_some());
        let on_line = line.map_or(Bitboard::EMPTY, Line::squares);
        for (moves, layer) in self.reach.layers(place).iter().enumerate() {
            let moves = u8::try_from(moves).unwrap_or(u8::MAX);
            for (piece_type, squares) in layer {
                let piece = Piece::new(color, *piece_type);
                let royal = variant.rules.royals.contains(*piece_type);
                let apart = royal && attacks && apart;
                let cost = moves - u8::from(moves > 0 && apart && flights.contains(from));
                let useful = if attacks {
                    let beside = if apart { flights } else { Bitboard::EMPTY };
                    !(on_line | beside | king.into())
                } else {
                    let answering = table.answering(variant, piece);
                    must_leave &= moves > 0 || (*squares & !answering).is_empty();
                    flights & !answering
                };
                let attack = &self.net.piece(*piece_type).attack;
                for at in *squares & useful {
                    let covered = if attacks {
                        attack[at.index()]
                    } else {
                        at.into()
                    };
                    let (mut mask, mut cost) = (mask(flights, king, covered), cost);
                    let stands = moves == 0 && at == from;
                    if mask & KING != 0 && stands && checks_by_moving(variant, piece, at, king) {
                        standing = mask & !KING;
                        cost = THERE_AND_BACK;
                    } else if stands {
                        standing = mask;
                        mask = 0;
                    }
                    let is_known = found
                        .iter()
                        .any(|known| known.cost <= cost && mask & !known.mask == 0);
                    if mask != 0 && !is_known {
                        found.retain(|known| known.cost < cost || known.mask & !mask != 0);
                        found.push(Choice { cost, mask });
                    }
                }
            }
        }
        found.sort_by_key(|choice| choice.cost);
        let part = Part {
            list: self.choices.add(found),
            standing,
            must_leave,
        };
        if table.parts.len() <= number {
            table.parts.resize(number + 1, Part::default());
        }
        table.parts[number] = part;
        part
    }
}

/// Whether a piece on `at` checks a king only by its own last move: no square lies between them from which another piece could have gone.
fn checks_by_moving(variant: &Variant, piece: Piece, at: Square, king: Square) -> bool {
    let slides = only_slides(&variant.moves_of(piece).capture);
    slides && variant.rules.conditions.is_empty() && between(at, king).is_empty()
}

/// The mask of the squares in `covered`: the king's own, then its flights in their order.
fn mask(flights: Bitboard, king: Square, covered: Bitboard) -> u32 {
    let own = if covered.contains(king) { KING } else { 0 };
    let flights = flights.into_iter().enumerate();
    flights
        .filter(|(_, square)| covered.contains(*square))
        .fold(own, |mask, (at, _)| mask | KING << (at + 1))
}
