//! Completion plies: what XBoard has to be told after a ply so that its board is right again.
//!
//! XBoard shows that a piece goes from one square to another and takes what stands there. Whatever else a
//! move changes (its `Delta`) is shown by further plies: the owner of a wrong piece moves it home, changes
//! it in its place, or removes another piece without moving. Since XBoard's plies alternate between the
//! sides, null moves fill the gaps, and the same null moves keep the legs of one turn apart.
//!
//! The encoder compares boards and knows no variant: it takes what XBoard shows, what it should show and
//! who has to be on the move there, and each ply it chooses depends on these alone. So the receiver of
//! such plies can tell what is still to come, wherever a game is taken up.

use super::screen::{Act, Lettering, Placement, Ply, Shown, placement_of, plain};
use crate::base::{Color, Move, Piece, Square};
use crate::position::Position;
use crate::rules::{self, Event, Role};

/// More plies than any move needs; reached only if something cannot be shown.
const MOST: usize = 16;

/// What XBoard still has to be sent so that its board is right.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Completion {
    /// Nothing: the board is right, and the right side is on the move.
    Nothing,
    /// These plies, at least one.
    Plies(Vec<Ply>),
    /// No plies put these squares right, because pieces are missing.
    CannotBeShown(Vec<Square>),
}

/// What makes a board show `target` with `wanted` to move.
pub fn completion(
    table: &Lettering,
    shown: &Shown,
    mover: Color,
    target: &Placement,
    wanted: Color,
) -> Completion {
    let (mut shown, mut mover) = (shown.clone(), mover);
    let mut plies = Vec::new();
    let mut idle = 0;
    loop {
        let wrong = shown.wrong(target);
        if wrong.is_empty() && mover == wanted {
            return if plies.is_empty() {
                Completion::Nothing
            } else {
                Completion::Plies(plies)
            };
        }
        if plies.len() >= MOST || idle > 3 {
            return Completion::CannotBeShown(wrong);
        }
        let repair = Repair {
            table,
            shown: &shown,
            mover,
            target,
            wrong: &wrong,
        };
        let ply = repair.best(idle >= 2);
        idle = match ply {
            Ply::Null if !wrong.is_empty() => idle + 1,
            _ => 0,
        };
        let Some(next) = shown.after(table, mover, ply) else {
            return Completion::CannotBeShown(wrong);
        };
        shown = next;
        plies.push(ply);
        mover = !mover;
    }
}

/// A row of plies that has begun, with what completes it; `None` if that cannot be shown.
pub fn completed(mut begun: Vec<Ply>, rest: Completion) -> Option<Vec<Ply>> {
    match rest {
        Completion::Nothing => Some(begun),
        Completion::Plies(plies) => {
            begun.extend(plies);
            Some(begun)
        }
        Completion::CannotBeShown(_) => None,
    }
}

/// One ply to be chosen.
struct Repair<'a> {
    table: &'a Lettering,
    shown: &'a Shown,
    mover: Color,
    target: &'a Placement,
    wrong: &'a [Square],
}

impl Repair<'_> {
    fn due(&self, square: Square) -> Option<Piece> {
        self.target[square.index()]
    }

    /// The ply that leaves the fewest squares wrong; a null move if none helps. A desperate side also
    /// does what is bad to read for another engine.
    fn best(&self, desperate: bool) -> Ply {
        let mut acts = Vec::new();
        for from in self.own(self.wrong.iter().copied()) {
            self.change(from, &mut acts);
        }
        self.removals(desperate, &mut acts);
        let rate = |act: &Act| {
            let after = self.shown.after(self.table, self.mover, Ply::Act(*act))?;
            let wrong = after.wrong(self.target);
            let better = wrong.len() < self.wrong.len();
            let safe = wrong.iter().all(|square| self.wrong.contains(square));
            (better && safe).then_some((wrong.len(), act.letter.is_some(), act.via.is_some()))
        };
        let rated = acts.iter().filter_map(|act| Some((rate(act)?, *act)));
        let best = rated.min_by_key(|(rate, _)| *rate).map(|(_, act)| act);
        best.or_else(|| self.detour()).map_or(Ply::Null, Ply::Act)
    }

    fn own(&self, squares: impl Iterator<Item = Square>) -> impl Iterator<Item = Square> {
        squares.filter(|square| {
            self.shown
                .at(*square)
                .is_some_and(|piece| piece.color() == self.mover)
        })
    }

    /// Squares that show a piece where none is, and squares that lack theirs.
    fn surplus(&self) -> impl Iterator<Item = Square> + '_ {
        let shows =
            |square: &Square| self.shown.at(*square).is_some() && self.due(*square).is_none();
        self.wrong.iter().copied().filter(shows)
    }

    fn lacking(&self) -> impl Iterator<Item = Square> + '_ {
        let lacks =
            |square: &Square| self.shown.at(*square).is_none() && self.due(*square).is_some();
        self.wrong.iter().copied().filter(lacks)
    }

    /// The ply in which the piece of a square goes to another, or stays where it is, and is a certain piece
    /// there; `None` if there is no letter for that.
    fn act(&self, from: Square, via: Option<Square>, to: Square, into: Piece) -> Option<Act> {
        let unchanged = self.shown.at(from) == Some(into) && !self.table.promotes(into, to);
        let letter = self.table.suffix(self.mover, into).filter(|_| !unchanged);
        (unchanged || letter.is_some()).then_some(Act {
            from,
            via,
            to,
            letter,
        })
    }

    /// The ply in which a piece goes somewhere and stays what it is.
    fn plain(&self, piece: Piece, from: Square, to: Square) -> Option<Act> {
        let letter = if self.table.promotes(piece, to) {
            Some(self.table.suffix(self.mover, piece)?)
        } else {
            None
        };
        Some(Act {
            from,
            via: None,
            to,
            letter,
        })
    }

    /// What a wrong piece can do about itself: go where a piece is lacking, or change in its place. On the
    /// way it can take a piece along that is one too many.
    fn change(&self, from: Square, acts: &mut Vec<Act>) {
        if let Some(into) = self.due(from) {
            let vias = self
                .spare(from, from)
                .into_iter()
                .chain(self.empty_square());
            acts.extend(vias.filter_map(|via| self.act(from, Some(via), from, into)));
            return;
        }
        let lacking = self.lacking().next().is_some();
        let useful = |to: &Square| *to != from && !(lacking && self.shown.at(*to).is_some());
        for to in self.wrong.iter().copied().filter(useful) {
            let Some(into) = self.due(to) else { continue };
            let vias = self.spare(from, to).into_iter().map(Some);
            acts.extend(
                vias.chain([None])
                    .filter_map(|via| self.act(from, via, to, into)),
            );
        }
    }

    /// Pieces too many that nobody needs elsewhere, when one goes from a square to another.
    fn spare(&self, from: Square, to: Square) -> Vec<Square> {
        let surplus: Vec<Square> = self
            .surplus()
            .filter(|via| *via != from && *via != to)
            .collect();
        let lacking = self.lacking().filter(|square| *square != to).count();
        if surplus.len() > lacking {
            surplus
        } else {
            Vec::new()
        }
    }

    /// Any piece can remove another without moving. The text of such a ply is handed on wrongly to another
    /// engine if it removes a piece of the same side.
    fn removals(&self, desperate: bool, acts: &mut Vec<Act>) {
        if self.surplus().count() <= self.lacking().count() {
            return;
        }
        for via in self.surplus() {
            let theirs = self
                .shown
                .at(via)
                .is_some_and(|piece| piece.color() != self.mover);
            if !theirs && !desperate {
                continue;
            }
            let right = |square: &Square| !self.wrong.contains(square);
            let nearest = self
                .own(self.table.squares())
                .filter(right)
                .min_by_key(|square| square.steps_to(via));
            if let Some(from) = nearest
                && let Some(piece) = self.shown.at(from)
            {
                acts.extend(self.act(from, Some(via), from, piece));
            }
        }
    }

    /// A square to change a piece over: the last empty one.
    fn empty_square(&self) -> Option<Square> {
        self.table
            .squares()
            .rev()
            .find(|square| self.is_empty(*square))
    }

    /// Whether a square is empty and has to stay so.
    fn is_empty(&self, square: Square) -> bool {
        self.shown.at(square).is_none() && self.due(square).is_none()
    }

    /// The first half of a way home over another square, where XBoard does more with the direct one than it says: it takes
    /// a king's along its rank for castling, and a pawn's aside for a capture in passing.
    fn detour(&self) -> Option<Act> {
        let lost = |square: &Square| self.due(*square).is_none();
        let mut ways = self
            .own(self.wrong.iter().copied())
            .filter(lost)
            .flat_map(|from| self.lacking().map(move |home| (from, home)));
        ways.find_map(|(from, home)| self.half_way(from, home))
    }

    /// The ply to an empty square from which a piece can go home.
    fn half_way(&self, from: Square, home: Square) -> Option<Act> {
        let piece = self
            .due(home)
            .filter(|piece| self.shown.at(from) == Some(*piece))?;
        let goes = |shown: &Shown, from: Square, to: Square| {
            let act = self.plain(piece, from, to)?;
            let after = shown.after(self.table, self.mover, Ply::Act(act))?;
            after.differs_as_told(shown, act).then_some((after, act))
        };
        let free = |at: &Square| self.is_empty(*at) && !self.table.promotes(piece, *at);
        let mut free = self.table.squares().rev().filter(free);
        free.find_map(|stop| {
            let (there, act) = goes(self.shown, from, stop)?;
            let there = there.after(self.table, !self.mover, Ply::Null)?;
            goes(&there, stop, home).map(|_| act)
        })
    }
}

/// What XBoard shows of a leg by the ply of the piece that moves, from the leg's consequences.
struct Outline {
    /// That ply, without a letter.
    own: Ply,
    /// What the piece is on its arrival, if it stays there.
    becomes: Option<Piece>,
    /// What it promotes to.
    promotes: Option<Piece>,
    /// Whether XBoard moves a rook, too.
    castles: bool,
    /// Of a captured piece that comes back: where it stood, and where it stands then.
    returns: Option<(Square, Square)>,
}

impl Outline {
    fn of(table: &Lettering, pos: &Position, leg: Move) -> Self {
        let mut outline = Self {
            own: Ply::Null,
            becomes: None,
            promotes: None,
            castles: false,
            returns: None,
        };
        for what in rules::consequences(pos, leg) {
            let (square, piece) = (what.square, what.piece);
            let is_mover = what.role == Role::Mover;
            match what.event {
                Event::Moves(to) if is_mover => {
                    outline.own = Ply::Act(Act::plain(square, to));
                    outline.becomes = Some(plain(piece));
                }
                Event::Moves(_) => outline.castles = true,
                Event::Shoots(victim) => {
                    let via = Some(victim);
                    outline.own = Ply::Act(Act {
                        via,
                        ..Act::plain(square, square)
                    });
                    outline.becomes = Some(plain(piece));
                }
                Event::Drops => {
                    let letter = table.suffix(piece.color(), piece).unwrap_or('?');
                    outline.own = Ply::Drop(letter, square);
                    outline.becomes = Some(plain(piece));
                }
                Event::Promotes(into) if is_mover => {
                    outline.promotes = Some(plain(into));
                    outline.becomes = outline.promotes;
                }
                Event::ChangesType(into) | Event::ChangesColor(into) if is_mover => {
                    outline.becomes = Some(plain(into));
                }
                Event::Reborn(to) | Event::Transferred(to) if is_mover && to != square => {
                    outline.becomes = None;
                }
                Event::Returns(home) => outline.returns = Some((square, home)),
                // XBoard takes a captured piece off by itself and shows both boards on one; further plies show the rest.
                Event::Captured(_)
                | Event::Promotes(_)
                | Event::ChangesType(_)
                | Event::ChangesColor(_)
                | Event::Reborn(_)
                | Event::Transferred(_)
                | Event::Appears
                | Event::Vanishes
                | Event::PushedOff
                | Event::Crosses(_) => {}
            }
        }
        outline
    }

    /// The letter of the ply: what the piece becomes, as far as it stays where it arrives. So a piece that changes itself
    /// (Andernach, Einstein) needs no other ply.
    fn letter(&self, table: &Lettering, shown: &Shown, us: Color) -> Option<char> {
        let promotes = self.promotes.and_then(|piece| table.suffix(us, piece));
        let Ply::Act(act) = self.own else { return None };
        let arrives = shown.at(act.from);
        let promoted = |piece: Piece| table.promotes(piece, act.to);
        match self.becomes.filter(|_| table.effects && !self.castles) {
            None => promotes,
            becomes
                if promotes.is_none() && arrives == becomes && !arrives.is_some_and(promoted) =>
            {
                None
            }
            Some(becomes) => table.suffix(us, becomes).or(promotes),
        }
    }
}

/// The letter of a leg's own ply.
pub fn visible_letter(table: &Lettering, shown: &Shown, pos: &Position, leg: Move) -> Option<char> {
    Outline::of(table, pos, leg).letter(table, shown, pos.side_to_move())
}

/// The plies that show a leg, and which of them is the leg's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Showing {
    /// All plies; those of the leg's own side come first, third and so on.
    pub plies: Vec<Ply>,
    /// The index of the one in which the leg's piece moves.
    pub visible: usize,
    /// Whether the board is right after them.
    pub is_whole: bool,
}

/// How a leg is shown that XBoard has not been sent. Its own ply comes last where that takes no more plies, since XBoard
/// marks the last one on its board. A captured piece that is reborn has to go home before it is taken, since XBoard cannot
/// put a piece on the board that it has taken off; a captor goes home after.
pub fn showing(table: &Lettering, shown: &Shown, pos: &Position, leg: Move) -> Showing {
    let us = pos.side_to_move();
    let after = rules::play(pos, leg);
    let target = placement_of(&after);
    let outline = Outline::of(table, pos, leg);
    let visible = match outline.own {
        Ply::Act(act) => Ply::Act(Act {
            letter: outline.letter(table, shown, us),
            ..act
        }),
        own => own,
    };
    let whole = |before: &[Ply]| {
        let mut plies = before.to_vec();
        let (mut board, mut mover) = (shown.clone(), us);
        plies.push(visible);
        for ply in &plies {
            board = board.after(table, mover, *ply)?;
            mover = !mover;
        }
        let rest = completion(table, &board, mover, &target, after.side_to_move());
        Some(Showing {
            plies: completed(plies, rest)?,
            visible: before.len(),
            is_whole: true,
        })
    };
    let length = |told: &Showing| told.plies.len();
    let first = whole(&[]);
    let least = first.as_ref().map_or(usize::MAX, length);
    if table.move_last
        && least > 1
        && !outline.castles
        && let Some(last) =
            preparation(table, shown, &target, us, visible).and_then(|it| whole(&it))
        && last.visible + 1 == last.plies.len()
        && last.plies.len() <= least
    {
        return last;
    }
    first
        .or_else(|| {
            let ways = homecomings(table, shown, &target, us, outline.returns?)?;
            ways.iter().filter_map(|way| whole(way)).min_by_key(length)
        })
        .unwrap_or_else(|| Showing {
            plies: vec![visible],
            visible: 0,
            is_whole: false,
        })
}

/// The plies that change all other pieces before a leg's own ply.
fn preparation(
    table: &Lettering,
    shown: &Shown,
    target: &Placement,
    us: Color,
    visible: Ply,
) -> Option<Vec<Ply>> {
    let own = match visible {
        Ply::Act(act) => [Some(act.from), act.via, Some(act.to)],
        Ply::Drop(_, to) => [Some(to), None, None],
        Ply::Null => [None; 3],
    };
    let mut before = *target;
    for square in own.into_iter().flatten() {
        before[square.index()] = shown.at(square);
    }
    completed(Vec::new(), completion(table, shown, us, &before, us))
}

/// The plies before a capture in which the victim leaves for where it is reborn. Where that is the square
/// that the captor has yet to leave, or where XBoard does more with the way home than it says, it waits elsewhere. Each row
/// is another choice.
fn homecomings(
    table: &Lettering,
    shown: &Shown,
    target: &Placement,
    us: Color,
    (victim, home): (Square, Square),
) -> Option<Vec<Vec<Ply>>> {
    let (piece, into) = (shown.at(victim)?, target[home.index()]?);
    let unchanged = piece == into && !table.promotes(into, home);
    let letter = if unchanged {
        None
    } else {
        Some(table.suffix(!us, into)?)
    };
    let vacant = |square: &Square| {
        shown.at(*square).is_none()
            && target[square.index()].is_none()
            && !table.promotes(piece, *square)
    };
    let direct = shown.at(home).is_none().then_some((home, letter));
    let aside = table.squares().rev().filter(vacant).map(|to| (to, None));
    let leaves = direct.into_iter().chain(aside).map(|(to, letter)| Act {
        letter,
        ..Act::plain(victim, to)
    });
    Some(leaves.map(|act| vec![Ply::Null, Ply::Act(act)]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SplitMix64;
    use crate::catalogue::Catalogue;
    use crate::variant::{DeclaredPieces, Variant};
    use std::path::Path;

    fn variant(name: &str) -> &'static Variant {
        Catalogue::embedded()
            .variant(name)
            .expect("an embedded game")
    }

    /// The lines for a leg.
    fn told(name: &str, fen: &str, turn: &str) -> Vec<String> {
        told_of(variant(name), fen, turn)
    }

    fn told_of(variant: &'static Variant, fen: &str, turn: &str) -> Vec<String> {
        let pos = rules::position(variant, fen).expect("a position");
        let turn = rules::turn_of_text(&pos, turn).expect("a legal turn");
        let table = Lettering::of(pos.variant());
        let shown = Shown::new(placement_of(&pos));
        let plies = showing(&table, &shown, &pos, turn.first()).plies;
        let lines: Vec<String> = plies.into_iter().flat_map(Ply::lines).collect();
        lines.iter().map(|line| line.replace("move ", "")).collect()
    }

    #[test]
    fn a_turned_hurdle_is_changed_by_its_owner() {
        // The black knight that was hopped over turns white.
        assert_eq!(
            told("ag", "4k3/8/8/8/n7/8/2N5/A3K3 w - - 0 1", "a1a5"),
            ["@@@@", "a4h8,", "h8a4y", "a1a5"]
        );
        // A white one turns black: the black side has nothing to do. Its own side changes it.
        assert_eq!(
            told("ag", "4k3/8/8/8/N7/8/2N5/A3K3 w - - 0 1", "a1a5"),
            ["a4h8,", "h8a4y", "@@@@", "a1a5"]
        );
    }

    #[test]
    fn a_reborn_hurdle_goes_home() {
        assert_eq!(
            told("cg", "4k3/8/8/8/n7/8/8/C3K3 w - - 0 1", "a1a5"),
            ["@@@@", "a4g8", "a1a5"]
        );
        // It turns and goes home in one ply (acg), and leaves the game where its home is taken.
        assert_eq!(
            told("acg", "4k3/8/8/8/n7/8/8/H3K3 w - - 0 1", "a1a5"),
            ["@@@@", "a4b1y", "a1a5"]
        );
        assert_eq!(
            told("cg", "4k1n1/8/8/8/n7/8/8/C3K3 w - - 0 1", "a1a5"),
            ["a1a4,", "a4a1", "@@@@", "a1a5"]
        );
    }

    #[test]
    fn a_piece_that_changes_itself_needs_no_other_ply() {
        assert_eq!(
            told("andernach", "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1", "c3d5"),
            ["c3d5y"]
        );
        assert_eq!(
            told("einstein", "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "c3d5"),
            ["c3d5p"]
        );
        assert_eq!(
            told("superandernach", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"),
            ["a7a8v"]
        );
        // A pawn that may not promote: XBoard would make a queen of it.
        assert_eq!(
            told("einstein", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8"),
            ["a7a8p"]
        );
    }

    /// The embedded games and the examples.
    fn with_examples() -> Catalogue {
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/examples");
        let catalogue = Catalogue::new();
        catalogue.add(&examples).expect("the examples");
        catalogue
    }

    #[test]
    fn drops_and_shots_are_plies_of_their_own() {
        let catalogue = with_examples();
        let game = |name| catalogue.variant(name).expect("an example");
        let drop = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";
        assert_eq!(told_of(game("circe-crazyhouse"), drop, "N@e4"), ["N@e4"]);
        let shot = "4k3/8/8/8/3c4/8/2C5/4K3 w - - 0 1";
        assert_eq!(
            told_of(game("andernach-rifle"), shot, "c2d4"),
            ["c2d4,", "d4c2z"]
        );
    }

    #[test]
    fn castling_einsteins_rook_becomes_a_bishop() {
        assert_eq!(
            told("einstein", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
            ["e1g1", "@@@@", "f1h8,", "h8f1b"]
        );
    }

    #[test]
    fn a_captured_piece_goes_home_before_it_is_taken() {
        assert_eq!(
            told("circe", "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1", "c3d5"),
            ["@@@@", "d5g8", "c3d5"]
        );
        // Where its home is taken it leaves the game as usual.
        assert_eq!(
            told("circe", "4k1n1/8/8/3n4/8/2N5/8/4K3 w - - 0 1", "c3d5"),
            ["c3d5"]
        );
        // Where the way home would take the rook for XBoard, it waits elsewhere.
        assert_eq!(
            told("circe", "7k/8/8/8/P7/8/q7/R3K3 b - - 0 1", "a2a4"),
            ["@@@@", "a4e7", "a2a4", "e7a2", "@@@@"]
        );
        // Its home is the square that the captor comes from.
        assert_eq!(
            told("circe", "3Q4/6k1/8/3q4/8/8/8/4K3 w - - 0 1", "d8d5"),
            ["@@@@", "d5h8", "d8d5", "h8d8", "@@@@"]
        );
    }

    #[test]
    fn a_captor_goes_home_and_kings_do_not_castle_on_their_way() {
        assert_eq!(
            told("anticirce", "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1", "c3d5"),
            ["c3d5", "@@@@", "d5b1"]
        );
        assert_eq!(
            told("anticirce", "4k3/8/8/8/8/8/8/1nK4R w - - 0 1", "c1b1"),
            ["c1b1", "@@@@", "b1h8", "@@@@", "h8e1"]
        );
    }

    /// Whatever a move does, XBoard's board is right after the plies; also when a person has made the
    /// move, unless it has to be shown in another way.
    #[test]
    fn boards_are_right_after_every_move_of_many_games() {
        let mut rng = SplitMix64::new(7);
        let mut random = |below: usize| (rng.next() >> 33) as usize % below;
        let catalogue = with_examples();
        let names = catalogue.names();
        let games = names
            .iter()
            .map(|name| catalogue.variant(name).expect("a game"))
            .filter(|variant| variant.rules.capabilities.side_effects);
        for variant in games {
            let table = Lettering::of(variant);
            let (mut refused, mut most) = (0, 0);
            for _ in 0..6 {
                let mut pos = rules::start(variant);
                let mut shown = Shown::new(placement_of(&pos));
                for _ in 0..120 {
                    let moves = rules::legal_moves(&pos);
                    if moves.is_empty() {
                        break;
                    }
                    for mv in moves.iter().skip(random(3)).step_by(3) {
                        let (_, plies) = check(&table, &shown, &pos, *mv, &mut refused);
                        most = most.max(plies);
                    }
                    let mv = moves[random(moves.len())];
                    (shown, _) = check(&table, &shown, &pos, mv, &mut refused);
                    pos = rules::play(&pos, mv);
                }
            }
            assert!(most <= 7, "{}: {most} plies", variant.name);
            assert!(
                refused == 0 || variant.rules.conditions.captures_reach_far(),
                "{}: {refused} refused",
                variant.name
            );
        }
    }

    /// Pieces that leap over several others change all of them in one move.
    #[test]
    fn boards_are_right_after_hops_over_several_pieces() {
        let text = "X=kangaroo:AE,Y=double-grasshopper:A,Z=moose:C";
        let pieces = DeclaredPieces::parse(text).expect("pieces");
        let game = variant("hurdlers").with_pieces(&pieces).expect("a game");
        let fen = "8/pxnp4/1b1Y4/2pX4/3Z2q1/1P1z4/XP2YN2/R7 w - - 0 1";
        let mut several = 0;
        for round in 0..12 {
            let mut pos = rules::position(game, fen).expect("a position");
            let table = Lettering::of(pos.variant());
            let mut shown = Shown::new(placement_of(&pos));
            for step in 0..40 {
                let moves = rules::legal_moves(&pos);
                if moves.is_empty() {
                    break;
                }
                for mv in &moves {
                    let (_, plies) = check(&table, &shown, &pos, *mv, &mut 0);
                    several += usize::from(plies > 3);
                }
                let mv = moves[(7 * step + 13 * round) % moves.len()];
                (shown, _) = check(&table, &shown, &pos, mv, &mut 0);
                pos = rules::play(&pos, mv);
            }
        }
        assert!(several > 20, "{several}");
    }

    /// Shows a move and checks the board; then as a person makes it. Returns the board and the plies.
    fn check(
        table: &Lettering,
        shown: &Shown,
        pos: &Position,
        mv: Move,
        refused: &mut usize,
    ) -> (Shown, usize) {
        let after = rules::play(pos, mv);
        let target = placement_of(&after);
        let text = || {
            format!(
                "{} {} {}",
                pos.variant().name,
                pos.fen(),
                rules::leg_text(pos, mv)
            )
        };
        let told = showing(table, shown, pos, mv);
        let (mut board, mut mover) = (shown.clone(), pos.side_to_move());
        for ply in &told.plies {
            let next = board.after(table, mover, *ply);
            board = next.unwrap_or_else(|| panic!("{}: {:?}", text(), told.plies));
            mover = !mover;
        }
        assert!(
            board.wrong(&target).is_empty(),
            "{}: {:?}",
            text(),
            told.plies
        );
        assert_eq!(mover, after.side_to_move(), "{}", text());
        let outline = Outline::of(table, pos, mv);
        let promotes = outline.promotes;
        let letter = promotes.and_then(|piece| table.suffix(pos.side_to_move(), piece));
        let plain = match outline.own {
            Ply::Act(act) => Ply::Act(Act { letter, ..act }),
            own => own,
        };
        let us = pos.side_to_move();
        let by_hand = shown.after(table, us, plain);
        let by_hand =
            by_hand.map(|board| completion(table, &board, !us, &target, after.side_to_move()));
        let is_shown = !matches!(by_hand, None | Some(Completion::CannotBeShown(_)));
        let forced = visible_letter(table, shown, pos, mv) != letter;
        *refused += usize::from(!is_shown && !forced);
        (board, told.plies.len())
    }
}
