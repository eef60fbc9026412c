//! Games without check, in which kings are captured: Hopgi with its drops, its promotion zones and its
//! two kings that move together.
//!
//! Where men go is all in the tables of the variant; here stands what a move does. A turn that moves a
//! king has a second leg if another king of the side can move then (see `link`).
//!
//! ```
//! use katydid::{rules, variant::Catalogue};
//! let start = rules::start(Catalogue::embedded().variant("hopgi").unwrap());
//! let next = rules::play_text(&start, "P@e4").unwrap();
//! assert!(next.fen().ends_with("[RBrbp] b - - 0 1"));
//! let half = rules::play_text(&start, "d1c3").err().unwrap();
//! assert!(half.to_string().contains("another leg has to follow"));
//! ```

mod link;
mod moves;

use super::{CheckInfo, GenType, Outcome, Reason, Rules};
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece, PieceType};
use crate::position::{Delta, HandEdit, Position};
use crate::variant::Variant;

/// The rules of games whose kings are captured: drops, zones, linked kings.
pub struct RoyalCapture;

impl Rules for RoyalCapture {
    // Where anything can be dropped nobody is ever in zugzwang. In the middle of a turn there is no
    // passing: the search asks for that itself.
    const NULL_MOVE: bool = true;
    const LEGS: bool = true;

    #[inline(always)]
    fn generate(pos: &Position, gen_type: GenType, origins: Bitboard, list: &mut MoveList) {
        moves::board_moves(pos, gen_type, origins, list);
        if gen_type.quiet() && origins == Bitboard::ALL && pos.state().owed.is_none() {
            moves::drops(pos, list);
        }
    }

    #[inline(always)]
    fn check_info(pos: &Position) -> CheckInfo {
        // Nothing is forbidden; but an attack on the last king is what check is elsewhere.
        let kings = pos.royals(pos.side_to_move());
        let last = kings.first().filter(|_| !kings.many());
        CheckInfo {
            in_check: last.is_some_and(|king| pos.is_attacked(king, !pos.side_to_move())),
            ..CheckInfo::NONE
        }
    }

    /// Every move is legal: kings may stand and stay under attack.
    #[inline(always)]
    fn is_legal(_: &Position, _: &CheckInfo, _: Move) -> bool {
        true
    }

    #[inline(always)]
    fn delta(pos: &Position, mv: Move) -> Delta {
        match (mv.kind(), mv.piece_type()) {
            (MoveKind::Drop, Some(piece_type)) => drop_delta(pos, piece_type, mv),
            _ => board_delta(pos, mv),
        }
    }

    /// Nothing is ever a check.
    fn in_check(_: &Position) -> bool {
        false
    }

    #[inline(always)]
    fn immediate_end(pos: &Position) -> Option<Outcome> {
        let lost = Color::ALL
            .into_iter()
            .find(|color| pos.royals(*color).is_empty())?;
        Some(Outcome::win(!lost, Reason::KingsCaptured))
    }

    fn no_move_outcome(_: &Position) -> Outcome {
        Outcome::draw(Reason::NoMove)
    }

    #[inline(always)]
    fn count_turns(pos: &Position) -> u64 {
        moves::count_turns(pos)
    }

    #[inline(always)]
    fn legal(pos: &Position, list: &mut MoveList) {
        Self::generate(pos, GenType::All, Bitboard::ALL, list);
    }
}

fn drop_delta(pos: &Position, piece_type: PieceType, mv: Move) -> Delta {
    let us = pos.side_to_move();
    let mut delta = Delta::new(pos.state().next_turn(true));
    delta.edit(mv.to(), None, Some(Piece::new(us, piece_type)));
    delta.hands.push(HandEdit {
        color: us,
        piece_type,
        count: pos.hand(us).count(piece_type).saturating_sub(1),
    });
    delta
}

fn board_delta(pos: &Position, mv: Move) -> Delta {
    let us = pos.side_to_move();
    let (from, to) = (mv.from(), mv.to());
    let (mover, victim) = (pos.at(from), pos.at(to));
    let mut delta = Delta::new(*pos.state());
    delta.edit(from, mover, None);
    delta.edit(
        to,
        victim,
        mv.piece_type()
            .map(|piece_type| Piece::new(us, piece_type))
            .or(mover),
    );
    if let Some(victim) = victim
        && let Some(piece_type) = held_as(pos.variant(), victim.piece_type())
    {
        delta.hands.push(HandEdit {
            color: us,
            piece_type,
            count: pos.hand(us).count(piece_type) + 1,
        });
    }
    let is_pawn = mover.is_some_and(|man| pos.variant().rules.pawn == Some(man.piece_type()));
    let progress = is_pawn || victim.is_some() || mv.kind() == MoveKind::Promotion;
    delta.state = link::state_after(pos, mv, progress);
    delta
}

/// As what a captured man comes to the captor's hand: demoted; kings and men that nobody can hold leave
/// the game.
fn held_as(variant: &Variant, piece_type: PieceType) -> Option<PieceType> {
    let demoted = variant.rules.demoted[piece_type.index()];
    (!variant.rules.royals.contains(piece_type) && variant.rules.hand.contains(demoted))
        .then_some(demoted)
}
