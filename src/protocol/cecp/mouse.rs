//! Moves made by mouse: the player picks a piece up, clicks other squares if necessary, and puts it down.
//!
//! Each legal leg has a list of squares to click (`Path`), by which it is recognised in XBoard's texts; the squares that can be
//! clicked next are coloured. Squares in between are: the victim of a shot; the hurdles, where several hops have the same squares;
//! in Dynamo the displaced piece and its new square. XBoard removes the pieces clicked in between from its board; the completion
//! plies restore them.

use super::ply::Act;
use super::screen::Screen;
use super::setup;
use super::showing::own_letter;
use crate::base::{Bitboard, Move, MoveKind, Piece, Square};
use crate::position::Position;
use crate::rules::{self, Displacement, MoveError, displaced, push_pull_targets};

/// The number of squares clicked in between that XBoard remembers.
const MOST_TOUCHED: usize = 2;

/// A leg and the squares to click for it, from the piece's own square to the one where it is put down.
pub struct Path {
    pub squares: Vec<Square>,
    pub leg: Move,
}

impl Path {
    fn new(clicked: &[Square], to: Square, leg: Move) -> Self {
        let squares = [clicked, &[to]].concat();
        Self { squares, leg }
    }
}

/// The paths of all legal legs of a piece.
pub fn paths(pos: &Position, from: Square) -> Vec<Path> {
    if rules::pushes_and_pulls(pos.variant()) {
        return paths_of_displacements(pos, from);
    }
    let mut paths = Vec::new();
    let mut legs = Vec::new();
    for leg in &rules::legal_moves_from(pos, from) {
        if leg.kind() == MoveKind::Shot {
            paths.push(Path::new(&[from, leg.to()], from, *leg));
            continue;
        }
        let ways = rules::ways(pos, *leg).into_iter();
        let ways = ways.map(|way| way.into_iter().collect()).collect();
        legs.push(Hop { leg: *leg, ways });
    }
    let mut open = vec![(vec![from], legs)];
    while let Some((clicked, legs)) = open.pop() {
        paths.extend(
            legs.iter()
                .map(|hop| Path::new(&clicked, hop.leg.to(), hop.leg)),
        );
        if clicked.len() > MOST_TOUCHED {
            continue;
        }
        for touched in deciding(&legs)
            .into_iter()
            .filter(|at| !clicked.contains(at))
        {
            let further = [&clicked[..], &[touched]].concat();
            // If the first piece clicked in between can also be captured, a second click on it captures it.
            let captures = legs
                .iter()
                .filter(|hop| hop.leg.to() == touched && clicked.len() == 1);
            paths.extend(captures.map(|hop| Path::new(&further, touched, hop.leg)));
            let fitting = legs.iter().filter_map(|hop| hop.over(touched)).collect();
            open.push((further, fitting));
        }
    }
    paths
}

/// A leg and the pieces that it can leap over.
struct Hop {
    leg: Move,
    ways: Vec<Bitboard>,
}

impl Hop {
    /// The hop with the piece on `touched` fixed as one of its hurdles, if that is possible.
    fn over(&self, touched: Square) -> Option<Self> {
        let ways = self
            .ways
            .iter()
            .copied()
            .filter(|way| way.contains(touched));
        let (leg, ways) = (self.leg, ways.collect::<Vec<_>>());
        (!ways.is_empty()).then_some(Self { leg, ways })
    }
}

/// The hurdles by which legs with the same squares differ.
fn deciding(legs: &[Hop]) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    for hop in legs {
        let rivals = || legs.iter().filter(|rival| same_squares(hop.leg, rival.leg));
        if rivals().count() > 1 {
            let ways = || rivals().flat_map(|rival| &rival.ways);
            let any = ways().fold(Bitboard::EMPTY, |all, way| all | *way);
            let each = ways().fold(Bitboard::ALL, |all, way| all & *way);
            found |= any & !each;
        }
    }
    found
}

/// Whether two legs are equal except for the pieces that they leap over.
pub fn same_squares(one: Move, other: Move) -> bool {
    one.with_detail(0) == other.with_detail(0)
}

/// The paths of a piece in Dynamo. If it moves alone, it is put down on its new square; a piece whose square it takes is clicked
/// directly. Otherwise the displaced piece is clicked first, then its new square and, if that leaves a choice, the new square of
/// the held piece (its own square if it stays).
fn paths_of_displacements(pos: &Position, held: Square) -> Vec<Path> {
    let legs = rules::legal_moves(pos);
    let mut paths = Vec::new();
    for leg in &legs {
        let pieces = displaced(*leg);
        let to = pieces
            .iter()
            .find(|piece| piece.from == held)
            .and_then(|piece| piece.to);
        let by_drag = |to: &Square| {
            pieces.len() == 1 || pos.at(*to).is_some() && leg.kind() != MoveKind::Castle
        };
        paths.extend(to.filter(by_drag).map(|to| Path::new(&[held], to, *leg)));
    }
    for other in pos.occupied().into_iter().filter(|other| *other != held) {
        let hops = legs.iter().filter(|leg| leg.kind() != MoveKind::Castle);
        let hops = hops.filter_map(|leg| Some((touching(pos, held, other, *leg)?, *leg)));
        let hops: Vec<_> = hops.collect();
        for ((first, second), leg) in &hops {
            let rivals = || hops.iter().filter(|(squares, _)| squares.0 == *first);
            let is_default =
                first == second || rivals().all(|((first, second), _)| first != second);
            if is_default {
                paths.push(Path::new(&[held, other], *first, *leg));
            }
            if rivals().count() > 1 {
                paths.push(Path::new(&[held, other, *first], *second, *leg));
            }
        }
    }
    paths
}

/// The squares to click for the two pieces of a leg of Dynamo: the touched piece's, then the held piece's. A touched piece that
/// goes over the edge counts as moving to the held piece's square if that piece stays, else as staying. A held piece that goes over
/// the edge counts as staying or, if the touched piece takes its square, as moving to the touched piece's square. A click on the
/// enemy king sends the held piece off the board alone.
fn touching(pos: &Position, held: Square, touched: Square, leg: Move) -> Option<(Square, Square)> {
    let pieces = displaced(leg);
    let of = |square: Square| pieces.iter().find(|piece| piece.from == square);
    match (of(held), of(touched)) {
        (None, Some(other)) => {
            let first = other.to.unwrap_or(held);
            let aims = pieces.len() == 1 && push_pull_targets(pos, held).contains(touched);
            aims.then_some((first, first))
        }
        (Some(own), Some(other)) => {
            let first = other.to.unwrap_or(touched);
            let over = if first == held { touched } else { held };
            Some((first, own.to.unwrap_or(over)))
        }
        (Some(Displacement { to: None, .. }), None) if pieces.len() == 1 => {
            let royals = pos.variant().rules.royals;
            let king = pos
                .at(touched)
                .filter(|it| royals.contains(it.piece_type()))?;
            (king.color() != pos.side_to_move()).then_some((held, held))
        }
        _ => None,
    }
}

/// The legal legs whose path consists of the squares of `act`; if there are several, its letter chooses among them.
pub fn legs(screen: &Screen, pos: &Position, act: Act) -> Vec<Move> {
    let squares = act.squares();
    let paths = paths(pos, act.from)
        .into_iter()
        .filter(|path| path.squares == squares);
    let mut legs: Vec<Move> = paths.map(|path| path.leg).collect();
    let us = pos.side_to_move();
    let fits = |leg: &Move| {
        let into = leg.piece_type().map(|into| Piece::new(us, into));
        into.is_none_or(|into| screen.table.suffix(us, into) == act.letter)
    };
    if legs.len() > 1 && act.letter.is_some() {
        legs.retain(fits);
    }
    legs
}

/// The leg that is meant: the only one or, as no piece was clicked in between, the only one without hurdles.
///
/// # Errors
/// [`MoveError::Ambiguous`] if several could be meant.
pub fn only(pos: &Position, legs: &[Move], text: &str) -> Result<Move, MoveError> {
    let steps = |leg: &&Move| rules::ways(pos, **leg).iter().any(Vec::is_empty);
    let mut stepping = legs.iter().filter(steps);
    match (legs, stepping.next(), stepping.next()) {
        ([mv], ..) | (_, Some(mv), None) => Ok(*mv),
        _ => Err(MoveError::ambiguous(pos, text, legs)),
    }
}

/// The colour letter of `highlight` for a piece on board B.
const ON_BOARD_B: char = 'g';

/// The line that marks the pieces of board B, in games that have two boards.
pub fn boards(pos: &Position) -> Option<String> {
    let two = pos.variant().rules.capabilities.two_boards;
    two.then(|| highlight(pos, |_| None))
}

fn highlight(pos: &Position, colour: impl Fn(Square) -> Option<char>) -> String {
    let marked = |at: Square| pos.board_b().contains(at).then_some(ON_BOARD_B);
    setup::highlight(pos.variant(), |at| colour(at).or_else(|| marked(at)))
}

/// The `highlight` line after a square is clicked, and the squares clicked so far. Yellow: quiet moves. Red: captures, and squares
/// clicked before. Cyan: squares from which the move continues. Magenta: the piece must promote to its promoted form, which XBoard
/// then shows. Blue: the piece changes its type or colour without a choice; XBoard then asks what it becomes
/// ([`choice`]).
pub fn lifted(
    screen: &Screen,
    pos: &Position,
    square: Square,
    before: &[Square],
) -> (String, Vec<Square>) {
    let from = *before.first().unwrap_or(&square);
    let clicked = [before, &[square]].concat();
    let mut paths = paths(pos, from);
    let next = clicked.len();
    paths.retain(|path| path.squares.len() > next && path.squares.starts_with(&clicked));
    let displaces = rules::pushes_and_pulls(pos.variant());
    if paths.is_empty() && !before.is_empty() && !displaces {
        return lifted(screen, pos, square, &[]);
    }
    let line = highlight(pos, |at| {
        let mut to = paths.iter().filter(|path| path.squares[next] == at);
        let leg = to.clone().next()?.leg;
        Some(if to.any(|path| path.squares.len() > next + 1) {
            'C'
        } else if clicked.contains(&at) {
            'R'
        } else if displaces {
            'Y'
        } else if rules::is_to_promoted_form(pos.variant(), leg) {
            'M'
        } else if becomes(screen, pos, leg).is_some() {
            'B'
        } else if rules::is_capture(pos, leg) {
            'R'
        } else {
            'Y'
        })
    });
    (line, clicked)
}

/// The `highlight` line of the squares where a piece in hand can be dropped.
pub fn taken_up(pos: &Position, piece: Piece) -> String {
    let moves = rules::legal_moves(pos);
    let drops = moves.iter().filter(|mv| {
        mv.kind() == MoveKind::Drop
            && mv.piece_type() == Some(piece.piece_type())
            && piece.color() == pos.side_to_move()
    });
    let squares: Bitboard = drops.map(|mv| mv.to()).collect();
    highlight(pos, |at| squares.contains(at).then_some('Y'))
}

/// The letter of the piece that the moving piece becomes, if the leg changes it without a choice.
fn becomes(screen: &Screen, pos: &Position, leg: Move) -> Option<char> {
    let changes = screen.table.effects
        && leg.piece_type().is_none()
        && !rules::pushes_and_pulls(pos.variant());
    changes.then(|| own_letter(screen, pos, leg))?
}

/// The `choice` line after a piece that changes is put down: the letter of the piece that it becomes, or the letters to choose
/// from. Only games with effects need this line.
pub fn choice(screen: &Screen, pos: &Position, from: Square, to: Square) -> Option<String> {
    let us = pos.side_to_move();
    let mut letters = String::new();
    let moves = rules::legal_moves_from(pos, from);
    for leg in moves
        .iter()
        .filter(|leg| leg.to() == to && screen.table.effects)
    {
        let letter = match leg.piece_type() {
            Some(piece_type) => screen.table.suffix(us, Piece::new(us, piece_type)),
            None => becomes(screen, pos, *leg),
        };
        let letter = letter.map(|letter| letter.to_ascii_uppercase());
        letters.extend(letter.filter(|letter| !letters.contains(*letter)));
    }
    (!letters.is_empty()).then(|| format!("choice {letters}"))
}
