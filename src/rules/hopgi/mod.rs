//! Games without check, in which kings are captured: Hopgi with its drops, its promotion zones and its
//! two kings that move together.
//!
//! Where men go is all in the tables of the atlas; here stands what a move does. A turn that moves a
//! king has a second leg if another king of the side can move then (see `link`).
//!
//! ```
//! use katydid::{rules, variant::Catalogue};
//! let start = rules::start(Catalogue::embedded().atlas("hopgi").unwrap());
//! let next = rules::play_text(&start, "P@e4").unwrap();
//! assert!(next.fen().ends_with("[RBrbp] b - - 0 1"));
//! let half = rules::play_text(&start, "d1c3").err().unwrap();
//! assert!(half.to_string().contains("another leg has to follow"));
//! ```

mod link;
mod moves;

use super::{Guard, Outcome, Reason, Rules, Want};
use crate::base::{Bitboard, Color, Kind, Move, MoveKind, MoveList, Piece};
use crate::position::{Delta, HandEdit, Position};
use crate::variant::Atlas;

/// The rules of games whose kings are captured: drops, zones, linked kings.
pub struct Hopgi;

impl Rules for Hopgi {
    // Where anything can be dropped nobody is ever in zugzwang. In the middle of a turn there is no
    // passing: the search asks for that itself.
    const NULL_MOVE: bool = true;
    const LEGS: bool = true;

    #[inline(always)]
    fn generate(pos: &Position, want: Want, origins: Bitboard, list: &mut MoveList) {
        moves::board_moves(pos, want, origins, list);
        if want.quiet() && origins == Bitboard::ALL && pos.state().owed.is_none() {
            moves::drops(pos, list);
        }
    }

    #[inline(always)]
    fn guard(pos: &Position) -> Guard {
        // Nothing is forbidden; but an attack on the last king is what check is elsewhere.
        let kings = pos.royals(pos.turn());
        let last = kings.first().filter(|_| !kings.many());
        Guard {
            in_check: last.is_some_and(|king| pos.is_attacked(king, !pos.turn())),
            ..Guard::NONE
        }
    }

    /// Every move is legal: kings may stand and stay under attack.
    #[inline(always)]
    fn is_legal(_: &Position, _: &Guard, _: Move) -> bool {
        true
    }

    #[inline(always)]
    fn delta(pos: &Position, mv: Move) -> Delta {
        match (mv.sort(), mv.kind()) {
            (MoveKind::Drop, Some(kind)) => drop_delta(pos, kind, mv),
            _ => board_delta(pos, mv),
        }
    }

    /// Nothing is ever a check.
    fn in_check(_: &Position) -> bool {
        false
    }

    #[inline(always)]
    fn ended(pos: &Position) -> Option<Outcome> {
        let lost = Color::ALL
            .into_iter()
            .find(|color| pos.royals(*color).is_empty())?;
        Some(Outcome::win(!lost, Reason::KingsCaptured))
    }

    fn stuck(_: &Position) -> Outcome {
        Outcome::draw(Reason::NoMove)
    }

    #[inline(always)]
    fn count_turns(pos: &Position) -> u64 {
        moves::count_turns(pos)
    }

    #[inline(always)]
    fn legal(pos: &Position, list: &mut MoveList) {
        Self::generate(pos, Want::All, Bitboard::ALL, list);
    }
}

fn drop_delta(pos: &Position, kind: Kind, mv: Move) -> Delta {
    let us = pos.turn();
    let mut delta = Delta::new(pos.state().turned(true));
    delta.edit(mv.to(), None, Some(Piece::new(us, kind)));
    delta.hands.push(HandEdit {
        color: us,
        kind,
        count: pos.hand(us).count(kind).saturating_sub(1),
    });
    delta
}

fn board_delta(pos: &Position, mv: Move) -> Delta {
    let us = pos.turn();
    let (from, to) = (mv.from(), mv.to());
    let (mover, victim) = (pos.at(from), pos.at(to));
    let mut delta = Delta::new(*pos.state());
    delta.edit(from, mover, None);
    delta.edit(
        to,
        victim,
        mv.kind().map(|kind| Piece::new(us, kind)).or(mover),
    );
    if let Some(victim) = victim
        && let Some(kind) = held_as(pos.atlas(), victim.kind())
    {
        delta.hands.push(HandEdit {
            color: us,
            kind,
            count: pos.hand(us).count(kind) + 1,
        });
    }
    let is_pawn = mover.is_some_and(|man| pos.atlas().pawn == Some(man.kind()));
    let progress = is_pawn || victim.is_some() || mv.sort() == MoveKind::Promotion;
    delta.state = link::state_after(pos, mv, progress);
    delta
}

/// As what a captured man comes to the captor's hand: demoted; kings and men that nobody can hold leave
/// the game.
fn held_as(atlas: &Atlas, kind: Kind) -> Option<Kind> {
    let demoted = atlas.demoted[kind.index()];
    (!atlas.royals().contains(kind) && atlas.hand.contains(demoted)).then_some(demoted)
}
