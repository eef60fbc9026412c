//! The mate-picture bound: can the moves that are left still build any mate?
//!
//! A picture is a square of the king to be mated, together with a piece that attacks or blocks each of its flight squares and one that gives
//! check. The bound asks for every square that the king can reach in time whether such a picture can be built: an attacking piece
//! counts with everything that it attacks from a square within its reach on an empty board, a piece of the king's side with the flight
//! square that it blocks there, and each with the moves that it needs. Pawns count the captures and promotions on their way. A search
//! for a cover, within the moves that either side has left, decides. Everything is taken at its widest, so that a picture is
//! excluded only if there is none.
//!
//! Where the attacker has one piece beside the king, nothing pins a piece of the king's side, and nothing checks twice. Then no piece of the
//! king's side may be able to step to the square before the king on the line of the check, where it would interpose or capture. A cover is
//! searched for each such square, without blocks from which a piece can step there. A piece that can step there now has to be captured
//! or costs a move.

use super::cover::{ATTACKS, BLOCKS, Choice, Choices, Unit, can_cover};
use super::mate_net::{MateNet, only_slides};
use super::reach::Reach;
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::board::between;
use crate::position::Position;
use crate::problem::task::Task;
use crate::variant::{PathTables, Variant};
use arrayvec::ArrayVec;

/// The bit of the king's own square in a mask; the bits above it are its flights.
const KING: u32 = 1;

/// The line of a check.
#[derive(Clone, Copy)]
struct Line {
    /// The square before the king; the king's own if the check comes over none.
    before: Square,
    /// Whether the checking piece leaps, and so stands there, unless it checks over none.
    leaps: bool,
}

/// The line of a check; `None` if checks are not told apart.
type Check = Option<Line>;

/// The number of tables of parts: one for all checks together, and two for each square before the king, the king's own among them.
const TABLES: usize = 1 + 2 * 9;

/// The number of a table.
fn table_of(check: Check, king: Square) -> usize {
    let step = |to: u8, from: u8| usize::from(to + 1 - from);
    check.map_or(0, |Line { before, leaps }| {
        let square = 3 * step(before.file(), king.file()) + step(before.rank(), king.rank());
        1 + 2 * square + usize::from(leaps)
    })
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

/// The bound for one problem. Each thread has its own, since tables are filled when they are needed.
pub struct MatePictures<'a> {
    net: &'a MateNet,
    reach: Reach<'a>,
    variant: &'a Variant,
    /// By colour, kind, departure square and square of the king. A table is empty until it is needed.
    tables: [Vec<Part>; TABLES],
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
            tables: std::array::from_fn(|_| Vec::new()),
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
        let mut pieces: ArrayVec<(bool, usize), 64> = ArrayVec::new();
        for color in [attacker, !attacker] {
            let victims = pos.by_color(!color) & !pos.royals(!color);
            let captures = victims.count() as usize;
            for square in pos.by_color(color) {
                if square == king {
                    continue;
                }
                let Some(piece) = pos.at(square) else {
                    continue;
                };
                let place = self.reach.place(piece, square, captures);
                pieces.push((color == attacker, place));
            }
        }
        let royals = pos.royals(attacker);
        // If one piece alone can check: whether it only leaps.
        let single = self
            .is_single(pos, king)
            .then(|| self.only_leaps(&pieces, attacks));
        let mut possible = Bitboard::EMPTY;
        for at in kings {
            let moves = u32::from(self.king_moves[king.index()][at.index()]);
            if moves > defences {
                continue;
            }
            let zone = self.net.flights(at) | at.into();
            let forced = u32::from(self.kings_apart() && (royals & zone).any());
            if forced > attacks {
                continue;
            }
            let budget = [defences - moves, attacks - forced];
            let can_mate = if let Some(leaps) = single {
                let mut befores = befores(self.variant, at);
                befores.any(|before| {
                    let line = Line { before, leaps };
                    self.can_cover(&pieces, at, zone, Some(line), attacks, budget)
                })
            } else {
                self.can_cover(&pieces, at, zone, None, attacks, budget)
            };
            if can_mate {
                possible |= at.into();
                if !all {
                    return kings & !Bitboard((1 << at.index()) - 1);
                }
            }
        }
        possible
    }

    /// Whether one piece beside the king alone can check and pin, and nothing but movement says how checks are answered. Royal pieces of
    /// other kinds than the king to be mated could check, too.
    fn is_single(&self, pos: &Position, king: Square) -> bool {
        let attacker = self.net.attacker();
        let royals = pos.royals(attacker);
        let others = pos.by_color(attacker) & !royals;
        let alike = pos
            .at(king)
            .map_or(Bitboard::EMPTY, |king| pos.by_type(king.piece_type()));
        others.any()
            && !others.many()
            && (royals & !alike).is_empty()
            && self.variant.rules.conditions.is_empty()
    }

    /// Whether the attacker's pieces but the king, each with its side and place, only leap on all squares that they reach in `attacks` moves.
    fn only_leaps(&mut self, pieces: &[(bool, usize)], attacks: u32) -> bool {
        let (variant, attacker) = (self.variant, self.net.attacker());
        let rules = &variant.rules;
        let lineless = |(piece_type, _): &(PieceType, Bitboard)| {
            let capture = &variant.moves_of(Piece::new(attacker, *piece_type)).capture;
            rules.royals.contains(*piece_type) || only_slides(capture) && capture.lines.is_empty()
        };
        let mut places = pieces.iter().filter(|(attacks, _)| *attacks);
        places.all(|(_, place)| {
            let layers = self.reach.layers(*place).iter().take(attacks as usize + 1);
            layers.flatten().all(lineless)
        })
    }

    /// Whether the pieces, each with its side and place, can cover all squares of `zone` around the king on `at` within the budgets, by a
    /// check on a line.
    fn can_cover(
        &mut self,
        pieces: &[(bool, usize)],
        at: Square,
        zone: Bitboard,
        check: Check,
        captures: u32,
        mut budget: [u32; 2],
    ) -> bool {
        let mut units: ArrayVec<Unit, 64> = ArrayVec::new();
        let mut leaving: ArrayVec<usize, 64> = ArrayVec::new();
        for (index, (attacks, place)) in pieces.iter().enumerate() {
            let part = self.part(*attacks, *place, at, check);
            leaving.extend(part.must_leave.then_some(index));
            units.push(Unit {
                side: if *attacks { ATTACKS } else { BLOCKS },
                paid: 0,
                mask: part.standing,
                list: part.list,
            });
        }
        let full = (1 << zone.count()) - 1;
        if !can_cover(&self.choices, &mut units, full, budget) {
            return false;
        }
        // Each of the attacker's moves can capture one of those that have to leave. The others cost a move, whatever they do.
        let forced = (leaving.len() as u32).saturating_sub(captures);
        let blocks = &mut budget[usize::from(BLOCKS)];
        let Some(left) = blocks.checked_sub(forced) else {
            return false;
        };
        *blocks = left;
        for index in leaving {
            units[index].paid = 1;
        }
        forced == 0 || can_cover(&self.choices, &mut units, full, budget)
    }

    /// Whether kings can never stand side by side.
    fn kings_apart(&self) -> bool {
        !self.variant.rules.conditions.qualify_attacks()
    }

    /// What a piece can do, from the tables.
    #[inline]
    fn part(&mut self, attacks: bool, place: usize, king: Square, check: Check) -> Part {
        let table = &mut self.tables[table_of(check, king)];
        if table.is_empty() {
            *table = vec![Part::default(); self.reach.places() * Square::COUNT];
        }
        let known = table[place * Square::COUNT + king.index()];
        if known.list != Choices::NONE {
            return known;
        }
        self.compute(attacks, place, king, check)
    }

    #[cold]
    fn compute(&mut self, attacks: bool, place: usize, king: Square, check: Check) -> Part {
        let variant = self.variant;
        let color = if attacks {
            self.net.attacker()
        } else {
            !self.net.attacker()
        };
        let from = Square::new((place % Square::COUNT) as u8);
        let flights = self.net.flights(king);
        let mut found: Vec<Choice> = Vec::new();
        let (mut standing, mut must_leave) = (0, !attacks && check.is_some());
        let apart = self.kings_apart();
        for (moves, layer) in self.reach.layers(place).iter().enumerate() {
            let moves = u8::try_from(moves).unwrap_or(u8::MAX);
            for (piece_type, squares) in layer {
                let piece = Piece::new(color, *piece_type);
                let royal = variant.rules.royals.contains(*piece_type);
                let apart = royal && attacks && apart;
                let cost = moves - u8::from(moves > 0 && apart && flights.contains(from));
                for at in *squares {
                    let can_answer =
                        |line: Line| line.before != king && answers(variant, piece, at, line);
                    let would_answer = !attacks && check.is_some_and(can_answer);
                    must_leave &= would_answer || moves > 0;
                    let mask = if would_answer {
                        0
                    } else if !attacks {
                        mask(flights, king, flights & at.into())
                    } else if at == king || apart && flights.contains(at) {
                        0
                    } else {
                        let attack = self.net.piece(*piece_type).attack[at.index()];
                        let mask = mask(flights, king, attack);
                        let comes =
                            |line: Line| line.before == square_before(variant, piece, at, king);
                        if check.is_none_or(comes) {
                            mask
                        } else {
                            mask & !KING
                        }
                    };
                    let stands = moves == 0 && at == from;
                    let (mut mask, mut cost) = (mask, cost);
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
        self.tables[table_of(check, king)][place * Square::COUNT + king.index()] = part;
        part
    }
}

/// The squares over which a single piece can give check to a king, and the king's own for a check over none.
fn befores(variant: &Variant, king: Square) -> impl Iterator<Item = Square> + use<> {
    let near = around(king) & variant.rules.board.squares();
    (near | king.into()).into_iter()
}

/// The squares that touch a square.
fn around(square: Square) -> Bitboard {
    let square = Bitboard::from(square);
    let row = square | square.east() | square.west();
    (row | row.ahead(Color::White) | row.ahead(Color::Black)) & !square
}

/// The square before the king on the line by which a piece checks it, as in [`Line`].
fn square_before(variant: &Variant, piece: Piece, at: Square, king: Square) -> Square {
    let capture = &variant.moves_of(piece).capture;
    let on_line = |before: &Square| {
        let closes = || !capture.targets(at, (*before).into()).contains(king);
        *before == at || between(king, at).contains(*before) && closes()
    };
    let mut found = around(king).into_iter().filter(|_| only_slides(capture));
    found.find(on_line).unwrap_or(king)
}

/// Whether a piece on `at` checks a king only by its own last move: no square lies between them from which another piece could have gone.
fn checks_by_moving(variant: &Variant, piece: Piece, at: Square, king: Square) -> bool {
    let slides = only_slides(&variant.moves_of(piece).capture);
    slides && variant.rules.conditions.is_empty() && between(at, king).is_empty()
}

/// Whether a piece on `at` could answer a check on a line, whatever else stands on the board.
fn answers(variant: &Variant, piece: Piece, at: Square, line: Line) -> bool {
    let tables = variant.moves_of(piece);
    let steps = |paths: &PathTables| {
        only_slides(paths) && paths.targets(at, Bitboard::ALL).contains(line.before)
    };
    at == line.before || steps(&tables.capture) && (line.leaps || steps(&tables.quiet))
}

/// The mask of the squares in `covered`: the king's own, then its flights in their order.
fn mask(flights: Bitboard, king: Square, covered: Bitboard) -> u32 {
    let own = if covered.contains(king) { KING } else { 0 };
    let flights = flights.into_iter().enumerate();
    flights
        .filter(|(_, square)| covered.contains(*square))
        .fold(own, |mask, (at, _)| mask | KING << (at + 1))
}
