//! The effects of a hop on its hurdles: each hurdle changes its colour, type or square, one hurdle after the other.

use crate::base::{Color, MAX_LEAPS, Piece, Square};
use crate::position::Position;
use crate::rules::consequence_log::ConsequenceLog;
use crate::rules::draft::Draft;
use crate::variant::{Effect, EffectTarget, HurdleEffects, Rex};
use arrayvec::ArrayVec;

/// A hurdle and its changes by the effects so far.
#[derive(Clone, Copy)]
struct Leapt {
    /// The square on which the piece was leapt over.
    from: Square,
    /// The piece before the effects.
    before: Piece,
    /// The present square; `None` when the piece has left the game.
    at: Option<Square>,
}

/// The data of a hop, the same for all its hurdles.
struct Hop<'a> {
    effects: &'a HurdleEffects,
    hurdler: Piece,
    captured: bool,
}

/// Applies the effects of a hurdler that has arrived on `to` to its hurdles, in the order of leaping: all effects on one
/// hurdle, then all on the next. A piece leapt twice is affected twice.
#[inline(never)]
pub fn on_hurdles(
    draft: &mut Draft<'_>,
    hurdler: Piece,
    to: Square,
    hurdles: &[Square],
    captured: bool,
    log: &mut impl ConsequenceLog,
) {
    let rules = &draft.pos.variant().rules;
    let Some(effects) = rules.hurdle_effects.get(hurdler.piece_type().index()) else {
        return;
    };
    let hop = Hop {
        effects,
        hurdler,
        captured,
    };
    hop.affect_several(draft, to, hurdles, log);
}

/// As [`on_hurdles`], for a hop over a single piece, which is not the captured piece.
#[inline(always)]
pub fn on_hurdle(
    draft: &mut Draft<'_>,
    hurdler: Piece,
    hurdle: Square,
    captured: bool,
    log: &mut impl ConsequenceLog,
) {
    let rules = &draft.pos.variant().rules;
    if let Some(effects) = rules.hurdle_effects.get(hurdler.piece_type().index()) {
        let hop = Hop {
            effects,
            hurdler,
            captured,
        };
        hop.affect(draft, hurdle, hurdle, log);
    }
}

/// Whether a hop over one piece certainly changes the piece's colour and leaves the piece on its square.
pub fn surely_turns(pos: &Position, hurdler: Piece, hurdle: Square) -> bool {
    let rules = &pos.variant().rules;
    let Some(effects) = rules.hurdle_effects.get(hurdler.piece_type().index()) else {
        return false;
    };
    let turns =
        effects.effects.contains(&Effect::Andernach) && !effects.effects.contains(&Effect::Circe);
    let target = |piece: Piece| match effects.target {
        EffectTarget::Both => true,
        EffectTarget::Enemy => hurdler.color() != piece.color(),
        EffectTarget::Friend => hurdler.color() == piece.color(),
    };
    turns
        && pos.at(hurdle).is_some_and(|piece| {
            target(piece) && (effects.rex == Rex::Inclusive || !pos.is_royal(piece.piece_type()))
        })
}

impl Hop<'_> {
    fn affect_several(
        &self,
        draft: &mut Draft<'_>,
        to: Square,
        hurdles: &[Square],
        log: &mut impl ConsequenceLog,
    ) {
        let mut pieces: ArrayVec<Leapt, MAX_LEAPS> = ArrayVec::new();
        let changed_before = draft.changed;
        for hurdle in hurdles.iter().filter(|hurdle| **hurdle != to) {
            let known = pieces.iter().position(|leapt| leapt.from == *hurdle);
            let index = match (known, draft.pos.at(*hurdle)) {
                (Some(index), _) => index,
                (None, Some(before)) if !pieces.is_full() => {
                    pieces.push(Leapt {
                        from: *hurdle,
                        before,
                        at: Some(*hurdle),
                    });
                    pieces.len() - 1
                }
                (None, _) => continue,
            };
            let leapt = &mut pieces[index];
            leapt.at = leapt
                .at
                .and_then(|at| self.affect(draft, leapt.from, at, log));
        }
        // Only the final result counts: a piece that ends unchanged on its first square was not touched.
        let mut changed = changed_before;
        for leapt in &pieces {
            if leapt.at == Some(leapt.from) && draft.at(leapt.from) == Some(leapt.before) {
                draft.restore(leapt.from);
                log.untouched(leapt.from);
            } else {
                changed = true;
            }
        }
        draft.changed = changed;
    }

    /// Applies all effects in order to the piece on `at`, which was leapt over on `leapt_on`, and returns its square; `None`
    /// when it has left the game.
    #[inline(always)]
    fn affect(
        &self,
        draft: &mut Draft<'_>,
        leapt_on: Square,
        at: Square,
        log: &mut impl ConsequenceLog,
    ) -> Option<Square> {
        let mut at = at;
        let mut piece = draft.at(at).filter(|piece| self.is_target(piece.color()));
        for effect in &self.effects.effects {
            let Some(now) = piece else {
                break;
            };
            let before = (at, now);
            match effect {
                Effect::Andernach => piece = Some(self.turn(draft, at, now)),
                Effect::Einstein => piece = Some(self.change_type(draft, at, now)),
                // The home depends on the colour and the file of the square on which the piece was leapt over.
                Effect::Circe => {
                    let Some(home) = rebear(draft, leapt_on, at, now) else {
                        log.hurdle(leapt_on, before, None);
                        return None;
                    };
                    at = home;
                }
            }
            log.hurdle(leapt_on, before, piece.map(|piece| (at, piece)));
        }
        Some(at)
    }

    fn is_target(&self, hurdle: Color) -> bool {
        match self.effects.target {
            EffectTarget::Both => true,
            EffectTarget::Enemy => self.hurdler.color() != hurdle,
            EffectTarget::Friend => self.hurdler.color() == hurdle,
        }
    }

    /// Effect A (Andernach): changes the colour of the piece and returns the piece.
    #[inline(always)]
    fn turn(&self, draft: &mut Draft<'_>, at: Square, piece: Piece) -> Piece {
        if self.effects.rex == Rex::Exclusive && draft.pos.is_royal(piece.piece_type()) {
            return piece;
        }
        draft.set(at, Some(piece.flipped()));
        draft.changed = true;
        piece.flipped()
    }

    /// Effect E (Einstein): changes the type of the piece and returns the piece.
    fn change_type(&self, draft: &mut Draft<'_>, at: Square, piece: Piece) -> Piece {
        let (before, own) = (piece.piece_type(), self.hurdler.piece_type());
        let ladder = &draft.pos.variant().rules.ladder;
        let after = ladder.hurdled(before, own, self.captured);
        if after == before || draft.pos.is_royal(before) {
            return piece;
        }
        draft.set(at, Some(piece.with_type(after)));
        draft.changed = true;
        piece.with_type(after)
    }
}

/// Effect C (Circe): sends the piece home and returns its square. If the home is occupied, a king stays where it is and
/// any other piece leaves the game: `None`.
fn rebear(draft: &mut Draft<'_>, leapt_on: Square, at: Square, piece: Piece) -> Option<Square> {
    let home = draft.pos.variant().rules.homes.of(piece, leapt_on);
    if home == at {
        return Some(at);
    }
    let occupied = draft.at(home).is_some();
    if occupied && draft.pos.is_royal(piece.piece_type()) {
        return Some(at);
    }
    draft.set(at, None);
    draft.changed = true;
    if occupied {
        return None;
    }
    draft.rebear(home, piece);
    Some(home)
}
