//! How a leg is shown to XBoard: the plies made from the leg's consequences.
//!
//! One ply is the leg's own: the piece that moves goes to its square and becomes what it is there. What that ply leaves out
//! is put right by [`completion`], before it or behind it.

use super::completion::{completed, completion};
use super::screen::{Act, Lettering, Placement, Ply, Shown, placement_of, plain};
use crate::base::{Color, Move, Square};
use crate::position::Position;
use crate::rules::{self, Event, Role};

/// What XBoard shows of a leg by its own ply.
struct Outline {
    /// That ply.
    own: Ply,
    /// Whether XBoard moves a rook, too.
    castles: bool,
    /// Of a captured piece that comes back: where it stood, and where it stands then.
    returns: Option<(Square, Square)>,
}

impl Outline {
    /// The ply's letter says what the piece becomes, as far as it stays where it arrives. So a piece that changes itself
    /// (Andernach, Einstein) needs no other ply.
    fn of(table: &Lettering, shown: &Shown, pos: &Position, leg: Move) -> Self {
        let (mut own, mut castles, mut returns) = (Ply::Null, false, None);
        let (mut promotes, mut becomes) = (None, None);
        for what in rules::consequences(pos, leg) {
            let (square, is_mover) = (what.square, what.role == Role::Mover);
            match what.event {
                Event::Moves(to) if is_mover => {
                    own = Ply::Act(Act::plain(square, to));
                    becomes = Some(what.piece);
                }
                Event::Moves(_) => castles |= what.role == Role::Rook,
                Event::Shoots(victim) => {
                    own = Ply::Act(Act::plain(square, square).over(Some(victim)));
                    becomes = Some(what.piece);
                }
                Event::Drops => {
                    let letter = table.suffix(what.piece.color(), what.piece);
                    own = letter.map_or(Ply::Null, |letter| Ply::Drop(letter, square));
                }
                Event::Promotes(into) if is_mover => {
                    promotes = table.suffix(pos.side_to_move(), into);
                    becomes = Some(into);
                }
                Event::ChangesType(into) | Event::ChangesColor(into) if is_mover => {
                    becomes = Some(into);
                }
                Event::Reborn(to) | Event::Transferred(to) if is_mover && to != square => {
                    becomes = None;
                }
                Event::Returns(home) => returns = Some((square, home)),
                // XBoard takes a captured piece off and has one board for two; further plies show the rest.
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
        if let Ply::Act(act) = &mut own {
            let becomes = becomes.filter(|_| table.effects && !castles).map(plain);
            let changed = shown.at(act.from).zip(becomes);
            let changed = changed.and_then(|(is, becomes)| act.with_letter(table, is, becomes));
            act.letter = changed.map_or(promotes, |act| act.letter);
        }
        Self {
            own,
            castles,
            returns,
        }
    }
}

/// The letter of a leg's own ply.
pub fn own_letter(table: &Lettering, shown: &Shown, pos: &Position, leg: Move) -> Option<char> {
    match Outline::of(table, shown, pos, leg).own {
        Ply::Act(act) => act.letter,
        Ply::Null | Ply::Drop(..) => None,
    }
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
    let after = rules::play(pos, leg);
    let outline = Outline::of(table, shown, pos, leg);
    let plan = Plan {
        table,
        shown,
        us: pos.side_to_move(),
        own: outline.own,
        target: placement_of(&after),
        wanted: after.side_to_move(),
    };
    let length = |showing: &Showing| showing.plies.len();
    let first = plan.after(&[]);
    let least = first.as_ref().map_or(usize::MAX, length);
    let may_be_last = table.move_last && least > 1 && !outline.castles;
    if may_be_last
        && let Some(last) = plan.preparation().and_then(|before| plan.after(&before))
        && last.visible + 1 == last.plies.len()
        && last.plies.len() <= least
    {
        return last;
    }
    first
        .or_else(|| {
            let ways = plan.homecomings(outline.returns?)?.into_iter();
            ways.filter_map(|act| plan.after(&[Ply::Null, Ply::Act(act)]))
                .min_by_key(length)
        })
        .unwrap_or_else(|| Showing {
            plies: vec![outline.own],
            visible: 0,
            is_whole: false,
        })
}

/// A leg to be shown.
struct Plan<'a> {
    table: &'a Lettering,
    shown: &'a Shown,
    us: Color,
    own: Ply,
    target: Placement,
    wanted: Color,
}

impl Plan<'_> {
    /// Some plies, the leg's own, and what is missing then.
    fn after(&self, before: &[Ply]) -> Option<Showing> {
        let plies = [before, &[self.own]].concat();
        let (mut board, mut mover) = (self.shown.clone(), self.us);
        for ply in &plies {
            board = board.after(self.table, mover, *ply)?;
            mover = !mover;
        }
        let rest = completion(self.table, &board, mover, &self.target, self.wanted);
        Some(Showing {
            plies: completed(plies, rest)?,
            visible: before.len(),
            is_whole: true,
        })
    }

    /// The plies that change all other pieces before the leg's own ply.
    fn preparation(&self) -> Option<Vec<Ply>> {
        let own = match self.own {
            Ply::Act(act) => [Some(act.from), act.via, Some(act.to)],
            Ply::Drop(_, to) => [Some(to), None, None],
            Ply::Null => [None; 3],
        };
        let mut before = self.target;
        for square in own.into_iter().flatten() {
            before[square.index()] = self.shown.at(square);
        }
        let rest = completion(self.table, self.shown, self.us, &before, self.us);
        completed(Vec::new(), rest)
    }

    /// The ways in which the victim leaves, before it is captured, for where it is reborn. Where that is the square
    /// that the captor has yet to leave, or where XBoard does more with the way home than it says, it waits elsewhere.
    fn homecomings(&self, (victim, home): (Square, Square)) -> Option<Vec<Act>> {
        let (piece, into) = (self.shown.at(victim)?, self.target[home.index()]?);
        let direct = Act::plain(victim, home).with_letter(self.table, piece, into)?;
        let vacant = |square: &Square| {
            self.shown.at(*square).is_none()
                && self.target[square.index()].is_none()
                && !self.table.promotes(piece, *square)
        };
        let aside = self.table.squares().rev().filter(vacant);
        let aside = aside.map(|to| Act::plain(victim, to));
        let direct = Some(direct).filter(|_| self.shown.at(home).is_none());
        Some(direct.into_iter().chain(aside).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::completion::Completion;
    use super::*;
    use crate::base::{MoveKind, Piece, SplitMix64};
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
        let outline = Outline::of(table, shown, pos, mv);
        let piece = mv.piece_type().filter(|_| mv.kind() == MoveKind::Promotion);
        let us = pos.side_to_move();
        let letter = piece.and_then(|piece| table.suffix(us, Piece::new(us, piece)));
        let plain = match outline.own {
            Ply::Act(act) => Ply::Act(Act { letter, ..act }),
            own => own,
        };
        let by_hand = shown.after(table, us, plain);
        let by_hand =
            by_hand.map(|board| completion(table, &board, !us, &target, after.side_to_move()));
        let is_shown = !matches!(by_hand, None | Some(Completion::CannotBeShown(_)));
        let forced = own_letter(table, shown, pos, mv) != letter;
        *refused += usize::from(!is_shown && !forced);
        (board, told.plies.len())
    }
}
